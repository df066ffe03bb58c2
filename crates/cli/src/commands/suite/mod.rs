//! `warploom suite`: the papers' applications.

mod check;
mod list;
mod show;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::diagnose::{self, Report};
use clap::{ArgMatches, Args as _};
use warploom_kernel::execute::RunError;
use warploom_suite::{Application, Error};

/// The command.
pub const COMMAND: Command = Command { name: "suite", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom suite list                      all applications
  warploom suite show lud                  its description, launches and source
  warploom suite show lud --mix            its instruction mix
  warploom suite check                     check every result against a reference
  warploom suite check lud fwt --size small
  warploom suite check --isa gcn           the same results from GCN code

An application is named as in the list, a kernel like `lud/internal`.";

/// List, show and check the papers' 37 applications, and microbenchmarks
///
/// These are Warploom's own implementations of the algorithms that the papers evaluate, with inputs generated
/// from a seed and a reference computed on the host. Nothing is downloaded or compiled.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    List(list::Args),
    Show(show::Args),
    Check(check::Args),
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.action {
        Action::List(args) => list::run(&args),
        Action::Show(args) => show::run(&args),
        Action::Check(args) => check::run(&args),
    }
}

/// The error with its line of the code.
fn diagnosis(error: Error, application: &Application, file: &str, code: &str) -> Report {
    match error {
        Error::Ptx(error) => diagnose::ptx(&error, file.to_owned(), code),
        Error::Gcn(error) => diagnose::gcn(&error, file.to_owned(), code),
        // Machine code has no lines of text to show.
        Error::Run(RunError::Fault(fault)) if fault.location.language == "SASS" => {
            Report::error(format!("{}: {}", application.name, fault.readable()))
        }
        Error::Run(RunError::Fault(fault)) => diagnose::fault(&fault, None, file.to_owned(), code),
        other => Report::error(format!("{}: {other}", application.name)),
    }
}
