//! When registers can be used.

use crate::ids::{NEVER, SLOTS, Slot};

/// What is written is under way in memory for long: when it comes is not known.
pub(super) const LONG: u64 = NEVER;
/// The same of what comes soon: from shared memory, or constants.
pub(super) const SHORT: u64 = NEVER - 1;
/// What is written is computed, but no unit has started on it.
pub(super) const TO_START: u64 = NEVER - 2;

/// For each slot, when each register of the code can be used.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    times: Vec<u64>,
    per_slot: usize,
}

impl Registers {
    pub fn new(per_slot: usize) -> Registers {
        Registers { times: vec![0; SLOTS * per_slot], per_slot }
    }

    #[inline]
    fn of(&self, slot: Slot) -> &[u64] {
        &self.times[slot.index() * self.per_slot..][..self.per_slot]
    }

    #[inline]
    fn of_mut(&mut self, slot: Slot) -> &mut [u64] {
        &mut self.times[slot.index() * self.per_slot..][..self.per_slot]
    }

    /// A warp begins, all of whose registers can be used.
    pub fn clear(&mut self, slot: Slot) {
        self.of_mut(slot).fill(0);
    }

    /// These can be used from `at` on.
    #[inline]
    pub fn write(&mut self, slot: Slot, registers: &[u16], at: u64) {
        let times = self.of_mut(slot);
        registers.iter().for_each(|&register| times[usize::from(register)] = at);
    }

    /// When all of these can be used.
    #[inline]
    pub fn ready(&self, slot: Slot, registers: &[u16]) -> u64 {
        let times = self.of(slot);
        registers.iter().fold(0, |at, &register| at.max(times[usize::from(register)]))
    }
}
