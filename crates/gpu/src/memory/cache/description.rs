//! The description of a cache.

use super::Space;
use super::set_index::{IndexFunction, SetIndex};
use crate::described::Kind::{Flag, Whole, Word};
use crate::described::{Field, described, optional, table, value};
use serde::{Deserialize, Serialize};

/// Size of a sector in bytes: the smallest transfer between caches.
pub const SECTOR_BYTES: u32 = 32;

/// Caches of a machine have MSHRs; a FIFO is for texture caches, which no machine describes.
const MISSES: &[Field] = &[Field { name: "mshrs", doc: &[], entry: table(MshrDescription::FIELDS) }];

described! {
    /// The description of a cache, with one field for each field of GPGPU-Sim's cache options.
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
        pub sets: u32 = value(Whole(1, 1 << 16)),
        /// Line size in bytes: 32, 64 or 128.
        pub line_bytes: u32 = value(Whole(32, 128)),
        /// Lines per set.
        pub ways: u32 = value(Whole(1, 65_534)),
        /// Largest number of lines per set, if a launch may change ways. An L1 in unified memory grows into what shared memory
        /// leaves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub most_ways: Option<u32> = optional(Whole(1, 65_534)),
        /// Whether 32-byte sectors of a line are fetched separately.
        pub sectored: bool = value(Flag),
        /// Replacement policy.
        pub replacement: Replacement = value(Word(&["lru", "fifo"])),
        /// Write policy on a hit.
        pub write: WritePolicy = value(Word(&[
            "read-only", "write-back", "write-through", "write-evict", "local-back-global-evict",
        ])),
        /// Time at which a miss allocates its line.
        pub allocate: Allocate = value(Word(&["on-miss", "on-fill", "streaming"])),
        /// Write policy on a miss.
        pub write_allocate: WriteAllocate = value(Word(&[
            "none", "fetch", "fetch-on-write", "always-fetch", "lazy-fetch-on-read",
        ])),
        /// Set index function.
        pub index: IndexFunction = value(Word(&["linear", "xor", "fermi", "polynomial"])),
        /// Storage of accesses that miss.
        pub misses: Misses = table(MISSES),
        /// Form of the next level's replies: a whole line at once, or one reply per sector.
        pub replies: Replies = value(Word(&["whole", "sectors"])),
        /// Bytes that the data array transfers per cycle.
        pub port_bytes: u32 = value(Whole(1, 128)),
        /// Modified lines, in percent of all, below which they are protected from eviction. At most 100 divided by `sets`.
        #[serde(default)]
        pub dirty_percent: u32 = optional(Whole(0, 100)),
    }

    /// The description of MSHRs (miss status holding registers).
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct MshrDescription {
        /// MSHRs: lines or sectors in flight.
        pub entries: u32 = value(Whole(1, 1 << 20)),
        /// Accesses per MSHR, including the first.
        pub merges: u32 = value(Whole(1, 1 << 16)),
        /// Entries of the miss queue, which holds requests to the next level.
        pub queue: u32 = value(Whole(1, 1 << 20)),
    }
}

/// The replacement policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// Least recently used.
    Lru,
    /// First in, first out: the line allocated first.
    Fifo,
}

/// The write policy on a hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WritePolicy {
    /// No writes.
    ReadOnly,
    /// Write-back: the data stay in this cache until the line is evicted.
    WriteBack,
    /// Write-through: the data are kept here and forwarded to the next level.
    WriteThrough,
    /// Write-evict: the write is forwarded and the line is invalidated.
    WriteEvict,
    /// Write-back for local memory, write-evict for global memory, as on Fermi.
    LocalBackGlobalEvict,
}

/// When a miss allocates its line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Allocate {
    /// On the miss: the line is reserved until the fill.
    OnMiss,
    /// On the fill.
    OnFill,
    /// On the fill, or on the miss in launches whose shared memory leaves the whole unified memory to this cache.
    Streaming,
}

/// The write policy on a miss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WriteAllocate {
    /// Forward the write without allocating a line.
    None,
    /// Forward the write and fetch the line.
    Fetch,
    /// Fetch the line and merge the write into it, unless the write covers the whole unit.
    FetchOnWrite,
    /// Fetch the line and merge the write into it, even if the write covers it.
    AlwaysFetch,
    /// Allocate the line with the written bytes; fetch the others when an access reads them.
    LazyFetchOnRead,
}

/// The storage of accesses that miss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Misses {
    /// MSHRs: one entry per line or sector in flight.
    Mshrs(MshrDescription),
    /// The FIFO of a texture cache: hits and misses complete in order of access.
    Fifo {
        /// Accesses in flight, including hits.
        fragments: u32,
        /// Requests that wait for the next level.
        requests: u32,
        /// Fetches in flight.
        reorder: u32,
        /// Completed accesses that were not yet popped.
        results: u32,
    },
}

/// The form of the next level's replies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replies {
    /// One reply with everything that was fetched.
    Whole,
    /// One reply per sector, as a sectored L2 sends them.
    Sectors,
}

impl WritePolicy {
    /// Whether a write hit to a space stays in the cache until its line is evicted.
    #[inline]
    pub(crate) fn keeps_hit(self, space: Space) -> bool {
        match self {
            WritePolicy::WriteBack => true,
            WritePolicy::LocalBackGlobalEvict => space == Space::Local,
            _ => false,
        }
    }
}

impl WriteAllocate {
    /// Whether a write miss is forwarded to the next level.
    #[inline]
    pub(crate) fn forwards_miss(self, hit: WritePolicy) -> bool {
        match self {
            WriteAllocate::None | WriteAllocate::Fetch => true,
            WriteAllocate::LazyFetchOnRead => hit == WritePolicy::WriteThrough,
            WriteAllocate::FetchOnWrite | WriteAllocate::AlwaysFetch => false,
        }
    }
}

/// Why the description of a cache is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{field} = {value}: {rule}")]
pub struct DescriptionError {
    /// The field at fault.
    pub field: &'static str,
    pub value: String,
    /// The rule it violates.
    pub rule: String,
}

fn wrong(field: &'static str, value: &dyn std::fmt::Debug, rule: &str) -> Result<(), DescriptionError> {
    Err(DescriptionError { field, value: format!("{value:?}"), rule: rule.to_owned() })
}

impl Description {
    /// Capacity in bytes.
    pub fn bytes(&self) -> u32 {
        self.sets * self.ways * self.line_bytes
    }

    /// Ways left to the cache, at least one, if `shared` bytes of a `unified` memory are in use as shared memory.
    ///
    /// ```
    /// # use warploom_gpu::memory::cache::Description;
    /// # let mut l1 = Description::from_gpgpusim("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32")?.unwrap();
    /// l1.most_ways = Some(256);
    /// assert_eq!(l1.ways_with_shared(96 << 10, 128 << 10), 64);
    /// # Ok::<(), warploom_gpu::memory::cache::ParseError>(())
    /// ```
    pub fn ways_with_shared(&self, shared: u32, unified: u32) -> u32 {
        let (most, unified) = (u64::from(self.max_ways()), u64::from(unified.max(1)));
        let left = unified.saturating_sub(u64::from(shared));
        ((2 * most * left + unified) / (2 * unified)).max(1) as u32
    }

    /// Bytes of a fetch: a sector, or a line of an unsectored cache.
    pub fn fetch_bytes(&self) -> u32 {
        if self.sectored { SECTOR_BYTES } else { self.line_bytes }
    }

    /// Whether every write to a space is forwarded to the next level and acknowledged from there.
    pub(crate) fn forwards_every_write(&self, space: Space) -> bool {
        !self.write.keeps_hit(space) && self.write_allocate.forwards_miss(self.write)
    }

    /// The largest number of ways.
    pub fn max_ways(&self) -> u32 {
        self.most_ways.unwrap_or(self.ways)
    }

    /// Checks that the description is valid.
    ///
    /// # Errors
    /// The field at fault and the rule it violates.
    pub fn check(&self) -> Result<(), DescriptionError> {
        if !matches!(self.line_bytes, 32 | 64 | 128) {
            return wrong("line_bytes", &self.line_bytes, "a line has 32, 64 or 128 bytes");
        }
        if self.sectored && self.line_bytes != 128 {
            return wrong("line_bytes", &self.line_bytes, "a line with sectors has 128 bytes");
        }
        SetIndex::new(self.index, self.sets, self.line_bytes)?;
        // Ways have 16-bit numbers, one of which means none.
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
                // Such a fill would wait for the network to take the write-back, while the network waits for the fill.
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
        self.check_misses()
    }

    fn check_misses(&self) -> Result<(), DescriptionError> {
        match self.misses {
            Misses::Mshrs(MshrDescription { entries, merges, queue }) => {
                if entries == 0 || entries > 1 << 20 {
                    return wrong("misses.mshrs.entries", &entries, "1 to 2^20");
                }
                if merges == 0 || merges > 1 << 16 {
                    return wrong("misses.mshrs.merges", &merges, "1 to 65536");
                }
                let least = self.max_requests();
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

    /// The largest number of requests that an access may send: an access is accepted only if the miss queue has room
    /// for all of them.
    fn max_requests(&self) -> u32 {
        match (self.write, self.write_allocate) {
            (WritePolicy::ReadOnly, _) => 1,
            (_, WriteAllocate::Fetch) => 3,
            _ => 2,
        }
    }
}
