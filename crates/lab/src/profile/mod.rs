//! Profiles of kernels: what limits each, by how much, and on which source line.
//!
//! A profile is computed from the counters of a run with [`Options::by_instruction`]. It covers all launches of a kernel together.
//!
//! [`Options::by_instruction`]: warploom_gpu::simulation::Options::by_instruction

mod bound_by;
mod change;
mod flops;
mod ideal;
mod lines;
mod peak;
mod spans;
mod what_if;

pub use bound_by::{Bottleneck, BoundBy, Evidence};
pub use change::{Change, changes};
pub use ideal::{IdealChange, IdealSource, UnitWord};
pub use lines::{InstructionProfile, LineProfile, Wait, WaitSource};
pub use peak::{Peak, Roofline};
pub use spans::{CauseSpan, SchedulerSpans, SpanProbes};
pub use what_if::{BlockSize, RegisterLimit};

use crate::oracle::{Bound, Limit};
use crate::record::{self, Details, Host, Record, Setting};
use crate::run::RunResult;
use crate::work::symbol::KernelNames;
use serde::Serialize;
use std::collections::BTreeMap;
use warploom_gpu::counters::Counters;
use warploom_gpu::machine::Machine;
use warploom_gpu::simulation::LaunchRecord;
use warploom_kernel::code::{AccessKind, Code, Effect, Instruction};
use warploom_kernel::program::Space;

/// The profile of a kernel on a machine under a policy, over all its launches.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct KernelProfile {
    /// The kernel's symbol.
    pub kernel: String,
    /// The shortest C++ name that no other kernel of the run has.
    pub kernel_name: String,
    /// Its launches in the run.
    pub launches: u64,
    /// The grid of its first launch.
    pub grid: [u32; 3],
    /// The CTA size of its first launch.
    pub block: [u32; 3],
    /// Registers per thread.
    pub registers: u32,
    /// Shared memory per CTA in bytes.
    pub shared_bytes: u32,
    /// Bytes per thread that its code stores to local memory, each store once: spilled registers, and arrays that registers cannot hold.
    pub spilled_bytes: u64,
    /// What limits the kernel.
    #[serde(flatten)]
    pub verdict: Bottleneck,
    /// Use of each part of the machine, as a share of its peak: the largest first.
    pub peaks: Vec<Peak>,
    /// Its place in the roofline model; none without floating-point operations.
    pub roofline: Option<Roofline>,
    /// Accesses, divergence and occupancy.
    pub efficiency: Efficiency,
    /// The record of the launches together.
    pub record: Record,
    /// Source lines in the order of the source.
    pub lines: Vec<LineProfile>,
    /// Instructions in the order of their addresses; none if the code is not NVIDIA's machine code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub instructions: Vec<InstructionProfile>,
    /// Occupancy at other CTA sizes.
    pub block_sizes: Vec<BlockSize>,
    /// Occupancy at other limits of registers per thread.
    pub register_limits: Vec<RegisterLimit>,
}

/// How well warps use what they occupy.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Efficiency {
    /// Sectors of a global or local memory request; none without requests.
    pub sectors_per_request: Option<f64>,
    /// Sectors that the requested bytes would fill.
    pub ideal_sectors_per_request: Option<f64>,
    /// Passes of a shared-memory request over the banks; 1 without conflicts. None without requests.
    pub passes_per_shared_request: Option<f64>,
    /// Cycles lost to bank conflicts.
    pub bank_conflicts: u64,
    /// Active lanes of an issued instruction, out of the warp's.
    pub active_lanes: f64,
    /// Lanes of a warp.
    pub lanes: u32,
    /// Resident warps of an SM, over the cycles in which it had any.
    pub achieved_warps: f64,
    /// Resident warps that resources allow.
    pub theoretical_warps: u32,
    /// Warp slots of an SM.
    pub warp_slots: u32,
    /// Sectors that an L1 fetched again after it had evicted them, as a share of those it fetched.
    pub refetched: Option<f64>,
}

impl Efficiency {
    fn of(counters: &Counters, first: &LaunchRecord, machine: &Machine) -> Efficiency {
        let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
        let accesses = &counters.accesses;
        let occupancy = &first.occupancy;
        Efficiency {
            sectors_per_request: ratio(accesses.sectors, accesses.requests),
            ideal_sectors_per_request: ratio(accesses.bytes, accesses.requests).map(|bytes| bytes / 32.0),
            passes_per_shared_request: ratio(accesses.shared_passes, accesses.shared_requests),
            bank_conflicts: counters.bank_conflicts,
            active_lanes: ratio(counters.thread_instructions, counters.warp_instructions).unwrap_or(0.0),
            lanes: first.launch.width,
            achieved_warps: ratio(counters.warp_cycles, counters.active_cycles).unwrap_or(0.0),
            theoretical_warps: occupancy.ctas * occupancy.warps,
            warp_slots: machine.sm().warps,
            refetched: ratio(counters.fetched.again, counters.fetched.all),
        }
    }

    /// The part of the transferred sectors that lanes requested; above 1 if lanes share words. None without requests.
    pub fn coalescing(&self) -> Option<f64> {
        Some(self.ideal_sectors_per_request? / self.sectors_per_request?)
    }
}

/// The launches of one kernel, with their counters summed.
struct KernelLaunches<'a> {
    launches: Vec<&'a LaunchRecord>,
    counters: Counters,
    cycles: u64,
    ctas: u64,
}

impl<'a> KernelLaunches<'a> {
    fn new(launches: Vec<&'a LaunchRecord>) -> KernelLaunches<'a> {
        let mut counters = Counters::default();
        launches.iter().for_each(|launch| counters += &launch.counters);
        let cycles = launches.iter().map(|launch| launch.cycles).sum();
        let ctas = launches.iter().map(|launch| launch.ctas).sum();
        KernelLaunches { launches, counters, cycles, ctas }
    }

    fn first(&self) -> &'a LaunchRecord {
        self.launches[0]
    }
}

/// The profile of every kernel of a run on a machine of SMs, in the order of their first launches. The run had
/// [`Options::by_instruction`](warploom_gpu::simulation::Options::by_instruction).
pub fn profiles(result: &RunResult, machine: &Machine) -> Vec<KernelProfile> {
    let mut kernels: Vec<(&str, Vec<&LaunchRecord>)> = Vec::new();
    for launch in &result.launches {
        let name = launch.launch.kernel.as_str();
        match kernels.iter_mut().find(|(kernel, _)| *kernel == name) {
            Some((_, launches)) => launches.push(launch),
            None => kernels.push((name, vec![launch])),
        }
    }
    let total = &result.total;
    let names = KernelNames::new(kernels.iter().map(|(kernel, _)| *kernel));
    let profile = |(kernel, launches): (&str, Vec<&LaunchRecord>)| {
        let name = names.of(kernel).to_owned();
        profile(name, launches, machine, (&total.setting, total.host))
    };
    kernels.into_iter().map(profile).collect()
}

/// Judges kernels again by the lower bounds of their launches: near its bound, a kernel is limited by what sets the bound. Returns the
/// bound of each kernel over its launches, and the limit that sets it in the launch with the greatest.
pub fn judge_by_bounds(
    profiles: &mut [KernelProfile],
    bounds: &[Bound],
    machine: &Machine,
) -> BTreeMap<String, (u64, Limit)> {
    let mut all = BTreeMap::new();
    for profile in profiles {
        let launches = || bounds.iter().filter(|bound| bound.kernel == profile.kernel);
        let cycles = launches().map(Bound::cycles).sum();
        let longest = launches().max_by_key(|bound| bound.cycles());
        let Some(limit) = longest.and_then(|bound| bound.greatest().1) else { continue };
        profile.verdict.near_bound(profile.record.cycles, (cycles, limit), machine);
        all.insert(profile.kernel.clone(), (cycles, limit.clone()));
    }
    all
}

fn profile(
    kernel_name: String,
    launches: Vec<&LaunchRecord>,
    machine: &Machine,
    (setting, host): (&Setting, Host),
) -> KernelProfile {
    let kernel = KernelLaunches::new(launches);
    let first = kernel.first();
    let launch = &*first.launch;
    let efficiency = Efficiency::of(&kernel.counters, first, machine);
    let peaks = peak::peaks(&kernel, machine);
    KernelProfile {
        kernel: launch.kernel.clone(),
        kernel_name,
        launches: kernel.launches.len() as u64,
        grid: launch.grid,
        block: launch.block,
        registers: launch.registers,
        shared_bytes: launch.shared,
        spilled_bytes: spilled_bytes(&launch.code),
        verdict: bound_by::verdict(&kernel, machine, &peaks, &efficiency),
        roofline: peak::roofline(&kernel, machine),
        peaks,
        efficiency,
        record: record::total(&launch.kernel, &kernel.launches, setting, host),
        lines: lines::lines(&kernel),
        instructions: lines::instructions(&kernel),
        block_sizes: what_if::block_sizes(launch, machine),
        register_limits: what_if::register_limits(launch, machine),
    }
}

fn spilled_bytes(code: &Code) -> u64 {
    let stored = |instruction: &Instruction| match instruction.effect {
        Effect::Memory { space: Space::Local, kind: AccessKind::Store, bytes } => bytes.into(),
        _ => 0,
    };
    code.instructions.iter().map(stored).sum()
}

impl KernelProfile {
    /// Stalls by detail.
    pub fn details(&self) -> &Details {
        &self.record.details
    }
}
