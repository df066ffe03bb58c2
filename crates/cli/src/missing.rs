//! Commands that a build without the features `figures` and `parquet` does not have.

use crate::command::{Command, Failure, Outcome};
use clap::Arg;

/// `warploom reproduce`.
pub const REPRODUCE: Command =
    Command { name: "reproduce", declare, run: |_, _| Err::<Outcome, _>(missing("reproduce")) };

/// `warploom graph`.
pub const GRAPH: Command =
    Command { name: "graph", declare, run: |_, _| Err::<Outcome, _>(missing("graph")) };

/// `warploom study`.
pub const STUDY: Command =
    Command { name: "study", declare, run: |_, _| Err::<Outcome, _>(missing("study")) };

/// Takes any arguments, so that the error is about the feature and not about an argument.
fn declare(command: clap::Command) -> clap::Command {
    let any = Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).hide(true);
    command.about("Not in this build: it needs the features `figures` and `parquet`").arg(any)
}

fn missing(command: &str) -> Failure {
    let message = format!("this build has no `{command}`: it was built without figures or without Parquet");
    let help = "build `warploom` with its features `figures` and `parquet`, which are default features";
    Failure::mistake(message, Some(help.to_owned()))
}
