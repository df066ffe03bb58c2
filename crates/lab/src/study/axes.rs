//! The axes of a study: what its file names, found and checked.

use super::error::StudyError;
use super::file::{Exclusion, Kept, MachineEntry, PolicyEntry, StudyFile, WorkTable};
use super::sweep::{Scalar, product};
use crate::diagnosis::Diagnosis;
use crate::digest::files_digest;
use crate::machine_choice::Description;
use crate::work::{CodeTarget, LaunchRange, LaunchSelection, WorkKind, WorkOptions, suite, tape};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warploom_gpu::machine::Machine;
use warploom_policy::{Choice, CtaKind, Registry, WarpKind, WaveKind};
use warploom_suite::applications;
use warploom_tape::capture::matches_pattern;

/// The policies that a study can name: the built-in ones, and those of the program's author.
#[derive(Debug)]
pub struct Policies {
    pub warp: Registry<WarpKind>,
    pub wave: Registry<WaveKind>,
    pub cta: Registry<CtaKind>,
    /// The digest of the program's executable file, if it has policies of its own: the build id does not cover them.
    pub program: Option<u128>,
}

impl Default for Policies {
    fn default() -> Policies {
        let valid = "built-in declarations are valid";
        Policies {
            warp: Registry::new(&[]).expect(valid),
            wave: Registry::new(&[]).expect(valid),
            cta: Registry::new(&[]).expect(valid),
            program: None,
        }
    }
}

/// A study: its name, its file, and the directory that its relative paths start from.
#[derive(Clone, Debug)]
pub struct Study {
    /// The name: of the file without its extension.
    pub name: String,
    pub file: StudyFile,
    directory: PathBuf,
}

impl Study {
    /// Reads a study from text. Its files are found from `directory`.
    ///
    /// # Errors
    /// If the text or the name is not valid.
    pub fn read(name: &str, text: &str, directory: &Path) -> Result<Study, StudyError> {
        Study::new(name, StudyFile::read(text)?, directory)
    }

    /// A study. Its files are found from `directory`.
    ///
    /// # Errors
    /// If the name is not valid: it is part of names of files.
    pub fn new(name: &str, file: StudyFile, directory: &Path) -> Result<Study, StudyError> {
        let is_wrong = |c: char| c.is_whitespace() || "/\\".contains(c);
        if name.is_empty() || name.starts_with('.') || name.contains(is_wrong) {
            return Err(StudyError::Axis {
                axis: "name",
                message: format!("`{name}` cannot be the name of a study"),
                help: Some("letters, digits, `-` and `_`".to_owned()),
            });
        }
        Ok(Study { name: name.to_owned(), file, directory: directory.to_owned() })
    }

    /// The name of the study in the file at `path`.
    pub fn name_of(path: &Path) -> String {
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Finds works, machines and policies.
    ///
    /// # Errors
    /// If one does not exist.
    pub(crate) fn axes(&self, policies: &Policies) -> Result<Axes, StudyError> {
        let file = &self.file;
        Ok(Axes {
            works: self.works()?,
            sizes: distinct("size", file.size.values().to_vec())?,
            seeds: seeds(&file.seed.values())?,
            machines: self.machines()?,
            policies: policy_texts("policy", file.policy.values(), &|| {
                policies.warp.iter().map(|policy| policy.name.to_owned()).collect()
            })?,
            cta_policies: policy_texts("cta_policy", file.cta_policy.values(), &|| {
                policies.cta.iter().map(|policy| policy.name.to_owned()).collect()
            })?,
            exclude: file.exclude.clone(),
            keep: file.keep.clone(),
            launches: file.launches,
            max_cycles: file.max_cycles,
            max_ctas: file.max_ctas,
            cold: file.cold,
        })
    }

    fn works(&self) -> Result<Vec<PlannedWork>, StudyError> {
        let mut works = Vec::new();
        for entry in self.file.work.values() {
            let table = entry.table();
            if table.name.contains(['*', '?']) {
                let found = suite_names(&table.name);
                if found.is_empty() {
                    let message = format!("nothing in the suite matches `{}`", table.name);
                    let help = Some("`warploom suite list` lists the applications".to_owned());
                    return Err(StudyError::Axis { axis: "work", message, help });
                }
                for name in found {
                    works.push(self.work(WorkTable { name, ..table.clone() })?);
                }
            } else {
                works.push(self.work(table)?);
            }
        }
        let label = |work: &PlannedWork| work.label();
        if let Some(twice) =
            works.iter().enumerate().find(|(at, work)| works[..*at].iter().any(|w| label(w) == label(work)))
        {
            return Err(listed_twice("work", &label(twice.1)));
        }
        if works.is_empty() {
            return Err(empty("work"));
        }
        Ok(works)
    }

    fn work(&self, table: WorkTable) -> Result<PlannedWork, StudyError> {
        let WorkTable { name, launch, kernel, launches, target } = table;
        let failed = |error| StudyError::Work { work: name.clone(), error: Box::new(error) };
        let path = if suite::find(&name).is_ok() { PathBuf::from(&name) } else { self.directory.join(&name) };
        let kind = match WorkKind::of(&path) {
            // A misspelt name of the suite: its own error suggests the nearest.
            Err(_) if !path.exists() => WorkKind::of(Path::new(&name)).map_err(failed)?,
            kind => kind.map_err(failed)?,
        };
        let launch = launch.map(|file| self.directory.join(file));
        let mut work = PlannedWork {
            name: name.clone(),
            kind: kind.with_article().to_owned(),
            path: if kind == WorkKind::Suite { path } else { std::path::absolute(&path).unwrap_or(path) },
            launch: launch.map(|file| std::path::absolute(&file).unwrap_or(file)),
            kernel,
            launches,
            target,
            content: String::new(),
            warp_instructions: None,
        };
        work.options()?;
        if kind == WorkKind::Tape {
            let totals = tape::open_file(&work.path).map_err(failed)?.totals();
            work.warp_instructions = Some(totals.warp_instructions);
        }
        work.content = work.current_content(kind)?;
        Ok(work)
    }

    fn machines(&self) -> Result<Vec<PlannedMachine>, StudyError> {
        let mut machines: Vec<PlannedMachine> = Vec::new();
        for entry in self.file.machine.values() {
            let (name, sets) = match entry {
                MachineEntry::Name(name) => (name, vec![Vec::new()]),
                MachineEntry::Table { name, set } => (name, product(set)),
            };
            if sets.is_empty() {
                return Err(empty("machine"));
            }
            let description = Description::find_from(&self.directory, Path::new(name));
            let description = description.map_err(|Diagnosis { message, help, .. }| StudyError::Axis {
                axis: "machine",
                message,
                help,
            })?;
            let description = description.text.into_owned();
            for set in sets {
                let mut machine =
                    PlannedMachine { name: String::new(), description: description.clone(), set };
                let settings: Vec<String> =
                    machine.set.iter().map(|(key, value)| format!("{key}={value}")).collect();
                let found = machine.machine().map_err(|error| StudyError::Machine {
                    machine: [name.as_str(), &settings.join(" ")].join(" ").trim().to_owned(),
                    error: Box::new(error),
                })?;
                machine.name = match settings.is_empty() {
                    true => found.name,
                    false => format!("{} with {}", found.name, settings.join(" ")),
                };
                if machines.iter().any(|known| known.name == machine.name) {
                    return Err(listed_twice("machine", &machine.name));
                }
                machines.push(machine);
            }
        }
        if machines.is_empty() { Err(empty("machine")) } else { Ok(machines) }
    }
}

/// The axes of a study, as a plan keeps them: descriptions of machines are copied, files are named by their content.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Axes {
    pub(crate) works: Vec<PlannedWork>,
    pub(crate) sizes: Vec<String>,
    pub(crate) seeds: Vec<u64>,
    pub(crate) machines: Vec<PlannedMachine>,
    pub(crate) policies: Vec<String>,
    pub(crate) cta_policies: Vec<String>,
    pub(crate) exclude: Vec<Exclusion>,
    pub(crate) keep: Vec<Kept>,
    pub(crate) launches: bool,
    pub(crate) max_cycles: Option<u64>,
    pub(crate) max_ctas: Option<u64>,
    pub(crate) cold: bool,
}

/// A work of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedWork {
    /// The name, as the study's file has it.
    pub(crate) name: String,
    /// The kind, for people.
    kind: String,
    /// The file; of the suite, the name.
    pub(crate) path: PathBuf,
    launch: Option<PathBuf>,
    kernel: Option<String>,
    launches: Option<String>,
    target: Option<String>,
    /// The digest of its files; empty for the suite, which the build id covers.
    pub(crate) content: String,
    /// Its warp instructions, if a tape says them.
    pub(crate) warp_instructions: Option<u64>,
}

impl PlannedWork {
    /// The name that records have: with the selected launches and the target, which distinguish entries of one work.
    pub(crate) fn label(&self) -> String {
        let selected = [("kernel", &self.kernel), ("launches", &self.launches), ("target", &self.target)];
        let options = selected.iter().filter_map(|(name, value)| Some(format!("{name} {}", value.as_ref()?)));
        [self.name.clone()].into_iter().chain(options).collect::<Vec<_>>().join(", ")
    }

    /// The kind of the work.
    pub(crate) fn kind(&self) -> Result<WorkKind, StudyError> {
        WorkKind::of(&self.path)
            .map_err(|error| StudyError::Work { work: self.name.clone(), error: Box::new(error) })
    }

    /// The options of the work, without size, seed and machine.
    pub(crate) fn options(&self) -> Result<WorkOptions, StudyError> {
        let wrong = |message: String| StudyError::Axis { axis: "work", message, help: None };
        let range = |text: &str| {
            text.parse::<LaunchRange>().map_err(|error| wrong(format!("{}: {error}", self.name)))
        };
        let launches =
            self.launches.as_deref().unwrap_or_default().split(',').filter(|text| !text.trim().is_empty());
        let code = match self.target.as_deref() {
            None => None,
            Some(name) => {
                let unknown = || wrong(format!("{}: there is no target `{name}`", self.name));
                Some(CodeTarget::named(name).ok_or_else(unknown)?)
            }
        };
        Ok(WorkOptions {
            code,
            launch: self.launch.clone(),
            select: LaunchSelection::new(
                self.kernel.as_deref(),
                launches.map(range).collect::<Result<_, _>>()?,
            ),
            ..WorkOptions::default()
        })
    }

    /// The same options for a run on a machine.
    pub(crate) fn options_for(
        &self,
        size: Option<&str>,
        seed: Option<u64>,
        machine: &Arc<Machine>,
    ) -> Result<WorkOptions, StudyError> {
        Ok(WorkOptions {
            size: size.map(str::to_owned),
            seed,
            machine_code: CodeTarget::for_machine(machine),
            machine: Some(Arc::clone(machine)),
            ..self.options()?
        })
    }

    /// The digest of the work's files as they are now.
    pub(crate) fn current_content(&self, kind: WorkKind) -> Result<String, StudyError> {
        let failed = |error| StudyError::Work { work: self.name.clone(), error: Box::new(error) };
        match kind {
            WorkKind::Suite => Ok(String::new()),
            WorkKind::Tape => {
                Ok(format!("{:032x}", tape::open_file(&self.path).map_err(failed)?.totals().digest))
            }
            _ => {
                let roots = input_files(&self.path, kind, self.launch.as_deref());
                let digest = files_digest(&roots);
                let digest = digest.map_err(|(file, error)| StudyError::Axis {
                    axis: "work",
                    message: format!("`{}` cannot be read: {error}", file.display()),
                    help: None,
                })?;
                Ok(format!("{digest:032x}"))
            }
        }
    }
}

/// The files and directories that decide the content of a work.
fn input_files(path: &Path, kind: WorkKind, launch: Option<&Path>) -> Vec<PathBuf> {
    let folder = |path: &Path| path.parent().map_or_else(|| PathBuf::from("."), Path::to_owned);
    match kind {
        _ if path.is_dir() => vec![path.to_owned()],
        // A list names the traces beside it.
        WorkKind::Trace if path.to_string_lossy().contains("kernelslist") => vec![folder(path)],
        // Listings and pages are beside the folder of the trace.
        WorkKind::Multi2Sim => vec![folder(&folder(path))],
        WorkKind::Ptx | WorkKind::Gcn | WorkKind::Sass => {
            let mut files = vec![path.to_owned()];
            if let Some(launch) = launch {
                files.push(launch.to_owned());
                files.extend(named_files(launch));
            }
            files
        }
        _ => vec![path.to_owned()],
    }
}

/// The files that the texts of a TOML file name: inputs of a launch file.
fn named_files(file: &Path) -> Vec<PathBuf> {
    fn texts<'a>(value: &'a toml::Value, found: &mut Vec<&'a str>) {
        match value {
            toml::Value::String(text) => found.push(text),
            toml::Value::Array(items) => items.iter().for_each(|item| texts(item, found)),
            toml::Value::Table(table) => table.values().for_each(|item| texts(item, found)),
            _ => {}
        }
    }
    // An invalid file is an error when the work is opened.
    let Some(table) = std::fs::read_to_string(file).ok().and_then(|text| text.parse::<toml::Table>().ok())
    else {
        return Vec::new();
    };
    let (mut found, value) = (Vec::new(), toml::Value::Table(table));
    texts(&value, &mut found);
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut files: Vec<PathBuf> =
        found.iter().map(|name| folder.join(name)).filter(|path| path.is_file()).collect();
    files.sort();
    files.dedup();
    files
}

/// A machine of a plan.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlannedMachine {
    /// The name, with the keys that are set.
    pub(crate) name: String,
    description: String,
    /// The keys that are set.
    pub(crate) set: Vec<(String, String)>,
}

impl PlannedMachine {
    /// The machine.
    pub(crate) fn machine(&self) -> Result<Machine, warploom_gpu::machine::MachineError> {
        let mut machine = Machine::read_with(&self.description, &self.set)?;
        if !self.name.is_empty() {
            machine.name.clone_from(&self.name);
        }
        Ok(machine)
    }
}

/// The applications that a pattern matches; with a `/`, their kernels.
fn suite_names(pattern: &str) -> Vec<String> {
    let kernels = applications().flat_map(|application| {
        application.kernels.iter().map(|kernel| format!("{}/{}", application.name, kernel.name))
    });
    let names: Box<dyn Iterator<Item = String>> = match pattern.contains('/') {
        true => Box::new(kernels),
        false => Box::new(applications().map(|application| application.name.to_owned())),
    };
    names.filter(|name| matches_pattern(pattern, name)).collect()
}

fn seeds(values: &[Scalar]) -> Result<Vec<u64>, StudyError> {
    let seed = |value: &Scalar| match value {
        Scalar::Whole(seed) => u64::try_from(*seed).ok(),
        _ => None,
    };
    let wrong = |value: &Scalar| StudyError::Axis {
        axis: "seed",
        message: format!("`{value}` is no seed"),
        help: Some("seeds are whole numbers from 0: a number, a list, or { from = 1, to = 10 }".to_owned()),
    };
    let seeds =
        values.iter().map(|value| seed(value).ok_or_else(|| wrong(value))).collect::<Result<_, _>>()?;
    distinct("seed", seeds)
}

/// The policies of an axis as on the command line, with every combination of parameters.
fn policy_texts(
    axis: &'static str,
    entries: &[PolicyEntry],
    all: &dyn Fn() -> Vec<String>,
) -> Result<Vec<String>, StudyError> {
    let mut texts = Vec::new();
    for entry in entries {
        match entry {
            PolicyEntry::Text(text) if text == "all" => texts.extend(all()),
            PolicyEntry::Text(text) => texts.push(text.trim().to_owned()),
            PolicyEntry::Table { name, parameters } => {
                let settings = product(parameters).into_iter().map(|settings| {
                    let settings = settings.iter().map(|(name, value)| format!("{name}={value}"));
                    settings.collect::<Vec<_>>().join(",")
                });
                texts.extend(settings.map(|settings| match settings.is_empty() {
                    true => name.clone(),
                    false => format!("{name}:{settings}"),
                }));
            }
        }
    }
    distinct(axis, texts)
}

fn distinct<T: PartialEq + std::fmt::Display>(
    axis: &'static str,
    values: Vec<T>,
) -> Result<Vec<T>, StudyError> {
    match values.iter().enumerate().find(|(at, value)| values[..*at].contains(value)) {
        Some((_, twice)) => Err(listed_twice(axis, &twice.to_string())),
        None if values.is_empty() => Err(empty(axis)),
        None => Ok(values),
    }
}

fn empty(axis: &'static str) -> StudyError {
    StudyError::Axis { axis, message: "it has no values".to_owned(), help: None }
}

pub(super) fn listed_twice(axis: &'static str, name: &str) -> StudyError {
    let help = Some("remove one of them".to_owned());
    StudyError::Axis { axis, message: format!("`{name}` is listed twice"), help }
}

/// Parses the CTA policies.
pub(super) fn cta_choices(axes: &Axes, policies: &Policies) -> Result<Vec<Choice<CtaKind>>, StudyError> {
    let parse = |text: &String| {
        Choice::parse(text, &policies.cta).map_err(|error| StudyError::Axis {
            axis: "cta_policy",
            message: error.to_string(),
            help: Some(error.help()),
        })
    };
    axes.cta_policies.iter().map(parse).collect()
}
