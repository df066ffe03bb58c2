//! Directory of tapes that are recorded once and reused.
//!
//! Work that is simulated several times, or whose CTAs are dispatched out of order, is executed once.
//! Its tape is stored under a key: a digest of everything that determines the content of the tape.

use crate::file::{Error, TapeFile, Writer};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

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
}

impl Spool {
    /// Uses the directory `dir`, which is created on demand.
    pub fn new(dir: impl Into<PathBuf>) -> Spool {
        Spool { dir: dir.into() }
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
        Ok(TapeFile::open(&path)?)
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
