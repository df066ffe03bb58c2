//! What a PTX file says, as a tree. Names are not yet resolved: that is [`crate::program`]'s work.

use super::error::Span;
use super::isa::{Mod, Opcode, Special};

/// A name and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// The name.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A PTX file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Module {
    /// `.version`, major and minor.
    pub version: (u32, u32),
    /// `.target` and its options.
    pub target: Vec<String>,
    /// What follows, in order.
    pub items: Vec<Item>,
}

/// Something at module scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item {
    /// A variable.
    Variable(Variable),
    /// A kernel or device function, declared or defined.
    Function(Function),
    /// `.file`: a source file's number and the rest as written.
    File {
        /// The number `.loc` refers to.
        index: u64,
        /// Its name.
        name: String,
        /// Timestamp and size, where given.
        rest: Vec<u64>,
    },
    /// `.section`: debugging data, kept as written.
    Section(String),
    /// `.pragma` at module scope.
    Pragma(Vec<String>),
    /// `.alias a, b`.
    Alias(Name, Name),
}

/// Who may see a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Seen by other modules.
    Visible,
    /// Defined in another module.
    Extern,
    /// May be replaced by another definition.
    Weak,
    /// Merged with equal definitions.
    Common,
}

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Space {
    /// Registers.
    Reg,
    /// Constant memory.
    Const,
    /// Global memory.
    Global,
    /// Memory of one thread.
    Local,
    /// Kernel or function parameters.
    Param,
    /// Memory of one CTA.
    Shared,
}

impl Space {
    /// The directive that declares a variable there.
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

/// A variable's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Who sees it.
    pub linkage: Option<Linkage>,
    /// Where it lives.
    pub space: Space,
    /// `.attribute(…)` as written between the parentheses.
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
        /// Whether a minus stands before it.
        negative: bool,
    },
    /// A single-precision number, by bits.
    F32(u32),
    /// A double-precision number, by bits.
    F64(u64),
    /// The address of a symbol.
    Symbol {
        /// The symbol.
        name: Name,
        /// Bytes added.
        offset: i64,
        /// Whether `generic(…)` makes it a generic address.
        generic: bool,
        /// `0xFF00(…)`: which bits of the address stand here.
        mask: Option<u64>,
    },
}

/// A kernel or device function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Who sees it.
    pub linkage: Option<Linkage>,
    /// `.entry` rather than `.func`.
    pub is_kernel: bool,
    /// What it returns.
    pub returns: Vec<Variable>,
    /// Its name.
    pub name: Name,
    /// What it takes.
    pub params: Vec<Variable>,
    /// `.noreturn`.
    pub noreturn: bool,
    /// `.maxntid`, `.maxnreg`, …: directive and numbers.
    pub tuning: Vec<(String, Vec<u64>)>,
    /// Its body, where it is defined.
    pub body: Option<Vec<Statement>>,
}

/// Something in a body.
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
    /// `.loc`: what follows comes from there.
    Loc(Loc),
    /// `.pragma`.
    Pragma(Vec<String>),
    /// `name: .branchtargets a, b;`
    Targets(Name, Vec<Name>),
}

/// A place in the source language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loc {
    /// Number of the file.
    pub file: u64,
    /// Line.
    pub line: u64,
    /// Column.
    pub column: u64,
    /// `function_name …, inlined_at …` as written.
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
    /// What it does.
    pub opcode: Opcode,
    /// The suffixes.
    pub mods: Vec<Mod>,
    /// The operands.
    pub operands: Vec<Operand>,
    /// Where it stands.
    pub span: Span,
}

impl Instruction {
    /// Opcode and suffixes as written.
    pub fn mnemonic(&self) -> String {
        mnemonic(self.opcode, &self.mods)
    }
}

/// `opcode.mod.mod`.
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
    /// A register, symbol, label or function; with `+n` only a symbol.
    Name(Name, i64),
    /// `!p`.
    Not(Name),
    /// A special register.
    Special(Special, Span),
    /// An integer.
    Int {
        /// Magnitude.
        value: u64,
        /// Whether a minus stands before it.
        negative: bool,
        /// Where it stands.
        span: Span,
    },
    /// A single-precision number, by bits.
    F32(u32, Span),
    /// A double-precision number, by bits.
    F64(u64, Span),
    /// `{a, b}`.
    Vector(Vec<Operand>, Span),
    /// `[base+offset]`.
    Address {
        /// What is in the brackets before the offset.
        base: AddressBase,
        /// The offset.
        offset: i64,
        /// Where it stands.
        span: Span,
    },
    /// `d|p`.
    Pair(Box<Operand>, Box<Operand>),
    /// `_`: thrown away.
    Sink(Span),
    /// `(results), callee, (arguments)`.
    Call {
        /// Where results go.
        results: Vec<Operand>,
        /// The function.
        callee: Name,
        /// What it is given.
        arguments: Vec<Operand>,
    },
}

impl Operand {
    /// Where it stands.
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

/// What an address starts from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AddressBase {
    /// A register or variable.
    Name(Name),
    /// Nothing: the offset is the address.
    Absolute,
}
