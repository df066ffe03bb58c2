//! A comparison as a table and as JSON.

use crate::ui::command::Failure;
use crate::ui::output;
use crate::ui::simulation;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_lab::compare::{Comparison, StallShift, WorkComparison};
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_report::Table;

/// Stall causes listed per run.
const LISTED: usize = 3;

/// Smallest change listed, as a share of all scheduler-cycles.
const SMALLEST: f64 = 0.0005;

/// Longest policy that is a column's title. A longer one is shortened to its name and a number, and listed below the table.
const LONGEST_TITLE: usize = 20;

/// The table of speedups, below the lines `notes`; with `explain`, the changes in stalls too.
pub fn text(
    compared: &Comparison,
    names: &PolicyNames,
    notes: &str,
    cta_policy: &Choice<CtaKind>,
    explain: bool,
) -> String {
    let (machine, baseline) = (&compared.machine, &names.short[0]);
    let placed = simulation::placed(&cta_policy.to_string());
    let table = output::table(&table(compared, names));
    let mut text = format!("on {machine}{placed}: speedup over {baseline}\n{notes}\n{table}");
    text.push_str(&names.legend());
    text.push_str(&cut(&compared.rows));
    if explain {
        text.push_str(&explained(compared, names));
    }
    text
}

/// The speedups: a row for each work, and the geometric mean.
pub fn table(compared: &Comparison, names: &PolicyNames) -> Table {
    let baseline = &names.short[0];
    let titles: Vec<String> = ["work".to_owned(), format!(">cycles under {baseline}")]
        .into_iter()
        .chain(names.short.iter().map(|policy| format!(">{policy}")))
        .collect();
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let unfinished = || "-".to_owned();
    let times = |speedups: &[Option<f64>]| {
        let time = |speedup: &Option<f64>| speedup.map_or_else(unfinished, |speedup| format!("{speedup:.3}"));
        speedups.iter().map(time).collect::<Vec<_>>()
    };
    for row in &compared.rows {
        let cycles = row.runs[0].as_ref().map_or_else(unfinished, |run| run.total.cycles.to_string());
        let mut cells = vec![name(row), cycles];
        cells.extend(times(&row.speedups()));
        table.row(cells);
    }
    if compared.rows.len() > 1 {
        let mut cells = vec!["geometric mean".to_owned(), String::new()];
        cells.extend(times(&compared.means()));
        table.row(cells);
    }
    table
}

/// The policies as titles of columns: as the user wrote them, long ones shortened.
pub struct PolicyNames {
    /// Titles.
    pub short: Vec<String>,
    /// Short and full names of the policies that were shortened.
    shortened: Vec<(String, String)>,
}

impl PolicyNames {
    /// The titles of these policies.
    pub fn new(policies: &[CorePolicy]) -> PolicyNames {
        let mut names = PolicyNames { short: Vec::new(), shortened: Vec::new() };
        for policy in policies {
            let written = policy.as_written();
            if written.chars().count() <= LONGEST_TITLE {
                names.short.push(written);
                continue;
            }
            let short = format!("{}[{}]", policy.name(), names.shortened.len() + 1);
            names.short.push(short.clone());
            names.shortened.push((short, written));
        }
        names
    }

    /// The full names of the policies that were shortened, one per line; empty if there are none.
    pub fn legend(&self) -> String {
        let width = self.shortened.iter().map(|(short, _)| short.len()).max().unwrap_or(0);
        let lines: String =
            self.shortened.iter().map(|(short, full)| format!("{short:<width$}  {full}\n")).collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }
}

/// A line for an interrupted comparison.
pub fn partial(finished: usize, runs: usize) -> String {
    format!(
        "\ninterrupted: {finished} of {runs} runs; the mean is of workloads that every policy has finished\n"
    )
}

/// A row's name.
pub fn name(row: &WorkComparison) -> String {
    match &row.label.size {
        Some(size) => format!("{} at {size}", row.label.work),
        None => row.label.work.clone(),
    }
}

/// Works whose runs ended early: only their beginnings are compared.
fn cut(rows: &[WorkComparison]) -> String {
    let early = rows.iter().filter(|row| row.runs.iter().flatten().any(|run| run.total.ended != "complete"));
    let names: Vec<String> = early.map(name).collect();
    if names.is_empty() { String::new() } else { format!("\nended early: {}\n", names.join(", ")) }
}

/// For each work and policy, the stalls that changed most.
fn explained(compared: &Comparison, names: &PolicyNames) -> String {
    let baseline = &names.short[0];
    let mut text = format!("\nchange in scheduler-cycles by cause, in percent of all under {baseline}:\n");
    for row in &compared.rows {
        for (policy, speedup) in row.speedups().into_iter().enumerate().skip(1) {
            let (Some(speedup), Some(moved)) = (speedup, row.stall_shift(policy)) else { continue };
            let (work, policy) = (name(row), &names.short[policy]);
            let _ = writeln!(text, "  {work}, {policy}: {}; {}", faster(speedup), changes(&moved));
        }
    }
    text
}

fn faster(speedup: f64) -> String {
    match speedup {
        s if s > 1.0005 => format!("{:.1} % faster", 100.0 * (s - 1.0)),
        s if s < 0.9995 => format!("{:.1} % slower", 100.0 * (1.0 - s)),
        _ => "equally fast".to_owned(),
    }
}

/// The change of all causes together, the causes that changed most, and the rest.
fn changes(moved: &StallShift) -> String {
    let percent = |by: f64| format!("{:+.1}", 100.0 * by);
    let all: f64 = moved.by.iter().map(|(_, by)| by).sum();
    let listed: Vec<_> = moved.by.iter().filter(|(_, by)| by.abs() >= SMALLEST).take(LISTED).collect();
    if listed.is_empty() {
        return "no change".to_owned();
    }
    let rest = all - listed.iter().map(|(_, by)| by).sum::<f64>();
    let mut changes: Vec<String> =
        listed.iter().map(|(cause, by)| format!("{} {}", cause.name(), percent(*by))).collect();
    if rest.abs() >= SMALLEST {
        changes.push(format!("others {}", percent(rest)));
    }
    format!("{} in all: {}", percent(all), changes.join(", "))
}

/// The comparison with all records.
pub fn json(compared: &Comparison, cta_policy: &Choice<CtaKind>) -> Result<Value, Failure> {
    let mut works = Vec::new();
    for row in &compared.rows {
        let mut runs = Vec::new();
        for (policy, speedup) in row.speedups().into_iter().enumerate() {
            let Some(done) = &row.runs[policy] else { continue };
            let by_name = |shift: StallShift| -> Map<String, Value> {
                shift.by.into_iter().map(|(cause, by)| (cause.name().to_owned(), json!(by))).collect()
            };
            runs.push(json!({
                "policy": compared.policies[policy],
                "cycles": done.total.cycles,
                "speedup": speedup,
                "moved": row.stall_shift(policy).map(by_name),
                "records": output::records(done.all())?,
            }));
        }
        works.push(json!({
            "work": row.label.work,
            "size": row.label.size,
            "seed": row.label.seed,
            "runs": runs,
        }));
    }
    let means: Vec<Value> = compared
        .policies
        .iter()
        .zip(compared.means())
        .map(|(policy, speedup)| json!({ "policy": policy, "speedup": speedup }))
        .collect();
    Ok(json!({
        "machine": compared.machine,
        "policies": compared.policies,
        "cta_policy": cta_policy.to_string(),
        "works": works,
        "geometric_mean": means,
        "complete": !compared.interrupted,
    }))
}
