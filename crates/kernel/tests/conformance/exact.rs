//! Exact binary floating-point arithmetic: every value is sign × big integer × 2^exponent, and
//! rounding happens once, in [`round`], for every format and mode.

use num_bigint::BigUint;

/// An IEEE 754 binary interchange format, or a truncation of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// Exponent bits.
    pub exponent: u32,
    /// Fraction bits.
    pub fraction: u32,
    /// Zero bits below the fraction (tf32 sits in the upper 19 bits of a word).
    pub pad: u32,
    /// The NaN that arithmetic delivers.
    pub nan: u64,
}

pub const F16: Format = Format { exponent: 5, fraction: 10, pad: 0, nan: 0x7fff };
pub const BF16: Format = Format { exponent: 8, fraction: 7, pad: 0, nan: 0x7fff };
pub const TF32: Format = Format { exponent: 8, fraction: 10, pad: 13, nan: 0x7fff_ffff };
pub const F32: Format = Format { exponent: 8, fraction: 23, pad: 0, nan: 0x7fff_ffff };
pub const F64: Format = Format { exponent: 11, fraction: 52, pad: 0, nan: 0x7ff8_0000_0000_0000 };

impl Format {
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction + self.pad
    }
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }
    /// Exponent of the smallest normal number.
    pub fn least_exponent(self) -> i64 {
        1 - self.bias()
    }
    fn all_ones(self) -> u64 {
        (1 << self.exponent) - 1
    }
    pub fn sign_bit(self) -> u64 {
        1 << (self.bits() - 1)
    }
    fn assemble(self, negative: bool, biased: u64, fraction: u64) -> u64 {
        ((biased << self.fraction | fraction) << self.pad) | if negative { self.sign_bit() } else { 0 }
    }
    pub fn zero(self, negative: bool) -> u64 {
        self.assemble(negative, 0, 0)
    }
    pub fn infinity(self, negative: bool) -> u64 {
        self.assemble(negative, self.all_ones(), 0)
    }
    /// The largest finite number.
    pub fn largest(self, negative: bool) -> u64 {
        self.assemble(negative, self.all_ones() - 1, (1 << self.fraction) - 1)
    }
    pub fn one(self) -> u64 {
        self.assemble(false, self.bias() as u64, 0)
    }
    pub fn is_nan(self, bits: u64) -> bool {
        matches!(decode(bits, self), Real::NaN)
    }
    fn biased_of(self, bits: u64) -> u64 {
        bits >> (self.fraction + self.pad) & self.all_ones()
    }
    fn fraction_of(self, bits: u64) -> u64 {
        bits >> self.pad & ((1 << self.fraction) - 1)
    }
    pub fn is_subnormal(self, bits: u64) -> bool {
        self.biased_of(bits) == 0 && self.fraction_of(bits) != 0
    }
    /// A subnormal becomes a zero of its sign.
    pub fn flush(self, bits: u64) -> u64 {
        if self.is_subnormal(bits) { bits & self.sign_bit() } else { bits }
    }
}

/// A rounding direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    NearestEven,
    NearestAway,
    Zero,
    Down,
    Up,
}

/// What a bit pattern denotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Real {
    NaN,
    Infinity { negative: bool },
    Zero { negative: bool },
    Finite(Exact),
}

/// A finite number other than zero: ±magnitude × 2^exponent, and if `more`, something between 0 and
/// one unit of that on top (what is left of a quotient or root).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exact {
    pub negative: bool,
    pub magnitude: BigUint,
    pub exponent: i64,
    pub more: bool,
}

/// The number `bits` stands for in `format`.
pub fn decode(bits: u64, format: Format) -> Real {
    let negative = bits & format.sign_bit() != 0;
    let (biased, fraction) = (format.biased_of(bits), format.fraction_of(bits));
    if biased == format.all_ones() {
        return if fraction == 0 { Real::Infinity { negative } } else { Real::NaN };
    }
    if biased == 0 && fraction == 0 {
        return Real::Zero { negative };
    }
    let (significand, scale) =
        if biased == 0 { (fraction, 1) } else { (fraction | 1 << format.fraction, biased as i64) };
    Real::Finite(Exact {
        negative,
        magnitude: significand.into(),
        exponent: scale - format.bias() - i64::from(format.fraction),
        more: false,
    })
}

/// The number an integer stands for.
pub fn integer(value: i128) -> Real {
    if value == 0 {
        return Real::Zero { negative: false };
    }
    Real::Finite(Exact {
        negative: value < 0,
        magnitude: value.unsigned_abs().into(),
        exponent: 0,
        more: false,
    })
}

/// Whether discarding `rest` (of `width` bits), and `more` beyond it, moves the kept part up by one.
fn rounds_up(negative: bool, odd: bool, rest: &BigUint, width: u64, more: bool, mode: Mode) -> bool {
    let inexact = more || *rest != BigUint::ZERO;
    let half = BigUint::from(1u8) << (width - 1);
    match mode {
        Mode::Zero => false,
        Mode::Down => negative && inexact,
        Mode::Up => !negative && inexact,
        Mode::NearestAway => *rest >= half,
        Mode::NearestEven => *rest > half || (*rest == half && (more || odd)),
    }
}

/// Splits magnitude × 2^exponent at 2^quantum, rounding to a multiple of it.
fn to_multiple(x: &Exact, quantum: i64, mode: Mode) -> BigUint {
    let drop = quantum - x.exponent;
    if drop <= 0 {
        assert!(!x.more, "a quotient or root is kept to more bits than any format has");
        return &x.magnitude << (-drop) as u64;
    }
    let width = drop as u64;
    let kept = &x.magnitude >> width;
    let rest = &x.magnitude - (&kept << width);
    let up = rounds_up(x.negative, kept.bit(0), &rest, width, x.more, mode);
    if up { kept + 1u8 } else { kept }
}

/// The number nearest to `x` by `mode`, as `format` encodes it.
pub fn round(x: &Real, format: Format, mode: Mode) -> u64 {
    let x = match x {
        Real::NaN => return format.nan,
        Real::Infinity { negative } => return format.infinity(*negative),
        Real::Zero { negative } => return format.zero(*negative),
        Real::Finite(x) => x,
    };
    let top = x.magnitude.bits() as i64 - 1 + x.exponent;
    let fraction = i64::from(format.fraction);
    let quantum = top.max(format.least_exponent()) - fraction;
    let mut kept = to_multiple(x, quantum, mode);
    let mut biased = quantum + fraction + format.bias();
    if kept.bits() > u64::from(format.fraction) + 1 {
        kept >>= 1;
        biased += 1;
    }
    let kept = u64::try_from(&kept).expect("at most 53 bits are kept");
    if kept < 1 << format.fraction {
        return format.assemble(x.negative, 0, kept);
    }
    if biased >= format.all_ones() as i64 {
        let stays_finite = match mode {
            Mode::NearestEven | Mode::NearestAway => false,
            Mode::Zero => true,
            Mode::Down => !x.negative,
            Mode::Up => x.negative,
        };
        return if stays_finite { format.largest(x.negative) } else { format.infinity(x.negative) };
    }
    format.assemble(x.negative, biased as u64, kept & ((1 << format.fraction) - 1))
}

/// `x` rounded to an integer; a result of zero keeps the sign of `x`.
pub fn to_integer(x: &Real, mode: Mode) -> Real {
    let Real::Finite(f) = x else { return x.clone() };
    let magnitude = to_multiple(f, 0, mode);
    if magnitude == BigUint::ZERO {
        return Real::Zero { negative: f.negative };
    }
    Real::Finite(Exact { negative: f.negative, magnitude, exponent: 0, more: false })
}

impl Real {
    pub fn negative(&self) -> bool {
        match self {
            Real::NaN => false,
            Real::Infinity { negative } | Real::Zero { negative } => *negative,
            Real::Finite(x) => x.negative,
        }
    }

    pub fn negated(&self) -> Real {
        let mut result = self.clone();
        match &mut result {
            Real::NaN => {}
            Real::Infinity { negative } | Real::Zero { negative } => *negative = !*negative,
            Real::Finite(x) => x.negative = !x.negative,
        }
        result
    }

    /// The nearest f64: exact for every narrower format.
    pub fn to_f64(&self) -> f64 {
        f64::from_bits(round(self, F64, Mode::NearestEven))
    }
}

/// `a + b`. An exact zero has the sign IEEE 754 6.3 gives it in this mode.
pub fn add(a: &Real, b: &Real, mode: Mode) -> Real {
    let zero = Real::Zero { negative: mode == Mode::Down };
    let (x, y) = match (a, b) {
        (Real::NaN, _) | (_, Real::NaN) => return Real::NaN,
        (Real::Infinity { negative: m }, Real::Infinity { negative: n }) if m != n => return Real::NaN,
        (Real::Infinity { .. }, _) => return a.clone(),
        (_, Real::Infinity { .. }) => return b.clone(),
        (Real::Zero { negative: m }, Real::Zero { negative: n }) if m != n => return zero,
        (Real::Zero { .. }, _) => return b.clone(),
        (_, Real::Zero { .. }) => return a.clone(),
        (Real::Finite(x), Real::Finite(y)) => (x, y),
    };
    let exponent = x.exponent.min(y.exponent);
    let p = &x.magnitude << (x.exponent - exponent) as u64;
    let q = &y.magnitude << (y.exponent - exponent) as u64;
    let (negative, magnitude) = if x.negative == y.negative {
        (x.negative, p + q)
    } else if p >= q {
        (x.negative, p - q)
    } else {
        (y.negative, q - p)
    };
    if magnitude == BigUint::ZERO {
        return zero;
    }
    Real::Finite(Exact { negative, magnitude, exponent, more: false })
}

/// `a × b`.
pub fn mul(a: &Real, b: &Real) -> Real {
    let negative = a.negative() != b.negative();
    match (a, b) {
        (Real::NaN, _) | (_, Real::NaN) => Real::NaN,
        (Real::Infinity { .. }, Real::Zero { .. }) | (Real::Zero { .. }, Real::Infinity { .. }) => Real::NaN,
        (Real::Infinity { .. }, _) | (_, Real::Infinity { .. }) => Real::Infinity { negative },
        (Real::Zero { .. }, _) | (_, Real::Zero { .. }) => Real::Zero { negative },
        (Real::Finite(x), Real::Finite(y)) => Real::Finite(Exact {
            negative,
            magnitude: &x.magnitude * &y.magnitude,
            exponent: x.exponent + y.exponent,
            more: false,
        }),
    }
}

/// `a × b + c`, rounded never.
pub fn fma(a: &Real, b: &Real, c: &Real, mode: Mode) -> Real {
    add(&mul(a, b), c, mode)
}

/// Bits a quotient or root is computed to: more than twice any significand.
const WORKING: u64 = 120;

/// `a ÷ b`, to [`WORKING`] bits and whether there is more.
pub fn div(a: &Real, b: &Real) -> Real {
    let negative = a.negative() != b.negative();
    let (x, y) = match (a, b) {
        (Real::NaN, _) | (_, Real::NaN) => return Real::NaN,
        (Real::Infinity { .. }, Real::Infinity { .. }) => return Real::NaN,
        (Real::Zero { .. }, Real::Zero { .. }) => return Real::NaN,
        (Real::Infinity { .. }, _) | (_, Real::Zero { .. }) => return Real::Infinity { negative },
        (Real::Zero { .. }, _) | (_, Real::Infinity { .. }) => return Real::Zero { negative },
        (Real::Finite(x), Real::Finite(y)) => (x, y),
    };
    let shift = WORKING + y.magnitude.bits();
    let dividend = &x.magnitude << shift;
    let magnitude = &dividend / &y.magnitude;
    let more = &magnitude * &y.magnitude != dividend;
    Real::Finite(Exact { negative, magnitude, exponent: x.exponent - y.exponent - shift as i64, more })
}

/// The square root of `a`, to [`WORKING`] bits and whether there is more.
pub fn sqrt(a: &Real) -> Real {
    let x = match a {
        Real::Infinity { negative: false } | Real::Zero { .. } => return a.clone(),
        Real::Finite(x) if !x.negative => x,
        _ => return Real::NaN,
    };
    let shift = 2 * WORKING + u64::from(x.exponent.rem_euclid(2) == 1);
    let square = &x.magnitude << shift;
    let magnitude = square.sqrt();
    let more = &magnitude * &magnitude != square;
    Real::Finite(Exact { negative: false, magnitude, exponent: (x.exponent - shift as i64) / 2, more })
}

/// How `a` stands to `b`; `None` if either is a NaN. The zeros are equal.
pub fn compare(a: &Real, b: &Real) -> Option<std::cmp::Ordering> {
    use std::cmp::Ordering;
    // Infinities are not subtracted: their difference says nothing about their order.
    match (a, b) {
        (Real::NaN, _) | (_, Real::NaN) => return None,
        (Real::Infinity { negative: m }, Real::Infinity { negative: n }) => return Some(n.cmp(m)),
        _ => {}
    }
    Some(match add(a, &b.negated(), Mode::NearestEven) {
        Real::Zero { .. } => Ordering::Equal,
        difference if difference.negative() => Ordering::Less,
        _ => Ordering::Greater,
    })
}
