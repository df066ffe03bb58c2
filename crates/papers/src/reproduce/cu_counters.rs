//! Counters of CUs in stored runs, and the thesis's metrics.

use serde::{Deserialize, Serialize};
use warploom_gpu::WaveUnit;
use warploom_gpu::counters::Counters;
use warploom_gpu::simulation::LaunchRecord;

/// Counters of one CU, summed over the launches of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CuSums {
    /// Instructions issued, by [`WaveUnit`].
    pub issues: [u64; WaveUnit::ALL.len()],
    /// Scalar loads among them.
    pub scalar_loads: u64,
    /// Cycles in which the CU held a work-group.
    pub busy_cycles: u64,
    /// Accesses to the vector L1 that hit.
    pub l1_hits: u64,
    /// Accesses to the vector L1 that missed.
    pub l1_misses: u64,
}

impl CuSums {
    /// The sums of each CU over some launches; empty on a machine of SMs.
    pub fn of(launches: &[LaunchRecord]) -> Vec<CuSums> {
        let cus = launches.iter().map(|launch| launch.by_cu.len()).max().unwrap_or(0);
        let mut sums = vec![CuSums::default(); cus];
        for launch in launches {
            sums.iter_mut().zip(&launch.by_cu).for_each(|(sum, counters)| sum.add(counters));
        }
        sums
    }

    fn add(&mut self, counters: &Counters) {
        self.issues.iter_mut().zip(counters.cu.issues).for_each(|(own, more)| *own += more);
        self.scalar_loads += counters.cu.scalar_loads;
        self.busy_cycles += counters.cu.busy_cycles;
        self.l1_hits += counters.l1.reads.hits + counters.l1.writes.hits;
        self.l1_misses += counters.l1.reads.misses + counters.l1.writes.misses;
    }

    /// Hits of the vector L1 per access that hit or missed; none without any. An access that joins one in flight is neither.
    pub fn hit_rate(&self) -> Option<f64> {
        let accesses = self.l1_hits + self.l1_misses;
        (accesses > 0).then(|| self.l1_hits as f64 / accesses as f64)
    }

    /// The mean over the five units of 1 - issues / cycles, over the cycles in which the CU held a work-group; none without any.
    pub fn idle(&self) -> Option<f64> {
        let unit_cycles = self.busy_cycles * WaveUnit::ALL.len() as u64;
        (unit_cycles > 0).then(|| 1.0 - self.issues.iter().sum::<u64>() as f64 / unit_cycles as f64)
    }
}

/// A type of instruction in the thesis's mixes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MixType {
    /// Scalar arithmetic, waits, barriers and the end of a wave.
    ScalarAlu,
    /// Scalar loads.
    ScalarMemory,
    Branch,
    /// Vector arithmetic.
    VectorAlu,
    Lds,
    VectorMemory,
}

impl MixType {
    /// Every type, in the order of [`CuMetrics::mix`].
    pub const ALL: [MixType; 6] = {
        use MixType::*;
        [ScalarAlu, ScalarMemory, Branch, VectorAlu, Lds, VectorMemory]
    };

    /// Its name in figures and tables.
    pub const fn name(self) -> &'static str {
        match self {
            MixType::ScalarAlu => "scalar ALU",
            MixType::ScalarMemory => "scalar memory",
            MixType::Branch => "branch",
            MixType::VectorAlu => "vector ALU",
            MixType::Lds => "LDS",
            MixType::VectorMemory => "vector memory",
        }
    }
}

/// The thesis's metrics of a run.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct CuMetrics {
    /// The hit rate of the vector L1, as the mean over the CUs that accessed it; 0 without any.
    pub hit_rate: f64,
    /// The idle part of the units, as the mean over the CUs that held a work-group.
    pub idle: f64,
    /// Wave instructions issued, by [`MixType`].
    pub mix: [u64; MixType::ALL.len()],
}

impl CuMetrics {
    /// The metrics of these CUs; none on a machine of SMs.
    pub fn of(cus: &[CuSums]) -> Option<CuMetrics> {
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let issued = |unit: WaveUnit| cus.iter().map(|cu| cu.issues[unit.index()]).sum::<u64>();
        let scalar_loads = cus.iter().map(|cu| cu.scalar_loads).sum();
        (!cus.is_empty()).then(|| CuMetrics {
            hit_rate: mean(cus.iter().filter_map(CuSums::hit_rate).collect()),
            idle: mean(cus.iter().filter_map(CuSums::idle).collect()),
            mix: MixType::ALL.map(|kind| match kind {
                MixType::ScalarAlu => issued(WaveUnit::Scalar).saturating_sub(scalar_loads),
                MixType::ScalarMemory => scalar_loads,
                MixType::Branch => issued(WaveUnit::Branch),
                MixType::VectorAlu => issued(WaveUnit::Simd),
                MixType::Lds => issued(WaveUnit::Lds),
                MixType::VectorMemory => issued(WaveUnit::VectorMemory),
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUSY: CuSums =
        CuSums { issues: [1, 4, 10, 2, 3], scalar_loads: 1, busy_cycles: 10, l1_hits: 3, l1_misses: 1 };

    #[test]
    fn means_are_over_the_cus_that_count() {
        let compute_only = CuSums { l1_hits: 0, l1_misses: 0, busy_cycles: 20, ..BUSY };
        let metrics = CuMetrics::of(&[BUSY, compute_only, CuSums::default()]).unwrap();
        assert_eq!(metrics.hit_rate, 0.75, "the second CU accessed nothing");
        let idle = |cycles: f64| 1.0 - 20.0 / (5.0 * cycles);
        assert!((metrics.idle - (idle(10.0) + idle(20.0)) / 2.0).abs() < 1e-12, "the third CU was empty");
        assert_eq!(metrics.mix, [6, 2, 2, 20, 6, 4]);
        assert_eq!(CuMetrics::of(&[]), None, "a machine of SMs");
    }
}
