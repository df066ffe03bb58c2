//! The suite's microbenchmarks: what a machine answers to them, beside what real GPUs are known to answer.
//!
//! Each is launched three times: to warm what can be warm, with n steps, and with 2n. The figure is of what the third launch takes
//! longer than the second.

use crate::run::{About, Plan, run};
use serde::Deserialize;
use std::collections::BTreeMap;
use warploom_gpu::machine::Machine;
use warploom_gpu::run::{Options, RunError};
use warploom_kernel::execute::Mode;
use warploom_policy::{Choice, CtaChoice};
use warploom_suite::{Size, application, more};

const TEXT: &str = include_str!("../../../reference/micro.toml");
/// The application whose kernels they are.
const NAME: &str = "micro";
/// The seed of places and values.
const SEED: u64 = 1;
/// CTAs whose tapes are made ahead.
const AHEAD: usize = 64;
/// The microbenchmark whose answer is the latency of a miss.
const LATENCY: &str = "chase_dram";

/// The microbenchmarks, and what is published of real GPUs.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// The microbenchmarks.
    pub micro: Vec<Micro>,
    /// What is cited, by the name under which [`Known`] names it.
    pub sources: BTreeMap<String, Source>,
}

/// A microbenchmark.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Micro {
    /// Its kernel: `chase_l2`, which is run as `micro/chase_l2`.
    pub kernel: String,
    /// What it measures, in a line.
    pub about: String,
    /// In what.
    pub unit: String,
    /// How that is found.
    pub figure: Figure,
    /// What real GPUs are known to answer.
    #[serde(default)]
    pub known: Vec<Known>,
}

/// How a figure is found from what the longer launch takes and does more than the shorter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Figure {
    /// Cycles for each.
    CyclesEach,
    /// How many in a cycle.
    PerCycle,
    /// Bytes in a nanosecond.
    GigabytesASecond,
    /// How many in a cycle, times the cycles that one takes alone.
    UnderWay,
}

/// What is known of a GPU.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The GPU, named as machines are.
    pub gpu: String,
    /// What it answers, in the microbenchmark's unit.
    pub value: f64,
    /// Who says so: one of [`Reference::sources`].
    pub source: String,
    /// Where there, or how the value was found.
    #[serde(default)]
    pub note: Option<String>,
}

/// Something published.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// As one cites it.
    pub cite: String,
}

/// What a machine answers to a microbenchmark.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The microbenchmark.
    pub micro: Micro,
    /// The machine's figure.
    pub ours: f64,
    /// What is known of the GPU that the machine describes.
    pub known: Vec<Known>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The reference cannot be read.
    #[error("the reference of microbenchmarks: {0}")]
    Reference(#[from] toml::de::Error),
    /// It names what is not there.
    #[error("the reference of microbenchmarks names `{0}`, which there is not")]
    NoSuch(String),
    /// The microbenchmarks cannot be made ready.
    #[error(transparent)]
    Work(#[from] warploom_suite::Error),
    /// They cannot be run.
    #[error(transparent)]
    Run(#[from] RunError<warploom_suite::Error>),
    /// Twice the steps took no longer, or it was not launched three times.
    #[error("micro/{0}: twice the steps took no longer")]
    NoLonger(&'static str),
}

impl Reference {
    /// What comes with the program.
    pub fn built_in() -> Result<Reference, Error> {
        Reference::read(TEXT)
    }

    /// The reference that a text holds. Each source and each kernel it names is there.
    pub fn read(text: &str) -> Result<Reference, Error> {
        let read: Reference = toml::from_str(text)?;
        for micro in &read.micro {
            more(&micro.kernel, Size::Small).ok_or_else(|| Error::NoSuch(micro.kernel.clone()))?;
            let unknown = micro.known.iter().find(|known| !read.sources.contains_key(&known.source));
            unknown.map_or(Ok(()), |known| Err(Error::NoSuch(known.source.clone())))?;
        }
        Ok(read)
    }
}

/// What a machine answers to every microbenchmark.
pub fn measure(machine: &Machine, policy: &Choice) -> Result<Vec<Answer>, Error> {
    measure_at(machine, policy, Size::Small)
}

/// The same at a size: smaller ones end sooner and say less.
pub fn measure_at(machine: &Machine, policy: &Choice, size: Size) -> Result<Vec<Answer>, Error> {
    let reference = Reference::built_in()?;
    let differences = differences(machine, policy, size)?;
    let latency = differences.get(LATENCY).map_or(0.0, Difference::cycles_each);
    let answer = |micro: Micro| {
        let no_such = || Error::NoSuch(micro.kernel.clone());
        let difference = differences.get(micro.kernel.as_str()).ok_or_else(no_such)?;
        let ours = difference.figure(micro.figure, machine, latency);
        let known = micro.known.iter().filter(|known| known.gpu == machine.name).cloned().collect();
        Ok(Answer { micro, ours, known })
    };
    reference.micro.into_iter().map(answer).collect()
}

/// What the third launch takes and does more than the second.
struct Difference {
    cycles: u64,
    amount: u64,
}

impl Difference {
    fn cycles_each(&self) -> f64 {
        self.cycles as f64 / self.amount as f64
    }

    fn figure(&self, figure: Figure, machine: &Machine, latency: f64) -> f64 {
        let per_cycle = self.cycles_each().recip();
        match figure {
            Figure::CyclesEach => self.cycles_each(),
            Figure::PerCycle => per_cycle,
            // Millions of cycles a second, and thousands of millions of bytes.
            Figure::GigabytesASecond => per_cycle * machine.clock.sm / 1e3,
            Figure::UnderWay => per_cycle * latency,
        }
    }
}

/// What each microbenchmark comes to, by its kernel.
fn differences(
    machine: &Machine,
    policy: &Choice,
    size: Size,
) -> Result<BTreeMap<&'static str, Difference>, Error> {
    let micro = application(NAME).ok_or_else(|| Error::NoSuch(NAME.to_owned()))?;
    let mut tapes = micro.work(size, SEED)?.tapes(Mode::Warps32, AHEAD);
    let about = About { work: NAME.to_owned(), size: Some(size.to_string()), seed: Some(SEED) };
    let done = run(
        &about,
        &mut tapes,
        Plan { machine, policy, cta_policy: CtaChoice::default(), options: Options::default() },
    )?;
    let mut found = BTreeMap::new();
    for kernel in micro.kernels {
        let entry = micro.entry(kernel.name);
        let own = done.launches.iter().filter(|record| record.launch.kernel == entry);
        let cycles: Vec<u64> = own.map(|record| record.cycles).collect();
        let amount = more(kernel.name, size).ok_or_else(|| Error::NoSuch(kernel.name.to_owned()))?;
        match cycles[..] {
            [_, once, twice] if twice > once => {
                found.insert(kernel.name, Difference { cycles: twice - once, amount })
            }
            _ => return Err(Error::NoLonger(kernel.name)),
        };
    }
    Ok(found)
}
