//! Comparisons of policies.

use crate::arguments::{SimulationArguments, WorkArguments, core_policy};
use crate::batches::Batches;
use crate::error::Problem;
use crate::policy::{Failures, PolicyArgument};
use crate::records;
use crate::run::{attached, threads};
use crate::simulate::interruptible;
use pyo3::prelude::*;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_lab::compare::{CompareError, CompareRequest, compare as compare_in_parallel};
use warploom_lab::record::RunRecords;
use warploom_lab::run::RunConfig;
use warploom_lab::work;
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_tape::file::Reader;

/// Runs every policy on every work. Returns all records, by work and then by policy, and the policies as records spell them.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    works: Vec<PathBuf>,
    policies: Vec<PolicyArgument>,
    work_options: WorkArguments,
    options: SimulationArguments,
) -> PyResult<(Batches, Vec<String>)> {
    let mut reported = None;
    let result = interruptible(py, |interrupt| {
        let failures = reported.insert(Failures::new(interrupt));
        let machine = options.machine()?;
        let policies = policies.iter().map(|policy| core_policy(Some(policy), &machine, failures));
        let policies = policies.collect::<Result<Vec<_>, Problem>>()?;
        let names: Vec<String> = policies.iter().map(CorePolicy::to_string).collect();
        check_names(&names)?;
        let comparison = Plan {
            works: &works,
            work_options: &work_options,
            machine: &machine,
            policies: &policies,
            cta_policy: &options.cta_policy()?,
            options: &options,
            interrupt,
        };
        let runs = if policies.iter().any(|policy| matches!(policy, CorePolicy::Custom(_))) {
            comparison.one_by_one()?
        } else {
            comparison.in_parallel()?
        };
        Ok((records::records(runs.iter().flat_map(RunRecords::all))?, names))
    });
    match reported.and_then(|failures| failures.exception(py)) {
        Some(exception) => Err(exception),
        None => result,
    }
}

fn check_names(names: &[String]) -> Result<(), Problem> {
    match names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        Some((_, name)) => Err(Problem::policy_message(format!(
            "the policy `{name}` is listed twice: remove one, or give it another name"
        ))),
        None => Ok(()),
    }
}

/// A comparison to make.
struct Plan<'a> {
    works: &'a [PathBuf],
    work_options: &'a WorkArguments,
    machine: &'a Machine,
    policies: &'a [CorePolicy],
    cta_policy: &'a Choice<CtaKind>,
    options: &'a SimulationArguments,
    interrupt: Interrupt,
}

impl Plan<'_> {
    /// The works as tapes, each written when it is asked for.
    fn tapes(&self) -> Result<impl Iterator<Item = Result<WorkTape, Problem>>, Problem> {
        let options = self.work_options.resolve(Some(self.machine))?;
        let kinds = work::kinds(self.works, &options)?;
        let interrupt = self.interrupt;
        Ok(kinds
            .into_iter()
            .map(move |(path, kind)| Ok(work::spool(path, kind, &options, &Some(interrupt))?)))
    }

    /// Several runs at a time.
    fn in_parallel(&self) -> Result<Vec<RunRecords>, Problem> {
        let runs = NonZero::new(self.works.len() * self.policies.len()).unwrap_or(NonZero::<usize>::MIN);
        let threads = self.options.threads()?;
        let at_once = NonZero::new(threads).unwrap_or(NonZero::<usize>::MIN).min(runs);
        let request = CompareRequest {
            machine: self.machine,
            policies: self.policies,
            cta_policy: self.cta_policy,
            options: self.options.options(threads / at_once, self.interrupt)?,
            at_once,
            seeds: NonZero::<usize>::MIN,
            checkpoint: None,
        };
        let compared =
            compare_in_parallel(self.tapes()?, request, &|_, _, _| {}).map_err(|error| match error {
                CompareError::Work(problem) => problem,
                CompareError::Run { work, policy, error, .. } => Problem::tape_run(*error, &work, &policy),
            })?;
        Ok(compared.rows.into_iter().flat_map(|row| row.runs).flatten().collect())
    }

    /// One run after the other, since Python runs on one thread at a time.
    fn one_by_one(&self) -> Result<Vec<RunRecords>, Problem> {
        let mut runs = Vec::new();
        for tape in self.tapes()? {
            let tape = tape?.cached_for(self.machine, self.cta_policy, NonZero::<usize>::MIN);
            let file = Arc::new(tape.file);
            for policy in self.policies {
                let options =
                    self.options.options(threads(policy, self.options.threads()?), self.interrupt)?;
                let config =
                    RunConfig { machine: self.machine, policy, cta_policy: self.cta_policy, options };
                let run = attached(&tape.label, &mut Reader::new(Arc::clone(&file)), config);
                let run =
                    run.map_err(|error| Problem::tape_run(error, &tape.label.work, &policy.to_string()))?;
                runs.push(run.into_records());
            }
        }
        Ok(runs)
    }
}
