//! Sampling of a run: the state of its SMs over time.
//!
//! A [`Watch`] attaches probes to SMs and collects their observations after the run. Probes do no work per cycle: they add up numbers at each
//! change, into bins of equal width.
//!
//! ```
//! use warploom_gpu::SmId;
//! use warploom_lab::watch::{Watch, WatchOptions};
//! let mut watch = Watch::new(WatchOptions { sms: Some(vec![SmId(0)]), ..WatchOptions::default() });
//! // run_probed(…, Some(&mut watch)) fills it. Here nothing was launched.
//! assert_eq!(watch.take(), []);
//! ```

mod graph;
mod probe;
mod tracks;

pub use graph::Graph;
pub use tracks::Tracks;

use probe::WatchProbe;
use std::any::Any;
use std::io;
use std::ops::Range;
use warploom_gpu::probe::{Probe, ProbeSet};
use warploom_gpu::{SchedulerId, Slot, SmId};
use warploom_kernel::program::Pc;

/// The SMs and numbers to be sampled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchOptions {
    /// The SMs; none for all.
    pub sms: Option<Vec<SmId>>,
    /// The cycles of the run that are sampled over time. Sums cover the whole run.
    pub cycles: Range<u64>,
    /// Cycles per bin; none for the smallest width that needs at most 2048 bins.
    pub bin: Option<u64>,
    /// Cycles of each launch that are sampled over time, from the SM's first warp on; none for all.
    pub window: Option<u64>,
    /// Whether numbers are sampled over time at all.
    pub over_time: bool,
    /// Whether each SM keeps only its fullest launch: the one with the most [resident warps](Observation::sampled_warps).
    pub fullest_launch: bool,
    /// The number of issued instructions that are recorded, from the first sampled cycle on.
    pub issues: usize,
    /// Cycles between two records of the CTAs' order by progress; 0 for none.
    pub orders: u64,
}

impl Default for WatchOptions {
    fn default() -> WatchOptions {
        WatchOptions {
            sms: None,
            cycles: 0..u64::MAX,
            bin: None,
            window: None,
            over_time: true,
            fullest_launch: false,
            issues: 0,
            orders: 0,
        }
    }
}

/// The observation of an SM in one launch.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Observation {
    pub sm: SmId,
    /// The launch's number in the work.
    pub launch: u64,
    pub kernel: String,
    /// The first cycle of the launch, in cycles of the run.
    pub start: u64,
    /// Resident warps of a full SM.
    pub full: u32,
    /// Sums over the launch.
    pub sums: Sums,
    /// Numbers over time: see [`RESIDENT`] and the constants after it.
    pub tracks: Tracks,
    /// The number of phases that warps were in.
    pub phases: usize,
    /// CTAs in the order of their ends.
    pub ctas: Vec<CtaSpan>,
    /// Cycles, each with the resident CTAs by progress, furthest first; ties by number.
    pub orders: Vec<(u64, Vec<u64>)>,
    /// Instructions in issue order.
    pub issues: Vec<Issued>,
}

impl Observation {
    /// Resident warps, summed over the cycles that are sampled over time.
    pub fn sampled_warps(&self) -> u64 {
        self.tracks.sums(RESIDENT).sum()
    }
}

/// The track of resident warps: warps with instructions left to issue.
pub const RESIDENT: usize = 0;
/// The track of instructions of execution units in flight.
pub const COMPUTE: usize = 1;
/// The track of memory instructions in flight: global, local, texture and atomic.
pub const MEMORY: usize = 2;
/// The track of warps with an instruction in flight.
pub const IN_FLIGHT: usize = 3;
/// The first track of scheduler-cycles by [cause](warploom_gpu::counters::Cause).
pub const CAUSES: usize = 4;
/// The first track of warps by the phase of their next instruction.
pub const PHASES: usize = CAUSES + warploom_gpu::counters::Cause::ALL.len();

/// Sums over a launch on an SM.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sums {
    /// Resident warps, summed over cycles.
    pub resident: u64,
    /// Instructions of execution units in flight, summed over cycles.
    pub compute: u64,
    /// Memory instructions in flight, summed over cycles.
    pub memory: u64,
    /// Warps with an instruction in flight, summed over cycles.
    pub flying: u64,
    /// Cycles with instructions of execution units in flight and no memory instruction.
    pub compute_only: u64,
    /// Cycles with memory instructions in flight and none of execution units.
    pub memory_only: u64,
    /// Cycles with both.
    pub both: u64,
    /// Cycles with fewer resident warps than a full SM has, while CTAs wait for dispatch.
    pub tail: u64,
}

impl Sums {
    /// The sum with another SM or launch.
    #[must_use]
    pub fn plus(self, other: Sums) -> Sums {
        Sums {
            resident: self.resident + other.resident,
            compute: self.compute + other.compute,
            memory: self.memory + other.memory,
            flying: self.flying + other.flying,
            compute_only: self.compute_only + other.compute_only,
            memory_only: self.memory_only + other.memory_only,
            both: self.both + other.both,
            tail: self.tail + other.tail,
        }
    }
}

/// The residency of a CTA on an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct CtaSpan {
    /// The CTA's number in the grid.
    pub cta: u64,
    /// The CTA slot.
    pub place: u8,
    /// Its first cycle.
    pub start: u64,
    /// The cycle in which its last warp ended.
    pub end: u64,
}

/// An issued instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Issued {
    pub cycle: u64,
    pub scheduler: SchedulerId,
    /// The warp's slot.
    pub slot: Slot,
    /// The number of the warp's CTA.
    pub cta: u64,
    pub pc: Pc,
}

/// A set of probes that collects their observations.
#[derive(Debug)]
pub struct Watch {
    options: WatchOptions,
    observations: Vec<Observation>,
}

impl Watch {
    /// A watch with these options.
    pub fn new(options: WatchOptions) -> Watch {
        Watch { options, observations: Vec::new() }
    }

    /// The observations of the run, by launch and SM.
    pub fn take(&mut self) -> Vec<Observation> {
        let mut observations = std::mem::take(&mut self.observations);
        observations.sort_by_key(|observation| (observation.launch, observation.sm.0));
        observations
    }
}

impl ProbeSet for Watch {
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>> {
        let watched = self.options.sms.as_ref().is_none_or(|sms| sms.contains(&sm));
        watched.then(|| Box::new(WatchProbe::new(sm, self.options.clone())) as Box<dyn Probe>)
    }

    fn detach(&mut self, _sm: SmId, probe: Box<dyn Probe>) {
        let probe: Box<dyn Any> = probe;
        if let Ok(probe) = probe.downcast::<WatchProbe>() {
            self.observations.extend(probe.finish());
        }
    }
}

/// A recorder of the timeline of a run.
pub trait TimelineRecorder: ProbeSet {
    /// The content of the timeline's file.
    ///
    /// # Errors
    /// If it cannot be written.
    fn content(&mut self) -> io::Result<Vec<u8>>;
}

/// Makes a recorder of some cycles of some SMs.
pub type NewTimeline = fn(Range<u64>, &[SmId]) -> Box<dyn TimelineRecorder>;
