//! Conversion between floating-point formats, and rounding to integral values within one.

use super::convert::{DOWN, NEAREST, UP, ZERO, integral32, integral64};
use super::half::{Finish, Plain, Relu, Sat};
use super::{Suffixes, directed, flags};
use crate::execute::lanes::exact::{self, BF16, F16, F32, F64, Format, Round, TF32};
use crate::execute::lanes::scalar::{Brain, Half, NAN16, NAN32, Small, operand, result, saturated64};
use crate::execute::lanes::{LaneOp, lanes};
use crate::ptx::isa::Mod;

/// The operation of a `cvt` from a floating-point format to another or the same.
pub fn select<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let integral = m.0.iter().any(|m| matches!(m, Mod::Rni | Mod::Rzi | Mod::Rmi | Mod::Rpi));
    match (m.ty(0)?, m.ty(1)?) {
        (to, from) if integral && to == from => same_integral(m),
        (Mod::Tf32, _) => tf32(m),
        (Mod::F16x2, _) => pair::<W, Half>(m),
        (Mod::Bf16x2, _) => pair::<W, Brain>(m),
        (Mod::F16, Mod::F32) => narrow::<W, Half>(m),
        (Mod::Bf16, Mod::F32) => narrow::<W, Brain>(m),
        (Mod::F16, from) => small::<W, Half>(from, m),
        (Mod::Bf16, from) => small::<W, Brain>(from, m),
        (Mod::F32, _) => to_single(m),
        (Mod::F64, _) => to_double(m),
        _ => None,
    }
}

/// What [`exact`] calls a format of 16 bits.
trait Named: Small {
    const FORMAT: Format;
}
impl Named for Half {
    const FORMAT: Format = F16;
}
impl Named for Brain {
    const FORMAT: Format = BF16;
}

/// A rounding that a function can be generic over.
trait Rounding {
    const ROUND: Round;
}
struct Nearest;
struct Zero;
struct Down;
struct Up;
impl Rounding for Nearest {
    const ROUND: Round = Round::Nearest;
}
impl Rounding for Zero {
    const ROUND: Round = Round::Zero;
}
impl Rounding for Down {
    const ROUND: Round = Round::Down;
}
impl Rounding for Up {
    const ROUND: Round = Round::Up;
}

/// Replaces an infinity by the largest finite number of its sign.
#[inline(always)]
fn finite<H: Small, const SATFINITE: bool>(bits: u16) -> u16 {
    if SATFINITE && bits & 0x7fff == H::INFINITY { bits - 1 } else { bits }
}

/// A single in 16 bits.
#[inline(always)]
fn narrowed<H: Named, R: Rounding, F: Finish, const FTZ: bool, const SATFINITE: bool>(a: u32) -> u16 {
    let x = operand::<FTZ>(a);
    let bits = if R::ROUND == Round::Nearest {
        H::narrow(f64::from(x))
    } else {
        exact::convert(F32, H::FORMAT, x.to_bits().into(), R::ROUND) as u16
    };
    F::finish::<H>(finite::<H, SATFINITE>(bits))
}

fn narrow<const W: usize, H: Named>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    fn rounded<const W: usize, H: Named, R: Rounding>(m: Suffixes<'_>) -> LaneOp<W> {
        match (m.has(Mod::Relu), m.has(Mod::Sat), m.has(Mod::Ftz)) {
            (true, ..) => lanes!(s(s a) => narrowed::<H, R, Relu, false, false>(a).into()),
            (_, false, false) => lanes!(s(s a) => narrowed::<H, R, Plain, false, false>(a).into()),
            (_, false, true) => lanes!(s(s a) => narrowed::<H, R, Plain, true, false>(a).into()),
            (_, true, false) => lanes!(s(s a) => narrowed::<H, R, Sat, false, false>(a).into()),
            (_, true, true) => lanes!(s(s a) => narrowed::<H, R, Sat, true, false>(a).into()),
        }
    }
    Some(match m.round() {
        Round::Zero => rounded::<W, H, Zero>(m),
        Round::Down => rounded::<W, H, Down>(m),
        Round::Up => rounded::<W, H, Up>(m),
        _ => rounded::<W, H, Nearest>(m),
    })
}

/// Two singles to a pair, the first to the upper half.
fn pair<const W: usize, H: Named>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    fn finished<const W: usize, H: Named, R: Rounding, F: Finish>(m: Suffixes<'_>) -> LaneOp<W> {
        if m.has(Mod::Satfinite) {
            lanes!(s(s a, s b) => joined(narrowed::<H, R, F, false, true>(a), narrowed::<H, R, F, false, true>(b)))
        } else {
            lanes!(s(s a, s b) => joined(narrowed::<H, R, F, false, false>(a), narrowed::<H, R, F, false, false>(b)))
        }
    }
    Some(match (m.has(Mod::Rz), m.has(Mod::Relu)) {
        (false, false) => finished::<W, H, Nearest, Plain>(m),
        (false, true) => finished::<W, H, Nearest, Relu>(m),
        (true, false) => finished::<W, H, Zero, Plain>(m),
        (true, true) => finished::<W, H, Zero, Relu>(m),
    })
}

#[inline(always)]
fn joined(upper: u16, lower: u16) -> u32 {
    u32::from(upper) << 16 | u32::from(lower)
}

/// To 16 bits from a double, or from 16 bits of either format.
fn small<const W: usize, H: Named>(from: Mod, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    fn finished<const W: usize, H: Named, R: Rounding, F: Finish>(from: Mod) -> Option<LaneOp<W>> {
        Some(match from {
            Mod::F64 => {
                lanes!(s(l a) => F::finish::<H>(exact::convert(F64, H::FORMAT, a, R::ROUND) as u16).into())
            }
            Mod::F16 => {
                lanes!(s(s a) => F::finish::<H>(exact::convert(F16, H::FORMAT, (a & 0xffff).into(), R::ROUND) as u16).into())
            }
            Mod::Bf16 => {
                lanes!(s(s a) => F::finish::<H>(exact::convert(BF16, H::FORMAT, (a & 0xffff).into(), R::ROUND) as u16).into())
            }
            _ => return None,
        })
    }
    match (m.round(), m.has(Mod::Sat)) {
        (Round::Zero, false) => finished::<W, H, Zero, Plain>(from),
        (Round::Zero, true) => finished::<W, H, Zero, Sat>(from),
        (Round::Down, false) => finished::<W, H, Down, Plain>(from),
        (Round::Down, true) => finished::<W, H, Down, Sat>(from),
        (Round::Up, false) => finished::<W, H, Up, Plain>(from),
        (Round::Up, true) => finished::<W, H, Up, Sat>(from),
        (_, false) => finished::<W, H, Nearest, Plain>(from),
        (_, true) => finished::<W, H, Nearest, Sat>(from),
    }
}

/// A single with a mantissa of ten bits. The thirteen below are zero.
#[inline(always)]
fn tf32_bits<const RELU: bool, const SATFINITE: bool>(a: u32, round: Round) -> u32 {
    let x = f32::from_bits(a);
    if x.is_nan() {
        return NAN32;
    }
    if RELU && x.is_sign_negative() {
        return 0;
    }
    let bits = (exact::convert(F32, TF32, a.into(), round) as u32) << 13;
    if SATFINITE && bits << 1 == 0xff00_0000 { bits - (1 << 13) } else { bits }
}

fn tf32<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match (m.round(), m.has(Mod::Relu), m.has(Mod::Satfinite)) {
        (Round::Away, _, false) => lanes!(s(s a) => tf32_bits::<false, false>(a, Round::Away)),
        (Round::Away, _, true) => lanes!(s(s a) => tf32_bits::<false, true>(a, Round::Away)),
        (Round::Zero, false, _) => lanes!(s(s a) => tf32_bits::<false, false>(a, Round::Zero)),
        (Round::Zero, true, _) => lanes!(s(s a) => tf32_bits::<true, false>(a, Round::Zero)),
        (_, false, _) => lanes!(s(s a) => tf32_bits::<false, false>(a, Round::Nearest)),
        (_, true, _) => lanes!(s(s a) => tf32_bits::<true, false>(a, Round::Nearest)),
    })
}

/// To single: exact from narrower formats, rounded from a double.
fn to_single<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    macro_rules! finished {
        ($class:ident, |$a:ident| $x:expr) => {
            flags!(FTZ = m.has(Mod::Ftz), SAT = m.has(Mod::Sat) => lanes!(s($class $a) => result::<FTZ, SAT>($x)))
        };
    }
    macro_rules! directed {
        ($round:ident) => {
            finished!(l, |a| directed::narrowed(f64::from_bits(a), Round::$round))
        };
    }
    Some(match (m.ty(1)?, m.round()) {
        (Mod::F16, _) => finished!(s, |a| Half::widen(a as u16)),
        (Mod::Bf16, _) => finished!(s, |a| Brain::widen(a as u16)),
        (Mod::F32, _) => finished!(s, |a| f32::from_bits(a)),
        (Mod::F64, Round::Zero) => directed!(Zero),
        (Mod::F64, Round::Down) => directed!(Down),
        (Mod::F64, Round::Up) => directed!(Up),
        (Mod::F64, _) => finished!(l, |a| f64::from_bits(a) as f32),
        _ => return None,
    })
}

/// To double, exactly.
fn to_double<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(flags!(SAT = m.has(Mod::Sat) => match m.ty(1)? {
        Mod::F16 => lanes!(l(s a) => saturated64::<SAT>(Half::widen(a as u16).into())),
        Mod::Bf16 => lanes!(l(s a) => saturated64::<SAT>(Brain::widen(a as u16).into())),
        Mod::F32 => flags!(FTZ = m.has(Mod::Ftz) => lanes!(l(s a) => saturated64::<SAT>(operand::<FTZ>(a).into()))),
        Mod::F64 => lanes!(l(l a) => saturated64::<SAT>(f64::from_bits(a))),
        _ => return None,
    }))
}

/// Rounding to an integral value within a format.
fn same_integral<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    /// Integral values of 16 bits stay within them, so returning there is exact.
    fn small_integral<H: Small, F: Finish, const ROUND: u8>(a: u32) -> u32 {
        let x = integral32::<ROUND>(H::widen(a as u16));
        let bits = if x.is_nan() { NAN16 } else { H::narrow(x.into()) };
        F::finish::<H>(bits).into()
    }
    fn rounded<const W: usize, const ROUND: u8>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
        Some(match (m.last()?, m.has(Mod::Sat)) {
            (Mod::F16, false) => lanes!(s(s a) => small_integral::<Half, Plain, ROUND>(a)),
            (Mod::F16, true) => lanes!(s(s a) => small_integral::<Half, Sat, ROUND>(a)),
            (Mod::Bf16, false) => lanes!(s(s a) => small_integral::<Brain, Plain, ROUND>(a)),
            (Mod::Bf16, true) => lanes!(s(s a) => small_integral::<Brain, Sat, ROUND>(a)),
            (Mod::F32, sat) => flags!(FTZ = m.has(Mod::Ftz), SAT = sat => {
                lanes!(s(s a) => result::<FTZ, SAT>(integral32::<ROUND>(operand::<FTZ>(a))))
            }),
            (Mod::F64, sat) => flags!(SAT = sat => {
                lanes!(l(l a) => saturated64::<SAT>(integral64::<ROUND>(f64::from_bits(a))))
            }),
            _ => return None,
        })
    }
    match m.round() {
        Round::Zero => rounded::<W, ZERO>(m),
        Round::Down => rounded::<W, DOWN>(m),
        Round::Up => rounded::<W, UP>(m),
        _ => rounded::<W, NEAREST>(m),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;
    use crate::ptx::isa::Opcode;

    fn cvt(mods: &[Mod], a: u64) -> u64 {
        one(Opcode::Cvt, mods, &[a], 0).0
    }

    fn f(x: f32) -> u64 {
        x.to_bits().into()
    }

    #[test]
    fn overflow_follows_the_rounding_and_the_suffix() {
        assert_eq!(cvt(&[Mod::Rn, Mod::F16, Mod::F32], f(1e6)), 0x7c00);
        assert_eq!(cvt(&[Mod::Rz, Mod::F16, Mod::F32], f(1e6)), 0x7bff);
        assert_eq!(cvt(&[Mod::Rm, Mod::F16, Mod::F32], f(-1e6)), 0xfc00);
        assert_eq!(cvt(&[Mod::Rn, Mod::Bf16, Mod::F32], f(f32::MAX)), 0x7f80);
        let both = |mods: &[Mod]| one(Opcode::Cvt, mods, &[f(-1e9), f(1e9)], 0).0;
        assert_eq!(both(&[Mod::Rn, Mod::F16x2, Mod::F32]), 0xfc00_7c00);
        assert_eq!(both(&[Mod::Rn, Mod::Satfinite, Mod::F16x2, Mod::F32]), 0xfbff_7bff);
        assert_eq!(both(&[Mod::Rn, Mod::Relu, Mod::Satfinite, Mod::F16x2, Mod::F32]), 0x0000_7bff);
    }

    #[test]
    fn the_first_source_is_the_upper_half() {
        let pair = one(Opcode::Cvt, &[Mod::Rn, Mod::Bf16x2, Mod::F32], &[f(1.0), f(2.0)], 0).0;
        assert_eq!(pair, 0x3f80_4000);
    }

    #[test]
    fn tf32_ties_away() {
        assert_eq!(cvt(&[Mod::Rna, Mod::Tf32, Mod::F32], f(1.0) + 0x1000), f(1.0) + 0x2000);
        assert_eq!(cvt(&[Mod::Rn, Mod::Tf32, Mod::F32], f(1.0) + 0x1000), f(1.0));
        assert_eq!(cvt(&[Mod::Rna, Mod::Satfinite, Mod::Tf32, Mod::F32], f(f32::MAX)), 0x7f7f_e000);
        assert_eq!(cvt(&[Mod::Rn, Mod::Relu, Mod::Tf32, Mod::F32], f(-1.0)), 0);
        assert_eq!(cvt(&[Mod::Rz, Mod::Tf32, Mod::F32], 0xffc0_0001), u64::from(NAN32));
    }

    #[test]
    fn only_singles_are_flushed() {
        let tiny = f64::from(f32::MIN_POSITIVE) / 2.0;
        assert_eq!(cvt(&[Mod::Rn, Mod::Ftz, Mod::F32, Mod::F64], (-tiny).to_bits()), 0x8000_0000);
        assert_eq!(cvt(&[Mod::Ftz, Mod::F64, Mod::F32], 1), 0);
        assert_eq!(cvt(&[Mod::Ftz, Mod::F32, Mod::F16], 1), f(2f32.powi(-24)));
        assert_eq!(cvt(&[Mod::Rn, Mod::Ftz, Mod::F16, Mod::F32], f(2f32.powi(-24))), 1);
        assert_eq!(cvt(&[Mod::Rpi, Mod::Ftz, Mod::F32, Mod::F32], 1), 0);
        assert_eq!(cvt(&[Mod::Rpi, Mod::F32, Mod::F32], 1), f(1.0));
    }

    #[test]
    fn doubles_round_once_to_small_formats() {
        // Through single precision this would round up twice.
        let x = 1.0 + 2f64.powi(-11) - 2f64.powi(-40);
        assert_eq!(cvt(&[Mod::Rn, Mod::F16, Mod::F64], x.to_bits()), 0x3c00);
        assert_eq!(cvt(&[Mod::Rp, Mod::F16, Mod::F64], x.to_bits()), 0x3c01);
        assert_eq!(cvt(&[Mod::Rn, Mod::Sat, Mod::Bf16, Mod::F64], f64::NAN.to_bits()), 0);
    }
}
