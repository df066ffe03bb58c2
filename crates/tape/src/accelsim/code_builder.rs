//! Recovery of the static code of a kernel from its trace.
//!
//! A trace describes an instruction with each execution. This description is parsed once and compared as bytes afterwards.
//!
//! A tape needs instruction numbers before the code is complete. The number of an instruction is its slot: its position by
//! address. The tracer gives addresses relative to the function, so that instructions of different functions can share an address.
//! The first of these gets the slot; later ones get numbers from [`VARIANTS`] on.

use super::error::{Reason, shown};
use super::fields::{Fields, Parse};
use super::opcodes::{Layout, OpcodeMap};
use super::role::{Addresses, Role};
use std::collections::BTreeMap;
use std::sync::Arc;
use warploom_kernel::code::{Code, Instruction, Register, RegisterFile, Source};
use warploom_kernel::names::nearest;

/// First number for instructions whose slot is already taken.
pub const VARIANTS: u32 = 1 << 24;

/// Maximum number of slots: instructions of the code, executed or not.
pub const MAX_SLOTS: u32 = 1 << 22;

/// Maximum number of executed static instructions: ten times that of the largest known kernels.
pub const MAX_INSTRUCTIONS: u32 = 1 << 20;

/// Maximum number of different instructions per address.
const MAX_MEANINGS: u32 = 64;

/// Maximum bytes of all instruction descriptions.
const MAX_TEXT: usize = 256 << 20;

/// Maximum registers per instruction, bytes of an opcode, and access width.
const MAX_REGISTERS: u64 = 256;
const MAX_OPCODE: usize = 64;
const MAX_WIDTH: u64 = 1024;

/// Addresses of asynchronous copies below this are in shared memory: global memory never starts so low.
const SHARED_END: u64 = 16 << 20;

/// Treatment of the addresses in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// The line has no addresses.
    None,
    /// Addresses are skipped.
    Ignored,
    /// Addresses are recorded on the tape.
    Recorded,
}

/// A static instruction found so far.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Range of its description in [`CodeBuilder::text`].
    text: (u32, u32),
    /// Next entry with the same address, plus one; 0 if there is none.
    next: u32,
    /// The shared-memory half of an asynchronous copy, plus one; 0 if there is none.
    other: u32,
    pub(super) number: u32,
    /// Number for control-flow analysis: both halves of an asynchronous copy have the same.
    pub(super) flow: u32,
    pub(super) access: Access,
    pub(super) role: Role,
    pc: u32,
    line: u32,
    immediates: [i64; 2],
    pub(super) leader: bool,
    pub(super) guarded: bool,
}

/// Trace properties that determine the line format.
#[derive(Clone, Debug)]
pub(super) struct Dialect {
    pub(super) tracer: u32,
    pub(super) lineinfo: bool,
    pub(super) map: Arc<OpcodeMap>,
}

/// Builder of the static code.
#[derive(Debug, Default)]
pub(super) struct CodeBuilder {
    /// First entry of each slot, plus one; 0 if there is none.
    slots: Vec<u32>,
    /// The same for addresses that are not instruction boundaries.
    odd: BTreeMap<u32, u32>,
    entries: Vec<Entry>,
    /// Entries of the numbers from [`VARIANTS`] on.
    variants: Vec<u32>,
    text: Vec<u8>,
    /// A description in normal form: one blank between fields.
    scratch: Vec<u8>,
}

impl CodeBuilder {
    pub(super) fn entry(&mut self, at: u32) -> &mut Entry {
        &mut self.entries[at as usize]
    }

    /// Entry of an instruction number.
    pub(super) fn numbered(&self, number: u32) -> Option<u32> {
        match number.checked_sub(VARIANTS) {
            Some(variant) => self.variants.get(variant as usize).copied(),
            None => self.slots.get(number as usize)?.checked_sub(1),
        }
    }

    pub(super) fn accesses(&self, number: u32) -> bool {
        self.numbered(number).is_some_and(|at| self.entries[at as usize].access == Access::Recorded)
    }

    /// Entry of the instruction at the start of `rest` and the length of its description, if a known description matches
    /// byte for byte.
    #[inline]
    pub(super) fn find(&self, layout: Layout, pc: u32, rest: &[u8]) -> Option<(u32, usize)> {
        let mut at = *self.slots.get(layout.slot(pc)? as usize)?;
        while let Some(entry) = at.checked_sub(1) {
            let Entry { text: (start, len), next, .. } = self.entries[entry as usize];
            let text = &self.text[start as usize..][..len as usize];
            if rest.starts_with(text) && matches!(rest.get(text.len()), None | Some(b' ')) {
                return Some((entry, text.len()));
            }
            at = next;
        }
        None
    }

    /// Parses the description of an instruction. It may be a known instruction in another notation.
    #[cold]
    pub(super) fn learn(
        &mut self,
        dialect: &Dialect,
        pc: u32,
        line: u32,
        fields: &mut Fields<'_>,
    ) -> Parse<(u32, bool)> {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        let read = self.read(dialect, pc, line, fields, &mut text);
        self.scratch = text;
        read
    }

    fn read(
        &mut self,
        dialect: &Dialect,
        pc: u32,
        line: u32,
        fields: &mut Fields<'_>,
        text: &mut Vec<u8>,
    ) -> Parse<(u32, bool)> {
        registers(fields, text, "how many registers it writes", "a register it writes, such as R4")?;
        let opcode = fields.word("the opcode")?;
        let usual = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.');
        if !opcode[0].is_ascii_uppercase() || opcode.len() > MAX_OPCODE || !opcode.iter().all(usual) {
            return Err(Box::new(Reason::Field { expected: "an opcode", found: shown(opcode) }));
        }
        let opcode = String::from_utf8_lossy(opcode).into_owned();
        text.extend_from_slice(opcode.as_bytes());
        text.push(b' ');
        registers(fields, text, "how many registers it reads", "a register it reads, such as R4")?;
        if dialect.tracer >= 6 && opcode.contains("GMMA") {
            fields.decimal("whether it ends a group of matrix products")?;
        }
        const WIDTH: &str = "the bytes each lane accesses, 0 if none";
        let before = *fields;
        let width = fields.decimal(WIDTH)?;
        if width > MAX_WIDTH {
            return Err(Box::new(Reason::Field {
                expected: WIDTH,
                found: shown(before.clone().word(WIDTH)?),
            }));
        }
        text.extend_from_slice(width.to_string().as_bytes());

        let map = &dialect.map;
        let role = map.role(&opcode).ok_or_else(|| Box::new(unknown(map, &opcode)))?;
        if role == Role::BulkCopy && dialect.tracer >= 6 {
            return Err(Box::new(Reason::Tma { opcode }));
        }
        let name = || map.name().to_owned();
        let access = match (role.addresses(&opcode), width) {
            (Addresses::Never, 1..) => {
                return Err(Box::new(Reason::Addresses { opcode, map: name(), role: role.name() }));
            }
            (Addresses::Required, 0) => {
                return Err(Box::new(Reason::NoAddresses { opcode, map: name(), role: role.name() }));
            }
            (_, 0) => Access::None,
            (Addresses::Ignored, _) => Access::Ignored,
            _ => Access::Recorded,
        };
        self.place(map.layout(), Meaning { text, role, access, pc, line })
    }

    /// Finds or creates the entry of an instruction. Returns true for a new entry.
    fn place(&mut self, layout: Layout, meaning: Meaning<'_>) -> Parse<(u32, bool)> {
        let pc = meaning.pc;
        let slot = layout.slot(pc);
        if slot.is_some_and(|slot| slot >= MAX_SLOTS) {
            return Err(Box::new(Reason::LargeCode { pc, most: MAX_SLOTS }));
        }
        let first = match slot {
            Some(slot) => self.slots.get(slot as usize),
            None => self.odd.get(&pc),
        };
        let first = first.copied().unwrap_or(0);
        let (mut at, mut meanings, mut last) = (first, 0, None);
        while let Some(entry) = at.checked_sub(1) {
            let Entry { text: (start, len), next, .. } = self.entries[entry as usize];
            if self.text[start as usize..][..len as usize] == **meaning.text {
                return Ok((entry, false));
            }
            (at, meanings, last) = (next, meanings + 1, Some(entry));
        }
        if meanings >= MAX_MEANINGS {
            return Err(Box::new(Reason::ManyMeanings { pc, most: MAX_MEANINGS }));
        }
        let number = slot.filter(|_| first == 0);
        let halves = meaning.role == Role::AsyncCopy;
        let entry = self.add(&meaning, number)?;
        match (last, slot) {
            (Some(last), _) => self.entry(last).next = entry + 1,
            (None, None) => drop(self.odd.insert(pc, entry + 1)),
            (None, Some(slot)) => {
                if self.slots.len() <= slot as usize {
                    self.slots.resize(slot as usize + 1, 0);
                }
                self.slots[slot as usize] = entry + 1;
            }
        }
        if halves {
            // This half is found through the other one only. Its text is never compared.
            let other = self.add(&Meaning { role: Role::SharedStore, ..meaning }, None)?;
            let flow = self.entry(entry).flow;
            self.entry(other).flow = flow;
            self.entry(entry).other = other + 1;
        }
        Ok((entry, true))
    }

    fn add(&mut self, meaning: &Meaning<'_>, number: Option<u32>) -> Parse<u32> {
        let &Meaning { text, role, access, pc, line } = meaning;
        let entry = self.entries.len() as u32;
        if entry >= MAX_INSTRUCTIONS || self.text.len() + text.len() > MAX_TEXT {
            return Err(Box::new(Reason::LargeCode { pc, most: MAX_INSTRUCTIONS }));
        }
        let number = number.unwrap_or_else(|| {
            self.variants.push(entry);
            VARIANTS + (self.variants.len() - 1) as u32
        });
        let start = self.text.len() as u32;
        self.text.extend_from_slice(text);
        self.entries.push(Entry {
            text: (start, text.len() as u32),
            next: 0,
            other: 0,
            number,
            flow: number,
            access,
            role,
            pc,
            line,
            immediates: [0; 2],
            leader: false,
            guarded: false,
        });
        Ok(entry)
    }

    /// The half of an asynchronous copy for an address; other instructions are returned unchanged.
    #[inline]
    pub(super) fn half(&self, entry: u32, address: u64) -> u32 {
        match self.entries[entry as usize].other {
            0 => entry,
            other if address < SHARED_END => other - 1,
            _ => entry,
        }
    }

    /// Sets the immediate operands of an instruction.
    pub(super) fn immediates(&mut self, entry: u32, immediates: [i64; 2]) {
        self.entry(entry).immediates = immediates;
    }

    /// The static code and the number of each instruction, ascending.
    pub(super) fn code(&self, lineinfo: bool) -> (Code, Vec<u32>) {
        let by_slot = self.slots.iter().filter_map(|at| at.checked_sub(1));
        let in_order = by_slot.chain(self.variants.iter().copied());
        let mut code = Code::default();
        if lineinfo {
            // Traces contain source lines, but not the file name.
            code.files.push("(unknown)".to_owned());
        }
        let (mut numbers, mut before): (Vec<u32>, Option<&Entry>) = (Vec::new(), None);
        for entry in in_order.map(|at| &self.entries[at as usize]) {
            let mut instruction = self.instruction(entry);
            instruction.leader = entry.leader
                || before.is_none_or(|before| before.role.ends_block() || before.number + 1 != entry.number);
            if lineinfo && entry.line > 0 {
                instruction.source = Some(Source { file: 0, line: entry.line });
            }
            code.instructions.push(instruction);
            numbers.push(entry.number);
            before = Some(entry);
        }
        (code, numbers)
    }

    fn instruction(&self, entry: &Entry) -> Instruction {
        let (start, len) = entry.text;
        let text = String::from_utf8_lossy(&self.text[start as usize..][..len as usize]);
        let mut words = text.split(' ');
        let list = |words: &mut std::str::Split<'_, char>| -> Vec<Register> {
            let count = words.next().and_then(|count| count.parse().ok()).unwrap_or(0);
            words.take(count).filter_map(register).filter(|&r| !is_nothing(r)).collect()
        };
        let writes = list(&mut words);
        let opcode = words.next().unwrap_or_default();
        let reads = list(&mut words);
        let width = words.next().and_then(|width| width.parse().ok());
        let bytes = width.filter(|_| entry.access == Access::Recorded);
        Instruction {
            address: u64::from(entry.pc),
            reads,
            effect: entry.role.effect(bytes, opcode, entry.immediates, !writes.is_empty()),
            writes,
            guarded: entry.guarded,
            uniform: entry.role.uniform(),
            ..Instruction::new(opcode, entry.role.class())
        }
    }
}

/// Parsed description of an instruction.
struct Meaning<'a> {
    text: &'a Vec<u8>,
    role: Role,
    access: Access,
    pc: u32,
    line: u32,
}

/// Parses a count and that many registers.
fn registers(
    fields: &mut Fields<'_>,
    text: &mut Vec<u8>,
    count: &'static str,
    each: &'static str,
) -> Parse<()> {
    let before = *fields;
    let number = fields.decimal(count)?;
    if number > MAX_REGISTERS {
        return Err(Box::new(Reason::Field { expected: count, found: shown(before.clone().word(count)?) }));
    }
    text.extend_from_slice(number.to_string().as_bytes());
    text.push(b' ');
    for _ in 0..number {
        let word = fields.word(each)?;
        if std::str::from_utf8(word).ok().and_then(register).is_none() {
            return Err(Box::new(Reason::Field { expected: each, found: shown(word) }));
        }
        text.extend_from_slice(word);
        text.push(b' ');
    }
    Ok(())
}

/// Parses a register name: `R4`, and from version 6 on `UR4`, `P0`, `UP0`.
fn register(name: &str) -> Option<Register> {
    use RegisterFile::*;
    let machine = |r: &Register| matches!(r.file, General | Predicate | Uniform | UniformPredicate);
    Register::named(name).filter(machine).filter(|r| r.index <= 255)
}

/// Whether the register is constant: RZ, URZ, PT, UPT.
fn is_nothing(register: Register) -> bool {
    let last = match register.file {
        RegisterFile::General => 255,
        RegisterFile::Uniform => 63,
        _ => 7,
    };
    register.index == last
}

fn unknown(map: &OpcodeMap, opcode: &str) -> Reason {
    let stem = opcode.split('.').next().unwrap_or(opcode);
    Reason::Opcode {
        opcode: opcode.to_owned(),
        stem: stem.to_owned(),
        map: map.name().to_owned(),
        nearest: nearest(stem, map.roles().map(|(known, _)| known)).map(str::to_owned),
    }
}
