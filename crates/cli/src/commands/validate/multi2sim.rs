//! Comparison with Multi2Sim.

use super::Args;
use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use crate::ui::progress::Progress;
use std::fmt::Write as _;
use std::path::PathBuf;
use warploom_papers::validate::multi2sim::{
    Compared, Comparison, ExecutedLaunch, ExecutionComparison, LaunchComparison, Multi2SimError, compare,
};
use warploom_report::Table;

/// The variable with the folder of recorded data.
const VARIABLE: &str = "WARPLOOM_MULTI2SIM";

/// Largest mean error of cycles, in percent, of launches without evictions from Multi2Sim's L2.
const MEAN_LIMIT: f64 = 3.0;
/// Largest error of a launch, in percent, without such evictions.
const LAUNCH_LIMIT: f64 = 8.0;
/// Largest error of a micro kernel with several waves, in percent.
const WAVES_LIMIT: f64 = 3.0;

pub fn run(args: &Args, given: bool) -> Result<Outcome, Failure> {
    let folder = if given { args.reference.clone() } else { folder()? };
    let progress = Progress::new(0, "runs", args.quiet);
    let compared = compare(&folder, &|name| progress.begin(name)).map_err(failure)?;
    progress.finish();
    if args.json {
        let json =
            serde_json::to_value(&compared).map_err(|error| Failure::mistake(error.to_string(), None))?;
        output::print_json(&json)?;
    } else {
        output::print(&text(&compared))?;
    }
    let exceeded = exceeded(&compared);
    if args.check && !exceeded.is_empty() {
        eprint!("{}", super::show::exceeded(&exceeded));
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Fine)
}

fn folder() -> Result<PathBuf, Failure> {
    std::env::var_os(VARIABLE).map(PathBuf::from).ok_or_else(|| {
        let help =
            format!("give it with `--reference DIR` or in {VARIABLE}; docs/explanation/beside-multi2sim.md describes it");
        Failure::mistake(
            "`validate multi2sim` needs the folder of Multi2Sim's recorded runs".to_owned(),
            Some(help),
        )
    })
}

fn failure(error: Multi2SimError) -> Failure {
    let code = if matches!(error, Multi2SimError::Run { .. }) { 1 } else { 2 };
    Failure { code, ..Failure::mistake(error.to_string(), None) }
}

/// Whether Multi2Sim's L2 evicted nothing in a launch. Its copies of blocks, one for each request at a time, and its directory are
/// not modelled.
fn is_comparable(launch: &LaunchComparison) -> bool {
    launch.l2_evictions == 0
}

fn mean(errors: impl Iterator<Item = f64>) -> f64 {
    let errors: Vec<f64> = errors.map(f64::abs).collect();
    errors.iter().sum::<f64>() / errors.len().max(1) as f64
}

fn cycle_error(launch: &LaunchComparison) -> f64 {
    launch.cycles.error().unwrap_or(f64::INFINITY)
}

fn sum<'a>(launches: &[&'a LaunchComparison], of: impl Fn(&'a LaunchComparison) -> Compared) -> Compared {
    launches.iter().map(|launch| of(launch)).fold(Compared { ours: 0, theirs: 0 }, |sum, one| Compared {
        ours: sum.ours + one.ours,
        theirs: sum.theirs + one.theirs,
    })
}

fn percent(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:+.2} %"))
}

/// Launches by run, in the order of the table.
fn runs(compared: &Comparison) -> Vec<Vec<&LaunchComparison>> {
    let mut runs: Vec<Vec<&LaunchComparison>> = Vec::new();
    for launch in &compared.launches {
        match runs.last_mut().filter(|run| run.last().is_some_and(|last| last.run == launch.run)) {
            Some(run) => run.push(launch),
            None => runs.push(vec![launch]),
        }
    }
    runs
}

fn text(compared: &Comparison) -> String {
    let titles =
        ["run", ">launches", ">cycles", ">Multi2Sim", ">error", ">worst", ">L1 hits", ">misses", "counts"];
    let mut table = Table::new(&titles);
    for run in runs(compared) {
        let cycles = sum(&run, |launch| launch.cycles);
        let worst = run.iter().map(|launch| cycle_error(launch)).max_by(|a, b| a.abs().total_cmp(&b.abs()));
        let counts = if run.iter().all(|launch| has_same_counts(launch)) { "equal" } else { "differ" };
        table.row([
            run[0].run.clone(),
            run.len().to_string(),
            cycles.ours.to_string(),
            cycles.theirs.to_string(),
            percent(cycles.error()),
            percent(worst),
            percent(sum(&run, |launch| launch.l1_hits).error()),
            percent(sum(&run, |launch| launch.l1_misses).error()),
            counts.to_owned(),
        ]);
    }
    let (fair, other): (Vec<&LaunchComparison>, Vec<_>) =
        compared.launches.iter().partition(|launch| is_comparable(launch));
    let all = mean(compared.launches.iter().map(cycle_error));
    let mut text = output::table(&table);
    let _ = writeln!(
        text,
        "\n{} launches: mean absolute error of cycles {all:.2} %; {:.2} % without the {} in which Multi2Sim's L2 evicts blocks.\n\
         `counts` are instructions of each type and lane accesses to the LDS.",
        compared.launches.len(),
        mean(fair.iter().map(|launch| cycle_error(launch))),
        other.len(),
    );
    let errors = |waves: &warploom_papers::validate::multi2sim::WavesComparison| {
        waves.cycles.error().unwrap_or(f64::INFINITY)
    };
    let within = compared.waves.iter().filter(|waves| errors(waves).abs() <= WAVES_LIMIT).count();
    let _ = writeln!(
        text,
        "microwaves: {} cases, mean absolute error {:.2} %; {within} within {WAVES_LIMIT} %.",
        compared.waves.len(),
        mean(compared.waves.iter().map(errors)),
    );
    for waves in compared.waves.iter().filter(|waves| errors(waves).abs() > WAVES_LIMIT) {
        let _ = writeln!(
            text,
            "  {} of {} x {} waves: {} cycles, Multi2Sim {} ({:+.1} %)",
            waves.kernel,
            waves.groups,
            waves.waves,
            waves.cycles.ours,
            waves.cycles.theirs,
            errors(waves)
        );
    }
    let agree = compared.latencies.iter().filter(|latency| latency.agrees()).count();
    let _ = writeln!(text, "microlat: {agree} of {} distances are equal.", compared.latencies.len());
    for latency in compared.latencies.iter().filter(|latency| !latency.agrees()) {
        let ((least, most), (from, to)) = (latency.theirs, latency.ours);
        let _ = writeln!(
            text,
            "  {}, {} blocks, {}: {from} to {to} cycles, Multi2Sim {least} to {most}",
            latency.test, latency.blocks, latency.state
        );
    }
    text + &executions(&compared.executions) + &unanswered(&compared.unanswered)
}

/// Executions of runs with a trace.
fn executions(executions: &[ExecutionComparison]) -> String {
    if executions.is_empty() {
        return String::new();
    }
    let titles =
        ["run", ">launches", ">waves", ">instructions", ">addresses", ">unequal", ">cycles", ">of the trace"];
    let mut table = Table::new(&titles);
    for execution in executions {
        let ExecutionComparison {
            launches,
            waves,
            instructions,
            addresses,
            unequal_waves,
            cycles,
            trace_cycles,
            ..
        } = execution;
        let numbers = [launches, waves, instructions, addresses, unequal_waves, cycles, trace_cycles];
        table.row([execution.run.clone()].into_iter().chain(numbers.map(u64::to_string)));
    }
    let equal = executions.iter().filter(|execution| execution.is_equal()).count();
    let mut text = format!(
        "\nexecuted from launch files, and compared with the traces:\n{}\n{equal} of {} runs have the tapes and cycles of their traces. \
         `unequal` are waves with another\ninstruction, lane or address.\n",
        output::table(&table),
        executions.len(),
    );
    for ExecutionComparison { run, difference, .. } in executions {
        if let Some(difference) = difference {
            let _ = writeln!(text, "  {run}: {difference}");
        }
    }
    text
}

/// Launches of executed runs without results, and the sum of each run with several.
fn unanswered(launches: &[ExecutedLaunch]) -> String {
    if launches.is_empty() {
        return String::new();
    }
    let titles =
        ["run", "launch", "kernel", ">groups", ">waves", ">instructions", ">L1 hits", ">misses", ">cycles"];
    let mut table = Table::new(&titles);
    let mut notes = String::new();
    for run in launches.chunk_by(|a, b| a.run == b.run) {
        let numbers =
            |of: &ExecutedLaunch| [of.groups, of.waves, of.instructions, of.l1_hits, of.l1_misses, of.cycles];
        let mut row = |launch: String, kernel: &str, numbers: [u64; 6]| {
            let names = [run[0].run.clone(), launch, kernel.to_owned()];
            table.row(names.into_iter().chain(numbers.map(|number| number.to_string())));
        };
        for launch in run {
            row(launch.launch.to_string(), &launch.kernel, numbers(launch));
        }
        if run.len() > 1 {
            let sum = |at: usize| run.iter().map(|launch| numbers(launch)[at]).sum();
            row("all".to_owned(), "", std::array::from_fn(sum));
        }
        if run[0].substituted_copies > 0 {
            let copies = if run[0].substituted_copies == 1 { "copy" } else { "copies" };
            let _ = writeln!(
                notes,
                "{}: small integers replace {} host {copies} whose bytes are not recorded.",
                run[0].run, run[0].substituted_copies
            );
        }
    }
    format!("\nexecuted, no answer recorded:\n{}{notes}", output::table(&table))
}

/// Whether instructions by type and lane accesses to the LDS are equal.
fn has_same_counts(launch: &LaunchComparison) -> bool {
    let lanes = &launch.lds[..2];
    launch.instructions.values().chain(lanes).all(|compared| compared.ours == compared.theirs)
}

fn exceeded(compared: &Comparison) -> Vec<String> {
    let mut exceeded = Vec::new();
    let fair = || compared.launches.iter().filter(|launch| is_comparable(launch));
    let mean = mean(fair().map(cycle_error));
    if mean > MEAN_LIMIT {
        exceeded.push(format!("the mean error of cycles is {mean:.2} %, and its limit {MEAN_LIMIT} %"));
    }
    for launch in fair().filter(|launch| cycle_error(launch).abs() > LAUNCH_LIMIT) {
        let LaunchComparison { run, launch: number, .. } = launch;
        let error = cycle_error(launch);
        exceeded.push(format!(
            "{run}, launch {number}: the error of cycles is {error:.2} %, and its limit {LAUNCH_LIMIT} %"
        ));
    }
    for launch in compared.launches.iter().filter(|launch| !has_same_counts(launch)) {
        exceeded
            .push(format!("{}, launch {}: instructions or LDS accesses differ", launch.run, launch.launch));
    }
    for execution in compared.executions.iter().filter(|execution| !execution.is_equal()) {
        let ExecutionComparison { run, cycles, trace_cycles, difference, .. } = execution;
        let difference = difference.as_ref().map_or(String::new(), |text| format!("; {text}"));
        exceeded.push(format!(
            "{run}: the execution differs from the trace ({cycles} cycles, {trace_cycles} of the trace){difference}"
        ));
    }
    for waves in &compared.waves {
        let error = waves.cycles.error().unwrap_or(f64::INFINITY);
        if error.abs() > WAVES_LIMIT {
            exceeded.push(format!(
                "microwaves, {} of {} x {} waves: the error is {error:.2} %, and its limit {WAVES_LIMIT} %",
                waves.kernel, waves.groups, waves.waves
            ));
        }
    }
    for latency in compared.latencies.iter().filter(|latency| !latency.agrees()) {
        let (from, to) = latency.ours;
        exceeded
            .push(format!("microlat, {}, {} blocks: {from} to {to} cycles", latency.test, latency.blocks));
    }
    exceeded
}
