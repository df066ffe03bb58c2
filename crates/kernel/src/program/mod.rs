//! Static code of a PTX file, with all names resolved.
//!
//! A [`Module`] holds one [`Program`] per kernel. A program is self-contained: one list of instructions holds the kernel and
//! every function that it calls. A [`Pc`] is an index into this list. Shared memory is laid out per kernel.

mod inlining;
mod link;
mod link_error;
mod listing;
mod operands;
mod resolve;
mod symbols;
mod variables;

use crate::cfg::Flow;
use crate::lower;
use crate::ptx;
use crate::ptx::ast::Selector;
use crate::ptx::isa::{Mod, Opcode, Special};
use std::collections::BTreeMap;
use std::fmt;

pub use link_error::{LinkError, LinkErrorKind};
pub use listing::instruction_text;
use symbols::Externals;
pub use variables::{AddressCell, Variable};

/// Declares a typed index.
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
    /// Program counter: index of an instruction in a program.
    Pc
}
id! {
    /// Index of a function in a program. The kernel itself is function 0.
    FunctionId
}
id! {
    /// Index of a variable in a module.
    VariableId
}

/// A parsed PTX file with resolved names.
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
    /// Source files by their number in `.loc` directives.
    pub files: BTreeMap<u64, String>,
}

impl Module {
    /// Parses PTX text and resolves its names.
    ///
    /// `.extern` variables whose size is declared are variables of the module. [`Module::link`] links several files.
    pub fn parse(source: &str) -> Result<Module, ptx::Error> {
        link::link(&[source], Externals::Allocated).map_err(|error| match error.kind {
            LinkErrorKind::Ptx(error) => *error,
            kind => {
                ptx::Error::new(ptx::ErrorKind::Malformed(kind.to_string()), ptx::Span::default(), source)
            }
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
    /// use warploom_kernel::program::Module;
    /// let header = ".version 8.0 .target sm_75 .address_size 64";
    /// let caller = format!("{header} .extern .func f(); .visible .entry k() {{ call f; ret; }}");
    /// let callee = format!("{header} .visible .func f() {{ ret; }}");
    /// let module = Module::link(&[&caller, &callee])?;
    /// assert_eq!(module.kernel("k").unwrap().functions[1].unit, 1);
    /// # Ok::<(), warploom_kernel::program::LinkError>(())
    /// ```
    pub fn link(sources: &[&str]) -> Result<Module, LinkError> {
        link::link(sources, Externals::Refused)
    }

    /// [Lowers](crate::lower) all programs.
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

/// A kernel and all functions that it calls.
#[derive(Debug, Clone)]
pub struct Program {
    /// The kernel's name.
    pub name: String,
    /// All instructions, function after function.
    pub code: Vec<Instr>,
    /// The functions; the kernel is the first.
    pub functions: Vec<Function>,
    /// The kernel's parameters.
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
    /// Physical 32-bit registers per thread; `None` before [lowering](crate::lower).
    /// In lowered code, a [`RegClass::Long`] of index n is the register pair 2n and 2n + 1.
    pub registers: Option<u32>,
    /// Source files by their number in `.loc` directives.
    pub files: BTreeMap<u64, String>,
}

/// A variable in static shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedVariable {
    /// Name in the PTX.
    pub name: String,
    /// Offset in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// A kernel parameter and its location in the parameter block.
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

/// A function of a program: its instructions, registers and stack frame.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Index of the linked unit that defines it.
    pub unit: usize,
    /// Its first instruction.
    pub entry: Pc,
    /// One past its last instruction.
    pub end: Pc,
    /// Number of registers of up to 32 bits.
    pub shorts: u32,
    /// Number of 64-bit registers.
    pub longs: u32,
    /// Number of predicates.
    pub preds: u32,
    /// Bytes of the stack frame per thread: parameters and local variables.
    pub frame: u32,
    /// Locations of the arguments.
    pub params: Vec<ValueLocation>,
    /// Locations of the results.
    pub returns: Vec<ValueLocation>,
    /// First instructions of the loops marked with `.pragma "nounroll"`, ascending. Empty after [lowering](crate::lower).
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
    /// In a register.
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
    /// A register.
    Reg(Reg),
    /// The complement of a predicate.
    Not(Reg),
    /// A constant.
    Imm(u64),
    /// A special register.
    Special(Special),
    /// The address of a module-scope variable, plus an offset.
    Variable(VariableId, i64),
    /// An address in the stack frame of the function.
    Frame(i64),
    /// An address in dynamic shared memory, relative to its start.
    Dynamic(i64),
    /// A value in the constant bank.
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
    /// Base address.
    pub base: Src,
    /// Offset in bytes.
    pub offset: i64,
}

/// Memory space of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Generic addressing: the address of each lane selects the space.
    Generic,
    /// Global memory.
    Global,
    /// Constant memory.
    Const,
    /// Local memory of a thread.
    Local,
    /// Shared memory of a CTA.
    Shared,
    /// Kernel parameters.
    Param,
    /// Textures and surfaces. The address of an access is that of its first texel in global memory.
    Texture,
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
            Space::Texture => "texture",
        })
    }
}

/// Shape of a texture or surface, as instructions name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Geometry {
    /// One dimension: `.1d`.
    D1,
    /// Two dimensions: `.2d`.
    D2,
    /// Three dimensions: `.3d`.
    D3,
    /// Layers of one dimension: `.a1d`.
    A1,
    /// Layers of two dimensions: `.a2d`.
    A2,
    /// Six faces of a cube: `.cube`.
    Cube,
    /// Layers of cubes: `.acube`.
    ACube,
}

impl Geometry {
    /// Geometry that a modifier names.
    pub const fn of(modifier: Mod) -> Option<Geometry> {
        Some(match modifier {
            Mod::D1 => Geometry::D1,
            Mod::D2 => Geometry::D2,
            Mod::D3 => Geometry::D3,
            Mod::A1d => Geometry::A1,
            Mod::A2d => Geometry::A2,
            Mod::Cube => Geometry::Cube,
            Mod::Acube => Geometry::ACube,
            _ => return None,
        })
    }

    /// Number of coordinates beside the layer.
    pub const fn dimensions(self) -> usize {
        match self {
            Geometry::D1 | Geometry::A1 => 1,
            Geometry::D2 | Geometry::A2 => 2,
            Geometry::D3 | Geometry::Cube | Geometry::ACube => 3,
        }
    }

    /// Whether the first coordinate is the number of a layer.
    pub const fn is_layered(self) -> bool {
        matches!(self, Geometry::A1 | Geometry::A2 | Geometry::ACube)
    }
}

impl fmt::Display for Geometry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Geometry::D1 => "one-dimensional",
            Geometry::D2 => "two-dimensional",
            Geometry::D3 => "three-dimensional",
            Geometry::A1 => "layered one-dimensional",
            Geometry::A2 => "layered two-dimensional",
            Geometry::Cube => "cubemap",
            Geometry::ACube => "layered cubemap",
        })
    }
}

/// Memory operand, branch target, callee or parts of registers of an instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Detail {
    /// None of these.
    None,
    /// A memory access.
    Access(Space, Address),
    /// The target of a branch.
    Branch(Pc),
    /// The targets of an indirect branch.
    Table(Box<[Pc]>),
    /// A call.
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
    /// Locations of the arguments in the caller.
    pub arguments: Vec<ValueLocation>,
    /// Locations of the results in the caller.
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

/// A function of CUDA's device runtime, which the executor implements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuntimeFunction {
    /// `__assertfail`: reports a failed `assert`.
    AssertFail,
    /// `vprintf`: what `printf` compiles to.
    Printf,
    /// `malloc`: allocates on the device heap.
    Malloc,
    /// `free`: frees on the device heap.
    Free,
}

impl RuntimeFunction {
    /// The function called `name`, if it is one, with the bytes of its results and parameters.
    fn named(name: &str) -> Option<(RuntimeFunction, &'static [u64], &'static [u64])> {
        Some(match name {
            "__assertfail" => (RuntimeFunction::AssertFail, &[], &[8, 8, 4, 8, 8]),
            "vprintf" => (RuntimeFunction::Printf, &[4], &[8, 8]),
            "malloc" => (RuntimeFunction::Malloc, &[8], &[8]),
            "free" => (RuntimeFunction::Free, &[], &[8]),
            _ => return None,
        })
    }
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
    /// The predicate.
    pub reg: Reg,
    /// Whether it is negated.
    pub negated: bool,
}

/// Source file and line of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceLine {
    /// Number of the file.
    pub file: u64,
    /// Line number.
    pub line: u64,
    /// File and line of the call, if the line is one of a function of the CUDA toolkit that was inlined: `atomicAdd`.
    pub caller: Option<(u64, u64)>,
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
    /// Guard predicate.
    pub guard: Option<Guard>,
    /// Opcode.
    pub opcode: Opcode,
    /// Modifiers. Opcode and modifiers match a form of the [instruction table](crate::ptx::forms).
    pub mods: Box<[Mod]>,
    /// Destination registers; `None` for `_`.
    pub dst: Box<[Option<Reg>]>,
    /// Source operands.
    pub src: Box<[Src]>,
    /// Memory operand, branch target, callee or parts of registers.
    pub detail: Detail,
    /// Line in the PTX file.
    pub line: u32,
    /// Source line from `.loc`, if present.
    pub source: Option<SourceLine>,
    /// Line of the enclosing function that calls the code, if `source` was inlined: the outermost of nested calls.
    pub call_site: Option<SourceLine>,
    /// Whether all lanes compute the same value. False before [lowering](crate::lower).
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
        ptx::ast::mnemonic(self.opcode, &self.mods)
    }

    /// Memory space, bytes per element and elements per lane of its memory access.
    pub fn access(&self) -> Option<(Space, (u32, u32))> {
        let Detail::Access(space, _) = self.detail else { return None };
        if let Some(shape) = ptx::matrix::access(self.opcode, &self.mods) {
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
