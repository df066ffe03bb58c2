//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

#[cfg(feature = "s3")]
mod bucket;
mod cu;
mod invariants;
mod lab;
mod oracle;
mod profile;
#[cfg(feature = "parquet")]
mod study;
