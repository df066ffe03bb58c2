//! What machines answer to the microbenchmarks: the book's table.

use std::fmt::Write as _;
use std::path::Path;
use warploom_gpu::machine::named;
use warploom_lab::micro::{Answer, Error, Known, Reference, measure};
use warploom_policy::{ALL, Choice};
use warploom_suite::{Table, application};

/// The machines of the book's table.
const MACHINES: &[&str] = &["gtx480", "v100"];
/// One warp or all the same: the policy hardly matters.
const POLICY: &str = "gto";

fn answers(machine: &str) -> Vec<Answer> {
    let machine = named(machine).unwrap_or_else(|| panic!("there is no machine {machine}")).machine();
    measure(&machine, &Choice::parse(POLICY, ALL).expect("there is such a policy"))
        .unwrap_or_else(|error| panic!("{}: {error}", machine.name))
}

/// Three digits, and all before the point.
fn shown(value: f64) -> String {
    let places = if value >= 100.0 {
        0
    } else if value >= 10.0 {
        1
    } else {
        2
    };
    format!("{value:.places$}")
}

/// A published value with the number of its source.
fn cited(known: &Known, reference: &Reference) -> String {
    let number = reference.sources.keys().position(|name| *name == known.source).map_or(0, |at| at + 1);
    format!("{} [{number}]", known.value)
}

fn page() -> String {
    let reference = Reference::built_in().expect("it can be read");
    let all: Vec<Vec<Answer>> = MACHINES.iter().map(|machine| answers(machine)).collect();
    let mut titles = vec!["microbenchmark".to_owned(), "what".to_owned(), "unit".to_owned()];
    for machine in MACHINES {
        titles.extend([format!(">{machine}"), "hardware".to_owned()]);
    }
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    for (at, micro) in reference.micro.iter().enumerate() {
        let mut cells = vec![micro.kernel.clone(), micro.about.clone(), micro.unit.clone()];
        for answers in &all {
            let known: Vec<String> = answers[at].known.iter().map(|known| cited(known, &reference)).collect();
            cells.extend([shown(answers[at].ours), known.join(", ")]);
        }
        table.row(cells);
    }
    let mut published = Table::new(&["microbenchmark", "GPU", ">value", "unit", "source", "note"]);
    for micro in &reference.micro {
        for known in &micro.known {
            let (gpu, note) = (known.gpu.clone(), known.note.clone().unwrap_or_default());
            let number =
                reference.sources.keys().position(|name| *name == known.source).map_or(0, |at| at + 1);
            let value = known.value.to_string();
            published.row([
                micro.kernel.clone(),
                gpu,
                value,
                micro.unit.clone(),
                format!("[{number}]"),
                note,
            ]);
        }
    }
    let mut text = String::from(include_str!("micro.md"));
    let _ = write!(text, "\n## Ours beside the hardware\n\n{}", table.markdown());
    let _ = write!(text, "\n## What is published\n\n{}\n", published.markdown());
    for (at, source) in reference.sources.values().enumerate() {
        let _ = writeln!(text, "{}. {}", at + 1, source.cite);
    }
    text
}

/// `INSTA_UPDATE=always` writes the page anew.
#[test]
fn the_books_table_is_what_machines_answer() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/micro.md");
    let page = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/micro.md is not what machines answer: run with INSTA_UPDATE=always\n{page}");
}

#[test]
fn every_microbenchmark_is_in_the_reference_once() {
    let reference = Reference::built_in().expect("it can be read");
    let named: Vec<&str> = reference.micro.iter().map(|micro| micro.kernel.as_str()).collect();
    let kernels = application("micro").expect("it is there").kernels;
    let declared: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
    assert_eq!(named, declared);
    for source in reference.sources.keys() {
        let cites =
            |micro: &warploom_lab::micro::Micro| micro.known.iter().any(|known| known.source == *source);
        assert!(reference.micro.iter().any(cites), "nothing cites {source}");
    }
}

#[test]
fn a_reference_that_names_what_is_not_there_is_refused() {
    let micro = |kernel: &str, rest: &str| {
        format!(
            "[sources]\n[[micro]]\nkernel = \"{kernel}\"\nabout = \"\"\nunit = \"\"\nfigure = \"per-cycle\"\n{rest}"
        )
    };
    assert!(Reference::read(&micro("barrier", "")).is_ok());
    assert!(matches!(Reference::read(&micro("warp", "")), Err(Error::NoSuch(name)) if name == "warp"));
    let known = "known = [{ gpu = \"v100\", value = 1, source = \"nobody\" }]";
    assert!(
        matches!(Reference::read(&micro("barrier", known)), Err(Error::NoSuch(name)) if name == "nobody")
    );
    assert!(matches!(Reference::read(&micro("barrier", "units = 1")), Err(Error::Reference(_))));
}
