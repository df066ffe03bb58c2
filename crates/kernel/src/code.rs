//! Code reduced to what analyses and machines need to know of it, whatever it was written in.
//!
//! A [`Program`] of PTX, a disassembled cubin and the instructions found in a trace all become [`Code`]: phases are
//! found in it, tapes name its instructions, and machines time it. It cannot be executed.

use crate::class::Class;
use crate::program::{Instr, Program, Reg, RegClass, Space, Src};
use crate::ptx::isa::{Mod, Opcode};
use std::fmt;
use std::ops::Range;

/// Which registers a register is one of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegisterFile {
    /// A machine's general registers of 32 bits.
    General,
    /// A machine's predicates.
    Predicate,
    /// A machine's general registers that a warp has once.
    Uniform,
    /// A machine's predicates that a warp has once.
    UniformPredicate,
    /// The condition code of machines before sm_70.
    Carry,
    /// Registers of PTX of up to 32 bits.
    Short,
    /// Registers of PTX of 64 bits.
    Long,
    /// Predicates of PTX.
    Virtual,
}

impl RegisterFile {
    /// Every file.
    pub const ALL: [RegisterFile; 8] = {
        use RegisterFile::*;
        [General, Predicate, Uniform, UniformPredicate, Carry, Short, Long, Virtual]
    };

    /// How its registers are written, before their number.
    pub const fn name(self) -> &'static str {
        match self {
            RegisterFile::General => "R",
            RegisterFile::Predicate => "P",
            RegisterFile::Uniform => "UR",
            RegisterFile::UniformPredicate => "UP",
            RegisterFile::Carry => "CC",
            RegisterFile::Short => "%r",
            RegisterFile::Long => "%d",
            RegisterFile::Virtual => "%p",
        }
    }
}

/// A register, by the file it is in and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// The file.
    pub file: RegisterFile,
    /// Its number.
    pub index: u32,
}

impl Register {
    /// The register written like this: `R4`, `%p0`.
    ///
    /// ```
    /// use warploom_kernel::code::Register;
    /// assert_eq!(Register::named("UR12").unwrap().to_string(), "UR12");
    /// assert_eq!(Register::named("R+2"), None);
    /// ```
    pub fn named(name: &str) -> Option<Register> {
        let digits = name.find(|c: char| c.is_ascii_digit())?;
        let (file, index) = name.split_at(digits);
        let file = RegisterFile::ALL.into_iter().find(|f| f.name() == file)?;
        Some(Register { file, index: index.parse().ok()? })
    }
}

impl fmt::Display for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file.name(), self.index)
    }
}

impl fmt::Debug for Register {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Which way memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AccessKind {
    /// It is read.
    Load,
    /// It is written.
    Store,
    /// It is read and written at once, and the old value comes back.
    Atomic,
    /// It is read and written at once, and nothing comes back.
    Reduce,
    /// It is brought nearer.
    Prefetch,
}

/// What an instruction does beyond computing registers from registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effect {
    /// Nothing.
    #[default]
    None,
    /// It accesses memory, at addresses that differ from one execution to the next. A constant whose place is known
    /// beforehand is no such access.
    Memory {
        /// The memory.
        space: Space,
        /// Which way.
        kind: AccessKind,
        /// Bytes per lane.
        bytes: u32,
    },
    /// It arrives at a barrier of the CTA.
    Barrier {
        /// Which one.
        id: u8,
        /// How many threads the barrier waits for, if not for all.
        threads: Option<u32>,
        /// Whether it waits there too.
        waits: bool,
    },
    /// It waits until the warp's accesses to memory are done.
    Fence,
}

/// A place in a source file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Source {
    /// The file, in [`Code::files`].
    pub file: u32,
    /// The line, from 1.
    pub line: u32,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The opcode as written: `ld.global.f32`, `LDG.E.SYS`.
    pub opcode: String,
    /// Its address in the code, in bytes.
    pub address: u64,
    /// What kind of work it is.
    pub class: Class,
    /// Registers it reads, its guard's included.
    pub reads: Vec<Register>,
    /// Registers it writes.
    pub writes: Vec<Register>,
    /// Whether it may leave what it writes as it was: it is guarded.
    pub guarded: bool,
    /// Whether it starts a basic block.
    pub leader: bool,
    /// Whether it is known to compute the same in all lanes.
    pub uniform: bool,
    /// What it does beyond its registers.
    pub effect: Effect,
    /// Where it comes from.
    pub source: Option<Source>,
}

impl Instruction {
    /// An instruction that does nothing beyond `class`.
    pub fn new(opcode: impl Into<String>, class: Class) -> Instruction {
        Instruction {
            opcode: opcode.into(),
            address: 0,
            class,
            reads: Vec::new(),
            writes: Vec::new(),
            guarded: false,
            leader: false,
            uniform: false,
            effect: Effect::None,
            source: None,
        }
    }

    /// Whether it accesses memory at addresses of its own.
    pub fn accesses(&self) -> bool {
        matches!(self.effect, Effect::Memory { .. })
    }
}

/// Code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// Its instructions, in order.
    pub instructions: Vec<Instruction>,
    /// Where functions with registers of their own begin, ascending. Each starts a phase.
    pub functions: Vec<usize>,
    /// Source files.
    pub files: Vec<String>,
}

/// What an instruction takes in memory, as on all machines since Volta.
const INSTRUCTION_BYTES: u64 = 16;

impl Code {
    /// The code of a program.
    pub fn of(program: &Program) -> Code {
        let numbers: Vec<u64> = program.files.keys().copied().collect();
        let instruction = |(at, instr): (usize, &Instr)| {
            let (reads, writes) = instr.reads_and_writes();
            Instruction {
                address: at as u64 * INSTRUCTION_BYTES,
                reads: registers(program, reads),
                writes: registers(program, writes),
                guarded: instr.guard.is_some(),
                uniform: instr.uniform,
                effect: effect(instr),
                source: instr.source.and_then(|place| {
                    let file = numbers.binary_search(&place.file).ok()? as u32;
                    Some(Source { file, line: u32::try_from(place.line).ok()? })
                }),
                ..Instruction::new(instr.mnemonic(), Class::of(instr))
            }
        };
        let mut instructions: Vec<_> = program.code.iter().enumerate().map(instruction).collect();
        for leader in &program.flow.leaders {
            instructions[leader.index()].leader = true;
        }
        Code {
            instructions,
            functions: program.functions.iter().map(|f| f.entry.index()).collect(),
            files: program.files.values().cloned().collect(),
        }
    }
}

fn effect(instr: &Instr) -> Effect {
    let constant = |src: Option<&Src>| match src {
        Some(Src::Imm(value)) => u32::try_from(*value).ok(),
        _ => None,
    };
    match instr.opcode {
        Opcode::Bar | Opcode::Barrier if !instr.has(Mod::Warp) => {
            let counted = instr.src.len() - usize::from(instr.has(Mod::Red)) > 1;
            Effect::Barrier {
                // A barrier chosen by a register is taken for the first: no compiler makes one.
                id: constant(instr.src.first()).map_or(0, |id| id as u8),
                threads: counted.then(|| constant(instr.src.get(1))).flatten(),
                waits: !instr.has(Mod::Arrive),
            }
        }
        Opcode::Membar | Opcode::Fence => Effect::Fence,
        _ => match instr.access() {
            None => Effect::None,
            Some((space, (width, count))) => {
                let kind = match instr.opcode {
                    Opcode::St => AccessKind::Store,
                    Opcode::Atom => AccessKind::Atomic,
                    Opcode::Red => AccessKind::Reduce,
                    Opcode::Prefetch | Opcode::Prefetchu => AccessKind::Prefetch,
                    _ => AccessKind::Load,
                };
                Effect::Memory { space, kind, bytes: width * count }
            }
        },
    }
}

/// The registers behind those of the program: pairs and fours where they are physical.
fn registers(program: &Program, regs: Vec<Reg>) -> Vec<Register> {
    use RegisterFile::{General, Long, Predicate, Short, Virtual};
    let mut all = Vec::new();
    let mut add = |file, numbers: Range<u32>| all.extend(numbers.map(|index| Register { file, index }));
    for reg in regs {
        let one = reg.index..reg.index + 1;
        match (program.registers.is_some(), reg.class) {
            (true, RegClass::Pred) => add(Predicate, one),
            (true, RegClass::Short) => add(General, one),
            (true, RegClass::Long) => add(General, 2 * reg.index..2 * reg.index + 2),
            (true, RegClass::Quad) => add(General, 2 * reg.index..2 * reg.index + 4),
            (false, RegClass::Pred) => add(Virtual, one),
            (false, RegClass::Short) => add(Short, one),
            (false, RegClass::Long) => add(Long, one),
            (false, RegClass::Quad) => add(Long, reg.index..reg.index + 2),
        }
    }
    all
}
