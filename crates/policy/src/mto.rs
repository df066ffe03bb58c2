//! `mto`: memory then oldest. The module also has the queue that `mto` and `motrr` share.
//!
//! Source: Kim, Kim and Kim, "Latency Hiding based Warp Scheduling Policy for High Performance GPUs" (2019), section III, Algorithm 1 and
//! Fig. 4. The next instruction of a warp decides its queue. The Memory Warp Queue, in greedy-then-oldest order, precedes the
//! Computation Warp Queue, in whose order the policies differ. If no memory instruction can issue (none is ready, or the memory
//! pipeline is full), a warp with a compute instruction is picked.

use crate::declaration::WarpDeclaration;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "mto",
    "memory then oldest: memory instructions first, greedy then oldest; else the oldest issuable warp",
    |_, _| Box::new(Mto::default()),
)
.origin("Kim, Kim and Kim, Latency Hiding based Warp Scheduling Policy for High Performance GPUs, 2019");

#[derive(Default)]
struct Mto {
    queue: MemoryQueue,
}

impl WarpPolicy for Mto {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.queue.first(scheduler, view).or_else(|| view.oldest(view.issuable(scheduler)))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.queue.observe(event, view);
    }
}

/// The Memory Warp Queue: warps whose next instruction accesses memory.
#[derive(Default)]
pub(crate) struct MemoryQueue {
    warps: WarpSet,
}

impl MemoryQueue {
    /// The first issuable warp of the queue in GTO's order (Algorithm 1, line 4).
    #[inline]
    pub fn first(&self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let memory = view.issuable(scheduler) & self.warps;
        if memory.is_empty() {
            return None;
        }
        view.last_issued(scheduler).filter(|&last| memory.contains(last)).or_else(|| view.oldest(memory))
    }

    /// Updates the queue when a warp's next instruction changes.
    #[inline]
    pub fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if let WarpEvent::Launched(slot) | WarpEvent::Issued { slot, .. } = event {
            self.warps.set(slot, view.next(slot).is_some_and(|next| next.is_memory));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sequence;
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::policy::NextInstruction;

    const FIRST: SchedulerId = SchedulerId(0);

    /// Fig. 3 (a) and (b), by the rules in its text, with three warps of one program. Under (b) memory instructions issue earlier,
    /// and the program ends earlier.
    #[test]
    fn figure_3_a_and_b() {
        struct Gto;
        impl WarpPolicy for Gto {
            fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
                let issuable = view.issuable(scheduler);
                let last = view.last_issued(scheduler).filter(|&last| issuable.contains(last));
                last.or_else(|| view.oldest(issuable))
            }
        }
        let gto = "0M 0C 0M 0C 1M 1C 1M 1C 0U 2M 2C 2M 2C 1U -- -- -- 2U";
        assert_eq!(sequence(Gto, "MCMCU", 3, 6), gto);
        let mto = "0M 1M 2M 0C 0M 0C 1C 1M 1C 2C 2M 0U 2C 1U -- -- 2U";
        assert_eq!(sequence(Mto::default(), "MCMCU", 3, 6), mto);
    }

    /// III-2: memory instructions issue in GTO's order; if none can issue, the oldest warp with a compute instruction.
    #[test]
    fn memory_first_greedy_then_oldest() {
        let mut sm = Fixture::new(Mto::default(), 48, 1);
        sm.launch(0, 4);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "no memory instructions: the oldest");
        sm.issue(Slot(2), Some(NextInstruction::memory()));
        sm.issue(Slot(1), Some(NextInstruction::memory()));
        sm.issue(Slot(3), Some(NextInstruction::compute()));
        assert_eq!(
            sm.pick(FIRST),
            Some(Slot(1)),
            "3 issued last and computes: the oldest with a memory instruction"
        );
        sm.issue(Slot(2), Some(NextInstruction::memory()));
        assert_eq!(sm.pick(FIRST), Some(Slot(2)), "it issued last: greedy");
        sm.stall(Slot(2), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
        sm.stall(Slot(1), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "the memory pipeline is full: the oldest that computes");
        sm.stall(Slot(1), false);
        sm.issue(Slot(1), None);
        sm.finish(Slot(1));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "a finished warp leaves the queue");
    }

    /// Only memory instructions are greedy: among compute instructions, the oldest precedes the warp that issued last.
    #[test]
    fn compute_instructions_are_oldest_first() {
        let mut sm = Fixture::new(Mto::default(), 48, 1);
        sm.launch(0, 3);
        sm.stall(Slot(0), true);
        assert_eq!(sm.turn(FIRST), Some(Slot(1)));
        sm.stall(Slot(0), false);
        assert_eq!(sm.turn(FIRST), Some(Slot(0)));
    }
}
