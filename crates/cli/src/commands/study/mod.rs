//! `warploom study`: many runs, on this host or on a cluster.

mod cancel;
mod plan;
mod results;
mod run;
mod show;
mod status;
mod table;
mod work;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::diagnose;
use clap::{ArgMatches, Args as _};
use std::env;
use std::path::{Path, PathBuf};
use warploom_lab::digest::file_digest;
use warploom_lab::store::Store;
use warploom_lab::study::chunk::{SPOOL_BYTES, default_spool};
use warploom_lab::study::{Origin, Policies, Study, StudyError};
use warploom_policy::{CTA_POLICIES, WARP_POLICIES, WAVE_POLICIES};
use warploom_tape::spool::Spool;

/// The command.
pub const COMMAND: Command = Command { name: "study", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom study plan studies/ready.toml                     what it would run, and how long it would take
  warploom study run studies/ready.toml                      run it on this host
  warploom study run studies/ready.toml --on slurm           submit it to a cluster
  warploom study status studies/ready.toml                   how far it is
  warploom study results studies/ready.toml                  collect its records: one Parquet file, and a table
  warploom study results studies/ready.toml --csv ready.csv  means and deviations over seeds, as CSV
  warploom study cancel studies/ready.toml                   stop it; finished runs stay

A study is a file with axes; it runs every combination of their values:

  work = [\"lud\", \"bfs\"]
  size = \"tiny\"
  seed = { from = 1, to = 5 }
  machine = [\"gtx480\", { name = \"v100\", set = { \"sm.count\" = [20, 80] } }]
  policy = [\"lrr\", \"gto\", { name = \"two-level\", ready = [4, 6, 8] }]

Runs that the store has are not repeated, whichever study made them. A study that was interrupted continues with the same command.
docs/how-to/studies.md explains studies, docs/how-to/cluster.md how to run them on a cluster.

Exit code: 0 success, 1 runs failed or are missing, 2 the command could not start, 75 a chunk was stopped and can be continued,
130 interrupted.";

/// Run many combinations of workloads, machines and policies, on this host or on a cluster
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, arg_required_else_help = true)]
struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Plan(plan::Args),
    Run(run::Args),
    Status(status::Args),
    Results(results::Args),
    Cancel(cancel::Args),
    Work(work::Args),
}

/// The study and its store.
#[derive(Debug, clap::Args)]
struct StudyOptions {
    /// The study's file, or for commands that only need its plan, its name
    #[arg(value_name = "STUDY")]
    study: PathBuf,
    /// Where records are kept: a directory, or s3://BUCKET/PREFIX [default: WARPLOOM_STORE, or warploom-store]
    #[arg(long, value_name = "DIR")]
    store: Option<String>,
}

impl StudyOptions {
    /// The store's location: a directory is an absolute path, so that a task finds it wherever it starts.
    fn location(&self) -> String {
        let variable = || env::var("WARPLOOM_STORE").ok().filter(|value| !value.is_empty());
        let location = self.store.clone().or_else(variable).unwrap_or_else(|| "warploom-store".to_owned());
        match location.starts_with("s3://") {
            true => location,
            false => std::path::absolute(&location).map_or(location, |path| path.display().to_string()),
        }
    }

    fn store(&self) -> Result<Store, Failure> {
        Store::open(&self.location()).map_err(|error| failure(error.into()))
    }

    /// The study's name.
    fn name(&self) -> String {
        Study::name_of(&self.study)
    }

    /// The study, read from its file.
    fn read(&self) -> Result<Study, Failure> {
        let path = &self.study;
        let text = std::fs::read_to_string(path).map_err(|error| {
            let help = "a study is a TOML file: see `warploom study --help`".to_owned();
            Failure::mistake(format!("`{}` cannot be read: {error}", path.display()), Some(help))
        })?;
        let directory = path.parent().unwrap_or(Path::new("."));
        Study::read(&self.name(), &text, directory).map_err(|error| match error {
            StudyError::File { message, span: Some(span) } => {
                let name = path.display().to_string();
                Failure { report: diagnose::located(message, "here", None, name, &text, span), code: 2 }
            }
            error => failure(error),
        })
    }
}

/// The directory of tapes.
#[derive(Debug, clap::Args)]
struct TapeOptions {
    /// Where tapes are kept, each made once [default: tapes in the store]
    #[arg(long, value_name = "DIR")]
    tapes: Option<PathBuf>,
    /// Delete the tapes that were not used for the longest time above this many GB
    #[arg(long, value_name = "GB", default_value_t = SPOOL_BYTES / 1_000_000_000)]
    tapes_limit: u64,
}

impl TapeOptions {
    fn spool(&self, store: &Store) -> Spool {
        let spool = self.tapes.as_ref().map_or_else(|| default_spool(store), Spool::new);
        spool.with_capacity(self.tapes_limit.saturating_mul(1_000_000_000))
    }

    /// The same options for the command of a task.
    fn words(&self) -> Vec<String> {
        let tapes =
            self.tapes.as_ref().map(|tapes| std::path::absolute(tapes).unwrap_or_else(|_| tapes.clone()));
        let tapes = tapes.map(|tapes| format!("--tapes={}", tapes.display()));
        tapes.into_iter().chain([format!("--tapes-limit={}", self.tapes_limit)]).collect()
    }
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.action {
        Action::Plan(args) => plan::run(&args, context),
        Action::Run(args) => run::run(&args, context),
        Action::Status(args) => status::run(&args),
        Action::Results(args) => results::run(&args, context),
        Action::Cancel(args) => cancel::run(&args),
        Action::Work(args) => work::run(&args, context),
    }
}

/// The policies that the program knows.
fn policies(context: &Context) -> Result<Policies, Failure> {
    let Context { warp_policies, wave_policies, cta_policies, .. } = context;
    let is_own = warp_policies.len() > WARP_POLICIES.len()
        || wave_policies.len() > WAVE_POLICIES.len()
        || cta_policies.len() > CTA_POLICIES.len();
    let unreadable =
        |error| Failure::mistake(format!("the program's own file cannot be read: {error}"), None);
    let program = is_own.then(|| env::current_exe().and_then(|path| file_digest(&path)).map_err(unreadable));
    Ok(Policies {
        warp: warp_policies.clone(),
        wave: wave_policies.clone(),
        cta: cta_policies.clone(),
        program: program.transpose()?,
    })
}

/// Where this process runs.
fn origin() -> Origin {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let kernel =
        || std::fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    let array = variable("SLURM_ARRAY_JOB_ID").zip(variable("SLURM_ARRAY_TASK_ID"));
    let job = array.map(|(job, task)| format!("{job}_{task}")).or_else(|| variable("SLURM_JOB_ID"));
    Origin {
        host: variable("SLURMD_NODENAME").or_else(kernel).unwrap_or_default(),
        job: job.unwrap_or_default(),
    }
}

/// An error of a study as it is printed.
fn failure(error: StudyError) -> Failure {
    if matches!(error, StudyError::Interrupted) {
        return Failure::interrupted_early();
    }
    let help = error.help();
    Failure::mistake(error.to_string(), help)
}
