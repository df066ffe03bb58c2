//! Floating-point instructions of every format: exact, then rounded once; or within a stated bound.

use super::cases::{format_of, is_packed};
use super::exact::{self, F64, Format, Mode, Real, decode, round};
use super::reference::{Expect, Instruction, by_halves};
use std::f64::consts::PI;
use warploom_kernel::ptx::isa::{Mod, Opcode as O};

/// The rounding an instruction names; to nearest even where it names none.
pub fn mode_of(mods: &[Mod]) -> Mode {
    let named = mods.iter().find_map(|m| match m {
        Mod::Rn | Mod::Rni => Some(Mode::NearestEven),
        Mod::Rz | Mod::Rzi => Some(Mode::Zero),
        Mod::Rm | Mod::Rmi => Some(Mode::Down),
        Mod::Rp | Mod::Rpi => Some(Mode::Up),
        Mod::Rna => Some(Mode::NearestAway),
        _ => None,
    });
    named.unwrap_or(Mode::NearestEven)
}

/// `bits` after `.sat` or `.relu`, whichever of them `mods` has.
pub fn limited(bits: u64, f: Format, mods: &[Mod]) -> Expect {
    let sat = mods.contains(&Mod::Sat);
    if !sat && !mods.contains(&Mod::Relu) {
        return Expect::Bits(bits);
    }
    match decode(bits, f) {
        Real::NaN => Expect::Bits(if sat { 0 } else { f.nan }),
        // Whether a limit of zero gives a negative zero its sign back is left open.
        Real::Zero { negative: true } => Expect::Either(0, bits),
        x if x.negative() => Expect::Bits(0),
        x if sat && exact::compare(&x, &exact::integer(1)) != Some(std::cmp::Ordering::Less) => {
            Expect::Bits(f.one())
        }
        _ => Expect::Bits(bits),
    }
}

pub fn floating(i: &Instruction<'_>) -> Expect {
    let ty = i.ty();
    let f = format_of(ty).expect("a floating-point type");
    if is_packed(ty) {
        let lane = if ty == Mod::F16x2 { Mod::F16 } else { Mod::Bf16 };
        let mods: Vec<Mod> = i.mods.iter().map(|&m| if m == ty { lane } else { m }).collect();
        return by_halves(i.sources, |halves| {
            floating(&Instruction { opcode: i.opcode, mods: &mods, types: vec![lane], sources: halves })
        });
    }
    let ftz = i.has(Mod::Ftz);
    let raw: Vec<u64> = i.sources.iter().map(|&s| if ftz { f.flush(s) } else { s }).collect();
    match i.opcode {
        O::Testp => return Expect::Bits(u64::from(has_property(i.mods[0], raw[0], f))),
        // The sign of the first source, the rest of the second.
        O::Copysign => return Expect::Bits(raw[1] & !f.sign_bit() | raw[0] & f.sign_bit()),
        O::Abs => return Expect::Bits(raw[0] & (f.sign_bit() - 1)),
        O::Neg => return Expect::Bits(raw[0] ^ f.sign_bit()),
        O::Min | O::Max => return Expect::Bits(extremum(i, &raw, f)),
        _ if i.has(Mod::Approx) || i.has(Mod::Full) => return approximate(i, &raw, f),
        _ => {}
    }
    let mode = mode_of(i.mods);
    let x: Vec<Real> = raw.iter().map(|&r| decode(r, f)).collect();
    let value = match i.opcode {
        O::Add => exact::add(&x[0], &x[1], mode),
        O::Sub => exact::add(&x[0], &x[1].negated(), mode),
        O::Mul => exact::mul(&x[0], &x[1]),
        O::Fma | O::Mad => exact::fma(&x[0], &x[1], &x[2], mode),
        O::Div => exact::div(&x[0], &x[1]),
        O::Rcp => exact::div(&exact::integer(1), &x[0]),
        O::Sqrt => exact::sqrt(&x[0]),
        other => panic!("no reference for {other}"),
    };
    let bits = round(&value, f, mode);
    limited(if ftz { f.flush(bits) } else { bits }, f, i.mods)
}

fn has_property(property: Mod, bits: u64, f: Format) -> bool {
    let x = decode(bits, f);
    let (nan, infinite) = (x == Real::NaN, matches!(x, Real::Infinity { .. }));
    match property {
        Mod::Finite => !nan && !infinite,
        Mod::Infinite => infinite,
        Mod::Number => !nan,
        Mod::Notanumber => nan,
        // The manual: "positive and negative zero are considered normal numbers".
        Mod::Normal => !nan && !infinite && !f.is_subnormal(bits),
        _ => f.is_subnormal(bits),
    }
}

fn extremum(i: &Instruction<'_>, raw: &[u64], f: Format) -> u64 {
    let xorsign = i.has(Mod::Xorsign);
    let magnitudes = f.sign_bit() - 1;
    let [a, b] =
        [raw[0], raw[1]].map(|r| if xorsign { r & magnitudes } else { r & (magnitudes | f.sign_bit()) });
    let least = i.opcode == O::Min;
    let chosen = match (f.is_nan(a), f.is_nan(b)) {
        (true, true) => return f.nan,
        (true, false) | (false, true) if i.has(Mod::NaN) => return f.nan,
        (true, false) => b,
        (false, true) => a,
        (false, false) => {
            // Sign and magnitude, read as an integer, order the numbers, negative zero below positive.
            let key = |bits: u64| {
                let magnitude = i128::from(bits & magnitudes);
                if bits & f.sign_bit() != 0 { -1 - magnitude } else { magnitude }
            };
            if (key(a) <= key(b)) == least { a } else { b }
        }
    };
    if xorsign { chosen & magnitudes | (raw[0] ^ raw[1]) & f.sign_bit() } else { chosen }
}

/// How far from the exact value a result may be.
#[derive(Clone, Copy)]
enum Bound {
    Ulps(f64),
    Relative(f64),
    Absolute(f64),
}

fn within(value: f64, bound: Bound, f: Format, ftz: bool) -> Expect {
    if value.is_infinite() {
        return Expect::Bits(f.infinity(value < 0.0));
    }
    let power = |e: i64| 2f64.powi(e as i32);
    let least_normal = power(f.least_exponent());
    let quantum = least_normal * power(-i64::from(f.fraction));
    let ulp = {
        let exponent = if value == 0.0 { f.least_exponent() } else { value.abs().log2().floor() as i64 };
        power(exponent.max(f.least_exponent()) - i64::from(f.fraction))
    };
    // No format is finer than its subnormals, whatever the relative bound.
    let allowed = quantum / 2.0
        + match bound {
            Bound::Ulps(n) => n * ulp,
            Bound::Relative(r) => r * value.abs(),
            Bound::Absolute(a) => a,
        };
    let (mut low, mut high) = (value - allowed, value + allowed);
    let largest = decode(f.largest(false), f).to_f64();
    if high > largest {
        high = f64::INFINITY;
    }
    if low < -largest {
        low = f64::NEG_INFINITY;
    }
    if ftz && low > 0.0 && low < least_normal {
        low = 0.0;
    }
    if ftz && high < 0.0 && high > -least_normal {
        high = 0.0;
    }
    Expect::Within { format: f, low, high, clear: 0 }
}

fn approximate(i: &Instruction<'_>, raw: &[u64], f: Format) -> Expect {
    let ftz = i.has(Mod::Ftz);
    if f == F64 && ftz {
        return gross(i, raw[0]);
    }
    if i.opcode == O::Div {
        return approximate_quotient(i, raw, f);
    }
    let (x, a) = (decode(raw[0], f), decode(raw[0], f).to_f64());
    let negative = x.negative();
    let nan = Expect::Bits(f.nan);
    let infinity = |negative| Expect::Bits(f.infinity(negative));
    let one = |negative| Expect::Bits(f.one() | if negative { f.sign_bit() } else { 0 });
    let e = |exponent: f64| exponent.exp2();
    match (i.opcode, &x) {
        (_, Real::NaN) => nan,
        (O::Rcp, Real::Infinity { .. }) => Expect::Bits(f.zero(negative)),
        (O::Rcp | O::Rsqrt, Real::Zero { .. }) => infinity(negative),
        (O::Rcp, _) => within(1.0 / a, Bound::Ulps(1.0), f, ftz),
        (O::Sqrt, Real::Zero { .. }) => Expect::Bits(raw[0]),
        (O::Lg2, Real::Zero { .. }) => infinity(true),
        (O::Sqrt | O::Rsqrt | O::Lg2, _) if negative => nan,
        (O::Sqrt | O::Lg2, Real::Infinity { .. }) => infinity(false),
        (O::Rsqrt, Real::Infinity { .. }) => Expect::Bits(0),
        (O::Sqrt, _) => within(a.sqrt(), Bound::Relative(e(-23.0)), f, ftz),
        (O::Rsqrt, _) => {
            // The manual bounds f32 only; for f64, two units in the last place and the check's own error.
            let bound = if f == F64 { e(-50.0) } else { e(-22.9) };
            within(1.0 / a.sqrt(), Bound::Relative(bound), f, ftz)
        }
        (O::Lg2, _) => {
            let inside = 0.5 < a && a < 2.0;
            let bound = if inside { Bound::Absolute(e(-22.0)) } else { Bound::Relative(e(-22.0)) };
            within(a.log2(), bound, f, false)
        }
        (O::Sin | O::Cos, Real::Infinity { .. }) => nan,
        (O::Sin, Real::Zero { .. }) => Expect::Bits(raw[0]),
        (O::Cos | O::Ex2, Real::Zero { .. }) => one(false),
        (O::Sin | O::Cos, _) => {
            let exact = if i.opcode == O::Sin { a.sin() } else { a.cos() };
            match a.abs() {
                m if m <= 2.0 * PI => within(exact, Bound::Absolute(e(-20.5)), f, false),
                m if m <= 100.0 * PI => within(exact, Bound::Absolute(e(-14.7)), f, false),
                // "Only best effort": at least a sine.
                _ => within(0.0, Bound::Absolute(1.0 + e(-14.0)), f, false),
            }
        }
        (O::Ex2, Real::Infinity { negative: true }) => Expect::Bits(0),
        (O::Ex2, Real::Infinity { negative: false }) => infinity(false),
        (O::Ex2, _) => {
            let bound = match i.ty() {
                Mod::F16 => Bound::Relative(e(-9.9)),
                Mod::Bf16 => Bound::Relative(e(-7.0)),
                // "2 ulp from correctly rounded result".
                _ => Bound::Ulps(2.5),
            };
            within(a.exp2(), bound, f, ftz)
        }
        (O::Tanh, Real::Zero { .. }) => Expect::Bits(raw[0]),
        (O::Tanh, Real::Infinity { .. }) => one(negative),
        (O::Tanh, _) => {
            let bound = match i.ty() {
                Mod::F16 => Bound::Absolute(e(-10.987)),
                Mod::Bf16 => Bound::Absolute(e(-8.0)),
                _ => Bound::Relative(e(-11.0)),
            };
            within(a.tanh(), bound, f, false)
        }
        (other, _) => panic!("no reference for {other}.approx"),
    }
}

/// `rcp.approx.ftz.f64` and `rsqrt.approx.ftz.f64`: of the upper word alone, into the upper word alone.
fn gross(i: &Instruction<'_>, raw: u64) -> Expect {
    let upper = raw & 0xffff_ffff_0000_0000;
    let x = decode(F64.flush(upper), F64);
    let negative = x.negative();
    let nan = 0x7fff_ffff_0000_0000;
    let a = x.to_f64();
    let value = match (i.opcode, &x) {
        (_, Real::NaN) => return Expect::Bits(nan),
        (_, Real::Zero { .. }) => return Expect::Bits(F64.infinity(negative)),
        // The encoding is given for NaNs that come in; one that arises may be the usual one.
        (O::Rsqrt, _) if negative => return Expect::Either(nan, F64.nan),
        // A NaN whose payload is in the lower word alone looks like an infinity from above.
        (_, Real::Infinity { .. }) if F64.is_nan(raw) => return Expect::Either(nan, F64.zero(negative)),
        (_, Real::Infinity { .. }) => return Expect::Bits(F64.zero(negative)),
        (O::Rcp, _) => 1.0 / a,
        _ => 1.0 / a.sqrt(),
    };
    // The manual states no bound; 20 fraction bits in and out leave no room for more than two units.
    let Expect::Within { format, low, high, .. } = within(value, Bound::Relative(2f64.powi(-19)), F64, true)
    else {
        unreachable!("`within` says so")
    };
    Expect::Within { format, low, high, clear: 0xffff_ffff }
}

fn approximate_quotient(i: &Instruction<'_>, raw: &[u64], f: Format) -> Expect {
    let ftz = i.has(Mod::Ftz);
    let [x, y] = [raw[0], raw[1]].map(|r| decode(r, f));
    let (a, b) = (x.to_f64(), y.to_f64());
    let negative = x.negative() != y.negative();
    let approx = i.has(Mod::Approx);
    // Computed as a × (1/b), and 1/b is flushed when b is this large.
    if approx && b.abs() > 2f64.powi(126) && b.is_finite() {
        return Expect::Bits(match x {
            Real::NaN | Real::Infinity { .. } => f.nan,
            _ => f.zero(negative),
        });
    }
    match exact::div(&x, &y) {
        Real::NaN => Expect::Bits(f.nan),
        // The bound holds from 2^-126 up; below, the reciprocal may already have overflowed.
        _ if approx && f.is_subnormal(raw[1]) => match (&x, negative) {
            (Real::Zero { .. }, _) => Expect::Anything,
            (_, false) => Expect::Within { format: f, low: a / b * 0.999_999, high: f64::INFINITY, clear: 0 },
            (_, true) => {
                Expect::Within { format: f, low: f64::NEG_INFINITY, high: a / b * 0.999_999, clear: 0 }
            }
        },
        Real::Finite(_) => within(a / b, Bound::Ulps(2.0), f, ftz),
        special => Expect::Bits(round(&special, f, Mode::NearestEven)),
    }
}
