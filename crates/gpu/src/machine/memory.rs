//! The description of network, L2 and DRAM.

use super::is_default;
use crate::described::Kind::{Flag, Whole, Word};
use crate::described::{cache, described, optional, table, value};
use crate::memory::{cache, dram};
use serde::{Deserialize, Serialize};

described! {
    /// The network between SMs and L2 slices: every SM and every slice has one port in each direction, and ports are connected
    /// with a fixed latency.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Network {
        /// Latency of a packet in cycles.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Bytes that a port transfers per cycle.
        pub flit: u32 = value(Whole(8, 1 << 10)),
        /// Packets per SM that can queue at slices, besides those in flight.
        pub buffer: u32 = value(Whole(1, 1 << 16)),
        /// Whether packets of a port leave in order: one whose destination is busy holds up those behind it.
        #[serde(default, skip_serializing_if = "is_default")]
        pub in_order: bool = optional(Flag),
    }

    /// The L2 cache.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct L2 {
        /// Memory partitions, each with one DRAM channel.
        pub partitions: u32 = value(Whole(1, 256)),
        /// L2 slices per partition: a power of two.
        pub slices: u32 = value(Whole(1, 16)),
        /// Cycles from the arrival of a request to its tag lookup.
        pub latency: u32 = value(Whole(0, 10_000)),
        /// Requests per slice that can wait for DRAM.
        pub queue: u32 = value(Whole(1, 1 << 12)),
        /// Cycles from a slice to its DRAM channel.
        pub dram_latency: u32 = value(Whole(0, 10_000)),
        /// Whether the L2 keeps its lines from launch to launch.
        pub keep: bool = value(Flag),
        /// Whether lines of pages that a launch wrote leave the L2, and the L1s of CUs, at its end: those that a slice fetched once.
        #[serde(default, skip_serializing_if = "is_default")]
        pub flush_written: bool = optional(Flag),
        /// Host-to-device copies that enter the L2.
        #[serde(default, skip_serializing_if = "is_default")]
        pub copies: Copies = optional(Word(&["all", "32-bit", "none"])),
        /// A slice.
        pub cache: cache::Description = cache(),
    }

    /// The DRAM.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Dram {
        /// The address mapping.
        pub map: dram::MapDescription = table(dram::MapDescription::FIELDS),
        /// Cycles from a slice to memory and back, if memory has a fixed latency. The channel is then not simulated: it accepts one
        /// access per cycle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fixed: Option<u32> = optional(Whole(1, 10_000)),
        /// A channel.
        pub channel: dram::Description = table(dram::Description::FIELDS),
    }
}

/// Host-to-device copies that enter the L2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Copies {
    /// All of them.
    #[default]
    All,
    /// All of them, but their addresses are cut to 32 bits, as in GPGPU-Sim. Accesses above 4 GiB do not find the lines that
    /// copies fill.
    #[serde(rename = "32-bit")]
    Cut,
    /// None.
    None,
}

impl Copies {
    /// The addresses that a copy fills: from the first of a pair to before the second.
    pub fn filled(self, start: u64, bytes: u64) -> Vec<(u64, u64)> {
        let end = start.saturating_add(bytes);
        match self {
            Copies::All => vec![(start, end)],
            Copies::Cut => {
                let first = start & u64::from(u32::MAX);
                let last = first + bytes.min(1 << 32);
                vec![(first, last.min(1 << 32)), (0, last.saturating_sub(1 << 32))]
            }
            Copies::None => Vec::new(),
        }
    }
}

impl L2 {
    /// Bytes of all slices together.
    pub fn bytes(&self) -> u64 {
        u64::from(self.cache.bytes()) * u64::from(self.slices * self.partitions)
    }
}
