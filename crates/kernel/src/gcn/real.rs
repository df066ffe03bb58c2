//! Operations that single and double precision share: minima, division's steps, classes of numbers.

use std::ops::Div;

/// A floating-point format, with the constants of its division.
pub(super) trait Real: Copy + PartialOrd + Div<Output = Self> {
    /// Positive zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// A quiet NaN.
    const NAN: Self;
    /// Positive infinity.
    const INFINITY: Self;
    /// The least normal number.
    const LEAST_NORMAL: Self;
    /// Bias of the exponent field.
    const BIAS: i32;
    /// Exponents by which numerators and denominators are scaled.
    const SCALE: i32;
    /// A quotient whose exponents differ by as much may overflow.
    const FAR: i32;
    /// A numerator with an exponent field up to this is tiny.
    const TINY: i32;
    /// A quotient whose exponents differ by less is 0.
    const VANISHED: i32;

    /// The exponent field.
    fn exponent(self) -> i32;
    /// Product with a power of two, rounded once.
    fn scaled(self, exponent: i32) -> Self;
    /// The same number with the sign of a bit.
    fn signed(self, negative: bool) -> Self;
    /// Whether the sign bit is set.
    fn is_negative(self) -> bool;
    /// Whether the highest bit of the fraction is set: a NaN is quiet then.
    fn is_quiet(self) -> bool;
    /// Whether the bits are equal.
    fn is(self, other: Self) -> bool;

    /// Whether it is not a number.
    #[inline(always)]
    #[allow(clippy::eq_op, reason = "a NaN differs from itself")]
    fn is_not_a_number(self) -> bool {
        self != self
    }

    /// Magnitude.
    #[inline(always)]
    fn magnitude(self) -> Self {
        self.signed(false)
    }

    /// Whether it is infinite.
    fn is_infinity(self) -> bool {
        self.magnitude() == Self::INFINITY
    }

    /// Whether it is a denormal.
    fn is_denormal(self) -> bool {
        self != Self::ZERO && self.magnitude() < Self::LEAST_NORMAL
    }
}

macro_rules! real {
    ($float:ident, $fraction:literal, $scale:literal, $far:literal, $tiny:literal, $vanished:literal) => {
        impl Real for $float {
            const ZERO: $float = 0.0;
            const ONE: $float = 1.0;
            const NAN: $float = $float::NAN;
            const INFINITY: $float = $float::INFINITY;
            const LEAST_NORMAL: $float = $float::MIN_POSITIVE;
            const BIAS: i32 = $float::MAX_EXP - 1;
            const SCALE: i32 = $scale;
            const FAR: i32 = $far;
            const TINY: i32 = $tiny;
            const VANISHED: i32 = $vanished;

            #[inline(always)]
            fn exponent(self) -> i32 {
                (self.to_bits() >> $fraction) as i32 & (2 * Self::BIAS + 1)
            }

            #[inline(always)]
            fn scaled(self, exponent: i32) -> $float {
                libm::ldexp(self.into(), exponent.clamp(-5000, 5000)) as $float
            }

            #[inline(always)]
            fn signed(self, negative: bool) -> $float {
                if negative { -self.abs() } else { self.abs() }
            }

            #[inline(always)]
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }

            fn is_quiet(self) -> bool {
                self.to_bits() >> ($fraction - 1) & 1 == 1
            }

            #[inline(always)]
            fn is(self, other: $float) -> bool {
                self.to_bits() == other.to_bits()
            }
        }
    };
}

real!(f32, 23, 64, 96, 23, -150);
real!(f64, 52, 128, 768, 53, -1075);

/// The lesser number; a NaN gives way to a number, and −0 is less than +0.
#[inline(always)]
pub(super) fn lesser<T: Real>(a: T, b: T) -> T {
    let least = if a < b || (a == b && a.is_negative()) { a } else { b };
    let least = if b.is_not_a_number() { a } else { least };
    if a.is_not_a_number() { b } else { least }
}

/// The greater number; a NaN gives way to a number, and +0 is greater than −0.
#[inline(always)]
pub(super) fn greater<T: Real>(a: T, b: T) -> T {
    let most = if a > b || (a == b && !a.is_negative()) { a } else { b };
    let most = if b.is_not_a_number() { a } else { most };
    if a.is_not_a_number() { b } else { most }
}

/// `v_div_scale`: the numerator or denominator `s0`, scaled so that a division by Newton's method neither overflows nor
/// loses bits to denormals; and whether `v_div_fmas` must scale back.
pub(super) fn div_scale<T: Real>(s0: T, denominator: T, numerator: T) -> (T, bool) {
    let up = || s0.scaled(T::SCALE);
    let (d, n) = (denominator, numerator);
    let (inverse, quotient) = (T::ONE / d, n / d);
    if n == T::ZERO || d == T::ZERO {
        (T::NAN, false)
    } else if n.exponent() - d.exponent() >= T::FAR {
        (if s0.is(d) { up() } else { s0 }, true)
    } else if d.is_denormal() {
        (up(), false)
    } else if inverse.is_denormal() && quotient.is_denormal() {
        (if s0.is(d) { up() } else { s0 }, true)
    } else if inverse.is_denormal() {
        (s0.scaled(-T::SCALE), false)
    } else if quotient.is_denormal() {
        (if s0.is(n) { up() } else { s0 }, true)
    } else if n.exponent() <= T::TINY {
        (up(), false)
    } else {
        (s0, false)
    }
}

/// The exponent by which `v_div_fmas` scales its result, if VCC asks for it.
#[inline(always)]
pub(super) fn div_fmas_scale<T: Real>(s2: T) -> i32 {
    if s2.exponent() > T::BIAS { T::SCALE } else { -T::SCALE }
}

/// `v_div_fixup`: the quotient, or what the special cases of a division demand.
pub(super) fn div_fixup<T: Real>(quotient: T, denominator: T, numerator: T) -> T {
    let (d, n) = (denominator, numerator);
    let negative = d.is_negative() != n.is_negative();
    let undefined = d == T::ZERO && n == T::ZERO || d.is_infinity() && n.is_infinity();
    if n.is_not_a_number() || d.is_not_a_number() || undefined {
        T::NAN
    } else if d == T::ZERO || n.is_infinity() {
        T::INFINITY.signed(negative)
    } else if d.is_infinity() || n == T::ZERO || n.exponent() - d.exponent() < T::VANISHED {
        T::ZERO.signed(negative)
    } else {
        quotient.signed(negative)
    }
}

/// Class of a number as a bit of the mask of `v_cmp_class`: signalling and quiet NaN, then −∞ to +∞.
pub(super) fn class<T: Real>(x: T) -> u32 {
    if x.is_not_a_number() {
        return 1 << u32::from(x.is_quiet());
    }
    let size = match x {
        _ if x.is_infinity() => 0,
        _ if x == T::ZERO => 3,
        _ if x.is_denormal() => 2,
        _ => 1,
    };
    if x.is_negative() { 1 << (2 + size) } else { 1 << (9 - size) }
}
