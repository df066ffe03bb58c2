//! Data races of the applications.

use std::collections::BTreeSet;
use warploom_kernel::execute::race::RaceDetector;
use warploom_kernel::execute::{Launch, Mode};
use warploom_suite::{Size, applications};

/// Races that belong to an algorithm: application, and the lines of both accesses.
///
/// Nodes of one level of the breadth-first search find the same neighbour: one marks it as visited while another looks whether
/// it is. Both orders give the same result, because all of them then write the same values.
const KNOWN: &[(&str, &str, &str)] = &[("bfs", "bfs.cu:32", "bfs.cu:33")];

#[test]
fn no_application_has_an_unknown_data_race() {
    let mut found = BTreeSet::new();
    let mut unknown = Vec::new();
    for application in applications() {
        let fails = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", application.name) };
        let mut work = application.prepare(Size::Tiny, 1).unwrap_or_else(|e| fails(&e));
        while let Some(ready) = work.next_launch().unwrap_or_else(|e| fails(&e)) {
            let program = ready.program.ptx().expect("the suite's first code is PTX");
            let launch = Launch { mode: Mode::Warps32, ..ready.launch };
            let mut detector = RaceDetector::new(program, &launch);
            ready
                .program
                .run(ready.globals, &launch, ready.memory, &mut detector)
                .unwrap_or_else(|e| fails(&e));
            for race in detector.races(ready.memory).distinct {
                let mut places = [race.first.place(), race.second.place()];
                places.sort();
                let known = (application.name, places[0].as_str(), places[1].as_str());
                match KNOWN.iter().find(|one| **one == known) {
                    Some(one) => {
                        found.insert(one);
                    }
                    None => unknown.push(format!("{}: {race}", application.name)),
                }
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert_eq!(found.len(), KNOWN.len(), "{found:?}");
}
