//! The state of a warp and of a CTA.

use crate::ids::{CtaSlot, WarpSet};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::InstructionRun;

/// Position of a warp on its tape, with what is left of the current instruction run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TapeCursor {
    /// Next instruction.
    pub pc: Pc,
    /// Instructions of the run that are left, the next one included.
    pub left: u32,
    /// Active lanes of the run.
    pub lanes: LaneMask,
    /// Number of active lanes.
    pub threads: u32,
    /// Index of the run on the tape.
    pub run_index: u32,
    /// Memory accesses of the tape that were issued.
    pub access: u32,
}

impl TapeCursor {
    /// The start of a run.
    pub fn new(run: InstructionRun, run_index: u32, access: u32) -> TapeCursor {
        let InstructionRun { first, count, lanes } = run;
        TapeCursor { pc: first, left: count, lanes, threads: lanes.count(), run_index, access }
    }
}

/// State of a warp slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WarpState {
    pub cta: CtaSlot,
    /// Number of the warp in its CTA.
    pub number: u32,
    pub age: u64,
    /// Thread instructions issued.
    pub progress: u64,
    /// Next instruction; `None` once the last one was issued.
    pub cursor: Option<TapeCursor>,
    /// Decoded instructions in the instruction buffer.
    pub decoded: u32,
    /// Instructions in flight whose completion time is not known yet.
    pub in_flight: u32,
    /// Loads and atomics of global or local memory in flight.
    pub outstanding_loads: u32,
    /// Cycle in which the last result with a known time is written.
    pub drained_at: u64,
    /// Cycle in which the last branch is resolved. (With operand collectors it is resolved at once, as in GPGPU-Sim.)
    pub branch_resolved_at: u64,
    /// A memory fence holds the warp until nothing is in flight.
    pub at_fence: bool,
    /// The warp waits for asynchronous copies: `Copies` knows which.
    pub awaits_copies: bool,
    /// The warp has completed all its instructions.
    pub finished: bool,
}

impl WarpState {
    pub(super) fn new(cta: CtaSlot, number: u32, age: u64, now: u64) -> WarpState {
        WarpState {
            cta,
            number,
            age,
            progress: 0,
            cursor: None,
            decoded: 0,
            in_flight: 0,
            outstanding_loads: 0,
            drained_at: now,
            branch_resolved_at: 0,
            at_fence: false,
            awaits_copies: false,
            finished: false,
        }
    }

    /// Removes an instruction that completes in cycle `at` from those in flight.
    #[inline]
    pub fn retire(&mut self, at: u64) {
        self.in_flight -= 1;
        self.drained_at = self.drained_at.max(at);
    }
}

/// State of a resident CTA.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CtaState {
    /// Number of the CTA in the grid.
    pub number: u64,
    /// Slots of its warps.
    pub warps: WarpSet,
    /// Thread instructions issued by its warps.
    pub progress: u64,
    /// Cycle in which it became resident.
    pub since: u64,
}

/// Operands and dependences of a warp's next instruction, as the scoreboard reports them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Readiness {
    /// No register is pending.
    Ready,
    /// A result of an execution unit is pending.
    Result,
    /// A result of shared or constant memory is pending.
    ShortMemory,
    /// A result of global or local memory is pending.
    LongMemory,
}

/// Change of a warp's set membership in [`SmView::blocked_on_long`](super::SmView::blocked_on_long).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LongChange {
    Blocked,
    Released,
}
