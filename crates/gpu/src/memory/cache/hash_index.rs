//! A hash table of fixed size from line numbers to indices.

/// An open-addressed hash table from keys to small ids. The caller stores the keys, indexed by id. Each slot holds a
/// hash of its key, so that lookups almost never read the key of another entry. At most half of the slots are used.
pub(super) struct HashIndex {
    slots: Box<[Slot]>,
    /// Shift that leaves the top bits of a hash: the slot number.
    shift: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    /// The id plus one, or zero for an empty slot.
    id: u32,
}

const EMPTY: Slot = Slot { hash: 0, id: 0 };

#[inline]
fn hash(key: u64) -> u32 {
    // Line numbers come in strides; multiplication by the golden ratio spreads any stride.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl HashIndex {
    /// A table for at most `count` keys at a time.
    pub fn new(count: usize) -> HashIndex {
        let slots = (2 * count).next_power_of_two().max(4);
        HashIndex { slots: vec![EMPTY; slots].into(), shift: 32 - slots.ilog2() }
    }

    #[inline]
    fn home(&self, hash: u32) -> usize {
        (hash >> self.shift) as usize
    }

    #[inline]
    fn mask(&self) -> usize {
        self.slots.len() - 1
    }

    /// Returns the id of a key.
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

    /// Inserts a key that is not in the table.
    #[inline]
    pub fn insert(&mut self, key: u64, id: u32) {
        let hash = hash(key);
        let mut at = self.home(hash);
        while self.slots[at].id != 0 {
            at = (at + 1) & self.mask();
        }
        self.slots[at] = Slot { hash, id: id + 1 };
    }

    /// Removes a key that is in the table.
    #[inline]
    pub fn remove(&mut self, key: u64, id: u32) {
        let mask = self.mask();
        let mut hole = self.home(hash(key));
        while self.slots[hole].id != id + 1 {
            hole = (hole + 1) & mask;
        }
        // Entries behind the hole move up unless that would put them before their home slot, so no probe sequence
        // crosses a hole.
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

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Removes all keys.
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
            // Eight ids and few keys make runs of full slots that form, wrap around the end and break up.
            let mut hash_index = HashIndex::new(8);
            let mut keys = [u64::MAX; 8];
            let mut map = BTreeMap::new();
            for (add, key) in steps {
                let key = key * 0x1000;
                if add && !map.contains_key(&key) && map.len() < 8 {
                    let id = keys.iter().position(|&k| k == u64::MAX).unwrap() as u32;
                    keys[id as usize] = key;
                    hash_index.insert(key, id);
                    map.insert(key, id);
                } else if let Some(id) = map.remove(&key) {
                    hash_index.remove(key, id);
                    keys[id as usize] = u64::MAX;
                }
                for key in (0..24).map(|key| key * 0x1000) {
                    prop_assert_eq!(hash_index.find(key, |id| keys[id as usize]), map.get(&key).copied());
                }
            }
        }
    }
}
