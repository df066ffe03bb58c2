//! Texture fetches: from coordinates to texels, and from texels to values.

use super::super::fault::FaultKind;
use super::super::memory::Memory;
use super::Geometry;
use super::{AddressMode, Bound, Filter, ReadMode};

/// Weight of a texel that counts alone, in one dimension: coefficients are multiples of 1/256.
const WHOLE: u32 = 256;

/// Coordinates of a fetch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Coordinates {
    /// Numbers of texels.
    Integer([i32; 3]),
    /// Positions, normalised or not.
    Float([f32; 3]),
}

/// What a fetch returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    /// The four channels.
    pub channels: [u32; 4],
    /// Address of the first texel of the footprint. Outside the texture, of the nearest texel.
    pub address: u64,
}

/// Texels of a footprint in one dimension: `None` for the border.
#[derive(Clone, Copy, Debug)]
struct Axis {
    texels: [Option<u32>; 2],
    /// Weights in multiples of 1/256.
    weights: [u32; 2],
    /// The texel nearest to the first.
    nearest: u32,
}

impl Axis {
    /// A single texel.
    fn one(texel: Option<u32>, nearest: u32) -> Axis {
        Axis { texels: [texel, None], weights: [WHOLE, 0], nearest }
    }
}

/// How a texture selects texels along one axis.
#[derive(Clone, Copy, Debug)]
struct Sampler {
    mode: AddressMode,
    normalized: bool,
    size: u32,
}

impl Sampler {
    /// Position in texels, brought into the texture if the texture repeats.
    fn position(self, coordinate: f32) -> f64 {
        let (x, size) = (f64::from(coordinate), f64::from(self.size));
        // A fraction is below 1, also if the difference is rounded.
        let fraction = (x - x.floor()).min(1.0 - f64::EPSILON / 2.0);
        let position = match self.mode {
            _ if !self.normalized => x,
            AddressMode::Wrap => fraction * size,
            AddressMode::Mirror if x.floor() % 2.0 != 0.0 => (1.0 - (x - x.floor())) * size,
            AddressMode::Mirror => fraction * size,
            AddressMode::Clamp | AddressMode::Border => x * size,
        };
        if position.is_nan() { 0.0 } else { position }
    }

    /// The texel with number `index`, if there is one, and the nearest.
    fn texel(self, index: i64) -> (Option<u32>, u32) {
        let last = i64::from(self.size) - 1;
        let nearest = index.clamp(0, last) as u32;
        match self.mode {
            AddressMode::Wrap if self.normalized => {
                let texel = index.rem_euclid(last + 1) as u32;
                (Some(texel), texel)
            }
            AddressMode::Border => ((0..=last).contains(&index).then_some(nearest), nearest),
            AddressMode::Wrap | AddressMode::Mirror | AddressMode::Clamp => (Some(nearest), nearest),
        }
    }

    /// The nearest texel.
    fn point(self, coordinate: f32) -> Axis {
        // A repeated texture ends at its last texel, also if the position is rounded up to its end.
        let (texel, nearest) = self.texel(self.position(coordinate).floor() as i64);
        Axis::one(texel, nearest)
    }

    /// The two nearest texels.
    fn linear(self, coordinate: f32) -> Axis {
        let position = self.position(coordinate) - 0.5;
        let first = position.floor();
        let above = ((position - first) * f64::from(WHOLE) + 0.5).floor() as u32;
        let index = first as i64;
        let ((low, nearest), (high, _)) = (self.texel(index), self.texel(index.saturating_add(1)));
        Axis { texels: [low, high], weights: [WHOLE - above.min(WHOLE), above.min(WHOLE)], nearest }
    }
}

/// Face of a cubemap, and coordinates from 0 to 1 in it.
fn face([x, y, z]: [f32; 3]) -> (u32, [f32; 2]) {
    let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
    let (face, major, s, t) = if az >= ax && az >= ay {
        if z < 0.0 { (5, az, -x, -y) } else { (4, az, x, -y) }
    } else if ay >= ax {
        if y < 0.0 { (3, ay, x, -z) } else { (2, ay, x, z) }
    } else if x < 0.0 {
        (1, ax, z, -y)
    } else {
        (0, ax, -z, -y)
    };
    let within = |v: f32| ((f64::from(v) / f64::from(major) + 1.0) / 2.0) as f32;
    (face, [within(s), within(t)])
}

/// A fetch by a texture.
pub(crate) struct Fetch<'a> {
    pub memory: &'a Memory,
    pub bound: &'a Bound,
    pub instruction: &'a dyn Fn() -> String,
}

/// Texels that a fetch reads.
struct Footprint {
    axes: [Axis; 3],
    /// Slice: layer, face, or 0. The third axis selects the slice of a three-dimensional texture.
    slice: u32,
}

impl Footprint {
    /// Texel number `n`: bit 0, 1 and 2 of `n` select the texel in x, y and z.
    fn texel(&self, n: usize) -> Option<[u32; 3]> {
        let at = |axis: usize| self.axes[axis].texels[n >> axis & 1];
        Some([at(0)?, at(1)?, at(2)? + self.slice])
    }

    /// Weight of texel number `n` in multiples of 2⁻²⁴.
    fn weight(&self, n: usize) -> u32 {
        (0..3).map(|axis| self.axes[axis].weights[n >> axis & 1]).product()
    }
}

impl Fetch<'_> {
    /// `tex`: the nearest texel, or the interpolation of several.
    pub fn sample(&self, at: Coordinates, layer: u32) -> Result<Fetched, Box<FaultKind>> {
        let linear = self.bound.texture.filter == Filter::Linear
            && matches!(at, Coordinates::Float(_))
            && !self.bound.is_linear();
        let footprint = self.footprint(at, layer, linear);
        let address = self.first(&footprint);
        let channels = match linear {
            true => self.filtered(&footprint)?,
            false => self.channels(footprint.texel(0), matches!(at, Coordinates::Integer(_)))?,
        };
        Ok(Fetched { channels, address })
    }

    /// `tld4`: one channel of the four texels that a linear filter would read, counter-clockwise from the lower left.
    pub fn gather(&self, at: Coordinates, layer: u32, channel: usize) -> Result<Fetched, Box<FaultKind>> {
        let footprint = self.footprint(at, layer, true);
        let mut channels = [0; 4];
        for (to, n) in channels.iter_mut().zip([2, 3, 1, 0]) {
            *to = self.channels(footprint.texel(n), false)?[channel];
        }
        Ok(Fetched { channels, address: self.first(&footprint) })
    }

    fn first(&self, footprint: &Footprint) -> u64 {
        let [x, y, z] = footprint.axes.map(|axis| axis.nearest);
        self.bound.image.texel([x, y, z + footprint.slice])
    }

    fn footprint(&self, at: Coordinates, layer: u32, linear: bool) -> Footprint {
        let (texture, image) = (&self.bound.texture, &self.bound.image);
        let mut footprint = Footprint { axes: [Axis::one(Some(0), 0); 3], slice: 0 };
        let cube = matches!(image.geometry, Geometry::Cube | Geometry::ACube);
        let faces = if cube { 6 } else { 1 };
        if image.geometry.is_layered() {
            footprint.slice = layer.min(image.extent[2] / faces - 1) * faces;
        }
        match at {
            Coordinates::Integer(at) => {
                for axis in 0..image.geometry.dimensions() {
                    let sampler =
                        Sampler { mode: AddressMode::Border, normalized: false, size: image.extent[axis] };
                    let (texel, nearest) = sampler.texel(at[axis].into());
                    footprint.axes[axis] = Axis::one(texel, nearest);
                }
            }
            Coordinates::Float(mut at) => {
                let mut dimensions = image.geometry.dimensions();
                if cube {
                    let (number, [s, t]) = face(at);
                    footprint.slice += number;
                    (at, dimensions) = ([s, t, 0.0], 2);
                }
                for axis in 0..dimensions {
                    let (mode, normalized) = match self.bound.is_linear() {
                        // Linear memory has no address mode: outside of it, texels are 0.
                        true => (AddressMode::Border, false),
                        false if cube => (AddressMode::Clamp, true),
                        false => (texture.address_mode[axis], texture.normalized),
                    };
                    let sampler = Sampler { mode, normalized, size: image.extent[axis] };
                    footprint.axes[axis] =
                        if linear { sampler.linear(at[axis]) } else { sampler.point(at[axis]) };
                }
            }
        }
        footprint
    }

    /// The channels of a texel, or of the border.
    fn channels(&self, texel: Option<[u32; 3]>, zero: bool) -> Result<[u32; 4], Box<FaultKind>> {
        let (texture, format) = (&self.bound.texture, self.bound.image.format);
        let Some(texel) = texel else {
            let border = |n: u32| n < format.channels() && !zero && !self.bound.is_linear();
            return Ok([0, 1, 2, 3].map(|n| if border(n) { texture.border[n as usize].to_bits() } else { 0 }));
        };
        let bytes = self.read(texel)?;
        Ok([0, 1, 2, 3].map(|channel| {
            let raw = format.raw(bytes, channel);
            match texture.read_mode {
                _ if channel >= format.channels() as usize => 0,
                ReadMode::Element => format.element(raw),
                ReadMode::NormalizedFloat => (format.number(raw) as f32).to_bits(),
            }
        }))
    }

    /// The weighted sum of the texels of a footprint.
    fn filtered(&self, footprint: &Footprint) -> Result<[u32; 4], Box<FaultKind>> {
        let (texture, format) = (&self.bound.texture, self.bound.image.format);
        let mut sum = [0.0; 4];
        for n in 0..8 {
            let weight = footprint.weight(n);
            if weight == 0 {
                continue;
            }
            let weight = f64::from(weight) / f64::from(WHOLE.pow(3));
            let texel = footprint.texel(n).map(|texel| self.read(texel)).transpose()?;
            for (channel, sum) in sum.iter_mut().enumerate().take(format.channels() as usize) {
                let value = match texel {
                    Some(bytes) => format.number(format.raw(bytes, channel)),
                    None => f64::from(texture.border[channel]),
                };
                *sum += weight * value;
            }
        }
        Ok(sum.map(|v| (v as f32).to_bits()))
    }

    /// The bytes of a texel.
    fn read(&self, texel: [u32; 3]) -> Result<&[u8], Box<FaultKind>> {
        let image = &self.bound.image;
        let (address, bytes) = (image.texel(texel), image.format.bytes());
        self.memory
            .read(address, bytes.into())
            .map_err(|_| self.memory.access_fault((self.instruction)(), address, bytes))
    }
}
