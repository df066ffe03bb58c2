//! A store in a directory.

use super::{Entry, Objects, StoreError};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use warploom_tape::atomic_file::{self, AtomicFile};

/// The age at which a file that is being written is given up.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A directory, created on demand.
#[derive(Debug)]
pub(super) struct Directory(pub PathBuf);

impl Directory {
    fn failed(&self, name: &str) -> impl Fn(io::Error) -> StoreError {
        let path = self.0.join(name);
        move |error| StoreError::new(path.display(), &error)
    }

    /// A file that becomes the object when it is committed.
    fn file(&self, name: &str, content: &[u8]) -> io::Result<AtomicFile> {
        let path = self.0.join(name);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let file = AtomicFile::create(&path)?;
        io::Write::write_all(&mut file.file()?, content)?;
        Ok(file)
    }
}

impl Objects for Directory {
    fn location(&self) -> String {
        self.0.display().to_string()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        match fs::read(self.0.join(name)) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed(name)(error)),
        }
    }

    fn has(&self, name: &str) -> Result<bool, StoreError> {
        self.0.join(name).try_exists().map_err(self.failed(name))
    }

    fn write(&self, name: &str, content: Vec<u8>) -> Result<(), StoreError> {
        self.file(name, &content).and_then(AtomicFile::commit).map_err(self.failed(name))
    }

    fn write_new(&self, name: &str, content: Vec<u8>) -> Result<bool, StoreError> {
        self.file(name, &content).and_then(AtomicFile::commit_new).map_err(self.failed(name))
    }

    fn delete(&self, name: &str) -> Result<(), StoreError> {
        match fs::remove_file(self.0.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.failed(name)(error)),
            _ => Ok(()),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, StoreError> {
        let mut entries = Vec::new();
        for file in files(&self.0.join(folder)).map_err(self.failed(folder))? {
            // Another process may have deleted it.
            let Ok(metadata) = file.metadata() else { continue };
            if metadata.is_file() && !atomic_file::is_temporary(&file.path()) {
                let name = format!("{folder}/{}", file.file_name().to_string_lossy());
                let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                entries.push(Entry { name, bytes: metadata.len(), modified });
            }
        }
        Ok(entries)
    }
}

/// Deletes files that were being written an hour ago and are not complete.
pub(super) fn sweep(folder: &Path) {
    for file in files(folder).unwrap_or_default() {
        let age = file.metadata().and_then(|file| file.modified()).ok().and_then(|time| time.elapsed().ok());
        if atomic_file::is_temporary(&file.path()) && age.is_some_and(|age| age > ABANDONED) {
            let _ = fs::remove_file(file.path());
        }
    }
}

/// The files of a directory; none if it does not exist.
fn files(directory: &Path) -> io::Result<Vec<fs::DirEntry>> {
    match fs::read_dir(directory) {
        Ok(entries) => entries.collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_deletes_old_temporary_files_only() {
        let directory = tempfile::tempdir().unwrap();
        let file = |name: &str, minutes: u64| {
            let path = directory.path().join(name);
            let age = Duration::from_secs(minutes * 60);
            fs::File::create(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let (old, recent, done) = (file(".a.1-0.part", 61), file(".b.1-0.part", 59), file("c.parquet", 61));
        sweep(directory.path());
        assert_eq!([old, recent, done].map(|path| path.exists()), [false, true, true]);
    }
}
