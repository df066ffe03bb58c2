//! CTAs of an SM: launch, barriers, and retirement.

use super::Sm;
use crate::barrier::Barriers;
use crate::decoded::UnitId;
use crate::ids::{CtaSlot, Slot, WarpSet};
use crate::policy::WarpEvent;
use crate::view::TapeCursor;
use warploom_kernel::tape::Cta;

/// Tape and barriers of a resident CTA.
pub(super) struct ResidentCta {
    pub tape: Cta,
    barriers: Barriers,
}

impl Sm {
    /// Launches a CTA in a free slot.
    pub(super) fn launch_cta(&mut self, at: usize, tape: Cta) {
        let cta = CtaSlot(at as u8);
        let first = at as u32 * self.launch.warps_per_cta;
        let slots: WarpSet = (first..first + tape.warps() as u32).map(|slot| Slot(slot as u8)).collect();
        self.state.launch_cta(cta, tape.id().0, slots);
        self.ctas[at] = Some(ResidentCta { tape, barriers: Barriers::default() });
        self.notify(WarpEvent::CtaLaunched(cta));
        for (number, slot) in (0..).zip(slots.iter()) {
            self.state.launch_warp(slot, cta, number);
            self.scoreboard.clear(slot);
            self.seek_run(slot, 0, 0);
            self.notify(WarpEvent::Launched(slot));
            self.update_readiness(slot, self.state.now);
        }
    }

    /// Moves a warp to the start of a run of its tape, or to the end of the tape.
    fn seek_run(&mut self, slot: Slot, run_index: u32, access: u32) {
        let warp = &self.state.warps[slot.index()];
        let Some(resident) = &self.ctas[warp.cta.index()] else { return };
        let run = resident.tape.warp(warp.number as usize).runs().get(run_index as usize);
        self.state.set_cursor(slot, run.map(|&run| TapeCursor::new(run, run_index, access)));
    }

    /// Moves a warp past the instruction that it issued.
    #[inline]
    pub(super) fn step(&mut self, slot: Slot, unit: UnitId, accessed: bool) {
        if !self.state.step(slot, unit, accessed)
            && let Some(cursor) = self.state.warps[slot.index()].cursor
        {
            self.seek_run(slot, cursor.run_index + 1, cursor.access);
        }
    }

    /// Finishes a warp that has issued its last instruction, once nothing of it is in flight.
    pub(super) fn finish_warp(&mut self, slot: Slot) {
        let now = self.state.now;
        let warp = self.state.warps[slot.index()];
        if warp.finished || warp.in_flight > 0 {
            return;
        }
        if warp.drained_at > now {
            return self.wheel.schedule(now, warp.drained_at, slot);
        }
        let cta_finished = self.state.finish_warp(slot);
        self.notify(WarpEvent::Finished(slot));
        self.copies.end_warp(slot);
        if cta_finished && let Some(resident) = self.ctas[warp.cta.index()].take() {
            self.copies.end_cta(warp.cta);
            self.finished_ctas.push((now, resident.tape.id()));
            let since = self.state.ctas[warp.cta.index()].since;
            self.counters.warp_cycles += (now - since) * resident.tape.warps() as u64;
            self.notify(WarpEvent::CtaFinished(warp.cta));
            self.state.retire_cta(warp.cta);
            if !self.state.has_ctas() {
                self.counters.active_cycles += now - self.state.active_since;
            }
        }
    }

    /// Records the arrival of a warp at a barrier.
    pub(super) fn arrive_at_barrier(&mut self, slot: Slot, id: u8, warps: u8, waits: bool) {
        let cta = self.state.warps[slot.index()].cta;
        let Some(resident) = &mut self.ctas[cta.index()] else { return };
        resident.barriers.arrive(id, slot, warps, waits);
        if waits {
            self.state.arrive_at_barrier(slot);
            self.notify(WarpEvent::AtBarrier(slot));
        }
        self.open_complete_barriers(cta);
    }

    /// Removes a warp that has issued its last instruction from those that barriers expect.
    pub(super) fn exit_barriers(&mut self, slot: Slot) {
        let cta = self.state.warps[slot.index()].cta;
        let Some(resident) = &mut self.ctas[cta.index()] else { return };
        resident.barriers.exit();
        self.open_complete_barriers(cta);
    }

    /// Barrier at which a warp is blocked: its number, and how many warps arrived and are expected.
    pub(super) fn blocking_barrier(&self, slot: Slot) -> Option<(u8, u32, u32)> {
        let resident = self.ctas[self.state.warps[slot.index()].cta.index()].as_ref()?;
        resident.barriers.blocking(slot, resident.tape.warps() as u32)
    }

    /// Opens the barriers of a CTA at which all expected warps have arrived.
    fn open_complete_barriers(&mut self, cta: CtaSlot) {
        loop {
            let Some(resident) = &mut self.ctas[cta.index()] else { return };
            let warps = resident.tape.warps() as u32;
            let Some(released) = resident.barriers.take_complete(warps) else { return };
            self.state.open_barrier(released);
            released.iter().for_each(|slot| self.notify(WarpEvent::BarrierReleased(slot)));
        }
    }
}
