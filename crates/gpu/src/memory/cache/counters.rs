//! Counters of a cache.

use crate::sums::sums;

/// The resource whose lack made a cache reject an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ReservationFailure {
    /// Every line of the set is reserved for a fill, or is modified and protected.
    NoLine,
    /// The miss queue is full.
    QueueFull,
    /// All MSHRs are in use.
    MshrsFull,
    /// The MSHR of the line or sector holds the maximum number of accesses.
    MergesFull,
}

impl ReservationFailure {
    /// Every reason, in the order of the counters.
    pub const ALL: [ReservationFailure; 4] = [
        ReservationFailure::NoLine,
        ReservationFailure::QueueFull,
        ReservationFailure::MshrsFull,
        ReservationFailure::MergesFull,
    ];
}

/// The result of a tag lookup.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TagStatus {
    /// The data are in the cache.
    Hit,
    /// The sector is reserved for a fill in flight.
    Pending,
    /// The line is not in the cache.
    Miss,
    /// The line is in the cache, but the sector or some of its bytes are not.
    SectorMiss,
}

/// Accesses of one type by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AccessCounts {
    pub hits: u64,
    /// Accesses to a sector that was being fetched.
    pub pending: u64,
    /// Accesses whose line was not in the cache.
    pub misses: u64,
    /// Accesses whose line was in the cache, but not its sector.
    pub sector_misses: u64,
    /// Accepted accesses that merged into a fetch in flight.
    pub merged: u64,
    /// Reservation failures by [`ReservationFailure`], one per attempt.
    pub reservation_fails: [u64; 4],
}

/// Counters of a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Reads and atomics.
    pub reads: AccessCounts,
    pub writes: AccessCounts,
    /// Fetches sent to the next level.
    pub fetches: u64,
    /// Writes forwarded to the next level.
    pub forwarded: u64,
    /// Evicted lines written back to the next level.
    pub write_backs: u64,
}

impl AccessCounts {
    /// Number of accepted accesses.
    pub fn accesses(&self) -> u64 {
        self.hits + self.pending + self.misses + self.sector_misses
    }

    /// Number of reservation failures for one reason, one per attempt.
    pub fn reservation_fails_for(&self, cause: ReservationFailure) -> u64 {
        self.reservation_fails[cause as usize]
    }

    /// Number of reservation failures, one per attempt.
    pub fn all_reservation_fails(&self) -> u64 {
        self.reservation_fails.iter().sum()
    }

    #[inline]
    pub(super) fn count(&mut self, tag: TagStatus, merged: bool) {
        self.merged += u64::from(merged);
        *match tag {
            TagStatus::Hit => &mut self.hits,
            TagStatus::Pending => &mut self.pending,
            TagStatus::Miss => &mut self.misses,
            TagStatus::SectorMiss => &mut self.sector_misses,
        } += 1;
    }
}

sums!(AccessCounts { hits, pending, misses, sector_misses, merged; reservation_fails });

sums!(Counters { reads, writes, fetches, forwarded, write_backs; });
