//! A run: work on a machine under a policy.

use crate::by_line::{self, Line};
use crate::digest::{DigestingSource, run_digest};
use crate::record::{self, Host, Record, Setting};
use std::time::Instant;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::ProbeOf;
use warploom_gpu::run::{LaunchRecord, Options, RunError, run_placed as simulate};
use warploom_kernel::tape::Source;
use warploom_policy::{Choice, CtaChoice};

/// What ran, as its record tells it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// Its name.
    pub work: String,
    /// Its size, if it has one.
    pub size: Option<String>,
    /// Its seed, if it has one.
    pub seed: Option<u64>,
}

/// On what it runs, and how.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'a> {
    /// The machine.
    pub machine: &'a Machine,
    /// The policy.
    pub policy: &'a Choice,
    /// The CTA policy. If it asks for CTAs by number, the work has to be on a tape file: see [`Taped`](crate::taped::Taped).
    pub cta_policy: CtaChoice,
    /// The rest.
    pub options: Options,
}

/// A run that is done.
#[derive(Clone, Debug)]
pub struct Done {
    /// What the machine left of each launch.
    pub launches: Vec<LaunchRecord>,
    /// A record for each launch.
    pub records: Vec<Record>,
    /// All launches together.
    pub total: Record,
}

impl Done {
    /// Some launches together, under a name.
    pub fn together(&self, name: &str, launches: &[&LaunchRecord]) -> Record {
        record::total(name, launches, &self.total.setting, self.total.host)
    }

    /// What each source line cost, the worst first: empty unless [`Options::by_instruction`] asked for it.
    pub fn lines(&self) -> Vec<Line> {
        by_line::lines(&self.launches)
    }

    /// A record for each launch, and last that of all.
    pub fn all(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().chain([&self.total])
    }
}

/// Runs work.
///
/// # Errors
/// See [`RunError`].
pub fn run<S: Source>(about: &About, source: &mut S, plan: Plan<'_>) -> Result<Done, RunError<S::Error>> {
    run_probed(about, source, plan, None)
}

/// Runs work that is watched, which changes nothing of what it leaves.
pub fn run_probed<S: Source>(
    about: &About,
    source: &mut S,
    plan: Plan<'_>,
    probe: Option<ProbeOf<'_>>,
) -> Result<Done, RunError<S::Error>> {
    let Plan { machine, policy, cta_policy, options } = plan;
    let started = Instant::now();
    let mut source = DigestingSource::new(source);
    let make = |_| policy.make(&machine.sm);
    let launches = simulate(&mut source, machine, &make, &mut *cta_policy.make(), probe, options)?;
    let tape = source.digest().map_err(RunError::Tape)?;
    let seconds = started.elapsed().as_secs_f64();
    let setting = Setting {
        work: about.work.clone(),
        size: about.size.clone(),
        seed: about.seed,
        machine: machine.name.clone(),
        policy: policy.to_string(),
        cta_policy: cta_policy.to_string(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        digest: format!(
            "{:032x}",
            run_digest(machine, &policy.to_string(), &cta_policy.to_string(), options, tape)
        ),
    };
    let instructions: u64 = launches.iter().map(|launch| launch.counters.warp_instructions).sum();
    let host = Host {
        seconds,
        warp_instructions_per_second: instructions as f64 / seconds.max(1e-9),
        threads: options.threads,
    };
    let records = record::records(&launches, &setting, host);
    let mut total = record::total("total", &launches.iter().collect::<Vec<_>>(), &setting, host);
    if options.by_instruction {
        total.lines = Some(by_line::lines(&launches));
    }
    Ok(Done { launches, records, total })
}
