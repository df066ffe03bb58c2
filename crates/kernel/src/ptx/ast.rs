//! Syntax tree of a PTX file. [`crate::program`] resolves the names.

use super::error::Span;
use super::isa::{Mod, Opcode, Special};

/// A name and its source span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Source span.
    pub span: Span,
}

/// A PTX file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// `.version`, major and minor.
    pub version: (u32, u32),
    /// `.target` and its options.
    pub target: Vec<String>,
    /// Module-scope items, in order.
    pub items: Vec<Item>,
}

/// A module-scope item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A variable.
    Variable(Variable),
    /// A kernel or device function, declared or defined.
    Function(Function),
    /// `.file`: number and name of a source file.
    File {
        /// The number `.loc` refers to.
        index: u64,
        /// Its name.
        name: String,
        /// Timestamp and size, if present.
        rest: Vec<u64>,
    },
    /// `.section`: debug data, kept verbatim.
    Section(String),
    /// `.pragma` at module scope.
    Pragma(Vec<String>),
    /// `.alias a, b`.
    Alias(Name, Name),
}

/// Linkage of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// `.visible`: visible to other modules.
    Visible,
    /// `.extern`: defined in another module.
    Extern,
    /// `.weak`: another definition may replace it.
    Weak,
    /// `.common`: merged with equal definitions.
    Common,
}

/// State space of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Registers.
    Reg,
    /// Constant memory.
    Const,
    /// Global memory.
    Global,
    /// Local memory of a thread.
    Local,
    /// Kernel or function parameters.
    Param,
    /// Shared memory of a CTA.
    Shared,
}

impl Space {
    /// The directive of the state space: `.shared`.
    pub const fn directive(self) -> &'static str {
        match self {
            Space::Reg => ".reg",
            Space::Const => ".const",
            Space::Global => ".global",
            Space::Local => ".local",
            Space::Param => ".param",
            Space::Shared => ".shared",
        }
    }
}

/// Declaration of a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Linkage.
    pub linkage: Option<Linkage>,
    /// State space.
    pub space: Space,
    /// Text between the parentheses of `.attribute(…)`.
    pub attribute: Option<String>,
    /// `.align`, in bytes.
    pub align: Option<u64>,
    /// `.v2` or `.v4`.
    pub vector: Option<Mod>,
    /// Element type.
    pub ty: Mod,
    /// `.ptr` of a kernel parameter: the space it points to and its alignment.
    pub pointer: Option<(Option<Space>, Option<u64>)>,
    /// Its name.
    pub name: Name,
    /// The `n` of `%r<n>`, which declares `%r0` to `%r(n-1)`.
    pub count: Option<u64>,
    /// Dimensions; `None` for `[]`.
    pub dims: Vec<Option<u64>>,
    /// Initial value.
    pub init: Option<Init>,
}

/// An initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    /// `{ … }`.
    List(Vec<Init>),
    /// A number.
    Int {
        /// Magnitude.
        value: u64,
        /// Whether it is negative.
        negative: bool,
    },
    /// A single-precision number, as bits.
    F32(u32),
    /// A double-precision number, as bits.
    F64(u64),
    /// The address of a symbol.
    Symbol {
        /// The symbol.
        name: Name,
        /// Offset in bytes.
        offset: i64,
        /// Whether `generic(…)` makes it a generic address.
        generic: bool,
        /// Mask of the address bits to store: `0xFF00(…)`.
        mask: Option<u64>,
    },
}

/// A kernel or device function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Linkage.
    pub linkage: Option<Linkage>,
    /// True for `.entry`, false for `.func`.
    pub is_kernel: bool,
    /// Results.
    pub returns: Vec<Variable>,
    /// Its name.
    pub name: Name,
    /// Parameters.
    pub params: Vec<Variable>,
    /// `.noreturn`.
    pub noreturn: bool,
    /// Performance directives (`.maxntid`, `.maxnreg`, …) and their numbers.
    pub tuning: Vec<(String, Vec<u64>)>,
    /// Body, if the function is defined.
    pub body: Option<Vec<Statement>>,
}

/// A statement in a function body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// `name:`.
    Label(Name),
    /// An instruction.
    Instruction(Instruction),
    /// A declaration.
    Variable(Variable),
    /// `{ … }`.
    Block(Vec<Statement>),
    /// `.loc`: source location of the following instructions.
    Loc(Loc),
    /// `.pragma`.
    Pragma(Vec<String>),
    /// `name: .branchtargets a, b;`
    Targets(Name, Vec<Name>),
}

/// Source location of a `.loc` directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loc {
    /// Number of the file.
    pub file: u64,
    /// Line.
    pub line: u64,
    /// Column.
    pub column: u64,
    /// Text of `function_name …, inlined_at …`.
    pub inlined: Option<String>,
}

/// `@p` or `@!p`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The predicate.
    pub name: Name,
    /// Whether it is negated.
    pub negated: bool,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// Its guard.
    pub guard: Option<Guard>,
    /// Opcode.
    pub opcode: Opcode,
    /// The suffixes.
    pub mods: Vec<Mod>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// Source span.
    pub span: Span,
}

impl Instruction {
    /// Opcode with modifiers in PTX syntax: `ld.global.u32`.
    pub fn mnemonic(&self) -> String {
        mnemonic(self.opcode, &self.mods)
    }
}

/// Opcode with modifiers in PTX syntax: `opcode.mod.mod`.
pub fn mnemonic(opcode: Opcode, mods: &[Mod]) -> String {
    let mut text = opcode.text().to_owned();
    for m in mods {
        text.push('.');
        text.push_str(m.text());
    }
    text
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A register, symbol, label or function. An offset `+n` is valid for symbols only.
    Name(Name, i64),
    /// `!p`.
    Not(Name),
    /// A special register.
    Special(Special, Span),
    /// An integer.
    Int {
        /// Magnitude.
        value: u64,
        /// Whether it is negative.
        negative: bool,
        /// Source span.
        span: Span,
    },
    /// A single-precision number, as bits.
    F32(u32, Span),
    /// A double-precision number, as bits.
    F64(u64, Span),
    /// `{a, b}`.
    Vector(Vec<Operand>, Span),
    /// `[base+offset]`.
    Address {
        /// Base address.
        base: AddressBase,
        /// The offset.
        offset: i64,
        /// Source span.
        span: Span,
    },
    /// `d|p`.
    Pair(Box<Operand>, Box<Operand>),
    /// `_`: the result is discarded.
    Sink(Span),
    /// `(results), callee, (arguments)`.
    Call {
        /// Results.
        results: Vec<Operand>,
        /// The function.
        callee: Name,
        /// Arguments.
        arguments: Vec<Operand>,
    },
}

impl Operand {
    /// Source span.
    pub fn span(&self) -> Span {
        match self {
            Operand::Name(n, _) | Operand::Not(n) => n.span,
            Operand::Special(_, s)
            | Operand::Int { span: s, .. }
            | Operand::F32(_, s)
            | Operand::F64(_, s)
            | Operand::Vector(_, s)
            | Operand::Address { span: s, .. }
            | Operand::Sink(s) => *s,
            Operand::Pair(a, b) => a.span().to(b.span()),
            Operand::Call { callee, .. } => callee.span,
        }
    }
}

/// Base of an address operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddressBase {
    /// A register or variable.
    Name(Name),
    /// No base: the offset is the address.
    Absolute,
}
