//! First available (`first-available`): the SMs or CUs with free CTA slots form a list. A CTA goes to the first of them, which then
//! goes to the end if it has more.

use crate::declaration::CtaDeclaration;
use std::collections::VecDeque;
use warploom_gpu::SmId;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};

pub(crate) const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "first-available",
    "the SM or CU that has had a free CTA slot for longest, over all launches; CTAs do not queue",
    |_, _| Box::new(FirstAvailable::default()),
)
.origin("GCN thesis, 2.3 (Multi2Sim's)");

#[derive(Default)]
struct FirstAvailable {
    /// SMs with free slots, in the order in which they had one. The list carries over from launch to launch.
    available: VecDeque<SmId>,
}

impl CtaPolicy for FirstAvailable {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        for sm in view.sms() {
            if view.free_cta_slots(sm) > 0 && !self.available.contains(&sm) {
                self.available.push_back(sm);
            }
        }
        while let Some(sm) = self.available.pop_front() {
            let free = view.free_cta_slots(sm);
            if free > 1 {
                self.available.push_back(sm);
            }
            if free > 0 {
                return Some(Placement::next(sm));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Grid;

    #[test]
    fn the_list_goes_round_and_carries_over_to_the_next_launch() {
        let mut grid = Grid::new(FirstAvailable::default(), 3, 2);
        grid.launch(4);
        assert_eq!(grid.place(), [(0, 0..1), (1, 1..2), (2, 2..3), (0, 3..4)]);
        [0, 0, 1, 2].into_iter().for_each(|sm| grid.end(SmId(sm)));
        grid.launch(2);
        assert_eq!(
            grid.place(),
            [(1, 0..1), (2, 1..2)],
            "the first launch stopped after SM 0, which is the last"
        );
    }

    #[test]
    fn a_full_sm_is_not_in_the_list_until_a_cta_ends() {
        let mut grid = Grid::new(FirstAvailable::default(), 2, 1);
        grid.launch(4);
        assert_eq!(grid.place(), [(0, 0..1), (1, 1..2)]);
        assert_eq!(grid.place(), []);
        grid.end(SmId(1));
        assert_eq!(grid.place(), [(1, 2..3)]);
    }
}
