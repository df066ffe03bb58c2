//! Reports as text and as JSON.

use crate::ui::command::Failure;
use crate::ui::output;
use serde_json::Value;
use std::fmt::Write as _;
use warploom_papers::validate::{Report, tables};

/// The tables, one after the other.
pub fn text(reports: &[Report]) -> String {
    let mut text = String::new();
    for (title, table) in reports.iter().flat_map(tables).map(|(_, title, table)| (title, table)) {
        let gap = if text.is_empty() { "" } else { "\n" };
        let _ = write!(text, "{gap}{title}:\n\n{}", output::table(&table));
    }
    text
}

/// Exceeded limits, one per line.
pub fn exceeded(limits: &[String]) -> String {
    limits.iter().map(|limit| format!("limit exceeded: {limit}\n")).collect()
}

/// The reports with all points.
pub fn json(reports: &[Report]) -> Result<Value, Failure> {
    serde_json::to_value(reports).map_err(|error| Failure::mistake(error.to_string(), None))
}
