//! The figures and tables of the GCN thesis: wave policies and the placement of work-groups on a Radeon HD 7970.

mod draw;

use super::{Drawing, Item, ReproduceError, Results, grid};
use draw::{IdleFigure, benchmarks, hits, idle_units, mix, placement, speed};
use warploom_suite::Paper;

/// The works of Table 4.2. The thesis's Fast Walsh transform is one kernel of the suite's.
const SATURATED: [&str; 12] = [
    "matmul",
    "bitonic",
    "fwt/step",
    "floyd_warshall",
    "radixsort",
    "backprop",
    "transpose",
    "blackscholes",
    "binomial",
    "scan",
    "reduction",
    "hotspot",
];
/// The application that Table 4.3 lacks.
const SATURATED_ONLY: &str = "blackscholes";

/// The base of the thesis: round robin, and each work-group on the first available CU.
const BASE: &str = "rr/first-available";

/// A wave policy with both placements.
struct Policy {
    name: &'static str,
    first_available: &'static str,
    block: &'static str,
}

const RR: Policy = Policy { name: "rr", first_available: BASE, block: "rr/block" };
const LOOKAHEAD: Policy =
    Policy { name: "lookahead", first_available: "lookahead/first-available", block: "lookahead/block" };
const TWO_LEVEL: Policy =
    Policy { name: "two-level", first_available: "two-level/first-available", block: "two-level/block" };
const BOTH: Policy = Policy {
    name: "two-level+lookahead",
    first_available: "two-level+lookahead/first-available",
    block: "two-level+lookahead/block",
};

/// The schedules of every run.
const ALL: &[&str] = &[
    RR.first_available,
    RR.block,
    LOOKAHEAD.first_available,
    LOOKAHEAD.block,
    TWO_LEVEL.first_available,
    TWO_LEVEL.block,
    BOTH.first_available,
    BOTH.block,
];

/// Every figure and table.
pub const ITEMS: &[Item] = &[
    table("table4.2", "Table 4.2: applications, saturated", |results| benchmarks(results, Paper::Thesis)),
    table("table4.3", "Table 4.3: applications, unsaturated", |results| {
        benchmarks(results, Paper::ThesisUnsaturated)
    }),
    table("fig4.1", "Fig. 4.1 to 4.12: dynamic instruction mix", mix),
    item(
        "fig4.13",
        "Fig. 4.13: L1 hit rate, two-level with block placement",
        &[BASE, TWO_LEVEL.first_available, TWO_LEVEL.block],
        |results| hits(results, "4.13", &TWO_LEVEL, [1.32, 1.264]),
    ),
    item(
        "fig4.14",
        "Fig. 4.14: L1 hit rate, lookahead with block placement",
        &[BASE, LOOKAHEAD.first_available, LOOKAHEAD.block],
        |results| hits(results, "4.14", &LOOKAHEAD, [1.403, 1.266]),
    ),
    item(
        "fig4.15",
        "Fig. 4.15: L1 hit rate, two-level+lookahead with block placement",
        &[BASE, BOTH.first_available, BOTH.block],
        |results| hits(results, "4.15", &BOTH, [1.401, 1.196]),
    ),
    item("fig4.16", "Fig. 4.16: L1 hit rate, rr with block placement", &[BASE, RR.block], |results| {
        hits(results, "4.16", &RR, [1.38, 1.195])
    }),
    item("fig4.17", "Fig. 4.17: idle units, two-level", &[BASE, TWO_LEVEL.first_available], |results| {
        idle_units(
            results,
            &IdleFigure {
                number: "4.17",
                of: TWO_LEVEL.first_available,
                works: &[("matmul@unsaturated", 0.93)],
                means: [None, None],
                said: "The thesis: saturated, more idle time on blackscholes, bitonic, floyd_warshall and backprop; unsaturated, 7 % \
                   less on matmul, and more on backprop, hotspot, bitonic and transpose.",
            },
        )
    }),
    item("fig4.18", "Fig. 4.18: idle units, lookahead", &[BASE, LOOKAHEAD.first_available], |results| {
        idle_units(
            results,
            &IdleFigure {
                number: "4.18",
                of: LOOKAHEAD.first_available,
                works: &[],
                means: [Some(1.0), None],
                said: "The thesis: saturated, 1 to 6.4 % less on one half of the applications and 1 to 6 % more on the other; \
                   unsaturated, 10 % less at best.",
            },
        )
    }),
    item("fig4.19", "Fig. 4.19: idle units, two-level+lookahead", &[BASE, BOTH.first_available], |results| {
        idle_units(
            results,
            &IdleFigure {
                number: "4.19",
                of: BOTH.first_available,
                works: &[("transpose@unsaturated", 1.05)],
                means: [Some(1.0), None],
                said: "The thesis: saturated, no change on average; unsaturated, 8 % less at best, and 5 % more on transpose.",
            },
        )
    }),
    item("fig4.20", "Fig. 4.20: idle units, rr with block placement", &[BASE, RR.block], |results| {
        idle_units(
            results,
            &IdleFigure {
                number: "4.20",
                of: RR.block,
                works: &[],
                means: [None, None],
                said: "The thesis: 36 % less at best when saturated, 6 % less at best when unsaturated.",
            },
        )
    }),
    item("fig4.21", "Fig. 4.21: IPC, two-level over rr", &[BASE, TWO_LEVEL.first_available], |results| {
        speed(results, "4.21", &TWO_LEVEL, [Some(0.92), Some(0.964)], "")
    }),
    item("fig4.22", "Fig. 4.22: IPC, lookahead over rr", &[BASE, LOOKAHEAD.first_available], |results| {
        let said = " Unsaturated, the thesis gains up to 8 %, on all applications but two.";
        speed(results, "4.22", &LOOKAHEAD, [Some(1.0), None], said)
    }),
    item(
        "fig4.23",
        "Fig. 4.23: IPC, two-level+lookahead over rr",
        &[BASE, BOTH.first_available],
        |results| {
            speed(results, "4.23", &BOTH, [Some(0.98), None], " Unsaturated, the thesis gains up to 8 %.")
        },
    ),
    item("fig4.24", "Fig. 4.24: IPC, block over first available", ALL, placement),
];

/// An item about all works.
const fn item(
    id: &'static str,
    title: &'static str,
    policies: &'static [&'static str],
    draw: fn(&Results<'_>) -> Result<Drawing, ReproduceError>,
) -> Item {
    Item { id, title, works: &[], policies, draw }
}

/// An item about the works alone, with the runs of the base.
const fn table(
    id: &'static str,
    title: &'static str,
    draw: fn(&Results<'_>) -> Result<Drawing, ReproduceError>,
) -> Item {
    item(id, title, &[BASE], draw)
}

/// Every work: those of Table 4.2, then those of Table 4.3.
pub fn works() -> Vec<String> {
    let [saturated, unsaturated] = groups();
    saturated.works.into_iter().chain(unsaturated.works).collect()
}

/// The works of one table.
struct Group {
    title: &'static str,
    works: Vec<String>,
}

fn groups() -> [Group; 2] {
    let unsaturated = SATURATED.into_iter().filter(|work| *work != SATURATED_ONLY);
    [
        Group { title: "saturated", works: SATURATED.map(str::to_owned).to_vec() },
        Group { title: "unsaturated", works: unsaturated.map(grid::unsaturated).collect() },
    ]
}

#[cfg(test)]
mod tests {
    use super::draw::label;
    use super::*;
    use crate::reproduce::claim::applications_of;
    use std::collections::BTreeSet;

    #[test]
    fn the_works_are_those_of_both_tables() {
        let [saturated, unsaturated] = groups();
        for (group, paper) in [(saturated, Paper::Thesis), (unsaturated, Paper::ThesisUnsaturated)] {
            let own: BTreeSet<String> = group.works.iter().map(|work| label(work)).collect();
            assert_eq!(own, applications_of(paper).into_iter().collect(), "{}", group.title);
        }
        assert_eq!(works().len(), 23);
    }
}
