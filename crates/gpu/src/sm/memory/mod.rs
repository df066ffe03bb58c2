//! Memory side of the SM: L1, constant and instruction caches, and the port to the interconnect.

mod bank;
mod events;
mod results;
mod texture;

pub(crate) use events::{CacheEvent, MemoryEvents};

use crate::counters::FetchedSectors;
use crate::ids::{Cycle, NEVER, Slot};
use crate::machine::Machine;
use crate::memory::cache::{
    Access, AccessType, Cache, Counters, LowerRequest, LowerRequestKind, Misses, MshrId, Outcome,
    ReservationFailure, Response, SECTOR_BYTES, Sectors, Waiter,
};
use crate::memory::dram::AddressMap;
use crate::memory::message::{Reply, Request, RequestKind, Requester, insert_ordered};
use crate::memory::port::Port;
use crate::view::ResourceUse;
use bank::Bank;
use events::{Fetches, access_recorded, record_evictions};
use results::{ResultPort, ResultSources};
use std::collections::VecDeque;
use std::sync::Arc;
use texture::TexturePipe;

/// Response of a cache or the port to an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// The access was accepted and will complete later.
    Accepted,
    Completed,
    /// The access was rejected and can be retried in the next cycle.
    Retry,
    /// The access was rejected and can be retried when back-pressure eases.
    Blocked,
}

/// The resource for want of which the memory side of an SM accepts no access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Blockage {
    /// The rate of lookups: the bank's queue is full, and its first access is not rejected.
    Port,
    /// Lines of an L1 set.
    Lines,
    /// MSHRs of the L1, or merges of one.
    Mshrs,
    /// Credits of the network, or entries of the miss queue before it.
    Network,
}

/// Caches of an SM and its port to the interconnect.
pub(crate) struct SmMemory {
    l1: Option<Cache>,
    banks: Vec<Bank>,
    /// Cycle of the first lookup in a bank whose first access is not blocked.
    next_lookup: u64,
    /// The first access of some bank is blocked: its last lookup failed.
    has_blocked_bank: bool,
    l1_latency: u64,
    l1_mshr_capacity: u32,
    /// L1 events not delivered yet; `None` if the policy does not request them.
    cache_events: Option<Vec<CacheEvent>>,
    /// Sectors fetched by the L1; `None` if the launch does not count them.
    fetches: Option<Fetches>,
    constants: Option<Cache>,
    instructions: Option<Cache>,
    /// The constant or the instruction cache may have a response or a request. Both are idle in most cycles of the L1, which then
    /// skip them.
    side_caches_busy: bool,
    /// The texture unit.
    texture: Option<TexturePipe>,
    results: ResultPort,
    port: Port,
    /// Replies in flight, in order of arrival.
    inbox: VecDeque<Reply>,
    /// Arrival of the first of them.
    next_reply: u64,
    /// Next cycle in which an event can occur.
    pub next_event: u64,
}

impl SmMemory {
    pub fn new(sm: u16, machine: &Machine, map: &Arc<AddressMap>) -> SmMemory {
        let make = |d| Cache::new(d).expect("the machine was checked");
        let described = machine.sm().l1.as_ref();
        let latency = described.map_or(1, |l1| l1.latency as usize);
        SmMemory {
            l1: described.map(|l1| make(&l1.cache)),
            banks: (0..described.map_or(0, |l1| l1.banks)).map(|_| Bank::new(latency)).collect(),
            next_lookup: NEVER,
            has_blocked_bank: false,
            l1_latency: latency as u64,
            l1_mshr_capacity: described.map_or(0, |l1| match l1.cache.misses {
                Misses::Mshrs(mshrs) => mshrs.entries,
                Misses::Fifo { .. } => 0,
            }),
            cache_events: None,
            fetches: None,
            constants: machine.sm().constants.as_ref().map(make),
            instructions: machine.sm().fetch.cache.as_ref().map(make),
            side_caches_busy: false,
            texture: machine.sm().texture.as_ref().map(TexturePipe::new),
            results: ResultPort { entered: None, turn: 0, shared: VecDeque::new(), bypass: None },
            port: Port::new(sm, machine, map),
            inbox: VecDeque::new(),
            next_reply: NEVER,
            next_event: NEVER,
        }
    }

    pub fn l1_mshrs(&self) -> ResourceUse {
        ResourceUse::new(self.l1.as_ref().map_or(0, Cache::mshrs_used), self.l1_mshr_capacity)
    }

    /// Starts recording L1 events.
    pub fn record_cache_events(&mut self) {
        if let Some(l1) = &mut self.l1 {
            l1.track_owners();
            self.cache_events = Some(Vec::new());
        }
    }

    /// Begins a launch that uses `shared` bytes of shared memory per SM, and may count fetched sectors. No access is in flight.
    pub fn begin_launch(&mut self, machine: &Machine, shared: u32, counts_fetches: bool) {
        self.fetches = counts_fetches.then(Fetches::default);
        if let (Some(cache), Some(l1)) = (&mut self.l1, &machine.sm().l1) {
            if l1.flush {
                cache.invalidate();
            }
            let ways = l1.unified.map_or(l1.cache.ways, |unified| {
                let carveout = l1.carveouts.iter().copied().filter(|&c| c >= shared).min().unwrap_or(shared);
                l1.cache.ways_with_shared(carveout, unified)
            });
            cache.launch(ways, shared == 0);
        }
        if let Some(constants) = &mut self.constants {
            constants.invalidate();
        }
        if let Some(texture) = &mut self.texture {
            texture.begin_launch();
        }
    }

    /// Whether no access is in flight.
    pub fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.results.is_idle()
            && self.texture.as_ref().is_none_or(TexturePipe::is_idle)
            && self.banks.iter().all(|bank| bank.queue.is_empty())
            && [&self.l1, &self.constants, &self.instructions].into_iter().flatten().all(Cache::is_idle)
    }

    /// Drains the requests sent since the last call.
    pub fn drain_requests(&mut self) -> std::vec::Drain<'_, Request> {
        self.port.sent.drain(..)
    }

    /// Queues a reply that arrives at its time.
    pub fn deliver(&mut self, reply: Reply) {
        self.next_event = self.next_event.min(reply.at);
        self.next_reply = self.next_reply.min(reply.at);
        insert_ordered(&mut self.inbox, reply, |reply| (reply.at, reply.slice));
    }

    /// Returns credits for packets that the interconnect has accepted.
    pub fn return_credits(&mut self, now: u64, packets: u32) {
        self.port.credits += packets;
        self.next_event = self.next_event.min(now);
    }

    /// Counters of the L1, constant and instruction caches since the last call.
    pub fn take_counters(&mut self) -> [Counters; 3] {
        let of = |cache: &mut Option<Cache>| cache.as_mut().map(Cache::take_counters).unwrap_or_default();
        [of(&mut self.l1), of(&mut self.constants), of(&mut self.instructions)]
    }

    /// Sectors that the L1 fetched since the launch began.
    pub fn fetched(&self) -> FetchedSectors {
        self.fetches.as_ref().map_or_else(FetchedSectors::default, |fetches| fetches.counts)
    }

    /// L1 events not delivered yet, if they are recorded.
    #[inline]
    pub fn cache_events(&mut self) -> Option<&mut Vec<CacheEvent>> {
        self.cache_events.as_mut()
    }

    /// Offers an access to the L1, which looks it up after its latency.
    #[inline]
    pub fn offer_l1(&mut self, now: u64, access: &Access) -> Offer {
        let (sector, banks) = ((access.address / u64::from(SECTOR_BYTES)) as usize, self.banks.len());
        // A mask instead of a division: the unit offers an access to each bank in every cycle.
        let at = if banks.is_power_of_two() { sector & (banks - 1) } else { sector % banks };
        let bank = &mut self.banks[at];
        if bank.last_accepted == now {
            return Offer::Retry;
        }
        if bank.queue.len() as u64 >= self.l1_latency {
            return Offer::Blocked;
        }
        bank.last_accepted = now;
        let lookup_at = now + self.l1_latency;
        if bank.queue.is_empty() {
            self.next_lookup = self.next_lookup.min(lookup_at);
            self.next_event = self.next_event.min(lookup_at);
        }
        bank.push(lookup_at, access);
        Offer::Accepted
    }

    /// Why an access to this address is not accepted.
    pub fn blockage(&self, address: u64) -> Blockage {
        if self.port.credits == 0 {
            return Blockage::Network;
        }
        let sector = (address / u64::from(SECTOR_BYTES)) as usize;
        let bank = sector.checked_rem(self.banks.len()).map(|at| &self.banks[at]);
        match bank.and_then(|bank| bank.reservation_fail).map(|(cause, ..)| cause) {
            None => Blockage::Port,
            Some(ReservationFailure::NoLine) => Blockage::Lines,
            Some(ReservationFailure::MshrsFull | ReservationFailure::MergesFull) => Blockage::Mshrs,
            Some(ReservationFailure::QueueFull) => Blockage::Network,
        }
    }

    /// Offers an access that bypasses the L1, of one sector or several.
    pub fn offer_bypass(&mut self, now: u64, access: &Access, sectors: Sectors) -> Offer {
        if self.port.credits == 0 {
            return Offer::Blocked;
        }
        let tag = access.waiter.0;
        let (kind, requester) = match access.kind {
            AccessType::Read => (RequestKind::Read, Requester::Load(tag)),
            AccessType::Write => (RequestKind::Write, Requester::Store(tag)),
            AccessType::Atomic => (RequestKind::Atomic, Requester::Load(tag)),
        };
        self.port.inject(now, Request::new(kind, requester, (access.address, sectors), access.bytes));
        Offer::Accepted
    }

    /// Offers an access to the constant cache. A hit completes at once.
    pub fn offer_constant(&mut self, now: u64, access: &Access) -> Offer {
        let Some(cache) = &mut self.constants else { return Offer::Completed };
        let outcome = cache.access(access, Cycle(now));
        self.side_caches_busy = true;
        self.next_event = self.next_event.min(now + 1);
        match outcome {
            Outcome::Accepted { response: Response::Immediate, .. } => Offer::Completed,
            Outcome::Accepted { .. } => Offer::Accepted,
            Outcome::Rejected(_) => Offer::Retry,
        }
    }

    /// Offers a lookup of a fetch to the texture unit. The `first` of a warp's fetch starts it.
    pub fn offer_texture(&mut self, now: u64, access: &Access, first: bool) -> Offer {
        let Some(texture) = &mut self.texture else { return Offer::Completed };
        match texture.push(now, access, first) {
            Some(due) => {
                self.next_event = self.next_event.min(due);
                Offer::Accepted
            }
            None => Offer::Blocked,
        }
    }

    /// Simulates a cycle of the texture unit: one lookup, one request to the L2 and one result.
    fn cycle_texture(&mut self, now: u64, events: &mut MemoryEvents) {
        let Some(mut texture) = self.texture.take() else { return };
        if let Some(&(due, access)) = texture.lookups.front()
            && due <= now
        {
            let accepted = match &mut texture.cache {
                Some(cache) => matches!(cache.access(&access, Cycle(now)), Outcome::Accepted { .. }),
                None => self.offer_l1(now, &access) == Offer::Accepted,
            };
            if accepted {
                texture.lookups.pop_front();
                events.lsu_unblocked = true;
            }
        }
        if let Some(cache) = &mut texture.cache {
            cache.step();
            if let Some(waiter) = cache.pop_ready() {
                events.complete_access(waiter.0);
            }
            if self.port.credits > 0
                && let Some(LowerRequest { address, sectors, bytes, .. }) = cache.pop_request()
            {
                let sectors = Sectors(sectors.0 << (address / u64::from(SECTOR_BYTES) % 4));
                let request = Request::new(RequestKind::Read, Requester::Texture, (address, sectors), bytes);
                self.port.inject(now, request);
            }
        }
        self.texture = Some(texture);
    }

    /// Fetches instructions of a warp from the instruction cache. A hit completes at once.
    pub fn fetch(&mut self, now: u64, slot: Slot, address: u64) -> Offer {
        let Some(cache) = &mut self.instructions else { return Offer::Completed };
        let access = Access::read(address, 16, Waiter(u32::from(slot.0)));
        match cache.access(&access, Cycle(now)) {
            Outcome::Accepted { response: Response::Immediate, .. } => Offer::Completed,
            Outcome::Accepted { .. } => {
                // The request leaves in the cycle of the miss.
                self.port.inject_miss(now, cache, Requester::Instructions);
                self.side_caches_busy = true;
                self.next_event = self.next_event.min(now + 1);
                Offer::Accepted
            }
            Outcome::Rejected(_) => Offer::Retry,
        }
    }

    /// Whether instructions that a warp waits for have arrived.
    #[inline]
    pub fn has_fetched_line(&self) -> bool {
        self.instructions.as_ref().is_some_and(Cache::is_ready)
    }

    /// Simulates a cycle of the caches and the port.
    pub fn cycle(&mut self, now: u64, events: &mut MemoryEvents) {
        self.complete_results(now, events);
        if self.next_reply <= now && self.handle_reply(now, events) {
            self.inbox.pop_front();
            self.next_reply = self.inbox.front().map_or(NEVER, |reply| reply.at);
        }
        self.inject_misses(now, events);
        if self.texture.is_some() {
            self.cycle_texture(now, events);
        }
        if self.next_lookup <= now || self.has_blocked_bank {
            self.look_up(now, events);
        }
        self.next_event = self.next_event_after(now);
    }

    /// Writes the result that entered the result port in the last cycle, and lets the next one enter.
    fn complete_results(&mut self, now: u64, events: &mut MemoryEvents) {
        if let Some(tag) = self.results.entered.take() {
            events.complete_access(tag);
        }
        let is_ready = |cache: &Option<Cache>| u32::from(cache.as_ref().is_some_and(Cache::is_ready));
        let constants = if self.side_caches_busy { is_ready(&self.constants) } else { 0 };
        let shared = self.results.shared.front().is_some_and(|(at, _)| *at <= now);
        let ready = ResultSources(
            u32::from(shared)
                | constants << ResultSources::CONSTANTS
                | u32::from(self.results.bypass.is_some()) << ResultSources::BYPASS
                | is_ready(&self.l1) << 3,
        );
        if ready.0 != 0 {
            let source = ready.first_from(self.results.turn);
            let waiter = match source {
                ResultSources::SHARED => self.results.shared.pop_front().map(|(_, tag)| Waiter(tag)),
                ResultSources::CONSTANTS => self.constants.as_mut().and_then(Cache::pop_ready),
                ResultSources::BYPASS => self.results.bypass.take().map(Waiter),
                _ => self.l1.as_mut().and_then(Cache::pop_ready),
            };
            self.results.entered = waiter.filter(|waiter| *waiter != Waiter::NONE).map(|waiter| waiter.0);
            self.results.turn = (source + 1) % ResultSources::COUNT;
        }
        if self.side_caches_busy
            && let Some(cache) = &mut self.instructions
            && let Some(waiter) = cache.pop_ready()
        {
            events.fetched_warps.push(Slot(waiter.0 as u8));
            events.affects_warps = true;
        }
    }

    /// Queues the result of an access to shared memory, which can enter the result port in cycle `at`.
    pub fn push_shared_result(&mut self, at: u64, tag: u32) {
        self.results.shared.push_back((at, tag));
        self.next_event = self.next_event.min(at);
    }

    /// Handles the first reply, which has arrived. Returns whether it could.
    fn handle_reply(&mut self, now: u64, events: &mut MemoryEvents) -> bool {
        let Some(reply) = self.inbox.front() else { return false };
        let (cache, mshr) = match reply.requester {
            Requester::Store(tag) => {
                events.complete_access(tag);
                return true;
            }
            Requester::Load(tag) => {
                let enters = self.results.bypass.is_none();
                self.results.bypass = self.results.bypass.or(Some(tag));
                return enters;
            }
            Requester::Evicted(_) => unreachable!("an SM does not wait for write-backs"),
            Requester::Texture => {
                if let Some(cache) = self.texture.as_mut().and_then(|texture| texture.cache.as_mut()) {
                    let line = reply.address & !(cache.line_bytes() - 1);
                    let first = line / u64::from(SECTOR_BYTES) % 4;
                    cache.fill(reply.address, Sectors(reply.sectors.0 >> first));
                }
                return true;
            }
            Requester::L1(mshr) => (&mut self.l1, mshr),
            Requester::Constants(mshr) => (&mut self.constants, mshr),
            Requester::Instructions(mshr) => (&mut self.instructions, mshr),
        };
        self.side_caches_busy |= !matches!(reply.requester, Requester::L1(_));
        let accepts = cache.as_ref().is_some_and(|cache| cache.fill_port_free(Cycle(now)));
        if let Some(cache) = cache
            && accepts
        {
            let sectors = Sectors(reply.sectors.0 >> cache.first_sector(reply.address));
            cache.fill_mshr(mshr, sectors, Cycle(now));
            if let Some(log) = &mut self.cache_events {
                record_evictions(log, cache);
                events.affects_warps = true;
            }
        }
        accepts
    }

    /// Injects one request of each cache into the network.
    fn inject_misses(&mut self, now: u64, events: &mut MemoryEvents) {
        if self.side_caches_busy {
            for (cache, requester) in [
                (&mut self.instructions, Requester::Instructions as fn(MshrId) -> Requester),
                (&mut self.constants, Requester::Constants),
            ] {
                if let Some(cache) = cache {
                    self.port.inject_miss(now, cache, requester);
                }
            }
        }
        if let Some(cache) = &mut self.l1
            && cache.has_request()
            && let Some(sent) = self.port.inject_miss(now, cache, Requester::L1)
        {
            if let Some(fetches) = self.fetches.as_mut().filter(|_| sent.kind == LowerRequestKind::Fetch) {
                fetches.count(sent.address, sent.sectors);
            }
            let extra = sent.sectors.0.count_ones() - 1;
            if sent.kind == LowerRequestKind::Write && extra > 0 {
                events.extra_replies.push((sent.waiter.0, extra));
            }
        }
    }

    /// Looks up one access in each L1 bank.
    fn look_up(&mut self, now: u64, events: &mut MemoryEvents) {
        let Some(cache) = &mut self.l1 else { return };
        (self.next_lookup, self.has_blocked_bank) = (NEVER, false);
        for bank in &mut self.banks {
            if bank.next_lookup > now {
                self.next_lookup = self.next_lookup.min(bank.next_lookup);
                continue;
            }
            if let Some((cause, generation, _)) = bank.reservation_fail
                && cache.generation(cause) == generation
            {
                self.has_blocked_bank = true;
                continue;
            }
            let Some(access) = bank.first() else { continue };
            if let Some((cause, _, since)) = bank.reservation_fail {
                cache.count_reservation_fails(access.kind, cause, now - since - 1);
            }
            let outcome = match &mut self.cache_events {
                None => cache.access(&access, Cycle(now)),
                Some(log) => {
                    events.affects_warps = true;
                    access_recorded(log, cache, &access, Cycle(now))
                }
            };
            match outcome {
                Outcome::Rejected(cause) => {
                    bank.reservation_fail = Some((cause, cache.generation(cause), now));
                    self.has_blocked_bank = true;
                    continue;
                }
                Outcome::Accepted { response: Response::Immediate, .. } => {
                    events.complete_access(access.waiter.0)
                }
                Outcome::Accepted { response: Response::OnFill | Response::FromBelow, .. } => {}
            }
            bank.pop();
            self.next_lookup = self.next_lookup.min(bank.next_lookup);
            events.lsu_unblocked = true;
        }
    }

    fn next_event_after(&mut self, now: u64) -> u64 {
        let soon = now + 1;
        let can_send = self.port.credits > 0;
        let has_event = |cache: &Cache| cache.is_ready() || cache.has_request() && can_send;
        if self.l1.as_ref().is_some_and(has_event) {
            return soon;
        }
        if self.side_caches_busy {
            let side_caches = [&self.constants, &self.instructions];
            if side_caches.into_iter().flatten().any(has_event) {
                return soon;
            }
            self.side_caches_busy = side_caches.into_iter().flatten().any(Cache::has_request);
        }
        let texture = match &self.texture {
            Some(texture) => texture.next_time(soon, can_send),
            None => NEVER,
        };
        let next =
            self.next_reply.min(texture).min(self.next_lookup).min(self.results.next_time(soon)).max(soon);
        // A lookup in another bank may have freed what the first access of a blocked bank needs.
        if self.has_blocked_bank && self.can_retry() { soon } else { next }
    }

    /// Whether the first access of some blocked bank may succeed now.
    fn can_retry(&self) -> bool {
        let retries = |bank: &Bank| match (&self.l1, bank.reservation_fail) {
            (Some(cache), Some((cause, generation, _))) => cache.generation(cause) != generation,
            _ => false,
        };
        self.banks.iter().any(retries)
    }
}

#[cfg(test)]
mod tests;
