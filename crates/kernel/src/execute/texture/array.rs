//! Arrays: texels of up to three dimensions in block-linear order.
//!
//! Two-dimensional slices consist of *GOBs* of 64 bytes by 8 rows (512 bytes), as on NVIDIA GPUs since Fermi. Up to 16 GOBs on
//! top of each other are a block; the blocks of a slice follow each other row by row. Linux's `drm_fourcc.h` describes this
//! layout (`DRM_FORMAT_MOD_NVIDIA_BLOCK_LINEAR_2D`). Within a GOB, pieces of 16 bytes are ordered so that a 32-byte sector holds
//! two rows of 16 bytes: the neighbourhood of a texel is in few sectors. Layers, faces and slices in depth follow each other.
//! One-dimensional arrays are rows of bytes.

use super::super::memory::{HostCopy, Memory};
use super::Geometry;
use super::{TexelFormat, TextureError};

/// Bytes of a GOB.
const GOB: u64 = 512;
/// Bytes of a row of a GOB.
const GOB_WIDTH: u64 = 64;
/// Rows of a GOB.
const GOB_HEIGHT: u64 = 8;
/// Most GOBs of a block.
const MOST_GOBS: u64 = 16;

/// Shape of an array, in texels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayShape {
    /// One dimension.
    D1 { width: u32 },
    /// Two dimensions.
    D2 { width: u32, height: u32 },
    /// Three dimensions.
    D3 { width: u32, height: u32, depth: u32 },
    /// Layers of one dimension.
    Layered1D { width: u32, layers: u32 },
    /// Layers of two dimensions.
    Layered2D { width: u32, height: u32, layers: u32 },
    /// Six square faces: +x, -x, +y, -y, +z, -z.
    Cubemap { size: u32 },
    /// Several cubemaps of six faces each.
    LayeredCubemap { size: u32, cubemaps: u32 },
}

impl ArrayShape {
    /// Width, height, and number of slices: depth, layers or faces.
    pub const fn extent(self) -> [u32; 3] {
        match self {
            ArrayShape::D1 { width } => [width, 1, 1],
            ArrayShape::D2 { width, height } => [width, height, 1],
            ArrayShape::D3 { width, height, depth } => [width, height, depth],
            ArrayShape::Layered1D { width, layers } => [width, 1, layers],
            ArrayShape::Layered2D { width, height, layers } => [width, height, layers],
            ArrayShape::Cubemap { size } => [size, size, 6],
            ArrayShape::LayeredCubemap { size, cubemaps } => [size, size, cubemaps.saturating_mul(6)],
        }
    }

    /// Geometry of the instructions that read a texture of this shape.
    pub const fn geometry(self) -> Geometry {
        match self {
            ArrayShape::D1 { .. } => Geometry::D1,
            ArrayShape::D2 { .. } => Geometry::D2,
            ArrayShape::D3 { .. } => Geometry::D3,
            ArrayShape::Layered1D { .. } => Geometry::A1,
            ArrayShape::Layered2D { .. } => Geometry::A2,
            ArrayShape::Cubemap { .. } => Geometry::Cube,
            ArrayShape::LayeredCubemap { .. } => Geometry::ACube,
        }
    }
}

/// Handle of an array, which [`Memory::create_array`] returns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Array(pub u64);

/// Part of an array: texels in x and y, slices (depth, layers or faces) in z.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ArrayRegion {
    /// First texel in x, y, z.
    pub origin: [u32; 3],
    /// Texels in x, y, z.
    pub extent: [u32; 3],
}

impl ArrayRegion {
    /// All texels of an array.
    pub const fn all(shape: ArrayShape) -> ArrayRegion {
        ArrayRegion { origin: [0; 3], extent: shape.extent() }
    }
}

/// Placement of texels in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Layout {
    /// Rows of `pitch` bytes; slices of `slice` bytes.
    Rows { pitch: u64, slice: u64 },
    /// Blocks of `1 << gobs` GOBs, `row` blocks per row of blocks; slices of `slice` bytes.
    Blocks { gobs: u32, row: u64, slice: u64 },
}

/// Texels in memory: those of an array, or linear memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Image {
    pub base: u64,
    pub format: TexelFormat,
    pub geometry: Geometry,
    /// Width, height, and number of slices.
    pub extent: [u32; 3],
    pub layout: Layout,
}

impl Image {
    /// Texels of an array at address `base`.
    fn of_array(base: u64, shape: ArrayShape, format: TexelFormat) -> Image {
        let extent = shape.extent();
        let bytes = u64::from(extent[0]) * u64::from(format.bytes());
        let layout = match shape.geometry() {
            Geometry::D1 | Geometry::A1 => {
                let pitch = bytes.next_multiple_of(GOB);
                Layout::Rows { pitch, slice: pitch }
            }
            _ => {
                let rows = u64::from(extent[1]).div_ceil(GOB_HEIGHT);
                let gobs = rows.next_power_of_two().min(MOST_GOBS);
                let row = bytes.div_ceil(GOB_WIDTH);
                Layout::Blocks { gobs: gobs.ilog2(), row, slice: row * rows.next_multiple_of(gobs) * GOB }
            }
        };
        Image { base, format, geometry: shape.geometry(), extent, layout }
    }

    /// Bytes of memory that the texels of an array take.
    fn size(&self) -> u64 {
        let (Layout::Rows { slice, .. } | Layout::Blocks { slice, .. }) = self.layout;
        slice.saturating_mul(self.extent[2].into())
    }

    /// Address of byte `x` of row `y` of a slice.
    ///
    /// A piece of up to 16 bytes that is aligned to its size is contiguous.
    pub fn address(&self, x: u64, y: u32, slice_number: u32) -> u64 {
        let (y, slice_number) = (u64::from(y), u64::from(slice_number));
        self.base
            + match self.layout {
                Layout::Rows { pitch, slice } => slice_number * slice + y * pitch + x,
                Layout::Blocks { gobs, row, slice } => {
                    let gob_row = y / GOB_HEIGHT;
                    let block = (gob_row >> gobs) * row + x / GOB_WIDTH;
                    let gob = (block << gobs) + (gob_row & ((1 << gobs) - 1));
                    slice_number * slice + gob * GOB + in_gob(x % GOB_WIDTH, y % GOB_HEIGHT)
                }
            }
    }

    /// Address of a texel.
    pub fn texel(&self, [x, y, z]: [u32; 3]) -> u64 {
        self.address(u64::from(x) * u64::from(self.format.bytes()), y, z)
    }
}

/// Offset of byte `x` of row `y` in a GOB: sectors of two rows of 16 bytes, two sectors beside each other, four such pairs
/// below each other; then the right half.
fn in_gob(x: u64, y: u64) -> u64 {
    x / 32 * 256 + y / 2 * 64 + x % 32 / 16 * 32 + y % 2 * 16 + x % 16
}

/// An array in device memory.
#[derive(Clone, Debug)]
pub(crate) struct StoredArray {
    pub shape: ArrayShape,
    pub image: Image,
}

impl Memory {
    /// Allocates an array of zeroed texels, as `cudaMallocArray` and `cudaMalloc3DArray` do.
    ///
    /// The texels lie in an ordinary allocation, in block-linear order: texels that are near each other share cache lines.
    pub fn create_array(
        &mut self,
        name: &str,
        shape: ArrayShape,
        format: TexelFormat,
    ) -> Result<Array, TextureError> {
        let extent = shape.extent();
        if extent.contains(&0) || extent.iter().any(|&n| n > MOST_TEXELS) {
            return Err(TextureError::Shape { extent, most: MOST_TEXELS });
        }
        let mut image = Image::of_array(0, shape, format);
        image.base = self.allocate_aligned(name, image.size(), GOB)?;
        Ok(Array(self.textures.arrays.insert(StoredArray { shape, image })))
    }

    /// Frees an array. Textures and surfaces of it fault when a kernel uses them.
    pub fn destroy_array(&mut self, array: Array) -> Result<(), TextureError> {
        let stored = self.textures.arrays.remove(array.0).ok_or(TextureError::NoArray(array.0))?;
        Ok(self.free(stored.image.base)?)
    }

    /// Shape and texel format of an array.
    pub fn array(&self, array: Array) -> Result<(ArrayShape, TexelFormat), TextureError> {
        self.stored_array(array).map(|stored| (stored.shape, stored.image.format))
    }

    /// Address of the texels of an array and the bytes that they take.
    pub fn array_storage(&self, array: Array) -> Result<(u64, u64), TextureError> {
        self.stored_array(array).map(|stored| (stored.image.base, stored.image.size()))
    }

    /// Copies texels from the host to part of an array. The rows of `texels` follow each other without gaps.
    ///
    /// The copy counts as a [`HostCopy`] of the whole array.
    pub fn write_array(
        &mut self,
        array: Array,
        region: ArrayRegion,
        texels: &[u8],
    ) -> Result<(), TextureError> {
        let image = self.region(array, region, Some(texels.len()))?;
        let (base, size) = (image.base, image.size());
        let width = region.extent[0] as usize * image.format.bytes() as usize;
        let (allocation, _) = self.find(base, size).ok_or(TextureError::NoArray(array.0))?;
        for (row, bytes) in rows(region).zip(texels.chunks(width.max(1))) {
            for (offset, piece) in pieces(&image, row, bytes.len()) {
                let at = (offset - base) as usize;
                let (from, to) = piece;
                allocation.data[at..at + to - from].copy_from_slice(&bytes[from..to]);
            }
        }
        self.record_copy(HostCopy { address: base, bytes: size });
        Ok(())
    }

    /// Copies part of an array to the host, row after row without gaps.
    pub fn read_array(&self, array: Array, region: ArrayRegion) -> Result<Vec<u8>, TextureError> {
        let image = self.region(array, region, None)?;
        let data = self.read(image.base, image.size())?;
        let width = region.extent[0] as usize * image.format.bytes() as usize;
        let mut texels = Vec::new();
        for row in rows(region) {
            for (offset, (from, to)) in pieces(&image, row, width) {
                let at = (offset - image.base) as usize;
                texels.extend_from_slice(&data[at..at + to - from]);
            }
        }
        Ok(texels)
    }

    pub(crate) fn stored_array(&self, array: Array) -> Result<&StoredArray, TextureError> {
        self.textures.arrays.get(array.0).ok_or(TextureError::NoArray(array.0))
    }

    /// Checks a region of an array and, if given, the bytes that are copied to it.
    fn region(&self, array: Array, region: ArrayRegion, given: Option<usize>) -> Result<Image, TextureError> {
        let image = self.stored_array(array)?.image;
        let within = (0..3).all(|axis| {
            u64::from(region.origin[axis]) + u64::from(region.extent[axis]) <= u64::from(image.extent[axis])
        });
        if !within {
            return Err(TextureError::Region { region, extent: image.extent });
        }
        let needs = region.extent.iter().fold(u64::from(image.format.bytes()), |n, &e| n * u64::from(e));
        match given {
            Some(given) if given as u64 != needs => {
                Err(TextureError::CopySize { needs, given: given as u64 })
            }
            _ => Ok(image),
        }
    }
}

/// Most texels of an array in a dimension, as CUDA's for one-dimensional arrays.
const MOST_TEXELS: u32 = 1 << 17;

/// First texel of each row of a region.
fn rows(region: ArrayRegion) -> impl Iterator<Item = [u32; 3]> {
    let [x, y, z] = region.origin;
    let [width, height, depth] = region.extent;
    let rows = if width == 0 { 0 } else { height };
    (0..depth).flat_map(move |dz| (0..rows).map(move |dy| [x, y + dy, z + dz]))
}

/// The contiguous pieces of `bytes` bytes from a texel on: address, and range of bytes.
fn pieces(image: &Image, [x, y, z]: [u32; 3], bytes: usize) -> impl Iterator<Item = (u64, (usize, usize))> {
    let image = *image;
    let start = u64::from(x) * u64::from(image.format.bytes());
    let mut from = 0;
    std::iter::from_fn(move || {
        if from >= bytes {
            return None;
        }
        let at = start + from as u64;
        // A piece ends at the next multiple of 16 bytes.
        let to = (from + (16 - at % 16) as usize).min(bytes);
        let piece = (image.address(at, y, z), (from, to));
        from = to;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::ChannelKind;
    use std::collections::BTreeSet;

    #[test]
    fn every_byte_of_an_array_has_its_own_address_within_the_storage() {
        let format = TexelFormat::new(1, 8, ChannelKind::Unsigned).unwrap();
        for shape in [
            ArrayShape::D2 { width: 130, height: 150 },
            ArrayShape::D3 { width: 65, height: 9, depth: 3 },
            ArrayShape::Layered1D { width: 600, layers: 3 },
            ArrayShape::Cubemap { size: 20 },
        ] {
            let image = Image::of_array(4096, shape, format);
            let [width, height, slices] = shape.extent();
            let mut seen = BTreeSet::new();
            for z in 0..slices {
                for y in 0..height {
                    for x in 0..width {
                        let address = image.texel([x, y, z]);
                        assert!((4096..4096 + image.size()).contains(&address), "{shape:?} {x} {y} {z}");
                        assert!(seen.insert(address), "{shape:?} {x} {y} {z}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_sector_holds_two_rows_of_16_bytes_and_a_gob_is_64_bytes_by_8_rows() {
        let format = TexelFormat::new(4, 8, ChannelKind::Unsigned).unwrap();
        let image = Image::of_array(0, ArrayShape::D2 { width: 64, height: 64 }, format);
        let sector = |x, y| image.texel([x, y, 0]) / 32;
        assert_eq!(sector(0, 0), sector(3, 1));
        assert_ne!(sector(0, 0), sector(4, 0));
        assert_ne!(sector(0, 0), sector(0, 2));
        let gob = |x, y| image.texel([x, y, 0]) / GOB;
        assert_eq!(gob(0, 0), gob(15, 7));
        // The GOBs of a block lie below each other; 64 rows are one block of 8 GOBs.
        assert_eq!([gob(0, 8), gob(0, 56), gob(16, 0)], [1, 7, 8]);
    }
}
