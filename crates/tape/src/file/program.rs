//! JSON metadata of static code.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Control, Effect, Instruction, Register, Source};
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::program::Space;

use super::encode::MAX_NUMBER;

/// Static code as columns: one list per property of the instructions.
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
    /// Registers, separated by blanks.
    reads: Vec<String>,
    writes: Vec<String>,
    /// 1 for true.
    guarded: Vec<u8>,
    leader: Vec<u8>,
    uniform: Vec<u8>,
    /// Text of the effect: see [`effect_text`].
    effect: Vec<String>,
    /// File and line.
    source: Vec<Option<(u32, u32)>>,
    /// File and line of the call of inlined code; empty if no code was inlined.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    call_site: Vec<Option<(u32, u32)>>,
    /// Instructions of NVIDIA's machine code as a disassembler prints them; empty for other code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    text: Vec<String>,
    /// Control fields of NVIDIA's machine code; empty for other code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    control: Vec<String>,
    /// Phase of each instruction, for other readers of the file: it can be derived from the rest.
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
        if code.instructions.iter().any(|instruction| instruction.call_site.is_some()) {
            let call_site = |i: &Instruction| i.call_site.map(|source| (source.file, source.line));
            all.call_site = code.instructions.iter().map(call_site).collect();
        }
        if code.instructions.iter().any(|instruction| instruction.control.is_some()) {
            let control = |i: &Instruction| i.control.map(|control| control.to_string()).unwrap_or_default();
            all.control = code.instructions.iter().map(control).collect();
            let text = |i: &Instruction| i.text.as_deref().unwrap_or_default().to_owned();
            all.text = code.instructions.iter().map(text).collect();
        }
        ProgramMetadata { instructions: all, functions: code.functions.clone(), files: code.files.clone() }
    }

    /// Converts to static code and instruction numbers.
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
        let optional = [all.call_site.len(), all.control.len(), all.text.len()];
        if lengths.iter().any(|&length| length != count)
            || optional.iter().any(|&length| length != 0 && length != count)
        {
            return Err("the columns have different lengths".to_owned());
        }
        let ascend = all.number.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || all.number.last().is_some_and(|&last| last >= MAX_NUMBER) {
            return Err("the instruction numbers do not ascend or are too high".to_owned());
        }
        let ascend = self.functions.windows(2).all(|pair| pair[0] < pair[1]);
        if !ascend || self.functions.last().is_some_and(|&last| last >= count) {
            return Err("the functions do not ascend or are outside the code".to_owned());
        }
        let mut instructions = Vec::with_capacity(count);
        for (at, opcode) in all.opcode.into_iter().enumerate() {
            let wrong = |what: &str, text: &str| format!("instruction {at}: {what} `{text}` is unknown");
            let class = Class::ALL.into_iter().find(|class| class.name() == all.class[at]);
            let place = |(file, line)| Source { file, line };
            let source = all.source[at].map(place);
            let call_site = all.call_site.get(at).copied().flatten().map(place);
            if [source, call_site].iter().flatten().any(|source| source.file as usize >= self.files.len()) {
                return Err(format!("instruction {at}: unknown source file"));
            }
            let control = match all.control.get(at).map_or("", String::as_str) {
                "" => None,
                text => Some(Control::parse(text).ok_or_else(|| wrong("control field", text))?),
            };
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
                call_site,
                text: all.text.get(at).filter(|text| !text.is_empty()).map(|text| text.as_str().into()),
                control,
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

const ACCESS_KINDS: [(AccessKind, &str); 10] = [
    (AccessKind::Load, "load"),
    (AccessKind::LoadBypass, "load-bypass"),
    (AccessKind::Store, "store"),
    (AccessKind::Atomic, "atomic"),
    (AccessKind::Reduce, "reduce"),
    (AccessKind::Prefetch, "prefetch"),
    (AccessKind::Copy, "copy"),
    (AccessKind::CopyBypass, "copy-bypass"),
    (AccessKind::CopyArrive, "copy-arrive"),
    (AccessKind::TestMbarrier, "test-mbarrier"),
];

const SPACES: [Space; 7] =
    [Space::Generic, Space::Global, Space::Const, Space::Local, Space::Shared, Space::Param, Space::Texture];

/// Text of an effect: `load global 4`, `barrier 0`, `arrive 1 64`, `fence`, `close-copies`, `await-copies 1`,
/// `wait 0 - -`, or empty.
fn effect_text(effect: Effect) -> String {
    match effect {
        Effect::None => String::new(),
        Effect::Fence => "fence".to_owned(),
        Effect::CloseCopies => "close-copies".to_owned(),
        Effect::AwaitCopies { groups: None } => "await-copies".to_owned(),
        Effect::AwaitCopies { groups: Some(groups) } => format!("await-copies {groups}"),
        Effect::Memory { space, kind, bytes } => {
            let kind = ACCESS_KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, name)| name);
            format!("{kind} {space} {bytes}")
        }
        Effect::Barrier { id, threads, waits } => {
            let verb = if waits { "barrier" } else { "arrive" };
            threads.map_or(format!("{verb} {id}"), |threads| format!("{verb} {id} {threads}"))
        }
        Effect::Wait { vector, local, export } => {
            let count = |count: Option<u8>| count.map_or("-".to_owned(), |count| count.to_string());
            format!("wait {} {} {}", count(vector), count(local), count(export))
        }
    }
}

fn effect(text: &str) -> Option<Effect> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        [] => Effect::None,
        ["fence"] => Effect::Fence,
        ["close-copies"] => Effect::CloseCopies,
        ["await-copies"] => Effect::AwaitCopies { groups: None },
        ["await-copies", groups] => Effect::AwaitCopies { groups: Some(groups.parse().ok()?) },
        ["wait", vector, local, export] => {
            let count = |text: &str| match text {
                "-" => Some(None),
                _ => text.parse().ok().map(Some),
            };
            Effect::Wait { vector: count(vector)?, local: count(local)?, export: count(export)? }
        }
        [verb @ ("barrier" | "arrive"), id, ref rest @ ..] if rest.len() <= 1 => {
            let threads = rest.first().map(|threads| threads.parse()).transpose().ok()?;
            Effect::Barrier { id: id.parse().ok()?, threads, waits: verb == "barrier" }
        }
        [kind, space, bytes] => Effect::Memory {
            space: SPACES.into_iter().find(|known| known.to_string() == space)?,
            kind: ACCESS_KINDS.into_iter().find(|(_, name)| *name == kind)?.0,
            bytes: bytes.parse().ok()?,
        },
        _ => return None,
    })
}

/// Static code with lookup tables for decoding.
pub(super) struct Program {
    pub code: Arc<Code>,
    /// Ranges of consecutive instruction numbers: first number, index in the code, count.
    ranges: Vec<(u32, u32, u32)>,
    /// Number of memory instructions before each instruction, and in total.
    memory_before: Vec<u32>,
}

impl Program {
    pub fn of(text: ProgramMetadata) -> Result<Program, String> {
        let (code, numbers) = text.code()?;
        let mut ranges: Vec<(u32, u32, u32)> = Vec::new();
        for (at, &number) in numbers.iter().enumerate() {
            match ranges.last_mut() {
                Some((first, _, count)) if *first + *count == number => *count += 1,
                _ => ranges.push((number, at as u32, 1)),
            }
        }
        let mut memory_before = vec![0];
        let mut before = 0;
        for instruction in &code.instructions {
            before += u32::from(instruction.accesses());
            memory_before.push(before);
        }
        Ok(Program { code: Arc::new(code), ranges, memory_before })
    }

    /// Index of instruction `number`, if `count` consecutive instructions from it exist.
    #[inline]
    pub fn index_of(&self, number: u32, count: u32) -> Option<u32> {
        let after = self.ranges.partition_point(|&(first, ..)| first <= number);
        let &(first, at, length) = self.ranges.get(after.checked_sub(1)?)?;
        let within = number - first;
        (count <= length.saturating_sub(within)).then_some(at + within)
    }

    /// Indices among the memory instructions of `count` instructions from `index` on.
    #[inline]
    pub fn memory_range(&self, index: u32, count: u32) -> std::ops::Range<u32> {
        self.memory_before[index as usize]..self.memory_before[(index + count) as usize]
    }

    /// Number of memory instructions.
    pub fn memory_instructions(&self) -> usize {
        self.memory_before.last().copied().unwrap_or(0) as usize
    }
}
