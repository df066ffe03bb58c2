//! Tape files, and Accel-Sim's traces in and out.

pub mod accelsim;
pub mod file;
pub mod spool;
