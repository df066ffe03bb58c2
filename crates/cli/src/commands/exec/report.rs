//! The report of an execution: text while it runs, or one JSON object at the end.

use super::{fault, race};
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};
use warploom_kernel::execute::race::Race;
use warploom_kernel::execute::{Counts, Fault, Launch, Mode, Warning};
use warploom_kernel::image::Entry;
use warploom_lab::work::launch::{
    Check, Comparison, DeviceBuffer, ElementType, Equals, NanRule, Number, REPORTED_MISMATCHES, Save, Show,
};
use warploom_lab::work::symbol::{KernelNames, full_name};
use warploom_report::units;

/// Titles of the numeric columns of the table of launches; each column is as wide as its title.
const TITLES: [&str; 5] =
    ["CTAs", "warp instructions", "thread instructions", "divergent branches", "lanes active"];

/// Prints the report.
pub struct Reporter {
    json: bool,
    quiet: bool,
    mode: Mode,
    /// Widths of the columns kernel, grid and block.
    widths: [usize; 3],
    kernels: KernelNames,
    /// The section of the last line; blank lines separate sections.
    section: &'static str,
    record: Record,
    /// The error of standard output, after which nothing is printed.
    lost: Option<io::Error>,
}

/// The JSON object.
#[derive(Serialize)]
struct Record {
    version: &'static str,
    /// Lanes per warp; 1 with `--one-thread-at-a-time`.
    lanes: u32,
    launches: Vec<Value>,
    /// What the kernels printed with `printf`.
    output: String,
    shows: Vec<Value>,
    checks: Vec<Value>,
    saves: Vec<Value>,
    /// Errors that `--checks warn` lets pass.
    warnings: Vec<Value>,
    /// Data races that `--race` finds; none without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    races: Option<Vec<Value>>,
    fault: Option<Value>,
    passed: bool,
}

impl Reporter {
    /// A report without any content.
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
            output: String::new(),
            shows: Vec::new(),
            checks: Vec::new(),
            saves: Vec::new(),
            warnings: Vec::new(),
            races: None,
            fault: None,
            passed: true,
        };
        Reporter {
            json,
            quiet,
            mode,
            widths: [0; 3],
            kernels: KernelNames::default(),
            section: "",
            record,
            lost: None,
        }
    }

    /// Prints a line, unless the report is JSON.
    fn line(&mut self, line: &str) {
        if !self.json {
            self.print(line);
        }
    }

    /// Prints. An error must not prevent results from being saved, so it is reported at the end.
    fn print(&mut self, text: &str) {
        if self.lost.is_none() {
            let mut out = io::stdout();
            self.lost = writeln!(out, "{text}").and_then(|()| out.flush()).err();
        }
    }

    /// Starts or continues a section; one that is `apart` always has a blank line before it.
    fn section(&mut self, name: &'static str, apart: bool) {
        if (apart || self.section != name) && !(self.section.is_empty() || self.quiet) {
            self.line("");
        }
        self.section = if apart { "apart" } else { name };
    }

    /// Prints a line that `--quiet` omits.
    fn note(&mut self, line: &str) {
        if !self.quiet {
            self.line(line);
        }
    }

    /// Sets the widths of the columns that depend on the launches.
    pub fn expect(&mut self, launches: &[(Entry<'_>, Launch)]) {
        self.kernels = KernelNames::new(launches.iter().map(|(entry, _)| entry.name()));
        self.widths = ["kernel", "grid", "block"].map(str::len);
        for (entry, launch) in launches {
            for (width, text) in self.widths.iter_mut().zip(names(&self.kernels, *entry, launch)) {
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

    /// Reports a completed launch.
    pub fn launch(&mut self, entry: Entry<'_>, launch: &Launch, counts: Counts) {
        let Counts { ctas, warp_instructions, thread_instructions, divergent_branches } = counts;
        let active = (warp_instructions > 0).then(|| thread_instructions as f64 / warp_instructions as f64);
        // There are no warps with `--one-thread-at-a-time`.
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
        self.row(names(&self.kernels, entry, launch), numbers);
        self.section = "launches";
        let warps = |n: u64| (self.mode != Mode::Threads).then_some(n);
        self.record.launches.push(json!({
            "launch": self.record.launches.len(),
            "kernel": entry.name(),
            "kernel_name": full_name(entry.name()),
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

    /// Passes on what a kernel printed, byte for byte; also with `--quiet`, because it is the program's and not ours.
    pub fn output(&mut self, text: &[u8]) {
        if self.json {
            self.record.output.push_str(&String::from_utf8_lossy(text));
        } else if self.lost.is_none() && !text.is_empty() {
            let mut out = io::stdout();
            self.lost = out.write_all(text).and_then(|()| out.flush()).err();
        }
    }

    /// Records a warning. The caller prints its message to standard error.
    pub fn warning(&mut self, warning: &Warning) {
        let mut value = fault::to_json(&warning.fault, self.record.launches.len());
        value["count"] = warning.count.into();
        self.record.warnings.push(value);
    }

    /// Records a data race. The caller prints its message to standard error.
    pub fn race(&mut self, found: &Race) {
        self.record.passed = false;
        let launch = self.record.launches.len();
        self.record.races.get_or_insert_default().push(race::to_json(found, launch));
    }

    /// Reports the number of data races, after the last launch.
    pub fn race_count(&mut self, races: u64) {
        self.record.races.get_or_insert_default();
        self.section("races", false);
        match races {
            0 => self.note("no data races"),
            n => self.note(&units::counted(n, "data race", "data races")),
        }
    }

    /// Records a fault. The caller prints its message to standard error.
    pub fn fault(&mut self, fault: &Fault) {
        self.record.passed = false;
        self.record.fault = Some(fault::to_json(fault, self.record.launches.len()));
    }

    /// Shows elements of a buffer: one row of its last dimension per line if rows are short, else eight elements.
    pub fn show(&mut self, show: &Show, buffer: &DeviceBuffer, bytes: &[u8]) {
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
            // A row that starts in its middle ends where the full row would.
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

    /// Reports a check; `ty` is the type of the expected elements.
    pub fn check(&mut self, check: &Check, buffer: &DeviceBuffer, ty: ElementType, result: &Comparison) {
        let (name, against) = (&check.buffer, words(&check.equals));
        let Comparison { mismatches, largest, .. } = result;
        let elements = units::counted(result.elements, "element", "elements");
        self.section("check", !result.passed());
        let limit = match (check.abs, check.rel) {
            (0.0, 0.0) => None,
            (abs, 0.0) => Some(format!("{abs:?}")),
            (0.0, rel) => Some(format!("{rel:?} of the expected value")),
            (abs, rel) => Some(format!("{abs:?} + {rel:?} of the expected value")),
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

    fn mismatches(&mut self, buffer: &DeviceBuffer, ty: ElementType, result: &Comparison) {
        // The shortest digits of a float do not distinguish it from a nearby double.
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
        if result.mismatches > REPORTED_MISMATCHES as u64 {
            self.line(&format!("  and {} more", result.mismatches - REPORTED_MISMATCHES as u64));
        }
    }

    /// Reports a saved buffer.
    pub fn save(&mut self, save: &Save, buffer: &DeviceBuffer) {
        let file = save.file.display().to_string();
        self.section("save", false);
        self.note(&format!("saved {} to {file}: {}", save.buffer, type_and_shape(buffer)));
        self.record.saves.push(json!({ "buffer": save.buffer, "file": file, "error": null }));
    }

    /// Records a buffer that could not be saved. The caller prints the error to standard error.
    pub fn not_saved(&mut self, save: &Save, error: &io::Error) {
        let (file, error) = (save.file.display().to_string(), error.to_string());
        self.record.passed = false;
        self.record.saves.push(json!({ "buffer": save.buffer, "file": file, "error": error }));
    }

    /// Ends the report. The error is that of standard output; a closed pipe (`| head`) is not one.
    pub fn end(mut self) -> io::Result<()> {
        if self.json {
            let text = serde_json::to_string_pretty(&self.record).map_err(io::Error::from)?;
            self.print(&text);
        }
        self.lost.filter(|e| e.kind() != io::ErrorKind::BrokenPipe).map_or(Ok(()), Err)
    }
}

/// Kernel, grid and block in the table.
fn names(kernels: &KernelNames, entry: Entry<'_>, launch: &Launch) -> [String; 3] {
    [kernels.of(entry.name()).to_owned(), units::extents(launch.grid), units::extents(launch.block)]
}

/// The expected elements in a few words.
fn words(equals: &Equals) -> String {
    match equals {
        Equals::Buffer(name) => format!("buffer {name}"),
        Equals::File(path) => path.display().to_string(),
        Equals::Value(value) => format!("value {value}"),
        Equals::Values(_) => "values".to_owned(),
        Equals::Iota(iota) => format!("iota from {} by {}", iota.start, iota.step),
    }
}

fn type_and_shape(buffer: &DeviceBuffer) -> String {
    format!("{}{:?}", buffer.ty, buffer.shape)
}

/// The index of an element in each dimension.
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

/// A number as JSON, which has no NaN and no infinity: these are strings.
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
    fn an_index_has_the_dimensions_of_its_buffer() {
        assert_eq!(index(5, &[2, 3]), "[1, 2]");
        assert_eq!(index(5, &[6]), "[5]");
        assert_eq!(index(0, &[]), "[]");
        assert_eq!(index(0, &[0]), "[0]");
    }

    #[test]
    fn json_numbers_keep_their_value_and_nan_is_a_string() {
        let shown = |n| value(n).to_string();
        assert_eq!(shown(Number::Int(u64::MAX.into())), "18446744073709551615");
        assert_eq!(shown(Number::Int(i64::MIN.into())), "-9223372036854775808");
        assert_eq!(shown(Number::Float(f64::NAN)), "\"NaN\"");
        assert_eq!(shown(Number::Float(f64::NEG_INFINITY)), "\"-inf\"");
    }
}
