//! Units that compute: when an instruction gets its operands, its unit, and its result is there.
//!
//! From issue to result nothing depends on what comes later, so all of it is computed at issue: each stage is a
//! set of places, and of each place is kept when it is free again.
//!
//! Where operands are read in a fixed time, an instruction takes its unit as it issues, and its result can be used `latency`
//! cycles later. Where they are collected, with every place free and one operand read per bank and
//! cycle, an instruction issued in cycle t has a collector at t + 1, its operands at t + 2, leaves the collector at t + 3,
//! starts at t + 4 (one cycle less if it has no operands), and its result can be used `latency` + 2 cycles after that.

use super::parts::Parts;
use crate::ids::SchedulerId;
use crate::machine::{Operands, SmDescription, Unit};
use crate::timed::UnitId;

/// Places that are taken for some time: part of the list of when each is free.
#[derive(Clone, Copy, Debug)]
struct Places {
    start: u32,
    count: u32,
    /// Where to look first: after the place that was taken last, since places are mostly free in the order they were taken.
    first: u32,
}

impl Places {
    fn new(count: u32, list: &mut Vec<u64>) -> Places {
        let start = list.len() as u32;
        list.resize(list.len() + count as usize, 0);
        Places { start, count, first: start }
    }

    /// A place that is free by then, or else the one that is free first; and when it is. There must be one.
    #[inline]
    fn free_by(&mut self, time: u64, list: &[u64]) -> (usize, u64) {
        let first = self.first as usize;
        let mut best = (first, list[first]);
        if best.1 > time {
            for (at, &free) in (self.start..).zip(&list[self.start as usize..][..self.count as usize]) {
                if free < best.1 {
                    best = (at as usize, free);
                }
            }
        }
        let next = best.0 as u32 + 1;
        self.first = if next == self.start + self.count { self.start } else { next };
        best
    }

    /// When a place is free.
    #[inline]
    fn room(self, time: u64, list: &[u64]) -> u64 {
        let first = list[self.first as usize];
        if first <= time {
            return first;
        }
        list[self.start as usize..][..self.count as usize].iter().fold(first, |least, &free| least.min(free))
    }
}

/// What one scheduler, or all of them together, may use of a kind of unit.
#[derive(Clone, Copy, Debug)]
struct Lane {
    queue: Places,
    collectors: Places,
    dispatched: Places,
    units: Places,
    /// When the queue has room.
    room: u64,
}

/// The units of an SM that compute, and its register banks and collectors.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    /// By unit, then by scheduler where each has its own.
    lanes: Vec<Lane>,
    /// Collectors for all units, by scheduler where each has its own.
    shared: Vec<Places>,
    /// Of these, how many the load-store unit's instructions hold.
    held: Vec<u32>,
    /// When each place is free.
    free_at: Vec<u64>,
    /// Where operands are collected.
    banks: Option<Banks>,
    parts: Parts,
}

/// The banks of the register file.
#[derive(Clone, Debug)]
struct Banks {
    /// When each can deliver, in steps: a bank delivers one operand in each of a cycle's `reads` steps.
    free_at: Vec<u64>,
    reads: u64,
    per_part: usize,
    /// One less than the banks of a part, if these are a power of two.
    mask: Option<usize>,
}

impl Banks {
    fn new(operands: &Operands, parts: Parts) -> Banks {
        let per_part = parts.share(operands.banks) as usize;
        Banks {
            free_at: vec![0; per_part * parts.count()],
            reads: operands.reads.into(),
            per_part,
            mask: per_part.is_power_of_two().then_some(per_part - 1),
        }
    }

    /// When the operands are there of an instruction that had its collector in this cycle.
    #[inline]
    fn collected(&mut self, part: usize, allocated: u64, operands: impl Iterator<Item = usize>) -> u64 {
        let base = part * self.per_part;
        let first = allocated * self.reads + 1;
        let mut collected = first;
        for operand in operands {
            let bank = match self.mask {
                Some(mask) => operand & mask,
                None => operand % self.per_part,
            };
            let bank = &mut self.free_at[base + bank];
            let read = (*bank).max(first);
            *bank = read + 1;
            collected = collected.max(read + 1);
        }
        // Divisions are slow, and machines read once or twice.
        match self.reads {
            1 => collected,
            2 => collected / 2,
            reads => collected / reads,
        }
    }
}

impl Units {
    pub fn new(sm: &SmDescription) -> Units {
        let parts = Parts::of(sm);
        let share = |count| parts.share(count);
        let mut free_at = Vec::new();
        let mut lane = |unit: &Unit| Lane {
            queue: Places::new(share(unit.queue), &mut free_at),
            collectors: Places::new(share(unit.collectors), &mut free_at),
            dispatched: Places::new(share(unit.queue), &mut free_at),
            units: Places::new(share(unit.count), &mut free_at),
            room: 0,
        };
        let mut lanes = Vec::new();
        for unit in sm.units.values() {
            lanes.extend((0..parts.count()).map(|_| lane(unit)));
        }
        let collectors = sm.operands.as_ref().map_or(0, |o| share(o.collectors));
        let shared = (0..parts.count()).map(|_| Places::new(collectors, &mut free_at)).collect();
        let banks = sm.operands.as_ref().map(|operands| Banks::new(operands, parts));
        Units { lanes, shared, held: vec![0; parts.count()], free_at, banks, parts }
    }

    /// When the unit's queue has room for an instruction of this scheduler. `u64::MAX` while memory instructions hold every
    /// collector there is.
    #[inline]
    pub fn room_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        let part = self.parts.index(scheduler);
        let lane = &self.lanes[unit.index() * self.parts.count() + part];
        let starved = lane.collectors.count == 0 && self.held[part] >= self.shared[part].count;
        if starved && self.banks.is_some() {
            return u64::MAX;
        }
        lane.room
    }

    /// Takes an instruction issued now. Says from when on its result can be used.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        now: u64,
        (latency, interval): (u32, u32),
        operands: impl Iterator<Item = usize>,
    ) -> u64 {
        let part = self.parts.index(scheduler);
        let lane = &mut self.lanes[unit.index() * self.parts.count() + part];
        let Some(banks) = &mut self.banks else {
            let (which, _) = lane.units.free_by(now, &self.free_at);
            self.free_at[which] = now + u64::from(interval);
            lane.room = lane.units.room(now + 1, &self.free_at);
            return now + u64::from(latency);
        };
        let soon = now + 1;
        let (queued, _) = lane.queue.free_by(now, &self.free_at);
        // A collector of its own, unless one for all is free earlier.
        let shared = &mut self.shared[part];
        let mut collector = (0, u64::MAX);
        if lane.collectors.count > 0 {
            collector = lane.collectors.free_by(soon, &self.free_at);
        }
        if collector.1 > soon && shared.count > 0 {
            let other = shared.free_by(soon, &self.free_at);
            if other.1 < collector.1 {
                collector = other;
            }
        }
        let allocated = collector.1.max(soon);
        let collected = banks.collected(part, allocated, operands);
        let free_at = &mut self.free_at;
        free_at[queued] = allocated;
        let (gate, left) = lane.dispatched.free_by(collected, free_at);
        let dispatched = collected.max(left);
        free_at[collector.0] = dispatched;
        let (which, idle) = lane.units.free_by(dispatched + 1, free_at);
        let started = idle.max(dispatched + 1);
        free_at[gate] = started;
        free_at[which] = started + u64::from(interval);
        lane.room = lane.queue.room(now, free_at);
        started + u64::from(latency) + 2
    }

    /// When an instruction for the load-store unit, issued now, can be taken by it at the earliest.
    pub fn collect(
        &mut self,
        scheduler: SchedulerId,
        now: u64,
        operands: impl Iterator<Item = usize>,
    ) -> u64 {
        let part = self.parts.index(scheduler);
        self.banks.as_mut().map_or(now, |banks| banks.collected(part, now + 1, operands)) + 1
    }

    /// Says how many of the collectors for all the load-store unit's waiting instructions hold.
    #[inline]
    pub fn hold(&mut self, scheduler: SchedulerId, collectors: u32) {
        let part = self.parts.index(scheduler);
        self.held[part] = collectors;
    }
}
