//! Options of WORK, for every command that takes it.

use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_kernel::execute::Mode;
use warploom_kernel::ptx::lower::TARGETS;
use warploom_lab::work::{self, LaunchRange, LaunchSelection};

const SUITE: &str = "Options for suite workloads";
const PTX: &str = "Options for PTX, cubins and GCN assembly";
const TRACE: &str = "Options for traces";
const LAUNCHES: &str = "Launches of the workload";

/// Options of WORK. Each applies to some kinds of work and is an error with the others.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// Problem size: tiny, small, paper, paper:pro, … [default: small]
    #[arg(long, value_name = "SIZE", help_heading = SUITE)]
    size: Option<String>,
    /// Seed of inputs and addresses [default: 1]
    #[arg(long, value_name = "N", help_heading = SUITE)]
    seed: Option<u64>,
    /// Lanes per warp, 32 or 64; also for PTX [default: 32]
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], hide_possible_values = true, help_heading = SUITE)]
    warp: Option<String>,
    /// Lower PTX for this GPU: gt200, fermi, maxwell or turing [default: turing if the SMs have sub-cores, else fermi]
    #[arg(long, value_name = "GPU", value_parser = PossibleValuesParser::new(TARGETS.iter().map(|(name, _)| *name)),
        hide_possible_values = true, help_heading = SUITE)]
    target: Option<String>,
    /// Instruction set: ptx, lowered; sass, NVIDIA's machine code; or gcn, in waves of 64 lanes [default: ptx]
    #[arg(long, value_name = "ISA", value_parser = ["ptx", "gcn", "sass"], hide_possible_values = true,
        conflicts_with_all = ["target", "no_lower", "warp"], help_heading = SUITE)]
    isa: Option<String>,
    /// Architecture of machine code: 70, 80 or 90 [default: the machine's, else 80]
    #[arg(long, value_name = "SM", value_parser = ["70", "80", "90"], hide_possible_values = true, requires = "isa",
        help_heading = SUITE)]
    arch: Option<String>,
    /// Run PTX as written, in virtual registers; occupancy is that of the lowered code
    #[arg(long, conflicts_with = "target", help_heading = SUITE)]
    no_lower: bool,
    /// Launch file: the kernels to launch and their buffers; see `warploom exec --help`
    #[arg(long, value_name = "FILE", help_heading = PTX)]
    launch: Option<PathBuf>,
    /// Instructions a warp may execute before it counts as an infinite loop [default: 100000000]
    #[arg(long, value_name = "N", help_heading = PTX)]
    budget: Option<u64>,
    #[command(flatten)]
    trace: TraceOptions,
    /// Only launches of these kernels: C++ names, symbols, or patterns with * and ?
    #[arg(long, value_name = "NAME,…", help_heading = LAUNCHES)]
    kernel: Option<String>,
    /// Only launches of these numbers, from 0: N, or A..B for A to B-1; A.. and ..B are allowed
    #[arg(long, value_name = "N,A..B,…", value_delimiter = ',', help_heading = LAUNCHES)]
    launches: Vec<LaunchRange>,
}

/// Options of traces. Only `--partial` applies to Multi2Sim's.
#[derive(Debug, Default, Clone, clap::Args)]
pub struct TraceOptions {
    /// Architecture of the GPU (sm_70, volta, …); overrides the header
    #[arg(long, value_name = "GPU", help_heading = TRACE)]
    architecture: Option<String>,
    /// Registers per thread; overrides the header
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255), help_heading = TRACE)]
    registers: Option<u32>,
    /// Opcode map for an architecture that Warploom does not know: a TOML file
    #[arg(long, value_name = "FILE", help_heading = TRACE)]
    opcodes: Option<PathBuf>,
    /// Accept launches with missing CTAs
    #[arg(long, help_heading = TRACE)]
    partial: bool,
}

impl Options {
    /// The files that a command with these options reads.
    pub fn inputs<'a>(&'a self, work: &'a Path) -> impl Iterator<Item = &'a Path> {
        [Some(work), self.launch.as_deref(), self.trace.opcodes.as_deref()].into_iter().flatten()
    }

    /// The launches to take.
    pub fn selection(&self) -> LaunchSelection {
        LaunchSelection::new(self.kernel.as_deref(), self.launches.clone())
    }

    /// The line on the selected launches; empty if all are.
    pub fn selection_note(&self) -> String {
        let selection = self.selection();
        if selection.is_all() { String::new() } else { format!("only {selection}\n") }
    }

    /// The library's options.
    pub fn resolve(&self) -> work::WorkOptions {
        let lanes = |lanes: &str| if lanes == "64" { Mode::Warps64 } else { Mode::Warps32 };
        work::WorkOptions {
            size: self.size.clone(),
            seed: self.seed,
            mode: self.warp.as_deref().map(lanes),
            code: match &self.target {
                _ if self.no_lower => Some(work::CodeTarget::PTX),
                _ if self.arch.is_some() => {
                    self.arch.as_ref().and_then(|sm| work::CodeTarget::named(&format!("sm_{sm}")))
                }
                _ if self.isa.as_deref() == Some("gcn") => Some(work::CodeTarget::GCN),
                _ if self.isa.as_deref() == Some("sass") => Some(work::CodeTarget::SASS),
                target => target.as_deref().and_then(work::CodeTarget::named),
            },
            machine_code: work::CodeTarget::default(),
            machine: None,
            launch: self.launch.clone(),
            budget: self.budget,
            trace: self.trace.resolve(),
            select: self.selection(),
        }
    }
}

impl Options {
    /// The library's options, for a run on a machine: work of the suite has code for it.
    pub fn resolve_for(&self, machine: &Machine) -> work::WorkOptions {
        let machine_code = work::CodeTarget::for_machine(machine);
        let machine = Some(Arc::new(machine.clone()));
        work::WorkOptions { machine_code, machine, ..self.resolve() }
    }
}

impl TraceOptions {
    /// The library's options.
    pub fn resolve(&self) -> work::TraceOptions {
        let TraceOptions { architecture, registers, opcodes, partial } = self.clone();
        work::TraceOptions { architecture, registers, opcodes, partial }
    }
}
