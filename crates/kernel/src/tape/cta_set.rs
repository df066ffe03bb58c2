//! Some CTAs of a grid.

use crate::execute::CtaId;
use std::collections::BTreeMap;

/// A set of CTAs. Those that follow each other take no more room than one: a grid of any size that is gone through in order, or in
/// a few places at once, stays small.
///
/// ```
/// use warploom_kernel::execute::CtaId;
/// use warploom_kernel::tape::CtaSet;
/// let mut set = CtaSet::default();
/// assert!(set.insert(CtaId(0)) && set.insert(CtaId(1)) && set.insert(CtaId(3)));
/// assert!(!set.insert(CtaId(1)), "it was there");
/// assert_eq!((set.len(), set.ranges()), (3, 2));
/// assert_eq!(set.next_missing(CtaId(0)), CtaId(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CtaSet {
    /// Stretches of consecutive numbers: where each starts, and the number after its last.
    stretches: BTreeMap<u64, u64>,
    len: u64,
}

impl CtaSet {
    /// Adds a CTA. Says whether it was not there yet.
    pub fn insert(&mut self, CtaId(number): CtaId) -> bool {
        let before = self.stretch(number);
        if before.is_some_and(|(_, end)| end > number) {
            return false;
        }
        let end = self.stretches.remove(&(number + 1)).unwrap_or(number + 1);
        let start = before.filter(|&(_, end)| end == number).map_or(number, |(start, _)| start);
        self.stretches.insert(start, end);
        self.len += 1;
        true
    }

    /// Whether this one is there.
    pub fn contains(&self, CtaId(number): CtaId) -> bool {
        self.stretch(number).is_some_and(|(_, end)| end > number)
    }

    /// The first one from `from` on that is not there.
    pub fn next_missing(&self, CtaId(from): CtaId) -> CtaId {
        CtaId(self.stretch(from).map_or(from, |(_, end)| end.max(from)))
    }

    /// How many are there.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether none is there.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Of how many stretches of consecutive CTAs it consists: that is the room it takes.
    pub fn ranges(&self) -> usize {
        self.stretches.len()
    }

    /// The last stretch that does not start after `number`.
    fn stretch(&self, number: u64) -> Option<(u64, u64)> {
        self.stretches.range(..=number).next_back().map(|(&start, &end)| (start, end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn is_a_set(numbers in prop::collection::vec(0..40_u64, 0..60)) {
            let (mut ctas, mut set) = (CtaSet::default(), BTreeSet::new());
            for number in numbers {
                prop_assert_eq!(ctas.insert(CtaId(number)), set.insert(number));
                prop_assert_eq!((ctas.len(), ctas.is_empty()), (set.len() as u64, set.is_empty()));
                for from in 0..42 {
                    prop_assert_eq!(ctas.contains(CtaId(from)), set.contains(&from));
                    let missing = (from..).find(|n| !set.contains(n)).unwrap();
                    prop_assert_eq!(ctas.next_missing(CtaId(from)).0, missing);
                }
            }
        }
    }

    #[test]
    fn what_comes_in_order_takes_no_memory() {
        let mut set = CtaSet::default();
        (0..1_000_000).for_each(|number| assert!(set.insert(CtaId(number))));
        assert_eq!(set.ranges(), 1);
    }
}
