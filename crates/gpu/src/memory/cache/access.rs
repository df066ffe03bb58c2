//! Accesses and fills. An access first checks all resources without changing state, then commits.

use super::description::{SECTOR_BYTES, WriteAllocate, WritePolicy};
use super::tag_array::{Probe, Victim};
use super::{
    Access, AccessType, Bytes, Cache, LowerRequest, LowerRequestKind, MshrId, Outcome, ReservationFailure,
    Response, Sectors, TagStatus, Waiter, write_back_request,
};
use crate::ids::{Cycle, Line};

/// An address split into tag, fetch unit and sector.
#[derive(Clone, Copy)]
struct LineAddress {
    /// The line number.
    tag: u64,
    /// The number of the fetch unit: a sector, or a line of an unsectored cache.
    unit: u64,
    /// The unit's bit in the line's sector masks.
    sector: u8,
}

/// The result of the checks of an access, used to commit it.
#[derive(Clone, Copy)]
struct Lookup {
    probe: Probe,
    /// The line to evict, if the access allocates one.
    victim: Option<u32>,
    set: u32,
    /// The MSHR to merge into, if the unit is already being fetched.
    entry: Option<u32>,
}

/// The resources that an access needs.
struct Resources {
    line: bool,
    mshr: bool,
    /// The largest number of requests that it may send to the next level.
    sends: u32,
}

impl Cache {
    /// Performs an access. Cycles must not decrease from call to call.
    ///
    /// # Panics
    /// If a write accesses a read-only cache.
    #[inline]
    pub fn access(&mut self, access: &Access, now: Cycle) -> Outcome {
        self.access_indexed(access, now, || access.index)
    }

    /// The same as [`Cache::access`], with the address from which the set index is computed. It is asked for only if the access
    /// needs a line, because an L2 slice has to compute it.
    #[inline]
    pub fn access_indexed(&mut self, access: &Access, now: Cycle, index: impl Fn() -> u64) -> Outcome {
        let line = self.locate(access.address);
        let probe = self.lines.probe(line.tag, line.sector, access.kind == AccessType::Write);
        if let (AccessType::Read, Probe::Hit(at)) = (access.kind, probe) {
            // Read hits are the common case and take this short path.
            self.counters.reads.hits += 1;
            self.lines.touch(at, now.0);
            self.occupy_data_port(self.port_cycles(access), now);
            return Outcome::Accepted { tag: TagStatus::Hit, response: Response::Immediate };
        }
        match self.check(access, line, probe, index) {
            Err(cause) => {
                self.count_reservation_fails(access.kind, cause, 1);
                Outcome::Rejected(cause)
            }
            Ok(found) => {
                let tag = match found.probe {
                    Probe::Hit(_) => TagStatus::Hit,
                    Probe::Reserved(_) => TagStatus::Pending,
                    Probe::Sector(_) => TagStatus::SectorMiss,
                    Probe::Miss => TagStatus::Miss,
                };
                let merged = found.entry.is_some();
                if access.kind != AccessType::Read {
                    // Newly modified bytes may make a sector readable or a line evictable.
                    self.bump_all();
                }
                let response = if access.kind == AccessType::Write {
                    self.counters.writes.count(tag, merged);
                    self.write(access, line, &found, now)
                } else {
                    self.counters.reads.count(tag, merged);
                    self.read(access, line, &found, now)
                };
                Outcome::Accepted { tag, response }
            }
        }
    }

    /// The reason why the access would be rejected now, if it would.
    pub fn would_fail(&self, access: &Access) -> Option<ReservationFailure> {
        let line = self.locate(access.address);
        let probe = self.lines.probe(line.tag, line.sector, access.kind == AccessType::Write);
        self.check(access, line, probe, || access.index).err()
    }

    #[inline]
    fn locate(&self, address: u64) -> LineAddress {
        let unit = address >> self.unit_shift;
        LineAddress { tag: address >> self.line_shift, unit, sector: 1 << (unit & self.unit_mask) }
    }

    /// The bytes of a fetch unit.
    fn bytes(&self, line: LineAddress) -> u128 {
        if self.is_sectored() {
            u128::from(u32::MAX) << (32 * (line.unit & 3))
        } else {
            u128::MAX >> (128 - (1_u32 << self.line_shift))
        }
    }

    /// Whether the access writes every byte of the unit.
    fn covers(&self, access: &Access, line: LineAddress) -> bool {
        let all = self.bytes(line);
        access.bytes.0 & all == all
    }

    #[inline]
    fn check(
        &self,
        access: &Access,
        line: LineAddress,
        probe: Probe,
        index: impl Fn() -> u64,
    ) -> Result<Lookup, ReservationFailure> {
        let mut found = Lookup { probe, victim: None, set: 0, entry: None };
        if matches!(probe, Probe::Hit(_)) && access.kind != AccessType::Write {
            return Ok(found);
        }
        let needs = self.needs(access, line, probe);
        // The order of the checks decides which reason is counted; it follows GPGPU-Sim.
        if needs.line && (probe == Probe::Miss || !self.on_miss) {
            found.set = self.index.of(index());
            if self.on_miss {
                let victim = self.lines.victim(found.set, self.protects_modified());
                found.victim = Some(victim.ok_or(ReservationFailure::NoLine)?);
            }
        }
        if needs.sends > 0 && self.queue.len() + needs.sends as usize > self.queue_limit as usize {
            return Err(ReservationFailure::QueueFull);
        }
        if needs.mshr {
            found.entry = self.mshrs.find(line.unit);
            match found.entry {
                Some(entry) if self.mshrs.merged_out(entry) => return Err(ReservationFailure::MergesFull),
                None if self.mshrs.full() => return Err(ReservationFailure::MshrsFull),
                _ => {}
            }
        }
        Ok(found)
    }

    #[inline]
    fn needs(&self, access: &Access, line: LineAddress, probe: Probe) -> Resources {
        if access.kind != AccessType::Write {
            // A fetch and, in a writable cache, the write-back of the evicted line.
            let sends = if self.write == WritePolicy::ReadOnly { 1 } else { 2 };
            return Resources { line: true, mshr: true, sends };
        }
        assert!(self.write != WritePolicy::ReadOnly, "a write to a read-only cache");
        if matches!(probe, Probe::Hit(_)) {
            return Resources {
                line: false,
                mshr: false,
                sends: u32::from(!self.write.keeps_hit(access.space)),
            };
        }
        match self.write_allocate {
            WriteAllocate::None => Resources { line: false, mshr: false, sends: 1 },
            WriteAllocate::Fetch => Resources { line: true, mshr: true, sends: 3 },
            WriteAllocate::AlwaysFetch => Resources { line: true, mshr: true, sends: 2 },
            WriteAllocate::FetchOnWrite if !self.covers(access, line) => {
                Resources { line: true, mshr: true, sends: 2 }
            }
            WriteAllocate::FetchOnWrite | WriteAllocate::LazyFetchOnRead => {
                Resources { line: true, mshr: false, sends: 1 }
            }
        }
    }

    /// Whether too few lines are modified for them to be evicted (`dirty_percent`).
    #[inline]
    fn protects_modified(&self) -> bool {
        let (modified, lines) = (u64::from(self.lines.modified()), u64::from(self.lines.count()));
        100 * modified < u64::from(self.dirty_percent) * lines
    }

    #[inline]
    fn read(&mut self, access: &Access, line: LineAddress, found: &Lookup, now: Cycle) -> Response {
        if let Probe::Hit(at) = found.probe {
            // An atomic: plain read hits returned earlier.
            self.lines.write(at, line.sector, access.bytes.0, None, now.0);
            self.occupy_data_port(self.port_cycles(access), now);
            return Response::Immediate;
        }
        let modifies = if access.kind == AccessType::Atomic { Some(access.bytes) } else { None };
        let victim = self.fetch(access.waiter, modifies, line, found, now);
        self.write_back(victim);
        Response::OnFill
    }

    fn write(&mut self, access: &Access, line: LineAddress, found: &Lookup, now: Cycle) -> Response {
        if let Probe::Hit(at) = found.probe {
            let keeps = self.write.keeps_hit(access.space);
            if keeps || self.write == WritePolicy::WriteThrough {
                self.lines.write(at, line.sector, access.bytes.0, None, now.0);
                self.lines.complete(at, line.sector, self.bytes(line));
            } else {
                self.lines.evict(at, line.sector, self.bytes(line));
            }
            self.occupy_data_port(self.port_cycles(access), now);
            return if keeps { Response::Immediate } else { self.forward(access) };
        }
        let (response, victim) = match self.write_allocate {
            WriteAllocate::None => (self.forward(access), None),
            WriteAllocate::Fetch => {
                let response = self.forward(access);
                (response, self.fetch(Waiter::NONE, None, line, found, now))
            }
            WriteAllocate::AlwaysFetch => {
                (Response::OnFill, self.fetch(access.waiter, Some(access.bytes), line, found, now))
            }
            WriteAllocate::FetchOnWrite if !self.covers(access, line) => {
                (Response::OnFill, self.fetch(access.waiter, Some(access.bytes), line, found, now))
            }
            WriteAllocate::FetchOnWrite => {
                let (at, victim) =
                    self.reserve_sector(line, found, now).expect("a line is allocated on miss");
                self.lines.write(at, line.sector, access.bytes.0, None, now.0);
                (Response::Immediate, victim)
            }
            WriteAllocate::LazyFetchOnRead => {
                let forwards = self.write_allocate.forwards_miss(self.write);
                let response = if forwards { self.forward(access) } else { Response::Immediate };
                let (at, victim) =
                    self.reserve_sector(line, found, now).expect("a line is allocated on miss");
                self.lines.write(at, line.sector, access.bytes.0, Some(self.bytes(line)), now.0);
                (response, victim)
            }
        };
        // The evicted line is read out of the data array. GPGPU-Sim does not model this for reads.
        let sectors = self.write_back(victim);
        self.occupy_data_port((sectors * SECTOR_BYTES) >> self.port_shift, now);
        response
    }

    /// Reserves the sector for a fill, or updates its recency if it is already reserved. Returns `None` if lines are
    /// allocated on fill.
    #[inline]
    fn reserve_sector(
        &mut self,
        line: LineAddress,
        found: &Lookup,
        now: Cycle,
    ) -> Option<(u32, Option<Victim>)> {
        if !self.on_miss {
            return None;
        }
        match found.probe {
            Probe::Miss => {
                let at = found.victim?;
                self.record_owner(at, None);
                Some((at, self.lines.allocate(at, found.set, line.tag, line.sector, now.0)))
            }
            Probe::Sector(at) => {
                self.lines.reserve(at, line.sector, now.0);
                Some((at, None))
            }
            Probe::Reserved(at) | Probe::Hit(at) => {
                self.lines.touch(at, now.0);
                Some((at, None))
            }
        }
    }

    /// Records, if owners are tracked, that a line is reallocated: to the warp of the current access, or to the warp
    /// that allocated the MSHR.
    #[inline]
    fn record_owner(&mut self, at: u32, entry: Option<u32>) {
        if self.log.is_some() {
            self.record_owner_slow(at, entry);
        }
    }

    #[cold]
    fn record_owner_slow(&mut self, at: u32, entry: Option<u32>) {
        let Some(log) = &mut self.log else { return };
        let slot = entry.map_or(log.requester, |entry| log.mshr_requesters[entry as usize]);
        let owner = std::mem::replace(&mut log.owners[at as usize], slot);
        if let Some(tag) = self.lines.holds(at) {
            log.evicted.push((owner, Line(tag)));
        }
    }

    /// Fetches a sector, or merges into the fetch in flight.
    #[inline]
    fn fetch(
        &mut self,
        waiter: Waiter,
        modifies: Option<Bytes>,
        line: LineAddress,
        found: &Lookup,
        now: Cycle,
    ) -> Option<Victim> {
        let held = self.reserve_sector(line, found, now);
        if let (Some((at, _)), Some(bytes)) = (held, modifies) {
            self.lines.modify_on_fill(at, line.sector, bytes.0);
        }
        if let Some(entry) = found.entry {
            self.mshrs.join(entry, waiter);
            if let (Some((at, _)), true) = (held, self.mshrs.is_ready(entry)) {
                // The MSHR already holds the data, so no fill will arrive for this line.
                self.lines.fill(at, line.sector);
                self.bump_all();
            }
        } else {
            let hint = held.map_or(0, |(at, _)| at);
            let entry = self.mshrs.open(line.unit, found.set, hint, waiter);
            if let Some(log) = &mut self.log {
                log.mshr_requesters[entry as usize] = log.requester;
            }
            self.counters.fetches += 1;
            self.queue.push_back(LowerRequest {
                kind: LowerRequestKind::Fetch,
                address: line.unit << self.unit_shift,
                sectors: Sectors(if self.is_sectored() { line.sector } else { self.line_sectors }),
                // See the queue: a fetch has no bytes.
                bytes: Bytes(entry.into()),
                waiter,
            });
        }
        held.and_then(|(_, victim)| victim)
    }

    /// Forwards a write to the next level.
    fn forward(&mut self, access: &Access) -> Response {
        let mut sectors = Sectors::of(access.bytes);
        if !self.is_sectored() && sectors.0 & 0b0011 != 0 && sectors.0 & 0b1100 != 0 {
            // Coalescing narrows a write to half a line or to a sector. A wider one is a whole line, whichever bytes it has.
            sectors = Sectors(self.line_sectors);
        }
        self.counters.forwarded += 1;
        self.queue.push_back(LowerRequest {
            kind: LowerRequestKind::Write,
            address: access.address,
            sectors,
            bytes: access.bytes,
            waiter: access.waiter,
        });
        Response::FromBelow
    }

    /// Writes an evicted line back unless the cache writes through. Returns the number of sectors.
    #[inline]
    fn write_back(&mut self, victim: Option<Victim>) -> u32 {
        let Some(victim) = victim else { return 0 };
        if self.write == WritePolicy::WriteThrough {
            return 0;
        }
        let whole = if self.is_sectored() { None } else { Some(self.line_sectors) };
        let send = write_back_request(victim, self.line_shift, whole);
        self.counters.write_backs += 1;
        self.queue.push_back(send);
        send.sectors.0.count_ones()
    }

    /// Occupies the data port for this many more cycles.
    #[inline]
    fn occupy_data_port(&mut self, cycles: u32, now: Cycle) {
        if cycles > 0 {
            self.data_port = Cycle(self.data_port.max(now).0 + u64::from(cycles));
        }
    }

    /// Cycles that an access occupies the data port.
    #[inline]
    fn port_cycles(&self, access: &Access) -> u32 {
        (access.size + (1 << self.port_shift) - 1) >> self.port_shift
    }

    /// Accepts sectors from the next level. Returns true once everything fetched with them has arrived; the waiters are
    /// then ready for [`Cache::pop_ready`].
    ///
    /// # Panics
    /// If no fetch is in flight for the address.
    pub fn fill(&mut self, address: u64, sectors: Sectors, now: Cycle) -> bool {
        let entry = self.mshrs.find(address >> self.unit_shift).expect("only what was fetched comes");
        self.fill_mshr(MshrId(entry), sectors, now)
    }

    /// The same as [`Cache::fill`], for the MSHR that came with the request.
    #[inline]
    pub fn fill_mshr(&mut self, MshrId(entry): MshrId, sectors: Sectors, now: Cycle) -> bool {
        let unit = self.mshrs.key(entry);
        let sector = 1 << (unit & self.unit_mask);
        let all = if self.is_sectored() { sector } else { self.line_sectors };
        if !self.mshrs.arrive(entry, sectors.0, all) {
            return false;
        }
        let line = LineAddress { tag: unit >> (self.line_shift - self.unit_shift), unit, sector };
        if self.on_miss {
            // The line is nearly always where it was when the fetch began.
            if let Some(at) = self.lines.find_at(line.tag, self.mshrs.line(entry)) {
                self.lines.fill(at, line.sector);
            }
        } else {
            let victim = self.install_sector(line, self.mshrs.set(entry), Some(entry), now);
            self.write_back(victim);
        }
        let cycles = 1_u64 << self.unit_shift >> self.port_shift;
        self.fill_port = Cycle(self.fill_port.max(now).0 + cycles);
        self.bump_all();
        true
    }

    /// Installs a sector as if it had been fetched, as a host-to-device copy does in an L2. An evicted line is dropped
    /// without a write-back. If no line can be evicted, nothing happens.
    pub fn install(&mut self, address: u64, index: u64, now: Cycle) {
        let (line, set) = (self.locate(address), self.index.of(index));
        self.install_sector(line, set, None, now);
        self.bump_all();
    }

    /// Installs a sector, evicting a line if necessary and possible.
    fn install_sector(
        &mut self,
        line: LineAddress,
        set: u32,
        entry: Option<u32>,
        now: Cycle,
    ) -> Option<Victim> {
        let (at, victim) = match self.lines.probe(line.tag, line.sector, false) {
            Probe::Hit(_) | Probe::Reserved(_) => return None,
            Probe::Sector(at) => {
                self.lines.reserve(at, line.sector, now.0);
                (at, None)
            }
            Probe::Miss => {
                let at = self.lines.victim(set, self.protects_modified())?;
                self.record_owner(at, entry);
                (at, self.lines.allocate(at, set, line.tag, line.sector, now.0))
            }
        };
        self.lines.fill(at, line.sector);
        victim
    }
}
