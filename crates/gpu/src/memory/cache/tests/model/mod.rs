//! A simple, slow reference model of the cache: linear searches, maps, and one function per policy.

mod writes;

use super::super::*;
use std::collections::{BTreeMap, VecDeque};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Invalid,
    Reserved,
    Valid,
    Modified,
}

#[derive(Clone, Debug)]
struct Line {
    tag: u64,
    states: Vec<State>,
    readable: Vec<bool>,
    modified_on_fill: Vec<bool>,
    written: u128,
    allocated: u64,
    accessed: u64,
}

impl Line {
    fn is(&self, state: State) -> bool {
        self.states.contains(&state)
    }

    fn invalid(&self) -> bool {
        self.states.iter().all(|&state| state == State::Invalid)
    }
}

struct Entry {
    waiters: VecDeque<Waiter>,
    index: u64,
    arrived: u8,
    ready: bool,
}

pub struct Model {
    d: Description,
    limits: [usize; 3],
    sets: Vec<Vec<Line>>,
    entries: BTreeMap<u64, Entry>,
    ready: VecDeque<u64>,
    pub queue: VecDeque<LowerRequest>,
    pub counters: Counters,
    pub data_port: u64,
    pub fill_port: u64,
}

type Lookup = Result<(TagStatus, usize), ()>;

impl Model {
    pub fn new(d: &Description) -> Model {
        let Misses::Mshrs(MshrDescription { entries, merges, queue }) = d.misses else { unreachable!() };
        let units = if d.sectored { 4 } else { 1 };
        let line = Line {
            tag: u64::MAX,
            states: vec![State::Invalid; units],
            readable: vec![true; units],
            modified_on_fill: vec![false; units],
            written: 0,
            allocated: 0,
            accessed: 0,
        };
        Model {
            d: d.clone(),
            limits: [entries as usize, merges as usize, queue as usize],
            sets: vec![vec![line; d.ways as usize]; d.sets as usize],
            entries: BTreeMap::new(),
            ready: VecDeque::new(),
            queue: VecDeque::new(),
            counters: Counters::default(),
            data_port: 0,
            fill_port: 0,
        }
    }

    fn on_miss(&self) -> bool {
        self.d.allocate == Allocate::OnMiss
    }

    fn tag(&self, address: u64) -> u64 {
        address / u64::from(self.d.line_bytes)
    }

    fn unit_bytes(&self) -> u64 {
        if self.d.sectored { 32 } else { u64::from(self.d.line_bytes) }
    }

    fn unit(&self, address: u64) -> usize {
        if self.d.sectored { (address / 32 % 4) as usize } else { 0 }
    }

    fn covered(&self, address: u64, bytes: u128) -> bool {
        let first = self.unit(address) as u64 * self.unit_bytes();
        (first..first + self.unit_bytes()).all(|byte| bytes >> byte & 1 == 1)
    }

    fn set(&self, index: u64) -> usize {
        SetIndex::new(self.d.index, self.d.sets, self.d.line_bytes).unwrap().of(index) as usize
    }

    fn whole(&self) -> u8 {
        (0..self.d.line_bytes / 32).fold(0, |mask, n| mask | 1 << n)
    }

    pub fn modified(&self) -> usize {
        self.sets.iter().flatten().filter(|line| line.is(State::Modified)).count()
    }

    fn probe(&self, address: u64, index: u64, writes: bool) -> Lookup {
        let (tag, unit, set) = (self.tag(address), self.unit(address), &self.sets[self.set(index)]);
        for (way, line) in set.iter().enumerate() {
            if line.tag == tag {
                match line.states[unit] {
                    State::Reserved => return Ok((TagStatus::Pending, way)),
                    State::Valid => return Ok((TagStatus::Hit, way)),
                    State::Modified if writes || line.readable[unit] => return Ok((TagStatus::Hit, way)),
                    State::Modified => return Ok((TagStatus::SectorMiss, way)),
                    State::Invalid if !line.invalid() => return Ok((TagStatus::SectorMiss, way)),
                    State::Invalid => {}
                }
            }
        }
        let lines = (self.d.sets * self.d.ways) as usize;
        let evict_modified = 100 * self.modified() >= self.d.dirty_percent as usize * lines;
        let candidates: Vec<usize> = (0..set.len())
            .filter(|&way| !set[way].is(State::Reserved))
            .filter(|&way| !set[way].is(State::Modified) || evict_modified)
            .collect();
        if let Some(&way) = candidates.iter().rev().find(|&&way| set[way].invalid()) {
            return Ok((TagStatus::Miss, way));
        }
        let age = |way: usize| match self.d.replacement {
            Replacement::Lru => set[way].accessed,
            Replacement::Fifo => set[way].allocated,
        };
        candidates.into_iter().min_by_key(|&way| (age(way), way)).map(|way| (TagStatus::Miss, way)).ok_or(())
    }

    fn allocate(&mut self, address: u64, index: u64, way: usize, now: u64) -> Option<LowerRequest> {
        let (tag, unit, set) = (self.tag(address), self.unit(address), self.set(index));
        let (sectored, whole, shift) = (self.d.sectored, self.whole(), self.d.line_bytes.ilog2());
        let line = &mut self.sets[set][way];
        let old = line.clone();
        *line = Line { tag, written: 0, allocated: now, accessed: now, ..line.clone() };
        line.states.fill(State::Invalid);
        line.readable.fill(true);
        line.modified_on_fill.fill(false);
        line.states[unit] = State::Reserved;
        let modified = (0..old.states.len()).filter(|&n| old.states[n] == State::Modified);
        let sectors = modified.fold(0, |mask, n| mask | 1 << n);
        if sectors == 0 || self.d.write == WritePolicy::WriteThrough {
            return None;
        }
        Some(LowerRequest {
            kind: LowerRequestKind::WriteBack,
            address: old.tag << shift,
            sectors: Sectors(if sectored { sectors } else { whole }),
            bytes: Bytes(old.written),
            waiter: Waiter::NONE,
        })
    }

    /// What GPGPU-Sim's tag array does on an access: what is replaced comes back.
    fn tags(&mut self, a: &Access, found: (TagStatus, usize), now: u64) -> Option<LowerRequest> {
        let (tag, way) = found;
        let (set, unit) = (self.set(a.index), self.unit(a.address));
        match tag {
            TagStatus::Hit | TagStatus::Pending => self.sets[set][way].accessed = now,
            TagStatus::Miss if self.on_miss() => return self.allocate(a.address, a.index, way, now),
            TagStatus::SectorMiss if self.on_miss() => {
                let line = &mut self.sets[set][way];
                line.modified_on_fill[unit] = line.states[unit] == State::Modified;
                line.states[unit] = State::Reserved;
                line.readable[unit] = true;
                line.accessed = now;
            }
            _ => {}
        }
        None
    }

    fn queue_full(&self, more: usize) -> bool {
        self.queue.len() + more >= self.limits[2]
    }

    fn mshr(&self, address: u64) -> Result<(), ReservationFailure> {
        match self.entries.get(&(address / self.unit_bytes())) {
            Some(entry) if entry.waiters.len() >= self.limits[1] => Err(ReservationFailure::MergesFull),
            None if self.entries.len() >= self.limits[0] => Err(ReservationFailure::MshrsFull),
            _ => Ok(()),
        }
    }

    fn modify(&mut self, a: &Access, way: usize) {
        let (set, unit) = (self.set(a.index), self.unit(a.address));
        let line = &mut self.sets[set][way];
        line.states[unit] = State::Modified;
        line.modified_on_fill[unit] = false;
        line.written |= a.bytes.0;
    }

    fn fetch(
        &mut self,
        a: &Access,
        found: (TagStatus, usize),
        waiter: Waiter,
        modifies: bool,
        now: u64,
    ) -> Option<LowerRequest> {
        let victim = self.tags(a, found, now);
        let (key, set, unit) = (a.address / self.unit_bytes(), self.set(a.index), self.unit(a.address));
        let on_miss = self.on_miss();
        if on_miss && modifies {
            let line = &mut self.sets[set][found.1];
            line.modified_on_fill[unit] = true;
            line.written |= a.bytes.0;
        }
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.waiters.push_back(waiter);
            if entry.ready && on_miss {
                self.arrive(set, found.1, unit);
            }
            let counters = &mut self.counters;
            let counts = if a.kind == AccessType::Write { &mut counters.writes } else { &mut counters.reads };
            counts.merged += 1;
        } else {
            let entry = Entry { waiters: [waiter].into(), index: a.index, arrived: 0, ready: false };
            self.entries.insert(key, entry);
            self.counters.fetches += 1;
            self.queue.push_back(LowerRequest {
                kind: LowerRequestKind::Fetch,
                address: key * self.unit_bytes(),
                sectors: Sectors(if self.d.sectored { 1 << unit } else { self.whole() }),
                bytes: Bytes(0),
                waiter,
            });
        }
        victim
    }

    fn arrive(&mut self, set: usize, way: usize, unit: usize) {
        let line = &mut self.sets[set][way];
        if line.states[unit] == State::Reserved {
            line.states[unit] = if line.modified_on_fill[unit] { State::Modified } else { State::Valid };
            line.modified_on_fill[unit] = false;
        }
        line.readable[unit] = true;
    }

    fn send_victim(&mut self, victim: Option<LowerRequest>) -> u64 {
        let Some(victim) = victim else { return 0 };
        self.counters.write_backs += 1;
        self.queue.push_back(victim);
        32 * u64::from(victim.sectors.0.count_ones())
    }

    fn forward(&mut self, a: &Access) {
        let touched = (0..4).filter(|n| (a.bytes.0 >> (32 * n)) as u32 != 0).fold(0, |mask, n| mask | 1 << n);
        let both_halves = touched & 0b0011 != 0 && touched & 0b1100 != 0;
        let sectors = if both_halves && !self.d.sectored { self.whole() } else { touched };
        self.counters.forwarded += 1;
        self.queue.push_back(LowerRequest {
            kind: LowerRequestKind::Write,
            address: a.address,
            sectors: Sectors(sectors),
            bytes: a.bytes,
            waiter: a.waiter,
        });
    }

    fn port(&mut self, cycles: u64, now: u64) {
        if cycles > 0 {
            self.data_port = self.data_port.max(now) + cycles;
        }
    }

    pub fn access(&mut self, a: &Access, now: u64) -> Outcome {
        let found = self.probe(a.address, a.index, a.kind == AccessType::Write);
        let result = match (a.kind, self.d.write) {
            (AccessType::Write, _) => self.write(a, found, now),
            (_, WritePolicy::ReadOnly) => self.read(a, found, 0, now),
            _ => self.read(a, found, 1, now),
        };
        let counters = &mut self.counters;
        let counts = if a.kind == AccessType::Write { &mut counters.writes } else { &mut counters.reads };
        match result {
            Err(cause) => {
                counts.reservation_fails[cause as usize] += 1;
                Outcome::Rejected(cause)
            }
            Ok(response) => {
                let tag = found.map_or(TagStatus::Miss, |(tag, _)| tag);
                match tag {
                    TagStatus::Hit => counts.hits += 1,
                    TagStatus::Pending => counts.pending += 1,
                    TagStatus::Miss => counts.misses += 1,
                    TagStatus::SectorMiss => counts.sector_misses += 1,
                }
                Outcome::Accepted { tag, response }
            }
        }
    }

    fn read(
        &mut self,
        a: &Access,
        found: Lookup,
        more: usize,
        now: u64,
    ) -> Result<Response, ReservationFailure> {
        let found = match found {
            Err(()) if self.on_miss() => return Err(ReservationFailure::NoLine),
            Err(()) => (TagStatus::Miss, usize::MAX),
            Ok(found) => found,
        };
        if found.0 == TagStatus::Hit {
            self.tags(a, found, now);
            if a.kind == AccessType::Atomic {
                self.modify(a, found.1);
            }
            self.port(u64::from(a.size).div_ceil(u64::from(self.d.port_bytes)), now);
            return Ok(Response::Immediate);
        }
        if self.queue_full(more) {
            return Err(ReservationFailure::QueueFull);
        }
        self.mshr(a.address)?;
        let victim = self.fetch(a, found, a.waiter, a.kind == AccessType::Atomic, now);
        self.send_victim(victim);
        Ok(Response::OnFill)
    }

    pub fn fill(&mut self, address: u64, sectors: Sectors, now: u64) -> bool {
        let (key, unit, tag) = (address / self.unit_bytes(), self.unit(address), self.tag(address));
        let all = if self.d.sectored { 1 << unit } else { self.whole() };
        let entry = self.entries.get_mut(&key).expect("under way");
        entry.arrived |= sectors.0;
        if entry.arrived & all != all {
            return false;
        }
        entry.ready = true;
        let index = entry.index;
        self.ready.push_back(key);
        let set = self.set(index);
        if self.on_miss() {
            let way = self.sets[set].iter().position(|line| line.tag == tag && !line.invalid());
            if let Some(way) = way {
                self.arrive(set, way, unit);
            }
        } else if let Ok((found, way)) = self.probe(address, index, false) {
            let mut victim = None;
            if found == TagStatus::Miss {
                victim = self.allocate(address, index, way, now);
            } else if found == TagStatus::SectorMiss {
                self.sets[set][way].states[unit] = State::Reserved;
                self.sets[set][way].accessed = now;
            }
            self.arrive(set, way, unit);
            self.send_victim(victim);
        }
        self.fill_port = self.fill_port.max(now) + self.unit_bytes() / u64::from(self.d.port_bytes);
        true
    }

    pub fn pop_ready(&mut self) -> Option<Waiter> {
        let key = *self.ready.front()?;
        let entry = self.entries.get_mut(&key).unwrap();
        let waiter = entry.waiters.pop_front();
        if entry.waiters.is_empty() {
            self.entries.remove(&key);
            self.ready.pop_front();
        }
        waiter
    }

    pub fn mshrs_used(&self) -> usize {
        self.entries.len()
    }

    pub fn invalidate(&mut self) {
        for line in self.sets.iter_mut().flatten() {
            line.states.fill(State::Invalid);
        }
    }

    /// The modified lines, in the order of sets and ways.
    pub fn flush(&mut self) -> Vec<LowerRequest> {
        let (sectored, whole, shift) = (self.d.sectored, self.whole(), self.d.line_bytes.ilog2());
        let modified = self.sets.iter_mut().flatten().filter(|line| line.is(State::Modified));
        let each = modified.map(|line| {
            let dirty = (0..line.states.len()).filter(|&n| line.states[n] == State::Modified);
            let sectors = dirty.fold(0, |mask, n| mask | 1 << n);
            line.states.fill(State::Invalid);
            LowerRequest {
                kind: LowerRequestKind::WriteBack,
                address: line.tag << shift,
                sectors: Sectors(if sectored { sectors } else { whole }),
                bytes: Bytes(line.written),
                waiter: Waiter::NONE,
            }
        });
        each.collect()
    }
}
