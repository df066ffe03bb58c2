//! What accesses and fills do: first whether one can be taken, which changes nothing; then what it changes.

use super::description::{SECTOR_BYTES, WriteAllocate, WritePolicy};
use super::lines::{Probe, Victim};
use super::{
    Access, Answer, Bytes, Cache, Cause, Kind, Outcome, Sectors, Send, SendKind, Space, Tag, Waiter,
    written_back,
};
use crate::{Cycle, Line};

/// Where an address lies.
#[derive(Clone, Copy)]
struct Place {
    /// The line's number.
    tag: u64,
    /// The number of what is fetched by itself: the sector, or the line if it has none.
    unit: u64,
    /// The unit's bit in the line's masks.
    sector: u8,
}

/// How an access will be handled: what was looked up to know that it can be.
#[derive(Clone, Copy)]
struct Found {
    probe: Probe,
    /// The line to be replaced, if one is needed.
    victim: Option<u32>,
    set: u32,
    /// The fetch to join, if there is one.
    entry: Option<u32>,
}

/// What an access needs to be taken.
struct Needs {
    line: bool,
    mshr: bool,
    /// Requests it may send, at most; none if it surely sends none.
    sends: u32,
}

impl Cache {
    /// An access. Times must not go backwards.
    ///
    /// # Panics
    /// If it writes to a read-only cache.
    #[inline]
    pub fn access(&mut self, access: &Access, now: Cycle) -> Outcome {
        let place = self.place(access.address);
        let probe = self.lines.probe(place.tag, place.sector, access.kind == Kind::Write);
        if let (Kind::Read, Probe::Hit(at)) = (access.kind, probe) {
            // What most accesses are, without what they do not need.
            self.counters.reads.hits += 1;
            self.lines.touch(at, now.0);
            self.occupy_data_port(self.port_cycles(access), now);
            return Outcome::Taken { tag: Tag::Hit, answer: Answer::Now };
        }
        match self.check(access, place, probe) {
            Err(cause) => {
                self.count_fails(access.kind, cause, 1);
                Outcome::Fail(cause)
            }
            Ok(found) => {
                let tag = match found.probe {
                    Probe::Hit(_) => Tag::Hit,
                    Probe::Reserved(_) => Tag::Pending,
                    Probe::Sector(_) => Tag::SectorMiss,
                    Probe::Miss => Tag::Miss,
                };
                let merged = found.entry.is_some();
                if access.kind != Kind::Read {
                    // What is modified now may be read, or may be enough to be replaced.
                    self.bump_all();
                }
                let answer = if access.kind == Kind::Write {
                    self.counters.writes.count(tag, merged);
                    self.write(access, place, found, now)
                } else {
                    self.counters.reads.count(tag, merged);
                    self.read(access, place, found, now)
                };
                Outcome::Taken { tag, answer }
            }
        }
    }

    /// Why the access would not be taken now, if so.
    pub fn would_fail(&self, access: &Access) -> Option<Cause> {
        let place = self.place(access.address);
        let probe = self.lines.probe(place.tag, place.sector, access.kind == Kind::Write);
        self.check(access, place, probe).err()
    }

    #[inline]
    fn place(&self, address: u64) -> Place {
        let unit = address >> self.unit_shift;
        Place { tag: address >> self.line_shift, unit, sector: 1 << (unit & self.unit_mask) }
    }

    /// The bytes of a unit.
    fn bytes(&self, place: Place) -> u128 {
        if self.is_sectored() {
            u128::from(u32::MAX) << (32 * (place.unit & 3))
        } else {
            u128::MAX >> (128 - (1_u32 << self.line_shift))
        }
    }

    /// Whether all of a unit is written.
    fn covers(&self, access: &Access, place: Place) -> bool {
        let all = self.bytes(place);
        access.bytes.0 & all == all
    }

    #[inline]
    fn check(&self, access: &Access, place: Place, probe: Probe) -> Result<Found, Cause> {
        let mut found = Found { probe, victim: None, set: 0, entry: None };
        if matches!(probe, Probe::Hit(_)) && access.kind != Kind::Write {
            return Ok(found);
        }
        let needs = self.needs(access, place, probe);
        // The order of the checks is the order of GPGPU-Sim's, and so of the causes counted.
        if needs.line && (probe == Probe::Miss || !self.on_miss) {
            found.set = self.index.of(access.index);
            if self.on_miss {
                let victim = self.lines.victim(found.set, self.spares_modified());
                found.victim = Some(victim.ok_or(Cause::NoLine)?);
            }
        }
        if needs.sends > 0 && self.queue.len() + needs.sends as usize > self.queue_limit as usize {
            return Err(Cause::QueueFull);
        }
        if needs.mshr {
            found.entry = self.mshrs.find(place.unit);
            match found.entry {
                Some(entry) if self.mshrs.merged_out(entry) => return Err(Cause::MergesFull),
                None if self.mshrs.full() => return Err(Cause::MshrsFull),
                _ => {}
            }
        }
        Ok(found)
    }

    #[inline]
    fn needs(&self, access: &Access, place: Place, probe: Probe) -> Needs {
        if access.kind != Kind::Write {
            // A fetch, and of a cache that is written a modified line that goes for it.
            let sends = if self.write == WritePolicy::ReadOnly { 1 } else { 2 };
            return Needs { line: true, mshr: true, sends };
        }
        assert!(self.write != WritePolicy::ReadOnly, "a write to a read-only cache");
        if matches!(probe, Probe::Hit(_)) {
            return Needs { line: false, mshr: false, sends: u32::from(!self.writes_back(access.space)) };
        }
        match self.write_allocate {
            WriteAllocate::None => Needs { line: false, mshr: false, sends: 1 },
            WriteAllocate::Fetch => Needs { line: true, mshr: true, sends: 3 },
            WriteAllocate::FetchOnWrite if !self.covers(access, place) => {
                Needs { line: true, mshr: true, sends: 2 }
            }
            WriteAllocate::FetchOnWrite | WriteAllocate::LazyFetchOnRead => {
                Needs { line: true, mshr: false, sends: 1 }
            }
        }
    }

    /// Whether a write that hits stays here.
    fn writes_back(&self, space: Space) -> bool {
        match self.write {
            WritePolicy::WriteBack => true,
            WritePolicy::LocalBackGlobalEvict => space == Space::Local,
            _ => false,
        }
    }

    /// Whether modified lines are too few to be replaced.
    #[inline]
    fn spares_modified(&self) -> bool {
        let (modified, lines) = (u64::from(self.lines.modified()), u64::from(self.lines.count()));
        100 * modified < u64::from(self.dirty_percent) * lines
    }

    fn read(&mut self, access: &Access, place: Place, found: Found, now: Cycle) -> Answer {
        if let Probe::Hit(at) = found.probe {
            // An atomic: other reads that hit are done with.
            self.lines.write(at, place.sector, access.bytes.0, None, now.0);
            self.occupy_data_port(self.port_cycles(access), now);
            return Answer::Now;
        }
        let modifies = if access.kind == Kind::Atomic { Some(access.bytes) } else { None };
        let victim = self.fetch(access.waiter, modifies, place, found, now);
        self.write_back(victim);
        Answer::Fill
    }

    fn write(&mut self, access: &Access, place: Place, found: Found, now: Cycle) -> Answer {
        if let Probe::Hit(at) = found.probe {
            let keeps = self.writes_back(access.space);
            if keeps || self.write == WritePolicy::WriteThrough {
                self.lines.write(at, place.sector, access.bytes.0, None, now.0);
                self.lines.complete(at, place.sector, self.bytes(place));
            } else {
                self.lines.evict(at, place.sector, self.bytes(place));
            }
            self.occupy_data_port(self.port_cycles(access), now);
            return if keeps { Answer::Now } else { self.forward(access) };
        }
        let (answer, victim) = match self.write_allocate {
            WriteAllocate::None => (self.forward(access), None),
            WriteAllocate::Fetch => {
                let answer = self.forward(access);
                (answer, self.fetch(Waiter::NOBODY, None, place, found, now))
            }
            WriteAllocate::FetchOnWrite if !self.covers(access, place) => {
                (Answer::Fill, self.fetch(access.waiter, Some(access.bytes), place, found, now))
            }
            WriteAllocate::FetchOnWrite => {
                let (at, victim) = self.hold(place, found, now).expect("a line is allocated on miss");
                self.lines.write(at, place.sector, access.bytes.0, None, now.0);
                (Answer::Now, victim)
            }
            WriteAllocate::LazyFetchOnRead => {
                let through = self.write == WritePolicy::WriteThrough;
                let answer = if through { self.forward(access) } else { Answer::Now };
                let (at, victim) = self.hold(place, found, now).expect("a line is allocated on miss");
                self.lines.write(at, place.sector, access.bytes.0, Some(self.bytes(place)), now.0);
                (answer, victim)
            }
        };
        // The line that goes is read out of the data array. (For reads GPGPU-Sim does not count that.)
        let sectors = self.write_back(victim);
        self.occupy_data_port((sectors * SECTOR_BYTES) >> self.port_shift, now);
        answer
    }

    /// Makes the sector wait for data, or notes that it is wanted once more; nothing if lines are allocated on fill.
    #[inline]
    fn hold(&mut self, place: Place, found: Found, now: Cycle) -> Option<(u32, Option<Victim>)> {
        if !self.on_miss {
            return None;
        }
        match found.probe {
            Probe::Miss => {
                let at = found.victim?;
                self.note(at, None);
                Some((at, self.lines.allocate(at, found.set, place.tag, place.sector, now.0)))
            }
            Probe::Sector(at) => {
                self.lines.reserve(at, place.sector, now.0);
                Some((at, None))
            }
            Probe::Reserved(at) | Probe::Hit(at) => {
                self.lines.touch(at, now.0);
                Some((at, None))
            }
        }
    }

    /// Notes in the log, if there is one, that a line is about to hold something else: for the warp that asks, or the one that asked
    /// when the MSHR was taken.
    #[inline]
    fn note(&mut self, at: u32, entry: Option<u32>) {
        if self.log.is_some() {
            self.note_in_log(at, entry);
        }
    }

    #[cold]
    fn note_in_log(&mut self, at: u32, entry: Option<u32>) {
        let Some(log) = &mut self.log else { return };
        let slot = entry.map_or(log.asker, |entry| log.askers[entry as usize]);
        let owner = std::mem::replace(&mut log.owners[at as usize], slot);
        if let Some(tag) = self.lines.holds(at) {
            log.evicted.push((owner, Line(tag)));
        }
    }

    /// Fetches a sector, or joins those who wait for it.
    #[inline]
    fn fetch(
        &mut self,
        waiter: Waiter,
        modifies: Option<Bytes>,
        place: Place,
        found: Found,
        now: Cycle,
    ) -> Option<Victim> {
        let held = self.hold(place, found, now);
        if let (Some((at, _)), Some(bytes)) = (held, modifies) {
            self.lines.modify_on_fill(at, place.sector, bytes.0);
        }
        if let Some(entry) = found.entry {
            self.mshrs.join(entry, waiter);
            if let (Some((at, _)), true) = (held, self.mshrs.is_ready(entry)) {
                // The data are in the MSHR: no fill will come for this line.
                self.lines.fill(at, place.sector);
                self.bump_all();
            }
        } else {
            let entry = self.mshrs.open(place.unit, found.set);
            if let Some(log) = &mut self.log {
                log.askers[entry as usize] = log.asker;
            }
            self.mshrs.join(entry, waiter);
            self.counters.fetches += 1;
            self.queue.push_back(Send {
                kind: SendKind::Fetch,
                address: place.unit << self.unit_shift,
                sectors: Sectors(if self.is_sectored() { place.sector } else { self.line_sectors }),
                bytes: Bytes(0),
                waiter,
            });
        }
        held.and_then(|(_, victim)| victim)
    }

    /// Sends a write below.
    fn forward(&mut self, access: &Access) -> Answer {
        let sectors = (0..4).filter(|n| access.bytes.0 >> (32 * n) & u128::from(u32::MAX) != 0);
        self.counters.forwarded += 1;
        self.queue.push_back(Send {
            kind: SendKind::Write,
            address: access.address,
            sectors: Sectors(sectors.fold(0, |mask, n| mask | 1 << n)),
            bytes: access.bytes,
            waiter: access.waiter,
        });
        Answer::Below
    }

    /// Sends what was replaced below, unless it is there already; says how many sectors.
    #[inline]
    fn write_back(&mut self, victim: Option<Victim>) -> u32 {
        let Some(victim) = victim else { return 0 };
        if self.write == WritePolicy::WriteThrough {
            return 0;
        }
        let whole = if self.is_sectored() { None } else { Some(self.line_sectors) };
        let send = written_back(victim, self.line_shift, whole);
        self.counters.write_backs += 1;
        self.queue.push_back(send);
        send.sectors.0.count_ones()
    }

    /// The data port is busy for so many cycles more.
    #[inline]
    fn occupy_data_port(&mut self, cycles: u32, now: Cycle) {
        if cycles > 0 {
            self.data_port = Cycle(self.data_port.max(now).0 + u64::from(cycles));
        }
    }

    /// Cycles that an access keeps the data port busy.
    #[inline]
    fn port_cycles(&self, access: &Access) -> u32 {
        (access.size + (1 << self.port_shift) - 1) >> self.port_shift
    }

    /// Sectors of a line came from below. Says whether that is all that was fetched at once: then those who wait for
    /// it can be taken with [`Cache::pop_ready`].
    ///
    /// # Panics
    /// If nothing is under way for the address.
    pub fn fill(&mut self, address: u64, sectors: Sectors, now: Cycle) -> bool {
        let place = self.place(address);
        let entry = self.mshrs.find(place.unit).expect("only what was fetched comes");
        let all = if self.is_sectored() { place.sector } else { self.line_sectors };
        if !self.mshrs.arrive(entry, sectors.0, all) {
            return false;
        }
        if self.on_miss {
            if let Some(at) = self.lines.find(place.tag) {
                self.lines.fill(at, place.sector);
                self.bump_all();
            }
        } else {
            let victim = self.settle(place, self.mshrs.set(entry), Some(entry), now);
            self.write_back(victim);
        }
        let cycles = 1_u64 << self.unit_shift >> self.port_shift;
        self.fill_port = Cycle(self.fill_port.max(now).0 + cycles);
        self.bump_all();
        true
    }

    /// Puts the data of an address here as if they had been fetched, as a copy from the host does to an L2. What they
    /// replace is gone without a trace; if nothing can be replaced, nothing happens.
    pub fn install(&mut self, address: u64, index: u64, now: Cycle) {
        let (place, set) = (self.place(address), self.index.of(index));
        self.settle(place, set, None, now);
        self.bump_all();
    }

    /// Makes a sector's data be here, replacing a line if need be and possible.
    fn settle(&mut self, place: Place, set: u32, entry: Option<u32>, now: Cycle) -> Option<Victim> {
        let (at, victim) = match self.lines.probe(place.tag, place.sector, false) {
            Probe::Hit(_) | Probe::Reserved(_) => return None,
            Probe::Sector(at) => {
                self.lines.reserve(at, place.sector, now.0);
                (at, None)
            }
            Probe::Miss => {
                let at = self.lines.victim(set, self.spares_modified())?;
                self.note(at, entry);
                (at, self.lines.allocate(at, set, place.tag, place.sector, now.0))
            }
        };
        self.lines.fill(at, place.sector);
        victim
    }
}
