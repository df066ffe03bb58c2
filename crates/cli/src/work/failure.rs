//! Errors of work as they are printed.

use crate::command::Failure;
use crate::diagnose;
use warploom_kernel::execute::FaultKind;
use warploom_lab::work::WorkError;
use warploom_lab::work::launch;
use warploom_tape::file;

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Failure {
        if matches!(error, WorkError::Interrupted) {
            return Failure::interrupted_early();
        }
        let code = if error.is_fault() { 1 } else { 2 };
        let (message, help) = match &error {
            WorkError::UnusedOption { option, work, kind, .. } => {
                let message = format!(
                    "`--{option}` does not apply to `{}`, which is {}",
                    work.display(),
                    kind.with_article()
                );
                (message, error.help())
            }
            WorkError::Launch(launch::Error::Fault { fault, .. }) => {
                (error.message(), fault_help(&fault.kind))
            }
            _ => (error.message(), error.help()),
        };
        let report = match error.span() {
            Some(at) => diagnose::located(message, &at.label, help, at.name, at.text, at.span),
            None => diagnose::plain(message, help),
        };
        Failure { report, code }
    }
}

impl From<launch::Error> for Failure {
    fn from(error: launch::Error) -> Failure {
        WorkError::from(error).into()
    }
}

impl From<file::Error> for Failure {
    fn from(error: file::Error) -> Failure {
        WorkError::from(error).into()
    }
}

/// The option that helps against a fault.
fn fault_help(kind: &FaultKind) -> Option<String> {
    match kind {
        FaultKind::Budget { budget } => {
            Some(format!("`--budget {}` allows ten times as many instructions", budget.saturating_mul(10)))
        }
        FaultKind::NeedsWarp(_) => Some("remove `--one-thread-at-a-time`".to_owned()),
        _ => None,
    }
}
