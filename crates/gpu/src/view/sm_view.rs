//! The read-only view of an SM, for policies and probes.

use super::next_instruction::NextInstruction;
use super::resources::{ResourceUse, Resources};
use super::state::SmState;
use super::warp::TapeCursor;
use crate::ids::{CtaSlot, Cycle, RegisterNumber, SchedulerId, Slot, WarpSet};
use warploom_kernel::class::Class;
use warploom_kernel::program::Pc;

/// Read-only view of an SM, for policies and probes.
///
/// Every query is O(1) and exact at the time of the call.
///
/// ```
/// use warploom_gpu::fixture::Fixture;
/// use warploom_gpu::policy::{NextInstruction, SmView, WarpPolicy};
/// use warploom_gpu::{Pc, SchedulerId, Slot};
///
/// /// Oldest warp first. While no MSHR is free, only arithmetic instructions issue.
/// struct Throttled;
/// impl WarpPolicy for Throttled {
///     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
///         let saturated = view.l1_mshrs().is_full();
///         let allowed = |slot: &Slot| !saturated || view.next(*slot).is_some_and(|next| !next.is_memory);
///         view.oldest(view.issuable(scheduler).iter().filter(allowed).collect())
///     }
/// }
///
/// let mut sm = Fixture::new(Throttled, 48, 2);
/// sm.launch_with(0, 4, NextInstruction::memory());
/// sm.next(Slot(2), NextInstruction::compute().with_pc(Pc(7)));
/// assert_eq!(sm.pick(SchedulerId(0)), Some(Slot(0)));
/// sm.set_l1_mshrs(32, 32);
/// assert_eq!(sm.pick(SchedulerId(0)), Some(Slot(2)));
/// assert_eq!(sm.view().next(Slot(2)).map(|next| next.pc), Some(Pc(7)));
/// ```
#[derive(Clone, Copy)]
pub struct SmView<'a> {
    state: &'a SmState,
    resources: &'a dyn Resources,
}

impl<'a> SmView<'a> {
    #[inline]
    pub(crate) fn new(state: &'a SmState, resources: &'a dyn Resources) -> SmView<'a> {
        SmView { state, resources }
    }

    /// Opcode of an instruction, as the code spells it: `ld.global.f32` in PTX, `LDG.E` in SASS.
    pub fn opcode(&self, pc: Pc) -> &'a str {
        self.state.code.opcode(pc)
    }

    /// Class of an instruction.
    #[inline]
    pub fn class(&self, pc: Pc) -> Class {
        self.state.code.class(pc)
    }

    /// Registers that an instruction reads.
    #[inline]
    pub fn reads(&self, pc: Pc) -> impl Iterator<Item = RegisterNumber> + use<'a> {
        let code = &self.state.code;
        code.reads(&code.instructions[pc.index()]).iter().map(|&number| RegisterNumber(number))
    }

    /// Registers that an instruction writes.
    #[inline]
    pub fn writes(&self, pc: Pc) -> impl Iterator<Item = RegisterNumber> + use<'a> {
        let code = &self.state.code;
        code.writes(&code.instructions[pc.index()]).iter().map(|&number| RegisterNumber(number))
    }

    /// Number of registers of the launch's code. Every [`RegisterNumber`] of it is below.
    #[inline]
    pub fn registers(&self) -> usize {
        self.state.code.register_count
    }

    /// Loads and atomics of global or local memory that a warp has in flight.
    #[inline]
    pub fn outstanding_loads(&self, slot: Slot) -> u32 {
        self.state.warps[slot.index()].outstanding_loads
    }

    /// Queue in which memory instructions of a scheduler wait between issue and the load-store unit or, on machines with operand
    /// collectors, for a collector. When it is full, the scheduler cannot issue a memory instruction.
    #[inline]
    pub fn lsu_queue(&self, scheduler: SchedulerId) -> ResourceUse {
        self.resources.lsu_queue(scheduler)
    }

    /// MSHRs of the L1: entries for lines or sectors in flight. The capacity is 0 if the SM has no L1.
    #[inline]
    pub fn l1_mshrs(&self) -> ResourceUse {
        self.resources.l1_mshrs()
    }

    /// Current cycle.
    #[inline]
    pub fn now(&self) -> Cycle {
        Cycle(self.state.now)
    }

    /// Number of schedulers of the SM.
    #[inline]
    pub fn schedulers(&self) -> usize {
        usize::from(self.state.schedulers)
    }

    /// Warps of a scheduler with an instruction left to issue.
    #[inline]
    pub fn resident(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.resident & self.state.scheduler_slots[scheduler.index()]
    }

    /// Warps of a scheduler that can issue in this cycle.
    #[inline]
    pub fn issuable(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.issuable[scheduler.index()]
    }

    /// Warps of a scheduler whose next instruction waits for no register.
    #[inline]
    pub fn ready(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.ready & self.state.scheduler_slots[scheduler.index()]
    }

    /// Warps of a scheduler whose next instruction waits for a long-latency result: that of a load or atomic of global or local
    /// memory.
    #[inline]
    pub fn blocked_on_long(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.blocked_on_long & self.state.scheduler_slots[scheduler.index()]
    }

    /// Warps of a scheduler blocked at a barrier.
    #[inline]
    pub fn at_barrier(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.at_barrier & self.state.scheduler_slots[scheduler.index()]
    }

    /// Warps of a scheduler with long-latency results in flight, whether or not their next instruction depends on one.
    #[inline]
    pub fn long_pending(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.long_pending & self.state.scheduler_slots[scheduler.index()]
    }

    /// Finished warps of a scheduler whose CTA has not finished.
    #[inline]
    pub fn finished(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.finished & self.state.scheduler_slots[scheduler.index()]
    }

    /// Slots of a scheduler, occupied or not.
    #[inline]
    pub fn slots(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.scheduler_slots[scheduler.index()]
    }

    /// Scheduler that issues the warp in this slot.
    #[inline]
    pub fn scheduler(&self, slot: Slot) -> SchedulerId {
        SchedulerId(slot.0 % self.state.schedulers)
    }

    /// Whether CTAs of the launch had not begun, on any SM, when the window began.
    #[inline]
    pub fn ctas_undispatched(&self) -> bool {
        self.state.ctas_undispatched
    }

    /// Resident CTAs.
    #[inline]
    pub fn ctas(&self) -> impl Iterator<Item = CtaSlot> + use<> {
        // One bit per CTA slot: the iterator over warp slots serves for them too.
        WarpSet(self.state.resident_ctas).iter().map(|at| CtaSlot(at.0))
    }

    /// Warps of a CTA, including those that have finished.
    #[inline]
    pub fn warps(&self, cta: CtaSlot) -> WarpSet {
        self.state.ctas[cta.index()].warps
    }

    /// Number of a CTA in the grid.
    #[inline]
    pub fn cta_number(&self, cta: CtaSlot) -> u64 {
        self.state.ctas[cta.index()].number
    }

    /// Thread instructions issued by the warps of a CTA.
    #[inline]
    pub fn cta_progress(&self, cta: CtaSlot) -> u64 {
        self.state.ctas[cta.index()].progress
    }

    /// Number of warps of a CTA blocked at a barrier.
    #[inline]
    pub fn cta_at_barrier(&self, cta: CtaSlot) -> u32 {
        (self.warps(cta) & self.state.at_barrier).len()
    }

    /// Number of finished warps of a CTA.
    #[inline]
    pub fn cta_finished(&self, cta: CtaSlot) -> u32 {
        (self.warps(cta) & self.state.finished).len()
    }

    /// Warps of a scheduler with a decoded instruction in their instruction buffer.
    #[inline]
    pub fn buffered(&self, scheduler: SchedulerId) -> WarpSet {
        self.state.buffered & self.state.scheduler_slots[scheduler.index()]
    }

    /// Slot that a scheduler issued from last.
    #[inline]
    pub fn last_issued(&self, scheduler: SchedulerId) -> Option<Slot> {
        self.state.last_issued[scheduler.index()]
    }

    /// Age of a warp: its number in the launch order of this SM. The oldest warp has the smallest.
    #[inline]
    pub fn age(&self, slot: Slot) -> u64 {
        self.state.warps[slot.index()].age
    }

    /// Oldest of these warps.
    #[inline]
    pub fn oldest(&self, warps: WarpSet) -> Option<Slot> {
        warps.iter().min_by_key(|&slot| self.age(slot))
    }

    /// Youngest of these warps.
    #[inline]
    pub fn youngest(&self, warps: WarpSet) -> Option<Slot> {
        warps.iter().max_by_key(|&slot| self.age(slot))
    }

    /// CTA of a warp.
    #[inline]
    pub fn cta(&self, slot: Slot) -> CtaSlot {
        self.state.warps[slot.index()].cta
    }

    /// Thread instructions issued by a warp.
    #[inline]
    pub fn progress(&self, slot: Slot) -> u64 {
        self.state.warps[slot.index()].progress
    }

    /// Next instruction of a warp; `None` once its last instruction was issued.
    #[inline]
    pub fn next(&self, slot: Slot) -> Option<NextInstruction> {
        let cursor = self.state.warps[slot.index()].cursor.as_ref()?;
        let &TapeCursor { pc, lanes, .. } = cursor;
        let code = &*self.state.code;
        let instruction = &code.instructions[pc.index()];
        Some(NextInstruction {
            pc,
            lanes,
            class: code.class(pc),
            unit: instruction.unit,
            is_memory: code.class(pc).is_memory(),
            is_load: instruction.action.is_load(),
            phase: instruction.phase,
            starts_phase: instruction.starts_phase,
            distance: instruction.distance,
            phase_length: code.phase_lengths[instruction.phase as usize],
            instructions_to_end: code.instructions_to_end(pc),
        })
    }
}
