//! Latencies without contention, exact to the cycle and derived from the machine description alone.

use super::common::*;
use warploom_gpu::machine::{ClassName, Machine};
use warploom_gpu::policy::WarpEvent;
use warploom_gpu::simulation::Options;
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Instruction};
use warploom_kernel::program::Space;

/// When each instruction of a warp alone issued, and the cycles from each to the next.
pub fn chain(machine: &Machine, instruction: Instruction, warp: Warp) -> (Vec<u64>, Vec<u64>) {
    let issued = alone(machine, vec![instruction], warp);
    let took = issued.windows(2).map(|pair| pair[1] - pair[0]).collect();
    (issued, took)
}

/// One lane that goes where the value it loaded says: the cycles from each of its loads to the next.
pub fn chase(machine: &Machine, addresses: &[u64]) -> (Vec<u64>, Vec<u64>) {
    chain(machine, load(2, 2), one_lane(addresses))
}

/// Accesses of one lane, one after the other.
pub fn one_lane(addresses: &[u64]) -> Warp {
    addresses.iter().fold(Warp::default(), |w, &a| w.access_by(ONE, 0, At::Affine(a, 0)))
}

fn l1_latency(machine: &Machine) -> u64 {
    to_unit(machine) + u64::from(machine.sm().l1.as_ref().unwrap().latency)
}

/// What a miss brings: one sector, or as many as the line has.
fn sectors(machine: &Machine) -> u64 {
    let cache = &machine.sm().l1.as_ref().unwrap().cache;
    if cache.sectored { 1 } else { u64::from(cache.line_bytes / 32) }
}

/// Cycles from the cycle in which a result of memory can enter the result port to the issue of a dependent instruction.
const RESULT_PORT: u64 = 1;

/// The L1 is looked up, sends in the next cycle, is filled by a sector a cycle, and its result enters the result port in the cycle
/// after the last.
fn l2_latency(machine: &Machine) -> u64 {
    let network = 2 * u64::from(machine.network.latency);
    l1_latency(machine) + 1 + network + u64::from(machine.l2.latency) + sectors(machine) + RESULT_PORT
}

#[test]
fn a_pointer_chase_in_the_l1_takes_its_latency() {
    for machine in both().map(bare) {
        for more in [0, 1] {
            let mut machine = machine.clone();
            machine.sm_mut().l1.as_mut().unwrap().latency += more;
            let (_, took) = chase(&machine, &[0x1000; 10]);
            let expected = l1_latency(&machine);
            assert_eq!(took[1..], [expected; 8], "{}", machine.name);
        }
    }
}

/// Two passes over more than the L1 holds: the second finds all in the L2.
pub fn two_passes(machine: &Machine) -> Vec<u64> {
    let bytes = machine.sm().l1.as_ref().and_then(|l1| l1.unified).unwrap_or(16 << 10);
    let once = (0..2 * u64::from(bytes) / 128).map(|line| 0x10_0000 + line * 128);
    once.clone().chain(once).collect()
}

#[test]
fn a_pointer_chase_in_the_l2_takes_its_latency() {
    for machine in both().map(bare) {
        let l2 = |machine: &Machine| {
            let addresses = two_passes(machine);
            let (_, took) = chase(machine, &addresses);
            let second = &took[addresses.len() / 2..];
            assert!(second.iter().all(|&cycles| cycles == second[0]), "{}: {second:?}", machine.name);
            second[0]
        };
        assert_eq!(l2(&machine), l2_latency(&machine), "{}", machine.name);
        let mut slower = machine.clone();
        slower.l2.latency += 1;
        assert_eq!(l2(&slower), l2_latency(&machine) + 1, "{}", machine.name);
        slower.network.latency += 1;
        assert_eq!(l2(&slower), l2_latency(&machine) + 3, "both ways, {}", machine.name);
    }
}

/// When a load that was issued in cycle `issued` is answered from DRAM. `before` the row of its bank was closed, or another was
/// open, or its own.
fn from_dram(machine: &Machine, issued: u64, row: RowWas) -> u64 {
    let (sm, dram) = (machine.clock.sm, machine.clock.dram);
    let t = &machine.dram.channel.timing;
    let burst = u64::from(machine.dram.channel.burst_length / machine.dram.channel.data_rate);
    let both = 2 * machine.network.latency + machine.l2.latency;
    let (there, back) = (u64::from(both.div_ceil(2)), u64::from(both / 2));
    // When the slice looks the first sector up; the next come a cycle later each.
    let looked_up = issued + l1_latency(machine) + 1 + there;
    let mut done = 0;
    let mut column = 0;
    for sector in 0..sectors(machine) {
        // It is sent in the next cycle, arrives in the DRAM cycle that begins after its latency, and is seen in the next.
        let sent = looked_up + sector + 1 + u64::from(machine.l2.dram_latency);
        let arrives = (sent as f64 * dram / sm).floor() as u64 + 2;
        column = if sector == 0 {
            arrives
                + u64::from(match row {
                    RowWas::Open => 0,
                    RowWas::Closed => t.rcd,
                    RowWas::Other => t.rp + t.rcd,
                })
        } else {
            // The same bank, so the same group.
            arrives.max(column + u64::from(t.ccd_l.max(t.ccd)).max(burst))
        };
        let filled = ((column + u64::from(t.cl) + burst) as f64 * sm / dram).ceil() as u64;
        done = filled.max(done + 1);
    }
    // The slice answers in the next cycle, and the result enters the result port in the one after the L1 was filled.
    done + 1 + back + 1 + RESULT_PORT
}

#[derive(Clone, Copy, Debug)]
enum RowWas {
    Open,
    Closed,
    Other,
}

/// Addresses of different lines in one bank of one channel: two of a row, then two of another.
fn bank_mates(machine: &Machine) -> [u64; 4] {
    use warploom_gpu::memory::dram::AddressMap;
    let l2 = &machine.l2;
    let map =
        AddressMap::new(&machine.dram.map, l2.partitions, l2.slices, machine.dram.channel.banks).unwrap();
    let first = map.decode(0x1000_0000);
    let mates = (1..1 << 20).map(|line| 0x1000_0000 + line * 128).filter(|&a| {
        let place = map.decode(a);
        (place.partition, place.bank) == (first.partition, first.bank)
    });
    let same = mates.clone().find(|&a| map.decode(a).row == first.row).unwrap();
    let mut others = mates.filter(|&a| map.decode(a).row != first.row);
    let other = others.next().unwrap();
    let another = others.find(|&a| map.decode(a).row == map.decode(other).row).unwrap();
    [0x1000_0000, same, other, another]
}

#[test]
fn a_pointer_chase_in_dram_takes_its_latency() {
    for machine in both().map(bare) {
        for (l2_more, dram_more, timing_more) in [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (7, 5, 3)] {
            let mut machine = machine.clone();
            machine.l2.latency += l2_more;
            machine.l2.dram_latency += dram_more;
            machine.dram.channel.timing.cl += timing_more;
            let [a, b, c, d] = bank_mates(&machine);
            let rows = [RowWas::Closed, RowWas::Open, RowWas::Other, RowWas::Open];
            let (issued, _) = chase(&machine, &[a, b, c, d, a]);
            for (at, row) in rows.into_iter().enumerate() {
                let expected = from_dram(&machine, issued[at], row);
                assert_eq!(issued[at + 1], expected, "{} {at} {row:?}, issued {issued:?}", machine.name);
            }
        }
    }
}

/// When an instruction that needs another's result issues, after that one: neither earlier nor later.
fn dependent(machine: &Machine, first: Instruction, at: Option<u64>) -> u64 {
    let next = alu(Class::Integer, &[9], &[5]);
    let warp = match at {
        Some(at) => Warp::default().access_by(ONE, 0, At::Affine(at, 0)),
        None => Warp::default().step(0),
    };
    let issued = alone(machine, vec![first, next], warp.step(1));
    issued[1] - issued[0]
}

#[test]
fn a_dependent_instruction_issues_after_the_latency_of_the_unit() {
    for machine in both().map(bare) {
        for unit in machine.sm().units.values() {
            for (&ClassName(class), timing) in &unit.work {
                for (reads, has) in [(vec![4], true), (vec![], false)] {
                    let expected = collected(&machine, has) + 1 + u64::from(timing.latency) + 2;
                    let took = dependent(&machine, alu(class, &[5], &reads), None);
                    assert_eq!(took, expected, "{} {} {reads:?}", machine.name, class.name());
                }
            }
        }
    }
}

#[test]
fn an_independent_instruction_does_not_wait_for_a_pending_result() {
    for machine in both().map(bare) {
        // Neither reads nor writes what the first writes.
        let code = vec![alu(Class::Double, &[5], &[4]), alu(Class::Integer, &[6], &[3])];
        let issued = alone(&machine, code, Warp::default().steps(0..2));
        assert_eq!(issued[1] - issued[0], 1, "{}", machine.name);
        // Writes it: the order of writes is kept.
        let code = vec![alu(Class::Double, &[5], &[4]), alu(Class::Integer, &[5], &[3])];
        let issued = alone(&machine, code, Warp::default().steps(0..2));
        assert!(issued[1] - issued[0] > 8, "{}", machine.name);
    }
}

#[test]
fn a_load_of_shared_memory_takes_its_latency() {
    for machine in both().map(bare) {
        let took = dependent(&machine, access(Space::Shared, AccessKind::Load, 4, &[5], &[4]), Some(64));
        let expected = to_unit(&machine) + u64::from(machine.sm().load_store.shared_latency) + RESULT_PORT;
        assert_eq!(took, expected, "{}", machine.name);
    }
}

#[test]
fn constant_cache_hits_complete_at_once() {
    for machine in both().map(bare) {
        let ldc = access(Space::Const, AccessKind::Load, 4, &[5], &[4]);
        let next = alu(Class::Integer, &[4], &[5]);
        // The first brings the line, if there is a cache to miss in.
        let mut warp = Warp::default();
        for _ in 0..3 {
            warp = warp.access(0, At::Affine(0x40, 0)).step(1);
        }
        let issued = alone(&machine, vec![ldc, next], warp);
        let took: Vec<_> = issued.chunks(2).map(|pair| pair[1] - pair[0]).collect();
        assert_eq!(took[1..], [to_unit(&machine); 2], "{}", machine.name);
        match &machine.sm().constants {
            None => assert_eq!(took[0], to_unit(&machine)),
            // The first is in nobody's cache: it comes from DRAM.
            Some(_) => assert!(took[0] > u64::from(machine.l2.latency + machine.l2.dram_latency)),
        }
    }
}

/// What the L2 takes of a request that hits, ports and all: there and back, and a cycle for each sector.
fn l2_round(machine: &Machine, sectors: u64) -> u64 {
    u64::from(2 * machine.network.latency + machine.l2.latency) + sectors
}

#[test]
fn constant_cache_misses_take_an_l2_round_trip() {
    let machine = bare(gtx480());
    let cache = machine.sm().constants.clone().unwrap();
    let line = u64::from(cache.line_bytes);
    // Twice over twice what the cache holds.
    let lines = 2 * u64::from(cache.sets * cache.ways);
    let ldc = access(Space::Const, AccessKind::Load, 4, &[4], &[4]);
    let mut warp = Warp::default();
    for at in (0..lines).chain(0..lines) {
        warp = warp.access(0, At::Affine(at * line, 0));
    }
    let issued = alone(&machine, vec![ldc], warp);
    let second = &issued[lines as usize..];
    // It is looked up, sends in the next cycle, and its result enters the result port in the one after the last sector.
    let expected = to_unit(&machine) + 1 + l2_round(&machine, line / 32) + RESULT_PORT;
    for pair in second.windows(2) {
        assert_eq!(pair[1] - pair[0], expected);
    }
}

#[test]
fn instruction_cache_misses_take_an_l2_round_trip() {
    let mut machine = gtx480();
    machine.sm_mut().count = 1;
    let cache = machine.sm().fetch.cache.clone().unwrap();
    let each = cache.line_bytes / machine.sm().fetch.bytes;
    let count = 2 * cache.sets * cache.ways * each;
    let code = (0..count).map(|_| alu(Class::Integer, &[], &[])).collect();
    let issued = alone(&machine, code, Warp::default().steps((0..count).chain(0..count)));
    // Fetched for and sent when the last instruction before is issued; answered and decoded, each in a cycle of its own.
    let miss = l2_round(&machine, u64::from(cache.line_bytes / 32)) + 1;
    // Fetched in one cycle and decoded in the next.
    let hit = 2;
    for at in count as usize + 1..2 * count as usize {
        let expected = match at as u32 {
            at if at % each == 0 => miss,
            at if at % machine.sm().fetch.instructions == 0 => hit,
            _ => 1,
        };
        assert_eq!(issued[at] - issued[at - 1], expected, "instruction {at}");
    }
}

/// Slot 0 is the last that was fetched before the first cycle.
#[test]
fn fetch_begins_with_slot_1() {
    let machine = bare(gtx480());
    assert_eq!(machine.sm().fetch.warps, 1);
    let code = vec![alu(Class::Integer, &[], &[]), exit()];
    let issued = issues(&machine, &kernel(code, vec![vec![Warp::default().steps(0..2); 3]]));
    let first: Vec<u64> = issued[..3].iter().map(|of| of[0]).collect();
    assert_eq!(first, [first[1] + 2, first[1], first[1] + 1]);
}

/// A warp that hits fetches every three cycles: two instructions issue, then two are fetched. It loses a cycle if it would fetch
/// when the line of another warp arrives.
#[test]
fn a_line_that_arrives_takes_the_turn_of_a_fetch() {
    let mut machine = gtx480();
    machine.sm_mut().count = 1;
    let each = machine.sm().fetch.cache.as_ref().unwrap().line_bytes / machine.sm().fetch.bytes;
    let code: Vec<_> = (0..2 * each).map(|_| alu(Class::Integer, &[], &[])).collect();
    let mut delayed = 0;
    for before in 1..=6 {
        // Warp 0 leaves the line that both share; warp 1 stays there.
        let leaves = Warp::default().steps((0..before).map(|n| n % 2)).step(each);
        let stays = Warp::default().steps((0..4000).map(|n| n % each));
        let issued = issues(&machine, &kernel(code.clone(), vec![vec![leaves, stays]]));
        // The line arrives, the warp gets it in the next cycle, and issues in the one after.
        let arrived = issued[0][before as usize] - 2;
        let at = issued[1].partition_point(|&cycle| cycle < arrived);
        let fetches = issued[1][at] == arrived && at % 2 == 1;
        let expected = if fetches { 3 } else { 2 };
        let next = at / 2 * 2 + 1;
        assert_eq!(
            issued[1][next + 1] - issued[1][next],
            expected,
            "{before}: {:?}",
            &issued[1][at - 4..at + 6]
        );
        delayed += u32::from(fetches);
    }
    assert!((1..6).contains(&delayed), "{delayed}");
}

#[test]
fn a_store_to_shared_memory_completes_at_once() {
    for machine in both().map(bare) {
        let code = vec![access(Space::Shared, AccessKind::Store, 4, &[], &[5, 4]), exit()];
        for (stride, passes) in [(4, 1), (128, 32)] {
            let warp = Warp::default().access(0, At::Affine(0, stride)).step(1);
            let (_, events) = watch(&machine, &[kernel(code.clone(), vec![vec![warp]])], Options::default());
            let cycle = |wanted: fn(&WarpEvent) -> bool| {
                events.iter().find(|(_, _, event)| wanted(event)).expect("it happens").1
            };
            let issued = cycle(|event| matches!(event, WarpEvent::Issued { .. }));
            let completed = cycle(|event| matches!(event, WarpEvent::StoreCompleted { .. }));
            assert_eq!(completed - issued, to_unit(&machine) + passes - 1, "{}", machine.name);
        }
    }
}

/// Constants that an arithmetic unit executes, as in Accel-Sim: the tape has addresses of theirs, which nothing uses.
#[test]
fn a_unit_that_executes_constants_makes_no_access() {
    for (machine, unit) in [(gtx480(), "sp"), (v100(), "int")] {
        let mut machine = bare(machine);
        let work = &mut machine.sm_mut().units.get_mut(unit).unwrap().work;
        let timing = work[&ClassName(Class::Integer)];
        work.insert(ClassName(Class::Constant), timing);
        machine.check().expect("such a machine can be");
        let ldc = access(Space::Const, AccessKind::Load, 4, &[5], &[4]);
        let expected = collected(&machine, true) + 1 + u64::from(timing.latency) + 2;
        assert_eq!(dependent(&machine, ldc.clone(), Some(0x40)), expected, "{}", machine.name);
        // The loads after it have their own addresses: the second hits the line of the first.
        let warp = [0x9000, 0x9000].into_iter().fold(Warp::default(), |warp, at| {
            warp.access_by(ONE, 0, At::Affine(0x40, 0)).access_by(ONE, 1, At::Affine(at, 0))
        });
        let record = record(&machine, &kernel(vec![ldc, load(6, 6)], vec![vec![warp]]));
        let (l1, constants) = (record.counters.l1.reads, record.counters.constants.reads);
        assert_eq!((l1.accesses(), l1.hits, constants.accesses()), (2, 1, 0), "{}", machine.name);
    }
}

#[test]
fn a_barrier_opens_with_the_last_arrival() {
    for machine in both().map(bare) {
        let schedulers = machine.sm().schedulers as usize;
        // The last to come is warp 0, or the last warp; it waits for a result before.
        let code = vec![
            alu(Class::Double, &[5], &[4]),
            alu(Class::Integer, &[6], &[5]),
            barrier(0, None, true),
            exit(),
        ];
        for late in [0, schedulers, 2 * schedulers - 1] {
            let warp = |number| {
                let warp = Warp::default();
                if number == late { warp.steps(0..4) } else { warp.steps(2..4) }
            };
            let issued =
                issues(&machine, &kernel(code.clone(), vec![(0..2 * schedulers).map(warp).collect()]));
            let last = issued[late][2];
            for (slot, of) in issued.iter().enumerate().take(2 * schedulers).filter(|(slot, _)| *slot != late)
            {
                assert!(of[0] < last - 8, "it came early");
                // Schedulers have their turns one after the other, another first in each cycle: those after the one that issued
                // the last arrival can use it in the same cycle. Two warps of one scheduler take a cycle each.
                let same = slot % schedulers == late % schedulers;
                let soonest = if same { last + 1 } else { last };
                let other_first =
                    u64::from(issued[(slot + schedulers) % (2 * schedulers)].last() < of.last());
                let behind = if same { 1 } else { 1 + other_first };
                assert!(
                    (soonest..=soonest + behind).contains(&of[1]),
                    "{}: slot {slot} after {late}: {} for {soonest}",
                    machine.name,
                    of[1]
                );
            }
        }
    }
}

#[test]
fn a_barrier_for_some_threads_opens_without_the_others() {
    for machine in both().map(bare) {
        // Two of four warps; the others come much later, to the same barrier again.
        let code = vec![alu(Class::Double, &[5], &[5]), barrier(3, Some(64), true), exit()];
        let early = Warp::default().steps(1..3);
        let late = (0..20).fold(Warp::default(), |w, _| w.step(0)).steps(1..3);
        let warps = vec![early.clone(), late.clone(), early, late];
        let issued = issues(&machine, &kernel(code, vec![warps]));
        let released = issued[0][0].max(issued[2][0]);
        assert!(issued[0][1] <= released + 2 && issued[2][1] <= released + 2);
        assert!(issued[1][20] > released + 100);
        let released = issued[1][20].max(issued[3][20]);
        assert!(issued[1][21] <= released + 2 && issued[3][21] <= released + 2);
    }
}

#[test]
fn a_fence_waits_for_accesses_in_flight_and_no_longer() {
    for machine in both().map(bare) {
        let code = vec![load(5, 4), fence(), alu(Class::Integer, &[6], &[3])];
        let once = |w: Warp| w.access_by(ONE, 0, At::Affine(0x1000, 0)).step(1).step(2);
        let issued = alone(&machine, code, once(once(Warp::default())));
        // The first load misses; of the second it is known when it is done. Nothing else reads what it loads.
        let [.., loaded, fenced, after] = issued[..] else { panic!("six instructions") };
        assert!(fenced - loaded <= 2);
        assert_eq!(after - loaded, l1_latency(&machine), "{}", machine.name);
        // With nothing under way, it takes what its unit takes.
        let code = vec![fence(), alu(Class::Integer, &[6], &[3])];
        let issued = alone(&machine, code, Warp::default().steps(0..2));
        let unit = machine.sm().units.values().find_map(|u| u.work.get(&ClassName(Class::Barrier))).unwrap();
        let expected = collected(&machine, false) + 1 + u64::from(unit.latency) + 2;
        assert_eq!(issued[1] - issued[0], expected, "{}", machine.name);
    }
}

#[test]
fn a_fence_waits_for_stores() {
    for machine in both().map(bare) {
        let code = vec![store(5, 4), fence(), alu(Class::Integer, &[6], &[3])];
        let warp = Warp::default().access_by(ONE, 0, At::Affine(0x1000, 0)).step(1).step(2);
        let issued = alone(&machine, code, warp);
        // Both L1s send a store on. The L2 takes a write that misses at once, and answers; the word goes past the L1.
        let expected = l1_latency(&machine) + 1 + l2_round(&machine, 0);
        assert_eq!(issued[2] - issued[0], expected, "{}", machine.name);
    }
}
