//! One run: a work on a machine under a warp policy and a CTA policy.

use crate::digest::run_digest;
use crate::record::by_line::{self, LineStalls};
use crate::record::{self, Host, Record, RunRecords, Setting};
use std::time::Instant;
use warploom_gpu::machine::{Copies, Machine};
use warploom_gpu::probe::ProbeSet;
use warploom_gpu::simulation::{EndReason, L2Start, LaunchRecord, Options, RunError};
use warploom_kernel::tape::Source;
use warploom_policy::{Choice, CorePolicy, CtaKind};
use warploom_tape::digest::DigestingSource;

/// The name, size and seed of a work, as its records state them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WorkLabel {
    pub work: String,
    /// The work's size, for works of the suite.
    pub size: Option<String>,
    /// The seed of the work's inputs, for works of the suite.
    pub seed: Option<u64>,
}

/// The configuration of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunConfig<'a> {
    pub machine: &'a Machine,
    /// The policy of warps, or of waves on a machine of CUs.
    pub policy: &'a CorePolicy,
    /// The CTA policy. A policy that requests CTAs by number needs a source that can read them in any order, such as a tape file:
    /// see [`WorkTape`](crate::work_tape::WorkTape).
    pub cta_policy: &'a Choice<CtaKind>,
    /// Limits, window and host threads.
    pub options: Options,
}

/// The result of a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct RunResult {
    /// The simulator's counters of each launch.
    pub launches: Vec<LaunchRecord>,
    /// One record per launch.
    pub records: Vec<Record>,
    /// The record of the whole run.
    pub total: Record,
}

impl RunResult {
    /// The sum of some launches, as a record with the given kernel name.
    pub fn together(&self, name: &str, launches: &[&LaunchRecord]) -> Record {
        record::total(name, launches, &self.total.setting, self.total.host)
    }

    /// Scheduler-cycles by source line, most cycles first. Empty unless [`Options::by_instruction`] is set.
    pub fn lines(&self) -> Vec<LineStalls> {
        by_line::lines(&self.launches)
    }

    /// Whether [`Options::interrupt`] ended the run early.
    pub fn is_interrupted(&self) -> bool {
        self.launches.last().is_some_and(|launch| launch.end_reason == EndReason::Interrupted)
    }

    /// The records alone.
    pub fn into_records(self) -> RunRecords {
        RunRecords { launches: self.records, total: self.total }
    }

    /// The records of all launches, then the record of the whole run.
    pub fn all(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().chain([&self.total])
    }
}

/// The policy of a machine's cores, if none is asked for.
pub fn default_policy(machine: &Machine) -> &'static str {
    if machine.cu.is_some() { "rr" } else { "gto" }
}

/// Simulates a work.
///
/// ```
/// use warploom_gpu::machine::named;
/// use warploom_gpu::simulation::Options;
/// use warploom_kernel::execute::Mode;
/// use warploom_lab::run::{RunConfig, WorkLabel, run};
/// use warploom_policy::{Choice, WARP_POLICIES};
/// use warploom_suite::{Size, application};
///
/// let work = application("lud").expect("it is in the suite").prepare(Size::Tiny, 1)?;
/// let machine = named("gtx480").expect("it is built in").machine();
/// let policy = Choice::parse("gto", WARP_POLICIES)?.into();
/// let options = Options::default().with_max_cycles(20_000);
/// let config = RunConfig { machine: &machine, policy: &policy, cta_policy: &Choice::default(), options };
/// let label = WorkLabel { work: "lud".to_owned(), size: Some("tiny".to_owned()), seed: Some(1) };
/// let result = run(&label, &mut work.tapes(Mode::Warps32, 64), config)?;
/// assert_eq!(result.total.policy(), "gto");
/// assert_eq!(result.total.stalls.total(), result.total.scheduler_cycles);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// See [`RunError`].
pub fn run<S: Source>(
    label: &WorkLabel,
    source: &mut S,
    config: RunConfig<'_>,
) -> Result<RunResult, RunError<S::Error>> {
    run_probed(label, source, config, None)
}

/// Simulates a work with probes on its SMs. Probes do not change the result.
///
/// # Errors
/// See [`RunError`].
pub fn run_probed<S: Source>(
    label: &WorkLabel,
    source: &mut S,
    config: RunConfig<'_>,
    probes: Option<&mut dyn ProbeSet>,
) -> Result<RunResult, RunError<S::Error>> {
    let RunConfig { machine, policy, cta_policy, options } = config;
    let started = Instant::now();
    let mut source = DigestingSource::new(source);
    let mut cta_policy_object = cta_policy.make(machine);
    let mut simulation = policy.simulation(machine).cta_policy(&mut *cta_policy_object).options(options);
    if let Some(probes) = probes {
        simulation = simulation.probes(probes);
    }
    let launches = simulation.run(&mut source)?;
    let tape = source.digest().map_err(RunError::Tape)?;
    let seconds = started.elapsed().as_secs_f64();
    let setting = Setting {
        work: label.work.clone(),
        size: label.size.clone(),
        seed: label.seed,
        machine: machine.name.clone(),
        policy: policy.to_string(),
        cta_policy: cta_policy.to_string(),
        l2_start: match machine.l2.copies {
            Copies::None => L2Start::Cold,
            _ => options.l2_start,
        },
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
    Ok(RunResult { launches, records, total })
}
