//! Watching a run: what happened on its SMs over time.
//!
//! A [`Watch`] gives SMs probes, and has what they saw when the run is over. Nothing is done per cycle: numbers are added up from
//! change to change, into bins of equal width.
//!
//! ```
//! use warploom_gpu::SmId;
//! use warploom_lab::watch::{Watch, WatchOptions};
//! let watch = Watch::new(WatchOptions { sms: Some(vec![SmId(0)]), ..WatchOptions::default() });
//! let probe = |sm| watch.probe(sm);
//! assert!(probe(SmId(0)).is_some() && probe(SmId(1)).is_none());
//! // run_probed(…, Some(&probe)), which drops its probes. Here nothing was launched.
//! assert_eq!(watch.take(), []);
//! ```

mod graph;
mod probe;
mod tracks;

pub use graph::Graph;
pub use tracks::{Level, Tracks};

use probe::WatchProbe;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use warploom_gpu::probe::Probe;
use warploom_gpu::{SchedulerId, Slot, SmId};
use warploom_kernel::program::Pc;

/// What is to be watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WatchOptions {
    /// Which SMs; all, if none is named.
    pub sms: Option<Vec<SmId>>,
    /// Over which cycles of the run numbers are kept over time. Sums are of all of it.
    pub cycles: Range<u64>,
    /// Cycles of a bin; as narrow as 2048 bins allow, if it is not given.
    pub bin: Option<u64>,
    /// Whether numbers are kept over time at all.
    pub over_time: bool,
    /// How many issued instructions are kept, from the first of the cycles on.
    pub issues: usize,
    /// After how many cycles each the order of CTAs by progress is kept; never, if 0.
    pub orders: u64,
}

impl Default for WatchOptions {
    fn default() -> WatchOptions {
        WatchOptions { sms: None, cycles: 0..u64::MAX, bin: None, over_time: true, issues: 0, orders: 0 }
    }
}

/// What an SM did in a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observation {
    /// The SM.
    pub sm: SmId,
    /// The launch, by its number in the run.
    pub launch: u64,
    /// Its kernel.
    pub kernel: String,
    /// Its first cycle, in those of the run.
    pub start: u64,
    /// Warps that the SM holds when it is full.
    pub full: u32,
    /// Sums over the launch.
    pub sums: Sums,
    /// Numbers over time: see [`RESIDENT`] and those after it.
    pub tracks: Tracks,
    /// How many phases the kernel's warps were in.
    pub phases: usize,
    /// CTAs that ended, in that order.
    pub ctas: Vec<CtaSpan>,
    /// When, and the CTAs that were there by their progress, the furthest first; ties by their number.
    pub orders: Vec<(u64, Vec<u64>)>,
    /// Instructions in the order of their issue.
    pub issues: Vec<Issued>,
}

/// The track of resident warps: those that have an instruction left to issue.
pub const RESIDENT: usize = 0;
/// The track of instructions in flight that neither go to memory nor use the load-store unit.
pub const COMPUTE: usize = 1;
/// The track of instructions in flight that go to memory: global, local, texture and atomic.
pub const MEMORY: usize = 2;
/// The track of warps that have an instruction in flight.
pub const IN_FLIGHT: usize = 3;
/// The first of the tracks of scheduler-cycles by [cause](warploom_gpu::counters::Cause).
pub const CAUSES: usize = 4;
/// The first of the tracks of warps by the phase of their next instruction.
pub const PHASES: usize = CAUSES + warploom_gpu::counters::Cause::ALL.len();

/// Sums over a launch on an SM.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sums {
    /// Resident warps, summed over cycles.
    pub resident: u64,
    /// Computing instructions in flight, summed over cycles.
    pub compute: u64,
    /// Memory instructions in flight, summed over cycles.
    pub memory: u64,
    /// Warps with an instruction in flight, summed over cycles.
    pub flying: u64,
    /// Cycles in which computing instructions were in flight, and none of memory.
    pub compute_only: u64,
    /// The other way round.
    pub memory_only: u64,
    /// Cycles with both.
    pub both: u64,
    /// Cycles with fewer resident warps than the SM holds, while CTAs were yet to begin.
    pub tail: u64,
}

impl Sums {
    /// The same of another SM or launch added.
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

/// When a CTA was on an SM.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct CtaSpan {
    /// Its number in the grid.
    pub cta: u64,
    /// The place it had.
    pub place: u8,
    /// Its first cycle.
    pub start: u64,
    /// The cycle in which all of it had ended.
    pub end: u64,
}

/// An instruction that was issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Issued {
    /// When.
    pub cycle: u64,
    /// By which scheduler.
    pub scheduler: SchedulerId,
    /// Of which warp.
    pub slot: Slot,
    /// The warp's CTA.
    pub cta: u64,
    /// Which.
    pub pc: Pc,
}

/// Gives SMs probes, and has what they saw.
#[derive(Debug)]
pub struct Watch {
    options: WatchOptions,
    seen: Arc<Mutex<Vec<Observation>>>,
}

impl Watch {
    /// One that watches this.
    pub fn new(options: WatchOptions) -> Watch {
        Watch { options, seen: Arc::default() }
    }

    /// A probe for an SM, if that is watched.
    pub fn probe(&self, sm: SmId) -> Option<Box<dyn Probe>> {
        let watched = self.options.sms.as_ref().is_none_or(|sms| sms.contains(&sm));
        watched.then(|| {
            Box::new(WatchProbe::new(sm, self.options.clone(), Arc::clone(&self.seen))) as Box<dyn Probe>
        })
    }

    /// What was seen by probes that are dropped by now, by launch and SM.
    pub fn take(&self) -> Vec<Observation> {
        let mut seen = std::mem::take(&mut *self.seen.lock().unwrap_or_else(PoisonError::into_inner));
        seen.sort_by_key(|seen| (seen.launch, seen.sm.0));
        seen
    }
}
