//! `swl`: static wavefront limiting.
//!
//! Source: the baseline of Rogers, O'Connor and Aamodt, "Cache-Conscious Wavefront Scheduling" (MICRO 2012), and GPGPU-Sim's
//! `warp_limiting`. Only `n` warps issue, greedy then oldest. When one of them finishes, the next takes its place.
//!
//! The limit applies to each scheduler's oldest warps. (The paper's cores have one scheduler; GPGPU-Sim applies the limit per
//! scheduler, too.) A warp at a barrier does not count, as in GPGPU-Sim, which sorts it behind all others. Otherwise a CTA with more
//! warps than the limit would never leave its barrier.

use crate::declaration::{Cost, WarpDeclaration};
use crate::parameter::Parameter;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot, WarpSet};

const LIMIT: Parameter<u64> =
    Parameter::whole("n", "warps of a scheduler that can issue", 8, 1..=64).sweep(&[2, 4, 16]);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "swl",
    "static wavefront limiting: only the n oldest warps of a scheduler that are not at a barrier issue, greedy then oldest",
    |values, sm| Box::new(Swl::new(values.get(LIMIT) as usize, sm.schedulers)),
)
.origin("Rogers, O'Connor and Aamodt, Cache-Conscious Wavefront Scheduling, MICRO 2012; GPGPU-Sim's warp_limiting")
.parameters(&[&LIMIT])
.cost(|_, sm| vec![Cost::sm("limits", sm.schedulers.into(), LIMIT_BITS)]);

/// Bits of a limit: enough for the most slots an SM can have.
const LIMIT_BITS: u64 = 6;

struct Swl {
    limit: usize,
    schedulers: Vec<Limited>,
}

/// The warps of a scheduler.
#[derive(Default)]
struct Limited {
    /// Warps with instructions left that are not at a barrier, the oldest first.
    order: Vec<Slot>,
    /// The oldest of them up to the limit: the warps that can issue.
    allowed: WarpSet,
}

impl Swl {
    fn new(limit: usize, schedulers: u32) -> Swl {
        // Capacity for the most slots an SM can have: no allocation during the run.
        let limited = || Limited { order: Vec::with_capacity(64), allowed: WarpSet::EMPTY };
        Swl { limit, schedulers: (0..schedulers).map(|_| limited()).collect() }
    }

    fn of_slot(&mut self, slot: Slot) -> &mut Limited {
        let count = self.schedulers.len();
        &mut self.schedulers[usize::from(slot.0) % count]
    }

    fn insert(&mut self, slot: Slot, view: &SmView<'_>) {
        let limit = self.limit;
        let limited = self.of_slot(slot);
        let age = view.age(slot);
        let at = limited.order.iter().rposition(|&other| view.age(other) < age).map_or(0, |at| at + 1);
        limited.order.insert(at, slot);
        limited.apply(limit);
    }

    fn remove(&mut self, slot: Slot) {
        let limit = self.limit;
        let limited = self.of_slot(slot);
        if let Some(at) = limited.order.iter().position(|&other| other == slot) {
            limited.order.remove(at);
            limited.apply(limit);
        }
    }
}

impl Limited {
    fn apply(&mut self, limit: usize) {
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
            WarpEvent::Launched(slot) => self.insert(slot, view),
            WarpEvent::AtBarrier(slot) => self.remove(slot),
            WarpEvent::Issued { slot, .. } if view.next(slot).is_none() => self.remove(slot),
            WarpEvent::BarrierReleased(slot) if view.next(slot).is_some() => self.insert(slot, view),
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
    fn only_n_warps_issue_and_the_next_oldest_replaces_a_finished_one() {
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
        assert_eq!(sm.pick(FIRST), None, "2 and 3 are beyond the limit");
        assert_eq!(allowed(&sm), set(&[0, 1]), "2 and 3 are not eligible");
        sm.complete(Slot(1));
        sm.issue(Slot(1), None);
        assert_eq!(allowed(&sm), set(&[0, 2]), "1 issued its last instruction");
        assert_eq!(sm.turn(FIRST), Some(Slot(2)));
        sm.finish(Slot(1));
        assert_eq!(allowed(&sm), set(&[0, 2]));
    }

    #[test]
    fn a_warp_at_a_barrier_does_not_count_toward_the_limit() {
        let mut sm = Fixture::new(Swl::new(2, 1), 48, 1);
        let cta = sm.launch(0, 4);
        sm.arrive(Slot(0));
        assert_eq!(allowed(&sm), set(&[1, 2]));
        sm.arrive(Slot(1));
        sm.arrive(Slot(2));
        assert_eq!(sm.turn(FIRST), Some(Slot(3)), "the last warp reaches the barrier, too");
        sm.arrive(Slot(3));
        sm.open_barrier(cta);
        assert_eq!(allowed(&sm), set(&[0, 1]), "the oldest again");
    }

    #[test]
    fn age_decides_and_not_the_slot() {
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
