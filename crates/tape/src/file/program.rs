//! Code as text in a file's metadata, and back.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, Source};
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::program::Space;

use super::encode::MAX_NUMBER;

/// Code as it is written: a column per property, so that it is short and makes a table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ProgramMetadata {
    instructions: Instructions,
    functions: Vec<usize>,
    files: Vec<String>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Instructions {
    number: Vec<u32>,
    opcode: Vec<String>,
    address: Vec<u64>,
    class: Vec<String>,
    /// Registers, with spaces between them.
    reads: Vec<String>,
    writes: Vec<String>,
    /// 1 for those that are.
    guarded: Vec<u8>,
    leader: Vec<u8>,
    uniform: Vec<u8>,
    /// In words: see [`effect_text`].
    effect: Vec<String>,
    /// File and line.
    source: Vec<Option<(u32, u32)>>,
    /// For whoever reads the file otherwise: it follows from the rest.
    phase: Vec<u32>,
}

impl ProgramMetadata {
    pub fn of(code: &Code, numbers: &[u32]) -> ProgramMetadata {
        let phases = Phases::new(code, Rules::default());
        let mut all = Instructions { number: numbers.to_vec(), ..Instructions::default() };
        for (at, instruction) in code.instructions.iter().enumerate() {
            all.opcode.push(instruction.opcode.clone());
            all.address.push(instruction.address);
            all.class.push(instruction.class.name().to_owned());
            all.reads.push(register_text(&instruction.reads));
            all.writes.push(register_text(&instruction.writes));
            all.guarded.push(instruction.guarded.into());
            all.leader.push(instruction.leader.into());
            all.uniform.push(instruction.uniform.into());
            all.effect.push(effect_text(instruction.effect));
            all.source.push(instruction.source.map(|source| (source.file, source.line)));
            all.phase.push(phases.of(at).0);
        }
        ProgramMetadata { instructions: all, functions: code.functions.clone(), files: code.files.clone() }
    }

    /// The code and its instructions' numbers. `Err` says what is wrong.
    pub fn code(self) -> Result<(Code, Vec<u32>), String> {
        let all = self.instructions;
        let count = all.number.len();
        let lengths = [
            all.opcode.len(),
            all.address.len(),
            all.class.len(),
            all.reads.len(),
            all.writes.len(),
            all.guarded.len(),
            all.leader.len(),
            all.uniform.len(),
            all.effect.len(),
            all.source.len(),
            all.phase.len(),
        ];
        if lengths.iter().any(|&length| length != count) {
            return Err("its columns are not equally long".to_owned());
        }
        let ascend = all.number.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || all.number.last().is_some_and(|&last| last >= MAX_NUMBER) {
            return Err("its numbers do not ascend, or are too high".to_owned());
        }
        let ascend = self.functions.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || self.functions.last().is_some_and(|&last| last >= count) {
            return Err("its functions do not ascend, or lie outside".to_owned());
        }
        let mut instructions = Vec::with_capacity(count);
        for (at, opcode) in all.opcode.into_iter().enumerate() {
            let wrong = |what: &str, text: &str| format!("instruction {at}: {what} `{text}` is unknown");
            let class = Class::ALL.into_iter().find(|class| class.name() == all.class[at]);
            let source = all.source[at].map(|(file, line)| Source { file, line });
            if source.is_some_and(|source| source.file as usize >= self.files.len()) {
                return Err(format!("instruction {at}: there is no such source file"));
            }
            instructions.push(Instruction {
                opcode,
                address: all.address[at],
                class: class.ok_or_else(|| wrong("class", &all.class[at]))?,
                reads: registers(&all.reads[at]).ok_or_else(|| wrong("a register of", &all.reads[at]))?,
                writes: registers(&all.writes[at]).ok_or_else(|| wrong("a register of", &all.writes[at]))?,
                guarded: all.guarded[at] != 0,
                leader: all.leader[at] != 0,
                uniform: all.uniform[at] != 0,
                effect: effect(&all.effect[at]).ok_or_else(|| wrong("effect", &all.effect[at]))?,
                source,
            });
        }
        Ok((Code { instructions, functions: self.functions, files: self.files }, all.number))
    }
}

fn register_text(registers: &[Register]) -> String {
    registers.iter().map(Register::to_string).collect::<Vec<_>>().join(" ")
}

fn registers(text: &str) -> Option<Vec<Register>> {
    text.split_whitespace().map(Register::named).collect()
}

const WAYS: [(AccessKind, &str); 5] = [
    (AccessKind::Load, "load"),
    (AccessKind::Store, "store"),
    (AccessKind::Atomic, "atomic"),
    (AccessKind::Reduce, "reduce"),
    (AccessKind::Prefetch, "prefetch"),
];

const SPACES: [Space; 6] =
    [Space::Generic, Space::Global, Space::Const, Space::Local, Space::Shared, Space::Param];

/// `load global 4`, `barrier 0`, `arrive 1 64`, `fence`, or nothing.
fn effect_text(effect: Effect) -> String {
    match effect {
        Effect::None => String::new(),
        Effect::Fence => "fence".to_owned(),
        Effect::Memory { space, kind, bytes } => {
            let kind = WAYS.iter().find(|(known, _)| *known == kind).map_or("", |(_, name)| name);
            format!("{kind} {space} {bytes}")
        }
        Effect::Barrier { id, threads, waits } => {
            let verb = if waits { "barrier" } else { "arrive" };
            threads.map_or(format!("{verb} {id}"), |threads| format!("{verb} {id} {threads}"))
        }
    }
}

fn effect(text: &str) -> Option<Effect> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        [] => Effect::None,
        ["fence"] => Effect::Fence,
        [verb @ ("barrier" | "arrive"), id, ref rest @ ..] if rest.len() <= 1 => {
            let threads = rest.first().map(|threads| threads.parse()).transpose().ok()?;
            Effect::Barrier { id: id.parse().ok()?, threads, waits: verb == "barrier" }
        }
        [kind, space, bytes] => Effect::Memory {
            space: SPACES.into_iter().find(|known| known.to_string() == space)?,
            kind: WAYS.into_iter().find(|(_, name)| *name == kind)?.0,
            bytes: bytes.parse().ok()?,
        },
        _ => return None,
    })
}

/// Code, and what decoding needs to know of it.
pub(super) struct Program {
    pub code: Arc<Code>,
    /// Where instructions are numbered without a gap: the first's number, its place in the code, how many.
    stretches: Vec<(u32, u32, u32)>,
    /// How many instructions before this one access memory; one more than there are instructions.
    memory_before: Vec<u32>,
}

impl Program {
    pub fn of(text: ProgramMetadata) -> Result<Program, String> {
        let (code, numbers) = text.code()?;
        let mut stretches: Vec<(u32, u32, u32)> = Vec::new();
        for (at, &number) in numbers.iter().enumerate() {
            match stretches.last_mut() {
                Some((first, _, count)) if *first + *count == number => *count += 1,
                _ => stretches.push((number, at as u32, 1)),
            }
        }
        let mut memory_before = vec![0];
        let mut before = 0;
        for instruction in &code.instructions {
            before += u32::from(instruction.accesses());
            memory_before.push(before);
        }
        Ok(Program { code: Arc::new(code), stretches, memory_before })
    }

    /// The place of the first of `count` instructions from this number on, if they are there.
    #[inline]
    pub fn place(&self, number: u32, count: u32) -> Option<u32> {
        let after = self.stretches.partition_point(|&(first, ..)| first <= number);
        let &(first, at, length) = self.stretches.get(after.checked_sub(1)?)?;
        let within = number - first;
        (count <= length.saturating_sub(within)).then_some(at + within)
    }

    /// Of the instructions that access memory, those among `count` from a place on.
    #[inline]
    pub fn memory(&self, place: u32, count: u32) -> std::ops::Range<u32> {
        self.memory_before[place as usize]..self.memory_before[(place + count) as usize]
    }

    /// How many instructions access memory.
    pub fn memories(&self) -> usize {
        self.memory_before.last().copied().unwrap_or(0) as usize
    }
}
