//! `warploom suite list`.

use super::application_json;
use crate::command::{Failure, Outcome};
use crate::output;
use serde_json::Value;
use warploom_suite::{APPLICATIONS, OURS, applications, describe, facts};

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

/// All applications.
pub fn list_json() -> Value {
    let facts = facts();
    applications().map(|application| application_json(application, &facts)).collect()
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    if args.json {
        output::print_json(&list_json())?;
    } else {
        let count = APPLICATIONS.len();
        let ours: Vec<&str> = OURS.iter().map(|application| application.name).collect();
        output::print(&format!(
            "{}\n{count} applications of the papers, and microbenchmarks of our own: {}\n{NOTES}",
            output::table(&describe::overview(&facts())),
            ours.join(", ")
        ))?;
    }
    Ok(Outcome::Fine)
}
