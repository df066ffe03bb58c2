//! Instructions of sm_70 to sm_90 in machine code: 128 bits each.
//!
//! [`Instruction::decode`] reads a word by one table (`machine/table.rs`), whose rows give an opcode's name, modifiers and operands as
//! fields of bits. It prints as nvdisasm does, except that targets are addresses. What the table does not have is refused by name.
//! Compared over compiled programs, the texts are equal but for spaces, and for immediates that are relocated.
//!
//! ```
//! use warploom_kernel::sass::machine::{Architecture, Instruction};
//! let word = 0x000fe400078e00ff_00000a00ff017624;
//! let instruction = Instruction::decode(word, 0, Architecture::Sm80)?;
//! assert_eq!(instruction.to_string(), "IMAD.MOV.U32 R1, RZ, RZ, c[0x0][0x28]");
//! assert_eq!(instruction.control.stall, 2);
//! # Ok::<(), warploom_kernel::sass::machine::Unknown>(())
//! ```

mod fields;
mod pretty;
mod print;
mod table;
#[cfg(test)]
mod tests;

use crate::code::Control;
use fields::Word;
/// The table itself, for tests that walk all rows.
#[doc(hidden)]
pub use table::{Row, names, rows};

/// What instructions are for: encodings differ. Later ones are greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Architecture {
    Sm70,
    Sm75,
    Sm80,
    Sm86,
    Sm89,
    Sm90,
}

/// A file of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum File {
    General,
    Uniform,
    Predicate,
    UniformPredicate,
    /// Convergence barriers, `B0` to `B15`.
    Barrier,
}

/// A register of an instruction. The last of a file is constant: `RZ`, `URZ`, `PT`, `UPT`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register {
    pub file: File,
    pub index: u8,
}

/// An address: `[R2.64+UR4+0x10]`, `desc[UR4][R2.64]`. A base of `RZ` counts as 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Address {
    pub base: Option<Register>,
    /// What is written after the base: `64` and `U32` its width, `X4` what it is multiplied by.
    pub scale: &'static str,
    pub uniform: Option<Register>,
    pub offset: i64,
    /// The descriptor of the memory, where nvdisasm writes it: before sm_90 it does not.
    pub descriptor: Option<Register>,
}

impl Address {
    /// Whether it is nothing but its offset.
    fn is_offset(&self) -> bool {
        self.base.is_none_or(|base| base.index == fields::RZ)
            && self.uniform.is_none()
            && self.descriptor.is_none()
            && !matches!(self.scale, "64" | "U32")
    }
}

/// What an operand is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    Register(Register),
    Signed(i64),
    Unsigned(u64),
    Single(u32),
    /// The upper half of a double.
    Double(u32),
    Half(u16),
    BFloat(u16),
    Constant {
        bank: u8,
        address: Address,
    },
    Memory(Address),
    /// A byte address in the function's section.
    Target(i64),
    /// A set of scoreboards, a bit each.
    Boards(u8),
    /// Half of an address, which a relocation gives.
    Relocated(u32),
    Name(&'static str),
}

/// An operand with its sign and its other marks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Operand {
    /// Its place in the word, as the table names it: `d`, `a`, `p81`.
    pub name: &'static str,
    pub value: Value,
    /// `-`, `~` or `!`.
    pub sign: Option<char>,
    pub absolute: bool,
    pub reuse: bool,
    /// `.H0_H0`, `.ROW`, …
    pub suffix: &'static str,
}

/// A decoded instruction.
#[derive(Clone, PartialEq, Debug)]
pub struct Instruction {
    /// The stem: `IMAD` of `IMAD.WIDE`.
    pub stem: &'static str,
    pub modifiers: Vec<&'static str>,
    /// The guard, and whether it is negated; none for `@PT`.
    pub guard: Option<(Register, bool)>,
    pub operands: Vec<Operand>,
    pub control: Control,
}

/// A word that the table does not have.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    #[error("unknown opcode {0:#05x}")]
    Opcode(u16),
    #[error("{stem}: unknown value {value} of the bits from {at} on")]
    Field { stem: &'static str, at: u8, value: u64 },
}

/// Bytes of an instruction.
pub const BYTES: u64 = 16;

impl Architecture {
    /// The architecture of a number: 80 of `sm_80`.
    pub fn numbered(number: u32) -> Option<Architecture> {
        Some(match number {
            70 => Architecture::Sm70,
            75 => Architecture::Sm75,
            80 => Architecture::Sm80,
            86 => Architecture::Sm86,
            89 => Architecture::Sm89,
            90 => Architecture::Sm90,
            _ => return None,
        })
    }
}

impl Instruction {
    /// Whether it has a modifier.
    pub fn has(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
    }

    /// The words of the modifiers: `F64.U32` is two.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.modifiers.iter().flat_map(|modifier| modifier.split('.'))
    }

    /// Whether it has a word among those of its modifiers: since sm_80 `STRONG.GPU` is one modifier.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.words().any(|own| own == word)
    }

    /// Whether it is an access that other threads take part in: `STRONG`, or the stronger `MMIO`.
    pub(crate) fn is_strong(&self) -> bool {
        self.says("STRONG") || self.says("MMIO")
    }

    /// The operand at a place of the word, if it is written.
    pub fn operand(&self, name: &str) -> Option<&Operand> {
        self.operands.iter().find(|operand| operand.name == name)
    }

    /// The n-th half of an immediate, the upper one first.
    pub fn half(&self, name: &str, n: usize) -> Option<u16> {
        match self.operands.iter().filter(|operand| operand.name == name).nth(n)?.value {
            Value::Half(bits) | Value::BFloat(bits) => Some(bits),
            _ => None,
        }
    }

    /// Replaces the immediate.
    pub(super) fn relocate(&mut self, value: u32) {
        let is_immediate = |value| matches!(value, Value::Signed(_) | Value::Unsigned(_) | Value::Single(_));
        if let Some(operand) = self.operands.iter_mut().find(|operand| is_immediate(operand.value)) {
            operand.value = Value::Relocated(value);
        }
    }

    /// Decodes a word at a byte address.
    ///
    /// # Errors
    /// If the opcode, or a value of one of its fields, is not in the table.
    pub fn decode(word: u128, address: u64, architecture: Architecture) -> Result<Instruction, Unknown> {
        let word = Word(word);
        let row = table::row(word, architecture).ok_or(Unknown::Opcode(word.bits(0, 12) as u16))?;
        let mut instruction = fields::read(row, word, address, architecture)?;
        pretty::rename(&mut instruction);
        Ok(instruction)
    }
}
