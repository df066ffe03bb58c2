//! A kernel's listing, from PTX, a cubin, SASS or GCN assembly.

use std::collections::BTreeMap;
use warploom_kernel::code::Code;
use warploom_kernel::gcn;
use warploom_kernel::ptx::Program;
use warploom_kernel::ptx::program::{Instr, instruction_text};
use warploom_kernel::sass::{self, SassKernel, SassLine};

/// A line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLine {
    /// The file's name, without directories.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
}

impl std::fmt::Display for SourceLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// An instruction of a listing.
#[derive(Debug, Clone)]
pub struct ListingLine {
    /// Its address in SASS; PTX branches use its number.
    pub label: Option<String>,
    pub text: String,
    /// Its line in the file that was read.
    pub own: SourceLine,
    /// Its line in the source language, if known.
    pub source: Option<SourceLine>,
}

impl ListingLine {
    /// The opcode: the text up to the first blank, without a guard.
    pub fn head(&self) -> &str {
        let mut words = self.text.split_whitespace();
        let first = words.next().unwrap_or_default();
        if first.starts_with('@') { words.next().unwrap_or(first) } else { first }
    }
}

/// A kernel's text, with the code for the analysis of phases.
#[derive(Debug, Clone)]
pub struct Listing {
    pub name: String,
    pub lines: Vec<ListingLine>,
    /// The same instructions for the analysis.
    pub code: Code,
    /// Registers per thread, after allocation.
    pub registers: Option<u32>,
    /// Whether it is GCN code.
    pub is_gcn: bool,
}

impl Listing {
    /// Width of the column of labels.
    pub fn label_width(&self) -> usize {
        self.lines.iter().filter_map(|line| line.label.as_ref()).map(|l| l.len() + 2).max().unwrap_or(0)
    }

    /// The listing of a program from `file`.
    pub fn of_program(name: String, file: &str, program: &Program) -> Listing {
        let line = |instr: &Instr| ListingLine {
            label: None,
            text: instruction_text(program, instr),
            own: SourceLine { file: base(file).to_owned(), line: u64::from(instr.line) },
            source: instr.source.and_then(|at| source_line(&program.files, at.file, at.line)),
        };
        let lines = program.code.iter().map(line).collect();
        Listing { name, lines, code: Code::of(program), registers: program.registers, is_gcn: false }
    }

    /// The listing of a GCN kernel from `file`.
    pub fn of_gcn(name: String, file: &str, program: &gcn::Program) -> Listing {
        let line = |instr: &gcn::Instr| ListingLine {
            label: None,
            text: instr.text.split_whitespace().collect::<Vec<_>>().join(" "),
            own: SourceLine { file: base(file).to_owned(), line: u64::from(instr.line) },
            source: instr.source.and_then(|at| source_line(&program.files, at.file, at.line)),
        };
        let lines = program.code.iter().map(line).collect();
        Listing {
            name,
            lines,
            code: gcn::code(program),
            registers: Some(program.descriptor.vgprs),
            is_gcn: true,
        }
    }

    /// The listing of a kernel of a cubin, without the subroutines after it, which rarely run.
    pub fn of_cubin(name: String, file: &str, program: &sass::Program) -> Listing {
        let line = |instr: &sass::Instr| ListingLine {
            label: Some(format!("{:04x}", instr.address)),
            text: instr.machine.to_string(),
            own: SourceLine { file: base(file).to_owned(), line: u64::from(instr.line) },
            source: instr.source.and_then(|at| source_line(&program.files, at.file, at.line)),
        };
        let body = program.body();
        let mut code = sass::code(program);
        code.instructions.truncate(body);
        code.functions.retain(|&function| function < body);
        let lines = program.code.iter().take(body).map(line).collect();
        Listing { name, lines, code, registers: Some(program.registers), is_gcn: false }
    }

    /// The listing of a SASS kernel from `file`, without the subroutines after it, which rarely run.
    pub fn of_sass(file: &str, kernel: SassKernel) -> Listing {
        let line = |line: SassLine| ListingLine {
            label: Some(format!("{:04x}", line.address)),
            text: line.text,
            own: SourceLine { file: base(file).to_owned(), line: line.line as u64 },
            source: None,
        };
        let mut code = kernel.code;
        code.instructions.truncate(kernel.body);
        let lines = kernel.lines.into_iter().take(kernel.body).map(line).collect();
        Listing { name: kernel.name, lines, code, registers: None, is_gcn: false }
    }
}

/// A line by the number of its file. Compilers use line 0 for instructions without a line.
fn source_line(files: &BTreeMap<u64, String>, file: u64, line: u64) -> Option<SourceLine> {
    let name = files.get(&file)?;
    (line > 0).then(|| SourceLine { file: base(name).to_owned(), line })
}

/// A path's last component.
pub fn base(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}
