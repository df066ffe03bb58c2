//! What a cache is, as a machine's file says it.

use super::set_index::{IndexFunction, SetIndex};
use serde::{Deserialize, Serialize};

/// Bytes of a sector: the least that moves between caches.
pub const SECTOR_BYTES: u32 = 32;

/// A cache: one entry for each field of GPGPU-Sim's cache options, so that the two translate one to one.
///
/// ```
/// use warploom_gpu::memory::cache::Description;
/// let l1 = Description::from_gpgpusim("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32")?.unwrap();
/// assert_eq!((l1.bytes(), l1.sectored), (32 << 10, true));
/// # Ok::<(), warploom_gpu::memory::cache::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Sets: a power of two.
    pub sets: u32,
    /// Bytes of a line: 32, 64 or 128.
    pub line_bytes: u32,
    /// Lines of a set.
    pub ways: u32,
    /// The most lines a set may have, where a launch may change `ways`: an L1 that gets what shared memory leaves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_ways: Option<u32>,
    /// Whether the sectors of a line come and go by themselves, or only the line as a whole.
    pub sectored: bool,
    /// Which line goes when a set is full.
    pub replacement: Replacement,
    /// What a write that hits does.
    pub write: WritePolicy,
    /// When a miss gets its line.
    pub allocate: Allocate,
    /// What a write that misses does.
    pub write_allocate: WriteAllocate,
    /// Which set an address belongs to.
    pub index: IndexFunction,
    /// What remembers the accesses that wait for memory.
    pub misses: Misses,
    /// How what was fetched comes back: a line at once, or a reply for each of its sectors.
    pub replies: Replies,
    /// Bytes that the data array delivers or takes in a cycle.
    pub port_bytes: u32,
    /// Modified lines are spared from replacement until they are this many of a hundred lines. Times `sets` at most
    /// a hundred.
    #[serde(default)]
    pub dirty_percent: u32,
}

/// Which line goes when a set is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// The one not accessed for the longest time.
    Lru,
    /// The one allocated first.
    Fifo,
}

/// What a write that hits does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WritePolicy {
    /// There are none.
    ReadOnly,
    /// It stays here until the line is replaced.
    WriteBack,
    /// It is kept here and sent below.
    WriteThrough,
    /// It is sent below and what is here goes.
    WriteEvict,
    /// As `WriteBack` for local memory, as `WriteEvict` for global: what Fermi does.
    LocalBackGlobalEvict,
}

/// When a miss gets its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allocate {
    /// At once: the line is reserved until the data come.
    OnMiss,
    /// When the data come.
    OnFill,
    /// On fill, except in launches in which all of the memory shared with this cache is the cache's: then on miss.
    Streaming,
}

/// What a write that misses does.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteAllocate {
    /// It goes below.
    None,
    /// It goes below, and the line is fetched.
    Fetch,
    /// The line is fetched and the write merged into it, unless the write covers all of it.
    FetchOnWrite,
    /// The line takes the written bytes; the others are fetched when something reads them.
    LazyFetchOnRead,
}

/// What remembers the accesses that wait for memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Misses {
    /// A table with an entry for each line or sector under way.
    Mshrs {
        /// Entries of the table.
        entries: u32,
        /// Accesses that an entry holds, the first included.
        merges: u32,
        /// Requests that wait to be sent below.
        queue: u32,
    },
    /// A texture cache: hits and misses leave in the order they came.
    Fifo {
        /// Accesses under way, hits included.
        fragments: u32,
        /// Requests that wait to be sent below.
        requests: u32,
        /// Fetches under way.
        reorder: u32,
        /// Accesses that are done and were not taken yet.
        results: u32,
    },
}

/// How what was fetched comes back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// At once.
    Whole,
    /// A reply for each sector, as a sectored cache below gives them.
    Sectors,
}

/// Why no cache can be as described.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} = {value}: {rule}")]
pub struct DescriptionError {
    /// The field at fault.
    pub field: &'static str,
    /// What it says.
    pub value: String,
    /// What it must say.
    pub rule: String,
}

impl Description {
    /// Bytes it holds.
    pub fn bytes(&self) -> u32 {
        self.sets * self.ways * self.line_bytes
    }

    /// The ways that `shared` bytes in use of a memory of `unified` bytes leave to the cache, at least one.
    ///
    /// ```
    /// # use warploom_gpu::memory::cache::Description;
    /// # let mut l1 = Description::from_gpgpusim("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32")?.unwrap();
    /// l1.most_ways = Some(256);
    /// assert_eq!(l1.ways_beside(96 << 10, 128 << 10), 64);
    /// # Ok::<(), warploom_gpu::memory::cache::ParseError>(())
    /// ```
    pub fn ways_beside(&self, shared: u32, unified: u32) -> u32 {
        let (most, unified) = (u64::from(self.max_ways()), u64::from(unified.max(1)));
        let left = unified.saturating_sub(u64::from(shared));
        ((2 * most * left + unified) / (2 * unified)).max(1) as u32
    }

    /// The most ways it may have.
    pub fn max_ways(&self) -> u32 {
        self.most_ways.unwrap_or(self.ways)
    }

    /// Whether a cache can be so.
    pub fn check(&self) -> Result<(), DescriptionError> {
        let wrong = |field, value: &dyn std::fmt::Debug, rule: &str| {
            Err(DescriptionError { field, value: format!("{value:?}"), rule: rule.to_owned() })
        };
        if !matches!(self.line_bytes, 32 | 64 | 128) {
            return wrong("line_bytes", &self.line_bytes, "a line has 32, 64 or 128 bytes");
        }
        if self.sectored && self.line_bytes != 128 {
            return wrong("line_bytes", &self.line_bytes, "a line with sectors has 128 bytes");
        }
        SetIndex::new(self.index, self.sets, self.line_bytes)?;
        // Ways are numbered in sixteen bits, one value of which means none.
        let most = u32::from(u16::MAX) - 1;
        if self.ways == 0 || self.ways > most {
            return wrong("ways", &self.ways, "a set has 1 to 65534 ways");
        }
        if self.max_ways() < self.ways || self.max_ways() > most {
            return wrong("most_ways", &self.max_ways(), "not fewer than ways, and at most 65534");
        }
        if u64::from(self.sets) * u64::from(self.max_ways()) > 1 << 26 {
            return wrong("sets", &self.sets, "a cache has at most 2^26 lines");
        }
        if self.port_bytes == 0 || !self.line_bytes.is_multiple_of(self.port_bytes) {
            return wrong("port_bytes", &self.port_bytes, "a line takes a whole number of cycles");
        }
        if u64::from(self.dirty_percent) * u64::from(self.sets) > 100 {
            let rule =
                format!("at most {}, or a set full of modified lines would be so for ever", 100 / self.sets);
            return wrong("dirty_percent", &self.dirty_percent, &rule);
        }
        if self.allocate != Allocate::OnMiss {
            if self.write == WritePolicy::WriteBack {
                // A fill that must first write a line back waits for the network that waits for the fill.
                return wrong("allocate", &self.allocate, "a write-back cache allocates on miss");
            }
            if matches!(self.write_allocate, WriteAllocate::FetchOnWrite | WriteAllocate::LazyFetchOnRead) {
                return wrong(
                    "allocate",
                    &self.allocate,
                    "fetch-on-write and lazy-fetch-on-read need on-miss",
                );
            }
        }
        if self.write == WritePolicy::ReadOnly && self.write_allocate != WriteAllocate::None {
            return wrong(
                "write_allocate",
                &self.write_allocate,
                "a read-only cache allocates no writes: none",
            );
        }
        match self.misses {
            Misses::Mshrs { entries, merges, queue } => {
                if entries == 0 || entries > 1 << 20 {
                    return wrong("misses.mshrs.entries", &entries, "1 to 2^20");
                }
                if merges == 0 || merges > 1 << 16 {
                    return wrong("misses.mshrs.merges", &merges, "1 to 65536");
                }
                let least = self.most_sends();
                if queue < least || queue > 1 << 20 {
                    let rule = format!("{least} to 2^20: an access may send {least} requests");
                    return wrong("misses.mshrs.queue", &queue, &rule);
                }
            }
            Misses::Fifo { fragments, requests, reorder, results } => {
                for (field, value) in [
                    ("misses.fifo.fragments", fragments),
                    ("misses.fifo.requests", requests),
                    ("misses.fifo.reorder", reorder),
                    ("misses.fifo.results", results),
                ] {
                    if value == 0 || value > 1 << 20 {
                        return wrong(field, &value, "1 to 2^20");
                    }
                }
                if self.write != WritePolicy::ReadOnly {
                    return wrong("write", &self.write, "a texture cache is read-only");
                }
            }
        }
        Ok(())
    }

    /// The most requests that an access may send below: room for all of them must be left before it is taken.
    fn most_sends(&self) -> u32 {
        match (self.write, self.write_allocate) {
            (WritePolicy::ReadOnly, _) => 1,
            (_, WriteAllocate::Fetch) => 3,
            _ => 2,
        }
    }
}
