//! Sections from the Markdown that the lab writes.

use super::{Cell, Column, Section, Table};

/// Sections of a Markdown text. It knows what the lab's own pages contain: paragraphs, lists and tables; headings become
/// [`Section::Subheading`].
///
/// ```
/// use warploom_report::html::{Section, markdown};
/// let sections = markdown("Two rows:\n\n| name | cycles |\n|---|---:|\n| a | 12 |\n| b | 7 |\n\n- a note\n- another");
/// assert!(matches!(&sections[..], [Section::Paragraph(_), Section::Table(table), Section::Notes(notes)]
///     if table.rows.len() == 2 && table.columns[1].is_number && notes.len() == 2));
/// ```
pub fn markdown(text: &str) -> Vec<Section> {
    let mut sections = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let mut block = |first: &str, belongs: fn(&str) -> bool| -> Vec<String> {
            let mut block = vec![first.to_owned()];
            while let Some(next) = lines.next_if(|next| belongs(next)) {
                block.push(next.to_owned());
            }
            block
        };
        if line.trim().is_empty() {
            continue;
        }
        sections.push(if line.starts_with('|') {
            Section::Table(table(&block(line, is_row)))
        } else if is_item(line) {
            let items = block(line, is_item);
            Section::Notes(items.iter().map(|item| item[2..].trim().to_owned()).collect())
        } else if let Some(heading) = line.strip_prefix('#') {
            Section::Subheading(heading.trim_start_matches('#').trim().to_owned())
        } else {
            let paragraph = block(line, |next| !next.trim().is_empty() && !is_row(next) && !is_item(next));
            Section::Paragraph(paragraph.join(" "))
        });
    }
    sections
}

fn is_row(line: &str) -> bool {
    line.starts_with('|')
}

fn is_item(line: &str) -> bool {
    line.starts_with("- ") || line.starts_with("* ")
}

fn table(rows: &[String]) -> Table {
    let cells = |row: &str| -> Vec<String> {
        let row = row.trim().trim_start_matches('|');
        row.strip_suffix('|').unwrap_or(row).split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let rules = rows.get(1).map(|row| cells(row)).unwrap_or_default();
    let is_number = |at: usize| rules.get(at).is_some_and(|rule| rule.ends_with(':'));
    let titles = rows.first().map(|row| cells(row)).unwrap_or_default();
    let columns = titles
        .into_iter()
        .enumerate()
        .map(|(at, title)| Column { title: plain(&title), is_number: is_number(at) });
    let mut table = Table::new("", columns);
    for row in rows.iter().skip(2) {
        let row: Vec<Cell> =
            cells(row).into_iter().enumerate().map(|(at, text)| cell(text, is_number(at))).collect();
        table.rows.push(row);
    }
    table
}

/// A cell. A number is sorted by the first number in its text: that of "1.02 (0.98)" is 1.02.
fn cell(text: String, is_number: bool) -> Cell {
    if text.is_empty() || text == "-" {
        return Cell::Empty;
    }
    if let Some(code) = text.strip_prefix('`').and_then(|text| text.strip_suffix('`')) {
        return Cell::Code(code.to_owned());
    }
    let text = plain(&text);
    let digits = text.split_whitespace().next().unwrap_or_default().replace(',', "");
    match digits.trim_start_matches('+').parse::<f64>() {
        Ok(value) if is_number && value.is_finite() => Cell::Number { value, text },
        _ => Cell::Text(text),
    }
}

/// The text without marks.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tables_are_sorted_as_numbers() {
        let sections =
            markdown("| a | b |\n|---|---:|\n| `x` | +1.5 % |\n| y | 1.02 (0.98) |\n| **z** | - |\n");
        let [Section::Table(table)] = &sections[..] else { panic!("{sections:?}") };
        let column: Vec<&Cell> = table.rows.iter().map(|row| &row[1]).collect();
        assert_eq!(
            column,
            [
                &Cell::Number { value: 1.5, text: "+1.5 %".to_owned() },
                &Cell::Number { value: 1.02, text: "1.02 (0.98)".to_owned() },
                &Cell::Empty
            ]
        );
        assert_eq!((&table.rows[0][0], &table.rows[2][0]), (&Cell::code("x"), &Cell::text("z")));
    }
}
