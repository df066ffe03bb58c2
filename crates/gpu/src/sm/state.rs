//! What is true of an SM at a moment: what policies see.

use crate::counters::Cause;
use crate::decoded::{DecodedCode, UNITS, UnitId};
use crate::ids::{CtaSlot, NEVER, SCHEDULERS, SLOTS, SchedulerId, Slot, WarpSet};
use crate::machine::SmDescription;
use crate::policy::NextInstruction;
use std::sync::Arc;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::InstructionRun;

/// A warp's place on its tape, one run of which is at hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub run: InstructionRun,
    /// Instructions of the run that are behind.
    pub done: u32,
    /// The run's number.
    pub number: u32,
    /// Accesses that are behind.
    pub access: u32,
}

impl Place {
    pub fn pc(&self) -> Pc {
        Pc(self.run.first.0 + self.done)
    }

    pub fn lanes(&self) -> LaneMask {
        self.run.lanes
    }
}

/// A warp.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WarpState {
    pub cta: CtaSlot,
    /// Its number in the CTA.
    pub number: u32,
    pub age: u64,
    /// Thread instructions issued.
    pub progress: u64,
    /// Where it is; `None` once its last instruction is issued.
    pub place: Option<Place>,
    /// Decoded instructions in its buffer.
    pub buffer: u32,
    /// Accesses to memory that are under way.
    pub outstanding: u32,
    /// Long-latency results that are under way.
    pub expected: u32,
    /// When the last result under way is there.
    pub drained: u64,
    /// When it knows where it branched to. (Where operands are collected, it knows at once, as in GPGPU-Sim.)
    pub branched: u64,
    /// Whether it waits until none are.
    pub fenced: bool,
    /// Whether all is done.
    pub ended: bool,
}

impl WarpState {
    /// A warp that begins now.
    pub fn new(cta: CtaSlot, number: u32, age: u64, now: u64) -> WarpState {
        WarpState {
            cta,
            number,
            age,
            progress: 0,
            place: None,
            buffer: 0,
            outstanding: 0,
            expected: 0,
            drained: now,
            branched: 0,
            fenced: false,
            ended: false,
        }
    }
}

/// A CTA.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CtaState {
    /// Its number in the grid.
    pub number: u64,
    /// The slots of its warps.
    pub warps: WarpSet,
    /// Thread instructions that its warps have issued.
    pub progress: u64,
}

/// What is true of an SM.
#[derive(Debug)]
pub(crate) struct State {
    pub now: u64,
    /// When the SM got its first CTA of the launch.
    pub begun: u64,
    pub code: Arc<DecodedCode>,
    /// How many schedulers there are.
    pub schedulers: u8,
    /// How many kinds of units, the load-store unit among them.
    pub units: u8,
    /// The warps of each scheduler.
    pub masks: [WarpSet; SCHEDULERS],
    pub warps: Box<[WarpState; SLOTS]>,
    /// What is known of each CTA.
    pub ctas: Box<[CtaState; SLOTS]>,
    /// The CTAs that are there: a bit each.
    pub present: u64,
    /// Warps that have an instruction left to issue.
    pub resident: WarpSet,
    /// Warps whose buffer holds an instruction.
    pub buffered: WarpSet,
    /// Warps whose next instruction waits for no register.
    pub ready: WarpSet,
    /// Warps whose next instruction waits for memory for long: not for shared memory, nor for constants.
    pub long: WarpSet,
    /// Warps whose next instruction waits for any memory.
    pub memory: WarpSet,
    /// Warps that have long-latency results under way, whether they wait for them or not.
    pub expecting: WarpSet,
    /// Warps that have ended, and whose CTA has not.
    pub finished: WarpSet,
    /// Warps that wait at a barrier.
    pub barrier: WarpSet,
    /// Warps whose next instruction needs the unit.
    pub wants: [WarpSet; UNITS],
    /// Warps that can issue, by scheduler: only what `pick` is asked about.
    pub issuable: [WarpSet; SCHEDULERS],
    /// The slot each scheduler issued from last.
    pub last: [Option<Slot>; SCHEDULERS],
    /// Whether CTAs of the launch were yet to begin when the window began.
    pub ctas_undispatched: bool,
}

impl State {
    pub fn new(sm: &SmDescription, code: &Arc<DecodedCode>) -> State {
        State::with(sm.warps, sm.schedulers, sm.units.len() as u8 + 1, code)
    }

    /// One with so many slots, schedulers and kinds of units.
    pub fn with(slots: u32, schedulers: u32, units: u8, code: &Arc<DecodedCode>) -> State {
        let mask = |scheduler: usize| {
            let own = (0..slots).filter(|slot| (slot % schedulers) as usize == scheduler);
            own.map(|slot| Slot(slot as u8)).collect::<WarpSet>()
        };
        let ended = WarpState { ended: true, ..WarpState::new(CtaSlot(0), 0, 0, 0) };
        State {
            now: 0,
            begun: NEVER,
            code: Arc::clone(code),
            schedulers: schedulers as u8,
            units,
            masks: std::array::from_fn(mask),
            warps: Box::new([ended; SLOTS]),
            ctas: Box::new([CtaState::default(); SLOTS]),
            present: 0,
            resident: WarpSet::EMPTY,
            buffered: WarpSet::EMPTY,
            ready: WarpSet::EMPTY,
            long: WarpSet::EMPTY,
            memory: WarpSet::EMPTY,
            expecting: WarpSet::EMPTY,
            finished: WarpSet::EMPTY,
            barrier: WarpSet::EMPTY,
            wants: [WarpSet::EMPTY; UNITS],
            issuable: [WarpSet::EMPTY; SCHEDULERS],
            last: [None; SCHEDULERS],
            ctas_undispatched: false,
        }
    }

    /// The schedulers.
    #[inline]
    pub fn each_scheduler(&self) -> impl Iterator<Item = SchedulerId> + use<> {
        (0..self.schedulers).map(SchedulerId)
    }

    /// The schedulers in the order of their turns in this cycle: one after the other is first.
    #[inline]
    pub fn turns(&self) -> impl Iterator<Item = SchedulerId> + use<> {
        let count = self.schedulers;
        let first = (self.now.saturating_sub(self.begun) % u64::from(count)) as u8;
        (first..count).chain(0..first).map(SchedulerId)
    }

    /// The kinds of units, the load-store unit last.
    #[inline]
    pub fn each_unit(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units).map(UnitId)
    }

    /// Whether it is the load-store unit.
    #[inline]
    pub fn is_load_store(&self, unit: UnitId) -> bool {
        unit.0 + 1 == self.units
    }

    /// Why none of these warps, which have instructions left, issues.
    #[inline]
    pub fn cause(&self, warps: WarpSet) -> Cause {
        if warps.is_empty() {
            return Cause::Held;
        }
        let at_hand = warps & (self.buffered - self.barrier);
        if !(at_hand & self.ready).is_empty() {
            Cause::Pipeline
        } else if !(at_hand - self.memory).is_empty() {
            Cause::ScoreboardAlu
        } else if !at_hand.is_empty() {
            Cause::ScoreboardMemory
        } else if !(warps - self.buffered - self.barrier).is_empty() {
            Cause::Fetch
        } else {
            Cause::Barrier
        }
    }

    /// Those of these warps for which a cause is true: that by which [`State::cause`] judges.
    pub fn judged(&self, warps: WarpSet, cause: Cause) -> WarpSet {
        let at_hand = warps & (self.buffered - self.barrier);
        match cause {
            Cause::Pipeline => at_hand & self.ready,
            Cause::ScoreboardAlu => at_hand - self.ready - self.memory,
            Cause::ScoreboardMemory => at_hand & self.memory,
            Cause::Fetch => warps - self.buffered - self.barrier,
            Cause::Barrier => warps & self.barrier,
            Cause::Held | Cause::Issued => warps,
            Cause::Idle => WarpSet::EMPTY,
        }
    }

    pub fn next_instruction(&self, slot: Slot) -> Option<NextInstruction> {
        let pc = self.warps[slot.index()].place.as_ref()?.pc();
        let timed = &self.code.instructions[pc.index()];
        Some(NextInstruction {
            class: self.code.class(pc),
            unit: timed.unit,
            is_memory: self.code.class(pc).is_memory(),
            is_load: timed.action.is_load(),
            phase: timed.phase,
            starts_phase: timed.starts_phase,
            distance: timed.distance,
            phase_length: self.code.lengths[timed.phase as usize],
            instructions_to_end: self.code.instructions_to_end(pc),
        })
    }
}
