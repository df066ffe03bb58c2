//! Memory queues: instructions of memory between issue and the memory unit of the SM.

use crate::ids::{NEVER, SchedulerId, Slot};
use crate::machine::MemoryQueue;
use crate::sm::collectors::CollectedInstruction;
use crate::view::ResourceUse;
use std::collections::VecDeque;
use warploom_kernel::program::Pc;

/// An instruction that the memory unit has taken: its entry is free, and its registers are read, from a cycle on.
#[derive(Clone, Copy, Debug)]
struct Taken {
    free_at: u64,
    slot: Slot,
    pc: Pc,
}

/// The queue of a sub-core.
#[derive(Clone, Debug, Default)]
struct Queue {
    /// Instructions in the order of their issue, each with the first cycle in which the memory unit can take it.
    waiting: VecDeque<(CollectedInstruction, u64)>,
    taken: VecDeque<Taken>,
    /// First cycle in which it can pass on another one.
    next_at: u64,
}

impl Queue {
    /// First cycle in which it can pass on its first instruction.
    #[inline]
    fn ready_at(&self) -> u64 {
        self.waiting.front().map_or(NEVER, |&(_, ready_at)| ready_at.max(self.next_at))
    }

    fn len(&self) -> usize {
        self.waiting.len() + self.taken.len()
    }
}

/// The memory queues of an SM.
#[derive(Clone, Debug)]
pub(in crate::sm) struct MemoryQueues {
    queues: Vec<Queue>,
    entries: usize,
    interval: u64,
    hold: u64,
}

impl MemoryQueues {
    pub fn new(description: &MemoryQueue, subcores: usize) -> MemoryQueues {
        MemoryQueues {
            queues: vec![Queue::default(); subcores],
            entries: description.entries as usize,
            interval: description.interval.into(),
            hold: description.hold.into(),
        }
    }

    /// First cycle in which a sub-core has room; [`NEVER`] if the memory unit must take an instruction first.
    #[inline]
    pub fn room_at(&self, scheduler: SchedulerId) -> u64 {
        let queue = &self.queues[scheduler.index() % self.queues.len()];
        match queue.len() < self.entries {
            true => 0,
            false => queue.taken.front().map_or(NEVER, |taken| taken.free_at),
        }
    }

    /// Whether the queue of some sub-core is full.
    pub fn is_full(&self) -> bool {
        self.queues.iter().any(|queue| queue.len() >= self.entries)
    }

    /// Use of a sub-core's entries.
    pub fn queue_use(&self, scheduler: SchedulerId) -> ResourceUse {
        let queue = &self.queues[scheduler.index() % self.queues.len()];
        ResourceUse::new(queue.len() as u32, self.entries as u32)
    }

    /// Instruction at the head of a queue.
    pub fn holder(&self) -> Option<Pc> {
        let first = self.queues.iter().filter_map(|queue| queue.waiting.front());
        first.min_by_key(|(_, ready_at)| *ready_at).map(|(instruction, _)| instruction.pc)
    }

    /// Queues an instruction that the memory unit can take from cycle `ready_at` on.
    #[inline]
    pub fn push(&mut self, instruction: CollectedInstruction, ready_at: u64) {
        let index = instruction.scheduler.index() % self.queues.len();
        self.queues[index].waiting.push_back((instruction, ready_at));
    }

    /// First cycle in which the memory unit, which is free or not, can take an instruction, or an entry becomes free.
    #[inline]
    pub fn next(&self, unit_is_free: bool) -> u64 {
        self.queues.iter().fold(NEVER, |next, queue| {
            let freed = queue.taken.front().map_or(NEVER, |taken| taken.free_at);
            next.min(freed).min(if unit_is_free { queue.ready_at() } else { NEVER })
        })
    }

    /// Takes the instruction that is ready first; of several, that of the first sub-core.
    #[inline]
    pub fn take(&mut self, now: u64) -> Option<CollectedInstruction> {
        let queue = self.queues.iter_mut().min_by_key(|queue| queue.ready_at())?;
        if queue.ready_at() > now {
            return None;
        }
        let (instruction, _) = queue.waiting.pop_front()?;
        queue.next_at = now + self.interval;
        queue.taken.push_back(Taken { free_at: now + self.hold, slot: instruction.slot, pc: instruction.pc });
        Some(instruction)
    }

    /// Frees an entry whose time has come, and returns its instruction, whose registers are read.
    #[inline]
    pub fn free(&mut self, now: u64) -> Option<(Slot, Pc)> {
        let is_due = |queue: &&mut Queue| queue.taken.front().is_some_and(|taken| taken.free_at <= now);
        let taken = self.queues.iter_mut().find(is_due)?.taken.pop_front()?;
        Some((taken.slot, taken.pc))
    }
}
