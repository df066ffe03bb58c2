//! Verdicts for people and for the pages of a CI: a table, Markdown, JUnit XML, SARIF.

use super::Checked;
use super::verdict::{Problem, Status, Verdict};
use crate::ui::output;
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_report::Table;

/// The verdicts as text: a table, the problems, and how many passed.
pub fn text(checked: &[Checked]) -> String {
    let mut text = output::table(&table(checked));
    for (check, verdict) in failures(checked) {
        for Problem { text: what, place } in &verdict.problems {
            let place = place.as_ref().map(|place| format!("{}:{}: ", place.file, place.line));
            let _ = write!(text, "\n{}: {}{what}\n", check.name, place.unwrap_or_default());
        }
    }
    format!("{text}\n{}\n", summary(checked))
}

/// The verdicts as Markdown: the summary, those that failed, and all of them folded away.
pub fn markdown(checked: &[Checked]) -> String {
    let mut text = format!("### Warploom: {}\n\n", summary(checked));
    let failed = failures(checked).map(|(check, verdict)| {
        let row = row(check, verdict).map(|cell| cell.replace('|', "\\|"));
        let places = verdict.problems.iter().map(|problem| match &problem.place {
            Some(place) => format!("`{}:{}`", place.file, place.line),
            None => problem.text.lines().next().unwrap_or_default().replace('|', "\\|"),
        });
        (row, places.collect::<Vec<_>>().join(", "))
    });
    let mut table = Table::new(&["check", "what", ">measured", ">limit", "verdict", "where"]);
    let mut any = false;
    for (row, places) in failed {
        any = true;
        table.row(row.into_iter().chain([places]));
    }
    if any {
        text += &format!("{}\n", table.markdown());
    }
    text + &format!(
        "<details><summary>all verdicts</summary>\n\n{}\n</details>\n",
        self::table(checked).markdown()
    )
}

fn summary(checked: &[Checked]) -> String {
    let all: Vec<Status> = checked.iter().flat_map(|c| &c.verdicts).map(|verdict| verdict.status).collect();
    let count = |status| all.iter().filter(|other| **other == status).count();
    let mut text = format!("{} of {} passed", count(Status::Passed), all.len());
    for (status, what) in [(Status::Failed, "failed"), (Status::Error, "could not be checked")] {
        if count(status) > 0 {
            let _ = write!(text, ", {} {what}", count(status));
        }
    }
    let machines: std::collections::BTreeSet<&str> = checked.iter().map(|c| c.machine.as_str()).collect();
    text + " on " + &machines.into_iter().collect::<Vec<_>>().join(", ")
}

fn row(check: &Checked, verdict: &Verdict) -> [String; 5] {
    [
        check.name.clone(),
        verdict.title(),
        verdict.measured.clone(),
        verdict.limit.clone(),
        verdict.status.name().to_owned(),
    ]
}

fn table(checked: &[Checked]) -> Table {
    let mut table = Table::new(&["check", "what", ">measured", ">limit", "verdict"]);
    for check in checked {
        check.verdicts.iter().for_each(|verdict| table.row(row(check, verdict)));
    }
    table
}

fn failures(checked: &[Checked]) -> impl Iterator<Item = (&Checked, &Verdict)> {
    let verdicts = checked.iter().flat_map(|check| check.verdicts.iter().map(move |v| (check, v)));
    verdicts.filter(|(_, verdict)| verdict.status != Status::Passed)
}

/// The message of a verdict that did not pass.
fn message(verdict: &Verdict) -> String {
    let Verdict { measured, limit, .. } = verdict;
    match limit.is_empty() {
        true => format!("{}: {measured}", verdict.title()),
        false => format!("{}: {measured}, {limit}", verdict.title()),
    }
}

/// The verdicts as JUnit XML: a test suite for each check.
pub fn junit(checked: &[Checked]) -> String {
    let count = |check: &Checked, status| check.verdicts.iter().filter(|v| v.status == status).count();
    let mut xml =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"warploom\">\n");
    for check in checked {
        let (failed, errors) = (count(check, Status::Failed), count(check, Status::Error));
        let (name, tests) = (escaped(&check.name), check.verdicts.len());
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failed}\" errors=\"{errors}\">"
        );
        for verdict in &check.verdicts {
            let title = escaped(&verdict.title());
            let _ = write!(xml, "    <testcase classname=\"{name}\" name=\"{title}\"");
            let element = match verdict.status {
                Status::Passed => {
                    xml += "/>\n";
                    continue;
                }
                Status::Failed => "failure",
                Status::Error => "error",
            };
            let mut detail = message(verdict);
            for Problem { text, place } in &verdict.problems {
                let place = place.as_ref().map(|place| format!("{}:{}: ", place.file, place.line));
                let _ = write!(detail, "\n{}{text}", place.unwrap_or_default());
            }
            let (brief, kind) = (escaped(&message(verdict)), verdict.what);
            let _ = writeln!(
                xml,
                ">\n      <{element} message=\"{brief}\" type=\"{kind}\">{}</{element}>\n    </testcase>",
                escaped(&detail)
            );
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

/// Text in XML: marks are escaped, and characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// What did not pass, as SARIF 2.1.0: races and faults at their source lines.
pub fn sarif(checked: &[Checked]) -> Value {
    let mut rules: Vec<&str> = failures(checked).map(|(_, verdict)| verdict.what).collect();
    rules.sort_unstable();
    rules.dedup();
    let results = failures(checked).flat_map(|(check, verdict)| {
        let level = if verdict.status == Status::Failed { "error" } else { "warning" };
        let whole = Problem { text: message(verdict), place: None };
        let problems = if verdict.problems.is_empty() { vec![whole] } else { verdict.problems.clone() };
        problems.into_iter().map(move |Problem { text, place }| {
            let mut result = json!({
                "ruleId": verdict.what,
                "level": level,
                "message": { "text": format!("{}: {text}", check.name) },
            });
            if let Some(place) = place {
                let line = place.line.max(1);
                let uri = uri(&place.file);
                result["locations"] = json!([{
                    "physicalLocation": { "artifactLocation": { "uri": uri }, "region": { "startLine": line } },
                }]);
            }
            result
        })
    });
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "warploom",
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.iter().map(|rule| json!({
                    "id": rule,
                    "shortDescription": { "text": meaning(rule) },
                })).collect::<Vec<_>>(),
            } },
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// What a verdict is about, in a sentence.
fn meaning(what: &str) -> String {
    match what {
        "races" => "A data race between threads of a kernel".to_owned(),
        "faults" => "A bad access, barrier or instruction of a kernel".to_owned(),
        "results" => "A wrong result".to_owned(),
        "work" => "Something that could not be executed or simulated".to_owned(),
        limit => format!("A kernel that exceeds its limit `{limit}`"),
    }
}

/// A path as the URI of an artifact: relative to the working directory if it lies there.
fn uri(path: &str) -> String {
    let here = std::env::current_dir().ok();
    let relative = here.and_then(|here| {
        let path = std::path::Path::new(path).strip_prefix(here).ok()?;
        Some(path.to_string_lossy().into_owned())
    });
    let path = relative.unwrap_or_else(|| path.trim_start_matches("./").to_owned());
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte.into())
            }
            other => {
                let _ = write!(uri, "%{other:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::super::verdict::Place;
    use super::*;

    fn checked() -> Vec<Checked> {
        let place = Some(Place { file: "a b/k.cu".to_owned(), line: 7 });
        let race = Problem { text: "a data race <1>".to_owned(), place };
        let verdicts =
            vec![Verdict::on_problems("faults", Vec::new()), Verdict::on_problems("races", vec![race])];
        vec![Checked { name: "a & b".to_owned(), machine: "v100".to_owned(), verdicts }]
    }

    #[test]
    fn junit_escapes_marks() {
        let xml = junit(&checked());
        assert!(
            xml.contains("<testsuite name=\"a &amp; b\" tests=\"2\" failures=\"1\" errors=\"0\">"),
            "{xml}"
        );
        assert!(xml.contains("a b/k.cu:7: a data race &lt;1&gt;"), "{xml}");
        assert_eq!(escaped("a\u{1}\u{fffe}b\n"), "ab\n");
    }

    #[test]
    fn sarif_has_places_as_uris() {
        let sarif = sarif(&checked());
        let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20b/k.cu");
        assert_eq!(place["region"]["startLine"], 7);
        assert_eq!(sarif["runs"][0]["tool"]["driver"]["rules"][0]["id"], "races");
    }

    #[test]
    fn markdown_lists_what_failed_first() {
        let text = markdown(&checked());
        let (first, all) = text.split_once("<details>").unwrap();
        assert!(first.contains("1 of 2 passed, 1 failed on v100") && !first.contains("faults"), "{text}");
        assert!(first.contains("`a b/k.cu:7`") && all.contains("faults"), "{text}");
    }
}
