//! `pro`: warps by the progress of their CTAs, after the PRO paper.
//!
//! While CTAs are yet to begin (the fast phase), a CTA goes before others once one of its warps has ended, then if one waits at
//! a barrier, then the further it has come: so some end soon, and others take their place. When the last has begun (the slow
//! phase), those that wait at a barrier go first, then the less a CTA has done. Within a CTA, warps go by progress too.
//!
//! The CTAs are kept in one list, in the order of their priority, and each CTA's warps in another. Events and, every so many
//! cycles, a timer bring them into order; a pick goes through them. Where the paper is silent, the book says what is done here.

#[cfg(test)]
mod literal;
#[cfg(test)]
mod tests;
mod trial;

use crate::{Cost, Declaration, Parameter, Range, Value};
use std::ops::RangeInclusive;
use trial::Trial;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{CtaSlot, SLOTS, SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "pro",
    about: "by progress: CTAs with ended warps first, then those at a barrier, then the furthest, or, once no CTA is yet to \
            begin, the least far",
    origin: "PRO, Anantpur and Govindarajan, IPDPS 2015: section III, Algorithm 1",
    parameters: &[
        Parameter {
            name: "threshold",
            about: "cycles after which CTAs and warps are sorted by progress again",
            default: Value::Whole(1000),
            range: Range::Whole(1, 1_000_000),
            tries: &[100],
        },
        Parameter {
            name: "barrier",
            about: "whether CTAs with warps at a barrier go first; auto finds out which is better",
            default: Value::Word("on"),
            range: Range::OneOf(&["on", "off", "auto"]),
            tries: &[],
        },
        Parameter {
            name: "sample",
            about: "cycles for which barrier=auto counts what is issued, before it tries the other",
            default: Value::Whole(1000),
            range: Range::Whole(10, 1_000_000),
            tries: &[250],
        },
    ],
    // III-E. The paper counts neither the timer nor the order of warps: those it has in the scheduler's own list.
    cost: |values, sm| {
        let (warps, ctas) = (u64::from(sm.warps), u64::from(sm.ctas));
        let mut cost = vec![
            Cost::sm("progress of warps", warps, 32),
            Cost::sm("progress of CTAs", ctas, 32),
            Cost::sm("warps of a CTA at a barrier or ended", ctas, 8),
            Cost::sm("order of CTAs", ctas, 8),
        ];
        if values.word("barrier") == "auto" {
            cost.extend(Trial::COST);
        }
        cost
    },
    make: |values, sm| {
        let barrier = match values.word("barrier") {
            "on" => Barrier::On,
            "off" => Barrier::Off,
            _ => Barrier::Auto { sample: values.whole("sample") },
        };
        Box::new(Pro::new(values.whole("threshold"), barrier, sm.ctas))
    },
};

/// Whether barriers are handled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Barrier {
    On,
    Off,
    /// As turns out to be better.
    Auto {
        sample: u64,
    },
}

/// What a CTA's priority is by (Fig. 3). The last two are those of the slow phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Its warps wait for none of the others.
    NoWait,
    /// A warp waits at a barrier.
    BarrierWait,
    /// A warp has ended.
    FinishWait,
    /// No warp waits at a barrier; some may have ended.
    FinishNoWait,
    /// A warp waits at a barrier.
    BarrierWait1,
}

impl State {
    /// The first go first.
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
    /// Its warps, in the order of their priority.
    order: [Slot; SLOTS],
}

impl Cta {
    const NONE: Cta = Cta { state: State::NoWait, warps: WarpSet::EMPTY, order: [Slot(0); SLOTS] };

    /// Sorts the warps.
    fn sort(&mut self, by: impl Fn(Slot) -> u64) {
        let count = self.warps.len() as usize;
        // Alike, they go by their slots: no two are the same.
        self.order[..count].sort_unstable_by_key(|&slot| (by(slot), slot));
    }

    /// The first of its warps among some.
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
    /// By its place.
    ctas: Vec<Cta>,
    /// Those on the SM, in the order of their priority.
    order: Vec<CtaSlot>,
    /// Whether it is the fast phase.
    fast: bool,
    /// Whether barriers are handled at present.
    barrier: bool,
    trial: Option<Trial>,
    /// When the next sort is due.
    sort: u64,
    /// When something is due: the sort, or a decision of the trial.
    due: u64,
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
            sort: threshold + 1,
            due: 0,
        }
    }

    /// The state a CTA is in. One that has both an ended warp and one at a barrier has the state of the higher priority.
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

    /// What CTAs are sorted by: no two are the same.
    fn key(&self, cta: CtaSlot, view: &SmView<'_>) -> (u64, u32, u64, u64) {
        let state = self.ctas[cta.index()].state;
        let progress = view.cta_progress(cta);
        // What is to go by decreasing numbers goes by increasing complements.
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

    /// Sorts the warps of the CTAs that wait for nothing.
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

    /// Puts the least far of a CTA's warps first.
    fn least_first(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.ctas[cta.index()].sort(|slot| view.progress(slot));
    }

    /// Puts a CTA among the others: ahead of the first that it goes before.
    fn insert(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.ctas[cta.index()].state = self.state(cta, view);
        let own = self.key(cta, view);
        let at = self.order.iter().position(|&other| self.key(other, view) > own);
        self.order.insert(at.unwrap_or(self.order.len()), cta);
    }

    fn remove(&mut self, cta: CtaSlot) {
        self.order.retain(|&other| other != cta);
    }

    /// Moves a CTA if its state is another now.
    fn settle(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if self.ctas[cta.index()].state != self.state(cta, view) {
            self.remove(cta);
            self.insert(cta, view);
        }
    }

    /// Does what is due by now.
    #[inline]
    fn keep_up(&mut self, view: &SmView<'_>) {
        if view.now().0 >= self.due || view.ctas_undispatched() != self.fast {
            self.catch_up(view);
        }
    }

    #[cold]
    fn catch_up(&mut self, view: &SmView<'_>) {
        let now = view.now().0;
        if now >= self.sort {
            // Nothing was issued in cycles that were passed over: several sorts are as one.
            let period = self.threshold + 1;
            self.sort += ((now - self.sort) / period + 1) * period;
            self.sort(LOW..=LOW, view);
            self.sort_warps(view);
        }
        if view.ctas_undispatched() != self.fast {
            self.change_phase(view);
        }
        if let Some(trial) = &mut self.trial {
            trial.pass(now);
        }
        self.follow(view);
    }

    /// The last CTA has begun; or the first of another launch, when there are none of the one before.
    fn change_phase(&mut self, view: &SmView<'_>) {
        self.fast = view.ctas_undispatched();
        for at in 0..self.order.len() {
            let cta = self.order[at];
            self.ctas[cta.index()].state = self.state(cta, view);
        }
        self.sort(HIGH..=LOW, view);
        self.sort_warps(view);
        self.restart(view);
    }

    /// What the trial has counted does not compare with what comes.
    fn restart(&mut self, view: &SmView<'_>) {
        if let Some(trial) = &mut self.trial {
            trial.restart(view.now().0);
        }
        self.follow(view);
    }

    /// Handles barriers, or does not, as the trial has it.
    fn follow(&mut self, view: &SmView<'_>) {
        let Some(trial) = &self.trial else {
            self.due = self.sort;
            return;
        };
        self.due = self.sort.min(trial.end());
        if self.barrier == trial.handles() {
            return;
        }
        self.barrier = trial.handles();
        for cta in view.ctas().filter(|&cta| view.cta_at_barrier(cta) > 0) {
            if self.barrier {
                self.least_first(cta, view);
            }
            self.settle(cta, view);
        }
    }

    fn launched(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if self.order.is_empty() {
            self.restart(view);
        }
        let own = &mut self.ctas[cta.index()];
        own.warps = view.warps(cta);
        own.order.iter_mut().zip(own.warps.iter()).for_each(|(place, slot)| *place = slot);
        self.insert(cta, view);
    }

    fn ended(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.remove(cta);
        // Nothing comes in its place, or nothing has yet: what follows is done by fewer warps.
        if !self.fast || self.order.is_empty() {
            self.restart(view);
        }
    }

    /// A warp of a CTA has ended: `insertFinishWarp`.
    fn finished(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if view.cta_finished(cta) == 1 {
            self.least_first(cta, view);
        }
        self.settle(cta, view);
        self.sort(HIGH..=HIGH, view);
    }

    /// A warp of a CTA is at a barrier: `insertBarrierWarp`.
    fn at_barrier(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        if let Some(trial) = &mut self.trial {
            trial.at_barrier();
        }
        if !self.barrier {
            return;
        }
        if view.cta_at_barrier(cta) == 1 {
            self.least_first(cta, view);
        }
        self.settle(cta, view);
        self.sort(MEDIUM..=MEDIUM, view);
    }

    /// A warp of a CTA waits at a barrier no more. Others may, at another barrier.
    fn released(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.settle(cta, view);
        if self.barrier && view.cta_at_barrier(cta) > 0 {
            self.sort(MEDIUM..=MEDIUM, view);
        }
    }
}

impl WarpPolicy for Pro {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.keep_up(view);
        let issuable = view.issuable(scheduler);
        self.order.iter().find_map(|cta| self.ctas[cta.index()].first_of(issuable))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::Issued(_) => {
                if let Some(trial) = &mut self.trial {
                    trial.issued();
                }
            }
            WarpEvent::CtaLaunched(cta) => {
                self.keep_up(view);
                self.launched(cta, view);
            }
            WarpEvent::CtaFinished(cta) => {
                self.keep_up(view);
                self.ended(cta, view);
            }
            WarpEvent::Finished(slot) => {
                self.keep_up(view);
                self.finished(view.cta(slot), view);
            }
            WarpEvent::AtBarrier(slot) => {
                self.keep_up(view);
                self.at_barrier(view.cta(slot), view);
            }
            WarpEvent::BarrierReleased(slot) => {
                self.keep_up(view);
                self.released(view.cta(slot), view);
            }
            _ => {}
        }
    }
}
