//! The PRO paper's text, figure and tables, step by step.

use super::*;
use crate::{ALL, Choice};
use warploom_gpu::fixture::Fixture;
use warploom_gpu::machine;
use warploom_gpu::policy::NextInstruction;

type Sm = Fixture<Pro>;

const FIRST: SchedulerId = SchedulerId(0);
const SECOND: SchedulerId = SchedulerId(1);

/// An SM of 48 warps and eight CTAs, with one scheduler.
fn sm(barrier: Barrier) -> Sm {
    Fixture::new(Pro::new(1000, barrier, 8), 48, 1)
}

/// The same with CTAs of four warps: the first has slots 0 to 3, the second 4 to 7, and so on.
fn with_ctas(barrier: Barrier, numbers: &[u64]) -> (Sm, Vec<CtaSlot>) {
    let mut sm = sm(barrier);
    let ctas = numbers.iter().map(|&number| sm.launch(number, 4)).collect();
    (sm, ctas)
}

/// A warp's progress grows by so many thread instructions.
fn go(sm: &mut Sm, slot: u8, threads: u64) {
    sm.issue_for(threads, Slot(slot), Some(NextInstruction::compute()));
}

/// A scheduler's warps that can issue, in the order of their priority: the one that is picked, the one that is if that cannot
/// issue, and so on.
fn picks(sm: &mut Sm, scheduler: SchedulerId) -> Vec<u8> {
    let mut picked = Vec::new();
    while let Some(slot) = sm.pick(scheduler) {
        picked.push(slot.0);
        sm.stall(slot, true);
    }
    picked.iter().for_each(|&slot| sm.stall(Slot(slot), false));
    picked
}

/// The numbers of the CTAs in the order in which their warps are picked. Those of a CTA come one after another.
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

/// Fig. 3 and III-B: the states of the fast phase, and every way between them.
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

/// Fig. 3 and III-B: from the fast to the slow phase, and the states and ways of the slow one.
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

/// Fig. 3 and III-C: H, M and L; III-D: in the slow phase those at a barrier go first. All warps of a CTA go before all of another.
#[test]
fn priorities_of_states() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2]);
    go(&mut sm, 0, 320);
    go(&mut sm, 4, 32);
    sm.at(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    sm.arrive(Slot(4));
    assert_eq!(picks(&mut sm, FIRST), [5, 6, 7, 0, 1, 2, 3, 8, 9, 10, 11]);
    sm.finish(Slot(8));
    assert_eq!(picks(&mut sm, FIRST), [9, 10, 11, 5, 6, 7, 0, 1, 2, 3]);
    sm.ctas_undispatched(false);
    assert_eq!(picks(&mut sm, FIRST), [5, 6, 7, 9, 10, 11, 1, 2, 3, 0]);
}

/// III-C 1: decreasing progress; with the same progress by global index, which is not the place on the SM.
#[test]
fn those_that_wait_for_nothing_go_by_progress() {
    let (mut sm, _) = with_ctas(Barrier::On, &[7, 3, 5]);
    assert_eq!(ctas(&mut sm, FIRST), [3, 5, 7], "none has made any progress");
    go(&mut sm, 1, 32);
    go(&mut sm, 2, 64);
    go(&mut sm, 9, 96);
    go(&mut sm, 5, 10);
    sm.at(1000);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3], "as before");
    sm.at(1001);
    let sorted = [9, 8, 10, 11, 2, 1, 0, 3, 5, 4, 6, 7];
    assert_eq!(
        picks(&mut sm, FIRST),
        sorted,
        "5 and 7 have the same, and within a CTA the furthest is first"
    );
    go(&mut sm, 4, 1000);
    go(&mut sm, 11, 500);
    sm.at(2001);
    assert_eq!(picks(&mut sm, FIRST), sorted);
    sm.at(2002);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 6, 7, 11, 9, 8, 10, 2, 1, 0, 3]);
}

/// III-C 2: the number of ended warps decides, then progress, then the index; every end sorts anew.
#[test]
fn those_with_ended_warps_go_by_their_number() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2, 3]);
    sm.finish(Slot(8));
    assert_eq!(ctas(&mut sm, FIRST), [2, 0, 1, 3], "from L to H");
    go(&mut sm, 5, 32);
    sm.finish(Slot(4));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "one each: more instructions executed");
    go(&mut sm, 9, 64);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "progress alone sorts nothing");
    sm.finish(Slot(0));
    assert_eq!(ctas(&mut sm, FIRST), [2, 1, 0, 3], "the end of another's warp does");
    sm.finish(Slot(1));
    assert_eq!(ctas(&mut sm, FIRST), [0, 2, 1, 3], "two ended");
    sm.finish(Slot(12));
    assert_eq!(ctas(&mut sm, FIRST), [0, 2, 1, 3]);
    go(&mut sm, 13, 32);
    sm.finish(Slot(5));
    sm.finish(Slot(13));
    assert_eq!(ctas(&mut sm, FIRST), [1, 3, 0, 2], "1 and 3 have ended two and executed 32: by index");
    sm.at(1001);
    go(&mut sm, 2, 9999);
    sm.at(2002);
    assert_eq!(ctas(&mut sm, FIRST), [1, 3, 0, 2], "the timer sorts only those that wait for nothing");
}

/// III-C 2 and Algorithm 1, lines 4 to 10: the least far goes first, as they are when the first one ends.
#[test]
fn warps_of_a_cta_with_ended_ones_are_sorted_once() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0]);
    [(0, 400), (1, 200), (2, 300), (3, 100)].into_iter().for_each(|(slot, done)| go(&mut sm, slot, done));
    sm.at(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    go(&mut sm, 1, 150);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    sm.finish(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [3, 2, 1], "increasing, by what they have done by now");
    go(&mut sm, 3, 1000);
    assert_eq!(picks(&mut sm, FIRST), [3, 2, 1]);
    sm.finish(Slot(2));
    sm.at(2002);
    assert_eq!(picks(&mut sm, FIRST), [3, 1], "neither the second that ends nor the timer sorts them");
}

/// III-C 3: the number of warps at the barrier decides, then progress, then the index; every arrival sorts anew.
#[test]
fn those_at_a_barrier_go_by_the_number_there() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1, 2, 3]);
    sm.arrive(Slot(8));
    assert_eq!(ctas(&mut sm, FIRST), [2, 0, 1, 3], "from L to M");
    go(&mut sm, 5, 32);
    sm.arrive(Slot(4));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0, 3], "one each: higher progress");
    go(&mut sm, 9, 64);
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

/// A CTA has several barriers, and some of its warps may be at one and some at another: all that are at any count.
#[test]
fn some_may_be_at_another_barrier() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1]);
    [4, 5, 0, 1, 2].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    sm.open_barrier_for([Slot(0), Slot(1)].into_iter().collect());
    assert_eq!(state(&sm, places[0]), State::BarrierWait);
    assert_eq!(picks(&mut sm, FIRST), [6, 7, 0, 1, 3]);
    sm.open_barrier_for([Slot(2)].into_iter().collect());
    assert_eq!(state(&sm, places[0]), State::NoWait);
}

/// III-C 3 and Algorithm 1, lines 20 to 23: the least far goes first, as they are when the first one arrives; and on, until the
/// timer sorts those that wait for nothing.
#[test]
fn warps_of_a_cta_at_a_barrier_are_sorted_once() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0]);
    [(0, 400), (1, 200), (2, 300), (3, 100)].into_iter().for_each(|(slot, done)| go(&mut sm, slot, done));
    sm.at(1001);
    assert_eq!(picks(&mut sm, FIRST), [0, 2, 1, 3]);
    sm.arrive(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [3, 1, 2]);
    go(&mut sm, 3, 250);
    sm.arrive(Slot(2));
    sm.at(2002);
    assert_eq!(picks(&mut sm, FIRST), [3, 1]);
    [3, 1].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[0]);
    assert_eq!(picks(&mut sm, FIRST), [3, 1, 2, 0]);
    sm.arrive(Slot(1));
    assert_eq!(picks(&mut sm, FIRST), [2, 3, 0], "the first at the next barrier: sorted again");
    [0, 2, 3].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[0]);
    sm.at(3003);
    assert_eq!(picks(&mut sm, FIRST), [0, 3, 2, 1]);
}

/// III-D: those that have ended warps and those that wait for nothing are one, the least far first, and so are their warps; those
/// that had ended warps now come last. Those at a barrier keep their order.
#[test]
fn the_last_cta_has_begun() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1, 2, 3, 4]);
    for (slot, done) in
        [(0, 300), (1, 100), (4, 50), (5, 20), (8, 900), (9, 800), (12, 60), (13, 90), (16, 30)]
    {
        go(&mut sm, slot, done);
    }
    sm.at(1001);
    sm.finish(Slot(8));
    sm.arrive(Slot(12));
    go(&mut sm, 14, 500);
    let fast = [10, 11, 9, 14, 15, 13, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19];
    assert_eq!(picks(&mut sm, FIRST), fast);
    sm.ctas_undispatched(false);
    let slow = [14, 15, 13, 17, 18, 19, 16, 6, 7, 5, 4, 2, 3, 1, 0, 10, 11, 9];
    assert_eq!(picks(&mut sm, FIRST), slow, "at once, without waiting for the timer");
    go(&mut sm, 17, 2000);
    go(&mut sm, 5, 1000);
    assert_eq!(picks(&mut sm, FIRST), slow);
    sm.at(2002);
    let sorted = [14, 15, 13, 2, 3, 1, 0, 6, 7, 4, 5, 10, 11, 9, 18, 19, 16, 17];
    assert_eq!(picks(&mut sm, FIRST), sorted, "as Algorithm 1 has it, every threshold cycles");
    [13, 14, 15].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[3]);
    // It has done 650: before the one that has done 1070. Its warps are as they were at the barrier.
    assert_eq!(&picks(&mut sm, FIRST)[4..8], [14, 15, 12, 13]);
}

/// III-D: barriers are handled the same way in the slow phase; a warp that ends there sorts its CTA's warps (Algorithm 1, line 9),
/// but does not move the CTA.
#[test]
fn barriers_and_ends_in_the_slow_phase() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1, 2]);
    sm.ctas_undispatched(false);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1, 2]);
    go(&mut sm, 9, 64);
    go(&mut sm, 4, 32);
    sm.arrive(Slot(4));
    sm.arrive(Slot(8));
    assert_eq!(picks(&mut sm, FIRST), [10, 11, 9, 5, 6, 7, 0, 1, 2, 3], "one each: higher progress");
    sm.arrive(Slot(5));
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 0]);
    go(&mut sm, 0, 96);
    go(&mut sm, 1, 32);
    sm.finish(Slot(0));
    assert_eq!(picks(&mut sm, FIRST), [6, 7, 10, 11, 9, 2, 3, 1]);
}

/// Algorithm 1, line 57: more than THRESHOLD cycles have passed.
#[test]
fn the_threshold_is_to_be_exceeded() {
    for threshold in [1, 10, 1000] {
        let mut sm = Fixture::new(Pro::new(threshold, Barrier::On, 8), 48, 1);
        (0..2).for_each(|number| _ = sm.launch(number, 4));
        go(&mut sm, 4, 32);
        sm.at(threshold);
        assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
        sm.at(threshold + 1);
        assert_eq!(ctas(&mut sm, FIRST), [1, 0]);
        go(&mut sm, 0, 64);
        sm.at(2 * threshold + 1);
        assert_eq!(ctas(&mut sm, FIRST), [1, 0], "counted from the sort");
        sm.at(2 * threshold + 2);
        assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    }
}

/// Cycles in which nothing could issue count: the sorts in them happened, when they were due.
#[test]
fn time_passes_while_nothing_issues() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1]);
    go(&mut sm, 4, 32);
    sm.at(2500);
    assert_eq!(ctas(&mut sm, FIRST), [1, 0]);
    go(&mut sm, 0, 64);
    sm.at(3002);
    assert_eq!(ctas(&mut sm, FIRST), [1, 0], "sorted at 1001 and 2002");
    sm.at(3003);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
}

/// The paper is silent: one that comes among those that wait for nothing between two sorts goes ahead of the first that has done less.
#[test]
fn who_comes_between_sorts_finds_its_place() {
    let (mut sm, places) = with_ctas(Barrier::On, &[1, 2, 3]);
    [(0, 300), (4, 200), (8, 100)].into_iter().for_each(|(slot, done)| go(&mut sm, slot, done));
    sm.at(1001);
    sm.launch(9, 4);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 3, 9], "a new one has done nothing");
    sm.launch(8, 4);
    assert_eq!(ctas(&mut sm, FIRST), [1, 2, 3, 8, 9], "nor has this: by index");
    go(&mut sm, 8, 150);
    (8..12).for_each(|slot| sm.arrive(Slot(slot)));
    sm.open_barrier(places[2]);
    assert_eq!(ctas(&mut sm, FIRST), [1, 3, 2, 8, 9]);
    sm.ctas_undispatched(false);
    sm.launch(10, 4);
    assert_eq!(ctas(&mut sm, FIRST), [8, 9, 10, 2, 3, 1]);
}

/// The paper is silent: with ended warps and warps at a barrier, the higher priority counts. The first at the barrier sorts the warps.
#[test]
fn ended_warps_outweigh_a_barrier() {
    let (mut sm, places) = with_ctas(Barrier::On, &[0, 1]);
    sm.arrive(Slot(4));
    sm.arrive(Slot(5));
    sm.finish(Slot(0));
    assert_eq!(ctas(&mut sm, FIRST), [0, 1]);
    sm.finish(Slot(6));
    assert_eq!(state(&sm, places[1]), State::FinishWait, "from the barrier");
    sm.finish(Slot(7));
    sm.open_barrier(places[1]);
    assert_eq!(state(&sm, places[1]), State::FinishWait, "the hardware waits for those that have not ended");
    assert_eq!(ctas(&mut sm, FIRST), [1, 0], "two ended");
    go(&mut sm, 1, 32);
    sm.arrive(Slot(3));
    assert_eq!(state(&sm, places[0]), State::FinishWait);
    assert_eq!(picks(&mut sm, FIRST), [4, 5, 2, 1]);
    sm.ctas_undispatched(false);
    sm.pick(FIRST);
    assert_eq!(state(&sm, places[0]), State::BarrierWait1, "in the slow phase an ended warp is nothing");
}

/// Each scheduler picks from its own warps, by the one order of CTAs.
#[test]
fn schedulers_share_the_order() {
    let mut sm = Fixture::new(Pro::new(1000, Barrier::On, 8), 48, 2);
    (0..2).for_each(|number| _ = sm.launch(number, 4));
    go(&mut sm, 6, 32);
    sm.at(1001);
    assert_eq!((picks(&mut sm, FIRST), picks(&mut sm, SECOND)), (vec![6, 4, 0, 2], vec![5, 7, 1, 3]));
    sm.arrive(Slot(1));
    assert_eq!((picks(&mut sm, FIRST), picks(&mut sm, SECOND)), (vec![0, 2, 6, 4], vec![3, 5, 7]));
}

/// A launch after another begins in the fast phase, in the same places.
#[test]
fn another_launch_begins_anew() {
    let (mut sm, _) = with_ctas(Barrier::On, &[0, 1]);
    go(&mut sm, 0, 320);
    sm.ctas_undispatched(false);
    (0..8).for_each(|slot| sm.finish(Slot(slot)));
    sm.at(5000);
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

/// IV, Table IV: CTAs whose progress is as it was in AES are in its order when the timer says so, and in between stay in it. The
/// timer says so when more than 1000 cycles have passed (Algorithm 1, line 57): at 1001, 2002, ...
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
            sm.at(row * 1001 - 700 + 100 * place);
            sm.issue_for(more, first, Some(NextInstruction::compute()));
            assert_eq!(ctas(&mut sm, FIRST), before, "in between, before cycle {row}000");
        }
        sm.at(row * 1001 - 1);
        assert_eq!(ctas(&mut sm, SECOND), before);
        sm.at(row * 1001);
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

/// IV: without special handling of barriers a CTA stays in its state, and its warps in their order.
#[test]
fn barriers_may_be_left_alone() {
    let (mut sm, places) = with_ctas(Barrier::Off, &[0, 1, 2]);
    [(0, 300), (1, 100), (4, 200), (5, 190)].into_iter().for_each(|(slot, done)| go(&mut sm, slot, done));
    sm.at(1001);
    [8, 9, 4].into_iter().for_each(|slot| sm.arrive(Slot(slot)));
    assert_eq!([0, 1, 2].map(|at: usize| state(&sm, places[at])), [State::NoWait; 3]);
    assert_eq!(picks(&mut sm, FIRST), [0, 1, 2, 3, 5, 6, 7, 10, 11]);
    sm.finish(Slot(6));
    assert_eq!(picks(&mut sm, FIRST), [7, 5, 0, 1, 2, 3, 10, 11], "ended warps are handled");
    sm.ctas_undispatched(false);
    assert_eq!(picks(&mut sm, FIRST), [10, 11, 7, 5, 2, 3, 1, 0]);
    assert_eq!([0, 1, 2].map(|at: usize| state(&sm, places[at])), [State::FinishNoWait; 3]);
    sm.open_barrier(places[2]);
    assert_eq!(picks(&mut sm, FIRST), [8, 9, 10, 11, 7, 5, 2, 3, 1, 0]);
}

/// An SM that tries barriers in epochs of 100 cycles. A warp of the first of its two CTAs is at a barrier at every epoch's end.
struct Tried {
    sm: Sm,
    cta: CtaSlot,
}

impl Tried {
    fn new() -> Tried {
        let (sm, ctas) = with_ctas(Barrier::Auto { sample: 100 }, &[0, 1]);
        Tried { sm, cta: ctas[0] }
    }

    /// In an epoch so many instructions are issued. Says whether barriers are handled in the next.
    fn epoch(&mut self, instructions: u64) -> bool {
        self.sm.open_barrier(self.cta);
        self.sm.arrive(Slot(0));
        self.quiet_epoch(instructions)
    }

    /// The same, but no warp comes to a barrier.
    fn quiet_epoch(&mut self, instructions: u64) -> bool {
        let end = self.sm.view().now().0 + 100;
        (0..instructions).for_each(|_| go(&mut self.sm, 7, 32));
        self.sm.at(end);
        self.sm.pick(FIRST);
        self.handles()
    }

    fn handles(&self) -> bool {
        match state(&self.sm, self.cta) {
            State::BarrierWait | State::BarrierWait1 => true,
            State::NoWait | State::FinishNoWait => false,
            State::FinishWait => panic!("none has ended"),
        }
    }

    fn epochs(&mut self, instructions: &[u64]) -> Vec<bool> {
        instructions.iter().map(|&count| self.epoch(count)).collect()
    }
}

/// IV, future work: handling is switched off while that issues more, and on again when it does not.
#[test]
fn handling_is_switched_both_ways() {
    let mut tried = Tried::new();
    assert_eq!(tried.epochs(&[100, 150, 100]), [false, true, false], "tried, back, chosen");
    assert_eq!(tried.epochs(&[100, 50, 200, 0, 100]), [false; 5], "kept, whatever happens");
    assert_eq!(tried.epochs(&[100, 150, 100]), [true, false, true], "and the other way");
    assert_eq!(tried.epochs(&[100; 5]), [true; 5]);
    assert_eq!(tried.epochs(&[100, 50, 100]), [false, true, true], "worse: not chosen");
}

/// When it is switched, CTAs that have warps at a barrier change their priority, and those warps are sorted.
#[test]
fn switching_moves_ctas() {
    let (mut sm, _) = with_ctas(Barrier::Auto { sample: 100 }, &[0, 1, 2]);
    go(&mut sm, 5, 32);
    go(&mut sm, 4, 96);
    sm.arrive(Slot(6));
    assert_eq!(picks(&mut sm, FIRST), [7, 5, 4, 0, 1, 2, 3, 8, 9, 10, 11]);
    go(&mut sm, 7, 64);
    go(&mut sm, 0, 500);
    go(&mut sm, 8, 100);
    sm.at(100);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1, 2], "it has done 192: less than 0");
    sm.at(200);
    assert_eq!(picks(&mut sm, FIRST), [5, 7, 4, 0, 1, 2, 3, 8, 9, 10, 11]);
}

/// A small difference is luck, and one that grows with time is not the setting's.
#[test]
fn a_margin_and_the_trend_are_allowed_for() {
    for (counts, switched) in
        [([100, 103, 100], false), ([100, 104, 100], true), ([100, 150, 200], false), ([200, 160, 100], true)]
    {
        let mut tried = Tried::new();
        assert_eq!(tried.epochs(&counts)[2], !switched, "{counts:?}");
    }
}

/// Kernels without barriers, and parts of them, are not tried on.
#[test]
fn without_barriers_nothing_is_tried() {
    let mut tried = Tried::new();
    tried.sm.arrive(Slot(0));
    assert!(!tried.quiet_epoch(10), "it came in the first epoch");
    let mut tried = Tried::new();
    for _ in 0..5 {
        tried.quiet_epoch(10);
        assert!(tried.sm.policy.barrier);
    }
    assert_eq!(tried.epochs(&[100, 150, 100]), [false, true, false]);
}

/// Epochs in which fewer warps are there, or none, do not compare with others.
#[test]
fn a_trial_begins_anew_when_the_sm_changes() {
    let mut tried = Tried::new();
    tried.epoch(100);
    tried.sm.ctas_undispatched(false);
    assert!(tried.quiet_epoch(500), "it was the last CTA: as it was before the trial");
    assert_eq!(tried.epochs(&[100]), [false]);
    let other = tried.sm.launch(2, 4);
    let warps = tried.sm.view().warps(other);
    tried.sm.at(tried.sm.view().now().0 + 50);
    warps.iter().for_each(|slot| tried.sm.finish(slot));
    assert!(tried.handles(), "a CTA has ended, and none comes in its place");
    assert_eq!(tried.epochs(&[100, 150, 100]), [false, true, false], "from the next epoch on");
}

/// The same when all CTAs end at once and others take their places later.
#[test]
fn a_trial_begins_anew_when_the_sm_was_empty() {
    let mut tried = Tried::new();
    assert_eq!(tried.epochs(&[100, 150]), [false, true]);
    tried.sm.at(250);
    tried.sm.open_barrier(tried.cta);
    (0..8).for_each(|slot| tried.sm.finish(Slot(slot)));
    tried.sm.at(420);
    tried.cta = tried.sm.launch(2, 4);
    tried.sm.launch(3, 4);
    assert!(tried.sm.policy.barrier, "the third epoch was cut short: no decision");
    assert_eq!(tried.sm.policy.due, 520, "an epoch begins with them");
    assert_eq!(tried.epochs(&[100, 150, 100]), [false, true, false]);
}

/// An epoch is over when its time is, even if nothing can issue then.
#[test]
fn epochs_pass_while_nothing_issues() {
    let mut tried = Tried::new();
    tried.sm.arrive(Slot(0));
    tried.sm.at(250);
    tried.sm.pick(FIRST);
    assert!(tried.handles(), "the first is before, the second the other, the third after");
    tried.sm.at(350);
    tried.sm.pick(FIRST);
    assert!(tried.handles(), "nothing is no better than nothing");
    assert_eq!(tried.sm.policy.due, 400);
}

/// III-E: (4 W + 4 T) + T + T bytes, 240 for 48 warps and eight CTAs.
#[test]
fn hardware_is_what_the_paper_says() {
    let bits = |policy: &str, name: &str| -> u64 {
        let machine = machine::named(name).unwrap().machine();
        let cost = Choice::parse(policy, ALL).unwrap().cost(&machine.sm);
        cost.iter().map(|cost| cost.bits * cost.count).sum()
    };
    for machine in ["gtx480-pro", "m2090"] {
        assert_eq!(bits("pro", machine), 240 * 8, "{machine}");
        assert_eq!(bits("pro:barrier=off", machine), 240 * 8, "the same register counts ended warps");
    }
    assert_eq!(bits("pro", "v100"), (4 * 64 + 4 * 32 + 32 + 32) * 8);
    assert_eq!(bits("pro:barrier=auto", "gtx480-pro"), 240 * 8 + 3 * 32 + 20 + 5);
}
