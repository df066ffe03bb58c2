//! Decoding of a program for execution: operands are located and operations are selected once per launch.
//!
//! Executing a decoded instruction is one match, one gathering of operand references and one call.

use super::alu;
use super::asynchronous::AsyncOp;
use super::tensor::{self, TensorOp};
use super::texture::TextureOp;
use crate::execute::lanes::{AtomicOp, LaneOp, Results, Sources};
use crate::execute::memory::CONST_BASE;
use crate::execute::{GLOBAL_BASE, Globals, LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW};
use crate::program::{Pc, Space};
use crate::ptx::isa::{Mod, Opcode, Special, TypeKind};
use crate::ptx::program::{Address, ConstBankOperand, Detail, Instr, Program, Reg, RegClass, Src};
use std::collections::BTreeMap;

/// Location of a source operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum SourceOperand {
    Short(u32),
    Long(u32),
    /// The low half of a 64-bit register.
    LongLow(u32),
    Pred {
        index: u32,
        negated: bool,
    },
    /// Index in the constant pool.
    Const(u32),
    Special(Special),
    /// Address of an offset in the stack frame.
    Frame(i64),
}

/// Destination of a result.
#[derive(Clone, Copy, Debug)]
pub(super) enum Dst {
    Sink,
    Pred(u32),
    /// A register of up to 32 bits, and the mask of its width.
    Short(u32, u32),
    Long(u32),
    /// A 64-bit register that receives a value of up to 32 bits; true for sign extension.
    Widened(u32, bool),
}

/// Operation of a decoded instruction.
pub(super) enum Operation<const W: usize> {
    Lanes(LaneOp<W>),
    /// `mov` of `{a, b, …}` into a register: bits per element.
    Pack(u32),
    /// `mov` of a register into `{a, b, …}`.
    Unpack(u32),
    Load(MemoryOp),
    Store(MemoryOp),
    Atomic(MemoryOp, AtomicOp),
    /// 128-bit exchange or compare-and-swap.
    Atomic128(MemoryOp, bool),
    Prefetch(MemoryOp),
    Collective(Collective),
    ActiveMask,
    /// `nanosleep`: the other warps run first.
    Sleep,
    Nothing,
    Branch(Pc),
    Table(Box<[Pc]>),
    Call,
    Return,
    Exit,
    Trap,
    Barrier(BarrierOp),
    WarpBarrier,
    Tensor(TensorOp),
    Texture(Box<TextureOp>),
    Asynchronous(AsyncOp),
}

/// A memory access.
#[derive(Clone, Copy, Debug)]
pub(super) struct MemoryOp {
    pub space: Space,
    pub base: SourceOperand,
    pub offset: i64,
    /// Bytes per element.
    pub width: u32,
    /// Elements.
    pub count: u32,
    /// Required alignment in bytes.
    pub align: u32,
    /// Whether narrow values are sign-extended.
    pub signed: bool,
}

impl MemoryOp {
    pub fn bytes(&self) -> u32 {
        self.width * self.count
    }
}

/// Warp-level communication.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Collective {
    Shuffle(Mod, bool),
    Vote(Mod, bool),
    MatchAny,
    MatchAll,
    Redux(Mod, bool),
    Elect,
}

/// A CTA-wide barrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct BarrierOp {
    /// Whether the warp waits (`sync`, `red`) or only arrives.
    pub waits: bool,
    /// Reduction over the predicates of all threads (`bar.red`).
    pub reduce: Option<Mod>,
    /// Whether the instruction has a thread count.
    pub counted: bool,
    /// Whether it is the barrier of the cluster, which is one CTA here.
    pub cluster: bool,
}

/// A decoded instruction.
pub(super) struct DecodedInstr<const W: usize> {
    /// Guard: the predicate's index and whether it is negated.
    pub guard: Option<(u32, bool)>,
    pub kind: Operation<W>,
    pub dst: Vec<Dst>,
    pub src: Vec<SourceOperand>,
    /// Whether it writes the carry flag.
    pub carries: bool,
    /// Whether it reads memory in a way that waits for others: volatile, with memory order, or atomic.
    pub polls: bool,
    /// Whether a source must be computed per lane into [`Scratch`](super::warp::Scratch).
    pub computed: bool,
}

/// A constant broadcast to all lanes, for each register class.
pub(super) struct Constant<const W: usize> {
    pub s: [u32; W],
    pub l: [u64; W],
    pub p: u64,
}

/// A program decoded for one launch.
pub(super) struct DecodedProgram<const W: usize> {
    pub instrs: Vec<DecodedInstr<W>>,
    pub constants: Vec<Constant<W>>,
}

impl<const W: usize> DecodedProgram<W> {
    /// Decodes `program`; `bank` returns the value of a constant-bank operand.
    pub fn new(
        program: &Program,
        globals: &Globals,
        bank: &dyn Fn(ConstBankOperand) -> u64,
    ) -> DecodedProgram<W> {
        let mut decoder = Decoder { program, globals, bank, constants: Vec::new(), known: BTreeMap::new() };
        let instrs = program.code.iter().map(|i| decoder.step(i)).collect();
        DecodedProgram { instrs, constants: decoder.constants }
    }
}

pub(super) struct Decoder<'a, const W: usize> {
    program: &'a Program,
    globals: &'a Globals,
    bank: &'a dyn Fn(ConstBankOperand) -> u64,
    constants: Vec<Constant<W>>,
    known: BTreeMap<u64, u32>,
}

impl<const W: usize> Decoder<'_, W> {
    fn step(&mut self, i: &Instr) -> DecodedInstr<W> {
        let kind = self.kind(i);
        let types: Vec<Mod> = i.mods.iter().copied().filter(|m| m.is_type()).collect();
        // Only conversions, loads and stores accept registers wider than their type.
        let result = match i.opcode {
            Opcode::Cvt => types.first(),
            Opcode::Ld | Opcode::Ldu => types.last(),
            _ => None,
        };
        let source_narrow =
            matches!(i.opcode, Opcode::Cvt | Opcode::St) && types.last().is_some_and(|t| t.bits() <= 32);
        let dst = i.dst.iter().flat_map(|d| destinations(*d, result.copied())).collect();
        let mut src: Vec<SourceOperand> = Vec::new();
        // A 128-bit source is two 64-bit sources.
        let quad = i.ty() == Some(Mod::B128) && (i.opcode != Opcode::Mov || i.src.len() == 1);
        for s in &i.src {
            match s {
                Src::Reg(reg) if reg.class == RegClass::Quad => {
                    src.extend([SourceOperand::Long(reg.index), SourceOperand::Long(reg.index + 1)]);
                }
                s => {
                    src.push(match self.arg(s) {
                        SourceOperand::Long(index) if source_narrow => SourceOperand::LongLow(index),
                        arg => arg,
                    });
                    if quad {
                        src.push(self.arg(&Src::Imm(0)));
                    }
                }
            }
        }
        if let Some(control) = alu::video::control(i) {
            while src.len() < alu::video::CONTROL {
                src.push(self.arg(&Src::Imm(0)));
            }
            src.push(self.arg(&Src::Imm(control)));
        }
        // The texture unit gathers its own operands: it has more than the others.
        let computed = !matches!(kind, Operation::Texture(_))
            && src.iter().any(|a| {
                matches!(a, SourceOperand::LongLow(_) | SourceOperand::Special(_) | SourceOperand::Frame(_))
            });
        let guard = i.guard.map(|g| (g.reg.index, g.negated));
        let polls = match i.opcode {
            Opcode::Ld => [Mod::Volatile, Mod::Relaxed, Mod::Acquire, Mod::Cv].iter().any(|m| i.has(*m)),
            Opcode::Atom => true,
            _ => false,
        };
        DecodedInstr { guard, kind, dst, src, carries: i.has(Mod::Cc), polls, computed }
    }

    fn arg(&mut self, src: &Src) -> SourceOperand {
        let value = match *src {
            Src::Reg(reg) => {
                return match reg.class {
                    RegClass::Pred => SourceOperand::Pred { index: reg.index, negated: false },
                    RegClass::Short => SourceOperand::Short(reg.index),
                    RegClass::Long | RegClass::Quad => SourceOperand::Long(reg.index),
                };
            }
            Src::Not(reg) => return SourceOperand::Pred { index: reg.index, negated: true },
            Src::Special(special) => return SourceOperand::Special(special),
            Src::Frame(offset) => return SourceOperand::Frame(offset),
            Src::Imm(value) => value,
            Src::Variable(id, offset) => self.globals.address(id).wrapping_add_signed(offset),
            Src::ConstBank(bank) => (self.bank)(bank),
            Src::Dynamic(offset) => u64::from(self.program.dynamic_shared).wrapping_add_signed(offset),
        };
        let constants = &mut self.constants;
        SourceOperand::Const(*self.known.entry(value).or_insert_with(|| {
            let p = if value != 0 { u64::MAX } else { 0 };
            constants.push(Constant { s: [value as u32; W], l: [value; W], p });
            constants.len() as u32 - 1
        }))
    }

    pub(super) fn memory(&mut self, i: &Instr) -> MemoryOp {
        let (Detail::Access(_, Address { base, offset }), Some((space, (width, count)))) =
            (&i.detail, i.access())
        else {
            panic!("`{}` accesses no memory", i.mnemonic())
        };
        let signed = i.ty().is_some_and(|ty| ty.kind() == Some(TypeKind::Signed));
        MemoryOp { space, base: self.arg(base), offset: *offset, width, count, align: width * count, signed }
    }

    /// The operation of an instruction. One arm per opcode.
    fn kind(&mut self, i: &Instr) -> Operation<W> {
        use Opcode as O;
        match i.opcode {
            O::Mov if i.src.len() > 1 => Operation::Pack(part_bits(i, i.src.len())),
            O::Mov if i.dst.len() > 1 => Operation::Unpack(part_bits(i, i.dst.len())),
            // A 128-bit register is moved as two 64-bit halves.
            O::Mov if i.ty() == Some(Mod::B128) => Operation::Pack(64),
            O::Mov => Operation::Lanes(mov(i)),
            O::Cvta => Operation::Lanes(cvta(i)),
            O::Isspacep => Operation::Lanes(isspacep(i)),
            O::Ld | O::Ldu => Operation::Load(self.memory(i)),
            O::St => Operation::Store(self.memory(i)),
            O::Atom | O::Red if i.ty() == Some(Mod::B128) => {
                Operation::Atomic128(self.memory(i), i.has(Mod::Cas))
            }
            O::Atom | O::Red => {
                let op = alu::select_atomic(&i.mods)
                    .unwrap_or_else(|| panic!("no operation for `{}`", i.mnemonic()));
                Operation::Atomic(self.memory(i), op)
            }
            O::Prefetch | O::Prefetchu => Operation::Prefetch(self.memory(i)),
            O::Shfl => Operation::Collective(Collective::Shuffle(
                mode(i, &[Mod::Up, Mod::Down, Mod::Bfly, Mod::Idx]),
                i.has(Mod::Sync),
            )),
            O::Vote => Operation::Collective(Collective::Vote(
                mode(i, &[Mod::All, Mod::Any, Mod::Uni, Mod::Ballot]),
                i.has(Mod::Sync),
            )),
            O::Match if i.has(Mod::Any) => Operation::Collective(Collective::MatchAny),
            O::Match => Operation::Collective(Collective::MatchAll),
            O::Redux => Operation::Collective(Collective::Redux(
                mode(i, &[Mod::Add, Mod::Min, Mod::Max, Mod::And, Mod::Or, Mod::Xor]),
                i.ty() == Some(Mod::S32),
            )),
            O::Elect => Operation::Collective(Collective::Elect),
            O::Wmma | O::Mma | O::Ldmatrix | O::Stmatrix | O::Movmatrix => {
                let op = tensor::decode(i.opcode, &i.mods, || self.memory(i));
                Operation::Tensor(op.unwrap_or_else(|| panic!("no operation for `{}`", i.mnemonic())))
            }
            O::Activemask => Operation::ActiveMask,
            O::Tex | O::Tld4 | O::Txq | O::Suld | O::Sust | O::Sured | O::Suq | O::Istypep => {
                Operation::Texture(Box::new(TextureOp::new(i, |src| self.arg(src))))
            }
            O::Bra => match &i.detail {
                Detail::Branch(target) => Operation::Branch(*target),
                _ => panic!("`bra` without a target"),
            },
            O::Brx => match &i.detail {
                Detail::Table(targets) => Operation::Table(targets.clone()),
                _ => panic!("`brx` without targets"),
            },
            O::Call => Operation::Call,
            O::Ret => Operation::Return,
            O::Exit => Operation::Exit,
            O::Trap => Operation::Trap,
            O::Bar if i.has(Mod::Warp) => Operation::WarpBarrier,
            O::Cp | O::Mbarrier | O::Mapa => self.asynchronous(i),
            O::Getctarank => Operation::Lanes(|_: &Sources<'_, W>, r: &mut Results<W>| r.s = [0; W]),
            O::Barrier if i.has(Mod::Cluster) => {
                let waits = i.has(Mod::Wait);
                Operation::Barrier(BarrierOp { waits, reduce: None, counted: false, cluster: true })
            }
            O::Bar | O::Barrier => {
                let reduce = i.has(Mod::Red).then(|| mode(i, &[Mod::Popc, Mod::And, Mod::Or]));
                let operands = i.src.len() - usize::from(reduce.is_some());
                Operation::Barrier(BarrierOp {
                    waits: !i.has(Mod::Arrive),
                    reduce,
                    counted: operands > 1,
                    cluster: false,
                })
            }
            O::Nanosleep => Operation::Sleep,
            O::Brkpt | O::Pmevent | O::Griddepcontrol | O::Membar | O::Fence => Operation::Nothing,
            _ => {
                let op = alu::select::<W>(i.opcode, &i.mods);
                Operation::Lanes(op.unwrap_or_else(|| panic!("no operation for `{}`", i.mnemonic())))
            }
        }
    }
}

fn part_bits(i: &Instr, parts: usize) -> u32 {
    i.ty().map_or(32, Mod::bits) / parts as u32
}

pub(super) fn mode(i: &Instr, of: &[Mod]) -> Mod {
    let found = of.iter().copied().find(|m| i.has(*m));
    found.unwrap_or_else(|| panic!("`{}` has no mode", i.mnemonic()))
}

fn destinations(dst: Option<Reg>, ty: Option<Mod>) -> Vec<Dst> {
    let Some(reg) = dst else { return vec![Dst::Sink] };
    let signed = ty.is_some_and(|t| t.kind() == Some(TypeKind::Signed));
    vec![match reg.class {
        RegClass::Pred => Dst::Pred(reg.index),
        RegClass::Short => Dst::Short(reg.index, u32::MAX >> (32 - u32::from(reg.bits))),
        RegClass::Long if ty.is_some_and(|t| t.bits() <= 32) => Dst::Widened(reg.index, signed),
        RegClass::Long => Dst::Long(reg.index),
        RegClass::Quad => return vec![Dst::Long(reg.index), Dst::Long(reg.index + 1)],
    }]
}

/// A plain `mov` of up to 64 bits.
fn mov<const W: usize>(i: &Instr) -> LaneOp<W> {
    match i.ty().map_or(32, Mod::bits) {
        1 => |x: &Sources<'_, W>, r: &mut Results<W>| r.p[0] = x.p[0],
        64 => |x: &Sources<'_, W>, r: &mut Results<W>| r.l = *x.l[0],
        _ => |x: &Sources<'_, W>, r: &mut Results<W>| r.s = *x.s[0],
    }
}

macro_rules! shifted {
    ($window:expr, $op:ident) => {
        |x: &Sources<'_, W>, r: &mut Results<W>| {
            for lane in 0..W {
                r.l[lane] = x.l[0][lane].$op($window);
            }
        }
    };
}

/// Between an address in a space and a generic one.
fn cvta<const W: usize>(i: &Instr) -> LaneOp<W> {
    let to = i.has(Mod::To);
    match i.mods.iter().find(|m| !m.is_type() && **m != Mod::To) {
        Some(Mod::Shared | Mod::SharedCta | Mod::SharedCluster) if to => {
            shifted!(SHARED_WINDOW, wrapping_sub)
        }
        Some(Mod::Shared | Mod::SharedCta | Mod::SharedCluster) => shifted!(SHARED_WINDOW, wrapping_add),
        Some(Mod::Local) if to => shifted!(LOCAL_WINDOW, wrapping_sub),
        Some(Mod::Local) => shifted!(LOCAL_WINDOW, wrapping_add),
        Some(Mod::Param) if to => shifted!(PARAM_WINDOW, wrapping_sub),
        Some(Mod::Param) => shifted!(PARAM_WINDOW, wrapping_add),
        _ => |x: &Sources<'_, W>, r: &mut Results<W>| r.l = *x.l[0],
    }
}

macro_rules! within {
    ($base:expr) => {
        |x: &Sources<'_, W>, r: &mut Results<W>| {
            r.p[0] = 0;
            for lane in 0..W {
                r.p[0] |= u64::from(x.l[0][lane].wrapping_sub($base) < WINDOW) << lane;
            }
        }
    };
}

fn isspacep<const W: usize>(i: &Instr) -> LaneOp<W> {
    match i.mods.first() {
        Some(Mod::Shared | Mod::SharedCta | Mod::SharedCluster) => within!(SHARED_WINDOW),
        Some(Mod::Local) => within!(LOCAL_WINDOW),
        Some(Mod::Param) => within!(PARAM_WINDOW),
        Some(Mod::Const) => within!(CONST_BASE),
        _ => within!(GLOBAL_BASE),
    }
}
