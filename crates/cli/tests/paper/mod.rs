//! The paper and its appendix state what the software says: `paper/*.in.md` name facts, and `paper/*.md` are made of them.
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

/// The texts that are made of templates.
const TEXTS: [&str; 2] = ["paper", "artifact"];

fn template_of(text: &str) -> String {
    read(&format!("paper/{text}.in.md"))
}

fn rendered(text: &str) -> (String, BTreeSet<String>) {
    render(&template_of(text), &facts::all()).unwrap_or_else(|wrong| panic!("paper/{text}.in.md:\n{wrong}"))
}

#[test]
fn the_paper_states_the_facts() {
    let always = std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always");
    for text in TEXTS {
        let (page, _) = rendered(text);
        let path = root().join(format!("paper/{text}.md"));
        if always || std::env::var_os("WARPLOOM_WRITE").is_some() {
            fs::write(&path, &page).unwrap();
        }
        let there = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            there == page,
            "paper/{text}.md is not what the facts say: run this test with WARPLOOM_WRITE=1"
        );
    }
}

#[test]
fn no_number_is_typed_by_hand() {
    for text in TEXTS {
        let typed = typed_numbers(&template_of(text));
        assert!(
            typed.is_empty(),
            "paper/{text}.in.md: use a placeholder for {typed:?}, or name it in template.rs"
        );
    }
}

#[test]
fn the_appendix_shows_every_command_with_its_minutes() {
    let (_, used) = rendered("artifact");
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
    let texts = TEXTS.map(template_of).concat();
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
    let paper = template_of("paper");
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
    let (page, _) = rendered("paper");
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
}
