//! The fast approximations. The manual bounds their error and fixes special cases, no bit beyond that;
//! these compute in double precision and round, so every host gives the same bits, well within bounds.

use super::float::{double, single};
use super::scalar::{NAN64, flush64, operand, result, result64};
use super::{LaneOp, Suffixes, lanes};
use crate::ptx::isa::{Mod, Opcode};

/// `div.approx`: the product with a reciprocal, which is zero where the divisor is so large that
/// hardware's reciprocal is flushed.
#[inline(always)]
fn div(a: f32, b: f32) -> f32 {
    let huge = b.is_finite() && b.abs() > f32::from_bits((126 + 127) << 23);
    if huge { a * f32::copysign(0.0, b) } else { (f64::from(a) / f64::from(b)) as f32 }
}

#[inline(always)]
fn rsqrt(a: f32) -> f32 {
    (1.0 / f64::from(a).sqrt()) as f32
}

fn sin(a: f32) -> f32 {
    libm::sin(f64::from(a)) as f32
}

fn cos(a: f32) -> f32 {
    libm::cos(f64::from(a)) as f32
}

fn lg2(a: f32) -> f32 {
    libm::log2(f64::from(a)) as f32
}

pub fn ex2(a: f32) -> f32 {
    libm::exp2(f64::from(a)) as f32
}

pub fn tanh(a: f32) -> f32 {
    libm::tanh(f64::from(a)) as f32
}

/// Keeps the sign, the exponent and 20 bits of mantissa: all the hardware's double-precision seeds
/// read and write.
fn upper_word(a: u64) -> u64 {
    a & !0xffff_ffff
}

/// Applies `f` to the upper word of a double and keeps the upper word of what it returns.
fn seed(a: u64, f: impl Fn(f64) -> f64) -> u64 {
    if f64::from_bits(a).is_nan() {
        return NAN64;
    }
    upper_word(flush64(result64(f(f64::from_bits(upper_word(flush64(a)))))))
}

/// The operation of an instruction with `.approx` or `.full`.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match (opcode, m.last()?) {
        (Opcode::Div, Mod::F32) if m.has(Mod::Full) => single!(m, |a, b| a / b),
        (Opcode::Div, Mod::F32) => single!(m, |a, b| div(a, b)),
        (Opcode::Rcp, Mod::F32) => single!(m, |a| 1.0 / a),
        (Opcode::Sqrt, Mod::F32) => single!(m, |a| a.sqrt()),
        (Opcode::Rsqrt, Mod::F32) => single!(m, |a| rsqrt(a)),
        (Opcode::Sin, Mod::F32) => single!(m, |a| sin(a)),
        (Opcode::Cos, Mod::F32) => single!(m, |a| cos(a)),
        (Opcode::Lg2, Mod::F32) => single!(m, |a| lg2(a)),
        (Opcode::Ex2, Mod::F32) => single!(m, |a| ex2(a)),
        (Opcode::Tanh, Mod::F32) => single!(m, |a| tanh(a)),
        (Opcode::Rcp, Mod::F64) => lanes!(l(l a) => seed(a, |a| 1.0 / a)),
        (Opcode::Rsqrt, Mod::F64) if m.has(Mod::Ftz) => lanes!(l(l a) => seed(a, |a| 1.0 / a.sqrt())),
        (Opcode::Rsqrt, Mod::F64) => double!(|a| 1.0 / a.sqrt()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;
    use crate::execute::alu::scalar::NAN32;

    fn run(op: Opcode, a: f32) -> u32 {
        one(op, &[Mod::Approx, Mod::F32], &[a.to_bits().into()], 0).0 as u32
    }

    #[test]
    fn special_values_follow_the_manual() {
        let (inf, one) = (f32::INFINITY, 1f32.to_bits());
        assert_eq!(run(Opcode::Ex2, -inf), 0);
        assert_eq!(run(Opcode::Ex2, -0.0), one);
        assert_eq!(run(Opcode::Ex2, f32::from_bits(1)), one);
        assert_eq!(run(Opcode::Lg2, -0.0), (-inf).to_bits());
        assert_eq!(run(Opcode::Lg2, -1.0), NAN32);
        assert_eq!(run(Opcode::Lg2, inf), inf.to_bits());
        assert_eq!(run(Opcode::Rsqrt, -0.0), (-inf).to_bits());
        assert_eq!(run(Opcode::Rsqrt, inf), 0);
        assert_eq!(run(Opcode::Rsqrt, -1.0), NAN32);
        assert_eq!(run(Opcode::Sin, inf), NAN32);
        assert_eq!(run(Opcode::Sin, -0.0), 0x8000_0000);
        assert_eq!(run(Opcode::Cos, 0.0), one);
        assert_eq!(run(Opcode::Sqrt, -0.0), 0x8000_0000);
        assert_eq!(run(Opcode::Rcp, -inf), 0x8000_0000);
        assert_eq!(run(Opcode::Tanh, -inf), (-1f32).to_bits());
        assert_eq!(run(Opcode::Tanh, f32::NAN), NAN32);
    }

    #[test]
    fn huge_divisors_give_zero() {
        assert_eq!(div(-1e30, 2e38).to_bits(), 0x8000_0000);
        assert!(div(f32::INFINITY, 2e38).is_nan());
        assert_eq!(div(3.0, f32::from_bits(253 << 23)), 3.0 / f32::from_bits(253 << 23));
        assert_eq!(div(1.0, f32::INFINITY), 0.0);
    }

    #[test]
    fn double_seeds_use_the_upper_word() {
        let run = |op, a: u64| one(op, &[Mod::Approx, Mod::Ftz, Mod::F64], &[a], 0).0;
        assert_eq!(run(Opcode::Rcp, 3f64.to_bits()), (1f64 / 3.0).to_bits() & !0xffff_ffff);
        assert_eq!(run(Opcode::Rcp, 1), f64::INFINITY.to_bits());
        assert_eq!(run(Opcode::Rcp, f64::MAX.to_bits()), 0);
        assert_eq!(run(Opcode::Rsqrt, 1 << 63 | 1), f64::NEG_INFINITY.to_bits());
        assert_eq!(run(Opcode::Rsqrt, (-4f64).to_bits()), NAN64);
    }
}
