//! Options of every command that simulates.

use crate::command::{Failure, unknown};
use crate::machine::MachineOptions;
use std::num::NonZero;
use warploom_gpu::machine::Machine;
use warploom_gpu::run;
use warploom_policy::{CTA_ALL, CtaChoice, CtaChoiceError};

const SIMULATION: &str = "Options of the simulation";

/// On what, and how far.
#[derive(Debug, clap::Args)]
pub struct Simulation {
    #[command(flatten)]
    machine: MachineOptions,
    /// Who decides which CTA goes to which SM: see `warploom policies`
    #[arg(long, value_name = "NAME", default_value = "rr", help_heading = SIMULATION)]
    cta_policy: String,
    /// Threads of this host to simulate on; the result is the same for any number [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = SIMULATION)]
    threads: Option<u32>,
    /// Cycles that each part of the GPU is simulated by itself; 1 is cycle by cycle [default: what the machine allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    window: Option<u64>,
    /// End the run after so many cycles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    max_cycles: Option<u64>,
    /// End the run after so many CTAs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    max_ctas: Option<u64>,
}

impl Simulation {
    /// The machine.
    pub fn machine(&self) -> Result<Machine, Failure> {
        self.machine.resolve()
    }

    /// Who places CTAs.
    pub fn cta_policy(&self) -> Result<CtaChoice, Failure> {
        CtaChoice::parse(&self.cta_policy, CTA_ALL).map_err(|error| {
            unknown(&error, error.help(), matches!(error, CtaChoiceError::NoPolicy { near: None, .. }))
        })
    }

    /// Threads of the host.
    pub fn threads(&self) -> NonZero<usize> {
        threads(self.threads)
    }

    /// The rest, for a run on so many threads.
    pub fn run(&self, threads: usize) -> run::Options {
        let &Simulation { window, max_cycles, max_ctas, .. } = self;
        run::Options { max_cycles, max_ctas, threads, window, ..run::Options::default() }
    }
}

/// Threads of the host: so many, or all it has.
pub fn threads(given: Option<u32>) -> NonZero<usize> {
    let given = given.and_then(|threads| NonZero::new(threads as usize));
    given.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}
