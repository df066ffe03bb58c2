//! `ccws`: cache-conscious wavefront scheduling.
//!
//! Rogers, O'Connor and Aamodt, "Cache-Conscious Wavefront Scheduling" (MICRO 2012), section 4, as published:
//!
//! * Each warp has a *victim tag array* (VTA; 16 entries in sets of 8): the lines it brought into the L1 that were replaced. A
//!   miss of the warp that is found there is lost locality: a VTA hit.
//! * Each warp has a *lost-locality score* (LLS), which is at least `base` (100). A VTA hit raises it to the lost-locality detected
//!   score, LLDS = VTA hits × `throttle` (K_THROTTLE = 8) × cutoff / instructions issued, both counted over the SM. It goes
//!   down by one each cycle.
//! * Warps are ordered by score, and their scores summed up from the highest. Those beyond the *cumulative cutoff*, `base` ×
//!   active warps, may not issue loads. All else they may.
//! * Of the warps that are left, greedy then oldest.
//!
//! The paper was at hand in others' words only. Where those are silent, or for the sake of an end:
//!
//! * Of equal scores the older warp is first; of equal raised ones, the one raised first. The first may always load.
//! * No score is raised above the cutoff, where it excludes all others already: it would only do so for longer, up to a million
//!   cycles if every access is lost. So what others wait for at a barrier goes on after as many cycles as the cutoff.
//! * A VTA hit takes the entry out: its line is in the L1 again. The entry of a set that was put in first is replaced.
//! * What a warp's predecessor in its slot left in the VTA is cleared when it begins.
//! * Hits and instructions are counted over the run. Misses are those of loads, each access of an instruction by itself.
//! * "Instructions issued" may be those of warps or of threads (`count`). The default is threads, which GPGPU-Sim counts; it was
//!   settled after seeing both. Of K_THROTTLE 1, 8, 32 and 128 on a GTX 480, 8 was the best with threads on atax, mvt, kmeans and
//!   bfs together at `tiny`, as in the paper's own sweep (at `small`, on kmeans alone, 128 was); with warps, where most scores
//!   are at the cutoff, 1 was.

use crate::{Cost, Declaration, Parameter, Range, Value};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{Line, SLOTS, SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "ccws",
    about: "cache-conscious wavefront scheduling: warps that miss what they had in the L1 before keep others from issuing loads; greedy \
            then oldest",
    origin: "Rogers, O'Connor and Aamodt, Cache-Conscious Wavefront Scheduling, MICRO 2012",
    parameters: &[
        Parameter {
            name: "throttle",
            about: "K_THROTTLE: how much a share of lost locality raises a score",
            default: Value::Whole(8),
            range: Range::Whole(1, 1024),
            tries: &[2, 32],
        },
        Parameter {
            name: "base",
            about: "the score of a warp that lost no locality",
            default: Value::Whole(100),
            range: Range::Whole(1, 10_000),
            tries: &[],
        },
        Parameter {
            name: "sets",
            about: "sets of eight entries in a warp's victim tag array",
            default: Value::Whole(2),
            range: Range::Whole(1, 8),
            tries: &[1, 4],
        },
        Parameter {
            name: "count",
            about: "whose instructions the VTA hits are compared with",
            default: Value::Word("thread"),
            range: Range::OneOf(&["thread", "warp"]),
            tries: &[],
        },
    ],
    cost: |values, sm| {
        let (warps, sets) = (u64::from(sm.warps), values.whole("sets"));
        let cutoff = warps * values.whole("base");
        let (lines, bytes) = sm.l1.as_ref().map_or((0, 128), |l1| {
            let cache = &l1.cache;
            (u64::from(cache.sets) * u64::from(cache.ways), u64::from(cache.line_bytes))
        });
        let tag = ADDRESS_BITS - u64::from(bytes.ilog2()) - u64::from(sets.ilog2());
        vec![
            Cost::sm("victim tags", warps * sets * WAYS as u64, tag),
            Cost::sm("warps of the L1's lines", lines, warps.next_power_of_two().ilog2().into()),
            Cost::sm("lost-locality scores", warps, u64::from(cutoff.ilog2()) + 1),
            Cost::sm("totals of VTA hits and instructions", 2, TOTAL_BITS),
        ]
    },
    make: |values, _| {
        let [throttle, base, sets] = ["throttle", "base", "sets"].map(|name| values.whole(name));
        Box::new(Ccws { threads: values.word("count") == "thread", ..Ccws::new(throttle, base, sets) })
    },
};

/// Entries of a set of a victim tag array.
const WAYS: usize = 8;
/// Bits of an address, for the cost of tags.
const ADDRESS_BITS: u64 = 40;
/// Bits of a total, for its cost.
const TOTAL_BITS: u64 = 32;
struct Ccws {
    throttle: u64,
    base: u64,
    /// Whether instructions are those of threads.
    threads: bool,
    /// By slot.
    victims: Vec<VictimTags>,
    vta_hits: u64,
    issued: u64,
    /// By slot, thread instructions that were counted.
    progress: [u64; SLOTS],
    /// Warps that have begun and not ended, the oldest first.
    active: Vec<Slot>,
    /// Those whose score is above the base, the highest first, each with the cycle in which it will be at the base: all scores
    /// go down alike, so that the order stays.
    raised: Vec<(u64, Slot)>,
    /// Warps whose next instruction is a load.
    loads: WarpSet,
    /// Warps that may not issue loads, up to the cycle `until`.
    held: WarpSet,
    until: u64,
}

impl Ccws {
    /// One that counts instructions of warps.
    fn new(throttle: u64, base: u64, sets: u64) -> Ccws {
        Ccws {
            throttle,
            base,
            threads: false,
            victims: (0..SLOTS).map(|_| VictimTags::new(sets)).collect(),
            vta_hits: 0,
            issued: 0,
            progress: [0; SLOTS],
            active: Vec::with_capacity(SLOTS),
            raised: Vec::with_capacity(SLOTS),
            loads: WarpSet::EMPTY,
            held: WarpSet::EMPTY,
            until: u64::MAX,
        }
    }

    /// The cumulative cutoff.
    fn cutoff(&self) -> u64 {
        self.base * self.active.len() as u64
    }

    /// What a VTA hit raises a score to.
    fn detected_score(&self) -> u64 {
        let cutoff = self.cutoff();
        (self.vta_hits * self.throttle * cutoff / self.issued.max(1)).min(cutoff)
    }

    /// A warp missed a line: if it had it before, it lost locality, and its score is raised.
    fn missed(&mut self, slot: Slot, line: Line, now: u64) {
        if !self.victims[slot.index()].take(line) {
            return;
        }
        self.vta_hits += 1;
        let end = now + self.detected_score().saturating_sub(self.base);
        if let Some(at) = self.raised.iter().position(|&(_, other)| other == slot) {
            if self.raised[at].0 >= end {
                return;
            }
            self.raised.remove(at);
        }
        if end > now {
            let at = self.raised.iter().position(|&(other, _)| other < end).unwrap_or(self.raised.len());
            self.raised.insert(at, (end, slot));
            self.until = now;
        }
    }

    fn forget(&mut self, slot: Slot) {
        self.raised.retain(|&(_, other)| other != slot);
        self.active.retain(|&other| other != slot);
    }

    /// Sees who may issue loads from this cycle on.
    #[inline]
    fn see(&mut self, now: u64) {
        if now >= self.until {
            self.stack(now);
        }
    }

    /// Sums the scores up from the highest.
    fn stack(&mut self, now: u64) {
        while self.raised.last().is_some_and(|&(end, _)| end <= now) {
            self.raised.pop();
        }
        self.held = WarpSet::EMPTY;
        self.until = u64::MAX;
        let Some(&(soonest, _)) = self.raised.last() else { return };
        let (cutoff, mut sum) = (self.cutoff(), 0);
        let mut high = WarpSet::EMPTY;
        for (nth, &(end, slot)) in self.raised.iter().enumerate() {
            sum += self.base + end - now;
            high.insert(slot);
            if nth > 0 && sum > cutoff {
                self.held.insert(slot);
            }
        }
        let room = (cutoff.saturating_sub(sum) / self.base) as usize;
        let others = self.active.iter().copied().filter(|&slot| !high.contains(slot));
        self.held |= others.skip(room).collect();
        // The sum goes down by one for each raised score: until there is room for another warp, or one is at the base.
        let lacks = if sum > cutoff { 1 } else { self.base - (cutoff - sum) % self.base };
        self.until = soonest.min(now + lacks.div_ceil(self.raised.len() as u64));
    }

    /// A warp's score.
    #[cfg(test)]
    fn score(&self, slot: Slot, now: u64) -> u64 {
        let end = self.raised.iter().find(|&&(_, other)| other == slot).map_or(now, |&(end, _)| end);
        self.base + end.saturating_sub(now)
    }
}

impl WarpPolicy for Ccws {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        self.see(view.now().0);
        let among = view.issuable(scheduler) - (self.held & self.loads);
        view.last_issued(scheduler).filter(|&last| among.contains(last)).or_else(|| view.oldest(among))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        match event {
            WarpEvent::Issued(slot) => {
                let progress = view.progress(slot);
                let before = std::mem::replace(&mut self.progress[slot.index()], progress);
                self.issued += if self.threads { progress - before } else { 1 };
                self.loads.set(slot, view.next(slot).is_some_and(|next| next.is_load));
            }
            WarpEvent::L1Miss { slot, line } => self.missed(slot, line, now),
            WarpEvent::L1Evicted { slot, line } => self.victims[slot.index()].put(line),
            WarpEvent::Launched(slot) => {
                self.victims[slot.index()].clear();
                self.progress[slot.index()] = 0;
                self.forget(slot);
                self.active.push(slot);
                self.loads.set(slot, view.next(slot).is_some_and(|next| next.is_load));
                self.until = now;
            }
            WarpEvent::Finished(slot) => {
                self.forget(slot);
                self.until = now;
            }
            _ => {}
        }
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        view.resident(scheduler) - (self.held & self.loads)
    }

    fn wants_cache_events(&self) -> bool {
        true
    }
}

/// A warp's victim tag array.
struct VictimTags {
    sets: Vec<[Option<Line>; WAYS]>,
}

impl VictimTags {
    fn new(sets: u64) -> VictimTags {
        VictimTags { sets: vec![[None; WAYS]; sets as usize] }
    }

    fn set(&mut self, line: Line) -> &mut [Option<Line>; WAYS] {
        let count = self.sets.len() as u64;
        &mut self.sets[(line.0 % count) as usize]
    }

    /// A line of the warp was replaced: it is first in its set, and the last goes.
    fn put(&mut self, line: Line) {
        let set = self.set(line);
        set.rotate_right(1);
        set[0] = Some(line);
    }

    /// Whether a line is there. It is not from now on.
    fn take(&mut self, line: Line) -> bool {
        let set = self.set(line);
        let Some(at) = set.iter().position(|&entry| entry == Some(line)) else { return false };
        set[at] = None;
        // Room is at the end.
        set[at..].rotate_left(1);
        true
    }

    fn clear(&mut self) {
        self.sets.iter_mut().for_each(|set| *set = [None; WAYS]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ALL, Choice};
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::machine;
    use warploom_gpu::policy::NextInstruction;

    const FIRST: SchedulerId = SchedulerId(0);

    fn set(slots: &[u8]) -> WarpSet {
        slots.iter().map(|&slot| Slot(slot)).collect()
    }

    fn line(number: u64) -> Line {
        Line(number)
    }

    #[test]
    fn a_victim_tag_array_has_sets_of_eight() {
        let mut tags = VictimTags::new(2);
        (0..18).for_each(|number| tags.put(line(number)));
        assert!(!tags.take(line(0)) && !tags.take(line(1)), "nine of each set were put in: the first went");
        assert!(tags.take(line(2)));
        assert!(!tags.take(line(2)), "it is in the L1 again");
        tags.put(line(100));
        assert!(tags.take(line(4)), "there was room");
        tags.clear();
        assert!(!tags.take(line(100)));
    }

    /// Four warps that all want to load, after 20 instructions. Line 7, which warp 2 had brought, was replaced.
    fn lost() -> Fixture<Ccws> {
        let mut sm = Fixture::new(Ccws::new(8, 100, 2), 48, 1);
        sm.launch_with(0, 4, NextInstruction::memory());
        for _ in 0..10 {
            sm.issue(Slot(0), Some(NextInstruction::memory()));
            sm.issue(Slot(1), Some(NextInstruction::memory()));
        }
        sm.tell(WarpEvent::L1Evicted { slot: Slot(2), line: line(7) });
        sm.tell(WarpEvent::L1Miss { slot: Slot(0), line: line(7) });
        assert_eq!(sm.policy.vta_hits, 0, "what another had is not what it lost");
        sm
    }

    /// Section 4: a VTA hit raises the score to LLDS, that pushes the lowest beyond the cutoff, and as it decays they come back.
    #[test]
    fn a_score_keeps_others_from_loading_until_it_has_gone_down() {
        let mut sm = lost();
        sm.at(1000);
        sm.tell(WarpEvent::L1Miss { slot: Slot(2), line: line(7) });
        // 1 hit × 8 × (4 × 100) / 20 instructions.
        assert_eq!(sm.policy.detected_score(), 160);
        assert_eq!([0, 2].map(|slot| sm.policy.score(Slot(slot), 1000)), [100, 160]);
        // 160, 260, 360, 460: beyond 400 is the last of equal scores, the youngest.
        assert_eq!(sm.pick(FIRST), Some(Slot(1)), "it issued last");
        assert_eq!(sm.policy.held, set(&[3]));
        [0, 1, 2].into_iter().for_each(|slot| sm.stall(Slot(slot), true));
        assert_eq!(sm.pick(FIRST), None, "3 could load, and may not");
        assert_eq!(sm.policy.eligible(FIRST, &sm.view()), set(&[0, 1, 2]));
        sm.issue(Slot(3), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "it may compute");
        sm.issue(Slot(3), Some(NextInstruction::store()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "and store");
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        sm.at(1059);
        assert_eq!((sm.policy.score(Slot(2), 1059), sm.pick(FIRST)), (101, None), "401 of 400");
        sm.at(1060);
        assert_eq!(
            (sm.policy.score(Slot(2), 1060), sm.pick(FIRST)),
            (100, Some(Slot(3))),
            "all are at the base"
        );
        assert_eq!(sm.policy.held, set(&[]));
    }

    #[test]
    fn the_more_is_lost_the_fewer_load() {
        let mut sm = lost();
        sm.at(1000);
        for number in 10..13 {
            sm.tell(WarpEvent::L1Evicted { slot: Slot(2), line: line(number) });
            sm.tell(WarpEvent::L1Miss { slot: Slot(2), line: line(number) });
        }
        // 3 hits: 3 × 8 × 400 / 20 is above the cutoff, where it ends.
        assert_eq!(sm.policy.score(Slot(2), 1000), 400);
        let _ = sm.pick(FIRST);
        assert_eq!(sm.policy.held, set(&[0, 1, 3]), "the first alone");
        // Room for one more: 300 + 100 = 400; then for two.
        for (cycle, held) in [
            (1099, &[0, 1, 3][..]),
            (1100, &[1, 3]),
            (1199, &[1, 3]),
            (1200, &[3]),
            (1299, &[3]),
            (1300, &[]),
        ] {
            sm.at(cycle);
            let _ = sm.pick(FIRST);
            assert_eq!(sm.policy.held, set(held), "{cycle}");
        }
    }

    /// With instructions of threads, as many hits are a smaller share.
    #[test]
    fn threads_may_be_counted() {
        let mut sm = Fixture::new(Ccws { threads: true, ..Ccws::new(8, 100, 2) }, 48, 1);
        sm.launch_with(0, 4, NextInstruction::memory());
        sm.issue(Slot(0), Some(NextInstruction::memory()));
        sm.issue_for(8, Slot(0), Some(NextInstruction::memory()));
        assert_eq!(sm.policy.issued, 40);
        (1..4).for_each(|slot| sm.finish(Slot(slot)));
        sm.issue(Slot(0), None);
        sm.finish(Slot(0));
        sm.launch_with(1, 4, NextInstruction::memory());
        sm.issue_for(8, Slot(0), Some(NextInstruction::memory()));
        assert_eq!(sm.policy.issued, 80, "another warp in the slot begins at nothing");
        sm.policy.vta_hits = 3;
        assert_eq!(sm.policy.detected_score(), 3 * 8 * 400 / 80);
    }

    #[test]
    fn of_two_that_lost_the_higher_score_is_first() {
        let mut sm = lost();
        sm.at(1000);
        sm.tell(WarpEvent::L1Miss { slot: Slot(2), line: line(7) });
        sm.at(1010);
        sm.tell(WarpEvent::L1Evicted { slot: Slot(3), line: line(9) });
        sm.tell(WarpEvent::L1Miss { slot: Slot(3), line: line(9) });
        // 2 × 8 × 400 / 20 = 320 for 3, and 150 left for 2: 470 are beyond 400, and so are the others.
        assert_eq!([2, 3].map(|slot| sm.policy.score(Slot(slot), 1010)), [150, 320]);
        assert_eq!(sm.pick(FIRST), Some(Slot(3)));
        assert_eq!(sm.policy.held, set(&[0, 1, 2]));
        // From 1045 on both together are 400.
        for (cycle, held) in [(1044, &[0, 1, 2][..]), (1045, &[0, 1])] {
            sm.at(cycle);
            let _ = sm.pick(FIRST);
            assert_eq!(sm.policy.held, set(held), "{cycle}");
        }
        sm.finish(Slot(3));
        let _ = sm.pick(FIRST);
        assert_eq!(sm.policy.held, set(&[1]), "of 300, 2 has 115 and 0 has 100");
    }

    /// However cycles are passed over, the answer is that of summing scores up in every cycle.
    #[test]
    fn it_is_as_if_scores_were_summed_up_in_every_cycle() {
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        let mut sm = Fixture::new(Ccws::new(8, 100, 2), 48, 2);
        sm.launch_with(0, 24, NextInstruction::memory());
        let mut now = 0;
        for _ in 0..4000 {
            now += random(40);
            sm.at(now);
            for _ in 0..1 + random(60) {
                sm.issue(Slot(random(24) as u8), Some(NextInstruction::memory()));
            }
            if random(3) == 0 {
                let slot = Slot(random(24) as u8);
                sm.tell(WarpEvent::L1Evicted { slot, line: line(1) });
                sm.tell(WarpEvent::L1Miss { slot, line: line(1) });
            }
            sm.policy.see(now);
            let mut order: Vec<(u64, u8)> =
                (0..24).map(|slot| (sm.policy.score(Slot(slot), now), slot)).collect();
            // Of equal raised scores, the one raised first is first; of those at the base, the oldest.
            let raised = |slot: u8| sm.policy.raised.iter().position(|&(_, other)| other.0 == slot);
            order.sort_by_key(|&(score, slot)| (u64::MAX - score, raised(slot).unwrap_or(64), slot));
            let mut sum = 0;
            let mut held = WarpSet::EMPTY;
            for (nth, &(score, slot)) in order.iter().enumerate() {
                sum += score;
                held.set(Slot(slot), nth > 0 && sum > 2400);
            }
            assert_eq!(sm.policy.held, held, "cycle {now}");
        }
    }

    /// Table 3 and section 5 of the paper: cores of 32 warps have 512 entries of victim tags, and 5 bits with each line for its warp.
    #[test]
    fn cost() {
        let mut machine = machine::named("gtx480").expect("a machine").machine();
        machine.sm.warps = 32;
        let choice = Choice::parse("ccws", ALL).expect("a policy");
        let costs = choice.cost(&machine.sm);
        let l1 = machine.sm.l1.as_ref().expect("it has an L1");
        let lines = u64::from(l1.cache.sets * l1.cache.ways);
        assert_eq!((costs[0].count, costs[0].bits), (512, 40 - 7 - 1));
        assert_eq!((costs[1].count, costs[1].bits), (lines, 5));
        assert_eq!((costs[2].count, costs[2].bits), (32, 12), "up to 3200");
    }
}
