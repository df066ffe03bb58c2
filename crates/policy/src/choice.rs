//! A policy as it is written: `name`, or `name:parameter=value,parameter=value`.

use crate::declaration::{Cost, Declaration, Parameter, Values};
use std::fmt;
use warploom_gpu::machine::SmDescription;
use warploom_gpu::policy::WarpPolicy;
use warploom_kernel::ptx::nearest;

/// A policy with its parameters set. Printed, it has all of them, whether set or not: that is how records name it.
#[derive(Clone, Debug)]
pub struct Choice {
    declaration: Declaration,
    values: Values,
}

/// Why a text names no policy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChoiceError {
    /// No policy has this name.
    #[error("there is no policy `{name}`")]
    NoPolicy {
        /// The name.
        name: String,
        /// What may have been meant.
        near: Option<&'static str>,
        /// All there are.
        all: Vec<&'static str>,
    },
    /// The policy has no such parameter.
    #[error("the policy `{policy}` has no parameter `{name}`")]
    NoParameter {
        /// The policy.
        policy: &'static str,
        /// The parameter.
        name: String,
        /// What may have been meant.
        near: Option<&'static str>,
        /// All there are.
        all: Vec<&'static str>,
    },
    /// A parameter is given no value.
    #[error("`{text}` sets no parameter of the policy `{policy}`")]
    NoValue {
        /// The policy.
        policy: &'static str,
        /// What is written.
        text: String,
        /// What it could set.
        example: Option<String>,
    },
    /// A value outside of its range.
    #[error("`{parameter}` of the policy `{policy}` cannot be `{value}`")]
    OutOfRange {
        /// The policy.
        policy: &'static str,
        /// The parameter.
        parameter: &'static str,
        /// What is written.
        value: String,
        /// What it may be.
        range: String,
    },
    /// A parameter is set twice.
    #[error("`{parameter}` of the policy `{policy}` is set twice")]
    Twice {
        /// The policy.
        policy: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
}

impl ChoiceError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            ChoiceError::NoPolicy { near: Some(near), .. }
            | ChoiceError::NoParameter { near: Some(near), .. } => {
                format!("did you mean `{near}`?")
            }
            ChoiceError::NoPolicy { all, .. } => format!("there are {}", all.join(", ")),
            ChoiceError::NoParameter { all, .. } if all.is_empty() => "it has none".to_owned(),
            ChoiceError::NoParameter { all, .. } => format!("it has {}", all.join(", ")),
            ChoiceError::NoValue { example: Some(example), .. } => format!("write it like `{example}`"),
            ChoiceError::NoValue { .. } => "it has no parameters".to_owned(),
            ChoiceError::OutOfRange { range, .. } => format!("it is {range}"),
            ChoiceError::Twice { .. } => "leave one out".to_owned(),
        }
    }
}

impl Choice {
    /// The policy that `text` names, of those there are.
    pub fn parse(text: &str, among: &[Declaration]) -> Result<Choice, ChoiceError> {
        let (name, settings) = text.split_once(':').map_or((text, ""), |(name, rest)| (name, rest));
        let Some(&declaration) = among.iter().find(|policy| policy.name == name) else {
            let all: Vec<_> = among.iter().map(|policy| policy.name).collect();
            let near = nearest(name, all.iter().copied());
            return Err(ChoiceError::NoPolicy { name: name.to_owned(), near, all });
        };
        let mut choice = Choice { declaration, values: Values::defaults(declaration.parameters) };
        let mut set: Vec<&str> = Vec::new();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let parameter = choice.set(setting)?;
            if set.contains(&parameter) {
                return Err(ChoiceError::Twice { policy: declaration.name, parameter });
            }
            set.push(parameter);
        }
        Ok(choice)
    }

    /// Several, with commas between them: what follows a comma and is a parameter's setting belongs to the policy before.
    ///
    /// ```
    /// use warploom_policy::{ALL, Choice};
    /// let policies = Choice::parse_list("lrr,tl-gpgpusim:ready=8,gto", ALL)?;
    /// let names: Vec<String> = policies.iter().map(Choice::to_string).collect();
    /// assert_eq!(names, ["lrr", "tl-gpgpusim:ready=8", "gto"]);
    /// # Ok::<(), warploom_policy::ChoiceError>(())
    /// ```
    pub fn parse_list(text: &str, among: &[Declaration]) -> Result<Vec<Choice>, ChoiceError> {
        let mut names: Vec<String> = Vec::new();
        for part in text.split(',') {
            let setting = part.contains('=') && !part.contains(':');
            match names.last_mut().filter(|_| setting) {
                Some(name) => name.extend([",", part]),
                None => names.push(part.to_owned()),
            }
        }
        names.iter().map(|name| Choice::parse(name, among)).collect()
    }

    /// A policy with each of its parameters set to all that is worth trying, the defaults first.
    ///
    /// ```
    /// use warploom_policy::{ALL, Choice};
    /// let all: Vec<Choice> = ALL.iter().flat_map(Choice::variants).collect();
    /// assert!(all.len() > ALL.len());
    /// ```
    pub fn variants(declaration: &Declaration) -> Vec<Choice> {
        let values = Values::defaults(declaration.parameters);
        let mut variants = vec![Choice { declaration: *declaration, values }];
        for parameter in declaration.parameters {
            let set = |choice: Choice| {
                let with = move |value| {
                    let mut choice = choice.clone();
                    choice.values.set(parameter.name, value);
                    choice
                };
                parameter.worth().into_iter().map(with)
            };
            variants = variants.into_iter().flat_map(set).collect();
        }
        variants
    }

    fn set(&mut self, setting: &str) -> Result<&'static str, ChoiceError> {
        let Declaration { name: policy, parameters, .. } = self.declaration;
        let Some((name, value)) = setting.split_once('=') else {
            let example =
                parameters.first().map(|first| format!("{policy}:{}={}", first.name, first.default));
            return Err(ChoiceError::NoValue { policy, text: setting.to_owned(), example });
        };
        let Some(&Parameter { name, range, .. }) = parameters.iter().find(|known| known.name == name) else {
            let all: Vec<_> = parameters.iter().map(|known| known.name).collect();
            let near = nearest(name, all.iter().copied());
            return Err(ChoiceError::NoParameter { policy, name: name.to_owned(), near, all });
        };
        let Some(value) = range.value(value) else {
            let (value, range) = (value.to_owned(), range.to_string());
            return Err(ChoiceError::OutOfRange { policy, parameter: name, value, range });
        };
        self.values.set(name, value);
        Ok(name)
    }

    /// What the policy says of itself.
    pub fn declaration(&self) -> &Declaration {
        &self.declaration
    }

    /// Its parameters.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// What it would cost in an SM's hardware.
    pub fn cost(&self, sm: &SmDescription) -> Vec<Cost> {
        (self.declaration.cost)(&self.values, sm)
    }

    /// Makes one for an SM.
    pub fn make(&self, sm: &SmDescription) -> Box<dyn WarpPolicy> {
        (self.declaration.make)(&self.values, sm)
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declaration.name)?;
        for (at, (name, value)) in self.values.iter().enumerate() {
            write!(f, "{}{name}={value}", if at == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;
    use crate::declaration::{Range, Value};

    const MANY: Declaration = Declaration {
        name: "many",
        about: "A policy with parameters of every kind.",
        origin: "this test",
        parameters: &[
            Parameter {
                name: "ready",
                about: "a number",
                default: Value::Whole(6),
                range: Range::Whole(1, 64),
                tries: &[2],
            },
            Parameter {
                name: "order",
                about: "a word",
                default: Value::Word("rr"),
                range: Range::OneOf(&["rr", "gto"]),
                tries: &[],
            },
        ],
        make: |values, _| panic!("{} {}", values.whole("ready"), values.word("order")),
        ..Declaration::PLAIN
    };

    fn parsed(text: &str) -> Result<String, String> {
        let choice = Choice::parse(text, &[ALL[0], ALL[1], MANY]);
        choice.map(|choice| choice.to_string()).map_err(|error| format!("{error}: {}", error.help()))
    }

    #[test]
    fn the_canonical_spelling_has_every_parameter_in_order() {
        assert_eq!(parsed("lrr"), Ok("lrr".to_owned()));
        for text in ["many", "many:", "many:ready=6", "many:order=rr,ready=6"] {
            assert_eq!(parsed(text), Ok("many:ready=6,order=rr".to_owned()), "{text}");
        }
        assert_eq!(parsed("many:order=gto"), Ok("many:ready=6,order=gto".to_owned()));
        assert_eq!(parsed(&parsed("many:order=gto,ready=64").unwrap()), parsed("many:order=gto,ready=64"));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_remedy() {
        let wrong = |text: &str| parsed(text).unwrap_err();
        assert_eq!(wrong("lr"), "there is no policy `lr`: did you mean `lrr`?");
        assert_eq!(wrong("fastest"), "there is no policy `fastest`: there are lrr, gto, many");
        assert_eq!(wrong(""), "there is no policy ``: there are lrr, gto, many");
        assert_eq!(wrong("gto:x=1"), "the policy `gto` has no parameter `x`: it has none");
        assert_eq!(wrong("gto:x"), "`x` sets no parameter of the policy `gto`: it has no parameters");
        assert_eq!(wrong("many:redy=1"), "the policy `many` has no parameter `redy`: did you mean `ready`?");
        assert_eq!(wrong("many:size=1"), "the policy `many` has no parameter `size`: it has ready, order");
        assert_eq!(
            wrong("many:8"),
            "`8` sets no parameter of the policy `many`: write it like `many:ready=6`"
        );
        assert_eq!(wrong("many:ready=0"), "`ready` of the policy `many` cannot be `0`: it is 1 to 64");
        assert_eq!(wrong("many:order=lrr"), "`order` of the policy `many` cannot be `lrr`: it is rr or gto");
        assert_eq!(wrong("many:ready=1,ready=2"), "`ready` of the policy `many` is set twice: leave one out");
    }

    #[test]
    fn variants_are_all_that_is_worth_trying() {
        let all: Vec<String> = Choice::variants(&MANY).iter().map(Choice::to_string).collect();
        let wanted = [
            "many:ready=6,order=rr",
            "many:ready=6,order=gto",
            "many:ready=2,order=rr",
            "many:ready=2,order=gto",
        ];
        assert_eq!(all, wanted);
        assert_eq!(Choice::variants(&ALL[0]).len(), 1);
    }

    #[test]
    fn a_list_keeps_settings_with_their_policy() {
        let list = |text| {
            Choice::parse_list(text, &[ALL[0], MANY])
                .map(|list| list.iter().map(Choice::to_string).collect::<Vec<_>>())
        };
        assert_eq!(list("lrr").unwrap(), ["lrr"]);
        assert_eq!(
            list("many:ready=2,order=gto,lrr,many").unwrap(),
            ["many:ready=2,order=gto", "lrr", "many:ready=6,order=rr"]
        );
        assert!(list("lrr,").is_err() && list("ready=2").is_err());
    }
}
