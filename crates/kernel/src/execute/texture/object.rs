//! Texture and surface objects.

use super::super::memory::{Memory, MemoryError};
use super::Geometry;
use super::array::{Image, Layout, StoredArray};
use super::{Array, ArrayRegion, ChannelKind, TexelFormat};

/// Texel selection outside the range of a coordinate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum AddressMode {
    /// The texture repeats. Without normalised coordinates, the same as [`AddressMode::Clamp`].
    Wrap,
    /// The nearest texel.
    #[default]
    Clamp,
    /// The texture repeats, every other time mirrored. Without normalised coordinates, the same as [`AddressMode::Clamp`].
    Mirror,
    /// The border colour.
    Border,
}

/// Filter of a texture.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Filter {
    /// The nearest texel.
    #[default]
    Point,
    /// Interpolation between the 2, 4 or 8 nearest texels.
    Linear,
}

/// Conversion of texels that are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum ReadMode {
    /// None: integers stay integers.
    #[default]
    Element,
    /// Integers of 8 or 16 bits become numbers from 0 to 1, or from -1 to 1. Floating-point channels stay what they are.
    NormalizedFloat,
}

/// Memory that a texture reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TextureSource {
    Array(Array),
    /// Texels one after the other in global memory. Filter, address mode and normalised coordinates do not apply.
    Linear {
        address: u64,
        format: TexelFormat,
        width: u32,
    },
    /// Rows of texels in global memory.
    Pitch2D {
        address: u64,
        format: TexelFormat,
        /// Texels per row.
        width: u32,
        height: u32,
        /// Bytes from the start of a row to the start of the next.
        pitch: u64,
    },
}

/// Description of a texture object: `cudaResourceDesc` and `cudaTextureDesc`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Texture {
    /// Memory that it reads.
    pub source: TextureSource,
    pub address_mode: [AddressMode; 3],
    pub filter: Filter,
    /// Conversion of texels.
    pub read_mode: ReadMode,
    /// Whether coordinates from 0 to 1 cover the texture.
    pub normalized: bool,
    /// Border colour. For channels that stay integers, the bits of a number are those of the integer.
    pub border: [f32; 4],
}

impl Texture {
    /// A texture with the defaults of CUDA: coordinates are not normalised, no filter, no conversion, a black border.
    /// The address mode is clamp.
    pub fn new(source: TextureSource) -> Texture {
        Texture {
            source,
            address_mode: [AddressMode::default(); 3],
            filter: Filter::default(),
            read_mode: ReadMode::default(),
            normalized: false,
            border: [0.0; 4],
        }
    }
}

/// Handle of a texture object. A kernel gets its number as an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TextureHandle(pub u64);

/// Description of a surface object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Surface {
    /// Array that the surface reads and writes.
    pub array: Array,
}

/// Handle of a surface object. A kernel gets its number as an argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SurfaceHandle(pub u64);

/// Error of an array, a texture or a surface.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TextureError {
    /// A texel format that does not exist.
    #[error(
        "no texel has {channels} channels of {bits} bits ({kind:?}): use 1, 2 or 4 channels of 8, 16 or 32 bits; floating-point channels have 16 or 32"
    )]
    Format { channels: u32, bits: u32, kind: ChannelKind },
    /// An extent of 0 or above the limit.
    #[error("an array cannot have {extent:?} texels: each dimension has 1 to {most}")]
    Shape {
        /// Width, height and slices.
        extent: [u32; 3],
        most: u32,
    },
    /// A handle that is not an array's.
    #[error("{0:#x} is not an array, or was destroyed")]
    NoArray(u64),
    /// A handle that is not a texture's.
    #[error("{0:#x} is not a texture object, or was destroyed")]
    NoTexture(u64),
    /// A handle that is not a surface's.
    #[error("{0:#x} is not a surface object, or was destroyed")]
    NoSurface(u64),
    /// A copy beyond an array.
    #[error("a copy of {:?} texels at {:?} exceeds the array of {extent:?} texels", region.extent, region.origin)]
    Region {
        region: ArrayRegion,
        /// Width, height and slices of the array.
        extent: [u32; 3],
    },
    /// A copy of the wrong size.
    #[error("the region has {needs} bytes, but {given} are copied")]
    CopySize {
        /// Bytes of the region.
        needs: u64,
        given: u64,
    },
    /// A linear filter of integers.
    #[error(
        "a linear filter needs numbers: use a floating-point format, or 8 or 16 bits and the normalised-float read mode"
    )]
    LinearIntegers,
    /// Conversion of 32-bit integers.
    #[error("the normalised-float read mode needs channels of 8 or 16 bits")]
    WideNormalized,
    /// Linear memory that a texture cannot read.
    #[error(
        "a texture of linear memory needs an address that is a multiple of {align} bytes, not {address:#x}"
    )]
    Alignment {
        address: u64,
        /// Bytes of a texel.
        align: u32,
    },
    /// Rows that overlap.
    #[error(
        "rows of {width} bytes need a pitch of at least that and a multiple of the texel's size, not {pitch}"
    )]
    Pitch {
        /// Bytes of a row.
        width: u64,
        /// Bytes from row to row.
        pitch: u64,
    },
    /// The allocation or copy failed.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// A table of objects by handle. Handles count up from `base` and are never reused.
#[derive(Clone, Debug)]
pub(crate) struct Handles<T> {
    base: u64,
    objects: Vec<Option<T>>,
}

impl<T> Handles<T> {
    const fn new(base: u64) -> Handles<T> {
        Handles { base, objects: Vec::new() }
    }

    pub(crate) fn insert(&mut self, object: T) -> u64 {
        self.objects.push(Some(object));
        self.base + self.objects.len() as u64 - 1
    }

    pub(crate) fn remove(&mut self, handle: u64) -> Option<T> {
        let at = usize::try_from(handle.wrapping_sub(self.base)).ok()?;
        self.objects.get_mut(at)?.take()
    }

    #[inline]
    pub(crate) fn get(&self, handle: u64) -> Option<&T> {
        let at = usize::try_from(handle.wrapping_sub(self.base)).ok()?;
        self.objects.get(at)?.as_ref()
    }

    /// The object of which machine code has the lower half of the handle.
    pub(crate) fn by_lower_half(&self, half: u32) -> Option<&T> {
        self.get(self.base & !u64::from(u32::MAX) | u64::from(half))
    }
}

/// Arrays, textures and surfaces of a device.
#[derive(Clone, Debug)]
pub(crate) struct TextureObjects {
    pub arrays: Handles<StoredArray>,
    pub textures: Handles<Bound>,
    pub surfaces: Handles<Image>,
}

impl Default for TextureObjects {
    /// Addresses have 57 bits at most: handles are above them. Their lower halves, with which machine code works, are hardly met by
    /// chance either.
    fn default() -> TextureObjects {
        TextureObjects {
            arrays: Handles::new(0xa44a << 48),
            textures: Handles::new(0x7e80 << 48 | 0x7e80 << 16),
            surfaces: Handles::new(0x5f80 << 48 | 0x5f80 << 16),
        }
    }
}

/// A texture object with the texels that it reads.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub texture: Texture,
    pub image: Image,
}

impl Bound {
    /// Whether the texture reads linear memory of one dimension.
    pub fn is_linear(&self) -> bool {
        matches!(self.texture.source, TextureSource::Linear { .. })
    }
}

impl Memory {
    /// Creates a texture object, as `cudaCreateTextureObject` does. The [module](super) has an example.
    pub fn create_texture(&mut self, texture: Texture) -> Result<TextureHandle, TextureError> {
        let image = match texture.source {
            TextureSource::Array(array) => self.stored_array(array)?.image,
            TextureSource::Linear { address, format, width } => {
                let size = u64::from(width) * u64::from(format.bytes());
                self.linear((address, size), format, Geometry::D1, [width, 1, 1], size)?
            }
            TextureSource::Pitch2D { address, format, width, height, pitch } => {
                let row = u64::from(width) * u64::from(format.bytes());
                if pitch < row || !pitch.is_multiple_of(format.bytes().into()) {
                    return Err(TextureError::Pitch { width: row, pitch });
                }
                let size = pitch.saturating_mul(u64::from(height.saturating_sub(1))).saturating_add(row);
                self.linear((address, size), format, Geometry::D2, [width, height, 1], pitch)?
            }
        };
        let format = image.format;
        let integers = format.kind() != ChannelKind::Float;
        if texture.read_mode == ReadMode::NormalizedFloat && integers && format.channel_bits() == 32 {
            return Err(TextureError::WideNormalized);
        }
        // A texture of linear memory has no filter.
        let filters =
            texture.filter == Filter::Linear && !matches!(texture.source, TextureSource::Linear { .. });
        if filters && integers && texture.read_mode == ReadMode::Element {
            return Err(TextureError::LinearIntegers);
        }
        Ok(TextureHandle(self.textures.textures.insert(Bound { texture, image })))
    }

    /// Destroys a texture object. The memory that it reads stays.
    pub fn destroy_texture(&mut self, texture: TextureHandle) -> Result<(), TextureError> {
        self.textures.textures.remove(texture.0).map(|_| ()).ok_or(TextureError::NoTexture(texture.0))
    }

    /// Description of a texture object.
    pub fn texture(&self, texture: TextureHandle) -> Result<Texture, TextureError> {
        let bound = self.textures.textures.get(texture.0).ok_or(TextureError::NoTexture(texture.0))?;
        Ok(bound.texture)
    }

    /// Creates a surface object, as `cudaCreateSurfaceObject` does.
    ///
    /// ```
    /// use warploom_kernel::execute::{ArrayShape, ChannelKind, Memory, Surface, TexelFormat};
    /// let mut memory = Memory::new();
    /// let format = TexelFormat::new(1, 32, ChannelKind::Unsigned)?;
    /// let array = memory.create_array("picture", ArrayShape::D2 { width: 64, height: 64 }, format)?;
    /// let surface = memory.create_surface(Surface { array })?;
    /// memory.destroy_surface(surface)?;
    /// # Ok::<(), warploom_kernel::execute::TextureError>(())
    /// ```
    pub fn create_surface(&mut self, surface: Surface) -> Result<SurfaceHandle, TextureError> {
        let image = self.stored_array(surface.array)?.image;
        Ok(SurfaceHandle(self.textures.surfaces.insert(image)))
    }

    /// Destroys a surface object. The array stays.
    pub fn destroy_surface(&mut self, surface: SurfaceHandle) -> Result<(), TextureError> {
        self.textures.surfaces.remove(surface.0).map(|_| ()).ok_or(TextureError::NoSurface(surface.0))
    }

    /// Checks linear memory that a texture is to read.
    fn linear(
        &self,
        (address, size): (u64, u64),
        format: TexelFormat,
        geometry: Geometry,
        extent: [u32; 3],
        pitch: u64,
    ) -> Result<Image, TextureError> {
        if extent.contains(&0) {
            return Err(TextureError::Shape { extent, most: u32::MAX });
        }
        if !address.is_multiple_of(format.bytes().into()) {
            return Err(TextureError::Alignment { address, align: format.bytes() });
        }
        self.read(address, size)?;
        Ok(Image { base: address, format, geometry, extent, layout: Layout::Rows { pitch, slice: size } })
    }
}
