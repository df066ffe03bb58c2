//! Measurement of claims.

use super::claim::{Claim, ClaimPolicies, Mean, Metric, same_direction};
use super::stored::{Runs, WorkCounters};
use crate::record::Cache;
use warploom_gpu::counters::Cause;

/// Three policies that differ only in their order of warps: round robin, oldest first, and by phase.
pub struct SchedulerFamily {
    /// The family's name.
    pub name: &'static str,
    /// Round robin.
    pub rr: &'static str,
    /// Oldest first.
    pub gto: &'static str,
    /// By phase.
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

/// The smallest relative difference in cycles by which one policy counts as better than another.
const CLEAR: f64 = 0.01;

/// A claim with its measured values.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MeasuredClaim {
    /// The claim.
    pub claim: Claim,
    /// The measured value of each seed; empty if runs are missing.
    pub values: Vec<f64>,
    /// The counters that explain a difference in direction.
    pub why: Option<String>,
}

impl MeasuredClaim {
    /// The measured value: the mean over seeds.
    pub fn value(&self) -> Option<f64> {
        Mean::Arithmetic.of(&self.values)
    }

    /// The smallest and the largest value of a seed.
    pub fn spread(&self) -> Option<(f64, f64)> {
        let least = self.values.iter().copied().reduce(f64::min)?;
        Some((least, self.values.iter().copied().reduce(f64::max)?))
    }

    /// Whether the measured value has the paper's direction; none if runs are missing.
    pub fn same_direction(&self) -> Option<bool> {
        self.value().map(|value| same_direction(value, self.claim.paper))
    }
}

/// Measures a claim.
pub fn measure(claim: &Claim, runs: &Runs, seeds: &[u64]) -> MeasuredClaim {
    let values = seeds.iter().filter_map(|&seed| value(claim, runs, seed)).collect();
    let mut measured = MeasuredClaim { claim: claim.clone(), values, why: None };
    if measured.same_direction() == Some(false) {
        measured.why = why(claim, runs, seeds.first().copied().unwrap_or(1));
    }
    measured
}

fn value(claim: &Claim, runs: &Runs, seed: u64) -> Option<f64> {
    let (of, over) = match &claim.policies {
        ClaimPolicies::Pair { of, over } => (of, over),
        ClaimPolicies::PhaseWithBetter => {
            let clear = clear_cases(&claim.works, runs, seed)?;
            let closer = clear.iter().filter(|case| case.is_closer()).count();
            return (!clear.is_empty()).then(|| closer as f64 / clear.len() as f64);
        }
    };
    let ratio = |work: &String| {
        let (of, over) = (runs.counters(work, of, seed)?, runs.counters(work, over, seed)?);
        Some(ratio(claim.metric, &of, &over))
    };
    let ratios: Option<Vec<f64>> = claim.works.iter().map(ratio).collect();
    claim.mean.of(&ratios?)
}

/// A metric of one work under two policies.
pub fn ratio(metric: Metric, of: &WorkCounters, over: &WorkCounters) -> f64 {
    let divided = |a: u64, b: u64| a.max(1) as f64 / b.max(1) as f64;
    match metric {
        Metric::Speedup | Metric::Closer => divided(over.cycles, of.cycles),
        Metric::IdleCycles => divided(unissued(of), unissued(over)),
        Metric::TailCycles => divided(of.sums.tail, over.sums.tail),
        Metric::StallCycles => divided(unissued(over), unissued(of)),
        Metric::IdleStalls => divided(empty(over), empty(of)),
        Metric::PipelineStalls => divided(of.stalls.of(Cause::Pipeline), over.stalls.of(Cause::Pipeline)),
        Metric::WarpsInFlight => {
            let mean = |part: &WorkCounters| part.sums.flying as f64 / part.sm_cycles.max(1) as f64;
            mean(of) / mean(over).max(1e-9)
        }
    }
}

/// Scheduler-cycles without an issue.
pub fn unissued(part: &WorkCounters) -> u64 {
    part.stalls.total() - part.stalls.of(Cause::Issued)
}

/// Scheduler-cycles in which no warp had an instruction: GPGPU-Sim's idle cycles.
pub fn empty(part: &WorkCounters) -> u64 {
    let empty = [Cause::Idle, Cause::Launch, Cause::Fetch, Cause::Barrier, Cause::Held];
    empty.iter().map(|&cause| part.stalls.of(cause)).sum()
}

/// Scheduler-cycles in which warps waited for results: GPGPU-Sim's scoreboard stalls.
pub fn waiting(part: &WorkCounters) -> u64 {
    part.stalls.of(Cause::ScoreboardMemory) + part.stalls.of(Cause::ScoreboardAlu)
}

/// The cycles of a work under the three policies of a family.
pub struct FamilyCycles {
    /// The work.
    pub work: String,
    /// The family's name.
    pub family: &'static str,
    /// Cycles under round robin, oldest first, and by phase.
    pub cycles: [u64; 3],
}

impl FamilyCycles {
    /// The speedups of oldest first and by phase over round robin.
    pub fn speedups(&self) -> [f64; 2] {
        [1, 2].map(|at| self.cycles[0] as f64 / self.cycles[at].max(1) as f64)
    }

    /// The speedup of by phase over the better of the other two.
    pub fn over_better(&self) -> f64 {
        let [rr, gto, phase] = self.cycles;
        rr.min(gto) as f64 / phase.max(1) as f64
    }

    /// Whether round robin and oldest first differ clearly.
    pub fn is_clear(&self) -> bool {
        let [rr, gto, _] = self.cycles.map(|cycles| cycles as f64);
        rr.max(gto) / rr.min(gto) > 1.0 + CLEAR
    }

    /// Whether by phase is closer to the better of the other two than to the worse.
    pub fn is_closer(&self) -> bool {
        let [rr, gto, phase] = self.cycles.map(|cycles| cycles as f64);
        (phase - rr.min(gto)).abs() < (phase - rr.max(gto)).abs()
    }
}

/// The cycles of works under the policies of a family; `gto` replaces the family's policy of that kind.
pub fn family_cycles(
    works: &[String],
    family: &SchedulerFamily,
    gto: Option<&str>,
    runs: &Runs,
    seed: u64,
) -> Option<Vec<FamilyCycles>> {
    let cycles = |work: &str, policy: &str| runs.counters(work, policy, seed).map(|counters| counters.cycles);
    let of_work = |work: &String| {
        let cycles =
            [cycles(work, family.rr)?, cycles(work, gto.unwrap_or(family.gto))?, cycles(work, family.phase)?];
        Some(FamilyCycles { work: work.clone(), family: family.name, cycles })
    };
    works.iter().map(of_work).collect()
}

/// The works, of both families, on which round robin and oldest first differ clearly.
fn clear_cases(works: &[String], runs: &Runs, seed: u64) -> Option<Vec<FamilyCycles>> {
    let mut all = Vec::new();
    for family in &FAMILIES {
        all.extend(family_cycles(works, family, None, runs, seed)?);
    }
    all.retain(FamilyCycles::is_clear);
    Some(all)
}

/// An explanation of a claim's value by counters: the stalls that changed most, and the hit rates of the caches.
fn why(claim: &Claim, runs: &Runs, seed: u64) -> Option<String> {
    let (of_policy, over_policy) = match &claim.policies {
        ClaimPolicies::Pair { of, over } => (of, over),
        ClaimPolicies::PhaseWithBetter => {
            let clear = clear_cases(&claim.works, runs, seed)?;
            let far = clear.iter().filter(|case| !case.is_closer());
            let far: Vec<String> = far.map(|case| format!("{} ({})", case.work, case.family)).collect();
            return Some(format!("not on {}", far.join(", ")));
        }
    };
    let counters = |policy: &str| -> Option<Vec<WorkCounters>> {
        claim.works.iter().map(|work| runs.counters(work, policy, seed)).collect()
    };
    let (of, over) = (counters(of_policy)?, counters(over_policy)?);
    let count = of.len().max(1) as f64;
    let change = |cause: Cause| {
        let one = |(of, over): (&WorkCounters, &WorkCounters)| {
            (of.stalls.of(cause) as f64 - over.stalls.of(cause) as f64) / over.stalls.total().max(1) as f64
        };
        of.iter().zip(&over).map(one).sum::<f64>() / count
    };
    let mut causes: Vec<(Cause, f64)> = Cause::ALL.into_iter().map(|cause| (cause, change(cause))).collect();
    causes.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    let causes: Vec<String> =
        causes.iter().take(3).map(|(cause, by)| format!("{} {:+.1} %", cause.name(), by * 100.0)).collect();
    let rate = |all: &[WorkCounters], of: fn(&WorkCounters) -> Cache| {
        let all = all.iter().map(of).fold(Cache::default(), Cache::plus);
        100.0 * all.hit_rate().unwrap_or(0.0)
    };
    Some(format!(
        "{of_policy} against {over_policy}: {} of scheduler-cycles; L1 hits {:.1} % (against {:.1} %), L2 hits {:.1} % ({:.1} %)",
        causes.join(", "),
        rate(&of, |counters| counters.l1),
        rate(&over, |counters| counters.l1),
        rate(&of, |counters| counters.l2),
        rate(&over, |counters| counters.l2),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(rr: u64, gto: u64, phase: u64) -> FamilyCycles {
        FamilyCycles { work: "w".to_owned(), family: "single level", cycles: [rr, gto, phase] }
    }

    #[test]
    fn closer_is_nearer_to_the_better_than_to_the_worse() {
        assert!(case(100, 110, 104).is_closer());
        assert!(!case(100, 110, 106).is_closer());
        assert!(!case(100, 110, 105).is_closer(), "in the middle is not closer");
        assert!(case(110, 100, 90).is_closer(), "better than both is closer to the better");
        assert!(!case(1000, 1009, 1000).is_clear());
        assert!(case(1000, 1011, 1000).is_clear());
        assert!((case(100, 110, 125).over_better() - 0.8).abs() < 1e-12);
    }
}
