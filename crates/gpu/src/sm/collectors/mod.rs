//! Operand collectors of the SM, as in GPGPU-Sim: the stage between the issue of an instruction and its execution unit.
//!
//! An instruction passes three steps:
//!
//! 1. It *waits* for a free collector, in one queue per unit kind.
//! 2. It is in a collector until the register banks have delivered its operands.
//! 3. It is *collected* and waits for its unit.
//!
//! A cycle has as many steps as a bank delivers operands. In each step collectors dispatch, banks deliver, and ports allocate
//! collectors. The order decides which instruction gets ahead under contention, so it is GPGPU-Sim's, with its peculiarities:
//!
//! - Only the oldest waiting instruction of a unit kind can get a collector, even if collectors of another scheduler are free.
//! - The collectors of a scheduler dispatch in order of their index, not of the age of their instructions: one may wait long.
//! - A writeback takes a bank from operand reads for a step, and the writebacks per cycle are limited: a unit does not start an
//!   instruction whose writeback cycle is full.
//!
//! Without contention, an instruction issued in cycle t gets a collector at t + 1 and, with one step per cycle, its operands at
//! t + 2. It is dispatched at t + 3 (a cycle earlier without operands) and starts at t + 4. Its result can be read `latency` + 2
//! cycles after that.

mod blocker;
mod build;
mod operand_reads;

use super::copies::CopyTracker;
use super::subcore::Subcores;
use crate::decoded::{DecodedCode, DecodedInstruction, UNITS, UnitId};
use crate::ids::{NEVER, SCHEDULERS, SLOTS, SchedulerId, Slot};
use crate::latencies::WRITEBACK;
use crate::view::ResourceUse;
use operand_reads::OperandReads;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Pc;

/// Instruction between issue and its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CollectedInstruction {
    pub lanes: LaneMask,
    pub pc: Pc,
    /// Memory accesses of its warp before it.
    pub access: u32,
    pub slot: Slot,
    pub scheduler: SchedulerId,
    pub copy: CopyTracker,
}

/// All that the stage knows of an instruction. It stays in one place while queues and collectors pass on its index, and fills a
/// cache line of the host.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Entry {
    instruction: CollectedInstruction,
    /// Order of issue.
    sequence: u64,
    /// Banks that hold its operands, and those that its results are written to.
    banks: (u64, u64),
    latency: u32,
    /// Initiation interval of the unit.
    interval: u32,
    /// The next entry in its waiting or collected queue, or in the list of free entries.
    next: u16,
    unit: UnitId,
    subcore: u8,
    /// A bank holds several of its operands.
    repeats_bank: bool,
}

/// No entry.
const NONE: u16 = u16::MAX;

/// Queues and units of a unit kind.
#[derive(Clone, Copy, Debug)]
struct UnitKind {
    /// Instructions that wait for a collector, in order of issue: the first and the last.
    waiting: (u16, u16),
    /// Number of waiting instructions of each sub-core.
    waiting_of: [u8; SCHEDULERS],
    /// Capacity of the waiting and of the collected queue, per sub-core.
    capacity: u8,
    /// Mask of the sub-cores with collected instructions.
    collected_of: u8,
    /// Its bit in masks by rank in the service order.
    service_bit: u32,
    /// Its bit in masks by rank in the start order; 0 for the load-store unit.
    start_bit: u32,
    /// Its units in the list of all units: the first, and the number.
    units: (u16, u16),
}

/// Unit that starts collected instructions.
#[derive(Clone, Copy, Debug)]
struct StartingUnit {
    /// Cycle in which it can start an instruction.
    free_at: u64,
    subcore: u8,
}

/// Instructions of a unit kind and sub-core that have their operands and wait for their unit, in order of issue.
#[derive(Clone, Copy, Debug)]
struct CollectedQueue {
    /// Mask of the collectors whose instructions have all operands and will enter this queue.
    ready: u64,
    first: u16,
    count: u8,
    capacity: u8,
}

/// Index of a collected queue.
#[inline]
fn queue_of(unit: UnitId, subcore: usize) -> usize {
    unit.index() * SCHEDULERS + subcore % SCHEDULERS
}

/// Collectors that serve the same unit kinds.
#[derive(Clone, Debug)]
struct CollectorSet {
    first: u32,
    count: u32,
    per_subcore: u32,
    /// Mask of the set's collectors.
    all: u64,
    /// Mask of the set's collectors of each sub-core.
    of_subcore: [u64; SCHEDULERS],
    /// For each dispatch port, the collector at which its search starts.
    dispatch_ports: Vec<u32>,
}

/// Allocation port: gives collectors of some sets to instructions of some unit kinds, one of each kind per step.
#[derive(Clone, Copy, Debug)]
struct AllocationPort {
    /// Mask of unit kinds, by rank in the service order.
    kinds: u32,
    /// Number of identical ports.
    count: u32,
    /// Mask of the collectors of its sets.
    collectors: u64,
    /// For each sub-core, masks of the collectors of its sets, in the order in which it tries them.
    of_subcore: [[u64; 2]; SCHEDULERS],
}

/// Content of a collector.
#[derive(Clone, Copy, Default, Debug)]
struct Collector {
    /// Index of its entry.
    id: u16,
    /// Collected queue that its instruction enters.
    queue: u8,
}

/// Maximum number of collectors of an SM.
const COLLECTORS: usize = 64;

/// Writebacks of a cycle: their number and their banks.
#[derive(Clone, Copy, Default, Debug)]
struct Writebacks {
    cycle: u64,
    count: u32,
    banks: u64,
}

/// Cycles ahead for which writebacks are recorded: more than any latency.
const WRITEBACK_HORIZON: usize = 2048;

/// Operand collectors of an SM.
///
/// Sets of collectors, banks and unit kinds are bit masks, kept up to date by each move, so that a cycle costs nothing for what
/// cannot move in it. Tables have a fixed size, so that an index needs no check.
#[derive(Clone, Debug)]
pub(crate) struct Collectors {
    /// First cycle in which an instruction may move. A memory instruction that only waits for the load-store unit does not count.
    pub next: u64,
    /// Mask of free collectors.
    free: u64,
    /// Mask of collectors with all operands whose collected queue has room.
    dispatchable: u64,
    /// Mask of unit kinds with waiting instructions, by rank in the service order.
    waiting: u32,
    /// Mask of arithmetic unit kinds with collected instructions, by rank in the start order.
    to_start: u32,
    /// For each sub-core, mask of the unit kinds whose waiting queue is full.
    full: [u32; SCHEDULERS],
    kinds: [UnitKind; UNITS],
    collected: [CollectedQueue; UNITS * SCHEDULERS],
    collectors: [Collector; COLLECTORS],
    reads: OperandReads,
    entries: Vec<Entry>,
    free_entry: u16,
    next_sequence: u64,
    /// Unit kinds in the order in which their units start instructions.
    start_order: [UnitId; UNITS],
    /// Unit kinds in the order in which ports serve them.
    service_order: [UnitId; UNITS],
    units: Vec<StartingUnit>,
    set_of: [u8; COLLECTORS],
    sets: Vec<CollectorSet>,
    ports: Vec<AllocationPort>,
    banks_per_subcore: u32,
    /// Mask of the banks of the first sub-core.
    bank_mask: u64,
    /// By slot, the bank of its register 0 in its sub-core, and the first bank of the sub-core.
    first_banks: [(u8, u8); SLOTS],
    writebacks: Vec<Writebacks>,
    writebacks_per_cycle: u32,
    steps_per_cycle: u32,
    subcores: Subcores,
    memory: UnitId,
}

impl Collectors {
    /// Mask of the unit kinds to which this scheduler cannot issue.
    #[inline]
    pub fn full_units(&self, scheduler: SchedulerId) -> u32 {
        self.full[self.subcores.index(scheduler) % SCHEDULERS]
    }

    /// Use of the queue in which memory instructions of a scheduler's sub-core wait for a collector.
    pub fn memory_queue(&self, scheduler: SchedulerId) -> ResourceUse {
        let subcore = self.subcores.index(scheduler) % SCHEDULERS;
        let kind = &self.kinds[self.memory.index()];
        ResourceUse::new(kind.waiting_of[subcore].into(), kind.capacity.into())
    }

    /// Whether some scheduler cannot issue to some unit kind. Memory instructions in the collectors may hold up any kind.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.full.iter().any(|&full| full != 0)
    }

    /// Queues an issued instruction for a collector, from the next cycle on.
    #[inline]
    pub fn issue(&mut self, now: u64, instruction: CollectedInstruction, decoded: &DecodedInstruction) {
        let &DecodedInstruction {
            unit, latency, interval, operand_banks, result_banks, repeats_bank, ..
        } = decoded;
        let subcore = self.subcores.index(instruction.scheduler) % SCHEDULERS;
        let banks = (self.banks(instruction.slot, operand_banks), self.banks(instruction.slot, result_banks));
        let sequence = self.next_sequence;
        self.next_sequence += 1;
        let entry = Entry {
            instruction,
            sequence,
            banks,
            latency,
            interval,
            next: NONE,
            unit,
            subcore: subcore as u8,
            repeats_bank,
        };
        let mut id = self.free_entry;
        match self.entries.get_mut(usize::from(id)) {
            Some(free) => {
                self.free_entry = free.next;
                *free = entry;
            }
            None => {
                id = self.entries.len() as u16;
                self.entries.push(entry);
            }
        }
        let kind = &mut self.kinds[unit.index()];
        if self.waiting & kind.service_bit == 0 {
            kind.waiting.0 = id;
        } else {
            self.entries[usize::from(kind.waiting.1)].next = id;
        }
        kind.waiting.1 = id;
        kind.waiting_of[subcore] += 1;
        self.full[subcore] |= u32::from(kind.waiting_of[subcore] >= kind.capacity) << unit.0;
        self.waiting |= kind.service_bit;
        self.next = self.next.min(now + 1);
    }

    /// Records a writeback in `cycle`: its banks deliver no operand in the first step of that cycle.
    #[inline]
    pub fn write_back(&mut self, cycle: u64, slot: Slot, banks: u64) {
        let banks = self.banks(slot, banks);
        self.writebacks_of(cycle).banks |= banks;
    }

    /// Banks of registers of a slot, given those of slot 0. Register r of slot s is in bank r + s, modulo the number of banks of
    /// a sub-core.
    #[inline]
    fn banks(&self, slot: Slot, banks: u64) -> u64 {
        let (first, first_of_subcore) = self.first_banks[slot.index()];
        let rotated = banks << first | banks.unbounded_shr(self.banks_per_subcore - u32::from(first));
        (rotated & self.bank_mask) << first_of_subcore
    }

    #[inline]
    fn writebacks_of(&mut self, cycle: u64) -> &mut Writebacks {
        let writebacks = &mut self.writebacks[cycle as usize % WRITEBACK_HORIZON];
        if writebacks.cycle != cycle {
            *writebacks = Writebacks { cycle, ..Writebacks::default() };
        }
        writebacks
    }

    /// Starts collected instructions on their units. Calls `started` with the slot and the address of each, and with the cycle in
    /// which its result can be read.
    #[inline]
    pub fn start(&mut self, now: u64, mut started: impl FnMut(Slot, Pc, u64)) {
        let mut ranks = self.to_start;
        while ranks != 0 {
            let unit = self.start_order[ranks.trailing_zeros() as usize % UNITS];
            ranks &= ranks - 1;
            let (first, count) = self.kinds[unit.index()].units;
            for index in usize::from(first)..usize::from(first) + usize::from(count) {
                let StartingUnit { free_at, subcore } = self.units[index];
                let queue = &self.collected[queue_of(unit, subcore.into())];
                if queue.count == 0 || free_at > now {
                    continue;
                }
                let Entry { latency, interval, banks: (_, result_banks), .. } =
                    self.entries[usize::from(queue.first)];
                let limit = self.writebacks_per_cycle;
                let writebacks = self.writebacks_of(now + u64::from(latency));
                if writebacks.count == limit {
                    continue;
                }
                writebacks.count += 1;
                self.units[index].free_at = now + u64::from(interval);
                let CollectedInstruction { slot, pc, .. } = self.remove_collected(unit, subcore.into());
                let at = now + u64::from(latency) + WRITEBACK;
                self.writebacks_of(at).banks |= result_banks;
                started(slot, pc, at);
            }
        }
    }

    /// Removes the first instruction of a collected queue that is not empty.
    #[inline]
    fn remove_collected(&mut self, unit: UnitId, subcore: usize) -> CollectedInstruction {
        let queue = &mut self.collected[queue_of(unit, subcore)];
        if queue.count == queue.capacity {
            self.dispatchable |= queue.ready;
        }
        let id = queue.first;
        let entry = &mut self.entries[usize::from(id)];
        queue.first = entry.next;
        queue.count -= 1;
        if queue.count == 0 {
            let kind = &mut self.kinds[unit.index()];
            kind.collected_of &= !(1 << subcore);
            if kind.collected_of == 0 {
                self.to_start &= !kind.start_bit;
            }
        }
        entry.next = self.free_entry;
        self.free_entry = id;
        // Its place in the queue may let another instruction move in this cycle.
        self.next = 0;
        entry.instruction
    }

    /// Removes and returns the oldest collected memory instruction.
    #[inline]
    pub fn take_memory(&mut self) -> Option<CollectedInstruction> {
        let mut subcores = self.kinds[self.memory.index()].collected_of;
        let mut oldest = (NEVER, 0);
        if subcores == 0 {
            return None;
        }
        while subcores != 0 {
            let subcore = subcores.trailing_zeros() as usize;
            subcores &= subcores - 1;
            let first = self.collected[queue_of(self.memory, subcore)].first;
            oldest = oldest.min((self.entries[usize::from(first)].sequence, subcore));
        }
        Some(self.remove_collected(self.memory, oldest.1))
    }

    /// Simulates a cycle of the collectors. `code` has their instructions.
    pub fn collect(&mut self, now: u64, code: &DecodedCode) {
        let mut moved = false;
        let written = &self.writebacks[now as usize % WRITEBACK_HORIZON];
        let mut written_banks = if written.cycle == now { written.banks } else { 0 };
        for _ in 0..self.steps_per_cycle {
            if self.dispatchable != 0 {
                self.dispatch();
                moved = true;
            }
            if !self.reads.is_empty() {
                let (collectors, collected) = (&self.collectors, &mut self.collected);
                let dispatchable = &mut self.dispatchable;
                self.reads.read(!written_banks, |collector| {
                    set_ready(collectors, collected, dispatchable, collector.into());
                });
                moved = true;
            }
            written_banks = 0;
            if self.waiting != 0 && self.free != 0 {
                moved |= self.allocate(code);
            }
        }
        self.next = if moved { now + 1 } else { self.next_start(now) };
    }

    /// First cycle after `now` in which a unit may start a collected instruction.
    fn next_start(&self, now: u64) -> u64 {
        let (mut next, mut ranks) = (NEVER, self.to_start);
        while ranks != 0 {
            let kind = &self.kinds[self.start_order[ranks.trailing_zeros() as usize % UNITS].index()];
            ranks &= ranks - 1;
            let (first, count) = kind.units;
            for unit in self.units.iter().skip(first.into()).take(count.into()) {
                if kind.collected_of >> unit.subcore & 1 == 1 {
                    // A unit that is free could not start, because of writebacks.
                    next = next.min(unit.free_at.max(now + 1));
                }
            }
        }
        next
    }

    /// Dispatches instructions with all operands to collected queues with room.
    #[inline]
    fn dispatch(&mut self) {
        let mut rest = self.dispatchable;
        while rest != 0 {
            // Sets are in the order of their collectors.
            let number = self.set_of[rest.trailing_zeros() as usize % COLLECTORS];
            let set = &mut self.sets[usize::from(number)];
            rest = rest.unbounded_shr(set.first + set.count).unbounded_shl(set.first + set.count);
            for port in &mut set.dispatch_ports {
                let candidates = (self.dispatchable & set.all) >> set.first;
                // If one port finds nothing to dispatch, the others do not either.
                if candidates == 0 {
                    break;
                }
                // The search wraps: collectors from the port's place on come first, then those before it.
                let later = candidates >> *port << *port;
                let at = if later != 0 { later } else { candidates }.trailing_zeros();
                let bit = 1 << (set.first + at);
                let Collector { id, queue: number, .. } =
                    self.collectors[(set.first + at) as usize % COLLECTORS];
                let queue = &mut self.collected[usize::from(number) % (UNITS * SCHEDULERS)];
                queue.ready &= !bit;
                self.dispatchable &= !bit;
                self.free |= bit;
                let (unit, subcore) = insert(&mut self.entries, queue, id);
                if queue.count == queue.capacity {
                    self.dispatchable &= !queue.ready;
                }
                let kind = &mut self.kinds[unit.index()];
                kind.collected_of |= 1 << subcore;
                self.to_start |= kind.start_bit;
                // The next search starts at the next collector or, with sub-cores, at the next sub-core.
                let next = if self.subcores.count() > 1 { (subcore + 1) * set.per_subcore } else { at + 1 };
                *port = if next < set.count { next } else { 0 };
            }
        }
    }

    /// Allocates free collectors to waiting instructions. Returns whether any moved.
    #[inline]
    fn allocate(&mut self, code: &DecodedCode) -> bool {
        let mut moved = false;
        for at in 0..self.ports.len() {
            let AllocationPort { kinds: served, count, collectors, .. } = self.ports[at];
            for _ in 0..count {
                let mut allocated = false;
                let mut kinds = self.waiting & served;
                while kinds != 0 && self.free & collectors != 0 {
                    let unit = self.service_order[kinds.trailing_zeros() as usize % UNITS];
                    kinds &= kinds - 1;
                    allocated |= self.allocate_one(at, unit, code);
                }
                // If one port allocates nothing, an identical one does not either.
                if !allocated {
                    break;
                }
                moved = true;
            }
        }
        moved
    }

    /// Allocates a collector through a port to the oldest waiting instruction of a unit kind.
    #[inline]
    fn allocate_one(&mut self, port: usize, unit: UnitId, code: &DecodedCode) -> bool {
        let kind = &mut self.kinds[unit.index()];
        let id = kind.waiting.0;
        let entry = &self.entries[usize::from(id)];
        let subcore = usize::from(entry.subcore) % SCHEDULERS;
        let free = self.ports[port].of_subcore[subcore].map(|collectors| self.free & collectors);
        let free = if free[0] != 0 { free[0] } else { free[1] };
        if free == 0 {
            return false;
        }
        let collector = free.trailing_zeros();
        self.free &= !(1 << collector);
        kind.waiting_of[subcore] -= 1;
        self.full[subcore] &= !(1 << unit.0);
        if kind.waiting.0 == kind.waiting.1 {
            self.waiting &= !kind.service_bit;
        }
        kind.waiting.0 = entry.next;
        let queue = queue_of(unit, subcore) as u8;
        self.collectors[collector as usize % COLLECTORS] = Collector { id, queue };
        let (banks, repeats_bank) = (entry.banks.0, entry.repeats_bank);
        if banks == 0 {
            set_ready(&self.collectors, &mut self.collected, &mut self.dispatchable, collector);
            return true;
        }
        self.reads.request(collector, banks);
        if repeats_bank {
            self.request_further(collector, id, code);
        }
        true
    }

    /// Requests the operands of an instruction that share a bank with another of its operands.
    fn request_further(&mut self, collector: u32, id: u16, code: &DecodedCode) {
        let CollectedInstruction { slot, pc, .. } = self.entries[usize::from(id)].instruction;
        let mut requested = 0;
        for &register in code.instructions[pc.index()].operands.of(code.banked()) {
            let bank = 1 << (u32::from(register) % self.banks_per_subcore);
            let bank = self.banks(slot, bank);
            if requested & bank != 0 {
                self.reads.request_further(collector, bank);
            }
            requested |= bank;
        }
    }
}

/// Inserts an entry into a collected queue. Returns the entry's unit kind and sub-core.
#[inline]
fn insert(entries: &mut [Entry], queue: &mut CollectedQueue, id: u16) -> (UnitId, u32) {
    let Entry { sequence, unit, subcore, .. } = entries[usize::from(id)];
    let (mut before, mut after) = (NONE, queue.first);
    for _ in 0..queue.count {
        let other = &entries[usize::from(after)];
        if other.sequence > sequence {
            break;
        }
        (before, after) = (after, other.next);
    }
    entries[usize::from(id)].next = after;
    if before == NONE {
        queue.first = id
    } else {
        entries[usize::from(before)].next = id
    }
    queue.count += 1;
    (unit, subcore.into())
}

/// Notes that a collector has all operands.
#[inline]
fn set_ready(
    collectors: &[Collector; COLLECTORS],
    collected: &mut [CollectedQueue; UNITS * SCHEDULERS],
    dispatchable: &mut u64,
    collector: u32,
) {
    let queue = collectors[collector as usize % COLLECTORS].queue;
    let queue = &mut collected[usize::from(queue) % (UNITS * SCHEDULERS)];
    queue.ready |= 1 << collector;
    *dispatchable |= u64::from(queue.count < queue.capacity) << collector;
}
