//! A reproduction's runs.

use super::ReproduceError;
use super::evaluation::{Evaluation, Needs};
use super::kept::{self, Kept, Key, Runs, Store};
use super::tables;
use crate::pool::{self, Broken};
use crate::run::{About, Plan, run_probed};
use crate::taped::Taped;
use crate::watch::{Graph, Seen, Sums, Watch, Watching};
use std::collections::BTreeMap;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use warploom_gpu::SmId;
use warploom_gpu::machine::Machine;
use warploom_gpu::probe::Probe;
use warploom_gpu::run::Options;
use warploom_kernel::execute::Mode;
use warploom_kernel::tape::Source;
use warploom_policy::{ALL, CTA_ALL, Choice, CtaChoice};
use warploom_suite::{Size, application};
use xxhash_rust::xxh3::xxh3_128;

/// CTAs that are made before they are asked for.
const AHEAD: usize = 64;
/// After how many cycles PRO sorts its CTAs: the order is kept as often.
const SORTED: u64 = 1000;
/// Cycles that figures show of an SM, and of a bin in them.
const SHOWN: u64 = 16_000;
const BIN: u64 = 16;

/// What is asked of a reproduction.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The paper's evaluation.
    pub evaluation: &'a Evaluation,
    /// The machine it runs on.
    pub machine: &'a Machine,
    /// How large works are.
    pub size: Size,
    /// Of their inputs.
    pub seeds: &'a [u64],
    /// How many runs at once.
    pub at_once: NonZero<usize>,
    /// Where runs are kept: in `runs`, and what they left over time in `data`.
    pub directory: &'a Path,
}

/// Who is told how far it is.
pub trait Progress: Sync {
    /// So many runs there are in all, of which so many are there already.
    fn all(&self, runs: usize, kept: usize);
    /// This begins.
    fn begin(&self, what: &str);
    /// A run has ended.
    fn end(&self);
}

/// A run to be done.
struct Job {
    key: Key,
    policy: &'static str,
    taped: Arc<Taped>,
}

/// Does all runs that are needed and not kept.
///
/// # Errors
/// If a run fails or cannot be kept. What ended before is kept.
pub fn run_all(asked: Asked<'_>, needs: &Needs, progress: &dyn Progress) -> Result<Runs, ReproduceError> {
    let store = Store::open(&asked.directory.join("runs"))?;
    let description = toml::to_string(asked.machine).unwrap_or_default();
    let description = format!("{:032x}", xxh3_128(description.as_bytes()));
    let mut runs = Runs::default();
    let mut missing: BTreeMap<(&str, u64), Vec<(Key, &'static str)>> = BTreeMap::new();
    let mut all = 0;
    for &seed in asked.seeds {
        for (work, policy) in needs {
            let key = Key {
                work: work.clone(),
                size: asked.size.to_string(),
                seed,
                machine: asked.machine.name.clone(),
                description: description.clone(),
                policy: choice(policy).to_string(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            };
            all += 1;
            match store.find(&key) {
                Some(kept) => runs.add(policy, kept),
                None => missing.entry((work.as_str(), seed)).or_default().push((key, *policy)),
            }
        }
    }
    let left: usize = missing.values().map(Vec::len).sum();
    progress.all(all, all - left);
    let jobs = missing.into_iter().flat_map(|((work, seed), keys)| {
        progress.begin(&format!("{work}: its tape"));
        let taped = taped(work, asked.size, seed);
        progress.begin(work);
        let (taped, error) = match taped {
            Ok(taped) => (Some(Arc::new(taped)), None),
            Err(error) => (None, Some(Err(error))),
        };
        let jobs = taped.into_iter().flat_map(move |taped| {
            keys.clone()
                .into_iter()
                .map(move |(key, policy)| Ok(Job { key, policy, taped: Arc::clone(&taped) }))
        });
        jobs.chain(error)
    });
    let run = |job: Job| {
        let policy = job.policy;
        let kept = run(job, asked)?;
        store.keep(&kept)?;
        progress.end();
        Ok((policy, kept))
    };
    let done = pool::each(jobs, asked.at_once, asked.at_once.get(), &run).map_err(|broken| match broken {
        Broken::Had(error) | Broken::Job(_, error) => error,
    })?;
    done.into_iter().for_each(|(policy, kept)| runs.add(policy, kept));
    Ok(runs)
}

/// The policy as the evaluation spells it.
///
/// # Panics
/// If there is none: a test asks for each.
fn choice(policy: &str) -> Choice {
    Choice::parse(policy, ALL).expect("evaluations name policies that there are")
}

fn run(job: Job, asked: Asked<'_>) -> Result<Kept, ReproduceError> {
    let Job { key, policy, taped } = job;
    // The first SM over the whole run, and once more in detail over its first cycles; of the others, sums.
    let whole_run = Watch::new(Watching::default());
    let detail = Watch::new(Watching {
        cycles: 0..SHOWN + u64::from(asked.machine.launch_latency),
        bin: Some(BIN),
        orders: SORTED,
        issues: tables::ISSUES,
        ..Watching::default()
    });
    let sums_only = Watch::new(Watching { over_time: false, ..Watching::default() });
    let probe = |sm: SmId| {
        if sm == SmId(0) {
            let both: Vec<Box<dyn Probe>> = whole_run.probe(sm).into_iter().chain(detail.probe(sm)).collect();
            Some(Box::new(both) as Box<dyn Probe>)
        } else {
            sums_only.probe(sm)
        }
    };
    let cta_policy = CtaChoice::parse("rr", CTA_ALL).expect("there is round robin");
    let policy = choice(policy);
    let plan = Plan { machine: asked.machine, policy: &policy, cta_policy, options: Options::default() };
    let done = run_probed(&taped.about, &mut taped.file.reader(), plan, Some(&probe));
    let done = done.map_err(|error| ReproduceError::Run {
        work: key.work.clone(),
        policy: key.policy.clone(),
        error: Box::new(error),
    })?;
    let first = whole_run.take();
    let all: Vec<Seen> = first.iter().cloned().chain(sums_only.take()).collect();
    let mut sums = vec![Sums::default(); done.records.len()];
    for seen in &all {
        if let Some(sum) = sums.get_mut(seen.launch as usize) {
            *sum = sum.plus(seen.sums);
        }
    }
    let (detail, setting) = (detail.take(), &done.total.setting);
    for (folder, table) in [
        ("series", tables::series(setting, &first)?),
        ("ctas", tables::ctas(setting, &all)?),
        ("issues", tables::issues(setting, &detail)?),
    ] {
        let name = format!("{}.parquet", key.name());
        kept::whole(&asked.directory.join("data").join(folder).join(name), &table)?;
    }
    let (graph, ctas, orders) = match detail.into_iter().next() {
        Some(seen) => (Graph::of(&seen), seen.ctas, seen.orders),
        None => (Graph::default(), Vec::new(), Vec::new()),
    };
    let records = done.all().cloned().collect();
    Ok(Kept { key, records, sums, sms: asked.machine.sm.count, graph, ctas, orders })
}

/// Work of the suite on a tape.
fn taped(work: &str, size: Size, seed: u64) -> Result<Taped, ReproduceError> {
    let wrong =
        |error: warploom_suite::Error| ReproduceError::Work { work: work.to_owned(), error: Box::new(error) };
    let (name, kernel) = work.split_once('/').map_or((work, None), |(name, kernel)| (name, Some(kernel)));
    let application = application(name).expect("evaluations name applications that there are");
    let made = application.work(size, seed).map_err(wrong)?;
    let kernel = kernel.and_then(|kernel| application.kernels.iter().find(|k| k.name == kernel));
    let tapes = match kernel {
        Some(kernel) => made.tapes_of(kernel, Mode::Warps32, AHEAD),
        None => made.tapes(Mode::Warps32, AHEAD),
    };
    let about = About { work: work.to_owned(), size: Some(size.to_string()), seed: Some(seed) };
    Taped::spooled(about, &mut tapes.map_err(wrong))
}
