//! The suite's report: each launch, and means by kernel, machine, part and bound.

use super::super::ValidateError;
use super::super::order::{OrderedPair, PolicyCycles, order};
use super::super::report::Pair;
use super::super::simulate::{SimulatedLaunch, SimulatedRun};
use super::super::statistics::{error, mape, mean, pearson};
use super::{Activity, Bound, CacheAccesses, LaunchResult, Suite, SuiteLimits, SuiteRun};
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_lab::record::Cache;

/// A launch.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LaunchRow {
    pub machine: String,
    /// Application and kernel.
    pub kernel: String,
    /// The launch's number in the application, from 1.
    pub launch: usize,
    pub policy: String,
    /// Cycles simulated, without launch latency.
    pub ours: f64,
    /// Cycles of the reference, without launch latency.
    pub theirs: f64,
    /// The relative error, in percent.
    pub error: f64,
    /// Whether the application was held out of tuning.
    pub held_out: bool,
    /// The resource that the launch mostly waits for.
    pub bound: Bound,
    /// The counters that determine the bound.
    pub activity: Activity,
    /// Instructions issued, counted once per active lane.
    pub thread_instructions: Pair<u64>,
    /// L1 accesses that did not miss, in percent.
    pub l1_hits: Pair<f64>,
    /// L2 accesses that did not miss, in percent.
    pub l2_hits: Pair<f64>,
}

/// The launches of a kernel on one machine under one policy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KernelRow {
    pub machine: String,
    /// Application and kernel.
    pub kernel: String,
    pub policy: String,
    pub launches: usize,
    /// Cycles simulated, of all launches.
    pub ours: f64,
    /// Cycles of the reference, of all launches.
    pub theirs: f64,
    /// The mean error of its launches, in percent.
    pub signed: f64,
    /// The mean absolute error of its launches, in percent.
    pub absolute: f64,
    /// The error of the launch with the greatest absolute error, in percent.
    pub worst: f64,
    /// The resource that all launches together mostly wait for.
    pub bound: Bound,
    /// Whether the application was held out of tuning.
    pub held_out: bool,
}

/// Means over launches and kernels.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteSummary {
    /// The machine; none for all.
    pub machine: Option<String>,
    /// Whether only held-out applications count, or only the others; none for all.
    pub held_out: Option<bool>,
    pub launches: usize,
    /// The number of kernels, each counted once per machine and policy.
    pub kernels: usize,
    /// The mean absolute error of launches, in percent.
    pub launch_mape: Option<f64>,
    /// The mean over kernels of the mean absolute error of their launches, in percent.
    pub mape: Option<f64>,
    /// The mean over kernels of the mean error of their launches, in percent.
    pub signed: Option<f64>,
    /// Pearson's r of launches.
    pub r: Option<f64>,
}

/// Means over the launches of one machine with the same bound.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BoundSummary {
    pub machine: String,
    pub bound: Bound,
    pub launches: usize,
    /// The number of kernels with such launches, each counted once per policy.
    pub kernels: usize,
    /// The mean over kernels of the mean absolute error of their launches, in percent.
    pub mape: Option<f64>,
    /// The mean over kernels of the mean error of their launches, in percent.
    pub signed: Option<f64>,
}

/// The hit rates of an application, over all its launches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HitRateRow {
    pub machine: String,
    pub application: String,
    pub policy: String,
    /// L1 accesses that did not miss, in percent.
    pub l1_hits: Pair<f64>,
    /// L2 accesses that did not miss, in percent.
    pub l2_hits: Pair<f64>,
}

/// The differences of a machine's hit rates, over its applications.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HitRateSummary {
    pub machine: String,
    /// The level: `L1` or `L2`.
    pub level: &'static str,
    /// The mean absolute difference, in percentage points.
    pub mean: Option<f64>,
    /// The greatest difference, in percentage points.
    pub worst: Option<f64>,
    /// The application and policy of the greatest difference.
    pub of: Option<String>,
}

/// The comparison of the suite's applications.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SuiteReport {
    /// One row per launch.
    pub launches: Vec<LaunchRow>,
    /// One row per kernel, machine and policy.
    pub kernels: Vec<KernelRow>,
    /// Means over all machines and over each machine, of all applications and of each part.
    pub summary: Vec<SuiteSummary>,
    /// Means by machine and bound. Bounds without launches are left out.
    pub bounds: Vec<BoundSummary>,
    /// Pairs of policies that the reference separates, by the sum of a kernel's cycles.
    pub order: Vec<OrderedPair>,
    /// Hit rates, one row per application, machine and policy.
    pub hit_rates: Vec<HitRateRow>,
    /// Differences of hit rates by machine and level.
    pub hit_rate_summary: Vec<HitRateSummary>,
    pub limits: SuiteLimits,
}

/// The report of the suite's runs, in the order of [`Suite::runs`].
///
/// # Errors
/// If the results and a trace do not have the same launches.
pub fn report(suite: &Suite, ran: &[SimulatedRun]) -> Result<SuiteReport, ValidateError> {
    let (mut launches, mut hit_rates) = (Vec::new(), Vec::new());
    for (run, ran) in suite.runs.iter().zip(ran) {
        check_launches(suite, run, ran)?;
        for (number, (ours, theirs)) in ran.launches.iter().zip(&run.launches).enumerate() {
            launches.push(launch_row(run, number + 1, ours, theirs, ran.launch_latency));
        }
        hit_rates.push(hit_rate_row(run, ran));
    }
    let kernels = kernels(launches.iter());
    let mut machines: Vec<&str> = suite.runs.iter().map(|run| run.gpu.label.as_str()).collect();
    machines.dedup();
    let timed = kernels.iter().map(|kernel| PolicyCycles {
        machine: &kernel.machine,
        name: &kernel.kernel,
        policy: &kernel.policy,
        ours: kernel.ours,
        theirs: kernel.theirs,
        held_out: kernel.held_out,
    });
    Ok(SuiteReport {
        summary: summaries(&launches, &kernels, &machines),
        bounds: bounds(&launches, &machines),
        order: order(&timed.collect::<Vec<_>>()),
        hit_rate_summary: hit_rate_summaries(&hit_rates, &machines),
        limits: suite.limits,
        launches,
        kernels,
        hit_rates,
    })
}

/// Checks that the results have the launches of the trace, and more cycles than the launch latency.
fn check_launches(suite: &Suite, run: &SuiteRun, ran: &SimulatedRun) -> Result<(), ValidateError> {
    let place = format!("{}, {}, {}", run.gpu.label, run.application, run.policy.name);
    let wrong = |fault: String| Err(ValidateError::wrong(&suite.results, place.as_str(), fault));
    let (found, expected) = (run.launches.len(), ran.launches.len());
    if found != expected {
        return wrong(format!(
            "there are {found} launches, but {expected} in {}: give one row per launch",
            run.trace.display()
        ));
    }
    for (number, (ours, theirs)) in ran.launches.iter().zip(&run.launches).enumerate() {
        let (number, kernel) = (number + 1, &ours.record.kernel);
        if theirs.kernel != *kernel {
            return wrong(format!(
                "launch {number} is of `{}`, but of `{kernel}` in the trace: give the results of this trace",
                theirs.kernel
            ));
        }
        if theirs.cycles as f64 <= ran.launch_latency {
            let latency = ran.launch_latency;
            return wrong(format!(
                "launch {number} has {} cycles, no more than the launch latency of {latency}: give cycles that include it",
                theirs.cycles
            ));
        }
    }
    Ok(())
}

/// Application and kernel. The suite's kernels begin with the name of their application, which is not repeated.
fn kernel_name(application: &str, kernel: &str) -> String {
    let own = kernel.strip_prefix(application).and_then(|rest| rest.strip_prefix('_'));
    format!("{application}/{}", own.unwrap_or(kernel))
}

fn launch_row(
    run: &SuiteRun,
    launch: usize,
    ours: &SimulatedLaunch,
    theirs: &LaunchResult,
    launch_latency: f64,
) -> LaunchRow {
    let cycles = (ours.record.cycles as f64 - launch_latency, theirs.cycles as f64 - launch_latency);
    LaunchRow {
        machine: run.gpu.label.clone(),
        kernel: kernel_name(&run.application, &theirs.kernel),
        launch,
        policy: run.policy.name.clone(),
        ours: cycles.0,
        theirs: cycles.1,
        error: error(cycles.0, cycles.1),
        held_out: run.held_out,
        bound: ours.activity.bound(),
        activity: ours.activity,
        thread_instructions: Pair {
            ours: Some(ours.record.thread_instructions),
            theirs: Some(theirs.thread_instructions),
        },
        l1_hits: hits(&ours.record.l1, theirs.l1),
        l2_hits: hits(&ours.record.l2, theirs.l2),
    }
}

fn hits(ours: &Cache, theirs: CacheAccesses) -> Pair<f64> {
    let ours = CacheAccesses { accesses: ours.accesses, misses: ours.misses };
    Pair { ours: ours.hits(), theirs: theirs.hits() }
}

fn hit_rate_row(run: &SuiteRun, ran: &SimulatedRun) -> HitRateRow {
    let theirs = |level: fn(&LaunchResult) -> CacheAccesses| {
        run.launches.iter().map(level).fold(CacheAccesses::default(), CacheAccesses::plus)
    };
    HitRateRow {
        machine: run.gpu.label.clone(),
        application: run.application.clone(),
        policy: run.policy.name.clone(),
        l1_hits: hits(&ran.record.l1, theirs(|launch| launch.l1)),
        l2_hits: hits(&ran.record.l2, theirs(|launch| launch.l2)),
    }
}

/// One row per kernel, machine and policy, in the order of the first launches.
fn kernels<'a>(launches: impl Iterator<Item = &'a LaunchRow>) -> Vec<KernelRow> {
    let mut at: BTreeMap<[&str; 3], usize> = BTreeMap::new();
    let mut groups: Vec<Vec<&LaunchRow>> = Vec::new();
    for launch in launches {
        let key = [launch.machine.as_str(), launch.kernel.as_str(), launch.policy.as_str()];
        let group = *at.entry(key).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(launch);
    }
    groups.iter().filter_map(|launches| kernel_row(launches)).collect()
}

fn kernel_row(launches: &[&LaunchRow]) -> Option<KernelRow> {
    let errors: Vec<f64> = launches.iter().map(|launch| launch.error).collect();
    let worst = errors.iter().copied().max_by(|a, b| a.abs().total_cmp(&b.abs()))?;
    let activity = launches.iter().fold(Activity::default(), |sum, launch| sum.plus(launch.activity));
    let first = launches.first()?;
    Some(KernelRow {
        machine: first.machine.clone(),
        kernel: first.kernel.clone(),
        policy: first.policy.clone(),
        launches: launches.len(),
        ours: launches.iter().map(|launch| launch.ours).sum(),
        theirs: launches.iter().map(|launch| launch.theirs).sum(),
        signed: mean(errors.iter().copied())?,
        absolute: mean(errors.iter().map(|error| error.abs()))?,
        worst,
        bound: activity.bound(),
        held_out: first.held_out,
    })
}

/// Means of all machines together, then of each machine: all applications, those tuned on, those held out.
fn summaries(launches: &[LaunchRow], kernels: &[KernelRow], machines: &[&str]) -> Vec<SuiteSummary> {
    let every = std::iter::once(None).chain(machines.iter().map(|&machine| Some(machine)));
    let parts = every.flat_map(|machine| [None, Some(false), Some(true)].map(|held_out| (machine, held_out)));
    let summary = |(machine, held_out): (Option<&str>, Option<bool>)| {
        let counts = |of: &str, held: bool| {
            machine.is_none_or(|machine| machine == of) && held_out.is_none_or(|held_out| held_out == held)
        };
        let pairs: Vec<(f64, f64)> = launches
            .iter()
            .filter(|launch| counts(&launch.machine, launch.held_out))
            .map(|launch| (launch.ours, launch.theirs))
            .collect();
        let kernels: Vec<&KernelRow> =
            kernels.iter().filter(|kernel| counts(&kernel.machine, kernel.held_out)).collect();
        SuiteSummary {
            machine: machine.map(str::to_owned),
            held_out,
            launches: pairs.len(),
            kernels: kernels.len(),
            launch_mape: mape(&pairs),
            mape: mean(kernels.iter().map(|kernel| kernel.absolute)),
            signed: mean(kernels.iter().map(|kernel| kernel.signed)),
            r: pearson(&pairs),
        }
    };
    parts.map(summary).collect()
}

fn bounds(launches: &[LaunchRow], machines: &[&str]) -> Vec<BoundSummary> {
    let mut bounds = Vec::new();
    for machine in machines {
        for bound in Bound::ALL {
            let own = launches.iter().filter(|launch| launch.machine == *machine && launch.bound == bound);
            let kernels = kernels(own);
            bounds.push(BoundSummary {
                machine: (*machine).to_owned(),
                bound,
                launches: kernels.iter().map(|kernel| kernel.launches).sum(),
                kernels: kernels.len(),
                mape: mean(kernels.iter().map(|kernel| kernel.absolute)),
                signed: mean(kernels.iter().map(|kernel| kernel.signed)),
            });
        }
    }
    bounds.retain(|summary| summary.launches > 0);
    bounds
}

/// The hit rate of one level.
type HitRate = fn(&HitRateRow) -> Pair<f64>;

fn hit_rate_summaries(rows: &[HitRateRow], machines: &[&str]) -> Vec<HitRateSummary> {
    let mut summaries = Vec::new();
    let levels: [(&str, HitRate); 2] = [("L1", |row| row.l1_hits), ("L2", |row| row.l2_hits)];
    for machine in machines {
        for (level, of) in levels {
            let own = rows.iter().filter(|row| row.machine == *machine);
            let apart: Vec<(f64, &HitRateRow)> =
                own.filter_map(|row| Some((of(row).difference()?, row))).collect();
            let worst = apart.iter().max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
            summaries.push(HitRateSummary {
                machine: (*machine).to_owned(),
                level,
                mean: mean(apart.iter().map(|(points, _)| points.abs())),
                worst: worst.map(|(points, _)| *points),
                of: worst.map(|(_, row)| format!("{} {}", row.application, row.policy)),
            });
        }
    }
    summaries
}

#[cfg(test)]
impl LaunchRow {
    /// A launch of a kernel that is tuned on, on machine `m` under `gto`.
    pub(super) fn bare(kernel: &str, launch: usize, ours: f64, theirs: f64) -> LaunchRow {
        let none = Pair { ours: None, theirs: None };
        LaunchRow {
            machine: "m".to_owned(),
            kernel: kernel.to_owned(),
            launch,
            policy: "gto".to_owned(),
            ours,
            theirs,
            error: error(ours, theirs),
            held_out: false,
            bound: Bound::Issue,
            activity: Activity::default(),
            thread_instructions: Pair { ours: Some(32), theirs: Some(32) },
            l1_hits: none,
            l2_hits: none,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(value: Option<f64>) -> Option<f64> {
        value.map(|value| (value * 1e6).round() / 1e6)
    }

    #[test]
    fn a_kernel_with_many_launches_counts_once() {
        let many = (1..=3).map(|launch| LaunchRow::bare("a/k", launch, 110.0, 100.0));
        let launches: Vec<LaunchRow> = many.chain([LaunchRow::bare("b/k", 1, 70.0, 100.0)]).collect();
        let kernels = kernels(launches.iter());
        let rows: Vec<_> = kernels.iter().map(|row| (row.kernel.as_str(), row.launches, row.ours)).collect();
        assert_eq!(rows, [("a/k", 3, 330.0), ("b/k", 1, 70.0)]);
        let summaries = summaries(&launches, &kernels, &["m"]);
        assert_eq!((summaries[0].launches, summaries[0].kernels), (4, 2));
        assert_eq!(rounded(summaries[0].launch_mape), Some(15.0));
        assert_eq!(rounded(summaries[0].mape), Some(20.0));
        assert_eq!(rounded(summaries[0].signed), Some(-10.0));
        // Nothing is held out.
        assert_eq!((summaries[2].kernels, summaries[2].mape), (0, None));
    }

    #[test]
    fn the_worst_launch_keeps_its_sign() {
        let launches = [LaunchRow::bare("a/k", 1, 105.0, 100.0), LaunchRow::bare("a/k", 2, 80.0, 100.0)];
        let [kernel] = &kernels(launches.iter())[..] else { panic!("one kernel") };
        assert_eq!(rounded(Some(kernel.worst)), Some(-20.0));
        assert_eq!(rounded(Some(kernel.signed)), Some(-7.5));
        assert_eq!(rounded(Some(kernel.absolute)), Some(12.5));
    }

    #[test]
    fn launches_of_a_kernel_can_have_different_bounds() {
        let first = LaunchRow { bound: Bound::Barriers, ..LaunchRow::bare("a/k", 1, 120.0, 100.0) };
        let launches = [first, LaunchRow::bare("a/k", 2, 90.0, 100.0)];
        let found: Vec<_> = bounds(&launches, &["m"])
            .into_iter()
            .map(|summary| (summary.bound, summary.launches, summary.kernels, rounded(summary.signed)))
            .collect();
        assert_eq!(found, [(Bound::Issue, 1, 1, Some(-10.0)), (Bound::Barriers, 1, 1, Some(20.0))]);
    }

    #[test]
    fn hit_rates_differ_in_points() {
        let row = |application: &str, ours, theirs| HitRateRow {
            machine: "m".to_owned(),
            application: application.to_owned(),
            policy: "gto".to_owned(),
            l1_hits: Pair { ours: Some(ours), theirs: Some(theirs) },
            l2_hits: Pair { ours: None, theirs: Some(1.0) },
        };
        let found = hit_rate_summaries(&[row("a", 50.0, 49.0), row("b", 10.0, 13.0)], &["m"]);
        assert_eq!((found[0].level, found[0].mean, found[0].worst), ("L1", Some(2.0), Some(-3.0)));
        assert_eq!(found[0].of.as_deref(), Some("b gto"));
        assert_eq!((found[1].level, found[1].mean), ("L2", None));
    }

    #[test]
    fn a_kernels_name_has_its_application_once() {
        assert_eq!(kernel_name("bicg", "bicg_q"), "bicg/q");
        assert_eq!(kernel_name("bicg", "bicgq"), "bicg/bicgq");
        assert_eq!(kernel_name("bicg", "other"), "bicg/other");
    }
}
