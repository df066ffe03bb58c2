//! Work-groups of a CU: launch, barriers, and retirement.

use super::{Cu, WaveAccesses};
use crate::barrier::Barriers;
use crate::decoded::WaveUnit;
use crate::ids::{CtaSlot, Slot, WarpSet};
use crate::policy::WarpEvent;
use crate::sm::QueuedCta;
use crate::view::TapeCursor;
use crate::wave_policy::POOLS;
use warploom_kernel::tape::Cta;

/// Tape and barriers of a resident work-group.
pub(super) struct ResidentGroup {
    pub tape: Cta,
    pub barriers: Barriers,
}

impl Cu {
    /// Place in which a queued work-group launches, if enough places are free.
    pub(super) fn free_place(&self, queued: &QueuedCta) -> Option<usize> {
        let free = self.state.free_cta_slots(self.launch.cta_slots);
        (free.count_ones() >= queued.slots_needed).then_some(free.trailing_zeros() as usize)
    }

    /// Slot of a wave of the work-group in a place.
    fn slot(&self, place: u32, wave: u32) -> Slot {
        let (waves, pools) = (self.launch.warps_per_cta, POOLS as u32);
        let slot = if self.one_pool {
            (place / pools * waves + wave) * pools + place % pools
        } else {
            place * waves + wave
        };
        Slot(slot as u8)
    }

    /// Launches a work-group in a free place.
    pub(super) fn launch_group(&mut self, place: usize, tape: Cta) {
        let cta = CtaSlot(place as u8);
        let waves = tape.warps() as u32;
        let slots: WarpSet = (0..waves).map(|wave| self.slot(place as u32, wave)).collect();
        let number = tape.id().0;
        self.state.launch_cta(cta, number, slots);
        self.groups[place] = Some(ResidentGroup { tape, barriers: Barriers::default() });
        self.notify(WarpEvent::CtaLaunched(cta));
        for (wave, slot) in (0..).zip(slots.iter()) {
            self.state.launch_warp(slot, cta, wave);
            self.accesses[slot.index()] = WaveAccesses::default();
            self.view.wave[slot.index()] = number * u64::from(self.launch.warps_per_cta) + u64::from(wave);
            if self.stale_lanes {
                self.stale[slot.index() * 64..][..64].fill(None);
            }
            self.seek_run(slot, 0, 0);
            if self.state.warps[slot.index()].cursor.is_some() {
                self.ready_next.insert(slot);
                self.notify(WarpEvent::Launched(slot));
            }
        }
        // A wave without instructions has ended.
        for slot in
            slots.iter().filter(|slot| !self.state.resident.contains(*slot)).collect::<WarpSet>().iter()
        {
            self.finish_wave(slot);
        }
    }

    fn seek_run(&mut self, slot: Slot, run_index: u32, access: u32) {
        let warp = &self.state.warps[slot.index()];
        let Some(group) = &self.groups[warp.cta.index()] else { return };
        let run = group.tape.warp(warp.number as usize).runs().get(run_index as usize);
        self.state.set_cursor(slot, run.map(|&run| TapeCursor::new(run, run_index, access)));
    }

    /// Moves a wave past the instruction that it issued.
    pub(super) fn step(&mut self, slot: Slot, unit: WaveUnit, accessed: bool) {
        if !self.state.step(slot, unit.id(), accessed)
            && let Some(cursor) = self.state.warps[slot.index()].cursor
        {
            self.seek_run(slot, cursor.run_index + 1, cursor.access);
        }
    }

    /// Finishes a wave whose last instruction is complete.
    pub(super) fn finish_wave(&mut self, slot: Slot) {
        let cta = self.state.warps[slot.index()].cta;
        let last = self.state.finish_warp(slot);
        self.notify(WarpEvent::Finished(slot));
        if let Some(group) = &mut self.groups[cta.index()] {
            group.barriers.exit();
        }
        if !last {
            return self.open_complete_barriers(cta);
        }
        if let Some(group) = self.groups[cta.index()].take() {
            self.finished_ctas.push((self.state.now, group.tape.id()));
            self.notify(WarpEvent::CtaFinished(cta));
            self.state.retire_cta(cta);
        }
    }

    /// Records the arrival of a wave at the barrier of its work-group.
    pub(super) fn arrive_at_barrier(&mut self, slot: Slot) {
        let cta = self.state.warps[slot.index()].cta;
        let Some(group) = &mut self.groups[cta.index()] else { return };
        group.barriers.arrive(0, slot, 0, true);
        self.state.arrive_at_barrier(slot);
        self.notify(WarpEvent::AtBarrier(slot));
        self.open_complete_barriers(cta);
    }

    fn open_complete_barriers(&mut self, cta: CtaSlot) {
        loop {
            let Some(group) = &mut self.groups[cta.index()] else { return };
            let waves = group.tape.warps() as u32;
            let Some(released) = group.barriers.take_complete(waves) else { return };
            self.state.open_barrier(released);
            released.iter().for_each(|slot| self.notify(WarpEvent::BarrierReleased(slot)));
        }
    }
}
