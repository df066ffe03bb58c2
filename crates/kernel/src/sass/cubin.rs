//! Reads cubins: ELF files with machine code, constants, variables and what a launch has to know.

use super::lines::{LineTable, Row};
use super::machine::{self, Architecture, Instruction};
use super::program::{
    AddressOf, FUNCTION_BASE, Function, Instr, Module, Parameter, Program, Relocation, Section,
    runtime_address,
};
use crate::execute::runtime::RuntimeFunction;
use crate::names::short_name;
use crate::program::{AddressCell, Pc, SourceLine, Variable, VariableId};
use crate::ptx::program::is_toolkit_header;
use object::LittleEndian;
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader, Rel as _, Rela as _, SectionHeader as _, Sym as _};
use std::collections::BTreeMap;

/// Why a file is not a cubin that can be executed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CubinError {
    /// Not an ELF file of CUDA.
    #[error("the file is not a cubin: {0}")]
    NotCubin(String),
    /// An architecture whose instructions are not in the table.
    #[error("the cubin is for sm_{0}; sm_70 to sm_90 are supported")]
    Architecture(u32),
    /// A word that is not an instruction of the table.
    #[error("kernel `{}`, at {address:#x}: {unknown}", short_name(kernel))]
    Instruction { kernel: String, address: u64, unknown: machine::Unknown },
    /// A relocation that is not supported.
    #[error("relocation {kind} of `{symbol}` in `{section}` is not supported")]
    Relocation { section: String, symbol: String, kind: u32 },
    /// A symbol that the cubin does not have.
    #[error("`{}` is not defined in the cubin: link it, or compile without -rdc=true", short_name(.0))]
    Undefined(String),
}

/// Machine of ELF files with NVIDIA's code.
const EM_CUDA: u16 = 190;

/// Kinds of relocations.
mod relocation {
    /// An address of 64 bits.
    pub const ADDRESS: u32 = 2;
    /// The handle of a texture reference.
    pub const TEXTURE: u32 = 6;
    /// The handle of a surface reference.
    pub const SURFACE: u32 = 52;
    /// A generic address of 64 bits.
    pub const GENERIC: u32 = 4;
    /// The lower half of an address, as immediate.
    pub const LOW: u32 = 56;
    /// The upper half.
    pub const HIGH: u32 = 57;
    /// The target of an absolute call.
    pub const TARGET: u32 = 58;
    /// The same since sm_90, whose targets have their lowest bits elsewhere.
    pub const TARGET_90: u32 = 75;
}

/// Attributes of the sections `.nv.info`.
mod attribute {
    pub const MOST_THREADS: u8 = 0x05;
    pub const PARAMETER_SPACE: u8 = 0x0a;
    pub const THREADS: u8 = 0x10;
    pub const FRAME: u8 = 0x11;
    pub const LEAST_STACK: u8 = 0x12;
    pub const PARAMETER: u8 = 0x17;
    pub const MOST_STACK: u8 = 0x23;
    pub const REGISTERS: u8 = 0x2f;
    /// As `PARAMETER`, for kernels with more than 4 KiB of parameters.
    pub const LARGE_PARAMETER: u8 = 0x45;
}

/// Kinds of symbols that are texture and surface references.
const STT_CUDA_TEXTURE: u8 = 10;
const STT_CUDA_SURFACE: u8 = 12;

/// Mark of a symbol that is a kernel.
const EXTERNAL: u8 = 0x10;

struct Symbol<'a> {
    name: &'a str,
    kind: u8,
    other: u8,
    section: usize,
    value: u64,
    size: u64,
}

struct Part<'a> {
    name: &'a str,
    data: &'a [u8],
    size: u64,
    align: u64,
}

/// A relocation.
#[derive(Clone, Copy)]
struct Fixup {
    at: u64,
    symbol: usize,
    kind: u32,
    /// None if the addend is at the place itself.
    addend: Option<i64>,
}

struct File<'a> {
    parts: Vec<Part<'a>>,
    symbols: Vec<Symbol<'a>>,
    /// By the section that they are for.
    fixups: BTreeMap<usize, Vec<Fixup>>,
    /// 80 of `sm_80`.
    architecture: u32,
}

pub(super) fn architecture(cubin: &[u8]) -> Result<u32, CubinError> {
    let header = FileHeader64::<LittleEndian>::parse(cubin).map_err(not_cubin)?;
    let endian = header.endian().map_err(not_cubin)?;
    if header.e_machine(endian) != EM_CUDA {
        return Err(not_cubin("its machine is not NVIDIA's"));
    }
    let flags = header.e_flags(endian);
    // Since ABI 8 the architecture is in the second byte.
    Ok(if header.e_ident().abi_version >= 8 { flags >> 8 & 0xff } else { flags & 0xff })
}

pub(super) fn read(cubin: &[u8]) -> Result<Module, CubinError> {
    let file = File::read(cubin)?;
    let architecture =
        Architecture::numbered(file.architecture).ok_or(CubinError::Architecture(file.architecture))?;
    let layout = Layout::new(&file);
    let variables = variables(&file, &layout)?;
    let lines = line_table(&file);
    let resources = resources(&file);
    let context =
        Context { file: &file, architecture, layout: &layout, lines: &lines, resources: &resources };
    let mut programs: Vec<Program> =
        layout.kernels.iter().map(|&at| program(&context, at)).collect::<Result<_, _>>()?;
    let mut line = 0;
    for program in &mut programs {
        line += 1;
        for instr in &mut program.code {
            line += 1;
            instr.line = line;
        }
    }
    Ok(Module { architecture: file.architecture, programs, variables })
}

fn not_cubin(why: impl ToString) -> CubinError {
    CubinError::NotCubin(why.to_string())
}

impl<'a> File<'a> {
    fn read(cubin: &'a [u8]) -> Result<File<'a>, CubinError> {
        let architecture = architecture(cubin)?;
        let header = FileHeader64::<LittleEndian>::parse(cubin).map_err(not_cubin)?;
        let endian = header.endian().map_err(not_cubin)?;
        let sections = header.sections(endian, cubin).map_err(not_cubin)?;
        let mut parts = Vec::new();
        for section in sections.iter() {
            let name = sections.section_name(endian, section).map_err(not_cubin)?;
            parts.push(Part {
                name: str::from_utf8(name).map_err(not_cubin)?,
                data: section.data(endian, cubin).map_err(not_cubin)?,
                size: section.sh_size(endian),
                align: section.sh_addralign(endian).max(1),
            });
        }
        let table = sections.symbols(endian, cubin, elf::SHT_SYMTAB).map_err(not_cubin)?;
        let mut symbols = Vec::new();
        for symbol in table.iter() {
            let name = symbol.name(endian, table.strings()).map_err(not_cubin)?;
            symbols.push(Symbol {
                name: str::from_utf8(name).map_err(not_cubin)?,
                kind: symbol.st_type(),
                other: symbol.st_other(),
                section: symbol.st_shndx(endian).into(),
                value: symbol.st_value(endian),
                size: symbol.st_size(endian),
            });
        }
        let mut fixups: BTreeMap<usize, Vec<Fixup>> = BTreeMap::new();
        for section in sections.iter() {
            if let Some((rels, _)) = section.rel(endian, cubin).map_err(not_cubin)? {
                fixups.entry(section.sh_info(endian) as usize).or_default().extend(rels.iter().map(|rel| {
                    Fixup {
                        at: rel.r_offset(endian),
                        symbol: rel.r_sym(endian) as usize,
                        kind: rel.r_type(endian),
                        addend: None,
                    }
                }));
            }
            if let Some((relas, _)) = section.rela(endian, cubin).map_err(not_cubin)? {
                fixups.entry(section.sh_info(endian) as usize).or_default().extend(relas.iter().map(
                    |rela| Fixup {
                        at: rela.r_offset(endian),
                        symbol: rela.r_sym(endian, false) as usize,
                        kind: rela.r_type(endian, false),
                        addend: Some(rela.r_addend(endian)),
                    },
                ));
            }
        }
        Ok(File { parts, symbols, fixups, architecture })
    }

    fn part(&self, name: &str) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.name == name)
    }

    fn fixups(&self, section: usize) -> &[Fixup] {
        self.fixups.get(&section).map_or(&[], Vec::as_slice)
    }

    fn symbol(&self, fixup: &Fixup) -> Result<&Symbol<'a>, CubinError> {
        self.symbols.get(fixup.symbol).ok_or_else(|| not_cubin("a relocation has no symbol"))
    }
}

/// Where code and variables are.
struct Layout {
    /// Sections of kernels.
    kernels: Vec<usize>,
    /// Sections of other functions, with their addresses.
    functions: Vec<(usize, u64)>,
    /// Symbols of variables, in the order of the variables.
    variables: Vec<usize>,
}

impl Layout {
    fn new(file: &File<'_>) -> Layout {
        let mut layout = Layout { kernels: Vec::new(), functions: Vec::new(), variables: Vec::new() };
        let mut address = FUNCTION_BASE;
        for (at, part) in file.parts.iter().enumerate() {
            let Some(name) = part.name.strip_prefix(".text.") else { continue };
            let entry =
                file.symbols.iter().any(|s| s.name == name && s.section == at && s.other & EXTERNAL != 0);
            if entry {
                layout.kernels.push(at);
            } else {
                layout.functions.push((at, address));
                address += part.size.next_multiple_of(256);
            }
        }
        let is_variable = |symbol: &Symbol<'_>| {
            is_reference(symbol)
                || symbol.kind == elf::STT_OBJECT
                    && file.parts.get(symbol.section).is_some_and(|p| bank(p.name).is_some())
        };
        layout.variables = (0..file.symbols.len()).filter(|&at| is_variable(&file.symbols[at])).collect();
        layout
    }

    /// Address of a section of code, in the program of the kernel in section `kernel`.
    fn code(&self, section: usize, kernel: Option<usize>) -> Option<u64> {
        if kernel == Some(section) {
            return Some(0);
        }
        self.functions.iter().find(|(at, _)| *at == section).map(|&(_, address)| address)
    }

    /// What a relocation refers to.
    fn address_of(
        &self,
        file: &File<'_>,
        (symbol, index): (&Symbol<'_>, usize),
        addend: i64,
        kernel: Option<usize>,
    ) -> Result<AddressOf, CubinError> {
        if let Some(address) = self.code(symbol.section, kernel) {
            return Ok(AddressOf::Code((address + symbol.value).wrapping_add_signed(addend)));
        }
        if let Some(found) = self.variables.iter().position(|&at| at == index) {
            return Ok(AddressOf::Variable { variable: VariableId(found as u32), offset: addend });
        }
        if symbol.kind == elf::STT_SECTION {
            // An offset in a section: in the variable that is there.
            let place = symbol.value.wrapping_add_signed(addend);
            let has = |&&at: &&usize| {
                let s = &file.symbols[at];
                s.section == symbol.section && s.value <= place && place < s.value + s.size.max(1)
            };
            if let Some((found, &at)) = self.variables.iter().enumerate().find(|(_, at)| has(at)) {
                let offset = (place - file.symbols[at].value) as i64;
                return Ok(AddressOf::Variable { variable: VariableId(found as u32), offset });
            }
        }
        match RuntimeFunction::named(symbol.name) {
            Some((function, ..)) if symbol.section == 0 => Ok(AddressOf::Runtime(function)),
            _ => Err(CubinError::Undefined(symbol.name.to_owned())),
        }
    }
}

/// Whether a symbol is a texture or surface reference. It has no bytes in the file: the host program binds it.
fn is_reference(symbol: &Symbol<'_>) -> bool {
    matches!(symbol.kind, STT_CUDA_TEXTURE | STT_CUDA_SURFACE)
}

/// Whether a section has variables, and whether they are constant.
fn bank(section: &str) -> Option<bool> {
    match section {
        ".nv.constant3" => Some(true),
        _ if section.starts_with(".nv.global") => Some(false),
        _ => None,
    }
}

/// Bytes of a word at a place.
fn bytes_at(data: &[u8], at: u64, count: usize) -> u64 {
    let start = usize::try_from(at).unwrap_or(usize::MAX);
    let found = start.checked_add(count).and_then(|end| data.get(start..end)).unwrap_or_default();
    found.iter().rev().fold(0, |value, &byte| value << 8 | u64::from(byte))
}

fn variables(file: &File<'_>, layout: &Layout) -> Result<Vec<Variable>, CubinError> {
    let mut variables = Vec::new();
    for &at in &layout.variables {
        let symbol = &file.symbols[at];
        if is_reference(symbol) {
            variables.push(Variable {
                name: symbol.name.to_owned(),
                unit: 0,
                constant: false,
                align: 8,
                size: 8,
                bytes: vec![0; 8],
                cells: Vec::new(),
            });
            continue;
        }
        let part = &file.parts[symbol.section];
        let start = (symbol.value as usize).min(part.data.len());
        let end = start.saturating_add(symbol.size as usize).min(part.data.len());
        let mut bytes = part.data[start..end].to_vec();
        let mut cells = Vec::new();
        for fixup in file.fixups(symbol.section) {
            let Some(place) = fixup.at.checked_sub(symbol.value).filter(|&place| place + 8 <= symbol.size)
            else {
                continue;
            };
            let to = file.symbol(fixup)?;
            if !matches!(fixup.kind, relocation::ADDRESS | relocation::GENERIC) {
                return Err(unsupported(part, to, fixup));
            }
            let addend = fixup.addend.unwrap_or_else(|| bytes_at(part.data, fixup.at, 8) as i64);
            match layout.address_of(file, (to, fixup.symbol), addend, None)? {
                AddressOf::Variable { variable, offset } => {
                    cells.push(AddressCell { at: place, width: 8, variable, offset, byte: None });
                }
                AddressOf::Code(address) => put(&mut bytes, place, address),
                AddressOf::Runtime(function) => put(&mut bytes, place, runtime_address(function)),
            }
        }
        variables.push(Variable {
            name: symbol.name.to_owned(),
            unit: 0,
            constant: bank(part.name) == Some(true),
            // The alignment of a symbol is that of its offset, up to its section's.
            align: 1 << symbol.value.trailing_zeros().min(part.align.trailing_zeros()),
            size: symbol.size,
            bytes,
            cells,
        });
    }
    Ok(variables)
}

fn put(bytes: &mut Vec<u8>, at: u64, value: u64) {
    let at = at as usize;
    if bytes.len() < at + 8 {
        bytes.resize(at + 8, 0);
    }
    bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
}

fn unsupported(part: &Part<'_>, symbol: &Symbol<'_>, fixup: &Fixup) -> CubinError {
    CubinError::Relocation { section: part.name.to_owned(), symbol: symbol.name.to_owned(), kind: fixup.kind }
}

fn line_table(file: &File<'_>) -> LineTable {
    let Some(at) = file.parts.iter().position(|part| part.name == ".debug_line") else {
        return LineTable::default();
    };
    let fixups = file.fixups(at);
    LineTable::read(file.parts[at].data, &|place| {
        fixups.iter().find(|fixup| fixup.at == place).map(|fixup| fixup.symbol as u32)
    })
}

/// An attribute with its value.
fn attributes<'a>(part: &Part<'a>) -> Vec<(u8, &'a [u8])> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(&[format, attribute, low, high]) = part.data.get(at..at + 4) {
        at += 4;
        let inline = usize::from(u16::from_le_bytes([low, high]));
        // A value of more than two bytes follows.
        let value = if format == 4 { part.data.get(at..at + inline) } else { part.data.get(at - 2..at) };
        let Some(value) = value else { break };
        at += if format == 4 { inline } else { 0 };
        found.push((attribute, value));
    }
    found
}

/// Registers and bytes of stack of a function.
#[derive(Clone, Copy, Default)]
struct Resources {
    registers: u32,
    stack: u32,
}

/// Resources of each function, by symbol.
fn resources(file: &File<'_>) -> BTreeMap<u64, Resources> {
    let mut found: BTreeMap<u64, Resources> = BTreeMap::new();
    for (attribute, value) in file.part(".nv.info").map(attributes).unwrap_or_default() {
        let (symbol, count) = (bytes_at(value, 0, 4), bytes_at(value, 4, 4) as u32);
        let known = found.entry(symbol).or_default();
        match attribute {
            attribute::REGISTERS => known.registers = count,
            // An unknown depth is all ones.
            attribute::FRAME | attribute::LEAST_STACK | attribute::MOST_STACK if count != u32::MAX => {
                known.stack = count.max(known.stack);
            }
            _ => {}
        }
    }
    found
}

struct Context<'a> {
    file: &'a File<'a>,
    architecture: Architecture,
    layout: &'a Layout,
    lines: &'a LineTable,
    resources: &'a BTreeMap<u64, Resources>,
}

fn program(context: &Context<'_>, at: usize) -> Result<Program, CubinError> {
    let Context { file, layout, .. } = *context;
    let text = &file.parts[at];
    let name = text.name.strip_prefix(".text.").unwrap_or(text.name);
    let own = |prefix: &str| file.parts.iter().find(|part| part.name.strip_prefix(prefix) == Some(name));
    let symbol = file.symbols.iter().position(|s| s.name == name && s.section == at);
    let resources =
        symbol.and_then(|symbol| context.resources.get(&(symbol as u64))).copied().unwrap_or_default();
    let mut program = Program {
        name: name.to_owned(),
        architecture: file.architecture,
        code: Vec::new(),
        functions: Vec::new(),
        sections: Vec::new(),
        registers: resources.registers,
        shared: own(".nv.shared.").map_or(0, |part| part.size as u32),
        stack: resources.stack,
        parameters: Vec::new(),
        parameter_space: (0, 0),
        threads: None,
        literals: own(".nv.constant2.").map_or_else(Vec::new, |part| part.data.to_vec()),
        constants: Vec::new(),
        addresses: Vec::new(),
        handles: Vec::new(),
        relocations: BTreeMap::new(),
        files: context.lines.files.clone(),
    };
    let mut parameters: BTreeMap<u64, Parameter> = BTreeMap::new();
    for (attribute, value) in own(".nv.info.").map(attributes).unwrap_or_default() {
        let threads = || (0..3).map(|n| bytes_at(value, 4 * n, 4).max(1)).product();
        match attribute {
            attribute::PARAMETER => {
                // Index, number, offset; then the size in bits 18 to 31.
                let parameter = Parameter {
                    offset: bytes_at(value, 6, 2) as u32,
                    size: (bytes_at(value, 8, 4) >> 18) as u32,
                };
                parameters.insert(bytes_at(value, 4, 2), parameter);
            }
            attribute::LARGE_PARAMETER => {
                let parameter =
                    Parameter { offset: bytes_at(value, 6, 2) as u32, size: bytes_at(value, 8, 4) as u32 };
                parameters.insert(bytes_at(value, 4, 2), parameter);
            }
            attribute::PARAMETER_SPACE => {
                program.parameter_space = (bytes_at(value, 4, 2) as u32, bytes_at(value, 6, 2) as u32);
            }
            attribute::MOST_THREADS => program.threads = Some((threads(), false)),
            attribute::THREADS => program.threads = Some((threads(), true)),
            _ => {}
        }
    }
    program.parameters = parameters.into_values().collect();
    for (variable, &symbol) in layout.variables.iter().enumerate() {
        let symbol = &file.symbols[symbol];
        if !is_reference(symbol) && bank(file.parts[symbol.section].name) == Some(true) {
            let offset = offset_in_bank(3, symbol.value, symbol.size)?;
            program.constants.push((offset, symbol.size, VariableId(variable as u32)));
        }
    }
    let bank0 = file.parts.iter().position(|part| part.name.strip_prefix(".nv.constant0.") == Some(name));
    for fixup in bank0.map(|section| file.fixups(section)).unwrap_or_default() {
        let to = file.symbol(fixup)?;
        let variable = layout.variables.iter().position(|&at| at == fixup.symbol);
        match (fixup.kind, variable.filter(|_| is_reference(to))) {
            (relocation::TEXTURE | relocation::SURFACE, Some(variable)) => {
                program.handles.push((offset_in_bank(0, fixup.at, 4)?, VariableId(variable as u32)));
            }
            _ => return Err(unsupported(&file.parts[bank0.unwrap_or(at)], to, fixup)),
        }
    }
    let bank4 = file.parts.iter().position(|part| part.name == ".nv.constant4");
    for fixup in bank4.map(|section| file.fixups(section)).unwrap_or_default() {
        let to = file.symbol(fixup)?;
        let addend = fixup.addend.unwrap_or(0);
        let of = layout.address_of(file, (to, fixup.symbol), addend, Some(at));
        // Addresses of other kernels are theirs.
        match of {
            Ok(of) => program.addresses.push((offset_in_bank(4, fixup.at, 8)?, of)),
            Err(_) if layout.kernels.contains(&to.section) => {}
            Err(error) => return Err(error),
        }
    }
    section(context, &mut program, at, 0, at)?;
    if program.code.is_empty() {
        return Err(not_cubin(format!("kernel `{name}` has no code")));
    }
    // Every instruction is some function's: the kernel's, if no symbol says so.
    if program.functions.first().is_none_or(|function| function.entry != Pc(0)) {
        program.functions.insert(0, Function { name: name.to_owned(), entry: Pc(0) });
    }
    for &(function, address) in &layout.functions {
        section(context, &mut program, function, address, at)?;
    }
    Ok(program)
}

/// Bytes of a constant bank.
const BANK: u64 = 64 << 10;

/// The offset of something in a constant bank, inside of it.
fn offset_in_bank(bank: u8, offset: u64, bytes: u64) -> Result<u32, CubinError> {
    if offset.checked_add(bytes).is_none_or(|end| end > BANK) {
        let what =
            format!("constant bank {bank} has {bytes} bytes at offset {offset}: a bank has {BANK} bytes");
        return Err(not_cubin(what));
    }
    Ok(offset as u32)
}

/// Adds the code of a section.
fn section(
    context: &Context<'_>,
    program: &mut Program,
    at: usize,
    address: u64,
    kernel: usize,
) -> Result<(), CubinError> {
    let Context { file, layout, lines, .. } = *context;
    let part = &file.parts[at];
    let first = program.code.len();
    program.sections.push(Section { address, first: Pc(first as u32) });
    let mut functions: Vec<&Symbol<'_>> =
        file.symbols.iter().filter(|s| s.kind == elf::STT_FUNC && s.section == at).collect();
    functions.sort_by_key(|s| (s.value, std::cmp::Reverse(s.size)));
    functions.dedup_by_key(|s| s.value);
    for function in functions {
        let entry = Pc((first as u64 + function.value / machine::BYTES) as u32);
        program.functions.push(Function { name: function.name.to_owned(), entry });
    }
    let mut words: Vec<u128> = Vec::with_capacity(part.data.len() / 16);
    words.extend(part.data.as_chunks::<16>().0.iter().map(|&bytes| u128::from_le_bytes(bytes)));
    for fixup in file.fixups(at) {
        let to = file.symbol(fixup)?;
        let index = (fixup.at / machine::BYTES) as usize;
        let Some(word) = words.get_mut(index) else { continue };
        let addend = fixup.addend.unwrap_or(0);
        let of = layout.address_of(file, (to, fixup.symbol), addend, Some(kernel))?;
        match (fixup.kind, of) {
            (relocation::LOW | relocation::HIGH, of) => {
                let relocation = Relocation { of, high: fixup.kind == relocation::HIGH };
                program.relocations.insert(Pc((first + index) as u32), relocation);
            }
            (
                relocation::TARGET | relocation::TARGET_90,
                of @ (AddressOf::Code(_) | AddressOf::Runtime(_)),
            ) => {
                let target = match of {
                    AddressOf::Runtime(function) => runtime_address(function),
                    AddressOf::Code(address) => address,
                    AddressOf::Variable { .. } => 0,
                };
                set_target(word, target, fixup.kind == relocation::TARGET_90);
            }
            _ => return Err(unsupported(part, to, fixup)),
        }
    }
    let rows = rows(file, lines, at);
    for (index, &word) in words.iter().enumerate() {
        let offset = machine::BYTES * index as u64;
        let decoded = Instruction::decode(word, offset, context.architecture);
        let machine = decoded.map_err(|unknown| CubinError::Instruction {
            kernel: program.name.clone(),
            address: offset,
            unknown,
        })?;
        let source = source(&rows, lines, offset);
        program.code.push(Instr { address: address + offset, line: 0, machine, source });
    }
    Ok(())
}

/// Puts the target of an absolute call into its word, in units of 4 bytes: 47 bits from bit 34 on, or split, with 8 bits from bit 16 on.
fn set_target(word: &mut u128, target: u64, split: bool) {
    const HIGH: u128 = ((1 << 47) - 1) << 34;
    const LOW: u128 = 0xff << 16;
    let units = u128::from(target / 4);
    let (high, low) = if split { (units >> 8, units & 0xff) } else { (units, *word >> 16 & 0xff) };
    *word = *word & !HIGH & !LOW | high << 34 & HIGH | low << 16;
}

/// The rows of the functions of a section, ascending by their offset in the section.
fn rows(file: &File<'_>, lines: &LineTable, section: usize) -> Vec<Row> {
    let mut found = Vec::new();
    for (&symbol, rows) in &lines.rows {
        let Some(symbol) = file.symbols.get(symbol as usize).filter(|s| s.section == section) else {
            continue;
        };
        found.extend(rows.iter().map(|row| Row { address: row.address + symbol.value, ..*row }));
    }
    found
}

/// The line of the instruction at an offset.
fn source(rows: &[Row], lines: &LineTable, offset: u64) -> Option<SourceLine> {
    let row = rows.iter().rev().filter(|row| row.address <= offset).max_by_key(|row| row.address)?;
    let is_toolkit = |row: &Row| lines.files.get(&row.file).is_some_and(|name| is_toolkit_header(name));
    let mut caller = *row;
    // A chain of calls is short; a cycle is a broken table.
    for _ in 0..64 {
        let next = caller.caller.checked_sub(1).and_then(|index| rows.get(index as usize));
        match next {
            Some(next) if is_toolkit(&caller) => caller = *next,
            _ => break,
        }
    }
    let is_other = (caller.file, caller.line) != (row.file, row.line);
    Some(SourceLine {
        file: row.file,
        line: row.line,
        caller: is_other.then_some((caller.file, caller.line)),
    })
}
