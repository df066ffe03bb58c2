//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod facts;
mod gcn;
mod lowering;
mod races;
mod suite;
