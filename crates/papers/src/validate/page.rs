//! The tables of a report, and the page of the book with them.

use super::order::OrderedPair;
use super::points::Origin;
use super::report::{Pair, Report, Row, Summary};
use super::{ValidateError, ValidationFigure, suite};
use std::fmt::Write as _;
use std::path::Path;
use warploom_report::Table;

/// The cell of an unknown value.
pub(super) const UNKNOWN: &str = "-";

/// The name of a part of the points.
pub(super) fn part(held_out: bool) -> &'static str {
    if held_out { "held out" } else { "tuned on" }
}

/// A mean signed error.
pub(super) fn signed_percent(value: Option<f64>) -> String {
    value.map_or(UNKNOWN.to_owned(), |value| format!("{value:+.2} %"))
}

/// The tables of a report, each with its name on the page and its title. Empty tables are left out.
pub fn tables(report: &Report) -> Vec<(&'static str, String, Table)> {
    let theirs = report.origin.title();
    let mut tables = Vec::new();
    if !report.rows.is_empty() {
        tables.push(("cycles", format!("Cycles, compared with {theirs}"), cycles(report)));
        tables.push(("summary", "Summary".to_owned(), summary(report)));
    }
    if !report.order.is_empty() {
        let title = format!("Order of policies: {}", agreement(&report.order, theirs));
        tables.push(("order", title, order_table(&report.order, theirs)));
    }
    if report.rows.iter().any(|row| row.beside.is_some()) {
        tables.push(("caches", "Hit rates and DRAM traffic".to_owned(), caches(report)));
        let said = "Stall cycles, in percent of all scheduler-cycles".to_owned();
        tables.push(("stalls", said, stalls(report)));
    }
    tables.extend(report.suite.iter().flat_map(suite::tables));
    tables
}

/// The cells that identify a row.
fn key(row: &Row) -> [String; 3] {
    [row.machine.clone(), row.name.clone(), row.policy.clone()]
}

fn cycles(report: &Report) -> Table {
    let theirs = format!(">{}", report.origin.title());
    let mut table = Table::new(&["machine", "work", "policy", ">cycles", &theirs, ">error", "part"]);
    for row in &report.rows {
        let numbers =
            [format!("{:.0}", row.ours), format!("{:.0}", row.theirs), format!("{:+.1} %", row.error)];
        table.row(key(row).into_iter().chain(numbers).chain([row.part().to_owned()]));
    }
    table
}

fn summary(report: &Report) -> Table {
    let mut table =
        Table::new(&["points", ">count", ">mean absolute error", ">mean signed error", ">Pearson's r"]);
    let parts = [("all", report.all), ("tuned on", report.tuned), ("held out", report.held_out)];
    for (name, Summary { points, mape, signed, r }) in parts {
        let mape = mape.map_or(UNKNOWN.to_owned(), |mape| format!("{mape:.2} %"));
        let r = r.map_or(UNKNOWN.to_owned(), |r| format!("{r:.4}"));
        table.row([name.to_owned(), points.to_string(), mape, signed_percent(signed), r]);
    }
    table
}

/// The number of pairs of policies whose order agrees.
pub(super) fn agreement(pairs: &[OrderedPair], theirs: &str) -> String {
    let agreeing = pairs.iter().filter(|pair| pair.agrees).count();
    format!(
        "Warploom agrees on {agreeing} of the {} pairs that {theirs} separates by more than 2 %",
        pairs.len()
    )
}

/// The pairs of policies, with their order in the reference and in the simulation.
pub(super) fn order_table(pairs: &[OrderedPair], theirs: &str) -> Table {
    let theirs = format!(">{theirs}");
    let mut table =
        Table::new(&["machine", "work", "slower", "than", &theirs, ">Warploom", "agrees", "part"]);
    for pair in pairs {
        let part = part(pair.held_out);
        let words = [&pair.machine, &pair.name, &pair.slower, &pair.faster].map(Clone::clone);
        let numbers = [format!("{:+.1} %", pair.theirs), format!("{:+.1} %", pair.ours)];
        let agrees = if pair.agrees { "yes" } else { "no" };
        table.row(words.into_iter().chain(numbers).chain([agrees.to_owned(), part.to_owned()]));
    }
    table
}

fn percent(value: Option<f64>) -> String {
    // A value that rounds to zero has no sign.
    value.map_or(UNKNOWN.to_owned(), |value| format!("{:.1}", if value.abs() < 0.05 { 0.0 } else { value }))
}

fn kilobytes(value: Option<u64>) -> String {
    value.map_or(UNKNOWN.to_owned(), |value| format!("{:.0}", value as f64 / 1000.0))
}

fn caches(report: &Report) -> Table {
    let title = report.origin.title();
    let theirs = format!(">{title}");
    let mut table = Table::new(&[
        "machine",
        "work",
        "policy",
        ">L1 hits %",
        &theirs,
        ">points",
        ">L2 hits %",
        &theirs,
        ">points",
        ">DRAM read kB",
        &theirs,
        ">DRAM written kB",
        &theirs,
    ]);
    for row in &report.rows {
        let Some(beside) = &row.beside else { continue };
        let hits = |pair: Pair<f64>| {
            let apart = pair.difference().map_or(UNKNOWN.to_owned(), |apart| {
                if apart.abs() < 0.05 { "0.0".to_owned() } else { format!("{apart:+.1}") }
            });
            [percent(pair.ours), percent(pair.theirs), apart]
        };
        let bytes = |pair: Pair<u64>| [kilobytes(pair.ours), kilobytes(pair.theirs)];
        let cells = key(row).into_iter().chain(hits(beside.l1_hits)).chain(hits(beside.l2_hits));
        table.row(cells.chain(bytes(beside.dram_read)).chain(bytes(beside.dram_written)));
    }
    table
}

fn stalls(report: &Report) -> Table {
    let theirs = format!(">{}", report.origin.title());
    let mut table = Table::new(&[
        "machine",
        "work",
        "policy",
        ">pipeline",
        &theirs,
        ">idle",
        &theirs,
        ">scoreboard",
        &theirs,
    ]);
    for row in &report.rows {
        let Some(beside) = &row.beside else { continue };
        let both = |pair: Pair<f64>| [percent(pair.ours), percent(pair.theirs)];
        let cells = key(row).into_iter().chain(both(beside.pipeline)).chain(both(beside.idle));
        table.row(cells.chain(both(beside.scoreboard)));
    }
    table
}

/// The source of each point, and its caveat.
fn notes(report: &Report) -> String {
    let mut text = String::new();
    let mut told: Vec<&str> = Vec::new();
    for row in &report.rows {
        if told.contains(&row.name.as_str()) {
            continue;
        }
        told.push(&row.name);
        let note = row.note.as_ref().map_or(String::new(), |note| format!(" {note}"));
        let _ = writeln!(text, "* **{}** ({}): {}{note}", row.name, row.machine, row.source);
    }
    text
}

/// The names of the pieces that a page can include.
const PLACES: [&str; 13] = [
    "cycles",
    "summary",
    "order",
    "caches",
    "stalls",
    "notes",
    "figures",
    "suite.figures",
    "suite.summary",
    "suite.bounds",
    "suite.hits",
    "suite.order",
    "suite.kernels",
];

fn piece(place: &str, report: &Report, pictures: &[ValidationFigure]) -> String {
    match place {
        "notes" => notes(report),
        "figures" | "suite.figures" => {
            let of_suite = place == "suite.figures";
            let of = pictures
                .iter()
                .filter(|picture| picture.origin == report.origin && picture.of_suite == of_suite);
            let shown: Vec<String> =
                of.map(|picture| format!("![{}]({})\n", picture.title, picture.file)).collect();
            shown.join("\n")
        }
        place => {
            let found = tables(report).into_iter().find(|(name, ..)| *name == place);
            found.map_or(String::new(), |(_, said, table)| format!("{said}:\n\n{}", table.markdown()))
        }
    }
}

/// Fills a page: lines such as `{{accelsim.cycles}}` in the hand-written `text` become tables and figures.
///
/// # Errors
/// If a line names an unknown piece.
pub fn fill(
    text: &str,
    file: &Path,
    reports: &[Report],
    pictures: &[ValidationFigure],
) -> Result<String, ValidateError> {
    let mut page = String::new();
    for (number, line) in text.lines().enumerate() {
        let place = line.trim().strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
        let Some(place) = place else {
            page.push_str(line);
            page.push('\n');
            continue;
        };
        let filled = filled(place, reports, pictures).ok_or_else(|| {
            let fault = format!("there is no piece `{place}`: write one such as {{{{accelsim.cycles}}}}");
            ValidateError::wrong(file, format!("line {}", number + 1), fault)
        })?;
        page.push_str(&filled);
    }
    Ok(page)
}

fn filled(place: &str, reports: &[Report], pictures: &[ValidationFigure]) -> Option<String> {
    let (origin, rest) = place.split_once('.')?;
    let origin = Origin::ALL.into_iter().find(|known| known.name() == origin)?;
    let report = reports.iter().find(|report| report.origin == origin);
    let text = report.map_or("*(This was not run.)*\n".to_owned(), |report| piece(rest, report, pictures));
    PLACES.contains(&rest).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_piece_of_a_page_is_an_error() {
        let page = |text| fill(text, Path::new("explained.md"), &[], &[]).map_err(|error| error.to_string());
        let expected = "# Page\n*(This was not run.)*\nend {{x}}\n";
        assert_eq!(page("# Page\n{{hardware.cycles}}\nend {{x}}\n"), Ok(expected.to_owned()));
        let expected =
            "explained.md, line 2: there is no piece `hardwar.cycles`: write one such as {{accelsim.cycles}}";
        assert_eq!(page("\n{{hardwar.cycles}}\n"), Err(expected.to_owned()));
        assert!(page("{{hardware.cycels}}\n").is_err());
    }
}
