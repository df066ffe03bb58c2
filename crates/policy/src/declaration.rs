//! What a policy says of itself. Help, the book and records are made of it.

use std::fmt;
use warploom_gpu::machine::SmDescription;
use warploom_gpu::policy::WarpPolicy;

/// A policy, declared.
///
/// ```
/// use warploom_policy::Declaration;
/// # use warploom_gpu::policy::{SmView, WarpPolicy};
/// # use warploom_gpu::{SchedulerId, Slot};
/// # struct Mine;
/// # impl WarpPolicy for Mine {
/// #     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
/// #         view.issuable(scheduler).first()
/// #     }
/// # }
/// const MINE: Declaration = Declaration {
///     name: "mine",
///     about: "the warp in the lowest slot",
///     make: |_, _| Box::new(Mine),
///     ..Declaration::PLAIN
/// };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Declaration {
    /// What it is called on the command line and in records.
    pub name: &'static str,
    /// Its rule, in a line.
    pub about: &'static str,
    /// Where it comes from.
    pub origin: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// What it would cost in hardware, beside what any scheduler has.
    pub cost: fn(&Values, &SmDescription) -> Vec<Cost>,
    /// Makes one for an SM.
    pub make: fn(&Values, &SmDescription) -> Box<dyn WarpPolicy>,
}

impl Declaration {
    /// What a policy is as long as nothing else is said: without parameters and cost. It has neither a name nor a rule: those are
    /// what each declares.
    pub const PLAIN: Declaration = Declaration {
        name: "",
        about: "",
        origin: "no paper",
        parameters: &[],
        cost: |_, _| Vec::new(),
        make: |_, _| panic!("a policy is declared with its own `make`"),
    };
}

/// Something a policy needs in hardware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cost {
    /// What it is for.
    pub what: &'static str,
    /// Bits of one.
    pub bits: u64,
    /// How many there are.
    pub count: u64,
    /// In what.
    pub per: Per,
}

impl Cost {
    /// Registers or memory in every SM.
    pub const fn sm(what: &'static str, count: u64, bits: u64) -> Cost {
        Cost { what, bits, count, per: Per::Sm }
    }
}

/// In what something is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Per {
    /// In each SM.
    Sm,
    /// In each instruction of a program.
    Instruction,
    /// In the first instruction of each phase.
    Phase,
}

/// Something about a policy that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// What is written before the `=`.
    pub name: &'static str,
    /// What it sets, in a line.
    pub about: &'static str,
    /// What it is unless set: one of its range.
    pub default: Value,
    /// What it may be.
    pub range: Range,
    /// Numbers beside the default that are worth trying, where every one is too many. Words are all tried.
    pub tries: &'static [u64],
}

/// What a parameter may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Range {
    /// A whole number, both ends included.
    Whole(u64, u64),
    /// One of some words.
    OneOf(&'static [&'static str]),
}

impl Range {
    /// The value written so, if it is one of these.
    pub fn value(self, text: &str) -> Option<Value> {
        match self {
            Range::Whole(least, most) => {
                let number = text.parse().ok().filter(|number| (least..=most).contains(number));
                number.map(Value::Whole)
            }
            Range::OneOf(words) => words.iter().find(|&&word| word == text).map(|&word| Value::Word(word)),
        }
    }
}

impl Parameter {
    /// What it is worth setting to: the default first.
    pub fn worth(&self) -> Vec<Value> {
        let others: Vec<Value> = match self.range {
            Range::Whole(..) => self.tries.iter().map(|&number| Value::Whole(number)).collect(),
            Range::OneOf(words) => words.iter().map(|&word| Value::Word(word)).collect(),
        };
        let others = others.into_iter().filter(|&value| value != self.default);
        [self.default].into_iter().chain(others).collect()
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

/// What a parameter is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A word.
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

/// The parameters of a policy as they are set: each has a value of its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// What these parameters are unless set.
    pub fn defaults(parameters: &[Parameter]) -> Values {
        Values(parameters.iter().map(|parameter| (parameter.name, parameter.default)).collect())
    }

    /// Every parameter, in the order of their declaration.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.0.iter().copied()
    }

    pub(crate) fn set(&mut self, name: &str, value: Value) {
        self.0.iter_mut().filter(|(known, _)| *known == name).for_each(|(_, old)| *old = value);
    }

    fn of(&self, name: &str) -> Option<Value> {
        self.0.iter().find(|(known, _)| *known == name).map(|&(_, value)| value)
    }

    /// A parameter that is a number.
    ///
    /// # Panics
    /// If it was not declared as one.
    pub fn whole(&self, name: &str) -> u64 {
        match self.of(name) {
            Some(Value::Whole(number)) => number,
            other => panic!("`{name}` is declared as no number: {other:?}"),
        }
    }

    /// A parameter that is a word.
    ///
    /// # Panics
    /// If it was not declared as one.
    pub fn word(&self, name: &str) -> &'static str {
        match self.of(name) {
            Some(Value::Word(word)) => word,
            other => panic!("`{name}` is declared as no word: {other:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    #[test]
    fn ranges_end_where_they_say() {
        let range = Range::Whole(1, 64);
        assert_eq!(["0", "1", "64", "65", "-1", "6.0", ""].map(|text| range.value(text).is_some()), {
            [false, true, true, false, false, false, false]
        });
        let words = Range::OneOf(&["rr", "gto"]);
        assert_eq!((words.value("gto"), words.value("GTO")), (Some(Value::Word("gto")), None));
        assert_eq!([range.to_string(), words.to_string()], ["1 to 64", "rr or gto"]);
    }

    #[test]
    fn every_declaration_is_sound() {
        for (at, policy) in ALL.iter().enumerate() {
            let plain =
                |name: &str| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'-' || b.is_ascii_digit());
            assert!(
                plain(policy.name) && !policy.about.is_empty() && !policy.origin.is_empty(),
                "{policy:?}"
            );
            assert!(
                ALL[..at].iter().all(|other| other.name != policy.name),
                "{} is there twice",
                policy.name
            );
            for parameter in policy.parameters {
                let default = parameter.range.value(&parameter.default.to_string());
                assert_eq!(default, Some(parameter.default), "{}:{}", policy.name, parameter.name);
                assert!(plain(parameter.name) && !parameter.about.is_empty(), "{parameter:?}");
                for value in parameter.worth() {
                    assert_eq!(parameter.range.value(&value.to_string()), Some(value), "{parameter:?}");
                }
            }
        }
    }
}
