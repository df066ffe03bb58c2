//! Numeric comparison of two texts.

use regex::Regex;

use crate::Result;

/// Accepted difference of two numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tolerance {
    /// Difference relative to the larger magnitude.
    pub(super) relative: f64,
    /// Absolute difference.
    pub(super) absolute: f64,
}

impl Tolerance {
    fn accepts(self, a: f64, b: f64) -> bool {
        // An infinity is within no distance of a number, though any relative tolerance of it is infinite.
        if !a.is_finite() || !b.is_finite() {
            return a == b || (a.is_nan() && b.is_nan());
        }
        let difference = (a - b).abs();
        difference <= self.absolute || difference <= self.relative * a.abs().max(b.abs())
    }
}

/// Compares two texts word by word: numbers within the tolerance, other words exactly. With `lines`, only lines that
/// match it count. The error names the first difference and the number of words that differ.
pub(super) fn compare(
    program: &str,
    reference: &str,
    lines: Option<&Regex>,
    tolerance: Tolerance,
) -> Result<()> {
    let program = words(program, lines);
    let reference = words(reference, lines);
    if program.is_empty() && reference.is_empty() {
        return Err("there is nothing to compare: both outputs are empty".to_owned());
    }
    let mut first = None;
    let mut different = 0_usize;
    for (a, b) in program.iter().zip(&reference) {
        if !equal(a.text, b.text, tolerance) {
            different += 1;
            first.get_or_insert_with(|| {
                format!("line {}: `{}`, the reference has `{}`", a.line, a.text, b.text)
            });
        }
    }
    if let Some(first) = first {
        return Err(format!("{different} of {} words differ, first in {first}", reference.len()));
    }
    if program.len() != reference.len() {
        return Err(format!("{} words instead of the reference's {}", program.len(), reference.len()));
    }
    Ok(())
}

struct Word<'a> {
    text: &'a str,
    /// Line of the whole text, from 1.
    line: usize,
}

/// The words of a text: what spaces, brackets and the characters `,;:=` separate.
fn words<'a>(text: &'a str, lines: Option<&Regex>) -> Vec<Word<'a>> {
    let separator = |c: char| c.is_whitespace() || ",;:=()[]".contains(c);
    let numbered = text.lines().zip(1..).filter(|(line, _)| lines.is_none_or(|lines| lines.is_match(line)));
    numbered
        .flat_map(|(text, line)| {
            text.split(separator).filter(|word| !word.is_empty()).map(move |text| Word { text, line })
        })
        .collect()
}

fn equal(a: &str, b: &str, tolerance: Tolerance) -> bool {
    a == b
        || match (a.parse::<f64>(), b.parse::<f64>()) {
            (Ok(a), Ok(b)) => tolerance.accepts(a, b),
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: Tolerance = Tolerance { relative: 0.0, absolute: 0.0 };

    #[test]
    fn numbers_are_equal_by_value_and_words_by_letters() {
        assert!(compare("cost: 1.50 (ok)\n", "cost:1.5 ok", None, EXACT).is_ok());
        assert!(compare("1e3 inf -inf NaN", "1000 inf -inf nan", None, EXACT).is_ok());
        let error = compare("a b\nc d", "a b\nc e", None, EXACT).expect_err("d is not e");
        assert_eq!(error, "1 of 4 words differ, first in line 2: `d`, the reference has `e`");
    }

    #[test]
    fn a_relative_tolerance_scales_with_the_larger_number() {
        let tolerance = Tolerance { relative: 1e-3, absolute: 0.0 };
        assert!(compare("1000.9", "1000", None, tolerance).is_ok());
        assert!(compare("1002", "1000", None, tolerance).is_err());
        assert!(compare("-1000", "1000", None, tolerance).is_err());
        assert!(compare("1e-9", "0", None, tolerance).is_err());
        assert!(compare("inf", "1000", None, tolerance).is_err());
        assert!(compare("nan", "1000", None, tolerance).is_err());
    }

    #[test]
    fn an_absolute_tolerance_accepts_noise_around_zero() {
        let tolerance = Tolerance { relative: 0.0, absolute: 1e-6 };
        assert!(compare("1e-9", "-1e-9", None, tolerance).is_ok());
        assert!(compare("1e-5", "0", None, tolerance).is_err());
    }

    #[test]
    fn missing_and_additional_words_are_differences() {
        assert_eq!(
            compare("1 2", "1 2 3", None, EXACT).expect_err("one is missing"),
            "2 words instead of the reference's 3"
        );
        assert!(compare("1 2 3", "1 2", None, EXACT).is_err());
        assert!(compare("", "\n", None, EXACT).is_err());
    }

    #[test]
    fn only_selected_lines_count_but_keep_their_numbers() {
        let lines = Regex::new("^XE").expect("it is right");
        assert!(compare("time 3\nXE 1\n", "hello\ntime 9\nXE 1\n", Some(&lines), EXACT).is_ok());
        let error = compare("time 3\nXE 1\n", "XE 2\n", Some(&lines), EXACT).expect_err("1 is not 2");
        assert!(error.contains("line 2"), "{error}");
    }
}
