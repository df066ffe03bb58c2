//! A comparison as a page.

use crate::figure::{
    BarSeries, Bars, Category, Fill, Stack, StackGroup, StackPart, Stacked, Titles, ratio_axis_start,
};
use crate::html::{Cell, Chart, Column, Page, Section, Table, chart};
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_lab::compare::{Comparison, WorkSeeds};
use warploom_lab::record::{Cache, RunRecords};
use warploom_lab::run::WorkLabel;
use warploom_lab::sample::Sample;
use warploom_policy::{Choice, CorePolicy, CtaKind};

/// Smallest distance of a speedup from 1 that a bar shows.
const SMALLEST: f64 = 0.0005;

/// What all runs of a comparison have in common.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    pub cta_policy: &'a Choice<CtaKind>,
    /// What the seeds change; empty if runs are not perturbed.
    pub perturbed: &'a str,
    /// The command that made the comparison.
    pub command: &'a str,
}

/// The page of a comparison, with the machines one after the other. Policies are those of each machine.
pub fn page(
    compared: &[Comparison],
    policies: &[Vec<CorePolicy>],
    machines: &[Machine],
    setting: Setting<'_>,
) -> Page {
    let names: Vec<String> = policies.iter().flatten().map(CorePolicy::as_written).collect();
    let baseline = names.first().map_or("", String::as_str);
    let works = compared.iter().take(1).flat_map(Comparison::works);
    let works: Vec<String> = works.map(|work| name(work.label())).collect();
    let on: Vec<&str> = machines.iter().map(|machine| machine.name.as_str()).collect();
    let of_first: Vec<String> = policies.iter().take(1).flatten().map(CorePolicy::as_written).collect();
    let title = format!("{} on {}", of_first.join(", "), on.join(", "));
    let mut page = Page::new(title, format!("Speedup over {baseline}: {}", works.join(", ")));
    let one = machines.len() == 1;
    for ((compared, policies), machine) in compared.iter().zip(policies).zip(machines) {
        let names: Vec<String> = policies.iter().map(CorePolicy::as_written).collect();
        let on = if one { String::new() } else { format!(" on {}", machine.name) };
        if !one {
            page.heading(&machine.name);
        }
        page.heading(format!("Speedup{on}"));
        if compared.interrupted {
            page.paragraph("**The comparison was interrupted: some runs are missing.**");
        }
        page.paragraph(conclusion(compared, &names));
        page.extend(speedups(compared, &names).map(Section::Chart));
        page.push(speedup_table(compared, &names));
        page.heading(format!("Where the scheduler-cycles went{on}"));
        page.extend(causes(compared, &names).map(Section::Chart));
        page.push(shifts(compared, &names));
        page.heading(format!("Records{on}"));
        page.push(records(compared, &names));
        page.heading(format!("Setting{on}"));
        page.push(Section::Facts(facts(compared, machine, setting)));
    }
    page
}

/// The result in a sentence: the fastest policy.
fn conclusion(compared: &Comparison, names: &[String]) -> String {
    let baseline = names.first().map_or("", String::as_str);
    let works = compared.works().count();
    let means = compared.mean_speedups().into_iter().zip(names).skip(1);
    let means = means.filter_map(|(sample, name)| Some((sample?, name)));
    let Some((best, name)) = means.max_by(|(a, _), (b, _)| a.mean.total_cmp(&b.mean)) else {
        return match names.len() {
            0 | 1 => format!("Only `{baseline}` was run."),
            _ => "No workload is finished under every policy.".to_owned(),
        };
    };
    let of = if works > 1 { format!("in the geometric mean of {works} workloads") } else { String::new() };
    let sigma = if best.runs > 1 { format!(" ± {:.3}", best.deviation) } else { String::new() };
    let times = format!("{:.3}{sigma} times as fast as `{baseline}` {of}", best.mean);
    if best.is_no_difference() || (best.mean - 1.0).abs() < SMALLEST {
        format!("**No policy is faster than {baseline}**: `{name}`, the next, is {}.", times.trim_end())
    } else if best.mean < 1.0 {
        format!("**{baseline} is the fastest**: `{name}`, the next, is {}.", times.trim_end())
    } else {
        let alone = if best.runs > 1 {
            ""
        } else {
            " One run of each was made: `--seeds 5` tells whether it is noise."
        };
        format!("**{name} is the fastest**: {}.{alone}", times.trim_end())
    }
}

/// The setting of all runs.
fn facts(compared: &Comparison, machine: &Machine, setting: Setting<'_>) -> Vec<(String, String)> {
    let Setting { cta_policy, perturbed, command } = setting;
    let fact = |name: &str, value: String| (name.to_owned(), value);
    let mut facts = vec![
        fact("machine", format!("`{}`: {}", machine.name, machine.about)),
        fact(
            "policies",
            compared.policies.iter().map(|policy| format!("`{policy}`")).collect::<Vec<_>>().join(", "),
        ),
        fact("CTA policy", format!("`{cta_policy}`")),
    ];
    if !perturbed.is_empty() {
        facts.push(fact("perturbed", perturbed.trim_end().to_owned()));
    }
    let runs = compared.rows.iter().flat_map(|row| row.runs.iter().flatten());
    if let Some(record) = runs.map(|run| &run.total).next() {
        let start = match record.setting.l2_start {
            warploom_gpu::simulation::L2Start::Warm => "with the data that the host copied to the device",
            warploom_gpu::simulation::L2Start::Cold => "empty",
        };
        facts.push(fact("L2 at start", start.to_owned()));
        facts.push(fact("version", format!("Warploom {}", record.setting.version)));
    }
    facts.push(fact("command", format!("`{command}`")));
    facts
}

/// A work's name.
fn name(label: &WorkLabel) -> String {
    match &label.size {
        Some(size) => format!("{} at {size}", label.work),
        None => label.work.clone(),
    }
}

/// Bars of all policies but the baseline, with the geometric mean last.
fn speedups(compared: &Comparison, names: &[String]) -> Option<Chart> {
    let mean = |sample: Option<Sample>| sample.map(|sample| sample.mean);
    let rows: Vec<Vec<Option<f64>>> =
        compared.works().map(|work| work.speedups().into_iter().map(mean).collect()).collect();
    let mut categories: Vec<Category> =
        compared.works().map(|work| Category { label: work.label().work.clone(), group: None }).collect();
    let means = compared.means();
    if rows.len() > 1 {
        categories.push(Category { label: "geometric mean".to_owned(), group: None });
    }
    let one = |(policy, label): (usize, &String)| {
        let mut values: Vec<Option<f64>> =
            rows.iter().map(|row| row.get(policy).copied().flatten()).collect();
        values.extend((rows.len() > 1).then(|| means.get(policy).copied().flatten()));
        BarSeries { label: label.clone(), fill: Fill::nth(policy), values, paper: Vec::new() }
    };
    let series: Vec<BarSeries> = names.iter().enumerate().skip(1).map(one).collect();
    let values = || series.iter().flat_map(|series| series.values.iter().flatten().copied());
    // Bars without a height show nothing.
    if !values().any(|value| (value - 1.0).abs() >= SMALLEST) {
        return None;
    }
    let y = format!("speedup over {}", names[0]);
    let titles = Titles { figure: "Speedup by workload and policy", x: "", y: &y };
    let from = ratio_axis_start(&series);
    let bars = Bars { categories: &categories, series: &series, reference: Some(1.0), from, to: None };
    let caption =
        format!("Cycles under `{}` divided by cycles under each policy: above 1 is faster.", names[0]);
    Some(chart::bars(&titles, &bars).with_caption(caption))
}

fn speedup_table(compared: &Comparison, names: &[String]) -> Table {
    let baseline = names.first().map_or("", String::as_str);
    let columns = [Column::text("work"), Column::number(format!("cycles under {baseline}"))];
    let columns = columns.into_iter().chain(names.iter().map(Column::number));
    let seeds = compared.seeds.get();
    let statistic = if seeds > 1 { format!(": mean ± σ over seeds, n = {seeds}") } else { String::new() };
    let mut table = Table::new(format!("Speedup over {baseline}{statistic}"), columns);
    for work in compared.works() {
        let cycles = work.cycles(0).map_or(Cell::Empty, |cycles| Cell::count(cycles.mean.round() as u64));
        let cells = [Cell::text(name(work.label())), cycles].into_iter();
        table.row(cells.chain(work.speedups().into_iter().enumerate().map(speedup_cell)));
    }
    if compared.works().count() > 1 {
        let cells = [Cell::text("geometric mean"), Cell::Empty].into_iter();
        table.foot(cells.chain(compared.mean_speedups().into_iter().enumerate().map(speedup_cell)));
    }
    table
}

/// The speedup of a policy. That of the baseline is 1 in every run.
fn speedup_cell((policy, sample): (usize, Option<Sample>)) -> Cell {
    match sample {
        None => Cell::Empty,
        Some(sample) if sample.runs < 2 || policy == 0 => Cell::number(sample.mean, 3),
        Some(sample) => {
            let Sample { mean, deviation, .. } = sample;
            let difference = if sample.is_no_difference() { " (no difference)" } else { "" };
            Cell::Number { value: mean, text: format!("{mean:.3} ± {deviation:.3}{difference}") }
        }
    }
}

/// The causes that some run has.
fn present(compared: &Comparison) -> Vec<Cause> {
    let runs = || compared.rows.iter().flat_map(|row| row.runs.iter().flatten());
    Cause::ALL.into_iter().filter(|&cause| runs().any(|run| run.total.stalls.of(cause) > 0)).collect()
}

fn causes(compared: &Comparison, names: &[String]) -> Option<Chart> {
    let causes = present(compared);
    let group = |work: WorkSeeds<'_>| {
        let stack = |(policy, label): (usize, &String)| {
            let parts = causes.iter().map(|&cause| work.cause_share(policy, cause));
            Some(Stack { label: label.clone(), parts: parts.collect::<Option<Vec<f64>>>()? })
        };
        StackGroup { label: name(work.label()), stacks: names.iter().enumerate().filter_map(stack).collect() }
    };
    let groups: Vec<StackGroup> = compared.works().map(group).collect();
    if groups.iter().all(|group| group.stacks.is_empty()) {
        return None;
    }
    let parts: Vec<StackPart> = causes
        .iter()
        .map(|&cause| StackPart { label: cause.name().to_owned(), fill: chart::cause_fill(cause) })
        .collect();
    let titles = Titles { figure: "Scheduler-cycles by cause", x: "", y: "share of scheduler-cycles" };
    let caption = "Every scheduler-cycle has one cause: `issued`, or why nothing was issued. A click on a cause in the legend \
                   highlights it.";
    Some(
        chart::stacked(&titles, &Stacked { parts: &parts, groups: &groups, to: Some(1.0) })
            .with_caption(caption),
    )
}

/// The changes of causes from the baseline to each policy.
fn shifts(compared: &Comparison, names: &[String]) -> Table {
    let causes = present(compared);
    let columns = [Column::text("work"), Column::text("policy"), Column::number("all, %")];
    let columns = columns.into_iter().chain(causes.iter().map(|cause| Column::number(cause.name())));
    let caption = format!(
        "Change of scheduler-cycles by cause, in percent of all under {}",
        names.first().map_or("", String::as_str)
    );
    let mut table = Table::new(caption, columns);
    let percent = |part: f64| {
        let text = format!("{:+.1}", 100.0 * part);
        let text = if matches!(&*text, "+0.0" | "-0.0") { "0.0".to_owned() } else { text };
        Cell::Number { value: part, text }
    };
    for work in compared.works() {
        for (policy, label) in names.iter().enumerate().skip(1) {
            let Some(shift) = work.stall_shift(policy) else { continue };
            let all = shift.by.iter().map(|(_, by)| by).sum();
            let cells = [Cell::text(name(work.label())), Cell::text(label), percent(all)].into_iter();
            table.row(cells.chain(causes.iter().map(|&cause| percent(shift.of(cause)))));
        }
    }
    table
}

fn records(compared: &Comparison, names: &[String]) -> Table {
    let columns = [
        Column::text("work"),
        Column::number("seed"),
        Column::text("policy"),
        Column::number("cycles"),
        Column::number("thread instructions per cycle"),
        Column::number("warp instructions"),
        Column::number("issued"),
        Column::number("L1 hits"),
        Column::number("L2 hits"),
        Column::number("bytes of DRAM"),
        Column::number("warps per SM"),
        Column::text("end"),
        Column::text("digest"),
    ];
    let mut table = Table::new("The record of each run", columns);
    let hits = |cache: &Cache| cache.hit_rate().map_or(Cell::Empty, Cell::share);
    for row in &compared.rows {
        for (run, label) in row.runs.iter().zip(names) {
            let Some(RunRecords { total, .. }) = run else { continue };
            let warps = total.occupancy.as_ref().map(|occupancy| u64::from(occupancy.warps_per_sm));
            table.row([
                Cell::text(name(&row.label)),
                row.label.seed.map_or(Cell::Empty, Cell::count),
                Cell::text(label),
                Cell::count(total.cycles),
                Cell::number(total.ipc, 2),
                Cell::count(total.warp_instructions),
                Cell::share(total.stalls.of(Cause::Issued) as f64 / total.scheduler_cycles.max(1) as f64),
                hits(&total.l1),
                hits(&total.l2),
                Cell::count(total.dram.bytes),
                warps.map_or(Cell::Empty, Cell::count),
                Cell::text(&*total.ended),
                Cell::code(&total.setting.digest),
            ]);
        }
    }
    table
}
