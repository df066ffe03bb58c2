//! Probes: observers of an SM that cannot alter the run.
//!
//! [`Probes`] gives each SM a probe before the run and holds them, in SM order, after it.

use crate::counters::Cause;
use crate::ids::{Cycle, SchedulerId, Slot, SmId, WarpSet};
use crate::policy::{SmView, WarpEvent};
use std::any::Any;
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;

/// Instruction that a warp issues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Issue {
    /// Scheduler that issues it.
    pub scheduler: SchedulerId,
    /// Warp that issues it.
    pub slot: Slot,
    /// Its address in the program.
    pub pc: Pc,
    pub class: Class,
    /// Active lanes.
    pub lanes: LaneMask,
}

/// Observer of an SM. One object observes one SM, through the view that policies have.
///
/// ```
/// use warploom_gpu::policy::SmView;
/// use warploom_gpu::probe::{Issue, Probe, Probes};
/// use warploom_gpu::simulation::Simulation;
/// use warploom_gpu::{SmId, machine};
/// # use warploom_gpu::policy::WarpPolicy;
/// # use warploom_gpu::{Class, CtaId, LaneMask, Launch, Pc, SchedulerId, Slot};
/// # use warploom_kernel::code::{Code, Instruction};
/// # use warploom_kernel::tape::{Cta, WarpTape, produce};
/// # struct First;
/// # impl WarpPolicy for First {
/// #     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
/// #         view.issuable(scheduler).first()
/// #     }
/// # }
/// # let instructions = vec![Instruction::new("exit", Class::Control)];
/// # let code = std::sync::Arc::new(Code { instructions, ..Code::default() });
/// # let mut tape = produce(1, move |sink| {
/// #     let mut warp = WarpTape::default();
/// #     warp.step(Pc(0), LaneMask(1));
/// #     let mut cta = Cta::new(CtaId(0));
/// #     cta.push(&warp);
/// #     let _ = sink.launch(Launch::synthetic("kernel", code, 1, 1));
/// #     let _ = sink.cta(cta);
/// #     Ok::<(), std::convert::Infallible>(())
/// # });
/// # let machine = machine::named("gtx480").expect("a built-in machine").machine();
///
/// /// Counts the issued instructions of an SM.
/// #[derive(Default)]
/// struct Issues(u64);
/// impl Probe for Issues {
///     fn issue(&mut self, _issue: Issue, _view: &SmView<'_>) {
///         self.0 += 1;
///     }
/// }
///
/// // Only the first SM has a probe.
/// let mut probes = Probes::new(|sm| (sm == SmId(0)).then(Issues::default));
/// Simulation::new(&machine, |_| Box::new(First)).probes(&mut probes).run(&mut tape)?;
/// let issued: Vec<_> = probes.into_inner().into_iter().map(|(sm, issues)| (sm, issues.0)).collect();
/// assert_eq!(issued, [(SmId(0), 1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Probe: Any + Send {
    /// A launch begins in cycle `start`. The SM can hold `ctas` of its CTAs.
    fn launch(&mut self, _launch: &Arc<Launch>, _ctas: u32, _start: Cycle) {}

    /// A scheduler's cycles are accounted for: the one of its turn, or those that [`Probe::pass`] reports next.
    fn charge(&mut self, _scheduler: SchedulerId, _cause: Cause, _cycles: u64) {}

    /// A warp issues an instruction. In the view it is still the warp's next one.
    fn issue(&mut self, _issue: Issue, _view: &SmView<'_>) {}

    /// An issued instruction completes in cycle `at`. Called once for each, as soon as the cycle is known.
    fn done(&mut self, _slot: Slot, _pc: Pc, _at: Cycle) {}

    /// All schedulers have had their turn in cycle `view.now()`.
    fn cycle(&mut self, _view: &SmView<'_>) {}

    /// The next `cycles` cycles have no events: the view does not change, and no warp can issue.
    fn pass(&mut self, _view: &SmView<'_>, _cycles: u64) {}

    /// An event of a warp, a CTA or the L1.
    fn observe(&mut self, _event: WarpEvent, _view: &SmView<'_>) {}
}

/// Source of the probes of a run, and their destination after it. [`Probes`] holds probes of one type, [`ProbeSets`] combines sets.
pub trait ProbeSet {
    /// Creates the probe of an SM, or none. Called once per SM, in order, when the first launch begins.
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>>;

    /// Receives the probe of an SM after the run, in SM order, whether the run succeeded or not.
    fn detach(&mut self, sm: SmId, probe: Box<dyn Probe>);
}

/// Probes of one type for the SMs of a run.
pub struct Probes<P, F> {
    make: F,
    probes: Vec<(SmId, P)>,
}

impl<P: Probe, F: FnMut(SmId) -> Option<P>> Probes<P, F> {
    /// Creates an empty set. `make` creates the probe of an SM, or none.
    pub fn new(make: F) -> Probes<P, F> {
        Probes { make, probes: Vec::new() }
    }

    /// Probes after the run, in SM order.
    pub fn into_inner(self) -> Vec<(SmId, P)> {
        self.probes
    }
}

impl<P: Probe, F: FnMut(SmId) -> Option<P>> ProbeSet for Probes<P, F> {
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>> {
        (self.make)(sm).map(|probe| Box::new(probe) as Box<dyn Probe>)
    }

    fn detach(&mut self, sm: SmId, probe: Box<dyn Probe>) {
        let probe: Box<dyn Any> = probe;
        // The set receives the probes that it created.
        self.probes.extend(probe.downcast().ok().map(|probe| (sm, *probe)));
    }
}

/// Several sets for one run: each SM has the probes of all of them.
pub struct ProbeSets<'a>(Vec<&'a mut dyn ProbeSet>);

impl<'a> ProbeSets<'a> {
    /// Combines sets. On each SM, probes observe in the order of their sets.
    pub fn new<const N: usize>(sets: [&'a mut dyn ProbeSet; N]) -> ProbeSets<'a> {
        ProbeSets(sets.into())
    }
}

impl<'a> From<Vec<&'a mut dyn ProbeSet>> for ProbeSets<'a> {
    fn from(sets: Vec<&'a mut dyn ProbeSet>) -> ProbeSets<'a> {
        ProbeSets(sets)
    }
}

impl ProbeSet for ProbeSets<'_> {
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>> {
        let probes: Vec<_> = self.0.iter_mut().map(|set| set.attach(sm)).collect();
        let any = probes.iter().any(Option::is_some);
        any.then(|| Box::new(Several(probes)) as Box<dyn Probe>)
    }

    fn detach(&mut self, sm: SmId, probe: Box<dyn Probe>) {
        let probe: Box<dyn Any> = probe;
        let Ok(several) = probe.downcast::<Several>() else { return };
        for (set, probe) in self.0.iter_mut().zip(several.0) {
            probe.into_iter().for_each(|probe| set.detach(sm, probe));
        }
    }
}

/// Probes of one SM, by set.
struct Several(Vec<Option<Box<dyn Probe>>>);

impl Several {
    fn each(&mut self, call: impl FnMut(&mut Box<dyn Probe>)) {
        self.0.iter_mut().flatten().for_each(call);
    }
}

impl Probe for Several {
    fn launch(&mut self, launch: &Arc<Launch>, ctas: u32, start: Cycle) {
        self.each(|probe| probe.launch(launch, ctas, start));
    }

    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, cycles: u64) {
        self.each(|probe| probe.charge(scheduler, cause, cycles));
    }

    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        self.each(|probe| probe.issue(issue, view));
    }

    fn done(&mut self, slot: Slot, pc: Pc, at: Cycle) {
        self.each(|probe| probe.done(slot, pc, at));
    }

    fn cycle(&mut self, view: &SmView<'_>) {
        self.each(|probe| probe.cycle(view));
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        self.each(|probe| probe.pass(view, cycles));
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.each(|probe| probe.observe(event, view));
    }
}

/// Consecutive cycles in which an SM had the same number of resident and issuable warps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Span {
    pub cycles: u64,
    /// Resident warps at the end of each cycle. A warp that has issued its last instruction is not resident, although its accesses
    /// may be in flight.
    pub resident: u32,
    /// Warps that could issue when their scheduler had its turn.
    pub issuable: u32,
}

/// Resident and issuable warps of an SM over time, from the first cycle of the run on. Launches follow each other without a gap;
/// between them are the cycles from the end of a launch's last CTA to the end of the window, without warps.
pub type Occupation = Vec<Span>;

/// Probe that records the [`Occupation`] of an SM.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OccupationProbe {
    spans: Occupation,
}

impl OccupationProbe {
    /// Occupation so far.
    pub fn occupation(&self) -> &[Span] {
        &self.spans
    }

    fn add(&mut self, span: Span) {
        match self.spans.last_mut() {
            Some(last) if (last.resident, last.issuable) == (span.resident, span.issuable) => {
                last.cycles += span.cycles;
            }
            _ => self.spans.push(span),
        }
    }
}

/// Number of warps in a set of each scheduler.
fn total(view: &SmView<'_>, set: impl Fn(SchedulerId) -> WarpSet) -> u32 {
    (0..view.schedulers()).map(|scheduler| set(SchedulerId(scheduler as u8)).len()).sum()
}

impl Probe for OccupationProbe {
    fn cycle(&mut self, view: &SmView<'_>) {
        let resident = total(view, |scheduler| view.resident(scheduler));
        let issuable = total(view, |scheduler| view.issuable(scheduler));
        self.add(Span { cycles: 1, resident, issuable });
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        let resident = total(view, |scheduler| view.resident(scheduler));
        self.add(Span { cycles, resident, issuable: 0 });
    }
}
