//! Draws instructions of a row that work on registers: modifiers, operands, signs and inputs, from a seed.

use super::encode::{self, Bits, Field, Item};
use super::harness::{CASES, GENERAL, PT, RZ, UNIFORM_PREDICATES, columns};
use crate::conformance::cases::{Rng, float_value, integer_value};
use crate::conformance::exact::{BF16, F16, F32, F64, Format};
use warploom_kernel::sass::machine::{Architecture, Row};

/// What a source holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Long,
    /// How far to shift, where to begin, how many bits.
    Amount,
    /// Which predicates.
    Mask,
    Half,
    /// Two of them.
    Halves,
    BFloats,
    Single,
    Double,
    /// The upper word of a double.
    Upper,
}

impl Ty {
    pub fn is_long(self) -> bool {
        matches!(self, Ty::Long | Ty::Double)
    }

    pub fn format(self) -> Option<Format> {
        Some(match self {
            Ty::Half | Ty::Halves => F16,
            Ty::BFloats => BF16,
            Ty::Single | Ty::Upper => F32,
            Ty::Double => F64,
            _ => return None,
        })
    }

    fn value(self, rng: &mut Rng) -> u64 {
        match self {
            Ty::Int => integer_value(rng, 32),
            Ty::Long => integer_value(rng, 64),
            Ty::Amount => match rng.below(4) {
                0 => rng.pick(&[0, 1, 15, 16, 31, 32, 33, 63, 64, 65, 255, 256, 0x8000_0000, 0xffff_ffff]),
                1 => rng.below(70),
                2 => rng.below(32),
                _ => rng.bits() & 0xffff_ffff,
            },
            Ty::Mask => rng.bits() & 0x7f,
            Ty::Half => float_value(rng, F16) | rng.bits() << 16,
            Ty::Halves => float_value(rng, F16) | float_value(rng, F16) << 16,
            Ty::BFloats => float_value(rng, BF16) | float_value(rng, BF16) << 16,
            Ty::Single => float_value(rng, F32),
            Ty::Double => float_value(rng, F64),
            Ty::Upper => float_value(rng, F64) >> 32,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    General(u8),
    Uniform(u8),
    Immediate(u32),
    /// Of bank 2, at [`Op::constant`].
    Constant,
}

/// A source with its marks.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    pub name: &'static str,
    pub place: Place,
    pub ty: Ty,
    /// `-`: what it is for integers, the reference says.
    pub negated: bool,
    pub complemented: bool,
    pub absolute: bool,
    /// `H0_H0`, `B1`, …
    pub part: &'static str,
}

/// A predicate that is read.
#[derive(Clone, Copy, Debug)]
pub struct Truth {
    pub name: &'static str,
    pub index: u8,
    pub uniform: bool,
    pub negated: bool,
}

/// A drawn instruction.
#[derive(Clone, Debug)]
pub struct Op {
    pub row: &'static Row,
    pub sm: Architecture,
    pub word: u128,
    /// The stem without the mark of the uniform datapath.
    pub stem: &'static str,
    pub names: Vec<&'static str>,
    pub uniform: bool,
    pub sources: Vec<Source>,
    pub truths: Vec<Truth>,
    pub numbers: Vec<(&'static str, u64)>,
    pub destination: Option<u8>,
    pub predicates: [u8; 2],
    pub guard: Truth,
    /// Offset and value of the constant.
    pub constant: (u16, u64),
}

impl Op {
    /// Whether a modifier is, or has as a part, this word.
    pub fn has(&self, word: &str) -> bool {
        self.names.iter().any(|name| name.split('.').any(|own| own == word))
    }

    pub fn number(&self, name: &str) -> u64 {
        self.numbers.iter().find(|(own, _)| *own == name).map_or(0, |(_, value)| *value)
    }

    pub fn source(&self, name: &str) -> Option<&Source> {
        self.sources.iter().find(|source| source.name == name)
    }
}

/// What a row's sources hold and which draws have no documented meaning.
pub trait Rules {
    fn ty(&self, stem: &str, names: &[&str], item: &Item) -> Ty;
    /// Whether nothing says what the instruction does: it is drawn anew.
    fn is_open(&self, op: &Op) -> bool;
}

/// Slots of sources: even registers, whose values the uniform registers of the same number have, too.
const SLOTS: [u8; 4] = [8, 10, 12, 14];

struct Draw<'a> {
    rng: &'a mut Rng,
    bits: Bits,
    op: Op,
    form: u8,
    slots: usize,
}

/// An instruction of a row with a form, and one field of its modifiers as given.
pub fn draw(
    (row, sm, form): (&'static Row, Architecture, u8),
    forced: Option<(usize, u64)>,
    rules: &dyn Rules,
    rng: &mut Rng,
) -> Option<Op> {
    let fields = encode::modifiers(row);
    (0..300).find_map(|_| once((row, sm, form), &fields, forced, rules, rng)).filter(|op| !rules.is_open(op))
}

fn once(
    (row, sm, form): (&'static Row, Architecture, u8),
    fields: &[Field],
    forced: Option<(usize, u64)>,
    rules: &dyn Rules,
    rng: &mut Rng,
) -> Option<Op> {
    let bits = encode::draw_fields(fields, encode::opcode(row, form), forced, rng)?;
    let names = encode::names_of(fields, bits)?;
    let (items, uniform) = encode::operands(row);
    let stem = if uniform { row.stem.strip_prefix('U').unwrap_or(row.stem) } else { row.stem };
    let guard = Truth { name: "guard", index: PT, uniform, negated: false };
    let op = Op {
        row,
        sm,
        word: 0,
        stem,
        names,
        uniform,
        sources: Vec::new(),
        truths: Vec::new(),
        numbers: Vec::new(),
        destination: None,
        predicates: [PT; 2],
        guard,
        constant: (0, 0),
    };
    let mut draw = Draw { rng, bits, op, form, slots: 0 };
    draw.guard()?;
    for item in items {
        if item.is_there(draw.bits) {
            draw.operand(&item, rules)?;
        } else {
            encode::put_default(&mut draw.bits, &item, uniform);
        }
    }
    // What was put later may have changed a name.
    (encode::names_of(fields, draw.bits)? == draw.op.names).then_some(Op { word: draw.bits.value, ..draw.op })
}

impl Draw<'_> {
    fn one_in(&mut self, n: u64) -> bool {
        self.rng.below(n) == 0
    }

    fn predicate(&mut self) -> u8 {
        let count = if self.op.uniform { UNIFORM_PREDICATES as u64 } else { 7 };
        self.rng.below(count) as u8
    }

    fn guard(&mut self) -> Option<()> {
        if self.one_in(4) {
            self.op.guard.index = self.predicate();
            self.op.guard.negated = self.one_in(2);
        }
        let guard = self.op.guard;
        self.bits.put(12, 4, u64::from(guard.index) | u64::from(guard.negated) << 3)
    }

    /// A register of the operation's own file.
    fn register(&mut self, at: u8) -> Option<Place> {
        let slot = match self.rng.below(8) {
            0 => None,
            1 => Some(self.rng.pick(&SLOTS)),
            _ => Some(SLOTS[self.slots % SLOTS.len()]),
        };
        self.slots += 1;
        if self.op.uniform {
            let index = slot.unwrap_or(63);
            self.bits.put(at, 6, index.into())?;
            return Some(Place::Uniform(index));
        }
        let index = slot.unwrap_or(RZ);
        self.bits.put(at, 8, index.into())?;
        Some(Place::General(index))
    }

    fn source(&mut self, item: &Item, rules: &dyn Rules) -> Option<()> {
        let ty = rules.ty(self.op.stem, &self.op.names, item);
        let (at, special) = if item.letter == 'R' { (item.at().0, false) } else { item.slot(self.form) };
        let place = match (special, self.form & 7) {
            (false, _) => self.register(at)?,
            (true, 2 | 4) => {
                let value = ty.value(self.rng);
                let value = if ty.is_long() { (value >> 32) as u32 } else { value as u32 };
                self.bits.put(32, 32, value.into())?;
                Place::Immediate(value)
            }
            (true, 3 | 5) => {
                let offset = 8 * self.rng.below(16) as u16;
                self.op.constant = (offset, ty.value(self.rng));
                self.bits.put(40, 14, u64::from(offset) / 4)?;
                self.bits.put(54, 5, 2)?;
                Place::Constant
            }
            _ => {
                let index = SLOTS[self.slots % SLOTS.len()];
                self.slots += 1;
                self.bits.put(32, 6, index.into())?;
                Place::Uniform(index)
            }
        };
        let halves = item.place == ":h" || item.place == ":k";
        let (negated, absolute, part) = match at {
            24 => (72, 73, 74),
            32 => (63, 62, 60),
            _ if halves => (84, 83, 81),
            _ => (75, 74, 0),
        };
        let is_immediate = matches!(place, Place::Immediate(_));
        let mut source = Source {
            name: item.name,
            place,
            ty,
            negated: false,
            complemented: false,
            absolute: false,
            part: "",
        };
        let sign = item.signs.chars().find(|sign| *sign != '|').filter(|_| !is_immediate);
        if let Some(sign) = sign {
            let wanted = self.one_in(3);
            // Where the bit is a modifier's, it is that.
            let _ = self.bits.put(negated, 1, wanted.into());
            let is_set = self.bits.bit(negated);
            source.complemented = is_set && (sign == '~' || sign == '=' && self.bits.bit(74));
            source.negated = is_set && !source.complemented;
        }
        if item.signs.contains('|') && !is_immediate {
            let wanted = self.one_in(4);
            let _ = self.bits.put(absolute, 1, wanted.into());
            source.absolute = self.bits.bit(absolute);
        }
        if item.place == ":h" && !is_immediate {
            let wanted = self.rng.pick(&[0, 0, 2, 3, 1]);
            let _ = self.bits.put(part, 2, wanted);
            source.part = match self.bits.read(&[(part, 2)]) {
                0 => "",
                1 if self.op.sm >= Architecture::Sm90 => return None,
                1 => "F32",
                2 => "H0_H0",
                _ => "H1_H1",
            };
        }
        if let Some(field) = item.part() {
            let wanted = self.rng.below(field.values());
            if self.bits.with(&field.parts, wanted).is_some() {
                self.bits = self.bits.with(&field.parts, wanted)?;
            }
            source.part = field.name(self.bits.read(&field.parts))?;
        } else if item.letter == 'R' {
            source.part = item.suffix;
        }
        self.op.sources.push(source);
        Some(())
    }

    fn operand(&mut self, item: &Item, rules: &dyn Rules) -> Option<()> {
        let (at, count) = item.at();
        match item.letter {
            'd' => {
                let index = self.rng.pick(&[16, 18, 16, 18, 8, 10]);
                let index = if self.one_in(16) { if self.op.uniform { 63 } else { RZ } } else { index };
                self.bits.put(16, if self.op.uniform { 6 } else { 8 }, index.into())?;
                self.op.destination = Some(index);
            }
            'a' | 'b' | 'c' | 'e' | 'R' => self.source(item, rules)?,
            'p' => {
                let nth = usize::from(at == 84);
                let mut index = if self.one_in(4) { PT } else { self.predicate() };
                if nth == 1 && index == self.op.predicates[0] {
                    index = PT;
                }
                self.bits.put(at, 3, index.into())?;
                self.op.predicates[nth] = index;
            }
            'q' => {
                let bit: Option<u8> = item.place.split_once('u').and_then(|(_, bit)| bit.parse().ok());
                let mut uniform = self.op.uniform;
                if let Some(bit) = bit.filter(|_| self.op.sm > Architecture::Sm70) {
                    uniform = self.one_in(2);
                    self.bits.put(bit, 1, uniform.into())?;
                }
                let index = match (self.one_in(4), uniform) {
                    (true, _) => PT,
                    (_, true) => self.rng.below(UNIFORM_PREDICATES as u64) as u8,
                    _ => self.predicate(),
                };
                let negated = self.one_in(3);
                self.bits.put(at, 4, u64::from(index) | u64::from(negated) << 3)?;
                self.op.truths.push(Truth { name: item.name, index, uniform, negated });
            }
            'i' => {
                let full = u64::MAX >> (64 - count);
                let value = match item.condition {
                    Some(default) if default.starts_with('=') => default[1..].parse().ok()?,
                    _ => self.rng.bits() & full,
                };
                let value = if item.name == "i32" { 0x7f & self.rng.bits() } else { value };
                self.bits.put(at, count, value)?;
                self.op.numbers.push((item.name, value));
            }
            'L' => {
                let value = self.rng.bits() & 0xff;
                self.bits.put(72, 5, value >> 3)?;
                self.bits.put(64, 3, value & 7)?;
                self.op.numbers.push(("L", value));
            }
            '\'' => {}
            letter => panic!("`{letter}` of {} is no operand of arithmetic", self.op.row.stem),
        }
        Some(())
    }
}

/// Inputs of all cases: columns of registers and of predicates.
pub fn inputs(op: &Op, rng: &mut Rng) -> Vec<u32> {
    let mut data = vec![0u32; columns::ALL * CASES];
    let of_slot = |slot: u8| {
        op.sources
            .iter()
            .find(|source| matches!(source.place, Place::General(at) | Place::Uniform(at) if at == slot))
    };
    let types = SLOTS.map(|slot| of_slot(slot).map(|source| source.ty));
    for case in 0..CASES {
        let mut values = types.map(|ty| ty.map(|ty| ty.value(rng)));
        relate(&mut values, &types, rng);
        for (at, value) in values.iter().enumerate() {
            let value = value.unwrap_or_else(|| rng.bits());
            let is_long = types[at].is_none_or(Ty::is_long);
            let high = if is_long { value >> 32 } else { rng.bits() };
            data[2 * at * CASES + case] = value as u32;
            data[(2 * at + 1) * CASES + case] = high as u32;
        }
        for at in 2 * SLOTS.len()..GENERAL.1 {
            data[at * CASES + case] = rng.bits() as u32;
        }
        data[columns::PREDICATES * CASES + case] = rng.bits() as u32 & 0x7f;
    }
    data
}

/// Lets sources come close to each other, so that comparisons tie and sums cancel.
fn relate(values: &mut [Option<u64>; 4], types: &[Option<Ty>; 4], rng: &mut Rng) {
    if let (Some(a), Some(_), true) = (values[0], values[1], types[0] == types[1])
        && rng.below(4) == 0
    {
        let sign = types[0].and_then(Ty::format).map_or(0, |format| rng.pick(&[0, format.sign_bit()]));
        values[1] = Some(a.wrapping_add(rng.pick(&[0, 0, 1, u64::MAX])) ^ sign);
    }
    // The addend nearly undoes the product.
    if let (Some(a), Some(b), Some(_), true) = (values[0], values[1], values[2], rng.below(3) == 0) {
        let near = rng.pick(&[0, 0, 1, u64::MAX]);
        match types[2] {
            Some(Ty::Single) => {
                let product = f32::from_bits(a as u32) * f32::from_bits(b as u32);
                values[2] = Some(u64::from((-product).to_bits()).wrapping_add(near) & 0xffff_ffff);
            }
            Some(Ty::Double) => {
                values[2] = Some((-(f64::from_bits(a) * f64::from_bits(b))).to_bits().wrapping_add(near));
            }
            _ => {}
        }
    }
}
