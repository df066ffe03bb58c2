//! Load-store unit of the SM: an in-order queue of memory instructions, one of which sends its accesses at a time.

use super::coalesce::Segment;
use super::copies::CopyTracker;
use super::memory::{Offer, SmMemory};
use super::subcore::Subcores;
use crate::ids::{SchedulerId, Slot};
use crate::machine::SmDescription;
use crate::memory::cache::{Access, AccessType, Bytes, Sectors, Space, Waiter};
use crate::slab::Slab;
use crate::view::ResourceUse;
use std::collections::VecDeque;
use warploom_kernel::program::Pc;

/// Memory instruction in the queue of the load-store unit, or in the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LsuEntry {
    pub slot: Slot,
    pub pc: Pc,
    pub scheduler: SchedulerId,
    /// Cycle in which its operands are available.
    pub ready_at: u64,
    pub op: LsuOp,
    /// Segments not sent yet. They are at the front of the unit's segment list when the instruction is in the unit.
    pub segments: u32,
    /// It returns a result; a store only completes.
    pub is_load: bool,
    pub copy: CopyTracker,
}

/// Operation of an instruction in the load-store unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LsuOp {
    /// Access to shared memory that takes this many passes over the banks.
    Shared(u32),
    /// Access through the L1.
    Cached(AccessType, Space),
    /// Access that bypasses the L1.
    Bypass(AccessType),
    /// Access through the constant cache.
    Constant,
    /// Fetch of the texture unit.
    Texture,
    /// No access: no lane is active, or the operand is an immediate constant.
    NoAccess,
}

/// Memory instruction with accesses in flight, or with none left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InFlightAccess {
    pub slot: Slot,
    pub pc: Pc,
    pub is_load: bool,
    pub copy: CopyTracker,
    pending: u32,
}

impl InFlightAccess {
    fn of(entry: &LsuEntry) -> InFlightAccess {
        let &LsuEntry { slot, pc, is_load, segments, copy, .. } = entry;
        InFlightAccess { slot, pc, is_load, copy, pending: segments }
    }
}

/// Instruction in the unit.
struct Active {
    entry: LsuEntry,
    /// Passes over the shared-memory banks left; 0 for other accesses once a segment is sent.
    passes: u32,
    /// Index of its [`InFlightAccess`].
    tag: u32,
    /// Memory refused its next segment; it waits for back-pressure to ease.
    blocked: bool,
}

/// State of the load-store unit, as the account of stalls distinguishes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LsuState {
    /// No instruction is in the unit, or one without an access.
    Free,
    /// The unit passes over the banks of shared memory.
    Shared,
    /// The unit serves constants or a texture fetch.
    ConstantOrTexture,
    /// The unit sends sectors.
    Sending,
    /// The L1 or the network accepts no sector. The address is that of the first.
    Blocked(u64),
}

/// Load-store unit of an SM.
pub(crate) struct LoadStore {
    queue: VecDeque<LsuEntry>,
    /// Segments of the instruction in the unit and of those in the queue, in order.
    pub segments: VecDeque<Segment>,
    active: Option<Active>,
    /// Queued instructions of each sub-core.
    queued: Vec<u32>,
    /// Queue entries of each sub-core.
    capacity: u32,
    subcores: Subcores,
    in_flight: Slab<InFlightAccess>,
    /// L1 accesses sent per cycle.
    accesses_per_cycle: u32,
    shared_latency: u64,
    segment_bytes: u32,
}

impl LoadStore {
    pub fn new(sm: &SmDescription) -> LoadStore {
        let subcores = Subcores::of(sm);
        let unit = &sm.load_store;
        let capacity = subcores.share(unit.queue);
        let total = capacity as usize * subcores.count();
        LoadStore {
            queue: VecDeque::with_capacity(total),
            segments: VecDeque::with_capacity(total * 64),
            active: None,
            queued: vec![0; subcores.count()],
            capacity,
            subcores,
            in_flight: Slab::default(),
            accesses_per_cycle: sm.l1.as_ref().map_or(1, |l1| l1.banks),
            shared_latency: u64::from(unit.shared_latency),
            segment_bytes: unit.segment,
        }
    }

    /// Whether the queue has room for an instruction of this scheduler. Used on machines without operand collectors.
    pub fn has_room(&self, scheduler: SchedulerId) -> bool {
        self.queued[self.subcores.index(scheduler)] < self.capacity
    }

    /// Use of the queue entries of a scheduler's sub-core.
    pub fn queue_use(&self, scheduler: SchedulerId) -> ResourceUse {
        ResourceUse::new(self.queued[self.subcores.index(scheduler)], self.capacity)
    }

    /// Whether some scheduler cannot issue a memory instruction. Used on machines without operand collectors.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.queued.iter().any(|&queued| queued >= self.capacity)
    }

    /// State of the unit.
    pub fn state(&self) -> LsuState {
        match &self.active {
            None => LsuState::Free,
            Some(active) => match active.entry.op {
                LsuOp::NoAccess => LsuState::Free,
                LsuOp::Shared(_) => LsuState::Shared,
                LsuOp::Constant | LsuOp::Texture => LsuState::ConstantOrTexture,
                LsuOp::Cached(..) | LsuOp::Bypass(_) if active.blocked => {
                    LsuState::Blocked(self.segments.front().map_or(0, |segment| segment.address))
                }
                LsuOp::Cached(..) | LsuOp::Bypass(_) => LsuState::Sending,
            },
        }
    }

    /// Instruction in the unit; without one, the first in the queue.
    pub fn holder(&self) -> Option<Pc> {
        let active = self.active.as_ref().map(|active| active.entry.pc);
        active.or_else(|| self.queue.front().map(|entry| entry.pc))
    }

    /// Address of an instruction in flight.
    pub fn pc(&self, tag: u32) -> Pc {
        self.in_flight.at(tag).pc
    }

    /// Queues an instruction. The caller has appended its segments to the segment list.
    pub fn push(&mut self, entry: LsuEntry) {
        self.queued[self.subcores.index(entry.scheduler)] += 1;
        self.queue.push_back(entry);
    }

    /// Lets a blocked instruction retry, because room in the memory pipeline became free.
    pub fn unblock(&mut self) {
        if let Some(active) = &mut self.active {
            active.blocked = false;
        }
    }

    /// First cycle, from `clock` on, in which the unit can make progress.
    pub fn next_time(&self, clock: u64) -> u64 {
        match &self.active {
            Some(active) if active.blocked => u64::MAX,
            Some(_) => clock,
            None => self.queue.front().map_or(u64::MAX, |entry| entry.ready_at.max(clock)),
        }
    }

    /// Simulates a cycle: the instruction in the unit makes progress, and the next one enters when the unit is free. Returns the
    /// instruction if it leaves the unit with all its accesses completed.
    pub fn cycle(&mut self, now: u64, memory: &mut SmMemory) -> Option<InFlightAccess> {
        let outcome = self.process(now, memory);
        self.accept(now);
        outcome
    }

    /// Whether both the unit and its queue are empty.
    #[inline]
    pub fn is_free(&self) -> bool {
        self.active.is_none() && self.queue.is_empty()
    }

    /// Moves the first queued instruction into the unit, if that is free.
    pub fn accept(&mut self, now: u64) {
        if self.active.is_none()
            && let Some(entry) = self.queue.front().copied().filter(|entry| entry.ready_at <= now)
        {
            self.queue.pop_front();
            self.queued[self.subcores.index(entry.scheduler)] -= 1;
            let passes = if let LsuOp::Shared(passes) = entry.op { passes.max(1) } else { 1 };
            let sends =
                matches!(entry.op, LsuOp::Cached(..) | LsuOp::Bypass(_) | LsuOp::Constant | LsuOp::Texture);
            let tag = if sends { self.track(&entry) } else { u32::MAX };
            self.active = Some(Active { entry, passes, tag, blocked: false });
        }
    }

    /// Sends segments of the current instruction if the cycle cannot send its last one. Such a cycle changes no warp's state, so
    /// the SM need not simulate it. Returns whether it did.
    #[inline]
    pub fn send_only(&mut self, now: u64, memory: &mut SmMemory) -> bool {
        let leaves_some = |active: &Active| {
            matches!(active.entry.op, LsuOp::Cached(..)) && active.entry.segments > self.accesses_per_cycle
        };
        let send_only = self.active.as_ref().is_some_and(leaves_some);
        if send_only {
            self.process(now, memory);
        }
        send_only
    }

    fn process(&mut self, now: u64, memory: &mut SmMemory) -> Option<InFlightAccess> {
        let active = self.active.as_mut().filter(|active| !active.blocked)?;
        let (entry, tag) = (active.entry, active.tag);
        match entry.op {
            LsuOp::Shared(_) => {
                active.passes -= 1;
                if active.passes > 0 {
                    return None;
                }
                self.active = None;
                let access = InFlightAccess { pending: 1, ..InFlightAccess::of(&entry) };
                if !entry.is_load {
                    return Some(access);
                }
                memory.push_shared_result(now + self.shared_latency, self.in_flight.put(access));
                None
            }
            LsuOp::NoAccess => {
                self.active = None;
                Some(InFlightAccess::of(&entry))
            }
            LsuOp::Cached(..) | LsuOp::Bypass(_) | LsuOp::Constant | LsuOp::Texture => {
                let limit = if matches!(entry.op, LsuOp::Cached(..)) { self.accesses_per_cycle } else { 1 };
                for _ in 0..limit.min(active.entry.segments) {
                    let Some(&segment) = self.segments.front() else { break };
                    let first = active.passes > 0;
                    match offer(now, memory, &entry, segment, (tag, self.segment_bytes), first) {
                        Offer::Accepted => {}
                        Offer::Completed => self.in_flight.get(tag).pending -= 1,
                        Offer::Retry => break,
                        Offer::Blocked => {
                            active.blocked = true;
                            break;
                        }
                    }
                    active.passes = 0;
                    self.segments.pop_front();
                    active.entry.segments -= 1;
                }
                if active.entry.segments > 0 {
                    return None;
                }
                self.active = None;
                (self.in_flight.get(tag).pending == 0).then(|| self.in_flight.take(tag))
            }
        }
    }

    fn track(&mut self, entry: &LsuEntry) -> u32 {
        self.in_flight.put(InFlightAccess::of(entry))
    }

    /// Adds replies that an instruction in flight has to wait for.
    pub fn expect_replies(&mut self, tag: u32, extra: u32) {
        self.in_flight.get(tag).pending += extra;
    }

    /// Counts a completed access. Returns the instruction if it was its last one.
    pub fn complete_access(&mut self, tag: u32) -> Option<InFlightAccess> {
        let access = self.in_flight.get(tag);
        access.pending -= 1;
        (access.pending == 0).then(|| self.in_flight.take(tag))
    }
}

#[inline]
fn offer(
    now: u64,
    memory: &mut SmMemory,
    entry: &LsuEntry,
    segment: Segment,
    (tag, size): (u32, u32),
    first: bool,
) -> Offer {
    let Segment { address, bytes } = segment;
    let access = Access { bytes: Bytes(bytes), slot: entry.slot, ..Access::read(address, size, Waiter(tag)) };
    match entry.op {
        LsuOp::Cached(kind, space) => memory.offer_l1(now, &Access { kind, space, ..access }),
        LsuOp::Bypass(kind) => {
            let sectors = match kind {
                AccessType::Read => Sectors(1 << (address / 32 % 4)),
                _ => Sectors::of(access.bytes),
            };
            memory.offer_bypass(now, &Access { kind, ..access }, sectors)
        }
        LsuOp::Texture => memory.offer_texture(now, &access, first),
        _ => memory.offer_constant(now, &access),
    }
}
