//! What others published, beside what Warploom measures: [papers](reproduce), [simulators and GPUs](validate), and
//! [microbenchmarks](micro) with published values.
//!
//! Nothing in this crate prints: the command line prints what these functions return.

#![allow(missing_docs, reason = "the crate promises no stable interface")]

pub mod micro;
pub mod reproduce;
pub mod validate;
