//! `phase`: the warp nearest to the end of its phase.
//!
//! A warp that reaches the end of its phase early issues its next memory requests early. The long phases of other warps hide
//! their latency.
//!
//! The paper leaves open what a phase is. The parameters here, which `two-level` has too, select a reading of it.

use crate::declaration::{Cost, Per, WarpDeclaration};
use crate::parameter::{Parameter, Values};
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};
use warploom_kernel::phase::{PhaseLatencies, Reading, Rules};

pub(crate) const BLOCKS: Parameter<bool> =
    Parameter::one_of("blocks", "whether every basic block starts a phase", &[("off", false), ("on", true)]);
pub(crate) const BARRIER: Parameter<bool> = Parameter::one_of(
    "barrier",
    "whether the instruction after a barrier starts a phase",
    &[("off", false), ("on", true)],
);
pub(crate) const LATENCIES: Parameter<PhaseLatencies> = Parameter::one_of(
    "latencies",
    "latencies whose sum is a phase's length: GPGPU-Sim's, cycles in the machine's unit, or cycles until the result",
    &[
        ("gpgpusim", PhaseLatencies::Gpgpusim),
        ("interval", PhaseLatencies::Interval),
        ("result", PhaseLatencies::Result),
    ],
);

/// The reading that the parameters select.
pub(crate) fn reading(values: &Values<'_>) -> Reading {
    let rules = Rules { blocks: values.get(BLOCKS), barrier_phase: values.get(BARRIER), ..Rules::default() };
    Reading { rules, latencies: values.get(LATENCIES) }
}

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "phase",
    "the warp whose next instruction has the least distance to the end of its phase; of equals, the oldest",
    |_, _| Box::new(Phase),
)
.origin("Awatramani, Zhu, Zambreno and Rover, PACT 2015, section IV-B2: single level")
.parameters(&[&BLOCKS, &BARRIER, &LATENCIES])
.phases(reading)
.cost(|_, _| {
    let what = "phase distance";
    vec![Cost { what, bits: DISTANCE_BITS, count: 1, per: Per::Instruction }]
});

/// Bits of a distance or length in an instruction: up to 512 cycles, enough for 98 % of the paper's kernels.
pub(crate) const DISTANCE_BITS: u64 = 9;

struct Phase;

impl WarpPolicy for Phase {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        // Common case: nothing to compare.
        if issuable.len() == 1 {
            return issuable.first();
        }
        issuable.iter().min_by_key(|&slot| (view.next(slot).map(|next| next.distance), view.age(slot)))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Choice, Per, WARP_POLICIES};
    use warploom_gpu::machine;

    /// IV-B2: one byte per eight-byte instruction is 12.5 % more code. A distance up to 512 needs one bit more than a byte.
    #[test]
    fn hardware_cost_is_the_papers() {
        let sm = machine::named("m2090").unwrap().machine();
        let cost = Choice::parse("phase", WARP_POLICIES).unwrap().cost(sm.sm());
        assert_eq!(cost.len(), 1);
        assert_eq!((cost[0].per, cost[0].count, 1 << cost[0].bits), (Per::Instruction, 1, 512));
        let share = |bits: u64| bits as f64 / 64.0;
        assert_eq!((share(cost[0].bits - 1), share(cost[0].bits)), (0.125, 0.140_625));
    }
}
