//! An L2 slice: a cache bank with its request queue and ports.
//!
//! In each cycle a slice sends at most one reply, accepts one fill from DRAM, sends one request to DRAM and looks up one
//! sector.

use super::cache::{
    Access, AccessType, Cache, LowerRequest, LowerRequestKind, Outcome, ReservationFailure, Response,
    SECTOR_BYTES, Sectors, Waiter,
};
use super::dram::AddressMap;
use super::message::{Reply, Request, RequestKind, Requester, insert_ordered, packet_cycles};
use crate::ids::{Cycle, NEVER};
use crate::slab::Slab;
use std::collections::VecDeque;

/// The destination of a reply that waits for a fill.
#[derive(Clone, Copy, Debug)]
struct PendingReply {
    address: u64,
    requester: Requester,
    sm: u16,
}

/// State of the partition that its slices share.
pub(super) struct SliceContext<'a> {
    pub map: &'a AddressMap,
    pub replies: &'a mut Vec<Reply>,
    /// By SM, the network credits to return.
    pub credits: &'a mut [u32],
    pub reply_latency: u64,
    pub flit: u32,
    pub queue: usize,
}

/// An L2 slice.
pub(super) struct Slice {
    /// Its number, counted over all partitions.
    number: u16,
    pub cache: Cache,
    /// Requests, ordered by time. Sectors of the first that are already looked up are cleared.
    inbox: VecDeque<Request>,
    pending_replies: Slab<PendingReply>,
    /// Requests that wait for DRAM.
    pub to_dram: VecDeque<LowerRequest>,
    /// Fills from DRAM, ordered by time: cycle, address, sectors.
    fills: VecDeque<(u64, u64, Sectors)>,
    /// The first cycle in which the reply port is free.
    port: u64,
    /// The reservation failure of the request at the head, with the cache's generation and the cycle of the attempt.
    blocked: Option<(ReservationFailure, u32, u64)>,
    /// Cycle of the next event.
    pub next: u64,
}

impl Slice {
    pub fn new(number: u16, cache: Cache, queue: u32) -> Slice {
        Slice {
            number,
            cache,
            inbox: VecDeque::new(),
            pending_replies: Slab::default(),
            to_dram: VecDeque::with_capacity(queue as usize),
            fills: VecDeque::new(),
            port: 0,
            blocked: None,
            next: NEVER,
        }
    }

    /// Accepts a request.
    pub fn deliver(&mut self, request: Request) {
        self.next = self.next.min(request.at);
        insert_ordered(&mut self.inbox, request, |request| (request.at, request.sm));
    }

    /// Accepts data from DRAM.
    pub fn fill(&mut self, at: u64, address: u64, sectors: Sectors) {
        self.next = self.next.min(at);
        insert_ordered(&mut self.fills, (at, address, sectors), |fill| fill.0);
    }

    /// Notes that a request left for DRAM, which frees an entry of the queue.
    pub fn drained(&mut self, now: u64) {
        self.next = self.next.min(now + 1);
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
        if self.port < now + context.queue as u64
            && let Some(waiter) = self.cache.pop_ready()
            && waiter != Waiter::NONE
        {
            let pending = self.pending_replies.take(waiter.0);
            self.reply(now, pending, SECTOR_BYTES, context);
        }
        if let Some(&(at, address, sectors)) = self.fills.front()
            && at <= now
            && self.cache.fill_port_free(Cycle(now))
        {
            self.cache.fill(address, sectors, Cycle(now));
            self.fills.pop_front();
        }
        if self.to_dram.len() < context.queue
            && let Some(send) = self.cache.pop_request()
        {
            if send.kind == LowerRequestKind::Write && send.waiter != Waiter::NONE {
                let pending = self.pending_replies.take(send.waiter.0);
                self.reply(now, pending, 0, context);
            }
            self.to_dram.push_back(send);
        }
        self.look_up(now, context);
        self.next = self.next_after(now, context.queue);
    }

    /// Looks up the next sector of the request at the head.
    fn look_up(&mut self, now: u64, context: &mut SliceContext<'_>) {
        let Some(&request) = self.inbox.front() else { return };
        if request.at > now
            || self.to_dram.len() >= context.queue
            || self.port >= now + context.queue as u64
            || !self.cache.data_port_free(Cycle(now))
        {
            return;
        }
        let sector = request.sectors.0.trailing_zeros();
        let line = request.address & !127;
        let address = line + u64::from(sector * SECTOR_BYTES);
        let kind = match request.kind {
            RequestKind::Read => AccessType::Read,
            RequestKind::Write | RequestKind::WriteBack => AccessType::Write,
            RequestKind::Atomic => AccessType::Atomic,
        };
        if let Some((cause, generation, since)) = self.blocked {
            if self.cache.generation(cause) == generation {
                return;
            }
            self.cache.count_reservation_fails(kind, cause, now - since - 1);
        }
        let pending = PendingReply { address, requester: request.requester, sm: request.sm };
        let waiter = if request.kind == RequestKind::WriteBack {
            Waiter::NONE
        } else {
            Waiter(self.pending_replies.next())
        };
        let index = context.map.local(address);
        let bytes = request.bytes;
        let access = Access { kind, bytes, ..Access::read(address, SECTOR_BYTES, waiter) }.indexed_by(index);
        let outcome = self.cache.access(&access, Cycle(now));
        let answered = match outcome {
            Outcome::Rejected(cause) => {
                self.blocked = Some((cause, self.cache.generation(cause), now));
                return;
            }
            Outcome::Accepted { response: Response::Immediate, .. } => true,
            Outcome::Accepted { .. } => false,
        };
        self.blocked = None;
        if request.kind != RequestKind::WriteBack {
            if answered {
                let data_bytes = if kind == AccessType::Write { 0 } else { SECTOR_BYTES };
                self.reply(now, pending, data_bytes, context);
            } else {
                self.pending_replies.put(pending);
            }
        }
        let rest = request.sectors.0 & (request.sectors.0 - 1);
        match self.inbox.front_mut() {
            Some(first) if rest != 0 => first.sectors = Sectors(rest),
            _ => {
                self.inbox.pop_front();
                context.credits[usize::from(request.sm)] += 1;
            }
        }
    }

    fn reply(&mut self, now: u64, to: PendingReply, data_bytes: u32, context: &mut SliceContext<'_>) {
        let sent = self.port.max(now);
        self.port = sent + packet_cycles(data_bytes, context.flit);
        let PendingReply { address, requester, sm } = to;
        let sectors = Sectors(1 << (address / u64::from(SECTOR_BYTES) % 4));
        context.replies.push(Reply {
            at: self.port - 1 + context.reply_latency,
            address,
            requester,
            sm,
            slice: self.number,
            sectors,
        });
    }

    fn next_after(&self, now: u64, queue: usize) -> u64 {
        let soon = now + 1;
        if self.cache.is_ready() || self.cache.next_request().is_some() && self.to_dram.len() < queue {
            return soon;
        }
        let mut next = self.fills.front().map_or(NEVER, |fill| fill.0.max(soon));
        if let Some(first) = self.inbox.front()
            && self.to_dram.len() < queue
        {
            let blocked =
                self.blocked.is_some_and(|(cause, generation, _)| self.cache.generation(cause) == generation);
            if !blocked {
                next = next.min(first.at.max(soon));
            }
        }
        next
    }
}
