//! `warploom study plan`.

use super::{StudyOptions, failure, policies, show};
use crate::ui::command::{Context, Failure, Outcome};
use crate::ui::output;
use warploom_lab::pool;
use warploom_lab::study::plan::ChunkCost;
use warploom_lab::study::state;

/// Where a study runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Engine {
    /// Threads of this host
    Local,
    /// Job arrays of Slurm
    Slurm,
}

/// How a study is cut into chunks.
#[derive(Debug, clap::Args)]
pub struct CutOptions {
    /// Where the study runs
    #[arg(long, value_enum, default_value = "local")]
    pub on: Engine,
    /// Seconds that a chunk should take [default: from the study's total, 120 to 450 on a cluster]
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..))]
    chunk_seconds: Option<u32>,
    /// Cut the study again, with what is measured and finished by now
    #[arg(long)]
    pub again: bool,
}

impl CutOptions {
    /// The cost of a chunk.
    pub fn cost(&self, threads: usize) -> ChunkCost {
        let usual = match self.on {
            Engine::Local => ChunkCost::for_threads(threads),
            Engine::Slurm => ChunkCost::BATCH,
        };
        ChunkCost { seconds: self.chunk_seconds.map(f64::from), ..usual }
    }
}

/// Show what a study would run, and cut it into chunks
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
    #[command(flatten)]
    cut: CutOptions,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let study = args.study.read()?;
    let (store, policies) = (args.study.store()?, policies(context)?);
    let threads = pool::threads(None).get();
    let (_, plan) = state::current_or_new(&study, &store, &policies, args.cut.cost(threads), args.cut.again)
        .map_err(failure)?;
    let status =
        warploom_lab::study::status::status(&store, &plan, std::time::UNIX_EPOCH, std::time::UNIX_EPOCH);
    let status = status.map_err(failure)?;
    if args.json {
        output::print_json(&show::plan_json(&plan, &status))?;
    } else {
        output::print(&show::plan(&plan, &status, &study.file.description))?;
    }
    Ok(Outcome::Fine)
}
