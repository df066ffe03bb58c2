//! The store of finished runs: named objects in a directory or in a bucket.
//!
//! Everything that outlives a process is in a store: the [checkpoint](crate::checkpoint) of a comparison, the runs of a reproduction,
//! and the plans, chunks and results of studies. An object appears whole or not at all. Objects of another version are read as absent:
//! their runs are made again.

#[cfg(feature = "s3")]
mod bucket;
mod directory;
mod key;

pub use key::{RunKey, config_digest, work_digest};

use directory::Directory;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The version of stored runs. Runs of another version are absent.
const FORMAT: u32 = 1;

/// Why a store cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct StoreError {
    /// The object or file.
    pub place: String,
    /// What is wrong.
    pub message: String,
}

impl StoreError {
    fn new(place: impl fmt::Display, error: &dyn fmt::Display) -> StoreError {
        StoreError { place: place.to_string(), message: error.to_string() }
    }
}

/// An object of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name, with its folder.
    pub name: String,
    pub bytes: u64,
    /// When it was written.
    pub modified: SystemTime,
}

/// A place of objects.
trait Objects: fmt::Debug + Send + Sync {
    fn location(&self) -> String;
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError>;
    fn has(&self, name: &str) -> Result<bool, StoreError>;
    fn write(&self, name: &str, content: Vec<u8>) -> Result<(), StoreError>;
    fn write_new(&self, name: &str, content: Vec<u8>) -> Result<bool, StoreError>;
    fn delete(&self, name: &str) -> Result<(), StoreError>;
    fn list(&self, folder: &str) -> Result<Vec<Entry>, StoreError>;
}

/// A store of named objects.
#[derive(Debug)]
pub struct Store {
    objects: Box<dyn Objects>,
    directory: Option<PathBuf>,
}

/// A run as it is stored.
#[derive(Serialize, Deserialize)]
struct Stored<T> {
    format: u32,
    key: String,
    run: T,
}

impl Store {
    /// Opens a store: a directory, created on demand, or `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// If this build cannot open such a store.
    pub fn open(location: &str) -> Result<Store, StoreError> {
        if !location.starts_with("s3://") {
            return Ok(Store::in_directory(Path::new(location)));
        }
        #[cfg(feature = "s3")]
        return Ok(Store { objects: Box::new(bucket::Bucket::open(location)?), directory: None });
        #[cfg(not(feature = "s3"))]
        Err(StoreError::new(location, &"this build was made without the feature `s3`"))
    }

    /// The store in a directory, which is created on demand.
    pub fn in_directory(directory: &Path) -> Store {
        Store { objects: Box::new(Directory(directory.to_owned())), directory: Some(directory.to_owned()) }
    }

    /// The directory of the store, unless it is a bucket.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// The store as it is opened.
    pub fn location(&self) -> String {
        self.objects.location()
    }

    /// The content of an object, if there is one.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        self.objects.read(name)
    }

    /// Whether there is an object of this name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn has(&self, name: &str) -> Result<bool, StoreError> {
        self.objects.has(name)
    }

    /// Writes an object, in place of another of this name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, content: Vec<u8>) -> Result<(), StoreError> {
        self.objects.write(name, content)
    }

    /// Writes an object unless there is one of this name. Returns whether it was written: of several writers, one is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_new(&self, name: &str, content: Vec<u8>) -> Result<bool, StoreError> {
        self.objects.write_new(name, content)
    }

    /// Deletes an object, if there is one.
    ///
    /// # Errors
    /// If it cannot be deleted.
    pub fn delete(&self, name: &str) -> Result<(), StoreError> {
        self.objects.delete(name)
    }

    /// The objects of a folder, by name.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn list(&self, folder: &str) -> Result<Vec<Entry>, StoreError> {
        let mut entries = self.objects.list(folder)?;
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(entries)
    }

    /// Deletes what killed writers left behind in a folder: files that were not written to for an hour.
    pub fn sweep(&self, folder: &str) {
        self.directory.iter().for_each(|directory| directory::sweep(&directory.join(folder)));
    }

    /// The run of this key, if the object has it. Another run, an older version and a file that cannot be read are no run.
    pub fn run<T: DeserializeOwned>(&self, name: &str, key: RunKey) -> Option<T> {
        let content = self.read(name).ok()??;
        let stored: Stored<T> = serde_json::from_slice(&content).ok()?;
        (stored.format == FORMAT && RunKey::parse(&stored.key) == Some(key)).then_some(stored.run)
    }

    /// Stores a run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_run<T: Serialize>(&self, name: &str, key: RunKey, run: &T) -> Result<(), StoreError> {
        let stored = Stored { format: FORMAT, key: key.to_string(), run };
        let content = serde_json::to_vec(&stored).map_err(|error| StoreError::new(name, &error))?;
        self.write(name, content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_written_once_and_replaced_only_on_request() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::in_directory(directory.path());
        assert_eq!(store.read("chunks/a").unwrap(), None);
        assert!(store.write_new("chunks/a", b"one".to_vec()).unwrap());
        assert!(!store.write_new("chunks/a", b"two".to_vec()).unwrap(), "the first writer wins");
        assert_eq!(store.read("chunks/a").unwrap().unwrap(), b"one");
        store.write("chunks/a", b"three".to_vec()).unwrap();
        assert_eq!(store.read("chunks/a").unwrap().unwrap(), b"three");
        let names: Vec<String> = store.list("chunks").unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["chunks/a"], "no temporary file is left");
        store.delete("chunks/a").unwrap();
        store.delete("chunks/a").unwrap();
        assert!(!store.has("chunks/a").unwrap());
    }

    #[test]
    fn a_run_is_found_by_its_key_and_an_old_one_is_absent() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::in_directory(directory.path());
        let [key, other] = [1, 2].map(RunKey);
        assert_eq!(store.run::<u64>("run.json", key), None);
        store.put_run("run.json", key, &7_u64).unwrap();
        assert_eq!((store.run("run.json", key), store.run::<u64>("run.json", other)), (Some(7_u64), None));
        assert_eq!(store.run::<String>("run.json", key), None, "of another type");
        store
            .write("run.json", format!("{{\"format\":0,\"key\":\"{key}\",\"run\":7}}").into_bytes())
            .unwrap();
        assert_eq!(store.run::<u64>("run.json", key), None, "of another version");
        store.write("run.json", b"damaged".to_vec()).unwrap();
        assert_eq!(store.run::<u64>("run.json", key), None);
    }

    #[cfg(not(feature = "s3"))]
    #[test]
    fn a_bucket_needs_the_feature() {
        let error = Store::open("s3://lab/studies").unwrap_err();
        assert!(error.to_string().contains("without the feature `s3`"));
    }
}
