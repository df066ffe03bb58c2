//! The `warploom` command line, as a library: with a policy of yours added, it is a program of yours.
//!
//! ```no_run
//! use warploom::{Declaration, SchedulerId, Slot, SmView, WarpPolicy};
//!
//! /// Of the warps that can issue, the one that has done least.
//! struct Behind;
//!
//! impl WarpPolicy for Behind {
//!     fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
//!         view.issuable(scheduler).iter().min_by_key(|&slot| view.progress(slot))
//!     }
//! }
//!
//! const BEHIND: Declaration = Declaration {
//!     name: "behind",
//!     about: "the warp that has done least",
//!     make: |_, _| Box::new(Behind),
//!     ..Declaration::PLAIN
//! };
//!
//! fn main() -> std::process::ExitCode {
//!     warploom::command_line(&[BEHIND])
//! }
//! ```

mod command;
mod commands;
mod compare;
mod diagnose;
mod exec;
mod export;
#[cfg(all(feature = "figures", feature = "parquet"))]
mod graph;
mod import;
mod machine;
#[cfg(not(all(feature = "figures", feature = "parquet")))]
mod missing;
mod new_policy;
mod oracle;
mod output;
mod phases;
mod policies;
mod progress;
#[cfg(all(feature = "figures", feature = "parquet"))]
mod reproduce;
mod run;
mod suite;
mod tape;
mod units;
mod validate;
mod work;

pub use warploom_gpu::fixture;
pub use warploom_gpu::machine::SmDescription;
pub use warploom_gpu::policy::{NextInstruction, SmView, WarpEvent, WarpPolicy};
pub use warploom_gpu::{CtaSlot, Cycle, SchedulerId, Slot, WarpSet};
pub use warploom_policy::{Cost, Declaration, Parameter, Per, Range, Value, Values};

use command::{Context, Failure, Outcome};
use commands::COMMANDS;
use std::process::ExitCode;

/// Does what the program was called with, with these policies beside those that come with Warploom.
pub fn command_line(added: &[Declaration]) -> ExitCode {
    diagnose::install();
    let matches = commands::cli().get_matches();
    let chosen = matches.subcommand();
    let command =
        COMMANDS.iter().find_map(|c| chosen.filter(|(name, _)| *name == c.name).map(|(_, m)| (c, m)));
    // clap lets no other name through, nor none.
    let Some((command, matches)) = command else { return ExitCode::from(2) };
    match Context::new(added).and_then(|context| (command.run)(matches, &context)) {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Failed) => ExitCode::from(1),
        Err(Failure { report, code }) => {
            eprint!("{report:?}");
            ExitCode::from(code)
        }
    }
}
