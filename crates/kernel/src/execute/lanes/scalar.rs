//! What several families share: flushing, saturating, canonical NaNs, and small formats.

/// The pattern of every NaN that single-precision arithmetic returns.
pub const NAN32: u32 = 0x7fff_ffff;
/// The pattern of every NaN that double-precision arithmetic returns.
pub const NAN64: u64 = 0x7ff8_0000_0000_0000;
/// The pattern of every NaN that half-precision and bfloat16 arithmetic returns.
pub const NAN16: u16 = 0x7fff;

/// `a` with a subnormal replaced by the zero of its sign, if `FTZ`.
#[inline(always)]
pub fn flush<const FTZ: bool>(a: u32) -> u32 {
    if FTZ && a & 0x7f80_0000 == 0 { a & 0x8000_0000 } else { a }
}

/// Like [`flush`], of a double.
#[inline(always)]
pub fn flush64(a: u64) -> u64 {
    if a & 0x7ff0_0000_0000_0000 == 0 { a & (1 << 63) } else { a }
}

/// A single-precision operand as the host computes with it.
#[inline(always)]
pub fn operand<const FTZ: bool>(a: u32) -> f32 {
    f32::from_bits(flush::<FTZ>(a))
}

/// A single-precision result as PTX returns it.
#[inline(always)]
pub fn result<const FTZ: bool, const SAT: bool>(x: f32) -> u32 {
    if SAT {
        // Comparisons with NaN are false, so it becomes +0 as the manual asks.
        let low = if x > 0.0 { x } else { 0.0 };
        let x = if low < 1.0 { low } else { 1.0 };
        return flush::<FTZ>(x.to_bits());
    }
    let bits = if x.is_nan() { NAN32 } else { x.to_bits() };
    flush::<FTZ>(bits)
}

/// A double-precision result as PTX returns it.
#[inline(always)]
pub fn result64(x: f64) -> u64 {
    if x.is_nan() { NAN64 } else { x.to_bits() }
}

/// A double clamped to [0, 1], NaN to +0, if `SAT`; otherwise as [`result64`].
#[inline(always)]
pub fn saturated64<const SAT: bool>(x: f64) -> u64 {
    if SAT {
        let low = if x > 0.0 { x } else { 0.0 };
        return (if low < 1.0 { low } else { 1.0 }).to_bits();
    }
    result64(x)
}

/// Applies a function of 16-bit values to both halves of words.
#[inline(always)]
pub fn halves(a: u32, f: impl Fn(u16) -> u16) -> u32 {
    u32::from(f(a as u16)) | u32::from(f((a >> 16) as u16)) << 16
}

/// Like [`halves`], of two operands.
#[inline(always)]
pub fn halves2(a: u32, b: u32, f: impl Fn(u16, u16) -> u16) -> u32 {
    u32::from(f(a as u16, b as u16)) | u32::from(f((a >> 16) as u16, (b >> 16) as u16)) << 16
}

/// Like [`halves`], of three operands.
#[inline(always)]
pub fn halves3(a: u32, b: u32, c: u32, f: impl Fn(u16, u16, u16) -> u16) -> u32 {
    let low = f(a as u16, b as u16, c as u16);
    let high = f((a >> 16) as u16, (b >> 16) as u16, (c >> 16) as u16);
    u32::from(low) | u32::from(high) << 16
}

/// A 16-bit floating-point format.
pub trait Small {
    /// The pattern of infinity; the mantissa lies below.
    const INFINITY: u16;
    /// The pattern of 1.
    const ONE: u16;
    /// The value of a pattern, exactly.
    fn widen(bits: u16) -> f32;
    /// The nearest pattern; ties to even, NaN canonical.
    fn narrow(x: f64) -> u16;
}

/// IEEE binary16.
pub struct Half;
/// The upper half of a binary32.
pub struct Brain;

impl Small for Half {
    const INFINITY: u16 = 0x7c00;
    const ONE: u16 = 0x3c00;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        let sign = u32::from(bits & 0x8000) << 16;
        let magnitude = u32::from(bits & 0x7fff) << 13;
        // Shifted into place the exponent is 112 too small, which a multiplication mends exactly,
        // subnormals included.
        let scaled = f32::from_bits(magnitude) * f32::from_bits((127 + 112) << 23);
        let special = bits & 0x7c00 == 0x7c00;
        let magnitude = if special { magnitude | 0x7f80_0000 } else { scaled.to_bits() };
        f32::from_bits(magnitude | sign)
    }

    #[inline(always)]
    fn narrow(x: f64) -> u16 {
        narrow::<11, -14>(x)
    }
}

impl Small for Brain {
    const INFINITY: u16 = 0x7f80;
    const ONE: u16 = 0x3f80;

    #[inline(always)]
    fn widen(bits: u16) -> f32 {
        f32::from_bits(u32::from(bits) << 16)
    }

    #[inline(always)]
    fn narrow(x: f64) -> u16 {
        narrow::<8, -126>(x)
    }
}

/// Rounds a double to a format of `P` bits of precision whose least normal exponent is `LEAST`.
///
/// Adding a power of two whose last bit weighs as much as the result's lets the host round, and leaves
/// the significand in the sum's lowest bits; no shift depends on the value, so lanes go in vectors.
#[inline(always)]
fn narrow<const P: u32, const LEAST: i32>(x: f64) -> u16 {
    const fn power(exponent: i32) -> f64 {
        f64::from_bits(((1023 + exponent) as u64) << 52)
    }
    let past = const { power(1 - LEAST + 1) };
    let magnitude = if x.abs() < past { x.abs() } else { past };
    let binade = f64::from_bits(magnitude.to_bits() & 0x7ff0_0000_0000_0000);
    let least = const { power(LEAST) };
    let binade = if binade > least { binade } else { least };
    let anchor = binade * const { power(53 - P as i32) };
    let significand = (magnitude + anchor).to_bits() - anchor.to_bits();
    let exponent = (binade.to_bits() - least.to_bits()) >> (53 - P);
    let rounded = (exponent + significand) as u32;
    let bits = rounded | (x.to_bits() >> 48) as u32 & 0x8000;
    (if x.is_nan() { u32::from(NAN16) } else { bits }) as u16
}

/// A rounded sum or quotient and the sign of what it lacks, as one double rounded to odd: a number
/// between two doubles becomes the odd one of them, so that rounding it again is rounding once.
#[inline(always)]
pub fn odd(rounded: f64, error: f64) -> f64 {
    let bits = rounded.to_bits();
    let inward = (error > 0.0) != (rounded > 0.0);
    let odd = bits.wrapping_sub(u64::from(inward)) | 1;
    // Infinities and NaN have no error that is a number.
    f64::from_bits(if (error < 0.0) | (error > 0.0) { odd } else { bits })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::execute::lanes::exact::{self, Round};

    #[test]
    fn narrowing_agrees_with_exact_rounding() {
        for high in 0..=u16::MAX {
            for low in [0u32, 1, 0x1000, 0x7fff, 0x8000, 0x8001, 0xffff] {
                let bits = u32::from(high) << 16 | low;
                let x = f64::from(f32::from_bits(bits));
                let exactly = |f| exact::convert(exact::F32, f, u64::from(bits), Round::Nearest) as u16;
                assert_eq!(Half::narrow(x), exactly(exact::F16), "{bits:08x}");
                assert_eq!(Brain::narrow(x), exactly(exact::BF16), "{bits:08x}");
            }
        }
    }

    #[test]
    fn widening_agrees_with_exact_conversion() {
        for bits in 0..=u16::MAX {
            let exactly = exact::convert(exact::F16, exact::F32, u64::from(bits), Round::Nearest) as u32;
            assert_eq!(result::<false, false>(Half::widen(bits)), exactly, "{bits:04x}");
        }
    }

    #[test]
    fn saturation_sends_nan_to_plus_zero() {
        assert_eq!(result::<false, true>(f32::NAN), 0);
        assert_eq!(result::<false, true>(-0.0), 0);
        assert_eq!(result::<false, true>(f32::INFINITY), 1f32.to_bits());
        assert_eq!(result::<true, false>(-f32::MIN_POSITIVE / 2.0), 0x8000_0000);
    }
}
