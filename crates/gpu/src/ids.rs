//! Typed identifiers of cycles, SMs, schedulers, warp slots and cache lines, and sets of warp slots.

use std::fmt;

/// Cycle of the SM clock, counted from the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cycle(pub u64);

/// SM of the machine, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SmId(pub u32);

/// Warp scheduler of an SM, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SchedulerId(pub u8);

/// Warp slot of an SM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(pub u8);

/// CTA slot of an SM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CtaSlot(pub u8);

/// Cache line of the L1: the address of its first byte divided by the line size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Line(pub u64);

/// Register of the code that a launch runs, numbered in order of first use. The numbers of other code are other registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RegisterNumber(pub u16);

impl fmt::Display for Cycle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Cycle of an event that is not scheduled.
pub(crate) const NEVER: u64 = u64::MAX;

/// Maximum number of warp slots of an SM.
pub const SLOTS: usize = 64;
/// Maximum number of schedulers of an SM.
pub(crate) const SCHEDULERS: usize = 8;

impl Slot {
    /// The slot as an index, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        // The remainder lets the compiler drop the bounds check at every use.
        self.0 as usize % SLOTS
    }
}

impl CtaSlot {
    /// The CTA slot as an index, below 64.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % SLOTS
    }
}

impl SchedulerId {
    /// The scheduler as an index, below 8.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % SCHEDULERS
    }
}

/// Set of warp slots of an SM: one bit per slot.
///
/// ```
/// use warploom_gpu::{Slot, WarpSet};
/// let set: WarpSet = [Slot(3), Slot(17)].into_iter().collect();
/// assert_eq!(set.next_after(Slot(3)), Some(Slot(17)));
/// assert_eq!(set.next_after(Slot(17)), Some(Slot(3)), "the search wraps");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct WarpSet(pub u64);

impl WarpSet {
    /// Empty set.
    pub const EMPTY: WarpSet = WarpSet(0);

    /// Whether the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of slots in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set contains a slot.
    #[inline]
    pub const fn contains(self, slot: Slot) -> bool {
        slot.0 < 64 && self.0 >> slot.0 & 1 == 1
    }

    /// Inserts a slot.
    #[inline]
    pub const fn insert(&mut self, slot: Slot) {
        self.0 |= 1 << slot.0;
    }

    /// Removes a slot.
    #[inline]
    pub const fn remove(&mut self, slot: Slot) {
        self.0 &= !(1 << slot.0);
    }

    /// Inserts or removes a slot.
    #[inline]
    pub const fn set(&mut self, slot: Slot, contained: bool) {
        self.0 = self.0 & !(1 << slot.0) | (contained as u64) << slot.0;
    }

    /// Lowest slot of the set.
    #[inline]
    pub const fn first(self) -> Option<Slot> {
        if self.0 == 0 { None } else { Some(Slot(self.0.trailing_zeros() as u8)) }
    }

    /// Next slot after `slot`, wrapping around to the lowest; `slot` itself comes last.
    #[inline]
    pub const fn next_after(self, slot: Slot) -> Option<Slot> {
        let above = self.0 & (u64::MAX << slot.0 << 1);
        WarpSet(if above != 0 { above } else { self.0 }).first()
    }

    /// Slots of the set in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Slot> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let slot = WarpSet(rest).first()?;
            rest &= rest - 1;
            Some(slot)
        })
    }
}

impl std::ops::BitAnd for WarpSet {
    type Output = WarpSet;

    #[inline]
    fn bitand(self, other: WarpSet) -> WarpSet {
        WarpSet(self.0 & other.0)
    }
}

impl std::ops::BitOr for WarpSet {
    type Output = WarpSet;

    #[inline]
    fn bitor(self, other: WarpSet) -> WarpSet {
        WarpSet(self.0 | other.0)
    }
}

impl std::ops::Sub for WarpSet {
    type Output = WarpSet;

    /// Slots of this set that are not in the other.
    #[inline]
    fn sub(self, other: WarpSet) -> WarpSet {
        WarpSet(self.0 & !other.0)
    }
}

impl std::ops::BitOrAssign for WarpSet {
    #[inline]
    fn bitor_assign(&mut self, other: WarpSet) {
        self.0 |= other.0;
    }
}

impl std::ops::SubAssign for WarpSet {
    #[inline]
    fn sub_assign(&mut self, other: WarpSet) {
        self.0 &= !other.0;
    }
}

impl FromIterator<Slot> for WarpSet {
    fn from_iter<I: IntoIterator<Item = Slot>>(slots: I) -> WarpSet {
        let mut set = WarpSet::EMPTY;
        slots.into_iter().for_each(|slot| set.insert(slot));
        set
    }
}

impl fmt::Debug for WarpSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|slot| slot.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warp_sets_include_slot_63_and_wrap_around() {
        let mut set = WarpSet::EMPTY;
        set.insert(Slot(63));
        assert_eq!(set.next_after(Slot(63)), Some(Slot(63)));
        set.insert(Slot(0));
        assert_eq!(set.next_after(Slot(63)), Some(Slot(0)));
        assert_eq!(set.iter().collect::<Vec<_>>(), [Slot(0), Slot(63)]);
        set.set(Slot(63), false);
        assert!(!set.contains(Slot(63)) && set.len() == 1);
        assert_eq!(WarpSet::EMPTY.next_after(Slot(5)), None);
        assert!(set.contains(Slot(0)) && !set.contains(Slot(64)), "there is no slot 64");
    }
}
