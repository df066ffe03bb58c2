//! How many cycles instructions take, as far as the code alone tells.

use crate::class::Class;

/// Cycles by class. A machine brings its own; these are what analyses use until a program meets one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Latencies([u32; Class::ALL.len()]);

impl Latencies {
    /// The same for every class.
    pub const fn uniform(cycles: u32) -> Latencies {
        Latencies([cycles; Class::ALL.len()])
    }

    /// What Table I of the phase-aware paper gives: how long an instruction of a warp keeps its unit.
    ///
    /// A scheduler dispatches one instruction every 2 cycles; 16 LD/ST units take 2 cycles for a warp, 4 SFUs
    /// take 8, and double precision has half the throughput of single. The paper prints no table of its own;
    /// with this one its vector addition has phases of 18 and 10 cycles, as it says.
    ///
    /// ```
    /// use warploom_kernel::{class::Class, latency::Latencies};
    /// assert_eq!(Latencies::paper().of(Class::Special), 8);
    /// ```
    pub const fn paper() -> Latencies {
        Latencies::uniform(2).with(Class::Special, 8).with(Class::Double, 4)
    }

    /// Until a result can be used, in the order of magnitude of a Fermi: what code is scheduled for. A compiler
    /// schedules for an architecture, not for a chip: the ratios matter, not the values.
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

    /// With another value for a class.
    pub const fn with(mut self, class: Class, cycles: u32) -> Latencies {
        self.0[class as usize] = cycles;
        self
    }

    /// Cycles of a class.
    pub const fn of(&self, class: Class) -> u32 {
        self.0[class as usize]
    }
}
