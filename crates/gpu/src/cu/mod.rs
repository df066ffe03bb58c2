//! GCN compute unit (CU): four pools of waves, each with a fetch buffer and a SIMD, that share a scalar unit, a branch unit, a vector
//! memory unit and an LDS unit.
//!
//! A wave has at most one instruction between fetch and its unit; there is no scoreboard. In each cycle the units advance, then
//! each unit receives at most one instruction, then every pool fetches for one wave. Cycles in which nothing moves are skipped.

mod cta;
mod issue;
mod lds;
mod memory;
mod pipeline;
mod scalar;
mod units;

use crate::core::{CoreBase, CtaQueue, LaunchConfig};
use crate::counters::{Cause, Counters};
use crate::decoded::WaveUnit;
use crate::ids::{NEVER, SLOTS, SchedulerId, SmId, WarpSet};
use crate::machine::{Machine, Waits};
use crate::memory::clock::MemoryClock;
use crate::memory::dram::AddressMap;
use crate::memory::message::{Reply, Request};
use crate::policy::SmView;
use crate::probe::Probe;
use crate::view::{ResourceUse, Resources, SmState};
use crate::wave_policy::{CuState, CuView, POOLS, PoolId, WavePolicy};
use lds::{LaneAccess, Lds};
use memory::CuMemory;
use pipeline::{Pipeline, Simd};
use std::sync::{Arc, Mutex};
use warploom_kernel::tape::Launch;

pub(crate) use issue::IllegalWave;
pub(crate) use scalar::ScalarL1;

/// Accesses that a wave has in flight, and what its `s_waitcnt` waits for.
#[derive(Clone, Copy, Debug, Default)]
struct WaveAccesses {
    vector: u32,
    /// Of the LDS and scalar memory.
    local: u32,
    /// Most accesses in flight with which the wave goes on.
    limits: (u32, u32),
}

impl WaveAccesses {
    fn none(self) -> bool {
        self.vector + self.local == 0
    }

    fn satisfied(self) -> bool {
        self.vector <= self.limits.0 && self.local <= self.limits.1
    }
}

/// The four units that the pools share.
struct SharedUnits {
    branch: Pipeline,
    scalar: Pipeline,
    vector_memory: Pipeline,
    lds: Pipeline,
}

/// Memory side, as probes see it.
struct BackEnd {
    memory: CuMemory,
}

impl Resources for BackEnd {
    fn lsu_queue(&self, _scheduler: SchedulerId) -> ResourceUse {
        ResourceUse::default()
    }

    fn l1_mshrs(&self) -> ResourceUse {
        self.memory.l1_mshrs()
    }
}

/// GCN compute unit.
pub(crate) struct Cu {
    /// Pools are the schedulers of its state, work-groups its CTAs.
    pub base: CoreBase,
    /// The state that the wave policy sees.
    view: CuState,
    policy: Box<dyn WavePolicy>,
    simds: [Simd; POOLS],
    units: SharedUnits,
    lds: Lds,
    back_end: BackEnd,
    clock_ratio: MemoryClock,
    waits: Waits,
    stale_lanes: bool,
    scalar_latency: u64,
    branch_latency: u64,
    one_pool: bool,
    accesses: [WaveAccesses; SLOTS],
    /// Waves that can fetch, and those that can in the next cycle.
    ready: WarpSet,
    ready_next: WarpSet,
    /// By slot and lane, the last access to the LDS, if the machine repeats it for inactive lanes.
    stale: Vec<Option<LaneAccess>>,
    lanes: Vec<LaneAccess>,
    blocks: Vec<u64>,
}

impl Cu {
    pub fn new(
        id: SmId,
        machine: &Machine,
        map: &Arc<AddressMap>,
        scalar: Arc<Mutex<ScalarL1>>,
        policy: Box<dyn WavePolicy>,
        probe: Option<Box<dyn Probe>>,
        launch: LaunchConfig,
    ) -> Cu {
        let cu = machine.cu();
        let slots = cu.waves * POOLS as u32;
        let state = SmState::new(slots, POOLS as u32, WaveUnit::ALL.len() as u8, &launch.code);
        Cu {
            base: CoreBase::new(id, state, probe, launch),
            view: CuState::new(),
            policy,
            simds: std::array::from_fn(|_| Simd::new(cu.simd_depth, cu.simd_latency)),
            units: SharedUnits {
                branch: Pipeline::new(cu.branch_depth),
                scalar: Pipeline::new(cu.scalar_depth),
                vector_memory: Pipeline::new(cu.vector_memory_depth),
                lds: Pipeline::new(cu.lds_depth),
            },
            lds: Lds::new(&cu.lds),
            back_end: BackEnd { memory: CuMemory::new(id.0 as u16, machine, map, scalar) },
            clock_ratio: MemoryClock::of(machine),
            waits: cu.waits,
            stale_lanes: cu.lds.stale_lanes,
            scalar_latency: cu.scalar_latency.into(),
            branch_latency: cu.branch_latency.into(),
            one_pool: cu.group_waves == crate::machine::GroupWaves::OnePool,
            accesses: [WaveAccesses::default(); SLOTS],
            ready: WarpSet::EMPTY,
            ready_next: WarpSet::EMPTY,
            stale: if cu.lds.stale_lanes { vec![None; SLOTS * 64] } else { Vec::new() },
            lanes: Vec::with_capacity(64),
            blocks: Vec::with_capacity(64),
        }
    }

    /// Configures the CU for a launch. No work-group of the previous launch is resident.
    pub fn configure(&mut self, machine: &Machine, launch: LaunchConfig) {
        self.base.configure(launch);
        self.back_end.memory.begin_launch(machine);
    }

    /// Begins a launch whose first work-group can be dispatched in cycle `latency_end`.
    pub fn launch_begins(&mut self, launch: &Arc<Launch>, start: u64, latency_end: u64) {
        self.base.launch_begins(launch, start, latency_end);
        self.policy.launch_begins(launch);
    }

    /// Queues a reply of a memory partition.
    pub fn deliver(&mut self, reply: Reply) {
        self.back_end.memory.deliver(reply);
    }

    /// Returns the credits of packets that the network has accepted, in cycle `now`.
    pub fn return_credits(&mut self, now: u64, packets: u32) {
        self.back_end.memory.return_credits(self.clock_ratio.memory_cycle(now), packets);
    }

    pub fn drain_requests(&mut self) -> std::vec::Drain<'_, Request> {
        self.back_end.memory.drain_requests()
    }

    /// Whether no work-group is resident and no access is in flight.
    pub fn is_idle(&self) -> bool {
        !self.base.state.has_ctas() && self.back_end.memory.is_idle()
    }

    /// Counters since the last call.
    pub fn take_counters(&mut self) -> Counters {
        let mut counters = std::mem::take(&mut self.base.counters);
        [counters.l1, counters.constants] = self.back_end.memory.take_counters();
        counters.lds = std::mem::take(&mut self.lds.counters);
        counters
    }

    /// The pages with stores in the launch, if the machine flushes them.
    pub fn take_written_pages(&mut self) -> impl Iterator<Item = u64> {
        self.back_end.memory.take_written_pages()
    }

    /// Removes lines from the vector L1.
    pub fn remove_lines(&mut self, lines: &[u64]) {
        lines.iter().for_each(|line| self.back_end.memory.remove(*line));
    }

    /// Next cycle, not before the clock, in which an event can occur.
    pub fn next_time(&self, queue: &CtaQueue) -> u64 {
        let memory = self.clock_ratio.sees(self.back_end.memory.next_event()).max(self.base.clock);
        self.next_core_time(queue).min(memory)
    }

    /// Next cycle with an event outside memory.
    fn next_core_time(&self, queue: &CtaQueue) -> u64 {
        let now = self.base.clock;
        let blocked = self.view.waiting | self.base.state.at_barrier;
        if !self.ready_next.is_empty() || !(self.ready - blocked).is_empty() {
            return now;
        }
        let mut next = self.next_unit_time(now);
        if next <= now {
            return now;
        }
        if !self.base.state.buffered.is_empty()
            && WaveUnit::ALL.iter().any(|unit| !self.issuable(*unit).is_empty())
        {
            return now;
        }
        if let Some(first) = queue.front()
            && self.base.free_cta_slot(first).is_some()
        {
            next = next.min(first.at.max(now));
        }
        next
    }

    /// Simulates up to cycle `until`, exclusive.
    pub fn advance(&mut self, until: u64, queue: &mut CtaQueue) -> Result<(), IllegalWave> {
        loop {
            let next = self.next_core_time(queue);
            // A cycle sees the memory cycles before it; those in which no access completes affect no wave.
            let next = self.advance_memory(next.min(until));
            if next > self.base.clock {
                self.skip_to(next.min(until));
            }
            if next >= until {
                return Ok(());
            }
            self.base.state.now = next;
            self.view.now = next;
            self.cycle(queue)?;
            self.base.clock = next + 1;
        }
    }

    /// Simulates memory up to what cycle `next` sees, or to the first cycle before that in which a memory instruction is done.
    fn advance_memory(&mut self, next: u64) -> u64 {
        loop {
            let event = self.back_end.memory.next_event();
            let seen = self.clock_ratio.sees(event);
            if seen > next || event == NEVER {
                return next;
            }
            self.back_end.memory.advance(event + 1);
            let seen = seen.max(self.base.clock);
            if seen < next && self.next_unit_time(seen) <= seen {
                return seen;
            }
        }
    }

    /// Removes the cycles from `end` on, in which the CU was idle, from the account.
    pub fn rewind(&mut self, end: u64) {
        self.base.rewind(end, WaveUnit::ALL.len() as u64);
    }

    /// Accounts for the cycles before `to`, in which nothing moves.
    fn skip_to(&mut self, to: u64) {
        self.base.spans(to).for_each(|to| self.skip_span(to));
    }

    fn skip_span(&mut self, to: u64) {
        let cycles = to.saturating_sub(self.base.clock);
        if cycles == 0 {
            return;
        }
        self.view.issued = [0; POOLS];
        let held = self.base.state.has_ctas();
        self.charge_units([false; WaveUnit::ALL.len()], cycles, held);
        if held {
            self.policy.cycles_passed(cycles, &CuView { state: &self.view });
        }
        if let Some(probe) = &mut self.base.probe {
            probe.pass(&SmView::new(&self.base.state, &self.back_end), cycles);
        }
        self.base.clock = to;
    }

    fn cycle(&mut self, queue: &mut CtaQueue) -> Result<(), IllegalWave> {
        let now = self.base.state.now;
        while let Some(first) = queue.front().filter(|first| first.at <= now)
            && let Some(place) = self.base.free_cta_slot(first)
            && let Some(first) = queue.pop_front()
        {
            self.launch_group(place, first.cta);
        }
        self.back_end.memory.advance(self.clock_ratio.memory_cycle(now));
        let held = self.base.state.has_ctas();
        self.run_units();
        let issued = self.issue_cycle()?;
        self.fetch();
        self.charge_units(issued, 1, held);
        if held {
            self.policy.cycle_ended(&CuView { state: &self.view });
        }
        if let Some(probe) = &mut self.base.probe {
            probe.cycle(&SmView::new(&self.base.state, &self.back_end));
        }
        Ok(())
    }

    /// Fetches for one wave of every pool, the one in the lowest slot. Waves that are ready in the next cycle become so.
    fn fetch(&mut self) {
        let can = self.ready - self.view.waiting - self.base.state.at_barrier;
        if !can.is_empty() {
            for pool in (0..POOLS as u8).map(PoolId) {
                if let Some(slot) = (can & pool.slots()).first() {
                    self.ready.remove(slot);
                    self.base.state.decode(slot, 1);
                    self.view.fetched_at[slot.index()] = self.base.state.now;
                }
            }
        }
        self.ready |= self.ready_next;
        self.ready_next = WarpSet::EMPTY;
    }

    /// Accounts for cycles of all units, in which the CU `held` a work-group or not.
    fn charge_units(&mut self, issued: [bool; WaveUnit::ALL.len()], cycles: u64, held: bool) {
        self.base.counters.cu.busy_cycles += if held { cycles } else { 0 };
        for unit in WaveUnit::ALL {
            let cause = match held {
                true if issued[unit.index()] => Cause::Issued,
                true => self.cause(unit),
                false if self.base.clock < self.base.latency_end => Cause::Launch,
                false => Cause::Idle,
            };
            self.charge(unit, cause, cycles);
        }
    }

    fn charge(&mut self, unit: WaveUnit, cause: Cause, cycles: u64) {
        self.base.counters.stalls[cause as usize] += cycles;
        if let Some(probe) = &mut self.base.probe {
            probe.charge(SchedulerId(unit as u8), cause, cycles);
        }
    }

    /// Why a unit received no instruction although a work-group is resident.
    fn cause(&self, unit: WaveUnit) -> Cause {
        let fetched = self.base.state.buffered & self.base.state.needs_unit[unit.index()];
        if !fetched.is_empty() {
            return if self.view.issuable[unit.index()].is_empty() { Cause::Pipeline } else { Cause::Held };
        }
        let waves = self.view.resident;
        if waves.is_empty() {
            // The last instructions of waves are in the scalar unit.
            Cause::ScoreboardAlu
        } else if (waves - self.base.state.at_barrier).is_empty() {
            Cause::Barrier
        } else if (waves - self.base.state.at_barrier - self.view.waiting).is_empty() {
            Cause::ScoreboardMemory
        } else if (waves
            - self.base.state.at_barrier
            - self.view.waiting
            - self.ready
            - self.base.state.buffered)
            .is_empty()
        {
            Cause::Fetch
        } else {
            Cause::ScoreboardAlu
        }
    }
}
