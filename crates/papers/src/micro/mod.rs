//! Microbenchmarks: a machine's latencies and throughputs, with published values of real GPUs.
//!
//! Each microbenchmark is launched three times: once to warm the caches, once with n steps, once with 2n. The result is computed from
//! the difference between the third launch and the second.

use serde::Deserialize;
use std::collections::BTreeMap;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::{Options, RunError};
use warploom_kernel::execute::Mode;
use warploom_lab::run::{RunConfig, WorkLabel, run};
use warploom_policy::Choice;
use warploom_suite::{Size, application, extra_operations};

const TEXT: &str = include_str!("micro.toml");
/// The application whose kernels they are.
const NAME: &str = "micro";
/// The seed of addresses and values.
const SEED: u64 = 1;
/// CTAs that the functional executor is ahead of the simulator.
const AHEAD: usize = 64;
/// The microbenchmark that measures the latency of DRAM.
const LATENCY: &str = "chase_dram";

/// The microbenchmarks, with published values of real GPUs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    pub micro: Vec<Micro>,
    /// Citations, by the key that [`PublishedValue::source`] uses.
    pub sources: BTreeMap<String, Source>,
}

/// A microbenchmark.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Micro {
    /// Its kernel: `chase_l2`, which is run as `micro/chase_l2`.
    pub kernel: String,
    /// The measured quantity, in one line.
    pub about: String,
    pub unit: String,
    /// The formula of the result.
    pub figure: Quantity,
    /// Published values of real GPUs.
    #[serde(default)]
    pub known: Vec<PublishedValue>,
}

/// The formula of a result, from the differences of cycles and of work between the longer and the shorter launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Cycles per operation.
    CyclesEach,
    /// Operations per cycle.
    PerCycle,
    /// Bytes per nanosecond.
    GigabytesASecond,
    /// Operations in flight: operations per cycle times the latency of one.
    #[serde(rename = "under-way")]
    InFlight,
}

/// A published value of a GPU.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedValue {
    /// The GPU, by the name of its machine.
    pub gpu: String,
    /// The value, in the microbenchmark's unit.
    pub value: f64,
    /// The citation: a key of [`Reference::sources`].
    pub source: String,
    /// The place in the source, or how the value was derived.
    #[serde(default)]
    pub note: Option<String>,
}

/// A publication.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The citation.
    pub cite: String,
}

/// The result of a microbenchmark on a machine.
#[derive(Clone, PartialEq, Debug)]
pub struct MicroResult {
    pub micro: Micro,
    /// The simulated value.
    pub ours: f64,
    /// Published values of the GPU that the machine describes.
    pub known: Vec<PublishedValue>,
}

/// An error of a microbenchmark.
#[derive(Debug, thiserror::Error)]
pub enum MicroError {
    /// The reference file is not valid.
    #[error("the reference of microbenchmarks: {0}")]
    Reference(#[from] toml::de::Error),
    /// The reference file names an unknown kernel or source.
    #[error("the reference of microbenchmarks names `{0}`, which does not exist")]
    UnknownName(String),
    /// The suite cannot build the microbenchmarks.
    #[error(transparent)]
    Work(#[from] warploom_suite::Error),
    /// A simulation failed.
    #[error(transparent)]
    Run(#[from] RunError<warploom_suite::Error>),
    /// The launch with twice the steps took no longer, or there were not three launches.
    #[error("micro/{0}: twice the steps took no longer")]
    NoLonger(&'static str),
}

impl Reference {
    /// The built-in reference.
    ///
    /// # Errors
    /// Never: a test reads it.
    pub fn built_in() -> Result<Reference, MicroError> {
        Reference::read(TEXT)
    }

    /// Reads a reference, and checks the kernels and sources that it names.
    ///
    /// # Errors
    /// If the text is not valid or names an unknown kernel or source.
    pub fn read(text: &str) -> Result<Reference, MicroError> {
        let read: Reference = toml::from_str(text)?;
        for micro in &read.micro {
            extra_operations(&micro.kernel, Size::Small)
                .ok_or_else(|| MicroError::UnknownName(micro.kernel.clone()))?;
            let unknown = micro.known.iter().find(|known| !read.sources.contains_key(&known.source));
            unknown.map_or(Ok(()), |known| Err(MicroError::UnknownName(known.source.clone())))?;
        }
        Ok(read)
    }
}

/// Runs every microbenchmark on a machine.
///
/// # Errors
/// If a simulation fails.
pub fn measure(machine: &Machine, policy: &Choice) -> Result<Vec<MicroResult>, MicroError> {
    measure_at(machine, policy, Size::Small)
}

/// Runs every microbenchmark at a size. Smaller sizes are faster and less precise.
///
/// # Errors
/// If a simulation fails.
pub fn measure_at(machine: &Machine, policy: &Choice, size: Size) -> Result<Vec<MicroResult>, MicroError> {
    let reference = Reference::built_in()?;
    let differences = differences(machine, policy, size)?;
    let latency = differences.get(LATENCY).map_or(0.0, Difference::cycles_each);
    let answer = |micro: Micro| {
        let no_such = || MicroError::UnknownName(micro.kernel.clone());
        let difference = differences.get(micro.kernel.as_str()).ok_or_else(no_such)?;
        let ours = difference.figure(micro.figure, machine, latency);
        let known = micro.known.iter().filter(|known| known.gpu == machine.name).cloned().collect();
        Ok(MicroResult { micro, ours, known })
    };
    reference.micro.into_iter().map(answer).collect()
}

/// The differences of cycles and of operations between the third launch and the second.
struct Difference {
    cycles: u64,
    amount: u64,
}

impl Difference {
    fn cycles_each(&self) -> f64 {
        self.cycles as f64 / self.amount as f64
    }

    fn figure(&self, figure: Quantity, machine: &Machine, latency: f64) -> f64 {
        let per_cycle = self.cycles_each().recip();
        match figure {
            Quantity::CyclesEach => self.cycles_each(),
            Quantity::PerCycle => per_cycle,
            // The clock is in MHz, the result in 10⁹ bytes per second.
            Quantity::GigabytesASecond => per_cycle * machine.clock.sm / 1e3,
            Quantity::InFlight => per_cycle * latency,
        }
    }
}

/// The differences of each microbenchmark, by kernel.
fn differences(
    machine: &Machine,
    policy: &Choice,
    size: Size,
) -> Result<BTreeMap<&'static str, Difference>, MicroError> {
    let micro = application(NAME).ok_or_else(|| MicroError::UnknownName(NAME.to_owned()))?;
    let mut tapes = micro.prepare(size, SEED)?.tapes(Mode::Warps32, AHEAD);
    let label = WorkLabel { work: NAME.to_owned(), size: Some(size.to_string()), seed: Some(SEED) };
    let done = run(
        &label,
        &mut tapes,
        RunConfig {
            machine,
            policy: &policy.clone().into(),
            cta_policy: &Choice::default(),
            options: Options::default(),
        },
    )?;
    let mut found = BTreeMap::new();
    for kernel in micro.kernels {
        let entry = micro.entry(kernel.name);
        let own = done.launches.iter().filter(|record| record.launch.kernel == entry);
        let cycles: Vec<u64> = own.map(|record| record.cycles).collect();
        let amount = extra_operations(kernel.name, size)
            .ok_or_else(|| MicroError::UnknownName(kernel.name.to_owned()))?;
        match cycles[..] {
            [_, once, twice] if twice > once => {
                found.insert(kernel.name, Difference { cycles: twice - once, amount })
            }
            _ => return Err(MicroError::NoLonger(kernel.name)),
        };
    }
    Ok(found)
}
