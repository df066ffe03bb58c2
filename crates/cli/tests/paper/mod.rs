//! The paper, its appendix and the pages on the results of the reproductions state what the software says: templates name facts, and
//! the texts are made of them.
//!
//! `WARPLOOM_WRITE=1` and `INSTA_UPDATE=always` write them anew.

mod facts;
mod template;

use facts::{Commands, Facts};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use template::{NAMES, render, typed_numbers};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A text that is made of a template.
struct Text {
    template: &'static str,
    file: &'static str,
}

const PAPER: Text = Text { template: "paper/paper.in.md", file: "paper/paper.md" };
const ARTIFACT: Text = Text { template: "paper/artifact.in.md", file: "paper/artifact.md" };
const PAGES: [Text; 5] = [
    Text {
        template: "crates/cli/tests/paper/pages/results.in.md",
        file: "docs/reference/reproduce/README.md",
    },
    Text {
        template: "crates/cli/tests/paper/pages/phase-aware.in.md",
        file: "docs/reference/reproduce/phase-aware/open.md",
    },
    Text { template: "crates/cli/tests/paper/pages/pro.in.md", file: "docs/reference/reproduce/pro/open.md" },
    Text {
        template: "crates/cli/tests/paper/pages/motrr.in.md",
        file: "docs/reference/reproduce/motrr/open.md",
    },
    Text { template: "crates/cli/tests/paper/pages/gcn.in.md", file: "docs/reference/reproduce/gcn/open.md" },
];

fn texts() -> impl Iterator<Item = &'static Text> {
    [&PAPER, &ARTIFACT].into_iter().chain(&PAGES)
}

fn rendered(text: &Text) -> (String, BTreeSet<String>) {
    render(&read(text.template), &facts::all()).unwrap_or_else(|wrong| panic!("{}:\n{wrong}", text.template))
}

#[test]
fn the_paper_states_the_facts() {
    let always = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for text in texts() {
        let (page, _) = rendered(text);
        let path = root().join(text.file);
        if always || std::env::var_os("WARPLOOM_WRITE").is_some() {
            fs::write(&path, &page).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == page,
            "{} is not what the facts say: run this test with WARPLOOM_WRITE=1",
            text.file
        );
    }
}

#[test]
fn no_number_is_typed_by_hand() {
    for text in texts() {
        let typed = typed_numbers(&read(text.template));
        let template = text.template;
        assert!(typed.is_empty(), "{template}: use a placeholder for {typed:?}, or name it in template.rs");
    }
}

#[test]
fn the_appendix_shows_every_command_with_its_minutes() {
    let (_, used) = rendered(&ARTIFACT);
    for command in Commands::read().command {
        for what in ["command", "minutes"] {
            let name = format!("run.{}.{what}", command.name);
            assert!(used.contains(&name), "paper/artifact.in.md does not use `{name}`");
        }
    }
}

/// A name that no text uses would let a number pass.
#[test]
fn every_allowed_name_is_used() {
    let texts: String = texts().map(|text| read(text.template)).collect();
    let unused: Vec<&&str> = NAMES.iter().filter(|name| !texts.contains(**name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// A page that is written by another command than the measured one would have other numbers.
#[test]
fn the_commands_of_the_appendix_are_those_of_the_pages() {
    let facts = facts::all();
    let commands = Commands::read();
    let run = |name: &str| {
        let found = commands.command.iter().find(|command| command.name == name);
        found.unwrap_or_else(|| panic!("no command `{name}`")).run.trim_end_matches(" --quiet").to_owned()
    };
    assert_eq!(run("compare"), facts["compare.command"]);
    for name in commands.command.iter().filter_map(|command| command.name.strip_prefix("reproduce-")) {
        assert_eq!(run(&format!("reproduce-{name}")), facts[&format!("reproduce.{name}.command")]);
    }
}

#[test]
fn figures_and_citations_exist() {
    let paper = read(PAPER.template);
    let figures: Vec<&str> =
        paper.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect();
    assert!(figures.len() <= 3, "{figures:?}");
    for figure in figures {
        assert!(root().join("paper").join(figure).exists(), "{figure}");
    }
    let entries = read("paper/paper.bib");
    let entries: BTreeSet<&str> = entries
        .lines()
        .filter_map(|line| line.strip_prefix('@')?.split_once('{')?.1.strip_suffix(','))
        .collect();
    let is_key = |c: char| c.is_alphanumeric() || c == '-';
    let cited: BTreeSet<&str> =
        paper.split('@').skip(1).map(|rest| rest.split(|c| !is_key(c)).next().unwrap()).collect();
    assert_eq!(cited, entries, "cited, and in paper.bib");
}

/// The length that the Journal of Open Source Software asks for, without front matter, captions' targets and references.
#[test]
fn the_paper_has_the_length_and_the_sections_of_its_journal() {
    let (page, _) = rendered(&PAPER);
    let body = page.splitn(3, "---\n").nth(2).unwrap();
    let words = body.split_whitespace().count();
    assert!((750..=1750).contains(&words), "{words} words");
    let sections: Vec<&str> = body.lines().filter_map(|line| line.strip_prefix("# ")).collect();
    for section in
        ["Summary", "Statement of need", "State of the field", "Software design", "Research impact statement"]
    {
        assert!(sections.contains(&section), "no section `{section}` in {sections:?}");
    }
    assert_eq!(sections.last(), Some(&"References"));
}

#[test]
fn placeholders_without_a_fact_are_errors() {
    let facts = Facts::from([("a".to_owned(), "4".to_owned()), ("b".to_owned(), "much".to_owned())]);
    assert_eq!(render("{{a}} or {{a|word}}: {{b}}", &facts).unwrap().0, "4 or four: much");
    assert_eq!(render("{{c}} and {{b|word}}", &facts), Err("no fact: `c`\nno fact: `b|word`".to_owned()));
    assert_eq!(render("{{a", &facts), Err("no end: `{{a`".to_owned()));
}

#[test]
fn numbers_typed_by_hand_are_found() {
    let text = "---\ndate: 1 May 2026\n---\nA two-level policy [@narasiman2011; @b2] on Multi2Sim has {{a}} of \
                [seven](x7.md) points, 3.5 % and twenty-two.";
    assert_eq!(typed_numbers(text), ["seven", "3", "5", "twenty-two"]);
    assert_eq!(typed_numbers("{{a}} and 12 or {{b}}"), ["12"]);
    assert_eq!(typed_numbers("`sm.count=4` in IV-B2 says \"up to 9 %\", as III-1 does, of 7"), ["7"]);
}
