//! Tape files, import and export of Accel-Sim traces, and import of Multi2Sim traces.
//!
//! * [`atomic_file`]: output files that are written whole or not at all.
//! * [`file`](mod@file): tape files (Arrow IPC), with access by CTA.
//! * [`accelsim`]: import of Accel-Sim traces ([`accelsim::import`]) and export ([`accelsim::export`]).
//! * [`multi2sim`]: import of Multi2Sim's traces of GCN kernels ([`multi2sim::import`]).
//! * [`capture`]: folders of captured programs.
//! * [`findings`]: what launches do wrong, each line once.
//! * [`record`]: execution of a launch into a tape file.
//! * [`spool`]: a directory of tapes that are recorded once and reused.

pub mod accelsim;
pub mod atomic_file;
pub mod capture;
pub mod digest;
pub mod file;
pub mod findings;
pub mod multi2sim;
pub mod record;
pub mod spool;
mod trace_error;

pub use trace_error::TraceError;
