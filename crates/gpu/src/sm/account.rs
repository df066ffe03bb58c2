//! Account of the SM's scheduler-cycles: cause and detail of each stall, and the instruction that is charged with it.

use super::Sm;
use super::load_store::LsuState;
use super::memory::Blockage;
use crate::counters::{Cause, StallDetail};
use crate::decoded::{Action, UnitId};
use crate::ids::{SchedulerId, Slot, WarpSet};
use crate::memory::pressure::Pressure;
use crate::policy::SmView;
use warploom_kernel::program::{Pc, Space};

/// Cycles of the load-store unit by detail, from the SM's clock on, while the SM skips cycles and the unit goes on alone.
#[derive(Clone, Copy, Default)]
pub(super) struct LsuSpan {
    /// Some scheduler may wait for the unit, so that the details matter.
    is_full: bool,
    /// First cycle that is not in the counts.
    next: u64,
    cycles: [u64; LSU_DETAILS.len()],
}

/// Details of the load-store unit, in the order of a span's counts.
const LSU_DETAILS: [StallDetail; 8] = {
    use StallDetail::*;
    [SharedPasses, L1Port, L1Lines, Mshrs, Network, L2Bandwidth, DramBandwidth, ConstantOrTexture]
};

/// Stall of a scheduler: its cause, and the warps that the policy considered.
#[derive(Clone, Copy)]
pub(super) struct Stall {
    pub cause: Cause,
    pub warps: WarpSet,
}

impl Sm {
    /// Stall of a scheduler that cannot issue.
    pub(super) fn stall(&self, scheduler: SchedulerId) -> Stall {
        let state = &self.base.state;
        let view = SmView::new(state, &self.back_end);
        let resident = view.resident(scheduler);
        if resident.is_empty() {
            let cause = if self.base.clock < self.base.latency_end { Cause::Launch } else { Cause::Idle };
            return Stall { cause, warps: WarpSet::EMPTY };
        }
        let warps = self.policy.eligible(scheduler, &view) & resident;
        Stall { cause: state.cause(warps), warps }
    }

    /// Accounts for a cycle in which a scheduler issued.
    #[inline]
    pub(super) fn charge_issue(&mut self, scheduler: SchedulerId) {
        self.base.counters.stalls[Cause::Issued as usize] += 1;
        if let Some(probe) = &mut self.base.probe {
            probe.charge(scheduler, Cause::Issued, 1);
        }
    }

    /// Accounts for a cycle in which a scheduler stalled.
    #[inline]
    pub(super) fn charge(&mut self, scheduler: SchedulerId, stall: Stall) {
        let detail = self.detail(scheduler, stall);
        self.charge_cycles(scheduler, stall, detail, 1);
        if let Some(probe) = &mut self.base.probe {
            probe.charge(scheduler, stall.cause, 1);
        }
    }

    /// Accounts for the skipped cycles up to cycle `to`, in which a scheduler stalled. Details of the load-store unit, which was
    /// simulated meanwhile, are those of its span.
    pub(super) fn charge_span(&mut self, scheduler: SchedulerId, stall: Stall, cycles: u64) {
        let detail = self.detail(scheduler, stall);
        let in_load_store = detail.is_some_and(|detail| LSU_DETAILS.contains(&detail));
        if self.lsu_span.is_full && in_load_store {
            for (detail, cycles) in LSU_DETAILS.into_iter().zip(self.lsu_span.cycles) {
                if cycles > 0 {
                    self.charge_cycles(scheduler, stall, Some(detail), cycles);
                }
            }
        } else {
            self.charge_cycles(scheduler, stall, detail, cycles);
        }
        if let Some(probe) = &mut self.base.probe {
            probe.charge(scheduler, stall.cause, cycles);
        }
    }

    /// Starts the span of the load-store unit at the clock, if the core has nothing to do before cycle `next`.
    #[inline]
    pub(super) fn begin_lsu_span(&mut self, next: u64) {
        self.lsu_span.is_full = next > self.base.clock && self.back_end.is_full();
        if self.lsu_span.is_full {
            self.lsu_span = LsuSpan { is_full: true, next: self.base.clock, cycles: Default::default() };
        }
    }

    /// Counts the cycles of the load-store unit before `to`. Its state has not changed since the last call.
    #[inline]
    pub(super) fn count_lsu_cycles(&mut self, to: u64) {
        if self.lsu_span.is_full && to > self.lsu_span.next {
            let detail = self.load_store_detail();
            let at = LSU_DETAILS.iter().position(|&other| other == detail).unwrap_or(0);
            self.lsu_span.cycles[at] += to - self.lsu_span.next;
            self.lsu_span.next = to;
        }
    }

    /// Detail of a stall. It is inlined into both callers, where the cause is known by then: schedulers stall in most cycles.
    #[inline(always)]
    fn detail(&self, scheduler: SchedulerId, stall: Stall) -> Option<StallDetail> {
        match stall.cause {
            Cause::Idle => Some(self.idle_detail(scheduler)),
            Cause::ScoreboardMemory => Some(self.memory_detail(stall.warps)),
            Cause::Pipeline => Some(self.pipeline_detail(scheduler, stall.warps)),
            _ => None,
        }
    }

    #[inline]
    fn charge_cycles(
        &mut self,
        scheduler: SchedulerId,
        stall: Stall,
        detail: Option<StallDetail>,
        cycles: u64,
    ) {
        self.base.counters.stalls[stall.cause as usize] += cycles;
        if let Some(detail) = detail {
            self.base.counters.details.charge(detail, cycles);
        }
        if self.base.launch.by_instruction {
            self.charge_instruction(scheduler, stall, detail, cycles);
        }
    }

    /// Charges cycles of a scheduler to instructions: to the one that holds the full unit, or else to those at which warps wait, each
    /// warp in turn, as a sampling profiler would find them.
    #[cold]
    fn charge_instruction(
        &mut self,
        scheduler: SchedulerId,
        stall: Stall,
        detail: Option<StallDetail>,
        cycles: u64,
    ) {
        let cause = stall.cause;
        if let Some(pc) = self.holder(scheduler, stall, detail) {
            return self.charge_at(pc, cause, detail, cycles);
        }
        let stalled = self.stalled_warps(scheduler, stall, detail);
        let warps = u64::from(stalled.len());
        let (from, to) = (self.base.clock, self.base.clock + cycles);
        for (turn, slot) in (0..warps).zip(stalled.iter()) {
            // A warp that waits for its branch goes on to wait for operands without an event between.
            let resolved = self.base.state.warps[slot.index()].branch_resolved_at.clamp(from, to);
            for (from, to) in [(from, resolved), (resolved, to)] {
                // Cycles whose number has this remainder.
                let cycles = (to + warps - 1 - turn) / warps - (from + warps - 1 - turn) / warps;
                let Some((pc, awaited)) = self.waiting_instruction(slot, cause, from).filter(|_| cycles > 0)
                else {
                    continue;
                };
                self.charge_at(pc, cause, detail, cycles);
                if let Some(awaited) = awaited {
                    self.base.by_instruction[pc.index()].awaited.add(awaited, cycles);
                }
            }
        }
    }

    fn charge_at(&mut self, pc: Pc, cause: Cause, detail: Option<StallDetail>, cycles: u64) {
        let counts = &mut self.base.by_instruction[pc.index()];
        counts.stalls[cause as usize] += cycles;
        detail.into_iter().for_each(|detail| counts.details.charge(detail, cycles));
    }

    /// Removes idle scheduler-cycles from `end` on, in which no CTA of the launch was left, from the details.
    pub(super) fn rewind_details(&mut self, end: u64, idle: u64) {
        // Until the first window after the last dispatch, CTAs seemed to be left.
        let until = if self.base.state.ctas_undispatched {
            self.base.clock
        } else {
            self.dispatched_at.min(self.base.clock)
        };
        let started =
            until.saturating_sub(end.max(self.base.latency_end)) * u64::from(self.base.state.schedulers);
        let started = started.min(idle);
        self.base.counters.details.0[StallDetail::CtaStart.index()] -= started;
        self.base.counters.details.0[StallDetail::NoCta.index()] -= idle - started;
    }

    /// Why a scheduler has no resident warp.
    #[inline(always)]
    fn idle_detail(&self, scheduler: SchedulerId) -> StallDetail {
        let state = &self.base.state;
        if !(state.draining & state.scheduler_slots[scheduler.index()]).is_empty() {
            StallDetail::Drain
        } else if state.ctas_undispatched && state.free_cta_slots(self.base.launch.cta_slots) != 0 {
            StallDetail::CtaStart
        } else {
            StallDetail::NoCta
        }
    }

    /// What delays the results that these warps wait for: shared memory if one of them waits for nothing else.
    #[inline]
    fn memory_detail(&self, warps: WarpSet) -> StallDetail {
        let waiting = self.base.state.warps_with_cause(warps, Cause::ScoreboardMemory);
        if !(waiting - self.base.state.blocked_on_long()).is_empty() {
            return StallDetail::SharedResult;
        }
        match self.pressure {
            Pressure::None => StallDetail::MemoryLatency,
            Pressure::L2 => StallDetail::L2Result,
            Pressure::Dram => StallDetail::DramResult,
        }
    }

    /// What fills the unit that most of these warps need.
    fn pipeline_detail(&self, scheduler: SchedulerId, warps: WarpSet) -> StallDetail {
        let mut unit = self.full_unit(warps);
        if let Some(collectors) = &self.back_end.collectors {
            (unit, _) = collectors.blocker(unit, scheduler);
        }
        if !self.base.state.is_load_store(unit) {
            return StallDetail::Unit(unit);
        }
        self.load_store_detail()
    }

    /// What fills the load-store unit.
    fn load_store_detail(&self) -> StallDetail {
        let blockage = match self.back_end.load_store.state() {
            LsuState::Shared => return StallDetail::SharedPasses,
            LsuState::ConstantOrTexture => return StallDetail::ConstantOrTexture,
            // The unit is between two instructions: the next one decides.
            LsuState::Free => return self.next_access_detail(),
            LsuState::Sending => return StallDetail::L1Port,
            LsuState::Blocked(address) => self.back_end.memory.blockage(address),
        };
        match (blockage, self.pressure) {
            (Blockage::Port, _) => StallDetail::L1Port,
            (_, Pressure::Dram) => StallDetail::DramBandwidth,
            (_, Pressure::L2) => StallDetail::L2Bandwidth,
            (Blockage::Lines, Pressure::None) => StallDetail::L1Lines,
            (Blockage::Mshrs, Pressure::None) => StallDetail::Mshrs,
            (Blockage::Network, Pressure::None) => StallDetail::Network,
        }
    }

    /// What the first instruction before the load-store unit will occupy.
    fn next_access_detail(&self) -> StallDetail {
        let memory = UnitId(self.base.state.units - 1);
        let waiting = || match (&self.back_end.collectors, &self.back_end.machine_code) {
            (Some(collectors), _) => collectors.blocker(memory, SchedulerId(0)).1,
            (None, code) => code.as_ref()?.queues.holder(),
        };
        let first = self.back_end.load_store.holder().or_else(waiting);
        match first.map(|pc| self.base.state.code.instructions[pc.index()].action) {
            Some(Action::Memory { space: Space::Shared, .. }) => StallDetail::SharedPasses,
            Some(
                Action::Memory { space: Space::Const | Space::Param | Space::Texture, .. } | Action::Constant,
            ) => StallDetail::ConstantOrTexture,
            _ => StallDetail::L1Port,
        }
    }

    /// The unit kind that most of these warps need, of those that are ready.
    fn full_unit(&self, warps: WarpSet) -> UnitId {
        let ready = self.base.state.warps_with_cause(warps, Cause::Pipeline);
        let waiting = |unit: u8| (ready & self.base.state.needs_unit[UnitId(unit).index()]).len();
        // Of units that as many warps need, the last: the load-store unit before others.
        UnitId((0..self.base.state.units).max_by_key(|&unit| waiting(unit)).unwrap_or(0))
    }

    /// Instruction that holds the unit for which warps stall.
    fn holder(
        &self,
        scheduler: SchedulerId,
        Stall { cause, warps }: Stall,
        detail: Option<StallDetail>,
    ) -> Option<Pc> {
        match detail {
            _ if cause != Cause::Pipeline => None,
            Some(StallDetail::Unit(unit)) if self.back_end.collectors.is_none() => {
                self.units.holder(unit, scheduler)
            }
            Some(StallDetail::Unit(_)) => self.collected_holder(scheduler, warps),
            _ => self.back_end.load_store.holder().or_else(|| self.collected_holder(scheduler, warps)),
        }
    }

    /// Warps that stall for a cause.
    fn stalled_warps(
        &self,
        scheduler: SchedulerId,
        Stall { cause, warps }: Stall,
        detail: Option<StallDetail>,
    ) -> WarpSet {
        let view = SmView::new(&self.base.state, &self.back_end);
        // A policy that considers no warp holds all of them back.
        let considered = if warps.is_empty() { view.resident(scheduler) } else { warps };
        let stalled = self.base.state.warps_with_cause(considered, cause);
        match detail {
            Some(StallDetail::SharedResult) => stalled - self.base.state.blocked_on_long(),
            _ => stalled,
        }
    }

    /// Instruction at which a warp waits in a cycle, and the one whose result it waits for: the barrier, the fence or the branch that
    /// it issued last, or else its next instruction.
    fn waiting_instruction(&self, slot: Slot, cause: Cause, now: u64) -> Option<(Pc, Option<Pc>)> {
        if self.waits_at_last(slot, cause, now) {
            return Some((self.last_pc[slot.index()]?, None));
        }
        let pc = self.base.state.warps[slot.index()].cursor?.pc;
        let code = &*self.base.state.code;
        let awaited = matches!(cause, Cause::ScoreboardMemory | Cause::ScoreboardAlu)
            .then(|| self.scoreboard.last_writer(slot, code.depends_on(&code.instructions[pc.index()])));
        Some((pc, awaited.flatten()))
    }

    /// Whether a warp waits for its last issued instruction, rather than for an operand of its next: a barrier, a fence, a wait for
    /// copies, or a branch.
    fn waits_at_last(&self, slot: Slot, cause: Cause, now: u64) -> bool {
        let warp = &self.base.state.warps[slot.index()];
        match cause {
            Cause::Barrier => true,
            Cause::ScoreboardMemory => warp.at_fence || warp.awaits_copies,
            Cause::ScoreboardAlu => warp.branch_resolved_at > now,
            _ => false,
        }
    }

    /// Instruction that holds up the unit that most of these warps need, on a machine with operand collectors.
    fn collected_holder(&self, scheduler: SchedulerId, warps: WarpSet) -> Option<Pc> {
        self.back_end.collectors.as_ref()?.blocker(self.full_unit(warps), scheduler).1
    }
}
