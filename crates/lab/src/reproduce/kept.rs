//! Runs that are kept: a file each, so that a reproduction can be ended at any time and goes on where it was.

use super::ReproduceError;
use crate::record::{Cache, Record, Stalls};
use crate::watch::{CtaSpan, Graph, Sums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use warploom_suite::application;

/// All that determines a run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Key {
    /// What runs: an application of the suite, or a kernel of it.
    pub work: String,
    /// How large.
    pub size: String,
    /// Of its inputs.
    pub seed: u64,
    /// The machine, by its name.
    pub machine: String,
    /// A digest of its description.
    pub description: String,
    /// The policy, with all its parameters.
    pub policy: String,
    /// Of Warploom.
    pub version: String,
}

impl Key {
    /// What the run's files are called, without their endings: what people look for first.
    pub fn name(&self) -> String {
        let Key { work, policy, seed, .. } = self;
        format!("{}.{}.seed{seed}", plain(work), plain(policy))
    }

    fn file(&self) -> String {
        self.name() + ".json"
    }
}

/// A work's or policy's name as a part of a file's.
pub fn plain(name: &str) -> String {
    name.replace(|c: char| !c.is_ascii_alphanumeric() && c != '-', "_")
}

/// A run that is done.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Of what.
    pub key: Key,
    /// A record of each launch, and last of all.
    pub records: Vec<Record>,
    /// By launch, what was summed over cycles on all SMs.
    pub sums: Vec<Sums>,
    /// How many SMs there were.
    pub sms: u32,
    /// The first SM over time, in the first launch.
    pub graph: Graph,
    /// CTAs on the first SM, in the first launch.
    pub ctas: Vec<CtaSpan>,
    /// When, and the first SM's CTAs by progress, in the first launch.
    pub orders: Vec<(u64, Vec<u64>)>,
}

/// What a kernel, or a whole application, came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Cycles.
    pub cycles: u64,
    /// Thread instructions.
    pub thread_instructions: u64,
    /// Scheduler-cycles.
    pub stalls: Stalls,
    /// The L1s.
    pub l1: Cache,
    /// The L2.
    pub l2: Cache,
    /// What was summed over cycles and SMs.
    pub sums: Sums,
    /// Cycles times SMs.
    pub sm_cycles: u64,
}

impl Kept {
    /// What `work` came to, which is all that ran or a kernel of it.
    pub fn part(&self, work: &str) -> Option<Part> {
        let entry = match work.split_once('/') {
            _ if work == self.key.work => None,
            Some((name, kernel)) => Some(application(name)?.entry(kernel)),
            None => return None,
        };
        let mut part = Part::default();
        let launches = self.records.iter().filter(|record| record.launch.is_some()).zip(&self.sums);
        for (record, &sums) in launches {
            if entry.as_ref().is_some_and(|entry| *entry != record.kernel) {
                continue;
            }
            part.cycles += record.cycles;
            part.thread_instructions += record.thread_instructions;
            part.stalls.0.iter_mut().zip(record.stalls.0).for_each(|(sum, more)| *sum += more);
            part.l1 = part.l1.plus(record.l1);
            part.l2 = part.l2.plus(record.l2);
            part.sums = part.sums.plus(sums);
            part.sm_cycles += record.cycles * u64::from(self.sms);
        }
        (part.cycles > 0).then_some(part)
    }
}

/// The runs of a reproduction.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
}

impl Store {
    /// Those in a directory, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn open(directory: &Path) -> Result<Store, ReproduceError> {
        fs::create_dir_all(directory).map_err(|error| ReproduceError::file(directory, &error))?;
        Ok(Store { directory: directory.to_path_buf() })
    }

    /// The run, if it is there. A file of another version or machine is as none; so is one that cannot be read.
    pub fn find(&self, key: &Key) -> Option<Kept> {
        let text = fs::read(self.directory.join(key.file())).ok()?;
        let kept: Kept = serde_json::from_slice(&text).ok()?;
        (kept.key == *key).then_some(kept)
    }

    /// Keeps a run: it is there whole or not at all, whenever the program ends.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, kept: &Kept) -> Result<(), ReproduceError> {
        let path = self.directory.join(kept.key.file());
        let text = serde_json::to_vec(kept).map_err(|error| ReproduceError::file(&path, &error))?;
        whole(&path, &text)
    }
}

/// Writes a file that is there whole or not at all.
pub fn whole(path: &Path, text: &[u8]) -> Result<(), ReproduceError> {
    let wrong = |error: std::io::Error| ReproduceError::file(path, &error);
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(wrong)?;
    let mut file = tempfile::NamedTempFile::new_in(parent).map_err(wrong)?;
    std::io::Write::write_all(&mut file, text).map_err(wrong)?;
    file.persist(path).map_err(|error| wrong(error.error))?;
    Ok(())
}

/// Runs by work, policy and seed.
#[derive(Debug, Default)]
pub struct Runs(BTreeMap<(String, String, u64), Kept>);

impl Runs {
    /// Adds one.
    pub fn add(&mut self, policy: &str, kept: Kept) {
        self.0.insert((kept.key.work.clone(), policy.to_owned(), kept.key.seed), kept);
    }

    /// The run that has `work`, under a policy as the evaluation spells it.
    pub fn run(&self, work: &str, policy: &str, seed: u64) -> Option<&Kept> {
        let of = |work: &str| self.0.get(&(work.to_owned(), policy.to_owned(), seed));
        of(work).or_else(|| of(work.split('/').next().unwrap_or(work)))
    }

    /// What `work` came to.
    pub fn part(&self, work: &str, policy: &str, seed: u64) -> Option<Part> {
        self.run(work, policy, seed)?.part(work)
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Kept> {
        self.0.values()
    }
}
