//! What the schedulers of an SM did, cycle by cycle, at the start of each kernel.

use std::any::Any;
use std::sync::Arc;
use warploom_gpu::counters::Cause;
use warploom_gpu::probe::{Probe, ProbeSet};
use warploom_gpu::{Cycle, SchedulerId, SmId};
use warploom_kernel::tape::Launch;

/// Consecutive cycles of a scheduler with the same cause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CauseSpan {
    /// The first cycle of the launch.
    pub from: u64,
    /// The cycle after the last.
    pub to: u64,
    pub cause: Cause,
}

/// The first cycles of a kernel on one SM.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SchedulerSpans {
    /// The kernel's symbol.
    pub kernel: String,
    /// By scheduler, its spans in order.
    pub schedulers: Vec<Vec<CauseSpan>>,
}

/// Cycles that are recorded of each kernel, from the first with a warp on the SM.
const CYCLES: u64 = 2000;

/// Spans that are recorded of a scheduler.
const SPANS: usize = 1500;

/// Probes that record the schedulers of SM 0 in the first launch of each kernel.
#[derive(Default)]
pub struct SpanProbes {
    found: Vec<SchedulerSpans>,
}

impl SpanProbes {
    /// The spans of each kernel, after the run.
    pub fn into_spans(self) -> Vec<SchedulerSpans> {
        self.found
    }
}

impl ProbeSet for SpanProbes {
    fn attach(&mut self, sm: SmId) -> Option<Box<dyn Probe>> {
        (sm == SmId(0)).then(|| Box::new(SpanProbe::default()) as Box<dyn Probe>)
    }

    fn detach(&mut self, _: SmId, probe: Box<dyn Probe>) {
        let probe: Box<dyn Any> = probe;
        self.found.extend(probe.downcast::<SpanProbe>().into_iter().flat_map(|probe| probe.kernels));
    }
}

#[derive(Default)]
struct SpanProbe {
    kernels: Vec<SchedulerSpans>,
    /// Whether the current launch is recorded.
    records: bool,
    /// By scheduler, the cycles of the launch so far.
    clocks: Vec<u64>,
    /// The cycle in which the first scheduler had a warp.
    start: Option<u64>,
}

impl Probe for SpanProbe {
    fn launch(&mut self, launch: &Arc<Launch>, _: u32, _: Cycle) {
        self.records = !self.kernels.iter().any(|known| known.kernel == launch.kernel);
        if self.records {
            self.kernels.push(SchedulerSpans { kernel: launch.kernel.clone(), schedulers: Vec::new() });
        }
        self.clocks.clear();
        self.start = None;
    }

    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, cycles: u64) {
        let at = scheduler.index();
        if self.clocks.len() <= at {
            self.clocks.resize(at + 1, 0);
        }
        let from = self.clocks[at];
        let to = from + cycles;
        self.clocks[at] = to;
        let Some(spans) = self.kernels.last_mut().filter(|_| self.records) else { return };
        if self.start.is_none() && !matches!(cause, Cause::Idle | Cause::Launch) {
            self.start = Some(from);
        }
        let Some(start) = self.start else { return };
        if from >= start + CYCLES {
            return;
        }
        if spans.schedulers.len() <= at {
            spans.schedulers.resize(at + 1, Vec::new());
        }
        let to = to.min(start + CYCLES);
        let spans = &mut spans.schedulers[at];
        let known = spans.len();
        match spans.last_mut() {
            Some(last) if last.cause == cause && last.to == from => last.to = to,
            _ if known >= SPANS => {}
            _ => spans.push(CauseSpan { from, to, cause }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_causes_merge_and_idle_cycles_before_the_first_warp_are_left_out() {
        let mut probe = SpanProbe::default();
        let launch = Arc::new(Launch::synthetic("k", Arc::default(), 1, 1));
        probe.launch(&launch, 1, Cycle(0));
        let causes = [(Cause::Idle, 10), (Cause::Issued, 1), (Cause::Issued, 1), (Cause::Barrier, 5_000)];
        causes.into_iter().for_each(|(cause, cycles)| probe.charge(SchedulerId(0), cause, cycles));
        // The second launch of a kernel is not recorded.
        probe.launch(&launch, 1, Cycle(6_000));
        probe.charge(SchedulerId(0), Cause::Issued, 1);
        let mut probes = SpanProbes::default();
        probes.detach(SmId(0), Box::new(probe));
        let span = |from, to, cause| CauseSpan { from, to, cause };
        let expected = vec![vec![span(10, 12, Cause::Issued), span(12, 2_010, Cause::Barrier)]];
        let found = probes.into_spans();
        assert_eq!(found, [SchedulerSpans { kernel: "k".to_owned(), schedulers: expected }]);
    }
}
