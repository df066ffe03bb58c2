//! What others published, beside what Warploom measures: [papers](reproduce), [simulators and GPUs](validate), and
//! [microbenchmarks](micro) with published values.
//!
//! Nothing in this crate prints: the command line prints what these functions return.

pub mod micro;
pub mod reproduce;
pub mod validate;
