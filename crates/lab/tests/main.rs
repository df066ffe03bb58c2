//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

#[cfg(all(feature = "figures", feature = "parquet", feature = "s3"))]
mod bucket;
mod cu;
mod invariants;
mod lab;
mod micro;
mod oracle;
#[cfg(feature = "html")]
mod pages;
mod profile;
#[cfg(all(feature = "figures", feature = "parquet"))]
mod study;
mod table_two;
#[cfg(feature = "timeline")]
mod timeline;
