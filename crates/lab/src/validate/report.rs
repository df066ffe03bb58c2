//! What was simulated beside what is known.

use super::check::exceeded;
use super::order::{OrderedPair, order};
use super::points::{Limits, Origin, Overhead, Point, Points, ReferenceCounters, Work};
use super::simulate::{Job, SimulatedRun};
use super::statistics::{error, mape, pearson};
use crate::record::{Cache, Record};
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::Cause;

/// Ours and theirs, if both are known.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Pair<T> {
    /// What was simulated.
    pub ours: Option<T>,
    /// What is known.
    pub theirs: Option<T>,
}

impl Pair<f64> {
    /// How much more ours is.
    pub fn difference(self) -> Option<f64> {
        Some(self.ours? - self.theirs?)
    }
}

/// What else was counted on both sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CounterPairs {
    /// Instructions issued.
    pub warp_instructions: Pair<u64>,
    /// Accesses to the L1.
    pub l1_accesses: Pair<u64>,
    /// Those that were no misses, in percent.
    pub l1_hits: Pair<f64>,
    /// The same of the L2.
    pub l2_hits: Pair<f64>,
    /// Bytes read from DRAM.
    pub dram_read: Pair<u64>,
    /// Bytes written to DRAM.
    pub dram_written: Pair<u64>,
    /// Scheduler-cycles with a ready warp whose unit had no room, in percent of all.
    pub pipeline: Pair<f64>,
    /// Those without an instruction that could be issued: no warp, a barrier, not fetched.
    pub idle: Pair<f64>,
    /// Those in which all waited for registers.
    pub scoreboard: Pair<f64>,
}

/// A number of ours beside one of theirs: a point, or the difference of two.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The machine.
    pub machine: String,
    /// The work.
    pub name: String,
    /// The policy.
    pub policy: String,
    /// Cycles simulated.
    pub ours: f64,
    /// Cycles known.
    pub theirs: f64,
    /// How far ours is from theirs, in percent.
    pub error: f64,
    /// Whether nobody has tuned on it.
    pub held_out: bool,
    /// Whether it counts in means.
    pub counts: bool,
    /// What else was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<CounterPairs>,
    /// Who measured it.
    pub source: String,
    /// What weakens it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl Row {
    /// What the row is for.
    pub fn part(&self) -> &'static str {
        match (self.counts, self.held_out) {
            (false, _) => "not counted",
            (true, true) => "held out",
            (true, false) => "tuned on",
        }
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

/// Some points together.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// How many.
    pub points: usize,
    /// The mean absolute error, in percent.
    pub mape: Option<f64>,
    /// Pearson's r.
    pub r: Option<f64>,
}

impl Summary {
    fn of<'a>(rows: impl Iterator<Item = &'a Row>) -> Summary {
        let pairs: Vec<_> = rows.filter(|row| row.counts).map(|row| (row.ours, row.theirs)).collect();
        Summary { points: pairs.len(), mape: mape(&pairs), r: pearson(&pairs) }
    }
}

/// Cycles over the number of CTAs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Curve {
    /// The sweep.
    pub sweep: String,
    /// What it shows.
    pub title: String,
    /// What was measured: CTAs and cycles.
    pub known: Vec<(f64, f64)>,
    /// What was simulated, by policy.
    pub simulated: Vec<(String, Vec<(f64, f64)>)>,
}

/// How far off Warploom is.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Whose answers these are.
    pub origin: Origin,
    /// A row for each point.
    pub rows: Vec<Row>,
    /// All that count.
    pub all: Summary,
    /// Those that somebody may have tuned on.
    pub tuned: Summary,
    /// The others.
    pub held_out: Summary,
    /// Policies that the reference separates.
    pub order: Vec<OrderedPair>,
    /// Cycles over CTAs.
    pub curves: Vec<Curve>,
    /// What may not be exceeded.
    pub limits: Limits,
    /// What is, in words.
    pub exceeded: Vec<String>,
}

/// The runs that are needed: those of points, then those of sweeps.
pub fn jobs(points: &Points) -> Vec<Job<'_>> {
    let swept = points.sweeps.iter().flat_map(|sweep| {
        sweep.policies.iter().flat_map(move |policy| {
            sweep.ctas.iter().map(move |&ctas| Job {
                name: format!("{} {} {}, {ctas} CTAs", sweep.gpu.label, sweep.name, policy.name),
                gpu: &sweep.gpu,
                policy,
                work: Work { trace: sweep.trace.clone(), ctas: Some(ctas) },
                overhead: sweep.overhead,
            })
        })
    });
    points.points.iter().map(job).chain(swept).collect()
}

fn job(point: &Point) -> Job<'_> {
    let Point { name, gpu, policy, work, overhead, .. } = point;
    let name = format!("{} {name} {}", gpu.label, policy.name);
    Job { name, gpu, policy, work: work.clone(), overhead: *overhead }
}

/// The report of the runs of [`jobs`].
pub fn report(points: &Points, ran: &[SimulatedRun]) -> Report {
    let (of_points, of_sweeps) = ran.split_at(points.points.len().min(ran.len()));
    let pairs: Vec<(&Point, &SimulatedRun)> = points.points.iter().zip(of_points).collect();
    let rows = rows(&pairs);
    let (all, tuned, held_out) = (
        Summary::of(rows.iter()),
        Summary::of(rows.iter().filter(|row| !row.held_out)),
        Summary::of(rows.iter().filter(|row| row.held_out)),
    );
    let mut report = Report {
        origin: points.origin,
        order: order(&rows),
        curves: curves(points, &pairs, of_sweeps),
        limits: points.limits,
        exceeded: Vec::new(),
        rows,
        all,
        tuned,
        held_out,
    };
    report.exceeded = exceeded(&report, points.whole);
    report
}

/// A row for each point; of a group, for each difference of a point and the one before it.
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
        beside: ran.zip(point.answer.as_ref()).map(|(ran, answer)| beside(ran, answer)),
        source: point.source.clone(),
        note: point.note.clone(),
    }
}

fn beside(ran: &SimulatedRun, answer: &ReferenceCounters) -> CounterPairs {
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
    let shares = Shares::of(record, ran.launching);
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

/// Scheduler-cycles by cause, as Accel-Sim tells them apart, in percent.
struct Shares {
    pipeline: f64,
    idle: f64,
    scoreboard: f64,
}

impl Shares {
    /// Those of a run. Schedulers that wait for the launch are no part of it: Accel-Sim's do not count then.
    fn of(record: &Record, launching: f64) -> Shares {
        let schedulers = record.scheduler_cycles as f64 / record.cycles.max(1) as f64;
        let waiting = launching * schedulers;
        let all = (record.scheduler_cycles as f64 - waiting).max(1.0);
        let sum = |causes: &[Cause]| causes.iter().map(|&cause| record.stalls.of(cause) as f64).sum::<f64>();
        Shares {
            pipeline: 100.0 * sum(&[Cause::Pipeline]) / all,
            idle: 100.0 * (sum(&[Cause::Idle, Cause::Fetch, Cause::Barrier]) - waiting).max(0.0) / all,
            scoreboard: 100.0 * sum(&[Cause::ScoreboardMemory, Cause::ScoreboardAlu]) / all,
        }
    }
}

/// The curves of sweeps: their own runs, and those of the points that belong to them.
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
