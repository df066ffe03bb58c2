//! `fill`: one SM after the other.

use super::CtaDeclaration;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};

pub(super) const DECLARATION: CtaDeclaration = CtaDeclaration {
    name: "fill",
    about: "one SM is full before the next gets any: the next CTA goes to the first SM that has a free place",
    origin: "the opposite of spreading: few SMs at work when there are few CTAs",
    by_number: false,
    make: || Box::new(Fill),
};

struct Fill;

impl CtaPolicy for Fill {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        // Never to the door: which SM will be the first with a free place is not known before.
        view.sms().find(|&sm| view.free(sm) > 0).map(Placement::next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::SmId;
    use warploom_gpu::fixture::Grid;

    #[test]
    fn one_is_full_before_the_next_gets_any() {
        let mut grid = Grid::new(Fill, 3, 2);
        grid.launch(9);
        assert_eq!(grid.place(), [(0, 0..1), (0, 1..2), (1, 2..3), (1, 3..4), (2, 4..5), (2, 5..6)]);
        assert_eq!(grid.place(), [], "nothing waits at a door");
        [2, 1, 1].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(1, 6..7), (1, 7..8), (2, 8..9)]);
        grid.launch(3);
        assert_eq!(grid.place(), [(0, 0..1), (0, 1..2), (1, 2..3)], "one SM has nothing to do");
    }
}
