//! Probes: what watches a run without being able to alter it.

use crate::counters::Cause;
use crate::ids::{Cycle, SchedulerId, Slot, SmId, WarpSet};
use crate::policy::{SmView, WarpEvent};
use std::sync::{Arc, Mutex, PoisonError};
use warploom_kernel::class::Class;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;

/// Gives an SM its probe, if it is to be watched.
pub type ProbeOf<'a> = &'a dyn Fn(SmId) -> Option<Box<dyn Probe>>;

/// An instruction that a warp issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Issue {
    /// The scheduler.
    pub scheduler: SchedulerId,
    /// The warp.
    pub slot: Slot,
    /// Which of the program's instructions.
    pub pc: Pc,
    /// What kind of work it is.
    pub class: Class,
    /// The lanes that execute it.
    pub lanes: LaneMask,
}

/// Watches an SM. One object per SM; it sees what a policy sees and decides nothing.
pub trait Probe: Send {
    /// A launch begins: the cycles from `start` on are its. An SM can hold `ctas` of its CTAs.
    fn launch(&mut self, _launch: &Arc<Launch>, _ctas: u32, _start: Cycle) {}

    /// A scheduler's `cycles` are accounted for: the one it has its turn in, or those told by [`Probe::pass`] next.
    fn charge(&mut self, _scheduler: SchedulerId, _cause: Cause, _cycles: u64) {}

    /// A warp issues an instruction; in the view it is still its next.
    fn issue(&mut self, _issue: Issue, _view: &SmView<'_>) {}

    /// An instruction that a warp issued has its result, and is done, in cycle `at`: told once for each, as soon as it is known.
    fn done(&mut self, _slot: Slot, _pc: Pc, _at: Cycle) {}

    /// The schedulers have had their turn in cycle `view.now()`.
    fn cycle(&mut self, _view: &SmView<'_>) {}

    /// Nothing happens in the `cycles` from the first not yet told on: all stays as `view` has it, and no warp can issue.
    fn pass(&mut self, _view: &SmView<'_>, _cycles: u64) {}

    /// Something happened to a warp or CTA.
    fn observe(&mut self, _event: WarpEvent, _view: &SmView<'_>) {}
}

/// Several probes see the same.
impl Probe for Vec<Box<dyn Probe>> {
    fn launch(&mut self, launch: &Arc<Launch>, ctas: u32, start: Cycle) {
        self.iter_mut().for_each(|probe| probe.launch(launch, ctas, start));
    }

    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, cycles: u64) {
        self.iter_mut().for_each(|probe| probe.charge(scheduler, cause, cycles));
    }

    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        self.iter_mut().for_each(|probe| probe.issue(issue, view));
    }

    fn done(&mut self, slot: Slot, pc: Pc, at: Cycle) {
        self.iter_mut().for_each(|probe| probe.done(slot, pc, at));
    }

    fn cycle(&mut self, view: &SmView<'_>) {
        self.iter_mut().for_each(|probe| probe.cycle(view));
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        self.iter_mut().for_each(|probe| probe.pass(view, cycles));
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.iter_mut().for_each(|probe| probe.observe(event, view));
    }
}

/// Cycles in a row in which an SM was equally full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// How many.
    pub cycles: u64,
    /// Warps that were there, at the end of each cycle: one that has issued its last instruction is there no more, whatever is left
    /// of it to complete.
    pub resident: u32,
    /// Warps that could issue when their scheduler had its turn.
    pub issuable: u32,
}

/// Resident and issuable warps of an SM over time, from the run's first cycle on. Launches follow each other without a gap; what a
/// launch's last CTA left to be simulated of a window lies between them, with no warp there.
pub type Occupation = Vec<Span>;

/// Gives each SM a probe of its [`Occupation`], and has them all when the run is over.
///
/// ```
/// use warploom_gpu::SmId;
/// use warploom_gpu::probe::Occupations;
/// let occupations = Occupations::default();
/// let probe = |sm: SmId| Some(occupations.probe(sm));
/// // run(…, Some(&probe), …), which drops its probes.
/// drop(probe(SmId(0)));
/// assert_eq!(occupations.take(), [(SmId(0), vec![])]);
/// ```
#[derive(Default, Debug)]
pub struct Occupations {
    ended: Arc<Mutex<Vec<(SmId, Occupation)>>>,
}

impl Occupations {
    /// A probe for an SM.
    pub fn probe(&self, sm: SmId) -> Box<dyn Probe> {
        Box::new(Occupied { sm, spans: Vec::new(), ended: Arc::clone(&self.ended) })
    }

    /// What the probes saw that are dropped by now, in the order of SMs.
    pub fn take(&self) -> Vec<(SmId, Occupation)> {
        let mut ended = std::mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        ended.sort_by_key(|(sm, _)| sm.0);
        ended
    }
}

struct Occupied {
    sm: SmId,
    spans: Occupation,
    ended: Arc<Mutex<Vec<(SmId, Occupation)>>>,
}

impl Occupied {
    fn see(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if (last.resident, last.issuable) == (span.resident, span.issuable) => {
                last.cycles += span.cycles;
            }
            _ => self.spans.push(span),
        }
    }
}

/// The sum of something over schedulers.
fn sum(view: &SmView<'_>, of: impl Fn(SchedulerId) -> WarpSet) -> u32 {
    (0..view.schedulers()).map(|scheduler| of(SchedulerId(scheduler as u8)).len()).sum()
}

impl Probe for Occupied {
    fn cycle(&mut self, view: &SmView<'_>) {
        let resident = sum(view, |scheduler| view.resident(scheduler));
        let issuable = sum(view, |scheduler| view.issuable(scheduler));
        self.see(Span { cycles: 1, resident, issuable });
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        let resident = sum(view, |scheduler| view.resident(scheduler));
        self.see(Span { cycles, resident, issuable: 0 });
    }
}

impl Drop for Occupied {
    fn drop(&mut self) {
        let seen = (self.sm, std::mem::take(&mut self.spans));
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
    }
}
