//! `facts.txt` holds what is measured, and every application computes what its reference does.
//!
//! `INSTA_UPDATE=always` writes it anew. Papers' sizes take minutes in a release build, so they are asked for:
//! `cargo nextest run --release -p warploom-suite --run-ignored only`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use warploom_suite::{
    Application, BufferCheck, Error, KernelFacts, Size, applications, facts, launch_facts, measure,
    write_facts,
};

/// Does something with each application at each of its sizes that is wanted, on all processors.
fn each<T: Send>(
    wanted: impl Fn(Size) -> bool,
    act: impl Fn(&'static Application, Size) -> T + Sync,
) -> Vec<T> {
    let sizes = |a: &'static Application| a.sizes().into_iter().map(move |s| (a, s));
    let list: Vec<_> = applications().flat_map(sizes).filter(|&(_, s)| wanted(s)).collect();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&(application, size)) = list.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let result = act(application, size);
                    done.lock().expect("no thread panics").push(result);
                }
            });
        }
    });
    done.into_inner().expect("no thread panics")
}

/// Measures the sizes wanted, checks the results, and compares with what is written.
fn measured_as_written(wanted: fn(Size) -> bool) {
    let found: Vec<KernelFacts> = each(wanted, |application, size| {
        let run = || {
            let mut work = application.prepare(size, 1)?;
            Ok::<_, Error>((measure(&mut work)?, work.check()?))
        };
        let (facts, checks) = run().unwrap_or_else(|e| panic!("{} at {size}: {e}", application.name));
        let wrong: Vec<&BufferCheck> = checks.iter().filter(|v| !v.passed()).collect();
        assert!(wrong.is_empty(), "{} at {size}: {wrong:#?}", application.name);
        assert!(!checks.is_empty(), "{} checks nothing", application.name);
        facts
    })
    .into_iter()
    .flatten()
    .collect();

    let mut all: Vec<KernelFacts> = facts();
    let written = write_facts(&all);
    all.retain(|f| !wanted(f.size));
    all.extend(found);
    let text = write_facts(&all);
    if std::env::var("INSTA_UPDATE").is_ok_and(|v| v == "always") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/facts.txt");
        std::fs::write(path, text).expect("the facts can be written");
    } else if let Some((old, new)) = written.lines().zip(text.lines()).find(|(old, new)| old != new) {
        panic!("facts.txt is not what is measured: run with INSTA_UPDATE=always\n{old}\n{new}");
    } else {
        assert_eq!(written.lines().count(), text.lines().count(), "facts.txt has too many or too few lines");
    }
}

#[test]
fn tiny_and_small() {
    measured_as_written(|size| !matches!(size, Size::Paper(_)));
}

#[test]
#[ignore = "takes minutes; run it after a kernel or a paper's size changed"]
fn paper() {
    measured_as_written(|size| matches!(size, Size::Paper(_)));
}

#[test]
fn papers_rows_are_of_these_kernels_and_launches() {
    let written = facts();
    let again = "measure papers' sizes again: INSTA_UPDATE=always cargo nextest run --release -p warploom-suite \
                 --run-ignored only";
    each(
        |size| matches!(size, Size::Paper(_)),
        |application, size| {
            let work = application.prepare(size, 1).unwrap_or_else(|e| panic!("{}: {e}", application.name));
            let now = launch_facts(&work).unwrap_or_else(|e| panic!("{}: {e}", application.name));
            let mut then: Vec<KernelFacts> = written
                .iter()
                .filter(|f| f.application == application.name && f.size == size)
                .cloned()
                .collect();
            for fact in &mut then {
                assert!(fact.warp_instructions > 0, "{}: {again}", fact.work());
                (fact.warp_instructions, fact.thread_instructions) = (0, 0);
                fact.mix = Default::default();
            }
            assert!(then == now, "{} at {size}: {again}\nthen {then:#?}\nnow {now:#?}", application.name);
        },
    );
}
