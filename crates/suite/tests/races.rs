//! Data races of the applications.

use std::collections::BTreeSet;
use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{Launch, Mode};
use warploom_suite::{Application, Error, Size, Workload, applications};

/// An application, and the lines of both accesses.
type Known = (&'static str, &'static str, &'static str);

/// Races that belong to an algorithm.
///
/// Nodes of one level of the breadth-first search find the same neighbour: one marks it as visited while another looks whether
/// it is. Both orders give the same result, because all of them then write the same values.
const KNOWN: &[Known] = &[("bfs", "bfs.cu:32", "bfs.cu:33")];

#[test]
fn no_application_has_an_unknown_data_race() {
    let found = check(|application| application.prepare(Size::Tiny, 1));
    assert_eq!(found, KNOWN);
}

/// The compiler may do without one of the accesses, so that there is less to find.
#[test]
fn no_machine_code_has_an_unknown_data_race() {
    for architecture in [70, 80, 90] {
        check(|application| {
            let cubin = application.cubin(architecture).expect("each has a cubin");
            application.prepare_cubin(cubin, Size::Tiny, 1)
        });
    }
}

/// Asserts that applications have no other races than the known ones, and returns those that they have.
fn check(prepare: impl Fn(&'static Application) -> Result<Workload, Error>) -> Vec<Known> {
    let mut found = BTreeSet::new();
    let mut unknown = Vec::new();
    for application in applications() {
        let fails = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", application.name) };
        let mut work = prepare(application).unwrap_or_else(|e| fails(&e));
        while let Some(ready) = work.next_launch().unwrap_or_else(|e| fails(&e)) {
            let program = ready.program.ordered().expect("races are found in it");
            let launch = Launch { mode: Mode::Warps32, ..ready.launch };
            let mut detector = RaceDetector::new(program, &launch);
            ready
                .program
                .execute_finding_races(ready.globals, &launch, ready.memory, &mut detector)
                .unwrap_or_else(|e| fails(&e));
            for race in detector.races(ready.memory).distinct {
                let mut places = [race.first.place(), race.second.place()];
                places.sort();
                let known = (application.name, places[0].as_str(), places[1].as_str());
                match KNOWN.iter().find(|one| **one == known) {
                    Some(one) => {
                        found.insert(*one);
                    }
                    None => unknown.push(format!("{}: {race}", application.name)),
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    found.into_iter().collect()
}
