//! `warploom suite show`.

use super::{application_json, fact_json, find, mistake, shape, size};
use crate::commands::{Failure, Outcome};
use crate::output;
use crate::table::Table;
use serde_json::{Value, json};
use std::fmt::Write as _;
use warploom_kernel::class::Class;
use warploom_suite::{Application, Fact, Kernel, MEMORY_INTENSIVE, Mix, Row, TABLES, facts, measure};

/// An application's story, launches, papers and source
#[derive(Debug, clap::Args)]
pub struct Args {
    /// An application (`lud`) or a kernel (`lud/internal`)
    #[arg(value_name = "NAME")]
    name: String,
    /// Run it and show what its instructions are, in percent of warp instructions
    #[arg(long)]
    mix: bool,
    /// Size of the run that --mix makes: tiny, small, paper, paper:pro, …
    #[arg(long, value_name = "SIZE", default_value = "small", requires = "mix")]
    size: String,
    /// Seed of the run that --mix makes
    #[arg(long, value_name = "N", default_value_t = 1, requires = "mix")]
    seed: u64,
    /// Print the PTX instead
    #[arg(long, conflicts_with_all = ["mix", "json"])]
    ptx: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let (application, kernel) = find(&args.name)?;
    if args.ptx {
        output::print(application.ptx)?;
    } else if args.mix {
        let size = size(application, &args.size)?;
        let failed = |e: warploom_suite::Error| mistake(format!("`{}`: {e}", application.name), None);
        let mut work = application.work(size, args.seed).map_err(failed)?;
        let mut measured = measure(&mut work).map_err(failed)?;
        measured.retain(|f| kernel.is_none_or(|k| k.name == f.kernel));
        if args.json {
            let named = |f: &Fact| {
                let mut value = fact_json(f);
                value["kernel"] = json!(f.kernel);
                value["seed"] = json!(args.seed);
                value
            };
            output::print_json(&Value::Array(measured.iter().map(named).collect()))?;
        } else {
            output::print(&mixes(&measured))?;
        }
    } else if args.json {
        let mut value = application_json(application, &facts());
        value["story"] = json!(application.story());
        value["source"] = json!(application.source);
        output::print_json(&value)?;
    } else {
        output::print(&text(application, kernel))?;
    }
    Ok(Outcome::Fine)
}

fn text(application: &Application, kernel: Option<&Kernel>) -> String {
    let wanted = |name: &str| kernel.is_none_or(|k| k.name == name);
    let mut text = format!("{}\n\nKernels\n", application.story());
    for kernel in application.kernels.iter().filter(|k| wanted(k.name)) {
        let _ = writeln!(text, "  {}: {}", kernel.name, kernel.what);
        if let Some(aside) = kernel.aside {
            let _ = writeln!(text, "    smaller than others at size small: {aside}");
        }
    }
    let facts = facts();
    let own = facts.iter().filter(|f| f.application == application.name && wanted(&f.kernel));
    let _ = write!(text, "\nLaunches (grid and block of the largest; seed 1)\n{}", launches(own));

    let rows: Vec<&Row> =
        TABLES.iter().filter(|r| r.work.split('/').next() == Some(application.name)).collect();
    if !rows.is_empty() {
        let _ = write!(text, "\nIn the papers' tables\n{}", tables(&rows, &facts));
    }
    let _ = write!(text, "\nSource (kernels/{}.cu)\n\n{}", application.name, application.source);
    text
}

fn launches<'a>(facts: impl Iterator<Item = &'a Fact>) -> Table {
    let mut table = Table::new(&[
        "size",
        "kernel",
        ">launches",
        ">CTAs",
        ">grid",
        ">block",
        ">shared bytes",
        ">waves",
        ">warp instructions",
    ]);
    let mut facts: Vec<&Fact> = facts.collect();
    facts.sort_by_key(|f| f.size);
    for f in facts {
        table.row([
            f.size.to_string(),
            f.kernel.clone(),
            f.launches.to_string(),
            f.ctas.to_string(),
            shape(f.grid),
            shape(f.block),
            f.shared.to_string(),
            format!("{:.1}", f.waves()),
            f.warp_instructions.to_string(),
        ]);
    }
    table
}

fn tables(rows: &[&Row], facts: &[Fact]) -> Table {
    let mut table =
        Table::new(&["table", "there", "here", ">CTAs there", ">CTAs here", "threads", "launches", "note"]);
    for row in rows {
        let (ctas, threads, launches) = row.ours(facts);
        // Both where they differ, once where they do not.
        let both = |there: Option<u64>, here: Option<u64>| match (there, here) {
            (Some(there), Some(here)) if there == here => there.to_string(),
            (Some(there), here) => format!("{there}, here {}", here.unwrap_or(0)),
            (None, _) => "not given".to_owned(),
        };
        table.row([
            row.paper.table().to_owned(),
            row.label.to_owned(),
            row.work.to_owned(),
            row.ctas.to_string(),
            ctas.to_string(),
            both(row.threads.map(u64::from), threads.map(u64::from)),
            both(row.launches, launches),
            row.differs.unwrap_or(if row.agrees(facts) { "equal" } else { "differs" }).to_owned(),
        ]);
    }
    table
}

fn mixes(facts: &[Fact]) -> String {
    let total: Mix = facts.iter().map(|f| f.mix).sum();
    // Columns of zeros would hide the others.
    let classes: Vec<Class> = Class::ALL.into_iter().filter(|&class| total.of(class) > 0).collect();
    let mut titles = vec!["kernel".to_owned(), ">warp instructions".to_owned()];
    titles.extend(classes.iter().map(|class| format!(">{class}")));
    titles.extend([">memory".to_owned(), "memory-intensive".to_owned()]);
    let mut table = Table::new(&titles.iter().map(String::as_str).collect::<Vec<_>>());
    let mut row = |name: &str, mix: &Mix| {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let mut cells = vec![name.to_owned(), mix.total().to_string()];
        cells.extend(classes.iter().map(|&class| percent(mix.share(class))));
        cells.push(percent(mix.memory_share()));
        cells.push(if mix.is_memory_intensive() { "yes" } else { "no" }.to_owned());
        table.row(cells);
    };
    facts.iter().for_each(|f| row(&f.kernel, &f.mix));
    if facts.len() > 1 {
        row("all", &total);
    }
    format!(
        "{table}\nPercent of warp instructions by class. Memory is global, local and atomic; from {} % on, a kernel\n\
         counts as memory-intensive.\n",
        100.0 * MEMORY_INTENSIVE
    )
}
