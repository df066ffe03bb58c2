//! `caws`: criticality-aware warp scheduling.
//!
//! Source: Lee and Wu, "CAWS: Criticality-Aware Warp Scheduling for GPGPU Workloads" (PACT 2014). The warp that will finish last in its
//! CTA, the critical one, receives more issue slots. The paper's oracle takes the critical warp from an earlier run. This file has the
//! predictor, which the follow-up (Lee, Arunkumar and Wu, CAWA, ISCA 2015) describes in full:
//!
//! criticality = remaining instructions × average cycles per instruction + stall cycles
//!
//! * Remaining instructions follow from the program counter: the instructions from the next one to the program's last, in program
//!   order. A forward branch reduces the number by the instructions that it skips. A backward branch adds the loop. A divergent
//!   warp skips neither path, so it has more instructions left than a uniform one.
//! * The average is over the warp's life: cycles since its launch divided by instructions issued.
//! * Stall cycles are the cycles between two instructions of the warp, for any reason.
//!
//! A warp's criticality is updated when it issues. The policy picks the most critical warp, and the oldest of equals. With `greedy`, as
//! in CAWA, the warp that issued last continues while it can issue.
//!
//! Both papers were available only as described by others. Simplifications: criticality is compared over all warps of the scheduler
//! instead of within each CTA; instructions count at issue instead of at completion; the counter widths are ours.

use crate::declaration::{Cost, WarpDeclaration};
use crate::parameter::Parameter;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SLOTS, SchedulerId, Slot};

const GREEDY: Parameter<bool> =
    Parameter::flag("greedy", "whether the warp that issued last continues while it can issue", true);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "caws",
    "criticality-aware warp scheduling: the most critical warp, by its remaining instructions, its pace and its stall cycles",
    |values, _| Box::new(Caws::new(values.get(GREEDY))),
)
.origin("Lee and Wu, CAWS, PACT 2014; predictor of Lee, Arunkumar and Wu, CAWA, ISCA 2015")
.parameters(&[&GREEDY])
.cost(|_, sm| {
    let warps = u64::from(sm.warps);
    vec![
        Cost::sm("remaining instructions", warps, COUNTER_BITS),
        Cost::sm("issued instructions", warps, COUNTER_BITS),
        Cost::sm("stall cycles", warps, COUNTER_BITS),
        Cost::sm("cycles of launch and of the last issue", 2 * warps, COUNTER_BITS),
    ]
});

/// Bits of a counter. The papers state no width.
const COUNTER_BITS: u64 = 32;

struct Caws {
    greedy: bool,
    warps: [Warp; SLOTS],
}

/// Counters of a warp, and its criticality.
#[derive(Clone, Copy, Default)]
struct Warp {
    launched_at: u64,
    issued: u64,
    /// Cycle after its last issue.
    next_issue: u64,
    stall_cycles: u64,
    criticality: u64,
}

impl Caws {
    fn new(greedy: bool) -> Caws {
        Caws { greedy, warps: [Warp::default(); SLOTS] }
    }
}

impl WarpPolicy for Caws {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        if let Some(last) = view.last_issued(scheduler)
            && self.greedy
            && issuable.contains(last)
        {
            return Some(last);
        }
        let priority = |slot: &Slot| (self.warps[slot.index()].criticality, u64::MAX - view.age(*slot));
        issuable.iter().max_by_key(priority)
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        match event {
            WarpEvent::Launched(slot) => {
                let criticality = view.next(slot).map_or(0, |next| u64::from(next.instructions_to_end));
                self.warps[slot.index()] =
                    Warp { launched_at: now, next_issue: now, criticality, ..Warp::default() };
            }
            WarpEvent::Issued { slot, .. } => {
                let warp = &mut self.warps[slot.index()];
                warp.issued += 1;
                warp.stall_cycles += now.saturating_sub(warp.next_issue);
                warp.next_issue = now + 1;
                let remaining = view.next(slot).map_or(0, |next| u64::from(next.instructions_to_end));
                warp.criticality =
                    remaining * (warp.next_issue - warp.launched_at) / warp.issued + warp.stall_cycles;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::policy::NextInstruction;

    const FIRST: SchedulerId = SchedulerId(0);

    /// An instruction with this many instructions to the end of the program.
    fn remaining(instructions: u32) -> Option<NextInstruction> {
        Some(NextInstruction::compute().with_instructions_to_end(instructions))
    }

    /// After a backward branch a warp has more instructions left than without a branch, and after a forward branch fewer.
    #[test]
    fn the_warp_with_the_most_remaining_instructions_is_first() {
        let mut sm = Fixture::new(Caws::new(false), 48, 1);
        sm.launch_with(0, 3, NextInstruction::compute().with_instructions_to_end(10));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "equal criticality: the oldest");
        sm.issue(Slot(0), remaining(4));
        assert_eq!(sm.pick(FIRST), Some(Slot(1)), "0 skipped five instructions");
        sm.set_cycle(1);
        sm.issue(Slot(1), remaining(9));
        sm.set_cycle(2);
        sm.issue(Slot(2), remaining(30));
        // 4 × 1 / 1 + 0; 9 × 2 / 1 + 1; 30 × 3 / 1 + 2.
        assert_eq!([0, 1, 2].map(|slot| sm.policy.warps[slot].criticality), [4, 19, 92]);
        assert_eq!(sm.pick(FIRST), Some(Slot(2)), "2 branched back");
        sm.stall(Slot(2), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
        sm.issue(Slot(1), None);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    }

    /// Of two warps with the same number of remaining instructions, the one with more stall cycles is first.
    #[test]
    fn stall_cycles_add_to_criticality() {
        let mut sm = Fixture::new(Caws::new(false), 48, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.issue(Slot(0), remaining(9));
        sm.set_cycle(1);
        sm.issue(Slot(1), remaining(9));
        sm.set_cycle(2);
        sm.issue(Slot(1), remaining(8));
        sm.set_cycle(100);
        sm.issue(Slot(0), remaining(8));
        // 8 × 101 / 2 + 99 stall cycles; 8 × 3 / 2 + 1.
        assert_eq!([0, 1].map(|slot| sm.policy.warps[slot].criticality), [404 + 99, 12 + 1]);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    }

    /// CAWA's scheduler continues with a warp while it can issue.
    #[test]
    fn greedy_continues_with_the_warp_that_issued_last() {
        let mut sm = Fixture::new(Caws::new(true), 48, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.issue(Slot(0), remaining(5));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "though 1 is more critical");
        sm.stall(Slot(0), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
    }

    /// A new warp in the slot starts with fresh counters.
    #[test]
    fn a_launch_resets_the_counters() {
        let mut sm = Fixture::new(Caws::new(false), 2, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.set_cycle(50);
        sm.issue(Slot(0), None);
        sm.finish(Slot(0));
        sm.finish(Slot(1));
        sm.set_cycle(60);
        sm.launch_with(1, 2, NextInstruction::compute().with_instructions_to_end(7));
        assert_eq!(sm.policy.warps[0].criticality, 7);
    }
}
