//! State of an SM that warp policies and probes can observe, and its transitions.
//!
//! The SM (`sm/`) and the test fixture (`fixture/`) both change this state through the methods of [`SmState`], so a policy sees
//! the same state after the same event in a simulation and in a unit test. [`SmView`] is the read-only access to it.

use crate::counters::Cause;
use crate::decoded::{Action, DecodedCode, UNITS, UnitId};
use crate::ids::{CtaSlot, Cycle, NEVER, SCHEDULERS, SLOTS, SchedulerId, Slot, WarpSet};
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::{Pc, Space};
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
    /// The warp waits for asynchronous copies: [`Copies`](crate::sm) knows which.
    pub awaits_copies: bool,
    /// The warp has completed all its instructions.
    pub finished: bool,
}

impl WarpState {
    fn new(cta: CtaSlot, number: u32, age: u64, now: u64) -> WarpState {
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

/// Change of a warp's set membership in [`SmView::blocked_on_long`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LongChange {
    Blocked,
    Released,
}

/// Use of a hardware resource with a fixed number of entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ResourceUse {
    /// Entries in use.
    pub used: u32,
    /// Entries in total.
    pub capacity: u32,
}

impl ResourceUse {
    pub(crate) const fn new(used: u32, capacity: u32) -> ResourceUse {
        ResourceUse { used, capacity }
    }

    /// Whether no entry is free.
    #[inline]
    pub const fn is_full(self) -> bool {
        self.used >= self.capacity
    }

    /// Free entries.
    #[inline]
    pub const fn free(self) -> u32 {
        self.capacity.saturating_sub(self.used)
    }
}

/// Memory-side resources that the view exposes. They are read on demand, so an SM whose policy ignores them pays nothing.
pub(crate) trait Resources: Sync {
    fn lsu_queue(&self, scheduler: SchedulerId) -> ResourceUse;
    fn l1_mshrs(&self) -> ResourceUse;
}

/// Observable state of an SM.
#[derive(Debug)]
pub(crate) struct SmState {
    pub now: u64,
    /// Cycle in which the SM received its first CTA of the launch.
    first_cta_at: u64,
    /// Cycle in which the last CTA retired.
    idle_since: u64,
    /// Cycle in which the first of the resident CTAs became resident.
    pub active_since: u64,
    /// Cycles with resident CTAs in earlier launches: the turns of schedulers continue from launch to launch.
    turns_before: u64,
    pub code: Arc<DecodedCode>,
    /// Number of schedulers.
    pub schedulers: u8,
    /// Number of unit kinds, including the load-store unit.
    pub units: u8,
    /// Slots of each scheduler.
    pub scheduler_slots: [WarpSet; SCHEDULERS],
    pub warps: Box<[WarpState; SLOTS]>,
    pub ctas: Box<[CtaState; SLOTS]>,
    /// Resident CTAs: one bit per CTA slot.
    resident_ctas: u64,
    /// Warps with an instruction left to issue.
    pub resident: WarpSet,
    /// Warps with a decoded instruction in their instruction buffer.
    pub buffered: WarpSet,
    /// Warps whose next instruction waits for no register.
    pub ready: WarpSet,
    /// Warps whose next instruction waits for a result of global or local memory.
    blocked_on_long: WarpSet,
    /// Warps whose next instruction waits for a result of any memory.
    pub blocked_on_memory: WarpSet,
    /// Warps with loads or atomics of global or local memory in flight.
    long_pending: WarpSet,
    /// Warps that have issued their last instruction and have not finished: accesses of theirs are in flight.
    pub draining: WarpSet,
    /// Finished warps of unfinished CTAs.
    finished: WarpSet,
    /// Warps blocked at a barrier.
    pub at_barrier: WarpSet,
    /// For each unit kind, the warps whose next instruction needs it.
    pub needs_unit: [WarpSet; UNITS],
    /// Issuable warps of each scheduler, valid while the scheduler picks.
    pub issuable: [WarpSet; SCHEDULERS],
    /// Slot that each scheduler issued from last.
    last_issued: [Option<Slot>; SCHEDULERS],
    /// Some CTA of the launch was not dispatched when the window began.
    pub ctas_undispatched: bool,
    next_age: u64,
}

impl SmState {
    /// An empty SM with this many warp slots, schedulers and unit kinds.
    pub fn new(slots: u32, schedulers: u32, units: u8, code: &Arc<DecodedCode>) -> SmState {
        let slots_of = |scheduler: usize| {
            let own = (0..slots).filter(|slot| (slot % schedulers) as usize == scheduler);
            own.map(|slot| Slot(slot as u8)).collect::<WarpSet>()
        };
        let empty = WarpState { finished: true, ..WarpState::new(CtaSlot(0), 0, 0, 0) };
        SmState {
            now: 0,
            first_cta_at: NEVER,
            idle_since: 0,
            active_since: 0,
            turns_before: 0,
            code: Arc::clone(code),
            schedulers: schedulers as u8,
            units,
            scheduler_slots: std::array::from_fn(slots_of),
            warps: Box::new([empty; SLOTS]),
            ctas: Box::new([CtaState::default(); SLOTS]),
            resident_ctas: 0,
            resident: WarpSet::EMPTY,
            buffered: WarpSet::EMPTY,
            ready: WarpSet::EMPTY,
            blocked_on_long: WarpSet::EMPTY,
            blocked_on_memory: WarpSet::EMPTY,
            long_pending: WarpSet::EMPTY,
            draining: WarpSet::EMPTY,
            finished: WarpSet::EMPTY,
            at_barrier: WarpSet::EMPTY,
            needs_unit: [WarpSet::EMPTY; UNITS],
            issuable: [WarpSet::EMPTY; SCHEDULERS],
            last_issued: [None; SCHEDULERS],
            ctas_undispatched: false,
            next_age: 0,
        }
    }

    #[inline]
    pub fn each_scheduler(&self) -> impl Iterator<Item = SchedulerId> + use<> {
        (0..self.schedulers).map(SchedulerId)
    }

    /// Schedulers in the order of their turns in this cycle. The first turn rotates from cycle to cycle.
    #[inline]
    pub fn turns(&self) -> impl Iterator<Item = SchedulerId> + use<> {
        let count = self.schedulers;
        let turns = self.turns_before + self.now.saturating_sub(self.first_cta_at);
        // Nearly always a power of two, for which no division is needed.
        let first = if count.is_power_of_two() {
            turns as u8 & (count - 1)
        } else {
            (turns % u64::from(count)) as u8
        };
        (first..first + count).map(move |turn| SchedulerId(if turn < count { turn } else { turn - count }))
    }

    #[inline]
    pub fn is_load_store(&self, unit: UnitId) -> bool {
        unit.0 + 1 == self.units
    }

    /// Stall cause of a scheduler none of whose `warps` issues. All of them have instructions left.
    #[inline]
    pub fn cause(&self, warps: WarpSet) -> Cause {
        if warps.is_empty() {
            return Cause::Held;
        }
        let decoded = warps & (self.buffered - self.at_barrier);
        if !(decoded & self.ready).is_empty() {
            Cause::Pipeline
        } else if !(decoded - self.blocked_on_memory).is_empty() {
            Cause::ScoreboardAlu
        } else if !decoded.is_empty() {
            Cause::ScoreboardMemory
        } else if !(warps - self.buffered - self.at_barrier).is_empty() {
            Cause::Fetch
        } else {
            Cause::Barrier
        }
    }

    /// Warps whose next instruction waits for a result of global or local memory.
    pub fn blocked_on_long(&self) -> WarpSet {
        self.blocked_on_long
    }

    /// Warps that made [`SmState::cause`] return this cause.
    pub fn warps_with_cause(&self, warps: WarpSet, cause: Cause) -> WarpSet {
        let decoded = warps & (self.buffered - self.at_barrier);
        match cause {
            Cause::Pipeline => decoded & self.ready,
            Cause::ScoreboardAlu => decoded - self.ready - self.blocked_on_memory,
            Cause::ScoreboardMemory => decoded & self.blocked_on_memory,
            Cause::Fetch => warps - self.buffered - self.at_barrier,
            Cause::Barrier => warps & self.at_barrier,
            Cause::Held | Cause::Issued => warps,
            Cause::Idle | Cause::Launch => WarpSet::EMPTY,
        }
    }
}

/// Transitions.
impl SmState {
    /// Begins a launch of this code. No CTA of the previous launch is resident.
    pub fn launch(&mut self, code: &Arc<DecodedCode>) {
        self.turns_before += (self.idle_since + 1).saturating_sub(self.first_cta_at);
        self.first_cta_at = NEVER;
        self.code = Arc::clone(code);
    }

    /// Makes a CTA resident. Its warps are launched one by one after it.
    pub fn launch_cta(&mut self, cta: CtaSlot, number: u64, warps: WarpSet) {
        if !self.has_ctas() {
            self.active_since = self.now;
        }
        self.first_cta_at = self.first_cta_at.min(self.now);
        self.ctas[cta.index()] = CtaState { number, warps, progress: 0, since: self.now };
        self.resident_ctas |= 1 << cta.index();
    }

    /// Launches a warp of a resident CTA. The caller sets its cursor next.
    pub fn launch_warp(&mut self, slot: Slot, cta: CtaSlot, number: u32) {
        self.warps[slot.index()] = WarpState::new(cta, number, self.next_age, self.now);
        self.next_age += 1;
        self.resident.insert(slot);
    }

    /// Moves a warp to an instruction of its tape, or past the last one.
    #[inline]
    pub fn set_cursor(&mut self, slot: Slot, cursor: Option<TapeCursor>) {
        self.warps[slot.index()].cursor = cursor;
        match cursor {
            Some(cursor) => {
                let unit = self.code.instructions[cursor.pc.index()].unit;
                self.needs_unit[unit.index()].insert(slot);
            }
            None => {
                self.resident.remove(slot);
                self.draining.insert(slot);
                self.buffered.remove(slot);
                self.ready.remove(slot);
                self.blocked_on_long.remove(slot);
                self.blocked_on_memory.remove(slot);
            }
        }
    }

    /// Moves a warp past the instruction that it issued to `unit`. Returns false at the end of the instruction run: the caller
    /// then sets the cursor to the next run.
    #[inline]
    pub fn step(&mut self, slot: Slot, unit: UnitId, accessed: bool) -> bool {
        let Some(cursor) = &mut self.warps[slot.index()].cursor else { return false };
        cursor.left -= 1;
        cursor.access += u32::from(accessed);
        if cursor.left == 0 {
            self.needs_unit[unit.index()].remove(slot);
            return false;
        }
        cursor.pc.0 += 1;
        let next = self.code.instructions[cursor.pc.index()].unit;
        if next != unit {
            self.needs_unit[unit.index()].remove(slot);
            self.needs_unit[next.index()].insert(slot);
        }
        true
    }

    /// Fills the instruction buffer of a warp.
    #[inline]
    pub fn decode(&mut self, slot: Slot, instructions: u32) {
        self.warps[slot.index()].decoded = instructions;
        self.buffered.insert(slot);
    }

    /// Issues a warp's next instruction for this many threads. The caller moves the cursor after it.
    #[inline]
    pub fn issue(&mut self, scheduler: SchedulerId, slot: Slot, threads: u64) {
        let warp = &mut self.warps[slot.index()];
        warp.progress += threads;
        self.ctas[warp.cta.index()].progress += threads;
        warp.decoded -= 1;
        if warp.decoded == 0 {
            self.buffered.remove(slot);
        }
        self.last_issued[scheduler.index()] = Some(slot);
    }

    /// Adds a load or atomic of global or local memory to those in flight.
    #[inline]
    pub fn add_outstanding_load(&mut self, slot: Slot) {
        self.warps[slot.index()].outstanding_loads += 1;
        self.long_pending.insert(slot);
    }

    /// Retires a load or atomic of global or local memory.
    #[inline]
    pub fn retire_outstanding_load(&mut self, slot: Slot) {
        let warp = &mut self.warps[slot.index()];
        warp.outstanding_loads -= 1;
        self.long_pending.set(slot, warp.outstanding_loads > 0);
    }

    /// Records what a warp's next instruction waits for. Returns the change of [`SmView::blocked_on_long`], if any.
    #[inline]
    pub fn set_readiness(&mut self, slot: Slot, readiness: Readiness) -> Option<LongChange> {
        if readiness == Readiness::Ready && self.ready.contains(slot) {
            return None;
        }
        let was_long = self.blocked_on_long.contains(slot);
        let long = readiness == Readiness::LongMemory;
        self.blocked_on_long.set(slot, long);
        self.blocked_on_memory.set(slot, long || readiness == Readiness::ShortMemory);
        self.ready.set(slot, readiness == Readiness::Ready);
        match (was_long, long) {
            (false, true) => Some(LongChange::Blocked),
            (true, false) => Some(LongChange::Released),
            _ => None,
        }
    }

    /// Blocks a warp at a barrier.
    pub fn arrive_at_barrier(&mut self, slot: Slot) {
        self.at_barrier.insert(slot);
    }

    /// Opens the barrier at which these warps are blocked.
    pub fn open_barrier(&mut self, released: WarpSet) {
        self.at_barrier -= released;
    }

    /// Finishes a warp that has issued its last instruction. Returns whether it was the last warp of its CTA.
    pub fn finish_warp(&mut self, slot: Slot) -> bool {
        let warp = &mut self.warps[slot.index()];
        warp.finished = true;
        let cta = warp.cta;
        self.finished.insert(slot);
        self.draining.remove(slot);
        (self.ctas[cta.index()].warps - self.finished).is_empty()
    }

    /// Removes a CTA whose warps have all finished.
    pub fn retire_cta(&mut self, cta: CtaSlot) {
        self.resident_ctas &= !(1 << cta.index());
        self.idle_since = self.now;
        self.finished -= self.ctas[cta.index()].warps;
    }

    /// Replaces an instruction of synthetic code by one that looks like `next` to a policy.
    pub fn set_synthetic(&mut self, pc: Pc, next: NextInstruction) {
        let code = Arc::make_mut(&mut self.code);
        let opcode = match (next.is_memory, next.is_load) {
            (true, true) => "ld.global.b32",
            (true, false) => "st.global.b32",
            _ => "add.f32",
        };
        code.set_synthetic(pc, opcode, next.class, next.instructions_to_end);
        let phases = code.phase_lengths.len().max(next.phase as usize + 1);
        code.phase_lengths.resize(phases, 0);
        code.phase_lengths[next.phase as usize] = next.phase_length;
        let kind = if next.is_load { AccessKind::Load } else { AccessKind::Store };
        let access = Action::Memory { space: Space::Global, kind, bytes: 4 };
        let instruction = &mut code.instructions[pc.index()];
        instruction.unit = next.unit;
        instruction.action = if next.is_memory { access } else { Action::Compute };
        (instruction.phase, instruction.starts_phase) = (next.phase, next.starts_phase);
        instruction.distance = next.distance;
    }

    /// Whether a CTA is resident.
    #[inline]
    pub fn has_ctas(&self) -> bool {
        self.resident_ctas != 0
    }

    /// Free ones of the first `count` CTA slots: one bit per slot.
    #[inline]
    pub fn free_cta_slots(&self, count: u32) -> u64 {
        !self.resident_ctas & (u64::MAX >> (64 - count))
    }

    /// First free CTA slot.
    pub fn free_cta_slot(&self) -> CtaSlot {
        CtaSlot((!self.resident_ctas).trailing_zeros() as u8)
    }
}

/// Next instruction of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NextInstruction {
    /// Its address: the index of the instruction in the program. [`SmView::opcode`] returns its opcode.
    pub pc: Pc,
    /// Active lanes.
    pub lanes: LaneMask,
    /// Class of the operation.
    pub class: Class,
    /// Execution unit that it needs.
    pub unit: UnitId,
    /// It accesses memory.
    pub is_memory: bool,
    /// It loads from global or local memory, and so fills lines of the L1.
    pub is_load: bool,
    /// Phase of the program that it belongs to.
    pub phase: u32,
    /// It is the first instruction of its phase: the warp is between two phases.
    pub starts_phase: bool,
    /// Cycles from here to the end of its phase.
    pub distance: u32,
    /// Cycles of its phase.
    pub phase_length: u32,
    /// Instructions from here to the last of the program, in program order.
    pub instructions_to_end: u32,
}

/// Instructions for unit tests of policies.
impl NextInstruction {
    /// Address of an instruction to which the fixture gives one of its own.
    pub(crate) const ANY_PC: Pc = Pc(u32::MAX);

    /// A floating-point instruction outside any phase.
    pub const fn compute() -> NextInstruction {
        let (class, unit) = (Class::Float, UnitId(0));
        let (is_memory, is_load, starts_phase) = (false, false, false);
        NextInstruction {
            pc: NextInstruction::ANY_PC,
            lanes: LaneMask(u32::MAX as u64),
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

    /// A load of global memory.
    pub const fn memory() -> NextInstruction {
        NextInstruction { is_load: true, ..NextInstruction::store() }
    }

    /// A store to global memory.
    pub const fn store() -> NextInstruction {
        NextInstruction { class: Class::Global, is_memory: true, ..NextInstruction::compute() }
    }

    /// The same instruction at this address, below 1024. Instructions without one get different addresses from 1024 on.
    #[must_use]
    pub const fn with_pc(self, pc: Pc) -> NextInstruction {
        NextInstruction { pc, ..self }
    }

    /// The same instruction with these active lanes.
    #[must_use]
    pub const fn with_lanes(self, lanes: LaneMask) -> NextInstruction {
        NextInstruction { lanes, ..self }
    }

    /// The same instruction with another class.
    #[must_use]
    pub const fn with_class(self, class: Class) -> NextInstruction {
        NextInstruction { class, ..self }
    }

    /// The same instruction with another distance to the program's last, in instructions.
    #[must_use]
    pub const fn with_instructions_to_end(self, instructions_to_end: u32) -> NextInstruction {
        NextInstruction { instructions_to_end, ..self }
    }

    /// The same instruction in a phase, `distance` cycles before its end. It starts the phase if `distance` is the whole length.
    #[must_use]
    pub const fn in_phase(self, phase: u32, distance: u32, phase_length: u32) -> NextInstruction {
        NextInstruction { phase, distance, phase_length, starts_phase: distance == phase_length, ..self }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a CTA from one cycle to another, and returns the scheduler that is first in each of these cycles.
    fn launch(state: &mut SmState, code: &Arc<DecodedCode>, (from, to): (u64, u64)) -> Vec<u8> {
        state.launch(code);
        state.now = from;
        let cta = state.free_cta_slot();
        state.launch_cta(cta, 0, WarpSet::EMPTY);
        let mut first = Vec::new();
        for now in from..=to {
            state.now = now;
            first.extend(state.turns().next().map(|scheduler| scheduler.0));
        }
        state.retire_cta(cta);
        first
    }

    #[test]
    fn turns_of_schedulers_continue_from_launch_to_launch() {
        let code = Arc::new(DecodedCode::synthetic(1));
        let mut state = SmState::new(8, 4, 1, &code);
        assert_eq!(launch(&mut state, &code, (10, 15)), [0, 1, 2, 3, 0, 1]);
        assert_eq!(launch(&mut state, &code, (100, 102)), [2, 3, 0], "cycles without a CTA do not count");
        // A launch that gives the SM no CTA.
        state.launch(&code);
        assert_eq!(launch(&mut state, &code, (200, 201)), [1, 2]);
    }
}
