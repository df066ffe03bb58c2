//! Printed errors: the message, the source line, the help.

use miette::{LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity};
use std::ops::Range;
use warploom_kernel::execute::{Fault, Warning};
use warploom_kernel::gcn;
use warploom_kernel::ptx;
use warploom_lab::work::symbol::readable_fault;
use warploom_lab::work::text::line_span;

/// Installs the report format. Lines are not wrapped, so that a message can be searched for.
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

/// Installs plain-text reports.
#[cfg(not(feature = "fancy"))]
pub fn install() {
    let handler = |_: &_| Box::new(miette::NarratableReportHandler::new()) as Box<dyn miette::ReportHandler>;
    // Only a second call could fail.
    let _ = miette::set_hook(Box::new(handler));
}

/// An error without a source line.
pub fn plain(message: String, help: Option<String>) -> Report {
    let mut diagnostic = MietteDiagnostic::new(message);
    diagnostic.help = help;
    Report::new(diagnostic)
}

/// A warning.
pub fn warning(message: String) -> Report {
    Report::new(MietteDiagnostic::new(message).with_severity(Severity::Warning))
}

/// An error at a span of a text.
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
    at_span(diagnostic, label, name, text, span)
}

fn at_span(
    diagnostic: MietteDiagnostic,
    label: &str,
    name: String,
    text: &str,
    span: Range<usize>,
) -> Report {
    let span = within(text, span);
    let label = (!label.is_empty()).then(|| label.to_owned());
    let diagnostic = diagnostic.with_label(LabeledSpan::new(label, span.start, span.len()));
    Report::new(diagnostic).with_source_code(NamedSource::new(name, text.to_owned()))
}

/// A PTX error.
pub fn ptx(error: &ptx::Error, name: String, text: &str) -> Report {
    located(error.kind.to_string(), "here", error.help.clone(), name, text, error.span.range())
}

/// An error in GCN assembly.
pub fn gcn(error: &gcn::Error, name: String, text: &str) -> Report {
    let span = line_span(text, error.line).unwrap_or(0..0);
    located(error.kind.to_string(), "here", error.help.clone(), name, text, span)
}

/// A kernel fault, at its line of the code.
pub fn fault(fault: &Fault, help: Option<String>, name: String, text: &str) -> Report {
    let span = line_span(text, fault.location.line).unwrap_or(0..0);
    located(fault.to_string(), "this instruction", help, name, text, span)
}

/// An error of a kernel that a GPU lets pass, at its line of the code.
pub fn kernel_warning(warning: &Warning, name: String, text: &str) -> Report {
    let span = line_span(text, warning.fault.location.line).unwrap_or(0..0);
    let readable = Warning { fault: readable_fault(&warning.fault), count: warning.count };
    let diagnostic = MietteDiagnostic::new(readable.to_string()).with_severity(Severity::Warning);
    at_span(diagnostic, "this instruction", name, text, span)
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
    fn spans_cover_whole_characters() {
        assert_eq!(within("aé", 2..2), 1..3);
        assert_eq!(within("aé", 7..9), 3..3);
    }
}
