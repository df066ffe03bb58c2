//! `phase+`: as `phase`, within the oldest CTA.
//!
//! `phase` fails where a long last phase gathers CTAs: warps at its start are the farthest from their phase's end, so they wait until
//! all others are there too, and all CTAs finish at once. Where a loop resets the distance, the warps of all CTAs take turns as under
//! round robin. Here the CTA comes first: an old CTA finishes and makes place for a new one, and within a CTA the distance decides.

use crate::declaration::{Cost, Per, WarpDeclaration};
use crate::phase::{BARRIER, BLOCKS, DISTANCE_BITS, LATENCIES, reading};
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "phase+",
    "of the oldest CTA that can issue, the warp with the least distance to the end of its phase; of equals, the oldest",
    |_, _| Box::new(PhasePlus),
)
.origin("Warploom, after Awatramani, Zhu, Zambreno and Rover, PACT 2015")
.parameters(&[&BLOCKS, &BARRIER, &LATENCIES])
.phases(reading)
.cost(|_, sm| {
    let distance = Cost { what: "phase distance", bits: DISTANCE_BITS, count: 1, per: Per::Instruction };
    let order = u64::from(sm.ctas.next_power_of_two().trailing_zeros());
    vec![distance, Cost::sm("order of CTAs", sm.ctas.into(), order)]
});

struct PhasePlus;

impl WarpPolicy for PhasePlus {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        // Common case: nothing to compare.
        if issuable.len() == 1 {
            return issuable.first();
        }
        // CTAs of a launch start in the order of their numbers.
        issuable.iter().min_by_key(|&slot| {
            let distance = view.next(slot).map(|next| next.distance);
            (view.cta_number(view.cta(slot)), distance, view.age(slot))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Fixture;
    use warploom_gpu::policy::NextInstruction;

    /// The oldest CTA comes first, then the distance, then age.
    #[test]
    fn the_nearest_warp_of_the_oldest_cta() {
        let mut sm = Fixture::new(PhasePlus, 48, 1);
        sm.launch(0, 2);
        sm.launch(1, 2);
        let mut distances = |distances: [u32; 4]| {
            for (slot, distance) in (0..).zip(distances) {
                sm.issue(Slot(slot), Some(NextInstruction::compute().in_phase(0, distance, 200)));
            }
            sm.pick(SchedulerId(0)).unwrap().0
        };
        assert_eq!(distances([90, 80, 10, 20]), 1, "a young CTA waits, however near its warps are");
        assert_eq!(distances([80, 90, 10, 20]), 0);
        assert_eq!(distances([50, 50, 10, 20]), 0, "of equals, the oldest");
        sm.finish(Slot(0));
        sm.finish(Slot(1));
        assert_eq!(sm.pick(SchedulerId(0)).unwrap().0, 2);
    }
}
