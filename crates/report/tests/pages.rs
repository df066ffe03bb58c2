//! Pages: what every written page holds, and a page with one section of each kind.
//!
//! With `WARPLOOM_PAGES=DIR`, the page is written to `DIR/gallery.html`, where `cargo xtask pages` opens it in a browser.

use warploom_report::figure::{
    BarSeries, Bars, Category, Fill, LineStyle, Series, Shape, Stack, StackGroup, StackPart, Stacked, Titles,
    curves,
};
use warploom_report::html::chart::{self, Lane, LaneSpan, Timeline, Xy, XyPoint, XySeries};
use warploom_report::html::{Cell, Column, Listing, ListingLine, Page, Section, Svg, Table, Tone};

/// A name that would be markup, if it were not escaped.
const HOSTILE: &str = "</script><img src=x onerror=alert(1)>\"'&";

/// The largest page that is allowed, in bytes.
const LARGEST: usize = 2_000_000;

/// A number between 0 and 1 that looks arbitrary.
fn some(seed: usize) -> f64 {
    ((seed * 7919 + 104_729) % 997) as f64 / 997.0
}

const WORKS: [&str; 6] = ["backprop/layerforward", "bfs", "btree/find_k", "lud", HOSTILE, "mean"];
const POLICIES: [&str; 4] = ["lrr", "gto", "two-level:active=8", HOSTILE];

fn table() -> Table {
    let columns =
        [Column::text("work"), Column::number("cycles"), Column::number("issued"), Column::text("verdict")];
    let mut table = Table::new(format!("Works of {HOSTILE}"), columns);
    for (at, work) in WORKS.iter().enumerate() {
        let verdict = match at % 3 {
            0 => Cell::Verdict { text: "holds".to_owned(), tone: Tone::Good },
            1 => Cell::Verdict { text: "does not hold".to_owned(), tone: Tone::Bad },
            _ => Cell::Verdict { text: "undecided".to_owned(), tone: Tone::Open },
        };
        let cycles = if at == 2 { Cell::Empty } else { Cell::count(1000 * (7 * at as u64 % 5) + 900) };
        table.row([Cell::code(*work), cycles, Cell::share(some(at)), verdict]);
    }
    table.foot([Cell::text("mean"), Cell::number(2900.25, 1), Cell::Empty, Cell::Empty]);
    table
}

fn bars() -> chart::Chart {
    let group = |at: usize| Some(if at < 3 { "type A" } else { HOSTILE }.to_owned());
    let categories: Vec<Category> = WORKS
        .iter()
        .enumerate()
        .map(|(at, work)| Category { label: (*work).to_owned(), group: group(at) })
        .collect();
    let series: Vec<BarSeries> = POLICIES
        .iter()
        .enumerate()
        .map(|(at, policy)| BarSeries {
            label: (*policy).to_owned(),
            fill: Fill::nth(at),
            values: (0..WORKS.len()).map(|work| Some(0.8 + 0.5 * some(at * 31 + work))).collect(),
            paper: (0..WORKS.len()).map(|work| (work == 5).then_some(1.1)).collect(),
        })
        .collect();
    let titles = Titles { figure: "Speedup over lrr", x: "", y: "speedup over lrr" };
    chart::bars(
        &titles,
        &Bars { categories: &categories, series: &series, reference: Some(1.0), from: 0.6, to: None },
    )
}

fn stalls() -> chart::Chart {
    let causes = [
        "issued",
        "idle",
        "launch",
        "scoreboard_memory",
        "scoreboard_alu",
        "pipeline",
        "barrier",
        "fetch",
        HOSTILE,
    ];
    let parts: Vec<StackPart> = causes
        .iter()
        .enumerate()
        .map(|(at, cause)| StackPart { label: (*cause).to_owned(), fill: Fill::nth(at) })
        .collect();
    let stack = |work: usize, at: usize| {
        let parts: Vec<f64> = (0..causes.len()).map(|part| 0.1 + some(work * 17 + part * 5 + at)).collect();
        let sum: f64 = parts.iter().sum();
        Stack { label: POLICIES[at].to_owned(), parts: parts.iter().map(|part| part / sum).collect() }
    };
    let groups: Vec<StackGroup> = WORKS
        .iter()
        .enumerate()
        .take(4)
        .map(|(work, label)| StackGroup {
            label: (*label).to_owned(),
            stacks: (0..3).map(|at| stack(work, at)).collect(),
        })
        .collect();
    let titles = Titles { figure: "Scheduler-cycles by cause", x: "", y: "share of scheduler-cycles" };
    chart::stacked(&titles, &Stacked { parts: &parts, groups: &groups, to: Some(1.0) })
}

fn roofline() -> chart::Chart {
    let roof = |label: &str, fill, line, points: &[(f64, f64)]| XySeries {
        label: label.to_owned(),
        fill,
        shape: None,
        line: Some(line),
        is_stepped: false,
        points: points.iter().copied().map(XyPoint::from).collect(),
    };
    let kernels = XySeries {
        shape: Some(Shape::Circle),
        line: None,
        points: (0..12)
            .map(|at| XyPoint {
                x: 0.1 + 30.0 * some(at).powi(3),
                y: 20.0 + 400.0 * some(at + 7),
                name: HOSTILE.to_owned(),
            })
            .collect(),
        ..roof("kernels", Fill::Mid, LineStyle::Solid, &[])
    };
    let series = vec![
        roof("DRAM", Fill::Dark, LineStyle::Solid, &[(0.05, 8.85), (5.8, 1024.0)]),
        roof("issue", Fill::Black, LineStyle::Dashed, &[(5.8, 1024.0), (100.0, 1024.0)]),
        kernels,
    ];
    let titles = Titles {
        figure: "Roofline",
        x: "thread instructions per byte of DRAM",
        y: "thread instructions per cycle",
    };
    chart::xy(&titles, &Xy { is_x_log: true, is_y_log: true, series })
}

fn timeline() -> chart::Chart {
    let kinds = ["ready", "waits for memory", "waits for ALU", "at a barrier"]
        .iter()
        .enumerate()
        .map(|(at, label)| StackPart { label: (*label).to_owned(), fill: Fill::nth(at) })
        .collect();
    let lane = |warp: usize| {
        let mut at = 20.0 * some(warp);
        let spans = (0..25).map(|span| {
            let from = at;
            at += 4.0 + 60.0 * some(warp * 25 + span);
            LaneSpan { from, to: at, kind: (warp + span) % 4, detail: "lud.cu:12".to_owned() }
        });
        Lane { label: format!("warp {warp}"), spans: spans.collect() }
    };
    let titles = Titles { figure: "Warps of SM 0", x: "cycle", y: "warp" };
    chart::timeline(&titles, &Timeline { kinds, lanes: (0..24).map(lane).collect() })
}

fn listing() -> Listing {
    let line = |number: u64| {
        let at = number as usize;
        let has_code = !at.is_multiple_of(4);
        ListingLine {
            number: if number < 12 { number } else { number + 5 },
            text: format!(
                "    float value_{number} = shared[threadIdx.x + {number}] * a[{number}]; // {HOSTILE}"
            ),
            heat: has_code.then(|| some(at).powi(4) / 4.0),
            issued: has_code.then(|| some(at + 3) / 9.0),
            waits: if at.is_multiple_of(5) { "ld.global, line 12".to_owned() } else { String::new() },
            tooltip: format!("line {number}: {HOSTILE}"),
            link: String::new(),
        }
    };
    Listing {
        file: "kernels/lud.cu".to_owned(),
        summary: "62.1 % of the stall cycles".to_owned(),
        heat: "stalls".to_owned(),
        issued: "issues".to_owned(),
        waits: "waits for".to_owned(),
        lines: (1..30).map(line).collect(),
        is_open: true,
        columns: ("line", "source"),
    }
}

fn gallery() -> Page {
    let mut page = Page::new(format!("Gallery {HOSTILE}"), format!("One section of each kind {HOSTILE}"));
    page.push(Section::Facts(vec![
        ("machine".to_owned(), "gtx480".to_owned()),
        ("command".to_owned(), format!("`warploom compare '{HOSTILE}'`")),
    ]));
    page.heading("Tables");
    page.paragraph(format!("A click on a title sorts. The name is {HOSTILE}, and `code` is marked."));
    page.push(table());
    page.heading("Charts");
    for chart in [bars(), stalls(), roofline(), timeline()] {
        page.push(chart.with_caption(format!("A caption with {HOSTILE}.")));
    }
    page.heading(format!("Figures {HOSTILE}"));
    let titles = Titles { figure: "A curve", x: "x (cycles)", y: "y (cycles)" };
    let points = (0..20).map(|at| (f64::from(at), some(at as usize))).collect();
    let series = [Series { label: HOSTILE.to_owned(), mark: None, line: Some(LineStyle::Dashed), points }];
    let svg = curves(&titles, &series).expect("it can be drawn");
    page.push(Svg {
        title: "A finished figure".to_owned(),
        label: HOSTILE.to_owned(),
        caption: HOSTILE.to_owned(),
        svg,
    });
    page.heading("Source");
    page.push(listing());
    page.push(Section::Notes(vec!["A note.".to_owned(), format!("Another with {HOSTILE}.")]));
    page
}

#[test]
fn a_page_is_one_file_of_at_most_two_megabytes() {
    let html = gallery().html();
    assert!(html.len() <= LARGEST, "{} bytes", html.len());
    assert_eq!(html, gallery().html(), "the same page gives the same bytes");
    if let Some(directory) = std::env::var_os("WARPLOOM_PAGES") {
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(std::path::Path::new(&directory).join("gallery.html"), html).unwrap();
    }
}

/// The parts of a page outside its scripts and its style.
fn markup(html: &str) -> String {
    let mut rest = html;
    let mut markup = String::new();
    while let Some(at) = rest.find("<script").into_iter().chain(rest.find("<style")).min() {
        markup += &rest[..at];
        let end = if rest[at..].starts_with("<script") { "</script>" } else { "</style>" };
        rest = rest[at..].split_once(end).expect("the element ends").1;
    }
    markup + rest
}

#[test]
fn hostile_names_stay_text() {
    let html = gallery().html();
    let markup = markup(&html);
    assert!(!markup.contains("<img"), "an element came from a name");
    assert!(!markup.contains("</script>"), "a name ended a script");
    assert!(markup.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"));
    let data = html.split("<script type=\"application/json\">").skip(1);
    for data in data {
        let (data, _) = data.split_once("</script>").unwrap();
        let spec: serde_json::Value = serde_json::from_str(data).expect("it is JSON to its end");
        assert_eq!(spec["width"], "container");
    }
}

#[test]
fn a_page_permits_nothing_but_its_own_scripts() {
    let html = gallery().html();
    let (_, policy) = html.split_once("Content-Security-Policy\" content=\"").unwrap();
    let (policy, _) = policy.split_once('"').unwrap();
    assert!(
        policy.starts_with("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-"),
        "{policy}"
    );
    assert!(!policy.contains("unsafe-eval") && !policy.contains("http"), "{policy}");
    assert_eq!(policy.matches("'sha256-").count(), html.matches("<script>").count());
    let markup = markup(&html);
    for attribute in [" src=\"", "<link", "<iframe", "@import"] {
        assert!(!markup.contains(attribute), "{attribute}");
    }
}

#[test]
fn charts_have_colours_on_a_screen_and_shades_and_hatching_in_print() {
    let html = gallery().html();
    for rule in [
        "@media screen{:root{--paint-white:#88ccee;",
        "@media print{:root{--paint-white:var(--fill-white);",
        "--paint-diagonal:url(#fill-diagonal);",
        "<pattern id=\"fill-diagonal\"",
    ] {
        assert!(html.contains(rule), "{rule}");
    }
    let (_, svg) = html.split_once("<svg xmlns=").expect("the page has a figure");
    assert!(svg.contains("<style>@media screen{.fill-white{fill:#88ccee}"), "figures have them too");
}

#[test]
fn a_page_without_charts_has_no_scripts_of_charts() {
    let mut page = Page::new("A table", "");
    page.push(table());
    let html = page.html();
    assert!(html.len() < 30_000, "{} bytes", html.len());
    assert_eq!(html.matches("<script>").count(), 1, "only our own");
}
