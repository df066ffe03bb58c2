//! Arrays, textures and surfaces of a launch file.

use super::element::ElementType;
use super::error::{LaunchFileError, LaunchFileErrorKind};
use super::file::{KeyPath, LaunchFile};
use super::plan::{DeviceBuffer, Plan};
use serde::Deserialize;
use warploom_kernel::execute::{
    AddressMode, Array, ArrayRegion, ArrayShape, ChannelKind, Filter, ReadMode, Surface, TexelFormat,
    Texture, TextureError, TextureSource,
};

/// `[arrays.NAME]`: an array of texels that starts as a buffer and is copied back to it after the last launch.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArrayEntry {
    /// The buffer with the texels. Its last dimension is the channel, if there are several.
    pub buffer: String,
    /// Channels of a texel: 1, 2 or 4.
    #[serde(default = "one")]
    pub channels: u32,
    /// Meaning of the buffer's dimensions; one to three dimensions of space if absent.
    pub geometry: Option<GeometryName>,
}

fn one() -> u32 {
    1
}

/// Geometry of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GeometryName {
    /// Width.
    #[serde(rename = "1d")]
    D1,
    /// Height and width.
    #[serde(rename = "2d")]
    D2,
    /// Depth, height and width.
    #[serde(rename = "3d")]
    D3,
    /// Layers and width.
    #[serde(rename = "layered-1d")]
    Layered1D,
    /// Layers, height and width.
    #[serde(rename = "layered-2d")]
    Layered2D,
    /// Six faces, height and width.
    Cubemap,
    /// Cubemaps, six faces, height and width.
    #[serde(rename = "layered-cubemap")]
    LayeredCubemap,
}

/// `[textures.NAME]`: a texture object.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextureEntry {
    /// The array that it reads.
    pub array: Option<String>,
    /// The buffer that it reads in place: linear memory of one dimension, or rows.
    pub buffer: Option<String>,
    /// Channels of a texel of the buffer.
    #[serde(default = "one")]
    pub channels: u32,
    /// `point` or `linear`.
    #[serde(default)]
    pub filter: FilterName,
    /// Address mode of all dimensions, or of each.
    pub address: Option<AddressModes>,
    /// `element`, or `normalized` for integers as numbers up to 1.
    #[serde(default)]
    pub read: ReadModeName,
    /// Whether coordinates from 0 to 1 cover the texture.
    #[serde(default)]
    pub normalized: bool,
    pub border: Option<Vec<f32>>,
}

/// `[surfaces.NAME]`: a surface object.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SurfaceEntry {
    /// The array that it reads and writes.
    pub array: String,
}

/// Filter of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FilterName {
    /// The nearest texel.
    #[default]
    Point,
    /// Interpolation.
    Linear,
}

/// Conversion of the texels of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReadModeName {
    /// None.
    #[default]
    Element,
    /// Integers become numbers up to 1.
    Normalized,
}

/// Address mode of a texture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AddressModeName {
    Wrap,
    Clamp,
    Mirror,
    Border,
}

/// One address mode for all dimensions, or one for each.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum AddressModes {
    /// The same in all dimensions.
    One(AddressModeName),
    /// One for each dimension, x first.
    Each(Vec<AddressModeName>),
}

/// An array on the device, and the buffer that it is copied back to.
#[derive(Debug)]
pub(super) struct DeviceArray {
    array: Array,
    shape: ArrayShape,
    buffer: String,
}

/// Creates the arrays, textures and surfaces of a launch file.
pub(super) fn place<'a>(plan: &mut Plan<'a>, file: &'a LaunchFile) -> Result<(), LaunchFileError> {
    for (name, entry) in &file.arrays {
        let path = KeyPath::of("arrays").key(name);
        let buffer = plan.buffer(&entry.buffer, &path.key("buffer"))?;
        let format = texel_format(buffer, entry.channels, &path)?;
        let shape = shape(buffer, entry, &path)?;
        let texels = plan.bytes(buffer).to_vec();
        let created = plan.memory.create_array(name, shape, format).and_then(|array| {
            plan.memory.write_array(array, ArrayRegion::all(shape), &texels)?;
            Ok(array)
        });
        let array = created.map_err(|e| refused(e, &path))?;
        plan.arrays.insert(name, DeviceArray { array, shape, buffer: entry.buffer.clone() });
    }
    for (name, entry) in &file.textures {
        let path = KeyPath::of("textures").key(name);
        let texture = texture(plan, entry, &path)?;
        let handle = plan.memory.create_texture(texture).map_err(|e| refused(e, &path))?;
        plan.textures.insert(name, handle.0);
    }
    for (name, entry) in &file.surfaces {
        let path = KeyPath::of("surfaces").key(name);
        let array = find_array(plan, &entry.array, &path.key("array"))?;
        let handle = plan.memory.create_surface(Surface { array }).map_err(|e| refused(e, &path))?;
        plan.surfaces.insert(name, handle.0);
    }
    Ok(())
}

/// Copies the arrays back to their buffers.
pub(super) fn copy_back(plan: &mut Plan<'_>) {
    for DeviceArray { array, shape, buffer } in plan.arrays.values() {
        let texels = plan.memory.read_array(*array, ArrayRegion::all(*shape));
        let texels = texels.expect("a kernel cannot destroy an array");
        let address = plan.buffers[buffer.as_str()].address;
        plan.memory.write(address, &texels).expect("the array has the bytes of its buffer");
    }
}

fn refused(error: TextureError, path: &KeyPath) -> LaunchFileError {
    LaunchFileErrorKind::Texture(error).at(path)
}

fn find_array(plan: &Plan<'_>, name: &str, path: &KeyPath) -> Result<Array, LaunchFileError> {
    let unknown = || LaunchFileErrorKind::unknown("array", name, plan.arrays.keys().copied()).at(path);
    plan.arrays.get(name).map(|array| array.array).ok_or_else(unknown)
}

fn texel_format(
    buffer: &DeviceBuffer,
    channels: u32,
    path: &KeyPath,
) -> Result<TexelFormat, LaunchFileError> {
    use ElementType::*;
    let kind = match buffer.ty {
        U8 | U16 | U32 => ChannelKind::Unsigned,
        I8 | I16 | I32 => ChannelKind::Signed,
        F16 | F32 => ChannelKind::Float,
        ty @ (U64 | I64 | F64 | Bf16) => return Err(LaunchFileErrorKind::TexelType(ty).at(path)),
    };
    let format =
        TexelFormat::new(channels, 8 * buffer.ty.size() as u32, kind).map_err(|e| refused(e, path))?;
    if channels > 1 && buffer.shape.last() != Some(&channels.into()) {
        return Err(LaunchFileErrorKind::Channels { shape: buffer.shape.clone(), channels }.at(path));
    }
    Ok(format)
}

/// Dimensions of a buffer without that of the channels, x first.
fn extents(buffer: &DeviceBuffer, channels: u32, path: &KeyPath) -> Result<Vec<u32>, LaunchFileError> {
    let dimensions = match channels {
        1 => &buffer.shape[..],
        _ => &buffer.shape[..buffer.shape.len() - 1],
    };
    let sizes = dimensions.iter().rev().map(|&n| u32::try_from(n));
    let wrong = |_| LaunchFileErrorKind::Geometry { shape: buffer.shape.clone() }.at(path);
    sizes.collect::<Result<_, _>>().map_err(wrong)
}

fn shape(buffer: &DeviceBuffer, entry: &ArrayEntry, path: &KeyPath) -> Result<ArrayShape, LaunchFileError> {
    use GeometryName::*;
    let extents = extents(buffer, entry.channels, path)?;
    Ok(match (entry.geometry, extents[..].as_ref()) {
        (None | Some(D1), &[width]) => ArrayShape::D1 { width },
        (None | Some(D2), &[width, height]) => ArrayShape::D2 { width, height },
        (None | Some(D3), &[width, height, depth]) => ArrayShape::D3 { width, height, depth },
        (Some(Layered1D), &[width, layers]) => ArrayShape::Layered1D { width, layers },
        (Some(Layered2D), &[width, height, layers]) => ArrayShape::Layered2D { width, height, layers },
        (Some(Cubemap), &[size, height, 6]) if size == height => ArrayShape::Cubemap { size },
        (Some(LayeredCubemap), &[size, height, 6, cubemaps]) if size == height => {
            ArrayShape::LayeredCubemap { size, cubemaps }
        }
        _ => return Err(LaunchFileErrorKind::Geometry { shape: buffer.shape.clone() }.at(path)),
    })
}

fn texture(plan: &Plan<'_>, entry: &TextureEntry, path: &KeyPath) -> Result<Texture, LaunchFileError> {
    let source = match (&entry.array, &entry.buffer) {
        (Some(array), None) => TextureSource::Array(find_array(plan, array, &path.key("array"))?),
        (None, Some(name)) => {
            let buffer = plan.buffer(name, &path.key("buffer"))?;
            let (format, address) = (texel_format(buffer, entry.channels, path)?, buffer.address);
            match extents(buffer, entry.channels, path)?[..] {
                [width] => TextureSource::Linear { address, format, width },
                [width, height] => {
                    let pitch = u64::from(width) * u64::from(format.bytes());
                    TextureSource::Pitch2D { address, format, width, height, pitch }
                }
                _ => return Err(LaunchFileErrorKind::Geometry { shape: buffer.shape.clone() }.at(path)),
            }
        }
        _ => return Err(LaunchFileErrorKind::TextureSource.at(path)),
    };
    let mode = |name: &AddressModeName| match name {
        AddressModeName::Wrap => AddressMode::Wrap,
        AddressModeName::Clamp => AddressMode::Clamp,
        AddressModeName::Mirror => AddressMode::Mirror,
        AddressModeName::Border => AddressMode::Border,
    };
    let mut address_mode = [AddressMode::default(); 3];
    match &entry.address {
        None => {}
        Some(AddressModes::One(name)) => address_mode = [mode(name); 3],
        Some(AddressModes::Each(names)) if (1..=3).contains(&names.len()) => {
            address_mode.iter_mut().zip(names).for_each(|(to, name)| *to = mode(name));
        }
        Some(AddressModes::Each(_)) => {
            return Err(LaunchFileErrorKind::Dimensions("address").at(&path.key("address")));
        }
    }
    let mut border = [0.0; 4];
    match entry.border.as_deref() {
        Some(colour) if colour.len() > 4 => return Err(LaunchFileErrorKind::Border.at(&path.key("border"))),
        Some(colour) => border.iter_mut().zip(colour).for_each(|(to, from)| *to = *from),
        None => {}
    }
    Ok(Texture {
        address_mode,
        filter: match entry.filter {
            FilterName::Point => Filter::Point,
            FilterName::Linear => Filter::Linear,
        },
        read_mode: match entry.read {
            ReadModeName::Element => ReadMode::Element,
            ReadModeName::Normalized => ReadMode::NormalizedFloat,
        },
        normalized: entry.normalized,
        border,
        ..Texture::new(source)
    })
}
