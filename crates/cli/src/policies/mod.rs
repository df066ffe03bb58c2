//! `warploom policies`: who can decide which warp issues.

use crate::commands::{self, Command, Failure, Outcome};
use crate::output;
use crate::run::policy;
use clap::{ArgMatches, Args as _};
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_policy::{ALL, Choice, Declaration, Parameter, Range};
use warploom_suite::Table;

/// The command.
pub const COMMAND: Command = Command { name: "policies", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom policies                          every policy in a line
  warploom policies show tl-gpgpusim         its rule, where it comes from, what can be set
  warploom run lud --policy tl-gpgpusim:ready=8
  warploom compare lud --policies lrr,gto,tl-gpgpusim";

/// The policies: who decides which warp issues
///
/// A policy is asked in every cycle in which a scheduler could issue, and chooses among the warps that can.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Print JSON: an array of policies
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// All of a policy: its rule, where it comes from, its parameters
    Show {
        /// The policy
        #[arg(value_name = "NAME")]
        name: String,
    },
}

fn run(matches: &ArgMatches) -> Result<Outcome, Failure> {
    let args: Args = commands::args(matches)?;
    match args.what {
        None if args.json => output::print_json(&ALL.iter().map(to_json).collect())?,
        None => output::print(&list())?,
        Some(What::Show { name }) => {
            let choice = policy(&name)?;
            match args.json {
                true => output::print_json(&to_json(choice.declaration()))?,
                false => output::print(&shown(&choice))?,
            }
        }
    }
    Ok(Outcome::Fine)
}

fn list() -> String {
    let mut table = Table::new(&["policy", "rule"]);
    for policy in ALL {
        // As it would be written with everything unset.
        let name =
            Choice::parse(policy.name, ALL).map_or(policy.name.to_owned(), |choice| choice.to_string());
        table.row([name, policy.about.to_owned()]);
    }
    format!("{table}\n`warploom policies show NAME` tells more.\n")
}

fn shown(choice: &Choice) -> String {
    let Declaration { name, about, origin, parameters, .. } = *choice.declaration();
    let mut text = format!("{name}: {about}\nfrom {origin}\n");
    if !parameters.is_empty() {
        let mut table = Table::new(&["parameter", "default", "range", ""]);
        for Parameter { name, about, default, range, .. } in parameters {
            table.row([(*name).to_owned(), default.to_string(), range.to_string(), (*about).to_owned()]);
        }
        let _ = write!(text, "\n{table}\nwritten {choice}\n");
    }
    text
}

fn to_json(policy: &Declaration) -> Value {
    let range = |range: Range| match range {
        Range::Whole(least, most) => json!({ "least": least, "most": most }),
        Range::OneOf(words) => json!(words),
    };
    let parameter = |parameter: &Parameter| {
        let Parameter { name, about, default, range: of, .. } = *parameter;
        json!({ "name": name, "about": about, "default": default.to_string(), "range": range(of) })
    };
    json!({
        "name": policy.name,
        "about": policy.about,
        "origin": policy.origin,
        "parameters": policy.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}
