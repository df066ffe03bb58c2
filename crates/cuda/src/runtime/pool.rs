//! Memory pools. All memory comes from the device; a pool only counts its part.

use super::memory::DeviceMemory;
use crate::error::{Code, Error};
use crate::handles::Handles;

/// Number of the greatest attribute of a pool.
pub const LAST_ATTRIBUTE: u32 = 14;
const RESERVED: u32 = 5;
const RESERVED_HIGH: u32 = 6;
const USED: u32 = 7;
const USED_HIGH: u32 = 8;

/// Bytes of an attribute's value; none if there is no such attribute.
pub fn attribute_bytes(attribute: u32) -> Option<usize> {
    match attribute {
        1..=3 | 9..=12 | 14 => Some(4),
        4..=8 | 13 => Some(8),
        _ => None,
    }
}

/// A memory pool.
#[derive(Clone, Debug)]
pub struct Pool {
    /// Values by number.
    attributes: [u64; LAST_ATTRIBUTE as usize + 1],
    /// Addresses and bytes of its allocations, freed ones among them.
    allocations: Vec<(u64, u64)>,
}

impl Pool {
    /// An empty pool.
    pub fn new(most_bytes: u64) -> Pool {
        let mut attributes = [0; LAST_ATTRIBUTE as usize + 1];
        // Memory is reused where it can be; it is pinned memory of device 0.
        attributes[1..=3].fill(1);
        (attributes[9], attributes[12], attributes[13]) = (1, 1, most_bytes);
        Pool { attributes, allocations: Vec::new() }
    }

    /// Counts an allocation.
    pub fn allocated(&mut self, memory: &DeviceMemory, address: u64, bytes: u64) {
        self.allocations.push((address, bytes));
        self.count(memory);
    }

    fn count(&mut self, memory: &DeviceMemory) {
        // Addresses are never used again: a live address is this allocation.
        self.allocations.retain(|&(address, _)| memory.kernel.allocation_at(address).is_some());
        let used = self.allocations.iter().map(|(_, bytes)| bytes).sum();
        let [reserved, reserved_high, high] =
            [RESERVED, RESERVED_HIGH, USED_HIGH].map(|attribute| self.attributes[attribute as usize]);
        self.attributes[USED as usize] = used;
        self.attributes[USED_HIGH as usize] = high.max(used);
        self.attributes[RESERVED as usize] = reserved.max(used);
        self.attributes[RESERVED_HIGH as usize] = reserved_high.max(reserved).max(used);
    }

    pub fn attribute(&mut self, memory: &DeviceMemory, attribute: u32) -> Result<u64, Error> {
        self.count(memory);
        attribute_bytes(attribute)
            .map(|_| self.attributes[attribute as usize])
            .ok_or_else(|| unknown(attribute))
    }

    /// Sets an attribute. Counters of the most bytes can be set to 0 only.
    ///
    /// # Errors
    /// If there is none of this number, or it is a property of the pool.
    pub fn set_attribute(&mut self, memory: &DeviceMemory, attribute: u32, value: u64) -> Result<(), Error> {
        self.count(memory);
        match attribute {
            1..=4 => self.attributes[attribute as usize] = value,
            RESERVED_HIGH if value == 0 => {
                self.attributes[RESERVED_HIGH as usize] = self.attributes[RESERVED as usize];
            }
            USED_HIGH if value == 0 => self.attributes[USED_HIGH as usize] = self.attributes[USED as usize],
            _ => return Err(unknown(attribute)),
        }
        Ok(())
    }

    /// Gives back memory that is not in use.
    pub fn trim(&mut self, memory: &DeviceMemory, keep: u64) {
        self.count(memory);
        let [reserved, used] = [RESERVED, USED].map(|attribute| self.attributes[attribute as usize]);
        self.attributes[RESERVED as usize] = used.max(reserved.min(keep));
    }
}

fn unknown(attribute: u32) -> Error {
    Error::new(
        Code::InvalidValue,
        format!("a memory pool has no attribute {attribute} that can be set or read so"),
    )
}

/// Memory pools by handle.
#[derive(Debug)]
pub struct Pools {
    pools: Handles<Pool>,
    /// The pool that the device starts with.
    pub default: u64,
    /// The pool of `cudaMallocAsync`.
    pub current: u64,
}

impl Pools {
    /// The device's own pool.
    pub fn new() -> Pools {
        let mut pools = Handles::new("a memory pool", 11);
        let default = pools.insert(Pool::new(0));
        Pools { pools, default, current: default }
    }

    /// Makes a pool.
    pub fn create(&mut self, most_bytes: u64) -> u64 {
        self.pools.insert(Pool::new(most_bytes))
    }

    /// Destroys a pool. Its allocations stay.
    ///
    /// # Errors
    /// If it does not exist or is the device's own.
    pub fn destroy(&mut self, pool: u64) -> Result<(), Error> {
        if pool == self.default {
            return Err(Error::new(Code::InvalidValue, "the device's own memory pool cannot be destroyed"));
        }
        self.pools.remove(pool)?;
        if self.current == pool {
            self.current = self.default;
        }
        Ok(())
    }

    pub fn pool(&mut self, pool: u64) -> Result<&mut Pool, Error> {
        self.pools.get_mut(pool)
    }
}

impl Default for Pools {
    fn default() -> Pools {
        Pools::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pools_count_live_allocations() {
        let mut memory = DeviceMemory::new(1 << 30);
        let mut pools = Pools::new();
        let handle = pools.default;
        let pool = pools.pool(handle).unwrap();
        let address = memory.allocate("cudaMallocAsync", 100).unwrap();
        pool.allocated(&memory, address, 100);
        assert_eq!(pool.attribute(&memory, USED).unwrap(), 100);
        memory.free(address).unwrap();
        let attributes = [USED, USED_HIGH, RESERVED].map(|a| pool.attribute(&memory, a).unwrap());
        assert_eq!(attributes, [0, 100, 100]);
        pool.trim(&memory, 0);
        assert_eq!(pool.attribute(&memory, RESERVED).unwrap(), 0);
        assert!(pool.set_attribute(&memory, USED, 1).is_err());
        assert!(pools.destroy(handle).is_err());
    }
}
