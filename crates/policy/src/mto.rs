//! `mto`: memory then oldest. The module also has the queue that `mto` and `motrr` share.
//!
//! Source: Kim, Kim and Kim, "Latency Hiding based Warp Scheduling Policy for High Performance GPUs" (2019), section III, Algorithm 1 and
//! Fig. 4. The next instruction of a warp decides its queue. The Memory Warp Queue precedes the Computation Warp Queue, in whose
//! order the policies differ. If no memory instruction can issue (none is ready, or the memory pipeline is full), a warp with a
//! compute instruction is picked.
//!
//! The Memory Warp Queue is in order of allocation, the oldest first: so say III-1, III-2 ("in the order of the warps that were
//! allocated to the SM first") and the text on Fig. 4 ("sorted by allocation time"). Only Algorithm 1 says GTO's priority
//! (`queue=greedy`). Memory instructions are "such as Load/Store" of the memory hierarchy (III-1, III-2), without an exception, as in
//! GPGPU-Sim, where accesses to shared memory and constants have the same type (`shared=compute` excepts them).

use crate::declaration::WarpDeclaration;
use crate::parameter::{Parameter, Values};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{Class, SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "mto",
    "memory then oldest: memory instructions first, the oldest of them; else the oldest issuable warp",
    |values, _| Box::new(Mto { queue: MemoryQueue::new(values) }),
)
.origin("Kim, Kim and Kim, Latency Hiding based Warp Scheduling Policy for High Performance GPUs, 2019")
.parameters(&[&QUEUE, &SHARED]);

pub(crate) const QUEUE: Parameter<QueueOrder> = Parameter::one_of(
    "queue",
    "order of memory instructions: the oldest warp first, or the warp that issued last and then the oldest",
    &[("oldest", QueueOrder::Oldest), ("greedy", QueueOrder::Greedy)],
)
.reading();
pub(crate) const SHARED: Parameter<SharedClass> = Parameter::one_of(
    "shared",
    "whether accesses to shared memory and constants are memory or compute instructions",
    &[("memory", SharedClass::Memory), ("compute", SharedClass::Compute)],
)
.reading();

/// The order of the Memory Warp Queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum QueueOrder {
    #[default]
    Oldest,
    /// Greedy, then oldest.
    Greedy,
}

/// The type of accesses to shared memory and constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum SharedClass {
    #[default]
    Memory,
    Compute,
}

impl SharedClass {
    /// Whether an instruction of this class is a memory instruction.
    pub fn is_memory(self, class: Class) -> bool {
        class.is_memory() || self == SharedClass::Memory && matches!(class, Class::Shared | Class::Constant)
    }
}

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
    order: QueueOrder,
    shared: SharedClass,
    warps: WarpSet,
}

impl MemoryQueue {
    pub fn new(values: &Values<'_>) -> MemoryQueue {
        MemoryQueue { order: values.get(QUEUE), shared: values.get(SHARED), warps: WarpSet::EMPTY }
    }

    /// Whether an instruction of this class is a memory instruction.
    pub fn is_memory(&self, class: Class) -> bool {
        self.shared.is_memory(class)
    }

    /// The first issuable warp of the queue.
    #[inline]
    pub fn first(&self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let memory = view.issuable(scheduler) & self.warps;
        if memory.is_empty() {
            return None;
        }
        let is_greedy = self.order == QueueOrder::Greedy;
        let last = view.last_issued(scheduler).filter(|&last| is_greedy && memory.contains(last));
        last.or_else(|| view.oldest(memory))
    }

    /// Updates the queue when a warp's next instruction changes.
    #[inline]
    pub fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if let WarpEvent::Launched(slot) | WarpEvent::Issued { slot, .. } = event {
            self.warps.set(slot, view.next(slot).is_some_and(|next| self.is_memory(next.class)));
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

    fn mto(order: QueueOrder) -> Mto {
        Mto { queue: MemoryQueue { order, ..MemoryQueue::default() } }
    }

    /// III-2: memory instructions issue in the order of allocation; if none can issue, the oldest warp with a compute instruction.
    #[test]
    fn memory_first_then_oldest() {
        for order in [QueueOrder::Oldest, QueueOrder::Greedy] {
            memory_first(order);
        }
    }

    fn memory_first(order: QueueOrder) {
        let mut sm = Fixture::new(mto(order), 48, 1);
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
        let next = if order == QueueOrder::Greedy { 2 } else { 1 };
        assert_eq!(sm.pick(FIRST), Some(Slot(next)), "2 issued last, 1 is older: {order:?}");
        sm.stall(Slot(2), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
        sm.stall(Slot(1), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "the memory pipeline is full: the oldest that computes");
        sm.stall(Slot(1), false);
        sm.issue(Slot(1), None);
        sm.finish(Slot(1));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "a finished warp leaves the queue");
    }

    /// III-1 and III-2: a memory instruction is a load or store, of whatever memory.
    #[test]
    fn accesses_to_shared_memory_are_memory_instructions() {
        for (shared, picked) in [(SharedClass::Memory, 2), (SharedClass::Compute, 0)] {
            let mut sm = Fixture::new(Mto { queue: MemoryQueue { shared, ..MemoryQueue::default() } }, 48, 1);
            sm.launch(0, 3);
            sm.issue(Slot(2), Some(NextInstruction::compute().with_class(Class::Shared)));
            assert_eq!(sm.pick(FIRST), Some(Slot(picked)), "{shared:?}");
        }
    }

    /// Only memory instructions are greedy: among compute instructions, the oldest precedes the warp that issued last.
    #[test]
    fn compute_instructions_are_oldest_first() {
        let mut sm = Fixture::new(mto(QueueOrder::Greedy), 48, 1);
        sm.launch(0, 3);
        sm.stall(Slot(0), true);
        assert_eq!(sm.turn(FIRST), Some(Slot(1)));
        sm.stall(Slot(0), false);
        assert_eq!(sm.turn(FIRST), Some(Slot(0)));
    }
}
