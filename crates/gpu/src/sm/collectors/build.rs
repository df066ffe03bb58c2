//! The tables of the operand collectors of a machine.

use super::operand_reads::OperandReads;
use super::{
    AllocationPort, COLLECTORS, CollectedQueue, Collector, CollectorSet, Collectors, NONE, StartingUnit,
    UnitKind, WRITEBACK_HORIZON, Writebacks,
};
use crate::decoded::{UNITS, UnitId};
use crate::ids::{NEVER, SCHEDULERS, SchedulerId};
use crate::machine::{ClassName, Operands, SmDescription, Unit};
use crate::sm::subcore::Subcores;
use warploom_kernel::class::Class;

/// Mask of `count` bits from bit `first` on.
fn bits(first: u32, count: u32) -> u64 {
    (((1_u128 << count) - 1) << first) as u64
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

/// Unit kinds in the order in which their units start instructions, and in the order in which ports serve them.
fn unit_orders(sm: &SmDescription, memory: UnitId) -> (Vec<UnitId>, Vec<UnitId>) {
    let ids = || (0..).map(UnitId).zip(sm.units.values());
    let start_order = ordered(ids(), &START_ORDER.map(Some)).into_iter().map(|(_, id)| id).collect();
    let mut ranked = ordered(ids(), &SERVICE_ORDER);
    let rank = SERVICE_ORDER.iter().position(Option::is_none).unwrap_or(0);
    ranked.push((rank, memory));
    ranked.sort();
    (start_order, ranked.into_iter().map(|(_, id)| id).collect())
}

/// Queues of each unit kind, and the units of all kinds.
fn unit_kinds(
    sm: &SmDescription,
    subcores: Subcores,
    (start_order, service_order): (&[UnitId], &[UnitId]),
) -> ([UnitKind; UNITS], Vec<StartingUnit>) {
    let bit = |order: &[UnitId], id| order.iter().position(|&other| other == id).map_or(0, |rank| 1 << rank);
    let none = UnitKind {
        waiting: (NONE, NONE),
        waiting_of: [0; SCHEDULERS],
        capacity: 0,
        collected_of: 0,
        service_bit: 0,
        start_bit: 0,
        units: (0, 0),
    };
    let mut kinds = [none; UNITS];
    let mut units = Vec::new();
    let arithmetic = sm.units.values().map(|unit| (unit.queue, unit.count));
    for (id, (capacity, count)) in (0..).map(UnitId).zip(arithmetic.chain([(sm.load_store.queue, 0)])) {
        let first = units.len() as u16;
        for subcore in 0..subcores.count() as u8 {
            units.extend((0..subcores.share(count)).map(|_| StartingUnit { free_at: 0, subcore }));
        }
        kinds[id.index()] = UnitKind {
            capacity: subcores.share(capacity) as u8,
            service_bit: bit(service_order, id),
            start_bit: bit(start_order, id),
            units: (first, units.len() as u16 - first),
            ..none
        };
    }
    (kinds, units)
}

/// Sets of collectors and the ports that allocate them: the set that all unit kinds share, then those of single kinds.
fn collector_sets(
    sm: &SmDescription,
    operands: &Operands,
    subcores: Subcores,
    service_order: &[UnitId],
) -> (Vec<CollectorSet>, Vec<AllocationPort>) {
    let mut collectors = 0;
    let mut set = |count: u32, ports: u32| {
        let per_subcore = subcores.share(count);
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
    let port = |kinds: u32, sets: [&CollectorSet; 2], count: u32| AllocationPort {
        kinds,
        count,
        collectors: sets[0].all | sets[1].all,
        of_subcore: std::array::from_fn(|subcore| sets.map(|set| set.of_subcore[subcore])),
    };
    let mut sets = vec![set(operands.collectors, operands.ports)];
    let all = (1 << service_order.len()) - 1;
    let mut ports = vec![port(all, [&sets[0], &sets[0]], operands.ports)];
    for (rank, &id) in service_order.iter().enumerate() {
        let own = sm.units.values().nth(id.index()).map(|unit| (unit.collectors, unit.ports));
        let (count, own_ports) = own.unwrap_or((sm.load_store.collectors, sm.load_store.ports));
        if count > 0 {
            let own = set(count, own_ports);
            ports.push(port(1 << rank, [&own, &sets[0]], own_ports));
            sets.push(own);
        }
    }
    (sets, ports)
}

impl Collectors {
    pub fn new(sm: &SmDescription, operands: &Operands) -> Box<Collectors> {
        let subcores = Subcores::of(sm);
        let memory = UnitId(sm.units.len() as u8);
        let (start_order, service_order) = unit_orders(sm, memory);
        let (kinds, units) = unit_kinds(sm, subcores, (&start_order, &service_order));
        let (sets, ports) = collector_sets(sm, operands, subcores, &service_order);
        let queue = |index: usize| CollectedQueue {
            ready: 0,
            first: NONE,
            count: 0,
            capacity: kinds[index / SCHEDULERS].capacity,
        };
        let banks_per_subcore = operands.banks_per_subcore(sm);
        let table = |order: &[UnitId]| std::array::from_fn(|rank| *order.get(rank).unwrap_or(&memory));
        Box::new(Collectors {
            next: NEVER,
            free: sets.iter().fold(0, |all, set| all | set.all),
            dispatchable: 0,
            waiting: 0,
            to_start: 0,
            full: [0; SCHEDULERS],
            kinds,
            collected: std::array::from_fn(queue),
            collectors: [Collector::default(); COLLECTORS],
            reads: OperandReads::new(),
            entries: Vec::new(),
            free_entry: NONE,
            next_sequence: 0,
            start_order: table(&start_order),
            service_order: table(&service_order),
            units,
            set_of: std::array::from_fn(|collector| {
                sets.iter().position(|set| set.all >> collector & 1 == 1).unwrap_or(0) as u8
            }),
            sets,
            ports,
            banks_per_subcore,
            bank_mask: bits(0, banks_per_subcore),
            first_banks: std::array::from_fn(|slot| {
                let subcore = subcores.index(SchedulerId((slot as u32 % sm.schedulers) as u8)) as u32;
                let first = slot as u32 % banks_per_subcore;
                (first as u8, (subcore * banks_per_subcore) as u8)
            }),
            writebacks: vec![Writebacks::default(); WRITEBACK_HORIZON],
            writebacks_per_cycle: operands.results,
            steps_per_cycle: operands.reads,
            subcores,
            memory,
        })
    }
}
