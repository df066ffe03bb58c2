//! `warploom graph`: the activity of an SM over time, as a figure.

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::interrupt;
use crate::ui::output;
use crate::ui::progress::Progress;
use crate::ui::simulation::{Simulation, failure};
use crate::ui::work::{self, WORK_FORMS, Watched};
use clap::{ArgMatches, Args as _};
use std::cmp::Reverse;
use std::ops::Range;
use std::path::{Path, PathBuf};
use warploom_gpu::SmId;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{EndReason, LaunchRecord};
use warploom_lab::columns;
use warploom_lab::run::{RunConfig, RunResult, run_probed};
use warploom_lab::watch::{Graph, Observation, Watch, WatchOptions};
use warploom_lab::work::symbol::KernelNames;
use warploom_papers::reproduce::stored::file_name;
use warploom_report::figure::{SHARP, png, sampled_phase_graph};

/// The command.
pub const COMMAND: Command = Command { name: "graph", declare, run };

/// Largest number of bins in a figure: about its width in pixels.
const BINS: u64 = 1000;

/// Cycles of a launch that are shown without `--cycles`.
const SHOWN: u64 = 8000;

/// Cycles of the run in which the fullest launch is searched, without `--cycles`.
const SEARCHED: u64 = 100_000;

const EXAMPLES: &str = "Examples:
  warploom graph phases btree/find_k --machine m2090 --policy two-level:order=rr     like Fig. 6 (a) of the phase-aware paper
  warploom graph phases cfd --policy gto --cycles 0..8000 --sm 0 -o cfd-gto.svg
  warploom graph phases my.tape --policy phase --cycles 20000..30000

The upper plot shows the number of warps in each phase, the lower one the arithmetic and memory instructions in flight.
The command writes the figure as SVG and PNG, and its data as Parquet. With --cycles, the run ends at the last cycle shown;
without, it ends after 100000 cycles at the latest, and the figure begins with the SM's first warp.

Exit code: 0 success, 1 a kernel faulted or the policy failed, 2 the command could not start, 130 interrupted.";

/// Draw the activity of an SM over time
///
/// Simulates the workload and draws the phases of one SM's warps and the SM's instructions in flight, cycle by cycle.
#[derive(Debug, clap::Args)]
struct Args {
    /// Kind of figure: phases
    #[arg(value_name = "WHAT", value_parser = ["phases"])]
    what: String,
    /// Suite workload, tape, Accel-Sim trace, or PTX with --launch: see below
    #[arg(value_name = "WORK")]
    work: PathBuf,
    /// Warp scheduling policy; `warploom policies` lists them
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "gto")]
    policy: String,
    /// SM to show, numbered from 0 [default: the one with the most resident warps]
    #[arg(long, value_name = "N")]
    sm: Option<u32>,
    /// Cycles to show [default: the first 8000 of the launch with the most resident warps]
    #[arg(long, value_name = "FROM..TO", value_parser = cycles)]
    cycles: Option<Range<u64>>,
    /// File of the figure; the other files are named after it [default: phases-WORK-SIZE-POLICY.svg]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    options: work::Options,
}

fn cycles(text: &str) -> Result<Range<u64>, String> {
    let ends = text.split_once("..").and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
    let (from, to) = ends.ok_or("expected two cycles, as in 0..8000")?;
    if from < to { Ok(from..to) } else { Err("the first cycle must be before the last".to_owned()) }
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let mut args: Args = command::args(matches)?;
    let policy = context.policy(&args.policy)?;
    // The name as declared, whatever its case and the spaces around it; the settings as written.
    let (name, written) = (policy.declaration().name, policy.as_written());
    args.policy =
        written.split_once(':').map_or(name.to_owned(), |(_, settings)| format!("{name}:{settings}"));
    let machine = args.simulation.machine()?;
    command::require_sms(&machine, "graph")?;
    if let Some(sm) = args.sm.filter(|sm| *sm >= machine.sm().count) {
        let help = format!("its SMs are 0 to {}", machine.sm().count - 1);
        return Err(Failure::mistake(format!("{} has no SM {sm}", machine.name), Some(help)));
    }
    let end = args.cycles.as_ref().map_or(SEARCHED, |cycles| cycles.end);
    let options = args.simulation.options(args.simulation.threads().get());
    let end = options.max_cycles.map_or(end, |most| most.min(end));
    let interrupt = interrupt::on_signal()?;
    let options = options.with_max_cycles(end).with_interrupt(interrupt);
    let cta_policy = args.simulation.cta_policy(context)?;
    let work = work::open_for(&args.work, &args.options, (&machine, &cta_policy), args.quiet, interrupt)?;
    let mut watch = Watch::new(watch_options(&args));
    let progress = Progress::new(work.ctas, "CTAs", args.quiet);
    let config =
        RunConfig { machine: &machine, policy: &policy.clone().into(), cta_policy: &cta_policy, options };
    let result = run_probed(&work.label, &mut Watched::new(work.tapes, &progress), config, Some(&mut watch));
    let result = result.map_err(|error| failure(error, &work.name, &policy.to_string()))?;
    progress.finish();
    if result.is_interrupted() {
        return Err(Failure::interrupted_early());
    }
    let all = watch.take();
    let fullest = |seen: &&Observation| (seen.sampled_warps(), Reverse(seen.launch), Reverse(seen.sm.0));
    let Some(seen) = all.iter().filter(|seen| seen.sampled_warps() > 0).max_by_key(fullest) else {
        return Err(no_warps(&args, end));
    };
    let graph = if args.cycles.is_some() { Graph::of(seen) } else { Graph::of(seen).active() };
    let title = title(&args, seen, &result, (&machine, end));
    let svg =
        sampled_phase_graph(&title, &graph).map_err(|error| Failure::mistake(error.to_string(), None))?;
    let name = || {
        PathBuf::from(format!(
            "phases-{}{}-{}.svg",
            file_name(&args.work.to_string_lossy()),
            work.label.size.as_ref().map_or(String::new(), |size| format!("-{}", file_name(size))),
            file_name(&args.policy)
        ))
    };
    let file = args.output.clone().unwrap_or_else(name);
    let one: &[Observation] = std::slice::from_ref(seen);
    let wrong = |error: &dyn std::fmt::Display| Failure::mistake(error.to_string(), None);
    let table = columns::series(&result.total.setting, one).parquet().map_err(|error| wrong(&error))?;
    let picture = png(&svg, SHARP).map_err(|error| wrong(&error))?;
    for (ending, content) in [("svg", svg.as_bytes()), ("png", &picture), ("parquet", &table)] {
        output::write_file(&file.with_extension(ending), content)?;
    }
    let cycles = graph.cycles();
    let shown = format!("cycles {} to {}", cycles.start, cycles.end);
    output::print(&format!("{title}, {shown}: {}\n{}\n", graph.summary(), files(&file)))?;
    Ok(Outcome::Fine)
}

/// The SMs and cycles to sample: those given, or else every SM, the first cycles of each launch, and the fullest launch.
fn watch_options(args: &Args) -> WatchOptions {
    let given = WatchOptions {
        sms: args.sm.map(|sm| vec![SmId(sm)]),
        fullest_launch: true,
        ..WatchOptions::default()
    };
    match &args.cycles {
        Some(cycles) => {
            let bin = Some((cycles.end - cycles.start).div_ceil(BINS));
            WatchOptions { cycles: cycles.clone(), bin, ..given }
        }
        None => WatchOptions { window: Some(SHOWN), ..given },
    }
}

/// The kernel, policy, machine, SM and launch, and why these were chosen.
fn title(args: &Args, seen: &Observation, result: &RunResult, (machine, end): (&Machine, u64)) -> String {
    let kernels = KernelNames::new(result.launches.iter().map(|launch| launch.launch.kernel.as_str()));
    let kernel = kernels.of(&seen.kernel);
    let mut title = format!("{kernel} under {} on {}, SM {}", args.policy, machine.name, seen.sm.0);
    let launches = result.launches.len();
    // A run that ended early has launches that are not known.
    let ended = |launch: &LaunchRecord| launch.end_reason == EndReason::Complete;
    let complete = result.launches.iter().all(ended) && result.total.cycles < end;
    if launches > 1 {
        // Of a selection, numbers are those in the work.
        let of = if complete && args.options.selection().is_all() {
            format!(" of {launches}")
        } else {
            String::new()
        };
        title += &format!(", launch {}{of}", seen.launch + 1);
    }
    let several_sms = args.sm.is_none() && machine.sm().count > 1;
    if args.cycles.is_none() && !complete {
        title += &format!(" (most resident warps in {} cycles)", result.total.cycles);
    } else if several_sms || args.cycles.is_none() && launches > 1 {
        title += " (most resident warps)";
    }
    title
}

fn files(file: &Path) -> String {
    let names = ["svg", "png", "parquet"].map(|ending| file.with_extension(ending).display().to_string());
    names.join(", ")
}

fn no_warps(args: &Args, end: u64) -> Failure {
    let sm = args.sm.map_or("no SM has a warp".to_owned(), |sm| format!("SM {sm} has no warp"));
    let start = args.cycles.as_ref().map_or(0, |cycles| cycles.start);
    let message = format!("{sm} in cycles {start} to {end}");
    let help = match (&args.cycles, args.sm) {
        (Some(_), Some(_)) => "choose other cycles with --cycles, or another SM with --sm",
        (Some(_), None) => "choose other cycles with --cycles",
        (None, _) => "choose another SM with --sm, or later cycles with --cycles",
    };
    Failure::mistake(message, Some(help.to_owned()))
}
