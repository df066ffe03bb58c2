//! `warploom machines`: the GPUs that work can run on.

mod import;
mod keys;
mod list;
mod options;
mod show;

pub use options::MachineOptions;
#[cfg(all(feature = "figures", feature = "parquet"))]
pub use options::{Description, Overrides};

use crate::command::{self, Command, Context, Failure, Outcome};
use clap::{ArgMatches, Args as _};
use std::path::Path;

/// The command.
pub const COMMAND: Command = Command { name: "machines", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom machines                                      what there is
  warploom machines show v100                            its description, with the source of each value
  warploom machines show v100 --set sm.count=4 > my.toml another one
  warploom machines keys l2                              what can be set of the L2
  warploom machines import gpgpusim.config trace.config -o my.toml

A machine is a TOML file; docs/machines.md tells what it says. A name goes before a file: a file called `v100` is
written ./v100.

Exit code: 0 all is well, 2 there is no such machine, or it cannot be.";

/// The GPUs that work can run on: list, look at, change and import them
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(flatten)]
    list: list::ListArgs,
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Show(show::Args),
    Keys(keys::Args),
    Import(import::Args),
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.what {
        None => list::run(&args.list),
        Some(What::Show(args)) => show::run(&args),
        Some(What::Keys(args)) => keys::run(&args),
        Some(What::Import(args)) => import::run(&args),
    }
}

/// A file's text.
fn read(path: &Path) -> Result<String, Failure> {
    crate::text::read(path)
        .map_err(|e| Failure::mistake(format!("`{}` cannot be read: {e}", path.display()), None))
}
