//! A file that gets its name when it is whole.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Two drafts of a process are never the same file, whatever they are to become.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// A file under a temporary name, beside the one it is to replace. It is removed unless it is [committed](AtomicFile::commit).
pub(super) struct AtomicFile {
    temporary: PathBuf,
    path: PathBuf,
    file: fs::File,
    committed: bool,
}

impl AtomicFile {
    pub fn create(path: &Path) -> io::Result<AtomicFile> {
        let name =
            path.file_name().ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no file's name"))?;
        loop {
            let mut temporary = std::ffi::OsString::from(".");
            temporary.push(name);
            let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
            temporary.push(format!(".{}-{number}.part", std::process::id()));
            let temporary = path.with_file_name(temporary);
            match OpenOptions::new().write(true).create_new(true).open(&temporary) {
                Ok(file) => {
                    return Ok(AtomicFile { temporary, path: path.to_owned(), file, committed: false });
                }
                // Left behind by a process of the same number that was ended.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where to write to.
    pub fn file(&self) -> io::Result<fs::File> {
        self.file.try_clone()
    }

    /// All has been written: the file gets its name.
    pub fn commit(mut self) -> io::Result<()> {
        // Were the name to reach the disk before the contents, a crash could leave a file that is not whole.
        self.file.sync_all()?;
        fs::rename(&self.temporary, &self.path)?;
        self.committed = true;
        Ok(())
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if !self.committed {
            // If it cannot be removed, it is in nobody's way.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
