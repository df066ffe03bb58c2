//! Allocation, copies and fills, which are the runtime's.

use super::context::current;
use crate::api::memory::{allocate, allocate_pitched, copy, submit};
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
    fn cuMemAlloc_v2(pointer: HostPtr, bytes: usize) |runtime| {
        if bytes == 0 {
            return Err(Error::new(Code::InvalidValue, "an allocation of 0 bytes"));
        }
        allocate(runtime, pointer, bytes)
    }

    fn cuMemAllocPitch_v2(pointer: HostPtr, pitch: HostPtr, width: usize, height: usize, element: u32) |runtime| {
        if width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
            let why = format!("{height} rows of {width} bytes in elements of {element}");
            return Err(Error::new(Code::InvalidValue, why));
        }
        let (address, bytes) = allocate_pitched(runtime, width, height)?;
        pitch.write_u64(bytes)?;
        pointer.write_u64(address)
    }

    fn cuMemGetAddressRange_v2(start: HostPtr, bytes: HostPtr, pointer: HostPtr) |runtime| {
        let unknown = || Error::new(Code::SymbolNotFound, format!("{pointer} is not device memory"));
        let (base, size) = runtime.memory.kernel.allocation_at(pointer.address()).ok_or_else(unknown)?;
        super::module::write_variable((base, size), start, bytes)
    }

    fn cuMemAllocAsync(pointer: HostPtr, bytes: usize, stream: u64) |runtime| {
        runtime.streams.stream(stream)?;
        allocate(runtime, pointer, bytes)
    }

    fn cuMemcpy(to: HostPtr, from: HostPtr, bytes: usize) / cuMemcpyAsync |runtime, stream| {
        copy(runtime, to, from, bytes, BY_ADDRESS, stream)
    }

    fn cuMemcpyHtoD_v2(to: HostPtr, from: HostPtr, bytes: usize) / cuMemcpyHtoDAsync_v2 |runtime, stream| {
        copy(runtime, to, from, bytes, HOST_TO_DEVICE, stream)
    }

    fn cuMemcpyDtoH_v2(to: HostPtr, from: HostPtr, bytes: usize) / cuMemcpyDtoHAsync_v2 |runtime, stream| {
        copy(runtime, to, from, bytes, DEVICE_TO_HOST, stream)
    }

    fn cuMemcpyDtoD_v2(to: HostPtr, from: HostPtr, bytes: usize) / cuMemcpyDtoDAsync_v2 |runtime, stream| {
        copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, stream)
    }

    /// Copies bytes from context to context: they share the device.
    fn cuMemcpyPeer(to: HostPtr, to_context: u64, from: HostPtr, from_context: u64, bytes: usize) / cuMemcpyPeerAsync |runtime, stream| {
        runtime.driver.context(to_context)?;
        runtime.driver.context(from_context)?;
        copy(runtime, to, from, bytes, DEVICE_TO_DEVICE, stream)
    }

    fn cuMemcpy2D_v2(description: HostPtr) / cuMemcpy2DAsync_v2 |runtime, stream| { copy_2d(runtime, description, stream) }

    fn cuMemcpy2DUnaligned_v2(description: HostPtr) |runtime| { copy_2d(runtime, description, 0) }

    fn cuMemcpy3D_v2(description: HostPtr) / cuMemcpy3DAsync_v2 |runtime, stream| { copy_3d(runtime, description, stream) }

    fn cuMemsetD8_v2(at: HostPtr, value: u8, count: usize) / cuMemsetD8Async |runtime, stream| {
        fill(runtime, at, 0, (value.into(), 1), (count, 1), stream)
    }

    fn cuMemsetD16_v2(at: HostPtr, value: u16, count: usize) / cuMemsetD16Async |runtime, stream| {
        fill(runtime, at, 0, (value.into(), 2), (count, 1), stream)
    }

    fn cuMemsetD32_v2(at: HostPtr, value: u32, count: usize) / cuMemsetD32Async |runtime, stream| {
        fill(runtime, at, 0, (value, 4), (count, 1), stream)
    }

    fn cuMemsetD2D8_v2(at: HostPtr, pitch: usize, value: u8, width: usize, height: usize) / cuMemsetD2D8Async |runtime, stream| {
        fill(runtime, at, pitch, (value.into(), 1), (width, height), stream)
    }

    fn cuMemsetD2D16_v2(at: HostPtr, pitch: usize, value: u16, width: usize, height: usize) / cuMemsetD2D16Async |runtime, stream| {
        fill(runtime, at, pitch, (value.into(), 2), (width, height), stream)
    }

    fn cuMemsetD2D32_v2(at: HostPtr, pitch: usize, value: u32, width: usize, height: usize) / cuMemsetD2D32Async |runtime, stream| {
        fill(runtime, at, pitch, (value, 4), (width, height), stream)
    }

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
