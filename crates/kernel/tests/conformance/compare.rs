//! Comparison, selection, logic, shifts and movement.

use super::cases::{format_of, is_packed};
use super::exact::{self, BF16, F16, F32, decode};
use super::reference::{Expect, Instruction, Outcome, as_integer, wrap};
use std::cmp::Ordering;
use warploom_kernel::ptx::isa::{Mod, Opcode as O, TypeKind};

/// Whether a comparison holds of two values that stand so; `None` is unordered.
fn holds(comparison: Mod, order: Option<Ordering>) -> bool {
    let Some(order) = order else {
        return matches!(
            comparison,
            Mod::Equ | Mod::Neu | Mod::Ltu | Mod::Leu | Mod::Gtu | Mod::Geu | Mod::Nan
        );
    };
    match comparison {
        Mod::Eq | Mod::Equ => order == Ordering::Equal,
        Mod::Ne | Mod::Neu => order != Ordering::Equal,
        Mod::Lt | Mod::Ltu | Mod::Lo => order == Ordering::Less,
        Mod::Le | Mod::Leu | Mod::Ls => order != Ordering::Greater,
        Mod::Gt | Mod::Gtu | Mod::Hi => order == Ordering::Greater,
        Mod::Ge | Mod::Geu | Mod::Hs => order != Ordering::Less,
        Mod::Num => true,
        Mod::Nan => false,
        other => panic!("{other} compares nothing"),
    }
}

fn compares(i: &Instruction<'_>, a: u64, b: u64) -> bool {
    let ty = i.ty();
    let order = match format_of(ty) {
        Some(f) => {
            let real = |bits| decode(if i.has(Mod::Ftz) { f.flush(bits) } else { bits }, f);
            exact::compare(&real(a), &real(b))
        }
        None => Some(as_integer(a, ty).cmp(&as_integer(b, ty))),
    };
    holds(i.mods[0], order)
}

/// `t` combined with the predicate source, if there is one.
fn combined(i: &Instruction<'_>, t: bool) -> bool {
    let Some(&c) = i.sources.get(2) else { return t };
    let c = c != 0;
    match i.mods[1] {
        Mod::And => t && c,
        Mod::Or => t || c,
        Mod::Xor => t != c,
        other => panic!("{other} combines nothing"),
    }
}

pub fn compare(i: &Instruction<'_>) -> Outcome {
    let s = i.sources;
    match i.opcode {
        O::Selp => return (if s[2] != 0 { s[0] } else { s[1] }).into(),
        O::Slct => {
            let at_least_zero = match i.ty() {
                Mod::F32 => {
                    let c = if i.has(Mod::Ftz) { F32.flush(s[2]) } else { s[2] };
                    let zero = exact::Real::Zero { negative: false };
                    exact::compare(&decode(c, F32), &zero).is_some_and(Ordering::is_ge)
                }
                ty => as_integer(s[2], ty) >= 0,
            };
            return (if at_least_zero { s[0] } else { s[1] }).into();
        }
        _ => {}
    }
    if is_packed(i.ty()) {
        let t = [0, 16].map(|shift| compares(i, s[0] >> shift & 0xffff, s[1] >> shift & 0xffff));
        let [low, high] = t.map(|t| combined(i, t));
        if i.opcode == O::Setp {
            return Outcome { first: Expect::Bits(u64::from(low)), second: Some(u64::from(high)) };
        }
        let truth = match i.types[0] {
            Mod::F16x2 => F16.one(),
            Mod::Bf16x2 => BF16.one(),
            _ => 0xffff,
        };
        return ((truth * u64::from(low)) | ((truth * u64::from(high)) << 16)).into();
    }
    let t = compares(i, s[0], s[1]);
    if i.opcode == O::Setp {
        return Outcome {
            first: Expect::Bits(u64::from(combined(i, t))),
            second: Some(u64::from(combined(i, !t))),
        };
    }
    let truth = match format_of(i.types[0]) {
        Some(f) => f.one(),
        None => wrap(-1, i.types[0]),
    };
    (if combined(i, t) { truth } else { 0 }).into()
}

pub fn logic(i: &Instruction<'_>) -> Outcome {
    let s = i.sources;
    let ty = i.ty();
    let width = ty.bits();
    let per_bit = |rule: &dyn Fn(&[bool]) -> bool| {
        (0..width).fold(0u64, |word, k| {
            let bits: Vec<bool> = s.iter().map(|v| v >> k & 1 == 1).collect();
            word | u64::from(rule(&bits)) << k
        })
    };
    let value = match i.opcode {
        O::And => per_bit(&|b| b[0] && b[1]),
        O::Or => per_bit(&|b| b[0] || b[1]),
        O::Xor => per_bit(&|b| b[0] != b[1]),
        O::Not => per_bit(&|b| !b[0]),
        O::Cnot => u64::from(as_integer(s[0], ty) == 0),
        O::Lop3 => {
            let table = s[3];
            let d = per_bit(&|b| {
                let row = u32::from(b[0]) << 2 | u32::from(b[1]) << 1 | u32::from(b[2]);
                table >> row & 1 == 1
            });
            let second = s.get(4).map(|&q| {
                let some = d != 0;
                u64::from(if i.has(Mod::Or) { some || q != 0 } else { some && q != 0 })
            });
            return Outcome { first: Expect::Bits(d), second };
        }
        O::Shf => {
            let both = u128::from(i.word(1)) << 32 | u128::from(i.word(0));
            let n = if i.has(Mod::Clamp) { i.word(2).min(32) } else { i.word(2) % 32 };
            (if i.has(Mod::L) { both << n >> 32 } else { both >> n }) as u32 as u64
        }
        // Multiplying by a power of two, and dividing by one toward minus infinity.
        O::Shl => wrap(as_integer(s[0], ty) << i.word(1).min(width), ty),
        O::Shr => wrap(as_integer(s[0], ty).div_euclid(1 << i.word(1).min(width)), ty),
        other => panic!("no reference for {other}"),
    };
    debug_assert!(ty.kind() == Some(TypeKind::Signed) || width == 64 || value >> width == 0);
    value.into()
}

/// Which byte of {b, a} goes to bytes 3, 2, 1, 0 of the result, by the selector's lower two bits.
const PERMUTES: &[(Mod, [[u64; 4]; 4])] = &[
    (Mod::F4e, [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    (Mod::B4e, [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    (Mod::Rc8, [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    (Mod::Ecl, [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    (Mod::Ecr, [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    (Mod::Rc16, [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

pub fn movement(i: &Instruction<'_>) -> Outcome {
    let s = i.sources;
    if i.opcode == O::Mov {
        return s[0].into();
    }
    let bytes = s[0] & 0xffff_ffff | s[1] << 32;
    let selector = match PERMUTES.iter().find(|(m, _)| i.has(*m)) {
        Some((_, rows)) => rows[(s[2] & 3) as usize].iter().fold(0, |word, n| word << 4 | n),
        None => s[2],
    };
    let result = (0..4).fold(0, |word, k| {
        let nibble = selector >> (4 * k) & 15;
        let byte = bytes >> (8 * (nibble & 7)) & 0xff;
        let replicated = if byte >> 7 == 1 { 0xff } else { 0 };
        word | (if nibble & 8 != 0 { replicated } else { byte }) << (8 * k)
    });
    result.into()
}
