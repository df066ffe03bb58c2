//! The observable state of an SM and its transitions.

use super::next_instruction::NextInstruction;
use super::warp::{CtaState, LongChange, Readiness, TapeCursor, WarpState};
use crate::counters::Cause;
use crate::decoded::{Action, DecodedCode, UNITS, UnitId};
use crate::ids::{CtaSlot, NEVER, SCHEDULERS, SLOTS, SchedulerId, Slot, WarpSet};
use std::sync::Arc;
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::{Pc, Space};

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
    pub schedulers: u8,
    /// Number of unit kinds, including the load-store unit.
    pub units: u8,
    pub scheduler_slots: [WarpSet; SCHEDULERS],
    pub warps: Box<[WarpState; SLOTS]>,
    pub ctas: Box<[CtaState; SLOTS]>,
    /// Resident CTAs: one bit per CTA slot.
    pub(super) resident_ctas: u64,
    /// Warps with an instruction left to issue.
    pub resident: WarpSet,
    /// Warps with a decoded instruction in their instruction buffer.
    pub buffered: WarpSet,
    /// Warps whose next instruction waits for no register.
    pub ready: WarpSet,
    /// Warps whose next instruction waits for a result of global or local memory.
    pub(super) blocked_on_long: WarpSet,
    /// Warps whose next instruction waits for a result of any memory.
    pub blocked_on_memory: WarpSet,
    /// Warps with loads or atomics of global or local memory in flight.
    pub(super) long_pending: WarpSet,
    /// Warps that have issued their last instruction and have not finished: accesses of theirs are in flight.
    pub draining: WarpSet,
    /// Finished warps of unfinished CTAs.
    pub(super) finished: WarpSet,
    /// Warps blocked at a barrier.
    pub at_barrier: WarpSet,
    /// For each unit kind, the warps whose next instruction needs it.
    pub needs_unit: [WarpSet; UNITS],
    /// Issuable warps of each scheduler, valid while the scheduler picks.
    pub issuable: [WarpSet; SCHEDULERS],
    /// Slot that each scheduler issued from last.
    pub(super) last_issued: [Option<Slot>; SCHEDULERS],
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

    /// Records what a warp's next instruction waits for. Returns the change of [`SmView::blocked_on_long`](super::SmView::blocked_on_long), if any.
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
