//! Machine descriptions: the parameters of a GPU.
//!
//! A machine is a TOML file in which every value names its source. The structs of this module define the keys: each field's
//! documentation is the key's description, and its initialiser says which values the key takes (see [`keys`]). An unknown key
//! or an invalid value is an error that names the key.
//!
//! ```
//! use warploom_gpu::machine::{Machine, named};
//!
//! let v100 = named("v100").unwrap().machine();
//! assert_eq!((v100.sm().count, v100.sm().schedulers), (80, 4));
//!
//! // A file is read from its text; keys can be overridden.
//! let half = Machine::read_with(&v100.to_toml(), &[("sm.count", "40")])?;
//! assert_eq!(half.sm().count, 40);
//! # Ok::<(), warploom_gpu::machine::MachineError>(())
//! ```

mod built_in;
mod check;
mod cu;
mod error;
pub mod gpgpusim;
pub mod keys;
mod read;
mod write;

pub use built_in::{BUILT_IN, BuiltIn, named};
pub use cu::{CuDescription, CuL1, GroupWaves, Lds, PoolResources, Waits};
pub use error::MachineError;
pub use read::span_of_key;

use crate::memory::{cache, dram};
use keys::Kind::{Flag, Number, Text, Whole, Wholes, Word};
use keys::{by_class, by_name, cache, described, optional, optional_cache, optional_table, table, value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warploom_kernel::class::Class;
use warploom_kernel::code::Instruction;
use warploom_kernel::image::Isa;
use warploom_kernel::operation::{MatrixNumbers, MatrixProduct, Numbers, Operation};

described! {
    /// The description of a GPU.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Machine {
        /// Name of the machine.
        pub name: String = value(Text),
        /// One-line description of the machine.
        pub about: String = value(Text),
        /// Cycles from the start of a launch to the dispatch of its first CTA.
        pub launch_latency: u32 = value(Whole(0, 1 << 20)),
        /// Cycles between the starts of two CTAs on the whole GPU, in thousandths at the finest. Without it, every SM starts one
        /// CTA per cycle.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cta_interval: Option<f64> = optional(Number(0.001, 1e5)),
        /// Clock frequencies.
        pub clock: Clocks = table(Clocks::FIELDS),
        /// The SMs. A machine has either SMs or CUs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sm: Option<SmDescription> = optional_table(SmDescription::FIELDS),
        /// The CUs.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cu: Option<CuDescription> = optional_table(CuDescription::FIELDS),
        /// The network between SMs and L2 slices.
        pub network: Network = table(Network::FIELDS),
        /// The L2 slices.
        pub l2: L2 = table(L2::FIELDS),
        /// The DRAM.
        pub dram: Dram = table(Dram::FIELDS),
    }

    /// Clock frequencies in MHz.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Clocks {
        /// MHz of SMs or CUs, network and L2; cycles are counted in this clock.
        pub sm: f64 = value(Number(1.0, 1e5)),
        /// MHz of the L1s, the LDS, the network and the L2 of a machine of CUs, if it differs. Latencies of these are then given in
        /// cycles of this clock.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub memory: Option<f64> = optional(Number(1.0, 1e5)),
        /// MHz of the DRAM command clock.
        pub dram: f64 = value(Number(1.0, 1e5)),
    }

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
        /// Instruction fetch.
        pub fetch: Fetch = table(Fetch::FIELDS),
        /// Operand collectors. Without them operands are read in a fixed time, as since Volta: an instruction issues when its unit
        /// is free, and `latency` counts from its issue to the issue of a dependent instruction.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub operands: Option<Operands> = optional_table(Operands::FIELDS),
        /// Execution units by name. Every instruction class but those of memory belongs to one of them.
        pub units: BTreeMap<String, Unit> = by_name(Unit::FIELDS),
        /// Timing of arithmetic operations that differs from that of their class.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub arithmetic: Option<Arithmetic> = optional_table(Arithmetic::FIELDS),
        /// Timing of matrix products in PTX (`mma`, `wmma.mma`) by type of numbers.
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

    /// Execution units of one kind.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Unit {
        /// Units per SM.
        pub count: u32 = value(Whole(1, 64)),
        /// Entries of the queues before and after the collectors, in the whole SM; only with operand collectors.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub queue: u32 = optional(Whole(1, 64)),
        /// Collectors for these units only, in the whole SM.
        #[serde(default)]
        pub collectors: u32 = optional(Whole(0, 64)),
        /// Instructions that enter, and that leave, these collectors per step.
        #[serde(default = "one")]
        pub ports: u32 = optional(Whole(1, 64)),
        /// The instruction classes that they execute.
        pub work: BTreeMap<ClassName, Timing> = by_class(Timing::FIELDS),
    }

    /// Latency and throughput of an instruction class.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Timing {
        /// Cycles from unit start to result; without operand collectors, from issue to the issue of a dependent.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Initiation interval: cycles between the starts of two instructions on one unit.
        pub interval: u32 = value(Whole(1, 1000)),
    }

    /// Timing of arithmetic operations by type of numbers. Additions, and operations without an entry, have the timing of their class.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Arithmetic {
        /// Minima and maxima of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons, logic, shifts, selections and moves of integers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub integer_other: Option<Timing> = optional_table(Timing::FIELDS),
        /// Minima and maxima in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons and other operations in single precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub float_other: Option<Timing> = optional_table(Timing::FIELDS),
        /// Minima and maxima in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_min_max: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_multiply: Option<Timing> = optional_table(Timing::FIELDS),
        /// Multiplications with addition in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_multiply_add: Option<Timing> = optional_table(Timing::FIELDS),
        /// Divisions and remainders in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_divide: Option<Timing> = optional_table(Timing::FIELDS),
        /// Comparisons and other operations in double precision.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double_other: Option<Timing> = optional_table(Timing::FIELDS),
    }

    /// Timing of matrix products in PTX by type of numbers. Each is that of a 16 × 8 product with 32 bytes along k (m16n8k16 of f16,
    /// m16n8k32 of s8); other shapes take time in proportion. A type without an entry, and an instruction of SASS, has the timing of
    /// class `tensor`.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Tensor {
        /// f16, with sums in f16.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub half: Option<Timing> = optional_table(Timing::FIELDS),
        /// f16 and bf16, with sums in f32.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub single: Option<Timing> = optional_table(Timing::FIELDS),
        /// tf32.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tf32: Option<Timing> = optional_table(Timing::FIELDS),
        /// f64.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub double: Option<Timing> = optional_table(Timing::FIELDS),
        /// s8 and u8.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub byte: Option<Timing> = optional_table(Timing::FIELDS),
        /// s4 and u4.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub nibble: Option<Timing> = optional_table(Timing::FIELDS),
        /// Single bits.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bit: Option<Timing> = optional_table(Timing::FIELDS),
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

impl SmDescription {
    /// Names of the unit kinds, by [`UnitId`](crate::UnitId): the execution units, then the load-store unit.
    pub fn unit_names(&self) -> impl Iterator<Item = String> + '_ {
        self.units.keys().cloned().chain(["load_store".to_owned()])
    }
}

impl Machine {
    /// The description of its SMs.
    ///
    /// # Panics
    /// If it is a machine of CUs. [`Machine::sm`] tells.
    pub fn sm(&self) -> &SmDescription {
        self.sm.as_ref().expect("the machine has SMs")
    }

    /// The description of its SMs, to be changed.
    ///
    /// # Panics
    /// If it is a machine of CUs.
    pub fn sm_mut(&mut self) -> &mut SmDescription {
        self.sm.as_mut().expect("the machine has SMs")
    }

    /// The description of its CUs.
    ///
    /// # Panics
    /// If it is a machine of SMs.
    pub fn cu(&self) -> &CuDescription {
        self.cu.as_ref().expect("the machine has CUs")
    }

    /// The description of its CUs, to be changed.
    ///
    /// # Panics
    /// If it is a machine of SMs.
    pub fn cu_mut(&mut self) -> &mut CuDescription {
        self.cu.as_mut().expect("the machine has CUs")
    }

    /// Number of its SMs or CUs.
    pub fn cores(&self) -> u32 {
        self.cu.as_ref().map_or_else(|| self.sm().count, |cu| cu.count)
    }

    /// The instruction set that it executes: GCN on CUs; PTX, SASS and traces of SASS on SMs.
    pub fn isa(&self) -> Isa {
        if self.cu.is_some() { Isa::Gcn } else { Isa::Ptx }
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

impl Arithmetic {
    /// The timing of an instruction, if it differs from that of its class.
    pub(crate) fn timing(&self, instruction: &Instruction) -> Option<Timing> {
        let [min_max, multiply, multiply_add, divide, other] = match Numbers::of(instruction) {
            Numbers::Integer => [
                self.integer_min_max,
                self.integer_multiply,
                self.integer_multiply_add,
                self.integer_divide,
                self.integer_other,
            ],
            Numbers::Float => [
                self.float_min_max,
                self.float_multiply,
                self.float_multiply_add,
                self.float_divide,
                self.float_other,
            ],
            Numbers::Double => [
                self.double_min_max,
                self.double_multiply,
                self.double_multiply_add,
                self.double_divide,
                self.double_other,
            ],
        };
        match Operation::of(instruction) {
            Operation::MinMax => min_max,
            Operation::Multiply => multiply,
            Operation::MultiplyAdd => multiply_add,
            Operation::Divide => divide,
            // Conversions, accesses, barriers and branches are not arithmetic.
            Operation::Other => {
                let is_arithmetic =
                    matches!(instruction.class, Class::Integer | Class::Float | Class::Double);
                other.filter(|_| is_arithmetic)
            }
            Operation::Add | Operation::Function => None,
        }
    }
}

impl Tensor {
    /// The timing of a matrix product in PTX, if its type has one.
    ///
    /// The unit takes multiply-adds at a fixed rate, and the result is ready a fixed time after it has taken the last of them. A larger
    /// product is so many instructions of the hardware, one after the other.
    pub(crate) fn timing(&self, instruction: &Instruction) -> Option<Timing> {
        let product = MatrixProduct::of(instruction)?;
        let reference = match product.numbers {
            MatrixNumbers::Half => self.half,
            MatrixNumbers::Single => self.single,
            MatrixNumbers::Tf32 => self.tf32,
            MatrixNumbers::Double => self.double,
            MatrixNumbers::Byte => self.byte,
            MatrixNumbers::Nibble => self.nibble,
            MatrixNumbers::Bit => self.bit,
        }?;
        let interval = (reference.interval * product.multiply_adds).div_ceil(product.reference).max(1);
        let latency = (reference.latency + interval).saturating_sub(reference.interval).max(1);
        Some(Timing { latency, interval })
    }
}

impl L2 {
    /// Bytes of all slices together.
    pub fn bytes(&self) -> u64 {
        u64::from(self.cache.bytes()) * u64::from(self.slices * self.partitions)
    }
}

/// An instruction class, written by its name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct ClassName(pub Class);

impl<'de> Deserialize<'de> for ClassName {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ClassName, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = Class::SM.into_iter().find(|class| class.name() == name);
        found.map(ClassName).ok_or_else(|| {
            let near = warploom_kernel::ptx::nearest(&name, Class::SM.into_iter().map(Class::name));
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

fn one() -> u32 {
    1
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Whether the load-store unit executes instructions of a class.
pub(crate) fn is_load_store(class: Class) -> bool {
    use Class::*;
    matches!(class, Global | Local | Atomic | Shared | Constant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_fill_all_addresses_those_of_32_bits_or_none() {
        let filled = |copies: Copies, start, bytes| -> Vec<(u64, u64)> {
            copies.filled(start, bytes).into_iter().filter(|(start, end)| start < end).collect()
        };
        let high = 0x7_0000_1000;
        assert_eq!(filled(Copies::All, high, 0x80), [(high, high + 0x80)]);
        assert_eq!(filled(Copies::All, u64::MAX - 1, 8), [(u64::MAX - 1, u64::MAX)]);
        assert_eq!(filled(Copies::None, high, 0x80), []);
        assert_eq!(filled(Copies::Cut, high, 0x80), [(0x1000, 0x1080)]);
        assert_eq!(filled(Copies::Cut, 0x1000, 0x80), [(0x1000, 0x1080)]);
        assert_eq!(filled(Copies::Cut, 0x7_ffff_ff00, 0x180), [(0xffff_ff00, 1 << 32), (0, 0x80)]);
        assert_eq!(filled(Copies::Cut, 0x7_ffff_ff00, 0x100), [(0xffff_ff00, 1 << 32)], "up to the end");
        let whole = filled(Copies::Cut, high, 1 << 40);
        assert_eq!(whole, [(0x1000, 1 << 32), (0, 0x1000)], "each address at most once");
        assert_eq!(filled(Copies::Cut, high, 0), []);
    }

    #[test]
    fn kernels_have_code_of_their_own_unless_code_overlaps() {
        let mut fetch = named("gtx480").expect("it is built in").machine().sm().fetch.clone();
        assert_eq!(
            [0, 1, 2].map(|kernel| fetch.code_base(kernel)),
            [0xf000_0000, 0x1_f000_0000, 0x2_f000_0000]
        );
        fetch.overlap = true;
        assert_eq!([0, 1, 2].map(|kernel| fetch.code_base(kernel)), [0xf000_0000; 3]);
    }
}
