//! The runs of a validation.

use super::repeat::RepeatedCtas;
use super::suite::Activity;
use super::{Gpu, Overhead, Policy, TraceWork, ValidateError};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use warploom_gpu::interrupt::Interrupt;
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::SECTOR_BYTES;
use warploom_gpu::simulation::{Options, RunError};
use warploom_lab::record::Record;
use warploom_lab::run::{RunConfig, RunResult, run};
use warploom_lab::work::{WorkKind, WorkOptions, spool};
use warploom_lab::work_tape::WorkTape;
use warploom_policy::Choice;
use warploom_tape::file;

/// A run to be made.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Its name in progress reports.
    pub name: String,
    pub gpu: &'a Gpu,
    pub policy: &'a Policy,
    pub work: TraceWork,
    pub overhead: Overhead,
}

/// A finished run.
#[derive(Clone, Debug)]
pub struct SimulatedRun {
    /// The record of the whole run.
    pub record: Record,
    /// The launches of the run.
    pub launches: Vec<SimulatedLaunch>,
    /// Cycles of launch latency per launch.
    pub launch_latency: f64,
    /// Bytes read from DRAM: the L2 fetches sectors, or whole lines.
    pub dram_read: u64,
    /// Cycles of launch latency in the record.
    pub launching: f64,
    /// Cycles to be compared, after the treatment of launch latency.
    pub cycles: f64,
}

/// A finished launch.
#[derive(Clone, Debug)]
pub struct SimulatedLaunch {
    /// The record of the launch.
    pub record: Record,
    /// The activity of schedulers and data paths.
    pub activity: Activity,
}

/// Makes all runs. Results are in the order of `jobs`.
pub fn simulate(
    jobs: &[Job<'_>],
    file: &Path,
    at_once: NonZero<usize>,
    interrupt: Option<Interrupt>,
    on_run_end: &(dyn Fn(&str) + Sync),
) -> Result<Vec<SimulatedRun>, ValidateError> {
    let mut machines = Vec::new();
    let mut tapes: BTreeMap<&Path, WorkTape> = BTreeMap::new();
    for job in jobs {
        machines.push(job.gpu.machine(file)?);
        let trace = job.work.trace.as_path();
        if !tapes.contains_key(trace) {
            let options = WorkOptions::default();
            tapes.insert(trace, spool(trace, WorkKind::Trace, &options, &interrupt)?);
        }
    }
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let (Some(job), Some(machine)) = (jobs.get(at), machines.get(at)) else { return };
            let result = tapes.get(job.work.trace.as_path()).map(|taped| one(job, taped, machine, interrupt));
            on_run_end(&job.name);
            if matches!(result, Some(Err(_))) {
                // No further runs start.
                next.store(jobs.len(), Ordering::Relaxed);
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
        }
    };
    std::thread::scope(|scope| {
        (0..at_once.get().min(jobs.len())).for_each(|_| drop(scope.spawn(work)));
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().filter_map(|(_, result)| result).collect()
}

fn one(
    job: &Job<'_>,
    taped: &WorkTape,
    machine: &Machine,
    interrupt: Option<Interrupt>,
) -> Result<SimulatedRun, ValidateError> {
    let config = RunConfig {
        machine,
        policy: &job.policy.choice,
        cta_policy: &Choice::default(),
        options: Options::default().with_interrupt(interrupt),
    };
    let done: Result<RunResult, RunError<file::Error>> = match job.work.ctas {
        Some(ctas) => run(&taped.label, &mut RepeatedCtas::new(taped.file.reader(), ctas), config),
        None => run(&taped.label, &mut taped.file.reader(), config),
    };
    let done = done.map_err(|error| ValidateError::Run { point: job.name.clone(), error })?;
    if done.is_interrupted() {
        return Err(ValidateError::Interrupted);
    }
    let launches = done.launches.len() as f64;
    let launch_latency = f64::from(machine.launch_latency);
    let launching = launches * launch_latency;
    let added = match job.overhead {
        Overhead::InBoth => 0.0,
        Overhead::Instead(cycles) => launches * cycles,
    };
    let cycles = done.total.cycles as f64 - launching + added;
    let l2 = &machine.l2.cache;
    let fetched = if l2.sectored { SECTOR_BYTES } else { l2.line_bytes };
    let dram_read = done.total.dram.reads * u64::from(fetched);
    let activities = done.launches.iter().map(|launch| Activity::of(launch, machine));
    let launches = done
        .records
        .into_iter()
        .zip(activities)
        .map(|(record, activity)| SimulatedLaunch { record, activity })
        .collect();
    Ok(SimulatedRun { record: done.total, launches, launch_latency, dram_read, launching, cycles })
}
