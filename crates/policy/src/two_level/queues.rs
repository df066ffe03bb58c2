//! The three queues.

use super::affinity::Begun;
use warploom_gpu::policy::SmView;
use warploom_gpu::{SLOTS, Slot, WarpSet};

/// How active is sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Arrival,
    Launch,
    Length,
}

/// A warp that has not ended is in one of three queues.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub ready: WarpSet,
    pub active: WarpSet,
    pub pending: WarpSet,
    /// By slot, what active is sorted by: while a warp is there, it does not change.
    ranks: [(u64, u64); SLOTS],
    /// How many came to active.
    arrivals: u64,
}

impl Default for Queues {
    fn default() -> Queues {
        let none = WarpSet::EMPTY;
        Queues { ready: none, active: none, pending: none, ranks: [(0, 0); SLOTS], arrivals: 0 }
    }
}

impl Queues {
    /// A warp comes to active: to its tail, and from there where its rank puts it.
    pub fn activate(&mut self, slot: Slot, order: Order, view: &SmView<'_>) {
        self.forget(slot);
        self.active.insert(slot);
        let first = match order {
            Order::Arrival => 0,
            Order::Launch => view.age(slot),
            Order::Length => view.next(slot).map_or(0, |next| next.phase_length.into()),
        };
        self.ranks[slot.index()] = (first, self.arrivals);
        self.arrivals += 1;
    }

    /// A warp has to wait.
    pub fn suspend(&mut self, slot: Slot) {
        self.forget(slot);
        self.pending.insert(slot);
    }

    /// A warp is in no queue.
    pub fn forget(&mut self, slot: Slot) {
        for queue in [&mut self.ready, &mut self.active, &mut self.pending] {
            queue.remove(slot);
        }
    }

    /// The head of active.
    pub fn head(&self, affinity: Option<&Begun>, view: &SmView<'_>) -> Option<Slot> {
        let rank = |slot: &Slot| self.ranks[slot.index()];
        match affinity {
            None => self.active.iter().min_by_key(rank),
            Some(begun) => self.active.iter().min_by_key(|slot| (begun.urgency(*slot, view), rank(slot))),
        }
    }
}
