//! The functions behind commands, for programs that embed Warploom: they return what the commands print, and never exit.
//!
//! ```
//! use std::path::Path;
//! use warploom::embed;
//!
//! let wrong = embed::machine(Path::new("gtx48"), &[]).err().unwrap();
//! assert_eq!(wrong.message, "unknown machine `gtx48`");
//! assert!(wrong.help.is_some_and(|help| help.starts_with("did you mean `gtx480`?")));
//! ```

use crate::command::{Context, Failure};
use crate::machine::{self, Description, Overrides};
use crate::phases::{self, PhasesRequest};
use crate::{policies, run, suite};
use serde_json::Value;
use std::fmt;
use std::path::Path;
use warploom_gpu::machine::Machine;
use warploom_gpu::run::RunError;
use warploom_lab::work::WorkError;
use warploom_policy::{Choice, CoreChoice, CtaKind};
use warploom_tape::file;

/// An error as the command line would print it, in parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EmbedError {
    /// What is wrong.
    pub message: String,
    /// The line of a file or of code that the error is about, with its name and number.
    pub location: Option<String>,
    /// How to fix it, if that is known.
    pub help: Option<String>,
    /// True if the kernel or the policy is at fault; otherwise the arguments or files are.
    pub is_fault: bool,
}

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for EmbedError {}

impl From<Failure> for EmbedError {
    fn from(failure: Failure) -> EmbedError {
        EmbedError {
            message: failure.report.to_string(),
            location: location(&failure),
            help: failure.report.help().map(|help| help.to_string()),
            is_fault: failure.code == 1,
        }
    }
}

impl From<WorkError> for EmbedError {
    fn from(error: WorkError) -> EmbedError {
        Failure::from(error).into()
    }
}

/// The first labelled line of a report: `launch.toml:3: grid = [0]`.
fn location(failure: &Failure) -> Option<String> {
    let source = failure.report.source_code()?;
    let span = *failure.report.labels()?.next()?.inner();
    let read = source.read_span(&span, 0, 0).ok()?;
    let text = String::from_utf8_lossy(read.data());
    let line = text.lines().next().unwrap_or_default().trim();
    Some(format!("{}:{}: {line}", read.name().unwrap_or_default(), read.line() + 1))
}

/// The machine that `--machine` and `--set` name.
///
/// # Errors
/// If there is no such machine, or its description or a setting is invalid.
pub fn machine(name: &Path, set: &[(String, String)]) -> Result<Machine, EmbedError> {
    let overrides = Overrides::new(set);
    let machine = overrides.resolve(&Description::find(name)?)?;
    Ok(overrides.named(machine))
}

/// The built-in policy for a machine's cores that `text` names; without a text, the machine's default.
///
/// # Errors
/// If there is no such policy, or it has no such parameter.
pub fn policy(text: Option<&str>, machine: &Machine) -> Result<CoreChoice, EmbedError> {
    Ok(context()?.core_policy(text.unwrap_or(run::default_policy(machine)), machine)?)
}

/// The built-in CTA policy that `text` names.
///
/// # Errors
/// As [`policy`].
pub fn cta_policy(text: &str) -> Result<Choice<CtaKind>, EmbedError> {
    Ok(context()?.cta_policy(text)?)
}

fn context() -> Result<Context, Failure> {
    Context::new(crate::commands::cli, &[], &[], &[])
}

/// The failure of a run of a work.
pub fn run_error(error: RunError<WorkError>, work: &str, policy: &str) -> EmbedError {
    run::failure(error, work, policy).into()
}

/// The failure of a run of a tape file.
pub fn tape_run_error(error: RunError<file::Error>, work: &str, policy: &str) -> EmbedError {
    run::failure(error, work, policy).into()
}

/// Host threads: as given, but at most one per CPU, or one per CPU.
pub fn threads(given: Option<u32>) -> usize {
    run::threads(given).get()
}

/// `warploom machines --json`.
pub fn machines() -> Value {
    machine::list_json()
}

/// `warploom policies --json`.
///
/// # Errors
/// If a declaration has a mistake.
pub fn policies() -> Result<Value, EmbedError> {
    Ok(policies::list_json(&context()?))
}

/// `warploom suite list --json`.
pub fn suite() -> Value {
    suite::list_json()
}

/// The phases of kernels: those of `warploom phases --json`, each with its figure as SVG.
///
/// # Errors
/// If the kernels cannot be read.
pub fn phases(
    work: &Path,
    kernel: Option<&str>,
    request: PhasesRequest<'_>,
) -> Result<Vec<(Value, String)>, EmbedError> {
    Ok(phases::analyse(work, kernel, request)?)
}
