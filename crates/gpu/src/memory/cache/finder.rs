//! Where something with a number is: a table of fixed size, of one or two looks.

/// An open-addressed table from keys to small ids. The keys are kept by the caller, at their ids; a slot has a hash of
/// the key, so that keys that differ are nearly never fetched to see that they do. At most half of the slots are used.
pub(super) struct Finder {
    slots: Box<[Slot]>,
    /// What of a hash is a slot's number: its top bits.
    shift: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    /// An id plus one, or zero.
    id: u32,
}

const EMPTY: Slot = Slot { hash: 0, id: 0 };

#[inline]
fn hash(key: u64) -> u32 {
    // Lines come in strides; the golden ratio's fraction spreads any of them.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Finder {
    /// A table for ids of at most `count` keys at a time.
    pub fn new(count: usize) -> Finder {
        let slots = (2 * count).next_power_of_two().max(4);
        Finder { slots: vec![EMPTY; slots].into(), shift: 32 - slots.ilog2() }
    }

    #[inline]
    fn home(&self, hash: u32) -> usize {
        (hash >> self.shift) as usize
    }

    #[inline]
    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// The id of a key.
    #[inline]
    pub fn find(&self, key: u64, key_of: impl Fn(u32) -> u64) -> Option<u32> {
        let hash = hash(key);
        let mut at = self.home(hash);
        loop {
            let slot = self.slots[at];
            let id = slot.id.checked_sub(1)?;
            if slot.hash == hash && key_of(id) == key {
                return Some(id);
            }
            at = (at + 1) & self.mask();
        }
    }

    /// Adds a key that is not there.
    #[inline]
    pub fn insert(&mut self, key: u64, id: u32) {
        let hash = hash(key);
        let mut at = self.home(hash);
        while self.slots[at].id != 0 {
            at = (at + 1) & self.mask();
        }
        self.slots[at] = Slot { hash, id: id + 1 };
    }

    /// Takes away a key that is there.
    #[inline]
    pub fn remove(&mut self, key: u64, id: u32) {
        let mask = self.mask();
        let mut hole = self.home(hash(key));
        while self.slots[hole].id != id + 1 {
            hole = (hole + 1) & mask;
        }
        // What follows moves up unless that would put it before its home: then no look ever crosses a hole.
        let mut at = (hole + 1) & mask;
        while self.slots[at].id != 0 {
            let home = self.home(self.slots[at].hash);
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                self.slots[hole] = self.slots[at];
                hole = at;
            }
            at = (at + 1) & mask;
        }
        self.slots[hole] = EMPTY;
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.slots.fill(EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn is_a_map(steps in prop::collection::vec((any::<bool>(), 0_u64..24), 0..400)) {
            // Eight ids, few keys: runs of full slots form, wrap around the end and break up.
            let mut finder = Finder::new(8);
            let mut keys = [u64::MAX; 8];
            let mut map = BTreeMap::new();
            for (add, key) in steps {
                let key = key * 0x1000;
                if add && !map.contains_key(&key) && map.len() < 8 {
                    let id = keys.iter().position(|&k| k == u64::MAX).unwrap() as u32;
                    keys[id as usize] = key;
                    finder.insert(key, id);
                    map.insert(key, id);
                } else if let Some(id) = map.remove(&key) {
                    finder.remove(key, id);
                    keys[id as usize] = u64::MAX;
                }
                for key in (0..24).map(|key| key * 0x1000) {
                    prop_assert_eq!(finder.find(key, |id| keys[id as usize]), map.get(&key).copied());
                }
            }
        }
    }
}
