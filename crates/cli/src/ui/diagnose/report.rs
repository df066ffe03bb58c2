//! A printed error or warning: message, source lines with labels, help.
//!
//! The form is that of rustc and miette. Its few lines are here, so that every build has it, also that of a policy's author,
//! who would otherwise compile thirty crates for it.

use std::fmt::{self, Write as _};
use std::io::{self, IsTerminal as _};
use std::ops::Range;

/// Columns between two tab stops.
const TAB: usize = 4;

/// The most lines between two labels that are shown to keep both in one snippet.
const GAP: usize = 6;

/// An error or warning. `Display` is the message alone.
#[derive(Debug)]
pub struct Report {
    severity: Severity,
    message: String,
    source: Option<Box<Source>>,
    help: Option<String>,
}

#[derive(Debug, Clone, Copy)]
enum Severity {
    Error,
    Warning,
}

/// The text that a report is about.
#[derive(Debug)]
struct Source {
    name: String,
    text: String,
    /// In the order of the text.
    labels: Vec<Label>,
}

/// A span of a text, and what is there.
#[derive(Debug)]
pub struct Label {
    /// Bytes of the text.
    pub span: Range<usize>,
    /// May be empty.
    pub text: String,
}

impl Report {
    /// An error.
    pub fn error(message: impl Into<String>) -> Report {
        Report { severity: Severity::Error, message: message.into(), source: None, help: None }
    }

    /// A warning.
    pub fn warning(message: impl Into<String>) -> Report {
        Report { severity: Severity::Warning, ..Report::error(message) }
    }

    /// The same report with a remedy.
    #[must_use]
    pub fn with_help(mut self, help: Option<String>) -> Report {
        self.help = help;
        self
    }

    /// The same report at spans of a text. A span that is not in the text is cut to the text.
    #[must_use]
    pub fn with_source(mut self, name: String, text: &str, mut labels: Vec<Label>) -> Report {
        for label in &mut labels {
            label.span = within(text, label.span.clone());
        }
        labels.sort_by_key(|label| label.span.start);
        self.source = Some(Box::new(Source { name, text: text.to_owned(), labels }));
        self
    }

    /// Prints the report to standard error, with colours if that is a terminal.
    pub fn print(&self) {
        let has_colours = has_colours(io::stderr().is_terminal());
        eprint!("{}", self.text(has_colours));
    }

    fn text(&self, has_colours: bool) -> String {
        let style = Style { has_colours };
        let (sign, colour) = match self.severity {
            Severity::Error => ("×", RED),
            Severity::Warning => ("⚠", YELLOW),
        };
        let first = format!("  {} ", style.paint(sign, colour));
        let mut text = indented(&self.message, &first, &format!("  {} ", style.paint("│", colour)));
        if let Some(source) = &self.source {
            source.write(&mut text, style);
        }
        if let Some(help) = &self.help {
            text += &indented(help, &style.paint("  help: ", CYAN), "        ");
        }
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Whether to print colours to a stream: if it is a terminal, and `NO_COLOR` is not set (<https://no-color.org>).
pub fn has_colours(is_terminal: bool) -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
    is_terminal && !is_refused
}

/// Parameters of the terminal's command for colours.
const RED: &str = "31";
const YELLOW: &str = "33";
const CYAN: &str = "36";
const LINK: &str = "1;4;36";
const LABEL: &str = "1;35";
const DIM: &str = "2";

#[derive(Clone, Copy)]
struct Style {
    has_colours: bool,
}

impl Style {
    fn paint(self, text: &str, colour: &str) -> String {
        if self.has_colours { format!("\x1b[{colour}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// Lines with `first` before the first and `rest` before the others. Lines are not wrapped, so that a message can be searched for.
fn indented(text: &str, first: &str, rest: &str) -> String {
    let mut all = String::new();
    for (at, line) in text.lines().enumerate() {
        let indent = if at == 0 { first } else { rest };
        let indent = if line.trim().is_empty() { indent.trim_end() } else { indent };
        let _ = writeln!(all, "{indent}{line}");
    }
    all
}

/// A label's place: its line, and its bytes there.
struct Place<'a> {
    line: usize,
    bytes: Range<usize>,
    label: &'a str,
}

impl Source {
    /// Writes a snippet for each group of labels that are near each other.
    fn write(&self, out: &mut String, style: Style) {
        let mut lines: Vec<&str> = self.text.lines().collect();
        // The end of a text that ends with a newline is a line of its own, if a label is there.
        let is_at_end = |label: &Label| label.span.start == self.text.len();
        if lines.is_empty() || self.text.ends_with('\n') && self.labels.iter().any(is_at_end) {
            lines.push("");
        }
        let places: Vec<Place<'_>> = self.labels.iter().map(|label| self.place(label, &lines)).collect();
        for group in places.chunk_by(|one, next| next.line - one.line <= GAP) {
            self.write_snippet(out, &lines, group, style);
        }
    }

    /// Where a label is. Of a span of several lines it is the first one.
    fn place<'a>(&self, label: &'a Label, lines: &[&str]) -> Place<'a> {
        let before = &self.text[..label.span.start];
        let line = before.matches('\n').count();
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        // A line's end is not part of its text.
        let byte = |at: usize| (at - begin).min(lines[line].len());
        Place { line, bytes: byte(label.span.start)..byte(label.span.end), label: &label.text }
    }

    /// Writes the lines of some labels, with a line before the first and a line after the last.
    fn write_snippet(&self, out: &mut String, lines: &[&str], places: &[Place<'_>], style: Style) {
        let ([first, ..], [.., last]) = (places, places) else { return };
        let shown = first.line.saturating_sub(1)..(last.line + 2).min(lines.len());
        let width = shown.end.to_string().len();
        let column = lines[first.line][..first.bytes.start].chars().count() + 1;
        let place = style.paint(&format!("{}:{}:{column}", self.name, first.line + 1), LINK);
        let _ = writeln!(out, "{:width$}  ╭─[{place}]", "");
        for at in shown {
            let number = style.paint(&format!("{:width$}", at + 1), DIM);
            let _ = writeln!(out, " {number} │ {}", expanded(lines[at]));
            for place in places.iter().filter(|place| place.line == at) {
                for mark in marks(lines[at], place) {
                    let begin = mark.len() - mark.trim_start().len();
                    let mark = style.paint(&mark[begin..], LABEL);
                    let _ = writeln!(out, " {:width$} · {:begin$}{mark}", "", "");
                }
            }
        }
        let _ = writeln!(out, "{:width$}  ╰────", "");
    }
}

/// The lines below a line of the text that mark a label's span.
fn marks(line: &str, place: &Place<'_>) -> Vec<String> {
    let columns = |bytes: usize| expanded(&line[..bytes]).chars().count();
    let (start, end) = (columns(place.bytes.start), columns(place.bytes.end));
    let end = end.max(start + 1);
    let middle = (start + end) / 2;
    let sign = match (place.bytes.is_empty(), place.label.is_empty()) {
        (true, _) => "▲",
        (false, true) => "─",
        (false, false) => "┬",
    };
    let (left, right) = ("─".repeat(middle - start), "─".repeat(end - middle - 1));
    let mut lines = vec![format!("{:start$}{left}{sign}{right}", "")];
    if !place.label.is_empty() {
        lines.push(format!("{:middle$}╰── {}", "", place.label));
    }
    lines
}

/// A line with spaces in place of tabs.
fn expanded(line: &str) -> String {
    let mut text = String::new();
    let mut column = 0;
    for letter in line.chars() {
        let width = if letter == '\t' { TAB - column % TAB } else { 1 };
        if letter == '\t' {
            text.extend(std::iter::repeat_n(' ', width));
        } else {
            text.push(letter);
        }
        column += width;
    }
    text
}

/// The part of a span that lies in the text, on whole characters.
fn within(text: &str, span: Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str, spans: &[(Range<usize>, &str)]) -> String {
        let label =
            |(span, text): &(Range<usize>, &str)| Label { span: span.clone(), text: (*text).to_owned() };
        let labels = spans.iter().map(label).collect();
        Report::error("wrong").with_source("x".to_owned(), text, labels).text(false)
    }

    #[test]
    fn spans_cover_whole_characters() {
        assert_eq!(within("aé", 2..2), 1..3);
        assert_eq!(within("aé", 7..9), 3..3);
    }

    #[test]
    fn a_label_is_below_the_middle_of_its_span() {
        let text = "one\n\ta\ttwo three\nfour\nfive\n";
        let wanted = "  × wrong\n   ╭─[x:2:4]\n 1 │ one\n 2 │     a   two three\n   ·         ─┬─\n   ·          ╰── here\n 3 │ four\n   ╰────\n";
        assert_eq!(shown(text, &[(7..10, "here")]), wanted);
    }

    #[test]
    fn a_span_is_empty_or_has_no_label_or_several_lines_or_is_at_the_end() {
        assert!(shown("a = \nb", &[(4..4, "")]).contains(" 1 │ a = \n   ·     ▲\n 2 │ b\n"));
        assert!(shown("abc", &[(1..3, "")]).contains(" 1 │ abc\n   ·  ──\n   ╰────\n"));
        assert!(shown("a = [\r\n]\n", &[(4..9, "")]).contains(" 1 │ a = [\n   ·     ─\n 2 │ ]\n   ╰────\n"));
        assert!(shown("ab\r\nc", &[(3..4, "")]).contains(" 1 │ ab\n   ·   ▲\n 2 │ c\n"));
        assert!(shown("ab\n", &[(3..3, "end")]).contains(" 1 │ ab\n 2 │ \n   · ▲\n   · ╰── end\n   ╰────\n"));
        assert!(shown("", &[(0..0, "")]).contains(" 1 │ \n   · ▲\n   ╰────\n"));
    }

    #[test]
    fn labels_far_apart_have_snippets_of_their_own() {
        let text: String = (1..=40).map(|line| format!("{line}\n")).collect();
        let at = |line: usize| text.find(&format!("\n{line}\n")).unwrap() + 1;
        let near = shown(&text, &[(at(15)..at(15) + 2, "b"), (at(11)..at(11) + 2, "a")]);
        assert_eq!(near.matches("╭─[").count(), 1, "{near}");
        let far = shown(&text, &[(at(11)..at(11) + 2, "a"), (at(30)..at(30) + 2, "b")]);
        assert_eq!((far.matches("╭─[x:11:1]").count(), far.matches("╭─[x:30:1]").count()), (1, 1), "{far}");
    }

    #[test]
    fn texts_of_several_lines_are_indented() {
        let report = Report::warning("one\n  two\n\nthree").with_help(Some("first\nsecond".to_owned()));
        assert_eq!(report.text(false), "  ⚠ one\n  │   two\n  │\n  │ three\n  help: first\n        second\n");
        assert!(report.text(true).starts_with("  \x1b[33m⚠\x1b[0m one\n"));
    }
}
