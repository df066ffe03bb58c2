//! Device memory, and host memory that kernels can access.
//!
//! Kernels only see the device's own memory. Memory that both sides see at one address (pinned, registered and managed memory) has a
//! copy on the device: the host's bytes are copied in before a launch and out after it. The host is the authority between launches.

use crate::error::{Code, Error};
use crate::host::{HostPtr, Mapping};
use std::collections::BTreeMap;
use warploom_kernel::execute::{GLOBAL_BASE, Memory, MemoryError};

/// Where memory of both sides is mapped: the kernel puts nothing there by itself.
const SHARED_BASE: u64 = 0x6000_0000_0000;
/// Addresses reserved for device memory. Freed ones are not used again.
const RESERVED: u64 = 512 << 30;
/// Bytes of device memory.
pub const DEVICE_BYTES: u64 = 16 << 30;
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
    /// What kernels see.
    pub kernel: Memory,
    /// Keeps the host from putting anything at the device's addresses.
    reserved: Option<Mapping>,
    shared: BTreeMap<u64, Shared>,
    next_shared: u64,
    /// Bytes copied to and from the device since they were last taken.
    pub copied: (u64, u64),
}

impl From<MemoryError> for Error {
    fn from(error: MemoryError) -> Error {
        let code = match error {
            MemoryError::Full { .. } | MemoryError::Host { .. } => Code::MemoryAllocation,
            _ => Code::InvalidValue,
        };
        Error::new(code, error.to_string())
    }
}

impl DeviceMemory {
    /// Empty memory.
    pub fn new() -> DeviceMemory {
        let mut kernel = Memory::with_limit(DEVICE_BYTES);
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
        let placed = kernel.allocate_at("memory of the runtime", before, 16);
        debug_assert!(placed.is_ok(), "the memory is empty");
        DeviceMemory { kernel, reserved, shared: BTreeMap::new(), next_shared: SHARED_BASE, copied: (0, 0) }
    }

    pub fn allocate(&mut self, bytes: u64) -> Result<u64, Error> {
        Ok(self.kernel.allocate("cudaMalloc", bytes)?)
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
        let full = || Error::new(Code::MemoryAllocation, format!("the host has no {bytes} bytes left"));
        let rounded =
            bytes.max(1).checked_next_multiple_of(PAGE).filter(|&b| b <= DEVICE_BYTES).ok_or_else(full)?;
        let mut address = self.next_shared;
        for _ in 0..1024 {
            // A page between allocations, so that small overruns are detected.
            let next = address + rounded + PAGE;
            if next > GLOBAL_BASE {
                break;
            }
            if let Some(mapping) = Mapping::allocate(address, rounded) {
                self.kernel.allocate_at(
                    if managed { "managed memory" } else { "host memory" },
                    address,
                    bytes,
                )?;
                let shared = Shared { bytes, managed, flags, mapping: Some(mapping), device: address };
                self.shared.insert(address, shared);
                self.next_shared = next;
                return Ok(address);
            }
            address = next;
        }
        Err(full())
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
        // Where the program's memory lies at addresses that mean something else to kernels, it gets another address for them.
        let device = match self.kernel.allocate_at("registered memory", at.address(), bytes) {
            Ok(()) if at.address() < 0x7a00_0000_0000 => at.address(),
            placed => {
                if placed.is_ok() {
                    self.kernel.free(at.address())?;
                }
                self.kernel.allocate("registered memory", bytes)?
            }
        };
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

impl Default for DeviceMemory {
    fn default() -> DeviceMemory {
        DeviceMemory::new()
    }
}
