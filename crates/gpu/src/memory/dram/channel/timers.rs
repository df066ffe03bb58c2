//! Wake-up timers of banks.

use super::NEVER;

/// Sleeping banks by wake-up cycle modulo 64.
#[derive(Clone, Debug)]
pub(super) struct BankTimers {
    banks: [u64; 64],
    /// One bit per slot that has banks.
    set: u64,
}

impl BankTimers {
    pub fn new() -> BankTimers {
        BankTimers { banks: [0; 64], set: 0 }
    }

    /// Whether a bank wakes up in this cycle.
    #[inline]
    pub fn expires(&self, now: u64) -> bool {
        self.set >> (now & 63) & 1 == 1
    }

    /// Wakes a bank in a later cycle, at most 63 cycles ahead: the caller re-arms longer timers.
    #[inline]
    pub fn set(&mut self, bank: usize, at: u64, now: u64) {
        let slot = at.min(now + 63) & 63;
        self.banks[slot as usize] |= 1 << bank;
        self.set |= 1 << slot;
    }

    /// Removes the banks of this cycle. The caller must not skip a cycle that has any.
    #[inline]
    pub fn take(&mut self, now: u64) -> u64 {
        let slot = now & 63;
        self.set &= !(1 << slot);
        std::mem::take(&mut self.banks[slot as usize])
    }

    /// The next cycle in which a bank wakes up.
    #[inline]
    pub fn next(&self, now: u64) -> u64 {
        match self.set {
            0 => NEVER,
            set => now + 1 + u64::from(set.rotate_right((now + 1) as u32 & 63).trailing_zeros()),
        }
    }
}
