//! Microbenchmarks of a machine, with published values.

use super::Args;
use crate::ui::command::{Context, Failure, Outcome};
use crate::ui::output;
use crate::ui::progress::Progress;
use serde_json::{Value, json};
use warploom_papers::micro::{MicroResult, PublishedValue, measure};
use warploom_report::Table;

/// The microbenchmarks measure units and memory; the scheduler hardly matters.
const POLICY: &str = "gto";

pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let machine = args.machine.resolve()?;
    let progress = Progress::new(1, "machine", args.quiet);
    progress.begin(&machine.name);
    let answers = measure(&machine, &context.policy(POLICY)?)
        .map_err(|error| Failure { code: 1, ..Failure::mistake(error.to_string(), None) })?;
    progress.end();
    progress.finish();
    if args.json {
        output::print_json(&answers.iter().map(as_json).collect::<Value>())?;
    } else {
        output::print(&text(&machine.name, &answers))?;
    }
    Ok(Outcome::Fine)
}

fn text(machine: &str, answers: &[MicroResult]) -> String {
    let mut table = Table::new(&["microbenchmark", "what", &format!(">{machine}"), "unit", "published"]);
    for MicroResult { micro, ours, known } in answers {
        let published: Vec<String> = known.iter().map(|k| format!("{} ({})", k.value, k.source)).collect();
        let cells = [&micro.kernel, &micro.about, &format!("{ours:.2}"), &micro.unit, &published.join(", ")];
        table.row(cells.map(String::clone));
    }
    output::table(&table)
}

fn as_json(answer: &MicroResult) -> Value {
    let known =
        |known: &PublishedValue| json!({ "value": known.value, "source": known.source, "note": known.note });
    json!({
        "microbenchmark": answer.micro.kernel,
        "unit": answer.micro.unit,
        "ours": answer.ours,
        "published": answer.known.iter().map(known).collect::<Vec<_>>(),
    })
}
