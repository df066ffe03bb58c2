//! An L2 slice: a cache, what waits for it, and its ports.
//!
//! In a cycle, one each: an answer of the cache leaves, data from DRAM come in, a request for DRAM goes, and a sector is
//! looked up.

use super::cache::{
    Access, Answer, Cache, Cause, Kind, Outcome, SECTOR_BYTES, Sectors, Send, SendKind, Waiter,
};
use super::dram::AddressMap;
use super::message::{HEADER, Reply, Request, RequestKind, Requester, in_order};
use crate::ids::{Cycle, NEVER};
use crate::slab::Slab;
use std::collections::VecDeque;

/// Whom an access that misses is for.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    address: u64,
    asker: Requester,
    sm: u16,
}

/// What slices of a partition have in common.
pub(super) struct Common<'a> {
    pub map: &'a AddressMap,
    pub replies: &'a mut Vec<Reply>,
    /// Packets taken, by SM.
    pub taken: &'a mut [u32],
    pub hop: u64,
    pub flit: u32,
    pub queue: usize,
}

pub(super) struct Slice {
    /// Among those of all partitions.
    number: u16,
    pub cache: Cache,
    /// Requests, in order of time. Of the first, some sectors may be done with.
    inbox: VecDeque<Request>,
    waiting: Slab<Waiting>,
    /// What waits for DRAM.
    pub to_dram: VecDeque<Send>,
    /// What comes from it, in order of time.
    fills: VecDeque<(u64, u64, Sectors)>,
    port: u64,
    blocked: Option<(Cause, u32, u64)>,
    /// The next cycle in which something can happen.
    pub next: u64,
}

impl Slice {
    pub fn new(number: u16, cache: Cache, queue: u32) -> Slice {
        Slice {
            number,
            cache,
            inbox: VecDeque::new(),
            waiting: Slab::default(),
            to_dram: VecDeque::with_capacity(queue as usize),
            fills: VecDeque::new(),
            port: 0,
            blocked: None,
            next: NEVER,
        }
    }

    /// A request will come.
    pub fn deliver(&mut self, request: Request) {
        self.next = self.next.min(request.at);
        in_order(&mut self.inbox, request, |request| (request.at, request.sm));
    }

    /// Data come from DRAM.
    pub fn fill(&mut self, at: u64, address: u64, sectors: Sectors) {
        self.next = self.next.min(at);
        in_order(&mut self.fills, (at, address, sectors), |fill| fill.0);
    }

    /// A request to DRAM was taken.
    pub fn drained(&mut self, now: u64) {
        self.next = self.next.min(now + 1);
    }

    /// Whether nothing but writing back is under way.
    pub fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.fills.is_empty()
            && !self.cache.is_ready()
            && self.cache.mshrs_used() == 0
    }

    /// What a copy of the host leaves here.
    pub fn install(&mut self, address: u64, index: u64, now: u64) {
        self.cache.install(address, index, Cycle(now));
    }

    pub fn cycle(&mut self, now: u64, common: &mut Common<'_>) {
        if self.port < now + common.queue as u64
            && let Some(waiter) = self.cache.pop_ready()
            && waiter != Waiter::NOBODY
        {
            let waiting = self.waiting.take(waiter.0);
            self.reply(now, waiting, SECTOR_BYTES, common);
        }
        if let Some(&(at, address, sectors)) = self.fills.front()
            && at <= now
            && self.cache.fill_port_free(Cycle(now))
        {
            self.cache.fill(address, sectors, Cycle(now));
            self.fills.pop_front();
        }
        if self.to_dram.len() < common.queue
            && let Some(send) = self.cache.pop_send()
        {
            if send.kind == SendKind::Write && send.waiter != Waiter::NOBODY {
                let waiting = self.waiting.take(send.waiter.0);
                self.reply(now, waiting, 0, common);
            }
            self.to_dram.push_back(send);
        }
        self.look_up(now, common);
        self.next = self.next_after(now, common.queue);
    }

    /// Looks a sector up.
    fn look_up(&mut self, now: u64, common: &mut Common<'_>) {
        let Some(&request) = self.inbox.front() else { return };
        if request.at > now
            || self.to_dram.len() >= common.queue
            || self.port >= now + common.queue as u64
            || !self.cache.data_port_free(Cycle(now))
        {
            return;
        }
        let sector = request.sectors.0.trailing_zeros();
        let line = request.address & !127;
        let address = line + u64::from(sector * SECTOR_BYTES);
        let kind = match request.want {
            RequestKind::Read => Kind::Read,
            RequestKind::Write | RequestKind::WriteBack => Kind::Write,
            RequestKind::Atomic => Kind::Atomic,
        };
        if let Some((cause, generation, since)) = self.blocked {
            if self.cache.generation(cause) == generation {
                return;
            }
            self.cache.count_fails(kind, cause, now - since - 1);
        }
        let waiting = Waiting { address, asker: request.asker, sm: request.sm };
        let waiter =
            if request.want == RequestKind::WriteBack { Waiter::NOBODY } else { Waiter(self.waiting.next()) };
        let index = common.map.local(address);
        let bytes = request.bytes;
        let access = Access { kind, bytes, ..Access::read(address, SECTOR_BYTES, waiter) }.indexed_by(index);
        let outcome = self.cache.access(&access, Cycle(now));
        let answered = match outcome {
            Outcome::Fail(cause) => {
                self.blocked = Some((cause, self.cache.generation(cause), now));
                return;
            }
            Outcome::Taken { answer: Answer::Now, .. } => true,
            Outcome::Taken { .. } => false,
        };
        self.blocked = None;
        if request.want != RequestKind::WriteBack {
            if answered {
                let carries = if kind == Kind::Write { 0 } else { SECTOR_BYTES };
                self.reply(now, waiting, carries, common);
            } else {
                self.waiting.put(waiting);
            }
        }
        let rest = request.sectors.0 & (request.sectors.0 - 1);
        match self.inbox.front_mut() {
            Some(first) if rest != 0 => first.sectors = Sectors(rest),
            _ => {
                self.inbox.pop_front();
                common.taken[usize::from(request.sm)] += 1;
            }
        }
    }

    fn reply(&mut self, now: u64, to: Waiting, carries: u32, common: &mut Common<'_>) {
        let sent = self.port.max(now);
        self.port = sent + u64::from((HEADER + carries).div_ceil(common.flit));
        let Waiting { address, asker, sm } = to;
        let sectors = Sectors(1 << (address / u64::from(SECTOR_BYTES) % 4));
        common.replies.push(Reply { at: sent + common.hop, address, asker, sm, slice: self.number, sectors });
    }

    fn next_after(&self, now: u64, queue: usize) -> u64 {
        let soon = now + 1;
        if self.cache.is_ready() || self.cache.next_send().is_some() && self.to_dram.len() < queue {
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
