//! `block`: each SM has a contiguous part of the grid.

use crate::declaration::CtaDeclaration;
use warploom_gpu::placement::{CtaPolicy, GridView, Placement};
use warploom_gpu::{CtaId, SmId};

pub(crate) const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "block",
    "each SM has an equal, contiguous part of the grid: CTA n goes to SM n · SMs / CTAs, and waits for that SM",
    |_, _| Box::new(Block::default()),
)
.origin("the block workgroup scheduler of the GCN thesis (3.4)")
.by_number();

#[derive(Default)]
struct Block {
    /// The SM that is tried first.
    next_sm: u32,
}

/// The first CTA of an SM's part: the lowest n with n · SMs / CTAs ≥ sm.
fn first_cta(sm: u32, view: &GridView<'_>) -> CtaId {
    let sms = u128::from(view.sm_count());
    // At most the number of CTAs, which is a u64.
    CtaId((u128::from(sm) * u128::from(view.ctas())).div_ceil(sms) as u64)
}

impl CtaPolicy for Block {
    fn launch_begins(&mut self, _: &GridView<'_>) {
        self.next_sm = 0;
    }

    /// Each SM with room receives the next CTA of its part. A full SM does not delay the others.
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        for sm in (self.next_sm..view.sm_count()).chain(0..self.next_sm) {
            if view.free_capacity(SmId(sm)) == 0 {
                continue;
            }
            let next =
                view.next_undispatched(first_cta(sm, view)).filter(|next| *next < first_cta(sm + 1, view));
            if let Some(next) = next {
                self.next_sm = (sm + 1) % view.sm_count();
                return Some(Placement::by_id(next, SmId(sm)).pinned());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::Grid;

    fn grid(sms: usize, places: u32, ctas: u32) -> Grid<Block> {
        let mut grid = Grid::new(Block::default(), sms, places);
        grid.launch(ctas);
        grid
    }

    #[test]
    fn a_cta_waits_for_its_sm_and_does_not_delay_others() {
        // Six CTAs each, and capacity for two.
        let mut grid = grid(2, 1, 12);
        assert_eq!(grid.place(), [(0, 0..1), (1, 6..7), (0, 1..2), (1, 7..8)]);
        // The second SM is fast: its CTAs are placed while CTA 2 waits for the first SM, which stays full.
        for next in 8..12 {
            grid.end(SmId(1));
            assert_eq!(grid.place(), [(1, next..next + 1)]);
        }
        [1, 1].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [], "an idle SM receives no CTA of another part");
        grid.end(SmId(0));
        assert_eq!(grid.place(), [(0, 2..3)]);
        [0, 0].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(0, 3..4), (0, 4..5)]);
    }

    #[test]
    fn every_cta_goes_to_the_sm_of_the_formula() {
        for (sms, ctas) in [(1, 5), (3, 10), (4, 3), (5, 5), (15, 64), (7, 100)] {
            let mut placed = grid(sms, 100, ctas).place();
            placed.sort_by_key(|(_, ctas)| ctas.start);
            let expected: Vec<_> = (0..u64::from(ctas))
                .map(|id| ((id * sms as u64 / u64::from(ctas)) as u32, id..id + 1))
                .collect();
            assert_eq!(placed, expected, "{ctas} CTAs on {sms} SMs");
        }
    }
}
