//! Fetches and surface accesses of one lane, as the executors of all instruction sets make them.

use super::array::Image;
use super::sample::{Coordinates, Fetch, Fetched};
use super::{Bound, Geometry};
use crate::execute::memory::access::MemorySpaces;
use crate::execute::{FaultKind, Memory};
use crate::program::Space;

/// What a fetch returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// The texel with these numbers.
    Texel,
    /// What the texture's filter makes of the texels around a position.
    Sample,
    /// One channel of four texels.
    Gather(usize),
}

/// Fetches from a texture. `at` are the bits of the coordinates, without the layer.
pub(crate) fn fetch(
    memory: &Memory,
    bound: &Bound,
    (geometry, how): (Geometry, How),
    (at, layer): ([u32; 3], u32),
    instruction: &dyn Fn() -> String,
) -> Result<Fetched, Box<FaultKind>> {
    if bound.image.geometry != geometry {
        let (what, shape) = ("texture", bound.image.geometry);
        return Err(Box::new(FaultKind::TextureShape { instruction: instruction(), what, shape }));
    }
    let fetch = Fetch { memory, bound, instruction };
    let floats = Coordinates::Float(at.map(f32::from_bits));
    match how {
        How::Texel => fetch.sample(Coordinates::Integer(at.map(|v| v as i32)), layer),
        How::Gather(channel) => fetch.gather(floats, layer, channel),
        How::Sample => fetch.sample(floats, layer),
    }
}

/// The result of a fetch from memory that was freed, if a GPU lets it pass: zeros.
#[cold]
pub(crate) fn tolerated_fetch(
    spaces: &mut MemorySpaces<'_>,
    lane: usize,
    kind: Box<FaultKind>,
    instruction: &dyn Fn() -> String,
) -> Result<Fetched, Box<FaultKind>> {
    match *kind {
        FaultKind::OutOfBounds { address, bytes, .. } | FaultKind::UseAfterFree { address, bytes, .. } => {
            spaces.tolerate_outside(lane, (address, bytes), instruction)?;
            Ok(Fetched { channels: [0; 4], address })
        }
        _ => Err(kind),
    }
}

/// Treatment of surface coordinates out of range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    Trap,
    Clamp,
    Zero,
}

/// An access to a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurfaceAccess {
    pub bytes: u32,
    pub outside: Outside,
}

/// Address of a surface access, and whether it takes place.
pub(crate) fn locate(
    memory: &Memory,
    image: &Image,
    geometry: Geometry,
    (at, layer): ([u32; 3], u32),
    access: SurfaceAccess,
    instruction: &dyn Fn() -> String,
) -> Result<(u64, bool), Box<FaultKind>> {
    // The faces of cubemaps are layers of a surface.
    let shape = match image.geometry {
        Geometry::Cube | Geometry::ACube => Geometry::A2,
        other => other,
    };
    if shape != geometry {
        let (what, shape) = ("surface", image.geometry);
        return Err(Box::new(FaultKind::TextureShape { instruction: instruction(), what, shape }));
    }
    let bytes = access.bytes;
    let width = u64::from(image.extent[0]) * u64::from(image.format.bytes());
    let extent = [width, image.extent[1].into(), image.extent[2].into()];
    let mut wanted = at.map(|v| i64::from(v as i32));
    if geometry.is_layered() {
        wanted[2] = layer.into();
    }
    let last = [width as i64 - i64::from(bytes), extent[1] as i64 - 1, extent[2] as i64 - 1];
    let mut at = [0; 3];
    for axis in 0..3 {
        at[axis] = wanted[axis].min(last[axis]).max(0);
    }
    let inside = at == wanted && last[0] >= 0;
    match access.outside {
        Outside::Trap if !inside => {
            let instruction = instruction();
            return Err(Box::new(FaultKind::SurfaceBounds { instruction, at: wanted, bytes, extent }));
        }
        // An access that is wider than the surface has no place to go.
        Outside::Clamp if last[0] < 0 => {
            let instruction = instruction();
            return Err(Box::new(FaultKind::SurfaceBounds { instruction, at: wanted, bytes, extent }));
        }
        _ => {}
    }
    if !inside {
        at[0] -= at[0] % i64::from(bytes);
    }
    let address = image.address(at[0] as u64, at[1] as u32, at[2] as u32);
    if !address.is_multiple_of(bytes.into()) {
        let (space, align, nearest) = (Space::Texture, bytes, memory.nearest(address));
        let instruction = instruction();
        return Err(Box::new(FaultKind::Misaligned { instruction, space, address, align, nearest }));
    }
    Ok((address, inside || access.outside == Outside::Clamp))
}
