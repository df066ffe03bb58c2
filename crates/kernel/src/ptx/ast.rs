//! Syntax tree of a PTX file. [`crate::program`] resolves the names.

use super::error::Span;
use super::forms::Parts;
use super::isa::{Mod, Opcode, Special};

/// A name and its source span.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    pub text: String,
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
    Variable(Variable),
    /// A kernel or device function, declared or defined.
    Function(Function),
    /// `.file`: number and name of a source file.
    File {
        /// The number `.loc` refers to.
        index: u64,
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
    Reg,
    Const,
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
    pub linkage: Option<Linkage>,
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
    pub name: Name,
    /// The `n` of `%r<n>`, which declares `%r0` to `%r(n-1)`.
    pub count: Option<u64>,
    /// Dimensions; `None` for `[]`.
    pub dims: Vec<Option<u64>>,
    pub init: Option<Init>,
}

/// An initial value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Init {
    List(Vec<Init>),
    /// A number.
    Int {
        value: u64,
        negative: bool,
    },
    /// A single-precision number, as bits.
    F32(u32),
    /// A double-precision number, as bits.
    F64(u64),
    /// The address of a symbol.
    Symbol {
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
    pub linkage: Option<Linkage>,
    /// True for `.entry`, false for `.func`.
    pub is_kernel: bool,
    pub returns: Vec<Variable>,
    pub name: Name,
    pub params: Vec<Variable>,
    pub noreturn: bool,
    /// Performance directives (`.maxntid`, `.maxnreg`, …) and their numbers.
    pub tuning: Vec<(String, Vec<u64>)>,
    /// Body, if the function is defined.
    pub body: Option<Vec<Statement>>,
}

/// A statement in a function body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    Label(Name),
    Instruction(Instruction),
    /// A declaration.
    Variable(Variable),
    Block(Vec<Statement>),
    /// `.loc`: source location of the following instructions.
    Loc(Loc),
    Pragma(Vec<String>),
    /// `name: .branchtargets a, b;`
    Targets(Name, Vec<Name>),
    /// `name: .callprototype (results) _ (parameters);`
    Prototype(Name, Prototype),
    /// `name: .calltargets f, g;`
    CallTargets(Name, Vec<Name>),
}

/// Results and parameters of the functions that an indirect call may call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prototype {
    pub returns: Vec<Variable>,
    pub params: Vec<Variable>,
    pub noreturn: bool,
}

/// Source location of a `.loc` directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loc {
    pub file: u64,
    pub line: u64,
    pub column: u64,
    /// The call that the code was inlined for.
    pub inlined: Option<Inlined>,
}

/// `function_name …, inlined_at …` of a `.loc` directive.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inlined {
    pub text: String,
    /// File, line and column of the call. They may be those of an earlier `.loc` directive, whose code is inlined itself.
    pub at: [u64; 3],
}

/// `@p` or `@!p`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guard {
    pub name: Name,
    pub negated: bool,
}

/// An instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    pub guard: Option<Guard>,
    pub opcode: Opcode,
    pub mods: Vec<Mod>,
    pub operands: Vec<Operand>,
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
    Special(Special, Span),
    /// An integer.
    Int {
        value: u64,
        negative: bool,
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
        base: AddressBase,
        offset: i64,
        span: Span,
    },
    /// `[object, coordinates]`: a texture or surface and the coordinates in it.
    Texture {
        /// Register or variable with the texture or surface object.
        object: Name,
        /// The coordinates: a vector or a scalar.
        coordinates: Box<Operand>,
        span: Span,
    },
    /// `d|p`.
    Pair(Box<Operand>, Box<Operand>),
    /// A register of which parts are selected (`a.b0`, `a.h10`), or which is negated (`-a`).
    Part {
        name: Name,
        selector: Option<Selector>,
        /// Whether it is negated.
        negative: bool,
    },
    /// `_`: the result is discarded.
    Sink(Span),
    /// `(results), callee, (arguments), prototype`.
    Call {
        results: Vec<Operand>,
        /// The function, or the register that holds its address.
        callee: Name,
        arguments: Vec<Operand>,
        /// The prototype or list of targets of an indirect call.
        prototype: Option<Name>,
    },
}

impl Operand {
    /// Source span.
    pub fn span(&self) -> Span {
        match self {
            Operand::Name(n, _) | Operand::Not(n) | Operand::Part { name: n, .. } => n.span,
            Operand::Special(_, s)
            | Operand::Int { span: s, .. }
            | Operand::F32(_, s)
            | Operand::F64(_, s)
            | Operand::Vector(_, s)
            | Operand::Address { span: s, .. }
            | Operand::Texture { span: s, .. }
            | Operand::Sink(s) => *s,
            Operand::Pair(a, b) => a.span().to(b.span()),
            Operand::Call { callee, .. } => callee.span,
        }
    }
}

/// Bytes or halves of a register: `.b0`, `.h1`, `.b3210`.
///
/// In an instruction on several parts, a source selects from its own parts and then those of its neighbour: `.b7654` is all of the
/// second. The parts of a destination are those that are computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selector {
    /// Width of a part in bits: 8 or 16.
    pub bits: u32,
    /// Numbers of the parts, the least significant first; those past `count` are 0.
    parts: [u8; 4],
    count: u8,
}

impl Selector {
    /// Most significant part first: `.b3210`.
    pub fn from_text(text: &str) -> Option<Selector> {
        let (bits, digits) = match text.strip_prefix(".b") {
            Some(digits) => (8, digits),
            None => (16, text.strip_prefix(".h")?),
        };
        let most = if bits == 8 { b'7' } else { b'3' };
        if !(1..=4).contains(&digits.len()) || !digits.bytes().all(|d| (b'0'..=most).contains(&d)) {
            return None;
        }
        let mut parts = [0; 4];
        for (part, digit) in parts.iter_mut().zip(digits.bytes().rev()) {
            *part = digit - b'0';
        }
        Some(Selector { bits, parts, count: digits.len() as u8 })
    }

    /// Numbers of the parts, the least significant first.
    pub fn parts(&self) -> &[u8] {
        &self.parts[..usize::from(self.count)]
    }

    /// Whether it is one byte or half of a register.
    pub fn is_one(&self) -> bool {
        self.count == 1 && u32::from(self.parts[0]) < 32 / self.bits
    }

    /// Whether a source of a form with `parts` may have it.
    pub fn is_source(&self, parts: Parts) -> bool {
        match parts {
            Parts::Whole => false,
            Parts::One => self.is_one(),
            Parts::Halves => self.bits == 16 && self.count == 2,
            Parts::Bytes => self.bits == 8 && self.count == 4,
        }
    }

    /// Whether a destination of a form with `parts` may have it. A mask names each part once, the most significant first.
    pub fn is_destination(&self, parts: Parts) -> bool {
        let width = match parts {
            Parts::Whole => return false,
            Parts::One => return self.is_one(),
            Parts::Halves => 16,
            Parts::Bytes => 8,
        };
        self.bits == width
            && self.parts().is_sorted_by(|a, b| a < b)
            && self.parts().iter().all(|&part| u32::from(part) < 32 / width)
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
