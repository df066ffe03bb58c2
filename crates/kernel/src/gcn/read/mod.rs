//! Reader of assembly files: functions, descriptors, metadata and variables.

mod metadata;

use super::error::{Error, ErrorKind};
use super::line::{self, Line, Parsed, integer};
use super::program::{Argument, Descriptor, Instr, Module, Operand, Program, Sgpr};
use super::table::Target;
use crate::program::{AddressCell, SourceLine, Variable, VariableId};
use metadata::Metadata;
use std::collections::BTreeMap;

/// Bytes of initial values of a module at most: they are held in memory.
const MOST_INITIAL: u64 = 256 << 20;

/// Reads a whole file.
pub(super) fn module(source: &str) -> Result<Module, Error> {
    let mut reader = Reader::default();
    for (at, text) in source.lines().enumerate() {
        reader.line(text, at as u32 + 1)?;
    }
    reader.finish()
}

/// Reads the bare listing of one kernel.
pub(super) fn listing(name: &str, source: &str) -> Result<Module, Error> {
    let mut reader = Reader { target: Some(Target::SouthernIslands), ..Reader::default() };
    reader.functions.push(Function::new(name));
    for (at, text) in source.lines().enumerate() {
        reader.line(text, at as u32 + 1)?;
    }
    let function = &reader.functions[0];
    let (vgprs, sgprs) = registers(function);
    // AMD's compilers for Southern Islands flush denormals of single precision.
    let descriptor = Descriptor { vgprs, sgprs, most_items: 1024, flush: true, ..Descriptor::default() };
    reader.descriptors.insert(name.to_owned(), (1, descriptor));
    reader.finish()
}

/// VGPRs and SGPRs that a function names.
fn registers(function: &Function) -> (u32, u32) {
    let (mut vgprs, mut sgprs) = (0, 0);
    for (_, line, ..) in &function.code {
        for (wanted, operand) in line.form.operands.iter().zip(&line.operands) {
            let many = wanted.ty.registers();
            match operand {
                Parsed::Known(Operand::Vector(first)) => vgprs = vgprs.max(u32::from(*first) + many.max(2)),
                Parsed::Known(Operand::Scalar(Sgpr(first @ 0..104))) => {
                    sgprs = sgprs.max(u32::from(*first) + many)
                }
                _ => {}
            }
        }
    }
    (vgprs, sgprs)
}

/// A function's name, labels and instructions.
#[derive(Debug)]
struct Function {
    name: String,
    labels: BTreeMap<String, u32>,
    code: Vec<(u32, Line, Box<str>, Option<SourceLine>)>,
}

impl Function {
    fn new(name: &str) -> Function {
        Function { name: name.to_owned(), labels: BTreeMap::new(), code: Vec::new() }
    }
}

/// What the lines that follow belong to.
#[derive(Debug, Default, PartialEq)]
enum State {
    #[default]
    Text,
    Descriptor(String),
    Metadata,
    /// Lines of a section that is of no interest.
    Skipped,
}

#[derive(Debug, Default)]
struct Reader {
    target: Option<Target>,
    state: State,
    functions: Vec<Function>,
    descriptors: BTreeMap<String, (u32, Descriptor)>,
    arguments: BTreeMap<String, Vec<Argument>>,
    metadata: Metadata,
    files: BTreeMap<u64, String>,
    source: Option<SourceLine>,
    /// Symbols declared as functions and as objects.
    function_names: Vec<String>,
    object_names: Vec<String>,
    variables: Vec<Variable>,
    /// Addresses in variables whose target is not known yet: variable, cell, name of the target, line.
    addresses: Vec<(usize, u64, u32, String, i64, u32)>,
    /// Whether variables of the section are constant.
    constant: bool,
    /// Whether a variable is open: data belong to it.
    open: bool,
    align: u64,
    initial: u64,
}

impl Reader {
    fn line(&mut self, text: &str, number: u32) -> Result<(), Error> {
        if self.state == State::Metadata {
            return self.metadata_line(text, number);
        }
        let text = without_comment(text).trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(rest) = text.strip_prefix('.')
            && !text.ends_with(':')
        {
            let (name, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            return self.directive(name, rest.trim(), number);
        }
        if self.state == State::Skipped {
            return Ok(());
        }
        if let Some(label) = text.strip_suffix(':') {
            self.label(label.trim());
            return Ok(());
        }
        let target = self.target.ok_or_else(|| {
            let what = "an instruction before `.amdgcn_target`".to_owned();
            Error::new(number, ErrorKind::Malformed(what))
                .help("this is the assembly that clang writes with -S for AMD GPUs")
        })?;
        let line = line::parse(text, number, target)?;
        let Some(function) = self.functions.last_mut() else {
            let what = format!("`{text}` is not in a function");
            return Err(Error::new(number, ErrorKind::Malformed(what)));
        };
        function.code.push((number, line, text.into(), self.source));
        Ok(())
    }

    fn label(&mut self, label: &str) {
        if self.function_names.iter().any(|n| n == label) {
            self.functions.push(Function::new(label));
            self.source = None;
            self.open = false;
        } else if self.object_names.iter().any(|n| n == label) {
            self.variables.push(Variable {
                unit: 0,
                name: label.to_owned(),
                constant: self.constant,
                align: self.align.max(1),
                size: 0,
                bytes: Vec::new(),
                cells: Vec::new(),
            });
            self.open = true;
        } else if let Some(function) = self.functions.last_mut() {
            let at = function.code.len() as u32;
            function.labels.insert(label.to_owned(), at);
        }
    }

    /// Reads a directive. One arm per directive.
    fn directive(&mut self, name: &str, rest: &str, number: u32) -> Result<(), Error> {
        let fail = |kind| Err(Error::new(number, kind));
        if let State::Descriptor(kernel) = &self.state {
            if name == "end_amdhsa_kernel" {
                self.state = State::Text;
                return Ok(());
            }
            let kernel = kernel.clone();
            return self.descriptor(&kernel, name, rest, number);
        }
        match name {
            "amdgcn_target" => {
                let triple = rest.trim_matches('"');
                self.target = match triple.rsplit('-').next().and_then(|t| t.split(':').next()) {
                    Some("gfx600") => Some(Target::SouthernIslands),
                    Some("gfx803") => Some(Target::VolcanicIslands),
                    other => {
                        let error = Error::new(number, ErrorKind::Target(other.unwrap_or("").to_owned()));
                        return Err(
                            error.help("compile for gfx600 (Southern Islands) or gfx803 (Volcanic Islands)")
                        );
                    }
                };
            }
            "text" => self.state = State::Text,
            "data" | "bss" => {
                self.state = State::Text;
                (self.constant, self.align, self.open) = (false, 1, false);
            }
            "section" => {
                let section = rest.split(',').next().unwrap_or("").trim();
                let known = ["text", "data", "bss", "rodata"];
                let known = known.iter().any(|k| {
                    section
                        .strip_prefix('.')
                        .and_then(|s| s.strip_prefix(k))
                        .is_some_and(|s| s.is_empty() || s.starts_with('.'))
                });
                self.state = if known { State::Text } else { State::Skipped };
                (self.constant, self.align, self.open) = (section.starts_with(".rodata"), 1, false);
            }
            "amdgpu_metadata" => {
                self.state = State::Metadata;
                self.metadata = Metadata::default();
            }
            _ if self.state == State::Skipped => {}
            "amdhsa_kernel" => {
                // The assembler's defaults.
                let descriptor = Descriptor {
                    most_items: 1024,
                    group_ids: [true, false, false],
                    flush: true,
                    ..Descriptor::default()
                };
                self.descriptors.insert(rest.to_owned(), (number, descriptor));
                self.state = State::Descriptor(rest.to_owned());
            }
            "type" => {
                if let Some((symbol, kind)) = rest.split_once(',') {
                    match kind.trim() {
                        "@function" => self.function_names.push(symbol.trim().to_owned()),
                        "@object" => self.object_names.push(symbol.trim().to_owned()),
                        _ => {}
                    }
                }
            }
            "size" => {
                let (symbol, size) = rest.split_once(',').unwrap_or((rest, ""));
                let size = integer(size.trim()).and_then(|n| u64::try_from(n).ok());
                if let (Some(variable), Some(size)) =
                    (self.variables.last_mut().filter(|v| v.name == symbol.trim()), size)
                {
                    variable.size = variable.size.max(size.min(MOST_INITIAL));
                }
                self.open = false;
            }
            "p2align" => {
                let power = rest.split(',').next().and_then(|p| integer(p.trim()));
                self.align = 1 << power.filter(|p| (0..=16).contains(p)).unwrap_or(0);
            }
            "file" => self.file(rest),
            "loc" => {
                let mut words = rest.split_whitespace().map(str::parse::<u64>);
                if let (Some(Ok(file)), Some(Ok(line))) = (words.next(), words.next()) {
                    // Line 0 says that the compiler knows none.
                    self.source = (line > 0).then_some(SourceLine { file, line, caller: None });
                }
            }
            "byte" => self.data(rest, 1, number)?,
            "short" | "hword" | "2byte" => self.data(rest, 2, number)?,
            "long" | "word" | "4byte" | "int" => self.data(rest, 4, number)?,
            "quad" | "8byte" => self.data(rest, 8, number)?,
            "zero" | "skip" | "space" => {
                let many = integer(rest.split(',').next().unwrap_or("").trim());
                let Some(many) = many.and_then(|n| u64::try_from(n).ok()) else {
                    return fail(ErrorKind::Number { text: rest.to_owned(), what: "number of bytes" });
                };
                self.room(many, number)?;
                if let Some(variable) = self.variables.last_mut().filter(|_| self.open) {
                    variable.size += many;
                    // Zeros at the end need not be kept.
                    self.initial -= many;
                }
            }
            "ascii" | "asciz" | "string" if self.open => {
                let what = format!("`.{name}` in a variable");
                return fail(ErrorKind::Malformed(what));
            }
            // Symbols, sections and debugging: nothing that execution needs.
            _ => {}
        }
        Ok(())
    }

    /// Counts initial bytes against their limit.
    fn room(&mut self, bytes: u64, number: u32) -> Result<(), Error> {
        self.initial = self.initial.saturating_add(bytes);
        if self.initial > MOST_INITIAL {
            let what = format!("initial values may span at most {} MiB", MOST_INITIAL >> 20);
            return Err(Error::new(number, ErrorKind::Malformed(what)));
        }
        Ok(())
    }

    /// Data of the open variable.
    fn data(&mut self, rest: &str, width: u32, number: u32) -> Result<(), Error> {
        if !self.open {
            return Ok(());
        }
        for text in rest.split(',').map(str::trim) {
            // Zeros before it must be held in memory, too.
            let zeros = self.variables.last().map_or(0, |v| v.size.saturating_sub(v.bytes.len() as u64));
            self.room(zeros.saturating_add(width.into()), number)?;
            let index = self.variables.len() - 1;
            let Some(variable) = self.variables.last_mut() else { return Ok(()) };
            let at = variable.size;
            variable.bytes.resize(at as usize, 0);
            let unsigned = text.strip_prefix("0x").and_then(|hex| u64::from_str_radix(hex, 16).ok());
            let unsigned = unsigned.or_else(|| text.parse::<u64>().ok());
            let value = match unsigned.or_else(|| integer(text).map(|n| n as u64)) {
                Some(value) => value,
                None => {
                    let (name, addend) = match text.find(['+', '-']) {
                        Some(cut) => (&text[..cut], integer(text[cut..].trim_start_matches('+'))),
                        None => (text, Some(0)),
                    };
                    let Some(addend) = addend.filter(|_| width >= 4) else {
                        let (text, what) = (text.to_owned(), "value");
                        return Err(Error::new(number, ErrorKind::Number { text, what }));
                    };
                    self.addresses.push((index, at, width, name.to_owned(), addend, number));
                    0
                }
            };
            variable.bytes.extend_from_slice(&value.to_le_bytes()[..width as usize]);
            variable.size = variable.bytes.len() as u64;
        }
        Ok(())
    }

    /// `.file 1 "directory" "name" …`.
    fn file(&mut self, rest: &str) {
        let Some((index, rest)) = rest.split_once(char::is_whitespace) else { return };
        let Ok(index) = index.parse::<u64>() else { return };
        let quoted: Vec<&str> = rest.split('"').skip(1).step_by(2).collect();
        let name = match quoted[..] {
            [name] => name.to_owned(),
            [_, name, ..] => name.to_owned(),
            [] => return,
        };
        self.files.insert(index, name);
    }

    fn finish(mut self) -> Result<Module, Error> {
        let target = self.target.ok_or_else(|| {
            Error::new(1, ErrorKind::Malformed("there is no `.amdgcn_target` in the file".to_owned()))
                .help("this is the assembly that clang writes with -S for AMD GPUs")
        })?;
        // The compiler's own mark of the compilation, which no code refers to.
        let ids: BTreeMap<String, VariableId> = self
            .variables
            .iter()
            .enumerate()
            .map(|(at, v)| (v.name.clone(), VariableId(at as u32)))
            .collect();
        for (index, at, width, name, offset, line) in std::mem::take(&mut self.addresses) {
            let Some(&variable) = ids.get(&name) else {
                return Err(Error::new(line, ErrorKind::Variable(name)));
            };
            self.variables[index].cells.push(AddressCell { at, width, variable, offset, byte: None });
        }
        let mut programs = Vec::new();
        for function in self.functions {
            let Some((line, mut descriptor)) = self.descriptors.remove(&function.name) else {
                // A function that is not a kernel: calls are not supported, so nothing refers to it.
                continue;
            };
            let arguments = self.arguments.remove(&function.name).unwrap_or_default();
            // User registers have a fixed order, whatever the order of their directives.
            descriptor.user.sort_unstable();
            descriptor.user.dedup();
            let used: u32 = descriptor.user.iter().map(|u| u.registers()).sum();
            if used > descriptor.user_count {
                let what = format!("`{}` declares more user SGPRs than it counts", function.name);
                return Err(Error::new(line, ErrorKind::Malformed(what)));
            }
            programs.push(Program {
                name: function.name.clone(),
                target,
                code: resolve(function, &ids, &descriptor)?,
                descriptor,
                arguments,
                files: self.files.clone(),
            });
        }
        if let Some((name, (line, _))) = self.descriptors.into_iter().next() {
            let what = format!("`{name}` has a descriptor but no code");
            return Err(Error::new(line, ErrorKind::Malformed(what)));
        }
        Ok(Module { target, programs, variables: self.variables })
    }
}

/// Resolves labels and variables, and checks registers against the descriptor.
fn resolve(
    function: Function,
    variables: &BTreeMap<String, VariableId>,
    descriptor: &Descriptor,
) -> Result<Vec<Instr>, Error> {
    let len = function.code.len() as u32;
    let ends = function.code.last().map(|(line, last, ..)| (*line, last.form.mnemonic.clone()));
    match ends {
        Some((_, name)) if matches!(name.as_str(), "s_endpgm" | "s_branch" | "s_setpc_b64") => {}
        other => {
            let what = format!("control flow runs past the end of `{}`", function.name);
            return Err(Error::new(other.map_or(1, |(line, _)| line), ErrorKind::Malformed(what)));
        }
    }
    let mut address = 0;
    let mut code = Vec::with_capacity(function.code.len());
    for (number, line, text, source) in function.code {
        let fail = |kind| Err(Error::new(number, kind));
        let mut operands = Vec::with_capacity(line.operands.len());
        for (wanted, operand) in line.form.operands.iter().zip(line.operands) {
            let operand = match operand {
                Parsed::Known(operand) => operand,
                Parsed::Label(label) => match function.labels.get(&label) {
                    Some(&at) if at < len => Operand::Target(at),
                    _ => return fail(ErrorKind::Label(label)),
                },
                Parsed::Symbol { name, addend, high } => match variables.get(&name) {
                    Some(&variable) => Operand::Relative { variable, addend, high },
                    None => return fail(ErrorKind::Variable(name)),
                },
            };
            if let Operand::Vector(first) = operand {
                let buffer = line.modifiers.addr64 || line.modifiers.offen && line.modifiers.idxen;
                let many = match wanted.role {
                    super::table::Role::BufferAddress => 1 + u32::from(buffer),
                    _ => wanted.ty.registers(),
                };
                if u32::from(first) + many > descriptor.vgprs {
                    let what = format!("`{text}` uses a VGPR beyond the {} of the kernel", descriptor.vgprs);
                    return fail(ErrorKind::Malformed(what));
                }
            }
            operands.push(operand);
        }
        let Line { form, sources, modifiers, encoding, size, .. } = line;
        code.push(Instr {
            form,
            operands: operands.into(),
            sources: sources.into(),
            modifiers,
            encoding,
            address,
            size,
            text,
            line: number,
            source,
        });
        address += u64::from(size);
    }
    Ok(code)
}

/// A line up to its comment.
fn without_comment(text: &str) -> &str {
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            ';' if !quoted => return &text[..at],
            '/' if !quoted && text[at..].starts_with("//") => return &text[..at],
            _ => {}
        }
    }
    text
}
