//! `warploom exec`: functional execution of a kernel, and checks of its results.

mod fault;
mod race;
mod report;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::diagnose::{self, Report};
use crate::ui::output;
use clap::{ArgMatches, Args as _};
use report::Reporter;
use std::path::{Path, PathBuf};
use warploom_kernel::execute::race::{OrderedProgram, RaceDetector, Races};
use warploom_kernel::execute::{Checks, Limits, Mode, Warnings};
use warploom_kernel::image::{Entry, Isa};
use warploom_lab::work::launch::{self, Error, Expected, Input, LaunchFile, Plan, compare};
use warploom_lab::work::{PtxCommand, check_compiled};

/// The command.
pub const COMMAND: Command = Command { name: "exec", declare: Args::augment_args, run };

const EXAMPLES: &str = r#"A launch file:
  [buffers.x]
  type = "f32"
  shape = 1024
  iota = { start = 0, step = 1 }      # or value, values, random, file; default: zeros
  [buffers.y]
  type = "f32"
  shape = 1024
  value = 1

  [[launch]]                          # any number, executed in this order
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
  nvcc -ptx -arch=compute_75 -lineinfo saxpy.cu && warploom exec saxpy.ptx --launch launch.toml
  warploom exec saxpy.ptx --launch launch.toml --json | jq '.launches[].warp_instructions'
  warploom exec saxpy.ptx --launch launch.toml --race                   report accesses that no barrier orders
  warploom exec saxpy.ptx --launch launch.toml --one-thread-at-a-time   check that results do not depend on warps
  ptxas -arch=sm_80 -lineinfo saxpy.ptx -o saxpy.cubin && warploom exec saxpy.cubin --launch launch.toml
  clang -x hip --cuda-device-only --offload-arch=gfx600 -nogpulib -nogpuinc -O3 -S saxpy.hip && warploom exec saxpy.s --launch launch.toml

Exit code: 0 success, 1 a check failed, the kernel faulted or `--race` found a race, 2 the command could not start or
its results could not be written."#;

/// Execute a kernel functionally and check its results
///
/// A launch file describes the launches. Every access is checked for bounds, alignment and uninitialised shared memory,
/// and barriers for divergence. Nothing is timed.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
struct Args {
    /// Kernel: PTX from nvcc -ptx or clang -S --cuda-device-only, machine code of sm_70 to sm_90 from nvcc -cubin, or GCN assembly
    /// from clang -S for gfx600 or gfx803
    #[arg(value_name = "KERNEL.ptx|KERNEL.cubin|KERNEL.s")]
    kernel: PathBuf,
    /// Launch file: TOML with the kernels to launch and their buffers; its paths are relative to it
    #[arg(long, value_name = "FILE")]
    launch: PathBuf,
    /// Instruction set of the file: ptx, sass or gcn [default: what the file shows]
    #[arg(long, value_name = "ISA", value_parser = ["ptx", "gcn", "sass"], hide_possible_values = true)]
    isa: Option<String>,
    /// Lanes per warp of PTX [default: 32]; a GCN wave has 64
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], hide_possible_values = true)]
    warp: Option<String>,
    /// Execute each thread alone: slow; checks that results do not depend on warps
    #[arg(long, conflicts_with = "warp")]
    one_thread_at_a_time: bool,
    /// Errors that a GPU lets pass: strict ends the launch, warn prints them and goes on, off goes on
    #[arg(long, value_name = "CHECKS", value_parser = ["strict", "warn", "off"], default_value = "strict", hide_possible_values = true)]
    checks: String,
    /// Find data races: accesses of different warps to the same bytes that nothing orders, in shared and global memory
    #[arg(long, conflicts_with = "one_thread_at_a_time")]
    race: bool,
    /// Instructions a warp may execute before it counts as an infinite loop
    #[arg(long, value_name = "N", default_value_t = Limits::default().instructions)]
    budget: u64,
    /// Print JSON: one object
    #[arg(long)]
    json: bool,
    /// Print errors only
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// The instruction set's code in words.
fn words(isa: Isa) -> &'static str {
    match isa {
        Isa::Ptx => "PTX",
        Isa::Gcn => "GCN assembly",
        Isa::Sass => "machine code",
    }
}

impl Args {
    /// How threads execute together.
    fn mode(&self, isa: Isa) -> Result<Mode, Failure> {
        let (lanes, has) = if isa == Isa::Gcn { ("64", "waves have 64") } else { ("32", "warps have 32") };
        let other = self.warp.as_deref().filter(|warp| *warp != lanes);
        if isa != Isa::Ptx && (self.one_thread_at_a_time || other.is_some()) {
            let option = other.map_or("one-thread-at-a-time".to_owned(), |warp| format!("warp {warp}"));
            let message = format!("`--{option}` does not apply to {}: its {has} lanes", words(isa));
            return Err(Failure::mistake(message, Some("remove it".to_owned())));
        }
        Ok(match (self.one_thread_at_a_time, self.warp.as_deref()) {
            (true, _) => Mode::Threads,
            (false, Some("64")) => Mode::Warps64,
            _ if isa == Isa::Gcn => Mode::Warps64,
            _ => Mode::Warps32,
        })
    }

    /// Treatment of errors that a GPU lets pass.
    fn checks(&self, isa: Isa) -> Result<Checks, Failure> {
        let checks = match self.checks.as_str() {
            "warn" => Checks::Warn,
            "off" => Checks::Off,
            _ => Checks::Strict,
        };
        if isa == Isa::Gcn && checks != Checks::Strict {
            let message = format!("`--checks {}` does not apply to {}", self.checks, words(isa));
            return Err(Failure::mistake(message, Some("remove it: its checks are strict".to_owned())));
        }
        Ok(checks)
    }

    /// Whether to find races.
    fn race(&self, isa: Isa) -> Result<bool, Failure> {
        if isa == Isa::Gcn && self.race {
            let message = format!("`--race` does not apply to {}", words(isa));
            let help = "remove it: races are found in PTX and in NVIDIA's machine code".to_owned();
            return Err(Failure::mistake(message, Some(help)));
        }
        Ok(self.race)
    }
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    check_compiled(&args.kernel, PtxCommand::Exec)?;
    let input = Input::read(&args.kernel, &args.launch)?;
    for save in &input.file.save {
        output::not_an_input(&input.base().join(&save.file), &[&args.kernel, &args.launch])?;
    }
    if let Some(isa) = args.isa.as_deref().filter(|isa| *isa != input.isa().name()) {
        let (file, is) = (args.kernel.display(), words(input.isa()));
        let help = Some("remove `--isa`: the file shows its instruction set".to_owned());
        return Err(Failure::mistake(format!("`{file}` is {is}, not {isa}"), help));
    }
    let mode = args.mode(input.isa())?;
    let limits = Limits { instructions: args.budget, ..Limits::default() };
    let checks = args.checks(input.isa())?;
    let race = args.race(input.isa())?;
    let mut plan = input.plan(mode, limits)?;
    plan.launches.iter_mut().for_each(|(_, launch)| launch.checks = checks);

    let mut reporter = Reporter::new(args.json, args.quiet, mode);
    reporter.expect(&plan.launches);
    let mut races = 0;
    for (entry, launch) in &plan.launches {
        let done = match *entry {
            _ if race => {
                let mut detector = RaceDetector::new(ordered(*entry)?, launch);
                let done =
                    entry.execute_finding_races(&plan.globals, launch, &mut plan.memory, &mut detector);
                let found = detector.races(&plan.memory);
                races += found.distinct.len() as u64 + found.omitted;
                report_races(&input, &found, &mut reporter);
                done
            }
            _ => entry.execute(&plan.globals, launch, &mut plan.memory),
        };
        reporter.output(&plan.memory.take_output());
        warn(&input, &plan.memory.take_warnings(), &mut reporter);
        match done {
            Ok(counts) => reporter.launch(*entry, launch, counts),
            Err(error) => {
                let error = input.run_error(error);
                if let Error::Fault { fault, .. } = &error {
                    reporter.fault(fault);
                }
                return end(Err(error.into()), reporter);
            }
        }
    }
    plan.copy_back();
    let passed = results(&input.file, &plan, &mut reporter);
    let saved = save(&input.file, &plan, input.base(), &mut reporter);
    if race {
        reporter.race_count(races);
    }
    end(saved.map(|()| if passed && races == 0 { Outcome::Fine } else { Outcome::Failed }), reporter)
}

/// A program as the race detector takes it.
fn ordered(entry: Entry<'_>) -> Result<&dyn OrderedProgram, Failure> {
    entry.ordered().ok_or_else(|| {
        let message = format!(
            "`--race` does not apply to `{}`: mbarriers of sm_80 are words like others in machine code",
            entry.name()
        );
        Failure::mistake(message, Some("execute its PTX".to_owned()))
    })
}

/// Prints the races of a launch to standard error.
fn report_races(input: &Input, races: &Races, reporter: &mut Reporter) {
    let code = input.code();
    for found in &races.distinct {
        reporter.race(found);
        race::report(&found.readable(), &code.path, &code.text).print();
    }
    if races.omitted > 0 {
        let message = format!("{} more pairs of lines with data races", races.omitted);
        Report::warning(message).print();
    }
}

/// Prints the warnings of a launch to standard error.
fn warn(input: &Input, warnings: &Warnings, reporter: &mut Reporter) {
    for warning in &warnings.distinct {
        reporter.warning(warning);
        let code = input.code();
        let name = code.path.display().to_string();
        diagnose::kernel_warning(warning, name, &code.text).print();
    }
    if warnings.omitted > 0 {
        let message = format!("{} more accesses with errors, of other lines", warnings.omitted);
        Report::warning(message).print();
    }
}

/// Prints the rest of the report. If standard output cannot be written, that is the error, after any other one.
fn end(outcome: Result<Outcome, Failure>, reporter: Reporter) -> Result<Outcome, Failure> {
    let Err(lost) = reporter.end() else { return outcome };
    if let Err(failure) = outcome {
        failure.report.print();
    }
    Err(output::not_written(&lost))
}

/// Shows and checks buffers; true if all checks passed.
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
                (other.ty, compare(expected.zip(got), check.tolerance()))
            }
            Expected::Elements(other) => {
                let expected = other.iter().map(|e| other.ty.decode(&e));
                (other.ty, compare(expected.zip(got), check.tolerance()))
            }
        };
        passed &= result.passed();
        reporter.check(check, buffer, ty, &result);
    }
    passed
}

/// Saves every buffer that can be saved; the error is the first that cannot.
fn save(file: &LaunchFile, plan: &Plan<'_>, base: &Path, reporter: &mut Reporter) -> Result<(), Failure> {
    let mut failed = None;
    for save in &file.save {
        let buffer = &plan.buffers[save.buffer.as_str()];
        let path = base.join(&save.file);
        match launch::save(&path, buffer.ty, &buffer.shape, plan.bytes(buffer)) {
            Ok(()) => reporter.save(save, buffer),
            Err(error) => {
                reporter.not_saved(save, &error);
                let message = format!("`{}` cannot be written: {error}", path.display());
                failed = failed.or(Some(Failure::mistake(message, None)));
            }
        }
    }
    failed.map_or(Ok(()), Err)
}
