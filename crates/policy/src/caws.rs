//! `caws`: criticality-aware warp scheduling.
//!
//! Lee and Wu, "CAWS: Criticality-Aware Warp Scheduling for GPGPU Workloads" (PACT 2014): the warp that will be its CTA's last is given
//! more turns. Their oracle knows which from a run before; what is here is the predictor, as their follow-up has it in full (Lee,
//! Arunkumar and Wu, CAWA, ISCA 2015):
//!
//! criticality = remaining instructions × average cycles per instruction + stall cycles
//!
//! * Remaining instructions are told from the program counter: each instruction takes one away, a branch that skips takes away
//!   what it skips, one that goes back adds the loop's. A warp that diverges skips neither path, and has more left than one that
//!   does not. So the number is that of instructions from the next one to the program's last, in the order in which they
//!   are written.
//! * The average is over the warp's life: cycles since it began by instructions it has issued.
//! * Stall cycles are those between two instructions of the warp, whatever the reason.
//!
//! It is made anew when the warp issues. The most critical warp is picked, of equal ones the oldest; with `greedy`, as CAWA has it, the
//! warp that issued last goes on while it can.
//!
//! Both papers were at hand in others' words only. What is simplified: criticality is compared over all warps of the scheduler, not
//! within each CTA; instructions count when they are issued, not when they are complete; widths of counters are ours.

use crate::{Cost, Declaration, Parameter, Range, Value};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SLOTS, SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "caws",
    about: "criticality-aware warp scheduling: the warp with the most work left and stalls behind it, as predicted from its place in \
            the program",
    origin: "Lee and Wu, CAWS, PACT 2014; the predictor as in Lee, Arunkumar and Wu, CAWA, ISCA 2015",
    parameters: &[Parameter {
        name: "greedy",
        about: "whether the warp that issued last goes on while it can",
        default: Value::Word("true"),
        range: Range::OneOf(&["true", "false"]),
        tries: &[],
    }],
    cost: |_, sm| {
        let warps = u64::from(sm.warps);
        vec![
            Cost::sm("remaining instructions", warps, COUNTER_BITS),
            Cost::sm("issued instructions", warps, COUNTER_BITS),
            Cost::sm("stall cycles", warps, COUNTER_BITS),
            Cost::sm("cycles of begin and of the last issue", 2 * warps, COUNTER_BITS),
        ]
    },
    make: |values, _| Box::new(Caws::new(values.word("greedy") == "true")),
};

/// Bits of a counter. (No width is published.)
const COUNTER_BITS: u64 = 32;
struct Caws {
    greedy: bool,
    /// By slot.
    warps: [Warp; SLOTS],
}

/// What is known of a warp.
#[derive(Clone, Copy, Default)]
struct Warp {
    begun: u64,
    issued: u64,
    /// The first cycle in which it could issue again.
    again: u64,
    stalled: u64,
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
        let critical = |slot: &Slot| (self.warps[slot.index()].criticality, u64::MAX - view.age(*slot));
        issuable.iter().max_by_key(critical)
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        match event {
            WarpEvent::Launched(slot) => {
                let criticality = view.next(slot).map_or(0, |next| u64::from(next.instructions_to_end));
                self.warps[slot.index()] = Warp { begun: now, again: now, criticality, ..Warp::default() };
            }
            WarpEvent::Issued(slot) => {
                let warp = &mut self.warps[slot.index()];
                warp.issued += 1;
                warp.stalled += now.saturating_sub(warp.again);
                warp.again = now + 1;
                let left = view.next(slot).map_or(0, |next| u64::from(next.instructions_to_end));
                warp.criticality = left * (warp.again - warp.begun) / warp.issued + warp.stalled;
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

    /// An instruction with so many from it to the last.
    fn left(left: u32) -> Option<NextInstruction> {
        Some(NextInstruction::compute().with_instructions_to_end(left))
    }

    /// A warp that goes back in a loop has more left than one that goes on, and that more than one that skips.
    #[test]
    fn most_remaining_instructions_first() {
        let mut sm = Fixture::new(Caws::new(false), 48, 1);
        sm.launch_with(0, 3, NextInstruction::compute().with_instructions_to_end(10));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "all alike: the oldest");
        sm.issue(Slot(0), left(4));
        assert_eq!(sm.pick(FIRST), Some(Slot(1)), "0 has skipped five");
        sm.at(1);
        sm.issue(Slot(1), left(9));
        sm.at(2);
        sm.issue(Slot(2), left(30));
        // 4 × 1 / 1 + 0; 9 × 2 / 1 + 1; 30 × 3 / 1 + 2.
        assert_eq!([0, 1, 2].map(|slot| sm.policy.warps[slot].criticality), [4, 19, 92]);
        assert_eq!(sm.pick(FIRST), Some(Slot(2)), "2 has gone back");
        sm.stall(Slot(2), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
        sm.issue(Slot(1), None);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    }

    /// Of two with equally much left, the one that was stalled for longer.
    #[test]
    fn stalls_make_critical() {
        let mut sm = Fixture::new(Caws::new(false), 48, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.issue(Slot(0), left(9));
        sm.at(1);
        sm.issue(Slot(1), left(9));
        sm.at(2);
        sm.issue(Slot(1), left(8));
        sm.at(100);
        sm.issue(Slot(0), left(8));
        // 8 × 101 / 2 + 99 stall cycles; 8 × 3 / 2 + 1.
        assert_eq!([0, 1].map(|slot| sm.policy.warps[slot].criticality), [404 + 99, 12 + 1]);
        assert_eq!(sm.pick(FIRST), Some(Slot(0)));
    }

    /// CAWA's scheduler goes on with a warp while that can issue.
    #[test]
    fn greedy() {
        let mut sm = Fixture::new(Caws::new(true), 48, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.issue(Slot(0), left(5));
        assert_eq!(sm.pick(FIRST), Some(Slot(0)), "though 1 has more left");
        sm.stall(Slot(0), true);
        assert_eq!(sm.pick(FIRST), Some(Slot(1)));
    }

    /// Another warp in the slot begins anew.
    #[test]
    fn a_new_warp_has_no_past() {
        let mut sm = Fixture::new(Caws::new(false), 2, 1);
        sm.launch_with(0, 2, NextInstruction::compute().with_instructions_to_end(10));
        sm.at(50);
        sm.issue(Slot(0), None);
        sm.finish(Slot(0));
        sm.finish(Slot(1));
        sm.at(60);
        sm.launch_with(1, 2, NextInstruction::compute().with_instructions_to_end(7));
        assert_eq!(sm.policy.warps[0].criticality, 7);
    }
}
