//! What arithmetic on singles and doubles delivers: with exact numbers, rounded once.

use super::draw::{Op, Ty};
use super::walk::{Case, Outcome};
use crate::conformance::exact::{self, F32, F64, Format, Mode, Real, decode, round};
use crate::conformance::reference::{Expect, reference as of_ptx};
use std::cmp::Ordering;
use warploom_kernel::ptx::isa::{Mod, Opcode};

pub fn covers(stem: &str) -> bool {
    const STEMS: [&str; 13] = [
        "FADD", "FMUL", "FFMA", "FSETP", "FSET", "FSEL", "FMNMX", "FCHK", "MUFU", "DADD", "DMUL", "DFMA",
        "DSETP",
    ];
    STEMS.contains(&stem)
}

pub fn ty(stem: &str, names: &[&str]) -> Ty {
    let has = |name: &str| names.contains(&name);
    match stem {
        "DADD" | "DMUL" | "DFMA" | "DSETP" => Ty::Double,
        // The upper word of a double.
        "MUFU" if has("RCP64H") || has("RSQ64H") => Ty::Upper,
        "MUFU" if has("F16") || has("BF16_V2") => Ty::Half,
        _ => Ty::Single,
    }
}

pub fn is_open(op: &Op) -> bool {
    // A choice of doubles is not combined with anything in compiled code.
    let is_choice = op.stem == "DSETP" && (op.has("MIN") || op.has("MAX"));
    is_choice && (!op.has("AND") || !is_default(op, "q87"))
}

/// Whether a predicate that is read is the one that always holds.
pub fn is_default(op: &Op, name: &str) -> bool {
    op.truths.iter().filter(|truth| truth.name == name).all(|truth| truth.index == 7 && !truth.negated)
}

/// A scaled product that is also rounded otherwise or limited is refused: compiled code has none.
pub fn may_be_refused(op: &Op) -> bool {
    let is_scaled = ["D8", "D4", "D2", "M2", "M4", "M8"].iter().any(|name| op.has(name));
    is_scaled && (op.has("FTZ") || op.has("SAT") || mode(op) != Mode::NearestEven)
}

pub fn mode(op: &Op) -> Mode {
    match () {
        () if op.has("RZ") => Mode::Zero,
        () if op.has("RM") => Mode::Down,
        () if op.has("RP") => Mode::Up,
        () => Mode::NearestEven,
    }
}

/// A result between 0 and 1, or not below 0.
pub fn limited(bits: u64, f: Format, sat: bool, relu: bool) -> Expect {
    match decode(bits, f) {
        _ if !sat && !relu => Expect::Bits(bits),
        Real::NaN => Expect::Bits(if sat { 0 } else { f.nan }),
        // Whether a limit of zero leaves a negative zero is open.
        Real::Zero { negative: true } => Expect::Either(0, bits),
        x if x.negative() => Expect::Bits(0),
        x if sat && exact::compare(&x, &exact::integer(1)) != Some(Ordering::Less) => Expect::Bits(f.one()),
        _ => Expect::Bits(bits),
    }
}

/// Whether a comparison holds.
pub fn related(op: &Op, order: Option<Ordering>) -> bool {
    let names = [
        "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU", "GEU", "F", "T",
    ];
    let name = names.into_iter().find(|name| op.has(name)).expect("a comparison");
    let Some(order) = order else {
        return name == "NAN" || name == "T" || name.len() == 3 && name.ends_with('U');
    };
    match name.trim_end_matches('U') {
        "LT" => order.is_lt(),
        "EQ" => order.is_eq(),
        "LE" => order.is_le(),
        "GT" => order.is_gt(),
        "NE" => order.is_ne(),
        "GE" => order.is_ge(),
        "NUM" | "T" => true,
        _ => false,
    }
}

pub fn combined(op: &Op, value: bool, other: bool) -> bool {
    match () {
        () if op.has("OR") => value || other,
        () if op.has("XOR") => value != other,
        () => value && other,
    }
}

pub fn reference(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let f = if op.stem.starts_with('D') { F64 } else { F32 };
    // That 0 times anything is 0 is known of `.FMZ`, and no more.
    if op.has("FMZ") {
        return None;
    }
    let ftz = op.has("FTZ");
    let source = |name: &str| {
        let bits = case.float(name);
        decode(if ftz { f.flush(bits) } else { bits }, f)
    };
    let mode = mode(op);
    let value = match op.stem {
        "FADD" => exact::add(&source("a"), &source("e"), mode),
        "DADD" => exact::add(&source("a"), &source("c"), mode),
        "DMUL" => exact::mul(&source("a"), &source("b")),
        "FMUL" => {
            let eighths = [("D8", 1), ("D4", 2), ("D2", 4), ("M2", 16), ("M4", 32), ("M8", 64)];
            let scale = eighths.iter().find(|(name, _)| op.has(name)).map_or(8, |(_, eighths)| *eighths);
            let scale = exact::div(&exact::integer(scale), &exact::integer(8));
            exact::mul(&exact::mul(&source("a"), &source("b")), &scale)
        }
        "FFMA" | "DFMA" => exact::fma(&source("a"), &source("b"), &source("c"), mode),
        "FSETP" | "DSETP" | "FSET" => return Some(comparison(case, &source, f)),
        // A selection has nothing to round; what `.FTZ` does to the bits of a double's half is not documented.
        "FSEL" if ftz => return None,
        "FSEL" => return Some((case.float(if case.truth("q87") { "a" } else { "b" }) as u32).into()),
        "FMNMX" => return extremum(case),
        "FCHK" => return Some(check(case)),
        "MUFU" => return special(case),
        stem => panic!("no reference for {stem}"),
    };
    let bits = round(&value, f, mode);
    let bits = if ftz { f.flush(bits) } else { bits };
    let expect = match limited(bits, f, op.has("SAT"), false) {
        Expect::Bits(bits) if f.is_nan(bits) && f == F64 => Expect::NaN(F64),
        expect => expect,
    };
    Some(expect.into())
}

fn comparison(case: &Case<'_>, source: &dyn Fn(&str) -> Real, f: Format) -> Outcome {
    let op = case.op;
    let second = if op.stem == "DSETP" { "e" } else { "b" };
    if op.has("MIN") || op.has("MAX") {
        return choice(case, second);
    }
    let holds = related(op, exact::compare(&source("a"), &source(second)));
    let q = case.truth("q87");
    if op.stem == "FSET" {
        let value = if op.has("BF") { f.one() as u32 } else { u32::MAX };
        return if combined(op, holds, q) { value } else { 0 }.into();
    }
    [combined(op, holds, q), combined(op, !holds, q)].into()
}

/// `DSETP.MIN` and `.MAX`, as `fmin` and `fmax` need them: whether the first is the result, and whether that is no number.
fn choice(case: &Case<'_>, second: &str) -> Outcome {
    let [a, b] = ["a", second].map(|name| case.float(name));
    let is_nan = [a, b].map(|bits| F64.is_nan(bits));
    let order = exact::compare(&decode(a, F64), &decode(b, F64));
    let zeros = a.trailing_zeros() >= 63 && b.trailing_zeros() >= 63;
    let less = match order {
        // Negative zero is the smaller one.
        Some(Ordering::Equal) if zeros && a != b => Some(a >> 63 == 1),
        Some(Ordering::Equal) => None,
        Some(order) => Some(order.is_lt()),
        None => None,
    };
    let first = match is_nan {
        [true, true] => None,
        [true, false] => Some(false),
        [false, true] => Some(true),
        _ => less.map(|less| less == case.op.has("MIN")),
    };
    Outcome { predicates: [first, Some(is_nan == [true, true])], ..Outcome::default() }
}

fn extremum(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let marks = ["a", "b"].map(|name| op.source(name).map(|source| (source.absolute, source.negated)));
    let xorsign = op.has("XORSIGN");
    // PTX has `.xorsign` of two magnitudes only.
    if xorsign && marks != [Some((true, false)); 2] {
        return None;
    }
    let name = if case.truth("q87") { Opcode::Min } else { Opcode::Max };
    let marked =
        [(op.has("FTZ"), Mod::Ftz), (op.has("NAN"), Mod::NaN), (xorsign, Mod::Xorsign), (xorsign, Mod::Abs)];
    let mut mods: Vec<Mod> = marked.into_iter().filter(|(is, _)| *is).map(|(_, m)| m).collect();
    mods.push(Mod::F32);
    let sources = ["a", "b"].map(|source| if xorsign { case.raw(source) } else { case.float(source) });
    Some(of_ptx(name, &mods, &sources).first.into())
}

/// Whether a division needs more than the fast sequence: where that could leave the range of normal numbers it does, far from there it
/// does not; where between is not documented.
fn check(case: &Case<'_>) -> Outcome {
    let [a, b] = ["a", "b"].map(|name| case.float(name) as u32);
    let exponent = |bits: u32| i64::from(bits >> 23 & 0xff);
    let (ea, eb) = (exponent(a), exponent(b));
    let must = eb == 0 || eb == 255 || ea == 255 || ea - eb > 126 || ea - eb < -126 || eb >= 253;
    let may = !(64..=190).contains(&ea) || !(64..=190).contains(&eb) || (ea - eb).abs() > 100;
    let holds = match (must, may) {
        (true, _) => Some(true),
        (_, false) => Some(false),
        _ => None,
    };
    Outcome { predicates: [holds, None], ..Outcome::default() }
}

/// `MUFU`: within what PTX says of the approximations that compile to it. Whether it flushes subnormal numbers is open.
fn special(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let opcode = match () {
        () if op.has("RCP") || op.has("RCP64H") => Opcode::Rcp,
        () if op.has("RSQ") || op.has("RSQ64H") => Opcode::Rsqrt,
        () if op.has("SQRT") => Opcode::Sqrt,
        () if op.has("EX2") => Opcode::Ex2,
        () if op.has("LG2") => Opcode::Lg2,
        () if op.has("TANH") => Opcode::Tanh,
        () if op.has("SIN") => Opcode::Sin,
        () => Opcode::Cos,
    };
    let raw = case.float("b");
    let is_upper = op.has("RCP64H") || op.has("RSQ64H");
    if op.has("BF16_V2") || is_upper && op.has("F16") {
        return None;
    }
    if is_upper {
        let with = |mods: &[Mod]| of_ptx(opcode, mods, &[raw << 32]).first;
        let any_nan = |expect| match expect {
            Expect::Bits(bits) | Expect::Either(bits, _) if F64.is_nan(bits) => Expect::NaN(F64),
            expect => expect,
        };
        let value = any_nan(with(&[Mod::Approx, Mod::Ftz, Mod::F64]));
        let wide = f64::from_bits(raw << 32);
        let exact = if opcode == Opcode::Rcp { 1.0 / wide } else { 1.0 / wide.sqrt() };
        // The same without flushing.
        let other = match exact.is_nan() {
            true => Expect::NaN(F64),
            false => {
                let slack = exact.abs() * 2f64.powi(-19);
                Expect::Within { format: F64, low: exact - slack, high: exact + slack, clear: 0 }
            }
        };
        return Some(Outcome { upper: true, other: Some(other), ..value.into() });
    }
    if op.has("F16") {
        return match opcode {
            Opcode::Ex2 | Opcode::Tanh => {
                let low = of_ptx(opcode, &[Mod::Approx, Mod::F16], &[raw & 0xffff]).first;
                Some(Expect::Halves(Box::new([low, Expect::Anything])).into())
            }
            _ => None,
        };
    }
    if matches!(opcode, Opcode::Sin | Opcode::Cos) {
        return Some(in_turns(opcode, raw).into());
    }
    let flushed = of_ptx(opcode, &[Mod::Approx, Mod::Ftz, Mod::F32], &[F32.flush(raw)]).first;
    let value = of_ptx(opcode, &[Mod::Approx, Mod::F32], &[raw]).first;
    Some(Outcome { other: Some(flushed), ..value.into() })
}

/// The sine or cosine of a number of turns.
fn in_turns(opcode: Opcode, raw: u64) -> Expect {
    let turns = f64::from(f32::from_bits(raw as u32));
    if !turns.is_finite() {
        return Expect::Bits(F32.nan);
    }
    let angle = turns.fract() * std::f64::consts::TAU;
    let value = if opcode == Opcode::Sin { angle.sin() } else { angle.cos() };
    let slack = 2f64.powf(-20.5);
    Expect::Within { format: F32, low: value - slack, high: value + slack, clear: 0 }
}
