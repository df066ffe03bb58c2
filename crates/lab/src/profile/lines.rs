//! Source lines and machine instructions with their share of the time, and what they wait for.

use super::KernelLaunches;
use crate::record::by_line::CodeLocation;
use crate::record::{Details, Stalls};
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::{Cause, InstructionCounts, StallDetail};
use warploom_kernel::class::Class;
use warploom_kernel::code::{Instruction, Source};
use warploom_kernel::tape::Launch;

/// A source line with the scheduler-cycles that its instructions are charged with.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct LineProfile {
    /// The line, or the instruction of code without lines. Inlined code belongs to the line that calls it.
    #[serde(flatten)]
    pub place: CodeLocation,
    /// Its scheduler-cycles as a share of those of all lines: the time that the line takes.
    pub share: f64,
    /// Scheduler-cycles by cause.
    pub stalls: Stalls,
    /// Stalls by detail.
    pub details: Details,
    /// What it waits for, the longest wait first.
    pub waits: Vec<Wait>,
    /// Active lanes of an issued instruction; none if nothing was issued.
    pub active_lanes: Option<f64>,
    /// Sectors of a global or local memory request; none without requests.
    pub sectors_per_request: Option<f64>,
    /// Sectors that the requested bytes would fill.
    pub ideal_sectors_per_request: Option<f64>,
    /// Passes of a shared-memory request; none without requests.
    pub passes_per_shared_request: Option<f64>,
    /// Lines of inlined functions in this line, with their share of the time of all lines.
    pub inlined: Vec<(CodeLocation, f64)>,
}

/// An instruction of machine code, with the scheduler-cycles that it is charged with.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct InstructionProfile {
    /// As a disassembler prints it.
    pub text: String,
    /// Its control fields: `B------:R-:W2:-:S04`.
    pub control: String,
    /// The source line that it belongs to, if the code has lines. Inlined code belongs to the line that calls it.
    pub source: Option<CodeLocation>,
    /// What it was charged with.
    #[serde(flatten)]
    pub charged: LineProfile,
}

/// A wait of a line.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Wait {
    /// The cause of the stall.
    pub cause: &'static str,
    /// Its detail, if the cause has one.
    pub detail: Option<String>,
    /// Scheduler-cycles as a share of those of all lines.
    pub share: f64,
    /// The line that computes or loads the operand, if the wait is for one, and it is another line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operand_of: Option<WaitSource>,
}

/// Origin of an operand that a line waits for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[non_exhaustive]
pub struct WaitSource {
    /// The line.
    #[serde(flatten)]
    pub place: CodeLocation,
    pub opcode: String,
}

/// What is collected for a line.
#[derive(Default)]
struct LineSums {
    counts: InstructionCounts,
    /// Scheduler-cycles by the instruction whose result was awaited, apart for memory.
    origins: BTreeMap<(bool, WaitSource), u64>,
    inlined: BTreeMap<CodeLocation, u64>,
}

/// The lines of a kernel in the order of files and lines. Lines without scheduler-cycles are left out.
pub(super) fn lines(kernel: &KernelLaunches<'_>) -> Vec<LineProfile> {
    let sums = sums(kernel, |instruction| instruction.call_site.or(instruction.source));
    let all: u64 = sums.values().flat_map(|sum| sum.counts.stalls).sum();
    let units = &kernel.first().units;
    sums.into_iter().map(|(place, sum)| line(place, sum, all, units)).collect()
}

/// The instructions of a kernel in machine code, in the order of their addresses; none of other code.
pub(super) fn instructions(kernel: &KernelLaunches<'_>) -> Vec<InstructionProfile> {
    let launch = &*kernel.first().launch;
    let mut sums = sums(kernel, |_| None);
    let all: u64 = sums.values().flat_map(|sum| sum.counts.stalls).sum();
    let units = &kernel.first().units;
    let mut found = Vec::new();
    for (at, instruction) in launch.code.instructions.iter().enumerate() {
        let (Some(text), Some(control)) = (&instruction.text, instruction.control) else { continue };
        let own = place(launch, at, None);
        let sum = sums.remove(&own).unwrap_or_default();
        let source = instruction.call_site.or(instruction.source);
        found.push(InstructionProfile {
            text: text.to_string(),
            control: control.to_string(),
            source: source.map(|source| place(launch, at, Some(source))),
            charged: line(own, sum, all, units),
        });
    }
    found
}

/// What is charged to each place: a line, or an instruction if `line_of` gives none.
fn sums(
    kernel: &KernelLaunches<'_>,
    line_of: fn(&Instruction) -> Option<Source>,
) -> BTreeMap<CodeLocation, LineSums> {
    let mut sums: BTreeMap<CodeLocation, LineSums> = BTreeMap::new();
    for record in &kernel.launches {
        let (launch, code) = (&*record.launch, &*record.launch.code);
        for (at, counts) in record.by_instruction.iter().enumerate() {
            if counts.is_zero() {
                continue;
            }
            let instruction = &code.instructions[at];
            let charged = line_of(instruction);
            let sum = sums.entry(place(launch, at, charged)).or_default();
            sum.counts += counts;
            if charged.is_some() && instruction.call_site.is_some() {
                let inner = place(launch, at, instruction.source);
                *sum.inlined.entry(inner).or_default() += counts.stalls.iter().sum::<u64>();
            }
            for (awaited, cycles) in counts.awaited.iter() {
                let from = &code.instructions[awaited.index()];
                let place = place(launch, awaited.index(), line_of(from));
                let source = WaitSource { place, opcode: from.opcode.clone() };
                let memory = from.class.is_memory() || matches!(from.class, Class::Shared | Class::Constant);
                *sum.origins.entry((memory, source)).or_default() += cycles;
            }
        }
    }
    sums
}

fn line(place: CodeLocation, sum: LineSums, all: u64, units: &[String]) -> LineProfile {
    let share = |cycles: u64| cycles as f64 / all.max(1) as f64;
    let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let counts = &sum.counts;
    let accesses = &counts.accesses;
    let total = counts.stalls.iter().sum();
    LineProfile {
        share: share(total),
        stalls: Stalls(counts.stalls),
        details: Details::of(&counts.details, units),
        waits: waits(&place, &sum, all, units),
        active_lanes: ratio(counts.threads, counts.of(Cause::Issued)),
        sectors_per_request: ratio(accesses.sectors, accesses.requests),
        ideal_sectors_per_request: ratio(accesses.bytes, accesses.requests).map(|bytes| bytes / 32.0),
        passes_per_shared_request: ratio(accesses.shared_passes, accesses.shared_requests),
        inlined: sum.inlined.iter().map(|(place, &cycles)| (place.clone(), share(cycles))).collect(),
        place,
    }
}

/// The waits of a line, the longest first.
fn waits(place: &CodeLocation, sum: &LineSums, all: u64, units: &[String]) -> Vec<Wait> {
    let share = |cycles: u64| cycles as f64 / all.max(1) as f64;
    let counts = &sum.counts;
    let unit = |id: warploom_gpu::UnitId| units.get(id.index()).cloned().unwrap_or_default();
    let mut waits = Vec::new();
    for cause in Cause::ALL.into_iter().filter(|&cause| cause != Cause::Issued && counts.of(cause) > 0) {
        let operand_of = longest_origin(sum, cause).filter(|origin| origin.place != *place);
        let details: Vec<StallDetail> = StallDetail::all()
            .filter(|&detail| detail.cause() == cause && counts.details.of(detail) > 0)
            .collect();
        if details.is_empty() {
            let cycles = counts.of(cause);
            waits.push(Wait { cause: cause.name(), detail: None, share: share(cycles), operand_of });
            continue;
        }
        for detail in details {
            let (name, cycles) = (detail.name(unit), counts.details.of(detail));
            let operand_of = operand_of.clone();
            waits.push(Wait { cause: cause.name(), detail: Some(name), share: share(cycles), operand_of });
        }
    }
    waits.sort_by(|a, b| b.share.total_cmp(&a.share));
    waits
}

fn longest_origin(sum: &LineSums, cause: Cause) -> Option<WaitSource> {
    let memory = match cause {
        Cause::ScoreboardMemory => true,
        Cause::ScoreboardAlu => false,
        _ => return None,
    };
    let of_cause = sum.origins.iter().filter(|((of, _), _)| *of == memory);
    of_cause.max_by_key(|(_, cycles)| **cycles).map(|((_, source), _)| source.clone())
}

/// The place of an instruction whose source line is `source`.
fn place(launch: &Launch, at: usize, source: Option<Source>) -> CodeLocation {
    let code = &*launch.code;
    let file = source.and_then(|source| Some((code.files.get(source.file as usize)?, source.line)));
    match file {
        Some((file, line)) => CodeLocation::Source { file: file.clone(), line },
        None => CodeLocation::Instruction {
            kernel: launch.kernel.clone(),
            address: code.instructions[at].address,
            opcode: code.instructions[at].opcode.clone(),
        },
    }
}
