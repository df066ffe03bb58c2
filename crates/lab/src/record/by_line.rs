//! Scheduler-cycles by source line.

use super::{Details, Stalls};
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::{Cause, StallDetails};
use warploom_gpu::simulation::LaunchRecord;

/// A source line, or an instruction without one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(untagged)]
pub enum CodeLocation {
    /// A line of a file.
    Source {
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// An instruction.
    Instruction {
        kernel: String,
        /// The instruction's address in the code, in bytes.
        address: u64,
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
    /// Stalls by cause and detail.
    pub details: Details,
}

impl LineStalls {
    /// Scheduler-cycles without an issue.
    pub fn stalled(&self) -> u64 {
        self.stalls.total() - self.stalls.of(Cause::Issued)
    }
}

/// Scheduler-cycles by source line over several launches, most cycles first. Lines without scheduler-cycles are left out.
pub fn lines(launches: &[LaunchRecord]) -> Vec<LineStalls> {
    let mut places: BTreeMap<CodeLocation, (Stalls, StallDetails)> = BTreeMap::new();
    for record in launches {
        let code = &record.launch.code;
        for (instruction, costs) in code.instructions.iter().zip(&record.by_instruction) {
            if costs.is_zero() {
                continue;
            }
            // Inlined code belongs to the line that calls it.
            let source = instruction.call_site.or(instruction.source);
            let file = source.and_then(|at| Some((code.files.get(at.file as usize)?, at.line)));
            let place = match file {
                Some((file, line)) => CodeLocation::Source { file: file.clone(), line },
                None => CodeLocation::Instruction {
                    kernel: record.launch.kernel.clone(),
                    address: instruction.address,
                    opcode: instruction.opcode.clone(),
                },
            };
            let (sums, details) = places.entry(place).or_default();
            sums.0.iter_mut().zip(costs.stalls).for_each(|(sum, cost)| *sum += cost);
            *details += &costs.details;
        }
    }
    let units: &[String] = launches.first().map_or(&[], |record| &record.units);
    let line = |(place, (stalls, details)): (CodeLocation, (Stalls, StallDetails))| LineStalls {
        place,
        stalls,
        details: Details::of(&details, units),
    };
    let mut lines: Vec<LineStalls> = places.into_iter().map(line).collect();
    // The sort is stable: equal lines stay in the order of their locations.
    lines.sort_by_key(|line| std::cmp::Reverse((line.stalls.total(), line.stalled())));
    lines
}
