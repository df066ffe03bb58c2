//! `warploom suite check`.

use super::{diagnosis, find, size};
use crate::command::{Failure, Outcome};
use crate::output;
use crate::progress::Progress;
use miette::Report;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use warploom_kernel::execute::Mode;
use warploom_suite::{Application, Size, Table, Tolerance, Verdict, applications};

const EXAMPLES: &str = "Examples:
  warploom suite check                          every application, at size tiny
  warploom suite check lud fwt --size small     two of them, larger
  warploom suite check --seed 7 --warp 64       other inputs, groups of 64 lanes
  warploom suite check backprop --ptx build     with build/backprop.ptx, compiled elsewhere

Integers must be equal; floats must be within a tolerance, whose larger part (of the reference's magnitude,
or absolute) is shown. The error shown is the largest, in parts of what is allowed: above 1 is wrong.

Exit code: 0 all is well, 1 an application computes something else or does something wrong, 2 it could
not be started.";

/// Run applications and compare what they compute with the host's reference
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Applications (default: all)
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// tiny, small, paper, paper:pro, …
    #[arg(long, value_name = "SIZE", default_value = "tiny")]
    size: String,
    /// Seed of inputs and addresses
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Lanes per warp
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], default_value = "32")]
    warp: String,
    /// Take NAME.ptx from this directory, where there is one, instead of the suite's
    #[arg(long, value_name = "DIR")]
    ptx: Option<PathBuf>,
    /// Applications run at once (default: as many as there are processors)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print JSON: an array with an object per application
    #[arg(long)]
    json: bool,
    /// Print only what is wrong
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// What is to be run.
struct Job {
    application: &'static Application,
    size: Size,
    /// Its PTX, and the name of the file it is from.
    ptx: (String, String),
}

/// What came of it.
#[derive(Default)]
struct Ended {
    launches: u64,
    warp_instructions: u64,
    seconds: f64,
    verdicts: Vec<Verdict>,
    /// Why it did not come to its end: a sentence, and the place.
    failure: Option<(String, Report)>,
}

impl Ended {
    fn passed(&self) -> bool {
        self.failure.is_none() && self.verdicts.iter().all(Verdict::passed)
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let jobs = jobs(args)?;
    let mode = if args.warp == "64" { Mode::Warps64 } else { Mode::Warps32 };
    let started = Instant::now();
    let ended = run_all(&jobs, args, mode);
    let failed = ended.iter().filter(|e| !e.passed()).count();
    if args.json {
        let list = jobs.iter().zip(&ended).map(|(job, ended)| to_json(job, ended, args)).collect();
        output::print_json(&Value::Array(list))?;
    } else {
        let mut text = String::new();
        if !args.quiet {
            let _ = writeln!(text, "{}", table(&jobs, &ended));
        }
        for (job, ended) in jobs.iter().zip(&ended) {
            for verdict in ended.verdicts.iter().filter(|v| !v.passed()) {
                let _ = writeln!(text, "{}: {}", job.application.name, sentence(verdict));
            }
        }
        let seconds = started.elapsed().as_secs_f64();
        let (all, size) = (jobs.len(), &args.size);
        let plural = if all == 1 { "" } else { "s" };
        if failed > 0 {
            let _ = writeln!(text, "{failed} of {all} application{plural} failed at {size} ({seconds:.1} s)");
        } else if !args.quiet {
            let what = format!("{all} application{plural} at {size}");
            let _ = writeln!(text, "{what}: everything is as the references say ({seconds:.1} s)");
        }
        output::print(&text)?;
    }
    for (_, report) in ended.iter().filter_map(|e| e.failure.as_ref()) {
        eprint!("{report:?}");
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Failed })
}

fn jobs(args: &Args) -> Result<Vec<Job>, Failure> {
    let mut chosen: Vec<&'static Application> = Vec::new();
    for name in &args.names {
        let (application, kernel) = find(name)?;
        if let Some(kernel) = kernel {
            let help = format!("its kernels work on each other's results: check `{}`", application.name);
            return Err(Failure::mistake(format!("`{}` cannot be checked alone", kernel.name), Some(help)));
        }
        if !chosen.iter().any(|a| a.name == application.name) {
            chosen.push(application);
        }
    }
    if chosen.is_empty() {
        chosen = applications().collect();
    }
    let mut jobs = Vec::new();
    let mut replaced = 0;
    for application in chosen {
        let own = || (application.ptx.to_owned(), format!("{}.ptx", application.name));
        let ptx = match &args.ptx {
            None => own(),
            Some(place) => {
                let found = read(&place.join(format!("{}.ptx", application.name)))?;
                replaced += usize::from(found.is_some());
                found.unwrap_or_else(own)
            }
        };
        jobs.push(Job { application, size: size(application, &args.size)?, ptx });
    }
    if let (Some(place), 0) = (&args.ptx, replaced) {
        let names: Vec<String> = jobs.iter().take(3).map(|j| format!("{}.ptx", j.application.name)).collect();
        let help = format!("wanted is a directory with {} or the like", names.join(", "));
        return Err(Failure::mistake(
            format!("`{}` has PTX of none of the applications", place.display()),
            Some(help),
        ));
    }
    Ok(jobs)
}

/// A file's text and name, if there is such a file.
fn read(path: &Path) -> Result<Option<(String, String)>, Failure> {
    let name = path.display().to_string();
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some((text, name))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::mistake(format!("`{name}` cannot be read: {e}"), None)),
    }
}

fn run_all(jobs: &[Job], args: &Args, mode: Mode) -> Vec<Ended> {
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
    let progress = Progress::new(jobs.len() as u64, "applications", args.quiet);
    let next = AtomicUsize::new(0);
    let ended: Vec<Mutex<Ended>> = jobs.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.unwrap_or(1).clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { break };
                    progress.begin(job.application.name);
                    let result = run_one(job, args.seed, mode);
                    *ended[at].lock().expect("no thread panics with it") = result;
                    progress.end();
                }
            });
        }
    });
    progress.finish();
    ended.into_iter().map(|e| e.into_inner().expect("no thread panics with it")).collect()
}

fn run_one(job: &Job, seed: u64, mode: Mode) -> Ended {
    let (started, mut ended) = (Instant::now(), Ended::default());
    let run = |ended: &mut Ended| {
        let mut work = job.application.work_with(&job.ptx.0, job.size, seed)?;
        work.run(mode, &mut (), |_, _, counts| {
            ended.launches += 1;
            ended.warp_instructions += counts.warp_instructions;
        })?;
        work.check()
    };
    match run(&mut ended) {
        Ok(verdicts) => ended.verdicts = verdicts,
        Err(error) => {
            let (ptx, file) = &job.ptx;
            ended.failure = Some((error.to_string(), diagnosis(error, job.application, file, ptx)));
        }
    }
    ended.seconds = started.elapsed().as_secs_f64();
    ended
}

fn table(jobs: &[Job], ended: &[Ended]) -> Table {
    let mut table = Table::new(&[
        "application",
        "result",
        ">launches",
        ">warp instructions",
        ">compared",
        "tolerance",
        ">error",
        ">seconds",
    ]);
    for (job, ended) in jobs.iter().zip(ended) {
        let loosest = ended.verdicts.iter().map(|v| relative(v.tolerance)).reduce(f64::max);
        let used = ended.verdicts.iter().map(|v| v.used).reduce(f64::max);
        let tolerance = match loosest {
            None => "-".to_owned(),
            Some(0.0) => "exact".to_owned(),
            Some(share) => format!("{share:.0e}"),
        };
        table.row([
            job.application.name.to_owned(),
            if ended.passed() { "ok" } else { "FAILED" }.to_owned(),
            ended.launches.to_string(),
            ended.warp_instructions.to_string(),
            ended.verdicts.iter().map(|v| v.elements).sum::<usize>().to_string(),
            tolerance,
            used.map_or("-".to_owned(), |used| format!("{used:.2}")),
            format!("{:.2}", ended.seconds),
        ]);
    }
    table
}

fn relative(tolerance: Tolerance) -> f64 {
    match tolerance {
        Tolerance::Exact => 0.0,
        Tolerance::Within { relative, absolute } => relative.max(absolute),
    }
}

fn sentence(verdict: &Verdict) -> String {
    let Verdict { buffer, elements, wrong, tolerance, first, .. } = verdict;
    let allowed = match tolerance {
        Tolerance::Exact => "nothing but equal is right".to_owned(),
        Tolerance::Within { relative, absolute } => {
            format!("allowed are {absolute:e} and {relative:e} of the reference")
        }
    };
    let first = first.as_ref().map_or(String::new(), |m| {
        format!("; the first is {buffer}[{}] = {}, where the reference says {}", m.index, m.got, m.want)
    });
    format!("`{buffer}` is wrong in {wrong} of {elements} places{first} ({allowed})")
}

fn to_json(job: &Job, ended: &Ended, args: &Args) -> Value {
    let verdict = |v: &Verdict| {
        let (relative, absolute) = match v.tolerance {
            Tolerance::Exact => (0.0, 0.0),
            Tolerance::Within { relative, absolute } => (relative, absolute),
        };
        json!({
            "buffer": v.buffer,
            "passed": v.passed(),
            "elements": v.elements,
            "wrong": v.wrong,
            "worst": v.worst.is_finite().then_some(v.worst),
            "used": v.used.is_finite().then_some(v.used),
            "exact": v.tolerance == Tolerance::Exact,
            "relative": relative,
            "absolute": absolute,
            "first": v.first.as_ref().map(|m| json!({ "index": m.index, "got": m.got, "want": m.want })),
        })
    };
    json!({
        "application": job.application.name,
        "size": job.size.to_string(),
        "seed": args.seed,
        "passed": ended.passed(),
        "failure": ended.failure.as_ref().map(|(sentence, _)| sentence),
        "launches": ended.launches,
        "warp_instructions": ended.warp_instructions,
        "buffers": ended.verdicts.iter().map(verdict).collect::<Vec<_>>(),
        "seconds": ended.seconds,
    })
}
