//! Conversion between cycles of SMs or CUs, of the memory system, and of DRAM.

use crate::ids::NEVER;
use crate::machine::Machine;

/// The ratio of the clock of cores (SMs or CUs) to that of the memory system: L1s of CUs, network and L2.
///
/// In core cycle `c`, a core accesses memory in memory cycle `memory_cycle(c)`: the first one that begins with the core cycle or after it.
/// It sees what happened in the memory cycles before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct MemoryClock {
    core: u64,
    memory: u64,
}

impl MemoryClock {
    pub fn of(machine: &Machine) -> MemoryClock {
        let core = khz(machine.clock.sm);
        let memory = machine.clock.memory.map_or(core, khz);
        let divisor = common_divisor(core, memory);
        MemoryClock { core: core / divisor, memory: memory / divisor }
    }

    #[inline]
    pub fn memory_cycle(self, core: u64) -> u64 {
        if self.core == self.memory || core == NEVER {
            core
        } else {
            (core * self.memory).div_ceil(self.core)
        }
    }

    /// The first core cycle that sees what happened in a memory cycle.
    #[inline]
    pub fn sees(self, memory: u64) -> u64 {
        if memory == NEVER {
            return NEVER;
        }
        if self.core == self.memory { memory + 1 } else { memory * self.core / self.memory + 1 }
    }

    /// The core cycle in which a memory cycle begins, or the next one.
    #[inline]
    pub fn core_cycle(self, memory: u64) -> u64 {
        if self.core == self.memory || memory == NEVER { memory } else { memory * self.core / self.memory }
    }

    /// The longest span of core cycles that is no longer than these memory cycles.
    pub fn core_cycles_within(self, memory: u64) -> u64 {
        memory * self.core / self.memory
    }
}

fn khz(mhz: f64) -> u64 {
    ((mhz * 1000.0).round() as u64).max(1)
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The ratio of the SM clock to the DRAM command clock, reduced, so that a run of 10^13 cycles does not overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockRatio {
    sm: u64,
    dram: u64,
}

impl ClockRatio {
    pub fn of(machine: &Machine) -> ClockRatio {
        let (sm, dram) = (khz(machine.clock.memory.unwrap_or(machine.clock.sm)), khz(machine.clock.dram));
        let divisor = common_divisor(sm, dram);
        ClockRatio { sm: sm / divisor, dram: dram / divisor }
    }

    /// DRAM cycles completed by the start of an SM cycle.
    #[inline]
    pub fn dram_cycles(self, cycle: u64) -> u64 {
        cycle * self.dram / self.sm
    }

    /// The first SM cycle by whose start this many DRAM cycles are completed.
    #[inline]
    pub fn sm_cycle(self, dram_cycles: u64) -> u64 {
        (dram_cycles * self.sm).div_ceil(self.dram)
    }

    /// SM cycles that this many DRAM cycles take, rounded down.
    pub fn sm_cycles_at_least(self, dram_cycles: u64) -> u64 {
        (u128::from(dram_cycles) * u128::from(self.sm) / u128::from(self.dram)) as u64
    }
}
