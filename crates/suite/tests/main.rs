//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod check;
mod facts;
mod gcn;
mod lowering;
mod races;
mod sass;
mod suite;
