//! The best of many policies, beside the bound.

use super::bound::{Bound, BoundError, Limit, bounds};
use crate::compare::{self, Comparison, Row, Study, compare};
use crate::run::About;
use crate::taped::Taped;
use std::collections::BTreeMap;
use warploom_gpu::run::RunError;
use warploom_policy::Choice;
use warploom_tape::file::Error;

/// Some launches: their bound, and what policies made of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The kernel's name, or `total`.
    pub name: String,
    /// How many launches.
    pub launches: u64,
    /// Their CTAs.
    pub ctas: u64,
    /// Cycles below which no schedule can go.
    pub bound: u64,
    /// What limits them, and for how many cycles of the bound: that of most cycles first.
    pub limits: Vec<(Limit, u64)>,
    /// Cycles under each policy.
    pub cycles: Vec<u64>,
}

impl Part {
    fn of(name: &str, launches: &[usize], bounds: &[Bound], row: &Row) -> Part {
        let mut limits: BTreeMap<&Limit, u64> = BTreeMap::new();
        for (cycles, limit) in launches.iter().map(|&launch| bounds[launch].greatest()) {
            limit.into_iter().for_each(|limit| *limits.entry(limit).or_default() += cycles);
        }
        let mut limits: Vec<(Limit, u64)> = limits.into_iter().map(|(limit, n)| (limit.clone(), n)).collect();
        // Among equals, the order of limits stays.
        limits.sort_by_key(|&(_, cycles)| std::cmp::Reverse(cycles));
        let sum = |of: &dyn Fn(usize) -> u64| launches.iter().map(|&launch| of(launch)).sum();
        let cycles = row.runs.iter().map(|done| sum(&|launch| done.launches[launch].cycles));
        Part {
            name: name.to_owned(),
            launches: launches.len() as u64,
            ctas: sum(&|launch| bounds[launch].ctas),
            bound: sum(&|launch| bounds[launch].cycles()),
            limits,
            cycles: cycles.collect(),
        }
    }

    /// Cycles under the first policy: what the others are compared with.
    pub fn baseline(&self) -> u64 {
        self.cycles.first().copied().unwrap_or(0)
    }

    /// The policy with the fewest cycles, by its place in the list, and its cycles. Of several, the first.
    pub fn best(&self) -> (usize, u64) {
        let best = self.cycles.iter().copied().enumerate().min_by_key(|&(_, cycles)| cycles);
        best.unwrap_or((0, 0))
    }

    /// How much of what was possible a policy reached: the part of the cycles between the first policy's and the bound that it
    /// saves, where there are any.
    pub fn reached(&self, policy: usize) -> Option<f64> {
        let baseline = self.baseline();
        let possible = baseline.checked_sub(self.bound).filter(|&possible| possible > 0)?;
        Some((baseline as f64 - self.cycles[policy] as f64) / possible as f64)
    }
}

/// Work, kernel by kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Work {
    /// The work.
    pub about: About,
    /// Its kernels, in the order of their first launches.
    pub kernels: Vec<Part>,
    /// All of it.
    pub total: Part,
}

/// How far policies go, and how far they could.
#[derive(Clone, PartialEq, Debug)]
pub struct Oracle {
    /// The policies, as records spell them; the first is what the others are compared with.
    pub policies: Vec<String>,
    /// Each work.
    pub works: Vec<Work>,
}

/// Why nothing was found.
#[derive(Debug, thiserror::Error)]
pub enum Failed<E> {
    /// Work could not be had.
    #[error(transparent)]
    Work(E),
    /// There is no bound.
    #[error("{work}: {error}")]
    Bound {
        /// Of what.
        work: String,
        /// Why.
        error: BoundError<Error>,
    },
    /// A run ended early.
    #[error("{work} under {policy}: {error}")]
    Run {
        /// Of what.
        work: String,
        /// Under which policy.
        policy: String,
        /// Why.
        error: Box<RunError<Error>>,
    },
}

/// Runs every policy over every work, as [`compare()`] does, and finds the bound of each; the first policy is what the others are
/// compared with. Runs have to be whole: the bound is of all CTAs.
pub fn search<E>(
    works: impl IntoIterator<Item = Result<Taped, E>>,
    study: Study<'_>,
    done: &(dyn Fn(&About, &Choice) + Sync),
) -> Result<Oracle, Failed<E>> {
    let mut found = Vec::new();
    let works = works.into_iter().map(|taped| {
        let taped = taped.map_err(Failed::Work)?;
        let bounds = bounds(&mut taped.file.reader(), &mut taped.file.reader(), study.machine)
            .map_err(|error| Failed::Bound { work: taped.about.work.clone(), error })?;
        found.push(bounds);
        Ok(taped)
    });
    let compared = compare(works, study, done).map_err(|failed| match failed {
        compare::Failed::Work(failed) => failed,
        compare::Failed::Run { work, policy, error } => Failed::Run { work, policy, error },
    })?;
    let Comparison { policies, rows } = compared;
    let works = rows.iter().zip(&found).map(|(row, bounds)| by_kernel(row, bounds)).collect();
    Ok(Oracle { policies, works })
}

fn by_kernel(row: &Row, bounds: &[Bound]) -> Work {
    let mut names: Vec<&str> = Vec::new();
    for bound in bounds {
        if !names.contains(&bound.kernel.as_str()) {
            names.push(&bound.kernel);
        }
    }
    let of = |name: &str| -> Vec<usize> {
        bounds.iter().enumerate().filter(|(_, bound)| bound.kernel == name).map(|(at, _)| at).collect()
    };
    let kernels = names.iter().map(|name| Part::of(name, &of(name), bounds, row)).collect();
    let all: Vec<usize> = (0..bounds.len()).collect();
    Work { about: row.about.clone(), kernels, total: Part::of("total", &all, bounds, row) }
}
