//! `warploom study results`.

use super::{StudyOptions, failure, policies, table};
use crate::ui::command::{Context, Failure, Outcome};
use crate::ui::output;
use std::path::{Path, PathBuf};
use warploom_lab::store::Store;
use warploom_lab::study::results::{collect, sweep};
use warploom_lab::study::state;
use warploom_lab::study::summary::summarise;
use warploom_report::units;
use warploom_tape::atomic_file;

/// Collect a study's records into one table that polars, DuckDB and pyarrow read
///
/// The terminal shows a row for each combination of workload, machine and policy: mean and standard deviation over the study's seeds, and
/// the speedup over the first policy. Of a study with more than 60 combinations it shows geometric means over workloads only.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    study: StudyOptions,
    /// Write records.parquet and hosts.parquet to this directory [default: results/STUDY in the store]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Write a row for each combination as CSV: mean, sigma and n of cycles, IPC and speedup; - for standard output
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

pub fn run(args: &Args, context: &Context) -> Result<Outcome, Failure> {
    let (store, policies) = (args.study.store()?, policies(context)?);
    let (_, plan) = state::current(&store, &args.study.name()).map_err(failure)?;
    let collected = collect(&store, &plan, &policies).map_err(failure)?;
    sweep(&store, &plan).map_err(failure)?;
    if collected.runs == 0 {
        let help = "`warploom study run` makes them".to_owned();
        return Err(Failure {
            code: 1,
            ..Failure::mistake("no run of this study is finished".to_owned(), Some(help))
        });
    }
    let summary = summarise(&plan, &policies, &collected.measured).map_err(failure)?;
    let is_printed = args.csv.as_deref().is_some_and(|path| path.as_os_str() == "-");
    match args.csv.as_deref() {
        Some(_) if is_printed => output::print(&table::csv(&summary))?,
        Some(path) => write_csv(path, &table::csv(&summary))?,
        None => {}
    }
    let bytes = collected.records.len() as u64;
    let (store, folder) = match &args.output {
        Some(directory) => (Store::in_directory(directory), String::new()),
        None => (store, format!("results/{}/", plan.study)),
    };
    for (name, table) in [("records", collected.records), ("hosts", collected.hosts)] {
        let written = store.write(&format!("{folder}{name}.parquet"), table);
        written.map_err(|error| failure(error.into()))?;
    }
    let mut text = format!(
        "{} of {} runs, {} in {}/{folder}records.parquet: {}, {:.1} bytes per record\n",
        collected.runs,
        plan.runs,
        units::counted(collected.rows, "record", "records"),
        store.location(),
        units::bytes(bytes),
        bytes as f64 / collected.rows.max(1) as f64,
    );
    if collected.failed > 0 {
        text += &format!("{} failed:\n", units::counted(collected.failed, "run", "runs"));
        collected.errors.iter().for_each(|error| text += &format!("  {error}\n"));
    }
    if collected.runs < plan.runs {
        text += "the others are not finished: `warploom study run` continues\n";
    }
    if !is_printed {
        output::print(&(text + &table::text(&summary)))?;
    }
    Ok(if collected.failed > 0 || collected.runs < plan.runs { Outcome::Failed } else { Outcome::Fine })
}

fn write_csv(path: &Path, text: &str) -> Result<(), Failure> {
    atomic_file::write(path, text.as_bytes())
        .map_err(|error| Failure::mistake(format!("`{}` cannot be written: {error}", path.display()), None))
}
