//! Claims, measured.

use super::claim::{Claim, Mean, Metric, same_direction};
use super::kept::{Part, Runs};
use crate::record::Cache;
use warploom_gpu::counters::Cause;

/// Policies of one kind: by turns, the oldest first, and by phase.
pub struct Kind {
    /// What they are called together.
    pub name: &'static str,
    /// By turns.
    pub rr: &'static str,
    /// The oldest first.
    pub gto: &'static str,
    /// By phase.
    pub phase: &'static str,
}

/// The two kinds of schedulers that the phase-aware paper compares.
pub const KINDS: [Kind; 2] = [
    Kind { name: "single level", rr: "lrr", gto: "gto", phase: "phase" },
    Kind {
        name: "two-level",
        rr: "two-level:order=rr",
        gto: "two-level:order=gto",
        phase: "two-level:order=phase",
    },
];

/// The smallest difference between two policies that says which is better.
const CLEAR: f64 = 0.01;

/// A claim beside what was measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// What the paper says.
    pub claim: Claim,
    /// What each seed gave; empty, if runs are missing.
    pub values: Vec<f64>,
    /// Where the difference comes from, if it goes the other way.
    pub why: Option<String>,
}

impl Measured {
    /// What was measured: the mean over seeds.
    pub fn value(&self) -> Option<f64> {
        Mean::Arithmetic.of(&self.values)
    }

    /// The least and the greatest of the seeds.
    pub fn spread(&self) -> Option<(f64, f64)> {
        let least = self.values.iter().copied().reduce(f64::min)?;
        Some((least, self.values.iter().copied().reduce(f64::max)?))
    }

    /// Whether it goes where the paper says.
    pub fn same(&self) -> Option<bool> {
        self.value().map(|value| same_direction(value, self.claim.paper))
    }
}

/// Measures a claim.
pub fn measure(claim: &Claim, runs: &Runs, seeds: &[u64]) -> Measured {
    let values = seeds.iter().filter_map(|&seed| value(claim, runs, seed)).collect();
    let mut measured = Measured { claim: claim.clone(), values, why: None };
    if measured.same() == Some(false) {
        measured.why = why(claim, runs, seeds.first().copied().unwrap_or(1));
    }
    measured
}

fn value(claim: &Claim, runs: &Runs, seed: u64) -> Option<f64> {
    if claim.metric == Metric::Closer {
        let (closer, all) = closer(&claim.works, runs, seed)?;
        return (!all.is_empty()).then(|| closer.len() as f64 / all.len() as f64);
    }
    let ratio = |work: &String| {
        let (of, over) = (runs.part(work, &claim.of, seed)?, runs.part(work, &claim.over, seed)?);
        Some(ratio(claim.metric, &of, &over))
    };
    let ratios: Option<Vec<f64>> = claim.works.iter().map(ratio).collect();
    claim.mean.of(&ratios?)
}

/// What is measured of one work.
pub fn ratio(metric: Metric, of: &Part, over: &Part) -> f64 {
    let divided = |a: u64, b: u64| a.max(1) as f64 / b.max(1) as f64;
    match metric {
        Metric::Speedup | Metric::Closer => divided(over.cycles, of.cycles),
        Metric::Idle => divided(unissued(of), unissued(over)),
        Metric::Tail => divided(of.sums.tail, over.sums.tail),
        Metric::Stalls => divided(unissued(over), unissued(of)),
        Metric::IdleStalls => divided(empty(over), empty(of)),
        Metric::PipelineStalls => divided(of.stalls.of(Cause::Pipeline), over.stalls.of(Cause::Pipeline)),
        Metric::WarpsInFlight => {
            let mean = |part: &Part| part.sums.flying as f64 / part.sm_cycles.max(1) as f64;
            mean(of) / mean(over).max(1e-9)
        }
    }
}

/// Scheduler-cycles without an issue.
pub fn unissued(part: &Part) -> u64 {
    part.stalls.total() - part.stalls.of(Cause::Issued)
}

/// Scheduler-cycles in which no warp had an instruction: what GPGPU-Sim calls idle.
pub fn empty(part: &Part) -> u64 {
    [Cause::Idle, Cause::Fetch, Cause::Barrier, Cause::Held].iter().map(|&cause| part.stalls.of(cause)).sum()
}

/// Scheduler-cycles in which warps waited for results: what GPGPU-Sim calls scoreboard.
pub fn waiting(part: &Part) -> u64 {
    part.stalls.of(Cause::ScoreboardMemory) + part.stalls.of(Cause::ScoreboardAlu)
}

/// A work under policies of a kind.
pub struct Case {
    /// The work.
    pub work: String,
    /// Of [`KINDS`].
    pub kind: &'static str,
    /// Cycles by turns, the oldest first, and by phase.
    pub cycles: [u64; 3],
}

impl Case {
    /// How many times as fast as by turns the other two are.
    pub fn speedups(&self) -> [f64; 2] {
        [1, 2].map(|at| self.cycles[0] as f64 / self.cycles[at].max(1) as f64)
    }

    /// How fast by phase is in parts of the better of the other two.
    pub fn of_the_better(&self) -> f64 {
        let [rr, gto, phase] = self.cycles;
        rr.min(gto) as f64 / phase.max(1) as f64
    }

    /// Whether one of the other two is clearly better.
    pub fn is_clear(&self) -> bool {
        let [rr, gto, _] = self.cycles.map(|cycles| cycles as f64);
        rr.max(gto) / rr.min(gto) > 1.0 + CLEAR
    }

    /// Whether by phase is closer to the better of the other two.
    pub fn is_closer(&self) -> bool {
        let [rr, gto, phase] = self.cycles.map(|cycles| cycles as f64);
        (phase - rr.min(gto)).abs() < (phase - rr.max(gto)).abs()
    }
}

/// Works under the policies of a kind; with another policy in gto's place, if one is given.
pub fn cases(works: &[String], kind: &Kind, gto: Option<&str>, runs: &Runs, seed: u64) -> Option<Vec<Case>> {
    let cycles = |work: &str, policy: &str| runs.part(work, policy, seed).map(|part| part.cycles);
    let case = |work: &String| {
        let cycles =
            [cycles(work, kind.rr)?, cycles(work, gto.unwrap_or(kind.gto))?, cycles(work, kind.phase)?];
        Some(Case { work: work.clone(), kind: kind.name, cycles })
    };
    works.iter().map(case).collect()
}

/// The works where one of rr and gto is clearly better, and those of them on which phase is closer to it.
fn closer(works: &[String], runs: &Runs, seed: u64) -> Option<(Vec<Case>, Vec<String>)> {
    let mut all = Vec::new();
    for kind in &KINDS {
        all.extend(cases(works, kind, None, runs, seed)?);
    }
    all.retain(Case::is_clear);
    let names = all.iter().map(|case| case.work.clone()).collect();
    all.retain(Case::is_closer);
    Some((all, names))
}

/// Where the difference between two policies comes from: the stalls that moved most, and what caches found.
fn why(claim: &Claim, runs: &Runs, seed: u64) -> Option<String> {
    if claim.metric == Metric::Closer {
        let mut not = Vec::new();
        for kind in &KINDS {
            let cases = cases(&claim.works, kind, None, runs, seed)?;
            let far = cases.into_iter().filter(|case| case.is_clear() && !case.is_closer());
            not.extend(far.map(|case| format!("{} ({})", case.work, case.kind)));
        }
        return Some(format!("not on {}", not.join(", ")));
    }
    let parts = |policy: &str| -> Option<Vec<Part>> {
        claim.works.iter().map(|work| runs.part(work, policy, seed)).collect()
    };
    let (of, over) = (parts(&claim.of)?, parts(&claim.over)?);
    let count = of.len().max(1) as f64;
    let moved = |cause: Cause| {
        let one = |(of, over): (&Part, &Part)| {
            (of.stalls.of(cause) as f64 - over.stalls.of(cause) as f64) / over.stalls.total().max(1) as f64
        };
        of.iter().zip(&over).map(one).sum::<f64>() / count
    };
    let mut causes: Vec<(Cause, f64)> = Cause::ALL.into_iter().map(|cause| (cause, moved(cause))).collect();
    causes.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
    let causes: Vec<String> =
        causes.iter().take(3).map(|(cause, by)| format!("{} {:+.1} %", cause.name(), by * 100.0)).collect();
    let rate = |parts: &[Part], of: fn(&Part) -> Cache| {
        let all = parts.iter().map(of).fold(Cache::default(), Cache::plus);
        100.0 * all.hit_rate().unwrap_or(0.0)
    };
    Some(format!(
        "{} against {}: {} of scheduler-cycles; L1 hits {:.1} % (against {:.1} %), L2 hits {:.1} % ({:.1} %)",
        claim.of,
        claim.over,
        causes.join(", "),
        rate(&of, |part| part.l1),
        rate(&over, |part| part.l1),
        rate(&of, |part| part.l2),
        rate(&over, |part| part.l2),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(rr: u64, gto: u64, phase: u64) -> Case {
        Case { work: "w".to_owned(), kind: "single level", cycles: [rr, gto, phase] }
    }

    #[test]
    fn closer_is_nearer_to_the_better_than_to_the_worse() {
        assert!(case(100, 110, 104).is_closer());
        assert!(!case(100, 110, 106).is_closer());
        assert!(!case(100, 110, 105).is_closer(), "in the middle is not closer");
        assert!(case(110, 100, 90).is_closer(), "better than both is closer to the better");
        assert!(!case(1000, 1009, 1000).is_clear());
        assert!(case(1000, 1011, 1000).is_clear());
        assert!((case(100, 110, 125).of_the_better() - 0.8).abs() < 1e-12);
    }
}
