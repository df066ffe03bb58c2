//! PTX instructions as analyses and timing models see them: their code, class and matrix product.

use super::isa::{Mod, Opcode, TypeKind};
use super::matrix::{self, Matrix};
use super::program::{Detail, Instr, Program, Reg, RegClass, Src};
use crate::class::Class;
use crate::code::{AccessKind, Code, Effect, INSTRUCTION_BYTES, Instruction, Register, RegisterFile, Source};
use crate::operation::{MatrixNumbers, MatrixProduct};
use crate::program::{SourceLine, Space};
use std::ops::Range;

impl Code {
    /// Converts a program.
    pub fn of(program: &Program) -> Code {
        let numbers: Vec<u64> = program.files.keys().copied().collect();
        let source = |place: SourceLine| {
            let file = numbers.binary_search(&place.file).ok()? as u32;
            Some(Source { file, line: u32::try_from(place.line).ok()? })
        };
        let instruction = |(at, instr): (usize, &Instr)| {
            let (reads, writes) = instr.reads_and_writes();
            Instruction {
                address: at as u64 * INSTRUCTION_BYTES,
                reads: registers(program, reads),
                writes: registers(program, writes),
                guarded: instr.guard.is_some(),
                uniform: instr.uniform,
                effect: effect(instr),
                source: instr.source.and_then(source),
                call_site: instr.call_site.and_then(source),
                ..Instruction::new(instr.mnemonic(), Class::of(instr))
            }
        };
        let mut instructions: Vec<_> = program.code.iter().enumerate().map(instruction).collect();
        for leader in &program.flow.leaders {
            instructions[leader.index()].leader = true;
        }
        Code {
            instructions,
            functions: program.functions.iter().map(|f| f.entry.index()).collect(),
            files: program.files.values().cloned().collect(),
        }
    }
}

fn effect(instr: &Instr) -> Effect {
    let constant = |src: Option<&Src>| match src {
        Some(Src::Imm(value)) => u32::try_from(*value).ok(),
        _ => None,
    };
    match instr.opcode {
        // The arrival and the wait at the barrier of a cluster of one CTA are one barrier, at the wait.
        Opcode::Barrier if instr.has(Mod::Cluster) => match instr.has(Mod::Wait) {
            true => Effect::Barrier { id: CLUSTER_BARRIER, threads: None, waits: true },
            false => Effect::None,
        },
        Opcode::Cp if instr.has(Mod::CommitGroup) && !instr.has(Mod::Bulk) => Effect::CloseCopies,
        Opcode::Cp if instr.has(Mod::WaitAll) => Effect::AwaitCopies { groups: None },
        Opcode::Cp if instr.has(Mod::WaitGroup) && !instr.has(Mod::Bulk) => {
            let groups = constant(instr.src.first()).map_or(u8::MAX, |n| n.min(255) as u8);
            Effect::AwaitCopies { groups: Some(groups) }
        }
        Opcode::Bar | Opcode::Barrier if !instr.has(Mod::Warp) => {
            let counted = instr.src.len() - usize::from(instr.has(Mod::Red)) > 1;
            Effect::Barrier {
                // A barrier number in a register counts as 0: compilers do not emit one.
                id: constant(instr.src.first()).map_or(0, |id| id as u8),
                threads: counted.then(|| constant(instr.src.get(1))).flatten(),
                waits: !instr.has(Mod::Arrive),
            }
        }
        Opcode::Membar | Opcode::Fence => Effect::Fence,
        _ => match instr.access() {
            None => Effect::None,
            Some((space, (width, count))) => {
                let kind = match instr.opcode {
                    Opcode::St | Opcode::Stmatrix | Opcode::Sust => AccessKind::Store,
                    Opcode::Wmma if instr.has(Mod::Store) => AccessKind::Store,
                    Opcode::Atom => AccessKind::Atomic,
                    Opcode::Red | Opcode::Sured => AccessKind::Reduce,
                    Opcode::Prefetch | Opcode::Prefetchu => AccessKind::Prefetch,
                    Opcode::Mbarrier if instr.has(Mod::TestWait) || instr.has(Mod::TryWait) => {
                        AccessKind::TestMbarrier
                    }
                    Opcode::Mbarrier => AccessKind::Atomic,
                    Opcode::Cp => copy_kind(instr, space),
                    Opcode::Ld if instr.has(Mod::Cg) || instr.has(Mod::Cv) => AccessKind::LoadBypass,
                    _ => AccessKind::Load,
                };
                Effect::Memory { space, kind, bytes: width * count }
            }
        },
    }
}

/// Number of the barrier that stands for the barrier of a cluster: the last, which compilers do not use.
const CLUSTER_BARRIER: u8 = 15;

/// Kind of the access of `cp` to `space`, the one whose addresses are on the tape.
fn copy_kind(instr: &Instr, space: Space) -> AccessKind {
    match space {
        _ if instr.has(Mod::Mbarrier) => AccessKind::CopyArrive,
        _ if instr.has(Mod::Prefetch) => AccessKind::Prefetch,
        _ if instr.has(Mod::Reduce) => AccessKind::Reduce,
        _ if instr.has(Mod::BulkGroup) => AccessKind::Store,
        Space::Shared => AccessKind::Store,
        _ if instr.has(Mod::Ca) => AccessKind::Copy,
        _ => AccessKind::CopyBypass,
    }
}

/// The registers of operands. A physical 64-bit or 128-bit operand is a pair or four general registers.
fn registers(program: &Program, regs: Vec<Reg>) -> Vec<Register> {
    use RegisterFile::{General, Long, Predicate, Short, Virtual};
    let mut all = Vec::new();
    let mut add = |file, numbers: Range<u32>| all.extend(numbers.map(|index| Register { file, index }));
    for reg in regs {
        let one = reg.index..reg.index + 1;
        match (program.registers.is_some(), reg.class) {
            (true, RegClass::Pred) => add(Predicate, one),
            (true, RegClass::Short) => add(General, one),
            (true, RegClass::Long) => add(General, 2 * reg.index..2 * reg.index + 2),
            (true, RegClass::Quad) => add(General, 2 * reg.index..2 * reg.index + 4),
            (false, RegClass::Pred) => add(Virtual, one),
            (false, RegClass::Short) => add(Short, one),
            (false, RegClass::Long) => add(Long, one),
            (false, RegClass::Quad) => add(Long, reg.index..reg.index + 2),
        }
    }
    all
}

impl Class {
    /// Class of an instruction.
    ///
    /// A generic access counts as a global-memory access. After execution, [`Class::of_access`] gives the class by the memory
    /// space that it accessed.
    ///
    /// ```
    /// use warploom_kernel::class::Class;
    /// use warploom_kernel::ptx::Module;
    /// let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
    ///     .visible .entry k() { .reg .f32 %f<2>; mul.f32 %f1, %f0, %f0; bar.sync 0; ret; }")?;
    /// let classes: Vec<Class> = module.programs[0].code.iter().map(Class::of).collect();
    /// assert_eq!(classes, [Class::Float, Class::Barrier, Class::Control]);
    /// # Ok::<(), warploom_kernel::ptx::Error>(())
    /// ```
    pub fn of(instr: &Instr) -> Class {
        use Opcode::*;
        if let Detail::Access(space, _) = instr.detail {
            // An mbarrier is in shared memory, however it is addressed.
            if instr.opcode == Mbarrier || instr.opcode == Cp && instr.has(Mod::Mbarrier) {
                return Class::Shared;
            }
            return Class::of_access(instr, space);
        }
        let float = instr.ty().filter(|ty| ty.kind() == Some(TypeKind::Float));
        match instr.opcode {
            Bra | Brx | Call | Ret | Exit | Trap | Brkpt | Pmevent | Nanosleep | Griddepcontrol => {
                Class::Control
            }
            Bar | Barrier | Membar | Fence | Cp => Class::Barrier,
            Txq | Suq => Class::Texture,
            Shfl | Vote | Match | Redux | Activemask | Elect | Movmatrix => Class::Collective,
            Wmma | Mma => Class::Tensor,
            Cvt => Class::Conversion,
            Mov | Selp | Slct => Class::Integer,
            _ if float.is_some_and(|ty| ty.bits() == 64) => Class::Double,
            Sin | Cos | Ex2 | Lg2 | Rcp | Rsqrt | Sqrt | Tanh => Class::Special,
            Div | Rem => Class::Special,
            _ if float.is_some() => Class::Float,
            // A video instruction counts as one. GPUs since Maxwell have only `vabsdiff4.add`; `ptxas` expands the others into
            // integer instructions (up to 50, half of the forms into at most 12), which lowering does not.
            _ => Class::Integer,
        }
    }

    /// Class of a memory access to `space`.
    pub fn of_access(instr: &Instr, space: Space) -> Class {
        let atomic = matches!(instr.opcode, Opcode::Atom | Opcode::Red);
        match space {
            Space::Shared => Class::Shared,
            Space::Const | Space::Param => Class::Constant,
            Space::Local => Class::Local,
            Space::Texture => Class::Texture,
            Space::Global | Space::Generic if atomic => Class::Atomic,
            Space::Global | Space::Generic => Class::Global,
        }
    }
}

impl MatrixProduct {
    /// The work of `mma` or `wmma.mma`; `None` for any other instruction, also for those of SASS.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, code::Instruction};
    /// use warploom_kernel::operation::{MatrixNumbers, MatrixProduct};
    /// let of = |opcode: &str| MatrixProduct::of(&Instruction::new(opcode, Class::Tensor));
    /// let product = of("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32").unwrap();
    /// assert_eq!((product.numbers, product.multiply_adds, product.reference), (MatrixNumbers::Single, 1024, 2048));
    /// assert_eq!(of("HMMA.16816.F32"), None);
    /// ```
    pub fn of(instruction: &Instruction) -> Option<MatrixProduct> {
        if instruction.class != Class::Tensor {
            return None;
        }
        let mut words = instruction.opcode.split('.');
        let opcode = Opcode::from_text(words.next()?)?;
        let mods: Option<Vec<Mod>> = words.map(Mod::from_text).collect();
        let mods = mods?;
        let fragment = |matrix| matrix::fragment(opcode, &mods, Some(matrix));
        let (a, b, d) = (fragment(Matrix::A)?, fragment(Matrix::B)?, fragment(Matrix::D)?);
        let numbers = match (a.ty, d.ty) {
            (Mod::F16, Mod::F16) => MatrixNumbers::Half,
            (Mod::F16 | Mod::Bf16, _) => MatrixNumbers::Single,
            (Mod::Tf32, _) => MatrixNumbers::Tf32,
            (Mod::F64, _) => MatrixNumbers::Double,
            (Mod::S8 | Mod::U8, _) => MatrixNumbers::Byte,
            (Mod::S4 | Mod::U4, _) => MatrixNumbers::Nibble,
            _ => MatrixNumbers::Bit,
        };
        Some(MatrixProduct {
            numbers,
            multiply_adds: a.rows * a.columns * b.columns * a.blocks,
            reference: 16 * 8 * (256 / a.ty.bits()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ptx::program::Module;

    #[test]
    fn classes_of_one_of_each() {
        let text = ".version 8.0 .target sm_75 .address_size 64
            .visible .entry k(.param .u64 p) {
                .reg .b32 %r<4>; .reg .f32 %f<4>; .reg .f64 %g<4>; .reg .b64 %d<4>; .reg .pred %p<2>;
                .shared .b32 s; .local .b32 l;
                ld.param.u64 %d0, [p];
                add.s32 %r0, %r1, 1;
                mov.f32 %f0, %f1;
                setp.lt.f32 %p0, %f0, %f1;
                fma.rn.f64 %g0, %g0, %g0, %g0;
                div.rn.f32 %f0, %f0, %f1;
                div.u32 %r0, %r1, 3;
                rsqrt.approx.f32 %f0, %f1;
                cvt.rn.f32.s32 %f0, %r0;
                ld.global.u32 %r0, [%d0];
                ld.u32 %r0, [%d0];
                st.shared.u32 [s], %r0;
                atom.shared.add.u32 %r0, [s], 1;
                st.local.u32 [l], %r0;
                red.global.add.u32 [%d0], 1;
                shfl.sync.idx.b32 %r0, %r1, 0, 31, -1;
                membar.gl;
                @%p0 bra END;
            END: ret;
            }";
        let module = Module::parse(text).unwrap();
        let names: Vec<_> = module.programs[0].code.iter().map(|i| Class::of(i).name()).collect();
        let expected = "constant integer integer float double special special special conversion global global \
            shared shared local atomic collective barrier control control";
        assert_eq!(names.join(" "), expected);
    }
}
