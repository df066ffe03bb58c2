//! The minimum residency of a CTA: its warps execute as if they were alone on the SM.
//!
//! A warp issues in order, at most one instruction per cycle, waits for registers as the scoreboard does, and waits for its CTA at
//! barriers. Cycles count from the dispatch of the CTA.

use super::footprint::{Blocks, WalkPass};
use super::loads::{CtaLoads, Traffic};
use warploom_gpu::lower_bound::{AccessDemand, Accesses, Action, Costs, GLOBAL_END, MinLatency, Path, Touch};
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, GenericWindows, Warp};

/// Barriers of a CTA.
const BARRIERS: usize = 16;

/// The state of memory at the start of a launch.
pub(super) struct MemoryState<'a> {
    pub blocks: &'a mut Blocks,
    /// Whether the line of an address is certainly in no L1.
    pub l1_cold: &'a dyn Fn(u64) -> bool,
    /// Whether the line of an address is certainly not in the L2.
    pub l2_cold: &'a dyn Fn(u64) -> bool,
}

/// The parameters of a walk, equal for all CTAs of a launch.
pub(super) struct Walk<'a> {
    pub costs: &'a Costs,
    pub min_latency: &'a MinLatency,
    pub windows: &'a GenericWindows,
    /// Bit set of the barriers that all warps of a CTA wait at.
    pub full_barriers: u16,
    /// The earliest issue cycle of each instruction, if code is cold. Such a walk is the second one, of a CTA that is dispatched
    /// first.
    pub issuable: Option<&'a [u64]>,
}

impl Walk<'_> {
    fn number(&self) -> WalkPass {
        if self.issuable.is_some() { WalkPass::Second } else { WalkPass::First }
    }

    /// The barriers that all warps of a CTA wait at. A barrier with arrivals only, or for a subset of warps, may release warps in an
    /// order that depends on the schedule.
    pub fn full_barriers(costs: &Costs, warps: u32) -> u16 {
        costs.all().iter().fold(u16::MAX, |full_barriers, cost| match cost.action {
            Action::Barrier { id, warps: wanted, waits }
                if !waits || wanted != 0 && u32::from(wanted) != warps =>
            {
                full_barriers & !(1 << (usize::from(id) % BARRIERS))
            }
            _ => full_barriers,
        })
    }
}

/// The progress of a warp.
#[derive(Clone, Debug, Default)]
struct WarpWalk {
    number: usize,
    /// The current instruction run, and instructions of it that have issued.
    run: usize,
    done: u32,
    access: usize,
    issued: u64,
    /// The cycle of its last issue.
    at: u64,
    /// The earliest cycle of its next issue.
    next: u64,
    /// The cycle in which each register is ready.
    registers: Vec<u64>,
    /// The cycle in which all issued instructions have completed.
    drained: u64,
    /// The barrier it waits at.
    waits: Option<u8>,
    ended: bool,
}

/// A walk over the warps of one CTA at a time.
#[derive(Clone, Debug)]
pub(super) struct CtaWalker {
    walkers: Vec<WarpWalk>,
    accesses: Accesses,
}

impl CtaWalker {
    pub fn new(accesses: Accesses) -> CtaWalker {
        CtaWalker { walkers: Vec::new(), accesses }
    }

    /// The minimum cycles from a CTA's dispatch to its end. Adds its loads of the SM and of memory to `loads` and `traffic`.
    pub fn walk(
        &mut self,
        cta: &Cta,
        walk: &Walk<'_>,
        known: &mut MemoryState<'_>,
        (loads, traffic): (&mut CtaLoads, &mut Traffic),
    ) -> u64 {
        self.walkers.resize_with(cta.warps(), WarpWalk::default);
        for (number, walker) in self.walkers.iter_mut().enumerate() {
            let mut registers = std::mem::take(&mut walker.registers);
            registers.clear();
            registers.resize(walk.costs.registers(), 0);
            *walker = WarpWalk { number, registers, next: walk.min_latency.begin, ..WarpWalk::default() };
        }
        loop {
            for walker in self.walkers.iter_mut().filter(|walker| !walker.ended && walker.waits.is_none()) {
                let mut step = Step { walk, known, loads, traffic, accesses: &mut self.accesses };
                walker.advance(cta.warp(walker.number), &mut step);
            }
            if self.walkers.iter().all(|walker| walker.ended) {
                return self.walkers.iter().map(|walker| walker.drained.max(walker.at)).max().unwrap_or(0);
            }
            self.release_barrier();
        }
    }

    /// Releases all waiting warps when the last one arrives. Warps that wait at different barriers, as in a divergent kernel, are
    /// released without a delay, which keeps the bound a lower bound.
    fn release_barrier(&mut self) {
        let mut waiting = self.walkers.iter().filter_map(|walker| walker.waits);
        let first = waiting.next();
        let all = waiting.all(|id| Some(id) == first);
        let last = self.walkers.iter().map(|walker| walker.at).max().unwrap_or(0);
        for walker in &mut self.walkers {
            if walker.waits.take().is_some() && all {
                walker.next = walker.next.max(last);
            }
        }
    }
}

/// The context of a step.
struct Step<'a, 'k> {
    walk: &'a Walk<'a>,
    known: &'a mut MemoryState<'k>,
    loads: &'a mut CtaLoads,
    traffic: &'a mut Traffic,
    accesses: &'a mut Accesses,
}

impl WarpWalk {
    /// Advances to the next barrier, or to the end.
    fn advance(&mut self, warp: Warp<'_>, step: &mut Step<'_, '_>) {
        let Walk { costs, min_latency, full_barriers, issuable, .. } = *step.walk;
        while let Some(run) = warp.runs().get(self.run) {
            let pc = Pc(run.first.0 + self.done);
            let cost = costs.of(pc);
            self.done += 1;
            if self.done >= run.count {
                (self.run, self.done) = (self.run + 1, 0);
            }
            if let Some(issuable) = issuable
                && self.issued.is_multiple_of(min_latency.buffer)
            {
                self.next = self.next.max(issuable[pc.index()]);
            }
            let needs = costs.needs(pc).iter().map(|&register| self.registers[usize::from(register)]);
            self.at = needs.fold(self.next, u64::max);
            self.issued += 1;
            let refill = if self.issued.is_multiple_of(min_latency.buffer) { min_latency.refill } else { 0 };
            self.next = self.at + 1 + refill;
            step.loads.issue(self.number, cost);
            let access = cost.recorded && run.lanes.0 != 0;
            let done = match cost.action {
                _ if !cost.to_memory => self.at + cost.issue_to_start + cost.start_to_dependent,
                Action::Memory { space, kind, bytes } if access => {
                    let addresses = warp.addresses(self.access, run.lanes.count());
                    let demand = step.accesses.coalesce(
                        step.walk.windows,
                        (space, kind, bytes),
                        (addresses, run.lanes),
                    );
                    step.loads.turns(demand.turns);
                    step.traffic.add_packets(min_latency, kind, &demand, step.loads);
                    self.at
                        + cost.issue_to_start
                        + access_latency(min_latency, kind, &demand, step.known, step.walk.number())
                }
                _ => {
                    step.loads.turns(1);
                    self.at + cost.issue_to_start
                }
            };
            self.access += usize::from(access);
            self.drained = self.drained.max(done);
            costs.writes(pc).iter().for_each(|&register| self.registers[usize::from(register)] = done);
            match cost.action {
                Action::Branch if min_latency.branches_wait => self.next = self.next.max(done),
                Action::Fence => self.next = self.next.max(self.drained),
                Action::Barrier { id, waits, .. }
                    if run.lanes.0 != 0
                        && waits
                        && full_barriers >> (usize::from(id) % BARRIERS) & 1 != 0 =>
                {
                    self.waits = Some(id);
                    return;
                }
                _ => {}
            }
        }
        self.ended = true;
        step.loads.warp(self.issued.div_ceil(min_latency.buffer));
    }
}

/// Cycles from an access's first turn to its result, or to its completion if it has none.
fn access_latency(
    min_latency: &MinLatency,
    kind: AccessKind,
    demand: &AccessDemand<'_>,
    known: &mut MemoryState<'_>,
    walk: WalkPass,
) -> u64 {
    let path = match demand.path {
        Path::Shared(_)
            if kind.is_load() || matches!(kind, AccessKind::Atomic | AccessKind::TestMbarrier) =>
        {
            return demand.turns - 1 + min_latency.shared;
        }
        Path::Shared(_) | Path::Nothing | Path::Constants => return demand.turns - 1,
        Path::Cached => 0,
        Path::Direct => 1,
    };
    let writes = kind == AccessKind::Store;
    let through = min_latency.writes_through[usize::from(!demand.global)] || path == 1;
    let mut last = 0;
    for touch in demand.touches {
        let sectors = touch.sectors.0.count_ones();
        let alone = demand.global && is_first_private_touch(touch, known.blocks, walk);
        let cold = alone && (path == 1 || (known.l1_cold)(touch.address));
        let takes = match (writes, path) {
            (true, _) if through => min_latency.written[path] + u64::from(sectors.saturating_sub(1)),
            (true, _) => min_latency.l1,
            (false, _) if cold && (known.l2_cold)(touch.address) => min_latency.dram[path],
            (false, _) if cold || path == 1 => min_latency.l2[path],
            (false, _) => min_latency.l1,
        };
        let carries = writes || matches!(kind, AccessKind::Atomic | AccessKind::Reduce);
        // Packets of one access leave the SM's port one after another.
        let turn =
            if path == 1 && carries { touch.turn * min_latency.packet(sectors.min(1)) } else { touch.turn };
        last = last.max(turn + takes);
    }
    last
}

/// Whether an access is the first one to blocks that only one warp touches.
fn is_first_private_touch(touch: &Touch, blocks: &mut Blocks, walk: WalkPass) -> bool {
    // Every block is queried, because each records the query. Addresses beyond global memory are unknown.
    let (mut any, mut first) = (false, true);
    for address in touched_addresses(touch) {
        any = true;
        first &= blocks.is_first_private_touch(address, walk);
    }
    any && first
}

/// The touched global memory: an address in each written sector, or the address that is read.
pub(super) fn touched_addresses(touch: &Touch) -> impl Iterator<Item = u64> + use<> {
    let Touch { address, sectors, .. } = *touch;
    let written = (0..4).filter(move |sector| sectors.0 >> sector & 1 != 0);
    let written = written.map(move |sector| (address & !127) + 32 * sector);
    let read = (sectors.0 == 0).then_some(address);
    read.into_iter().chain(written).filter(|&address| address < GLOBAL_END)
}
