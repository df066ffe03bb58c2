//! `warploom policies`: lists the warp policies and the CTA policies.

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::MachineOptions;
use crate::ui::output;
use clap::{ArgMatches, Args as _};
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_gpu::machine::Machine;
use warploom_policy::{Choice, CorePolicy, Cost, Declaration, Per, PolicyKind, WarpKind};
use warploom_report::{Table, catalogue};

/// The command.
pub const COMMAND: Command = Command { name: "policies", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom policies                          every policy in one line
  warploom policies show tl-gpgpusim         its rule, origin, parameters and hardware cost
  warploom policies show block               the same for a CTA policy
  warploom run lud --policy tl-gpgpusim:ready=8 --cta-policy block
  warploom compare lud --policies lrr,gto,tl-gpgpusim";

/// List the policies that pick warps and place CTAs
///
/// A policy picks one of the issuable warps in every cycle in which a scheduler can issue. A CTA policy decides which SM receives
/// a CTA.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    what: Option<What>,
    /// Print JSON: an array of policies, where `decides` is `warps` or `ctas`
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Show one policy: its rule, origin, parameters and hardware cost
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
    let Context { warp_policies, cta_policies, wave_policies, .. } = context;
    match args.what {
        None if args.json => {
            output::print_json(&catalogue::policies(warp_policies, cta_policies, wave_policies))?;
        }
        None => {
            let (warp, cta) = (output::table(&list(warp_policies)), output::table(&list(cta_policies)));
            let wave = output::table(&list(wave_policies));
            output::print(&format!(
                "{warp}\n{cta}\n{wave}\n\
                 Policies pick warps on machines of SMs; wave policies pick waves on machines of CUs.\n\
                 `warploom policies show NAME` shows one in full.\n"
            ))?;
        }
        Some(What::Show { name, machine }) => {
            let machine = machine.resolve()?;
            let (json, text) = match (context.core_policy(&name, &machine), context.cta_policy(&name)) {
                (Ok(CorePolicy::Warps(choice)), _) => shown(&choice, &machine),
                (Ok(CorePolicy::Waves(choice)), _) => shown(&choice, &machine),
                // The command line has only policies with a declaration.
                (Ok(CorePolicy::Custom(policy)), _) => {
                    (json!({ "name": policy.name() }), format!("{}\n", policy.name()))
                }
                (Err(_), Ok(choice)) => shown(&choice, &machine),
                // The message for a name of neither kind is that of policies for the machine.
                (Err(failure), Err(_)) => return Err(failure),
            };
            if args.json { output::print_json(&json)? } else { output::print(&text)? }
        }
    }
    Ok(Outcome::Fine)
}

/// A table of the policies of one kind. It has a column of parameters if one of them has any.
fn list<K: PolicyKind>(policies: &[Declaration<K>]) -> Table {
    let has_parameters = policies.iter().any(|policy| !policy.parameters.is_empty());
    let columns: &[&str] = if has_parameters { &[K::NOUN, "parameters", "rule"] } else { &[K::NOUN, "rule"] };
    let mut table = Table::new(columns);
    for policy in policies {
        let parameters: Vec<&str> = policy.parameters.iter().map(|parameter| parameter.name()).collect();
        let parameters = has_parameters.then(|| parameters.join(" "));
        let name = Some(policy.name.to_owned());
        table.row([name, parameters, Some(policy.about.to_owned())].into_iter().flatten());
    }
    table
}

/// A policy as JSON and as text.
fn shown<K: PolicyKind>(choice: &Choice<K>, machine: &Machine) -> (Value, String) {
    let costs = choice.cost(K::hardware(machine));
    (with_cost(choice, &costs, machine), text(choice, &costs, machine))
}

fn text<K: PolicyKind>(choice: &Choice<K>, costs: &[Cost], machine: &Machine) -> String {
    let Declaration { name, about, origin, parameters, properties, .. } = *choice.declaration();
    let mut text = format!("{name}: {about}\nfrom {origin}\n");
    if !parameters.is_empty() {
        let mut table = Table::new(&["parameter", "default", "range", ""]);
        for parameter in parameters {
            let (default, range) = (parameter.default().to_string(), parameter.range().to_string());
            table.row([parameter.name().to_owned(), default, range, parameter.about().to_owned()]);
        }
        let _ = write!(text, "\n{}\nin records: {choice}\n", output::table(&table));
    }
    if let Some(remark) = K::remark(properties) {
        let _ = write!(text, "\n{remark}\n");
    }
    text.push_str(&hardware(costs, &machine.name));
    text
}

/// A table of the hardware cost.
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
    let mut text = format!("\n{}", output::table(&table));
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

/// Bits as bytes.
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

fn with_cost<K: PolicyKind>(choice: &Choice<K>, costs: &[Cost], machine: &Machine) -> Value {
    let mut value = catalogue::policy(choice.declaration());
    // Warp policies always have these keys, CTA policies if they declare a cost.
    if K::DECIDES != WarpKind::DECIDES && costs.is_empty() {
        return value;
    }
    let parts = costs.iter().map(|cost| {
        let Cost { what, bits, count, per } = *cost;
        json!({ "what": what, "bits": bits, "count": count, "per": each(per) })
    });
    value["machine"] = json!(machine.name);
    value["hardware"] = parts.collect();
    value["bytes_per_sm"] = json!(total(costs) as f64 / 8.0);
    value
}
