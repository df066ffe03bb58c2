//! Comparisons of the same policies on several machines.

use super::{CompareError, Comparison, RunOrigin, WorkComparison};
use crate::checkpoint::Checkpoint;
use crate::pool::{self, PoolError, TapeJobs};
use crate::record::RunRecords;
use crate::run::{RunConfig, WorkLabel, run};
use crate::work_tape::WorkTape;
use std::num::NonZero;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{Options, RunError};
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_tape::file::Error;

/// A smaller difference between the means of two policies does not rank them.
const TIE: f64 = 0.001;

/// A machine of a comparison, and the policies of its cores.
#[derive(Clone, Copy, Debug)]
pub struct MachinePolicies<'a> {
    pub machine: &'a Machine,
    /// The policies. The first is the baseline. Every machine has the same policies in the same order, as they are written: those of
    /// a machine of CUs are wave policies.
    pub policies: &'a [CorePolicy],
}

/// The machines and policies of a comparison, and how each run is made.
#[derive(Clone, Copy, Debug)]
pub struct MachinesRequest<'a> {
    pub machines: &'a [MachinePolicies<'a>],
    /// The CTA policy of all runs.
    pub cta_policy: &'a Choice<CtaKind>,
    /// Limits, window and host threads of each run.
    pub options: Options,
    /// Runs at a time, each on the host threads of `options`.
    pub at_once: NonZero<usize>,
    /// Finished runs of an interrupted comparison; runs that finish are added.
    pub checkpoint: Option<&'a Checkpoint>,
}

/// A work on a tape, and the machines that run it. Machines that execute different code need different tapes of a work.
#[derive(Debug)]
pub struct ComparedTape {
    pub tape: WorkTape,
    /// Indices of the machines in the request.
    pub machines: Vec<usize>,
}

/// The result of a comparison on several machines.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MachineComparison {
    /// One comparison per machine, in the order of the request.
    pub machines: Vec<Comparison>,
    /// True if [`Options::interrupt`] ended the comparison before all runs were finished.
    pub interrupted: bool,
}

/// Two policies that machines rank differently.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RankingChange {
    /// The two policies, by their indices.
    pub policies: (usize, usize),
    /// Machines on which the first of them is faster, by their indices.
    pub first_faster: Vec<usize>,
    /// Machines on which the second of them is faster.
    pub second_faster: Vec<usize>,
}

impl MachineComparison {
    /// The number of finished runs.
    pub fn finished(&self) -> usize {
        self.machines.iter().map(Comparison::finished).sum()
    }

    /// The pairs of policies that machines rank differently by their geometric means. Means that differ by less than 0.1 % do not
    /// rank two policies, and a machine without means ranks none.
    pub fn ranking_changes(&self) -> Vec<RankingChange> {
        let means: Vec<Vec<Option<f64>>> = self.machines.iter().map(Comparison::means).collect();
        ranking_changes(&means)
    }
}

/// The pairs of policies that are ranked differently by these means, a list for each machine.
fn ranking_changes(means: &[Vec<Option<f64>>]) -> Vec<RankingChange> {
    let policies = means.iter().map(Vec::len).max().unwrap_or(0);
    let pairs = (0..policies).flat_map(|a| (a + 1..policies).map(move |b| (a, b)));
    let change = |(a, b): (usize, usize)| {
        let faster = |than: &dyn Fn(f64, f64) -> bool| -> Vec<usize> {
            let ranks = |means: &[Option<f64>]| means[a].zip(means[b]).is_some_and(|(a, b)| than(a, b));
            means.iter().enumerate().filter(|(_, means)| ranks(means)).map(|(at, _)| at).collect()
        };
        let first_faster = faster(&|a, b| a > b * (1.0 + TIE));
        let second_faster = faster(&|a, b| b > a * (1.0 + TIE));
        let change = RankingChange { policies: (a, b), first_faster, second_faster };
        (!change.first_faster.is_empty() && !change.second_faster.is_empty()).then_some(change)
    };
    pairs.filter_map(change).collect()
}

/// A run to make.
struct Job<'a> {
    machine: &'a Machine,
    policy: &'a CorePolicy,
}

/// The place of a job's result: its machine, its row there and its policy.
#[derive(Clone, Copy)]
struct JobPlace {
    machine: usize,
    row: usize,
    policy: usize,
}

/// Why a job has no result.
enum JobError {
    Interrupted,
    Run(RunError<Error>),
}

/// Runs every policy on every work and machine, else as [`compare`](super::compare()).
///
/// # Errors
/// If a work cannot be opened or a run fails.
///
/// # Panics
/// If a tape names a machine that the request does not have, or there is no machine.
pub fn compare_machines<E>(
    works: impl IntoIterator<Item = Result<ComparedTape, E>>,
    request: MachinesRequest<'_>,
    done: &(dyn Fn(&WorkLabel, &CorePolicy, RunOrigin) + Sync),
) -> Result<MachineComparison, CompareError<E>> {
    assert!(!request.machines.is_empty(), "a comparison needs a machine");
    let mut rows: Vec<Vec<WorkComparison>> = vec![Vec::new(); request.machines.len()];
    let mut places: Vec<JobPlace> = Vec::new();
    let tapes = works.into_iter().map(|taped| Ok(jobs_of(taped?, request, &mut rows, &mut places)));
    let is_interrupted = || request.options.interrupt.is_some_and(Interrupt::is_raised);
    let run = |tape: &WorkTape, job: Job<'_>| run_job(tape, &job, request, done);
    let policies = request.machines.iter().map(|machine| machine.policies.len());
    let (runs, error) = pool::each_of_tapes(tapes, request.at_once, policies.sum(), &run);
    let interrupted = match error {
        None => false,
        Some(PoolError::Job(_, JobError::Interrupted)) => true,
        Some(PoolError::Source(_)) if is_interrupted() => true,
        Some(PoolError::Source(error)) => return Err(CompareError::Work(error)),
        Some(PoolError::Job(number, JobError::Run(error))) => {
            let JobPlace { machine, row, policy } = places[number];
            let work = rows[machine][row].label.work.clone();
            let MachinePolicies { machine, policies } = request.machines[machine];
            let (machine, policy) = (machine.name.clone(), policies[policy].to_string());
            return Err(CompareError::Run { work, machine, policy, error: Box::new(error) });
        }
    };
    for (number, run) in runs {
        let JobPlace { machine, row, policy } = places[number];
        rows[machine][row].runs[policy] = Some(run);
    }
    if let Some(checkpoint) = request.checkpoint.filter(|_| !interrupted) {
        checkpoint.clear();
    }
    let comparison = |(of, rows): (&MachinePolicies<'_>, Vec<WorkComparison>)| Comparison {
        machine: of.machine.name.clone(),
        policies: of.policies.iter().map(CorePolicy::to_string).collect(),
        rows,
        interrupted,
    };
    let machines = request.machines.iter().zip(rows).map(comparison).collect();
    Ok(MachineComparison { machines, interrupted })
}

/// The runs of a tape, and an empty row for each of its machines.
fn jobs_of<'a>(
    taped: ComparedTape,
    request: MachinesRequest<'a>,
    rows: &mut [Vec<WorkComparison>],
    places: &mut Vec<JobPlace>,
) -> TapeJobs<Job<'a>> {
    let ComparedTape { mut tape, machines } = taped;
    let cores = |&at: &usize| request.machines[at].machine.cores();
    if let Some(largest) = machines.iter().copied().max_by_key(cores) {
        tape = tape.cached_for(request.machines[largest].machine, request.cta_policy, request.at_once);
    }
    let mut jobs = Vec::new();
    for at in machines {
        let MachinePolicies { machine, policies } = request.machines[at];
        let row = rows[at].len();
        rows[at].push(WorkComparison { label: tape.label.clone(), runs: vec![None; policies.len()] });
        for (number, policy) in policies.iter().enumerate() {
            places.push(JobPlace { machine: at, row, policy: number });
            jobs.push(Job { machine, policy });
        }
    }
    TapeJobs { tape, jobs }
}

/// Makes a run, or finds it in the checkpoint.
fn run_job(
    tape: &WorkTape,
    &Job { machine, policy }: &Job<'_>,
    request: MachinesRequest<'_>,
    done: &(dyn Fn(&WorkLabel, &CorePolicy, RunOrigin) + Sync),
) -> Result<RunRecords, JobError> {
    let MachinesRequest { cta_policy, options, checkpoint, .. } = request;
    let config = RunConfig { machine, policy, cta_policy, options };
    let key = checkpoint.map(|checkpoint| checkpoint.key(&tape.label, &tape.file.totals(), &config));
    let keyed = checkpoint.zip(key);
    let found = keyed.and_then(|(checkpoint, key)| checkpoint.find(key));
    let origin = if found.is_some() { RunOrigin::Checkpoint } else { RunOrigin::Simulation };
    let records = match found {
        Some(records) => records,
        None if options.interrupt.is_some_and(Interrupt::is_raised) => return Err(JobError::Interrupted),
        None => {
            let result = run(&tape.label, &mut tape.file.reader(), config).map_err(JobError::Run)?;
            if result.is_interrupted() {
                return Err(JobError::Interrupted);
            }
            let records = result.into_records();
            keyed.into_iter().for_each(|(checkpoint, key)| checkpoint.put(key, &records));
            records
        }
    };
    done(&tape.label, policy, origin);
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_policies_change_rank_only_if_machines_differ_by_more_than_noise() {
        let means = |lists: &[&[f64]]| -> Vec<Vec<Option<f64>>> {
            lists.iter().map(|list| list.iter().copied().map(Some).collect()).collect()
        };
        let pairs = |lists: &[&[f64]]| -> Vec<(usize, usize)> {
            ranking_changes(&means(lists)).into_iter().map(|change| change.policies).collect()
        };
        assert_eq!(pairs(&[&[1.0, 1.2, 1.1], &[1.0, 1.3, 1.01]]), []);
        assert_eq!(pairs(&[&[1.0, 1.2, 1.1], &[1.0, 1.1, 1.2]]), [(1, 2)]);
        assert_eq!(pairs(&[&[1.0, 1.2], &[1.0, 0.9995]]), [], "within the tie");
        let changes = ranking_changes(&means(&[&[1.0, 1.2], &[1.0, 0.9], &[1.0, 1.1], &[1.0, 1.0]]));
        let change = RankingChange { policies: (0, 1), first_faster: vec![1], second_faster: vec![0, 2] };
        assert_eq!(changes, [change]);
        let unfinished = vec![vec![Some(1.0), None], vec![Some(1.0), Some(2.0)]];
        assert_eq!(ranking_changes(&unfinished), []);
    }
}
