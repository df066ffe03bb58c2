//! Warp schedulers of the SM: the set of issuable warps, and the effects of an issue.

use super::Sm;
use super::account::Stall;
use super::coalesce::copied_lanes;
use super::collectors::CollectedInstruction;
use super::copies::CopyTracker;
use super::load_store::{LsuEntry, LsuOp};
use super::machine_code::Barrier;
use super::scoreboard::{LONG_PENDING, NOT_STARTED, SHORT_PENDING, Scoreboard};
use crate::counters::{AccessTotals, Cause};
use crate::decoded::{Action, UNITS, UnitId};
use crate::ids::{NEVER, SchedulerId, Slot, WarpSet};
use crate::latencies::ISSUE_TO_QUEUE;
use crate::policy::{SmView, WarpEvent};
use crate::probe::Issue;
use crate::view::{LongChange, Readiness, TapeCursor};
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Space;

/// Pick of a warp that cannot issue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct IllegalPick {
    pub scheduler: SchedulerId,
    pub picked: Slot,
    pub issuable: WarpSet,
}

impl Sm {
    /// First cycle in which a scheduler can issue an instruction to a unit.
    #[inline]
    pub(super) fn unit_free_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        let is_memory = self.base.state.is_load_store(unit);
        let has_room = match (&self.back_end.collectors, &self.back_end.machine_code) {
            (Some(collectors), _) => collectors.full_units(scheduler) >> unit.0 & 1 == 0,
            (None, Some(code)) if is_memory => return code.queues.room_at(scheduler),
            (None, None) if is_memory => self.back_end.load_store.has_room(scheduler),
            (None, _) => return self.units.free_at(unit, scheduler),
        };
        if has_room { 0 } else { NEVER }
    }

    /// First cycle, not before the clock, in which a scheduler can issue one of these warps, which are ready.
    #[inline]
    pub(super) fn next_issue(&self, scheduler: SchedulerId, warps: WarpSet) -> u64 {
        let (mut free, mut next) = (warps, NEVER);
        let staged = self.back_end.machine_code.as_ref().map_or(0, |code| code.issue_at(scheduler));
        let mut busy = self.busy_units(scheduler);
        while busy != 0 {
            let unit = UnitId(busy.trailing_zeros() as u8);
            busy &= busy - 1;
            let waiting = warps & self.base.state.needs_unit[unit.index()];
            if !waiting.is_empty() {
                let free_at = self.unit_free_at(unit, scheduler);
                if free_at > self.base.clock {
                    free -= waiting;
                    next = next.min(free_at);
                }
            }
        }
        if free.is_empty() { next.max(staged) } else { self.base.clock.max(staged) }
    }

    /// Mask of unit kinds, among them all to which this scheduler cannot issue now.
    #[inline]
    fn busy_units(&self, scheduler: SchedulerId) -> u32 {
        match &self.back_end.collectors {
            Some(collectors) => collectors.full_units(scheduler),
            None => {
                let full = match &self.back_end.machine_code {
                    Some(code) => code.queues.room_at(scheduler) > self.base.clock,
                    None => !self.back_end.load_store.has_room(scheduler),
                };
                self.units.busy(scheduler) | u32::from(full) << (self.base.state.units - 1)
            }
        }
    }

    /// Simulates a scheduler's turn.
    #[inline]
    pub(super) fn schedule(&mut self, scheduler: SchedulerId) -> Result<(), IllegalPick> {
        let issuable = self.issuable(scheduler);
        self.base.state.issuable[scheduler.index()] = issuable;
        if issuable.is_empty() {
            let stall = self.stall(scheduler);
            self.charge(scheduler, stall);
            return Ok(());
        }
        let view = SmView::new(&self.base.state, &self.back_end);
        match self.policy.pick(scheduler, &view) {
            Some(slot) if issuable.contains(slot) => {
                self.base.declined = 0;
                self.charge_issue(scheduler);
                self.issue(scheduler, slot);
                Ok(())
            }
            Some(picked) => Err(IllegalPick { scheduler, picked, issuable }),
            None => {
                self.base.declined += 1;
                let eligible = self.policy.eligible(scheduler, &view);
                let stall = if (eligible & issuable).is_empty() {
                    self.base.counters.missed += 1;
                    self.stall(scheduler)
                } else {
                    Stall { cause: Cause::Held, warps: eligible }
                };
                self.charge(scheduler, stall);
                Ok(())
            }
        }
    }

    /// Warps of a scheduler that can issue in this cycle.
    #[inline]
    fn issuable(&mut self, scheduler: SchedulerId) -> WarpSet {
        let state = &self.base.state;
        let mut issuable =
            state.scheduler_slots[scheduler.index()] & state.buffered & (state.ready - state.at_barrier);
        if issuable.is_empty() {
            return issuable;
        }
        if self.back_end.machine_code.as_ref().is_some_and(|code| code.issue_at(scheduler) > state.now) {
            return WarpSet::EMPTY;
        }
        if self.back_end.collectors.is_none() {
            self.units.free(scheduler, state.now);
        }
        let mut busy = self.busy_units(scheduler);
        while busy != 0 {
            issuable -= state.needs_unit[busy.trailing_zeros() as usize % UNITS];
            busy &= busy - 1;
        }
        issuable
    }

    #[inline]
    fn issue(&mut self, scheduler: SchedulerId, slot: Slot) {
        let now = self.base.state.now;
        if self.base.probe.is_some() {
            self.notify_issue(scheduler, slot);
        }
        let Some(cursor) = self.base.state.warps[slot.index()].cursor else { return };
        let TapeCursor { pc, lanes, .. } = cursor;
        let threads = u64::from(cursor.threads);
        self.base.state.issue(scheduler, slot, threads);
        self.base.count_issue(pc, threads);
        let code = &*self.base.state.code;
        let decoded = &code.instructions[pc.index()];
        if self.base.launch.by_instruction {
            self.last_pc[slot.index()] = Some(pc);
            self.scoreboard.set_writer(slot, code.writes(decoded), pc);
            self.scoreboard.set_writer(slot, code.guards(decoded), pc);
        }
        let (action, unit, timing) = (decoded.action, decoded.unit, (decoded.latency, decoded.interval));
        let writes = code.writes(decoded);
        let warp = &mut self.base.state.warps[slot.index()];
        let accessed = decoded.recorded && lanes.0 != 0;
        let is_long = action.has_long_result();
        let mut result_at = None;
        let computes = !matches!(action, Action::Memory { .. } | Action::Constant);
        let mut delay = 0;
        if let (Some(state), Some(own)) = (&mut self.back_end.machine_code, &code.machine_code) {
            delay = state.read_operands(slot, scheduler, (own, &own.fields[pc.index()]), decoded, now);
        }
        if computes && self.back_end.collectors.is_none() {
            let at = delay + self.units.issue(unit, scheduler, now, timing, pc);
            warp.drained_at = warp.drained_at.max(at);
            self.scoreboard.set_ready_at(slot, writes, at);
            let guards = code.guards(decoded);
            if !guards.is_empty() {
                self.scoreboard.set_ready_at(slot, guards, at.max(now + code.guard_latency));
            }
            if matches!(action, Action::Branch) {
                warp.branch_resolved_at = at;
            }
            result_at = Some(at);
            self.notify_result(slot, pc, at);
        } else {
            warp.in_flight += 1;
            let pending = match action {
                Action::Memory { space: Space::Shared | Space::Const | Space::Param, .. } => SHORT_PENDING,
                Action::Memory { kind: AccessKind::TestMbarrier, .. } => SHORT_PENDING,
                Action::Memory { .. } => LONG_PENDING,
                Action::Constant => SHORT_PENDING,
                _ => NOT_STARTED,
            };
            self.scoreboard.set_ready_at(slot, writes, pending);
            let copy = match action {
                Action::Memory { kind, .. } if kind.is_copy() => self.start_copy(slot, cursor),
                _ => CopyTracker::NONE,
            };
            let instruction =
                CollectedInstruction { lanes, pc, access: cursor.access, slot, scheduler, copy };
            let decoded = &self.base.state.code.instructions[pc.index()];
            match (&mut self.back_end.collectors, &mut self.back_end.machine_code) {
                (Some(collectors), _) => collectors.issue(now, instruction, decoded),
                (None, Some(code)) => code.queues.push(instruction, now + ISSUE_TO_QUEUE),
                (None, None) => self.enqueue_lsu(instruction, now + ISSUE_TO_QUEUE),
            }
            if is_long {
                self.base.state.add_outstanding_load(slot);
            }
        }
        if let (Some(state), Some(own)) =
            (&mut self.back_end.machine_code, &self.base.state.code.machine_code)
        {
            state.issue(slot, &own.fields[pc.index()], (now, result_at), is_long);
        }
        if let Action::Memory { kind: AccessKind::CopyArrive | AccessKind::TestMbarrier, .. } = action {
            self.use_mbarrier(slot, cursor, action);
        }
        self.base.step(slot, unit, accessed);
        self.notify(WarpEvent::Issued { slot, pc, lanes });
        match action {
            Action::Barrier { id, warps, waits } if threads > 0 => match &mut self.back_end.machine_code {
                None => self.arrive_at_barrier(slot, id, warps, waits),
                Some(state) => {
                    let (before, at) = state.defer_barrier(slot, now, Barrier { id, warps, waits });
                    self.wheel.schedule(now, at, slot);
                    before.into_iter().for_each(|before| self.arrive(slot, before));
                }
            },
            Action::Fence => self.base.state.warps[slot.index()].at_fence = true,
            Action::CloseCopies if threads > 0 => self.copies.close(slot),
            Action::AwaitCopies(groups) if threads > 0 => {
                self.copies.await_groups(slot, groups);
                self.base.state.warps[slot.index()].awaits_copies = true;
            }
            _ => {}
        }
        if self.base.state.warps[slot.index()].cursor.is_none() {
            self.arrive_by(slot, NEVER);
            self.exit_barriers(slot);
        }
        self.update_readiness(slot, now + 1);
    }

    /// Lets a warp of machine code arrive at the barrier that it has issued, if it does by a cycle.
    #[inline]
    fn arrive_by(&mut self, slot: Slot, cycle: u64) {
        if let Some(barrier) =
            self.back_end.machine_code.as_mut().and_then(|state| state.arrival(slot, cycle))
        {
            self.arrive(slot, barrier);
        }
    }

    #[cold]
    fn arrive(&mut self, slot: Slot, Barrier { id, warps, waits }: Barrier) {
        self.arrive_at_barrier(slot, id, warps, waits);
    }

    /// Reports an issue to the probe.
    #[cold]
    fn notify_issue(&mut self, scheduler: SchedulerId, slot: Slot) {
        let Some(TapeCursor { pc, lanes, .. }) = self.base.state.warps[slot.index()].cursor else { return };
        let issue = Issue { scheduler, slot, pc, class: self.base.state.code.class(pc), lanes };
        if let Some(probe) = &mut self.base.probe {
            probe.issue(issue, &SmView::new(&self.base.state, &self.back_end));
        }
    }

    /// Last address of an access on the tape, if it is one of shared memory by a generic address or `space`.
    fn last_shared_address(&self, slot: Slot, cursor: TapeCursor, space: Space) -> Option<u64> {
        let lanes = cursor.lanes;
        if lanes.0 == 0 {
            return None;
        }
        let last = self.base.tape(slot)?.addresses(cursor.access as usize, lanes.count()).of(lanes).last()?;
        let (space, address) = self.base.launch.windows.resolve(space, last);
        (space == Space::Shared).then_some(address)
    }

    /// Counts an asynchronous copy that the warp issues.
    #[cold]
    fn start_copy(&mut self, slot: Slot, cursor: TapeCursor) -> CopyTracker {
        let mbarrier = self.last_shared_address(slot, cursor, Space::Generic);
        let cta = self.base.state.warps[slot.index()].cta;
        self.copies.start(slot, cta, mbarrier)
    }

    /// Lets an mbarrier depend on the warp's copies, or holds the warp until the copies of the mbarrier have arrived.
    #[cold]
    fn use_mbarrier(&mut self, slot: Slot, cursor: TapeCursor, action: Action) {
        let Action::Memory { space, kind, .. } = action else { return };
        let Some(address) = self.last_shared_address(slot, cursor, space) else { return };
        let cta = self.base.state.warps[slot.index()].cta;
        if kind == AccessKind::CopyArrive {
            return self.copies.arrive(slot, cta, address);
        }
        self.copies.await_mbarrier(slot, cta, address);
        self.base.state.warps[slot.index()].awaits_copies = true;
    }

    /// Coalesces a memory instruction and queues it at the load-store unit.
    pub(super) fn enqueue_lsu(&mut self, instruction: CollectedInstruction, ready_at: u64) {
        let CollectedInstruction { lanes, pc, access, slot, scheduler, copy } = instruction;
        let action = self.base.state.code.instructions[pc.index()].action;
        let is_load = action.has_memory_result();
        let op = LsuOp::NoAccess;
        let mut entry = LsuEntry { slot, pc, scheduler, ready_at, op, segments: 0, is_load, copy };
        let (Action::Memory { space, kind, bytes }, true) = (action, lanes.0 != 0) else {
            return self.back_end.load_store.push(entry);
        };
        let Some(tape) = self.base.tape(slot) else { return };
        let addresses = tape.addresses(access as usize, lanes.count());
        let first = addresses.of(lanes).next().unwrap_or_default();
        let lanes =
            if kind.is_copy() { copied_lanes(&self.base.launch.windows, addresses, lanes) } else { lanes };
        let (space, _) = self.base.launch.windows.resolve(space, first);
        let local = || self.base.local_layout(slot, 1);
        let segments = &mut self.back_end.load_store.segments;
        let before = segments.len();
        entry.op = self.coalescer.coalesce((space, kind, bytes), (addresses, lanes), local, segments);
        entry.segments = (segments.len() - before) as u32;
        let mut accesses = AccessTotals::default();
        match entry.op {
            LsuOp::Shared(passes) => {
                self.base.counters.bank_conflicts += u64::from(passes.saturating_sub(1));
                (accesses.shared_requests, accesses.shared_passes) = (1, passes.max(1).into());
                accesses.atomic_passes = if kind.is_atomic() { accesses.shared_passes } else { 0 };
            }
            LsuOp::Cached(..) | LsuOp::Bypass(_) => {
                let requested = u64::from(lanes.count()) * u64::from(bytes);
                (accesses.requests, accesses.sectors, accesses.bytes) = (1, entry.segments.into(), requested);
                accesses.atomic_sectors = if kind.is_atomic() { accesses.sectors } else { 0 };
            }
            LsuOp::Constant | LsuOp::Texture | LsuOp::NoAccess => {}
        }
        self.base.counters.accesses += &accesses;
        if self.base.launch.by_instruction {
            self.base.by_instruction[pc.index()].accesses += &accesses;
        }
        self.back_end.load_store.push(entry);
    }

    /// Makes a warp ready whose last result is due now, or examines it again: it may have been due at the horizon of the wheel, or
    /// have issued its last instruction.
    #[inline]
    pub(super) fn wake(&mut self, slot: Slot) {
        let now = self.base.state.now;
        self.arrive_by(slot, now);
        let waits_for_result = !(self.base.state.ready | self.base.state.blocked_on_memory).contains(slot);
        if self.wakes_at[slot.index()] == now && waits_for_result && self.base.state.resident.contains(slot) {
            // All its results are known, and it has issued nothing since: there is nothing to look up.
            if let Some(state) = &mut self.back_end.machine_code {
                state.wait_is_over(slot);
                self.base.state.buffered.insert(slot);
                self.fetch.set_missed(slot, false);
            }
            self.base.state.set_readiness(slot, Readiness::Ready);
        } else {
            self.update_readiness(slot, now);
        }
    }

    /// Finds what a warp's next instruction waits for. `earliest` is the first cycle in which the warp may issue.
    #[inline]
    pub(super) fn update_readiness(&mut self, slot: Slot, earliest: u64) {
        let now = self.base.state.now;
        let warp = &mut self.base.state.warps[slot.index()];
        let Some(cursor) = &warp.cursor else {
            return self.finish_warp(slot);
        };
        let code = &*self.base.state.code;
        let instruction = &code.instructions[cursor.pc.index()];
        let by_scoreboard = |scoreboard: &Scoreboard| {
            scoreboard.ready_at(slot, code.depends_on(instruction)).max(warp.branch_resolved_at)
        };
        let mut at = match (&mut self.back_end.machine_code, &code.machine_code) {
            (Some(state), Some(own)) => {
                let operands_at = if state.obeys { 0 } else { by_scoreboard(&self.scoreboard) };
                let scheduler = SchedulerId(slot.0 % self.base.state.schedulers);
                let fields = &own.fields[cursor.pc.index()];
                let found = state.earliest(slot, scheduler, fields, (now, operands_at));
                // A warp whose code is not there has an empty instruction buffer.
                self.base.state.buffered.set(slot, !found.fetches || found.at <= earliest);
                self.fetch.set_missed(slot, found.fetches && found.at > earliest);
                found.at
            }
            _ => by_scoreboard(&self.scoreboard),
        };
        if warp.awaits_copies {
            match self.copies.pending(slot, warp.cta) {
                true => at = LONG_PENDING,
                false => warp.awaits_copies = false,
            }
        }
        if warp.at_fence {
            if warp.in_flight > 0 {
                at = LONG_PENDING;
            } else {
                warp.at_fence = false;
                at = at.max(warp.drained_at);
            }
        }
        let readiness = match at {
            LONG_PENDING => Readiness::LongMemory,
            SHORT_PENDING => Readiness::ShortMemory,
            _ if at <= earliest => Readiness::Ready,
            _ => Readiness::Result,
        };
        let change = self.base.state.set_readiness(slot, readiness);
        if at > earliest && at < NOT_STARTED {
            self.wakes_at[slot.index()] = at;
            self.wheel.schedule(now, at, slot);
        }
        match change {
            Some(LongChange::Blocked) => self.notify(WarpEvent::Blocked(slot)),
            Some(LongChange::Released) => self.notify(WarpEvent::Released(slot)),
            None => {}
        }
    }
}
