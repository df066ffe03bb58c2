//! Records: what a run leaves.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use warploom_gpu::counters::{Cause, Counters};
use warploom_gpu::memory::{cache, dram};
use warploom_gpu::occupancy;
use warploom_gpu::run::{Ended, LaunchRecord};

/// What is the same for all records of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setting {
    /// What ran.
    pub work: String,
    /// How large it was, where it has sizes.
    pub size: Option<String>,
    /// The seed of its inputs, where it has one.
    pub seed: Option<u64>,
    /// The machine.
    pub machine: String,
    /// The policy, with all its parameters.
    pub policy: String,
    /// What decided which SM got a CTA.
    pub cta_policy: String,
    /// Of Warploom.
    pub version: String,
    /// A digest of all that determines the record: machine, policy, limits and what was run.
    pub digest: String,
}

/// What a launch, or a whole run, came to. Only what depends on the host may differ between two runs of the same work.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The kernel; `total` for the whole run.
    pub kernel: String,
    /// Which launch, from 0; none for the whole run.
    pub launch: Option<u64>,
    /// Of the whole run.
    #[serde(flatten)]
    pub setting: Setting,
    /// How it ended: `complete`, `max-cycles` or `max-ctas`.
    pub ended: Cow<'static, str>,
    /// CTAs that ended.
    pub ctas: u64,
    /// Cycles.
    pub cycles: u64,
    /// Instructions issued.
    pub warp_instructions: u64,
    /// The same, counted once for each active lane.
    pub thread_instructions: u64,
    /// Thread instructions per cycle of the whole GPU.
    pub ipc: f64,
    /// Cycles of all schedulers.
    pub scheduler_cycles: u64,
    /// What became of them.
    pub stalls: Stalls,
    /// Scheduler-cycles without an issue in which a warp could have issued that the policy did not consider.
    pub missed: u64,
    /// The first caches of data.
    pub l1: Cache,
    /// The L2.
    pub l2: Cache,
    /// The DRAM.
    pub dram: Dram,
    /// How full an SM was; none for a run whose launches differ in it.
    pub occupancy: Option<Occupancy>,
    /// Of the host.
    #[serde(flatten)]
    pub host: Host,
    /// Scheduler-cycles by source line, if that was asked for: of the whole run.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub lines: Option<Vec<crate::by_line::Line>>,
}

/// Scheduler-cycles by cause: each is counted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stalls(pub [u64; Cause::ALL.len()]);

impl Stalls {
    /// Those of a cause.
    pub fn of(&self, cause: Cause) -> u64 {
        self.0[cause as usize]
    }

    /// All together.
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

/// What happened in the caches of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cache {
    /// Accesses that were taken.
    pub accesses: u64,
    /// Those that found their data.
    pub hits: u64,
    /// Those that found their data under way.
    pub pending: u64,
    /// Those that found neither.
    pub misses: u64,
    /// Accesses that were not taken, once for each attempt.
    pub reservation_fails: u64,
}

impl Cache {
    fn of(counters: &cache::Counters) -> Cache {
        let both = |of: fn(&cache::Counts) -> u64| of(&counters.reads) + of(&counters.writes);
        Cache {
            accesses: both(cache::Counts::accesses),
            hits: both(|counts| counts.hits),
            pending: both(|counts| counts.pending),
            misses: both(|counts| counts.misses + counts.sector_misses),
            reservation_fails: both(cache::Counts::all_fails),
        }
    }

    /// The same of another launch added.
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

    /// The part of accesses that found their data, if there were any.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.accesses > 0).then(|| self.hits as f64 / self.accesses as f64)
    }
}

/// What happened in DRAM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Dram {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Those that found their row open.
    pub row_hits: u64,
    /// Bytes moved.
    pub bytes: u64,
}

impl Dram {
    fn of(counters: &dram::Counters) -> Dram {
        let dram::Counters { reads, writes, row_hits, bytes, .. } = *counters;
        Dram { reads, writes, row_hits, bytes }
    }
}

/// How full an SM was.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Occupancy {
    /// CTAs it held at most.
    pub ctas_per_sm: u32,
    /// Their warps.
    pub warps_per_sm: u32,
    /// What kept more away.
    pub limiter: Cow<'static, str>,
}

impl Occupancy {
    fn of(found: occupancy::Occupancy) -> Occupancy {
        let occupancy::Occupancy { ctas, warps, limiter, .. } = found;
        Occupancy { ctas_per_sm: ctas, warps_per_sm: ctas * warps, limiter: limiter.name().into() }
    }
}

/// What depends on the host.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Host {
    /// How long it took: the whole run, in all its records.
    pub seconds: f64,
    /// Warp instructions simulated in a second: of the whole run.
    pub warp_instructions_per_second: f64,
    /// Threads it was simulated on.
    pub threads: usize,
}

fn name(ended: Ended) -> &'static str {
    match ended {
        Ended::Complete => "complete",
        Ended::MaxCycles => "max-cycles",
        Ended::MaxCtas => "max-ctas",
    }
}

/// Whole launches and cut ones together: it is as cut as the first that is.
fn worst(launches: &[&LaunchRecord]) -> Ended {
    let cut = launches.iter().map(|launch| launch.ended).find(|&ended| ended != Ended::Complete);
    cut.unwrap_or(Ended::Complete)
}

/// The occupancy that all have.
fn common(launches: &[&LaunchRecord]) -> Option<Occupancy> {
    let mut all = launches.iter().map(|launch| Occupancy::of(launch.occupancy));
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// What is being recorded: some launches.
struct Part<'a> {
    kernel: &'a str,
    launch: Option<u64>,
    ended: Ended,
    ctas: u64,
    cycles: u64,
    counters: &'a Counters,
    occupancy: Option<Occupancy>,
}

impl Part<'_> {
    fn record(self, setting: &Setting, host: Host) -> Record {
        let counters = self.counters;
        Record {
            kernel: self.kernel.to_owned(),
            launch: self.launch,
            setting: setting.clone(),
            ended: name(self.ended).into(),
            ctas: self.ctas,
            cycles: self.cycles,
            warp_instructions: counters.warp_instructions,
            thread_instructions: counters.thread_instructions,
            ipc: counters.thread_instructions as f64 / self.cycles.max(1) as f64,
            scheduler_cycles: counters.scheduler_cycles(),
            stalls: Stalls(counters.stalls),
            missed: counters.missed,
            l1: Cache::of(&counters.l1),
            l2: Cache::of(&counters.l2),
            dram: Dram::of(&counters.dram),
            occupancy: self.occupancy,
            host,
            lines: None,
        }
    }
}

/// A record for each launch.
pub fn records(launches: &[LaunchRecord], setting: &Setting, host: Host) -> Vec<Record> {
    let one = |(number, launch): (usize, &LaunchRecord)| {
        let part = Part {
            kernel: &launch.launch.kernel,
            launch: Some(number as u64),
            ended: launch.ended,
            ctas: launch.ctas,
            cycles: launch.cycles,
            counters: &launch.counters,
            occupancy: Some(Occupancy::of(launch.occupancy)),
        };
        part.record(setting, host)
    };
    launches.iter().enumerate().map(one).collect()
}

/// Some launches together.
pub fn total(kernel: &str, launches: &[&LaunchRecord], setting: &Setting, host: Host) -> Record {
    let mut counters = Counters::default();
    launches.iter().for_each(|launch| counters.add(&launch.counters));
    let part = Part {
        kernel,
        launch: None,
        ended: worst(launches),
        ctas: launches.iter().map(|launch| launch.ctas).sum(),
        cycles: launches.iter().map(|launch| launch.cycles).sum(),
        counters: &counters,
        occupancy: common(launches),
    };
    part.record(setting, host)
}
