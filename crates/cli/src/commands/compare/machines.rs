//! Several machines side by side: the geometric means of each, and whether they rank the policies alike.

use super::show::{self, PolicyNames};
use crate::ui::output;
use serde_json::{Value, json};
use warploom_lab::compare::{MachineComparison, RankingChange};
use warploom_report::Table;
use warploom_report::units;

/// The table of all machines and the line on the ranking; empty for one machine.
pub fn text(all: &MachineComparison, names: &PolicyNames) -> String {
    match table(all, names) {
        Some(table) => format!("\n{}\n{}", output::table(&table), ranking(all, names)),
        None => String::new(),
    }
}

/// A row for each machine, with the geometric mean of each policy's speedups. None for one machine.
pub fn table(all: &MachineComparison, names: &PolicyNames) -> Option<Table> {
    if all.machines.len() < 2 {
        return None;
    }
    let mut titles = vec!["geometric mean on".to_owned()];
    titles.extend(names.short.iter().map(|policy| format!(">{policy}")));
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    for compared in &all.machines {
        table.row([compared.machine.clone()].into_iter().chain(show::cells(compared.mean_speedups())));
    }
    Some(table)
}

/// Whether the machines rank the policies alike.
pub fn ranking(all: &MachineComparison, names: &PolicyNames) -> String {
    let means = all.machines[0].means();
    if means.len() < 2 {
        return String::new();
    }
    if all.machines.iter().any(|compared| compared.means().contains(&None)) {
        return "ranking: not known, because a machine has no work that every policy has finished\n"
            .to_owned();
    }
    let changes = all.ranking_changes();
    if changes.is_empty() {
        let mut order: Vec<usize> = (0..means.len()).collect();
        // The sort is stable: equal policies stay in their order.
        order.sort_by(|&a, &b| means[b].unwrap_or(0.0).total_cmp(&means[a].unwrap_or(0.0)));
        let order: Vec<&str> = order.into_iter().map(|policy| names.short[policy].as_str()).collect();
        return format!(
            "ranking: the machines agree on every pair of policies that differs by 0.1 % or more{}: {}\n",
            if all.machines[0].seeds.get() > 1 { " and by more than 2 σ" } else { "" },
            order.join(", ")
        );
    }
    let pairs = (means.len() * (means.len() - 1) / 2) as u64;
    let mut text = format!(
        "ranking: the machines disagree on {} of {}\n",
        changes.len(),
        units::counted(pairs, "pair of policies", "pairs of policies")
    );
    for RankingChange { policies: (first, second), first_faster, second_faster, .. } in changes {
        let on = |machines: &[usize]| {
            machines.iter().map(|&at| all.machines[at].machine.as_str()).collect::<Vec<_>>().join(", ")
        };
        text += &format!(
            "  {} is faster than {} on {}, and slower on {}\n",
            names.short[first],
            names.short[second],
            on(&first_faster),
            on(&second_faster)
        );
    }
    text
}

/// The ranking as JSON.
pub fn ranking_json(all: &MachineComparison) -> Value {
    let policies = &all.machines[0].policies;
    let changes = all.ranking_changes().into_iter().map(|change| {
        let on = |machines: &[usize]| {
            machines.iter().map(|&at| all.machines[at].machine.clone()).collect::<Vec<_>>()
        };
        let (first, second) = change.policies;
        json!({
            "policies": [policies[first], policies[second]],
            "first_faster": on(&change.first_faster),
            "second_faster": on(&change.second_faster),
        })
    });
    let changes: Vec<Value> = changes.collect();
    json!({ "agrees": changes.is_empty(), "changes": changes })
}
