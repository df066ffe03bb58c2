//! Families of schedulers: policies that differ only in their order of warps.

use super::claim::CLEAR;
use super::stored::Runs;
use super::verdict::Verdict;
use warploom_lab::sample::Sample;

/// Three policies that differ only in their order of warps: round robin, oldest first, and by phase.
#[derive(Clone, Copy, Debug)]
pub struct SchedulerFamily {
    pub name: &'static str,
    /// Round robin.
    pub rr: &'static str,
    /// Oldest first.
    pub gto: &'static str,
    pub phase: &'static str,
}

/// The two families that the phase-aware paper compares.
pub const FAMILIES: [SchedulerFamily; 2] = [
    SchedulerFamily { name: "single level", rr: "lrr", gto: "gto", phase: "phase" },
    SchedulerFamily {
        name: "two-level",
        rr: "two-level:order=rr",
        gto: "two-level:order=gto",
        phase: "two-level:order=phase",
    },
];

/// The cycles of a work under the three policies of a family.
#[derive(Clone, Debug)]
pub struct FamilyRuns {
    pub work: String,
    pub family: &'static str,
    /// For each perturbed run, cycles under round robin, oldest first, and by phase.
    pub cycles: Vec<[u64; 3]>,
}

impl FamilyRuns {
    /// A number of each perturbed run.
    fn sample(&self, of: impl Fn([f64; 3]) -> f64) -> Sample {
        let values: Vec<f64> =
            self.cycles.iter().map(|run| of(run.map(|cycles| cycles.max(1) as f64))).collect();
        Sample::of(&values).unwrap_or(Sample { mean: 0.0, deviation: 0.0, runs: 0 })
    }

    /// The speedups of oldest first and by phase over round robin.
    pub fn speedups(&self) -> [Sample; 2] {
        [1, 2].map(|at| self.sample(|cycles| cycles[0] / cycles[at]))
    }

    /// The better of round robin and oldest first in the mean over the runs, and the worse.
    fn better_and_worse(&self) -> [usize; 2] {
        let rr_is_better = self.sample(|[rr, gto, _]| (gto / rr).ln()).mean > 0.0;
        if rr_is_better { [0, 1] } else { [1, 0] }
    }

    /// The speedup of by phase over the better of the other two.
    pub fn over_better(&self) -> Sample {
        let [better, _] = self.better_and_worse();
        self.sample(|cycles| cycles[better] / cycles[2])
    }

    /// Whether round robin and oldest first differ by more than 1 % and by more than two standard deviations.
    pub fn is_clear(&self) -> bool {
        let [better, worse] = self.better_and_worse();
        let difference = self.sample(|cycles| (cycles[worse] / cycles[better]).ln());
        difference.mean > CLEAR.ln_1p() && Verdict::of_sign(difference) == Verdict::Holds
    }

    /// By how much by phase is closer to the better of the other two than to the worse, as a part of the better's cycles.
    fn closeness(&self, cycles: [f64; 3]) -> f64 {
        let [better, worse] = self.better_and_worse();
        let distance = |at: usize| (cycles[2] - cycles[at]).abs();
        (distance(worse) - distance(better)) / cycles[better]
    }

    /// Whether by phase is closer to the better of the other two than to the worse.
    pub fn is_closer(&self) -> Verdict {
        Verdict::of_sign(self.sample(|cycles| self.closeness(cycles)))
    }

    /// Whether by phase is closer to the better in one run.
    pub fn is_closer_in(&self, run: usize) -> bool {
        self.cycles
            .get(run)
            .is_some_and(|cycles| self.closeness(cycles.map(|cycles| cycles.max(1) as f64)) > 0.0)
    }
}

/// The runs of works under the policies of a family; none if a run is missing.
pub fn family_runs(
    works: &[String],
    family: &SchedulerFamily,
    runs: &Runs,
    seeds: &[u64],
) -> Option<Vec<FamilyRuns>> {
    let cycles =
        |work: &str, policy: &str, seed| runs.counters(work, policy, seed).map(|counters| counters.cycles);
    let of_work = |work: &String| {
        let of_seed = |&seed: &u64| {
            Some([
                cycles(work, family.rr, seed)?,
                cycles(work, family.gto, seed)?,
                cycles(work, family.phase, seed)?,
            ])
        };
        let cycles: Option<Vec<[u64; 3]>> = seeds.iter().map(of_seed).collect();
        Some(FamilyRuns { work: work.clone(), family: family.name, cycles: cycles? })
    };
    works.iter().map(of_work).collect()
}

/// The works, of both families, on which round robin and oldest first differ clearly.
pub fn clear_cases(works: &[String], runs: &Runs, seeds: &[u64]) -> Option<Vec<FamilyRuns>> {
    let mut all = Vec::new();
    for family in &FAMILIES {
        all.extend(family_runs(works, family, runs, seeds)?);
    }
    all.retain(FamilyRuns::is_clear);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(cycles: &[[u64; 3]]) -> FamilyRuns {
        FamilyRuns { work: "w".to_owned(), family: "single level", cycles: cycles.to_vec() }
    }

    #[test]
    fn closer_is_nearer_to_the_better_than_to_the_worse() {
        assert_eq!(case(&[[100, 110, 104]]).is_closer(), Verdict::Holds);
        assert_eq!(case(&[[100, 110, 106]]).is_closer(), Verdict::Fails);
        assert_eq!(case(&[[100, 110, 105]]).is_closer(), Verdict::Undecided, "in the middle");
        assert_eq!(case(&[[110, 100, 90]]).is_closer(), Verdict::Holds, "better than both");
        assert!((case(&[[100, 110, 125]]).over_better().mean - 0.8).abs() < 1e-12);
    }

    #[test]
    fn a_case_is_clear_if_its_policies_differ_by_one_percent_and_two_deviations() {
        assert!(!case(&[[1000, 1009, 1000]]).is_clear());
        assert!(case(&[[1000, 1011, 1000]]).is_clear());
        let steady = [[1000, 1030, 1000], [1000, 1032, 1000], [1000, 1028, 1000]];
        let noisy = [[1000, 1070, 1000], [1000, 1030, 1000], [1000, 990, 1000]];
        assert!(case(&steady).is_clear() && !case(&noisy).is_clear());
    }

    #[test]
    fn the_better_policy_is_that_of_the_mean() {
        // In the second run alone, oldest first would be the better.
        let runs = case(&[[1000, 1100, 1010], [1000, 990, 1010]]);
        assert!(runs.is_closer_in(0) && runs.is_closer_in(1) == (10 < 20));
        assert!(runs.over_better().mean < 1.0);
    }
}
