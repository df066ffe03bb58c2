//! Static code of a PTX file, with all names resolved.
//!
//! A [`Module`] holds one [`Program`] per kernel. A program is self-contained: one list of instructions holds the kernel and
//! every function that it calls. A [`Pc`] is an index into this list. Shared memory is laid out per kernel.

mod calls;
mod flow;
mod inlining;
mod link;
mod link_error;
mod listing;
mod operands;
mod resolve;
mod symbols;
mod variables;

use crate::execute::runtime::RuntimeFunction;
use crate::program::{FunctionId, Pc, SharedVariable, SourceLine, Space, Variable, VariableId};
use crate::ptx::ast::{self, Selector};
use crate::ptx::error::{Error, ErrorKind, Span};
use crate::ptx::isa::{Mod, Opcode, Special};
use crate::ptx::matrix;
use std::collections::BTreeMap;
use std::fmt;

pub use flow::Flow;
pub(crate) use inlining::is_toolkit_header;
pub use link_error::{LinkError, LinkErrorKind};
pub use listing::instruction_text;
use symbols::Externals;

/// A parsed PTX file with resolved names.
///
/// ```
/// use warploom_kernel::ptx::Module;
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
    /// Source files by their number in `.loc` directives.
    pub files: BTreeMap<u64, String>,
}

impl Module {
    /// Parses PTX text and resolves its names.
    ///
    /// `.extern` variables whose size is declared are variables of the module. [`Module::link`] links several files.
    pub fn parse(source: &str) -> Result<Module, Error> {
        link::link(&[source], Externals::Allocated).map_err(|error| match error.kind {
            LinkErrorKind::Ptx(error) => *error,
            kind => Error::new(ErrorKind::Malformed(kind.to_string()), Span::default(), source),
        })
    }

    /// Parses and links the units of a program that was compiled separately (`nvcc -rdc=true`), as nvlink does.
    ///
    /// `.visible`, `.weak` and `.common` symbols are known to all units; a `.visible` definition replaces `.weak` ones, and those
    /// `.common` ones. Of several equal ones that may be repeated, the first counts, or the largest for `.common`. Symbols without
    /// linkage belong to their unit. A function that no unit defines is an error only when it is called.
    ///
    /// Lines of instructions ([`Instr::line`]) refer to the text of the unit, which is [`Function::unit`] of the function that
    /// contains them. Numbers of source files are those of the whole module.
    ///
    /// ```
    /// use warploom_kernel::ptx::Module;
    /// let header = ".version 8.0 .target sm_75 .address_size 64";
    /// let caller = format!("{header} .extern .func f(); .visible .entry k() {{ call f; ret; }}");
    /// let callee = format!("{header} .visible .func f() {{ ret; }}");
    /// let module = Module::link(&[&caller, &callee])?;
    /// assert_eq!(module.kernel("k").unwrap().functions[1].unit, 1);
    /// # Ok::<(), warploom_kernel::ptx::LinkError>(())
    /// ```
    pub fn link(sources: &[&str]) -> Result<Module, LinkError> {
        link::link(sources, Externals::Refused)
    }

    /// The program of the kernel called `name`.
    pub fn kernel(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == name)
    }
}

/// A kernel and all functions that it calls.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    /// All instructions, function after function.
    pub code: Vec<Instr>,
    /// The functions; the kernel is the first.
    pub functions: Vec<Function>,
    pub params: Vec<Param>,
    /// Bytes of static shared memory.
    pub shared: u32,
    /// Variables in static shared memory, ascending by offset.
    pub shared_variables: Vec<SharedVariable>,
    /// Offset of dynamic shared memory in bytes.
    pub dynamic_shared: u32,
    /// Threads per CTA from `.reqntid` (exact, true) or `.maxntid` (maximum, false).
    pub threads: Option<(u64, bool)>,
    /// Basic blocks and reconvergence points.
    pub flow: Flow,
    /// Bytes of each variable of the module.
    pub variable_sizes: Vec<u64>,
    /// Physical 32-bit registers per thread; `None` before [lowering](crate::ptx::lower).
    /// In lowered code, a [`RegClass::Long`] of index n is the register pair 2n and 2n + 1.
    pub registers: Option<u32>,
    /// A kernel that this one launches (CUDA dynamic parallelism), the first if there are several. Such a kernel cannot run.
    pub launched_kernel: Option<String>,
    /// Source files by their number in `.loc` directives.
    pub files: BTreeMap<u64, String>,
}

/// A kernel parameter and its location in the parameter block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Param {
    pub name: String,
    /// Element type.
    pub ty: Mod,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// A function of a program: its instructions, registers and stack frame.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    /// Index of the linked unit that defines it.
    pub unit: usize,
    pub entry: Pc,
    /// One past its last instruction.
    pub end: Pc,
    /// Number of registers of up to 32 bits.
    pub shorts: u32,
    /// Number of 64-bit registers.
    pub longs: u32,
    pub preds: u32,
    /// Bytes of the stack frame per thread: parameters and local variables.
    pub frame: u32,
    pub params: Vec<ValueLocation>,
    pub returns: Vec<ValueLocation>,
    /// First instructions of the loops marked with `.pragma "nounroll"`, ascending. Empty after [lowering](crate::ptx::lower).
    pub nounroll: Vec<Pc>,
}

/// Location of an argument or result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueLocation {
    /// In the stack frame of the function.
    Frame {
        /// Offset in bytes.
        offset: u32,
        /// Size in bytes.
        size: u32,
    },
    Register(Reg),
    /// A constant and its size in bytes (arguments only).
    Immediate(u64, u32),
}

impl ValueLocation {
    /// The register, if the location is one.
    pub fn register(self) -> Option<Reg> {
        match self {
            ValueLocation::Register(reg) => Some(reg),
            ValueLocation::Frame { .. } | ValueLocation::Immediate(..) => None,
        }
    }

    /// Size of the value in bytes.
    pub fn size(self) -> u32 {
        match self {
            ValueLocation::Frame { size, .. } | ValueLocation::Immediate(_, size) => size,
            ValueLocation::Register(reg) => u32::from(reg.bits).div_ceil(8),
        }
    }
}

/// Register file of an operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum RegClass {
    /// Predicates: one bit per lane.
    Pred,
    /// Up to 32 bits per lane.
    Short,
    /// 64 bits per lane.
    Long,
    /// 128 bits per lane: two consecutive [`RegClass::Long`], the low half first.
    Quad,
}

/// A register of the current function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg {
    /// Register file.
    pub class: RegClass,
    /// Declared width in bits.
    pub bits: u8,
    /// Index in the register file.
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

/// A source operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Src {
    Reg(Reg),
    /// The complement of a predicate.
    Not(Reg),
    /// A constant.
    Imm(u64),
    Special(Special),
    /// The address of a module-scope variable, plus an offset.
    Variable(VariableId, i64),
    /// An address in the stack frame of the function.
    Frame(i64),
    /// An address in dynamic shared memory, relative to its start.
    Dynamic(i64),
    ConstBank(ConstBankOperand),
}

/// An operand in the constant bank: a kernel parameter or a `.const` variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConstBankOperand {
    /// The `.const` variable; `None` for the parameter block.
    pub variable: Option<VariableId>,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes: 4 or 8.
    pub bytes: u32,
}

/// A memory operand: `[base + offset]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    pub base: Src,
    /// Offset in bytes.
    pub offset: i64,
}

/// Memory operand, branch target, callee or parts of registers of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    None,
    Access(Space, Address),
    /// The target of a branch.
    Branch(Pc),
    /// The targets of an indirect branch.
    Table(Box<[Pc]>),
    Call(Box<Call>),
    /// Parts of registers that a video instruction selects.
    Selection(Selection),
}

/// Bytes and halves that a video instruction takes from its sources and computes of its destination, and its negated sources.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Parts of the destination that are computed. The others are those of the last source.
    pub dst: Option<Selector>,
    /// Parts of the first two sources.
    pub src: [Option<Selector>; 2],
    /// Negated sources.
    pub negative: [bool; 3],
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The called function.
    pub callee: Callee,
    /// Name of the called function, or of the prototype of an indirect call.
    pub name: String,
    /// Addresses of the functions that an indirect call can reach, ascending.
    pub targets: Vec<(u64, FunctionId)>,
    pub arguments: Vec<ValueLocation>,
    pub results: Vec<ValueLocation>,
}

/// Callee of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the program.
    Function(FunctionId),
    /// The function whose address is the first source operand.
    Indirect,
    /// A function of the device runtime.
    Runtime(RuntimeFunction),
    /// A function without a body. Calling it is a fault.
    Missing,
}

/// Address of the first function of a module: no allocation has it, so that using it as data is a fault.
const CODE_BASE: u64 = 0x7a00_0000_0000;

/// Address of the `n`-th function of a module. It is the same in every program of the module, because one kernel may store
/// it and another one call it.
fn code_address(n: usize) -> u64 {
    CODE_BASE + 16 * (n as u64 + 1)
}

/// Guard predicate of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    pub reg: Reg,
    pub negated: bool,
}

/// Bytes of the lines that a bulk copy accesses.
///
/// One thread issues a bulk copy of any size. A listener sees the lines of the copy in global memory as lanes of the instruction:
/// up to a warp's lanes at a time, and the instruction again for each further set of lines. If an mbarrier shows the end of the
/// copy, its generic address follows the lines as one more lane.
pub const BULK_LINE: u32 = 128;

/// A resolved instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instr {
    pub guard: Option<Guard>,
    pub opcode: Opcode,
    /// Modifiers. Opcode and modifiers match a form of the [instruction table](crate::ptx::forms).
    pub mods: Box<[Mod]>,
    /// Destination registers; `None` for `_`.
    pub dst: Box<[Option<Reg>]>,
    pub src: Box<[Src]>,
    /// Memory operand, branch target, callee or parts of registers.
    pub detail: Detail,
    /// Line in the PTX file.
    pub line: u32,
    /// Source line from `.loc`, if present.
    pub source: Option<SourceLine>,
    /// Line of the enclosing function that calls the code, if `source` was inlined: the outermost of nested calls.
    pub call_site: Option<SourceLine>,
    /// Whether all lanes compute the same value. False before [lowering](crate::ptx::lower).
    pub uniform: bool,
}

impl Instr {
    /// Whether the instruction has a modifier.
    pub fn has(&self, m: Mod) -> bool {
        self.mods.contains(&m)
    }

    /// The last type modifier.
    pub fn ty(&self) -> Option<Mod> {
        self.mods.iter().copied().rfind(|m| m.is_type())
    }

    /// Opcode with modifiers in PTX syntax: `ld.global.u32`.
    pub fn mnemonic(&self) -> String {
        ast::mnemonic(self.opcode, &self.mods)
    }

    /// Memory space, bytes per element and elements per lane of its memory access.
    pub fn access(&self) -> Option<(Space, (u32, u32))> {
        let Detail::Access(space, _) = self.detail else { return None };
        if let Some(shape) = matrix::access(self.opcode, &self.mods) {
            return Some((space, shape));
        }
        if matches!(self.opcode, Opcode::Tex | Opcode::Tld4) {
            // The texture decides the size of a texel. Texels are aligned, so that their first byte names their sector.
            return Some((space, (1, 1)));
        }
        let count = match (self.has(Mod::V4), self.has(Mod::V2)) {
            (true, _) => 4,
            (_, true) => 2,
            _ => 1,
        };
        let shape = match self.ty().unwrap_or(Mod::B8) {
            _ if self.opcode == Opcode::Cp && !self.has(Mod::Mbarrier) => (self.copy_bytes(), 1),
            Mod::B128 => (8, 2),
            ty => (ty.bytes(), count),
        };
        Some((space, shape))
    }

    /// Bytes of each access of an asynchronous copy.
    fn copy_bytes(&self) -> u32 {
        match self.src.get(2) {
            Some(&Src::Imm(bytes)) if !self.has(Mod::Bulk) => bytes as u32,
            _ => BULK_LINE,
        }
    }

    /// Registers read, including the guard, and registers written.
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

    /// Whether control never continues with the next instruction.
    pub fn never_falls_through(&self) -> bool {
        self.guard.is_none()
            && matches!(self.opcode, Opcode::Bra | Opcode::Brx | Opcode::Ret | Opcode::Exit | Opcode::Trap)
    }
}
