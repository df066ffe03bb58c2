//! Cycle-level model of a GPU that runs tapes: SMs, caches, interconnect and DRAM.
//!
//! The crate does no I/O, reads no clock and has no global state. The same tape, machine, policy and seed give the same record, at
//! any number of threads, on any host.
//!
//! # Entry points
//!
//! - [`policy::WarpPolicy`] decides which warp issues, [`placement::CtaPolicy`] which SM receives a CTA.
//! - [`simulation::Simulation`] simulates a tape, [`probe::Probe`] observes it.
//! - [`fixture::Fixture`] and [`fixture::laws`] test a policy without a tape.
//!
//! # Semver surface
//!
//! Other crates may depend on these modules; a breaking change of them is a breaking change of the crate:
//!
//! | module | for |
//! |---|---|
//! | [`policy`], [`placement`] | authors of policies |
//! | [`fixture`] | tests of policies |
//! | [`probe`], [`counters`] | observers of a run |
//! | [`simulation`], [`interrupt`], [`cta_counter`], [`machine`], [`occupancy`] | running tapes on a machine |
//! | the identifiers and types re-exported at the root | all of these |
//!
//! [`memory`] and [`lower_bound`] are public for the other crates of the workspace and change with the model; they are hidden from
//! this documentation's index. Everything else is private.

mod abort;
mod backoff;
mod core;
pub mod counters;
mod crew;
pub mod cta_counter;
mod cu;
mod decoded;
mod described;
mod dispatch;
mod engine;
pub mod fixture;
mod ids;
pub mod interrupt;
mod latencies;
// Bounds of the model, for the oracle of the workspace: they change whenever the model does.
#[doc(hidden)]
pub mod lower_bound;
pub mod machine;
mod machine_code;
// Parts of the model, whose descriptions the machine files of the workspace use.
#[doc(hidden)]
pub mod memory;
pub mod occupancy;
pub mod placement;
pub mod policy;
pub mod probe;
pub mod simulation;
mod slab;
mod sm;
mod sums;
mod view;
pub mod wave_policy;

pub use core::{BlockedWarp, WaitReason};
#[doc(hidden)] // Input of the lower bounds.
pub use decoded::DecodedCode;
pub use decoded::phase_latency;
pub use decoded::{UnitId, WaveUnit};
pub use ids::{CtaSlot, Cycle, Line, RegisterNumber, SLOTS, SchedulerId, Slot, SmId, WarpSet};
pub use warploom_kernel::class::Class;
pub use warploom_kernel::execute::{CtaId, LaneMask};
pub use warploom_kernel::program::Pc;
pub use warploom_kernel::tape::Launch;
