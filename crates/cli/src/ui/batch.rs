//! Many runs of one command: how many at a time, and their progress.

use crate::ui::command::Failure;
use crate::ui::estimate;
use crate::ui::progress::Progress;
use crate::ui::work::WorkKind;
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::Options;
use warploom_lab::compare::RunOrigin;
use warploom_lab::run::WorkLabel;
use warploom_lab::work::WorkOptions;

/// Runs of works, divided among the host's threads.
pub struct Batch {
    pub runs: usize,
    /// Runs at a time.
    pub at_once: NonZero<usize>,
    /// Threads of each run.
    pub threads: usize,
}

impl Batch {
    /// One thread for each run; several if there are more threads than runs.
    pub fn new(runs: usize, threads: NonZero<usize>) -> Batch {
        let at_once = threads.min(NonZero::new(runs).unwrap_or(NonZero::<usize>::MIN));
        Batch { runs, at_once, threads: threads.get() / at_once }
    }

    /// Announces the time that the runs will take, if it is long, and starts their progress. The host's speed is measured on a
    /// machine.
    pub fn progress(
        &self,
        works: &[(&Path, WorkKind)],
        (machine, options): (&Machine, Options),
        work_options: &WorkOptions,
        quiet: bool,
    ) -> Result<BatchProgress, Failure> {
        let weights = estimate::weights(works, work_options)?.unwrap_or_default();
        let names = works.iter().map(|(path, _)| path.display().to_string());
        let weights: BTreeMap<String, u64> = names.zip(weights).collect();
        let all = weights.values().sum::<u64>() * (self.runs / works.len().max(1)) as u64;
        let time = estimate::announce(self.runs, all, machine, options, self.at_once, quiet);
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
