//! Commands that a build without the feature `report` does not have.

use super::command::{Command, Failure};
use clap::Arg;

/// A module with a command in the place of each that is missing.
macro_rules! missing {
    ($($name:ident),*) => {$(
        pub mod $name {
            /// The command.
            pub const COMMAND: super::Command = super::Command {
                name: stringify!($name),
                declare: super::declare,
                run: |_, _| Err(super::missing(stringify!($name))),
            };
        }
    )*};
}

missing!(graph, reproduce, study, validate);

/// Takes any arguments, so that the error is about the feature and not about an argument.
fn declare(command: clap::Command) -> clap::Command {
    let any = Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).hide(true);
    command.about("Not in this build: it needs the feature `report`").arg(any)
}

fn missing(command: &str) -> Failure {
    let message = format!("this build has no `{command}`: it was built without reports");
    let help = "build `warploom` with its feature `report`, which is a default feature";
    Failure::mistake(message, Some(help.to_owned()))
}
