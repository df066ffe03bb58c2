//! Scheduler-cycles by source line.

use crate::record::Stalls;
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::Cause;
use warploom_gpu::run::LaunchRecord;

/// A source line, or an instruction without one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum CodeLocation {
    /// A line of a file.
    Source {
        /// The file.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// An instruction.
    Instruction {
        /// The kernel.
        kernel: String,
        /// The instruction's address in the code, in bytes.
        address: u64,
        /// The opcode.
        opcode: String,
    },
}

/// The scheduler-cycles of a source line: its issues, and the stalls of its instructions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LineStalls {
    /// The line, or the instruction.
    #[serde(flatten)]
    pub place: CodeLocation,
    /// Scheduler-cycles by cause.
    pub stalls: Stalls,
}

impl LineStalls {
    /// Scheduler-cycles without an issue.
    pub fn stalled(&self) -> u64 {
        self.stalls.total() - self.stalls.of(Cause::Issued)
    }
}

/// Scheduler-cycles by source line over several launches, most cycles first. Lines without scheduler-cycles are left out.
pub fn lines(launches: &[LaunchRecord]) -> Vec<LineStalls> {
    let mut places: BTreeMap<CodeLocation, Stalls> = BTreeMap::new();
    for record in launches {
        let code = &record.launch.code;
        for (instruction, costs) in code.instructions.iter().zip(&record.by_instruction) {
            if costs.iter().all(|&cost| cost == 0) {
                continue;
            }
            let file = instruction.source.and_then(|at| Some((code.files.get(at.file as usize)?, at.line)));
            let place = match file {
                Some((file, line)) => CodeLocation::Source { file: file.clone(), line },
                None => CodeLocation::Instruction {
                    kernel: record.launch.kernel.clone(),
                    address: instruction.address,
                    opcode: instruction.opcode.clone(),
                },
            };
            let sums = places.entry(place).or_default();
            sums.0.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
    }
    let mut lines: Vec<LineStalls> =
        places.into_iter().map(|(place, stalls)| LineStalls { place, stalls }).collect();
    // The sort is stable: equal lines stay in the order of their locations.
    lines.sort_by_key(|line| std::cmp::Reverse((line.stalls.total(), line.stalled())));
    lines
}
