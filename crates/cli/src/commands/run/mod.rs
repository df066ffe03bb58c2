//! `warploom run`: work on a simulated GPU.

mod lines;
mod summary;
#[cfg(feature = "report")]
mod timeline;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::interrupt;
#[cfg(not(feature = "report"))]
use crate::ui::missing::timeline;
use crate::ui::output;
use crate::ui::progress::Progress;
use crate::ui::simulation::{Simulation, failure};
use crate::ui::work::{self, WORK_FORMS, Watched};
use clap::{ArgMatches, Args as _};
use std::path::PathBuf;
use timeline::{PendingTimeline, TimelineOptions};
use warploom_gpu::cta_counter::CtaCounter;
use warploom_lab::run::{RunConfig, default_policy, run_probed as simulate};
use warploom_report::units;

/// The command.
pub const COMMAND: Command = Command { name: "run", declare, run };

const EXAMPLES: &str = "Examples:
  warploom run lud --size tiny                             an application of the suite on a GTX 480 with gto
  warploom run lud/internal --machine v100 --policy lrr    one of its kernels, on a V100
  warploom run traces/bfs --policy tl-gpgpusim:ready=8     an Accel-Sim trace
  warploom run lud --cta-policy block                      another CTA policy
  warploom run lud --by-line                               stalls by source line
  warploom run lud --timeline lud.pftrace                  a timeline for https://ui.perfetto.dev
  warploom run lud --timeline lud.pftrace --timeline-cycles 50000..60000 --timeline-sms 0,3
  warploom run lud --json | jq '.[-1].stalls'

A kernel with three or more launches has one row; `--json` has every launch, and the total last. Each scheduler-cycle is
counted once: as issued, or by its stall cause. docs/how-to/run.md explains every number,
docs/how-to/timeline.md every track of a timeline.

Exit code: 0 success, 1 a kernel faulted or the policy failed, 2 the command could not start, 130 interrupted.";

/// Simulate a workload on a GPU and show where its cycles go
///
/// The workload is executed, or read from a tape or trace, and simulated cycle by cycle on a machine whose schedulers follow a policy.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workload, tape, Accel-Sim trace, or PTX with --launch: see below
    #[arg(value_name = "WORK")]
    work: PathBuf,
    /// Scheduling policy of warps, or of waves on a machine of CUs; `warploom policies` lists them [default: gto, or rr on CUs]
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]")]
    policy: Option<String>,
    /// Attribute scheduler-cycles to source lines, and show the worst lines
    #[arg(long)]
    by_line: bool,
    /// Print JSON: an array with a record for each launch, and the total last
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    timeline: TimelineOptions,
    #[command(flatten)]
    simulation: Simulation,
    #[command(flatten)]
    options: work::Options,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let machine = args.simulation.machine()?;
    let policy = context.core_policy(args.policy.as_deref().unwrap_or(default_policy(&machine)), &machine)?;
    let threads = args.simulation.threads().get();
    let interrupt = interrupt::on_signal()?;
    let counter = CtaCounter::new();
    let options = args.simulation.options(threads).with_by_instruction(args.by_line);
    let options = options.with_interrupt(interrupt).with_cta_counter(counter);
    let cta_policy = args.simulation.cta_policy(context)?;
    let inputs = args.options.inputs(&args.work).chain(args.simulation.machine_file());
    let mut timeline = args.timeline.open(&machine, &inputs.collect::<Vec<_>>())?;
    let work = work::open_for(&args.work, &args.options, (&machine, &cta_policy), args.quiet, interrupt)?;
    let progress = Progress::simulated(work.ctas, counter, args.quiet);
    let config = RunConfig { machine: &machine, policy: &policy, cta_policy: &cta_policy, options };
    let probes = timeline.as_mut().map(PendingTimeline::probes);
    let result = simulate(&work.label, &mut Watched::new(work.tapes, &progress), config, probes);
    let result = result.map_err(|error| failure(error, &work.name, &policy.to_string()))?;
    progress.finish();
    let timeline = timeline.map(PendingTimeline::write).transpose()?.unwrap_or_default();
    if args.json {
        output::print_json(&output::records(result.all())?)?;
        eprint!("{timeline}");
    } else {
        let lines = if args.by_line { lines::lines(&result) } else { String::new() };
        let summary = summary::summary(&work.name, &result, &machine);
        let timeline = if timeline.is_empty() { timeline } else { format!("\n{timeline}") };
        output::print(&format!("{summary}{lines}{timeline}"))?;
    }
    if result.is_interrupted() {
        let done = result.records.iter().filter(|record| record.ended == "complete").count();
        let launches = units::counted(done as u64, "launch", "launches");
        eprintln!(
            "interrupted after {launches} and {} cycles; numbers are of these cycles",
            result.total.cycles
        );
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::Fine)
}
