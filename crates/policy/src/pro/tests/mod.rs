//! Tests of the PRO paper's text, figure and tables, step by step.

mod trial;

use super::*;
use crate::{Choice, WARP_POLICIES};
use warploom_gpu::fixture::Fixture;
use warploom_gpu::machine;
use warploom_gpu::policy::NextInstruction;

type Sm = Fixture<Pro>;

const FIRST: SchedulerId = SchedulerId(0);
const SECOND: SchedulerId = SchedulerId(1);

/// An SM of 48 slots, eight CTAs and one scheduler.
fn sm(barrier: Barrier) -> Sm {
    Fixture::new(Pro::new(1000, barrier, 8), 48, 1)
}

/// The SM with CTAs of four warps: the first has slots 0 to 3, the second 4 to 7, and so on.
fn with_ctas(barrier: Barrier, numbers: &[u64]) -> (Sm, Vec<CtaSlot>) {
    let mut sm = sm(barrier);
    let ctas = numbers.iter().map(|&number| sm.launch(number, 4)).collect();
    (sm, ctas)
}

/// Adds thread instructions to a warp's progress.
fn advance(sm: &mut Sm, slot: u8, threads: u64) {
    sm.issue_for(threads, Slot(slot), Some(NextInstruction::compute()));
}

/// A scheduler's issuable warps in order of priority: the pick, the pick if that one cannot issue, and so on.
fn picks(sm: &mut Sm, scheduler: SchedulerId) -> Vec<u8> {
    let mut picked = Vec::new();
    while let Some(slot) = sm.pick(scheduler) {
        picked.push(slot.0);
        sm.stall(slot, true);
    }
    picked.iter().for_each(|&slot| sm.stall(Slot(slot), false));
    picked
}

/// The CTA numbers in order of priority.
fn ctas(sm: &mut Sm, scheduler: SchedulerId) -> Vec<u64> {
    let picked = picks(sm, scheduler);
    let mut numbers: Vec<u64> =
        picked.iter().map(|&slot| sm.view().cta_number(sm.view().cta(Slot(slot)))).collect();
    numbers.dedup();
    numbers
}

fn state(sm: &Sm, cta: CtaSlot) -> State {
    sm.policy.ctas[cta.index()].state
}

/// Fig. 3 and III-B: the states of the fast phase, and every transition.
#[test]
fn states_of_the_fast_phase() {
    let (mut sm, ctas) = with_ctas(Barrier::On, &[0]);
    let cta = ctas[0];
    assert_eq!(state(&sm, cta), State::NoWait, "each starts there");
    sm.arrive(Slot(2));
    assert_eq!(state(&sm, cta), State::BarrierWait, "when any of its warps reaches a barrier");
    [0, 1, 3].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(cta);
    assert_eq!(state(&sm, cta), State::NoWait, "all have reached it");
    sm.finish(Slot(1));
    assert_eq!(state(&sm, cta), State::FinishWait, "when any of its warps finishes");
    [0, 2].into_iter().for_each(|slot| sm.finish(Slot(slot)));
    assert_eq!(state(&sm, cta), State::FinishWait);
    sm.finish(Slot(3));
    assert!(sm.policy.order.is_empty(), "all warps have finished: it is gone");
}

/// Fig. 3 and III-B: from the fast to the slow phase, and its states and transitions.
#[test]
fn states_of_the_slow_phase() {
    let (mut sm, ctas) = with_ctas(Barrier::On, &[0, 1, 2]);
    sm.arrive(Slot(4));
    sm.finish(Slot(8));
    let states = |sm: &Sm| [0, 1, 2].map(|at: usize| state(sm, ctas[at]));
    assert_eq!(states(&sm), [State::NoWait, State::BarrierWait, State::FinishWait]);
    sm.ctas_undispatched(false);
    sm.pick(FIRST);
    let (merged, moved) = (State::FinishNoWait, State::BarrierWait1);
    assert_eq!(states(&sm), [merged, moved, merged]);
    [5, 6, 7].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(ctas[1]);
    assert_eq!(states(&sm), [merged; 3], "all its warps have reached the barrier");
    sm.arrive(Slot(0));
    assert_eq!(states(&sm), [moved, merged, merged]);
    sm.arrive(Slot(9));
    assert_eq!(states(&sm), [moved, merged, moved], "that one of its warps has finished is nothing here");
    sm.finish(Slot(5));
    assert_eq!(states(&sm), [moved, merged, moved]);
    [4, 6, 7].into_iter().for_each(|slot| sm.finish(Slot(slot)));
    assert_eq!(sm.policy.order, [ctas[0], ctas[2]]);
    sm.launch(3, 4);
    assert_eq!(
        state(&sm, ctas[1]),
        State::FinishNoWait,
        "the last may begin when it was said to be the last"
    );
}

/// Fig. 3 and III-C: H, M and L; III-D: in the slow phase CTAs at a barrier go first. All warps of a CTA precede those of the next.
#[test]
fn priorities_of_states() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2]);
    advance(&mut sm, 0, 320);
    advance(&mut sm, 4, 32);
    sm.set_cycle(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    sm.arrive(Slot(4));
    assert_eq!(picks(&mut sm, FIRST), [5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11]);
    sm.finish(Slot(8));
    assert_eq!(picks(&mut sm, FIRST), [9, 10, 11, 5, 6, 7, 0, 1, 2, 3]);
    sm.ctas_undispatched(false);
    assert_eq!(picks(&mut sm, FIRST), [5, 6, 7, 9, 10, 11, 1, 2, 3, 0]);
}

/// III-C 1: decreasing progress; equal progress by global index, which is not the CTA slot.
#[test]
fn ctas_in_no_wait_are_sorted_by_progress() {
    let (mut sm, _) = with_ctas(Barrier::On, &[7, 3, 5]);
    assert_eq!(ctas(&mut sm, FIRST), [3, 5, 7], "none has made any progress");
    advance(&mut sm, 1, 32);
    advance(&mut sm, 2, 64);
    advance(&mut sm, 9, 96);
    advance(&mut sm, 5, 10);
    sm.set_cycle(1000);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3], "as before");
    sm.set_cycle(1001);
    let sorted = [9, 8, 10, 11, 2, 1, 0, 3, 5, 4, 6, 7];
    assert_eq!(
        picks(&mut sm, FIRST),
        sorted,
        "5 and 7 have the same, and within a CTA the furthest is first"
    );
    advance(&mut sm, 4, 1000);
    advance(&mut sm, 11, 500);
    sm.set_cycle(2001);
    assert_eq!(picks(&mut sm, FIRST), sorted);
    sm.set_cycle(2002);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 6, 7, 11, 9, 8, 10, 2, 1, 0, 3]);
}

/// III-C 2: by the number of finished warps, then progress, then the index; every finished warp causes a sort.
#[test]
fn ctas_with_finished_warps_are_sorted_by_their_number() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2, 3]);
    sm.finish(Slot(8));
    assert_eq!(ctas(&mut sm, FIRST), [2, 0, 1, 3], "from L to H");
    advance(&mut sm, 5, 32);
    sm.finish(Slot(4));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "one each: more instructions executed");
    advance(&mut sm, 9, 64);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "progress alone sorts nothing");
    sm.finish(Slot(0));
    assert_eq!(ctas(&mut sm, FIRST), [2, 1, 0, 3], "the end of another's warp does");
    sm.finish(Slot(1));
    assert_eq!(ctas(&mut sm, FIRST), [0, 2, 1, 3], "two finished");
    sm.finish(Slot(12));
    assert_eq!(ctas(&mut sm, FIRST), [0, 2, 1, 3]);
    advance(&mut sm, 13, 32);
    sm.finish(Slot(5));
    sm.finish(Slot(13));
    assert_eq!(
        ctas(&mut sm, FIRST),
        [1, 3, 0, 2],
        "1 and 3 have two finished warps and equal progress: by index"
    );
    sm.set_cycle(1001);
    advance(&mut sm, 2, 9999);
    sm.set_cycle(2002);
    assert_eq!(ctas(&mut sm, FIRST), [1, 3, 0, 2], "the timer sorts only those that wait for nothing");
}

/// III-C 2 and Algorithm 1, lines 4 to 10: least progress first, as of the first finished warp.
#[test]
fn warps_of_a_cta_are_sorted_once_when_the_first_finishes() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0]);
    [(0, 400), (1, 200), (2, 300), (3, 100)]
        .into_iter()
        .for_each(|(slot, done)| advance(&mut sm, slot, done));
    sm.set_cycle(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    advance(&mut sm, 1, 150);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    sm.finish(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [3, 2, 1], "increasing, by what they have done by now");
    advance(&mut sm, 3, 1000);
    assert_eq!(picks(&mut sm, FIRST), [3, 2, 1]);
    sm.finish(Slot(2));
    sm.set_cycle(2002);
    assert_eq!(picks(&mut sm, FIRST), [3, 1], "neither the second that ends nor the timer sorts them");
}

/// III-C 3: by the number of warps at the barrier, then progress, then the index; every arrival causes a sort.
#[test]
fn ctas_at_a_barrier_are_sorted_by_the_number_of_warps_there() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1, 2, 3]);
    sm.arrive(Slot(8));
    assert_eq!(ctas(&mut sm, FIRST), [2, 0, 1, 3], "from L to M");
    advance(&mut sm, 5, 32);
    sm.arrive(Slot(4));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "one each: higher progress");
    advance(&mut sm, 9, 64);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3]);
    sm.arrive(Slot(0));
    assert_eq!(ctas(&mut sm, FIRST), [2, 1, 0, 3]);
    sm.arrive(Slot(1));
    assert_eq!(ctas(&mut sm, FIRST), [0, 2, 1, 3], "two there");
    [2, 3].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    assert_eq!(ctas(&mut sm, FIRST), [2, 1, 3], "all of 0 wait, until the hardware opens it");
    assert_eq!(state(&sm, places[0]), State::BarrierWait);
    sm.open_barrier(places[0]);
    assert_eq!(ctas(&mut sm, FIRST), [2, 1, 0, 3]);
}

/// Warps of a CTA can be at different barriers. Warps at any barrier count.
#[test]
fn warps_at_different_barriers_all_count() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1]);
    [4, 5, 0, 1, 2].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    sm.open_barrier_for([Slot(0), Slot(1)].into_iter().collect());
    assert_eq!(state(&sm, places[0]), State::BarrierWait);
    assert_eq!(picks(&mut sm, FIRST), [6, 7, 0, 1, 3]);
    sm.open_barrier_for([Slot(2)].into_iter().collect());
    assert_eq!(state(&sm, places[0]), State::NoWait);
}

/// III-C 3 and Algorithm 1, lines 20 to 23: least progress first, as of the first arrival, until the timer sorts CTAs in noWait.
#[test]
fn warps_of_a_cta_are_sorted_once_at_the_first_barrier_arrival() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0]);
    [(0, 400), (1, 200), (2, 300), (3, 100)]
        .into_iter()
        .for_each(|(slot, done)| advance(&mut sm, slot, done));
    sm.set_cycle(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    sm.arrive(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [3, 1, 2]);
    advance(&mut sm, 3, 250);
    sm.arrive(Slot(2));
    sm.set_cycle(2002);
    assert_eq!(picks(&mut sm, FIRST), [3, 1]);
    [3, 1].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[0]);
    assert_eq!(picks(&mut sm, FIRST), [3, 1, 2, 0]);
    sm.arrive(Slot(1));
    assert_eq!(picks(&mut sm, FIRST), [2, 3, 0], "the first at the next barrier: sorted again");
    [0, 2, 3].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[0]);
    sm.set_cycle(3003);
    assert_eq!(picks(&mut sm, FIRST), [0, 3, 2, 1]);
}

/// III-D: CTAs with finished warps and CTAs in noWait become one group, least progress first, and so do their warps. CTAs at a
/// barrier keep their order.
#[test]
fn the_slow_phase_starts_when_the_last_cta_is_dispatched() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1, 2, 3, 4]);
    for (slot, done) in
        [(0, 300), (1, 100), (4, 50), (5, 20), (8, 900), (9, 800), (12, 60), (13, 90), (16, 30)]
    {
        advance(&mut sm, slot, done);
    }
    sm.set_cycle(1001);
    sm.finish(Slot(8));
    sm.arrive(Slot(12));
    advance(&mut sm, 14, 500);
    let fast = [10, 11, 9, 14, 15, 13, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19];
    assert_eq!(picks(&mut sm, FIRST), fast);
    sm.ctas_undispatched(false);
    let slow = [14, 15, 13, 17, 18, 19, 16, 6, 7, 5, 4, 2, 3, 1, 0, 10, 11, 9];
    assert_eq!(
        picks(&mut sm, FIRST),
        slow,
        "the CTA with finished warps, first before, gets the least priority"
    );
    advance(&mut sm, 17, 2000);
    advance(&mut sm, 5, 1000);
    assert_eq!(picks(&mut sm, FIRST), slow);
    sm.set_cycle(2002);
    let sorted = [14, 15, 13, 2, 3, 1, 0, 6, 7, 4, 5, 10, 11, 9, 18, 19, 16, 17];
    assert_eq!(picks(&mut sm, FIRST), sorted, "later as Algorithm 1 has it, every threshold cycles");
    [13, 14, 15].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[3]);
    // Its progress of 650 precedes 1070. Its warps keep their order of the barrier.
    assert_eq!(&picks(&mut sm, FIRST)[4..8], [14, 15, 12, 13]);
}

/// III-D: the slow phase treats barriers the same way. A finished warp sorts its CTA's warps (Algorithm 1, line 9), but does not
/// move the CTA.
#[test]
fn barriers_and_finished_warps_in_the_slow_phase() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2]);
    sm.ctas_undispatched(false);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1, 2]);
    advance(&mut sm, 9, 64);
    advance(&mut sm, 4, 32);
    sm.arrive(Slot(4));
    sm.arrive(Slot(8));
    assert_eq!(picks(&mut sm, FIRST), [10, 11, 9, 5, 6, 7, 0, 1, 2, 3], "one each: higher progress");
    sm.arrive(Slot(5));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0]);
    advance(&mut sm, 0, 96);
    advance(&mut sm, 1, 32);
    sm.finish(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [6, 7, 10, 11, 9, 2, 3, 1]);
}

/// Algorithm 1, line 57: more than THRESHOLD cycles have passed.
#[test]
fn a_sort_happens_when_the_threshold_is_exceeded() {
    for threshold in [1, 10, 1000] {
        let mut sm = Fixture::new(Pro::new(threshold, Barrier::On, 8), 48, 1);
        (0..2).for_each(|number| _ = sm.launch(number, 4));
        advance(&mut sm, 4, 32);
        sm.set_cycle(threshold);
        assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
        sm.set_cycle(threshold + 1);
        assert_eq!(ctas(&mut sm, FIRST), [1, 0]);
        advance(&mut sm, 0, 64);
        sm.set_cycle(2 * threshold + 1);
        assert_eq!(ctas(&mut sm, FIRST), [1, 0], "counted from the sort");
        sm.set_cycle(2 * threshold + 2);
        assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    }
}

/// Cycles in which nothing can issue count toward the threshold.
#[test]
fn skipped_cycles_count_toward_the_threshold() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1]);
    advance(&mut sm, 4, 32);
    sm.set_cycle(2500);
    assert_eq!(ctas(&mut sm, FIRST), [1, 0]);
    advance(&mut sm, 0, 64);
    sm.set_cycle(3002);
    assert_eq!(ctas(&mut sm, FIRST), [1, 0], "sorted at 1001 and 2002");
    sm.set_cycle(3003);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
}

/// The paper is silent: a CTA that enters noWait between two sorts goes ahead of the first CTA with less progress.
#[test]
fn a_cta_that_enters_no_wait_between_sorts_is_inserted_by_progress() {
    let (mut sm, places) = with_ctas(Barrier::On, &[1, 2, 3]);
    [(0, 300), (4, 200), (8, 100)].into_iter().for_each(|(slot, done)| advance(&mut sm, slot, done));
    sm.set_cycle(1001);
    sm.launch(9, 4);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 3, 9], "a new one has done nothing");
    sm.launch(8, 4);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 3, 8, 9], "nor has this: by index");
    advance(&mut sm, 8, 150);
    (8..12).for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[2]);
    assert_eq!(ctas(&mut sm, FIRST), [1, 3, 2, 8, 9]);
    sm.ctas_undispatched(false);
    sm.launch(10, 4);
    assert_eq!(ctas(&mut sm, FIRST), [8, 9, 10, 2, 3, 1], "in the slow phase, ahead of the first with more");
}

/// The paper is silent: with finished warps and warps at a barrier, the higher priority applies. The first arrival sorts the warps.
#[test]
fn finished_warps_take_precedence_over_a_barrier() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1]);
    sm.arrive(Slot(4));
    sm.arrive(Slot(5));
    sm.finish(Slot(0));
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    sm.finish(Slot(6));
    assert_eq!(state(&sm, places[1]), State::FinishWait, "from the barrier");
    sm.finish(Slot(7));
    sm.open_barrier(places[1]);
    assert_eq!(state(&sm, places[1]), State::FinishWait, "unfinished warps are still resident");
    assert_eq!(ctas(&mut sm, FIRST), [1, 0], "two finished");
    advance(&mut sm, 1, 32);
    sm.arrive(Slot(3));
    assert_eq!(state(&sm, places[0]), State::FinishWait);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 2, 1]);
    sm.ctas_undispatched(false);
    sm.pick(FIRST);
    assert_eq!(state(&sm, places[0]), State::BarrierWait1, "in the slow phase a finished warp has no effect");
}

/// Each scheduler picks from its own warps, in the SM's order of CTAs.
#[test]
fn schedulers_share_the_order_of_ctas() {
    let mut sm = Fixture::new(Pro::new(1000, Barrier::On, 8), 48, 2);
    (0..2).for_each(|number| _ = sm.launch(number, 4));
    advance(&mut sm, 6, 32);
    sm.set_cycle(1001);
    assert_eq!((picks(&mut sm, FIRST), picks(&mut sm, SECOND)), (vec![6, 4, 0, 2], vec![5, 7, 1, 3]));
    sm.arrive(Slot(1));
    assert_eq!((picks(&mut sm, FIRST), picks(&mut sm, SECOND)), (vec![0, 2, 6, 4], vec![3, 5, 7]));
}

/// A further launch starts in the fast phase, in the same CTA slots.
#[test]
fn another_launch_starts_in_the_fast_phase() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1]);
    advance(&mut sm, 0, 320);
    sm.ctas_undispatched(false);
    (0..8).for_each(|slot| sm.finish(Slot(slot)));
    sm.set_cycle(5000);
    sm.ctas_undispatched(true);
    let cta = sm.launch(1, 4);
    sm.launch(0, 4);
    assert_eq!(state(&sm, cta), State::NoWait);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 6, 7, 0, 1, 2, 3]);
    sm.finish(Slot(0));
    assert_eq!(state(&sm, cta), State::FinishWait);
}

/// Table IV: the order of AES's first six CTAs at cycle 1000, 2000, ...
const TABLE_IV: [[u64; 6]; 16] = [
    [0, 1, 2, 3, 4, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 4, 3, 5],
    [0, 1, 4, 5, 3, 2],
    [0, 1, 4, 5, 2, 3],
    [0, 1, 4, 5, 2, 3],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 2, 4, 3, 5],
];

/// IV, Table IV: CTAs with the progress of AES are in the table's order after each sort, and keep it in between. A sort happens when
/// more than 1000 cycles have passed (Algorithm 1, line 57): at 1001, 2002, ...
#[test]
fn table_iv() {
    let mut sm = Fixture::new(Pro::new(1000, Barrier::On, 8), 48, 2);
    let places: Vec<CtaSlot> = (0..6).map(|number| sm.launch(number, 8)).collect();
    let mut before = [0, 1, 2, 3, 4, 5];
    let mut changes = 0;
    for (row, wanted) in (1_u64..).zip(TABLE_IV) {
        for (place, &number) in (0..).zip(&wanted) {
            let cta = places[number as usize];
            let progress = row * 20_000 - place * 1000;
            let first = sm.view().warps(cta).first().unwrap();
            let more = progress - sm.view().cta_progress(cta);
            sm.set_cycle(row * 1001 - 700 + 100 * place);
            sm.issue_for(more, first, Some(NextInstruction::compute()));
            assert_eq!(ctas(&mut sm, FIRST), before, "in between, before cycle {row}000");
        }
        sm.set_cycle(row * 1001 - 1);
        assert_eq!(ctas(&mut sm, SECOND), before);
        sm.set_cycle(row * 1001);
        assert_eq!(
            (ctas(&mut sm, FIRST), ctas(&mut sm, SECOND)),
            (wanted.to_vec(), wanted.to_vec()),
            "{row}000"
        );
        changes += u32::from(wanted != before);
        before = wanted;
    }
    assert_eq!(changes, 7, "as the paper counts them");
}

/// IV: with `barrier=off` a CTA keeps its state at a barrier, and its warps their order.
#[test]
fn with_barrier_off_a_barrier_changes_nothing() {
    let (mut sm, places) = with_ctas(Barrier::Off, &[0, 1, 2]);
    [(0, 300), (1, 100), (4, 200), (5, 190)]
        .into_iter()
        .for_each(|(slot, done)| advance(&mut sm, slot, done));
    sm.set_cycle(1001);
    [8, 9, 4].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    assert_eq!([0, 1, 2].map(|at: usize| state(&sm, places[at])), [State::NoWait; 3]);
    assert_eq!(picks(&mut sm, FIRST), [0, 1, 2, 3, 5, 6, 7, 10, 11]);
    sm.finish(Slot(6));
    assert_eq!(picks(&mut sm, FIRST), [7, 5, 0, 1, 2, 3, 10, 11], "finished warps still count");
    sm.ctas_undispatched(false);
    assert_eq!(picks(&mut sm, FIRST), [10, 11, 7, 5, 2, 3, 1, 0], "least progress first");
    assert_eq!([0, 1, 2].map(|at: usize| state(&sm, places[at])), [State::FinishNoWait; 3]);
    sm.open_barrier(places[2]);
    assert_eq!(picks(&mut sm, FIRST), [8, 9, 10, 11, 7, 5, 2, 3, 1, 0]);
}

/// III-E: (4 W + 4 T) + T + T bytes, 240 for 48 warps and eight CTAs.
#[test]
fn hardware_cost_is_the_papers() {
    let bits = |policy: &str, name: &str| -> u64 {
        let machine = machine::named(name).unwrap().machine();
        let cost = Choice::parse(policy, WARP_POLICIES).unwrap().cost(machine.sm());
        cost.iter().map(|cost| cost.bits * cost.count).sum()
    };
    for machine in ["gtx480-pro", "m2090"] {
        assert_eq!(bits("pro", machine), 240 * 8, "{machine}");
        assert_eq!(bits("pro:barrier=off", machine), 240 * 8, "the same register counts finished warps");
    }
    assert_eq!(bits("pro", "v100"), (4 * 64 + 4 * 32 + 32 + 32) * 8);
    assert_eq!(bits("pro:barrier=auto", "gtx480-pro"), 240 * 8 + 3 * 32 + 20 + 5);
}
