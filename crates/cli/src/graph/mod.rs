//! `warploom graph`: the activity of an SM over time, as a figure.

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::output;
use crate::progress::Progress;
use crate::run::{Simulation, failure};
use crate::work::{self, WORK_FORMS, Watched};
use clap::{ArgMatches, Args as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use warploom_gpu::SmId;
use warploom_lab::figure::{SHARP, png};
use warploom_lab::reproduce::series;
use warploom_lab::reproduce::stored::{file_name, write_atomically};
use warploom_lab::run::{RunConfig, run_probed};
use warploom_lab::watch::{Graph, Observation, Watch, WatchOptions};

/// The command.
pub const COMMAND: Command = Command { name: "graph", declare, run };

/// Largest number of bins in a figure: about its width in pixels.
const BINS: u64 = 1000;

const EXAMPLES: &str = "Examples:
  warploom graph phases btree/find_k --machine m2090 --policy two-level:order=rr     like Fig. 6 (a) of the phase-aware paper
  warploom graph phases cfd --policy gto --cycles 0..8000 --sm 0 -o cfd-gto.svg
  warploom graph phases my.tape --policy phase --cycles 20000..30000

The upper plot shows the number of warps in each phase, the lower one the arithmetic and memory instructions in flight.
The command writes the figure as SVG and PNG, and its data as Parquet. The run ends at the last cycle shown.

Exit code: 0 success, 1 a kernel faulted or the policy failed, 2 the command could not start.";

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
    /// SM to show, numbered from 0
    #[arg(long, value_name = "N", default_value_t = 0)]
    sm: u32,
    /// Cycles to show
    #[arg(long, value_name = "FROM..TO", default_value = "0..8000", value_parser = cycles)]
    cycles: Range<u64>,
    /// File of the figure; the other files are named after it [default: phases-WORK-POLICY.svg]
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
    let args: Args = command::args(matches)?;
    let policy = context.policy(&args.policy)?;
    let machine = args.simulation.machine()?;
    if args.sm >= machine.sm.count {
        let help = format!("its SMs are 0 to {}", machine.sm.count - 1);
        return Err(Failure::mistake(format!("{} has no SM {}", machine.name, args.sm), Some(help)));
    }
    let options = args.simulation.run(args.simulation.threads().get());
    let max_cycles = Some(options.max_cycles.map_or(args.cycles.end, |most| most.min(args.cycles.end)));
    let options = options.with_max_cycles(max_cycles);
    let cta_policy = args.simulation.cta_policy(context)?;
    let work = work::open_for(&args.work, &args.options, (&machine, &cta_policy), args.quiet)?;
    let mut watch = Watch::new(WatchOptions {
        sms: Some(vec![SmId(args.sm)]),
        cycles: args.cycles.clone(),
        bin: Some((args.cycles.end - args.cycles.start).div_ceil(BINS)),
        ..WatchOptions::default()
    });
    let progress = Progress::new(work.ctas, "CTAs", args.quiet);
    let config = RunConfig { machine: &machine, policy: &policy, cta_policy: &cta_policy, options };
    let result = run_probed(&work.label, &mut Watched::new(work.tapes, &progress), config, Some(&mut watch));
    let result = result.map_err(|error| failure(error, &work.name, &policy.to_string()))?;
    progress.finish();
    let all = watch.take();
    // If there are several launches, the one with the most of these cycles.
    let Some(seen) = all.iter().max_by_key(|seen| (seen.tracks.len(), std::cmp::Reverse(seen.launch))) else {
        return Err(no_warps(&args));
    };
    let graph = Graph::of(seen);
    if graph.resident.is_empty() {
        return Err(no_warps(&args));
    }
    let title = format!("{} under {} on {}, SM {}", seen.kernel, args.policy, machine.name, args.sm);
    let svg = graph.svg(&title).map_err(|error| Failure::mistake(error.to_string(), None))?;
    let name = || {
        PathBuf::from(format!(
            "phases-{}-{}.svg",
            file_name(&args.work.to_string_lossy()),
            file_name(&args.policy)
        ))
    };
    let file = args.output.clone().unwrap_or_else(name);
    let one: &[Observation] = std::slice::from_ref(seen);
    let wrong = |error: &dyn std::fmt::Display| Failure::mistake(error.to_string(), None);
    let table = series(&result.total.setting, one).map_err(|error| wrong(&error))?;
    let picture = png(&svg, SHARP).map_err(|error| wrong(&error))?;
    for (ending, content) in [("svg", svg.as_bytes()), ("png", &picture), ("parquet", &table)] {
        write_atomically(&file.with_extension(ending), content).map_err(|error| wrong(&error))?;
    }
    output::print(&format!("{title}: {}\n{}\n", graph.summary(), files(&file)))?;
    Ok(Outcome::Fine)
}

fn files(file: &Path) -> String {
    let names = ["svg", "png", "parquet"].map(|ending| file.with_extension(ending).display().to_string());
    names.join(", ")
}

fn no_warps(args: &Args) -> Failure {
    let message =
        format!("SM {} has no warp in cycles {} to {}", args.sm, args.cycles.start, args.cycles.end);
    Failure::mistake(message, Some("choose other cycles with --cycles, or another SM with --sm".to_owned()))
}
