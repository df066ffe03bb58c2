//! Textures and surfaces.
//!
//! An instruction has its operands in two vectors of registers: the number of the layer, coordinates, the handle if it is in a register,
//! and a level of detail. Levels and gradients select the only level there is. With `SCR` the first vector has at most two registers, and
//! of two operands one. The first two channels that the mask selects go to one destination, the others to a second one.

use super::decode::{Context, number, register, shape, update};
use super::memory::Addresses;
use super::warp::{LANES, RZ, Warp};
use crate::execute::lanes::AtomicOp;
use crate::execute::memory::access::{LaneFault, MemorySpaces};
use crate::execute::texture::access::{How, Outside, SurfaceAccess, fetch, locate, tolerated_fetch};
use crate::execute::texture::array::Image;
use crate::execute::texture::{Bound, Geometry};
use crate::execute::{FaultKind, LaneMask, Memory};
use crate::program::Space;
use crate::sass::machine::{Instruction, Value};

/// Where the lower half of a handle is.
#[derive(Clone, Copy, Debug)]
enum Handle {
    Value(u32),
    Row(u8),
    Uniform(u8),
}

/// A texture or surface instruction.
#[derive(Clone, Debug)]
pub(super) struct TextureAction {
    kind: Kind,
    handle: Handle,
    geometry: Geometry,
    /// Registers of the coordinates.
    at: [u8; 3],
    layer: u8,
}

#[derive(Clone, Debug)]
enum Kind {
    Fetch(How, Channels),
    /// Width, height and depth.
    Extent(Channels),
    Load {
        access: SurfaceAccess,
        destination: u8,
    },
    Store {
        access: SurfaceAccess,
        data: u8,
    },
    Reduce {
        access: SurfaceAccess,
        data: u8,
        update: AtomicOp,
    },
}

/// The registers of the four channels of a result; [`RZ`] is none.
type Channels = [u8; 4];

/// The n-th register of a vector.
fn nth(first: u8, n: usize) -> u8 {
    if first == RZ { RZ } else { first.saturating_add(n as u8) }
}

fn channels(machine: &Instruction) -> Option<Channels> {
    // A predicate says whether all texels are in memory: they are, but its use is not known.
    if machine.operand("p81").is_some() {
        return None;
    }
    let mask = number(machine, "i72").unwrap_or(15);
    let (first, second) = (register(machine, "G16").unwrap_or(RZ), register(machine, "G64").unwrap_or(RZ));
    let mut found = [RZ; 4];
    let selected = found.iter_mut().enumerate().filter(|(channel, _)| mask >> channel & 1 == 1);
    for (n, (_, row)) in selected.enumerate() {
        *row = if n < 2 { nth(first, n) } else { nth(second, n - 2) };
    }
    Some(found)
}

/// The handle, if it is not in a vector of operands.
fn handle(machine: &Instruction, context: &Context<'_>) -> Option<Handle> {
    if let Some(uniform) = register(machine, "U40") {
        // What the number behind the register selects is not known.
        return (number(machine, "i46")? == 0).then_some(Handle::Uniform(uniform));
    }
    let (bank, offset) = (number(machine, "i54")?, number(machine, "i40")?);
    Some(Handle::Value(context.constant(bank as u8, 4 * offset as i64, false) as u32))
}

fn geometry(machine: &Instruction) -> Option<Geometry> {
    let name = machine.operands.iter().find_map(|operand| match operand.value {
        Value::Name(name) if operand.name == "n61" => Some(name),
        _ => None,
    });
    Some(match name? {
        "1D" => Geometry::D1,
        "2D" => Geometry::D2,
        "3D" => Geometry::D3,
        "ARRAY_1D" => Geometry::A1,
        "ARRAY_2D" => Geometry::A2,
        "CUBE" => Geometry::Cube,
        "ARRAY_CUBE" => Geometry::ACube,
        _ => return None,
    })
}

pub(super) fn decode(machine: &Instruction, context: &Context<'_>) -> Option<TextureAction> {
    match machine.stem {
        "SULD" | "SUST" | "SURED" => surface(machine, context),
        "TXQ" => {
            let first = register(machine, "G24").unwrap_or(RZ);
            let handle = if machine.has("B") { Handle::Row(first) } else { handle(machine, context)? };
            let kind = Kind::Extent(channels(machine)?);
            Some(TextureAction { kind, handle, geometry: Geometry::D1, at: [RZ; 3], layer: RZ })
        }
        _ => sample(machine, context),
    }
}

fn sample(machine: &Instruction, context: &Context<'_>) -> Option<TextureAction> {
    let has = |modifier: &str| machine.has(modifier);
    // Offsets, comparisons with a depth, clamped levels, samples of a pixel, and results in half precision.
    let unknown = ["AOFFI", "DC", "LC", "LB.LC", "LC.FDV", "MS", "PTP", "F16.RN", "F16.RZ"];
    if unknown.into_iter().any(has) {
        return None;
    }
    let geometry = geometry(machine)?;
    let (first, second) = (register(machine, "G24").unwrap_or(RZ), register(machine, "G32").unwrap_or(RZ));
    let (layers, axes) = (usize::from(geometry.is_layered()), geometry.dimensions());
    let is_bindless = if machine.stem == "TLD4" {
        // `B` is a channel, too.
        machine.modifiers.iter().skip_while(|name| !matches!(**name, "R" | "G" | "B" | "A")).nth(1)
            == Some(&"B")
    } else {
        has("B")
    };
    // Numbers of the operands: layer, coordinates, handle.
    let (mut layer, mut coordinates, mut in_register) = (0, layers, layers + axes);
    let mut in_first = layers + axes;
    if machine.stem == "TXD" {
        // Handle, coordinates, layer; the second vector has the gradients.
        in_register = 0;
        coordinates = usize::from(is_bindless);
        layer = coordinates + axes;
        in_first += coordinates;
    } else if has("SCR") {
        let level = usize::from(has("LL") || has("LB"));
        let all = layers + axes + usize::from(is_bindless) + level;
        in_first = if all <= 2 { 1 } else { 2 };
    }
    let row = |n: usize| if n < in_first { nth(first, n) } else { nth(second, n - in_first) };
    let how = match machine.stem {
        "TLD" => How::Texel,
        "TLD4" => How::Gather(["R", "G", "B", "A"].into_iter().position(|name| {
            machine.modifiers.iter().find(|m| matches!(**m, "R" | "G" | "B" | "A")) == Some(&name)
        })?),
        _ => How::Sample,
    };
    let mut at = [RZ; 3];
    for (axis, at) in at.iter_mut().enumerate().take(axes) {
        *at = row(coordinates + axis);
    }
    Some(TextureAction {
        kind: Kind::Fetch(how, channels(machine)?),
        handle: if is_bindless { Handle::Row(row(in_register)) } else { handle(machine, context)? },
        geometry,
        at,
        layer: if layers == 1 { row(layer) } else { RZ },
    })
}

fn surface(machine: &Instruction, context: &Context<'_>) -> Option<TextureAction> {
    let has = |modifier: &str| machine.has(modifier);
    // Without `BA` the first coordinate counts texels.
    if !has("BA") || machine.operand("p81").is_some() {
        return None;
    }
    let shapes = [
        ("1D", Geometry::D1),
        ("2D", Geometry::D2),
        ("3D", Geometry::D3),
        ("1D_ARRAY", Geometry::A1),
        ("2D_ARRAY", Geometry::A2),
    ];
    let geometry = shapes.into_iter().find(|(name, _)| has(name))?.1;
    let base = super::decode::memory(machine)?.base?.index;
    let bytes = if has("U64") { 8 } else { shape(machine).bytes };
    let outside = match () {
        () if has("IGN") => Outside::Zero,
        () if has("TRAP") => Outside::Trap,
        () => Outside::Clamp,
    };
    let access = SurfaceAccess { bytes, outside };
    let kind = match machine.stem {
        "SULD" if shape(machine).signed => return None,
        "SULD" => Kind::Load { access, destination: register(machine, "d")? },
        "SUST" => Kind::Store { access, data: register(machine, "R32")? },
        _ => {
            Kind::Reduce { access, data: register(machine, "R32")?, update: update(machine, Space::Texture)? }
        }
    };
    let mut at = [RZ; 3];
    for (axis, at) in at.iter_mut().enumerate().take(geometry.dimensions()) {
        *at = nth(base, axis);
    }
    let handle = match register(machine, "G64") {
        Some(row) => Handle::Row(row),
        None => handle(machine, context)?,
    };
    Some(TextureAction { kind, handle, geometry, at, layer: nth(base, geometry.dimensions()) })
}

impl Warp {
    /// Executes a texture or surface instruction for the lanes of `mask`: its addresses, and the bytes of one.
    pub fn texture(
        &mut self,
        action: &TextureAction,
        mask: u64,
        spaces: &mut MemorySpaces<'_>,
        instruction: &dyn Fn() -> String,
    ) -> Result<Option<(Addresses, u32)>, LaneFault> {
        let mut addresses = Addresses { space: Space::Texture, all: [0; LANES] };
        let mut accessed = None;
        for lane in LaneMask(mask).lanes() {
            let value = |row: u8| self.file.rows[usize::from(row)][lane];
            let handle = match action.handle {
                Handle::Value(value) => value,
                Handle::Row(row) => value(row),
                Handle::Uniform(row) => self.uniform.rows[usize::from(row)][0],
            };
            let (at, layer) =
                (action.at.map(value), if action.geometry.is_layered() { value(action.layer) } else { 0 });
            let fault = |kind| LaneFault { lane, kind };
            match &action.kind {
                Kind::Fetch(how, channels) => {
                    let bound = texture(spaces.memory, handle, instruction).map_err(fault)?;
                    // A line is a plane of one row.
                    let is_line = bound.image.geometry == Geometry::D1 && action.geometry == Geometry::D2;
                    let geometry = if is_line { Geometry::D1 } else { action.geometry };
                    let texel = bound.image.format.bytes();
                    let done = fetch(spaces.memory, bound, (geometry, *how), (at, layer), instruction);
                    let fetched = match done {
                        Err(kind) => tolerated_fetch(spaces, lane, kind, instruction),
                        fetched => fetched,
                    };
                    let fetched = fetched.map_err(fault)?;
                    for (&row, channel) in channels.iter().zip(fetched.channels) {
                        self.put(row, lane, channel);
                    }
                    addresses.all[lane] = fetched.address;
                    accessed = accessed.or(Some(texel));
                }
                Kind::Extent(channels) => {
                    // Surfaces have extents, too.
                    let objects = &spaces.memory.textures;
                    let image = match objects.surfaces.by_lower_half(handle) {
                        Some(image) => image,
                        None => &texture(spaces.memory, handle, instruction).map_err(fault)?.image,
                    };
                    let [width, height, slices] = image.extent;
                    let depth = if image.geometry == Geometry::D3 { slices } else { 1 };
                    for (&row, value) in channels.iter().zip([width, height, depth, 0]) {
                        self.put(row, lane, value);
                    }
                }
                Kind::Load { access, .. } | Kind::Store { access, .. } | Kind::Reduce { access, .. } => {
                    let image = *surface_of(spaces.memory, handle, instruction).map_err(fault)?;
                    let place = (at, layer);
                    let (address, inside) =
                        locate(spaces.memory, &image, action.geometry, place, *access, instruction)
                            .map_err(fault)?;
                    addresses.all[lane] = address;
                    accessed = accessed.or(Some(access.bytes));
                    let mut nothing = [0; 16];
                    let bytes = match spaces.memory.find(address, access.bytes.into()).filter(|_| inside) {
                        Some((allocation, offset)) => {
                            &mut allocation.data[offset..offset + access.bytes as usize]
                        }
                        None => {
                            if inside {
                                let outside = (address, access.bytes);
                                spaces.tolerate_outside(lane, outside, instruction).map_err(fault)?;
                            }
                            &mut nothing[..access.bytes as usize]
                        }
                    };
                    self.transfer_texels(&action.kind, lane, bytes);
                }
            }
        }
        Ok(accessed.map(|bytes| (addresses, bytes)))
    }

    fn put(&mut self, row: u8, lane: usize, value: u32) {
        if row != RZ {
            self.file.rows[usize::from(row)][lane] = value;
        }
    }

    /// Copies between the bytes of a surface and a lane's registers.
    fn transfer_texels(&mut self, kind: &Kind, lane: usize, bytes: &mut [u8]) {
        match *kind {
            Kind::Load { destination, .. } => {
                for (n, piece) in bytes.chunks(4).enumerate() {
                    let mut word = [0; 4];
                    word[..piece.len()].copy_from_slice(piece);
                    self.put(nth(destination, n), lane, u32::from_le_bytes(word));
                }
            }
            Kind::Store { data, .. } => {
                for (n, piece) in bytes.chunks_mut(4).enumerate() {
                    let value = self.file.rows[usize::from(nth(data, n))][lane];
                    piece.copy_from_slice(&value.to_le_bytes()[..piece.len()]);
                }
            }
            Kind::Reduce { data, update, .. } => {
                let mut old = [0; 8];
                old[..bytes.len()].copy_from_slice(bytes);
                let new = update(u64::from_le_bytes(old), self.file.pair(data, lane), 0);
                bytes.copy_from_slice(&new.to_le_bytes()[..bytes.len()]);
            }
            Kind::Fetch(..) | Kind::Extent(_) => {}
        }
    }
}

fn texture<'a>(
    memory: &'a Memory,
    handle: u32,
    instruction: &dyn Fn() -> String,
) -> Result<&'a Bound, Box<FaultKind>> {
    memory.textures.textures.by_lower_half(handle).ok_or_else(|| bad(handle, "texture", instruction))
}

fn surface_of<'a>(
    memory: &'a Memory,
    handle: u32,
    instruction: &dyn Fn() -> String,
) -> Result<&'a Image, Box<FaultKind>> {
    memory.textures.surfaces.by_lower_half(handle).ok_or_else(|| bad(handle, "surface", instruction))
}

#[cold]
fn bad(handle: u32, wanted: &'static str, instruction: &dyn Fn() -> String) -> Box<FaultKind> {
    Box::new(FaultKind::BadTextureObject { instruction: instruction(), wanted, handle: handle.into() })
}
