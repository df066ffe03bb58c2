//! What warps did, cycle by cycle, as a trace that <https://ui.perfetto.dev> opens: 1 ns of the trace is 1 cycle.
//!
//! A [`Timeline`] gives some SMs probes, which keep what happens in some cycles, and writes it when the run is over.

mod event;
pub mod proto;
mod trace;
mod watch;

use event::SmEvents;
use std::io::{self, Write};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};
use warploom_gpu::SmId;
use warploom_gpu::probe::Probe;

/// Bytes that a trace may have: what a browser opens without effort.
pub const LIMIT: u64 = 100_000_000;

/// Events that all SMs together may keep: more than [`LIMIT`] has room for, so that memory is bounded too.
const EVENTS: usize = 6_000_000;

/// Watches some SMs in some cycles.
///
/// ```
/// use warploom_gpu::SmId;
/// use warploom_lab::timeline::{LIMIT, Timeline};
/// let timeline = Timeline::new(0..1000, &[SmId(0)]);
/// let probe = |sm: SmId| timeline.probe(sm);
/// // run_probed(…, Some(&probe)), which drops its probes.
/// assert!(probe(SmId(0)).is_some() && probe(SmId(1)).is_none());
/// let kept = timeline.write(&mut Vec::new(), LIMIT)?;
/// assert_eq!((kept.cycles, kept.instructions), (0..0, 0));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Timeline {
    cycles: Range<u64>,
    sms: Vec<SmId>,
    /// What probes saw that are dropped by now.
    kept: Arc<Mutex<Vec<SmEvents>>>,
}

/// What a trace holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimelineSummary {
    /// The cycles it shows.
    pub cycles: Range<u64>,
    /// Instructions that were issued in them, by the SMs it shows.
    pub instructions: u64,
    /// Its size.
    pub bytes: u64,
    /// Whether it ends where it does because there is no room for more.
    pub full: bool,
    /// The cycles that were simulated: a run's, and what was left of a window when each of its launches ended.
    pub simulated: u64,
}

impl Timeline {
    /// Shows these cycles of the run, of these SMs. The same SM twice is there once.
    pub fn new(cycles: Range<u64>, sms: &[SmId]) -> Timeline {
        let mut sms = sms.to_vec();
        sms.sort();
        sms.dedup();
        Timeline { cycles, sms, kept: Arc::default() }
    }

    /// A probe for an SM, if it is shown.
    pub fn probe(&self, sm: SmId) -> Option<Box<dyn Probe>> {
        let most = EVENTS / self.sms.len().max(1);
        let watch = || watch::Watch::new(sm, &self.cycles, most, Arc::clone(&self.kept));
        self.sms.contains(&sm).then(|| Box::new(watch()) as Box<dyn Probe>)
    }

    /// Writes what the probes saw, which are dropped by now, in at most `limit` bytes and what it takes to name the tracks: where
    /// these are full, the trace ends for all SMs at once.
    ///
    /// # Errors
    /// If `out` cannot be written to.
    pub fn write(&self, out: &mut dyn Write, limit: u64) -> io::Result<TimelineSummary> {
        let mut seen = std::mem::take(&mut *self.kept.lock().unwrap_or_else(PoisonError::into_inner));
        seen.sort_by_key(|seen| seen.sm);
        // Stable: what was told in order stays in order.
        seen.iter_mut().for_each(|seen| seen.events.sort_by_key(event::Event::order));
        trace::write(&seen, self.cycles.start, out, limit)
    }
}
