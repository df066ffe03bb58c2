//! What is counted.

use std::ops::AddAssign;

/// What a channel did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Read requests done.
    pub reads: u64,
    /// Write requests done.
    pub writes: u64,
    /// Requests that found their row open.
    pub row_hits: u64,
    /// Requests whose row had to be activated.
    pub row_misses: u64,
    /// Activate commands.
    pub activates: u64,
    /// Precharge commands.
    pub precharges: u64,
    /// Refreshes of all banks.
    pub refreshes: u64,
    /// Cycles in which the data bus was in use.
    pub busy: u64,
    /// Bytes that were asked for.
    pub bytes: u64,
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.row_hits += other.row_hits;
        self.row_misses += other.row_misses;
        self.activates += other.activates;
        self.precharges += other.precharges;
        self.refreshes += other.refreshes;
        self.busy += other.busy;
        self.bytes += other.bytes;
    }
}
