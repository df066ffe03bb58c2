//! Reports: simulated values compared with reference values.

use super::check::exceeded;
use super::order::{OrderedPair, PolicyCycles, order};
use super::points::{Limits, Origin, Overhead, Point, Points, ReferenceCounters, TraceWork};
use super::simulate::{Job, SimulatedRun};
use super::statistics::{error, mape, mean_signed_error, pearson};
use super::suite::{self, SuiteReport};
use super::{ValidateError, page};
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::Cause;
use warploom_lab::record::{Cache, Record};

/// A simulated value and a reference value.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pair<T> {
    /// The simulated value.
    pub ours: Option<T>,
    /// The reference value.
    pub theirs: Option<T>,
}

impl Pair<f64> {
    /// The simulated value minus the reference value.
    pub fn difference(self) -> Option<f64> {
        Some(self.ours? - self.theirs?)
    }
}

/// Counters of the simulation and of the reference.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CounterPairs {
    /// Instructions issued.
    pub warp_instructions: Pair<u64>,
    pub l1_accesses: Pair<u64>,
    /// L1 accesses that did not miss, in percent.
    pub l1_hits: Pair<f64>,
    /// L2 accesses that did not miss, in percent.
    pub l2_hits: Pair<f64>,
    /// Bytes read from DRAM.
    pub dram_read: Pair<u64>,
    /// Bytes written to DRAM.
    pub dram_written: Pair<u64>,
    /// Scheduler-cycles with a ready warp and a full unit, in percent.
    pub pipeline: Pair<f64>,
    /// Scheduler-cycles without an instruction: no warp, barrier, or fetch, in percent.
    pub idle: Pair<f64>,
    /// Scheduler-cycles in which all warps waited for registers, in percent.
    pub scoreboard: Pair<f64>,
}

/// A simulated and a known number of cycles: of a point, or of the difference of two points.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    pub machine: String,
    /// The work.
    pub name: String,
    pub policy: String,
    /// Cycles simulated.
    pub ours: f64,
    /// Cycles of the reference.
    pub theirs: f64,
    /// The relative error, in percent.
    pub error: f64,
    /// Whether the point was held out of tuning.
    pub held_out: bool,
    /// Whether the row counts in means.
    pub counts: bool,
    /// Further counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<CounterPairs>,
    /// The origin of the reference value.
    pub source: String,
    /// A caveat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Row {
    /// The row's set: tuned on, held out, or not counted.
    pub fn part(&self) -> &'static str {
        match (self.counts, self.held_out) {
            (false, _) => "not counted",
            (true, held_out) => page::part(held_out),
        }
    }

    fn policy_cycles(&self) -> PolicyCycles<'_> {
        let Row { machine, name, policy, ours, theirs, held_out, .. } = self;
        PolicyCycles { machine, name, policy, ours: *ours, theirs: *theirs, held_out: *held_out }
    }

    #[cfg(test)]
    pub(super) fn bare(machine: &str, name: &str, ours: f64, theirs: f64) -> Row {
        Row {
            machine: machine.to_owned(),
            name: name.to_owned(),
            policy: "gto".to_owned(),
            error: error(ours, theirs),
            ours,
            theirs,
            held_out: false,
            counts: true,
            beside: None,
            source: String::new(),
            note: None,
        }
    }
}

/// Statistics over several points.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    pub points: usize,
    /// The mean absolute error, in percent.
    pub mape: Option<f64>,
    /// The mean signed error, in percent.
    pub signed: Option<f64>,
    /// Pearson's r.
    pub r: Option<f64>,
}

impl Summary {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Summary {
        let pairs: Vec<_> = rows.filter(|row| row.counts).map(|row| (row.ours, row.theirs)).collect();
        Summary {
            points: pairs.len(),
            mape: mape(&pairs),
            signed: mean_signed_error(&pairs),
            r: pearson(&pairs),
        }
    }
}

/// A sweep: cycles over the number of CTAs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    pub sweep: String,
    pub title: String,
    /// Measured points: CTAs and cycles.
    pub known: Vec<(f64, f64)>,
    /// Simulated points by policy.
    pub simulated: Vec<(String, Vec<(f64, f64)>)>,
}

/// The result of a validation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The origin of the reference values.
    pub origin: Origin,
    /// One row per point.
    pub rows: Vec<Row>,
    /// Statistics over all counted points.
    pub all: Summary,
    /// Statistics over points that may have been tuned on.
    pub tuned: Summary,
    /// Statistics over held-out points.
    pub held_out: Summary,
    /// Pairs of policies that the reference separates.
    pub order: Vec<OrderedPair>,
    /// Sweeps over the number of CTAs.
    pub curves: Vec<Curve>,
    pub limits: Limits,
    /// The suite's applications, launch by launch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suite: Option<SuiteReport>,
    /// Messages for exceeded limits.
    pub exceeded: Vec<String>,
}

/// The required runs: those of points, then those of sweeps, then those of the suite.
pub fn jobs(points: &Points) -> Vec<Job<'_>> {
    let swept = points.sweeps.iter().flat_map(|sweep| {
        sweep.policies.iter().flat_map(move |policy| {
            sweep.ctas.iter().map(move |&ctas| Job {
                name: format!("{} {} {}, {ctas} CTAs", sweep.gpu.label, sweep.name, policy.name),
                gpu: &sweep.gpu,
                policy,
                work: TraceWork { trace: sweep.trace.clone(), ctas: Some(ctas) },
                overhead: sweep.overhead,
            })
        })
    });
    let suite = points.suite.iter().flat_map(|suite| &suite.runs).map(|run| Job {
        name: format!("{} suite {} {}", run.gpu.label, run.application, run.policy.name),
        gpu: &run.gpu,
        policy: &run.policy,
        work: TraceWork { trace: run.trace.clone(), ctas: None },
        overhead: Overhead::InBoth,
    });
    points.points.iter().map(job).chain(swept).chain(suite).collect()
}

fn job(point: &Point) -> Job<'_> {
    let Point { name, gpu, policy, work, overhead, .. } = point;
    let name = format!("{} {name} {}", gpu.label, policy.name);
    Job { name, gpu, policy, work: work.clone(), overhead: *overhead }
}

/// The report of the runs of [`jobs`].
///
/// # Errors
/// If a trace does not have the launches of its results.
pub fn report(points: &Points, ran: &[SimulatedRun]) -> Result<Report, ValidateError> {
    let suite_runs = points.suite.as_ref().map_or(0, |suite| suite.runs.len());
    let (of_points, rest) = ran.split_at(points.points.len().min(ran.len()));
    let (of_sweeps, of_suite) = rest.split_at(rest.len().saturating_sub(suite_runs));
    let pairs: Vec<(&Point, &SimulatedRun)> = points.points.iter().zip(of_points).collect();
    let rows = rows(&pairs);
    let (all, tuned, held_out) = (
        Summary::of(rows.iter()),
        Summary::of(rows.iter().filter(|row| !row.held_out)),
        Summary::of(rows.iter().filter(|row| row.held_out)),
    );
    let mut report = Report {
        origin: points.origin,
        order: order(&rows.iter().map(Row::policy_cycles).collect::<Vec<_>>()),
        curves: curves(points, &pairs, of_sweeps),
        limits: points.limits,
        suite: points.suite.as_ref().map(|suite| suite::report(suite, of_suite)).transpose()?,
        exceeded: Vec::new(),
        rows,
        all,
        tuned,
        held_out,
    };
    report.exceeded = exceeded(&report, points.whole);
    if let (Some(suite), Some(report_of_suite)) = (&points.suite, &report.suite) {
        report.exceeded.extend(suite::exceeded(report_of_suite, suite.whole));
    }
    Ok(report)
}

/// One row per point; in a group, one row per difference of a point and the one before it.
fn rows(pairs: &[(&Point, &SimulatedRun)]) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut before: BTreeMap<(&str, String), (&Point, &SimulatedRun)> = BTreeMap::new();
    for &(point, ran) in pairs {
        let theirs = match point.overhead {
            Overhead::InBoth => point.truth - ran.launching,
            Overhead::Instead(_) => point.truth,
        };
        match &point.group {
            None => rows.push(row(point, point.name.clone(), ran.cycles, theirs, Some(ran))),
            Some(group) => {
                let last = before.insert((group, point.policy.name.clone()), (point, ran));
                if let Some((less, earlier)) = last {
                    let name = format!("{} - {}", point.name, less.name);
                    rows.push(row(point, name, ran.cycles - earlier.cycles, point.truth - less.truth, None));
                }
            }
        }
    }
    rows
}

fn row(point: &Point, name: String, ours: f64, theirs: f64, ran: Option<&SimulatedRun>) -> Row {
    Row {
        machine: point.gpu.label.clone(),
        name,
        policy: point.policy.name.clone(),
        ours,
        theirs,
        error: error(ours, theirs),
        held_out: point.held_out,
        counts: point.counts,
        beside: ran.zip(point.answer.as_ref()).map(|(ran, answer)| pair_counters(ran, answer)),
        source: point.source.clone(),
        note: point.note.clone(),
    }
}

fn pair_counters(ran: &SimulatedRun, answer: &ReferenceCounters) -> CounterPairs {
    let record = &ran.record;
    let counted = |ours: u64, theirs: u64| Pair { ours: Some(ours), theirs: Some(theirs) };
    let hits = |cache: &Cache, misses: f64| {
        let ours = (cache.accesses > 0).then(|| 100.0 * (1.0 - cache.misses as f64 / cache.accesses as f64));
        Pair { ours, theirs: Some(100.0 * (1.0 - misses)) }
    };
    let theirs = answer.warp_instructions + answer.pipeline + answer.idle + answer.scoreboard;
    let part = |ours: f64, of: u64| Pair {
        ours: Some(ours),
        theirs: (theirs > 0).then(|| 100.0 * of as f64 / theirs as f64),
    };
    let written = record.dram.bytes.saturating_sub(ran.dram_read);
    let shares = Shares::of(record);
    CounterPairs {
        warp_instructions: counted(record.warp_instructions, answer.warp_instructions),
        l1_accesses: counted(record.l1.accesses, answer.l1_accesses),
        l1_hits: hits(&record.l1, answer.l1_misses),
        l2_hits: hits(&record.l2, answer.l2_misses),
        dram_read: Pair { ours: Some(ran.dram_read), theirs: answer.dram_read },
        dram_written: Pair { ours: Some(written), theirs: answer.dram_written },
        pipeline: part(shares.pipeline, answer.pipeline),
        idle: part(shares.idle, answer.idle),
        scoreboard: part(shares.scoreboard, answer.scoreboard),
    }
}

/// Scheduler-cycles by cause, as Accel-Sim classifies them, in percent.
struct Shares {
    pipeline: f64,
    idle: f64,
    scoreboard: f64,
}

impl Shares {
    /// The shares of a run, without launch latency: Accel-Sim does not count scheduler-cycles before a launch starts.
    fn of(record: &Record) -> Shares {
        let all = (record.scheduler_cycles - record.stalls.of(Cause::Launch)).max(1) as f64;
        let sum = |causes: &[Cause]| causes.iter().map(|&cause| record.stalls.of(cause) as f64).sum::<f64>();
        Shares {
            pipeline: 100.0 * sum(&[Cause::Pipeline]) / all,
            idle: 100.0 * sum(&[Cause::Idle, Cause::Fetch, Cause::Barrier]) / all,
            scoreboard: 100.0 * sum(&[Cause::ScoreboardMemory, Cause::ScoreboardAlu]) / all,
        }
    }
}

/// The curves of sweeps: their own runs, and the runs of their points.
fn curves(points: &Points, pairs: &[(&Point, &SimulatedRun)], mut ran: &[SimulatedRun]) -> Vec<Curve> {
    let mut curves = Vec::new();
    for sweep in &points.sweeps {
        let of_sweep = |point: &Point| point.sweep.as_ref() == Some(&sweep.name);
        let mut simulated = Vec::new();
        for policy in &sweep.policies {
            let (own, rest) = ran.split_at(sweep.ctas.len().min(ran.len()));
            ran = rest;
            let known = pairs.iter().filter(|(point, _)| of_sweep(point) && point.policy.name == policy.name);
            let all = own.iter().chain(known.map(|&(_, ran)| ran));
            let mut line: Vec<(f64, f64)> = all.map(|ran| (ran.record.ctas as f64, ran.cycles)).collect();
            line.sort_by(|a, b| a.0.total_cmp(&b.0));
            line.dedup_by(|a, b| a.0 == b.0);
            simulated.push((policy.name.clone(), line));
        }
        let known = pairs.iter().filter(|(point, _)| of_sweep(point));
        let mut known: Vec<(f64, f64)> =
            known.map(|(point, ran)| (ran.record.ctas as f64, point.truth)).collect();
        known.sort_by(|a, b| a.0.total_cmp(&b.0));
        known.dedup();
        curves.push(Curve { sweep: sweep.name.clone(), title: sweep.title.clone(), known, simulated });
    }
    curves
}
