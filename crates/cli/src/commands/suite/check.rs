//! `warploom suite check`.

use super::diagnosis;
use crate::ui::command::{Failure, Outcome};
use crate::ui::diagnose::Report;
use crate::ui::output;
use crate::ui::progress::Progress;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use warploom_kernel::execute::Mode;
use warploom_kernel::gcn;
use warploom_kernel::image::Isa;
use warploom_lab::work::suite::{find, size};
use warploom_report::Table;
use warploom_report::units;
use warploom_suite::{Application, BufferCheck, Size, Tolerance, applications};

const EXAMPLES: &str = "Examples:
  warploom suite check                          every application, at size tiny
  warploom suite check lud fwt --size small     two of them at a larger size
  warploom suite check --seed 7 --warp 64       other inputs, warps of 64 lanes
  warploom suite check backprop --ptx build     with build/backprop.ptx instead of the suite's PTX
  warploom suite check --isa gcn                GCN code, in waves of 64 lanes
  warploom suite check --isa sass --arch 90     NVIDIA's machine code for sm_90

Integers must be equal. Floats may differ by an absolute tolerance plus one relative to the reference; the larger of the
two is shown. The error shown is the largest difference divided by its tolerance: above 1 is wrong.

Exit code: 0 success, 1 a result is wrong or a kernel faulted, 2 the command could not start.";

/// Run applications and compare their results with references computed on the host
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Applications (default: all)
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Problem size: tiny, small, paper, paper:pro, …
    #[arg(long, value_name = "SIZE", default_value = "tiny")]
    size: String,
    /// Seed of inputs and addresses
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Instruction set: ptx, gcn or sass
    #[arg(long, value_name = "ISA", value_parser = ["ptx", "gcn", "sass"], default_value = "ptx", hide_possible_values = true)]
    isa: String,
    /// Lanes per warp of PTX; a GCN wave has 64
    #[arg(long, value_name = "LANES", value_parser = ["32", "64"], default_value = "32")]
    warp: String,
    /// Use NAME.ptx from this directory, if it exists, instead of the suite's
    #[arg(long, value_name = "DIR")]
    ptx: Option<PathBuf>,
    /// Use NAME.s from this directory, if it exists, instead of the suite's GCN code
    #[arg(long, value_name = "DIR", conflicts_with = "ptx")]
    gcn: Option<PathBuf>,
    /// Architecture of machine code: 70, 80 or 90 (default: 80)
    #[arg(long, value_name = "SM", value_parser = clap::value_parser!(u32))]
    arch: Option<u32>,
    /// Use NAME.cubin from this directory, if it exists, instead of the suite's machine code
    #[arg(long, value_name = "DIR", conflicts_with_all = ["ptx", "gcn", "arch"])]
    sass: Option<PathBuf>,
    /// Applications to run in parallel (default: one per processor)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print JSON: an array with an object per application
    #[arg(long)]
    json: bool,
    /// Print errors only
    #[arg(long, conflicts_with = "json")]
    quiet: bool,
}

/// Architecture of machine code unless another is asked for.
pub(super) const DEFAULT_ARCHITECTURE: u32 = 80;

/// An application to run.
struct Job {
    application: &'static Application,
    size: Size,
    /// The code, and the file's name.
    code: (Vec<u8>, String),
    isa: Isa,
}

/// The result of running an application.
#[derive(Default)]
struct CheckResult {
    launches: u64,
    warp_instructions: u64,
    seconds: f64,
    verdicts: Vec<BufferCheck>,
    /// Why it did not complete: the message, and the report to print.
    failure: Option<(String, Report)>,
}

impl CheckResult {
    fn passed(&self) -> bool {
        self.failure.is_none() && self.verdicts.iter().all(BufferCheck::passed)
    }
}

pub fn run(args: &Args) -> Result<Outcome, Failure> {
    let (jobs, without_code) = jobs(args)?;
    let mode = if args.warp == "64" || args.isa() == Isa::Gcn { Mode::Warps64 } else { Mode::Warps32 };
    let started = Instant::now();
    let results = run_all(&jobs, args, mode);
    let failed = results.iter().filter(|e| !e.passed()).count();
    if args.json {
        let list = jobs.iter().zip(&results).map(|(job, result)| to_json(job, result, args)).collect();
        output::print_json(&Value::Array(list))?;
    } else {
        let mut text = String::new();
        if !args.quiet {
            let _ = writeln!(text, "{}", output::table(&table(&jobs, &results)));
        }
        for (job, result) in jobs.iter().zip(&results) {
            for verdict in result.verdicts.iter().filter(|v| !v.passed()) {
                let _ = writeln!(text, "{}: {}", job.application.name, sentence(verdict));
            }
        }
        if !args.quiet {
            text.extend(without_code.iter().map(|sentence| format!("{sentence}\n")));
        }
        let seconds = started.elapsed().as_secs_f64();
        let what = format!("{} at {}", counted(&jobs), args.size);
        if failed > 0 {
            let _ = writeln!(text, "{what}: {failed} failed ({seconds:.1} s)");
        } else if !args.quiet {
            let _ = writeln!(text, "{what}: all results match the references ({seconds:.1} s)");
        }
        output::print(&text)?;
    }
    for (_, report) in results.iter().filter_map(|e| e.failure.as_ref()) {
        report.print();
    }
    Ok(if failed == 0 { Outcome::Fine } else { Outcome::Failed })
}

/// The number of the papers' applications, and the names of others.
fn counted(jobs: &[Job]) -> String {
    let (papers, ours): (Vec<&Job>, Vec<&Job>) =
        jobs.iter().partition(|job| !job.application.papers.is_empty());
    let count = (!papers.is_empty())
        .then(|| units::counted(papers.len() as u64, "application", "applications"))
        .into_iter();
    let parts: Vec<String> = count.chain(ours.iter().map(|job| job.application.name.to_owned())).collect();
    parts.join(" and ")
}

impl Args {
    /// The instruction set: a directory of GCN code implies it.
    fn isa(&self) -> Isa {
        match self.isa.as_str() {
            _ if self.gcn.is_some() => Isa::Gcn,
            _ if self.sass.is_some() => Isa::Sass,
            "gcn" => Isa::Gcn,
            "sass" => Isa::Sass,
            _ => Isa::Ptx,
        }
    }
}

/// The applications to run, and a sentence for each that has no code of the instruction set.
fn jobs(args: &Args) -> Result<(Vec<Job>, Vec<String>), Failure> {
    let isa = args.isa();
    if isa != Isa::Ptx && args.ptx.is_some() {
        let help = Some("use `--gcn DIR` for GCN assembly, `--sass DIR` for cubins".to_owned());
        let what = if isa == Isa::Gcn { "GCN" } else { "machine" };
        return Err(Failure::mistake(format!("`--ptx` does not apply to {what} code"), help));
    }
    if isa != Isa::Sass && args.arch.is_some() {
        let help = Some("add `--isa sass`".to_owned());
        return Err(Failure::mistake("`--arch` is for machine code".to_owned(), help));
    }
    if isa == Isa::Sass && args.warp == "64" {
        let help = Some("leave out `--warp`".to_owned());
        return Err(Failure::mistake("machine code has warps of 32 lanes".to_owned(), help));
    }
    let mut chosen: Vec<&'static Application> = Vec::new();
    for name in &args.names {
        let (application, kernel) = find(name)?;
        if let Some(kernel) = kernel {
            let help = format!("kernels depend on each other's results: check `{}`", application.name);
            return Err(Failure::mistake(format!("`{}` cannot be checked alone", kernel.name), Some(help)));
        }
        if !chosen.iter().any(|a| a.name == application.name) {
            chosen.push(application);
        }
    }
    if chosen.is_empty() {
        chosen = applications().collect();
    }
    let (mut jobs, mut without_code) = (Vec::new(), Vec::new());
    let mut replaced = 0;
    let (end, what) = match isa {
        Isa::Ptx => ("ptx", "PTX"),
        Isa::Gcn => ("s", "GCN"),
        Isa::Sass => ("cubin", "cubin"),
    };
    let directory = args.ptx.as_ref().or(args.gcn.as_ref()).or(args.sass.as_ref());
    let architecture = args.arch.unwrap_or(DEFAULT_ARCHITECTURE);
    for application in chosen {
        let file = format!("{}.{end}", application.name);
        let found = match directory {
            None => None,
            Some(directory) => read(&directory.join(&file))?,
        };
        replaced += usize::from(found.is_some());
        let own = match isa {
            Isa::Ptx => Ok(application.ptx.as_bytes()),
            Isa::Gcn => application.gcn.map(str::as_bytes),
            Isa::Sass => match application.cubin(architecture) {
                Some(cubin) => Ok(cubin),
                None => {
                    let known: Vec<String> =
                        application.cubins.iter().map(|(arch, _)| arch.to_string()).collect();
                    let help = Some(format!("the suite has {}", known.join(", ")));
                    return Err(Failure::mistake(
                        format!("the suite has no machine code for sm_{architecture}"),
                        help,
                    ));
                }
            },
        };
        let code = match (found, own) {
            (Some(found), _) => found,
            (None, Ok(code)) => (code.to_owned(), file),
            (None, Err(why)) => {
                let sentence = format!("{} has no GCN code: {why}", application.name);
                if args.names.is_empty() {
                    without_code.push(sentence);
                    continue;
                }
                return Err(Failure::mistake(sentence, Some("remove it from the list".to_owned())));
            }
        };
        jobs.push(Job { application, size: size(application, &args.size)?, code, isa });
    }
    if let (Some(directory), 0) = (directory, replaced) {
        let names: Vec<String> =
            jobs.iter().take(3).map(|j| format!("{}.{end}", j.application.name)).collect();
        let help = format!("expected a directory with {} or similar", names.join(", "));
        return Err(Failure::mistake(
            format!("`{}` has no {what} file of these applications", directory.display()),
            Some(help),
        ));
    }
    Ok((jobs, without_code))
}

/// A file's text and name, if the file exists.
fn read(path: &Path) -> Result<Option<(Vec<u8>, String)>, Failure> {
    let name = path.display().to_string();
    match std::fs::read(path) {
        Ok(code) => Ok(Some((code, name))),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(Failure::mistake(format!("`{name}` cannot be read: {e}"), None)),
    }
}

fn run_all(jobs: &[Job], args: &Args, mode: Mode) -> Vec<CheckResult> {
    let threads = args.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
    let progress = Progress::new(jobs.len() as u64, "applications", args.quiet);
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<CheckResult>> = jobs.iter().map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.unwrap_or(1).clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { break };
                    progress.begin(job.application.name);
                    let result = run_one(job, args.seed, mode);
                    *results[at].lock().expect("no thread panics with it") = result;
                    progress.end();
                }
            });
        }
    });
    progress.finish();
    results.into_iter().map(|e| e.into_inner().expect("no thread panics with it")).collect()
}

fn run_one(job: &Job, seed: u64, mode: Mode) -> CheckResult {
    let (started, mut result) = (Instant::now(), CheckResult::default());
    let run = |result: &mut CheckResult| {
        let code = &job.code.0;
        let text = String::from_utf8_lossy(code);
        let mut work = match job.isa {
            Isa::Ptx => job.application.prepare_ptx(&text, job.size, seed)?,
            Isa::Gcn => job.application.prepare_code(gcn::Module::parse(&text)?, job.size, seed)?,
            Isa::Sass => job.application.prepare_cubin(code, job.size, seed)?,
        };
        work.run(mode, |_, _, counts| {
            result.launches += 1;
            result.warp_instructions += counts.warp_instructions;
        })?;
        work.check()
    };
    match run(&mut result) {
        Ok(verdicts) => result.verdicts = verdicts,
        Err(error) => {
            let (code, file) = &job.code;
            let text = String::from_utf8_lossy(code);
            result.failure = Some((error.to_string(), diagnosis(error, job.application, file, &text)));
        }
    }
    result.seconds = started.elapsed().as_secs_f64();
    result
}

fn table(jobs: &[Job], results: &[CheckResult]) -> Table {
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
    for (job, result) in jobs.iter().zip(results) {
        let loosest = result.verdicts.iter().map(|v| relative(v.tolerance)).reduce(f64::max);
        let used = result.verdicts.iter().map(|v| v.used).reduce(f64::max);
        let tolerance = match loosest {
            None => "-".to_owned(),
            Some(0.0) => "exact".to_owned(),
            Some(share) => format!("{share:.0e}"),
        };
        table.row([
            job.application.name.to_owned(),
            if result.passed() { "ok" } else { "FAILED" }.to_owned(),
            result.launches.to_string(),
            result.warp_instructions.to_string(),
            result.verdicts.iter().map(|v| v.elements).sum::<usize>().to_string(),
            tolerance,
            used.map_or("-".to_owned(), |used| format!("{used:.2}")),
            format!("{:.2}", result.seconds),
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

fn sentence(verdict: &BufferCheck) -> String {
    let BufferCheck { buffer, elements, wrong, tolerance, first, .. } = verdict;
    let allowed = match tolerance {
        Tolerance::Exact => "the values must be equal".to_owned(),
        Tolerance::Within { relative, absolute } => {
            format!("tolerance: {absolute:e} absolute, {relative:e} relative")
        }
    };
    let first = first.as_ref().map_or(String::new(), |m| {
        format!("; the first is {buffer}[{}] = {}, but the reference is {}", m.index, m.got, m.want)
    });
    format!("`{buffer}` has {wrong} of {elements} elements wrong{first} ({allowed})")
}

fn to_json(job: &Job, result: &CheckResult, args: &Args) -> Value {
    let verdict = |v: &BufferCheck| {
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
        "isa": job.isa.name(),
        "passed": result.passed(),
        "failure": result.failure.as_ref().map(|(sentence, _)| sentence),
        "launches": result.launches,
        "warp_instructions": result.warp_instructions,
        "buffers": result.verdicts.iter().map(verdict).collect::<Vec<_>>(),
        "seconds": result.seconds,
    })
}
