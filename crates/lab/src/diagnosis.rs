//! Errors as a user reads them: the message, the line it is about, and the remedy.

use crate::work::WorkError;
use crate::work::launch;
use crate::work::symbol::short_name;
use crate::work::text::line_span;
use std::fmt::Display;
use std::ops::Range;
use warploom_gpu::simulation::RunError;
use warploom_kernel::execute::{Fault, FaultKind};
use warploom_kernel::gcn;
use warploom_kernel::image::Isa;
use warploom_kernel::ptx;
use warploom_policy::ChoiceError;
use warploom_tape::file;

/// An error with its place and its remedy.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Diagnosis {
    /// What is wrong.
    pub message: String,
    /// How to fix it, if that is known.
    pub help: Option<String>,
    /// The text that the error is about.
    pub place: Option<Box<Place>>,
    /// True if the kernel or the policy is at fault; otherwise the arguments or files are.
    pub is_fault: bool,
}

/// A part of a text that an error is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The bytes of the part.
    pub span: Range<usize>,
    /// A remark on the part.
    pub label: String,
}

impl Place {
    /// The number of the line where the part starts, and its text: `launch.toml:3: grid = [0]`.
    pub fn line(&self) -> String {
        let start = self.text.floor_char_boundary(self.span.start.min(self.text.len()));
        let end = self.text.ceil_char_boundary(self.span.end.clamp(start, self.text.len()));
        let number = self.text[..start].matches('\n').count() + 1;
        let text = self.text[start..end].lines().next().unwrap_or_default();
        format!("{}:{number}: {}", self.name, text.trim())
    }
}

impl Diagnosis {
    /// A mistake in the arguments or files, and how to fix it.
    pub fn mistake(message: impl Into<String>, help: Option<String>) -> Diagnosis {
        Diagnosis { message: message.into(), help, place: None, is_fault: false }
    }

    /// The same error at a part of a text.
    #[must_use]
    pub fn at(self, name: &str, text: &str, span: Range<usize>, label: &str) -> Diagnosis {
        let place = Place { name: name.to_owned(), text: text.to_owned(), span, label: label.to_owned() };
        Diagnosis { place: Some(Box::new(place)), ..self }
    }

    /// An error of PTX.
    pub fn ptx(error: &ptx::Error, file: &str, text: &str) -> Diagnosis {
        let mistake = Diagnosis::mistake(error.kind.to_string(), error.help.clone());
        mistake.at(file, text, error.span.range(), "here")
    }

    /// An error of GCN assembly.
    pub fn gcn(error: &gcn::Error, file: &str, text: &str) -> Diagnosis {
        let mistake = Diagnosis::mistake(error.kind.to_string(), error.help.clone());
        mistake.at(file, text, line_span(text, error.line).unwrap_or(0..0), "here")
    }

    /// The error of a run that its tape is not to blame for.
    pub fn run<E: Display>(mut error: RunError<E>, work: &str, policy: &str) -> Diagnosis {
        if let RunError::WrongCode { kernel, .. }
        | RunError::CtaTooLarge { kernel, .. }
        | RunError::Deadlock { kernel, .. } = &mut error
        {
            *kernel = short_name(kernel);
        }
        let is_fault = matches!(
            error,
            RunError::IllegalPick { .. }
                | RunError::IllegalWave { .. }
                | RunError::IllegalPlacement { .. }
                | RunError::Deadlock { .. }
        );
        if is_fault {
            let message = format!("{work} under `{policy}`: {error}");
            return Diagnosis { is_fault, ..Diagnosis::mistake(message, None) };
        }
        let help = match error {
            RunError::CtaTooLarge { .. } => Some("choose a machine with larger SMs with --machine"),
            RunError::WrongCode { machine: Isa::Gcn, .. } => {
                Some("choose a machine of SMs with --machine, or GCN code: `--isa gcn` for work of the suite")
            }
            RunError::WrongCode { .. } => {
                Some("choose a machine of CUs, such as `--machine hd7970`, or the PTX: without `--isa gcn`")
            }
            _ => None,
        };
        Diagnosis::mistake(format!("{work}: {error}"), help.map(str::to_owned))
    }
}

impl From<&Fault> for Diagnosis {
    /// The fault of a kernel, by its C++ name.
    fn from(fault: &Fault) -> Diagnosis {
        Diagnosis { is_fault: true, ..Diagnosis::mistake(fault.readable().to_string(), None) }
    }
}

impl From<&ChoiceError> for Diagnosis {
    /// The error for a name or parameter that no policy has.
    fn from(error: &ChoiceError) -> Diagnosis {
        let more = if error.lists_policies() { "; `warploom policies` describes each" } else { "" };
        Diagnosis::mistake(error.to_string(), Some(format!("{}{more}", error.help())))
    }
}

impl From<WorkError> for Diagnosis {
    fn from(error: WorkError) -> Diagnosis {
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
        let diagnosis = Diagnosis { is_fault: error.is_fault(), ..Diagnosis::mistake(message, help) };
        match error.span() {
            Some(at) => diagnosis.at(&at.name, at.text, at.span, &at.label),
            None => diagnosis,
        }
    }
}

impl From<file::Error> for Diagnosis {
    fn from(error: file::Error) -> Diagnosis {
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

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::occupancy::Limiter;
    use warploom_gpu::{Cycle, SchedulerId, Slot, SmId};

    #[test]
    fn an_illegal_pick_is_a_fault_and_an_oversized_cta_is_not() {
        let failed = |error: RunError<file::Error>| Diagnosis::run(error, "lud", "gto");
        let illegal = failed(RunError::IllegalPick {
            sm: SmId(3),
            scheduler: SchedulerId(1),
            picked: Slot(7),
            cycle: Cycle(12),
            issuable: [Slot(5), Slot(9)].into_iter().collect(),
        });
        assert!(illegal.is_fault);
        assert!(illegal.message.starts_with("lud under `gto`: the policy picked slot 7"), "{illegal}");
        let large =
            failed(RunError::CtaTooLarge { kernel: "_Z1kPf".to_owned(), limiter: Limiter::Registers });
        assert!(!large.is_fault);
        assert_eq!(large.message, "lud: a CTA of `k` does not fit on an SM, which has too few registers");
    }

    #[test]
    fn a_place_names_its_line() {
        let text = "a = 1\n  grid = [0]\n";
        let at = text.find("grid").unwrap();
        let error = Diagnosis::mistake("no CTA", None).at("launch.toml", text, at..text.len(), "here");
        assert_eq!(error.place.unwrap().line(), "launch.toml:2: grid = [0]");
    }
}
