//! `mine`: describe its rule here.

use warploom::{CtaDeclaration, CtaPolicy, GridView, Placement};

pub struct Mine;

impl CtaPolicy for Mine {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        let with_room = view.sms().filter(|&sm| view.free_capacity(sm) > 0);
        with_room.min_by_key(|&sm| view.assigned_ctas(sm)).map(Placement::next)
    }
}

pub const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "mine",
    "each CTA goes to the SM with the fewest CTAs; of equals, the first",
    |_, _| Box::new(Mine),
)
.origin("no paper yet");

#[cfg(test)]
mod tests {
    use super::Mine;
    use warploom::SmId;
    use warploom::fixture::Grid;

    /// Three SMs with two CTA slots each. The test decides when CTAs finish.
    #[test]
    fn each_cta_goes_to_the_sm_with_the_fewest_ctas() {
        let mut grid = Grid::new(Mine, 3, 2);
        grid.launch(20);
        let first: Vec<u32> = grid.place().into_iter().map(|(sm, _)| sm).take(6).collect();
        assert_eq!(first, [0, 1, 2, 0, 1, 2]);
        grid.end(SmId(1));
        grid.end(SmId(1));
        let next: Vec<u32> = grid.place().into_iter().map(|(sm, _)| sm).collect();
        assert_eq!(next, [1, 1], "the other SMs are full");
    }
}
