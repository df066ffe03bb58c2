//! Caches: L1 data, instruction and constant caches, and L2 slices, all one type configured by a [`Description`].
//! Texture caches, which reply in order, are a type of their own, [`Texture`].
//!
//! The mechanisms follow GPGPU-Sim. An access covers one sector of a sectored cache, or one line of an unsectored
//! cache. A miss waits in an MSHR. Requests to the next level wait in the miss queue, which the caller drains. A
//! rejected access changes no state and can be retried. Instead of retrying in every cycle, the caller may wait until
//! [`Cache::generation`] of its [`ReservationFailure`] changes.
//!
//! ```
//! use warploom_gpu::Cycle;
//! use warploom_gpu::memory::cache::{Access, Response, Cache, Description, Outcome, Sectors, LowerRequestKind, TagStatus, Waiter};
//!
//! let l1 = Description::from_gpgpusim("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32")?.unwrap();
//! let mut l1 = Cache::new(&l1)?;
//! let read = Access::read(0x1040, 32, Waiter(7));
//! assert_eq!(l1.access(&read, Cycle(0)), Outcome::Accepted { tag: TagStatus::Miss, response: Response::OnFill });
//! let request = l1.pop_request().unwrap();
//! assert_eq!((request.kind, request.address, request.sectors), (LowerRequestKind::Fetch, 0x1040, Sectors(0b100)));
//! // The fill arrives some time later:
//! assert!(l1.fill(0x1040, request.sectors, Cycle(200)));
//! assert_eq!(l1.pop_ready(), Some(Waiter(7)));
//! assert_eq!(l1.access(&read, Cycle(201)), Outcome::Accepted { tag: TagStatus::Hit, response: Response::Immediate });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Descriptions and counters are the public interface of this module. The model itself is public for benches and for
//! `checks/`, but hidden from the documentation: it may change with any release.
//!
//! The cache differs from GPGPU-Sim in three cases where GPGPU-Sim loses data. A fill for a line that was evicted in
//! the meantime wakes its waiters and leaves other lines alone. A line allocated for data that an MSHR already holds is
//! filled at once. A modified line that a fill evicts is written back.

mod access;
mod counters;
mod description;
mod gpgpusim;
mod hash_index;
mod mshrs;
mod set_index;
mod tag_array;
#[cfg(test)]
mod tests;
mod texture;

#[doc(hidden)]
pub use counters::TagStatus;
pub use counters::{AccessCounts, Counters, ReservationFailure};
pub use description::{
    Allocate, Description, DescriptionError, Misses, MshrDescription, Replacement, Replies, SECTOR_BYTES,
    WriteAllocate, WritePolicy,
};
pub use gpgpusim::ParseError;
pub use set_index::IndexFunction;
#[doc(hidden)]
pub use set_index::SetIndex;
#[doc(hidden)]
pub use texture::Texture;

use crate::ids::{Cycle, Line, Slot};
use mshrs::Mshrs;
use std::collections::VecDeque;
use tag_array::{TagArray, Victim};

/// The access that waits for a response: a number chosen by the caller, which the cache returns with the response.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Waiter(pub u32);

impl Waiter {
    /// No access waits, as for a line that is fetched only because of a write. The entry still takes its turn among the
    /// waiters.
    pub const NONE: Waiter = Waiter(u32::MAX);
}

/// A set of sectors of a line: one bit per sector, the lowest for the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sectors(pub u8);

impl Sectors {
    /// The sectors of a line that contain these bytes.
    #[doc(hidden)]
    #[inline]
    pub fn of(bytes: Bytes) -> Sectors {
        let touched = |sector: u32| u8::from((bytes.0 >> (sector * SECTOR_BYTES)) as u32 != 0) << sector;
        Sectors(touched(0) | touched(1) | touched(2) | touched(3))
    }
}

/// A set of bytes of a line: one bit per byte, the lowest for the first.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bytes(pub u128);

/// An MSHR of a cache. The next level may return it with the data of a fetch, which saves a search.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MshrId(u32);

impl MshrId {
    /// The MSHR of a request that no MSHR waits for.
    const NONE: MshrId = MshrId(u32::MAX);
}

/// The operation of an access.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessType {
    Read,
    Write,
    /// An atomic: counted as a read, and its bytes become modified.
    Atomic,
}

/// The memory space of an access, as far as write policies distinguish it.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    Global,
    Local,
}

/// An access to one sector, or to one line of an unsectored cache.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// Any address in the sector or line.
    pub address: u64,
    /// The address from which the set index is computed: in an L2 slice, without the bits that select the slice.
    pub index: u64,
    /// The operation.
    pub kind: AccessType,
    pub space: Space,
    /// The bytes of the line that are written.
    pub bytes: Bytes,
    /// Bytes transferred through the data port.
    pub size: u32,
    /// The waiter that receives the response.
    pub waiter: Waiter,
    /// The warp that issued the access.
    pub slot: Slot,
}

impl Access {
    /// A read of `size` bytes.
    pub fn read(address: u64, size: u32, waiter: Waiter) -> Access {
        let (kind, space) = (AccessType::Read, Space::Global);
        Access { address, index: address, kind, space, bytes: Bytes(0), size, waiter, slot: Slot(0) }
    }

    /// A write to these bytes of the line.
    pub fn write(address: u64, size: u32, bytes: Bytes, waiter: Waiter) -> Access {
        Access { kind: AccessType::Write, bytes, ..Access::read(address, size, waiter) }
    }

    /// An atomic on these bytes of the line.
    pub fn atomic(address: u64, size: u32, bytes: Bytes, waiter: Waiter) -> Access {
        Access { kind: AccessType::Atomic, bytes, ..Access::read(address, size, waiter) }
    }

    /// The same access to local memory.
    pub fn local(self) -> Access {
        Access { space: Space::Local, ..self }
    }

    /// The same access with the set index computed from another address.
    pub fn indexed_by(self, index: u64) -> Access {
        Access { index, ..self }
    }
}

/// The outcome of an access.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The cache accepted the access.
    Accepted {
        /// The result of the tag lookup.
        tag: TagStatus,
        /// When the response arrives.
        response: Response,
    },
    /// The cache rejected the access; only a counter changed.
    Rejected(ReservationFailure),
}

/// When the response to an access arrives.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Response {
    /// At once: a hit, or a write that this cache keeps.
    Immediate,
    /// From [`Cache::pop_ready`], after the fill.
    OnFill,
    /// From the next level, to which the write was forwarded.
    FromBelow,
}

/// The kind of a request to the next level.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LowerRequestKind {
    /// A fetch of sectors, which return through [`Cache::fill`].
    Fetch,
    /// A write forwarded to the next level.
    Write,
    /// A write-back of an evicted modified line, without a response.
    WriteBack,
}

/// A request to the next level of the memory hierarchy.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerRequest {
    pub kind: LowerRequestKind,
    /// Address of the sector, or of the line.
    pub address: u64,
    /// The sectors of the line that are fetched or written.
    pub sectors: Sectors,
    /// The bytes of the line that are written.
    pub bytes: Bytes,
    /// The waiter of the access that caused the request.
    pub waiter: Waiter,
}

/// A cache with tags, MSHRs and a miss queue. It models timing only and holds no data.
#[doc(hidden)]
pub struct Cache {
    index: SetIndex,
    lines: TagArray,
    mshrs: Mshrs,
    /// Requests to the next level. Those that fetch have no bytes; in the queue, that field holds their MSHR.
    queue: VecDeque<LowerRequest>,
    queue_limit: u32,
    /// Base-2 logarithms of the line size and of the fetch unit, which is a sector or a line.
    line_shift: u32,
    unit_shift: u32,
    /// The bits of a unit number that select the sector in the line: two bits, or none.
    unit_mask: u64,
    /// All sectors of a line.
    line_sectors: u8,
    write: WritePolicy,
    write_allocate: WriteAllocate,
    allocate: Allocate,
    /// Whether lines are allocated on miss in the current launch; `Streaming` decides per launch.
    on_miss: bool,
    dirty_percent: u32,
    /// Base-2 logarithm of the port width in bytes.
    port_shift: u32,
    data_port: Cycle,
    fill_port: Cycle,
    counters: Counters,
    generations: [u32; 4],
    /// Owners of lines, if they are tracked.
    log: Option<Box<OwnerLog>>,
}

/// The warps that own lines, tracked only on request.
struct OwnerLog {
    /// The warp whose access is in progress.
    requester: Slot,
    /// By line, the warp that fetched it.
    owners: Box<[Slot]>,
    /// By MSHR, the warp of its first access.
    mshr_requesters: Box<[Slot]>,
    /// Evicted lines, each with the warp that fetched it.
    evicted: Vec<(Slot, Line)>,
}

impl Cache {
    /// An empty cache.
    ///
    /// # Errors
    /// If the description is invalid or describes a [`Texture`] cache.
    pub fn new(description: &Description) -> Result<Cache, DescriptionError> {
        description.check()?;
        let Misses::Mshrs(MshrDescription { entries, merges, queue }) = description.misses else {
            let rule = "only texture caches have a FIFO: describe `misses.mshrs`".to_owned();
            return Err(DescriptionError { field: "misses", value: "fifo".to_owned(), rule });
        };
        let d = description;
        let line_shift = d.line_bytes.ilog2();
        Ok(Cache {
            index: SetIndex::new(d.index, d.sets, d.line_bytes)?,
            lines: TagArray::new(
                d.sets,
                d.ways,
                d.max_ways(),
                d.replacement == Replacement::Fifo,
                d.write != WritePolicy::ReadOnly,
            ),
            mshrs: Mshrs::new(entries, merges),
            // A fill that evicts a modified line may exceed the limit by one.
            queue: VecDeque::with_capacity(queue as usize + 1),
            queue_limit: queue,
            line_shift,
            unit_shift: if d.sectored { SECTOR_BYTES.ilog2() } else { line_shift },
            unit_mask: if d.sectored { 3 } else { 0 },
            line_sectors: ((1_u16 << (d.line_bytes / SECTOR_BYTES)) - 1) as u8,
            write: d.write,
            write_allocate: d.write_allocate,
            allocate: d.allocate,
            on_miss: d.allocate == Allocate::OnMiss,
            dirty_percent: d.dirty_percent,
            port_shift: d.port_bytes.ilog2(),
            data_port: Cycle(0),
            fill_port: Cycle(0),
            counters: Counters::default(),
            generations: [0; 4],
            log: None,
        })
    }

    /// Configures the cache for a launch. `alone` says that no shared memory is in use. A change of the number of ways
    /// empties the cache and drops modified lines, so the caller flushes first where that matters.
    ///
    /// # Panics
    /// If requests are in flight, or `ways` exceeds the maximum of the description.
    pub fn launch(&mut self, ways: u32, alone: bool) {
        assert!(self.is_idle(), "a cache is reconfigured with fetches in flight");
        if ways != self.lines.ways() {
            self.lines.resize(ways);
        }
        self.on_miss = match self.allocate {
            Allocate::OnMiss => true,
            Allocate::OnFill => false,
            Allocate::Streaming => alone,
        };
    }

    /// Starts to track the warp that fetched each line, and to log evictions for [`Cache::take_evicted`].
    ///
    /// # Panics
    /// If requests are in flight.
    pub fn track_owners(&mut self) {
        assert!(self.is_idle(), "owners are tracked from the start");
        let (owners, mshr_requesters) = (self.lines.most(), self.mshrs.limit());
        let none = |count: u32| vec![Slot(0); count as usize].into_boxed_slice();
        let log = OwnerLog {
            requester: Slot(0),
            owners: none(owners),
            mshr_requesters: none(mshr_requesters),
            evicted: Vec::new(),
        };
        self.log = Some(Box::new(log));
    }

    /// The same as [`Cache::access`], and attributes the fetched line to the warp of the access.
    pub fn access_tracked(&mut self, access: &Access, now: Cycle) -> Outcome {
        if let Some(log) = &mut self.log {
            log.requester = access.slot;
        }
        self.access(access, now)
    }

    /// Removes and returns the evicted lines in order, each with the warp that fetched it. It is empty unless owners
    /// are tracked.
    pub fn take_evicted(&mut self) -> impl Iterator<Item = (Slot, Line)> {
        self.log.iter_mut().flat_map(|log| log.evicted.drain(..))
    }

    pub fn line_bytes(&self) -> u32 {
        1 << self.line_shift
    }

    pub fn line(&self, address: u64) -> Line {
        Line(address >> self.line_shift)
    }

    /// Whether the miss queue is empty and no MSHR is in use.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.mshrs.used() == 0
    }

    /// Whether the miss queue has a request.
    #[inline]
    pub fn has_request(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Removes the request at the head of the miss queue. GPGPU-Sim's caches send one per cycle.
    pub fn pop_request(&mut self) -> Option<LowerRequest> {
        self.pop_request_of_mshr().map(|(request, _)| request)
    }

    /// The same, with the MSHR that waits for the request.
    #[inline]
    pub fn pop_request_of_mshr(&mut self) -> Option<(LowerRequest, MshrId)> {
        let mut send = self.queue.pop_front()?;
        self.bump(ReservationFailure::QueueFull);
        let mut mshr = MshrId::NONE;
        if send.kind == LowerRequestKind::Fetch {
            mshr = MshrId(send.bytes.0 as u32);
            send.bytes = Bytes(0);
        }
        Some((send, mshr))
    }

    pub fn set(&self, address: u64) -> u32 {
        self.index.of(address)
    }

    /// Removes the line of an address, if it is present and not being fetched. Modified data are dropped.
    pub fn remove(&mut self, address: u64) {
        self.lines.remove(address >> self.line_shift);
    }

    /// Whether the line of an address is present and nothing of it is modified.
    pub fn is_clean(&self, address: u64) -> bool {
        self.lines.is_clean(address >> self.line_shift)
    }

    /// Whether a fetch is in flight for the address.
    pub fn has_pending_fetch(&self, address: u64) -> bool {
        self.mshrs.find(address >> self.unit_shift).is_some_and(|entry| !self.mshrs.is_ready(entry))
    }

    /// Whether a response is ready.
    #[inline]
    pub fn is_ready(&self) -> bool {
        self.mshrs.any_ready()
    }

    /// Removes a ready response: waiters of the earliest fill come first, in order of their accesses. The last waiter
    /// frees the MSHR. GPGPU-Sim's caches deliver one response per cycle.
    #[inline]
    pub fn pop_ready(&mut self) -> Option<Waiter> {
        let (waiter, freed) = self.mshrs.pop()?;
        self.bump(ReservationFailure::MergesFull);
        if freed {
            self.bump(ReservationFailure::MshrsFull);
        }
        Some(waiter)
    }

    /// Whether the data port is free. An access occupies the port even if it is busy.
    #[inline]
    pub fn data_port_free(&self, now: Cycle) -> bool {
        self.data_port <= now
    }

    /// Whether the fill port is free. A fill occupies the port even if it is busy.
    #[inline]
    pub fn fill_port_free(&self, now: Cycle) -> bool {
        self.fill_port <= now
    }

    /// A counter that changes when an access rejected for this reason may succeed. Until then every retry fails.
    #[inline]
    pub fn generation(&self, cause: ReservationFailure) -> u32 {
        self.generations[cause as usize]
    }

    /// Counts attempts that the caller skipped because they were known to fail.
    pub fn count_reservation_fails(&mut self, kind: AccessType, cause: ReservationFailure, attempts: u64) {
        let counters = &mut self.counters;
        let counts = if kind == AccessType::Write { &mut counters.writes } else { &mut counters.reads };
        counts.reservation_fails[cause as usize] += attempts;
    }

    /// Counters since creation or the last [`Cache::take_counters`].
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// Accepted accesses since creation or the last [`Cache::take_counters`].
    pub fn lookups(&self) -> u64 {
        self.counters.reads.accesses() + self.counters.writes.accesses()
    }

    /// Counters since the last call.
    pub fn take_counters(&mut self) -> Counters {
        std::mem::take(&mut self.counters)
    }

    /// Lines per set.
    pub fn ways(&self) -> u32 {
        self.lines.ways()
    }

    /// Number of modified lines.
    pub fn modified_lines(&self) -> u32 {
        self.lines.modified()
    }

    /// Number of MSHRs in use.
    pub fn mshrs_used(&self) -> u32 {
        self.mshrs.used()
    }

    /// Number of requests in the miss queue.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Invalidates all modified lines and hands each out as a write-back.
    pub fn flush(&mut self, mut each: impl FnMut(LowerRequest)) {
        let (line_shift, sectored, all) = (self.line_shift, self.is_sectored(), self.line_sectors);
        self.lines.flush(|victim| {
            each(write_back_request(victim, line_shift, if sectored { None } else { Some(all) }))
        });
        self.bump_all();
    }

    /// Invalidates all lines, modified ones included. Fetches in flight still complete and wake their waiters.
    pub fn invalidate(&mut self) {
        self.lines.invalidate();
        self.bump_all();
    }

    /// Index of the line's first sector within the 128-byte block around the address. It is 0 for lines of 128 bytes.
    #[inline]
    pub fn first_sector(&self, address: u64) -> u32 {
        let sectors = 1_u64 << (self.line_shift - SECTOR_BYTES.ilog2());
        (address / u64::from(SECTOR_BYTES) % 4 / sectors * sectors) as u32
    }

    fn is_sectored(&self) -> bool {
        self.unit_mask != 0
    }

    #[inline]
    fn bump(&mut self, cause: ReservationFailure) {
        let generation = &mut self.generations[cause as usize];
        *generation = generation.wrapping_add(1);
    }

    #[inline]
    fn bump_all(&mut self) {
        self.generations = self.generations.map(|generation| generation.wrapping_add(1));
    }
}

/// The write-back request of an evicted line: its modified sectors, or the whole line if the cache is unsectored.
fn write_back_request(victim: Victim, line_shift: u32, whole: Option<u8>) -> LowerRequest {
    LowerRequest {
        kind: LowerRequestKind::WriteBack,
        address: victim.tag << line_shift,
        sectors: Sectors(whole.unwrap_or(victim.modified)),
        bytes: Bytes(victim.bytes),
        waiter: Waiter::NONE,
    }
}
