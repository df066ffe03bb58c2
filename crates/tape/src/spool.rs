//! Directory of tapes that are recorded once and reused.
//!
//! Work that is simulated several times, or whose CTAs are dispatched out of order, is executed once.
//! Its tape is stored under a key: a digest of everything that determines the content of the tape.

use crate::file::{Error, TapeFile, Writer};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A directory of tapes by key.
///
/// ```
/// use warploom_tape::file::{Error, Writer};
/// use warploom_tape::spool::Spool;
/// # let dir = tempfile::tempdir().unwrap();
/// # let dir = dir.path();
/// let spool = Spool::new(dir);
/// let mut made = 0;
/// for _ in 0..2 {
///     spool.file("5f3a", |_tape: &mut Writer| {
///         made += 1;
///         Ok::<_, Error>(())
///     })?;
/// }
/// assert_eq!(made, 1);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spool {
    dir: PathBuf,
    /// Bytes of tapes at most; none for any number.
    capacity: Option<u64>,
}

impl Spool {
    /// Uses the directory `dir`, which is created on demand.
    pub fn new(dir: impl Into<PathBuf>) -> Spool {
        Spool { dir: dir.into(), capacity: None }
    }

    /// The same directory with a limit: when a tape is added, those that were not opened for the longest time are deleted until the
    /// others have at most this many bytes together. The new tape stays, whatever its size.
    #[must_use]
    pub fn with_capacity(self, bytes: u64) -> Spool {
        Spool { capacity: Some(bytes), ..self }
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Opens the tape of `key`, or writes it with `make` if it does not exist, is damaged or has another format version.
    ///
    /// If several processes or threads request the same key at once, one writes the tape and the others wait.
    ///
    /// # Panics
    /// If the key is not a valid file name: letters, digits, `.`, `-` and `_`, not starting with a dot.
    pub fn file<E: From<Error>>(
        &self,
        key: &str,
        make: impl FnOnce(&mut Writer) -> Result<(), E>,
    ) -> Result<TapeFile, E> {
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        assert!(!key.is_empty() && !key.starts_with('.') && key.chars().all(plain), "`{key}` is no key");
        let path = self.dir.join(format!("{key}.tape"));
        if let Some(file) = open_existing(&path)? {
            self.touch(&path);
            return Ok(file);
        }
        let io = |error| Error::Io { file: self.dir.display().to_string(), error };
        fs::create_dir_all(&self.dir).map_err(io)?;
        let lock = fs::File::create(self.dir.join(format!("{key}.lock"))).map_err(io)?;
        // Without file locks, several processes may write the tape. The content is the same, and the last file remains.
        let locked = lock.lock().is_ok();
        if locked && let Some(file) = open_existing(&path)? {
            return Ok(file);
        }
        let mut writer = Writer::create(&path)?;
        make(&mut writer)?;
        writer.finish()?;
        let file = TapeFile::open(&path)?;
        self.evict(&path);
        Ok(file)
    }

    /// Notes that a tape is in use.
    fn touch(&self, path: &Path) {
        if self.capacity.is_some() {
            // Where times cannot be set, tapes are deleted in the order in which they were made.
            let _ = fs::File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
        }
    }

    /// Deletes tapes until the others fit, except the one at `kept`. A reader of a deleted tape keeps its file.
    fn evict(&self, kept: &Path) {
        let Some(capacity) = self.capacity else { return };
        let mut tapes: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.dir).into_iter().flatten().flatten() {
            let path = entry.path();
            // Another process may have deleted it.
            let Ok(metadata) = entry.metadata() else { continue };
            if path.extension().is_some_and(|extension| extension == "tape") {
                let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                tapes.push((used, metadata.len(), path));
            }
        }
        tapes.sort();
        let mut bytes: u64 = tapes.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, own, path) in tapes.into_iter().filter(|(.., path)| path != kept) {
            if bytes <= capacity {
                break;
            }
            let _ = fs::remove_file(&path);
            let _ = fs::remove_file(path.with_extension("lock"));
            bytes -= own;
        }
    }
}

/// Opens the tape at `path`, if it exists and is readable.
fn open_existing(path: &Path) -> Result<Option<TapeFile>, Error> {
    match TapeFile::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(Error::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(Error::Damaged { .. } | Error::Version { .. } | Error::NotATape { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn put(spool: &Spool, key: &str) -> bool {
        let mut made = false;
        let file = spool.file(key, |_: &mut Writer| {
            made = true;
            Ok::<_, Error>(())
        });
        file.unwrap();
        made
    }

    #[test]
    fn the_tapes_that_were_not_used_for_the_longest_time_are_deleted() {
        let directory = tempfile::tempdir().unwrap();
        let unlimited = Spool::new(directory.path());
        for (key, age) in [("a", 30), ("b", 20), ("c", 10)] {
            put(&unlimited, key);
            let file = fs::File::open(directory.path().join(format!("{key}.tape"))).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        }
        let bytes = fs::metadata(directory.path().join("a.tape")).unwrap().len();
        let spool = Spool::new(directory.path()).with_capacity(2 * bytes);
        assert!(!put(&spool, "a"), "it exists, and is now the one used last");
        assert!(put(&spool, "d"));
        let kept = ["a", "b", "c", "d"].map(|key| directory.path().join(format!("{key}.tape")).exists());
        assert_eq!(kept, [true, false, false, true]);
        assert!(put(&Spool::new(directory.path()).with_capacity(0), "e"), "a tape is kept for its first use");
        assert!(directory.path().join("e.tape").exists() && !directory.path().join("a.tape").exists());
    }
}
