//! Comparing a buffer with what was expected.
//!
//! An element passes if |got − expected| ≤ abs + rel · |expected|. An infinity equals only itself, and a
//! NaN only a NaN, or nothing at all where the launch file says `nan = "fail"`. Zeros have no sign.

use super::element::Number;
use super::launch_file::NanRule;

/// Mismatches that are told one by one; the rest are counted.
pub const TOLD: usize = 5;

/// How near is near enough.
#[derive(Debug, Clone, Copy)]
pub struct Tolerance {
    pub abs: f64,
    pub rel: f64,
    pub nan: NanRule,
}

/// An element that is not what was expected.
#[derive(Debug, Clone, PartialEq)]
pub struct Mismatch {
    /// Its number, from 0.
    pub index: u64,
    pub expected: Number,
    pub got: Number,
    /// NaN where one of them is.
    pub difference: f64,
}

/// What a comparison found.
#[derive(Debug, Default)]
pub struct Comparison {
    pub elements: u64,
    pub mismatches: u64,
    /// The first few.
    pub first: Vec<Mismatch>,
    /// The largest difference between two numbers, of those that pass too.
    pub largest: f64,
}

impl Comparison {
    /// Whether all is as expected.
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
            if result.first.len() < TOLD {
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
    fn what_is_not_a_number_has_no_tolerance() {
        let (nan, inf) = (f64::NAN, f64::INFINITY);
        assert!(same(nan, nan, 0.0, 0.0, NanRule::Equal));
        assert!(!same(nan, nan, inf, 0.0, NanRule::Fail));
        assert!(!same(nan, 1.0, inf, inf, NanRule::Equal) && !same(1.0, nan, inf, inf, NanRule::Equal));
        assert!(same(inf, inf, 0.0, 0.0, NanRule::Fail));
        assert!(!same(inf, 1.0, 0.0, 1.0, NanRule::Equal) && !same(inf, -inf, 0.0, 1.0, NanRule::Equal));
        assert!(!same(1.0, inf, 1e300, 1.0, NanRule::Equal));
    }

    #[test]
    fn whole_numbers_of_64_bits_differ_by_one() {
        let pair = (Number::Int(u64::MAX.into()), Number::Int(u64::MAX as i128 - 1));
        let exact = Tolerance { abs: 0.0, rel: 0.0, nan: NanRule::Equal };
        let result = compare([pair].into_iter(), exact);
        assert_eq!((result.mismatches, result.first[0].difference), (1, -1.0));
    }

    #[test]
    fn all_mismatches_count_and_the_first_are_told() {
        let pairs = (0..100).map(|i| (Number::Int(i), Number::Int(i + i % 2)));
        let result = compare(pairs, Tolerance { abs: 0.0, rel: 0.0, nan: NanRule::Equal });
        assert_eq!((result.elements, result.mismatches, result.largest), (100, 50, 1.0));
        assert_eq!(result.first.iter().map(|m| m.index).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
    }
}
