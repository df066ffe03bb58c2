//! SASS, the code that real machines run, as far as phases need to know it.
//!
//! [`read`] takes the text that `nvdisasm` or `cuobjdump -sass` prints for a cubin of sm_50 to sm_90, and makes
//! [`Code`] of it: the same analysis that finds the phases of PTX then finds those of what a vendor's compiler
//! made. Nothing here executes SASS.
//!
//! A basic block starts where an instruction names one (in nvdisasm's text also by a note on branch targets) and
//! after each that may go elsewhere than on. A label that none names starts nothing: nvdisasm marks other places too.
//! If an indirect branch does not tell its targets, every label is taken for one.
//!
//! What is known of an opcode is in one table (`sass/opcode.rs`). One that is not there is taken for integer
//! work with one result, and named in [`SassKernel::unknown`]. A call's routine may change any register; what
//! the call itself reads and writes is not known, so it is taken for nothing.
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

mod opcode;
mod operand;
#[cfg(test)]
mod tests;

use crate::class::Class;
use crate::code::{Code, Instruction};
use opcode::{Opcode, Results};
use operand::{NoRegister, Registers};
use std::collections::BTreeMap;

/// A function of the text: a kernel, or a device function that was not inlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SassKernel {
    /// Its name.
    pub name: String,
    /// Its instructions, in order, without the padding behind the last.
    pub lines: Vec<SassLine>,
    /// The same instructions as code: `code.instructions[i]` is of `lines[i]`.
    pub code: Code,
    /// How many of them come before the first routine that others of them call: division and roots have slow
    /// paths, which a compiler puts behind the kernel.
    pub body: usize,
    /// Opcodes that are not known, each once, in order of appearance.
    pub unknown: Vec<String>,
}

/// An instruction of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SassLine {
    /// The line it is on, from 1.
    pub line: usize,
    /// Its address in the function's section.
    pub address: u64,
    /// The instruction as written.
    pub text: String,
}

/// The kind of work of an opcode of sm_50 to sm_90, by its first part; `None` if it is not known.
///
/// ```
/// use warploom_kernel::{class::Class, sass};
/// assert_eq!(sass::class("FFMA"), Some(Class::Float));
/// ```
pub fn class(stem: &str) -> Option<Class> {
    Opcode::new(stem).known().map(|(class, _)| class)
}

/// What is wrong with a text that should be SASS.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SassError {
    /// It has no kernel.
    #[error(
        "the text has no kernel: it needs a section `.text.NAME` (nvdisasm) or a line `Function : NAME` (cuobjdump)"
    )]
    NoKernel,
    /// A kernel without instructions.
    #[error("line {line}: `{name}` has no instructions")]
    Empty {
        /// Where it starts.
        line: usize,
        /// Its name.
        name: String,
    },
    /// An instruction's address cannot be read.
    #[error("line {line}: `{found}` is not a hexadecimal instruction address")]
    Address {
        /// Where.
        line: usize,
        /// What is in the address's place.
        found: String,
    },
    /// Addresses do not rise.
    #[error("line {line}: address {address:#x} is not higher than the previous instruction's")]
    Order {
        /// Where.
        line: usize,
        /// The address.
        address: u64,
    },
    /// No opcode.
    #[error("line {line}: `{found}` does not start with an opcode")]
    Opcode {
        /// Where.
        line: usize,
        /// What is in its place.
        found: String,
    },
    /// A register that does not exist.
    #[error("line {line}: unknown register `{name}`")]
    Register {
        /// Where.
        line: usize,
        /// Its name.
        name: String,
    },
    /// A branch to nowhere.
    #[error("line {line}: undefined label `{label}`")]
    Label {
        /// Where.
        line: usize,
        /// The label.
        label: String,
    },
}

/// Reads all kernels of the text. There is at least one, and each has at least one instruction.
pub fn parse(text: &str) -> Result<Vec<SassKernel>, SassError> {
    let mut kernels = Vec::new();
    let mut current: Option<Function<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        if let Some(name) = function(line) {
            let next = name.map(|name| Function::new(name, number));
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

/// Whether a function starts on this line, and its name; or something starts that is none.
fn function(line: &str) -> Option<Option<&str>> {
    if let Some(name) = line.strip_prefix("Function :") {
        return Some(Some(name.trim()));
    }
    // Not `.sectioninfo`.
    let section = line.strip_prefix(".section")?.strip_prefix(char::is_whitespace)?.trim_start();
    let section = section.split(',').next().unwrap_or(section).trim_matches('"');
    Some(section.strip_prefix(".text.").map(str::trim))
}

/// Where an instruction may go other than to the next.
enum Target<'a> {
    Label(&'a str),
    Address(u64),
}

/// A function while it is read.
struct Function<'a> {
    name: &'a str,
    line: usize,
    lines: Vec<SassLine>,
    instructions: Vec<Instruction>,
    /// The instruction that follows a label.
    labels: BTreeMap<&'a str, usize>,
    /// Instructions that name another, and whether they call it.
    targets: Vec<(usize, Target<'a>, bool)>,
    /// Whether an instruction may go to any label.
    anywhere: bool,
    unknown: Vec<String>,
    /// Whether the next instruction starts a block.
    leader: bool,
}

impl<'a> Function<'a> {
    fn new(name: &'a str, line: usize) -> Function<'a> {
        Function {
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

    /// A line in the function: an instruction, a label, or nothing of interest.
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

    /// The instruction a target is; one past the last if it is behind them.
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
        // Behind a kernel there is a branch to itself, which holds up what should never get there, and nothing.
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

/// An instruction without the encoding behind it, its end, and the braces of two that are issued together; and
/// the note on it, if there is one: `(*"BRANCH_TARGETS .L_x_1,.L_x_2"*)`.
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

/// What an instruction of control flow names: `` `(.L_x_1) `` or an address as its last word.
fn target(operands: &str) -> Option<Target<'_>> {
    if let Some((_, label)) = operands.split_once("`(") {
        return label.split_once(')').map(|(label, _)| Target::Label(label));
    }
    let last = operands.split([' ', ',']).next_back()?;
    u64::from_str_radix(last.strip_prefix("0x")?, 16).ok().map(Target::Address)
}
