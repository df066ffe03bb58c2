//! Events of a memory cycle, and what the L1 reports of its accesses.

use crate::counters::FetchedSectors;
use crate::ids::{Cycle, Line, Slot};
use crate::memory::cache::{Access, AccessType, Cache, Outcome, Sectors, TagStatus};
use std::collections::BTreeMap;

/// Event of the L1. The tag identifies the instruction in flight.
#[derive(Clone, Copy, Debug)]
pub(crate) enum CacheEvent {
    Hit { slot: Slot, tag: u32, line: Line },
    Miss { slot: Slot, tag: u32, line: Line },
    Evicted { slot: Slot, line: Line },
}

/// Events of a memory cycle.
#[derive(Default)]
pub(crate) struct MemoryEvents {
    /// Tags of the instructions whose accesses completed, one for each access.
    pub completed_accesses: Vec<u32>,
    /// Tags of instructions with the number of replies they receive beyond one per access.
    pub extra_replies: Vec<(u32, u32)>,
    /// Warps whose instruction-cache miss completed.
    pub fetched_warps: Vec<Slot>,
    /// An access left an L1 bank queue, so the load-store unit can retry.
    pub lsu_unblocked: bool,
    /// Some event can change the state of a warp, so the SM has to simulate the cycle.
    pub affects_warps: bool,
}

impl MemoryEvents {
    #[inline]
    pub fn complete_access(&mut self, tag: u32) {
        self.completed_accesses.push(tag);
    }
}

/// Sectors that an L1 fetched in a launch.
#[derive(Default)]
pub(super) struct Fetches {
    /// By 128-byte line, the fetched sectors.
    pub lines: BTreeMap<u64, u8>,
    pub counts: FetchedSectors,
}

impl Fetches {
    #[cold]
    pub fn count(&mut self, address: u64, sectors: Sectors) {
        let known = self.lines.entry(address / 128).or_default();
        self.counts.all += u64::from(sectors.0.count_ones());
        self.counts.again += u64::from((sectors.0 & *known).count_ones());
        *known |= sectors.0;
    }
}

/// Accesses the L1 and records the event.
#[cold]
pub(super) fn access_recorded(
    log: &mut Vec<CacheEvent>,
    cache: &mut Cache,
    access: &Access,
    now: Cycle,
) -> Outcome {
    // With allocation on fill, an access that merges into an MSHR finds no line either; it is no miss.
    let merges = cache.has_pending_fetch(access.address);
    let outcome = cache.access_tracked(access, now);
    let (slot, tag, line) = (access.slot, access.waiter.0, cache.line(access.address));
    match outcome {
        Outcome::Accepted { tag: TagStatus::Hit, .. } if access.kind == AccessType::Read => {
            log.push(CacheEvent::Hit { slot, tag, line });
        }
        Outcome::Accepted { tag: TagStatus::Miss | TagStatus::SectorMiss, .. }
            if access.kind == AccessType::Read && !merges =>
        {
            log.push(CacheEvent::Miss { slot, tag, line });
        }
        _ => {}
    }
    record_evictions(log, cache);
    outcome
}

/// Records the lines that the L1 evicted.
#[cold]
pub(super) fn record_evictions(log: &mut Vec<CacheEvent>, cache: &mut Cache) {
    log.extend(cache.take_evicted().map(|(slot, line)| CacheEvent::Evicted { slot, line }));
}
