//! `ccws`: cache-conscious wavefront scheduling.
//!
//! Source: Rogers, O'Connor and Aamodt, "Cache-Conscious Wavefront Scheduling" (MICRO 2012), section 4:
//!
//! * Each warp has a *victim tag array* (VTA) of 16 entries in sets of 8. It holds the tags of lines that the warp filled and the L1
//!   evicted. A miss of the warp that hits in its VTA is lost locality.
//! * Each warp has a *lost-locality score* (LLS) of at least `base` (100). A VTA hit raises the score to the lost-locality detected
//!   score, LLDS = VTA hits × `throttle` (K_THROTTLE = 8) × cutoff / instructions issued, both counted over the SM. The score falls
//!   by one per cycle.
//! * Warps are sorted by score, and the scores are summed from the highest. Warps beyond the *cumulative cutoff*, `base` × active
//!   warps, cannot issue loads. They can issue all other instructions.
//! * Among the remaining warps: greedy then oldest.
//!
//! The paper was available only as described by others. Choices of this implementation:
//!
//! * Of equal scores, the older warp is first; of equal raised scores, the one raised first. The first warp can always load.
//! * A score is at most the cutoff, where it already excludes all other warps. Without this limit a score could stay raised for a
//!   million cycles, while other warps of the CTA wait at a barrier.
//! * A VTA hit removes the entry, because its line returns to the L1. A full set replaces its oldest entry.
//! * A launch clears the VTA of the warp's slot.
//! * VTA hits and instructions are counted over the whole run. Misses are those of loads, one per access of an instruction.
//! * `count` selects the instructions: of warps, or of threads as GPGPU-Sim counts them. The default, threads, was chosen after a
//!   comparison on a GTX 480 with K_THROTTLE 1, 8, 32 and 128. With threads, 8 was best on atax, mvt, kmeans and bfs together at
//!   `tiny`, as in the paper's sweep (on kmeans alone at `small`, 128 was best). With warps, where most scores are at the cutoff, 1
//!   was best.

use crate::declaration::{Cost, WarpDeclaration};
use crate::parameter::Parameter;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{Line, SLOTS, SchedulerId, Slot, WarpSet};

const THROTTLE: Parameter<u64> = Parameter::whole(
    "throttle",
    "K_THROTTLE: factor from the share of lost locality to a score",
    8,
    1..=1024,
)
.sweep(&[2, 32]);
const BASE: Parameter<u64> =
    Parameter::whole("base", "score of a warp without lost locality", 100, 1..=10_000);
const SETS: Parameter<u64> =
    Parameter::whole("sets", "sets of eight entries in a warp's victim tag array", 2, 1..=8).sweep(&[1, 4]);
const COUNT: Parameter<Counted> = Parameter::one_of(
    "count",
    "instructions that VTA hits are divided by: of threads or of warps",
    &[("thread", Counted::ThreadInstructions), ("warp", Counted::WarpInstructions)],
);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "ccws",
    "cache-conscious wavefront scheduling: warps that lose locality in the L1 keep other warps from issuing loads; greedy then oldest",
    |values, _| {
        let counted = values.get(COUNT);
        Box::new(Ccws { counted, ..Ccws::new(values.get(THROTTLE), values.get(BASE), values.get(SETS)) })
    },
)
.origin("Rogers, O'Connor and Aamodt, Cache-Conscious Wavefront Scheduling, MICRO 2012")
.parameters(&[&THROTTLE, &BASE, &SETS, &COUNT])
.cost(|values, sm| {
    let (warps, sets) = (u64::from(sm.warps), values.get(SETS));
    let cutoff = warps * values.get(BASE);
    let (lines, bytes) = sm.l1.as_ref().map_or((0, 128), |l1| {
        let cache = &l1.cache;
        (u64::from(cache.sets) * u64::from(cache.ways), u64::from(cache.line_bytes))
    });
    let tag = ADDRESS_BITS - u64::from(bytes.ilog2()) - u64::from(sets.ilog2());
    vec![
        Cost::sm("victim tags", warps * sets * WAYS as u64, tag),
        Cost::sm("owner warps of L1 lines", lines, warps.next_power_of_two().ilog2().into()),
        Cost::sm("lost-locality scores", warps, u64::from(cutoff.ilog2()) + 1),
        Cost::sm("totals of VTA hits and instructions", 2, TOTAL_BITS),
    ]
});

/// The instructions that VTA hits are divided by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counted {
    ThreadInstructions,
    WarpInstructions,
}

/// Entries of a set of a victim tag array.
const WAYS: usize = 8;
/// Bits of an address, for the cost of tags.
const ADDRESS_BITS: u64 = 40;
/// Bits of a total, for its cost.
const TOTAL_BITS: u64 = 32;

struct Ccws {
    throttle: u64,
    base: u64,
    counted: Counted,
    /// By slot.
    victims: Vec<VictimTags>,
    vta_hits: u64,
    issued: u64,
    /// By slot, thread instructions counted so far.
    progress: [u64; SLOTS],
    /// Launched warps that have not finished, the oldest first.
    active: Vec<Slot>,
    /// Warps with a score above the base, the highest first, each with the cycle in which it falls to the base. All scores fall
    /// at the same rate, so the order does not change.
    raised: Vec<(u64, Slot)>,
    /// Warps whose next instruction is a load.
    loads: WarpSet,
    /// Warps that cannot issue loads, valid before the cycle `throttled_until`.
    throttled: WarpSet,
    throttled_until: u64,
}

impl Ccws {
    /// A policy that counts warp instructions.
    fn new(throttle: u64, base: u64, sets: u64) -> Ccws {
        Ccws {
            throttle,
            base,
            counted: Counted::WarpInstructions,
            victims: (0..SLOTS).map(|_| VictimTags::new(sets)).collect(),
            vta_hits: 0,
            issued: 0,
            progress: [0; SLOTS],
            active: Vec::with_capacity(SLOTS),
            raised: Vec::with_capacity(SLOTS),
            loads: WarpSet::EMPTY,
            throttled: WarpSet::EMPTY,
            throttled_until: u64::MAX,
        }
    }

    /// The cumulative cutoff.
    fn cutoff(&self) -> u64 {
        self.base * self.active.len() as u64
    }

    /// The lost-locality detected score (LLDS): the score after a VTA hit.
    fn detected_score(&self) -> u64 {
        let cutoff = self.cutoff();
        (self.vta_hits * self.throttle * cutoff / self.issued.max(1)).min(cutoff)
    }

    /// Handles an L1 miss. A VTA hit raises the warp's score.
    fn record_miss(&mut self, slot: Slot, line: Line, now: u64) {
        if !self.victims[slot.index()].remove(line) {
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
            self.throttled_until = now;
        }
    }

    fn remove(&mut self, slot: Slot) {
        self.raised.retain(|&(_, other)| other != slot);
        self.active.retain(|&other| other != slot);
    }

    /// Updates the throttled warps if a score or the set of warps has changed since.
    #[inline]
    fn update_throttled(&mut self, now: u64) {
        if now >= self.throttled_until {
            self.sum_scores(now);
        }
    }

    /// Sums the scores from the highest and throttles the warps beyond the cutoff.
    fn sum_scores(&mut self, now: u64) {
        while self.raised.last().is_some_and(|&(end, _)| end <= now) {
            self.raised.pop();
        }
        self.throttled = WarpSet::EMPTY;
        self.throttled_until = u64::MAX;
        let Some(&(soonest, _)) = self.raised.last() else { return };
        let (cutoff, mut sum) = (self.cutoff(), 0);
        let mut raised = WarpSet::EMPTY;
        for (nth, &(end, slot)) in self.raised.iter().enumerate() {
            sum += self.base + end - now;
            raised.insert(slot);
            if nth > 0 && sum > cutoff {
                self.throttled.insert(slot);
            }
        }
        let room = (cutoff.saturating_sub(sum) / self.base) as usize;
        let others = self.active.iter().copied().filter(|&slot| !raised.contains(slot));
        self.throttled |= others.skip(room).collect();
        // The sum falls by one per cycle for each raised score. The result changes when another warp fits below the cutoff, or a
        // score reaches the base.
        let excess = if sum > cutoff { 1 } else { self.base - (cutoff - sum) % self.base };
        self.throttled_until = soonest.min(now + excess.div_ceil(self.raised.len() as u64));
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
        self.update_throttled(view.now().0);
        let among = view.issuable(scheduler) - (self.throttled & self.loads);
        view.last_issued(scheduler).filter(|&last| among.contains(last)).or_else(|| view.oldest(among))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        match event {
            WarpEvent::Issued { slot, .. } => {
                let progress = view.progress(slot);
                let before = std::mem::replace(&mut self.progress[slot.index()], progress);
                self.issued += match self.counted {
                    Counted::ThreadInstructions => progress - before,
                    Counted::WarpInstructions => 1,
                };
                self.loads.set(slot, view.next(slot).is_some_and(|next| next.is_load));
            }
            WarpEvent::L1Miss { slot, line, .. } => self.record_miss(slot, line, now),
            WarpEvent::L1Evicted { slot, line, .. } => self.victims[slot.index()].insert(line),
            WarpEvent::Launched(slot) => {
                self.victims[slot.index()].clear();
                self.progress[slot.index()] = 0;
                self.remove(slot);
                self.active.push(slot);
                self.loads.set(slot, view.next(slot).is_some_and(|next| next.is_load));
                self.throttled_until = now;
            }
            WarpEvent::Finished(slot) => {
                self.remove(slot);
                self.throttled_until = now;
            }
            _ => {}
        }
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        view.resident(scheduler) - (self.throttled & self.loads)
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

    /// Inserts an evicted line as the newest of its set. A full set drops its oldest.
    fn insert(&mut self, line: Line) {
        let set = self.set(line);
        set.rotate_right(1);
        set[0] = Some(line);
    }

    /// Removes a line. Returns whether it was present.
    fn remove(&mut self, line: Line) -> bool {
        let set = self.set(line);
        let Some(at) = set.iter().position(|&entry| entry == Some(line)) else { return false };
        set[at] = None;
        // Free entries are at the end.
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
    use crate::{Choice, WARP_POLICIES};
    use warploom_gpu::Pc;
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
        (0..18).for_each(|number| tags.insert(line(number)));
        assert!(
            !tags.remove(line(0)) && !tags.remove(line(1)),
            "nine lines of each set were inserted: the first was dropped"
        );
        assert!(tags.remove(line(2)));
        assert!(!tags.remove(line(2)), "a hit removes the entry");
        tags.insert(line(100));
        assert!(tags.remove(line(4)), "the removed entry made room");
        tags.clear();
        assert!(!tags.remove(line(100)));
    }

    /// Four warps with a load as their next instruction, after 20 instructions. Line 7, filled by warp 2, was evicted.
    fn after_eviction() -> Fixture<Ccws> {
        let mut sm = Fixture::new(Ccws::new(8, 100, 2), 48, 1);
        sm.launch_with(0, 4, NextInstruction::memory());
        for _ in 0..10 {
            sm.issue(Slot(0), Some(NextInstruction::memory()));
            sm.issue(Slot(1), Some(NextInstruction::memory()));
        }
        sm.notify(WarpEvent::l1_evicted(Slot(2), line(7)));
        sm.notify(WarpEvent::l1_miss(Slot(0), Pc(0), line(7)));
        assert_eq!(sm.policy.vta_hits, 0, "the line was another warp's");
        sm
    }

    /// Section 4: a VTA hit raises the score to LLDS, which pushes the lowest score beyond the cutoff until the score has decayed.
    #[test]
    fn a_raised_score_throttles_loads_until_it_has_decayed() {
        let mut sm = after_eviction();
        sm.set_cycle(1000);
        sm.notify(WarpEvent::l1_miss(Slot(2), Pc(0), line(7)));
        // 1 hit × 8 × (4 × 100) / 20 instructions.
        assert_eq!(sm.policy.detected_score(), 160);
        assert_eq!([0, 2].map(|slot| sm.policy.score(Slot(slot), 1000)), [100, 160]);
        // 160, 260, 360, 460: the last of equal scores, the youngest, is beyond 400.
        assert_eq!(sm.pick(FIRST), Some(Slot(1)), "it issued last");
        assert_eq!(sm.policy.throttled, set(&[3]));
        [0, 1, 2].into_iter().for_each(|slot| sm.stall(Slot(slot), true));
        assert_eq!(sm.pick(FIRST), None, "3 is throttled");
        assert_eq!(sm.policy.eligible(FIRST, &sm.view()), set(&[0, 1, 2]));
        sm.issue(Slot(3), Some(NextInstruction::compute()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "throttled warps compute");
        sm.issue(Slot(3), Some(NextInstruction::store()));
        assert_eq!(sm.pick(FIRST), Some(Slot(3)), "throttled warps store");
        sm.issue(Slot(3), Some(NextInstruction::memory()));
        sm.set_cycle(1059);
        assert_eq!((sm.policy.score(Slot(2), 1059), sm.pick(FIRST)), (101, None), "401 of 400");
        sm.set_cycle(1060);
        assert_eq!(
            (sm.policy.score(Slot(2), 1060), sm.pick(FIRST)),
            (100, Some(Slot(3))),
            "all are at the base"
        );
        assert_eq!(sm.policy.throttled, set(&[]));
    }

    #[test]
    fn more_lost_locality_throttles_more_warps() {
        let mut sm = after_eviction();
        sm.set_cycle(1000);
        for number in 10..13 {
            sm.notify(WarpEvent::l1_evicted(Slot(2), line(number)));
            sm.notify(WarpEvent::l1_miss(Slot(2), Pc(0), line(number)));
        }
        // 3 hits: 3 × 8 × 400 / 20 is limited to the cutoff.
        assert_eq!(sm.policy.score(Slot(2), 1000), 400);
        let _ = sm.pick(FIRST);
        assert_eq!(sm.policy.throttled, set(&[0, 1, 3]), "only the first loads");
        // One more warp fits below the cutoff, 300 + 100 = 400; then two.
        for (cycle, throttled) in [
            (1099, &[0, 1, 3][..]),
            (1100, &[1, 3]),
            (1199, &[1, 3]),
            (1200, &[3]),
            (1299, &[3]),
            (1300, &[]),
        ] {
            sm.set_cycle(cycle);
            let _ = sm.pick(FIRST);
            assert_eq!(sm.policy.throttled, set(throttled), "{cycle}");
        }
    }

    /// With thread instructions, the same number of hits is a smaller share.
    #[test]
    fn thread_instructions_may_be_counted() {
        let mut sm =
            Fixture::new(Ccws { counted: Counted::ThreadInstructions, ..Ccws::new(8, 100, 2) }, 48, 1);
        sm.launch_with(0, 4, NextInstruction::memory());
        sm.issue(Slot(0), Some(NextInstruction::memory()));
        sm.issue_for(8, Slot(0), Some(NextInstruction::memory()));
        assert_eq!(sm.policy.issued, 40);
        (1..4).for_each(|slot| sm.finish(Slot(slot)));
        sm.issue(Slot(0), None);
        sm.finish(Slot(0));
        sm.launch_with(1, 4, NextInstruction::memory());
        sm.issue_for(8, Slot(0), Some(NextInstruction::memory()));
        assert_eq!(sm.policy.issued, 80, "a new warp in the slot starts from zero");
        sm.policy.vta_hits = 3;
        assert_eq!(sm.policy.detected_score(), 3 * 8 * 400 / 80);
    }

    #[test]
    fn of_two_raised_scores_the_higher_is_first() {
        let mut sm = after_eviction();
        sm.set_cycle(1000);
        sm.notify(WarpEvent::l1_miss(Slot(2), Pc(0), line(7)));
        sm.set_cycle(1010);
        sm.notify(WarpEvent::l1_evicted(Slot(3), line(9)));
        sm.notify(WarpEvent::l1_miss(Slot(3), Pc(0), line(9)));
        // 2 × 8 × 400 / 20 = 320 for 3, and 150 remain for 2: the sum of 470 is beyond 400.
        assert_eq!([2, 3].map(|slot| sm.policy.score(Slot(slot), 1010)), [150, 320]);
        assert_eq!(sm.pick(FIRST), Some(Slot(3)));
        assert_eq!(sm.policy.throttled, set(&[0, 1, 2]));
        // From cycle 1045 the sum of both is 400.
        for (cycle, throttled) in [(1044, &[0, 1, 2][..]), (1045, &[0, 1])] {
            sm.set_cycle(cycle);
            let _ = sm.pick(FIRST);
            assert_eq!(sm.policy.throttled, set(throttled), "{cycle}");
        }
        sm.finish(Slot(3));
        let _ = sm.pick(FIRST);
        assert_eq!(sm.policy.throttled, set(&[1]), "the cutoff is 300; 2 has 115 and 0 has 100");
    }

    /// The incremental update gives the same result as a sum in every cycle.
    #[test]
    fn skipped_cycles_give_the_same_throttled_warps_as_a_sum_in_every_cycle() {
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
            sm.set_cycle(now);
            for _ in 0..1 + random(60) {
                sm.issue(Slot(random(24) as u8), Some(NextInstruction::memory()));
            }
            if random(3) == 0 {
                let slot = Slot(random(24) as u8);
                sm.notify(WarpEvent::l1_evicted(slot, line(1)));
                sm.notify(WarpEvent::l1_miss(slot, Pc(0), line(1)));
            }
            sm.policy.update_throttled(now);
            let mut order: Vec<(u64, u8)> =
                (0..24).map(|slot| (sm.policy.score(Slot(slot), now), slot)).collect();
            // Of equal raised scores, the first raised is first; of scores at the base, the oldest.
            let raised = |slot: u8| sm.policy.raised.iter().position(|&(_, other)| other.0 == slot);
            order.sort_by_key(|&(score, slot)| (u64::MAX - score, raised(slot).unwrap_or(64), slot));
            let mut sum = 0;
            let mut throttled = WarpSet::EMPTY;
            for (nth, &(score, slot)) in order.iter().enumerate() {
                sum += score;
                throttled.set(Slot(slot), nth > 0 && sum > 2400);
            }
            assert_eq!(sm.policy.throttled, throttled, "cycle {now}");
        }
    }

    /// Table 3 and section 5: cores of 32 warps have 512 victim tags, and 5 bits per L1 line for its warp.
    #[test]
    fn hardware_cost_is_the_papers() {
        let mut machine = machine::named("gtx480").expect("a machine").machine();
        machine.sm_mut().warps = 32;
        let choice = Choice::parse("ccws", WARP_POLICIES).expect("a policy");
        let costs = choice.cost(machine.sm());
        let l1 = machine.sm().l1.as_ref().expect("it has an L1");
        let lines = u64::from(l1.cache.sets * l1.cache.ways);
        assert_eq!((costs[0].count, costs[0].bits), (512, 40 - 7 - 1));
        assert_eq!((costs[1].count, costs[1].bits), (lines, 5));
        assert_eq!((costs[2].count, costs[2].bits), (32, 12), "up to 3200");
    }
}
