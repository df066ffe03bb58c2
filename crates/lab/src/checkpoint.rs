//! Finished runs of a comparison, so that an interrupted one continues where it stopped.

use crate::build_id::BUILD_ID;
use crate::digest::{file_digest, labelled_run_digest, run_digest};
use crate::record::RunRecords;
use crate::run::{RunConfig, WorkLabel};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use warploom_tape::atomic_file;
use warploom_tape::file::Totals;
use xxhash_rust::xxh3::xxh3_128;

/// The age at which the runs of an abandoned comparison are deleted.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Finished runs in a directory, one file per run. The runs of a complete comparison are deleted.
///
/// A run is found again only by the same program with the same inputs. The program is identified by its build id and by the content of
/// its executable file, which has the code of every policy, the user's own included.
#[derive(Debug)]
pub struct Checkpoint {
    directory: PathBuf,
    program: u128,
    /// The files of the runs that were found or added.
    files: Mutex<Vec<PathBuf>>,
    reused: AtomicUsize,
}

/// A run in a checkpoint. Its inputs determine its file's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckpointKey(PathBuf);

impl Checkpoint {
    /// The runs in `directory` of the program whose executable file is `program`. The directory need not exist.
    ///
    /// # Errors
    /// If the executable file cannot be read.
    pub fn open(directory: &Path, program: &Path) -> io::Result<Checkpoint> {
        delete_abandoned(directory);
        Ok(Checkpoint {
            directory: directory.to_owned(),
            // Where the program is an interpreter that loaded Warploom, its file says nothing about the simulator.
            program: file_digest(program)? ^ xxh3_128(BUILD_ID.as_bytes()),
            files: Mutex::default(),
            reused: AtomicUsize::new(0),
        })
    }

    /// The number of runs that were found.
    pub fn reused(&self) -> usize {
        self.reused.load(Ordering::Relaxed)
    }

    /// The directory of the runs.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The key of a run of a tape.
    pub(crate) fn key(&self, label: &WorkLabel, tape: &Totals, config: &RunConfig<'_>) -> CheckpointKey {
        let RunConfig { machine, policy, cta_policy, options } = config;
        let run = run_digest(machine, &policy.to_string(), &cta_policy.to_string(), *options, tape.digest);
        let WorkLabel { work, size, seed } = label;
        let digest = labelled_run_digest(self.program, (work, size.as_deref(), *seed), run);
        CheckpointKey(self.directory.join(format!("{digest:032x}.json")))
    }

    /// The finished run of this key. A file that cannot be read is no run.
    pub(crate) fn find(&self, key: &CheckpointKey) -> Option<RunRecords> {
        let run = serde_json::from_slice(&fs::read(&key.0).ok()?).ok()?;
        self.reused.fetch_add(1, Ordering::Relaxed);
        self.remember(key);
        Some(run)
    }

    /// Adds a finished run.
    ///
    /// A file that cannot be written is no reason to end the comparison: the run is then not found again.
    pub(crate) fn put(&self, key: &CheckpointKey, run: &RunRecords) {
        let Ok(text) = serde_json::to_vec(run) else { return };
        if fs::create_dir_all(&self.directory).and_then(|()| atomic_file::write(&key.0, &text)).is_ok() {
            self.remember(key);
        }
    }

    /// Deletes the runs of a comparison that is complete.
    pub(crate) fn clear(&self) {
        let files = std::mem::take(&mut *self.files.lock().unwrap_or_else(PoisonError::into_inner));
        // Another process may have deleted them.
        files.iter().for_each(|file| drop(fs::remove_file(file)));
        // It stays if it has the runs of other comparisons.
        let _ = fs::remove_dir(&self.directory);
    }

    fn remember(&self, key: &CheckpointKey) {
        self.files.lock().unwrap_or_else(PoisonError::into_inner).push(key.0.clone());
    }
}

/// Deletes the runs of comparisons that nobody has continued for a long time.
fn delete_abandoned(directory: &Path) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|file| file.modified()).ok().and_then(|time| time.elapsed().ok());
        let is_run = entry.path().extension().is_some_and(|extension| extension == "json");
        if is_run && age.is_some_and(|age| age > KEPT) {
            // Another process may have deleted it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::time::SystemTime;
    use warploom_gpu::machine::named;
    use warploom_gpu::run::Options;
    use warploom_policy::{Choice, CoreChoice, WARP_POLICIES};

    #[test]
    fn a_key_depends_on_the_program_the_work_and_the_configuration() {
        let directory = tempfile::tempdir().unwrap();
        let program = directory.path().join("program");
        fs::write(&program, "one").unwrap();
        let checkpoint = Checkpoint::open(directory.path(), &program).unwrap();
        fs::write(&program, "two").unwrap();
        let rebuilt = Checkpoint::open(directory.path(), &program).unwrap();
        let machine = named("gtx480").unwrap().machine();
        let other_machine = named("m2090").unwrap().machine();
        let [lrr, gto] =
            ["lrr", "gto"].map(|name| CoreChoice::from(Choice::parse(name, WARP_POLICIES).unwrap()));
        let config = RunConfig {
            machine: &machine,
            policy: &lrr,
            cta_policy: &Choice::default(),
            options: Options::default(),
        };
        let label = WorkLabel { work: "lud".to_owned(), size: None, seed: Some(1) };
        let tape = Totals { digest: 1, ..Totals::default() };
        let key = checkpoint.key(&label, &tape, &config);
        assert_eq!(key, checkpoint.key(&label, &tape, &config));
        for other in [
            rebuilt.key(&label, &tape, &config),
            checkpoint.key(&WorkLabel { seed: Some(2), ..label.clone() }, &tape, &config),
            checkpoint.key(&WorkLabel { work: "bfs".to_owned(), ..label.clone() }, &tape, &config),
            checkpoint.key(&label, &Totals { digest: 2, ..tape }, &config),
            checkpoint.key(&label, &tape, &RunConfig { policy: &gto, ..config }),
            checkpoint.key(&label, &tape, &RunConfig { machine: &other_machine, ..config }),
            checkpoint.key(&label, &tape, &RunConfig { options: config.options.with_max_ctas(1), ..config }),
        ] {
            assert_ne!(other, key);
        }
    }

    #[test]
    fn an_abandoned_run_is_deleted_after_a_month_and_other_files_stay() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, days: u64| {
            let path = directory.path().join(name);
            let age = Duration::from_secs(days * 24 * 60 * 60);
            File::create(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let (old, recent, other) = (file("a.json", 31), file("b.json", 29), file("c.txt", 31));
        delete_abandoned(directory.path());
        assert_eq!([old, recent, other].map(|path| path.exists()), [false, true, true]);
    }
}
