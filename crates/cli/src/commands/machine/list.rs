//! `warploom machines`: the list.

use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use warploom_report::catalogue;

const NOTE: &str = "
L1 is per SM, L2 is for the whole GPU, GB/s is the peak DRAM bandwidth.
`warploom machines show NAME` shows more.
";

/// The list.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// Print JSON: an array of machines
    #[arg(long)]
    json: bool,
}

pub fn run(args: &ListArgs) -> Result<Outcome, Failure> {
    if args.json {
        output::print_json(&catalogue::machines())?;
    } else {
        output::print(&format!("{}{NOTE}", output::table(&catalogue::machine_table())))?;
    }
    Ok(Outcome::Fine)
}
