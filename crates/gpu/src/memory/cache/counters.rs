//! What happened in a cache, in numbers.

use std::ops::AddAssign;

/// Why a cache does not take an access now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// Every line of the set waits for data, or is modified and spared.
    NoLine,
    /// Too many requests wait to be sent below.
    QueueFull,
    /// Too many lines or sectors are under way.
    MshrsFull,
    /// Too many accesses wait for this line or sector.
    MergesFull,
}

impl Cause {
    /// Every cause.
    pub const ALL: [Cause; 4] = [Cause::NoLine, Cause::QueueFull, Cause::MshrsFull, Cause::MergesFull];
}

/// What the tags said of an access that was taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tag {
    /// The data are here.
    Hit,
    /// They are under way.
    Pending,
    /// Neither the data nor their line are here.
    Miss,
    /// The line is here, the sector is not, or not all of its bytes.
    SectorMiss,
}

/// Accesses of a kind, by what became of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The data were here.
    pub hits: u64,
    /// The data were under way.
    pub pending: u64,
    /// The line was not here.
    pub misses: u64,
    /// The line was here and the sector was not.
    pub sector_misses: u64,
    /// Of those taken, accesses that joined a fetch under way.
    pub merged: u64,
    /// Accesses not taken, once for each attempt, by [`Cause`].
    pub fails: [u64; 4],
}

/// What happened in a cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Reads and atomics.
    pub reads: Counts,
    /// Writes.
    pub writes: Counts,
    /// Fetches sent below.
    pub fetches: u64,
    /// Writes sent below.
    pub forwarded: u64,
    /// Replaced lines sent below because they were modified.
    pub write_backs: u64,
}

impl Counts {
    /// Accesses taken.
    pub fn accesses(&self) -> u64 {
        self.hits + self.pending + self.misses + self.sector_misses
    }

    /// Accesses not taken for this cause, once for each attempt.
    pub fn failed(&self, cause: Cause) -> u64 {
        self.fails[cause as usize]
    }

    /// Accesses not taken.
    pub fn all_fails(&self) -> u64 {
        self.fails.iter().sum()
    }

    #[inline]
    pub(super) fn count(&mut self, tag: Tag, merged: bool) {
        self.merged += u64::from(merged);
        *match tag {
            Tag::Hit => &mut self.hits,
            Tag::Pending => &mut self.pending,
            Tag::Miss => &mut self.misses,
            Tag::SectorMiss => &mut self.sector_misses,
        } += 1;
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.hits += other.hits;
        self.pending += other.pending;
        self.misses += other.misses;
        self.sector_misses += other.sector_misses;
        self.merged += other.merged;
        for (sum, more) in self.fails.iter_mut().zip(other.fails) {
            *sum += more;
        }
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.reads += other.reads;
        self.writes += other.writes;
        self.fetches += other.fetches;
        self.forwarded += other.forwarded;
        self.write_backs += other.write_backs;
    }
}
