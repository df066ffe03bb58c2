//! Errors of executing a recorded run.

use std::path::{Path, PathBuf};
use warploom_kernel::execute::{MemoryError, RunError};
use warploom_kernel::gcn;
use warploom_tape::{accelsim, multi2sim};

/// Error of executing a recorded run.
#[derive(Debug, thiserror::Error)]
pub enum ExecutionError {
    /// Launches, pages or listings that the importer of traces rejects too.
    #[error(transparent)]
    Recorded(#[from] multi2sim::Error),
    /// Error in a file, with its line.
    #[error("{}{}: {reason}", .file.display(), counted(*.line))]
    Invalid {
        file: PathBuf,
        /// Line number, from 1; 0 for the file as a whole.
        line: u64,
        reason: Box<ExecutionReason>,
    },
}

impl From<accelsim::Error> for ExecutionError {
    fn from(error: accelsim::Error) -> ExecutionError {
        ExecutionError::Recorded(error.into())
    }
}

fn counted(line: u64) -> String {
    if line == 0 { String::new() } else { format!(", line {line}") }
}

/// Reason why a recorded run cannot be executed.
#[derive(Debug, thiserror::Error)]
pub enum ExecutionReason {
    #[error("the file cannot be read: {0}")]
    Io(#[from] std::io::Error),
    #[error("the line is not UTF-8 text: this is not a launch file")]
    Text,
    #[error("`{found}` should be {expected}; record the launch file again")]
    Field { expected: &'static str, found: String },
    #[error("the line has no `{key} …`; record the launch file again")]
    Lacks { key: &'static str },
    #[error("the line belongs to no launch; put it after its `N` line")]
    Misplaced,
    #[error("the launch has no line `T …` with the addresses of its tables; record the launch file again")]
    NoTables,
    #[error(
        "registers of class {class} are not supported; 2 (constant buffer), 4 (UAV) and 23 (table of UAVs) are"
    )]
    RegisterClass { class: u32 },
    #[error("no argument of the launch is in UAV {slot}; add its `A` line")]
    NoUav { slot: u64 },
    #[error("arguments take {arguments} bytes of LDS, and the launch has {lds}; correct `lds` or the sizes")]
    Lds { arguments: u64, lds: u32 },
    #[error("{0}; correct the addresses and sizes of the launch file")]
    Memory(#[from] MemoryError),
    #[error("the file does not have {expected} bytes, as its copy in the launch file; record the data again")]
    CopySize { expected: u64 },
    #[error(
        "the bytes have the hash {found:08x}, and their copy in the launch file {expected:08x}; record the data again"
    )]
    CopyHash { found: u32, expected: u32 },
    #[error(
        "more than {most} bytes without a line feed, which the reader of compressed text does not take; decompress the file"
    )]
    LongLine { most: usize },
    #[error("{0}; use the listing that was recorded with the run")]
    Listing(gcn::Error),
    #[error("the directory has no file that ends in `.{kernel}.s`; add the listing of kernel `{kernel}`")]
    NoListing { kernel: String },
    #[error("launch {launch} of `{kernel}`: {error}; use the data, launch file and listing of one recording")]
    Run { launch: usize, kernel: String, error: Box<RunError> },
    #[error(
        "launch {launch} of `{kernel}` accesses {address:x}, which is in a page without a `P` line; add the line with its physical page"
    )]
    NoPage { launch: usize, kernel: String, address: u64 },
    #[error("the tape of launch {launch} exceeds {most} MiB; execute a smaller run")]
    Large {
        launch: usize,
        /// Maximum size in MiB.
        most: usize,
    },
}

impl ExecutionReason {
    /// Adds file and line.
    pub(super) fn at(self, file: &Path, line: u64) -> ExecutionError {
        ExecutionError::Invalid { file: file.to_owned(), line, reason: Box::new(self) }
    }
}
