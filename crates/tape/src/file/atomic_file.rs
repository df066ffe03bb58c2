//! Atomic file replacement: a temporary file that is renamed when it is complete.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Counter for unique temporary names in this process.
static COUNTER: AtomicU64 = AtomicU64::new(0);

/// A temporary file in the directory of its target. Removed on drop unless it is [committed](AtomicFile::commit).
pub(super) struct AtomicFile {
    temporary: PathBuf,
    path: PathBuf,
    file: fs::File,
    committed: bool,
}

impl AtomicFile {
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let name = path
            .file_name()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "the path has no file name"))?;
        loop {
            let mut temporary = std::ffi::OsString::from(".");
            temporary.push(name);
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            temporary.push(format!(".{}-{number}.part", std::process::id()));
            let temporary = path.with_file_name(temporary);
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => {
                    return Ok(AtomicFile { temporary, path: path.to_owned(), file, committed: false });
                }
                // Left over from a terminated process with the same id.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The file to write to.
    pub fn file(&self) -> io::Result<fs::File> {
        self.file.try_clone()
    }

    /// Renames the complete file to its target.
    pub fn commit(mut self) -> io::Result<()> {
        // Without the sync, a crash after the rename could leave an incomplete file.
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // A leftover temporary file is harmless.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
