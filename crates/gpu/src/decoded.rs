//! Instruction decoder: a kernel's instructions with the unit, latency and registers that one machine gives them.
//!
//! The tables are compact, because the SM reads them at every issue.

use crate::machine::{ClassName, Machine, Timing, Unit, is_load_store};
use crate::machine_code::SubcoreCode;
use std::collections::{BTreeMap, BTreeSet};
use warploom_kernel::class::Class;
use warploom_kernel::code::{
    AccessKind, Code, Effect, INSTRUCTION_BYTES, Instruction, Register, RegisterFile,
};
use warploom_kernel::latency::{self, gpgpusim};
use warploom_kernel::operation::MatrixProduct;
use warploom_kernel::phase::{PhaseLatencies, Phases, Reading};
use warploom_kernel::program::{Pc, Space};
use warploom_kernel::sass::Pipe;

/// Unit kind: its index in the machine's list of units. The load-store unit comes after the last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(pub u8);

/// Maximum number of unit kinds of a machine, including the load-store unit.
pub(crate) const UNITS: usize = 16;

impl UnitId {
    /// The unit kind as an index, below 16.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % UNITS
    }
}

/// Unit of a CU that executes an instruction. Each issues at most one instruction per cycle, except that every pool has a SIMD of
/// its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WaveUnit {
    Branch,
    /// Scalar instructions: arithmetic, loads, waits, barriers and the end of a wave.
    Scalar,
    /// Vector arithmetic.
    Simd,
    VectorMemory,
    Lds,
}

impl WaveUnit {
    /// Every unit, in the order in which instructions are issued to them.
    pub const ALL: [WaveUnit; 5] =
        [WaveUnit::Branch, WaveUnit::Scalar, WaveUnit::Simd, WaveUnit::VectorMemory, WaveUnit::Lds];

    /// Name of the unit in records.
    pub const fn name(self) -> &'static str {
        match self {
            WaveUnit::Branch => "branch",
            WaveUnit::Scalar => "scalar",
            WaveUnit::Simd => "simd",
            WaveUnit::VectorMemory => "vector_memory",
            WaveUnit::Lds => "lds",
        }
    }

    /// The unit of an instruction.
    pub fn of(instruction: &Instruction) -> WaveUnit {
        use Class::*;
        match instruction.class {
            Control if instruction.opcode == "s_endpgm" => WaveUnit::Scalar,
            Control => WaveUnit::Branch,
            Scalar | Wait | Barrier | Constant => WaveUnit::Scalar,
            Global | Local | Atomic | Texture => WaveUnit::VectorMemory,
            Shared => WaveUnit::Lds,
            _ => WaveUnit::Simd,
        }
    }

    /// The unit as an index, below 5.
    pub const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn id(self) -> UnitId {
        UnitId(self as u8)
    }
}

/// Maximum number of register operands, and of results, that the register banks serve for an instruction. Any beyond that are free.
pub(crate) const MOST_OPERANDS: usize = 16;

/// Operation that an instruction performs when it is issued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Branch or exit.
    Branch,
    /// Arithmetic.
    Compute,
    /// Memory access.
    Memory {
        /// Address space.
        space: Space,
        /// Load, store, atomic, reduction or prefetch.
        kind: AccessKind,
        /// Bytes per lane.
        bytes: u32,
    },
    /// Read of a constant at an address known when the code is decoded.
    Constant,
    /// Arrival at a barrier.
    Barrier {
        /// Number of the barrier in the CTA.
        id: u8,
        /// Warps that the barrier expects; 0 means all of the CTA.
        warps: u8,
        /// Whether the warp blocks there.
        waits: bool,
    },
    /// Memory fence: the warp waits for its accesses in flight.
    Fence,
    /// End of a group of asynchronous copies.
    CloseCopies,
    /// The warp waits until at most this many closed groups of its asynchronous copies are in flight; `None`: no copy.
    AwaitCopies(Option<u8>),
    /// Wait of a wave of a CU until at most this many of its accesses are in flight.
    Wait {
        vector: Option<u8>,
        /// Accesses to the LDS and scalar memory.
        local: Option<u8>,
    },
    /// End of a wave of a CU.
    End,
}

impl Action {
    /// Whether this is a load of global or local memory.
    #[inline]
    pub fn is_load(self) -> bool {
        self.has_long_result() && matches!(self, Action::Memory { kind, .. } if kind.is_load())
    }

    /// Whether this has a long-latency result: a load or atomic of global or local memory.
    #[inline]
    pub fn has_long_result(self) -> bool {
        let short = matches!(self, Action::Memory { space: Space::Shared | Space::Const | Space::Param, .. })
            || matches!(self, Action::Memory { kind: AccessKind::TestMbarrier, .. });
        self.has_memory_result() && !short && self != Action::Constant
    }

    /// Whether this has a result from memory: a load or atomic of any memory.
    #[inline]
    pub fn has_memory_result(self) -> bool {
        match self {
            Action::Memory { kind, .. } => {
                kind.is_load() || matches!(kind, AccessKind::Atomic | AccessKind::TestMbarrier)
            }
            Action::Constant => true,
            _ => false,
        }
    }
}

/// Range of a register list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RegisterSpan {
    start: u32,
    len: u8,
}

impl RegisterSpan {
    /// The registers, in the list that the range refers to.
    #[inline]
    pub fn of(self, list: &[u16]) -> &[u16] {
        &list[self.start as usize..][..self.len as usize]
    }
}

/// Registers of an instruction. Few registers are in the list itself, so that the SM need not look them up elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct RegisterList {
    few: [u16; RegisterList::FEW],
    /// All of them; they are looked up only if they are not few.
    all: RegisterSpan,
}

impl RegisterList {
    const FEW: usize = 5;

    fn new(span: RegisterSpan, registers: &[u16]) -> RegisterList {
        let mut list = RegisterList { all: span, ..RegisterList::default() };
        list.few.iter_mut().zip(span.of(registers)).for_each(|(few, register)| *few = *register);
        list
    }

    #[inline]
    fn of<'a>(&'a self, registers: &'a [u16]) -> &'a [u16] {
        match self.few.get(..self.all.len.into()) {
            Some(few) => few,
            None => self.all.of(registers),
        }
    }
}

/// Instruction with its timing on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DecodedInstruction {
    pub unit: UnitId,
    pub action: Action,
    pub latency: u32,
    pub interval: u32,
    /// Bytes from the start of the code.
    pub address: u32,
    /// The tape has its addresses.
    pub recorded: bool,
    /// Registers whose pending writes block it.
    depends_on: RegisterList,
    /// Number of the registers at the start of `depends_on` that it reads.
    reads: u8,
    writes: RegisterList,
    /// Predicates it writes, as their guards wait for them. Empty unless the machine has a latency of guards.
    guards: RegisterSpan,
    /// General registers it reads, through the register banks.
    pub operands: RegisterSpan,
    /// Banks of its operands, for slot 0.
    pub operand_banks: u64,
    /// A bank has several of its operands.
    pub repeats_bank: bool,
    /// Banks of the general registers it writes, for slot 0.
    pub result_banks: u64,
    pub phase: u32,
    /// It is the first instruction of its phase.
    pub starts_phase: bool,
    pub distance: u32,
}

/// A kernel's instructions decoded for one machine: unit, latency and registers of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedCode {
    pub(crate) instructions: Vec<DecodedInstruction>,
    registers: Vec<u16>,
    banked: Vec<u16>,
    /// Number of distinct registers of the code.
    pub(crate) register_count: usize,
    /// Cycles from the issue of an instruction to the issue of one that its predicate guards, if guards have their own latency.
    pub(crate) guard_latency: u64,
    /// Length of each phase, in cycles.
    pub(crate) phase_lengths: Vec<u32>,
    classes: Vec<Class>,
    opcodes: Vec<Box<str>>,
    /// For each instruction, the number from it to the last.
    instructions_to_end: Vec<u32>,
    /// What sub-cores obey, if the code is machine code that the machine runs by its fields.
    pub(crate) machine_code: Option<SubcoreCode>,
}

/// Register tables of code that is being decoded.
#[derive(Default)]
struct RegisterTables {
    /// A predicate has a second number as a guard, if guards have their own latency.
    numbers: BTreeMap<(Register, bool), u16>,
    registers: Vec<u16>,
    banked: Vec<u16>,
    /// Register banks of a sub-core.
    banks: u32,
}

impl RegisterTables {
    fn span(&mut self, list: impl Iterator<Item = (Register, bool)>) -> RegisterList {
        let RegisterTables { numbers, registers, .. } = self;
        let start = registers.len();
        for register in list {
            let next = numbers.len() as u16;
            let number = *numbers.entry(register).or_insert(next);
            // A register that occurs twice is one dependence, and is read once.
            if registers.len() - start < 255 && !registers[start..].contains(&number) {
                registers.push(number);
            }
        }
        let span = RegisterSpan { start: start as u32, len: (registers.len() - start) as u8 };
        RegisterList::new(span, registers)
    }

    /// Registers that the banks serve, and the mask of their banks.
    fn banked_span(&mut self, list: &[Register]) -> (RegisterSpan, u64) {
        let start = self.banked.len();
        for register in list.iter().filter(|r| is_banked(r.file)) {
            if !self.banked[start..].contains(&(register.index as u16)) {
                self.banked.push(register.index as u16);
            }
        }
        let len = (self.banked.len() - start).min(MOST_OPERANDS);
        let bank = |register: &u16| 1_u64 << (u32::from(*register) % self.banks);
        let banks = self.banked[start..start + len].iter().fold(0, |banks, register| banks | bank(register));
        (RegisterSpan { start: start as u32, len: len as u8 }, banks)
    }
}

impl DecodedCode {
    /// Unit kind that executes an instruction, and the cycles for which the instruction occupies one of its units.
    pub fn occupation(&self, pc: Pc) -> (UnitId, u32) {
        let instruction = &self.instructions[pc.index()];
        (instruction.unit, instruction.interval)
    }

    /// Decodes code for a machine, with `width` lanes per warp and phases as the reading defines them.
    pub fn new(code: &Code, machine: &Machine, width: u32, reading: Reading) -> DecodedCode {
        let phases = Phases::new(code, reading.rules);
        let timing_of_phases = phases.timing(code, phase_latency(machine, reading.latencies));
        let sm = machine.sm.as_ref();
        let guard_latency = sm.filter(|sm| sm.operands.is_none()).and_then(|sm| sm.guard_latency);
        let splits = |register: &Register| guard_latency.is_some() && is_predicate(register.file);
        let mut tables = RegisterTables {
            banks: sm.and_then(|sm| Some(sm.operands.as_ref()?.banks_per_subcore(sm))).unwrap_or(1),
            ..RegisterTables::default()
        };
        // Code made by hand has no addresses.
        let addressed = code.instructions.windows(2).all(|pair| pair[0].address < pair[1].address);
        // Code has addresses of instructions of 16 bytes; those of the machine may have another size.
        let bytes = sm.map_or(INSTRUCTION_BYTES, |sm| u64::from(sm.fetch.bytes));
        let address = |at: usize, i: &Instruction| {
            let address = if addressed { i.address } else { at as u64 * INSTRUCTION_BYTES };
            u32::try_from(address.saturating_mul(bytes) / INSTRUCTION_BYTES).unwrap_or(u32::MAX)
        };
        let machine_code = SubcoreCode::new(code, machine);
        let mut instruction = |(at, i): (usize, &Instruction)| {
            let (unit, timing) =
                if machine_code.is_some() { unit_of_pipe(i, machine) } else { unit_of(i, machine) };
            let (operands, operand_banks) = tables.banked_span(&i.reads);
            let guard = guard(i).filter(|&at| splits(&i.reads[at]));
            let reads = (0..).zip(&i.reads).map(|(at, &register)| (register, Some(at) == guard));
            let writes = || i.writes.iter().map(|&register| (register, false));
            let guards =
                i.writes.iter().filter(|register| splits(register)).map(|&register| (register, true));
            let distinct_reads = reads.clone().collect::<BTreeSet<_>>().len();
            DecodedInstruction {
                unit: UnitId(unit as u8),
                action: if sm.is_some_and(|sm| unit < sm.units.len())
                    && (is_load_store(i.class) || i.class == Class::Texture)
                {
                    Action::Compute
                } else {
                    action(i, width)
                },
                latency: timing.latency,
                interval: timing.interval,
                address: address(at, i),
                recorded: i.accesses(),
                depends_on: tables.span(reads.chain(writes())),
                reads: distinct_reads.min(255) as u8,
                writes: tables.span(writes().chain(guards.clone())),
                guards: tables.span(guards).all,
                operands,
                operand_banks,
                repeats_bank: operand_banks.count_ones() < u32::from(operands.len),
                result_banks: tables.banked_span(&i.writes).1,
                phase: phases.of(at).0,
                starts_phase: at == 0 || phases.of(at) != phases.of(at - 1),
                distance: timing_of_phases.distance(at),
            }
        };
        let instructions = code.instructions.iter().enumerate().map(&mut instruction).collect();
        let classes = code.instructions.iter().map(|i| i.class).collect();
        let opcodes = code.instructions.iter().map(|i| i.opcode.as_str().into()).collect();
        let RegisterTables { numbers, registers, banked, .. } = tables;
        let register_count = numbers.len().max(1);
        let phase_lengths = timing_of_phases.lengths().to_vec();
        let instructions_to_end = (1..=code.instructions.len() as u32).rev().collect();
        DecodedCode {
            instructions,
            registers,
            banked,
            register_count,
            guard_latency: guard_latency.unwrap_or(0).into(),
            phase_lengths,
            classes,
            opcodes,
            instructions_to_end,
            machine_code,
        }
    }

    /// Code of `count` arithmetic instructions without registers, for unit tests of policies.
    pub(crate) fn synthetic(count: usize) -> DecodedCode {
        let instruction = DecodedInstruction {
            unit: UnitId(0),
            action: Action::Compute,
            latency: 1,
            interval: 1,
            address: 0,
            recorded: false,
            depends_on: RegisterList::default(),
            reads: 0,
            writes: RegisterList::default(),
            guards: RegisterSpan::default(),
            operands: RegisterSpan::default(),
            operand_banks: 0,
            repeats_bank: false,
            result_banks: 0,
            phase: 0,
            starts_phase: false,
            distance: 0,
        };
        DecodedCode {
            instructions: vec![instruction; count],
            registers: Vec::new(),
            banked: Vec::new(),
            register_count: 1,
            guard_latency: 0,
            phase_lengths: vec![0],
            classes: vec![Class::Float; count],
            opcodes: vec!["".into(); count],
            instructions_to_end: vec![1; count],
            machine_code: None,
        }
    }

    /// Sets the opcode, class and distance to the end of a synthetic instruction.
    pub(crate) fn set_synthetic(&mut self, pc: Pc, opcode: &str, class: Class, instructions_to_end: u32) {
        self.opcodes[pc.index()] = opcode.into();
        self.classes[pc.index()] = class;
        self.instructions_to_end[pc.index()] = instructions_to_end;
    }

    /// Registers whose pending writes block the instruction.
    #[inline]
    pub(crate) fn depends_on<'a>(&'a self, instruction: &'a DecodedInstruction) -> &'a [u16] {
        instruction.depends_on.of(&self.registers)
    }

    /// Registers that the instruction reads.
    #[inline]
    pub(crate) fn reads<'a>(&'a self, instruction: &'a DecodedInstruction) -> &'a [u16] {
        &self.depends_on(instruction)[..instruction.reads.into()]
    }

    /// Registers that the instruction writes.
    #[inline]
    pub(crate) fn writes<'a>(&'a self, instruction: &'a DecodedInstruction) -> &'a [u16] {
        instruction.writes.of(&self.registers)
    }

    /// Predicates that the instruction writes, as their guards wait for them.
    #[inline]
    pub(crate) fn guards(&self, instruction: &DecodedInstruction) -> &[u16] {
        instruction.guards.of(&self.registers)
    }

    /// The list that [`DecodedInstruction::operands`] refers to: registers that instructions read through the banks, by their
    /// number in the register file, which selects the bank.
    pub(crate) fn banked(&self) -> &[u16] {
        &self.banked
    }

    /// Instructions from this one to the last.
    #[inline]
    pub(crate) fn instructions_to_end(&self, pc: Pc) -> u32 {
        self.instructions_to_end[pc.index()]
    }

    /// Opcode of an instruction, as the code spells it.
    pub(crate) fn opcode(&self, pc: Pc) -> &str {
        &self.opcodes[pc.index()]
    }

    /// Class of an instruction.
    pub(crate) fn class(&self, pc: Pc) -> Class {
        self.classes[pc.index()]
    }
}

/// The unit that executes an instruction, and its timing there. The load-store unit has no description.
fn unit_of(instruction: &Instruction, machine: &Machine) -> (usize, Timing) {
    if machine.cu.is_some() {
        let latency = latency::gcn(instruction);
        return (WaveUnit::of(instruction) as usize, Timing { latency, interval: latency });
    }
    let units = &machine.sm().units;
    // A fetch with addresses goes to the texture unit, by way of the load-store unit.
    if machine.sm().texture.is_some() && is_texture_access(instruction) {
        return (units.len(), LOAD_STORE);
    }
    let orders = orders(instruction);
    let class = if orders && is_load_store(instruction.class) { Class::Barrier } else { instruction.class };
    let class = ClassName(class);
    let sm = machine.sm();
    let own = sm.arithmetic.as_ref().and_then(|arithmetic| arithmetic.timing(instruction));
    let own = own.or_else(|| sm.tensor.as_ref()?.timing(MatrixProduct::of(instruction)?));
    let executes =
        |(at, unit): (usize, &Unit)| unit.work.get(&class).map(|&timing| (at, own.unwrap_or(timing)));
    let unit = units.values().enumerate().find_map(executes);
    unit.unwrap_or((units.len(), LOAD_STORE))
}

/// Timing of the load-store unit, which has no description.
const LOAD_STORE: Timing = Timing { latency: 1, interval: 1 };

/// Whether an instruction orders accesses and makes none: it needs no load-store unit, whatever its class.
fn orders(instruction: &Instruction) -> bool {
    !matches!(instruction.effect, Effect::Memory { .. } | Effect::None)
}

/// The unit that has the pipe of an instruction of machine code, and its timing there.
fn unit_of_pipe(instruction: &Instruction, machine: &Machine) -> (usize, Timing) {
    let sm = machine.sm();
    let load_store = (sm.units.len(), LOAD_STORE);
    if sm.texture.is_some() && is_texture_access(instruction) {
        return load_store;
    }
    let pipe = match Pipe::of(instruction) {
        Pipe::Lsu if orders(instruction) => Pipe::Adu,
        pipe => pipe,
    };
    let product = || sm.tensor.as_ref()?.timing(MatrixProduct::of_machine_code(instruction)?);
    let own = if pipe == Pipe::Tensor { product() } else { None };
    let has_pipe =
        |(at, unit): (usize, &Unit)| unit.pipes.timing(pipe).map(|timing| (at, own.unwrap_or(timing)));
    sm.units.values().enumerate().find_map(has_pipe).unwrap_or(load_store)
}

/// The latency of an instruction in the length of its phase.
pub fn phase_latency(machine: &Machine, latencies: PhaseLatencies) -> impl Fn(&Instruction) -> u32 {
    move |instruction| match latencies {
        PhaseLatencies::Gpgpusim => gpgpusim(instruction),
        PhaseLatencies::Interval => unit_of(instruction, machine).1.interval,
        PhaseLatencies::Result => unit_of(instruction, machine).1.latency,
    }
}

/// Whether an instruction reads or writes a texture or surface at an address that the tape holds.
fn is_texture_access(instruction: &Instruction) -> bool {
    matches!(instruction.effect, Effect::Memory { space: Space::Texture, .. })
}

fn is_banked(file: RegisterFile) -> bool {
    matches!(file, RegisterFile::General | RegisterFile::Short | RegisterFile::Long)
}

fn is_predicate(file: RegisterFile) -> bool {
    matches!(file, RegisterFile::Predicate | RegisterFile::UniformPredicate | RegisterFile::Virtual)
}

/// The position of an instruction's guard in its reads: the last predicate, behind those that are operands.
fn guard(instruction: &Instruction) -> Option<usize> {
    instruction.reads.iter().rposition(|register| is_predicate(register.file)).filter(|_| instruction.guarded)
}

fn action(instruction: &Instruction, width: u32) -> Action {
    match instruction.effect {
        Effect::Memory { space, kind, bytes } => Action::Memory { space, kind, bytes },
        Effect::Barrier { id, threads, waits } => {
            let warps = threads.map_or(0, |threads| threads.div_ceil(width).clamp(1, 64) as u8);
            Action::Barrier { id: id & 15, warps, waits }
        }
        Effect::Fence => Action::Fence,
        Effect::CloseCopies => Action::CloseCopies,
        Effect::AwaitCopies { groups } => Action::AwaitCopies(groups),
        Effect::Wait { vector, local, .. } => Action::Wait { vector, local },
        Effect::None if instruction.opcode == "s_endpgm" => Action::End,
        Effect::None if is_load_store(instruction.class) => Action::Constant,
        Effect::None if instruction.class == Class::Control => Action::Branch,
        Effect::None => Action::Compute,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::named;

    fn decode(code: &Code, machine: &str) -> Vec<DecodedInstruction> {
        DecodedCode::new(code, &named(machine).expect("it is built in").machine(), 32, Reading::default())
            .instructions
    }

    #[test]
    fn the_registers_that_an_instruction_reads_and_writes_are_told_apart() {
        let register = |index| Register { file: RegisterFile::General, index };
        let mut fma = Instruction::new("FFMA", Class::Float);
        fma.reads = vec![register(4), register(5), register(4), register(7)];
        fma.writes = vec![register(7)];
        let mut add = Instruction::new("FADD", Class::Float);
        (add.reads, add.writes) = (vec![register(7)], vec![register(9)]);
        let code = Code { instructions: vec![fma, add], ..Code::default() };
        let machine = named("gtx480").expect("it is built in").machine();
        let decoded = DecodedCode::new(&code, &machine, 32, Reading::default());
        let [fma, add] = &decoded.instructions[..] else { panic!("two instructions") };
        let (fma_reads, fma_writes) = (decoded.reads(fma), decoded.writes(fma));
        assert_eq!((fma_reads.len(), fma_writes.len()), (3, 1), "4 is read twice, and 7 is read and written");
        assert!(fma_reads.contains(&fma_writes[0]));
        assert_eq!((decoded.reads(add), decoded.reads(add).len()), (fma_writes, 1));
        assert_eq!(decoded.depends_on(add).len(), 2, "it waits for what it writes, too");
        assert!(decoded.register_count >= 4);
    }

    /// Tapes may give any class to what orders accesses: that of machine code's `LDGDEPBAR` is a load's.
    #[test]
    fn what_makes_no_access_has_a_unit() {
        let effects = [Effect::Fence, Effect::CloseCopies, Effect::AwaitCopies { groups: None }];
        let instructions: Vec<Instruction> = Class::ALL
            .into_iter()
            .filter(|&class| is_load_store(class))
            .flat_map(|class| effects.map(|effect| Instruction { effect, ..Instruction::new("X", class) }))
            .collect();
        let code = Code { instructions, ..Code::default() };
        for machine in ["gtx480", "v100", "a100"] {
            let units = named(machine).expect("it is built in").machine().sm().units.len();
            assert!(decode(&code, machine).iter().all(|x| usize::from(x.unit.0) < units), "{machine}");
        }
    }

    #[test]
    fn addresses_of_instructions_are_those_of_the_code_in_the_size_of_the_machine() {
        let at = |address| Instruction { address, ..Instruction::new("FADD", Class::Float) };
        let code = |instructions: Vec<Instruction>| Code { instructions, ..Code::default() };
        let addresses = |code: &Code, machine: &str| -> Vec<u32> {
            decode(code, machine).iter().map(|instruction| instruction.address).collect()
        };
        // Functions leave gaps.
        let traced = code(vec![at(0), at(16), at(256)]);
        assert_eq!(addresses(&traced, "gtx480"), [0, 16, 256]);
        assert_eq!(addresses(&traced, "m2090"), [0, 7, 112], "its instructions have 7 bytes in the mean");
        let by_hand = code(vec![at(0), at(0), at(0)]);
        assert_eq!(addresses(&by_hand, "gtx480"), [0, 16, 32]);
        assert_eq!(addresses(&by_hand, "m2090"), [0, 7, 14]);
    }
}
