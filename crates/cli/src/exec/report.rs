//! What is printed of a run that took place: text as it goes, or one JSON object at the end.

use super::check::{Comparison, TOLD};
use super::element::{ElementType, Number};
use super::fault;
use super::launch_file::{Check, NanRule, Save, Show};
use super::plan::Placed;
use crate::units;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use warploom_kernel::execute::{Counts, Fault, Launch, Mode};
use warploom_kernel::program::Program;

/// Columns of numbers in the table of launches; each is as wide as its title.
const TITLES: [&str; 5] =
    ["CTAs", "warp instructions", "thread instructions", "divergent branches", "lanes active"];

/// Tells what happens.
pub struct Reporter {
    json: bool,
    quiet: bool,
    mode: Mode,
    /// Widths of the columns kernel, grid and block.
    widths: [usize; 3],
    /// What the last line was about: a blank line stands between sections, not between their lines.
    section: &'static str,
    record: Record,
    /// Why standard output takes nothing more.
    lost: Option<io::Error>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Record {
    version: &'static str,
    /// Lanes per warp; 1 where threads are executed alone.
    lanes: u32,
    launches: Vec<Value>,
    shows: Vec<Value>,
    checks: Vec<Value>,
    saves: Vec<Value>,
    fault: Option<Value>,
    passed: bool,
}

impl Reporter {
    /// A reporter with nothing told yet.
    pub fn new(json: bool, quiet: bool, mode: Mode) -> Reporter {
        let lanes = match mode {
            Mode::Warps32 => 32,
            Mode::Warps64 => 64,
            Mode::Threads => 1,
        };
        let record = Record {
            version: env!("CARGO_PKG_VERSION"),
            lanes,
            launches: Vec::new(),
            shows: Vec::new(),
            checks: Vec::new(),
            saves: Vec::new(),
            fault: None,
            passed: true,
        };
        Reporter { json, quiet, mode, widths: [0; 3], section: "", record, lost: None }
    }

    /// Prints a line, unless JSON is due.
    fn line(&mut self, line: &str) {
        if !self.json {
            self.print(line);
        }
    }

    /// Prints. Output that is lost must not keep results from being saved, so that is told at the end.
    fn print(&mut self, text: &str) {
        if self.lost.is_none() {
            let mut out = io::stdout();
            self.lost = writeln!(out, "{text}").and_then(|()| out.flush()).err();
        }
    }

    /// Begins or goes on with a section; one with lines of its own always stands apart.
    fn section(&mut self, name: &'static str, apart: bool) {
        if (apart || self.section != name) && !(self.section.is_empty() || self.quiet) {
            self.line("");
        }
        self.section = if apart { "apart" } else { name };
    }

    /// Prints a line that is good to know and not wrong.
    fn note(&mut self, line: &str) {
        if !self.quiet {
            self.line(line);
        }
    }

    /// Measures the columns whose widths depend on the launches.
    pub fn expect(&mut self, launches: &[(&Program, Launch)]) {
        self.widths = ["kernel", "grid", "block"].map(str::len);
        for (program, launch) in launches {
            for (width, text) in self.widths.iter_mut().zip(names(program, launch)) {
                *width = text.chars().count().max(*width);
            }
        }
    }

    fn row(&mut self, names: [String; 3], numbers: [String; 5]) {
        let ([a, b, c], [kernel, grid, block]) = (self.widths, names);
        let mut line = format!("{kernel:<a$}  {grid:>b$}  {block:>c$}");
        for (title, number) in TITLES.iter().zip(numbers) {
            line.push_str(&format!("  {number:>width$}", width = title.len()));
        }
        self.note(&line);
    }

    /// A launch that has ended.
    pub fn launch(&mut self, program: &Program, launch: &Launch, counts: Counts) {
        let Counts { ctas, warp_instructions, thread_instructions, divergent_branches } = counts;
        let active = (warp_instructions > 0).then(|| thread_instructions as f64 / warp_instructions as f64);
        // Threads executed alone form no warps.
        let warps = |n: u64| if self.mode == Mode::Threads { "-".to_owned() } else { n.to_string() };
        let numbers = [
            ctas.to_string(),
            warps(warp_instructions),
            thread_instructions.to_string(),
            warps(divergent_branches),
            active.map_or("-".to_owned(), |a| format!("{a:.2}")),
        ];
        if self.record.launches.is_empty() {
            self.row(["kernel", "grid", "block"].map(str::to_owned), TITLES.map(str::to_owned));
        }
        self.row(names(program, launch), numbers);
        self.section = "launches";
        let warps = |n: u64| (self.mode != Mode::Threads).then_some(n);
        self.record.launches.push(json!({
            "launch": self.record.launches.len(),
            "kernel": program.name,
            "grid": launch.grid,
            "block": launch.block,
            "shared": launch.shared,
            "ctas": ctas,
            "warp_instructions": warps(warp_instructions),
            "thread_instructions": thread_instructions,
            "divergent_branches": warps(divergent_branches),
            "lanes_active": active,
        }));
    }

    /// The kernel did something wrong. Its text goes to standard error, by another way.
    pub fn fault(&mut self, fault: &Fault) {
        self.record.passed = false;
        self.record.fault = Some(fault::to_json(fault, self.record.launches.len()));
    }

    /// Some of a buffer's elements: rows of its last dimension where they are short, else eight a line.
    pub fn show(&mut self, show: &Show, buffer: &Placed, bytes: &[u8]) {
        let from = show.from.min(buffer.count);
        let to = from.saturating_add(show.first).min(buffer.count);
        let size = buffer.ty.size();
        let numbers: Vec<Number> = bytes[from as usize * size..to as usize * size]
            .chunks_exact(size)
            .map(|e| buffer.ty.decode(e))
            .collect();
        let range =
            if from == to { "no elements".to_owned() } else { format!("elements {from} to {}", to - 1) };
        self.section("show", true);
        self.note(&format!("{}: {}, {range}", show.buffer, type_and_shape(buffer)));
        let texts: Vec<String> = numbers.iter().map(|&n| buffer.ty.show(n)).collect();
        let width = texts.iter().map(String::len).max().unwrap_or(0);
        let row = match buffer.shape[..] {
            [.., _, last] if (1..=16).contains(&last) => last,
            _ => 8,
        };
        let label = index(to.saturating_sub(1), &buffer.shape).len();
        let mut at = from;
        while at < to {
            // A row that is entered in its middle ends where it would have ended.
            let end = if buffer.shape.len() > 1 { (at / row + 1) * row } else { at + row }.min(to);
            let line: Vec<String> =
                (at..end).map(|i| format!("{:>width$}", texts[(i - from) as usize])).collect();
            self.note(&format!("  {:<label$}  {}", index(at, &buffer.shape), line.join("  ")));
            at = end;
        }
        self.record.shows.push(json!({
            "buffer": show.buffer,
            "type": buffer.ty.name(),
            "shape": buffer.shape,
            "from": from,
            "values": numbers.into_iter().map(value).collect::<Vec<_>>(),
        }));
    }

    /// A check's result; `ty` is the type of what was expected.
    pub fn check(&mut self, check: &Check, buffer: &Placed, ty: ElementType, result: &Comparison) {
        let (name, against) = (&check.buffer, check.equals.words());
        let Comparison { mismatches, largest, .. } = result;
        let elements = if result.elements == 1 {
            "1 element".to_owned()
        } else {
            format!("{} elements", result.elements)
        };
        self.section("check", !result.passed());
        let limit = match (check.abs, check.rel) {
            (0.0, 0.0) => None,
            (abs, 0.0) => Some(format!("{abs:?}")),
            (0.0, rel) => Some(format!("{rel:?} of what is expected")),
            (abs, rel) => Some(format!("{abs:?} + {rel:?} of what is expected")),
        };
        if result.passed() {
            let rule = limit.map_or("equal".to_owned(), |l| format!("within {l}"));
            let near =
                if *largest > 0.0 { format!(", largest difference {largest:?}") } else { String::new() };
            self.note(&format!("check {name} = {against}: passed, {elements} {rule}{near}"));
        } else {
            let rule = limit.map_or(String::new(), |l| format!(" by more than {l}"));
            let count = format!("{mismatches} of {elements} differ");
            self.line(&format!("check {name} = {against}: FAILED, {count}{rule}"));
            self.mismatches(buffer, ty, result);
        }
        self.record.passed &= result.passed();
        self.record.checks.push(json!({
            "buffer": name,
            "equals": against,
            "abs": check.abs,
            "rel": check.rel,
            "nan": if check.nan == NanRule::Equal { "equal" } else { "fail" },
            "elements": result.elements,
            "mismatches": mismatches,
            "largest_difference": value(Number::Float(*largest)),
            "first_mismatches": result.first.iter().map(|m| json!({
                "index": coordinates(m.index, &buffer.shape),
                "expected": value(m.expected),
                "got": value(m.got),
                "difference": value(Number::Float(m.difference)),
            })).collect::<Vec<_>>(),
            "passed": result.passed(),
        }));
    }

    fn mismatches(&mut self, buffer: &Placed, ty: ElementType, result: &Comparison) {
        // Digits that tell a float from its neighbours do not tell it from a double near it.
        let show = |of: ElementType, n: Number| if ty == buffer.ty { of.show(n) } else { n.to_string() };
        let mut rows = vec![["index", "expected", "got", "difference"].map(str::to_owned)];
        rows.extend(result.first.iter().map(|m| {
            [
                index(m.index, &buffer.shape),
                show(ty, m.expected),
                show(buffer.ty, m.got),
                // A difference of floats has no more digits than they have.
                if buffer.ty.is_float() {
                    buffer.ty.show(Number::Float(m.difference))
                } else {
                    m.difference.to_string()
                },
            ]
        }));
        let widths: [usize; 4] = std::array::from_fn(|c| rows.iter().map(|r| r[c].len()).max().unwrap_or(0));
        for row in &rows {
            let cells: Vec<String> =
                row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
            self.line(&format!("  {}", cells.join("  ")));
        }
        if result.mismatches > TOLD as u64 {
            self.line(&format!("  and {} more", result.mismatches - TOLD as u64));
        }
    }

    /// A buffer that was saved.
    pub fn save(&mut self, save: &Save, buffer: &Placed) {
        let file = save.file.display().to_string();
        self.section("save", false);
        self.note(&format!("saved {} to {file}: {}", save.buffer, type_and_shape(buffer)));
        self.record.saves.push(json!({ "buffer": save.buffer, "file": file, "error": null }));
    }

    /// A buffer that could not be saved. The text goes to standard error, by another way.
    pub fn not_saved(&mut self, save: &Save, error: &io::Error) {
        let (file, error) = (save.file.display().to_string(), error.to_string());
        self.record.passed = false;
        self.record.saves.push(json!({ "buffer": save.buffer, "file": file, "error": error }));
    }

    /// Nothing follows. The error is why output was lost; a reader who has gone (`| head`) wanted no more.
    pub fn end(mut self) -> io::Result<()> {
        if self.json {
            let text = serde_json::to_string_pretty(&self.record).map_err(io::Error::from)?;
            self.print(&text);
        }
        self.lost.filter(|e| e.kind() != io::ErrorKind::BrokenPipe).map_or(Ok(()), Err)
    }
}

/// Kernel, grid and block as the table writes them.
fn names(program: &Program, launch: &Launch) -> [String; 3] {
    [program.name.clone(), units::extents(launch.grid), units::extents(launch.block)]
}

fn type_and_shape(buffer: &Placed) -> String {
    format!("{}{:?}", buffer.ty, buffer.shape)
}

/// Where in its shape an element stands.
fn coordinates(index: u64, shape: &[u64]) -> Vec<u64> {
    let mut rest = index;
    let mut all: Vec<u64> = shape
        .iter()
        .rev()
        .map(|&d| {
            let at = rest % d.max(1);
            rest /= d.max(1);
            at
        })
        .collect();
    all.reverse();
    all
}

fn index(index: u64, shape: &[u64]) -> String {
    format!("{:?}", coordinates(index, shape))
}

/// JSON has no NaN and no infinity: they are written as text.
fn value(number: Number) -> Value {
    match number {
        Number::Int(i) => u64::try_from(i).map_or_else(|_| json!(i as i64), |u| json!(u)),
        Number::Float(f) if f.is_finite() => json!(f),
        Number::Float(f) => json!(format!("{f:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_is_told_in_the_buffers_shape() {
        assert_eq!(index(5, &[2, 3]), "[1, 2]");
        assert_eq!(index(5, &[6]), "[5]");
        assert_eq!(index(0, &[]), "[]");
        assert_eq!(index(0, &[0]), "[0]");
    }

    #[test]
    fn json_numbers_keep_their_value_and_what_is_none_is_text() {
        let shown = |n| value(n).to_string();
        assert_eq!(shown(Number::Int(u64::MAX.into())), "18446744073709551615");
        assert_eq!(shown(Number::Int(i64::MIN.into())), "-9223372036854775808");
        assert_eq!(shown(Number::Float(f64::NAN)), "\"NaN\"");
        assert_eq!(shown(Number::Float(f64::NEG_INFINITY)), "\"-inf\"");
    }
}
