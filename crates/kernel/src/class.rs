//! Instruction classes: the units of instruction mixes and of latency tables.

use crate::program::{Detail, Instr, Space};
use crate::ptx::isa::{Mod, Opcode, TypeKind};
use std::fmt;

/// Class of an instruction: the kind of execution unit or memory it needs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// Integer arithmetic, logic, integer comparisons, selects and moves.
    Integer,
    /// Single- and half-precision arithmetic.
    Float,
    /// Double-precision arithmetic.
    Double,
    /// Matrix multiply-accumulate on tensor cores.
    Tensor,
    /// Division, square roots and transcendental functions: SFU operations, or sequences of several instructions on hardware.
    Special,
    /// Type conversions.
    Conversion,
    /// Global-memory loads, stores and prefetches.
    Global,
    /// Local-memory loads and stores (stack and spills of a thread).
    Local,
    /// Atomics and reductions in global memory.
    Atomic,
    /// Shared-memory loads, stores and atomics.
    Shared,
    /// Texture fetches, and loads, stores and reductions of surfaces.
    Texture,
    /// Loads from constant memory and kernel parameters.
    Constant,
    /// Warp-level communication: shuffles, votes, matches, reductions.
    Collective,
    /// CTA barriers and memory fences.
    Barrier,
    /// Branches, calls, returns and exits.
    Control,
    /// Scalar arithmetic of a GCN wave.
    Scalar,
    /// Waits for counted accesses (`s_waitcnt`).
    Wait,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 17] = {
        use Class::*;
        [
            Integer, Float, Double, Tensor, Special, Conversion, Global, Local, Atomic, Shared, Texture,
            Constant, Collective, Barrier, Control, Scalar, Wait,
        ]
    };

    /// The classes that an SM executes: all but those that only GCN has.
    pub const SM: [Class; 15] = {
        let mut classes = [Class::Integer; 15];
        let mut at = 0;
        while at < classes.len() {
            classes[at] = Class::ALL[at];
            at += 1;
        }
        classes
    };

    /// Name of the class, as in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Integer => "integer",
            Class::Float => "float",
            Class::Double => "double",
            Class::Tensor => "tensor",
            Class::Special => "special",
            Class::Conversion => "conversion",
            Class::Global => "global",
            Class::Local => "local",
            Class::Atomic => "atomic",
            Class::Shared => "shared",
            Class::Texture => "texture",
            Class::Constant => "constant",
            Class::Collective => "collective",
            Class::Barrier => "barrier",
            Class::Control => "control",
            Class::Scalar => "scalar",
            Class::Wait => "wait",
        }
    }

    /// Class of an instruction.
    ///
    /// A generic access counts as a global-memory access. After execution, [`Class::of_access`] gives the class by the memory
    /// space that it accessed.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, program::Module};
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

    /// Whether it accesses global, local or texture memory through the caches (vector memory in GCN terms).
    pub const fn is_memory(self) -> bool {
        matches!(self, Class::Global | Class::Local | Class::Atomic | Class::Texture)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Module;

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
