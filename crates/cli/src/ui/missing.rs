//! Commands and options that a build without the feature `report` does not have: the build of a policy's author, which compiles
//! a third fewer crates. They are declared, so that the error says how to get them.

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

fn missing(part: &str) -> Failure {
    let message = format!("this build has no `{part}`: it needs the feature `report`");
    let help = "add `features = [\"report\"]` to the dependency `warploom` in the program's Cargo.toml";
    Failure::mistake(message, Some(help.to_owned()))
}

/// The options of a timeline, in the place of those of `run`.
pub mod timeline {
    use super::{Failure, missing};
    use std::path::Path;
    use warploom_gpu::machine::Machine;
    use warploom_gpu::probe::ProbeSet;

    #[derive(Debug, clap::Args)]
    pub struct TimelineOptions {
        /// Not in this build: it needs the feature `report`
        #[arg(long, value_name = "FILE")]
        timeline: Option<String>,
        #[arg(long, hide = true)]
        timeline_cycles: Option<String>,
        #[arg(long, hide = true)]
        timeline_sms: Option<String>,
    }

    impl TimelineOptions {
        pub fn open(&self, _: &Machine, _: &[&Path]) -> Result<Option<PendingTimeline>, Failure> {
            let TimelineOptions { timeline, timeline_cycles, timeline_sms } = self;
            match [timeline, timeline_cycles, timeline_sms].into_iter().all(Option::is_none) {
                true => Ok(None),
                false => Err(missing("run --timeline")),
            }
        }
    }

    /// A timeline that no build without the feature has.
    pub enum PendingTimeline {}

    impl PendingTimeline {
        pub fn probes(&mut self) -> &mut dyn ProbeSet {
            match *self {}
        }

        pub fn write(self) -> Result<String, Failure> {
            match self {}
        }
    }
}
