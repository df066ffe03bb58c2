//! A comparison as a table and as JSON.

use crate::command::Failure;
use crate::run;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_lab::compare::{Comparison, StallShift, WorkComparison};
use warploom_policy::{Choice, CtaKind};
use warploom_suite::Table;

/// Stall causes listed per run.
const LISTED: usize = 3;

/// Smallest change listed, as a share of all scheduler-cycles.
const SMALLEST: f64 = 0.0005;

/// The table of speedups; with `explain`, the changes in stalls too.
pub fn text(compared: &Comparison, machine: &str, cta_policy: &Choice<CtaKind>, explain: bool) -> String {
    let Comparison { policies, rows } = compared;
    let titles: Vec<String> = ["work".to_owned(), format!(">cycles under {}", policies[0])]
        .into_iter()
        .chain(policies.iter().map(|p| format!(">{p}")))
        .collect();
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let times = |speedups: &[f64]| speedups.iter().map(|speedup| format!("{speedup:.3}")).collect::<Vec<_>>();
    for row in rows {
        let mut cells = vec![name(row), row.runs[0].total.cycles.to_string()];
        cells.extend(times(&row.speedups()));
        table.row(cells);
    }
    if rows.len() > 1 {
        let mut cells = vec!["geometric mean".to_owned(), String::new()];
        cells.extend(times(&compared.means()));
        table.row(cells);
    }
    let placed = run::placed(&cta_policy.to_string());
    let mut text = format!("on {machine}{placed}: speedup over {}\n\n{table}", policies[0]);
    text.push_str(&cut(rows));
    if explain {
        text.push_str(&explained(compared));
    }
    text
}

/// A row's name.
fn name(row: &WorkComparison) -> String {
    match &row.label.size {
        Some(size) => format!("{} at {size}", row.label.work),
        None => row.label.work.clone(),
    }
}

/// Works whose runs ended early: only their beginnings are compared.
fn cut(rows: &[WorkComparison]) -> String {
    let early = rows.iter().filter(|row| row.runs.iter().any(|done| done.total.ended != "complete"));
    let names: Vec<String> = early.map(name).collect();
    if names.is_empty() { String::new() } else { format!("\nended early: {}\n", names.join(", ")) }
}

/// For each work and policy, the stalls that changed most.
fn explained(compared: &Comparison) -> String {
    let first = &compared.policies[0];
    let mut text = format!("\nchange in scheduler-cycles by cause, in percent of all under {first}:\n");
    for row in &compared.rows {
        for (policy, speedup) in row.speedups().into_iter().enumerate().skip(1) {
            let moved = row.stall_shift(policy);
            let _ = writeln!(
                text,
                "  {}, {}: {}; {}",
                name(row),
                compared.policies[policy],
                faster(speedup),
                changes(&moved)
            );
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

/// The causes that changed most.
fn changes(moved: &StallShift) -> String {
    let worth = moved.by.iter().filter(|(_, by)| by.abs() >= SMALLEST).take(LISTED);
    let changes: Vec<String> =
        worth.map(|(cause, by)| format!("{} {:+.1}", cause.name(), 100.0 * by)).collect();
    if changes.is_empty() { "no change".to_owned() } else { changes.join(", ") }
}

/// The comparison with all records.
pub fn json(compared: &Comparison, machine: &str, cta_policy: &Choice<CtaKind>) -> Result<Value, Failure> {
    let mut works = Vec::new();
    for row in &compared.rows {
        let mut runs = Vec::new();
        for (policy, speedup) in row.speedups().into_iter().enumerate() {
            let done = &row.runs[policy];
            let moved: Map<String, Value> = row
                .stall_shift(policy)
                .by
                .into_iter()
                .map(|(cause, by)| (cause.name().to_owned(), json!(by)))
                .collect();
            runs.push(json!({
                "policy": compared.policies[policy],
                "cycles": done.total.cycles,
                "speedup": speedup,
                "moved": moved,
                "records": run::json(done.all())?,
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
        "machine": machine,
        "policies": compared.policies,
        "cta_policy": cta_policy.to_string(),
        "works": works,
        "geometric_mean": means,
    }))
}
