//! The limit of a kernel, in one word, with its evidence.
//!
//! A part of the machine that works at most of its peak limits the kernel. If none does, the most frequent group of stalls names what
//! the schedulers wait for. Waits for the memory behind the L1 are then traced to what the kernel can change, if it can: sectors that
//! atomics update, sectors that no lane requested, or sectors that the L1 had to fetch again. A kernel that takes hardly longer than
//! its [lower bound](Bottleneck::near_bound) is limited by what sets the bound.

use super::peak::CTA_STARTS;
use super::{Efficiency, KernelLaunches, Peak};
use crate::oracle::Limit;
use serde::Serialize;
use warploom_gpu::UnitId;
use warploom_gpu::counters::{Cause, Counters, StallDetail};
use warploom_gpu::machine::{ClassName, Machine};
use warploom_kernel::class::Class;

/// What limits a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum BoundBy {
    /// The rate at which schedulers issue.
    Issue,
    /// The arithmetic units for integers and single precision.
    Alu,
    Sfu,
    Fp64,
    Tensor,
    Unit,
    /// Passes over the banks of shared memory.
    Shared,
    /// Updates of the same words, which take place one after another.
    Atomics,
    /// Sectors that the lanes of a warp scatter over.
    Coalescing,
    /// The L1: its capacity, or its rate of lookups.
    L1,
    /// Outstanding misses of the L1.
    Mshrs,
    /// The network between SMs and L2.
    Network,
    /// Bandwidth of the L2.
    L2,
    /// Bandwidth of DRAM.
    Dram,
    /// Latency of memory, with too few warps or accesses in flight to hide it.
    Latency,
    /// Latency of arithmetic, with too few warps to hide it.
    Dependency,
    Barrier,
    Fetch,
    /// Constant or texture accesses.
    Constant,
    /// The warp policy, which held ready warps back.
    Policy,
    /// Launch latency, or the rate at which CTAs start.
    Launch,
    /// A grid too small for the machine.
    Grid,
}

impl BoundBy {
    /// The word.
    pub const fn name(self) -> &'static str {
        match self {
            BoundBy::Issue => "issue",
            BoundBy::Alu => "alu",
            BoundBy::Sfu => "sfu",
            BoundBy::Fp64 => "fp64",
            BoundBy::Tensor => "tensor",
            BoundBy::Unit => "unit",
            BoundBy::Shared => "shared",
            BoundBy::Atomics => "atomics",
            BoundBy::Coalescing => "coalescing",
            BoundBy::L1 => "l1",
            BoundBy::Mshrs => "mshrs",
            BoundBy::Network => "network",
            BoundBy::L2 => "l2",
            BoundBy::Dram => "dram",
            BoundBy::Latency => "latency",
            BoundBy::Dependency => "dependency",
            BoundBy::Barrier => "barrier",
            BoundBy::Fetch => "fetch",
            BoundBy::Constant => "constant",
            BoundBy::Policy => "policy",
            BoundBy::Launch => "launch",
            BoundBy::Grid => "grid",
        }
    }

    /// The limit in a phrase.
    pub const fn meaning(self) -> &'static str {
        match self {
            BoundBy::Issue => "the schedulers issue in nearly every cycle",
            BoundBy::Alu => "the arithmetic units are busy",
            BoundBy::Sfu => "the special-function units are busy",
            BoundBy::Fp64 => "the double-precision units are busy",
            BoundBy::Tensor => "the tensor cores are busy",
            BoundBy::Unit => "an execution unit is busy",
            BoundBy::Shared => "shared memory serves one pass over its banks per cycle",
            BoundBy::Atomics => "atomics update memory one after another",
            BoundBy::Coalescing => "the lanes of a warp access many sectors and use little of each",
            BoundBy::L1 => "the L1 is too small for the data that is reused, or too slow for the sectors",
            BoundBy::Mshrs => "the L1 holds as many misses as it can",
            BoundBy::Network => "the network between SMs and L2 accepts no more requests",
            BoundBy::L2 => "bandwidth of the L2",
            BoundBy::Dram => "bandwidth of DRAM",
            BoundBy::Latency => "warps wait for memory, which is not saturated",
            BoundBy::Dependency => "warps wait for results of arithmetic instructions",
            BoundBy::Barrier => "warps wait for others at barriers",
            BoundBy::Fetch => "warps wait for instructions",
            BoundBy::Constant => "constant or texture accesses fill the load-store unit",
            BoundBy::Policy => "the warp policy holds ready warps back",
            BoundBy::Launch => "CTAs are over before the next ones have started",
            BoundBy::Grid => "most SMs have no CTA most of the time",
        }
    }

    /// What an engineer can try.
    pub const fn remedy(self) -> &'static str {
        match self {
            BoundBy::Issue => "fewer instructions: wider loads, unrolled loops, less index arithmetic",
            BoundBy::Alu | BoundBy::Fp64 | BoundBy::Tensor | BoundBy::Unit => {
                "fewer operations, or a cheaper kind of them"
            }
            BoundBy::Sfu => "fewer special functions: approximations, tables, or work moved out of the loop",
            BoundBy::Shared => "pad or swizzle the array, so that the lanes of a warp access different banks",
            BoundBy::Atomics => {
                "fewer atomics: sum within a thread, a warp or, in shared memory, a CTA first; spread them over copies"
            }
            BoundBy::Coalescing => {
                "let neighbouring threads access neighbouring addresses; stage through shared memory"
            }
            BoundBy::L1 => {
                "smaller tiles or fewer CTAs per SM, so that reused data stays in the L1; or shared memory"
            }
            BoundBy::Mshrs => "wider loads, or fewer sectors per request",
            BoundBy::Network | BoundBy::L2 => "more reuse in registers, shared memory or the L1",
            BoundBy::Dram => "fewer bytes: reuse, fusion of kernels, smaller types",
            BoundBy::Latency => "more warps per SM, or more independent loads per warp",
            BoundBy::Dependency => "more warps per SM, or more independent work per thread",
            BoundBy::Barrier => "balance work between barriers; smaller CTAs; fewer barriers",
            BoundBy::Fetch => "smaller code: less unrolling",
            BoundBy::Constant => "one constant address per warp, or global memory instead",
            BoundBy::Policy => "another warp policy, or other parameters",
            BoundBy::Launch => "fewer, larger CTAs, or several of these kernels in one",
            BoundBy::Grid => "more CTAs, or several launches at a time",
        }
    }
}

/// A number that supports a verdict.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Evidence {
    /// What was measured.
    pub what: String,
    pub share: f64,
}

/// What limits a kernel, and why.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Bottleneck {
    pub bound_by: BoundBy,
    /// The numbers that show it.
    pub evidence: Vec<Evidence>,
    /// What an engineer can try.
    pub remedy: String,
    /// Whether a part works at most of its peak.
    #[serde(skip)]
    has_peak: bool,
}

/// Part of its lower bound that a kernel may take longer, and still be limited by what sets the bound.
const NEAR: f64 = 0.1;

impl Bottleneck {
    /// The verdict of a kernel that takes so many cycles, with its lower bound: near it, what sets the bound is the limit. A part that
    /// works at most of its peak stays the limit.
    pub fn near_bound(&mut self, cycles: u64, (bound, limit): (u64, &Limit), machine: &Machine) {
        let word = match limit {
            Limit::Issue => BoundBy::Issue,
            Limit::Fetch => BoundBy::Fetch,
            Limit::Unit(unit) => part_word(unit, machine),
            Limit::Network => BoundBy::Network,
            Limit::L2 => BoundBy::L2,
            Limit::Dram => BoundBy::Dram,
            Limit::CtaStarts => BoundBy::Launch,
            // The verdict has the cause of these.
            Limit::Results | Limit::LoadStore | Limit::CriticalPath | Limit::CtasInTurn => return,
        };
        let above = cycles as f64 / bound.max(1) as f64 - 1.0;
        // What the kernel can change about its accesses is named already.
        let is_cause = matches!(self.bound_by, BoundBy::Atomics | BoundBy::Coalescing | BoundBy::L1);
        if above <= NEAR && !self.has_peak && word != self.bound_by && !(is_cause && MEMORY.contains(&word)) {
            let what = format!("above the fewest cycles that the {limit} allows");
            self.evidence.insert(0, Evidence { what, share: above });
            (self.bound_by, self.remedy) = (word, word.remedy().to_owned());
        }
    }
}

/// Share of its peak from which on a part limits a kernel.
const LIMITING: f64 = 0.6;

/// Use of a unit below that of the schedulers which still makes it the limit: both are at their peak.
const TIE: f64 = 0.1;

/// Share of the sectors that lanes use, below which accesses are not coalesced.
const COALESCED: f64 = 0.5;

/// Sectors per request from which on lanes scatter: a warp of one lane accesses one, and uses little of it.
const SCATTERED: f64 = 4.0;

/// Share of the sectors or passes from which on atomics are the cause.
const ATOMIC: f64 = 0.5;

/// The cycles that stalls are compared with.
const ACTIVE: &str = "scheduler-cycles of SMs with a CTA";

/// Share of fetched sectors that the L1 had before, from which on its capacity is the limit.
const REFETCHED: f64 = 0.5;

/// Groups of stalls, as shares of the scheduler-cycles of SMs with CTAs.
struct StallGroups {
    groups: Vec<(BoundBy, f64)>,
    /// Scheduler-cycles without a CTA, as a share of all.
    without_cta: f64,
}

impl StallGroups {
    fn of(counters: &Counters, machine: &Machine) -> StallGroups {
        let detail = |detail: StallDetail| counters.details.of(detail) as f64;
        let cause = |cause: Cause| counters.of(cause) as f64;
        use StallDetail::*;
        let all = counters.scheduler_cycles().max(1) as f64;
        let absent = detail(NoCta) + cause(Cause::Launch);
        let active = (all - absent).max(1.0);
        let mut groups = vec![
            (BoundBy::Shared, detail(SharedPasses) + detail(SharedResult)),
            (BoundBy::L1, detail(L1Port)),
            (BoundBy::Mshrs, detail(Mshrs) + detail(L1Lines)),
            (BoundBy::Network, detail(Network)),
            (BoundBy::L2, detail(L2Result) + detail(L2Bandwidth)),
            (BoundBy::Dram, detail(DramResult) + detail(DramBandwidth)),
            (BoundBy::Latency, detail(MemoryLatency) + detail(Drain)),
            (BoundBy::Dependency, cause(Cause::ScoreboardAlu)),
            (BoundBy::Barrier, cause(Cause::Barrier)),
            (BoundBy::Fetch, cause(Cause::Fetch)),
            (BoundBy::Constant, detail(ConstantOrTexture)),
            (BoundBy::Policy, cause(Cause::Held)),
            (BoundBy::Launch, detail(CtaStart)),
        ];
        for (at, unit) in machine.sm().units.values().enumerate() {
            let word = unit_word(|class| unit.work.contains_key(&ClassName(class)));
            let cycles = detail(Unit(UnitId(at as u8)));
            match groups.iter_mut().find(|(group, _)| *group == word) {
                Some((_, sum)) => *sum += cycles,
                None => groups.push((word, cycles)),
            }
        }
        groups.iter_mut().for_each(|(_, cycles)| *cycles /= active);
        StallGroups { groups, without_cta: absent / all }
    }

    fn share(&self, group: BoundBy) -> f64 {
        self.groups.iter().find(|(other, _)| *other == group).map_or(0.0, |&(_, share)| share)
    }
}

/// The word for a unit, by the classes that it executes.
fn unit_word(executes: impl Fn(Class) -> bool) -> BoundBy {
    if executes(Class::Tensor) {
        BoundBy::Tensor
    } else if executes(Class::Float) || executes(Class::Integer) {
        BoundBy::Alu
    } else if executes(Class::Special) {
        BoundBy::Sfu
    } else if executes(Class::Double) {
        BoundBy::Fp64
    } else {
        BoundBy::Unit
    }
}

/// The limit that a busy part is.
fn part_word(part: &str, machine: &Machine) -> BoundBy {
    match part {
        "issue" => BoundBy::Issue,
        "shared" => BoundBy::Shared,
        "l1" => BoundBy::L1,
        "l2" => BoundBy::L2,
        "dram" => BoundBy::Dram,
        CTA_STARTS => BoundBy::Launch,
        unit => machine
            .sm()
            .units
            .get(unit)
            .map_or(BoundBy::Unit, |unit| unit_word(|class| unit.work.contains_key(&ClassName(class)))),
    }
}

/// Limits of the memory behind the load-store unit, whose cause may lie in the kernel's accesses.
const MEMORY: [BoundBy; 6] =
    [BoundBy::L1, BoundBy::Mshrs, BoundBy::Network, BoundBy::L2, BoundBy::Dram, BoundBy::Latency];

/// What limits a kernel. `peaks` are in order, the largest first.
pub(super) fn verdict(
    kernel: &KernelLaunches<'_>,
    machine: &Machine,
    peaks: &[Peak],
    efficiency: &Efficiency,
) -> Bottleneck {
    let stalls = StallGroups::of(&kernel.counters, machine);
    let sm_cycles = kernel.cycles.max(1) as f64 * f64::from(machine.sm().count);
    let active = kernel.counters.active_cycles as f64 / sm_cycles;
    let launch_latency =
        kernel.counters.of(Cause::Launch) as f64 / kernel.counters.scheduler_cycles().max(1) as f64;
    let mut evidence = Vec::new();
    let mut support = |what: String, share: f64| evidence.push(Evidence { what, share });
    let peak = limiting_peak(peaks);
    let mut bound_by = if let Some(peak) = peak {
        support(format!("of the peak of {}: {}", peak.part, peak.rate), peak.share);
        part_word(&peak.part, machine)
    } else if launch_latency >= 0.5 {
        support("of the time is launch latency".to_owned(), launch_latency);
        BoundBy::Launch
    } else if active < 0.5 {
        support("of the SM cycles have no CTA".to_owned(), 1.0 - active);
        BoundBy::Grid
    } else {
        let (group, share) = dominant(&stalls);
        support(format!("of the {ACTIVE} are stalls for it"), share);
        let busy = peaks.iter().find(|peak| part_word(&peak.part, machine) == group);
        if let Some(peak) = busy {
            support(format!("of the peak of {}: {}", peak.part, peak.rate), peak.share);
        }
        group
    };
    let accesses = &kernel.counters.accesses;
    let of_passes = share_of(accesses.atomic_passes, accesses.shared_passes);
    let of_sectors = share_of(accesses.atomic_sectors, accesses.sectors);
    let passes = efficiency.passes_per_shared_request.unwrap_or(1.0);
    if bound_by == BoundBy::Shared && of_passes >= ATOMIC && passes >= CONFLICTS {
        support("of the passes over shared memory are those of atomics".to_owned(), of_passes);
        bound_by = BoundBy::Atomics;
    } else if MEMORY.contains(&bound_by) && of_sectors >= ATOMIC {
        support("of the sectors that warps access are updated by atomics".to_owned(), of_sectors);
        bound_by = BoundBy::Atomics;
    } else if MEMORY.contains(&bound_by) {
        let refetched = efficiency.refetched.unwrap_or(0.0);
        let coalescing = efficiency.coalescing().unwrap_or(1.0);
        let scattered = efficiency.sectors_per_request.unwrap_or(0.0) >= SCATTERED;
        if coalescing < COALESCED && scattered {
            support("of the bytes in accessed sectors are requested".to_owned(), coalescing);
            bound_by = BoundBy::Coalescing;
        } else if refetched >= REFETCHED {
            support("of the sectors that L1s fetched had been there and were evicted".to_owned(), refetched);
            bound_by = BoundBy::L1;
        }
    }
    let group = stalls.share(bound_by);
    if peak.is_some() && group >= 0.05 {
        support(format!("of the {ACTIVE} are stalls for it"), group);
    }
    let mut remedy = bound_by.remedy().to_owned();
    if bound_by == BoundBy::Shared && passes < CONFLICTS {
        remedy = "fewer accesses to shared memory: tiles in registers, wider loads".to_owned();
    }
    if stalls.without_cta >= 0.2 && bound_by != BoundBy::Grid {
        let what = "of all scheduler-cycles have no warp: the grid is small, or ends unevenly";
        support(what.to_owned(), stalls.without_cta);
        remedy += "; more CTAs, to fill the SMs";
    }
    Bottleneck { bound_by, evidence, remedy, has_peak: peak.is_some() }
}

fn share_of(part: u64, all: u64) -> f64 {
    part as f64 / all.max(1) as f64
}

/// Passes of a shared-memory request from which on there are bank conflicts to remove.
const CONFLICTS: f64 = 1.2;

/// The part that limits the kernel, if one is used that much. Schedulers and a unit may both be at their peak: then it is the unit. If
/// CTAs start at their peak rate, no part can be used more.
fn limiting_peak(peaks: &[Peak]) -> Option<&Peak> {
    let most = peaks.first().filter(|peak| peak.share >= LIMITING)?;
    if let Some(starts) = peaks.iter().find(|peak| peak.part == CTA_STARTS && peak.share >= most.share - TIE)
    {
        return Some(starts);
    }
    if most.part != "issue" {
        return Some(most);
    }
    let next = peaks.iter().skip(1).find(|peak| peak.share >= most.share - TIE);
    Some(next.unwrap_or(most))
}

/// The group of stalls that is most frequent. The groups of memory count together against the others.
fn dominant(stalls: &StallGroups) -> (BoundBy, f64) {
    let largest = |groups: &mut dyn Iterator<Item = &(BoundBy, f64)>| {
        groups.copied().max_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((BoundBy::Issue, 0.0))
    };
    let is_memory = |(group, _): &&(BoundBy, f64)| MEMORY.contains(group);
    let memory: f64 = stalls.groups.iter().filter(is_memory).map(|(_, share)| share).sum();
    let other = largest(&mut stalls.groups.iter().filter(|group| !is_memory(group)));
    if memory >= other.1 { largest(&mut stalls.groups.iter().filter(is_memory)) } else { other }
}
