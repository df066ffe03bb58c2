//! What launches do wrong: faults, bad accesses that a GPU lets pass, and data races. A program launches a kernel many times: each
//! line of it is reported once.

use crate::capture::Finding;
use std::collections::BTreeSet;
use warploom_kernel::execute::race::{Race, RaceKind, Races};
use warploom_kernel::execute::{FaultKind, FaultLocation, RunError, Warning, Warnings};

/// Kernel, and place and kind of both accesses.
type RaceKey = (String, [(String, RaceKind); 2]);

/// Pairs of lines whose races have been reported.
#[derive(Debug, Default)]
pub struct KnownRaces(BTreeSet<RaceKey>);

impl KnownRaces {
    /// The races of a launch that no earlier launch of the kernel had.
    pub fn new_ones(&mut self, kernel: &str, races: Races) -> Vec<Race> {
        let mut found = races.distinct;
        found.retain(|race| {
            let mut accesses = [&race.first, &race.second].map(|access| (access.place(), access.kind));
            accesses.sort_unstable();
            self.0.insert((kernel.to_owned(), accesses))
        });
        found
    }
}

/// Lines whose bad accesses have been reported: kernel, line and kind of error.
#[derive(Debug, Default)]
pub struct KnownWarnings(BTreeSet<(String, String, &'static str)>);

impl KnownWarnings {
    /// The warnings of a launch for lines that no earlier launch of the kernel had.
    pub fn new_ones(&mut self, kernel: &str, warnings: Warnings) -> Vec<Warning> {
        let mut found = warnings.distinct;
        found.retain(|warning| {
            let location = &warning.fault.location;
            let line = match &location.source {
                Some((file, line)) => format!("{file}:{line}"),
                None => location.in_code(),
            };
            self.0.insert((kernel.to_owned(), line, error(&warning.fault.kind)))
        });
        found
    }
}

/// The kind of an error that a GPU lets pass.
fn error(kind: &FaultKind) -> &'static str {
    match kind {
        FaultKind::OutOfBounds { .. } => "out of bounds",
        FaultKind::UseAfterFree { .. } => "use after free",
        FaultKind::Uninitialised { .. } => "uninitialised",
        FaultKind::BeforeWait { .. } => "before the wait",
        _ => "other",
    }
}

/// What a launch did wrong.
#[derive(Debug, Default)]
pub struct Findings {
    /// Bad accesses that a GPU lets pass, at lines that were not reported before.
    pub warnings: Vec<Warning>,
    /// Bad accesses after the list of warnings was full.
    pub omitted: u64,
    /// Data races that were not reported before.
    pub races: Vec<Race>,
}

impl Findings {
    /// Entries for the list of launches, with the launch's fault.
    pub fn entries(&self, error: Option<&RunError>) -> Vec<Finding> {
        let entry = |kind: &str, at: &FaultLocation, text: String| {
            let (file, line) = at.source.clone().unzip();
            Finding { kind: kind.to_owned(), file, line, text }
        };
        let fault = match error {
            Some(RunError::Fault(fault)) => {
                Some(entry("fault", &fault.location, fault.readable().to_string()))
            }
            Some(other) => {
                Some(Finding { kind: "fault".to_owned(), text: other.to_string(), ..Finding::default() })
            }
            None => None,
        };
        let races =
            self.races.iter().map(|race| entry("race", &race.first.location, race.readable().to_string()));
        let warnings = self
            .warnings
            .iter()
            .map(|Warning { fault, .. }| entry("warning", &fault.location, fault.readable().to_string()));
        races.chain(warnings).chain(fault).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_kernel::execute::Fault;

    fn fault(kind: FaultKind, line: u32) -> Fault {
        let location = FaultLocation {
            kernel: "_Z1kPf".to_owned(),
            function: None,
            language: "PTX",
            address: None,
            line,
            source: None,
            cta: [0; 3],
            thread: [0; 3],
            wave: None,
        };
        Fault { kind, location: Box::new(location) }
    }

    fn freed(line: u32) -> Fault {
        let (instruction, name) = ("ld.global.f32".to_owned(), "allocation 1 of cudaMalloc".to_owned());
        fault(FaultKind::UseAfterFree { instruction, address: 0x100, bytes: 4, name }, line)
    }

    #[test]
    fn a_line_is_reported_in_the_first_launch_that_has_it() {
        let mut known = KnownWarnings::default();
        let warnings = |lines: &[u32]| Warnings {
            distinct: lines.iter().map(|&line| Warning { fault: freed(line), count: 2 }).collect(),
            omitted: 0,
        };
        assert_eq!(known.new_ones("k", warnings(&[7, 8])).len(), 2);
        let [new] = &known.new_ones("k", warnings(&[7, 9]))[..] else { panic!("line 9 is new") };
        assert_eq!(new.fault.location.line, 9);
        assert_eq!(known.new_ones("other", warnings(&[7])).len(), 1);
    }
}
