//! The arguments that all simulations have.

use crate::error::Problem;
use crate::policy::{Failures, PolicyArgument};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{L2Start, Options};
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::run::default_policy;
use warploom_lab::work::{CodeTarget, LaunchRange, LaunchSelection, WorkOptions};
use warploom_lab::{machine_choice, pool};
use warploom_policy::{CTA_POLICIES, Choice, ChoiceError, CorePolicy, CtaKind, WARP_POLICIES, WAVE_POLICIES};

/// Options of a work: the keys of the dictionary that the Python layer passes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct WorkArguments {
    size: Option<String>,
    seed: Option<u64>,
    launch: Option<PathBuf>,
    kernel: Option<String>,
    launches: Option<String>,
}

impl WorkArguments {
    /// The library's options, for a run on a machine if there is one.
    pub fn resolve(&self, machine: Option<&Machine>) -> Result<WorkOptions, Problem> {
        let ranges = self.launches.iter().flat_map(|text| text.split(','));
        let ranges = ranges.map(|text| text.trim().parse::<LaunchRange>()).collect::<Result<Vec<_>, _>>();
        let ranges = ranges.map_err(|error| Problem::general(format!("`launches`: {error}"), None))?;
        Ok(WorkOptions {
            size: self.size.clone(),
            seed: self.seed,
            launch: self.launch.clone(),
            select: LaunchSelection::new(self.kernel.as_deref(), ranges),
            machine_code: machine.map_or_else(CodeTarget::default, CodeTarget::for_machine),
            machine: machine.map(|machine| Arc::new(machine.clone())),
            ..WorkOptions::default()
        })
    }
}

/// Options of a simulation: the keys of the dictionary that the Python layer passes.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct SimulationArguments {
    machine: PathBuf,
    set: Vec<(String, String)>,
    cta_policy: String,
    max_cycles: Option<u64>,
    max_ctas: Option<u64>,
    threads: Option<u32>,
    cold: bool,
    by_line: bool,
}

impl SimulationArguments {
    /// The machine.
    pub fn machine(&self) -> Result<Machine, Problem> {
        machine_choice::machine(&self.machine, &self.set).map_err(Problem::machine)
    }

    /// The CTA policy.
    pub fn cta_policy(&self) -> Result<Choice<CtaKind>, Problem> {
        Choice::parse(&self.cta_policy, CTA_POLICIES).map_err(unknown_policy)
    }

    /// Host threads.
    pub fn threads(&self) -> Result<usize, Problem> {
        if self.threads == Some(0) {
            return Err(Problem::general(
                "`threads` cannot be 0",
                Some("choose 1 or more, or None for all CPUs"),
            ));
        }
        Ok(pool::threads(self.threads).get())
    }

    /// The options of a run on this many threads.
    pub fn options(&self, threads: usize, interrupt: Interrupt) -> Result<Options, Problem> {
        let zero = [("max_cycles", self.max_cycles), ("max_ctas", self.max_ctas)];
        if let Some((name, _)) = zero.into_iter().find(|(_, limit)| *limit == Some(0)) {
            return Err(Problem::general(
                format!("`{name}` cannot be 0"),
                Some("choose 1 or more, or None for no limit"),
            ));
        }
        Ok(Options::default()
            .with_max_cycles(self.max_cycles)
            .with_max_ctas(self.max_ctas)
            .with_threads(threads)
            .with_l2_start(if self.cold { L2Start::Cold } else { L2Start::Warm })
            .with_by_instruction(self.by_line)
            .with_interrupt(interrupt))
    }
}

/// The policy for a machine's cores; none is the machine's default.
pub fn core_policy(
    policy: Option<&PolicyArgument>,
    machine: &Machine,
    failures: &Arc<Failures>,
) -> Result<CorePolicy, Problem> {
    let name = match policy {
        None => default_policy(machine),
        Some(PolicyArgument::Named(name)) => name,
        Some(PolicyArgument::Python(factory)) => return Ok(factory.policy(failures).into()),
    };
    CorePolicy::parse(name, machine, WARP_POLICIES, WAVE_POLICIES).map_err(unknown_policy)
}

fn unknown_policy(error: ChoiceError) -> Problem {
    Problem::policy(Diagnosis::from(&error))
}
