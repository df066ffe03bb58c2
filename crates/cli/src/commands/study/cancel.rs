//! `warploom study cancel`.

use super::{StudyOptions, failure};
use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use warploom_lab::study::{slurm, state};

/// Stop a study: its tasks end, finished runs stay
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let store = args.study.store()?;
    let (state, plan) = state::current(&store, &args.study.name()).map_err(failure)?;
    // First the mark, which tasks of any engine see: a task that a full queue starts meanwhile stops too.
    state::cancel(&store, &plan).map_err(failure)?;
    slurm::cancel(&state.jobs).map_err(failure)?;
    let study = args.study.study.display();
    output::print(&format!(
        "cancelled; finished runs stay, and `warploom study run {study}` continues with the others\n"
    ))?;
    Ok(Outcome::Fine)
}
