//! The types every command is written against: its declaration, its context, its outcome, its failure.
//!
//! Commands depend on this file; only [`commands`](crate::commands) depends on commands.

use crate::diagnose;
use clap::{ArgMatches, FromArgMatches};
use miette::Report;
use warploom_policy::{ALL, Choice, ChoiceError, Declaration};

/// A command.
pub struct Command {
    /// Its name on the command line.
    pub name: &'static str,
    /// Adds its arguments and help texts to a clap command.
    pub declare: fn(clap::Command) -> clap::Command,
    /// Runs it.
    pub run: fn(&ArgMatches, &Context) -> Result<Outcome, Failure>,
}

/// The environment of a command: everything but its arguments.
pub struct Context {
    /// Every policy: the built-in ones, then those of the program's author.
    pub policies: Vec<Declaration>,
}

impl Context {
    /// A context with `added` after the built-in policies.
    pub fn new(added: &[Declaration]) -> Result<Context, Failure> {
        let policies: Vec<Declaration> = ALL.iter().chain(added).copied().collect();
        for (at, policy) in policies.iter().enumerate() {
            if policy.name.is_empty() || policies[..at].iter().any(|other| other.name == policy.name) {
                let message = format!("cannot add a policy named `{}`", policy.name);
                let help = "choose a unique name in its `Declaration`";
                return Err(Failure::mistake(message, Some(help.to_owned())));
            }
        }
        Ok(Context { policies })
    }

    /// The policy that `text` names, with its parameters.
    pub fn policy(&self, text: &str) -> Result<Choice, Failure> {
        Choice::parse(text, &self.policies).map_err(|error| unknown_policy(&error))
    }
}

/// The failure for a name or parameter that no policy has.
pub fn unknown_policy(error: &ChoiceError) -> Failure {
    unknown(error, error.help(), matches!(error, ChoiceError::NoPolicy { near: None, .. }))
}

/// The failure for an unknown name; `all` if the help lists every name.
pub fn unknown(error: &dyn std::error::Error, help: String, all: bool) -> Failure {
    let more = if all { "; `warploom policies` describes each" } else { "" };
    Failure::mistake(error.to_string(), Some(format!("{help}{more}")))
}

/// The outcome of a command that ran to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Success: exit code 0.
    Fine,
    /// A check failed and was reported: exit code 1.
    Failed,
}

/// Why a command stopped.
pub struct Failure {
    /// The report to print.
    pub report: Report,
    /// Exit code: 1 if the kernel or the policy is at fault, 2 if the arguments or files are.
    pub code: u8,
}

impl Failure {
    /// A mistake in the arguments or files, and how to fix it.
    pub fn mistake(message: String, help: Option<String>) -> Failure {
        Failure { report: diagnose::plain(message, help), code: 2 }
    }
}

/// A command's arguments, from clap's matches.
pub fn args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|e| Failure { report: Report::msg(e.to_string()), code: 2 })
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.report.fmt(f)
    }
}
