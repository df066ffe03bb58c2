//! `warploom suite list`.

use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use warploom_report::{catalogue, suite};
use warploom_suite::{APPLICATIONS, MICROBENCHMARKS, facts};

const NOTES: &str = "
Warp instructions are those of all launches with seed 1. `paper` is the size of the first paper listed; another
paper's size is `paper:pro`. Shared memory is in bytes per CTA.
`warploom suite show NAME` shows more.
";

/// List the applications with their kernels, papers, sizes and warp instructions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: an array of applications with the facts of every kernel at every size
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.json {
        output::print_json(&catalogue::suite())?;
    } else {
        let count = APPLICATIONS.len();
        let ours: Vec<&str> = MICROBENCHMARKS.iter().map(|application| application.name).collect();
        output::print(&format!(
            "{}\n{count} applications of the papers, and microbenchmarks of our own: {}\n{NOTES}",
            output::table(&suite::overview(&facts())),
            ours.join(", ")
        ))?;
    }
    Ok(Outcome::Fine)
}
