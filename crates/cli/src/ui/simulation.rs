//! Options of every command that simulates.

use crate::ui::command::{Context, Failure};
use crate::ui::machine::{MachineListOptions, MachineOptions};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::{Copies, Machine};
use warploom_gpu::simulation::{self, L2Start, RunError};
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::pool;
use warploom_lab::record::HostCopied;
use warploom_policy::{Choice, CtaKind};
use warploom_report::units;

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
        pool::threads(self.threads)
    }

    /// Options of a run on `threads` threads.
    pub fn options(&self, threads: usize) -> simulation::Options {
        let &Simulation { window, max_cycles, max_ctas, .. } = self;
        simulation::Options::default()
            .with_max_cycles(max_cycles)
            .with_max_ctas(max_ctas)
            .with_threads(threads)
            .with_window(window)
            .with_l2_start(self.l2.start())
    }
}

/// The failure of a run: exit code 1 if the policy or the work is at fault, 2 if the run could not start.
pub fn failure<E: Into<Failure> + std::fmt::Display>(
    error: RunError<E>,
    work: &str,
    policy: &str,
) -> Failure {
    match error {
        RunError::Tape(error) => error.into(),
        error => Diagnosis::run(error, work, policy).into(),
    }
}

/// The CTA policy, unless it is the default.
pub fn placed(cta_policy: &str) -> String {
    let usual = cta_policy == Choice::<CtaKind>::default().to_string();
    if usual { String::new() } else { format!(", CTA policy {cta_policy}") }
}

/// The line on the state of the L2 when each work starts; empty if the host copied no data.
pub fn l2_note(start: L2Start, machine: &Machine, copied: impl IntoIterator<Item = HostCopied>) -> String {
    let works: Vec<HostCopied> =
        copied.into_iter().filter(|copied| *copied != HostCopied::default()).collect();
    if works.is_empty() {
        return String::new();
    }
    let most = works.iter().map(|copied| copied.before_first).max().unwrap_or(0);
    let size = units::bytes(most);
    let (size, later) = match works[..] {
        [HostCopied { between: 0, .. }] => (size, String::new()),
        [HostCopied { between, .. }] => (size, format!(", {} more between launches", units::bytes(between))),
        _ => (format!("up to {size} per workload"), String::new()),
    };
    let room = machine.l2.bytes();
    let at = match machine.l2.copies {
        Copies::All => "",
        Copies::Cut => ", at addresses of 32 bits",
        Copies::None => {
            return format!(
                "L2 at start: empty; the host copied {size}{later} (l2.copies=all puts it there)\n"
            );
        }
    };
    match start {
        L2Start::Warm => {
            let fits =
                if most > room { format!(", of which {} fit", units::bytes(room)) } else { String::new() };
            format!("L2 at start: {size} copied by the host{fits}{later}{at} (--cold starts it empty)\n")
        }
        L2Start::Cold => {
            format!("L2 at start: empty; the host copied {size}{later} (--warm puts it there)\n")
        }
    }
}
