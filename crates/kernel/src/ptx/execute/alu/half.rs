//! Half precision and bfloat16, alone and in pairs.
//!
//! Sums and products are computed in double precision, where they are exact or, rounded to odd, carry
//! all that the second rounding needs to know.

use super::Suffixes;
use super::float::{extreme16_brain, extreme16_half};
use crate::execute::lanes::approx;
use crate::execute::lanes::scalar::{Brain, Half, NAN16, Small, halves, halves2, halves3, odd};
use crate::execute::lanes::{LaneOp, lanes, wide};
use crate::ptx::isa::{Mod, Opcode};

const SIGN: u16 = 0x8000;

#[inline(always)]
fn flush<H: Small, const FTZ: bool>(a: u16) -> u16 {
    if FTZ && a & H::INFINITY == 0 { a & SIGN } else { a }
}

#[inline(always)]
fn operand<H: Small, const FTZ: bool>(a: u16) -> f64 {
    f64::from(H::widen(flush::<H, FTZ>(a)))
}

/// What becomes of a result before it is returned.
pub trait Finish {
    /// Finishes the pattern of a result.
    fn finish<H: Small>(bits: u16) -> u16;
}

/// Returns it as it is.
pub struct Plain;
/// Clamps it to [0, 1], NaN to +0.
pub struct Sat;
/// Clamps negative numbers to +0; NaN stays.
pub struct Relu;

impl Finish for Plain {
    #[inline(always)]
    fn finish<H: Small>(bits: u16) -> u16 {
        bits
    }
}
impl Finish for Sat {
    #[inline(always)]
    fn finish<H: Small>(bits: u16) -> u16 {
        if bits & SIGN != 0 || bits > H::INFINITY { 0 } else { bits.min(H::ONE) }
    }
}
impl Finish for Relu {
    #[inline(always)]
    fn finish<H: Small>(bits: u16) -> u16 {
        if bits & !SIGN > H::INFINITY {
            NAN16
        } else if bits & SIGN != 0 {
            0
        } else {
            bits
        }
    }
}

#[inline(always)]
fn result<H: Small, F: Finish, const FTZ: bool>(x: f64) -> u16 {
    F::finish::<H>(flush::<H, FTZ>(H::narrow(x)))
}

/// `a * b + c` rounded to odd, of numbers whose product a double holds.
#[inline(always)]
pub fn fused(a: f64, b: f64, c: f64) -> f64 {
    let product = a * b;
    let sum = product + c;
    let part = sum - product;
    let error = (product - (sum - part)) + (c - part);
    odd(sum, error)
}

#[inline(always)]
fn add<H: Small, F: Finish, const FTZ: bool>(a: u16, b: u16) -> u16 {
    result::<H, F, FTZ>(fused(operand::<H, FTZ>(a), 1.0, operand::<H, FTZ>(b)))
}

#[inline(always)]
fn sub<H: Small, F: Finish, const FTZ: bool>(a: u16, b: u16) -> u16 {
    add::<H, F, FTZ>(a, b ^ SIGN)
}

#[inline(always)]
fn mul<H: Small, F: Finish, const FTZ: bool>(a: u16, b: u16) -> u16 {
    result::<H, F, FTZ>(operand::<H, FTZ>(a) * operand::<H, FTZ>(b))
}

#[inline(always)]
fn fma<H: Small, F: Finish, const FTZ: bool>(a: u16, b: u16, c: u16) -> u16 {
    result::<H, F, FTZ>(fused(operand::<H, FTZ>(a), operand::<H, FTZ>(b), operand::<H, FTZ>(c)))
}

fn ex2<H: Small, const FTZ: bool>(a: u16) -> u16 {
    result::<H, Plain, FTZ>(f64::from(approx::ex2(operand::<H, FTZ>(a) as f32)))
}

fn tanh<H: Small>(a: u16) -> u16 {
    result::<H, Plain, false>(f64::from(approx::tanh(operand::<H, false>(a) as f32)))
}

/// Lifts a function of 16-bit patterns to lanes, alone or in pairs.
macro_rules! small {
    ($pair:expr, $f:expr; $n:tt) => {
        small!(@ lanes, $pair, $f; $n)
    };
    (@ $lift:ident, $pair:expr, $f:expr; 1) => {
        if $pair { $lift!(s(s a) => halves(a, $f)) } else { $lift!(s(s a) => u32::from($f(a as u16))) }
    };
    (@ $lift:ident, $pair:expr, $f:expr; 2) => {
        if $pair {
            $lift!(s(s a, s b) => halves2(a, b, $f))
        } else {
            $lift!(s(s a, s b) => u32::from($f(a as u16, b as u16)))
        }
    };
    (@ $lift:ident, $pair:expr, $f:expr; 3) => {
        if $pair {
            $lift!(s(s a, s b, s c) => halves3(a, b, c, $f))
        } else {
            $lift!(s(s a, s b, s c) => u32::from($f(a as u16, b as u16, c as u16)))
        }
    };
}

/// Lifts a function generic over what finishes it, by the suffixes; without any, as fast as can be.
macro_rules! finished {
    ($m:expr, $pair:expr, $f:ident, $h:ident; $n:tt) => {
        match ($m.has(Mod::Ftz), $m.has(Mod::Sat), $m.has(Mod::Relu)) {
            (false, false, false) => small!(@ wide, $pair, $f::<$h, Plain, false>; $n),
            (false, true, _) => small!($pair, $f::<$h, Sat, false>; $n),
            (false, false, true) => small!($pair, $f::<$h, Relu, false>; $n),
            (true, false, false) => small!($pair, $f::<$h, Plain, true>; $n),
            (true, true, _) => small!($pair, $f::<$h, Sat, true>; $n),
            (true, false, true) => small!($pair, $f::<$h, Relu, true>; $n),
        }
    };
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    let pair = matches!(t, Mod::F16x2 | Mod::Bf16x2);
    let brain = matches!(t, Mod::Bf16 | Mod::Bf16x2);
    let ftz = m.has(Mod::Ftz);
    Some(match (opcode, brain) {
        (Opcode::Add, false) => finished!(m, pair, add, Half; 2),
        (Opcode::Add, true) => small!(@ wide, pair, add::<Brain, Plain, false>; 2),
        (Opcode::Sub, false) => finished!(m, pair, sub, Half; 2),
        (Opcode::Sub, true) => small!(@ wide, pair, sub::<Brain, Plain, false>; 2),
        (Opcode::Mul, false) => finished!(m, pair, mul, Half; 2),
        (Opcode::Mul, true) => small!(@ wide, pair, mul::<Brain, Plain, false>; 2),
        (Opcode::Fma, false) => finished!(m, pair, fma, Half; 3),
        (Opcode::Fma, true) if m.has(Mod::Relu) => small!(pair, fma::<Brain, Relu, false>; 3),
        (Opcode::Fma, true) => small!(@ wide, pair, fma::<Brain, Plain, false>; 3),
        (Opcode::Neg, false) if ftz => small!(pair, |a| flush::<Half, true>(a) ^ SIGN; 1),
        (Opcode::Neg, _) => small!(pair, |a: u16| a ^ SIGN; 1),
        (Opcode::Abs, false) if ftz => small!(pair, |a| flush::<Half, true>(a) & !SIGN; 1),
        (Opcode::Abs, _) => small!(pair, |a: u16| a & !SIGN; 1),
        (Opcode::Min | Opcode::Max, _) => extreme(opcode == Opcode::Max, pair, brain, m),
        (Opcode::Tanh, false) => small!(pair, tanh::<Half>; 1),
        (Opcode::Tanh, true) => small!(pair, tanh::<Brain>; 1),
        (Opcode::Ex2, false) => small!(pair, ex2::<Half, false>; 1),
        (Opcode::Ex2, true) => small!(pair, ex2::<Brain, true>; 1),
        _ => return None,
    })
}

fn extreme<const W: usize>(max: bool, pair: bool, brain: bool, m: Suffixes<'_>) -> LaneOp<W> {
    fn flushed<const MAX: bool, const NAN: bool, const XORSIGN: bool>(a: u16, b: u16) -> u16 {
        extreme16_half::<MAX, NAN, XORSIGN>(flush::<Half, true>(a), flush::<Half, true>(b))
    }
    macro_rules! with {
        ($max:literal, $nan:literal, $xor:literal) => {
            if brain {
                small!(pair, extreme16_brain::<$max, $nan, $xor>; 2)
            } else if m.has(Mod::Ftz) {
                small!(pair, flushed::<$max, $nan, $xor>; 2)
            } else {
                small!(pair, extreme16_half::<$max, $nan, $xor>; 2)
            }
        };
    }
    match (max, m.has(Mod::NaN), m.has(Mod::Xorsign)) {
        (false, false, false) => with!(false, false, false),
        (false, false, true) => with!(false, false, true),
        (false, true, false) => with!(false, true, false),
        (false, true, true) => with!(false, true, true),
        (true, false, false) => with!(true, false, false),
        (true, false, true) => with!(true, false, true),
        (true, true, false) => with!(true, true, false),
        (true, true, true) => with!(true, true, true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::lanes::exact::{self, Round};

    #[test]
    fn sums_and_products_round_once() {
        // A walk through patterns that visits every exponent with varied mantissas.
        let walk = || (0..u16::MAX).step_by(331);
        for a in walk() {
            for b in walk() {
                let c = a.rotate_left(5) ^ b;
                let (wa, wb, wc) = (u64::from(a), u64::from(b), u64::from(c));
                let exactly = |f| exact::fma(f, wa, wb, wc, Round::Nearest) as u16;
                assert_eq!(fma::<Half, Plain, false>(a, b, c), exactly(exact::F16), "{a:x} {b:x} {c:x}");
                assert_eq!(fma::<Brain, Plain, false>(a, b, c), exactly(exact::BF16), "{a:x} {b:x} {c:x}");
                let exactly = |f| exact::add(f, wa, wb, Round::Nearest) as u16;
                assert_eq!(add::<Half, Plain, false>(a, b), exactly(exact::F16), "{a:x} {b:x}");
                assert_eq!(add::<Brain, Plain, false>(a, b), exactly(exact::BF16), "{a:x} {b:x}");
                let exactly = |f| exact::mul(f, wa, wb, Round::Nearest) as u16;
                assert_eq!(mul::<Brain, Plain, false>(a, b), exactly(exact::BF16), "{a:x} {b:x}");
            }
        }
    }

    #[test]
    fn a_tiny_product_breaks_a_tie() {
        // 1 + 2^-11 lies halfway between two halves; a product of 2^-48 must tip it upward.
        assert_eq!(fma::<Half, Plain, false>(0x0001, 0x0001, 0x3c00), 0x3c00);
        let (a, b) = (0x3c01, 0x3bff); // (1 + 2^-10) * (1 - 2^-11) = 1 + 2^-11 - 2^-21
        assert_eq!(fma::<Half, Plain, false>(a, b, 0), 0x3c00);
        assert_eq!(fma::<Half, Plain, false>(a, b, 0x0010), 0x3c01);
    }

    #[test]
    fn finishes() {
        assert_eq!(Sat::finish::<Half>(NAN16), 0);
        assert_eq!(Sat::finish::<Half>(0x8000), 0);
        assert_eq!(Sat::finish::<Half>(0x7c00), 0x3c00);
        assert_eq!(Relu::finish::<Brain>(0xbf80), 0);
        assert_eq!(Relu::finish::<Brain>(0xffc0), NAN16);
        assert_eq!(mul::<Half, Plain, true>(0x0400, 0x3800), 0);
    }
}
