//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod accelsim;
mod export;
mod export_again;
mod file;
mod multi2sim;
mod pyarrow;
mod spool;
