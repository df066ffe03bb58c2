//! Sets of CTA numbers.

use crate::execute::CtaId;
use std::collections::BTreeMap;

/// A set of CTA numbers, stored as ranges.
///
/// Consecutive CTAs take the space of one range. A traversal of a grid in order, or from a few positions at once, stays small.
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
    /// Disjoint ranges of consecutive numbers: start → end (exclusive).
    ranges: BTreeMap<u64, u64>,
    len: u64,
}

impl CtaSet {
    /// Inserts a CTA. Returns true if it is new.
    pub fn insert(&mut self, CtaId(number): CtaId) -> bool {
        let before = self.range(number);
        if before.is_some_and(|(_, end)| end > number) {
            return false;
        }
        let end = self.ranges.remove(&(number + 1)).unwrap_or(number + 1);
        let start = before.filter(|&(_, end)| end == number).map_or(number, |(start, _)| start);
        self.ranges.insert(start, end);
        self.len += 1;
        true
    }

    /// Whether the set contains a CTA.
    pub fn contains(&self, CtaId(number): CtaId) -> bool {
        self.range(number).is_some_and(|(_, end)| end > number)
    }

    /// First CTA from `from` on that is not in the set.
    pub fn next_missing(&self, CtaId(from): CtaId) -> CtaId {
        CtaId(self.range(from).map_or(from, |(_, end)| end.max(from)))
    }

    /// Number of CTAs in the set.
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Number of ranges: the memory in use is proportional to it.
    pub fn ranges(&self) -> usize {
        self.ranges.len()
    }

    /// The last range that starts at or before `number`.
    fn range(&self, number: u64) -> Option<(u64, u64)> {
        self.ranges.range(..=number).next_back().map(|(&start, &end)| (start, end))
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
