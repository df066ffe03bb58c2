//! The lines of a cache: what is where, and which goes next.
//!
//! A set may have 256 ways, so nothing here walks one: a table finds a line, and the lines of a set hang in two lists in
//! the order of their times, the modified ones apart because they may have to be spared.

mod order;

use super::finder::Finder;

/// A line. Masks have a bit for each sector; the line of a cache without sectors is one.
#[derive(Clone, Copy, Default)]
struct Line {
    tag: u64,
    /// When it was last accessed, or allocated if the oldest goes first.
    time: u64,
    set: u16,
    /// Sectors with data.
    present: u8,
    /// Sectors that wait for data.
    reserved: u8,
    /// Of those present, the ones written since they came.
    modified: u8,
    /// Of those modified, the ones whose other bytes were never fetched.
    unreadable: u8,
    /// Of those reserved, the ones that will count as modified.
    modified_on_fill: u8,
}

/// The lists of a set.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Clean,
    Modified,
}

impl Line {
    /// The list it hangs in: none if it holds nothing.
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

/// A line's neighbours in its list. Behind the links of the lines are those of the lists: each list is a ring in which
/// its own link lies between the newest line and the oldest.
#[derive(Clone, Copy)]
struct Link {
    before: u32,
    after: u32,
}

#[derive(Clone, Copy, Default)]
struct Set {
    /// How many lines hold nothing.
    vacant: u32,
    /// How many lines of each list could be replaced: those that wait for nothing.
    free: [u32; 2],
}

/// What the tags say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Probe {
    Hit(u32),
    Reserved(u32),
    /// The line is here, the sector or some of its bytes are not.
    Sector(u32),
    Miss,
}

/// A modified line on its way out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Victim {
    pub tag: u64,
    /// The modified sectors.
    pub modified: u8,
    /// The written bytes.
    pub bytes: u128,
}

pub(super) struct Lines {
    ways: u32,
    lines: Box<[Line]>,
    links: Box<[Link]>,
    sets: Box<[Set]>,
    /// Written bytes of each line, if there are writes.
    written: Box<[u128]>,
    /// A bit for each way that holds nothing, in words per set.
    vacant: Box<[u64]>,
    words: usize,
    finder: Finder,
    modified: u32,
    /// Whether anything was allocated since all was invalid.
    used: bool,
    fifo: bool,
}

impl Lines {
    pub fn new(sets: u32, ways: u32, max_ways: u32, fifo: bool, writes: bool) -> Lines {
        let lines = sets as usize * max_ways as usize;
        let mut new = Lines {
            ways,
            lines: vec![Line::default(); lines].into(),
            links: vec![Link { before: 0, after: 0 }; lines + 2 * sets as usize].into(),
            sets: vec![Set::default(); sets as usize].into(),
            written: vec![0; if writes { lines } else { 0 }].into(),
            vacant: vec![0; sets as usize * max_ways.div_ceil(64) as usize].into(),
            words: 0,
            finder: Finder::new(lines),
            modified: 0,
            used: true,
            fifo,
        };
        new.resize(ways);
        new
    }

    /// Empties the cache and gives each set so many ways.
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

    /// How many lines there are.
    pub fn count(&self) -> u32 {
        self.sets.len() as u32 * self.ways
    }

    /// How many there are with the most ways.
    pub fn most(&self) -> u32 {
        self.lines.len() as u32
    }

    /// What a line holds.
    pub fn holds(&self, at: u32) -> Option<u64> {
        let line = &self.lines[at as usize];
        line.list().map(|_| line.tag)
    }

    /// How many lines are modified.
    pub fn modified(&self) -> u32 {
        self.modified
    }

    #[inline]
    pub fn find(&self, tag: u64) -> Option<u32> {
        self.finder.find(tag, |at| self.lines[at as usize].tag)
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

    /// The line that would go for a new one: one that holds nothing, or else the oldest that waits for nothing.
    #[inline]
    pub fn victim(&self, set: u32, spare_modified: bool) -> Option<u32> {
        if self.sets[set as usize].vacant != 0 {
            // The last, not the first: as GPGPU-Sim, so that the same line goes later on.
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

    /// Gives a line (of [`Lines::victim`]) to a tag, with one sector reserved.
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
                self.finder.remove(old.tag, at);
                if list == List::Modified {
                    self.modified -= 1;
                    let bytes = self.written[at as usize];
                    victim = Some(Victim { tag: old.tag, modified: old.modified, bytes });
                }
            }
        }
        self.lines[at as usize] =
            Line { tag, time: now, set: set as u16, reserved: sector, ..Line::default() };
        self.finder.insert(tag, at);
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

    /// An access to the line.
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

    /// A sector of the line is fetched: because it is not here, or because only its written bytes are.
    pub fn reserve(&mut self, at: u32, sector: u8, now: u64) {
        self.change(at, now, |line| {
            line.modified_on_fill = line.modified_on_fill & !sector | line.modified & sector;
            line.present &= !sector;
            line.modified &= !sector;
            line.unreadable &= !sector;
            line.reserved |= sector;
        });
    }

    /// Bytes of a sector are written. Whether its others can be read stays as it was, but if `covering` says so: then
    /// they can be exactly if the written bytes are all there are.
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

    /// A sector can be read from now on if its written bytes are all there are.
    pub fn complete(&mut self, at: u32, sector: u8, all: u128) {
        if self.written[at as usize] & all == all {
            self.lines[at as usize].unreadable &= !sector;
        }
    }

    /// When the sector is fetched, it counts as written.
    pub fn modify_on_fill(&mut self, at: u32, sector: u8, bytes: u128) {
        self.add_written(at, bytes);
        self.lines[at as usize].modified_on_fill |= sector;
    }

    /// The bytes written, with these. What an earlier life of the line left is forgotten only here, so that lines
    /// that are never written never touch this.
    #[inline]
    fn add_written(&mut self, at: u32, bytes: u128) -> u128 {
        let line = &self.lines[at as usize];
        let written = &mut self.written[at as usize];
        *written = if line.modified | line.modified_on_fill == 0 { bytes } else { *written | bytes };
        *written
    }

    /// The data of a sector came. A line that was given away in between keeps what it has.
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

    /// What a sector, of the bytes `all`, holds goes, written or not.
    pub fn evict(&mut self, at: u32, sector: u8, all: u128) {
        let time = self.lines[at as usize].time;
        self.written[at as usize] &= !all;
        self.change(at, time, |line| {
            line.present &= !sector;
            line.modified &= !sector;
            line.unreadable &= !sector;
        });
    }

    /// All lines hold nothing from now on, written or not.
    pub fn invalidate(&mut self) {
        if !self.used {
            return;
        }
        self.used = false;
        for set in 0..self.sets.len() as u32 {
            for at in set * self.ways..(set + 1) * self.ways {
                if self.lines[at as usize].list().is_some() {
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
        self.finder.clear();
        self.modified = 0;
    }

    /// Modified lines hold nothing from now on; each is handed over, set by set.
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
