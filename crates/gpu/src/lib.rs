//! Cycle-level model of a GPU that runs tapes: SMs, caches, interconnect and DRAM.
//!
//! The crate does no I/O, reads no clock and has no global state. The same tape, machine, policy and seed give the same record, at
//! any number of threads, on any host.

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
mod view;

pub use decoded::{DecodedCode, UnitId};
pub use ids::{CtaSlot, Cycle, Line, SLOTS, SchedulerId, Slot, SmId, WarpSet};
pub use sm::{BlockedWarp, WaitReason};
