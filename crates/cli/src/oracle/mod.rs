//! `warploom oracle`: how much of what was possible policies reach.

mod show;

use crate::command::{self, Command, Context, Failure, Outcome, unknown_policy};
use crate::machine::MachineOptions;
use crate::output;
use crate::progress::Progress;
use crate::run::{failure, threads};
use crate::work::{self, WANTED};
use clap::{ArgMatches, Args as _};
use std::num::NonZero;
use warploom_gpu::run;
use warploom_lab::compare::CompareRequest;
use warploom_lab::oracle::{BoundError, OracleError, search};
use warploom_policy::{Choice, CtaChoice};

/// The command.
pub const COMMAND: Command = Command { name: "oracle", declare, run };

/// What the others are compared with.
const BASELINE: &str = "lrr";

const EXAMPLES: &str = "Examples:
  warploom oracle lud --size tiny                       is lrr good enough for it, and if not, who is better?
  warploom oracle bfs --size tiny --policies gto        how much of what is possible does gto reach?
  warploom oracle lud/internal --machine v100           one of its kernels, on a V100
  warploom oracle lud --set sm.schedulers=4             would more schedulers leave more to gain?
  warploom oracle lud --size tiny --json | jq '.works[].total.reached'

No schedule can take fewer cycles than the bound. It is computed from the tape and the machine, without simulating, and the
column after it names what sets it: a scheduler cannot help a kernel whose bound is near its cycles under lrr. `reached` is
the part of the cycles between lrr and the bound that the best policy saves. The bound is no promise: the best schedule may be
far above it. docs/oracle.md tells what is counted.

Exit code: 0 all is well, 1 a kernel or a policy did something wrong, 2 it could not be started.";

/// Tell how much of what was possible the best policy reaches
///
/// Every policy, with every parameter worth trying, runs the same work on the same machine; beside the best stand lrr and a bound on
/// cycles that no schedule can beat.
#[derive(Debug, clap::Args)]
struct Args {
    /// Suite work, tapes, Accel-Sim traces, or PTX with --launch: see below
    #[arg(value_name = "WORK", required = true)]
    works: Vec<String>,
    /// The policies to search, with commas between them; lrr is always run [default: all, with every parameter worth trying]
    #[arg(long, value_name = "NAME,NAME,…")]
    policies: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
    /// Threads of this host to simulate on; the result is the same for any number [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    #[command(flatten)]
    machine: MachineOptions,
    #[command(flatten)]
    options: work::Options,
}

fn declare(command: clap::Command) -> clap::Command {
    Args::augment_args(command).after_help(format!("{WANTED}\n\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    let policies = policies(args.policies.as_deref(), context)?;
    let machine = args.machine.resolve()?;
    let works = work::kinds(&args.works, &args.options)?;
    let runs = NonZero::new(works.len() * policies.len()).unwrap_or(NonZero::<usize>::MIN);
    let threads = threads(args.threads);
    let at_once = threads.min(runs);
    let options = run::Options { threads: threads.get() / at_once, ..run::Options::default() };
    let cta_policy = CtaChoice::default();
    let request = CompareRequest { machine: &machine, policies: &policies, cta_policy, options, at_once };
    let progress = Progress::new(runs.get() as u64, "runs", args.quiet);
    let works = work::tapes_of(works, &args.options, &progress);
    let found = search(works, request, &|_, _| progress.end()).map_err(told)?;
    progress.finish();
    if args.json {
        output::print_json(&show::json(&found, &machine.name))?;
    } else {
        output::print(&show::text(&found, &machine.name))?;
    }
    Ok(Outcome::Fine)
}

/// What went wrong, with its remedy.
fn told(failed: OracleError<Failure>) -> Failure {
    match failed {
        OracleError::Work(failure) => failure,
        OracleError::Run { work, policy, error } => failure(*error, &work, &policy),
        OracleError::Bound { error: BoundError::Tape(error), .. } => error.into(),
        OracleError::Bound { work, error } => {
            let large = matches!(error, BoundError::TooLarge { .. });
            let help = large.then(|| "choose a machine with larger SMs: --machine".to_owned());
            Failure::mistake(format!("{work}: {error}"), help)
        }
    }
}

/// The policies to run, each once: what the others are compared with comes first.
fn policies(wanted: Option<&str>, context: &Context) -> Result<Vec<Choice>, Failure> {
    let wanted = match wanted {
        Some(text) => Choice::parse_list(text, &context.policies).map_err(|error| unknown_policy(&error))?,
        None => context.policies.iter().flat_map(Choice::variants).collect(),
    };
    let mut policies = vec![context.policy(BASELINE)?];
    let mut names = vec![policies[0].to_string()];
    for policy in wanted {
        let name = policy.to_string();
        if !names.contains(&name) {
            names.push(name);
            policies.push(policy);
        }
    }
    Ok(policies)
}
