//! Messages between SMs and L2 slices, and their latency on the network.

use super::cache::{Bytes, MshrId, SECTOR_BYTES, Sectors};
use super::clock::MemoryClock;
use std::collections::VecDeque;

/// The operation that a request asks of the L2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RequestKind {
    /// A read; the reply carries data.
    Read,
    /// A write; the reply acknowledges it.
    Write,
    /// A write-back of an evicted line, without a reply.
    WriteBack,
    /// An atomic; the reply carries the old data.
    Atomic,
}

impl RequestKind {
    /// Number of sectors whose data a request for these sectors carries.
    #[inline]
    pub fn data_sectors(self, sectors: Sectors) -> u32 {
        match self {
            RequestKind::Read => 0,
            RequestKind::Write | RequestKind::WriteBack | RequestKind::Atomic => sectors.0.count_ones(),
        }
    }
}

/// The part of an SM that receives the reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Requester {
    /// The L1 data cache: the MSHR that waits.
    L1(MshrId),
    Constants(MshrId),
    Instructions(MshrId),
    Texture,
    /// A load or atomic that bypasses the L1: it completes after one reply per requested sector.
    Load(u32),
    /// A store: it completes after one acknowledgement per sector.
    Store(u32),
    /// A miss that waits until the line that it evicts is written back.
    Evicted(u32),
}

/// A request from an SM to an L2 slice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    /// Cycle of arrival at the slice.
    pub at: u64,
    pub address: u64,
    /// The bytes of the line that are written.
    pub bytes: Bytes,
    pub requester: Requester,
    pub sm: u16,
    /// The slice, counted over all partitions.
    pub slice: u16,
    pub sectors: Sectors,
    pub kind: RequestKind,
}

impl Request {
    /// A request whose time, SM and slice the port sets.
    pub fn new(
        kind: RequestKind,
        requester: Requester,
        (address, sectors): (u64, Sectors),
        bytes: Bytes,
    ) -> Request {
        Request { at: 0, address, bytes, requester, sm: 0, slice: 0, sectors, kind }
    }
}

/// A reply from an L2 slice to an SM, for one sector.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply {
    /// Cycle of arrival at the SM.
    pub at: u64,
    /// Address of the sector.
    pub address: u64,
    pub requester: Requester,
    pub sm: u16,
    /// The slice, counted over all partitions.
    pub slice: u16,
    pub sectors: Sectors,
}

/// Size of a packet's header in bytes: the size of a packet without data.
const HEADER_BYTES: u32 = 8;

/// Cycles that a packet with this many bytes of data occupies a network port.
#[inline]
pub(crate) fn packet_cycles(data_bytes: u32, flit: u32) -> u64 {
    u64::from((HEADER_BYTES + data_bytes).div_ceil(flit))
}

/// Cycles that packets occupy a network port, by the number of sectors whose data they carry. A table saves a division for each
/// packet at each port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PacketCycles([u64; 5]);

impl PacketCycles {
    /// The cycles for flits of this many bytes.
    pub fn new(flit: u32) -> PacketCycles {
        PacketCycles([0, 1, 2, 3, 4].map(|sectors| packet_cycles(sectors * SECTOR_BYTES, flit)))
    }

    #[inline]
    pub fn of(&self, data_sectors: u32) -> u64 {
        self.0[data_sectors as usize]
    }
}

/// Network latency of requests and replies, in cycles.
///
/// The pipeline latency of the L2 slice is split over both directions, so that the shorter of the two, and with it the
/// simulation window, is as long as possible. Without load, only the sum is observable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NetworkLatency {
    /// From an SM to a slice.
    pub request: u64,
    /// From a slice to an SM.
    pub reply: u64,
}

impl NetworkLatency {
    pub fn of(machine: &crate::machine::Machine) -> NetworkLatency {
        let both = 2 * u64::from(machine.network.latency) + u64::from(machine.l2.latency);
        NetworkLatency { request: both.div_ceil(2), reply: both / 2 }
    }

    /// The longest simulation window in core cycles: no message arrives in the window in which it is sent.
    pub fn max_window(self, clock: MemoryClock) -> u64 {
        clock.core_cycles_within(self.reply).max(1)
    }
}

/// Inserts a message into a queue ordered by key (time and sender), behind those with the same key.
///
/// Most messages are later than all in the queue, so the search starts at the end. The sender is part of the key so that
/// the order does not depend on the window in which a message was delivered.
#[inline]
pub(crate) fn insert_ordered<T, K: Ord>(queue: &mut VecDeque<T>, message: T, key: impl Fn(&T) -> K) {
    if queue.back().is_none_or(|last| key(last) <= key(&message)) {
        queue.push_back(message);
    } else {
        insert_early(queue, message, key);
    }
}

/// Inserts a message that is earlier than the last of the queue.
#[cold]
#[inline(never)]
fn insert_early<T, K: Ord>(queue: &mut VecDeque<T>, message: T, key: impl Fn(&T) -> K) {
    let own = key(&message);
    let mut at = queue.len();
    while at > 0 && key(&queue[at - 1]) > own {
        at -= 1;
    }
    queue.insert(at, message);
}
