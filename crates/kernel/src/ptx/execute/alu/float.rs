//! Single and double precision: what IEEE 754 rounds correctly, and the operations on their bits.

use super::{Suffixes, approx, directed, flags};
use crate::execute::lanes::dispatch::{Fused, Kernel, dispatch};
use crate::execute::lanes::exact::{self, F64, Round};
use crate::execute::lanes::scalar::{NAN16, NAN32, NAN64, flush, operand, result, result64};
use crate::execute::lanes::{LaneOp, Results, Sources, lanes, wide};
use crate::ptx::isa::{Mod, Opcode};

/// Lifts an expression in single precision, its operands flushed and its result finished as `.ftz`
/// and `.sat` ask, by [`lanes!`] or [`wide!`].
macro_rules! single {
    ($lift:ident, $m:expr, |$a:ident $(, $b:ident)*| $e:expr) => {
        match ($m.has(Mod::Ftz), $m.has(Mod::Sat)) {
            (false, false) => single!(@ $lift, false, false, |$a $(, $b)*| $e),
            (false, true) => single!(@ $lift, false, true, |$a $(, $b)*| $e),
            (true, false) => single!(@ $lift, true, false, |$a $(, $b)*| $e),
            (true, true) => single!(@ $lift, true, true, |$a $(, $b)*| $e),
        }
    };
    (@ $lift:ident, $ftz:literal, $sat:literal, |$a:ident $(, $b:ident)*| $e:expr) => {
        $lift!(s(s $a $(, s $b)*) => {
            let $a = operand::<$ftz>($a);
            $(let $b = operand::<$ftz>($b);)*
            result::<$ftz, $sat>($e)
        })
    };
}
pub(super) use single;

/// Like [`single!`], for what knows no `.sat`.
macro_rules! unsaturated {
    ($lift:ident, $m:expr, |$a:ident $(, $b:ident)*| $e:expr) => {
        if $m.has(Mod::Ftz) {
            single!(@ $lift, true, false, |$a $(, $b)*| $e)
        } else {
            single!(@ $lift, false, false, |$a $(, $b)*| $e)
        }
    };
}
pub(super) use unsaturated;

/// Lifts an expression in double precision.
macro_rules! double {
    (|$a:ident $(, $b:ident)*| $e:expr) => {
        wide!(l(l $a $(, l $b)*) => {
            let $a = f64::from_bits($a);
            $(let $b = f64::from_bits($b);)*
            result64($e)
        })
    };
}
pub(super) use double;

/// Lifts an operation of [`directed`] to lanes of single precision.
macro_rules! directed_single {
    ($finish:ident, $m:expr, $op:ident, $($a:ident),+) => {
        match $m.round() {
            Round::Zero => $finish!(lanes, $m, |$($a),+| directed::$op($($a,)+ Round::Zero)),
            Round::Down => $finish!(lanes, $m, |$($a),+| directed::$op($($a,)+ Round::Down)),
            _ => $finish!(lanes, $m, |$($a),+| directed::$op($($a,)+ Round::Up)),
        }
    };
}

/// Lifts an operation of [`exact`] to lanes of double precision.
macro_rules! directed_double {
    ($m:expr, $op:ident, $($a:ident),+) => {
        match $m.round() {
            Round::Zero => lanes!(l($(l $a),+) => exact::$op(F64, $($a,)+ Round::Zero)),
            Round::Down => lanes!(l($(l $a),+) => exact::$op(F64, $($a,)+ Round::Down)),
            _ => lanes!(l($(l $a),+) => exact::$op(F64, $($a,)+ Round::Up)),
        }
    };
}

/// The operation of an instruction of this family.
pub fn select<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let t = m.last()?;
    match opcode {
        Opcode::Testp => return testp(m),
        Opcode::Min | Opcode::Max => return Some(extreme(opcode == Opcode::Max, m)),
        Opcode::Copysign | Opcode::Abs | Opcode::Neg => return sign(opcode, m),
        _ if m.has(Mod::Approx) || m.has(Mod::Full) => return approx::select(opcode, m),
        _ => {}
    }
    let nearest = m.round() == Round::Nearest;
    Some(match (opcode, t) {
        (Opcode::Add, Mod::F32) if nearest => single!(wide, m, |a, b| a + b),
        (Opcode::Sub, Mod::F32) if nearest => single!(wide, m, |a, b| a - b),
        (Opcode::Mul, Mod::F32) if nearest => single!(wide, m, |a, b| a * b),
        (Opcode::Fma | Opcode::Mad, Mod::F32) if nearest => {
            flags!(FTZ = m.has(Mod::Ftz), SAT = m.has(Mod::Sat) => dispatch::<W, FusedSingle<FTZ, SAT>>)
        }
        (Opcode::Div, Mod::F32) if nearest => unsaturated!(lanes, m, |a, b| a / b),
        (Opcode::Rcp, Mod::F32) if nearest => unsaturated!(lanes, m, |a| 1.0 / a),
        (Opcode::Sqrt, Mod::F32) if nearest => unsaturated!(lanes, m, |a| a.sqrt()),
        (Opcode::Add, Mod::F64) if nearest => double!(|a, b| a + b),
        (Opcode::Sub, Mod::F64) if nearest => double!(|a, b| a - b),
        (Opcode::Mul, Mod::F64) if nearest => double!(|a, b| a * b),
        (Opcode::Fma | Opcode::Mad, Mod::F64) if nearest => dispatch::<W, FusedDouble>,
        (Opcode::Div, Mod::F64) if nearest => double!(|a, b| a / b),
        (Opcode::Rcp, Mod::F64) if nearest => double!(|a| 1.0 / a),
        (Opcode::Sqrt, Mod::F64) if nearest => double!(|a| a.sqrt()),
        (Opcode::Add, Mod::F32) => directed_single!(single, m, add, a, b),
        (Opcode::Sub, Mod::F32) => directed_single!(single, m, sub, a, b),
        (Opcode::Mul, Mod::F32) => directed_single!(single, m, mul, a, b),
        (Opcode::Fma | Opcode::Mad, Mod::F32) => directed_single!(single, m, fma, a, b, c),
        (Opcode::Div, Mod::F32) => directed_single!(unsaturated, m, div, a, b),
        (Opcode::Rcp, Mod::F32) => directed_single!(unsaturated, m, rcp, a),
        (Opcode::Sqrt, Mod::F32) => directed_single!(unsaturated, m, sqrt, a),
        (Opcode::Add, Mod::F64) => directed_double!(m, add, a, b),
        (Opcode::Sub, Mod::F64) => directed_double!(m, sub, a, b),
        (Opcode::Mul, Mod::F64) => directed_double!(m, mul, a, b),
        (Opcode::Fma | Opcode::Mad, Mod::F64) => directed_double!(m, fma, a, b, c),
        (Opcode::Div, Mod::F64) => directed_double!(m, div, a, b),
        (Opcode::Rcp, Mod::F64) => directed_double!(m, rcp, a),
        (Opcode::Sqrt, Mod::F64) => directed_double!(m, sqrt, a),
        _ => return None,
    })
}

/// Operations on the sign bit alone. A NaN keeps its payload: the manual leaves it open.
fn sign<const W: usize>(opcode: Opcode, m: Suffixes<'_>) -> Option<LaneOp<W>> {
    const SIGN: u32 = 1 << 31;
    const SIGN64: u64 = 1 << 63;
    Some(match (opcode, m.last()?, m.has(Mod::Ftz)) {
        // The sign of the first, the magnitude of the second.
        (Opcode::Copysign, Mod::F32, _) => lanes!(s(s a, s b) => (a & SIGN) | (b & !SIGN)),
        (Opcode::Copysign, Mod::F64, _) => lanes!(l(l a, l b) => (a & SIGN64) | (b & !SIGN64)),
        (Opcode::Abs, Mod::F32, false) => lanes!(s(s a) => a & !SIGN),
        (Opcode::Abs, Mod::F32, true) => lanes!(s(s a) => flush::<true>(a) & !SIGN),
        (Opcode::Abs, Mod::F64, _) => lanes!(l(l a) => a & !SIGN64),
        (Opcode::Neg, Mod::F32, false) => lanes!(s(s a) => a ^ SIGN),
        (Opcode::Neg, Mod::F32, true) => lanes!(s(s a) => flush::<true>(a) ^ SIGN),
        (Opcode::Neg, Mod::F64, _) => lanes!(l(l a) => a ^ SIGN64),
        _ => return None,
    })
}

macro_rules! extreme {
    ($name:ident, $bits:ident, $signed:ident, $infinity:literal, $nan:expr) => {
        /// The lesser (or, if `MAX`, the greater) of two numbers by their patterns, -0 below +0.
        ///
        /// A number wins over a NaN unless `NAN` asks for it. With `XORSIGN` magnitudes are compared
        /// and a number gets the product of the signs.
        #[inline(always)]
        pub fn $name<const MAX: bool, const NAN: bool, const XORSIGN: bool>(a: $bits, b: $bits) -> $bits {
            const SIGN: $bits = 1 << ($bits::BITS - 1);
            let sign = (a ^ b) & SIGN;
            let (a, b) = if XORSIGN { (a & !SIGN, b & !SIGN) } else { (a, b) };
            let key = |x: $bits| (x ^ ((x as $signed >> ($bits::BITS - 1)) as $bits >> 1)) as $signed;
            let (nan_a, nan_b) = (a & !SIGN > $infinity, b & !SIGN > $infinity);
            let picked = if (key(a) < key(b)) != MAX { a } else { b };
            let picked = if nan_a { b } else { picked };
            let picked = if nan_b { a } else { picked };
            let number = if XORSIGN { picked & !SIGN | sign } else { picked };
            let is_nan = if NAN { nan_a | nan_b } else { nan_a & nan_b };
            if is_nan { $nan } else { number }
        }
    };
}
extreme!(extreme16_half, u16, i16, 0x7c00, NAN16);
extreme!(extreme16_brain, u16, i16, 0x7f80, NAN16);
extreme!(extreme32, u32, i32, 0x7f80_0000, NAN32);
extreme!(extreme64, u64, i64, 0x7ff0_0000_0000_0000, NAN64);

fn extreme<const W: usize>(max: bool, m: Suffixes<'_>) -> LaneOp<W> {
    macro_rules! with {
        ($max:literal, $nan:literal, $xor:literal) => {
            if m.has(Mod::Ftz) {
                wide!(s(s a, s b) => extreme32::<$max, $nan, $xor>(flush::<true>(a), flush::<true>(b)))
            } else {
                wide!(s(s a, s b) => extreme32::<$max, $nan, $xor>(a, b))
            }
        };
    }
    match (m.last(), max, m.has(Mod::NaN), m.has(Mod::Xorsign)) {
        (Some(Mod::F64), false, ..) => lanes!(l(l a, l b) => extreme64::<false, false, false>(a, b)),
        (Some(Mod::F64), true, ..) => lanes!(l(l a, l b) => extreme64::<true, false, false>(a, b)),
        (_, false, false, false) => with!(false, false, false),
        (_, false, false, true) => with!(false, false, true),
        (_, false, true, false) => with!(false, true, false),
        (_, false, true, true) => with!(false, true, true),
        (_, true, false, false) => with!(true, false, false),
        (_, true, false, true) => with!(true, false, true),
        (_, true, true, false) => with!(true, true, false),
        (_, true, true, true) => with!(true, true, true),
    }
}

/// Which class a number belongs to; zeros count as normal, as the manual says.
fn testp<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    macro_rules! test {
        ($class:ident, $float:ident, |$a:ident| $e:expr) => {{
            let op: LaneOp<W> = |x, r| {
                r.p[0] = 0;
                for i in 0..W {
                    let $a = $float::from_bits(x.$class[0][i]);
                    r.p[0] |= u64::from($e) << i;
                }
            };
            op
        }};
        (|$a:ident| $e:expr) => {
            match m.last()? {
                Mod::F32 => test!(s, f32, |$a| $e),
                _ => test!(l, f64, |$a| $e),
            }
        };
    }
    let property = m.0.iter().copied().find(|m| !m.is_type())?;
    Some(match property {
        Mod::Finite => test!(|a| a.is_finite()),
        Mod::Infinite => test!(|a| a.is_infinite()),
        Mod::Number => test!(|a| !a.is_nan()),
        Mod::Notanumber => test!(|a| a.is_nan()),
        Mod::Normal => test!(|a| a.is_normal() || a == 0.0),
        Mod::Subnormal => test!(|a| a.is_subnormal()),
        _ => return None,
    })
}

/// `fma.rn.f32` and `mad.rn.f32`.
struct FusedSingle<const FTZ: bool, const SAT: bool>;
impl<const W: usize, const FTZ: bool, const SAT: bool> Kernel<W> for FusedSingle<FTZ, SAT> {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.s;
        for i in 0..W {
            let sum = F::single(operand::<FTZ>(a[i]), operand::<FTZ>(b[i]), operand::<FTZ>(c[i]));
            r.s[i] = result::<FTZ, SAT>(sum);
        }
    }
}

/// `fma.rn.f64` and `mad.rn.f64`.
struct FusedDouble;
impl<const W: usize> Kernel<W> for FusedDouble {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        let [a, b, c, ..] = x.l;
        for i in 0..W {
            r.l[i] = result64(F::double(f64::from_bits(a[i]), f64::from_bits(b[i]), f64::from_bits(c[i])));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;

    fn min<const NAN: bool>(a: f32, b: f32) -> u32 {
        extreme32::<false, NAN, false>(a.to_bits(), b.to_bits())
    }

    #[test]
    fn numbers_win_over_nan_and_minus_zero_is_less() {
        assert_eq!(min::<false>(f32::NAN, 1.0), 1f32.to_bits());
        assert_eq!(min::<true>(f32::NAN, 1.0), NAN32);
        assert_eq!(min::<false>(f32::NAN, -f32::NAN), NAN32);
        assert_eq!(min::<false>(0.0, -0.0), 0x8000_0000);
        assert_eq!(extreme32::<true, false, false>(0x8000_0000, 0), 0);
        assert_eq!(min::<false>(-2.0, -1.0), (-2f32).to_bits());
        let mixed = extreme32::<true, false, true>((-3f32).to_bits(), 2f32.to_bits());
        assert_eq!(mixed, (-3f32).to_bits());
        assert_eq!(extreme32::<true, true, true>(1f32.to_bits(), 0xffc0_0000), NAN32);
    }

    #[test]
    fn flushing_takes_inputs_and_results() {
        let tiny = 0x8000_0001u64;
        let run = |mods: &[Mod]| one(Opcode::Add, mods, &[tiny, tiny], 0).0;
        assert_eq!(run(&[Mod::F32]), 0x8000_0002);
        assert_eq!(run(&[Mod::Ftz, Mod::F32]), 0x8000_0000);
        let small = u64::from(f32::MIN_POSITIVE.to_bits());
        let half = u64::from(0.5f32.to_bits());
        assert_eq!(one(Opcode::Mul, &[Mod::Rz, Mod::Ftz, Mod::F32], &[small, half], 0).0, 0);
        assert_eq!(one(Opcode::Neg, &[Mod::Ftz, Mod::F32], &[1], 0).0, 0x8000_0000);
    }

    #[test]
    fn zeros_are_normal_to_testp() {
        let run = |what| one(Opcode::Testp, &[what, Mod::F32], &[0x8000_0000], 0).0;
        assert_eq!(run(Mod::Normal), 1);
        assert_eq!(run(Mod::Subnormal), 0);
    }

    #[test]
    fn copysign_takes_the_sign_of_the_first() {
        let (a, b) = (u64::from((-1f32).to_bits()), u64::from(5f32.to_bits()));
        assert_eq!(one(Opcode::Copysign, &[Mod::F32], &[a, b], 0).0, u64::from((-5f32).to_bits()));
    }
}
