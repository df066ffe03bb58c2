//! The description of sub-cores as machine code with control fields sees them.

use super::{Timing, is_default};
use crate::described::Kind::{Flag, Whole};
use crate::described::{described, optional_table, table, value};
use serde::{Deserialize, Serialize};
use warploom_kernel::sass::Pipe;

/// What holds back an instruction whose operands are not there yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Dependences {
    /// A scoreboard: the SM tracks the registers that results in flight will write.
    #[default]
    Scoreboard,
    /// The control fields of machine code: stalls and dependence counters that the compiler set.
    ControlBits,
}

described! {
    /// How the SM runs machine code that has control fields. Without this table it runs like other code.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct MachineCode {
        /// Entries of a warp's instruction buffer.
        pub buffer: u32 = value(Whole(1, 16)),
        /// Cycles for which an instruction with a yield and a stall of zero holds its warp.
        pub pause: u32 = value(Whole(1, 1000)),
        /// Barriers.
        pub barrier: BarrierTiming = table(BarrierTiming::FIELDS),
        /// The register file.
        pub registers: RegisterPorts = table(RegisterPorts::FIELDS),
        /// The memory queues of the sub-cores.
        pub memory: MemoryQueue = table(MemoryQueue::FIELDS),
        /// The instruction caches. Without this table instructions always hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub instructions: Option<InstructionCaches> = optional_table(InstructionCaches::FIELDS),
        /// The constant cache of a sub-core, for operands. Without this table constants always hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub constants: Option<OperandConstants> = optional_table(OperandConstants::FIELDS),
    }

    /// Barriers of a CTA.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct BarrierTiming {
        /// Cycles from the issue of a barrier to the arrival of the warp, which until then issues what follows.
        pub after: u32 = value(Whole(1, 1000)),
        /// Cycles from the arrival of the last warp to the next issue of those that waited.
        pub latency: u32 = value(Whole(0, 1000)),
    }

    /// The register file of a sub-core.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct RegisterPorts {
        /// Banks: the number of a register modulo this selects its bank, which reads one register of a warp per cycle.
        pub banks: u32 = value(Whole(1, 16)),
        /// Cycles in which an instruction of fixed latency reads its operands.
        pub window: u32 = value(Whole(1, 16)),
        /// Whether the reuse cache keeps operands that the code marks.
        pub reuse: bool = value(Flag),
    }

    /// The memory queue of a sub-core, between issue and the memory unit of the SM.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct MemoryQueue {
        /// Instructions between issue and the memory unit.
        pub entries: u32 = value(Whole(1, 64)),
        /// Cycles between two instructions of a sub-core that the memory unit takes.
        pub interval: u32 = value(Whole(1, 64)),
        /// Cycles for which an instruction keeps its entry, and its registers, after the memory unit took it.
        pub hold: u32 = value(Whole(0, 64)),
    }

    /// The instruction caches: an L0 in each sub-core with a stream buffer, and an L1 in the SM.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct InstructionCaches {
        /// Bytes of a line.
        pub line_bytes: u32 = value(Whole(16, 1024)),
        /// Lines of an L0, which replaces the least recently used one.
        pub l0_lines: u32 = value(Whole(1, 1 << 16)),
        /// Lines that the stream buffer fetches ahead of a miss; 0 for none.
        pub prefetch: u32 = value(Whole(0, 64)),
        /// Cycles from a miss of the L0 to its line, if the L1 has it.
        pub l1_latency: u32 = value(Whole(1, 1000)),
        /// Cycles between two lines that the L1 delivers.
        pub l1_interval: u32 = value(Whole(1, 64)),
        /// Cycles that a line takes longer on its first use in a launch, which is a miss of the L1.
        pub l2_latency: u32 = value(Whole(0, 2000)),
    }

    /// The constant cache of a sub-core, for operands of instructions.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct OperandConstants {
        /// Bytes of a line.
        pub line_bytes: u32 = value(Whole(4, 1024)),
        /// Lines, of which the least recently used one is replaced.
        pub lines: u32 = value(Whole(1, 1 << 12)),
        /// Cycles from a miss to its line.
        pub latency: u32 = value(Whole(1, 1000)),
    }

    /// Timing of the pipes of machine code that a unit has: latency from issue to issue of a dependent instruction, and initiation
    /// interval.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Pipes {
        /// Integers and logic, comparisons, selections, moves.
        #[serde(default, skip_serializing_if = "is_default")]
        pub alu: Option<Timing> = optional_table(Timing::FIELDS),
        /// Additions and products of singles, products of integers.
        #[serde(default, skip_serializing_if = "is_default")]
        pub fma: Option<Timing> = optional_table(Timing::FIELDS),
        /// Pairs of halves.
        #[serde(default, skip_serializing_if = "is_default")]
        pub fp16: Option<Timing> = optional_table(Timing::FIELDS),
        /// Doubles.
        #[serde(default, skip_serializing_if = "is_default")]
        pub fp64: Option<Timing> = optional_table(Timing::FIELDS),
        /// Transcendental functions, conversions, counts of bits.
        #[serde(default, skip_serializing_if = "is_default")]
        pub xu: Option<Timing> = optional_table(Timing::FIELDS),
        /// Values that are the same in all lanes.
        #[serde(default, skip_serializing_if = "is_default")]
        pub uniform: Option<Timing> = optional_table(Timing::FIELDS),
        /// Products of matrices.
        #[serde(default, skip_serializing_if = "is_default")]
        pub tensor: Option<Timing> = optional_table(Timing::FIELDS),
        /// Branches and convergence.
        #[serde(default, skip_serializing_if = "is_default")]
        pub cbu: Option<Timing> = optional_table(Timing::FIELDS),
        /// Special registers, barriers and waits.
        #[serde(default, skip_serializing_if = "is_default")]
        pub adu: Option<Timing> = optional_table(Timing::FIELDS),
        /// Exchanges between lanes.
        #[serde(default, skip_serializing_if = "is_default")]
        pub shuffle: Option<Timing> = optional_table(Timing::FIELDS),
        /// Textures, if the machine has no texture unit.
        #[serde(default, skip_serializing_if = "is_default")]
        pub tex: Option<Timing> = optional_table(Timing::FIELDS),
    }
}

impl Pipes {
    /// The timing of a pipe, if the unit has it.
    pub fn timing(&self, pipe: Pipe) -> Option<Timing> {
        match pipe {
            Pipe::Alu => self.alu,
            Pipe::Fma => self.fma,
            Pipe::Fp16 => self.fp16,
            Pipe::Fp64 => self.fp64,
            Pipe::Xu => self.xu,
            Pipe::Uniform => self.uniform,
            Pipe::Tensor => self.tensor,
            Pipe::Cbu => self.cbu,
            Pipe::Adu => self.adu,
            Pipe::Shuffle => self.shuffle,
            Pipe::Tex => self.tex,
            Pipe::Lsu => None,
        }
    }
}
