//! Fields of a word, as the rows of the table name them.

use super::table::{self, Row};
use super::{Address, Architecture, File, Instruction, Operand, Register, Unknown, Value};
use crate::code::Control;

/// The bits of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word(pub u128);

impl Word {
    pub fn bits(self, at: u8, count: u8) -> u64 {
        (self.0 >> at) as u64 & (u64::MAX >> (64 - count))
    }

    pub fn bit(self, at: u8) -> bool {
        self.0 >> at & 1 == 1
    }

    fn signed(self, at: u8, count: u8) -> i64 {
        (self.bits(at, count) << (64 - count)) as i64 >> (64 - count)
    }

    /// Which sources are immediates, constants or uniform registers: bits 9 to 11, and bit 91 above them.
    pub fn form(self) -> u8 {
        (self.bits(9, 3) | self.bits(91, 1) << 3) as u8
    }

    fn control(self) -> Control {
        let board = |at| Some(self.bits(at, 3) as u8).filter(|&board| board != 7);
        Control {
            stall: self.bits(105, 4) as u8,
            yields: !self.bit(109),
            write: board(110),
            read: board(113),
            wait: self.bits(116, 6) as u8,
            reuse: self.bits(122, 4) as u8,
        }
    }
}

pub(super) const RZ: u8 = 255;
pub(super) const URZ: u8 = 63;
/// `PT` and `UPT`.
pub(super) const ALWAYS: u8 = 7;

fn general(index: u64) -> Register {
    Register { file: File::General, index: index as u8 }
}

fn uniform(index: u64) -> Register {
    Register { file: File::Uniform, index: index as u8 & 63 }
}

fn plain(value: Value) -> Operand {
    Operand { name: "", value, sign: None, absolute: false, reuse: false, suffix: "" }
}

/// Reads the fields that a row names.
pub(super) fn read(
    row: &'static Row,
    word: Word,
    address: u64,
    sm: Architecture,
) -> Result<Instruction, Unknown> {
    let (is_uniform, operands) = match row.operands.strip_prefix("U:") {
        Some(operands) => (true, operands),
        None => (false, row.operands),
    };
    // Marks for performance monitors.
    if sm >= Architecture::Sm86 && word.bits(102, 2) != 0 {
        return Err(Unknown::Field { stem: row.stem, at: 102, value: word.bits(102, 2) });
    }
    let mut reader =
        Reader { stem: row.stem, is_uniform, word, address, sm, modifiers: Vec::new(), operands: Vec::new() };
    for item in row.modifiers.split_ascii_whitespace() {
        reader.modifier(item)?;
    }
    for item in operands.split_ascii_whitespace() {
        reader.operand(item)?;
    }
    let guard = (reader.predicate(12), word.bit(15));
    Ok(Instruction {
        stem: row.stem,
        modifiers: reader.modifiers,
        guard: (guard.0.index != ALWAYS || guard.1).then_some(guard),
        operands: reader.operands,
        control: word.control(),
    })
}

struct Reader {
    stem: &'static str,
    /// Whether registers and predicates are uniform ones unless an item says otherwise.
    is_uniform: bool,
    word: Word,
    address: u64,
    sm: Architecture,
    modifiers: Vec<&'static str>,
    operands: Vec<Operand>,
}

/// `12` of `12b`: the first number, and what follows it.
fn number(text: &'static str) -> (u8, &'static str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    (text[..end].parse().expect("a number in the table"), &text[end..])
}

/// `12+3` of `12+3b`: where a field begins, its count of bits, and what follows it.
fn field(text: &'static str) -> (u8, u8, &'static str) {
    let (at, rest) = number(text);
    let (count, rest) = number(rest.strip_prefix('+').expect("a count of bits"));
    (at, count, rest)
}

/// What an item of the table reads.
struct Item {
    /// The kind and the bit: what an executor asks for.
    name: &'static str,
    signs: &'static str,
    kind: char,
    /// Where and how, as the kind has it.
    place: &'static str,
    /// After `?`.
    condition: Option<&'static str>,
    suffix: &'static str,
}

impl Item {
    fn new(text: &'static str) -> Item {
        let (text, suffix) = text.split_once('.').unwrap_or((text, ""));
        let (text, condition) = match text.split_once('?') {
            Some((text, condition)) => (text, Some(condition)),
            None => (text, None),
        };
        let (signs, rest) = text.split_at(text.find(|c: char| !"-~=|".contains(c)).unwrap_or(0));
        let kind = rest.chars().next().expect("a kind of operand");
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - 1);
        Item { name: &rest[..1 + digits], signs, kind, place: &rest[kind.len_utf8()..], condition, suffix }
    }
}

impl Reader {
    fn unknown(&self, at: u8, value: u64) -> Unknown {
        Unknown::Field { stem: self.stem, at, value }
    }

    /// The name of a field's value: `78+2:,RM,RP,RZ`. A field may have several parts, the lowest first: `72+1|75+2:`.
    fn named(&self, item: &'static str) -> Result<&'static str, Unknown> {
        let (parts, names) = item.split_once(':').expect("names of values");
        let (mut value, mut shift) = (0, 0);
        for part in parts.split('|') {
            let (at, count, _) = field(part);
            value |= self.word.bits(at, count) << shift;
            shift += count;
        }
        self.name(number(parts).0, value, names)
    }

    /// The name of a value in a list.
    fn name(&self, at: u8, value: u64, names: &'static str) -> Result<&'static str, Unknown> {
        let names = match names.strip_prefix('$') {
            Some(list) => table::names(list),
            None => names,
        };
        let found = names.split(',').nth(value as usize).filter(|&name| name != "?");
        found.ok_or(self.unknown(at, value))
    }

    /// Whether a condition of the table holds: `74` a bit, `!73` its opposite, both together as `80&!73`.
    fn holds(&self, condition: &'static str) -> bool {
        condition.split('&').filter(|bit| !bit.is_empty()).all(|bit| match bit.strip_prefix('!') {
            Some(bit) => !self.word.bit(number(bit).0),
            None => self.word.bit(number(bit).0),
        })
    }

    fn modifier(&mut self, item: &'static str) -> Result<(), Unknown> {
        let name = match item.split_once('@') {
            None => item,
            Some(("", field)) => self.named(field)?,
            Some((name, bit)) => {
                let (name, wanted) = match name.strip_suffix('!') {
                    Some(name) => (name, false),
                    None => (name, true),
                };
                if self.word.bit(number(bit).0) == wanted { name } else { "" }
            }
        };
        if !name.is_empty() {
            self.modifiers.push(name);
        }
        Ok(())
    }

    fn general_or_uniform(&self, at: u8) -> Register {
        if self.is_uniform { uniform(self.word.bits(at, 6)) } else { general(self.word.bits(at, 8)) }
    }

    fn predicate(&self, at: u8) -> Register {
        let file = if self.is_uniform { File::UniformPredicate } else { File::Predicate };
        Register { file, index: self.word.bits(at, 3) as u8 }
    }

    /// A source with the marks of its slot: where they are depends on the slot (at bit 24, 32 or 64), and on whether it is a half.
    fn source(&self, item: &Item, at: u8, reuse: u8, value: Value) -> Result<Operand, Unknown> {
        let is_half = item.place == ":h" || item.place == ":k";
        let (negated, absolute, part) = match at {
            24 => (72, 73, 74),
            32 => (63, 62, 60),
            _ if is_half => (84, 83, 81),
            _ => (75, 74, 0),
        };
        let halves = if self.sm >= Architecture::Sm90 { "$HALF_90" } else { "$HALF" };
        let sign = item.signs.chars().find(|&c| c != '|').filter(|_| self.word.bit(negated));
        Ok(Operand {
            // An instruction that extends another complements instead of negating.
            sign: sign.map(|sign| if sign == '~' || sign == '=' && self.word.bit(74) { '~' } else { '-' }),
            absolute: item.signs.contains('|') && self.word.bit(absolute),
            reuse: matches!(value, Value::Register(Register { file: File::General, .. }))
                && self.word.bit(reuse),
            name: item.name,
            suffix: if item.place == ":h" { self.name(part, self.word.bits(part, 2), halves)? } else { "" },
            value,
        })
    }

    /// An immediate: of halves, it is two operands.
    fn immediate(&mut self, kind: &str) {
        let bits = self.word.bits(32, 32) as u32;
        let (low, high) = (bits as u16, (bits >> 16) as u16);
        let values: &[Value] = match kind {
            ":f" => &[Value::Single(bits)],
            ":d" => &[Value::Double(bits)],
            ":u" => &[Value::Unsigned(bits.into())],
            ":h" | ":k" if self.modifiers.contains(&"BF16_V2") => &[Value::BFloat(high), Value::BFloat(low)],
            ":h" | ":k" => &[Value::Half(high), Value::Half(low)],
            _ => &[Value::Signed((bits as i32).into())],
        };
        self.operands.extend(values.iter().map(|&value| plain(value)));
    }

    fn constant(&self, base: Option<Register>, offset: i64) -> Value {
        Value::Constant {
            bank: self.word.bits(54, 5) as u8,
            address: Address { base, offset, ..Address::default() },
        }
    }

    /// The first (`a`), second (`b`) or third (`c`) source of an operation, wherever its form puts it. `e` is the second of an operation
    /// that has only two but counts it as third.
    fn alu(&mut self, item: &Item) -> Result<(), Unknown> {
        let word = self.word;
        let form = word.form() & 7;
        let (is_moved, reuse) = match item.kind {
            'a' => (false, 122),
            'b' => (form == 1 || form >= 4 && form != 7, 123),
            'c' => (matches!(form, 2 | 3 | 7), 124),
            _ => (true, 124),
        };
        let at = match item.kind {
            'a' => 24,
            _ if is_moved => 32,
            _ => 64,
        };
        let value = match form {
            2 | 4 if at == 32 => {
                self.immediate(item.place);
                return Ok(());
            }
            3 | 5 if at == 32 => self.constant(None, word.signed(40, 14) * 4),
            6 | 7 if at == 32 => Value::Register(uniform(word.bits(32, 6))),
            _ => Value::Register(self.general_or_uniform(at)),
        };
        let operand = self.source(item, at, reuse, value)?;
        self.operands.push(operand);
        Ok(())
    }

    /// Reads an operand, or leaves it out where its condition says so.
    fn operand(&mut self, text: &'static str) -> Result<(), Unknown> {
        let item = Item::new(text);
        if item.condition.is_some_and(|condition| !condition.starts_with('=') && !self.holds(condition)) {
            return Ok(());
        }
        let before = self.operands.len();
        match item.kind {
            'a' | 'b' | 'c' | 'e' => self.alu(&item)?,
            _ => {
                let (operand, is_default) = self.single(&item)?;
                let is_left_out = match (item.condition, operand.value) {
                    (None, _) => false,
                    (Some(condition), Value::Unsigned(value)) if condition.starts_with('=') => {
                        condition[1..].parse() == Ok(value)
                    }
                    (Some(condition), _) => is_default && condition.split('&').any(str::is_empty),
                };
                if !is_left_out {
                    self.operands.push(operand);
                }
            }
        }
        for operand in &mut self.operands[before..] {
            operand.name = item.name;
        }
        if !item.suffix.is_empty() {
            let shown = match item.suffix.strip_prefix('@') {
                Some(field) => self.named(field)?,
                None => item.suffix,
            };
            for operand in &mut self.operands[before..] {
                operand.suffix = shown;
            }
        }
        Ok(())
    }

    /// An operand that is always one, and whether it is what `?` leaves out.
    fn single(&self, item: &Item) -> Result<(Operand, bool), Unknown> {
        let word = self.word;
        let register =
            |register: Register, default| (plain(Value::Register(register)), register.index == default);
        Ok(match item.kind {
            'd' => register(self.general_or_uniform(16), RZ),
            // A source of one slot.
            'R' => {
                let at = number(item.place).0;
                let reuse = match at {
                    24 => 122,
                    32 => 123,
                    _ => 124,
                };
                (self.source(item, at, reuse, Value::Register(self.general_or_uniform(at)))?, false)
            }
            'G' => register(general(word.bits(number(item.place).0, 8)), RZ),
            'U' => {
                let (at, inverse) = number(item.place);
                let sign = inverse.strip_prefix('~').filter(|bit| word.bit(number(bit).0)).map(|_| '~');
                let register = uniform(word.bits(at, 6));
                (Operand { sign, ..plain(Value::Register(register)) }, register.index == URZ)
            }
            'B' => {
                let (at, count, _) = field(item.place);
                // From 16 on, BMOV has other state of the warp.
                let index = Some(word.bits(at, count))
                    .filter(|&index| index < 16)
                    .ok_or(self.unknown(at, word.bits(at, count)))?;
                (plain(Value::Register(Register { file: File::Barrier, index: index as u8 })), false)
            }
            // Predicates that are written.
            'p' => register(self.predicate(number(item.place).0), ALWAYS),
            'P' => register(
                Register { file: File::UniformPredicate, ..self.predicate(number(item.place).0) },
                ALWAYS,
            ),
            // Predicates that are read, with their negation.
            'q' | 'x' => {
                let (at, file) = number(item.place);
                let mut register = self.predicate(at);
                match file.strip_prefix('u') {
                    Some("") => register.file = File::UniformPredicate,
                    Some(bit) if word.bit(number(bit).0) && self.sm > Architecture::Sm70 => {
                        register.file = File::UniformPredicate
                    }
                    _ => {}
                }
                if item.kind == 'x' {
                    register.index ^= ALWAYS;
                }
                let sign = word.bit(at + 3).then_some('!');
                (
                    Operand { sign, ..plain(Value::Register(register)) },
                    register.index == ALWAYS && sign.is_none(),
                )
            }
            '\'' => (plain(Value::Name(item.place)), false),
            'n' => {
                let name = self.named(item.place)?;
                (plain(Value::Name(name)), name.is_empty())
            }
            'i' => {
                let (at, count, _) = field(item.place);
                (plain(Value::Unsigned(word.bits(at, count))), word.bits(at, count) == 0)
            }
            // The table of a function of three predicates is in two parts.
            'L' => (plain(Value::Unsigned(word.bits(72, 5) << 3 | word.bits(64, 3))), false),
            'y' => (
                plain(Value::Boards(word.bits(number(item.place).0, 6) as u8)),
                word.bits(number(item.place).0, 6) == 0,
            ),
            't' => (plain(Value::Target(self.next().wrapping_add(self.target()))), false),
            'T' => {
                let (at, count, _) = field(item.place);
                (plain(Value::Target(self.next().wrapping_add(word.signed(at, count)))), false)
            }
            'j' => (plain(Value::Target(self.target())), self.target() == 0),
            'C' => (plain(self.constant(None, word.signed(38, 16))), false),
            'k' => (plain(self.constant(Some(self.general_or_uniform(24)), word.signed(38, 16))), false),
            'm' => (plain(Value::Memory(self.memory(item.place)?)), false),
            kind => unreachable!("operand `{kind}` of the table"),
        })
    }

    /// The address of the next instruction, from which targets count.
    fn next(&self) -> i64 {
        self.address.wrapping_add(16) as i64
    }

    /// The immediate of a branch. Since sm_90 its low bits are where other instructions have their destination.
    fn target(&self) -> i64 {
        let high = self.word.signed(34, 48);
        4 * if self.sm >= Architecture::Sm90 { high << 8 | self.word.bits(16, 8) as i64 } else { high }
    }

    /// An address: where its offset is, and then marks of what else it has.
    fn memory(&self, place: &'static str) -> Result<Address, Unknown> {
        let word = self.word;
        let (at, count, mut marks) = field(place);
        let mut address = Address { base: Some(general(word.bits(24, 8))), ..Address::default() };
        if count > 0 {
            address.offset = word.signed(at, count);
        }
        // sm_70 has neither uniform registers nor scales.
        let is_old = self.sm == Architecture::Sm70;
        let is_uniform = word.bit(91) && !is_old;
        let mut is_wide = true;
        while let Some(mark) = marks.chars().next() {
            let (bit, rest) = number(&marks[1..]);
            marks = rest;
            match mark {
                'r' => address.base = Some(general(word.bits(bit, 8))),
                'w' => {
                    address.base = None;
                    address.uniform = Some(uniform(word.bits(bit, 6)));
                }
                'u' if is_uniform => address.uniform = Some(uniform(word.bits(bit, 6))),
                'x' if !is_old => address.scale = ["", "X4", "X8", "X16"][word.bits(bit, 2) as usize],
                's' if is_uniform => {
                    address.scale = if bit == 0 || word.bit(bit) { "64" } else { "U32" };
                    is_wide = bit == 0 || word.bit(72);
                }
                'd' if is_uniform && word.bit(bit) => {
                    let is_written = self.sm >= Architecture::Sm90 || word.bit(101);
                    address.descriptor = address.uniform.take().filter(|_| is_written);
                    if address.scale != "64" {
                        return Err(self.unknown(bit, 1));
                    }
                }
                _ => {}
            }
        }
        let is_alone = address.base.is_some_and(|base| base.index == RZ) && address.uniform.is_some();
        if address.scale == "64" && !is_wide && !is_alone {
            return Err(self.unknown(72, 0));
        }
        // Alone, an offset is not negative, and a base of 0 is not multiplied.
        if count > 0 && address.is_offset() {
            address.offset = word.bits(at, count) as i64;
            address.scale = "";
        }
        Ok(address)
    }
}
