//! A comparison as a table and as JSON.

use crate::ui::command::Failure;
use crate::ui::output;
use crate::ui::seeds::{mark_note, sample_json, speedup_cell};
use crate::ui::simulation;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_lab::compare::{Comparison, StallShift, WorkComparison, WorkSeeds};
use warploom_lab::run::WorkLabel;
use warploom_lab::sample::Sample;
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
    text.push_str(&no_difference(compared, names));
    text.push_str(&names.legend());
    text.push_str(&cut(&compared.rows));
    if explain {
        text.push_str(&explained(compared, names));
    }
    text
}

/// The line on speedups that are no difference, after an empty line; empty if there are none.
pub fn no_difference(compared: &Comparison, names: &PolicyNames) -> String {
    // The baseline is no different from itself.
    let works = compared.works().flat_map(|work| work.speedups().into_iter().skip(1));
    mark_note(works.chain(compared.mean_speedups().into_iter().skip(1)), &names.short[0])
}

/// The speedups: a row for each work, and the geometric mean.
pub fn table(compared: &Comparison, names: &PolicyNames) -> Table {
    let baseline = &names.short[0];
    let titles: Vec<String> = ["work".to_owned(), format!(">cycles under {baseline}")]
        .into_iter()
        .chain(names.short.iter().map(|policy| format!(">{policy}")))
        .collect();
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    for work in compared.works() {
        let cycles = work.cycles(0).map_or("-".to_owned(), |cycles| format!("{:.0}", cycles.mean));
        table.row([name(work.label()), cycles].into_iter().chain(cells(work.speedups())));
    }
    if compared.works().count() > 1 {
        let titles = ["geometric mean".to_owned(), String::new()];
        table.row(titles.into_iter().chain(cells(compared.mean_speedups())));
    }
    table
}

/// Speedups as cells. That of the baseline is 1 in every run.
pub fn cells(speedups: Vec<Option<Sample>>) -> impl Iterator<Item = String> {
    let cell = |(policy, sample): (usize, Option<Sample>)| match sample {
        Some(sample) if policy == 0 => format!("{:.3}", sample.mean),
        sample => speedup_cell(sample),
    };
    speedups.into_iter().enumerate().map(cell)
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

/// A work's name.
pub fn name(label: &WorkLabel) -> String {
    match &label.size {
        Some(size) => format!("{} at {size}", label.work),
        None => label.work.clone(),
    }
}

/// Works whose runs ended early: only their beginnings are compared.
fn cut(rows: &[WorkComparison]) -> String {
    let early = rows.iter().filter(|row| row.runs.iter().flatten().any(|run| run.total.ended != "complete"));
    let mut names: Vec<String> = early.map(|row| name(&row.label)).collect();
    // The seeds of a work follow each other.
    names.dedup();
    if names.is_empty() { String::new() } else { format!("\nended early: {}\n", names.join(", ")) }
}

/// For each work and policy, the stalls that changed most.
fn explained(compared: &Comparison, names: &PolicyNames) -> String {
    let baseline = &names.short[0];
    let mut text = format!("\nchange in scheduler-cycles by cause, in percent of all under {baseline}:\n");
    for row in compared.works() {
        for (policy, speedup) in row.speedups().into_iter().enumerate().skip(1) {
            let (Some(speedup), Some(moved)) = (speedup, row.stall_shift(policy)) else { continue };
            let (work, policy) = (name(row.label()), &names.short[policy]);
            let _ = writeln!(text, "  {work}, {policy}: {}; {}", faster(speedup), changes(&moved));
        }
    }
    text
}

fn faster(speedup: Sample) -> String {
    match speedup.mean {
        _ if speedup.is_no_difference() => "no difference".to_owned(),
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

/// The comparison with all records, and what was perturbed.
pub fn json(
    compared: &Comparison,
    cta_policy: &Choice<CtaKind>,
    perturbed: &Value,
) -> Result<Value, Failure> {
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
    let mut object = json!({
        "machine": compared.machine,
        "policies": compared.policies,
        "cta_policy": cta_policy.to_string(),
        "works": works,
        "geometric_mean": means,
        "complete": !compared.interrupted,
    });
    if !perturbed.is_null() {
        object["seeds"] = perturbed.clone();
        object["speedups"] = over_seeds(compared);
    }
    Ok(object)
}

/// The speedups over seeds: an object for each work, and the geometric mean.
fn over_seeds(compared: &Comparison) -> Value {
    let by_policy = |samples: Vec<Option<Sample>>| -> Map<String, Value> {
        compared.policies.iter().cloned().zip(samples.into_iter().map(sample_json)).collect()
    };
    let work = |work: WorkSeeds<'_>| {
        let WorkLabel { work: name, size, .. } = work.label();
        json!({ "work": name, "size": size, "policies": by_policy(work.speedups()) })
    };
    let works: Vec<Value> = compared.works().map(work).collect();
    json!({ "works": works, "geometric_mean": by_policy(compared.mean_speedups()) })
}
