//! The suite's applications, launch by launch, compared with Accel-Sim.
//!
//! All launches of an application are one run, so that caches keep their contents from launch to launch as in Accel-Sim. Each launch
//! is one point.

mod bound;
mod check;
mod read;
mod report;
mod tables;

pub use bound::{Activity, Bound};
pub use check::{SuiteLimits, exceeded};
pub use read::{SuiteFile, SuiteSetting};
pub use report::{
    BoundSummary, HitRateRow, HitRateSummary, KernelRow, LaunchRow, SuiteReport, SuiteSummary, report,
};
pub use tables::tables;

use super::points::{Gpu, Policy};
use std::path::PathBuf;

/// The suite's applications with the results of Accel-Sim.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file of results, for errors.
    pub results: PathBuf,
    pub limits: SuiteLimits,
    /// One run per machine, application and policy.
    pub runs: Vec<SuiteRun>,
    /// Whether these are all runs of the file.
    pub whole: bool,
}

impl Suite {
    /// The name that selects all runs.
    pub const NAME: &'static str = "suite";

    /// The names that select runs: that of the suite, of applications and of machines.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.runs.iter().flat_map(|run| [run.application.as_str(), run.gpu.label.as_str()]);
        own.chain([Suite::NAME])
    }

    /// The runs that the names select; none without any.
    pub fn only(self, names: &[String]) -> Option<Suite> {
        let all = names.iter().any(|name| name == Suite::NAME);
        let meant =
            |run: &SuiteRun| all || names.contains(&run.application) || names.contains(&run.gpu.label);
        let runs: Vec<SuiteRun> = self.runs.iter().filter(|run| meant(run)).cloned().collect();
        let whole = self.whole && runs.len() == self.runs.len();
        (!runs.is_empty()).then_some(Suite { runs, whole, ..self })
    }
}

/// An application on one machine under one policy, with the results of its launches.
#[derive(Clone, Debug)]
pub struct SuiteRun {
    pub application: String,
    /// The machine.
    pub gpu: Gpu,
    pub policy: Policy,
    /// The directory of the trace.
    pub trace: PathBuf,
    /// Whether the application was held out of tuning.
    pub held_out: bool,
    /// The results of Accel-Sim, in the order of the launches.
    pub launches: Vec<LaunchResult>,
}

/// Accel-Sim's result of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LaunchResult {
    pub kernel: String,
    /// Cycles of the launch, with the launch latency.
    pub cycles: u64,
    /// Instructions issued, counted once per active lane.
    pub thread_instructions: u64,
    /// Accesses to the L1 data caches.
    pub l1: CacheAccesses,
    pub l2: CacheAccesses,
}

/// Accesses to the caches of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CacheAccesses {
    pub accesses: u64,
    pub misses: u64,
}

impl CacheAccesses {
    /// The accesses since an earlier, cumulative count; none if a count has decreased.
    pub fn since(self, earlier: CacheAccesses) -> Option<CacheAccesses> {
        Some(CacheAccesses {
            accesses: self.accesses.checked_sub(earlier.accesses)?,
            misses: self.misses.checked_sub(earlier.misses)?,
        })
    }

    /// The sum with another launch's accesses.
    #[must_use]
    pub fn plus(self, other: CacheAccesses) -> CacheAccesses {
        CacheAccesses { accesses: self.accesses + other.accesses, misses: self.misses + other.misses }
    }

    /// Accesses that did not miss, in percent; none without accesses.
    pub fn hits(self) -> Option<f64> {
        (self.accesses > 0).then(|| 100.0 * (1.0 - self.misses as f64 / self.accesses as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accesses(accesses: u64, misses: u64) -> CacheAccesses {
        CacheAccesses { accesses, misses }
    }

    #[test]
    fn cumulative_l1_counts_are_subtracted() {
        assert_eq!(accesses(100, 40).since(accesses(60, 40)), Some(accesses(40, 0)));
        assert_eq!(accesses(100, 40).since(accesses(101, 0)), None);
        assert_eq!(accesses(100, 40).since(accesses(0, 41)), None);
        assert_eq!(accesses(40, 0).plus(accesses(60, 40)), accesses(100, 40));
    }

    #[test]
    fn a_hit_rate_needs_an_access() {
        assert_eq!(accesses(8, 2).hits(), Some(75.0));
        assert_eq!(accesses(0, 0).hits(), None);
    }
}
