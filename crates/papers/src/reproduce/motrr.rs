//! The figures of the MOTRR paper.

use super::claim::{Metric, applications_of, arithmetic};
use super::{Drawing, DrawnFigure, Item, ReproduceError, Results};
use warploom_gpu::counters::Cause;
use warploom_report::figure::{BarSeries, Bars, Category, Fill, Titles};

const BASES: &[&str] = &["lrr", "gto"];
const THREE: &[&str] = &["lrr", "gto", "motrr:recency=true"];
const FIVE: &[&str] = &["lrr", "gto", "mto", "motrr", "motrr:recency=true"];

/// Every figure.
pub const ITEMS: &[Item] = &[
    Item {
        id: "fig2",
        title: "Fig. 2: warp level parallelism",
        works: &[],
        policies: BASES,
        draw: in_flight,
    },
    Item { id: "fig5", title: "Fig. 5: L1 data cache miss rate", works: &[], policies: THREE, draw: misses },
    Item {
        id: "fig6",
        title: "Fig. 6: reservation fails of the L1 data cache",
        works: &[],
        policies: THREE,
        draw: reservations,
    },
    Item { id: "fig7", title: "Fig. 7: stall cycles", works: &[], policies: THREE, draw: stalls },
    Item {
        id: "fig8",
        title: "Fig. 8: IPC under different policies",
        works: &[],
        policies: FIVE,
        draw: speed,
    },
];

/// The label of a policy in figures.
fn label(policy: &str) -> String {
    policy.replace("motrr:recency=true", "motrr + recency")
}

/// Draws one bar per application and policy, then the means with the paper's.
fn by_application(
    results: &Results<'_>,
    (name, titles): (&str, &Titles<'_>),
    (policies, means): (&[&str], &[Option<f64>]),
    reference: Option<f64>,
    of: impl Fn(&str, &str) -> Option<f64>,
) -> Result<DrawnFigure, ReproduceError> {
    let works = applications_of(results.paper);
    let mut categories: Vec<Category> =
        works.iter().map(|work| Category { label: work.clone(), group: None }).collect();
    categories.push(Category { label: "mean".to_owned(), group: None });
    let series = policies.iter().enumerate().map(|(at, policy)| {
        let mut values: Vec<Option<f64>> = works.iter().map(|work| of(work, policy)).collect();
        let known: Option<Vec<f64>> = values.iter().copied().collect();
        values.push(known.and_then(|known| arithmetic(&known)));
        let mut paper = vec![None; works.len()];
        paper.push(means.get(at).copied().flatten());
        let paper = if paper.iter().any(Option::is_some) { paper } else { Vec::new() };
        BarSeries { label: label(policy), fill: Fill::nth(at), values, paper }
    });
    let series: Vec<BarSeries> = series.collect();
    let chart = Bars { categories: &categories, series: &series, reference, from: 0.0, to: None };
    DrawnFigure::bars(name, titles, &chart)
}

fn in_flight(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let titles = Titles {
        figure: "MOTRR Fig. 2: warp level parallelism",
        x: "",
        y: "warps with an instruction in flight (per SM)",
    };
    let figure = by_application(results, ("fig2", &titles), (BASES, &[]), None, |work, policy| {
        results.mean_of(work, policy, |part| part.sums.flying as f64 / part.sm_cycles.max(1) as f64)
    })?;
    let text = "Warps with an instruction in flight, as the mean over cycles and SMs. The paper's text: 28 % more under lrr \
                than under gto. Its bars have no values in the text.\n";
    Ok(Drawing { figures: vec![figure], text: text.to_owned() })
}

fn misses(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let titles = Titles { figure: "MOTRR Fig. 5: L1 data cache miss rate", x: "", y: "misses per access" };
    let figure = by_application(results, ("fig5", &titles), (THREE, &[]), None, |work, policy| {
        results.mean_of(work, policy, |part| {
            (part.l1.misses + part.l1.pending) as f64 / part.l1.accesses.max(1) as f64
        })
    })?;
    let ratio = |work: &str| {
        results.ratio_of(work, "gto", "lrr", |part| {
            (part.l1.misses + part.l1.pending) as f64 / part.l1.accesses.max(1) as f64
        })
    };
    let text = format!(
        "Accesses that did not hit, including those to data in flight. The paper's text: gto's miss rate is low on atax, mvt \
         and bicg, and 2.8 times that of lrr on montecarlo (ours: {}). Its bars have no values in the text.\n",
        ratio("montecarlo").map_or("-".to_owned(), |ratio| format!("{ratio:.2} times")),
    );
    Ok(Drawing { figures: vec![figure], text })
}

fn reservations(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let titles = Titles {
        figure: "MOTRR Fig. 6: reservation fails of the L1 data cache",
        x: "",
        y: "reservation fails (of those under lrr)",
    };
    let figure = by_application(results, ("fig6", &titles), (THREE, &[]), Some(1.0), |work, policy| {
        results.ratio_of(work, policy, "lrr", |part| part.l1.reservation_fails.max(1) as f64)
    })?;
    let text = "Accesses that the L1 rejected, counted once per attempt, normalised to lrr. The paper's text: fewer on \
                average under MOTRR + recency, more on some applications. Its bars have no values in the text.\n";
    Ok(Drawing { figures: vec![figure], text: text.to_owned() })
}

fn stalls(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let titles = Titles {
        figure: "MOTRR Fig. 7: stall cycles",
        x: "",
        y: "scheduler-cycles with full units (of those under lrr)",
    };
    let paper = [None, None, Some(0.77)];
    let figure = by_application(results, ("fig7", &titles), (THREE, &paper), Some(1.0), |work, policy| {
        results.ratio_of(work, policy, "lrr", |part| part.stalls.of(Cause::Pipeline).max(1) as f64)
    })?;
    let text = "Scheduler-cycles with a ready warp and a full unit, normalised to lrr. The diamond is the paper's mean (23 % \
                fewer). Its bars have no values in the text.\n";
    Ok(Drawing { figures: vec![figure], text: text.to_owned() })
}

fn speed(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let titles =
        Titles { figure: "MOTRR Fig. 8: IPC under different policies", x: "", y: "IPC (of that under gto)" };
    // The ratio of lrr follows from the two ratios in the paper's text.
    let paper = [Some(1.056 / 1.127), None, None, Some(1.044), Some(1.056)];
    let figure = by_application(results, ("fig8", &titles), (FIVE, &paper), Some(1.0), |work, policy| {
        results.ratio(Metric::Speedup, work, policy, "gto")
    })?;
    let text = "Instructions per cycle, normalised to gto. Diamonds are the paper's means: motrr 4.4 % and with recency 5.6 % \
                over gto; lrr follows from the 12.7 % of recency over lrr. Its bars have no values in the text.\n";
    Ok(Drawing { figures: vec![figure], text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_suite::Paper;

    #[test]
    fn the_nine_applications_are_there() {
        assert_eq!(applications_of(Paper::Motrr).len(), 9);
    }
}
