//! The resource that a launch mostly waits for.

use serde::Serialize;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::SECTOR_BYTES;
use warploom_gpu::simulation::LaunchRecord;

/// The share of busy cycles of a data path from which a launch is bound by bandwidth, and of scheduler-cycles without a warp from
/// which it is bound by launch and drain.
const HALF: f64 = 0.5;

/// The resource that a launch mostly waits for, by the counters of its simulation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    /// Schedulers issue, or wait for execution units.
    Issue,
    /// Warps wait for results from memory.
    FirstTouches,
    /// The DRAM, the L2 slices or the SMs' network ports are busy at least half of the time.
    Bandwidth,
    /// Warps wait at barriers.
    Barriers,
    /// Warps wait for instructions.
    Fetch,
    /// Schedulers have no warp at least half of the time: the launch begins or ends, or its CTAs differ in length.
    LaunchAndDrain,
}

impl Bound {
    /// Every bound.
    pub const ALL: [Bound; 6] = [
        Bound::LaunchAndDrain,
        Bound::FirstTouches,
        Bound::Bandwidth,
        Bound::Issue,
        Bound::Barriers,
        Bound::Fetch,
    ];

    /// The name in tables.
    pub fn title(self) -> &'static str {
        match self {
            Bound::Issue => "issue",
            Bound::FirstTouches => "first touches",
            Bound::Bandwidth => "bandwidth",
            Bound::Barriers => "barriers",
            Bound::Fetch => "fetch",
            Bound::LaunchAndDrain => "launch and drain",
        }
    }
}

/// The activity of a launch, or of several: scheduler-cycles by what the schedulers did, and the load of data paths.
///
/// Only schedulers that can have a warp count: with fewer CTAs than SMs, or fewer warps than schedulers, some never have one.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Activity {
    /// Scheduler-cycles of issue, of a full execution unit, or of waiting for one's result.
    pub issue: u64,
    /// Scheduler-cycles of waiting for a result from memory.
    pub memory: u64,
    /// Scheduler-cycles of waiting at barriers.
    pub barrier: u64,
    /// Scheduler-cycles of waiting for instructions.
    pub fetch: u64,
    /// Scheduler-cycles without a warp, after the launch latency.
    pub empty: u64,
    /// Cycles in which the data buses of DRAM channels were busy, in DRAM cycles.
    pub dram_busy: f64,
    /// DRAM cycles of all channels.
    pub dram_cycles: f64,
    /// Flits with the data of the accesses to the L2.
    pub l2_flits: f64,
    /// Cycles of all L2 slices. A slice sends or receives one flit per cycle.
    pub slice_cycles: f64,
    /// Cycles of the network ports of all SMs with a CTA. A port sends or receives one flit per cycle.
    pub port_cycles: f64,
}

impl Activity {
    /// The activity of a launch, without its launch latency.
    pub fn of(launch: &LaunchRecord, machine: &Machine) -> Activity {
        let (counters, sm) = (&launch.counters, machine.sm());
        let sum = |causes: &[Cause]| causes.iter().map(|&cause| counters.of(cause)).sum::<u64>();
        let cycles = launch.cycles.saturating_sub(machine.launch_latency.into());
        let ctas = launch.launch.ctas();
        let sms = ctas.min(sm.count.into());
        let warps = ctas.saturating_mul(launch.launch.warps().into());
        let schedulers = warps.min(sms * u64::from(sm.schedulers));
        let issue = sum(&[Cause::Issued, Cause::Pipeline, Cause::ScoreboardAlu, Cause::Held]);
        let (memory, barrier) = (counters.of(Cause::ScoreboardMemory), counters.of(Cause::Barrier));
        let fetch = counters.of(Cause::Fetch);
        let empty = schedulers.saturating_mul(cycles).saturating_sub(issue + memory + barrier + fetch);
        let cache = &machine.l2.cache;
        let block = if cache.sectored { SECTOR_BYTES } else { cache.line_bytes };
        let (channels, slices) = (machine.l2.partitions, machine.l2.partitions * machine.l2.slices);
        let l2 = counters.l2.reads.accesses() + counters.l2.writes.accesses();
        Activity {
            issue,
            memory,
            barrier,
            fetch,
            empty,
            dram_busy: counters.dram.busy as f64,
            dram_cycles: cycles as f64 * f64::from(channels) * machine.clock.dram / machine.clock.sm,
            l2_flits: l2 as f64 * f64::from(block) / f64::from(machine.network.flit),
            slice_cycles: cycles as f64 * f64::from(slices),
            port_cycles: cycles as f64 * sms as f64,
        }
    }

    /// The sum with another launch's activity.
    #[must_use]
    pub fn plus(self, other: Activity) -> Activity {
        Activity {
            issue: self.issue + other.issue,
            memory: self.memory + other.memory,
            barrier: self.barrier + other.barrier,
            fetch: self.fetch + other.fetch,
            empty: self.empty + other.empty,
            dram_busy: self.dram_busy + other.dram_busy,
            dram_cycles: self.dram_cycles + other.dram_cycles,
            l2_flits: self.l2_flits + other.l2_flits,
            slice_cycles: self.slice_cycles + other.slice_cycles,
            port_cycles: self.port_cycles + other.port_cycles,
        }
    }

    /// The bound: bandwidth if a data path is busy at least half of the time; launch and drain if schedulers have no warp at least
    /// half of the time; otherwise the largest part of the other scheduler-cycles. Of equal parts, the first of issue, memory, barriers
    /// and fetch.
    pub fn bound(&self) -> Bound {
        let full = |busy: f64, all: f64| all > 0.0 && busy >= HALF * all;
        let paths = [
            (self.dram_busy, self.dram_cycles),
            (self.l2_flits, self.slice_cycles),
            (self.l2_flits, self.port_cycles),
        ];
        if paths.into_iter().any(|(busy, all)| full(busy, all)) {
            return Bound::Bandwidth;
        }
        let waiting = self.issue + self.memory + self.barrier + self.fetch;
        if full(self.empty as f64, (self.empty + waiting) as f64) {
            return Bound::LaunchAndDrain;
        }
        let mut bound = (Bound::Issue, self.issue);
        for other in
            [(Bound::FirstTouches, self.memory), (Bound::Barriers, self.barrier), (Bound::Fetch, self.fetch)]
        {
            bound = if other.1 > bound.1 { other } else { bound };
        }
        bound.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BALANCED: Activity = Activity {
        issue: 10,
        memory: 10,
        barrier: 10,
        fetch: 10,
        empty: 39,
        dram_busy: 49.0,
        dram_cycles: 100.0,
        l2_flits: 49.0,
        slice_cycles: 100.0,
        port_cycles: 100.0,
    };

    #[test]
    fn the_largest_part_of_scheduler_cycles_is_the_bound() {
        assert_eq!(BALANCED.bound(), Bound::Issue);
        assert_eq!(Activity { memory: 11, ..BALANCED }.bound(), Bound::FirstTouches);
        assert_eq!(Activity { barrier: 11, ..BALANCED }.bound(), Bound::Barriers);
        assert_eq!(Activity { fetch: 11, ..BALANCED }.bound(), Bound::Fetch);
        assert_eq!(Activity::default().bound(), Bound::Issue);
    }

    #[test]
    fn schedulers_without_a_warp_half_of_the_time_are_launch_and_drain() {
        assert_eq!(Activity { empty: 40, ..BALANCED }.bound(), Bound::LaunchAndDrain);
        assert_eq!(Activity { empty: 40, dram_busy: 50.0, ..BALANCED }.bound(), Bound::Bandwidth);
    }

    #[test]
    fn a_data_path_that_is_busy_half_of_the_time_is_bandwidth_bound() {
        assert_eq!(Activity { dram_busy: 50.0, ..BALANCED }.bound(), Bound::Bandwidth);
        assert_eq!(Activity { l2_flits: 50.0, ..BALANCED }.bound(), Bound::Bandwidth);
        assert_eq!(Activity { port_cycles: 98.0, ..BALANCED }.bound(), Bound::Bandwidth);
        let twice = BALANCED.plus(Activity { dram_busy: 51.0, ..BALANCED });
        assert_eq!((twice.issue, twice.dram_cycles, twice.bound()), (20, 200.0, Bound::Bandwidth));
    }
}
