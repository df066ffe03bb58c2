//! Occupancy of a kernel at other CTA sizes and register limits.

use serde::Serialize;
use warploom_gpu::machine::Machine;
use warploom_gpu::occupancy::{Occupancy, occupancy};
use warploom_kernel::tape::Launch;

/// Occupancy at a CTA size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BlockSize {
    /// Threads per CTA.
    pub threads: u32,
    /// Resident warps per SM.
    pub warps: u32,
    /// The resource that limits them.
    pub limiter: &'static str,
    /// Whether the kernel was launched so.
    pub launched: bool,
}

/// Occupancy at a limit of registers per thread (`--maxrregcount`, `__launch_bounds__`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct RegisterLimit {
    /// Registers per thread.
    pub registers: u32,
    /// Resident warps per SM.
    pub warps: u32,
    /// The resource that limits them.
    pub limiter: &'static str,
    /// Whether the kernel was compiled so.
    pub compiled: bool,
}

/// CTA sizes to try, besides the launch's own.
const BLOCK_SIZES: [u32; 7] = [32, 64, 128, 256, 512, 768, 1024];

/// Register limits to try, besides the kernel's own.
const REGISTER_LIMITS: [u32; 8] = [24, 32, 40, 48, 64, 96, 128, 168];

fn at(machine: &Machine, launch: &Launch) -> (u32, &'static str) {
    let Occupancy { ctas, warps, limiter, .. } = occupancy(machine.sm(), launch);
    (ctas * warps, limiter.name())
}

/// Occupancy at several CTA sizes, with the registers and the shared memory of the launch. Kernels that derive their shared memory from
/// the CTA size will differ.
pub(super) fn block_sizes(launch: &Launch, machine: &Machine) -> Vec<BlockSize> {
    let own: u32 = launch.block.iter().product();
    let mut sizes: Vec<u32> = BLOCK_SIZES.into_iter().chain([own]).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let mut other = launch.clone();
    let size = |threads: u32| {
        other.block = [threads, 1, 1];
        let (warps, limiter) = at(machine, &other);
        BlockSize { threads, warps, limiter, launched: threads == own }
    };
    sizes.into_iter().map(size).collect()
}

/// Occupancy at several register limits. A limit below the kernel's registers makes the compiler spill; it is shown for that reason.
pub(super) fn register_limits(launch: &Launch, machine: &Machine) -> Vec<RegisterLimit> {
    let own = launch.registers;
    let mut limits: Vec<u32> = REGISTER_LIMITS.into_iter().chain([own]).filter(|&limit| limit > 0).collect();
    limits.sort_unstable();
    limits.dedup();
    let mut other = launch.clone();
    let limit = |registers: u32| {
        other.registers = registers;
        let (warps, limiter) = at(machine, &other);
        RegisterLimit { registers, warps, limiter, compiled: registers == own }
    };
    limits.into_iter().map(limit).collect()
}
