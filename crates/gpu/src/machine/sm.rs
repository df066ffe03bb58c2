//! The description of an SM.

use super::{Arithmetic, Dependences, MachineCode, Tensor, Unit, is_default, one};
use crate::described::Kind::{Flag, Whole, Wholes, Word};
use crate::described::{by_name, cache, described, optional, optional_cache, optional_table, table, value};
use crate::memory::cache;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

described! {
    /// The description of an SM.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct SmDescription {
        /// Number of SMs.
        pub count: u32 = value(Whole(1, 1024)),
        /// Warp slots per SM.
        pub warps: u32 = value(Whole(1, 64)),
        /// CTA slots per SM.
        pub ctas: u32 = value(Whole(1, 64)),
        /// Resident threads per SM.
        pub threads: u32 = value(Whole(1, 4096)),
        /// 32-bit registers per SM.
        pub registers: u32 = value(Whole(1, 1 << 20)),
        /// Allocation granularity of a thread's registers.
        pub register_unit: u32 = value(Whole(1, 256)),
        /// Bytes of shared memory per SM.
        pub shared: u32 = value(Whole(0, 1 << 24)),
        /// Allocation granularity of a CTA's shared memory, in bytes.
        pub shared_unit: u32 = value(Whole(1, 1 << 16)),
        /// Warp schedulers per SM; slot modulo this number selects a warp's scheduler.
        pub schedulers: u32 = value(Whole(1, 8)),
        /// Whether each scheduler has its own collectors, register banks and units. NVIDIA GPUs do since Volta.
        pub subcores: bool = value(Flag),
        /// Cycles from the issue of a comparison to the issue of an instruction that it guards, such as a branch. Without it, a
        /// guard waits for the latency of the comparison, as other operands do. Machines with operand collectors have none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub guard_latency: Option<u32> = optional(Whole(1, 1000)),
        /// What holds back an instruction whose operands are not there yet. `control-bits` is for machine code that has control fields,
        /// and needs `sm.machine_code`; other code has none, and the scoreboard.
        #[serde(default, skip_serializing_if = "is_default")]
        pub dependences: Dependences = optional(Word(&["scoreboard", "control-bits"])),
        /// Instruction fetch.
        pub fetch: Fetch = table(Fetch::FIELDS),
        /// Sub-cores as machine code sees them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub machine_code: Option<MachineCode> = optional_table(MachineCode::FIELDS),
        /// Operand collectors. Without them operands are read in a fixed time, as since Volta: an instruction issues when its unit
        /// is free, and `latency` counts from its issue to the issue of a dependent instruction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub operands: Option<Operands> = optional_table(Operands::FIELDS),
        /// Execution units by name. Every instruction class but those of memory belongs to one of them.
        pub units: BTreeMap<String, Unit> = by_name(Unit::FIELDS),
        /// Timing of arithmetic operations that differs from that of their class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub arithmetic: Option<Arithmetic> = optional_table(Arithmetic::FIELDS),
        /// Timing of matrix products by type of numbers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tensor: Option<Tensor> = optional_table(Tensor::FIELDS),
        /// The load-store unit.
        pub load_store: LoadStore = table(LoadStore::FIELDS),
        /// The L1 data cache. Without one, accesses go to the L2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub l1: Option<L1> = optional_table(L1::FIELDS),
        /// The constant cache. Without one, constants always hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub constants: Option<cache::Description> = optional_cache(),
        /// The texture unit. Without one, a fetch takes the time of the class `texture`, whatever it reads.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub texture: Option<TextureUnit> = optional_table(TextureUnit::FIELDS),
    }

    /// The texture unit: fetches with addresses pass through it. Those without, as in traces, take the time of the class `texture`.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct TextureUnit {
        /// Cycles from the start of a fetch to the lookup of its first line or sector.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Cycles between the starts of the fetches of two warps.
        pub interval: u32 = value(Whole(1, 1000)),
        /// The texture cache. Without one, fetches look up the L1; without an L1, they go to the L2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cache: Option<TextureCache> = optional_table(TextureCache::FIELDS),
    }

    /// A texture cache, which replies in order. It replaces the least recently used line.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct TextureCache {
        /// Sets: a power of two.
        pub sets: u32 = value(Whole(1, 1 << 16)),
        /// Bytes of a line: 32, 64 or 128.
        pub line_bytes: u32 = value(Whole(32, 128)),
        /// Ways.
        pub ways: u32 = value(Whole(1, 1 << 10)),
        /// Accesses, hits and misses, that can wait for their data.
        pub fragments: u32 = value(Whole(1, 1 << 12)),
        /// Misses that can wait for the network.
        pub requests: u32 = value(Whole(1, 1 << 12)),
        /// Misses in flight.
        pub reorder: u32 = value(Whole(1, 1 << 12)),
        /// Results that can wait to be written.
        pub results: u32 = value(Whole(1, 1 << 12)),
    }

    /// Instruction fetch.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Fetch {
        /// Warps fetched per cycle.
        pub warps: u32 = value(Whole(1, 8)),
        /// Instructions per fetch: the size of a warp's instruction buffer.
        pub instructions: u32 = value(Whole(1, 8)),
        /// Bytes of an instruction.
        pub bytes: u32 = value(Whole(1, 64)),
        /// Whether the code of all kernels begins at the same address, so that a kernel hits lines of the one before it.
        #[serde(default, skip_serializing_if = "is_default")]
        pub overlap: bool = optional(Flag),
        /// The instruction cache. Without one, instructions always hit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cache: Option<cache::Description> = optional_cache(),
    }

    /// Operand collectors and register banks.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Operands {
        /// Register file banks of the SM.
        pub banks: u32 = value(Whole(1, 64)),
        /// Operands read per bank and cycle; a result write takes the place of one.
        pub reads: u32 = value(Whole(1, 8)),
        /// Results of execution units written per cycle, in the whole SM.
        pub results: u32 = value(Whole(1, 64)),
        /// Collectors shared by all units of the SM.
        pub collectors: u32 = value(Whole(0, 64)),
        /// Instructions of a kind that enter, and that leave, shared collectors per step; a cycle has `reads` steps.
        #[serde(default = "one")]
        pub ports: u32 = optional(Whole(1, 64)),
    }

    /// The load-store unit.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct LoadStore {
        /// Entries of the queue from issue to collector, in the whole SM.
        pub queue: u32 = value(Whole(1, 64)),
        /// Collectors for the load-store unit only, in the whole SM.
        #[serde(default)]
        pub collectors: u32 = optional(Whole(0, 64)),
        /// Instructions that enter, and that leave, these collectors per step.
        #[serde(default = "one")]
        pub ports: u32 = optional(Whole(1, 64)),
        /// Latency of shared memory in cycles.
        pub shared_latency: u32 = value(Whole(1, 400)),
        /// Banks of shared memory.
        pub shared_banks: u32 = value(Whole(1, 64)),
        /// Passes over shared memory for each further lane of an atomic that accesses the same word; 0 for none, as in GPGPU-Sim.
        #[serde(default, skip_serializing_if = "is_default")]
        pub shared_atomic: u32 = optional(Whole(0, 64)),
        /// Bytes of a coalesced access: 32, a sector, or 128, a line.
        pub segment: u32 = value(Whole(32, 128)),
        /// Whether the L2 takes a store to the upper half of a line for one to the line after it, as in GPGPU-Sim.
        #[serde(default, skip_serializing_if = "is_default")]
        pub misplaced_halves: bool = optional(Flag),
    }

    /// The L1 data cache.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct L1 {
        /// Hit latency in cycles.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Banks: accesses per cycle to different banks.
        pub banks: u32 = value(Whole(1, 32)),
        /// Bytes of unified memory; the L1 has what a launch's shared memory leaves.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub unified: Option<u32> = optional(Whole(0, 1 << 24)),
        /// Sizes in bytes that shared memory can have in the unified memory.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub carveouts: Vec<u32> = optional(Wholes),
        /// Whether every launch starts with an empty L1.
        pub flush: bool = value(Flag),
        /// The cache.
        pub cache: cache::Description = cache(),
    }
}

impl SmDescription {
    /// Names of the unit kinds, by [`UnitId`](crate::UnitId): the execution units, then the load-store unit.
    pub fn unit_names(&self) -> impl Iterator<Item = String> + '_ {
        self.units.keys().cloned().chain(["load_store".to_owned()])
    }
}

impl TextureCache {
    /// The description that the cache model takes.
    pub(crate) fn description(&self) -> cache::Description {
        let &TextureCache { sets, line_bytes, ways, fragments, requests, reorder, results } = self;
        let text =
            format!("N:{sets}:{line_bytes}:{ways},L:R:m:N:L,T:{fragments}:{requests},{reorder}:{results}");
        // The text has the form of every texture cache of GPGPU-Sim; `check` judges its numbers.
        let read = cache::Description::from_gpgpusim(&text);
        read.ok().flatten().unwrap_or_else(|| panic!("`{text}` describes a texture cache"))
    }
}

impl Operands {
    /// Register banks of a sub-core, or of the SM if it has none.
    pub(crate) fn banks_per_subcore(&self, sm: &SmDescription) -> u32 {
        self.banks.div_ceil(if sm.subcores { sm.schedulers } else { 1 })
    }
}

impl Fetch {
    /// Address of the code of a run's kernels, counted from 0 in the order of their first launch.
    pub fn code_base(&self, kernel: u64) -> u64 {
        // GPGPU-Sim's PROGRAM_MEM_START.
        let first = 0xf000_0000;
        if self.overlap { first } else { first + (kernel << 32) }
    }
}
