//! Conversion between integers, and between integers and floating-point numbers.
//!
//! Decisions, as the manual has them: a conversion to an integer always saturates; NaN becomes 0, but
//! if a double is converted or 64 bits are made, the integer whose top bit alone is set.

use super::half::{Finish, Plain, Sat};
use super::{Suffixes, convert_float};
use crate::execute::lanes::exact::{self, BF16, F16, F32, F64, Round};
use crate::execute::lanes::scalar::{Brain, Half, Small, operand, result, saturated64};
use crate::execute::lanes::{LaneOp, lanes, wide};
use crate::ptx::isa::{Mod, TypeKind};

/// The operation of a `cvt`.
pub fn select<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    if m.has(Mod::Pack) {
        return pack(m);
    }
    let (to, from) = (m.ty(0)?, m.ty(1)?);
    match (to.kind()? == TypeKind::Float, from.kind()? == TypeKind::Float) {
        (false, false) => integers(m),
        (false, true) => float_to_integer(m),
        (true, false) => integer_to_float(m),
        (true, true) => convert_float::select(m),
    }
}

/// Invokes `$then!(class type args…)` with the class and the host type of an integer suffix.
macro_rules! with_integer {
    ($t:expr, $then:ident!($($args:tt)*)) => {
        match $t {
            Mod::U8 => $then!(s u8, $($args)*),
            Mod::U16 => $then!(s u16, $($args)*),
            Mod::U32 => $then!(s u32, $($args)*),
            Mod::U64 => $then!(l u64, $($args)*),
            Mod::S8 => $then!(s i8, $($args)*),
            Mod::S16 => $then!(s i16, $($args)*),
            Mod::S32 => $then!(s i32, $($args)*),
            Mod::S64 => $then!(l i64, $($args)*),
            _ => return None,
        }
    };
}

/// The pattern a register of that class holds: extended by the sign of the type.
macro_rules! stored {
    (s, $e:expr) => {
        $e as u32
    };
    (l, $e:expr) => {
        $e as u64
    };
}

fn integers<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let sat = m.has(Mod::Sat);
    macro_rules! from {
        ($fc:ident $ft:ident, $to:expr) => {
            with_integer!($to, to!($fc $ft))
        };
    }
    macro_rules! to {
        ($tc:ident $tt:ident, $fc:ident $ft:ident) => {
            if sat {
                lanes!($tc($fc a) => stored!($tc, clamp(i128::from(a as $ft), $tt::MIN.into(), $tt::MAX.into()) as $tt))
            } else {
                lanes!($tc($fc a) => stored!($tc, a as $ft as $tt))
            }
        };
    }
    Some(with_integer!(m.ty(1)?, from!(m.ty(0)?)))
}

#[inline(always)]
fn clamp(a: i128, least: i128, most: i128) -> i128 {
    a.max(least).min(most)
}

/// Rounds to an integral value; exact, whatever the size. The sign of zero stays.
///
/// Adding and subtracting 2^23 (2^52) drops the fraction; what is larger has none.
macro_rules! integral {
    ($name:ident, $float:ident, $limit:expr) => {
        #[inline(always)]
        pub fn $name<const ROUND: u8>(x: $float) -> $float {
            const LIMIT: $float = $limit;
            let magnitude = x.abs();
            let nearest = (magnitude + LIMIT) - LIMIT;
            let nearest = if magnitude < LIMIT { nearest } else { magnitude };
            if ROUND == ZERO {
                return (if nearest > magnitude { nearest - 1.0 } else { nearest }).copysign(x);
            }
            let nearest = nearest.copysign(x);
            let toward = match ROUND {
                DOWN if nearest > x => nearest - 1.0,
                UP if nearest < x => nearest + 1.0,
                _ => nearest,
            };
            toward.copysign(x)
        }
    };
}
integral!(integral32, f32, 8_388_608.0);
integral!(integral64, f64, 4_503_599_627_370_496.0);

/// The roundings to an integral value, as constants that a function can be generic over.
pub const NEAREST: u8 = 0;
/// Toward zero.
pub const ZERO: u8 = 1;
/// Toward minus infinity.
pub const DOWN: u8 = 2;
/// Toward plus infinity.
pub const UP: u8 = 3;

/// A single as an integer between `least` and `most`, 32 bits wide; NaN as 0.
///
/// The host's own conversion goes lane by lane; this goes in vectors. Clamped and added to 2^52 and a
/// half of it, a double has its nearest integer in its lowest bits.
#[inline(always)]
fn whole32<const ROUND: u8>(x: f32, least: f64, most: f64) -> u32 {
    let x = if ROUND == NEAREST { x } else { integral32::<ROUND>(x) };
    let wide = f64::from(x);
    let wide = if wide > least { wide } else { least };
    let wide = if wide < most { wide } else { most };
    let bits = (wide + 6_755_399_441_055_744.0).to_bits() as u32;
    if x.is_nan() { 0 } else { bits }
}

fn float_to_integer<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let (from, ftz) = (m.ty(1)?, m.has(Mod::Ftz));
    // From a double, and to 64 bits, by the host's conversion, which saturates and truncates.
    macro_rules! long {
        ($tc:ident $tt:ident, $integral:expr) => {{
            let x = $integral;
            let nan = (1 as $tt) << ($tt::BITS - 1);
            stored!($tc, if x.is_nan() { nan } else { x as $tt })
        }};
    }
    macro_rules! rounded {
        (l $tt:ident, $round:ident) => {
            match (from, ftz) {
                (Mod::F32, false) => lanes!(l(s a) => long!(l $tt, integral32::<$round>(f32::from_bits(a)))),
                (Mod::F32, true) => lanes!(l(s a) => long!(l $tt, integral32::<$round>(operand::<true>(a)))),
                (Mod::F16, _) => lanes!(l(s a) => long!(l $tt, integral32::<$round>(Half::widen(a as u16)))),
                (Mod::Bf16, _) => lanes!(l(s a) => long!(l $tt, integral32::<$round>(Brain::widen(a as u16)))),
                (Mod::F64, _) => lanes!(l(l a) => long!(l $tt, integral64::<$round>(f64::from_bits(a)))),
                _ => return None,
            }
        };
        (s $tt:ident, $round:ident) => {
            match (from, ftz) {
                (Mod::F32, false) => rounded!(@ wide, $tt, $round, |a| f32::from_bits(a)),
                (Mod::F32, true) => rounded!(@ wide, $tt, $round, |a| operand::<true>(a)),
                (Mod::F16, _) => rounded!(@ lanes, $tt, $round, |a| Half::widen(a as u16)),
                (Mod::Bf16, _) => rounded!(@ lanes, $tt, $round, |a| Brain::widen(a as u16)),
                (Mod::F64, _) => lanes!(s(l a) => long!(s $tt, integral64::<$round>(f64::from_bits(a)))),
                _ => return None,
            }
        };
        (@ $lift:ident, $tt:ident, $round:ident, |$a:ident| $x:expr) => {
            $lift!(s(s $a) => whole32::<$round>($x, $tt::MIN.into(), $tt::MAX.into()))
        };
    }
    let to = m.ty(0)?;
    Some(match m.round() {
        Round::Zero => with_integer!(to, rounded!(ZERO)),
        Round::Down => with_integer!(to, rounded!(DOWN)),
        Round::Up => with_integer!(to, rounded!(UP)),
        _ => with_integer!(to, rounded!(NEAREST)),
    })
}

/// Sign and magnitude of an integer.
macro_rules! signed_magnitude {
    ($ft:ident, $a:expr) => {{
        let wide = i128::from($a as $ft);
        (wide < 0, wide.unsigned_abs() as u64)
    }};
}

fn integer_to_float<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    let (to, sat) = (m.ty(0)?, m.has(Mod::Sat));
    macro_rules! directed {
        ($fc:ident $ft:ident, $round:ident) => {
            match (to, sat) {
                (Mod::F16, false) => directed!(@ s, $fc $ft, F16, $round, |b| u32::from(Plain::finish::<Half>(b as u16))),
                (Mod::F16, true) => directed!(@ s, $fc $ft, F16, $round, |b| u32::from(Sat::finish::<Half>(b as u16))),
                (Mod::Bf16, false) => directed!(@ s, $fc $ft, BF16, $round, |b| u32::from(Plain::finish::<Brain>(b as u16))),
                (Mod::Bf16, true) => directed!(@ s, $fc $ft, BF16, $round, |b| u32::from(Sat::finish::<Brain>(b as u16))),
                (Mod::F32, false) => directed!(@ s, $fc $ft, F32, $round, |b| b as u32),
                (Mod::F32, true) => directed!(@ s, $fc $ft, F32, $round, |b| result::<false, true>(f32::from_bits(b as u32))),
                (Mod::F64, false) => directed!(@ l, $fc $ft, F64, $round, |b| b),
                (Mod::F64, true) => directed!(@ l, $fc $ft, F64, $round, |b| saturated64::<true>(f64::from_bits(b))),
                _ => return None,
            }
        };
        (@ $tc:ident, $fc:ident $ft:ident, $format:ident, $round:ident, |$b:ident| $e:expr) => {
            lanes!($tc($fc a) => {
                let (negative, magnitude) = signed_magnitude!($ft, a);
                let $b = exact::from_integer($format, negative, magnitude, Round::$round);
                $e
            })
        };
    }
    // The host converts to the nearest single and double itself.
    macro_rules! nearest {
        ($fc:ident $ft:ident,) => {
            match (to, sat) {
                (Mod::F32, false) => lanes!(s($fc a) => (a as $ft as f32).to_bits()),
                (Mod::F64, false) => lanes!(l($fc a) => (a as $ft as f64).to_bits()),
                _ => directed!($fc $ft, Nearest),
            }
        };
    }
    let from = m.ty(1)?;
    Some(match m.round() {
        Round::Zero => with_integer!(from, directed!(Zero)),
        Round::Down => with_integer!(from, directed!(Down)),
        Round::Up => with_integer!(from, directed!(Up)),
        _ => with_integer!(from, nearest!()),
    })
}

/// `a` and `b` saturated to `width` bits, `b` lowest; above them what fits of `c`.
#[inline(always)]
fn packed<const WIDTH: u32, const SIGNED: bool>(a: u32, b: u32, c: u32) -> u32 {
    let (least, most) =
        if SIGNED { (-1 << (WIDTH - 1), (1 << (WIDTH - 1)) - 1) } else { (0, (1 << WIDTH) - 1) };
    let field = |x: u32| (x as i32).clamp(least, most) as u32 & ((1 << WIDTH) - 1);
    let above = if WIDTH == 16 { 0 } else { c << (2 * WIDTH % 32) };
    above | field(a) << WIDTH | field(b)
}

fn pack<const W: usize>(m: Suffixes<'_>) -> Option<LaneOp<W>> {
    Some(match m.ty(0)? {
        Mod::U16 => lanes!(s(s a, s b) => packed::<16, false>(a, b, 0)),
        Mod::S16 => lanes!(s(s a, s b) => packed::<16, true>(a, b, 0)),
        Mod::U8 => lanes!(s(s a, s b, s c) => packed::<8, false>(a, b, c)),
        Mod::S8 => lanes!(s(s a, s b, s c) => packed::<8, true>(a, b, c)),
        Mod::U4 => lanes!(s(s a, s b, s c) => packed::<4, false>(a, b, c)),
        Mod::S4 => lanes!(s(s a, s b, s c) => packed::<4, true>(a, b, c)),
        Mod::U2 => lanes!(s(s a, s b, s c) => packed::<2, false>(a, b, c)),
        Mod::S2 => lanes!(s(s a, s b, s c) => packed::<2, true>(a, b, c)),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::one;
    use super::*;
    use crate::ptx::isa::Opcode;

    fn cvt(mods: &[Mod], a: u64) -> u64 {
        one(Opcode::Cvt, mods, &[a], 0).0
    }

    #[test]
    fn integers_extend_truncate_and_saturate() {
        assert_eq!(cvt(&[Mod::S64, Mod::S32], 0xffff_fffe), -2i64 as u64);
        assert_eq!(cvt(&[Mod::S8, Mod::U32], 0x180), 0xffff_ff80);
        assert_eq!(cvt(&[Mod::U16, Mod::S8], 0xff), 0xffff);
        assert_eq!(cvt(&[Mod::Sat, Mod::U8, Mod::S32], 0xffff_fff0), 0);
        assert_eq!(cvt(&[Mod::Sat, Mod::S32, Mod::U64], u64::MAX), 0x7fff_ffff);
        assert_eq!(cvt(&[Mod::Sat, Mod::U64, Mod::S64], u64::MAX), 0);
    }

    #[test]
    fn floats_round_then_saturate() {
        let f = |x: f32| u64::from(x.to_bits());
        assert_eq!(cvt(&[Mod::Rni, Mod::S32, Mod::F32], f(2.5)), 2);
        assert_eq!(cvt(&[Mod::Rmi, Mod::S32, Mod::F32], f(-2.5)), -3i32 as u32 as u64);
        assert_eq!(cvt(&[Mod::Rpi, Mod::U8, Mod::F32], f(254.1)), 255);
        assert_eq!(cvt(&[Mod::Rzi, Mod::S8, Mod::F32], f(-1e9)), 0xffff_ff80);
        assert_eq!(cvt(&[Mod::Rzi, Mod::U32, Mod::F32], f(-1.0)), 0);
        assert_eq!(cvt(&[Mod::Rmi, Mod::S32, Mod::F32], 0x8000_0001), 0xffff_ffff);
        assert_eq!(cvt(&[Mod::Rmi, Mod::Ftz, Mod::S32, Mod::F32], 0x8000_0001), 0);
        assert_eq!(cvt(&[Mod::Rni, Mod::U64, Mod::F64], (2f64.powi(52) + 1.0).to_bits()), (1 << 52) + 1);
    }

    #[test]
    fn nan_becomes_zero_or_the_top_bit() {
        let (single, double) = (u64::from(f32::NAN.to_bits()), f64::NAN.to_bits());
        assert_eq!(cvt(&[Mod::Rzi, Mod::S32, Mod::F32], single), 0);
        assert_eq!(cvt(&[Mod::Rni, Mod::U16, Mod::F32], single), 0);
        assert_eq!(cvt(&[Mod::Rzi, Mod::U64, Mod::F32], single), 1 << 63);
        assert_eq!(cvt(&[Mod::Rzi, Mod::S32, Mod::F64], double), 0x8000_0000);
        assert_eq!(cvt(&[Mod::Rni, Mod::U32, Mod::F64], double), 0x8000_0000);
        assert_eq!(cvt(&[Mod::Rzi, Mod::S16, Mod::F64], double), 0xffff_8000);
    }

    #[test]
    fn integers_become_floats_in_every_direction() {
        let big = (1 << 24) + 1;
        assert_eq!(cvt(&[Mod::Rn, Mod::F32, Mod::U32], big), u64::from(16_777_216f32.to_bits()));
        assert_eq!(cvt(&[Mod::Rp, Mod::F32, Mod::U32], big), u64::from(16_777_218f32.to_bits()));
        assert_eq!(
            cvt(&[Mod::Rm, Mod::F32, Mod::S32], (-(big as i64)) as u64),
            u64::from((-16_777_218f32).to_bits())
        );
        assert_eq!(cvt(&[Mod::Rn, Mod::F16, Mod::U32], 70000), 0x7c00);
        assert_eq!(cvt(&[Mod::Rz, Mod::F16, Mod::U32], 70000), 0x7bff);
        assert_eq!(cvt(&[Mod::Rn, Mod::Sat, Mod::F64, Mod::S8], 0x80), 0);
    }

    #[test]
    fn integral_rounding_keeps_the_sign_of_zero() {
        assert_eq!(integral32::<UP>(-0.5).to_bits(), 0x8000_0000);
        assert_eq!(integral32::<NEAREST>(-0.5).to_bits(), 0x8000_0000);
        assert_eq!(integral32::<DOWN>(0.9), 0.0);
        assert_eq!(integral32::<ZERO>(-1.9), -1.0);
        assert_eq!(integral32::<DOWN>(-8_388_607.5), -8_388_608.0);
        assert_eq!(integral64::<NEAREST>(0.5), 0.0);
        assert_eq!(integral64::<NEAREST>(1.5), 2.0);
        assert!(integral32::<UP>(f32::NAN).is_nan());
        assert_eq!(integral32::<DOWN>(f32::NEG_INFINITY), f32::NEG_INFINITY);
    }

    #[test]
    fn packing_saturates_and_shifts_in() {
        let run = |t, a: i32, b: i32, c: u64| {
            one(
                Opcode::Cvt,
                &[Mod::Pack, Mod::Sat, t, Mod::S32, Mod::B32],
                &[a as u32 as u64, b as u32 as u64, c],
                0,
            )
            .0
        };
        assert_eq!(run(Mod::U8, 300, -1, 0xabcd), 0xabcd_ff00);
        assert_eq!(run(Mod::S4, -100, 100, 0x1), 0x187);
        let pair = one(Opcode::Cvt, &[Mod::Pack, Mod::Sat, Mod::S16, Mod::S32], &[1, 0xffff_0000], 0).0;
        assert_eq!(pair, 0x0001_8000);
    }
}
