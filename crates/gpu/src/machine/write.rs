//! Writing machine descriptions: small tables in one line, and a comment after each value.

use super::Machine;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Comments by the path of the key or table.
pub(super) type Remarks = BTreeMap<String, String>;

/// The text of a machine description.
pub(super) fn layout(machine: &Machine, remarks: &Remarks) -> String {
    // Every value of a machine can be written as TOML.
    let plain = toml::to_string(machine).expect("a machine can be written");
    let mut text = String::new();
    let mut section = String::new();
    let mut lines = plain.lines().peekable();
    let entry = |text: &mut String, path: &str, line: &str| {
        let remark = remarks.get(path).map_or(String::new(), |remark| format!("  # {remark}"));
        let _ = writeln!(text, "{line}{remark}");
    };
    while let Some(line) = lines.next() {
        let Some(header) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
            if let Some((key, _)) = line.split_once(" = ") {
                entry(&mut text, join(&section, key).trim_start_matches('.'), line);
            }
            continue;
        };
        let Some((table, keys)) = inline(header) else {
            section = header.to_owned();
            text.push('\n');
            entry(&mut text, header, line);
            continue;
        };
        // The lines of a small table are joined into one.
        let mut own = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with('[')) {
            own.extend((!line.is_empty()).then_some(line));
        }
        if table != section {
            section = table.to_owned();
            let _ = writeln!(text, "\n[{table}]");
        }
        let (first, rest) = keys.split_once('.').map_or((keys, None), |(first, rest)| (first, Some(rest)));
        let value = format!("{{ {} }}", own.join(", "));
        let value = rest.map_or(value.clone(), |rest| format!("{{ {rest} = {value} }}"));
        entry(&mut text, header, &format!("{first} = {value}"));
    }
    text
}

fn join(table: &str, key: &str) -> String {
    format!("{table}.{key}")
}

/// The table and the key of a table that is written in one line.
fn inline(header: &str) -> Option<(&str, &str)> {
    let at = match header {
        "clock" => return Some(("", "clock")),
        _ => header.find(".work.").map(|at| at + ".work".len()).or(header.find(".misses."))?,
    };
    Some((&header[..at], &header[at + 1..]))
}
