//! `warploom validate`: Warploom's error against known results.

mod micro;
mod multi2sim;
mod show;
mod write;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::MachineOptions;
use crate::ui::progress::Progress;
use crate::ui::{interrupt, output};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_lab::work::WorkError;
use warploom_papers::validate::{Origin, Points, Report, ValidateError, runs, validate};

/// The command.
pub const COMMAND: Command = Command { name: "validate", declare, run };

const EXAMPLES: &str = "Examples:
  warploom validate accelsim                         against another simulator: a minute or two
  warploom validate all -o out                       out/validation.md with its figures
  warploom validate accelsim --only ffma,vecadd      some kernels; also names of machines and groups
  warploom validate accelsim --only suite            the suite's applications; also the name of one
  warploom validate hardware --check --quiet         exit code 1 if a limit of hardware.toml is exceeded
  warploom validate accelsim --json | jq '.[0].all'
  warploom validate micro --machine h100             latencies and rates against published values
  warploom validate multi2sim --reference DIR        CUs against recorded runs of Multi2Sim

The reference results are in the repository's directory `reference`: accelsim.toml has those of Accel-Sim, hardware.toml
measurements of GPUs. You can add points there; the first lines of hardware.toml explain how. Errors are in percent of the
reference; points that were not used for tuning are also summarised separately. With --only, limits on means are not
checked.

Exit code: 0 success, 1 a limit is exceeded (--check) or a run failed, 2 the command could not start, 130 interrupted.";

/// Compare simulated results with reference results
///
/// Cycles, cache hits, DRAM traffic and stalls are compared with Accel-Sim, cycles with real GPUs, the suite's microbenchmarks
/// with published values, and machines of CUs with Multi2Sim.
#[derive(Debug, clap::Args)]
struct Args {
    /// The reference to compare with
    #[arg(
        value_name = "accelsim|hardware|all|micro|multi2sim",
        value_parser = ["accelsim", "hardware", "all", "micro", "multi2sim"],
        hide_possible_values = true
    )]
    against: String,
    /// Only these workloads, groups, sweeps or machines, separated by commas
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Directory of the reference results
    #[arg(long, value_name = "DIR", default_value = "reference")]
    reference: PathBuf,
    /// Fail if a limit is exceeded, and print it
    #[arg(long)]
    check: bool,
    /// Directory to write validation.md and its figures to
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print JSON: an array with a report for each reference, or for each microbenchmark
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    machine: MachineOptions,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(EXAMPLES)
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    unused(&args.against, matches)?;
    match args.against.as_str() {
        "micro" => return micro::run(&args, context),
        "multi2sim" => {
            let given = matches.value_source("reference") == Some(ValueSource::CommandLine);
            return multi2sim::run(&args, given);
        }
        _ => {}
    }
    let chosen = chosen(&args)?;
    // Errors in the template are found before minutes of simulation.
    let page = args.output.as_ref().map(|_| write::template(&args.reference)).transpose()?;
    let total = chosen.iter().map(runs).sum::<usize>();
    let progress = Progress::new(total as u64, "runs", args.quiet);
    let at_once = std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
    let interrupt = interrupt::on_signal()?;
    let reports = chosen
        .iter()
        .map(|points| {
            validate(points, at_once, Some(interrupt), &|name| {
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

/// Rejects options without effect: points have their own machines, and microbenchmarks have no points.
fn unused(against: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let micro = against == "micro";
    let options: &[&str] = match against {
        "micro" => &["only", "reference", "check", "output"],
        "multi2sim" => &["only", "output", "machine", "set"],
        _ => &["machine", "set"],
    };
    let given = |name: &&&str| matches.value_source(name) == Some(ValueSource::CommandLine);
    let Some(name) = options.iter().find(given) else { return Ok(()) };
    let help = if micro {
        "it runs on one machine, chosen with --machine"
    } else if against == "multi2sim" {
        "it compares all recorded runs, on the machine hd7970-thesis"
    } else {
        "each point names its machine in the reference directory; `validate micro` takes any machine"
    };
    Err(Failure::mistake(format!("`validate {against}` does not use --{name}"), Some(help.to_owned())))
}

/// The selected points.
fn chosen(args: &Args) -> Result<Vec<Points>, Failure> {
    check_reference(&args.reference)?;
    let origins =
        Origin::ALL.into_iter().filter(|origin| [origin.name(), "all"].contains(&args.against.as_str()));
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

/// Checks that the reference directory exists: it is not where an installed program is usually called.
fn check_reference(reference: &Path) -> Result<(), Failure> {
    if reference.is_dir() {
        return Ok(());
    }
    let help =
        "run the command in a checkout of Warploom or in share/warploom of a package, or set --reference"
            .to_owned();
    Err(Failure::mistake(format!("directory not found: `{}`", reference.display()), Some(help)))
}

fn failure(error: ValidateError) -> Failure {
    if matches!(error, ValidateError::Interrupted | ValidateError::Work(WorkError::Interrupted)) {
        return Failure::interrupted_early();
    }
    let (code, help) = (if error.is_simulation_fault() { 1 } else { 2 }, error.help());
    Failure { code, ..Failure::mistake(error.to_string(), help) }
}
