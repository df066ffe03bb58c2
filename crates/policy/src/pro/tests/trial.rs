//! Trials of `barrier=auto`.

use super::*;

/// An SM with `barrier=auto` and epochs of 100 cycles. A warp of the first of its two CTAs is at a barrier at the end of every epoch.
struct TrialSm {
    sm: Sm,
    cta: CtaSlot,
}

impl TrialSm {
    fn new() -> TrialSm {
        let (sm, ctas) = with_ctas(Barrier::Auto { sample: 100 }, &[0, 1]);
        TrialSm { sm, cta: ctas[0] }
    }

    /// Issues this many instructions in an epoch. Returns whether CTAs at a barrier go first in the next.
    fn epoch(&mut self, instructions: u64) -> bool {
        self.sm.open_barrier(self.cta);
        self.sm.arrive(Slot(0));
        self.quiet_epoch(instructions)
    }

    /// An epoch without a warp at a barrier.
    fn quiet_epoch(&mut self, instructions: u64) -> bool {
        let end = self.sm.view().now().0 + 100;
        (0..instructions).for_each(|_| advance(&mut self.sm, 7, 32));
        self.sm.set_cycle(end);
        self.sm.pick(FIRST);
        self.prioritizes_barriers()
    }

    fn prioritizes_barriers(&self) -> bool {
        match state(&self.sm, self.cta) {
            State::BarrierWait | State::BarrierWait1 => true,
            State::NoWait | State::FinishNoWait => false,
            State::FinishWait => panic!("no warp has finished"),
        }
    }

    fn epochs(&mut self, instructions: &[u64]) -> Vec<bool> {
        instructions.iter().map(|&count| self.epoch(count)).collect()
    }
}

/// IV, future work: barrier=auto switches off while that issues more, and on again when it does not.
#[test]
fn auto_switches_in_both_directions() {
    let mut trial = TrialSm::new();
    assert_eq!(trial.epochs(&[100, 150, 100]), [false, true, false], "trial, back, chosen");
    assert_eq!(trial.epochs(&[100, 50, 200, 0, 100]), [false; 5], "kept, whatever happens");
    assert_eq!(trial.epochs(&[100, 150, 100]), [true, false, true], "and the other way");
    assert_eq!(trial.epochs(&[100; 5]), [true; 5]);
    assert_eq!(trial.epochs(&[100, 50, 100]), [false, true, true], "worse: not chosen");
}

/// A switch changes the priority of CTAs with warps at a barrier, and sorts their warps.
#[test]
fn a_switch_moves_ctas_at_a_barrier() {
    let (mut sm, _) = with_ctas(Barrier::Auto { sample: 100 }, &[0, 1, 2]);
    advance(&mut sm, 5, 32);
    advance(&mut sm, 4, 96);
    sm.arrive(Slot(6));
    assert_eq!(picks(&mut sm, FIRST), [7, 5, 4, 0, 1, 2, 3, 8, 9, 10, 11]);
    advance(&mut sm, 7, 64);
    advance(&mut sm, 0, 500);
    advance(&mut sm, 8, 100);
    sm.set_cycle(100);
    assert_eq!(ctas(&mut sm, FIRST), [0, 1, 2], "it has done 192: less than 0");
    sm.set_cycle(200);
    assert_eq!(picks(&mut sm, FIRST), [5, 7, 4, 0, 1, 2, 3, 8, 9, 10, 11]);
}

/// A small difference or a steady trend does not change the setting.
#[test]
fn a_switch_needs_more_than_the_margin_and_the_trend() {
    for (counts, switched) in
        [([100, 103, 100], false), ([100, 104, 100], true), ([100, 150, 200], false), ([200, 160, 100], true)]
    {
        let mut trial = TrialSm::new();
        assert_eq!(trial.epochs(&counts)[2], !switched, "{counts:?}");
    }
}

/// No trial starts in kernels, or parts of them, without barriers.
#[test]
fn without_barriers_no_trial_starts() {
    let mut trial = TrialSm::new();
    trial.sm.arrive(Slot(0));
    assert!(!trial.quiet_epoch(10), "it came in the first epoch");
    let mut trial = TrialSm::new();
    for _ in 0..5 {
        trial.quiet_epoch(10);
        assert!(trial.sm.policy.barrier);
    }
    assert_eq!(trial.epochs(&[100, 150, 100]), [false, true, false]);
}

/// Epochs with fewer resident warps are not comparable with others.
#[test]
fn a_trial_restarts_when_the_resident_ctas_change() {
    let mut trial = TrialSm::new();
    trial.epoch(100);
    trial.sm.ctas_undispatched(false);
    assert!(trial.quiet_epoch(500), "it was the last CTA: as it was before the trial");
    assert_eq!(trial.epochs(&[100]), [false]);
    let other = trial.sm.launch(2, 4);
    let warps = trial.sm.view().warps(other);
    trial.sm.set_cycle(trial.sm.view().now().0 + 50);
    warps.iter().for_each(|slot| trial.sm.finish(slot));
    assert!(trial.prioritizes_barriers(), "a CTA finished and was not replaced");
    assert_eq!(trial.epochs(&[100, 150, 100]), [false, true, false], "from the next epoch on");
}

/// A trial restarts when all CTAs finish at once and others start later.
#[test]
fn a_trial_restarts_when_the_sm_was_empty() {
    let mut trial = TrialSm::new();
    assert_eq!(trial.epochs(&[100, 150]), [false, true]);
    trial.sm.set_cycle(250);
    trial.sm.open_barrier(trial.cta);
    (0..8).for_each(|slot| trial.sm.finish(Slot(slot)));
    trial.sm.set_cycle(420);
    trial.cta = trial.sm.launch(2, 4);
    trial.sm.launch(3, 4);
    assert!(trial.sm.policy.barrier, "the third epoch was cut short: no decision");
    assert_eq!(trial.sm.policy.next_update, 520, "an epoch starts with them");
    assert_eq!(trial.epochs(&[100, 150, 100]), [false, true, false]);
}

/// An epoch ends by time, even if nothing can issue.
#[test]
fn epochs_end_while_nothing_issues() {
    let mut trial = TrialSm::new();
    trial.sm.arrive(Slot(0));
    trial.sm.set_cycle(250);
    trial.sm.pick(FIRST);
    assert!(trial.prioritizes_barriers(), "the first is before, the second the other, the third after");
    trial.sm.set_cycle(350);
    trial.sm.pick(FIRST);
    assert!(trial.prioritizes_barriers(), "nothing is no better than nothing");
    assert_eq!(trial.sm.policy.next_update, 400);
}
