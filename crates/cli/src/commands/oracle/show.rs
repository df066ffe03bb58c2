//! The result of a search, as a table and as JSON.

use crate::ui::output;
use crate::ui::seeds::{mark_note, sample_json, speedup_cell};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_gpu::simulation::L2Start;
use warploom_lab::oracle::{Oracle, OracleRow, OracleSeeds, WorkOracle};
use warploom_lab::sample::Sample;
use warploom_lab::work::symbol::{KernelNames, full_name};
use warploom_policy::CorePolicy;
use warploom_report::Table;
use warploom_report::units;

/// A table for each work, below the lines `notes`.
pub fn text(found: &Oracle, policies: &[CorePolicy], (machine, notes): (&str, &str)) -> String {
    let policies: Vec<String> = policies.iter().map(CorePolicy::as_written).collect();
    let searched = match policies.len() {
        1 => format!("{} alone", policies[0]),
        count => format!("{} and {}", policies[0], units::counted(count as u64 - 1, "other", "others")),
    };
    let mut text = format!("on {machine}: {searched}, and a lower bound on cycles\n{notes}");
    for work in found.by_work() {
        let (kernels, total) = WorkOracle::over_seeds(work);
        let shown = output::table(&table(&kernels, &total, &policies));
        let marked = kernels.iter().chain([&total]).map(best_speedup);
        let _ = write!(text, "\n{}\n{shown}{}", name(&work[0]), mark_note(marked, &policies[0]));
    }
    text
}

/// A row for each kernel, and one for the whole work. Cycles are means over seeds.
fn table(kernels: &[OracleSeeds<'_>], total: &OracleSeeds<'_>, policies: &[String]) -> Table {
    let baseline = &policies[0];
    let is_perturbed = total.rows.len() > 1;
    let titles = [
        Some("kernel".to_owned()),
        Some(">CTAs".to_owned()),
        Some(">bound".to_owned()),
        Some("set by".to_owned()),
        Some(format!(">{baseline}")),
        Some(">best".to_owned()),
        Some("policy".to_owned()),
        is_perturbed.then(|| ">speedup".to_owned()),
        Some(format!(">{baseline} ÷ bound")),
        Some(">best ÷ bound".to_owned()),
        Some(">reached".to_owned()),
    ];
    let titles: Vec<&str> = titles.iter().flatten().map(String::as_str).collect();
    let mut table = Table::new(&titles);
    let names = KernelNames::new(kernels.iter().map(|kernel| kernel.rows[0].name.as_str()));
    let mut add = |name: String, part: &OracleSeeds<'_>| {
        table.row(cells(name, part, policies, is_perturbed).into_iter().flatten());
    };
    for part in kernels {
        let launches = part.mean(|row| row.launches);
        let many = if launches > 1.0 { format!(" ×{launches:.0}") } else { String::new() };
        add(format!("{}{many}", names.of(&part.rows[0].name)), part);
    }
    if kernels.len() > 1 {
        add(total.rows[0].name.clone(), total);
    }
    table
}

/// The speedup of the best policy, unless it is the baseline: that is no different from itself.
fn best_speedup(part: &OracleSeeds<'_>) -> Option<Sample> {
    part.speedup(part.best()).filter(|_| part.best() > 0)
}

/// A work's name.
fn name(work: &WorkOracle) -> String {
    match &work.label.size {
        Some(size) => format!("{} at {size}", work.label.work),
        None => work.label.work.clone(),
    }
}

/// The cells of a row; none where a column is left out.
fn cells(
    kernel: String,
    part: &OracleSeeds<'_>,
    policies: &[String],
    is_perturbed: bool,
) -> [Option<String>; 11] {
    let policy = part.best();
    let (bound, baseline) = (part.mean(|row| row.bound), part.mean(OracleRow::baseline));
    let best = part.mean(|row| row.cycles.get(policy).copied().unwrap_or(0));
    let count = |mean: f64| Some(format!("{mean:.0}"));
    let times = |cycles: f64| Some(format!("{:.2}", cycles / bound.max(1.0)));
    // The limit of the first seed: with others, the same launches have the same limits but for rare ties.
    let limit = part.rows[0].limits.first();
    [
        Some(kernel),
        count(part.mean(|row| row.ctas)),
        count(bound),
        Some(limit.map_or(String::new(), |(limit, _)| limit.to_string())),
        count(baseline),
        count(best),
        Some(policies[policy].clone()),
        is_perturbed.then(|| speedup_cell(best_speedup(part))),
        times(baseline),
        times(best),
        Some(part.gap_closed(policy).map_or("-".to_owned(), units::percent)),
    ]
}

/// The whole result.
pub fn json(found: &Oracle, machine: &str, l2_start: L2Start, perturbed: &Value) -> Value {
    let works = found.works.iter().map(|work| {
        let kernels: Vec<Value> = work.kernels.iter().map(|part| one(part, &found.policies)).collect();
        json!({
            "work": work.label.work,
            "size": work.label.size,
            "seed": work.label.seed,
            "kernels": kernels,
            "total": one(&work.total, &found.policies),
        })
    });
    let mut object = json!({
        "machine": machine,
        "l2_start": l2_start,
        "policies": found.policies,
        "works": works.collect::<Vec<_>>(),
    });
    if !perturbed.is_null() {
        object["seeds"] = perturbed.clone();
        object["speedups"] = found.by_work().map(|work| over_seeds(work, &found.policies)).collect();
    }
    object
}

/// The speedups of a work over seeds: an object for each kernel, and for the whole work.
fn over_seeds(work: &[WorkOracle], policies: &[String]) -> Value {
    let (kernels, total) = WorkOracle::over_seeds(work);
    let one = |part: &OracleSeeds<'_>| {
        let samples = (0..policies.len()).map(|policy| sample_json(part.speedup(policy)));
        let by_policy: Map<String, Value> = policies.iter().cloned().zip(samples).collect();
        json!({
            "kernel": part.rows[0].name,
            "bound": part.mean(|row| row.bound),
            "policy": policies[part.best()],
            "reached": part.gap_closed(part.best()),
            "policies": by_policy,
        })
    };
    let kernels: Vec<Value> = kernels.iter().map(one).collect();
    json!({
        "work": work[0].label.work,
        "size": work[0].label.size,
        "kernels": kernels,
        "total": one(&total),
    })
}

fn one(part: &OracleRow, policies: &[String]) -> Value {
    let (policy, best) = part.best();
    let limits: Vec<Value> = part
        .limits
        .iter()
        .map(|(limit, cycles)| json!({ "limit": limit.to_string(), "cycles": cycles }))
        .collect();
    let cycles: Map<String, Value> =
        policies.iter().cloned().zip(part.cycles.iter().map(|&cycles| json!(cycles))).collect();
    json!({
        "kernel": part.name,
        "kernel_name": full_name(&part.name),
        "launches": part.launches,
        "ctas": part.ctas,
        "bound": part.bound,
        "limits": limits,
        "cycles": cycles,
        "baseline": part.baseline(),
        "best": best,
        "policy": policies[policy],
        "reached": part.gap_closed(policy),
    })
}
