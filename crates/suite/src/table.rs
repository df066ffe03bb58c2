//! Tables, for a terminal and for the book.

use std::fmt;

/// How a column's cells stand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table with a line of titles. Printed, its columns are as wide as they must be.
///
/// ```
/// let mut table = warploom_suite::Table::new(&["kernel", ">CTAs"]);
/// table.row(["internal".to_owned(), "16129".to_owned()]);
/// assert_eq!(table.to_string(), "kernel     CTAs\ninternal  16129\n");
/// ```
pub struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows. A title that begins with `>` stands above numbers.
    pub fn new(titles: &[&str]) -> Table {
        let align = |title: &&str| if title.starts_with('>') { Align::Right } else { Align::Left };
        let first = titles.iter().map(|title| title.trim_start_matches('>').to_owned()).collect();
        Table { aligns: titles.iter().map(align).collect(), rows: vec![first] }
    }

    /// Adds a row; cells left out at its end are empty.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let mut row: Vec<String> = cells.into_iter().collect();
        assert!(row.len() <= self.aligns.len(), "a row has more cells than the table has columns");
        row.resize(self.aligns.len(), String::new());
        self.rows.push(row);
    }

    /// The table in Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let rule = |&align: &Align| if align == Align::Left { "---" } else { "---:" }.to_owned();
        let mut rows = self.rows.iter().map(|row| line(row.clone()));
        let mut text = rows.next().unwrap_or_default();
        text.push_str(&line(self.aligns.iter().map(rule).collect()));
        text.extend(rows);
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..self.aligns.len()).map(|column| width(column).unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, &align), &width) in row.iter().zip(&self.aligns).zip(&widths) {
                let cell = match align {
                    Align::Left => format!("{cell:<width$}  "),
                    Align::Right => format!("{cell:>width$}  "),
                };
                line.push_str(&cell);
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// A count in three digits: `950`, `12.3 k`, `1.83 M`.
pub fn short(count: u64) -> String {
    const UNITS: [&str; 5] = ["", " k", " M", " G", " T"];
    let mut value = count as f64;
    let mut unit = 0;
    // 999.5 would be written 1000.
    while value >= 999.5 && unit + 1 < UNITS.len() {
        value /= 1000.0;
        unit += 1;
    }
    let digits = match (unit, value) {
        (0, _) => 0,
        (_, v) if v < 9.995 => 2,
        (_, v) if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$}{}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_right_and_lines_end_at_their_last_letter() {
        let mut table = Table::new(&["name", ">count", "note"]);
        table.row(["a", "1"].map(String::from));
        table.row(["longer", "12345678", "x"].map(String::from));
        let expected = "name       count  note\na              1\nlonger  12345678  x\n";
        assert_eq!(table.to_string(), expected);
        let expected =
            "| name | count | note |\n| --- | ---: | --- |\n| a | 1 |  |\n| longer | 12345678 | x |\n";
        assert_eq!(table.markdown(), expected);
    }

    #[test]
    fn counts_have_three_digits() {
        let written = [0, 999, 1000, 9_994, 9_995, 99_949, 99_950, 999_499, 999_500, 1_830_912, u64::MAX];
        let expected =
            ["0", "999", "1.00 k", "9.99 k", "10.0 k", "99.9 k", "100 k", "999 k", "1.00 M", "1.83 M"];
        assert_eq!(written.map(short)[..10], expected);
        assert_eq!(short(u64::MAX), "18446744 T");
    }
}
