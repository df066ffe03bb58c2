//! Instructions decoded for execution, once per launch.

use super::super::program::{AddressOf, Program, runtime_address};
use super::alu;
use super::warp::{Compute, LANES, PT, PredicateSource, RZ};
use crate::code::AccessKind;
use crate::execute::lanes::AtomicOp;
use crate::execute::{Globals, Memory};
use crate::program::{Pc, Space};
use crate::ptx::execute::alu::select_atomic;
use crate::ptx::isa::Mod;
use crate::sass::machine::{Address, BYTES, File, Instruction, Value};

/// Constant banks of a launch.
#[derive(Default)]
pub(super) struct Banks(pub [Vec<u8>; 5]);

impl Banks {
    /// The bytes at an offset; 0 beyond the end. An instruction has 16 bits of it, of which the highest is no sign: a bank has 64 KiB.
    pub fn read(&self, bank: u8, offset: i64, bytes: usize) -> u64 {
        let data = self.0.get(usize::from(bank)).map_or(&[][..], Vec::as_slice);
        (0..bytes).rev().fold(0, |value, at| {
            let byte = data.get(((offset + at as i64) & 0xffff) as usize).copied();
            value << 8 | u64::from(byte.unwrap_or(0))
        })
    }
}

/// What the operands of instructions refer to.
pub(super) struct Context<'a> {
    pub banks: &'a Banks,
    /// Whether the program has no mbarriers that are words of memory.
    pub is_ordered: bool,
}

impl Context<'_> {
    pub fn constant(&self, bank: u8, offset: i64, long: bool) -> u64 {
        self.banks.read(bank, offset, if long { 8 } else { 4 })
    }
}

/// An instruction as it is executed.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Lanes that execute it.
    pub guard: Option<PredicateSource>,
    pub action: Action,
}

#[derive(Clone, Debug)]
pub(super) enum Action {
    Compute(Box<Compute<LANES>>),
    Uniform(Box<Compute<1>>),
    Nothing,
    Exit {
        condition: Option<PredicateSource>,
    },
    Trap,
    /// Lanes whose condition holds go to the target.
    Branch {
        condition: Option<PredicateSource>,
        target: Target,
    },
    /// All lanes go to the target if the condition holds for one.
    BranchAny {
        condition: Option<PredicateSource>,
        target: u32,
    },
    /// The warp goes if its lanes are, or are not, all those of a mask.
    BranchIf {
        converged: bool,
        mask: MaskFrom,
        target: u32,
    },
    /// Lanes will meet at a barrier.
    SetBarrier {
        barrier: u8,
    },
    Meet {
        barrier: u8,
        condition: Option<PredicateSource>,
    },
    Leave {
        barrier: u8,
        condition: Option<PredicateSource>,
    },
    ReadBarrier {
        barrier: u8,
        destination: u8,
        clear: bool,
    },
    WriteBarrier {
        barrier: u8,
        source: u8,
        clear: bool,
    },
    MeetLanes {
        mask: MaskFrom,
        exclusive: bool,
    },
    /// Lanes of any divergent code meet, execute together what follows, and go each to its target after that.
    MeetCollective {
        mask: u8,
        target: u32,
    },
    EndCollective,
    /// One lane gets a true predicate, and the warp its number.
    Elect {
        predicate: u8,
        destination: Option<u8>,
        among: Option<PredicateSource>,
    },
    /// Other lanes may run; and other warps.
    Yield {
        warps: bool,
    },
    Barrier(CtaBarrier),
    /// The result of the last reducing barrier.
    Reduced {
        destination: u8,
        predicate: u8,
    },
    Special {
        destination: u8,
        uniform: bool,
        which: Special,
        long: bool,
    },
    ReadPredicates {
        destination: u8,
        source: u8,
        mask: u32,
        byte: u32,
        uniform: bool,
    },
    WritePredicates {
        source: u8,
        mask: u32,
        byte: u32,
        uniform: bool,
    },
    /// A lane's value becomes the warp's. The predicate says which lanes have another one; with the flag, or had before.
    ToUniform {
        destination: u8,
        source: u8,
        differs: u8,
        adds: bool,
    },
    Access(Box<AccessAction>),
    Constant {
        destination: u8,
        index: Option<u8>,
        bank: u8,
        offset: i64,
        shape: Shape,
        uniform: bool,
    },
    Collective(super::collective::Collective),
    Product(Box<super::tensor::ProductAction>),
    /// Rows of matrices in shared memory.
    LoadMatrix {
        destination: u8,
        address: Address,
        count: u8,
        transposed: bool,
    },
    Transpose {
        destination: u8,
        source: u8,
    },
    Texture(Box<super::texture::TextureAction>),
    Asynchronous(Box<super::asynchronous::AsyncAction>),
    /// The space of generic addresses.
    IsSpace {
        predicate: u8,
        address: Address,
        space: Space,
    },
    /// The program counter of the instruction.
    ReadPc {
        destination: u8,
        target: Option<u64>,
    },
    /// Not executed: named when it is reached.
    Refused,
}

/// Where control goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Pc(u32),
    /// The address in a pair of uniform registers plus an offset, in bytes.
    Uniform {
        register: u8,
        offset: i64,
    },
    /// The address in a register pair plus an offset, in bytes; or in one register, if it is not long.
    Register {
        register: u8,
        offset: i64,
        long: bool,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum MaskFrom {
    Value(u32),
    Register(u8),
    Uniform {
        register: u8,
        inverted: bool,
    },
    /// All live lanes.
    All,
}

/// A barrier of the CTA.
#[derive(Clone, Copy, Debug)]
pub(super) struct CtaBarrier {
    /// Number, or the register that has it.
    pub id: Result<u8, u8>,
    pub threads: Threads,
    pub waits: bool,
    pub reduce: Option<(Reduction, PredicateSource)>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Threads {
    All,
    Count(u32),
    Register(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reduction {
    Count,
    And,
    Or,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    Lane,
    Tid(usize),
    Ctaid(usize),
    EqualMask,
    LessMask,
    LessEqualMask,
    GreaterMask,
    GreaterEqualMask,
    Clock,
    GlobalTimer,
    SmId,
    Zero,
    /// The number of the warp, from bit 8 on.
    Warp,
    /// The number of warps, from bit 8 on.
    Warps,
    /// The upper half of generic addresses of shared memory.
    SharedWindow,
}

/// Elements of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// Bytes of a lane.
    pub bytes: u32,
    pub signed: bool,
}

/// A memory access.
#[derive(Clone, Debug)]
pub(super) struct AccessAction {
    pub kind: AccessKind,
    pub space: Space,
    pub address: Address,
    pub shape: Shape,
    /// First register of the result.
    pub destination: Option<u8>,
    /// First registers of the data.
    pub data: [u8; 2],
    pub update: Option<AtomicOp>,
    /// The predicate that says whether an atomic was one of global memory.
    pub done: u8,
    /// Whether an atomic returns whether it succeeded.
    pub succeeds: bool,
    /// Whether it may wait for other warps, again and again.
    pub polls: bool,
}

/// Translates a program.
pub(super) fn decode(program: &Program, banks: &Banks, globals: &Globals) -> Vec<Step> {
    let context = Context { banks, is_ordered: program.is_ordered() };
    let mut steps = Vec::with_capacity(program.code.len());
    for (at, instr) in program.code.iter().enumerate() {
        let mut machine = instr.machine.clone();
        if let Some(relocation) = program.relocations.get(&Pc(at as u32)) {
            let address = address(relocation.of, globals);
            machine.relocate(if relocation.high { address >> 32 } else { address } as u32);
        }
        let base = instr.address & !0xffff_ffff;
        steps.push(step(program, &machine, &context, (base, instr.address)));
    }
    steps
}

/// The value of an address.
pub(super) fn address(of: AddressOf, globals: &Globals) -> u64 {
    match of {
        AddressOf::Variable { variable, offset } => globals.address(variable).wrapping_add_signed(offset),
        AddressOf::Code(address) => address,
        AddressOf::Runtime(function) => runtime_address(function),
    }
}

/// Bank 4 of a launch, and the other ones that the cubin and the module's variables fill.
pub(super) fn banks(program: &Program, parameters: Vec<u8>, globals: &Globals, memory: &Memory) -> Banks {
    let mut banks = Banks::default();
    banks.0[0] = parameters;
    banks.0[2].clone_from(&program.literals);
    for &(offset, size, variable) in &program.constants {
        let bytes = memory.read(globals.address(variable), size);
        put(&mut banks.0[3], offset, bytes.unwrap_or_else(|_| panic!("a module's variable is allocated")));
    }
    for &(offset, of) in &program.addresses {
        put(&mut banks.0[4], offset, &address(of, globals).to_le_bytes());
    }
    banks
}

pub(super) fn put(bank: &mut Vec<u8>, offset: u32, bytes: &[u8]) {
    let start = offset as usize;
    if bank.len() < start + bytes.len() {
        bank.resize(start + bytes.len(), 0);
    }
    bank[start..start + bytes.len()].copy_from_slice(bytes);
}

fn step(program: &Program, machine: &Instruction, context: &Context<'_>, base: (u64, u64)) -> Step {
    let guard = machine.guard.map(|(register, negated)| PredicateSource {
        index: register.index,
        uniform: register.file == File::UniformPredicate,
        negated,
    });
    let guard = guard.filter(|q| q.index != PT || q.negated);
    let action = action(program, machine, context, base).unwrap_or(Action::Refused);
    Step { guard, action }
}

/// The predicate that an operand names.
pub(super) fn condition(machine: &Instruction, name: &str) -> Option<PredicateSource> {
    let operand = machine.operand(name)?;
    let Value::Register(register) = operand.value else { return None };
    let uniform = register.file == File::UniformPredicate;
    Some(PredicateSource { index: register.index, uniform, negated: operand.sign.is_some() })
}

pub(super) fn register(machine: &Instruction, name: &str) -> Option<u8> {
    match machine.operand(name)?.value {
        Value::Register(register) => Some(register.index),
        _ => None,
    }
}

pub(super) fn number(machine: &Instruction, name: &str) -> Option<u64> {
    match machine.operand(name)?.value {
        Value::Unsigned(value) => Some(value),
        Value::Signed(value) => Some(value as u64),
        _ => None,
    }
}

pub(super) fn memory(machine: &Instruction) -> Option<Address> {
    machine.operands.iter().find_map(|operand| match operand.value {
        Value::Memory(address) => Some(address),
        _ => None,
    })
}

/// Size and sign of an access.
pub(super) fn shape(machine: &Instruction) -> Shape {
    let sizes: [(&str, u32, bool); 9] = [
        ("U8", 1, false),
        ("S8", 1, true),
        ("U16", 2, false),
        ("S16", 2, true),
        ("64", 8, false),
        ("128", 16, false),
        ("U.128", 16, false),
        ("S64", 8, true),
        ("F64.RN", 8, false),
    ];
    let found = sizes.into_iter().find(|(name, ..)| machine.has(name));
    found.map_or(Shape { bytes: 4, signed: false }, |(_, bytes, signed)| Shape { bytes, signed })
}

fn action(
    program: &Program,
    machine: &Instruction,
    context: &Context<'_>,
    (base, address): (u64, u64),
) -> Option<Action> {
    let has = |modifier: &str| machine.has(modifier);
    let at = |target: i64| program.pc(base.wrapping_add_signed(target)).map(|pc| pc.0);
    let target = || {
        machine.operands.iter().find_map(|operand| match operand.value {
            Value::Target(target) => Some(target),
            _ => None,
        })
    };
    // What a load returns in a predicate, and what skips it, is not known.
    let has_predicate = machine.operand("p81").is_some() || machine.operand("x64").is_some() || has("ZD");
    let access = |kind, space| {
        if has_predicate && kind == AccessKind::Load {
            return None;
        }
        let destination = register(machine, "d").filter(|_| kind != AccessKind::Store);
        let [first, second] = ["R32", "R64"].map(|name| register(machine, name));
        // Stores with an offset of 32 bits have their data in the third slot.
        let data = [first.or(second).unwrap_or(RZ), second.unwrap_or(RZ)];
        Some(AccessAction {
            kind,
            space,
            address: memory(machine)?,
            shape: shape(machine),
            destination,
            data,
            update: None,
            done: PT,
            succeeds: false,
            polls: match kind {
                // That of an mbarrier of sm_80 is a load like any other.
                AccessKind::Load if space == Space::Shared => !context.is_ordered,
                AccessKind::Load => machine.is_strong(),
                AccessKind::Atomic => destination.is_some_and(|row| row != RZ),
                _ => false,
            },
        })
    };
    Some(match machine.stem {
        "DEPBAR" => match super::asynchronous::decode(program, machine) {
            Some(wait) => Action::Asynchronous(Box::new(wait)),
            None => Action::Nothing,
        },
        "NOP" | "MEMBAR" | "ERRBAR" | "CCTL" | "CGAERRBAR" | "FENCE" | "UBLKPF" => Action::Nothing,
        "EXIT" => Action::Exit { condition: condition(machine, "q87") },
        "BPT" => Action::Trap,
        "YIELD" => Action::Yield { warps: false },
        "NANOSLEEP" => Action::Yield { warps: true },
        "BRA" => {
            let target = at(target()?)?;
            let mask = machine.operand("U24");
            match (has("DIV"), has("CONV")) {
                _ if has("U.ANY") => Action::BranchAny { condition: condition(machine, "q87"), target },
                (false, false) => {
                    Action::Branch { condition: condition(machine, "q87"), target: Target::Pc(target) }
                }
                (_, converged) => {
                    let mask = match mask {
                        None => MaskFrom::All,
                        Some(operand) => {
                            let Value::Register(register) = operand.value else { return None };
                            MaskFrom::Uniform { register: register.index, inverted: operand.sign.is_some() }
                        }
                    };
                    Action::BranchIf { converged, mask, target }
                }
            }
        }
        "BRX" => {
            let register = register(machine, "G24")?;
            Action::Branch {
                condition: condition(machine, "q87"),
                target: Target::Register {
                    register,
                    offset: target()?.wrapping_add_unsigned(address + BYTES),
                    long: true,
                },
            }
        }
        "BRXU" => Action::Branch {
            condition: condition(machine, "q87"),
            target: Target::Uniform {
                register: register(machine, "U24")?,
                offset: target()?.wrapping_add_unsigned(address + BYTES),
            },
        },
        "CALL" | "RET" => {
            let condition = condition(machine, "q87");
            let absolute = has("ABS");
            match register(machine, "R24").or_else(|| register(machine, "G24")) {
                None if absolute => {
                    // An address of the code, or a function of the runtime.
                    let target = target()?;
                    Action::Branch {
                        condition,
                        target: Target::Register { register: RZ, offset: target, long: true },
                    }
                }
                None => Action::Branch { condition, target: Target::Pc(at(target()?)?) },
                Some(register) => {
                    let offset = target().unwrap_or(0);
                    let offset = if absolute { offset } else { offset.wrapping_add_unsigned(base) };
                    Action::Branch {
                        condition,
                        target: Target::Register { register, offset, long: absolute },
                    }
                }
            }
        }
        "BSSY" if machine.operand("q87").is_none() => {
            Action::SetBarrier { barrier: register(machine, "B16")? }
        }
        "BSYNC" => Action::Meet { barrier: register(machine, "B16")?, condition: condition(machine, "q87") },
        "BREAK" => Action::Leave { barrier: register(machine, "B16")?, condition: condition(machine, "q87") },
        "BMOV" => {
            let barrier = register(machine, "B24")?;
            let clear = has("CLEAR");
            match register(machine, "d") {
                Some(destination) => Action::ReadBarrier { barrier, destination, clear },
                None => Action::WriteBarrier { barrier, source: register(machine, "R32")?, clear },
            }
        }
        "WARPSYNC" if !has("COLLECTIVE") && machine.operand("q87").is_none() => Action::MeetLanes {
            mask: match (
                register(machine, "R32").or_else(|| register(machine, "R24")),
                number(machine, "i32"),
            ) {
                _ if has("ALL") => MaskFrom::All,
                (Some(register), _) => MaskFrom::Register(register),
                (_, Some(mask)) => MaskFrom::Value(mask as u32),
                _ => return None,
            },
            exclusive: has("EXCLUSIVE"),
        },
        "WARPSYNC" if has("COLLECTIVE") && machine.operand("q87").is_none() => {
            Action::MeetCollective { mask: register(machine, "R24")?, target: at(target()?)? }
        }
        "ENDCOLLECTIVE" if machine.operand("q87").is_none() => Action::EndCollective,
        "ELECT" => Action::Elect {
            predicate: register(machine, "p81")?,
            destination: register(machine, "U16").filter(|&row| row != 63),
            among: condition(machine, "q87"),
        },
        "BAR" => {
            // One register for number and count.
            if machine.operands.iter().filter(|operand| operand.name == "R32").count() > 1 {
                return None;
            }
            let id = match number(machine, "i54") {
                Some(id) => Ok(id as u8),
                None => Err(register(machine, "R32")?),
            };
            // The register is the count only where the number is an immediate.
            let count = register(machine, "R32").filter(|_| id.is_ok());
            let threads = match (count, number(machine, "i42")) {
                (Some(register), None) => Threads::Register(register),
                (_, None | Some(0)) => Threads::All,
                (_, Some(count)) => Threads::Count(count as u32),
            };
            let reduction = match () {
                () if has("RED.POPC") => Some(Reduction::Count),
                () if has("RED.AND") => Some(Reduction::And),
                () if has("RED.OR") => Some(Reduction::Or),
                () => None,
            };
            let reduce = match reduction {
                Some(reduction) => Some((reduction, condition(machine, "q87")?)),
                None => None,
            };
            Action::Barrier(CtaBarrier { id, threads, waits: !has("ARV"), reduce })
        }
        "B2R" if has("RESULT") => Action::Reduced {
            destination: register(machine, "d")?,
            predicate: register(machine, "p81").unwrap_or(PT),
        },
        "S2R" | "CS2R" | "S2UR" => {
            let Value::Name(name) = machine.operands.last()?.value else { return None };
            let uniform = machine.stem == "S2UR";
            let destination = register(machine, "d")?;
            let long = machine.stem == "CS2R" && !has("32");
            Action::Special { destination, uniform, which: special(name)?, long }
        }
        "P2R" | "R2P" | "UP2UR" | "UR2UP" => {
            let uniform = machine.stem.starts_with('U');
            let part = machine.operand("a").map_or("", |operand| operand.suffix);
            let byte = ["B1", "B2", "B3"]
                .iter()
                .position(|name| has(name) || part == *name)
                .map_or(0, |at| at as u32 + 1);
            let mask = match machine.operand("b").map(|operand| operand.value) {
                None => number(machine, "i32").unwrap_or(0xff),
                Some(Value::Signed(mask)) => mask as u64,
                Some(Value::Unsigned(mask)) => mask,
                // Compiled code knows which predicates it means.
                _ => return None,
            } as u32;
            match machine.stem {
                "P2R" | "UP2UR" => Action::ReadPredicates {
                    destination: register(machine, "d")?,
                    source: register(machine, "a")?,
                    mask,
                    byte,
                    uniform,
                },
                _ => Action::WritePredicates { source: register(machine, "a")?, mask, byte, uniform },
            }
        }
        "R2UR" => Action::ToUniform {
            destination: register(machine, "U16")?,
            source: register(machine, "R24")?,
            differs: register(machine, "p81").unwrap_or(PT),
            adds: has("OR"),
        },
        "LEPC" => Action::ReadPc {
            destination: register(machine, "d")?,
            target: target().map(|target| base.wrapping_add_signed(target)),
        },
        "LDG" => Action::Access(Box::new(access(AccessKind::Load, Space::Global)?)),
        "LD" => Action::Access(Box::new(access(AccessKind::Load, Space::Generic)?)),
        "LDS" => Action::Access(Box::new(access(AccessKind::Load, Space::Shared)?)),
        "LDL" => Action::Access(Box::new(access(AccessKind::Load, Space::Local)?)),
        "STG" => Action::Access(Box::new(access(AccessKind::Store, Space::Global)?)),
        "ST" => Action::Access(Box::new(access(AccessKind::Store, Space::Generic)?)),
        "STS" => Action::Access(Box::new(access(AccessKind::Store, Space::Shared)?)),
        "STL" => Action::Access(Box::new(access(AccessKind::Store, Space::Local)?)),
        "LDC" | "ULDC" if !has("IL") && !has("IS") => {
            let operand = machine.operands.iter().find_map(|operand| match operand.value {
                Value::Constant { bank, address } => Some((bank, address)),
                _ => None,
            });
            let (bank, address) = operand?;
            Action::Constant {
                destination: register(machine, "d")?,
                index: address
                    .base
                    .map(|base| base.index)
                    .filter(|&index| index != RZ && index != if machine.stem == "ULDC" { 63 } else { RZ }),
                bank,
                offset: address.offset,
                shape: shape(machine),
                uniform: machine.stem == "ULDC",
            }
        }
        "ATOMS" if has("ARRIVE") && has("64") => {
            Action::Asynchronous(Box::new(super::asynchronous::decode(program, machine)?))
        }
        "ATOMG" | "ATOM" | "RED" | "REDG" | "ATOMS" => {
            let space = match machine.stem {
                "ATOMS" => Space::Shared,
                "ATOM" => Space::Generic,
                // Reductions of generic addresses have no name of their own.
                "RED" => Space::Generic,
                _ => Space::Global,
            };
            let kind = if machine.stem.starts_with("RED") { AccessKind::Reduce } else { AccessKind::Atomic };
            let mut access = access(kind, space)?;
            access.destination = register(machine, "d").filter(|_| kind == AccessKind::Atomic);
            access.update = Some(update(machine, space)?);
            access.done = register(machine, "p81").unwrap_or(PT);
            access.succeeds = has("CAST") || has("CAST.SPIN");
            // An increment without data counts the lanes.
            if has("POPC.INC") {
                access.data = [RZ; 2];
            }
            Action::Access(Box::new(access))
        }
        "LDGSTS" | "LDGDEPBAR" | "ARRIVES" | "SYNCS" | "UBLKCP" | "UBLKRED" | "UTMACMDFLUSH" => {
            Action::Asynchronous(Box::new(super::asynchronous::decode(program, machine)?))
        }
        "LDSM" if has("M88") || has("MT88") => Action::LoadMatrix {
            destination: register(machine, "d")?,
            address: memory(machine)?,
            count: if has("4") {
                4
            } else if has("2") {
                2
            } else {
                1
            },
            transposed: has("MT88"),
        },
        "MOVM" if has("MT88") => {
            Action::Transpose { destination: register(machine, "d")?, source: register(machine, "R24")? }
        }
        // `D` is shared memory of another CTA of the cluster.
        "QSPC" if !has("D") => Action::IsSpace {
            predicate: register(machine, "p81")?,
            address: memory(machine)?,
            space: if has("S") {
                Space::Shared
            } else if has("L") {
                Space::Local
            } else {
                Space::Global
            },
        },
        "SHFL" | "VOTE" | "VOTEU" | "MATCH" | "REDUX" => {
            Action::Collective(super::collective::decode(machine)?)
        }
        "TEX" | "TLD" | "TLD4" | "TXD" | "TXQ" | "SULD" | "SUST" | "SURED" => {
            Action::Texture(Box::new(super::texture::decode(machine, context)?))
        }
        "HMMA" | "IMMA" | "DMMA" => Action::Product(Box::new(super::tensor::decode(machine)?)),
        stem if stem.starts_with('U') => Action::Uniform(Box::new(alu::translate::<1>(machine, context)?)),
        _ => Action::Compute(Box::new(alu::translate::<LANES>(machine, context)?)),
    })
}

fn special(name: &str) -> Option<Special> {
    Some(match name {
        "SR_LANEID" => Special::Lane,
        "SR_TID.X" => Special::Tid(0),
        "SR_TID.Y" => Special::Tid(1),
        "SR_TID.Z" => Special::Tid(2),
        "SR_CTAID.X" => Special::Ctaid(0),
        "SR_CTAID.Y" => Special::Ctaid(1),
        "SR_CTAID.Z" => Special::Ctaid(2),
        "SR_EQMASK" => Special::EqualMask,
        "SR_LTMASK" => Special::LessMask,
        "SR_LEMASK" => Special::LessEqualMask,
        "SR_GTMASK" => Special::GreaterMask,
        "SR_GEMASK" => Special::GreaterEqualMask,
        "SR_CLOCKLO" => Special::Clock,
        "SR_GLOBALTIMERLO" => Special::GlobalTimer,
        "SR_VIRTUALSMID" => Special::SmId,
        "SR_SWINHI" => Special::SharedWindow,
        "SR_VIRTID" => Special::Warp,
        "SR_VIRTCFG" => Special::Warps,
        "SRZ" | "SR_CgaCtaId" | "SR_LMEMHIOFF" | "SR_CLOCKHI" | "SR_GLOBALTIMERHI" => Special::Zero,
        _ => return None,
    })
}

/// The update of an atomic.
pub(super) fn update(machine: &Instruction, space: Space) -> Option<AtomicOp> {
    let has = |modifier: &str| machine.has(modifier);
    if has("POPC.INC") {
        // Each lane adds one to a word.
        let add: AtomicOp = |old, _, _| (old as u32).wrapping_add(1).into();
        return has("32").then_some(add);
    }
    let name = match machine.modifiers.iter().find_map(|m| match *m {
        "ADD" => Some(Mod::Add),
        "MIN" => Some(Mod::Min),
        "MAX" => Some(Mod::Max),
        "INC" => Some(Mod::Inc),
        "DEC" => Some(Mod::Dec),
        "AND" => Some(Mod::And),
        "OR" => Some(Mod::Or),
        "XOR" => Some(Mod::Xor),
        "EXCH" => Some(Mod::Exch),
        "CAS" | "CAST" => Some(Mod::Cas),
        _ => None,
    }) {
        Some(name) => name,
        None if has("CAST.SPIN") => Mod::Cas,
        None => return None,
    };
    let known = ["F32.FTZ.RN", "F64.RN", "F16x2.RN", "BF16x2.RN"];
    let is_float = |name: &&&str| name.starts_with('F') || name.starts_with("BF");
    if has("128") || machine.modifiers.iter().filter(is_float).any(|name| !known.contains(name)) {
        return None;
    }
    let bitwise = matches!(name, Mod::And | Mod::Or | Mod::Xor | Mod::Exch | Mod::Cas);
    // Floats are only added: that is all that PTX has of these.
    if machine.modifiers.iter().any(|name| name.ends_with(".RN")) && name != Mod::Add {
        return None;
    }
    let ty = match () {
        () if has("BF16x2.RN") => Mod::Bf16x2,
        () if has("64") && bitwise => Mod::B64,
        () if has("64") || has("U64") => Mod::U64,
        () if has("S64") => Mod::S64,
        () if has("S32") && !bitwise => Mod::S32,
        () if has("F32.FTZ.RN") => Mod::F32,
        () if has("F64.RN") => Mod::F64,
        () if has("F16x2.RN") => Mod::F16x2,
        () if bitwise => Mod::B32,
        () => Mod::U32,
    };
    let mut mods = vec![name, ty];
    // Subnormals are flushed in global memory only.
    if space != Space::Shared {
        mods.insert(0, Mod::Global);
    }
    select_atomic(&mods)
}
