//! `warploom exec`: runs a kernel functionally, as a launch file says, and checks its results.

mod buffer;
mod check;
mod element;
mod fault;
mod input;
mod launch_file;
mod mistake;
mod npy;
mod plan;
mod report;

pub use input::Input;

use crate::command::{self, Command, Context, Failure, Outcome};
use clap::{ArgMatches, Args as _};
use input::Error;
use launch_file::{Equals, LaunchFile};
use plan::{Expected, Plan};
use report::Reporter;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::{self, Limits, Mode};

/// The command.
pub const COMMAND: Command = Command { name: "exec", declare: Args::augment_args, run };

const EXAMPLES: &str = r#"A launch file:
  [buffers.x]
  type = "f32"
  shape = 1024
  iota = { start = 0, step = 1 }      # or value, values, random, file; zeros if nothing is said
  [buffers.y]
  type = "f32"
  shape = 1024
  value = 1

  [[launch]]                          # as many as wanted, in this order
  kernel = "saxpy"
  grid = 4                            # or [4, 2, 1]
  block = 256
  args = [{ f32 = 2.0 }, { buffer = "x" }, { buffer = "y" }, { i32 = 1024 }]

  [[show]]
  buffer = "y"
  first = 8
  [[check]]
  buffer = "y"
  equals = { iota = { start = 1, step = 2 } }   # or value, values, buffer, file
  abs = 1e-6
  [[save]]
  buffer = "y"
  file = "y.npy"

Examples:
  nvcc -ptx -arch=compute_75 saxpy.cu && warploom exec saxpy.ptx --launch launch.toml
  warploom exec saxpy.ptx --launch launch.toml --json | jq '.launches[].warp_instructions'
  warploom exec saxpy.ptx --launch launch.toml --one-thread-at-a-time   does it depend on warps?

Exit code: 0 all is well, 1 a check failed or the kernel did something wrong, 2 it could not be started
or its results could not be written."#;

/// Run a kernel on the CPU, as a launch file says, and check its results
///
/// Every access is checked: out of bounds, misaligned, uninitialised shared memory, barriers not all
/// threads reach. Nothing is timed: this is what the kernel computes.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
struct Args {
    /// The kernel: PTX as nvcc -ptx or clang -S --cuda-device-only writes it
    #[arg(value_name = "KERNEL.ptx")]
    kernel: PathBuf,
    /// What to launch on what: a TOML file; paths in it are relative to it
    #[arg(long, value_name = "FILE")]
    launch: PathBuf,
    /// Lanes per warp
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], default_value = "32")]
    warp: String,
    /// Execute each thread alone: slow, and a check on results that must not depend on warps
    #[arg(long, conflicts_with = "warp")]
    one_thread_at_a_time: bool,
    /// Instructions a warp may execute before it is taken for endless
    #[arg(long, value_name = "N", default_value_t = Limits::default().instructions)]
    budget: u64,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
    /// Print only what is wrong
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

impl Args {
    fn mode(&self) -> Mode {
        match (self.one_thread_at_a_time, self.warp.as_str()) {
            (true, _) => Mode::Threads,
            (false, "64") => Mode::Warps64,
            (false, _) => Mode::Warps32,
        }
    }
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    execute(&args).map_err(Failure::from)
}

fn execute(args: &Args) -> Result<Outcome, Error> {
    let input = Input::read(&args.kernel, &args.launch)?;
    let limits = Limits { instructions: args.budget, ..Limits::default() };
    let mut plan = input.plan(args.mode(), limits)?;

    let mut reporter = Reporter::new(args.json, args.quiet, args.mode());
    reporter.expect(&plan.launches);
    for (program, launch) in &plan.launches {
        match execute::run(program, &plan.globals, launch, &mut plan.memory, &mut ()) {
            Ok(counts) => reporter.launch(program, launch, counts),
            Err(error) => {
                let error = input.went_wrong(error);
                if let Error::Fault { fault, .. } = &error {
                    reporter.fault(fault);
                }
                return ended(Err(error), reporter);
            }
        }
    }
    let passed = results(&input.file, &plan, &mut reporter);
    let saved = save(&input.file, &plan, input.base(), &mut reporter);
    ended(saved.map(|()| if passed { Outcome::Fine } else { Outcome::Failed }), reporter)
}

/// What a run came to, once all is printed. Where that is not possible, what else is wrong is told first.
fn ended(outcome: Result<Outcome, Error>, reporter: Reporter) -> Result<Outcome, Error> {
    let Err(lost) = reporter.end() else { return outcome };
    if let Err(error) = outcome {
        eprint!("{:?}", Failure::from(error).report);
    }
    Err(Error::Output(lost))
}

/// Shows and checks; says whether all checks passed.
fn results(file: &LaunchFile, plan: &Plan<'_>, reporter: &mut Reporter) -> bool {
    for show in &file.show {
        let buffer = &plan.buffers[show.buffer.as_str()];
        reporter.show(show, buffer, plan.bytes(buffer));
    }
    let mut passed = true;
    for (check, expected) in file.check.iter().zip(&plan.expected) {
        let buffer = &plan.buffers[check.buffer.as_str()];
        let got = plan.bytes(buffer).chunks_exact(buffer.ty.size()).map(|e| buffer.ty.decode(e));
        let (ty, result) = match expected {
            Expected::Buffer(name) => {
                let other = &plan.buffers[name.as_str()];
                let expected = plan.bytes(other).chunks_exact(other.ty.size()).map(|e| other.ty.decode(e));
                (other.ty, check::compare(expected.zip(got), check.tolerance()))
            }
            Expected::Elements(other) => {
                let expected = other.iter().map(|e| other.ty.decode(&e));
                (other.ty, check::compare(expected.zip(got), check.tolerance()))
            }
        };
        passed &= result.passed();
        reporter.check(check, buffer, ty, &result);
    }
    passed
}

/// Saves all that can be saved; the first that cannot is the error.
fn save(file: &LaunchFile, plan: &Plan<'_>, base: &Path, reporter: &mut Reporter) -> Result<(), Error> {
    let mut failed = None;
    for save in &file.save {
        let buffer = &plan.buffers[save.buffer.as_str()];
        let path = base.join(&save.file);
        match buffer::save(&path, buffer.ty, &buffer.shape, plan.bytes(buffer)) {
            Ok(()) => reporter.save(save, buffer),
            Err(error) => {
                reporter.not_saved(save, &error);
                failed = failed.or(Some(Error::Save { path, error }));
            }
        }
    }
    failed.map_or(Ok(()), Err)
}

impl Equals {
    /// A few words for what a buffer is compared with.
    fn words(&self) -> String {
        match self {
            Equals::Buffer(name) => format!("buffer {name}"),
            Equals::File(path) => path.display().to_string(),
            Equals::Value(value) => format!("value {value}"),
            Equals::Values(_) => "values".to_owned(),
            Equals::Iota(iota) => format!("iota from {} by {}", iota.start, iota.step),
        }
    }
}
