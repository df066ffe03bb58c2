//! The instructions with `.approx` or `.full`.

use super::float::{double, single, unsaturated};
use super::{Suffixes, flags};
use crate::execute::lanes::approx::{Circular, div, ex2, lg2, rsqrt, tanh};
use crate::execute::lanes::dispatch::dispatch;
use crate::execute::lanes::scalar::{flush64, operand, result, result64};
use crate::execute::lanes::{LaneOp, lanes, wide};
use crate::ptx::isa::{Mod, Opcode};

/// Keeps the sign, the exponent and 20 bits of mantissa: all the hardware's double-precision seeds
/// read and write.
fn upper_word(a: u64) -> u64 {
    a & !0xffff_ffff
}

/// Applies `f` to the upper word of a double and keeps the upper word of what it returns.
fn seed(a: u64, f: impl Fn(f64) -> f64) -> u64 {
    if f64::from_bits(a).is_nan() {
        // The manual gives this encoding for these two instructions.
        return 0x7fff_ffff_0000_0000;
    }
    upper_word(flush64(result64(f(f64::from_bits(upper_word(flush64(a)))))))
}

/// The operation of an instruction with `.approx` or `.full`.
pub(super) fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let ftz = m.has(Mod::Ftz);
    Some(match (opcode, m.last()?) {
        (Opcode::Div, Mod::F32) if m.has(Mod::Full) => unsaturated!(lanes, m, |a, b| a / b),
        (Opcode::Div, Mod::F32) => unsaturated!(wide, m, |a, b| div(a, b)),
        (Opcode::Rcp, Mod::F32) => unsaturated!(lanes, m, |a| 1.0 / a),
        (Opcode::Sqrt, Mod::F32) => unsaturated!(lanes, m, |a| a.sqrt()),
        (Opcode::Rsqrt, Mod::F32) => unsaturated!(wide, m, |a| rsqrt(a)),
        (Opcode::Sin | Opcode::Cos, Mod::F32) => {
            flags!(COS = opcode == Opcode::Cos, FTZ = ftz => dispatch::<W, Circular<COS, FTZ>>)
        }
        (Opcode::Lg2, Mod::F32) => unsaturated!(wide, m, |a| lg2(a)),
        (Opcode::Ex2, Mod::F32) => unsaturated!(wide, m, |a| ex2(a)),
        (Opcode::Tanh, Mod::F32) => unsaturated!(wide, m, |a| tanh(a)),
        (Opcode::Rcp, Mod::F64) => lanes!(l(l a) => seed(a, |a| 1.0 / a)),
        (Opcode::Rsqrt, Mod::F64) if ftz => lanes!(l(l a) => seed(a, |a| 1.0 / a.sqrt())),
        (Opcode::Rsqrt, Mod::F64) => double!(|a| 1.0 / a.sqrt()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;
    use crate::execute::lanes::approx::circular;
    use crate::execute::lanes::scalar::{NAN32, NAN64};

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
    fn close_to_the_true_value() {
        let ulps = |ours: f32, truth: f64| {
            let ulp = f64::from(f32::from_bits((truth.abs() as f32).to_bits().max(1 << 23) & 0x7f80_0000))
                * 2f64.powi(-23);
            (f64::from(ours) - truth).abs() / ulp
        };
        for i in -40_000..40_000 {
            let x = i as f32 * 0.003_71;
            let wide = f64::from(x);
            for (ours, truth) in [
                (ex2(x), libm::exp2(wide)),
                (lg2(x.abs() + 1e-38), libm::log2((x.abs() + 1e-38).into())),
                (tanh(x), libm::tanh(wide)),
                (circular::<false>(x * 97.0), libm::sin(f64::from(x * 97.0))),
                (circular::<true>(x * 97.0), libm::cos(f64::from(x * 97.0))),
            ] {
                let in_range = truth.abs() < f64::from(f32::MAX);
                assert!(!in_range || ulps(ours, truth) <= 0.51, "{x}: {ours} for {truth}");
            }
        }
        assert_eq!(run(Opcode::Sin, 1e10), (libm::sin(1e10) as f32).to_bits());
        assert_eq!(run(Opcode::Lg2, f32::from_bits(1)), (-149f32).to_bits());
        assert_eq!(run(Opcode::Tanh, -0.0), 0x8000_0000);
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
