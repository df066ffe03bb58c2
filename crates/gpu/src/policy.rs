//! Warp policies: the trait that decides which warp a scheduler issues.
//!
//! The SM decides what is legal and the policy decides what it prefers. A policy picks among the warps that can issue, and sees
//! the SM through a read-only [`SmView`]. [Placement](crate::placement) decides which SM receives a CTA.

pub use crate::view::{NextInstruction, ResourceUse, SmView};

use crate::ids::{CtaSlot, Line, SchedulerId, Slot, WarpSet};
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;

/// Warp-scheduling policy of an SM. One object decides for all schedulers of its SM, in all launches of a run.
///
/// ```
/// use std::collections::BTreeMap;
/// use warploom_gpu::fixture::Fixture;
/// use warploom_gpu::policy::{NextInstruction, SmView, WarpEvent, WarpPolicy};
/// use warploom_gpu::{Launch, Line, Pc, SchedulerId, Slot};
///
/// /// Picks the warp whose next load has the fewest L1 misses at its pc. Ties go to the oldest warp.
/// #[derive(Default)]
/// struct HitFirst {
///     misses: BTreeMap<u32, u32>,
/// }
///
/// impl WarpPolicy for HitFirst {
///     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
///         let misses = |slot: Slot| {
///             let next = view.next(slot).filter(|next| next.is_load);
///             next.and_then(|next| self.misses.get(&next.pc.0)).copied().unwrap_or(0)
///         };
///         view.issuable(scheduler).iter().min_by_key(|&slot| (misses(slot), view.age(slot)))
///     }
///
///     fn launch_begins(&mut self, _launch: &Launch, _view: &SmView<'_>) {
///         self.misses.clear();
///     }
///
///     fn observe(&mut self, event: WarpEvent, _view: &SmView<'_>) {
///         if let WarpEvent::L1Miss { pc, .. } = event {
///             *self.misses.entry(pc.0).or_default() += 1;
///         }
///     }
///
///     fn wants_cache_events(&self) -> bool {
///         true
///     }
/// }
///
/// let mut sm = Fixture::new(HitFirst::default(), 8, 1);
/// sm.launch(0, 2);
/// sm.next(Slot(0), NextInstruction::memory().with_pc(Pc(3)));
/// sm.next(Slot(1), NextInstruction::memory().with_pc(Pc(5)));
/// assert_eq!(sm.pick(SchedulerId(0)), Some(Slot(0)));
/// sm.notify(WarpEvent::l1_miss(Slot(0), Pc(3), Line(0x40)));
/// assert_eq!(sm.pick(SchedulerId(0)), Some(Slot(1)));
/// ```
pub trait WarpPolicy: Send {
    /// Picks the warp that issues now, from `view.issuable(scheduler)`, which is never empty. `None` leaves the issue slot empty.
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot>;

    /// Begins a kernel launch, before any of its CTAs is resident. Policy objects live across launches.
    fn launch_begins(&mut self, _launch: &Launch, _view: &SmView<'_>) {}

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
    /// A warp issued an instruction. The view already has the one after it as the warp's next.
    #[non_exhaustive]
    Issued {
        /// Warp that issued.
        slot: Slot,
        /// Issued instruction.
        pc: Pc,
        /// Active lanes.
        lanes: LaneMask,
    },
    /// A warp's next instruction waits for a long-latency result.
    Blocked(Slot),
    /// The long-latency results that blocked a warp's next instruction are available.
    Released(Slot),
    /// The result of a load or atomic of a warp can be read from this cycle on. Every issued load and atomic of any memory has
    /// one such event, also one without active lanes; [`SmView::class`] tells shared and constant memory from the rest.
    #[non_exhaustive]
    MemoryCompleted {
        /// Warp of the instruction.
        slot: Slot,
        /// Completed instruction.
        pc: Pc,
    },
    /// A store, reduction or prefetch of a warp completed: one event for each, also without active lanes. No instruction waits
    /// for it.
    #[non_exhaustive]
    StoreCompleted {
        /// Warp of the instruction.
        slot: Slot,
        /// Completed instruction.
        pc: Pc,
    },
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
    #[non_exhaustive]
    L1Hit {
        /// Warp of the load.
        slot: Slot,
        /// The load.
        pc: Pc,
        /// Line that it accessed.
        line: Line,
    },
    /// A load missed in the L1: the line, or the accessed sector of it, was absent.
    #[non_exhaustive]
    L1Miss {
        /// Warp of the load.
        slot: Slot,
        /// The load.
        pc: Pc,
        /// Line that it accessed.
        line: Line,
    },
    /// The L1 evicted a line. The event follows that of the miss that caused the eviction, if any.
    #[non_exhaustive]
    L1Evicted {
        /// Slot of the warp that filled the line; another warp may occupy the slot by now.
        slot: Slot,
        /// Evicted line.
        line: Line,
    },
}

/// Events for unit tests of policies.
impl WarpEvent {
    /// Issue of an instruction.
    pub const fn issued(slot: Slot, pc: Pc, lanes: LaneMask) -> WarpEvent {
        WarpEvent::Issued { slot, pc, lanes }
    }

    /// Completion of a load or atomic.
    pub const fn memory_completed(slot: Slot, pc: Pc) -> WarpEvent {
        WarpEvent::MemoryCompleted { slot, pc }
    }

    /// Completion of a store.
    pub const fn store_completed(slot: Slot, pc: Pc) -> WarpEvent {
        WarpEvent::StoreCompleted { slot, pc }
    }

    /// L1 hit of a load.
    pub const fn l1_hit(slot: Slot, pc: Pc, line: Line) -> WarpEvent {
        WarpEvent::L1Hit { slot, pc, line }
    }

    /// L1 miss of a load.
    pub const fn l1_miss(slot: Slot, pc: Pc, line: Line) -> WarpEvent {
        WarpEvent::L1Miss { slot, pc, line }
    }

    /// Eviction of a line that a load of this slot filled.
    pub const fn l1_evicted(slot: Slot, line: Line) -> WarpEvent {
        WarpEvent::L1Evicted { slot, line }
    }
}
