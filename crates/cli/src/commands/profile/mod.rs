//! `warploom profile`: what limits a kernel, on which line, and what would change it.

mod baseline;
mod variants;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::MachineListOptions;
use crate::ui::page::{self, PageOptions};
use crate::ui::progress::Progress;
use crate::ui::simulation::{Simulation, failure};
use crate::ui::work::{self, WORK_FORMS, WorkKind};
use crate::ui::{interrupt, output};
use baseline::{Baseline, BaselineKernels};
use clap::{ArgMatches, Args as _};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::{ProbeSet, ProbeSets};
use warploom_gpu::simulation::{L2Start, Options};
use warploom_kernel::tape::Source;
use warploom_lab::profile::{KernelProfile, SpanProbes, changes, profiles};
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, default_policy, run_probed as simulate};
use warploom_lab::watch::{Observation, Watch, WatchOptions};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_report::profile::{self, KernelPage, Sources, TextOptions, Variants, html};
use warploom_tape::file::Error;

/// The command.
pub const COMMAND: Command = Command { name: "profile", declare, run };

const EXAMPLES: &str = "Examples:
  nvcc -ptx -lineinfo -arch=compute_75 saxpy.cu && warploom profile saxpy.ptx --launch launch.toml --machine h100
  warploom capture --machine v100 -- ./program && warploom profile program.capture --machine v100
  warploom profile lud --size tiny --kernel internal          one kernel of an application
  warploom profile new.ptx --launch l.toml --baseline old.ptx what a change of the kernel moved
  warploom profile lud --json > before.json                   … and `--baseline before.json` later
  warploom profile lud --isa sass --machine a100 --sass       machine code, under the lines that it belongs to
  warploom profile lud --metrics nsight --csv                 as `ncu --csv` prints it, for scripts
  warploom profile lud --html lud.html                        a page with charts, for a browser
  warploom profile lud --machine v100,h100 --policies none    other machines, and no other policies

Each kernel has a page: what it is bound by, and the numbers that show it; the use of each part of the machine as a share of its
peak; where scheduler-cycles go; its source, line by line; and what other machines, policies, grids, CTA sizes and register limits
would change. The gain of a remedy is simulated: the kernel runs again without its limit, for example without bank conflicts or with
twice the DRAM bandwidth, so it is the most that the remedy could gain. The L2 is empty before each launch, as Nsight Compute has it by default; with --warm it holds what the host copied and what
earlier launches left. PTX is lowered for Turing on machines since Volta; its registers are an estimate, not ptxas's count.
docs/how-to/profile.md explains every number.

Exit code: 0 success, 1 a kernel faulted or the policy failed, 2 the command could not start, 130 interrupted.";

/// Show what limits a kernel, line by line, and what would change it
///
/// The workload is simulated with counters for every instruction, and again on other machines and under other policies.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workload, tape, trace, captured program, or PTX with --launch: see below
    #[arg(value_name = "WORK")]
    work: PathBuf,
    /// Scheduling policy of warps
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]")]
    policy: Option<String>,
    /// Policies to compare with, or `none`
    #[arg(long, value_name = "NAME,NAME,…", default_value = "lrr,gto,two-level,phase")]
    policies: String,
    /// Do not simulate what a remedy could gain, nor a grid twice as large
    #[arg(long)]
    no_what_if: bool,
    /// Show what moved since BEFORE, and how the limit changed: a workload like WORK, or a file that `profile --json` wrote
    #[arg(long, value_name = "BEFORE")]
    baseline: Option<PathBuf>,
    /// Directory of the sources, if they are neither where the compiler found them nor beside WORK
    #[arg(long, value_name = "DIRECTORY")]
    source: Option<PathBuf>,
    /// Show all lines of the source, not only those near lines that take time
    #[arg(long)]
    all_lines: bool,
    /// Show the machine code of each line under it; of machine code only
    #[arg(long)]
    sass: bool,
    /// Print JSON: an array with an object for each kernel
    #[arg(long)]
    json: bool,
    /// Print CSV as `ncu --csv` does: a row for each metric of a kernel
    #[arg(long, requires = "metrics", conflicts_with = "json")]
    csv: bool,
    /// Use the metric names of Nsight Compute, where the meaning is the same
    #[arg(long, value_name = "NAMES", value_parser = ["nsight"])]
    metrics: Option<String>,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    page: PageOptions,
    #[command(flatten)]
    simulation: Simulation<MachineListOptions>,
    #[command(flatten)]
    options: work::Options,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{EXAMPLES}"))
}

/// One simulation after the other, of the same machine options.
struct Runner<'a> {
    context: &'a Context,
    cta_policy: Choice<CtaKind>,
    options: Options,
    progress: Progress,
}

impl Runner<'_> {
    fn run(&self, taped: &WorkTape, machine: &Machine, policy: &CorePolicy) -> Result<RunResult, Failure> {
        self.run_probed(taped, machine, policy, None)
    }

    fn run_probed(
        &self,
        taped: &WorkTape,
        machine: &Machine,
        policy: &CorePolicy,
        probes: Option<&mut dyn ProbeSet>,
    ) -> Result<RunResult, Failure> {
        self.progress.begin(&format!("{} on {} under {policy}", taped.label.work, machine.name));
        let result = self.run_source(&taped.label, &mut taped.file.reader(), (machine, policy), probes)?;
        self.progress.end();
        Ok(result)
    }

    /// Runs a tape that may have been changed, without counting the run.
    fn run_source<S: Source<Error = Error>>(
        &self,
        label: &WorkLabel,
        source: &mut S,
        (machine, policy): (&Machine, &CorePolicy),
        probes: Option<&mut dyn ProbeSet>,
    ) -> Result<RunResult, Failure> {
        let config = RunConfig { machine, policy, cta_policy: &self.cta_policy, options: self.options };
        let result = simulate(label, source, config, probes);
        let result = result.map_err(|error| failure(error, &label.work, &policy.to_string()))?;
        if result.is_interrupted() {
            return Err(Failure::interrupted("no profile is complete"));
        }
        Ok(result)
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let mut machines = args.simulation.machines()?;
    let l2_start = args.simulation.l2_start_or(L2Start::Cold);
    if l2_start == L2Start::Cold {
        // As Nsight Compute does by default: no launch finds data of another.
        machines.iter_mut().for_each(|machine| machine.l2.keep = false);
    }
    for machine in &machines {
        command::require_sms(machine, "profile")?;
    }
    let (machine, others) = machines.split_first().expect("there is a default machine");
    let policy = context.core_policy(args.policy.as_deref().unwrap_or(default_policy(machine)), machine)?;
    let policies = match args.policies.as_str() {
        "none" => Vec::new(),
        text => context.core_policies(text, machine)?,
    };
    let inputs = args.options.inputs(&args.work).chain(args.simulation.machine_files());
    let inputs = inputs.chain(args.baseline.as_deref());
    let page = args.page.open(&inputs.collect::<Vec<_>>())?;
    let interrupt = interrupt::on_signal()?;
    let options = args.simulation.options(args.simulation.threads().get()).with_by_instruction(true);
    let runs = 1 + others.len() + policies.len() + usize::from(!args.no_what_if);
    let runner = Runner {
        context,
        cta_policy: args.simulation.cta_policy(context)?,
        options: options.with_interrupt(interrupt).with_l2_start(l2_start),
        progress: Progress::new(runs as u64, "runs", args.quiet),
    };
    let baseline = args.baseline.as_deref().map(|path| Baseline::open(path, &args, machine)).transpose()?;
    let taped = tape(&args.work, &args, machine, &runner)?;
    let mut observers = page.as_ref().map(|_| Observers::new());
    let result = match &mut observers {
        Some(observers) => {
            let mut probes = ProbeSets::new([&mut observers.spans, &mut observers.watch]);
            runner.run_probed(&taped, machine, &policy, Some(&mut probes))?
        }
        None => runner.run(&taped, machine, &policy)?,
    };
    let mut profiles = profiles(&result, machine);
    let mut variants =
        variants::find(&runner, &taped, (machine, others), (&policy, &policies), &mut profiles)?;
    if !args.no_what_if {
        variants::simulate_ideals(&runner, &taped, (machine, &policy), &profiles, &mut variants)?;
    }
    let before = baseline.map(|baseline| baseline.kernels(&runner, machine, &policy)).transpose()?;
    runner.progress.finish();
    if args.sass && profiles.iter().all(|profile| profile.instructions.is_empty()) {
        let help =
            "simulate machine code: `--isa sass` for the suite, a cubin, `warploom capture --code sass`";
        let message = format!("`{}` has no machine code for `--sass` to show", args.work.display());
        return Err(Failure::mistake(message, Some(help.to_owned())));
    }
    let pages = kernel_pages(profiles, variants, before.as_ref());
    let sources = Sources::new(&args.work, args.source.as_deref());
    if let Some((page, observers)) = page.zip(observers) {
        let work = args.work.display().to_string();
        let command = page::command_line();
        page.write(&html::page((&work, &command), &pages, machine, &sources, &observers.seen()))?;
    }
    if args.csv {
        output::print(&profile::nsight::csv(&pages, machine, &args.work.display().to_string()))?;
    } else if args.metrics.is_some() {
        output::print_json(&profile::nsight::json(&pages, machine))?;
    } else if args.json {
        let json = serde_json::to_value(&pages).map_err(|e| Failure::mistake(e.to_string(), None))?;
        output::print_json(&json)?;
    } else {
        let options =
            TextOptions { all_lines: args.all_lines, instructions: args.sass, width: output::width() };
        output::print(&profile::text(&pages, machine, &sources, options))?;
    }
    Ok(Outcome::Fine)
}

/// The page of each kernel, with what moved since the baseline.
fn kernel_pages(
    profiles: Vec<KernelProfile>,
    mut variants: BTreeMap<String, Variants>,
    before: Option<&BaselineKernels>,
) -> Vec<KernelPage> {
    let only = profiles.len() == 1;
    if let Some(before) = before
        && let Some(new) = profiles.iter().find(|profile| before.of(&profile.kernel, only).is_none())
    {
        eprintln!("the baseline has no kernel `{}`", new.kernel_name);
    }
    let page = |profile: KernelProfile| {
        let before = before.and_then(|before| before.of(&profile.kernel, only));
        KernelPage {
            variants: variants.remove(&profile.kernel).unwrap_or_default(),
            was_bound_by: before.and_then(|before| before.bound_by.clone()),
            changes: before.map(|before| changes(&before.record, &profile)),
            profile,
        }
    };
    profiles.into_iter().map(page).collect()
}

/// Probes of the profiled run, for its page.
struct Observers {
    spans: SpanProbes,
    watch: Watch,
}

impl Observers {
    fn new() -> Observers {
        let options = WatchOptions { window: Some(GRAPH), fullest_launch: true, ..WatchOptions::default() };
        Observers { spans: SpanProbes::default(), watch: Watch::new(options) }
    }

    fn seen(mut self) -> html::Seen {
        let fullest = |seen: &Observation| (seen.sampled_warps(), Reverse(seen.launch), Reverse(seen.sm.0));
        let phases =
            self.watch.take().into_iter().filter(|seen| seen.sampled_warps() > 0).max_by_key(fullest);
        html::Seen { spans: self.spans.into_spans(), phases }
    }
}

/// Cycles of a launch in the phase graph.
const GRAPH: u64 = 10_000;

/// The tape of a workload.
fn tape(work: &Path, args: &Args, machine: &Machine, runner: &Runner<'_>) -> Result<WorkTape, Failure> {
    work::warn_of_target(work, machine, args.quiet);
    let options = args.options.resolve_for(machine);
    let works: Vec<(&Path, WorkKind)> = work::kinds(std::slice::from_ref(&work), &options)?;
    let interrupt = runner.options.interrupt.expect("it was set");
    let work = works.into_iter().next().expect("there is a kind for each work");
    work::tape_of(work, &options, None, &runner.progress, interrupt)
}
