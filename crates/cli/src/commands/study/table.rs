//! The results of a study as tables: for a terminal, and as CSV.

use crate::ui::output::{self, csv_cell};
use crate::ui::seeds::{mark_note, speedup_cell};
use std::fmt::Write as _;
use warploom_lab::sample::Sample;
use warploom_lab::study::summary::{Combination, ConfigMean, Summary};
use warploom_report::Table;
use warploom_report::units;

/// Combinations that the terminal shows at most. Of a larger study it shows geometric means only.
const SHOWN: usize = 60;

/// Which columns a table has: an axis with one value is left out.
struct Columns {
    machine: bool,
    cta_policy: bool,
    /// Whether some policy is not its own baseline.
    speedup: bool,
}

impl Columns {
    fn of(summary: &Summary) -> Columns {
        let all = &summary.combinations;
        let differ = |of: fn(&Combination) -> &str| all.windows(2).any(|pair| of(&pair[0]) != of(&pair[1]));
        Columns {
            machine: differ(|one| &one.machine),
            cta_policy: differ(|one| &one.cta_policy),
            speedup: all.iter().any(|one| one.policy != one.baseline),
        }
    }
}

/// The tables: a row for each combination, and the geometric means over workloads.
pub fn text(summary: &Summary) -> String {
    let (columns, all) = (Columns::of(summary), &summary.combinations);
    let Some(first) = all.first() else { return String::new() };
    let baseline = match all.iter().all(|one| one.baseline == first.baseline) {
        true => first.baseline.clone(),
        false => "the first policy of each machine".to_owned(),
    };
    let machine = if columns.machine { String::new() } else { format!("on {}: ", first.machine) };
    let mut text = format!("\n{machine}mean ± σ over seeds");
    if columns.speedup {
        let _ = write!(text, "; speedup over {baseline}");
    }
    text += "\n";
    if all.len() <= SHOWN {
        let _ = write!(text, "\n{}", output::table(&combinations(all, &columns)));
    } else {
        let count = units::counted(all.len() as u64, "combination", "combinations");
        let _ = writeln!(text, "{count} of workload, machine and policies: `--csv FILE` writes all of them");
    }
    let works = summary.means.iter().map(|mean| mean.works).max().unwrap_or(0);
    if works > 1 && columns.speedup {
        let _ = write!(text, "\n{}", output::table(&means(summary, &columns)));
    }
    let of_means = summary.means.iter().map(|mean| (&mean.policy, Some(mean.speedup)));
    let samples = all.iter().map(|one| (&one.policy, one.speedup)).chain(of_means);
    let samples = samples.filter(|(policy, _)| all.iter().all(|one| one.baseline != **policy));
    text + &mark_note(samples.map(|(_, sample)| sample), &baseline)
}

/// The name of a combination's work.
fn work(one: &Combination) -> String {
    match &one.size {
        Some(size) => format!("{} at {size}", one.work),
        None => one.work.clone(),
    }
}

/// A number with its deviation, if there are several runs.
fn with_deviation(sample: Sample, decimals: usize) -> String {
    match sample.runs {
        1 => format!("{:.decimals$}", sample.mean),
        _ => format!("{:.decimals$} ± {:.decimals$}", sample.mean, sample.deviation),
    }
}

/// The speedup of a policy; that of the baseline is 1 in every run.
fn speedup(sample: Option<Sample>, is_baseline: bool) -> String {
    if is_baseline { "1.000".to_owned() } else { speedup_cell(sample) }
}

fn combinations(all: &[Combination], columns: &Columns) -> Table {
    let titles = [
        Some("work"),
        columns.machine.then_some("machine"),
        Some("policy"),
        columns.cta_policy.then_some("CTA policy"),
        Some(">n"),
        Some(">cycles"),
        Some(">IPC"),
        columns.speedup.then_some(">speedup"),
    ];
    let mut table = Table::new(&titles.into_iter().flatten().collect::<Vec<_>>());
    for one in all {
        let cells = [
            Some(work(one)),
            columns.machine.then(|| one.machine.clone()),
            Some(one.policy.clone()),
            columns.cta_policy.then(|| one.cta_policy.clone()),
            Some(one.cycles.runs.to_string()),
            Some(with_deviation(one.cycles, 0)),
            Some(with_deviation(one.ipc, 2)),
            columns.speedup.then(|| speedup(one.speedup, one.policy == one.baseline)),
        ];
        table.row(cells.into_iter().flatten());
    }
    table
}

fn means(summary: &Summary, columns: &Columns) -> Table {
    let titles = [
        columns.machine.then_some("machine"),
        Some("policy"),
        columns.cta_policy.then_some("CTA policy"),
        Some(">works"),
        Some(">geometric mean of speedups"),
    ];
    let mut table = Table::new(&titles.into_iter().flatten().collect::<Vec<_>>());
    for ConfigMean { machine, policy, cta_policy, works, speedup: sample } in &summary.means {
        let is_baseline = summary
            .combinations
            .iter()
            .any(|one| one.machine == *machine && one.cta_policy == *cta_policy && one.baseline == *policy);
        let cells = [
            columns.machine.then(|| machine.clone()),
            Some(policy.clone()),
            columns.cta_policy.then(|| cta_policy.clone()),
            Some(works.to_string()),
            Some(speedup(Some(*sample), is_baseline)),
        ];
        table.row(cells.into_iter().flatten());
    }
    table
}

/// A row for each combination.
pub fn csv(summary: &Summary) -> String {
    let mut text = "work,size,machine,policy,cta_policy,n,cycles_mean,cycles_sigma,ipc_mean,ipc_sigma,\
                    baseline,speedup_mean,speedup_sigma,speedup_n,no_difference\n"
        .to_owned();
    for one in &summary.combinations {
        let speedup = one.speedup.map_or([const { String::new() }; 4], |sample| {
            [
                format!("{:.6}", sample.mean),
                format!("{:.6}", sample.deviation),
                sample.runs.to_string(),
                sample.is_no_difference().to_string(),
            ]
        });
        let cells = [
            csv_cell(&one.work),
            one.size.clone().unwrap_or_default(),
            csv_cell(&one.machine),
            csv_cell(&one.full_policy),
            csv_cell(&one.cta_policy),
            one.cycles.runs.to_string(),
            format!("{:.3}", one.cycles.mean),
            format!("{:.3}", one.cycles.deviation),
            format!("{:.6}", one.ipc.mean),
            format!("{:.6}", one.ipc.deviation),
            csv_cell(&one.baseline),
        ];
        let _ = writeln!(text, "{},{}", cells.join(","), speedup.join(","));
    }
    text
}
