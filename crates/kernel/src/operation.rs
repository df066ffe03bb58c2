//! Arithmetic operations, as the tables of latencies of GPGPU-Sim distinguish them.

use crate::class::Class;
use crate::code::Instruction;

/// Type of the numbers that an instruction computes with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Numbers {
    /// Integers, bits and predicates.
    Integer,
    /// Single and half precision.
    Float,
    /// Double precision.
    Double,
}

impl Numbers {
    /// Type of the numbers of an instruction. Its class does not tell the type of a division, its mnemonic does.
    pub fn of(instruction: &Instruction) -> Numbers {
        match instruction.class {
            Class::Double => Numbers::Double,
            Class::Float => Numbers::Float,
            Class::Special if instruction.opcode.ends_with(".f64") => Numbers::Double,
            Class::Special if instruction.opcode.ends_with(".f32") => Numbers::Float,
            _ => Numbers::Integer,
        }
    }
}

/// Arithmetic operation of an instruction.
///
/// GPGPU-Sim has a latency for each of the first five, by type of number. Functions share one, and all other instructions take one
/// cycle (`ptx_instruction::set_opcode_and_latency` in its cuda-sim.cc).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Operation {
    /// Addition or subtraction.
    Add,
    MinMax,
    /// Multiplication.
    Multiply,
    /// Multiplication and addition.
    MultiplyAdd,
    /// Division or remainder.
    Divide,
    /// Reciprocal, root or transcendental function.
    Function,
    /// Logic, comparison, selection, conversion, move, memory access or control.
    Other,
}

impl Operation {
    /// All operations.
    pub const ALL: [Operation; 7] = {
        use Operation::*;
        [Add, MinMax, Multiply, MultiplyAdd, Divide, Function, Other]
    };

    /// Operation of an instruction of PTX or SASS, by its mnemonic.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, code::Instruction, operation::Operation};
    /// let of = |opcode: &str, class| Operation::of(&Instruction::new(opcode, class));
    /// assert_eq!(of("mad.lo.s32", Class::Integer), Operation::MultiplyAdd);
    /// assert_eq!(of("FMNMX", Class::Float), Operation::MinMax);
    /// assert_eq!(of("setp.lt.s32", Class::Integer), Operation::Other);
    /// ```
    pub fn of(instruction: &Instruction) -> Operation {
        use Operation::*;
        if !matches!(instruction.class, Class::Integer | Class::Float | Class::Double | Class::Special) {
            return Other;
        }
        match instruction.opcode.split('.').next().unwrap_or_default() {
            "add" | "sub" | "addc" | "subc" | "sad" => Add,
            "IADD" | "IADD3" | "IADD32I" | "ISUB" | "FADD" | "FADD32I" | "DADD" | "HADD2" | "UIADD3" => Add,
            "min" | "max" | "IMNMX" | "FMNMX" | "DMNMX" | "VIMNMX" => MinMax,
            "mul" | "mul24" | "IMUL" | "FMUL" | "FMUL32I" | "DMUL" | "HMUL2" => Multiply,
            "mad" | "madc" | "mad24" | "fma" => MultiplyAdd,
            "IMAD" | "UIMAD" | "XMAD" | "FFMA" | "FFMA32I" | "DFMA" | "HFMA2" => MultiplyAdd,
            "div" | "rem" => Divide,
            _ if instruction.class == Class::Special => Function,
            _ => Other,
        }
    }
}

/// Type of the numbers of a matrix product: of A and B and, for 16-bit floats, of the sums.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MatrixNumbers {
    /// f16, with sums in f16.
    Half,
    /// f16 or bf16, with sums in f32.
    Single,
    /// tf32, with sums in f32.
    Tf32,
    /// f64.
    Double,
    /// s8 or u8.
    Byte,
    /// s4 or u4.
    Nibble,
    /// Single bits.
    Bit,
}

/// Work of a matrix product in PTX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatrixProduct {
    pub numbers: MatrixNumbers,
    pub multiply_adds: u32,
    /// Multiply-adds of a 16 × 8 product of this type with 32 bytes along k: m16n8k16 of f16, m16n8k32 of s8, and so on.
    pub reference: u32,
}
