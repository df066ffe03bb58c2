//! SASS (NVIDIA machine code): cubins of sm_70 to sm_90 are decoded and executed, disassembled text is input of phase analysis.
//!
//! [`Module::parse`] reads a cubin: its kernels with the functions that they call, constants, variables, relocations and line tables.
//! [`machine`] has the table from which instructions are decoded and printed in nvdisasm's notation, and their control fields. [`run`]
//! executes a launch. Lanes diverge and meet as since Volta: at a branch that splits them the side with fewer lanes runs first.
//!
//! | not executed yet, and refused by name when reached | |
//! |---|---|
//! | parts of textures | offsets of texels, comparisons with a depth, results in half precision; `tex.grad` of three dimensions and cubes |
//! | parts of mbarriers | `SYNCS.ARRIVE.TRANS64.TMASK`, of arrivals with `.noComplete` |
//! | parts of bulk copies | those within shared memory, with hints of caches, and reductions of floats in halves and singles |
//! | barriers of clusters | `UCGABAR_ARV`, `UCGABAR_WAIT`: every CTA is a cluster of its own |
//! | parts of comparisons of halves | `HSETP2` and `HSET2` with `OR`, `XOR`, `H_AND`, `FTZ` |
//!
//! An instruction that no lane executes is not refused.
//!
//! `MUFU` is correctly rounded, or nearly so: its bits on hardware are not documented. `FCHK` is true wherever the fast division could
//! leave the range of normal numbers; the hardware's threshold is not documented, so that counts may differ, and results do not.
//! A copy by `LDGSTS` moves its bytes at once, and a thread that reads them before it has waited gets a fault, as in PTX.
//!
//! ```no_run
//! use warploom_kernel::execute::{Arg, Launch, Memory};
//! use warploom_kernel::sass::{self, Module};
//!
//! let module = Module::parse(&std::fs::read("saxpy.cubin")?)?;
//! let mut memory = Memory::new();
//! let globals = memory.load_variables(&module.variables)?;
//! let x = memory.allocate("x", 4096)?;
//! let launch = Launch::new([4, 1, 1], [256, 1, 1]).arg(Arg::u64(x)).arg(Arg::f32(2.0));
//! let counts = sass::run(module.kernel("saxpy").unwrap(), &globals, &launch, &mut memory, &mut ())?;
//! println!("{} warp instructions", counts.warp_instructions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Disassembled text
//!
//! [`parse`] reads the output of `nvdisasm` or `cuobjdump -sass` for cubins of sm_50 to sm_90 and converts it to [`Code`].
//! The phases of vendor-compiled code are then found by the same analysis as those of PTX.
//!
//! A basic block starts at every branch target and after every control-flow instruction. Branch targets come from
//! instructions and from the `BRANCH_TARGETS` notes of nvdisasm. Labels that no instruction names start no block.
//! If an indirect branch has no such note, every label is a target.
//!
//! One table (`sass/opcode.rs`) describes the opcodes. An unknown opcode counts as an integer instruction with one result and is listed
//! in [`SassKernel::unknown`]. A call is assumed to read and write no registers.
//!
//! ```
//! use warploom_kernel::phase::{Phases, Rules};
//! let text = "
//!         Function : k
//!     /*0000*/   IMAD.WIDE R2, R4, R5, c[0x0][0x160] ;
//!     /*0010*/   LDG.E.SYS R6, [R2] ;
//!     /*0020*/   FADD R6, R6, 1 ;
//!     /*0030*/   STG.E.SYS [R2], R6 ;
//!     /*0040*/   EXIT ;
//!     /*0050*/   BRA 0x50 ;";
//! let kernels = warploom_kernel::sass::parse(text)?;
//! assert_eq!(kernels[0].lines.len(), 5);
//! assert_eq!(Phases::new(&kernels[0].code, Rules::default()).list().len(), 2);
//! # Ok::<(), warploom_kernel::sass::SassError>(())
//! ```

mod code;
mod cubin;
mod execute;
mod lines;
pub mod machine;
mod opcode;
mod operand;
mod operands_read;
mod pipe;
mod program;
#[cfg(test)]
mod tests;

pub use cubin::CubinError;
pub use execute::run;
pub use operands_read::{OperandRegisters, OperandsRead};
pub use pipe::Pipe;
pub use program::{AddressOf, Function, Instr, Module, Parameter, Program, Relocation, Section};

use crate::class::Class;
use crate::code::{Code, Instruction};
pub use code::code;
use opcode::{Opcode, Results};
use operand::{NoRegister, Registers};
use std::collections::BTreeMap;

/// A function in SASS text: a kernel, or a device function that was not inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SassKernel {
    pub name: String,
    /// Instructions in order, without the padding at the end.
    pub lines: Vec<SassLine>,
    /// The instructions as code: `code.instructions[i]` belongs to `lines[i]`.
    pub code: Code,
    /// Number of instructions before the first called subroutine. Compilers place slow paths of division and square root
    /// after the kernel body.
    pub body: usize,
    /// Unknown opcodes, each once, in order of appearance.
    pub unknown: Vec<String>,
}

/// An instruction in SASS text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SassLine {
    /// Line number, from 1.
    pub line: usize,
    /// Byte address in the section of the function.
    pub address: u64,
    pub text: String,
}

/// Class of a SASS opcode of sm_50 to sm_90, given its stem (`IMAD` of `IMAD.WIDE`); `None` if unknown.
///
/// ```
/// use warploom_kernel::{class::Class, sass};
/// assert_eq!(sass::class("FFMA"), Some(Class::Float));
/// ```
pub fn class(stem: &str) -> Option<Class> {
    Opcode::new(stem).known().map(|(class, _)| class)
}

/// Error in SASS text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SassError {
    /// The text has no kernel.
    #[error(
        "the text has no kernel: it needs a section `.text.NAME` (nvdisasm) or a line `Function : NAME` (cuobjdump)"
    )]
    NoKernel,
    /// A kernel without instructions.
    #[error("line {line}: `{name}` has no instructions")]
    Empty { line: usize, name: String },
    /// A malformed instruction address.
    #[error("line {line}: `{found}` is not a hexadecimal instruction address")]
    Address { line: usize, found: String },
    /// Addresses that do not ascend.
    #[error("line {line}: address {address:#x} is not higher than the previous instruction's")]
    Order { line: usize, address: u64 },
    /// A missing opcode.
    #[error("line {line}: `{found}` does not start with an opcode")]
    Opcode { line: usize, found: String },
    /// A register that does not exist.
    #[error("line {line}: unknown register `{name}`")]
    Register { line: usize, name: String },
    /// A branch to an undefined label.
    #[error("line {line}: undefined label `{label}`")]
    Label { line: usize, label: String },
}

/// Parses all kernels of SASS text. The result has at least one kernel, and each has at least one instruction.
pub fn parse(text: &str) -> Result<Vec<SassKernel>, SassError> {
    let mut kernels = Vec::new();
    let mut current: Option<Listed<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if let Some(name) = function(line) {
            let next = name.map(|name| Listed::new(name, number));
            if let Some(done) = std::mem::replace(&mut current, next) {
                kernels.push(done.finish()?);
            }
        } else if let Some(function) = &mut current {
            function.line(number, line)?;
        }
    }
    if let Some(done) = current {
        kernels.push(done.finish()?);
    }
    if kernels.is_empty() { Err(SassError::NoKernel) } else { Ok(kernels) }
}

/// The name of a function that starts on this line; or the start of another section.
fn function(line: &str) -> Option<Option<&str>> {
    if let Some(name) = line.strip_prefix("Function :") {
        return Some(Some(name.trim()));
    }
    // Not `.sectioninfo`.
    let section = line.strip_prefix(".section")?.strip_prefix(char::is_whitespace)?.trim_start();
    let section = section.split(',').next().unwrap_or(section).trim_matches('"');
    Some(section.strip_prefix(".text.").map(str::trim))
}

/// Control-flow target of an instruction other than the next one.
enum Target<'a> {
    Label(&'a str),
    Address(u64),
}

/// Builder of a listed function.
struct Listed<'a> {
    name: &'a str,
    line: usize,
    lines: Vec<SassLine>,
    instructions: Vec<Instruction>,
    /// Index of the instruction after each label.
    labels: BTreeMap<&'a str, usize>,
    /// Instructions with a target, and whether they are calls.
    targets: Vec<(usize, Target<'a>, bool)>,
    /// Whether an indirect branch may go to any label.
    anywhere: bool,
    unknown: Vec<String>,
    /// Whether the next instruction starts a basic block.
    leader: bool,
}

impl<'a> Listed<'a> {
    fn new(name: &'a str, line: usize) -> Listed<'a> {
        Listed {
            name,
            line,
            lines: Vec::new(),
            instructions: Vec::new(),
            labels: BTreeMap::new(),
            targets: Vec::new(),
            anywhere: false,
            unknown: Vec::new(),
            leader: true,
        }
    }

    /// Parses a line of the function: an instruction, a label, or neither.
    fn line(&mut self, number: usize, line: &'a str) -> Result<(), SassError> {
        if let Some(rest) = line.strip_prefix("/*") {
            let Some((address, rest)) = rest.split_once("*/") else { return Ok(()) };
            // A second line of an encoding has a space: `/* 0x000fe40000000f00 */`.
            if !address.starts_with(' ') {
                let (instruction, note) = instruction(rest);
                if !instruction.is_empty() && !instruction.starts_with('.') {
                    return self.instruction(number, address, instruction, note);
                }
            }
        } else if let Some(label) = line.strip_suffix(':').filter(|l| !l.contains(char::is_whitespace)) {
            self.labels.insert(label, self.instructions.len());
        }
        Ok(())
    }

    fn instruction(
        &mut self,
        line: usize,
        address: &str,
        text: &'a str,
        note: Option<&'a str>,
    ) -> Result<(), SassError> {
        let wrong = |_| SassError::Address { line, found: address.to_owned() };
        let address = u64::from_str_radix(address, 16).map_err(wrong)?;
        if self.lines.last().is_some_and(|before| before.address >= address) {
            return Err(SassError::Order { line, address });
        }
        let no_register = |NoRegister(name)| SassError::Register { line, name };
        let (guard, rest) = match text.strip_prefix('@') {
            Some(guarded) => {
                let (guard, rest) = guarded.split_once(char::is_whitespace).unwrap_or((guarded, ""));
                (Some(guard), rest.trim_start())
            }
            None => (None, text),
        };
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (name, operands) = rest.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(SassError::Opcode { line, found: text.to_owned() });
        }
        let opcode = Opcode::new(name);
        let (class, results) = opcode.known().unwrap_or_else(|| {
            if !self.unknown.iter().any(|known| known == opcode.stem) {
                self.unknown.push(opcode.stem.to_owned());
            }
            (Class::Integer, Results::Usual)
        });
        let mut registers = Registers::of(opcode, class, results, operands).map_err(no_register)?;
        if let Some(guard) = guard {
            registers.reads.extend(operand::guard(guard).map_err(no_register)?);
        }
        if opcode.names_target() {
            let at = self.instructions.len();
            let noted = note.into_iter().flat_map(noted);
            let before = self.targets.len();
            let named = if opcode.is_indirect() { None } else { target(operands) };
            self.targets.extend(named.into_iter().chain(noted).map(|to| (at, to, opcode.calls())));
            self.anywhere |= opcode.is_indirect() && self.targets.len() == before;
        }
        let Registers { reads, writes } = registers;
        let leader = std::mem::replace(&mut self.leader, opcode.ends_block());
        let plain = Instruction::new(name, class);
        let guarded = guard.is_some();
        self.instructions.push(Instruction { address, reads, writes, guarded, leader, ..plain });
        self.lines.push(SassLine { line, address, text: text.to_owned() });
        Ok(())
    }

    /// Index of a target instruction; one past the last if it is after them.
    fn resolve(&self, from: usize, target: &Target<'_>) -> Result<Option<usize>, SassError> {
        match *target {
            Target::Address(address) => Ok(Some(self.lines.partition_point(|l| l.address < address))),
            Target::Label(label) => match self.labels.get(label) {
                Some(&at) => Ok(Some(at)),
                None if label.starts_with(".L_") => {
                    Err(SassError::Label { line: self.lines[from].line, label: label.to_owned() })
                }
                // Another function.
                None => Ok(None),
            },
        }
    }

    fn finish(mut self) -> Result<SassKernel, SassError> {
        let mut body = self.instructions.len();
        let mut own = None;
        if self.anywhere {
            for &at in self.labels.values() {
                if let Some(item) = self.instructions.get_mut(at) {
                    item.leader = true;
                }
            }
        }
        for (from, target, calls) in &self.targets {
            let Some(to) = self.resolve(*from, target)? else { continue };
            if let Some(item) = self.instructions.get_mut(to) {
                item.leader = true;
            }
            if *calls && to > 0 {
                body = body.min(to);
            }
            if to == *from {
                own = Some(to);
            }
        }
        // A kernel ends with a branch to itself, as a trap, and with padding.
        while let Some(at) = self.instructions.len().checked_sub(1) {
            let nothing = self.lines[at].text.split([' ', ';']).next() == Some("NOP");
            if !nothing && own != Some(at) || self.instructions[at].guarded {
                break;
            }
            self.instructions.pop();
            self.lines.pop();
        }
        if self.instructions.is_empty() {
            return Err(SassError::Empty { line: self.line, name: self.name.to_owned() });
        }
        Ok(SassKernel {
            name: self.name.to_owned(),
            body: body.min(self.instructions.len()),
            lines: self.lines,
            code: Code { instructions: self.instructions, ..Code::default() },
            unknown: self.unknown,
        })
    }
}

/// Text of an instruction without its encoding, semicolon and dual-issue braces, and its note, if there is one:
/// `(*"BRANCH_TARGETS .L_x_1,.L_x_2"*)`.
fn instruction(text: &str) -> (&str, Option<&str>) {
    let text = text.split("/*").next().unwrap_or(text);
    let (text, note) = match text.split_once("(*") {
        Some((text, note)) => (text, Some(note)),
        None => (text, None),
    };
    (text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';')), note)
}

/// The labels in a note.
fn noted(note: &str) -> impl Iterator<Item = Target<'_>> {
    let words = note.split(|c: char| c.is_whitespace() || matches!(c, ',' | '"' | '*' | ')'));
    words.filter(|word| word.starts_with(".L_")).map(Target::Label)
}

/// Target of a control-flow instruction: `` `(.L_x_1) `` or an address as its last word.
fn target(operands: &str) -> Option<Target<'_>> {
    if let Some((_, label)) = operands.split_once("`(") {
        return label.split_once(')').map(|(label, _)| Target::Label(label));
    }
    let last = operands.split([' ', ',']).next_back()?;
    u64::from_str_radix(last.strip_prefix("0x")?, 16).ok().map(Target::Address)
}
