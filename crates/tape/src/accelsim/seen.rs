//! Which CTAs of a grid were there.

use std::collections::BTreeMap;

/// A set of numbers that mostly come in order.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// Stretches of consecutive numbers: where each starts, and the number after its last.
    stretches: BTreeMap<u64, u64>,
    count: u64,
}

/// Numbers in no order would take memory for each.
const MAX_STRETCHES: usize = 1 << 20;

/// Why a number is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// It is there already.
    Twice,
    /// There are too many stretches.
    NoOrder,
}

impl Seen {
    pub(super) fn add(&mut self, number: u64) -> Result<(), Refused> {
        let before = self.stretches.range(..=number).next_back().map(|(&start, &end)| (start, end));
        if before.is_some_and(|(_, end)| end > number) {
            return Err(Refused::Twice);
        }
        let end = self.stretches.remove(&(number + 1)).unwrap_or(number + 1);
        let start = before.filter(|&(_, end)| end == number).map_or(number, |(start, _)| start);
        self.stretches.insert(start, end);
        self.count += 1;
        if self.stretches.len() > MAX_STRETCHES { Err(Refused::NoOrder) } else { Ok(()) }
    }

    /// How many are there.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// The smallest number that is not there.
    pub(super) fn first_missing(&self) -> u64 {
        self.stretches.get(&0).copied().unwrap_or(0)
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
            let (mut seen, mut set) = (Seen::default(), BTreeSet::new());
            for number in numbers {
                prop_assert_eq!(seen.add(number).is_ok(), set.insert(number));
                prop_assert_eq!(seen.count(), set.len() as u64);
                let missing = (0..).find(|n| !set.contains(n)).unwrap();
                prop_assert_eq!(seen.first_missing(), missing);
            }
        }
    }

    #[test]
    fn what_comes_in_order_takes_no_memory() {
        let mut seen = Seen::default();
        (0..1_000_000).for_each(|number| seen.add(number).unwrap());
        assert_eq!(seen.stretches.len(), 1);
    }
}
