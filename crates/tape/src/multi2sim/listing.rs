//! Listings of kernels, as Multi2Sim's disassembler prints them.

use super::error::{Error, Reason};
use crate::accelsim::{self, LineReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Instruction};
use warploom_kernel::gcn::{self, Module};
use warploom_kernel::program::Pc;

/// Maximum number of lines of a listing.
const MAX_LINES: u64 = 1 << 20;

/// The code of a kernel, found by byte offset.
#[derive(Clone, Debug)]
pub(super) struct KernelCode {
    pub(super) code: Arc<Code>,
}

impl KernelCode {
    /// Reads the listing of `kernel` in `directory`. `named_at` is the place that names the kernel.
    pub(super) fn open(directory: &Path, kernel: &str, named_at: (&Path, u64)) -> Result<KernelCode, Error> {
        let (file, line) = named_at;
        let path = find(directory, kernel)?.map_err(|reason| reason.at(file, line))?;
        let text = read(&path)?;
        let module = Module::listing(kernel, &text).map_err(|error| {
            let line = error.line.into();
            Reason::Listing(error).at(&path, line)
        })?;
        // A listing is one kernel.
        let code = module.programs.first().map_or_else(Code::default, gcn::code);
        Ok(KernelCode { code: Arc::new(code) })
    }

    /// The instruction at a byte offset.
    pub(super) fn at(&self, offset: u64) -> Option<(Pc, &Instruction)> {
        let instructions = &self.code.instructions;
        let at = instructions.binary_search_by_key(&offset, |instruction| instruction.address).ok()?;
        Some((Pc(u32::try_from(at).ok()?), &instructions[at]))
    }
}

/// Letter of a trace for an instruction.
pub(super) fn kind(instruction: &Instruction) -> char {
    match instruction.class {
        Class::Scalar => 'S',
        Class::Constant => 'M',
        Class::Wait => 'W',
        Class::Barrier => 'Y',
        Class::Control if instruction.opcode == "s_endpgm" => 'E',
        Class::Control => 'B',
        Class::Global | Class::Atomic | Class::Local => 'G',
        Class::Shared => 'L',
        _ => 'V',
    }
}

/// Finds the only file that ends in `.KERNEL.s`, or is called `KERNEL.s`.
fn find(directory: &Path, kernel: &str) -> Result<Result<PathBuf, Reason>, Error> {
    let io = |error| Reason::Read(Box::new(accelsim::Reason::Io(error))).at(directory, 0);
    let none = || Reason::NoListing { directory: directory.to_owned(), kernel: kernel.to_owned() };
    if !directory.is_dir() {
        return Ok(Err(none()));
    }
    let mut names = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(io)? {
        let name = entry.map_err(io)?.file_name().to_string_lossy().into_owned();
        let stem = name.strip_suffix(".s");
        if stem.is_some_and(|stem| stem == kernel || stem.ends_with(&format!(".{kernel}"))) {
            names.push(name);
        }
    }
    names.sort();
    Ok(match &names[..] {
        [] => Err(none()),
        [name] => Ok(directory.join(name)),
        [first, second, ..] => {
            Err(Reason::Listings { kernel: kernel.to_owned(), first: first.clone(), second: second.clone() })
        }
    })
}

fn read(path: &Path) -> Result<String, Error> {
    let mut lines = LineReader::open(path)?;
    let mut text = String::new();
    while let Some(line) = lines.next()? {
        let line = std::str::from_utf8(line).map(|line| text.push_str(line));
        line.map_err(|_| Reason::Text.at(path, lines.line()))?;
        text.push('\n');
        if lines.line() > MAX_LINES {
            return Err(Reason::LongFile { most: MAX_LINES }.at(path, lines.line()));
        }
    }
    Ok(text)
}
