//! The figures and tables of the phase-aware paper.

use super::claim::{CLEAR, Metric, geometric};
use super::family::{FAMILIES, FamilyRuns, SchedulerFamily, family_runs};
use super::measure::{NOT_JUDGED, unissued};
use super::stored::WorkCounters;
use super::verdict::Verdict;
use super::{Drawing, DrawnFigure, Item, ReproduceError, Results};
use std::fmt::Write as _;
use warploom_lab::sample::Sample;
use warploom_report::figure::{
    self, BarSeries, Bars, Category, Fill, Stack, StackGroup, Stacked, StepPanel, Steps, Titles,
    sampled_phase_graph,
};
use warploom_report::suite::table_two;

/// Every kernel of Table II, those of type A first.
pub const KERNELS: [&str; 14] = [
    "backprop/layerforward",
    "backprop/adjust_weights",
    "btree/find_range_k",
    "btree/find_k",
    "kmeans/assign",
    "lud/internal",
    "srad/srad1",
    "dwt/haar",
    "dxtc/compress",
    "histogram/256",
    "montecarlo/one_block",
    "heartwall/track",
    "cfd/compute_flux",
    "fwt/batch1",
];

/// The number of kernels of type A: those on which gto is better than rr, single level.
const TYPE_A: usize = 11;
/// The kernels of type A that are of type B under two-level schedulers.
const TAILED: [&str; 3] = ["backprop/layerforward", "kmeans/assign", "lud/internal"];

const TWO: &[&str] = &["two-level:order=rr", "two-level:order=gto", "two-level:order=phase"];
const SIX: &[&str] =
    &["lrr", "gto", "phase", "two-level:order=rr", "two-level:order=gto", "two-level:order=phase"];
const SEVEN: &[&str] =
    &["lrr", "gto", "oldest", "phase", "two-level:order=rr", "two-level:order=gto", "two-level:order=phase"];
const RR_GTO: &[&str] = &["two-level:order=rr", "two-level:order=gto"];
const FOUR: &[&str] = &["backprop/layerforward", "btree/find_k", "heartwall/track", "cfd/compute_flux"];

/// Every figure and table.
pub const ITEMS: &[Item] = &[
    Item {
        id: "table2",
        title: "Table II: workloads and their phases",
        works: &["kmeans/assign"],
        policies: &[],
        draw: table,
    },
    Item {
        id: "fig6",
        title: "Fig. 6: B+tree phase graphs",
        works: &["btree/find_k"],
        policies: RR_GTO,
        draw: btree,
    },
    Item {
        id: "fig7",
        title: "Fig. 7: CFD phase graphs",
        works: &["cfd/compute_flux"],
        policies: RR_GTO,
        draw: cfd,
    },
    Item { id: "fig9", title: "Fig. 9: performance", works: &[], policies: SIX, draw: performance },
    Item {
        id: "fig10",
        title: "Fig. 10: breakdown of execution time",
        works: FOUR,
        policies: SIX,
        draw: breakdown,
    },
    Item {
        id: "fig11",
        title: "Fig. 11: average ALU and memory load",
        works: FOUR,
        policies: SIX,
        draw: load,
    },
    Item {
        id: "fig12",
        title: "Fig. 12: average scheduler idle time",
        works: &[],
        policies: SIX,
        draw: idle,
    },
    Item {
        id: "fig13",
        title: "Fig. 13: intra-block tail effect of LUD",
        works: &["lud/internal"],
        policies: TWO,
        draw: tail,
    },
    Item { id: "types", title: "V-B: kernels of type A and type B", works: &[], policies: SIX, draw: types },
    Item {
        id: "robustness",
        title: "V-B3: robustness, kernel by kernel",
        works: &[],
        policies: SEVEN,
        draw: robustness,
    },
];

/// Whether the paper finds rr better than gto on a kernel, under the schedulers of a family.
fn is_type_b(kernel: &str, family: &SchedulerFamily) -> bool {
    KERNELS[TYPE_A..].contains(&kernel) || family.name == "two-level" && TAILED.contains(&kernel)
}

/// The label of a policy in figures.
fn label(policy: &str) -> &str {
    policy.strip_prefix("two-level:order=").unwrap_or(policy)
}

fn table(_: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let text = match table_two() {
        Ok((table, summary)) => format!("{}\n{summary}", table.markdown()),
        Err(error) => format!("Not to be had: {error}\n"),
    };
    Ok(Drawing { figures: Vec::new(), text })
}

/// Draws the phase graphs of a kernel under both policies, with a summary of each.
fn graphs(
    results: &Results<'_>,
    work: &str,
    name: &str,
    figure: &str,
    cycles: u64,
) -> Result<Drawing, ReproduceError> {
    let seed = results.seeds.first().copied().unwrap_or(1);
    let mut drawing = Drawing::default();
    for (part, policy) in [("a", "two-level:order=rr"), ("b", "two-level:order=gto")] {
        let Some(run) = results.runs.run(work, policy, seed) else { continue };
        let graph = run.graph.first(cycles);
        let title = format!("phase-aware Fig. {figure} ({part}): {work} under {policy}, SM 0");
        drawing.figures.push(DrawnFigure::svg(format!("{name}{part}"), sampled_phase_graph(&title, &graph)?));
        let _ = writeln!(drawing.text, "- {policy}: {}", graph.summary());
    }
    Ok(drawing)
}

fn btree(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut drawing = graphs(results, "btree/find_k", "fig6", "6", 8000)?;
    drawing.text += "\nThe paper's text: under rr all warps arrive at the short phase at about the same time, while the load \
                     of the execution units falls to almost zero. Under gto warps are spread over phases.\n";
    Ok(drawing)
}

fn cfd(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut drawing = graphs(results, "cfd/compute_flux", "fig7", "7", 16_000)?;
    drawing.text += "\nThe paper's text: under gto memory load falls to zero while a group of warps is in long phases; under \
                     rr it is more \
                     regular, and 4 % higher on average.\n";
    Ok(drawing)
}

fn performance(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut drawing = Drawing::default();
    for (part, family) in ["a", "b"].into_iter().zip(&FAMILIES) {
        let typed = |kernel: &&str| {
            if is_type_b(kernel, family) { "type B" } else { "type A" }
        };
        let of_type =
            |name: &str| KERNELS.iter().copied().filter(|kernel| typed(kernel) == name).collect::<Vec<_>>();
        let groups = [("type A", of_type("type A")), ("type B", of_type("type B"))];
        // Means from the paper's text: gto and phase over rr, of type A and of type B.
        let paper = match part {
            "a" => [[Some(1.10), Some(1.09)], [Some(1.0 / 1.092), Some(1.0)]],
            _ => [[Some(1.04), Some(1.03)], [Some(1.0 / 1.07), Some(0.96)]],
        };
        let mut categories = Vec::new();
        let mut values = [Vec::new(), Vec::new()];
        let mut means = [Vec::new(), Vec::new()];
        for (at, (group, kernels)) in groups.iter().enumerate() {
            let mut all = [Vec::new(), Vec::new()];
            for kernel in kernels {
                categories.push(Category { label: (*kernel).to_owned(), group: Some((*group).to_owned()) });
                for (series, policy) in [family.gto, family.phase].into_iter().enumerate() {
                    let value = results.ratio(Metric::Speedup, kernel, policy, family.rr);
                    values[series].push(value);
                    means[series].push(None);
                    all[series].extend(value);
                }
            }
            categories.push(Category { label: "mean".to_owned(), group: Some((*group).to_owned()) });
            for series in 0..2 {
                values[series].push(geometric(&all[series]));
                means[series].push(paper[at][series]);
            }
        }
        let [gto, phase] = values;
        let [gto_means, phase_means] = means;
        let series = [
            BarSeries {
                label: label(family.gto).to_owned(),
                fill: Fill::Light,
                values: gto,
                paper: gto_means,
            },
            BarSeries {
                label: label(family.phase).to_owned(),
                fill: Fill::Dark,
                values: phase,
                paper: phase_means,
            },
        ];
        let title = format!("phase-aware Fig. 9 ({part}): {} schedulers", family.name);
        let titles = Titles { figure: &title, x: "", y: "speedup over rr" };
        let chart =
            Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.7, to: None };
        drawing.figures.push(DrawnFigure::bars(format!("fig9{part}"), &titles, &chart)?);
    }
    drawing.text = "Cycles under rr divided by cycles under gto and phase, with the geometric mean of each type. Kernels have \
                    the paper's type. Diamonds are the paper's means. Its bars have no values in the text.\n"
        .to_owned();
    Ok(drawing)
}

fn breakdown(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let parts =
        [("ALU only", Fill::Dark), ("both", Fill::Mid), ("memory only", Fill::Light), ("idle", Fill::White)]
            .map(|(label, fill)| figure::StackPart { label: label.to_owned(), fill });
    let mut groups = Vec::new();
    for &work in FOUR {
        let stack = |policy: &&str| {
            let share = |of: fn(&WorkCounters) -> u64| {
                results.mean_of(work, policy, |part| of(part) as f64 / part.sm_cycles.max(1) as f64)
            };
            let [compute, both, memory] =
                [share(|p| p.sums.compute_only)?, share(|p| p.sums.both)?, share(|p| p.sums.memory_only)?];
            let two = if policy.starts_with("two-level") { "2-" } else { "" };
            let parts = vec![compute, both, memory, (1.0 - compute - both - memory).max(0.0)];
            Some(Stack { label: format!("{two}{}", label(policy)), parts })
        };
        let stacks: Option<Vec<Stack>> = SIX.iter().map(stack).collect();
        groups.extend(stacks.map(|stacks| StackGroup { label: work.to_owned(), stacks }));
    }
    let titles = Titles {
        figure: "phase-aware Fig. 10: breakdown of execution time",
        x: "",
        y: "part of all cycles of SMs",
    };
    let chart = Stacked { parts: &parts, groups: &groups, to: Some(1.0) };
    let text = "Cycles in which an SM has ALU instructions in flight, memory instructions, or both. The prefix 2- marks \
                two-level schedulers. Accesses to shared memory and constants count as neither. The paper's bars have no \
                values in the text. It says that BP-K1 and Heartwall are compute intensive (Heartwall about 20 % of the \
                time), and that B+tree and CFD are memory intensive.\n";
    Ok(Drawing { figures: vec![DrawnFigure::stacked("fig10", &titles, &chart)?], text: text.to_owned() })
}

fn load(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut drawing = Drawing::default();
    for (part, what, of) in [
        ("alu", "ALU", (|part| part.sums.compute) as fn(&WorkCounters) -> u64),
        ("memory", "memory", |part| part.sums.memory),
    ] {
        let categories: Vec<Category> =
            FOUR.iter().map(|work| Category { label: (*work).to_owned(), group: None }).collect();
        let series = SIX.iter().enumerate().map(|(at, policy)| {
            let mean = |work: &&str| {
                results.mean_of(work, policy, |part| of(part) as f64 / part.sm_cycles.max(1) as f64)
            };
            let two = if policy.starts_with("two-level") { "two-level " } else { "" };
            let values = FOUR.iter().map(mean).collect();
            BarSeries {
                label: format!("{two}{}", label(policy)),
                fill: Fill::nth(at),
                values,
                paper: Vec::new(),
            }
        });
        let series: Vec<BarSeries> = series.collect();
        let title = format!("phase-aware Fig. 11: average {what} load");
        let y = format!("{what} instructions in flight (per SM)");
        let titles = Titles { figure: &title, x: "", y: &y };
        let chart = Bars { categories: &categories, series: &series, reference: None, from: 0.0, to: None };
        drawing.figures.push(DrawnFigure::bars(format!("fig11-{part}"), &titles, &chart)?);
    }
    drawing.text =
        "Instructions in flight, as the mean over cycles and SMs. The paper's bars have no values in the text.\n"
            .to_owned();
    Ok(drawing)
}

fn idle(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let mut categories = Vec::new();
    let mut values = [Vec::new(), Vec::new()];
    // Numbers of the paper's text: gto and phase.
    let paper = [
        [Some(0.7844), Some(0.7897)],
        [Some(1.1366), Some(1.068)],
        [None, None],
        [Some(1.0873), Some(1.039)],
    ];
    for family in &FAMILIES {
        for (group, b) in [("type A", false), ("type B", true)] {
            let of_type = |kernel: &&&str| is_type_b(kernel, family) == b;
            let kernels: Vec<&&str> = KERNELS.iter().filter(of_type).collect();
            categories.push(Category { label: group.to_owned(), group: Some(family.name.to_owned()) });
            for (series, policy) in [family.gto, family.phase].into_iter().enumerate() {
                let all: Option<Vec<f64>> = kernels
                    .iter()
                    .map(|work| results.ratio_of(work, policy, family.rr, |part| unissued(part) as f64))
                    .collect();
                values[series].push(all.and_then(|all| geometric(&all)));
            }
        }
    }
    let [gto, phase] = values;
    let column = |at: usize| paper.iter().map(|row| row[at]).collect();
    let series = [
        BarSeries { label: "gto".to_owned(), fill: Fill::Light, values: gto, paper: column(0) },
        BarSeries { label: "phase".to_owned(), fill: Fill::Dark, values: phase, paper: column(1) },
    ];
    let titles = Titles {
        figure: "phase-aware Fig. 12: average scheduler idle time",
        x: "",
        y: "idle scheduler-cycles (of those under rr)",
    };
    let chart = Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.0, to: None };
    let text = "Scheduler-cycles without an issue, normalised to rr, as geometric means over the kernels of a type. Diamonds \
                are the paper's values. For two-level schedulers and type A the paper only says \"comparable\".\n";
    Ok(Drawing { figures: vec![DrawnFigure::bars("fig12", &titles, &chart)?], text: text.to_owned() })
}

fn tail(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let seed = results.seeds.first().copied().unwrap_or(1);
    let work = "lud/internal";
    let mut panels = Vec::new();
    let mut text = String::new();
    let mut full = None;
    for policy in ["two-level:order=gto", "two-level:order=rr", "two-level:order=phase"] {
        let Some(run) = results.runs.run(work, policy, seed) else { continue };
        let graph = run.graph.first(16_000);
        let points = (0..).zip(&graph.resident);
        let points = points.map(|(bin, &warps)| ((graph.start + bin * graph.width) as f64, warps)).collect();
        let end = (graph.start + graph.resident.len() as u64 * graph.width) as f64;
        panels.push(StepPanel { label: policy.to_owned(), points, end });
        full = Some(f64::from(graph.full));
        if let Some(part) = run.counters(work) {
            let _ = writeln!(
                text,
                "- {policy}: {:.1} % of the SMs' cycles are tail cycles ({} cycles per SM in all launches)",
                100.0 * part.sums.tail as f64 / part.sm_cycles.max(1) as f64,
                part.sums.tail / u64::from(run.sms.max(1)),
            );
        }
    }
    let titles = Titles {
        figure: "phase-aware Fig. 13: resident warps of LUD on SM 0",
        x: "cycle",
        y: "resident warps",
    };
    let chart = Steps { panels: &panels, full, lacking: "warps that are missing" };
    let figure = DrawnFigure::steps("fig13", &titles, &chart)?;
    let ratio = results.ratio(Metric::TailCycles, work, "two-level:order=gto", "two-level:order=rr");
    let ratio = ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"));
    let text = format!(
        "A tail cycle is a cycle in which an SM is not full while CTAs wait for dispatch.\n\n{text}\n\
         Two-level gto against two-level rr: {ratio} times; the paper: 5000 against 2000 cycles, 2.5 times.\n"
    );
    Ok(Drawing { figures: vec![figure], text })
}

/// The types that the runs show, beside the paper's.
fn types(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let works: Vec<String> = KERNELS.iter().map(|kernel| (*kernel).to_owned()).collect();
    let mut text = String::from(
        "A kernel is of type A if gto is better than rr, of type B if rr is better: by more than 1 % and by more than two standard \
         deviations of the perturbed runs.\n\n\
         | kernel | single level: gto over rr | paper | ours | two-level: gto over rr | paper | ours |\n\
         |---|---:|---|---|---:|---|---|\n",
    );
    let mut columns = Vec::new();
    let mut counts = String::new();
    for family in &FAMILIES {
        let Some(cases) = family_runs(&works, family, results.runs, results.seeds) else {
            return Ok(Drawing::default());
        };
        let column: Vec<[String; 3]> =
            cases.iter().map(|case| type_cells(case, family, results.judged)).collect();
        let count = |is: &dyn Fn(&[String; 3]) -> bool| column.iter().filter(|cells| is(cells)).count();
        let same = count(&|[_, paper, ours]| paper == ours);
        let other = count(&|[_, paper, ours]| paper != ours && ["A", "B"].contains(&ours.as_str()));
        if results.judged {
            let _ = writeln!(
                counts,
                "- {}: the paper's type on {same} of {} kernels, the other on {other}, neither on {}.",
                family.name,
                cases.len(),
                cases.len() - same - other,
            );
        }
        columns.push(column);
    }
    for (at, work) in works.iter().enumerate() {
        let cells: Vec<String> = columns.iter().map(|column| column[at].join(" | ")).collect();
        let _ = writeln!(text, "| {work} | {} |", cells.join(" | "));
    }
    Ok(Drawing { figures: Vec::new(), text: format!("{text}\n{counts}") })
}

/// The speedup of gto over rr, the paper's type, and the type that the runs show.
fn type_cells(case: &FamilyRuns, family: &SchedulerFamily, judged: bool) -> [String; 3] {
    let [gto, _] = case.speedups();
    let paper = if is_type_b(&case.work, family) { "B" } else { "A" };
    let (speedup, ours) = match Verdict::of_clear(gto, CLEAR) {
        _ if !judged => (format!("{:.3}", gto.mean), NOT_JUDGED),
        verdict => {
            let ours = match verdict {
                Verdict::Holds => "A",
                Verdict::Fails => "B",
                Verdict::Undecided => "neither",
            };
            (format!("{:.3} ± {:.3}", gto.mean, gto.deviation), ours)
        }
    };
    [speedup, paper.to_owned(), ours.to_owned()]
}

fn robustness(results: &Results<'_>) -> Result<Drawing, ReproduceError> {
    let works: Vec<String> = KERNELS.iter().map(|kernel| (*kernel).to_owned()).collect();
    let mut text = String::from(
        "The speedup of phase over the better of rr and gto, by kernel, as mean and standard deviation over the perturbed runs. \
         \"closer\": whether phase is closer to the better than to the worse, where the two differ by more than 1 % and by more \
         than two standard deviations. The paper says that it always is.\n\n",
    );
    let oldest =
        SchedulerFamily { name: "single level, oldest in gto's place", gto: "oldest", ..FAMILIES[0] };
    for family in [&FAMILIES[0], &oldest, &FAMILIES[1]] {
        let Some(cases) = family_runs(&works, family, results.runs, results.seeds) else { continue };
        let table = case_table(&cases, label(family.gto), results.judged);
        let _ = write!(text, "**{}**\n\n{table}\n", family.name);
    }
    Ok(Drawing { figures: Vec::new(), text })
}

fn case_table(cases: &[FamilyRuns], gto: &str, judged: bool) -> String {
    let mut text = format!(
        "| kernel | {gto} over rr | phase over rr | phase to the better | closer |\n|---|---:|---:|---:|---|\n"
    );
    let number = |sample: Sample| match sample.runs {
        _ if !judged => format!("{:.3}", sample.mean),
        _ => format!("{:.3} ± {:.3}", sample.mean, sample.deviation),
    };
    for case in cases {
        let [other, phase] = case.speedups();
        let closer = match (case.is_clear(), case.is_closer()) {
            _ if !judged => NOT_JUDGED,
            (false, _) => "-",
            (true, Verdict::Holds) => "yes",
            (true, Verdict::Fails) => "**no**",
            (true, Verdict::Undecided) => "undecided",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {closer} |",
            case.work,
            number(other),
            number(phase),
            number(case.over_better())
        );
    }
    let worst = cases.iter().min_by(|a, b| a.over_better().mean.total_cmp(&b.over_better().mean));
    let clear: Vec<&FamilyRuns> = cases.iter().filter(|case| case.is_clear()).collect();
    let count = |verdict| clear.iter().filter(|case| case.is_closer() == verdict).count();
    if let Some(worst) = worst.filter(|_| judged) {
        let _ = writeln!(
            text,
            "\nThe worst is {} at {:.3}. Closer on {} of {}, not on {}, undecided on {}.",
            worst.work,
            worst.over_better().mean,
            count(Verdict::Holds),
            clear.len(),
            count(Verdict::Fails),
            count(Verdict::Undecided),
        );
    }
    text
}
