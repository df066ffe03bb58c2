//! Standard output, which may be closed or full.

use crate::ui::command::Failure;
use serde_json::Value;
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::Path;
use warploom_lab::record::Record;
use warploom_report::Table;

/// Prints to standard output. A closed pipe (`| head`) is not an error; a full disk is.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(not_written(&error)),
        _ => Ok(()),
    }
}

/// A table for standard output: as wide as the terminal, or as wide as it must be if the output is not a terminal.
pub fn table(table: &Table) -> String {
    table.shown(width())
}

/// The columns of the terminal, if standard output is one.
pub fn width() -> Option<usize> {
    let size = io::stdout().is_terminal().then(terminal_size::terminal_size).flatten();
    size.map(|(width, _)| width.0.into())
}

/// Refuses to write to a file that the command reads, or that lies in a directory it reads.
pub fn not_an_input(output: &Path, inputs: &[&Path]) -> Result<(), Failure> {
    // A file that does not exist cannot be an input.
    let Ok(path) = output.canonicalize() else { return Ok(()) };
    let is_input = |input: &&&Path| {
        input.canonicalize().is_ok_and(|input| path == input || input.is_dir() && path.starts_with(&input))
    };
    match inputs.iter().find(is_input) {
        None => Ok(()),
        Some(input) => {
            let message =
                format!("`{}` would overwrite its own input `{}`", output.display(), input.display());
            Err(Failure::mistake(message, Some("choose another file".to_owned())))
        }
    }
}

/// Standard output is closed or full.
pub fn not_written(error: &io::Error) -> Failure {
    Failure::mistake(format!("standard output cannot be written: {error}"), None)
}

/// Prints a value as indented JSON.
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print(&format!("{value:#}\n"))
}

/// Records as JSON.
pub fn records<'a>(records: impl Iterator<Item = &'a Record>) -> Result<Value, Failure> {
    records
        .map(serde_json::to_value)
        .collect::<Result<Value, _>>()
        .map_err(|error| Failure::mistake(error.to_string(), None))
}

/// A cell of a CSV file: in quotes if it has a character that would end it.
pub fn csv_cell(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell.to_owned()
}

/// Writes a file whole or not at all, and creates its directory.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let write = || {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        warploom_tape::atomic_file::write(path, content)
    };
    let failed = |error| Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), None);
    write().map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_with_a_comma_is_quoted() {
        assert_eq!(csv_cell("lud"), "lud");
        assert_eq!(csv_cell("two-level:ready=4,order=gto"), "\"two-level:ready=4,order=gto\"");
        assert_eq!(csv_cell("a\"b"), "\"a\"\"b\"");
    }
}
