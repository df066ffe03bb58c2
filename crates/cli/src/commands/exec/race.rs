//! A data race as a printed report and as JSON.

use crate::ui::diagnose::{Label, Report};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::race::{Race, RaceAccess};
use warploom_lab::work::text::line_span;

/// The race at its two lines of the source file, or of the PTX if the source file cannot be read.
pub fn report(race: &Race, ptx: &Path, text: &str) -> Report {
    let (name, text, lines) = source(race, ptx)
        .unwrap_or_else(|| (ptx.to_owned(), text.to_owned(), accesses(race).map(|a| a.location.line)));
    let mut labels: Vec<Label> = Vec::new();
    for (access, line) in accesses(race).into_iter().zip(lines) {
        let span = line_span(&text, line).unwrap_or(0..0);
        let what = access.who();
        match labels.iter_mut().find(|label| label.span.start == span.start) {
            // Both accesses are of one line.
            Some(same) => same.text += &format!(", and {what}"),
            None => labels.push(Label { span, text: what }),
        }
    }
    Report::error(race.to_string()).with_source(name.display().to_string(), &text, labels)
}

fn accesses(race: &Race) -> [&RaceAccess; 2] {
    [&race.first, &race.second]
}

/// Name and text of the source file that both accesses are in, and their lines; `None` if it cannot be read.
fn source(race: &Race, ptx: &Path) -> Option<(PathBuf, String, [u32; 2])> {
    let [Some((file, first)), Some((other, second))] = accesses(race).map(|a| a.location.source.as_ref())
    else {
        return None;
    };
    if file != other {
        return None;
    }
    // Compilers write the path as it was given to them; the file may have moved together with its PTX.
    let beside =
        || ptx.parent().unwrap_or(Path::new("")).join(Path::new(file).file_name().unwrap_or_default());
    let (path, text) = [PathBuf::from(file), beside()]
        .into_iter()
        .find_map(|path| fs::read_to_string(&path).ok().map(|text| (path, text)))?;
    let lines = [u32::try_from(*first).ok()?, u32::try_from(*second).ok()?];
    Some((path, text, lines))
}

/// The race of launch number `launch`. Addresses are strings, since many JSON readers hold numbers as doubles.
pub fn to_json(race: &Race, launch: usize) -> Value {
    let access = |access: &RaceAccess| {
        let place = &access.location;
        json!({
            "kind": access.kind.name(),
            "copy": access.copy,
            "function": place.function,
            "line": place.line,
            "source": place.source.as_ref().map(|(file, line)| json!({ "file": file, "line": line })),
            "cta": place.cta,
            "thread": place.thread,
        })
    };
    json!({
        "launch": launch,
        "kernel": race.first.location.kernel,
        "space": race.space.to_string(),
        "address": format!("{:#x}", race.address),
        "bytes": race.bytes,
        "variable": race.variable.as_ref().map(|v| json!({ "name": v.name, "offset": v.offset })),
        "first": access(&race.first),
        "second": access(&race.second),
        "count": race.count,
        "remedy": race.remedy(),
        "text": race.to_string(),
    })
}
