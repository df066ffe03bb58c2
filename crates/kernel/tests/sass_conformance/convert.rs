//! What conversions deliver: those of PTX that compile to them, by PTX's reference.

use super::draw::{Op, Place, Ty};
use super::encode::Item;
use super::float;
use super::harness::RZ;
use super::walk::{Case, Outcome};
use crate::conformance::exact::Mode;
use crate::conformance::reference::{Expect, reference as of_ptx};
use warploom_kernel::ptx::isa::{Mod, Opcode};

pub fn covers(stem: &str) -> bool {
    matches!(stem, "F2I" | "I2F" | "F2F" | "FRND" | "F2FP" | "F2IP" | "I2FP")
}

const INTEGERS: [(&str, Mod); 8] = [
    ("U8", Mod::U8),
    ("S8", Mod::S8),
    ("U16", Mod::U16),
    ("S16", Mod::S16),
    ("U32", Mod::U32),
    ("S32", Mod::S32),
    ("U64", Mod::U64),
    ("S64", Mod::S64),
];
const FLOATS: [(&str, Mod); 3] = [("F16", Mod::F16), ("F32", Mod::F32), ("F64", Mod::F64)];

fn named(words: &[&str], of: &[(&str, Mod)], default: Mod) -> Mod {
    of.iter().find(|(name, _)| words.contains(name)).map_or(default, |(_, m)| *m)
}

/// What a conversion is to and from.
fn types(stem: &str, names: &[&str]) -> (Mod, Mod) {
    let words: Vec<&str> = names.iter().flat_map(|name| name.split('.')).collect();
    let integer = named(&words, &INTEGERS, Mod::S32);
    let float = named(&words, &FLOATS, Mod::F32);
    match stem {
        "F2I" => (integer, float),
        "I2F" | "I2FP" => (float, integer),
        "FRND" => (float, float),
        "F2F" => {
            let mut both =
                words.iter().filter_map(|word| FLOATS.iter().find(|(name, _)| name == word)).map(|(_, m)| *m);
            let to = both.next().unwrap_or(Mod::F32);
            (to, both.next().unwrap_or(Mod::F32))
        }
        _ => (Mod::F32, Mod::F32),
    }
}

pub fn ty(stem: &str, names: &[&str], item: &Item) -> Ty {
    match (stem, item.letter) {
        ("F2IP", 'c') | ("F2FP", 'c') => return Ty::Int,
        ("F2IP" | "F2FP", _) => return Ty::Single,
        _ => {}
    }
    match types(stem, names).1 {
        Mod::F16 => Ty::Half,
        Mod::F32 => Ty::Single,
        Mod::F64 => Ty::Double,
        Mod::U64 | Mod::S64 => Ty::Long,
        _ => Ty::Int,
    }
}

pub fn is_long(op: &Op) -> bool {
    !matches!(op.stem, "F2FP" | "F2IP") && types(op.stem, &op.names).0.bits() == 64
}

pub fn is_open(op: &Op) -> bool {
    // Which half or byte of an immediate is meant, and how it is extended to 64 bits.
    let narrow = |ty: Ty| matches!(ty, Ty::Half | Ty::Long);
    op.sources.iter().any(|source| {
        matches!(source.place, Place::Immediate(_)) && (narrow(source.ty) || !source.part.is_empty())
    })
}

/// Roundings of what needs none are refused.
pub fn may_be_refused(op: &Op) -> bool {
    op.stem == "F2F" && float::mode(op) != Mode::NearestEven && {
        let (to, from) = types(op.stem, &op.names);
        to.bits() > from.bits()
    }
}

fn integral(op: &Op) -> Mod {
    match () {
        () if op.has("FLOOR") => Mod::Rmi,
        () if op.has("CEIL") => Mod::Rpi,
        () if op.has("TRUNC") => Mod::Rzi,
        () => Mod::Rni,
    }
}

fn rounding(op: &Op) -> Mod {
    match float::mode(op) {
        Mode::Zero => Mod::Rz,
        Mode::Down => Mod::Rm,
        Mode::Up => Mod::Rp,
        _ => Mod::Rn,
    }
}

/// What is above a result of 16 bits is not documented.
fn low_half(expect: Expect, to: Mod) -> Expect {
    if to == Mod::F16 { Expect::Halves(Box::new([expect, Expect::Anything])) } else { expect }
}

pub fn reference(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    match op.stem {
        "F2FP" => return packed(case),
        "F2IP" => return bytes(case),
        _ => {}
    }
    let (to, from) = types(op.stem, &op.names);
    let part = op.source("b").map_or("", |source| source.part);
    let shift = match part {
        "B1" => 8,
        "B2" => 16,
        "B3" => 24,
        "H1" => 16,
        _ => 0,
    };
    let is_float = !matches!(op.stem, "I2F" | "I2FP");
    let bits = if is_float && shift == 0 { case.float("b") } else { case.raw("b") };
    let mut bits = bits >> shift;
    if is_float && shift != 0 {
        // The signs of both halves are that of the source.
        let source = op.source("b").expect("a source");
        bits = if source.absolute { bits & 0x7fff } else { bits };
        bits = if source.negated { bits ^ 0x8000 } else { bits };
    }
    let mut mods = Vec::new();
    // Flushing is PTX's where a single comes or goes.
    if op.has("FTZ") {
        if from != Mod::F32 && to != Mod::F32 {
            return None;
        }
        mods.push(Mod::Ftz);
    }
    match op.stem {
        "F2I" => {
            // PTX makes no number 0, or the highest bit alone; compiled code has the modifier where it is 0.
            let is_zero = from != Mod::F64 && to.bits() != 64;
            if op.has("NTZ") != is_zero || op.has("FTZ") && from != Mod::F32 {
                return None;
            }
            mods.push(integral(op));
        }
        "FRND" => mods.push(integral(op)),
        "F2F" if to.bits() > from.bits() => {}
        _ => mods.push(rounding(op)),
    }
    mods.extend([to, from]);
    Some(low_half(of_ptx(Opcode::Cvt, &mods, &[bits]).first, to).into())
}

/// Two singles as halves.
fn packed(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    if op.has("E5M2") || op.has("E4M3") {
        return None;
    }
    let mut mods = vec![if op.has("RZ") { Mod::Rz } else { Mod::Rn }];
    if op.has("RELU") {
        mods.push(Mod::Relu);
    }
    if op.has("SATFINITE") {
        mods.push(Mod::Satfinite);
    }
    if op.has("MERGE_C") {
        // One half; of the third source that is beside it, compiled code knows nothing but a zero.
        op.source("c").filter(|source| source.place == Place::General(RZ))?;
        mods.extend([if op.has("BF16") { Mod::Bf16 } else { Mod::F16 }, Mod::F32]);
        let low = of_ptx(Opcode::Cvt, &mods, &[case.float("b")]).first;
        return Some(Expect::Halves(Box::new([low, Expect::Anything])).into());
    }
    mods.extend([if op.has("BF16") { Mod::Bf16x2 } else { Mod::F16x2 }, Mod::F32]);
    Some(of_ptx(Opcode::Cvt, &mods, &[case.float("a"), case.float("b")]).first.into())
}

/// Two singles as bytes below half of the third source, as vectors of bytes are converted.
fn bytes(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let is_known = op.has("U8") && op.has("NTZ") && !op.has("TRUNC") && !op.has("RELU");
    if !is_known || op.source("c").is_some_and(|source| source.part == "H1") {
        return None;
    }
    let byte =
        |name: &str| match of_ptx(Opcode::Cvt, &[Mod::Rni, Mod::U8, Mod::F32], &[case.float(name)]).first {
            Expect::Bits(bits) => bits as u32 & 0xff,
            other => panic!("{other:?} is no byte"),
        };
    Some(((case.raw("c") as u32) << 16 | byte("a") << 8 | byte("b")).into())
}
