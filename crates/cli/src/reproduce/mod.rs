//! `warploom reproduce`: a paper's whole evaluation.

mod show;

use crate::command::{self, Command, Context, Failure, Outcome};
use crate::machine::{Description, Overrides};
use crate::output;
use crate::progress::Progress as Bar;
use crate::run::{failure, threads};
use clap::{ArgMatches, Args as _};
use std::path::PathBuf;
use std::sync::OnceLock;
use warploom_lab::reproduce::stored::write_atomically;
use warploom_lab::reproduce::{
    DrawnItem, Evaluation, Page, Progress, ReproduceError, ReproduceRequest, Results, evaluation, measure,
    records, run_all,
};
use warploom_suite::Paper;

/// The command.
pub const COMMAND: Command = Command { name: "reproduce", declare: Args::augment_args, run };

const EXAMPLES: &str = "Examples:
  warploom reproduce phase-aware                   every figure, table and claim, into phase-aware-small/
  warploom reproduce pro --size paper              with the paper's grids and three seeds: some hours
  warploom reproduce motrr --only fig8             one figure, and only the runs it needs
  warploom reproduce phase-aware --only phase-aware/robust,fig9
  warploom reproduce phase-aware --list            what there is

The folder has README.md with all of it, figures/ (SVG and PNG), data/ (Parquet) and runs/. Runs are kept as they end: called
again after it was ended in any way, the command goes on where it was. docs/reproduce.md shows what comes out.

Exit code: 0 it was reproduced, whether claims hold or not; 1 a run failed; 2 it could not be started.";

/// Reproduce a paper: its figures and tables beside ours, claim by claim
///
/// All runs of the paper's evaluation are done, side by side, and what comes out is put into a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
struct Args {
    /// The paper: phase-aware, pro or motrr
    #[arg(value_name = "PAPER")]
    paper: String,
    /// How large works are: tiny, small, or paper
    #[arg(long, value_name = "SIZE", default_value = "small")]
    size: String,
    /// Only these figures, tables and claims, with commas between them; a claim's name may be cut short
    #[arg(long, value_name = "NAME,NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// How many seeds [default: 1; at size paper 3]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: Option<u64>,
    /// The folder [default: PAPER-SIZE]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Runs at a time [default: as many as this host has threads]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// List figures, tables and claims, and run nothing
    #[arg(long)]
    list: bool,
    /// Print claims as JSON
    #[arg(long)]
    json: bool,
    /// No progress on standard error
    #[arg(long)]
    quiet: bool,
    /// Another GPU than the paper's: a name that `warploom machines` lists, or the file of a description
    #[arg(long, value_name = "NAME|FILE")]
    machine: Option<String>,
    #[command(flatten)]
    overrides: Overrides,
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let mut args: Args = command::args(matches)?;
    let evaluation = find(&args.paper)?;
    if args.list {
        output::print(&show::list(&evaluation))?;
        return Ok(Outcome::Fine);
    }
    let selected = evaluation.select(&args.only).map_err(|name| {
        let help = format!("`warploom reproduce {} --list` shows what there is", args.paper);
        Failure::mistake(format!("{} has no figure, table or claim `{name}`", args.paper), Some(help))
    })?;
    let size = evaluation.size(&args.size).ok_or_else(|| {
        let help = "sizes are tiny, small and paper".to_owned();
        Failure::mistake(format!("there is no size `{}`", args.size), Some(help))
    })?;
    let seeds: Vec<u64> = (1..=args.seeds.unwrap_or(evaluation.seeds(size))).collect();
    let machine = {
        let name = args.machine.as_deref().unwrap_or(evaluation.machine);
        args.overrides.resolve(&Description::find(name)?)?
    };
    let directory = args.output.take();
    let directory = directory.unwrap_or_else(|| PathBuf::from(format!("{}-{}", args.paper, args.size)));
    let request = ReproduceRequest {
        evaluation: &evaluation,
        machine: &machine,
        size,
        seeds: &seeds,
        at_once: threads(args.threads),
        directory: &directory,
    };
    let told = Told { bar: OnceLock::new(), quiet: args.quiet };
    let runs = run_all(request, &evaluation.required_runs(&selected), &told).map_err(wrong)?;
    drop(told);
    let results = Results { paper: evaluation.paper, runs: &runs, seeds: &seeds };
    let draw = |item| Ok(DrawnItem { item, drawing: (item.draw)(&results)? });
    let page = Page {
        claims: selected.claims.iter().map(|claim| measure(claim, &runs, &seeds)).collect(),
        drawn: selected.items.into_iter().map(draw).collect::<Result<_, ReproduceError>>().map_err(wrong)?,
    };
    let table = records(&runs).map_err(wrong)?;
    write_atomically(&directory.join("data/records.parquet"), &table).map_err(wrong)?;
    page.write(request).map_err(wrong)?;
    let json = show::json(&page.claims);
    write_atomically(&directory.join("claims.json"), format!("{json:#}\n").as_bytes()).map_err(wrong)?;
    if args.json {
        output::print_json(&json)?;
    } else {
        output::print(&show::text(&page, &directory))?;
    }
    Ok(Outcome::Fine)
}

fn find(name: &str) -> Result<Evaluation, Failure> {
    let paper = Paper::ALL.into_iter().find(|paper| paper.name() == name);
    let found = paper.map(evaluation).transpose().map_err(|error| wrong(error.into()))?.flatten();
    found.ok_or_else(|| {
        let help = "phase-aware, pro and motrr can be reproduced".to_owned();
        Failure::mistake(format!("there is no paper `{name}`"), Some(help))
    })
}

/// What went wrong, told.
fn wrong(error: ReproduceError) -> Failure {
    match error {
        ReproduceError::Run { work, policy, error } => failure(*error, &work, &policy),
        other => Failure::mistake(other.to_string(), None),
    }
}

/// Progress of runs, once it is known how many there are.
struct Told {
    bar: OnceLock<Bar>,
    quiet: bool,
}

impl Progress for Told {
    fn planned(&self, runs: usize, reused: usize) {
        let bar = self.bar.get_or_init(|| Bar::new(runs as u64, "runs", self.quiet));
        bar.reached(reused as u64);
    }

    fn begin(&self, what: &str) {
        self.bar.get().into_iter().for_each(|bar| bar.begin(what));
    }

    fn end(&self) {
        self.bar.get().into_iter().for_each(Bar::end);
    }
}
