//! The results of a search over seeds.

use super::search::{Oracle, OracleRow, WorkOracle};
use crate::sample::Sample;

/// The rows of a kernel, or of a whole work, one per seed. Without perturbed runs, there is one.
#[derive(Clone, Debug)]
pub struct OracleSeeds<'a> {
    /// The rows, by seed; at least one. A kernel that some inputs do not launch has fewer.
    pub rows: Vec<&'a OracleRow>,
}

impl OracleSeeds<'_> {
    /// The mean of a number over seeds.
    pub fn mean(&self, of: impl Fn(&OracleRow) -> u64) -> f64 {
        let values: Vec<f64> = self.rows.iter().map(|row| of(row) as f64).collect();
        Sample::of(&values).map_or(0.0, |sample| sample.mean)
    }

    /// The index of the policy with the fewest cycles in the mean. Ties: the first policy.
    pub fn best(&self) -> usize {
        let policies = self.rows.iter().map(|row| row.cycles.len()).min().unwrap_or(0);
        // Sums are exact, which means are not.
        let cycles = |policy: &usize| self.rows.iter().map(|row| row.cycles[*policy]).sum::<u64>();
        (0..policies).min_by_key(cycles).unwrap_or(0)
    }

    /// The speedup of a policy over the baseline, as a sample over seeds.
    pub fn speedup(&self, policy: usize) -> Option<Sample> {
        let speedup = |row: &&OracleRow| {
            let cycles = row.cycles.get(policy).copied().unwrap_or(0);
            row.baseline().max(1) as f64 / cycles.max(1) as f64
        };
        Sample::of(&self.rows.iter().map(speedup).collect::<Vec<_>>())
    }

    /// The fraction of the gap between baseline and bound that a policy closes, of the means; none without a gap.
    pub fn gap_closed(&self, policy: usize) -> Option<f64> {
        let baseline = self.mean(OracleRow::baseline);
        let possible = baseline - self.mean(|row| row.bound);
        let saved = baseline - self.mean(|row| row.cycles.get(policy).copied().unwrap_or(0));
        (possible > 0.0).then_some(saved / possible)
    }
}

impl WorkOracle {
    /// The kernels of a work over seeds, in the order of first launches, and the whole work. `seeds` are the results of one work, at
    /// least one.
    pub fn over_seeds(seeds: &[WorkOracle]) -> (Vec<OracleSeeds<'_>>, OracleSeeds<'_>) {
        let mut kernels: Vec<OracleSeeds<'_>> = Vec::new();
        for row in seeds.iter().flat_map(|work| &work.kernels) {
            match kernels.iter_mut().find(|kernel| kernel.rows[0].name == row.name) {
                Some(kernel) => kernel.rows.push(row),
                None => kernels.push(OracleSeeds { rows: vec![row] }),
            }
        }
        (kernels, OracleSeeds { rows: seeds.iter().map(|work| &work.total).collect() })
    }
}

impl Oracle {
    /// The works, each with its results of all seeds.
    pub fn by_work(&self) -> impl Iterator<Item = &[WorkOracle]> {
        self.works.chunks(self.seeds.get())
    }
}
