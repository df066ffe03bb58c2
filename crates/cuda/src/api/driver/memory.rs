//! Allocation, copies and fills, which are the runtime's.

use super::context::current;
use crate::api::device::memory_info;
use crate::api::memory::{
    MemoryLocation, allocate, allocate_host, allocate_managed, allocate_pitched, copy, free, managed, submit,
};
use crate::entry::driver;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Copy3d, Fill, MemoryKind, Operation, Place, Runtime};
use libc::c_int;

/// Kinds of place of a copy.
const HOST: u32 = 1;
const DEVICE: u32 = 2;
const ARRAY: u32 = 3;
const UNIFIED: u32 = 4;

/// Directions of copies, by the runtime's numbers.
const HOST_TO_DEVICE: c_int = 1;
const DEVICE_TO_HOST: c_int = 2;
const DEVICE_TO_DEVICE: c_int = 3;
const BY_ADDRESS: c_int = 4;

/// Most attributes of a pointer that are asked for at once.
const MOST_ATTRIBUTES: u32 = 64;

/// Fields of a place in a structure of a copy, as offsets from its first.
struct Fields {
    /// Bytes in a row, rows, and slices to the first.
    origin: &'static [usize],
    kind: usize,
    host: usize,
    device: usize,
    pitch: usize,
    /// Rows from slice to slice.
    rows: Option<usize>,
}

/// A place of `CUDA_MEMCPY2D`; the second is 56 bytes after the first.
const PLACE_2D: Fields = Fields { origin: &[0, 8], kind: 16, host: 24, device: 32, pitch: 48, rows: None };
/// A place of `CUDA_MEMCPY3D`; the second is 88 bytes after the first.
const PLACE_3D: Fields =
    Fields { origin: &[0, 8, 16], kind: 32, host: 40, device: 48, pitch: 72, rows: Some(80) };

fn overflow() -> Error {
    Error::new(Code::InvalidValue, "the size of the copy overflows")
}

/// Reads a place of a copy of boxes of `width` bytes and `height` rows.
fn place(at: HostPtr, fields: &Fields, (width, height): (usize, usize)) -> Result<Place, Error> {
    let word = |offset: usize| at.offset(offset)?.read_u64().map(|value| value as usize);
    let base = match at.offset(fields.kind)?.read_u32()? {
        HOST => word(fields.host)?,
        DEVICE | UNIFIED => word(fields.device)?,
        ARRAY => {
            return Err(Error::new(Code::NotSupported, "copies of arrays by the driver are not modelled"));
        }
        kind => return Err(Error::new(Code::InvalidValue, format!("{kind} is not a kind of memory"))),
    };
    // A pitch of 0 stands for rows that follow each other.
    let pitch = Some(word(fields.pitch)?).filter(|&pitch| pitch != 0).unwrap_or(width);
    let rows = fields.rows.map_or(Ok(0), word)?;
    let rows = if rows == 0 { height } else { rows };
    let mut offset: usize = 0;
    for (&field, unit) in fields.origin.iter().zip([Some(1), Some(pitch), pitch.checked_mul(rows)]) {
        let count = word(field)?;
        if count > 0 {
            let bytes = unit.and_then(|unit| unit.checked_mul(count));
            offset = bytes.and_then(|bytes| offset.checked_add(bytes)).ok_or_else(overflow)?;
        }
    }
    Ok(Place::Memory { at: HostPtr(base).offset(offset)?, pitch, rows })
}

fn copy_2d(runtime: &mut Runtime, description: HostPtr, stream: u64) -> Result<(), Error> {
    let size = |offset: usize| description.offset(offset)?.read_u64().map(|value| value as usize);
    let (width, height) = (size(112)?, size(120)?);
    let from = place(description, &PLACE_2D, (width, height))?;
    let to = place(description.offset(56)?, &PLACE_2D, (width, height))?;
    submit(runtime, stream, Operation::Copy(Copy3d { to, from, extent: [width, height, 1] }))
}

fn copy_3d(runtime: &mut Runtime, description: HostPtr, stream: u64) -> Result<(), Error> {
    let size = |offset: usize| description.offset(offset)?.read_u64().map(|value| value as usize);
    let (width, height, depth) = (size(176)?, size(184)?, size(192)?);
    let from = place(description, &PLACE_3D, (width, height))?;
    let to = place(description.offset(88)?, &PLACE_3D, (width, height))?;
    submit(runtime, stream, Operation::Copy(Copy3d { to, from, extent: [width, height, depth] }))
}

/// Fills rows of `count` values of `unit` bytes.
fn fill(
    runtime: &mut Runtime,
    at: HostPtr,
    pitch: usize,
    (value, unit): (u32, usize),
    (count, height): (usize, usize),
    stream: u64,
) -> Result<(), Error> {
    if !at.0.is_multiple_of(unit) || !pitch.is_multiple_of(unit) {
        return Err(Error::new(Code::InvalidValue, format!("{at} is not a multiple of {unit}")));
    }
    let width = count.checked_mul(unit).ok_or_else(overflow)?;
    let fill = Fill { at, pitch, rows: height, extent: [width, height, 1], value, width: unit };
    submit(runtime, stream, Operation::Fill(fill))
}

/// An attribute of an address, as its bytes.
fn pointer_attribute(runtime: &mut Runtime, number: u32, pointer: HostPtr) -> Result<Vec<u8>, Error> {
    let address = pointer.address();
    let kind = runtime.memory.kind(address);
    if kind == MemoryKind::Unregistered {
        return Err(Error::new(
            Code::InvalidValue,
            format!("{pointer} is not memory that kernels can access"),
        ));
    }
    let device = match kind {
        MemoryKind::Host => runtime.memory.host_memory(address)?.1,
        _ => address,
    };
    let range = runtime.memory.kernel.allocation_at(device).unwrap_or((device, 0));
    let word = |value: u64| Ok(value.to_le_bytes().to_vec());
    let int = |value: u32| Ok(value.to_le_bytes().to_vec());
    match number {
        1 => {
            let context = current(runtime).unwrap_or_else(|| runtime.driver.primary());
            word(context)
        }
        2 => int(if kind == MemoryKind::Host { HOST } else { DEVICE }),
        3 => word(device),
        4 if kind == MemoryKind::Device => Err(Code::InvalidValue.into()),
        4 => word(address),
        6 | 9 | 10 => int(0), // synchronous operations, number of the device, use by other processes
        7 => word(range.0),
        8 => int(u32::from(kind == MemoryKind::Managed)),
        11 => word(address - (device - range.0)),
        12 => word(range.1),
        13 => int(1),
        _ => Err(Error::new(Code::InvalidValue, format!("there is no attribute {number}"))),
    }
}

driver! {
    /// Bytes of device memory that are free, and in all.
    fn cuMemGetInfo_v2(free: HostPtr, total: HostPtr) |runtime| { memory_info(runtime, free, total) }

    /// Allocates device memory.
    fn cuMemAlloc_v2(pointer: HostPtr, bytes: usize) |runtime| {
        if bytes == 0 {
            return Err(Error::new(Code::InvalidValue, "an allocation of 0 bytes"));
        }
        allocate(runtime, pointer, bytes)
    }

    /// Allocates rows that are aligned.
    fn cuMemAllocPitch_v2(pointer: HostPtr, pitch: HostPtr, width: usize, height: usize, element: u32) |runtime| {
        if width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
            let why = format!("{height} rows of {width} bytes in elements of {element}");
            return Err(Error::new(Code::InvalidValue, why));
        }
        let (address, bytes) = allocate_pitched(runtime, width, height)?;
        pitch.write_u64(bytes)?;
        pointer.write_u64(address)
    }

    /// Frees device memory.
    fn cuMemFree_v2(pointer: HostPtr) |runtime| { free(runtime, pointer) }

    /// Start and bytes of the allocation that has an address.
    fn cuMemGetAddressRange_v2(start: HostPtr, bytes: HostPtr, pointer: HostPtr) |runtime| {
        let unknown = || Error::new(Code::SymbolNotFound, format!("{pointer} is not device memory"));
        let (base, size) = runtime.memory.kernel.allocation_at(pointer.address()).ok_or_else(unknown)?;
        super::module::write_variable((base, size), start, bytes)
    }

    /// Allocates device memory in the order of a stream.
    fn cuMemAllocAsync(pointer: HostPtr, bytes: usize, stream: u64) |runtime| {
        runtime.streams.stream(stream)?;
        allocate(runtime, pointer, bytes)
    }

    /// Frees device memory in the order of a stream.
    fn cuMemFreeAsync(pointer: HostPtr, stream: u64) |runtime| {
        if pointer.is_null() { Ok(()) } else { submit(runtime, stream, Operation::Free(pointer.address())) }
    }

    /// Allocates host memory that kernels can access.
    fn cuMemAllocHost_v2(pointer: HostPtr, bytes: usize) |runtime| { allocate_host(runtime, pointer, bytes, 0) }

    /// Allocates host memory that kernels can access.
    fn cuMemHostAlloc(pointer: HostPtr, bytes: usize, flags: u32) |runtime| { allocate_host(runtime, pointer, bytes, flags) }

    /// Frees host memory of the driver.
    fn cuMemFreeHost(pointer: HostPtr) |runtime| {
        if pointer.is_null() { Ok(()) } else { runtime.memory.free_host(pointer.address()) }
    }

    /// Gives kernels access to memory of the program.
    fn cuMemHostRegister_v2(pointer: HostPtr, bytes: usize, flags: u32) |runtime| {
        runtime.memory.register(pointer, bytes as u64, flags)
    }

    /// Ends the access of kernels to memory of the program.
    fn cuMemHostUnregister(pointer: HostPtr) |runtime| { runtime.memory.unregister(pointer) }

    /// The address for kernels of host memory.
    fn cuMemHostGetDevicePointer_v2(device: HostPtr, host: HostPtr, _flags: u32) |runtime| {
        let (_, address) = runtime.memory.host_memory(host.address())?;
        device.write_u64(address)
    }

    /// The flags with which host memory was allocated.
    fn cuMemHostGetFlags(flags: HostPtr, host: HostPtr) |runtime| {
        let (found, _) = runtime.memory.host_memory(host.address())?;
        flags.write_u32(found)
    }

    /// Allocates memory that host and kernels see at one address.
    fn cuMemAllocManaged(pointer: HostPtr, bytes: usize, flags: u32) |runtime| {
        allocate_managed(runtime, pointer, bytes, flags)
    }

    /// Advises where managed memory should be, which changes nothing here.
    fn cuMemAdvise_v2(pointer: HostPtr, _bytes: usize, _advice: c_int, _place: MemoryLocation) |runtime| { managed(runtime, pointer) }

    /// Brings managed memory to a device, which changes nothing here.
    fn cuMemPrefetchAsync_v2(pointer: HostPtr, _bytes: usize, _place: MemoryLocation, _flags: u32, stream: u64) |runtime| {
        runtime.streams.stream(stream)?;
        managed(runtime, pointer)
    }

    /// Copies bytes, between any two places.
    fn cuMemcpy(to: HostPtr, from: HostPtr, bytes: usize) |runtime| { copy(runtime, to, from, bytes, BY_ADDRESS, 0) }

    /// Copies bytes, between any two places, in the order of a stream.
    fn cuMemcpyAsync(to: HostPtr, from: HostPtr, bytes: usize, stream: u64) |runtime| {
        copy(runtime, to, from, bytes, BY_ADDRESS, stream)
    }

    /// Copies bytes to the device.
    fn cuMemcpyHtoD_v2(to: HostPtr, from: HostPtr, bytes: usize) |runtime| { copy(runtime, to, from, bytes, HOST_TO_DEVICE, 0) }

    /// Copies bytes to the device in the order of a stream.
    fn cuMemcpyHtoDAsync_v2(to: HostPtr, from: HostPtr, bytes: usize, stream: u64) |runtime| {
        copy(runtime, to, from, bytes, HOST_TO_DEVICE, stream)
    }

    /// Copies bytes from the device.
    fn cuMemcpyDtoH_v2(to: HostPtr, from: HostPtr, bytes: usize) |runtime| { copy(runtime, to, from, bytes, DEVICE_TO_HOST, 0) }

    /// Copies bytes from the device in the order of a stream.
    fn cuMemcpyDtoHAsync_v2(to: HostPtr, from: HostPtr, bytes: usize, stream: u64) |runtime| {
        copy(runtime, to, from, bytes, DEVICE_TO_HOST, stream)
    }

    /// Copies bytes within the device.
    fn cuMemcpyDtoD_v2(to: HostPtr, from: HostPtr, bytes: usize) |runtime| { copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, 0) }

    /// Copies bytes within the device in the order of a stream.
    fn cuMemcpyDtoDAsync_v2(to: HostPtr, from: HostPtr, bytes: usize, stream: u64) |runtime| {
        copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, stream)
    }

    /// Copies bytes from context to context: they share the device.
    fn cuMemcpyPeer(to: HostPtr, to_context: u64, from: HostPtr, from_context: u64, bytes: usize) |runtime| {
        runtime.driver.context(to_context)?;
        runtime.driver.context(from_context)?;
        copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, 0)
    }

    /// Copies bytes from context to context in the order of a stream: they share the device.
    fn cuMemcpyPeerAsync(to: HostPtr, to_context: u64, from: HostPtr, from_context: u64, bytes: usize, stream: u64) |runtime| {
        runtime.driver.context(to_context)?;
        runtime.driver.context(from_context)?;
        copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, stream)
    }

    /// Copies rows.
    fn cuMemcpy2D_v2(description: HostPtr) |runtime| { copy_2d(runtime, description, 0) }

    /// Copies rows, at any pitch.
    fn cuMemcpy2DUnaligned_v2(description: HostPtr) |runtime| { copy_2d(runtime, description, 0) }

    /// Copies rows in the order of a stream.
    fn cuMemcpy2DAsync_v2(description: HostPtr, stream: u64) |runtime| { copy_2d(runtime, description, stream) }

    /// Copies boxes.
    fn cuMemcpy3D_v2(description: HostPtr) |runtime| { copy_3d(runtime, description, 0) }

    /// Copies boxes in the order of a stream.
    fn cuMemcpy3DAsync_v2(description: HostPtr, stream: u64) |runtime| { copy_3d(runtime, description, stream) }

    /// Fills bytes.
    fn cuMemsetD8_v2(at: HostPtr, value: u8, count: usize) |runtime| { fill(runtime, at, 0, (value.into(), 1), (count, 1), 0) }

    /// Fills values of 2 bytes.
    fn cuMemsetD16_v2(at: HostPtr, value: u16, count: usize) |runtime| { fill(runtime, at, 0, (value.into(), 2), (count, 1), 0) }

    /// Fills values of 4 bytes.
    fn cuMemsetD32_v2(at: HostPtr, value: u32, count: usize) |runtime| { fill(runtime, at, 0, (value, 4), (count, 1), 0) }

    /// Fills bytes in the order of a stream.
    fn cuMemsetD8Async(at: HostPtr, value: u8, count: usize, stream: u64) |runtime| {
        fill(runtime, at, 0, (value.into(), 1), (count, 1), stream)
    }

    /// Fills values of 2 bytes in the order of a stream.
    fn cuMemsetD16Async(at: HostPtr, value: u16, count: usize, stream: u64) |runtime| {
        fill(runtime, at, 0, (value.into(), 2), (count, 1), stream)
    }

    /// Fills values of 4 bytes in the order of a stream.
    fn cuMemsetD32Async(at: HostPtr, value: u32, count: usize, stream: u64) |runtime| {
        fill(runtime, at, 0, (value, 4), (count, 1), stream)
    }

    /// Fills rows of bytes.
    fn cuMemsetD2D8_v2(at: HostPtr, pitch: usize, value: u8, width: usize, height: usize) |runtime| {
        fill(runtime, at, pitch, (value.into(), 1), (width, height), 0)
    }

    /// Fills rows of values of 2 bytes.
    fn cuMemsetD2D16_v2(at: HostPtr, pitch: usize, value: u16, width: usize, height: usize) |runtime| {
        fill(runtime, at, pitch, (value.into(), 2), (width, height), 0)
    }

    /// Fills rows of values of 4 bytes.
    fn cuMemsetD2D32_v2(at: HostPtr, pitch: usize, value: u32, width: usize, height: usize) |runtime| {
        fill(runtime, at, pitch, (value, 4), (width, height), 0)
    }

    /// Fills rows of bytes in the order of a stream.
    fn cuMemsetD2D8Async(at: HostPtr, pitch: usize, value: u8, width: usize, height: usize, stream: u64) |runtime| {
        fill(runtime, at, pitch, (value.into(), 1), (width, height), stream)
    }

    /// Fills rows of values of 2 bytes in the order of a stream.
    fn cuMemsetD2D16Async(at: HostPtr, pitch: usize, value: u16, width: usize, height: usize, stream: u64) |runtime| {
        fill(runtime, at, pitch, (value.into(), 2), (width, height), stream)
    }

    /// Fills rows of values of 4 bytes in the order of a stream.
    fn cuMemsetD2D32Async(at: HostPtr, pitch: usize, value: u32, width: usize, height: usize, stream: u64) |runtime| {
        fill(runtime, at, pitch, (value, 4), (width, height), stream)
    }

    /// An attribute of an address.
    fn cuPointerGetAttribute(data: HostPtr, attribute: u32, pointer: HostPtr) |runtime| {
        let bytes = pointer_attribute(runtime, attribute, pointer)?;
        data.write(&bytes)
    }

    /// Several attributes of an address; zeros for those that it does not have.
    fn cuPointerGetAttributes(count: u32, attributes: HostPtr, data: HostPtr, pointer: HostPtr) |runtime| {
        if count > MOST_ATTRIBUTES {
            return Err(Error::new(Code::InvalidValue, format!("{count} attributes of a pointer")));
        }
        for i in 0..count as usize {
            let number = attributes.offset(4 * i)?.read_u32()?;
            let to = data.offset(8 * i)?.read_pointer()?;
            let absent = || match number {
                2 | 6 | 8 | 10 | 13 => vec![0; 4],
                9 => vec![0xfe, 0xff, 0xff, 0xff], // no device: -2
                _ => vec![0; 8],
            };
            to.write(&pointer_attribute(runtime, number, pointer).unwrap_or_else(|_| absent()))?;
        }
        Ok(())
    }
}
