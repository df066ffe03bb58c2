//! Sub-cores as machine code sees them: dependences that the compiler wrote down, and the pipeline that they are for.
//!
//! Since Volta an instruction says how long its warp waits after it (its stall), which of the warp's six counters it increments until
//! its result is written or its registers are read, and which counters must be zero before it issues. The SM obeys: nothing checks
//! registers. What is left to the hardware is modelled here and in the neighbouring files:
//!
//! - An instruction issues in cycle t, passes the control stage at t + 1 and enters the stage that reads its operands at t + 2. An
//!   instruction of fixed latency stays there until the ports of the [register file](registers) are free in its window; meanwhile one
//!   more instruction can issue.
//! - An instruction of memory enters the [queue](queue) of its sub-core.
//! - Its code and its constant come from [caches](caches), which only their first use, jumps and large kernels miss.

mod caches;
mod queue;
mod registers;

use super::scoreboard::{LONG_PENDING, SHORT_PENDING};
use crate::decoded::{DecodedInstruction, UNITS};
use crate::ids::{SCHEDULERS, SLOTS, SchedulerId, Slot};
use crate::machine::{Dependences, MachineCode, SmDescription};
use crate::machine_code::{Fields, NO_LINE, NONE, SubcoreCode};
use caches::{Constants, Instructions};
pub(super) use queue::MemoryQueues;
use registers::RegisterFile;
use warploom_kernel::code::SCOREBOARDS;

/// Stages from issue to the reading of operands.
const ISSUE_TO_READ: u64 = 2;

/// Largest number that a counter counts to: an instruction that would exceed it waits.
const COUNTER_LIMIT: u32 = 63;

/// A dependence counter of a warp.
#[derive(Clone, Copy, Debug, Default)]
struct Counter {
    /// Instructions in flight that will decrement it at a time that is not known. Only code that obeys its fields keeps to the limit.
    pending: u32,
    /// Those among them that wait for global or local memory.
    long: u32,
    /// First cycle in which all others have decremented it.
    zero_at: u64,
}

impl Counter {
    /// First cycle in which at most `most` instructions are counted, or what it waits for. Of those with a known time none is, or all.
    #[inline]
    fn at_most(&self, most: u32) -> u64 {
        match self.pending > most {
            true if self.long > 0 => LONG_PENDING,
            true => SHORT_PENDING,
            false if most == 0 => self.zero_at,
            false => 0,
        }
    }
}

/// A barrier as an instruction names it: its number, the warps that it expects, and whether the warp waits there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Barrier {
    pub id: u8,
    pub warps: u8,
    pub waits: bool,
}

/// What a warp waits for by its control fields.
#[derive(Clone, Copy, Debug, Default)]
struct WarpFields {
    /// End of the stall of its last instruction.
    issue_at: u64,
    counters: [Counter; SCOREBOARDS as usize],
    /// `DEPBAR.LE`: a counter and the number that it must not exceed.
    awaits: Option<(u8, u8)>,
    /// A barrier that it has issued, and the cycle in which it arrives there.
    barrier: Option<(Barrier, u64)>,
    /// The line of code that its next instruction was found in, and the cycle in which that was there.
    line: u32,
    line_at: u64,
}

/// When a warp can issue, and whether only its code is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Earliest {
    /// The cycle, or what it waits for.
    pub at: u64,
    pub fetches: bool,
}

/// Issue and operand stages of a sub-core.
#[derive(Clone, Debug)]
struct Stages {
    /// First cycle in which the next instruction can issue.
    issue_at: u64,
    /// Cycle in which the last instruction of fixed latency left the operand stage.
    read_at: u64,
    /// By unit kind, the first cycle in which it takes an instruction from the operand stage.
    unit_at: [u64; UNITS],
    registers: RegisterFile,
    constants: Option<Constants>,
}

/// Machine code on the sub-cores of an SM.
pub(crate) struct MachineCodeState {
    warps: Box<[WarpFields; SLOTS]>,
    stages: Vec<Stages>,
    instructions: Option<Instructions>,
    pub queues: MemoryQueues,
    /// Dependences are those of the control fields, rather than those of the scoreboard.
    pub obeys: bool,
    /// Cycles from the issue of a barrier to the arrival of the warp, and from the last arrival to the next issue.
    barrier_after: u64,
    pub barrier_latency: u64,
}

impl MachineCodeState {
    /// Sub-cores at the start of a launch of this code.
    pub fn new(sm: &SmDescription, description: &MachineCode, code: &SubcoreCode) -> MachineCodeState {
        let subcores = sm.schedulers as usize;
        let constants = |cache| Constants::new(cache, code.constant_lines);
        let stages = Stages {
            issue_at: 0,
            read_at: 0,
            unit_at: [0; UNITS],
            registers: RegisterFile::new(&description.registers),
            constants: description.constants.as_ref().map(constants),
        };
        let caches = description.instructions.as_ref();
        MachineCodeState {
            warps: Box::new([WarpFields::default(); SLOTS]),
            stages: vec![stages; subcores],
            instructions: caches.map(|caches| Instructions::new(caches, subcores, code.lines)),
            queues: MemoryQueues::new(&description.memory, subcores),
            obeys: sm.dependences == Dependences::ControlBits,
            barrier_after: description.barrier.after.into(),
            barrier_latency: description.barrier.latency.into(),
        }
    }

    /// Forgets the warp that had this slot before.
    pub fn launch_warp(&mut self, slot: Slot) {
        self.warps[slot.index()] = WarpFields { line: NO_LINE, ..WarpFields::default() };
    }

    /// First cycle in which a sub-core can issue an instruction.
    #[inline]
    pub fn issue_at(&self, scheduler: SchedulerId) -> u64 {
        self.stages[scheduler.index() % SCHEDULERS].issue_at
    }

    /// When a warp's next instruction can issue, as its fields say; `operands_at` is what the scoreboard says, if it decides.
    #[inline]
    pub fn earliest(
        &mut self,
        slot: Slot,
        scheduler: SchedulerId,
        fields: &Fields,
        (now, operands_at): (u64, u64),
    ) -> Earliest {
        let warp = &mut self.warps[slot.index()];
        let mut at = operands_at;
        if self.obeys {
            at = warp.issue_at;
            if let Some((counter, most)) = warp.awaits {
                let awaited = warp.counters[usize::from(counter)].at_most(most.into());
                at = at.max(awaited);
                if awaited <= now {
                    warp.awaits = None;
                }
            }
            let mut wait = fields.wait;
            while wait != 0 {
                at = at.max(warp.counters[wait.trailing_zeros() as usize % 6].at_most(0));
                wait &= wait - 1;
            }
            for counter in [fields.write, fields.read] {
                if counter != NONE && warp.counters[usize::from(counter) % 6].pending >= COUNTER_LIMIT {
                    at = at.max(warp.counters[usize::from(counter) % 6].at_most(COUNTER_LIMIT - 1));
                }
            }
        }
        let mut code_at = 0;
        if let Some(instructions) = &mut self.instructions {
            if warp.line != fields.line {
                warp.line = fields.line;
                warp.line_at = instructions.request(scheduler, fields.line, now);
            }
            code_at = warp.line_at;
        }
        if fields.constant != NO_LINE
            && let Some(constants) = &mut self.stages[scheduler.index() % SCHEDULERS].constants
        {
            code_at = code_at.max(constants.request(fields.constant, now));
        }
        Earliest { at: at.max(code_at), fetches: code_at > at }
    }

    /// Takes an instruction that issues now through the operand stage of its sub-core. Returns for how many cycles it waits there.
    #[inline]
    pub fn read_operands(
        &mut self,
        slot: Slot,
        scheduler: SchedulerId,
        (code, fields): (&SubcoreCode, &Fields),
        decoded: &DecodedInstruction,
        now: u64,
    ) -> u64 {
        if let Some(instructions) = self.instructions.as_mut().filter(|_| fields.ahead != NO_LINE) {
            instructions.request(scheduler, fields.ahead, now);
        }
        let stages = &mut self.stages[scheduler.index() % SCHEDULERS];
        stages.issue_at = now + 1;
        if !fields.fixed {
            return 0;
        }
        let enters = (now + ISSUE_TO_READ).max(stages.read_at);
        // Behind it there is room for one instruction, in the control stage.
        stages.issue_at = stages.issue_at.max(enters - 1);
        let unit_at = &mut stages.unit_at[decoded.unit.index()];
        stages.read_at = stages.registers.read(slot, code.reads(fields), (enters + 1).max(*unit_at));
        *unit_at = stages.read_at + u64::from(decoded.interval);
        stages.read_at - (now + ISSUE_TO_READ + 1)
    }

    /// Notes the issue of an instruction. `result_at` is the cycle of its result, if it is known.
    #[inline]
    pub fn issue(
        &mut self,
        slot: Slot,
        fields: &Fields,
        (now, result_at): (u64, Option<u64>),
        is_long: bool,
    ) {
        let warp = &mut self.warps[slot.index()];
        warp.issue_at = now + u64::from(fields.stall);
        if fields.awaits.0 != NONE {
            warp.awaits = Some(fields.awaits);
        }
        for counter in [fields.write, fields.read] {
            if counter == NONE {
                continue;
            }
            let counter = &mut warp.counters[usize::from(counter) % 6];
            match result_at {
                Some(at) => counter.zero_at = counter.zero_at.max(at),
                None => {
                    counter.pending += 1;
                    counter.long += u32::from(is_long);
                }
            }
        }
    }

    /// Notes that the cycle has come which [`MachineCodeState::earliest`] gave.
    #[inline]
    pub fn wait_is_over(&mut self, slot: Slot) {
        self.warps[slot.index()].awaits = None;
    }

    /// Holds a warp that has issued an instruction until a cycle.
    pub fn hold(&mut self, slot: Slot, until: u64) {
        let warp = &mut self.warps[slot.index()];
        warp.issue_at = warp.issue_at.max(until);
    }

    /// Notes a barrier that a warp has issued: it arrives there in some cycles, and issues what it can until then. Returns the barrier
    /// before it, at which it has not arrived yet, and the cycle of its arrival.
    pub fn defer_barrier(&mut self, slot: Slot, now: u64, barrier: Barrier) -> (Option<Barrier>, u64) {
        let at = now + self.barrier_after;
        let before = self.warps[slot.index()].barrier.replace((barrier, at));
        (before.map(|(barrier, _)| barrier), at)
    }

    /// The barrier at which a warp arrives by a cycle.
    #[inline]
    pub fn arrival(&mut self, slot: Slot, now: u64) -> Option<Barrier> {
        let due = self.warps[slot.index()].barrier.take_if(|(_, at)| *at <= now);
        due.map(|(barrier, _)| barrier)
    }

    /// Decrements the counter of an instruction whose registers memory has read.
    #[inline]
    pub fn registers_read(&mut self, slot: Slot, fields: &Fields, is_long: bool) {
        self.decrement(slot, fields.read, is_long);
    }

    /// Decrements the counter of an instruction of memory that has completed.
    #[inline]
    pub fn completed(&mut self, slot: Slot, fields: &Fields, is_long: bool) {
        self.decrement(slot, fields.write, is_long);
    }

    #[inline]
    fn decrement(&mut self, slot: Slot, counter: u8, is_long: bool) {
        if counter != NONE {
            let counter = &mut self.warps[slot.index()].counters[usize::from(counter) % 6];
            counter.pending -= 1;
            counter.long -= u32::from(is_long);
        }
    }
}
