//! Memory pools, and what else belongs to memory that is allocated in the order of a stream.

use super::device::check;
use super::memory::allocate_from;
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::pool::attribute_bytes;
use crate::runtime::{MemoryKind, Runtime};
use libc::c_int;

/// Most entries of a list that a program passes.
const MOST_ENTRIES: usize = 1 << 16;
/// Kind of a location: a device.
const DEVICE: c_int = 1;

/// Reads the location of a pool: there is one device.
fn location(at: HostPtr) -> Result<(), Error> {
    let (kind, device) = (at.read_u32()? as c_int, at.offset(4)?.read_u32()? as c_int);
    match kind {
        DEVICE => check(device),
        _ => Err(Error::new(
            Code::NotSupported,
            "memory pools are in the memory of the device, not of the host",
        )),
    }
}

/// An attribute of managed memory: nothing was advised, nothing was fetched.
fn range_attribute(
    runtime: &Runtime,
    data: HostPtr,
    bytes: usize,
    attribute: c_int,
    pointer: HostPtr,
) -> Result<(), Error> {
    if runtime.memory.kind(pointer.address()) != MemoryKind::Managed {
        return Err(Error::new(Code::InvalidValue, format!("{pointer} is not managed memory")));
    }
    // cudaInvalidDeviceId: there is no such place.
    let nowhere = (-2i32).to_le_bytes();
    match attribute {
        1 | 5..=8 if bytes == 4 => data.write(&[0; 4]),
        2 | 4 if bytes == 4 => data.write(&nowhere),
        3 if bytes.is_multiple_of(4) && bytes / 4 <= MOST_ENTRIES => data.write(&nowhere.repeat(bytes / 4)),
        _ => Err(Error::new(
            Code::InvalidValue,
            format!("no attribute {attribute} of managed memory has {bytes} bytes"),
        )),
    }
}

api! {
    fn cudaDeviceGetDefaultMemPool(pool: HostPtr, device: c_int) |runtime| {
        check(device)?;
        pool.write_u64(runtime.pools.default)
    }

    fn cudaDeviceGetMemPool(pool: HostPtr, device: c_int) |runtime| {
        check(device)?;
        pool.write_u64(runtime.pools.current)
    }

    fn cudaDeviceSetMemPool(device: c_int, pool: u64) |runtime| {
        check(device)?;
        runtime.pools.pool(pool)?;
        runtime.pools.current = pool;
        Ok(())
    }

    fn cudaMemGetDefaultMemPool(pool: HostPtr, at: HostPtr, _kind: c_int) |runtime| {
        location(at)?;
        pool.write_u64(runtime.pools.default)
    }

    fn cudaMemGetMemPool(pool: HostPtr, at: HostPtr, _kind: c_int) |runtime| {
        location(at)?;
        pool.write_u64(runtime.pools.current)
    }

    fn cudaMemSetMemPool(at: HostPtr, _kind: c_int, pool: u64) |runtime| {
        location(at)?;
        runtime.pools.pool(pool)?;
        runtime.pools.current = pool;
        Ok(())
    }

    fn cudaMemPoolCreate(pool: HostPtr, properties: HostPtr) |runtime| {
        if properties.offset(4)?.read_u32()? != 0 {
            return Err(Error::new(Code::NotSupported, "memory pools cannot be shared with other processes"));
        }
        location(properties.offset(8)?)?;
        let most = properties.offset(24)?.read_u64()?;
        pool.write_u64(0)?;
        pool.write_u64(runtime.pools.create(most))
    }

    fn cudaMemPoolDestroy(pool: u64) |runtime| { runtime.pools.destroy(pool) }

    /// Gives back memory of a pool that is not in use.
    fn cudaMemPoolTrimTo(pool: u64, keep: usize) |runtime| {
        runtime.pools.pool(pool)?.trim(&runtime.memory, keep as u64);
        Ok(())
    }

    fn cudaMemPoolGetAttribute(pool: u64, attribute: u32, value: HostPtr) |runtime| {
        let found = runtime.pools.pool(pool)?.attribute(&runtime.memory, attribute)?;
        let bytes = attribute_bytes(attribute).unwrap_or(8);
        value.write(&found.to_le_bytes()[..bytes])
    }

    fn cudaMemPoolSetAttribute(pool: u64, attribute: u32, value: HostPtr) |runtime| {
        let new = match attribute_bytes(attribute) {
            Some(4) => value.read_u32()?.into(),
            _ => value.read_u64()?,
        };
        runtime.pools.pool(pool)?.set_attribute(&runtime.memory, attribute, new)
    }

    /// Gives devices access to a memory pool: the only device has it.
    fn cudaMemPoolSetAccess(pool: u64, list: HostPtr, count: usize) |runtime| {
        runtime.pools.pool(pool)?;
        (0..count.min(MOST_ENTRIES)).try_for_each(|i| location(list.offset(12 * i)?))
    }

    /// The access of a device to a memory pool: reads and writes.
    fn cudaMemPoolGetAccess(flags: HostPtr, pool: u64, at: HostPtr) |runtime| {
        runtime.pools.pool(pool)?;
        location(at)?;
        flags.write_u32(3)
    }

    fn cudaMallocFromPoolAsync(pointer: HostPtr, bytes: usize, pool: u64, stream: u64) |runtime| {
        allocate_from(runtime, pointer, bytes, pool, stream)
    }

    fn cudaMemRangeGetAttribute(data: HostPtr, bytes: usize, attribute: c_int, pointer: HostPtr, _length: usize) |runtime| {
        range_attribute(runtime, data, bytes, attribute, pointer)
    }

    fn cudaMemRangeGetAttributes(data: HostPtr, bytes: HostPtr, attributes: HostPtr, count: usize, pointer: HostPtr, _length: usize) |runtime| {
        (0..count.min(MOST_ENTRIES)).try_for_each(|i| {
            let bytes = bytes.offset(8 * i)?.read_u64()? as usize;
            let attribute = attributes.offset(4 * i)?.read_u32()? as c_int;
            range_attribute(runtime, data.offset(8 * i)?.read_pointer()?, bytes, attribute, pointer)
        })
    }

    /// Forgets which lines stay in the L2: none do.
    fn cudaCtxResetPersistingL2Cache() |runtime| { Ok(()) }
}
