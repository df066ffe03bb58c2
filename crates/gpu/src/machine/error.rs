//! Errors of machine descriptions.

/// Why a machine description is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MachineError {
    /// The text is not TOML.
    #[error("line {line}: {fault}")]
    Syntax { line: usize, fault: String },
    /// An unknown key.
    #[error("there is no key `{key}`{}", near.as_ref().map_or(String::new(), |near| format!(": did you mean `{near}`?")))]
    Unknown { key: String, near: Option<String> },
    /// A required key is missing.
    #[error("`{key}` is missing")]
    Missing { key: String },
    /// An invalid value.
    #[error("`{key}` is {found}: {limit}")]
    Value { key: String, found: String, limit: String },
    /// A table whose values do not fit together.
    #[error("`{part}`: {fault}")]
    Part { part: &'static str, fault: String },
    /// Neither SMs nor CUs.
    #[error("the machine has neither SMs nor CUs: describe one of them in `[sm]` or `[cu]`")]
    NoCore,
    /// SMs and CUs.
    #[error("the machine has SMs and CUs: remove `[sm]` or `[cu]`")]
    TwoCores,
    /// An instruction class that no unit executes.
    #[error(
        "no unit executes instructions of class `{0}`: add the class to the `work` of a unit in `sm.units`"
    )]
    NoUnit(&'static str),
    /// An instruction class that two units execute.
    #[error(
        "both `{first}` and `{second}` execute instructions of class `{class}`: remove it from one of them"
    )]
    TwoUnits { class: &'static str, first: String, second: String },
}

impl MachineError {
    /// The key at fault, if the error concerns one.
    pub fn key(&self) -> Option<&str> {
        match self {
            MachineError::Unknown { key, .. }
            | MachineError::Missing { key }
            | MachineError::Value { key, .. } => Some(key),
            MachineError::Part { part, .. } => Some(part),
            MachineError::Syntax { .. }
            | MachineError::NoCore
            | MachineError::TwoCores
            | MachineError::NoUnit(_)
            | MachineError::TwoUnits { .. } => None,
        }
    }
}
