//! Many runs of one command: how many at a time, and their progress.

use crate::command::Failure;
use crate::estimate;
use crate::progress::Progress;
use crate::work::WorkKind;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use warploom_lab::compare::{CompareRequest, RunOrigin};
use warploom_lab::run::WorkLabel;
use warploom_lab::work::WorkOptions;
use warploom_policy::CoreChoice;

/// The runs of every policy on every work, divided among the host's threads.
pub struct Batch {
    /// The number of runs.
    pub runs: usize,
    /// Runs at a time.
    pub at_once: NonZero<usize>,
    /// Threads of each run.
    pub threads: usize,
}

impl Batch {
    /// One thread for each run; several if there are more threads than runs.
    pub fn new(works: &[(&Path, WorkKind)], policies: &[CoreChoice], threads: NonZero<usize>) -> Batch {
        let runs = works.len() * policies.len();
        let at_once = threads.min(NonZero::new(runs).unwrap_or(NonZero::<usize>::MIN));
        Batch { runs, at_once, threads: threads.get() / at_once }
    }

    /// Announces the time that the runs will take, if it is long, and starts their progress.
    pub fn progress(
        &self,
        works: &[(&Path, WorkKind)],
        request: CompareRequest<'_>,
        options: &WorkOptions,
        quiet: bool,
    ) -> Result<BatchProgress, Failure> {
        let weights = estimate::weights(works, options)?.unwrap_or_default();
        let names = works.iter().map(|(path, _)| path.display().to_string());
        let weights: BTreeMap<String, u64> = names.zip(weights).collect();
        let all = weights.values().sum::<u64>() * request.policies.len() as u64;
        let CompareRequest { machine, options, at_once, .. } = request;
        let time = estimate::announce(self.runs, all, machine, options, at_once, quiet);
        let bar = Progress::weighted(self.runs as u64, "runs", all, time, quiet);
        Ok(BatchProgress { bar, weights })
    }
}

/// The progress of a batch.
pub struct BatchProgress {
    /// The bar that counts runs.
    pub bar: Progress,
    weights: BTreeMap<String, u64>,
}

impl BatchProgress {
    /// Counts a run of a work.
    pub fn end(&self, label: &WorkLabel, origin: RunOrigin) {
        let weight = self.weights.get(&label.work).copied().unwrap_or(0);
        match origin {
            RunOrigin::Simulation => self.bar.end_weighing(weight),
            RunOrigin::Checkpoint => self.bar.skip(1, weight),
        }
    }
}
