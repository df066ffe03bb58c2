//! Phases as JSON.

use super::analysis::Analysis;
use super::listing::SourceLine;
use serde_json::{Value, json};
use warploom_kernel::phase::{Phase, PhaseStart};

/// A kernel with its phases and instructions. Phases are numbered from 1, instructions from 0; a phase's `end` is one
/// past its last instruction.
pub fn kernel(one: &Analysis) -> Value {
    let phase = |(number, phase): (usize, &Phase)| {
        json!({
            "phase": number + 1,
            "start": phase.code.start,
            "end": phase.code.end,
            "length": one.timing.lengths()[number],
            "why": why(phase.start),
        })
    };
    let instruction = |at: usize| {
        let line = &one.listing.lines[at];
        json!({
            "label": line.label,
            "text": line.text,
            "class": one.listing.code.instructions[at].class.name(),
            "phase": one.phase_number(at),
            "distance": one.timing.distance(at),
            "long_latency": one.has_long_latency(at),
            "line": line.own.line,
            "source": line.source.as_ref().map(SourceLine::to_string),
        })
    };
    json!({
        "name": one.listing.name,
        "instructions": one.listing.lines.len(),
        "registers": one.listing.registers,
        "phases": one.phases.list().iter().enumerate().map(phase).collect::<Vec<_>>(),
        "phases_with_block_rule": one.with_blocks,
        "mean_length": one.mean(),
        "code": (0..one.listing.lines.len()).map(instruction).collect::<Vec<_>>(),
    })
}

fn why(why: PhaseStart) -> Value {
    let (kind, register, producer) = match why {
        PhaseStart::Entry => ("entry", None, None),
        PhaseStart::Block => ("block", None, None),
        PhaseStart::Barrier => ("barrier", None, None),
        PhaseStart::LongLatencyUse { register, producer } => {
            ("uses", Some(register.to_string()), Some(producer))
        }
        PhaseStart::Copies { producer } => ("copies", None, Some(producer)),
    };
    json!({ "kind": kind, "register": register, "producer": producer })
}
