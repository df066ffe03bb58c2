//! Comparison of a buffer with its expected elements.
//!
//! An element passes if |got − expected| ≤ abs + rel · |expected|. An infinity equals only itself, and a
//! NaN only a NaN, or nothing at all where the launch file says `nan = "fail"`. Zeros have no sign.

use super::element::Number;
use super::file::NanRule;

/// Mismatches that a [`Comparison`] lists; the rest are only counted.
pub const REPORTED_MISMATCHES: usize = 5;

/// The difference that a check accepts.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    /// Absolute difference.
    pub abs: f64,
    /// Difference relative to the expected value.
    pub rel: f64,
    /// Treatment of NaN.
    pub nan: NanRule,
}

/// An element that differs from the expected one.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// The element's index, from 0.
    pub index: u64,
    pub expected: Number,
    /// The buffer's value.
    pub got: Number,
    /// Got minus expected; NaN if one of them is.
    pub difference: f64,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Comparison {
    /// Elements compared.
    pub elements: u64,
    /// Elements outside the tolerance.
    pub mismatches: u64,
    /// The first mismatches, at most [`REPORTED_MISMATCHES`].
    pub first: Vec<Mismatch>,
    /// The largest absolute difference, over the elements that passed too.
    pub largest: f64,
}

impl Comparison {
    /// True if no element differs by more than the tolerance.
    pub fn passed(&self) -> bool {
        self.mismatches == 0
    }
}

/// Compares element by element.
pub fn compare(pairs: impl Iterator<Item = (Number, Number)>, tolerance: Tolerance) -> Comparison {
    let mut result = Comparison::default();
    for (index, (expected, got)) in (0..).zip(pairs) {
        let difference = difference(expected, got);
        result.elements += 1;
        // `max` passes over NaN.
        result.largest = result.largest.max(difference.abs());
        if !passes(expected, got, difference, tolerance) {
            result.mismatches += 1;
            if result.first.len() < REPORTED_MISMATCHES {
                result.first.push(Mismatch { index, expected, got, difference });
            }
        }
    }
    result
}

/// Got minus expected; whole numbers subtract without rounding, so that unequal ones never look equal.
fn difference(expected: Number, got: Number) -> f64 {
    match (expected, got) {
        (Number::Int(e), Number::Int(g)) => (g - e) as f64,
        _ if expected.as_f64() == got.as_f64() => 0.0,
        _ => got.as_f64() - expected.as_f64(),
    }
}

fn passes(expected: Number, got: Number, difference: f64, tolerance: Tolerance) -> bool {
    let (e, g) = (expected.as_f64(), got.as_f64());
    if e.is_nan() || g.is_nan() {
        return tolerance.nan == NanRule::Equal && e.is_nan() && g.is_nan();
    }
    if e.is_infinite() || g.is_infinite() {
        return e == g;
    }
    difference.abs() <= tolerance.abs + tolerance.rel * e.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn same(expected: f64, got: f64, abs: f64, rel: f64, nan: NanRule) -> bool {
        let pair = (Number::Float(expected), Number::Float(got));
        compare([pair].into_iter(), Tolerance { abs, rel, nan }).passed()
    }

    #[test]
    fn the_tolerance_includes_its_edge() {
        assert!(same(1.0, 1.5, 0.5, 0.0, NanRule::Equal));
        assert!(!same(1.0, 1.5f64.next_up(), 0.5, 0.0, NanRule::Equal));
        assert!(same(-8.0, -10.0, 0.0, 0.25, NanRule::Equal));
        assert!(!same(-10.0, -8.0, 0.0, 0.1, NanRule::Equal));
        assert!(same(-8.0, -10.0, 1.0, 0.125, NanRule::Equal));
        assert!(same(0.0, -0.0, 0.0, 0.0, NanRule::Fail));
    }

    #[test]
    fn nan_and_infinity_have_no_tolerance() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        assert!(same(nan, nan, 0.0, 0.0, NanRule::Equal));
        assert!(!same(nan, nan, inf, 0.0, NanRule::Fail));
        assert!(!same(nan, 1.0, inf, inf, NanRule::Equal) && !same(1.0, nan, inf, inf, NanRule::Equal));
        assert!(same(inf, inf, 0.0, 0.0, NanRule::Fail));
        assert!(!same(inf, 1.0, 0.0, 1.0, NanRule::Equal) && !same(inf, -inf, 0.0, 1.0, NanRule::Equal));
        assert!(!same(1.0, inf, 1e300, 1.0, NanRule::Equal));
    }

    #[test]
    fn integers_of_64_bits_that_differ_by_one_are_unequal() {
        let pair = (Number::Int(u64::MAX.into()), Number::Int(u64::MAX as i128 - 1));
        let exact = Tolerance { abs: 0.0, rel: 0.0, nan: NanRule::Equal };
        let result = compare([pair].into_iter(), exact);
        assert_eq!((result.mismatches, result.first[0].difference), (1, -1.0));
    }

    #[test]
    fn all_mismatches_are_counted_and_the_first_listed() {
        let pairs = (0..100).map(|i| (Number::Int(i), Number::Int(i + i % 2)));
        let result = compare(pairs, Tolerance { abs: 0.0, rel: 0.0, nan: NanRule::Equal });
        assert_eq!((result.elements, result.mismatches, result.largest), (100, 50, 1.0));
        assert_eq!(result.first.iter().map(|m| m.index).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
    }
}
