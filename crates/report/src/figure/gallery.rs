//! One figure of each new kind, with data as large as papers have it.

use super::*;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Group, Node, Rect, Tree};

/// Names as long as those of real kernels.
const KERNELS: [&str; 14] = [
    "backprop/layerforward",
    "bfs/kernel",
    "btree/find_k",
    "btree/find_range_k",
    "cfd/compute_flux",
    "heartwall/track",
    "hotspot/calculate_temp",
    "kmeans/invert_mapping",
    "lavamd/kernel_gpu",
    "lud/diagonal",
    "mvt",
    "pathfinder/dynproc",
    "srad/reduce",
    "mean",
];

/// A number between 0 and 1 that looks arbitrary.
fn some(seed: usize) -> f64 {
    ((seed * 7919 + 104_729) % 997) as f64 / 997.0
}

fn categories(labels: &[&str]) -> Vec<Category> {
    let group = |at: usize| match at {
        _ if at + 1 == labels.len() => "mean",
        _ if 2 * at < labels.len() => "type A",
        _ => "type B",
    };
    let named = labels.iter().enumerate();
    named
        .map(|(at, label)| Category { label: (*label).to_owned(), group: Some(group(at).to_owned()) })
        .collect()
}

/// Bars of so many series; one is far too high, and one is missing.
fn bar_series(labels: &[&str], count: usize, paper: bool) -> Vec<BarSeries> {
    let policies = ["lrr", "gto", "two-level", "phase-aware", "ccws", "oracle"];
    (0..count)
        .map(|at| {
            let value = |category: usize| match (at, category) {
                (1, 3) | (2, 3) => Some(2.315),
                (0, 5) => None,
                _ => Some(0.85 + 0.4 * some(at * 31 + category)),
            };
            let theirs = |category: usize| match (at, category) {
                (1, 3) => Some(1.36),
                (2, 8) => Some(1.93),
                _ => Some(0.85 + 0.4 * some(at * 31 + category + 5)),
            };
            BarSeries {
                label: policies[at].to_owned(),
                fill: Fill::nth(at),
                values: (0..labels.len()).map(value).collect(),
                paper: (0..labels.len()).filter(|_| paper).map(theirs).collect(),
            }
        })
        .collect()
}

const BARS: Titles<'_> =
    Titles { figure: "Speed-up over lrr, m2090", x: "kernel", y: "instructions per cycle, relative to lrr" };

fn few_bars() -> Result<String, FigureError> {
    let (categories, series) = (categories(&KERNELS), bar_series(&KERNELS, 3, true));
    let (reference, from, to) = (Some(1.0), 0.6, Some(1.4));
    bars(&BARS, &Bars { categories: &categories, series: &series, reference, from, to })
}

fn many_bars() -> Result<String, FigureError> {
    let labels: Vec<&str> = KERNELS.iter().cycle().take(30).copied().collect();
    let (categories, series) = (categories(&labels), bar_series(&labels, 6, false));
    bars(&BARS, &Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.0, to: None })
}

fn two_bars() -> Result<String, FigureError> {
    let (mut categories, series) = (categories(&KERNELS[10..13]), bar_series(&KERNELS[10..13], 2, false));
    categories.iter_mut().for_each(|category| category.group = None);
    bars(&BARS, &Bars { categories: &categories, series: &series, reference: None, from: 0.0, to: None })
}

fn stacks() -> Result<String, FigureError> {
    let causes = ["issued", "data dependence", "memory", "barrier", "no instruction", "structural", "idle"];
    let parts: Vec<StackPart> = causes
        .iter()
        .enumerate()
        .map(|(at, label)| StackPart { label: (*label).to_owned(), fill: Fill::nth(at) })
        .collect();
    let stack = |kernel: usize, policy: &str| {
        let heights: Vec<f64> =
            (0..parts.len()).map(|part| 0.1 + some(kernel * 17 + part * 5 + policy.len())).collect();
        let sum: f64 = heights.iter().sum();
        Stack { label: policy.to_owned(), parts: heights.iter().map(|height| height / sum).collect() }
    };
    let groups: Vec<StackGroup> = KERNELS
        .iter()
        .enumerate()
        .map(|(at, label)| StackGroup {
            label: (*label).to_owned(),
            stacks: ["lrr", "gto", "phase-aware"].map(|policy| stack(at, policy)).to_vec(),
        })
        .collect();
    let titles =
        Titles { figure: "Where the scheduler's cycles went", x: "kernel and policy", y: "share of cycles" };
    stacked(&titles, &Stacked { parts: &parts, groups: &groups, to: Some(1.0) })
}

/// Warps that go through phases one after another.
fn phases(count: usize) -> Result<String, FigureError> {
    let bins = 160;
    let of = |phase: usize| PhaseWarps {
        label: format!("phase {phase}"),
        warps: (0..bins)
            .map(|bin| {
                let (at, middle) = (f64::from(bin), 160.0 * (phase as f64 + 0.5) / count as f64);
                (40.0 / count as f64 + 14.0 - (at - middle).abs() * 0.6).max(0.0).round()
            })
            .collect(),
    };
    let phases: Vec<PhaseWarps> = (0..count).map(of).collect();
    let load = |from: usize| (0..160).map(|bin| 30.0 * some(bin / 4 + from)).collect::<Vec<f64>>();
    let (compute, memory) = (load(3), load(77));
    let titles = Titles {
        figure: "Phases of heartwall/track under gto",
        x: "time (cycles)",
        y: "warps in each phase",
    };
    let load = "instructions in flight";
    phase_graph(
        &titles,
        &PhaseGraph { start: 12_000, width: 250, phases: &phases, compute: &compute, memory: &memory, load },
    )
}

fn few_phases() -> Result<String, FigureError> {
    phases(5)
}

fn many_phases() -> Result<String, FigureError> {
    phases(45)
}

fn residents() -> Result<String, FigureError> {
    let panel = |label: &str, end: f64, depth: f64| {
        let number =
            |at: usize| if at < 12 { 48.0 - depth * (at % 4) as f64 } else { (48 - 3 * at.min(16)) as f64 };
        StepPanel {
            label: label.to_owned(),
            points: (0..16).map(|at| (at as f64 * end / 16.0, number(at))).collect(),
            end,
        }
    };
    let titles = Titles { figure: "Resident warps of SM 0, mvt", x: "time (cycles)", y: "warps" };
    let panels = [panel("lrr", 61_000.0, 6.0), panel("gto", 54_300.0, 2.0)];
    steps(&titles, &Steps { panels: &panels, full: Some(48.0), lacking: "empty slots" })
}

fn ctas() -> Result<String, FigureError> {
    let panel = |label: &str, long: f64| GanttPanel {
        label: label.to_owned(),
        spans: (0..120)
            .map(|number| {
                let from = (number / 8) as f64 * 1500.0 * long + 400.0 * some(number as usize);
                Span { number, from, to: from + 1300.0 * long + 300.0 * some(number as usize + 9) }
            })
            .collect(),
    };
    let titles = Titles { figure: "CTAs of SM 0, mvt", x: "time (cycles)", y: "CTA" };
    gantt(&titles, &[panel("lrr", 1.2), panel("gto", 1.0)])
}

/// So many CTAs that each has room.
fn few_ctas() -> Result<String, FigureError> {
    let panel = |label: &str, long: f64| GanttPanel {
        label: label.to_owned(),
        spans: (0..12u64)
            .map(|number| Span {
                number,
                from: (number / 4) as f64 * long,
                to: (number / 4 + 1) as f64 * long - 40.0 * some(number as usize),
            })
            .collect(),
    };
    let titles = Titles { figure: "CTAs of SM 0, lud/diagonal", x: "time (cycles)", y: "CTA" };
    gantt(&titles, &[panel("lrr", 300.0), panel("gto", 250.0)])
}

/// Circles are the existing kinds' concern, and are looked at with the others.
fn points() -> Result<String, FigureError> {
    let series = |at: usize| Series {
        label: format!("machine {at}"),
        mark: Some(Mark::nth(at, at)),
        line: None,
        points: (1..9)
            .map(|x| (400.0 * f64::from(x * x), 380.0 * f64::from(x * x) * (1.0 + 0.05 * at as f64)))
            .collect(),
    };
    let titles = Titles { figure: "Ours beside theirs", x: "cycles measured", y: "cycles of Warploom" };
    correlation(&titles, &[0, 1, 2].map(series), 0.1)
}

type Draw = fn() -> Result<String, FigureError>;

/// Each figure, its name, and words that are in it.
const ALL: [(&str, Draw, &[&str]); 11] = [
    (
        "bars",
        few_bars,
        &[
            "relative to lrr",
            "type B",
            "btree/find_range_k",
            "two-level",
            ">paper<",
            ">2.31<",
            ">paper 1.93<",
        ],
    ),
    ("bars-many", many_bars, &["oracle", "hotspot/calculate_temp", "mean"]),
    ("bars-few", two_bars, &["pathfinder/dynproc", ">gto<"]),
    ("stacked", stacks, &["share of cycles", "phase-aware", "data dependence", "lud/diagonal"]),
    (
        "phases",
        few_phases,
        &["warps in each phase", "instructions in flight", "phase 4", ">ALU<", ">memory<", "20,000"],
    ),
    ("phases-many", many_phases, &["phase 11", "… (33 more"]),
    ("steps", residents, &["time (cycles)", ">gto<", "full (48)", "empty slots"]),
    ("gantt", ctas, &[">CTA<", "lrr (the last ends at ", "time (cycles)"]),
    ("gantt-few", few_ctas, &[">CTA<", "gto (the last ends at "]),
    ("points", points, &["<circle", "machine 2"]),
    (
        "curves",
        || {
            curves(
                &BARS,
                &[Series {
                    label: "l".to_owned(),
                    mark: None,
                    line: Some(LineStyle::Dotted),
                    points: vec![(1.0, 2.0)],
                }],
            )
        },
        &["relative to lrr"],
    ),
];

#[test]
fn each_kind_says_what_it_shows_and_is_the_same_each_time() {
    for (name, draw, words) in ALL {
        let text = draw().expect(name);
        for word in words {
            assert!(text.contains(word), "{word} in {name}: {text}");
        }
        assert_eq!(text, draw().expect(name), "{name}");
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name}");
    }
}

/// Set `WARPLOOM_GALLERY` to a directory to look at them.
#[test]
fn each_kind_is_an_image() {
    let gallery = std::env::var_os("WARPLOOM_GALLERY").map(std::path::PathBuf::from);
    for (name, draw, _) in ALL {
        let text = draw().expect(name);
        let scale = if gallery.is_some() { SHARP } else { 0.5 };
        let image = png(&text, scale).expect(name);
        let pixels = Pixmap::decode_png(&image).expect(name);
        let has = |shades: std::ops::RangeInclusive<u8>| {
            pixels.pixels().iter().any(|pixel| shades.contains(&pixel.red()))
        };
        assert!(has(0..=80) && has(255..=255), "{name} is blank");
        if let Some(gallery) = &gallery {
            std::fs::write(gallery.join(format!("{name}.svg")), &text).expect("the SVG is written");
            std::fs::write(gallery.join(format!("{name}.png")), &image).expect("the PNG is written");
        }
    }
}

/// Where each text is; those that stand aslant are left out, since their boxes say little.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, found),
            Node::Text(text) => {
                let words: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
                let turn = text.abs_transform();
                if turn.sx.abs() < 0.01 || turn.kx.abs() < 0.01 {
                    found.push((words, text.abs_bounding_box()));
                }
            }
            _ => {}
        }
    }
}

#[test]
fn texts_are_inside_the_figure_and_do_not_touch() {
    for (name, draw, _) in ALL {
        let tree = Tree::from_str(&draw().expect(name), &png::options()).expect(name);
        let mut found = Vec::new();
        texts(tree.root(), &mut found);
        assert!(found.len() > 5, "{name}");
        for (at, (words, place)) in found.iter().enumerate() {
            let inside = place.left() >= 0.0 && place.top() >= 0.0;
            let size = tree.size();
            assert!(
                inside && place.right() <= size.width() && place.bottom() <= size.height(),
                "{name}: {words}"
            );
            for (other, beside) in &found[..at] {
                let apart = place.left() >= beside.right() || beside.left() >= place.right();
                let above = place.top() >= beside.bottom() || beside.top() >= place.bottom();
                assert!(apart || above, "{name}: {words} and {other}: {place:?} {beside:?}");
            }
        }
    }
}

#[test]
fn nothing_is_no_figure_of_any_kind() {
    let empty = Stacked { parts: &[], groups: &[], to: None };
    assert!(stacked(&BARS, &empty).is_err());
    let graph = PhaseGraph { start: 0, width: 10, phases: &[], compute: &[], memory: &[], load: "l" };
    assert!(phase_graph(&BARS, &graph).is_err());
    assert!(phase_graph(&BARS, &PhaseGraph { compute: &[1.0], memory: &[1.0], ..graph.clone() }).is_err());
    let phases = [PhaseWarps { label: "p".to_owned(), warps: vec![1.0] }];
    assert!(phase_graph(&BARS, &PhaseGraph { phases: &phases, compute: &[1.0], ..graph.clone() }).is_err());
    assert!(
        phase_graph(&BARS, &PhaseGraph { phases: &phases, compute: &[1.0], memory: &[2.0], ..graph }).is_ok()
    );
    assert!(steps(&BARS, &Steps { panels: &[], full: None, lacking: "" }).is_err());
    let panel =
        |points: &[(f64, f64)]| [StepPanel { label: "p".to_owned(), points: points.to_vec(), end: 9.0 }];
    for (points, good) in
        [(&[][..], false), (&[(3.0, 1.0), (2.0, 1.0)], false), (&[(2.0, 1.0), (3.0, 2.0)], true)]
    {
        let drawn = steps(&BARS, &Steps { panels: &panel(points), full: Some(4.0), lacking: "l" });
        assert_eq!(drawn.is_ok(), good, "{points:?}");
    }
    assert!(gantt(&BARS, &[]).is_err());
    for (to, good) in [(4.0, false), (5.0, true), (f64::NAN, false)] {
        let spans = vec![Span { number: 0, from: 5.0, to }];
        assert_eq!(gantt(&BARS, &[GanttPanel { label: "p".to_owned(), spans }]).is_ok(), good, "{to}");
    }
}

#[test]
fn a_stack_is_not_higher_than_its_axis() {
    let parts = [StackPart { label: "issued".to_owned(), fill: Fill::Mid }];
    let drawn = |height: f64, to| {
        let stacks = vec![Stack { label: "lrr".to_owned(), parts: vec![height] }];
        let groups = [StackGroup { label: "mvt".to_owned(), stacks }];
        stacked(&BARS, &Stacked { parts: &parts, groups: &groups, to })
    };
    assert!(drawn(1.000_000_1, Some(1.0)).is_ok());
    assert!(drawn(1.1, Some(1.0)).is_err());
    assert!(drawn(1.1, None).is_ok());
    assert!(drawn(-0.1, None).is_err());
}
