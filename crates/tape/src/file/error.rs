//! Errors of tape files.

use std::io;

/// Error while writing or reading a tape file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An I/O error.
    #[error("{file}: {error}")]
    Io {
        /// The file.
        file: String,
        /// The error.
        error: io::Error,
    },
    /// A file that is not a tape.
    #[error("{file}: not a tape: {reason}")]
    NotATape {
        /// The file.
        file: String,
        /// Reason.
        reason: String,
    },
    /// A tape of another format version.
    #[error(
        "{file}: the tape has format version {found}, but this program reads version {known}; record the tape again"
    )]
    Version {
        /// The file.
        file: String,
        /// Version of the file.
        found: u64,
        /// Supported version.
        known: u32,
    },
    /// A damaged tape.
    #[error("{file}: damaged{}: {reason}; record the tape again", .batch.map_or(String::new(), |b| format!(" in batch {b}")))]
    Damaged {
        /// The file.
        file: String,
        /// The damaged batch; `None` for the metadata.
        batch: Option<usize>,
        /// Reason.
        reason: String,
    },
    /// Inconsistent input of the writer.
    #[error("{file}: launch {launch} cannot be written: {reason}")]
    Unfit {
        /// The file.
        file: String,
        /// The launch, from 0.
        launch: usize,
        /// Reason.
        reason: String,
    },
}
