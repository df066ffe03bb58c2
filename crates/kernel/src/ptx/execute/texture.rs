//! Execution of texture and surface instructions.

use super::alu;
use super::decode::{DecodedInstr, SourceOperand};
use super::perform::{AccessedMemory, Env};
use super::warp::Warp;
use crate::execute::lanes::AtomicOp;
use crate::execute::memory::access::LaneFault;
use crate::execute::texture::access::{How, Outside, SurfaceAccess, fetch, locate, tolerated_fetch};
use crate::execute::texture::array::Image;
use crate::execute::texture::sample::Fetched;
use crate::execute::texture::{Bound, Geometry};
use crate::execute::{AddressMode, FaultKind, Filter, LaneMask, Memory, ReadMode};
use crate::program::{Pc, Space};
use crate::ptx::isa::{Mod, Opcode};
use crate::ptx::program::{Address, Detail, Instr, Src};

/// Most sources of an instruction: coordinates and two gradients of four numbers each.
const MOST_SOURCES: usize = 12;

/// A decoded texture or surface instruction.
pub(super) struct TextureOp {
    kind: Kind,
    /// The texture or surface object, and an offset to its handle.
    object: (SourceOperand, u64),
    geometry: Geometry,
}

enum Kind {
    Sample { integer: bool },
    Gather { channel: usize },
    Query(Mod),
    SurfaceQuery(Mod),
    IsType(Mod),
    Load(Elements),
    Store(Elements),
    Reduce(Elements, AtomicOp),
}

/// Elements that a surface access transfers.
#[derive(Clone, Copy)]
struct Elements {
    /// Bytes of an element.
    width: u32,
    count: u32,
    outside: Outside,
}

impl Elements {
    fn access(self) -> SurfaceAccess {
        SurfaceAccess { bytes: self.width * self.count, outside: self.outside }
    }
}

impl TextureOp {
    /// Decodes an instruction; `locate` decodes its operands.
    pub fn new(i: &Instr, mut locate: impl FnMut(&Src) -> SourceOperand) -> TextureOp {
        let outside = match () {
            () if i.has(Mod::Clamp) => Outside::Clamp,
            () if i.has(Mod::Zero) => Outside::Zero,
            () => Outside::Trap,
        };
        let surface = || {
            let (_, (width, count)) = i.access().unwrap_or((Space::Texture, (4, 1)));
            Elements { width, count, outside }
        };
        let queried = i.mods.iter().copied().find(|m| !matches!(m, Mod::Level)).unwrap_or(Mod::Width);
        let kind = match i.opcode {
            Opcode::Tex => Kind::Sample { integer: i.ty() == Some(Mod::S32) },
            Opcode::Tld4 => Kind::Gather {
                channel: [Mod::R, Mod::G, Mod::B, Mod::A].iter().position(|m| i.has(*m)).unwrap_or(0),
            },
            Opcode::Suld => Kind::Load(surface()),
            Opcode::Sust => Kind::Store(surface()),
            Opcode::Sured => {
                let operation =
                    [Mod::Add, Mod::Min, Mod::Max, Mod::And, Mod::Or].into_iter().find(|m| i.has(*m));
                let mods = [operation.unwrap_or(Mod::Add), i.ty().unwrap_or(Mod::U32)];
                let update = alu::select_atomic(&mods);
                Kind::Reduce(
                    surface(),
                    update.unwrap_or_else(|| panic!("no operation for `{}`", i.mnemonic())),
                )
            }
            Opcode::Suq => Kind::SurfaceQuery(queried),
            Opcode::Istypep => Kind::IsType(queried),
            _ => Kind::Query(queried),
        };
        let object = match (&i.detail, i.src.first()) {
            (Detail::Access(_, Address { base, offset }), _) => (locate(base), *offset as u64),
            (_, Some(first)) => (locate(first), 0),
            (_, None) => panic!("`{}` has no object", i.mnemonic()),
        };
        let geometry = i.mods.iter().find_map(|m| m.geometry()).unwrap_or(Geometry::D1);
        TextureOp { kind, object, geometry }
    }
}

/// Values of the sources of all lanes.
struct Values<const W: usize>([[u64; W]; MOST_SOURCES]);

impl<const W: usize> Values<W> {
    /// Coordinates of a lane and, for layers, the number of the layer.
    fn coordinates(&self, geometry: Geometry, lane: usize) -> ([u32; 3], u32) {
        let skip = usize::from(geometry.is_layered());
        let layer = if skip == 1 { self.0[0][lane] as u32 } else { 0 };
        let mut at = [0; 3];
        for (axis, at) in at.iter_mut().enumerate().take(geometry.dimensions()) {
            *at = self.0[skip + axis][lane] as u32;
        }
        (at, layer)
    }
}

impl<const W: usize> Warp<W> {
    /// Executes a texture or surface instruction for the lanes of `mask`. One arm per kind.
    pub(super) fn texture(
        &mut self,
        env: &mut Env<'_, W>,
        step: &DecodedInstr<W>,
        op: &TextureOp,
        pc: Pc,
        mask: u64,
    ) -> Result<AccessedMemory, LaneFault> {
        let i = &env.program.code[pc.index()];
        let instruction = || i.mnemonic();
        let constants = &env.decoded.constants;
        let mut values = Values([[0; W]; MOST_SOURCES]);
        for (src, values) in step.src.iter().zip(&mut values.0) {
            self.sources(*src, constants, values);
        }
        let mut handles = [0; W];
        self.sources(op.object.0, constants, &mut handles);
        let mut results = [[0u64; W]; 4];
        let mut accessed = None;
        for lane in LaneMask(mask).lanes() {
            let handle = handles[lane].wrapping_add(op.object.1);
            let fault = |kind| LaneFault { lane, kind };
            let memory = &mut *env.spaces.memory;
            match &op.kind {
                Kind::Sample { .. } | Kind::Gather { .. } => {
                    let bound = texture(memory, handle, &instruction).map_err(fault)?;
                    let (at, layer) = values.coordinates(op.geometry, lane);
                    let how = match op.kind {
                        Kind::Sample { integer: true } => How::Texel,
                        Kind::Gather { channel } => How::Gather(channel),
                        _ => How::Sample,
                    };
                    let done = fetch(memory, bound, (op.geometry, how), (at, layer), &instruction);
                    let texel = bound.image.format.bytes();
                    let fetched = match done {
                        Err(kind) => tolerated_fetch(&mut env.spaces, lane, kind, &instruction),
                        fetched => fetched,
                    };
                    let Fetched { channels, address } = fetched.map_err(fault)?;
                    for (result, channel) in results.iter_mut().zip(channels) {
                        result[lane] = channel.into();
                    }
                    env.addresses[lane] = address;
                    accessed = accessed.or(Some((Space::Texture, texel)));
                }
                Kind::Load(elements) | Kind::Store(elements) | Kind::Reduce(elements, _) => {
                    let access = elements.access();
                    let image = *surface(memory, handle, &instruction).map_err(fault)?;
                    let at = values.coordinates(op.geometry, lane);
                    let (address, inside) =
                        locate(memory, &image, op.geometry, at, access, &instruction).map_err(fault)?;
                    env.addresses[lane] = address;
                    accessed = accessed.or(Some((Space::Texture, access.bytes)));
                    if !inside {
                        continue;
                    }
                    let Some((allocation, offset)) = memory.find(address, access.bytes.into()) else {
                        let outside = (address, access.bytes);
                        env.spaces.tolerate_outside(lane, outside, &instruction).map_err(fault)?;
                        continue;
                    };
                    let bytes = &mut allocation.data[offset..offset + access.bytes as usize];
                    // The values to store follow the coordinates.
                    let first = step.src.len().saturating_sub(elements.count as usize);
                    for (n, piece) in bytes.chunks_exact_mut(elements.width as usize).enumerate() {
                        let mut padded = [0; 8];
                        padded[..piece.len()].copy_from_slice(piece);
                        let old = u64::from_le_bytes(padded);
                        let new = match &op.kind {
                            Kind::Store(_) => values.0[first + n][lane],
                            Kind::Reduce(_, update) => update(old, values.0[first + n][lane], 0),
                            _ => {
                                results[n][lane] = old;
                                continue;
                            }
                        };
                        piece.copy_from_slice(&new.to_le_bytes()[..piece.len()]);
                    }
                }
                Kind::Query(what) => {
                    let bound = texture(memory, handle, &instruction).map_err(fault)?;
                    results[0][lane] = attribute(bound, *what).into();
                }
                Kind::SurfaceQuery(what) => {
                    let image = surface(memory, handle, &instruction).map_err(fault)?;
                    results[0][lane] = extent_or_format(image, *what, false).into();
                }
                Kind::IsType(what) => {
                    let is = match what {
                        Mod::Texref => texture(memory, handle, &instruction).is_ok(),
                        Mod::Surfref => surface(memory, handle, &instruction).is_ok(),
                        _ => false,
                    };
                    results[0][lane] = is.into();
                }
            }
        }
        for (result, dst) in results.iter().zip(&step.dst) {
            env.results.l = *result;
            env.results.s = result.map(|v| v as u32);
            env.results.p[0] = (0..W).fold(0, |p, lane| p | (result[lane] & 1) << lane);
            self.write(std::slice::from_ref(dst), &env.results, mask);
        }
        Ok(accessed)
    }
}

/// The object with this handle, or the one that a `.texref` or `.surfref` variable at this address holds.
fn object<'a, T>(
    memory: &'a Memory,
    handle: u64,
    get: impl Fn(u64) -> Option<&'a T>,
    wanted: &'static str,
    instruction: &dyn Fn() -> String,
) -> Result<&'a T, Box<FaultKind>> {
    let held = || {
        let bytes = memory.read(handle, 8).ok()?;
        get(u64::from_le_bytes(bytes.try_into().ok()?))
    };
    get(handle)
        .or_else(held)
        .ok_or_else(|| Box::new(FaultKind::BadTextureObject { instruction: instruction(), wanted, handle }))
}

fn texture<'a>(
    memory: &'a Memory,
    handle: u64,
    instruction: &dyn Fn() -> String,
) -> Result<&'a Bound, Box<FaultKind>> {
    object(memory, handle, |handle| memory.textures.textures.get(handle), "texture", instruction)
}

fn surface<'a>(
    memory: &'a Memory,
    handle: u64,
    instruction: &dyn Fn() -> String,
) -> Result<&'a Image, Box<FaultKind>> {
    object(memory, handle, |handle| memory.textures.surfaces.get(handle), "surface", instruction)
}

/// Attribute of a texture, as `txq` returns it.
fn attribute(bound: &Bound, what: Mod) -> u32 {
    let texture = &bound.texture;
    let mode = |axis: usize| match texture.address_mode[axis] {
        AddressMode::Wrap => 0,
        AddressMode::Mirror => 1,
        AddressMode::Clamp => 3,
        AddressMode::Border => 4,
    };
    match what {
        Mod::NormalizedCoords => texture.normalized.into(),
        Mod::ForceUnnormalizedCoords => (!texture.normalized).into(),
        Mod::FilterMode => (texture.filter == Filter::Linear).into(),
        Mod::AddrMode0 => mode(0),
        Mod::AddrMode1 => mode(1),
        Mod::AddrMode2 => mode(2),
        Mod::NumMipmapLevels | Mod::NumSamples => 1,
        _ => extent_or_format(&bound.image, what, texture.read_mode == ReadMode::NormalizedFloat),
    }
}

/// Attribute that textures and surfaces have.
fn extent_or_format(image: &Image, what: Mod, normalized: bool) -> u32 {
    let layers = match image.geometry {
        Geometry::A1 | Geometry::A2 => image.extent[2],
        Geometry::ACube => image.extent[2] / 6,
        _ => 1,
    };
    match what {
        Mod::Width => image.extent[0],
        Mod::Height => image.extent[1],
        Mod::Depth if image.geometry == Geometry::D3 => image.extent[2],
        Mod::Depth => 1,
        Mod::ChannelDataType => image.format.data_type_code(normalized),
        Mod::ChannelOrder => image.format.order_code(),
        Mod::ArraySize => layers,
        // Arrays are not linear.
        _ => 0,
    }
}
