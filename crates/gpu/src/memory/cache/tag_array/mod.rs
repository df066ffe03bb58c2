//! The tag array of a cache: lines, their sector state, and the replacement order.
//!
//! A set may have 256 ways, so no operation walks a set. A hash table finds lines by tag. The lines of a set are linked
//! in two lists ordered by time, clean and modified, because modified lines may be protected from eviction.

mod recency;

use super::hash_index::HashIndex;

/// A line. Masks have one bit per sector; an unsectored line counts as one sector.
#[derive(Clone, Copy, Default)]
struct Line {
    tag: u64,
    /// Cycle of the last access (LRU) or of the allocation (FIFO).
    time: u64,
    set: u16,
    /// Sectors with data.
    present: u8,
    /// Sectors reserved for a fill.
    reserved: u8,
    /// Present sectors with written bytes.
    modified: u8,
    /// Modified sectors whose other bytes were never fetched.
    unreadable: u8,
    /// Reserved sectors that will be modified once filled.
    modified_on_fill: u8,
}

/// The two replacement lists of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Clean,
    Modified,
}

impl Line {
    /// The replacement list of the line, or `None` if the line is invalid.
    #[inline]
    fn list(&self) -> Option<List> {
        if self.present | self.reserved == 0 {
            None
        } else if self.modified == 0 {
            Some(List::Clean)
        } else {
            Some(List::Modified)
        }
    }
}

/// A line's neighbours in its list. The links of the list heads follow those of the lines: each list is a ring whose
/// head lies between the newest and the oldest line.
#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
}

#[derive(Clone, Copy, Default)]
struct Set {
    /// Number of invalid lines.
    vacant: u32,
    /// By list, the number of evictable lines: those without reserved sectors.
    free: [u32; 2],
}

/// The result of a tag lookup, with the line's index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probe {
    Hit(u32),
    Reserved(u32),
    /// The line is present, but the sector or some of its bytes are missing.
    Sector(u32),
    Miss,
}

/// An evicted modified line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Victim {
    pub tag: u64,
    /// The modified sectors.
    pub modified: u8,
    /// The written bytes.
    pub bytes: u128,
}

pub(super) struct TagArray {
    ways: u32,
    lines: Box<[Line]>,
    links: Box<[Link]>,
    sets: Box<[Set]>,
    /// By line, the written bytes; empty for a read-only cache.
    written: Box<[u128]>,
    /// One bit per invalid way, in words per set.
    vacant: Box<[u64]>,
    words: usize,
    hash_index: HashIndex,
    modified: u32,
    /// Whether a line was allocated since the last invalidation.
    used: bool,
    fifo: bool,
}

impl TagArray {
    pub fn new(sets: u32, ways: u32, max_ways: u32, fifo: bool, writes: bool) -> TagArray {
        let lines = sets as usize * max_ways as usize;
        let mut new = TagArray {
            ways,
            lines: vec![Line::default(); lines].into(),
            links: vec![Link { before: 0, after: 0 }; lines + 2 * sets as usize].into(),
            sets: vec![Set::default(); sets as usize].into(),
            written: vec![0; if writes { lines } else { 0 }].into(),
            vacant: vec![0; sets as usize * max_ways.div_ceil(64) as usize].into(),
            words: 0,
            hash_index: HashIndex::new(lines),
            modified: 0,
            used: true,
            fifo,
        };
        new.resize(ways);
        new
    }

    /// Invalidates all lines and changes the number of ways.
    pub fn resize(&mut self, ways: u32) {
        assert!(
            self.sets.len() * ways as usize <= self.lines.len() && ways > 0,
            "{ways} ways were never foreseen"
        );
        self.invalidate();
        self.ways = ways;
        self.words = ways.div_ceil(64) as usize;
        for set in self.vacant.chunks_mut(self.words).take(self.sets.len()) {
            set.fill(u64::MAX);
            if !ways.is_multiple_of(64) {
                set[self.words - 1] = (1 << (ways % 64)) - 1;
            }
        }
        self.sets.iter_mut().for_each(|set| set.vacant = ways);
    }

    pub fn ways(&self) -> u32 {
        self.ways
    }

    /// Number of lines.
    pub fn count(&self) -> u32 {
        self.sets.len() as u32 * self.ways
    }

    /// Number of lines at the maximum number of ways.
    pub fn most(&self) -> u32 {
        self.lines.len() as u32
    }

    /// The tag of a valid line.
    pub fn holds(&self, at: u32) -> Option<u64> {
        let line = &self.lines[at as usize];
        line.list().map(|_| line.tag)
    }

    /// Number of modified lines.
    pub fn modified(&self) -> u32 {
        self.modified
    }

    #[inline]
    pub fn find(&self, tag: u64) -> Option<u32> {
        self.hash_index.find(tag, |at| self.lines[at as usize].tag)
    }

    /// The same as [`TagArray::find`], with a guess that is nearly always right.
    #[inline]
    pub fn find_at(&self, tag: u64, guess: u32) -> Option<u32> {
        let line = &self.lines[guess as usize];
        if line.tag == tag && line.list().is_some() { Some(guess) } else { self.find(tag) }
    }

    #[inline]
    pub fn probe(&self, tag: u64, sector: u8, writes: bool) -> Probe {
        let Some(at) = self.find(tag) else { return Probe::Miss };
        let line = &self.lines[at as usize];
        if line.reserved & sector != 0 {
            Probe::Reserved(at)
        } else if line.present & sector == 0 || !writes && line.unreadable & sector != 0 {
            Probe::Sector(at)
        } else {
            Probe::Hit(at)
        }
    }

    /// Removes a line, if it is present and nothing of it is reserved.
    pub fn remove(&mut self, tag: u64) {
        if let Some(at) = self.find(tag) {
            let Line { present, reserved, .. } = self.lines[at as usize];
            if reserved == 0 {
                self.evict(at, present, u128::MAX);
            }
        }
    }

    /// Whether a line is present and nothing of it is modified.
    pub fn is_clean(&self, tag: u64) -> bool {
        self.find(tag).is_some_and(|at| {
            let line = &self.lines[at as usize];
            line.reserved == 0 && line.modified == 0
        })
    }

    /// The line to allocate: an invalid one, or else the oldest evictable one.
    #[inline]
    pub fn victim(&self, set: u32, spare_modified: bool) -> Option<u32> {
        if self.sets[set as usize].vacant != 0 {
            // The last invalid way, as in GPGPU-Sim: the choice decides later evictions.
            let words = &self.vacant[set as usize * self.words..][..self.words];
            let (n, word) = words.iter().enumerate().rfind(|(_, word)| **word != 0)?;
            return Some(set * self.ways + 64 * n as u32 + word.ilog2());
        }
        let clean = self.oldest(set, List::Clean);
        let modified = if spare_modified { None } else { self.oldest(set, List::Modified) };
        let (_, at) = match (clean, modified) {
            (Some(clean), Some(modified)) => clean.min(modified),
            (one, other) => one.or(other)?,
        };
        Some(at)
    }

    /// Allocates a line, chosen by [`TagArray::victim`], for a tag, with one sector reserved. Returns the evicted line
    /// if it was modified.
    #[inline]
    pub fn allocate(&mut self, at: u32, set: u32, tag: u64, sector: u8, now: u64) -> Option<Victim> {
        self.used = true;
        let old = self.lines[at as usize];
        let mut victim = None;
        match old.list() {
            None => self.set_vacant(at, set, false),
            Some(list) => {
                self.sets[set as usize].free[list as usize] -= 1;
                self.unlink(at);
                self.hash_index.remove(old.tag, at);
                if list == List::Modified {
                    self.modified -= 1;
                    let bytes = self.written[at as usize];
                    victim = Some(Victim { tag: old.tag, modified: old.modified, bytes });
                }
            }
        }
        self.lines[at as usize] =
            Line { tag, time: now, set: set as u16, reserved: sector, ..Line::default() };
        self.hash_index.insert(tag, at);
        let ring = self.ring(set, List::Clean);
        self.link(at, self.links[ring as usize].before, ring);
        victim
    }

    fn set_vacant(&mut self, at: u32, set: u32, vacant: bool) {
        let way = at - set * self.ways;
        let word = &mut self.vacant[set as usize * self.words + way as usize / 64];
        *word ^= 1 << (way % 64);
        let count = &mut self.sets[set as usize].vacant;
        *count = if vacant { *count + 1 } else { *count - 1 };
    }

    /// Updates a line's recency.
    #[inline]
    pub fn touch(&mut self, at: u32, now: u64) {
        if self.fifo {
            return;
        }
        let line = &mut self.lines[at as usize];
        debug_assert!(line.time <= now, "time went backwards");
        line.time = now;
        let list = if line.modified == 0 { List::Clean } else { List::Modified };
        let ring = self.ring(u32::from(self.lines[at as usize].set), list);
        let newest = self.links[ring as usize].before;
        if newest != at {
            self.unlink(at);
            self.link(at, newest, ring);
        }
    }

    /// Reserves a sector that is missing, or of which only the written bytes are present.
    #[inline]
    pub fn reserve(&mut self, at: u32, sector: u8, now: u64) {
        let line = &mut self.lines[at as usize];
        if line.modified == 0 {
            // The line stays clean. Sectors of a line are mostly fetched one after the other, so that it is the newest of its
            // list already, and nothing is linked anew.
            let free = &mut self.sets[usize::from(line.set)].free[List::Clean as usize];
            *free -= u32::from(line.reserved == 0);
            line.modified_on_fill &= !sector;
            line.present &= !sector;
            line.unreadable &= !sector;
            line.reserved |= sector;
            return self.touch(at, now);
        }
        self.change(at, now, |line| {
            line.modified_on_fill = line.modified_on_fill & !sector | line.modified & sector;
            line.present &= !sector;
            line.modified &= !sector;
            line.unreadable &= !sector;
            line.reserved |= sector;
        });
    }

    /// Writes bytes of a sector. With `covering`, the sector becomes readable exactly if all of those bytes are
    /// written; otherwise its readability does not change.
    pub fn write(&mut self, at: u32, sector: u8, bytes: u128, covering: Option<u128>, now: u64) {
        let written = self.add_written(at, bytes);
        self.change(at, now, |line| {
            line.present |= sector;
            line.reserved &= !sector;
            line.modified |= sector;
            line.modified_on_fill &= !sector;
            match covering {
                Some(all) if written & all != all => line.unreadable |= sector,
                Some(_) => line.unreadable &= !sector,
                None => {}
            }
        });
    }

    /// Makes a sector readable if all of its bytes are written.
    pub fn complete(&mut self, at: u32, sector: u8, all: u128) {
        if self.written[at as usize] & all == all {
            self.lines[at as usize].unreadable &= !sector;
        }
    }

    /// Makes a reserved sector modified once it is filled.
    pub fn modify_on_fill(&mut self, at: u32, sector: u8, bytes: u128) {
        self.add_written(at, bytes);
        self.lines[at as usize].modified_on_fill |= sector;
    }

    /// Adds to the written bytes of a line and returns all of them. Bytes left by an earlier tag are cleared only here,
    /// so that lines that are never written pay nothing.
    #[inline]
    fn add_written(&mut self, at: u32, bytes: u128) -> u128 {
        let line = &self.lines[at as usize];
        let written = &mut self.written[at as usize];
        *written = if line.modified | line.modified_on_fill == 0 { bytes } else { *written | bytes };
        *written
    }

    /// Fills a reserved sector. A line that was reallocated in the meantime does not change.
    #[inline]
    pub fn fill(&mut self, at: u32, sector: u8) {
        let line = &mut self.lines[at as usize];
        line.unreadable &= !sector;
        if line.reserved & sector == 0 {
            return;
        }
        if line.modified_on_fill & sector == 0 {
            line.reserved &= !sector;
            line.present |= sector;
            let list = if line.modified == 0 { List::Clean } else { List::Modified };
            self.sets[usize::from(line.set)].free[list as usize] += u32::from(line.reserved == 0);
            return;
        }
        let time = line.time;
        self.change(at, time, |line| {
            line.reserved &= !sector;
            line.present |= sector;
            line.modified |= sector;
            line.modified_on_fill &= !sector;
        });
    }

    /// Evicts a sector, which has the bytes `all`, without writing it back.
    pub fn evict(&mut self, at: u32, sector: u8, all: u128) {
        let time = self.lines[at as usize].time;
        self.written[at as usize] &= !all;
        self.change(at, time, |line| {
            line.present &= !sector;
            line.modified &= !sector;
            line.unreadable &= !sector;
        });
    }

    /// Invalidates all lines.
    pub fn invalidate(&mut self) {
        if !self.used {
            return;
        }
        self.used = false;
        // A launch may use few lines of a large cache, so that only those are visited.
        let vacant: u32 = self.sets.iter().map(|set| set.vacant).sum();
        let valid = self.count() - vacant;
        let clears_hash_index = valid as usize * 4 > self.hash_index.slots();
        for set in 0..self.sets.len() as u32 {
            if self.sets[set as usize].vacant == self.ways {
                continue;
            }
            for word in 0..self.words {
                let first = 64 * word as u32;
                let ways = u64::MAX >> (64 - (self.ways - first).min(64));
                let mut valid = ways & !self.vacant[set as usize * self.words + word];
                while valid != 0 {
                    let at = set * self.ways + first + valid.trailing_zeros();
                    valid &= valid - 1;
                    if !clears_hash_index {
                        self.hash_index.remove(self.lines[at as usize].tag, at);
                    }
                    self.lines[at as usize] = Line::default();
                    self.set_vacant(at, set, true);
                }
            }
            self.sets[set as usize].free = [0; 2];
            for list in [List::Clean, List::Modified] {
                let ring = self.ring(set, list);
                self.links[ring as usize] = Link { before: ring, after: ring };
            }
        }
        if clears_hash_index {
            self.hash_index.clear();
        }
        self.modified = 0;
    }

    /// Invalidates all modified lines and hands each out, set by set.
    pub fn flush(&mut self, mut each: impl FnMut(Victim)) {
        for at in 0..self.count() {
            let line = self.lines[at as usize];
            if line.list() == Some(List::Modified) {
                each(Victim { tag: line.tag, modified: line.modified, bytes: self.written[at as usize] });
                self.change(at, line.time, |line| {
                    *line = Line { tag: line.tag, time: line.time, set: line.set, ..Line::default() };
                });
            }
        }
    }
}
