//! A kernel's phases, and the summary table.

use super::listing::Listing;
use crate::Table;
use warploom_gpu::machine::Machine;
use warploom_gpu::phase_latency;
use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;
use warploom_kernel::latency;
use warploom_kernel::phase::{PhaseStart, PhaseTiming, Phases, Reading, Rules};

/// A kernel with its phases.
pub struct Analysis {
    /// The kernel.
    pub listing: Listing,
    pub phases: Phases,
    /// Lengths and distances in cycles.
    pub timing: PhaseTiming,
    /// Number of phases if every basic block started one.
    pub with_blocks: usize,
    /// Latency of each instruction, in cycles.
    pub latencies: Vec<u32>,
    /// Rules for long latencies and phase starts.
    pub rules: Rules,
}

impl Analysis {
    /// Finds the phases, with lengths in cycles of the machine.
    pub fn new(listing: Listing, reading: Reading, machine: &Machine) -> Analysis {
        let rules = reading.rules;
        let own = phase_latency(machine, reading.latencies);
        // An SM has no latencies of GCN code.
        let latency = |item: &Instruction| if listing.is_gcn { latency::gcn(item) } else { own(item) };
        let phases = Phases::new(&listing.code, rules);
        let timing = phases.timing(&listing.code, latency);
        let with_blocks = Phases::new(&listing.code, Rules { blocks: true, ..rules }).list().len();
        let latencies = listing.code.instructions.iter().map(latency).collect();
        Analysis { listing, phases, timing, with_blocks, latencies, rules }
    }

    /// The number of an instruction's phase, from 1, as in the paper.
    pub fn phase_number(&self, at: usize) -> u32 {
        self.phases.of(at).0 + 1
    }

    /// True if an instruction has a long-latency result.
    pub fn has_long_latency(&self, at: usize) -> bool {
        let item = &self.listing.code.instructions[at];
        let shared = self.rules.shared_long && item.class == Class::Shared;
        !item.writes.is_empty() && (item.class.is_memory() || shared)
    }

    /// The reason why a phase starts, to follow `starts here`.
    pub fn reason(&self, why: PhaseStart) -> String {
        match why {
            PhaseStart::Entry => "at the entry".to_owned(),
            PhaseStart::Block => "with a basic block".to_owned(),
            PhaseStart::Barrier => "after a barrier".to_owned(),
            PhaseStart::LongLatencyUse { register, producer } => {
                let head = self.listing.lines[producer].head();
                format!("because {register} was loaded at {producer} ({head})")
            }
            PhaseStart::Copies { producer } => {
                let head = self.listing.lines[producer].head();
                format!("because it waits for the copy at {producer} ({head})")
            }
        }
    }

    /// Cycles of the whole code.
    pub fn cycles(&self) -> u64 {
        self.timing.lengths().iter().map(|&cycles| u64::from(cycles)).sum()
    }

    /// The mean length of a phase.
    pub fn mean(&self) -> Option<f64> {
        let phases = self.phases.list().len();
        (phases > 0).then(|| self.cycles() as f64 / phases as f64)
    }
}

/// One row per kernel.
pub fn table(all: &[Analysis]) -> Table {
    let mut table = Table::new(&[
        "kernel",
        ">instructions",
        ">registers",
        ">phases",
        ">with block rule",
        ">longest",
        ">shortest",
        ">mean",
    ]);
    for one in all {
        let cycles = |value: Option<&u32>| value.map_or("-".to_owned(), u32::to_string);
        table.row([
            one.listing.name.clone(),
            one.listing.lines.len().to_string(),
            cycles(one.listing.registers.as_ref()),
            one.phases.list().len().to_string(),
            one.with_blocks.to_string(),
            cycles(one.timing.lengths().iter().max()),
            cycles(one.timing.lengths().iter().min()),
            one.mean().map_or("-".to_owned(), |mean| format!("{mean:.1}")),
        ]);
    }
    table
}
