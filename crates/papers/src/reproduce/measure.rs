//! Measurement of claims.

use super::claim::{Claim, ClaimPolicies, Mean, Metric};
use super::family::{FamilyRuns, clear_cases};
use super::stored::{Runs, WorkCounters};
use super::verdict::Verdict;
use warploom_gpu::counters::Cause;
use warploom_lab::record::Cache;
use warploom_lab::sample::Sample;

/// A claim with its measured values.
#[derive(Clone, PartialEq, Debug)]
pub struct MeasuredClaim {
    pub claim: Claim,
    /// The measured value of each perturbed run; empty if runs are missing.
    pub values: Vec<f64>,
    /// Whether the claim holds; none if runs are missing.
    pub verdict: Option<Verdict>,
    /// Whether the measured value is at least the paper's, if the claim is a lower bound.
    pub at_least: Option<Verdict>,
    /// The counters that explain a claim that does not hold.
    pub why: Option<String>,
}

impl MeasuredClaim {
    /// Mean and standard deviation of the runs.
    pub fn sample(&self) -> Option<Sample> {
        Sample::of(&self.values)
    }

    /// The measured effect as a part of the paper's: 1 for the same number, 0 for none, less than 0 for the other direction.
    /// None where the paper's number is 1, or a share of works.
    pub fn part_of_effect(&self) -> Option<f64> {
        let paper = self.claim.paper - 1.0;
        let is_ratio = paper.abs() > 1e-9 && self.claim.mean != Mean::ShareAbove;
        self.sample().filter(|_| is_ratio).map(|sample| (sample.mean - 1.0) / paper)
    }
}

/// The number of claims with a verdict.
pub fn count(claims: &[MeasuredClaim], verdict: Verdict) -> usize {
    claims.iter().filter(|measured| measured.verdict == Some(verdict)).count()
}

/// Measures a claim with the perturbed runs of these seeds.
pub fn measure(claim: &Claim, runs: &Runs, seeds: &[u64]) -> MeasuredClaim {
    let (values, verdict) = match &claim.policies {
        ClaimPolicies::Pair { of, over } => {
            let values: Vec<f64> =
                seeds.iter().filter_map(|&seed| pair(claim, (of, over), runs, seed)).collect();
            let verdict = Sample::of(&values).map(|sample| match claim.mean {
                Mean::ShareAbove => Verdict::of_lower_limit(sample, claim.paper),
                _ => Verdict::of_direction(sample, claim.paper),
            });
            (values, verdict)
        }
        ClaimPolicies::PhaseWithBetter => clear_cases(&claim.works, runs, seeds)
            .filter(|clear| !clear.is_empty())
            .map_or((Vec::new(), None), |clear| {
                let share = |run: usize| {
                    let closer = clear.iter().filter(|case| case.is_closer_in(run)).count();
                    closer as f64 / clear.len() as f64
                };
                ((0..seeds.len()).map(share).collect(), Some(always_closer(&clear)))
            }),
    };
    let at_least = Sample::of(&values)
        .filter(|_| claim.at_least)
        .map(|sample| Verdict::of_lower_limit(sample, claim.paper));
    let mut measured = MeasuredClaim { claim: claim.clone(), values, verdict, at_least, why: None };
    if measured.verdict.is_some_and(|verdict| verdict != Verdict::Holds) {
        measured.why = why(claim, runs, seeds);
    }
    measured
}

/// Whether by phase is closer to the better in every case.
fn always_closer(clear: &[FamilyRuns]) -> Verdict {
    let any = |verdict| clear.iter().any(|case| case.is_closer() == verdict);
    match () {
        () if any(Verdict::Fails) => Verdict::Fails,
        () if any(Verdict::Undecided) => Verdict::Undecided,
        () => Verdict::Holds,
    }
}

/// The value of a claim about two policies in one run.
fn pair(claim: &Claim, (of, over): (&str, &str), runs: &Runs, seed: u64) -> Option<f64> {
    if claim.metric == Metric::L1HitRate {
        let mean = |policy: &str| {
            let rates: Option<Vec<f64>> =
                claim.works.iter().map(|work| Some(hit_rate(&runs.counters(work, policy, seed)?))).collect();
            claim.mean.of(&rates?)
        };
        return Some(of_rates(mean(of)?, mean(over)?));
    }
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
        Metric::Ipc => {
            let ipc = |part: &WorkCounters| part.warp_instructions as f64 / part.cycles.max(1) as f64;
            ipc(of) / ipc(over).max(1e-9)
        }
        Metric::L1HitRate => of_rates(hit_rate(of), hit_rate(over)),
        Metric::CuIdle => of_rates(idle(of), idle(over)),
    }
}

/// The hit rate of the vector L1, as the mean over CUs.
pub fn hit_rate(part: &WorkCounters) -> f64 {
    part.cu.map_or(0.0, |cu| cu.hit_rate)
}

/// The idle part of the units, as the mean over CUs.
pub fn idle(part: &WorkCounters) -> f64 {
    part.cu.map_or(0.0, |cu| cu.idle)
}

/// The ratio of two rates; 1 if both are 0.
fn of_rates(of: f64, over: f64) -> f64 {
    if of == over { 1.0 } else { of / over.max(1e-9) }
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

/// An explanation of a claim's value by counters: the stalls that changed most, and the hit rates of the caches.
fn why(claim: &Claim, runs: &Runs, seeds: &[u64]) -> Option<String> {
    let (of_policy, over_policy) = match &claim.policies {
        ClaimPolicies::Pair { of, over } => (of, over),
        ClaimPolicies::PhaseWithBetter => {
            let clear = clear_cases(&claim.works, runs, seeds)?;
            let list = |verdict: Verdict| {
                let cases = clear.iter().filter(|case| case.is_closer() == verdict);
                cases.map(|case| format!("{} ({})", case.work, case.family)).collect::<Vec<_>>()
            };
            let (far, open) = (list(Verdict::Fails), list(Verdict::Undecided));
            let named = |words: &str, cases: &[String]| {
                (!cases.is_empty()).then(|| format!("{words} {}", cases.join(", ")))
            };
            let parts = [
                Some(format!("closer on {} of {} cases", list(Verdict::Holds).len(), clear.len())),
                named("not on", &far),
                named("undecided on", &open),
            ];
            return Some(parts.into_iter().flatten().collect::<Vec<_>>().join("; "));
        }
    };
    let seed = seeds.first().copied().unwrap_or(1);
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
    // A CU has five units where an SM has schedulers.
    let slots =
        if of.iter().any(|counters| counters.cu.is_some()) { "unit-cycles" } else { "scheduler-cycles" };
    Some(format!(
        "{of_policy} against {over_policy}: {} of {slots}; L1 hits {:.1} % (against {:.1} %), L2 hits {:.1} % ({:.1} %)",
        causes.join(", "),
        rate(&of, |counters| counters.l1),
        rate(&over, |counters| counters.l1),
        rate(&of, |counters| counters.l2),
        rate(&over, |counters| counters.l2),
    ))
}
