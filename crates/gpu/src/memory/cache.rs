//! Caches: L1 data, instructions, constants, and slices of the L2; one type, described by data. Texture caches, which
//! answer in the order they were asked, are beside it.
//!
//! The mechanisms mean what GPGPU-Sim's do. An access concerns one sector of a sectored cache, or a line of another;
//! what misses waits in an MSHR; requests for the level below wait in the miss queue, which the caller empties. An
//! access that cannot be taken changes nothing, so that it can be tried again; rather than trying every cycle, the
//! caller may wait until [`Cache::generation`] of its [`Cause`] changes.
//!
//! ```
//! use warploom_gpu::Cycle;
//! use warploom_gpu::memory::cache::{Access, Answer, Cache, Description, Outcome, Sectors, SendKind, Tag, Waiter};
//!
//! let l1 = Description::from_gpgpusim("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32")?.unwrap();
//! let mut l1 = Cache::new(&l1)?;
//! let read = Access::read(0x1040, 32, Waiter(7));
//! assert_eq!(l1.access(&read, Cycle(0)), Outcome::Taken { tag: Tag::Miss, answer: Answer::Fill });
//! let send = l1.pop_send().unwrap();
//! assert_eq!((send.kind, send.address, send.sectors), (SendKind::Fetch, 0x1040, Sectors(0b100)));
//! // Some time later, what was fetched comes:
//! assert!(l1.fill(0x1040, send.sectors, Cycle(200)));
//! assert_eq!(l1.pop_ready(), Some(Waiter(7)));
//! assert_eq!(l1.access(&read, Cycle(201)), Outcome::Taken { tag: Tag::Hit, answer: Answer::Now });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where GPGPU-Sim's coding loses something, this one does not: data that come for a line that was replaced meanwhile
//! wake those who wait and disturb no other line; a line allocated for data that already lie in an MSHR is filled at
//! once instead of never; a modified line that a fill replaces is written back.

mod access;
mod counters;
mod description;
mod finder;
mod gpgpusim;
mod lines;
mod mshrs;
mod set_index;
#[cfg(test)]
mod tests;
mod texture;

pub use counters::{Cause, Counters, Counts, Tag};
pub use description::{
    Allocate, Description, DescriptionError, Misses, Replacement, Replies, SECTOR_BYTES, WriteAllocate,
    WritePolicy,
};
pub use gpgpusim::ParseError;
pub use set_index::{IndexFunction, SetIndex};
pub use texture::Texture;

use crate::{Cycle, Line, Slot};
use lines::{Lines, Victim};
use mshrs::Mshrs;
use std::collections::VecDeque;

/// Who waits for an answer: a number that means something to the caller, and comes back with the answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Waiter(pub u32);

impl Waiter {
    /// Nobody: a line fetched only because it was written. It takes its turn like any other.
    pub const NOBODY: Waiter = Waiter(u32::MAX);
}

/// Sectors of a line: a bit for each, the lowest for the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sectors(pub u8);

/// Bytes of a line: a bit for each, the lowest for the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bytes(pub u128);

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It reads.
    Read,
    /// It writes.
    Write,
    /// It reads and writes at once: counted as a read, and what it reads is modified then.
    Atomic,
}

/// The memory an access is to, where that makes a difference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// Memory that others see.
    Global,
    /// Memory of a thread's own.
    Local,
}

/// An access: to one sector, or to one line of a cache without sectors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// An address in it.
    pub address: u64,
    /// The address that the set is taken from: that of an L2 slice without the bits that chose the slice.
    pub index: u64,
    /// What it does.
    pub kind: Kind,
    /// The memory it is to.
    pub space: Space,
    /// The bytes of the line that it writes.
    pub bytes: Bytes,
    /// Bytes that move through the data port.
    pub size: u32,
    /// Who is answered.
    pub waiter: Waiter,
    /// The warp that asks.
    pub slot: Slot,
}

impl Access {
    /// A read.
    pub fn read(address: u64, size: u32, waiter: Waiter) -> Access {
        let (kind, space) = (Kind::Read, Space::Global);
        Access { address, index: address, kind, space, bytes: Bytes(0), size, waiter, slot: Slot(0) }
    }

    /// A write of these bytes of the line.
    pub fn write(address: u64, size: u32, bytes: Bytes, waiter: Waiter) -> Access {
        Access { kind: Kind::Write, bytes, ..Access::read(address, size, waiter) }
    }

    /// An atomic on these bytes of the line.
    pub fn atomic(address: u64, size: u32, bytes: Bytes, waiter: Waiter) -> Access {
        Access { kind: Kind::Atomic, bytes, ..Access::read(address, size, waiter) }
    }

    /// The same to local memory.
    pub fn local(self) -> Access {
        Access { space: Space::Local, ..self }
    }

    /// The same with the set taken from another address.
    pub fn indexed_by(self, index: u64) -> Access {
        Access { index, ..self }
    }
}

/// What became of an access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It was taken.
    Taken {
        /// What the tags said.
        tag: Tag,
        /// Where the answer comes from.
        answer: Answer,
    },
    /// It was not taken, and nothing changed but a counter.
    Fail(Cause),
}

/// Where the answer to an access comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// From here, at once: the data are here, or the write is.
    Now,
    /// From [`Cache::pop_ready`], after a fill.
    Fill,
    /// From below, where the write was sent.
    Below,
}

/// What a request to the level below is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SendKind {
    /// The sectors are wanted: they come back by [`Cache::fill`].
    Fetch,
    /// A write that came here.
    Write,
    /// A modified line that had to go: nobody waits for it.
    WriteBack,
}

/// A request to the level below.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Send {
    /// What it is.
    pub kind: SendKind,
    /// Where it begins: a sector's address, or a line's.
    pub address: u64,
    /// The sectors of the line that are wanted or written.
    pub sectors: Sectors,
    /// The bytes of the line that are written.
    pub bytes: Bytes,
    /// Whose access caused it.
    pub waiter: Waiter,
}

/// A cache.
pub struct Cache {
    index: SetIndex,
    lines: Lines,
    mshrs: Mshrs,
    queue: VecDeque<Send>,
    queue_limit: u32,
    /// The logarithm of a line's bytes, and of what is fetched by itself: a sector's or a line's.
    line_shift: u32,
    unit_shift: u32,
    /// What of a unit's number is its place in the line: two bits, or none.
    unit_mask: u64,
    /// Every sector of a line.
    line_sectors: u8,
    write: WritePolicy,
    write_allocate: WriteAllocate,
    allocate: Allocate,
    /// What `allocate` means in this launch.
    on_miss: bool,
    dirty_percent: u32,
    /// The logarithm of the ports' bytes.
    port_shift: u32,
    data_port: Cycle,
    fill_port: Cycle,
    counters: Counters,
    generations: [u32; 4],
    /// Whose lines are whose, if that is asked for.
    log: Option<Box<Log>>,
}

/// What is known of lines only if it is asked for.
struct Log {
    /// The warp that asks.
    asker: Slot,
    /// The warp that brought each line.
    owners: Box<[Slot]>,
    /// The warp that asked first for what each MSHR is for.
    askers: Box<[Slot]>,
    /// Lines that left, and who had brought them.
    evicted: Vec<(Slot, Line)>,
}

impl Cache {
    /// A cache as described, with nothing in it.
    ///
    /// # Errors
    /// If no cache can be so, or the description is of a [`Texture`] cache.
    pub fn new(description: &Description) -> Result<Cache, DescriptionError> {
        description.check()?;
        let Misses::Mshrs { entries, merges, queue } = description.misses else {
            let rule = "this cache has MSHRs; what answers in order is a texture cache".to_owned();
            return Err(DescriptionError { field: "misses", value: "fifo".to_owned(), rule });
        };
        let d = description;
        let line_shift = d.line_bytes.ilog2();
        Ok(Cache {
            index: SetIndex::new(d.index, d.sets, d.line_bytes)?,
            lines: Lines::new(
                d.sets,
                d.ways,
                d.max_ways(),
                d.replacement == Replacement::Fifo,
                d.write != WritePolicy::ReadOnly,
            ),
            mshrs: Mshrs::new(entries, merges),
            // A fill that replaces a modified line may exceed the limit by one.
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

    /// Sets the cache up for a launch: so many ways, and whether no shared memory is in use `beside` it. Another
    /// number of ways empties it; what was modified is lost, so [`Cache::flush`] first where that matters.
    ///
    /// # Panics
    /// If something is under way, or the description did not foresee so many ways.
    pub fn launch(&mut self, ways: u32, alone: bool) {
        assert!(self.is_idle(), "a cache changed while something is under way");
        if ways != self.lines.ways() {
            self.lines.resize(ways);
        }
        self.on_miss = match self.allocate {
            Allocate::OnMiss => true,
            Allocate::OnFill => false,
            Allocate::Streaming => alone,
        };
    }

    /// Keeps from now on who brought which line, and a log of those that are replaced, to be [taken](Cache::take_evicted).
    ///
    /// # Panics
    /// If something is under way.
    pub fn keep_log(&mut self) {
        assert!(self.is_idle(), "a log is kept from the beginning");
        let (owners, askers) = (self.lines.most(), self.mshrs.limit());
        let none = |count: u32| vec![Slot(0); count as usize].into_boxed_slice();
        let log = Log { asker: Slot(0), owners: none(owners), askers: none(askers), evicted: Vec::new() };
        self.log = Some(Box::new(log));
    }

    /// An [access](Cache::access) of which the log says whose it was.
    pub fn access_logged(&mut self, access: &Access, now: Cycle) -> Outcome {
        if let Some(log) = &mut self.log {
            log.asker = access.slot;
        }
        self.access(access, now)
    }

    /// Takes the lines that were replaced, in order, with the warps that had brought them: none without a log.
    pub fn take_evicted(&mut self) -> impl Iterator<Item = (Slot, Line)> {
        self.log.iter_mut().flat_map(|log| log.evicted.drain(..))
    }

    /// The line that an address is in.
    pub fn line(&self, address: u64) -> Line {
        Line(address >> self.line_shift)
    }

    /// Whether no request waits to be sent and no access for an answer.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.mshrs.used() == 0
    }

    /// The request to be sent below next.
    pub fn next_send(&self) -> Option<&Send> {
        self.queue.front()
    }

    /// Takes the request to be sent below next. GPGPU-Sim's caches send one a cycle.
    pub fn pop_send(&mut self) -> Option<Send> {
        let send = self.queue.pop_front()?;
        self.bump(Cause::QueueFull);
        Some(send)
    }

    /// Whether something is under way for the address.
    pub fn expects(&self, address: u64) -> bool {
        self.mshrs.find(address >> self.unit_shift).is_some_and(|entry| !self.mshrs.is_ready(entry))
    }

    /// Whether an answer waits to be taken.
    pub fn is_ready(&self) -> bool {
        self.mshrs.any_ready()
    }

    /// Takes an answer: of what came first, the access that asked first. The MSHR is free with its last.
    /// GPGPU-Sim's caches give one a cycle.
    pub fn pop_ready(&mut self) -> Option<Waiter> {
        let (waiter, freed) = self.mshrs.pop()?;
        self.bump(Cause::MergesFull);
        if freed {
            self.bump(Cause::MshrsFull);
        }
        Some(waiter)
    }

    /// Whether the data port is free. Accesses occupy it whether or not it was.
    pub fn data_port_free(&self, now: Cycle) -> bool {
        self.data_port <= now
    }

    /// Whether the fill port is free. Fills occupy it whether or not it was.
    pub fn fill_port_free(&self, now: Cycle) -> bool {
        self.fill_port <= now
    }

    /// A number that changes when an access that failed for this cause might be taken: until then it fails.
    pub fn generation(&self, cause: Cause) -> u32 {
        self.generations[cause as usize]
    }

    /// Counts attempts that were not made because they were known to fail.
    pub fn count_fails(&mut self, kind: Kind, cause: Cause, attempts: u64) {
        let counters = &mut self.counters;
        let counts = if kind == Kind::Write { &mut counters.writes } else { &mut counters.reads };
        counts.fails[cause as usize] += attempts;
    }

    /// What happened so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// What happened since the last time this was asked.
    pub fn take_counters(&mut self) -> Counters {
        std::mem::take(&mut self.counters)
    }

    /// Lines of a set.
    pub fn ways(&self) -> u32 {
        self.lines.ways()
    }

    /// How many lines are modified.
    pub fn modified_lines(&self) -> u32 {
        self.lines.modified()
    }

    /// MSHRs in use.
    pub fn mshrs_used(&self) -> u32 {
        self.mshrs.used()
    }

    /// Requests that wait to be sent.
    pub fn queued(&self) -> usize {
        self.queue.len()
    }

    /// Hands over every modified line, to be written back; they hold nothing then.
    pub fn flush(&mut self, mut each: impl FnMut(Send)) {
        let (line_shift, sectored, all) = (self.line_shift, self.is_sectored(), self.line_sectors);
        self.lines
            .flush(|victim| each(written_back(victim, line_shift, if sectored { None } else { Some(all) })));
        self.bump_all();
    }

    /// All lines hold nothing from now on, modified or not. What is under way still comes, to those who wait only.
    pub fn invalidate(&mut self) {
        self.lines.invalidate();
        self.bump_all();
    }

    /// Where the first sector of an address's line lies among the four of the 128 bytes around it: not 0 only where lines are
    /// shorter.
    pub fn first_sector(&self, address: u64) -> u32 {
        let sectors = 1_u64 << (self.line_shift - SECTOR_BYTES.ilog2());
        (address / u64::from(SECTOR_BYTES) % 4 / sectors * sectors) as u32
    }

    fn is_sectored(&self) -> bool {
        self.unit_mask != 0
    }

    #[inline]
    fn bump(&mut self, cause: Cause) {
        let generation = &mut self.generations[cause as usize];
        *generation = generation.wrapping_add(1);
    }

    #[inline]
    fn bump_all(&mut self) {
        Cause::ALL.into_iter().for_each(|cause| self.bump(cause));
    }
}

/// The request that takes a modified line below, as a whole if it has no sectors of its own.
fn written_back(victim: Victim, line_shift: u32, whole: Option<u8>) -> Send {
    Send {
        kind: SendKind::WriteBack,
        address: victim.tag << line_shift,
        sectors: Sectors(whole.unwrap_or(victim.modified)),
        bytes: Bytes(victim.bytes),
        waiter: Waiter::NOBODY,
    }
}
