//! Input queues of the L1 banks.

use crate::ids::{NEVER, Slot};
use crate::memory::cache::{Access, AccessType, Bytes, ReservationFailure, Space, Waiter};
use std::collections::VecDeque;

/// Access in the queue of an L1 bank. Only accesses that write have bytes, which wait in a queue of their own, so that reads, the
/// common case, take 32 bytes instead of 64.
#[derive(Clone, Copy)]
pub(super) struct QueuedAccess {
    /// Cycle of its lookup.
    pub lookup_at: u64,
    pub address: u64,
    pub size: u32,
    pub waiter: Waiter,
    pub slot: Slot,
    pub kind: AccessType,
    pub space: Space,
}

impl QueuedAccess {
    #[inline]
    pub fn access(self, bytes: Bytes) -> Access {
        let QueuedAccess { address, size, waiter, slot, kind, space, .. } = self;
        Access { address, index: address, kind, space, bytes, size, waiter, slot }
    }
}

/// Input queue of an L1 bank.
pub(super) struct Bank {
    /// Accesses in order.
    pub queue: VecDeque<QueuedAccess>,
    /// By queued access that writes, its bytes.
    pub written: VecDeque<Bytes>,
    /// Cycle of the first lookup.
    pub next_lookup: u64,
    /// Cycle in which the last access entered.
    pub last_accepted: u64,
    /// Reservation failure of the first access: its cause, the generation of that resource, and the cycle of the attempt.
    pub reservation_fail: Option<(ReservationFailure, u32, u64)>,
}

impl Bank {
    pub fn new(capacity: usize) -> Bank {
        Bank {
            queue: VecDeque::with_capacity(capacity),
            written: VecDeque::new(),
            next_lookup: NEVER,
            last_accepted: NEVER,
            reservation_fail: None,
        }
    }

    pub fn push(&mut self, lookup_at: u64, access: &Access) {
        if self.queue.is_empty() {
            self.next_lookup = lookup_at;
        }
        if access.kind != AccessType::Read {
            self.written.push_back(access.bytes);
        }
        let &Access { address, size, waiter, slot, kind, space, .. } = access;
        self.queue.push_back(QueuedAccess { lookup_at, address, size, waiter, slot, kind, space });
    }

    /// The first access, if there is one.
    #[inline]
    pub fn first(&self) -> Option<Access> {
        let first = self.queue.front()?;
        let bytes = match first.kind {
            AccessType::Read => Bytes(0),
            AccessType::Write | AccessType::Atomic => *self.written.front()?,
        };
        Some(first.access(bytes))
    }

    /// Removes the first access, whose lookup succeeded.
    #[inline]
    pub fn pop(&mut self) {
        if let Some(first) = self.queue.pop_front()
            && first.kind != AccessType::Read
        {
            self.written.pop_front();
        }
        self.next_lookup = self.queue.front().map_or(NEVER, |first| first.lookup_at);
        self.reservation_fail = None;
    }
}
