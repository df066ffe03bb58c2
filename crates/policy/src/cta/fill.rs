//! `fill`: one SM is full before the next receives a CTA.

use crate::declaration::CtaDeclaration;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};

pub(crate) const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "fill",
    "fills one SM before the next: each CTA goes to the first SM with a free CTA slot",
    |_, _| Box::new(Fill),
)
.origin("the opposite of rr: a small grid occupies few SMs");

struct Fill;

impl CtaPolicy for Fill {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        // No CTA is queued at an SM, because the SM with the next free CTA slot is not known in advance.
        view.sms().find(|&sm| view.free_cta_slots(sm) > 0).map(Placement::next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::SmId;
    use warploom_gpu::fixture::Grid;

    #[test]
    fn one_sm_is_full_before_the_next_receives_a_cta() {
        let mut grid = Grid::new(Fill, 3, 2);
        grid.launch(9);
        assert_eq!(grid.place(), [(0, 0..1), (0, 1..2), (1, 2..3), (1, 3..4), (2, 4..5), (2, 5..6)]);
        assert_eq!(grid.place(), [], "no CTA is queued");
        [2, 1, 1].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(1, 6..7), (1, 7..8), (2, 8..9)]);
        grid.launch(3);
        assert_eq!(grid.place(), [(0, 0..1), (0, 1..2), (1, 2..3)], "one SM is idle");
    }
}
