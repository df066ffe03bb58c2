//! Floating-point arithmetic by integers: exact, then rounded once, in any format and direction.
//!
//! The host rounds to nearest-even only, so whatever rounds otherwise comes here. A finite number is a
//! significand of up to 128 bits and an exponent; bits that fall off are kept as a sticky lowest bit,
//! which is enough because no format here has more than 53 bits of precision.

/// How a result that lies between two numbers is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Round {
    /// To the nearest, ties to even.
    Nearest,
    /// To the nearest, ties away from zero.
    Away,
    /// Toward zero.
    Zero,
    /// Toward minus infinity.
    Down,
    /// Toward plus infinity.
    Up,
}

/// A binary interchange format of up to 64 bits.
#[derive(Clone, Copy)]
pub struct Format {
    /// Bits of precision, the implicit one included.
    precision: u32,
    /// Bits of the exponent field.
    exponent: u32,
    /// The pattern of every NaN that arithmetic returns.
    nan: u64,
}

/// IEEE binary16.
pub const F16: Format = Format { precision: 11, exponent: 5, nan: 0x7fff };
/// The upper half of a binary32.
pub const BF16: Format = Format { precision: 8, exponent: 8, nan: 0x7fff };
/// A binary32 with a mantissa of ten bits, without the thirteen low bits it is stored with.
pub const TF32: Format = Format { precision: 11, exponent: 8, nan: 0x3ffff };
/// IEEE binary32.
pub const F32: Format = Format { precision: 24, exponent: 8, nan: 0x7fff_ffff };
/// IEEE binary64.
pub const F64: Format = Format { precision: 53, exponent: 11, nan: 0x7ff8_0000_0000_0000 };

impl Format {
    const fn infinity(self) -> u64 {
        ((1 << self.exponent) - 1) << (self.precision - 1)
    }

    const fn sign(self, negative: bool) -> u64 {
        (negative as u64) << (self.exponent + self.precision - 1)
    }

    /// Exponent of the least significant bit of the subnormal numbers.
    const fn least(self) -> i32 {
        let bias = (1 << (self.exponent - 1)) - 1;
        1 - bias - (self.precision as i32 - 1)
    }

    fn unpack(self, bits: u64) -> Number {
        let negative = bits & self.sign(true) != 0;
        let magnitude = bits & (self.sign(true) - 1);
        if magnitude >= self.infinity() {
            return if magnitude > self.infinity() { Number::Nan } else { Number::Infinite(negative) };
        }
        if magnitude == 0 {
            return Number::Zero(negative);
        }
        let field = (magnitude >> (self.precision - 1)) as i32;
        let fraction = magnitude & ((1 << (self.precision - 1)) - 1);
        let implicit = u64::from(field > 0) << (self.precision - 1);
        Number::Finite(Finite {
            negative,
            significand: u128::from(fraction | implicit),
            exponent: self.least() + (field - 1).max(0),
        })
    }

    /// Rounds `x` into this format.
    fn pack(self, x: Finite, round: Round) -> u64 {
        let top = x.exponent + 127 - x.significand.leading_zeros() as i32;
        let quantum = (top - (self.precision as i32 - 1)).max(self.least());
        let shift = quantum - x.exponent;
        let kept = if shift <= 0 {
            (x.significand << -shift) as u64
        } else {
            let (kept, rest) = match shift {
                1..128 => (x.significand >> shift, x.significand << (128 - shift)),
                // Too small for half of the least number: any remainder below one half will do.
                128 => (0, x.significand),
                _ => (0, 1),
            };
            let half = 1 << 127;
            let up = match round {
                Round::Nearest => rest > half || (rest == half && kept & 1 == 1),
                Round::Away => rest >= half,
                Round::Zero => false,
                Round::Down => x.negative && rest != 0,
                Round::Up => !x.negative && rest != 0,
            };
            kept as u64 + u64::from(up)
        };
        // The implicit bit, and a carry out of the significand, add to the exponent by themselves.
        let bits = (((quantum - self.least()) as u64) << (self.precision - 1)) + kept;
        let bits = if bits < self.infinity() {
            bits
        } else {
            let inward = match round {
                Round::Nearest | Round::Away => false,
                Round::Zero => true,
                Round::Down => !x.negative,
                Round::Up => x.negative,
            };
            self.infinity() - u64::from(inward)
        };
        bits | self.sign(x.negative)
    }

    /// The zero an exact cancellation leaves.
    const fn cancelled(self, round: Round) -> u64 {
        self.sign(matches!(round, Round::Down))
    }
}

/// What a bit pattern stands for.
#[derive(Clone, Copy)]
enum Number {
    Nan,
    Infinite(bool),
    Zero(bool),
    Finite(Finite),
}

impl Number {
    /// The sign; of a NaN, whatever.
    fn negative(self) -> bool {
        match self {
            Number::Nan => false,
            Number::Infinite(negative) | Number::Zero(negative) => negative,
            Number::Finite(x) => x.negative,
        }
    }
}

/// A number that is not zero: `significand * 2^exponent`.
#[derive(Clone, Copy)]
struct Finite {
    negative: bool,
    significand: u128,
    exponent: i32,
}

impl Finite {
    /// The same number with its highest bit at position 126, so that a sum of two cannot overflow.
    fn normalised(self) -> Finite {
        let shift = self.significand.leading_zeros() as i32 - 1;
        Finite { significand: self.significand << shift, exponent: self.exponent - shift, ..self }
    }

    fn times(self, other: Finite) -> Finite {
        Finite {
            negative: self.negative != other.negative,
            significand: self.significand * other.significand,
            exponent: self.exponent + other.exponent,
        }
    }

    /// The sum of two numbers of at most 106 bits each, or `None` if they cancel.
    fn plus(self, other: Finite) -> Option<Finite> {
        let (a, b) = (self.normalised(), other.normalised());
        let (a, b) = if (a.exponent, a.significand) >= (b.exponent, b.significand) { (a, b) } else { (b, a) };
        let apart = (a.exponent - b.exponent) as u32;
        let aligned = if apart < 127 {
            let lost = b.significand & ((1 << apart) - 1) != 0;
            (b.significand >> apart) | u128::from(lost)
        } else {
            1
        };
        let significand =
            if a.negative == b.negative { a.significand + aligned } else { a.significand - aligned };
        (significand != 0).then_some(Finite { significand, ..a })
    }
}

/// `a + b`.
#[inline(never)]
pub fn add(f: Format, a: u64, b: u64, round: Round) -> u64 {
    sum(f, f.unpack(a), f.unpack(b), round)
}

/// `a - b`.
pub fn sub(f: Format, a: u64, b: u64, round: Round) -> u64 {
    add(f, a, b ^ f.sign(true), round)
}

fn sum(f: Format, a: Number, b: Number, round: Round) -> u64 {
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => f.nan,
        (Number::Infinite(x), Number::Infinite(y)) if x != y => f.nan,
        (Number::Infinite(x), _) | (_, Number::Infinite(x)) => f.infinity() | f.sign(x),
        (Number::Zero(x), Number::Zero(y)) if x == y => f.sign(x),
        (Number::Zero(_), Number::Zero(_)) => f.cancelled(round),
        (Number::Zero(_), Number::Finite(x)) | (Number::Finite(x), Number::Zero(_)) => f.pack(x, round),
        (Number::Finite(x), Number::Finite(y)) => x.plus(y).map_or(f.cancelled(round), |s| f.pack(s, round)),
    }
}

fn product(a: Number, b: Number) -> Number {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(_), Number::Zero(_)) | (Number::Zero(_), Number::Infinite(_)) => Number::Nan,
        (Number::Infinite(_), _) | (_, Number::Infinite(_)) => Number::Infinite(negative),
        (Number::Zero(_), _) | (_, Number::Zero(_)) => Number::Zero(negative),
        (Number::Finite(x), Number::Finite(y)) => Number::Finite(x.times(y)),
    }
}

fn rounded(f: Format, x: Number, round: Round) -> u64 {
    match x {
        Number::Nan => f.nan,
        Number::Infinite(negative) => f.infinity() | f.sign(negative),
        Number::Zero(negative) => f.sign(negative),
        Number::Finite(x) => f.pack(x, round),
    }
}

/// `a * b`.
#[inline(never)]
pub fn mul(f: Format, a: u64, b: u64, round: Round) -> u64 {
    rounded(f, product(f.unpack(a), f.unpack(b)), round)
}

/// `a * b + c`, rounded once.
#[inline(never)]
pub fn fma(f: Format, a: u64, b: u64, c: u64, round: Round) -> u64 {
    sum(f, product(f.unpack(a), f.unpack(b)), f.unpack(c), round)
}

/// `a / b`.
#[inline(never)]
pub fn div(f: Format, a: u64, b: u64, round: Round) -> u64 {
    let (a, b) = (f.unpack(a), f.unpack(b));
    let negative = a.negative() != b.negative();
    let quotient = match (a, b) {
        (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
        (Number::Infinite(_), Number::Infinite(_)) | (Number::Zero(_), Number::Zero(_)) => Number::Nan,
        (Number::Infinite(_), _) | (_, Number::Zero(_)) => Number::Infinite(negative),
        (Number::Zero(_), _) | (_, Number::Infinite(_)) => Number::Zero(negative),
        (Number::Finite(x), Number::Finite(y)) => {
            let x = x.normalised();
            let sticky = u128::from(x.significand % y.significand != 0);
            let significand = (x.significand / y.significand) | sticky;
            Number::Finite(Finite { negative, significand, exponent: x.exponent - y.exponent })
        }
    };
    rounded(f, quotient, round)
}

/// `1 / a`.
pub fn rcp(f: Format, a: u64, round: Round) -> u64 {
    let one = ((1 << (f.exponent - 1)) - 1) << (f.precision - 1);
    div(f, one, a, round)
}

/// The square root of `a`.
#[inline(never)]
pub fn sqrt(f: Format, a: u64, round: Round) -> u64 {
    let root = match f.unpack(a) {
        zero @ Number::Zero(_) => zero,
        Number::Nan | Number::Infinite(true) | Number::Finite(Finite { negative: true, .. }) => Number::Nan,
        Number::Infinite(false) => Number::Infinite(false),
        Number::Finite(x) => {
            let x = x.normalised();
            let odd = x.exponent & 1;
            let square = x.significand << odd;
            let whole = square.isqrt();
            // Two more bits than the root has make room for the sticky one.
            let significand = (whole << 2) | u128::from(whole * whole != square);
            Number::Finite(Finite { negative: false, significand, exponent: (x.exponent - odd) / 2 - 2 })
        }
    };
    rounded(f, root, round)
}

/// `bits` of format `from` in format `to`.
#[inline(never)]
pub fn convert(from: Format, to: Format, bits: u64, round: Round) -> u64 {
    rounded(to, from.unpack(bits), round)
}

/// An integer, given by sign and magnitude, in format `f`.
#[inline(never)]
pub fn from_integer(f: Format, negative: bool, magnitude: u64, round: Round) -> u64 {
    if magnitude == 0 {
        return 0;
    }
    f.pack(Finite { negative, significand: u128::from(magnitude), exponent: 0 }, round)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn f(x: f32) -> u64 {
        u64::from(x.to_bits())
    }

    #[test]
    fn nearest_agrees_with_the_host() {
        let values =
            [0.0, -0.0, 1.0, -1.5, 3.1e-42, -1.1754944e-38, 1e30, -3.4028235e38, 7.25, 1e-30, f32::INFINITY];
        for a in values {
            for b in values {
                let check = |ours: u64, host: f32| {
                    let host = if host.is_nan() { F32.nan } else { f(host) };
                    assert_eq!(ours, host, "{a} {b}");
                };
                check(add(F32, f(a), f(b), Round::Nearest), a + b);
                check(sub(F32, f(a), f(b), Round::Nearest), a - b);
                check(mul(F32, f(a), f(b), Round::Nearest), a * b);
                check(div(F32, f(a), f(b), Round::Nearest), a / b);
                check(fma(F32, f(a), f(b), f(a), Round::Nearest), libm::fmaf(a, b, a));
                check(sqrt(F32, f(a), Round::Nearest), a.sqrt());
            }
        }
    }

    #[test]
    fn directions_bracket_the_exact_result() {
        let third = |r| f32::from_bits(div(F32, f(1.0), f(3.0), r) as u32);
        assert_eq!(third(Round::Up).to_bits() - third(Round::Down).to_bits(), 1);
        assert_eq!(third(Round::Zero), third(Round::Down));
        let tiny = f(f32::from_bits(1));
        assert_eq!(add(F32, f(1.0), tiny, Round::Up), f(1.0) + 1);
        assert_eq!(sub(F32, f(1.0), tiny, Round::Zero), f(1.0) - 1);
        assert_eq!(mul(F32, tiny, tiny, Round::Up), 1);
        assert_eq!(mul(F32, tiny, f(-0.5), Round::Down), F32.sign(true) | 1);
        assert_eq!(sqrt(F32, f(2.0), Round::Up) - sqrt(F32, f(2.0), Round::Down), 1);
    }

    #[test]
    fn overflow_and_zero_follow_the_direction() {
        let max = f(f32::MAX);
        assert_eq!(add(F32, max, max, Round::Zero), max);
        assert_eq!(add(F32, max, max, Round::Down), max);
        assert_eq!(add(F32, max, max, Round::Up), F32.infinity());
        assert_eq!(sub(F32, max, max, Round::Down), F32.sign(true));
        assert_eq!(sub(F32, max, max, Round::Up), 0);
        assert_eq!(fma(F64, 0, 0, F64.sign(true), Round::Nearest), 0);
    }

    #[test]
    fn a_product_far_below_the_addend_still_decides() {
        let (one, tiny) = (1f64.to_bits(), f64::MIN_POSITIVE.to_bits());
        let negative = F64.sign(true);
        assert_eq!(fma(F64, tiny, tiny, one, Round::Up), one + 1);
        assert_eq!(fma(F64, tiny, tiny | negative, one, Round::Zero), one - 1);
        assert_eq!(fma(F64, tiny, tiny | negative, one, Round::Nearest), one);
    }

    #[test]
    fn formats_round_once() {
        assert_eq!(convert(F32, F16, f(65520.0), Round::Nearest), F16.infinity());
        assert_eq!(convert(F32, F16, f(65519.996), Round::Nearest), 0x7bff);
        assert_eq!(convert(F32, F16, f(1e-8), Round::Up), 1);
        assert_eq!(convert(F32, TF32, f(1.0) + 0x1000, Round::Away) << 13, f(1.0) + 0x2000);
        assert_eq!(from_integer(F32, false, u64::MAX, Round::Zero), f(18446742974197923840.0));
        assert_eq!(from_integer(F16, true, 65536, Round::Up), 0xfbff);
    }
}
