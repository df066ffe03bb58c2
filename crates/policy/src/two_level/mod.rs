//! `two-level`: warps proceed in fetch groups, a phase at a time.
//!
//! There are three queues, of each scheduler or of the SM. Only warps in *ready* issue, round robin. A warp leaves it
//! when its next instruction begins a phase, when it has to wait, and when it has ended. If it waits, for a long-latency result or
//! at a barrier, it goes to *pending*, and from there, once all its results are back, to the tail of *active*. If it
//! does not, it goes to active at once. Active is sorted whenever a warp comes to it, and its head fills the places in ready.
//!
//! A machine tells that a warp issued before it tells that the warp now waits. So a warp may pass through active, and even be
//! back in ready, on its way to pending: between two events of the same issue, when nobody is asked to pick. Where it ends up is the same as
//! if both had been known at once, since a warp that goes to pending leaves the others in the order they had.

mod affinity;
mod queues;
#[cfg(test)]
mod tests;

use crate::phase::DISTANCE_BITS;
use crate::{Cost, Declaration, Parameter, Per, Range, Value, Values};
use affinity::Begun;
use queues::{Order, Queues};
use warploom_gpu::machine::SmDescription;
use warploom_gpu::policy::{NextInstruction, SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "two-level",
    about: "two levels: a few ready warps issue round robin; between two phases a warp makes room for the first of those that \
            wait for nothing, which are in order of arrival, of launch, or of the length of their next phase",
    origin: "Awatramani, Zhu, Zambreno and Rover, PACT 2015, sections III-B and IV-B2, Fig. 8",
    parameters: &[
        Parameter {
            name: "ready",
            about: "warps that are ready at most: the size of a fetch group",
            default: Value::Whole(6),
            range: Range::Whole(1, 64),
            tries: &[3],
        },
        Parameter {
            name: "order",
            about: "which becomes ready next: the first to arrive (rr), the oldest (gto), the one with the shortest next phase",
            default: Value::Word("rr"),
            range: Range::OneOf(&["rr", "gto", "phase"]),
            tries: &[],
        },
        Parameter {
            name: "leave",
            about: "when a warp makes room: wherever its next phase begins, or only when it has to wait",
            default: Value::Word("phase"),
            range: Range::OneOf(&["phase", "wait"]),
            tries: &[],
        },
        Parameter {
            name: "scope",
            about: "whether each scheduler has its queues, or the SM has them for all",
            default: Value::Word("scheduler"),
            range: Range::OneOf(&["scheduler", "sm"]),
            tries: &[],
        },
        Parameter {
            name: "affinity",
            about: "cta: those come first whose CTA has warps that have ended, then those whose CTA has warps in a further phase",
            default: Value::Word("off"),
            range: Range::OneOf(&["off", "cta"]),
            tries: &[],
        },
    ],
    cost,
    make: |values, sm| Box::new(TwoLevel::new(Rules::new(values), sm.schedulers as usize)),
};

/// A slot's number for each entry of a queue. Pending has no order: a bit for each warp.
fn cost(values: &Values, sm: &SmDescription) -> Vec<Cost> {
    let rules = Rules::new(values);
    let queues = if rules.per_sm { 1 } else { sm.schedulers };
    let slot = bits_of(sm.warps / queues);
    let warps = u64::from(sm.warps);
    let mut costs = vec![
        Cost::sm("ready queue: slots", u64::from(queues) * rules.size, slot),
        Cost::sm("active queue: slots", warps, slot),
        Cost::sm("pending warps", warps, 1),
    ];
    match rules.order {
        Order::Arrival => {}
        Order::Launch => costs.push(Cost::sm("active queue: order of launch", warps, bits_of(sm.warps))),
        Order::Length => {
            costs.push(Cost::sm("active queue: phase length", warps, DISTANCE_BITS));
            costs.push(Cost { what: "phase length", bits: DISTANCE_BITS, count: 1, per: Per::Phase });
        }
    }
    if rules.affinity {
        costs.push(Cost::sm("phases a warp has begun", warps, PHASES_BITS));
        costs.push(Cost::sm(
            "the most of a CTA's warps, and whether one ended",
            sm.ctas.into(),
            PHASES_BITS + 1,
        ));
    }
    costs
}

/// Enough to tell warps of a CTA apart that are up to so many phases from each other.
const PHASES_BITS: u64 = 8;

/// Bits that number so many things.
fn bits_of(things: u32) -> u64 {
    things.next_power_of_two().trailing_zeros().into()
}

/// Its parameters.
#[derive(Clone, Copy, Debug)]
struct Rules {
    size: u64,
    order: Order,
    /// Whether a warp leaves only when it has to wait.
    stays: bool,
    per_sm: bool,
    affinity: bool,
}

impl Rules {
    fn new(values: &Values) -> Rules {
        let order = match values.word("order") {
            "gto" => Order::Launch,
            "phase" => Order::Length,
            _ => Order::Arrival,
        };
        Rules {
            size: values.whole("ready"),
            order,
            stays: values.word("leave") == "wait",
            per_sm: values.word("scope") == "sm",
            affinity: values.word("affinity") == "cta",
        }
    }
}

struct TwoLevel {
    rules: Rules,
    /// Of each scheduler, or one for all of them.
    queues: Vec<Queues>,
    begun: Begun,
}

impl TwoLevel {
    fn new(rules: Rules, schedulers: usize) -> TwoLevel {
        let queues = vec![Queues::default(); if rules.per_sm { 1 } else { schedulers }];
        TwoLevel { rules, queues, begun: Begun::default() }
    }

    /// Where a scheduler's queues are.
    fn place(&self, scheduler: SchedulerId) -> usize {
        if self.rules.per_sm { 0 } else { scheduler.index() }
    }

    fn queues(&self, scheduler: SchedulerId) -> &Queues {
        &self.queues[self.place(scheduler)]
    }

    /// What came back from memory or a barrier becomes active, and what is first becomes ready.
    #[inline]
    fn settle(&mut self, scheduler: SchedulerId, view: &SmView<'_>) {
        let at = self.place(scheduler);
        let queues = &mut self.queues[at];
        // Mostly an event says who is back. But a load may turn out to need nothing of memory, and nobody is told.
        let busy =
            view.long_pending(scheduler) | view.blocked_on_long(scheduler) | view.at_barrier(scheduler);
        let back = (queues.pending & view.slots(scheduler)) - busy;
        for slot in back.iter() {
            queues.activate(slot, self.rules.order, view);
        }
        while !queues.active.is_empty() && u64::from(queues.ready.len()) < self.rules.size {
            let Some(head) = queues.head(self.rules.affinity.then_some(&self.begun), view) else { return };
            queues.active.remove(head);
            queues.ready.insert(head);
        }
    }
}

impl WarpPolicy for TwoLevel {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.settle(scheduler, view);
        let ready = self.queues(scheduler).ready & view.issuable(scheduler);
        match view.last_issued(scheduler) {
            Some(last) => ready.next_after(last),
            None => ready.first(),
        }
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let slot = match event {
            WarpEvent::CtaLaunched(cta) => return self.begun.launch(cta, view),
            WarpEvent::Launched(slot)
            | WarpEvent::Issued(slot)
            | WarpEvent::Blocked(slot)
            | WarpEvent::Released(slot)
            | WarpEvent::MemoryCompleted(slot)
            | WarpEvent::StoreCompleted(slot)
            | WarpEvent::AtBarrier(slot)
            | WarpEvent::BarrierReleased(slot)
            | WarpEvent::Finished(slot) => slot,
            _ => return,
        };
        let scheduler = view.scheduler(slot);
        let at = self.place(scheduler);
        let queues = &mut self.queues[at];
        match event {
            WarpEvent::Launched(_) => queues.activate(slot, self.rules.order, view),
            WarpEvent::Issued(_) => match view.next(slot) {
                Some(NextInstruction { starts_phase: false, .. }) => return,
                Some(_) => {
                    self.begun.count(slot, view);
                    if self.rules.stays {
                        return;
                    }
                    queues.activate(slot, self.rules.order, view);
                }
                None => queues.forget(slot),
            },
            WarpEvent::Blocked(_) | WarpEvent::AtBarrier(_) => queues.suspend(slot),
            WarpEvent::Finished(_) => queues.forget(slot),
            _ => {}
        }
        self.settle(scheduler, view);
    }

    /// The ready ones. While there is room for more, those also that wait: it is they that are waited for.
    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        let own = view.slots(scheduler);
        let queues = self.queues(scheduler);
        let (ready, pending) = (queues.ready & own, queues.pending & own);
        let room = u64::from(queues.ready.len()) < self.rules.size;
        if !(queues.active & own).is_empty() || !(room || ready.is_empty()) {
            return ready;
        }
        // One that could go on, but for other results that are under way, is kept from it.
        let kept =
            view.long_pending(scheduler) - view.blocked_on_long(scheduler) - view.at_barrier(scheduler);
        ready | (pending - kept)
    }
}
