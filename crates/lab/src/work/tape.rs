//! Tape files.

use super::Work;
use super::error::WorkError;
use super::select::LaunchOutline;
use std::io;
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::tape::Source as _;
use warploom_tape::file::{self, Reader, TapeFile, Writer};

/// Opens a tape file for reading.
///
/// # Errors
/// If the file cannot be read or is not a tape.
pub fn open_file(path: &Path) -> Result<TapeFile, WorkError> {
    TapeFile::open(path).map_err(|error| match error {
        file::Error::Io { error, .. } => WorkError::ReadTape { path: path.to_owned(), error },
        other => other.into(),
    })
}

/// Creates a tape file. An existing one is replaced when the new one is complete.
///
/// # Errors
/// If the file cannot be written.
pub fn create(path: &Path) -> Result<Writer, WorkError> {
    // The writer renames a complete tape to `path`: it would notice a directory there only at the end.
    if path.is_dir() {
        let error = io::Error::new(io::ErrorKind::IsADirectory, "it is a directory");
        return Err(WorkError::WriteTape { path: path.to_owned(), error });
    }
    Writer::create(path).map_err(|error| match error {
        file::Error::Io { error, .. } => WorkError::WriteTape { path: path.to_owned(), error },
        other => other.into(),
    })
}

/// Opens a tape file as work.
pub(super) fn open(path: &Path) -> Result<Work, WorkError> {
    let file = open_file(path)?;
    let launches = outlines(&file);
    let tapes = Reader::new(Arc::new(file)).map_err(WorkError::from);
    Ok(Work::of_file(path, launches, Box::new(tapes)))
}

/// The launches of a tape file.
pub(super) fn outlines(file: &TapeFile) -> Vec<LaunchOutline> {
    LaunchOutline::of(
        file.launches().iter().enumerate().map(|(at, launch)| (&**launch, file.counts(at).ctas)),
    )
}
