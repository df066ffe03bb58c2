//! Timing wheel of the SM: for each of the next cycles, the warps whose readiness changes in it.

use crate::ids::{Slot, WarpSet};

/// Cycles that the wheel spans. A warp due later is examined at the horizon and scheduled again.
const HORIZON: u64 = 1024;
const WORDS: usize = HORIZON as usize / 64;
const _: () = assert!(WORDS == u16::BITS as usize, "the words are the bits of a number");

/// Set of due warps for each of the next cycles.
#[derive(Clone, Debug)]
pub(crate) struct TimingWheel {
    due: Vec<WarpSet>,
    /// One bit per cycle: some warp is due.
    occupied: [u64; WORDS],
    /// One bit per word of them: a bit of it is set.
    words: u16,
}

impl TimingWheel {
    pub fn new() -> TimingWheel {
        TimingWheel { due: vec![WarpSet::EMPTY; HORIZON as usize], occupied: [0; WORDS], words: 0 }
    }

    /// Makes a warp due in cycle `at`, or at the horizon if that is earlier.
    #[inline]
    pub fn schedule(&mut self, now: u64, at: u64, slot: Slot) {
        let at = at.min(now + HORIZON - 1).max(now + 1) % HORIZON;
        self.due[at as usize].insert(slot);
        self.occupied[at as usize / 64] |= 1 << (at % 64);
        self.words |= 1 << (at / 64);
    }

    /// Removes and returns the warps due now.
    #[inline]
    pub fn take(&mut self, now: u64) -> WarpSet {
        let at = (now % HORIZON) as usize;
        let set = std::mem::take(&mut self.due[at]);
        let word = &mut self.occupied[at / 64];
        *word &= !(1 << (at % 64));
        self.words &= !(u16::from(*word == 0) << (at / 64));
        set
    }

    /// First cycle after `now` in which a warp is due; `u64::MAX` if none is. `u64::MAX` as `now` stands for the cycle before 0.
    #[inline]
    pub fn next(&self, now: u64) -> u64 {
        let soon = now.wrapping_add(1);
        let from = (soon % HORIZON) as usize;
        let first = self.occupied[from / 64] >> (from % 64);
        if first != 0 {
            return soon + u64::from(first.trailing_zeros());
        }
        if self.words == 0 {
            return u64::MAX;
        }
        // From the word after the first on; the first word comes last again, for its lower bits.
        let after = from / 64 + 1;
        let step = u64::from(self.words.rotate_right(after as u32).trailing_zeros());
        let word = self.occupied[(after + step as usize) % WORDS];
        soon + 64 - from as u64 % 64 + 64 * step + u64::from(word.trailing_zeros())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warp_is_due_in_its_cycle_and_not_before() {
        for now in [0, 1, 63, 1000, 1023, 1024, 5000] {
            for ahead in [1, 2, 63, 64, 65, 500, 1022, 1023] {
                let mut wheel = TimingWheel::new();
                wheel.schedule(now, now + ahead, Slot(7));
                assert_eq!(wheel.next(now), now + ahead, "{now} {ahead}");
                assert!(wheel.take(now + ahead - 1).is_empty());
                assert!(wheel.take(now + ahead).contains(Slot(7)));
                assert_eq!(wheel.next(now + ahead), u64::MAX);
            }
        }
    }

    #[test]
    fn beyond_the_horizon_is_due_at_it_and_the_past_is_due_next() {
        let mut wheel = TimingWheel::new();
        wheel.schedule(10, 100_000, Slot(1));
        assert_eq!(wheel.next(10), 10 + HORIZON - 1);
        wheel.schedule(10, 5, Slot(2));
        assert_eq!(wheel.next(10), 11);
    }

    #[test]
    fn cycle_zero_can_follow_the_wrapped_cycle_before_it() {
        assert_eq!(TimingWheel::new().next(u64::MAX), u64::MAX);
        let mut wheel = TimingWheel::new();
        wheel.schedule(0, 5, Slot(1));
        assert_eq!(wheel.next(u64::MAX), 5);
    }
}
