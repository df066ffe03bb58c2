//! All integration tests of the crate, in one binary: each test binary costs seconds to link.

mod book;
mod capture;
mod capture_errors;
mod check;
mod commands;
mod common;
mod compare;
mod crates;
#[path = "../../kernel/tests/common/example.rs"]
mod example;
mod examples;
mod exec;
mod files;
mod gcn;
mod generate;
mod html;
mod interrupt;
mod machines;
#[cfg(feature = "report")]
mod micro;
mod names;
mod new_policy;
mod oracle;
mod paper;
mod phases;
mod profile;
mod race;
mod reproduce;
#[cfg(feature = "report")]
mod run;
mod sass;
mod select;
mod study;
mod suite;
mod tape;
mod tapes;
mod terminal;
mod validate;
