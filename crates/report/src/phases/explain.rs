//! `--explain`: why an instruction's phase starts where it does.

use super::analysis::Analysis;
use super::listing::{ListingLine, SourceLine, base};
use super::only;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use warploom_kernel::class::Class;
use warploom_kernel::phase::PhaseStart;
use warploom_lab::diagnosis::Diagnosis;

/// Explains the instruction of this number, or those of a line: `lud.cu:75`, `kernel.ptx:120`.
///
/// # Errors
/// If there is no such instruction or line.
pub fn explain(all: &[Analysis], what: &str) -> Result<String, Diagnosis> {
    if let Some((file, line)) = what.rsplit_once(':') {
        return of_line(all, what, base(file), line);
    }
    let help = "expected an instruction's number, as in the listing, or a line: `kernel.cu:75`".to_owned();
    let at: usize = what
        .parse()
        .map_err(|_| Diagnosis::mistake(format!("`{what}` is not an instruction"), Some(help)))?;
    let one = only(all, "an instruction's number refers to one kernel")?;
    let count = one.listing.lines.len();
    if at >= count {
        let help = count.checked_sub(1).map(|last| format!("its instructions are numbered 0 to {last}"));
        return Err(Diagnosis::mistake(format!("`{}` has no instruction {at}", one.listing.name), help));
    }
    Ok(sentences(one, &[at]))
}

fn of_line(all: &[Analysis], what: &str, file: &str, line: &str) -> Result<String, Diagnosis> {
    let number: u64 = line
        .parse()
        .map_err(|_| Diagnosis::mistake(format!("`{line}` in `{what}` is not a line number"), None))?;
    let is = |place: &SourceLine| place.file == file && place.line == number;
    let mut parts = Vec::new();
    for one in all {
        let hit = |line: &ListingLine| is(&line.own) || line.source.as_ref().is_some_and(is);
        let lines = one.listing.lines.iter().enumerate();
        let found: Vec<usize> = lines.filter(|(_, line)| hit(line)).map(|(at, _)| at).collect();
        parts.extend(
            found.chunk_by(|&a, &b| one.phases.of(a) == one.phases.of(b)).map(|of| sentences(one, of)),
        );
    }
    if parts.is_empty() {
        return Err(Diagnosis::mistake(
            format!("no instruction belongs to `{what}`"),
            Some(known(all, file, number)),
        ));
    }
    Ok(parts.join("\n"))
}

/// The nearest lines of the file, or the files if it has none.
fn known(all: &[Analysis], file: &str, line: u64) -> String {
    let lines = || all.iter().flat_map(|one| &one.listing.lines);
    let places = || lines().flat_map(|line| line.source.iter().chain([&line.own]));
    let here: BTreeSet<u64> = places().filter(|p| p.file == file).map(|p| p.line).collect();
    let (before, after) = (here.range(..line).next_back(), here.range(line..).next());
    let near: Vec<String> = before.into_iter().chain(after).map(u64::to_string).collect();
    if near.is_empty() {
        let files: BTreeSet<&str> = places().map(|p| p.file.as_str()).collect();
        return format!("the instructions belong to {}", files.into_iter().collect::<Vec<_>>().join(", "));
    }
    format!("the nearest lines of `{file}` with instructions: {}", near.join(", "))
}

/// Instructions of one phase with their distances, and the reason for the phase's start.
fn sentences(one: &Analysis, instructions: &[usize]) -> String {
    let named = |at: usize| {
        let line = &one.listing.lines[at];
        let place = line.source.as_ref().unwrap_or(&line.own);
        format!("{at} `{}` ({place})", line.text)
    };
    let Some(&first) = instructions.first() else { return String::new() };
    let (number, of) = (one.phase_number(first), one.phases.list().len());
    let phase = &one.phases.list()[number as usize - 1];
    let (start, end) = (phase.code.start, phase.code.end - 1);
    let length = one.timing.length(one.phases.of(first));
    let mut text = String::new();
    for &at in instructions {
        let distance = one.timing.distance(at);
        let _ = writeln!(text, "{}: {}, distance {distance}", one.listing.name, named(at));
    }
    let _ = writeln!(text, "  Phase {number} of {of}: instructions {start} to {end}, length {length}.");
    let reason = match phase.start {
        PhaseStart::Entry => "the entry of the kernel".to_owned(),
        PhaseStart::Block => "the start of a basic block, and every block starts a phase".to_owned(),
        PhaseStart::Barrier => "the instruction after a barrier".to_owned(),
        PhaseStart::LongLatencyUse { register, producer } => format!(
            "which {} {register}, the long-latency result of {} in phase {}",
            if one.listing.code.instructions[start].class == Class::Wait { "waits for" } else { "reads" },
            named(producer),
            number - 1
        ),
        PhaseStart::Copies { producer } => {
            format!("which waits for {} in phase {} and the copies after it", named(producer), number - 1)
        }
    };
    let _ = writeln!(text, "  It starts at {},\n  {reason}.", named(start));
    text
}
