//! Collecting of operands, as in GPGPU-Sim: where instructions are between their issue and their unit.
//!
//! An instruction waits for a collector among those *before* (one row for each kind of unit), is in a collector until the banks
//! of the register file have delivered its operands, and then waits *after* it for its unit. A cycle has as many steps as a bank
//! delivers operands; in each step collectors let go, banks deliver, and collectors are given. In which order is what decides
//! who gets ahead of whom when there are many, so it is that of GPGPU-Sim, with what is peculiar to it:
//!
//! - Of the instructions before, only the oldest of a kind can get a collector, though collectors of another scheduler may be free.
//! - The collectors of a scheduler let go in order of their number rather than of their instructions' age: one may wait long.
//! - A result takes a bank from operands for a step, and only so many results can come in a cycle: a unit does not start what
//!   would come in a cycle that is full.
//!
//! With nothing in its way, an instruction that is issued in cycle t gets a collector at t + 1 and, with one step a cycle, its
//! operands at t + 2, leaves at t + 3 (a cycle less without operands), starts at t + 4, and its result can be used `latency` + 2
//! cycles after that.

use super::parts::Parts;
use super::state::Place;
use crate::decoded::{MOST_OPERANDS, UnitId};
use crate::ids::{SCHEDULERS, SchedulerId, Slot};
use crate::latencies::WRITEBACK;
use crate::machine::{ClassName, Operands, SmDescription, Unit};
use crate::slab::Slab;
use std::collections::VecDeque;
use warploom_kernel::class::Class;

/// An instruction on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub slot: Slot,
    pub scheduler: SchedulerId,
    /// Where its warp was.
    pub place: Place,
}

/// What a collector holds.
#[derive(Clone, Copy, Default, Debug)]
struct Held {
    id: u32,
    unit: u8,
    part: u8,
    /// Operands still to be read.
    left: u8,
    number: u64,
    /// Cycles from its start to its result, and to the next start.
    latency: u32,
    interval: u32,
}

/// Instructions of a kind.
#[derive(Clone, Debug)]
struct Kind {
    /// Those that wait for a collector, in order of issue, and how many of them each part has.
    before: VecDeque<Held>,
    before_of: [u8; SCHEDULERS],
    /// Those that wait for their unit, and how many of them each part has.
    after: Vec<Held>,
    after_of: [u8; SCHEDULERS],
    /// Room for those of a part, before and after.
    room: u8,
    /// When each unit can start, and whose it is.
    units: Vec<(u64, u8)>,
}

/// Collectors for the same kinds.
#[derive(Clone, Debug)]
struct Set {
    first: u32,
    count: u32,
    per_part: u32,
    /// All of them, and those of each part.
    all: u64,
    of_part: [u64; SCHEDULERS],
    /// What lets them go, each with the collector it looks at first.
    doors: Vec<u32>,
}

fn bits(first: u32, count: u32) -> u64 {
    (((1_u128 << count) - 1) << first) as u64
}

/// What gives collectors of some sets to instructions of some kinds: one of each kind in a step.
#[derive(Clone, Debug)]
struct Port {
    /// By place in the order of service.
    kinds: u32,
    sets: Vec<usize>,
    /// How many there are alike, one after the other.
    count: u32,
}

/// Collectors that wait for a bank, in order.
#[derive(Clone, Debug)]
struct Queue {
    ring: [u8; WAITING],
    head: u16,
    count: u16,
}

/// A bank has at most the operands of 64 collectors to deliver, and no instruction has more than [`MOST_OPERANDS`].
const WAITING: usize = 64 * MOST_OPERANDS;

impl Default for Queue {
    fn default() -> Queue {
        Queue { ring: [0; WAITING], head: 0, count: 0 }
    }
}

impl Queue {
    #[inline]
    fn push(&mut self, collector: u8) {
        self.ring[usize::from(self.head + self.count) % WAITING] = collector;
        self.count += 1;
    }

    #[inline]
    fn pop(&mut self) -> u8 {
        let collector = self.ring[usize::from(self.head)];
        self.head = (self.head + 1) % WAITING as u16;
        self.count -= 1;
        collector
    }
}

/// How many results come in a cycle, and to which banks.
#[derive(Clone, Copy, Default, Debug)]
struct Results {
    cycle: u64,
    count: u32,
    banks: u64,
}

/// Cycles ahead that results are kept for: more than any latency.
const AHEAD: usize = 2048;

#[derive(Clone, Debug)]
pub(crate) struct Collectors {
    kinds: Vec<Kind>,
    /// Kinds in the order in which their units start.
    starts: Vec<UnitId>,
    sets: Vec<Set>,
    ports: Vec<Port>,
    /// Kinds in the order in which ports serve them, and the places in it of those that have an instruction before collectors.
    served: Vec<UnitId>,
    served_at: Vec<u8>,
    before: u32,
    /// Kinds that have no room before collectors, by part and unit.
    full: [u32; SCHEDULERS],
    /// Kinds that have one after collectors, by unit.
    after: u32,
    passing: Slab<Passing>,
    /// By collector, the instruction in it.
    holds: Vec<Held>,
    /// Collectors that are free, and those that have all operands.
    free: u64,
    ready: u64,
    /// By bank, the collectors it has to deliver to.
    banks: Vec<Queue>,
    /// Banks that have to deliver.
    wanted: u64,
    banks_per_part: usize,
    /// One less than the banks of a part, if these are a power of two: divisions are slow.
    bank_mask: Option<usize>,
    results: Vec<Results>,
    most_results: u32,
    steps: u32,
    parts: Parts,
    next_number: u64,
    /// Whether something may move in the next cycle.
    pub busy: bool,
}

/// The order in which ports take instructions: by the work of their units. Memory is the load-store unit's.
const PORTS: [Option<Class>; 9] = [
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

/// The order in which units start.
const STARTS: [Class; 8] = [
    Class::Float,
    Class::Double,
    Class::Integer,
    Class::Special,
    Class::Control,
    Class::Texture,
    Class::Tensor,
    Class::Conversion,
];

/// Units in order of the first class in the list that they do.
fn ordered<'u>(
    units: impl Iterator<Item = (UnitId, &'u Unit)>,
    order: &[Option<Class>],
) -> Vec<(usize, UnitId)> {
    let rank = |unit: &Unit| {
        let does =
            |class: &Option<Class>| class.is_some_and(|class| unit.work.contains_key(&ClassName(class)));
        order.iter().position(does).unwrap_or(order.len())
    };
    let mut ranked: Vec<_> = units.map(|(id, unit)| (rank(unit), id)).collect();
    ranked.sort();
    ranked
}

impl Collectors {
    pub fn new(sm: &SmDescription, operands: &Operands) -> Collectors {
        let parts = Parts::of(sm);
        let share = |count| parts.share(count);
        let kind = |queue: u32, units: u32| Kind {
            before: VecDeque::with_capacity(queue as usize),
            before_of: [0; SCHEDULERS],
            after: Vec::with_capacity(queue as usize),
            after_of: [0; SCHEDULERS],
            room: share(queue) as u8,
            units: (0..parts.count() as u8).flat_map(|part| vec![(0, part); share(units) as usize]).collect(),
        };
        let load_store = UnitId(sm.units.len() as u8);
        let mut kinds: Vec<Kind> = sm.units.values().map(|unit| kind(unit.queue, unit.count)).collect();
        kinds.push(kind(sm.load_store.queue, 0));
        let ids = || (0..).map(UnitId).zip(sm.units.values());
        let starts = ordered(ids(), &STARTS.map(Some)).into_iter().map(|(_, id)| id).collect();
        let mut served = ordered(ids(), &PORTS);
        let memory = PORTS.iter().position(Option::is_none).unwrap_or(0);
        served.push((memory, load_store));
        served.sort();
        let served: Vec<UnitId> = served.into_iter().map(|(_, id)| id).collect();
        let mut collectors = 0;
        let mut set = |count: u32, ports: u32| {
            let per_part = share(count);
            let first = collectors;
            let count = per_part * parts.count() as u32;
            collectors += count;
            let of_part = |part: usize| bits(first + part as u32 * per_part, per_part);
            let of_part = std::array::from_fn(|part| if part < parts.count() { of_part(part) } else { 0 });
            // As if each had let the first go.
            let next = if parts.count() > 1 { per_part } else { 1 };
            let doors = vec![if next < count { next } else { 0 }; ports as usize];
            Set { first, count, per_part, all: bits(first, count), of_part, doors }
        };
        let mut sets = vec![set(operands.collectors, operands.ports)];
        let all = (1 << served.len()) - 1;
        let mut ports = vec![Port { kinds: all, sets: vec![0], count: operands.ports }];
        for (at, &id) in served.iter().enumerate() {
            let own = sm.units.values().nth(id.index()).map(|unit| (unit.collectors, unit.ports));
            let (count, own_ports) = own.unwrap_or((sm.load_store.collectors, sm.load_store.ports));
            if count > 0 {
                sets.push(set(count, own_ports));
                ports.push(Port { kinds: 1 << at, sets: vec![sets.len() - 1, 0], count: own_ports });
            }
        }
        let mut served_at = vec![0; served.len()];
        served.iter().zip(0..).for_each(|(id, at)| served_at[id.index()] = at);
        let banks_per_part = share(operands.banks) as usize;
        Collectors {
            kinds,
            starts,
            sets,
            ports,
            served,
            served_at,
            before: 0,
            full: [0; SCHEDULERS],
            after: 0,
            passing: Slab::default(),
            holds: vec![Held::default(); collectors as usize],
            free: bits(0, collectors),
            ready: 0,
            banks: vec![Queue::default(); banks_per_part * parts.count()],
            wanted: 0,
            banks_per_part,
            bank_mask: banks_per_part.is_power_of_two().then_some(banks_per_part - 1),
            results: vec![Results::default(); AHEAD],
            most_results: operands.results,
            steps: operands.reads,
            parts,
            next_number: 0,
            busy: false,
        }
    }

    /// The units, by number, to which no instruction of this scheduler can be issued.
    #[inline]
    pub fn full(&self, scheduler: SchedulerId) -> u32 {
        self.full[self.parts.index(scheduler) % SCHEDULERS]
    }

    /// Takes an instruction that is issued.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        slot: Slot,
        place: Place,
        (latency, interval): (u32, u32),
    ) {
        let (number, part) = (self.next_number, self.parts.index(scheduler));
        self.next_number += 1;
        let id = self.passing.put(Passing { slot, scheduler, place });
        let kind = &mut self.kinds[unit.index()];
        let held = Held { id, unit: unit.0, part: part as u8, left: 0, number, latency, interval };
        kind.before.push_back(held);
        kind.before_of[part] += 1;
        self.full[part] |= u32::from(kind.before_of[part] >= kind.room) << unit.0;
        self.before |= 1 << self.served_at[unit.index()];
        self.busy = true;
    }

    /// A result is written in this cycle: banks deliver nothing in its first step.
    #[inline]
    pub fn write(&mut self, cycle: u64, scheduler: SchedulerId, slot: Slot, registers: &[u16]) {
        let part = self.parts.index(scheduler);
        let banks = registers.iter().fold(0, |banks, &register| banks | 1 << self.bank(part, slot, register));
        let results = self.results_of(cycle);
        results.banks |= banks;
    }

    #[inline]
    fn bank(&self, part: usize, slot: Slot, register: u16) -> usize {
        let number = usize::from(register) + slot.index();
        let bank = match self.bank_mask {
            Some(mask) => number & mask,
            None => number % self.banks_per_part,
        };
        part * self.banks_per_part + bank
    }

    #[inline]
    fn results_of(&mut self, cycle: u64) -> &mut Results {
        let results = &mut self.results[cycle as usize % AHEAD];
        if results.cycle != cycle {
            *results = Results { cycle, ..Results::default() };
        }
        results
    }

    /// Units start on instructions. Says which, and from when on their results can be used.
    #[inline]
    pub fn start(&mut self, now: u64, mut started: impl FnMut(Passing, u64)) {
        // Mostly only the load-store unit's wait.
        if self.after & !(1 << (self.kinds.len() - 1)) == 0 {
            return;
        }
        for at in 0..self.starts.len() {
            let unit = self.starts[at];
            for number in 0..self.kinds[unit.index()].units.len() {
                if self.after & (1 << unit.0) == 0 {
                    break;
                }
                let kind = &self.kinds[unit.index()];
                let (free, part) = kind.units[number];
                if free > now {
                    continue;
                }
                let Some(found) = oldest(&kind.after, Some(part)) else { continue };
                let Held { latency, interval, .. } = kind.after[found];
                let most = self.most_results;
                let results = self.results_of(now + u64::from(latency));
                if results.count == most {
                    continue;
                }
                results.count += 1;
                self.kinds[unit.index()].units[number].0 = now + u64::from(interval);
                started(self.leave(unit, found), now + u64::from(latency) + WRITEBACK);
            }
        }
    }

    fn leave(&mut self, unit: UnitId, found: usize) -> Passing {
        let kind = &mut self.kinds[unit.index()];
        let held = kind.after.swap_remove(found);
        kind.after_of[usize::from(held.part)] -= 1;
        if kind.after.is_empty() {
            self.after &= !(1 << unit.0);
        }
        self.busy = true;
        self.passing.take(held.id)
    }

    /// The oldest instruction that waits for the load-store unit, which takes it.
    #[inline]
    pub fn take(&mut self) -> Option<Passing> {
        let unit = UnitId(self.kinds.len() as u8 - 1);
        let found = oldest(&self.kinds[unit.index()].after, None)?;
        Some(self.leave(unit, found))
    }

    /// Collectors let go, banks deliver, collectors are given; `operands` says which registers an instruction reads.
    #[inline]
    pub fn collect<'o>(&mut self, now: u64, operands: impl Fn(&Passing) -> &'o [u16]) {
        let mut moved = false;
        let mut written = self.results_of(now).banks;
        for _ in 0..self.steps {
            if self.ready != 0 {
                moved |= self.let_go();
            }
            if self.wanted != 0 {
                self.deliver(self.wanted & !written);
                moved = true;
            }
            written = 0;
            if self.before != 0 && self.free != 0 {
                moved |= self.give(&operands);
            }
        }
        self.busy = moved || self.after & !(1 << (self.kinds.len() - 1)) != 0;
    }

    /// Collectors that have all operands let go, where there is room after them.
    fn let_go(&mut self) -> bool {
        let mut moved = false;
        for at in 0..self.sets.len() {
            for door in 0..self.sets[at].doors.len() {
                let set = &self.sets[at];
                let ready = (self.ready & set.all) >> set.first;
                if ready == 0 {
                    break;
                }
                let (first, count, from) = (set.first, set.count, set.doors[door]);
                // First those from there on, then those before.
                let mut later = ready >> from << from;
                let mut earlier = ready & !later;
                let mut found = false;
                while later | earlier != 0 && !found {
                    let round = if later != 0 { &mut later } else { &mut earlier };
                    let collector = round.trailing_zeros();
                    *round &= *round - 1;
                    let held = self.holds[(first + collector) as usize];
                    let kind = &mut self.kinds[usize::from(held.unit)];
                    let after = &mut kind.after_of[usize::from(held.part)];
                    if *after < kind.room {
                        *after += 1;
                        kind.after.push(held);
                        self.after |= 1 << held.unit;
                        self.ready &= !(1 << (first + collector));
                        self.free |= 1 << (first + collector);
                        // The next, or, where schedulers have their own, the first of the next scheduler.
                        let per_part = self.sets[at].per_part;
                        let part = u32::from(held.part) + 1;
                        let next = if self.parts.count() > 1 { part * per_part } else { collector + 1 };
                        self.sets[at].doors[door] = if next < count { next } else { 0 };
                        found = true;
                    }
                }
                // Where one finds none that can go, nor do the others.
                if !found {
                    break;
                }
                moved = true;
            }
        }
        moved
    }

    /// These banks deliver an operand each.
    #[inline]
    fn deliver(&mut self, mut banks: u64) {
        while banks != 0 {
            let bank = banks.trailing_zeros() as usize;
            banks &= banks - 1;
            let queue = &mut self.banks[bank];
            let collector = queue.pop();
            let held = &mut self.holds[usize::from(collector)];
            held.left -= 1;
            if held.left == 0 {
                self.ready |= 1 << collector;
            }
            if queue.count == 0 {
                self.wanted &= !(1 << bank);
            }
        }
    }

    /// Free collectors are given.
    #[inline]
    fn give<'o>(&mut self, operands: &impl Fn(&Passing) -> &'o [u16]) -> bool {
        let mut moved = false;
        for at in 0..self.ports.len() {
            for _ in 0..self.ports[at].count {
                let mut given = false;
                let mut kinds = self.before & self.ports[at].kinds;
                while kinds != 0 {
                    let unit = self.served[kinds.trailing_zeros() as usize];
                    kinds &= kinds - 1;
                    given |= self.give_one(at, unit, operands);
                }
                // What one port could not do, one like it cannot.
                if !given {
                    break;
                }
                moved = true;
            }
        }
        moved
    }

    /// A port gives a collector to the oldest instruction of a kind.
    #[inline]
    fn give_one<'o>(&mut self, port: usize, unit: UnitId, operands: &impl Fn(&Passing) -> &'o [u16]) -> bool {
        let Some(mut held) = self.kinds[unit.index()].before.front().copied() else { return false };
        let part = usize::from(held.part);
        let free = |&set: &usize| Some(self.free & self.sets[set].of_part[part]).filter(|free| *free != 0);
        let Some(free) = self.ports[port].sets.iter().find_map(free) else { return false };
        let collector = free.trailing_zeros();
        let kind = &mut self.kinds[unit.index()];
        kind.before.pop_front();
        kind.before_of[part] -= 1;
        self.full[part] &= !(1 << unit.0);
        if kind.before.is_empty() {
            self.before &= !(1 << self.served_at[unit.index()]);
        }
        self.free &= !(1 << collector);
        let passing = self.passing.at(held.id);
        let (registers, slot) = (operands(passing), passing.slot);
        for &register in registers {
            let bank = self.bank(part, slot, register);
            self.banks[bank].push(collector as u8);
            self.wanted |= 1 << bank;
        }
        if registers.is_empty() {
            self.ready |= 1 << collector;
        }
        held.left = registers.len() as u8;
        self.holds[collector as usize] = held;
        true
    }
}

/// The oldest of those that wait, of a part or of all.
#[inline]
fn oldest(after: &[Held], part: Option<u8>) -> Option<usize> {
    let of_part = |held: &Held| part.is_none_or(|part| held.part == part);
    let there = after.iter().enumerate().filter(|(_, held)| of_part(held));
    there.min_by_key(|(_, held)| held.number).map(|(at, _)| at)
}
