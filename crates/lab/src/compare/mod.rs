//! Comparisons of policies on the same works, on one machine or several.

mod machines;
mod seeds;

pub use machines::{
    ComparedTape, MachineComparison, MachinePolicies, MachinesRequest, RankingChange, compare_machines,
};
pub use seeds::WorkSeeds;

use crate::checkpoint::Checkpoint;
use crate::record::{Record, RunRecords};
use crate::run::WorkLabel;
use crate::work_tape::WorkTape;
use std::num::NonZero;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{Options, RunError};
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_tape::file::Error;

/// The policies of a comparison, and how each run is made.
#[derive(Clone, Copy, Debug)]
pub struct CompareRequest<'a> {
    pub machine: &'a Machine,
    /// The policies. The first is the baseline.
    pub policies: &'a [CorePolicy],
    /// The CTA policy of all runs.
    pub cta_policy: &'a Choice<CtaKind>,
    /// Limits, window and host threads of each run.
    pub options: Options,
    /// Runs at a time, each on the host threads of `options`.
    pub at_once: NonZero<usize>,
    /// Perturbed runs of each work and policy, 1 for none. The works are then the tapes of each work by seed, from seed 1 on, one
    /// after the other; the machine of each run is [`perturbed`](crate::perturb::perturbed()) by its seed.
    pub seeds: NonZero<usize>,
    /// Finished runs of an interrupted comparison; runs that finish are added.
    pub checkpoint: Option<&'a Checkpoint>,
}

/// An error that ends a comparison.
#[derive(Debug, thiserror::Error)]
pub enum CompareError<E> {
    /// A work cannot be opened.
    #[error(transparent)]
    Work(E),
    /// A simulation failed.
    #[error("{work} under {policy}: {error}")]
    Run { work: String, machine: String, policy: String, error: Box<RunError<Error>> },
}

/// The runs of one work with one seed, one per policy.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WorkComparison {
    pub label: WorkLabel,
    /// One run per policy, in the order of the request; none where the comparison was interrupted before the run finished.
    pub runs: Vec<Option<RunRecords>>,
}

/// The result of a comparison on one machine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Comparison {
    pub machine: String,
    /// The policies, as records spell them.
    pub policies: Vec<String>,
    /// One row per work and seed, the seeds of a work one after the other. Of an interrupted comparison, only those that were
    /// opened.
    pub rows: Vec<WorkComparison>,
    /// Perturbed runs of each work and policy; 1 if runs are not perturbed.
    pub seeds: NonZero<usize>,
    /// True if [`Options::interrupt`] ended the comparison before all runs were finished.
    pub interrupted: bool,
}

impl WorkComparison {
    /// The speedup of each policy over the baseline: cycles of the baseline divided by cycles of the policy. None without a
    /// finished run of both.
    pub fn speedups(&self) -> Vec<Option<f64>> {
        let cycles = |run: &RunRecords| run.total.cycles.max(1) as f64;
        let baseline = self.runs.first().and_then(Option::as_ref).map(cycles);
        self.runs.iter().map(|run| Some(baseline? / cycles(run.as_ref()?))).collect()
    }

    /// The change of stall cycles from the baseline to a policy. None without a finished run of both.
    pub fn stall_shift(&self, policy: usize) -> Option<StallShift> {
        let of = |policy: usize| self.runs.get(policy).and_then(Option::as_ref);
        Some(StallShift::between(&of(0)?.total, &of(policy)?.total))
    }
}

/// The change of scheduler-cycles by cause, from one run to another of the same work.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StallShift {
    /// Changes by cause, largest first, as fractions of the first run's scheduler-cycles. They add up to the relative change of
    /// cycles.
    pub by: Vec<(Cause, f64)>,
}

impl StallShift {
    fn between(first: &Record, other: &Record) -> StallShift {
        let all = first.scheduler_cycles.max(1) as f64;
        let change = |cause: Cause| (other.stalls.of(cause) as f64 - first.stalls.of(cause) as f64) / all;
        StallShift::largest_first(Cause::ALL.into_iter().map(|cause| (cause, change(cause))).collect())
    }

    fn largest_first(mut by: Vec<(Cause, f64)>) -> StallShift {
        // The sort is stable: equal changes stay in the order of causes.
        by.sort_by(|(_, a), (_, b)| b.abs().total_cmp(&a.abs()));
        StallShift { by }
    }

    /// The change of one cause.
    pub fn of(&self, cause: Cause) -> f64 {
        self.by.iter().find(|(other, _)| *other == cause).map_or(0.0, |(_, by)| *by)
    }
}

impl Comparison {
    /// The means of [`mean_speedups`](Comparison::mean_speedups).
    pub fn means(&self) -> Vec<Option<f64>> {
        self.mean_speedups().into_iter().map(|sample| sample.map(|sample| sample.mean)).collect()
    }

    /// The number of finished runs.
    pub fn finished(&self) -> usize {
        self.rows.iter().flat_map(|row| &row.runs).flatten().count()
    }
}

/// Where a finished run comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RunOrigin {
    /// It was simulated now.
    Simulation,
    /// It was found in the [`Checkpoint`].
    Checkpoint,
}

/// Runs every policy on every work.
///
/// The next work is opened while the previous ones run, and dropped when all policies have run on it. `done` is called after every
/// run, from any thread. When [`Options::interrupt`] is raised, the comparison ends with the runs that are finished; a
/// [`Checkpoint`] lets a later call continue with them.
///
/// ```
/// use std::num::NonZero;
/// use warploom_gpu::machine::named;
/// use warploom_gpu::simulation::Options;
/// use warploom_kernel::execute::Mode;
/// use warploom_kernel::tape::Source;
/// use warploom_lab::compare::{CompareRequest, compare};
/// use warploom_lab::run::WorkLabel;
/// use warploom_lab::work_tape::WorkTape;
/// use warploom_policy::{Choice, WARP_POLICIES};
/// use warploom_suite::{Size, application};
///
/// let work = application("lud").expect("it is in the suite").prepare(Size::Tiny, 1)?;
/// let label = WorkLabel { work: "lud".to_owned(), ..WorkLabel::default() };
/// let mut tapes = work.tapes(Mode::Warps32, 64).map_err(Box::<dyn std::error::Error>::from);
/// let tape = WorkTape::spool(label, &mut tapes)?;
/// let request = CompareRequest {
///     machine: &named("gtx480").expect("it is built in").machine(),
///     policies: &["lrr", "gto"].map(|name| Choice::parse(name, WARP_POLICIES).unwrap().into()),
///     cta_policy: &Choice::default(),
///     options: Options::default().with_max_cycles(20_000),
///     at_once: NonZero::<usize>::MIN,
///     seeds: NonZero::<usize>::MIN,
///     checkpoint: None,
/// };
/// let comparison = compare([Ok::<_, std::convert::Infallible>(tape)], request, &|_, _, _| {})?;
/// assert_eq!(comparison.means()[0], Some(1.0), "the baseline's speedup over itself");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If a work cannot be opened or a run fails.
pub fn compare<E>(
    works: impl IntoIterator<Item = Result<WorkTape, E>>,
    request: CompareRequest<'_>,
    done: &(dyn Fn(&WorkLabel, &CorePolicy, RunOrigin) + Sync),
) -> Result<Comparison, CompareError<E>> {
    let CompareRequest { machine, policies, cta_policy, options, at_once, seeds, checkpoint } = request;
    let machines = [MachinePolicies { machine, policies }];
    let works = works.into_iter().map(|taped| Ok(ComparedTape { tape: taped?, machines: vec![0] }));
    let request = MachinesRequest { machines: &machines, cta_policy, options, at_once, seeds, checkpoint };
    let MachineComparison { mut machines, .. } = compare_machines(works, request, done)?;
    Ok(machines.remove(0))
}
