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
use crate::ids::{SchedulerId, Slot};
use crate::machine::{ClassName, Operands, SmDescription, Unit};
use crate::seats::Seats;
use crate::timed::UnitId;
use std::collections::VecDeque;
use warploom_kernel::class::Class;

/// An instruction on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing {
    pub slot: Slot,
    pub scheduler: SchedulerId,
    /// Where its warp was.
    pub place: Place,
    /// Cycles from its start to its result, and to the next start.
    pub latency: u32,
    pub interval: u32,
    unit: UnitId,
    /// Operands still to be read.
    left: u8,
    number: u64,
}

/// Instructions of a kind.
#[derive(Clone, Debug)]
struct Kind {
    /// Those that wait for a collector, in order of issue, and how many of them each part has.
    before: VecDeque<u32>,
    before_of: Vec<u32>,
    /// Those that wait for their unit, and how many of them each part has.
    after: Vec<u32>,
    after_of: Vec<u32>,
    /// Room for those of a part, before and after.
    room: u32,
    /// When each unit can start; those of a part are beside each other.
    units: Vec<u64>,
    units_per_part: usize,
}

/// Collectors for the same kinds.
#[derive(Clone, Debug)]
struct Set {
    first: u32,
    count: u32,
    per_part: u32,
    /// What lets them go, each with the collector it let go last.
    doors: Vec<u32>,
}

impl Set {
    fn mask(&self) -> u64 {
        bits(self.first, self.count)
    }

    fn of_part(&self, part: usize) -> u64 {
        bits(self.first + part as u32 * self.per_part, self.per_part)
    }
}

fn bits(first: u32, count: u32) -> u64 {
    (((1_u128 << count) - 1) << first) as u64
}

/// What gives collectors of some sets to instructions of some kinds: one of each kind in a step.
#[derive(Clone, Debug)]
struct Port {
    kinds: Vec<UnitId>,
    sets: Vec<usize>,
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
    passing: Seats<Passing>,
    /// By collector, the instruction in it.
    holds: Vec<u32>,
    /// Collectors that are free, and those that have all operands.
    free: u64,
    ready: u64,
    /// By bank, the collectors it has to deliver to.
    banks: Vec<VecDeque<u8>>,
    /// Banks that have to deliver.
    wanted: u64,
    banks_per_part: usize,
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
            before_of: vec![0; parts.count()],
            after: Vec::with_capacity(queue as usize),
            after_of: vec![0; parts.count()],
            room: share(queue),
            units: vec![0; share(units) as usize * parts.count()],
            units_per_part: share(units) as usize,
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
            Set { first, count, per_part, doors: vec![0; ports as usize] }
        };
        let mut sets = vec![set(operands.collectors, operands.ports)];
        let for_all = Port { kinds: served.clone(), sets: vec![0] };
        let mut ports = vec![for_all; operands.ports as usize];
        for &id in &served {
            let own = sm.units.values().nth(id.index()).map(|unit| (unit.collectors, unit.ports));
            let (count, own_ports) = own.unwrap_or((sm.load_store.collectors, sm.load_store.ports));
            if count > 0 {
                sets.push(set(count, own_ports));
                let port = Port { kinds: vec![id], sets: vec![sets.len() - 1, 0] };
                ports.extend(std::iter::repeat_n(port, own_ports as usize));
            }
        }
        let banks_per_part = share(operands.banks) as usize;
        Collectors {
            kinds,
            starts,
            sets,
            ports,
            passing: Seats::default(),
            holds: vec![0; collectors as usize],
            free: bits(0, collectors),
            ready: 0,
            banks: vec![VecDeque::with_capacity(16); banks_per_part * parts.count()],
            wanted: 0,
            banks_per_part,
            results: vec![Results::default(); AHEAD],
            most_results: operands.results,
            steps: operands.reads,
            parts,
            next_number: 0,
            busy: false,
        }
    }

    /// Whether an instruction of this scheduler can be issued to the unit.
    #[inline]
    pub fn has_room(&self, unit: UnitId, scheduler: SchedulerId) -> bool {
        let kind = &self.kinds[unit.index()];
        kind.before_of[self.parts.index(scheduler)] < kind.room
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
        let number = self.next_number;
        self.next_number += 1;
        let passing = Passing { slot, scheduler, place, latency, interval, unit, left: 0, number };
        let id = self.passing.put(passing);
        let kind = &mut self.kinds[unit.index()];
        kind.before.push_back(id);
        kind.before_of[self.parts.index(scheduler)] += 1;
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
        part * self.banks_per_part + (usize::from(register) + slot.index()) % self.banks_per_part
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
        for at in 0..self.starts.len() {
            let unit = self.starts[at];
            if self.kinds[unit.index()].after.is_empty() {
                continue;
            }
            for number in 0..self.kinds[unit.index()].units.len() {
                let kind = &self.kinds[unit.index()];
                if kind.units[number] > now {
                    continue;
                }
                let Some(found) = self.oldest(kind, Some(number / kind.units_per_part)) else { continue };
                let id = kind.after[found];
                let passing = *self.passing.get(id);
                let most = self.most_results;
                let results = self.results_of(now + u64::from(passing.latency));
                if results.count == most {
                    continue;
                }
                results.count += 1;
                self.leave(unit, found);
                let kind = &mut self.kinds[unit.index()];
                kind.units[number] = now + u64::from(passing.interval);
                started(passing, now + u64::from(passing.latency) + 2);
            }
        }
    }

    /// The oldest instruction after collectors, of a part or of all.
    #[inline]
    fn oldest(&self, kind: &Kind, part: Option<usize>) -> Option<usize> {
        let mut oldest = None;
        let mut least = u64::MAX;
        for (at, &id) in kind.after.iter().enumerate() {
            let passing = self.passing.at(id);
            let there = part.is_none_or(|part| self.parts.index(passing.scheduler) == part);
            if there && passing.number < least {
                (oldest, least) = (Some(at), passing.number);
            }
        }
        oldest
    }

    fn leave(&mut self, unit: UnitId, found: usize) -> Passing {
        let kind = &mut self.kinds[unit.index()];
        let passing = self.passing.take(kind.after.remove(found));
        kind.after_of[self.parts.index(passing.scheduler)] -= 1;
        self.busy = true;
        passing
    }

    /// The oldest instruction that waits for the load-store unit, which takes it.
    pub fn take(&mut self) -> Option<Passing> {
        let unit = UnitId(self.kinds.len() as u8 - 1);
        let found = self.oldest(&self.kinds[unit.index()], None)?;
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
            let deliver = self.wanted & !written;
            moved |= self.wanted != 0;
            written = 0;
            self.deliver(deliver);
            moved |= self.give(&operands);
        }
        let waits = |kind: &Kind| !kind.after.is_empty();
        let (_, computing) = self.kinds.split_last().unwrap_or((&self.kinds[0], &[]));
        self.busy = moved || computing.iter().any(waits);
    }

    /// Collectors that have all operands let go, where there is room after them.
    fn let_go(&mut self) -> bool {
        let mut moved = false;
        for at in 0..self.sets.len() {
            for door in 0..self.sets[at].doors.len() {
                let set = &self.sets[at];
                let ready = (self.ready & set.mask()) >> set.first;
                if ready == 0 {
                    break;
                }
                let last = set.doors[door];
                // The next collector, or, where schedulers have their own, the first of the next scheduler.
                let step = if self.parts.count() > 1 { set.per_part - last % set.per_part } else { 1 };
                let from = (last + step) % set.count;
                let (first, count) = (set.first, set.count);
                let mut round = (ready >> from) | (ready << (count - from) & bits(0, count));
                while round != 0 {
                    let collector = (from + round.trailing_zeros()) % count;
                    round &= round - 1;
                    let id = self.holds[(first + collector) as usize];
                    let passing = *self.passing.get(id);
                    let part = self.parts.index(passing.scheduler);
                    let kind = &mut self.kinds[passing.unit.index()];
                    if kind.after_of[part] < kind.room {
                        kind.after_of[part] += 1;
                        kind.after.push(id);
                        self.ready &= !(1 << (first + collector));
                        self.free |= 1 << (first + collector);
                        self.sets[at].doors[door] = collector;
                        moved = true;
                        break;
                    }
                }
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
            if let Some(collector) = queue.pop_front() {
                let passing = self.passing.get(self.holds[usize::from(collector)]);
                passing.left -= 1;
                if passing.left == 0 {
                    self.ready |= 1 << collector;
                }
            }
            if queue.is_empty() {
                self.wanted &= !(1 << bank);
            }
        }
    }

    /// Free collectors are given.
    #[inline]
    fn give<'o>(&mut self, operands: &impl Fn(&Passing) -> &'o [u16]) -> bool {
        let mut moved = false;
        for at in 0..self.ports.len() {
            if self.free == 0 {
                break;
            }
            let mut given = false;
            for which in 0..self.ports[at].kinds.len() {
                let unit = self.ports[at].kinds[which];
                let Some(&id) = self.kinds[unit.index()].before.front() else { continue };
                let passing = *self.passing.get(id);
                let part = self.parts.index(passing.scheduler);
                let free =
                    |&set: &usize| Some(self.free & self.sets[set].of_part(part)).filter(|free| *free != 0);
                let Some(free) = self.ports[at].sets.iter().find_map(free) else { continue };
                let collector = free.trailing_zeros();
                let kind = &mut self.kinds[unit.index()];
                kind.before.pop_front();
                kind.before_of[part] -= 1;
                self.free &= !(1 << collector);
                self.holds[collector as usize] = id;
                let registers = operands(&passing);
                for &register in registers {
                    let bank = self.bank(part, passing.slot, register);
                    self.banks[bank].push_back(collector as u8);
                    self.wanted |= 1 << bank;
                }
                self.passing.get(id).left = registers.len() as u8;
                if registers.is_empty() {
                    self.ready |= 1 << collector;
                }
                given = true;
            }
            moved |= given;
        }
        moved
    }
}
