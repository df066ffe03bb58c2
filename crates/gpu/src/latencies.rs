//! Fixed pipeline latencies of an SM in cycles, which no machine description configures.
//!
//! The SM model and the lower bounds on cycles both use these, so that a bound cannot drift from the model.

/// From issue to the earliest cycle in which a collector is allocated, or in which the load-store queue holds the instruction.
pub(crate) const ISSUE_TO_QUEUE: u64 = 1;

/// From leaving a collector or the load-store queue to the first cycle in the unit.
pub(crate) const QUEUE_TO_UNIT: u64 = 1;

/// From the cycle in which a result of memory enters the result port to the issue of a dependent instruction.
pub(crate) const RESULT_PORT: u64 = 1;

/// From a result to the issue of a dependent instruction: writeback and release of the scoreboard. It applies to units behind
/// operand collectors.
pub(crate) const WRITEBACK: u64 = 2;
