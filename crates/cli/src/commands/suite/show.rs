//! `warploom suite show`.

use super::check::DEFAULT_ARCHITECTURE;
use crate::ui::command::{Failure, Outcome};
use crate::ui::output;
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_lab::work::suite::{find, size};
use warploom_report::catalogue::{application_json, fact_json};
use warploom_report::suite as describe;
use warploom_suite::{Application, Kernel, KernelFacts, MEMORY_INTENSIVE, facts, measure};

/// Show an application's description, launches, papers and source
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An application (`lud`) or a kernel (`lud/internal`)
    #[arg(value_name = "NAME")]
    name: String,
    /// Run it and show its instruction mix, in percent of warp instructions
    #[arg(long)]
    mix: bool,
    /// Problem size for --mix: tiny, small, paper, paper:pro, …
    #[arg(long, value_name = "SIZE", default_value = "small", requires = "mix")]
    size: String,
    /// Seed for --mix
    #[arg(long, value_name = "N", default_value_t = 1, requires = "mix")]
    seed: u64,
    /// Print the PTX instead
    #[arg(long, conflicts_with_all = ["mix", "json"])]
    ptx: bool,
    /// Print the GCN assembly instead
    #[arg(long, conflicts_with_all = ["mix", "json", "ptx"])]
    gcn: bool,
    /// Instruction set for --mix: ptx, gcn, or sass, NVIDIA's machine code of sm_80
    #[arg(long, value_name = "ISA", value_parser = ["ptx", "gcn", "sass"], default_value = "ptx", hide_possible_values = true, requires = "mix")]
    isa: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let (application, kernel) = find(&args.name)?;
    if args.ptx {
        output::print(application.ptx)?;
    } else if args.gcn {
        let missing = |why| Failure::mistake(format!("`{}` has no GCN code: {why}", application.name), None);
        output::print(application.gcn.map_err(missing)?)?;
    } else if args.mix {
        let size = size(application, &args.size)?;
        let failed =
            |e: warploom_suite::Error| Failure::mistake(format!("`{}`: {e}", application.name), None);
        let work = match args.isa.as_str() {
            "gcn" => application.prepare_gcn(size, args.seed),
            "sass" => match application.cubin(DEFAULT_ARCHITECTURE) {
                Some(cubin) => application.prepare_cubin(cubin, size, args.seed),
                None => unreachable!("the suite has cubins of the default architecture"),
            },
            _ => application.prepare(size, args.seed),
        };
        let mut work = work.map_err(failed)?;
        let mut measured = measure(&mut work).map_err(failed)?;
        measured.retain(|f| kernel.is_none_or(|k| k.name == f.kernel));
        if measured.is_empty() {
            let help = format!("`warploom suite show {}` shows the launches of each size", application.name);
            return Err(Failure::mistake(
                format!("`{}` is not launched at size {size}", args.name),
                Some(help),
            ));
        }
        if args.json {
            let named = |f: &KernelFacts| {
                let mut value = fact_json(f);
                value["kernel"] = json!(f.kernel);
                value["seed"] = json!(args.seed);
                value
            };
            output::print_json(&Value::Array(measured.iter().map(named).collect()))?;
        } else {
            output::print(&format!("{}{}", output::table(&describe::mixes(measured.iter())), mix_note()))?;
        }
    } else if args.json {
        let mut value = application_json(application, &facts());
        value["story"] = json!(application.description());
        value["source"] = json!(application.source);
        output::print_json(&value)?;
    } else {
        output::print(&text(application, kernel))?;
    }
    Ok(Outcome::Fine)
}

fn text(application: &Application, kernel: Option<&Kernel>) -> String {
    let selected = |name: &str| kernel.is_none_or(|k| k.name == name);
    let mut text = format!("{}\n\nKernels\n", application.description());
    for kernel in application.kernels.iter().filter(|k| selected(k.name)) {
        let _ = writeln!(text, "  {}: {}", kernel.name, kernel.description);
        if let Some(note) = kernel.size_note {
            let _ = writeln!(text, "    special size: {note}");
        }
    }
    let facts = facts();
    let own = facts.iter().filter(|f| f.application == application.name && selected(&f.kernel));
    let _ = write!(
        text,
        "\nLaunches with seed 1; grid, block and waves are those of the largest launch\n{}",
        output::table(&describe::launches(own))
    );
    if let Some(table) = describe::papers(application.rows(), &facts) {
        let _ = write!(text, "\nIn the papers' tables\n{}", output::table(&table));
    }
    let _ = write!(text, "\nSource (kernels/{}.cu)\n\n{}", application.name, application.source);
    text
}

fn mix_note() -> String {
    format!(
        "\nPercent of warp instructions by class. Memory is global, local and atomic; a kernel with at least\n\
         {} % is memory-intensive.\n",
        100.0 * MEMORY_INTENSIVE
    )
}
