//! What atomics do to memory: what PTX's `atom` and `red` do that compile to them.

use super::memory::Access;
use crate::conformance::cases::{Rng, float_value, integer_value};
use crate::conformance::exact::{self, BF16, F16, F32, F64, Format, Mode, decode, round};

/// The format of the elements, and how many there are, if they are floats.
fn floats(access: &Access<'_>) -> Option<(Format, u32)> {
    let found = [("F32.FTZ.RN", F32, 1), ("F64.RN", F64, 1), ("F16x2.RN", F16, 2), ("BF16x2.RN", BF16, 2)];
    found.iter().find(|(name, ..)| access.has(name)).map(|(_, format, count)| (*format, *count))
}

pub fn fill(access: &Access<'_>, words: &mut [u32], rng: &mut Rng) {
    for word in words {
        *word = match floats(access) {
            Some((F16, _)) => (float_value(rng, F16) | float_value(rng, F16) << 16) as u32,
            Some((BF16, _)) => (float_value(rng, BF16) | float_value(rng, BF16) << 16) as u32,
            Some((F32, _)) => float_value(rng, F32) as u32,
            _ => integer_value(rng, 32) as u32,
        };
    }
}

/// An addition has no sign: compiled code names none for 64 bits.
pub fn may_be_refused(access: &Access<'_>) -> bool {
    access.has("S64") && access.has("ADD")
}

/// The new value and the one that is returned; none if that is not documented.
pub fn update(access: &Access<'_>, old: u64, [a, b]: [u64; 2]) -> Option<(u64, u64)> {
    let names = &access.names;
    let operations = [
        "ADD",
        "MIN",
        "MAX",
        "INC",
        "DEC",
        "AND",
        "OR",
        "XOR",
        "EXCH",
        "CAS",
        "CAST",
        "CAST.SPIN",
        "POPC.INC",
        "ARRIVE",
    ];
    let operation = *operations.iter().find(|name| names.contains(name))?;
    let is_long = access.bytes == 8;
    let mask = if is_long { u64::MAX } else { 0xffff_ffff };
    let is_unknown = |name: &&&str| name.ends_with(".RN") || ["128", "32", "?"].contains(*name);
    if let Some((format, count)) = floats(access) {
        return (operation == "ADD").then(|| (added(old, a, format, count), old));
    }
    if names.iter().any(|name| is_unknown(&name) && operation != "POPC.INC") {
        return None;
    }
    let is_signed = access.has("S32") || access.has("S64");
    let key = |value: u64| match (is_signed, is_long) {
        (true, true) => i128::from(value as i64),
        (true, false) => i128::from(value as u32 as i32),
        _ => i128::from(value),
    };
    let plain = !is_signed && !is_long;
    let new = match operation {
        "ADD" => old.wrapping_add(a),
        "MIN" => {
            if key(a) < key(old) {
                a
            } else {
                old
            }
        }
        "MAX" => {
            if key(a) > key(old) {
                a
            } else {
                old
            }
        }
        // PTX counts in unsigned words only.
        "INC" if plain => {
            if old >= a {
                0
            } else {
                old + 1
            }
        }
        "DEC" if plain => {
            if old == 0 || old > a {
                a
            } else {
                old - 1
            }
        }
        "AND" => old & a,
        "OR" => old | a,
        "XOR" => old ^ a,
        "EXCH" => a,
        "CAS" | "CAST" | "CAST.SPIN" => {
            if old == a {
                b
            } else {
                old
            }
        }
        // All lanes that name a word add one each.
        "POPC.INC" if access.has("32") => old.wrapping_add(1),
        _ => return None,
    };
    let returned = if operation.starts_with("CAST") { u64::from(old == a) } else { old };
    Some((new & mask, returned))
}

fn added(old: u64, a: u64, format: Format, count: u32) -> u64 {
    let width = format.bits();
    let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
    (0..count).fold(0, |all, nth| {
        let part = |value: u64| {
            let bits = value >> (width * nth) & mask;
            // Additions of singles to global memory flush subnormal numbers.
            decode(if format == F32 { format.flush(bits) } else { bits }, format)
        };
        let sum = round(&exact::add(&part(old), &part(a), Mode::NearestEven), format, Mode::NearestEven);
        let sum = if format == F32 { format.flush(sum) } else { sum };
        all | sum << (width * nth)
    })
}
