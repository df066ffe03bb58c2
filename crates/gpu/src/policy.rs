//! Warp policies: the trait that decides which warp a scheduler issues.
//!
//! The SM decides what is legal and the policy decides what it prefers. A policy picks among the warps that can issue, and sees
//! the SM through a read-only [`SmView`]. [Placement](crate::placement) decides which SM receives a CTA.

pub use crate::view::{NextInstruction, SmView};

use crate::ids::{CtaSlot, Line, SchedulerId, Slot, WarpSet};

/// Warp-scheduling policy of an SM. One object decides for all schedulers of its SM.
pub trait WarpPolicy: Send {
    /// Picks the warp that issues now, from `view.issuable(scheduler)`, which is never empty. `None` leaves the issue slot empty.
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot>;

    /// Observes an event of a warp, a CTA or the L1. The view already includes it.
    fn observe(&mut self, _event: WarpEvent, _view: &SmView<'_>) {}

    /// Warps that the policy considers at present; two-level policies narrow the set. Stall causes are found over these.
    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        view.resident(scheduler)
    }

    /// Returns true to receive L1 events (`L1Hit`, `L1Miss`, `L1Evicted`). Called once, when the SM is created; policies that
    /// return false pay nothing for them.
    fn wants_cache_events(&self) -> bool {
        false
    }
}

/// Event of a warp, a CTA or the L1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WarpEvent {
    /// A warp was launched.
    Launched(Slot),
    /// A warp's scheduler issued its next instruction.
    Issued(Slot),
    /// A warp's next instruction waits for a long-latency result.
    Blocked(Slot),
    /// The long-latency results that blocked a warp's next instruction are available.
    Released(Slot),
    /// A load or atomic of a warp completed.
    MemoryCompleted(Slot),
    /// A store of a warp completed. No instruction waits for a store.
    StoreCompleted(Slot),
    /// A warp blocked at a barrier.
    AtBarrier(Slot),
    /// The barrier at which a warp was blocked opened.
    BarrierReleased(Slot),
    /// A warp completed its last instruction.
    Finished(Slot),
    /// A CTA became resident. Its warps are launched next.
    CtaLaunched(CtaSlot),
    /// All warps of a CTA finished. The view still contains the CTA.
    CtaFinished(CtaSlot),
    /// A load hit in the L1.
    ///
    /// L1 events go to policies that [request them](WarpPolicy::wants_cache_events), in the cycle of the lookup, once for each
    /// access of an instruction. An access that fails to reserve a resource and an access that merges into an MSHR cause none.
    L1Hit {
        /// Warp of the load.
        slot: Slot,
        /// Line that it accessed.
        line: Line,
    },
    /// A load missed in the L1: the line, or the accessed sector of it, was absent.
    L1Miss {
        /// Warp of the load.
        slot: Slot,
        /// Line that it accessed.
        line: Line,
    },
    /// The L1 evicted a line. The event follows that of the miss that caused the eviction, if any.
    L1Evicted {
        /// Slot of the warp that filled the line; another warp may occupy the slot by now.
        slot: Slot,
        /// Evicted line.
        line: Line,
    },
}
