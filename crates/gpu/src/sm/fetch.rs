//! Fetching and decoding: what fills warps' instruction buffers.

use super::Sm;
use super::memory::Offer;
use super::state::State;
use crate::ids::{Slot, WarpSet};
use crate::machine::SmDescription;

pub(super) struct Fetch {
    /// Fetched in the cycle before, and to be decoded.
    fetched: WarpSet,
    /// Warps whose instructions are on their way from the L2.
    missing: WarpSet,
    last: Slot,
    /// Warps that can be fetched for in a cycle.
    warps: u32,
    instructions: u32,
    bytes: u64,
}

impl Fetch {
    pub fn new(sm: &SmDescription) -> Fetch {
        Fetch {
            fetched: WarpSet::EMPTY,
            missing: WarpSet::EMPTY,
            last: Slot(sm.warps as u8 - 1),
            warps: sm.fetch.warps,
            instructions: sm.fetch.instructions,
            bytes: sm.fetch.bytes.into(),
        }
    }

    /// Whether there is something to do in the next cycle.
    #[inline]
    pub fn is_busy(&self, state: &State) -> bool {
        !self.fetched.is_empty() || !self.unfetched(state).is_empty()
    }

    /// Warps whose buffer is empty and being filled by nobody.
    #[inline]
    fn unfetched(&self, state: &State) -> WarpSet {
        state.resident - state.buffered - self.fetched - self.missing
    }

    /// A warp's instructions came from the L2.
    pub fn came(&mut self, slot: Slot) {
        self.missing.remove(slot);
        self.fetched.insert(slot);
    }

    /// Whether a warp's instructions are on their way.
    pub fn is_missing(&self, slot: Slot) -> bool {
        self.missing.contains(slot)
    }
}

impl Sm {
    /// Decodes what was fetched, and fetches.
    #[inline]
    pub(super) fn fetch_cycle(&mut self) {
        self.decode(self.fetch.fetched);
        self.fetch.fetched = WarpSet::EMPTY;
        for port in 0..self.fetch.warps {
            let Some(slot) = self.fetch.unfetched(&self.state).next_after(self.fetch.last) else { return };
            self.fetch.last = slot;
            match self.fetch_for(slot) {
                // All but the last of several are fetched and decoded in the same cycle.
                Offer::Done if port + 1 < self.fetch.warps => {
                    let mut one = WarpSet::EMPTY;
                    one.insert(slot);
                    self.decode(one);
                }
                Offer::Done => self.fetch.fetched.insert(slot),
                Offer::Taken => self.fetch.missing.insert(slot),
                Offer::Later | Offer::Blocked => {}
            }
        }
    }

    fn fetch_for(&mut self, slot: Slot) -> Offer {
        let Some(place) = &self.state.warps[slot.index()].place else { return Offer::Later };
        let address = (self.shape.code_number << 32) + u64::from(place.pc().0) * self.fetch.bytes;
        self.memory.fetch(self.state.now, slot, address)
    }

    #[inline]
    fn decode(&mut self, slots: WarpSet) {
        for slot in (slots & self.state.resident).iter() {
            self.state.warps[slot.index()].buffer = self.fetch.instructions;
            self.state.buffered.insert(slot);
        }
    }
}
