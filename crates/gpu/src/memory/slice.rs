//! An L2 slice: a cache bank with its request queue and ports.
//!
//! In each cycle a slice sends at most one reply, accepts one fill from DRAM, sends one request to DRAM and looks up one
//! sector.

use super::PAGE;
use super::cache::{
    Access, AccessType, Cache, LowerRequestKind, MshrId, Outcome, ReservationFailure, Response, SECTOR_BYTES,
    Sectors, TagStatus, Waiter,
};
use super::dram::AddressMap;
use super::message::{PacketCycles, Reply, Request, RequestKind, Requester, insert_ordered};
use crate::ids::{Cycle, NEVER};
use crate::slab::Slab;
use std::collections::VecDeque;

/// The destination of a reply that waits for a fill.
#[derive(Clone, Copy, Debug)]
struct PendingReply {
    address: u64,
    requester: Requester,
    sm: u16,
    sectors: Sectors,
}

/// A request to DRAM.
#[derive(Clone, Copy, Debug)]
pub(super) struct DramRequest {
    pub address: u64,
    /// The MSHR that waits for the data of a read.
    pub mshr: MshrId,
    pub sectors: Sectors,
    pub write: bool,
}

/// Data from DRAM.
#[derive(Clone, Copy, Debug)]
struct Fill {
    /// Cycle of arrival.
    at: u64,
    mshr: MshrId,
    sectors: Sectors,
}

/// Network credits to return to SMs at the end of a window.
pub(super) struct Credits {
    by_sm: Vec<u32>,
    /// The SMs that have any: few of them send to one partition in a window.
    sms: Vec<u16>,
}

impl Credits {
    pub fn new(sms: usize) -> Credits {
        Credits { by_sm: vec![0; sms], sms: Vec::with_capacity(sms) }
    }

    #[inline]
    fn add(&mut self, sm: u16) {
        let credits = &mut self.by_sm[usize::from(sm)];
        if *credits == 0 {
            self.sms.push(sm);
        }
        *credits += 1;
    }

    /// Hands out the credits of each SM.
    #[inline]
    pub fn take(&mut self, mut each: impl FnMut(u16, u32)) {
        for sm in self.sms.drain(..) {
            each(sm, std::mem::take(&mut self.by_sm[usize::from(sm)]));
        }
    }
}

/// State of the partition that its slices share.
pub(super) struct SliceContext<'a> {
    pub map: &'a AddressMap,
    pub replies: &'a mut Vec<Reply>,
    pub credits: &'a mut Credits,
    /// Number of requests of all slices that wait for DRAM.
    pub dram_requests: &'a mut usize,
    pub reply_latency: u64,
    pub packet_cycles: PacketCycles,
    pub queue: usize,
}

/// An L2 slice.
pub(super) struct Slice {
    /// Its number, counted over all partitions.
    number: u16,
    pub cache: Cache,
    /// A request is for a line of this cache, and is looked up at once; else sector by sector.
    by_line: bool,
    /// Requests, ordered by time. Sectors of the first that are already looked up are cleared.
    inbox: VecDeque<Request>,
    pending_replies: Slab<PendingReply>,
    /// Requests that wait for DRAM.
    pub to_dram: VecDeque<DramRequest>,
    /// Fills from DRAM, ordered by time.
    fills: VecDeque<Fill>,
    /// Cycles of the first request and of the first fill. Most cycles have neither, and do not look into the queues.
    next_request: u64,
    next_fill: u64,
    /// The first cycle in which the reply port is free.
    port: u64,
    /// The reservation failure of the request at the head, with the cache's generation and the cycle of the attempt.
    blocked: Option<(ReservationFailure, u32, u64)>,
    /// Lines fetched from memory in this launch, each with whether another request came while it was in flight; if the machine
    /// flushes written pages.
    fetched: Option<Vec<(u64, bool)>>,
    /// Cycle of the next event.
    pub next: u64,
}

impl Slice {
    pub fn new(number: u16, cache: Cache, queue: u32, flush_written: bool) -> Slice {
        Slice {
            number,
            by_line: cache.line_bytes() < 128,
            cache,
            inbox: VecDeque::new(),
            pending_replies: Slab::default(),
            to_dram: VecDeque::with_capacity(queue as usize),
            fills: VecDeque::new(),
            next_request: NEVER,
            next_fill: NEVER,
            port: 0,
            blocked: None,
            fetched: flush_written.then(Vec::new),
            next: NEVER,
        }
    }

    /// Accepts a request.
    pub fn deliver(&mut self, request: Request) {
        self.next = self.next.min(request.at);
        self.next_request = self.next_request.min(request.at);
        insert_ordered(&mut self.inbox, request, |request| (request.at, request.sm));
    }

    /// Accepts data from DRAM.
    pub fn fill(&mut self, at: u64, mshr: MshrId, sectors: Sectors) {
        self.next = self.next.min(at);
        self.next_fill = self.next_fill.min(at);
        insert_ordered(&mut self.fills, Fill { at, mshr, sectors }, |fill| fill.at);
    }

    /// Removes the first request for DRAM, if there is one. A slice that waited for its entry of the queue continues in the next
    /// cycle.
    #[inline]
    pub fn pop_dram_request(&mut self, now: u64, queue: usize) -> Option<DramRequest> {
        let request = self.to_dram.pop_front()?;
        if self.to_dram.len() + 1 >= queue {
            self.next = self.next.min(now + 1);
        }
        Some(request)
    }

    /// Cycles that the first request has waited for its lookup by cycle `now`, because others were before it. A request that the
    /// cache rejects waits for memory behind the slice.
    pub fn waits_since(&self, now: u64) -> u64 {
        if self.blocked.is_some() { 0 } else { now.saturating_sub(self.next_request) }
    }

    /// Whether no request is in flight, write-backs excepted.
    pub fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.fills.is_empty()
            && !self.cache.is_ready()
            && self.cache.mshrs_used() == 0
    }

    /// Installs a sector of a host-to-device copy.
    pub fn install(&mut self, address: u64, index: u64, now: u64) {
        self.cache.install(address, index, Cycle(now));
    }

    pub fn cycle(&mut self, now: u64, context: &mut SliceContext<'_>) {
        if self.cache.is_ready()
            && self.port < now + context.queue as u64
            && let Some(waiter) = self.cache.pop_ready()
            && waiter != Waiter::NONE
        {
            let pending = self.pending_replies.take(waiter.0);
            self.reply(now, pending, pending.sectors.0.count_ones(), context);
        }
        if self.next_fill <= now
            && self.cache.fill_port_free(Cycle(now))
            && let Some(Fill { mshr, sectors, .. }) = self.fills.pop_front()
        {
            self.next_fill = self.fills.front().map_or(NEVER, |fill| fill.at);
            self.cache.fill_mshr(mshr, sectors, Cycle(now));
        }
        if self.cache.has_request()
            && self.to_dram.len() < context.queue
            && let Some((send, mshr)) = self.cache.pop_request_of_mshr()
        {
            if send.kind == LowerRequestKind::Write && send.waiter != Waiter::NONE {
                let pending = self.pending_replies.take(send.waiter.0);
                self.reply(now, pending, 0, context);
            }
            let write = send.kind != LowerRequestKind::Fetch;
            self.to_dram.push_back(DramRequest { address: send.address, mshr, sectors: send.sectors, write });
            *context.dram_requests += 1;
        }
        if self.next_request <= now {
            self.look_up(now, context);
        }
        self.next = self.next_after(now, context.queue);
    }

    /// Looks up the next sector of the request at the head, which has arrived.
    fn look_up(&mut self, now: u64, context: &mut SliceContext<'_>) {
        if self.to_dram.len() >= context.queue
            || self.port >= now + context.queue as u64
            || !self.cache.data_port_free(Cycle(now))
        {
            return;
        }
        if let Some((cause, generation, _)) = self.blocked
            && self.cache.generation(cause) == generation
        {
            return;
        }
        let Some(request) = self.inbox.front_mut() else { return };
        let sector = request.sectors.0.trailing_zeros();
        let sectors = if self.by_line { request.sectors } else { Sectors(1 << sector) };
        let line = request.address & !127;
        let address = line + u64::from(sector * SECTOR_BYTES);
        let kind = match request.kind {
            RequestKind::Read => AccessType::Read,
            RequestKind::Write | RequestKind::WriteBack => AccessType::Write,
            RequestKind::Atomic => AccessType::Atomic,
        };
        if let Some((cause, _, since)) = self.blocked.take() {
            self.cache.count_reservation_fails(kind, cause, now - since - 1);
        }
        let is_write_back = request.kind == RequestKind::WriteBack;
        let waiter = if is_write_back { Waiter::NONE } else { Waiter(self.pending_replies.next()) };
        let access = Access { kind, bytes: request.bytes, ..Access::read(address, SECTOR_BYTES, waiter) };
        // Only an access that allocates a line needs its set.
        let outcome = self.cache.access_indexed(&access, Cycle(now), || context.map.local(address));
        if let Some(fetched) = &mut self.fetched {
            note_fetch(fetched, address, outcome);
        }
        let answered = match outcome {
            Outcome::Rejected(cause) => {
                self.blocked = Some((cause, self.cache.generation(cause), now));
                return;
            }
            Outcome::Accepted { response: Response::Immediate, .. } => true,
            Outcome::Accepted { .. } => false,
        };
        let pending = PendingReply { address, requester: request.requester, sm: request.sm, sectors };
        request.sectors = Sectors(request.sectors.0 & !sectors.0);
        if request.sectors == Sectors(0) {
            context.credits.add(pending.sm);
            self.inbox.pop_front();
            self.next_request = self.inbox.front().map_or(NEVER, |first| first.at);
        }
        if !is_write_back {
            if answered {
                let data_sectors = if kind == AccessType::Write { 0 } else { sectors.0.count_ones() };
                self.reply(now, pending, data_sectors, context);
            } else {
                self.pending_replies.put(pending);
            }
        }
    }

    fn reply(&mut self, now: u64, to: PendingReply, data_sectors: u32, context: &mut SliceContext<'_>) {
        let sent = self.port.max(now);
        self.port = sent + context.packet_cycles.of(data_sectors);
        let PendingReply { address, requester, sm, sectors } = to;
        context.replies.push(Reply {
            at: self.port - 1 + context.reply_latency,
            address,
            requester,
            sm,
            slice: self.number,
            sectors,
        });
    }

    /// Removes the lines on these pages, which are in order, that were fetched once since the last call. Lines that several
    /// requests fetched at a time stay: each has a copy of its own in Multi2Sim, and only one of them leaves.
    pub fn flush(&mut self, pages: &[u64], removed: &mut Vec<u64>) {
        let Some(fetched) = &mut self.fetched else { return };
        for (address, _) in fetched.drain(..).filter(|(_, repeated)| !repeated) {
            if pages.binary_search(&(address / PAGE)).is_ok() {
                self.cache.remove(address);
                removed.push(address);
            }
        }
    }

    #[inline]
    fn next_after(&self, now: u64, queue: usize) -> u64 {
        let soon = now + 1;
        let has_room = self.to_dram.len() < queue;
        if self.cache.is_ready() || self.cache.has_request() && has_room {
            return soon;
        }
        let mut next = self.next_fill;
        if has_room && self.next_request < next {
            let blocked =
                self.blocked.is_some_and(|(cause, generation, _)| self.cache.generation(cause) == generation);
            if !blocked {
                next = self.next_request;
            }
        }
        next.max(soon)
    }
}

/// Notes a line that is fetched, or another request for one that is in flight.
fn note_fetch(fetched: &mut Vec<(u64, bool)>, address: u64, outcome: Outcome) {
    let Outcome::Accepted { tag, .. } = outcome else { return };
    match tag {
        TagStatus::Miss => fetched.push((address, false)),
        TagStatus::Pending => {
            // It was fetched not long ago.
            if let Some((_, repeated)) = fetched.iter_mut().rev().find(|(known, _)| *known == address) {
                *repeated = true;
            }
        }
        TagStatus::Hit | TagStatus::SectorMiss => {}
    }
}
