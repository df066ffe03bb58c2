//! Printed errors: the message, the source line, the help.

mod report;

pub use report::{Label, Report, has_colours};

use std::ops::Range;
use warploom_kernel::execute::{Fault, Warning};
use warploom_kernel::gcn;
use warploom_kernel::ptx;
use warploom_lab::work::symbol::readable_fault;
use warploom_lab::work::text::line_span;

/// An error at a span of a text.
pub fn located(
    message: String,
    label: &str,
    help: Option<String>,
    name: String,
    text: &str,
    span: Range<usize>,
) -> Report {
    let label = Label { span, text: label.to_owned() };
    Report::error(message).with_help(help).with_source(name, text, vec![label])
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
    let label = Label { span, text: "this instruction".to_owned() };
    Report::warning(readable.to_string()).with_source(name, text, vec![label])
}
