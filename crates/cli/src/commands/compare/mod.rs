//! `warploom compare`: policies on the same work.

mod files;
mod machines;
mod show;

use crate::ui::batch::Batch;
use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::MachineListOptions;
use crate::ui::page::{self, PageOptions};
use crate::ui::seeds::{SEEDS_HELP, SeedOptions};
use crate::ui::simulation::{Simulation, failure, l2_note};
use crate::ui::work::{self, WORK_FORMS};
use crate::ui::{checkpoint, interrupt, output};
use clap::{ArgMatches, Args as _};
use files::FileOptions;
use serde_json::{Value, json};
use show::PolicyNames;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::L2Start;
use warploom_lab::compare::{
    CompareError, Comparison, MachineComparison, MachinePolicies, MachinesRequest, compare_machines,
};
use warploom_lab::record::HostCopied;
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_report::compare;

/// The command.
pub const COMMAND: Command = Command { name: "compare", declare, run };

const EXAMPLES: &str = "Examples:
  warploom compare lud btree --policies lrr,gto,oldest       speedups over lrr
  warploom compare lud --policies lrr,tl-gpgpusim:ready=8    a policy with a parameter
  warploom compare lud --policies lrr,gto --explain          which stalls changed
  warploom compare lud --policies lrr,gto --seeds 5          is the difference more than chance?
  warploom compare lud --machine gtx480,v100                 the same policies on two machines
  warploom compare lud btree --policies all --chart all.svg  the speedups as bars
  warploom compare a.tape b.tape --policies lrr,gto --json | jq .geometric_mean
  warploom compare lud btree --policies all --html all.html  a page with charts, for a browser

A workload is executed once, to a temporary tape (in TMPDIR) that every policy reads. Runs execute in parallel. The table shows each
policy's speedup over the first, in cycles, and the geometric mean.

Ctrl-C prints the runs that are finished and keeps them in ~/.cache/warploom (WARPLOOM_CACHE chooses another directory); the
same command then continues with the others.

Exit code: 0 success, 1 a kernel faulted or a policy failed, 2 the command could not start, 130 interrupted.";

/// Compare policies on the same workloads
///
/// Every policy runs the same tapes, on one machine or on each of several.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite workloads, tapes, Accel-Sim traces, or PTX with --launch: see below
    #[arg(value_name = "WORK", required = true)]
    works: Vec<PathBuf>,
    /// Policies, separated by commas, or `all`; the first is the baseline (of all, lrr)
    #[arg(long, value_name = "NAME,NAME,…", default_value = "lrr,gto")]
    policies: String,
    #[command(flatten)]
    seeds: SeedOptions,
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
    page: PageOptions,
    #[command(flatten)]
    files: FileOptions,
    #[command(flatten)]
    simulation: Simulation<MachineListOptions>,
    #[command(flatten)]
    options: work::Options,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WORK_FORMS}\n\n{SEEDS_HELP}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let machines = args.simulation.machines()?;
    let policies = policies_of(&args.policies, context, &machines)?;
    let names = PolicyNames::new(&policies[0]);
    let cta_policy = args.simulation.cta_policy(context)?;
    let work_options = args.options.resolve_for(&machines[0]);
    let works = work::kinds(&args.works, &work_options)?;
    for (work, machine) in
        args.works.iter().flat_map(|work| machines.iter().map(move |machine| (work, machine)))
    {
        work::warn_of_target(work, machine, args.quiet);
    }
    let inputs = args.works.iter().flat_map(|work| args.options.inputs(work));
    let inputs: Vec<&Path> = inputs.chain(args.simulation.machine_files()).collect();
    let files = args.files.open(args.json, &inputs)?;
    let page = args.page.open(&inputs)?;
    let interrupt = interrupt::on_signal()?;
    let seeds = args.seeds.count();
    let runs = works.len() * seeds.get() * policies.iter().map(Vec::len).sum::<usize>();
    let batch = Batch::new(runs, args.simulation.threads());
    let options = args.simulation.options(batch.threads).with_interrupt(interrupt);
    let checkpoint = checkpoint::open();
    let both = machines.iter().zip(&policies);
    let request = MachinesRequest {
        machines: &both.map(|(machine, policies)| MachinePolicies { machine, policies }).collect::<Vec<_>>(),
        cta_policy: &cta_policy,
        options,
        at_once: batch.at_once,
        seeds,
        checkpoint: checkpoint.as_ref(),
    };
    let progress = batch.progress(&works, (&machines[0], options), &work_options, args.quiet)?;
    let (seed_note, seed_json) = (args.seeds.note(&works), args.seeds.json(&works));
    let tapes = work::tapes_for(works, &args.options, &machines, args.seeds, &progress.bar, interrupt);
    let compared = compare_machines(tapes, request, &|label, _, origin| progress.end(label, origin));
    let compared = compared.map_err(|failed| match failed {
        CompareError::Work(failure) => failure,
        CompareError::Run { work, policy, error, .. } if machines.len() == 1 => {
            failure(*error, &work, &policy)
        }
        CompareError::Run { work, machine, policy, error } => {
            failure(*error, &format!("{work} on {machine}"), &policy)
        }
    })?;
    progress.bar.finish();
    checkpoint::report_reused(checkpoint.as_ref(), args.quiet);
    let finished = compared.finished();
    if compared.interrupted && finished == 0 {
        return Err(Failure::interrupted("no run is finished"));
    }
    if let Some(page) = page {
        let command = page::command_line();
        let setting = compare::Setting { cta_policy: &cta_policy, perturbed: &seed_note, command: &command };
        page.write(&compare::page(&compared.machines, &policies, &machines, setting))?;
    }
    let notes: Vec<String> = compared
        .machines
        .iter()
        .zip(&machines)
        .map(|(compared, machine)| {
            args.options.selection_note() + &seed_note + &l2_of(compared, machine, options.l2_start)
        })
        .collect();
    if args.json {
        output::print_json(&json(&compared, &cta_policy, &seed_json)?)?;
    } else if !files.print() {
        let tables = compared.machines.iter().zip(&notes);
        let tables = tables.map(|(one, note)| show::text(one, &names, note, &cta_policy, args.explain));
        let mut text = tables.collect::<Vec<_>>().join("\n") + &machines::text(&compared, &names);
        if compared.interrupted {
            text += &show::partial(finished, batch.runs);
        }
        output::print(&text)?;
    }
    files.write(&compared, &names, &notes)?;
    if compared.interrupted {
        return Err(checkpoint::interrupted(checkpoint.as_ref(), finished, batch.runs));
    }
    Ok(Outcome::Fine)
}

/// The line on the state of a machine's L2 when each work starts.
fn l2_of(compared: &Comparison, machine: &Machine, start: L2Start) -> String {
    let finished = compared.rows.iter().filter_map(|row| row.runs.iter().flatten().next());
    l2_note(start, machine, finished.map(|run| HostCopied::of(&run.launches)))
}

/// The comparison of one machine, or of several with their ranking.
fn json(all: &MachineComparison, cta_policy: &Choice<CtaKind>, perturbed: &Value) -> Result<Value, Failure> {
    if let [one] = &all.machines[..] {
        return show::json(one, cta_policy, perturbed);
    }
    let machines = all.machines.iter().map(|one| show::json(one, cta_policy, perturbed));
    Ok(json!({
        "machines": machines.collect::<Result<Vec<Value>, Failure>>()?,
        "ranking": machines::ranking_json(all),
        "complete": !all.interrupted,
    }))
}

/// The policies that `text` names, for each machine. Machines of SMs and of CUs can only be compared under policies that both have.
fn policies_of(text: &str, context: &Context, machines: &[Machine]) -> Result<Vec<Vec<CorePolicy>>, Failure> {
    let cus = machines.iter().find(|machine| machine.cu.is_some());
    let sms = machines.iter().find(|machine| machine.cu.is_none());
    let of = |machine: &Machine| policies(text, context, machine);
    let (Some(cus), Some(sms)) = (cus, sms) else { return machines.iter().map(of).collect() };
    let why = if text == "all" {
        Some("`all` names other policies on each".to_owned())
    } else {
        [cus, sms].into_iter().find_map(|machine| of(machine).err()).map(|error| error.to_string())
    };
    let Some(why) = why else { return machines.iter().map(of).collect() };
    let message =
        format!("{} has CUs and {} has SMs, which must have the same policies: {why}", cus.name, sms.name);
    let of_both = context.wave_policies.iter().map(|wave| wave.name);
    let of_both = of_both.filter(|name| context.warp_policies.iter().any(|warp| warp.name == *name));
    let of_both: Vec<&str> = of_both.collect();
    let help =
        format!("choose policies that both have ({}), or compare the machines apart", of_both.join(", "));
    Err(Failure::mistake(message, Some(help)))
}

/// The policies that `text` names, or all with their defaults.
fn policies(text: &str, context: &Context, machine: &Machine) -> Result<Vec<CorePolicy>, Failure> {
    if text == "all" {
        return Ok(match machine.cu {
            Some(_) => context.wave_policies.iter().map(|policy| Choice::new(policy).into()).collect(),
            None => context.warp_policies.iter().map(|policy| Choice::new(policy).into()).collect(),
        });
    }
    let policies = context.core_policies(text, machine)?;
    let names: Vec<String> = policies.iter().map(CorePolicy::to_string).collect();
    if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
        let help = "remove one, or give it another parameter".to_owned();
        return Err(Failure::mistake(format!("the policy `{}` is listed twice", twice.1), Some(help)));
    }
    Ok(policies)
}
