//! A store in an S3 bucket.
//!
//! The usual variables name region, keys and endpoint: `AWS_REGION`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
//! `AWS_ENDPOINT_URL`, and so on. An object is put with `If-None-Match: *` where it must be new, so that of several writers one wins.

use super::{Entry, Objects, StoreError};
use futures_util::TryStreamExt as _;
use object_store::aws::{AmazonS3, AmazonS3Builder, S3ConditionalPut};
use object_store::path::Path;
use object_store::{Error, ObjectStore as _, ObjectStoreExt as _, PutMode};
use tokio::runtime::{Builder, Runtime};

/// A prefix of a bucket.
#[derive(Debug)]
pub struct Bucket {
    location: String,
    prefix: String,
    objects: AmazonS3,
    runtime: Runtime,
}

impl Bucket {
    /// Opens `s3://BUCKET/PREFIX`.
    ///
    /// # Errors
    /// If the name or the environment's settings are not valid.
    pub fn open(location: &str) -> Result<Bucket, StoreError> {
        let failed = |error: &dyn std::fmt::Display| StoreError::new(location, error);
        let rest = location.trim_start_matches("s3://").trim_end_matches('/');
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let endpoint = std::env::var("AWS_ENDPOINT_URL").unwrap_or_default();
        let objects = AmazonS3Builder::from_env()
            .with_bucket_name(bucket)
            // Only an endpoint that the user names can be without encryption.
            .with_allow_http(endpoint.starts_with("http://"))
            .with_conditional_put(S3ConditionalPut::ETagMatch)
            .build()
            .map_err(|error| failed(&error))?;
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|error| failed(&error))?;
        Ok(Bucket { location: location.to_owned(), prefix: prefix.to_owned(), objects, runtime })
    }

    fn path(&self, name: &str) -> Path {
        Path::from(if self.prefix.is_empty() { name.to_owned() } else { format!("{}/{name}", self.prefix) })
    }

    fn failed(&self, name: &str, error: &Error) -> StoreError {
        StoreError::new(format!("{}/{name}", self.location), error)
    }
}

impl Objects for Bucket {
    fn location(&self) -> String {
        self.location.clone()
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let read = async { self.objects.get(&self.path(name)).await?.bytes().await };
        match self.runtime.block_on(read) {
            Ok(content) => Ok(Some(content.into())),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.failed(name, &error)),
        }
    }

    fn has(&self, name: &str) -> Result<bool, StoreError> {
        match self.runtime.block_on(self.objects.head(&self.path(name))) {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failed(name, &error)),
        }
    }

    fn write(&self, name: &str, content: Vec<u8>) -> Result<(), StoreError> {
        let path = self.path(name);
        let put = self.objects.put(&path, content.into());
        self.runtime.block_on(put).map(|_| ()).map_err(|error| self.failed(name, &error))
    }

    fn write_new(&self, name: &str, content: Vec<u8>) -> Result<bool, StoreError> {
        let path = self.path(name);
        let put = self.objects.put_opts(&path, content.into(), PutMode::Create.into());
        match self.runtime.block_on(put) {
            Ok(_) => Ok(true),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(false),
            Err(error) => Err(self.failed(name, &error)),
        }
    }

    fn delete(&self, name: &str) -> Result<(), StoreError> {
        match self.runtime.block_on(self.objects.delete(&self.path(name))) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.failed(name, &error)),
        }
    }

    fn list(&self, folder: &str) -> Result<Vec<Entry>, StoreError> {
        let path = self.path(folder);
        let found: Result<Vec<_>, Error> =
            self.runtime.block_on(self.objects.list(Some(&path)).try_collect());
        let mut entries = Vec::new();
        for object in found.map_err(|error| self.failed(folder, &error))? {
            let name = object.location.filename().unwrap_or_default();
            let modified = object.last_modified.into();
            entries.push(Entry { name: format!("{folder}/{name}"), bytes: object.size, modified });
        }
        Ok(entries)
    }
}
