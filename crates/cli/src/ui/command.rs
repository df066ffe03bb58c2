//! The types every command is written against: its declaration, its context, its outcome, its failure.
//!
//! Commands depend on this file; only [`commands`](crate::commands) depends on commands.

use crate::ui::diagnose::{self, Report};
use clap::{ArgMatches, FromArgMatches};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_lab::diagnosis::Diagnosis;
use warploom_lab::work::WorkError;
use warploom_lab::work::launch;
use warploom_policy::{
    Choice, CorePolicy, CtaDeclaration, CtaKind, DeclarationError, Registry, WarpDeclaration, WarpKind,
    WaveDeclaration, WaveKind,
};
use warploom_tape::file;

/// A command.
pub struct Command {
    /// Its name on the command line.
    pub name: &'static str,
    /// Adds its arguments and help texts to a clap command.
    pub declare: fn(clap::Command) -> clap::Command,
    pub run: fn(&ArgMatches, &Context) -> Result<Outcome, Failure>,
}

/// The environment of a command: the program, and the policies it can choose from.
pub struct Context {
    /// Declares the whole command line. Commands cannot name it themselves: it names them.
    #[cfg_attr(
        not(feature = "generate"),
        expect(dead_code, reason = "only `generate` describes the others")
    )]
    pub declared: fn() -> clap::Command,
    /// The file that starts this program again.
    pub program: Option<PathBuf>,
    /// Warp policies: the built-in ones, then those of the program's author.
    pub warp_policies: Registry<WarpKind>,
    /// CTA policies: the built-in ones, then those of the program's author.
    pub cta_policies: Registry<CtaKind>,
    /// Wave policies: the built-in ones, then those of the program's author.
    pub wave_policies: Registry<WaveKind>,
}

impl Context {
    /// A context with `warp`, `cta` and `wave` after the built-in policies.
    pub fn new(
        declared: fn() -> clap::Command,
        warp: &[WarpDeclaration],
        cta: &[CtaDeclaration],
        wave: &[WaveDeclaration],
    ) -> Result<Context, Failure> {
        let mistake = |error: DeclarationError| Failure::mistake(error.to_string(), Some(error.help()));
        Ok(Context {
            declared,
            program: env::current_exe().ok(),
            warp_policies: Registry::new(warp).map_err(mistake)?,
            cta_policies: Registry::new(cta).map_err(mistake)?,
            wave_policies: Registry::new(wave).map_err(mistake)?,
        })
    }

    /// The same context of a program that was started as `name`, if that is the path of a file: a script, where the executable file
    /// is an interpreter.
    pub fn started_as(mut self, name: Option<&OsStr>) -> Context {
        let path = name.map(Path::new).filter(|path| path.components().count() > 1 && path.is_file());
        if let Some(path) = path.and_then(|path| std::path::absolute(path).ok()) {
            self.program = Some(path);
        }
        self
    }

    /// The warp policy that `text` names, with its parameters.
    pub fn policy(&self, text: &str) -> Result<Choice, Failure> {
        Choice::parse(text, &self.warp_policies).map_err(|error| Diagnosis::from(&error).into())
    }

    /// The warp policies that `text` names, with commas between them.
    pub fn warp_list(&self, text: &str) -> Result<Vec<Choice>, Failure> {
        Choice::parse_list(text, &self.warp_policies).map_err(|error| Diagnosis::from(&error).into())
    }

    /// The policy for a machine's cores that `text` names, with its parameters: of warps, or of waves on CUs.
    pub fn core_policy(&self, text: &str, machine: &Machine) -> Result<CorePolicy, Failure> {
        CorePolicy::parse(text, machine, &self.warp_policies, &self.wave_policies)
            .map_err(|error| Diagnosis::from(&error).into())
    }

    /// The policies for a machine's cores that `text` names, with commas between them.
    pub fn core_policies(&self, text: &str, machine: &Machine) -> Result<Vec<CorePolicy>, Failure> {
        CorePolicy::parse_list(text, machine, &self.warp_policies, &self.wave_policies)
            .map_err(|error| Diagnosis::from(&error).into())
    }

    /// The CTA policy that `text` names, with its parameters.
    pub fn cta_policy(&self, text: &str) -> Result<Choice<CtaKind>, Failure> {
        Choice::parse(text, &self.cta_policies).map_err(|error| Diagnosis::from(&error).into())
    }
}

/// The failure of a command that only machines of SMs have.
pub fn require_sms(machine: &Machine, command: &str) -> Result<(), Failure> {
    if machine.cu.is_none() {
        return Ok(());
    }
    let message = format!("{} has CUs, and `{command}` is for machines of SMs", machine.name);
    let help = "choose one with --machine; `run` and `compare` simulate CUs".to_owned();
    Err(Failure::mistake(message, Some(help)))
}

/// The outcome of a command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Success: exit code 0.
    Fine,
    /// A check failed and was reported: exit code 1.
    Failed,
    /// Ctrl-C or SIGTERM ended the command, which has printed its finished part: exit code 130.
    Interrupted,
    /// A program that the command ran ended with this code.
    Exit(u8),
}

/// The exit code of a command that Ctrl-C or SIGTERM ended.
pub const INTERRUPTED: u8 = 130;

/// Why a command stopped.
pub struct Failure {
    /// The report to print.
    pub report: Report,
    /// Exit code: 1 if the kernel or the policy is at fault, 2 if the arguments or files are, 130 if the command was interrupted.
    pub code: u8,
}

impl From<Diagnosis> for Failure {
    fn from(error: Diagnosis) -> Failure {
        let Diagnosis { message, help, place, is_fault } = error;
        let report = match place {
            Some(at) => diagnose::located(message, &at.label, help, at.name, &at.text, at.span),
            None => Report::error(message).with_help(help),
        };
        Failure { report, code: if is_fault { 1 } else { 2 } }
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Failure {
        match error {
            WorkError::Interrupted => Failure::interrupted_early(),
            error => Diagnosis::from(error).into(),
        }
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

impl Failure {
    /// A mistake in the arguments or files, and how to fix it.
    pub fn mistake(message: String, help: Option<String>) -> Failure {
        Failure { report: Report::error(message).with_help(help), code: 2 }
    }

    /// Ctrl-C or SIGTERM ended the command. `note` says what becomes of its work.
    pub fn interrupted(note: &str) -> Failure {
        Failure { report: Report::error(format!("interrupted: {note}")), code: INTERRUPTED }
    }

    /// Ctrl-C or SIGTERM ended the command before any of its work was finished.
    pub fn interrupted_early() -> Failure {
        Failure::interrupted("nothing is finished, and no file is left behind")
    }

    /// Prints it on standard error. An interruption is no error, and so is a plain line.
    pub fn print(&self) {
        if self.code == INTERRUPTED {
            eprintln!("{}", self.report);
        } else {
            self.report.print();
        }
    }
}

/// A command's arguments, from clap's matches.
pub fn args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|error| Failure::mistake(error.to_string(), None))
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.report.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_policy::{CTA_POLICIES, WARP_POLICIES};

    #[test]
    fn a_policy_name_that_is_taken_is_an_error_with_its_remedy() {
        let none = || clap::Command::new("none");
        let warp = Context::new(none, &WARP_POLICIES[1..2], &[], &[]).err().unwrap();
        let message = "two declarations of a policy have the name `gto`";
        assert_eq!((warp.to_string().as_str(), warp.code), (message, 2));
        let cta = Context::new(none, &[], &CTA_POLICIES[..1], &[]).err().unwrap();
        assert_eq!(cta.to_string(), "two declarations of a CTA policy have the name `rr`");
    }
}
