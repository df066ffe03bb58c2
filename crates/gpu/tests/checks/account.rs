//! Details of stalls, and the instructions that are charged with them.

use super::common::*;
use warploom_gpu::UnitId;
use warploom_gpu::counters::{Cause, StallDetail};
use warploom_gpu::machine::{ClassName, Machine, Unit};
use warploom_gpu::memory::cache::Misses;
use warploom_gpu::simulation::{LaunchRecord, Options};
use warploom_kernel::class::Class;
use warploom_kernel::code::AccessKind;
use warploom_kernel::program::{Pc, Space};

fn counted(machine: &Machine, kernel: &Kernel) -> LaunchRecord {
    let options = Options::default().with_by_instruction(true);
    try_all(machine, std::slice::from_ref(kernel), options).expect("it runs").pop().expect("a launch")
}

/// Cycles of a detail over the launch, and those that an instruction is charged with.
fn charged(record: &LaunchRecord, detail: StallDetail, pc: usize) -> (u64, u64) {
    (record.counters.details.of(detail), record.by_instruction[pc].details.of(detail))
}

fn unit_of(machine: &Machine, class: Class) -> UnitId {
    let at = machine.sm().units.values().position(|unit| unit.work.contains_key(&ClassName(class)));
    UnitId(at.expect("a unit executes it") as u8)
}

#[test]
fn a_full_unit_is_charged_to_the_instruction_that_holds_it_for_its_interval() {
    let mut machine = bare(without_collectors(v100()));
    let unit = unit_of(&machine, Class::Special);
    // Two instructions of the unit, then one of another: the second waits for the interval of the first.
    let code = vec![alu(Class::Special, &[1], &[8]), alu(Class::Special, &[2], &[9]), exit()];
    let kernel = kernel(code, vec![vec![Warp::default().steps(0..3)]]);
    for interval in [1, 2, 5, 8] {
        let name = machine.sm().units.keys().nth(unit.index()).expect("it is there").clone();
        let timing = machine.sm_mut().units.get_mut(&name).expect("a unit").work.values_mut();
        timing.for_each(|timing| timing.interval = interval);
        let record = counted(&machine, &kernel);
        let waits = u64::from(interval) - 1;
        assert_eq!(charged(&record, StallDetail::Unit(unit), 0), (waits, waits), "interval {interval}");
        assert_eq!(record.counters.of(Cause::Pipeline), waits, "interval {interval}");
    }
}

#[test]
fn collectors_full_of_memory_instructions_are_charged_to_memory() {
    let machine = bare(v100());
    // Loads of 32 sectors each fill the load-store unit and the collectors; integer instructions wait behind them.
    let code = vec![load(1, 8), alu(Class::Integer, &[2], &[9]), exit()];
    let scattered = || At::Affine(0x1000_0000, 128);
    let warp = (0..40).fold(Warp::default(), |w, _| w.access(0, scattered()).step(1)).step(2);
    let record = counted(&machine, &kernel(code, vec![vec![warp; 32]]));
    let integer = record.counters.details.of(StallDetail::Unit(unit_of(&machine, Class::Integer)));
    let memory = record.counters.of(Cause::Pipeline) - integer;
    assert!(memory > 10 * integer, "{memory} {integer}");
    assert_eq!(record.by_instruction[1].of(Cause::Pipeline), integer);
}

#[test]
fn a_barrier_is_charged_to_the_barrier() {
    let machine = bare(without_collectors(v100()));
    let code = vec![barrier(0, None, true), load(1, 8), alu(Class::Integer, &[2], &[1]), exit()];
    // The second warp arrives late, after a load and its use; both are on schedulers of their own.
    let early = Warp::default().steps([0, 3]);
    let late = Warp::default().access(1, At::Affine(0x1000_0000, 4)).steps([2, 0, 3]);
    let record = counted(&machine, &kernel(code, vec![vec![early, late]]));
    let waits = record.counters.of(Cause::Barrier);
    assert!(waits > 100, "{waits}");
    assert_eq!(record.by_instruction[0].of(Cause::Barrier), waits);
}

#[test]
fn a_pending_result_is_charged_to_the_instruction_that_waits() {
    let machine = bare(without_collectors(v100()));
    let code = vec![load(1, 8), alu(Class::Integer, &[2], &[1]), exit()];
    let warp = Warp::default().access(0, At::Affine(0x1000_0000, 4)).steps([1, 2]);
    let record = counted(&machine, &kernel(code, vec![vec![warp]]));
    let (all, own) = charged(&record, StallDetail::MemoryLatency, 1);
    assert!(all > 100 && all == own, "{all} {own}");
    assert_eq!(record.counters.of(Cause::ScoreboardMemory), all);
}

/// The register of the first load is written again: the second load waits for the first, although it does not read it.
#[test]
fn a_wait_names_the_instruction_whose_result_it_waits_for() {
    let machine = bare(without_collectors(v100()));
    let code = vec![load(1, 8), load(2, 9), load(1, 10), alu(Class::Integer, &[3], &[2]), exit()];
    let at = || At::Affine(0x1000_0000, 4);
    let warp = Warp::default().access(0, at()).access(1, at()).access(2, at()).steps([3, 4]);
    let record = counted(&machine, &kernel(code, vec![vec![warp]]));
    let [first, second] = [2, 3].map(|pc| {
        let awaited: Vec<_> = record.by_instruction[pc].awaited.iter().collect();
        (awaited, record.by_instruction[pc].of(Cause::ScoreboardMemory))
    });
    assert!(first.1 > 100);
    assert_eq!(first.0, [(Pc(0), first.1)]);
    assert!(second.0.is_empty() || second.0 == [(Pc(1), second.1)], "{second:?}");
}

/// A branch resolves in the middle of cycles that the SM skips: until then they are charged to it, and then to the instruction that
/// waits for an operand.
#[test]
fn a_wait_behind_a_branch_is_charged_to_the_operand_once_the_branch_is_resolved() {
    let mut machine = bare(without_collectors(v100()));
    for (class, latency) in [(Class::Double, 40), (Class::Control, 10)] {
        let timing =
            |unit: &mut Unit| unit.work.get_mut(&ClassName(class)).map(|timing| timing.latency = latency);
        assert!(machine.sm_mut().units.values_mut().find_map(timing).is_some());
    }
    let code = vec![
        alu(Class::Double, &[1], &[]),
        alu(Class::Control, &[], &[]),
        alu(Class::Integer, &[2], &[1]),
        exit(),
    ];
    let record = counted(&machine, &kernel(code, vec![vec![Warp::default().steps(0..4)]]));
    // The branch issues one cycle after the first instruction, and the last waits for the rest.
    let [branch, operand] = [1, 2].map(|pc| record.by_instruction[pc].of(Cause::ScoreboardAlu));
    assert_eq!((branch, operand), (9, 29));
    assert_eq!(record.by_instruction[2].awaited.iter().collect::<Vec<_>>(), [(Pc(0), operand)]);
}

/// Warps of one scheduler that wait at different instructions are charged in turn.
#[test]
fn a_stall_is_charged_to_all_warps_that_wait() {
    let machine = bare(without_collectors(v100()));
    let code = vec![load(1, 8), alu(Class::Integer, &[2], &[1]), alu(Class::Integer, &[3], &[1]), exit()];
    let at = || At::Affine(0x1000_0000, 4);
    // Warps 0 and 4 are on one scheduler.
    let warps: Vec<Warp> =
        (0..8).map(|warp| Warp::default().access(0, at()).steps([if warp < 4 { 1 } else { 2 }, 3])).collect();
    let record = counted(&machine, &kernel(code, vec![warps]));
    let [one, other] = [1, 2].map(|pc| record.by_instruction[pc].of(Cause::ScoreboardMemory));
    assert!(one > 100 && one.abs_diff(other) <= 8, "{one} {other}");
}

#[test]
fn accesses_in_flight_after_the_last_instruction_are_a_drain() {
    let machine = bare(without_collectors(v100()));
    let code = vec![store(1, 8), exit()];
    let warp = Warp::default().access(0, At::Affine(0x1000_0000, 4)).step(1);
    let record = counted(&machine, &kernel(code, vec![vec![warp]]));
    let drain = record.counters.details.of(StallDetail::Drain);
    assert!(drain > 100, "{drain}");
    // The other three schedulers have no warp at all.
    let none = record.counters.details.of(StallDetail::NoCta);
    assert!(
        none >= 3 * (record.cycles - 2) && none + drain == record.counters.of(Cause::Idle),
        "{none} {drain}"
    );
}

#[test]
fn bank_conflicts_are_passes_of_the_access_that_has_them() {
    let machine = bare(without_collectors(v100()));
    let code = vec![access(Space::Shared, AccessKind::Load, 4, &[1], &[8]), exit()];
    let conflicts = (0..32).fold(Warp::default(), |w, _| w.access(0, At::Affine(0, 128))).step(1);
    let record =
        counted(&machine, &kernel(code, vec![vec![conflicts; 8]]).with(|launch| launch.shared = 4096));
    let (all, own) = charged(&record, StallDetail::SharedPasses, 0);
    assert!(all == own && all > record.cycles, "{all} {own} of {}", record.cycles);
    let accesses = &record.counters.accesses;
    assert_eq!((accesses.shared_requests, accesses.shared_passes), (256, 256 * 32));
    assert_eq!(record.by_instruction[0].accesses, *accesses);
}

#[test]
fn full_mshrs_are_named_and_more_of_them_help() {
    let mut machine = bare(without_collectors(v100()));
    let code = vec![load(1, 8), exit()];
    let warp = |number: u64| {
        (0..8)
            .fold(Warp::default(), |w, n| w.access(0, At::Affine(0x1000_0000 + (number * 8 + n) * 4096, 128)))
    };
    let kernel = kernel(code, vec![(0..16).map(|number| warp(number).step(1)).collect()]);
    let mut mshrs = |entries: u32| {
        let l1 = machine.sm_mut().l1.as_mut().expect("it has an L1");
        if let Misses::Mshrs(mshrs) = &mut l1.cache.misses {
            mshrs.entries = entries;
        }
        let record = counted(&machine, &kernel);
        let full = record.counters.details.of(StallDetail::Mshrs);
        (full, record.cycles)
    };
    let (few, many) = (mshrs(4), mshrs(4096));
    assert!(few.0 > few.1 / 2, "{few:?}");
    assert_eq!(many.0, 0, "{many:?}");
}

#[test]
fn streaming_waits_for_dram_and_a_single_warp_for_its_latency() {
    let machine = v100();
    let streaming = super::rates::read_all(&machine, 32, 16, None);
    let of = |record: &LaunchRecord, details: &[StallDetail]| -> u64 {
        details.iter().map(|&detail| record.counters.details.of(detail)).sum()
    };
    let waits = of(&streaming, &[StallDetail::DramResult, StallDetail::DramBandwidth]);
    let stalls = streaming.counters.scheduler_cycles() - streaming.counters.of(Cause::Issued);
    assert!(waits * 2 > stalls, "{waits} of {stalls}");
}

#[test]
fn sectors_of_requests_are_counted() {
    let machine = bare(without_collectors(v100()));
    let code = vec![load(1, 8), exit()];
    let together = Warp::default().access(0, At::Affine(0x1000_0000, 4)).step(1);
    let apart = Warp::default().access(0, At::Affine(0x1000_0000, 128)).step(1);
    let record = counted(&machine, &kernel(code, vec![vec![together], vec![apart]]));
    let accesses = record.counters.accesses;
    assert_eq!((accesses.requests, accesses.sectors, accesses.bytes), (2, 4 + 32, 2 * 128));
}

#[test]
fn resident_warps_and_active_cycles_are_counted_from_start_to_end_of_ctas() {
    let machine = bare(without_collectors(v100()));
    let code = vec![alu(Class::Integer, &[1], &[2]), exit()];
    let warp = || Warp::default().steps([0, 1]);
    let record = counted(&machine, &kernel(code, vec![vec![warp(), warp(), warp()]]));
    let counters = &record.counters;
    // The CTA starts in cycle 1, and the launch ends in the cycle after its end.
    assert_eq!(counters.active_cycles, record.cycles - 2);
    assert_eq!(counters.warp_cycles, 3 * counters.active_cycles);
}
