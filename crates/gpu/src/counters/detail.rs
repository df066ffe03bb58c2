//! Details of stalls: why a scheduler was idle, and what filled a unit or delayed a result of memory.

use super::Cause;
use crate::decoded::{UNITS, UnitId};
use std::ops::AddAssign;

/// Detail of a stall on an SM: what an idle scheduler, a pending result of memory or a full unit waited for. Each scheduler-cycle of
/// [`Cause::Idle`], [`Cause::ScoreboardMemory`] and [`Cause::Pipeline`] has exactly one detail; other causes have none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum StallDetail {
    /// Idle: no CTA was left for the SM, or none of its CTAs had a warp for the scheduler.
    NoCta,
    /// Idle: the SM had a free CTA slot, and CTAs of the launch had not started.
    CtaStart,
    /// Idle: every warp had issued its last instruction, and waited for its accesses in flight.
    Drain,
    /// Scoreboard: a result of shared or constant memory.
    SharedResult,
    /// Scoreboard: a result of global or local memory, while neither L2 nor DRAM was saturated: the latency of the access.
    MemoryLatency,
    /// Scoreboard: a result of global or local memory, while the L2 was saturated.
    L2Result,
    /// Scoreboard: a result of global or local memory, while DRAM was saturated.
    DramResult,
    /// Load-store unit: passes over the banks of shared memory.
    SharedPasses,
    /// Load-store unit: sectors sent to the L1, at most one per bank and cycle.
    L1Port,
    /// Load-store unit: every line of an L1 set was reserved for a fill.
    L1Lines,
    /// Load-store unit: all MSHRs of the L1, or all merges of one, were in use.
    Mshrs,
    /// Load-store unit: the network accepted no request: no credit was left, or the miss queue was full.
    Network,
    /// Load-store unit: accesses in flight filled the L1 or the network, while the L2 was saturated.
    L2Bandwidth,
    /// Load-store unit: accesses in flight filled the L1 or the network, while DRAM was saturated.
    DramBandwidth,
    /// Load-store unit: constant or texture accesses.
    ConstantOrTexture,
    /// Another unit was full: its initiation interval, its queue or the operand collectors.
    Unit(UnitId),
}

impl StallDetail {
    /// Every detail but those of [`StallDetail::Unit`], in the order of the counters.
    pub const FIXED: [StallDetail; 15] = {
        use StallDetail::*;
        [
            NoCta,
            CtaStart,
            Drain,
            SharedResult,
            MemoryLatency,
            L2Result,
            DramResult,
            SharedPasses,
            L1Port,
            L1Lines,
            Mshrs,
            Network,
            L2Bandwidth,
            DramBandwidth,
            ConstantOrTexture,
        ]
    };

    /// Number of counters: the fixed details, and one for each unit kind.
    pub const COUNT: usize = StallDetail::FIXED.len() + UNITS;

    /// Every detail, in the order of the counters.
    pub fn all() -> impl Iterator<Item = StallDetail> {
        StallDetail::FIXED.into_iter().chain((0..UNITS as u8).map(|unit| StallDetail::Unit(UnitId(unit))))
    }

    /// The detail's counter.
    #[inline(always)]
    pub const fn index(self) -> usize {
        use StallDetail::*;
        match self {
            NoCta => 0,
            CtaStart => 1,
            Drain => 2,
            SharedResult => 3,
            MemoryLatency => 4,
            L2Result => 5,
            DramResult => 6,
            SharedPasses => 7,
            L1Port => 8,
            L1Lines => 9,
            Mshrs => 10,
            Network => 11,
            L2Bandwidth => 12,
            DramBandwidth => 13,
            ConstantOrTexture => 14,
            Unit(unit) => StallDetail::FIXED.len() + unit.index(),
        }
    }

    /// The cause that it details.
    pub const fn cause(self) -> Cause {
        use StallDetail::*;
        match self {
            NoCta | CtaStart | Drain => Cause::Idle,
            SharedResult | MemoryLatency | L2Result | DramResult => Cause::ScoreboardMemory,
            SharedPasses | L1Port | L1Lines | Mshrs | Network | L2Bandwidth | DramBandwidth
            | ConstantOrTexture | Unit(_) => Cause::Pipeline,
        }
    }

    /// Name of the detail in records, within its cause; `unit` is the name of its unit.
    pub fn name(self, unit: impl Fn(UnitId) -> String) -> String {
        use StallDetail::*;
        let fixed = match self {
            NoCta => "no_cta",
            CtaStart => "cta_start",
            Drain => "drain",
            SharedResult => "shared",
            MemoryLatency => "latency",
            L2Result | L2Bandwidth => "l2_bandwidth",
            DramResult | DramBandwidth => "dram_bandwidth",
            SharedPasses => "shared",
            L1Port => "l1_port",
            L1Lines => "l1_lines",
            Mshrs => "mshrs",
            Network => "network",
            ConstantOrTexture => "constant_or_texture",
            Unit(id) => return unit(id),
        };
        fixed.to_owned()
    }
}

/// Scheduler-cycles by [`StallDetail`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StallDetails(pub [u64; StallDetail::COUNT]);

impl Default for StallDetails {
    fn default() -> StallDetails {
        StallDetails([0; StallDetail::COUNT])
    }
}

impl StallDetails {
    /// Scheduler-cycles of a detail.
    pub fn of(&self, detail: StallDetail) -> u64 {
        self.0[detail.index()]
    }

    /// Adds scheduler-cycles of a detail.
    #[inline]
    pub fn charge(&mut self, detail: StallDetail, cycles: u64) {
        self.0[detail.index()] += cycles;
    }
}

impl AddAssign<&StallDetails> for StallDetails {
    fn add_assign(&mut self, other: &StallDetails) {
        self.0.iter_mut().zip(other.0).for_each(|(own, more)| *own += more);
    }
}
