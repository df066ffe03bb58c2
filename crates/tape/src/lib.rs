//! Tape files, and import and export of Accel-Sim traces.
//!
//! * [`atomic_file`]: output files that are written whole or not at all.
//! * [`file`](mod@file): tape files (Arrow IPC), with access by CTA.
//! * [`accelsim`]: import of Accel-Sim traces ([`accelsim::import`]) and export ([`accelsim::export`]).
//! * [`spool`]: a directory of tapes that are recorded once and reused.

pub mod accelsim;
pub mod atomic_file;
pub mod file;
pub mod spool;
