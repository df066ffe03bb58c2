//! Comparisons: several policies over the same work.

use crate::record::Record;
use crate::run::{About, Done, Plan, run};
use crate::taped::Taped;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::run::{Options, RunError};
use warploom_policy::{Choice, CtaChoice};
use warploom_tape::file::Error;

/// What is to be compared.
#[derive(Clone, Copy, Debug)]
pub struct Study<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The policies; the first is what the others are compared with.
    pub policies: &'a [Choice],
    /// The CTA policy of all runs.
    pub cta_policy: CtaChoice,
    /// How each is run.
    pub options: Options,
    /// How many run at once, each on the threads that the options say.
    pub at_once: NonZero<usize>,
}

/// Why there is no comparison.
#[derive(Debug, thiserror::Error)]
pub enum Failed<E> {
    /// Work could not be had.
    #[error(transparent)]
    Work(E),
    /// A run ended early.
    #[error("{work} under {policy}: {error}")]
    Run {
        /// Of what.
        work: String,
        /// Under which policy.
        policy: String,
        /// Why.
        error: Box<RunError<Error>>,
    },
}

/// What several policies made of the same work.
#[derive(Clone, Debug)]
pub struct Row {
    /// The work.
    pub about: About,
    /// A run for each policy.
    pub runs: Vec<Done>,
}

/// Several policies over the same work.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The policies, as records spell them.
    pub policies: Vec<String>,
    /// A row for each work.
    pub rows: Vec<Row>,
}

impl Row {
    /// How many times as fast as under the first policy, by cycles.
    pub fn speedups(&self) -> Vec<f64> {
        let cycles = |done: &Done| done.total.cycles.max(1) as f64;
        let first = self.runs.first().map_or(1.0, cycles);
        self.runs.iter().map(|done| first / cycles(done)).collect()
    }

    /// What became of the scheduler-cycles, compared with the first policy.
    pub fn moved(&self, policy: usize) -> Moved {
        Moved::between(&self.runs[0].total, &self.runs[policy].total)
    }
}

/// How the causes of scheduler-cycles moved from one run to another of the same work.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// By cause, the one that moved most first: how many more scheduler-cycles, in parts of all those of the first run. They add up to the change of
    /// cycles.
    pub by: Vec<(Cause, f64)>,
}

impl Moved {
    fn between(first: &Record, other: &Record) -> Moved {
        let all = first.scheduler_cycles.max(1) as f64;
        let change = |cause: Cause| (other.stalls.of(cause) as f64 - first.stalls.of(cause) as f64) / all;
        let mut by: Vec<(Cause, f64)> = Cause::ALL.into_iter().map(|cause| (cause, change(cause))).collect();
        // Among equals, the order of causes stays.
        by.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        Moved { by }
    }
}

impl Comparison {
    /// The geometric mean of each policy's speedups.
    pub fn means(&self) -> Vec<f64> {
        let speedups: Vec<Vec<f64>> = self.rows.iter().map(Row::speedups).collect();
        let mean = |policy: usize| {
            let logs: f64 = speedups.iter().map(|row| row[policy].ln()).sum();
            (logs / speedups.len().max(1) as f64).exp()
        };
        (0..self.policies.len()).map(mean).collect()
    }
}

/// What is to be run.
struct Job {
    work: usize,
    policy: usize,
    taped: Arc<Taped>,
}

/// Runs every policy over every work. Works are had one after the other, while those had before are run; each is let go
/// when all policies have run over it. `done` is told of every run that ended, from any thread.
pub fn compare<E>(
    works: impl IntoIterator<Item = Result<Taped, E>>,
    study: Study<'_>,
    done: &(dyn Fn(&About, &Choice) + Sync),
) -> Result<Comparison, Failed<E>> {
    let mut abouts = Vec::new();
    let (sender, receiver) = sync_channel::<Job>(study.policies.len().max(1));
    let jobs = Jobs { receiver: Arc::new(Mutex::new(receiver)), ended: Arc::default() };
    let results = std::thread::scope(|scope| {
        let worker = |_| {
            let jobs = jobs.clone();
            scope.spawn(move || work_off(&jobs, study, done))
        };
        let workers: Vec<_> = (0..study.at_once.get()).map(worker).collect();
        // Once no worker is left, for whatever reason, nothing can be sent.
        drop(jobs);
        let mut failed = None;
        'all: for (work, taped) in works.into_iter().enumerate() {
            let taped = match taped {
                Ok(taped) => Arc::new(taped.for_runs(study.machine, study.cta_policy, study.at_once)),
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            };
            abouts.push(taped.about.clone());
            for policy in 0..study.policies.len() {
                // Nobody takes jobs any more, once a run has failed.
                if sender.send(Job { work, policy, taped: Arc::clone(&taped) }).is_err() {
                    break 'all;
                }
            }
        }
        drop(sender);
        let results = workers.into_iter().map(|worker| worker.join());
        let results: Vec<_> =
            results.map(|r| r.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect();
        match failed {
            Some(error) => Err(Failed::Work(error)),
            None => Ok(results),
        }
    })?;
    let mut runs: Vec<(usize, usize, Done)> = Vec::new();
    let mut failures = Vec::new();
    for (job, result) in results.into_iter().flatten() {
        match result {
            Ok(done) => runs.push((job.0, job.1, done)),
            Err(error) => failures.push((job, error)),
        }
    }
    failures.sort_by_key(|(job, _)| *job);
    if let Some(((work, policy), error)) = failures.into_iter().next() {
        let (work, policy) = (abouts[work].work.clone(), study.policies[policy].to_string());
        return Err(Failed::Run { work, policy, error: Box::new(error) });
    }
    runs.sort_by_key(|&(work, policy, _)| (work, policy));
    let mut rows: Vec<Row> = abouts.into_iter().map(|about| Row { about, runs: Vec::new() }).collect();
    runs.into_iter().for_each(|(work, _, done)| rows[work].runs.push(done));
    Ok(Comparison { policies: study.policies.iter().map(Choice::to_string).collect(), rows })
}

/// Of which work and policy, and what it came to.
type Ended = ((usize, usize), Result<Done, RunError<Error>>);

/// Where workers get their jobs from.
#[derive(Clone)]
struct Jobs {
    receiver: Arc<Mutex<Receiver<Job>>>,
    /// Whether a run has failed: then no more are begun.
    ended: Arc<AtomicBool>,
}

impl Jobs {
    fn next(&self) -> Option<Job> {
        let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        receiver.recv().ok().filter(|_| !self.ended.load(Ordering::Relaxed))
    }
}

/// Runs jobs until there are no more, or one fails.
fn work_off(jobs: &Jobs, study: Study<'_>, done: &(dyn Fn(&About, &Choice) + Sync)) -> Vec<Ended> {
    let mut results = Vec::new();
    while let Some(Job { work, policy, taped }) = jobs.next() {
        let Study { machine, cta_policy, options, .. } = study;
        let plan = Plan { machine, policy: &study.policies[policy], cta_policy, options };
        let result = run(&taped.about, &mut taped.file.reader(), plan);
        if result.is_err() {
            jobs.ended.store(true, Ordering::Relaxed);
        }
        done(&taped.about, &study.policies[policy]);
        results.push(((work, policy), result));
    }
    results
}
