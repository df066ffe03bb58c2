//! Static code: what a PTX file says once its names are resolved.
//!
//! A [`Module`] holds one [`Program`] per kernel. A program is self-contained: the kernel and every
//! function it calls lie in one list of instructions, so that a place in it ([`Pc`]) needs no second
//! coordinate, and shared memory is laid out for that kernel alone.

mod link;
mod listing;
mod operands;
mod resolve;
mod variables;

use crate::cfg::Flow;
use crate::lower;
use crate::ptx;
use crate::ptx::isa::{Mod, Opcode, Special};
use std::collections::BTreeMap;
use std::fmt;

pub use listing::instruction_text;
pub use variables::{AddressCell, Variable};

/// Declares an id: an index that cannot be mistaken for another.
macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub u32);

        impl $name {
            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A place in a program.
    Pc
}
id! {
    /// A function of a program; the kernel itself is the first.
    FunctionId
}
id! {
    /// A variable of a module.
    VariableId
}

/// A PTX file, resolved.
///
/// ```
/// use warploom_kernel::program::Module;
/// let module = Module::parse(".version 8.0 .target sm_75 .address_size 64 .visible .entry k() { ret; }")?;
/// assert_eq!(module.kernel("k").unwrap().code.len(), 1);
/// # Ok::<(), warploom_kernel::ptx::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Module {
    /// One program per kernel, in the order written.
    pub programs: Vec<Program>,
    /// Module-scope variables in global and constant memory.
    pub variables: Vec<Variable>,
    /// Source files by the number `.loc` gives them.
    pub files: BTreeMap<u64, String>,
}

impl Module {
    /// Reads and resolves a PTX file.
    pub fn parse(source: &str) -> Result<Module, ptx::Error> {
        link::module(&ptx::parse(source)?, source)
    }

    /// The module with its programs [lowered](crate::lower).
    pub fn lower(mut self, options: &lower::Options) -> Module {
        for program in &mut self.programs {
            *program = lower::lower(program, options);
        }
        self
    }

    /// The program of the kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == name)
    }
}

/// A kernel and all it calls.
#[derive(Debug, Clone)]
pub struct Program {
    /// The kernel's name.
    pub name: String,
    /// Every instruction, function after function.
    pub code: Vec<Instr>,
    /// The functions; the kernel is the first.
    pub functions: Vec<Function>,
    /// The kernel's parameters.
    pub params: Vec<Param>,
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Where dynamic shared memory starts.
    pub dynamic_shared: u32,
    /// `.reqntid` or `.maxntid`: threads per CTA the code was compiled for, and whether exactly that many.
    pub threads: Option<(u64, bool)>,
    /// Where each divergent branch's lanes meet again.
    pub flow: Flow,
    /// Bytes of each of the module's variables.
    pub variable_sizes: Vec<u64>,
    /// How many registers of 32 bits a thread takes, once they are those of the machine (see [`crate::lower`]).
    /// A 64-bit value then takes an even register and the next: [`RegClass::Long`] of index n is 2n and 2n + 1.
    pub registers: Option<u32>,
    /// Source files by the number `.loc` gives them.
    pub files: BTreeMap<u64, String>,
}

/// A kernel's parameter: its place in the block of parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    /// Name in the PTX.
    pub name: String,
    /// Element type.
    pub ty: Mod,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// A function's place and needs.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its first instruction.
    pub entry: Pc,
    /// One past its last instruction.
    pub end: Pc,
    /// Registers of up to 32 bits.
    pub shorts: u32,
    /// Registers of 64 bits.
    pub longs: u32,
    /// Predicates.
    pub preds: u32,
    /// Bytes of each thread's stack: parameters and local variables.
    pub frame: u32,
    /// Where arguments arrive.
    pub params: Vec<ValueLocation>,
    /// Where results are left.
    pub returns: Vec<ValueLocation>,
}

/// Where an argument or result of a call is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueLocation {
    /// In the function's frame.
    Frame {
        /// Offset in bytes.
        offset: u32,
        /// Size in bytes.
        size: u32,
    },
    /// In a register.
    Register(Reg),
    /// A constant (arguments only).
    Immediate(u64, u32),
}

impl ValueLocation {
    /// The register it is, if it is one.
    pub fn register(self) -> Option<Reg> {
        match self {
            ValueLocation::Register(reg) => Some(reg),
            ValueLocation::Frame { .. } | ValueLocation::Immediate(..) => None,
        }
    }

    /// Its size in bytes.
    pub fn size(self) -> u32 {
        match self {
            ValueLocation::Frame { size, .. } | ValueLocation::Immediate(_, size) => size,
            ValueLocation::Register(reg) => u32::from(reg.bits).div_ceil(8),
        }
    }
}

/// Which register file a register is in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegClass {
    /// A predicate: a bit per lane.
    Pred,
    /// Up to 32 bits per lane.
    Short,
    /// 64 bits per lane.
    Long,
    /// 128 bits per lane: two consecutive [`RegClass::Long`], the low half first.
    Quad,
}

/// A register of the function it stands in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg {
    /// Its file.
    pub class: RegClass,
    /// Its declared width.
    pub bits: u8,
    /// Its place in the file.
    pub index: u32,
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = match self.class {
            RegClass::Pred => 'p',
            RegClass::Short => 'r',
            RegClass::Long => 'd',
            RegClass::Quad => 'q',
        };
        write!(f, "%{file}{}", self.index)
    }
}

/// A value an instruction reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Src {
    /// A register.
    Reg(Reg),
    /// A predicate's complement.
    Not(Reg),
    /// A constant.
    Imm(u64),
    /// A special register.
    Special(Special),
    /// The address of a module-scope variable, plus an offset.
    Variable(VariableId, i64),
    /// An address in the frame of the function.
    Frame(i64),
    /// An address in dynamic shared memory, counted from its start.
    Dynamic(i64),
    /// A value in the constant bank, the same for a whole launch.
    ConstBank(ConstBankOperand),
}

/// A place in the constant bank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstBankOperand {
    /// The variable in constant memory; `None` is the kernel's block of parameters.
    pub variable: Option<VariableId>,
    /// Offset in bytes.
    pub offset: u32,
    /// 4 or 8.
    pub bytes: u32,
}

/// `[base + offset]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// Where it starts.
    pub base: Src,
    /// Bytes added.
    pub offset: i64,
}

/// The memory an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Decided by each lane's address.
    Generic,
    /// Global memory.
    Global,
    /// Constant memory.
    Const,
    /// Memory of one thread.
    Local,
    /// Memory of one CTA.
    Shared,
    /// The kernel's parameters.
    Param,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Space::Generic => "generic",
            Space::Global => "global",
            Space::Const => "constant",
            Space::Local => "local",
            Space::Shared => "shared",
            Space::Param => "parameter",
        })
    }
}

/// What an instruction needs beyond registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Nothing.
    None,
    /// A memory access.
    Access(Space, Address),
    /// A branch's target.
    Branch(Pc),
    /// A branch table.
    Table(Box<[Pc]>),
    /// A call.
    Call(Box<Call>),
}

/// A direct call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// Who is called.
    pub callee: Callee,
    /// Its name.
    pub name: String,
    /// What is passed, in the caller's terms.
    pub arguments: Vec<ValueLocation>,
    /// Where results go, in the caller's terms.
    pub results: Vec<ValueLocation>,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FunctionId),
    /// The device runtime's `__assertfail`.
    AssertFail,
    /// A function without a body, such as the device runtime's `vprintf`: a fault where it is called.
    Missing,
}

/// The predicate an instruction is executed under.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The predicate.
    pub reg: Reg,
    /// Whether it is negated.
    pub negated: bool,
}

/// A line of the source language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// Number of the file.
    pub file: u64,
    /// Line in it.
    pub line: u64,
}

/// A resolved instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instr {
    /// Its guard.
    pub guard: Option<Guard>,
    /// What it does.
    pub opcode: Opcode,
    /// The suffixes: with the opcode a form of the [table](crate::ptx::forms).
    pub mods: Box<[Mod]>,
    /// What it writes; `None` where the value is thrown away.
    pub dst: Box<[Option<Reg>]>,
    /// What it reads.
    pub src: Box<[Src]>,
    /// What it needs beyond registers.
    pub detail: Detail,
    /// Line in the PTX.
    pub line: u32,
    /// Line in the source language, where `.loc` tells.
    pub source: Option<SourceLine>,
    /// Whether it computes the same in all lanes: known once the program is [lowered](crate::lower).
    pub uniform: bool,
}

impl Instr {
    /// Whether it has this suffix.
    pub fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    /// Its last type suffix.
    pub fn ty(&self) -> Option<Mod> {
        self.mods.iter().copied().rfind(|m| m.is_type())
    }

    /// Opcode and suffixes as PTX writes them.
    pub fn mnemonic(&self) -> String {
        ptx::ast::mnemonic(self.opcode, &self.mods)
    }

    /// The memory it accesses, bytes per element, and elements per lane.
    pub fn access(&self) -> Option<(Space, (u32, u32))> {
        let Detail::Access(space, _) = self.detail else { return None };
        let count = match (self.has(Mod::V4), self.has(Mod::V2)) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        };
        let shape = match self.ty().unwrap_or(Mod::B8) {
            Mod::B128 => (8, 2),
            ty => (ty.bytes(), count),
        };
        Some((space, shape))
    }

    /// The registers it reads, its guard's included, and those it writes.
    pub fn reads_and_writes(&self) -> (Vec<Reg>, Vec<Reg>) {
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        let source = |src: &Src| match *src {
            Src::Reg(reg) | Src::Not(reg) => Some(reg),
            _ => None,
        };
        reads.extend(self.src.iter().filter_map(source));
        if let Detail::Access(_, Address { base, .. }) = &self.detail {
            reads.extend(source(base));
        }
        reads.extend(self.guard.map(|guard| guard.reg));
        if let Detail::Call(call) = &self.detail {
            reads.extend(call.arguments.iter().filter_map(|place| place.register()));
            writes.extend(call.results.iter().filter_map(|place| place.register()));
        }
        writes.extend(self.dst.iter().flatten());
        (reads, writes)
    }

    /// Whether nothing after it is reached from it.
    pub fn never_falls_through(&self) -> bool {
        self.guard.is_none()
            && matches!(self.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap)
    }
}
