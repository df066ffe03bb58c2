//! Errors in the files of a trace, with file and line.

use std::fmt;
use std::path::PathBuf;

/// Error in a file of a trace.
#[derive(Debug)]
pub struct TraceError<R> {
    pub file: PathBuf,
    /// Line number, from 1; 0 for the file as a whole.
    pub line: u64,
    pub reason: Box<R>,
}

impl<R> TraceError<R> {
    pub(crate) fn new(file: impl Into<PathBuf>, line: u64, reason: R) -> TraceError<R> {
        TraceError { file: file.into(), line, reason: Box::new(reason) }
    }
}

impl<R: fmt::Display> fmt::Display for TraceError<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file.display(), self.reason),
            line => write!(f, "{}, line {line}: {}", self.file.display(), self.reason),
        }
    }
}

impl<R: fmt::Display + fmt::Debug> std::error::Error for TraceError<R> {}
