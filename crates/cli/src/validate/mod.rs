//! `warploom validate`: how far off Warploom is.

mod micro;
mod show;
mod write;

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::machine::MachineOptions;
use crate::output;
use crate::progress::Progress;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_lab::validate::{Origin, Points, Report, ValidateError, runs, validate};

/// The command.
pub const COMMAND: Command = Command { name: "validate", declare, run };

const EXAMPLES: &str = "Examples:
  warploom validate accelsim                         beside another simulator: a minute or two
  warploom validate all -o out                       out/validation.md with its figures
  warploom validate accelsim --only ffma,vecadd      some kernels; names of machines and groups do too
  warploom validate hardware --check --quiet         exit code 1 if a limit of hardware.toml is exceeded
  warploom validate accelsim --json | jq '.[0].all'
  warploom validate micro --machine h100             latencies and rates, beside what is published of the GPU

The answers are in the repository's directory `reference`: accelsim.toml has those of Accel-Sim, hardware.toml what was
measured on GPUs. Points of your own can be added there; the first lines of hardware.toml say how. The error is that of ours, in
percent of theirs; points that nobody has tuned on are also summed up by themselves. With --only, limits of
means are not checked.

Exit code: 0 all is well, 1 a limit is exceeded (--check) or a run went wrong, 2 it could not be started.";

/// Run work with known answers, and tell how far off Warploom is
///
/// Cycles, hits, DRAM traffic and stalls beside those of Accel-Sim, cycles beside those of real GPUs, and what a machine answers to the
/// suite's microbenchmarks beside what is published.
#[derive(Debug, clap::Args)]
struct Args {
    /// Beside what
    #[arg(
        value_name = "accelsim|hardware|all|micro",
        value_parser = ["accelsim", "hardware", "all", "micro"],
        hide_possible_values = true
    )]
    beside: String,
    /// Only these: names of work, groups, sweeps or machines, with commas between them
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Where the answers are
    #[arg(long, value_name = "DIR", default_value = "reference")]
    reference: PathBuf,
    /// Fail if a limit is exceeded, and say which
    #[arg(long)]
    check: bool,
    /// Write validation.md and its figures here
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print JSON: an array with a report for each origin, or for each microbenchmark
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(EXAMPLES)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    unused(&args.beside, matches)?;
    if args.beside == "micro" {
        return micro::run(&args, context);
    }
    let chosen = chosen(&args)?;
    // What can be found wrong before minutes of simulating is.
    let page = args.output.as_ref().map(|_| write::template(&args.reference)).transpose()?;
    let total = chosen.iter().map(runs).sum::<usize>();
    let progress = Progress::new(total as u64, "runs", args.quiet);
    let at_once = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let reports = chosen
        .iter()
        .map(|points| {
            validate(points, at_once, &|name| {
                progress.begin(name);
                progress.end();
            })
        })
        .collect::<Result<Vec<Report>, _>>()
        .map_err(failure)?;
    progress.finish();
    if let (Some(directory), Some(page)) = (&args.output, &page) {
        write::write(directory, page, &reports)?;
    }
    if args.json {
        output::print_json(&show::json(&reports)?)?;
    } else {
        output::print(&show::text(&reports))?;
    }
    let exceeded: Vec<String> = reports.iter().flat_map(|report| &report.exceeded).cloned().collect();
    if args.check && !exceeded.is_empty() {
        eprint!("{}", show::exceeded(&exceeded));
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Fine)
}

/// An option that would change nothing is a mistake: points have their machines, and microbenchmarks have no points.
fn unused(beside: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let micro = beside == "micro";
    let options: &[&str] =
        if micro { &["only", "reference", "check", "output"] } else { &["machine", "set"] };
    let given = |name: &&&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let Some(name) = options.iter().find(given) else { return Ok(()) };
    let help = if micro {
        "it asks one machine, which --machine names"
    } else {
        "each point names its machine in the directory of answers; `validate micro` asks any"
    };
    Err(Failure::mistake(format!("`validate {beside}` has no use for --{name}"), Some(help.to_owned())))
}

/// The points that are meant.
fn chosen(args: &Args) -> Result<Vec<Points>, Failure> {
    missing(&args.reference)?;
    let origins =
        Origin::ALL.into_iter().filter(|origin| [origin.name(), "all"].contains(&args.beside.as_str()));
    let all = origins.map(|origin| Points::read(origin, &args.reference));
    let all = all.collect::<Result<Vec<Points>, _>>().map_err(failure)?;
    if args.only.is_empty() {
        return Ok(all);
    }
    let unknown = args.only.iter().find(|name| !all.iter().any(|points| points.has(name)));
    if let (Some(name), Some(points)) = (unknown, all.first()) {
        return Err(failure(points.no_point(name)));
    }
    let some = all.into_iter().map(|points| points.only(&args.only));
    Ok(some.filter(|points| runs(points) > 0).collect())
}

/// Whoever installed only the program has no answers.
fn missing(reference: &Path) -> Result<(), Failure> {
    if reference.is_dir() {
        return Ok(());
    }
    let help = "run it in a checkout of Warploom, or say with --reference where the answers are".to_owned();
    Err(Failure::mistake(format!("there is no directory `{}`", reference.display()), Some(help)))
}

fn failure(error: ValidateError) -> Failure {
    let (code, help) = (if error.is_simulation_fault() { 1 } else { 2 }, error.help());
    Failure { code, ..Failure::mistake(error.to_string(), help) }
}
