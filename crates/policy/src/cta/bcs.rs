//! `bcs`: block CTA scheduling, in pairs of consecutive CTAs.

use crate::declaration::CtaDeclaration;
use warploom_gpu::SmId;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};

pub(crate) const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "bcs",
    "block CTA scheduling: two consecutive CTAs go to the same SM, and start when it has two free CTA slots",
    |_, _| Box::new(Bcs::default()),
)
.origin("Lee et al., HPCA 2014");

#[derive(Default)]
struct Bcs {
    /// The SM that is tried first.
    next_sm: u32,
}

impl CtaPolicy for Bcs {
    fn launch_begins(&mut self, _: &GridView<'_>) {
        self.next_sm = 0;
    }

    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        // An SM with one CTA slot has no pairs, and the last CTA can be alone.
        let count = if view.ctas_per_sm() == 1 || view.undispatched() == 1 { 1 } else { 2 };
        let sms = view.sm_count();
        let sm = (self.next_sm..sms)
            .chain(0..self.next_sm)
            .map(SmId)
            .find(|&sm| view.free_capacity(sm) >= count)?;
        self.next_sm = (sm.0 + 1) % sms;
        Some(Placement::next(sm).with_count(count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Grid;

    fn grid(sms: usize, places: u32, ctas: u32) -> Grid<Bcs> {
        let mut grid = Grid::new(Bcs::default(), sms, places);
        grid.launch(ctas);
        grid
    }

    #[test]
    fn pairs_go_to_one_sm_and_wait_for_two_free_cta_slots() {
        let mut grid = grid(2, 2, 11);
        assert_eq!(grid.place(), [(0, 0..2), (1, 2..4), (0, 4..6), (1, 6..8)]);
        [0, 1].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [], "one free CTA slot is not enough");
        grid.end(SmId(1));
        assert_eq!(grid.place(), [(1, 8..10), (0, 10..11)], "the last CTA is alone");
    }

    #[test]
    fn an_sm_with_one_cta_slot_receives_one_cta() {
        assert_eq!(grid(2, 1, 3).place(), [(0, 0..1), (1, 1..2), (0, 2..3)]);
    }
}
