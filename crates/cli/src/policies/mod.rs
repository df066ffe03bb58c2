//! `warploom policies`: who can decide which warp issues, and which SM gets a CTA.

use crate::commands::{self, Command, Failure, Outcome};
use crate::output;
use crate::run::policy;
use clap::{ArgMatches, Args as _};
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_policy::{ALL, CTA_ALL, Choice, CtaChoice, CtaDeclaration, Declaration, Parameter, Range};
use warploom_suite::Table;

/// The command.
pub const COMMAND: Command = Command { name: "policies", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom policies                          every policy in a line
  warploom policies show tl-gpgpusim         its rule, where it comes from, what can be set
  warploom policies show block               the same of a CTA policy
  warploom run lud --policy tl-gpgpusim:ready=8 --cta-policy block
  warploom compare lud --policies lrr,gto,tl-gpgpusim";

/// The policies: who decides which warp issues, and which SM gets a CTA
///
/// A policy is asked in every cycle in which a scheduler could issue, and chooses among the warps that can. A CTA policy
/// decides which CTA goes to which SM.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Print JSON: an array of policies, each with what it `decides`: `warps` or `ctas`
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
        None if args.json => {
            output::print_json(&ALL.iter().map(to_json).chain(CTA_ALL.iter().map(cta_json)).collect())?;
        }
        None => output::print(&list())?,
        Some(What::Show { name }) => {
            let (json, text) = match CtaChoice::parse(&name, CTA_ALL) {
                Ok(choice) => (cta_json(choice.declaration()), cta_shown(choice.declaration())),
                // What is said of a name that is neither's is said of warps' policies.
                Err(_) => policy(&name).map(|choice| (to_json(choice.declaration()), shown(&choice)))?,
            };
            if args.json { output::print_json(&json)? } else { output::print(&text)? }
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
    let mut placing = Table::new(&["CTA policy", "rule"]);
    CTA_ALL.iter().for_each(|policy| placing.row([policy.name, policy.about].map(str::to_owned)));
    format!("{table}\n{placing}\n`warploom policies show NAME` tells more.\n")
}

fn cta_shown(CtaDeclaration { name, about, origin, by_number, .. }: &CtaDeclaration) -> String {
    let tape = if *by_number {
        "\nwork that is no tape is put on one first: it asks for CTAs by number\n"
    } else {
        ""
    };
    format!("{name}: {about}\nfrom {origin}\n{tape}")
}

fn cta_json(policy: &CtaDeclaration) -> Value {
    json!({
        "name": policy.name,
        "decides": "ctas",
        "about": policy.about,
        "origin": policy.origin,
        "parameters": [],
    })
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
        "decides": "warps",
        "about": policy.about,
        "origin": policy.origin,
        "parameters": policy.parameters.iter().map(parameter).collect::<Vec<_>>(),
    })
}
