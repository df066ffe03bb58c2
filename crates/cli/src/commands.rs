//! The list of commands: each is a module of its own and one line here.

use crate::diagnose;
use clap::{ArgMatches, FromArgMatches};
use miette::Report;
use warploom_policy::{ALL, Choice, ChoiceError, Declaration};

/// Every command, in the order help shows them.
pub const COMMANDS: &[Command] = &[
    crate::run::COMMAND,
    crate::compare::COMMAND,
    crate::oracle::COMMAND,
    #[cfg(all(feature = "figures", feature = "parquet"))]
    crate::reproduce::COMMAND,
    #[cfg(not(all(feature = "figures", feature = "parquet")))]
    crate::missing::REPRODUCE,
    #[cfg(all(feature = "figures", feature = "parquet"))]
    crate::graph::COMMAND,
    #[cfg(not(all(feature = "figures", feature = "parquet")))]
    crate::missing::GRAPH,
    crate::policies::COMMAND,
    crate::new_policy::COMMAND,
    crate::machine::COMMAND,
    crate::suite::COMMAND,
    crate::phases::COMMAND,
    crate::exec::COMMAND,
    crate::tape::COMMAND,
    crate::import::COMMAND,
    crate::export::COMMAND,
    crate::validate::COMMAND,
];

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

/// The command line.
pub fn cli() -> clap::Command {
    let cli = clap::Command::new("warploom")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A GPU warp-scheduling laboratory: CUDA kernels on a simulated GPU")
        .after_help(
            "Start here:\n  warploom suite list                             the papers' applications\n  \
             warploom phases lud/internal                    where its warps will wait\n  \
             warploom exec saxpy.ptx --launch launch.toml    run a kernel of yours, check its results\n  \
             warploom tape lud -o lud.tape                   what its warps did, for machines to time\n  \
             warploom machines                               the GPUs to time it on\n  \
             warploom run lud --size tiny                    where its cycles go on a GTX 480\n  \
             warploom compare lud --policies lrr,gto         which scheduler serves it, and why\n  \
             warploom new-policy mine                        a scheduler of yours, compared with them\n\n\
             `warploom COMMAND --help` explains a command with examples.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true);
    COMMANDS.iter().fold(cli, |cli, c| cli.subcommand((c.declare)(clap::Command::new(c.name))))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_consistent() {
        super::cli().debug_assert();
    }
}
