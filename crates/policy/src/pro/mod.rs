//! `pro`: warps in order of their CTA's progress, after the PRO paper.
//!
//! In the fast phase, while CTAs are undispatched, CTAs with finished warps go first, then CTAs with warps at a barrier, then the CTAs
//! with the most progress. So some CTAs finish early, and others take their place. In the slow phase, after the last CTA was
//! dispatched, CTAs with warps at a barrier go first, then those with the least progress. The warps of a CTA are sorted by progress,
//! too.
//!
//! One list has the CTAs in order of priority, and each CTA has a list of its warps. Events and a periodic timer sort the lists; a
//! pick walks them. Where the paper is silent, the book states the choice made here.

#[cfg(test)]
mod literal;
#[cfg(test)]
mod tests;
mod trial;

use crate::declaration::{Cost, WarpDeclaration};
use crate::parameter::Parameter;
use std::ops::RangeInclusive;
use trial::Trial;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{CtaSlot, SLOTS, SchedulerId, Slot, WarpSet};

const THRESHOLD: Parameter<u64> = Parameter::whole(
    "threshold",
    "cycles between two sorts of CTAs and warps by progress",
    1000,
    1..=1_000_000,
)
.sweep(&[100]);
const BARRIER: Parameter<BarrierMode> = Parameter::one_of(
    "barrier",
    "whether CTAs with warps at a barrier go first; auto measures which is better",
    &[("on", BarrierMode::On), ("off", BarrierMode::Off), ("auto", BarrierMode::Auto)],
);
const SAMPLE: Parameter<u64> = Parameter::whole(
    "sample",
    "cycles of an epoch in which barrier=auto counts issued instructions",
    1000,
    10..=1_000_000,
)
.sweep(&[250]);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "pro",
    "progress-aware: CTAs with finished warps first, then CTAs at a barrier, then the most progress; once all CTAs are dispatched, \
     the least progress",
    |values, sm| {
        let barrier = match values.get(BARRIER) {
            BarrierMode::On => Barrier::On,
            BarrierMode::Off => Barrier::Off,
            BarrierMode::Auto => Barrier::Auto { sample: values.get(SAMPLE) },
        };
        Box::new(Pro::new(values.get(THRESHOLD), barrier, sm.ctas))
    },
)
.origin("PRO, Anantpur and Govindarajan, IPDPS 2015: section III, Algorithm 1")
.parameters(&[&THRESHOLD, &BARRIER, &SAMPLE])
// III-E. The paper counts neither the timer nor the order of warps, which is in the scheduler's own list.
.cost(|values, sm| {
    let (warps, ctas) = (u64::from(sm.warps), u64::from(sm.ctas));
    let mut cost = vec![
        Cost::sm("progress of warps", warps, 32),
        Cost::sm("progress of CTAs", ctas, 32),
        Cost::sm("warps of a CTA at a barrier or finished", ctas, 8),
        Cost::sm("order of CTAs", ctas, 8),
    ];
    if values.get(BARRIER) == BarrierMode::Auto {
        cost.extend(Trial::COST);
    }
    cost
});

/// The words of the parameter `barrier`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BarrierMode {
    On,
    Off,
    Auto,
}

/// The treatment of CTAs with warps at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Barrier {
    On,
    Off,
    /// On or off, whichever issues more in trial epochs.
    Auto {
        sample: u64,
    },
}

/// The state of a CTA, which decides its priority (Fig. 3). The last two occur in the slow phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No warp is at a barrier or finished.
    NoWait,
    /// A warp is at a barrier.
    BarrierWait,
    /// A warp has finished.
    FinishWait,
    /// No warp is at a barrier; some may have finished.
    FinishNoWait,
    /// A warp is at a barrier.
    BarrierWait1,
}

impl State {
    /// The rank of the state: the lowest goes first.
    fn rank(self) -> u64 {
        match self {
            State::FinishWait => HIGH,
            State::BarrierWait | State::BarrierWait1 => MEDIUM,
            State::NoWait | State::FinishNoWait => LOW,
        }
    }
}

const HIGH: u64 = 0;
const MEDIUM: u64 = 1;
const LOW: u64 = 2;

#[derive(Clone, Copy)]
struct Cta {
    state: State,
    warps: WarpSet,
    /// The warps in order of priority.
    order: [Slot; SLOTS],
}

impl Cta {
    const NONE: Cta = Cta { state: State::NoWait, warps: WarpSet::EMPTY, order: [Slot(0); SLOTS] };

    /// Sorts the warps.
    fn sort(&mut self, by: impl Fn(Slot) -> u64) {
        let count = self.warps.len() as usize;
        // Equal progress: by slot. No two keys are equal.
        self.order[..count].sort_unstable_by_key(|&slot| (by(slot), slot));
    }

    /// The first of the CTA's warps that is in `among`.
    #[inline]
    fn first_of(&self, among: WarpSet) -> Option<Slot> {
        let own = self.warps & among;
        if own.len() <= 1 {
            return own.first();
        }
        self.order.iter().copied().find(|&slot| own.contains(slot))
    }
}

struct Pro {
    threshold: u64,
    /// By CTA slot.
    ctas: Vec<Cta>,
    /// Resident CTAs in order of priority.
    order: Vec<CtaSlot>,
    /// Whether CTAs are undispatched (the fast phase).
    fast: bool,
    /// Whether CTAs with warps at a barrier go first at present.
    barrier: bool,
    trial: Option<Trial>,
    /// Cycle of the next sort.
    next_sort: u64,
    /// Cycle of the next sort or epoch end.
    next_update: u64,
}

impl Pro {
    fn new(threshold: u64, barrier: Barrier, ctas: u32) -> Pro {
        let trial = match barrier {
            Barrier::Auto { sample } => Some(Trial::new(sample)),
            _ => None,
        };
        Pro {
            threshold,
            ctas: vec![Cta::NONE; ctas as usize],
            order: Vec::with_capacity(ctas as usize),
            fast: true,
            barrier: barrier != Barrier::Off,
            trial,
            // Algorithm 1, line 57: more than the threshold has passed.
            next_sort: threshold + 1,
            next_update: 0,
        }
    }

    /// The state of a CTA. A CTA with a finished warp and a warp at a barrier has the state of higher priority.
    fn state(&self, cta: CtaSlot, view: &SmView<'_>) -> State {
        let barrier = self.barrier && view.cta_at_barrier(cta) > 0;
        match (self.fast, barrier) {
            (true, _) if view.cta_finished(cta) > 0 => State::FinishWait,
            (true, true) => State::BarrierWait,
            (true, false) => State::NoWait,
            (false, true) => State::BarrierWait1,
            (false, false) => State::FinishNoWait,
        }
    }

    /// The sort key of a CTA. No two keys are equal.
    fn key(&self, cta: CtaSlot, view: &SmView<'_>) -> (u64, u32, u64, u64) {
        let state = self.ctas[cta.index()].state;
        let progress = view.cta_progress(cta);
        // A complement sorts in decreasing order.
        let (count, progress) = match state {
            State::FinishWait => (!view.cta_finished(cta), !progress),
            State::BarrierWait | State::BarrierWait1 => (!view.cta_at_barrier(cta), !progress),
            State::NoWait => (0, !progress),
            State::FinishNoWait => (0, progress),
        };
        (state.rank(), count, progress, view.cta_number(cta))
    }

    /// Sorts the CTAs of some ranks.
    fn sort(&mut self, ranks: RangeInclusive<u64>, view: &SmView<'_>) {
        let mut order = std::mem::take(&mut self.order);
        let rank = |cta: CtaSlot| self.ctas[cta.index()].state.rank();
        let from = order.partition_point(|&cta| rank(cta) < *ranks.start());
        let to = order.partition_point(|&cta| rank(cta) <= *ranks.end());
        order[from..to].sort_unstable_by_key(|&cta| self.key(cta, view));
        self.order = order;
    }

    /// Sorts the warps of CTAs in the states of low priority.
    fn sort_warps(&mut self, view: &SmView<'_>) {
        for &cta in &self.order {
            let cta = &mut self.ctas[cta.index()];
            match cta.state {
                State::NoWait => cta.sort(|slot| !view.progress(slot)),
                State::FinishNoWait => cta.sort(|slot| view.progress(slot)),
                _ => {}
            }
        }
    }

    /// Sorts a CTA's warps by increasing progress.
    fn sort_by_least_progress(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.ctas[cta.index()].sort(|slot| view.progress(slot));
    }

    /// Inserts a CTA at the place of its key.
    fn insert(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.ctas[cta.index()].state = self.state(cta, view);
        let own = self.key(cta, view);
        let at = self.order.iter().position(|&other| self.key(other, view) > own);
        self.order.insert(at.unwrap_or(self.order.len()), cta);
    }

    fn remove(&mut self, cta: CtaSlot) {
        self.order.retain(|&other| other != cta);
    }

    /// Moves a CTA whose state has changed.
    fn update_state(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if self.ctas[cta.index()].state != self.state(cta, view) {
            self.remove(cta);
            self.insert(cta, view);
        }
    }

    /// Sorts and changes phase if necessary.
    #[inline]
    fn update(&mut self, view: &SmView<'_>) {
        if view.now().0 >= self.next_update || view.ctas_undispatched() != self.fast {
            self.update_now(view);
        }
    }

    #[cold]
    fn update_now(&mut self, view: &SmView<'_>) {
        let now = view.now().0;
        if view.ctas_undispatched() != self.fast {
            self.change_phase(view);
        }
        if now >= self.next_sort {
            // Nothing issued in skipped cycles, so several sorts are one.
            let period = self.threshold + 1;
            self.next_sort += ((now - self.next_sort) / period + 1) * period;
            self.sort(LOW..=LOW, view);
            self.sort_warps(view);
        }
        if let Some(trial) = &mut self.trial {
            trial.advance(now);
        }
        self.apply_trial(view);
    }

    /// Changes between the fast and the slow phase, when the last CTA was dispatched or another launch starts.
    fn change_phase(&mut self, view: &SmView<'_>) {
        self.fast = view.ctas_undispatched();
        for at in 0..self.order.len() {
            let cta = self.order[at];
            self.ctas[cta.index()].state = self.state(cta, view);
        }
        let ctas = &self.ctas;
        self.order.sort_by_key(|cta| ctas[cta.index()].state.rank());
        // III-D: the merged CTAs are "sorted in increasing order of their progress", so that those with finished warps "get the least
        // priority". Lines 36 to 40 of Algorithm 1 only merge the lists; without a sort, these CTAs would stay first until the timer's.
        self.sort(MEDIUM..=LOW, view);
        self.sort_warps(view);
        self.restart_trial(view);
    }

    /// Restarts the trial: its counts are not comparable with those of the following epochs.
    fn restart_trial(&mut self, view: &SmView<'_>) {
        if let Some(trial) = &mut self.trial {
            trial.restart(view.now().0);
        }
        self.apply_trial(view);
    }

    /// Applies the trial's present setting of `barrier`.
    fn apply_trial(&mut self, view: &SmView<'_>) {
        let Some(trial) = &self.trial else {
            self.next_update = self.next_sort;
            return;
        };
        self.next_update = self.next_sort.min(trial.epoch_end());
        if self.barrier == trial.prioritizes_barriers() {
            return;
        }
        self.barrier = trial.prioritizes_barriers();
        for cta in view.ctas().filter(|&cta| view.cta_at_barrier(cta) > 0) {
            if self.barrier {
                self.sort_by_least_progress(cta, view);
            }
            self.update_state(cta, view);
        }
    }

    fn cta_launched(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if self.order.is_empty() {
            self.restart_trial(view);
        }
        let own = &mut self.ctas[cta.index()];
        own.warps = view.warps(cta);
        own.order.iter_mut().zip(own.warps.iter()).for_each(|(entry, slot)| *entry = slot);
        self.insert(cta, view);
    }

    fn cta_finished(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.remove(cta);
        // No CTA has taken its place, so the following epochs have fewer warps.
        if !self.fast || self.order.is_empty() {
            self.restart_trial(view);
        }
    }

    /// Handles a finished warp (`insertFinishWarp`).
    fn warp_finished(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if view.cta_finished(cta) == 1 {
            self.sort_by_least_progress(cta, view);
        }
        self.update_state(cta, view);
        self.sort(HIGH..=HIGH, view);
    }

    /// Handles a warp that arrives at a barrier (`insertBarrierWarp`).
    fn warp_at_barrier(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if let Some(trial) = &mut self.trial {
            trial.record_barrier();
        }
        if !self.barrier {
            return;
        }
        if view.cta_at_barrier(cta) == 1 {
            self.sort_by_least_progress(cta, view);
        }
        self.update_state(cta, view);
        self.sort(MEDIUM..=MEDIUM, view);
    }

    /// Handles a warp whose barrier opened. Other warps of the CTA can be at another barrier.
    fn warp_released(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.update_state(cta, view);
        if self.barrier && view.cta_at_barrier(cta) > 0 {
            self.sort(MEDIUM..=MEDIUM, view);
        }
    }
}

impl WarpPolicy for Pro {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.update(view);
        let issuable = view.issuable(scheduler);
        self.order.iter().find_map(|cta| self.ctas[cta.index()].first_of(issuable))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::Issued { .. } => {
                if let Some(trial) = &mut self.trial {
                    trial.record_issue();
                }
            }
            WarpEvent::CtaLaunched(cta) => {
                self.update(view);
                self.cta_launched(cta, view);
            }
            WarpEvent::CtaFinished(cta) => {
                self.update(view);
                self.cta_finished(cta, view);
            }
            WarpEvent::Finished(slot) => {
                self.update(view);
                self.warp_finished(view.cta(slot), view);
            }
            WarpEvent::AtBarrier(slot) => {
                self.update(view);
                self.warp_at_barrier(view.cta(slot), view);
            }
            WarpEvent::BarrierReleased(slot) => {
                self.update(view);
                self.warp_released(view.cta(slot), view);
            }
            _ => {}
        }
    }
}
