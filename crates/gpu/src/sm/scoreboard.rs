//! Scoreboard of the SM: for each warp and register, the cycle in which it can be read.

use crate::ids::{NEVER, SLOTS, Slot};

/// The register waits for a result of global or local memory; its cycle is not known.
pub(super) const LONG_PENDING: u64 = NEVER;
/// The register waits for a result of shared or constant memory; its cycle is not known.
pub(super) const SHORT_PENDING: u64 = NEVER - 1;
/// The register waits for an instruction that no unit has started.
pub(super) const NOT_STARTED: u64 = NEVER - 2;

/// Scoreboard of an SM.
#[derive(Clone, Debug, Default)]
pub(super) struct Scoreboard {
    /// By slot, then by register.
    ready_at: Vec<u64>,
    per_slot: usize,
}

impl Scoreboard {
    pub fn new(per_slot: usize) -> Scoreboard {
        Scoreboard { ready_at: vec![0; SLOTS * per_slot], per_slot }
    }

    #[inline]
    fn of(&self, slot: Slot) -> &[u64] {
        &self.ready_at[slot.index() * self.per_slot..][..self.per_slot]
    }

    #[inline]
    fn of_mut(&mut self, slot: Slot) -> &mut [u64] {
        &mut self.ready_at[slot.index() * self.per_slot..][..self.per_slot]
    }

    /// Clears the registers of a slot for a new warp.
    pub fn clear(&mut self, slot: Slot) {
        self.of_mut(slot).fill(0);
    }

    /// Records that these registers can be read from cycle `at` on.
    #[inline]
    pub fn set_ready_at(&mut self, slot: Slot, registers: &[u16], at: u64) {
        let ready_at = self.of_mut(slot);
        registers.iter().for_each(|&register| ready_at[usize::from(register)] = at);
    }

    /// First cycle in which all these registers can be read.
    #[inline]
    pub fn ready_at(&self, slot: Slot, registers: &[u16]) -> u64 {
        let ready_at = self.of(slot);
        registers.iter().fold(0, |at, &register| at.max(ready_at[usize::from(register)]))
    }
}
