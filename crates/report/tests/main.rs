//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod machine_code;
mod occupancy;
#[cfg(feature = "export")]
mod pages;
mod suite;
#[cfg(feature = "export")]
mod timeline;
