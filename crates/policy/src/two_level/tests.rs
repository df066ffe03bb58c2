//! Tests of the queues of Fig. 8, step by step.

use super::*;
use crate::{Choice, WARP_POLICIES};
use warploom_gpu::CtaSlot;
use warploom_gpu::fixture::Fixture;
use warploom_gpu::fixture::laws::{Laws, check};

const FIRST: SchedulerId = SchedulerId(0);
const SECOND: SchedulerId = SchedulerId(1);

fn fixture(policy: &str, slots: u32, schedulers: u32) -> Fixture<TwoLevel> {
    let choice = Choice::parse(policy, WARP_POLICIES).unwrap();
    let policy = TwoLevel::new(Rules::new(&choice.values()), schedulers as usize);
    Fixture::new(policy, slots, schedulers)
}

/// The slots in ready, in active from its head on, and in pending.
type QueueContents = (Vec<u8>, Vec<u8>, Vec<u8>);

fn queues(sm: &Fixture<TwoLevel>) -> QueueContents {
    queues_of(sm, FIRST)
}

fn queues_of(sm: &Fixture<TwoLevel>, scheduler: SchedulerId) -> QueueContents {
    let mut queues = sm.policy.queues(scheduler).clone();
    let slots = |set: WarpSet| set.iter().map(|slot| slot.0).collect();
    let (ready, pending) = (slots(queues.ready), slots(queues.pending));
    let phase_counts = sm.policy.rules.affinity.then_some(&sm.policy.phase_counts);
    let mut active = Vec::new();
    while let Some(head) = queues.head(phase_counts, &sm.view()) {
        queues.active.remove(head);
        active.push(head.0);
    }
    (ready, active, pending)
}

fn contents(ready: &[u8], active: &[u8], pending: &[u8]) -> QueueContents {
    (ready.to_vec(), active.to_vec(), pending.to_vec())
}

/// An instruction in the middle of a phase.
const AMID: NextInstruction = NextInstruction::compute().in_phase(0, 5, 20);

/// The first instruction of a phase.
fn starts_phase(phase: u32, length: u32) -> Option<NextInstruction> {
    Some(NextInstruction::compute().in_phase(phase, length, length))
}

/// Issues a load at the end of a phase. The next phase starts with a use of its result.
fn block_on_load(sm: &mut Fixture<TwoLevel>, slot: Slot, then: Option<NextInstruction>) {
    sm.add_outstanding_load(slot);
    sm.issue(slot, then);
    sm.block(slot);
}

#[test]
fn new_warps_enter_active_and_its_head_fills_ready() {
    let mut sm = fixture("two-level:ready=2", 8, 1);
    sm.launch(0, 3);
    assert_eq!(queues(&sm), contents(&[0, 1], &[2], &[]));
    sm.launch(1, 3);
    assert_eq!(queues(&sm), contents(&[0, 1], &[2, 3, 4, 5], &[]));
}

/// Fig. 8: from ready to pending; when all results are back, to active; from its head to ready.
#[test]
fn a_warp_passes_through_pending_and_active_back_to_ready() {
    let mut sm = fixture("two-level:ready=2", 8, 1);
    sm.launch(0, 5);
    assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    block_on_load(&mut sm, Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[1, 2], &[3, 4], &[0]), "the head of active takes its place");
    assert_eq!(sm.pick(FIRST), Some(Slot(1)));
    sm.add_outstanding_load(Slot(1));
    block_on_load(&mut sm, Slot(1), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[2, 3], &[4], &[0, 1]));
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), contents(&[2, 3], &[4], &[0, 1]), "one of two results is back");
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), contents(&[2, 3], &[4, 1], &[0]));
    sm.complete(Slot(0));
    assert_eq!(queues(&sm), contents(&[2, 3], &[4, 1, 0], &[]), "in the order in which they came back");
    block_on_load(&mut sm, Slot(2), starts_phase(1, 9));
    block_on_load(&mut sm, Slot(3), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[1, 4], &[0], &[2, 3]));
}

/// II-B2: "warps within the ready warps queue are always scheduled using RR".
#[test]
fn ready_warps_issue_round_robin_and_no_others() {
    let mut sm = fixture("two-level:ready=3,order=gto", 8, 1);
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
fn at_the_start_of_a_phase_a_warp_moves_to_the_tail_of_active() {
    let mut sm = fixture("two-level:ready=2", 8, 1);
    sm.launch(0, 4);
    sm.issue(Slot(0), Some(AMID));
    assert_eq!(queues(&sm), contents(&[0, 1], &[2, 3], &[]), "in the middle of a phase it stays");
    sm.issue(Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[1, 2], &[3, 0], &[]), "it leaves ready although it is not blocked");
}

#[test]
fn with_free_places_in_ready_it_returns_at_once() {
    let mut sm = fixture("two-level:ready=6", 8, 1);
    sm.launch(0, 3);
    assert_eq!(queues(&sm), contents(&[0, 1, 2], &[], &[]), "fewer warps than places");
    sm.issue(Slot(1), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0, 1, 2], &[], &[]));
    block_on_load(&mut sm, Slot(1), starts_phase(2, 9));
    assert_eq!(queues(&sm), contents(&[0, 2], &[], &[1]), "but not if it has to wait");
    sm.complete(Slot(1));
    assert_eq!(queues(&sm), contents(&[0, 1, 2], &[], &[]));
}

/// The oldest warp returns from active at once. When it then blocks, the next warp takes its place.
#[test]
fn a_warp_reported_blocked_after_its_issue_is_replaced_before_the_pick() {
    let mut sm = fixture("two-level:ready=1,order=gto,pending=needed", 8, 1);
    sm.launch(0, 3);
    sm.add_outstanding_load(Slot(0));
    sm.issue(Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0], &[1, 2], &[]), "between two events of an issue");
    sm.block(Slot(0));
    assert_eq!(queues(&sm), contents(&[1], &[2], &[0]));
    assert_eq!(sm.pick(FIRST), Some(Slot(1)));
}

#[test]
fn a_warp_that_blocks_in_the_middle_of_a_phase_leaves_ready() {
    let mut sm = fixture("two-level:ready=1", 8, 1);
    sm.launch(0, 2);
    block_on_load(&mut sm, Slot(0), Some(AMID));
    assert_eq!(queues(&sm), contents(&[1], &[], &[0]));
}

/// IV-B2: "when all the long latency instructions complete".
#[test]
fn a_warp_stays_pending_until_all_its_long_latency_results_are_back() {
    let mut sm = fixture("two-level:ready=2", 8, 1);
    sm.launch(0, 1);
    sm.add_outstanding_load(Slot(0));
    block_on_load(&mut sm, Slot(0), starts_phase(1, 9));
    assert_eq!(sm.policy.eligible(FIRST, &sm.view()).len(), 1, "there is room: it is what is waited for");
    sm.release(Slot(0));
    assert_eq!(queues(&sm), contents(&[], &[], &[0]));
    assert_eq!(sm.pick(FIRST), None);
    assert!(sm.policy.eligible(FIRST, &sm.view()).is_empty(), "it is kept from issuing");
    sm.complete(Slot(0));
    sm.complete(Slot(0));
    assert_eq!((queues(&sm), sm.pick(FIRST)), (contents(&[0], &[], &[]), Some(Slot(0))));
}

/// IV-B2: RR does not sort, GTO sorts by age, the phase-aware order by phase length.
#[test]
fn active_is_sorted_by_the_order() {
    for (order, wanted) in [("rr", [3, 2, 0, 1]), ("gto", [0, 1, 2, 3]), ("phase", [2, 3, 1, 0])] {
        let mut sm = fixture(&format!("two-level:ready=1,order={order}"), 8, 1);
        sm.launch(0, 5);
        let lengths = [(0, 40), (1, 30), (2, 10), (3, 20), (4, 1)];
        for (slot, length) in lengths {
            sm.next(Slot(slot), starts_phase(slot.into(), length).unwrap());
            sm.block(Slot(slot));
        }
        sm.complete(Slot(4));
        for slot in [3, 2, 0, 1] {
            sm.complete(Slot(slot));
        }
        assert_eq!(queues(&sm), contents(&[4], &wanted, &[]), "{order}");
        // A warp that leaves ready is sorted with the others.
        sm.issue(Slot(4), starts_phase(4, 25));
        let wanted: [&[u8]; 2] = match order {
            "rr" => [&[3], &[2, 0, 1, 4]],
            "gto" => [&[0], &[1, 2, 3, 4]],
            _ => [&[2], &[3, 4, 1, 0]],
        };
        assert_eq!(queues(&sm), contents(wanted[0], wanted[1], &[]), "{order}");
    }
}

/// IV-B2: "for warps that are at the same distance, the oldest warp is chosen first".
#[test]
fn of_phases_of_equal_length_the_oldest_warp_is_first() {
    for (ties, wanted) in [("oldest", [1, 2, 3]), ("arrival", [3, 1, 2])] {
        let mut sm = fixture(&format!("two-level:ready=1,order=phase,ties={ties}"), 8, 1);
        sm.launch(0, 4);
        for slot in [1, 2, 3] {
            sm.next(Slot(slot), starts_phase(1, 10).unwrap());
            sm.block(Slot(slot));
        }
        [3, 1, 2].into_iter().for_each(|slot| sm.complete(Slot(slot)));
        assert_eq!(queues(&sm), contents(&[0], &wanted, &[]), "{ties}");
    }
}

/// IV-B2: "uses the phase distance of the next phase". A warp that returns from a barrier is in the middle of its phase.
#[test]
fn after_a_barrier_the_rest_of_a_phase_counts() {
    for (rank, wanted) in [("remaining", [1, 2]), ("whole", [2, 1])] {
        let mut sm = fixture(&format!("two-level:ready=1,order=phase,rank={rank}"), 8, 1);
        let cta = sm.launch(0, 3);
        sm.issue(Slot(1), Some(NextInstruction::compute().in_phase(1, 5, 90)));
        sm.arrive(Slot(1));
        sm.issue(Slot(2), starts_phase(2, 40));
        sm.open_barrier(cta);
        assert_eq!(queues(&sm), contents(&[0], &wanted, &[]), "{rank}");
    }
}

/// IV-B2: "when all the long latency instructions complete, it is moved to the tail of the active queue".
#[test]
fn at_the_start_of_a_phase_a_warp_waits_for_all_its_results() {
    for (pending, then) in [("all", contents(&[1], &[2], &[0])), ("needed", contents(&[1], &[2, 0], &[]))] {
        let mut sm = fixture(&format!("two-level:ready=1,pending={pending}"), 8, 1);
        sm.launch(0, 3);
        sm.add_outstanding_load(Slot(0));
        sm.issue(Slot(0), Some(AMID));
        assert_eq!(queues(&sm), contents(&[0], &[1, 2], &[]), "in the middle of a phase it stays ready");
        sm.issue(Slot(0), starts_phase(1, 9));
        assert_eq!(
            queues(&sm),
            then,
            "{pending}: the result is in flight, and the next instruction does not need it"
        );
        sm.complete(Slot(0));
        assert_eq!(queues(&sm), contents(&[1], &[2, 0], &[]), "{pending}");
    }
}

#[test]
fn with_leave_wait_a_warp_stays_ready_until_it_blocks() {
    let mut sm = fixture("two-level:ready=1,leave=wait", 8, 1);
    sm.launch(0, 3);
    sm.issue(Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0], &[1, 2], &[]));
    block_on_load(&mut sm, Slot(0), starts_phase(2, 9));
    assert_eq!(queues(&sm), contents(&[1], &[2], &[0]));
    sm.arrive(Slot(1));
    assert_eq!(queues(&sm), contents(&[2], &[], &[0, 1]));
}

#[test]
fn at_a_barrier_a_warp_is_pending() {
    let mut sm = fixture("two-level:ready=2", 8, 1);
    let cta = sm.launch(0, 4);
    for (slot, then) in [(0, contents(&[1, 2], &[3], &[0])), (1, contents(&[2, 3], &[], &[0, 1]))] {
        sm.issue(Slot(slot), Some(AMID));
        sm.arrive(Slot(slot));
        assert_eq!(queues(&sm), then);
    }
    // 2 has a result in flight.
    sm.add_outstanding_load(Slot(2));
    sm.issue(Slot(2), Some(AMID));
    sm.arrive(Slot(2));
    sm.issue(Slot(3), Some(AMID));
    sm.arrive(Slot(3));
    assert_eq!(queues(&sm), contents(&[], &[], &[0, 1, 2, 3]));
    sm.open_barrier(cta);
    assert_eq!(queues(&sm), contents(&[0, 1], &[3], &[2]), "all but the one that expects something");
    sm.complete(Slot(2));
    assert_eq!(queues(&sm), contents(&[0, 1], &[3, 2], &[]));
}

#[test]
fn a_finished_warp_leaves_ready_and_its_cta_is_replaced() {
    let mut sm = fixture("two-level:ready=2,order=gto", 4, 1);
    sm.launch(0, 2);
    sm.launch(1, 2);
    sm.issue(Slot(0), None);
    assert_eq!(queues(&sm), contents(&[1, 2], &[3], &[]), "with its last instruction it is ready no more");
    sm.finish(Slot(0));
    block_on_load(&mut sm, Slot(2), starts_phase(1, 9));
    sm.issue(Slot(1), None);
    sm.finish(Slot(1));
    assert_eq!(queues(&sm), contents(&[3], &[], &[2]));
    sm.launch(2, 2);
    assert_eq!(queues(&sm), contents(&[0, 3], &[1], &[2]), "slots anew, warps that are the youngest");
    sm.complete(Slot(2));
    assert_eq!(queues(&sm), contents(&[0, 3], &[2, 1], &[]), "of the four, 2 is older than 1 now");
    [0, 3, 2, 1].into_iter().for_each(|slot| sm.finish(Slot(slot)));
    assert_eq!(queues(&sm), contents(&[], &[], &[]));
}

#[test]
fn each_scheduler_has_its_own_queues() {
    let mut sm = fixture("two-level:ready=1,scope=scheduler", 8, 2);
    sm.launch(0, 6);
    block_on_load(&mut sm, Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[2], &[4], &[0]));
    assert_eq!(queues_of(&sm, SECOND), contents(&[1], &[3, 5], &[]));
}

#[test]
fn with_scope_sm_schedulers_share_the_queues() {
    let mut sm = fixture("two-level:ready=3,scope=sm", 8, 2);
    sm.launch(0, 6);
    assert_eq!(queues(&sm), contents(&[0, 1, 2], &[3, 4, 5], &[]));
    assert_eq!((sm.turn(FIRST), sm.turn(FIRST)), (Some(Slot(0)), Some(Slot(2))));
    assert_eq!((sm.turn(SECOND), sm.turn(SECOND)), (Some(Slot(1)), Some(Slot(1))), "those in its own slots");
    block_on_load(&mut sm, Slot(1), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0, 2, 3], &[4, 5], &[1]));
    block_on_load(&mut sm, Slot(3), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0, 2, 4], &[5], &[1, 3]));
    assert_eq!(sm.pick(SECOND), None, "5 could issue, but all that is ready is of the other");
    assert!(sm.policy.eligible(SECOND, &sm.view()).is_empty());
    block_on_load(&mut sm, Slot(0), starts_phase(1, 9));
    assert_eq!(sm.pick(SECOND), Some(Slot(5)));
    block_on_load(&mut sm, Slot(5), starts_phase(1, 9));
    assert_eq!(sm.policy.eligible(SECOND, &sm.view()), [1, 3, 5].map(Slot).into_iter().collect());
}

#[test]
fn with_one_ready_warp_warps_alternate_by_phases() {
    let mut sm = fixture("two-level:ready=1", 8, 1);
    sm.launch(0, 3);
    let mut picks = Vec::new();
    for at in 0..8 {
        let picked = sm.pick(FIRST).unwrap();
        picks.push(picked.0);
        sm.issue(picked, if at % 2 == 1 { starts_phase(1, 9) } else { Some(AMID) });
    }
    assert_eq!(picks, [0, 0, 1, 1, 2, 2, 0, 0]);
}

/// V-E: warps of CTAs with finished warps go first, then warps that other warps of their CTA are ahead of.
#[test]
fn affinity_completes_ctas() {
    let mut sm = fixture("two-level:ready=1,order=gto,affinity=cta", 8, 1);
    sm.launch(0, 2);
    sm.launch(1, 2);
    sm.launch(2, 2);
    assert_eq!(queues(&sm), contents(&[0], &[1, 2, 3, 4, 5], &[]));
    for slot in [4, 5] {
        block_on_load(&mut sm, Slot(slot), starts_phase(1, 9));
    }
    sm.complete(Slot(4));
    sm.complete(Slot(5));
    assert_eq!(queues(&sm), contents(&[0], &[1, 2, 3, 4, 5], &[]), "both are as far: nothing is urgent");
    block_on_load(&mut sm, Slot(2), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[0], &[3, 1, 4, 5], &[2]), "3 is behind the other of its CTA");
    sm.finish(Slot(4));
    assert_eq!(queues(&sm), contents(&[0], &[5, 3, 1], &[2]), "5 keeps its CTA from being replaced");
    block_on_load(&mut sm, Slot(0), starts_phase(1, 9));
    assert_eq!(queues(&sm), contents(&[5], &[1, 3], &[0, 2]), "1 and 3 are behind: in order of launch");
    sm.finish(Slot(5));
    let cta = sm.launch(3, 2);
    assert_eq!(
        (cta, queues(&sm)),
        (CtaSlot(2), contents(&[1], &[3, 4, 5], &[0, 2])),
        "a new CTA has begun nothing"
    );
}

/// IV-B2: one length per phase is less than 1 % of the code: in Heartwall (V-B2), with 1523 instructions in 45 phases.
#[test]
fn hardware_cost_is_the_papers() {
    let sm = warploom_gpu::machine::named("m2090").unwrap().machine();
    let cost = |policy: &str| Choice::parse(policy, WARP_POLICIES).unwrap().cost(sm.sm());
    let in_sm = |costs: &[Cost]| -> u64 {
        costs.iter().filter(|cost| cost.per == Per::Sm).map(|cost| cost.bits * cost.count).sum()
    };
    // 6 ready entries for each of 2 schedulers and 48 active ones, each a number below 24; 48 pending bits.
    assert_eq!(in_sm(&cost("two-level:scope=scheduler")), 2 * 6 * 5 + 48 * 5 + 48);
    assert_eq!(in_sm(&cost("two-level")), 6 * 6 + 48 * 6 + 48);
    assert_eq!(in_sm(&cost("two-level:order=gto")), in_sm(&cost("two-level")) + 48 * 6);
    assert_eq!(in_sm(&cost("two-level:affinity=cta")), in_sm(&cost("two-level")) + 48 * 8 + 8 * 9);
    let phase = cost("two-level:order=phase");
    // The lengths, and the ages that decide between equal ones.
    assert_eq!(in_sm(&phase), in_sm(&cost("two-level")) + 48 * 9 + 48 * 6);
    assert_eq!(in_sm(&cost("two-level:order=phase,ties=arrival")), in_sm(&cost("two-level")) + 48 * 9);
    let code: Vec<&Cost> = phase.iter().filter(|cost| cost.per != Per::Sm).collect();
    assert_eq!((code.len(), code[0].per, code[0].bits), (1, Per::Phase, 9));
    let share = (45 * code[0].bits) as f64 / (1523 * 64) as f64;
    assert!(share < 0.01, "{share}");
}

/// In runs of random kernels, after every pick every warp is in the right queue.
#[test]
fn every_warp_is_in_the_right_queue_after_every_pick() {
    struct Checked(TwoLevel);
    impl WarpPolicy for Checked {
        fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
            let picked = self.0.pick(scheduler, view);
            let queues = self.0.queues(scheduler);
            let own = |set: WarpSet| set & view.slots(scheduler);
            let [ready, active, pending] = [queues.ready, queues.active, queues.pending].map(own);
            assert_eq!(ready | active | pending, view.resident(scheduler), "each is in one");
            assert_eq!(ready.len() + active.len() + pending.len(), view.resident(scheduler).len());
            let blocked = view.blocked_on_long(scheduler) | view.at_barrier(scheduler);
            assert!(((ready | active) & blocked).is_empty(), "{ready:?} {active:?} {blocked:?}");
            assert!((pending - blocked - view.long_pending(scheduler)).is_empty(), "{pending:?} {blocked:?}");
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
        let choice = Choice::parse(policy, WARP_POLICIES).unwrap();
        let make = |sm: &SmDescription| -> Box<dyn WarpPolicy> {
            Box::new(Checked(TwoLevel::new(Rules::new(&choice.values()), sm.schedulers as usize)))
        };
        check(&make, Laws { kernels: 6, seed, ..Laws::default() }).unwrap();
    }
}
