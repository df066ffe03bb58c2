//! Standard output, which may be closed or full.

use crate::command::Failure;
use std::io::{self, ErrorKind, Write};

/// Prints. A reader that has seen enough (`| head`) is no failure; a full disk is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            let message = format!("standard output cannot be written: {error}");
            Err(Failure::mistake(message, None))
        }
        _ => Ok(()),
    }
}

/// Prints a value as JSON, to be read by programs and, if need be, by people.
pub fn print_json(value: &serde_json::Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}
