//! Records: the results of a run, one per launch and one for the whole run.
//!
//! ```
//! use warploom_lab::record::Record;
//! # let json = r#"{"kernel": "total", "launch": null, "work": "lud", "size": "tiny", "seed": 1, "machine": "gtx480",
//! # "policy": "gto", "cta_policy": "rr", "l2_start": "warm", "version": "0.1.0", "digest": "00", "ended": "complete", "ctas": 1, "cycles": 100,
//! # "warp_instructions": 10, "thread_instructions": 320, "ipc": 3.2, "scheduler_cycles": 100, "stalls": {"issued": 10,
//! # "idle": 90, "launch": 0, "scoreboard_memory": 0, "scoreboard_alu": 0, "pipeline": 0, "barrier": 0, "fetch": 0, "held": 0},
//! # "missed": 0, "l1": {"accesses": 0, "hits": 0, "pending": 0, "misses": 0, "reservation_fails": 0},
//! # "l2": {"accesses": 0, "hits": 0, "pending": 0, "misses": 0, "reservation_fails": 0},
//! # "dram": {"reads": 0, "writes": 0, "row_hits": 0, "bytes": 0}, "occupancy": null, "seconds": 0.1,
//! # "warp_instructions_per_second": 100.0, "threads": 1}"#;
//! // `json` is an element of the array that `warploom run --json` prints.
//! let record: Record = serde_json::from_str(json)?;
//! assert_eq!((record.cycles, record.policy()), (100, "gto"));
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod by_line;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use warploom_gpu::counters::{Cause, Counters, StallDetail, StallDetails};
use warploom_gpu::machine::Dependences;
use warploom_gpu::memory::{cache, dram};
use warploom_gpu::occupancy;
use warploom_gpu::simulation::{EndReason, L2Start, LaunchRecord};
use warploom_gpu::{UnitId, WaveUnit};
use warploom_kernel::names::full_name;
use warploom_kernel::tape::HostCopy;

/// The inputs of a run: equal in all its records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Setting {
    pub work: String,
    /// The work's size, for works of the suite.
    pub size: Option<String>,
    /// The seed of the work's inputs, for works of the suite.
    pub seed: Option<u64>,
    pub machine: String,
    /// The warp policy, with all its parameters.
    pub policy: String,
    pub cta_policy: String,
    /// Whether the L2 contained the data that the host copied to the device before a launch.
    #[serde(default)]
    pub l2_start: L2Start,
    pub version: String,
    /// The digest of all inputs that determine the record: machine, policies, limits, code and tape.
    pub digest: String,
}

/// The result of a launch, or of a whole run. Two runs with the same digest differ only in the fields of [`Host`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record {
    /// The kernel's symbol; `total` for the whole run.
    pub kernel: String,
    /// The kernel's C++ name, with its template arguments and parameter types; the symbol itself if it is not mangled.
    #[serde(default)]
    pub kernel_name: String,
    /// The launch's number in the work, from 0; none for the whole run.
    pub launch: Option<u64>,
    /// The inputs of the run.
    #[serde(flatten)]
    pub setting: Setting,
    /// What held back instructions whose operands were not there: `control-bits` of machine code, or none for a scoreboard.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dependences: Option<Cow<'static, str>>,
    /// The reason for its end: `complete`, `max-cycles`, `max-ctas` or `interrupted`.
    pub ended: Cow<'static, str>,
    /// CTAs that finished.
    pub ctas: u64,
    /// Bytes that the host copied to the device before the launch. Bytes that were copied twice count once.
    #[serde(default)]
    pub host_copied: u64,
    /// Cycles of the SM clock.
    pub cycles: u64,
    /// The time of these cycles at the machine's clock, in microseconds.
    #[serde(default)]
    pub microseconds: f64,
    /// Instructions issued, counted once per warp.
    pub warp_instructions: u64,
    /// Instructions issued, counted once per active lane.
    pub thread_instructions: u64,
    /// Thread instructions per cycle of the whole GPU.
    pub ipc: f64,
    /// Cycles times schedulers.
    pub scheduler_cycles: u64,
    /// Scheduler-cycles by cause. They add up to `scheduler_cycles`.
    pub stalls: Stalls,
    /// Stalls of SMs by cause and detail.
    #[serde(default)]
    pub details: Details,
    /// Scheduler-cycles without an issue in which a warp outside the policy's eligible set was ready.
    pub missed: u64,
    /// Accesses to the L1 data caches.
    pub l1: Cache,
    pub l2: Cache,
    pub dram: Dram,
    /// The occupancy of an SM; none for a run whose launches differ in it.
    pub occupancy: Option<Occupancy>,
    /// Units of CUs; none on a machine of SMs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cu: Option<CuUnits>,
    /// Numbers that depend on the host.
    #[serde(flatten)]
    pub host: Host,
    /// Scheduler-cycles by source line: only in the record of a whole run with [`Options::by_instruction`].
    ///
    /// [`Options::by_instruction`]: warploom_gpu::simulation::Options::by_instruction
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub lines: Option<Vec<by_line::LineStalls>>,
}

impl Record {
    /// The warp policy, with all its parameters.
    pub fn policy(&self) -> &str {
        &self.setting.policy
    }
}

/// The records of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RunRecords {
    /// One record per launch.
    pub launches: Vec<Record>,
    /// The record of the whole run.
    pub total: Record,
}

impl RunRecords {
    /// The records of all launches, then the record of the whole run.
    pub fn all(&self) -> impl Iterator<Item = &Record> {
        self.launches.iter().chain([&self.total])
    }
}

/// Bytes that the host copied to the device for a work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HostCopied {
    /// Before the first launch.
    pub before_first: u64,
    /// Between launches.
    pub between: u64,
}

impl HostCopied {
    /// The copies of a run, from the records of its launches.
    pub fn of(launches: &[Record]) -> HostCopied {
        let mut copied = launches.iter().map(|launch| launch.host_copied);
        HostCopied { before_first: copied.next().unwrap_or(0), between: copied.sum() }
    }
}

/// Bytes that at least one of these copies wrote.
fn distinct_bytes(copies: &[HostCopy]) -> u64 {
    let mut ranges: Vec<(u64, u64)> =
        copies.iter().map(|copy| (copy.address, copy.address.saturating_add(copy.bytes))).collect();
    ranges.sort_unstable();
    let (mut bytes, mut counted_to) = (0, 0);
    for (start, end) in ranges {
        bytes += end.saturating_sub(start.max(counted_to));
        counted_to = counted_to.max(end);
    }
    bytes
}

/// Scheduler-cycles by cause. Every scheduler-cycle has exactly one cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stalls(pub [u64; Cause::ALL.len()]);

impl Stalls {
    /// The scheduler-cycles of a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.0[cause as usize]
    }

    /// The scheduler-cycles of all causes.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl Serialize for Stalls {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Cause::ALL.iter().map(|&cause| (cause.name(), self.of(cause))))
    }
}

impl<'de> Deserialize<'de> for Stalls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Stalls, D::Error> {
        let by_name = BTreeMap::<String, u64>::deserialize(deserializer)?;
        let mut stalls = Stalls::default();
        for cause in Cause::ALL {
            let cycles = by_name.get(cause.name());
            stalls.0[cause as usize] = *cycles.ok_or_else(|| D::Error::missing_field(cause.name()))?;
        }
        Ok(stalls)
    }
}

/// Scheduler-cycles of SMs by cause and [`StallDetail`]. The details of a cause add up to its scheduler-cycles; details and causes
/// without any are left out, and so are causes without details.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Details(pub BTreeMap<String, BTreeMap<String, u64>>);

impl Details {
    /// The details of some counters, with the names of the machine's units.
    pub fn of(details: &StallDetails, units: &[String]) -> Details {
        let unit = |id: UnitId| units.get(id.index()).cloned().unwrap_or_else(|| format!("unit_{}", id.0));
        let mut by_cause: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for detail in StallDetail::all().filter(|&detail| details.of(detail) > 0) {
            let cause = by_cause.entry(detail.cause().name().to_owned()).or_default();
            cause.insert(detail.name(unit), details.of(detail));
        }
        Details(by_cause)
    }
}

/// Scheduler-cycles by cause, or by cause and detail where there are details (`pipeline.dram_bandwidth`), in the order of causes.
pub fn stall_parts(stalls: &Stalls, details: &Details) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    for cause in Cause::ALL {
        match details.0.get(cause.name()) {
            Some(details) => {
                let named = |(name, &cycles): (&String, &u64)| (format!("{}.{name}", cause.name()), cycles);
                parts.extend(details.iter().map(named));
            }
            None => parts.push((cause.name().to_owned(), stalls.of(cause))),
        }
    }
    parts.retain(|&(_, cycles)| cycles > 0);
    parts
}

/// Units of CUs: what was issued to each, over all CUs.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CuUnits {
    /// Instructions of the branch unit.
    pub branch: u64,
    /// Instructions of the scalar unit, but loads.
    pub scalar: u64,
    pub scalar_loads: u64,
    /// Vector ALU instructions.
    pub simd: u64,
    pub vector_memory: u64,
    pub lds: u64,
    /// Cycles in which a CU held a work-group, summed over CUs.
    pub busy_cycles: u64,
    /// Part of the unit-cycles of these in which a unit received no instruction.
    pub idle: f64,
}

impl CuUnits {
    fn of(counters: &Counters) -> Option<CuUnits> {
        let cu = &counters.cu;
        let issues = |unit: WaveUnit| cu.issues[unit.index()];
        (cu.busy_cycles > 0).then(|| CuUnits {
            branch: issues(WaveUnit::Branch),
            scalar: issues(WaveUnit::Scalar) - cu.scalar_loads,
            scalar_loads: cu.scalar_loads,
            simd: issues(WaveUnit::Simd),
            vector_memory: issues(WaveUnit::VectorMemory),
            lds: issues(WaveUnit::Lds),
            busy_cycles: cu.busy_cycles,
            idle: cu.idle(),
        })
    }
}

/// Accesses to the caches of one level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cache {
    /// Accesses that the cache accepted.
    pub accesses: u64,
    pub hits: u64,
    /// Accesses to data in flight, merged into an outstanding miss.
    pub pending: u64,
    pub misses: u64,
    /// Accesses that the cache rejected (reservation failures), counted once per attempt.
    pub reservation_fails: u64,
}

impl Cache {
    fn of(counters: &cache::Counters) -> Cache {
        let both = |of: fn(&cache::AccessCounts) -> u64| of(&counters.reads) + of(&counters.writes);
        Cache {
            accesses: both(cache::AccessCounts::accesses),
            hits: both(|counts| counts.hits),
            pending: both(|counts| counts.pending),
            misses: both(|counts| counts.misses + counts.sector_misses),
            reservation_fails: both(cache::AccessCounts::all_reservation_fails),
        }
    }

    /// The sum with another launch's accesses.
    #[must_use]
    pub fn plus(self, other: Cache) -> Cache {
        Cache {
            accesses: self.accesses + other.accesses,
            hits: self.hits + other.hits,
            pending: self.pending + other.pending,
            misses: self.misses + other.misses,
            reservation_fails: self.reservation_fails + other.reservation_fails,
        }
    }

    /// The fraction of accesses that hit; none without accesses.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.accesses > 0).then(|| self.hits as f64 / self.accesses as f64)
    }
}

/// Accesses to DRAM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dram {
    pub reads: u64,
    pub writes: u64,
    /// Accesses to an open row.
    pub row_hits: u64,
    pub bytes: u64,
}

impl Dram {
    fn of(counters: &dram::Counters) -> Dram {
        let dram::Counters { reads, writes, row_hits, bytes, .. } = *counters;
        Dram { reads, writes, row_hits, bytes }
    }
}

/// The occupancy of an SM.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Occupancy {
    /// Resident CTAs at most.
    pub ctas_per_sm: u32,
    /// Resident warps at most.
    pub warps_per_sm: u32,
    /// The resource that limits occupancy.
    pub limiter: Cow<'static, str>,
}

impl Occupancy {
    fn of(found: occupancy::Occupancy) -> Occupancy {
        let occupancy::Occupancy { ctas, warps, limiter, .. } = found;
        Occupancy { ctas_per_sm: ctas, warps_per_sm: ctas * warps, limiter: limiter.name().into() }
    }
}

/// Numbers that depend on the host: equal in all records of a run.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Host {
    /// Wall-clock time of the whole run, in seconds.
    pub seconds: f64,
    /// Warp instructions simulated per second, over the whole run.
    pub warp_instructions_per_second: f64,
    /// Host threads of the simulation.
    pub threads: usize,
}

/// The end of several launches: that of the first launch that is not complete.
fn worst(launches: &[&LaunchRecord]) -> EndReason {
    let cut = launches.iter().map(|launch| launch.end_reason).find(|&ended| ended != EndReason::Complete);
    cut.unwrap_or(EndReason::Complete)
}

/// The occupancy of all launches, if it is the same.
fn common(launches: &[&LaunchRecord]) -> Option<Occupancy> {
    let mut all = launches.iter().map(|launch| Occupancy::of(launch.occupancy));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The numbers of one or several launches that make a record.
struct RecordParts<'a> {
    kernel: &'a str,
    launch: Option<u64>,
    ended: EndReason,
    ctas: u64,
    host_copied: u64,
    cycles: u64,
    counters: &'a Counters,
    occupancy: Option<Occupancy>,
    /// A launch of the run, for what is the same in all: names of units, clock.
    any: Option<&'a LaunchRecord>,
}

impl RecordParts<'_> {
    fn record(self, setting: &Setting, host: Host) -> Record {
        let counters = self.counters;
        Record {
            kernel: self.kernel.to_owned(),
            kernel_name: full_name(self.kernel),
            launch: self.launch,
            setting: setting.clone(),
            dependences: self
                .any
                .filter(|any| any.dependences == Dependences::ControlBits)
                .map(|_| "control-bits".into()),
            ended: self.ended.name().into(),
            ctas: self.ctas,
            host_copied: self.host_copied,
            cycles: self.cycles,
            microseconds: self.any.map_or(0.0, |launch| self.cycles as f64 / launch.clock_mhz),
            warp_instructions: counters.warp_instructions,
            thread_instructions: counters.thread_instructions,
            ipc: counters.thread_instructions as f64 / self.cycles.max(1) as f64,
            scheduler_cycles: counters.scheduler_cycles(),
            stalls: Stalls(counters.stalls),
            details: self.any.map(|any| Details::of(&counters.details, &any.units)).unwrap_or_default(),
            missed: counters.missed,
            l1: Cache::of(&counters.l1),
            l2: Cache::of(&counters.l2),
            dram: Dram::of(&counters.dram),
            occupancy: self.occupancy,
            cu: CuUnits::of(counters),
            host,
            lines: None,
        }
    }
}

/// One record per launch.
pub fn records(launches: &[LaunchRecord], setting: &Setting, host: Host) -> Vec<Record> {
    let one = |(number, launch): (usize, &LaunchRecord)| {
        let part = RecordParts {
            kernel: &launch.launch.kernel,
            launch: Some(launch.launch.number.unwrap_or(number as u64)),
            ended: launch.end_reason,
            ctas: launch.ctas,
            host_copied: distinct_bytes(&launch.launch.copies),
            cycles: launch.cycles,
            counters: &launch.counters,
            occupancy: Some(Occupancy::of(launch.occupancy)),
            any: Some(launch),
        };
        part.record(setting, host)
    };
    launches.iter().enumerate().map(one).collect()
}

/// The record of several launches together.
pub fn total(kernel: &str, launches: &[&LaunchRecord], setting: &Setting, host: Host) -> Record {
    let mut counters = Counters::default();
    launches.iter().for_each(|launch| counters += &launch.counters);
    let part = RecordParts {
        kernel,
        launch: None,
        ended: worst(launches),
        ctas: launches.iter().map(|launch| launch.ctas).sum(),
        host_copied: launches.iter().map(|launch| distinct_bytes(&launch.launch.copies)).sum(),
        cycles: launches.iter().map(|launch| launch.cycles).sum(),
        counters: &counters,
        occupancy: common(launches),
        any: launches.first().copied(),
    };
    part.record(setting, host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_were_copied_twice_count_once() {
        let bytes = |copies: &[(u64, u64)]| {
            let copies = copies.iter().map(|&(address, bytes)| HostCopy { address, bytes });
            distinct_bytes(&copies.collect::<Vec<_>>())
        };
        assert_eq!(bytes(&[]), 0);
        assert_eq!(bytes(&[(256, 100), (0, 100)]), 200);
        assert_eq!(bytes(&[(0, 100), (50, 100), (60, 10)]), 150);
        assert_eq!(bytes(&[(0, 100), (0, 100), (100, 1)]), 101);
    }
}
