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
#[cfg(all(feature = "figures", feature = "parquet"))]
pub mod reproduce;
pub mod run;
#[cfg(feature = "parquet")]
pub mod table;
pub mod taped;
#[cfg(feature = "timeline")]
pub mod timeline;
pub mod validate;
pub mod watch;
