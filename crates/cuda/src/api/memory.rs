//! Allocation, copies and fills.

use super::device::check;
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::{Copy3d, Fill, MemoryKind, Operation, PITCH, Place, Runtime};
use libc::c_int;

/// Size of a box: bytes or texels in x, rows, slices. CUDA's `cudaExtent`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// In x, y, z.
    pub size: [usize; 3],
}

/// Memory in rows. CUDA's `cudaPitchedPtr`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PitchedPtr {
    /// First byte.
    pub at: HostPtr,
    /// Bytes from row to row.
    pub pitch: usize,
    /// Width in elements.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// Where managed memory should be. CUDA's `cudaMemLocation`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLocation {
    /// Whether it is a device or the host.
    pub kind: c_int,
    /// Number of the device.
    pub id: c_int,
}

/// Checks a direction of copies: host or device to host or device, or by address.
pub(super) fn direction(kind: c_int) -> Result<(), Error> {
    match kind {
        0..=4 => Ok(()),
        _ => Err(Error::new(Code::InvalidMemcpyDirection, format!("{kind} is not a direction of copies"))),
    }
}

pub(super) fn linear(to: HostPtr, from: HostPtr, bytes: usize) -> Operation {
    Operation::Copy(Copy3d { to: Place::linear(to), from: Place::linear(from), extent: [bytes, 1, 1] })
}

pub(super) fn submit(runtime: &mut Runtime, stream: u64, operation: Operation) -> Result<(), Error> {
    runtime.submit(stream, operation).map(|_| ())
}

/// Checks the direction against the addresses, and copies.
pub(super) fn copy(
    runtime: &mut Runtime,
    to: HostPtr,
    from: HostPtr,
    bytes: usize,
    kind: c_int,
    stream: u64,
) -> Result<(), Error> {
    direction(kind)?;
    // Memory that a graph allocates is not there while the graph is captured.
    if bytes > 0 && !runtime.streams.captured(stream)? {
        let outside = |at: HostPtr| runtime.memory.kind(at.address()) == MemoryKind::Unregistered;
        let wrong = match kind {
            1 => outside(to).then_some(("to the device", to)),
            2 => outside(from).then_some(("from the device", from)),
            3 => outside(to)
                .then_some(("to the device", to))
                .or(outside(from).then_some(("from the device", from))),
            _ => None,
        };
        if let Some((direction, at)) = wrong {
            return Err(Error::new(
                Code::InvalidValue,
                format!("a copy {direction} at {at}, where no memory of the device is"),
            ));
        }
    }
    submit(runtime, stream, linear(to, from, bytes))
}

pub(super) fn fill(
    runtime: &mut Runtime,
    at: HostPtr,
    (pitch, rows): (usize, usize),
    value: c_int,
    extent: [usize; 3],
    stream: u64,
) -> Result<(), Error> {
    let fill = Fill { at, pitch, rows, extent, value: value as u32, width: 1 };
    submit(runtime, stream, Operation::Fill(fill))
}

#[allow(clippy::too_many_arguments, reason = "the arguments are CUDA's")]
fn copy_2d(
    runtime: &mut Runtime,
    (to, to_pitch): (HostPtr, usize),
    (from, from_pitch): (HostPtr, usize),
    (width, height): (usize, usize),
    kind: c_int,
    stream: u64,
) -> Result<(), Error> {
    direction(kind)?;
    let place = |at, pitch| Place::Memory { at, pitch, rows: height };
    let copy = Copy3d { to: place(to, to_pitch), from: place(from, from_pitch), extent: [width, height, 1] };
    if width > to_pitch || width > from_pitch {
        return Err(Error::new(
            Code::InvalidPitchValue,
            format!("rows of {width} bytes are longer than their pitch"),
        ));
    }
    submit(runtime, stream, Operation::Copy(copy))
}

/// The part of a variable that a copy accesses.
pub(super) fn part_of_variable(
    runtime: &mut Runtime,
    symbol: HostPtr,
    offset: usize,
    bytes: usize,
) -> Result<HostPtr, Error> {
    let (address, size) = runtime.variable(symbol)?;
    let end = offset.checked_add(bytes).filter(|&end| end as u64 <= size);
    if end.is_none() {
        let why = format!("{bytes} bytes from byte {offset} of a variable of {size} bytes");
        return Err(Error::new(Code::InvalidValue, why));
    }
    HostPtr(address as usize).offset(offset)
}

pub(super) fn allocate(runtime: &mut Runtime, pointer: HostPtr, bytes: usize) -> Result<(), Error> {
    pointer.write_u64(0)?;
    if bytes == 0 {
        return Ok(());
    }
    pointer.write_u64(runtime.memory.allocate("cudaMalloc", bytes as u64)?)
}

/// Allocates from a pool in the order of a stream. A stream that is being captured gets an address now and the memory when the graph
/// is launched.
pub(super) fn allocate_from(
    runtime: &mut Runtime,
    pointer: HostPtr,
    bytes: usize,
    pool: u64,
    stream: u64,
) -> Result<(), Error> {
    runtime.pools.pool(pool)?;
    pointer.write_u64(0)?;
    let bytes = bytes as u64;
    if bytes == 0 {
        return Ok(());
    }
    if runtime.streams.captured(stream)? {
        let (address, operation) = runtime.reserve_for_node(bytes)?;
        pointer.write_u64(address)?;
        return submit(runtime, stream, operation);
    }
    let address = runtime.memory.allocate("cudaMallocAsync", bytes)?;
    runtime.pools.pool(pool)?.allocated(&runtime.memory, address, bytes);
    pointer.write_u64(address)
}

fn allocate_host(runtime: &mut Runtime, pointer: HostPtr, bytes: usize, flags: u32) -> Result<(), Error> {
    if flags > 7 {
        return Err(Error::new(Code::InvalidValue, format!("{flags:#x} are not flags of host memory")));
    }
    pointer.write_u64(0)?;
    if bytes == 0 {
        return Ok(());
    }
    pointer.write_u64(runtime.memory.allocate_shared(bytes as u64, false, flags)?)
}

pub(super) fn allocate_pitched(
    runtime: &mut Runtime,
    width: usize,
    rows: usize,
) -> Result<(u64, u64), Error> {
    let overflow = || {
        Error::new(
            Code::MemoryAllocation,
            format!("{rows} rows of {width} bytes are more than the device has"),
        )
    };
    let pitch = (width as u64).checked_next_multiple_of(PITCH).ok_or_else(overflow)?;
    let bytes = pitch.checked_mul(rows as u64).ok_or_else(overflow)?;
    let address = if bytes == 0 { 0 } else { runtime.memory.allocate("cudaMallocPitch", bytes)? };
    Ok((address, pitch))
}

api! {
    fn cudaMalloc(pointer: HostPtr, bytes: usize) |runtime| { allocate(runtime, pointer, bytes) }

    fn cudaFree(pointer: HostPtr) = cuMemFree_v2 |runtime| {
        if pointer.is_null() { Ok(()) } else { runtime.memory.free(pointer.address()) }
    }

    fn cudaMallocAsync(pointer: HostPtr, bytes: usize, stream: u64) |runtime| {
        let pool = runtime.pools.current;
        allocate_from(runtime, pointer, bytes, pool, stream)
    }

    fn cudaFreeAsync(pointer: HostPtr, stream: u64) = cuMemFreeAsync |runtime| {
        if pointer.is_null() { Ok(()) } else { submit(runtime, stream, Operation::Free(pointer.address())) }
    }

    fn cudaMallocHost(pointer: HostPtr, bytes: usize) = cuMemAllocHost_v2 |runtime| { allocate_host(runtime, pointer, bytes, 0) }

    fn cudaHostAlloc(pointer: HostPtr, bytes: usize, flags: u32) = cuMemHostAlloc |runtime| {
        allocate_host(runtime, pointer, bytes, flags)
    }

    fn cudaFreeHost(pointer: HostPtr) = cuMemFreeHost |runtime| {
        if pointer.is_null() { Ok(()) } else { runtime.memory.free_host(pointer.address()) }
    }

    fn cudaHostRegister(pointer: HostPtr, bytes: usize, flags: u32) = cuMemHostRegister_v2 |runtime| {
        runtime.memory.register(pointer, bytes as u64, flags)
    }

    fn cudaHostUnregister(pointer: HostPtr) = cuMemHostUnregister |runtime| { runtime.memory.unregister(pointer) }

    fn cudaHostGetDevicePointer(device: HostPtr, host: HostPtr, _flags: u32) = cuMemHostGetDevicePointer_v2 |runtime| {
        let (_, address) = runtime.memory.host_memory(host.address())?;
        device.write_u64(address)
    }

    fn cudaHostGetFlags(flags: HostPtr, host: HostPtr) = cuMemHostGetFlags |runtime| {
        let (found, _) = runtime.memory.host_memory(host.address())?;
        flags.write_u32(found)
    }

    fn cudaMallocManaged(pointer: HostPtr, bytes: usize, flags: u32) = cuMemAllocManaged |runtime| {
        if !matches!(flags, 1 | 2) {
            return Err(Error::new(Code::InvalidValue, format!("{flags:#x} are not flags of managed memory")));
        }
        if bytes == 0 {
            return Err(Error::new(Code::InvalidValue, "managed memory of 0 bytes"));
        }
        pointer.write_u64(0)?;
        pointer.write_u64(runtime.memory.allocate_shared(bytes as u64, true, flags)?)
    }

    fn cudaMallocPitch(pointer: HostPtr, pitch: HostPtr, width: usize, height: usize) |runtime| {
        let (address, bytes) = allocate_pitched(runtime, width, height)?;
        pitch.write_u64(bytes)?;
        pointer.write_u64(address)
    }

    fn cudaMalloc3D(pitched: HostPtr, extent: Extent) |runtime| {
        let [width, height, depth] = extent.size;
        let rows = height.checked_mul(depth).ok_or(Code::MemoryAllocation)?;
        let (address, pitch) = allocate_pitched(runtime, width, rows)?;
        let words = [address, pitch, width as u64, height as u64];
        pitched.write(&words.map(u64::to_le_bytes).concat())
    }

    fn cudaMemcpy(to: HostPtr, from: HostPtr, bytes: usize, kind: c_int) / cudaMemcpyAsync |runtime, stream| {
        copy(runtime, to, from, bytes, kind, stream)
    }

    /// Copies bytes from device to device: there is one.
    fn cudaMemcpyPeer(to: HostPtr, to_device: c_int, from: HostPtr, from_device: c_int, bytes: usize) / cudaMemcpyPeerAsync |runtime, stream| {
        check(to_device)?;
        check(from_device)?;
        copy(runtime, to, from, bytes, 3, stream)
    }

    fn cudaMemcpy2D(to: HostPtr, to_pitch: usize, from: HostPtr, from_pitch: usize, width: usize, height: usize, kind: c_int) / cudaMemcpy2DAsync |runtime, stream| {
        copy_2d(runtime, (to, to_pitch), (from, from_pitch), (width, height), kind, stream)
    }

    fn cudaMemcpyToSymbol(symbol: HostPtr, from: HostPtr, bytes: usize, offset: usize, kind: c_int) / cudaMemcpyToSymbolAsync |runtime, stream| {
        direction(kind)?;
        let to = part_of_variable(runtime, symbol, offset, bytes)?;
        submit(runtime, stream, linear(to, from, bytes))
    }

    fn cudaMemcpyFromSymbol(to: HostPtr, symbol: HostPtr, bytes: usize, offset: usize, kind: c_int) / cudaMemcpyFromSymbolAsync |runtime, stream| {
        direction(kind)?;
        let from = part_of_variable(runtime, symbol, offset, bytes)?;
        submit(runtime, stream, linear(to, from, bytes))
    }

    fn cudaGetSymbolAddress(pointer: HostPtr, symbol: HostPtr) |runtime| {
        let at = part_of_variable(runtime, symbol, 0, 0)?;
        pointer.write_u64(at.address())
    }

    fn cudaGetSymbolSize(bytes: HostPtr, symbol: HostPtr) |runtime| {
        let (_, size) = runtime.variable(symbol)?;
        bytes.write_u64(size)
    }

    fn cudaMemset(at: HostPtr, value: c_int, bytes: usize) / cudaMemsetAsync |runtime, stream| {
        fill(runtime, at, (bytes, 1), value, [bytes, 1, 1], stream)
    }

    fn cudaMemset2D(at: HostPtr, pitch: usize, value: c_int, width: usize, height: usize) / cudaMemset2DAsync |runtime, stream| {
        fill(runtime, at, (pitch, height), value, [width, height, 1], stream)
    }

    fn cudaMemset3D(pitched: PitchedPtr, value: c_int, extent: Extent) / cudaMemset3DAsync |runtime, stream| {
        fill(runtime, pitched.at, (pitched.pitch, pitched.height), value, extent.size, stream)
    }

    fn cudaPointerGetAttributes(attributes: HostPtr, pointer: HostPtr) |runtime| {
        let kind = runtime.memory.kind(pointer.address());
        let (number, device, host) = match kind {
            MemoryKind::Unregistered => (0, 0, 0),
            MemoryKind::Host => (1, runtime.memory.host_memory(pointer.address())?.1, pointer.address()),
            MemoryKind::Device => (2, pointer.address(), 0),
            MemoryKind::Managed => (3, pointer.address(), pointer.address()),
        };
        let number_of_device: u32 = if kind == MemoryKind::Unregistered { u32::MAX - 1 } else { 0 };
        let mut bytes = [0; 88];
        bytes[..4].copy_from_slice(&u32::to_le_bytes(number));
        bytes[4..8].copy_from_slice(&number_of_device.to_le_bytes());
        bytes[8..16].copy_from_slice(&device.to_le_bytes());
        bytes[16..24].copy_from_slice(&host.to_le_bytes());
        attributes.write(&bytes)
    }

    /// Advises where managed memory should be, which changes nothing here.
    fn cudaMemAdvise(pointer: HostPtr, _bytes: usize, _advice: c_int, _place: MemoryLocation) = cuMemAdvise_v2 |runtime| { managed(runtime, pointer) }

    /// Brings managed memory to a device, which changes nothing here.
    fn cudaMemPrefetchAsync(pointer: HostPtr, _bytes: usize, _place: MemoryLocation, _flags: u32, stream: u64) = cuMemPrefetchAsync_v2 |runtime| {
        runtime.streams.stream(stream)?;
        managed(runtime, pointer)
    }
}

fn managed(runtime: &Runtime, pointer: HostPtr) -> Result<(), Error> {
    match runtime.memory.kind(pointer.address()) {
        MemoryKind::Managed => Ok(()),
        _ => Err(Error::new(Code::InvalidValue, format!("{pointer} is not managed memory"))),
    }
}
