//! Throughput of issue, units, DRAM and shared memory under load, and the cost of bank conflicts.

use super::common::*;
use warploom_gpu::machine::{ClassName, Machine};
use warploom_gpu::simulation::{LaunchRecord, Options};
use warploom_kernel::class::Class;
use warploom_kernel::code::{AccessKind, Instruction, Register, RegisterFile};
use warploom_kernel::execute::{HostCopy, LaneMask};
use warploom_kernel::program::Space;

/// Warp instructions per cycle of one SM full of warps that execute this code again and again. It is looked at before any of them
/// ends: a warp that collectors left behind would end alone.
pub fn rate(machine: &Machine, code: Vec<Instruction>) -> f64 {
    let machine = bare(machine.clone());
    let count = code.len() as u32;
    let warp = (0..4000 / count).fold(Warp::default(), |w, _| w.steps(0..count));
    let ctas = machine.sm().warps as usize / 8;
    let kernel = kernel(code, vec![vec![warp; 8]; ctas]);
    let until = |cycles: u64| {
        let options = Options::default().with_max_cycles(cycles);
        let records = try_all(&machine, std::slice::from_ref(&kernel), options).expect("it runs");
        records[0].counters.warp_instructions as f64
    };
    (until(10_000) - until(2000)) / 8000.0
}

/// Independent of each other, operands in different banks.
pub fn stream(class: Class) -> Vec<Instruction> {
    (0..8).map(|n| alu(class, &[16 + n], &[n, n + 1, n + 2])).collect()
}

fn reaches(rate: f64, described: f64, what: &str) {
    assert!(rate <= described + 0.001, "{what}: {rate} of {described}");
    assert!(rate >= 0.98 * described, "{what}: {rate} of {described}");
}

#[test]
fn a_stream_of_floats_reaches_the_issue_rate() {
    // Fermi: two schedulers, two units that take one each cycle.
    reaches(rate(&gtx480(), stream(Class::Float)), 2.0, "gtx480");
    // Volta: each of four schedulers has a unit that takes one every other cycle.
    reaches(rate(&v100(), stream(Class::Float)), 2.0, "v100 floats");
    reaches(rate(&v100(), stream(Class::Integer)), 2.0, "v100 integers");
    // With integers between them every scheduler issues each cycle.
    let floats = stream(Class::Float).into_iter();
    let both = floats.zip(stream(Class::Integer)).flat_map(|(a, b)| [a, b]).collect();
    reaches(rate(&v100(), both), 4.0, "v100 floats and integers");
}

#[test]
fn a_unit_starts_one_instruction_per_interval() {
    for machine in both() {
        for unit in machine.sm().units.values() {
            for (class, timing) in &unit.work {
                let units = f64::from(unit.count) / f64::from(timing.interval);
                // An instruction keeps its collector from the cycle after its issue until it has its operands.
                let operands = machine.sm().operands.as_ref().expect("both collect operands");
                let collectors = f64::from(unit.collectors + operands.collectors);
                let collectors = collectors / (collected(&machine, true) - 1) as f64;
                let described = units.min(collectors).min(f64::from(machine.sm().schedulers));
                reaches(rate(&machine, stream(class.0)), described, &format!("{} {}", machine.name, class.0));
            }
        }
    }
}

/// All SMs, full of warps, read side by side, as in a grid-stride loop: each lane `loads` times `bytes`. After `lines` of what the
/// warps read at once it goes on at the start, where that is given; then the host copied it before.
pub fn read_all(machine: &Machine, loads: u64, bytes: u32, lines: Option<u64>) -> LaunchRecord {
    let at_once = 32 * u64::from(bytes);
    let code = (0..4).map(|n| access(Space::Global, AccessKind::Load, bytes, &[8 + n], &[n])).collect();
    let warps = u64::from(machine.sm().count) * u64::from(machine.sm().warps);
    let warp = |number: u64| {
        (0..loads).fold(Warp::default(), |w, n| {
            let line = (n * warps + number) % lines.unwrap_or(u64::MAX);
            w.access((n % 4) as u32, At::Affine(0x1000_0000 + line * at_once, bytes as i32))
        })
    };
    let cta = |cta| (0..8).map(|w| warp(cta * 8 + w)).collect();
    let copies = lines.map(|lines| HostCopy { address: 0x1000_0000, bytes: lines * at_once });
    let kernel = kernel(code, (0..warps / 8).map(cta).collect()).with(|launch| launch.copies.extend(copies));
    let mut machine = machine.clone();
    machine.launch_latency = 0;
    machine.sm_mut().fetch.cache = None;
    record(&machine, &kernel)
}

/// Bytes per DRAM cycle and channel that reads by all SMs of different addresses get, and the part of cycles in which the bus is
/// busy.
pub fn bandwidth(machine: &Machine, loads: u64, bytes: u32) -> (f64, f64) {
    let record = read_all(machine, loads, bytes, None);
    let dram = &record.counters.dram;
    let warps = u64::from(machine.sm().count) * u64::from(machine.sm().warps);
    assert_eq!(dram.bytes, loads * warps * 32 * u64::from(bytes), "each byte once");
    let cycles =
        record.cycles as f64 * machine.clock.dram / machine.clock.sm * f64::from(machine.l2.partitions);
    (dram.bytes as f64 / cycles, dram.busy as f64 / cycles)
}

#[test]
fn streaming_reaches_the_bandwidth_of_dram() {
    let machine = v100();
    let (bytes, _) = bandwidth(&machine, 32, 4);
    let peak = f64::from(machine.dram.channel.peak());
    assert!(bytes >= 0.9 * peak, "{bytes} of {peak} bytes per cycle and channel");
}

#[test]
fn streaming_keeps_the_bus_of_a_gtx480_busy() {
    let machine = gtx480();
    let (bytes, busy) = bandwidth(&machine, 64, 4);
    // A sector of 32 bytes takes a burst of 64, half of it for nothing: see `dram::Description::atom`.
    let peak = f64::from(machine.dram.channel.peak()) * 32.0 / f64::from(machine.dram.channel.atom());
    assert!(bytes >= 0.9 * peak && busy >= 0.9, "{bytes} of {peak} bytes per cycle and channel, busy {busy}");
}

/// When a result of shared memory is there, after the issue of the access.
fn shared(machine: &Machine, lanes: LaneMask, addresses: Vec<u64>) -> (u64, u64) {
    shared_by(machine, AccessKind::Load, lanes, addresses)
}

fn shared_by(machine: &Machine, kind: AccessKind, lanes: LaneMask, addresses: Vec<u64>) -> (u64, u64) {
    let code = vec![access(Space::Shared, kind, 4, &[5], &[4]), alu(Class::Integer, &[6], &[5])];
    let warp = Warp::default().access_by(lanes, 0, At::List(addresses)).by(lanes, 1);
    let kernel = kernel(code, vec![vec![warp]]);
    let issued = issues(machine, &kernel).swap_remove(0);
    (issued[1] - issued[0], record(machine, &kernel).counters.bank_conflicts)
}

#[test]
fn an_n_way_bank_conflict_costs_n_passes() {
    for machine in both().map(bare) {
        let once = to_unit(&machine) + u64::from(machine.sm().load_store.shared_latency) + 1;
        let row = u64::from(machine.sm().load_store.shared_banks) * 4;
        for n in 1..=32_u64 {
            // n lanes at n words of bank 0; the others have a bank each, as far as there are.
            let addresses = (0..32).map(|lane| if lane < n { lane * row } else { lane * 4 }).collect();
            assert_eq!(shared(&machine, ALL, addresses), (once + n - 1, n - 1), "{} {n}", machine.name);
        }
        // Lanes that do not take part conflict with nobody.
        let three = LaneMask(0b111);
        assert_eq!(shared(&machine, three, vec![0, row, 2 * row]), (once + 2, 2));
    }
}

#[test]
fn a_broadcast_costs_one_pass() {
    for machine in both().map(bare) {
        let once = to_unit(&machine) + u64::from(machine.sm().load_store.shared_latency) + 1;
        let row = u64::from(machine.sm().load_store.shared_banks) * 4;
        assert_eq!(shared(&machine, ALL, vec![64; 32]), (once, 0));
        // All banks at once, in any order.
        assert_eq!(shared(&machine, ALL, (0..32).map(|lane| (lane * 7 % 32) * 4).collect()), (once, 0));
        // Two words of a bank, each read by half of the lanes.
        assert_eq!(shared(&machine, ALL, (0..32).map(|lane| lane % 2 * row).collect()), (once + 1, 1));
    }
}

#[test]
fn lanes_of_an_atomic_at_one_word_of_shared_memory_take_turns() {
    for again in [0, 1, 2] {
        let mut machine = bare(v100());
        machine.sm_mut().load_store.shared_atomic = again;
        let once = to_unit(&machine) + u64::from(machine.sm().load_store.shared_latency) + 1;
        let again = u64::from(again);
        for n in 1..=32_u64 {
            // n lanes at the first word, the others at words of banks of their own.
            let addresses: Vec<u64> = (0..32).map(|lane| if lane < n { 0 } else { lane * 4 }).collect();
            let passes = (n - 1) * again;
            let atomic = shared_by(&machine, AccessKind::Atomic, ALL, addresses.clone());
            assert_eq!(atomic, (once + passes, passes), "{n} lanes, {again}");
            assert_eq!(shared(&machine, ALL, addresses), (once, 0), "a load is a broadcast");
        }
        // Two words of a bank, sixteen lanes each.
        let row = u64::from(machine.sm().load_store.shared_banks) * 4;
        let both = shared_by(&machine, AccessKind::Atomic, ALL, (0..32).map(|lane| lane % 2 * row).collect());
        assert_eq!(both, (once + 1 + 30 * again, 1 + 30 * again));
    }
}

#[test]
fn a_load_past_the_l1_does_not_hit_in_it() {
    for machine in both().map(bare) {
        let times = |kind| {
            let code = vec![access(Space::Global, kind, 4, &[5], &[4]), alu(Class::Integer, &[4], &[5])];
            let once = |warp: Warp| warp.access_by(ONE, 0, At::Affine(0x1000, 0)).step(1);
            let issued = alone(&machine, code, once(once(once(Warp::default()))));
            issued[5] - issued[3]
        };
        let (cached, bypassed) = (times(AccessKind::Load), times(AccessKind::LoadBypass));
        assert!(cached < bypassed, "{}: {cached} and {bypassed}", machine.name);
    }
}

#[test]
fn a_shared_memory_access_waits_for_the_passes_of_the_previous_one() {
    for machine in both().map(bare) {
        let row = i32::try_from(machine.sm().load_store.shared_banks).unwrap() * 4;
        let code = vec![
            access(Space::Shared, AccessKind::Load, 4, &[5], &[4]),
            access(Space::Shared, AccessKind::Load, 4, &[6], &[4]),
            alu(Class::Integer, &[7], &[5]),
            alu(Class::Integer, &[8], &[6]),
        ];
        let warp = Warp::default().access(0, At::Affine(0, 4)).access(1, At::Affine(0, row)).steps(2..4);
        let issued = alone(&machine, code, warp);
        // The second is issued a cycle after the first at the earliest, and has 32 turns after that one's.
        assert_eq!(issued[3] - issued[2], 32, "{}", machine.name);
    }
}

#[test]
fn operands_in_one_register_bank_are_read_in_sequence() {
    for machine in both().map(bare) {
        let parts = if machine.sm().subcores { machine.sm().schedulers } else { 1 };
        let operands = machine.sm().operands.as_ref().expect("both collect operands");
        let (banks, reads) = (operands.banks / parts, operands.reads);
        for count in 1..=4 {
            let took = |operands: Vec<u32>| {
                let code = vec![alu(Class::Float, &[60], &operands), alu(Class::Float, &[61], &[60])];
                let issued = alone(&machine, code, Warp::default().steps(0..2));
                issued[1] - issued[0]
            };
            let apart = took((0..count).map(|n| 8 + n).collect());
            let same = took((0..count).map(|n| 8 + n * banks).collect());
            // The first is read in the step after the look at the operands, each other in the step after.
            assert_eq!(apart, took(vec![8]), "{}: different banks", machine.name);
            let steps = |count: u32| u64::from((reads + 1 + count) / reads);
            assert_eq!(same - apart, steps(count) - steps(1), "{}: {count} of a bank", machine.name);
            // The same register is read once.
            assert_eq!(took(vec![8; count as usize]), apart);
        }
    }
}

#[test]
fn without_collectors_a_unit_starts_one_instruction_per_interval_and_results_follow_after_the_latency() {
    let machine = without_collectors(v100());
    for (name, unit) in &machine.sm().units {
        for (&ClassName(class), timing) in &unit.work {
            let what = format!("{class} on {name}");
            let code =
                vec![alu(class, &[60], &[8, 9, 10]), alu(class, &[61], &[60]), alu(class, &[62], &[8])];
            let issued = alone(&machine, code, Warp::default().steps(0..3));
            let wait = u64::from(timing.latency.max(timing.interval));
            assert_eq!(issued[1] - issued[0], wait, "{what} needs the result before");
            // After a branch nothing is known before its end.
            let next =
                if class == Class::Control { timing.latency.max(timing.interval) } else { timing.interval };
            assert_eq!(issued[2] - issued[1], u64::from(next), "{what} needs only the unit");
            let described = f64::from(unit.count) / f64::from(timing.interval);
            reaches(rate(&machine, stream(class)), described.min(4.0), &what);
        }
    }
}

#[test]
fn without_collectors_an_access_reaches_the_load_store_unit_two_cycles_after_issue() {
    let machine = bare(without_collectors(v100()));
    let warp = (0..3).fold(Warp::default(), |w, _| w.access_by(ONE, 0, At::Affine(0x1000, 0)));
    let issued = alone(&machine, vec![load(2, 2)], warp);
    assert_eq!(issued[2] - issued[1], to_unit(&machine) + 20);
    assert_eq!(to_unit(&machine), 2);
}

#[test]
fn writebacks_per_cycle_are_limited() {
    for (results, described) in [(1, 1.0), (2, 2.0)] {
        let mut machine = gtx480();
        machine.sm_mut().operands.as_mut().expect("it collects operands").results = results;
        reaches(rate(&machine, stream(Class::Float)), described, "floats with that many results");
    }
}

/// What a result is written to is not read in that step: a bank that is read in every step has no room for results.
#[test]
fn a_writeback_takes_a_register_bank_from_operand_reads() {
    let all_in = |bank: u32| -> Vec<Instruction> {
        // One operand each, and all in the same bank of each warp; results go there, or elsewhere.
        (0..12).map(|n| alu(Class::Float, &[16 * (n + 2) + bank], &[16])).collect()
    };
    let machine = bare(gtx480());
    let one = |code: Vec<Instruction>| {
        let warp = (0..500).fold(Warp::default(), |w, _| w.steps(0..12));
        // One warp of each scheduler, so that banks are known: the bank is the register's number and the slot's.
        let record = record(&machine, &kernel(code, vec![vec![warp; 1]]));
        record.counters.warp_instructions as f64 / record.cycles as f64
    };
    let (same, apart) = (one(all_in(0)), one(all_in(1)));
    assert!((0.45..=0.55).contains(&same), "reading and writing take turns: {same}");
    // A warp alone gets two instructions fetched in three cycles.
    assert!(apart > 0.65, "each has its bank: {apart}");
}

/// A comparison, then an instruction that reads its predicate: as a guard, as an operand, or as an operand beside another guard.
#[test]
fn a_guard_waits_for_the_guard_latency_and_an_operand_for_the_unit() {
    let predicate = |index| Register { file: RegisterFile::Predicate, index };
    let compare = || Instruction { writes: vec![predicate(0)], ..alu(Class::Integer, &[], &[8, 9]) };
    let reads = |class, guarded, reads: Vec<Register>| Instruction { reads, guarded, ..alu(class, &[], &[]) };
    let wait = |latency: Option<u32>, second: Instruction| {
        let mut machine = bare(without_collectors(v100()));
        machine.sm_mut().guard_latency = latency;
        let unit = machine.sm_mut().units.get_mut("int").expect("it has one");
        unit.work.values_mut().for_each(|timing| timing.latency = 4);
        let issued = alone(&machine, vec![compare(), second], Warp::default().steps(0..2));
        issued[1] - issued[0]
    };
    for class in [Class::Control, Class::Float, Class::Integer] {
        let guard = || reads(class, true, vec![predicate(0)]);
        assert_eq!([None, Some(13), Some(2)].map(|latency| wait(latency, guard())), [4, 13, 4], "{class}");
        let operand = || reads(class, false, vec![predicate(0)]);
        assert_eq!([None, Some(13)].map(|latency| wait(latency, operand())), [4, 4], "{class}");
        let beside = || reads(class, true, vec![predicate(0), predicate(1)]);
        assert_eq!([None, Some(13)].map(|latency| wait(latency, beside())), [4, 4], "{class}");
    }
}
