//! The next instruction of a warp, as policies see it.

use crate::decoded::UnitId;
use warploom_kernel::class::Class;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;

/// Next instruction of a warp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct NextInstruction {
    /// Its address: the index of the instruction in the program. [`SmView::opcode`](super::SmView::opcode) returns its opcode.
    pub pc: Pc,
    /// Active lanes.
    pub lanes: LaneMask,
    /// Class of the operation.
    pub class: Class,
    /// Execution unit that it needs.
    pub unit: UnitId,
    pub is_memory: bool,
    /// It loads from global or local memory, and so fills lines of the L1.
    pub is_load: bool,
    /// Phase of the program that it belongs to.
    pub phase: u32,
    /// It is the first instruction of its phase: the warp is between two phases.
    pub starts_phase: bool,
    /// Cycles from here to the end of its phase.
    pub distance: u32,
    /// Cycles of its phase.
    pub phase_length: u32,
    /// Instructions from here to the last of the program, in program order.
    pub instructions_to_end: u32,
}

/// Instructions for unit tests of policies.
impl NextInstruction {
    /// Address of an instruction to which the fixture gives one of its own.
    pub(crate) const ANY_PC: Pc = Pc(u32::MAX);

    /// A floating-point instruction outside any phase.
    pub const fn compute() -> NextInstruction {
        let (class, unit) = (Class::Float, UnitId(0));
        let (is_memory, is_load, starts_phase) = (false, false, false);
        NextInstruction {
            pc: NextInstruction::ANY_PC,
            lanes: LaneMask(u32::MAX as u64),
            class,
            unit,
            is_memory,
            is_load,
            phase: 0,
            starts_phase,
            distance: 0,
            phase_length: 0,
            instructions_to_end: 1,
        }
    }

    /// A load of global memory.
    pub const fn memory() -> NextInstruction {
        NextInstruction { is_load: true, ..NextInstruction::store() }
    }

    /// A store to global memory.
    pub const fn store() -> NextInstruction {
        NextInstruction { class: Class::Global, is_memory: true, ..NextInstruction::compute() }
    }

    /// The same instruction at this address, below 1024. Instructions without one get different addresses from 1024 on.
    #[must_use]
    pub const fn with_pc(self, pc: Pc) -> NextInstruction {
        NextInstruction { pc, ..self }
    }

    /// The same instruction with these active lanes.
    #[must_use]
    pub const fn with_lanes(self, lanes: LaneMask) -> NextInstruction {
        NextInstruction { lanes, ..self }
    }

    /// The same instruction with another class.
    #[must_use]
    pub const fn with_class(self, class: Class) -> NextInstruction {
        NextInstruction { class, ..self }
    }

    /// The same instruction with another distance to the program's last, in instructions.
    #[must_use]
    pub const fn with_instructions_to_end(self, instructions_to_end: u32) -> NextInstruction {
        NextInstruction { instructions_to_end, ..self }
    }

    /// The same instruction in a phase, `distance` cycles before its end. It starts the phase if `distance` is the whole length.
    #[must_use]
    pub const fn in_phase(self, phase: u32, distance: u32, phase_length: u32) -> NextInstruction {
        NextInstruction { phase, distance, phase_length, starts_phase: distance == phase_length, ..self }
    }
}
