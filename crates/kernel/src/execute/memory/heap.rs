//! The heap of device code.

use super::Memory;
use std::collections::BTreeSet;

/// Bytes of the device heap, as CUDA's default for `cudaLimitMallocHeapSize`.
const HEAP_BYTES: u64 = 8 << 20;
/// Blocks of the heap are multiples of this, and aligned to it.
const HEAP_UNIT: u64 = 16;

/// The heap that `malloc` in a kernel allocates from.
#[derive(Debug, Clone)]
pub(super) struct Heap {
    limit: u64,
    used: u64,
    /// Start addresses of the live blocks.
    live: BTreeSet<u64>,
}

impl Default for Heap {
    fn default() -> Heap {
        Heap { limit: HEAP_BYTES, used: 0, live: BTreeSet::new() }
    }
}

impl Memory {
    /// Sets the bytes of the device heap, as `cudaDeviceSetLimit(cudaLimitMallocHeapSize, …)` does. The default is 8 MiB.
    pub fn set_heap_limit(&mut self, bytes: u64) {
        self.heap.limit = bytes;
    }

    /// Allocates a block of the device heap and returns its address; 0 if the heap is exhausted or nothing is asked for.
    ///
    /// ```
    /// use warploom_kernel::execute::Memory;
    /// let mut memory = Memory::new();
    /// memory.set_heap_limit(64);
    /// let block = memory.heap_allocate(33);
    /// assert!(block != 0 && block % 16 == 0);
    /// assert_eq!(memory.heap_allocate(17), 0);
    /// assert!(memory.heap_free(block) && !memory.heap_free(block));
    /// assert_ne!(memory.heap_allocate(64), 0);
    /// ```
    pub fn heap_allocate(&mut self, bytes: u64) -> u64 {
        let rounded = bytes.checked_next_multiple_of(HEAP_UNIT).filter(|&bytes| bytes != 0);
        let Some(used) = rounded.and_then(|b| self.heap.used.checked_add(b)) else { return 0 };
        if used > self.heap.limit {
            return 0;
        }
        let Ok(address) = self.allocate("device heap", bytes) else { return 0 };
        self.heap.used = used;
        self.heap.live.insert(address);
        address
    }

    /// Frees a block of the device heap; a null pointer is allowed. Returns false if no live block starts at `address`.
    pub fn heap_free(&mut self, address: u64) -> bool {
        if address == 0 {
            return true;
        }
        if !self.heap.live.remove(&address) {
            return false;
        }
        let bytes = self.find(address, 0).map_or(0, |(block, _)| block.data.len() as u64);
        self.heap.used -= bytes.next_multiple_of(HEAP_UNIT);
        self.free(address).is_ok()
    }
}
