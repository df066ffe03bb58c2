//! The values of an axis: one, a list, or a range.

use serde::{Deserialize, Serialize};

/// A value as a policy or a machine takes it.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Scalar {
    /// A truth value.
    Flag(bool),
    Whole(i64),
    /// Another number.
    Fraction(f64),
    Text(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Scalar::Flag(flag) => flag.fmt(f),
            Scalar::Whole(number) => number.fmt(f),
            // With its point, so that a parameter that takes whole numbers refuses 8.0.
            Scalar::Fraction(number) => write!(f, "{number:?}"),
            Scalar::Text(text) => text.fmt(f),
        }
    }
}

/// One value, several, or a range of whole numbers with both ends.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Sweep {
    One(Scalar),
    Several(Vec<Scalar>),
    /// `{ from, to, step }`.
    Range(RangeOfNumbers),
}

/// Whole numbers from `from` to `to`, both included, every `step`.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RangeOfNumbers {
    from: i64,
    to: i64,
    #[serde(default = "one")]
    step: i64,
}

fn one() -> i64 {
    1
}

impl Sweep {
    /// The values in order. A range with a step below 1, or whose end comes before its start, has none.
    pub fn values(&self) -> Vec<Scalar> {
        match self {
            Sweep::One(value) => vec![value.clone()],
            Sweep::Several(values) => values.clone(),
            Sweep::Range(RangeOfNumbers { from, to, step }) if *step > 0 => {
                let steps = std::iter::successors(Some(*from), |at| at.checked_add(*step));
                steps.take_while(|at| at <= to).map(Scalar::Whole).collect()
            }
            Sweep::Range(_) => Vec::new(),
        }
    }
}

/// Every combination of the values of several sweeps, the last of which varies fastest.
pub fn product<'a>(sweeps: impl IntoIterator<Item = (&'a String, &'a Sweep)>) -> Vec<Vec<(String, String)>> {
    let mut all = vec![Vec::new()];
    for (name, sweep) in sweeps {
        let values = sweep.values();
        let with = |settings: Vec<(String, String)>| {
            let one = |value: &Scalar| [&settings[..], &[(name.clone(), value.to_string())]].concat();
            values.iter().map(one).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(text: &str) -> Vec<String> {
        #[derive(Deserialize)]
        struct File {
            at: Sweep,
        }
        let file: File = toml::from_str(&format!("at = {text}")).unwrap();
        file.at.values().iter().map(Scalar::to_string).collect()
    }

    #[test]
    fn a_sweep_is_a_value_a_list_or_a_range_with_both_ends() {
        assert_eq!(sweep("4"), ["4"]);
        assert_eq!(sweep("'rr'"), ["rr"]);
        assert_eq!(sweep("[true, 'x', 1.5]"), ["true", "x", "1.5"]);
        assert_eq!(sweep("[8, 8.0]"), ["8", "8.0"], "a fraction is not a whole number");
        assert_eq!(sweep("{ from = 2, to = 8, step = 3 }"), ["2", "5", "8"]);
        assert_eq!(sweep("{ from = 1, to = 3 }"), ["1", "2", "3"]);
        assert_eq!(sweep("{ from = 3, to = 1 }"), [""; 0]);
        assert_eq!(sweep("{ from = 1, to = 3, step = 0 }"), [""; 0]);
    }

    #[test]
    fn a_product_has_every_combination_once() {
        let (a, b) = ("a".to_owned(), "b".to_owned());
        let several = |values: [i64; 2]| Sweep::Several(values.map(Scalar::Whole).to_vec());
        let all = product([(&a, &several([1, 2])), (&b, &several([3, 4]))]);
        let text: Vec<String> = all
            .iter()
            .map(|settings| settings.iter().map(|(name, value)| format!("{name}{value}")).collect())
            .collect();
        assert_eq!(text, ["a1b3", "a1b4", "a2b3", "a2b4"]);
        assert_eq!(product([]), [vec![]]);
    }
}
