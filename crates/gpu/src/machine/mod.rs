//! Descriptions of GPUs.
//!
//! A machine is data: a TOML file in which each value has its source. What the text may say is what these types say; a
//! key that is not there or a value that cannot be is an error that names it.

mod built_in;
mod check;
mod error;
pub mod gpgpusim;
pub mod keys;
mod read;
mod write;

pub use built_in::{BUILT_IN, BuiltIn, named};
pub use error::MachineError;
pub use read::place;

use crate::memory::{cache, dram};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warploom_kernel::class::Class;

/// A GPU.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// What it is called: `gtx480`.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// Cycles from the start of a launch to its first CTA.
    pub launch_latency: u32,
    /// Its clocks.
    pub clock: Clocks,
    /// Its SMs.
    pub sm: SmDescription,
    /// What carries requests from SMs to L2 slices, and replies back.
    pub network: Network,
    /// Its L2 slices.
    pub l2: L2,
    /// The DRAM behind them.
    pub dram: Dram,
}

/// Clocks, in MHz.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// That of the SMs, the network and the L2: cycles are counted in it.
    pub sm: f64,
    /// That of DRAM commands.
    pub dram: f64,
}

/// An SM.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SmDescription {
    /// How many there are.
    pub count: u32,
    /// Warps an SM holds, at most 64.
    pub warps: u32,
    /// CTAs it holds.
    pub ctas: u32,
    /// Threads it holds.
    pub threads: u32,
    /// Registers of 32 bits it has.
    pub registers: u32,
    /// A thread's registers are given in units of this many.
    pub register_unit: u32,
    /// Bytes of shared memory it has.
    pub shared: u32,
    /// A CTA's shared memory is given in units of this many bytes.
    pub shared_unit: u32,
    /// Schedulers; a warp belongs to the one that its slot modulo their number names.
    pub schedulers: u32,
    /// Whether each scheduler has collectors and units of its own, as since Volta.
    pub subcores: bool,
    /// Fetching of instructions.
    pub fetch: Fetch,
    /// Collecting of operands; without it they are read in a fixed time, as since Volta: an instruction issues when its unit
    /// is free, and `latency` is the time from there to the issue of one that needs its result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operands: Option<Operands>,
    /// Units that compute, by name. Every class of work but that of memory is done by one of them.
    pub units: BTreeMap<String, Unit>,
    /// The unit that goes to memory.
    pub load_store: LoadStore,
    /// The first cache of data; without one, accesses go to the L2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub l1: Option<L1>,
    /// The cache of constants; without one, they are always at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constants: Option<cache::Description>,
}

/// Fetching of instructions.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Fetch {
    /// Warps whose instructions are fetched in a cycle.
    pub warps: u32,
    /// Instructions fetched at once: what a warp's buffer holds.
    pub instructions: u32,
    /// Bytes of an instruction.
    pub bytes: u32,
    /// The cache of instructions; without one, they are always at hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache: Option<cache::Description>,
}

/// Collecting of operands.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Operands {
    /// Banks of the register file, in the whole SM.
    pub banks: u32,
    /// Operands that a bank delivers in a cycle.
    pub reads: u32,
    /// Collectors that any unit's instructions may use, in the whole SM.
    pub collectors: u32,
}

/// Units of a kind.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// How many an SM has.
    pub count: u32,
    /// Instructions that may wait between issue and their collector, and again between collector and unit, in the whole SM;
    /// none where operands are not collected.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub queue: u32,
    /// Collectors for these units alone, in the whole SM.
    #[serde(default)]
    pub collectors: u32,
    /// The classes of work they do.
    pub work: BTreeMap<ClassName, Timing>,
}

/// How long a unit is at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// Cycles from the unit's start on an instruction to its result; where operands are not collected, from its issue to that
    /// of one that needs its result.
    pub latency: u32,
    /// Cycles between the starts of two instructions on one unit.
    pub interval: u32,
}

/// The unit that goes to memory.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct LoadStore {
    /// Instructions that may wait between issue and their collector, in the whole SM.
    pub queue: u32,
    /// Collectors for this unit alone, in the whole SM.
    #[serde(default)]
    pub collectors: u32,
    /// Cycles until what is in shared memory is there.
    pub shared_latency: u32,
    /// Banks of shared memory.
    pub shared_banks: u32,
    /// Bytes that one access covers at most: 128, a line; or 32, a sector.
    pub segment: u32,
}

/// The first cache of data.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct L1 {
    /// Cycles from an access to the data, where they are in the cache.
    pub latency: u32,
    /// Accesses that it takes in a cycle, to different banks.
    pub banks: u32,
    /// Bytes of memory that it shares with shared memory: what a launch does not use for that is the cache's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unified: Option<u32>,
    /// Bytes that shared memory may take of the unified memory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carveouts: Vec<u32>,
    /// Whether it is empty at the start of every launch.
    pub flush: bool,
    /// The cache.
    pub cache: cache::Description,
}

/// What carries requests from SMs to L2 slices, and replies back: each SM and each slice has a port each way, and
/// nothing stands between two ports but time.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Cycles that a packet is on its way, at least.
    pub latency: u32,
    /// Bytes that a port carries in a cycle.
    pub flit: u32,
    /// Packets of an SM that can wait at slices. Those on their way have room elsewhere.
    pub buffer: u32,
}

/// The L2.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct L2 {
    /// Memory partitions, each with a DRAM channel.
    pub partitions: u32,
    /// Slices of a partition.
    pub slices: u32,
    /// Cycles from a request's arrival to its access to the slice.
    pub latency: u32,
    /// Requests of a slice that wait for DRAM.
    pub queue: u32,
    /// Cycles from a slice to its DRAM channel.
    pub dram_latency: u32,
    /// Whether what a launch left there is there for the next.
    pub keep: bool,
    /// A slice.
    pub cache: cache::Description,
}

/// The DRAM.
#[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Dram {
    /// Where an address lies.
    pub map: dram::MapDescription,
    /// A channel.
    pub channel: dram::Description,
}

/// A class of work, by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClassName(pub Class);

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ClassName, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Class::ALL.into_iter().find(|class| class.name() == name);
        found.map(ClassName).ok_or_else(|| {
            let near = warploom_kernel::ptx::nearest(&name, Class::ALL.into_iter().map(Class::name));
            let hint = near.map_or(String::new(), |near| format!(": did you mean `{near}`?"));
            serde::de::Error::custom(format!("there is no class of instructions `{name}`{hint}"))
        })
    }
}

impl Serialize for ClassName {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.name().serialize(serializer)
    }
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// Classes that the load-store unit does.
pub(crate) fn is_load_store(class: Class) -> bool {
    use Class::*;
    matches!(class, Global | Local | Atomic | Shared | Constant)
}
