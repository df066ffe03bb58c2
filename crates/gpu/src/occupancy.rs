//! Occupancy: resident CTAs per SM, and the resource that limits them.

use crate::machine::{CuDescription, GroupWaves, Machine, PoolResources, SmDescription};
use crate::wave_policy::POOLS;
use warploom_kernel::tape::Launch;

/// The resource that limits occupancy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Limiter {
    /// CTA slots.
    Ctas,
    /// Warp slots.
    Warps,
    /// Resident threads.
    Threads,
    Registers,
    /// Scalar registers of a CU.
    ScalarRegisters,
    Shared,
}

impl Limiter {
    /// Name of the resource in records.
    pub const fn name(self) -> &'static str {
        match self {
            Limiter::Ctas => "ctas",
            Limiter::Warps => "warps",
            Limiter::Threads => "threads",
            Limiter::Registers => "registers",
            Limiter::ScalarRegisters => "scalar-registers",
            Limiter::Shared => "shared",
        }
    }

    /// The resource in a sentence: "the SM has too few registers", "too little shared memory".
    pub const fn shortage(self) -> &'static str {
        match self {
            Limiter::Ctas => "too few CTA slots",
            Limiter::Warps => "too few warp slots",
            Limiter::Threads => "too few threads",
            Limiter::Registers => "too few registers",
            Limiter::ScalarRegisters => "too few scalar registers",
            Limiter::Shared => "too little shared memory",
        }
    }
}

/// Occupancy of an SM by a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Occupancy {
    /// Resident CTAs per SM; 0 if one CTA needs more than an SM has.
    pub ctas: u32,
    /// Warps per CTA.
    pub warps: u32,
    /// The limiting resource; if there are several, the first in the order of [`Limiter`].
    pub limiter: Limiter,
}

/// Computes the occupancy of an SM or CU of a machine by a launch.
pub fn occupancy_of(machine: &Machine, launch: &Launch) -> Occupancy {
    match &machine.cu {
        Some(cu) => cu_occupancy(cu, launch),
        None => occupancy(machine.sm(), launch),
    }
}

/// Computes the occupancy of a CU by a launch. A place of a work-group belongs to a pool, or its waves are spread over the pools.
fn cu_occupancy(cu: &CuDescription, launch: &Launch) -> Occupancy {
    let (warps, pools) = (launch.warps(), POOLS as u64);
    let waves = u64::from(warps);
    let whole = cu.pool_resources == PoolResources::Whole;
    let vector = u64::from(launch.registers).next_multiple_of(cu.vector_register_unit.into());
    let vector = vector.saturating_mul(waves * 64);
    let scalar = u64::from(launch.scalar_registers).next_multiple_of(cu.scalar_register_unit.into());
    let scalar = scalar.saturating_mul(waves);
    let lds = u64::from(launch.shared).next_multiple_of(cu.lds.unit.into());
    // Work-groups for which `has` suffices, `takes` for each, of the whole CU or of a pool.
    let fits = |has: u64, takes: u64| has.checked_div(takes).unwrap_or(u64::MAX);
    // Of a pool, in a CU whose work-groups are in one pool; else of the CU.
    let (places, share) = if cu.group_waves == GroupWaves::OnePool { (pools, 1) } else { (1, pools) };
    let of_pool = |per_pool: u64, takes: u64| fits(per_pool * share, takes).saturating_mul(places);
    let vector_registers = u64::from(cu.vector_registers) / if whole { 1 } else { pools };
    let lds_fits = if whole { of_pool(cu.lds.bytes.into(), lds) } else { fits(cu.lds.bytes.into(), lds) };
    let limits = [
        (u64::from(cu.work_groups) * pools, Limiter::Ctas),
        (of_pool(cu.waves.into(), waves), Limiter::Warps),
        (of_pool(vector_registers, vector), Limiter::Registers),
        (cu.scalar_registers.map_or(u64::MAX, |has| of_pool(has.into(), scalar)), Limiter::ScalarRegisters),
        (lds_fits, Limiter::Shared),
    ];
    let (ctas, limiter) = limits.into_iter().min().unwrap_or((0, Limiter::Ctas));
    Occupancy { ctas: ctas.min(64) as u32, warps, limiter }
}

/// Computes the occupancy of an SM by a launch.
///
/// ```
/// use std::sync::Arc;
/// use warploom_gpu::machine::named;
/// use warploom_gpu::occupancy::{Limiter, occupancy};
/// use warploom_kernel::tape::Launch;
///
/// // CTAs of 8 warps: 6 of them fill the 48 warp slots of a GTX 480.
/// let mut launch = Launch::synthetic("kernel", Arc::default(), 100, 8);
/// let gtx480 = named("gtx480").unwrap().machine();
/// let occupied = occupancy(gtx480.sm(), &launch);
/// assert_eq!((occupied.ctas, occupied.warps, occupied.limiter), (6, 8, Limiter::Warps));
/// launch.shared = 16 << 10;
/// assert_eq!(occupancy(gtx480.sm(), &launch).limiter, Limiter::Shared);
/// ```
pub fn occupancy(sm: &SmDescription, launch: &Launch) -> Occupancy {
    let warps = launch.warps();
    // A tape may hold any numbers: products are saturated rather than wrapped.
    let threads = u64::from(warps) * u64::from(launch.width);
    let registers = u64::from(launch.registers).next_multiple_of(sm.register_unit.into());
    let registers = registers.saturating_mul(threads);
    let shared = u64::from(launch.shared).next_multiple_of(sm.shared_unit.into());
    let fits = |has: u32, takes: u64| u64::from(has).checked_div(takes).map_or(u32::MAX, |n| n as u32);
    let limits = [
        (sm.ctas, Limiter::Ctas),
        (fits(sm.warps, warps.into()), Limiter::Warps),
        (fits(sm.threads, threads), Limiter::Threads),
        (fits(sm.registers, registers), Limiter::Registers),
        (fits(sm.shared, shared), Limiter::Shared),
    ];
    let (ctas, limiter) = limits.into_iter().min().unwrap_or((0, Limiter::Ctas));
    Occupancy { ctas, warps, limiter }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Machine;
    use std::sync::Arc;
    use warploom_kernel::tape::GenericWindows;

    fn launch(threads: u32, registers: u32, shared: u32) -> Launch {
        Launch {
            kernel: "k".to_owned(),
            code: Arc::default(),
            grid: [1, 1, 1],
            block: [threads, 1, 1],
            shared,
            registers,
            scalar_registers: 0,
            width: 32,
            windows: GenericWindows::default(),
            copies: Vec::new(),
            number: None,
        }
    }

    /// 48 warps, 8 CTAs, 1536 threads, 32768 registers by 4, 48 KiB.
    fn gtx480() -> SmDescription {
        Machine::read(include_str!("../machines/gtx480.toml")).expect("a machine").sm().clone()
    }

    fn fits(sm: &SmDescription, threads: u32, registers: u32, shared: u32) -> (u32, Limiter) {
        let Occupancy { ctas, limiter, .. } = occupancy(sm, &launch(threads, registers, shared));
        (ctas, limiter)
    }

    #[test]
    fn ctas_limit() {
        let mut sm = gtx480();
        assert_eq!(fits(&sm, 32, 1, 0), (8, Limiter::Ctas));
        sm.ctas = 9;
        assert_eq!(fits(&sm, 32, 1, 0), (9, Limiter::Ctas));
        assert_eq!(fits(&sm, 0, 0, 0), (9, Limiter::Ctas), "what takes nothing is limited by nothing else");
    }

    #[test]
    fn warps_limit() {
        let mut sm = gtx480();
        sm.threads = 4096;
        // 12 warps are a quarter of the slots, 13 are not; the last thread of 12 warps is the 384th.
        assert_eq!(fits(&sm, 383, 1, 0), (4, Limiter::Warps));
        assert_eq!(fits(&sm, 384, 1, 0), (4, Limiter::Warps));
        assert_eq!(fits(&sm, 385, 1, 0), (3, Limiter::Warps));
        assert_eq!(fits(&sm, 32 * 48, 1, 0), (1, Limiter::Warps));
        assert_eq!(fits(&sm, 32 * 48 + 1, 1, 0), (0, Limiter::Warps));
    }

    #[test]
    fn threads_limit() {
        let mut sm = gtx480();
        for (threads, ctas) in [(511, 2), (512, 3), (513, 3)] {
            sm.threads = 3 * threads;
            // A warp's threads are there, whether or not the kernel has so many.
            assert_eq!(
                fits(&sm, 512, 1, 0),
                (ctas, if ctas == 2 { Limiter::Threads } else { Limiter::Warps })
            );
        }
        sm.threads = 511;
        assert_eq!(fits(&sm, 512, 1, 0), (0, Limiter::Threads));
    }

    #[test]
    fn registers_limit() {
        let sm = gtx480();
        // 128 threads: 5 CTAs have 51.2 registers per thread, given by 4: 48 fit, 49 are given 52.
        assert_eq!(fits(&sm, 128, 45, 0), (5, Limiter::Registers));
        assert_eq!(fits(&sm, 128, 48, 0), (5, Limiter::Registers));
        assert_eq!(fits(&sm, 128, 49, 0), (4, Limiter::Registers));
        // In units of 1, 51 fit.
        let mut fine = sm.clone();
        fine.register_unit = 1;
        assert_eq!(fits(&fine, 128, 51, 0), (5, Limiter::Registers));
        assert_eq!(fits(&fine, 128, 52, 0), (4, Limiter::Registers));
        // A warp's registers are given for all its lanes.
        assert_eq!(fits(&sm, 97, 49, 0), (4, Limiter::Registers));
        assert_eq!(fits(&sm, 1024, 32, 0).0, 1);
        assert_eq!(fits(&sm, 1024, 33, 0), (0, Limiter::Registers));
    }

    #[test]
    fn shared_memory_limits() {
        let mut sm = gtx480();
        let seventh = 49152 / 7;
        assert_eq!(fits(&sm, 32, 1, seventh - 1), (7, Limiter::Shared));
        assert_eq!(fits(&sm, 32, 1, seventh), (7, Limiter::Shared));
        assert_eq!(fits(&sm, 32, 1, seventh + 1), (6, Limiter::Shared));
        assert_eq!(fits(&sm, 32, 1, 49152), (1, Limiter::Shared));
        assert_eq!(fits(&sm, 32, 1, 49153), (0, Limiter::Shared));
        // In units of 256, 7 CTAs have 27 units each.
        sm.shared_unit = 256;
        assert_eq!(fits(&sm, 32, 1, 27 * 256), (7, Limiter::Shared));
        assert_eq!(fits(&sm, 32, 1, 27 * 256 + 1), (6, Limiter::Shared));
    }

    #[test]
    fn overflowing_products_do_not_fit() {
        assert_eq!(fits(&gtx480(), u32::MAX, 1, 0).0, 0);
        assert_eq!(fits(&gtx480(), 1024, u32::MAX, 0).0, 0);
        assert_eq!(fits(&gtx480(), 32, 1, u32::MAX).0, 0);
    }
}
