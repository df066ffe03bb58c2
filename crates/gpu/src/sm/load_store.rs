//! The load-store unit: one instruction at a time, in order.

use super::coalesce::Segment;
use super::memory::{Offer, SmMemory, sectors_of};
use super::parts::Parts;
use crate::ids::{SchedulerId, Slot};
use crate::latencies::WRITEBACK;
use crate::machine::SmDescription;
use crate::memory::cache::{Access, AccessType, Bytes, Sectors, Space, Waiter};
use crate::slab::Slab;
use std::collections::VecDeque;
use warploom_kernel::program::Pc;

/// An instruction on its way through the unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub slot: Slot,
    pub pc: Pc,
    pub scheduler: SchedulerId,
    /// When its operands are there.
    pub ready: u64,
    pub work: Work,
    /// Segments still to be sent, at the front of the unit's list when its turn comes.
    pub segments: u32,
    /// Whether its result is waited for, or only its end.
    pub load: bool,
}

/// What an instruction does in the unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Work {
    /// It accesses shared memory, which takes so many turns.
    Shared(u32),
    /// It accesses memory through the L1.
    Cached(AccessType, Space),
    /// It accesses memory past the L1.
    Direct(AccessType),
    /// It reads constants.
    Constants,
    /// No lane takes part, or it reads what is at hand.
    Nothing,
}

/// An instruction with accesses under way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnderWay {
    pub slot: Slot,
    pub pc: Pc,
    pub load: bool,
    pending: u32,
}

/// What the unit tells when an instruction is through.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LsuOutcome {
    /// Its result can be used from then on.
    At(Waiting, u64),
    /// All its accesses were done at once.
    Done(UnderWay),
    /// It has accesses under way.
    Sent,
}

/// The instruction in the unit.
struct Current {
    waiting: Waiting,
    turns: u32,
    tag: u32,
    /// Whether something has to change before it can go on.
    blocked: bool,
}

pub(crate) struct LoadStore {
    queue: VecDeque<Waiting>,
    /// Segments of the unit's and the queue's instructions, in their order.
    pub segments: VecDeque<Segment>,
    current: Option<Current>,
    /// Instructions waiting, by part.
    waiting: Vec<u32>,
    room: u32,
    parts: Parts,
    under_way: Slab<UnderWay>,
    /// Accesses that can be offered in a cycle.
    accesses: u32,
    shared_latency: u64,
    segment: u32,
}

impl LoadStore {
    pub fn new(sm: &SmDescription) -> LoadStore {
        let parts = Parts::of(sm);
        let share = |count| parts.share(count);
        let unit = &sm.load_store;
        let room = share(unit.queue);
        let most = room as usize * parts.count();
        LoadStore {
            queue: VecDeque::with_capacity(most),
            segments: VecDeque::with_capacity(most * 64),
            current: None,
            waiting: vec![0; parts.count()],
            room,
            parts,
            under_way: Slab::default(),
            accesses: sm.l1.as_ref().map_or(1, |l1| l1.banks),
            shared_latency: u64::from(unit.shared_latency),
            segment: unit.segment,
        }
    }

    /// Whether an instruction of this scheduler can be issued, where operands are not collected.
    pub fn has_room(&self, scheduler: SchedulerId) -> bool {
        self.waiting[self.parts.index(scheduler)] < self.room
    }

    /// Takes an instruction whose segments, if it has any, were put at the end of the list.
    pub fn push(&mut self, waiting: Waiting) {
        let part = self.parts.index(waiting.scheduler);
        self.waiting[part] += 1;
        self.queue.push_back(waiting);
    }

    /// Something has changed: what was blocked may not be now.
    pub fn unblock(&mut self) {
        if let Some(current) = &mut self.current {
            current.blocked = false;
        }
    }

    /// The next cycle, from `clock` on, in which it has something to do.
    pub fn next_time(&self, clock: u64) -> u64 {
        match &self.current {
            Some(current) if current.blocked => u64::MAX,
            Some(_) => clock,
            None => self.queue.front().map_or(u64::MAX, |w| w.ready.max(clock)),
        }
    }

    /// A cycle: the instruction in the unit goes on; when it is through, the next comes in.
    pub fn cycle(&mut self, now: u64, memory: &mut SmMemory) -> Option<LsuOutcome> {
        let result = self.go_on(now, memory);
        self.begin(now);
        result
    }

    /// Whether nothing is in the unit, nor waits for it.
    #[inline]
    pub fn is_free(&self) -> bool {
        self.current.is_none() && self.queue.is_empty()
    }

    /// The next instruction comes into the unit, if that is free.
    pub fn begin(&mut self, now: u64) {
        if self.current.is_none()
            && let Some(waiting) = self.queue.front().copied().filter(|w| w.ready <= now)
        {
            self.queue.pop_front();
            let part = self.parts.index(waiting.scheduler);
            self.waiting[part] -= 1;
            let turns = if let Work::Shared(turns) = waiting.work { turns.max(1) } else { 1 };
            let sends = matches!(waiting.work, Work::Cached(..) | Work::Direct(_) | Work::Constants);
            let tag = if sends { self.start(&waiting) } else { u32::MAX };
            self.current = Some(Current { waiting, turns, tag, blocked: false });
        }
    }

    /// Goes on, if all there is to do in this cycle is to offer accesses, and not the last of an instruction: nobody else is
    /// concerned by that. Says whether it did.
    #[inline]
    pub fn sends_only(&mut self, now: u64, memory: &mut SmMemory) -> bool {
        let more = |current: &Current| {
            matches!(current.waiting.work, Work::Cached(..)) && current.waiting.segments > self.accesses
        };
        let only = self.current.as_ref().is_some_and(more);
        if only {
            self.go_on(now, memory);
        }
        only
    }

    fn go_on(&mut self, now: u64, memory: &mut SmMemory) -> Option<LsuOutcome> {
        let current = self.current.as_mut().filter(|current| !current.blocked)?;
        let (waiting, tag) = (current.waiting, current.tag);
        match waiting.work {
            Work::Shared(_) => {
                current.turns -= 1;
                if current.turns > 0 {
                    return None;
                }
                self.current = None;
                Some(LsuOutcome::At(waiting, now + self.shared_latency + WRITEBACK))
            }
            Work::Nothing => {
                self.current = None;
                Some(LsuOutcome::At(waiting, now))
            }
            Work::Cached(..) | Work::Direct(_) | Work::Constants => {
                let offers = if matches!(waiting.work, Work::Cached(..)) { self.accesses } else { 1 };
                for _ in 0..offers.min(current.waiting.segments) {
                    let Some(&segment) = self.segments.front() else { break };
                    match offer(now, memory, &waiting, segment, (tag, self.segment)) {
                        Offer::Taken => {}
                        Offer::Done => self.under_way.get(tag).pending -= 1,
                        Offer::Later => break,
                        Offer::Blocked => {
                            current.blocked = true;
                            break;
                        }
                    }
                    self.segments.pop_front();
                    current.waiting.segments -= 1;
                }
                if current.waiting.segments > 0 {
                    return None;
                }
                self.current = None;
                if self.under_way.get(tag).pending > 0 {
                    return Some(LsuOutcome::Sent);
                }
                Some(LsuOutcome::Done(self.under_way.take(tag)))
            }
        }
    }

    fn start(&mut self, waiting: &Waiting) -> u32 {
        let &Waiting { slot, pc, load, segments, .. } = waiting;
        self.under_way.put(UnderWay { slot, pc, load, pending: segments })
    }

    /// An instruction will be answered so many times more.
    pub fn expect(&mut self, tag: u32, more: u32) {
        self.under_way.get(tag).pending += more;
    }

    /// An access is done. Says if it was the last of its instruction.
    pub fn reply(&mut self, tag: u32) -> Option<UnderWay> {
        let under_way = self.under_way.get(tag);
        under_way.pending -= 1;
        if under_way.pending > 0 {
            return None;
        }
        Some(self.under_way.take(tag))
    }
}

fn offer(
    now: u64,
    memory: &mut SmMemory,
    waiting: &Waiting,
    segment: Segment,
    (tag, size): (u32, u32),
) -> Offer {
    let Segment { address, bytes } = segment;
    let access =
        Access { bytes: Bytes(bytes), slot: waiting.slot, ..Access::read(address, size, Waiter(tag)) };
    match waiting.work {
        Work::Cached(kind, space) => memory.offer(now, Access { kind, space, ..access }),
        Work::Direct(kind) => {
            let sectors = match kind {
                AccessType::Read => Sectors(1 << (address / 32 % 4)),
                _ => sectors_of(access.bytes),
            };
            memory.offer_direct(now, &Access { kind, ..access }, sectors)
        }
        _ => memory.offer_constant(now, &access),
    }
}
