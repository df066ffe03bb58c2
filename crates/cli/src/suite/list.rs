//! `warploom suite list`.

use super::{application_json, papers};
use crate::commands::{Failure, Outcome};
use crate::output;
use crate::table::{Table, short};
use serde_json::Value;
use warploom_suite::{APPLICATIONS, Fact, Size, facts};

const NOTES: &str = "
Warp instructions are those of all launches with seed 1. `paper` is the size of the first paper named; others
are asked for as `paper:pro`. Shared memory is in bytes per CTA.
`warploom suite show NAME` tells more.
";

/// Every application with its kernels, papers, sizes and warp instructions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Print JSON: an array of applications with what is known of every kernel at every size
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let facts = facts();
    if args.json {
        let list: Vec<Value> = APPLICATIONS.iter().map(|a| application_json(a, &facts)).collect();
        output::print_json(&Value::Array(list))?;
    } else {
        output::print(&format!("{}{NOTES}", table(&facts)))?;
    }
    Ok(Outcome::Fine)
}

fn table(facts: &[Fact]) -> Table {
    let mut table = Table::new(&["application", "kernel", "papers", ">shared", ">tiny", ">small", ">paper"]);
    for application in APPLICATIONS {
        let sizes = [Size::Tiny, Size::Small, Size::Paper(application.papers[0])];
        for (at, kernel) in application.kernels.iter().enumerate() {
            let named = |f: &&Fact| f.application == application.name && f.kernel == kernel.name;
            let own: Vec<&Fact> = facts.iter().filter(named).collect();
            // What is the application's stands on its first line alone.
            let first = |text: String| if at == 0 { text } else { String::new() };
            let mut row =
                vec![first(application.name.to_owned()), kernel.name.to_owned(), first(papers(application))];
            row.push(own.iter().map(|f| f.shared).max().unwrap_or(0).to_string());
            let count = |size| own.iter().find(|f| f.size == size).map(|f| short(f.warp_instructions));
            row.extend(sizes.map(|size| count(size).unwrap_or_else(|| "-".to_owned())));
            table.row(row);
        }
    }
    table
}
