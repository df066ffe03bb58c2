//! `warploom oracle`: the best policy found, and a lower bound on cycles.

mod show;

use crate::ui::batch::Batch;
use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::MachineOptions;
use crate::ui::seeds::{SEEDS_HELP, SeedOptions};
use crate::ui::simulation::{L2Options, failure, l2_note};
use crate::ui::work::{self, WORK_FORMS};
use crate::ui::{checkpoint, interrupt, output};
use clap::{ArgMatches, Args as _};
use std::path::PathBuf;
use warploom_gpu::simulation::Options;
use warploom_lab::compare::CompareRequest;
use warploom_lab::oracle::{BoundError, OracleError, search};
use warploom_lab::pool::threads;
use warploom_lab::work::symbol::short_name;
use warploom_policy::{Choice, CorePolicy};

/// The command.
pub const COMMAND: Command = Command { name: "oracle", declare, run };

/// The baseline.
const BASELINE: &str = "lrr";

const EXAMPLES: &str = "Examples:
  warploom oracle lud --size tiny                       can any policy improve on lrr?
  warploom oracle bfs --size tiny --policies gto        how close does gto come to the bound?
  warploom oracle lud/internal --machine v100           one of its kernels, on a V100
  warploom oracle lud --set sm.schedulers=4             would more schedulers leave more room?
  warploom oracle lud --size tiny --seeds 5             is the best policy better than lrr by more than chance?
  warploom oracle lud --size tiny --json | jq '.works[].total.reached'

The bound is a number of cycles that no schedule can beat, computed from the tape and the machine without simulation; `set by`
names the resource that limits it. If the bound is close to the cycles under lrr, no scheduler can help. `reached` is the share
of the cycles between lrr and the bound that the best policy saves. The best possible schedule may be far above the bound.
With --seeds, cycles and bound are means, and the best policy has the fewest cycles in the mean.
docs/how-to/oracle.md explains how the bound is computed.

Ctrl-C prints the workloads that are finished and keeps all finished runs in ~/.cache/warploom (WARPLOOM_CACHE chooses
another directory); the same command then continues with the others.

Exit code: 0 success, 1 a kernel faulted or a policy failed, 2 the command could not start, 130 interrupted.";

/// Find the best policy for a workload, and a lower bound on its cycles
///
/// Every policy, with every parameter value worth trying, runs the same workload on the same machine. The table compares the best one
/// with lrr and with a bound that no schedule can beat.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workloads, tapes, Accel-Sim traces, or PTX with --launch: see below
    #[arg(value_name = "WORK", required = true)]
    works: Vec<PathBuf>,
    /// Policies to try, separated by commas; lrr always runs [default: all, with every parameter value worth trying]
    #[arg(long, value_name = "NAME,NAME,…")]
    policies: Option<String>,
    #[command(flatten)]
    seeds: SeedOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    /// Host threads to simulate on, at most one per CPU; the result does not depend on their number [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    l2: L2Options,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    options: work::Options,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{SEEDS_HELP}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let machine = args.machine.resolve()?;
    command::require_sms(&machine, "oracle")?;
    let policies = policies(args.policies.as_deref(), context)?;
    let work_options = args.options.resolve();
    let works = work::kinds(&args.works, &work_options)?;
    let interrupt = interrupt::on_signal()?;
    let seeds = args.seeds.count();
    let batch = Batch::new(works.len() * seeds.get() * policies.len(), threads(args.threads));
    let l2_start = args.l2.start();
    let options =
        Options::default().with_threads(batch.threads).with_interrupt(interrupt).with_l2_start(l2_start);
    let checkpoint = checkpoint::open();
    let request = CompareRequest {
        machine: &machine,
        policies: &policies,
        cta_policy: &Choice::default(),
        options,
        at_once: batch.at_once,
        seeds,
        checkpoint: checkpoint.as_ref(),
    };
    let progress = batch.progress(&works, (&machine, options), &work_options, args.quiet)?;
    let (seed_note, seed_json) = (args.seeds.note(&works), args.seeds.json(&works));
    let tapes = work::tapes_of(works, work_options, args.seeds, &progress.bar, interrupt);
    let found =
        search(tapes, request, &|label, _, origin| progress.end(label, origin)).map_err(failure_of)?;
    progress.bar.finish();
    checkpoint::report_reused(checkpoint.as_ref(), args.quiet);
    if !found.works.is_empty() {
        if args.json {
            output::print_json(&show::json(&found, &machine.name, l2_start, &seed_json))?;
        } else {
            let copied = found.works.iter().map(|work| work.host_copied);
            let l2 = l2_note(l2_start, &machine, copied);
            let note = args.options.selection_note() + &seed_note + &l2;
            let heading = (&*machine.name, &*note);
            output::print(&show::text(&found, &policies, heading))?;
        }
    }
    if found.interrupted {
        return Err(checkpoint::interrupted(checkpoint.as_ref(), found.finished, batch.runs));
    }
    Ok(Outcome::Fine)
}

/// The failure to print.
fn failure_of(failed: OracleError<Failure>) -> Failure {
    match failed {
        OracleError::Work(failure) => failure,
        OracleError::Run { work, policy, error } => failure(*error, &work, &policy),
        OracleError::Bound { error: BoundError::Tape(error), .. } => error.into(),
        OracleError::Bound { work, mut error } => {
            if let BoundError::TooLarge { kernel, .. } = &mut error {
                *kernel = short_name(kernel);
            }
            let large = matches!(error, BoundError::TooLarge { .. });
            let help = large.then(|| "choose a machine with larger SMs with --machine".to_owned());
            Failure::mistake(format!("{work}: {error}"), help)
        }
    }
}

/// The policies to run, each once, with the baseline first.
fn policies(requested: Option<&str>, context: &Context) -> Result<Vec<CorePolicy>, Failure> {
    let requested = match requested {
        Some(text) => context.warp_list(text)?,
        None => context.warp_policies.iter().flat_map(Choice::variants).collect(),
    };
    let mut policies: Vec<CorePolicy> = vec![context.policy(BASELINE)?.into()];
    let mut names = vec![policies[0].to_string()];
    for policy in requested {
        let name = policy.to_string();
        if !names.contains(&name) {
            names.push(name);
            policies.push(policy.into());
        }
    }
    Ok(policies)
}
