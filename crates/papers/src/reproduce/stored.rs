//! Finished runs of a reproduction.

use super::cu_counters::{CuMetrics, CuSums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warploom_lab::record::{Cache, Record, Stalls};
use warploom_lab::watch::{CtaSpan, Graph, Sums};
use warploom_suite::application;

/// A work's or policy's name with every character replaced that file names should not have.
pub fn file_name(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")
}

/// A finished run: its records, and the samples of it that figures and claims need.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StoredRun {
    /// The work: an application of the suite, or one of its kernels; with the mark of its [grid](super::grid), if it has one.
    pub work: String,
    pub size: String,
    /// The seed of the work's inputs.
    pub seed: u64,
    /// A record of each launch, then the record of the whole run.
    pub records: Vec<Record>,
    /// Sums over the cycles of all SMs, by launch. Zero on a machine of CUs, which have no probes.
    pub sums: Vec<Sums>,
    /// The number of SMs or CUs.
    pub sms: u32,
    /// Counters of each CU; empty on a machine of SMs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cus: Vec<CuSums>,
    /// SM 0 over time, in the first launch.
    pub graph: Graph,
    /// The CTAs of SM 0, in the first launch.
    pub ctas: Vec<CtaSpan>,
    /// Cycles, each with the CTAs of SM 0 by progress, in the first launch.
    pub orders: Vec<(u64, Vec<u64>)>,
}

/// The counters of one kernel, or of a whole application, in one run.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorkCounters {
    pub cycles: u64,
    /// Instructions, counted once per active lane.
    pub thread_instructions: u64,
    /// Scheduler-cycles by cause.
    pub stalls: Stalls,
    pub l1: Cache,
    pub l2: Cache,
    /// Sums over cycles and SMs.
    pub sums: Sums,
    /// Cycles times SMs.
    pub sm_cycles: u64,
    /// Instructions, counted once per warp or wave.
    pub warp_instructions: u64,
    /// Metrics of CUs: of whole runs on a machine of CUs.
    pub cu: Option<CuMetrics>,
}

impl StoredRun {
    /// The counters of `work`: of the whole run, or of one kernel of the application that ran.
    pub fn counters(&self, work: &str) -> Option<WorkCounters> {
        let entry = match work.split_once('/') {
            _ if work == self.work => None,
            Some((name, kernel)) => Some(application(name)?.entry(kernel)),
            None => return None,
        };
        // Counters of CUs are stored by run, not by launch.
        let cu = if entry.is_none() { CuMetrics::of(&self.cus) } else { None };
        let mut part = WorkCounters { cu, ..WorkCounters::default() };
        let launches = self.records.iter().filter(|record| record.launch.is_some()).zip(&self.sums);
        for (record, &sums) in launches {
            if entry.as_ref().is_some_and(|entry| *entry != record.kernel) {
                continue;
            }
            part.cycles += record.cycles;
            part.thread_instructions += record.thread_instructions;
            part.warp_instructions += record.warp_instructions;
            part.stalls.0.iter_mut().zip(record.stalls.0).for_each(|(sum, more)| *sum += more);
            part.l1 = part.l1.plus(record.l1);
            part.l2 = part.l2.plus(record.l2);
            part.sums = part.sums.plus(sums);
            part.sm_cycles += record.cycles * u64::from(self.sms);
        }
        (part.cycles > 0).then_some(part)
    }
}

/// The runs of a reproduction, by work, policy and seed.
#[derive(Debug, Default)]
pub struct Runs(BTreeMap<(String, String, u64), StoredRun>);

impl Runs {
    /// Adds a run under a policy as the evaluation spells it.
    pub fn add(&mut self, policy: &str, run: StoredRun) {
        self.0.insert((run.work.clone(), policy.to_owned(), run.seed), run);
    }

    /// The run that includes `work`, under a policy as the evaluation spells it.
    pub fn run(&self, work: &str, policy: &str, seed: u64) -> Option<&StoredRun> {
        let of = |work: &str| self.0.get(&(work.to_owned(), policy.to_owned(), seed));
        of(work).or_else(|| of(work.split('/').next().unwrap_or(work)))
    }

    /// The counters of `work`.
    pub fn counters(&self, work: &str, policy: &str, seed: u64) -> Option<WorkCounters> {
        self.run(work, policy, seed)?.counters(work)
    }

    /// Every run, by work, policy and seed.
    pub fn all(&self) -> impl Iterator<Item = &StoredRun> {
        self.0.values()
    }
}
