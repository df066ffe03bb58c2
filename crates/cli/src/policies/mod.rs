//! `warploom policies`: who can decide which warp issues, and which SM gets a CTA.

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::machine::MachineOptions;
use crate::output;
use clap::{ArgMatches, Args as _};
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_gpu::machine::Machine;
use warploom_policy::{CTA_ALL, Choice, Cost, CtaChoice, CtaDeclaration, Declaration, Parameter, Per, Range};
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
    /// All of a policy: its rule, where it comes from, its parameters, what it would cost in a machine's hardware
    Show {
        /// The policy
        #[arg(value_name = "NAME")]
        name: String,
        #[command(flatten)]
        machine: MachineOptions,
    },
}

fn run(matches: &ArgMatches, context: &Context) -> Result<Outcome, Failure> {
    let args: Args = command::args(matches)?;
    match args.what {
        None if args.json => {
            let all = context.policies.iter().map(to_json).chain(CTA_ALL.iter().map(cta_json));
            output::print_json(&all.collect())?;
        }
        None => output::print(&list(&context.policies))?,
        Some(What::Show { name, machine }) => {
            let (json, text) = match (context.policy(&name), CtaChoice::parse(&name, CTA_ALL)) {
                (Ok(choice), _) => {
                    let machine = machine.resolve()?;
                    (with_cost(&choice, &machine), shown(&choice, &machine))
                }
                (Err(_), Ok(choice)) => (cta_json(choice.declaration()), cta_shown(choice.declaration())),
                // What is said of a name that is neither's is said of warps' policies.
                (Err(failure), Err(_)) => return Err(failure),
            };
            if args.json { output::print_json(&json)? } else { output::print(&text)? }
        }
    }
    Ok(Outcome::Fine)
}

fn list(policies: &[Declaration]) -> String {
    let mut table = Table::new(&["policy", "can be set", "rule"]);
    for policy in policies {
        let parameters: Vec<&str> = policy.parameters.iter().map(|parameter| parameter.name).collect();
        table.row([policy.name.to_owned(), parameters.join(" "), policy.about.to_owned()]);
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

fn shown(choice: &Choice, machine: &Machine) -> String {
    let Declaration { name, about, origin, parameters, .. } = *choice.declaration();
    let mut text = format!("{name}: {about}\nfrom {origin}\n");
    if !parameters.is_empty() {
        let mut table = Table::new(&["parameter", "default", "range", ""]);
        for Parameter { name, about, default, range, .. } in parameters {
            table.row([(*name).to_owned(), default.to_string(), range.to_string(), (*about).to_owned()]);
        }
        let _ = write!(text, "\n{table}\nwritten {choice}\n");
    }
    text.push_str(&hardware(&choice.cost(&machine.sm), &machine.name));
    text
}

/// What it would cost, part by part.
fn hardware(costs: &[Cost], machine: &str) -> String {
    if costs.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["hardware", ">count", ">bits", ">bytes", "in each"]);
    for Cost { what, bits, count, per } in costs {
        let bytes = bytes(bits * count);
        let each = each(*per);
        table.row([(*what).to_owned(), count.to_string(), bits.to_string(), bytes, each.to_owned()]);
    }
    let mut text = format!("\n{table}");
    let in_sm = total(costs);
    if in_sm > 0 {
        let _ = writeln!(text, "\n{} bytes in an SM of {machine}", bytes(in_sm));
    }
    text
}

/// Bits in each SM.
fn total(costs: &[Cost]) -> u64 {
    costs.iter().filter(|cost| cost.per == Per::Sm).map(|cost| cost.bits * cost.count).sum()
}

/// So many bits in bytes.
fn bytes(bits: u64) -> String {
    (bits as f64 / 8.0).to_string()
}

fn each(per: Per) -> &'static str {
    match per {
        Per::Sm => "SM",
        Per::Instruction => "instruction",
        Per::Phase => "phase",
    }
}

fn with_cost(choice: &Choice, machine: &Machine) -> Value {
    let mut value = to_json(choice.declaration());
    let costs = choice.cost(&machine.sm);
    let parts = costs.iter().map(|cost| {
        let Cost { what, bits, count, per } = *cost;
        json!({ "what": what, "bits": bits, "count": count, "per": each(per) })
    });
    value["machine"] = json!(machine.name);
    value["hardware"] = parts.collect();
    value["bytes_per_sm"] = json!(total(&costs) as f64 / 8.0);
    value
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
