//! `warploom study status`.

use super::{StudyOptions, failure, show};
use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use warploom_lab::study::{slurm, state};

/// Show how far a study is: finished runs, rate, time left, tasks in the queue
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let store = args.study.store()?;
    let (state, plan) = state::current(&store, &args.study.name()).map_err(failure)?;
    let status = state.status(&store, &plan).map_err(failure)?;
    // Without Slurm on this host, the store says enough.
    let queue = if state.jobs.is_empty() { None } else { slurm::queue(&state.jobs).ok() };
    if args.json {
        output::print_json(&show::status_json(&plan, &status, queue))?;
    } else {
        output::print(&show::status(&plan, &status, queue))?;
    }
    Ok(Outcome::Fine)
}
