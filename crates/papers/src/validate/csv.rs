//! Tables of results: comma-separated values with a header line.

use super::{ValidateError, read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A file of results.
pub struct ResultTable {
    /// The file, for errors.
    pub file: PathBuf,
    titles: Vec<String>,
    /// The cells of each line that is not empty, after the line's number.
    lines: Vec<(usize, Vec<String>)>,
}

impl ResultTable {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<ResultTable, ValidateError> {
        let text = read::text(file)?;
        let cells = |line: &str| line.split(',').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
        let filled = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let mut lines = filled.map(|(at, line)| (at + 1, cells(line)));
        let (_, titles) = lines.next().unwrap_or_default();
        Ok(ResultTable { file: file.to_owned(), titles, lines: lines.collect() })
    }

    /// Whether a column has this title.
    pub fn has_column(&self, title: &str) -> bool {
        self.titles.iter().any(|known| known == title)
    }

    /// The rows, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = ResultRow<'_>> {
        self.lines.iter().map(|(line, cells)| ResultRow { table: self, line: *line, cells })
    }
}

/// A row of a file of results.
#[derive(Clone, Copy)]
pub struct ResultRow<'a> {
    table: &'a ResultTable,
    line: usize,
    cells: &'a [String],
}

impl<'a> ResultRow<'a> {
    /// The text in the column with this title.
    pub fn cell(&self, title: &str) -> Option<&'a str> {
        let column = self.table.titles.iter().position(|known| known == title)?;
        self.cells.get(column).map(String::as_str)
    }

    /// Whether the columns have these texts.
    pub fn has(&self, wanted: &[(&str, &str)]) -> bool {
        wanted.iter().all(|&(title, text)| self.cell(title) == Some(text))
    }

    /// The text in the column with this title, which must not be empty.
    pub fn text(&self, title: &str) -> Result<&'a str, ValidateError> {
        let found = self.cell(title).filter(|text| !text.is_empty());
        found.ok_or_else(|| self.wrong(format!("`{title}` is missing: give a name")))
    }

    /// A number in the column with this title.
    pub fn get<T: FromStr>(&self, title: &str) -> Result<T, ValidateError> {
        let found = self.cell(title);
        found.and_then(|cell| cell.parse().ok()).ok_or_else(|| {
            let found = found.map_or("nothing".to_owned(), |cell| format!("`{cell}`"));
            self.wrong(format!("`{title}` is {found}: give a number"))
        })
    }

    /// A mistake in this row.
    pub fn wrong(&self, fault: impl Into<String>) -> ValidateError {
        ValidateError::wrong(&self.table.file, format!("line {}", self.line), fault)
    }
}
