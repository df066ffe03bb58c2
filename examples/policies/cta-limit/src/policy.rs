//! `cta-limit`: at most `n` CTAs per SM.

use warploom::{CtaDeclaration, CtaPolicy, GridView, Parameter, Placement};

const LIMIT: Parameter<u64> = Parameter::whole("n", "most CTAs of an SM", 4, 1..=32).sweep(&[1, 2, 8]);

pub struct CtaLimit {
    limit: u64,
}

impl CtaPolicy for CtaLimit {
    fn place(&mut self, view: &GridView<'_>) -> Option<Placement> {
        let limit = self.limit.min(view.ctas_per_sm().into());
        let below = view.sms().filter(|&sm| u64::from(view.assigned_ctas(sm)) < limit);
        below.min_by_key(|&sm| view.assigned_ctas(sm)).map(Placement::next)
    }
}

pub const DECLARATION: CtaDeclaration = CtaDeclaration::new(
    "cta-limit",
    "each CTA goes to the SM with the fewest CTAs, and an SM has at most n",
    |values, _| Box::new(CtaLimit { limit: values.get(LIMIT) }),
)
.origin("static limit as in Kayiran et al., Neither More Nor Less, PACT 2013")
.parameters(&[&LIMIT]);

#[cfg(test)]
mod tests {
    use super::CtaLimit;
    use warploom::SmId;
    use warploom::fixture::Grid;

    #[test]
    fn no_sm_has_more_ctas_than_the_limit() {
        let mut grid = Grid::new(CtaLimit { limit: 2 }, 3, 8);
        grid.launch(20);
        let sms = |placed: Vec<(u32, std::ops::Range<u64>)>| {
            placed.into_iter().map(|(sm, _)| sm).collect::<Vec<u32>>()
        };
        assert_eq!(sms(grid.place()), [0, 1, 2, 0, 1, 2]);
        grid.end(SmId(2));
        assert_eq!(sms(grid.place()), [2], "the other SMs are at the limit");
    }

    #[test]
    fn the_limit_is_at_most_the_occupancy() {
        let mut grid = Grid::new(CtaLimit { limit: 32 }, 2, 1);
        grid.launch(20);
        assert_eq!(grid.place().len(), 2);
    }
}
