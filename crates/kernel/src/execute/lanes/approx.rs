//! The fast approximations. The manual bounds their error and fixes special cases, no bit beyond that;
//! these compute in double precision and round, so every host gives the same bits, well within bounds.

use super::dispatch::{Fused, Kernel};
use super::scalar::{operand, result};
use super::{Results, Sources};

/// `div.approx`: the product with a reciprocal, which is zero where the divisor is so large that
/// hardware's reciprocal is flushed.
#[inline(always)]
pub fn div(a: f32, b: f32) -> f32 {
    let huge = b.is_finite() && b.abs() > f32::from_bits((126 + 127) << 23);
    if huge { a * f32::copysign(0.0, b) } else { (f64::from(a) / f64::from(b)) as f32 }
}

#[inline(always)]
pub fn rsqrt(a: f32) -> f32 {
    (1.0 / f64::from(a).sqrt()) as f32
}

/// Evaluates a polynomial, its coefficients from the lowest.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, coefficients: [f64; N]) -> f64 {
    coefficients.into_iter().rev().fold(0.0, |sum, c| sum * x + c)
}

/// Added to a double of modest size this leaves the nearest integer in the lowest bits.
const INTEGER: f64 = 6_755_399_441_055_744.0;

/// `2^x` in double precision to some 32 bits, for `x` of magnitude below 1000.
#[inline(always)]
fn power(x: f64) -> f64 {
    /// `ln(2)^k / k!`.
    const TAYLOR: [f64; 9] = [
        1.0,
        std::f64::consts::LN_2,
        0.24022650695910072,
        0.05550410866482158,
        0.009618129107628477,
        0.0013333558146428443,
        0.0001540353039338161,
        1.5252733804059841e-5,
        1.321548679014431e-6,
    ];
    let shifted = x + INTEGER;
    let whole = shifted - INTEGER;
    let scale = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    polynomial(x - whole, TAYLOR) * scale
}

#[inline(always)]
fn clamp(x: f64, limit: f64) -> f64 {
    let x = if x < -limit { -limit } else { x };
    if x > limit { limit } else { x }
}

/// `ex2.approx`.
#[inline(always)]
pub fn ex2(a: f32) -> f32 {
    power(clamp(f64::from(a), 160.0)) as f32
}

/// `tanh.approx`: by powers, and near zero, where these would cancel, by its series.
#[inline(always)]
pub fn tanh(a: f32) -> f32 {
    let x = f64::from(a);
    let power = power(clamp(x * (2.0 * std::f64::consts::LOG2_E), 160.0));
    let square = x * x;
    let near = x * polynomial(square, [1.0, -1.0 / 3.0, 2.0 / 15.0]);
    (if x.abs() < 1.0 / 256.0 { near } else { 1.0 - 2.0 / (power + 1.0) }) as f32
}

/// `lg2.approx`: the exponent, and the series of the area tangent for a mantissa around one.
#[inline(always)]
pub fn lg2(a: f32) -> f32 {
    /// `2 / ((2k + 1) ln(2))`.
    const SERIES: [f64; 7] = [
        2.8853900817779268,
        0.9617966939259756,
        0.5770780163555853,
        0.4121985831111324,
        0.3205988979753252,
        0.2623081892525388,
        0.22195308321368667,
    ];
    const BIASED: u64 = 1023 << 52;
    let x = f64::from(a);
    let below = std::f64::consts::FRAC_1_SQRT_2.to_bits();
    let exponent = x.to_bits().wrapping_sub(below).wrapping_add(BIASED) >> 52;
    let mantissa = f64::from_bits(x.to_bits().wrapping_sub(exponent << 52).wrapping_add(BIASED));
    // A small integer in the lowest bits of 2^52 is a double without converting.
    let whole =
        f64::from_bits(0x4330_0000_0000_0000 | (exponent & 0xfff)) - (4_503_599_627_370_496.0 + 1023.0);
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let log = whole + ratio * polynomial(ratio * ratio, SERIES);
    let log = if x < f64::INFINITY { log } else { x };
    let log = if x > 0.0 { log } else { f64::NAN };
    (if x == 0.0 { f64::NEG_INFINITY } else { log }) as f32
}

/// Where the reduction of angles below stops being exact.
const LARGEST_ANGLE: f32 = 65536.0;

/// Sine, or cosine if `COS`, of an angle of up to [`LARGEST_ANGLE`].
#[inline(always)]
pub fn circular<const COS: bool>(a: f32) -> f32 {
    /// A quarter turn: 33 bits, whose multiples here are exact, and what they lack.
    const QUARTER: (f64, f64) = (1.5707963267341256, 6.077100506506192e-11);
    const SINE: [f64; 6] = [
        1.0,
        -0.16666666666666666,
        0.008333333333333333,
        -0.0001984126984126984,
        2.7557319223985893e-6,
        -2.505210838544172e-8,
    ];
    const COSINE: [f64; 7] = [
        1.0,
        -0.5,
        0.041666666666666664,
        -0.001388888888888889,
        2.48015873015873e-5,
        -2.755731922398589e-7,
        2.08767569878681e-9,
    ];
    let x = f64::from(a);
    let shifted = x * std::f64::consts::FRAC_2_PI + INTEGER;
    let quarters = shifted - INTEGER;
    let angle = x - quarters * QUARTER.0 - quarters * QUARTER.1;
    let square = angle * angle;
    let quadrant = shifted.to_bits().wrapping_add(u64::from(COS));
    let sine = angle * polynomial(square, SINE);
    let cosine = polynomial(square, COSINE);
    let value = if quadrant & 1 == 0 { sine } else { cosine };
    f64::from_bits(value.to_bits() ^ (quadrant & 2) << 62) as f32
}

/// `sin.approx` and `cos.approx`: all lanes at once, and again those whose angle is too large for that.
pub struct Circular<const COS: bool, const FTZ: bool>;
impl<const W: usize, const COS: bool, const FTZ: bool> Kernel<W> for Circular<COS, FTZ> {
    #[inline(always)]
    fn run<F: Fused>(x: &Sources<'_, W>, r: &mut Results<W>) {
        for i in 0..W {
            r.s[i] = result::<FTZ, false>(circular::<COS>(operand::<FTZ>(x.s[0][i])));
        }
        for i in 0..W {
            let a = f32::from_bits(x.s[0][i]);
            if a.abs() > LARGEST_ANGLE {
                let exact = if COS { libm::cos(a.into()) } else { libm::sin(a.into()) };
                r.s[i] = result::<FTZ, false>(exact as f32);
            }
        }
    }
}
