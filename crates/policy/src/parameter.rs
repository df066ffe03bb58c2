//! Typed parameters of policies.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// A parameter of a policy, with values of type `T`: a number, or one of some words.
///
/// A policy declares its parameters with [`Declaration::parameters`](crate::Declaration::parameters) and reads each with
/// [`Values::get`].
///
/// ```
/// use warploom_policy::Parameter;
///
/// #[derive(Clone, Copy, Debug)]
/// enum Order { Arrival, Launch }
///
/// const READY: Parameter<u64> = Parameter::whole("ready", "size of a fetch group", 6, 1..=64).sweep(&[3, 12]);
/// const GREEDY: Parameter<bool> = Parameter::flag("greedy", "whether the last warp continues", true);
/// const ORDER: Parameter<Order> =
///     Parameter::one_of("order", "order of the active queue", &[("rr", Order::Arrival), ("gto", Order::Launch)]);
/// ```
///
/// A default outside of its range does not compile:
///
/// ```compile_fail
/// # use warploom_policy::Parameter;
/// const READY: Parameter<u64> = Parameter::whole("ready", "size of a fetch group", 0, 1..=64);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Parameter<T: 'static> {
    name: &'static str,
    about: &'static str,
    default: T,
    domain: Domain<T>,
    is_reading: bool,
}

/// The values that a parameter can have.
#[derive(Clone, Copy, Debug)]
enum Domain<T: 'static> {
    Whole {
        least: u64,
        most: u64,
        default: u64,
        /// Numbers to try in addition to the default.
        sweep: &'static [u64],
        convert: fn(u64) -> T,
    },
    /// Words and the values they stand for. The first is the default.
    OneOf(&'static [(&'static str, T)]),
}

impl Parameter<u64> {
    /// A whole number from a range, both ends included.
    ///
    /// # Panics
    /// If the default is outside of the range, or the name cannot be written on the command line. In a constant this is a compile
    /// error.
    pub const fn whole(
        name: &'static str,
        about: &'static str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Parameter<u64> {
        let (least, most) = (*range.start(), *range.end());
        assert!(least <= default && default <= most, "a parameter's default is in its range");
        let domain = Domain::Whole { least, most, default, sweep: &[], convert: |number| number };
        Parameter::new(name, about, default, domain)
    }

    /// Sets the numbers that a search tries in addition to the default. (Of words it tries all.)
    ///
    /// # Panics
    /// If a number is outside of the range. In a constant this is a compile error.
    #[must_use]
    pub const fn sweep(mut self, numbers: &'static [u64]) -> Parameter<u64> {
        if let Domain::Whole { least, most, sweep, .. } = &mut self.domain {
            let mut at = 0;
            while at < numbers.len() {
                assert!(*least <= numbers[at] && numbers[at] <= *most, "numbers to try are in the range");
                at += 1;
            }
            *sweep = numbers;
        }
        self
    }
}

impl Parameter<bool> {
    /// `true` or `false`.
    ///
    /// # Panics
    /// As [`Parameter::one_of`].
    pub const fn flag(name: &'static str, about: &'static str, default: bool) -> Parameter<bool> {
        let words: &[(&str, bool)] =
            if default { &[("true", true), ("false", false)] } else { &[("false", false), ("true", true)] };
        Parameter::one_of(name, about, words)
    }
}

impl<T: Copy> Parameter<T> {
    /// One of some words, each with the value it stands for. The first is the default.
    ///
    /// # Panics
    /// If there are no words, or a word or the name cannot be written on the command line. In a constant this is a compile error.
    pub const fn one_of(
        name: &'static str,
        about: &'static str,
        words: &'static [(&'static str, T)],
    ) -> Parameter<T> {
        assert!(!words.is_empty(), "a parameter has a value");
        let mut at = 0;
        while at < words.len() {
            assert!(
                is_plain(words[at].0),
                "a parameter's word consists of small letters, digits and hyphens"
            );
            at += 1;
        }
        Parameter::new(name, about, words[0].1, Domain::OneOf(words))
    }

    const fn new(name: &'static str, about: &'static str, default: T, domain: Domain<T>) -> Parameter<T> {
        assert!(is_plain(name), "a parameter's name consists of small letters, digits and hyphens");
        assert!(!about.is_empty(), "a parameter is declared with its effect in one line");
        Parameter { name, about, default, domain, is_reading: false }
    }

    /// Marks a reading of a paper's text, of which a search tries only the default: the others differ in what the paper may have
    /// meant, and would multiply the runs.
    #[must_use]
    pub(crate) const fn reading(mut self) -> Parameter<T> {
        self.is_reading = true;
        self
    }

    /// The typed value, if the parameter can have this value.
    fn typed(&self, value: Value) -> Option<T> {
        match (self.domain, value) {
            (Domain::Whole { least, most, convert, .. }, Value::Whole(number)) => {
                (least..=most).contains(&number).then(|| convert(number))
            }
            (Domain::OneOf(words), Value::Word(word)) => {
                words.iter().find(|(known, _)| *known == word).map(|&(_, value)| value)
            }
            _ => None,
        }
    }
}

/// A parameter of any type, as listings and the parser see it.
pub trait AnyParameter: fmt::Debug + Send + Sync {
    /// The parameter's name: the text before the `=`.
    fn name(&self) -> &'static str;
    /// The parameter's effect in one line.
    fn about(&self) -> &'static str;
    /// The value of a parameter that is not set.
    fn default(&self) -> Value;
    /// The values that the parameter can have.
    fn range(&self) -> Range;
    /// The values that a search tries, the default first.
    fn sweep(&self) -> Vec<Value>;
}

impl<T: Copy + fmt::Debug + Send + Sync> AnyParameter for Parameter<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn default(&self) -> Value {
        match self.domain {
            Domain::Whole { default, .. } => Value::Whole(default),
            Domain::OneOf(words) => Value::Word(words[0].0),
        }
    }

    fn range(&self) -> Range {
        match self.domain {
            Domain::Whole { least, most, .. } => Range::Whole(least, most),
            Domain::OneOf(words) => Range::OneOf(words.iter().map(|(word, _)| *word).collect()),
        }
    }

    fn sweep(&self) -> Vec<Value> {
        match self.domain {
            _ if self.is_reading => vec![AnyParameter::default(self)],
            Domain::Whole { default, sweep, .. } => {
                let others = sweep.iter().copied().filter(|&number| number != default);
                [default].into_iter().chain(others).map(Value::Whole).collect()
            }
            Domain::OneOf(words) => words.iter().map(|(word, _)| Value::Word(word)).collect(),
        }
    }
}

/// The values that a parameter can have.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Range {
    /// A whole number, both ends included.
    Whole(u64, u64),
    /// One of some words.
    OneOf(Vec<&'static str>),
}

impl Range {
    /// Parses a value of this range.
    pub fn parse(&self, text: &str) -> Option<Value> {
        match self {
            Range::Whole(least, most) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(&number));
                number.map(Value::Whole)
            }
            Range::OneOf(words) => words.iter().find(|&&word| word == text).map(|&word| Value::Word(word)),
        }
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Whole(least, most) => write!(f, "{least} to {most}"),
            Range::OneOf(words) => f.write_str(&words.join(" or ")),
        }
    }
}

/// A parameter's value, as it is written and printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Value {
    Whole(u64),
    Word(&'static str),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Whole(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

/// The values of a policy's declared parameters.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    parameters: &'static [&'static dyn AnyParameter],
    /// By parameter.
    values: &'a [Value],
    /// Records a read of a parameter that the policy does not declare.
    undeclared: Option<&'a OnceLock<&'static str>>,
}

impl<'a> Values<'a> {
    pub(crate) fn new(
        parameters: &'static [&'static dyn AnyParameter],
        values: &'a [Value],
        undeclared: Option<&'a OnceLock<&'static str>>,
    ) -> Values<'a> {
        Values { parameters, values, undeclared }
    }

    /// Returns the value of a parameter.
    ///
    /// A parameter that the policy does not declare has its default. [`Registry::new`](crate::Registry::new) reports the policy
    /// before any run.
    pub fn get<T: Copy>(&self, parameter: Parameter<T>) -> T {
        let declared = self.iter().find(|(name, _)| *name == parameter.name);
        declared.and_then(|(_, value)| parameter.typed(value)).unwrap_or_else(|| {
            if let Some(undeclared) = self.undeclared {
                undeclared.get_or_init(|| parameter.name);
            }
            parameter.default
        })
    }

    /// Every parameter's name and value, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> + use<'a> {
        self.parameters.iter().map(|parameter| parameter.name()).zip(self.values.iter().copied())
    }
}

/// Whether a name can be written on the command line without quotes and without being taken for a setting.
pub(crate) const fn is_plain(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !matches!(bytes[at], b'a'..=b'z' | b'0'..=b'9' | b'-' | b'+') {
            return false;
        }
        at += 1;
    }
    !name.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        let range = Range::Whole(1, 64);
        assert_eq!(["0", "1", "64", "65", "-1", "6.0", ""].map(|text| range.parse(text).is_some()), {
            [false, true, true, false, false, false, false]
        });
        let words = Range::OneOf(vec!["rr", "gto"]);
        assert_eq!((words.parse("gto"), words.parse("GTO")), (Some(Value::Word("gto")), None));
        assert_eq!([range.to_string(), words.to_string()], ["1 to 64", "rr or gto"]);
    }

    #[test]
    fn a_sweep_starts_with_the_default() {
        const NUMBER: Parameter<u64> = Parameter::whole("ready", "a number", 6, 1..=64).sweep(&[2, 6, 12]);
        assert_eq!(NUMBER.sweep(&[2]).domain_sweep(), [6, 2]);
        assert_eq!(NUMBER.domain_sweep(), [6, 2, 12]);
        let flag = Parameter::flag("greedy", "a flag", false);
        assert_eq!(AnyParameter::sweep(&flag), [Value::Word("false"), Value::Word("true")]);
        assert_eq!(AnyParameter::sweep(&flag.reading()), [Value::Word("false")]);
        assert_eq!((flag.typed(Value::Word("true")), flag.typed(Value::Whole(1))), (Some(true), None));
    }

    impl Parameter<u64> {
        fn domain_sweep(&self) -> Vec<u64> {
            let number = |value| match value {
                Value::Whole(number) => number,
                Value::Word(word) => panic!("{word} is no number"),
            };
            AnyParameter::sweep(self).into_iter().map(number).collect()
        }
    }
}
