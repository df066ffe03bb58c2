//! The description of a GCN compute unit (CU).

use crate::described::Kind::{Flag, Whole, Word};
use crate::described::{cache, described, optional, table, value};
use crate::memory::cache;
use serde::{Deserialize, Serialize};

described! {
    /// The description of a CU.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct CuDescription {
        /// Number of CUs.
        pub count: u32 = value(Whole(1, 1024)),
        /// Waves per pool. A CU has four pools, each with its SIMD and fetch buffer.
        pub waves: u32 = value(Whole(1, 16)),
        /// Work-groups per pool.
        pub work_groups: u32 = value(Whole(1, 16)),
        /// Vector registers per CU, in 32-bit words of a lane.
        pub vector_registers: u32 = value(Whole(1, 1 << 20)),
        /// Allocation granularity of a wave's vector registers.
        pub vector_register_unit: u32 = value(Whole(1, 256)),
        /// Scalar registers per pool. Without it, they limit nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub scalar_registers: Option<u32> = optional(Whole(1, 1 << 16)),
        /// Allocation granularity of a wave's scalar registers.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        pub scalar_register_unit: u32 = optional(Whole(1, 256)),
        /// Registers and LDS of a pool: those of the whole CU, or a quarter of them.
        pub pool_resources: PoolResources = value(Word(&["whole", "quarter"])),
        /// Pool of a work-group's waves: all in one, or spread over the pools.
        pub group_waves: GroupWaves = value(Word(&["one-pool", "spread"])),
        /// Accesses that `s_waitcnt` waits for: all of its wave, or as many as it says.
        pub waits: Waits = value(Word(&["all", "counted"])),
        /// Whether the grid reaches the dispatcher by halves: of the waiting work-groups, half (rounded up) per cycle.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub dispatch_halves: bool = optional(Flag),
        /// Cycles of an instruction in a SIMD.
        pub simd_latency: u32 = value(Whole(1, 100)),
        /// Instructions that a SIMD executes at a time.
        pub simd_depth: u32 = value(Whole(1, 16)),
        /// Cycles of an instruction in the ALU of the scalar unit.
        pub scalar_latency: u32 = value(Whole(1, 100)),
        /// Instructions that the scalar unit executes at a time, including scalar loads.
        pub scalar_depth: u32 = value(Whole(1, 64)),
        /// Cycles of an instruction in the branch unit.
        pub branch_latency: u32 = value(Whole(1, 100)),
        /// Instructions that the branch unit executes at a time.
        pub branch_depth: u32 = value(Whole(1, 64)),
        /// Instructions with accesses in flight in the vector memory unit.
        pub vector_memory_depth: u32 = value(Whole(1, 64)),
        /// Instructions with accesses in flight in the LDS unit.
        pub lds_depth: u32 = value(Whole(1, 64)),
        /// The LDS.
        pub lds: Lds = table(Lds::FIELDS),
        /// The vector L1.
        pub l1: CuL1 = table(CuL1::FIELDS),
        /// CUs that share a scalar L1.
        #[serde(default = "one", skip_serializing_if = "is_one")]
        pub scalar_l1_cus: u32 = optional(Whole(1, 16)),
        /// The scalar L1.
        pub scalar_l1: CuL1 = table(CuL1::FIELDS),
    }

    /// The local data share (LDS) of a CU.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct Lds {
        /// Bytes.
        pub bytes: u32 = value(Whole(0, 1 << 24)),
        /// Allocation granularity of a work-group's LDS, in bytes.
        pub unit: u32 = value(Whole(1, 1 << 16)),
        /// Latency of an access in cycles.
        pub latency: u32 = value(Whole(1, 400)),
        /// Accesses to blocks of 64 bytes at a time, if it has no banks.
        #[serde(default = "two", skip_serializing_if = "is_two")]
        pub ports: u32 = optional(Whole(1, 2)),
        /// Banks. With banks, an instruction takes as many passes as the most words in one of them; half of the lanes are served at
        /// a time. Without, it takes one access for each block of 64 bytes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub banks: Option<u32> = optional(Whole(1, 64)),
        /// Whether inactive lanes repeat their last access, as in Multi2Sim.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub stale_lanes: bool = optional(Flag),
    }

    /// An L1 of a CU.
    #[derive(Clone, PartialEq, Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    #[non_exhaustive]
    pub struct CuL1 {
        /// Hit latency in cycles.
        pub latency: u32 = value(Whole(1, 1000)),
        /// Blocks looked up per cycle. Without a number, all blocks of an instruction at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lookups: Option<u32> = optional(Whole(1, 64)),
        /// Cycles of the message with which the first store to a line that was loaded tells the L2. Without it, the L2 is not told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub claim_latency: Option<u32> = optional(Whole(1, 1000)),
        /// Whether a miss waits until the line that it evicts is written back.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub evict_first: bool = optional(Flag),
        /// Whether every launch starts with an empty L1.
        pub flush: bool = value(Flag),
        /// The cache.
        pub cache: cache::Description = cache(),
    }
}

/// The registers and the LDS that the work-groups of a pool may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PoolResources {
    /// Those of the whole CU, granted to each pool, as in Multi2Sim.
    Whole,
    /// A quarter of the registers; the LDS is shared by the work-groups of the CU.
    Quarter,
}

/// The pool of the waves of a work-group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupWaves {
    /// All waves are in the pool that the place of the work-group selects, as in Multi2Sim.
    OnePool,
    /// Waves are spread over the pools in turn.
    Spread,
}

/// The accesses that `s_waitcnt` waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Waits {
    /// All accesses of its wave, whatever its operand, as in Multi2Sim.
    All,
    /// As many as its operand says.
    Counted,
}

fn one() -> u32 {
    1
}

fn is_one(count: &u32) -> bool {
    *count == 1
}

fn two() -> u32 {
    2
}

fn is_two(count: &u32) -> bool {
    *count == 2
}
