//! Errors of linking PTX units.

use crate::ptx::error::Error;

/// Error of a unit when PTX files are linked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unit {unit}: {kind}")]
pub struct LinkError {
    pub unit: usize,
    /// What is wrong with it.
    pub kind: LinkErrorKind,
}

/// Kind of a link error. `other` is the index of another unit.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkErrorKind {
    /// An error in the text of the unit.
    #[error(transparent)]
    Ptx(Box<Error>),
    /// An `.extern` variable that no unit defines.
    #[error("`{name}` is not defined by any unit")]
    Undefined { name: String },
    /// A symbol that two units define, neither of them `.weak` or `.common`.
    #[error("`{name}` is defined twice: unit {other} defines it, too")]
    DefinedTwice {
        name: String,
        /// Unit of the first definition.
        other: usize,
    },
    /// A variable, or parameters or results of a function, of another size than in the unit that defines it.
    #[error("`{name}` has {here}, but {there} in unit {other}, which defines it")]
    SizesDiffer {
        name: String,
        /// Sizes in this unit.
        here: String,
        /// Sizes in the unit that defines it.
        there: String,
        /// Unit of the definition.
        other: usize,
    },
    /// A variable in constant memory in one unit and in global memory in another.
    #[error("`{name}` is in another state space than in unit {other}, which defines it")]
    SpacesDiffer {
        name: String,
        /// Unit of the definition.
        other: usize,
    },
}

impl LinkError {
    /// An error in the text of a unit.
    pub(super) fn ptx(unit: usize) -> impl Fn(Error) -> LinkError {
        move |error| LinkError { unit, kind: LinkErrorKind::Ptx(Box::new(error)) }
    }
}
