//! The runs of a reproduction.

use super::cu_counters::CuSums;
use super::evaluation::{Evaluation, RequiredRuns};
use super::schedule::Schedule;
use super::stored::{Runs, StoredRun, file_name};
use super::variant::Variant;
use super::{ReproduceError, grid, waves};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use warploom_gpu::SmId;
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::{ProbeSet, ProbeSets};
use warploom_gpu::simulation::Options;
use warploom_lab::columns;
use warploom_lab::perturb::perturbed;
use warploom_lab::pool::{self, PoolError, TapeJobs};
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run_probed};
use warploom_lab::store::{RunKey, Store, config_digest, work_digest};
use warploom_lab::watch::{Graph, Observation, Sums, Watch, WatchOptions};
use warploom_lab::work::{self, CodeTarget, WorkError, WorkKind, WorkOptions};
use warploom_lab::work_tape::WorkTape;
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
    pub evaluation: &'a Evaluation,
    pub machine: &'a Machine,
    /// The size of the works. [`grid::size_of`] gives that of each work.
    pub size: Size,
    /// The perturbed runs of each measurement, by seed of the works' inputs and addresses. All but the first change the latency
    /// of the network, too.
    pub seeds: &'a [u64],
    /// Waves of CTAs per SM that each work has at least, on a [part](waves) of the machine; none for the whole machine.
    pub waves: Option<u32>,
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
    /// The store of the reproduction: its directory.
    pub fn store(&self) -> Store {
        Store::in_directory(self.directory)
    }

    /// The part of the machine that runs a work; none for all of it.
    pub fn part(&self, work: &str) -> Option<waves::Part> {
        waves::part(self.machine, work, (self.size, self.evaluation.paper), self.waves?)
    }

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

/// A receiver of progress reports, called from any thread.
pub trait Progress: Sync {
    /// Reports the number of all runs, and the work of each run that is not stored yet.
    fn planned(&self, runs: usize, missing: &[&str]);
    /// Reports the step that begins.
    fn begin(&self, step: &str);
    /// Reports that a run of a work has ended.
    fn end(&self, work: &str);
}

/// A run of an evaluation.
struct EvaluationRun<'a> {
    work: &'a str,
    size: Size,
    seed: u64,
    /// The policy as the evaluation spells it.
    policy: &'a str,
    schedule: Schedule,
    machine: Machine,
    key: RunKey,
}

impl<'a> EvaluationRun<'a> {
    fn new(
        request: ReproduceRequest<'_>,
        (work, policy): (&'a str, &'a str),
        seed: u64,
    ) -> Result<EvaluationRun<'a>, ReproduceError> {
        let machine = match request.part(work) {
            Some(part) => &waves::shrunk(request.machine, part),
            None => request.machine,
        };
        let machine = perturbed(request.variant.machine(work, machine)?, seed);
        let schedule = request.schedule(policy)?;
        let size = grid::size_of(work, request.size);
        let label = WorkLabel { work: work.to_owned(), size: Some(size.to_string()), seed: Some(seed) };
        let (options, cta_policy) = (Options::default(), schedule.cta_policy());
        let config =
            RunConfig { machine: &machine, policy: &schedule.policy, cta_policy: &cta_policy, options };
        // A reproduction runs built-in policies only, which the build id covers.
        let content = work_digest(&label, request.code().map_or("", CodeTarget::name));
        let key = RunKey::new(content, config_digest(None, &config));
        Ok(EvaluationRun { work, size, seed, policy, schedule, machine, key })
    }

    /// The name of the run's objects: work, policies and seed.
    fn name(&self) -> String {
        let EvaluationRun { work, schedule, seed, .. } = self;
        let placed = match schedule.named_cta_policy() {
            none if none.is_empty() => none,
            policy => format!(".{}", file_name(&policy)),
        };
        format!("{}.{}{placed}.seed{seed}", file_name(work), file_name(&schedule.policy.to_string()))
    }

    /// The name of the stored run.
    fn object(&self, variant: &Variant) -> String {
        // Variants of policies share the runs of the policies that they leave as they are.
        let machine =
            if variant.changes_machine_or_code() { format!(".{}", variant.id) } else { String::new() };
        format!("runs/{}{machine}.json", self.name())
    }
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
    let store = request.store();
    let mut runs = Runs::default();
    let mut missing: BTreeMap<(&str, u64), Vec<EvaluationRun<'_>>> = BTreeMap::new();
    for &seed in request.seeds {
        for (work, policy) in required {
            let run = EvaluationRun::new(request, (work, policy), seed)?;
            match store.run(&run.object(request.variant), run.key) {
                Some(stored) => runs.add(policy, stored),
                None => missing.entry((work, seed)).or_default().push(run),
            }
        }
    }
    let all = request.seeds.len() * required.len();
    let works: Vec<&str> = missing.values().flatten().map(|run| run.work).collect();
    progress.planned(all, &works);
    let left = works.len();
    let tapes = missing.into_iter().map(|((work, seed), jobs)| {
        progress.begin(&format!("{work}: its tape"));
        let tape = taped(work, request, seed)?;
        progress.begin(work);
        Ok(TapeJobs { tape: cached(tape, request, &jobs), jobs })
    });
    let make = |tape: &WorkTape, job: EvaluationRun<'_>| {
        let run = run(tape, &job, request, &store)?;
        store.put_run(&job.object(request.variant), job.key, &run)?;
        progress.end(job.work);
        Ok((job.policy.to_owned(), run))
    };
    let (done, error) = pool::each_of_tapes(tapes, request.at_once, request.at_once.get(), &make);
    if request.interrupt.is_some_and(Interrupt::is_raised) && error.is_some() {
        return Err(ReproduceError::Interrupted { finished: all - left + done.len(), runs: all });
    }
    if let Some(PoolError::Source(error) | PoolError::Job(_, error)) = error {
        return Err(error);
    }
    done.into_iter().for_each(|(_, (policy, run))| runs.add(&policy, run));
    Ok(runs)
}

/// Simulates a run.
fn simulate(
    tape: &WorkTape,
    job: &EvaluationRun<'_>,
    interrupt: Option<Interrupt>,
    probes: Option<&mut dyn ProbeSet>,
) -> Result<RunResult, ReproduceError> {
    let EvaluationRun { work, schedule, machine, .. } = job;
    let config = RunConfig {
        machine,
        policy: &schedule.policy,
        cta_policy: &schedule.cta_policy(),
        options: Options::default().with_interrupt(interrupt),
    };
    let result = run_probed(&tape.label, &mut tape.file.reader(), config, probes);
    let result = result.map_err(|error| ReproduceError::Run {
        work: (*work).to_owned(),
        policy: schedule.policy.to_string(),
        error: Box::new(error),
    })?;
    if result.is_interrupted() {
        return Err(WorkError::Interrupted.into());
    }
    Ok(result)
}

/// Makes a run: on a machine of SMs with their samples over time, on a machine of CUs with counters only, because probes watch SMs.
fn run(
    tape: &WorkTape,
    job: &EvaluationRun<'_>,
    request: ReproduceRequest<'_>,
    store: &Store,
) -> Result<StoredRun, ReproduceError> {
    let stored = |result: &RunResult| StoredRun {
        work: job.work.to_owned(),
        size: job.size.to_string(),
        seed: job.seed,
        records: result.all().cloned().collect(),
        sums: vec![Sums::default(); result.records.len()],
        sms: job.machine.cores(),
        cus: CuSums::of(&result.launches),
        graph: Graph::default(),
        ctas: Vec::new(),
        orders: Vec::new(),
    };
    if job.machine.cu.is_some() {
        return Ok(stored(&simulate(tape, job, request.interrupt, None)?));
    }
    // Figures over time show the first run of the evaluation itself.
    let is_drawn = request.seeds.first() == Some(&job.seed) && !request.variant.changes_machine_or_code();
    // SM 0 over the whole run, and again in detail over its first cycles; only sums of the other SMs.
    let sms = job.machine.sm().count;
    let (first_sm, other_sms) = if is_drawn {
        (vec![SmId(0)], (1..sms).map(SmId).collect())
    } else {
        (Vec::new(), (0..sms).map(SmId).collect())
    };
    let mut whole_run = Watch::new(WatchOptions { sms: Some(first_sm.clone()), ..WatchOptions::default() });
    let mut detail = Watch::new(WatchOptions {
        sms: Some(first_sm),
        cycles: 0..SHOWN + u64::from(job.machine.launch_latency),
        bin: Some(BIN),
        orders: ORDER_INTERVAL,
        issues: ISSUES,
        ..WatchOptions::default()
    });
    let mut sums_only =
        Watch::new(WatchOptions { sms: Some(other_sms), over_time: false, ..WatchOptions::default() });
    let mut probes = ProbeSets::new([&mut whole_run, &mut detail, &mut sums_only]);
    let result = simulate(tape, job, request.interrupt, Some(&mut probes))?;
    let mut run = stored(&result);
    let first = whole_run.take();
    let all: Vec<Observation> = first.iter().cloned().chain(sums_only.take()).collect();
    for seen in &all {
        if let Some(sum) = run.sums.get_mut(seen.launch as usize) {
            *sum = sum.plus(seen.sums);
        }
    }
    let (detail, setting) = (detail.take(), &result.total.setting);
    if is_drawn {
        for (folder, table) in [
            ("series", columns::series(setting, &first)),
            ("ctas", columns::ctas(setting, &all)),
            ("issues", columns::issues(setting, &detail)),
        ] {
            store.write(&format!("data/{folder}/{}.parquet", job.name()), table.parquet()?)?;
        }
    }
    if let Some(seen) = detail.into_iter().next() {
        run.graph = Graph::of(&seen);
        (run.ctas, run.orders) = (seen.ctas, seen.orders);
    }
    Ok(run)
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

/// The tape with a cache for concurrent runs, if one of them requests CTAs by number.
fn cached(tape: WorkTape, request: ReproduceRequest<'_>, runs: &[EvaluationRun<'_>]) -> WorkTape {
    let mut placements = runs.iter().map(|run| run.schedule.cta_policy());
    match placements.find(|placement| placement.declaration().properties.by_number) {
        Some(placement) => tape.cached_for(request.machine, &placement, request.at_once),
        None => tape,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::{Selection, evaluation, variant};
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
    fn runs_are_reused_until_their_inputs_change() {
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
            waves: None,
            variant: &variant::DEFAULT,
            at_once: NonZero::new(2).unwrap(),
            directory: directory.path(),
            interrupt: None,
        };
        let reused = |request: ReproduceRequest<'_>| {
            let planned = Planned::default();
            run_all(request, &required, &planned).unwrap();
            planned.0.into_inner().unwrap()
        };
        assert_eq!(reused(request), (2, 0));
        assert_eq!(reused(request), (2, 2));
        let mut slower = machine.clone();
        slower.launch_latency += 1;
        assert_eq!(
            reused(ReproduceRequest { machine: &slower, ..request }),
            (2, 0),
            "the machine has changed"
        );
    }
}
