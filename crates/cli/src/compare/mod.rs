//! `warploom compare`: policies on the same work.

mod show;

use crate::batch::Batch;
use crate::command::{self, Command, Context, Failure, Outcome};
use crate::run::{Simulation, failure, l2_note};
use crate::work::{self, WORK_FORMS};
use crate::{checkpoint, interrupt, output};
use clap::{ArgMatches, Args as _};
use std::path::PathBuf;
use warploom_gpu::machine::Machine;
use warploom_lab::compare::{CompareError, CompareRequest, compare};
use warploom_lab::record::HostCopied;
use warploom_policy::{Choice, CoreChoice};

/// The command.
pub const COMMAND: Command = Command { name: "compare", declare, run };

const EXAMPLES: &str = "Examples:
  warploom compare lud btree --policies lrr,gto,oldest       speedups over lrr
  warploom compare lud --policies lrr,tl-gpgpusim:ready=8    a policy with a parameter
  warploom compare lud --policies lrr,gto --explain          which stalls changed
  warploom compare a.tape b.tape --policies lrr,gto --json | jq .geometric_mean

A workload is executed once, to a temporary tape (in TMPDIR) that every policy reads. Runs execute in parallel. The table shows each
policy's speedup over the first, in cycles, and the geometric mean.

Ctrl-C prints the runs that are finished and keeps them in ~/.cache/warploom (WARPLOOM_CACHE chooses another directory); the
same command then continues with the others.

Exit code: 0 success, 1 a kernel faulted or a policy failed, 2 the command could not start, 130 interrupted.";

/// Compare policies on the same workloads
///
/// Every policy runs the same tapes on the same machine.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workloads, tapes, Accel-Sim traces, or PTX with --launch: see below
    #[arg(value_name = "WORK", required = true)]
    works: Vec<PathBuf>,
    /// Policies, separated by commas, or `all`; the first is the baseline (of all, lrr)
    #[arg(long, value_name = "NAME,NAME,…", default_value = "lrr,gto")]
    policies: String,
    /// Show which stalls each policy reduces or adds
    #[arg(long)]
    explain: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
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
    let policies = policies(&args.policies, context, &machine)?;
    let cta_policy = args.simulation.cta_policy(context)?;
    let work_options = args.options.resolve_for(&machine);
    let works = work::kinds(&args.works, &work_options)?;
    let interrupt = interrupt::on_signal()?;
    let threads = args.simulation.threads();
    let batch = Batch::new(&works, &policies, threads);
    let options = args.simulation.run(batch.threads).with_interrupt(interrupt);
    let checkpoint = checkpoint::open();
    let request = CompareRequest {
        machine: &machine,
        policies: &policies,
        cta_policy: &cta_policy,
        options,
        at_once: batch.at_once,
        checkpoint: checkpoint.as_ref(),
    };
    let progress = batch.progress(&works, request, &work_options, args.quiet)?;
    let tapes = work::tapes_of(works, work_options, &progress.bar, interrupt);
    let compared = compare(tapes, request, &|label, _, origin| progress.end(label, origin));
    let compared = compared.map_err(|failed| match failed {
        CompareError::Work(failure) => failure,
        CompareError::Run { work, policy, error } => failure(*error, &work, &policy),
    })?;
    progress.bar.finish();
    checkpoint::report_reused(checkpoint.as_ref(), args.quiet);
    let finished = compared.finished();
    if compared.interrupted && finished == 0 {
        return Err(Failure::interrupted("no run is finished"));
    }
    if args.json {
        output::print_json(&show::json(&compared, &machine.name, &cta_policy)?)?;
    } else {
        let finished_rows = compared.rows.iter().filter_map(|row| row.runs.iter().flatten().next());
        let copied = finished_rows.map(|run| HostCopied::of(&run.launches));
        let heading = (&*machine.name, &*l2_note(options.l2_start, &machine, copied));
        let text = show::text(&compared, &policies, heading, &cta_policy, args.explain);
        let partial = if compared.interrupted { show::partial(finished, batch.runs) } else { String::new() };
        output::print(&(text + &partial))?;
    }
    if compared.interrupted {
        return Err(checkpoint::interrupted(checkpoint.as_ref(), finished, batch.runs));
    }
    Ok(Outcome::Fine)
}

/// The policies that `text` names, or all with their defaults.
fn policies(text: &str, context: &Context, machine: &Machine) -> Result<Vec<CoreChoice>, Failure> {
    if text == "all" {
        return Ok(match machine.cu {
            Some(_) => context.wave_policies.iter().map(|policy| Choice::new(policy).into()).collect(),
            None => context.warp_policies.iter().map(|policy| Choice::new(policy).into()).collect(),
        });
    }
    let policies = context.core_policies(text, machine)?;
    let names: Vec<String> = policies.iter().map(CoreChoice::to_string).collect();
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        let help = "remove one, or give it another parameter".to_owned();
        return Err(Failure::mistake(format!("the policy `{}` is listed twice", twice.1), Some(help)));
    }
    Ok(policies)
}
