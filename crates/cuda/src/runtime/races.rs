//! Data races of a program, each reported once.

use std::collections::BTreeSet;
use warploom_kernel::execute::race::{Race, RaceKind, Races};

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
