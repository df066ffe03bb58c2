//! Tables, for a terminal and for the book.

use std::fmt;

/// Alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Align {
    /// Left-aligned text.
    Left,
    /// Right-aligned numbers.
    Right,
}

/// A table with a row of titles. Columns are as wide as their widest cell.
///
/// ```
/// let mut table = warploom_report::Table::new(&["kernel", ">CTAs"]);
/// table.row(["internal".to_owned(), "16129".to_owned()]);
/// assert_eq!(table.to_string(), "kernel     CTAs\ninternal  16129\n");
/// ```
pub struct Table {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows. A title that begins with `>` marks a right-aligned column.
    pub fn new(titles: &[&str]) -> Table {
        let align = |title: &&str| if title.starts_with('>') { Align::Right } else { Align::Left };
        let first = titles.iter().map(|title| title.trim_start_matches('>').to_owned()).collect();
        Table { aligns: titles.iter().map(align).collect(), rows: vec![first] }
    }

    /// Adds a row; missing cells at its end are empty.
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

/// Spaces between two columns.
const GAP: usize = 2;

/// The narrowest that a column of words becomes: narrower ones are hard to read.
const NARROWEST: usize = 16;

/// The longest word that is not broken.
const LONGEST_WORD: usize = 32;

impl Table {
    /// The table for a terminal of this many columns, or as wide as it must be.
    pub fn shown(&self, width: Option<usize>) -> String {
        width.map_or_else(|| self.to_string(), |width| self.fitted(width))
    }

    /// The table for a terminal of this many columns. Words wrap within their column; if that is not enough, the columns are
    /// printed in several blocks, each with the first column.
    ///
    /// ```
    /// let mut table = warploom_report::Table::new(&["work", ">lrr", ">gto"]);
    /// table.row(["lud", "1.000", "1.024"].map(String::from));
    /// assert_eq!(table.fitted(12), "work    lrr\nlud   1.000\n\nwork    gto\nlud   1.024\n");
    /// ```
    pub fn fitted(&self, width: usize) -> String {
        let (widths, narrowest) = (self.widths(), self.narrowest());
        let full = |columns: &[usize], widths: &[usize]| {
            columns.iter().map(|&column| widths[column] + GAP).sum::<usize>().saturating_sub(GAP)
        };
        let mut blocks: Vec<Vec<usize>> = vec![vec![0]];
        for column in 1..widths.len() {
            let block = blocks.last_mut().expect("there is a first block");
            block.push(column);
            if full(block, &narrowest) > width && block.len() > 2 {
                block.pop();
                blocks.push(vec![0, column]);
            }
        }
        let fit = |columns: &Vec<usize>| {
            let mut widths = widths.clone();
            while full(columns, &widths) > width {
                let wide = columns.iter().copied().filter(|&column| widths[column] > narrowest[column]);
                let Some(widest) = wide.max_by_key(|&column| widths[column]) else { break };
                widths[widest] -= 1;
            }
            self.block(columns, &widths)
        };
        blocks.iter().map(fit).collect::<Vec<String>>().join("\n")
    }

    /// By column, the narrowest that it becomes: words wrap, but are not broken unless they are very long; numbers do not wrap.
    fn narrowest(&self) -> Vec<usize> {
        let longest_word = |column: usize| {
            let words = self.rows.iter().flat_map(move |row| row[column].split(' '));
            words.map(|word| word.chars().count()).max().unwrap_or(0)
        };
        let narrow = |(column, width): (usize, usize)| match self.aligns[column] {
            Align::Left => width.min(longest_word(column).clamp(NARROWEST, LONGEST_WORD)),
            Align::Right => width,
        };
        self.widths().into_iter().enumerate().map(narrow).collect()
    }

    /// By column, the width of its widest cell.
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max();
        (0..self.aligns.len()).map(|column| width(column).unwrap_or(0)).collect()
    }

    /// Some columns of the table, with cells wrapped to their columns' widths.
    fn block(&self, columns: &[usize], widths: &[usize]) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let cells: Vec<Vec<String>> =
                columns.iter().map(|&column| wrapped(&row[column], widths[column])).collect();
            for at in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let mut line = String::new();
                for (cell, &column) in cells.iter().zip(columns) {
                    let (cell, width) = (cell.get(at).map_or("", String::as_str), widths[column]);
                    let cell = match self.aligns[column] {
                        Align::Left => format!("{cell:<width$}"),
                        Align::Right => format!("{cell:>width$}"),
                    };
                    line.push_str(&cell);
                    line.push_str(&" ".repeat(GAP));
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }
}

/// A cell in lines of at most `width` characters, broken at spaces. A longer word is broken anywhere: nothing is left out.
fn wrapped(cell: &str, width: usize) -> Vec<String> {
    if cell.chars().count() <= width {
        return vec![cell.to_owned()];
    }
    let mut lines = vec![String::new()];
    for word in cell.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        let line = lines.last().map_or(0, |line| line.chars().count());
        if line > 0 && line + 1 + word.len() <= width {
            lines.last_mut().expect("there is a line").push(' ');
        } else if line > 0 {
            lines.push(String::new());
        }
        while word.len() > width {
            let rest = word.split_off(width);
            lines.last_mut().expect("there is a line").extend(word);
            lines.push(String::new());
            word = rest;
        }
        lines.last_mut().expect("there is a line").extend(word);
    }
    lines
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns: Vec<usize> = (0..self.aligns.len()).collect();
        f.write_str(&self.block(&columns, &self.widths()))
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
    fn a_table_fits_a_terminal_and_loses_nothing() {
        let mut table = Table::new(&["kernel", ">cycles", "scheduler-cycles"]);
        table.row(["k", "12345", "issued 12.5 %, scoreboard_memory 50.1 %, idle 20.3 %"].map(String::from));
        table.row(["a_kernel_with_a_very_long_mangled_name", "1", "idle 100.0 %"].map(String::from));
        assert_eq!(table.fitted(200), table.to_string());
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|letter| !letter.is_whitespace()).collect();
            letters.sort_unstable();
            letters
        };
        let wide = table.fitted(70);
        assert!(wide.lines().all(|line| line.chars().count() <= 70), "{wide}");
        assert_eq!(letters(&wide), letters(&table.to_string()), "nothing is left out");
        // Too narrow for one block: the first column begins each, and words are whole in the space that is free.
        let narrow = table.fitted(56);
        assert!(narrow.lines().all(|line| line.chars().count() <= 56), "{narrow}");
        let blocks: Vec<&str> = narrow.split("\n\n").collect();
        assert_eq!(blocks.len(), 2, "{narrow}");
        assert!(blocks.iter().all(|block| block.starts_with("kernel ")), "{narrow}");
        assert!(blocks[1].lines().any(|line| line.contains("scoreboard_memory")), "{narrow}");
    }

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
