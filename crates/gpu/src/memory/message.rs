//! What SMs and memory partitions send each other.

use super::cache::{Bytes, Sectors};
use std::collections::VecDeque;

/// What is wanted of the L2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestKind {
    /// Data.
    Read,
    /// That data are written, and a word when they are.
    Write,
    /// That data are written; nobody waits for it.
    WriteBack,
    /// That data are changed, and what they were.
    Atomic,
}

/// Who in an SM is answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Requester {
    /// The L1.
    L1,
    /// The cache of constants.
    Constants,
    /// The cache of instructions.
    Instructions,
    /// An instruction that waits for as many answers as it asked for sectors.
    Instruction(u32),
}

/// From an SM to an L2 slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// When it arrives.
    pub at: u64,
    pub address: u64,
    /// The bytes of the line that are written.
    pub bytes: Bytes,
    pub asker: Requester,
    pub sm: u16,
    /// The slice.
    pub slice: u16,
    pub sectors: Sectors,
    pub want: RequestKind,
}

/// From an L2 slice to an SM: one for each sector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply {
    /// When it arrives.
    pub at: u64,
    /// That of the sector.
    pub address: u64,
    pub asker: Requester,
    pub sm: u16,
    /// The slice.
    pub slice: u16,
    pub sectors: Sectors,
}

/// Bytes of a packet that carries no data.
pub(crate) const HEADER: u32 = 8;

/// How long packets are on their way: what an L2 access takes besides, part each way, so that neither way is short.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hops {
    pub there: u64,
    pub back: u64,
}

impl Hops {
    pub fn of(machine: &crate::machine::Machine) -> Hops {
        let both = 2 * u64::from(machine.network.latency) + u64::from(machine.l2.latency);
        Hops { there: both.div_ceil(2), back: both / 2 }
    }

    /// The longest window in which nothing that was sent arrives.
    pub fn window(self) -> u64 {
        self.back.max(1)
    }
}

/// Puts a message where it belongs among others by its time and sender, after those that have the same. What comes is mostly later
/// than what is there. With the sender, the order does not depend on what was heard of in which window.
pub(crate) fn in_order<T, K: Ord>(queue: &mut VecDeque<T>, message: T, key: impl Fn(&T) -> K) {
    let own = key(&message);
    let mut place = queue.len();
    while place > 0 && key(&queue[place - 1]) > own {
        place -= 1;
    }
    if place == queue.len() { queue.push_back(message) } else { queue.insert(place, message) }
}
