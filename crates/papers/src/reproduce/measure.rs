//! Measurement of claims.

use super::claim::{CLEAR, Claim, ClaimPart, ClaimPolicies, Mean, Metric, arithmetic};
use super::family::{FamilyRuns, clear_cases};
use super::stored::{Runs, WorkCounters};
use super::verdict::{Grade, Verdict};
use warploom_gpu::counters::Cause;
use warploom_lab::record::Cache;
use warploom_lab::sample::Sample;

/// A claim with its measured values.
#[derive(Clone, PartialEq, Debug)]
pub struct MeasuredClaim {
    pub claim: Claim,
    /// The measured value of each perturbed run; empty if runs are missing.
    pub values: Vec<f64>,
    /// None if runs are missing, or too few to judge.
    pub grade: Option<Grade>,
    /// The counters or works that explain a claim that is not reproduced.
    pub why: Option<String>,
}

impl MeasuredClaim {
    /// Mean and standard deviation of the runs.
    pub fn sample(&self) -> Option<Sample> {
        Sample::of(&self.values)
    }

    /// The grade in words, or why there is none.
    pub fn grade_name(&self) -> &'static str {
        match self.grade {
            Some(grade) => grade.name(),
            None if self.values.is_empty() => "not measured",
            None => NOT_JUDGED,
        }
    }

    /// The measured effect as a part of the paper's: 1 for the same number, 0 for none, less than 0 for the other direction.
    /// None where the paper's number is 1 or not a ratio, or where it has none.
    pub fn part_of_effect(&self) -> Option<f64> {
        let paper = self.claim.paper.number()? - 1.0;
        let is_ratio =
            matches!(self.claim.mean, Mean::Geometric | Mean::Arithmetic | Mean::Lowest | Mean::Highest);
        let has_effect = paper.abs() > 1e-9 && is_ratio && self.claim.metric != Metric::Closer;
        self.sample().filter(|_| has_effect).map(|sample| (sample.mean - 1.0) / paper)
    }
}

/// What a page says instead of a grade where there are too few runs.
pub const NOT_JUDGED: &str = "not judged";

/// The number of claims with a grade.
pub fn count(claims: &[MeasuredClaim], grade: Grade) -> usize {
    claims.iter().filter(|measured| measured.grade == Some(grade)).count()
}

/// Measures a claim with the perturbed runs of these seeds, and grades it if there are at least `needed`.
pub fn measure(claim: &Claim, runs: &Runs, seeds: &[u64], needed: usize) -> MeasuredClaim {
    let mut measured = MeasuredClaim { claim: claim.clone(), values: Vec::new(), grade: None, why: None };
    let cases = if Grade::is_of_cases(claim) { cases(claim, runs, seeds) } else { Vec::new() };
    measured.values = match claim.parts.first().map(|part| &part.policies) {
        Some(ClaimPolicies::PhaseWithBetter) => shares_of_closer(claim, runs, seeds),
        _ => seeds.iter().map_while(|&seed| value(claim, runs, seed)).collect(),
    };
    if measured.values.len() < seeds.len() {
        measured.values.clear();
    }
    let sample = measured.sample().filter(|sample| sample.runs >= needed);
    measured.grade = sample.map(|sample| match &cases[..] {
        [] => Grade::of_value(claim, sample),
        cases => Grade::of_cases(&cases.iter().map(|case| case.verdict).collect::<Vec<_>>()),
    });
    if measured.grade.is_some_and(|grade| grade != Grade::Reproduced) {
        measured.why = if cases.is_empty() { why(claim, runs, seeds) } else { Some(why_cases(&cases)) };
    }
    measured
}

/// A case of a claim about each of several: a work, or a work under a family of schedulers.
struct Case {
    name: String,
    verdict: Verdict,
}

/// The cases of a claim about each of its works, or about each clear case of the two families.
fn cases(claim: &Claim, runs: &Runs, seeds: &[u64]) -> Vec<Case> {
    let of_part = |part: &ClaimPart| -> Vec<Case> {
        let ClaimPolicies::Pair { of, over } = &part.policies else {
            let clear = clear_cases(&part.works, runs, seeds).unwrap_or_default();
            let case = |case: &FamilyRuns| Case {
                name: format!("{} ({})", case.work, case.family),
                verdict: case.is_closer(),
            };
            return clear.iter().map(case).collect();
        };
        let case = |work: &String| {
            let values = seeds.iter().map(|&seed| work_ratio(claim.metric, work, (of, over), runs, seed));
            let sample = Sample::of(&values.collect::<Option<Vec<f64>>>()?)?;
            Some(Case { name: work.clone(), verdict: Verdict::of_clear(sample, CLEAR) })
        };
        part.works.iter().filter_map(case).collect()
    };
    claim.parts.iter().flat_map(of_part).collect()
}

/// In each run, the share of the clear cases in which by phase is closer to the better.
fn shares_of_closer(claim: &Claim, runs: &Runs, seeds: &[u64]) -> Vec<f64> {
    let works: Vec<String> = claim.works().cloned().collect();
    let Some(clear) = clear_cases(&works, runs, seeds).filter(|clear| !clear.is_empty()) else {
        return Vec::new();
    };
    let share =
        |run: usize| clear.iter().filter(|case| case.is_closer_in(run)).count() as f64 / clear.len() as f64;
    (0..seeds.len()).map(share).collect()
}

/// The value of a claim about two policies in one run.
fn value(claim: &Claim, runs: &Runs, seed: u64) -> Option<f64> {
    if claim.metric == Metric::L1HitRate {
        let mean = |policy: &str| {
            let rate = |work: &String| Some(hit_rate(&runs.counters(work, policy, seed)?));
            arithmetic(&claim.works().map(rate).collect::<Option<Vec<f64>>>()?)
        };
        let ClaimPolicies::Pair { of, over } = &claim.parts.first()?.policies else { return None };
        return Some(of_rates(mean(of)?, mean(over)?));
    }
    let mut values = Vec::new();
    for part in &claim.parts {
        let ClaimPolicies::Pair { of, over } = &part.policies else { return None };
        for work in &part.works {
            values.push((work.as_str(), work_ratio(claim.metric, work, (of, over), runs, seed)?));
        }
    }
    claim.mean.of(&values)
}

fn work_ratio(metric: Metric, work: &str, (of, over): (&str, &str), runs: &Runs, seed: u64) -> Option<f64> {
    Some(ratio(metric, &runs.counters(work, of, seed)?, &runs.counters(work, over, seed)?))
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
        Metric::ScoreboardStalls => divided(waiting(over), waiting(of)),
        Metric::ReservationFails => divided(of.l1.reservation_fails, over.l1.reservation_fails),
        Metric::MemoryLoad => {
            let load = |part: &WorkCounters| part.sums.memory as f64 / part.sm_cycles.max(1) as f64;
            load(of) / load(over).max(1e-9)
        }
        Metric::L1MissRate => of_rates(miss_rate(of), miss_rate(over)),
        Metric::L1HitRate => of_rates(hit_rate(of), hit_rate(over)),
        Metric::CuIdle => of_rates(idle(of), idle(over)),
    }
}

/// The hit rate of the vector L1, as the mean over CUs.
pub fn hit_rate(part: &WorkCounters) -> f64 {
    part.cu.map_or(0.0, |cu| cu.hit_rate)
}

/// Accesses of the L1 of SMs that did not hit, including those to data in flight, per access.
pub fn miss_rate(part: &WorkCounters) -> f64 {
    (part.l1.misses + part.l1.pending) as f64 / part.l1.accesses.max(1) as f64
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

/// The cases of a claim by verdict.
fn why_cases(cases: &[Case]) -> String {
    let list = |verdict: Verdict| {
        let own = cases.iter().filter(|case| case.verdict == verdict);
        own.map(|case| case.name.as_str()).collect::<Vec<_>>()
    };
    let named =
        |words: &str, cases: &[&str]| (!cases.is_empty()).then(|| format!("{words} {}", cases.join(", ")));
    let parts = [
        Some(format!("so on {} of {} cases", list(Verdict::Holds).len(), cases.len())),
        named("the contrary on", &list(Verdict::Fails)),
        named("not clear on", &list(Verdict::Undecided)),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// An explanation of a claim's value by counters: the stalls that changed most, and the hit rates of the caches.
fn why(claim: &Claim, runs: &Runs, seeds: &[u64]) -> Option<String> {
    let part = claim.parts.first()?;
    let ClaimPolicies::Pair { of: of_policy, over: over_policy } = &part.policies else { return None };
    let seed = seeds.first().copied().unwrap_or(1);
    let counters = |policy: &str| -> Option<Vec<WorkCounters>> {
        part.works.iter().map(|work| runs.counters(work, policy, seed)).collect()
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
