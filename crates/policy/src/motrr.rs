//! `motrr`: memory, greedy then oldest, then round robin.
//!
//! From the paper of [`mto`](super::mto), section III, Algorithm 1 and Fig. 4. With `recency`, of the warps that compute those that
//! completed a memory instruction lately are ahead of the rest: what they asked for is likely still in the L1. Each warp has
//! a 6-bit counter and a recency bit. When a load or store of a warp completes, its counter becomes 0, its bit is set, and
//! the counters of all other active warps go up by one. At most half of the active warps have their bit set: the one with the
//! greatest counter loses it first.
//!
//! Where the paper is silent: an active warp is one that has begun and not ended, on the whole SM. A warp is said to leave the
//! group when that "becomes W_active/2 or more", and a group of W_active/2 to be kept: here it has W_active/2 at most,
//! rounded down. Counters stay at 63; of equal ones the warp with the lowest number leaves. When warps end and the half gets
//! smaller, the group does at once.

use crate::mto::MemoryQueue;
use crate::{Cost, Declaration, Parameter, Range, Value};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SLOTS, SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "motrr",
    about: "memory oldest then round robin: memory instructions first, greedy then oldest; else round robin",
    origin: "Kim, Kim and Kim, Latency Hiding based Warp Scheduling Policy for High Performance GPUs, 2019",
    parameters: &[Parameter {
        name: "recency",
        about: "whether, of warps that compute, the half that completed a memory instruction last is ahead",
        default: Value::Word("false"),
        range: Range::OneOf(&["false", "true"]),
        tries: &[],
    }],
    cost: |values, sm| {
        if values.word("recency") == "false" {
            return Vec::new();
        }
        let warps = u64::from(sm.warps);
        vec![Cost::sm("recency counters", warps, COUNTER_BITS), Cost::sm("recency bits", warps, 1)]
    },
    make: |values, _| {
        let recency = (values.word("recency") == "true").then(Recency::default);
        Box::new(Motrr { queue: MemoryQueue::default(), recency })
    },
};

/// Bits of a counter (III-2, Fig. 4).
const COUNTER_BITS: u64 = 6;
/// The greatest that a counter can be.
const MOST: u64 = (1 << COUNTER_BITS) - 1;

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
            // As if the rest had a priority lower by the greatest number of warps (Algorithm 1, line 9).
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
            recency.observe(event);
        }
    }
}

/// Which warps completed a memory instruction lately: the Recency Register of Fig. 4.
struct Recency {
    /// Warps that have begun and not ended.
    active: WarpSet,
    /// Those whose recency bit is set.
    group: WarpSet,
    /// How many memory instructions were completed.
    completed: u64,
    /// By slot, how many were when one of its own was: its counter is how many were since.
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
            WarpEvent::MemoryCompleted(slot) | WarpEvent::StoreCompleted(slot) => {
                self.completed += 1;
                self.reset[slot.index()] = self.completed;
                self.group.insert(slot);
                self.shrink();
            }
            _ => {}
        }
    }

    fn counter(&self, slot: Slot) -> u64 {
        (self.completed - self.reset[slot.index()]).min(MOST)
    }

    /// Takes the bits of those with the greatest counters, until no more than half of the active warps have one.
    fn shrink(&mut self) {
        while self.group.len() > self.active.len() / 2 {
            // Of equal ones the last is the greatest: backwards, that in the lowest slot.
            let longest = self.group.iter().max_by_key(|&slot| (self.counter(slot), u8::MAX - slot.0));
            longest.into_iter().for_each(|slot| self.group.remove(slot));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mto::tests::sequence;
    use crate::{ALL, Choice};
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::machine;
    use warploom_gpu::policy::NextInstruction;

    const FIRST: SchedulerId = SchedulerId(0);

    fn motrr(recency: bool) -> Motrr {
        Motrr { queue: MemoryQueue::default(), recency: recency.then(Recency::default) }
    }

    fn set(slots: &[u8]) -> WarpSet {
        slots.iter().map(|&slot| Slot(slot)).collect()
    }

    /// Fig. 3 (c), by the rule its text gives, with the warps and the program of (a) and (b): all three warps come to their second
    /// memory instruction before any goes on, and all is done soonest: 15 cycles instead of 18 and 17.
    #[test]
    fn figure_3_c() {
        let picks = "0M 1M 2M 0C 0M 1C 1M 2C 2M 0C 1C 2C 0U 1U 2U";
        assert_eq!(sequence(motrr(false), "MCMCU", 3, 6), picks);
    }

    /// Fig. 4: the Memory Warp Queue in GTO's order is before the Computation Warp Queue, which is in round-robin order from the
    /// warp that issued last.
    #[test]
    fn two_queues() {
        let mut sm = Fixture::new(motrr(false), 48, 1);
        sm.launch(0, 6);
        assert_eq!(sm.turn(FIRST), Some(Slot(0)));
        assert_eq!(sm.turn(FIRST), Some(Slot(1)));
        sm.issue(Slot(4), Some(NextInstruction::memory()));
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        sm.issue(Slot(2), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "the older of those to memory");
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "greedy");
        sm.issue(Slot(3), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(4)));
        // The memory pipeline stalls: those that compute, after 3.
        sm.stall(Slot(4), true);
        let turns: Vec<_> = (0..6).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [5, 0, 1, 2, 3, 5]);
        sm.stall(Slot(4), false);
        assert_eq!(sm.pick(FIRST), Some(Slot(4)));
    }

    /// III-2, step by step: six warps, of which three may be recent.
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
                WarpEvent::StoreCompleted(Slot(slot))
            } else {
                WarpEvent::MemoryCompleted(Slot(slot))
            };
            sm.tell(event);
            state(&sm)
        };
        assert_eq!(completes(4, false), (set(&[4]), vec![1, 1, 1, 1, 0, 1]));
        assert_eq!(completes(1, true), (set(&[1, 4]), vec![2, 0, 2, 2, 1, 2]), "a store as well");
        assert_eq!(completes(5, false), (set(&[1, 4, 5]), vec![3, 1, 3, 3, 2, 0]));
        // A fourth: the one whose counter is greatest, 4, has to go.
        assert_eq!(completes(0, false), (set(&[0, 1, 5]), vec![0, 2, 4, 4, 3, 1]));
        // 1 is recent again, and stays when 2 comes.
        assert_eq!(completes(1, false), (set(&[0, 1, 5]), vec![1, 0, 5, 5, 4, 2]));
        assert_eq!(completes(2, false), (set(&[0, 1, 2]), vec![2, 1, 0, 6, 5, 3]));
    }

    /// "W_active is counted live": when warps end, the group gets smaller.
    #[test]
    fn fewer_active_warps_are_fewer_recent_ones() {
        let mut sm = Fixture::new(motrr(true), 48, 1);
        sm.launch(0, 6);
        [3, 1, 5].into_iter().for_each(|slot| sm.tell(WarpEvent::MemoryCompleted(Slot(slot))));
        let group = |sm: &Fixture<Motrr>| sm.policy.recency.as_ref().unwrap().group;
        assert_eq!(group(&sm), set(&[1, 3, 5]));
        sm.finish(Slot(0));
        assert_eq!(group(&sm), set(&[1, 5]), "of five two: 3 was longest ago");
        sm.finish(Slot(5));
        assert_eq!(group(&sm), set(&[1]), "of four two, and one has ended");
        sm.tell(WarpEvent::MemoryCompleted(Slot(2)));
        assert_eq!(group(&sm), set(&[1, 2]));
        sm.launch(1, 2);
        sm.tell(WarpEvent::MemoryCompleted(Slot(6)));
        assert_eq!(group(&sm), set(&[1, 2, 6]), "of six three");
        [1, 2, 3, 4, 6].into_iter().for_each(|slot| sm.finish(Slot(slot)));
        sm.tell(WarpEvent::StoreCompleted(Slot(7)));
        assert_eq!(group(&sm), set(&[]), "of one none");
    }

    /// A counter has six bits. Of two that are full, the warp with the lower number goes.
    #[test]
    fn counters_stay_at_63() {
        let mut recency = Recency::default();
        (0..6).for_each(|slot| recency.observe(WarpEvent::Launched(Slot(slot))));
        recency.observe(WarpEvent::MemoryCompleted(Slot(5)));
        recency.observe(WarpEvent::MemoryCompleted(Slot(2)));
        for _ in 0..63 {
            recency.observe(WarpEvent::MemoryCompleted(Slot(1)));
        }
        assert_eq!([5, 2, 1].map(|slot| recency.counter(Slot(slot))), [63, 63, 0]);
        recency.observe(WarpEvent::MemoryCompleted(Slot(0)));
        assert_eq!(recency.group, set(&[0, 1, 5]));
    }

    /// Algorithm 1, lines 6 to 9: recent ones before the rest, both round robin; memory before both.
    #[test]
    fn recent_ones_compute_first() {
        let mut sm = Fixture::new(motrr(true), 48, 1);
        sm.launch(0, 6);
        [4, 1].into_iter().for_each(|slot| sm.tell(WarpEvent::MemoryCompleted(Slot(slot))));
        let turns: Vec<_> = (0..4).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [1, 4, 1, 4]);
        sm.stall(Slot(1), true);
        sm.stall(Slot(4), true);
        let turns: Vec<_> = (0..4).map(|_| sm.turn(FIRST).unwrap().0).collect();
        assert_eq!(turns, [5, 0, 2, 3], "the rest");
        sm.stall(Slot(1), false);
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "memory");
    }

    /// Fig. 4: 48 entries of a 6-bit counter and a recency bit; the index is the warp's number and needs no bits.
    #[test]
    fn cost() {
        let bits = |name: &str| {
            let gtx480 = machine::named("gtx480").expect("a machine of 48 warps, as III-2 has it").machine();
            let choice = Choice::parse(name, ALL).expect("a policy");
            choice.cost(&gtx480.sm).iter().map(|cost| cost.count * cost.bits).sum::<u64>()
        };
        assert_eq!((bits("motrr"), bits("motrr:recency=true")), (0, 48 * (6 + 1)));
    }
}
