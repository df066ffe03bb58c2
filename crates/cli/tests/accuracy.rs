//! Cycles and misses beside Accel-Sim's: the table in `docs/accuracy.md` is what simulating leaves.
//!
//! `INSTA_UPDATE=always` writes anew the rows that are simulated. The slow ones:
//! `cargo nextest run --release -p warploom --test accuracy --run-ignored only`.

mod accelsim;

use accelsim::{Answer, CONFIGURATIONS, POLICIES, answer, answers, import, machine, policy, simulate};
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warploom_gpu::run::Options;
use warploom_lab::record::{Cache, Record};

/// In the dev profile, these take seconds.
const QUICK: [&str; 3] = ["ffma", "vecadd", "matmul"];
const SLOW: [&str; 2] = ["gather", "rowwalk"];

fn percent(cache: &Cache) -> String {
    format!("{:.1}", 100.0 * cache.misses as f64 / cache.accesses as f64)
}

/// What names a row: its first cells.
fn key(configuration: &str, trace: &str, policy: &str) -> String {
    format!("| {configuration} | {trace} | {policy} | ")
}

fn row(policy: &str, ours: &Record, theirs: &Answer) -> String {
    let apart = 100.0 * (ours.cycles as f64 / theirs.cycles as f64 - 1.0);
    format!(
        "{}{} | {} | {apart:+.1} % | {} | {:.1} | {} | {:.1} |",
        key(&theirs.configuration, &theirs.trace, policy),
        ours.cycles,
        theirs.cycles,
        percent(&ours.l1),
        100.0 * theirs.l1_misses,
        percent(&ours.l2),
        100.0 * theirs.l2_misses,
    )
}

/// Simulates traces on all configurations under all policies. What does not depend on time is the same on both sides.
fn rows(traces: &[&str]) -> Vec<String> {
    let (directory, answers) = (tempfile::tempdir().expect("a directory"), answers());
    let tape_of = |trace: &str| directory.path().join(format!("{trace}.tape"));
    for trace in traces {
        import(trace, &tape_of(trace));
    }
    let machines = CONFIGURATIONS.map(machine);
    let runs: Vec<_> = machines
        .iter()
        .flat_map(|machine| {
            traces.iter().flat_map(move |&trace| POLICIES.map(|names| (machine, trace, names)))
        })
        .collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![String::new(); runs.len()]));
    let work = || {
        while let Some((at, &(machine, trace, (name, scheduler)))) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            runs.get(at).map(|run| (at, run))
        } {
            let ours = simulate(&tape_of(trace), machine, &policy(name), Options::default());
            let theirs = answer(&answers, &machine.name, trace, scheduler);
            let what = format!("{} {trace} {name}", machine.name);
            assert_eq!(ours.warp_instructions, theirs.warp_instructions, "{what}");
            assert_eq!(ours.l1.accesses, theirs.l1_accesses, "{what}: accesses of the L1");
            done.lock().expect("no one panicked")[at] = row(name, &ours, theirs);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    done.into_inner().expect("no one panicked")
}

fn check(traces: &[&str]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/accuracy.md");
    let rows = rows(traces);
    // Two tests may be about to write their rows.
    let lock = fs::File::open(accelsim::beside("results.csv")).expect("it is there");
    lock.lock().expect("it can be locked");
    let page = fs::read_to_string(&path).expect("the page can be read");
    let cells = |row: &str, n: usize| row.split_inclusive("| ").take(n).collect::<String>();
    let known = |line: &str| rows.iter().find(|row| cells(row, 4) == cells(line, 4));
    let mut lines: Vec<&str> = page.lines().map(|line| known(line).map_or(line, String::as_str)).collect();
    let missing = rows.iter().filter(|row| !lines.contains(&row.as_str())).map(String::as_str);
    let missing: Vec<&str> = missing.collect();
    let end = lines.iter().rposition(|line| line.starts_with("| ")).map_or(lines.len(), |at| at + 1);
    lines.splice(end..end, missing);
    let right = lines.join("\n") + "\n";
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        fs::write(&path, &right).expect("the page can be written");
        return;
    }
    let differ: String = lines
        .iter()
        .filter(|line| !page.lines().any(|there| there == **line))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(
        differ.is_empty(),
        "docs/accuracy.md should have these rows (INSTA_UPDATE=always writes them):\n{differ}"
    );
}

#[test]
fn the_book_tells_cycles_and_misses_beside_accel_sims() {
    check(&QUICK);
}

#[test]
#[ignore = "takes a minute; run it in release after the machine's model changed"]
fn the_book_tells_those_of_scattered_accesses_too() {
    check(&SLOW);
}
