//! Instructions decoded for execution, once per launch.

use super::super::program::{AccessShape, Instr, Modifiers, Operand, Program, Sgpr, SourceModifiers};
use super::super::scalar::{self, ScalarOp};
use super::super::table::{Format, Implicit, Role, Target, Type};
use super::super::{LANES, vector};
use crate::execute::Globals;
use crate::execute::lanes::LaneOp;

/// Address of the code: far from all data, so that a distance to a variable needs both halves.
pub(super) const CODE_BASE: u64 = 0x7a00_0000_0000;

/// A scalar source.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScalarSource {
    Register(u8),
    Constant(u64),
    Scc,
}

/// Register class of a vector source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    Short,
    Long,
    Mask,
}

/// A source of a vector instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct VectorSource {
    pub class: Lane,
    pub from: VectorFrom,
    pub marks: SourceModifiers,
    /// Bit of the sign.
    pub sign: u64,
    pub marked: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum VectorFrom {
    Vector(u16),
    Scalar(ScalarSource),
}

/// A vector ALU instruction.
#[derive(Clone, Debug)]
pub(super) struct VectorAction {
    /// With denormals kept, and flushed.
    pub ops: [LaneOp<LANES>; 2],
    pub sources: Vec<VectorSource>,
    pub dst: Option<(u16, Lane)>,
    /// The pair of SGPRs that gets a lane mask.
    pub mask_dst: Option<u8>,
    /// Whether the mask goes to EXEC too.
    pub to_exec: bool,
    /// Whether SDWA, a clamp or a scale changes the result.
    pub finish: Option<(Modifiers, Type)>,
}

/// Where the addresses of an access come from.
#[derive(Clone, Copy, Debug)]
pub(super) enum AddressFrom {
    /// SGPR pair plus offset.
    Scalar { base: u8, offset: ScalarSource },
    /// Buffer resource in SGPRs, offset in an SGPR.
    ScalarBuffer { resource: u8, offset: ScalarSource },
    /// Buffer resource, with VGPRs for index, offset or address.
    Buffer {
        resource: u8,
        address: Option<u16>,
        offset: ScalarSource,
        offen: bool,
        idxen: bool,
        addr64: bool,
    },
    /// VGPR pair.
    Flat { address: u16 },
    /// VGPR with an address in the local data share.
    Local { address: u16 },
}

/// A memory access.
#[derive(Clone, Debug)]
pub(super) struct MemoryAction {
    pub shape: AccessShape,
    pub from: AddressFrom,
    /// Constant byte offset.
    pub offset: u32,
    /// Alignment of the addresses.
    pub align: u32,
    /// First register of the result (an SGPR of a scalar load, otherwise a VGPR).
    pub dst: Option<u16>,
    /// First VGPRs of the data.
    pub data: [u16; 2],
    pub update: Option<Update>,
}

/// New value of an atomic from the old value and its operands.
pub(super) type Update = fn(old: u64, a: u64, b: u64) -> u64;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Condition {
    Always,
    Scc(bool),
    VccZero(bool),
    ExecZero(bool),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exchange {
    Swizzle,
    Permute,
    BackwardPermute,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    Nothing,
    Scalar { op: ScalarOp, sources: [(ScalarSource, bool); 2], dst: Option<(u8, bool)>, scc: bool },
    SaveExec { op: ScalarOp, source: ScalarSource, dst: u8 },
    Vector(Box<VectorAction>),
    ReadFirstLane { dst: u8, source: VectorFrom },
    ReadLane { dst: u8, source: u16, lane: ScalarSource },
    WriteLane { dst: u16, source: ScalarSource, lane: ScalarSource },
    Memory(Box<MemoryAction>),
    Exchange { how: Exchange, dst: u16, address: u16, data: u16, offset: u32 },
    Branch { condition: Condition, target: u32 },
    GetPc { dst: u8 },
    SetPc { source: u8, dst: Option<u8> },
    SetMode { offset: u8, bits: u8, value: ScalarSource },
    GetMode { offset: u8, bits: u8, dst: u8 },
    Barrier,
    End,
    Trap,
}

/// All instructions of a kernel, decoded.
pub(super) fn decode(program: &Program, globals: &Globals) -> Vec<Action> {
    program.code.iter().map(|i| action(i, program, globals)).collect()
}

fn action(i: &Instr, program: &Program, globals: &Globals) -> Action {
    let resolver = Resolver { i, globals };
    match i.form.format {
        Format::Sop1 | Format::Sop2 | Format::Sopk | Format::Sopc => scalar_action(i, &resolver),
        Format::Sopp => control(i),
        Format::Smem | Format::Mubuf | Format::Mtbuf | Format::Flat | Format::Ds => {
            memory_action(i, program.target, &resolver)
        }
        Format::Vop1 | Format::Vop2 | Format::Vopc | Format::Vop3 => vector_action(i, &resolver),
    }
}

struct Resolver<'a> {
    i: &'a Instr,
    globals: &'a Globals,
}

impl Resolver<'_> {
    fn scalar(&self, operand: Operand) -> ScalarSource {
        match operand {
            Operand::Scalar(Sgpr::SCC) => ScalarSource::Scc,
            Operand::Scalar(Sgpr(register)) => ScalarSource::Register(register),
            Operand::Constant(bits) => ScalarSource::Constant(bits),
            Operand::Relative { variable, addend, high } => {
                // The distance is counted from the literal, which follows the first four bytes of the instruction.
                let here = CODE_BASE + self.i.address + 4;
                let there = self.globals.address(variable).wrapping_add_signed(addend);
                let distance = there.wrapping_sub(here);
                ScalarSource::Constant(if high { distance >> 32 } else { distance & 0xffff_ffff })
            }
            _ => ScalarSource::Constant(0),
        }
    }

    /// All operands with their roles.
    fn operands(&self) -> impl Iterator<Item = (Role, Operand, Type)> {
        self.i.form.operands.iter().zip(&*self.i.operands).map(|(f, o)| (f.role, *o, f.ty))
    }

    fn find(&self, role: Role, nth: usize) -> Option<Operand> {
        self.i.operand(role, nth).map(|(operand, _)| operand)
    }

    fn vgpr(&self, role: Role, nth: usize) -> Option<u16> {
        match self.find(role, nth) {
            Some(Operand::Vector(first)) => Some(first),
            _ => None,
        }
    }

    fn sgpr(&self, role: Role, nth: usize) -> Option<u8> {
        match self.find(role, nth) {
            Some(Operand::Scalar(Sgpr(first))) => Some(first),
            _ => None,
        }
    }
}

fn scalar_action(i: &Instr, resolver: &Resolver<'_>) -> Action {
    let dst = resolver.operands().find_map(|(role, operand, ty)| match (role, operand) {
        (Role::ScalarDst, Operand::Scalar(Sgpr(first))) => Some((first, ty.registers() == 2)),
        _ => None,
    });
    let hardware = resolver.operands().find_map(|(_, operand, _)| match operand {
        Operand::Hardware(field) => Some(field),
        _ => None,
    });
    let mut sources = Vec::new();
    for (wanted, operand) in i.form.operands.iter().zip(&*i.operands) {
        let is_source =
            matches!(wanted.role, Role::ScalarSrc | Role::Imm | Role::Literal) || wanted.also_read;
        if is_source {
            sources.push((resolver.scalar(*operand), wanted.ty.registers() == 2));
        }
    }
    let source = |nth: usize| sources.get(nth).copied().unwrap_or((ScalarSource::Constant(0), false));
    match i.mnemonic() {
        "s_getpc_b64" => Action::GetPc { dst: dst.map_or(0, |d| d.0) },
        "s_setpc_b64" | "s_swappc_b64" => match source(0).0 {
            ScalarSource::Register(register) => Action::SetPc { source: register, dst: dst.map(|d| d.0) },
            _ => Action::Trap,
        },
        "s_setreg_b32" | "s_setreg_imm32_b32" => match hardware {
            Some(f) => Action::SetMode { offset: f.offset, bits: f.bits, value: source(0).0 },
            None => Action::Nothing,
        },
        "s_getreg_b32" => match (hardware, dst) {
            (Some(f), Some((dst, _))) => Action::GetMode { offset: f.offset, bits: f.bits, dst },
            _ => Action::Nothing,
        },
        name => {
            let Some(op) = scalar::select(name) else { panic!("`{name}` is in the table without a meaning") };
            if name.ends_with("saveexec_b64") {
                return Action::SaveExec { op, source: source(0).0, dst: dst.map_or(0, |d| d.0) };
            }
            let scc = i.form.writes.contains(&Implicit::Scc);
            Action::Scalar { op, sources: [source(0), source(1)], dst, scc }
        }
    }
}

fn control(i: &Instr) -> Action {
    let target = match i.operands.first() {
        Some(Operand::Target(target)) => *target,
        _ => 0,
    };
    let branch = |condition| Action::Branch { condition, target };
    match i.mnemonic() {
        "s_branch" => branch(Condition::Always),
        "s_cbranch_scc0" => branch(Condition::Scc(false)),
        "s_cbranch_scc1" => branch(Condition::Scc(true)),
        "s_cbranch_vccz" => branch(Condition::VccZero(true)),
        "s_cbranch_vccnz" => branch(Condition::VccZero(false)),
        "s_cbranch_execz" => branch(Condition::ExecZero(true)),
        "s_cbranch_execnz" => branch(Condition::ExecZero(false)),
        "s_barrier" => Action::Barrier,
        "s_endpgm" => Action::End,
        "s_trap" => Action::Trap,
        // Waits, pauses and priorities have no effect on values.
        _ => Action::Nothing,
    }
}

fn class_of(ty: Type) -> Lane {
    if ty.registers() == 2 { Lane::Long } else { Lane::Short }
}

/// Decodes a vector ALU instruction. One case after the other, each short.
fn vector_action(i: &Instr, resolver: &Resolver<'_>) -> Action {
    let name = i.mnemonic();
    let from = |operand| match operand {
        Operand::Vector(first) => VectorFrom::Vector(first),
        other => VectorFrom::Scalar(resolver.scalar(other)),
    };
    let scalar =
        |nth| resolver.find(Role::ScalarSrc, nth).map_or(ScalarSource::Constant(0), |o| resolver.scalar(o));
    match name {
        "v_nop" => return Action::Nothing,
        "v_readfirstlane_b32" => {
            let source = resolver.find(Role::VectorSrc, 0).map(from);
            let source = source.unwrap_or(VectorFrom::Scalar(ScalarSource::Constant(0)));
            return Action::ReadFirstLane { dst: resolver.sgpr(Role::ScalarDst, 0).unwrap_or(0), source };
        }
        "v_readlane_b32" => {
            return Action::ReadLane {
                dst: resolver.sgpr(Role::ScalarDst, 0).unwrap_or(0),
                source: resolver.vgpr(Role::VectorOnly, 0).unwrap_or(0),
                lane: scalar(0),
            };
        }
        "v_writelane_b32" => {
            let dst = resolver.vgpr(Role::VectorDst, 0).unwrap_or(0);
            return Action::WriteLane { dst, source: scalar(0), lane: scalar(1) };
        }
        _ => {}
    }
    let op = |flush| {
        vector::select(name, flush).unwrap_or_else(|| panic!("`{name}` is in the table without a meaning"))
    };
    let mut sources = Vec::new();
    let mut also_read = None;
    for (at, (wanted, operand)) in i.form.operands.iter().zip(&*i.operands).enumerate() {
        let class = match wanted.role {
            Role::VectorSrc | Role::VectorSrc1 | Role::Literal => class_of(wanted.ty),
            Role::MaskSrc => Lane::Mask,
            Role::VectorDst if wanted.also_read => {
                also_read = Some((*operand, wanted.ty));
                continue;
            }
            _ => continue,
        };
        let marks = i.sources[at];
        let marked = marks != SourceModifiers::default();
        sources.push(VectorSource { class, from: from(*operand), marks, sign: sign(wanted.ty), marked });
    }
    if let Some((operand, ty)) = also_read {
        let marks = SourceModifiers::default();
        let (class, from) = (class_of(ty), from(operand));
        sources.push(VectorSource { class, from, marks, sign: sign(ty), marked: false });
    }
    if i.form.reads.contains(&Implicit::Vcc) {
        sources.push(VectorSource {
            class: Lane::Mask,
            from: VectorFrom::Scalar(ScalarSource::Register(Sgpr::VCC.0)),
            marks: SourceModifiers::default(),
            sign: 0,
            marked: false,
        });
    }
    let dst = i.operand(Role::VectorDst, 0).and_then(|(operand, ty)| match operand {
        Operand::Vector(first) => Some((first, class_of(ty), ty)),
        _ => None,
    });
    let output = Modifiers {
        clamp: i.modifiers.clamp,
        omod: i.modifiers.omod,
        part: i.modifiers.part,
        unused: i.modifiers.unused,
        ..Modifiers::default()
    };
    let finish = (output != Modifiers::default()).then(|| (output, dst.map_or(Type::B32, |d| d.2)));
    Action::Vector(Box::new(VectorAction {
        ops: [op(false), op(true)],
        sources,
        dst: dst.map(|(first, class, _)| (first, class)),
        mask_dst: resolver.sgpr(Role::MaskDst, 0),
        to_exec: i.form.writes.contains(&Implicit::Exec),
        finish,
    }))
}

/// Bit of the sign of a type.
fn sign(ty: Type) -> u64 {
    match ty {
        Type::F16 => 1 << 15,
        _ if ty.registers() == 2 => 1 << 63,
        _ => 1 << 31,
    }
}

/// Decodes a memory access. One case per encoding.
fn memory_action(i: &Instr, target: Target, resolver: &Resolver<'_>) -> Action {
    let name = i.mnemonic();
    let vector = |role, nth| resolver.vgpr(role, nth);
    if i.form.format == Format::Ds && i.access().is_none() {
        let how = match name {
            "ds_swizzle_b32" => Exchange::Swizzle,
            "ds_permute_b32" => Exchange::Permute,
            _ => Exchange::BackwardPermute,
        };
        return Action::Exchange {
            how,
            dst: vector(Role::VectorDst, 0).unwrap_or(0),
            address: vector(Role::VectorOnly, 0).unwrap_or(0),
            data: vector(Role::VectorOnly, 1).unwrap_or(0),
            offset: i.modifiers.offset,
        };
    }
    let Some(shape) = i.access() else { return Action::Nothing };
    let m = i.modifiers;
    let scalar = |role, nth| {
        resolver.find(role, nth).map_or(ScalarSource::Constant(0), |operand| resolver.scalar(operand))
    };
    let register = |source| match source {
        ScalarSource::Register(first) => first,
        _ => 0,
    };
    let (from, data) = match i.form.format {
        Format::Smem => {
            let base = register(scalar(Role::ScalarSrc, 0));
            // Southern Islands counts immediate offsets in dwords.
            let offset = match scalar(Role::ScalarOffset, 0) {
                ScalarSource::Constant(dwords) if target == Target::SouthernIslands => {
                    ScalarSource::Constant(4 * dwords)
                }
                other => other,
            };
            let from = match name.starts_with("s_buffer") {
                true => AddressFrom::ScalarBuffer { resource: base, offset },
                false => AddressFrom::Scalar { base, offset },
            };
            (from, [0, 0])
        }
        Format::Mubuf | Format::Mtbuf => {
            let from = AddressFrom::Buffer {
                resource: register(scalar(Role::ScalarSrc, 0)),
                address: vector(Role::BufferAddress, 0),
                offset: scalar(Role::ScalarSrc, 1),
                offen: m.offen,
                idxen: m.idxen,
                addr64: m.addr64,
            };
            let data = vector(Role::VectorOnly, 0).unwrap_or(0);
            // The second operand of a compare-and-swap follows the first.
            (from, [data, data + (shape.width / 4).max(1) as u16])
        }
        Format::Flat => {
            let data = vector(Role::VectorOnly, 1).unwrap_or(0);
            let from = AddressFrom::Flat { address: vector(Role::VectorOnly, 0).unwrap_or(0) };
            (from, [data, data + (shape.width / 4).max(1) as u16])
        }
        _ => {
            let from = AddressFrom::Local { address: vector(Role::VectorOnly, 0).unwrap_or(0) };
            let data = [1, 2].map(|nth| vector(Role::VectorOnly, nth).unwrap_or(0));
            (from, data)
        }
    };
    let dst = match resolver.find(Role::VectorDst, 0).or(resolver.find(Role::ScalarDst, 0)) {
        Some(Operand::Vector(first)) => Some(first),
        Some(Operand::Scalar(Sgpr(first))) => Some(first.into()),
        // A buffer atomic returns the old value where its operand was.
        _ if m.glc && name.starts_with("buffer_atomic") => Some(data[0]),
        _ => None,
    };
    let align = match i.form.format {
        Format::Ds if name.ends_with("b96") || name.ends_with("b128") => 16,
        Format::Ds => shape.width,
        _ => shape.width.min(if shape.width == 8 { 8 } else { 4 }),
    };
    let offset = if shape.pair.is_some() { 0 } else { m.offset };
    Action::Memory(Box::new(MemoryAction { shape, from, offset, align, dst, data, update: update(name) }))
}

/// The new value of an atomic.
fn update(name: &str) -> Option<Update> {
    let swapped = name.contains("atomic_cmpswap");
    let wide = name.ends_with("_x2") || name.ends_with("64");
    let name = name.strip_prefix("ds_").or(name.split_once("atomic_").map(|(_, op)| op))?;
    let op = name.split('_').next()?;
    let signed = name.ends_with("_i32") || name.ends_with("_i64");
    Some(match (op, wide) {
        ("add", _) if name.ends_with("f32") => |old, a, _| {
            let sum = f32::from_bits(old as u32) + f32::from_bits(a as u32);
            if sum.is_nan() { 0x7fc0_0000 } else { sum.to_bits().into() }
        },
        ("add", _) => |old, a, _| old.wrapping_add(a),
        ("sub", _) => |old, a, _| old.wrapping_sub(a),
        ("rsub", _) => |old, a, _| a.wrapping_sub(old),
        ("inc", _) => |old, a, _| if old >= a { 0 } else { old + 1 },
        ("dec", _) => |old, a, _| if old == 0 || old > a { a } else { old - 1 },
        ("smin", false) | ("min", false) if op == "smin" || signed => {
            |old, a, _| ((old as u32 as i32).min(a as u32 as i32) as u32).into()
        }
        ("smax", false) | ("max", false) if op == "smax" || signed => {
            |old, a, _| ((old as u32 as i32).max(a as u32 as i32) as u32).into()
        }
        ("smin", true) | ("min", true) if op == "smin" || signed => {
            |old, a, _| (old as i64).min(a as i64) as u64
        }
        ("smax", true) | ("max", true) if op == "smax" || signed => {
            |old, a, _| (old as i64).max(a as i64) as u64
        }
        ("umin" | "min", _) => |old, a, _| old.min(a),
        ("umax" | "max", _) => |old, a, _| old.max(a),
        ("and", _) => |old, a, _| old & a,
        ("or", _) => |old, a, _| old | a,
        ("xor", _) => |old, a, _| old ^ a,
        ("wrxchg" | "swap", _) => |_, a, _| a,
        // The local data share has the comparand first, a buffer has it second.
        ("cmpst" | "cmpswap", _) if swapped => |old, a, b| if old == b { a } else { old },
        ("cmpst" | "cmpswap", _) => |old, a, b| if old == a { b } else { old },
        _ => return None,
    })
}
