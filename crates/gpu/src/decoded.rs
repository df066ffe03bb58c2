//! Code that has met a machine: what issuing an instruction needs to know, in one place, small.

use crate::ids::SLOTS;
use crate::machine::{ClassName, Machine, Timing, Unit, is_load_store};
use crate::policy::NextInstruction;
use std::collections::BTreeMap;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction, Register, RegisterFile};
use warploom_kernel::latency::Latencies;
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::program::{Pc, Space};

/// A kind of unit, by its place in the machine's list; the load-store unit comes after the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

/// Kinds of units a machine has at most, the load-store unit among them.
pub(crate) const UNITS: usize = 16;

impl UnitId {
    /// The unit as an index, below 16.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % UNITS
    }
}

/// Operands that are read, and results that are written, of an instruction: if it has more, the rest takes no time.
pub(crate) const MOST_OPERANDS: usize = 16;

/// What an instruction does when it is issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// It branches, or ends.
    Branch,
    /// It computes.
    Compute,
    /// It goes to memory.
    Memory {
        /// Which.
        space: Space,
        /// Which way.
        kind: AccessKind,
        /// Bytes per lane.
        bytes: u32,
    },
    /// It reads a constant whose place is known.
    Constant,
    /// It arrives at a barrier.
    Barrier {
        /// Which.
        id: u8,
        /// How many warps it is for; 0 is all.
        warps: u8,
        /// Whether it waits.
        waits: bool,
    },
    /// It waits for the warp's accesses.
    Fence,
}

impl Action {
    /// Whether it is a load of global or local memory.
    #[inline]
    pub fn is_load(self) -> bool {
        self.is_awaited() && matches!(self, Action::Memory { kind: AccessKind::Load, .. })
    }

    /// Whether its result comes after a long and unknown time: that of a load or atomic of global or local memory.
    #[inline]
    pub fn is_awaited(self) -> bool {
        let Action::Memory { space, kind, .. } = self else { return false };
        !matches!(space, Space::Shared | Space::Const | Space::Param)
            && matches!(kind, AccessKind::Load | AccessKind::Atomic)
    }
}

/// Part of the list of registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Span {
    start: u32,
    len: u8,
}

impl Span {
    fn of(self, list: &[u16]) -> &[u16] {
        &list[self.start as usize..][..self.len as usize]
    }
}

/// An instruction, timed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecodedInstruction {
    pub unit: UnitId,
    pub action: Action,
    pub latency: u32,
    pub interval: u32,
    /// Registers it has to wait for.
    needs: Span,
    /// Registers it writes.
    writes: Span,
    /// General registers it reads: those that banks are read for.
    operands: Span,
    /// General registers it writes.
    results: Span,
    pub phase: u32,
    /// Whether it is its phase's first.
    pub starts_phase: bool,
    pub distance: u32,
}

/// Code that has met a machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedCode {
    pub(crate) instructions: Vec<DecodedInstruction>,
    registers: Vec<u16>,
    banked: Vec<u16>,
    /// How many different registers the code has.
    pub(crate) register_count: usize,
    /// The length of each phase in cycles.
    pub(crate) lengths: Vec<u32>,
    classes: Vec<Class>,
    /// Instructions from each to the last.
    instructions_to_end: Vec<u32>,
}

impl DecodedCode {
    /// Times code for a machine whose warps have `width` lanes.
    pub fn new(code: &Code, machine: &Machine, width: u32) -> DecodedCode {
        // The place in the list of the unit that does a class of work, and how long it is at it.
        let unit_of = |class: Class| {
            let units = &machine.sm.units;
            let does = |(at, unit): (usize, &Unit)| unit.work.get(&ClassName(class)).map(|&t| (at, t));
            let found = units.values().enumerate().find_map(does).filter(|_| !is_load_store(class));
            found.unwrap_or((units.len(), Timing { latency: 1, interval: 1 }))
        };
        let kept = |class: Class| unit_of(class).1.interval;
        let latencies = Class::ALL.into_iter().fold(Latencies::uniform(1), |l, c| l.with(c, kept(c)));
        let phases = Phases::new(code, Rules::default());
        let timed = phases.timing(code, &latencies);
        let mut numbers: BTreeMap<Register, u16> = BTreeMap::new();
        let (mut registers, mut banked) = (Vec::new(), Vec::new());
        let mut span = |list: &mut dyn Iterator<Item = Register>| {
            let start = registers.len();
            for register in list {
                let next = numbers.len() as u16;
                let number = *numbers.entry(register).or_insert(next);
                // The same register twice is waited for, and read, once.
                if registers.len() - start < 255 && !registers[start..].contains(&number) {
                    registers.push(number);
                }
            }
            Span { start: start as u32, len: (registers.len() - start) as u8 }
        };
        let mut in_banks = |list: &[Register]| {
            let start = banked.len();
            for register in list.iter().filter(|r| is_banked(r.file)) {
                if !banked[start..].contains(&(register.index as u16)) {
                    banked.push(register.index as u16);
                }
            }
            Span { start: start as u32, len: (banked.len() - start).min(MOST_OPERANDS) as u8 }
        };
        let mut instruction = |(at, i): (usize, &Instruction)| {
            let (unit, timing) = unit_of(i.class);
            DecodedInstruction {
                unit: UnitId(unit as u8),
                action: action(i, width),
                latency: timing.latency,
                interval: timing.interval,
                needs: span(&mut i.reads.iter().chain(&i.writes).copied()),
                writes: span(&mut i.writes.iter().copied()),
                operands: in_banks(&i.reads),
                results: in_banks(&i.writes),
                phase: phases.of(at).0,
                starts_phase: at == 0 || phases.of(at) != phases.of(at - 1),
                distance: timed.distance(at),
            }
        };
        let instructions = code.instructions.iter().enumerate().map(&mut instruction).collect();
        let classes = code.instructions.iter().map(|i| i.class).collect();
        let register_count = numbers.len().max(1);
        let lengths = timed.lengths().to_vec();
        let instructions_to_end = (1..=code.instructions.len() as u32).rev().collect();
        DecodedCode { instructions, registers, banked, register_count, lengths, classes, instructions_to_end }
    }

    /// Code with an instruction for each slot of an SM, for tests of policies.
    pub(crate) fn synthetic() -> DecodedCode {
        let instruction = DecodedInstruction {
            unit: UnitId(0),
            action: Action::Compute,
            latency: 1,
            interval: 1,
            needs: Span::default(),
            writes: Span::default(),
            operands: Span::default(),
            results: Span::default(),
            phase: 0,
            starts_phase: false,
            distance: 0,
        };
        DecodedCode {
            instructions: vec![instruction; SLOTS],
            registers: Vec::new(),
            banked: Vec::new(),
            register_count: 1,
            lengths: vec![0],
            classes: vec![Class::Float; SLOTS],
            instructions_to_end: vec![1; SLOTS],
        }
    }

    /// Sets one of them.
    pub(crate) fn set_by_hand(&mut self, at: usize, next: NextInstruction) {
        let NextInstruction {
            class,
            unit,
            is_memory,
            is_load,
            phase,
            starts_phase,
            distance,
            phase_length,
            instructions_to_end,
        } = next;
        let instruction = &mut self.instructions[at];
        (instruction.unit, instruction.phase) = (unit, phase);
        (instruction.starts_phase, instruction.distance) = (starts_phase, distance);
        let kind = if is_load { AccessKind::Load } else { AccessKind::Store };
        let access = Action::Memory { space: Space::Global, kind, bytes: 4 };
        instruction.action = if is_memory { access } else { Action::Compute };
        (self.classes[at], self.instructions_to_end[at]) = (class, instructions_to_end);
        let most = self.lengths.len().max(phase as usize + 1);
        self.lengths.resize(most, 0);
        self.lengths[phase as usize] = phase_length;
    }

    /// Registers the instruction has to wait for.
    pub(crate) fn needs(&self, instruction: &DecodedInstruction) -> &[u16] {
        instruction.needs.of(&self.registers)
    }

    /// Registers it writes.
    pub(crate) fn writes(&self, instruction: &DecodedInstruction) -> &[u16] {
        instruction.writes.of(&self.registers)
    }

    /// Registers for which banks are read, by the numbers they have in the machine: those tell the bank.
    pub(crate) fn operands(&self, instruction: &DecodedInstruction) -> &[u16] {
        instruction.operands.of(&self.banked)
    }

    /// Registers that are written to banks, by the same numbers.
    pub(crate) fn results(&self, instruction: &DecodedInstruction) -> &[u16] {
        instruction.results.of(&self.banked)
    }

    /// Instructions from this to the last.
    #[inline]
    pub(crate) fn instructions_to_end(&self, pc: Pc) -> u32 {
        self.instructions_to_end[pc.index()]
    }

    /// What kind of work an instruction is.
    pub(crate) fn class(&self, pc: Pc) -> Class {
        self.classes[pc.index()]
    }
}

fn is_banked(file: RegisterFile) -> bool {
    matches!(file, RegisterFile::General | RegisterFile::Short | RegisterFile::Long)
}

fn action(instruction: &Instruction, width: u32) -> Action {
    match instruction.effect {
        Effect::Memory { space, kind, bytes } => Action::Memory { space, kind, bytes },
        Effect::Barrier { id, threads, waits } => {
            let warps = threads.map_or(0, |threads| threads.div_ceil(width).clamp(1, 64) as u8);
            Action::Barrier { id: id & 15, warps, waits }
        }
        Effect::Fence => Action::Fence,
        Effect::None if is_load_store(instruction.class) => Action::Constant,
        Effect::None if instruction.class == Class::Control => Action::Branch,
        Effect::None => Action::Compute,
    }
}
