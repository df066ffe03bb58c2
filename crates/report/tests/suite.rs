//! The book's pages on the suite are made from the declarations. `INSTA_UPDATE=always` writes them anew.

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
        std::fs::create_dir_all(path.parent().expect("a page is in a directory")).expect("it can be made");
        std::fs::write(path, page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(path).unwrap_or_default();
    let name = path.file_name().unwrap_or_default().display();
    assert!(there == page, "{name} is not what the declarations say: run with INSTA_UPDATE=always");
}

fn page(application: &Application, facts: &[KernelFacts]) -> String {
    let name = application.name;
    let own = || facts.iter().filter(move |f| f.application == name);
    let description = application.description();
    let (title, description) = description.split_once('\n').unwrap_or((&description, ""));
    let title = title.trim_end_matches('.');
    let mut text = format!("# {name}\n\n**{title}.**\n{description}\n\n## Kernels\n\n");
    for kernel in application.kernels {
        let _ = write!(text, "- `{}`: {}.", kernel.name, kernel.description);
        if let Some(note) = kernel.size_note {
            let _ = write!(text, " Outside the usual size range: {note}.");
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "\n## Launches\n\nFigures are for seed 1. Grid, block and waves are those of the largest launch. Shared memory is in bytes per \
         CTA, registers are per thread.\nA wave is as many CTAs as a Fermi with 16 SMs holds at once.\n\n{}",
        describe::launches(own()).markdown()
    );
    if let Some(table) = describe::papers(application.rows(), facts) {
        let _ = write!(text, "\n## In the papers' tables\n\n{}", table.markdown());
    }
    let small = own().filter(|f| f.size == Size::Small);
    let _ = write!(
        text,
        "\n## Instruction mix\n\nIn percent of warp instructions at size `small`, by class \
         (`warploom suite show {name} --mix`).\n\n{}",
        describe::mixes(small).markdown()
    );
    let _ =
        write!(text, "\n## Source\n\n```cpp\n{{{{#include ../../crates/suite/kernels/{name}.cu}}}}\n```\n");
    text
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
fn every_application_has_its_page() {
    let facts = facts();
    for application in applications() {
        agree(&docs().join(format!("suite/{}.md", application.name)), &page(application, &facts));
    }
    agree(&docs().join("suite.md"), &overview(&facts));
}

#[test]
fn the_papers_phases_are_beside_ours() {
    let (table, summary) = table_two().expect("the suite can be read");
    let text = format!("{}{}\n{summary}", include_str!("table_two.md"), table.markdown());
    agree(&docs().join("table-two.md"), &text);
}

#[test]
fn the_contents_name_every_page_and_no_other() {
    let summary = std::fs::read_to_string(docs().join("SUMMARY.md")).expect("the book has contents");
    let listed: Vec<&str> = summary.lines().filter(|line| line.contains("(suite/")).collect();
    let entry = |a: &Application| format!("  - [{0}](suite/{0}.md)", a.name);
    let expected: Vec<String> = applications().map(entry).collect();
    assert_eq!(listed, expected, "docs/SUMMARY.md");
    for file in std::fs::read_dir(docs().join("suite")).expect("the pages are there") {
        let file = file.expect("an entry can be read").path();
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        assert!(applications().any(|a| a.name == name), "no application has the page {name}.md");
    }
}
