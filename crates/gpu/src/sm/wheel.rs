//! Which warps are to be looked at again, and when.

use crate::ids::{Slot, WarpSet};

/// Cycles ahead that it reaches. What is to happen later is looked at then, and put off again.
const REACH: u64 = 1024;
const WORDS: usize = REACH as usize / 64;

/// A set of warps for each of the next cycles.
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    sets: Vec<WarpSet>,
    /// Which of the sets are not empty.
    some: [u64; WORDS],
}

impl Wheel {
    pub fn new() -> Wheel {
        Wheel { sets: vec![WarpSet::EMPTY; REACH as usize], some: [0; WORDS] }
    }

    /// Has the warp looked at in cycle `at`, or as late as is possible before it.
    #[inline]
    pub fn put(&mut self, now: u64, at: u64, slot: Slot) {
        let at = at.min(now + REACH - 1).max(now + 1) % REACH;
        self.sets[at as usize].insert(slot);
        self.some[at as usize / 64] |= 1 << (at % 64);
    }

    /// The warps to be looked at now.
    #[inline]
    pub fn take(&mut self, now: u64) -> WarpSet {
        let at = (now % REACH) as usize;
        let set = std::mem::take(&mut self.sets[at]);
        self.some[at / 64] &= !(1 << (at % 64));
        set
    }

    /// The next cycle after `now` for which there is something; `u64::MAX` if there is nothing. Before cycle 0 is -1, wrapped.
    #[inline]
    pub fn next(&self, now: u64) -> u64 {
        let soon = now.wrapping_add(1);
        let from = (soon % REACH) as usize;
        let first = self.some[from / 64] >> (from % 64);
        if first != 0 {
            return soon + u64::from(first.trailing_zeros());
        }
        let mut ahead = 64 - from as u64 % 64;
        for step in 1..=WORDS {
            let word = self.some[(from / 64 + step) % WORDS];
            if word != 0 {
                return soon + ahead + u64::from(word.trailing_zeros());
            }
            ahead += 64;
        }
        u64::MAX
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_comes_in_its_cycle_and_not_before() {
        for now in [0, 1, 63, 1000, 1023, 1024, 5000] {
            for ahead in [1, 2, 63, 64, 65, 500, 1022, 1023] {
                let mut wheel = Wheel::new();
                wheel.put(now, now + ahead, Slot(7));
                assert_eq!(wheel.next(now), now + ahead, "{now} {ahead}");
                assert!(wheel.take(now + ahead - 1).is_empty());
                assert!(wheel.take(now + ahead).contains(Slot(7)));
                assert_eq!(wheel.next(now + ahead), u64::MAX);
            }
        }
    }

    #[test]
    fn what_is_far_comes_early_and_what_is_past_comes_next() {
        let mut wheel = Wheel::new();
        wheel.put(10, 100_000, Slot(1));
        assert_eq!(wheel.next(10), 10 + REACH - 1);
        wheel.put(10, 5, Slot(2));
        assert_eq!(wheel.next(10), 11);
    }

    #[test]
    fn the_first_cycle_is_a_cycle() {
        assert_eq!(Wheel::new().next(u64::MAX), u64::MAX);
        let mut wheel = Wheel::new();
        wheel.put(0, 5, Slot(1));
        assert_eq!(wheel.next(u64::MAX), 5);
    }
}
