//! Instructions that compute: their operation on lanes, and their operands.
//!
//! Most arithmetic is that of PTX, by the PTX instruction that does the same. What only machine code has is here.

use super::decode::Context;
use super::warp::{Class, Combine, Compute, From, PT, Part, PredicateSource, RZ, Source};
use crate::execute::lanes::approx;
use crate::execute::lanes::exact::{self, F16, F32, Round};
use crate::execute::lanes::scalar::{Brain, Half, Small, operand, result};
use crate::execute::lanes::{LaneOp, Results, Sources, lanes, wide};
use crate::ptx::execute::alu;
use crate::ptx::isa::{Mod, Opcode};
use crate::sass::machine::{File, Instruction, Operand, Value};

/// The operation of a PTX instruction: `fma.rm.ftz.f32`.
fn ptx<const W: usize>(text: &str) -> Option<LaneOp<W>> {
    let mut words = text.split('.').filter(|word| !word.is_empty());
    let opcode = Opcode::from_text(words.next()?)?;
    let mods: Option<Vec<Mod>> = words.map(Mod::from_text).collect();
    alu::select(opcode, &mods?)
}

/// What a sign or a magnitude does to a source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A sign is `!x`: what adds one to it is the operation's.
    Integer,
    Single,
    Double,
    /// Two halves.
    Halves,
}

impl Kind {
    fn signs(self) -> u64 {
        match self {
            Kind::Integer => u64::MAX,
            Kind::Single => 1 << 31,
            Kind::Double => 1 << 63,
            Kind::Halves => 0x8000_8000,
        }
    }
}

/// An instruction in translation to a [`Compute`].
struct Translation<'a, const W: usize> {
    instruction: &'a Instruction,
    context: &'a Context<'a>,
    sources: Vec<Source>,
}

impl<const W: usize> Translation<'_, W> {
    /// Whether a modifier is, or has as a part, this word.
    fn has(&self, word: &str) -> bool {
        self.words().any(|own| own == word)
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.instruction.words()
    }

    /// The first of these modifiers that the instruction has, as PTX spells it.
    fn one_of(&self, pairs: &[(&str, &'static str)]) -> &'static str {
        pairs.iter().find(|(own, _)| self.has(own)).map_or("", |(_, ptx)| ptx)
    }

    fn round(&self) -> &'static str {
        self.one_of(&[("RM", "rm"), ("RP", "rp"), ("RZ", "rz")])
    }

    fn flush(&self) -> &'static str {
        self.one_of(&[("FTZ", "ftz")])
    }

    fn saturate(&self) -> &'static str {
        self.one_of(&[("SAT", "sat")])
    }

    fn operand(&self, name: &str) -> Option<&Operand> {
        self.instruction.operand(name)
    }

    /// The second or third source, or one that only some forms move.
    fn source(&mut self, name: &str, class: Class, kind: Kind) -> Option<()> {
        let operand = *self.operand(name)?;
        let from = match operand.value {
            Value::Register(register) => match register.file {
                File::General => From::Row(register.index),
                File::Uniform if W == 1 => From::Row(register.index),
                File::Uniform => From::Uniform(register.index),
                _ => return None,
            },
            Value::Constant { bank, address } if address.base.is_none() && address.uniform.is_none() => {
                From::Value(self.context.constant(bank, address.offset, class == Class::Long))
            }
            // An immediate of 64 bits is the upper half of a double, or an integer with its sign. Of a double, `MUFU` reads no more.
            Value::Double(bits) if class == Class::Long => From::Value(u64::from(bits) << 32),
            Value::Double(bits) => From::Value(bits.into()),
            Value::Signed(value) => From::Value(value as u64),
            Value::Unsigned(bits) => From::Value(bits),
            Value::Single(bits) => From::Value(bits.into()),
            Value::Relocated(address) => From::Value(address.into()),
            _ => return None,
        };
        let mut source = Source::new(class, from);
        source.part = match operand.suffix {
            "H0_H0" => Part::Low,
            "H1_H1" => Part::High,
            "B1" => Part::Above(8),
            "B2" => Part::Above(16),
            "B3" => Part::Above(24),
            "H1" => Part::Above(16),
            _ => Part::Whole,
        };
        if operand.absolute {
            source.clear = kind.signs();
        }
        if operand.sign.is_some() {
            source.invert = kind.signs();
        }
        self.sources.push(source);
        Some(())
    }

    fn value(&mut self, value: u64) {
        self.sources.push(Source::new(Class::Short, From::Value(value)));
    }

    fn predicate_source(&self, name: &str) -> Option<PredicateSource> {
        // What is not written is true.
        let Some(operand) = self.operand(name) else {
            return Some(PredicateSource { index: PT, uniform: false, negated: false });
        };
        let Value::Register(register) = operand.value else { return None };
        Some(PredicateSource {
            index: register.index,
            uniform: register.file == File::UniformPredicate && W != 1,
            negated: operand.sign.is_some(),
        })
    }

    fn predicate(&mut self, name: &str) -> Option<()> {
        let source = self.predicate_source(name)?;
        self.sources.push(Source::new(Class::Predicate, From::Predicate(source)));
        Some(())
    }

    /// Whether a source is negated, as 1 or 0: an integer's negation is `!x + 1`.
    fn negations(&mut self, names: &[&str]) {
        let bits = names.iter().enumerate().map(|(at, name)| {
            let negated = self.operand(name).is_some_and(|operand| operand.sign == Some('-'));
            u64::from(negated) << at
        });
        let bits = bits.sum();
        self.value(bits);
    }

    fn written(&self, name: &str) -> u8 {
        match self.operand(name).map(|operand| operand.value) {
            Some(Value::Register(register)) => register.index,
            _ => PT,
        }
    }

    fn finish(&mut self, op: LaneOp<W>, class: Option<Class>, predicates: [&str; 2]) -> Option<Compute<W>> {
        let destination = match (class, self.operand("d").map(|operand| operand.value)) {
            (Some(class), Some(Value::Register(register))) => Some((register.index, class)),
            _ => None,
        };
        let predicates = predicates.map(|name| self.written(name));
        let sources = std::mem::take(&mut self.sources);
        Some(Compute { op, sources, destination, predicates, combine: None, select: None })
    }

    /// A comparison: `p81` and `p84` are it and its opposite, each combined with `q87`.
    fn compare(&mut self, op: LaneOp<W>) -> Option<Compute<W>> {
        let combine = match () {
            () if self.has("OR") => Combine::Or,
            () if self.has("XOR") => Combine::Xor,
            () => Combine::And,
        };
        let q = self.predicate_source("q87")?;
        let mut compute = self.finish(op, None, ["p81", "p84"])?;
        compute.combine = Some((combine, q));
        Some(compute)
    }
}

const SHORT: Option<Class> = Some(Class::Short);
const LONG: Option<Class> = Some(Class::Long);
const NONE: [&str; 2] = ["", ""];

/// Sets a bit of the n-th predicate result.
macro_rules! bit {
    ($r:ident, $n:literal, $lane:ident, $e:expr) => {
        $r.p[$n] |= u64::from($e) << $lane
    };
}

/// The place of the highest bit that differs from the sign, or the shift that brings it to the top; all ones, and no predicate, if there is
/// none.
macro_rules! flo {
    ($t:ty, $amount:literal) => {
        |x, r| {
            r.p = [0; 2];
            for i in 0..W {
                let a = x.s[0][i] as $t;
                let magnitude = if <$t>::MIN != 0 && (a as i32) < 0 { !x.s[0][i] } else { x.s[0][i] };
                let zeros = magnitude.leading_zeros();
                r.s[i] = match zeros {
                    32 => u32::MAX,
                    _ if $amount => zeros,
                    _ => 31 - zeros,
                };
                bit!(r, 0, i, zeros != 32);
            }
        }
    };
}

/// The smaller or larger of singles by the predicate in the third place. A NaN is ignored, or if `NAN` the result. A number has the sign
/// that the last two sources make together.
macro_rules! float_extreme {
    ($ftz:literal, $nan:literal) => {
        |x, r| {
            for i in 0..W {
                let (a, b) = (operand::<$ftz>(x.s[0][i]), operand::<$ftz>(x.s[1][i]));
                let min = x.p[2] >> i & 1 == 1;
                let ordered = |x: f32| {
                    let bits = x.to_bits() as i32;
                    if bits < 0 { i32::MIN ^ !bits } else { bits }
                };
                let first = (ordered(a) <= ordered(b)) == min;
                let chosen = match (a.is_nan(), b.is_nan()) {
                    (true, true) => f32::NAN,
                    (true, _) | (_, true) if $nan => f32::NAN,
                    (true, _) => b,
                    (_, true) => a,
                    _ if first => a,
                    _ => b,
                };
                let sign = if chosen.is_nan() { 0 } else { (x.s[3][i] ^ x.s[4][i]) & 1 << 31 };
                r.s[i] = result::<$ftz, false>(chosen) | sign;
            }
        }
    };
}

/// Which of two doubles is the smaller or larger one, and whether neither is a number.
macro_rules! chosen {
    ($which:ident) => {
        |x, r| {
            r.p = [0; 2];
            for i in 0..W {
                let (a, b) = (f64::from_bits(x.l[0][i]), f64::from_bits(x.l[1][i]));
                let order = a.total_cmp(&b);
                let first = match (a.is_nan(), b.is_nan()) {
                    (false, true) => true,
                    (true, _) => false,
                    _ => order == chosen!(@ $which),
                };
                bit!(r, 0, i, first);
                bit!(r, 1, i, a.is_nan() && b.is_nan());
            }
        }
    };
    (@ less) => {
        std::cmp::Ordering::Less
    };
    (@ greater) => {
        std::cmp::Ordering::Greater
    };
}

/// `a + b + c` and both carries out. Negated sources are `!x + 1` in 33 bits.
fn add3<const W: usize>() -> LaneOp<W> {
    |x, r| {
        r.p = [0; 2];
        let negations = x.s[3][0].count_ones();
        for i in 0..W {
            let sum =
                u64::from(x.s[0][i]) + u64::from(x.s[1][i]) + u64::from(x.s[2][i]) + u64::from(negations);
            r.s[i] = sum as u32;
            bit!(r, 0, i, sum >> 32 >= 1);
            bit!(r, 1, i, sum >> 32 >= 2);
        }
    }
}

/// The same with two carries in, which are sources 3 and 4.
fn add3_extended<const W: usize>() -> LaneOp<W> {
    |x, r| {
        r.p = [0; 2];
        for i in 0..W {
            let carries = (x.p[3] >> i & 1) + (x.p[4] >> i & 1);
            let sum = u64::from(x.s[0][i]) + u64::from(x.s[1][i]) + u64::from(x.s[2][i]) + carries;
            r.s[i] = sum as u32;
            bit!(r, 0, i, sum >> 32 >= 1);
            bit!(r, 1, i, sum >> 32 >= 2);
        }
    }
}

/// `a * b + c`, with the carry of the sum. The fourth source says whether `c` is negated, the fifth is a carry in.
fn multiply_add<const W: usize>() -> LaneOp<W> {
    |x, r| {
        r.p = [0; 2];
        let one = u64::from(x.s[3][0]);
        for i in 0..W {
            let product = x.s[0][i].wrapping_mul(x.s[1][i]);
            let sum = u64::from(product) + u64::from(x.s[2][i]) + one + (x.p[4] >> i & 1);
            r.s[i] = sum as u32;
            bit!(r, 0, i, sum >> 32 != 0);
        }
    }
}

/// The 64-bit product and sum.
#[inline(always)]
fn wide_sum<const SIGNED: bool>(a: u32, b: u32, c: u64, more: u64) -> u128 {
    let product = match SIGNED {
        true => (i64::from(a as i32) * i64::from(b as i32)) as u64,
        false => u64::from(a) * u64::from(b),
    };
    u128::from(product) + u128::from(c) + u128::from(more)
}

fn multiply_add_wide<const W: usize, const SIGNED: bool>() -> LaneOp<W> {
    |x, r| {
        r.p = [0; 2];
        let one = u64::from(x.s[3][0]);
        for i in 0..W {
            let sum = wide_sum::<SIGNED>(x.s[0][i], x.s[1][i], x.l[2][i], one + (x.p[4] >> i & 1));
            r.l[i] = sum as u64;
            r.s[i] = (sum >> 32) as u32;
            bit!(r, 0, i, sum >> 64 != 0);
        }
    }
}

/// Any function of three bits.
#[inline(always)]
fn logic(a: u32, b: u32, c: u32, table: u32) -> u32 {
    (0..8).filter(|at| table >> at & 1 == 1).fold(0, |all, at| {
        let side = |x: u32, bit: u32| if at >> bit & 1 == 1 { x } else { !x };
        all | side(a, 2) & side(b, 1) & side(c, 0)
    })
}

/// The usual functions have code of their own: a table costs eight times as much.
fn logic3<const W: usize>(table: u64) -> LaneOp<W> {
    macro_rules! out {
        (|$a:ident, $b:ident, $c:ident| $e:expr) => {
            |x, r| {
                r.p = [0; 2];
                for i in 0..W {
                    let ($a, $b, $c) = (x.s[0][i], x.s[1][i], x.s[2][i]);
                    r.s[i] = $e;
                    bit!(r, 0, i, r.s[i] != 0);
                }
            }
        };
    }
    match table {
        0xc0 => out!(|a, b, _c| a & b),
        0xfc => out!(|a, b, _c| a | b),
        0x3c => out!(|a, b, _c| a ^ b),
        0x33 => out!(|_a, b, _c| !b),
        0x96 => out!(|a, b, c| a ^ b ^ c),
        0x30 => out!(|a, b, _c| a & !b),
        0x0c => out!(|a, b, _c| !a & b),
        _ => |x, r| {
            r.p = [0; 2];
            let table = x.s[3][0];
            for i in 0..W {
                r.s[i] = logic(x.s[0][i], x.s[1][i], x.s[2][i], table);
                bit!(r, 0, i, r.s[i] != 0);
            }
        },
    }
}

fn compare_integers<const W: usize>(relation: &str, signed: bool, extended: bool) -> Option<LaneOp<W>> {
    macro_rules! lifted {
        ($t:ty, |$a:ident, $b:ident| $e:expr, |$lower:ident| $equal:expr) => {
            if extended {
                |x, r| {
                    r.p = [0; 2];
                    for i in 0..W {
                        let ($a, $b, $lower) = (x.s[0][i] as $t, x.s[1][i] as $t, x.p[2] >> i & 1 == 1);
                        bit!(r, 0, i, if $a == $b { $equal } else { $e });
                    }
                }
            } else {
                |x, r| {
                    r.p = [0; 2];
                    for i in 0..W {
                        let ($a, $b) = (x.s[0][i] as $t, x.s[1][i] as $t);
                        bit!(r, 0, i, $e);
                    }
                }
            }
        };
    }
    macro_rules! relations {
        ($t:ty) => {
            match relation {
                "F" => lifted!($t, |_a, _b| false, |_lower| false),
                "LT" => lifted!($t, |a, b| a < b, |lower| lower),
                "EQ" => lifted!($t, |a, b| a == b, |lower| lower),
                "LE" => lifted!($t, |a, b| a <= b, |lower| lower),
                "GT" => lifted!($t, |a, b| a > b, |lower| lower),
                "NE" => lifted!($t, |a, b| a != b, |lower| lower),
                "GE" => lifted!($t, |a, b| a >= b, |lower| lower),
                "T" => lifted!($t, |_a, _b| true, |_lower| true),
                _ => return None,
            }
        };
    }
    let op: LaneOp<W> = if signed { relations!(i32) } else { relations!(u32) };
    Some(op)
}

fn relation(instruction: &Instruction) -> Option<&'static str> {
    const ALL: [&str; 16] = [
        "F", "LT", "EQ", "LE", "GT", "NE", "GE", "T", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU",
    ];
    ALL.into_iter().find(|name| instruction.has(name))
}

/// The outcomes for which a comparison holds: less, equal, greater, unordered, a bit each.
fn relation_bits(name: &str) -> u8 {
    let ordered = match name.trim_end_matches('U') {
        "LT" => 0b001,
        "EQ" => 0b010,
        "LE" => 0b011,
        "GT" => 0b100,
        "NE" => 0b101,
        "GE" => 0b110,
        "NUM" | "N" => 0b111,
        "T" => return 0b1111,
        "NAN" => return 0b1000,
        _ => 0,
    };
    ordered | if name.ends_with('U') && name != "NU" { 0b1000 } else { 0 }
}

/// How halves are compared, in one number: [`relation_bits`], then how a predicate is combined, and whether subnormals are zeros.
fn comparison<const W: usize>(t: &Translation<'_, W>, relation: &str) -> u64 {
    let combine = t.one_of(&[("OR", "1"), ("XOR", "2")]).parse().unwrap_or(0);
    u64::from(relation_bits(relation)) | combine << 4 | u64::from(t.has("FTZ")) << 6
}

/// Whether the halves of registers compare as [`comparison`] says, combined with a predicate.
#[inline(always)]
fn related<S: Small>(a: u32, b: u32, how: u32, q: bool) -> [bool; 2] {
    [0, 16].map(|shift| {
        let [a, b] = [a, b].map(|x| {
            let half = (x >> shift) as u16;
            // Without a bit of the exponent, it is zero or subnormal.
            S::widen(if how >> 6 & 1 == 1 && half & S::INFINITY == 0 { 0 } else { half })
        });
        let outcome = match a.partial_cmp(&b) {
            Some(order) => order as i8 + 1,
            None => 3,
        };
        let holds = how >> outcome & 1 == 1;
        match how >> 4 & 3 {
            0 => holds && q,
            1 => holds || q,
            _ => holds != q,
        }
    })
}

/// Compares halves where the third source holds: the lower ones, and the upper ones.
fn compare_halves<S: Small, const W: usize>(x: &Sources<'_, W>, r: &mut Results<W>) {
    r.p = [0; 2];
    for i in 0..W {
        let [low, high] = related::<S>(x.s[0][i], x.s[1][i], x.s[3][0], x.p[2] >> i & 1 == 1);
        bit!(r, 0, i, low);
        bit!(r, 1, i, high);
    }
}

/// A single in the place of two halves: cut toward zero, and both of them.
#[inline(always)]
fn cut(single: u32) -> u32 {
    let half = exact::convert(F32, F16, single.into(), Round::Zero) as u32;
    half | half << 16
}

/// Compares a single that is cut to a half, the source of this number, with the lower half of the other.
fn compare_cut<const SINGLE: usize, const W: usize>(x: &Sources<'_, W>, r: &mut Results<W>) {
    r.p = [0; 2];
    for i in 0..W {
        let mut words = [x.s[0][i], x.s[1][i]];
        words[SINGLE] = cut(words[SINGLE]);
        let [low, _] = related::<Half>(words[0], words[1], x.s[3][0], x.p[2] >> i & 1 == 1);
        bit!(r, 0, i, low);
    }
}

/// The same as [`compare_halves`], with a value for each half that compares so.
fn set_halves<S: Small, const W: usize>(x: &Sources<'_, W>, r: &mut Results<W>) {
    for i in 0..W {
        let (q, value) = (x.p[2] >> i & 1 == 1, x.s[4][0]);
        let [low, high] =
            related::<S>(x.s[0][i], x.s[1][i], x.s[3][0], q).map(|holds| u32::from(holds) * value);
        r.s[i] = low | high << 16;
    }
}

/// A comparison of floats, as PTX spells it.
fn ptx_relation(name: &str) -> Option<String> {
    Some(match name {
        "F" | "T" => return None,
        name => name.to_lowercase(),
    })
}

/// The word of 32 or 64 bits that a funnel shift shifts.
#[inline(always)]
fn funnel<const RIGHT: bool, const SIGNED: bool>(low: u32, high: u32, by: u32) -> u64 {
    let x = u64::from(low) | u64::from(high) << 32;
    match (RIGHT, SIGNED) {
        (false, _) => x.checked_shl(by).unwrap_or(0),
        (true, false) => x.checked_shr(by).unwrap_or(0),
        (true, true) => ((x as i64) >> by.min(63)) as u64,
    }
}

fn shift<const W: usize>(t: &Translation<'_, W>) -> LaneOp<W> {
    let right = t.has("R");
    let signed = t.has("S32") || t.has("S64");
    macro_rules! shifted {
        ($right:literal, $signed:literal) => {
            |x, r| {
                // Mask, limit and the bits to drop.
                let (mask, limit, drop) = (x.s[3][0] & 0xff, x.s[3][0] >> 8 & 0xff, x.s[3][0] >> 16);
                for i in 0..W {
                    let by = (x.s[1][i] & (mask | 0u32.wrapping_sub(u32::from(mask == 0)))).min(limit);
                    r.s[i] = (funnel::<$right, $signed>(x.s[0][i], x.s[2][i], by) >> drop) as u32;
                }
            }
        };
    }
    match (right, signed) {
        (false, _) => shifted!(false, false),
        (true, false) => shifted!(true, false),
        (true, true) => shifted!(true, true),
    }
}

/// `(a << shift) + b`, or with the third source as upper half of `a` the upper half of that sum.
fn scaled_add<const W: usize>(high: bool, extended_sign: bool) -> LaneOp<W> {
    macro_rules! scaled {
        (|$a:ident, $c:ident, $by:ident| $e:expr) => {
            |x, r| {
                r.p = [0; 2];
                let (by, inverted, ones) = (x.s[3][0] & 31, x.s[3][0] >> 8 & 1 == 1, x.s[3][0] >> 16);
                for i in 0..W {
                    let ($a, $c, $by) = (x.s[0][i], x.s[2][i], by);
                    let _ = $c;
                    let scaled: u32 = $e;
                    let scaled = if inverted { !scaled } else { scaled };
                    let sum = u64::from(scaled) + u64::from(x.s[1][i]) + u64::from(ones) + (x.p[4] >> i & 1);
                    r.s[i] = sum as u32;
                    bit!(r, 0, i, sum >> 32 != 0);
                }
            }
        };
    }
    match (high, extended_sign) {
        (false, _) => scaled!(|a, c, by| a << by),
        (true, false) => scaled!(|a, c, by| (((u64::from(c) << 32 | u64::from(a)) << by) >> 32) as u32),
        (true, true) => scaled!(|a, c, by| ((i64::from(a as i32) << by) >> 32) as u32),
    }
}

/// Whether a division by these needs the slow path: the fast one is correct if no step leaves the range of normal numbers.
#[inline(always)]
fn needs_care(a: f32, b: f32) -> bool {
    let exponent = |x: f32| (x.to_bits() >> 23 & 0xff) as i32;
    let (ea, eb) = (exponent(a), exponent(b));
    let (least, most) = (1, 254);
    let quotient = ea - eb;
    !(eb > least && eb < most - 1 && ea > least + 24 && ea < most && quotient > -125 && quotient < 126)
}

/// The operation of a `MUFU`.
fn special<const W: usize>(t: &Translation<'_, W>) -> Option<LaneOp<W>> {
    if t.has("BF16_V2") {
        return None;
    }
    if t.has("F16") {
        return match () {
            () if t.has("EX2") => ptx("ex2.approx.f16"),
            () if t.has("TANH") => ptx("tanh.approx.f16"),
            () => None,
        };
    }
    Some(match () {
        () if t.has("RCP64H") => {
            lanes!(s(s a) => ((1.0 / f64::from_bits(u64::from(a) << 32)).to_bits() >> 32) as u32)
        }
        () if t.has("RSQ64H") => {
            lanes!(s(s a) => ((1.0 / f64::from_bits(u64::from(a) << 32).sqrt()).to_bits() >> 32) as u32)
        }
        // Subnormals are flushed: code that must not do so scales them before, and code that must relies on it.
        () if t.has("RCP") => lanes!(s(s a) => result::<true, false>(1.0 / operand::<true>(a))),
        () if t.has("RSQ") => lanes!(s(s a) => result::<true, false>(approx::rsqrt(operand::<true>(a)))),
        () if t.has("SQRT") => lanes!(s(s a) => result::<true, false>(operand::<true>(a).sqrt())),
        () if t.has("EX2") => wide!(s(s a) => result::<true, false>(approx::ex2(operand::<true>(a)))),
        () if t.has("LG2") => wide!(s(s a) => result::<true, false>(approx::lg2(operand::<true>(a)))),
        () if t.has("TANH") => wide!(s(s a) => result::<true, false>(approx::tanh(operand::<true>(a)))),
        // The argument is in turns.
        () if t.has("SIN") => {
            lanes!(s(s a) => result::<true, false>(in_turns(operand::<true>(a), libm::sin)))
        }
        () if t.has("COS") => {
            lanes!(s(s a) => result::<true, false>(in_turns(operand::<true>(a), libm::cos)))
        }
        () => return None,
    })
}

fn in_turns(a: f32, function: fn(f64) -> f64) -> f32 {
    let turns = f64::from(a);
    if !turns.is_finite() {
        return f32::NAN;
    }
    function((turns - turns.trunc()) * std::f64::consts::TAU) as f32
}

/// The smaller or larger of integers: of the first two, by the predicate in the third place.
macro_rules! extreme {
    (@ $t:ty) => {
        |x, r| {
            for i in 0..W {
                let half = |shift: u32| {
                    let (a, b) = ((x.s[0][i] >> shift) as $t, (x.s[1][i] >> shift) as $t);
                    u32::from((if x.p[2] >> i & 1 == 1 { a.min(b) } else { a.max(b) }) as u16)
                };
                r.s[i] = half(0) | half(16) << 16;
            }
        }
    };
    ($t:ty) => {
        |x, r| {
            for i in 0..W {
                let (a, b) = (x.s[0][i] as $t, x.s[1][i] as $t);
                r.s[i] = (if x.p[2] >> i & 1 == 1 { a.min(b) } else { a.max(b) }) as u32;
            }
        }
    };
}

/// The same of three, by the predicate in the fourth place.
macro_rules! extreme3 {
    ($t:ty) => {
        |x, r| {
            for i in 0..W {
                let (a, b, c) = (x.s[0][i] as $t, x.s[1][i] as $t, x.s[2][i] as $t);
                r.s[i] = (if x.p[3] >> i & 1 == 1 { a.min(b).min(c) } else { a.max(b).max(c) }) as u32;
            }
        }
    };
}

/// The same of a sum and the third source, by the predicate in the fourth place. The fifth says what is negated.
macro_rules! added_extreme {
    ($t:ty) => {
        |x, r| {
            for i in 0..W {
                let sum = x.s[0][i].wrapping_add(x.s[1][i]).wrapping_add(x.s[4][i].count_ones()) as $t;
                let c = x.s[2][i] as $t;
                r.s[i] = (if x.p[3] >> i & 1 == 1 { sum.min(c) } else { sum.max(c) }) as u32;
            }
        }
    };
}

/// The type of the integer of a conversion.
fn integer<const W: usize>(t: &Translation<'_, W>) -> &'static str {
    let named = t.one_of(&[
        ("U8", "u8"),
        ("S8", "s8"),
        ("U16", "u16"),
        ("S16", "s16"),
        ("U32", "u32"),
        ("U64", "u64"),
        ("S64", "s64"),
    ]);
    if named.is_empty() { "s32" } else { named }
}

/// Translates an instruction that computes. None if it does something else, or an operation is unknown.
pub(super) fn translate<const W: usize>(
    instruction: &Instruction,
    context: &Context<'_>,
) -> Option<Compute<W>> {
    use Class::{Long, Short};
    use Kind::{Double, Halves, Integer, Single};
    let mut t = Translation::<W> { instruction, context, sources: Vec::new() };
    let stem = instruction.stem;
    let stem = if W == 1 { stem.strip_prefix('U').unwrap_or(stem) } else { stem };
    let signed = !t.has("U32");
    // Modifiers whose meaning is not documented.
    if ["FMZ", "E5M2", "E4M3", "16x2"].iter().any(|word| t.has(word)) {
        return None;
    }
    // Nor is it that of a single in the place of two halves, but for two uses.
    if !matches!(stem, "HADD2" | "HSETP2")
        && instruction.operands.iter().any(|operand| operand.suffix == "F32")
    {
        return None;
    }
    match stem {
        "IADD3" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            if t.has("X") {
                t.predicate("q87")?;
                t.predicate("q77")?;
                return t.finish(add3_extended(), SHORT, ["p81", "p84"]);
            }
            t.negations(&["a", "b", "c"]);
            t.finish(add3(), SHORT, ["p81", "p84"])
        }
        "VIADD" => {
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            t.value(0);
            t.negations(&["a", "b"]);
            t.finish(add3(), SHORT, NONE)
        }
        "IMAD" => {
            let is_wide = t.has("WIDE") || t.has("HI");
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            t.source("c", if is_wide { Long } else { Short }, Integer)?;
            t.negations(&["c"]);
            if t.has("X") {
                t.predicate("q87")?;
            }
            let op = match (is_wide, signed) {
                (false, _) => multiply_add(),
                (true, true) => multiply_add_wide::<W, true>(),
                (true, false) => multiply_add_wide::<W, false>(),
            };
            t.finish(op, if t.has("WIDE") { LONG } else { SHORT }, ["p81", ""])
        }
        "LOP3" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            let Value::Unsigned(table) = t.operand("i72")?.value else { return None };
            t.value(table);
            let q = t.predicate_source("q87")?;
            let mut compute = t.finish(logic3(table), SHORT, ["p81", ""])?;
            compute.combine = Some((if t.has("PAND") { Combine::And } else { Combine::Or }, q));
            Some(compute)
        }
        "PLOP3" => {
            let tables = (t.operand("L").or_else(|| t.operand("i72"))?.value, t.operand("i16")?.value);
            let (Value::Unsigned(first), Value::Unsigned(second)) = tables else { return None };
            if t.operand("a").is_some() {
                // Signs of words.
                for name in ["a", "b", "c"] {
                    t.source(name, Short, Integer)?;
                }
                t.value(first);
                t.value(second);
                let op: LaneOp<W> = |x, r| {
                    r.p = [0; 2];
                    for i in 0..W {
                        let at = x.s[..3].iter().fold(0, |at, x| at << 1 | x[i] >> 31);
                        bit!(r, 0, i, x.s[3][0] >> at & 1 == 1);
                        bit!(r, 1, i, x.s[4][0] >> at & 1 == 1);
                    }
                };
                return t.finish(op, None, ["p81", "p84"]);
            }
            for name in ["q87", "q77", "q68"] {
                t.predicate(name)?;
            }
            t.value(first);
            t.value(second);
            let op: LaneOp<W> = |x, r| {
                for (n, result) in r.p.iter_mut().enumerate() {
                    let table = x.s[3 + n][0];
                    *result = (0..8).filter(|at| table >> at & 1 == 1).fold(0, |all, at: u32| {
                        let side = |p: u64, bit: u32| if at >> bit & 1 == 1 { p } else { !p };
                        all | side(x.p[0], 2) & side(x.p[1], 1) & side(x.p[2], 0)
                    });
                }
            };
            t.finish(op, None, ["p81", "p84"])
        }
        "ISETP" => {
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            let extended = t.has("EX");
            if extended {
                t.predicate("q68")?;
            }
            let op = compare_integers(relation(instruction)?, signed, extended)?;
            t.compare(op)
        }
        "SHF" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            let bits = if t.has("S64") || t.has("U64") { 64 } else { 32 };
            let mask = if t.has("W") { bits - 1 } else { 0 };
            t.value(mask | bits << 8 | if t.has("HI") { 32 << 16 } else { 0 });
            let op = shift(&t);
            t.finish(op, SHORT, NONE)
        }
        "PRMT" => {
            t.source("a", Short, Integer)?;
            t.source("c", Short, Integer)?;
            t.source("b", Short, Integer)?;
            let mode = t.one_of(&[
                ("F4E", "f4e"),
                ("B4E", "b4e"),
                ("RC8", "rc8"),
                ("ECL", "ecl"),
                ("ECR", "ecr"),
                ("RC16", "rc16"),
            ]);
            t.finish(ptx(&format!("prmt.b32.{mode}"))?, SHORT, NONE)
        }
        "LEA" => {
            let (high, sign) = (t.has("HI"), t.has("SX32"));
            t.source("a", Short, Single)?;
            // The sign is one of the shifted value. What negates adds one, too, what complements does not.
            let inverted = t.operand("a")?.sign.is_some();
            let ones =
                ["a", "b"].iter().filter(|name| t.operand(name).is_some_and(|o| o.sign == Some('-'))).count();
            t.sources[0].invert = 0;
            t.source("b", Short, Integer)?;
            match high && !sign {
                true => t.source("R64", Short, Integer)?,
                false => t.value(0),
            }
            let Value::Unsigned(by) = t.operand("i75")?.value else { return None };
            t.value(by | u64::from(inverted) << 8 | (ones as u64) << 16);
            if t.has("X") {
                t.predicate("q87")?;
            }
            t.finish(scaled_add(high, sign), SHORT, ["p81", ""])
        }
        "IABS" => {
            t.source("b", Short, Integer)?;
            t.finish(lanes!(s(s a) => (a as i32).unsigned_abs()), SHORT, NONE)
        }
        "IMNMX" | "VIMNMX" => {
            if t.has("RELU") {
                return None;
            }
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            t.predicate("q87")?;
            let op: LaneOp<W> = match () {
                () if t.has("U16x2") => extreme!(@ u16),
                () if t.has("S16x2") => extreme!(@ i16),
                () if signed => extreme!(i32),
                () => extreme!(u32),
            };
            t.finish(op, SHORT, NONE)
        }
        "SGXT" => {
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            let mode = if t.has("W") { "wrap" } else { "clamp" };
            let ty = if signed { "s32" } else { "u32" };
            t.finish(ptx(&format!("szext.{mode}.{ty}"))?, SHORT, NONE)
        }
        "BMSK" => {
            t.source("a", Short, Integer)?;
            t.source("b", Short, Integer)?;
            let mode = if t.has("W") { "wrap" } else { "clamp" };
            t.finish(ptx(&format!("bmsk.{mode}.b32"))?, SHORT, NONE)
        }
        "IDP" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            if t.operand("c")?.sign.is_some() {
                return None;
            }
            // The first type is of `a`, the second of `b`.
            let types: Vec<&str> =
                t.words().filter(|word| word.ends_with('8') || word.ends_with("16")).collect();
            let of =
                |n: usize| types.get(n).map_or("u32", |ty| if ty.starts_with('S') { "s32" } else { "u32" });
            let op = match t.has("4A") {
                true => format!("dp4a.{}.{}", of(0), of(1)),
                false => format!("dp2a.{}.{}.{}", if t.has("HI") { "hi" } else { "lo" }, of(0), of(1)),
            };
            t.finish(ptx(&op)?, SHORT, NONE)
        }
        "BREV" | "POPC" => {
            t.source("b", Short, Integer)?;
            t.finish(ptx(&format!("{}.b32", stem.to_lowercase()))?, SHORT, NONE)
        }
        "FLO" => {
            t.source("b", Short, Integer)?;
            let find: LaneOp<W> = match (signed, t.has("SH")) {
                (true, false) => flo!(i32, false),
                (true, true) => flo!(i32, true),
                (false, false) => flo!(u32, false),
                (false, true) => flo!(u32, true),
            };
            t.finish(find, SHORT, ["p81", ""])
        }
        "MOV" if t.operand("i72").is_none() => {
            t.source("b", Short, Integer)?;
            t.finish(lanes!(s(s a) => a), SHORT, NONE)
        }
        // What flushing does to the half of a double, which compiled code selects, is not documented.
        "SEL" | "FSEL" if !t.has("FTZ") => {
            let kind = if stem == "SEL" { Integer } else { Single };
            t.source("a", Short, kind)?;
            t.source("b", Short, kind)?;
            t.predicate("q87")?;
            let op: LaneOp<W> = |x, r| {
                for i in 0..W {
                    r.s[i] = if x.p[2] >> i & 1 == 1 { x.s[0][i] } else { x.s[1][i] };
                }
            };
            t.finish(op, SHORT, NONE)
        }
        "VABSDIFF4" if t.operand("p81").is_none() => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            // The third source is what parts would be merged into that are not computed: all are.
            let op = match (t.has("U8"), t.has("ACC")) {
                (true, true) => difference4::<W, true, false>(),
                (true, false) => difference4::<W, false, false>(),
                (false, true) => difference4::<W, true, true>(),
                (false, false) => difference4::<W, false, true>(),
            };
            t.finish(op, SHORT, NONE)
        }
        "I2IP" if t.has("SAT") => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            let to = instruction.modifiers.first()?.to_lowercase();
            // Bytes are put below the lower half of the third source.
            let rest = if to.ends_with('8') { ".b32" } else { "" };
            t.finish(ptx(&format!("cvt.pack.sat.{to}.s32{rest}"))?, SHORT, NONE)
        }
        "I2I" => {
            t.source("b", Short, Integer)?;
            let to = instruction.modifiers.first()?.to_lowercase();
            let from = instruction.modifiers.get(1)?.to_lowercase();
            t.finish(ptx(&format!("cvt.sat.{to}.{from}"))?, SHORT, NONE)
        }
        "FADD" => {
            t.source("a", Short, Single)?;
            t.source("e", Short, Single)?;
            t.finish(ptx(&format!("add.{}.{}.{}.f32", t.round(), t.flush(), t.saturate()))?, SHORT, NONE)
        }
        "FMUL" => {
            t.source("a", Short, Single)?;
            t.source("b", Short, Single)?;
            let factor = t.one_of(&[
                ("D2", "0.5"),
                ("D4", "0.25"),
                ("D8", "0.125"),
                ("M2", "2"),
                ("M4", "4"),
                ("M8", "8"),
            ]);
            if let Ok(factor) = factor.parse::<f32>() {
                if !t.round().is_empty() || t.has("SAT") || t.has("FTZ") {
                    return None;
                }
                t.value(factor.to_bits().into());
                // A power of two scales the exact product.
                let op: LaneOp<W> = lanes!(s(s a, s b, s c) => {
                    let [a, b, c] = [a, b, c].map(|x| f64::from(f32::from_bits(x)));
                    result::<false, false>((a * b * c) as f32)
                });
                return t.finish(op, SHORT, NONE);
            }
            t.finish(ptx(&format!("mul.{}.{}.{}.f32", t.round(), t.flush(), t.saturate()))?, SHORT, NONE)
        }
        "FFMA" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Single)?;
            }
            let round = if t.round().is_empty() { "rn" } else { t.round() };
            t.finish(ptx(&format!("fma.{round}.{}.{}.f32", t.flush(), t.saturate()))?, SHORT, NONE)
        }
        "FSETP" | "FSET" => {
            t.source("a", Short, Single)?;
            t.source("b", Short, Single)?;
            let op = compare_floats(relation(instruction)?, &format!("{}.f32", t.flush()))?;
            let mut compute = t.compare(op)?;
            if stem == "FSET" {
                let Value::Register(register) = t.operand("d")?.value else { return None };
                compute.destination = Some((register.index, Short));
                compute.select = Some(if t.has("BF") { 1f32.to_bits() } else { u32::MAX });
            }
            Some(compute)
        }
        "HSETP2" | "HSET2" => {
            let single =
                ["a", "e"].map(|name| t.operand(name).is_some_and(|operand| operand.suffix == "F32"));
            for (name, is_single) in ["a", "e"].into_iter().zip(single) {
                let halves = t.instruction.half(name, 0).zip(t.instruction.half(name, 1));
                match halves {
                    Some((high, low)) => t.value(u64::from(low) | u64::from(high) << 16),
                    None => t.source(name, Short, if is_single { Single } else { Halves })?,
                }
            }
            t.predicate("q87")?;
            // Nor is it documented how bfloat16, whose exponents are those of singles, is flushed.
            let is_brain = t.has("BF16_V2");
            if t.has("H_AND") || is_brain && t.has("FTZ") {
                return None;
            }
            let how = comparison(&t, relation(instruction)?);
            t.value(how);
            if single != [false; 2] {
                // `cvt.rz` of the single, then `setp`, compile to this. What the other predicate is, is not documented.
                let is_known = stem == "HSETP2" && single != [true; 2] && !is_brain && t.written("p84") == PT;
                let op = if single[0] { compare_cut::<0, W> } else { compare_cut::<1, W> };
                return t.finish(op, None, ["p81", ""]).filter(|_| is_known);
            }
            if stem == "HSETP2" {
                let op = if is_brain { compare_halves::<Brain, W> } else { compare_halves::<Half, W> };
                return t.finish(op, None, ["p81", "p84"]);
            }
            t.value(match (t.has("BF"), is_brain) {
                (false, _) => 0xffff,
                (true, true) => Brain::ONE.into(),
                (true, false) => Half::ONE.into(),
            });
            let op = if is_brain { set_halves::<Brain, W> } else { set_halves::<Half, W> };
            t.finish(op, SHORT, NONE)
        }
        "VABSDIFF" if t.operand("p81").is_none() => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            let op: LaneOp<W> = match signed {
                true => lanes!(s(s a, s b, s c) => (a as i32).abs_diff(b as i32).wrapping_add(c)),
                false => lanes!(s(s a, s b, s c) => a.abs_diff(b).wrapping_add(c)),
            };
            t.finish(op, SHORT, NONE)
        }
        "VIMNMX3" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            t.predicate("q87")?;
            if t.has("U16x2") || t.has("S16x2") || t.has("RELU") {
                return None;
            }
            let op: LaneOp<W> = if signed { extreme3!(i32) } else { extreme3!(u32) };
            t.finish(op, SHORT, NONE)
        }
        "VIADDMNMX" => {
            for name in ["a", "b", "c"] {
                t.source(name, Short, Integer)?;
            }
            t.predicate("q87")?;
            t.negations(&["a", "b"]);
            if t.has("U16x2") || t.has("S16x2") || t.has("RELU") {
                return None;
            }
            let op: LaneOp<W> = if signed { added_extreme!(i32) } else { added_extreme!(u32) };
            t.finish(op, SHORT, NONE)
        }
        "F2IP" => {
            t.source("a", Short, Single)?;
            t.source("b", Short, Single)?;
            t.source("c", Short, Integer)?;
            let is_half = t.operand("c").is_some_and(|operand| !operand.suffix.is_empty());
            if t.has("S8") || t.has("TRUNC") || t.has("RELU") || !t.has("NTZ") || is_half {
                return None;
            }
            let op: LaneOp<W> = lanes!(s(s a, s b, s c) => {
                let byte = |x: u32| f32::from_bits(x).round_ties_even() as u8;
                c << 16 | u32::from(byte(a)) << 8 | u32::from(byte(b))
            });
            t.finish(op, SHORT, NONE)
        }
        "FMNMX" => {
            t.source("a", Short, Single)?;
            t.source("b", Short, Single)?;
            t.predicate("q87")?;
            let nan = t.has("NAN");
            for name in ["a", "b"] {
                if !t.has("XORSIGN") {
                    t.value(0);
                    continue;
                }
                // PTX has it of magnitudes only.
                if !t.operand(name).is_some_and(|operand| operand.absolute && operand.sign.is_none()) {
                    return None;
                }
                t.source(name, Short, Single)?;
                if let Some(source) = t.sources.last_mut() {
                    source.clear = 0;
                }
            }
            let op: LaneOp<W> = match (t.has("FTZ"), nan) {
                (false, false) => float_extreme!(false, false),
                (true, false) => float_extreme!(true, false),
                (false, true) => float_extreme!(false, true),
                (true, true) => float_extreme!(true, true),
            };
            t.finish(op, SHORT, NONE)
        }
        "FCHK" => {
            t.source("a", Short, Single)?;
            t.source("b", Short, Single)?;
            let op: LaneOp<W> = |x, r| {
                r.p = [0; 2];
                for i in 0..W {
                    bit!(r, 0, i, needs_care(f32::from_bits(x.s[0][i]), f32::from_bits(x.s[1][i])));
                }
            };
            t.finish(op, None, ["p81", ""])
        }
        "MUFU" => {
            t.source("b", Short, if t.has("F16") { Halves } else { Single })?;
            let op = special(&t)?;
            t.finish(op, SHORT, NONE)
        }
        "DADD" | "DMUL" | "DFMA" => {
            let names: &[&str] = match stem {
                "DADD" => &["a", "c"],
                "DMUL" => &["a", "b"],
                _ => &["a", "b", "c"],
            };
            for name in names {
                t.source(name, Long, Double)?;
            }
            let round = if t.round().is_empty() { "rn" } else { t.round() };
            let name = &stem[1..].to_lowercase();
            t.finish(ptx(&format!("{name}.{round}.f64"))?, LONG, NONE)
        }
        "DSETP" => {
            t.source("a", Long, Double)?;
            t.source("e", Long, Double)?;
            if t.has("MIN") || t.has("MAX") {
                let op: LaneOp<W> = if t.has("MIN") { chosen!(less) } else { chosen!(greater) };
                return t.finish(op, None, ["p81", "p84"]);
            }
            let op = compare_floats(relation(instruction)?, "f64")?;
            t.compare(op)
        }
        "F2F" => {
            let types: Vec<&str> = t.words().filter(|word| matches!(*word, "F16" | "F32" | "F64")).collect();
            let (to, from) = (types.first()?.to_lowercase(), types.get(1)?.to_lowercase());
            let (kind, class) = floating(&from)?;
            t.source("b", class, kind)?;
            let narrows = (from == "f64" && to != "f64") || (from == "f32" && to == "f16");
            let round = match (narrows, t.round()) {
                (true, "") => "rn",
                (_, round) => round,
            };
            if t.has("FTZ") && from != "f32" && to != "f32" {
                return None;
            }
            let flush = t.flush();
            let (_, class) = floating(&to)?;
            t.finish(ptx(&format!("cvt.{round}.{flush}.{to}.{from}"))?, Some(class), NONE)
        }
        "F2I" => {
            let from = t.one_of(&[("F16", "f16"), ("F64", "f64")]);
            let from = if from.is_empty() { "f32" } else { from };
            let (kind, class) = floating(from)?;
            t.source("b", class, kind)?;
            let to = integer(&t);
            let round = t.one_of(&[("FLOOR", "rmi"), ("CEIL", "rpi"), ("TRUNC", "rzi")]);
            let round = if round.is_empty() { "rni" } else { round };
            let class = if to.ends_with("64") { Long } else { Short };
            // What is no number becomes what PTX says, for which compiled code has the modifier where that is 0.
            let is_zero = from != "f64" && class == Short;
            if t.has("NTZ") != is_zero || t.has("FTZ") && from != "f32" {
                return None;
            }
            let flush = t.flush();
            t.finish(ptx(&format!("cvt.{round}.{flush}.{to}.{from}"))?, Some(class), NONE)
        }
        "I2F" | "I2FP" => {
            let to = t.one_of(&[("F16", "f16"), ("F64", "f64")]);
            let to = if to.is_empty() { "f32" } else { to };
            let from = integer(&t);
            let class = if from.ends_with("64") { Long } else { Short };
            t.source("b", class, Integer)?;
            let round = if t.round().is_empty() { "rn" } else { t.round() };
            let (_, to_class) = floating(to)?;
            t.finish(ptx(&format!("cvt.{round}.{to}.{from}"))?, Some(to_class), NONE)
        }
        "FRND" => {
            let ty = t.one_of(&[("F16", "f16"), ("F64", "f64")]);
            let ty = if ty.is_empty() { "f32" } else { ty };
            let (kind, class) = floating(ty)?;
            t.source("b", class, kind)?;
            let round = t.one_of(&[("FLOOR", "rmi"), ("CEIL", "rpi"), ("TRUNC", "rzi")]);
            let round = if round.is_empty() { "rni" } else { round };
            if t.has("FTZ") && ty != "f32" {
                return None;
            }
            let flush = t.flush();
            t.finish(ptx(&format!("cvt.{round}.{flush}.{ty}.{ty}"))?, Some(class), NONE)
        }
        "F2FP" => {
            // Beside one half alone is the upper one of the third source, which is a zero in compiled code.
            if t.has("MERGE_C") {
                match t.operand("c")?.value {
                    Value::Register(register) if register.index == RZ => t.value(0),
                    _ => return None,
                }
            } else {
                t.source("a", Short, Single)?;
            }
            t.source("b", Short, Single)?;
            let to = if t.has("BF16") { "bf16x2" } else { "f16x2" };
            let round = if t.has("RZ") { "rz" } else { "rn" };
            let (relu, finite) = (t.one_of(&[("RELU", "relu")]), t.one_of(&[("SATFINITE", "satfinite")]));
            t.finish(ptx(&format!("cvt.{round}.{relu}.{finite}.{to}.f32"))?, SHORT, NONE)
        }
        "HADD2" | "HMUL2" | "HFMA2" if t.operand("q87").is_none() => halves(t, stem, Halves),
        "HMNMX2" => {
            t.source("a", Short, Halves)?;
            t.source("b", Short, Halves)?;
            t.predicate("q87")?;
            let is_brain = t.has("BF16_V2");
            if t.has("F32") || t.has("XORSIGN") || t.has("FTZ") && is_brain {
                return None;
            }
            let (flush, nan) = (t.flush(), t.one_of(&[("NAN", "NaN")]));
            let ty = if is_brain { "bf16x2" } else { "f16x2" };
            let extreme = |name: &str| ptx(&format!("{name}.{flush}.{nan}.{ty}"));
            let (min, max): (LaneOp<W>, LaneOp<W>) = (extreme("min")?, extreme("max")?);
            let q = t.predicate_source("q87")?;
            // The predicate is a constant in compiled code.
            let op = match (q.index == PT, q.negated) {
                (true, false) => min,
                (true, true) => max,
                _ => return None,
            };
            t.finish(op, SHORT, NONE)
        }
        _ => None,
    }
}

/// The differences of four bytes without their signs, or their sum and the third source.
fn difference4<const W: usize, const SUM: bool, const SIGNED: bool>() -> LaneOp<W> {
    lanes!(s(s a, s b, s c) => {
        let (a, b) = (a.to_le_bytes(), b.to_le_bytes());
        let all: [u8; 4] = std::array::from_fn(|n| match SIGNED {
            true => (a[n] as i8).abs_diff(b[n] as i8),
            false => a[n].abs_diff(b[n]),
        });
        match SUM {
            true => all.iter().fold(c, |sum, &byte| sum.wrapping_add(byte.into())),
            false => u32::from_le_bytes(all),
        }
    })
}

/// Kind and class of a floating-point type.
fn floating(ty: &str) -> Option<(Kind, Class)> {
    Some(match ty {
        "f64" => (Kind::Double, Class::Long),
        "f32" => (Kind::Single, Class::Short),
        "f16" => (Kind::Halves, Class::Short),
        _ => return None,
    })
}

/// A comparison that gives a predicate: PTX's, without one to combine.
fn compare_floats<const W: usize>(relation: &str, ty: &str) -> Option<LaneOp<W>> {
    match ptx_relation(relation) {
        Some(relation) => ptx(&format!("setp.{relation}.{ty}")),
        None if relation == "T" => Some(|_, r| r.p = [u64::MAX; 2]),
        None => Some(|_, r| r.p = [0; 2]),
    }
}

/// Arithmetic on two halves at once.
fn halves<const W: usize>(mut t: Translation<'_, W>, stem: &str, kind: Kind) -> Option<Compute<W>> {
    let names: &[&str] = match stem {
        "HADD2" => &["a", "e"],
        "HMUL2" => &["a", "b"],
        _ => &["a", "b", "c"],
    };
    for name in names {
        // Both halves of an immediate are operands of their own.
        let (low, high) = (t.instruction.half(name, 0), t.instruction.half(name, 1));
        match low.zip(high) {
            Some((high, low)) => t.value(u64::from(low) | u64::from(high) << 16),
            None => t.source(name, Class::Short, kind)?,
        }
    }
    // What is rounded to singles, and what limits or flushes bfloat16, is not documented.
    let is_brain = t.has("BF16_V2");
    if t.has("F32") && stem != "HADD2" || is_brain && (t.has("FTZ") || t.has("SAT")) {
        return None;
    }
    let single = names.iter().position(|name| t.operand(name).is_some_and(|operand| operand.suffix == "F32"));
    if let Some(single) = single {
        // A single that is added to nothing is cut to a half, as `__float2half_rz` needs it.
        let other = t.operand(names[1 - single.min(1)])?.value;
        let is_zero = matches!(other, Value::Register(register) if register.index == RZ);
        if stem != "HADD2" || t.has("F32") || t.has("FTZ") || !is_zero {
            return None;
        }
        let source = t.sources[single];
        // Its marks are those of one number.
        let sign = 1 << 31;
        t.sources = vec![Source { clear: source.clear & sign, invert: source.invert & sign, ..source }];
        let op: LaneOp<W> = match t.has("SAT") {
            true => lanes!(s(s a) => cut(result::<false, true>(f32::from_bits(a)))),
            false => lanes!(s(s a) => cut(a)),
        };
        return t.finish(op, SHORT, NONE);
    }
    if stem == "HADD2" && t.has("F32") {
        // A half of each source as single: which one, the source says.
        let is_one = |name: &&str| {
            t.operand(name).is_some_and(|operand| {
                !operand.suffix.is_empty()
                    || matches!(operand.value, Value::Register(register) if register.index == RZ)
            })
        };
        if t.has("FTZ") || !names.iter().all(is_one) {
            return None;
        }
        let op: LaneOp<W> = match t.has("SAT") {
            true => {
                lanes!(s(s a, s b) => result::<false, true>(Half::widen(a as u16) + Half::widen(b as u16)))
            }
            false => {
                lanes!(s(s a, s b) => result::<false, false>(Half::widen(a as u16) + Half::widen(b as u16)))
            }
        };
        return t.finish(op, SHORT, NONE);
    }
    let ty = if is_brain { "bf16x2" } else { "f16x2" };
    let name = &stem[1..stem.len() - 1].to_lowercase();
    let (flush, saturate) = (t.flush(), t.saturate());
    let relu = t.one_of(&[("RELU", "relu")]);
    let round = if ty == "bf16x2" || stem == "HFMA2" { "rn" } else { "" };
    t.finish(ptx(&format!("{name}.{round}.{flush}.{saturate}.{relu}.{ty}"))?, SHORT, NONE)
}
