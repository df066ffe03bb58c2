//! `warploom tape`: the executed instructions of work, written to a file.

mod info;
mod mix;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::progress::Progress;
use crate::ui::work::{self, Options, WORK_FORMS, Watched, WorkKind};
use crate::ui::{interrupt, output};
use clap::{ArgMatches, Args as _, Subcommand as _};
use std::path::PathBuf;
use warploom_report::units;
use warploom_tape::file::Totals;

/// The command.
pub const COMMAND: Command = Command { name: "tape", declare, run };

const EXAMPLES: &str = "Examples:
  warploom tape lud -o lud.tape                            an application of the suite, at size small
  warploom tape lud/internal --size tiny -o internal.tape  one of its kernels
  warploom tape saxpy.ptx --launch launch.toml -o s.tape   a kernel of yours
  warploom tape info lud.tape                              its contents
  warploom tape info lud.tape --mix                        its instructions by class

An existing tape is replaced when the new one is complete. A tape is an Arrow file, which pyarrow can read: docs/reference/tapes.md.

Exit code: 0 success, 1 a kernel faulted, 2 the workload cannot be opened or the tape cannot be written, 130 interrupted.";

#[derive(Debug, clap::Subcommand)]
enum What {
    Info(info::Args),
}

/// Record a workload on a tape: every warp's instructions, active lanes and addresses
///
/// The workload is executed once. Every machine and every policy can then simulate the same instructions from the tape.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workload, tape, Accel-Sim trace, or PTX with --launch: see below
    #[arg(value_name = "WORK")]
    work: PathBuf,
    /// File to write
    #[arg(short, long, value_name = "FILE.tape")]
    output: PathBuf,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    options: Options,
}

/// Either a subcommand or WORK.
fn declare(command: clap::Command) -> clap::Command {
    What::augment_subcommands(Args::augment_args(command))
        .args_conflicts_with_subcommands(true)
        .subcommand_negates_reqs(true)
        .after_help(format!("{WORK_FORMS}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    match matches.subcommand() {
        Some(_) => match command::args(matches)? {
            What::Info(args) => info::run(&args),
        },
        None => make(&command::args(matches)?),
    }
}

fn make(args: &Args) -> Result<Outcome, Failure> {
    // A tape may be written again in its place: the content is the same.
    if WorkKind::of(&args.work)? != WorkKind::Tape {
        output::not_an_input(&args.output, &args.options.inputs(&args.work).collect::<Vec<_>>())?;
    }
    let interrupt = interrupt::on_signal()?;
    let work = work::open(&args.work, &args.options, args.quiet, interrupt)?;
    let progress = Progress::new(work.ctas, "CTAs", args.quiet).interrupted_by(interrupt);
    let mut writer = work::tape::create(&args.output)?;
    writer.copy(&mut Watched::new(work.tapes, &progress))?;
    let totals = writer.finish()?;
    progress.finish();
    if !args.quiet {
        output::print(&format!("{}: {}\n{}", args.output.display(), work.name, summary(&totals)))?;
    }
    Ok(Outcome::Fine)
}

/// A summary of a tape, in three lines.
pub fn summary(totals: &Totals) -> String {
    let Totals { launches, ctas, warp_instructions, thread_instructions, bytes, digest } = *totals;
    format!(
        "{}, {}, {}, {}\n\
         {}, {:.3} per warp instruction\n\
         digest {digest:032x}\n",
        units::counted(launches, "launch", "launches"),
        units::counted(ctas, "CTA", "CTAs"),
        units::counted(warp_instructions, "warp instruction", "warp instructions"),
        units::counted(thread_instructions, "thread instruction", "thread instructions"),
        units::counted(bytes, "byte", "bytes"),
        units::ratio(bytes, warp_instructions),
    )
}
