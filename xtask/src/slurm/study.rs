//! A study on the cluster while things are killed, compared with the same study on threads of this host.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use parquet::schema::types::Type;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::chaos::{Chaos, Kind};
use super::cluster::Cluster;
use super::jobcomp::Account;
use crate::Result;

/// Time between two looks at the queue.
const POLL: Duration = Duration::from_millis(200);
/// Time between two looks at the study's status, which reads the store.
const STATUS_POLL: Duration = Duration::from_secs(2);
/// Longest time until the last tasks have left the queue.
const DRAIN: Duration = Duration::from_secs(120);

/// What to do.
pub(super) struct Request {
    pub(super) study: PathBuf,
    pub(super) warploom: PathBuf,
    pub(super) kills: usize,
    pub(super) seed: u64,
    pub(super) sbatch: Vec<String>,
    /// Seconds that a chunk should take, if not Warploom's default.
    pub(super) chunk_seconds: Option<u32>,
    pub(super) keep: Option<PathBuf>,
}

/// The part of `study status --json` that is used here.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
struct Status {
    /// Runs of the study.
    runs: u64,
    /// Runs that are finished, those of unfinished chunks among them.
    finished: u64,
    /// Whether every chunk is done.
    complete: bool,
}

/// A store of its own for one engine, and the commands on it.
struct Trial<'a> {
    request: &'a Request,
    study: PathBuf,
    store: PathBuf,
    results: PathBuf,
}

impl<'a> Trial<'a> {
    fn new(request: &'a Request, place: &Path, engine: &str) -> Result<Trial<'a>> {
        let wrong = |e: std::io::Error| format!("{}: {e}", place.display());
        let (store, results) = (place.join(engine), place.join(format!("{engine}-results")));
        if fs::read_dir(&store).is_ok_and(|mut entries| entries.next().is_some()) {
            return Err(format!("{}: the store must be empty, or nothing is run", store.display()));
        }
        fs::create_dir_all(&store).map_err(wrong)?;
        fs::create_dir_all(&results).map_err(wrong)?;
        let study = fs::canonicalize(&request.study);
        let study = study.map_err(|e| format!("{}: {e}", request.study.display()))?;
        Ok(Trial { request, study, store, results })
    }

    /// `warploom study SUBCOMMAND` with the study and the store.
    fn arguments(&self, subcommand: &str) -> Vec<std::ffi::OsString> {
        let words: [&std::ffi::OsStr; 5] = [
            "study".as_ref(),
            subcommand.as_ref(),
            self.study.as_os_str(),
            "--store".as_ref(),
            self.store.as_os_str(),
        ];
        words.map(ToOwned::to_owned).to_vec()
    }

    fn command(&self, subcommand: &str) -> Command {
        let mut command = Command::new(&self.request.warploom);
        command.args(self.arguments(subcommand));
        command
    }

    fn status(&self, command: &mut Command) -> Result<Status> {
        let output = command.arg("--json").output();
        let output = output.map_err(|e| format!("{}: {e}", self.request.warploom.display()))?;
        if !output.status.success() {
            let stderr = String::from_utf8_lossy(&output.stderr);
            return Err(format!("`study status` ended with {}: {}", output.status, stderr.trim()));
        }
        serde_json::from_slice(&output.stdout).map_err(|e| format!("`study status --json`: {e}"))
    }

    /// Collects the results and reads them.
    fn results(&self) -> Result<Results> {
        let status = self.command("results").arg("-o").arg(&self.results).stdout(Stdio::null()).status();
        match status.map_err(|e| format!("{}: {e}", self.request.warploom.display()))? {
            // 1: runs failed or are missing. Failures must be the same everywhere; what is missing is found by reading.
            status if matches!(status.code(), Some(0 | 1)) => Results::read(&self.results),
            status => Err(format!("`study results` ended with {status}")),
        }
    }
}

/// The study's results as far as they are checked.
struct Results {
    /// SHA-256 of `records.parquet`.
    digest: String,
    /// Rows of whole runs, by run.
    rows: BTreeMap<String, usize>,
    /// Seconds of simulation, summed over runs.
    seconds: f64,
    /// Rows of `hosts.parquet`.
    hosts: usize,
}

impl Results {
    fn read(place: &Path) -> Result<Results> {
        let (records, hosts) = (place.join("records.parquet"), place.join("hosts.parquet"));
        let bytes = fs::read(&records).map_err(|e| format!("{}: {e}", records.display()))?;
        let digest = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let mut results = Results { digest, rows: BTreeMap::new(), seconds: 0.0, hosts: 0 };
        // Each launch of a run has a row too; the row of the whole run has no launch.
        for_each_row(&records, &["run", "launch"], |row| {
            if matches!(field(row, "launch"), Some(Field::Null))
                && let Some(Field::Str(run)) = field(row, "run")
            {
                *results.rows.entry(run.clone()).or_default() += 1;
            }
        })?;
        for_each_row(&hosts, &["seconds"], |row| {
            results.hosts += 1;
            if let Some(Field::Double(seconds)) = field(row, "seconds") {
                results.seconds += seconds;
            }
        })?;
        Ok(results)
    }

    /// Whether each of `runs` runs is there once.
    fn check(&self, runs: u64) -> Result<()> {
        let repeated = self.rows.values().filter(|count| **count != 1).count();
        if self.rows.len() as u64 != runs || repeated != 0 || self.hosts as u64 != runs {
            return Err(format!(
                "{} of {runs} runs are in records.parquet, {repeated} of them more than once, and {} in hosts.parquet",
                self.rows.len(),
                self.hosts
            ));
        }
        Ok(())
    }
}

fn field<'a>(row: &'a Row, name: &str) -> Option<&'a Field> {
    row.get_column_iter().find(|(own, _)| *own == name).map(|(_, field)| field)
}

/// Reads these columns of a file, row by row.
fn for_each_row(file: &Path, columns: &[&str], mut act: impl FnMut(&Row)) -> Result<()> {
    let wrong = |e: &dyn std::fmt::Display| format!("{}: {e}", file.display());
    let reader = SerializedFileReader::try_from(file).map_err(|e| wrong(&e))?;
    let schema = reader.metadata().file_metadata().schema();
    let mut fields = Vec::new();
    for column in columns {
        let found = schema.get_fields().iter().find(|field| field.name() == *column);
        fields.push(found.ok_or_else(|| wrong(&format!("there is no column `{column}`")))?.clone());
    }
    let projection = Type::group_type_builder(schema.name()).with_fields(fields).build();
    let rows = reader.get_row_iter(Some(projection.map_err(|e| wrong(&e))?)).map_err(|e| wrong(&e))?;
    for row in rows {
        act(&row.map_err(|e| wrong(&e))?);
    }
    Ok(())
}

/// A child that is killed if its owner gives up.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What happened on the cluster.
struct Outcome {
    status: Status,
    /// Calls of `study run` after the first.
    resubmissions: usize,
    wall: Duration,
    account: Account,
    slots: u32,
}

/// Runs the study on the cluster under kills and on threads, prints what happened, and fails if the results differ.
pub(super) fn run(request: &Request, cpus: u32) -> Result<()> {
    let temporary = std::env::temp_dir().join(format!("warploom-studies-{}", std::process::id()));
    let place = request.keep.clone().unwrap_or_else(|| temporary.clone());
    fs::create_dir_all(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    // Tasks run in directories of their own.
    let place = fs::canonicalize(&place).map_err(|e| format!("{}: {e}", place.display()))?;
    let compared = compare(request, cpus, &place);
    if request.keep.is_none() {
        let _ = fs::remove_dir_all(&temporary);
    }
    compared
}

fn compare(request: &Request, cpus: u32, place: &Path) -> Result<()> {
    let name = request.study.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut chaos = Chaos::new(request.seed, request.kills, format!("warploom-{name}"));
    let trial = Trial::new(request, place, "slurm")?;
    let mut cluster = Cluster::start(cpus)?;
    let outcome = on_slurm(&trial, &mut cluster, &mut chaos, &format!("warploom-{name}"))?;
    cluster.stop()?;
    let results = trial.results()?;

    let local = Trial::new(request, place, "local")?;
    let begun = Instant::now();
    let status = local.command("run").args(["--on", "local"]).stdout(Stdio::null()).status();
    match status.map_err(|e| format!("{}: {e}", request.warploom.display()))? {
        status if matches!(status.code(), Some(0 | 1)) => {}
        status => return Err(format!("`study run --on local` ended with {status}")),
    }
    let local_wall = begun.elapsed();
    let expected = local.results()?;
    print(&chaos, &outcome, &results, local_wall);

    results.check(outcome.status.runs)?;
    expected.check(outcome.status.runs)?;
    if results.digest != expected.digest {
        return Err(format!(
            "records.parquet differs: SHA-256 {} on slurm, {} on local",
            results.digest, expected.digest
        ));
    }
    println!(
        "runs                                     {} of {}, each once",
        results.rows.len(),
        outcome.status.runs
    );
    println!(
        "records.parquet                          identical on slurm and local (SHA-256 {})",
        results.digest
    );
    match chaos.left() {
        0 => Ok(()),
        left => Err(format!("the study ended before {left} of {} kills: it is too short", request.kills)),
    }
}

/// Runs the study on the cluster until every run is finished, calling `study run` again as often as it takes.
fn on_slurm(trial: &Trial<'_>, cluster: &mut Cluster, chaos: &mut Chaos, job: &str) -> Result<Outcome> {
    let begun = Instant::now();
    // A kill costs at most the tasks of one node, so more calls than kills are a study that does not advance.
    let most = trial.request.kills + 2;
    let mut submissions = 0;
    let status = loop {
        if submissions > most {
            return Err(format!("runs are missing after {submissions} calls of `study run`"));
        }
        submissions += 1;
        submit_and_wait(trial, cluster, chaos, begun)?;
        let status = trial.status(&mut cluster_command(trial, cluster, "status"))?;
        if status.complete {
            break status;
        }
        eprintln!("{} of {} runs are finished; `study run` is called again", status.finished, status.runs);
    };
    let wall = begun.elapsed();
    drain(cluster)?;
    let text = fs::read_to_string(cluster.directory().join("jobcomp.txt")).unwrap_or_default();
    let account = Account::read(&text, job);
    Ok(Outcome { status, resubmissions: submissions - 1, wall, account, slots: cluster.slots() })
}

fn cluster_command(trial: &Trial<'_>, cluster: &Cluster, subcommand: &str) -> Command {
    let mut command = cluster.command(&trial.request.warploom);
    command.args(trial.arguments(subcommand));
    command
}

/// Calls `study run --on slurm --wait` once and kills things until it returns.
fn submit_and_wait(
    trial: &Trial<'_>,
    cluster: &mut Cluster,
    chaos: &mut Chaos,
    begun: Instant,
) -> Result<()> {
    let mut command = cluster_command(trial, cluster, "run");
    command.args(["--on", "slurm", "--wait"]);
    for option in &trial.request.sbatch {
        command.arg(format!("--sbatch={option}"));
    }
    if let Some(seconds) = trial.request.chunk_seconds {
        command.arg(format!("--chunk-seconds={seconds}"));
    }
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
    let mut child = Running(child.map_err(|e| format!("{}: {e}", trial.request.warploom.display()))?);
    let mut finished = 0.0;
    let mut looked = Instant::now();
    loop {
        // How it ends does not matter: the store says what is done.
        if child.0.try_wait().map_err(|e| format!("`study run`: {e}"))?.is_some() {
            return Ok(());
        }
        if chaos.left() > 0 && looked.elapsed() > STATUS_POLL {
            // Before the first plan there is no status.
            let status = trial.status(&mut cluster_command(trial, cluster, "status"));
            finished = status.map_or(0.0, |status| status.finished as f64 / status.runs.max(1) as f64);
            looked = Instant::now();
        }
        if trial.request.kills > 0 {
            chaos.step(cluster, finished, begun.elapsed())?;
        }
        thread::sleep(POLL);
    }
}

/// Waits until no job is in the queue.
fn drain(cluster: &Cluster) -> Result<()> {
    let deadline = Instant::now() + DRAIN;
    while !cluster.slurm("squeue", &["--noheader"])?.trim().is_empty() {
        if Instant::now() > deadline {
            return Err(format!("jobs are in the queue {} s after the study's end", DRAIN.as_secs()));
        }
        thread::sleep(POLL);
    }
    Ok(())
}

fn print(chaos: &Chaos, outcome: &Outcome, results: &Results, local_wall: Duration) {
    let row = |name: &str, value: String| println!("{name:41}{value}");
    row("kills", chaos.made.values().sum::<usize>().to_string());
    for kind in Kind::ALL {
        if let Some(count) = chaos.made.get(&kind) {
            row(&format!("  {}", kind.describe()), count.to_string());
        }
    }
    row("orphans seen beside their twins", chaos.twins.to_string());
    row("held tasks released", chaos.releases.to_string());
    row("starts of tasks", outcome.account.starts().to_string());
    for (state, count) in &outcome.account.ends {
        let state = if state == "PENDING" { "requeued" } else { state };
        row(&format!("  {}", state.to_lowercase()), count.to_string());
    }
    row("calls of `study run` after the first", outcome.resubmissions.to_string());
    let wall = outcome.wall.as_secs_f64();
    let over = |seconds: f64| 100.0 * (seconds / results.seconds.max(1e-9) - 1.0);
    let slot_seconds = outcome.account.slot_seconds as f64;
    let whole = wall * f64::from(outcome.slots);
    row(
        "wall time",
        format!("{wall:.1} s on {} slots ({:.1} s on local)", outcome.slots, local_wall.as_secs_f64()),
    );
    row("simulation, summed over runs", format!("{:.1} s", results.seconds));
    row("slot-seconds of jobs", format!("{slot_seconds:.0} s: {:+.1} %", over(slot_seconds)));
    row("slots × wall time", format!("{whole:.1} s: {:+.1} %", over(whole)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_needs_three_values_only() {
        let status: Status =
            serde_json::from_str(r#"{"study": "x", "runs": 8, "finished": 3, "complete": false}"#).unwrap();
        assert_eq!(status, Status { runs: 8, finished: 3, complete: false });
    }

    #[test]
    fn a_run_that_is_missing_or_there_twice_is_found() {
        let results = |rows: &[(&str, usize)], hosts: usize| Results {
            digest: String::new(),
            rows: rows.iter().map(|(run, count)| ((*run).to_owned(), *count)).collect(),
            seconds: 1.0,
            hosts,
        };
        assert_eq!(results(&[("a", 1), ("b", 1)], 2).check(2), Ok(()));
        assert!(results(&[("a", 1)], 1).check(2).unwrap_err().starts_with("1 of 2 runs"));
        assert!(results(&[("a", 2), ("b", 1)], 2).check(2).unwrap_err().contains("1 of them more than once"));
        assert!(results(&[("a", 1), ("b", 1)], 3).check(2).unwrap_err().contains("3 in hosts.parquet"));
    }
}
