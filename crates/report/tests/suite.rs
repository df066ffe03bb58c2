//! The book's tables on the suite are made from the declarations. `INSTA_UPDATE=always` writes them anew.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use warploom_report::suite::{self as describe, table_two};
use warploom_suite::{
    APPLICATIONS, Application, BENCHMARK_TABLES, KernelFacts, MEMORY_INTENSIVE, Paper, Size, applications,
    facts,
};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs")
}

fn agree(path: &Path, page: &str) {
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(path, page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().display();
    assert!(there == page, "{name} is not what the declarations say: run with INSTA_UPDATE=always");
}

fn overview(facts: &[KernelFacts]) -> String {
    let mut text = String::from(include_str!("overview.md"));
    let _ = write!(text, "\n## All kernels\n\n{}", describe::overview(facts).markdown());
    let tables = describe::papers(BENCHMARK_TABLES.iter(), facts).expect("there are tables");
    let _ = write!(
        text,
        "\n## The papers' tables\n\nThe table compares the launches in the papers with those of the suite at that paper's size.\n\
         Where a paper counts by kernel, CTAs are those of the kernel's largest launch. The thesis counts all launches of an \
         application.\nMOTRR's Table 2 gives no grids; the suite uses the benchmarks' customary sizes.\n\n{}",
        tables.markdown()
    );
    let _ = write!(
        text,
        "\n## Memory-intensive applications\n\nThe thesis (4.4.3 iv) divides its benchmarks into those with \"a significant amount\" \
         of vector memory instructions\nand those with \"a very small number\". Warploom calls an application memory-intensive if \
         global, local and atomic accesses\nmake up at least {} % of its warp instructions at the saturated size.\n\n\
         | application | memory, % | memory-intensive |\n| --- | ---: | --- |\n",
        100.0 * MEMORY_INTENSIVE
    );
    let saturated = Size::Paper(Paper::Thesis);
    let mut shares: Vec<_> = APPLICATIONS
        .iter()
        .filter(|a| a.sizes().contains(&saturated))
        .map(|a| {
            let own = facts.iter().filter(|f| f.application == a.name && f.size == saturated);
            (a.name, own.map(|f| f.mix).sum::<warploom_suite::InstructionMix>())
        })
        .collect();
    shares.sort_by(|a, b| b.1.memory_share().total_cmp(&a.1.memory_share()));
    for (name, mix) in shares {
        let yes = if mix.is_memory_intensive() { "yes" } else { "no" };
        let _ = writeln!(text, "| [{name}](suite/{name}.md) | {:.1} | {yes} |", 100.0 * mix.memory_share());
    }
    text
}

#[test]
fn the_overview_lists_every_application() {
    agree(&docs().join("reference/suite.md"), &overview(&facts()));
}

#[test]
fn the_papers_phases_are_beside_ours() {
    let (table, summary) = table_two().expect("the suite can be read");
    let path = docs().join("explanation/phases.md");
    let page = std::fs::read_to_string(&path).expect("the page can be read");
    let (begin, end) = ("<!-- Table II -->\n", "<!-- end of Table II -->\n");
    let (before, rest) = page.split_once(begin).expect("the page has a place for the table");
    let (_, after) = rest.split_once(end).expect("the table has an end");
    agree(&path, &format!("{before}{begin}{}\n{summary}{end}{after}", table.markdown()));
}

/// `cargo xtask site` writes a page for each application.
#[test]
fn the_contents_name_every_page_and_no_other() {
    let summary = std::fs::read_to_string(docs().join("SUMMARY.md")).expect("the book has contents");
    let listed: Vec<&str> = summary.lines().filter(|line| line.contains("(reference/suite/")).collect();
    let entry = |a: &Application| format!("  - [{0}](reference/suite/{0}.md)", a.name);
    let expected: Vec<String> = applications().map(entry).collect();
    assert_eq!(listed, expected, "docs/SUMMARY.md");
}
