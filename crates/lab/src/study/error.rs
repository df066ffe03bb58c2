//! Why a study cannot be planned, run or collected.

use crate::store::StoreError;
use crate::table::TableError;
use crate::work::WorkError;
use parquet::errors::ParquetError;
use std::ops::Range;
use warploom_gpu::machine::MachineError;
use warploom_policy::ChoiceError;

/// Why a study cannot be planned, run or collected. [`StudyError::help`] has the remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// The study's file is not valid.
    #[error("{message}")]
    File {
        message: String,
        /// Where, in bytes of the text.
        span: Option<Range<usize>>,
    },
    /// An axis has no values, or one that cannot be.
    #[error("{axis}: {message}")]
    Axis { axis: &'static str, message: String, help: Option<String> },
    /// A work cannot be opened.
    #[error("work `{work}`: {error}")]
    Work { work: String, error: Box<WorkError> },
    /// A machine's description is invalid.
    #[error("machine `{machine}`: {error}")]
    Machine { machine: String, error: Box<MachineError> },
    /// A policy that does not exist, or not on this machine.
    #[error("policy `{policy}` on {machine}: {error}")]
    Policy { policy: String, machine: String, error: Box<ChoiceError> },
    /// A file that a plan names has changed since.
    #[error("`{work}` has changed since the study was planned")]
    Changed { work: String },
    /// The plan was made by another build.
    #[error("the plan was made by build {plan}, and this is build {own}")]
    Build { plan: String, own: String },
    /// There is no such plan in the store.
    #[error("the store has no plan of the study `{study}`")]
    NoPlan { study: String },
    /// There is no such chunk in the plan.
    #[error("the plan has no chunk {chunk}: it has {chunks}, from 0")]
    NoChunk { chunk: usize, chunks: usize },
    /// The store cannot be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table cannot be written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A command of the engine failed.
    #[error("`{command}` failed: {message}")]
    Engine { command: String, message: String, help: Option<String> },
    /// Ctrl-C or SIGTERM.
    #[error("interrupted")]
    Interrupted,
}

impl StudyError {
    /// An error of the store.
    pub(crate) fn store(place: impl Into<String>, error: &dyn std::fmt::Display) -> StudyError {
        StoreError { place: place.into(), message: error.to_string() }.into()
    }

    /// A file of the store that is damaged.
    pub(crate) fn damaged(place: &str, error: &ParquetError) -> StudyError {
        StudyError::store(place, &format_args!("it is damaged: {error}"))
    }

    /// The remedy.
    pub fn help(&self) -> Option<String> {
        match self {
            StudyError::Axis { help, .. } | StudyError::Engine { help, .. } => help.clone(),
            StudyError::Work { error, .. } => error.help(),
            StudyError::Machine { .. } => {
                Some("`warploom machines keys` lists the keys and their types".to_owned())
            }
            StudyError::Policy { error, .. } if matches!(**error, ChoiceError::WrongCores { .. }) => Some(
                format!("{}; or leave the pair out: [[exclude]] with `machine` and `policy`", error.help()),
            ),
            StudyError::Policy { error, .. } => Some(error.help()),
            StudyError::Changed { .. } | StudyError::Build { .. } => Some(
                "`warploom study run` plans it again; finished runs of the same inputs are reused".to_owned(),
            ),
            StudyError::NoPlan { .. } => Some("`warploom study plan` makes one".to_owned()),
            StudyError::Store(_) => Some("--store names the directory, or WARPLOOM_STORE".to_owned()),
            _ => None,
        }
    }
}
