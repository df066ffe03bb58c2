//! Walks the rows that work on registers: each draw is a kernel, each of its 1,024 lanes or warps a case.

use super::draw::{self, Op, Place, Ty};
use super::encode;
use super::harness::{
    ARCHITECTURES, CASES, GENERAL, PT, RZ, Stopped, UNIFORM, UNIFORM_PREDICATES, columns, framed,
};
use super::{convert, float, half, integer};
use crate::conformance::cases::Rng;
use crate::conformance::reference::Expect;
use std::fmt::Write as _;
use warploom_kernel::sass::machine::{Architecture, Instruction, Row, rows};

/// What an instruction delivers.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub value: Option<Expect>,
    /// What may be there instead.
    pub other: Option<Expect>,
    /// Whether the result is the upper word of what is expected.
    pub upper: bool,
    /// The predicates that it names; none where anything may be there.
    pub predicates: [Option<bool>; 2],
    /// All predicates of the datapath.
    pub all: Option<u32>,
}

impl From<Expect> for Outcome {
    fn from(value: Expect) -> Outcome {
        Outcome { value: Some(value), ..Outcome::default() }
    }
}

impl From<u32> for Outcome {
    fn from(value: u32) -> Outcome {
        Expect::Bits(value.into()).into()
    }
}

impl From<[bool; 2]> for Outcome {
    fn from(predicates: [bool; 2]) -> Outcome {
        Outcome { predicates: predicates.map(Some), ..Outcome::default() }
    }
}

/// Inputs of one case.
pub struct Case<'a> {
    pub op: &'a Op,
    /// Sources in the order of the operands, without their marks.
    raw: Vec<u64>,
    truths: Vec<bool>,
    /// All predicates of the datapath.
    pub predicates: u32,
}

impl Case<'_> {
    /// A source without its marks.
    pub fn raw(&self, name: &str) -> u64 {
        let at = self.op.sources.iter().position(|source| source.name == name);
        self.raw[at.unwrap_or_else(|| panic!("{} has no source {name}", self.op.stem))]
    }

    /// A predicate that is read; true if it is not written.
    pub fn truth(&self, name: &str) -> bool {
        self.op.truths.iter().position(|truth| truth.name == name).is_none_or(|at| self.truths[at])
    }

    /// A floating-point source with its marks.
    pub fn float(&self, name: &str) -> u64 {
        let source = self.op.source(name).expect("a source");
        let signs = source.ty.format().expect("a float").sign_bit();
        let signs = match source.ty {
            // One number in the place of two.
            _ if source.part == "F32" => 1 << 31,
            Ty::Halves | Ty::BFloats => signs | signs << 16,
            _ => signs,
        };
        let bits = self.raw(name);
        let bits = match source.part {
            "H0_H0" => bits & 0xffff | (bits & 0xffff) << 16,
            "H1_H1" => bits >> 16 & 0xffff | bits & 0xffff_0000,
            _ => bits,
        };
        let bits = if source.absolute { bits & !signs } else { bits };
        if source.negated { bits ^ signs } else { bits }
    }
}

/// Whether a row is arithmetic that is walked here.
pub fn covers(row: &Row) -> bool {
    integer::covers(row.stem)
        || float::covers(row.stem)
        || half::covers(row.stem)
        || convert::covers(row.stem)
}

struct All;

impl draw::Rules for All {
    fn ty(&self, stem: &str, names: &[&str], item: &encode::Item) -> Ty {
        match stem {
            _ if half::covers(stem) => half::ty(names),
            _ if float::covers(stem) => float::ty(stem, names),
            _ if convert::covers(stem) => convert::ty(stem, names, item),
            _ => integer::ty(stem, names, item),
        }
    }

    fn is_open(&self, op: &Op) -> bool {
        match op.stem {
            stem if half::covers(stem) => half::is_open(op),
            stem if float::covers(stem) => float::is_open(op),
            stem if convert::covers(stem) => convert::is_open(op),
            _ => integer::is_open(op),
        }
    }
}

/// What the instruction must deliver; none if that is not documented, so that it must be refused.
fn reference(case: &Case<'_>) -> Option<Outcome> {
    match case.op.stem {
        stem if half::covers(stem) => half::reference(case),
        stem if float::covers(stem) => float::reference(case),
        stem if convert::covers(stem) => convert::reference(case),
        _ => integer::reference(case),
    }
}

/// Whether an instruction with a documented meaning may be refused all the same.
fn may_be_refused(op: &Op) -> bool {
    half::may_be_refused(op)
        || float::may_be_refused(op)
        || convert::may_be_refused(op)
        || integer::may_be_refused(op)
}

/// Instructions drawn for a row: each value of each field with each form, on all its architectures in turn.
pub fn draws(row: &'static Row) -> Vec<Op> {
    let mut rng = Rng::named(&format!("{} {:x} {:x} {:?}", row.stem, row.base, row.forms, row.architectures));
    let fields = encode::modifiers(row);
    let own: Vec<Architecture> =
        ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)).collect();
    let mut found = Vec::new();
    let mut next = 0;
    for form in 0..16 {
        let on: Vec<Architecture> =
            own.iter().copied().filter(|sm| encode::forms(row, *sm).any(|own| own == form)).collect();
        if on.is_empty() {
            continue;
        }
        for forced in encode::forced(&fields, 8) {
            // Some draws have no documented meaning: a few attempts find one that has.
            let op = (0..20).find_map(|_| {
                next += 1;
                draw::draw((row, on[next % on.len()], form), forced, &All, &mut rng)
            });
            found.extend(op);
        }
    }
    found
}

/// Walks the rows that `of` chooses, a share of the draws of each.
pub fn walk(of: impl Fn(&Row) -> bool, share: usize, shares: usize) {
    let mut wrong = Vec::new();
    let (mut count, mut executed) = (0, 0);
    for row in rows().iter().filter(|row| covers(row) && of(row)) {
        let draws = draws(row);
        assert!(!draws.is_empty(), "no draws for {} {:?}", row.stem, row.architectures);
        let mut of_row = 0;
        for (nth, op) in draws.iter().enumerate() {
            if nth % shares != share {
                continue;
            }
            count += 1;
            match run(op, nth as u64) {
                Ok(done) => of_row += usize::from(done),
                Err(message) => wrong.push(message),
            }
        }
        executed += of_row;
    }
    assert!(count > 0 && executed > 0);
    println!("{count} draws, {executed} executed");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

fn describe(op: &Op) -> String {
    let printed = Instruction::decode(op.word, 0, op.sm).map_or_else(|e| e.to_string(), |i| i.to_string());
    format!("{:?} {:032x} {printed}", op.sm, op.word)
}

/// Runs a draw: whether it was executed, or what is wrong.
fn run(op: &Op, seed: u64) -> Result<bool, String> {
    let decoded = Instruction::decode(op.word, 0, op.sm).map_err(|e| format!("{}: {e}", describe(op)))?;
    let renamed = ["MOV", "IADD", "SHL"];
    let modifiers = decoded.modifiers.iter().copied().filter(|name| !renamed.contains(name));
    if decoded.stem != op.row.stem || modifiers.collect::<Vec<_>>() != op.names {
        return Err(format!("{}: decoded as something else than {:?}", describe(op), op.names));
    }
    let mut rng = Rng::new(seed ^ op.word as u64);
    let inputs = draw::inputs(op, &mut rng);
    let mut kernel = framed(op.sm, op.word);
    let (offset, constant) = op.constant;
    kernel.literals = vec![0xa5; offset.into()];
    kernel.literals.extend(constant.to_le_bytes());
    let mut data = inputs.clone();
    let (ctas, threads) = if op.uniform { (CASES as u32, 1) } else { (1, CASES as u32) };
    let cases: Vec<Option<Outcome>> = (0..CASES).map(|at| reference(&case(op, &inputs, at))).collect();
    match (kernel.run(&mut data, ctas, threads), &cases[0]) {
        (Err(Stopped::Refused(_)), None) => return Ok(false),
        (Err(Stopped::Refused(_)), Some(_)) if may_be_refused(op) => return Ok(false),
        (Err(Stopped::Refused(text)), Some(_)) => return Err(format!("refused: {text} {}", describe(op))),
        (Err(other), _) => return Err(format!("{}: {other:?}", describe(op))),
        (Ok(()), None) => return Err(format!("executed, but not documented: {}", describe(op))),
        (Ok(()), Some(_)) => {}
    }
    for (at, outcome) in cases.iter().enumerate() {
        let outcome = outcome.as_ref().expect("all cases have an outcome or none");
        if let Some(difference) = compare(op, outcome, &inputs, &data, at) {
            let case = case(op, &inputs, at);
            let sources: Vec<String> =
                op.sources.iter().zip(&case.raw).map(|(s, raw)| format!("{}={raw:#x}", s.name)).collect();
            let truths: Vec<String> =
                op.truths.iter().zip(&case.truths).map(|(t, value)| format!("{}={value}", t.name)).collect();
            return Err(format!(
                "{}\n  case {at} {} {}: {difference}",
                describe(op),
                sources.join(" "),
                truths.join(" ")
            ));
        }
    }
    Ok(true)
}

fn column(data: &[u32], column: usize, case: usize) -> u32 {
    data[column * CASES + case]
}

/// The lane whose values the uniform registers of a case have.
fn leader(op: &Op, case: usize) -> usize {
    if op.uniform { case } else { case & !31 }
}

/// Predicates of a case: general ones, and the uniform ones above them.
fn predicates(op: &Op, inputs: &[u32], case: usize) -> (u32, u32) {
    let held = |case| column(inputs, columns::PREDICATES, case);
    let any = if op.uniform {
        held(case)
    } else {
        (case & !31..(case & !31) + 32).fold(0, |all, lane| all | held(lane))
    };
    let uniform = if op.sm > Architecture::Sm70 { any & ((1 << UNIFORM_PREDICATES) - 1) } else { 0 };
    (held(case), uniform)
}

fn case<'a>(op: &'a Op, inputs: &[u32], at: usize) -> Case<'a> {
    let register = |index: u8, lane: usize| {
        let first = usize::from(index - GENERAL.0);
        u64::from(column(inputs, first, lane)) | u64::from(column(inputs, first + 1, lane)) << 32
    };
    let raw = op.sources.iter().map(|source| {
        let value = match source.place {
            Place::General(RZ) | Place::Uniform(63) => 0,
            Place::General(index) => register(index, at),
            Place::Uniform(index) => register(index, leader(op, at)),
            Place::Immediate(value) if source.ty == Ty::Double => u64::from(value) << 32,
            Place::Immediate(value) => value.into(),
            Place::Constant => op.constant.1,
        };
        if source.ty.is_long() { value } else { value & 0xffff_ffff }
    });
    let (general, uniform) = predicates(op, inputs, at);
    let holds = |index: u8, is_uniform: bool, negated: bool| {
        let held = index == PT || if is_uniform { uniform } else { general } >> index & 1 == 1;
        held != negated
    };
    let truths = op.truths.iter().map(|truth| holds(truth.index, truth.uniform, truth.negated));
    let predicates = if op.uniform { uniform } else { general };
    Case { op, raw: raw.collect(), truths: truths.collect(), predicates }
}

/// What differs from the outcome, which only changes what the instruction names where the guard holds.
fn compare(op: &Op, outcome: &Outcome, inputs: &[u32], data: &[u32], at: usize) -> Option<String> {
    let (general, uniform) = predicates(op, inputs, at);
    let guard = op.guard;
    let held = guard.index == PT || if guard.uniform { uniform } else { general } >> guard.index & 1 == 1;
    let executes = held != guard.negated;
    let none = if op.uniform { 63 } else { RZ };
    let destination = op.destination.filter(|index| executes && *index != none);
    let width = if is_long(op) { 2 } else { 1 };
    let mut text = String::new();
    let mut got = 0u64;
    let written = |index: u8| destination.and_then(|d| index.checked_sub(d)).filter(|nth| *nth < width);
    for nth in 0..GENERAL.1 {
        let value = column(data, nth, at);
        match written(GENERAL.0 + nth as u8).filter(|_| !op.uniform) {
            Some(part) => got |= u64::from(value) << (32 * part),
            None if value != column(inputs, nth, at) => {
                let _ = write!(text, "R{} changed to {value:#x}; ", usize::from(GENERAL.0) + nth);
            }
            None => {}
        }
    }
    for nth in 0..if op.sm > Architecture::Sm70 { UNIFORM.1 } else { 0 } {
        let value = column(data, columns::UNIFORMS + nth, at);
        let before = if nth < 8 { column(inputs, nth, leader(op, at)) } else { 0 };
        match written(UNIFORM.0 + nth as u8).filter(|_| op.uniform) {
            Some(part) => got |= u64::from(value) << (32 * part),
            None if value != before => {
                let _ = write!(text, "UR{} changed to {value:#x}; ", usize::from(UNIFORM.0) + nth);
            }
            None => {}
        }
    }
    if let (Some(_), Some(expect)) = (destination, &outcome.value)
        && !admits(outcome, expect, got, 32 * u32::from(width))
    {
        let _ = write!(text, "{got:#x} and not {expect:x?}; ");
    }
    let after = [column(data, columns::PREDICATES, at), column(data, columns::UNIFORM_PREDICATES, at)];
    let mut wanted = [general, uniform];
    let mut open = [0u32; 2];
    if op.sm == Architecture::Sm70 {
        open[1] = u32::MAX;
    }
    open[1] |= !((1 << UNIFORM_PREDICATES) - 1);
    let own = usize::from(op.uniform);
    if executes {
        for (&index, value) in op.predicates.iter().zip(outcome.predicates) {
            match value {
                _ if index == PT => {}
                None => open[own] |= 1 << index,
                Some(value) => wanted[own] = wanted[own] & !(1 << index) | u32::from(value) << index,
            }
        }
        if let Some(all) = outcome.all {
            wanted[own] = all;
        }
    }
    for file in 0..2 {
        if (after[file] ^ wanted[file]) & !open[file] != 0 {
            let _ = write!(text, "predicates {:#b} and not {:#b}; ", after[file], wanted[file]);
        }
    }
    (!text.is_empty()).then_some(text)
}

fn admits(outcome: &Outcome, expect: &Expect, got: u64, bits: u32) -> bool {
    let (got, bits) = if outcome.upper { (got << 32, 64) } else { (got, bits) };
    expect.admits(got, bits) || outcome.other.as_ref().is_some_and(|other| other.admits(got, bits))
}

/// Whether the result has 64 bits.
fn is_long(op: &Op) -> bool {
    match op.stem {
        "IMAD" => op.has("WIDE"),
        "DADD" | "DMUL" | "DFMA" => true,
        _ if convert::covers(op.stem) => convert::is_long(op),
        _ => false,
    }
}
