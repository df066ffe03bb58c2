//! The result of a search, as a table and as JSON.

use crate::ui::output;
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use warploom_gpu::simulation::L2Start;
use warploom_lab::oracle::{Oracle, OracleRow, WorkOracle};
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
    for work in &found.works {
        let _ = write!(text, "\n{}\n{}", name(work), output::table(&table(work, &policies)));
    }
    text
}

fn table(work: &WorkOracle, policies: &[String]) -> Table {
    let baseline = &policies[0];
    let titles = [
        "kernel".to_owned(),
        ">CTAs".to_owned(),
        ">bound".to_owned(),
        "set by".to_owned(),
        format!(">{baseline}"),
        ">best".to_owned(),
        "policy".to_owned(),
        format!(">{baseline} ÷ bound"),
        ">best ÷ bound".to_owned(),
        ">reached".to_owned(),
    ];
    let mut table = Table::new(&titles.each_ref().map(String::as_str));
    let names = KernelNames::new(work.kernels.iter().map(|kernel| kernel.name.as_str()));
    for part in &work.kernels {
        let many = if part.launches > 1 { format!(" ×{}", part.launches) } else { String::new() };
        table.row(cells(format!("{}{many}", names.of(&part.name)), part, policies));
    }
    if work.kernels.len() > 1 {
        table.row(cells(work.total.name.clone(), &work.total, policies));
    }
    table
}

/// A work's name.
fn name(work: &WorkOracle) -> String {
    match &work.label.size {
        Some(size) => format!("{} at {size}", work.label.work),
        None => work.label.work.clone(),
    }
}

fn cells(kernel: String, part: &OracleRow, policies: &[String]) -> Vec<String> {
    let (policy, best) = part.best();
    let times = |cycles: u64| format!("{:.2}", cycles as f64 / part.bound.max(1) as f64);
    vec![
        kernel,
        part.ctas.to_string(),
        part.bound.to_string(),
        part.limits.first().map_or(String::new(), |(limit, _)| limit.to_string()),
        part.baseline().to_string(),
        best.to_string(),
        policies[policy].clone(),
        times(part.baseline()),
        times(best),
        part.gap_closed(policy).map_or("-".to_owned(), units::percent),
    ]
}

/// The whole result.
pub fn json(found: &Oracle, machine: &str, l2_start: L2Start) -> Value {
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
    json!({
        "machine": machine,
        "l2_start": l2_start,
        "policies": found.policies,
        "works": works.collect::<Vec<_>>(),
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
