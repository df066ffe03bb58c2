//! Conversion between SM cycles and DRAM cycles.

use crate::machine::Machine;

/// The ratio of the SM clock to the DRAM command clock, reduced, so that a run of 10^13 cycles does not overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClockRatio {
    sm: u64,
    dram: u64,
}

impl ClockRatio {
    pub fn of(machine: &Machine) -> ClockRatio {
        let khz = |mhz: f64| ((mhz * 1000.0).round() as u64).max(1);
        let (sm, dram) = (khz(machine.clock.sm), khz(machine.clock.dram));
        let (mut a, mut b) = (sm, dram);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        ClockRatio { sm: sm / a, dram: dram / a }
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
