//! The part of a core that SM and CU share: warps, resident CTAs, the launch and the account.

use super::barrier::Barriers;
use super::blocked::{BlockedWarp, WaitReason};
use super::local::LocalLayout;
use super::queue::QueuedCta;
use crate::counters::{Cause, Counters, InstructionCounts};
use crate::decoded::{DecodedCode, UnitId};
use crate::ids::{CtaSlot, Cycle, Slot, SmId, WarpSet};
use crate::probe::Probe;
use crate::view::{SmState, TapeCursor};
use std::sync::Arc;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, GenericWindows, Launch, Warp};

/// Launch parameters of a core.
#[derive(Clone)]
pub(crate) struct LaunchConfig {
    pub code: Arc<DecodedCode>,
    /// Address of the code, for the instruction cache.
    pub code_base: u64,
    pub warps_per_cta: u32,
    /// Cores of the machine.
    pub cores: u32,
    /// CTAs that a core can hold.
    pub cta_slots: u32,
    /// Bytes of shared memory that the CTAs of a core use together.
    pub shared_bytes: u32,
    pub windows: GenericWindows,
    /// Scheduler-cycles are charged to instructions.
    pub by_instruction: bool,
}

/// Tape and barriers of a resident CTA.
pub(crate) struct ResidentCta {
    pub tape: Cta,
    barriers: Barriers,
}

/// The part of a core that SM and CU share.
pub(crate) struct CoreBase {
    pub id: SmId,
    /// Warps and CTAs: the state that probes see.
    pub state: SmState,
    pub probe: Option<Box<dyn Probe>>,
    pub launch: LaunchConfig,
    /// By CTA slot.
    pub ctas: Vec<Option<ResidentCta>>,
    /// First cycle that is not accounted for.
    pub clock: u64,
    /// Cycle in which the launch latency ends and the launch's first CTA can be dispatched.
    pub latency_end: u64,
    /// Cycle of each CTA's end since the list was last drained.
    pub finished_ctas: Vec<u64>,
    pub counters: Counters,
    /// Counters by instruction, if the launch keeps them.
    pub by_instruction: Vec<InstructionCounts>,
    /// Picks that the policy declined since the last issue or memory reply.
    pub declined: u64,
}

impl CoreBase {
    pub fn new(id: SmId, state: SmState, probe: Option<Box<dyn Probe>>, launch: LaunchConfig) -> CoreBase {
        CoreBase {
            id,
            state,
            probe,
            launch,
            ctas: Vec::new(),
            clock: 0,
            latency_end: 0,
            finished_ctas: Vec::new(),
            counters: Counters::default(),
            by_instruction: Vec::new(),
            declined: 0,
        }
    }

    /// Configures the core for a launch. No CTA of the previous launch is resident.
    pub fn configure(&mut self, launch: LaunchConfig) {
        self.launch = launch;
        self.state.launch(&self.launch.code);
        self.ctas.clear();
        self.ctas.resize_with(self.launch.cta_slots as usize, || None);
        self.by_instruction.clear();
        if self.launch.by_instruction {
            self.by_instruction.resize(self.state.code.instructions.len(), InstructionCounts::default());
        }
    }

    /// Begins a launch whose first CTA can be dispatched in cycle `latency_end`, and reports it to the probe.
    pub fn launch_begins(&mut self, launch: &Arc<Launch>, start: u64, latency_end: u64) {
        self.state.now = start;
        self.latency_end = latency_end;
        if let Some(probe) = &mut self.probe {
            probe.launch(launch, self.launch.cta_slots, Cycle(start));
        }
    }

    /// CTA slot in which a queued CTA launches, if enough slots are free.
    #[inline]
    pub fn free_cta_slot(&self, queued: &QueuedCta) -> Option<usize> {
        let free = self.state.free_cta_slots(self.launch.cta_slots);
        let enough =
            if queued.slots_needed == 1 { free != 0 } else { free.count_ones() >= queued.slots_needed };
        enough.then_some(free.trailing_zeros() as usize)
    }

    /// Makes a CTA resident in a free slot. Its warps, in these slots, are launched one by one after it.
    pub fn launch_cta(&mut self, at: usize, tape: Cta, slots: WarpSet) -> CtaSlot {
        let cta = CtaSlot(at as u8);
        self.state.launch_cta(cta, tape.id().0, slots);
        self.ctas[at] = Some(ResidentCta { tape, barriers: Barriers::default() });
        cta
    }

    /// Launches a warp of a resident CTA at the start of its tape.
    pub fn launch_warp(&mut self, slot: Slot, cta: CtaSlot, number: u32) {
        self.state.launch_warp(slot, cta, number);
        self.seek_run(slot, 0, 0);
    }

    #[inline]
    pub fn tape(&self, slot: Slot) -> Option<Warp<'_>> {
        let warp = &self.state.warps[slot.index()];
        self.ctas[warp.cta.index()].as_ref().map(|resident| resident.tape.warp(warp.number as usize))
    }

    /// Moves a warp to the start of a run of its tape, or to the end of the tape.
    fn seek_run(&mut self, slot: Slot, run_index: u32, access: u32) {
        let Some(tape) = self.tape(slot) else { return };
        let cursor = tape.runs().get(run_index as usize).map(|&run| TapeCursor::new(run, run_index, access));
        self.state.set_cursor(slot, cursor);
    }

    /// Moves a warp past the instruction that it issued.
    #[inline]
    pub fn step(&mut self, slot: Slot, unit: UnitId, accessed: bool) {
        if !self.state.step(slot, unit, accessed)
            && let Some(cursor) = self.state.warps[slot.index()].cursor
        {
            self.seek_run(slot, cursor.run_index + 1, cursor.access);
        }
    }

    /// Counts an issued instruction.
    #[inline]
    pub fn count_issue(&mut self, pc: Pc, threads: u64) {
        self.counters.warp_instructions += 1;
        self.counters.thread_instructions += threads;
        if self.launch.by_instruction {
            let counts = &mut self.by_instruction[pc.index()];
            counts.stalls[Cause::Issued as usize] += 1;
            counts.threads += threads;
        }
    }

    /// Place of a warp's local memory, if a warp has `parts` times 32 lanes.
    pub fn local_layout(&self, slot: Slot, parts: u32) -> LocalLayout {
        let (warp, launch) = (&self.state.warps[slot.index()], &self.launch);
        LocalLayout::of(
            (self.id.0, launch.cores),
            (warp.cta, launch.cta_slots),
            (parts * warp.number, parts * launch.warps_per_cta),
        )
    }

    /// Removes a CTA whose warps have all finished, and returns the number of its warps. The caller retires it from the state.
    pub fn finish_cta(&mut self, cta: CtaSlot) -> Option<u64> {
        let tape = self.ctas[cta.index()].take()?.tape;
        self.finished_ctas.push(self.state.now);
        Some(tape.warps() as u64)
    }

    /// Records the arrival of a warp at a barrier, where it blocks if it `waits`. The caller opens the complete barriers.
    pub fn arrive_at_barrier(&mut self, slot: Slot, id: u8, warps: u8, waits: bool) {
        let cta = self.state.warps[slot.index()].cta;
        let Some(resident) = &mut self.ctas[cta.index()] else { return };
        resident.barriers.arrive(id, slot, warps, waits);
        if waits {
            self.state.arrive_at_barrier(slot);
        }
    }

    /// Removes a warp that has issued its last instruction from those that barriers expect.
    pub fn exit_barriers(&mut self, cta: CtaSlot) {
        if let Some(resident) = &mut self.ctas[cta.index()] {
            resident.barriers.exit();
        }
    }

    /// Opens a barrier of a CTA at which all expected warps have arrived. Returns the warps that it releases.
    pub fn open_complete_barrier(&mut self, cta: CtaSlot) -> Option<WarpSet> {
        let resident = self.ctas[cta.index()].as_mut()?;
        let released = resident.barriers.take_complete(resident.tape.warps() as u32)?;
        self.state.open_barrier(released);
        Some(released)
    }

    /// Unfinished warps, each with the reason why it waits. `reason` gives that of a warp with a next instruction that is not at a
    /// barrier.
    pub fn blocked_warps(&self, reason: impl Fn(Slot, Pc) -> WaitReason) -> Vec<BlockedWarp> {
        let slots = (0..self.state.warps.len() as u8).map(Slot);
        let explain = |slot: Slot| {
            let warp = &self.state.warps[slot.index()];
            let resident = self.ctas[warp.cta.index()].as_ref();
            let pc = warp.cursor.map(|cursor| cursor.pc);
            let reason = match pc {
                None => WaitReason::End,
                Some(_) if self.state.at_barrier.contains(slot) => {
                    let blocking = resident.and_then(|r| r.barriers.blocking(slot, r.tape.warps() as u32));
                    let (id, arrived, expected) = blocking.unwrap_or_default();
                    WaitReason::Barrier { id, arrived, expected }
                }
                Some(pc) => reason(slot, pc),
            };
            let cta = resident.map_or(0, |resident| resident.tape.id().0);
            BlockedWarp { sm: self.id.0, slot, cta, warp: warp.number, pc, reason }
        };
        slots.filter(|slot| !self.state.warps[slot.index()].finished).map(explain).collect()
    }

    /// Ends of the spans from the clock to `to`, divided where the launch latency ends: idle cycles have another cause after it.
    pub fn spans(&self, to: u64) -> impl Iterator<Item = u64> + use<> {
        let divided = (self.clock + 1..to).contains(&self.latency_end);
        divided.then_some(self.latency_end).into_iter().chain([to])
    }

    /// Removes the cycles of `schedulers` from `end` on, in which the core was idle, from the account.
    pub fn rewind(&mut self, end: u64, schedulers: u64) {
        self.counters.rewind(end, (self.clock, self.latency_end), schedulers);
    }
}
