//! What Warploom is measured against: points, of whatever origin.

use super::{ValidateError, accelsim, hardware, read};
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::gpgpusim::{import_with_network, network_file};
use warploom_gpu::machine::{BUILT_IN, Machine, named};
use warploom_kernel::ptx::nearest;
use warploom_policy::{ALL, Choice};

/// Where answers come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Another simulator: `accelsim.toml`.
    Accelsim,
    /// Real GPUs: `hardware.toml`.
    Hardware,
}

impl Origin {
    /// All there are.
    pub const ALL: [Origin; 2] = [Origin::Accelsim, Origin::Hardware];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Accelsim => "accelsim",
            Origin::Hardware => "hardware",
        }
    }

    /// Its name in tables.
    pub fn title(self) -> &'static str {
        match self {
            Origin::Accelsim => "Accel-Sim",
            Origin::Hardware => "hardware",
        }
    }
}

/// What may not be exceeded.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The mean absolute error of all points that count, in percent.
    pub mape: Option<f64>,
    /// That of those held out.
    pub held_out_mape: Option<f64>,
    /// The error of any one point that counts, in percent.
    pub error: Option<f64>,
    /// Pearson's r, at least.
    pub r: Option<f64>,
    /// The difference of any hit rate, in points of percent.
    pub hit_rate_points: Option<f64>,
    /// Whether policies must come in the order that the reference has them in, where it separates them.
    #[serde(default)]
    pub order: bool,
    /// Whether warp instructions and accesses to the L1 must be exactly as many.
    #[serde(default)]
    pub exact: bool,
}

/// What launching costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overhead {
    /// The machine's launch latency, in ours as in theirs: it is taken off both.
    InBoth,
    /// So many cycles per launch, which are put in the place of the machine's.
    Instead(f64),
}

/// What else another simulator counted.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceCounters {
    /// Instructions issued.
    pub warp_instructions: u64,
    /// Accesses to the L1.
    pub l1_accesses: u64,
    /// Misses in parts of them.
    pub l1_misses: f64,
    /// Misses of the L2, in parts of accesses.
    pub l2_misses: f64,
    /// Bytes read from DRAM, where they were counted.
    pub dram_read: Option<u64>,
    /// Bytes written to DRAM, where they were counted.
    pub dram_written: Option<u64>,
    /// Scheduler-cycles with a ready warp whose pipeline was full.
    pub pipeline: u64,
    /// Without a valid instruction.
    pub idle: u64,
    /// In which all valid ones waited for registers.
    pub scoreboard: u64,
}

/// Work with a known answer.
#[derive(Clone, Debug)]
pub struct Point {
    /// What it is called: the kernel, or the measurement.
    pub name: String,
    /// On what it runs.
    pub gpu: Gpu,
    /// Under what.
    pub policy: Policy,
    /// What runs.
    pub work: Work,
    /// The answer, in cycles.
    pub truth: f64,
    /// What launching costs.
    pub overhead: Overhead,
    /// Whether nobody has tuned on it.
    pub held_out: bool,
    /// Whether it counts in means.
    pub counts: bool,
    /// If differences count and not itself: of what.
    pub group: Option<String>,
    /// The sweep it is a point of.
    pub sweep: Option<String>,
    /// What else is known.
    pub answer: Option<ReferenceCounters>,
    /// Who measured it, and how.
    pub source: String,
    /// What weakens it.
    pub note: Option<String>,
}

impl Point {
    /// Whether a name means it: its own, its group's, its sweep's or its machine's.
    fn is(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let own = [self.name.as_str(), self.gpu.label.as_str()];
        own.into_iter().chain(self.group.as_deref()).chain(self.sweep.as_deref())
    }
}

/// A policy.
#[derive(Clone, Debug)]
pub struct Policy {
    /// What tables call it: as it was written.
    pub name: String,
    /// What it is.
    pub choice: Choice,
}

/// What runs.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Work {
    /// Its trace.
    pub trace: PathBuf,
    /// How many CTAs of it, if not those that are there.
    pub ctas: Option<NonZero<u32>>,
}

/// More runs, without answers, for a figure over the number of CTAs.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// What it is called.
    pub name: String,
    /// What the figure shows.
    pub title: String,
    /// On what it runs.
    pub gpu: Gpu,
    /// Under what.
    pub policies: Vec<Policy>,
    /// Its trace.
    pub trace: PathBuf,
    /// What launching costs.
    pub overhead: Overhead,
    /// How many CTAs.
    pub ctas: Vec<NonZero<u32>>,
}

/// A machine, and the GPU it stands for.
#[derive(Clone, PartialEq, Debug)]
pub struct Gpu {
    /// What tables call it.
    pub label: String,
    /// Where its description is.
    pub from: Description,
}

/// Where a machine's description is.
#[derive(Clone, PartialEq, Debug)]
pub enum Description {
    /// GPGPU-Sim's configuration, in a directory.
    Configuration(PathBuf),
    /// A built-in machine, or a description's file, with changes.
    Machine {
        /// Its name, or its file beside the reference's.
        name: String,
        /// Keys and their values.
        set: Vec<(String, String)>,
    },
}

/// All points of an origin.
#[derive(Clone, Debug)]
pub struct Points {
    /// Where the answers come from.
    pub origin: Origin,
    /// The file that says so.
    pub file: PathBuf,
    /// What may not be exceeded.
    pub limits: Limits,
    /// The points.
    pub points: Vec<Point>,
    /// More runs for figures.
    pub sweeps: Vec<Sweep>,
    /// Whether all points are here that the file has.
    pub whole: bool,
}

impl Points {
    /// Reads those of an origin, in the reference's directory.
    ///
    /// # Errors
    /// If files are not there, or do not say what they should.
    pub fn read(origin: Origin, reference: &Path) -> Result<Points, ValidateError> {
        let file = reference.join(format!("{}.toml", origin.name()));
        match origin {
            Origin::Accelsim => accelsim::read(&file, reference),
            Origin::Hardware => hardware::read(&file, reference),
        }
    }

    /// Whether there is something of this name.
    pub fn has(&self, name: &str) -> bool {
        self.points.iter().any(|point| point.is(name)) || self.sweeps.iter().any(|sweep| sweep.name == name)
    }

    /// Only what these names mean: of a group all points, since their differences count; a sweep only by its own name.
    pub fn only(self, names: &[String]) -> Points {
        let Points { points, sweeps, .. } = self;
        let meant = |point: &Point| names.iter().any(|name| point.is(name));
        let groups: Vec<String> =
            points.iter().filter(|point| meant(point)).filter_map(|point| point.group.clone()).collect();
        let grouped = |point: &Point| point.group.as_ref().is_some_and(|group| groups.contains(group));
        let points = points.into_iter().filter(|point| meant(point) || grouped(point)).collect();
        let sweeps = sweeps.into_iter().filter(|sweep| names.contains(&sweep.name)).collect();
        Points { points, sweeps, whole: false, ..self }
    }

    /// That there is nothing of this name.
    pub fn no_point(&self, name: &str) -> ValidateError {
        let near = nearest(name, self.points.iter().flat_map(Point::names)).map(str::to_owned);
        ValidateError::NoPoint { name: name.to_owned(), near, file: self.file.clone() }
    }
}

impl Gpu {
    /// The machine. `file` has said that it is needed.
    ///
    /// # Errors
    /// If there is none, or if such a machine cannot be.
    pub fn machine(&self, file: &Path) -> Result<Machine, ValidateError> {
        match &self.from {
            Description::Configuration(directory) => configured(&self.label, directory),
            Description::Machine { name, set } => described(name, set, file),
        }
    }
}

fn configured(name: &str, directory: &Path) -> Result<Machine, ValidateError> {
    let path = directory.join("gpgpusim.config");
    let config = read::text(&path)?;
    let trace = read::text(&directory.join("trace.config"))?;
    let network = network_file(&config).map(|file| read::text(&directory.join(file))).transpose()?;
    let imported = import_with_network(name, &config, Some(&trace), network.as_deref());
    Ok(imported.map_err(|error| ValidateError::wrong(&path, "imported", error.to_string()))?.machine)
}

fn described(name: &str, set: &[(String, String)], file: &Path) -> Result<Machine, ValidateError> {
    let place = format!("machine `{name}`");
    let text = match named(name) {
        Some(built_in) => built_in.text.to_owned(),
        None if name.ends_with(".toml") => read::text(&file.parent().unwrap_or(Path::new("")).join(name))?,
        None => {
            let near = nearest(name, BUILT_IN.iter().map(|machine| machine.name));
            let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
            let help =
                Some(format!("{near}`warploom machines` lists them; a description's file ends in .toml"));
            let fault = "there is none of this name".to_owned();
            return Err(ValidateError::Wrong { file: file.to_owned(), place, fault, help });
        }
    };
    Machine::read_with(&text, set).map_err(|error| ValidateError::wrong(file, place, error.to_string()))
}

/// The policy of this name.
pub(super) fn policy(name: &str, file: &Path, place: &str) -> Result<Policy, ValidateError> {
    let choice = Choice::parse(name, ALL).map_err(|error| ValidateError::Wrong {
        file: file.to_owned(),
        place: place.to_owned(),
        fault: error.to_string(),
        help: Some(error.help()),
    })?;
    Ok(Policy { name: name.to_owned(), choice })
}
