//! Counters of a launch, and the causes of stalls.

mod detail;

pub use detail::{StallDetail, StallDetails};

use crate::decoded::WaveUnit;
use crate::memory::{cache, dram};
use crate::sums::sums;
use warploom_kernel::program::Pc;

/// What a scheduler did in a cycle: it issued, or it stalled for one of these causes. Every scheduler-cycle is counted under
/// exactly one cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The scheduler issued an instruction.
    Issued,
    /// The scheduler had no resident warp, and CTAs of the launch could be dispatched or all were.
    Idle,
    /// No CTA of the launch could start yet: the launch latency.
    Launch,
    /// Every buffered instruction waited for a result from memory (scoreboard).
    ScoreboardMemory,
    /// A buffered instruction waited for the result of an execution unit, and none was ready.
    ScoreboardAlu,
    /// An instruction was ready, but its unit was full (structural hazard).
    Pipeline,
    /// Every warp waited at a barrier.
    Barrier,
    /// No warp had a buffered instruction: all waited for instruction fetch or at a barrier.
    Fetch,
    /// A warp could issue, but the policy declined to pick one.
    Held,
}

impl Cause {
    /// Every cause, in the order of the counters.
    pub const ALL: [Cause; 9] = {
        use Cause::*;
        [Issued, Idle, Launch, ScoreboardMemory, ScoreboardAlu, Pipeline, Barrier, Fetch, Held]
    };

    /// Name of the cause in records.
    pub const fn name(self) -> &'static str {
        match self {
            Cause::Issued => "issued",
            Cause::Idle => "idle",
            Cause::Launch => "launch",
            Cause::ScoreboardMemory => "scoreboard_memory",
            Cause::ScoreboardAlu => "scoreboard_alu",
            Cause::Pipeline => "pipeline",
            Cause::Barrier => "barrier",
            Cause::Fetch => "fetch",
            Cause::Held => "held",
        }
    }
}

/// Scheduler-cycles for which an instruction waited for results, by the instruction whose result it was.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Awaited(Vec<(Pc, u64)>);

impl Awaited {
    /// Adds cycles for the result of an instruction.
    pub(crate) fn add(&mut self, of: Pc, cycles: u64) {
        match self.0.binary_search_by_key(&of, |&(pc, _)| pc) {
            Ok(at) => self.0[at].1 += cycles,
            Err(at) => self.0.insert(at, (of, cycles)),
        }
    }

    /// The instructions, in the order of the code, each with its cycles.
    pub fn iter(&self) -> impl Iterator<Item = (Pc, u64)> {
        self.0.iter().copied()
    }
}

impl std::ops::AddAssign<&Awaited> for Awaited {
    fn add_assign(&mut self, other: &Awaited) {
        other.iter().for_each(|(pc, cycles)| self.add(pc, cycles));
    }
}

/// Counters of an instruction: its issues, the stalls that it is charged with, and its accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct InstructionCounts {
    /// Scheduler-cycles by cause: the issues of the instruction, and stalls.
    pub stalls: [u64; Cause::ALL.len()],
    pub details: StallDetails,
    /// Active lanes, summed over its issues.
    pub threads: u64,
    pub accesses: AccessTotals,
    /// Stalls of its warps for results, by the instruction that they waited for.
    pub awaited: Awaited,
}

impl InstructionCounts {
    /// Scheduler-cycles counted under a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.stalls[cause as usize]
    }

    /// Whether nothing is counted.
    pub fn is_zero(&self) -> bool {
        *self == InstructionCounts::default()
    }
}

sums!(InstructionCounts { details, threads, accesses, awaited; stalls });

/// Sectors that the L1 of an SM fetched in a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FetchedSectors {
    /// All fetched sectors.
    pub all: u64,
    /// Sectors that the same L1 had fetched before in this launch, and evicted since.
    pub again: u64,
}

sums!(FetchedSectors { all, again; });

/// Memory accesses of warps: how many sectors and passes they took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct AccessTotals {
    /// Warp instructions that accessed global or local memory with at least one lane.
    pub requests: u64,
    /// Segments that they were coalesced into: sectors of 32 bytes, or lines on machines without sectors.
    pub sectors: u64,
    /// Bytes that their lanes requested. Bytes that several lanes requested count for each.
    pub bytes: u64,
    /// Warp instructions that accessed shared memory with at least one lane.
    pub shared_requests: u64,
    /// Passes over the banks that they took: one each without conflicts, if a lane accesses 4 bytes.
    pub shared_passes: u64,
    /// Sectors among them that atomics update.
    pub atomic_sectors: u64,
    /// Passes among them of atomics.
    pub atomic_passes: u64,
}

sums!(AccessTotals { requests, sectors, bytes, shared_requests, shared_passes, atomic_sectors, atomic_passes; });

/// Counters of one SM, or of a whole launch.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Counters {
    /// Scheduler-cycles by cause.
    pub stalls: [u64; Cause::ALL.len()],
    /// Stalls of SMs by detail.
    pub details: StallDetails,
    /// Warp instructions issued.
    pub warp_instructions: u64,
    /// Instructions, counted once per active lane.
    pub thread_instructions: u64,
    /// Cycles in which nothing issued although an ineligible warp could have. They are also counted under a cause.
    pub missed: u64,
    /// L1 data caches.
    pub l1: cache::Counters,
    pub instructions: cache::Counters,
    pub constants: cache::Counters,
    /// L2 slices.
    pub l2: cache::Counters,
    /// DRAM channels.
    pub dram: dram::Counters,
    /// Cycles lost to bank conflicts in shared memory.
    pub bank_conflicts: u64,
    /// Memory accesses of the warps of SMs.
    pub accesses: AccessTotals,
    /// Sectors that the L1s fetched, if the run keeps counters by instruction.
    pub fetched: FetchedSectors,
    /// Cycles in which an SM had a resident CTA, summed over SMs.
    pub active_cycles: u64,
    /// Cycles that CTAs were resident on SMs, times their warps; of CTAs that completed.
    pub warp_cycles: u64,
    /// The LDS of CUs.
    pub lds: LdsCounters,
    /// Units of CUs.
    pub cu: CuCounters,
}

/// Counters of the LDS of a CU, or of a whole launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct LdsCounters {
    /// Reads, one per lane.
    pub reads: u64,
    /// Writes, one per lane.
    pub writes: u64,
    /// Reads that did not merge into another.
    pub unmerged_reads: u64,
    /// Writes that did not merge into another.
    pub unmerged_writes: u64,
}

sums!(LdsCounters { reads, writes, unmerged_reads, unmerged_writes; });

/// Counters that only CUs have: of one CU, or of a whole launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct CuCounters {
    /// Instructions issued, by [`WaveUnit`].
    pub issues: [u64; WaveUnit::ALL.len()],
    /// Scalar loads among them.
    pub scalar_loads: u64,
    /// Cycles in which a work-group was resident.
    pub busy_cycles: u64,
    /// Lanes of vector memory instructions whose access merged into that of another lane.
    pub merged_lanes: u64,
}

impl CuCounters {
    /// Part of the unit-cycles with a resident work-group in which a unit received no instruction.
    pub fn idle(&self) -> f64 {
        let unit_cycles = self.busy_cycles * WaveUnit::ALL.len() as u64;
        if unit_cycles == 0 { 0.0 } else { 1.0 - self.issues.iter().sum::<u64>() as f64 / unit_cycles as f64 }
    }
}

sums!(CuCounters { scalar_loads, busy_cycles, merged_lanes; issues });

impl Counters {
    /// Scheduler-cycles counted under a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.stalls[cause as usize]
    }

    /// All scheduler-cycles.
    pub fn scheduler_cycles(&self) -> u64 {
        self.stalls.iter().sum()
    }

    /// Removes the cycles from `end` on, in which a core was idle up to its `clock`, from the account: `per_cycle` of each. Before
    /// `latency_end` they were charged to the launch.
    pub(crate) fn rewind(&mut self, end: u64, (clock, latency_end): (u64, u64), per_cycle: u64) {
        let cycles = clock.saturating_sub(end);
        let latency = clock.min(latency_end).saturating_sub(end);
        self.stalls[Cause::Launch as usize] -= latency * per_cycle;
        self.stalls[Cause::Idle as usize] -= (cycles - latency) * per_cycle;
    }
}

sums!(Counters {
    details, warp_instructions, thread_instructions, missed, l1, instructions, constants, l2, dram, bank_conflicts, accesses,
    fetched, active_cycles, warp_cycles, lds, cu; stalls
});
