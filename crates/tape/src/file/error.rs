//! Errors of tape files.

use std::io;

/// Error while writing or reading a tape file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    #[error("{file}: {error}")]
    Io { file: String, error: io::Error },
    #[error("{file}: not a tape: {reason}")]
    NotATape { file: String, reason: String },
    #[error(
        "{file}: the tape has format version {found}, but this program reads version {known}; record the tape again"
    )]
    Version { file: String, found: u64, known: u32 },
    #[error("{file}: damaged{}: {reason}; record the tape again", .batch.map_or(String::new(), |b| format!(" in batch {b}")))]
    Damaged {
        file: String,
        /// The damaged batch; `None` for the metadata.
        batch: Option<usize>,
        reason: String,
    },
    #[error("{file}: launch {launch} cannot be written: {reason}")]
    Unfit {
        file: String,
        /// The launch, from 0.
        launch: usize,
        reason: String,
    },
}
