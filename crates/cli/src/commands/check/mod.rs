//! `warploom check`: results, races, faults and limits of kernels, for a CI without a GPU.

mod baseline;
mod limits;
mod measure;
mod verdict;
mod write;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::{interrupt, output};
use baseline::Baseline;
use clap::{ArgMatches, Args as _};
use limits::{Check, LimitsFile};
use measure::Runner;
use serde::Serialize;
use std::path::PathBuf;
use verdict::{Problem, Status, Verdict};

/// The command.
pub const COMMAND: Command = Command { name: "check", declare, run };

const EXAMPLES: &str = r#"A file of limits:
  machine = "h100"                    # or a machine description file; default: v100
  baseline = "baseline.json"          # for `change`; see --save-baseline

  [[check]]
  name = "heat"
  program = ["./heat", "100"]         # a CUDA program, captured; its exit code must be 0
  prints = ["as on the host"]         # texts that it must print
  [check.kernel."step*"]              # limits of the kernels with such names, all launches together
  cycles = 60000                      # at most; or seconds
  registers = 32                      # at most, per thread: Warploom's own allocation, which is not ptxas's
  spilled_bytes = 0                   # at most, per thread
  occupancy = 0.5                     # at least this share of the SM's warps
  coalescing = 0.8                    # at least this share of the bytes in accessed sectors
  passes_per_shared_request = 1       # at most; more are bank conflicts
  change = 0.05                       # slower than the baseline by this share at most, beyond the spread of the runs

  [[check]]
  name = "saxpy"
  ptx = "saxpy.ptx"                   # PTX, with a launch file whose [[check]] tables are the results
  launch = "launch.toml"

  [[check]]
  name = "bfs"
  capture = "bfs.capture"             # what `warploom capture --race` left

  [[check]]
  name = "softmax"
  triton = "softmax.py"               # a Python file with Triton kernels: it runs with the Python package
  function = "check_softmax"          # the function to call; without it, the file is run as a program

Examples:
  warploom check limits.toml                                   a table of all verdicts
  warploom check kernels.py                                    the functions with @warploom.triton.limits(cycles=…)
  warploom check limits.toml --junit j.xml --sarif s.sarif     for a CI's pages
  warploom check limits.toml --markdown "$GITHUB_STEP_SUMMARY" for a pull request
  warploom check limits.toml --save-baseline baseline.json     keep the cycles of this state

Each kernel is simulated `runs` times (default: 3) with the network's latency changed by 0, +1, -1, +2 and -2 cycles, with an empty
L2 before each launch. Limits on cycles hold for the mean. docs/how-to/check.md explains every key.

Exit code: 0 all passed, 1 a check failed, 2 something could not be checked, 130 interrupted."#;

/// Check results, races, faults and limits of kernels, for a CI without a GPU
///
/// A file names CUDA programs, captured programs, PTX or Python files with Triton kernels, and limits of their kernels. Programs are
/// executed with every access checked, and their kernels are simulated.
#[derive(Debug, clap::Args)]
struct Args {
    /// File of limits: TOML, or JSON with the same keys; its paths are relative to it, and programs start in the working directory.
    /// Or a Python file whose functions have `@warploom.triton.limits`
    #[arg(value_name = "LIMITS.toml|FILE.py")]
    limits: PathBuf,
    /// Make only checks of these names; repeatable
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Write the verdicts as JUnit XML
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Write races, faults and exceeded limits as SARIF 2.1.0, at their source lines
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Append the verdicts as Markdown
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Write the measured cycles, for `baseline` of later checks; verdicts on `change` are left out
    #[arg(long, value_name = "FILE")]
    save_baseline: Option<PathBuf>,
    /// Print JSON: an array with an object for each check
    #[arg(long)]
    json: bool,
    /// Print the verdicts only, not the messages of programs and commands
    #[arg(long)]
    quiet: bool,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(EXAMPLES)
}

/// The verdicts of a check.
#[derive(Debug, Serialize)]
struct Checked {
    name: String,
    machine: String,
    verdicts: Vec<Verdict>,
}

impl Checked {
    /// The worst of its verdicts.
    fn status(&self) -> Status {
        self.verdicts.iter().map(|verdict| verdict.status).max().unwrap_or(Status::Passed)
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let mut file = LimitsFile::read(&args.limits)?;
    if let Some(name) = args.only.iter().find(|name| file.check.iter().all(|check| check.name != **name)) {
        let names: Vec<&str> = file.check.iter().map(|check| check.name.as_str()).collect();
        let help = format!("its checks: {}", names.join(", "));
        return Err(Failure::mistake(format!("there is no check `{name}`"), Some(help)));
    }
    file.check.retain(|check| args.only.is_empty() || args.only.contains(&check.name));
    let saves = args.save_baseline.is_some();
    if saves {
        let limits = file.check.iter_mut().flat_map(|check| check.kernel.values_mut());
        limits.for_each(|limits| limits.change = None);
    }
    let compares = file.check.iter().flat_map(|check| check.kernel.values()).any(|l| l.change.is_some());
    let baseline = file.baseline.as_deref().filter(|_| compares).map(Baseline::read).transpose()?;
    let program = context.program.clone().ok_or_else(|| {
        Failure::mistake("this program's file is unknown, so that it cannot start itself".to_owned(), None)
    })?;
    let interrupt = interrupt::on_signal()?;
    let (mut checked, mut measured) = (Vec::new(), Baseline::default());
    for check in &file.check {
        let directory = tempfile::tempdir().map_err(|e| Failure::mistake(e.to_string(), None))?;
        let runner =
            Runner { program: program.clone(), file: &file, directory: directory.path(), quiet: args.quiet };
        if !args.quiet {
            eprintln!("check {}", check.name);
        }
        checked.push(one(check, &runner, baseline.as_ref(), saves.then_some(&mut measured))?);
        if interrupt.is_raised() {
            return Err(Failure::interrupted("no verdict is complete"));
        }
    }
    if let Some(path) = &args.save_baseline {
        measured.save(path)?;
    }
    report(&args, &checked)?;
    match checked.iter().map(Checked::status).max() {
        Some(Status::Error) => Ok(Outcome::Exit(2)),
        Some(Status::Failed) => Ok(Outcome::Failed),
        _ => Ok(Outcome::Fine),
    }
}

/// Makes one check. What cannot be executed or simulated is a verdict: the other checks go on.
fn one(
    check: &Check,
    runner: &Runner<'_>,
    baseline: Option<&Baseline>,
    measured: Option<&mut Baseline>,
) -> Result<Checked, Failure> {
    let machine = runner.machine(check)?;
    let mut verdicts = Vec::new();
    let error = |text: String| Verdict {
        status: Status::Error,
        ..Verdict::on_problems("work", vec![Problem { text, place: None }])
    };
    match runner.execute(check, &machine, &mut verdicts) {
        // Nothing is left to simulate of a launch that did not end.
        Ok(_) if verdicts.iter().any(|v| v.what == "faults" && v.status != Status::Passed) => {}
        Ok(_) if check.kernel.is_empty() && measured.is_none() => {}
        Ok(work) => match runner.profile(&work, &machine) {
            Ok(kernels) => {
                verdicts.extend(verdict::on_kernels(check, &kernels, baseline));
                if let Some(measured) = measured {
                    measured.add(&check.name, &kernels);
                }
            }
            Err(text) => verdicts.push(error(text)),
        },
        Err(text) => verdicts.push(error(text)),
    }
    Ok(Checked { name: check.name.clone(), machine: machine.name, verdicts })
}

/// Prints the verdicts and writes the files that were asked for.
fn report(args: &Args, checked: &[Checked]) -> Result<(), Failure> {
    if let Some(path) = &args.junit {
        output::write_file(path, write::junit(checked).as_bytes())?;
    }
    if let Some(path) = &args.sarif {
        output::write_file(path, format!("{:#}\n", write::sarif(checked)).as_bytes())?;
    }
    if let Some(path) = &args.markdown {
        // A CI's summary may have other parts before this one.
        let before = std::fs::read_to_string(path).unwrap_or_default();
        output::write_file(path, format!("{before}{}", write::markdown(checked)).as_bytes())?;
    }
    if args.json {
        let json = serde_json::to_value(checked).map_err(|e| Failure::mistake(e.to_string(), None))?;
        output::print_json(&json)
    } else {
        output::print(&write::text(checked))
    }
}
