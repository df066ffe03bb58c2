//! `swl`: static wavefront limiting.
//!
//! Rogers, O'Connor and Aamodt, "Cache-Conscious Wavefront Scheduling" (MICRO 2012), compare with it: only so many warps may issue;
//! when one of them ends, the next takes its place. Among them it is greedy then oldest, as GPGPU-Sim's `warp_limiting` is.
//!
//! The limit is for each scheduler, and the warps are its oldest. (The paper's cores have one scheduler; GPGPU-Sim has the limit
//! per scheduler as well.) A warp that waits at a barrier makes way for the next oldest, as in GPGPU-Sim, where it is sorted behind
//! all others: a CTA of more warps than the limit would else wait for ever.

use crate::{Cost, Declaration, Parameter, Range, Value};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "swl",
    about: "static wavefront limiting: only the oldest few warps of a scheduler issue, greedy then oldest; a warp at a barrier makes \
            way",
    origin: "Rogers, O'Connor and Aamodt, Cache-Conscious Wavefront Scheduling, MICRO 2012; GPGPU-Sim's warp_limiting",
    parameters: &[Parameter {
        name: "n",
        about: "warps of a scheduler that may issue",
        default: Value::Whole(8),
        range: Range::Whole(1, 64),
        tries: &[2, 4, 16],
    }],
    cost: |_, sm| vec![Cost::sm("limits", sm.schedulers.into(), LIMIT_BITS)],
    make: |values, sm| Box::new(Swl::new(values.whole("n") as usize, sm.schedulers)),
};

/// Bits of a limit: enough for all slots there can be.
const LIMIT_BITS: u64 = 6;

struct Swl {
    limit: usize,
    schedulers: Vec<Limited>,
}

/// A scheduler's warps.
#[derive(Default)]
struct Limited {
    /// Those that have instructions left and wait at no barrier, the oldest first.
    order: Vec<Slot>,
    /// The first of them, which may issue.
    allowed: WarpSet,
}

impl Swl {
    fn new(limit: usize, schedulers: u32) -> Swl {
        // Room for all slots there can be, so that none is made later.
        let limited = || Limited { order: Vec::with_capacity(64), allowed: WarpSet::EMPTY };
        Swl { limit, schedulers: (0..schedulers).map(|_| limited()).collect() }
    }

    fn of(&mut self, slot: Slot) -> &mut Limited {
        let count = self.schedulers.len();
        &mut self.schedulers[usize::from(slot.0) % count]
    }

    fn enter(&mut self, slot: Slot, view: &SmView<'_>) {
        let limit = self.limit;
        let limited = self.of(slot);
        let age = view.age(slot);
        let at = limited.order.iter().rposition(|&other| view.age(other) < age).map_or(0, |at| at + 1);
        limited.order.insert(at, slot);
        limited.limit(limit);
    }

    fn leave(&mut self, slot: Slot) {
        let limit = self.limit;
        let limited = self.of(slot);
        if let Some(at) = limited.order.iter().position(|&other| other == slot) {
            limited.order.remove(at);
            limited.limit(limit);
        }
    }
}

impl Limited {
    fn limit(&mut self, limit: usize) {
        self.allowed = self.order.iter().copied().take(limit).collect();
    }
}

impl WarpPolicy for Swl {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let among = view.issuable(scheduler) & self.schedulers[scheduler.index()].allowed;
        view.last_issued(scheduler).filter(|&last| among.contains(last)).or_else(|| view.oldest(among))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        match event {
            WarpEvent::Launched(slot) => self.enter(slot, view),
            WarpEvent::AtBarrier(slot) => self.leave(slot),
            WarpEvent::Issued(slot) if view.next(slot).is_none() => self.leave(slot),
            WarpEvent::BarrierReleased(slot) if view.next(slot).is_some() => self.enter(slot, view),
            _ => {}
        }
    }

    fn eligible(&self, scheduler: SchedulerId, _: &SmView<'_>) -> WarpSet {
        self.schedulers[scheduler.index()].allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::policy::NextInstruction;

    const FIRST: SchedulerId = SchedulerId(0);

    fn set(slots: &[u8]) -> WarpSet {
        slots.iter().map(|&slot| Slot(slot)).collect()
    }

    fn allowed(sm: &Fixture<Swl>) -> WarpSet {
        sm.policy.eligible(FIRST, &sm.view())
    }

    #[test]
    fn only_so_many_issue_and_the_next_oldest_takes_the_place_of_one_that_ends() {
        let mut sm = Fixture::new(Swl::new(2, 1), 48, 1);
        sm.launch(0, 4);
        assert_eq!(allowed(&sm), set(&[0, 1]));
        assert_eq!(sm.turn(FIRST), Some(Slot(0)));
        assert_eq!(sm.turn(FIRST), Some(Slot(0)), "greedy");
        sm.block(Slot(0));
        assert_eq!(sm.turn(FIRST), Some(Slot(1)), "then the oldest");
        sm.complete(Slot(0));
        assert_eq!(sm.turn(FIRST), Some(Slot(1)), "greedy");
        sm.block(Slot(0));
        sm.block(Slot(1));
        assert_eq!(sm.pick(FIRST), None, "2 and 3 could issue, and may not");
        assert_eq!(allowed(&sm), set(&[0, 1]), "and are not considered");
        sm.complete(Slot(1));
        sm.issue(Slot(1), None);
        assert_eq!(allowed(&sm), set(&[0, 2]), "1 has issued its last");
        assert_eq!(sm.turn(FIRST), Some(Slot(2)));
        sm.finish(Slot(1));
        assert_eq!(allowed(&sm), set(&[0, 2]));
    }

    #[test]
    fn one_at_a_barrier_makes_way_and_comes_back_in_its_place() {
        let mut sm = Fixture::new(Swl::new(2, 1), 48, 1);
        let cta = sm.launch(0, 4);
        sm.arrive(Slot(0));
        assert_eq!(allowed(&sm), set(&[1, 2]));
        sm.arrive(Slot(1));
        sm.arrive(Slot(2));
        assert_eq!(sm.turn(FIRST), Some(Slot(3)), "the last comes to the barrier too");
        sm.arrive(Slot(3));
        sm.open_barrier(cta);
        assert_eq!(allowed(&sm), set(&[0, 1]), "the oldest again");
    }

    #[test]
    fn a_younger_warp_in_a_lower_slot_is_no_older() {
        let mut sm = Fixture::new(Swl::new(1, 1), 4, 1);
        sm.launch(0, 2);
        sm.launch(1, 2);
        [0, 1].into_iter().for_each(|slot| {
            sm.issue(Slot(slot), None);
            sm.finish(Slot(slot));
        });
        sm.launch(2, 2);
        assert_eq!(allowed(&sm), set(&[2]), "0 and 1 are younger now");
        sm.issue(Slot(2), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(2)));
    }
}
