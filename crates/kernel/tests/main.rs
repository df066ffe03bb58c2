//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod book;
mod checks;
mod common;
mod conformance;
mod divergence;
mod divisions;
mod errors;
mod examples;
mod faults;
mod gcn;
mod gcn_amd;
mod gcn_conformance;
mod link;
mod loops;
mod lower;
mod mutate;
mod mutations;
mod phases;
mod printf;
mod race;
mod regressions;
mod samples;
mod sass;
mod sass_conformance;
mod textures;
