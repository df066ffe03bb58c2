//! Tape files, and import and export of Accel-Sim traces.
//!
//! * [`file`](mod@file): tape files (Arrow IPC), with access by CTA.
//! * [`accelsim`]: import of Accel-Sim traces ([`accelsim::import`]) and export ([`accelsim::export`]).
//! * [`spool`]: a directory of tapes that are recorded once and reused.

pub mod accelsim;
pub mod file;
pub mod spool;
