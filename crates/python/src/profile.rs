//! Profiles of kernels.

use crate::arguments::{SimulationArguments, WorkArguments, core_policy};
use crate::batches::Batches;
use crate::error::Problem;
use crate::policy::{Failures, PolicyArgument};
use crate::records::{table, to_value};
use crate::run::{attached, threads};
use crate::simulate::interruptible;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use warploom_gpu::simulation::L2Start;
use warploom_lab::oracle::{BoundError, bounds};
use warploom_lab::profile::{KernelProfile, judge_by_bounds, profiles};
use warploom_lab::run::RunConfig;
use warploom_lab::work::{self, WorkError, WorkKind};
use warploom_tape::file::Reader;

/// Profiles the kernels of a work on a machine of SMs. Returns a table of kernels, one of the evidence for their limits, and one of
/// their source lines.
#[pyfunction]
pub fn profile(
    py: Python<'_>,
    work: PathBuf,
    policy: Option<PolicyArgument>,
    work_options: WorkArguments,
    options: SimulationArguments,
) -> PyResult<(Batches, Batches, Batches)> {
    let mut reported = None;
    let result = interruptible(py, |interrupt| {
        let failures = reported.insert(Failures::new(interrupt));
        let mut machine = options.machine()?;
        if machine.cu.is_some() {
            let message = format!("{} has CUs, and `profile` is for machines of SMs", machine.name);
            return Err(Problem::general(message, Some("`run` and `compare` simulate CUs")));
        }
        let policy = core_policy(policy.as_ref(), &machine, failures)?;
        let cta_policy = options.cta_policy()?;
        let work_options = work_options.resolve(Some(&machine))?;
        let run_options = options.options(threads(&policy, options.threads()?), interrupt)?;
        let run_options = run_options.with_by_instruction(true);
        if run_options.l2_start == L2Start::Cold {
            // As the command does: no launch finds data of another.
            machine.l2.keep = false;
        }
        let kind = WorkKind::of(&work)?;
        work_options.check(&[(&work, kind)])?;
        let taped = work::spool(&work, kind, &work_options, &Some(interrupt))?;
        let taped = taped.cached_for(&machine, &cta_policy, NonZero::<usize>::MIN);
        let file = Arc::new(taped.file);
        let reader = || Reader::new(Arc::clone(&file));
        let config =
            RunConfig { machine: &machine, policy: &policy, cta_policy: &cta_policy, options: run_options };
        let result = attached(&taped.label, &mut reader(), config)
            .map_err(|error| Problem::tape_run(error, &taped.label.work, &policy.to_string()))?;
        let mut found = profiles(&result, &machine);
        let bounds = bounds(&mut reader(), &mut reader(), &machine, run_options.l2_start);
        let bounds = bounds.map_err(|error| match error {
            BoundError::Tape(error) => WorkError::from(error).into(),
            error => Problem::general(error.to_string(), None),
        })?;
        judge_by_bounds(&mut found, &bounds, &machine);
        tables(&found)
    });
    match reported.and_then(|failures| failures.exception(py)) {
        Some(exception) => Err(exception),
        None => result,
    }
}

fn tables(profiles: &[KernelProfile]) -> Result<(Batches, Batches, Batches), Problem> {
    let (mut kernels, mut evidence, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for profile in profiles {
        let (kernel, verdict) = (&profile.kernel, &profile.verdict);
        kernels.push(json!({
            "kernel": kernel,
            "kernel_name": profile.kernel_name,
            "launches": profile.launches,
            "cycles": profile.record.cycles,
            "microseconds": profile.record.microseconds,
            "bound_by": verdict.bound_by.name(),
            "meaning": verdict.bound_by.meaning(),
            "remedy": verdict.remedy,
        }));
        for one in &verdict.evidence {
            evidence.push(json!({ "kernel": kernel, "what": one.what, "share": one.share }));
        }
        for line in &profile.lines {
            let mut row = to_value(line)?;
            if let Value::Object(fields) = &mut row {
                fields.remove("details");
                fields.insert("kernel".to_owned(), json!(kernel));
            }
            lines.push(row);
        }
    }
    Ok((table(&kernels)?, table(&evidence)?, table(&lines)?))
}
