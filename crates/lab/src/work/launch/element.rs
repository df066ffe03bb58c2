//! Element types of buffers, and the conversion of numbers to and from them.

use serde::de::{self, Deserialize, Deserializer, Visitor};
use std::fmt;

/// The type of a buffer's elements, as a launch file names it: `f32`, `u8`, …
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ElementType {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F16,
    Bf16,
    F32,
    F64,
}

use ElementType::*;

/// Every element type, in the order errors list them.
pub const ELEMENT_TYPES: [ElementType; 12] = [U8, U16, U32, U64, I8, I16, I32, I64, F16, Bf16, F32, F64];

/// A number that its element type cannot hold.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum NumberError {
    /// Outside the range of an integer type.
    #[error("{value} does not fit {ty}, which holds {low} to {high}")]
    Range { value: Number, ty: ElementType, low: i128, high: i128 },
    /// A fraction, for an integer type.
    #[error("{value} is not an integer, and {ty} holds integers")]
    NotWhole { value: Number, ty: ElementType },
    /// Beyond the largest finite value of a floating-point type.
    #[error("{value} exceeds the largest {ty}")]
    Overflow { value: Number, ty: ElementType },
}

/// A number of a launch file or a buffer. Integers of 64 bits stay exact.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    Int(i128),
    Float(f64),
}

impl Number {
    /// The nearest double.
    pub fn as_f64(self) -> f64 {
        match self {
            Number::Int(i) => i as f64,
            Number::Float(f) => f,
        }
    }

    /// The integer value; `None` for a fraction, NaN or infinity.
    pub fn as_int(self) -> Option<i128> {
        match self {
            Number::Int(i) => Some(i),
            // Beyond 2^100 nothing fits any type, and the conversion below would saturate.
            Number::Float(f) if f.fract() == 0.0 && f.abs() < 2f64.powi(100) => Some(f as i128),
            Number::Float(_) => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Int(i) => i.fmt(f),
            Number::Float(x) => fmt::Debug::fmt(x, f),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct Numbers;
        impl Visitor<'_> for Numbers {
            type Value = Number;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }
            fn visit_i64<E: de::Error>(self, v: i64) -> Result<Number, E> {
                Ok(Number::Int(v.into()))
            }
            fn visit_u64<E: de::Error>(self, v: u64) -> Result<Number, E> {
                Ok(Number::Int(v.into()))
            }
            fn visit_f64<E: de::Error>(self, v: f64) -> Result<Number, E> {
                Ok(Number::Float(v))
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

impl fmt::Display for ElementType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ElementType {
    /// The name in launch files.
    pub const fn name(self) -> &'static str {
        match self {
            U8 => "u8",
            U16 => "u16",
            U32 => "u32",
            U64 => "u64",
            I8 => "i8",
            I16 => "i16",
            I32 => "i32",
            I64 => "i64",
            F16 => "f16",
            Bf16 => "bf16",
            F32 => "f32",
            F64 => "f64",
        }
    }

    /// The type of this name.
    pub fn from_name(name: &str) -> Option<ElementType> {
        ELEMENT_TYPES.into_iter().find(|t| t.name() == name)
    }

    /// Bytes per element.
    pub const fn size(self) -> usize {
        match self {
            U8 | I8 => 1,
            U16 | I16 | F16 | Bf16 => 2,
            U32 | I32 | F32 => 4,
            U64 | I64 | F64 => 8,
        }
    }

    /// Whether elements are floating-point numbers.
    pub const fn is_float(self) -> bool {
        matches!(self, F16 | Bf16 | F32 | F64)
    }

    /// The smallest and largest value of an integer type; `None` for floating-point types.
    pub const fn range(self) -> Option<(i128, i128)> {
        let bits = 8 * self.size() as u32;
        match self {
            U8 | U16 | U32 | U64 => Some((0, (1 << bits) - 1)),
            I8 | I16 | I32 | I64 => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
            _ => None,
        }
    }

    /// Checks that `value` fits the type. Floating-point types round.
    ///
    /// # Errors
    /// See [`NumberError`].
    pub fn admits(self, value: Number) -> Result<(), NumberError> {
        match (self.range(), value.as_int()) {
            (Some((low, high)), Some(i)) if i < low || i > high => {
                Err(NumberError::Range { value, ty: self, low, high })
            }
            (Some(_), None) => Err(NumberError::NotWhole { value, ty: self }),
            (Some(_), Some(_)) => Ok(()),
            (None, _) => {
                let rounded = self.decode(&self.encode(value)).as_f64();
                let fits = rounded.is_finite() || !value.as_f64().is_finite();
                fits.then_some(()).ok_or(NumberError::Overflow { value, ty: self })
            }
        }
    }

    /// The element's bytes, in the low `size()`; a value that [`admits`](Self::admits) rejects wraps around.
    pub fn encode(self, value: Number) -> [u8; 8] {
        let bits = match self {
            F16 => u64::from(narrow(value.as_f64(), HALF)),
            Bf16 => u64::from(narrow(value.as_f64(), BRAIN)),
            // One rounding, not two: a whole number goes to the nearest f32 directly.
            F32 => match value {
                Number::Int(i) => u64::from((i as f32).to_bits()),
                Number::Float(f) => u64::from((f as f32).to_bits()),
            },
            F64 => value.as_f64().to_bits(),
            _ => value.as_int().unwrap_or(0) as u64,
        };
        bits.to_le_bytes()
    }

    /// The number in the first `size()` of `bytes`.
    pub fn decode(self, bytes: &[u8]) -> Number {
        let mut all = [0; 8];
        for (to, from) in all.iter_mut().zip(bytes).take(self.size()) {
            *to = *from;
        }
        let bits = u64::from_le_bytes(all);
        match self {
            U8 | U16 | U32 | U64 => Number::Int(bits.into()),
            I8 => Number::Int((bits as i8).into()),
            I16 => Number::Int((bits as i16).into()),
            I32 => Number::Int((bits as i32).into()),
            I64 => Number::Int((bits as i64).into()),
            F16 => Number::Float(widen(bits as u16, HALF)),
            Bf16 => Number::Float(widen(bits as u16, BRAIN)),
            F32 => Number::Float(f32::from_bits(bits as u32).into()),
            F64 => Number::Float(f64::from_bits(bits)),
        }
    }

    /// The shortest decimal text that reads back as the same element (f16 and bf16: as the same f32).
    pub fn show(self, value: Number) -> String {
        match (self, value) {
            (F16 | Bf16 | F32, Number::Float(f)) => format!("{:?}", f as f32),
            _ => value.to_string(),
        }
    }
}

/// The layout of a 16-bit float.
#[derive(Clone, Copy)]
struct Layout {
    /// Bits of the fraction.
    fraction: u32,
    /// Exponent bias.
    bias: i32,
}

const HALF: Layout = Layout { fraction: 10, bias: 15 };
const BRAIN: Layout = Layout { fraction: 7, bias: 127 };

/// Rounds to the nearest 16-bit float, ties to even, in one step.
fn narrow(value: f64, Layout { fraction, bias }: Layout) -> u16 {
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let infinity = 0x7fff >> fraction << fraction;
    if value.is_nan() {
        return sign | infinity | 1 << (fraction - 1);
    }
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    if exponent > bias {
        return sign | infinity;
    }
    let smallest = 1 - bias;
    let shift = 52 - fraction as i32 + (smallest - exponent).max(0);
    if shift > 54 {
        return sign;
    }
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let (kept, lost, half) = (significand >> shift, significand & ((1 << shift) - 1), 1u64 << (shift - 1));
    let up = lost > half || lost == half && kept & 1 == 1;
    // The leading one of `kept` adds itself to the exponent, and so does a carry out of the fraction.
    let stem = ((exponent.max(smallest) + bias - 1) as u64) << fraction;
    sign | (stem + kept + u64::from(up)).min(u64::from(infinity)) as u16
}

/// The value of a 16-bit float; every one is a double.
fn widen(bits: u16, Layout { fraction, bias }: Layout) -> f64 {
    let exponent = i32::from((bits & 0x7fff) >> fraction);
    let part = f64::from(bits & ((1 << fraction) - 1));
    let scale = |e: i32| f64::from_bits(((e + 1023) as u64) << 52);
    let magnitude = if exponent == 2 * bias + 1 {
        if part == 0.0 { f64::INFINITY } else { f64::NAN }
    } else if exponent == 0 {
        part * scale(1 - bias - fraction as i32)
    } else {
        (part + f64::from(1u16 << fraction)) * scale(exponent - bias - fraction as i32)
    };
    if bits >> 15 == 1 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_16_bit_float_converts_to_double_and_back() {
        for bits in 0..=u16::MAX {
            for layout in [HALF, BRAIN] {
                let value = widen(bits, layout);
                if value.is_nan() {
                    assert!(widen(narrow(value, layout), layout).is_nan());
                } else {
                    assert_eq!(narrow(value, layout), bits, "{bits:#x}");
                }
            }
        }
    }

    #[test]
    fn between_two_16_bit_floats_the_nearer_wins_and_then_the_even() {
        for layout in [HALF, BRAIN] {
            let infinity = 0x7fff >> layout.fraction << layout.fraction;
            for bits in 0..infinity - 1 {
                let (low, high) = (widen(bits, layout), widen(bits + 1, layout));
                let middle = (low + high) / 2.0;
                assert_eq!(narrow(middle, layout), bits + (bits & 1), "{bits:#x}");
                assert_eq!(narrow(middle.next_down(), layout), bits, "{bits:#x}");
                assert_eq!(narrow(-middle.next_up(), layout), 0x8000 | (bits + 1), "{bits:#x}");
            }
        }
        assert_eq!(narrow(65519.99, HALF), 0x7bff);
        assert_eq!(narrow(65520.0, HALF), 0x7c00);
        assert_eq!(narrow(1e300, BRAIN), 0x7f80);
        assert_eq!(narrow(5e-324, BRAIN), 0);
        assert_eq!(BRAIN.bias, 127);
    }

    #[test]
    fn bf16_is_the_upper_half_of_an_f32() {
        for bits in [0x3f80u16, 0x0001, 0x8000, 0x7f7f, 0xff80, 0x4049] {
            assert_eq!(widen(bits, BRAIN), f64::from(f32::from_bits(u32::from(bits) << 16)));
        }
    }

    #[test]
    fn integers_outside_their_range_are_rejected() {
        assert_eq!(U8.admits(Number::Int(255)), Ok(()));
        assert_eq!(I64.admits(Number::Int(i64::MIN.into())), Ok(()));
        assert_eq!(U64.decode(&U64.encode(Number::Int(u64::MAX.into()))), Number::Int(u64::MAX.into()));
        assert_eq!(I8.decode(&I8.encode(Number::Int(-1))), Number::Int(-1));
        let text = |ty: ElementType, n| ty.admits(n).unwrap_err().to_string();
        assert_eq!(text(U8, Number::Int(256)), "256 does not fit u8, which holds 0 to 255");
        assert_eq!(text(I16, Number::Int(-32769)), "-32769 does not fit i16, which holds -32768 to 32767");
        assert_eq!(text(U32, Number::Float(2.5)), "2.5 is not an integer, and u32 holds integers");
        assert_eq!(text(F16, Number::Int(65536)), "65536 exceeds the largest f16");
        assert_eq!(U32.admits(Number::Float(3.0)), Ok(()));
        assert_eq!(F16.admits(Number::Float(f64::INFINITY)), Ok(()));
        assert!(U32.admits(Number::Float(f64::NAN)).is_err() && U32.admits(Number::Float(1e300)).is_err());
    }

    #[test]
    fn numbers_are_shown_with_the_digits_of_their_type() {
        let shown = |ty: ElementType, x| ty.show(ty.decode(&ty.encode(Number::Float(x))));
        assert_eq!(shown(F32, 0.1), "0.1");
        assert_eq!(shown(F64, 0.1), "0.1");
        assert_eq!(shown(F16, 0.1), "0.099975586");
        assert_eq!(shown(F32, 1e30), "1e30");
        assert_eq!(shown(U8, 3.0), "3");
    }
}
