//! Stored runs: one file per finished run, so that an interrupted reproduction continues where it stopped.

use super::ReproduceError;
use super::cu_counters::{CuMetrics, CuSums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use warploom_lab::record::{Cache, Record, Stalls};
use warploom_lab::watch::{CtaSpan, Graph, Sums};
use warploom_suite::application;
use warploom_tape::atomic_file;

/// The inputs of a run. With the id of the build they determine its result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct RunKey {
    /// The work: an application of the suite, or one of its kernels; with the mark of its [grid](super::grid), if it has one.
    pub work: String,
    /// The size of the work.
    pub size: String,
    /// The seed of the work's inputs.
    pub seed: u64,
    /// The machine's name.
    pub machine: String,
    /// The digest of the machine's description, with all overrides.
    pub description: String,
    /// How the work's PTX was lowered; empty for the usual way.
    #[serde(default)]
    pub code: String,
    /// The policy, with all its parameters.
    pub policy: String,
    /// The CTA policy, with all its parameters; empty for the default.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cta_policy: String,
}

impl RunKey {
    /// The name of the run's files, without extension: work, policies and seed.
    pub fn file_stem(&self) -> String {
        let RunKey { work, policy, cta_policy, seed, .. } = self;
        let placed =
            if cta_policy.is_empty() { String::new() } else { format!(".{}", file_name(cta_policy)) };
        format!("{}.{}{placed}.seed{seed}", file_name(work), file_name(policy))
    }

    fn file(&self) -> String {
        self.file_stem() + ".json"
    }
}

/// A work's or policy's name with every character replaced that file names should not have.
pub fn file_name(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")
}

/// A finished run: its records, and the samples of it that figures and claims need.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct StoredRun {
    /// The id of the build that made the run.
    pub build: String,
    /// The run's inputs.
    pub key: RunKey,
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
#[non_exhaustive]
pub struct WorkCounters {
    /// Cycles.
    pub cycles: u64,
    /// Instructions, counted once per active lane.
    pub thread_instructions: u64,
    /// Scheduler-cycles by cause.
    pub stalls: Stalls,
    /// Accesses to the L1 caches.
    pub l1: Cache,
    /// Accesses to the L2.
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
            _ if work == self.key.work => None,
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

/// A directory of stored runs.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    build: String,
}

impl Store {
    /// The runs in `directory`, for a build with the id `build`: [`BUILD_ID`](warploom_lab::build_id::BUILD_ID). The directory is created if it does not exist.
    ///
    /// # Errors
    /// If the directory cannot be created.
    pub fn open(directory: &Path, build: &str) -> Result<Store, ReproduceError> {
        fs::create_dir_all(directory).map_err(|error| ReproduceError::file(directory, &error))?;
        Ok(Store { directory: directory.to_path_buf(), build: build.to_owned() })
    }

    /// The id of the build whose runs the store returns and accepts.
    pub fn build(&self) -> &str {
        &self.build
    }

    /// The stored run with these inputs. A run of another build is not returned; nor is a file that cannot be read.
    pub fn find(&self, key: &RunKey) -> Option<StoredRun> {
        let text = fs::read(self.directory.join(key.file())).ok()?;
        let run: StoredRun = serde_json::from_slice(&text).ok()?;
        (run.build == self.build && run.key == *key).then_some(run)
    }

    /// Stores a run. The file is written whole or not at all, even if the process is killed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&self, run: &StoredRun) -> Result<(), ReproduceError> {
        let path = self.directory.join(run.key.file());
        let text = serde_json::to_vec(run).map_err(|error| ReproduceError::file(&path, &error))?;
        write_atomically(&path, &text)
    }
}

/// Writes a file [whole or not at all](atomic_file), and creates its directory.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomically(path: &Path, text: &[u8]) -> Result<(), ReproduceError> {
    let failed = |error: std::io::Error| ReproduceError::file(path, &error);
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
    atomic_file::write(path, text).map_err(failed)
}

/// The runs of a reproduction, by work, policy and seed.
#[derive(Debug, Default)]
pub struct Runs(BTreeMap<(String, String, u64), StoredRun>);

impl Runs {
    /// Adds a run under a policy as the evaluation spells it.
    pub fn add(&mut self, policy: &str, run: StoredRun) {
        self.0.insert((run.key.work.clone(), policy.to_owned(), run.key.seed), run);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn key() -> RunKey {
        RunKey {
            work: "lud/internal".to_owned(),
            size: "tiny".to_owned(),
            seed: 1,
            machine: "m2090".to_owned(),
            description: "00".to_owned(),
            code: String::new(),
            policy: "lrr".to_owned(),
            cta_policy: String::new(),
        }
    }

    fn run(build: &str) -> StoredRun {
        StoredRun {
            build: build.to_owned(),
            key: key(),
            records: Vec::new(),
            sums: Vec::new(),
            sms: 16,
            cus: Vec::new(),
            graph: Graph::default(),
            ctas: Vec::new(),
            orders: Vec::new(),
        }
    }

    #[test]
    fn a_run_of_another_build_is_not_reused() {
        let directory = tempfile::tempdir().unwrap();
        let before = Store::open(directory.path(), "before").unwrap();
        let after = Store::open(directory.path(), "after").unwrap();
        before.put(&run("before")).unwrap();
        assert!(before.find(&key()).is_some(), "the same build reuses its run");
        assert!(after.find(&key()).is_none(), "a build of changed sources does not");
        after.put(&run("after")).unwrap();
        assert!(before.find(&key()).is_none());
        assert_eq!(after.find(&key()).unwrap().build, "after");
    }

    #[test]
    fn a_run_with_other_inputs_is_not_reused() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), "id").unwrap();
        store.put(&run("id")).unwrap();
        for other in [
            RunKey { size: "small".to_owned(), ..key() },
            RunKey { machine: "gtx480".to_owned(), ..key() },
            RunKey { description: "01".to_owned(), ..key() },
            RunKey { code: "ptx".to_owned(), ..key() },
            RunKey { policy: "gto".to_owned(), ..key() },
            RunKey { cta_policy: "block".to_owned(), ..key() },
            RunKey { seed: 2, ..key() },
        ] {
            assert!(store.find(&other).is_none(), "{other:?}");
        }
    }

    #[test]
    fn a_file_without_a_build_id_is_not_reused() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(directory.path(), "id").unwrap();
        let mut old = serde_json::to_value(run("id")).unwrap();
        old.as_object_mut().unwrap().remove("build");
        fs::write(directory.path().join(key().file()), old.to_string()).unwrap();
        assert!(store.find(&key()).is_none());
    }
}
