//! Pipes of a sub-core, as Nsight Compute names them: what executes each opcode of machine code.
//!
//! Classes say what an instruction computes, pipes where it is computed: `IMAD` is an integer operation of the pipe for floats. The
//! assignment follows Nsight Compute's documentation of pipelines and the tables of Mesa's compiler for these GPUs.

use super::opcode::Opcode;
use crate::class::Class;
use crate::code::Instruction;
use crate::operation::{MatrixNumbers, MatrixProduct};

/// A pipe of a sub-core, or of the SM.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pipe {
    /// Integers and logic, comparisons, selections, moves.
    Alu,
    /// Additions and products of singles, and products of integers.
    Fma,
    /// Pairs of halves.
    Fp16,
    Fp64,
    /// Transcendental functions, conversions, counts of bits.
    Xu,
    /// Values that are the same in all lanes.
    Uniform,
    /// Products of matrices.
    Tensor,
    /// Branches and convergence (CBU).
    Cbu,
    /// Special registers, barriers and waits (ADU).
    Adu,
    /// Exchanges between lanes.
    Shuffle,
    Tex,
    /// Accesses to memory, and constants by an address in a register.
    Lsu,
}

impl Pipe {
    /// Every pipe.
    pub const ALL: [Pipe; 12] = {
        use Pipe::*;
        [Alu, Fma, Fp16, Fp64, Xu, Uniform, Tensor, Cbu, Adu, Shuffle, Tex, Lsu]
    };

    /// The pipe of an instruction of machine code.
    ///
    /// ```
    /// use warploom_kernel::class::Class;
    /// use warploom_kernel::code::Instruction;
    /// use warploom_kernel::sass::Pipe;
    /// assert_eq!(Pipe::of(&Instruction::new("IMAD.MOV.U32", Class::Integer)), Pipe::Fma);
    /// assert_eq!(Pipe::of(&Instruction::new("IADD3.X", Class::Integer)), Pipe::Alu);
    /// ```
    pub fn of(instruction: &Instruction) -> Pipe {
        let stem = Opcode::new(instruction.opcode.as_str()).stem;
        match (stem, instruction.class) {
            ("S2R" | "S2UR" | "B2R" | "R2B" | "BMOV" | "NANOSLEEP" | "GETLMEMBASE" | "SETLMEMBASE", _) => {
                Pipe::Adu
            }
            // Whatever its class, it has a constant at an address that is known, or one for all lanes.
            ("ULDC" | "LDCU" | "R2UR" | "VOTEU" | "UF2FP", _) => Pipe::Uniform,
            (
                "CS2R" | "VOTE" | "FSETP" | "FSET" | "FSEL" | "FMNMX" | "FCMP" | "F2FP" | "I2FP" | "I2IP",
                _,
            ) => Pipe::Alu,
            ("HSETP2" | "HSET2" | "HMNMX2", _) => Pipe::Fp16,
            ("MOVM", _) => Pipe::Alu,
            ("POPC" | "FLO" | "BREV" | "FCHK", _) => Pipe::Xu,
            ("IMAD" | "IMUL" | "IMAD32I" | "IMADSP" | "XMAD" | "IDP" | "IDP4A", _) => Pipe::Fma,
            (_, Class::Float) if stem.starts_with('H') => Pipe::Fp16,
            (_, Class::Integer) if instruction.uniform => Pipe::Uniform,
            (_, Class::Integer) => Pipe::Alu,
            (_, Class::Float) => Pipe::Fma,
            (_, Class::Double) => Pipe::Fp64,
            (_, Class::Tensor) => Pipe::Tensor,
            (_, Class::Special | Class::Conversion) => Pipe::Xu,
            (_, Class::Collective) => Pipe::Shuffle,
            (_, Class::Barrier) => Pipe::Adu,
            (_, Class::Texture) => Pipe::Tex,
            (_, Class::Control) => Pipe::Cbu,
            (_, Class::Global | Class::Local | Class::Atomic | Class::Shared | Class::Constant) => Pipe::Lsu,
            // No machine code has these.
            (_, Class::Scalar | Class::Wait) => Pipe::Alu,
        }
    }

    /// Name of the pipe in machine descriptions.
    pub const fn name(self) -> &'static str {
        match self {
            Pipe::Alu => "alu",
            Pipe::Fma => "fma",
            Pipe::Fp16 => "fp16",
            Pipe::Fp64 => "fp64",
            Pipe::Xu => "xu",
            Pipe::Uniform => "uniform",
            Pipe::Tensor => "tensor",
            Pipe::Cbu => "cbu",
            Pipe::Adu => "adu",
            Pipe::Shuffle => "shuffle",
            Pipe::Tex => "tex",
            Pipe::Lsu => "lsu",
        }
    }
}

impl MatrixProduct {
    /// The work of a product of machine code since Turing, such as `HMMA.16816.F32`; `None` for any other instruction.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, code::Instruction};
    /// use warploom_kernel::operation::{MatrixNumbers, MatrixProduct};
    /// let of = |opcode: &str| MatrixProduct::of_machine_code(&Instruction::new(opcode, Class::Tensor));
    /// let product = of("HMMA.1688.F32").unwrap();
    /// assert_eq!((product.numbers, product.multiply_adds, product.reference), (MatrixNumbers::Single, 1024, 2048));
    /// ```
    pub fn of_machine_code(instruction: &Instruction) -> Option<MatrixProduct> {
        let opcode = Opcode::new(instruction.opcode.as_str());
        let numbers = match opcode.stem {
            "HMMA" if opcode.has("TF32") => MatrixNumbers::Tf32,
            "HMMA" if opcode.has("F32") => MatrixNumbers::Single,
            "HMMA" => MatrixNumbers::Half,
            "IMMA" if opcode.has("S4") || opcode.has("U4") => MatrixNumbers::Nibble,
            "IMMA" => MatrixNumbers::Byte,
            "BMMA" => MatrixNumbers::Bit,
            "DMMA" => MatrixNumbers::Double,
            _ => return None,
        };
        let shape = opcode.modifiers().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        let digits = shape.replace('x', "");
        // Volta's products are in steps of their own.
        if digits == "884" && numbers != MatrixNumbers::Double {
            return None;
        }
        // Eight columns stand between rows and depth: 16, 8 and 16 of `16816`.
        let (rows, rest) = match digits.strip_prefix("16") {
            Some(rest) => (16, rest),
            None => (8, digits.strip_prefix('8')?),
        };
        let depth: u32 = rest.strip_prefix('8')?.parse().ok()?;
        let bits = match numbers {
            MatrixNumbers::Half | MatrixNumbers::Single => 16,
            MatrixNumbers::Tf32 => 32,
            MatrixNumbers::Double => 64,
            MatrixNumbers::Byte => 8,
            MatrixNumbers::Nibble => 4,
            MatrixNumbers::Bit => 1,
        };
        Some(MatrixProduct { numbers, multiply_adds: rows * 8 * depth, reference: 16 * 8 * (256 / bits) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matrix_products_have_the_shapes_of_their_names() {
        let of = |opcode: &str| MatrixProduct::of_machine_code(&Instruction::new(opcode, Class::Tensor));
        for (opcode, numbers, multiply_adds, reference) in [
            ("HMMA.16816.F16", MatrixNumbers::Half, 2048, 2048),
            ("HMMA.16816.F32.BF16", MatrixNumbers::Single, 2048, 2048),
            ("HMMA.1684.F32.TF32", MatrixNumbers::Tf32, 512, 1024),
            ("IMMA.16832.S8.S8", MatrixNumbers::Byte, 4096, 4096),
            ("IMMA.8816.S8.U8.SAT", MatrixNumbers::Byte, 1024, 4096),
            ("DMMA.884", MatrixNumbers::Double, 256, 512),
            ("DMMA.8x8x4", MatrixNumbers::Double, 256, 512),
        ] {
            assert_eq!(of(opcode), Some(MatrixProduct { numbers, multiply_adds, reference }), "{opcode}");
        }
        assert_eq!(of("HMMA.884.F32.F32.STEP0"), None);
        assert_eq!(of("HGMMA.64x256x16.F32"), None);
    }

    #[test]
    fn pipes_are_those_of_nsight_compute() {
        let pipe = |opcode: &str| {
            let class = crate::sass::class(Opcode::new(opcode).stem).expect("it is known");
            let uniform = opcode.starts_with('U');
            Pipe::of(&Instruction { uniform, ..Instruction::new(opcode, class) }).name()
        };
        for (name, opcodes) in [
            (
                "alu",
                &["IADD3", "LOP3.LUT", "FSETP.GT.AND", "FMNMX", "MOV", "CS2R.32", "PRMT", "VOTE.ANY"][..],
            ),
            ("fma", &["FFMA", "IMAD.MOV.U32", "IMAD.WIDE", "FADD"]),
            ("fp16", &["HFMA2.MMA", "HADD2", "HSETP2.GT.AND"]),
            ("fp64", &["DFMA", "DSETP.GT.AND"]),
            ("xu", &["MUFU.RCP", "F2I.TRUNC.NTZ", "I2F", "POPC"]),
            ("uniform", &["UIADD3", "ULDC.64", "R2UR"]),
            ("tensor", &["HMMA.16816.F32"]),
            ("cbu", &["BRA", "BSYNC", "EXIT", "NOP"]),
            ("adu", &["S2R", "BAR.SYNC.DEFER_BLOCKING", "DEPBAR.LE"]),
            ("shuffle", &["SHFL.DOWN"]),
            ("tex", &["TEX.SCR.LL"]),
            ("lsu", &["LDG.E", "STS", "LDC", "ATOMG.E.ADD"]),
        ] {
            for opcode in opcodes {
                assert_eq!(pipe(opcode), name, "{opcode}");
            }
        }
    }
}
