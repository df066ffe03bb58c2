//! Options of every command that simulates.

use crate::command::{Context, Failure};
use crate::machine::{MachineListOptions, MachineOptions};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::run::{self, L2Start};
use warploom_policy::{Choice, CtaKind};

const SIMULATION: &str = "Simulation options";

/// Options of a simulation, on one machine or, with [`MachineListOptions`], on several.
#[derive(Debug, clap::Args)]
pub struct Simulation<M: clap::Args = MachineOptions> {
    #[command(flatten)]
    machine: M,
    /// CTA scheduling policy; `warploom policies` lists them
    #[arg(long, value_name = "NAME", default_value = "rr", help_heading = SIMULATION)]
    cta_policy: String,
    /// Host threads to simulate on, at most one per CPU; the result does not depend on their number [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024), help_heading = SIMULATION)]
    threads: Option<u32>,
    /// Cycles that each SM and memory partition simulates between synchronisations; 1 is cycle by cycle [default: the most that the machine allows]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    window: Option<u64>,
    /// End the run after N cycles
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    max_cycles: Option<u64>,
    /// End the run after N CTAs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = SIMULATION)]
    max_ctas: Option<u64>,
    #[command(flatten)]
    l2: L2Options,
}

/// State of the L2 at the start of a launch.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct L2Options {
    /// Start without the data that the host copied to the device in the L2
    #[arg(long, conflicts_with = "warm", help_heading = SIMULATION)]
    cold: bool,
    /// Start with the data that the host copied to the device in the L2, as Accel-Sim does (the default, except of profile)
    #[arg(long, help_heading = SIMULATION)]
    warm: bool,
}

impl L2Options {
    /// The state that was asked for, or `default`.
    pub fn start_or(self, default: L2Start) -> L2Start {
        match (self.cold, self.warm) {
            (true, _) => L2Start::Cold,
            (_, true) => L2Start::Warm,
            _ => default,
        }
    }

    /// The state.
    pub fn start(self) -> L2Start {
        if self.cold { L2Start::Cold } else { L2Start::Warm }
    }
}

impl Simulation {
    /// The machine.
    pub fn machine(&self) -> Result<Machine, Failure> {
        self.machine.resolve()
    }

    /// The file that describes the machine, if it is one.
    pub fn machine_file(&self) -> Option<&Path> {
        Some(self.machine.path()).filter(|path| path.is_file())
    }
}

impl Simulation<MachineListOptions> {
    /// The machines.
    pub fn machines(&self) -> Result<Vec<Machine>, Failure> {
        self.machine.resolve()
    }

    /// The files that describe machines.
    pub fn machine_files(&self) -> impl Iterator<Item = &Path> {
        self.machine.paths().iter().map(PathBuf::as_path).filter(|path| path.is_file())
    }
}

impl<M: clap::Args> Simulation<M> {
    /// The state of the L2 at the start that was asked for, or `default`.
    pub fn l2_start_or(&self, default: L2Start) -> L2Start {
        self.l2.start_or(default)
    }

    /// The CTA policy.
    pub fn cta_policy(&self, context: &Context) -> Result<Choice<CtaKind>, Failure> {
        context.cta_policy(&self.cta_policy)
    }

    /// Threads of the host.
    pub fn threads(&self) -> NonZero<usize> {
        threads(self.threads)
    }

    /// Options of a run on `threads` threads.
    pub fn run(&self, threads: usize) -> run::Options {
        let &Simulation { window, max_cycles, max_ctas, .. } = self;
        run::Options::default()
            .with_max_cycles(max_cycles)
            .with_max_ctas(max_ctas)
            .with_threads(threads)
            .with_window(window)
            .with_l2_start(self.l2.start())
    }
}

/// Host threads: as given, but at most one per CPU, or one per CPU.
pub fn threads(given: Option<u32>) -> NonZero<usize> {
    at_most(given, std::thread::available_parallelism().ok())
}

/// More threads than CPUs would take turns, and wait for each other. Without a known number of CPUs, as given.
fn at_most(given: Option<u32>, cpus: Option<NonZero<usize>>) -> NonZero<usize> {
    let given = given.and_then(|threads| NonZero::new(threads as usize));
    given.into_iter().chain(cpus).min().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_limited_to_the_cpus() {
        let threads = |given, cpus| at_most(given, NonZero::new(cpus)).get();
        assert_eq!(
            [threads(None, 2), threads(Some(1), 2), threads(Some(2), 2), threads(Some(64), 2)],
            [2, 1, 2, 2]
        );
        assert_eq!([threads(Some(64), 0), threads(None, 0)], [64, 1]);
    }
}
