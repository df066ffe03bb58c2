//! Reference points: works with known cycles.

use super::suite::Suite;
use super::{ValidateError, accelsim, hardware, read};
use serde::{Deserialize, Serialize};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use warploom_gpu::machine::gpgpusim::{import_with_network, network_file};
use warploom_gpu::machine::{BUILT_IN, Machine, named};
use warploom_kernel::names::nearest;
use warploom_policy::{Choice, CorePolicy, WARP_POLICIES};

/// The origin of reference values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Accel-Sim: `accelsim.toml`.
    Accelsim,
    /// Real GPUs: `hardware.toml`.
    Hardware,
}

impl Origin {
    /// Every origin.
    pub const ALL: [Origin; 2] = [Origin::Accelsim, Origin::Hardware];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Accelsim => "accelsim",
            Origin::Hardware => "hardware",
        }
    }

    /// The name in tables.
    pub fn title(self) -> &'static str {
        match self {
            Origin::Accelsim => "Accel-Sim",
            Origin::Hardware => "hardware",
        }
    }
}

/// The limits of errors.
#[derive(Clone, Copy, PartialEq, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The mean absolute error of all counted points, in percent.
    pub mape: Option<f64>,
    /// The mean absolute error of held-out points, in percent.
    pub held_out_mape: Option<f64>,
    /// The error of every counted point, in percent.
    pub error: Option<f64>,
    /// The minimum of Pearson's r.
    pub r: Option<f64>,
    /// The difference of every hit rate, in percentage points.
    pub hit_rate_points: Option<f64>,
    /// The number of pairs of policies whose order may differ, of those that the reference separates.
    pub disagreements: Option<usize>,
    /// Whether warp instructions and L1 accesses must be equal to the reference's.
    #[serde(default)]
    pub exact: bool,
}

/// The treatment of launch latency.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Overhead {
    /// Both numbers include the machine's launch latency: it is subtracted from both.
    InBoth,
    /// Cycles per launch that replace the machine's launch latency.
    Instead(f64),
}

/// Counters of another simulator.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceCounters {
    /// Instructions issued.
    pub warp_instructions: u64,
    pub l1_accesses: u64,
    /// L1 misses per access.
    pub l1_misses: f64,
    /// L2 misses per access.
    pub l2_misses: f64,
    /// Bytes read from DRAM, if counted.
    pub dram_read: Option<u64>,
    /// Bytes written to DRAM, if counted.
    pub dram_written: Option<u64>,
    /// Scheduler-cycles with a ready warp whose pipeline was full.
    pub pipeline: u64,
    /// Scheduler-cycles without a valid instruction.
    pub idle: u64,
    /// Scheduler-cycles in which all valid instructions waited for registers.
    pub scoreboard: u64,
}

/// A work with known cycles.
#[derive(Clone, Debug)]
pub struct Point {
    /// The name of the kernel or measurement.
    pub name: String,
    /// The machine.
    pub gpu: Gpu,
    pub policy: Policy,
    pub work: TraceWork,
    /// The reference value, in cycles.
    pub truth: f64,
    /// The treatment of launch latency.
    pub overhead: Overhead,
    /// Whether the point was held out of tuning.
    pub held_out: bool,
    /// Whether the point counts in means.
    pub counts: bool,
    /// The group, if differences between its points count instead of the points.
    pub group: Option<String>,
    /// The sweep that the point belongs to.
    pub sweep: Option<String>,
    /// Further counters of the reference.
    pub answer: Option<ReferenceCounters>,
    /// The origin of the value.
    pub source: String,
    /// A caveat.
    pub note: Option<String>,
}

impl Point {
    /// Whether a name selects the point: its own, its group's, its sweep's or its machine's.
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
    /// The name in tables, as it is written in the file.
    pub name: String,
    /// The parsed policy.
    pub choice: CorePolicy,
}

/// A trace to be run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct TraceWork {
    pub trace: PathBuf,
    /// The number of CTAs, if it differs from the trace's.
    pub ctas: Option<NonZero<u32>>,
}

/// A sweep over the number of CTAs: runs without reference values, for a figure.
#[derive(Clone, Debug)]
pub struct Sweep {
    pub name: String,
    /// The figure's title.
    pub title: String,
    /// The machine.
    pub gpu: Gpu,
    pub policies: Vec<Policy>,
    pub trace: PathBuf,
    /// The treatment of launch latency.
    pub overhead: Overhead,
    pub ctas: Vec<NonZero<u32>>,
}

/// A GPU and the machine that models it.
#[derive(Clone, PartialEq, Debug)]
pub struct Gpu {
    /// The name in tables.
    pub label: String,
    /// The origin of the machine's description.
    pub from: Description,
}

/// The origin of a machine's description.
#[derive(Clone, PartialEq, Debug)]
pub enum Description {
    /// The directory of a GPGPU-Sim configuration.
    Configuration(PathBuf),
    /// A built-in machine or a description's file, with overrides.
    Machine {
        /// The machine's name, or a file relative to the reference file.
        name: String,
        /// Overrides: keys and values.
        set: Vec<(String, String)>,
    },
}

/// All points of an origin.
#[derive(Clone, Debug)]
pub struct Points {
    /// The origin of the reference values.
    pub origin: Origin,
    /// The reference file.
    pub file: PathBuf,
    pub limits: Limits,
    pub points: Vec<Point>,
    /// Sweeps for figures.
    pub sweeps: Vec<Sweep>,
    /// Whether these are all points of the file.
    pub whole: bool,
    /// The suite's applications.
    pub suite: Option<Suite>,
}

impl Points {
    /// Reads the points of an origin from the reference directory.
    ///
    /// # Errors
    /// If a file is missing or has a mistake.
    pub fn read(origin: Origin, reference: &Path) -> Result<Points, ValidateError> {
        let file = reference.join(format!("{}.toml", origin.name()));
        match origin {
            Origin::Accelsim => accelsim::read(&file, reference),
            Origin::Hardware => hardware::read(&file, reference),
        }
    }

    /// Whether a name selects a point, a sweep or an application.
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|known| known == name)
    }

    /// The names that select points, sweeps or applications.
    fn names(&self) -> impl Iterator<Item = &str> {
        let suite = self.suite.iter().flat_map(Suite::names);
        let sweeps = self.sweeps.iter().map(|sweep| sweep.name.as_str());
        self.points.iter().flat_map(Point::names).chain(sweeps).chain(suite)
    }

    /// The points, sweeps and applications that the names select. A point's whole group is selected with it, because its differences count.
    pub fn only(self, names: &[String]) -> Points {
        let Points { points, sweeps, suite, .. } = self;
        let meant = |point: &Point| names.iter().any(|name| point.is(name));
        let groups: Vec<String> =
            points.iter().filter(|point| meant(point)).filter_map(|point| point.group.clone()).collect();
        let grouped = |point: &Point| point.group.as_ref().is_some_and(|group| groups.contains(group));
        let points = points.into_iter().filter(|point| meant(point) || grouped(point)).collect();
        let sweeps = sweeps.into_iter().filter(|sweep| names.contains(&sweep.name)).collect();
        let suite = suite.and_then(|suite| suite.only(names));
        Points { points, sweeps, suite, whole: false, ..self }
    }

    /// The error for a name that selects nothing.
    pub fn no_point(&self, name: &str) -> ValidateError {
        let near = nearest(name, self.names()).map(str::to_owned);
        ValidateError::NoPoint { name: name.to_owned(), near, file: self.file.clone() }
    }
}

impl Gpu {
    /// The machine. `file` is the reference file, for errors and relative paths.
    ///
    /// # Errors
    /// If there is no such machine, or its description is not valid.
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
            let fault = "there is no machine of this name".to_owned();
            return Err(ValidateError::Wrong { file: file.to_owned(), place, fault, help });
        }
    };
    Machine::read_with(&text, set).map_err(|error| ValidateError::wrong(file, place, error.to_string()))
}

/// Parses a policy of the reference file.
pub(super) fn policy(name: &str, file: &Path, place: &str) -> Result<Policy, ValidateError> {
    let choice = Choice::parse(name, WARP_POLICIES).map_err(|error| ValidateError::Wrong {
        file: file.to_owned(),
        place: place.to_owned(),
        fault: error.to_string(),
        help: Some(error.help()),
    })?;
    Ok(Policy { name: name.to_owned(), choice: choice.into() })
}
