//! The facts that the paper may state: counts of the code, and the numbers on the pages that `warploom validate` and
//! `warploom reproduce` wrote.

use super::read;
use serde::Deserialize;
use std::collections::BTreeMap;
use warploom_gpu::machine::BUILT_IN;
use warploom_papers::reproduce::verdict::Grade;
use warploom_papers::reproduce::{Evaluation, evaluation};
use warploom_policy::{CTA_POLICIES, WARP_POLICIES, WAVE_POLICIES};
use warploom_suite::{APPLICATIONS, KernelFacts, Paper, Size};

/// Facts by the names of their placeholders.
pub type Facts = BTreeMap<String, String>;

/// Every fact.
pub fn all() -> Facts {
    let mut facts = Facts::new();
    code(&mut facts);
    validation(&mut facts);
    reproductions(&mut facts);
    measured_pages(&mut facts);
    comparison(&mut facts);
    commands(&mut facts);
    facts
}

fn state(facts: &mut Facts, name: impl Into<String>, value: impl ToString) {
    let name = name.into();
    let before = facts.insert(name.clone(), value.to_string());
    assert!(before.is_none(), "`{name}` is stated twice");
}

/// The papers that can be reproduced.
fn papers() -> impl Iterator<Item = Evaluation> {
    Paper::ALL.into_iter().filter_map(|paper| evaluation(paper).unwrap())
}

fn code(facts: &mut Facts) {
    state(facts, "version", env!("CARGO_PKG_VERSION"));
    state(facts, "suite.applications", APPLICATIONS.len());
    state(facts, "policies.warp", WARP_POLICIES.len());
    state(facts, "policies.wave", WAVE_POLICIES.len());
    state(facts, "policies.cta", CTA_POLICIES.len());
    state(facts, "machines.all", BUILT_IN.len());
    state(facts, "papers.all", papers().count());
    let manifest = read("Cargo.toml");
    state(facts, "rust", between(&manifest, "rust-version = \"", "\""));
}

/// The text between the first `start` and the next `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let found = text.split_once(start).and_then(|(_, rest)| rest.split_once(end));
    found.unwrap_or_else(|| panic!("no `{start}…{end}` in:\n{text}")).0
}

/// The cells of a row.
fn cells(row: &str) -> Vec<&str> {
    row.trim().trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows of the first table after a line that starts with `title`, by the names of their columns. They are the texts of the page.
fn table<'a>(page: &'a str, title: &str) -> Vec<BTreeMap<&'a str, &'a str>> {
    let mut lines = page.lines().skip_while(|line| !line.starts_with(title)).skip(1);
    let mut rows =
        lines.by_ref().skip_while(|line| !line.starts_with('|')).take_while(|l| l.starts_with('|'));
    let header = cells(rows.next().unwrap_or_else(|| panic!("no table after `{title}`")));
    let rows: Vec<_> = rows.skip(1).map(|row| header.iter().copied().zip(cells(row)).collect()).collect();
    assert!(!rows.is_empty(), "the table after `{title}` has no rows");
    rows
}

fn number(percent: &str) -> f64 {
    let digits = percent.trim_end_matches('%').trim();
    digits.parse().unwrap_or_else(|error| panic!("`{percent}`: {error}"))
}

/// The largest error of a table's column, without its sign.
fn worst<'a>(rows: &[BTreeMap<&'a str, &'a str>], column: &str) -> &'a str {
    let errors = rows.iter().filter(|row| row["part"] != "not counted").map(|row| row[column]);
    let worst = errors.max_by(|a, b| number(a).abs().total_cmp(&number(b).abs())).unwrap();
    worst.trim_start_matches(['+', '-'])
}

/// The table as a command prints it, without its header: cells in columns.
fn printed(rows: &[BTreeMap<&str, &str>], columns: &[&str]) -> String {
    let width = |column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let line = |row: &BTreeMap<&str, &str>| {
        let cells = columns.iter().map(|column| format!("{:<width$}", row[column], width = width(column)));
        cells.collect::<Vec<String>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<String>>().join("\n")
}

fn validation(facts: &mut Facts) {
    let page = read("docs/explanation/validation.md");
    let (accelsim, rest) = page.split_once("\n## The suite, compared with Accel-Sim").unwrap();
    let (suite, hardware) = rest.split_once("\n## Compared with hardware").unwrap();
    for (of, page, columns) in [
        ("accelsim", accelsim, ["count", "mean absolute error", "mean signed error", "Pearson's r"]),
        ("hardware", hardware, ["count", "mean absolute error", "mean signed error", "Pearson's r"]),
    ] {
        let rows = table(page, "Summary:");
        for row in &rows {
            let part = row["points"].replace(' ', "_");
            let name = |what| format!("validation.{of}.{part}.{what}");
            state(facts, name("count"), row["count"]);
            state(facts, name("error"), row["mean absolute error"]);
            state(facts, name("bias"), row["mean signed error"]);
        }
        let columns = ["points"].into_iter().chain(columns).collect::<Vec<_>>();
        state(facts, format!("validation.{of}.printed"), printed(&rows, &columns));
        let points = table(page, "Cycles, compared with");
        state(facts, format!("validation.{of}.worst"), worst(&points, "error"));
        state(facts, format!("validation.{of}.works"), distinct(&points, "work"));
        state(facts, format!("validation.{of}.machines"), distinct(&points, "machine"));
        state(facts, format!("validation.{of}.policies"), distinct(&points, "policy"));
    }
    // Some measurements are points under several policies. Each has one under `gto`.
    let mut measured = table(hardware, "Cycles, compared with hardware:");
    measured.retain(|row| row["part"] == "held out" && row["policy"] == "gto");
    let error = |row: &BTreeMap<&str, &str>| 100.0 * (number(row["cycles"]) / number(row["hardware"]) - 1.0);
    let mean = measured.iter().map(|row| error(row).abs()).sum::<f64>() / measured.len() as f64;
    state(facts, "validation.hardware.measurements.count", measured.len());
    state(facts, "validation.hardware.measurements.error", format!("{mean:.2} %"));
    let kernels = &table(hardware, "### What must not be concluded")[0];
    state(facts, "validation.v100.kernels", kernels["count"]);
    state(facts, "validation.v100.error", kernels["as shipped"]);
    let rows = table(suite, "The suite, summary:");
    for row in rows.iter().filter(|row| row["machine"] == "all") {
        let name = |what| format!("validation.suite.{}.{what}", row["part"].replace(' ', "_"));
        state(facts, name("launches"), row["launches"]);
        state(facts, name("kernels"), row["kernels"]);
        state(facts, name("error"), row["mean absolute error, kernels"]);
        state(facts, name("bias"), row["mean signed error"]);
    }
    let columns = [
        "machine",
        "part",
        "launches",
        "kernels",
        "mean absolute error, launches",
        "mean absolute error, kernels",
        "mean signed error",
        "Pearson's r",
    ];
    let all: Vec<_> = rows.into_iter().filter(|row| row["machine"] == "all").collect();
    state(facts, "validation.suite.printed", printed(&all, &columns));
    let kernels = table(suite, "The suite, kernel by kernel:");
    state(facts, "validation.suite.worst", worst(&kernels, "mean error"));
    let applications: std::collections::BTreeSet<&str> =
        kernels.iter().map(|row| row["kernel"].split('/').next().unwrap()).collect();
    state(facts, "validation.suite.applications", applications.len());
    for (of, page) in [("accelsim", accelsim), ("suite", suite)] {
        let agreed = between(page, "Warploom agrees on ", " pairs");
        let (agree, pairs) = agreed.split_once(" of the ").unwrap();
        state(facts, format!("validation.{of}.order.agree"), agree);
        state(facts, format!("validation.{of}.order.pairs"), pairs);
    }
    // The threshold is the same in both sections.
    state(facts, "validation.order.threshold", between(&page, "separates by more than ", ":"));
}

fn distinct(rows: &[BTreeMap<&str, &str>], column: &str) -> usize {
    rows.iter().map(|row| row[column]).collect::<std::collections::BTreeSet<_>>().len()
}

/// The names of the counts of a page's score, in its order.
const COUNTS: [&str; 5] = ["all", "reproduced", "direction", "not", "undecided"];

fn reproductions(facts: &mut Facts) {
    let mut sums = [0; COUNTS.len()];
    for evaluation in papers() {
        let paper = evaluation.name;
        let page = read(&format!("docs/reference/reproduce/{paper}/README.md"));
        let counts = grades(facts, paper, "", &page);
        assert_eq!(counts[0], evaluation.claims.len(), "{paper}: the page has the claims of the code");
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        state(facts, format!("reproduce.{paper}.command"), between(&page, "Reproduce it with `", "`"));
        state(facts, format!("reproduce.{paper}.machine"), evaluation.machine);
        state(facts, format!("reproduce.{paper}.size"), between(&page, "size `", "`"));
        state(
            facts,
            format!("reproduce.{paper}.runs"),
            between(&page, "Each measurement has ", " perturbed runs"),
        );
        state(facts, format!("reproduce.{paper}.works"), evaluation.works.len());
        state(facts, format!("reproduce.{paper}.paper_instructions"), millions_at_paper(&evaluation));
        let at_paper = read_if_there(&format!("docs/reference/reproduce/{paper}/paper.md"));
        if let Some(page) = &at_paper {
            grades(facts, paper, ".at_paper", page);
            let runs = between(page, "Each measurement has ", " perturbed runs");
            state(facts, format!("reproduce.{paper}.at_paper.runs"), runs);
        }
        state(facts, format!("open.{paper}"), open_claims(&page, at_paper.as_deref()));
        if let Some(page) = read_if_there(&format!("docs/reference/reproduce/{paper}/variants.md")) {
            let table = variants(facts, paper, &page);
            state(facts, format!("variants.{paper}"), table);
        }
    }
    for (what, sum) in COUNTS.into_iter().zip(sums) {
        state(facts, format!("claims.{what}"), sum);
    }
    types(facts);
    waves(facts);
}

/// Warp instructions of an evaluation's works with the paper's grids, under one policy, in millions.
fn millions_at_paper(evaluation: &Evaluation) -> u64 {
    let size = Size::Paper(evaluation.paper);
    let is_run = |kernel: &KernelFacts| {
        let name = format!("{}/{}", kernel.application, kernel.kernel);
        evaluation.works.contains(&name) || evaluation.works.contains(&kernel.application)
    };
    let kernels = warploom_suite::facts().into_iter().filter(|kernel| kernel.size == size && is_run(kernel));
    kernels.map(|kernel| kernel.warp_instructions).sum::<u64>() / 1_000_000
}

fn read_if_there(file: &str) -> Option<String> {
    std::fs::read_to_string(super::root().join(file)).ok()
}

/// The score and the claims of a page, at a size whose mark is part of the facts' names.
fn grades(facts: &mut Facts, paper: &str, size: &str, page: &str) -> [usize; COUNTS.len()] {
    let score = page.lines().skip_while(|line| *line != "## Claims").nth(2).unwrap();
    let score = &score[..=score.find('.').unwrap()];
    let counts: Vec<usize> = score.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    let counts: [usize; COUNTS.len()] = counts.try_into().unwrap_or_else(|_| panic!("{paper}: {score}"));
    assert_eq!(counts[0], counts[1..].iter().sum::<usize>(), "{paper}: {score}");
    state(facts, format!("claims.{paper}{size}.score"), score);
    for (what, count) in COUNTS.into_iter().zip(counts) {
        state(facts, format!("claims.{paper}{size}.{what}"), count);
    }
    for row in table(page, "## Claims") {
        let name = row["claim"].trim_matches('`');
        if size.is_empty() {
            state(facts, format!("claim.{name}.paper"), row["paper"]);
        }
        state(facts, format!("claim.{name}{size}.ours"), row["ours"]);
        state(facts, format!("claim.{name}{size}.deviation"), row["σ"]);
        state(facts, format!("claim.{name}{size}.runs"), row["runs"]);
        state(facts, format!("claim.{name}{size}.part"), row["part of the effect"]);
        state(facts, format!("claim.{name}{size}.grade"), row["grade"].trim_matches('*'));
    }
    counts
}

/// A table of the claims that are not reproduced at `small`, or not with the paper's grids, with the counters or works behind each.
fn open_claims(page: &str, at_paper: Option<&str>) -> String {
    let columns = match at_paper {
        Some(_) => "grade | with the paper's grids | σ | grade",
        None => "grade",
    };
    let line = "---|".repeat(columns.matches('|').count() + 1);
    let mut text =
        format!("| claim | paper | ours | σ | {columns} | what differs |\n|---|---:|---:|---:|{line}---|\n");
    let papers = at_paper.map(|page| table(page, "## Claims"));
    for row in table(page, "## Claims") {
        let claim = row["claim"];
        let papers = papers.as_ref().map(|rows| rows.iter().find(|row| row["claim"] == claim));
        let grade = |row: &BTreeMap<&str, &str>| row["grade"].trim_matches('*').to_owned();
        let second = match papers {
            Some(Some(row)) => format!("{} | {} | {} | ", row["ours"], row["σ"], grade(row)),
            Some(None) => "- | - | not measured | ".to_owned(),
            None => String::new(),
        };
        if grade(&row) == "reproduced" && papers.flatten().is_none_or(|row| grade(row) == "reproduced") {
            continue;
        }
        let why = page.lines().find_map(|line| line.strip_prefix(&format!("- {claim}: ")));
        let (paper, ours, deviation, grade) = (row["paper"], row["ours"], row["σ"], grade(&row));
        let why = why.unwrap_or("-");
        text += &format!("| {claim} | {paper} | {ours} | {deviation} | {grade} | {second}{why} |\n");
    }
    text
}

/// The grades and the claims under every variant. Returns a table of the variants with their scores.
fn variants(facts: &mut Facts, paper: &str, page: &str) -> String {
    let mut text = String::from(
        "| choice | its evidence | reproduced | direction only | not reproduced | undecided |\n|---|---|---:|---:|---:|---:|\n",
    );
    for row in table(page, "Each variant changes one choice") {
        let counts = Grade::ALL.map(|grade| row[grade.name()]);
        state(
            facts,
            format!("variant.{paper}.{}.grades", row["variant"].trim_matches('`')),
            counts.join(", "),
        );
        text += &format!("| {} | {} | {} |\n", row["choice"], row["evidence"], counts.join(" | "));
    }
    for row in table(page, "Every claim under every variant") {
        let claim = row["claim"].trim_matches('`');
        for (variant, cell) in row.iter().filter(|(column, _)| !["claim", "paper"].contains(column)) {
            let value = cell.split(' ').next().unwrap();
            state(facts, format!("variant.{paper}.{variant}.{claim}"), value);
        }
    }
    text
}

/// The types of the phase-aware paper's kernels.
fn types(facts: &mut Facts) {
    let page = read("docs/reference/reproduce/phase-aware/README.md");
    let section = page.split_once("## V-B: kernels of type A and type B").unwrap().1;
    let lines =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    for row in lines.skip(2).map(cells) {
        let [kernel, single, _, single_type, two, _, two_type] = row[..] else { panic!("{row:?}") };
        for (level, speedup, own) in [("single", single, single_type), ("two-level", two, two_type)] {
            state(facts, format!("types.{kernel}.{level}.gto"), speedup);
            state(facts, format!("types.{kernel}.{level}"), own);
        }
    }
    for level in ["single level", "two-level"] {
        let counts = between(section, &format!("- {level}: the paper's type on "), ".");
        let counts: Vec<&str> =
            counts.split([' ', ',']).filter(|word| word.parse::<usize>().is_ok()).collect();
        for (what, count) in ["same", "all", "other", "neither"].into_iter().zip(counts) {
            state(facts, format!("types.{}.{what}", level.replace(' ', "-")), count);
        }
    }
}

/// Kernels with the paper's grids, and at `small` on the whole GPU and on a part of it.
fn waves(facts: &mut Facts) {
    let page = read("docs/reference/reproduce/phase-aware/waves.md");
    let results = read("docs/reference/reproduce/phase-aware/README.md");
    let parts = table(&results, "Grids of this size");
    let whole = table(&page, "## At `small`");
    let kernel_of = |row: &BTreeMap<&str, &str>| row["work"].split(" at ").next().unwrap().to_owned();
    let mut text = String::from(
        "| kernel | waves: paper | part | paper's grid | `small`, whole GPU | `small`, part |\n|---|---:|---:|---:|---:|---:|\n",
    );
    let (mut kernels, mut nearer, mut rows) = (0, 0, Vec::new());
    for row in table(&page, "## The paper's grids") {
        let kernel = kernel_of(&row);
        if kernel == "geometric mean" {
            continue;
        }
        let of_kernel = |row: &&BTreeMap<&str, &str>| kernel_of(row) == kernel;
        let part = parts.iter().find(|row| row["work"] == kernel).unwrap();
        let whole = whole.iter().find(of_kernel).unwrap()["gto"].trim_start_matches("* ");
        let (paper, ours) =
            (row["gto"].trim_start_matches("* "), &facts[&format!("types.{kernel}.single.gto")]);
        let mean = |cell: &str| number(cell.split(' ').next().unwrap());
        kernels += 1;
        nearer += usize::from((mean(ours) - mean(paper)).abs() < (mean(whole) - mean(paper)).abs());
        let (papers, waves) = (part["waves in the paper"], part["waves"]);
        rows.push((kernel.clone(), paper.to_owned(), whole.to_owned()));
        text += &format!("| {kernel} | {papers} | {waves} | {paper} | {whole} | {ours} |\n");
    }
    for (kernel, paper, whole) in rows {
        state(facts, format!("waves.{kernel}.paper"), paper);
        state(facts, format!("waves.{kernel}.whole"), whole);
    }
    state(facts, "waves", text);
    state(facts, "waves.kernels", kernels);
    state(facts, "waves.nearer", nearer);
}

/// The effect of the window, over all kernels of a machine, and the time of a build.
fn measured_pages(facts: &mut Facts) {
    let page = read("docs/explanation/simulator.md");
    let rows = page.lines().filter(|line| line.starts_with("| ")).map(cells);
    let worst = |all: bool| {
        let rows = rows.clone().filter(|row| (row[0] == "all") == all && row.len() == 4);
        let differences = rows.filter_map(|row| row[3].parse::<f64>().ok()).map(f64::abs);
        // Rounded up, as it is an upper limit.
        format!("{:.2}", (differences.fold(0.0, f64::max) * 100.0).ceil() / 100.0)
    };
    state(facts, "window.suite", worst(true));
    state(facts, "window.kernel", worst(false));
    let speed = read("docs/explanation/speed.md");
    state(facts, "build.minutes", between(&speed, "builds the program in ", " minutes"));
}

/// The comparison on the README's first screen, which a test runs.
fn comparison(facts: &mut Facts) {
    let readme = read("README.md");
    let block = between(&readme, "```console\n$ warploom compare ", "```");
    let (command, output) = block.split_once('\n').unwrap();
    state(facts, "compare.command", format!("warploom compare {command}"));
    let table = output.lines().skip_while(|line| !line.starts_with("work ")).collect::<Vec<_>>();
    state(facts, "compare.printed", table.join("\n"));
    let mean = table.last().unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(mean[..2], ["geometric", "mean"], "the last line is the mean");
    let policies: Vec<&str> = table[0].split_whitespace().skip(4).collect();
    for (policy, speedup) in policies.iter().zip(&mean[2..]) {
        state(facts, format!("compare.mean.{policy}"), speedup);
    }
}

/// `paper/commands.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    pub host: String,
    pub cores: u32,
    pub checkout_megabytes: u32,
    pub build_megabytes: u32,
    pub results_megabytes: f64,
    pub command: Vec<Command>,
}

/// A command of the appendix.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub name: String,
    pub run: String,
    pub seconds: f64,
    pub processor_seconds: f64,
    #[serde(default)]
    pub kick_the_tires: bool,
}

impl Commands {
    pub fn read() -> Commands {
        toml::from_str(&read("paper/commands.toml")).unwrap()
    }
}

/// Minutes in tenths, rounded up, because evaluators plan with them.
fn minutes(seconds: f64) -> String {
    if seconds.is_nan() {
        return "not measured".to_owned();
    }
    format!("{:.1}", (seconds / 6.0).ceil().max(1.0) / 10.0)
}

fn commands(facts: &mut Facts) {
    let commands = Commands::read();
    state(facts, "measured.host", &commands.host);
    state(facts, "measured.cores", commands.cores);
    state(facts, "measured.checkout_megabytes", commands.checkout_megabytes);
    state(facts, "measured.build_megabytes", commands.build_megabytes);
    let results = commands.results_megabytes;
    let results = if results.is_nan() { "not measured".to_owned() } else { format!("{results} MB") };
    state(facts, "measured.results", results);
    for command in &commands.command {
        state(facts, format!("run.{}.command", command.name), &command.run);
        state(facts, format!("run.{}.minutes", command.name), minutes(command.seconds));
        state(facts, format!("run.{}.processor_minutes", command.name), minutes(command.processor_seconds));
    }
    let kick = commands.command.iter().filter(|command| command.kick_the_tires);
    let kick: f64 = kick.map(|command| command.seconds).sum();
    let build = 60.0 * number(&facts["build.minutes"]);
    assert!(kick + build <= 600.0, "{kick} s to kick the tires and {build} s to build are above 10 minutes");
    state(facts, "minutes.kick_the_tires", minutes(kick));
    let measured = commands.command.iter().map(|command| command.seconds).filter(|seconds| !seconds.is_nan());
    let (count, whole) = (measured.clone().count(), measured.sum::<f64>());
    let whole = format!("{} minutes for {count} of the {} commands", minutes(whole), commands.command.len());
    state(facts, "minutes.whole", whole);
}
