//! Policies: who decides which warp issues. Which SM gets a CTA is decided by [placement](crate::placement).
//!
//! Legality is the machine's, preference is the policy's: a policy is asked to choose among warps that can issue, and sees
//! the SM through a view it cannot change.

use crate::decoded::UnitId;
use crate::ids::{CtaSlot, Cycle, Line, SchedulerId, Slot, WarpSet};
use crate::sm::State;
use warploom_kernel::class::Class;

/// Decides which warps issue. One object per SM: it decides for all of the SM's schedulers.
pub trait WarpPolicy: Send {
    /// Which of `view.issuable(scheduler)` (never empty) issues now; `None` leaves the slot idle on purpose.
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot>;

    /// Something happened to a warp or CTA.
    fn observe(&mut self, _event: WarpEvent, _view: &SmView<'_>) {}

    /// Warps it is willing to consider (two-level policies narrow it); stall causes are judged over these.
    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        view.resident(scheduler)
    }

    /// Whether it is to be told what happens in the L1: asked once, when the SM is made. Who does not ask does not pay.
    fn wants_cache_events(&self) -> bool {
        false
    }
}

/// What happens to warps and CTAs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WarpEvent {
    /// A warp begins.
    Launched(Slot),
    /// A warp's instruction was issued by its scheduler.
    Issued(Slot),
    /// A warp's next instruction has to wait for a long-latency result.
    Blocked(Slot),
    /// It has to wait no more.
    Released(Slot),
    /// A load or atomic of a warp is complete.
    MemoryCompleted(Slot),
    /// A store of a warp is complete: nobody waited for it.
    StoreCompleted(Slot),
    /// A warp waits at a barrier.
    AtBarrier(Slot),
    /// It waits there no more.
    BarrierReleased(Slot),
    /// A warp has ended.
    Finished(Slot),
    /// A CTA begins: its warps are launched next.
    CtaLaunched(CtaSlot),
    /// A CTA has ended; the view still has it.
    CtaFinished(CtaSlot),
    /// A load of a warp found what it looked for in the L1. This and the next two are told to those who
    /// [ask](WarpPolicy::wants_cache_events), in the cycle in which the L1 looks the access up, for each access of an instruction:
    /// neither for one that has to try again, nor for one that joins others in waiting for a line.
    L1Hit {
        /// The warp that looked.
        slot: Slot,
        /// What for.
        line: Line,
    },
    /// A load of a warp did not find it: the line is not there, or not this sector of it.
    L1Miss {
        /// The warp that looked.
        slot: Slot,
        /// What for.
        line: Line,
    },
    /// A line left the L1 for another, after the miss that made it go was told if there was one.
    L1Evicted {
        /// The warp that brought it: whoever has that slot now.
        slot: Slot,
        /// What left.
        line: Line,
    },
}

/// The next instruction of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NextInstruction {
    /// What kind of work it is.
    pub class: Class,
    /// The unit it needs.
    pub unit: UnitId,
    /// Whether it goes to memory.
    pub is_memory: bool,
    /// Whether it is a load of global or local memory: what brings lines into the L1.
    pub is_load: bool,
    /// Its phase.
    pub phase: u32,
    /// Whether it is its phase's first: the warp is between two phases.
    pub starts_phase: bool,
    /// Cycles from here to the end of its phase.
    pub distance: u32,
    /// Cycles of its phase.
    pub phase_length: u32,
    /// Instructions of the program from here to its last, in the order in which they are written.
    pub instructions_to_end: u32,
}

/// Instructions as tests of policies write them.
impl NextInstruction {
    /// One that computes, alone in its phase.
    pub const fn compute() -> NextInstruction {
        let (class, unit) = (Class::Float, UnitId(0));
        let (is_memory, is_load, starts_phase) = (false, false, false);
        NextInstruction {
            class,
            unit,
            is_memory,
            is_load,
            phase: 0,
            starts_phase,
            distance: 0,
            phase_length: 0,
            instructions_to_end: 1,
        }
    }

    /// One that goes to memory: a load.
    pub const fn memory() -> NextInstruction {
        NextInstruction { is_load: true, ..NextInstruction::store() }
    }

    /// One that goes to memory and brings nothing.
    pub const fn store() -> NextInstruction {
        NextInstruction { class: Class::Global, is_memory: true, ..NextInstruction::compute() }
    }

    /// The same with so many instructions from it to the program's last.
    #[must_use]
    pub const fn with_instructions_to_end(self, instructions_to_end: u32) -> NextInstruction {
        NextInstruction { instructions_to_end, ..self }
    }

    /// The same in a phase, so far from its end: the phase's first, if that is all of its length.
    #[must_use]
    pub const fn in_phase(self, phase: u32, distance: u32, phase_length: u32) -> NextInstruction {
        NextInstruction { phase, distance, phase_length, starts_phase: distance == phase_length, ..self }
    }
}

/// What a policy sees of its SM.
#[derive(Clone, Copy)]
pub struct SmView<'a> {
    pub(crate) state: &'a State,
}

impl SmView<'_> {
    /// The cycle.
    #[inline]
    pub fn now(&self) -> Cycle {
        Cycle(self.state.now)
    }

    /// How many schedulers the SM has.
    #[inline]
    pub fn schedulers(&self) -> usize {
        usize::from(self.state.schedulers)
    }

    /// A scheduler's warps that have not ended.
    #[inline]
    pub fn resident(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.resident & self.state.masks[scheduler.index()]
    }

    /// Those that can issue now.
    #[inline]
    pub fn issuable(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.issuable[scheduler.index()]
    }

    /// Those whose next instruction waits for a long-latency result.
    #[inline]
    pub fn blocked_on_long(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.long & self.state.masks[scheduler.index()]
    }

    /// Those that wait at a barrier.
    #[inline]
    pub fn at_barrier(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.barrier & self.state.masks[scheduler.index()]
    }

    /// Those that have long-latency results under way, whether their next instruction waits for one or not.
    #[inline]
    pub fn long_pending(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.expecting & self.state.masks[scheduler.index()]
    }

    /// Those that have ended, of CTAs that have not.
    #[inline]
    pub fn finished(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.finished & self.state.masks[scheduler.index()]
    }

    /// All slots of a scheduler, with a warp or without.
    #[inline]
    pub fn slots(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.masks[scheduler.index()]
    }

    /// The scheduler that a slot's warp is issued by.
    #[inline]
    pub fn scheduler(&self, slot: Slot) -> SchedulerId {
        SchedulerId(slot.0 % self.state.schedulers)
    }

    /// Whether CTAs of the launch were yet to begin, on any SM, when the window began.
    #[inline]
    pub fn ctas_undispatched(&self) -> bool {
        self.state.ctas_undispatched
    }

    /// The CTAs on the SM.
    #[inline]
    pub fn ctas(&self) -> impl Iterator<Item = CtaSlot> + use<> {
        // A bit for each, as with warps.
        WarpSet(self.state.present).iter().map(|at| CtaSlot(at.0))
    }

    /// The warps of a CTA, those that have ended among them.
    #[inline]
    pub fn warps(&self, cta: CtaSlot) -> WarpSet {
        self.state.ctas[cta.index()].warps
    }

    /// A CTA's number in the grid.
    #[inline]
    pub fn cta_number(&self, cta: CtaSlot) -> u64 {
        self.state.ctas[cta.index()].number
    }

    /// Thread instructions that a CTA's warps have issued.
    #[inline]
    pub fn cta_progress(&self, cta: CtaSlot) -> u64 {
        self.state.ctas[cta.index()].progress
    }

    /// How many warps of a CTA wait at a barrier.
    #[inline]
    pub fn cta_at_barrier(&self, cta: CtaSlot) -> u32 {
        (self.warps(cta) & self.state.barrier).len()
    }

    /// How many warps of a CTA have ended.
    #[inline]
    pub fn cta_finished(&self, cta: CtaSlot) -> u32 {
        (self.warps(cta) & self.state.finished).len()
    }

    /// Those that have an instruction at hand, decoded.
    #[inline]
    pub fn buffered(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.buffered & self.state.masks[scheduler.index()]
    }

    /// The slot that the scheduler issued from last.
    #[inline]
    pub fn last_issued(&self, scheduler: SchedulerId) -> Option<Slot> {
        self.state.last[scheduler.index()]
    }

    /// A warp's age: the order in which warps were launched on this SM, the oldest first.
    #[inline]
    pub fn age(&self, slot: Slot) -> u64 {
        self.state.warps[slot.index()].age
    }

    /// The oldest of some warps.
    #[inline]
    pub fn oldest(&self, warps: WarpSet) -> Option<Slot> {
        warps.iter().min_by_key(|&slot| self.age(slot))
    }

    /// The youngest of some warps.
    #[inline]
    pub fn youngest(&self, warps: WarpSet) -> Option<Slot> {
        warps.iter().max_by_key(|&slot| self.age(slot))
    }

    /// The CTA a warp is of.
    #[inline]
    pub fn cta(&self, slot: Slot) -> CtaSlot {
        self.state.warps[slot.index()].cta
    }

    /// Thread instructions a warp has issued.
    #[inline]
    pub fn progress(&self, slot: Slot) -> u64 {
        self.state.warps[slot.index()].progress
    }

    /// A warp's next instruction, while it has one.
    #[inline]
    pub fn next(&self, slot: Slot) -> Option<NextInstruction> {
        self.state.next_instruction(slot)
    }
}
