//! The figures and tables of the PRO paper.

use super::claim::{Metric, applications_of, arithmetic, geometric, kernels_of};
use super::measure::{empty, unissued, waiting};
use super::stored::WorkCounters;
use super::{Drawing, DrawnFigure, Item, ReproduceError, Results};
use std::fmt::Write as _;
use warploom_gpu::counters::Cause;
use warploom_report::figure::{
    self, BarSeries, Bars, Category, Fill, GanttPanel, Span, Stack, StackGroup, Stacked, Titles,
};

const BASES: [&str; 3] = ["tl-gpgpusim", "lrr", "gto"];
const FOUR: &[&str] = &["tl-gpgpusim", "lrr", "gto", "pro"];
const THREE: &[&str] = &["tl-gpgpusim", "lrr", "gto"];
/// The application of Fig. 2 and Table IV.
const SHOWN: &str = "aes";

/// Every figure and table.
pub const ITEMS: &[Item] = &[
    Item {
        id: "fig1",
        title: "Fig. 1: stalls under TL, LRR and GTO",
        works: &[],
        policies: THREE,
        draw: shares,
    },
    Item {
        id: "fig2",
        title: "Fig. 2: CTAs under LRR and PRO",
        works: &[SHOWN],
        policies: &["lrr", "pro"],
        draw: ctas,
    },
    Item { id: "fig4", title: "Fig. 4: performance of PRO", works: &[], policies: FOUR, draw: performance },
    Item {
        id: "fig5",
        title: "Fig. 5: improvement in stalls",
        works: &[],
        policies: FOUR,
        draw: improvement,
    },
    Item {
        id: "table3",
        title: "Table III: improvement in stall cycles",
        works: &[],
        policies: FOUR,
        draw: stalls,
    },
    Item {
        id: "table4",
        title: "Table IV: sorted order of CTAs in AES",
        works: &[SHOWN],
        policies: &["pro"],
        draw: order,
    },
];

/// The paper's name of a policy.
fn label(policy: &str) -> &str {
    match policy {
        "tl-gpgpusim" => "TL",
        "lrr" => "LRR",
        "gto" => "GTO",
        "pro" => "PRO",
        other => other,
    }
}

fn shares(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let parts = [("pipeline", Fill::Dark), ("scoreboard", Fill::Mid), ("idle", Fill::White)]
        .map(|(label, fill)| figure::StackPart { label: label.to_owned(), fill });
    let mut groups = Vec::new();
    for work in applications_of(results.paper) {
        let stack = |policy: &&str| {
            let share = |of: fn(&WorkCounters) -> u64| {
                results.mean_of(&work, policy, |part| of(part) as f64 / unissued(part).max(1) as f64)
            };
            let parts = vec![share(|p| p.stalls.of(Cause::Pipeline))?, share(waiting)?, share(empty)?];
            Some(Stack { label: label(policy).to_owned(), parts })
        };
        let stacks: Option<Vec<Stack>> = BASES.iter().map(stack).collect();
        groups.extend(stacks.map(|stacks| StackGroup { label: work.clone(), stacks }));
    }
    let titles = Titles {
        figure: "PRO Fig. 1: stalls under TL, LRR and GTO",
        x: "",
        y: "part of scheduler-cycles without an issue",
    };
    let chart = Stacked { parts: &parts, groups: &groups, to: Some(1.0) };
    let idle = |policy: &str| {
        let all: Option<Vec<f64>> = applications_of(results.paper)
            .iter()
            .map(|work| {
                results.mean_of(work, policy, |part| empty(part) as f64 / unissued(part).max(1) as f64)
            })
            .collect();
        all.and_then(|all| arithmetic(&all)).map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    let text = format!(
        "Idle: no warp has an instruction (no warp, barrier, fetch). Scoreboard: all warps wait for results. Pipeline: the \
         unit is full. The paper's bars have no values in the text. It says that LRR has the highest share of idle stalls. \
         Our means: TL {}, LRR {}, GTO {}.\n",
        idle("tl-gpgpusim"),
        idle("lrr"),
        idle("gto"),
    );
    Ok(Drawing { figures: vec![DrawnFigure::stacked("fig1", &titles, &chart)?], text })
}

fn ctas(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let seed = results.seeds.first().copied().unwrap_or(1);
    let mut panels = Vec::new();
    let mut text = String::from(
        "The residency of each CTA of AES on SM 0, in order of dispatch. The paper does not name the application of its \
         figure, and the bars have no values in the text.\n\n",
    );
    for policy in ["lrr", "pro"] {
        let Some(run) = results.runs.run(SHOWN, policy, seed) else { continue };
        let mut spans = run.ctas.clone();
        spans.sort_by_key(|span| (span.start, span.cta));
        let ends: Vec<u64> = spans.iter().map(|span| span.end).collect();
        // Overlap of batches: the mean residency of a CTA, compared with the whole time.
        let last = ends.iter().copied().max().unwrap_or(0);
        let first = spans.iter().map(|span| span.start).min().unwrap_or(0);
        let mean = ends.iter().zip(&spans).map(|(end, span)| (end - span.start) as f64).sum::<f64>()
            / spans.len().max(1) as f64;
        let _ = writeln!(
            text,
            "- {}: {} CTAs from cycle {first} to {last}, each {mean:.0} cycles on average",
            label(policy),
            spans.len()
        );
        let spans = (0..).zip(&spans);
        let spans = spans
            .map(|(number, span)| Span { number, from: span.start as f64, to: span.end as f64 })
            .collect();
        panels.push(GanttPanel { label: label(policy).to_owned(), spans });
    }
    let titles =
        Titles { figure: "PRO Fig. 2: CTAs of AES on SM 0", x: "cycle", y: "CTA, in order of dispatch" };
    Ok(Drawing { figures: vec![DrawnFigure::gantt("fig2", &titles, &panels)?], text })
}

fn performance(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let kernels = kernels_of(results.paper);
    let mut categories: Vec<Category> =
        kernels.iter().map(|kernel| Category { label: kernel.clone(), group: None }).collect();
    categories.push(Category { label: "geometric mean".to_owned(), group: None });
    let said = [Some(1.13), Some(1.12), Some(1.02)];
    let mut text = String::from("| over | ours | paper |\n|---|---:|---:|\n");
    let series = BASES.iter().zip(said).enumerate().map(|(at, (over, said))| {
        let mut values: Vec<Option<f64>> =
            kernels.iter().map(|kernel| results.ratio(Metric::Speedup, kernel, "pro", over)).collect();
        // As the claims are measured: the mean of the runs' geometric means.
        let mean = results.mean(|seed| {
            let run = Results { seeds: &[seed], ..*results };
            let speedups = kernels.iter().map(|kernel| run.ratio(Metric::Speedup, kernel, "pro", over));
            geometric(&speedups.collect::<Option<Vec<f64>>>()?)
        });
        values.push(mean);
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        let _ = writeln!(text, "| {} | {} | {} |", label(over), number(mean), number(said));
        let mut paper = vec![None; kernels.len()];
        paper.push(said);
        // Kernels whose number is in the paper's text.
        for (kernel, policy, value) in [
            ("scalarprod/scalarprod", "tl-gpgpusim", 1.6),
            ("scalarprod/scalarprod", "lrr", 1.94),
            ("scalarprod/scalarprod", "gto", 0.90),
            ("histogram/merge64", "gto", 1.16),
            ("histogram/merge256", "tl-gpgpusim", 0.96),
        ] {
            if let Some(place) = kernels.iter().position(|k| k == kernel).filter(|_| policy == *over) {
                paper[place] = Some(value);
            }
        }
        BarSeries { label: format!("over {}", label(over)), fill: Fill::nth(at), values, paper }
    });
    let series: Vec<BarSeries> = series.collect();
    let titles = Titles { figure: "PRO Fig. 4: performance of PRO", x: "", y: "speedup of PRO" };
    let chart =
        Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.4, to: Some(2.4) };
    let text =
        format!("{text}\nDiamonds are values from the paper's text. Its other bars have no values there.\n");
    Ok(Drawing { figures: vec![DrawnFigure::bars("fig4", &titles, &chart)?], text })
}

/// Table III: stalls (pipeline, idle, scoreboard, all) under TL, LRR and GTO, divided by those under PRO.
const TABLE_THREE: [(&str, [[f64; 4]; 3]); 15] = [
    ("aes", [[0.90, 1.34, 3.22, 1.39], [1.16, 3.04, 0.58, 1.41], [1.04, 0.94, 1.21, 1.05]]),
    ("bfs", [[0.98, 3.25, 0.62, 1.03], [1.00, 3.04, 0.74, 1.05], [0.99, 1.05, 1.03, 1.00]]),
    ("cp", [[0.07, 0.51, 3.51, 1.06], [1.08, 7.74, 0.30, 1.11], [1.02, 2.15, 1.05, 1.07]]),
    ("lps", [[0.88, 1.74, 0.84, 0.88], [1.01, 1.06, 0.78, 0.85], [0.97, 1.57, 1.16, 1.12]]),
    ("nn", [[1.10, 2.42, 1.04, 1.05], [1.27, 1.10, 1.00, 1.00], [1.05, 1.54, 1.00, 1.00]]),
    ("ray", [[0.56, 1.69, 1.81, 1.62], [1.10, 1.34, 0.97, 1.12], [1.00, 1.01, 1.02, 1.01]]),
    ("sto", [[0.97, 1.23, 0.55, 1.05], [0.98, 1.25, 0.55, 1.06], [0.96, 1.03, 0.87, 0.99]]),
    ("backprop", [[0.81, 8.15, 3.93, 1.74], [1.50, 7.85, 1.05, 1.46], [1.01, 1.03, 1.10, 1.03]]),
    ("btree", [[0.89, 9.51, 1.22, 1.12], [1.06, 2.80, 1.24, 1.16], [1.01, 1.17, 1.02, 1.01]]),
    ("hotspot", [[1.34, 2.84, 3.71, 2.18], [2.15, 12.37, 1.27, 2.13], [1.11, 1.45, 1.33, 1.19]]),
    ("pathfinder", [[0.71, 3.25, 1.70, 1.46], [1.36, 1.53, 1.06, 1.16], [1.07, 1.07, 1.06, 1.06]]),
    ("convsep", [[1.19, 5.19, 0.98, 1.27], [1.01, 8.71, 0.58, 1.15], [1.01, 0.90, 0.99, 1.00]]),
    ("histogram", [[0.77, 0.64, 2.85, 1.44], [0.97, 2.16, 0.75, 1.10], [1.02, 0.69, 1.40, 1.09]]),
    ("montecarlo", [[0.15, 1.30, 1.68, 1.31], [1.64, 2.54, 0.45, 0.79], [0.98, 0.91, 1.16, 1.11]]),
    ("scalarprod", [[1.66, 8.44, 1.11, 1.74], [1.86, 14.24, 0.28, 1.87], [0.83, 0.73, 1.30, 0.93]]),
];

/// The last line of Table III: geometric means.
const TABLE_THREE_MEANS: [[f64; 4]; 3] =
    [[0.70, 2.40, 1.58, 1.32], [1.24, 3.21, 0.70, 1.19], [1.00, 1.10, 1.10, 1.04]];

/// The table's four columns of stalls.
fn columns(part: &WorkCounters) -> [f64; 4] {
    [part.stalls.of(Cause::Pipeline), empty(part), waiting(part), unissued(part)]
        .map(|cycles| cycles.max(1) as f64)
}

/// The ratio of a policy's stalls in a column to PRO's.
fn more(results: &Results<'_>, work: &str, over: &str, column: usize) -> Option<f64> {
    results.ratio_of(work, over, "pro", |part| columns(part)[column])
}

fn means(results: &Results<'_>, over: &str, column: usize) -> Option<f64> {
    let all: Option<Vec<f64>> =
        TABLE_THREE.iter().map(|(work, _)| more(results, work, over, column)).collect();
    all.and_then(|all| geometric(&all))
}

fn improvement(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut categories: Vec<Category> =
        TABLE_THREE.iter().map(|(work, _)| Category { label: (*work).to_owned(), group: None }).collect();
    categories.push(Category { label: "geometric mean".to_owned(), group: None });
    let series = BASES.iter().enumerate().map(|(at, over)| {
        let mut values: Vec<Option<f64>> =
            TABLE_THREE.iter().map(|(work, _)| more(results, work, over, 3)).collect();
        values.push(means(results, over, 3));
        let mut paper: Vec<Option<f64>> = TABLE_THREE.iter().map(|(_, row)| Some(row[at][3])).collect();
        paper.push(Some(TABLE_THREE_MEANS[at][3]));
        BarSeries { label: label(over).to_owned(), fill: Fill::nth(at), values, paper }
    });
    let series: Vec<BarSeries> = series.collect();
    let titles =
        Titles { figure: "PRO Fig. 5: improvement in stalls", x: "", y: "stalls (of those under PRO)" };
    let chart = Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.0, to: None };
    let text = "Scheduler-cycles without an issue, divided by those under PRO. Diamonds are the values of the paper's Table III.\n";
    Ok(Drawing { figures: vec![DrawnFigure::bars("fig5", &titles, &chart)?], text: text.to_owned() })
}

fn stalls(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut text = String::from(
        "Stalls of each policy divided by those of PRO: ours, and the paper's in parentheses. The last row is the geometric mean of the \
         rows. The claims have the mean of the runs' geometric means instead, which can differ a little.\n\n| application |",
    );
    for over in BASES {
        for column in ["pipe", "idle", "SB", "total"] {
            let _ = write!(text, " {} {column} |", label(over));
        }
    }
    text += "\n|---|";
    text += &"---:|".repeat(12);
    text += "\n";
    let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.2}"));
    for (work, row) in &TABLE_THREE {
        let _ = write!(text, "| {work} |");
        for (at, over) in BASES.iter().enumerate() {
            for (column, said) in row[at].iter().enumerate() {
                let _ = write!(text, " {} ({said:.2}) |", number(more(results, work, over, column)));
            }
        }
        text += "\n";
    }
    text += "| geometric mean |";
    for (at, over) in BASES.iter().enumerate() {
        for (column, said) in TABLE_THREE_MEANS[at].iter().enumerate() {
            let _ = write!(text, " {} ({said:.2}) |", number(means(results, over, column)));
        }
    }
    text += "\n";
    Ok(Drawing { figures: Vec::new(), text })
}

/// Table IV: the CTAs by progress, one row per 1000 cycles.
const TABLE_FOUR: [[u64; 6]; 16] = [
    [0, 1, 2, 3, 4, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 4, 3, 1, 2, 5],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 3, 4, 5],
    [0, 1, 2, 4, 3, 5],
    [0, 1, 4, 5, 3, 2],
    [0, 1, 4, 5, 2, 3],
    [0, 1, 4, 5, 2, 3],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 4, 2, 3, 5],
    [0, 1, 2, 4, 3, 5],
];

fn order(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let seed = results.seeds.first().copied().unwrap_or(1);
    let mut text = String::from(
        "The CTAs of the first batch on SM 0 by progress, furthest first, every 1000 cycles. CTAs are numbered in order of \
         dispatch to the SM, as they seem to be in the paper.\n\n| cycle | ours | paper |\n|---:|---|---|\n",
    );
    let Some(run) = results.runs.run(SHOWN, "pro", seed) else { return Ok(Drawing::default()) };
    let mut began = run.ctas.clone();
    began.sort_by_key(|span| (span.start, span.cta));
    let number = |cta: u64| began.iter().position(|span| span.cta == cta);
    let first = run.orders.first().map_or(0, |(_, ctas)| ctas.len());
    let list = |ctas: &[String]| ctas.join(" ");
    let mut changes = 0;
    let mut before: Option<Vec<u64>> = None;
    for (at, (cycle, ctas)) in run.orders.iter().take(TABLE_FOUR.len()).enumerate() {
        let batch: Vec<u64> =
            ctas.iter().copied().filter(|&cta| number(cta).is_some_and(|n| n < first)).collect();
        if batch.is_empty() {
            break;
        }
        changes += usize::from(before.as_ref().is_some_and(|before| *before != batch));
        before = Some(batch.clone());
        let ours: Vec<String> = batch.iter().filter_map(|&cta| number(cta)).map(|n| n.to_string()).collect();
        let paper: Vec<String> = TABLE_FOUR[at].iter().map(u64::to_string).collect();
        let _ = writeln!(text, "| {cycle} | {} | {} |", list(&ours), list(&paper));
    }
    let _ = writeln!(text, "\nThe order changes {changes} times; in the paper 7 times.");
    Ok(Drawing { figures: Vec::new(), text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_suite::Paper;

    #[test]
    fn the_papers_means_are_those_of_its_rows() {
        for (at, means) in TABLE_THREE_MEANS.iter().enumerate() {
            for (column, mean) in means.iter().enumerate() {
                let rows: Vec<f64> = TABLE_THREE.iter().map(|(_, row)| row[at][column]).collect();
                let ours = geometric(&rows).unwrap();
                assert!((ours - mean).abs() < 0.011, "{at} {column}: {ours} and {mean}");
            }
        }
    }

    #[test]
    fn the_table_has_the_papers_applications() {
        let mut named: Vec<&str> = TABLE_THREE.iter().map(|(work, _)| *work).collect();
        let mut own = applications_of(Paper::Pro);
        named.sort_unstable();
        own.sort_unstable();
        assert_eq!(named, own);
        let changes = TABLE_FOUR.windows(2).filter(|rows| rows[0] != rows[1]).count();
        assert_eq!(changes, 7, "as the text says");
    }
}
