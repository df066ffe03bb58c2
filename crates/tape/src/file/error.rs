//! What can go wrong with a tape file.

use std::io;

/// Why a tape file cannot be written or read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The system says no.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// What it says.
        error: io::Error,
    },
    /// The file is something else.
    #[error("{file}: not a tape: {reason}")]
    NotATape {
        /// The file.
        file: String,
        /// How that shows.
        reason: String,
    },
    /// The file is of another version of the format.
    #[error("{file}: a tape of version {found}, but this program reads version {known}; make the tape anew")]
    Version {
        /// The file.
        file: String,
        /// Its version.
        found: u64,
        /// The version that can be read.
        known: u32,
    },
    /// The file does not hold what it says it holds.
    #[error("{file}: damaged{}: {reason}; make the tape anew", .batch.map_or(String::new(), |b| format!(" in batch {b}")))]
    Damaged {
        /// The file.
        file: String,
        /// The batch, unless it is in what describes them all.
        batch: Option<usize>,
        /// What does not fit.
        reason: String,
    },
    /// What was given to be written does not fit together.
    #[error("{file}: launch {launch} cannot be written: {reason}")]
    Unfit {
        /// The file.
        file: String,
        /// The launch, from 0.
        launch: usize,
        /// What does not fit.
        reason: String,
    },
}
