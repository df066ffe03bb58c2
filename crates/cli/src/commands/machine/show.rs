//! `warploom machines show`.

use crate::ui::command::{Failure, Outcome};
use crate::ui::machine::Overrides;
use crate::ui::output;
use std::path::PathBuf;
use warploom_lab::machine_choice::Description;

/// Show a machine's description, with the source of each value
///
/// With --set, the modified description is printed, without comments.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A name from `warploom machines`, or a machine description file
    #[arg(value_name = "NAME|FILE")]
    name: PathBuf,
    #[command(flatten)]
    overrides: Overrides,
    /// Print JSON: every key, including those that the file omits
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let description = Description::find(&args.name)?;
    let machine = description.machine(args.overrides.set())?;
    if args.json {
        let value = serde_json::to_value(&machine);
        output::print_json(
            &value.map_err(|e| Failure::mistake(format!("{}: {e}", description.name), None))?,
        )?;
    } else if args.overrides.set().is_empty() {
        output::print(&description.text)?;
    } else {
        output::print(&machine.to_toml())?;
    }
    Ok(Outcome::Fine)
}
