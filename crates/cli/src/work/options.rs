//! Options that say more of WORK, for every command that takes it.

use super::kind::Kind;
use crate::command::Failure;
use std::path::PathBuf;
use warploom_kernel::execute::{Limits, Mode};

const SUITE: &str = "Options of suite work";
const PTX: &str = "Options of PTX";
const TRACE: &str = "Options of traces";

/// What else is to be known of WORK. Each option belongs to some kinds of it, and is an error with others.
#[derive(Debug, Default, clap::Args)]
pub struct Options {
    /// How large: tiny, small, paper, paper:pro, … [default: small]
    #[arg(long, value_name = "SIZE", help_heading = SUITE)]
    size: Option<String>,
    /// Seed of inputs and addresses [default: 1]
    #[arg(long, value_name = "N", help_heading = SUITE)]
    seed: Option<u64>,
    /// Lanes per warp, 32 or 64; of PTX too [default: 32]
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], hide_possible_values = true, help_heading = SUITE)]
    warp: Option<String>,
    /// What to launch on what: a launch file, see `warploom exec --help`
    #[arg(long, value_name = "FILE", help_heading = PTX)]
    launch: Option<PathBuf>,
    /// Instructions a warp may execute before it is taken for endless [default: 100000000]
    #[arg(long, value_name = "N", help_heading = PTX)]
    budget: Option<u64>,
    #[command(flatten)]
    pub trace: TraceOptions,
}

/// What else is to be known of an Accel-Sim trace.
#[derive(Debug, Default, Clone, clap::Args)]
pub struct TraceOptions {
    /// The GPU it is of (sm_70, volta, …), whatever the header says
    #[arg(long, value_name = "GPU", help_heading = TRACE)]
    pub architecture: Option<String>,
    /// Registers per thread, whatever the header says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=255), help_heading = TRACE)]
    pub registers: Option<u32>,
    /// What opcodes do, for a GPU that is not known: an opcode map, a TOML file
    #[arg(long, value_name = "FILE", help_heading = TRACE)]
    pub opcodes: Option<PathBuf>,
    /// Take launches of which CTAs are missing
    #[arg(long, help_heading = TRACE)]
    pub partial: bool,
}

impl Options {
    pub fn size(&self) -> &str {
        self.size.as_deref().unwrap_or("small")
    }

    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(1)
    }

    pub fn mode(&self) -> Mode {
        if self.warp.as_deref() == Some("64") { Mode::Warps64 } else { Mode::Warps32 }
    }

    pub fn limits(&self) -> Limits {
        let instructions = self.budget.unwrap_or(Limits::default().instructions);
        Limits { instructions, ..Limits::default() }
    }

    /// The launch file, without which PTX is no work.
    pub fn launch(&self, kernel: &str) -> Result<PathBuf, Failure> {
        self.launch.clone().ok_or_else(|| {
            let help = format!("say what to launch on what: {kernel} --launch launch.toml; `warploom exec --help` shows such a file");
            Failure::mistake(format!("`{kernel}` alone is no work: nothing is launched"), Some(help))
        })
    }

    /// Says no to options that have no meaning for any of these works: left unsaid, they would seem to be in force.
    pub fn fit(&self, works: &[(&str, Kind)]) -> Result<(), Failure> {
        use Kind::{Ptx, Suite, Trace};
        let TraceOptions { architecture, registers, opcodes, partial } = &self.trace;
        let given: [(&str, bool, &[Kind]); 9] = [
            ("--size", self.size.is_some(), &[Suite]),
            ("--seed", self.seed.is_some(), &[Suite]),
            ("--launch", self.launch.is_some(), &[Ptx]),
            ("--budget", self.budget.is_some(), &[Ptx]),
            ("--warp", self.warp.is_some(), &[Suite, Ptx]),
            ("--architecture", architecture.is_some(), &[Trace]),
            ("--registers", registers.is_some(), &[Trace]),
            ("--opcodes", opcodes.is_some(), &[Trace]),
            ("--partial", *partial, &[Trace]),
        ];
        let fits = |kinds: &[Kind]| works.iter().any(|(_, kind)| kinds.contains(kind));
        let unfit = given.into_iter().find(|(_, given, kinds)| *given && !fits(kinds));
        let (Some((option, _, kinds)), Some((work, kind))) = (unfit, works.first()) else { return Ok(()) };
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.plural()).collect();
        let help = format!("it belongs to {}; leave it out here", kinds.join(" and "));
        Err(Failure::mistake(
            format!("`{option}` says nothing of `{work}`, which is {}", kind.words()),
            Some(help),
        ))
    }
}
