//! The best of many policies, compared with the lower bound.

use super::bound::{Bound, BoundError, Limit, bounds};
use crate::compare::{self, CompareRequest, Comparison, RunOrigin, WorkComparison, compare};
use crate::perturb::perturbed;
use crate::record::HostCopied;
use crate::run::WorkLabel;
use crate::work_tape::WorkTape;
use std::collections::BTreeMap;
use std::num::NonZero;
use warploom_gpu::simulation::RunError;
use warploom_policy::CorePolicy;
use warploom_tape::file::Error;

/// The lower bound of a kernel, or of a whole work, and its cycles under each policy.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct OracleRow {
    /// The kernel's name, or `total`.
    pub name: String,
    pub launches: u64,
    /// The number of CTAs of all launches.
    pub ctas: u64,
    /// The lower bound, in cycles.
    pub bound: u64,
    /// The limits that set the bound, each with its cycles, most cycles first.
    pub limits: Vec<(Limit, u64)>,
    /// Cycles under each policy.
    pub cycles: Vec<u64>,
}

impl OracleRow {
    fn of(name: &str, launches: &[usize], bounds: &[Bound], row: &WorkComparison) -> OracleRow {
        let mut limits: BTreeMap<&Limit, u64> = BTreeMap::new();
        for (cycles, limit) in launches.iter().map(|&launch| bounds[launch].greatest()) {
            limit.into_iter().for_each(|limit| *limits.entry(limit).or_default() += cycles);
        }
        let mut limits: Vec<(Limit, u64)> = limits.into_iter().map(|(limit, n)| (limit.clone(), n)).collect();
        // The sort is stable: equal limits stay in their order.
        limits.sort_by_key(|&(_, cycles)| std::cmp::Reverse(cycles));
        let sum = |of: &dyn Fn(usize) -> u64| launches.iter().map(|&launch| of(launch)).sum();
        let cycles = row.runs.iter().flatten().map(|run| sum(&|launch| run.launches[launch].cycles));
        OracleRow {
            name: name.to_owned(),
            launches: launches.len() as u64,
            ctas: sum(&|launch| bounds[launch].ctas),
            bound: sum(&|launch| bounds[launch].cycles()),
            limits,
            cycles: cycles.collect(),
        }
    }

    /// Cycles under the first policy, the baseline.
    pub fn baseline(&self) -> u64 {
        self.cycles.first().copied().unwrap_or(0)
    }

    /// The index of the policy with the fewest cycles, and its cycles. Ties: the first policy.
    pub fn best(&self) -> (usize, u64) {
        let best = self.cycles.iter().copied().enumerate().min_by_key(|&(_, cycles)| cycles);
        best.unwrap_or((0, 0))
    }

    /// The fraction of the gap between baseline and bound that a policy closes; none without a gap.
    pub fn gap_closed(&self, policy: usize) -> Option<f64> {
        let baseline = self.baseline();
        let possible = baseline.checked_sub(self.bound).filter(|&possible| possible > 0)?;
        Some((baseline as f64 - self.cycles[policy] as f64) / possible as f64)
    }
}

/// The results of a work with one seed, by kernel.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct WorkOracle {
    /// The name, size and seed of the work.
    pub label: WorkLabel,
    /// One row per kernel, in the order of first launches.
    pub kernels: Vec<OracleRow>,
    /// The whole work.
    pub total: OracleRow,
    /// Bytes that the host copied to the device.
    pub host_copied: HostCopied,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Oracle {
    /// The policies, as records spell them. The first is the baseline.
    pub policies: Vec<String>,
    /// One entry per work and seed, the seeds of a work one after the other. Of an interrupted search, only works that every
    /// policy has run with every seed.
    pub works: Vec<WorkOracle>,
    /// Perturbed runs of each work and policy; 1 if runs are not perturbed.
    pub seeds: NonZero<usize>,
    pub finished: usize,
    /// True if [`Options::interrupt`](warploom_gpu::simulation::Options::interrupt) ended the search before all runs were finished.
    pub interrupted: bool,
}

/// An error that ends a search.
#[derive(Debug, thiserror::Error)]
pub enum OracleError<E> {
    /// A work cannot be opened.
    #[error(transparent)]
    Work(E),
    /// The bound cannot be computed.
    #[error("{work}: {error}")]
    Bound { work: String, error: BoundError<Error> },
    /// A simulation failed.
    #[error("{work} under {policy}: {error}")]
    Run { work: String, policy: String, error: Box<RunError<Error>> },
}

/// Runs every policy on every work, as [`compare()`] does, and computes the lower bound of each work.
///
/// The options must not limit cycles or CTAs: the bound covers all CTAs of a launch.
///
/// ```
/// use std::num::NonZero;
/// use warploom_gpu::machine::named;
/// use warploom_gpu::simulation::Options;
/// use warploom_kernel::execute::Mode;
/// use warploom_kernel::tape::Source;
/// use warploom_lab::compare::CompareRequest;
/// use warploom_lab::oracle::search;
/// use warploom_lab::run::WorkLabel;
/// use warploom_lab::work_tape::WorkTape;
/// use warploom_policy::{Choice, WARP_POLICIES};
/// use warploom_suite::{Size, application};
///
/// let work = application("scalarprod").expect("it is in the suite").prepare(Size::Tiny, 1)?;
/// let label = WorkLabel { work: "scalarprod".to_owned(), ..WorkLabel::default() };
/// let mut tapes = work.tapes(Mode::Warps32, 64).map_err(Box::<dyn std::error::Error>::from);
/// let tape = WorkTape::spool(label, &mut tapes)?;
/// let request = CompareRequest {
///     machine: &named("gtx480").expect("it is built in").machine(),
///     policies: &["lrr", "gto"].map(|name| Choice::parse(name, WARP_POLICIES).unwrap().into()),
///     cta_policy: &Choice::default(),
///     options: Options::default(),
///     at_once: NonZero::<usize>::MIN,
///     seeds: NonZero::<usize>::MIN,
///     checkpoint: None,
/// };
/// let oracle = search([Ok::<_, std::convert::Infallible>(tape)], request, &|_, _, _| {})?;
/// let total = &oracle.works[0].total;
/// assert!(total.bound <= total.best().1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a work cannot be opened, a bound cannot be computed, or a run fails.
pub fn search<E>(
    works: impl IntoIterator<Item = Result<WorkTape, E>>,
    request: CompareRequest<'_>,
    done: &(dyn Fn(&WorkLabel, &CorePolicy, RunOrigin) + Sync),
) -> Result<Oracle, OracleError<E>> {
    let mut found = Vec::new();
    let works = works.into_iter().map(|taped| {
        let taped = taped.map_err(OracleError::Work)?;
        let machine = perturbed(request.machine.clone(), (found.len() % request.seeds) as u64 + 1);
        let bounds =
            bounds(&mut taped.file.reader(), &mut taped.file.reader(), &machine, request.options.l2_start)
                .map_err(|error| OracleError::Bound { work: taped.label.work.clone(), error })?;
        found.push(bounds);
        Ok(taped)
    });
    let compared = compare(works, request, done).map_err(|failed| match failed {
        compare::CompareError::Work(failed) => failed,
        compare::CompareError::Run { work, policy, error, .. } => OracleError::Run { work, policy, error },
    })?;
    let finished = compared.finished();
    let Comparison { policies, rows, seeds, interrupted, .. } = compared;
    let is_complete = |rows: &[WorkComparison]| {
        rows.len() == seeds.get() && rows.iter().flat_map(|row| &row.runs).all(Option::is_some)
    };
    let works = rows.chunks(seeds.get()).zip(found.chunks(seeds.get()));
    let works = works.filter(|(rows, _)| is_complete(rows));
    let works = works.flat_map(|(rows, bounds)| rows.iter().zip(bounds));
    let works = works.map(|(row, bounds)| by_kernel(row, bounds)).collect();
    Ok(Oracle { policies, works, seeds, finished, interrupted })
}

fn by_kernel(row: &WorkComparison, bounds: &[Bound]) -> WorkOracle {
    let mut names: Vec<&str> = Vec::new();
    for bound in bounds {
        if !names.contains(&bound.kernel.as_str()) {
            names.push(&bound.kernel);
        }
    }
    let of = |name: &str| -> Vec<usize> {
        bounds.iter().enumerate().filter(|(_, bound)| bound.kernel == name).map(|(at, _)| at).collect()
    };
    let kernels = names.iter().map(|name| OracleRow::of(name, &of(name), bounds, row)).collect();
    let all: Vec<usize> = (0..bounds.len()).collect();
    let host_copied =
        row.runs.iter().flatten().next().map_or(HostCopied::default(), |run| HostCopied::of(&run.launches));
    let total = OracleRow::of("total", &all, bounds, row);
    WorkOracle { label: row.label.clone(), kernels, total, host_copied }
}
