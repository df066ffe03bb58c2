//! Instruction fetch and decode of the SM, which fill the instruction buffers of warps.

use super::Sm;
use super::memory::Offer;
use crate::ids::{Slot, WarpSet};
use crate::machine::SmDescription;
use crate::view::SmState;

/// Fetch stage of an SM.
pub(super) struct Fetch {
    /// Warps fetched in the previous cycle, to be decoded in this one.
    fetched: WarpSet,
    /// Warps with an instruction-cache miss in flight.
    missed: WarpSet,
    last_fetched: Slot,
    /// Warps fetched per cycle.
    warps_per_cycle: u32,
    instructions_per_fetch: u32,
}

impl Fetch {
    pub fn new(sm: &SmDescription) -> Fetch {
        Fetch {
            fetched: WarpSet::EMPTY,
            missed: WarpSet::EMPTY,
            // As in GPGPU-Sim, so that the first warp of an SM is fetched last in its first round.
            last_fetched: Slot(0),
            warps_per_cycle: sm.fetch.warps,
            instructions_per_fetch: sm.fetch.instructions,
        }
    }

    /// Whether the stage fetches or decodes in the next cycle.
    #[inline]
    pub fn is_busy(&self, state: &SmState) -> bool {
        !self.fetched.is_empty() || !self.to_fetch(state).is_empty()
    }

    /// Warps with an empty instruction buffer and no fetch in flight.
    #[inline]
    fn to_fetch(&self, state: &SmState) -> WarpSet {
        state.resident - state.buffered - self.fetched - self.missed
    }

    /// Completes the instruction-cache miss of a warp.
    pub fn fill(&mut self, slot: Slot) {
        self.missed.remove(slot);
        self.fetched.insert(slot);
    }

    /// Notes whether a warp waits for a line of machine code, which other caches fetch.
    #[inline]
    pub fn set_missed(&mut self, slot: Slot, missed: bool) {
        self.missed.set(slot, missed);
    }

    /// Whether a warp has an instruction-cache miss in flight.
    pub fn has_miss(&self, slot: Slot) -> bool {
        self.missed.contains(slot)
    }
}

impl Sm {
    /// Decodes the instructions fetched in the previous cycle and fetches for the next warps, round robin.
    #[inline]
    pub(super) fn fetch_cycle(&mut self) {
        self.decode(self.fetch.fetched);
        self.fetch.fetched = WarpSet::EMPTY;
        // The line that a miss waited for takes the turn of a fetch.
        if self.back_end.memory.has_fetched_line() {
            return;
        }
        for port in 0..self.fetch.warps_per_cycle {
            let to_fetch = self.fetch.to_fetch(&self.base.state);
            let Some(slot) = to_fetch.next_after(self.fetch.last_fetched) else { return };
            self.fetch.last_fetched = slot;
            match self.fetch_for(slot) {
                // With several ports, all but the last fetch and decode in the same cycle.
                Offer::Completed if port + 1 < self.fetch.warps_per_cycle => {
                    self.decode([slot].into_iter().collect());
                }
                Offer::Completed => self.fetch.fetched.insert(slot),
                Offer::Accepted => self.fetch.missed.insert(slot),
                Offer::Retry | Offer::Blocked => {}
            }
        }
    }

    fn fetch_for(&mut self, slot: Slot) -> Offer {
        let Some(cursor) = &self.base.state.warps[slot.index()].cursor else { return Offer::Retry };
        let instruction = &self.base.state.code.instructions[cursor.pc.index()];
        let address = self.base.launch.code_base + u64::from(instruction.address);
        self.back_end.memory.fetch(self.base.state.now, slot, address)
    }

    #[inline]
    fn decode(&mut self, slots: WarpSet) {
        for slot in (slots & self.base.state.resident).iter() {
            self.base.state.decode(slot, self.fetch.instructions_per_fetch);
        }
    }
}
