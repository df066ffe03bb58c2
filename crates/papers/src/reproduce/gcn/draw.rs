//! Drawing of the thesis's figures and tables.

use super::{BASE, BOTH, Group, LOOKAHEAD, Policy, RR, TWO_LEVEL, groups};
use crate::reproduce::claim::{Metric, arithmetic};
use crate::reproduce::cu_counters::MixType;
use crate::reproduce::measure::{hit_rate, idle};
use crate::reproduce::stored::WorkCounters;
use crate::reproduce::{Drawing, DrawnFigure, ReproduceError, Results, grid};
use std::fmt::Write as _;
use warploom_report::figure::{
    BarSeries, Bars, Category, Fill, Stack, StackGroup, StackPart, Stacked, Titles,
};
use warploom_suite::{Paper, applications};

/// The label of a work in figures and tables: its application.
pub(super) fn label(work: &str) -> String {
    let name = grid::split(work).0;
    name.split('/').next().unwrap_or(name).to_owned()
}

/// The file name of a figure, without extension: without the dot, after which an extension would begin.
fn file(figure: &str) -> String {
    format!("fig{}", figure.replace('.', "-"))
}

/// The arithmetic mean, if every value is known.
fn mean(values: &[Option<f64>]) -> Option<f64> {
    let known: Option<Vec<f64>> = values.iter().copied().collect();
    known.and_then(|known| arithmetic(&known))
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.decimals$}"))
}

/// A change in percent of a ratio.
fn percent(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{:+.1} %", 100.0 * (ratio - 1.0)))
}

/// A rate in percent.
fn rate(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{:.1} %", 100.0 * value))
}

/// The difference of two rates in percentage points.
fn points(of: Option<f64>, over: Option<f64>) -> String {
    of.zip(over).map_or("-".to_owned(), |(of, over)| format!("{:+.1}", 100.0 * (of - over)))
}

/// Wave instructions per cycle.
fn ipc(part: &WorkCounters) -> f64 {
    part.warp_instructions as f64 / part.cycles.max(1) as f64
}

/// A series of ratios: its label, and the thesis's values by work and by mean.
struct RatioSeries<'a> {
    label: String,
    ratio: &'a dyn Fn(&str) -> Option<f64>,
    works: &'a [(&'a str, f64)],
    means: [Option<f64>; 2],
}

/// Draws ratios by work, with the mean of each table's works.
fn ratios(
    name: String,
    titles: &Titles<'_>,
    series: &[RatioSeries<'_>],
    (from, to): (f64, Option<f64>),
) -> Result<DrawnFigure, ReproduceError> {
    let groups = groups();
    let mut categories = Vec::new();
    for Group { title, works } in &groups {
        let labels = works.iter().map(|work| label(work)).chain(["mean".to_owned()]);
        categories.extend(labels.map(|label| Category { label, group: Some((*title).to_owned()) }));
    }
    let drawn = series.iter().enumerate().map(|(at, one)| {
        let (mut values, mut paper) = (Vec::new(), Vec::new());
        for (Group { works, .. }, said) in groups.iter().zip(one.means) {
            let own: Vec<Option<f64>> = works.iter().map(|work| (one.ratio)(work)).collect();
            let of = |work: &String| one.works.iter().find(|(name, _)| name == work).map(|(_, value)| *value);
            paper.extend(works.iter().map(of).chain([said]));
            let mean = mean(&own);
            values.extend(own.into_iter().chain([mean]));
        }
        let paper = if paper.iter().any(Option::is_some) { paper } else { Vec::new() };
        BarSeries { label: one.label.clone(), fill: Fill::nth(at + 1), values, paper }
    });
    let drawn: Vec<BarSeries> = drawn.collect();
    let chart = Bars { categories: &categories, series: &drawn, reference: Some(1.0), from, to };
    DrawnFigure::bars(name, titles, &chart)
}

/// A table of the paper: work-groups and launches of the thesis and of the suite, and the base's metrics.
pub(super) fn benchmarks(results: &Results<'_>, paper: Paper) -> Result<Drawing, ReproduceError> {
    let [saturated, unsaturated] = groups();
    let group = if paper == Paper::Thesis { saturated } else { unsaturated };
    let mut text = String::from(
        "| application | work-groups in the thesis | launches in the thesis | size here | launches here | work-groups here | \
         wave instructions | IPC | L1 hit rate | idle part of units |\n|---|---:|---:|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let seed = results.seeds.first().copied().unwrap_or(1);
    for work in &group.works {
        let name = label(work);
        let mut rows = applications().flat_map(|application| application.rows());
        let row = rows.find(|row| row.paper == paper && row.work == name);
        let run = results.runs.run(work, BASE, seed);
        let launches = run.map(|run| run.records.iter().filter(|record| record.launch.is_some()).count());
        let groups = run.and_then(|run| run.records.last()).map(|total| total.ctas);
        let whole = |value: Option<u64>| value.map_or("-".to_owned(), |value| value.to_string());
        let of = |metric: fn(&WorkCounters) -> f64| results.mean_of(work, BASE, metric);
        let _ = writeln!(
            text,
            "| {name} ({}) | {} | {} | `{}` | {} | {} | {} | {} | {} | {} |",
            row.map_or("-", |row| row.label),
            whole(row.map(|row| row.ctas)),
            whole(row.and_then(|row| row.launches)),
            run.map_or("-", |run| run.size.as_str()),
            whole(launches.map(|launches| launches as u64)),
            whole(groups),
            number(of(|part| part.warp_instructions as f64), 0),
            number(of(ipc), 2),
            rate(of(hit_rate)),
            rate(of(idle)),
        );
    }
    text += "\nUnder `rr` with first-available placement. IPC: wave instructions per cycle of the whole GPU. L1 hit rate: hits / \
             (hits + misses) of the vector L1, as the mean over the CUs that accessed it. Idle part of units: the mean over the \
             five kinds of units of 1 - issues / cycles, over the cycles in which the CU holds a work-group, as the mean over such \
             CUs. Counters are summed over launches first.\n";
    Ok(Drawing { figures: Vec::new(), text })
}

pub(super) fn mix(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let fills = [Fill::White, Fill::Dots, Fill::Black, Fill::Mid, Fill::Diagonal, Fill::Dark];
    let parts = MixType::ALL.map(MixType::name).into_iter().zip(fills);
    let parts: Vec<StackPart> =
        parts.map(|(label, fill)| StackPart { label: label.to_owned(), fill }).collect();
    let shares = |work: &str| -> Option<Vec<f64>> {
        let share = |at: usize| {
            results.mean_of(work, BASE, |part| {
                let mix = part.cu.unwrap_or_default().mix;
                mix[at] as f64 / mix.iter().sum::<u64>().max(1) as f64
            })
        };
        (0..MixType::ALL.len()).map(share).collect()
    };
    let mut text = String::from("| application | grid |");
    MixType::ALL.iter().for_each(|kind| text.extend([" ", kind.name(), " |"]));
    text += "\n|---|---|---:|---:|---:|---:|---:|---:|\n";
    let mut groups: Vec<StackGroup> = Vec::new();
    for Group { title, works } in self::groups() {
        for work in works {
            let Some(shares) = shares(&work) else { continue };
            let _ = write!(text, "| {} | {title} |", label(&work));
            shares.iter().for_each(|&share| text.extend([" ", &rate(Some(share)), " |"]));
            text += "\n";
            let stack = Stack { label: title.to_owned(), parts: shares };
            match groups.iter_mut().find(|group| group.label == label(&work)) {
                Some(group) => group.stacks.push(stack),
                None => groups.push(StackGroup { label: label(&work), stacks: vec![stack] }),
            }
        }
    }
    let titles = Titles {
        figure: "GCN thesis Fig. 4.1 to 4.12: dynamic instruction mix",
        x: "",
        y: "part of wave instructions",
    };
    let chart = Stacked { parts: &parts, groups: &groups, to: Some(1.0) };
    text += "\nThe mix does not depend on policy and placement. Scalar ALU includes waits, barriers and the end of a wave. The \
             thesis's bars have no values in the text.\n";
    Ok(Drawing { figures: vec![DrawnFigure::stacked(file("4.1"), &titles, &chart)?], text })
}

/// Hit rates with block placement, compared with first available.
pub(super) fn hits(
    results: &Results<'_>,
    figure: &str,
    policy: &Policy,
    said: [f64; 2],
) -> Result<Drawing, ReproduceError> {
    let rate_of = |work: &str, schedule: &str| results.mean_of(work, schedule, hit_rate);
    let titles = Titles {
        figure: &format!("GCN thesis Fig. {figure}: L1 hit rate, {} with block placement", policy.name),
        x: "",
        y: "hits per access to the vector L1",
    };
    let groups = groups();
    let mut categories = Vec::new();
    let (mut base, mut block) = (Vec::new(), Vec::new());
    let mut text = String::from(
        "| application | grid | first available | block | gain, relative | gain in points | gain over rr/first-available |\n\
         |---|---|---:|---:|---:|---:|---:|\n",
    );
    let mut summary = String::new();
    for (Group { title, works }, said) in groups.iter().zip(said) {
        let rates = |schedule: &str| -> Vec<Option<f64>> {
            works.iter().map(|work| rate_of(work, schedule)).collect()
        };
        let (first, blocked, rr) = (rates(policy.first_available), rates(policy.block), rates(BASE));
        let ratio = |of: Option<f64>, over: Option<f64>| {
            of.zip(over).filter(|(_, over)| *over > 0.0).map(|(of, over)| of / over)
        };
        for (at, work) in works.iter().enumerate() {
            let _ = writeln!(
                text,
                "| {} | {title} | {} | {} | {} | {} | {} |",
                label(work),
                rate(first[at]),
                rate(blocked[at]),
                percent(ratio(blocked[at], first[at])),
                points(blocked[at], first[at]),
                percent(ratio(blocked[at], rr[at])),
            );
        }
        let (means, mean_rr) = ((mean(&first), mean(&blocked)), mean(&rr));
        let _ = writeln!(
            text,
            "| **mean** | {title} | {} | {} | {} | {} | {} |",
            rate(means.0),
            rate(means.1),
            percent(ratio(means.1, means.0)),
            points(means.1, means.0),
            percent(ratio(means.1, mean_rr)),
        );
        let each: Vec<f64> = blocked.iter().zip(&first).filter_map(|(of, over)| ratio(*of, *over)).collect();
        let _ = write!(
            summary,
            " {title}: {} (thesis {}), {} points; mean of the relative gains of the {} workloads that hit with first available: {}.",
            percent(ratio(means.1, means.0)),
            percent(Some(said)),
            points(means.1, means.0),
            each.len(),
            percent(arithmetic(&each)),
        );
        let labels = works.iter().map(|work| label(work)).chain(["mean".to_owned()]);
        categories.extend(labels.map(|label| Category { label, group: Some((*title).to_owned()) }));
        base.extend(first.into_iter().chain([means.0]));
        block.extend(blocked.into_iter().chain([means.1]));
    }
    let series = [("first available", Fill::White, base), ("block", Fill::Dark, block)]
        .map(|(label, fill, values)| BarSeries { label: label.to_owned(), fill, values, paper: Vec::new() });
    let chart = Bars { categories: &categories, series: &series, reference: None, from: 0.0, to: Some(1.0) };
    text += &format!(
        "\nThe gain of the mean hit rate, and the thesis's, of which the text does not say whether it is relative or in points:\
         {summary} The thesis does not say either whether the base of a policy is the policy itself or rr with first-available \
         placement: the last column has the other reading.\n"
    );
    Ok(Drawing { figures: vec![DrawnFigure::bars(file(figure), &titles, &chart)?], text })
}

/// A figure of idle units: the schedule compared with the base, and what the thesis says of it.
pub(super) struct IdleFigure {
    pub number: &'static str,
    pub of: &'static str,
    pub works: &'static [(&'static str, f64)],
    pub means: [Option<f64>; 2],
    pub said: &'static str,
}

pub(super) fn idle_units(results: &Results<'_>, figure: &IdleFigure) -> Result<Drawing, ReproduceError> {
    let titles = Titles {
        figure: &format!("GCN thesis Fig. {}: idle units, {} over {BASE}", figure.number, figure.of),
        x: "",
        y: "idle part of units (of that under the base)",
    };
    let ratio = |work: &str| results.ratio(Metric::CuIdle, work, figure.of, BASE);
    let series =
        RatioSeries { label: figure.of.to_owned(), ratio: &ratio, works: figure.works, means: figure.means };
    let drawn = ratios(file(figure.number), &titles, &[series], (0.6, Some(1.2)))?;
    let mut text = format!(
        "| application | grid | {BASE} | {} | relative | in points |\n|---|---|---:|---:|---:|---:|\n",
        figure.of
    );
    let (mut below, mut above) = ([0; 2], [0; 2]);
    for (at, Group { title, works }) in groups().iter().enumerate() {
        for work in works {
            let of = |schedule: &str| results.mean_of(work, schedule, idle);
            let (own, base) = (of(figure.of), of(BASE));
            let ratio = ratio(work);
            below[at] += usize::from(ratio.is_some_and(|ratio| ratio <= 0.99));
            above[at] += usize::from(ratio.is_some_and(|ratio| ratio >= 1.01));
            let _ = writeln!(
                text,
                "| {} | {title} | {} | {} | {} | {} |",
                label(work),
                rate(base),
                rate(own),
                percent(ratio),
                points(own, base),
            );
        }
        let all: Vec<Option<f64>> = works.iter().map(|work| ratio(work)).collect();
        let _ = writeln!(text, "| **mean** | {title} | | | {} | |", percent(mean(&all)));
    }
    let _ = write!(
        text,
        "\n{} Here, idle time falls by at least 1 % on {} of 12 and rises by as much on {} when saturated, and on {} and {} of 11 \
         when unsaturated.\n",
        figure.said, below[0], above[0], below[1], above[1],
    );
    Ok(Drawing { figures: vec![drawn], text })
}

/// IPC of a policy with first-available placement, compared with round robin.
pub(super) fn speed(
    results: &Results<'_>,
    figure: &str,
    policy: &Policy,
    means: [Option<f64>; 2],
    said: &str,
) -> Result<Drawing, ReproduceError> {
    let titles = Titles {
        figure: &format!("GCN thesis Fig. {figure}: IPC, {} over rr", policy.name),
        x: "",
        y: "IPC (of that under rr)",
    };
    let ratio = |work: &str| results.ratio(Metric::Ipc, work, policy.first_available, BASE);
    let series = RatioSeries { label: policy.name.to_owned(), ratio: &ratio, works: &[], means };
    let drawn = ratios(file(figure), &titles, &[series], (0.6, Some(1.4)))?;
    let mut text = format!(
        "| application | grid | IPC, rr | IPC, {} | change |\n|---|---|---:|---:|---:|\n",
        policy.name
    );
    for (Group { title, works }, paper) in groups().iter().zip(means) {
        for work in works {
            let of = |schedule: &str| number(results.mean_of(work, schedule, ipc), 2);
            let _ = writeln!(
                text,
                "| {} | {title} | {} | {} | {} |",
                label(work),
                of(BASE),
                of(policy.first_available),
                percent(ratio(work)),
            );
        }
        let all: Vec<Option<f64>> = works.iter().map(|work| ratio(work)).collect();
        let _ = writeln!(
            text,
            "| **mean** | {title} | | | {} (thesis {}) |",
            percent(mean(&all)),
            percent(paper)
        );
    }
    let _ = write!(text, "\nBoth with first-available placement. Diamonds are the thesis's means.{said}\n");
    Ok(Drawing { figures: vec![drawn], text })
}

/// Fig. 4.24: IPC with block placement, compared with first available, for each policy.
pub(super) fn placement(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let said = [
        (&RR, [Some(1.167), Some(1.035)]),
        (&LOOKAHEAD, [Some(1.184), Some(1.02)]),
        (&TWO_LEVEL, [Some(1.145), Some(1.022)]),
        (&BOTH, [Some(1.163), Some(1.015)]),
    ];
    let gain =
        |policy: &Policy, work: &str| results.ratio(Metric::Ipc, work, policy.block, policy.first_available);
    let gains = said.map(|(policy, _)| move |work: &str| gain(policy, work));
    let series: Vec<RatioSeries<'_>> = said
        .iter()
        .zip(&gains)
        .map(|((policy, means), ratio)| RatioSeries {
            label: policy.name.to_owned(),
            ratio,
            works: &[],
            means: *means,
        })
        .collect();
    let titles = Titles {
        figure: "GCN thesis Fig. 4.24: IPC, block over first available",
        x: "",
        y: "IPC (of that with first-available placement)",
    };
    let drawn = ratios(file("4.24"), &titles, &series, (0.4, Some(2.0)))?;
    let mut text = String::from(
        "| application | grid | rr | lookahead | two-level | two-level+lookahead |\n|---|---|---:|---:|---:|---:|\n",
    );
    let mut means = Vec::new();
    for (at, Group { title, works }) in groups().iter().enumerate() {
        let mut row = |name: &str, cells: &[String]| {
            let _ = writeln!(text, "| {name} | {title} | {} |", cells.join(" | "));
        };
        for work in works {
            row(&label(work), &gains.each_ref().map(|gain| percent(gain(work))));
        }
        let own = gains.each_ref().map(|gain| {
            let all: Vec<Option<f64>> = works.iter().map(|work| gain(work)).collect();
            mean(&all)
        });
        row("**mean**", &own.map(percent));
        row("thesis", &said.each_ref().map(|(_, said)| percent(said[at])));
        means.push(mean(&own));
    }
    let [saturated, unsaturated] = [0, 1].map(|at| percent(means.get(at).copied().flatten()));
    let _ = write!(
        text,
        "\nDiamonds are the thesis's means. The mean over the four policies is {saturated} when saturated (thesis +16.5 %) and \
         {unsaturated} when unsaturated (thesis +2.3 %). The thesis's gains are on the memory-intensive applications: fwt, bitonic, \
         matmul, floyd_warshall and transpose.\n",
    );
    Ok(Drawing { figures: vec![drawn], text })
}
