//! Scheduler-cycles charged to source lines.

use crate::record::Stalls;
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::Cause;
use warploom_gpu::run::LaunchRecord;

/// A source line, or an instruction that comes from none.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum Place {
    /// A line of a file.
    Source {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// An instruction.
    Instruction {
        /// Its kernel.
        kernel: String,
        /// Its address in the code.
        address: u64,
        /// Its opcode.
        opcode: String,
    },
}

/// What a place cost: how often schedulers issued from there, and how long they waited for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// Scheduler-cycles by cause.
    pub stalls: Stalls,
}

impl Line {
    /// Scheduler-cycles without an issue.
    pub fn stalled(&self) -> u64 {
        self.stalls.total() - self.stalls.of(Cause::Issued)
    }
}

/// What each place of some launches cost, the worst first: where schedulers waited longest. Places that cost nothing are
/// left out.
pub fn lines(launches: &[LaunchRecord]) -> Vec<Line> {
    let mut places: BTreeMap<Place, Stalls> = BTreeMap::new();
    for record in launches {
        let code = &record.launch.code;
        for (instruction, costs) in code.instructions.iter().zip(&record.by_instruction) {
            if costs.iter().all(|&cost| cost == 0) {
                continue;
            }
            let file = instruction.source.and_then(|at| Some((code.files.get(at.file as usize)?, at.line)));
            let place = match file {
                Some((file, line)) => Place::Source { file: file.clone(), line },
                None => Place::Instruction {
                    kernel: record.launch.kernel.clone(),
                    address: instruction.address,
                    opcode: instruction.opcode.clone(),
                },
            };
            let sums = places.entry(place).or_default();
            sums.0.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
    }
    let mut lines: Vec<Line> = places.into_iter().map(|(place, stalls)| Line { place, stalls }).collect();
    // Among equals, the order of places stays.
    lines.sort_by_key(|line| std::cmp::Reverse((line.stalled(), line.stalls.total())));
    lines
}
