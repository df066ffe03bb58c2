//! Directed roundings in single precision, by way of double precision.
//!
//! A double has more than twice the bits of a single, so the exact result of an operation on singles,
//! rounded to odd in a double, still tells on which side of every single it lies.
//! These are seldom used and many are their forms, so they are called, not inlined, lane by lane.

use super::half::fused;
use crate::execute::lanes::exact::Round;
use crate::execute::lanes::scalar::odd;

/// A double as a single, rounded as asked.
#[inline(always)]
pub fn narrowed(x: f64, round: Round) -> f32 {
    let nearest = x as f32;
    let back = f64::from(nearest);
    // Patterns of one sign are ordered by magnitude: a step down in them is a step toward zero.
    let bits = nearest.to_bits();
    let (inward, outward) = (bits.wrapping_sub(1), bits.wrapping_add(1));
    let negative = x.is_sign_negative();
    let toward_zero = match round {
        Round::Zero => true,
        Round::Down => !negative,
        Round::Up => negative,
        Round::Nearest | Round::Away => return nearest,
    };
    let moved = if toward_zero {
        if back.abs() > x.abs() { inward } else { bits }
    } else if back.abs() < x.abs() {
        outward
    } else {
        bits
    };
    f32::from_bits(moved)
}

/// `a + b`.
#[inline(never)]
pub fn add(a: f32, b: f32, round: Round) -> f32 {
    sum(a.into(), b.into(), round)
}

/// `a - b`.
#[inline(always)]
pub fn sub(a: f32, b: f32, round: Round) -> f32 {
    add(a, -b, round)
}

/// `a * b`.
#[inline(never)]
pub fn mul(a: f32, b: f32, round: Round) -> f32 {
    narrowed(f64::from(a) * f64::from(b), round)
}

/// `a * b + c`, rounded once.
#[inline(never)]
pub fn fma(a: f32, b: f32, c: f32, round: Round) -> f32 {
    sum(f64::from(a) * f64::from(b), c.into(), round)
}

#[inline(always)]
fn sum(a: f64, b: f64, round: Round) -> f32 {
    let exact = fused(a, 1.0, b);
    let positive = a.is_sign_positive() && b.is_sign_positive();
    // Rounding down, a sum that cancels is -0.
    let exact = if round == Round::Down && exact == 0.0 && !positive { -0.0 } else { exact };
    narrowed(exact, round)
}

/// The upper `53 - DROP` bits of a double.
#[inline(always)]
fn head<const DROP: u32>(x: f64) -> f64 {
    f64::from_bits(x.to_bits() >> DROP << DROP)
}

/// `a / b`. The head of the quotient is short enough that its product with `b` is exact.
#[inline(never)]
pub fn div(a: f32, b: f32, round: Round) -> f32 {
    let (a, b) = (f64::from(a), f64::from(b));
    let quotient = head::<25>(a / b);
    let rest = a - quotient * b;
    let error = if b < 0.0 { -rest } else { rest };
    narrowed(odd(quotient, error), round)
}

/// `1 / a`.
#[inline(always)]
pub fn rcp(a: f32, round: Round) -> f32 {
    div(1.0, a, round)
}

/// The square root of `a`, likewise.
#[inline(never)]
pub fn sqrt(a: f32, round: Round) -> f32 {
    let a = f64::from(a);
    let root = head::<28>(a.sqrt());
    narrowed(odd(root, a - root * root), round)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::lanes::exact::{self, F32, F64};
    use crate::execute::lanes::scalar::result;

    #[test]
    fn agrees_with_exact_arithmetic() {
        let edges =
            [0u32, 1, 2, 0x007f_ffff, 0x0080_0000, 0x3f80_0000, 0x3f80_0001, 0x3f7f_ffff, 0x4040_0000];
        let more =
            [0x4b80_0001, 0x7f7f_ffff, 0x7f80_0000, 0x7fc0_0000, 0x1234_5678, 0x6789_abcd, 0x2edc_ba98];
        let values: Vec<u32> = edges.into_iter().chain(more).flat_map(|v| [v, v | 1 << 31]).collect();
        for round in [Round::Zero, Round::Down, Round::Up] {
            for &a in &values {
                for &b in &values {
                    let (x, y, wa, wb) = (f32::from_bits(a), f32::from_bits(b), u64::from(a), u64::from(b));
                    let check = |what: &str, ours: f32, exactly: u64| {
                        assert_eq!(
                            result::<false, false>(ours),
                            exactly as u32,
                            "{what} {a:x} {b:x} {round:?}"
                        );
                    };
                    check("add", add(x, y, round), exact::add(F32, wa, wb, round));
                    check("sub", sub(x, y, round), exact::sub(F32, wa, wb, round));
                    check("mul", mul(x, y, round), exact::mul(F32, wa, wb, round));
                    check("div", div(x, y, round), exact::div(F32, wa, wb, round));
                    check("sqrt", sqrt(x, round), exact::sqrt(F32, wa, round));
                    for &c in &values {
                        let exactly = exact::fma(F32, wa, wb, c.into(), round);
                        check("fma", fma(x, y, f32::from_bits(c), round), exactly);
                    }
                    let double = wa << 32 | wb;
                    let exactly = exact::convert(F64, F32, double, round);
                    check("cvt", narrowed(f64::from_bits(double), round), exactly);
                }
            }
        }
    }
}
