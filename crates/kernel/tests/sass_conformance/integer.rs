//! What integer arithmetic, logic and selections deliver, by PTX's manual where an instruction is PTX's, and by what compiled code needs
//! of it otherwise: in 128 bits, so that carries show.

use super::draw::{Op, Place, Ty};
use super::encode::Item;
use super::walk::{Case, Outcome};
use crate::conformance::reference::Expect;

pub fn covers(stem: &str) -> bool {
    const STEMS: &[&str] = &[
        "IADD3", "IMAD", "LOP3", "ISETP", "SHF", "PRMT", "LEA", "SGXT", "BMSK", "POPC", "FLO", "BREV", "SEL",
        "PLOP3",
    ];
    const GENERAL: &[&str] = &[
        "IABS",
        "IMNMX",
        "IDP",
        "MOV",
        "P2R",
        "R2P",
        "VABSDIFF",
        "VABSDIFF4",
        "I2I",
        "I2IP",
        "VIADD",
        "VIMNMX",
        "VIMNMX3",
        "VIADDMNMX",
        "UMOV",
        "UP2UR",
        "UR2UP",
    ];
    STEMS.contains(&stem)
        || GENERAL.contains(&stem)
        || stem.strip_prefix('U').is_some_and(|stem| STEMS.contains(&stem))
}

pub fn ty(stem: &str, names: &[&str], item: &Item) -> Ty {
    match (stem, item.letter) {
        ("IMAD", 'c') if names.contains(&"WIDE") || names.contains(&"HI") => Ty::Long,
        ("SHF" | "SGXT", 'b') | ("BMSK", _) => Ty::Amount,
        // What a mask of more than seven predicates does is not documented.
        ("P2R" | "R2P", 'b') => Ty::Mask,
        _ => Ty::Int,
    }
}

pub fn is_open(op: &Op) -> bool {
    let immediate = op.sources.iter().find_map(|source| match source.place {
        Place::Immediate(value) => Some((source, value)),
        _ => None,
    });
    match op.stem {
        // Which upper half an immediate has as addend of 64 bits.
        "IMAD" if immediate.is_some_and(|(source, value)| source.ty == Ty::Long && value >> 31 == 1) => true,
        // The carry of a signed product and its addend.
        "IMAD" if !op.has("U32") && op.predicates[0] != 7 => true,
        // An extended comparison that does not compare.
        "ISETP" => op.has("EX") && (op.has("F") || op.has("T")),
        _ => false,
    }
}

/// What is refused although it has a meaning.
pub fn may_be_refused(op: &Op) -> bool {
    match op.stem {
        // Compiled code neither has a predicate here nor an addend without `.ACC`.
        "VABSDIFF" | "VABSDIFF4" => true,
        // A mask that is no immediate.
        "P2R" | "R2P" => op.source("b").is_some_and(|source| !matches!(source.place, Place::Immediate(_))),
        "IDP" => op.source("c").is_some_and(|source| source.negated),
        _ => false,
    }
}

/// The bits of a 32-bit source, and the ones that its negation adds.
fn term(case: &Case<'_>, name: &str) -> u128 {
    let source = case.op.source(name).expect("a source");
    let raw = case.raw(name) as u32;
    match (source.negated, source.complemented) {
        // Two's complement in 33 bits: that of 0 carries.
        (true, _) => u128::from(!raw) + 1,
        (_, true) => u128::from(!raw),
        _ => raw.into(),
    }
}

/// A source that has no other mark than a complement.
fn word(case: &Case<'_>, name: &str) -> u32 {
    let complemented = case.op.source(name).is_some_and(|source| source.complemented);
    let raw = case.raw(name) as u32;
    if complemented { !raw } else { raw }
}

fn table(a: u32, b: u32, c: u32, table: u64) -> u32 {
    (0..32).fold(0, |all, bit| {
        let at = (a >> bit & 1) << 2 | (b >> bit & 1) << 1 | c >> bit & 1;
        all | ((table >> at) as u32 & 1) << bit
    })
}

/// A number of the given signedness.
fn signed(value: u32, is_signed: bool) -> i128 {
    if is_signed { (value as i32).into() } else { value.into() }
}

fn combined(op: &Op, value: bool, other: bool) -> bool {
    match () {
        () if op.has("OR") => value || other,
        () if op.has("XOR") => value != other,
        () => value && other,
    }
}

pub fn reference(case: &Case<'_>) -> Option<Outcome> {
    let op = case.op;
    let is_signed = !op.has("U32");
    let (q, carry) = (case.truth("q87"), op.has("X"));
    Some(match op.stem {
        "IADD3" => {
            let carries = if carry { u128::from(q) + u128::from(case.truth("q77")) } else { 0 };
            let sum = term(case, "a") + term(case, "b") + term(case, "c") + carries;
            let predicates = [sum >> 32 >= 1, sum >> 32 >= 2];
            Outcome { predicates: predicates.map(Some), ..(sum as u32).into() }
        }
        "VIADD" => match op.has("16x2") {
            true => return None,
            false => ((term(case, "a") + term(case, "b")) as u32).into(),
        },
        "IMAD" => return multiply_add(case, is_signed, carry && q),
        "LOP3" => {
            let value = table(word(case, "a"), word(case, "b"), word(case, "c"), op.number("i72"));
            let holds = if op.has("PAND") { value != 0 && q } else { value != 0 || q };
            Outcome { predicates: [Some(holds), None], ..value.into() }
        }
        "PLOP3" => {
            let (first, second) = if op.sources.is_empty() { ("L", "i16") } else { ("i72", "i16") };
            let [a, b, c] = match op.sources.is_empty() {
                true => ["q87", "q77", "q68"].map(|name| u32::from(case.truth(name))),
                false => ["a", "b", "c"].map(|name| word(case, name) >> 31),
            };
            [first, second].map(|name| table(a, b, c, op.number(name)) & 1 == 1).into()
        }
        "ISETP" => {
            let [a, b] = ["a", "b"].map(|name| signed(word(case, name), is_signed));
            let lower = op.has("EX") && a == b;
            let holds = match () {
                () if op.has("F") => false,
                () if op.has("T") => true,
                () if lower => case.truth("q68"),
                () if op.has("LT") => a < b,
                () if op.has("EQ") => a == b,
                () if op.has("LE") => a <= b,
                () if op.has("GT") => a > b,
                () if op.has("NE") => a != b,
                () => a >= b,
            };
            [combined(op, holds, q), combined(op, !holds, q)].into()
        }
        "SHF" => shift(case).into(),
        "PRMT" => permute(case)?.into(),
        "LEA" => scaled_sum(case, carry && q),
        "IABS" => ((word(case, "b") as i32).unsigned_abs()).into(),
        "IMNMX" | "VIMNMX" | "VIMNMX3" | "VIADDMNMX" => return extremum(case, is_signed, q),
        "SGXT" => {
            let (value, count) = (word(case, "a"), word(case, "b"));
            let count = if op.has("W") { count & 31 } else { count.min(32) };
            let modulus = 1i128 << count;
            let low = i128::from(value).rem_euclid(modulus);
            let is_negative = is_signed && count > 0 && low >= modulus / 2;
            ((if is_negative { low - modulus } else { low }) as u32).into()
        }
        "BMSK" => {
            let (first, count) = (word(case, "a"), word(case, "b"));
            let of = |x: u32| if op.has("W") { x & 31 } else { x };
            let (first, count) = (u64::from(of(first)), u64::from(of(count)));
            (0..32u64)
                .filter(|bit| (first..first + count).contains(bit))
                .fold(0, |all: u32, bit| all | 1 << bit)
                .into()
        }
        "IDP" => dot_product(case),
        "POPC" => (0..32).map(|bit| word(case, "b") >> bit & 1).sum::<u32>().into(),
        "BREV" => (0..32).fold(0, |all, bit| all | (word(case, "b") >> bit & 1) << (31 - bit)).into(),
        "FLO" => {
            let value = word(case, "b");
            let sought = if is_signed && value >> 31 == 1 { !value } else { value };
            let found = (0..32).rev().find(|bit| sought >> bit & 1 == 1);
            let value = found.map_or(u32::MAX, |bit| if op.has("SH") { 31 - bit } else { bit });
            Outcome { predicates: [Some(found.is_some()), None], ..value.into() }
        }
        "MOV" => word(case, "b").into(),
        "SEL" => if q { word(case, "a") } else { word(case, "b") }.into(),
        "P2R" | "P2UR" => {
            let shift = 8 * byte(op, "");
            let mask = chosen(case) << shift;
            (word(case, "a") & !mask | case.predicates << shift & mask).into()
        }
        "R2P" | "R2UP" => {
            let shift = 8 * byte(op, op.source("a").map_or("", |source| source.part));
            let mask = chosen(case) & 0x7f;
            let all = case.predicates & !mask | word(case, "a") >> shift & mask;
            Outcome { all: Some(all), ..Outcome::default() }
        }
        "VABSDIFF" => {
            let [a, b] = ["a", "b"].map(|name| signed(word(case, name), is_signed));
            let sum = a.abs_diff(b) + u128::from(word(case, "c"));
            (sum as u32).into()
        }
        "VABSDIFF4" => {
            let [a, b] = ["a", "b"].map(|name| word(case, name).to_le_bytes());
            let parts: [u8; 4] = std::array::from_fn(|n| match op.has("U8") {
                true => a[n].abs_diff(b[n]),
                false => (a[n] as i8).abs_diff(b[n] as i8),
            });
            let c = word(case, "c");
            match op.has("ACC") {
                true => parts.iter().fold(c, |sum, part| sum.wrapping_add((*part).into())).into(),
                // PTX merges parts that are not computed with the third source: all are.
                false => u32::from_le_bytes(parts).into(),
            }
        }
        "I2IP" => return pack(case),
        "I2I" => {
            let value = i128::from(word(case, "b") as i32);
            let (least, greatest) = limits(op.names[0]);
            (value.clamp(least, greatest) as u32).into()
        }
        stem => panic!("no reference for {stem}"),
    })
}

/// The predicates that an instruction names by a mask.
fn chosen(case: &Case<'_>) -> u32 {
    if case.op.source("b").is_some() { word(case, "b") } else { case.op.number("i32") as u32 }
}

/// The least and the greatest number of a type.
fn limits(ty: &str) -> (i128, i128) {
    match ty {
        "U8" => (0, 255),
        "S8" => (-128, 127),
        "U16" => (0, 65535),
        _ => (-32768, 32767),
    }
}

/// Two numbers as what they fit into, side by side; bytes below the lower half of the third source.
fn pack(case: &Case<'_>) -> Option<Outcome> {
    let to = case.op.names[0];
    if !case.op.has("SAT") {
        return None;
    }
    let (least, greatest) = limits(to);
    let bits = if to.ends_with('8') { 8 } else { 16 };
    let part = |name: &str| {
        let value = i128::from(word(case, name) as i32).clamp(least, greatest);
        value.rem_euclid(1 << bits) as u32
    };
    let low = part("a") << bits | part("b");
    Some(if bits == 8 { word(case, "c") << 16 | low } else { low }.into())
}

/// The byte that a modifier or a part of a source names.
fn byte(op: &Op, part: &str) -> u32 {
    (1..4).find(|nth| op.has(&format!("B{nth}")) || part == format!("B{nth}")).unwrap_or(0)
}

fn multiply_add(case: &Case<'_>, is_signed: bool, carry: bool) -> Option<Outcome> {
    let op = case.op;
    let [a, b] = ["a", "b"].map(|name| signed(case.raw(name) as u32, is_signed));
    let source = op.source("c").expect("an addend");
    let c = case.raw("c");
    let bits = if source.ty == Ty::Long { 64 } else { 32 };
    let modulus = 1i128 << bits;
    let addend = match (source.negated, source.complemented) {
        (true, _) => modulus - i128::from(c),
        (_, true) => modulus - 1 - i128::from(c),
        _ => c.into(),
    };
    let sum = (a * b).rem_euclid(modulus) + addend + i128::from(carry);
    let predicates = [Some(sum >> bits != 0), None];
    let low = sum.rem_euclid(modulus) as u64;
    let value = if op.has("HI") { low >> 32 } else { low };
    Some(Outcome { predicates, ..Expect::Bits(value).into() })
}

/// A funnel shift, of 32 bits if its type has so many: then what passes the end is lost beyond 32.
fn shift(case: &Case<'_>) -> u32 {
    let op = case.op;
    let (low, by, high) = (word(case, "a"), word(case, "b"), word(case, "c"));
    let bits = if op.has("S64") || op.has("U64") { 64 } else { 32 };
    let by = if op.has("W") { by % bits } else { by.min(bits) };
    let pair = u128::from(high) << 32 | u128::from(low);
    let is_signed = op.has("S32") || op.has("S64");
    let extended = if is_signed && high >> 31 == 1 { pair | !0 << 64 } else { pair };
    let shifted = if op.has("R") { extended >> by } else { pair << by };
    (if op.has("HI") { shifted >> 32 } else { shifted }) as u32
}

/// PTX's `prmt`, whose selector is the second source here.
fn permute(case: &Case<'_>) -> Option<u32> {
    let (a, selector, c) = (word(case, "a"), word(case, "b"), word(case, "c"));
    let bytes: Vec<u8> = a.to_le_bytes().into_iter().chain(c.to_le_bytes()).collect();
    let first = (selector & 3) as usize;
    let op = case.op;
    let order: [usize; 4] = match () {
        () if op.has("F4E") => [0, 1, 2, 3].map(|n| first + n),
        () if op.has("B4E") => [0, 1, 2, 3].map(|n| (first + 8 - n) % 8),
        () if op.has("RC8") => [first; 4],
        () if op.has("ECL") => [0, 1, 2, 3].map(|n: usize| n.max(first)),
        () if op.has("ECR") => [0, 1, 2, 3].map(|n: usize| n.min(first)),
        () if op.has("RC16") => [0, 1, 0, 1].map(|n| 2 * (first & 1) + n),
        () => {
            let pick = |n: u32| {
                let choice = selector >> (4 * n) & 15;
                let byte = bytes[choice as usize & 7];
                // The highest bit of the choice copies the byte's sign.
                if choice & 8 == 0 {
                    byte
                } else if byte & 0x80 == 0 {
                    0
                } else {
                    0xff
                }
            };
            return Some(u32::from_le_bytes([pick(0), pick(1), pick(2), pick(3)]));
        }
    };
    Some(u32::from_le_bytes(order.map(|at| bytes[at])))
}

/// `(a << by) + b`, or its upper half where `a` is the lower half of a pair or a number with a sign.
fn scaled_sum(case: &Case<'_>, carry: bool) -> Outcome {
    let op = case.op;
    let by = op.number("i75");
    let a = case.raw("a");
    let scaled = match (op.has("HI"), op.has("SX32")) {
        (false, _) => (u128::from(a) << by) as u32,
        (true, false) => ((u128::from(case.raw("R64")) << 32 | u128::from(a)) << by >> 32) as u32,
        (true, true) => (i128::from(a as u32 as i32) << by >> 32) as u32,
    };
    let source = op.source("a").expect("a source");
    let scaled = match (source.negated, source.complemented) {
        (true, _) => u128::from(!scaled) + 1,
        (_, true) => u128::from(!scaled),
        _ => scaled.into(),
    };
    let sum = scaled + term(case, "b") + u128::from(carry);
    Outcome { predicates: [Some(sum >> 32 != 0), None], ..(sum as u32).into() }
}

fn extremum(case: &Case<'_>, is_signed: bool, min: bool) -> Option<Outcome> {
    let op = case.op;
    // What it limits, PTX does not say of three sources; PTX's `min.relu` is of two of 16 bits or a signed one.
    if op.has("RELU") {
        return None;
    }
    let pair = op.has("U16x2") || op.has("S16x2");
    if pair && op.stem != "VIMNMX" {
        return None;
    }
    let choose = |values: &[i128]| {
        let found = if min { values.iter().min() } else { values.iter().max() };
        *found.expect("values")
    };
    if pair {
        let half = |name: &str, shift: u32| {
            let half = (word(case, name) >> shift) as u16;
            if op.has("U16x2") { i128::from(half) } else { i128::from(half as i16) }
        };
        let [low, high] = [0, 16].map(|shift| choose(&[half("a", shift), half("b", shift)]) as u32 & 0xffff);
        return Some((low | high << 16).into());
    }
    let value = |name: &str| signed(word(case, name), is_signed);
    Some(
        (match op.stem {
            "VIMNMX3" => choose(&["a", "b", "c"].map(value)),
            "VIADDMNMX" => {
                let sum = (term(case, "a") + term(case, "b")) as u32;
                choose(&[signed(sum, is_signed), value("c")])
            }
            _ => choose(&["a", "b"].map(value)),
        } as u32)
            .into(),
    )
}

/// PTX's `dp4a` and `dp2a`.
fn dot_product(case: &Case<'_>) -> Outcome {
    let op = case.op;
    let types: Vec<bool> = op
        .names
        .iter()
        .filter(|name| matches!(**name, "U8" | "S8" | "U16" | "S16"))
        .map(|name| name.starts_with('S'))
        .collect();
    let field = |value: u32, at: u32, bits: u32, is_signed: bool| {
        let modulus = 1i64 << bits;
        let low = i64::from(value >> at).rem_euclid(modulus);
        if is_signed && low >= modulus / 2 { low - modulus } else { low }
    };
    let (a, b) = (word(case, "a"), word(case, "b"));
    let sum: i64 = match op.has("4A") {
        true => (0..4).map(|n| field(a, 8 * n, 8, types[0]) * field(b, 8 * n, 8, types[1])).sum(),
        false => {
            let first = if op.has("HI") { 16 } else { 0 };
            (0..2).map(|n| field(a, 16 * n, 16, types[0]) * field(b, first + 8 * n, 8, types[1])).sum()
        }
    };
    let source = op.source("c").expect("an addend");
    let c = i64::from(case.raw("c") as u32);
    (sum.wrapping_add(if source.negated { -c } else { c }) as u32).into()
}
