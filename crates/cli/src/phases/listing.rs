//! A kernel as it is shown, whatever language it was in.

use std::collections::BTreeMap;
use warploom_kernel::code::Code;
use warploom_kernel::program::{Instr, Program, instruction_text};
use warploom_kernel::sass::{SassKernel, SassLine};

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name, without directories.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// An instruction as it is shown.
#[derive(Debug, Clone)]
pub struct Line {
    /// Where branches say it is, if that is not its number: the address in SASS.
    pub label: Option<String>,
    /// What it says.
    pub text: String,
    /// Its line in the file that was read.
    pub own: Place,
    /// Its line in the source language, where that is known.
    pub source: Option<Place>,
}

impl Line {
    /// The opcode: what it says up to the first blank, its guard aside.
    pub fn head(&self) -> &str {
        let mut words = self.text.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first.starts_with('@') { words.next().unwrap_or(first) } else { first }
    }
}

/// A kernel: its text beside what phases need to know of it, instruction by instruction.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Its name.
    pub name: String,
    /// Its instructions.
    pub lines: Vec<Line>,
    /// The same for the analysis.
    pub code: Code,
    /// Registers of a thread, where they are the machine's.
    pub registers: Option<u32>,
}

impl Listing {
    /// How wide a column labels take.
    pub fn label_width(&self) -> usize {
        self.lines.iter().filter_map(|line| line.label.as_ref()).map(|l| l.len() + 2).max().unwrap_or(0)
    }

    /// Of a program, which was read from `file`.
    pub fn of_program(name: String, file: &str, program: &Program) -> Listing {
        let line = |instr: &Instr| Line {
            label: None,
            text: instruction_text(program, instr),
            own: Place { file: base(file).to_owned(), line: u64::from(instr.line) },
            source: instr.source.and_then(|at| place(&program.files, at.file, at.line)),
        };
        let lines = program.code.iter().map(line).collect();
        Listing { name, lines, code: Code::of(program), registers: program.registers }
    }

    /// Of a kernel in SASS, which was read from `file`, without the routines behind it: they are seldom run.
    pub fn of_sass(file: &str, kernel: SassKernel) -> Listing {
        let line = |line: SassLine| Line {
            label: Some(format!("{:04x}", line.address)),
            text: line.text,
            own: Place { file: base(file).to_owned(), line: line.line as u64 },
            source: None,
        };
        let mut code = kernel.code;
        code.instructions.truncate(kernel.body);
        let lines = kernel.lines.into_iter().take(kernel.body).map(line).collect();
        Listing { name: kernel.name, lines, code, registers: None }
    }
}

/// A line by the number of its file. Line 0 is what compilers give instructions of no line.
fn place(files: &BTreeMap<u64, String>, file: u64, line: u64) -> Option<Place> {
    let name = files.get(&file)?;
    (line > 0).then(|| Place { file: base(name).to_owned(), line })
}

/// A path's last part.
pub fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
