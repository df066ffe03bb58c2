//! Device memory, and host memory that kernels can access.
//!
//! Kernels only see the device's own memory. Memory that both sides see at one address (pinned, registered and managed memory) has a
//! copy on the device: the host's bytes are copied in before a launch and out after it. The host is the authority between launches.
//!
//! Device memory is memory of the host, which takes its pages when they are written. An allocation is refused if the device or the host
//! has too little left for it: otherwise the host would run out of memory later, in the middle of a kernel.

use super::allocations::Allocations;
use crate::error::{Code, Error};
use crate::host::{HostPtr, Mapping};
use std::collections::BTreeMap;
use warploom_gpu::machine::is_size_of_a_gpu;
use warploom_kernel::execute::{GLOBAL_BASE, Memory, MemoryError};

/// Where memory of both sides is mapped: the kernel puts nothing there by itself.
const SHARED_BASE: u64 = 0x6000_0000_0000;
/// Addresses reserved for device memory. Freed ones are not used again.
const RESERVED: u64 = 512 << 30;
/// Bytes of device memory that are in use before the program's first allocation.
const RUNTIME_BYTES: u64 = 16;
/// Pages of mapped memory.
const PAGE: u64 = 4096;

/// What an address belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemoryKind {
    /// The host's own memory, which kernels cannot access.
    Unregistered,
    /// Host memory that kernels can access.
    Host,
    Device,
    Managed,
}

/// Memory that host and kernels see at one address.
#[derive(Debug)]
struct Shared {
    bytes: u64,
    managed: bool,
    flags: u32,
    /// Memory that the runtime mapped; none for memory of the program that it registered.
    mapping: Option<Mapping>,
    /// Address for kernels.
    device: u64,
}

/// All memory that kernels can access.
#[derive(Debug)]
pub struct DeviceMemory {
    /// Bytes of the device, for allocations of all kinds together.
    bytes: u64,
    /// What kernels see.
    pub kernel: Memory,
    /// Keeps the host from putting anything at the device's addresses.
    reserved: Option<Mapping>,
    shared: BTreeMap<u64, Shared>,
    next_shared: u64,
    /// Allocations as messages name them.
    pub allocations: Allocations,
    /// Returns the bytes that the host can still give, if it says so.
    available: fn() -> Option<u64>,
    /// What `available` returned when the program had no allocation. Pages that it has not written yet are not missing there.
    available_at_first: Option<u64>,
    /// Bytes copied to and from the device since they were last taken.
    pub copied: (u64, u64),
}

impl From<MemoryError> for Error {
    fn from(error: MemoryError) -> Error {
        match error {
            MemoryError::Full { bytes, limit, used, .. } => no_room(bytes, limit, used),
            MemoryError::Host { .. } => Error::new(Code::MemoryAllocation, error.to_string()),
            _ => Error::new(Code::InvalidValue, error.to_string()),
        }
    }
}

/// The error of an allocation of `bytes` bytes, with `used` bytes in use of the `limit` that [`DeviceMemory::update_limit`] set.
fn no_room(bytes: u64, limit: u64, used: u64) -> Error {
    let left = limit.saturating_sub(used);
    let whose = if is_size_of_a_gpu(limit) {
        format!("the device has {left} of its {limit} bytes left")
    } else {
        format!("this host, whose memory the device's is, has {left} bytes left for it")
    };
    Error::new(Code::MemoryAllocation, format!("{bytes} bytes are asked for, but {whose}"))
}

/// Bytes that Linux estimates programs can still get without swapping.
fn host_available() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

impl DeviceMemory {
    /// Empty memory of a device of so many bytes.
    pub fn new(bytes: u64) -> DeviceMemory {
        DeviceMemory::on_host(bytes, host_available)
    }

    /// Empty memory on a host that can still give the bytes that `available` returns.
    fn on_host(bytes: u64, available: fn() -> Option<u64>) -> DeviceMemory {
        let mut kernel = Memory::with_limit(bytes);
        // Without randomised addresses the first place is free. Otherwise a library may be there, and the next may do.
        let mut reserved = None;
        for place in 0..2 {
            reserved = Mapping::reserve(GLOBAL_BASE + place * RESERVED, RESERVED);
            if reserved.is_some() {
                kernel.skip(place * RESERVED);
                break;
            }
        }
        // A GPU has memory of the system before the first allocation of a program: an access just before it is a mistake that passes.
        let before = GLOBAL_BASE - (2 << 20);
        let placed = kernel.allocate_at("memory of the runtime", before, RUNTIME_BYTES);
        debug_assert!(placed.is_ok(), "the memory is empty");
        DeviceMemory {
            bytes,
            kernel,
            reserved,
            shared: BTreeMap::new(),
            next_shared: SHARED_BASE,
            allocations: Allocations::default(),
            available,
            available_at_first: None,
            copied: (0, 0),
        }
    }

    /// Allocates device memory for a function of CUDA.
    pub fn allocate(&mut self, function: &'static str, bytes: u64) -> Result<u64, Error> {
        self.update_limit(1);
        let address = self.kernel.allocate(&self.allocations.next_name(function), bytes)?;
        self.allocations.add(function, bytes);
        Ok(address)
    }

    /// Bytes that the program can still allocate, and bytes of the device.
    pub fn free_and_total(&mut self) -> (u64, u64) {
        self.update_limit(1);
        let (used, limit) = self.kernel.usage();
        (limit.saturating_sub(used), self.bytes)
    }

    /// Sets the bytes of the device to those that it has, or to fewer if the host has fewer left. To be called before allocations;
    /// `copies` is the number of times that their bytes are in the host's memory.
    pub fn update_limit(&mut self, copies: u64) {
        let used = self.kernel.usage().0;
        let left = self.host_left(used).map_or(u64::MAX, |left| left / copies);
        self.kernel.set_limit(self.bytes.min(used.saturating_add(left)));
    }

    /// Bytes that the host has left, with `used` bytes of device memory.
    fn host_left(&mut self, used: u64) -> Option<u64> {
        let now = (self.available)()?;
        // Of memory that both sides see, the host has a second copy.
        let mapped =
            self.shared.values().filter(|shared| shared.mapping.is_some()).map(|shared| shared.bytes);
        let taken = used + mapped.sum::<u64>();
        if taken <= RUNTIME_BYTES {
            self.available_at_first = Some(now);
        }
        let at_first = *self.available_at_first.get_or_insert(now);
        Some(now.min(at_first.saturating_sub(taken)))
    }

    /// Frees device memory, or managed memory.
    pub fn free(&mut self, address: u64) -> Result<(), Error> {
        match self.shared.get(&address) {
            Some(shared) if shared.managed => self.free_shared(address),
            Some(_) => Err(Error::new(
                Code::InvalidValue,
                format!("{address:#x} is host memory: cudaFreeHost frees it"),
            )),
            None => Ok(self.kernel.free(address)?),
        }
    }

    /// Allocates memory that host and kernels see at one address.
    pub fn allocate_shared(&mut self, bytes: u64, managed: bool, flags: u32) -> Result<u64, Error> {
        self.update_limit(2);
        let (used, limit) = self.kernel.usage();
        let full = || no_room(bytes, limit, used);
        let left = limit.saturating_sub(used);
        let rounded =
            bytes.max(1).checked_next_multiple_of(PAGE).filter(|_| bytes <= left).ok_or_else(full)?;
        let function = if managed { "cudaMallocManaged" } else { "cudaMallocHost" };
        let mut address = self.next_shared;
        for _ in 0..1024 {
            // A page between allocations, so that small overruns are detected.
            let next = address + rounded + PAGE;
            if next > GLOBAL_BASE {
                break;
            }
            if let Some(mapping) = Mapping::allocate(address, rounded) {
                self.kernel.allocate_at(&self.allocations.next_name(function), address, bytes)?;
                self.allocations.add(function, bytes);
                let shared = Shared { bytes, managed, flags, mapping: Some(mapping), device: address };
                self.shared.insert(address, shared);
                self.next_shared = next;
                return Ok(address);
            }
            address = next;
        }
        let why = format!("the host has no addresses left for {bytes} bytes");
        Err(Error::new(Code::MemoryAllocation, why))
    }

    /// Gives kernels access to memory of the program.
    ///
    /// # Errors
    /// If it is registered already, or is not the program's.
    pub fn register(&mut self, at: HostPtr, bytes: u64, flags: u32) -> Result<(), Error> {
        let length = usize::try_from(bytes).map_err(|_| Error::from(Code::InvalidValue))?;
        if bytes == 0 || at.is_null() {
            return Err(Code::InvalidValue.into());
        }
        at.read_array::<1>()?;
        at.offset(length - 1)?.read_array::<1>()?;
        if self.shared_at(at.address()).is_some() || self.shared_at(at.address() + bytes - 1).is_some() {
            return Err(Error::new(Code::HostMemoryAlreadyRegistered, format!("{at} is registered already")));
        }
        self.update_limit(1);
        let (function, name) = ("cudaHostRegister", self.allocations.next_name("cudaHostRegister"));
        // Where the program's memory lies at addresses that mean something else to kernels, it gets another address for them.
        let device = match self.kernel.allocate_at(&name, at.address(), bytes) {
            Ok(()) if at.address() < 0x7a00_0000_0000 => at.address(),
            placed => {
                if placed.is_ok() {
                    self.kernel.free(at.address())?;
                }
                self.kernel.allocate(&name, bytes)?
            }
        };
        self.allocations.add(function, bytes);
        self.shared.insert(at.address(), Shared { bytes, managed: false, flags, mapping: None, device });
        Ok(())
    }

    /// Gives the host access to a managed variable of a module, at its own address.
    pub fn share_variable(&mut self, address: u64, bytes: u64) -> Result<(), Error> {
        if !self.reserved.as_ref().is_some_and(|reserved| reserved.open(address, bytes)) {
            return Err(Error::new(
                Code::MemoryAllocation,
                "the host has no memory at the address of a managed variable",
            ));
        }
        HostPtr(address as usize).write(self.kernel.read(address, bytes)?)?;
        self.shared
            .insert(address, Shared { bytes, managed: true, flags: 0, mapping: None, device: address });
        Ok(())
    }

    /// Ends the registration of memory of the program.
    pub fn unregister(&mut self, at: HostPtr) -> Result<(), Error> {
        match self.shared.get(&at.address()) {
            Some(shared) if shared.mapping.is_none() && !shared.managed => self.free_shared(at.address()),
            _ => Err(Error::new(Code::HostMemoryNotRegistered, format!("{at} is not registered"))),
        }
    }

    /// Frees pinned or managed memory.
    pub fn free_shared(&mut self, address: u64) -> Result<(), Error> {
        let wrong = || {
            Error::new(Code::InvalidValue, format!("no host memory of the runtime starts at {address:#x}"))
        };
        let shared = self.shared.remove(&address).ok_or_else(wrong)?;
        Ok(self.kernel.free(shared.device)?)
    }

    /// Frees pinned memory.
    pub fn free_host(&mut self, address: u64) -> Result<(), Error> {
        match self.shared.get(&address) {
            Some(shared) if shared.managed || shared.mapping.is_none() => Err(Error::new(
                Code::InvalidValue,
                format!("{address:#x} was not allocated by cudaMallocHost"),
            )),
            _ => self.free_shared(address),
        }
    }

    fn shared_at(&self, address: u64) -> Option<(u64, &Shared)> {
        let (&start, shared) = self.shared.range(..=address).next_back()?;
        (address - start < shared.bytes).then_some((start, shared))
    }

    /// What an address belongs to.
    pub fn kind(&self, address: u64) -> MemoryKind {
        match self.shared_at(address) {
            Some((_, Shared { managed: true, .. })) => MemoryKind::Managed,
            Some(_) => MemoryKind::Host,
            None if self.kernel.allocation_at(address).is_some() => MemoryKind::Device,
            None => MemoryKind::Unregistered,
        }
    }

    /// Flags with which host memory was allocated or registered, and the address for kernels.
    pub fn host_memory(&self, address: u64) -> Result<(u32, u64), Error> {
        match self.shared_at(address) {
            Some((start, shared)) => Ok((shared.flags, shared.device + (address - start))),
            None => Err(Error::new(
                Code::InvalidValue,
                format!("{address:#x} is not host memory that kernels can access"),
            )),
        }
    }

    /// Copies the host's bytes to the device before a launch.
    pub fn copy_in(&mut self) -> Result<(), Error> {
        for (&start, shared) in &self.shared {
            HostPtr(start as usize).read_to(self.kernel.bytes_mut(shared.device, shared.bytes)?)?;
        }
        Ok(())
    }

    /// Copies the device's bytes to the host after a launch.
    pub fn copy_out(&mut self) -> Result<(), Error> {
        for (&start, shared) in &self.shared {
            HostPtr(start as usize).write(self.kernel.bytes_mut(shared.device, shared.bytes)?)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;
    const DEVICE_BYTES: u64 = 16 * GIB;

    fn text(refused: Result<u64, Error>) -> String {
        let Err(Error { code: Code::MemoryAllocation, why: Some(why) }) = refused else {
            panic!("{refused:?} should be too little memory")
        };
        why
    }

    #[test]
    fn allocations_of_all_kinds_have_the_devices_memory_together() {
        let mut memory = DeviceMemory::on_host(DEVICE_BYTES, || Some(100 * GIB));
        let free = DEVICE_BYTES - RUNTIME_BYTES;
        assert_eq!(memory.free_and_total(), (free, DEVICE_BYTES));
        assert_eq!(
            text(memory.allocate("cudaMalloc", 40 * GIB)),
            format!(
                "42949672960 bytes are asked for, but the device has {free} of its 17179869184 bytes left"
            )
        );
        // In parts: Linux refuses a single reservation that is larger than its memory.
        let device = [0; 3].map(|_| memory.allocate("cudaMalloc", 3 * GIB).unwrap());
        for managed in [true, true, false] {
            memory.allocate_shared(2 * GIB, managed, 1).unwrap();
        }
        let free = GIB - RUNTIME_BYTES;
        assert_eq!(memory.free_and_total().0, free);
        for refused in [memory.allocate("cudaMalloc", GIB), memory.allocate_shared(GIB, true, 1)] {
            let text = text(refused);
            assert!(text.contains(&format!("the device has {free} of")), "{text}");
        }
        memory.free(device[0]).unwrap();
        assert!(memory.allocate("cudaMalloc", GIB).is_ok());
    }

    #[test]
    fn an_allocation_that_the_host_cannot_hold_is_refused() {
        let mut memory = DeviceMemory::on_host(DEVICE_BYTES, || Some(3 * GIB));
        memory.allocate("cudaMalloc", GIB).unwrap();
        // Nothing is written yet, so that the host still has all its memory. The allocation counts all the same.
        let left = 2 * GIB - RUNTIME_BYTES;
        assert_eq!(memory.free_and_total(), (left, DEVICE_BYTES));
        assert_eq!(
            text(memory.allocate("cudaMalloc", 3 * GIB)),
            format!(
                "3221225472 bytes are asked for, but this host, whose memory the device's is, has {left} bytes left for it"
            )
        );
        // The host holds managed memory twice.
        assert!(memory.allocate_shared(2 * GIB, true, 1).is_err());
        memory.allocate_shared(GIB / 2, true, 1).unwrap();
        assert_eq!(memory.free_and_total().0, GIB - RUNTIME_BYTES);
        let mut unknown = DeviceMemory::on_host(DEVICE_BYTES, || None);
        assert!(unknown.allocate("cudaMalloc", GIB).is_ok());
    }

    #[test]
    fn linux_says_what_it_has() {
        assert!(host_available() > Some(0));
    }
}
