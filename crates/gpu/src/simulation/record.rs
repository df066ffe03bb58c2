//! The result of a simulation.

use crate::counters::{Counters, InstructionCounts};
use crate::engine::EndReason;
use crate::machine::Dependences;
use crate::occupancy::Occupancy;
use std::sync::Arc;
use warploom_kernel::tape::Launch;

/// The result of one kernel launch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LaunchRecord {
    pub launch: Arc<Launch>,
    /// Cycles from the start of the launch to the end of its last CTA.
    pub cycles: u64,
    /// Number of CTAs that completed.
    pub ctas: u64,
    /// Why the launch ended.
    pub end_reason: EndReason,
    /// Counters of all SMs and memory partitions, summed.
    pub counters: Counters,
    /// Counters by instruction, empty unless [`Options::by_instruction`](super::Options::by_instruction): its issues, its accesses, and the stalls that it is
    /// charged with.
    pub by_instruction: Vec<InstructionCounts>,
    /// Counters of each CU; empty on a machine of SMs.
    pub by_cu: Vec<Counters>,
    /// Resident CTAs per SM, and the resource that limits them.
    pub occupancy: Occupancy,
    /// Names of the machine's unit kinds, by [`UnitId`](crate::UnitId); the load-store unit is the last. Empty on a machine of CUs.
    pub units: Arc<[String]>,
    /// What held back instructions: control fields only if the code has them and the machine obeys them.
    pub dependences: Dependences,
    /// Clock of SMs or CUs in MHz.
    pub clock_mhz: f64,
}
