//! One run.

use crate::arguments::{SimulationArguments, WorkArguments, core_policy};
use crate::batches::Batches;
use crate::error::Problem;
use crate::policy::{Failures, PolicyArgument};
use crate::records;
use crate::simulate::interruptible;
use pyo3::prelude::*;
use std::path::PathBuf;
use warploom_gpu::simulation::RunError;
use warploom_kernel::tape::Source;
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run as simulate};
use warploom_lab::work::{self, Watched};
use warploom_policy::CorePolicy;

/// Simulates a work. Returns its records, the details of their stalls and, with `by_line`, the stalls of lines.
#[pyfunction]
pub fn run(
    py: Python<'_>,
    work: PathBuf,
    policy: Option<PolicyArgument>,
    work_options: WorkArguments,
    options: SimulationArguments,
) -> PyResult<(Batches, Batches, Option<Batches>)> {
    let mut reported = None;
    let result = interruptible(py, |interrupt| {
        let failures = reported.insert(Failures::new(interrupt));
        let machine = options.machine()?;
        let policy = core_policy(policy.as_ref(), &machine, failures)?;
        let cta_policy = options.cta_policy()?;
        let work_options = work_options.resolve(Some(&machine))?;
        let options = options.options(threads(&policy, options.threads()?), interrupt)?;
        let progress = Some(interrupt);
        let work = work::open_for(&work, &work_options, (&machine, &cta_policy), &progress)?;
        let config = RunConfig { machine: &machine, policy: &policy, cta_policy: &cta_policy, options };
        let mut source = Watched::new(work.tapes, &progress);
        let result = attached(&work.label, &mut source, config)
            .map_err(|error| Problem::run(error, &work.name, &policy.to_string()))?;
        let lines = result.total.lines.as_deref().map(records::lines).transpose()?;
        Ok((records::records(result.all())?, records::details(result.all())?, lines))
    });
    match reported.and_then(|failures| failures.exception(py)) {
        Some(exception) => Err(exception),
        None => result,
    }
}

/// Host threads of a run under a policy. Python runs on one thread at a time, so more would only wait for each other.
pub fn threads(policy: &CorePolicy, threads: usize) -> usize {
    if matches!(policy, CorePolicy::Custom(_)) { 1 } else { threads }
}

/// Simulates a work. Under a policy in Python, this thread holds the interpreter's lock for the whole run: to take it anew
/// for each pick would cost more than many a pick. The interpreter lends it to other threads while a pick runs.
pub fn attached<S: Source + Send>(
    label: &WorkLabel,
    source: &mut S,
    config: RunConfig<'_>,
) -> Result<RunResult, RunError<S::Error>> {
    match config.policy {
        CorePolicy::Custom(_) => Python::attach(|_| simulate(label, source, config)),
        _ => simulate(label, source, config),
    }
}
