//! Standard output, which may be closed or full.

use crate::command::Failure;
use std::io::{self, ErrorKind, Write};

/// Prints to standard output. A closed pipe (`| head`) is not an error; a full disk is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(not_written(&error)),
        _ => Ok(()),
    }
}

/// Standard output is closed or full.
pub fn not_written(error: &io::Error) -> Failure {
    Failure::mistake(format!("standard output cannot be written: {error}"), None)
}

/// Prints a value as indented JSON.
pub fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}
