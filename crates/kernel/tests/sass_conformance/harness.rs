//! Kernels around the words under test: their frame, launch, and the memory that they share with the test.

use super::encode::{Arg, word};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use warploom_kernel::execute::{self, FaultKind, Globals, Launch, Memory, RunError};
use warploom_kernel::program::Pc;
use warploom_kernel::sass::machine::{Architecture, BYTES, Instruction, names};
use warploom_kernel::sass::{self, Function, Instr, Parameter, Program, Section};

pub const ARCHITECTURES: [Architecture; 6] = [
    Architecture::Sm70,
    Architecture::Sm75,
    Architecture::Sm80,
    Architecture::Sm86,
    Architecture::Sm89,
    Architecture::Sm90,
];

/// Cases of a kernel: 32 warps of 32 lanes; where a case needs a warp of its own, 1,024 warps.
pub const CASES: usize = 1024;

pub const RZ: u8 = 255;
pub const PT: u8 = 7;

/// The number of `sm_80`.
pub fn number(sm: Architecture) -> u32 {
    match sm {
        Architecture::Sm70 => 70,
        Architecture::Sm75 => 75,
        Architecture::Sm80 => 80,
        Architecture::Sm86 => 86,
        Architecture::Sm89 => 89,
        Architecture::Sm90 => 90,
    }
}

/// Offset of the parameters in bank 0.
pub fn parameters(sm: Architecture) -> u16 {
    if sm == Architecture::Sm90 { 0x210 } else { 0x160 }
}

/// The number of a special register.
pub fn special(name: &str) -> Arg {
    let at = names("SR").split(',').position(|own| own == name);
    Arg::N(at.unwrap_or_else(|| panic!("no special register {name}")) as u64)
}

/// Why a kernel did not end.
#[derive(Debug)]
pub enum Stopped {
    /// An instruction is not executed, and named.
    Refused(String),
    Other(RunError),
}

/// A kernel with one argument: the address of its data.
#[derive(Clone)]
pub struct Kernel {
    pub sm: Architecture,
    pub code: Vec<Instr>,
    pub shared: u32,
    pub stack: u32,
    /// Bank 2.
    pub literals: Vec<u8>,
}

impl Kernel {
    pub fn new(sm: Architecture) -> Kernel {
        Kernel { sm, code: Vec::new(), shared: 0, stack: 0, literals: Vec::new() }
    }

    pub fn word(&mut self, word: u128) -> &mut Kernel {
        let address = self.code.len() as u64 * BYTES;
        let machine = Instruction::decode(word, address, self.sm)
            .unwrap_or_else(|unknown| panic!("{:?} {word:032x}: {unknown}", self.sm));
        self.code.push(Instr { address, line: 0, machine, source: None });
        self
    }

    /// An instruction: its stem and modifiers with spaces between them, and its operands by their places.
    pub fn op(&mut self, text: &str, operands: &[(&str, Arg)]) -> &mut Kernel {
        self.word(word(self.sm, text, operands))
    }

    /// The same under a predicate, or its negation.
    pub fn guarded(&mut self, guard: Arg, text: &str, operands: &[(&str, Arg)]) -> &mut Kernel {
        let guard = match guard {
            Arg::P(index) => u128::from(index),
            Arg::Not(index) => u128::from(index | 8),
            other => panic!("{other:?} is no guard"),
        };
        self.word(word(self.sm, text, operands) & !(0xf << 12) | guard << 12)
    }

    /// The thread's number in R0, and in R2 and R3 the address of its word of the first column.
    pub fn begin(&mut self) -> &mut Kernel {
        use Arg::{Const, Imm, R};
        let parameter = parameters(self.sm);
        self.op("S2R", &[("d", R(0)), ("n", special("SR_TID.X"))])
            .op("S2R", &[("d", R(1)), ("n", special("SR_CTAID.X"))])
            .op("IMAD", &[("d", R(0)), ("a", R(1)), ("b", Const(0, 0)), ("c", R(0))])
            .op("MOV", &[("d", R(2)), ("b", Const(0, parameter))])
            .op("MOV", &[("d", R(3)), ("b", Const(0, parameter + 4))])
            .op("IMAD WIDE U32", &[("d", R(2)), ("a", R(0)), ("b", Imm(4)), ("c", R(2))])
    }

    /// Before sm_80 an access names its scope.
    pub fn scoped(&self, text: &str) -> String {
        format!("{text}{}", if self.sm < Architecture::Sm80 { " SYS" } else { "" })
    }

    pub fn load(&mut self, register: u8, column: usize) -> &mut Kernel {
        let at = Arg::At(2, None, (column * CASES * 4) as i64);
        self.op(&self.scoped("LDG E"), &[("d", Arg::R(register)), ("m", at)])
    }

    pub fn store(&mut self, register: u8, column: usize) -> &mut Kernel {
        let at = Arg::At(2, None, (column * CASES * 4) as i64);
        self.op(&self.scoped("STG E"), &[("R32", Arg::R(register)), ("m", at)])
    }

    pub fn exit(&mut self) -> &mut Kernel {
        self.op("EXIT", &[])
    }

    /// The general predicates from the bits of a register.
    pub fn set_predicates(&mut self, register: u8) -> &mut Kernel {
        self.op("R2P", &[("a", Arg::R(register)), ("i32", Arg::N(0x7f))])
    }

    pub fn get_predicates(&mut self, register: u8) -> &mut Kernel {
        self.op("P2R", &[("d", Arg::R(register)), ("a", Arg::R(RZ)), ("b", Arg::Imm(0x7f))])
    }

    pub fn program(&self) -> Program {
        Program {
            name: "k".to_owned(),
            architecture: number(self.sm),
            code: self.code.clone(),
            functions: vec![Function { name: "k".to_owned(), entry: Pc(0) }],
            sections: vec![Section { address: 0, first: Pc(0) }],
            registers: 128,
            shared: self.shared,
            stack: self.stack,
            parameters: vec![Parameter { offset: 0, size: 8 }],
            parameter_space: (parameters(self.sm).into(), 8),
            threads: None,
            literals: self.literals.clone(),
            constants: Vec::new(),
            addresses: Vec::new(),
            handles: Vec::new(),
            relocations: BTreeMap::new(),
            files: BTreeMap::new(),
        }
    }

    /// Runs `ctas` of `threads` over the data, which are changed.
    pub fn run(&self, data: &mut [u32], ctas: u32, threads: u32) -> Result<(), Stopped> {
        let mut memory = Memory::new();
        let globals: Globals = memory.load_variables(&[]).expect("no variables");
        let address = memory.allocate("data", data.len() as u64 * 4).expect("room for the data");
        let bytes: Vec<u8> = data.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.write(address, &bytes).expect("the data fit");
        let launch = Launch::new([ctas, 1, 1], [threads, 1, 1]).arg(execute::Arg::u64(address));
        match sass::run(&self.program(), &globals, &launch, &mut memory, &mut ()) {
            Ok(_) => {}
            Err(RunError::Fault(fault)) => {
                return Err(match fault.kind {
                    FaultKind::NotExecuted { instruction } => Stopped::Refused(instruction),
                    _ => Stopped::Other(RunError::Fault(fault)),
                });
            }
            Err(other) => return Err(Stopped::Other(other)),
        }
        let after = memory.read(address, bytes.len() as u64).expect("the data are there");
        for (word, bytes) in data.iter_mut().zip(after.chunks_exact(4)) {
            *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        Ok(())
    }

    /// The same, for kernels whose every instruction is executed.
    pub fn must_run(&self, data: &mut [u32], ctas: u32, threads: u32) {
        if let Err(stopped) = self.run(data, ctas, threads) {
            let text: Vec<String> =
                self.code.iter().map(|i| format!("{:04x} {}", i.address, i.machine)).collect();
            panic!("{:?}: {stopped:?}\n{}", self.sm, text.join("\n"));
        }
    }
}

/// General registers that a frame loads and stores: the first and the count.
pub const GENERAL: (u8, usize) = (8, 12);
/// Uniform registers: the first eight have a lane's values of the general ones.
pub const UNIFORM: (u8, usize) = (8, 12);
/// Uniform predicates, which have a lane's values of the general ones.
pub const UNIFORM_PREDICATES: usize = 4;

/// Columns of a frame: what is loaded is [`GENERAL`] and the predicates; what is stored is that, then the uniform registers and predicates.
pub mod columns {
    use super::{GENERAL, UNIFORM};
    pub const PREDICATES: usize = GENERAL.1;
    pub const INPUTS: usize = GENERAL.1 + 1;
    pub const UNIFORMS: usize = INPUTS;
    pub const UNIFORM_PREDICATES: usize = UNIFORMS + UNIFORM.1;
    pub const ALL: usize = UNIFORM_PREDICATES + 1;
}

/// What is before and behind one instruction under test, by architecture.
static FRAMES: LazyLock<Vec<(Vec<Instr>, Vec<Instr>)>> =
    LazyLock::new(|| ARCHITECTURES.into_iter().map(frame_of).collect());

fn frame_of(sm: Architecture) -> (Vec<Instr>, Vec<Instr>) {
    let has_uniform = sm > Architecture::Sm70;
    let registers = |(first, count): (u8, usize)| first..first + count as u8;
    let mut kernel = Kernel::new(sm);
    kernel.begin().load(4, columns::PREDICATES).set_predicates(4);
    registers(GENERAL).enumerate().for_each(|(at, register)| {
        kernel.load(register, at);
    });
    if has_uniform {
        for register in registers((UNIFORM.0, 8)) {
            kernel.op("R2UR", &[("U16", Arg::U(register)), ("R24", Arg::R(register))]);
        }
        for predicate in 0..UNIFORM_PREDICATES as u8 {
            kernel.op("VOTEU ANY", &[("P81", Arg::Up(predicate)), ("q87", Arg::P(predicate))]);
        }
    }
    let before = std::mem::take(&mut kernel.code);
    // The address of the instruction under test.
    kernel.code = before.clone();
    kernel.op("NOP", &[]);
    let first = kernel.code.len();
    registers(GENERAL).enumerate().for_each(|(at, register)| {
        kernel.store(register, at);
    });
    kernel.get_predicates(4).store(4, columns::PREDICATES);
    if has_uniform {
        for (at, register) in registers(UNIFORM).enumerate() {
            kernel.op("MOV", &[("d", Arg::R(4)), ("b", Arg::U(register))]).store(4, columns::UNIFORMS + at);
        }
        for predicate in 0..UNIFORM_PREDICATES as u8 {
            // The table of the third source alone.
            let third = [("q68", Arg::Up(predicate)), ("L", Arg::N(0xaa)), ("p81", Arg::P(predicate))];
            kernel.op("PLOP3 LUT", &third);
        }
        kernel.get_predicates(4).store(4, columns::UNIFORM_PREDICATES);
    }
    kernel.exit();
    (before, kernel.code.split_off(first))
}

/// A kernel of one instruction, which works on registers.
pub fn framed(sm: Architecture, word: u128) -> Kernel {
    let at = ARCHITECTURES.iter().position(|own| *own == sm).expect("an architecture");
    let (before, after) = &FRAMES[at];
    let mut kernel = Kernel { code: before.clone(), ..Kernel::new(sm) };
    kernel.word(word);
    kernel.code.extend_from_slice(after);
    kernel
}
