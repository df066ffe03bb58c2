//! The tables of the suite's report.

use super::super::page::{UNKNOWN, agreement, order_table, part, signed_percent};
use super::{SuiteReport, SuiteSummary};
use warploom_report::Table;

/// The reference, in titles.
const THEIRS: &str = "Accel-Sim";

/// The tables, each with its name on the page and its title.
pub fn tables(report: &SuiteReport) -> Vec<(&'static str, String, Table)> {
    let mut tables = vec![
        ("suite.summary", "The suite, summary".to_owned(), summary(report)),
        ("suite.bounds", "The suite, errors by what a launch is bound by".to_owned(), bounds(report)),
    ];
    if !report.order.is_empty() {
        let title = format!("The suite, order of policies: {}", agreement(&report.order, THEIRS));
        tables.push(("suite.order", title, order_table(&report.order, THEIRS)));
    }
    let title = "The suite, differences of hit rates in percentage points".to_owned();
    tables.push(("suite.hits", title, hits(report)));
    tables.push(("suite.kernels", "The suite, kernel by kernel".to_owned(), kernels(report)));
    tables
}

fn percent(value: Option<f64>) -> String {
    value.map_or(UNKNOWN.to_owned(), |value| format!("{value:.2} %"))
}

fn summary(report: &SuiteReport) -> Table {
    let mut table = Table::new(&[
        "machine",
        "part",
        ">launches",
        ">kernels",
        ">mean absolute error, launches",
        ">mean absolute error, kernels",
        ">mean signed error",
        ">Pearson's r",
    ]);
    for summary in &report.summary {
        let SuiteSummary { machine, held_out, launches, kernels, launch_mape, mape, signed, r } = summary;
        table.row([
            machine.clone().unwrap_or("all".to_owned()),
            held_out.map_or("all", part).to_owned(),
            launches.to_string(),
            kernels.to_string(),
            percent(*launch_mape),
            percent(*mape),
            signed_percent(*signed),
            r.map_or(UNKNOWN.to_owned(), |r| format!("{r:.4}")),
        ]);
    }
    table
}

fn bounds(report: &SuiteReport) -> Table {
    let mut table = Table::new(&[
        "machine",
        "bound",
        ">launches",
        ">kernels",
        ">mean absolute error",
        ">mean signed error",
    ]);
    for bound in &report.bounds {
        table.row([
            bound.machine.clone(),
            bound.bound.title().to_owned(),
            bound.launches.to_string(),
            bound.kernels.to_string(),
            percent(bound.mape),
            signed_percent(bound.signed),
        ]);
    }
    table
}

fn hits(report: &SuiteReport) -> Table {
    let mut table = Table::new(&["machine", "level", ">mean", ">worst", "of"]);
    let points = |value: Option<f64>| value.map_or(UNKNOWN.to_owned(), |value| format!("{value:.2}"));
    for summary in &report.hit_rate_summary {
        table.row([
            summary.machine.clone(),
            summary.level.to_owned(),
            points(summary.mean),
            summary.worst.map_or(UNKNOWN.to_owned(), |worst| format!("{worst:+.1}")),
            summary.of.clone().unwrap_or(UNKNOWN.to_owned()),
        ]);
    }
    table
}

fn kernels(report: &SuiteReport) -> Table {
    let mut table = Table::new(&[
        "machine",
        "kernel",
        "policy",
        ">launches",
        ">cycles",
        ">Accel-Sim",
        ">mean error",
        ">worst",
        "bound",
        "part",
    ]);
    for row in &report.kernels {
        table.row([
            row.machine.clone(),
            row.kernel.clone(),
            row.policy.clone(),
            row.launches.to_string(),
            format!("{:.0}", row.ours),
            format!("{:.0}", row.theirs),
            format!("{:+.1} %", row.signed),
            format!("{:+.1} %", row.worst),
            row.bound.title().to_owned(),
            part(row.held_out).to_owned(),
        ]);
    }
    table
}
