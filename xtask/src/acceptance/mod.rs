//! `cargo xtask acceptance`: unmodified CUDA programs under `warploom capture`.
//!
//! A manifest lists programs: how each is compiled and run, and when its result counts as right. The programs are not
//! part of this repository, and neither are their manifests. `CONTRIBUTING.md` describes the format.

mod compare;
mod manifest;
mod process;
mod report;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use regex::Regex;

use self::compare::{Tolerance, compare};
use self::manifest::{Commands, Manifest, Program, Reference, Variables};
use self::process::{End, Job};
use self::report::{Outcome, Stage, json, markdown};
use crate::Result;
use crate::compile::workspace;

const HELP: &str = "\
Compiles CUDA programs, runs them under `warploom capture`, and checks their results.

usage: cargo xtask acceptance MANIFEST.toml… [OPTION…] [-- ARGUMENT…]

  --only GLOB        only programs whose NAME or SUITE/NAME matches; `*` and `?` are wildcards; repeatable
  --jobs N           programs at the same time (default: 1)
  --warploom PATH    the program to test (default: target/release/warploom)
  --header FILE      value of {header} (default: the output of `warploom capture --header`)
  --set NAME=VALUE   value of the variable {NAME}; repeatable
  --reuse            do not compile a program that is already compiled
  --work DIR         directory for captures, outputs and logs (default: target/acceptance)
  --report FILE.md   write the table there instead of to the standard output
  --json FILE        write the results as JSON
  ARGUMENT…          additional arguments of `warploom capture`

The format of a manifest is described in CONTRIBUTING.md. The command fails if a program does.
";

#[derive(Default)]
struct Options {
    manifests: Vec<PathBuf>,
    only: Vec<Regex>,
    jobs: usize,
    warploom: Option<PathBuf>,
    header: Option<PathBuf>,
    set: Vec<(String, String)>,
    reuse: bool,
    work: Option<PathBuf>,
    report: Option<PathBuf>,
    json: Option<PathBuf>,
    capture: Vec<String>,
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Option<Options>> {
    let mut options = Options { jobs: 1, ..Options::default() };
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value\n\n{HELP}"));
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--only" => options.only.push(glob(&value()?)?),
            "--jobs" => {
                let text = value()?;
                let jobs = text.parse().ok().filter(|&jobs| jobs > 0);
                options.jobs = jobs.ok_or(format!("--jobs: `{text}` must be a number above 0"))?;
            }
            "--warploom" => options.warploom = Some(PathBuf::from(value()?)),
            "--header" => options.header = Some(PathBuf::from(value()?)),
            "--set" => {
                let text = value()?;
                let pair = text.split_once('=').ok_or(format!("--set: `{text}` must be NAME=VALUE"))?;
                options.set.push((pair.0.to_owned(), pair.1.to_owned()));
            }
            "--reuse" => options.reuse = true,
            "--work" => options.work = Some(PathBuf::from(value()?)),
            "--report" => options.report = Some(PathBuf::from(value()?)),
            "--json" => options.json = Some(PathBuf::from(value()?)),
            "--" => {
                options.capture.extend(arguments);
                break;
            }
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`\n\n{HELP}"));
            }
            manifest => options.manifests.push(PathBuf::from(manifest)),
        }
    }
    if options.manifests.is_empty() {
        return Err(format!("no manifest is given\n\n{HELP}"));
    }
    Ok(Some(options))
}

/// The regular expression of a glob.
fn glob(pattern: &str) -> Result<Regex> {
    let expression = regex::escape(pattern).replace(r"\*", ".*").replace(r"\?", ".");
    Regex::new(&format!("^(?:{expression})$")).map_err(|e| format!("--only: {e}"))
}

pub(crate) fn run(arguments: impl Iterator<Item = String>) -> Result<()> {
    let Some(options) = parse(arguments)? else {
        print!("{HELP}");
        return Ok(());
    };
    let workspace = workspace()?;
    let work = absolute(options.work.as_deref().unwrap_or(&workspace.join("target/acceptance")))?;
    create(&work)?;
    let warploom = options.warploom.clone().unwrap_or_else(|| workspace.join("target/release/warploom"));
    let warploom = fs::canonicalize(&warploom).map_err(|e| {
        format!(
            "{}: {e}; build it with `cargo build --release` or name another with --warploom",
            warploom.display()
        )
    })?;
    let header = header(&options, &warploom, &work)?;

    let mut trials = Vec::new();
    for path in &options.manifests {
        let manifest = Manifest::read(path)?;
        let directory = absolute(path)?.parent().map(Path::to_owned).unwrap_or_default();
        let binaries = manifest.binaries(&directory, &work);
        create(&binaries)?;
        let mut variables = Variables::new(manifest.variables);
        variables.set("header", header.display().to_string());
        variables.set("warploom", warploom.display().to_string());
        variables.set("manifest", directory.display().to_string());
        for (name, value) in &options.set {
            variables.set(name, value);
        }
        for program in manifest.programs {
            let full = format!("{}/{}", manifest.suite, program.name);
            let selected = |glob: &Regex| glob.is_match(&full) || glob.is_match(&program.name);
            if options.only.is_empty() || options.only.iter().any(selected) {
                trials.push(Trial {
                    suite: manifest.suite.clone(),
                    manifest: directory.clone(),
                    binary: binaries.join(&program.name),
                    work: work.join(&manifest.suite).join(&program.name),
                    variables: variables.clone(),
                    warploom: &warploom,
                    reuse: options.reuse,
                    capture: &options.capture,
                    program,
                });
            }
        }
    }
    if trials.is_empty() {
        return Err("no program of the manifests matches --only".to_owned());
    }
    finish(&options, &perform_all(&trials, options.jobs))
}

/// Writes the reports. A program that failed makes the task fail.
fn finish(options: &Options, outcomes: &[Outcome]) -> Result<()> {
    let write =
        |path: &Path, text: String| fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    if let Some(path) = &options.json {
        write(path, json(outcomes)?)?;
    }
    match &options.report {
        Some(path) => write(path, markdown(outcomes))?,
        None => print!("{}", markdown(outcomes)),
    }
    match outcomes.iter().filter(|outcome| !outcome.passed()).count() {
        0 => Ok(()),
        failed => Err(format!("{failed} of {} programs failed", outcomes.len())),
    }
}

/// The compatibility header: a file, because compilers include files.
fn header(options: &Options, warploom: &Path, work: &Path) -> Result<PathBuf> {
    if let Some(header) = &options.header {
        return absolute(header);
    }
    let output = Command::new(warploom).args(["capture", "--header"]).output();
    let output = output.map_err(|e| format!("{}: {e}", warploom.display()))?;
    if !output.status.success() {
        return Err(format!(
            "`{} capture --header` failed; name a header with --header:\n{}",
            warploom.display(),
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    let path = work.join("compat.h");
    fs::write(&path, output.stdout).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(path)
}

fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn create(directory: &Path) -> Result<()> {
    fs::create_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))
}

/// An empty directory.
fn create_empty(directory: &Path) -> Result<()> {
    if directory.exists() {
        fs::remove_dir_all(directory).map_err(|e| format!("{}: {e}", directory.display()))?;
    }
    create(directory)
}

/// Performs the trials, several at a time. The outcomes have the order of the trials.
fn perform_all(trials: &[Trial], jobs: usize) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let outcomes = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(trials.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(trial) = trials.get(index) else { break };
                    let outcome = trial.perform();
                    let result = if outcome.passed() { "passed" } else { "FAILED" };
                    eprintln!(
                        "{result} {}/{} ({:.1} s) {}",
                        outcome.suite, outcome.program, outcome.seconds, outcome.reason
                    );
                    // A thread that panicked elsewhere leaves the map as it was.
                    outcomes.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).insert(index, outcome);
                }
            });
        }
    });
    outcomes.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_values().collect()
}

/// A program of a manifest, and where it is compiled and run.
struct Trial<'a> {
    suite: String,
    /// Directory of the manifest.
    manifest: PathBuf,
    program: Program,
    binary: PathBuf,
    /// Directory of captures, outputs and logs.
    work: PathBuf,
    variables: Variables,
    warploom: &'a Path,
    reuse: bool,
    /// Arguments of `warploom capture` for all programs.
    capture: &'a [String],
}

impl Trial<'_> {
    fn perform(&self) -> Outcome {
        let mut outcome = Outcome {
            suite: self.suite.clone(),
            program: self.program.name.clone(),
            compiles: Stage::Skipped,
            runs: Stage::Skipped,
            check: Stage::Skipped,
            launches: 0,
            warp_instructions: 0,
            seconds: 0.0,
            reason: String::new(),
        };
        if let Err(reason) = self.perform_stages(&mut outcome) {
            outcome.reason = reason;
            let stages = [&mut outcome.compiles, &mut outcome.runs, &mut outcome.check];
            if let Some(stage) = stages.into_iter().find(|stage| **stage == Stage::Skipped) {
                *stage = Stage::Failed;
            }
        }
        outcome
    }

    /// Stages that pass are marked. The first that remains unmarked is the one that failed.
    fn perform_stages(&self, outcome: &mut Outcome) -> Result<()> {
        create(&self.work)?;
        let variables = self.variables();
        let sources = match &self.program.directory {
            Some(directory) => self.manifest.join(variables.expand_text(directory)?),
            None => self.manifest.clone(),
        };
        if !(self.reuse && self.binary.exists()) {
            self.run_all(&self.program.compile, &variables, &sources, "compile")?;
        }
        outcome.compiles = Stage::Passed;

        let directory = self.run_directory(self.program.cwd.as_deref(), &variables, "run")?;
        self.run_all(&self.program.inputs, &variables, &directory, "inputs")?;
        let ran = self.run_captured(&variables, &directory, outcome);
        // A run that failed may have recorded launches all the same.
        (outcome.launches, outcome.warp_instructions) =
            recorded(&self.capture_directory()).unwrap_or_default();
        ran?;
        outcome.runs = Stage::Passed;

        self.check_output()?;
        if let Some(reference) = &self.program.check.same_as {
            self.check_reference(reference, &variables, &sources, &directory)?;
        }
        outcome.check = Stage::Passed;
        Ok(())
    }

    fn variables(&self) -> Variables {
        let mut variables = self.variables.clone();
        let reference = self.binary.with_file_name(format!("{}.reference", self.program.name));
        variables.set("out", self.binary.display().to_string());
        variables.set("reference", reference.display().to_string());
        variables.set("name", &self.program.name);
        variables
    }

    fn capture_directory(&self) -> PathBuf {
        self.work.join("capture")
    }

    fn limit(&self) -> Duration {
        Duration::from_secs(self.program.timeout_s)
    }

    /// The directory that a manifest names, or an empty one.
    fn run_directory(&self, named: Option<&str>, variables: &Variables, own: &str) -> Result<PathBuf> {
        match named {
            Some(directory) => Ok(self.manifest.join(variables.expand_text(directory)?)),
            None => {
                let directory = self.work.join(own);
                create_empty(&directory)?;
                Ok(directory)
            }
        }
    }

    /// Runs commands that must succeed; what they print is in `STAGE.txt`.
    fn run_all(
        &self,
        commands: &Commands,
        variables: &Variables,
        directory: &Path,
        stage: &str,
    ) -> Result<()> {
        let log = self.work.join(format!("{stage}.txt"));
        for arguments in commands.expand(variables)? {
            let job = Job {
                arguments: &arguments,
                directory,
                environment: &BTreeMap::new(),
                stdout: &log,
                stderr: &log,
                limit: self.limit(),
            };
            let (end, _) = job.run()?;
            if end != End::Exited(0) {
                let what = end.describe(self.limit());
                return Err(format!("{stage}: {what}: {}", first_error(&read(&log)?)));
            }
        }
        Ok(())
    }

    fn run_captured(&self, variables: &Variables, directory: &Path, outcome: &mut Outcome) -> Result<()> {
        let capture = self.capture_directory();
        // `warploom capture` creates the directory.
        if capture.exists() {
            fs::remove_dir_all(&capture).map_err(|e| format!("{}: {e}", capture.display()))?;
        }
        let mut arguments = vec![self.warploom.display().to_string(), "capture".to_owned()];
        arguments.extend(["-o".to_owned(), capture.display().to_string()]);
        arguments.extend(variables.expand(&self.program.capture)?);
        arguments.extend(self.capture.iter().cloned());
        arguments.push("--".to_owned());
        arguments.extend(variables.expand(&self.program.run)?);
        let stderr = self.work.join("stderr.txt");
        let job = Job {
            arguments: &arguments,
            directory,
            environment: &self.program.environment,
            stdout: &self.work.join("stdout.txt"),
            stderr: &stderr,
            limit: self.limit(),
        };
        let (end, time) = job.run()?;
        outcome.seconds = time.as_secs_f64();
        if end == End::Exited(self.program.check.exit_code) {
            return Ok(());
        }
        Err(format!("{}: {}", end.describe(self.limit()), first_error(&read(&stderr)?)))
    }

    fn check_output(&self) -> Result<()> {
        let check = &self.program.check;
        if check.stdout_matches.is_empty() && check.stdout_lacks.is_empty() {
            return Ok(());
        }
        let text = read(&self.work.join("stdout.txt"))?;
        for expression in &check.stdout_matches {
            if !regex(expression)?.is_match(&text) {
                return Err(format!("the output lacks `{expression}`"));
            }
        }
        for expression in &check.stdout_lacks {
            if let Some(found) = regex(expression)?.find(&text) {
                let line = text[..found.start()].lines().count().max(1);
                return Err(format!("the output has `{}` in line {line}", found.as_str()));
            }
        }
        Ok(())
    }

    fn check_reference(
        &self,
        reference: &Reference,
        variables: &Variables,
        sources: &Path,
        ran_in: &Path,
    ) -> Result<()> {
        let compiled = self.binary.with_file_name(format!("{}.reference", self.program.name));
        if !(self.reuse && compiled.exists()) {
            self.run_all(&reference.compile, variables, sources, "reference-compile")?;
        }
        // A reference that runs in the same directory would replace the program's files.
        let mut files = Vec::new();
        for pair in &reference.files {
            let (name, reference_name) = pair.names();
            files.push((name, read(&ran_in.join(name))?, reference_name));
        }
        let directory = self.run_directory(reference.cwd.as_deref(), variables, "reference")?;
        self.run_all(&self.program.inputs, variables, &directory, "reference-inputs")?;
        let arguments = variables.expand(&reference.run)?;
        let stdout = self.work.join("reference-stdout.txt");
        let stderr = self.work.join("reference-stderr.txt");
        let job = Job {
            arguments: &arguments,
            directory: &directory,
            environment: &self.program.environment,
            stdout: &stdout,
            stderr: &stderr,
            limit: self.limit(),
        };
        let (end, _) = job.run()?;
        if end != End::Exited(0) {
            let what = end.describe(self.limit());
            return Err(format!("the reference failed: {what}: {}", first_error(&read(&stderr)?)));
        }
        let lines = reference.lines.as_deref().map(regex).transpose()?;
        let tolerance = Tolerance { relative: reference.relative, absolute: reference.absolute };
        if reference.stdout {
            compare(&read(&self.work.join("stdout.txt"))?, &read(&stdout)?, lines.as_ref(), tolerance)
                .map_err(|e| format!("output: {e}"))?;
        }
        for (name, text, reference_name) in files {
            compare(&text, &read(&directory.join(reference_name))?, lines.as_ref(), tolerance)
                .map_err(|e| format!("{name}: {e}"))?;
        }
        Ok(())
    }
}

fn regex(expression: &str) -> Result<Regex> {
    Regex::new(expression).map_err(|e| e.to_string())
}

/// A file's text; bytes that are not UTF-8 are replaced, since programs print what they like.
fn read(path: &Path) -> Result<String> {
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The line of an output that tells most about a failure: the first with an error, else the last.
fn first_error(text: &str) -> &str {
    let error = |line: &&str| line.to_ascii_lowercase().contains("error");
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.clone().find(error).or(lines.next_back()).unwrap_or("no message")
}

/// Launches and warp instructions of a capture.
fn recorded(capture: &Path) -> Result<(u64, u64)> {
    count(&read(&capture.join("capture.toml"))?)
}

fn count(text: &str) -> Result<(u64, u64)> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
    let launches = table.get("launch").and_then(toml::Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let instructions = |launch: &toml::Value| {
        let count = launch.get("warp_instructions").and_then(toml::Value::as_integer);
        count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default()
    };
    Ok((launches.len() as u64, launches.iter().map(instructions).sum()))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_glob_matches_whole_names() {
        let matches = |pattern: &str, name: &str| glob(pattern).expect("a glob").is_match(name);
        assert!(matches("cfd-*", "cfd-euler3d") && matches("b+tree", "b+tree") && matches("n?", "nw"));
        assert!(!matches("n", "nw") && !matches("b.tree", "b+tree") && !matches("a|nw", "nw"));
    }

    #[test]
    fn launches_are_counted_and_other_keys_ignored() {
        let text = "version = 1\n[[launch]]\nkernel = \"a\"\nwarp_instructions = 5\n[[launch]]\nwarp_instructions = 7\n[[launch]]\n";
        assert_eq!(count(text), Ok((3, 12)));
        assert_eq!(count(""), Ok((0, 0)));
        assert!(count("launch = [").is_err());
    }

    #[test]
    fn the_first_error_is_the_reason() {
        assert_eq!(first_error("note\nx.cu: error: no\nmore errors\n"), "x.cu: error: no");
        assert_eq!(first_error("first\nlast\n\n"), "last");
        assert_eq!(first_error(""), "no message");
    }

    /// Stands for `warploom capture -o DIR -- PROGRAM…`: writes a record and runs the program.
    const FAKE: &str = "#!/bin/sh
if [ \"$2\" = --header ]; then echo '/* header */'; exit; fi
dir=$3
mkdir -p \"$dir\"
printf '[[launch]]\\nwarp_instructions = 40\\n[[launch]]\\nwarp_instructions = 2\\n' > \"$dir/capture.toml\"
while [ \"$1\" != -- ]; do shift; done
shift
exec \"$@\"
";

    /// Runs the task on a manifest with the fake; the outcomes by program.
    fn outcomes(name: &str, manifest: &str) -> BTreeMap<String, serde_json::Value> {
        let directory = std::env::temp_dir().join(format!("xtask-acceptance-{}-{name}", std::process::id()));
        create_empty(&directory).expect("a temporary directory");
        let path = |name: &str| directory.join(name);
        fs::write(path("fake"), FAKE).expect("it can be written");
        fs::set_permissions(path("fake"), fs::Permissions::from_mode(0o755)).expect("it can be set");
        fs::write(path("manifest.toml"), manifest).expect("it can be written");
        let argument = |name: &str| path(name).display().to_string();
        let arguments = [
            argument("manifest.toml"),
            "--warploom".to_owned(),
            argument("fake"),
            "--work".to_owned(),
            argument("work"),
            "--report".to_owned(),
            argument("report.md"),
            "--json".to_owned(),
            argument("results.json"),
            "--jobs".to_owned(),
            "2".to_owned(),
        ];
        let result = run(arguments.into_iter());
        let text = fs::read_to_string(path("results.json")).expect("the results were written");
        let list: Vec<serde_json::Value> = serde_json::from_str(&text).expect("they can be read");
        assert_eq!(result.is_err(), list.iter().any(|outcome| outcome["check"] != "passed"));
        assert!(fs::read_to_string(path("report.md")).expect("the report was written").contains("| 42 |"));
        fs::remove_dir_all(&directory).expect("the directory can be removed");
        list.into_iter()
            .map(|value| (value["program"].as_str().unwrap_or_default().to_owned(), value))
            .collect()
    }

    #[test]
    fn a_program_is_compiled_captured_and_compared_with_its_reference() {
        let outcomes = outcomes(
            "pass",
            r#"
            suite = "shell"
            [variables]
            make = ["cp", "/bin/sh", "{out}"]
            [[program]]
            name = "same"
            compile = ["{make}"]
            inputs = [["sh", "-c", "echo 2 > in.txt"]]
            run = ["{out}", "-c", "cat {header}; read x < in.txt; echo $x.0001 > out.txt; echo PASSED"]
            check.stdout_matches = ["header", "PASSED"]
            check.stdout_lacks = ["FAILED"]
            [program.check.same_as]
            run = ["cp", "in.txt", "result.txt"]
            files = [["out.txt", "result.txt"]]
            relative = 1e-3
            [[program]]
            name = "code"
            compile = ["{make}"]
            run = ["{out}", "-c", "exit 7"]
            check.exit_code = 7
            "#,
        );
        for outcome in outcomes.values() {
            assert_eq!(outcome["check"], "passed", "{outcome}");
            assert_eq!((&outcome["launches"], &outcome["warp_instructions"]), (&2.into(), &42.into()));
        }
        assert_eq!(outcomes.len(), 2);
    }

    #[test]
    fn each_stage_fails_for_its_own_reason() {
        let outcomes = outcomes(
            "fail",
            r#"
            suite = "shell"
            [[program]]
            name = "compile"
            compile = ["sh", "-c", "echo 'x.cu: error: no' >&2; exit 1"]
            run = ["true"]
            [[program]]
            name = "run"
            run = ["sh", "-c", "echo 'error: illegal address' >&2; exit 4"]
            [[program]]
            name = "slow"
            run = ["sleep", "60"]
            timeout_s = 0
            [[program]]
            name = "output"
            run = ["sh", "-c", "echo Test FAILED"]
            check.stdout_lacks = ["FAILED"]
            [[program]]
            name = "differs"
            run = ["echo", "1.5"]
            check.same_as = { run = ["echo", "1.6"], stdout = true, relative = 1e-2 }
            "#,
        );
        let stages = |name: &str| {
            let outcome = &outcomes[name];
            let stage = |key: &str| outcome[key].as_str().unwrap_or_default().to_owned();
            [stage("compiles"), stage("runs"), stage("check"), stage("reason")]
        };
        assert_eq!(
            stages("compile"),
            ["failed", "skipped", "skipped", "compile: exit code 1: x.cu: error: no"]
        );
        assert_eq!(stages("run"), ["passed", "failed", "skipped", "exit code 4: error: illegal address"]);
        assert_eq!(stages("slow"), ["passed", "failed", "skipped", "no end within 0 s: no message"]);
        assert_eq!(stages("output"), ["passed", "passed", "failed", "the output has `FAILED` in line 1"]);
        let difference = "output: 1 of 1 words differ, first in line 1: `1.5`, the reference has `1.6`";
        assert_eq!(stages("differs"), ["passed", "passed", "failed", difference]);
    }
}
