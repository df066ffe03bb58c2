//! Timelines: the activity of warps cycle by cycle, as a trace for <https://ui.perfetto.dev>. 1 ns of the trace is 1 cycle.
//!
//! A [`Timeline`] attaches probes to some SMs, which record events in some cycles, and writes the trace after the run.

mod event;
pub mod proto;
mod trace;
mod watch;

use event::SmEvents;
use std::any::Any;
use std::io::{self, Write};
use std::ops::Range;
use warploom_gpu::SmId;
use warploom_gpu::probe::{Probe, ProbeSet};
use warploom_lab::watch::TimelineRecorder;

/// The maximum size of a trace, in bytes: a browser opens it without effort.
pub const LIMIT: u64 = 100_000_000;

/// The maximum number of recorded events of all SMs: more than [`LIMIT`] holds, to bound memory too.
const EVENTS: usize = 6_000_000;

/// A recorder of some SMs in some cycles.
///
/// ```
/// use warploom_gpu::SmId;
/// use warploom_report::timeline::{LIMIT, Timeline};
/// let mut timeline = Timeline::new(0..1000, &[SmId(0)]);
/// // run_probed(…, Some(&mut timeline)) fills it. Here nothing was launched.
/// let kept = timeline.write(&mut Vec::new(), LIMIT)?;
/// assert_eq!((kept.cycles, kept.instructions), (0..0, 0));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Timeline {
    cycles: Range<u64>,
    sms: Vec<SmId>,
    /// The events of each SM, after the run.
    events: Vec<SmEvents>,
}

/// The contents of a written trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimelineSummary {
    /// The cycles of the trace.
    pub cycles: Range<u64>,
    /// Instructions issued in these cycles by the recorded SMs.
    pub instructions: u64,
    /// The size in bytes.
    pub bytes: u64,
    /// Whether the trace ends early because it is full.
    pub full: bool,
    /// The simulated cycles: those of the run, and the rest of the last window of each launch.
    pub simulated: u64,
}

impl Timeline {
    /// A recorder of these cycles and SMs. Duplicate SMs are ignored.
    pub fn new(cycles: Range<u64>, sms: &[SmId]) -> Timeline {
        let mut sms = sms.to_vec();
        sms.sort();
        sms.dedup();
        Timeline { cycles, sms, events: Vec::new() }
    }

    /// Writes the events of the run, in at most `limit` bytes plus the names of the tracks. A full trace ends in the same
    /// cycle for all SMs.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&mut self, out: &mut dyn Write, limit: u64) -> io::Result<TimelineSummary> {
        let mut sms = std::mem::take(&mut self.events);
        sms.sort_by_key(|sm| sm.sm);
        // Stable: events that were reported in order stay in order.
        sms.iter_mut().for_each(|sm| sm.events.sort_by_key(event::Event::order));
        trace::write(&sms, self.cycles.start, out, limit)
    }
}

impl ProbeSet for Timeline {
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>> {
        let most = EVENTS / self.sms.len().max(1);
        let watch = || watch::Watch::new(sm, &self.cycles, most);
        self.sms.contains(&sm).then(|| Box::new(watch()) as Box<dyn Probe>)
    }

    fn detach(&mut self, _sm: SmId, probe: Box<dyn Probe>) {
        let probe: Box<dyn Any> = probe;
        self.events.extend(probe.downcast::<watch::Watch>().ok().map(|watch| watch.finish()));
    }
}

/// Makes a recorder for studies that keep timelines.
pub fn recorder(cycles: Range<u64>, sms: &[SmId]) -> Box<dyn TimelineRecorder> {
    Box::new(Timeline::new(cycles, sms))
}

impl TimelineRecorder for Timeline {
    fn content(&mut self) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        self.write(&mut content, LIMIT)?;
        Ok(content)
    }
}
