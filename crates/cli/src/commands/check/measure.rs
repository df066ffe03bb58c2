//! What a check executes and simulates: `exec`, `capture` and `profile` of this program, as a user would start them.

use super::limits::{Check, LimitsFile, Subject, triton};
use super::verdict::{Place, Problem, Status, Verdict};
use crate::ui::command::{self, Failure};
use serde::Deserialize;
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use warploom_gpu::machine::Machine;
use warploom_lab::machine_choice;
use warploom_lab::perturb::perturbed;
use warploom_lab::sample::Sample;
use warploom_tape::capture::{Capture, SETTINGS, Settings};

/// A kernel's measured values, over all its launches.
pub struct Measured {
    pub symbol: String,
    /// C++ name.
    pub name: String,
    /// Over the perturbed runs.
    pub cycles: Sample,
    pub seconds: f64,
    pub registers: f64,
    pub occupancy: f64,
    pub spilled_bytes: f64,
    /// None without accesses of global or local memory.
    pub coalescing: Option<f64>,
    /// Passes of a shared-memory request; none without requests.
    pub passes: Option<f64>,
}

/// The parts of a kernel's profile that limits speak of.
#[derive(Deserialize)]
struct Profile {
    kernel: String,
    kernel_name: String,
    registers: f64,
    spilled_bytes: f64,
    efficiency: Efficiency,
    machines: Vec<Variant>,
}

#[derive(Deserialize)]
struct Efficiency {
    sectors_per_request: Option<f64>,
    ideal_sectors_per_request: Option<f64>,
    passes_per_shared_request: Option<f64>,
    theoretical_warps: f64,
    warp_slots: f64,
}

#[derive(Deserialize)]
struct Variant {
    cycles: f64,
    microseconds: f64,
}

/// Runs the commands of one check.
pub struct Runner<'a> {
    /// This program.
    pub program: PathBuf,
    pub file: &'a LimitsFile,
    /// Where captures and machines are put.
    pub directory: &'a Path,
    pub quiet: bool,
}

impl Runner<'_> {
    /// The machine of a check.
    pub fn machine(&self, check: &Check) -> Result<Machine, Failure> {
        let machine = machine_choice::machine(check.machine.as_ref().unwrap_or(&self.file.machine), &[])?;
        command::require_sms(&machine, "check")?;
        Ok(machine)
    }

    /// Executes a check's work with every access checked. Returns the verdicts and the arguments that name the work to other commands.
    ///
    /// # Errors
    /// The sentence why nothing could be executed.
    pub fn execute(
        &self,
        check: &Check,
        machine: &Machine,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<Vec<OsString>, String> {
        match check.subject()? {
            Subject::Capture(folder) => {
                self.captured(check, folder, verdicts)?;
                Ok(vec![folder.into()])
            }
            Subject::Program(program) => {
                let folder = self.directory.join("program.capture");
                self.capture(check, program, machine, &folder, verdicts)?;
                self.captured(check, &folder, verdicts)?;
                Ok(vec![folder.into()])
            }
            Subject::Triton { file, function } => {
                let folder = self.directory.join("triton.capture");
                self.triton(check, file, function, machine, &folder, verdicts)?;
                self.captured(check, &folder, verdicts)?;
                Ok(vec![folder.into()])
            }
            Subject::Ptx { file, launch } => {
                self.exec(check, file, launch, verdicts)?;
                Ok(vec![file.into(), "--launch".into(), launch.into()])
            }
        }
    }

    /// Executes PTX by its launch file.
    fn exec(
        &self,
        check: &Check,
        file: &Path,
        launch: &Path,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.arg("exec").arg(file).arg("--launch").arg(launch).args(["--checks", "warn", "--json"]);
        if check.races {
            command.arg("--race");
        }
        let record = self.json(command)?;
        let problems = |key: &str| -> Vec<Problem> {
            record[key].as_array().into_iter().flatten().map(|found| problem(found, file)).collect()
        };
        let wrong = |check: &&Value| check["passed"] == Value::Bool(false);
        let results = record["checks"].as_array().into_iter().flatten().filter(wrong).map(|check| {
            let (buffer, count) = (check["buffer"].as_str().unwrap_or_default(), &check["mismatches"]);
            Problem { text: format!("buffer `{buffer}`: {count} elements differ"), place: None }
        });
        verdicts.push(Verdict::on_problems("results", results.collect()));
        let mut faults = problems("warnings");
        if record["fault"].is_object() {
            faults.push(problem(&record["fault"], file));
        }
        verdicts.push(Verdict::on_problems("faults", faults));
        if check.races {
            verdicts.push(Verdict::on_problems("races", problems("races")));
        }
        Ok(())
    }

    /// Captures a program, whose own exit code and output tell whether its results are right.
    fn capture(
        &self,
        check: &Check,
        program: &[String],
        machine: &Machine,
        folder: &Path,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.args(["capture", "--target", machine.code_target(), "-o"]).arg(folder);
        if check.races {
            command.arg("--race");
        }
        command.arg("--").args(program);
        verdicts.push(results(check, &self.run(command)?));
        Ok(())
    }

    /// Runs a Python file with Triton kernels, or a function of it, which fails if its results are wrong.
    fn triton(
        &self,
        check: &Check,
        file: &Path,
        function: Option<&str>,
        machine: &Machine,
        folder: &Path,
        verdicts: &mut Vec<Verdict>,
    ) -> Result<(), String> {
        let settings = Settings {
            folder: Some(folder.to_owned()),
            machine: Some(machine.to_toml()),
            checks: Some("warn".to_owned()),
            race: check.races,
            ..Settings::default()
        };
        let path = self.directory.join("settings.toml");
        let text = settings.to_text().map_err(|error| error.to_string())?;
        fs::write(&path, text).map_err(|error| error.to_string())?;
        let file = file.to_string_lossy();
        let mut command = match function {
            Some(function) => triton(&["call", &file, function]),
            None => triton(&["run", &file]),
        };
        command.env(SETTINGS, &path);
        verdicts.push(results(check, &self.run(command)?));
        // A program that launched nothing left no list.
        if !Capture::is_one(folder) {
            return Err(format!("`{}` launched no kernel of Triton", function.unwrap_or(&file)));
        }
        Ok(())
    }

    /// The problems that a capture lists.
    fn captured(&self, check: &Check, folder: &Path, verdicts: &mut Vec<Verdict>) -> Result<(), String> {
        let capture = Capture::read(folder).map_err(|error| error.to_string())?;
        let found = |kinds: &[&str]| -> Vec<Problem> {
            let findings = capture.launches.iter().flat_map(|launch| &launch.findings);
            let findings = findings.filter(|finding| kinds.contains(&finding.kind.as_str()));
            findings
                .map(|finding| {
                    let place = finding.file.clone().zip(finding.line);
                    let place = place.map(|(file, line)| Place { file, line });
                    Problem { text: finding.text.clone(), place }
                })
                .collect()
        };
        verdicts.push(Verdict::on_problems("faults", found(&["fault", "warning"])));
        if check.races {
            let races = found(&["race"]);
            let unknown = capture.launches.iter().all(|launch| launch.races.is_none());
            if unknown && !capture.launches.is_empty() {
                let text = "the capture was made without --race: capture again, or set `races = false`";
                let problem = Problem { text: text.to_owned(), place: None };
                verdicts
                    .push(Verdict { status: Status::Error, ..Verdict::on_problems("races", vec![problem]) });
            } else {
                verdicts.push(Verdict::on_problems("races", races));
            }
        }
        Ok(())
    }

    /// Profiles a work under perturbed machines.
    pub fn profile(&self, work: &[OsString], machine: &Machine) -> Result<Vec<Measured>, String> {
        let runs: Result<Vec<Vec<Profile>>, String> =
            (1..=self.file.runs).map(|seed| self.profile_once(work, machine, seed)).collect();
        let runs = runs?;
        let [first, ..] = runs.as_slice() else { return Ok(Vec::new()) };
        let kernels = first.iter().map(|profile| {
            let same = |other: &&Profile| other.kernel == profile.kernel;
            let of = |run: &Vec<Profile>| {
                let variant = run.iter().find(same).and_then(|profile| profile.machines.first());
                variant.map(|variant| variant.cycles)
            };
            let cycles: Vec<f64> = runs.iter().filter_map(of).collect();
            let Efficiency { theoretical_warps, warp_slots, .. } = profile.efficiency;
            let ratio = |(part, whole): (f64, f64)| part / whole;
            let sectors =
                profile.efficiency.ideal_sectors_per_request.zip(profile.efficiency.sectors_per_request);
            Measured {
                symbol: profile.kernel.clone(),
                name: profile.kernel_name.clone(),
                cycles: Sample::of(&cycles).expect("the first run has the kernel"),
                seconds: profile.machines.first().map_or(0.0, |variant| variant.microseconds * 1e-6),
                registers: profile.registers,
                occupancy: theoretical_warps / warp_slots,
                spilled_bytes: profile.spilled_bytes,
                coalescing: sectors.map(ratio),
                passes: profile.efficiency.passes_per_shared_request,
            }
        });
        Ok(kernels.collect())
    }

    fn profile_once(&self, work: &[OsString], machine: &Machine, seed: u64) -> Result<Vec<Profile>, String> {
        let path = self.directory.join("machine.toml");
        fs::write(&path, perturbed(machine.clone(), seed).to_toml()).map_err(|error| error.to_string())?;
        let mut command = Command::new(&self.program);
        command.arg("profile").args(work).arg("--machine").arg(&path);
        command.args(["--policies", "none", "--quiet", "--json"]);
        if let Some(policy) = &self.file.policy {
            command.args(["--policy", policy]);
        }
        let found = self.json(command)?;
        serde_json::from_value(found).map_err(|error| format!("`profile` printed another record: {error}"))
    }

    /// Runs a command of this program and reads the JSON that it prints. Its messages go where this program's go.
    fn json(&self, command: Command) -> Result<Value, String> {
        let output = self.run(command)?;
        serde_json::from_slice(&output.stdout)
            .map_err(|_| "the command above ended without a result".to_owned())
    }

    fn run(&self, mut command: Command) -> Result<Output, String> {
        command.stdin(Stdio::null()).stderr(if self.quiet { Stdio::null() } else { Stdio::inherit() });
        command
            .output()
            .map_err(|error| format!("`{}` cannot be started: {error}", command.get_program().display()))
    }
}

/// The verdict on a program's own results: its exit code, and what it printed.
fn results(check: &Check, output: &Output) -> Verdict {
    let printed = String::from_utf8_lossy(&output.stdout);
    let mut problems = Vec::new();
    if !output.status.success() {
        problems.push(Problem { text: format!("the program ended with {}", output.status), place: None });
    }
    for text in check.prints.iter().filter(|text| !printed.contains(text.as_str())) {
        problems.push(Problem { text: format!("the program did not print `{text}`"), place: None });
    }
    Verdict::on_problems("results", problems)
}

/// A race or fault of `exec --json`. Without lines of a source, its place is the line of the PTX.
fn problem(found: &Value, ptx: &Path) -> Problem {
    let text = found["text"].as_str().unwrap_or_default().to_owned();
    let access = if found["first"].is_object() { &found["first"] } else { found };
    let source = &access["source"];
    let place = match (source["file"].as_str(), source["line"].as_u64(), access["line"].as_u64()) {
        (Some(file), Some(line), _) => Some(Place { file: file.to_owned(), line }),
        (_, _, Some(line)) => Some(Place { file: ptx.display().to_string(), line }),
        _ => None,
    };
    Problem { text, place }
}
