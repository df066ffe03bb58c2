//! `two-level`: warps execute in fetch groups, one phase at a time.
//!
//! The SM, or each scheduler, has three queues: ready, active and pending.
//!
//! * Only warps in *ready* issue, round robin. A warp leaves ready when its next instruction starts a phase, when it blocks, and when
//!   it finishes.
//! * A warp that blocks on a long-latency result or at a barrier moves to *pending*, as does a warp at the start of a phase with any
//!   long-latency result in flight (`pending=all`). When all its results are back, it moves to the tail of active.
//! * Other warps at the start of a phase move to *active* directly. Active is sorted whenever a warp enters it: by launch
//!   (`order=gto`) or by the cycles to the end of the warp's phase (`order=phase`), of equals the oldest first. Its head fills free
//!   places in ready.
//!
//! The SM reports the issue before it reports that the warp is blocked. So a warp can pass through active and ready on its way to
//! pending, between two events of the same issue. No pick happens in between. The result is the same as if both events were
//! simultaneous, because a warp that moves to pending does not change the order of the others.

mod affinity;
mod queues;
#[cfg(test)]
mod tests;

use crate::declaration::{Cost, Per, WarpDeclaration};
use crate::parameter::{Parameter, Values};
use crate::phase::{self, BARRIER, BLOCKS, DISTANCE_BITS, LATENCIES};
use affinity::PhaseCounts;
use queues::{Order, Queues, Rank, Ties};
use warploom_gpu::machine::SmDescription;
use warploom_gpu::policy::{NextInstruction, SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot, WarpSet};

const READY: Parameter<u64> =
    Parameter::whole("ready", "most warps in the ready queue: the size of a fetch group", 6, 1..=64)
        .sweep(&[3]);
const ORDER: Parameter<OrderName> = Parameter::one_of(
    "order",
    "order of the active queue: arrival (rr), age (gto) or cycles to the end of the next phase",
    &[("rr", OrderName::Rr), ("gto", OrderName::Gto), ("phase", OrderName::Phase)],
);
const LEAVE: Parameter<Leave> = Parameter::one_of(
    "leave",
    "when a warp leaves the ready queue: at the start of a phase, or only when it blocks",
    &[("phase", Leave::AtPhaseStart), ("wait", Leave::WhenBlocked)],
);
const SCOPE: Parameter<Scope> = Parameter::one_of(
    "scope",
    "whether the SM has one set of queues, or each scheduler its own",
    &[("sm", Scope::Sm), ("scheduler", Scope::Scheduler)],
);
const PENDING: Parameter<Pending> = Parameter::one_of(
    "pending",
    "warps at the start of a phase that move to pending: those with any long-latency result in flight, or only those that wait for one",
    &[("all", Pending::AnyResult), ("needed", Pending::NeededResult)],
)
.reading();
const RANK: Parameter<Rank> = Parameter::one_of(
    "rank",
    "key of order=phase: cycles left in the warp's phase, or its whole length. They differ for warps that return from a barrier",
    &[("remaining", Rank::Remaining), ("whole", Rank::Whole)],
)
.reading();
const TIES: Parameter<Ties> = Parameter::one_of(
    "ties",
    "order of warps with the same key under order=phase: the oldest first, or the first to arrive",
    &[("oldest", Ties::Oldest), ("arrival", Ties::Arrival)],
)
.reading();
const AFFINITY: Parameter<bool> = Parameter::one_of(
    "affinity",
    "cta: active prefers warps whose CTA has finished warps, then warps whose CTA has warps in a later phase",
    &[("off", false), ("cta", true)],
);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "two-level",
    "two levels: a few ready warps issue round robin; at the start of a phase a warp is replaced by the head of the active queue, \
     which is in order of arrival, age or length of the next phase",
    |values, sm| Box::new(TwoLevel::new(Rules::new(values), sm.schedulers as usize)),
)
.origin("Awatramani, Zhu, Zambreno and Rover, PACT 2015, sections III-B and IV-B2, Fig. 8")
.parameters(&[&READY, &ORDER, &LEAVE, &SCOPE, &PENDING, &RANK, &TIES, &AFFINITY, &BLOCKS, &BARRIER, &LATENCIES])
.phases(phase::reading)
.cost(cost);

/// The words of the parameter `order`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderName {
    Rr,
    Gto,
    Phase,
}

/// When a warp leaves the ready queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leave {
    /// When its next instruction starts a phase.
    AtPhaseStart,
    /// When it is blocked on a long-latency result or at a barrier.
    WhenBlocked,
}

/// The warps at the start of a phase that move to pending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pending {
    /// Those with any long-latency result in flight.
    AnyResult,
    /// Those whose next instruction waits for one.
    NeededResult,
}

/// The hardware that one set of queues serves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    Scheduler,
    Sm,
}

/// Each entry of ready and active is a slot number. Pending has no order, so it needs one bit per warp.
fn cost(values: &Values<'_>, sm: &SmDescription) -> Vec<Cost> {
    let rules = Rules::new(values);
    let queues = if rules.scope == Scope::Sm { 1 } else { sm.schedulers };
    let slot = bits_of(sm.warps / queues);
    let warps = u64::from(sm.warps);
    let mut costs = vec![
        Cost::sm("ready queue: slots", u64::from(queues) * rules.size, slot),
        Cost::sm("active queue: slots", warps, slot),
        Cost::sm("pending warps", warps, 1),
    ];
    match rules.order {
        Order::Arrival => {}
        Order::Launch => costs.push(Cost::sm("active queue: age", warps, bits_of(sm.warps))),
        Order::Phase(_, ties) => {
            if ties == Ties::Oldest {
                costs.push(Cost::sm("active queue: age", warps, bits_of(sm.warps)));
            }
            costs.push(Cost::sm("active queue: phase length", warps, DISTANCE_BITS));
            costs.push(Cost { what: "phase length", bits: DISTANCE_BITS, count: 1, per: Per::Phase });
        }
    }
    if rules.affinity {
        costs.push(Cost::sm("phases that a warp has started", warps, PHASES_BITS));
        costs.push(Cost::sm(
            "maximum over a CTA's warps, and whether one finished",
            sm.ctas.into(),
            PHASES_BITS + 1,
        ));
    }
    costs
}

/// Bits of a phase count: distinguishes warps of a CTA that are up to 255 phases apart.
const PHASES_BITS: u64 = 8;

/// Bits of an index into `count` entries.
fn bits_of(count: u32) -> u64 {
    count.next_power_of_two().trailing_zeros().into()
}

/// The values of the parameters.
#[derive(Clone, Copy, Debug)]
struct Rules {
    size: u64,
    order: Order,
    leave: Leave,
    scope: Scope,
    pending: Pending,
    affinity: bool,
}

impl Rules {
    fn new(values: &Values<'_>) -> Rules {
        let order = match values.get(ORDER) {
            OrderName::Rr => Order::Arrival,
            OrderName::Gto => Order::Launch,
            OrderName::Phase => Order::Phase(values.get(RANK), values.get(TIES)),
        };
        Rules {
            size: values.get(READY),
            order,
            leave: values.get(LEAVE),
            scope: values.get(SCOPE),
            pending: values.get(PENDING),
            affinity: values.get(AFFINITY),
        }
    }
}

struct TwoLevel {
    rules: Rules,
    /// By scheduler, or one for the SM.
    queues: Vec<Queues>,
    phase_counts: PhaseCounts,
}

impl TwoLevel {
    fn new(rules: Rules, schedulers: usize) -> TwoLevel {
        let queues = vec![Queues::default(); if rules.scope == Scope::Sm { 1 } else { schedulers }];
        TwoLevel { rules, queues, phase_counts: PhaseCounts::default() }
    }

    /// Index of a scheduler's queues.
    fn index(&self, scheduler: SchedulerId) -> usize {
        if self.rules.scope == Scope::Sm { 0 } else { scheduler.index() }
    }

    fn queues(&self, scheduler: SchedulerId) -> &Queues {
        &self.queues[self.index(scheduler)]
    }

    /// Moves unblocked pending warps to active, and fills ready from the head of active.
    #[inline]
    fn update_queues(&mut self, scheduler: SchedulerId, view: &SmView<'_>) {
        let at = self.index(scheduler);
        let queues = &mut self.queues[at];
        let busy =
            view.long_pending(scheduler) | view.blocked_on_long(scheduler) | view.at_barrier(scheduler);
        let unblocked = (queues.pending & view.slots(scheduler)) - busy;
        for slot in unblocked.iter() {
            queues.activate(slot, self.rules.order, view);
        }
        while !queues.active.is_empty() && u64::from(queues.ready.len()) < self.rules.size {
            let Some(head) = queues.head(self.rules.affinity.then_some(&self.phase_counts), view) else {
                return;
            };
            queues.active.remove(head);
            queues.ready.insert(head);
        }
    }
}

impl WarpPolicy for TwoLevel {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let ready = self.queues(scheduler).ready & view.issuable(scheduler);
        match view.last_issued(scheduler) {
            Some(last) => ready.next_after(last),
            None => ready.first(),
        }
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let slot = match event {
            WarpEvent::CtaLaunched(cta) => return self.phase_counts.launch(cta, view),
            WarpEvent::Launched(slot)
            | WarpEvent::Issued { slot, .. }
            | WarpEvent::Blocked(slot)
            | WarpEvent::Released(slot)
            | WarpEvent::MemoryCompleted { slot, .. }
            | WarpEvent::StoreCompleted { slot, .. }
            | WarpEvent::AtBarrier(slot)
            | WarpEvent::BarrierReleased(slot)
            | WarpEvent::Finished(slot) => slot,
            _ => return,
        };
        let scheduler = view.scheduler(slot);
        let at = self.index(scheduler);
        let queues = &mut self.queues[at];
        match event {
            WarpEvent::Launched(_) => queues.activate(slot, self.rules.order, view),
            WarpEvent::Issued { .. } => match view.next(slot) {
                Some(NextInstruction { starts_phase: false, .. }) => return,
                Some(_) => {
                    self.phase_counts.count(slot, view);
                    if self.rules.leave == Leave::WhenBlocked {
                        return;
                    }
                    let expects = view.long_pending(scheduler).contains(slot);
                    if expects && self.rules.pending == Pending::AnyResult {
                        queues.suspend(slot);
                    } else {
                        queues.activate(slot, self.rules.order, view);
                    }
                }
                None => queues.remove(slot),
            },
            WarpEvent::Blocked(_) | WarpEvent::AtBarrier(_) => queues.suspend(slot),
            WarpEvent::Finished(_) => queues.remove(slot),
            _ => {}
        }
        self.update_queues(scheduler, view);
    }

    /// The ready warps. While ready has free places, also the blocked warps: they are the cause of the stall.
    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        let own = view.slots(scheduler);
        let queues = self.queues(scheduler);
        let (ready, pending) = (queues.ready & own, queues.pending & own);
        let room = u64::from(queues.ready.len()) < self.rules.size;
        if !(queues.active & own).is_empty() || !(room || ready.is_empty()) {
            return ready;
        }
        // A warp whose next instruction is ready while other results are in flight is held back by the policy.
        let held_back =
            view.long_pending(scheduler) - view.blocked_on_long(scheduler) - view.at_barrier(scheduler);
        ready | (pending - held_back)
    }
}
