//! The file of limits: what is checked, and what its kernels must keep to.

use crate::ui::command::Failure;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use warploom_lab::work::text;

/// A file of limits.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsFile {
    /// The machine of every check that names none: a name, or a file.
    #[serde(default = "default_machine")]
    pub machine: PathBuf,
    /// Warp policy.
    pub policy: Option<String>,
    /// Perturbed runs of each kernel: the network's latency changes by 0, +1, -1, +2 and -2 cycles.
    #[serde(default = "default_runs")]
    pub runs: u64,
    /// File with the cycles of an earlier state, which `--save-baseline` wrote.
    pub baseline: Option<PathBuf>,
    pub check: Vec<Check>,
}

fn default_machine() -> PathBuf {
    PathBuf::from("v100")
}

const fn default_runs() -> u64 {
    3
}

/// A program or kernel to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Check {
    pub name: String,
    /// A CUDA program with its arguments: it is captured.
    pub program: Option<Vec<String>>,
    /// Texts that the program must print.
    #[serde(default)]
    pub prints: Vec<String>,
    /// A folder of a captured program: nothing is executed.
    pub capture: Option<PathBuf>,
    /// A file of PTX, with `launch`.
    pub ptx: Option<PathBuf>,
    /// The launch file of `ptx`; its checks are those of the results.
    pub launch: Option<PathBuf>,
    /// A Python file with Triton kernels, which is run.
    pub triton: Option<PathBuf>,
    /// The function of `triton` to call; none to run the file as a program.
    pub function: Option<String>,
    /// Machine of this check.
    pub machine: Option<PathBuf>,
    /// Whether data races are looked for.
    #[serde(default = "yes")]
    pub races: bool,
    /// Limits by the kernel's name, in which `*` stands for any characters and `?` for one.
    #[serde(default)]
    pub kernel: BTreeMap<String, Limits>,
}

const fn yes() -> bool {
    true
}

/// Limits of a kernel: all its launches together.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// At most so many cycles.
    pub cycles: Option<f64>,
    /// At most so many seconds, at the machine's clock.
    pub seconds: Option<f64>,
    /// At most so many registers per thread.
    pub registers: Option<f64>,
    /// At least this share of the SM's warps can be resident.
    pub occupancy: Option<f64>,
    /// At most so many bytes per thread that its code stores to local memory.
    pub spilled_bytes: Option<f64>,
    /// At least this share of the bytes in accessed sectors is requested.
    pub coalescing: Option<f64>,
    /// At most so many passes of a shared-memory request over the banks.
    pub passes_per_shared_request: Option<f64>,
    /// Cycles may exceed those of the baseline by this share at most.
    pub change: Option<f64>,
}

impl Limits {
    /// Refuses limits that no kernel can keep to, or that every kernel does.
    fn check(&self) -> Result<(), String> {
        let shares = [("occupancy", self.occupancy), ("coalescing", self.coalescing)];
        for (key, share) in shares {
            if let Some(share) = share.filter(|share| !(0.0..=1.0).contains(share)) {
                return Err(format!("`{key}` is a share from 0 to 1, not {share}"));
            }
        }
        let others = [
            ("cycles", self.cycles),
            ("seconds", self.seconds),
            ("registers", self.registers),
            ("spilled_bytes", self.spilled_bytes),
            ("passes_per_shared_request", self.passes_per_shared_request),
            ("change", self.change),
        ];
        match others.into_iter().find(|(_, limit)| limit.is_some_and(|limit| limit.is_nan() || limit < 0.0)) {
            Some((key, _)) => Err(format!("`{key}` cannot be below 0")),
            None => Ok(()),
        }
    }
}

/// What a check executes.
pub enum Subject<'a> {
    Program(&'a [String]),
    Capture(&'a Path),
    Ptx { file: &'a Path, launch: &'a Path },
    Triton { file: &'a Path, function: Option<&'a str> },
}

/// The interpreter of Python files. The Python package names its own here.
const PYTHON: &str = "WARPLOOM_PYTHON";

/// A command of the Python package, for Python files with Triton kernels.
pub fn triton(arguments: &[&str]) -> Command {
    let python = std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into());
    let mut command = Command::new(python);
    command.args(["-m", "warploom.triton"]).args(arguments);
    command
}

impl Check {
    /// What it executes.
    pub fn subject(&self) -> Result<Subject<'_>, String> {
        match (&self.program, &self.capture, &self.ptx, &self.launch, &self.triton) {
            (Some(program), None, None, None, None) if !program.is_empty() => Ok(Subject::Program(program)),
            (None, Some(folder), None, None, None) => Ok(Subject::Capture(folder)),
            (None, None, Some(file), Some(launch), None) => Ok(Subject::Ptx { file, launch }),
            (None, None, None, None, Some(file)) => {
                Ok(Subject::Triton { file, function: self.function.as_deref() })
            }
            _ => Err(format!(
                "check `{}` needs one of `program`, `capture`, `triton`, and `ptx` with `launch`",
                self.name
            )),
        }
    }
}

impl LimitsFile {
    /// Reads a file. Its paths are made relative to the working directory.
    pub fn read(path: &Path) -> Result<LimitsFile, Failure> {
        let wrong = |why: String| {
            let help = "`warploom check --help` shows a file".to_owned();
            Failure::mistake(format!("`{}` is not a file of limits: {why}", path.display()), Some(help))
        };
        let unread = |error| Failure::mistake(format!("`{}` cannot be read: {error}", path.display()), None);
        let text = text::read(path).map_err(unread)?;
        let is = |extension: &str| path.extension().is_some_and(|own| own == extension);
        let parsed = if is("py") {
            serde_json::from_str(&declared(path)?).map_err(|error| error.to_string())
        } else if is("json") {
            serde_json::from_str(&text).map_err(|error| error.to_string())
        } else {
            toml::from_str(&text).map_err(|error| error.to_string())
        };
        let mut file: LimitsFile = parsed.map_err(wrong)?;
        for (at, check) in file.check.iter().enumerate() {
            check.subject().map_err(wrong)?;
            if file.check[..at].iter().any(|other| other.name == check.name) {
                return Err(wrong(format!("two checks are called `{}`", check.name)));
            }
            for (kernel, limits) in &check.kernel {
                let place = format!("[check.kernel.{kernel}] of `{}`", check.name);
                limits.check().map_err(|why| wrong(format!("{place}: {why}")))?;
            }
        }
        if file.check.is_empty() || file.runs == 0 {
            return Err(wrong("it has no `[[check]]`, or `runs` is 0".to_owned()));
        }
        // A Python file names itself as it was named to it.
        if !is("py") {
            file.resolve(path.parent().unwrap_or(Path::new("")));
        }
        Ok(file)
    }

    fn resolve(&mut self, base: &Path) {
        let resolve = |path: &mut PathBuf| *path = base.join(&*path);
        // The name of a machine is no path.
        let machine = |path: &mut PathBuf| {
            if base.join(&*path).is_file() {
                *path = base.join(&*path);
            }
        };
        machine(&mut self.machine);
        self.baseline.iter_mut().for_each(resolve);
        for check in &mut self.check {
            check.machine.iter_mut().for_each(machine);
            let files = [&mut check.capture, &mut check.ptx, &mut check.launch, &mut check.triton];
            files.into_iter().flatten().for_each(resolve);
        }
    }
}

/// Exit code of the package if the file is what is wrong.
const WRONG_FILE: i32 = 3;

/// The limits of the functions of a Python file, as JSON.
fn declared(path: &Path) -> Result<String, Failure> {
    let file = path.to_string_lossy();
    let mut command = triton(&["limits", &file]);
    let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let (why, is_package) = match output {
        Ok(output) if output.status.success() => return Ok(String::from_utf8_lossy(&output.stdout).into()),
        Ok(output) => {
            ("the message above has the reason".to_owned(), output.status.code() != Some(WRONG_FILE))
        }
        Err(error) => {
            let program = command.get_program().to_string_lossy();
            (format!("`{program}` cannot be started: {error}"), true)
        }
    };
    let help = format!(
        "Python files need the package: pip install 'warploom[triton]'. {PYTHON} names another interpreter than python3"
    );
    Err(Failure::mistake(format!("the limits in `{file}` cannot be read: {why}"), is_package.then_some(help)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<LimitsFile, String> {
        let directory = tempfile::tempdir().map_err(|e| e.to_string())?;
        let path = directory.path().join("limits.toml");
        std::fs::write(&path, text).map_err(|e| e.to_string())?;
        LimitsFile::read(&path).map_err(|failure| failure.report.to_string())
    }

    #[test]
    fn a_check_has_one_subject() {
        assert!(read("[[check]]\nname = 'a'\nprogram = ['./a']\n").is_ok());
        assert!(read("[[check]]\nname = 'a'\nptx = 'a.ptx'\nlaunch = 'a.toml'\n").is_ok());
        for wrong in ["", "ptx = 'a.ptx'\n", "program = []\n", "program = ['./a']\ncapture = 'a.capture'\n"] {
            let error = read(&format!("[[check]]\nname = 'a'\n{wrong}")).unwrap_err();
            assert!(error.contains("check `a` needs one of"), "{error}");
        }
    }

    #[test]
    fn unknown_limits_and_equal_names_are_refused() {
        let error = read("[[check]]\nname = 'a'\ncapture = 'a'\nkernel.x.cycle = 3\n").unwrap_err();
        assert!(error.contains("unknown field `cycle`"), "{error}");
        let one = "[[check]]\nname = 'a'\ncapture = 'a'\n";
        assert!(read(&[one, one].concat()).unwrap_err().contains("two checks are called `a`"));
    }

    #[test]
    fn paths_are_relative_to_the_file() {
        let file = read("[[check]]\nname = 'a'\ncapture = 'a.capture'\n").unwrap();
        assert!(file.check[0].capture.as_ref().is_some_and(|path| path.is_absolute()));
        assert_eq!(file.machine, Path::new("v100"));
    }
}
