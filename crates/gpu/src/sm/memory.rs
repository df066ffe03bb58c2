//! The SM's side of memory: its caches, and its port to the network.

use crate::ids::{Cycle, NEVER, Slot};
use crate::machine::Machine;
use crate::memory::cache::{
    Access, AccessType, Bytes, Cache, Counters, LowerRequest, LowerRequestKind, Outcome, ReservationFailure,
    Response, SECTOR_BYTES, Sectors, TagStatus, Waiter,
};
use crate::memory::dram::AddressMap;
use crate::memory::message::{
    NetworkLatency, Reply, Request, RequestKind, Requester, insert_ordered, packet_cycles,
};
use crate::policy::WarpEvent;
use std::collections::VecDeque;
use std::sync::Arc;

/// Accesses on their way into a bank of the L1.
struct Bank {
    queue: VecDeque<(u64, Access)>,
    /// When the last came in.
    last: u64,
    /// The first was not taken: why, what has to change, and when it was tried.
    blocked: Option<(ReservationFailure, u32, u64)>,
}

/// The port to the network.
struct Port {
    sm: u16,
    map: Arc<AddressMap>,
    free_at: u64,
    flit: u32,
    hop: u64,
    /// Packets that may still be sent before others are known to be taken.
    credits: u32,
    sent: Vec<Request>,
}

impl Port {
    fn send(&mut self, now: u64, mut request: Request) {
        let carries =
            matches!(request.kind, RequestKind::Write | RequestKind::WriteBack | RequestKind::Atomic);
        let data_bytes = if carries { request.sectors.0.count_ones() * SECTOR_BYTES } else { 0 };
        let at = self.free_at.max(now);
        self.free_at = at + packet_cycles(data_bytes, self.flit);
        self.credits -= 1;
        request.at = at + self.hop;
        request.sm = self.sm;
        request.slice = self.map.decode(request.address).sub_partition.0;
        self.sent.push(request);
    }
}

/// What became of an access that was offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    /// It was taken, and an answer will come.
    Taken,
    /// It was taken, and done.
    Done,
    /// Not in this cycle.
    Later,
    /// Not before something has changed.
    Blocked,
}

/// What a memory cycle brought.
#[derive(Default)]
pub(crate) struct MemoryEvents {
    /// Answers to accesses of instructions.
    pub answers: Vec<u32>,
    /// Instructions that will be answered so many times more than they asked.
    pub more: Vec<(u32, u32)>,
    /// Warps whose instructions came.
    pub fetched: Vec<Slot>,
    /// An access left a bank of the L1: what was blocked may not be now.
    pub moved: bool,
    /// Whether any of it concerns warps.
    pub concerns: bool,
}

impl MemoryEvents {
    #[inline]
    fn answer(&mut self, tag: u32) {
        self.answers.push(tag);
        self.concerns = true;
    }
}

pub(crate) struct SmMemory {
    l1: Option<Cache>,
    banks: Vec<Bank>,
    latency: u64,
    /// What happened in the L1, if that is to be told.
    told: Option<Vec<WarpEvent>>,
    constants: Option<Cache>,
    instructions: Option<Cache>,
    port: Port,
    /// Replies to come, in order of time.
    inbox: VecDeque<Reply>,
    /// The next cycle in which something can happen.
    pub next: u64,
}

impl SmMemory {
    pub fn new(sm: u16, machine: &Machine, map: &Arc<AddressMap>) -> SmMemory {
        let make = |d| Cache::new(d).expect("the machine was checked");
        let described = machine.sm.l1.as_ref();
        let latency = described.map_or(1, |l1| l1.latency as usize);
        let network = NetworkLatency::of(machine);
        let bank = || Bank { queue: VecDeque::with_capacity(latency), last: NEVER, blocked: None };
        SmMemory {
            l1: described.map(|l1| make(&l1.cache)),
            banks: (0..described.map_or(0, |l1| l1.banks)).map(|_| bank()).collect(),
            latency: latency as u64,
            told: None,
            constants: machine.sm.constants.as_ref().map(make),
            instructions: machine.sm.fetch.cache.as_ref().map(make),
            port: Port {
                sm,
                map: Arc::clone(map),
                free_at: 0,
                flit: machine.network.flit,
                hop: network.request,
                // Those on the way, and those whose taking is not yet known here, have room beside the buffer: one a cycle.
                credits: machine.network.buffer + (network.request + network.reply) as u32,
                sent: Vec::new(),
            },
            inbox: VecDeque::new(),
            next: NEVER,
        }
    }

    /// What happens in the L1 is told from now on.
    pub fn tell(&mut self) {
        if let Some(l1) = &mut self.l1 {
            l1.track_owners();
            self.told = Some(Vec::new());
        }
    }

    /// A launch begins, that uses `shared` bytes of shared memory at once. Nothing is under way.
    pub fn launch(&mut self, machine: &Machine, shared: u32) {
        if let (Some(cache), Some(l1)) = (&mut self.l1, &machine.sm.l1) {
            if l1.flush {
                cache.invalidate();
            }
            let ways = l1.unified.map_or(l1.cache.ways, |unified| {
                let taken = l1.carveouts.iter().copied().filter(|&c| c >= shared).min().unwrap_or(shared);
                l1.cache.ways_with_shared(taken, unified)
            });
            cache.launch(ways, shared == 0);
        }
        if let Some(constants) = &mut self.constants {
            constants.invalidate();
        }
    }

    /// Whether nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.banks.iter().all(|bank| bank.queue.is_empty())
            && [&self.l1, &self.constants, &self.instructions].into_iter().flatten().all(Cache::is_idle)
    }

    /// Takes what was sent since the last time.
    pub fn sent(&mut self) -> std::vec::Drain<'_, Request> {
        self.port.sent.drain(..)
    }

    /// A reply will come.
    pub fn deliver(&mut self, reply: Reply) {
        self.next = self.next.min(reply.at);
        insert_ordered(&mut self.inbox, reply, |reply| (reply.at, reply.slice));
    }

    /// So many more packets may be sent.
    pub fn credit(&mut self, now: u64, packets: u32) {
        self.port.credits += packets;
        self.next = self.next.min(now);
    }

    /// What was counted since the last time: L1, constants, instructions.
    pub fn take_counters(&mut self) -> [Counters; 3] {
        let of = |cache: &mut Option<Cache>| cache.as_mut().map(Cache::take_counters).unwrap_or_default();
        [of(&mut self.l1), of(&mut self.constants), of(&mut self.instructions)]
    }

    /// What happened in the L1, if that is told: to be taken out.
    #[inline]
    pub fn told(&mut self) -> Option<&mut Vec<WarpEvent>> {
        self.told.as_mut()
    }

    /// Offers an access to the L1, where it will be looked up some cycles later.
    pub fn offer(&mut self, now: u64, access: Access) -> Offer {
        let at = (access.address / u64::from(SECTOR_BYTES)) as usize % self.banks.len();
        let bank = &mut self.banks[at];
        if bank.last == now {
            return Offer::Later;
        }
        if bank.queue.len() as u64 >= self.latency {
            return Offer::Blocked;
        }
        bank.last = now;
        let ready = now + self.latency;
        if bank.queue.is_empty() {
            self.next = self.next.min(ready);
        }
        bank.queue.push_back((ready, access));
        Offer::Taken
    }

    /// Offers an access that goes past the L1, of one sector or several.
    pub fn offer_direct(&mut self, now: u64, access: &Access, sectors: Sectors) -> Offer {
        if self.port.credits == 0 {
            return Offer::Blocked;
        }
        let kind = match access.kind {
            AccessType::Read => RequestKind::Read,
            AccessType::Write => RequestKind::Write,
            AccessType::Atomic => RequestKind::Atomic,
        };
        let requester = Requester::Instruction(access.waiter.0);
        let (address, bytes) = (access.address, access.bytes);
        self.port.send(now, Request { at: 0, address, bytes, requester, sm: 0, slice: 0, sectors, kind });
        Offer::Taken
    }

    /// Offers an access to the cache of constants, which answers at once if it can.
    pub fn offer_constant(&mut self, now: u64, access: &Access) -> Offer {
        let Some(cache) = &mut self.constants else { return Offer::Done };
        let outcome = cache.access(access, Cycle(now));
        self.next = self.next.min(now + 1);
        match outcome {
            Outcome::Accepted { response: Response::Immediate, .. } => Offer::Done,
            Outcome::Accepted { .. } => Offer::Taken,
            Outcome::Rejected(_) => Offer::Later,
        }
    }

    /// Whether instructions at this address can be had now; if not, whether they will come.
    pub fn fetch(&mut self, now: u64, slot: Slot, address: u64) -> Offer {
        let Some(cache) = &mut self.instructions else { return Offer::Done };
        let access = Access::read(address, 16, Waiter(u32::from(slot.0)));
        match cache.access(&access, Cycle(now)) {
            Outcome::Accepted { response: Response::Immediate, .. } => Offer::Done,
            Outcome::Accepted { .. } => {
                self.next = self.next.min(now + 1);
                Offer::Taken
            }
            Outcome::Rejected(_) => Offer::Later,
        }
    }

    /// A cycle.
    pub fn cycle(&mut self, now: u64, brought: &mut MemoryEvents) {
        self.answers(brought);
        self.fill(now, brought);
        self.send(now, brought);
        self.look_up(now, brought);
        self.next = self.next_after(now);
    }

    /// Each cache gives one answer.
    fn answers(&mut self, brought: &mut MemoryEvents) {
        for cache in [&mut self.l1, &mut self.constants].into_iter().flatten() {
            if let Some(waiter) = cache.pop_ready()
                && waiter != Waiter::NONE
            {
                brought.answer(waiter.0);
            }
        }
        if let Some(cache) = &mut self.instructions
            && let Some(waiter) = cache.pop_ready()
        {
            brought.fetched.push(Slot(waiter.0 as u8));
            brought.concerns = true;
        }
    }

    /// One reply is taken.
    fn fill(&mut self, now: u64, brought: &mut MemoryEvents) {
        let Some(reply) = self.inbox.front().filter(|reply| reply.at <= now) else { return };
        let cache = match reply.requester {
            Requester::Instruction(tag) => {
                brought.answer(tag);
                self.inbox.pop_front();
                return;
            }
            Requester::L1 => &mut self.l1,
            Requester::Constants => &mut self.constants,
            Requester::Instructions => &mut self.instructions,
        };
        if let Some(cache) = cache
            && cache.fill_port_free(Cycle(now))
        {
            let sectors = Sectors(reply.sectors.0 >> cache.first_sector(reply.address));
            cache.fill(reply.address, sectors, Cycle(now));
            if let Some(told) = &mut self.told {
                tell_evicted(told, cache);
                brought.concerns = true;
            }
            self.inbox.pop_front();
        }
    }

    /// Each cache sends one request.
    fn send(&mut self, now: u64, brought: &mut MemoryEvents) {
        let caches = [
            (&mut self.instructions, Requester::Instructions),
            (&mut self.constants, Requester::Constants),
            (&mut self.l1, Requester::L1),
        ];
        for (cache, requester) in caches {
            let Some(cache) = cache else { continue };
            if self.port.credits == 0 {
                return;
            }
            let Some(LowerRequest { kind, address, sectors, bytes, waiter }) = cache.pop_request() else {
                continue;
            };
            // The L2 has sectors of 128 bytes, whatever the length of the lines here.
            let sectors = Sectors(sectors.0 << cache.first_sector(address));
            let (requester, kind) = match kind {
                LowerRequestKind::Fetch => (requester, RequestKind::Read),
                LowerRequestKind::WriteBack => (requester, RequestKind::WriteBack),
                LowerRequestKind::Write => {
                    let more = sectors.0.count_ones() - 1;
                    if more > 0 {
                        brought.more.push((waiter.0, more));
                        brought.concerns = true;
                    }
                    (Requester::Instruction(waiter.0), RequestKind::Write)
                }
            };
            self.port.send(now, Request { at: 0, address, bytes, requester, sm: 0, slice: 0, sectors, kind });
        }
    }

    /// Each bank looks one access up.
    fn look_up(&mut self, now: u64, brought: &mut MemoryEvents) {
        let Some(cache) = &mut self.l1 else { return };
        for bank in &mut self.banks {
            let Some((ready, access)) = bank.queue.front() else { continue };
            if *ready > now {
                continue;
            }
            if let Some((cause, generation, since)) = bank.blocked {
                if cache.generation(cause) == generation {
                    continue;
                }
                cache.count_reservation_fails(access.kind, cause, now - since - 1);
            }
            let outcome = match &mut self.told {
                None => cache.access(access, Cycle(now)),
                Some(told) => {
                    brought.concerns = true;
                    tell(told, cache, access, Cycle(now))
                }
            };
            match outcome {
                Outcome::Rejected(cause) => {
                    bank.blocked = Some((cause, cache.generation(cause), now));
                    continue;
                }
                Outcome::Accepted { response: Response::Immediate, .. } => brought.answer(access.waiter.0),
                Outcome::Accepted { response: Response::OnFill | Response::FromBelow, .. } => {}
            }
            bank.blocked = None;
            bank.queue.pop_front();
            brought.moved = true;
        }
    }

    fn next_after(&self, now: u64) -> u64 {
        let soon = now + 1;
        let caches = [&self.l1, &self.constants, &self.instructions];
        for cache in caches.into_iter().flatten() {
            if cache.is_ready() || cache.next_request().is_some() && self.port.credits > 0 {
                return soon;
            }
        }
        let mut next = self.inbox.front().map_or(NEVER, |reply| reply.at.max(soon));
        if let Some(cache) = &self.l1 {
            for bank in &self.banks {
                let at = match (bank.queue.front(), bank.blocked) {
                    (None, _) => NEVER,
                    (Some(_), Some((cause, generation, _))) if cache.generation(cause) == generation => NEVER,
                    (Some((ready, _)), _) => *ready,
                };
                next = next.min(at.max(soon));
            }
        }
        next
    }
}

/// Accesses the L1, and tells what happened there.
#[cold]
fn tell(told: &mut Vec<WarpEvent>, cache: &mut Cache, access: &Access, now: Cycle) -> Outcome {
    // One that joins others finds no line if lines are allocated on fill.
    let joins = cache.has_pending_fetch(access.address);
    let outcome = cache.access_tracked(access, now);
    let (slot, line) = (access.slot, cache.line(access.address));
    match outcome {
        Outcome::Accepted { tag: TagStatus::Hit, .. } if access.kind == AccessType::Read => {
            told.push(WarpEvent::L1Hit { slot, line });
        }
        Outcome::Accepted { tag: TagStatus::Miss | TagStatus::SectorMiss, .. }
            if access.kind == AccessType::Read && !joins =>
        {
            told.push(WarpEvent::L1Miss { slot, line });
        }
        _ => {}
    }
    tell_evicted(told, cache);
    outcome
}

/// Tells which lines left the L1.
#[cold]
fn tell_evicted(told: &mut Vec<WarpEvent>, cache: &mut Cache) {
    told.extend(cache.take_evicted().map(|(slot, line)| WarpEvent::L1Evicted { slot, line }));
}

/// The sectors that bytes of a line are in.
pub(crate) fn sectors_of(bytes: Bytes) -> Sectors {
    let touched = |sector: u32| u8::from(bytes.0 >> (sector * SECTOR_BYTES) & 0xffff_ffff != 0) << sector;
    Sectors((0..4).map(touched).sum())
}
