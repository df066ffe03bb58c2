//! Instruction latencies by class, for analyses without a machine description.

use crate::class::Class;

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
