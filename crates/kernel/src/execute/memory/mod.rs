//! Device memory: bounds-checked allocations.

pub(crate) mod access;
mod heap;
pub(crate) mod shared;

use super::checks::{WarningLog, Warnings};
use super::fault::{FaultKind, NearestAllocation};
use super::progress::LaunchProgress;
use super::texture::TextureObjects;
use crate::program::{AddressCell, Space, Variable, VariableId};
use heap::Heap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Start address of global allocations, similar to those of CUDA.
pub const GLOBAL_BASE: u64 = 0x7f00_0000_0000;
/// Generic address of shared memory.
pub const SHARED_WINDOW: u64 = 0x7e00_0000_0000;
/// Generic address of local memory.
pub const LOCAL_WINDOW: u64 = 0x7d00_0000_0000;
/// Generic address of the kernel parameters.
pub const PARAM_WINDOW: u64 = 0x7c00_0000_0000;
/// Start address of constant memory.
pub const CONST_BASE: u64 = 0x7b00_0000_0000;
/// Bytes of each generic address window.
pub const WINDOW: u64 = 0x0100_0000_0000;

/// Generic start address of a memory space; 0 if generic addresses equal the addresses of the space.
pub fn window_of(space: Space) -> u64 {
    match space {
        Space::Shared => SHARED_WINDOW,
        Space::Local => LOCAL_WINDOW,
        Space::Param => PARAM_WINDOW,
        Space::Generic | Space::Global | Space::Const | Space::Texture => 0,
    }
}

/// Alignment of allocations in bytes, as for `cudaMalloc`.
const ALIGN: u64 = 256;
/// Bytes of a page: a GPU maps memory in pages of this size.
const PAGE: u64 = 2 << 20;
/// Unallocated bytes between allocations, so that small overruns are detected.
const GAP: u64 = 256;

/// Error of an allocation or a copy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MemoryError {
    /// The device memory is full.
    #[error(
        "cannot allocate {bytes} bytes for `{name}`: the device has {limit} bytes, of which {used} are in use"
    )]
    Full {
        name: String,
        bytes: u64,
        /// Bytes of device memory.
        limit: u64,
        used: u64,
    },
    /// The host is out of memory.
    #[error("cannot allocate {bytes} bytes for `{name}`: the host is out of memory")]
    Host { name: String, bytes: u64 },
    /// An allocation at a given address that is not free.
    #[error("cannot allocate {bytes} bytes for `{name}` at {address:#x}: another allocation is there")]
    Taken { name: String, address: u64, bytes: u64 },
    /// No allocation starts at the address.
    #[error("no allocation starts at {0:#x}")]
    NotAllocated(u64),
    /// A copy outside a single allocation.
    #[error("{bytes} bytes at {address:#x} do not lie within one allocation")]
    Range { address: u64, bytes: u64 },
}

/// An allocation of device memory.
#[derive(Debug, Clone)]
pub(crate) struct Allocation {
    pub name: String,
    pub base: u64,
    pub data: Vec<u8>,
    pub read_only: bool,
}

impl Allocation {
    fn end(&self) -> u64 {
        self.base + self.data.len() as u64
    }
}

/// A host-to-device copy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HostCopy {
    pub address: u64,
    pub bytes: u64,
}

/// Global and constant memory.
///
/// ```
/// use warploom_kernel::execute::Memory;
/// let mut memory = Memory::new();
/// let x = memory.allocate("x", 8)?;
/// memory.write(x, &[1, 2, 3, 4])?;
/// assert_eq!(memory.read(x, 8)?, [1, 2, 3, 4, 0, 0, 0, 0]);
/// # Ok::<(), warploom_kernel::execute::MemoryError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Memory {
    /// Ascending by address.
    live: Vec<Allocation>,
    /// Name and end of freed allocations, by base.
    freed: BTreeMap<u64, (String, u64)>,
    next: [u64; 2],
    used: u64,
    limit: u64,
    /// Index of the allocation of the last access: the next access is likely in the same one.
    last: usize,
    /// Host-to-device copies since the last `take_copies`.
    copies: Vec<HostCopy>,
    /// The heap of device code.
    heap: Heap,
    /// What kernels have printed since the last `take_output`.
    output: Vec<u8>,
    /// Errors of kernels that were let pass since the last `take_warnings`.
    pub(crate) warnings: WarningLog,
    /// Copy of the bytes that an access outside of allocations accesses.
    around: Vec<u8>,
    /// Address of a write to `around` that has not taken effect yet.
    around_written: Option<u64>,
    /// Arrays, textures and surfaces.
    pub(crate) textures: TextureObjects,
    /// Counters of the launch in execution.
    pub(crate) progress: Option<Arc<LaunchProgress>>,
}

impl Default for Memory {
    fn default() -> Memory {
        Memory::new()
    }
}

impl Memory {
    /// 16 GiB of device memory. The host allocates pages only when they are written.
    pub fn new() -> Memory {
        Memory::with_limit(16 << 30)
    }

    /// Device memory of `limit` bytes.
    pub fn with_limit(limit: u64) -> Memory {
        Memory {
            live: Vec::new(),
            freed: BTreeMap::new(),
            next: [GLOBAL_BASE, CONST_BASE],
            used: 0,
            limit,
            last: 0,
            copies: Vec::new(),
            heap: Heap::default(),
            output: Vec::new(),
            warnings: WarningLog::default(),
            around: Vec::new(),
            around_written: None,
            textures: TextureObjects::default(),
            progress: None,
        }
    }

    /// Sets the bytes of the device. Allocations above them stay.
    ///
    /// ```
    /// use warploom_kernel::execute::Memory;
    /// let mut memory = Memory::with_limit(100);
    /// memory.allocate("x", 60)?;
    /// memory.set_limit(50);
    /// assert!(memory.allocate("y", 1).is_err());
    /// # Ok::<(), warploom_kernel::execute::MemoryError>(())
    /// ```
    pub fn set_limit(&mut self, bytes: u64) {
        self.limit = bytes;
    }

    /// Counts the CTAs and warp instructions of the launches that follow, for another thread to read; `None` ends that.
    pub fn count_progress(&mut self, progress: Option<Arc<LaunchProgress>>) {
        self.progress = progress;
    }

    /// Appends what a kernel prints.
    pub(crate) fn print(&mut self, text: &[u8]) {
        self.output.extend_from_slice(text);
    }

    /// Takes what kernels have printed with `printf` since the last call. Warploom prints nothing by itself.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Takes the warnings of launches with [`Checks::Warn`](super::Checks::Warn) since the last call.
    ///
    /// ```
    /// use warploom_kernel::execute::{Arg, Checks, Launch, Memory};
    /// use warploom_kernel::ptx::{Module, run};
    ///
    /// let module = Module::parse(r"
    ///     .version 8.0 .target sm_75 .address_size 64
    ///     .visible .entry k(.param .u64 x) {
    ///         .reg .b32 %r; .reg .b64 %d;
    ///         ld.param.u64 %d, [x];
    ///         ld.global.u32 %r, [%d+8];
    ///         ret;
    ///     }")?;
    /// let mut memory = Memory::new();
    /// let globals = memory.load(&module)?;
    /// let x = memory.allocate("x", 8)?;
    /// let launch = Launch { checks: Checks::Warn, ..Launch::new([1, 1, 1], [32, 1, 1]) }.arg(Arg::u64(x));
    /// run(module.kernel("k").unwrap(), &globals, &launch, &mut memory, &mut ())?;
    /// let warnings = memory.take_warnings();
    /// assert_eq!(warnings.distinct.len(), 1);
    /// assert_eq!(warnings.distinct[0].count, 32);
    /// assert_eq!(warnings.distinct[0].fault.location.thread, [0, 0, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_warnings(&mut self) -> Warnings {
        self.warnings.take()
    }

    /// Allocates `bytes` zeroed bytes and returns the address. Error messages use `name`.
    pub fn allocate(&mut self, name: &str, bytes: u64) -> Result<u64, MemoryError> {
        self.place(name, bytes, ALIGN, false)
    }

    /// Allocates `bytes` zeroed bytes at a multiple of `align`.
    pub(crate) fn allocate_aligned(
        &mut self,
        name: &str,
        bytes: u64,
        align: u64,
    ) -> Result<u64, MemoryError> {
        self.place(name, bytes, align, false)
    }

    /// Allocates `bytes` zeroed bytes at a given address, as a recorded launch needs them.
    ///
    /// ```
    /// use warploom_kernel::execute::Memory;
    /// let mut memory = Memory::new();
    /// memory.allocate_at("x", 0x8000_0000, 16)?;
    /// assert!(memory.allocate_at("y", 0x8000_000f, 16).is_err());
    /// assert_eq!(memory.read(0x8000_0000, 16)?, [0; 16]);
    /// # Ok::<(), warploom_kernel::execute::MemoryError>(())
    /// ```
    pub fn allocate_at(&mut self, name: &str, address: u64, bytes: u64) -> Result<(), MemoryError> {
        let at = self.live.partition_point(|a| a.base < address);
        let end = address.checked_add(bytes).ok_or(MemoryError::Range { address, bytes })?;
        let free = self.live.get(at).is_none_or(|a| a.base >= end)
            && at.checked_sub(1).is_none_or(|before| self.live[before].end() <= address);
        if !free {
            return Err(MemoryError::Taken { name: name.to_owned(), address, bytes });
        }
        let data = self.reserve(name, bytes)?;
        self.live.insert(at, Allocation { name: name.to_owned(), base: address, data, read_only: false });
        Ok(())
    }

    /// Skips `bytes` of the global address space before the next allocation.
    ///
    /// Runs of the same work can thus differ in the placement of their data.
    ///
    /// ```
    /// use warploom_kernel::execute::Memory;
    /// let (mut plain, mut shifted) = (Memory::new(), Memory::new());
    /// shifted.skip(4096);
    /// assert_eq!(shifted.allocate("x", 8)?, plain.allocate("x", 8)? + 4096);
    /// # Ok::<(), warploom_kernel::execute::MemoryError>(())
    /// ```
    pub fn skip(&mut self, bytes: u64) {
        self.next[0] += bytes;
    }

    fn place(&mut self, name: &str, bytes: u64, align: u64, read_only: bool) -> Result<u64, MemoryError> {
        let data = self.reserve(name, bytes)?;
        let next = &mut self.next[usize::from(read_only)];
        let base = next.next_multiple_of(align.max(ALIGN));
        *next = base + bytes + GAP;
        let at = self.live.partition_point(|a| a.base < base);
        self.live.insert(at, Allocation { name: name.to_owned(), base, data, read_only });
        Ok(base)
    }

    /// Zeroed bytes, counted against the limit.
    fn reserve(&mut self, name: &str, bytes: u64) -> Result<Vec<u8>, MemoryError> {
        let full = || MemoryError::Full { name: name.to_owned(), bytes, limit: self.limit, used: self.used };
        let used = self.used.checked_add(bytes).filter(|&u| u <= self.limit).ok_or_else(full)?;
        let host = |_| MemoryError::Host { name: name.to_owned(), bytes };
        let len = usize::try_from(bytes).map_err(|_| full())?;
        // `vec![0; n]` takes pages from the host only when they are written, but aborts if the reservation fails.
        // `try_reserve_exact` reports that failure as an error first.
        Vec::<u8>::new().try_reserve_exact(len).map_err(host)?;
        self.used = used;
        Ok(vec![0; len])
    }

    /// Frees the allocation that starts at `address`. Its addresses are never reused.
    pub fn free(&mut self, address: u64) -> Result<(), MemoryError> {
        let at = self.live.binary_search_by_key(&address, |a| a.base);
        let at = at.map_err(|_| MemoryError::NotAllocated(address))?;
        let gone = self.live.remove(at);
        self.used -= gone.data.len() as u64;
        self.freed.insert(gone.base, (gone.name.clone(), gone.end()));
        Ok(())
    }

    /// Copies `bytes` from the host to `address` and records the copy.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), MemoryError> {
        let (allocation, offset) = self
            .find(address, bytes.len() as u64)
            .ok_or(MemoryError::Range { address, bytes: bytes.len() as u64 })?;
        allocation.data[offset..offset + bytes.len()].copy_from_slice(bytes);
        self.copies.push(HostCopy { address, bytes: bytes.len() as u64 });
        Ok(())
    }

    /// Records a copy of `bytes` from the host to `address`, and returns the bytes for the caller to fill.
    ///
    /// ```
    /// use warploom_kernel::execute::Memory;
    /// let mut memory = Memory::new();
    /// let x = memory.allocate("x", 8)?;
    /// memory.write_in_place(x, 4)?.fill(7);
    /// assert_eq!(memory.read(x, 8)?, [7, 7, 7, 7, 0, 0, 0, 0]);
    /// assert_eq!(memory.take_copies().len(), 1);
    /// # Ok::<(), warploom_kernel::execute::MemoryError>(())
    /// ```
    pub fn write_in_place(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], MemoryError> {
        self.bytes_mut(address, bytes)?;
        self.copies.push(HostCopy { address, bytes });
        self.bytes_mut(address, bytes)
    }

    /// The bytes at `address`, to be changed by something other than a copy from the host: nothing is recorded.
    pub fn bytes_mut(&mut self, address: u64, bytes: u64) -> Result<&mut [u8], MemoryError> {
        let found = self.find(address, bytes).ok_or(MemoryError::Range { address, bytes });
        found.map(|(allocation, offset)| &mut allocation.data[offset..offset + bytes as usize])
    }

    /// Start address and bytes of the allocation that contains `address`.
    pub fn allocation_at(&self, address: u64) -> Option<(u64, u64)> {
        let at = self.live.partition_point(|a| a.base <= address).checked_sub(1)?;
        let found = &self.live[at];
        (address < found.end()).then_some((found.base, found.data.len() as u64))
    }

    /// Name of the allocation that contains `address`, or contained it before it was freed, and the offset in it.
    pub fn name_at(&self, address: u64) -> Option<(&str, u64)> {
        let at = self.live.partition_point(|a| a.base <= address);
        let live = at.checked_sub(1).map(|at| &self.live[at]).filter(|a| address < a.end());
        let freed = || {
            let (base, (name, end)) = self.freed.range(..=address).next_back()?;
            (address < *end).then_some((name.as_str(), address - base))
        };
        live.map(|a| (a.name.as_str(), address - a.base)).or_else(freed)
    }

    /// Start address and bytes of every live allocation, ascending by address.
    pub fn allocations(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.live.iter().map(|a| (a.base, a.data.as_slice()))
    }

    /// Whether something was printed since the last [`Memory::take_output`].
    pub fn has_output(&self) -> bool {
        !self.output.is_empty()
    }

    /// Bytes in use, and bytes of the device.
    pub fn usage(&self) -> (u64, u64) {
        (self.used, self.limit)
    }

    /// Records a copy that was made in another way than with [`Memory::write`].
    pub(crate) fn record_copy(&mut self, copy: HostCopy) {
        self.copies.push(copy);
    }

    /// Takes the list of host-to-device copies since the last call. A timing model may place the data in the L2.
    ///
    /// ```
    /// use warploom_kernel::execute::{HostCopy, Memory};
    /// let mut memory = Memory::new();
    /// let x = memory.allocate("x", 8)?;
    /// memory.write(x, &[1, 2, 3, 4])?;
    /// assert_eq!(memory.take_copies(), [HostCopy { address: x, bytes: 4 }]);
    /// assert_eq!(memory.take_copies(), []);
    /// # Ok::<(), warploom_kernel::execute::MemoryError>(())
    /// ```
    pub fn take_copies(&mut self) -> Vec<HostCopy> {
        std::mem::take(&mut self.copies)
    }

    /// Reads `len` bytes at `address`.
    pub fn read(&self, address: u64, len: u64) -> Result<&[u8], MemoryError> {
        let at = self.live.partition_point(|a| a.base <= address);
        let wrong = MemoryError::Range { address, bytes: len };
        let allocation = at.checked_sub(1).map(|i| &self.live[i]).ok_or(wrong.clone())?;
        let start = address - allocation.base;
        match start.checked_add(len) {
            Some(end) if end <= allocation.data.len() as u64 => {
                Ok(&allocation.data[start as usize..end as usize])
            }
            _ => Err(wrong),
        }
    }

    /// The allocation that contains `len` bytes at `address`, and their offset in it.
    #[inline]
    pub(crate) fn find(&mut self, address: u64, len: u64) -> Option<(&mut Allocation, usize)> {
        let holds = |a: &Allocation| {
            let offset = address.wrapping_sub(a.base);
            let size = a.data.len() as u64;
            offset <= size && len <= size - offset
        };
        if !self.live.get(self.last).is_some_and(holds) {
            let at = self.live.partition_point(|a| a.base <= address).checked_sub(1)?;
            if !holds(&self.live[at]) {
                return None;
            }
            self.last = at;
        }
        let allocation = &mut self.live[self.last];
        let offset = (address - allocation.base) as usize;
        Some((allocation, offset))
    }

    /// Whether each page of `bytes` bytes at `address` holds a byte of a live allocation.
    pub(crate) fn is_mapped(&self, address: u64, bytes: u32) -> bool {
        let Some(last) = address.checked_add(u64::from(bytes).saturating_sub(1)) else { return false };
        let holds = |page: u64| {
            let start = page * PAGE;
            let at = self.live.partition_point(|a| a.base <= start + (PAGE - 1));
            let before = self.live[..at].iter().rev().find(|a| !a.data.is_empty());
            before.is_some_and(|a| a.end() > start)
        };
        (address / PAGE..=last / PAGE).all(holds)
    }

    /// Live allocations that contain one of `bytes` bytes at `address`.
    fn overlapping(&mut self, address: u64, bytes: usize) -> &mut [Allocation] {
        let start = self.live.partition_point(|a| a.end() <= address);
        let end = self.live.partition_point(|a| a.base < address.saturating_add(bytes as u64));
        &mut self.live[start..end.max(start)]
    }

    /// Name of a constant that contains one of `bytes` bytes at `address`.
    pub(crate) fn constant_in(&mut self, address: u64, bytes: u32) -> Option<&str> {
        self.overlapping(address, bytes as usize).iter().find(|a| a.read_only).map(|a| a.name.as_str())
    }

    /// A copy of `bytes` bytes at `address`, of which not all are allocated; the others are 0. If `writes`, the caller changes
    /// the copy, and [`Memory::settle_write`] writes it back.
    pub(crate) fn bytes_around(&mut self, address: u64, bytes: u32, writes: bool) -> &mut [u8] {
        self.settle_write();
        self.copy_around(address, bytes as usize, false);
        self.around_written = writes.then_some(address);
        &mut self.around
    }

    /// Writes the changed copy of [`Memory::bytes_around`] back to the bytes that are allocated.
    pub(crate) fn settle_write(&mut self) {
        if let Some(address) = self.around_written.take() {
            self.copy_around(address, self.around.len(), true);
        }
    }

    /// Copies allocated bytes at `address` to `around`, or back.
    fn copy_around(&mut self, address: u64, bytes: usize, back: bool) {
        let mut around = std::mem::take(&mut self.around);
        if !back {
            around.clear();
            around.resize(bytes, 0);
        }
        for allocation in self.overlapping(address, bytes) {
            let (start, end) = (allocation.base.max(address), allocation.end().min(address + bytes as u64));
            let inside = (start - allocation.base) as usize..(end - allocation.base) as usize;
            let copy = &mut around[(start - address) as usize..(end - address) as usize];
            match back {
                false => copy.copy_from_slice(&allocation.data[inside]),
                true => allocation.data[inside].copy_from_slice(copy),
            }
        }
        self.around = around;
    }

    /// Name of the freed allocation that contained `address`.
    pub(crate) fn freed_at(&self, address: u64) -> Option<&str> {
        let (_, (name, end)) = self.freed.range(..=address).next_back()?;
        (address < *end).then_some(name.as_str())
    }

    /// The fault of an access to global memory that no allocation contains.
    #[cold]
    pub(crate) fn access_fault(&self, instruction: String, address: u64, bytes: u32) -> Box<FaultKind> {
        Box::new(match self.freed_at(address) {
            Some(name) => FaultKind::UseAfterFree { instruction, address, bytes, name: name.to_owned() },
            None => {
                let (space, nearest) = (Space::Global, self.nearest(address));
                FaultKind::OutOfBounds { instruction, space, address, bytes, nearest }
            }
        })
    }

    /// The allocation nearest to `address`.
    pub(crate) fn nearest(&self, address: u64) -> Option<NearestAllocation> {
        let distance = |a: &Allocation| a.base.saturating_sub(address).max(address.saturating_sub(a.end()));
        let nearest = self.live.iter().min_by_key(|a| distance(a))?;
        let (base, size) = (nearest.base, nearest.data.len() as u64);
        Some(NearestAllocation { name: nearest.name.clone(), base, size, address })
    }

    /// Allocates and initialises variables and returns their addresses.
    pub fn load_variables(&mut self, variables: &[Variable]) -> Result<Globals, MemoryError> {
        let mut addresses = Vec::new();
        for v in variables {
            // A variable of size 0 has an address, too.
            addresses.push(self.place(&v.name, v.size, v.align, v.constant)?);
        }
        let globals = Globals { addresses };
        for (v, &address) in variables.iter().zip(&globals.addresses) {
            let mut bytes = v.bytes.clone();
            for &AddressCell { at, width, variable, offset, byte } in &v.cells {
                let target = globals.address(variable).wrapping_add_signed(offset);
                let shown = byte.map_or(target, |b| target >> (8 * b.min(7)));
                let at = at as usize;
                let width = (width as usize).min(8);
                bytes[at..at + width].copy_from_slice(&shown.to_le_bytes()[..width]);
            }
            self.write(address, &bytes)?;
            // The driver initialises variables when it loads the module: that is not a copy by the host program.
            self.copies.pop();
        }
        Ok(globals)
    }
}

/// Addresses of the variables of a loaded module.
#[derive(Debug, Clone, Default)]
pub struct Globals {
    addresses: Vec<u64>,
}

impl Globals {
    /// Address of a module variable.
    pub fn address(&self, variable: VariableId) -> u64 {
        self.addresses[variable.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allocations_do_not_touch_and_are_found_to_their_last_byte() {
        let mut memory = Memory::new();
        let a = memory.allocate("a", 10).unwrap();
        let b = memory.allocate("b", 300).unwrap();
        assert!(b >= a + 10 + GAP && b.is_multiple_of(ALIGN));
        assert!(memory.find(a, 10).is_some() && memory.find(a + 9, 1).is_some());
        assert!(memory.find(a + 9, 2).is_none() && memory.find(a + 10, 1).is_none());
        assert!(memory.find(a - 1, 1).is_none() && memory.find(u64::MAX, 8).is_none());
        assert!(memory.find(b, 300).is_some());
    }

    #[test]
    fn what_is_freed_is_remembered() {
        let mut memory = Memory::new();
        let a = memory.allocate("a", 16).unwrap();
        memory.free(a).unwrap();
        assert_eq!(memory.free(a), Err(MemoryError::NotAllocated(a)));
        assert_eq!(memory.freed_at(a + 15), Some("a"));
        assert_eq!(memory.freed_at(a + 16), None);
        assert!(memory.read(a, 1).is_err());
        assert_ne!(memory.allocate("b", 16).unwrap(), a);
    }

    #[test]
    fn memory_has_an_end() {
        let mut memory = Memory::with_limit(100);
        memory.allocate("a", 60).unwrap();
        let text = memory.allocate("b", 60).unwrap_err().to_string();
        assert_eq!(
            text,
            "cannot allocate 60 bytes for `b`: the device has 100 bytes, of which 60 are in use"
        );
        assert!(memory.allocate("c", u64::MAX).is_err());
    }
}
