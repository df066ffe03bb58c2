//! DRAM: address mapping and channels.
//!
//! An [`AddressMap`] decodes an address into partition, bank and row. A [`Channel`] is the DRAM of one partition: banks
//! with a row buffer each, a request queue and a command scheduler. Time is counted in cycles of the command clock. The
//! channel skips cycles in which no command can issue.
//!
//! Descriptions, counters and the address mapping are the public interface of this module. The channel is public for benches
//! and for `checks/dram`, but hidden from the documentation: it may change with any release.
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
//! let location = map.decode(0x1234_5678);
//! let mut channel = Channel::new(&description)?;
//! channel.push(Request {
//!     id: RequestId(7), arrival: DramCycle(100), write: false, bank: location.bank, row: location.row, bytes: 32,
//! });
//! let mut completed = Vec::new();
//! channel.advance(DramCycle(1000), &mut completed);
//! // Activate to read takes 12 cycles, read to data 12, and the burst 1.
//! assert_eq!((completed[0].id, completed[0].at), (RequestId(7), DramCycle(125)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod channel;
#[cfg(test)]
mod checker;
mod counters;
mod delays;
mod description;
mod hash;
mod map;
mod queue;
#[cfg(test)]
mod tests;

#[doc(hidden)]
pub use channel::{Channel, Completion, Request, RequestId};
pub use counters::Counters;
pub(crate) use delays::CommandDelays;
pub use description::{
    Description, DescriptionError, GroupBits, RowPolicy, RtpScope, Scheduler, TakeUps, Timing, WriteQueue,
};
pub use map::{AddressMap, DramAddress, Indexing, MapDescription, MapError};

/// A cycle of the DRAM command clock, counted from the start of the run.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct DramCycle(pub u64);

/// A memory partition: a DRAM channel and the L2 slices in front of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Partition(pub u16);

/// An L2 slice, counted over all partitions.
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
