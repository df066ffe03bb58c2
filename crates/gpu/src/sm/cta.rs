//! CTAs come, meet at barriers, and go.

use super::Sm;
use super::barrier::Barriers;
use super::state::{CtaState, Place, WarpState};
use crate::decoded::UnitId;
use crate::ids::{CtaSlot, Slot, WarpSet};
use crate::policy::WarpEvent;
use warploom_kernel::tape::Cta;

/// A CTA on the SM.
pub(super) struct Resident {
    pub tape: Cta,
    /// Warps that have not ended.
    unfinished: u32,
    barriers: Barriers,
}

impl Sm {
    /// Puts a CTA in its place.
    pub(super) fn place(&mut self, at: usize, cta: Cta) {
        let cta_slot = CtaSlot(at as u8);
        self.state.begun = self.state.begun.min(self.state.now);
        let warps = cta.warps() as u32;
        let first = at as u32 * self.shape.warps_per_cta;
        let slots: WarpSet = (first..first + warps).map(|slot| Slot(slot as u8)).collect();
        self.state.ctas[at] = CtaState { number: cta.id().0, warps: slots, progress: 0 };
        self.state.present |= 1 << at;
        self.ctas[at] = Some(Resident { tape: cta, unfinished: warps, barriers: Barriers::default() });
        self.tell(WarpEvent::CtaLaunched(cta_slot));
        for (number, slot) in (0..).zip(slots.iter()) {
            let age = self.next_age;
            self.next_age += 1;
            self.state.warps[slot.index()] = WarpState::new(cta_slot, number, age, self.state.now);
            self.registers.clear(slot);
            self.state.resident.insert(slot);
            self.set_place(slot, 0, 0);
            self.tell(WarpEvent::Launched(slot));
            self.look(slot, self.state.now);
        }
    }

    /// Puts a warp at the beginning of a run of its tape, or at its end.
    pub(super) fn set_place(&mut self, slot: Slot, number: u32, access: u32) {
        let warp = &mut self.state.warps[slot.index()];
        let Some(resident) = &self.ctas[warp.cta.index()] else { return };
        let run = resident.tape.warp(warp.number as usize).runs().get(number as usize);
        warp.place = run.map(|&run| Place { run, done: 0, number, access });
        match warp.place {
            Some(place) => {
                let unit = self.state.code.instructions[place.pc().index()].unit;
                self.state.wants[unit.index()].insert(slot);
            }
            None => {
                self.state.resident.remove(slot);
                self.state.buffered.remove(slot);
                self.state.ready.remove(slot);
                self.state.long.remove(slot);
                self.state.memory.remove(slot);
            }
        }
    }

    /// Moves a warp past the instruction it has issued.
    #[inline]
    pub(super) fn step(&mut self, slot: Slot, unit: UnitId, accessed: bool) {
        self.state.wants[unit.index()].remove(slot);
        let warp = &mut self.state.warps[slot.index()];
        let Some(place) = &mut warp.place else { return };
        place.done += 1;
        place.access += u32::from(accessed);
        if place.done < place.run.count {
            let next = self.state.code.instructions[place.pc().index()].unit;
            self.state.wants[next.index()].insert(slot);
        } else {
            let (number, access) = (place.number + 1, place.access);
            self.set_place(slot, number, access);
        }
    }

    /// Ends a warp that has issued all it had, once nothing of it is under way.
    pub(super) fn finish(&mut self, slot: Slot) {
        let now = self.state.now;
        let warp = self.state.warps[slot.index()];
        if warp.ended || warp.outstanding > 0 {
            return;
        }
        if warp.drained > now {
            return self.wheel.put(now, warp.drained, slot);
        }
        self.state.warps[slot.index()].ended = true;
        self.state.finished.insert(slot);
        let Some(resident) = &mut self.ctas[warp.cta.index()] else { return };
        resident.unfinished -= 1;
        let left = resident.unfinished;
        let id = resident.tape.id();
        self.tell(WarpEvent::Finished(slot));
        if left == 0 {
            self.ctas[warp.cta.index()] = None;
            self.ended.push((now, id));
            self.tell(WarpEvent::CtaFinished(warp.cta));
            self.state.present &= !(1 << warp.cta.index());
            self.state.finished -= self.state.ctas[warp.cta.index()].warps;
        }
    }

    /// A warp arrives at a barrier.
    pub(super) fn at_barrier(&mut self, slot: Slot, id: u8, warps: u8, waits: bool) {
        let warp = self.state.warps[slot.index()];
        let Some(resident) = &mut self.ctas[warp.cta.index()] else { return };
        resident.barriers.arrive(id, slot, warps, waits);
        if waits {
            self.state.barrier.insert(slot);
            self.tell(WarpEvent::AtBarrier(slot));
        }
        self.release(warp.cta);
    }

    /// A warp has issued its last instruction: barriers no longer wait for it.
    pub(super) fn left(&mut self, slot: Slot) {
        let cta = self.state.warps[slot.index()].cta;
        let Some(resident) = &mut self.ctas[cta.index()] else { return };
        resident.barriers.leave();
        self.release(cta);
    }

    /// The barrier where a warp waits: its number, how many warps are there, and how many it is for.
    pub(super) fn barrier_of(&self, slot: Slot) -> Option<(u8, u32, u32)> {
        let resident = self.ctas[self.state.warps[slot.index()].cta.index()].as_ref()?;
        resident.barriers.of(slot, resident.tape.warps() as u32)
    }

    /// Lets warps go on whose barrier is complete.
    fn release(&mut self, cta: CtaSlot) {
        loop {
            let Some(resident) = &mut self.ctas[cta.index()] else { return };
            let all = resident.tape.warps() as u32;
            let Some(freed) = resident.barriers.complete(all) else { return };
            self.state.barrier -= freed;
            freed.iter().for_each(|slot| self.tell(WarpEvent::BarrierReleased(slot)));
        }
    }
}
