//! Conversions between every two types.

use super::cases::format_of;
use super::exact::{self, F32, Real, TF32, decode, round};
use super::floating::{limited, mode_of};
use super::reference::{Expect, Instruction, Outcome, as_integer, limits, wrap};
use warploom_kernel::ptx::isa::Mod;

pub fn convert(i: &Instruction<'_>) -> Outcome {
    if i.has(Mod::Pack) {
        return pack(i).into();
    }
    let (to, from) = (i.types[0], i.types[1]);
    let s = i.sources;
    match to {
        // The first source is the upper half.
        Mod::F16x2 => Expect::Halves(Box::new([s[1], s[0]].map(|x| between_floats(i, Mod::F16, from, x)))),
        Mod::Bf16x2 => Expect::Halves(Box::new([s[1], s[0]].map(|x| between_floats(i, Mod::Bf16, from, x)))),
        _ => match (format_of(to), format_of(from)) {
            (None, None) => {
                let value = i.integer(0, from);
                let (least, greatest) = limits(to);
                let value = if i.has(Mod::Sat) { value.clamp(least, greatest) } else { value };
                Expect::Bits(wrap(value, to))
            }
            (None, Some(_)) => Expect::Bits(to_integer(i, to, from)),
            (Some(f), None) => {
                let bits = round(&exact::integer(i.integer(0, from)), f, mode_of(i.mods));
                limited(bits, f, i.mods)
            }
            (Some(_), Some(_)) => between_floats(i, to, from, s[0]),
        },
    }
    .into()
}

fn to_integer(i: &Instruction<'_>, to: Mod, from: Mod) -> u64 {
    let f = format_of(from).expect("from a float");
    let bits = if i.has(Mod::Ftz) { f.flush(i.sources[0]) } else { i.sources[0] };
    let (least, greatest) = limits(to);
    match exact::to_integer(&decode(bits, f), mode_of(i.mods)) {
        // The manual: zero for narrow results of narrow sources, else the highest bit alone.
        Real::NaN if from != Mod::F64 && to.bits() != 64 => 0,
        Real::NaN => wrap(1 << (to.bits() - 1), to),
        Real::Infinity { negative } => wrap(if negative { least } else { greatest }, to),
        Real::Zero { .. } => 0,
        Real::Finite(x) => {
            // Too many bits for any integer type means out of range, by far.
            let magnitude = if x.magnitude.bits() > 100 {
                1i128 << 100
            } else {
                i128::try_from(&x.magnitude).expect("at most 100 bits")
            };
            let value = if x.negative { -magnitude } else { magnitude };
            wrap(value.clamp(least, greatest), to)
        }
    }
}

fn between_floats(i: &Instruction<'_>, to: Mod, from: Mod, source: u64) -> Expect {
    let (t, f) = (format_of(to).expect("to a float"), format_of(from).expect("from a float"));
    let ftz = i.has(Mod::Ftz);
    let mode = mode_of(i.mods);
    let mask = if f.bits() == 64 { u64::MAX } else { (1 << f.bits()) - 1 };
    let bits = source & mask;
    let bits = if ftz && from == Mod::F32 { f.flush(bits) } else { bits };
    let mut value = decode(bits, f);
    let to_integral = i.mods.iter().any(|m| matches!(m, Mod::Rni | Mod::Rzi | Mod::Rmi | Mod::Rpi));
    if to_integral {
        value = exact::to_integer(&value, mode);
    }
    if value == Real::NaN && !i.has(Mod::Sat) {
        return match (to, from) {
            (_, Mod::Bf16) if to != Mod::Bf16 => Expect::NaN(t),
            (Mod::Tf32, _) => Expect::Either(TF32.nan, TF32.nan & !0x1fff),
            // Whether a conversion that changes nothing changes a NaN is left open.
            _ if to == from && !to_integral => Expect::Either(bits, t.nan),
            _ => Expect::Bits(t.nan),
        };
    }
    let mut result = round(&value, t, mode);
    if i.has(Mod::Satfinite) && matches!(decode(result, t), Real::Infinity { .. }) {
        result = t.largest(value.negative());
    }
    if ftz && to == Mod::F32 {
        result = F32.flush(result);
    }
    limited(result, t, i.mods)
}

fn pack(i: &Instruction<'_>) -> Expect {
    let to = i.types[0];
    let (least, greatest) = limits(to);
    let size = to.bits();
    let part = |k: usize| {
        let clamped = as_integer(i.sources[k], Mod::S32).clamp(least, greatest);
        clamped.rem_euclid(1 << size) as u64
    };
    let low = part(0) << size | part(1);
    let rest = if size == 16 { 0 } else { (i.sources[2] << (2 * size)) & 0xffff_ffff };
    Expect::Bits(low | rest)
}
