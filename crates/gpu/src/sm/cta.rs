//! CTAs of an SM: launch, barriers, and retirement.

use super::Sm;
use crate::core::{BlockedWarp, WaitReason};
use crate::ids::{CtaSlot, SchedulerId, Slot, WarpSet};
use crate::policy::WarpEvent;
use warploom_kernel::tape::Cta;

impl Sm {
    /// Launches a CTA in a free slot.
    pub(super) fn launch_cta(&mut self, at: usize, tape: Cta) {
        let first = at as u32 * self.base.launch.warps_per_cta;
        let slots: WarpSet = (first..first + tape.warps() as u32).map(|slot| Slot(slot as u8)).collect();
        let cta = self.base.launch_cta(at, tape, slots);
        self.notify(WarpEvent::CtaLaunched(cta));
        for (number, slot) in (0..).zip(slots.iter()) {
            self.scoreboard.clear(slot);
            self.base.launch_warp(slot, cta, number);
            if let Some(code) = &mut self.back_end.machine_code {
                code.launch_warp(slot);
                // Its code comes line by line: the fetch stage has no part in it.
                self.base.state.decode(slot, u32::MAX);
            }
            self.notify(WarpEvent::Launched(slot));
            self.update_readiness(slot, self.base.state.now);
        }
    }

    /// Finishes a warp that has issued its last instruction, once nothing of it is in flight.
    pub(super) fn finish_warp(&mut self, slot: Slot) {
        let now = self.base.state.now;
        let warp = self.base.state.warps[slot.index()];
        if warp.finished || warp.in_flight > 0 {
            return;
        }
        if warp.drained_at > now {
            return self.wheel.schedule(now, warp.drained_at, slot);
        }
        let cta_finished = self.base.state.finish_warp(slot);
        self.notify(WarpEvent::Finished(slot));
        self.copies.end_warp(slot);
        if cta_finished && let Some(warps) = self.base.finish_cta(warp.cta) {
            self.copies.end_cta(warp.cta);
            let since = self.base.state.ctas[warp.cta.index()].since;
            self.base.counters.warp_cycles += (now - since) * warps;
            self.notify(WarpEvent::CtaFinished(warp.cta));
            self.base.state.retire_cta(warp.cta);
            if !self.base.state.has_ctas() {
                self.base.counters.active_cycles += now - self.base.state.active_since;
            }
        }
    }

    /// Records the arrival of a warp at a barrier.
    pub(super) fn arrive_at_barrier(&mut self, slot: Slot, id: u8, warps: u8, waits: bool) {
        self.base.arrive_at_barrier(slot, id, warps, waits);
        if waits {
            self.notify(WarpEvent::AtBarrier(slot));
        }
        self.open_complete_barriers(self.base.state.warps[slot.index()].cta);
    }

    /// Removes a warp that has issued its last instruction from those that barriers expect.
    pub(super) fn exit_barriers(&mut self, slot: Slot) {
        let cta = self.base.state.warps[slot.index()].cta;
        self.base.exit_barriers(cta);
        self.open_complete_barriers(cta);
    }

    /// Opens the barriers of a CTA at which all expected warps have arrived.
    fn open_complete_barriers(&mut self, cta: CtaSlot) {
        while let Some(released) = self.base.open_complete_barrier(cta) {
            released.iter().for_each(|slot| self.notify(WarpEvent::BarrierReleased(slot)));
            self.hold_released(released);
        }
    }

    /// Holds warps of machine code for as long as a barrier takes to release them.
    fn hold_released(&mut self, released: WarpSet) {
        let Some(latency) = self.back_end.machine_code.as_ref().map(|state| state.barrier_latency) else {
            return;
        };
        let now = self.base.state.now;
        for slot in released.iter() {
            if let Some(state) = &mut self.back_end.machine_code {
                state.hold(slot, now + latency);
            }
            self.update_readiness(slot, now);
        }
    }

    /// Unfinished warps, each with the reason why it waits.
    pub fn blocked_warps(&self) -> Vec<BlockedWarp> {
        let state = &self.base.state;
        self.base.blocked_warps(|slot, pc| {
            let unit = state.code.instructions[pc.index()].unit;
            if !state.buffered.contains(slot) || self.fetch.has_miss(slot) {
                WaitReason::Fetch
            } else if state.blocked_on_memory.contains(slot) {
                WaitReason::Memory
            } else if !state.ready.contains(slot) {
                WaitReason::Result
            } else if self.unit_free_at(unit, SchedulerId(slot.0 % state.schedulers)) > state.now {
                WaitReason::Unit
            } else {
                WaitReason::Policy
            }
        })
    }
}
