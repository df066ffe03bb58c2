//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod micro;
