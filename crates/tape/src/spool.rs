//! Tapes that are made once and found again.
//!
//! Work that runs more than once, or whose CTAs are wanted out of order, is executed once; its tape then lies in a
//! directory, named by a key: a digest of all that determines what is on it.

use crate::file::{Error, TapeFile, Writer};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A directory of tapes.
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
    /// Tapes in this directory. It is made when it is needed.
    pub fn new(dir: impl Into<PathBuf>) -> Spool {
        Spool { dir: dir.into() }
    }

    /// Where they are.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The tape of this key: found, or made by `make`. One that is damaged or of another version is made anew. If several
    /// processes or threads want the same at once, one makes it and the others wait.
    ///
    /// # Panics
    /// If the key cannot be a file's name: letters, digits, `.`, `-` and `_`, not beginning with a point.
    pub fn file<E: From<Error>>(
        &self,
        key: &str,
        make: impl FnOnce(&mut Writer) -> Result<(), E>,
    ) -> Result<TapeFile, E> {
        let plain = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
        assert!(!key.is_empty() && !key.starts_with('.') && key.chars().all(plain), "`{key}` is no key");
        let path = self.dir.join(format!("{key}.tape"));
        if let Some(file) = found(&path)? {
            return Ok(file);
        }
        let io = |error| Error::Io { file: self.dir.display().to_string(), error };
        fs::create_dir_all(&self.dir).map_err(io)?;
        let lock = fs::File::create(self.dir.join(format!("{key}.lock"))).map_err(io)?;
        // Where files cannot be locked, more than one may make the tape: they make the same, and the last one stays.
        let locked = lock.lock().is_ok();
        if locked && let Some(file) = found(&path)? {
            return Ok(file);
        }
        let mut writer = Writer::create(&path)?;
        make(&mut writer)?;
        writer.finish()?;
        Ok(TapeFile::open(&path)?)
    }
}

/// The tape at this place, if one is there that can be read.
fn found(path: &Path) -> Result<Option<TapeFile>, Error> {
    match TapeFile::open(path) {
        Ok(file) => Ok(Some(file)),
        Err(Error::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(Error::Damaged { .. } | Error::Version { .. } | Error::NotATape { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}
