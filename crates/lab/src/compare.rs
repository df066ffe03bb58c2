//! Comparisons: several policies over the same work.

use crate::pool::{self, Broken};
use crate::record::Record;
use crate::run::{About, Done, Plan, run};
use crate::taped::Taped;
use std::num::NonZero;
use std::sync::Arc;
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

/// Runs every policy over every work. Works are had one after the other, while those had before are run; each is let go
/// when all policies have run over it. `done` is told of every run that ended, from any thread.
pub fn compare<E>(
    works: impl IntoIterator<Item = Result<Taped, E>>,
    study: Study<'_>,
    done: &(dyn Fn(&About, &Choice) + Sync),
) -> Result<Comparison, Failed<E>> {
    let mut abouts: Vec<About> = Vec::new();
    let jobs = works.into_iter().flat_map(|taped| {
        let taped = taped.map(|taped| {
            abouts.push(taped.about.clone());
            Arc::new(taped.for_runs(study.machine, study.cta_policy, study.at_once))
        });
        let (taped, error) = match taped {
            Ok(taped) => (Some(taped), None),
            Err(error) => (None, Some(Err(error))),
        };
        let jobs = taped
            .into_iter()
            .flat_map(|taped| study.policies.iter().map(move |policy| Ok((Arc::clone(&taped), policy))));
        jobs.chain(error)
    });
    let run = |(taped, policy): (Arc<Taped>, &Choice)| {
        let Study { machine, cta_policy, options, .. } = study;
        let plan = Plan { machine, policy, cta_policy, options };
        let result = run(&taped.about, &mut taped.file.reader(), plan);
        done(&taped.about, policy);
        result
    };
    let runs = pool::each(jobs, study.at_once, study.policies.len(), &run);
    let mut runs = match runs {
        Ok(runs) => runs.into_iter(),
        Err(Broken::Had(error)) => return Err(Failed::Work(error)),
        Err(Broken::Job(number, error)) => {
            let (work, policy) = (number / study.policies.len(), number % study.policies.len());
            let (work, policy) = (abouts[work].work.clone(), study.policies[policy].to_string());
            return Err(Failed::Run { work, policy, error: Box::new(error) });
        }
    };
    let row = |about| Row { about, runs: runs.by_ref().take(study.policies.len()).collect() };
    let rows = abouts.into_iter().map(row).collect();
    Ok(Comparison { policies: study.policies.iter().map(Choice::to_string).collect(), rows })
}
