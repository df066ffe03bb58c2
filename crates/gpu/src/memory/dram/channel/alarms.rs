//! When banks are to be looked at again.

use super::NEVER;

/// Banks to be woken, by the cycle modulo 64.
#[derive(Clone, Debug)]
pub(super) struct Alarms {
    banks: [u64; 64],
    /// Which cycles have any.
    set: u64,
}

impl Alarms {
    pub fn new() -> Alarms {
        Alarms { banks: [0; 64], set: 0 }
    }

    /// Whether this cycle has any.
    #[inline]
    pub fn ring(&self, now: u64) -> bool {
        self.set >> (now & 63) & 1 == 1
    }

    /// In a later cycle; in 63 cycles, if that is too late.
    #[inline]
    pub fn set(&mut self, bank: usize, at: u64, now: u64) {
        let slot = at.min(now + 63) & 63;
        self.banks[slot as usize] |= 1 << bank;
        self.set |= 1 << slot;
    }

    /// Those of this cycle. Every cycle that has any must be asked for.
    #[inline]
    pub fn take(&mut self, now: u64) -> u64 {
        let slot = now & 63;
        self.set &= !(1 << slot);
        std::mem::take(&mut self.banks[slot as usize])
    }

    /// The next cycle that has any.
    #[inline]
    pub fn next(&self, now: u64) -> u64 {
        match self.set {
            0 => NEVER,
            set => now + 1 + u64::from(set.rotate_right((now + 1) as u32 & 63).trailing_zeros()),
        }
    }
}
