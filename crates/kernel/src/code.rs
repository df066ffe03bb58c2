//! Machine-independent description of a kernel's instructions, for analyses and timing models.
//!
//! PTX programs ([`Program`]), disassembled cubins and Accel-Sim traces all convert to [`Code`].
//! Phase analysis reads it, tapes index its instructions, and machines assign latencies to it. Code cannot be executed.

use crate::class::Class;
use crate::program::{Instr, Program, Reg, RegClass, SourceLine, Space, Src};
use crate::ptx::isa::{Mod, Opcode};
use std::fmt;
use std::ops::Range;

/// Register file of a register.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegisterFile {
    /// 32-bit general-purpose registers of the hardware.
    General,
    /// Predicate registers of the hardware.
    Predicate,
    /// Uniform 32-bit registers of the hardware: one value per warp.
    Uniform,
    /// Uniform predicates of the hardware: one value per warp.
    UniformPredicate,
    /// Carry flag (condition code) of architectures before sm_70.
    Carry,
    /// PTX virtual registers of up to 32 bits.
    Short,
    /// PTX virtual registers of 64 bits.
    Long,
    /// PTX virtual predicates.
    Virtual,
    /// VGPRs of GCN: one value per lane.
    Vector,
    /// SGPRs of GCN: one value per wave.
    Scalar,
    /// Halves of GCN's VCC.
    Vcc,
    /// Halves of GCN's EXEC: the active lanes.
    Exec,
    /// GCN's scalar condition code.
    Scc,
    /// GCN's M0.
    M,
}

impl RegisterFile {
    /// All register files.
    pub const ALL: [RegisterFile; 14] = {
        use RegisterFile::*;
        [
            General,
            Predicate,
            Uniform,
            UniformPredicate,
            Carry,
            Short,
            Long,
            Virtual,
            Vector,
            Scalar,
            Vcc,
            Exec,
            Scc,
            M,
        ]
    };

    /// Prefix of register names of this file: `R` in `R4`.
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
            RegisterFile::Vector => "v",
            RegisterFile::Scalar => "s",
            RegisterFile::Vcc => "vcc",
            RegisterFile::Exec => "exec",
            RegisterFile::Scc => "scc",
            RegisterFile::M => "m",
        }
    }
}

/// A register: register file and index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Register {
    /// Register file.
    pub file: RegisterFile,
    /// Index in the register file.
    pub index: u32,
}

impl Register {
    /// Parses a register name: `R4`, `%p0`.
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
    /// Global memory is copied into shared memory, and the warp goes on. If the last address is one of shared memory,
    /// it is that of the mbarrier that shows the end of the copy; otherwise the copy belongs to the open group of its warp.
    Copy,
    /// The same past the L1.
    CopyBypass,
    /// An mbarrier is made to show the end of all copies of the warp so far.
    CopyArrive,
    /// A phase of an mbarrier is tested.
    TestMbarrier,
}

impl AccessKind {
    /// Whether it copies global memory into shared memory.
    pub const fn is_copy(self) -> bool {
        matches!(self, AccessKind::Copy | AccessKind::CopyBypass)
    }
}

/// Side effect of an instruction: a memory access, a barrier or a fence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Effect {
    /// No effect beyond registers.
    #[default]
    None,
    /// A memory access whose addresses are on the tape. Constant-bank operands at fixed offsets have no such access.
    Memory {
        /// Memory space.
        space: Space,
        /// Which way.
        kind: AccessKind,
        /// Bytes that each lane accesses.
        bytes: u32,
    },
    /// Arrival at a CTA barrier.
    Barrier {
        /// Number of the barrier.
        id: u8,
        /// Number of threads that complete the barrier; `None` for all threads of the CTA.
        threads: Option<u32>,
        /// Whether the warp waits for completion (`bar.sync`) or only arrives (`bar.arrive`).
        waits: bool,
    },
    /// A memory fence: the warp waits for its outstanding memory accesses.
    Fence,
    /// The end of a group of asynchronous copies: those since the last end.
    CloseCopies,
    /// A wait until at most so many closed groups of asynchronous copies are outstanding.
    AwaitCopies {
        /// Groups that may be outstanding; `None` waits for copies outside groups, too.
        groups: Option<u8>,
    },
    /// A counted wait of GCN: the wave waits until at most so many accesses of each kind are outstanding.
    Wait {
        /// Vector memory accesses.
        vector: Option<u8>,
        /// Accesses to the local data share and scalar memory.
        local: Option<u8>,
        /// Exports, and stores that still read their registers.
        export: Option<u8>,
    },
}

/// Source file and line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Source {
    /// Index of the file in [`Code::files`].
    pub file: u32,
    /// Line number, from 1.
    pub line: u32,
}

/// A static instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// Mnemonic with modifiers: `ld.global.f32`, `LDG.E.SYS`.
    pub opcode: String,
    /// Byte address in the code.
    pub address: u64,
    /// Instruction class.
    pub class: Class,
    /// Registers read, including the guard predicate.
    pub reads: Vec<Register>,
    /// Registers written.
    pub writes: Vec<Register>,
    /// Whether a guard predicate may suppress the write.
    pub guarded: bool,
    /// Whether the instruction starts a basic block.
    pub leader: bool,
    /// Whether all lanes are known to compute the same value.
    pub uniform: bool,
    /// Memory access, barrier or fence.
    pub effect: Effect,
    /// Source line, if the code has line information.
    pub source: Option<Source>,
    /// Line of the kernel's own function that calls the code, if `source` was inlined.
    pub call_site: Option<Source>,
}

impl Instruction {
    /// An instruction without registers and without side effects.
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
            call_site: None,
        }
    }

    /// Whether the tape has addresses for this instruction.
    pub fn accesses(&self) -> bool {
        matches!(self.effect, Effect::Memory { .. })
    }
}

/// Static code of a kernel, including the functions that it calls.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Code {
    /// Instructions in address order.
    pub instructions: Vec<Instruction>,
    /// Index of the first instruction of each function, ascending. Each function starts a phase.
    pub functions: Vec<usize>,
    /// Names of the source files.
    pub files: Vec<String>,
}

/// Bytes of an encoded instruction, as on all architectures since Volta.
pub const INSTRUCTION_BYTES: u64 = 16;

impl Code {
    /// Converts a program.
    pub fn of(program: &Program) -> Code {
        let numbers: Vec<u64> = program.files.keys().copied().collect();
        let source = |place: SourceLine| {
            let file = numbers.binary_search(&place.file).ok()? as u32;
            Some(Source { file, line: u32::try_from(place.line).ok()? })
        };
        let instruction = |(at, instr): (usize, &Instr)| {
            let (reads, writes) = instr.reads_and_writes();
            Instruction {
                address: at as u64 * INSTRUCTION_BYTES,
                reads: registers(program, reads),
                writes: registers(program, writes),
                guarded: instr.guard.is_some(),
                uniform: instr.uniform,
                effect: effect(instr),
                source: instr.source.and_then(source),
                call_site: instr.call_site.and_then(source),
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
        // The arrival and the wait at the barrier of a cluster of one CTA are one barrier, at the wait.
        Opcode::Barrier if instr.has(Mod::Cluster) => match instr.has(Mod::Wait) {
            true => Effect::Barrier { id: CLUSTER_BARRIER, threads: None, waits: true },
            false => Effect::None,
        },
        Opcode::Cp if instr.has(Mod::CommitGroup) && !instr.has(Mod::Bulk) => Effect::CloseCopies,
        Opcode::Cp if instr.has(Mod::WaitAll) => Effect::AwaitCopies { groups: None },
        Opcode::Cp if instr.has(Mod::WaitGroup) && !instr.has(Mod::Bulk) => {
            let groups = constant(instr.src.first()).map_or(u8::MAX, |n| n.min(255) as u8);
            Effect::AwaitCopies { groups: Some(groups) }
        }
        Opcode::Bar | Opcode::Barrier if !instr.has(Mod::Warp) => {
            let counted = instr.src.len() - usize::from(instr.has(Mod::Red)) > 1;
            Effect::Barrier {
                // A barrier number in a register counts as 0: compilers do not emit one.
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
                    Opcode::St | Opcode::Stmatrix | Opcode::Sust => AccessKind::Store,
                    Opcode::Wmma if instr.has(Mod::Store) => AccessKind::Store,
                    Opcode::Atom => AccessKind::Atomic,
                    Opcode::Red | Opcode::Sured => AccessKind::Reduce,
                    Opcode::Prefetch | Opcode::Prefetchu => AccessKind::Prefetch,
                    Opcode::Mbarrier if instr.has(Mod::TestWait) || instr.has(Mod::TryWait) => {
                        AccessKind::TestMbarrier
                    }
                    Opcode::Mbarrier => AccessKind::Atomic,
                    Opcode::Cp => copy_kind(instr, space),
                    _ => AccessKind::Load,
                };
                Effect::Memory { space, kind, bytes: width * count }
            }
        },
    }
}

/// Number of the barrier that stands for the barrier of a cluster: the last, which compilers do not use.
const CLUSTER_BARRIER: u8 = 15;

/// Kind of the access of `cp` to `space`, the one whose addresses are on the tape.
fn copy_kind(instr: &Instr, space: Space) -> AccessKind {
    match space {
        _ if instr.has(Mod::Mbarrier) => AccessKind::CopyArrive,
        _ if instr.has(Mod::Prefetch) => AccessKind::Prefetch,
        _ if instr.has(Mod::Reduce) => AccessKind::Reduce,
        _ if instr.has(Mod::BulkGroup) => AccessKind::Store,
        Space::Shared => AccessKind::Store,
        _ if instr.has(Mod::Ca) => AccessKind::Copy,
        _ => AccessKind::CopyBypass,
    }
}

/// The registers of operands. A physical 64-bit or 128-bit operand is a pair or four general registers.
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
