//! Tables that the reader can sort.

use crate::figure::grouped;

/// A table. A click on a column's title sorts the rows by it.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The caption above it.
    pub caption: String,
    pub columns: Vec<Column>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Rows that stay at the bottom: means and sums.
    pub foot: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The title, with the unit.
    pub title: String,
    /// Whether its cells are numbers: aligned to the right, and largest first at the first click.
    pub is_number: bool,
}

impl Column {
    /// A column of texts.
    pub fn text(title: impl Into<String>) -> Column {
        Column { title: title.into(), is_number: false }
    }

    /// A column of numbers.
    pub fn number(title: impl Into<String>) -> Column {
        Column { title: title.into(), is_number: true }
    }
}

/// The meaning of a word in a table. It is shown by a sign, so that a print in grey loses nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Good,
    Bad,
    /// Neither.
    Open,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// No value. It is sorted last in both directions.
    Empty,
    Text(String),
    /// A name in the type of code.
    Code(String),
    /// A number, and how it is written.
    Number {
        /// The number to sort by.
        value: f64,
        /// The text to show.
        text: String,
    },
    /// A number with a bar behind it.
    Bar {
        /// The number to sort by.
        value: f64,
        /// The length of the bar, from 0 to 1 of the cell's width.
        share: f64,
        /// The text to show.
        text: String,
    },
    Verdict {
        /// The word.
        text: String,
        /// Its meaning.
        tone: Tone,
    },
}

impl Cell {
    /// A text.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A name in the type of code.
    pub fn code(text: impl Into<String>) -> Cell {
        Cell::Code(text.into())
    }

    /// A number with so many decimals; [`Cell::Empty`] if it is not finite.
    pub fn number(value: f64, decimals: usize) -> Cell {
        if !value.is_finite() {
            return Cell::Empty;
        }
        Cell::Number { value, text: format!("{value:.decimals$}") }
    }

    /// A whole number, with commas.
    pub fn count(value: u64) -> Cell {
        Cell::Number { value: value as f64, text: grouped(value as f64) }
    }

    /// A share in percent, with a bar.
    pub fn share(share: f64) -> Cell {
        Cell::Bar { value: share, share, text: format!("{:.1} %", 100.0 * share) }
    }
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, columns: impl IntoIterator<Item = Column>) -> Table {
        Table {
            caption: caption.into(),
            columns: columns.into_iter().collect(),
            rows: Vec::new(),
            foot: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Adds a row that stays at the bottom.
    pub fn foot(&mut self, cells: impl IntoIterator<Item = Cell>) {
        self.foot.push(cells.into_iter().collect());
    }
}
