//! Arrays, textures and surfaces.

use super::device::check;
use super::memory::{Extent, direction, submit};
use crate::entry::api;
use crate::error::{Code, Error};
use crate::host::HostPtr;
use crate::runtime::texture::{ArrayInfo, ChannelFormat, MOST_LINEAR, TextureDescription, int, long};
use crate::runtime::{Copy3d, Operation, Place, Runtime};
use libc::c_int;
use warploom_kernel::execute::Array;

/// Bytes of a `cudaMemcpy3DParms`.
const COPY_BYTES: usize = 160;
/// Direction of a copy that the addresses decide: `cudaMemcpyDefault`.
const BY_ADDRESS: u8 = 4;
/// Bytes of a `cudaMemcpy3DPeerParms`.
const PEER_COPY_BYTES: usize = 168;
/// Bytes of a `cudaResourceViewDesc`.
const VIEW_BYTES: usize = 112;

#[unsafe(export_name = "warploom_cudaCreateChannelDesc")]
pub extern "C" fn create_channel_desc(x: c_int, y: c_int, z: c_int, w: c_int, kind: c_int) -> ChannelFormat {
    ChannelFormat { bits: [x, y, z, w], kind }
}

fn create_array(
    runtime: &mut Runtime,
    handle: HostPtr,
    format: HostPtr,
    extent: [usize; 3],
    flags: u32,
) -> Result<(), Error> {
    handle.write_u64(0)?;
    let format = ChannelFormat::from_bytes(&format.read_array()?);
    let array = runtime.textures.create_array(&mut runtime.memory, ArrayInfo { format, extent, flags })?;
    handle.write_u64(array.0)
}

fn texel_bytes(runtime: &Runtime, array: Array) -> Result<usize, Error> {
    let (_, format) = runtime.memory.kernel.array(array)?;
    Ok(format.bytes() as usize)
}

/// One end of a copy in a C struct: the array, the position, the memory.
fn end(
    runtime: &Runtime,
    bytes: &[u8],
    (array_at, position_at, pointer_at): (usize, usize, usize),
) -> Result<Place, Error> {
    let size = |at: usize| long(bytes, at) as usize;
    let array = Array(long(bytes, array_at));
    let position = [size(position_at), size(position_at + 8), size(position_at + 16)];
    let pointer = HostPtr(size(pointer_at));
    let overflow = || Error::new(Code::InvalidValue, "the position of the copy overflows");
    match (array.0, pointer) {
        (0, HostPtr::NULL) => {
            Err(Error::new(Code::InvalidValue, "a copy needs an array or a pointer at both ends"))
        }
        (0, _) => {
            let (pitch, rows) = (size(pointer_at + 8), size(pointer_at + 24));
            let [x, y, z] = position;
            let row = z.checked_mul(rows).and_then(|n| n.checked_add(y)).ok_or_else(overflow)?;
            let offset = row.checked_mul(pitch).and_then(|n| n.checked_add(x)).ok_or_else(overflow)?;
            Ok(Place::Memory { at: pointer.offset(offset)?, pitch, rows })
        }
        (_, HostPtr::NULL) => {
            let x = position[0].checked_mul(texel_bytes(runtime, array)?).ok_or_else(overflow)?;
            Ok(Place::Array { array, origin: [x, position[1], position[2]] })
        }
        _ => Err(Error::new(Code::InvalidValue, "an end of a copy is an array or a pointer, not both")),
    }
}

/// A copy between places with an extent: of texels if an array takes part, or else of bytes.
fn boxed(runtime: &Runtime, to: Place, from: Place, bytes: &[u8], extent_at: usize) -> Result<Copy3d, Error> {
    let size = |at: usize| long(bytes, at) as usize;
    let mut extent = [size(extent_at), size(extent_at + 8), size(extent_at + 16)];
    for place in [to, from] {
        if let Place::Array { array, .. } = place {
            let overflow = || Error::new(Code::InvalidValue, "the width of the copy overflows");
            extent[0] = size(extent_at).checked_mul(texel_bytes(runtime, array)?).ok_or_else(overflow)?;
        }
    }
    Ok(Copy3d { to, from, extent })
}

/// The copy that a `cudaMemcpy3DParms` describes.
pub(super) fn copy_of(runtime: &Runtime, parameters: HostPtr) -> Result<Copy3d, Error> {
    let bytes: [u8; COPY_BYTES] = parameters.read_array()?;
    direction(int(&bytes, 152) as c_int)?;
    let from = end(runtime, &bytes, (0, 8, 32))?;
    let to = end(runtime, &bytes, (64, 72, 96))?;
    boxed(runtime, to, from, &bytes, 128)
}

/// The `cudaMemcpy3DParms` that describes a copy.
pub(super) fn bytes_of(runtime: &Runtime, copy: &Copy3d) -> Result<[u8; COPY_BYTES], Error> {
    let mut bytes = [0; COPY_BYTES];
    let mut put = |at: usize, n: u64| bytes[at..at + 8].copy_from_slice(&n.to_le_bytes());
    let mut texel = 1;
    for (place, array_at, position_at, pointer_at) in [(copy.from, 0, 8, 32), (copy.to, 64, 72, 96)] {
        match place {
            Place::Memory { at, pitch, rows } => {
                put(pointer_at, at.address());
                put(pointer_at + 8, pitch as u64);
                put(pointer_at + 16, copy.extent[0] as u64);
                put(pointer_at + 24, rows as u64);
            }
            Place::Array { array, origin: [x, y, z] } => {
                texel = texel_bytes(runtime, array)?;
                put(array_at, array.0);
                put(position_at, (x / texel) as u64);
                put(position_at + 8, y as u64);
                put(position_at + 16, z as u64);
            }
        }
    }
    put(128, (copy.extent[0] / texel) as u64);
    put(136, copy.extent[1] as u64);
    put(144, copy.extent[2] as u64);
    bytes[152] = BY_ADDRESS;
    Ok(bytes)
}

/// The copy that a `cudaMemcpy3DPeerParms` describes.
fn peer_copy_of(runtime: &Runtime, parameters: HostPtr) -> Result<Copy3d, Error> {
    let bytes: [u8; PEER_COPY_BYTES] = parameters.read_array()?;
    check(int(&bytes, 64) as c_int)?;
    check(int(&bytes, 136) as c_int)?;
    let from = end(runtime, &bytes, (0, 8, 32))?;
    let to = end(runtime, &bytes, (72, 80, 104))?;
    boxed(runtime, to, from, &bytes, 144)
}

/// One end of a copy of bytes that continue in the next row of an array.
#[derive(Clone, Copy)]
enum Cursor {
    Memory(HostPtr),
    Array { array: Array, row_bytes: usize, x: usize, y: usize },
}

impl Cursor {
    fn array(runtime: &Runtime, array: Array, x: usize, y: usize) -> Result<Cursor, Error> {
        let (shape, format) = runtime.memory.kernel.array(array)?;
        let row_bytes = shape.extent()[0] as usize * format.bytes() as usize;
        match x < row_bytes {
            true => Ok(Cursor::Array { array, row_bytes, x, y }),
            false => {
                Err(Error::new(Code::InvalidValue, format!("byte {x} is beyond a row of {row_bytes} bytes")))
            }
        }
    }

    /// Bytes up to the end of the row.
    fn room(self) -> usize {
        match self {
            Cursor::Memory(_) => usize::MAX,
            Cursor::Array { row_bytes, x, .. } => row_bytes - x,
        }
    }

    fn place(self) -> Place {
        match self {
            Cursor::Memory(at) => Place::linear(at),
            Cursor::Array { array, x, y, .. } => Place::Array { array, origin: [x, y, 0] },
        }
    }

    fn advance(self, bytes: usize) -> Result<Cursor, Error> {
        Ok(match self {
            Cursor::Memory(at) => Cursor::Memory(at.offset(bytes)?),
            Cursor::Array { array, row_bytes, x, y } if x + bytes == row_bytes => {
                Cursor::Array { array, row_bytes, x: 0, y: y + 1 }
            }
            Cursor::Array { array, row_bytes, x, y } => Cursor::Array { array, row_bytes, x: x + bytes, y },
        })
    }
}

/// Copies bytes row by row.
fn copy_bytes(
    runtime: &mut Runtime,
    (mut to, mut from): (Cursor, Cursor),
    mut bytes: usize,
    kind: c_int,
    stream: u64,
) -> Result<(), Error> {
    direction(kind)?;
    while bytes > 0 {
        let piece = bytes.min(to.room()).min(from.room());
        let copy = Copy3d { to: to.place(), from: from.place(), extent: [piece, 1, 1] };
        submit(runtime, stream, Operation::Copy(copy))?;
        (to, from) = (to.advance(piece)?, from.advance(piece)?);
        bytes -= piece;
    }
    Ok(())
}

fn copy_2d(
    runtime: &mut Runtime,
    (to, from): (Place, Place),
    (width, height): (usize, usize),
    kind: c_int,
    stream: u64,
) -> Result<(), Error> {
    direction(kind)?;
    submit(runtime, stream, Operation::Copy(Copy3d { to, from, extent: [width, height, 1] }))
}

fn rows(at: HostPtr, pitch: usize, height: usize) -> Place {
    Place::Memory { at, pitch, rows: height }
}

fn part(array: u64, x: usize, y: usize) -> Place {
    Place::Array { array: Array(array), origin: [x, y, 0] }
}

api! {
    fn cudaMallocArray(array: HostPtr, format: HostPtr, width: usize, height: usize, flags: u32) |runtime| {
        create_array(runtime, array, format, [width, height, 0], flags)
    }

    fn cudaMalloc3DArray(array: HostPtr, format: HostPtr, extent: Extent, flags: u32) |runtime| {
        create_array(runtime, array, format, extent.size, flags)
    }

    fn cudaFreeArray(array: u64) |runtime| {
        match array {
            0 => Ok(()),
            _ => runtime.textures.destroy_array(&mut runtime.memory, Array(array)),
        }
    }

    /// Allocates a mipmapped array of one level.
    fn cudaMallocMipmappedArray(array: HostPtr, format: HostPtr, extent: Extent, levels: u32, flags: u32) |runtime| {
        array.write_u64(0)?;
        if levels > 1 {
            return Err(Error::new(Code::NotSupported, format!("mipmaps have one level here, not {levels}")));
        }
        let format = ChannelFormat::from_bytes(&format.read_array()?);
        let info = ArrayInfo { format, extent: extent.size, flags };
        let level = runtime.textures.create_array(&mut runtime.memory, info)?;
        array.write_u64(runtime.textures.create_mipmapped(level))
    }

    fn cudaGetMipmappedArrayLevel(array: HostPtr, mipmapped: u64, level: u32) |runtime| {
        let only = runtime.textures.level(mipmapped)?;
        match level {
            0 => array.write_u64(only.0),
            _ => Err(Error::new(Code::InvalidValue, format!("the mipmapped array has level 0 only, not {level}"))),
        }
    }

    fn cudaFreeMipmappedArray(mipmapped: u64) |runtime| {
        match mipmapped {
            0 => Ok(()),
            _ => runtime.textures.destroy_mipmapped(&mut runtime.memory, mipmapped),
        }
    }

    fn cudaArrayGetInfo(format: HostPtr, extent: HostPtr, flags: HostPtr, array: u64) |runtime| {
        let info = *runtime.textures.array(Array(array))?;
        if !format.is_null() {
            format.write(&info.format.to_bytes())?;
        }
        if !extent.is_null() {
            extent.write(&info.extent.map(|n| (n as u64).to_le_bytes()).concat())?;
        }
        if flags.is_null() { Ok(()) } else { flags.write_u32(info.flags) }
    }

    fn cudaGetChannelDesc(format: HostPtr, array: u64) |runtime| {
        format.write(&runtime.textures.array(Array(array))?.format.to_bytes())
    }

    /// Most texels of a texture of linear memory.
    fn cudaDeviceGetTexture1DLinearMaxWidth(texels: HostPtr, format: HostPtr, device: c_int) |runtime| {
        check(device)?;
        ChannelFormat::from_bytes(&format.read_array()?).texels()?;
        texels.write_u64(MOST_LINEAR)
    }

    fn cudaMemcpyToArray(to: u64, x: usize, y: usize, from: HostPtr, bytes: usize, kind: c_int) / cudaMemcpyToArrayAsync |runtime, stream| {
        let to = Cursor::array(runtime, Array(to), x, y)?;
        copy_bytes(runtime, (to, Cursor::Memory(from)), bytes, kind, stream)
    }

    fn cudaMemcpyFromArray(to: HostPtr, from: u64, x: usize, y: usize, bytes: usize, kind: c_int) / cudaMemcpyFromArrayAsync |runtime, stream| {
        let from = Cursor::array(runtime, Array(from), x, y)?;
        copy_bytes(runtime, (Cursor::Memory(to), from), bytes, kind, stream)
    }

    fn cudaMemcpyArrayToArray(to: u64, to_x: usize, to_y: usize, from: u64, x: usize, y: usize, bytes: usize, kind: c_int) |runtime| {
        let to = Cursor::array(runtime, Array(to), to_x, to_y)?;
        let from = Cursor::array(runtime, Array(from), x, y)?;
        copy_bytes(runtime, (to, from), bytes, kind, 0)
    }

    fn cudaMemcpy2DToArray(to: u64, x: usize, y: usize, from: HostPtr, pitch: usize, width: usize, height: usize, kind: c_int) / cudaMemcpy2DToArrayAsync |runtime, stream| {
        copy_2d(runtime, (part(to, x, y), rows(from, pitch, height)), (width, height), kind, stream)
    }

    fn cudaMemcpy2DFromArray(to: HostPtr, pitch: usize, from: u64, x: usize, y: usize, width: usize, height: usize, kind: c_int) / cudaMemcpy2DFromArrayAsync |runtime, stream| {
        copy_2d(runtime, (rows(to, pitch, height), part(from, x, y)), (width, height), kind, stream)
    }

    fn cudaMemcpy2DArrayToArray(to: u64, to_x: usize, to_y: usize, from: u64, x: usize, y: usize, width: usize, height: usize, kind: c_int) |runtime| {
        copy_2d(runtime, (part(to, to_x, to_y), part(from, x, y)), (width, height), kind, 0)
    }

    fn cudaMemcpy3D(parameters: HostPtr) / cudaMemcpy3DAsync |runtime, stream| {
        let copy = copy_of(runtime, parameters)?;
        submit(runtime, stream, Operation::Copy(copy))
    }

    /// Copies a box between devices: there is one.
    fn cudaMemcpy3DPeer(parameters: HostPtr) / cudaMemcpy3DPeerAsync |runtime, stream| {
        let copy = peer_copy_of(runtime, parameters)?;
        submit(runtime, stream, Operation::Copy(copy))
    }

    fn cudaCreateTextureObject(object: HostPtr, resource: HostPtr, texture: HostPtr, view: HostPtr) |runtime| {
        object.write_u64(0)?;
        if !view.is_null() && view.read_array::<VIEW_BYTES>()?.iter().any(|&byte| byte != 0) {
            let why = "views of textures are not modelled: make the array with the format that kernels read";
            return Err(Error::new(Code::NotSupported, why));
        }
        let description = TextureDescription { resource: resource.read_array()?, texture: texture.read_array()? };
        object.write_u64(runtime.textures.create_texture(&mut runtime.memory, description)?.0)
    }

    fn cudaDestroyTextureObject(object: u64) |runtime| {
        match object {
            0 => Ok(()),
            _ => runtime.textures.destroy_texture(&mut runtime.memory, object),
        }
    }

    fn cudaGetTextureObjectResourceDesc(resource: HostPtr, object: u64) |runtime| {
        resource.write(&runtime.textures.texture(object)?.resource)
    }

    fn cudaGetTextureObjectTextureDesc(texture: HostPtr, object: u64) |runtime| {
        texture.write(&runtime.textures.texture(object)?.texture)
    }

    /// The view of a texture object: none has one.
    fn cudaGetTextureObjectResourceViewDesc(_view: HostPtr, object: u64) |runtime| {
        runtime.textures.texture(object)?;
        Err(Error::new(Code::InvalidValue, "the texture object has no view"))
    }

    fn cudaCreateSurfaceObject(object: HostPtr, resource: HostPtr) |runtime| {
        object.write_u64(0)?;
        let resource = resource.read_array()?;
        object.write_u64(runtime.textures.create_surface(&mut runtime.memory, resource)?.0)
    }

    fn cudaDestroySurfaceObject(object: u64) |runtime| {
        match object {
            0 => Ok(()),
            _ => runtime.textures.destroy_surface(&mut runtime.memory, object),
        }
    }

    fn cudaGetSurfaceObjectResourceDesc(resource: HostPtr, object: u64) |runtime| {
        resource.write(runtime.textures.surface(object)?)
    }
}
