//! What machines answer to the microbenchmarks: the book's table.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use warploom_gpu::machine::{Machine, Unit, named};
use warploom_papers::micro::{
    Micro, MicroError, MicroResult, PublishedValue, Reference, measure, measure_at,
};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_report::Table;
use warploom_suite::{Size, application};

/// The machines of the book's table.
const MACHINES: &[&str] = &["gtx480", "titanx", "v100", "rtx2060", "a100", "rtx3070", "h100"];
/// One warp or all the same: the policy hardly matters.
const POLICY: &str = "gto";

fn answers(machine: &str) -> Vec<MicroResult> {
    let machine = named(machine).unwrap_or_else(|| panic!("there is no machine {machine}")).machine();
    measure(&machine, &Choice::parse(POLICY, WARP_POLICIES).expect("there is such a policy"))
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

/// The number of a published value's source.
fn source(known: &PublishedValue, reference: &Reference) -> String {
    let at = reference.sources.keys().position(|name| *name == known.source);
    format!("[{}]", at.expect("a reference that was read has its sources") + 1)
}

fn page() -> String {
    let reference = Reference::built_in().expect("it can be read");
    let all: Vec<Vec<MicroResult>> = std::thread::scope(|scope| {
        let asked: Vec<_> = MACHINES.iter().map(|machine| scope.spawn(|| answers(machine))).collect();
        asked.into_iter().map(|machine| machine.join().expect("it answers")).collect()
    });
    let mut titles = vec!["microbenchmark".to_owned(), "figure".to_owned(), "unit".to_owned()];
    titles.extend(MACHINES.iter().map(|machine| format!(">{machine}")));
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    for (at, micro) in reference.micro.iter().enumerate() {
        let mut cells = vec![micro.kernel.clone(), micro.about.clone(), micro.unit.clone()];
        for answers in &all {
            let cited = |known: &PublishedValue| format!("{} {}", known.value, source(known, &reference));
            let known: Vec<String> = answers[at].known.iter().map(cited).collect();
            let beside = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
            cells.push(format!("{}{beside}", shown(answers[at].ours)));
        }
        table.row(cells);
    }
    let mut published = Table::new(&["microbenchmark", "GPU", ">value", "unit", "source", "note"]);
    for micro in &reference.micro {
        for known in &micro.known {
            let mut cells = vec![micro.kernel.clone(), known.gpu.clone(), known.value.to_string()];
            cells.extend([micro.unit.clone(), source(known, &reference)]);
            cells.push(known.note.clone().unwrap_or_default());
            published.row(cells);
        }
    }
    let mut text = String::from(include_str!("micro.md"));
    let _ = write!(
        text,
        "\n## Simulated machines and real GPUs\n\nPublished measurements of the GPU are in parentheses, with their source in \
         brackets.\n\n{}",
        table.markdown()
    );
    let _ = write!(text, "\n## Published measurements\n\n{}\n", published.markdown());
    for (at, source) in reference.sources.values().enumerate() {
        let _ = writeln!(text, "{}. {}", at + 1, source.cite);
    }
    text
}

/// `INSTA_UPDATE=always` writes the page anew.
#[test]
fn the_books_table_is_what_machines_answer() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/explanation/micro.md");
    let page = page();
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        std::fs::write(&path, &page).expect("the page can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == page,
        "docs/explanation/micro.md is not what machines answer: run with INSTA_UPDATE=always\n{page}"
    );
}

/// What a GTX 480 answers after a change, at size `tiny`, by kernel.
fn changed(change: fn(&mut Machine)) -> BTreeMap<String, f64> {
    let mut machine = named("gtx480").expect("it is there").machine();
    change(&mut machine);
    let policy = Choice::parse(POLICY, WARP_POLICIES).expect("there is such a policy");
    let answers = measure_at(&machine, &policy, Size::Tiny).expect("it answers");
    answers.into_iter().map(|answer| (answer.micro.kernel, answer.ours)).collect()
}

#[test]
fn each_asks_what_it_is_about() {
    let plain = changed(|_| ());
    let slower = changed(|machine| {
        let float = |unit: &mut Unit| unit.work.values_mut().for_each(|timing| timing.latency += 8);
        machine.sm_mut().units.get_mut("sp").into_iter().for_each(float);
        machine.sm_mut().load_store.shared_latency += 16;
        machine.l2.dram_latency += 100;
    });
    let more = |kernel: &str| slower[kernel] - plain[kernel];
    // Loops cost a little too.
    for (kernel, cycles) in
        [("ffma_chain", 8.0), ("chase_shared", 16.0), ("conflict_32", 16.0), ("chase_dram", 100.0)]
    {
        assert!((more(kernel) - cycles).abs() < 1.5, "{kernel}: {cycles} became {}", more(kernel));
    }
    for kernel in ["chase_l1", "chase_l2", "atomic_chain"] {
        assert!(more(kernel).abs() < 1.5, "{kernel}: nothing became {}", more(kernel));
    }
    for order in [
        &["chase_shared", "chase_l1", "chase_l2", "chase_dram"][..],
        &["conflict_1", "conflict_2", "conflict_4", "conflict_8", "conflict_16", "conflict_32"],
        &["atomic_same", "atomic_spread"],
    ] {
        assert!(order.is_sorted_by(|a, b| plain[*a] < plain[*b]), "{order:?}: {plain:?}");
    }
}

#[test]
fn every_microbenchmark_is_in_the_reference_once() {
    let reference = Reference::built_in().expect("it can be read");
    let named: Vec<&str> = reference.micro.iter().map(|micro| micro.kernel.as_str()).collect();
    let kernels = application("micro").expect("it is there").kernels;
    let declared: Vec<&str> = kernels.iter().map(|kernel| kernel.name).collect();
    assert_eq!(named, declared);
    for source in reference.sources.keys() {
        let cites = |micro: &Micro| micro.known.iter().any(|known| known.source == *source);
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
    assert!(
        matches!(Reference::read(&micro("warp", "")), Err(MicroError::UnknownName(name)) if name == "warp")
    );
    let known = "known = [{ gpu = \"v100\", value = 1, source = \"nobody\" }]";
    assert!(
        matches!(Reference::read(&micro("barrier", known)), Err(MicroError::UnknownName(name)) if name == "nobody")
    );
    assert!(matches!(Reference::read(&micro("barrier", "units = 1")), Err(MicroError::Reference(_))));
}
