//! The laboratory: tapes run on machines under policies, and the records they leave.
//!
//! Nothing here prints: a [`Record`](record::Record) says all there is to say of a run, and who asked prints it.

pub mod by_line;
pub mod compare;
mod digest;
pub mod figure;
pub mod micro;
pub mod oracle;
mod pool;
pub mod record;
pub mod reproduce;
pub mod run;
pub mod table;
pub mod taped;
pub mod timeline;
pub mod validate;
pub mod watch;
