//! Finished runs of a comparison, so that an interrupted one continues where it stopped.

use crate::digest::file_digest;
use crate::record::RunRecords;
use crate::run::{RunConfig, WorkLabel};
use crate::store::{RunKey, Store, config_digest, work_digest};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use warploom_tape::file::Totals;

/// The age at which the runs of an abandoned comparison are deleted.
const KEPT: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Finished runs in a directory, one file per run. The runs of a complete comparison are deleted.
///
/// A run is found again only by the same program with the same inputs. The program is identified by its build id and by the content of
/// its executable file, which has the code of every policy, the user's own included.
#[derive(Debug)]
pub struct Checkpoint {
    store: Store,
    directory: PathBuf,
    program: u128,
    /// The runs that were found or added.
    runs: Mutex<Vec<RunKey>>,
    reused: AtomicUsize,
}

impl Checkpoint {
    /// The runs in `directory` of the program whose executable file is `program`. The directory need not exist.
    ///
    /// # Errors
    /// If the executable file cannot be read.
    pub fn open(directory: &Path, program: &Path) -> io::Result<Checkpoint> {
        delete_abandoned(directory);
        Ok(Checkpoint {
            store: Store::in_directory(directory),
            directory: directory.to_owned(),
            program: file_digest(program)?,
            runs: Mutex::default(),
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
    pub(crate) fn key(&self, label: &WorkLabel, tape: &Totals, config: &RunConfig<'_>) -> RunKey {
        let work = work_digest(label, &format!("{:032x}", tape.digest));
        RunKey::new(work, config_digest(Some(self.program), config))
    }

    /// The finished run of this key.
    pub(crate) fn find(&self, key: RunKey) -> Option<RunRecords> {
        let run = self.store.run(&file(key), key)?;
        self.reused.fetch_add(1, Ordering::Relaxed);
        self.remember(key);
        Some(run)
    }

    /// Adds a finished run.
    ///
    /// A file that cannot be written is no reason to end the comparison: the run is then not found again.
    pub(crate) fn put(&self, key: RunKey, run: &RunRecords) {
        if self.store.put_run(&file(key), key, run).is_ok() {
            self.remember(key);
        }
    }

    /// Deletes the runs of a comparison that is complete.
    pub(crate) fn clear(&self) {
        let runs = std::mem::take(&mut *self.runs.lock().unwrap_or_else(PoisonError::into_inner));
        // Another process may have deleted them.
        runs.into_iter().for_each(|key| drop(self.store.delete(&file(key))));
        // It stays if it has the runs of other comparisons.
        let _ = fs::remove_dir(&self.directory);
    }

    fn remember(&self, key: RunKey) {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).push(key);
    }
}

/// The object of a run.
fn file(key: RunKey) -> String {
    format!("{key}.json")
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
