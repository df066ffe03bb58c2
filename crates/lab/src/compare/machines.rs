//! Comparisons of the same policies on several machines.

use super::{CompareError, Comparison, RunOrigin, WorkComparison};
use crate::checkpoint::Checkpoint;
use crate::perturb::perturbed;
use crate::pool::{self, PoolError, TapeJobs};
use crate::record::RunRecords;
use crate::run::{RunConfig, WorkLabel, run};
use crate::sample::{DEVIATIONS, Sample};
use crate::work_tape::WorkTape;
use std::num::NonZero;
use std::sync::Arc;
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
    /// Perturbed runs of each work and policy, as in [`CompareRequest`](super::CompareRequest).
    pub seeds: NonZero<usize>,
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

    /// The pairs of policies that machines rank differently by their geometric means. Two policies are ranked if the ratio of their
    /// means is more than 0.1 % from 1, and more than two standard deviations over seeds. A machine without means ranks none.
    pub fn ranking_changes(&self) -> Vec<RankingChange> {
        let means: Vec<Vec<Vec<f64>>> = self.machines.iter().map(Comparison::geometric_means).collect();
        ranking_changes(&means)
    }
}

/// The pairs of policies that are ranked differently by these means: of each machine, by policy and seed.
fn ranking_changes(means: &[Vec<Vec<f64>>]) -> Vec<RankingChange> {
    let policies = means.iter().map(Vec::len).max().unwrap_or(0);
    let pairs = (0..policies).flat_map(|a| (a + 1..policies).map(move |b| (a, b)));
    let change = |(a, b): (usize, usize)| {
        let faster = |a: usize, b: usize| -> Vec<usize> {
            let is_faster = |means: &[Vec<f64>]| is_faster(&means[a], &means[b]);
            means.iter().enumerate().filter(|(_, means)| is_faster(means)).map(|(at, _)| at).collect()
        };
        let (first_faster, second_faster) = (faster(a, b), faster(b, a));
        let change = RankingChange { policies: (a, b), first_faster, second_faster };
        (!change.first_faster.is_empty() && !change.second_faster.is_empty()).then_some(change)
    };
    pairs.filter_map(change).collect()
}

/// Whether a policy is faster than another by their means, a list by seed for each.
fn is_faster(means: &[f64], other: &[f64]) -> bool {
    let ratios: Vec<f64> = means.iter().zip(other).map(|(a, b)| a / b).collect();
    Sample::of(&ratios).is_some_and(|ratio| ratio.mean - 1.0 > TIE.max(DEVIATIONS * ratio.deviation))
}

/// A run to make.
struct Job<'a> {
    /// The machine, perturbed by the seed of the tape.
    machine: Arc<Machine>,
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
        seeds: request.seeds,
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
        let machine = Arc::new(perturbed(machine.clone(), (row % request.seeds) as u64 + 1));
        rows[at].push(WorkComparison { label: tape.label.clone(), runs: vec![None; policies.len()] });
        for (number, policy) in policies.iter().enumerate() {
            places.push(JobPlace { machine: at, row, policy: number });
            jobs.push(Job { machine: Arc::clone(&machine), policy });
        }
    }
    TapeJobs { tape, jobs }
}

/// Makes a run, or finds it in the checkpoint.
fn run_job(
    tape: &WorkTape,
    Job { machine, policy }: &Job<'_>,
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
        let means = |lists: &[&[f64]]| -> Vec<Vec<Vec<f64>>> {
            lists.iter().map(|list| list.iter().map(|&mean| vec![mean]).collect()).collect()
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
        let unfinished = vec![vec![vec![], vec![]], vec![vec![1.0], vec![2.0]]];
        assert_eq!(ranking_changes(&unfinished), []);
    }

    #[test]
    fn two_policies_change_rank_only_by_more_than_two_sigma_over_seeds() {
        let one = vec![1.0, 1.0, 1.0];
        let faster = vec![one.clone(), vec![1.04, 1.05, 1.06]];
        let slower = |mean: &[f64]| vec![one.clone(), mean.to_vec()];
        assert_eq!(ranking_changes(&[faster.clone(), slower(&[0.96, 0.95, 0.94])]).len(), 1);
        assert_eq!(ranking_changes(&[faster, slower(&[0.90, 1.01, 1.02])]), [], "within two deviations");
    }
}
