//! What vector ALU instructions compute, from the Southern Islands and GCN3 manuals: one lane at a time, with exact
//! numbers for everything that rounds.

use crate::conformance::exact::{self, Exact, F16, F32, F64, Format, Mode, Real, decode, round};
use warploom_kernel::gcn::table::Type;

/// Formats with the NaN that arithmetic returns here: quiet and without a payload.
pub const S: Format = Format { nan: 0x7fc0_0000, ..F32 };
pub const D: Format = F64;
pub const H: Format = Format { nan: 0x7e00, ..F16 };

pub fn format_of(ty: Type) -> Option<Format> {
    match ty {
        Type::F16 => Some(H),
        Type::F32 => Some(S),
        Type::F64 => Some(D),
        _ => None,
    }
}

/// Inputs of an instruction in one lane, source modifiers applied.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Sources in the order of the assembly.
    pub s: [u64; 3],
    /// Old value of the destination.
    pub old: u64,
    pub lane: u32,
    /// The lane's bit of the mask that is read.
    pub bit: bool,
    /// Whether single-precision denormals are flushed.
    pub flush: bool,
}

/// How far a result may be from the reference.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// The same bits.
    Exact,
    /// Neighbouring numbers.
    OneUlp,
    /// Difference of single-precision numbers.
    Absolute(f64),
}

#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    pub value: u64,
    pub mask: bool,
    pub bound: Bound,
}

fn exactly(value: u64) -> Outcome {
    Outcome { value, mask: false, bound: Bound::Exact }
}

fn word(value: u32) -> Outcome {
    exactly(value.into())
}

fn half_word(value: u32) -> Outcome {
    exactly(u64::from(value & 0xffff))
}

fn is_denormal(bits: u64, f: Format) -> bool {
    let magnitude = bits & (f.sign_bit() - 1);
    magnitude != 0 && magnitude < 1 << f.fraction
}

/// The bits with a denormal replaced by a zero of its sign.
pub fn flushed(bits: u64, f: Format) -> u64 {
    if is_denormal(bits, f) { bits & f.sign_bit() } else { bits }
}

fn single(bits: u64, flush: bool) -> Real {
    let bits = bits & 0xffff_ffff;
    decode(if flush { flushed(bits, S) } else { bits }, S)
}

fn rounded(x: &Real, f: Format, flush: bool) -> u64 {
    let bits = round(x, f, Mode::NearestEven);
    if flush { flushed(bits, f) } else { bits }
}

/// `x · 2^power`.
fn scaled(x: &Real, power: i64) -> Real {
    match x {
        Real::Finite(x) => Real::Finite(Exact { exponent: x.exponent + power, ..x.clone() }),
        other => other.clone(),
    }
}

/// The lesser or greater; a NaN gives way to a number, and −0 is less than +0.
fn extreme(a: &Real, b: &Real, least: bool) -> Real {
    use std::cmp::Ordering::{Equal, Greater, Less};
    match exact::compare(a, b) {
        None if *a == Real::NaN => b.clone(),
        None => a.clone(),
        Some(Equal) => (if a.negative() == least { a } else { b }).clone(),
        Some(Less) => (if least { a } else { b }).clone(),
        Some(Greater) => (if least { b } else { a }).clone(),
    }
}

fn median(a: &Real, b: &Real, c: &Real) -> Real {
    if [a, b, c].contains(&&Real::NaN) {
        return extreme(&extreme(a, b, true), c, true);
    }
    // The greatest of the three removed, the greater of the rest remains.
    let most = extreme(&extreme(a, b, false), c, false);
    let equals = |x: &Real| exact::compare(&most, x).is_some_and(|o| o.is_eq());
    if equals(a) {
        extreme(b, c, false)
    } else if equals(b) {
        extreme(a, c, false)
    } else {
        extreme(a, b, false)
    }
}

const PLUS_ZERO: Real = Real::Zero { negative: false };

fn one() -> Real {
    exact::integer(1)
}

fn fraction(x: &Real, f: Format) -> u64 {
    let floor = exact::to_integer(x, Mode::Down);
    let part = match (x, &floor) {
        (Real::Infinity { .. } | Real::NaN, _) => return f.nan,
        (x, floor) => exact::add(x, &floor.negated(), Mode::NearestEven),
    };
    let bits = round(&part, f, Mode::NearestEven);
    if bits == f.one() { bits - 1 } else { bits }
}

/// An integer clamped to a range, as conversions of floats do; NaN becomes 0.
fn saturated(x: &Real, low: i128, high: i128) -> i128 {
    match x {
        Real::NaN | Real::Zero { .. } => 0,
        Real::Infinity { negative } => {
            if *negative {
                low
            } else {
                high
            }
        }
        Real::Finite(f) => {
            let bits = f.magnitude.bits() as i64 + f.exponent;
            if bits > 80 {
                return if f.negative { low } else { high };
            }
            let magnitude = if f.exponent >= 0 {
                &f.magnitude << f.exponent as u64
            } else {
                &f.magnitude >> (-f.exponent) as u64
            };
            let magnitude = i128::try_from(magnitude).expect("at most 80 bits");
            (if f.negative { -magnitude } else { magnitude }).clamp(low, high)
        }
    }
}

fn i32_of(x: &Real) -> u64 {
    u64::from(saturated(x, i32::MIN.into(), i32::MAX.into()) as i32 as u32)
}

fn u32_of(x: &Real) -> u64 {
    saturated(x, 0, u32::MAX.into()) as u64
}

/// Exponent of a finite number as `frexp` has it: mantissa in [0.5, 1).
fn frexp(x: &Real) -> Option<(Real, i64)> {
    let Real::Finite(f) = x else { return None };
    let exponent = f.magnitude.bits() as i64 + f.exponent;
    Some((scaled(x, -exponent), exponent))
}

fn field_exponent(bits: u64, f: Format) -> i64 {
    ((bits >> f.fraction) & ((1 << f.exponent) - 1)) as i64
}

/// `v_div_scale`, as the GCN3 manual has it.
fn div_scale(s: [u64; 3], f: Format, (near, by, low): (i64, i64, i64)) -> Outcome {
    let [s0, s1, s2] = s.map(|bits| decode(bits, f));
    let is_zero = |x: &Real| matches!(x, Real::Zero { .. });
    let denormal = |x: &Real| is_denormal(round(x, f, Mode::NearestEven), f);
    let scale = |power| round(&scaled(&s0, power), f, Mode::NearestEven);
    let plain = round(&s0, f, Mode::NearestEven);
    let (value, mask) = if is_zero(&s2) || is_zero(&s1) {
        (f.nan, false)
    } else if field_exponent(s[2], f) - field_exponent(s[1], f) >= near {
        (if s[0] == s[1] { scale(by) } else { plain }, true)
    } else if is_denormal(s[1], f) {
        (scale(by), false)
    } else if denormal(&exact::div(&one(), &s1)) && denormal(&exact::div(&s2, &s1)) {
        (if s[0] == s[1] { scale(by) } else { plain }, true)
    } else if denormal(&exact::div(&one(), &s1)) {
        (scale(-by), false)
    } else if denormal(&exact::div(&s2, &s1)) {
        (if s[0] == s[2] { scale(by) } else { plain }, true)
    } else if field_exponent(s[2], f) <= low {
        (scale(by), false)
    } else {
        (plain, false)
    };
    Outcome { value, mask, bound: Bound::Exact }
}

fn div_fixup(s: [u64; 3], f: Format, under: i64) -> u64 {
    let [q, d, n] = s.map(|bits| decode(bits, f));
    let negative = d.negative() != n.negative();
    let zero = |x: &Real| matches!(x, Real::Zero { .. });
    let infinite = |x: &Real| matches!(x, Real::Infinity { .. });
    if n == Real::NaN || d == Real::NaN || (zero(&n) && zero(&d)) || (infinite(&n) && infinite(&d)) {
        f.nan
    } else if zero(&d) || infinite(&n) {
        f.infinity(negative)
    } else if infinite(&d) || zero(&n) || field_exponent(s[2], f) - field_exponent(s[1], f) < under {
        f.zero(negative)
    } else if q == Real::NaN {
        f.nan
    } else {
        (s[0] & (f.sign_bit() - 1)) | if negative { f.sign_bit() } else { 0 }
    }
}

/// A fused multiply-add whose rounded result is scaled: up if the exponent of the addend is above the bias.
fn div_fmas(c: &Case, f: Format, by: i64, flush: bool) -> u64 {
    let [x, y, z] = c.s.map(|bits| if flush { decode(flushed(bits, f), f) } else { decode(bits, f) });
    let sum = round(&exact::fma(&x, &y, &z, Mode::NearestEven), f, Mode::NearestEven);
    let bias = (1 << (f.exponent - 1)) - 1;
    let power = match (c.bit, field_exponent(c.s[2], f) > bias) {
        (false, _) => 0,
        (true, true) => by,
        (true, false) => -by,
    };
    rounded(&scaled(&decode(sum, f), power), f, flush)
}

fn class_bit(bits: u64, f: Format) -> u32 {
    let negative = bits & f.sign_bit() != 0;
    let quiet = bits >> (f.fraction - 1) & 1 == 1;
    match decode(bits, f) {
        Real::NaN => {
            if quiet {
                1
            } else {
                0
            }
        }
        Real::Infinity { .. } => {
            if negative {
                2
            } else {
                9
            }
        }
        Real::Zero { .. } => {
            if negative {
                5
            } else {
                6
            }
        }
        Real::Finite(_) if is_denormal(bits, f) => {
            if negative {
                4
            } else {
                7
            }
        }
        Real::Finite(_) => {
            if negative {
                3
            } else {
                8
            }
        }
    }
}

fn compare(name: &str, c: &Case) -> bool {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let (what, ty) = name.rsplit_once('_').expect("a comparison has a type");
    if what == "class" {
        let f = if ty == "f32" { S } else { D };
        return c.s[1] as u32 >> class_bit(c.s[0] & (f.sign_bit() << 1).wrapping_sub(1), f) & 1 == 1;
    }
    let [a, b, _] = c.s;
    let order = match ty {
        "f32" => exact::compare(&single(a, c.flush), &single(b, c.flush)),
        "f64" => exact::compare(&decode(a, D), &decode(b, D)),
        "i16" => Some((a as i16).cmp(&(b as i16))),
        "u16" => Some((a as u16).cmp(&(b as u16))),
        "i32" => Some((a as i32).cmp(&(b as i32))),
        "u32" => Some((a as u32).cmp(&(b as u32))),
        "i64" => Some((a as i64).cmp(&(b as i64))),
        _ => Some(a.cmp(&b)),
    };
    match what {
        "f" => false,
        "t" | "tru" => true,
        "lt" => order == Some(Less),
        "eq" => order == Some(Equal),
        "le" => matches!(order, Some(Less | Equal)),
        "gt" => order == Some(Greater),
        "lg" => matches!(order, Some(Less | Greater)),
        "ne" | "neq" => order != Some(Equal),
        "ge" => matches!(order, Some(Greater | Equal)),
        "o" => order.is_some(),
        "u" => order.is_none(),
        "nlt" => order != Some(Less),
        "nle" => !matches!(order, Some(Less | Equal)),
        "ngt" => order != Some(Greater),
        "nge" => !matches!(order, Some(Greater | Equal)),
        "nlg" => !matches!(order, Some(Less | Greater)),
        other => panic!("no comparison `{other}`"),
    }
}

/// A sum of 33 bits: the low 32 and the carry or borrow.
fn carried(value: i128) -> Outcome {
    Outcome { value: value as u64 & 0xffff_ffff, mask: !(0..1 << 32).contains(&value), bound: Bound::Exact }
}

fn i24(bits: u64) -> i128 {
    i128::from((bits as i32) << 8 >> 8)
}

fn u24(bits: u64) -> i128 {
    i128::from(bits & 0xff_ffff)
}

fn low(value: i128) -> Outcome {
    word(value as u32)
}

fn high(value: i128) -> Outcome {
    word((value >> 32) as u32)
}

fn leading(bits: u32) -> u32 {
    (0..32).find(|n| bits >> (31 - n) & 1 == 1).unwrap_or(u32::MAX)
}

fn sad(a: u32, b: u32, c: u32, bits: u32) -> u32 {
    let mask = (1u64 << bits) - 1;
    (0..32 / bits).fold(c, |sum, part| {
        let [x, y] = [a, b].map(|v| (u64::from(v) >> (part * bits) & mask) as i64);
        sum.wrapping_add((x - y).unsigned_abs() as u32)
    })
}

fn permuted(s0: u32, s1: u32, selectors: u32) -> u32 {
    let input: Vec<u8> = s1.to_le_bytes().into_iter().chain(s0.to_le_bytes()).collect();
    u32::from_le_bytes(selectors.to_le_bytes().map(|selector| match selector {
        0..=7 => input[usize::from(selector)],
        8..=11 => {
            if input[usize::from(selector - 8) * 2 + 1] >= 0x80 {
                0xff
            } else {
                0
            }
        }
        12 => 0,
        _ => 0xff,
    }))
}

/// The result of an instruction in one lane.
pub fn reference(mnemonic: &str, c: &Case) -> Outcome {
    let name = mnemonic.strip_prefix("v_").expect("a vector instruction");
    if let Some(rest) = name.strip_prefix("cmp_").or(name.strip_prefix("cmpx_")) {
        return Outcome { value: 0, mask: compare(rest, c), bound: Bound::Exact };
    }
    integer(name, c)
        .or_else(|| conversion(name, c))
        .or_else(|| float(name, c))
        .unwrap_or_else(|| panic!("`{mnemonic}` has no reference"))
}

fn integer(name: &str, c: &Case) -> Option<Outcome> {
    let [a, b, d] = c.s.map(|v| v as u32);
    let [x, y, z] = c.s.map(|v| i128::from(v as u32));
    let [sx, sy, sz] = c.s.map(|v| i128::from(v as i32));
    let carry = i128::from(c.bit);
    let of3 = |mut all: [i128; 3], nth: usize| {
        all.sort_unstable();
        low(all[nth])
    };
    Some(match name {
        "mov_b32" => word(a),
        "not_b32" => word(u32::MAX - a),
        "bfrev_b32" => word((0..32).fold(0, |r, n| r | (a >> n & 1) << (31 - n))),
        "cndmask_b32" => word(if c.bit { b } else { a }),
        "and_b32" => word(a & b),
        "or_b32" => word(a | b),
        "xor_b32" => word((a | b) - (a & b)),
        "add_i32" | "add_u32" => carried(x + y),
        "sub_i32" | "sub_u32" => carried(x - y),
        "subrev_i32" | "subrev_u32" => carried(y - x),
        "addc_u32" => carried(x + y + carry),
        "subb_u32" => carried(x - y - carry),
        "subbrev_u32" => carried(y - x - carry),
        "mul_i32_i24" => low(i24(c.s[0]) * i24(c.s[1])),
        "mul_hi_i32_i24" => high(i24(c.s[0]) * i24(c.s[1])),
        "mul_u32_u24" => low(u24(c.s[0]) * u24(c.s[1])),
        "mul_hi_u32_u24" => high(u24(c.s[0]) * u24(c.s[1])),
        "mad_i32_i24" => low(i24(c.s[0]) * i24(c.s[1]) + sz),
        "mad_u32_u24" => low(u24(c.s[0]) * u24(c.s[1]) + z),
        "mul_lo_u32" => low(x * y),
        "mul_lo_i32" => low(sx * sy),
        "mul_hi_u32" => high(x * y),
        "mul_hi_i32" => high(sx * sy),
        "mad_u64_u32" => {
            let sum = x * y + i128::from(c.s[2]);
            Outcome { value: sum as u64, mask: sum >> 64 != 0, bound: Bound::Exact }
        }
        "mad_i64_i32" => {
            let sum = sx * sy + i128::from(c.s[2] as i64);
            Outcome { value: sum as u64, mask: i64::try_from(sum).is_err(), bound: Bound::Exact }
        }
        "min_i32" => low(sx.min(sy)),
        "max_i32" => low(sx.max(sy)),
        "min_u32" => low(x.min(y)),
        "max_u32" => low(x.max(y)),
        "min3_i32" => of3([sx, sy, sz], 0),
        "med3_i32" => of3([sx, sy, sz], 1),
        "max3_i32" => of3([sx, sy, sz], 2),
        "min3_u32" => of3([x, y, z], 0),
        "med3_u32" => of3([x, y, z], 1),
        "max3_u32" => of3([x, y, z], 2),
        "lshlrev_b32" => low(y << (a & 31)),
        "lshrrev_b32" => low(y >> (a & 31)),
        "ashrrev_i32" => low(sy >> (a & 31)),
        "lshl_b32" => low(x << (b & 31)),
        "lshr_b32" => low(x >> (b & 31)),
        "ashr_i32" => low(sx >> (b & 31)),
        "lshl_b64" => exactly((u128::from(c.s[0]) << (b & 63)) as u64),
        "lshr_b64" => exactly(c.s[0] >> (b & 63)),
        "ashr_i64" => exactly((i128::from(c.s[0] as i64) >> (b & 63)) as u64),
        "lshlrev_b64" => exactly((u128::from(c.s[1]) << (a & 63)) as u64),
        "lshrrev_b64" => exactly(c.s[1] >> (a & 63)),
        "ashrrev_i64" => exactly((i128::from(c.s[1] as i64) >> (a & 63)) as u64),
        "bfm_b32" => low(((1i128 << (a & 31)) - 1) << (b & 31)),
        "bfe_u32" => low((x >> (b & 31)) & ((1 << (d & 31)) - 1)),
        "bfe_i32" => {
            let (field, width) = (sx >> (b & 31), d & 31);
            let kept = field & ((1 << width) - 1);
            let sign = if width > 0 { kept >> (width - 1) & 1 } else { 0 };
            low(kept - (sign << width))
        }
        "bfi_b32" => word((0..32).fold(0, |r, n| r | (if a >> n & 1 == 1 { b } else { d } >> n & 1) << n)),
        "alignbit_b32" => low((x << 32 | y) >> (d & 31)),
        "alignbyte_b32" => low((x << 32 | y) >> (8 * (d & 3))),
        "perm_b32" => word(permuted(a, b, d)),
        "sad_u32" => word(sad(a, b, d, 32)),
        "sad_u16" => word(sad(a, b, d, 16)),
        "sad_u8" => word(sad(a, b, d, 8)),
        "bcnt_u32_b32" => word((0..32).map(|n| a >> n & 1).sum::<u32>().wrapping_add(b)),
        "mbcnt_lo_u32_b32" => word((0..c.lane.min(32)).map(|n| a >> n & 1).sum::<u32>().wrapping_add(b)),
        "mbcnt_hi_u32_b32" => {
            word((0..c.lane.saturating_sub(32)).map(|n| a >> n & 1).sum::<u32>().wrapping_add(b))
        }
        "ffbh_u32" => word(leading(a)),
        "ffbl_b32" => word((0..32).find(|n| a >> n & 1 == 1).unwrap_or(u32::MAX)),
        "ffbh_i32" => word(leading(a ^ (a as i32 >> 31) as u32)),
        "add_u16" => half_word(a.wrapping_add(b)),
        "sub_u16" => half_word(a.wrapping_sub(b)),
        "subrev_u16" => half_word(b.wrapping_sub(a)),
        "mul_lo_u16" => half_word(a.wrapping_mul(b)),
        "mad_u16" | "mad_i16" => half_word(a.wrapping_mul(b).wrapping_add(d)),
        "min_u16" => half_word((a & 0xffff).min(b & 0xffff)),
        "max_u16" => half_word((a & 0xffff).max(b & 0xffff)),
        "min_i16" => half_word((a as i16).min(b as i16) as u32),
        "max_i16" => half_word((a as i16).max(b as i16) as u32),
        "lshlrev_b16" => half_word((b & 0xffff) << (a & 15)),
        "lshrrev_b16" => half_word((b & 0xffff) >> (a & 15)),
        "ashrrev_i16" => half_word((i32::from(b as i16) >> (a & 15)) as u32),
        _ => return None,
    })
}

fn conversion(name: &str, c: &Case) -> Option<Outcome> {
    let a = c.s[0];
    let x = || single(a, c.flush);
    let nearest = |x: &Real, f, flush| exactly(rounded(x, f, flush));
    let half = |bits: u64, mode| round(&single(bits, c.flush), H, mode);
    Some(match name {
        "cvt_f32_i32" => nearest(&exact::integer((a as i32).into()), S, false),
        "cvt_f32_u32" => nearest(&exact::integer((a as u32).into()), S, false),
        "cvt_f64_i32" => nearest(&exact::integer((a as i32).into()), D, false),
        "cvt_f64_u32" => nearest(&exact::integer((a as u32).into()), D, false),
        "cvt_f32_ubyte0" => nearest(&exact::integer((a & 0xff).into()), S, false),
        "cvt_f32_ubyte1" => nearest(&exact::integer((a >> 8 & 0xff).into()), S, false),
        "cvt_f32_ubyte2" => nearest(&exact::integer((a >> 16 & 0xff).into()), S, false),
        "cvt_f32_ubyte3" => nearest(&exact::integer((a >> 24 & 0xff).into()), S, false),
        "cvt_i32_f32" => exactly(i32_of(&x())),
        "cvt_u32_f32" => exactly(u32_of(&x())),
        "cvt_flr_i32_f32" => exactly(i32_of(&exact::to_integer(&x(), Mode::Down))),
        "cvt_rpi_i32_f32" => {
            let up = exact::add(&x(), &scaled(&one(), -1), Mode::NearestEven);
            exactly(i32_of(&exact::to_integer(&up, Mode::Down)))
        }
        "cvt_i32_f64" => exactly(i32_of(&decode(a, D))),
        "cvt_u32_f64" => exactly(u32_of(&decode(a, D))),
        "cvt_f64_f32" => nearest(&x(), D, false),
        "cvt_f32_f64" => nearest(&decode(a, D), S, c.flush),
        "cvt_f32_f16" => nearest(&decode(a & 0xffff, H), S, false),
        "cvt_f16_f32" => exactly(half(a, Mode::NearestEven)),
        "cvt_pkrtz_f16_f32" => exactly(half(a, Mode::Zero) | half(c.s[1], Mode::Zero) << 16),
        _ => return None,
    })
}

fn whole(name: &str) -> Option<Mode> {
    Some(match name {
        "trunc" => Mode::Zero,
        "ceil" => Mode::Up,
        "floor" => Mode::Down,
        "rndne" => Mode::NearestEven,
        _ => return None,
    })
}

fn float(name: &str, c: &Case) -> Option<Outcome> {
    let (what, ty) = name.rsplit_once('_')?;
    match ty {
        "f16" => half(what, c),
        "f32" => single_precision(what, c),
        "f64" => double(what, c),
        _ => None,
    }
}

fn half(what: &str, c: &Case) -> Option<Outcome> {
    let [x, y, _] = c.s.map(|bits| decode(bits & 0xffff, H));
    let near = Mode::NearestEven;
    let value = match what {
        "add" => exact::add(&x, &y, near),
        "sub" => exact::add(&x, &y.negated(), near),
        "subrev" => exact::add(&y, &x.negated(), near),
        "mul" => exact::mul(&x, &y),
        "min" => extreme(&x, &y, true),
        "max" => extreme(&x, &y, false),
        "mac" => {
            let product = decode(round(&exact::mul(&x, &y), H, near), H);
            exact::add(&product, &decode(c.old & 0xffff, H), near)
        }
        _ => return None,
    };
    Some(exactly(round(&value, H, near)))
}

fn single_precision(what: &str, c: &Case) -> Option<Outcome> {
    let near = Mode::NearestEven;
    let [x, y, z] = c.s.map(|bits| single(bits, c.flush));
    // Beyond this every number overflows or vanishes.
    let power = i64::from(c.s[1] as i32).clamp(-5000, 5000);
    let ends = |value: &Real| Some(exactly(rounded(value, S, c.flush)));
    // Multiply-add: denormals are flushed in every mode, the product is rounded.
    let multiply_add = |a: u64, b: u64, d: u64, legacy: bool| {
        let [a, b, d] = [a, b, d].map(|bits| single(bits, true));
        let zero = matches!(a, Real::Zero { .. }) || matches!(b, Real::Zero { .. });
        let product = if legacy && zero { PLUS_ZERO } else { exact::mul(&a, &b) };
        let product = decode(rounded(&product, S, true), S);
        Some(exactly(rounded(&exact::add(&product, &d, near), S, true)))
    };
    // Approximations: denormals are flushed in every mode.
    let flat = single(c.s[0], true);
    let close =
        |value: &Real| Some(Outcome { value: rounded(value, S, true), mask: false, bound: Bound::OneUlp });
    let host = |value: f64| decode(value.to_bits(), D);
    let finite = |value: &Real| match value {
        Real::Infinity { negative } => decode(S.largest(*negative), S),
        other => other.clone(),
    };
    let log = || match &flat {
        Real::Zero { .. } => Real::Infinity { negative: true },
        x if x.negative() => Real::NaN,
        x => host(x.to_f64().log2()),
    };
    let reciprocal = || exact::div(&one(), &flat);
    let root = || match &flat {
        Real::Zero { negative } => Real::Infinity { negative: *negative },
        Real::Infinity { negative: false } => Real::Zero { negative: false },
        x => exact::div(&one(), &exact::sqrt(x)),
    };
    match what {
        "add" => ends(&exact::add(&x, &y, near)),
        "sub" => ends(&exact::add(&x, &y.negated(), near)),
        "subrev" => ends(&exact::add(&y, &x.negated(), near)),
        "mul" => ends(&exact::mul(&x, &y)),
        "mul_legacy" => match (&x, &y) {
            (Real::Zero { .. }, _) | (_, Real::Zero { .. }) => Some(exactly(0)),
            _ => ends(&exact::mul(&x, &y)),
        },
        // Comparisons that select a source do not flush it before GFX9.
        "min" | "max" | "min3" | "max3" | "med3" | "min_legacy" | "max_legacy" => {
            let [x, y, z] = c.s.map(|bits| single(bits, false));
            let least = what.starts_with("min");
            let value = match what {
                "min" | "max" => extreme(&x, &y, least),
                "min3" | "max3" => extreme(&extreme(&x, &y, least), &z, least),
                "med3" => median(&x, &y, &z),
                "min_legacy" => {
                    if exact::compare(&x, &y).is_some_and(|o| o.is_lt()) {
                        x
                    } else {
                        y
                    }
                }
                _ => {
                    if exact::compare(&x, &y).is_some_and(|o| o.is_ge()) {
                        x
                    } else {
                        y
                    }
                }
            };
            Some(exactly(round(&value, S, near)))
        }
        "mac" => multiply_add(c.s[0], c.s[1], c.old, false),
        "mac_legacy" => multiply_add(c.s[0], c.s[1], c.old, true),
        "mad" | "madmk" | "madak" => multiply_add(c.s[0], c.s[1], c.s[2], false),
        "mad_legacy" => multiply_add(c.s[0], c.s[1], c.s[2], true),
        "fma" => ends(&exact::fma(&x, &y, &z, near)),
        "fract" => Some(exactly(fraction(&x, S))),
        "ldexp" => ends(&scaled(&x, power)),
        "exp" => match &flat {
            Real::NaN => close(&Real::NaN),
            x => close(&host(x.to_f64().exp2())),
        },
        "log" => close(&log()),
        "log_clamp" => close(&finite(&log())),
        "rcp" | "rcp_iflag" => close(&reciprocal()),
        "rcp_clamp" => close(&finite(&reciprocal())),
        "rsq" => close(&root()),
        "rsq_clamp" => close(&finite(&root())),
        "sqrt" => close(&exact::sqrt(&flat)),
        "sin" | "cos" => {
            let value = match &flat {
                Real::NaN | Real::Infinity { .. } => return Some(exactly(S.nan)),
                x => x.to_f64(),
            };
            let angle = (value - value.floor()) * std::f64::consts::TAU;
            let wave = (if what == "sin" { angle.sin() } else { angle.cos() }) as f32;
            let bound = Bound::Absolute(f64::powi(2.0, -20));
            Some(Outcome { value: wave.to_bits().into(), mask: false, bound })
        }
        "frexp_mant" => {
            let x = single(c.s[0], false);
            Some(exactly(round(&frexp(&x).map_or(x, |(mantissa, _)| mantissa), S, near)))
        }
        "frexp_exp_i32" => {
            let x = single(c.s[0], false);
            Some(word(frexp(&x).map_or(0, |(_, exponent)| exponent as u32)))
        }
        "div_fixup" => Some(exactly(div_fixup(c.s, S, -150))),
        "div_fmas" => Some(exactly(div_fmas(c, S, 64, c.flush))),
        "div_scale" => Some(div_scale(c.s, S, (96, 64, 23))),
        _ => ends(&exact::to_integer(&x, whole(what)?)),
    }
}

fn double(what: &str, c: &Case) -> Option<Outcome> {
    let near = Mode::NearestEven;
    let [x, y, z] = c.s.map(|bits| decode(bits, D));
    let power = i64::from(c.s[1] as i32).clamp(-5000, 5000);
    let ends = |value: &Real| Some(exactly(round(value, D, near)));
    let close =
        |value: &Real| Some(Outcome { value: round(value, D, near), mask: false, bound: Bound::OneUlp });
    match what {
        "add" => ends(&exact::add(&x, &y, near)),
        "mul" => ends(&exact::mul(&x, &y)),
        "min" => ends(&extreme(&x, &y, true)),
        "max" => ends(&extreme(&x, &y, false)),
        "fma" => ends(&exact::fma(&x, &y, &z, near)),
        "fract" => Some(exactly(fraction(&x, D))),
        "ldexp" => ends(&scaled(&x, power)),
        "rcp" => close(&exact::div(&one(), &x)),
        "rsq" => close(&match &x {
            Real::Zero { negative } => Real::Infinity { negative: *negative },
            Real::Infinity { negative: false } => Real::Zero { negative: false },
            x => exact::div(&one(), &exact::sqrt(x)),
        }),
        "sqrt" => close(&exact::sqrt(&x)),
        "frexp_mant" => ends(&frexp(&x).map_or(x, |(mantissa, _)| mantissa)),
        "frexp_exp_i32" => Some(word(frexp(&x).map_or(0, |(_, exponent)| exponent as u32))),
        "div_fixup" => Some(exactly(div_fixup(c.s, D, -1075))),
        "div_fmas" => Some(exactly(div_fmas(c, D, 128, false))),
        "div_scale" => Some(div_scale(c.s, D, (768, 128, 53))),
        _ => ends(&exact::to_integer(&x, whole(what)?)),
    }
}
