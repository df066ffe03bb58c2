//! Schedulers: which warps can issue, and what issuing does.

use super::Sm;
use super::load_store::{Waiting, Work};
use super::registers::{LONG, SHORT, TO_START};
use super::state::Place;
use crate::counters::Cause;
use crate::decoded::{Action, UNITS, UnitId};
use crate::ids::{NEVER, SchedulerId, Slot, WarpSet};
use crate::latencies::ISSUE_TO_QUEUE;
use crate::policy::{SmView, WarpEvent};
use crate::probe::Issue;
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Space;

/// A policy that does what no policy may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum IllegalPick {
    /// It picked a warp that cannot issue.
    Illegal { scheduler: SchedulerId, picked: Slot, issuable: WarpSet },
}

impl Sm {
    /// When an instruction for a unit can be issued.
    #[inline]
    pub(super) fn room_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        let room = match &self.collectors {
            Some(collectors) => collectors.full(scheduler) >> unit.0 & 1 == 0,
            None if self.state.is_load_store(unit) => self.load_store.has_room(scheduler),
            None => return self.units.room_at(unit, scheduler),
        };
        if room { 0 } else { NEVER }
    }

    /// A scheduler's turn.
    #[inline]
    pub(super) fn schedule(&mut self, scheduler: SchedulerId) -> Result<(), IllegalPick> {
        let issuable = self.issuable(scheduler);
        self.state.issuable[scheduler.index()] = issuable;
        if issuable.is_empty() {
            let cause = self.cause(scheduler);
            self.charge(scheduler, cause, 1);
            return Ok(());
        }
        let view = SmView { state: &self.state };
        match self.policy.pick(scheduler, &view) {
            Some(slot) if issuable.contains(slot) => {
                self.declined = 0;
                self.charge(scheduler, Cause::Issued, 1);
                self.issue(scheduler, slot);
                Ok(())
            }
            Some(picked) => Err(IllegalPick::Illegal { scheduler, picked, issuable }),
            None => {
                self.declined += 1;
                let eligible = self.policy.eligible(scheduler, &view);
                let cause = if (eligible & issuable).is_empty() {
                    self.counters.missed += 1;
                    self.cause(scheduler)
                } else {
                    Cause::Held
                };
                self.charge(scheduler, cause, 1);
                Ok(())
            }
        }
    }

    /// A scheduler's warps that can issue.
    #[inline]
    fn issuable(&self, scheduler: SchedulerId) -> WarpSet {
        let state = &self.state;
        let mut issuable = state.masks[scheduler.index()] & state.buffered & (state.ready - state.barrier);
        if issuable.is_empty() {
            return issuable;
        }
        if let Some(collectors) = &self.collectors {
            let mut full = collectors.full(scheduler);
            while full != 0 {
                issuable -= state.wants[full.trailing_zeros() as usize % UNITS];
                full &= full - 1;
            }
            return issuable;
        }
        for unit in state.each_unit() {
            let wants = state.wants[unit.index()];
            if !(issuable & wants).is_empty() && self.room_at(unit, scheduler) > state.now {
                issuable -= wants;
            }
        }
        issuable
    }

    #[inline]
    fn issue(&mut self, scheduler: SchedulerId, slot: Slot) {
        let now = self.state.now;
        if self.probe.is_some() {
            self.tell_issue(scheduler, slot);
        }
        let warp = &mut self.state.warps[slot.index()];
        let Some(place) = warp.place else { return };
        let (pc, lanes) = (place.pc(), place.lanes());
        let code = &*self.state.code;
        let instruction = &code.instructions[pc.index()];
        let (action, unit) = (instruction.action, instruction.unit);
        let count = u64::from(lanes.count());
        warp.progress += count;
        self.state.ctas[warp.cta.index()].progress += count;
        self.counters.warp_instructions += 1;
        self.counters.thread_instructions += count;
        if self.shape.by_instruction {
            self.by_instruction[pc.index()][Cause::Issued as usize] += 1;
        }
        warp.buffer -= 1;
        if warp.buffer == 0 {
            self.state.buffered.remove(slot);
        }
        let cost = (instruction.latency, instruction.interval);
        let writes = code.writes(instruction);
        let mut accessed = false;
        let computes = !matches!(action, Action::Memory { .. } | Action::Constant);
        if computes && self.collectors.is_none() {
            let at = self.units.issue(unit, scheduler, now, cost);
            warp.drained = warp.drained.max(at);
            self.registers.write(slot, writes, at);
            if matches!(action, Action::Branch) {
                warp.branched = at;
            }
            self.tell_done(slot, pc, at);
        } else {
            warp.outstanding += 1;
            let comes = match action {
                Action::Memory { space: Space::Shared | Space::Const | Space::Param, .. } => SHORT,
                Action::Memory { .. } => LONG,
                Action::Constant => SHORT,
                _ => TO_START,
            };
            self.registers.write(slot, writes, comes);
            if action.is_awaited() {
                warp.expected += 1;
                self.state.expecting.insert(slot);
            }
            accessed = matches!(action, Action::Memory { .. }) && lanes.0 != 0;
            match &mut self.collectors {
                Some(collectors) => collectors.issue(unit, scheduler, slot, place, cost),
                None => self.send(scheduler, slot, place, now + ISSUE_TO_QUEUE),
            }
        }
        self.state.last[scheduler.index()] = Some(slot);
        self.step(slot, unit, accessed);
        self.tell(WarpEvent::Issued(slot));
        match action {
            Action::Barrier { id, warps, waits } if count > 0 => self.at_barrier(slot, id, warps, waits),
            Action::Fence => self.state.warps[slot.index()].fenced = true,
            _ => {}
        }
        if self.state.warps[slot.index()].place.is_none() {
            self.left(slot);
        }
        self.look(slot, now + 1);
    }

    /// Tells who watches what a warp issues.
    #[cold]
    fn tell_issue(&mut self, scheduler: SchedulerId, slot: Slot) {
        let Some(place) = self.state.warps[slot.index()].place else { return };
        let (pc, lanes) = (place.pc(), place.lanes());
        let issue = Issue { scheduler, slot, pc, class: self.state.code.class(pc), lanes };
        if let Some(probe) = &mut self.probe {
            probe.issue(issue, &SmView { state: &self.state });
        }
    }

    /// Sends an instruction to the load-store unit.
    pub(super) fn send(&mut self, scheduler: SchedulerId, slot: Slot, place: Place, ready: u64) {
        let warp = &self.state.warps[slot.index()];
        let (pc, lanes) = (place.pc(), place.lanes());
        let mut waiting =
            Waiting { slot, pc, scheduler, ready, work: Work::Nothing, segments: 0, load: true };
        let action = self.state.code.instructions[pc.index()].action;
        let (Action::Memory { space, kind, bytes }, true) = (action, lanes.0 != 0) else {
            return self.load_store.push(waiting);
        };
        let Some(resident) = &self.ctas[warp.cta.index()] else { return };
        let tape = resident.tape.warp(warp.number as usize);
        let addresses = tape.addresses(place.access as usize, lanes.count());
        let first = addresses.of(lanes).next().unwrap_or_default();
        let (space, _) = self.shape.windows.resolve(space, first);
        waiting.load = matches!(kind, AccessKind::Load | AccessKind::Atomic);
        let number = u64::from(self.id.0) * 64 + slot.index() as u64;
        let list = &mut self.load_store.segments;
        let before = list.len();
        waiting.work = self.coalescer.ask((space, kind, bytes), (addresses, lanes), number, list);
        if let Work::Shared(turns) = waiting.work {
            self.counters.bank_conflicts += u64::from(turns.saturating_sub(1));
        }
        waiting.segments = (list.len() - before) as u32;
        self.load_store.push(waiting);
    }

    /// Sees what a warp's next instruction waits for; `soon` is the first cycle in which it may issue.
    #[inline]
    pub(super) fn look(&mut self, slot: Slot, soon: u64) {
        let now = self.state.now;
        let warp = &mut self.state.warps[slot.index()];
        let Some(place) = &warp.place else {
            return self.finish(slot);
        };
        let code = &*self.state.code;
        let instruction = &code.instructions[place.pc().index()];
        let mut at = self.registers.ready(slot, code.needs(instruction)).max(warp.branched);
        if warp.fenced {
            if warp.outstanding > 0 {
                at = LONG;
            } else {
                warp.fenced = false;
                at = at.max(warp.drained);
            }
        }
        let was_long = self.state.long.contains(slot);
        self.state.long.set(slot, at == LONG);
        self.state.memory.set(slot, at >= SHORT);
        self.state.ready.set(slot, at <= soon);
        if at > soon && at < TO_START {
            self.wheel.put(now, at, slot);
        }
        match (was_long, at == LONG) {
            (false, true) => self.tell(WarpEvent::Blocked(slot)),
            (true, false) => self.tell(WarpEvent::Released(slot)),
            _ => {}
        }
    }
}
