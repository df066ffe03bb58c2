//! Counters of a DRAM channel.

use crate::sums::sums;

/// Counters of a DRAM channel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    pub reads: u64,
    pub writes: u64,
    /// Requests whose row was open.
    pub row_hits: u64,
    /// Requests whose row had to be activated.
    pub row_misses: u64,
    pub activates: u64,
    pub precharges: u64,
    /// Refreshes of all banks.
    pub refreshes: u64,
    /// DRAM cycles in which the data bus was busy.
    pub busy: u64,
    /// Bytes requested.
    pub bytes: u64,
}

sums!(Counters { reads, writes, row_hits, row_misses, activates, precharges, refreshes, busy, bytes; });
