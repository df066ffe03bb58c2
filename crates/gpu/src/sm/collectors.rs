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

use super::subcore::Subcores;
use crate::decoded::{MOST_OPERANDS, UnitId};
use crate::ids::{SCHEDULERS, SchedulerId, Slot};
use crate::latencies::WRITEBACK;
use crate::machine::{ClassName, Operands, SmDescription, Unit};
use crate::slab::Slab;
use crate::view::{ResourceUse, TapeCursor};
use std::collections::VecDeque;
use warploom_kernel::class::Class;

/// Instruction between issue and its unit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CollectedInstruction {
    pub slot: Slot,
    pub scheduler: SchedulerId,
    /// Position of its warp at issue.
    pub cursor: TapeCursor,
}

/// Entry of a collector or of a queue before or after it.
#[derive(Clone, Copy, Default, Debug)]
struct Entry {
    id: u32,
    unit: u8,
    subcore: u8,
    /// Operands not read yet.
    missing_operands: u8,
    /// Order of issue.
    sequence: u64,
    latency: u32,
    /// Initiation interval of the unit.
    interval: u32,
}

/// Queues and units of a unit kind.
#[derive(Clone, Debug)]
struct UnitQueues {
    /// Instructions that wait for a collector, in order of issue.
    waiting: VecDeque<Entry>,
    /// Number of waiting instructions of each sub-core.
    waiting_of: [u8; SCHEDULERS],
    /// Collected instructions that wait for their unit.
    collected: Vec<Entry>,
    /// Number of collected instructions of each sub-core.
    collected_of: [u8; SCHEDULERS],
    /// Capacity of each of the two queues, per sub-core.
    capacity: u8,
    /// Cycle in which each unit can start an instruction, and the sub-core of the unit.
    units: Vec<(u64, u8)>,
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

/// Mask of `count` bits from bit `first` on.
fn bits(first: u32, count: u32) -> u64 {
    (((1_u128 << count) - 1) << first) as u64
}

/// Allocation port: gives collectors of some sets to instructions of some unit kinds, one of each kind per step.
#[derive(Clone, Debug)]
struct AllocationPort {
    /// Mask of unit kinds, by rank in the service order.
    kinds: u32,
    sets: Vec<usize>,
    /// Number of identical ports.
    count: u32,
}

/// Read requests to a register bank, in order, by collector.
#[derive(Clone, Debug)]
struct BankQueue {
    ring: [u8; BANK_QUEUE],
    head: u16,
    count: u16,
}

/// Maximum number of read requests to a bank: 64 collectors with at most [`MOST_OPERANDS`] operands each.
const BANK_QUEUE: usize = 64 * MOST_OPERANDS;

impl Default for BankQueue {
    fn default() -> BankQueue {
        BankQueue { ring: [0; BANK_QUEUE], head: 0, count: 0 }
    }
}

impl BankQueue {
    #[inline]
    fn push(&mut self, collector: u8) {
        self.ring[usize::from(self.head + self.count) % BANK_QUEUE] = collector;
        self.count += 1;
    }

    #[inline]
    fn pop(&mut self) -> u8 {
        let collector = self.ring[usize::from(self.head)];
        self.head = (self.head + 1) % BANK_QUEUE as u16;
        self.count -= 1;
        collector
    }
}

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
#[derive(Clone, Debug)]
pub(crate) struct Collectors {
    queues: Vec<UnitQueues>,
    /// Unit kinds in the order in which their units start instructions.
    start_order: Vec<UnitId>,
    sets: Vec<CollectorSet>,
    ports: Vec<AllocationPort>,
    /// Unit kinds in the order in which ports serve them.
    service_order: Vec<UnitId>,
    /// Rank of each unit kind in the service order.
    service_rank: Vec<u8>,
    /// Mask of unit kinds with waiting instructions, by rank.
    waiting: u32,
    /// For each sub-core, mask of the unit kinds whose waiting queue is full.
    full: [u32; SCHEDULERS],
    /// Mask of unit kinds with collected instructions.
    collected: u32,
    instructions: Slab<CollectedInstruction>,
    /// Entry in each collector.
    collectors: Vec<Entry>,
    /// Mask of free collectors.
    free: u64,
    /// Mask of collectors with all operands.
    ready: u64,
    banks: Vec<BankQueue>,
    /// Mask of banks with read requests.
    requested_banks: u64,
    banks_per_subcore: usize,
    /// One less than the banks of a sub-core, if their number is a power of two: it saves a division.
    bank_mask: Option<usize>,
    writebacks: Vec<Writebacks>,
    writebacks_per_cycle: u32,
    steps_per_cycle: u32,
    subcores: Subcores,
    next_sequence: u64,
    /// An instruction may move in the next cycle.
    pub busy: bool,
}

/// Service order of allocation ports, by the class that a unit executes. `None` is the load-store unit.
const SERVICE_ORDER: [Option<Class>; 9] = [
    Some(Class::Float),
    Some(Class::Special),
    None,
    Some(Class::Double),
    Some(Class::Integer),
    Some(Class::Control),
    Some(Class::Texture),
    Some(Class::Tensor),
    Some(Class::Conversion),
];

/// Order in which units start instructions, by the class that a unit executes.
const START_ORDER: [Class; 8] = [
    Class::Float,
    Class::Double,
    Class::Integer,
    Class::Special,
    Class::Control,
    Class::Texture,
    Class::Tensor,
    Class::Conversion,
];

/// Units in order of the first class in the list that they execute.
fn ordered<'u>(
    units: impl Iterator<Item = (UnitId, &'u Unit)>,
    order: &[Option<Class>],
) -> Vec<(usize, UnitId)> {
    let rank = |unit: &Unit| {
        let executes =
            |class: &Option<Class>| class.is_some_and(|class| unit.work.contains_key(&ClassName(class)));
        order.iter().position(executes).unwrap_or(order.len())
    };
    let mut ranked: Vec<_> = units.map(|(id, unit)| (rank(unit), id)).collect();
    ranked.sort();
    ranked
}

impl Collectors {
    pub fn new(sm: &SmDescription, operands: &Operands) -> Collectors {
        let subcores = Subcores::of(sm);
        let share = |count| subcores.share(count);
        let units_of = |count: u32| {
            (0..subcores.count() as u8).flat_map(move |subcore| vec![(0, subcore); share(count) as usize])
        };
        let unit_queues = |capacity: u32, units: u32| UnitQueues {
            waiting: VecDeque::with_capacity(capacity as usize),
            waiting_of: [0; SCHEDULERS],
            collected: Vec::with_capacity(capacity as usize),
            collected_of: [0; SCHEDULERS],
            capacity: share(capacity) as u8,
            units: units_of(units).collect(),
        };
        let load_store = UnitId(sm.units.len() as u8);
        let mut queues: Vec<UnitQueues> =
            sm.units.values().map(|unit| unit_queues(unit.queue, unit.count)).collect();
        queues.push(unit_queues(sm.load_store.queue, 0));
        let ids = || (0..).map(UnitId).zip(sm.units.values());
        let start_order = ordered(ids(), &START_ORDER.map(Some)).into_iter().map(|(_, id)| id).collect();
        let mut ranked = ordered(ids(), &SERVICE_ORDER);
        let memory = SERVICE_ORDER.iter().position(Option::is_none).unwrap_or(0);
        ranked.push((memory, load_store));
        ranked.sort();
        let service_order: Vec<UnitId> = ranked.into_iter().map(|(_, id)| id).collect();
        let mut collectors = 0;
        let mut set = |count: u32, ports: u32| {
            let per_subcore = share(count);
            let first = collectors;
            let count = per_subcore * subcores.count() as u32;
            collectors += count;
            let mask = |subcore: usize| bits(first + subcore as u32 * per_subcore, per_subcore);
            let of_subcore =
                std::array::from_fn(|subcore| if subcore < subcores.count() { mask(subcore) } else { 0 });
            // The state after each port has dispatched the first collector, as in GPGPU-Sim.
            let next = if subcores.count() > 1 { per_subcore } else { 1 };
            let dispatch_ports = vec![if next < count { next } else { 0 }; ports as usize];
            CollectorSet { first, count, per_subcore, all: bits(first, count), of_subcore, dispatch_ports }
        };
        let mut sets = vec![set(operands.collectors, operands.ports)];
        let all = (1 << service_order.len()) - 1;
        let mut ports = vec![AllocationPort { kinds: all, sets: vec![0], count: operands.ports }];
        for (rank, &id) in service_order.iter().enumerate() {
            let own = sm.units.values().nth(id.index()).map(|unit| (unit.collectors, unit.ports));
            let (count, own_ports) = own.unwrap_or((sm.load_store.collectors, sm.load_store.ports));
            if count > 0 {
                sets.push(set(count, own_ports));
                let sets = vec![sets.len() - 1, 0];
                ports.push(AllocationPort { kinds: 1 << rank, sets, count: own_ports });
            }
        }
        let mut service_rank = vec![0; service_order.len()];
        service_order.iter().zip(0..).for_each(|(id, rank)| service_rank[id.index()] = rank);
        let banks_per_subcore = share(operands.banks) as usize;
        Collectors {
            queues,
            start_order,
            sets,
            ports,
            service_order,
            service_rank,
            waiting: 0,
            full: [0; SCHEDULERS],
            collected: 0,
            instructions: Slab::default(),
            collectors: vec![Entry::default(); collectors as usize],
            free: bits(0, collectors),
            ready: 0,
            banks: vec![BankQueue::default(); banks_per_subcore * subcores.count()],
            requested_banks: 0,
            banks_per_subcore,
            bank_mask: banks_per_subcore.is_power_of_two().then_some(banks_per_subcore - 1),
            writebacks: vec![Writebacks::default(); WRITEBACK_HORIZON],
            writebacks_per_cycle: operands.results,
            steps_per_cycle: operands.reads,
            subcores,
            next_sequence: 0,
            busy: false,
        }
    }

    /// Mask of the unit kinds to which this scheduler cannot issue.
    #[inline]
    pub fn full_units(&self, scheduler: SchedulerId) -> u32 {
        self.full[self.subcores.index(scheduler) % SCHEDULERS]
    }

    /// Use of the queue in which memory instructions of a scheduler's sub-core wait for a collector.
    pub fn memory_queue(&self, scheduler: SchedulerId) -> ResourceUse {
        let subcore = self.subcores.index(scheduler) % SCHEDULERS;
        let queues = self.queues.last();
        queues.map_or(ResourceUse::default(), |queues| {
            ResourceUse::new(queues.waiting_of[subcore].into(), queues.capacity.into())
        })
    }

    /// Queues an issued instruction for a collector.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        slot: Slot,
        cursor: TapeCursor,
        (latency, interval): (u32, u32),
    ) {
        let (sequence, subcore) = (self.next_sequence, self.subcores.index(scheduler));
        self.next_sequence += 1;
        let id = self.instructions.put(CollectedInstruction { slot, scheduler, cursor });
        let queues = &mut self.queues[unit.index()];
        queues.waiting.push_back(Entry {
            id,
            unit: unit.0,
            subcore: subcore as u8,
            missing_operands: 0,
            sequence,
            latency,
            interval,
        });
        queues.waiting_of[subcore] += 1;
        self.full[subcore] |= u32::from(queues.waiting_of[subcore] >= queues.capacity) << unit.0;
        self.waiting |= 1 << self.service_rank[unit.index()];
        self.busy = true;
    }

    /// Records a writeback in `cycle`: its banks deliver no operand in the first step of that cycle.
    #[inline]
    pub fn write_back(&mut self, cycle: u64, scheduler: SchedulerId, slot: Slot, registers: &[u16]) {
        let subcore = self.subcores.index(scheduler);
        let banks =
            registers.iter().fold(0, |banks, &register| banks | 1 << self.bank(subcore, slot, register));
        self.writebacks_of(cycle).banks |= banks;
    }

    #[inline]
    fn bank(&self, subcore: usize, slot: Slot, register: u16) -> usize {
        let number = usize::from(register) + slot.index();
        let bank = match self.bank_mask {
            Some(mask) => number & mask,
            None => number % self.banks_per_subcore,
        };
        subcore * self.banks_per_subcore + bank
    }

    #[inline]
    fn writebacks_of(&mut self, cycle: u64) -> &mut Writebacks {
        let writebacks = &mut self.writebacks[cycle as usize % WRITEBACK_HORIZON];
        if writebacks.cycle != cycle {
            *writebacks = Writebacks { cycle, ..Writebacks::default() };
        }
        writebacks
    }

    /// Starts collected instructions on their units. Calls `started` with each, and the cycle in which its result can be read.
    #[inline]
    pub fn start(&mut self, now: u64, mut started: impl FnMut(CollectedInstruction, u64)) {
        // Mostly only memory instructions wait here.
        if self.collected & !(1 << (self.queues.len() - 1)) == 0 {
            return;
        }
        for at in 0..self.start_order.len() {
            let unit = self.start_order[at];
            for index in 0..self.queues[unit.index()].units.len() {
                if self.collected & (1 << unit.0) == 0 {
                    break;
                }
                let queues = &self.queues[unit.index()];
                let (free_at, subcore) = queues.units[index];
                if free_at > now {
                    continue;
                }
                let Some(position) = oldest(&queues.collected, Some(subcore)) else { continue };
                let Entry { latency, interval, .. } = queues.collected[position];
                let limit = self.writebacks_per_cycle;
                let writebacks = self.writebacks_of(now + u64::from(latency));
                if writebacks.count == limit {
                    continue;
                }
                writebacks.count += 1;
                self.queues[unit.index()].units[index].0 = now + u64::from(interval);
                started(self.remove_collected(unit, position), now + u64::from(latency) + WRITEBACK);
            }
        }
    }

    fn remove_collected(&mut self, unit: UnitId, position: usize) -> CollectedInstruction {
        let queues = &mut self.queues[unit.index()];
        let entry = queues.collected.swap_remove(position);
        queues.collected_of[usize::from(entry.subcore)] -= 1;
        if queues.collected.is_empty() {
            self.collected &= !(1 << unit.0);
        }
        self.busy = true;
        self.instructions.take(entry.id)
    }

    /// Removes and returns the oldest collected memory instruction.
    #[inline]
    pub fn take_memory(&mut self) -> Option<CollectedInstruction> {
        let unit = UnitId(self.queues.len() as u8 - 1);
        let position = oldest(&self.queues[unit.index()].collected, None)?;
        Some(self.remove_collected(unit, position))
    }

    /// Simulates a cycle of the collectors. `operands` returns the registers that an instruction reads.
    #[inline]
    pub fn collect<'o>(&mut self, now: u64, operands: impl Fn(&CollectedInstruction) -> &'o [u16]) {
        let mut moved = false;
        let mut written_banks = self.writebacks_of(now).banks;
        for _ in 0..self.steps_per_cycle {
            if self.ready != 0 {
                moved |= self.dispatch();
            }
            if self.requested_banks != 0 {
                self.read_banks(self.requested_banks & !written_banks);
                moved = true;
            }
            written_banks = 0;
            if self.waiting != 0 && self.free != 0 {
                moved |= self.allocate(&operands);
            }
        }
        self.busy = moved || self.collected & !(1 << (self.queues.len() - 1)) != 0;
    }

    /// Dispatches instructions with all operands to the collected queues that have room. Returns whether any moved.
    fn dispatch(&mut self) -> bool {
        let mut moved = false;
        for at in 0..self.sets.len() {
            for port in 0..self.sets[at].dispatch_ports.len() {
                let set = &self.sets[at];
                let ready = (self.ready & set.all) >> set.first;
                if ready == 0 {
                    break;
                }
                let (first, count, from) = (set.first, set.count, set.dispatch_ports[port]);
                // The search wraps: collectors from `from` on come first, then those before it.
                let mut later = ready >> from << from;
                let mut earlier = ready & !later;
                let mut dispatched = false;
                while later | earlier != 0 && !dispatched {
                    let round = if later != 0 { &mut later } else { &mut earlier };
                    let collector = round.trailing_zeros();
                    *round &= *round - 1;
                    let entry = self.collectors[(first + collector) as usize];
                    let queues = &mut self.queues[usize::from(entry.unit)];
                    let collected = &mut queues.collected_of[usize::from(entry.subcore)];
                    if *collected < queues.capacity {
                        *collected += 1;
                        queues.collected.push(entry);
                        self.collected |= 1 << entry.unit;
                        self.ready &= !(1 << (first + collector));
                        self.free |= 1 << (first + collector);
                        // The next search starts at the next collector or, with sub-cores, at the next sub-core.
                        let per_subcore = self.sets[at].per_subcore;
                        let subcore = u32::from(entry.subcore) + 1;
                        let next =
                            if self.subcores.count() > 1 { subcore * per_subcore } else { collector + 1 };
                        self.sets[at].dispatch_ports[port] = if next < count { next } else { 0 };
                        dispatched = true;
                    }
                }
                // If one port finds nothing to dispatch, the others do not either.
                if !dispatched {
                    break;
                }
                moved = true;
            }
        }
        moved
    }

    /// Reads one operand from each of these banks.
    #[inline]
    fn read_banks(&mut self, mut banks: u64) {
        while banks != 0 {
            let bank = banks.trailing_zeros() as usize;
            banks &= banks - 1;
            let queue = &mut self.banks[bank];
            let collector = queue.pop();
            let entry = &mut self.collectors[usize::from(collector)];
            entry.missing_operands -= 1;
            if entry.missing_operands == 0 {
                self.ready |= 1 << collector;
            }
            if queue.count == 0 {
                self.requested_banks &= !(1 << bank);
            }
        }
    }

    /// Allocates free collectors to waiting instructions. Returns whether any moved.
    #[inline]
    fn allocate<'o>(&mut self, operands: &impl Fn(&CollectedInstruction) -> &'o [u16]) -> bool {
        let mut moved = false;
        for at in 0..self.ports.len() {
            for _ in 0..self.ports[at].count {
                let mut allocated = false;
                let mut kinds = self.waiting & self.ports[at].kinds;
                while kinds != 0 {
                    let unit = self.service_order[kinds.trailing_zeros() as usize];
                    kinds &= kinds - 1;
                    allocated |= self.allocate_one(at, unit, operands);
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
    fn allocate_one<'o>(
        &mut self,
        port: usize,
        unit: UnitId,
        operands: &impl Fn(&CollectedInstruction) -> &'o [u16],
    ) -> bool {
        let Some(mut entry) = self.queues[unit.index()].waiting.front().copied() else { return false };
        let subcore = usize::from(entry.subcore);
        let free =
            |&set: &usize| Some(self.free & self.sets[set].of_subcore[subcore]).filter(|free| *free != 0);
        let Some(free) = self.ports[port].sets.iter().find_map(free) else { return false };
        let collector = free.trailing_zeros();
        let queues = &mut self.queues[unit.index()];
        queues.waiting.pop_front();
        queues.waiting_of[subcore] -= 1;
        self.full[subcore] &= !(1 << unit.0);
        if queues.waiting.is_empty() {
            self.waiting &= !(1 << self.service_rank[unit.index()]);
        }
        self.free &= !(1 << collector);
        let instruction = self.instructions.at(entry.id);
        let (registers, slot) = (operands(instruction), instruction.slot);
        for &register in registers {
            let bank = self.bank(subcore, slot, register);
            self.banks[bank].push(collector as u8);
            self.requested_banks |= 1 << bank;
        }
        if registers.is_empty() {
            self.ready |= 1 << collector;
        }
        entry.missing_operands = registers.len() as u8;
        self.collectors[collector as usize] = entry;
        true
    }
}

/// Position of the oldest collected instruction, of a sub-core or of all.
#[inline]
fn oldest(collected: &[Entry], subcore: Option<u8>) -> Option<usize> {
    let matches = |entry: &Entry| subcore.is_none_or(|subcore| entry.subcore == subcore);
    let candidates = collected.iter().enumerate().filter(|(_, entry)| matches(entry));
    candidates.min_by_key(|(_, entry)| entry.sequence).map(|(position, _)| position)
}
