//! Instruction latencies, for analyses without a machine description.

use crate::class::Class;
use crate::code::Instruction;
use crate::operation::{Numbers, Operation};

/// Latency in cycles that GPGPU-Sim 3.2 gives an instruction on a Fermi.
///
/// The phase-aware paper ran on this simulator. The values are those of `-ptx_opcode_latency_int`, `_fp` and `_dp` in
/// configs/TeslaC2050; instructions without an option take one cycle, and functions as long as a multiplication of doubles
/// (cuda-sim.cc). They explain odd lengths in the paper's Table II, and the lengths of its Fig. 4: 18 for a move, a 24-bit
/// multiply-add (one more than `mad`), a shift, and twice an addition with a load; 10 for two additions, a store and the exit.
///
/// ```
/// use warploom_kernel::{class::Class, code::Instruction, latency::gpgpusim};
/// let of = |opcode: &str, class| gpgpusim(&Instruction::new(opcode, class));
/// assert_eq!(of("mad.lo.s32", Class::Integer), 5);
/// assert_eq!(of("max.f32", Class::Float), 13);
/// assert_eq!(of("ld.global.f32", Class::Global), 1);
/// ```
pub fn gpgpusim(instruction: &Instruction) -> u32 {
    let opcode = instruction.opcode.as_str();
    let [int, float, double] = match Operation::of(instruction) {
        Operation::Add => [4, 4, 8],
        Operation::MinMax => [13, 13, 19],
        Operation::Multiply if opcode.starts_with("mul24") => [5; 3],
        Operation::Multiply => [4, 4, 8],
        Operation::MultiplyAdd if opcode.starts_with("mad24") => [6; 3],
        Operation::MultiplyAdd => [5, 5, 8],
        Operation::Divide => [145, 39, 330],
        Operation::Function => [8; 3],
        Operation::Other => [1; 3],
    };
    match Numbers::of(instruction) {
        Numbers::Integer => int,
        Numbers::Float => float,
        Numbers::Double => double,
    }
}

/// Cycles from the issue of a GCN instruction to the issue of the wave's next, with nothing to wait for.
///
/// These are the intervals of Multi2Sim's Southern Islands, which the GCN thesis used: 4 cycles because each of four pools of
/// waves issues in turn, 8 for the local data share, 12 for waits and barriers, 24 for branches.
///
/// ```
/// use warploom_kernel::{class::Class, code::Instruction, latency::gcn};
/// assert_eq!(gcn(&Instruction::new("v_add_f32", Class::Float)), 4);
/// assert_eq!(gcn(&Instruction::new("s_branch", Class::Control)), 24);
/// ```
pub fn gcn(instruction: &Instruction) -> u32 {
    match instruction.class {
        Class::Shared => 8,
        Class::Wait | Class::Barrier => 12,
        Class::Control if instruction.opcode == "s_endpgm" => 8,
        Class::Control => 24,
        _ => 4,
    }
}

/// Latency in cycles of each instruction class.
///
/// A machine description has its own latencies. Lowering and phase analysis use these tables when there is no machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies([u32; Class::ALL.len()]);

impl Latencies {
    /// The same latency for every class.
    pub const fn uniform(cycles: u32) -> Latencies {
        Latencies([cycles; Class::ALL.len()])
    }

    /// Cycles that a warp instruction occupies its unit, derived from Table I of the phase-aware paper.
    ///
    /// A scheduler dispatches one instruction every 2 cycles. A warp instruction takes 2 cycles on 16 LD/ST units and 8 on 4 SFUs.
    /// Double precision has half the throughput of single precision. The paper prints no latency table.
    /// With this one, its vector addition has phases of 18 and 10 cycles, as published.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, latency::Latencies};
    /// assert_eq!(Latencies::paper().of(Class::Special), 8);
    /// ```
    pub const fn paper() -> Latencies {
        Latencies::uniform(2).with(Class::Special, 8).with(Class::Double, 4)
    }

    /// Cycles from issue until the result can be read, in the order of magnitude of a Fermi GPU.
    ///
    /// The instruction scheduler of the lowering passes uses this table. Only the ratios matter to it.
    pub const fn fermi() -> Latencies {
        Latencies::uniform(18)
            .with(Class::Double, 22)
            .with(Class::Special, 30)
            .with(Class::Shared, 26)
            .with(Class::Constant, 26)
            .with(Class::Global, 400)
            .with(Class::Local, 400)
            .with(Class::Atomic, 400)
            .with(Class::Texture, 400)
    }

    /// Replaces the latency of one class.
    pub const fn with(mut self, class: Class, cycles: u32) -> Latencies {
        self.0[class as usize] = cycles;
        self
    }

    /// Latency of a class in cycles.
    pub const fn of(&self, class: Class) -> u32 {
        self.0[class as usize]
    }
}
