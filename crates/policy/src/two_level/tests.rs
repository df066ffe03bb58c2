//! The queues of Fig. 8, step by step.

use super::*;
use crate::{ALL, Choice};
use warploom_gpu::CtaSlot;
use warploom_gpu::fixture::Fixture;
use warploom_gpu::fixture::laws::{Laws, check};

const FIRST: SchedulerId = SchedulerId(0);
const SECOND: SchedulerId = SchedulerId(1);

fn bench(policy: &str, slots: u32, schedulers: u32) -> Fixture<TwoLevel> {
    let choice = Choice::parse(policy, ALL).unwrap();
    let policy = TwoLevel::new(Rules::new(choice.values()), schedulers as usize);
    Fixture::new(policy, slots, schedulers)
}

/// Ready, active from its head on, pending: of the first scheduler, or of all.
type Seen = (Vec<u8>, Vec<u8>, Vec<u8>);

fn queues(sm: &Fixture<TwoLevel>) -> Seen {
    queues_of(sm, FIRST)
}

fn queues_of(sm: &Fixture<TwoLevel>, scheduler: SchedulerId) -> Seen {
    let mut queues = sm.policy.queues(scheduler).clone();
    let slots = |set: WarpSet| set.iter().map(|slot| slot.0).collect();
    let (ready, pending) = (slots(queues.ready), slots(queues.pending));
    let begun = sm.policy.rules.affinity.then_some(&sm.policy.begun);
    let mut active = Vec::new();
    while let Some(head) = queues.head(begun, &sm.view()) {
        queues.active.remove(head);
        active.push(head.0);
    }
    (ready, active, pending)
}

fn seen(ready: &[u8], active: &[u8], pending: &[u8]) -> Seen {
    (ready.to_vec(), active.to_vec(), pending.to_vec())
}

/// In the middle of a phase.
const AMID: NextInstruction = NextInstruction::compute().in_phase(0, 5, 20);

/// The first of a phase.
fn begins(phase: u32, length: u32) -> Option<NextInstruction> {
    Some(NextInstruction::compute().in_phase(phase, length, length))
}

/// A warp ends its phase with a load, which the next begins by using.
fn wait_for(sm: &mut Fixture<TwoLevel>, slot: Slot, then: Option<NextInstruction>) {
    sm.expect(slot);
    sm.issue(slot, then);
    sm.block(slot);
}

#[test]
fn new_warps_enter_active_and_its_head_fills_ready() {
    let mut sm = bench("two-level:ready=2", 8, 1);
    sm.launch(0, 3);
    assert_eq!(queues(&sm), seen(&[0, 1], &[2], &[]));
    sm.launch(1, 3);
    assert_eq!(queues(&sm), seen(&[0, 1], &[2, 3, 4, 5], &[]));
}

/// Fig. 8: from ready to pending, when all has come to active, and from its head to ready.
#[test]
fn round_and_round() {
    let mut sm = bench("two-level:ready=2", 8, 1);
    sm.launch(0, 5);
    assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    wait_for(&mut sm, Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[1, 2], &[3, 4], &[0]), "the head of active takes its place");
    assert_eq!(sm.pick(FIRST), Some(Slot(1)));
    sm.expect(Slot(1));
    wait_for(&mut sm, Slot(1), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[2, 3], &[4], &[0, 1]));
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), seen(&[2, 3], &[4], &[0, 1]), "one of two results is back");
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), seen(&[2, 3], &[4, 1], &[0]));
    sm.complete(Slot(0));
    assert_eq!(queues(&sm), seen(&[2, 3], &[4, 1, 0], &[]), "in the order in which they came back");
    wait_for(&mut sm, Slot(2), begins(1, 9));
    wait_for(&mut sm, Slot(3), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[1, 4], &[0], &[2, 3]));
}

/// II-B2: "warps within the ready warps queue are always scheduled using RR".
#[test]
fn ready_warps_issue_round_robin_and_no_others() {
    let mut sm = bench("two-level:ready=3,order=gto", 8, 1);
    sm.launch(0, 6);
    let picks: Vec<_> = (0..5).map(|_| sm.turn(FIRST).unwrap().0).collect();
    assert_eq!(picks, [0, 1, 2, 0, 1]);
    sm.stall(Slot(2), true);
    assert_eq!(sm.turn(FIRST), Some(Slot(0)));
    [0, 1].into_iter().for_each(|slot| sm.stall(Slot(slot), true));
    assert_eq!(sm.pick(FIRST), None, "3, 4 and 5 could issue, but are not ready");
    assert_eq!(sm.policy.eligible(FIRST, &sm.view()), [0, 1, 2].map(Slot).into_iter().collect());
}

#[test]
fn where_a_phase_begins_a_warp_goes_to_the_tail_of_active() {
    let mut sm = bench("two-level:ready=2", 8, 1);
    sm.launch(0, 4);
    sm.issue(Slot(0), Some(AMID));
    assert_eq!(queues(&sm), seen(&[0, 1], &[2, 3], &[]), "in the middle of a phase it stays");
    sm.issue(Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[1, 2], &[3, 0], &[]), "it waits for nothing, and makes room all the same");
}

#[test]
fn with_room_in_ready_it_comes_right_back() {
    let mut sm = bench("two-level:ready=6", 8, 1);
    sm.launch(0, 3);
    assert_eq!(queues(&sm), seen(&[0, 1, 2], &[], &[]), "fewer warps than places");
    sm.issue(Slot(1), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0, 1, 2], &[], &[]));
    wait_for(&mut sm, Slot(1), begins(2, 9));
    assert_eq!(queues(&sm), seen(&[0, 2], &[], &[1]), "but not if it has to wait");
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), seen(&[0, 1, 2], &[], &[]));
}

/// The oldest comes right back when it leaves for active; when it then turns out to wait, the next in order has its place.
#[test]
fn what_is_known_only_after_the_issue_is_in_time_for_the_pick() {
    let mut sm = bench("two-level:ready=1,order=gto", 8, 1);
    sm.launch(0, 3);
    sm.expect(Slot(0));
    sm.issue(Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0], &[1, 2], &[]), "between two events of an issue");
    sm.block(Slot(0));
    assert_eq!(queues(&sm), seen(&[1], &[2], &[0]));
    assert_eq!(sm.pick(FIRST), Some(Slot(1)));
}

#[test]
fn one_that_waits_in_the_middle_of_a_phase_leaves_too() {
    let mut sm = bench("two-level:ready=1", 8, 1);
    sm.launch(0, 2);
    wait_for(&mut sm, Slot(0), Some(AMID));
    assert_eq!(queues(&sm), seen(&[1], &[], &[0]));
}

/// IV-B2: "when all the long latency instructions complete".
#[test]
fn one_that_could_go_on_stays_pending_until_all_is_back() {
    let mut sm = bench("two-level:ready=2", 8, 1);
    sm.launch(0, 1);
    sm.expect(Slot(0));
    wait_for(&mut sm, Slot(0), begins(1, 9));
    assert_eq!(sm.policy.eligible(FIRST, &sm.view()).len(), 1, "there is room: it is what is waited for");
    sm.release(Slot(0));
    assert_eq!(queues(&sm), seen(&[], &[], &[0]));
    assert_eq!(sm.pick(FIRST), None);
    assert!(sm.policy.eligible(FIRST, &sm.view()).is_empty(), "it is kept from issuing");
    sm.complete(Slot(0));
    sm.complete(Slot(0));
    assert_eq!((queues(&sm), sm.pick(FIRST)), (seen(&[0], &[], &[]), Some(Slot(0))));
}

/// IV-B2: RR does not sort, GTO sorts in order of launch, the phase-aware one by length.
#[test]
fn active_is_sorted_as_the_order_says() {
    for (order, wanted) in [("rr", [3, 2, 0, 1]), ("gto", [0, 1, 2, 3]), ("phase", [2, 3, 1, 0])] {
        let mut sm = bench(&format!("two-level:ready=1,order={order}"), 8, 1);
        sm.launch(0, 5);
        let lengths = [(0, 40), (1, 30), (2, 10), (3, 20), (4, 1)];
        for (slot, length) in lengths {
            sm.next(Slot(slot), begins(slot.into(), length).unwrap());
            sm.block(Slot(slot));
        }
        sm.complete(Slot(4));
        for slot in [3, 2, 0, 1] {
            sm.complete(Slot(slot));
        }
        assert_eq!(queues(&sm), seen(&[4], &wanted, &[]), "{order}");
        // One that leaves ready is sorted with the others.
        sm.issue(Slot(4), begins(4, 25));
        let wanted: [&[u8]; 2] = match order {
            "rr" => [&[3], &[2, 0, 1, 4]],
            "gto" => [&[0], &[1, 2, 3, 4]],
            _ => [&[2], &[3, 4, 1, 0]],
        };
        assert_eq!(queues(&sm), seen(wanted[0], wanted[1], &[]), "{order}");
    }
}

#[test]
fn phases_of_one_length_keep_the_order_of_arrival() {
    let mut sm = bench("two-level:ready=1,order=phase", 8, 1);
    sm.launch(0, 4);
    for slot in [1, 2, 3] {
        sm.next(Slot(slot), begins(1, 10).unwrap());
        sm.block(Slot(slot));
    }
    [3, 1, 2].into_iter().for_each(|slot| sm.complete(Slot(slot)));
    assert_eq!(queues(&sm), seen(&[0], &[3, 1, 2], &[]));
}

#[test]
fn with_leave_wait_a_warp_stays_until_it_has_to_wait() {
    let mut sm = bench("two-level:ready=1,leave=wait", 8, 1);
    sm.launch(0, 3);
    sm.issue(Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0], &[1, 2], &[]));
    wait_for(&mut sm, Slot(0), begins(2, 9));
    assert_eq!(queues(&sm), seen(&[1], &[2], &[0]));
    sm.arrive(Slot(1));
    assert_eq!(queues(&sm), seen(&[2], &[], &[0, 1]));
}

#[test]
fn at_a_barrier_a_warp_is_pending() {
    let mut sm = bench("two-level:ready=2", 8, 1);
    let cta = sm.launch(0, 4);
    for (slot, then) in [(0, seen(&[1, 2], &[3], &[0])), (1, seen(&[2, 3], &[], &[0, 1]))] {
        sm.issue(Slot(slot), Some(AMID));
        sm.arrive(Slot(slot));
        assert_eq!(queues(&sm), then);
    }
    // 2 has a result under way.
    sm.expect(Slot(2));
    sm.issue(Slot(2), Some(AMID));
    sm.arrive(Slot(2));
    sm.issue(Slot(3), Some(AMID));
    sm.arrive(Slot(3));
    assert_eq!(queues(&sm), seen(&[], &[], &[0, 1, 2, 3]));
    sm.open_barrier(cta);
    assert_eq!(queues(&sm), seen(&[0, 1], &[3], &[2]), "all but the one that expects something");
    sm.complete(Slot(2));
    assert_eq!(queues(&sm), seen(&[0, 1], &[3, 2], &[]));
}

#[test]
fn one_that_has_ended_makes_room_and_its_cta_is_replaced() {
    let mut sm = bench("two-level:ready=2,order=gto", 4, 1);
    sm.launch(0, 2);
    sm.launch(1, 2);
    sm.issue(Slot(0), None);
    assert_eq!(queues(&sm), seen(&[1, 2], &[3], &[]), "with its last instruction it is ready no more");
    sm.finish(Slot(0));
    wait_for(&mut sm, Slot(2), begins(1, 9));
    sm.issue(Slot(1), None);
    sm.finish(Slot(1));
    assert_eq!(queues(&sm), seen(&[3], &[], &[2]));
    sm.launch(2, 2);
    assert_eq!(queues(&sm), seen(&[0, 3], &[1], &[2]), "slots anew, warps that are the youngest");
    sm.complete(Slot(2));
    assert_eq!(queues(&sm), seen(&[0, 3], &[2, 1], &[]), "of the four, 2 is older than 1 now");
    [0, 3, 2, 1].into_iter().for_each(|slot| sm.finish(Slot(slot)));
    assert_eq!(queues(&sm), seen(&[], &[], &[]));
}

#[test]
fn each_scheduler_has_its_queues() {
    let mut sm = bench("two-level:ready=1", 8, 2);
    sm.launch(0, 6);
    wait_for(&mut sm, Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[2], &[4], &[0]));
    assert_eq!(queues_of(&sm, SECOND), seen(&[1], &[3, 5], &[]));
}

#[test]
fn with_scope_sm_schedulers_share_them() {
    let mut sm = bench("two-level:ready=3,scope=sm", 8, 2);
    sm.launch(0, 6);
    assert_eq!(queues(&sm), seen(&[0, 1, 2], &[3, 4, 5], &[]));
    assert_eq!((sm.turn(FIRST), sm.turn(FIRST)), (Some(Slot(0)), Some(Slot(2))));
    assert_eq!((sm.turn(SECOND), sm.turn(SECOND)), (Some(Slot(1)), Some(Slot(1))), "those in its own slots");
    wait_for(&mut sm, Slot(1), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0, 2, 3], &[4, 5], &[1]));
    wait_for(&mut sm, Slot(3), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0, 2, 4], &[5], &[1, 3]));
    assert_eq!(sm.pick(SECOND), None, "5 could issue, but all that is ready is of the other");
    assert!(sm.policy.eligible(SECOND, &sm.view()).is_empty());
    wait_for(&mut sm, Slot(0), begins(1, 9));
    assert_eq!(sm.pick(SECOND), Some(Slot(5)));
    wait_for(&mut sm, Slot(5), begins(1, 9));
    assert_eq!(sm.policy.eligible(SECOND, &sm.view()), [1, 3, 5].map(Slot).into_iter().collect());
}

#[test]
fn a_queue_of_one_takes_turns_by_phases() {
    let mut sm = bench("two-level:ready=1", 8, 1);
    sm.launch(0, 3);
    let mut picks = Vec::new();
    for at in 0..8 {
        let picked = sm.pick(FIRST).unwrap();
        picks.push(picked.0);
        sm.issue(picked, if at % 2 == 1 { begins(1, 9) } else { Some(AMID) });
    }
    assert_eq!(picks, [0, 0, 1, 1, 2, 2, 0, 0]);
}

/// A load without lanes needs nothing of memory: its result is there, and no event tells so.
#[test]
fn what_comes_back_unheard_is_seen_at_the_pick() {
    struct Deaf(TwoLevel);
    impl WarpPolicy for Deaf {
        fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
            self.0.pick(scheduler, view)
        }
        fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
            if !matches!(event, WarpEvent::MemoryCompleted(_) | WarpEvent::Released(_)) {
                self.0.observe(event, view);
            }
        }
    }
    let mut sm = Fixture::new(Deaf(bench("two-level:ready=1", 8, 1).policy), 8, 1);
    sm.launch(0, 1);
    sm.block(Slot(0));
    assert!(sm.policy.0.queues(FIRST).pending.contains(Slot(0)));
    sm.complete(Slot(0));
    assert_eq!(sm.pick(FIRST), Some(Slot(0)));
}

/// V-E: a CTA that has ended in part is completed first; then those that others of their CTA are ahead of.
#[test]
fn affinity_completes_ctas() {
    let mut sm = bench("two-level:ready=1,order=gto,affinity=cta", 8, 1);
    sm.launch(0, 2);
    sm.launch(1, 2);
    sm.launch(2, 2);
    assert_eq!(queues(&sm), seen(&[0], &[1, 2, 3, 4, 5], &[]));
    for slot in [4, 5] {
        wait_for(&mut sm, Slot(slot), begins(1, 9));
    }
    sm.complete(Slot(4));
    sm.complete(Slot(5));
    assert_eq!(queues(&sm), seen(&[0], &[1, 2, 3, 4, 5], &[]), "both are as far: nothing is urgent");
    wait_for(&mut sm, Slot(2), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[0], &[3, 1, 4, 5], &[2]), "3 is behind the other of its CTA");
    sm.finish(Slot(4));
    assert_eq!(queues(&sm), seen(&[0], &[5, 3, 1], &[2]), "5 keeps its CTA from being replaced");
    wait_for(&mut sm, Slot(0), begins(1, 9));
    assert_eq!(queues(&sm), seen(&[5], &[1, 3], &[0, 2]), "1 and 3 are behind: in order of launch");
    sm.finish(Slot(5));
    let cta = sm.launch(3, 2);
    assert_eq!(
        (cta, queues(&sm)),
        (CtaSlot(2), seen(&[1], &[3, 4, 5], &[0, 2])),
        "a new CTA has begun nothing"
    );
}

/// IV-B2: a length once in a phase is less than 1 % of the code: in Heartwall (V-B2), with 1523 instructions in 45 phases.
#[test]
fn what_it_costs() {
    let sm = warploom_gpu::machine::named("m2090").unwrap().machine().sm;
    let cost = |policy: &str| Choice::parse(policy, ALL).unwrap().cost(&sm);
    let in_sm = |costs: &[Cost]| -> u64 {
        costs.iter().filter(|cost| cost.per == Per::Sm).map(|cost| cost.bits * cost.count).sum()
    };
    // 6 ready of each of 2 schedulers and 48 active, each a number below 24; 48 that may be pending.
    assert_eq!(in_sm(&cost("two-level")), 2 * 6 * 5 + 48 * 5 + 48);
    assert_eq!(in_sm(&cost("two-level:scope=sm")), 6 * 6 + 48 * 6 + 48);
    assert_eq!(in_sm(&cost("two-level:order=gto")), in_sm(&cost("two-level")) + 48 * 6);
    assert_eq!(in_sm(&cost("two-level:affinity=cta")), in_sm(&cost("two-level")) + 48 * 8 + 8 * 9);
    let phase = cost("two-level:order=phase");
    assert_eq!(in_sm(&phase), in_sm(&cost("two-level")) + 48 * 9);
    let code: Vec<&Cost> = phase.iter().filter(|cost| cost.per != Per::Sm).collect();
    assert_eq!((code.len(), code[0].per, code[0].bits), (1, Per::Phase, 9));
    let share = (45 * code[0].bits) as f64 / (1523 * 64) as f64;
    assert!(share < 0.01, "{share}");
}

/// In runs of kernels made at random, whenever a scheduler has picked, every warp is where it belongs.
#[test]
fn no_warp_is_seen_in_a_wrong_queue() {
    struct Checked(TwoLevel);
    impl WarpPolicy for Checked {
        fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
            let picked = self.0.pick(scheduler, view);
            let queues = self.0.queues(scheduler);
            let own = |set: WarpSet| set & view.slots(scheduler);
            let [ready, active, pending] = [queues.ready, queues.active, queues.pending].map(own);
            assert_eq!(ready | active | pending, view.resident(scheduler), "each is in one");
            assert_eq!(ready.len() + active.len() + pending.len(), view.resident(scheduler).len());
            let waits = view.blocked_on_long(scheduler) | view.at_barrier(scheduler);
            assert!(((ready | active) & waits).is_empty(), "{ready:?} {active:?} {waits:?}");
            assert!((pending - waits - view.long_pending(scheduler)).is_empty(), "{pending:?} {waits:?}");
            let size = u64::from(queues.ready.len());
            assert!(size == self.0.rules.size || size < self.0.rules.size && queues.active.is_empty());
            picked
        }
        fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
            self.0.observe(event, view);
        }
        fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
            self.0.eligible(scheduler, view)
        }
    }
    let policies =
        ["two-level:ready=1,order=phase", "two-level:scope=sm,order=gto", "two-level:leave=wait,ready=2"];
    for (seed, policy) in (100..).zip(policies) {
        let choice = Choice::parse(policy, ALL).unwrap();
        let make = |sm: &SmDescription| -> Box<dyn WarpPolicy> {
            Box::new(Checked(TwoLevel::new(Rules::new(choice.values()), sm.schedulers as usize)))
        };
        check(&make, Laws { kernels: 6, seed, ..Laws::default() }).unwrap();
    }
}
