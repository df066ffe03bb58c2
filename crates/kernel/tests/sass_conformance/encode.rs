//! An assembler of words. It shares the rows' text with the decoder, and none of its code: a misread field is a difference.

use crate::conformance::cases::Rng;
use warploom_kernel::sass::machine::{Architecture, Row, names, rows};

/// Bits of a word, and which of them are given.
#[derive(Clone, Copy, Default, Debug)]
pub struct Bits {
    pub value: u128,
    known: u128,
}

/// Where a field is: bit and count of each part, the lowest first.
pub type Parts = Vec<(u8, u8)>;

impl Bits {
    /// With a value in a field; none if a bit of it is given otherwise.
    pub fn with(mut self, parts: &[(u8, u8)], value: u64) -> Option<Bits> {
        let mut rest = value;
        for &(at, count) in parts {
            let mask = (u128::MAX >> (128 - u32::from(count))) << at;
            let bits = (u128::from(rest) << at) & mask;
            if (self.value ^ bits) & self.known & mask != 0 {
                return None;
            }
            self.value |= bits;
            self.known |= mask;
            rest = if count == 64 { 0 } else { rest >> count };
        }
        Some(self)
    }

    pub fn put(&mut self, at: u8, count: u8, value: u64) -> Option<()> {
        *self = self.with(&[(at, count)], value)?;
        Some(())
    }

    pub fn read(self, parts: &[(u8, u8)]) -> u64 {
        let (mut value, mut shift) = (0, 0);
        for &(at, count) in parts {
            value |= ((self.value >> at) as u64 & (u64::MAX >> (64 - count))) << shift;
            shift += count;
        }
        value
    }

    pub fn bit(self, at: u8) -> bool {
        self.value >> at & 1 == 1
    }
}

/// A field with names for its values; a name that is always there has no bits.
#[derive(Clone, Debug)]
pub struct Field {
    pub parts: Parts,
    pub names: Vec<&'static str>,
}

impl Field {
    fn new(text: &'static str) -> Field {
        let (parts, list) = text.split_once(':').expect("names behind a colon");
        let list = list.strip_prefix('$').map_or(list, names);
        Field { parts: parts.split('|').map(part).collect(), names: list.split(',').collect() }
    }

    pub fn values(&self) -> u64 {
        1 << self.parts.iter().map(|(_, count)| count).sum::<u8>()
    }

    pub fn name(&self, value: u64) -> Option<&'static str> {
        self.names.get(value as usize).copied().filter(|&name| name != "?")
    }
}

/// `78+2`, or a single bit.
fn part(text: &'static str) -> (u8, u8) {
    let (at, count) = text.split_once('+').unwrap_or((text, "1"));
    (at.parse().expect("a bit"), count.parse().expect("a count of bits"))
}

/// The modifiers of a row.
pub fn modifiers(row: &Row) -> Vec<Field> {
    let field = |item: &'static str| match item.split_once('@') {
        None => Field { parts: Vec::new(), names: vec![item] },
        Some(("", field)) => Field::new(field),
        Some((name, bit)) => {
            let names = match name.strip_suffix('!') {
                Some(name) => vec![name, ""],
                None => vec!["", name],
            };
            Field { parts: vec![part(bit)], names }
        }
    };
    row.modifiers.split_ascii_whitespace().map(field).collect()
}

/// The modifiers that a word has; none if a field has a value without a name.
pub fn names_of(fields: &[Field], bits: Bits) -> Option<Vec<&'static str>> {
    let names: Option<Vec<&str>> = fields.iter().map(|field| field.name(bits.read(&field.parts))).collect();
    names.map(|names| names.into_iter().filter(|name| !name.is_empty()).collect())
}

/// The modifiers of a row's word, in their order.
pub fn names_in(row: &Row, word: u128) -> Vec<&'static str> {
    names_of(&modifiers(row), Bits { value: word, known: u128::MAX }).expect("a word of the row")
}

/// Bits with exactly the wanted modifiers.
fn solve(fields: &[Field], bits: Bits, wanted: &mut Vec<&str>) -> Option<Bits> {
    let Some((field, rest)) = fields.split_first() else {
        return wanted.is_empty().then_some(bits);
    };
    for value in 0..field.values() {
        let (Some(name), Some(bits)) = (field.name(value), bits.with(&field.parts, value)) else { continue };
        if name.is_empty() {
            if let Some(bits) = solve(rest, bits, wanted) {
                return Some(bits);
            }
        } else if let Some(at) = wanted.iter().position(|wanted| *wanted == name) {
            let taken = wanted.remove(at);
            if let Some(bits) = solve(rest, bits, wanted) {
                return Some(bits);
            }
            wanted.insert(at, taken);
        }
    }
    None
}

/// Modifiers drawn at random, with one field as given; none if a field has no name for its value.
pub fn draw_names(
    fields: &[Field],
    forced: Option<(usize, u64)>,
    rng: &mut Rng,
) -> Option<Vec<&'static str>> {
    draw_fields(fields, Bits::default(), forced, rng).and_then(|bits| names_of(fields, bits))
}

/// The same as bits.
pub fn draw_fields(
    fields: &[Field],
    bits: Bits,
    forced: Option<(usize, u64)>,
    rng: &mut Rng,
) -> Option<Bits> {
    let mut bits = bits;
    if let Some((at, value)) = forced {
        bits = bits.with(&fields[at].parts, value)?;
    }
    for field in fields {
        // A field that shares bits with an earlier one keeps them.
        let value = rng.below(field.values());
        bits = bits.with(&field.parts, value).or_else(|| {
            let read = bits.read(&field.parts);
            bits.with(&field.parts, read)
        })?;
    }
    Some(bits)
}

/// Each value of each field, behind a few free draws.
pub fn forced(fields: &[Field], free: usize) -> Vec<Option<(usize, u64)>> {
    let mut all = vec![None; free];
    for (at, field) in fields.iter().enumerate().filter(|(_, field)| !field.parts.is_empty()) {
        all.extend(
            (0..field.values()).filter(|value| field.name(*value).is_some()).map(|value| Some((at, value))),
        );
    }
    all
}

/// An operand of a row, taken apart.
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// The letter and the bit.
    pub name: &'static str,
    pub letter: char,
    pub signs: &'static str,
    /// What is behind the letter.
    pub place: &'static str,
    pub condition: Option<&'static str>,
    pub suffix: &'static str,
}

impl Item {
    fn new(text: &'static str) -> Item {
        let (text, suffix) = text.split_once('.').unwrap_or((text, ""));
        let (text, condition) = match text.split_once('?') {
            Some((text, condition)) => (text, Some(condition)),
            None => (text, None),
        };
        let signs = text.len() - text.trim_start_matches(['-', '~', '=', '|']).len();
        let (signs, text) = text.split_at(signs);
        let letter = text.chars().next().expect("an operand has a letter");
        let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
        Item { name: &text[..1 + digits], letter, signs, place: &text[1..], condition, suffix }
    }

    /// Whether the operand is there, as far as bits say so.
    pub fn is_there(&self, bits: Bits) -> bool {
        let Some(condition) = self.condition.filter(|condition| !condition.starts_with('=')) else {
            return true;
        };
        condition.split('&').filter(|term| !term.is_empty()).all(|term| match term.strip_prefix('!') {
            Some(bit) => !bits.bit(bit.parse().expect("a bit")),
            None => bits.bit(term.parse().expect("a bit")),
        })
    }

    /// Bit and count of `i72+8`; of `R24` the bit and 0.
    pub fn at(&self) -> (u8, u8) {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (at, rest) = self.place.split_at(digits(self.place));
        let count = rest.strip_prefix('+').map_or("0", |rest| &rest[..digits(rest)]);
        (at.parse().unwrap_or(0), count.parse().unwrap_or(0))
    }

    /// Where one of the sources `a`, `b`, `c`, `e` is, and whether it is what the form says there.
    pub fn slot(&self, form: u8) -> (u8, bool) {
        let moves = matches!(form & 7, 2 | 3 | 7);
        let at = match self.letter {
            'a' => 24,
            'e' => 32,
            'b' if !moves => 32,
            'c' if moves => 32,
            _ => 64,
        };
        (at, at == 32 && form & 7 != 1)
    }

    /// Names of a part of the source.
    pub fn part(&self) -> Option<Field> {
        self.suffix.strip_prefix('@').map(Field::new)
    }
}

/// The operands of a row, and whether they are of the uniform datapath.
pub fn operands(row: &Row) -> (Vec<Item>, bool) {
    let (text, uniform) = match row.operands.strip_prefix("U:") {
        Some(text) => (text, true),
        None => (row.operands, false),
    };
    (text.split_ascii_whitespace().map(Item::new).collect(), uniform)
}

/// The forms of a row that an architecture knows. Volta does not look at bit 91.
pub fn forms(row: &Row, sm: Architecture) -> impl Iterator<Item = u8> {
    let (all, last) = (row.forms, if sm == Architecture::Sm70 { 8 } else { 16 });
    (0..last).filter(move |form| all >> form & 1 == 1)
}

/// Opcode, form and a guard that always holds.
pub fn opcode(row: &Row, form: u8) -> Bits {
    let bits = Bits::default().with(&[(0, 9), (9, 3), (91, 1)], u64::from(row.base) | u64::from(form) << 9);
    bits.expect("nothing is given yet")
}

/// What stands for an operand.
#[derive(Clone, Copy, Debug)]
pub enum Arg {
    R(u8),
    U(u8),
    /// A predicate, or its negation.
    P(u8),
    Not(u8),
    /// A uniform one.
    Up(u8),
    Imm(u32),
    Const(u8, u16),
    /// A constant with an index: bank, offset and register.
    Indexed(u8, u16, u8),
    /// A number, a barrier, a special register.
    N(u64),
    /// Base, uniform register and offset.
    At(u8, Option<u8>, i64),
    /// The same with a base of 32 bits.
    Short(u8, Option<u8>, i64),
    /// A base of 64 bits behind a descriptor.
    Described(u8, u8, i64),
    /// A base that is multiplied.
    Scaled(u8, u8, i64),
    /// A branch's target: bytes behind the next instruction, or an address.
    To(i64),
}

/// Puts an operand; none if it is not of the right kind.
fn put(bits: &mut Bits, item: &Item, arg: Arg, form: u8, uniform: bool, sm: Architecture) -> Option<()> {
    let register = |bits: &mut Bits, at: u8| match arg {
        Arg::R(index) if !uniform => bits.put(at, 8, index.into()),
        Arg::U(index) if uniform => bits.put(at, 6, index.into()),
        _ => None,
    };
    let (at, count) = item.at();
    match (item.letter, arg) {
        ('d', _) => register(bits, 16),
        ('R', _) => register(bits, at),
        ('G', Arg::R(index)) => bits.put(at, 8, index.into()),
        ('U', Arg::U(index)) => bits.put(at, 6, index.into()),
        ('B', Arg::N(index)) => bits.put(at, count, index),
        ('a' | 'b' | 'c' | 'e', _) => match (item.slot(form), form & 7, arg) {
            ((_, true), 2 | 4, Arg::Imm(value)) => bits.put(32, 32, value.into()),
            ((_, true), 3 | 5, Arg::Const(bank, offset)) => {
                bits.put(40, 14, u64::from(offset) / 4)?;
                bits.put(54, 5, bank.into())
            }
            ((_, true), 6 | 7, Arg::U(index)) => bits.put(32, 6, index.into()),
            ((at, false), ..) => register(bits, at),
            _ => None,
        },
        ('p', Arg::P(index)) => bits.put(at, 3, index.into()),
        ('p' | 'P', Arg::Up(index)) => bits.put(at, 3, index.into()),
        ('q', Arg::P(index)) => bits.put(at, 4, index.into()),
        ('q', Arg::Not(index)) => bits.put(at, 4, u64::from(index) | 8),
        ('q', Arg::Up(index)) if item.place == "68u67" => {
            bits.put(67, 1, 1)?;
            bits.put(at, 4, index.into())
        }
        ('q', Arg::Up(index)) if uniform => bits.put(at, 4, index.into()),
        ('i', Arg::N(value)) => bits.put(at, count, value),
        ('n', Arg::N(value)) => bits.put(at, count, value),
        ('L', Arg::N(value)) => {
            bits.put(72, 5, value >> 3)?;
            bits.put(64, 3, value & 7)
        }
        ('C' | 'k', Arg::Const(bank, offset)) => {
            bits.put(38, 16, offset.into())?;
            bits.put(54, 5, bank.into())?;
            if item.letter == 'k' { bits.put(24, 8, if uniform { 63 } else { 255 }) } else { Some(()) }
        }
        ('k', Arg::Indexed(bank, offset, index)) => {
            bits.put(38, 16, offset.into())?;
            bits.put(54, 5, bank.into())?;
            bits.put(24, if uniform { 6 } else { 8 }, index.into())
        }
        ('t', Arg::To(bytes)) | ('j', Arg::To(bytes)) => {
            let words = (bytes / 4) as u64;
            if sm >= Architecture::Sm90 {
                bits.put(16, 8, words & 0xff)?;
                return bits.put(34, 48, ((bytes / 4) >> 8) as u64);
            }
            bits.put(34, 48, words)
        }
        ('T', Arg::To(bytes)) => bits.put(at, count, bytes as u64),
        ('m', Arg::At(base, register, offset)) => address(bits, item, (base, register, offset), true, 0),
        ('m', Arg::Short(base, register, offset)) => address(bits, item, (base, register, offset), false, 0),
        ('m', Arg::Scaled(base, scale, offset)) => address(bits, item, (base, None, offset), false, scale),
        ('m', Arg::Described(base, register, offset)) => {
            let mark = item.place.split_once('d').filter(|_| bits.bit(91))?.1;
            bits.put(mark.parse().expect("a bit"), 1, 1)?;
            address(bits, item, (base, Some(register), offset), true, 0)
        }
        _ => None,
    }
}

/// Puts an address, by the marks behind its offset.
fn address(
    bits: &mut Bits,
    item: &Item,
    (base, register, offset): (u8, Option<u8>, i64),
    wide: bool,
    scale: u8,
) -> Option<()> {
    let (at, count) = item.at();
    let mut marks = item.place.trim_start_matches(|c: char| c.is_ascii_digit() || c == '+');
    let (mut base_at, mut had_uniform, mut had_scale, mut had_width) = (24, false, scale == 0, wide);
    let extends = bits.bit(91);
    while let Some(mark) = marks.chars().next() {
        let digits = marks[1..].bytes().take_while(u8::is_ascii_digit).count();
        let bit: u8 = marks[1..1 + digits].parse().expect("a bit");
        marks = &marks[1 + digits..];
        match mark {
            'r' => base_at = bit,
            'u' if extends => {
                bits.put(bit, 6, register.unwrap_or(63).into())?;
                had_uniform = true;
            }
            's' if extends && bit != 0 => {
                bits.put(bit, 1, wide.into())?;
                had_width = true;
            }
            'x' => {
                bits.put(bit, 2, scale.into())?;
                had_scale = true;
            }
            // A descriptor is put before.
            'd' if !bits.bit(bit) => bits.put(bit, 1, 0)?,
            _ => {}
        }
    }
    if register.is_some() && !had_uniform || !had_scale || !had_width {
        return None;
    }
    bits.put(base_at, 8, base.into())?;
    let mask = if count == 64 { u64::MAX } else { (1 << count) - 1 };
    bits.put(at, count, offset as u64 & mask)
}

/// Gives what is optional the value that leaves it out.
pub fn put_default(bits: &mut Bits, item: &Item, uniform: bool) {
    let (at, count) = item.at();
    let none = if uniform { (6, 63) } else { (8, 255) };
    let _ = match item.letter {
        'd' => bits.put(16, none.0, none.1),
        'R' => bits.put(at, none.0, none.1),
        'G' => bits.put(at, 8, 255),
        'U' => bits.put(at, 6, 63),
        'p' | 'P' => bits.put(at, 3, 7),
        'q' => bits.put(at, 4, 7),
        'n' => {
            let field = Field::new(item.place);
            let first = (0..field.values()).find(|value| field.name(*value).is_some());
            bits.put(at, count, first.unwrap_or(0))
        }
        'i' if item.condition == Some("=15") => bits.put(at, count, 15),
        _ => Some(()),
    };
}

/// A row's word with these modifiers and operands.
pub fn encode(row: &Row, sm: Architecture, form: u8, wanted: &[&str], given: &[(&str, Arg)]) -> Option<u128> {
    let (items, uniform) = operands(row);
    let mut bits = solve(&modifiers(row), opcode(row, form), &mut wanted.to_vec())?;
    bits.put(12, 4, 7)?;
    let mut left = given.to_vec();
    for item in &items {
        let found = left
            .iter()
            .position(|(name, _)| *name == item.name || item.name.starts_with(name) && name.len() == 1);
        if !item.is_there(bits) {
            let is_elsewhere = items.iter().any(|other| other.name == item.name && other.is_there(bits));
            if found.is_some() && !is_elsewhere {
                return None;
            }
            if !is_elsewhere {
                put_default(&mut bits, item, uniform);
            }
            continue;
        }
        match found {
            Some(at) => {
                put(&mut bits, item, left.remove(at).1, form, uniform, sm)?;
                // The first part that has a name, where modifiers do not say which.
                if let Some(field) = item.part() {
                    let fits = |value| bits.with(&field.parts, value).filter(|_| field.name(value).is_some());
                    bits = (0..field.values()).find_map(fits)?;
                }
            }
            None if matches!(item.letter, 'a' | 'b' | 'c' | 'e' | 'm' | 'C' | 'k') => return None,
            None => put_default(&mut bits, item, uniform),
        }
    }
    left.is_empty().then_some(bits.value)
}

/// The word of the first row that has these modifiers (behind the stem) and operands.
pub fn word(sm: Architecture, text: &str, given: &[(&str, Arg)]) -> u128 {
    let mut words = text.split(' ');
    let stem = words.next().unwrap_or_default();
    let wanted: Vec<&str> = words.collect();
    let mut of_stem = rows().iter().filter(|row| row.stem == stem && row.architectures.contains(&sm));
    let found = of_stem.find_map(|row| forms(row, sm).find_map(|form| encode(row, sm, form, &wanted, given)));
    found.unwrap_or_else(|| panic!("{sm:?} has no {text} {given:?}"))
}
