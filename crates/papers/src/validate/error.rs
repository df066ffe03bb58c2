//! Errors of a validation.

use std::path::{Path, PathBuf};
use warploom_gpu::simulation::RunError;
use warploom_lab::work::WorkError;
use warploom_tape::file;

/// An error that ends a validation.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    /// A file cannot be read.
    #[error("`{}` cannot be read: {error}", file.display())]
    Read { file: PathBuf, error: std::io::Error },
    /// A file has a mistake.
    #[error("{}, {place}: {fault}", file.display())]
    Wrong { file: PathBuf, place: String, fault: String, help: Option<String> },
    /// A name that no point, group, sweep or machine has.
    #[error("there is no point, group or machine `{name}` in {}", file.display())]
    NoPoint {
        name: String,
        /// The nearest known name.
        near: Option<String>,
        file: PathBuf,
    },
    /// A trace is not valid, or its tape cannot be written or read.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The validation was interrupted.
    #[error("the validation was interrupted")]
    Interrupted,
    /// A simulation failed.
    #[error("{point}: {error}")]
    Run { point: String, error: RunError<file::Error> },
}

impl ValidateError {
    /// A mistake at a place in a file.
    pub(super) fn wrong(file: &Path, place: impl Into<String>, fault: impl Into<String>) -> ValidateError {
        ValidateError::Wrong { file: file.to_owned(), place: place.into(), fault: fault.into(), help: None }
    }

    /// The remedy, if there is one.
    pub fn help(&self) -> Option<String> {
        match self {
            ValidateError::Wrong { help, .. } => help.clone(),
            ValidateError::NoPoint { near, .. } => {
                near.as_ref().map(|near| format!("did you mean `{near}`?"))
            }
            _ => None,
        }
    }

    /// Whether a policy or a kernel caused the error, and not the command's arguments.
    pub fn is_simulation_fault(&self) -> bool {
        let ValidateError::Run { error, .. } = self else { return false };
        matches!(error, RunError::IllegalPick { .. } | RunError::Deadlock { .. })
    }
}
