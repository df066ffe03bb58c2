//! Machine-independent description of a kernel's instructions, for analyses and timing models.
//!
//! PTX and GCN programs, cubins, disassembled ones too, and Accel-Sim traces all convert to [`Code`].
//! Phase analysis reads it, tapes index its instructions, and machines assign latencies to it. Code cannot be executed.

use crate::class::Class;
use crate::program::Space;
use std::fmt;

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
    /// The same past the L1: `ld.global.cg` and `.cv`.
    LoadBypass,
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
    /// Whether it reads memory into registers.
    pub const fn is_load(self) -> bool {
        matches!(self, AccessKind::Load | AccessKind::LoadBypass)
    }

    /// Whether it updates memory atomically.
    pub const fn is_atomic(self) -> bool {
        matches!(self, AccessKind::Atomic | AccessKind::Reduce)
    }

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
        space: Space,
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

/// Control fields of NVIDIA's machine code since Volta, by which the hardware knows when an instruction may issue.
///
/// They print as assemblers write them: `B01----:R2:W-:Y:S04` waits for scoreboards 0 and 1, releases scoreboard 2 when its registers
/// are read and none when its results are there, yields, and stalls for 4 cycles; `:ac` behind it keeps operands a and c for reuse.
///
/// ```
/// use warploom_kernel::code::Control;
/// let control = Control { stall: 4, yields: true, write: None, read: Some(2), wait: 0b11, reuse: 0b101 };
/// assert_eq!(control.to_string(), "B01----:R2:W-:Y:S04:ac");
/// assert_eq!(Control::parse("B01----:R2:W-:Y:S04:ac"), Some(control));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Control {
    /// Cycles until the warp's next instruction may issue.
    pub stall: u8,
    /// Whether the scheduler should switch to another warp.
    pub yields: bool,
    /// The scoreboard that the results release.
    pub write: Option<u8>,
    /// The scoreboard that the reads release.
    pub read: Option<u8>,
    /// Scoreboards to wait for, a bit each.
    pub wait: u8,
    /// Operands whose registers stay in the reuse cache, a bit each.
    pub reuse: u8,
}

/// Scoreboards of a warp.
pub const SCOREBOARDS: u8 = 6;

impl Control {
    /// Reads what [`Display`](fmt::Display) prints.
    pub fn parse(text: &str) -> Option<Control> {
        let mut parts = text.split(':');
        let mut part = |prefix: &str| parts.next()?.strip_prefix(prefix);
        let boards = part("B")?;
        if boards.len() != usize::from(SCOREBOARDS) {
            return None;
        }
        let mut wait = 0;
        for (board, c) in (0..).zip(boards.bytes()) {
            match c {
                b'-' => {}
                c if c == b'0' + board => wait |= 1 << board,
                _ => return None,
            }
        }
        let board = |text: &str| match text {
            "-" => Some(None),
            _ => text.parse().ok().filter(|&board| board < SCOREBOARDS).map(Some),
        };
        let (read, write) = (board(part("R")?)?, board(part("W")?)?);
        let yields = match part("")? {
            "Y" => true,
            "-" => false,
            _ => return None,
        };
        let stall = part("S")?.parse().ok().filter(|&stall| stall < 16)?;
        let mut reuse = 0;
        for c in part("").unwrap_or_default().bytes() {
            reuse |= 1 << c.checked_sub(b'a').filter(|&operand| operand < 4)?;
        }
        Some(Control { stall, yields, write, read, wait, reuse })
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("B")?;
        for board in 0..SCOREBOARDS {
            match self.wait >> board & 1 {
                1 => write!(f, "{board}")?,
                _ => f.write_str("-")?,
            }
        }
        for (name, board) in [('R', self.read), ('W', self.write)] {
            match board {
                Some(board) => write!(f, ":{name}{board}")?,
                None => write!(f, ":{name}-")?,
            }
        }
        write!(f, ":{}:S{:02}", if self.yields { 'Y' } else { '-' }, self.stall)?;
        if self.reuse != 0 {
            f.write_str(":")?;
        }
        for (operand, name) in ('a'..='d').enumerate() {
            if self.reuse >> operand & 1 == 1 {
                write!(f, "{name}")?;
            }
        }
        Ok(())
    }
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
    pub class: Class,
    /// Registers read, including the guard predicate.
    pub reads: Vec<Register>,
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
    /// The whole instruction as a disassembler prints it, with its operands. NVIDIA's machine code has it, and no other code.
    pub text: Option<Box<str>>,
    /// Control fields: NVIDIA's machine code has them, and no other code.
    pub control: Option<Control>,
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
            text: None,
            control: None,
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
