//! The types every command is written against: its declaration, its context, its outcome, its failure.
//!
//! Commands depend on this file; only [`commands`](crate::commands) depends on commands.

use crate::diagnose;
use clap::{ArgMatches, FromArgMatches};
use miette::Report;
use warploom_policy::{ALL, Choice, ChoiceError, Declaration};

/// A command.
pub struct Command {
    /// What is typed.
    pub name: &'static str,
    /// Adds its arguments and help texts.
    pub declare: fn(clap::Command) -> clap::Command,
    /// Does it.
    pub run: fn(&ArgMatches, &Context) -> Result<Outcome, Failure>,
}

/// What a command can choose from beside what it was called with.
pub struct Context {
    /// Every policy: those that come with the program, then those that were added.
    pub policies: Vec<Declaration>,
}

impl Context {
    /// With these added to the policies that come with the program.
    pub fn new(added: &[Declaration]) -> Result<Context, Failure> {
        let policies: Vec<Declaration> = ALL.iter().chain(added).copied().collect();
        for (at, policy) in policies.iter().enumerate() {
            if policy.name.is_empty() || policies[..at].iter().any(|other| other.name == policy.name) {
                let message = format!("a policy called `{}` cannot be added", policy.name);
                let help = "give it a name that no other policy has, in its `Declaration`";
                return Err(Failure::mistake(message, Some(help.to_owned())));
            }
        }
        Ok(Context { policies })
    }

    /// The policy of this name, with its parameters.
    pub fn policy(&self, text: &str) -> Result<Choice, Failure> {
        Choice::parse(text, &self.policies).map_err(|error| unknown_policy(&error))
    }
}

/// What names no policy, told.
pub fn unknown_policy(error: &ChoiceError) -> Failure {
    unknown(error, error.help(), matches!(error, ChoiceError::NoPolicy { near: None, .. }))
}

/// What names nothing, told; whether the help names all there are.
pub fn unknown(error: &dyn std::error::Error, help: String, all: bool) -> Failure {
    let more = if all { "; `warploom policies` tells what each does" } else { "" };
    Failure::mistake(error.to_string(), Some(format!("{help}{more}")))
}

/// How a command ended that did its work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// All is well: exit code 0.
    Fine,
    /// What was looked at is wrong, and said so: exit code 1.
    Failed,
}

/// Why a command did not do its work.
pub struct Failure {
    /// What to print.
    pub report: Report,
    /// 1 if the kernel is at fault, 2 if what it was called with is.
    pub code: u8,
}

impl Failure {
    /// A mistake in what the command was called with, and perhaps what to do about it.
    pub fn mistake(message: String, help: Option<String>) -> Failure {
        Failure { report: diagnose::plain(message, help), code: 2 }
    }
}

/// A command's arguments, of what clap found.
pub fn args<A: FromArgMatches>(matches: &ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|e| Failure { report: Report::msg(e.to_string()), code: 2 })
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.report.fmt(f)
    }
}
