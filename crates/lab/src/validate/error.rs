//! Why nothing can be said of how far off Warploom is.

use std::path::{Path, PathBuf};
use warploom_gpu::run::RunError;
use warploom_tape::{accelsim, file};

/// Why work of the reference could not be run.
#[derive(Debug, thiserror::Error)]
pub enum ValidateError {
    /// A file is not there, or no text.
    #[error("`{}` cannot be read: {error}", file.display())]
    Read {
        /// Which.
        file: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file does not say what it should.
    #[error("{}, {place}: {fault}", file.display())]
    Wrong {
        /// Which.
        file: PathBuf,
        /// Where: a line, a point.
        place: String,
        /// What is wrong there.
        fault: String,
        /// What to do about it.
        help: Option<String>,
    },
    /// There is nothing of a name.
    #[error("there is no point, group or machine `{name}` in {}", file.display())]
    NoPoint {
        /// What was asked for.
        name: String,
        /// What is most like it.
        near: Option<String>,
        /// Where it was looked for.
        file: PathBuf,
    },
    /// A trace is wrong, or its tape cannot be written.
    #[error(transparent)]
    Trace(#[from] accelsim::ImportError),
    /// A tape cannot be written or read.
    #[error(transparent)]
    Tape(#[from] file::Error),
    /// A run ended early.
    #[error("{point}: {error}")]
    Run {
        /// Of which point.
        point: String,
        /// Why.
        error: RunError<file::Error>,
    },
}

impl ValidateError {
    /// A mistake at a place of a file.
    pub(super) fn wrong(file: &Path, place: impl Into<String>, fault: impl Into<String>) -> ValidateError {
        ValidateError::Wrong { file: file.to_owned(), place: place.into(), fault: fault.into(), help: None }
    }

    /// What to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            ValidateError::Wrong { help, .. } => help.clone(),
            ValidateError::NoPoint { near, .. } => {
                near.as_ref().map(|near| format!("did you mean `{near}`?"))
            }
            _ => None,
        }
    }

    /// Whether the policy or the work did something wrong, and not who asked.
    pub fn is_simulation_fault(&self) -> bool {
        let ValidateError::Run { error, .. } = self else { return false };
        matches!(error, RunError::Illegal { .. } | RunError::Stuck { .. })
    }
}
