//! Arrays, texture objects and surface objects as CUDA describes them.

use super::memory::DeviceMemory;
use crate::error::{Code, Error};
use crate::handles::Handles;
use std::collections::BTreeMap;
use warploom_kernel::execute::{
    AddressMode, Array, ArrayShape, ChannelKind, Filter, ReadMode, Surface, SurfaceHandle, TexelFormat,
    Texture, TextureHandle, TextureSource,
};

/// Bytes of a `cudaResourceDesc`.
pub const RESOURCE_BYTES: usize = 144;
/// Bytes of a `cudaTextureDesc`.
pub const TEXTURE_BYTES: usize = 72;
/// Most texels of a texture of linear memory.
pub const MOST_LINEAR: u64 = 1 << 28;

const LAYERED: u32 = 1;
const SURFACE: u32 = 2;
const CUBEMAP: u32 = 4;
const GATHER: u32 = 8;

/// Bits of the four channels and the number of their kind. CUDA's `cudaChannelFormatDesc`.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChannelFormat {
    /// Bits of channels x, y, z, w.
    pub bits: [i32; 4],
    /// Number of CUDA's `cudaChannelFormatKind`.
    pub kind: i32,
}

impl ChannelFormat {
    /// Bytes of the C struct.
    pub const BYTES: usize = 20;

    /// Reads the C struct.
    pub fn from_bytes(bytes: &[u8; ChannelFormat::BYTES]) -> ChannelFormat {
        ChannelFormat { bits: [0, 4, 8, 12].map(|at| int(bytes, at) as i32), kind: int(bytes, 16) as i32 }
    }

    /// The C struct.
    pub fn to_bytes(self) -> Vec<u8> {
        self.bits.iter().chain([&self.kind]).flat_map(|n| n.to_le_bytes()).collect()
    }

    /// The texel's format, and whether kernels read its integers as numbers from 0 to 1 or from -1 to 1 in any case.
    pub fn texels(self) -> Result<(TexelFormat, bool), Error> {
        let wrong = |why: String| Error::new(Code::InvalidChannelDescriptor, why);
        let [x, y, z, w] = self.bits;
        let (kind, normalized) = match self.kind {
            0 => (ChannelKind::Signed, false),
            1 => (ChannelKind::Unsigned, false),
            2 => (ChannelKind::Float, false),
            5..=10 => (ChannelKind::Unsigned, true),
            11..=16 => (ChannelKind::Signed, true),
            kind => {
                let why = format!(
                    "texels of kind {kind} are not there: compressed and planar formats are not modelled"
                );
                return Err(wrong(why));
            }
        };
        let channels = match [y, z, w] {
            [0, 0, 0] => 1,
            [_, 0, 0] if y == x => 2,
            _ if y == x && z == x && w == x => 4,
            _ => return Err(wrong(format!("no texel has channels of {x}, {y}, {z} and {w} bits"))),
        };
        let bits = u32::try_from(x).unwrap_or(0);
        let format = TexelFormat::new(channels, bits, kind).map_err(|error| wrong(error.to_string()))?;
        Ok((format, normalized))
    }
}

/// An array as the program described it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayInfo {
    /// Format of its texels.
    pub format: ChannelFormat,
    /// Width, height and depth; 0 for a dimension that it does not have.
    pub extent: [usize; 3],
    /// Flags with which it was made.
    pub flags: u32,
}

impl ArrayInfo {
    /// The shape that extent and flags describe.
    pub fn shape(&self) -> Result<ArrayShape, Error> {
        let ArrayInfo { extent, flags, .. } = *self;
        let wrong = |why: String| Error::new(Code::InvalidValue, why);
        if flags & !(LAYERED | SURFACE | CUBEMAP | GATHER) != 0 {
            return Err(wrong(format!(
                "arrays with flags {flags:#x} are not modelled: sparse and deferred ones are not there"
            )));
        }
        let [x, y, z] = extent.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        match (flags & LAYERED != 0, flags & CUBEMAP != 0) {
            (_, true) if x != y || z % 6 != 0 || z == 0 => {
                Err(wrong(format!("a cubemap has six square faces, not {x} x {y} x {z} texels")))
            }
            (true, true) => Ok(ArrayShape::LayeredCubemap { size: x, cubemaps: z / 6 }),
            (false, true) if z == 6 => Ok(ArrayShape::Cubemap { size: x }),
            (false, true) => Err(wrong(format!("a cubemap has 6 faces, not {z}"))),
            (true, false) if y == 0 => Ok(ArrayShape::Layered1D { width: x, layers: z }),
            (true, false) => Ok(ArrayShape::Layered2D { width: x, height: y, layers: z }),
            (false, false) if y == 0 && z == 0 => Ok(ArrayShape::D1 { width: x }),
            (false, false) if z == 0 => Ok(ArrayShape::D2 { width: x, height: y }),
            (false, false) => Ok(ArrayShape::D3 { width: x, height: y, depth: z }),
        }
    }
}

/// What a texture object was made from, as C structs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextureDescription {
    /// The `cudaResourceDesc`.
    pub resource: [u8; RESOURCE_BYTES],
    /// The `cudaTextureDesc`.
    pub texture: [u8; TEXTURE_BYTES],
}

/// Descriptions of arrays, textures and surfaces by handle. Their texels are in the device's memory.
#[derive(Debug)]
pub struct Textures {
    arrays: BTreeMap<u64, ArrayInfo>,
    mipmapped: Handles<Array>,
    textures: BTreeMap<u64, TextureDescription>,
    surfaces: BTreeMap<u64, [u8; RESOURCE_BYTES]>,
}

impl Textures {
    pub fn new() -> Textures {
        let mipmapped = Handles::new("a mipmapped array", 6);
        Textures { arrays: BTreeMap::new(), mipmapped, textures: BTreeMap::new(), surfaces: BTreeMap::new() }
    }

    /// Allocates an array.
    ///
    /// # Errors
    /// If there is no such array, or too little memory.
    pub fn create_array(&mut self, memory: &mut DeviceMemory, info: ArrayInfo) -> Result<Array, Error> {
        let (format, _) = info.format.texels()?;
        memory.update_limit(1);
        let (function, before) = ("cudaMallocArray", memory.kernel.usage().0);
        let name = memory.allocations.next_name(function);
        let array = memory.kernel.create_array(&name, info.shape()?, format)?;
        memory.allocations.add(function, memory.kernel.usage().0 - before);
        self.arrays.insert(array.0, info);
        Ok(array)
    }

    /// Frees an array.
    pub fn destroy_array(&mut self, memory: &mut DeviceMemory, array: Array) -> Result<(), Error> {
        memory.kernel.destroy_array(array)?;
        self.arrays.remove(&array.0);
        Ok(())
    }

    /// Description of an array.
    pub fn array(&self, array: Array) -> Result<&ArrayInfo, Error> {
        let wrong = || Error::new(Code::InvalidResourceHandle, format!("{:#x} is not an array", array.0));
        self.arrays.get(&array.0).ok_or_else(wrong)
    }

    /// Makes a mipmapped array of one level.
    pub fn create_mipmapped(&mut self, level: Array) -> u64 {
        self.mipmapped.insert(level)
    }

    pub fn level(&self, mipmapped: u64) -> Result<Array, Error> {
        self.mipmapped.get(mipmapped).copied()
    }

    /// Frees a mipmapped array.
    pub fn destroy_mipmapped(&mut self, memory: &mut DeviceMemory, mipmapped: u64) -> Result<(), Error> {
        let level = self.mipmapped.remove(mipmapped)?;
        self.destroy_array(memory, level)
    }

    /// Makes a texture object.
    pub fn create_texture(
        &mut self,
        memory: &mut DeviceMemory,
        description: TextureDescription,
    ) -> Result<TextureHandle, Error> {
        let (source, normalized) = self.source(&description.resource)?;
        let mut texture = sampling(&description.texture, source)?;
        if normalized {
            texture.read_mode = ReadMode::NormalizedFloat;
        }
        let handle = memory.kernel.create_texture(texture)?;
        self.textures.insert(handle.0, description);
        Ok(handle)
    }

    /// Destroys a texture object.
    pub fn destroy_texture(&mut self, memory: &mut DeviceMemory, texture: u64) -> Result<(), Error> {
        memory.kernel.destroy_texture(TextureHandle(texture))?;
        self.textures.remove(&texture);
        Ok(())
    }

    /// Description of a texture object.
    pub fn texture(&self, texture: u64) -> Result<&TextureDescription, Error> {
        let wrong = || Error::new(Code::InvalidValue, format!("{texture:#x} is not a texture object"));
        self.textures.get(&texture).ok_or_else(wrong)
    }

    /// Makes a surface object.
    pub fn create_surface(
        &mut self,
        memory: &mut DeviceMemory,
        resource: [u8; RESOURCE_BYTES],
    ) -> Result<SurfaceHandle, Error> {
        if int(&resource, 0) != 0 {
            return Err(Error::new(Code::InvalidValue, "a surface is made of an array"));
        }
        let array = Array(long(&resource, 8));
        if self.array(array)?.flags & SURFACE == 0 {
            let why = "an array for a surface is made with cudaArraySurfaceLoadStore";
            return Err(Error::new(Code::InvalidValue, why));
        }
        let handle = memory.kernel.create_surface(Surface { array })?;
        self.surfaces.insert(handle.0, resource);
        Ok(handle)
    }

    /// Destroys a surface object.
    pub fn destroy_surface(&mut self, memory: &mut DeviceMemory, surface: u64) -> Result<(), Error> {
        memory.kernel.destroy_surface(SurfaceHandle(surface))?;
        self.surfaces.remove(&surface);
        Ok(())
    }

    /// Description of a surface object.
    pub fn surface(&self, surface: u64) -> Result<&[u8; RESOURCE_BYTES], Error> {
        let wrong = || Error::new(Code::InvalidValue, format!("{surface:#x} is not a surface object"));
        self.surfaces.get(&surface).ok_or_else(wrong)
    }

    /// The memory that a `cudaResourceDesc` describes, and whether its integers are always read as numbers.
    fn source(&self, resource: &[u8; RESOURCE_BYTES]) -> Result<(TextureSource, bool), Error> {
        let wrong = |why: String| Error::new(Code::InvalidValue, why);
        let first = long(resource, 8);
        let of_array = |array: Array| {
            let (_, normalized) = self.array(array)?.format.texels()?;
            Ok((TextureSource::Array(array), normalized))
        };
        match int(resource, 0) {
            0 => return of_array(Array(first)),
            1 => return of_array(self.level(first)?),
            2 | 3 => {}
            kind => return Err(wrong(format!("there is no kind {kind} of resources"))),
        }
        let mut format = [0; ChannelFormat::BYTES];
        format.copy_from_slice(&resource[16..36]);
        let (format, normalized) = ChannelFormat::from_bytes(&format).texels()?;
        let number =
            |n: u64| u32::try_from(n).map_err(|_| wrong(format!("a texture cannot have {n} texels")));
        let address = first;
        if int(resource, 0) == 2 {
            let texels = long(resource, 40) / u64::from(format.bytes());
            if texels > MOST_LINEAR {
                return Err(wrong(format!(
                    "a texture of linear memory has at most {MOST_LINEAR} texels, not {texels}"
                )));
            }
            return Ok((TextureSource::Linear { address, format, width: number(texels)? }, normalized));
        }
        let (width, height) = (number(long(resource, 40))?, number(long(resource, 48))?);
        let source = TextureSource::Pitch2D { address, format, width, height, pitch: long(resource, 56) };
        Ok((source, normalized))
    }
}

impl Default for Textures {
    fn default() -> Textures {
        Textures::new()
    }
}

/// A texture of `source` as a `cudaTextureDesc` describes it.
fn sampling(bytes: &[u8; TEXTURE_BYTES], source: TextureSource) -> Result<Texture, Error> {
    let wrong = |why: String| Error::new(Code::InvalidValue, why);
    let mut address_mode = [AddressMode::Clamp; 3];
    for (i, mode) in address_mode.iter_mut().enumerate() {
        *mode = match int(bytes, 4 * i) {
            0 => AddressMode::Wrap,
            1 => AddressMode::Clamp,
            2 => AddressMode::Mirror,
            3 => AddressMode::Border,
            number => return Err(wrong(format!("there is no address mode {number}"))),
        };
    }
    let filter = match int(bytes, 12) {
        0 => Filter::Point,
        1 => Filter::Linear,
        number => return Err(wrong(format!("there is no filter {number}"))),
    };
    let read_mode = match int(bytes, 16) {
        0 => ReadMode::Element,
        1 => ReadMode::NormalizedFloat,
        number => return Err(wrong(format!("there is no read mode {number}"))),
    };
    if int(bytes, 20) != 0 {
        return Err(Error::new(Code::NotSupported, "textures in sRGB are not modelled: convert the texels"));
    }
    if int(bytes, 68) != 0 && filter == Filter::Linear {
        let why = "cubemaps are filtered within each face: seamlessCubemap is not modelled";
        return Err(Error::new(Code::NotSupported, why));
    }
    Ok(Texture {
        source,
        address_mode,
        filter,
        read_mode,
        normalized: int(bytes, 40) != 0,
        border: [24, 28, 32, 36].map(|at| f32::from_bits(int(bytes, at))),
    })
}

/// The 32-bit number at byte `at` of a C struct.
pub fn int(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

/// The 64-bit number at byte `at` of a C struct.
pub fn long(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn info(extent: [usize; 3], flags: u32) -> ArrayInfo {
        ArrayInfo { format: ChannelFormat { bits: [8, 8, 8, 8], kind: 1 }, extent, flags }
    }

    #[test]
    fn flags_and_extents_make_the_shapes_of_arrays() {
        assert_eq!(info([5, 0, 0], 0).shape(), Ok(ArrayShape::D1 { width: 5 }));
        assert_eq!(info([5, 4, 0], SURFACE).shape(), Ok(ArrayShape::D2 { width: 5, height: 4 }));
        assert_eq!(info([5, 4, 3], 0).shape(), Ok(ArrayShape::D3 { width: 5, height: 4, depth: 3 }));
        assert_eq!(info([5, 0, 3], LAYERED).shape(), Ok(ArrayShape::Layered1D { width: 5, layers: 3 }));
        assert_eq!(info([4, 4, 6], CUBEMAP).shape(), Ok(ArrayShape::Cubemap { size: 4 }));
        let cubemaps = ArrayShape::LayeredCubemap { size: 4, cubemaps: 2 };
        assert_eq!(info([4, 4, 12], CUBEMAP | LAYERED).shape(), Ok(cubemaps));
        for (extent, flags) in
            [([4, 5, 6], CUBEMAP), ([4, 4, 12], CUBEMAP), ([4, 4, 7], 5), ([4, 4, 4], 0x40)]
        {
            assert!(info(extent, flags).shape().is_err(), "{extent:?} {flags}");
        }
    }

    #[test]
    fn channel_formats_are_checked() {
        let format =
            |bits, kind| ChannelFormat { bits, kind }.texels().map(|(format, n)| (format.bytes(), n));
        assert_eq!(format([32, 0, 0, 0], 2), Ok((4, false)));
        assert_eq!(format([8, 8, 8, 8], 7), Ok((4, true)));
        assert_eq!(format([16, 16, 0, 0], 0), Ok((4, false)));
        for (bits, kind) in
            [([8, 8, 8, 0], 1), ([8, 16, 0, 0], 1), ([8, 0, 0, 0], 2), ([-8, 0, 0, 0], 1), ([8, 0, 0, 0], 17)]
        {
            assert!(format(bits, kind).is_err(), "{bits:?} {kind}");
        }
        let bytes: Vec<u8> = (0..20).collect();
        assert_eq!(ChannelFormat::from_bytes(&bytes.clone().try_into().unwrap()).to_bytes(), bytes);
    }

    /// Offsets as gcc prints them for CUDA 13's `texture_types.h` and `driver_types.h`.
    #[test]
    fn descriptions_are_read_from_their_c_structs() {
        let mut texture = [0; TEXTURE_BYTES];
        let put = |bytes: &mut [u8], at: usize, n: u32| bytes[at..at + 4].copy_from_slice(&n.to_le_bytes());
        put(&mut texture, 0, 3);
        put(&mut texture, 8, 2);
        put(&mut texture, 12, 1);
        put(&mut texture, 16, 1);
        put(&mut texture, 28, 1.5f32.to_bits());
        put(&mut texture, 40, 1);
        let mut resource = [0; RESOURCE_BYTES];
        put(&mut resource, 0, 3);
        put(&mut resource, 8, 0x4000);
        put(&mut resource, 16, 32);
        put(&mut resource, 32, 2);
        put(&mut resource, 40, 10);
        put(&mut resource, 48, 20);
        put(&mut resource, 56, 512);
        let (source, _) = Textures::new().source(&resource).unwrap();
        let format = TexelFormat::new(1, 32, ChannelKind::Float).unwrap();
        assert_eq!(
            source,
            TextureSource::Pitch2D { address: 0x4000, format, width: 10, height: 20, pitch: 512 }
        );
        let read = sampling(&texture, source).unwrap();
        assert_eq!(read.address_mode, [AddressMode::Border, AddressMode::Wrap, AddressMode::Mirror]);
        assert_eq!(
            (read.filter, read.read_mode, read.normalized),
            (Filter::Linear, ReadMode::NormalizedFloat, true)
        );
        assert_eq!(read.border, [0.0, 1.5, 0.0, 0.0]);
        put(&mut texture, 20, 1);
        assert_eq!(sampling(&texture, source).unwrap_err().code, Code::NotSupported);
    }
}
