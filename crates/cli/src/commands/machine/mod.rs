//! `warploom machines`: the GPUs that can be simulated.

mod import;
mod keys;
mod list;
mod show;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use clap::{ArgMatches, Args as _};
use std::path::Path;

/// The command.
pub const COMMAND: Command = Command { name: "machines", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom machines                                      all machines
  warploom machines show v100                            its description, with the source of each value
  warploom machines show v100 --set sm.count=4 > my.toml a modified copy
  warploom machines keys l2                              the keys of the L2
  warploom machines import gpgpusim.config trace.config -o my.toml

A machine is a TOML file; docs/reference/machines.md explains its keys. Names take precedence over files: a file named
`v100` is written ./v100.

Exit code: 0 success, 2 the machine does not exist or its description is invalid.";

/// List, show, modify and import machines: the GPUs that can be simulated
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Args {
    #[command(flatten)]
    list: list::ListArgs,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Show(show::Args),
    Keys(keys::Args),
    Import(import::Args),
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.action {
        None => list::run(&args.list),
        Some(Action::Show(args)) => show::run(&args),
        Some(Action::Keys(args)) => keys::run(&args),
        Some(Action::Import(args)) => import::run(&args),
    }
}

/// A file's text.
fn read(path: &Path) -> Result<String, Failure> {
    warploom_lab::work::text::read(path)
        .map_err(|e| Failure::mistake(format!("`{}` cannot be read: {e}", path.display()), None))
}
