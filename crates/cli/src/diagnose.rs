//! Errors as they are printed: what, the source line, the remedy.

use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity};
use std::ops::Range;
use warploom_kernel::execute::Fault;
use warploom_kernel::ptx;

/// Sets how reports look. Lines are not wrapped: a message that was cut is hard to search for.
#[cfg(feature = "fancy")]
pub fn install() {
    let handler = |_: &_| {
        let handler =
            miette::MietteHandlerOpts::new().wrap_lines(false).tab_width(4).without_syntax_highlighting();
        Box::new(handler.build()) as Box<dyn miette::ReportHandler>
    };
    // Only a second call could fail.
    let _ = miette::set_hook(Box::new(handler));
}

/// Sets how reports look: as plain text.
#[cfg(not(feature = "fancy"))]
pub fn install() {
    let handler = |_: &_| Box::new(miette::NarratableReportHandler::new()) as Box<dyn miette::ReportHandler>;
    // Only a second call could fail.
    let _ = miette::set_hook(Box::new(handler));
}

/// An error without a place.
pub fn plain(message: String, help: Option<String>) -> Report {
    let mut diagnostic = MietteDiagnostic::new(message);
    diagnostic.help = help;
    Report::new(diagnostic)
}

/// What is no error, and still should be known.
pub fn warning(message: String) -> Report {
    Report::new(MietteDiagnostic::new(message).with_severity(Severity::Warning))
}

/// An error at a place of a text.
pub fn located(
    message: String,
    label: &str,
    help: Option<String>,
    name: String,
    text: &str,
    span: Range<usize>,
) -> Report {
    let mut diagnostic = MietteDiagnostic::new(message);
    diagnostic.help = help;
    let span = within(text, span);
    let label = (!label.is_empty()).then(|| label.to_owned());
    let diagnostic = diagnostic.with_label(LabeledSpan::new(label, span.start, span.len()));
    Report::new(diagnostic).with_source_code(NamedSource::new(name, text.to_owned()))
}

/// What is wrong with a PTX text.
pub fn ptx(error: &ptx::Error, name: String, text: &str) -> Report {
    located(error.kind.to_string(), "here", error.help.clone(), name, text, error.span.range())
}

/// What a kernel did wrong, at its line of the PTX.
pub fn fault(fault: &Fault, help: Option<String>, name: String, text: &str) -> Report {
    let span = line(text, fault.location.line).unwrap_or(0..0);
    located(fault.to_string(), "this instruction", help, name, text, span)
}

/// The stretch of a text's line, from 1, without the white space around it.
pub fn line(text: &str, line: u32) -> Option<Range<usize>> {
    let found = text.split('\n').nth((line as usize).checked_sub(1)?)?;
    let start = found.as_ptr() as usize - text.as_ptr() as usize;
    let indent = found.len() - found.trim_start().len();
    Some(start + indent..start + found.trim_end().len().max(indent))
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

    #[test]
    fn lines_are_found_without_their_indentation() {
        let text = "one\n\ttwo\r\n\n   \nfive";
        let found = |n| line(text, n).map(|r| &text[r]);
        assert_eq!(found(1), Some("one"));
        assert_eq!(found(2), Some("two"));
        assert_eq!(found(3), Some(""));
        assert_eq!(found(4), Some(""));
        assert_eq!(found(5), Some("five"));
        assert_eq!((found(0), found(6)), (None, None));
    }

    #[test]
    fn spans_keep_to_whole_characters() {
        assert_eq!(within("aé", 2..2), 1..3);
        assert_eq!(within("aé", 7..9), 3..3);
    }
}
