//! Scoreboard of the SM: for each warp and register, the cycle in which it can be read.

use crate::ids::{NEVER, SLOTS, Slot};
use warploom_kernel::program::Pc;

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
    /// The instruction that wrote each register last; empty unless the launch keeps counters by instruction.
    writers: Vec<Option<Pc>>,
    /// Base-2 logarithm of the registers of a slot, rounded up.
    shift: u32,
}

impl Scoreboard {
    pub fn new(per_slot: usize, keeps_writers: bool) -> Scoreboard {
        let shift = per_slot.next_power_of_two().ilog2();
        let writers = if keeps_writers { vec![None; SLOTS << shift] } else { Vec::new() };
        Scoreboard { ready_at: vec![0; SLOTS << shift], writers, shift }
    }

    #[inline]
    fn first(&self, slot: Slot) -> usize {
        slot.index() << self.shift
    }

    /// Clears the registers of a slot for a new warp.
    pub fn clear(&mut self, slot: Slot) {
        let first = self.first(slot);
        self.ready_at[first..first + (1 << self.shift)].fill(0);
    }

    /// Records that these registers can be read from cycle `at` on.
    #[inline]
    pub fn set_ready_at(&mut self, slot: Slot, registers: &[u16], at: u64) {
        let first = self.first(slot);
        registers.iter().for_each(|&register| self.ready_at[first + usize::from(register)] = at);
    }

    /// Records the instruction that writes these registers.
    pub fn set_writer(&mut self, slot: Slot, registers: &[u16], writer: Pc) {
        let first = self.first(slot);
        registers.iter().for_each(|&register| self.writers[first + usize::from(register)] = Some(writer));
    }

    /// The instruction whose result makes these registers readable last.
    pub fn last_writer(&self, slot: Slot, registers: &[u16]) -> Option<Pc> {
        let first = self.first(slot);
        let of = |&register: &u16| first + usize::from(register);
        self.writers[registers.iter().map(of).max_by_key(|&at| self.ready_at[at])?]
    }

    /// First cycle in which all these registers can be read.
    #[inline]
    pub fn ready_at(&self, slot: Slot, registers: &[u16]) -> u64 {
        let first = self.first(slot);
        registers.iter().fold(0, |at, &register| at.max(self.ready_at[first + usize::from(register)]))
    }
}
