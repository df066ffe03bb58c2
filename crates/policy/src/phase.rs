//! `phase`: of all warps, the one that is nearest to the end of its phase.
//!
//! A warp that reaches the end of its phase soon has its next requests to memory under way soon, and the long phases of others
//! hide what they take.

use crate::{Cost, Declaration, Per};
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "phase",
    about: "the warp whose next instruction has the least distance to the end of its phase; of several, the one launched first",
    origin: "Awatramani, Zhu, Zambreno and Rover, PACT 2015, section IV-B2: the single level",
    cost: |_, _| {
        let what = "phase distance";
        vec![Cost { what, bits: DISTANCE_BITS, count: 1, per: Per::Instruction }]
    },
    make: |_, _| Box::new(Phase),
    ..Declaration::PLAIN
};

/// Bits of a distance or length in code: the paper's 512 cycles, which suffice for 98 % of kernels.
pub(crate) const DISTANCE_BITS: u64 = 9;

struct Phase;

impl WarpPolicy for Phase {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        // Often there is nothing to compare.
        if issuable.len() == 1 {
            return issuable.first();
        }
        issuable.iter().min_by_key(|&slot| (view.next(slot).map(|next| next.distance), view.age(slot)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{ALL, Choice, Per};
    use warploom_gpu::machine;

    /// IV-B2: a byte in each instruction of eight is 12.5 % more code. A distance up to 512 takes a bit more than that byte.
    #[test]
    fn what_it_costs() {
        let sm = machine::named("m2090").unwrap().machine().sm;
        let cost = Choice::parse("phase", ALL).unwrap().cost(&sm);
        assert_eq!(cost.len(), 1);
        assert_eq!((cost[0].per, cost[0].count, 1 << cost[0].bits), (Per::Instruction, 1, 512));
        let share = |bits: u64| bits as f64 / 64.0;
        assert_eq!((share(cost[0].bits - 1), share(cost[0].bits)), (0.125, 0.140_625));
    }
}
