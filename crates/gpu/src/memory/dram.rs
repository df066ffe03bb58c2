//! DRAM: where an address lies, and when a request for it is done.
//!
//! An [`AddressMap`] says which partition, bank and row an address belongs to. A [`Channel`] is what one partition has
//! behind it: banks with a row each, a queue of requests and a scheduler that turns them into commands. Time is counted
//! in cycles of the command clock, and nothing is looked at in a cycle in which no command can issue: the channel knows
//! the next one in which something can, and goes there.
//!
//! ```
//! use warploom_gpu::memory::dram::{AddressMap, Channel, Description, DramCycle, MapDescription, Request, RequestId};
//! let description: Description = toml::from_str("
//!     banks = 16
//!     bank_groups = 4
//!     bank_group_bits = 'low'
//!     bus_bytes = 16
//!     burst_length = 2
//!     data_rate = 2
//!     queue = 64
//!     dual_command = true
//!     timing = { ccd = 1, ccd_l = 2, rrd = 3, rcd = 12, ras = 28, rp = 12, rc = 40, cl = 12, wl = 2, wtr = 3, wr = 10, rtp = 3 }
//! ")?;
//! let map = AddressMap::new(
//!     &MapDescription::linear("dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS"),
//!     32, 2, description.banks,
//! )?;
//! let place = map.place(0x1234_5678);
//! let mut channel = Channel::new(&description)?;
//! channel.push(Request {
//!     id: RequestId(7), arrival: DramCycle(100), write: false, bank: place.bank, row: place.row, bytes: 32,
//! });
//! let mut done = Vec::new();
//! channel.advance(DramCycle(1000), &mut done);
//! // The row is opened (12), read (12), and one burst takes a cycle.
//! assert_eq!((done[0].id, done[0].at), (RequestId(7), DramCycle(125)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channel;
#[cfg(test)]
mod checker;
mod counters;
mod describe;
mod hash;
mod map;
mod queue;
mod rules;
#[cfg(test)]
mod tests;

pub use channel::{Channel, Done, Request, RequestId};
pub use counters::Counters;
pub use describe::{
    Description, DescriptionFault, GroupBits, RowPolicy, RtpScope, Scheduler, TakeUps, Timing, WriteQueue,
};
pub use map::{AddressMap, Indexing, MapDescription, MapFault, Place};

/// A cycle of the DRAM's command clock, counted from the start of the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DramCycle(pub u64);

/// A memory partition: a channel and the L2 slices before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Partition(pub u16);

/// An L2 slice, counted through all partitions.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SubPartition(pub u16);

/// A bank of a channel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bank(pub u8);

/// A row of a bank.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Row(pub u32);

impl Bank {
    /// The bank as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
