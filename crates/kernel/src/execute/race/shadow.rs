//! Shadow memory: the accesses to each word that a later access could race with.

use super::clock::{Clock, Slot};
use std::collections::BTreeMap;

/// Bytes of a word.
pub(super) const WORD: u64 = 4;
/// Words of a page.
const PAGE: u64 = 1024;
/// Accesses of a word that are kept without a list of their own.
const INLINE: usize = 2;
/// Entries of the table of pages found last.
const RECENT: usize = 64;

/// Properties of an access that decide whether it conflicts with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kind(u8);

impl Kind {
    /// A read.
    pub const READ: Kind = Kind(0);
    /// A write.
    pub const WRITE: Kind = Kind(1);
    /// Reads and writes at once.
    pub const ATOMIC: Kind = Kind(1 | 2 | 4);
    const RMW: u8 = 2;
    const STRONG: u8 = 4;
    const CTA_SCOPE: u8 = 8;
    const VALUED: u8 = 16;
    const COPY: u8 = 32;
    const SWAP: u8 = 64;

    /// An access with memory order, or volatile: two of these do not race.
    pub fn strong(self) -> Kind {
        Kind(self.0 | Kind::STRONG)
    }

    /// A strong access whose scope is the CTA.
    pub fn in_cta(self) -> Kind {
        Kind(self.0 | Kind::CTA_SCOPE)
    }

    /// A write whose value is known.
    pub fn valued(self) -> Kind {
        Kind(self.0 | Kind::VALUED)
    }

    /// An access by an asynchronous copy.
    pub(super) fn copy(self) -> Kind {
        Kind(self.0 | Kind::COPY)
    }

    /// An atomic that writes only if it finds an expected value.
    pub fn compare_and_swap(self) -> Kind {
        Kind(self.0 | Kind::SWAP)
    }

    fn has(self, bits: u8) -> bool {
        self.0 & bits == bits
    }

    pub(super) fn writes(self) -> bool {
        self.has(Kind::WRITE.0)
    }

    pub(super) fn is_atomic(self) -> bool {
        self.has(Kind::RMW)
    }

    pub(super) fn is_strong(self) -> bool {
        self.has(Kind::STRONG)
    }

    pub(super) fn is_copy(self) -> bool {
        self.has(Kind::COPY)
    }

    pub(super) fn is_swap(self) -> bool {
        self.has(Kind::SWAP)
    }

    /// Whether every access that conflicts with `other` conflicts with an access of this kind.
    fn covers(self, other: Kind) -> bool {
        let order = Kind::STRONG | Kind::CTA_SCOPE;
        (self.writes() || !other.writes())
            && (!self.is_strong() || self.0 & order == other.0 & order)
            // A write of the same value does not conflict, so that the values must be known equally well.
            && (!other.writes() || !self.has(Kind::VALUED) || other.has(Kind::VALUED))
    }
}

/// An access to bytes of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Stamp {
    /// CTA (40 bits), slot (6), lane (6), bytes (4) and kind (8), from high to low.
    who: u64,
    /// Time of the agent; 0 for no access.
    time: u32,
    pub pc: u32,
}

/// The agent and instruction of an access: a [`Stamp`] without lane and bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub cta: u64,
    pub slot: Slot,
    pub time: u32,
    pub pc: u32,
    pub kind: Kind,
}

impl Stamp {
    pub fn new(origin: Origin, lane: usize, bytes: u8) -> Stamp {
        let Origin { cta, slot, time, pc, kind } = origin;
        let who =
            cta << 24 | (slot as u64) << 18 | (lane as u64) << 12 | u64::from(bytes) << 8 | u64::from(kind.0);
        Stamp { who, time, pc }
    }

    pub fn cta(self) -> u64 {
        self.who >> 24
    }

    pub fn slot(self) -> Slot {
        (self.who >> 18 & 63) as usize
    }

    pub fn lane(self) -> usize {
        (self.who >> 12 & 63) as usize
    }

    /// Bytes of the word, as bits.
    pub fn bytes(self) -> u8 {
        (self.who >> 8 & 15) as u8
    }

    pub fn kind(self) -> Kind {
        Kind(self.who as u8)
    }

    fn without(self, bytes: u8) -> Stamp {
        Stamp { who: self.who & !(u64::from(bytes) << 8), ..self }
    }

    fn is_none(self) -> bool {
        self.time == 0
    }

    /// Whether two accesses are of the same warp, or of copies of the same warp.
    pub fn same_agent(self, other: Stamp) -> bool {
        self.who >> 18 == other.who >> 18
    }

    /// Whether two accesses are of the same agent and not separated by synchronisation.
    fn same_epoch(self, other: Stamp) -> bool {
        self.same_agent(other) && self.time == other.time
    }

    /// Whether the access happened before the point of `clock`, in CTA `cta`.
    pub fn before(self, clock: &Clock, cta: u64) -> bool {
        let times = match self.cta() == cta {
            true => Some(&clock.own[..]),
            false => clock.others.of(self.cta()),
        };
        times.and_then(|times| times.get(self.slot())).is_some_and(|&time| time >= self.time)
    }
}

/// A word: its last accesses, the latest first.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    stamps: [Stamp; INLINE],
    /// Bytes that the last writes with known values wrote.
    value: u32,
    /// Number of a list of further accesses, or 0.
    more: u32,
}

/// An access to a word, and the point at which it happens.
pub(super) struct WordAccess<'a> {
    pub stamp: Stamp,
    /// Value of the bytes written, at their place in the word.
    pub value: u32,
    pub clock: &'a Clock,
    pub cta: u64,
}

/// Lists of accesses for words that have more than a few.
#[derive(Debug, Default)]
struct Lists {
    lists: Vec<Vec<Stamp>>,
    free: Vec<u32>,
}

impl Lists {
    fn take(&mut self, number: &mut u32) -> Vec<Stamp> {
        let Some(at) = number.checked_sub(1) else { return Vec::new() };
        self.free.push(*number);
        *number = 0;
        std::mem::take(&mut self.lists[at as usize])
    }

    fn put(&mut self, list: Vec<Stamp>) -> u32 {
        if list.is_empty() {
            return 0;
        }
        let number = self.free.pop().unwrap_or_else(|| {
            self.lists.push(Vec::new());
            self.lists.len() as u32
        });
        self.lists[number as usize - 1] = list;
        number
    }
}

impl Cell {
    /// Records an access and passes earlier ones with which it races to `race`. At most `most` accesses are kept.
    fn access(
        &mut self,
        lists: &mut Lists,
        access: &WordAccess<'_>,
        most: usize,
        mut race: impl FnMut(Stamp),
    ) {
        let me = access.stamp;
        let (kind, bytes) = (me.kind(), me.bytes());
        let last = self.stamps[0];
        // Nothing has happened since the same warp accessed the word in this way.
        if last.same_epoch(me)
            && !last.is_none()
            && last.kind().covers(kind)
            && bytes & !last.bytes() == 0
            && !kind.is_copy()
        {
            if kind.writes() {
                self.store(access);
            }
            return;
        }
        let same_value = |cell: &Cell, both: u8| (cell.value ^ access.value) & spread(both) == 0;
        let mut visit = |cell: &Cell, stamp: Stamp| -> Option<Stamp> {
            let both = stamp.bytes() & bytes;
            if both == 0 {
                return Some(stamp);
            }
            if !stamp.before(access.clock, access.cta) {
                if conflict(stamp, me) {
                    let known = stamp.kind().has(Kind::VALUED) && kind.has(Kind::VALUED);
                    if !(known && same_value(cell, both)) {
                        race(stamp);
                    }
                }
                return Some(stamp);
            }
            // A compare-and-swap confirms the value that its warp has read before.
            let confirmed = kind.is_swap() && stamp.same_agent(me) && !stamp.kind().writes();
            // A strong access of the CTA conflicts with fewer accesses of its own CTA than one of another.
            let elsewhere = kind.has(Kind::CTA_SCOPE) && stamp.cta() != me.cta();
            if (!kind.covers(stamp.kind()) || elsewhere) && !confirmed {
                return Some(stamp);
            }
            Some(stamp.without(bytes)).filter(|left| left.bytes() != 0)
        };
        if self.more == 0 {
            let kept = self.stamps.map(|s| (!s.is_none()).then(|| visit(self, s)).flatten());
            if kind.writes() {
                self.store(access);
            }
            match kept {
                [None, None] => self.stamps = [me, Stamp::default()],
                [Some(one), None] | [None, Some(one)] => self.stamps = [me, one],
                [Some(first), Some(second)] => {
                    self.stamps = [me, first];
                    self.more = lists.put(vec![second]);
                }
            }
            return;
        }
        let mut list = lists.take(&mut self.more);
        let mut kept: Vec<Stamp> = Vec::with_capacity(list.len() + INLINE);
        kept.extend(self.stamps.iter().chain(&list).filter_map(|&stamp| visit(self, stamp)));
        if kept.len() >= most {
            // A write stays longer than reads: a later read can race with it.
            let oldest_read = kept.iter().rposition(|stamp| !stamp.kind().writes());
            kept.remove(oldest_read.unwrap_or(kept.len() - 1));
        }
        if kind.writes() {
            self.store(access);
        }
        let mut kept = kept.into_iter();
        self.stamps = [me, kept.next().unwrap_or_default()];
        list.clear();
        list.extend(kept);
        self.more = lists.put(list);
    }

    fn store(&mut self, access: &WordAccess<'_>) {
        let bits = spread(access.stamp.bytes());
        self.value = self.value & !bits | access.value & bits;
    }
}

/// Whether two accesses of different agents conflict if they are not ordered.
fn conflict(a: Stamp, b: Stamp) -> bool {
    let (x, y) = (a.kind(), b.kind());
    if !x.writes() && !y.writes() {
        return false;
    }
    let wide = a.cta() == b.cta() || !x.has(Kind::CTA_SCOPE) && !y.has(Kind::CTA_SCOPE);
    !(x.is_strong() && y.is_strong() && wide)
}

/// A mask of bytes as a mask of bits.
fn spread(bytes: u8) -> u32 {
    (0..4).filter(|b| bytes >> b & 1 == 1).fold(0, |bits, b| bits | 0xff << (8 * b))
}

/// Shadow of shared memory. It is used for one CTA after the other: accesses of an earlier CTA count as none.
#[derive(Debug, Default)]
pub(super) struct SharedShadow {
    cells: Vec<Cell>,
    lists: Lists,
}

/// Most accesses of a word of shared memory: one per agent of a CTA.
const MOST_SHARED: usize = 66;
/// Most accesses of a word of global memory. Without synchronisation between CTAs, two are enough to find a race.
const MOST_GLOBAL: usize = 8;

impl SharedShadow {
    /// Records an access to the word at `address`.
    pub fn access(&mut self, address: u64, access: &WordAccess<'_>, race: impl FnMut(Stamp)) {
        let word = (address / WORD) as usize;
        if word >= self.cells.len() {
            self.cells.resize(word + 1, Cell::default());
        }
        let cell = &mut self.cells[word];
        if cell.stamps[0].cta() != access.cta {
            self.lists.take(&mut cell.more);
            *cell = Cell::default();
        }
        cell.access(&mut self.lists, access, MOST_SHARED, race);
    }
}

/// Shadow of global memory.
#[derive(Debug)]
pub(super) struct GlobalShadow {
    pages: Vec<Box<[Cell]>>,
    /// Index in `pages` by number of the page.
    index: BTreeMap<u64, u32>,
    /// Pages found last, by the low bits of their numbers.
    recent: [(u64, u32); RECENT],
    lists: Lists,
}

impl Default for GlobalShadow {
    fn default() -> GlobalShadow {
        let (pages, index, lists) = Default::default();
        GlobalShadow { pages, index, recent: [(u64::MAX, 0); RECENT], lists }
    }
}

impl GlobalShadow {
    fn page(&mut self, number: u64) -> u32 {
        let recent = &mut self.recent[number as usize % RECENT];
        if recent.0 != number {
            let at = *self.index.entry(number).or_insert_with(|| {
                self.pages.push(vec![Cell::default(); PAGE as usize].into_boxed_slice());
                self.pages.len() as u32 - 1
            });
            *recent = (number, at);
        }
        recent.1
    }

    /// Records an access to the word at `address`.
    pub fn access(&mut self, address: u64, access: &WordAccess<'_>, race: impl FnMut(Stamp)) {
        let word = address / WORD;
        let page = self.page(word / PAGE) as usize;
        let cell = &mut self.pages[page][(word % PAGE) as usize];
        cell.access(&mut self.lists, access, MOST_GLOBAL, race);
    }
}
