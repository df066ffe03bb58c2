//! Diagnosis of a core that makes no progress: the reason why each unfinished warp waits.

use crate::ids::Slot;
use std::fmt;
use warploom_kernel::program::Pc;

/// Reason why a warp waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WaitReason {
    /// The warp can issue, but the policy has not picked it.
    Policy,
    /// Its next instruction needs a result from memory.
    Memory,
    /// Its next instruction needs the result of an earlier instruction.
    Result,
    /// The execution unit of its next instruction is full (structural hazard).
    Unit,
    /// It is blocked at a barrier.
    Barrier {
        /// Number of the barrier in the CTA.
        id: u8,
        /// Warps that have arrived.
        arrived: u32,
        /// Warps that the barrier expects.
        expected: u32,
    },
    /// Its instruction buffer is empty.
    Fetch,
    /// It has issued its last instruction and has accesses in flight.
    End,
}

impl fmt::Display for WaitReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WaitReason::Barrier { id, arrived, expected } => {
                return write!(f, "waits at barrier {id}, where {arrived} of {expected} warps are");
            }
            WaitReason::Policy => "could issue, and was not picked",
            WaitReason::Memory => "waits for data from memory",
            WaitReason::Result => "waits for a result",
            WaitReason::Unit => "waits for room in its unit",
            WaitReason::Fetch => "waits for its instructions",
            WaitReason::End => "has issued all, and waits for its accesses",
        })
    }
}

/// Unfinished warp of an SM that makes no progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockedWarp {
    /// SM of the warp.
    pub sm: u32,
    /// Slot of the warp.
    pub slot: Slot,
    /// Number of its CTA in the grid.
    pub cta: u64,
    /// Number of the warp in its CTA.
    pub warp: u32,
    /// Its next instruction, if it has one.
    pub pc: Option<Pc>,
    /// Reason why it waits.
    pub reason: WaitReason,
}
