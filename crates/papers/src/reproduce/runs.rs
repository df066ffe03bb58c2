//! The runs of a reproduction.

use super::cu_counters::CuSums;
use super::evaluation::{Evaluation, RequiredRuns};
use super::schedule::Schedule;
use super::stored::{self, RunKey, Runs, Store, StoredRun};
use super::variant::{self, Variant};
use super::{ReproduceError, grid};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use warploom_gpu::SmId;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::{ProbeSet, ProbeSets};
use warploom_gpu::run::Options;
use warploom_lab::build_id::BUILD_ID;
use warploom_lab::columns;
use warploom_lab::digest::machine_digest;
use warploom_lab::pool::{self, PoolError};
use warploom_lab::run::{RunConfig, RunResult, run_probed};
use warploom_lab::watch::{Graph, Observation, Sums, Watch, WatchOptions};
use warploom_lab::work::{self, CodeTarget, WorkError, WorkKind, WorkOptions};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::{Choice, CtaKind};
use warploom_suite::Size;

/// Cycles between two samples of the CTAs' order: PRO sorts its CTAs as often.
const ORDER_INTERVAL: u64 = 1000;
/// Cycles of an SM that figures show.
const SHOWN: u64 = 16_000;
/// Issued instructions of SM 0 that are stored per launch.
const ISSUES: usize = 10_000;
/// Cycles per bin in figures.
const BIN: u64 = 16;

/// A reproduction: evaluation, machine, size, seeds, and the directory of its results.
#[derive(Clone, Copy, Debug)]
pub struct ReproduceRequest<'a> {
    /// The paper's evaluation.
    pub evaluation: &'a Evaluation,
    /// The machine.
    pub machine: &'a Machine,
    /// The size of the works. [`grid::size_of`] gives that of each work.
    pub size: Size,
    /// The perturbed runs of each measurement, by seed of the works' inputs and addresses. All but the first change the latency
    /// of the network, too.
    pub seeds: &'a [u64],
    /// The variant of the evaluation.
    pub variant: &'a Variant,
    /// Runs at a time.
    pub at_once: NonZero<usize>,
    /// The directory. Runs are stored in `runs`, tables in `data`.
    pub directory: &'a Path,
    /// The flag that ends the reproduction early.
    pub interrupt: Option<Interrupt>,
}

impl ReproduceRequest<'_> {
    /// The works' code, if not PTX lowered in the usual way.
    fn code(&self) -> Option<CodeTarget> {
        let name = self.variant.code.or(self.evaluation.code)?;
        Some(CodeTarget::named(name).expect("evaluations and variants name targets"))
    }

    /// The policies that run where the evaluation names `policy`.
    ///
    /// # Errors
    /// If the machine's cores cannot have the policy.
    fn schedule(&self, policy: &str) -> Result<Schedule, ReproduceError> {
        let policy = self.variant.policy(policy);
        Schedule::parse(&policy, self.machine).map_err(|error| ReproduceError::Policy { error })
    }
}

/// The machine of a perturbed run: the network's latency changes by 0, +1, -1, +2 and -2 cycles, then from the start.
pub fn perturbed(mut machine: Machine, seed: u64) -> Machine {
    let change = [0, 1, -1, 2, -2][(seed.saturating_sub(1) % 5) as usize];
    machine.network.latency = machine.network.latency.saturating_add_signed(change).max(1);
    machine
}

/// A receiver of progress reports, called from any thread.
pub trait Progress: Sync {
    /// Reports the number of all runs, and the work of each run that is not stored yet.
    fn planned(&self, runs: usize, missing: &[&str]);
    /// Reports the step that begins.
    fn begin(&self, step: &str);
    /// Reports that a run of a work has ended.
    fn end(&self, work: &str);
}

/// A run that is not stored yet.
#[derive(Clone)]
struct MissingRun {
    key: RunKey,
    /// The policy as the evaluation spells it.
    policy: String,
    schedule: Schedule,
}

/// A run to be made.
struct Job {
    run: MissingRun,
    taped: Arc<WorkTape>,
}

/// Makes the required runs that are not stored yet, and returns all of them.
///
/// # Errors
/// If a run fails or cannot be stored. Runs that ended before are stored.
pub fn run_all(
    request: ReproduceRequest<'_>,
    required: &RequiredRuns,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let store = Store::open(&request.variant.directory(&request).join("runs"), BUILD_ID)?;
    run_missing(&store, request, required, progress)
}

/// The same with a given store.
fn run_missing(
    store: &Store,
    request: ReproduceRequest<'_>,
    required: &RequiredRuns,
    progress: &dyn Progress,
) -> Result<Runs, ReproduceError> {
    let mut runs = Runs::default();
    let mut missing: BTreeMap<(&str, u64), Vec<MissingRun>> = BTreeMap::new();
    let mut all = 0;
    for &seed in request.seeds {
        for (work, policy) in required {
            let machine = perturbed(request.variant.machine(work, request.machine)?, seed);
            let schedule = request.schedule(policy)?;
            let key = RunKey {
                work: work.clone(),
                size: grid::size_of(work, request.size).to_string(),
                seed,
                machine: machine.name.clone(),
                description: format!("{:032x}", machine_digest(&machine)),
                code: request.code().map_or("", CodeTarget::name).to_owned(),
                policy: schedule.policy.to_string(),
                cta_policy: schedule.named_cta_policy(),
            };
            all += 1;
            match store.find(&key) {
                Some(run) => runs.add(policy, run),
                None => {
                    let run = MissingRun { key, policy: policy.clone(), schedule };
                    missing.entry((work.as_str(), seed)).or_default().push(run);
                }
            }
        }
    }
    let missing_works: Vec<&str> =
        missing.iter().flat_map(|((work, _), own)| own.iter().map(|_| *work)).collect();
    let left = missing_works.len();
    progress.planned(all, &missing_works);
    let jobs = missing.into_iter().flat_map(|((work, seed), own)| {
        progress.begin(&format!("{work}: its tape"));
        let placements = own.iter().map(|run| run.schedule.cta_policy());
        let taped = taped(work, request, seed).map(|taped| cached(taped, request, placements));
        progress.begin(work);
        let (taped, error) = match taped {
            Ok(taped) => (Some(Arc::new(taped)), None),
            Err(error) => (None, Some(Err(error))),
        };
        let jobs = taped.into_iter().flat_map(move |taped| {
            own.clone().into_iter().map(move |run| Ok(Job { run, taped: Arc::clone(&taped) }))
        });
        jobs.chain(error)
    });
    let run = |job: Job| {
        let policy = job.run.policy.clone();
        let run = run(job, request, store.build())?;
        store.put(&run)?;
        progress.end(&run.key.work);
        Ok((policy, run))
    };
    let (done, error) = pool::each(jobs, request.at_once, request.at_once.get(), &run);
    if request.interrupt.is_some_and(Interrupt::is_raised) && error.is_some() {
        return Err(ReproduceError::Interrupted { finished: all - left + done.len(), runs: all });
    }
    if let Some(PoolError::Source(error) | PoolError::Job(_, error)) = error {
        return Err(error);
    }
    done.into_iter().for_each(|(_, (policy, run))| runs.add(&policy, run));
    Ok(runs)
}

fn run(job: Job, request: ReproduceRequest<'_>, build: &str) -> Result<StoredRun, ReproduceError> {
    let machine = perturbed(request.variant.machine(&job.run.key.work, request.machine)?, job.run.key.seed);
    if machine.cu.is_some() {
        return run_cus(job, &machine, request, build);
    }
    run_sms(job, &machine, request, build)
}

/// Simulates a job.
fn simulate(
    job: &Job,
    machine: &Machine,
    request: ReproduceRequest<'_>,
    probes: Option<&mut dyn ProbeSet>,
) -> Result<RunResult, ReproduceError> {
    let Job { run: MissingRun { key, schedule, .. }, taped } = job;
    let config = RunConfig {
        machine,
        policy: &schedule.policy,
        cta_policy: &schedule.cta_policy(),
        options: Options::default().with_interrupt(request.interrupt),
    };
    let result = run_probed(&taped.label, &mut taped.file.reader(), config, probes);
    let result = result.map_err(|error| ReproduceError::Run {
        work: key.work.clone(),
        policy: key.policy.clone(),
        error: Box::new(error),
    })?;
    if result.is_interrupted() {
        return Err(WorkError::Interrupted.into());
    }
    Ok(result)
}

/// A run on a machine of CUs. Probes watch SMs, so that the run has counters only.
fn run_cus(
    job: Job,
    machine: &Machine,
    request: ReproduceRequest<'_>,
    build: &str,
) -> Result<StoredRun, ReproduceError> {
    let result = simulate(&job, machine, request, None)?;
    Ok(StoredRun {
        build: build.to_owned(),
        key: job.run.key,
        sums: vec![Sums::default(); result.records.len()],
        records: result.all().cloned().collect(),
        sms: machine.cores(),
        cus: CuSums::of(&result.launches),
        graph: Graph::default(),
        ctas: Vec::new(),
        orders: Vec::new(),
    })
}

/// A run on a machine of SMs, with their samples over time.
fn run_sms(
    job: Job,
    machine: &Machine,
    request: ReproduceRequest<'_>,
    build: &str,
) -> Result<StoredRun, ReproduceError> {
    // Figures over time show the first run of the evaluation itself.
    let is_drawn =
        request.seeds.first() == Some(&job.run.key.seed) && request.variant.id == variant::DEFAULT.id;
    // SM 0 over the whole run, and again in detail over its first cycles; only sums of the other SMs.
    let (first_sm, other_sms) = if is_drawn {
        (vec![SmId(0)], (1..machine.sm().count).map(SmId).collect())
    } else {
        (Vec::new(), (0..machine.sm().count).map(SmId).collect())
    };
    let mut whole_run = Watch::new(WatchOptions { sms: Some(first_sm.clone()), ..WatchOptions::default() });
    let mut detail = Watch::new(WatchOptions {
        sms: Some(first_sm),
        cycles: 0..SHOWN + u64::from(machine.launch_latency),
        bin: Some(BIN),
        orders: ORDER_INTERVAL,
        issues: ISSUES,
        ..WatchOptions::default()
    });
    let mut sums_only =
        Watch::new(WatchOptions { sms: Some(other_sms), over_time: false, ..WatchOptions::default() });
    let mut probes = ProbeSets::new([&mut whole_run, &mut detail, &mut sums_only]);
    let done = simulate(&job, machine, request, Some(&mut probes))?;
    let key = job.run.key;
    let first = whole_run.take();
    let all: Vec<Observation> = first.iter().cloned().chain(sums_only.take()).collect();
    let mut sums = vec![Sums::default(); done.records.len()];
    for seen in &all {
        if let Some(sum) = sums.get_mut(seen.launch as usize) {
            *sum = sum.plus(seen.sums);
        }
    }
    let (detail, setting) = (detail.take(), &done.total.setting);
    if is_drawn {
        for (folder, table) in [
            ("series", columns::series(setting, &first)),
            ("ctas", columns::ctas(setting, &all)),
            ("issues", columns::issues(setting, &detail)),
        ] {
            let name = format!("{}.parquet", key.file_stem());
            stored::write_atomically(
                &request.directory.join("data").join(folder).join(name),
                &table.parquet()?,
            )?;
        }
    }
    let (graph, ctas, orders) = match detail.into_iter().next() {
        Some(seen) => (Graph::of(&seen), seen.ctas, seen.orders),
        None => (Graph::default(), Vec::new(), Vec::new()),
    };
    let records = done.all().cloned().collect();
    Ok(StoredRun {
        build: build.to_owned(),
        key,
        records,
        sums,
        sms: machine.sm().count,
        cus: Vec::new(),
        graph,
        ctas,
        orders,
    })
}

/// Work of the suite on a tape.
fn taped(work: &str, request: ReproduceRequest<'_>, seed: u64) -> Result<WorkTape, ReproduceError> {
    let options = WorkOptions {
        size: Some(grid::size_of(work, request.size).to_string()),
        seed: Some(seed),
        code: request.code(),
        ..WorkOptions::default()
    };
    Ok(work::spool(Path::new(grid::split(work).0), WorkKind::Suite, &options, &request.interrupt)?)
}

/// The tape with a cache for concurrent runs, if one of these placements requests CTAs by number.
fn cached(
    taped: WorkTape,
    request: ReproduceRequest<'_>,
    mut placements: impl Iterator<Item = Choice<CtaKind>>,
) -> WorkTape {
    match placements.find(|placement| placement.declaration().properties.by_number) {
        Some(placement) => taped.cached_for(request.machine, &placement, request.at_once),
        None => taped,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{Selection, evaluation};
    use std::sync::Mutex;
    use warploom_suite::Paper;

    /// The numbers of runs planned and reused.
    #[derive(Default)]
    struct Planned(Mutex<(usize, usize)>);

    impl Progress for Planned {
        fn planned(&self, runs: usize, missing: &[&str]) {
            *self.0.lock().unwrap() = (runs, runs - missing.len());
        }

        fn begin(&self, _: &str) {}

        fn end(&self, _: &str) {}
    }

    #[test]
    fn runs_are_reused_by_the_same_build_and_made_again_by_another() {
        let evaluation = evaluation(Paper::PhaseAware).unwrap().unwrap();
        let machine = warploom_gpu::machine::named(evaluation.machine).unwrap().machine();
        let tail = evaluation.claims.iter().find(|claim| claim.id == "phase-aware/tail").unwrap().clone();
        let required = evaluation.required_runs(&Selection { items: Vec::new(), claims: vec![tail] });
        let directory = tempfile::tempdir().unwrap();
        let request = ReproduceRequest {
            evaluation: &evaluation,
            machine: &machine,
            size: Size::Tiny,
            seeds: &[1],
            variant: &variant::DEFAULT,
            at_once: NonZero::new(2).unwrap(),
            directory: directory.path(),
            interrupt: None,
        };
        let reused = |build: &str, request: ReproduceRequest<'_>| {
            let store = Store::open(&directory.path().join("runs"), build).unwrap();
            let planned = Planned::default();
            run_missing(&store, request, &required, &planned).unwrap();
            planned.0.into_inner().unwrap()
        };
        assert_eq!(reused("one", request), (2, 0));
        assert_eq!(reused("one", request), (2, 2));
        assert_eq!(reused("two", request), (2, 0), "the simulator has changed");
        let mut slower = machine.clone();
        slower.launch_latency += 1;
        assert_eq!(
            reused("two", ReproduceRequest { machine: &slower, ..request }),
            (2, 0),
            "the machine has changed"
        );
    }
}
