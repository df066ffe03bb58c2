//! The CTA dispatcher: sends a launch's CTAs to SMs as the CTA policy places them.
//!
//! Each SM has a CTA queue, because the dispatcher learns of completed CTAs only at the end of a window: a queued CTA takes
//! over a free slot without waiting for the dispatcher. Once every CTA is dispatched, the dispatcher balances the queues: SMs
//! with free slots receive CTAs from the longest queues, except pinned ones.
//!
//! If the machine has a `cta_interval`, the dispatcher releases one CTA per interval, in dispatch order: each CTA gets the
//! first cycle in which it may start. A queued CTA keeps its cycle when it moves to another SM.

use crate::abort::{LaunchAbort, TapeFailed};
use crate::core::{CtaQueue, QueuedCta};
use crate::ids::Cycle;
use crate::machine::Machine;
use crate::placement::{CtaPolicy, CtaSelector, GridView, Placement};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::{Cta, CtaLookup, CtaSet, Launch, Source};

pub(crate) fn lock_queue(queue: &Mutex<CtaQueue>) -> MutexGuard<'_, CtaQueue> {
    // A thread that panics while holding the lock ends the run anyway, so a poisoned queue is never read.
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The GPU-wide limit on the rate of CTA starts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartRate {
    /// Thousandths of a cycle between the starts of two CTAs; 0 without a limit.
    interval: u64,
    /// Earliest start of the next CTA, in thousandths of a cycle.
    next: u64,
}

impl StartRate {
    /// The limit of a machine.
    pub fn of(machine: &Machine) -> StartRate {
        let interval = machine.cta_interval.map_or(0, |cycles| (cycles * 1000.0).round() as u64);
        StartRate { interval, next: 0 }
    }

    /// Cycles from the first to the last start of this many CTAs, at least.
    pub fn span(self, ctas: u64) -> u64 {
        ctas.saturating_sub(1).saturating_mul(self.interval).div_ceil(1000)
    }

    /// First cycle, not before `now`, in which the next CTA may start.
    fn take(&mut self, now: u64) -> u64 {
        let start = self.next.max(now.saturating_mul(1000));
        self.next = start.saturating_add(self.interval);
        start.div_ceil(1000)
    }
}

/// CTAs that arrive at the dispatcher by halves.
#[derive(Clone, Copy, Debug)]
struct Halves {
    /// CTAs that have not arrived.
    waiting: u64,
    /// CTAs that have arrived and are not dispatched.
    left: u64,
    /// Cycles from the start of the launch to the arrival of these, and one more.
    delay: u64,
    /// First cycle of the launch.
    start: u64,
}

impl Halves {
    /// First cycle, not before `now`, in which the next CTA may start.
    fn take(&mut self, now: u64) -> u64 {
        if self.left == 0 {
            self.left = self.waiting.div_ceil(2);
            self.waiting -= self.left;
            self.delay += 1;
        }
        self.left = self.left.saturating_sub(1);
        now.max(self.start + self.delay - 1)
    }
}

pub(crate) struct CtaDispatcher<'a> {
    source: &'a mut dyn Source<Error = TapeFailed>,
    policy: &'a mut dyn CtaPolicy,
    launch: Arc<Launch>,
    /// Whether undispatched CTAs may remain.
    more: bool,
    /// CTAs that were dispatched or are missing from the tape.
    dispatched: CtaSet,
    /// Whether the policy has placed CTAs by id.
    by_id: bool,
    dispatched_count: u64,
    /// Number of CTAs that may be dispatched.
    limit: u64,
    start_rate: StartRate,
    halves: Option<Halves>,
    /// By SM, the number of resident and queued CTAs.
    assigned: Vec<u32>,
    ctas_per_sm: u32,
    /// CTAs of the current placement, as they are read from the source.
    batch: Vec<Cta>,
    pub completed: u64,
    /// The cycle after the last completion of a CTA.
    pub end: u64,
}

impl<'a> CtaDispatcher<'a> {
    pub fn new(
        source: &'a mut dyn Source<Error = TapeFailed>,
        policy: &'a mut dyn CtaPolicy,
        launch: Arc<Launch>,
        (sms, ctas_per_sm): (usize, u32),
        limit: u64,
        start_rate: StartRate,
        start: u64,
    ) -> CtaDispatcher<'a> {
        CtaDispatcher {
            source,
            policy,
            launch,
            more: limit > 0,
            dispatched: CtaSet::default(),
            by_id: false,
            dispatched_count: 0,
            limit,
            start_rate,
            halves: None,
            assigned: vec![0; sms],
            ctas_per_sm,
            batch: Vec::new(),
            completed: 0,
            end: start,
        }
    }

    /// The same dispatcher, whose CTAs arrive by halves: of those that wait, half (rounded up) in every cycle.
    pub fn by_halves(mut self, by_halves: bool) -> CtaDispatcher<'a> {
        self.halves =
            by_halves.then(|| Halves { waiting: self.launch.ctas(), left: 0, delay: 0, start: self.end });
        self
    }

    /// Starts the launch: notifies the policy, then dispatches the first CTAs, which start in cycle `at` at the earliest.
    pub fn begin(&mut self, queues: &[Mutex<CtaQueue>], at: u64) -> Result<(), LaunchAbort> {
        let (policy, view) = self.policy_and_view(at);
        policy.launch_begins(&view);
        self.dispatch(queues, at).map(|_| ())
    }

    /// Records that a CTA of an SM completed in a cycle.
    pub fn complete(&mut self, sm: usize, at: u64) {
        self.assigned[sm] -= 1;
        self.completed += 1;
        self.end = self.end.max(at + 1);
    }

    /// Whether all dispatched CTAs have completed and none is undispatched.
    pub fn is_done(&self) -> bool {
        !self.more && self.completed == self.dispatched_count
    }

    /// Whether the CTA limit left CTAs undispatched.
    pub fn is_cut_short(&mut self) -> Result<bool, TapeFailed> {
        if self.dispatched_count < self.limit {
            return Ok(false);
        }
        if !self.by_id {
            return Ok(self.source.cta()?.is_some());
        }
        while let Some(id) = self.view(0).next_undispatched(CtaId(0)) {
            if let CtaLookup::Cta(_) = self.source.cta_at(id)? {
                return Ok(true);
            }
            self.dispatched.insert(id);
        }
        Ok(false)
    }

    /// Whether CTAs remain undispatched or queued.
    pub fn has_more(&self) -> bool {
        self.more || self.assigned.iter().any(|&assigned| assigned > self.ctas_per_sm)
    }

    /// Number of undispatched CTAs if none is in flight, else 0.
    pub fn stranded(&self) -> u64 {
        let none = self.completed == self.dispatched_count;
        if self.more && none { self.view(0).undispatched() } else { 0 }
    }

    fn view(&self, now: u64) -> GridView<'_> {
        let CtaDispatcher { launch, assigned, ctas_per_sm, dispatched, .. } = self;
        GridView { now, launch, assigned, ctas_per_sm: *ctas_per_sm, dispatched }
    }

    fn policy_and_view(&mut self, now: u64) -> (&mut dyn CtaPolicy, GridView<'_>) {
        let CtaDispatcher { policy, launch, assigned, ctas_per_sm, dispatched, .. } = self;
        (&mut **policy, GridView { now, launch, assigned, ctas_per_sm: *ctas_per_sm, dispatched })
    }

    /// Dispatches CTAs until the policy declines. Returns whether any SM received a CTA.
    pub fn dispatch(&mut self, queues: &[Mutex<CtaQueue>], at: u64) -> Result<bool, LaunchAbort> {
        let mut any = false;
        while self.more {
            let (policy, view) = self.policy_and_view(at);
            let Some(placement) = policy.place(&view) else { break };
            if let Err(error) = view.check(placement) {
                return Err(LaunchAbort::IllegalPlacement { cycle: Cycle(at), error });
            }
            any |= self.enqueue(placement, queues, at)?;
        }
        Ok(!self.more && self.balance(queues) || any)
    }

    /// Appends the CTAs of a placement to the SM's queue. Returns whether there were any.
    fn enqueue(
        &mut self,
        placement: Placement,
        queues: &[Mutex<CtaQueue>],
        at: u64,
    ) -> Result<bool, LaunchAbort> {
        let Placement { ctas, count, sm, pinned } = placement;
        match ctas {
            CtaSelector::Next => self.read_next(count)?,
            CtaSelector::From(first) => self.read_from(first, count)?,
        }
        let count = self.batch.len() as u32;
        let mut queue = lock_queue(&queues[sm.0 as usize]);
        for (cta, slots_needed) in self.batch.drain(..).zip((1..=count).rev()) {
            let at = self.start_rate.take(at);
            let at = self.halves.as_mut().map_or(at, |halves| halves.take(at));
            queue.push_back(QueuedCta { at, cta, slots_needed, pinned });
        }
        self.assigned[sm.0 as usize] += count;
        Ok(count > 0)
    }

    /// Adds a CTA to the batch.
    fn add(&mut self, cta: Cta) {
        self.mark_dispatched(cta.id());
        self.batch.push(cta);
        self.dispatched_count += 1;
        self.more &= self.dispatched_count < self.limit;
    }

    fn mark_dispatched(&mut self, id: CtaId) {
        self.dispatched.insert(id);
        self.more &= self.dispatched.len() < self.launch.ctas();
    }

    /// Reads the next CTAs in tape order.
    fn read_next(&mut self, count: u32) -> Result<(), TapeFailed> {
        while self.more && self.batch.len() < count as usize {
            match self.source.cta()? {
                // Already dispatched by id.
                Some(cta) if self.by_id && self.dispatched.contains(cta.id()) => {}
                Some(cta) => self.add(cta),
                None => self.more = false,
            }
        }
        Ok(())
    }

    /// Reads CTAs with consecutive ids, none of which is dispatched.
    fn read_from(&mut self, CtaId(first): CtaId, count: u32) -> Result<(), LaunchAbort> {
        self.by_id = true;
        for id in (first..first + u64::from(count)).map(CtaId) {
            if !self.more {
                break;
            }
            match self.source.cta_at(id)? {
                CtaLookup::Cta(cta) => self.add(cta),
                CtaLookup::Missing => self.mark_dispatched(id),
                CtaLookup::ForwardOnly => return Err(LaunchAbort::ForwardOnly { cta: id }),
            }
        }
        Ok(())
    }

    /// Moves groups of CTAs from the longest queues to SMs with free slots. Returns whether any CTA moved.
    fn balance(&mut self, queues: &[Mutex<CtaQueue>]) -> bool {
        let mut any = false;
        if self.assigned.iter().all(|&assigned| assigned <= self.ctas_per_sm) {
            return any;
        }
        for to in 0..self.assigned.len() {
            while self.assigned[to] < self.ctas_per_sm {
                let free = self.ctas_per_sm - self.assigned[to];
                let gives = |sm: &usize| {
                    self.assigned[*sm] > self.ctas_per_sm
                        && last_group(&lock_queue(&queues[*sm]), free).is_some()
                };
                let longest = (0..self.assigned.len())
                    .filter(gives)
                    .max_by_key(|&sm| (self.assigned[sm], usize::MAX - sm));
                let Some(from) = longest else { break };
                let mut donor = lock_queue(&queues[from]);
                let Some(count) = last_group(&donor, free) else { break };
                let start = donor.len() - count as usize;
                lock_queue(&queues[to]).extend(donor.drain(start..));
                self.assigned[from] -= count;
                self.assigned[to] += count;
                any = true;
            }
        }
        any
    }
}

/// Size of the last group of CTAs in a queue that start together, if it is at most `limit` and not pinned.
fn last_group(queue: &CtaQueue, limit: u32) -> Option<u32> {
    let last = queue.back().filter(|queued| !queued.pinned)?;
    // Within a group, each CTA needs one free slot less than the CTA before it.
    let (mut count, mut slots_needed) = (1, last.slots_needed);
    for queued in queue.iter().rev().skip(1) {
        if queued.slots_needed != slots_needed + 1 {
            break;
        }
        (count, slots_needed) = (count + 1, queued.slots_needed);
    }
    Some(count).filter(|&count| count <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::named;

    fn rate(interval: Option<f64>) -> StartRate {
        let mut machine = named("v100").expect("a machine").machine();
        machine.cta_interval = interval;
        StartRate::of(&machine)
    }

    #[test]
    fn cta_starts_are_an_interval_apart_and_never_earlier() {
        for (interval, starts) in [
            (None, [7, 7, 7, 7, 7]),
            (Some(1.0), [7, 8, 9, 10, 11]),
            (Some(3.0), [7, 10, 13, 16, 19]),
            // Rounded up: 8.042, 9.084, 10.126, 11.168.
            (Some(1.042), [7, 9, 10, 11, 12]),
            (Some(0.25), [7, 8, 8, 8, 8]),
        ] {
            let mut rate = rate(interval);
            let span = rate.span(5);
            assert_eq!([0; 5].map(|_| rate.take(7)), starts, "{interval:?}");
            assert_eq!(span, starts[4] - starts[0], "{interval:?}");
        }
    }

    #[test]
    fn a_pause_of_the_dispatcher_saves_up_no_cta_starts() {
        let mut rate = rate(Some(10.0));
        assert_eq!([rate.take(0), rate.take(100), rate.take(100), rate.take(105)], [0, 100, 110, 120]);
    }
}
