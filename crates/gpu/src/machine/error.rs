//! What can be wrong with a description.

/// What is wrong with a description.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MachineError {
    /// It is no TOML.
    #[error("line {line}: {fault}")]
    Syntax {
        /// Where, from 1.
        line: usize,
        /// What is wrong there.
        fault: String,
    },
    /// A key that no description has.
    #[error("there is no key `{key}`{}", near.as_ref().map_or(String::new(), |near| format!(": did you mean `{near}`?")))]
    Unknown {
        /// What is written.
        key: String,
        /// The key that is most like it.
        near: Option<String>,
    },
    /// A key that every description has.
    #[error("`{key}` is missing")]
    Missing {
        /// Which.
        key: String,
    },
    /// A value that cannot be.
    #[error("`{key}` is {found}: {limit}")]
    Value {
        /// Where.
        key: String,
        /// What it is.
        found: String,
        /// What it may be.
        limit: String,
    },
    /// A part that cannot be.
    #[error("`{part}`: {fault}")]
    Part {
        /// Which.
        part: &'static str,
        /// What is wrong with it.
        fault: String,
    },
    /// A class of work nobody does.
    #[error("no unit does work of class `{0}`: add it to the `work` of one in `sm.units`")]
    NoUnit(&'static str),
    /// A class of work that several do.
    #[error("both `{first}` and `{second}` do work of class `{class}`: only one can")]
    TwoUnits {
        /// The class.
        class: &'static str,
        /// One.
        first: String,
        /// The other.
        second: String,
    },
}

impl MachineError {
    /// The key it is about, as far as it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            MachineError::Unknown { key, .. }
            | MachineError::Missing { key }
            | MachineError::Value { key, .. } => Some(key),
            MachineError::Part { part, .. } => Some(part),
            MachineError::Syntax { .. } | MachineError::NoUnit(_) | MachineError::TwoUnits { .. } => None,
        }
    }
}
