//! A policy as users write it: `name`, or `name:parameter=value,parameter=value`.

use crate::declaration::{Cost, Declaration};
use crate::kind::{PolicyKind, WarpKind};
use crate::parameter::{AnyParameter, Range, Value, Values};
use std::fmt;
use warploom_kernel::names::nearest;
use warploom_kernel::phase::Reading;

/// A policy with the values of its parameters. Its text has every parameter, set or not, as records have it.
///
/// ```
/// use warploom_policy::{CTA_POLICIES, Choice, WARP_POLICIES};
/// assert_eq!(Choice::parse("swl:n=4", WARP_POLICIES)?.to_string(), "swl:n=4");
/// assert_eq!(Choice::parse("block", CTA_POLICIES)?.to_string(), "block");
/// let unknown = Choice::parse("blok", CTA_POLICIES).unwrap_err();
/// assert_eq!(unknown.to_string(), "there is no CTA policy `blok`");
/// assert_eq!(unknown.help(), "did you mean `block`?");
/// # Ok::<(), warploom_policy::ChoiceError>(())
/// ```
pub struct Choice<K: PolicyKind = WarpKind> {
    declaration: Declaration<K>,
    /// By parameter, in the order of the declaration.
    values: Vec<Value>,
    /// The text that was parsed.
    written: Option<String>,
}

impl<K: PolicyKind> Clone for Choice<K> {
    fn clone(&self) -> Choice<K> {
        Choice { declaration: self.declaration, values: self.values.clone(), written: self.written.clone() }
    }
}

impl<K: PolicyKind> fmt::Debug for Choice<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choice({self})")
    }
}

/// A text that names no policy, or sets a parameter wrongly.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ChoiceError {
    /// No policy has this name.
    #[error("there is no {kind} `{name}`")]
    UnknownPolicy {
        kind: &'static str,
        name: String,
        nearest: Option<&'static str>,
        known: Vec<&'static str>,
    },
    /// The policy has no such parameter.
    #[error("the {kind} `{policy}` has no parameter `{name}`")]
    UnknownParameter {
        kind: &'static str,
        policy: &'static str,
        name: String,
        nearest: Option<&'static str>,
        known: Vec<&'static str>,
    },
    /// A setting has no `=`.
    #[error("`{text}` does not set a parameter of the {kind} `{policy}`")]
    MissingValue { kind: &'static str, policy: &'static str, text: String, example: Option<String> },
    /// A value is outside of its range.
    #[error("`{parameter}` of the {kind} `{policy}` cannot be `{value}`")]
    OutOfRange {
        kind: &'static str,
        policy: &'static str,
        parameter: &'static str,
        value: String,
        range: String,
    },
    /// The policy decides for the other kind of cores.
    #[error("`{name}` is a {kind}, but {machine} has {cores}")]
    WrongCores {
        kind: &'static str,
        name: String,
        machine: String,
        cores: &'static str,
        known: Vec<&'static str>,
    },
    /// A parameter is set twice.
    #[error("`{parameter}` of the {kind} `{policy}` is set twice")]
    SetTwice { kind: &'static str, policy: &'static str, parameter: &'static str },
}

impl ChoiceError {
    /// The remedy.
    pub fn help(&self) -> String {
        match self {
            ChoiceError::UnknownPolicy { nearest: Some(nearest), .. }
            | ChoiceError::UnknownParameter { nearest: Some(nearest), .. } => {
                format!("did you mean `{nearest}`?")
            }
            ChoiceError::UnknownPolicy { known, .. } => format!("there are {}", known.join(", ")),
            ChoiceError::UnknownParameter { known, .. } if known.is_empty() => {
                "it has no parameters".to_owned()
            }
            ChoiceError::UnknownParameter { known, .. } => format!("its parameters are {}", known.join(", ")),
            ChoiceError::MissingValue { example: Some(example), .. } => format!("write it like `{example}`"),
            ChoiceError::MissingValue { .. } => "it has no parameters".to_owned(),
            ChoiceError::OutOfRange { range, .. } => format!("it must be {range}"),
            ChoiceError::WrongCores { cores, known, .. } => {
                format!("the policies for {cores} are {}", known.join(", "))
            }
            ChoiceError::SetTwice { .. } => "remove one of them".to_owned(),
        }
    }

    /// Whether [`help`](ChoiceError::help) lists every known policy.
    pub fn lists_policies(&self) -> bool {
        matches!(self, ChoiceError::UnknownPolicy { nearest: None, .. })
    }
}

impl<K: PolicyKind> Choice<K> {
    /// A policy with the defaults of its parameters.
    pub fn new(declaration: &Declaration<K>) -> Choice<K> {
        let values = declaration.parameters.iter().map(|parameter| parameter.default()).collect();
        Choice { declaration: *declaration, values, written: None }
    }

    /// Parses a policy's name and settings. The name is one of the `known` policies', in capital or small letters.
    ///
    /// # Errors
    /// If no policy has the name, or a setting is not one of its parameters'.
    pub fn parse(text: &str, known: &[Declaration<K>]) -> Result<Choice<K>, ChoiceError> {
        let text = text.trim();
        let (name, settings) = text.split_once(':').unwrap_or((text, ""));
        let Some(declaration) = known.iter().find(|policy| policy.name.eq_ignore_ascii_case(name)) else {
            let known: Vec<_> = known.iter().map(|policy| policy.name).collect();
            let nearest = nearest(name, known.iter().copied());
            return Err(ChoiceError::UnknownPolicy { kind: K::NOUN, name: name.to_owned(), nearest, known });
        };
        let mut choice = Choice::new(declaration);
        let mut set: Vec<&str> = Vec::new();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let parameter = choice.set(setting)?;
            if set.contains(&parameter) {
                return Err(ChoiceError::SetTwice { kind: K::NOUN, policy: declaration.name, parameter });
            }
            set.push(parameter);
        }
        choice.written = Some(text.to_owned());
        Ok(choice)
    }

    /// Parses policies with commas between them. A setting after a comma belongs to the policy before it.
    ///
    /// ```
    /// use warploom_policy::{Choice, WARP_POLICIES};
    /// let policies = Choice::parse_list("lrr,tl-gpgpusim:ready=8,gto", WARP_POLICIES)?;
    /// let names: Vec<String> = policies.iter().map(Choice::to_string).collect();
    /// assert_eq!(names, ["lrr", "tl-gpgpusim:ready=8", "gto"]);
    /// # Ok::<(), warploom_policy::ChoiceError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Choice::parse`].
    pub fn parse_list(text: &str, known: &[Declaration<K>]) -> Result<Vec<Choice<K>>, ChoiceError> {
        split_list(text).iter().map(|name| Choice::parse(name, known)).collect()
    }

    /// A policy with every combination of the values in its parameters' sweeps, the defaults first.
    ///
    /// ```
    /// use warploom_policy::{Choice, WARP_POLICIES};
    /// let all: Vec<Choice> = WARP_POLICIES.iter().flat_map(Choice::variants).collect();
    /// assert!(all.len() > WARP_POLICIES.len());
    /// ```
    pub fn variants(declaration: &Declaration<K>) -> Vec<Choice<K>> {
        let mut variants = vec![Choice::new(declaration)];
        for (at, parameter) in declaration.parameters.iter().enumerate() {
            let sweep = parameter.sweep();
            let swept =
                |choice: Choice<K>| sweep.iter().map(|&value| choice.with(at, value)).collect::<Vec<_>>();
            variants = variants.into_iter().flat_map(swept).collect();
        }
        variants
    }

    /// A policy with its defaults, and with each other value of each parameter's sweep by itself.
    pub(crate) fn neighbors(declaration: &Declaration<K>) -> Vec<Choice<K>> {
        let defaults = Choice::new(declaration);
        let mut neighbors = vec![defaults.clone()];
        for (at, parameter) in declaration.parameters.iter().enumerate() {
            neighbors.extend(parameter.sweep().into_iter().skip(1).map(|value| defaults.with(at, value)));
        }
        neighbors
    }

    fn with(&self, at: usize, value: Value) -> Choice<K> {
        let mut choice = self.clone();
        choice.values[at] = value;
        choice.written = None;
        choice
    }

    fn set(&mut self, setting: &str) -> Result<&'static str, ChoiceError> {
        let Declaration { name: policy, parameters, .. } = self.declaration;
        let kind = K::NOUN;
        let Some((name, value)) = setting.split_once('=') else {
            let example =
                |first: &&dyn AnyParameter| format!("{policy}:{}={}", first.name(), first.default());
            let example = parameters.first().map(example);
            return Err(ChoiceError::MissingValue { kind, policy, text: setting.to_owned(), example });
        };
        let Some(at) = parameters.iter().position(|known| known.name() == name) else {
            let known: Vec<_> = parameters.iter().map(|known| known.name()).collect();
            let (name, nearest) = (name.to_owned(), nearest(name, known.iter().copied()));
            return Err(ChoiceError::UnknownParameter { kind, policy, name, nearest, known });
        };
        let (parameter, range) = (parameters[at].name(), parameters[at].range());
        let Some(parsed) = range.parse(value) else {
            let range = match range {
                Range::Whole(least, most) => format!("a whole number from {least} to {most}"),
                words => words.to_string(),
            };
            let value = value.to_owned();
            return Err(ChoiceError::OutOfRange { kind, policy, parameter, value, range });
        };
        self.values[at] = parsed;
        Ok(parameter)
    }

    /// The policy as its user wrote it, or its name with the parameters that differ from their defaults.
    ///
    /// ```
    /// use warploom_policy::{Choice, WARP_POLICIES};
    /// let choice = Choice::parse("pro", WARP_POLICIES)?;
    /// assert_eq!(choice.as_written(), "pro");
    /// assert_eq!(choice.to_string(), "pro:threshold=1000,barrier=on,sample=1000");
    /// # Ok::<(), warploom_policy::ChoiceError>(())
    /// ```
    pub fn as_written(&self) -> String {
        if let Some(written) = &self.written {
            return written.clone();
        }
        let defaults = self.declaration.parameters.iter().map(|parameter| parameter.default());
        let settings: Vec<String> = self
            .values()
            .iter()
            .zip(defaults)
            .filter(|((_, value), default)| value != default)
            .map(|((name, value), _)| format!("{name}={value}"))
            .collect();
        let name = self.declaration.name;
        if settings.is_empty() { name.to_owned() } else { format!("{name}:{}", settings.join(",")) }
    }

    /// The policy's declaration.
    pub fn declaration(&self) -> &Declaration<K> {
        &self.declaration
    }

    /// The values of the policy's parameters.
    pub fn values(&self) -> Values<'_> {
        Values::new(self.declaration.parameters, &self.values, None)
    }

    pub(crate) fn settings(&self) -> &[Value] {
        &self.values
    }

    /// The state that the policy needs in this hardware.
    pub fn cost(&self, hardware: &K::Hardware) -> Vec<Cost> {
        (self.declaration.cost)(&self.values(), hardware)
    }

    /// Makes the policy for this hardware.
    pub fn make(&self, hardware: &K::Hardware) -> Box<K::Policy> {
        (self.declaration.make)(&self.values(), hardware)
    }
}

/// Splits policies with commas between them. A setting after a comma belongs to the policy before it.
pub(crate) fn split_list(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_setting = part.contains('=') && !part.contains(':');
        match names.last_mut().filter(|_| is_setting) {
            Some(name) => name.extend([",", part]),
            None => names.push(part.to_owned()),
        }
    }
    names
}

impl Choice<WarpKind> {
    /// How the policy defines the phases that it sees.
    pub fn phases(&self) -> Reading {
        (self.declaration.properties.phases)(&self.values())
    }
}

impl<K: PolicyKind> fmt::Display for Choice<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.declaration.name)?;
        for (at, (name, value)) in self.values().iter().enumerate() {
            write!(f, "{}{name}={value}", if at == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CTA_POLICIES, CtaKind, Parameter, WARP_POLICIES, WarpDeclaration};

    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Order {
        Arrival,
        Launch,
    }

    const READY: Parameter<u64> = Parameter::whole("ready", "a number", 6, 1..=64).sweep(&[2]);
    const ORDER: Parameter<Order> =
        Parameter::one_of("order", "a word", &[("rr", Order::Arrival), ("gto", Order::Launch)]);
    const MANY: WarpDeclaration =
        WarpDeclaration::new("many", "A policy with parameters of every kind.", |values, _| {
            panic!("{} {:?}", values.get(READY), values.get(ORDER))
        })
        .parameters(&[&READY, &ORDER]);

    fn parsed(text: &str) -> Result<String, String> {
        let choice = Choice::parse(text, &[WARP_POLICIES[0], WARP_POLICIES[1], MANY]);
        choice.map(|choice| choice.to_string()).map_err(|error| format!("{error}: {}", error.help()))
    }

    #[test]
    fn the_canonical_spelling_has_every_parameter_in_order() {
        assert_eq!(parsed("lrr"), Ok("lrr".to_owned()));
        assert_eq!(parsed("LRR"), Ok("lrr".to_owned()));
        for text in ["many", "many:", "many:ready=6", "many:order=rr,ready=6"] {
            assert_eq!(parsed(text), Ok("many:ready=6,order=rr".to_owned()), "{text}");
        }
        assert_eq!(parsed("many:order=gto"), Ok("many:ready=6,order=gto".to_owned()));
        assert_eq!(parsed(&parsed("many:order=gto,ready=64").unwrap()), parsed("many:order=gto,ready=64"));
    }

    #[test]
    fn a_choice_is_shown_as_written_or_with_the_parameters_that_differ_from_their_defaults() {
        let choice = Choice::parse("many:order=rr", &[MANY]).unwrap();
        assert_eq!(choice.as_written(), "many:order=rr");
        assert_eq!(choice.with(0, Value::Whole(8)).as_written(), "many:ready=8");
        assert_eq!(Choice::new(&MANY).as_written(), "many");
    }

    #[test]
    fn every_mistake_has_a_message_with_its_remedy() {
        let wrong = |text: &str| parsed(text).unwrap_err();
        assert_eq!(wrong("lr"), "there is no policy `lr`: did you mean `lrr`?");
        assert_eq!(wrong("fastest"), "there is no policy `fastest`: there are lrr, gto, many");
        assert_eq!(wrong(""), "there is no policy ``: there are lrr, gto, many");
        assert_eq!(wrong("gto:x=1"), "the policy `gto` has no parameter `x`: it has no parameters");
        assert_eq!(wrong("gto:x"), "`x` does not set a parameter of the policy `gto`: it has no parameters");
        assert_eq!(wrong("many:redy=1"), "the policy `many` has no parameter `redy`: did you mean `ready`?");
        assert_eq!(
            wrong("many:size=1"),
            "the policy `many` has no parameter `size`: its parameters are ready, order"
        );
        assert_eq!(
            wrong("many:8"),
            "`8` does not set a parameter of the policy `many`: write it like `many:ready=6`"
        );
        assert_eq!(
            wrong("many:ready=0"),
            "`ready` of the policy `many` cannot be `0`: it must be a whole number from 1 to 64"
        );
        assert_eq!(
            wrong("many:ready=8.0"),
            "`ready` of the policy `many` cannot be `8.0`: it must be a whole number from 1 to 64"
        );
        assert_eq!(
            wrong("many:order=lrr"),
            "`order` of the policy `many` cannot be `lrr`: it must be rr or gto"
        );
        assert_eq!(
            wrong("many:ready=1,ready=2"),
            "`ready` of the policy `many` is set twice: remove one of them"
        );
        let wrong = |text: &str| {
            let error = Choice::parse(text, CTA_POLICIES).unwrap_err();
            format!("{error}: {}", error.help())
        };
        assert_eq!(wrong("bck"), "there is no CTA policy `bck`: did you mean `bcs`?");
        assert_eq!(
            wrong("scatter"),
            "there is no CTA policy `scatter`: there are rr, first-available, block, fill, bcs"
        );
        assert_eq!(wrong("bcs:size=4"), "the CTA policy `bcs` has no parameter `size`: it has no parameters");
        assert_eq!(Choice::parse("fill:", CTA_POLICIES).unwrap().to_string(), "fill");
        assert_eq!(Choice::<CtaKind>::default().to_string(), "rr");
    }

    #[test]
    fn variants_are_all_combinations_of_the_sweeps() {
        let all: Vec<String> = Choice::variants(&MANY).iter().map(Choice::to_string).collect();
        let wanted = [
            "many:ready=6,order=rr",
            "many:ready=6,order=gto",
            "many:ready=2,order=rr",
            "many:ready=2,order=gto",
        ];
        assert_eq!(all, wanted);
        assert_eq!(Choice::variants(&WARP_POLICIES[0]).len(), 1);
    }

    #[test]
    fn a_list_keeps_settings_with_their_policy() {
        let list = |text| {
            Choice::parse_list(text, &[WARP_POLICIES[0], MANY])
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
