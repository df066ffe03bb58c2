//! Work-groups of a CU: launch, barriers, and retirement.

use super::{Cu, WaveAccesses};
use crate::core::{BlockedWarp, WaitReason};
use crate::ids::{CtaSlot, Slot, WarpSet};
use crate::policy::WarpEvent;
use crate::wave_policy::POOLS;
use warploom_kernel::tape::Cta;

impl Cu {
    /// Slot of a wave of the work-group in a CTA slot.
    fn slot(&self, at: u32, wave: u32) -> Slot {
        let (waves, pools) = (self.base.launch.warps_per_cta, POOLS as u32);
        let slot =
            if self.one_pool { (at / pools * waves + wave) * pools + at % pools } else { at * waves + wave };
        Slot(slot as u8)
    }

    /// Launches a work-group in a free CTA slot.
    pub(super) fn launch_group(&mut self, at: usize, tape: Cta) {
        let slots: WarpSet = (0..tape.warps() as u32).map(|wave| self.slot(at as u32, wave)).collect();
        let first_wave = tape.id().0 * u64::from(self.base.launch.warps_per_cta);
        let cta = self.base.launch_cta(at, tape, slots);
        self.notify(WarpEvent::CtaLaunched(cta));
        for (wave, slot) in (0..).zip(slots.iter()) {
            self.accesses[slot.index()] = WaveAccesses::default();
            self.view.wave[slot.index()] = first_wave + u64::from(wave);
            if self.stale_lanes {
                self.stale[slot.index() * 64..][..64].fill(None);
            }
            self.base.launch_warp(slot, cta, wave);
            if self.base.state.resident.contains(slot) {
                self.ready_next.insert(slot);
                self.notify(WarpEvent::Launched(slot));
            }
        }
        // A wave without instructions has ended.
        (slots - self.base.state.resident).iter().for_each(|slot| self.finish_wave(slot));
    }

    /// Finishes a wave whose last instruction is complete.
    pub(super) fn finish_wave(&mut self, slot: Slot) {
        let cta = self.base.state.warps[slot.index()].cta;
        let last = self.base.state.finish_warp(slot);
        self.notify(WarpEvent::Finished(slot));
        self.base.exit_barriers(cta);
        if !last {
            return self.open_complete_barriers(cta);
        }
        if self.base.finish_cta(cta).is_some() {
            self.notify(WarpEvent::CtaFinished(cta));
            self.base.state.retire_cta(cta);
        }
    }

    /// Records the arrival of a wave at the barrier of its work-group.
    pub(super) fn arrive_at_barrier(&mut self, slot: Slot) {
        self.base.arrive_at_barrier(slot, 0, 0, true);
        self.notify(WarpEvent::AtBarrier(slot));
        self.open_complete_barriers(self.base.state.warps[slot.index()].cta);
    }

    fn open_complete_barriers(&mut self, cta: CtaSlot) {
        while let Some(released) = self.base.open_complete_barrier(cta) {
            released.iter().for_each(|slot| self.notify(WarpEvent::BarrierReleased(slot)));
        }
    }

    /// Unfinished waves, each with the reason why it waits.
    pub fn blocked_warps(&self) -> Vec<BlockedWarp> {
        self.base.blocked_warps(|slot, _| {
            if self.view.waiting.contains(slot) {
                WaitReason::Memory
            } else if self.base.state.buffered.contains(slot) {
                WaitReason::Policy
            } else {
                WaitReason::Result
            }
        })
    }
}
