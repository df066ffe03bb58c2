//! Memory side of a CU: the vector L1, its share of the scalar L1, and the port to the network.
//!
//! All cycles are those of the memory clock. An instruction's blocks are looked up in the cycle of its access (or some per cycle,
//! if the machine says so); misses leave through the port one after another.

use super::scalar::{self, Fetch, ScalarL1};
use crate::ids::{Cycle, NEVER, Slot};
use crate::machine::{CuL1, Machine};
use crate::memory::PAGE;
use crate::memory::cache::{
    Access, AccessType, Bytes, Cache, Counters, LowerRequest, LowerRequestKind, MshrId, Outcome,
    ReservationFailure, Response, Sectors, TagStatus, Waiter,
};
use crate::memory::dram::AddressMap;
use crate::memory::message::{Reply, Request, RequestKind, Requester, insert_ordered};
use crate::memory::port::Port;
use crate::slab::Slab;
use crate::view::ResourceUse;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

/// Instruction with accesses in flight.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    /// Accesses that are not done.
    pending: u32,
    slot: Slot,
    is_store: bool,
}

/// The access that fetches a line.
#[derive(Clone, Copy, Default)]
struct Fetcher {
    line: u64,
    /// Number of stores before it; the largest number if it is one itself.
    stores: u64,
}

/// Lines in flight whose fetchers are told apart, by the lowest bits of their numbers.
const FETCHERS: usize = 4096;

/// Lookup of a block in the vector L1.
#[derive(Clone, Copy)]
struct Lookup {
    at: u64,
    access: Access,
}

/// Fetch that waits until the line that it evicts is written back.
#[derive(Clone, Copy)]
struct HeldFetch {
    fetch: LowerRequest,
    mshr: MshrId,
}

/// Caches of a CU and its port to the network.
pub(super) struct CuMemory {
    l1: Cache,
    l1_latency: u64,
    /// Lookups per cycle; 0 for any number.
    lookups_per_cycle: u64,
    claim_latency: Option<u64>,
    evict_first: bool,
    scalar: Arc<Mutex<ScalarL1>>,
    /// Place among the CUs that share the scalar L1.
    place: usize,
    /// Scalar loads in flight. Without any, the scalar L1 has no events for this CU.
    scalar_loads: u32,
    port: Port,
    /// Requests that wait for credits.
    unsent: VecDeque<Request>,
    lookups: VecDeque<Lookup>,
    /// Lookups that failed, by set for want of a line.
    blocked: Vec<VecDeque<Access>>,
    /// Lookups that failed for want of anything else.
    stalled: VecDeque<Access>,
    /// Number of all these.
    blocked_count: u32,
    /// Addresses of lines that were filled, with the cycle after: what waits for them is looked up again then.
    retries: VecDeque<(u64, u64)>,
    /// Stores that tell the L2 of their line: the cycle of the answer, and the instruction.
    claims: VecDeque<(u64, u32)>,
    held: Slab<HeldFetch>,
    /// Replies in flight, in order of arrival.
    inbox: VecDeque<Reply>,
    /// Cycle in which the last reply was taken: one per cycle.
    last_reply: u64,
    /// Accesses to the vector L1 that are done, with the cycle.
    done: VecDeque<(u64, u32)>,
    /// Pages with stores in this launch, if the machine flushes them. Repetitions are rare, but occur.
    written_pages: Option<Vec<u64>>,
    in_flight: Slab<InFlight>,
    /// Number of instructions in flight.
    count: u32,
    /// Stores so far, and those in flight. A load merges into a load in flight only if no store in flight came after it.
    stores: u64,
    stores_in_flight: u32,
    /// Loads that did not merge so: they look their line up when it is there, and hit.
    late_hits: u64,
    fetchers: Box<[Fetcher; FETCHERS]>,
    /// Next cycle in which something can happen, but for the scalar L1.
    next: u64,
}

fn cache(l1: &CuL1) -> Cache {
    Cache::new(&l1.cache).expect("the machine was checked")
}

impl CuMemory {
    pub fn new(cu: u16, machine: &Machine, map: &Arc<AddressMap>, scalar: Arc<Mutex<ScalarL1>>) -> CuMemory {
        let description = machine.cu();
        let l1 = &description.l1;
        CuMemory {
            l1: cache(l1),
            l1_latency: l1.latency.into(),
            lookups_per_cycle: l1.lookups.unwrap_or(0).into(),
            claim_latency: l1.claim_latency.map(u64::from),
            evict_first: l1.evict_first,
            scalar,
            place: cu as usize % description.scalar_l1_cus as usize,
            scalar_loads: 0,
            port: Port::new(cu, machine, map),
            unsent: VecDeque::new(),
            lookups: VecDeque::new(),
            blocked: (0..l1.cache.sets).map(|_| VecDeque::new()).collect(),
            stalled: VecDeque::new(),
            blocked_count: 0,
            retries: VecDeque::new(),
            claims: VecDeque::new(),
            held: Slab::default(),
            inbox: VecDeque::new(),
            last_reply: 0,
            done: VecDeque::new(),
            written_pages: machine.l2.flush_written.then(Vec::new),
            in_flight: Slab::default(),
            count: 0,
            stores: 0,
            stores_in_flight: 0,
            late_hits: 0,
            fetchers: Box::new([Fetcher::default(); FETCHERS]),
            next: NEVER,
        }
    }

    /// Begins a launch. No access is in flight.
    pub fn begin_launch(&mut self, machine: &Machine) {
        if machine.cu().l1.flush {
            self.l1.invalidate();
        }
        if self.place == 0 {
            scalar::lock(&self.scalar).begin_launch();
        }
    }

    /// Queues a reply of a memory partition.
    pub fn deliver(&mut self, reply: Reply) {
        if let Requester::Constants(_) = reply.requester {
            return scalar::lock(&self.scalar).deliver(reply);
        }
        self.next = self.next.min(reply.at);
        insert_ordered(&mut self.inbox, reply, |reply| (reply.at, reply.slice));
    }

    /// Returns the credits of packets that slices have consumed.
    pub fn return_credits(&mut self, now: u64, packets: u32) {
        self.port.credits += packets;
        while self.port.credits > 0
            && let Some(request) = self.unsent.pop_front()
        {
            self.port.inject(now, request);
        }
    }

    pub fn drain_requests(&mut self) -> std::vec::Drain<'_, Request> {
        self.port.sent.drain(..)
    }

    /// Whether no instruction is in flight.
    pub fn is_idle(&self) -> bool {
        let idle = self.count == 0 && self.unsent.is_empty() && self.inbox.is_empty() && self.l1.is_idle();
        idle && scalar::lock(&self.scalar).is_idle()
    }

    /// Counters of the vector and the scalar L1 since the last call.
    pub fn take_counters(&mut self) -> [Counters; 2] {
        let mut l1 = self.l1.take_counters();
        // A late hit was counted as an access to a line in flight.
        let late = std::mem::take(&mut self.late_hits);
        l1.reads.hits += late;
        l1.reads.pending -= late;
        l1.reads.merged -= late;
        // A store to a line in flight does not merge: it looks the line up when it is there.
        l1.writes.hits += std::mem::take(&mut l1.writes.pending);
        l1.writes.merged = 0;
        let scalar =
            if self.place == 0 { scalar::lock(&self.scalar).take_counters() } else { Counters::default() };
        [l1, scalar]
    }

    pub fn l1_mshrs(&self) -> ResourceUse {
        ResourceUse::new(self.l1.mshrs_used(), u32::MAX)
    }

    /// Bytes of a line of the vector L1.
    pub fn line_bytes(&self) -> u64 {
        self.l1.line_bytes().into()
    }

    /// The pages with stores since the last call, if the machine flushes them.
    pub fn take_written_pages(&mut self) -> impl Iterator<Item = u64> {
        self.written_pages.iter_mut().flat_map(|pages| pages.drain(..))
    }

    /// Removes a line from the vector L1.
    pub fn remove(&mut self, address: u64) {
        self.l1.remove(address);
    }

    /// Begins a memory instruction. Its accesses follow.
    pub fn begin(&mut self, slot: Slot, is_store: bool) -> u32 {
        self.count += 1;
        self.in_flight.put(InFlight { pending: 0, slot, is_store })
    }

    /// Ends an instruction that is done.
    pub fn end(&mut self, tag: u32) {
        self.count -= 1;
        self.in_flight.take(tag);
    }

    /// Whether all accesses of an instruction are done.
    #[inline]
    pub fn is_done(&self, tag: u32) -> bool {
        self.in_flight.at(tag).pending == 0
    }

    /// Accesses a block through the vector L1.
    pub fn access(&mut self, now: u64, tag: u32, address: u64, kind: AccessType) {
        let in_flight = self.in_flight.get(tag);
        in_flight.pending += 1;
        if in_flight.is_store {
            self.stores_in_flight += 1;
            if let Some(pages) = &mut self.written_pages
                && pages.last() != Some(&(address / PAGE))
            {
                pages.push(address / PAGE);
            }
        }
        let access = Access {
            kind,
            bytes: if kind == AccessType::Read { Bytes(0) } else { Bytes(1) },
            slot: in_flight.slot,
            ..Access::read(address, 64, Waiter(tag))
        };
        let at = match self.lookups.back() {
            Some(last) if self.lookups_per_cycle > 0 => {
                let same = self.lookups.iter().rev().take_while(|lookup| lookup.at == last.at).count() as u64;
                now.max(last.at + u64::from(same >= self.lookups_per_cycle))
            }
            _ => now,
        };
        self.lookups.push_back(Lookup { at, access });
        self.next = self.next.min(at);
    }

    /// Accesses a block in the L2, around the vector L1: an atomic.
    pub fn access_l2(&mut self, now: u64, tag: u32, address: u64) {
        self.in_flight.get(tag).pending += 1;
        let address = address & !(self.line_bytes() - 1);
        let sectors = Sectors(0b11 << self.l1.first_sector(address));
        let requester = Requester::Load(tag);
        self.send(now, Request::new(RequestKind::Atomic, requester, (address, sectors), Bytes(1)));
    }

    /// Accesses the block of a scalar load.
    pub fn access_scalar(&mut self, now: u64, tag: u32, address: u64) {
        self.in_flight.get(tag).pending += 1;
        self.scalar_loads += 1;
        let fetch = scalar::lock(&self.scalar).access(now, self.place, tag, address);
        if let Some(Fetch { address, sectors, mshr }) = fetch {
            self.send_fetch(now, address, sectors, Requester::Constants(mshr));
        }
    }

    fn finish(&mut self, at: u64, tag: u32) {
        insert_ordered(&mut self.done, (at, tag), |done| done.0);
        self.next = self.next.min(at);
    }

    fn send_fetch(&mut self, now: u64, address: u64, sectors: Sectors, requester: Requester) {
        self.send(now, Request::new(RequestKind::Read, requester, (address, sectors), Bytes(0)));
    }

    fn send(&mut self, now: u64, request: Request) {
        if self.port.credits == 0 || !self.unsent.is_empty() {
            self.unsent.push_back(request);
        } else {
            self.port.inject(now, request);
        }
    }

    /// Next cycle in which something can happen.
    #[inline]
    pub fn next_event(&self) -> u64 {
        if self.scalar_loads == 0 {
            return self.next;
        }
        self.next.min(scalar::lock(&self.scalar).next_event(self.place))
    }

    /// Simulates the cycles before `before`.
    pub fn advance(&mut self, before: u64) {
        loop {
            let now = self.next_event();
            if now >= before {
                return;
            }
            self.cycle(now);
            self.next = self.next_after(now);
        }
    }

    fn cycle(&mut self, now: u64) {
        while let Some((_, tag)) = self.done.pop_front_if(|(at, _)| *at <= now) {
            let in_flight = self.in_flight.get(tag);
            in_flight.pending -= 1;
            self.stores_in_flight -= u32::from(in_flight.is_store);
        }
        if self.scalar_loads > 0 {
            let mut scalar = scalar::lock(&self.scalar);
            while let Some(tag) = scalar.pop_done(now, self.place) {
                self.in_flight.get(tag).pending -= 1;
                self.scalar_loads -= 1;
            }
        }
        if self.last_reply < now
            && let Some(reply) = self.inbox.pop_front_if(|reply| reply.at <= now)
        {
            self.last_reply = now;
            self.take_reply(now, reply);
        }
        while let Some((_, tag)) = self.claims.pop_front_if(|(at, _)| *at <= now) {
            self.finish(now + self.l1_latency, tag);
        }
        while let Some((_, address)) = self.retries.pop_front_if(|(at, _)| *at <= now) {
            self.retry(now, address);
        }
        while let Some(lookup) = self.lookups.pop_front_if(|lookup| lookup.at <= now) {
            self.look_up(now, lookup.access);
        }
    }

    fn next_after(&self, now: u64) -> u64 {
        let done = self.done.front().map_or(NEVER, |done| done.0);
        let reply = self.inbox.front().map_or(NEVER, |reply| reply.at);
        let claim = self.claims.front().map_or(NEVER, |claim| claim.0);
        let lookup = self.lookups.front().map_or(NEVER, |lookup| lookup.at);
        let retry = self.retries.front().map_or(NEVER, |retry| retry.0);
        done.min(reply).min(claim).min(lookup).min(retry).max(now + 1)
    }

    /// Looks up a block. Returns whether the cache accepted the access.
    fn look_up(&mut self, now: u64, access: Access) -> bool {
        let (address, tag) = (access.address, access.waiter.0);
        let claims =
            access.kind == AccessType::Write && self.claim_latency.is_some() && self.l1.is_clean(address);
        let outcome = self.l1.access(&access, Cycle(now));
        let response = match outcome {
            Outcome::Rejected(ReservationFailure::NoLine) => {
                self.blocked[self.l1.set(address) as usize].push_back(access);
                self.blocked_count += 1;
                return false;
            }
            Outcome::Rejected(_) => {
                self.stalled.push_back(access);
                self.blocked_count += 1;
                return false;
            }
            Outcome::Accepted { tag, response } => {
                self.note_order(&access, tag);
                response
            }
        };
        if response == Response::Immediate {
            match self.claim_latency.filter(|_| claims) {
                Some(latency) => {
                    let sent = self.port.take_cycle(now);
                    self.claims.push_back((sent + latency, tag));
                }
                None => self.finish(now + self.l1_latency, tag),
            }
        }
        self.send_misses(now);
        true
    }

    /// Notes the order of stores and of the access that fetches a line, and counts late hits.
    fn note_order(&mut self, access: &Access, status: TagStatus) {
        let line = self.l1.line(access.address).0;
        let fetcher = &mut self.fetchers[line as usize % FETCHERS];
        if access.kind != AccessType::Read {
            self.stores += 1;
            if status == TagStatus::Miss {
                *fetcher = Fetcher { line, stores: u64::MAX };
            }
        } else if status == TagStatus::Miss {
            *fetcher = Fetcher { line, stores: self.stores };
        } else if status == TagStatus::Pending && self.stores_in_flight > 0 && fetcher.line == line {
            self.late_hits += u64::from(fetcher.stores != self.stores);
        }
    }

    /// Sends the requests of the last lookup.
    fn send_misses(&mut self, now: u64) {
        let mut fetch = None;
        let mut evicts = false;
        while let Some((request, mshr)) = self.l1.pop_request_of_mshr() {
            let sectors = Sectors(request.sectors.0 << self.l1.first_sector(request.address));
            let LowerRequest { address, bytes, waiter, .. } = request;
            let requester = Requester::Store(waiter.0);
            let write = Request::new(RequestKind::Write, requester, (address, sectors), bytes);
            match request.kind {
                LowerRequestKind::Fetch => fetch = Some((request, mshr, sectors)),
                LowerRequestKind::Write => self.send(now, write),
                LowerRequestKind::WriteBack if self.evict_first => {
                    evicts = true;
                    self.send(now, Request { requester: Requester::Evicted(self.held.next()), ..write });
                }
                LowerRequestKind::WriteBack => {
                    self.send(now, Request { kind: RequestKind::WriteBack, ..write })
                }
            }
        }
        let Some((fetch, mshr, sectors)) = fetch else { return };
        if evicts {
            self.held.put(HeldFetch { fetch: LowerRequest { sectors, ..fetch }, mshr });
        } else {
            self.send_fetch(now, fetch.address, sectors, Requester::L1(mshr));
        }
    }

    fn take_reply(&mut self, now: u64, reply: Reply) {
        match reply.requester {
            Requester::L1(mshr) => {
                let sectors = Sectors(reply.sectors.0 >> self.l1.first_sector(reply.address));
                self.l1.fill_mshr(mshr, sectors, Cycle(now));
                // Stores to the line are one after another, and what came after a store looks the line up after it.
                let mut at = now + self.l1_latency;
                while let Some(Waiter(tag)) = self.l1.pop_ready() {
                    self.finish(at, tag);
                    at += u64::from(self.in_flight.at(tag).is_store);
                }
                if self.blocked_count > 0 {
                    self.retries.push_back((now + 1, reply.address));
                }
            }
            Requester::Evicted(held) => {
                let HeldFetch { fetch, mshr } = self.held.take(held);
                self.send_fetch(now, fetch.address, fetch.sectors, Requester::L1(mshr));
            }
            Requester::Load(tag) | Requester::Store(tag) => self.finish(now + self.l1_latency, tag),
            Requester::Constants(_) | Requester::Instructions(_) | Requester::Texture => {
                unreachable!(
                    "replies to the scalar L1 are delivered to it, and a CU has no instruction cache"
                )
            }
        }
    }

    /// Looks up the blocked loads of a line that a load has begun to fetch: they merge with it.
    fn join_fetch(&mut self, now: u64, set: usize, fetching: Access) {
        if fetching.kind != AccessType::Read {
            return;
        }
        let line = self.l1.line(fetching.address);
        let mut at = 0;
        while let Some(access) = self.blocked[set].get(at).copied() {
            if access.kind == AccessType::Read && self.l1.line(access.address) == line {
                self.blocked[set].remove(at);
                self.blocked_count -= 1;
                self.look_up(now, access);
            } else {
                at += 1;
            }
        }
    }

    /// Looks up again what waits for a line of a set, and what waits for anything else.
    fn retry(&mut self, now: u64, address: u64) {
        let set = self.l1.set(address) as usize;
        while let Some(access) = self.blocked[set].pop_front() {
            self.blocked_count -= 1;
            if !self.look_up(now, access) {
                // It went to the end of the list, where it does not belong.
                self.blocked[set].rotate_right(1);
                break;
            }
            self.join_fetch(now, set, access);
        }
        for _ in 0..self.stalled.len() {
            if let Some(access) = self.stalled.pop_front() {
                self.blocked_count -= 1;
                self.look_up(now, access);
            }
        }
    }
}
