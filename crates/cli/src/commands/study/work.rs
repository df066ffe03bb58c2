//! `warploom study work`: one chunk, for any engine that can start a command with a number.

use super::{StudyOptions, TapeOptions, failure, origin, policies};
use crate::ui::command::{Context, Failure, Outcome};
use crate::ui::{interrupt, output};
use warploom_lab::study::chunk::{self, ChunkEnd};
use warploom_lab::study::{ChunkRequest, Plan, state};
use warploom_report::{timeline, units};

/// The exit code of a chunk that was stopped and can be continued: EX_TEMPFAIL, which Slurm's RequeueExit can name.
const AGAIN: u8 = 75;

/// Work on one chunk of a planned study: what an engine's tasks run
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
    #[command(flatten)]
    tapes: TapeOptions,
    /// The plan's id [default: the study's current plan]
    #[arg(long, value_name = "ID")]
    plan: Option<String>,
    /// The chunk's number, from 0
    #[arg(long, value_name = "N")]
    chunk: usize,
}

pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let (store, policies) = (args.study.store()?, policies(context)?);
    let plan = match &args.plan {
        Some(id) => Plan::get(&store, id),
        None => state::current(&store, &args.study.name()).map(|(_, plan)| plan),
    };
    let plan = plan.map_err(failure)?;
    let request = ChunkRequest {
        spool: args.tapes.spool(&store),
        interrupt: Some(interrupt::on_signal()?),
        timeline: Some(timeline::recorder),
        ..ChunkRequest::new(&store, &plan, args.chunk, &policies)
    };
    let chunk = args.chunk;
    match chunk::work(&request, &origin(), &|_| {}).map_err(failure)? {
        ChunkEnd::Done { made, failed } => {
            let failed = if failed > 0 { format!(", {failed} of the chunk failed") } else { String::new() };
            output::print(&format!("chunk {chunk}: {} made{failed}\n", units::counted(made, "run", "runs")))?;
            Ok(Outcome::Fine)
        }
        ChunkEnd::WasDone => {
            output::print(&format!("chunk {chunk}: done before\n"))?;
            Ok(Outcome::Fine)
        }
        ChunkEnd::Stopped { finished } => {
            let finished = units::counted(finished, "run is", "runs are");
            output::print(&format!("chunk {chunk}: stopped; {finished} kept for the next start\n"))?;
            Ok(Outcome::Exit(AGAIN))
        }
    }
}
