//! The ready, active and pending queues.

use super::affinity::PhaseCounts;
use warploom_gpu::policy::{NextInstruction, SmView};
use warploom_gpu::{SLOTS, Slot, WarpSet};

/// The order of the active queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Arrival,
    Launch,
    Phase(Rank, Ties),
}

/// The key of an order by phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rank {
    /// Cycles from the warp's next instruction to the end of its phase.
    Remaining,
    /// Cycles of the whole phase.
    Whole,
}

/// The order of warps with the same key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ties {
    Oldest,
    Arrival,
}

/// The queues of a scheduler or an SM. Each unfinished warp is in one of them.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    pub ready: WarpSet,
    pub active: WarpSet,
    pub pending: WarpSet,
    /// By slot, the sort key in active. It is constant while the warp is in active.
    ranks: [(u64, u64); SLOTS],
    /// Number of warps that entered active.
    arrivals: u64,
}

impl Default for Queues {
    fn default() -> Queues {
        let none = WarpSet::EMPTY;
        Queues { ready: none, active: none, pending: none, ranks: [(0, 0); SLOTS], arrivals: 0 }
    }
}

impl Queues {
    /// Moves a warp to active, after the warps of the same rank.
    pub fn activate(&mut self, slot: Slot, order: Order, view: &SmView<'_>) {
        self.remove(slot);
        self.active.insert(slot);
        let cycles = |rank| {
            let of = |next: NextInstruction| match rank {
                Rank::Remaining => next.distance,
                Rank::Whole => next.phase_length,
            };
            view.next(slot).map_or(0, of).into()
        };
        self.ranks[slot.index()] = match order {
            Order::Arrival => (0, self.arrivals),
            Order::Launch => (0, view.age(slot)),
            Order::Phase(rank, Ties::Oldest) => (cycles(rank), view.age(slot)),
            Order::Phase(rank, Ties::Arrival) => (cycles(rank), self.arrivals),
        };
        self.arrivals += 1;
    }

    /// Moves a blocked warp to pending.
    pub fn suspend(&mut self, slot: Slot) {
        self.remove(slot);
        self.pending.insert(slot);
    }

    /// Removes a warp from all queues.
    pub fn remove(&mut self, slot: Slot) {
        for queue in [&mut self.ready, &mut self.active, &mut self.pending] {
            queue.remove(slot);
        }
    }

    /// The first warp of active.
    pub fn head(&self, affinity: Option<&PhaseCounts>, view: &SmView<'_>) -> Option<Slot> {
        let rank = |slot: &Slot| self.ranks[slot.index()];
        match affinity {
            None => self.active.iter().min_by_key(rank),
            Some(phase_counts) => {
                self.active.iter().min_by_key(|slot| (phase_counts.urgency(*slot, view), rank(slot)))
            }
        }
    }
}
