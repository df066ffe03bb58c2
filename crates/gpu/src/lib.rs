//! A GPU, cycle by cycle: what tapes run on.
//!
//! Nothing here does I/O, reads a clock or holds a global: the same tape, machine, policy and seed give the same
//! record, at any number of threads, on any host.

pub mod counters;
mod decoded;
mod dispatch;
mod engine;
pub mod fixture;
mod ids;
mod latencies;
pub mod lower_bound;
pub mod machine;
pub mod memory;
pub mod occupancy;
pub mod placement;
pub mod policy;
pub mod probe;
pub mod run;
mod slab;
mod sm;

pub use decoded::{DecodedCode, UnitId};
pub use ids::{CtaSlot, Cycle, Line, SLOTS, SchedulerId, Slot, SmId, WarpSet};
pub use sm::{Blocked, Wait};
