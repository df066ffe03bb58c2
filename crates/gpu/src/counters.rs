//! What is counted.

use crate::memory::{cache, dram};

/// Why a scheduler did not issue in a cycle; or that it did. Every scheduler-cycle is exactly one of these.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// An instruction was issued.
    Issued,
    /// There was no warp.
    Idle,
    /// Every instruction at hand waited for memory.
    ScoreboardMemory,
    /// At least one waited for a result that is not of memory, the rest for memory.
    ScoreboardAlu,
    /// An instruction had all it needed but its unit had no room.
    Pipeline,
    /// Every warp waited at a barrier.
    Barrier,
    /// No warp had an instruction at hand; those that did not wait at a barrier were being fetched for.
    Fetch,
    /// A warp could have issued; the policy declined.
    Held,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 8] = {
        use Cause::*;
        [Issued, Idle, ScoreboardMemory, ScoreboardAlu, Pipeline, Barrier, Fetch, Held]
    };

    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Issued => "issued",
            Cause::Idle => "idle",
            Cause::ScoreboardMemory => "scoreboard_memory",
            Cause::ScoreboardAlu => "scoreboard_alu",
            Cause::Pipeline => "pipeline",
            Cause::Barrier => "barrier",
            Cause::Fetch => "fetch",
            Cause::Held => "held",
        }
    }
}

/// What is counted of an SM, or of several together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Scheduler-cycles by cause.
    pub stalls: [u64; Cause::ALL.len()],
    /// Warp instructions issued.
    pub warp_instructions: u64,
    /// Instructions, counted once per active lane.
    pub thread_instructions: u64,
    /// Cycles in which an ineligible warp could have issued, and nothing did: outside the sum of causes.
    pub missed: u64,
    /// What happened in the first caches of data.
    pub l1: cache::Counters,
    /// In the caches of instructions.
    pub instructions: cache::Counters,
    /// In the caches of constants.
    pub constants: cache::Counters,
    /// In the L2.
    pub l2: cache::Counters,
    /// In DRAM.
    pub dram: dram::Counters,
    /// Cycles lost to conflicts in shared memory.
    pub bank_conflicts: u64,
}

impl Counters {
    /// Scheduler-cycles of a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.stalls[cause as usize]
    }

    /// All scheduler-cycles.
    pub fn scheduler_cycles(&self) -> u64 {
        self.stalls.iter().sum()
    }

    /// Adds what another counted.
    pub fn add(&mut self, other: &Counters) {
        self.stalls.iter_mut().zip(other.stalls).for_each(|(own, more)| *own += more);
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.missed += other.missed;
        self.l1 += other.l1;
        self.instructions += other.instructions;
        self.constants += other.constants;
        self.l2 += other.l2;
        self.dram += other.dram;
        self.bank_conflicts += other.bank_conflicts;
    }
}
