//! `rr`: round robin.

use crate::declaration::CtaDeclaration;
use warploom_gpu::placement::RoundRobin;

pub(crate) const DECLARATION: CtaDeclaration =
    CtaDeclaration::new("rr", "round robin: each CTA goes to the next SM in turn that has room", |_, _| {
        Box::new(RoundRobin::default())
    })
    .origin("a common baseline; first available in the GCN thesis");

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::SmId;
    use warploom_gpu::fixture::Grid;

    #[test]
    fn the_next_sm_is_kept_over_windows_and_launches() {
        let mut grid = Grid::new(RoundRobin::default(), 3, 1);
        grid.launch(20);
        assert_eq!(grid.place(), [(0, 0..1), (1, 1..2), (2, 2..3), (0, 3..4), (1, 4..5), (2, 5..6)]);
        assert_eq!(grid.place(), []);
        [2, 0].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(0, 6..7), (2, 7..8)]);
        [1, 0].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(0, 8..9), (1, 9..10)]);
        [0, 2].into_iter().for_each(|sm| grid.end(SmId(sm)));
        assert_eq!(grid.place(), [(2, 10..11), (0, 11..12)], "the third SM is next");
        grid.launch(1);
        assert_eq!(grid.place(), [(1, 0..1)]);
    }
}
