//! `motrr`: memory oldest, then round robin.
//!
//! Source: the paper of [`mto`](super::mto), section III, Algorithm 1 and Fig. 4. With `recency`, warps that completed a memory
//! instruction recently precede the other warps with compute instructions, because their lines are likely still in the L1. Each warp
//! has a 6-bit counter and a recency bit. When a load or store of a warp completes, its counter becomes 0, its bit is set, and the
//! counters of all other active warps increase by one. At most half of the active warps have their bit set: the warp with the greatest
//! counter loses it first.
//!
//! Choices where the paper is silent: a warp is active from its launch until it finishes, on the whole SM. The paper removes a warp
//! from the group when the group "becomes W_active/2 or more", and also keeps a group of W_active/2; here the group has at most
//! W_active/2 warps, rounded down. Counters saturate at 63; of equal counters the lowest slot leaves. When a warp finishes, the
//! group shrinks at once.

use crate::declaration::{Cost, WarpDeclaration};
use crate::mto::{MemoryQueue, QUEUE, SHARED};
use crate::parameter::Parameter;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SLOTS, SchedulerId, Slot, WarpSet};

const RECENCY: Parameter<bool> = Parameter::flag(
    "recency",
    "whether warps that completed a memory instruction recently precede the others that compute",
    false,
);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "motrr",
    "memory oldest then round robin: memory instructions first, the oldest of them; else round robin",
    |values, _| {
        let recency = values.get(RECENCY).then(Recency::default);
        Box::new(Motrr { queue: MemoryQueue::new(values), recency })
    },
)
.origin("Kim, Kim and Kim, Latency Hiding based Warp Scheduling Policy for High Performance GPUs, 2019")
.parameters(&[&RECENCY, &QUEUE, &SHARED])
.cost(|values, sm| {
    if !values.get(RECENCY) {
        return Vec::new();
    }
    let warps = u64::from(sm.warps);
    vec![Cost::sm("recency counters", warps, COUNTER_BITS), Cost::sm("recency bits", warps, 1)]
});

/// Bits of a counter (III-2, Fig. 4).
const COUNTER_BITS: u64 = 6;
/// The value at which a counter saturates.
const COUNTER_MAX: u64 = (1 << COUNTER_BITS) - 1;

struct Motrr {
    queue: MemoryQueue,
    recency: Option<Recency>,
}

impl WarpPolicy for Motrr {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        if let Some(memory) = self.queue.first(scheduler, view) {
            return Some(memory);
        }
        let mut compute = view.issuable(scheduler);
        if let Some(recency) = &self.recency
            && !(compute & recency.group).is_empty()
        {
            // Algorithm 1, line 9 lowers the priority of the rest by the greatest number of warps.
            compute = compute & recency.group;
        }
        match view.last_issued(scheduler) {
            Some(last) => compute.next_after(last),
            None => compute.first(),
        }
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.queue.observe(event, view);
        if let Some(recency) = &mut self.recency {
            if let WarpEvent::MemoryCompleted { pc, .. } | WarpEvent::StoreCompleted { pc, .. } = event
                && !self.queue.is_memory(view.class(pc))
            {
                return;
            }
            recency.observe(event);
        }
    }
}

/// The Recency Register of Fig. 4: warps that completed a memory instruction recently.
struct Recency {
    /// Launched warps that have not finished.
    active: WarpSet,
    /// Warps with their recency bit set.
    group: WarpSet,
    completed: u64,
    /// By slot, the value of `completed` when the warp's counter was reset. The counter is the difference.
    reset: [u64; SLOTS],
}

impl Default for Recency {
    fn default() -> Recency {
        Recency { active: WarpSet::EMPTY, group: WarpSet::EMPTY, completed: 0, reset: [0; SLOTS] }
    }
}

impl Recency {
    fn observe(&mut self, event: WarpEvent) {
        match event {
            WarpEvent::Launched(slot) => {
                self.active.insert(slot);
                self.reset[slot.index()] = self.completed;
            }
            WarpEvent::Finished(slot) => {
                self.active.remove(slot);
                self.group.remove(slot);
                self.shrink();
            }
            WarpEvent::MemoryCompleted { slot, .. } | WarpEvent::StoreCompleted { slot, .. } => {
                self.completed += 1;
                self.reset[slot.index()] = self.completed;
                self.group.insert(slot);
                self.shrink();
            }
            _ => {}
        }
    }

    fn counter(&self, slot: Slot) -> u64 {
        (self.completed - self.reset[slot.index()]).min(COUNTER_MAX)
    }

    /// Clears the recency bits of the greatest counters until at most half of the active warps have theirs set.
    fn shrink(&mut self) {
        while self.group.len() > self.active.len() / 2 {
            // Of equal counters, the lowest slot.
            let oldest = self.group.iter().max_by_key(|&slot| (self.counter(slot), u8::MAX - slot.0));
            oldest.into_iter().for_each(|slot| self.group.remove(slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::sequence;
    use crate::{Choice, WARP_POLICIES};
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::machine;
    use warploom_gpu::policy::NextInstruction;
    use warploom_gpu::{Class, Pc};

    const FIRST: SchedulerId = SchedulerId(0);

    fn motrr(recency: bool) -> Motrr {
        Motrr { queue: MemoryQueue::default(), recency: recency.then(Recency::default) }
    }

    fn with(parameters: &str) -> Motrr {
        let choice = Choice::parse(&format!("motrr:{parameters}"), WARP_POLICIES).unwrap();
        let values = choice.values();
        Motrr { queue: MemoryQueue::new(&values), recency: values.get(RECENCY).then(Recency::default) }
    }

    fn set(slots: &[u8]) -> WarpSet {
        slots.iter().map(|&slot| Slot(slot)).collect()
    }

    /// Fig. 3 (c), by the rule in its text, with the warps and the program of (a) and (b). All three warps issue their second memory
    /// instruction before any continues, and the program ends after 15 cycles instead of 18 and 17.
    #[test]
    fn figure_3_c() {
        let picks = "0M 1M 2M 0C 0M 1C 1M 2C 2M 0C 1C 2C 0U 1U 2U";
        assert_eq!(sequence(motrr(false), "MCMCU", 3, 6), picks);
    }

    /// Fig. 4: the Memory Warp Queue precedes the Computation Warp Queue, which is in round-robin order from the warp that issued
    /// last.
    #[test]
    fn the_memory_queue_precedes_the_computation_queue() {
        let mut sm = Fixture::new(with("queue=greedy"), 48, 1);
        sm.launch(0, 6);
        assert_eq!(sm.turn(FIRST), Some(Slot(0)));
        assert_eq!(sm.turn(FIRST), Some(Slot(1)));
        sm.issue(Slot(4), Some(NextInstruction::memory()));
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        sm.issue(Slot(2), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "the oldest with a memory instruction");
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "greedy");
        sm.issue(Slot(3), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(4)));
        // The memory pipeline stalls: warps that compute, after 3.
        sm.stall(Slot(4), true);
        let turns: Vec<_> = (0..6).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [5, 0, 1, 2, 3, 5]);
        sm.stall(Slot(4), false);
        assert_eq!(sm.pick(FIRST), Some(Slot(4)));
    }

    /// III-2, step by step: six warps, so three can be recent.
    #[test]
    fn counters_and_recency_bits() {
        let mut sm = Fixture::new(motrr(true), 48, 1);
        sm.launch(0, 6);
        let state = |sm: &Fixture<Motrr>| {
            let recency = sm.policy.recency.as_ref().unwrap();
            (recency.group, (0..6).map(|slot| recency.counter(Slot(slot))).collect::<Vec<_>>())
        };
        assert_eq!(state(&sm), (set(&[]), vec![0; 6]));
        let mut completes = |slot, store| {
            let event = if store {
                WarpEvent::store_completed(Slot(slot), Pc(0))
            } else {
                WarpEvent::memory_completed(Slot(slot), Pc(0))
            };
            sm.notify(event);
            state(&sm)
        };
        assert_eq!(completes(4, false), (set(&[4]), vec![1, 1, 1, 1, 0, 1]));
        assert_eq!(completes(1, true), (set(&[1, 4]), vec![2, 0, 2, 2, 1, 2]), "a store counts, too");
        assert_eq!(completes(5, false), (set(&[1, 4, 5]), vec![3, 1, 3, 3, 2, 0]));
        // A fourth: the warp with the greatest counter, 4, leaves.
        assert_eq!(completes(0, false), (set(&[0, 1, 5]), vec![0, 2, 4, 4, 3, 1]));
        // 1 is recent again, and stays when 2 joins.
        assert_eq!(completes(1, false), (set(&[0, 1, 5]), vec![1, 0, 5, 5, 4, 2]));
        assert_eq!(completes(2, false), (set(&[0, 1, 2]), vec![2, 1, 0, 6, 5, 3]));
    }

    /// III-2: recency is of "memory instructions such as Load/Store". With `shared=compute`, of those that use the caches.
    #[test]
    fn accesses_to_shared_memory_are_recent_if_they_are_memory_instructions() {
        let mut sm = Fixture::new(with("recency=true"), 48, 1);
        sm.launch(0, 4);
        sm.next(Slot(0), NextInstruction::compute().with_class(Class::Shared).with_pc(Pc(1)));
        sm.notify(WarpEvent::memory_completed(Slot(0), Pc(1)));
        assert_eq!(sm.policy.recency.as_ref().unwrap().group, set(&[0]));

        let mut sm = Fixture::new(with("recency=true,shared=compute"), 48, 1);
        sm.launch(0, 4);
        sm.next(Slot(0), NextInstruction::compute().with_class(Class::Shared).with_pc(Pc(1)));
        sm.next(Slot(1), NextInstruction::compute().with_class(Class::Constant).with_pc(Pc(2)));
        let group = |sm: &Fixture<Motrr>| sm.policy.recency.as_ref().unwrap().group;
        sm.notify(WarpEvent::memory_completed(Slot(0), Pc(1)));
        sm.notify(WarpEvent::store_completed(Slot(0), Pc(1)));
        sm.notify(WarpEvent::memory_completed(Slot(1), Pc(2)));
        assert_eq!(group(&sm), set(&[]));
        sm.notify(WarpEvent::memory_completed(Slot(2), Pc(0)));
        assert_eq!(group(&sm), set(&[2]));
    }

    /// "W_active is counted live": the group shrinks when warps finish.
    #[test]
    fn the_recent_group_shrinks_with_the_active_warps() {
        let mut sm = Fixture::new(motrr(true), 48, 1);
        sm.launch(0, 6);
        [3, 1, 5].into_iter().for_each(|slot| sm.notify(WarpEvent::memory_completed(Slot(slot), Pc(0))));
        let group = |sm: &Fixture<Motrr>| sm.policy.recency.as_ref().unwrap().group;
        assert_eq!(group(&sm), set(&[1, 3, 5]));
        sm.finish(Slot(0));
        assert_eq!(group(&sm), set(&[1, 5]), "two of five: 3 completed first");
        sm.finish(Slot(5));
        assert_eq!(group(&sm), set(&[1]), "two of four, one of which finished");
        sm.notify(WarpEvent::memory_completed(Slot(2), Pc(0)));
        assert_eq!(group(&sm), set(&[1, 2]));
        sm.launch(1, 2);
        sm.notify(WarpEvent::memory_completed(Slot(6), Pc(0)));
        assert_eq!(group(&sm), set(&[1, 2, 6]), "three of six");
        [1, 2, 3, 4, 6].into_iter().for_each(|slot| sm.finish(Slot(slot)));
        sm.notify(WarpEvent::store_completed(Slot(7), Pc(0)));
        assert_eq!(group(&sm), set(&[]), "none of one");
    }

    /// A counter has six bits. Of two saturated counters, the lower slot leaves.
    #[test]
    fn counters_saturate_at_63() {
        let mut recency = Recency::default();
        (0..6).for_each(|slot| recency.observe(WarpEvent::Launched(Slot(slot))));
        recency.observe(WarpEvent::memory_completed(Slot(5), Pc(0)));
        recency.observe(WarpEvent::memory_completed(Slot(2), Pc(0)));
        for _ in 0..63 {
            recency.observe(WarpEvent::memory_completed(Slot(1), Pc(0)));
        }
        assert_eq!([5, 2, 1].map(|slot| recency.counter(Slot(slot))), [63, 63, 0]);
        recency.observe(WarpEvent::memory_completed(Slot(0), Pc(0)));
        assert_eq!(recency.group, set(&[0, 1, 5]));
    }

    /// Algorithm 1, lines 6 to 9: recent warps precede the rest, both round robin; memory instructions precede both.
    #[test]
    fn recent_warps_compute_first() {
        let mut sm = Fixture::new(motrr(true), 48, 1);
        sm.launch(0, 6);
        [4, 1].into_iter().for_each(|slot| sm.notify(WarpEvent::memory_completed(Slot(slot), Pc(0))));
        let turns: Vec<_> = (0..4).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [1, 4, 1, 4]);
        sm.stall(Slot(1), true);
        sm.stall(Slot(4), true);
        let turns: Vec<_> = (0..4).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [5, 0, 2, 3], "the rest");
        sm.stall(Slot(1), false);
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "memory first");
    }

    /// Fig. 4: 48 entries of a 6-bit counter and a recency bit; the index is the slot and needs no bits.
    #[test]
    fn hardware_cost_is_the_papers() {
        let bits = |name: &str| {
            let gtx480 = machine::named("gtx480").expect("a machine of 48 warps, as III-2 has it").machine();
            let choice = Choice::parse(name, WARP_POLICIES).expect("a policy");
            choice.cost(gtx480.sm()).iter().map(|cost| cost.count * cost.bits).sum::<u64>()
        };
        assert_eq!((bits("motrr"), bits("motrr:recency=true")), (0, 48 * (6 + 1)));
    }
}
