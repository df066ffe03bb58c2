//! `warploom reproduce`: a paper's evaluation.

mod show;

use crate::ui::command::{self, Command, Context, Failure, Outcome};
use crate::ui::machine::Overrides;
use crate::ui::page::PageOptions;
use crate::ui::progress::Progress as Bar;
use crate::ui::simulation::failure;
use crate::ui::{estimate, interrupt, output};
use clap::{ArgMatches, Args as _};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use warploom_gpu::simulation::Options;
use warploom_lab::pool::threads;
use warploom_lab::work::text::shell_word;
use warploom_papers::reproduce::claim::evaluation_name;
use warploom_papers::reproduce::stored::file_name;
use warploom_papers::reproduce::variant::{DEFAULT, Variant};
use warploom_papers::reproduce::{
    DrawnItem, Evaluation, Page, Progress, ReproduceError, ReproduceRequest, Results, Selection,
    VariantClaims, cus, evaluation, grid, html_page, measure, records, run_all, write_variants,
};
use warploom_suite::Paper;

/// The command.
pub const COMMAND: Command = Command { name: "reproduce", declare, run };

const EXAMPLES: &str = "Examples:
  warploom reproduce phase-aware                   every figure, table and claim, written to phase-aware-small/
  warploom reproduce pro --size paper              the paper's grids and three seeds: takes hours
  warploom reproduce motrr --only fig8             one figure, and only the runs it needs
  warploom reproduce gcn --size paper              184 runs and three seeds, on CUs: takes minutes
  warploom reproduce phase-aware --only phase-aware/robust,fig9
  warploom reproduce phase-aware --variants        all claims under other readings, machines and code
  warploom reproduce pro --variants warm --only pro/speedup      some claims under the defaults' other choices
  warploom reproduce phase-aware --variants blocks --without heartwall/track     claims about the other works
  warploom reproduce motrr --html motrr.html       also a page with charts, for a browser
  warploom reproduce phase-aware --list            its figures, tables, claims and variants

The folder contains README.md with all results, figures/ (SVG and PNG), data/ (Parquet) and runs/. Each run is stored when it
completes, so an interrupted command continues where it stopped. docs/how-to/reproduce.md shows the results.

Processor time on one host (divide it by the number of cores): 5 s each (gcn 15 s) at tiny; 80 min (phase-aware, of which
heartwall/track 55), 14 min (pro), 49 min (motrr) and 19 min (gcn) at small; 48 min (gcn) and hours (others) at paper. A command of more than a minute prints an estimate for your host when it starts.

Exit code: 0 all runs completed, whether claims hold or not; 1 a run failed; 2 the command could not start; 130 interrupted.";

/// Reproduce a paper's figures, tables and claims
///
/// The runs of the paper's evaluation execute in parallel. The results are written to a folder, next to the paper's values.
#[derive(Debug, clap::Args)]
struct Args {
    /// The paper: phase-aware, pro, motrr or gcn
    #[arg(value_name = "PAPER")]
    paper: String,
    /// Problem size: tiny, small or paper
    #[arg(long, value_name = "SIZE", default_value = "small")]
    size: String,
    /// Only these figures, tables and claims, separated by commas; a claim's name may be abbreviated
    #[arg(long, value_name = "NAME,NAME,…", value_delimiter = ',')]
    only: Vec<String>,
    /// Leave these works out of the claims, and draw nothing: for works that take most of the time
    #[arg(long, value_name = "WORK,WORK,…", value_delimiter = ',')]
    without: Vec<String>,
    /// Perturbed runs of each measurement: inputs, addresses and network latency change [default: 5; 1 at tiny, 3 at paper]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1000))]
    seeds: Option<u64>,
    /// Run each work on as few SMs and memory partitions as give it N waves of CTAs per SM, or as many as in the paper; 0: on the whole GPU
    /// [default: 16 at small, else 0]
    #[arg(long, value_name = "N")]
    waves: Option<u32>,
    /// Output folder [default: PAPER-SIZE; with --machine, --set or --waves, their names follow]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Runs to execute in parallel, at most one per CPU [default: one per CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
    /// Measure the claims under variants of the evaluation (other readings of the paper, machines and code), all or these
    #[arg(long, value_name = "NAME,NAME,…", value_delimiter = ',', num_args = 0.., conflicts_with = "html")]
    variants: Option<Vec<String>>,
    /// List figures, tables, claims and variants without running
    #[arg(long)]
    list: bool,
    /// Print claims as JSON
    #[arg(long)]
    json: bool,
    /// Do not show progress
    #[arg(long)]
    quiet: bool,
    #[command(flatten)]
    page: PageOptions,
    /// GPU other than the paper's: a name from `warploom machines`, or a machine description file
    #[arg(long, value_name = "NAME|FILE")]
    machine: Option<PathBuf>,
    #[command(flatten)]
    overrides: Overrides,
}

fn declare(command: clap::Command) -> clap::Command {
    let cite = |paper: Paper| {
        let name = evaluation_name(paper)?;
        Some(format!("  {name:<11}  {}\n{:15}{}\n", paper.title(), "", paper.published()))
    };
    let papers: String = Paper::ALL.into_iter().filter_map(cite).collect();
    Args::augment_args(command).after_help(format!("Papers:\n{papers}\n{EXAMPLES}"))
}

fn run(matches: &ArgMatches, _: &Context) -> Result<Outcome, Failure> {
    let mut args: Args = command::args(matches)?;
    args.only.iter_mut().for_each(|name| *name = name.trim().to_owned());
    args.without.iter_mut().for_each(|name| *name = name.trim().to_owned());
    let evaluation = find(&args.paper)?;
    let evaluation = evaluation.clone().without(&args.without).map_err(|name| {
        let help = format!("its works are {}", evaluation.works.join(", "));
        Failure::mistake(format!("{} has no work `{name}`", evaluation.name), Some(help))
    })?;
    if args.list {
        output::print(&show::list(&evaluation))?;
        return Ok(Outcome::Fine);
    }
    let paper = evaluation.name;
    let selected = evaluation.select(&args.only).map_err(|name| {
        let help = format!("`warploom reproduce {paper} --list` lists all");
        Failure::mistake(format!("{paper} has no figure, table or claim `{name}`"), Some(help))
    })?;
    let size = evaluation.size(&args.size).ok_or_else(|| {
        let help = "sizes are tiny, small and paper".to_owned();
        Failure::mistake(format!("unknown size `{}`", args.size), Some(help))
    })?;
    let seeds: Vec<u64> = (1..=args.seeds.unwrap_or(evaluation.seeds(size))).collect();
    let machine = {
        let name = args.machine.as_deref().unwrap_or(Path::new(evaluation.machine));
        args.overrides.resolve(name)?
    };
    args.size.make_ascii_lowercase();
    let command = command_line(paper, &args);
    let directory = args.output.take();
    let directory = directory.unwrap_or_else(|| {
        // Runs on another machine do not replace those on the paper's.
        let is_papers = machine.name == evaluation.machine;
        let other = if is_papers { String::new() } else { format!("-{}", file_name(&machine.name)) };
        let waves = args.waves.map_or(String::new(), |waves| format!("-waves{waves}"));
        PathBuf::from(format!("{paper}-{}{other}{waves}", args.size))
    });
    let request = ReproduceRequest {
        evaluation: &evaluation,
        machine: &machine,
        size,
        seeds: &seeds,
        waves: args.waves.map_or(evaluation.waves(size), |waves| (waves > 0).then_some(waves)),
        variant: &DEFAULT,
        at_once: threads(args.threads),
        directory: &directory,
        interrupt: Some(interrupt::on_signal()?),
    };
    let file = args.page.open(&args.machine.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    if let Some(names) = &args.variants {
        return run_variants(names, &selected, request, &args, &command);
    }
    let bar = RunsBar { bar: OnceLock::new(), request, quiet: args.quiet };
    let runs = run_all(request, &evaluation.required_runs(&selected), &bar).map_err(failure_of)?;
    drop(bar);
    let needed = evaluation.runs_to_judge(size);
    let judged = seeds.len() >= needed;
    let results = Results { paper: evaluation.paper, runs: &runs, seeds: &seeds, judged };
    let draw = |item| Ok(DrawnItem { item, drawing: (item.draw)(&results)? });
    let page = Page {
        claims: selected.claims.iter().map(|claim| measure(claim, &runs, &seeds, needed)).collect(),
        drawn: selected
            .items
            .into_iter()
            .map(draw)
            .collect::<Result<_, ReproduceError>>()
            .map_err(failure_of)?,
        command,
    };
    let (store, table) = (request.store(), records(&runs).map_err(failure_of)?);
    let write =
        |name: &str, content: Vec<u8>| store.write(name, content).map_err(|error| failure_of(error.into()));
    write("data/records.parquet", table)?;
    if let Some(table) = cus(&runs).map_err(failure_of)? {
        write("data/cus.parquet", table)?;
    }
    page.write(request).map_err(failure_of)?;
    if let Some(file) = file {
        file.write(&html_page(&page, request))?;
    }
    let json = show::json(&page.claims);
    write("claims.json", format!("{json:#}\n").into_bytes())?;
    if args.json {
        output::print_json(&json)?;
    } else {
        output::print(&show::text(&page, &directory))?;
    }
    Ok(Outcome::Fine)
}

/// Measures the claims under each of these variants, or all.
fn run_variants(
    names: &[String],
    selected: &Selection,
    request: ReproduceRequest<'_>,
    args: &Args,
    command: &str,
) -> Result<Outcome, Failure> {
    let known = Variant::all(request.evaluation.paper);
    let paper = request.evaluation.name;
    let find = |name: &String| {
        known.iter().find(|variant| variant.id.eq_ignore_ascii_case(name.trim())).ok_or_else(|| {
            let ids: Vec<&str> = known.iter().map(|variant| variant.id).collect();
            let help = format!("the variants of {paper} are {}", ids.join(", "));
            Failure::mistake(format!("{paper} has no variant `{name}`"), Some(help))
        })
    };
    let variants: Vec<&Variant> = if names.is_empty() {
        known.iter().collect()
    } else {
        names.iter().map(find).collect::<Result<_, _>>()?
    };
    let claims = Selection { items: Vec::new(), claims: selected.claims.clone() };
    let required = request.evaluation.required_runs(&claims);
    let mut all = Vec::new();
    for variant in variants {
        let request = ReproduceRequest { variant, ..request };
        let bar = RunsBar { bar: OnceLock::new(), request, quiet: args.quiet };
        let runs = run_all(request, &required, &bar).map_err(failure_of)?;
        drop(bar);
        let needed = request.evaluation.runs_to_judge(request.size);
        let claims = claims.claims.iter().map(|claim| measure(claim, &runs, request.seeds, needed)).collect();
        all.push(VariantClaims { variant: *variant, claims });
    }
    write_variants(&all, command, request).map_err(failure_of)?;
    output::print(&show::variants(&all, request.directory))?;
    Ok(Outcome::Fine)
}

/// The command that gives the same results, for a shell.
fn command_line(paper: &str, args: &Args) -> String {
    let mut command = format!("warploom reproduce {paper} --size {}", args.size);
    let mut option = |name: &str, value: &OsStr| command.extend([" ", name, " ", &shell_word(value)]);
    if let Some(seeds) = args.seeds {
        option("--seeds", seeds.to_string().as_ref());
    }
    if let Some(waves) = args.waves {
        option("--waves", waves.to_string().as_ref());
    }
    if !args.only.is_empty() {
        option("--only", args.only.join(",").as_ref());
    }
    if !args.without.is_empty() {
        option("--without", args.without.join(",").as_ref());
    }
    if let Some(machine) = &args.machine {
        option("--machine", machine.as_os_str());
    }
    for setting in args.overrides.set().iter().map(|(key, value)| format!("{key}={value}")) {
        option("--set", setting.as_ref());
    }
    if let Some(output) = &args.output {
        option("-o", output.as_os_str());
    }
    if let Some(variants) = &args.variants {
        command += " --variants";
        if !variants.is_empty() {
            command.extend([" ", &shell_word(variants.join(",").as_ref())]);
        }
    }
    command
}

fn find(name: &str) -> Result<Evaluation, Failure> {
    let is_named = |paper: &Paper| evaluation_name(*paper).is_some_and(|own| own.eq_ignore_ascii_case(name));
    let paper = Paper::ALL.into_iter().find(is_named);
    let found = paper.map(evaluation).transpose().map_err(|error| failure_of(error.into()))?.flatten();
    found.ok_or_else(|| {
        let help = "the papers are phase-aware, pro, motrr and gcn".to_owned();
        Failure::mistake(format!("unknown paper `{name}`"), Some(help))
    })
}

/// The failure to print.
fn failure_of(error: ReproduceError) -> Failure {
    match error {
        ReproduceError::Run { work, policy, error } => failure(*error, &work, &policy),
        ReproduceError::Work(error) => error.into(),
        ReproduceError::Policy { error } => Failure::mistake(
            error.to_string(),
            Some("choose a machine with the paper's kind of cores".to_owned()),
        ),
        ReproduceError::Interrupted { .. } => {
            Failure::interrupted(&format!("{error}; the same command continues with the others"))
        }
        other => Failure::mistake(other.to_string(), None),
    }
}

/// The progress bar of the runs, shown once their number is known.
struct RunsBar<'a> {
    bar: OnceLock<Bar>,
    request: ReproduceRequest<'a>,
    quiet: bool,
}

impl RunsBar<'_> {
    fn weight(&self, work: &str) -> u64 {
        warploom_lab::work::suite::warp_instructions(
            grid::split(work).0,
            grid::size_of(work, self.request.size),
        )
    }
}

impl Progress for RunsBar<'_> {
    fn planned(&self, runs: usize, missing: &[&str]) {
        let ReproduceRequest { machine, at_once, interrupt, .. } = self.request;
        let weight = missing.iter().map(|work| self.weight(work)).sum();
        let options = Options::default().with_interrupt(interrupt);
        let time = estimate::announce(missing.len(), weight, machine, options, at_once, self.quiet);
        let new = || Bar::weighted(runs as u64, "runs", weight, time, self.quiet);
        self.bar.get_or_init(new).skip((runs - missing.len()) as u64, 0);
    }

    fn begin(&self, what: &str) {
        self.bar.get().into_iter().for_each(|bar| bar.begin(what));
    }

    fn end(&self, work: &str) {
        self.bar.get().into_iter().for_each(|bar| bar.end_weighing(self.weight(work)));
    }
}
