//! Tables of the recorded data: comma-separated values, some in quotes, with a header line.

use std::path::{Path, PathBuf};

/// Why a table cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file cannot be read.
    #[error("{}: {error}", .file.display())]
    Io { file: PathBuf, error: std::io::Error },
    /// There is no such column.
    #[error("{}: there is no column `{column}`", .file.display())]
    Column { file: PathBuf, column: String },
    /// A cell is missing or not a number.
    #[error("{}, line {line}: `{column}` is `{found}`, and must be a whole number", .file.display())]
    Number { file: PathBuf, line: usize, column: String, found: String },
}

/// A table.
pub(super) struct Table {
    pub file: PathBuf,
    titles: Vec<String>,
    lines: Vec<(usize, Vec<String>)>,
}

impl Table {
    pub fn read(file: &Path) -> Result<Table, TableError> {
        let text =
            std::fs::read_to_string(file).map_err(|error| TableError::Io { file: file.to_owned(), error })?;
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let titles = lines.next().map(|(_, line)| cells(line)).unwrap_or_default();
        let lines = lines.map(|(number, line)| (number, cells(line))).collect();
        Ok(Table { file: file.to_owned(), titles, lines })
    }

    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.lines.iter().map(|(line, cells)| Row { table: self, line: *line, cells })
    }
}

/// Splits a line at commas outside of quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().into_iter().for_each(|cell| cell.push(letter)),
        }
    }
    cells
}

/// A row of a table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    table: &'a Table,
    line: usize,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    pub fn text(&self, column: &str) -> Result<&'a str, TableError> {
        let at = self.table.titles.iter().position(|title| title == column);
        let missing = || TableError::Column { file: self.table.file.clone(), column: column.to_owned() };
        Ok(self.cells.get(at.ok_or_else(missing)?).map_or("", String::as_str))
    }

    pub fn number(&self, column: &str) -> Result<u64, TableError> {
        let found = self.text(column)?;
        found.trim().parse().map_err(|_| TableError::Number {
            file: self.table.file.clone(),
            line: self.line,
            column: column.to_owned(),
            found: found.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::cells;

    #[test]
    fn commas_in_quotes_separate_nothing() {
        assert_eq!(cells("a,\"b, c\",,d"), ["a", "b, c", "", "d"]);
    }
}
