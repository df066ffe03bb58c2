//! Pipelines of a CU's units: issue buffer, decode, operand read, execution, write-back.
//!
//! Buffers hold one instruction, execution several. Only the first instruction of a buffer moves, so every unit completes in order.
//! In a cycle the last stage moves first: an instruction enters a buffer in the cycle in which the one before it leaves.

use crate::ids::{NEVER, Slot};
use std::collections::VecDeque;
use warploom_kernel::program::Pc;

/// Instruction in a unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub slot: Slot,
    pub pc: Pc,
    pub kind: OpKind,
    /// First cycle in which it can leave its stage.
    pub ready_at: u64,
    /// Memory instruction in flight, if it is one.
    pub tag: u32,
    /// Number of its recorded access on the tape.
    pub access: u32,
    pub lanes: warploom_kernel::execute::LaneMask,
}

/// What an instruction does at the end of its unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpKind {
    /// Nothing.
    Compute,
    /// It lets its wave go on.
    Branch,
    /// It waits for accesses of its wave.
    Wait { vector: Option<u8>, local: Option<u8> },
    /// It blocks its wave at a barrier.
    Barrier,
    /// It ends its wave.
    End,
    /// It completes an access.
    Memory,
}

impl OpKind {
    /// Whether its wave goes on only when it completes.
    pub fn holds_wave(self) -> bool {
        matches!(self, OpKind::Branch | OpKind::Wait { .. } | OpKind::Barrier | OpKind::End)
    }
}

/// Pipeline of a unit.
#[derive(Debug)]
pub(super) struct Pipeline {
    /// Instructions that execute at a time.
    depth: usize,
    pub issue: Option<Op>,
    decode: Option<Op>,
    read: Option<Op>,
    execute: VecDeque<Op>,
    write: Option<Op>,
}

impl Pipeline {
    pub fn new(depth: u32) -> Pipeline {
        let depth = depth as usize;
        Pipeline {
            depth,
            issue: None,
            decode: None,
            read: None,
            execute: VecDeque::with_capacity(depth),
            write: None,
        }
    }

    /// Whether it holds no instruction.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.issue.is_none()
            && self.decode.is_none()
            && self.read.is_none()
            && self.execute.is_empty()
            && self.write.is_none()
    }

    /// Removes the instruction that completes in this cycle, if `can` it.
    #[inline]
    pub fn complete(&mut self, now: u64, can: impl FnOnce(&Op) -> bool) -> Option<Op> {
        self.write.take_if(|op| op.ready_at <= now && can(op))
    }

    /// Moves the first executing instruction to write-back if it `is_done`. Returns it.
    #[inline]
    pub fn write(&mut self, now: u64, is_done: impl FnOnce(&Op) -> bool) -> Option<Op> {
        if self.write.is_some() || !self.execute.front().is_some_and(is_done) {
            return None;
        }
        let op = self.execute.pop_front()?;
        self.write = Some(Op { ready_at: now + 1, ..op });
        self.write
    }

    /// The instruction that can start to execute in this cycle.
    #[inline]
    pub fn startable(&mut self, now: u64) -> Option<Op> {
        if self.execute.len() >= self.depth { None } else { self.read.take_if(|op| op.ready_at <= now) }
    }

    /// Starts an instruction that was startable.
    #[inline]
    pub fn start(&mut self, op: Op) {
        self.execute.push_back(op);
    }

    /// Moves the decoded instruction to operand read. Returns it.
    #[inline]
    pub fn read(&mut self, now: u64) -> Option<Op> {
        if self.read.is_some() {
            return None;
        }
        let op = self.decode.take_if(|op| op.ready_at <= now)?;
        self.read = Some(Op { ready_at: now + 1, ..op });
        self.read
    }

    /// Moves the issued instruction to decode.
    #[inline]
    pub fn decode(&mut self, now: u64) {
        if self.decode.is_none()
            && let Some(op) = self.issue.take_if(|op| op.ready_at <= now)
        {
            self.decode = Some(Op { ready_at: now + 1, ..op });
        }
    }

    /// Next cycle, from `now` on, in which an instruction can move. `done_at` is the cycle in which an executing instruction can
    /// leave, and `can_complete` whether the last one can.
    pub fn next_time(
        &self,
        now: u64,
        done_at: impl FnOnce(&Op) -> u64,
        can_complete: impl FnOnce(&Op) -> bool,
    ) -> u64 {
        let mut next = NEVER;
        let mut at = |cycle: u64| next = next.min(cycle.max(now));
        if let Some(op) = self.write.as_ref().filter(|op| can_complete(op)) {
            at(op.ready_at);
        }
        if self.write.is_none()
            && let Some(op) = self.execute.front()
        {
            at(done_at(op));
        }
        if let Some(op) = self.read.as_ref().filter(|_| self.execute.len() < self.depth) {
            at(op.ready_at);
        }
        if let Some(op) = self.decode.as_ref().filter(|_| self.read.is_none()) {
            at(op.ready_at);
        }
        if let Some(op) = self.issue.as_ref().filter(|_| self.decode.is_none()) {
            at(op.ready_at);
        }
        next
    }
}

/// Pipeline of a SIMD: issue buffer, decode, execution. An instruction is gone when it is executed.
#[derive(Debug)]
pub(super) struct Simd {
    depth: usize,
    latency: u64,
    pub issue: Option<Op>,
    decode: Option<Op>,
    /// Cycles in which executing instructions end.
    ends: VecDeque<u64>,
}

impl Simd {
    pub fn new(depth: u32, latency: u32) -> Simd {
        let (depth, latency) = (depth as usize, u64::from(latency));
        Simd { depth, latency, issue: None, decode: None, ends: VecDeque::with_capacity(depth) }
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.issue.is_none() && self.decode.is_none() && self.ends.is_empty()
    }

    /// Simulates a cycle. Returns the wave whose instruction starts to execute, and so lets it go on.
    #[inline]
    pub fn cycle(&mut self, now: u64) -> Option<Slot> {
        while self.ends.front().is_some_and(|end| *end <= now) {
            self.ends.pop_front();
        }
        let mut started = None;
        if self.ends.len() < self.depth
            && let Some(op) = self.decode.take_if(|op| op.ready_at <= now)
        {
            self.ends.push_back(now + self.latency);
            started = Some(op.slot);
        }
        if self.decode.is_none()
            && let Some(op) = self.issue.take_if(|op| op.ready_at <= now)
        {
            self.decode = Some(Op { ready_at: now + 1, ..op });
        }
        started
    }

    pub fn next_time(&self, now: u64) -> u64 {
        let mut next = NEVER;
        let mut at = |cycle: u64| next = next.min(cycle.max(now));
        // The end of an instruction matters only to the one that waits for its place.
        if self.ends.len() >= self.depth
            && self.decode.is_some()
            && let Some(end) = self.ends.front()
        {
            at(*end);
        }
        if let Some(op) = self.decode.as_ref().filter(|_| self.ends.len() < self.depth) {
            at(op.ready_at);
        }
        if let Some(op) = self.issue.as_ref().filter(|_| self.decode.is_none()) {
            at(op.ready_at);
        }
        next
    }
}
