//! Tapes of all sorts, from a seed.

use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Control, Effect, Instruction, Register, RegisterFile, Source};
use warploom_kernel::execute::{CtaId, LaneMask};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::tape::{Cta, GenericWindows, HostCopy, InstructionRun, Launch, WarpTape};
use warploom_tape::file::{Error, TapeFile, Totals, Writer};

/// Numbers from a seed (splitmix64).
pub struct Dice(pub u64);

impl Dice {
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.any() % n
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// A launch with its CTAs, as they are written and as they are read.
#[derive(Clone)]
pub struct Part {
    pub launch: Launch,
    /// Of its code's instructions; `None` if they count from 0.
    pub numbers: Option<Vec<u32>>,
    /// By instructions' numbers.
    pub written: Vec<Cta>,
    /// By their places.
    pub read: Vec<Cta>,
}

/// Launches, some of which share their code.
pub fn tape(seed: u64) -> Vec<Part> {
    let dice = &mut Dice(seed);
    let mut parts: Vec<Part> = Vec::new();
    for _ in 0..dice.below(4) {
        let known = parts.last().map(|part| (part.launch.code.clone(), part.numbers.clone()));
        let (code, numbers) = known.filter(|_| !dice.one_in(3)).unwrap_or_else(|| program(dice));
        parts.push(part(dice, code, numbers));
    }
    parts
}

pub fn program(dice: &mut Dice) -> (Arc<Code>, Option<Vec<u32>>) {
    let long = dice.one_in(4);
    let count = if long { 3000 } else { 1 + dice.below(40) };
    let files = vec!["a.cu".to_owned(), "\"b\".cuh".to_owned()];
    // Where runs are long, few instructions access memory, or the tape would be.
    let memory = if long { 500 } else { 3 };
    let code = Code {
        instructions: (0..count).map(|at| instruction(dice, at, memory)).collect(),
        functions: (0..count as usize).filter(|_| dice.one_in(20)).collect(),
        files,
    };
    let numbers = dice.one_in(2).then(|| {
        let mut number = dice.below(3) as u32;
        let mut next = |dice: &mut Dice| {
            number += match dice.below(30) {
                0 => 2 + dice.below(10) as u32,
                1 => 5000,
                _ => 1,
            };
            number
        };
        (0..count).map(|_| next(dice)).collect()
    });
    (Arc::new(code), numbers)
}

fn instruction(dice: &mut Dice, at: u64, memory: u64) -> Instruction {
    let mut registers = || {
        let register =
            |dice: &mut Dice| Register { file: dice.of(&RegisterFile::ALL), index: dice.below(300) as u32 };
        (0..dice.below(4)).map(|_| register(dice)).collect::<Vec<_>>()
    };
    let (reads, writes) = (registers(), registers());
    let spaces = [
        Space::Generic,
        Space::Global,
        Space::Const,
        Space::Local,
        Space::Shared,
        Space::Param,
        Space::Texture,
    ];
    let ways =
        [AccessKind::Load, AccessKind::Store, AccessKind::Atomic, AccessKind::Reduce, AccessKind::Prefetch];
    let effect = match dice.below(memory) {
        0 => Effect::Memory { space: dice.of(&spaces), kind: dice.of(&ways), bytes: dice.of(&[1, 4, 16]) },
        1 => Effect::Barrier {
            id: dice.below(16) as u8,
            threads: dice.of(&[None, Some(64)]),
            waits: dice.one_in(2),
        },
        2 if dice.one_in(2) => Effect::Fence,
        3 if dice.one_in(2) => {
            let mut count = || dice.of(&[None, Some(0), Some(3)]);
            Effect::Wait { vector: count(), local: count(), export: count() }
        }
        _ => Effect::None,
    };
    Instruction {
        opcode: dice.of(&["ld.global.f32", "LDG.E.SYS", "@!p \u{e9}"]).to_owned(),
        address: at * 16,
        class: dice.of(&Class::ALL),
        reads,
        writes,
        guarded: dice.one_in(3),
        leader: dice.one_in(5),
        uniform: dice.one_in(3),
        effect,
        source: dice.one_in(2).then(|| Source { file: dice.below(2) as u32, line: dice.below(99) as u32 }),
        call_site: (at % 4 == 1).then_some(Source { file: at as u32 % 2, line: at as u32 }),
        text: (at % 3 == 1).then(|| format!("LDG.E R{at}, [R2.64]").into()),
        control: (at % 3 == 1).then(|| Control {
            stall: dice.below(16) as u8,
            yields: dice.one_in(2),
            write: dice.of(&[None, Some(0), Some(5)]),
            read: dice.of(&[None, Some(3)]),
            wait: dice.below(64) as u8,
            reuse: dice.below(16) as u8,
        }),
    }
}

pub fn part(dice: &mut Dice, code: Arc<Code>, numbers: Option<Vec<u32>>) -> Part {
    let width = dice.of(&[32, 32, 64]);
    let warps = 1 + dice.below(6) as u32;
    let grid = [1 + dice.below(5) as u32, 1 + dice.below(3) as u32, dice.of(&[1, 1, 2])];
    let windows = GenericWindows { shared: 1 << 60..(1 << 60) + 4096, local: 0..u64::MAX, param: 7..7 };
    let copies =
        (0..dice.below(3)).map(|_| HostCopy { address: dice.any(), bytes: dice.below(99) }).collect();
    let launch = Launch {
        kernel: dice.of(&["k", "_Z3sumPfS_i", ""]).to_owned(),
        code,
        grid,
        block: [width * warps - dice.below(u64::from(width)) as u32, 1, 1],
        shared: dice.below(50_000) as u32,
        registers: dice.below(256) as u32,
        scalar_registers: dice.of(&[0, 0, 48]),
        width,
        windows,
        copies,
        number: None,
    };
    let mut ids: Vec<u64> = (0..launch.ctas()).filter(|_| !dice.one_in(6)).collect();
    if dice.one_in(2) {
        for at in (1..ids.len()).rev() {
            ids.swap(at, dice.below(at as u64 + 1) as usize);
        }
    }
    let mut part = Part { launch, numbers, written: Vec::new(), read: Vec::new() };
    let mut before: Vec<Vec<InstructionRun>> = Vec::new();
    for id in ids {
        let (mut written, mut read) = (Cta::new(CtaId(id)), Cta::new(CtaId(id)));
        for _ in 0..1 + dice.below(warps.into()) {
            // Most warps do what another did, at other addresses.
            let runs = match before.is_empty() || dice.one_in(3) {
                true => runs(dice, &part),
                false => before[dice.below(before.len() as u64) as usize].clone(),
            };
            let (by_number, by_place) = warp(dice, &part, &runs);
            written.push(&by_number);
            read.push(&by_place);
            before.push(runs);
        }
        part.written.push(written);
        part.read.push(read);
    }
    part
}

/// Runs by instructions' places, none across a gap of their numbers.
fn runs(dice: &mut Dice, part: &Part) -> Vec<InstructionRun> {
    let count = part.launch.code.instructions.len();
    let full = u64::MAX >> (64 - part.launch.width);
    let run = |dice: &mut Dice| {
        let first = dice.below(count as u64) as usize;
        let joined = |at: usize| part.numbers.as_ref().is_none_or(|n| n[at] == n[at - 1] + 1);
        let room = 1 + (first + 1..count).take_while(|&at| joined(at)).count() as u64;
        let lanes = match dice.below(5) {
            0 => 0,
            1 => dice.any() & full,
            2 => 1 << dice.below(part.launch.width.into()),
            _ => full,
        };
        InstructionRun { first: Pc(first as u32), count: 1 + dice.below(room) as u32, lanes: LaneMask(lanes) }
    };
    (0..dice.below(30)).map(|_| run(dice)).collect()
}

fn warp(dice: &mut Dice, part: &Part, runs: &[InstructionRun]) -> (WarpTape, WarpTape) {
    let (mut written, mut read) = (WarpTape::default(), WarpTape::default());
    for &run in runs {
        let number = part.numbers.as_ref().map_or(run.first.0, |n| n[run.first.index()]);
        written.run(InstructionRun { first: Pc(number), ..run });
        read.run(run);
        let instructions = &part.launch.code.instructions[run.first.index()..][..run.count as usize];
        for _ in instructions.iter().filter(|i| i.accesses() && run.lanes.0 != 0) {
            let base = dice.of(&[0x7f00_0000_0000, 64, u64::MAX]).wrapping_add(dice.below(64) * 4);
            let step = dice.of(&[0, 4, 100, u64::from(u32::MAX), 0_u64.wrapping_sub(4)]);
            let near = dice.of(&[1_u64 << 5, 1 << 16, 1 << 40, u64::MAX]);
            let affine = dice.one_in(2);
            let address = |lane: u64| match affine {
                true => base.wrapping_add(step.wrapping_mul(lane)),
                false => base.wrapping_add(dice.below(near)),
            };
            let addresses: Vec<u64> = (0..part.launch.width.into()).map(address).collect();
            written.access(run.lanes, &addresses);
            read.access(run.lanes, &addresses);
        }
    }
    (written, read)
}

/// A tape's bytes.
pub fn write(parts: &[Part]) -> Result<(Vec<u8>, Totals), Error> {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes)?;
    for part in parts {
        for cta in &part.written {
            writer.cta(cta, |number| accesses(part, number))?;
        }
        writer.end_launch(&part.launch, part.numbers.as_deref())?;
    }
    let totals = writer.finish()?;
    Ok((bytes, totals))
}

/// Whether the instruction of a number accesses memory.
pub fn accesses(part: &Part, number: u32) -> bool {
    let place = match &part.numbers {
        Some(numbers) => numbers.binary_search(&number).expect("it is one of them"),
        None => number as usize,
    };
    part.launch.code.instructions[place].accesses()
}

/// All launches and CTAs of a file, one after the other.
pub fn read(file: &TapeFile) -> Result<Vec<(Launch, Vec<Cta>)>, Error> {
    use warploom_kernel::tape::Source as _;
    let (mut reader, mut all) = (file.reader(), Vec::new());
    while let Some(launch) = reader.launch()? {
        let mut ctas = Vec::new();
        while let Some(cta) = reader.cta()? {
            ctas.push(cta);
        }
        all.push(((*launch).clone(), ctas));
    }
    Ok(all)
}
