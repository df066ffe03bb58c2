//! `bcs`: pairs of CTAs.

use super::CtaDeclaration;
use warploom_gpu::SmId;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};

pub(super) const DECLARATION: CtaDeclaration = CtaDeclaration {
    name: "bcs",
    about: "block CTA scheduling: two consecutive CTAs go to the same SM, and begin when it has two places free",
    origin: "Lee et al., HPCA 2014",
    by_number: false,
    make: || Box::new(Bcs::default()),
};

#[derive(Default)]
struct Bcs {
    /// Whose turn it is.
    turn: u32,
}

impl CtaPolicy for Bcs {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        if view.placed() == 0 {
            self.turn = 0;
        }
        // Where there is one place there are no pairs, and the last may have no other.
        let count = if view.places() == 1 || view.left() == 1 { 1 } else { 2 };
        let sms = view.sm_count();
        let sm = (self.turn..sms).chain(0..self.turn).map(SmId).find(|&sm| view.room(sm) >= count)?;
        self.turn = (sm.0 + 1) % sms;
        Some(Placement { count, ..Placement::next(sm) })
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
    fn pairs_go_to_one_sm_and_wait_for_room_for_both() {
        let mut grid = grid(2, 2, 11);
        assert_eq!(grid.place(), [(0, 0..2), (1, 2..4), (0, 4..6), (1, 6..8)]);
        [0, 1].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [], "there is room for one, not for two");
        grid.end(SmId(1));
        assert_eq!(grid.place(), [(1, 8..10), (0, 10..11)], "the last goes alone");
    }

    #[test]
    fn an_sm_with_one_place_takes_one() {
        assert_eq!(grid(2, 1, 3).place(), [(0, 0..1), (1, 1..2), (0, 2..3)]);
    }
}
