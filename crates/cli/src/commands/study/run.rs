//! `warploom study run`.

use super::plan::{CutOptions, Engine};
use super::{StudyOptions, TapeOptions, failure, origin, policies, show};
use crate::ui::command::{Context, Failure, Outcome};
use crate::ui::progress::Progress;
use crate::ui::{interrupt, output};
use std::thread::sleep;
use std::time::Duration;
use warploom_gpu::interrupt::Interrupt;
use warploom_lab::pool;
use warploom_lab::store::Store;
use warploom_lab::study::Plan;
use warploom_lab::study::chunk::now_ms;
use warploom_lab::study::local::{self, LocalRequest};
use warploom_lab::study::slurm::{self, Submission};
use warploom_lab::study::state::{self, State};
use warploom_lab::study::status::Status;
use warploom_report::{timeline, units};

/// Time between two looks at the queue.
const POLL: Duration = Duration::from_secs(2);

/// Run a study, or continue it
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
    #[command(flatten)]
    cut: CutOptions,
    #[command(flatten)]
    tapes: TapeOptions,
    /// Host threads, one simulation each, with --on local [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Tasks at a time, with --on slurm
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    limit: Option<u32>,
    /// An option for sbatch, such as --sbatch=--partition=main; repeatable
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    sbatch: Vec<String>,
    /// Wait until no task is left in the queue, with --on slurm
    #[arg(long)]
    wait: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let study = args.study.read()?;
    let (store, policies) = (args.study.store()?, policies(context)?);
    let threads = pool::threads(args.threads);
    let (mut state, plan) =
        state::current_or_new(&study, &store, &policies, args.cut.cost(threads.get()), args.cut.again)
            .map_err(failure)?;
    let complete = at(&store, &plan, &state)?.is_complete();
    let queue = if state.jobs.is_empty() || complete { None } else { slurm::queue(&state.jobs).ok() };
    if queue.is_some_and(slurm::Queue::is_active) {
        if args.wait {
            return wait(args, &store, &plan, &state, interrupt::on_signal()?);
        }
        let help =
            "`warploom study status` shows how far they are, `warploom study cancel` stops them".to_owned();
        return Err(Failure::mistake("jobs of this study are in Slurm's queue".to_owned(), Some(help)));
    }
    state::resume(&store, &plan).map_err(failure)?;
    if !args.quiet {
        let before = at(&store, &plan, &state)?;
        output::print(&show::plan(&plan, &before, &study.file.description))?;
    }
    if queue.is_some_and(|queue| !queue.is_empty()) {
        // Tasks that Slurm holds would never start, and would be twins of the new ones if they did.
        slurm::cancel(&state.jobs).map_err(failure)?;
    }
    state.started_ms = now_ms();
    state.jobs.clear();
    match args.cut.on {
        Engine::Local => {
            state.put(&store, &study.name).map_err(failure)?;
            let interrupt = interrupt::on_signal()?;
            let before = at(&store, &plan, &state)?;
            let progress = progress(&plan, &before, args.quiet);
            let request = LocalRequest {
                store: &store,
                plan: &plan,
                policies: &policies,
                spool: args.tapes.spool(&store),
                threads,
                interrupt: Some(interrupt),
                timeline: Some(timeline::recorder),
            };
            let report = |runs: u64, seconds: f64| {
                let weight = milliseconds(seconds) / runs.max(1);
                (0..runs).for_each(|_| progress.end_weighing(weight));
            };
            let ended = local::run(&request, &origin(), &report);
            progress.finish();
            let complete = ended.map_err(failure)?;
            end(args, &store, &plan, &state, complete)
        }
        Engine::Slurm => {
            let missing = at(&store, &plan, &state)?.missing();
            if missing.is_empty() {
                return end(args, &store, &plan, &state, true);
            }
            state.jobs = submit(args, context, &store, &plan, &missing)?;
            state.put(&store, &study.name).map_err(failure)?;
            let tasks = units::counted(missing.len() as u64, "chunk", "chunks");
            output::print(&format!("{tasks} submitted to Slurm: jobs {}\n", state.jobs.join(", ")))?;
            if args.wait {
                wait(args, &store, &plan, &state, interrupt::on_signal()?)
            } else {
                Ok(Outcome::Fine)
            }
        }
    }
}

fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}

fn at(store: &Store, plan: &Plan, state: &State) -> Result<Status, Failure> {
    state.status(store, plan).map_err(failure)
}

fn progress(plan: &Plan, before: &Status, quiet: bool) -> Progress {
    let bar = Progress::weighted(plan.runs, "runs", milliseconds(plan.seconds()), None, quiet);
    // Runs of parts are counted when their chunk starts again.
    let done: u64 = before.done.iter().map(|&chunk| plan.chunks[chunk].runs).sum();
    let seconds: f64 = before.done.iter().map(|&chunk| plan.chunks[chunk].seconds).sum();
    bar.skip(plan.reused + done, milliseconds(seconds));
    bar
}

/// Submits chunks, and a collector after them.
fn submit(
    args: &Args,
    context: &Context,
    store: &Store,
    plan: &Plan,
    chunks: &[usize],
) -> Result<Vec<String>, Failure> {
    let unknown = || Failure::mistake("the program has no file that a task could start".to_owned(), None);
    let program = context.program.as_ref().ok_or_else(unknown)?.display().to_string();
    let study = std::path::absolute(&args.study.study).unwrap_or_else(|_| args.study.study.clone());
    let words = |action: &str| {
        let words =
            [&program, "study", action, &study.display().to_string(), "--store", &args.study.location()];
        words.map(str::to_owned).to_vec()
    };
    let own = [
        words("work"),
        args.tapes.words(),
        vec!["--plan".to_owned(), plan.id().to_owned(), "--chunk".to_owned()],
    ];
    let logs = store.directory().map_or_else(|| "warploom-logs".into(), |directory| directory.join("logs"));
    std::fs::create_dir_all(&logs)
        .map_err(|error| Failure::mistake(format!("{} cannot be created: {error}", logs.display()), None))?;
    let submission = Submission {
        study: &plan.study,
        command: &own.concat(),
        collector: &words("results"),
        chunks,
        limit: args.limit,
        options: &args.sbatch,
        logs: &logs.display().to_string(),
    };
    slurm::submit(&submission).map_err(failure)
}

/// Waits until no task is left.
fn wait(
    args: &Args,
    store: &Store,
    plan: &Plan,
    state: &State,
    interrupt: Interrupt,
) -> Result<Outcome, Failure> {
    let before = at(store, plan, state)?;
    let bar = Progress::new(plan.runs, "runs", args.quiet);
    bar.skip(before.finished, 0);
    loop {
        if interrupt.is_raised() {
            return Err(Failure::interrupted("the jobs go on: `warploom study cancel` stops them"));
        }
        // A controller that restarts answers again a moment later.
        let is_active = slurm::queue(&state.jobs).map_or(true, slurm::Queue::is_active);
        let now = at(store, plan, state)?;
        bar.reached(now.finished);
        // Tasks that are left when every chunk is done are the collector, and twins of finished chunks.
        if !is_active || now.is_complete() {
            break;
        }
        sleep(POLL);
    }
    bar.finish();
    let complete = at(store, plan, state)?.is_complete();
    end(args, store, plan, state, complete)
}

/// Says how a study ended.
fn end(args: &Args, store: &Store, plan: &Plan, state: &State, complete: bool) -> Result<Outcome, Failure> {
    let now = at(store, plan, state)?;
    let next = args.study.study.display();
    if !complete {
        let message = format!(
            "{} of {} runs are finished and kept; the same command continues",
            now.finished, now.runs
        );
        return match args.cut.on {
            Engine::Local => Err(Failure::interrupted(&message)),
            Engine::Slurm => {
                output::print(&show::status(plan, &now, slurm::queue(&state.jobs).ok()))?;
                let help = format!("logs of tasks are in {}/logs", store.location());
                let chunks = units::counted(now.missing().len() as u64, "chunk is", "chunks are");
                let message =
                    format!("no task is left, but {chunks} missing: the same command submits them again");
                Err(Failure { code: 1, ..Failure::mistake(message, Some(help)) })
            }
        };
    }
    output::print(&format!(
        "{}`warploom study results {next}` collects the records\n",
        show::status(plan, &now, None)
    ))?;
    Ok(if now.failed > 0 { Outcome::Failed } else { Outcome::Fine })
}
