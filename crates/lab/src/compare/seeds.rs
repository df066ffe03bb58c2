//! The comparisons of one work over seeds, and their statistics.

use super::{Comparison, StallShift, WorkComparison};
use crate::run::WorkLabel;
use crate::sample::Sample;
use warploom_gpu::counters::Cause;

/// The comparisons of one work, one per seed. Without perturbed runs, there is one.
#[derive(Clone, Copy, Debug)]
pub struct WorkSeeds<'a> {
    /// The rows of the work, by seed; at least one.
    pub rows: &'a [WorkComparison],
}

impl<'a> WorkSeeds<'a> {
    /// Name and size of the work, and its first seed.
    pub fn label(&self) -> &'a WorkLabel {
        &self.rows[0].label
    }

    /// The speedup of each policy over the baseline, as a sample over seeds: both policies of a ratio have run with the same seed.
    /// None without a finished run of both.
    pub fn speedups(&self) -> Vec<Option<Sample>> {
        let by_seed: Vec<Vec<Option<f64>>> = self.rows.iter().map(WorkComparison::speedups).collect();
        let policies = by_seed.iter().map(Vec::len).max().unwrap_or(0);
        let of = |policy: usize| -> Vec<f64> {
            by_seed.iter().filter_map(|speedups| speedups.get(policy).copied().flatten()).collect()
        };
        (0..policies).map(|policy| Sample::of(&of(policy))).collect()
    }

    /// Cycles under a policy, as a sample over seeds. None without a finished run.
    pub fn cycles(&self, policy: usize) -> Option<Sample> {
        let runs = self.rows.iter().filter_map(|row| row.runs.get(policy).and_then(Option::as_ref));
        Sample::of(&runs.map(|run| run.total.cycles as f64).collect::<Vec<_>>())
    }

    /// The change of stall cycles from the baseline to a policy, as the mean over seeds. None without a finished run of both.
    pub fn stall_shift(&self, policy: usize) -> Option<StallShift> {
        let shifts: Vec<StallShift> = self.rows.iter().filter_map(|row| row.stall_shift(policy)).collect();
        let mean = |cause: Cause| {
            Sample::of(&shifts.iter().map(|shift| shift.of(cause)).collect::<Vec<_>>()).map(|all| all.mean)
        };
        let by = Cause::ALL.into_iter().map(|cause| Some((cause, mean(cause)?)));
        Some(StallShift::largest_first(by.collect::<Option<Vec<_>>>()?))
    }

    /// The share of scheduler-cycles of a cause under a policy, as the mean over seeds. None without a finished run.
    pub fn cause_share(&self, policy: usize, cause: Cause) -> Option<f64> {
        let runs = self.rows.iter().filter_map(|row| row.runs.get(policy).and_then(Option::as_ref));
        let share =
            runs.map(|run| run.total.stalls.of(cause) as f64 / run.total.scheduler_cycles.max(1) as f64);
        Sample::of(&share.collect::<Vec<_>>()).map(|sample| sample.mean)
    }
}

impl Comparison {
    /// The works, each with its rows of all seeds.
    pub fn works(&self) -> impl Iterator<Item = WorkSeeds<'_>> {
        self.rows.chunks(self.seeds.get()).map(|rows| WorkSeeds { rows })
    }

    /// The geometric mean of each policy's speedups over the works, as a sample over seeds. Only works count that every policy has
    /// finished with every seed, so that means can be compared. None without such a work.
    pub fn mean_speedups(&self) -> Vec<Option<Sample>> {
        self.geometric_means().iter().map(|by_seed| Sample::of(by_seed)).collect()
    }

    /// By policy, the geometric means of its speedups by seed; empty without a work that every policy has finished.
    pub(super) fn geometric_means(&self) -> Vec<Vec<f64>> {
        let seeds = self.seeds.get();
        let speedups = |work: WorkSeeds<'_>| -> Option<Vec<Vec<f64>>> {
            let of = |row: &WorkComparison| row.speedups().into_iter().collect::<Option<Vec<f64>>>();
            work.rows.iter().map(of).collect::<Option<Vec<_>>>().filter(|rows| rows.len() == seeds)
        };
        let works: Vec<Vec<Vec<f64>>> = self.works().filter_map(speedups).collect();
        let mean = |policy: usize, seed: usize| {
            let logs: f64 = works.iter().map(|work| work[seed][policy].ln()).sum();
            (logs / works.len() as f64).exp()
        };
        let of = |policy: usize| match works.len() {
            0 => Vec::new(),
            _ => (0..seeds).map(|seed| mean(policy, seed)).collect(),
        };
        (0..self.policies.len()).map(of).collect()
    }
}
