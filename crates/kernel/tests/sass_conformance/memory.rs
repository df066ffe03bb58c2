//! Loads, stores and atomics: every row with each of its modifiers, each kind of address, and the space that it is for.
//!
//! A thread has 16 bytes of memory as its own: another thread's number of them, so that the lanes' addresses are in no order. In global
//! and shared memory they lie together, in local memory each thread has its own.

use super::atomic;
use super::encode::{self, Arg};
use super::harness::{ARCHITECTURES, CASES, Kernel, RZ, Stopped};
use crate::conformance::cases::{Rng, integer_value};
use warploom_kernel::sass::machine::{Architecture, Instruction, Row, rows};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Space {
    Global,
    Shared,
    Local,
}

/// How the address is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// A register, or a pair for 64 bits.
    Base,
    /// Behind a descriptor.
    Described,
    /// With a uniform register.
    Uniform,
    /// A register of 32 bits and a uniform pair.
    Short,
    /// A register times 4, 8 or 16.
    Scaled(u8),
}

/// Registers of a kernel under test.
mod registers {
    pub const OFFSET: u8 = 4;
    pub const BASE: u8 = 6;
    pub const ARGUMENT: u8 = 10;
    pub const DATA: u8 = 12;
    pub const SECOND: u8 = 16;
    pub const RESULT: u8 = 20;
    pub const UNIFORM: u8 = 4;
}

/// Columns: offsets, junk beside them, data, second data, results, predicates, and the memory that is accessed.
mod columns {
    pub const OFFSET: usize = 0;
    pub const JUNK: usize = 1;
    pub const DATA: usize = 2;
    pub const SECOND: usize = 6;
    pub const RESULT: usize = 10;
    pub const PREDICATES: usize = 14;
    pub const REGION: usize = 16;
    pub const ALL: usize = 20;
}

/// Where the region begins in each space.
const fn start(space: Space) -> i64 {
    match space {
        Space::Global => (columns::REGION * CASES * 4) as i64,
        Space::Shared => 4096,
        Space::Local => 2064,
    }
}

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Load,
    Store,
    Atomic,
}

/// An access under test.
pub struct Access<'a> {
    pub row: &'a Row,
    pub names: Vec<&'static str>,
    pub kind: Kind,
    pub space: Space,
    pub bytes: usize,
    /// The predicate that an atomic names.
    pub predicate: Option<u8>,
}

impl Access<'_> {
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(&name)
    }
}

fn kind(stem: &str) -> Option<Kind> {
    Some(match stem {
        "LDG" | "LD" | "LDS" | "LDL" => Kind::Load,
        "STG" | "ST" | "STS" | "STL" => Kind::Store,
        "RED" | "REDG" | "ATOM" | "ATOMG" | "ATOMS" => Kind::Atomic,
        _ => return None,
    })
}

pub fn covers(row: &Row) -> bool {
    kind(row.stem).is_some()
}

/// The spaces that a stem can access.
fn spaces(stem: &str, kind: Kind) -> &'static [Space] {
    match stem {
        "LDS" | "STS" | "ATOMS" => &[Space::Shared],
        "LDL" | "STL" => &[Space::Local],
        "LD" | "ST" => &[Space::Global, Space::Shared, Space::Local],
        "ATOM" | "RED" if kind == Kind::Atomic => &[Space::Global, Space::Shared],
        _ => &[Space::Global],
    }
}

fn is_generic(stem: &str) -> bool {
    matches!(stem, "LD" | "ST" | "ATOM" | "RED")
}

/// Bytes of a lane, and whether they are extended with their sign; none if that is not documented.
fn size(names: &[&str]) -> Option<(usize, bool)> {
    let sizes = [
        ("U8", 1),
        ("S8", 1),
        ("U16", 2),
        ("S16", 2),
        ("64", 8),
        ("128", 16),
        ("U.128", 16),
        ("S64", 8),
        ("F64.RN", 8),
    ];
    let found = sizes.iter().find(|(name, _)| names.contains(name));
    Some(found.map_or((4, false), |(name, bytes)| (*bytes, name.starts_with('S') && *bytes < 4)))
}

/// The program of an access, with its lanes' addresses at `way`, `offset` bytes before which the operand begins.
fn kernel(access: &Access<'_>, sm: Architecture, word: u128, way: Way) -> Kernel {
    use Arg::{Const, Imm, P, R, U};
    let mut k = Kernel::new(sm);
    k.shared = 32 << 10;
    k.stack = 4096;
    k.begin();
    for nth in 0..4 {
        k.load(registers::DATA + nth, columns::DATA + usize::from(nth));
        k.load(registers::SECOND + nth, columns::SECOND + usize::from(nth));
        k.load(registers::RESULT + nth, columns::RESULT + usize::from(nth));
    }
    k.load(registers::OFFSET, columns::OFFSET).load(registers::OFFSET + 1, columns::JUNK);
    // The region is copied to where it is accessed.
    let byte = |nth: usize| {
        start(access.space) + 4 * (nth as i64) * if access.space == Space::Local { 1 } else { CASES as i64 }
    };
    k.op("IMAD", &[("d", R(1)), ("a", R(0)), ("b", Imm(4)), ("c", R(RZ))]);
    for nth in 0..4 {
        k.load(9, columns::REGION + nth);
        match access.space {
            Space::Global => {}
            Space::Shared => {
                k.op("STS", &[("m", Arg::At(1, None, byte(nth))), ("R32", R(9))]);
            }
            Space::Local => {
                k.op("STL", &[("m", Arg::At(RZ, None, byte(nth))), ("R32", R(9))]);
            }
        }
    }
    let parameter = super::harness::parameters(sm);
    let high = match (is_generic(access.row.stem), access.space) {
        (true, Space::Shared) => Const(0, 0x1c),
        (true, Space::Local) => Const(0, 0x24),
        _ => Const(0, parameter + 4),
    };
    let low = if access.space == Space::Global { Const(0, parameter) } else { R(RZ) };
    k.op("MOV", &[("d", R(registers::ARGUMENT)), ("b", low)])
        .op("MOV", &[("d", R(registers::ARGUMENT + 1)), ("b", high)]);
    let is_long = access.space == Space::Global || is_generic(access.row.stem);
    if matches!(way, Way::Uniform | Way::Short | Way::Described) {
        if !is_long {
            k.op("MOV", &[("d", R(registers::ARGUMENT)), ("b", Imm(256))]);
        }
        let [low, high] = if way == Way::Described {
            [R(4), R(5)]
        } else {
            [R(registers::ARGUMENT), R(registers::ARGUMENT + 1)]
        };
        k.op("R2UR", &[("U16", U(registers::UNIFORM)), ("R24", low)]);
        k.op("R2UR", &[("U16", U(registers::UNIFORM + 1)), ("R24", high)]);
    }
    match way {
        Way::Uniform => {
            k.op("MOV", &[("d", R(registers::BASE)), ("b", R(registers::OFFSET))]);
            k.op("MOV", &[("d", R(registers::BASE + 1)), ("b", R(RZ))]);
        }
        Way::Base | Way::Described if is_long => {
            let sum = [
                ("d", R(registers::BASE)),
                ("a", R(registers::OFFSET)),
                ("b", Imm(1)),
                ("c", R(registers::ARGUMENT)),
            ];
            k.op("IMAD WIDE U32", &sum);
        }
        _ => {
            k.op("MOV", &[("d", R(registers::BASE)), ("b", R(registers::OFFSET))]);
            k.op("MOV", &[("d", R(registers::BASE + 1)), ("b", R(registers::OFFSET + 1))]);
        }
    }
    let barrier = |k: &mut Kernel| {
        k.op("BAR SYNC DEFER_BLOCKING", &[("i54", Arg::N(0))]);
    };
    barrier(&mut k);
    // The predicate that the access may set does not hold before.
    k.op("PLOP3 LUT", &[("p81", P(0)), ("L", Arg::N(0))]);
    k.word(word);
    barrier(&mut k);
    for nth in 0..4 {
        match access.space {
            Space::Global => continue,
            Space::Shared => k.op("LDS", &[("m", Arg::At(1, None, byte(nth))), ("d", R(9))]),
            Space::Local => k.op("LDL", &[("m", Arg::At(RZ, None, byte(nth))), ("d", R(9))]),
        };
        k.store(9, columns::REGION + nth);
    }
    for nth in 0..4 {
        k.store(registers::RESULT + nth, columns::RESULT + usize::from(nth));
    }
    k.get_predicates(9).store(9, columns::PREDICATES).exit();
    k
}

/// A thread's word of the region: its index in the data.
fn word_at(space: Space, case: usize, byte: usize) -> usize {
    match space {
        Space::Local => (columns::REGION + byte / 4) * CASES + case,
        _ => columns::REGION * CASES + byte / 4,
    }
}

/// Where a thread's bytes begin in the region.
fn slot(space: Space, case: usize) -> usize {
    if space == Space::Local { 0 } else { (case * 5 + 3) % CASES * 16 }
}

fn bytes_at(data: &[u32], space: Space, case: usize, byte: usize, count: usize) -> u128 {
    (0..count).rev().fold(0, |all, nth| {
        let at = byte + nth;
        all << 8 | u128::from(data[word_at(space, case, at)] >> (8 * (at % 4)) & 0xff)
    })
}

fn set_bytes(data: &mut [u32], space: Space, case: usize, byte: usize, count: usize, value: u128) {
    for nth in 0..count {
        let (at, shift) = (word_at(space, case, byte + nth), 8 * ((byte + nth) % 4));
        data[at] = data[at] & !(0xff << shift) | ((value >> (8 * nth)) as u32 & 0xff) << shift;
    }
}

fn wide(data: &[u32], column: usize, case: usize, count: usize) -> u128 {
    (0..count.div_ceil(4))
        .rev()
        .fold(0, |all, nth| all << 32 | u128::from(data[(column + nth) * CASES + case]))
}

/// What the data are afterwards; none if the access is not documented.
fn expected(access: &Access<'_>, before: &[u32], inner: &[usize]) -> Option<Vec<u32>> {
    let mut after = before.to_vec();
    let bytes = access.bytes;
    for case in 0..CASES {
        let at = slot(access.space, case) + inner[case];
        let old = bytes_at(before, access.space, case, at, bytes);
        let mut result = None;
        match access.kind {
            Kind::Load => {
                let (_, signed) = size(&access.names)?;
                let bits = 8 * bytes as u32;
                let is_negative = signed && old >> (bits - 1) & 1 == 1;
                result = Some(if is_negative { old | !0 << bits } else { old });
            }
            Kind::Store => {
                set_bytes(&mut after, access.space, case, at, bytes, wide(before, columns::DATA, case, bytes))
            }
            Kind::Atomic => {
                let data =
                    [columns::DATA, columns::SECOND].map(|column| wide(before, column, case, bytes) as u64);
                let (new, returned) = atomic::update(access, old as u64, data)?;
                let is_done = access.predicate.is_none() || access.space == Space::Global;
                if access.predicate.is_some() {
                    after[columns::PREDICATES * CASES + case] = u32::from(is_done);
                }
                if is_done {
                    set_bytes(&mut after, access.space, case, at, bytes, new.into());
                    result = Some(returned.into());
                }
            }
        }
        if let Some(result) = result.filter(|_| !access.row.stem.starts_with("RED")) {
            for nth in 0..bytes.div_ceil(4) {
                after[(columns::RESULT + nth) * CASES + case] = (result >> (32 * nth)) as u32;
            }
        }
    }
    Some(after)
}

/// Whether an access that is documented may be refused.
fn may_be_refused(access: &Access<'_>) -> bool {
    access.kind == Kind::Atomic && atomic::may_be_refused(access)
}

/// The ways of a form that its row can encode.
fn ways(space: Space, generic: bool) -> Vec<Way> {
    match space == Space::Global || generic {
        true => vec![Way::Base, Way::Described, Way::Uniform, Way::Short],
        false => vec![Way::Base, Way::Uniform, Way::Scaled(1), Way::Scaled(2), Way::Scaled(3)],
    }
}

/// Walks the rows that `of` chooses.
pub fn walk(of: impl Fn(&Row) -> bool) {
    let (mut wrong, mut count, mut executed) = (Vec::new(), 0, 0);
    for row in rows().iter().filter(|row| covers(row) && of(row)) {
        let mut of_row = 0;
        let fields = encode::modifiers(row);
        let mut rng =
            Rng::named(&format!("{} {:x} {:x} {:?}", row.stem, row.base, row.forms, row.architectures));
        let own: Vec<Architecture> =
            ARCHITECTURES.into_iter().filter(|sm| row.architectures.contains(sm)).collect();
        let mut next = 0;
        for form in 0..16 {
            let on: Vec<Architecture> =
                own.iter().copied().filter(|sm| encode::forms(row, *sm).any(|own| own == form)).collect();
            if on.is_empty() {
                continue;
            }
            for forced in encode::forced(&fields, 12) {
                let Some(names) = (0..300).find_map(|_| {
                    let names = encode::draw_names(&fields, forced, &mut rng)?;
                    // Addresses of 32 bits are not compiled any more.
                    (!row.modifiers.starts_with("E@72") || names.contains(&"E")).then_some(names)
                }) else {
                    continue;
                };
                next += 1;
                match one((row, on[next % on.len()], form), names, &mut rng) {
                    Ok(None) => {}
                    Ok(Some(done)) => {
                        count += 1;
                        of_row += usize::from(done);
                    }
                    Err(message) => wrong.push(message),
                }
            }
        }
        if of_row == 0 && wrong.is_empty() {
            wrong.push(format!(
                "no access of {} {:x} {:?} is executed",
                row.stem, row.base, row.architectures
            ));
        }
        executed += of_row;
    }
    println!("{count} accesses, {executed} executed");
    assert!(wrong.is_empty(), "{} of {count}\n{}", wrong.len(), wrong.join("\n"));
}

/// Runs an access: whether it was executed, or what is wrong; nothing if it cannot be encoded as drawn.
fn one(
    (row, sm, form): (&'static Row, Architecture, u8),
    names: Vec<&'static str>,
    rng: &mut Rng,
) -> Result<Option<bool>, String> {
    let kind = kind(row.stem).expect("an access");
    // Arrivals at mbarriers are in the tests of pairs.
    if names.contains(&"ARRIVE") && names.contains(&"64") {
        return Ok(None);
    }
    let is_halves = names.contains(&"F16x2.RN");
    let space = rng.pick(spaces(row.stem, kind));
    let predicate = (row.stem == "ATOM" && is_halves && rng.below(2) == 0).then_some(0);
    let bytes = size(&names).map_or(4, |(bytes, _)| bytes);
    let access = Access { row, names, kind, space, bytes, predicate };
    // Generic atomics of floats are of global memory; of others only that of halves says what it did.
    let is_float = access.names.iter().any(|name| name.ends_with(".RN"));
    if kind == Kind::Atomic
        && is_generic(row.stem)
        && is_float
        && space == Space::Shared
        && predicate.is_none()
    {
        return Ok(None);
    }
    let offset = 16 * (rng.below(128) as i64 - 64);
    let mut encoded = None;
    let mut choices = ways(space, is_generic(row.stem));
    while encoded.is_none() && !choices.is_empty() {
        let way = choices.swap_remove(rng.below(choices.len() as u64) as usize);
        let at = match way {
            Way::Base => Arg::At(registers::BASE, None, offset),
            Way::Described => Arg::Described(registers::BASE, registers::UNIFORM, offset),
            Way::Uniform => Arg::At(registers::BASE, Some(registers::UNIFORM), offset),
            Way::Short => Arg::Short(registers::BASE, Some(registers::UNIFORM), offset),
            Way::Scaled(by) => Arg::Scaled(registers::BASE, by, offset),
        };
        encoded = operands(&access, at)
            .iter()
            .find_map(|given| encode::encode(row, sm, form, &access.names, given))
            .map(|word| (word, way));
    }
    let Some((word, way)) = encoded else {
        return Err(format!(
            "{} {:x} {form} {sm:?} {:?}: cannot be encoded",
            row.stem, row.base, access.names
        ));
    };
    let inner: Vec<usize> =
        (0..CASES)
            .map(|_| {
                if matches!(way, Way::Scaled(_)) {
                    0
                } else {
                    rng.below((16 / bytes) as u64) as usize * bytes
                }
            })
            .collect();
    let before = inputs(&access, (way, offset), &inner, rng);
    let kernel = kernel(&access, sm, word, way);
    let printed = Instruction::decode(word, 0, sm).map_or_else(|e| e.to_string(), |i| i.to_string());
    let text = || format!("{sm:?} {word:032x} {printed} {space:?}");
    let expected =
        expected(&access, &before, &inner).filter(|_| size(&access.names).is_some() && !access.has("ZD"));
    let mut after = before.clone();
    match (kernel.run(&mut after, 1, CASES as u32), expected) {
        (Err(Stopped::Refused(_)), None) => Ok(Some(false)),
        (Err(Stopped::Refused(_)), Some(_)) if may_be_refused(&access) => Ok(Some(false)),
        (Err(Stopped::Refused(refused)), Some(_)) => Err(format!("refused: {refused} {}", text())),
        (Err(other), _) => Err(format!("{}: {other:?}", text())),
        (Ok(()), None) => Err(format!("executed, but not documented: {}", text())),
        (Ok(()), Some(expected)) => match (0..expected.len()).find(|&at| after[at] != expected[at]) {
            None => Ok(Some(true)),
            Some(at) => Err(format!(
                "{} {way:?}: column {} of case {} is {:#x} and not {:#x}",
                text(),
                at / CASES,
                at % CASES,
                after[at],
                expected[at]
            )),
        },
    }
}

/// The operands, in the ways that rows name the data.
fn operands(access: &Access<'_>, at: Arg) -> Vec<Vec<(&'static str, Arg)>> {
    let (data, second, result) =
        (Arg::R(registers::DATA), Arg::R(registers::SECOND), Arg::R(registers::RESULT));
    let mut given = vec![("m", at)];
    if let Some(predicate) = access.predicate {
        given.push(("p81", Arg::P(predicate)));
    }
    let with = |more: &[(&'static str, Arg)]| [&given[..], more].concat();
    match access.kind {
        Kind::Load => vec![with(&[("d", result)])],
        Kind::Store => vec![with(&[("R32", data)]), with(&[("R64", data)])],
        Kind::Atomic => vec![
            with(&[("d", result), ("R32", data), ("R64", second)]),
            with(&[("d", result), ("R32", data)]),
            with(&[("R32", data)]),
            with(&[("d", result)]),
        ],
    }
}

fn inputs(access: &Access<'_>, (way, offset): (Way, i64), inner: &[usize], rng: &mut Rng) -> Vec<u32> {
    let mut data: Vec<u32> = (0..columns::ALL * CASES).map(|_| rng.bits() as u32).collect();
    if access.kind == Kind::Atomic {
        atomic::fill(access, &mut data[columns::REGION * CASES..], rng);
        let [first, second] =
            [columns::DATA, columns::SECOND].map(|column| column * CASES..(column + 4) * CASES);
        atomic::fill(access, &mut data[first], rng);
        atomic::fill(access, &mut data[second], rng);
    } else {
        data[columns::REGION * CASES..].iter_mut().for_each(|word| *word = integer_value(rng, 32) as u32);
    }
    for case in 0..CASES {
        let at = slot(access.space, case) + inner[case];
        let is_long = access.space == Space::Global || is_generic(access.row.stem);
        let uniform = if way == Way::Uniform && !is_long { 256 } else { 0 };
        let base = start(access.space) + at as i64 - offset - uniform;
        data[columns::OFFSET * CASES + case] = match way {
            Way::Scaled(by) => (base >> (1 + by)) as u32,
            _ => base as u32,
        };
        // Half of the comparisons of an exchange find what they compare with.
        if rng.below(2) == 0 && access.kind == Kind::Atomic {
            let old = bytes_at(&data, access.space, case, at, access.bytes);
            for nth in 0..access.bytes.div_ceil(4) {
                data[(columns::DATA + nth) * CASES + case] = (old >> (32 * nth)) as u32;
            }
        }
        data[columns::PREDICATES * CASES + case] = 0;
    }
    data
}
