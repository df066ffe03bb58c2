//! The store of studies: named objects in a directory or in a bucket.
//!
//! | object | content |
//! |---|---|
//! | `plans/PLAN.json` | a plan |
//! | `studies/STUDY.json` | the current plan of a study, and the jobs that work on it |
//! | `chunks/PLAN-CHUNK.parquet` | the records of a chunk: the chunk is done |
//! | `parts/PLAN-CHUNK.parquet` | the records so far of a chunk that is being worked on, or was interrupted |
//! | `series/RUN.parquet`, `timelines/RUN.pftrace` | samples and timelines of runs, on request |
//! | `results/STUDY/records.parquet`, `hosts.parquet` | the collected records of a study |
//!
//! An object appears whole or not at all.

use super::error::StudyError;
use bytes::Bytes;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The ending of files that are being written.
const TEMPORARY: &str = ".tmp";
/// The age at which a file that is being written is given up.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A store of named objects.
#[derive(Debug)]
pub struct Store {
    place: Place,
}

#[derive(Debug)]
enum Place {
    Directory(PathBuf),
    #[cfg(feature = "s3")]
    Bucket(super::bucket::Bucket),
}

/// An object of the store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, with its folder.
    pub name: String,
    /// Its size in bytes.
    pub bytes: u64,
    /// When it was written.
    pub modified: SystemTime,
}

impl Store {
    /// Opens a store: a directory, created on demand, or `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// If this build cannot open such a store.
    pub fn open(location: &str) -> Result<Store, StudyError> {
        if location.starts_with("s3://") {
            #[cfg(feature = "s3")]
            return Ok(Store { place: Place::Bucket(super::bucket::Bucket::open(location)?) });
            #[cfg(not(feature = "s3"))]
            return Err(StudyError::Store {
                place: location.to_owned(),
                message: "this build was made without the feature `s3`".to_owned(),
            });
        }
        Ok(Store { place: Place::Directory(PathBuf::from(location)) })
    }

    /// The directory of the store, unless it is a bucket.
    pub fn directory(&self) -> Option<&Path> {
        match &self.place {
            Place::Directory(directory) => Some(directory),
            #[cfg(feature = "s3")]
            Place::Bucket(_) => None,
        }
    }

    /// The store as it is opened.
    pub fn location(&self) -> String {
        match &self.place {
            Place::Directory(directory) => directory.display().to_string(),
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.location().to_owned(),
        }
    }

    /// The content of an object, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Bytes>, StudyError> {
        match &self.place {
            Place::Directory(directory) => match fs::read(directory.join(name)) {
                Ok(content) => Ok(Some(content.into())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
                Err(error) => Err(StudyError::store(directory.join(name).display().to_string(), &error)),
            },
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.read(name),
        }
    }

    /// Whether there is an object of this name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn has(&self, name: &str) -> Result<bool, StudyError> {
        match &self.place {
            Place::Directory(directory) => directory
                .join(name)
                .try_exists()
                .map_err(|error| StudyError::store(directory.join(name).display().to_string(), &error)),
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.has(name),
        }
    }

    /// Writes an object, in place of another of this name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: Vec<u8>) -> Result<(), StudyError> {
        match &self.place {
            Place::Directory(directory) => {
                let path = directory.join(name);
                let failed = |error: io::Error| StudyError::store(path.display().to_string(), &error);
                let temporary = temporary(&path, &content).map_err(failed)?;
                fs::rename(&temporary, &path).map_err(|error| {
                    let _ = fs::remove_file(&temporary);
                    failed(error)
                })
            }
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.write(name, content),
        }
    }

    /// Writes an object unless there is one of this name. Returns whether it was written: of several writers, one is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_new(&self, name: &str, content: Vec<u8>) -> Result<bool, StudyError> {
        match &self.place {
            Place::Directory(directory) => {
                let path = directory.join(name);
                let failed = |error: io::Error| StudyError::store(path.display().to_string(), &error);
                let temporary = temporary(&path, &content).map_err(failed)?;
                // Unlike a rename, a link does not replace a file.
                let linked = fs::hard_link(&temporary, &path);
                let written = match linked {
                    Ok(()) => Ok(true),
                    Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
                    // A file system without links: the last of several writers remains, with the same records.
                    Err(_) => fs::rename(&temporary, &path).map(|()| true).map_err(failed),
                };
                let _ = fs::remove_file(&temporary);
                written
            }
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.write_new(name, content),
        }
    }

    /// Deletes an object, if there is one.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<(), StudyError> {
        match &self.place {
            Place::Directory(directory) => match fs::remove_file(directory.join(name)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    Err(StudyError::store(directory.join(name).display().to_string(), &error))
                }
                _ => Ok(()),
            },
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.delete(name),
        }
    }

    /// The objects of a folder, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn list(&self, folder: &str) -> Result<Vec<Entry>, StudyError> {
        match &self.place {
            Place::Directory(directory) => {
                let failed = |error: io::Error| {
                    StudyError::store(directory.join(folder).display().to_string(), &error)
                };
                let mut entries = Vec::new();
                for file in files(&directory.join(folder)).map_err(failed)? {
                    let name = file.file_name().to_string_lossy().into_owned();
                    // Another process may have deleted it.
                    let Ok(metadata) = file.metadata() else { continue };
                    if metadata.is_file() && !name.ends_with(TEMPORARY) {
                        let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                        entries.push(Entry {
                            name: format!("{folder}/{name}"),
                            bytes: metadata.len(),
                            modified,
                        });
                    }
                }
                entries.sort_by(|a, b| a.name.cmp(&b.name));
                Ok(entries)
            }
            #[cfg(feature = "s3")]
            Place::Bucket(bucket) => bucket.list(folder),
        }
    }

    /// Deletes what killed writers left behind in a folder: files that were not written to for an hour.
    pub fn sweep(&self, folder: &str) {
        let Some(directory) = self.directory() else { return };
        for file in files(&directory.join(folder)).unwrap_or_default() {
            let is_temporary = file.file_name().to_string_lossy().ends_with(TEMPORARY);
            let age =
                file.metadata().and_then(|file| file.modified()).ok().and_then(|time| time.elapsed().ok());
            if is_temporary && age.is_some_and(|age| age > ABANDONED) {
                let _ = fs::remove_file(file.path());
            }
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

/// A file beside `path` with its content, on the disk.
fn temporary(path: &Path, content: &[u8]) -> io::Result<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = tempfile::Builder::new()
        .prefix(&format!("{name}."))
        .suffix(TEMPORARY)
        .rand_bytes(12)
        .tempfile_in(folder)?;
    file.as_file().write_all(content)?;
    // A name that appears before its content does would be a chunk that is done and damaged after a loss of power.
    file.as_file().sync_data()?;
    let (_, path) = file.keep().map_err(|error| error.error)?;
    readable(&path)?;
    Ok(path)
}

/// Temporary files are private; those of a store are for everyone whom the umask allows.
fn readable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = path.parent().unwrap_or(Path::new("."));
        let mode = fs::metadata(folder)?.permissions().mode() & 0o666;
        fs::set_permissions(path, fs::Permissions::from_mode(mode))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_written_once_and_replaced_only_on_request() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&directory.path().to_string_lossy()).unwrap();
        assert_eq!(store.read("chunks/a").unwrap(), None);
        assert!(store.write_new("chunks/a", b"one".to_vec()).unwrap());
        assert!(!store.write_new("chunks/a", b"two".to_vec()).unwrap(), "the first writer wins");
        assert_eq!(store.read("chunks/a").unwrap().unwrap().as_ref(), b"one");
        store.write("chunks/a", b"three".to_vec()).unwrap();
        assert_eq!(store.read("chunks/a").unwrap().unwrap().as_ref(), b"three");
        let names: Vec<String> = store.list("chunks").unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["chunks/a"], "no temporary file is left");
        store.delete("chunks/a").unwrap();
        store.delete("chunks/a").unwrap();
        assert!(!store.has("chunks/a").unwrap());
    }

    #[test]
    fn a_sweep_deletes_old_temporary_files_only() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::open(&directory.path().to_string_lossy()).unwrap();
        let file = |name: &str, minutes: u64| {
            fs::create_dir_all(directory.path().join("chunks")).unwrap();
            let path = directory.path().join("chunks").join(name);
            let age = Duration::from_secs(minutes * 60);
            fs::File::create(&path).unwrap().set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let (old, recent, done) = (file("a.tmp", 61), file("b.tmp", 59), file("c.parquet", 61));
        store.sweep("chunks");
        assert_eq!([old, recent, done].map(|path| path.exists()), [false, true, true]);
    }

    #[cfg(not(feature = "s3"))]
    #[test]
    fn a_bucket_needs_the_feature() {
        assert!(
            Store::open("s3://lab/studies").unwrap_err().to_string().contains("without the feature `s3`")
        );
    }
}
