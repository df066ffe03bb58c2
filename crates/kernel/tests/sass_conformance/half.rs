//! What arithmetic on pairs of halves delivers: each half with exact numbers, rounded once.

use super::draw::{Op, Place, Source, Ty};
use super::float::{combined, is_default, limited, related};
use super::harness::RZ;
use super::walk::{Case, Outcome};
use crate::conformance::exact::{self, BF16, F16, F32, Format, Mode, decode, round};
use crate::conformance::reference::{Expect, reference as of_ptx};
use warploom_kernel::ptx::isa::{Mod, Opcode};

pub fn covers(stem: &str) -> bool {
    matches!(stem, "HADD2" | "HMUL2" | "HFMA2" | "HSETP2" | "HSET2" | "HMNMX2")
}

pub fn ty(names: &[&str]) -> Ty {
    if names.contains(&"BF16_V2") { Ty::BFloats } else { Ty::Halves }
}

pub fn is_open(_: &Op) -> bool {
    false
}

/// What is refused although it has a meaning: compiled code does not have it, or not that of CUDA's headers.
pub fn may_be_refused(op: &Op) -> bool {
    match op.stem {
        "HMNMX2" => !op.truths.iter().all(|truth| truth.index == 7) || op.has("FTZ") || op.has("XORSIGN"),
        "HADD2" | "HMUL2" | "HFMA2" => op.has("BF16_V2") && op.has("SAT"),
        _ => false,
    }
}

fn format(op: &Op) -> Format {
    if op.has("BF16_V2") { BF16 } else { F16 }
}

/// Both halves of a source, the lower one first.
fn halves(case: &Case<'_>, name: &str) -> [u64; 2] {
    let bits = case.float(name);
    [bits & 0xffff, bits >> 16 & 0xffff]
}

fn is_zero(source: &Source) -> bool {
    matches!(source.place, Place::General(RZ) | Place::Uniform(63))
}

pub fn reference(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let f = format(op);
    if op.sources.iter().any(|source| source.part == "F32") {
        return if op.stem == "HSETP2" { compared_single(case) } else { cut_single(case) };
    }
    // `.FMZ` is not documented; nor is flushing of bfloat16, whose exponents are those of singles.
    if op.has("FMZ") || op.has("FTZ") && f == BF16 {
        return None;
    }
    let ftz = op.has("FTZ");
    let flushed = |name: &str| halves(case, name).map(|bits| if ftz { f.flush(bits) } else { bits });
    match op.stem {
        "HSETP2" | "HSET2" => comparison(case, flushed("a"), flushed("e")),
        "HMNMX2" => extremum(case),
        "HADD2" if op.has("F32") => widened_sum(case),
        _ => {
            // What is single here is not documented; nor what the predicate beside `.RELU` does.
            if op.has("F32") || !is_default(op, "q87") {
                return None;
            }
            let mode = Mode::NearestEven;
            let part = |nth: usize| {
                let source = |name: &str| decode(flushed(name)[nth], f);
                let value = match op.stem {
                    "HADD2" => exact::add(&source("a"), &source("e"), mode),
                    "HMUL2" => exact::mul(&source("a"), &source("b")),
                    _ => exact::fma(&source("a"), &source("b"), &source("c"), mode),
                };
                let bits = round(&value, f, mode);
                limited(if ftz { f.flush(bits) } else { bits }, f, op.has("SAT"), op.has("RELU"))
            };
            Some(Expect::Halves(Box::new([part(0), part(1)])).into())
        }
    }
}

/// A half of each source as single, added: how halves are widened.
fn widened_sum(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let is_one = |source: &Source| !source.part.is_empty() || is_zero(source);
    if op.has("FTZ") || !op.sources.iter().all(is_one) {
        return None;
    }
    let [a, b] = ["a", "e"].map(|name| decode(halves(case, name)[0], F16));
    let bits = round(&exact::add(&a, &b, Mode::NearestEven), F32, Mode::NearestEven);
    Some(limited(bits, F32, op.has("SAT"), false).into())
}

/// A single beside a zero: how `__float2half_rz` compiles. Compiled code reads either half.
fn cut_single(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let (singles, others): (Vec<&Source>, Vec<&Source>) =
        op.sources.iter().partition(|source| source.part == "F32");
    let [single] = singles[..] else { return None };
    let is_plain = !op.has("F32") && !op.has("FTZ");
    if op.stem != "HADD2" || !is_plain || !others.iter().all(|source| is_zero(source)) {
        return None;
    }
    let mut mods = vec![Mod::Rz];
    if op.has("SAT") {
        mods.push(Mod::Sat);
    }
    mods.extend([Mod::F16, Mod::F32]);
    let low = of_ptx(Opcode::Cvt, &mods, &[case.float(single.name)]).first;
    Some(Expect::Halves(Box::new([low.clone(), low])).into())
}

/// A half beside a single, which is cut to a half: how a comparison with what `cvt.rz` makes compiles, into one predicate.
fn compared_single(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let is_single = |name: &str| op.source(name).is_some_and(|source| source.part == "F32");
    if is_single("a") == is_single("e") || op.has("H_AND") || format(op) == BF16 || op.predicates[1] != 7 {
        return None;
    }
    let half = |name: &str| {
        let bits = match is_single(name) {
            true => round(&decode(case.float(name), F32), F16, Mode::Zero),
            false => halves(case, name)[0],
        };
        decode(if op.has("FTZ") { F16.flush(bits) } else { bits }, F16)
    };
    let order = exact::compare(&half("a"), &half("e"));
    let holds = combined(op, related(op, order), case.truth("q87"));
    Some(Outcome { predicates: [Some(holds), None], ..Outcome::default() })
}

fn comparison(case: &Case<'_>, a: [u64; 2], b: [u64; 2]) -> Option<Outcome> {
    let op = case.op;
    // Whether both halves compare is one predicate then; which, and what the other is, is not documented.
    if op.has("H_AND") {
        return None;
    }
    let f = format(op);
    let q = case.truth("q87");
    let holds = [0, 1].map(|nth| {
        let order = exact::compare(&decode(a[nth], f), &decode(b[nth], f));
        combined(op, related(op, order), q)
    });
    if op.stem == "HSETP2" {
        return Some(holds.into());
    }
    let value = if op.has("BF") { f.one() as u32 } else { 0xffff };
    let [low, high] = holds.map(|holds| if holds { value } else { 0 });
    Some((low | high << 16).into())
}

fn extremum(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let marks = ["a", "b"].map(|name| op.source(name).map(|source| (source.absolute, source.negated)));
    let xorsign = op.has("XORSIGN");
    if op.has("F32") || xorsign && marks != [Some((true, false)); 2] {
        return None;
    }
    let opcode = if case.truth("q87") { Opcode::Min } else { Opcode::Max };
    let marked = [(op.has("FTZ"), Mod::Ftz), (op.has("NAN"), Mod::NaN)];
    let mut mods: Vec<Mod> = marked.into_iter().filter(|(is, _)| *is).map(|(_, m)| m).collect();
    mods.push(if op.has("BF16_V2") { Mod::Bf16x2 } else { Mod::F16x2 });
    if xorsign {
        return None;
    }
    let sources = ["a", "b"].map(|name| case.float(name));
    Some(of_ptx(opcode, &mods, &sources).first.into())
}
