//! What misses: joined, counted by what stands in the way, kept and flushed.

use super::common::*;
use warploom_gpu::counters::Counters;
use warploom_gpu::machine::Machine;
use warploom_gpu::memory::cache::{Misses, MshrDescription, ReservationFailure};
use warploom_gpu::simulation::Options;
use warploom_kernel::class::Class;
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;

/// As many warps as there are addresses, of which each loads one.
fn loads(machine: &Machine, addresses: &[u64]) -> Counters {
    let warp = |&at: &u64| Warp::default().access_by(ONE, 0, At::Affine(at, 0));
    let kernel = kernel(vec![load(5, 4)], vec![addresses.iter().map(warp).collect()]);
    record(machine, &kernel).counters
}

fn with_mshrs(mut machine: Machine, change: impl Fn(&mut u32, &mut u32, &mut u32)) -> Machine {
    if let Misses::Mshrs(MshrDescription { entries, merges, queue }) =
        &mut machine.sm_mut().l1.as_mut().unwrap().cache.misses
    {
        change(entries, merges, queue);
    }
    machine
}

fn mshrs(machine: &Machine) -> (u32, u32) {
    match machine.sm().l1.as_ref().unwrap().cache.misses {
        Misses::Mshrs(MshrDescription { entries, merges, .. }) => (entries, merges),
        Misses::Fifo { .. } => panic!("an L1 has MSHRs"),
    }
}

/// Sectors that a miss of the L1 asks the L2 for.
fn sectors(machine: &Machine) -> u64 {
    if machine.sm().l1.as_ref().unwrap().cache.sectored { 1 } else { 4 }
}

#[test]
fn a_second_miss_merges_into_the_fetch_in_flight() {
    for machine in both().map(bare) {
        let counters = loads(&machine, &[0x1000, 0x1004]);
        let reads = &counters.l1.reads;
        assert_eq!((counters.l1.fetches, reads.misses, reads.pending, reads.merged), (1, 1, 1, 1));
        assert_eq!(counters.l2.reads.accesses(), sectors(&machine));
        // Another line is another request.
        let counters = loads(&machine, &[0x1000, 0x1080]);
        assert_eq!((counters.l1.fetches, counters.l1.reads.merged), (2, 0));
    }
}

#[test]
fn accesses_merge_into_an_mshr_up_to_its_limit() {
    for machine in both().map(bare) {
        let (_, merges) = mshrs(&machine);
        let counters = loads(&machine, &vec![0x1000; merges as usize]).l1;
        assert_eq!(
            (counters.reads.all_reservation_fails(), counters.reads.merged),
            (0, u64::from(merges) - 1)
        );
        let counters = loads(&machine, &vec![0x1000; merges as usize + 1]).l1;
        assert!(counters.reads.reservation_fails_for(ReservationFailure::MergesFull) > 0, "{}", machine.name);
        assert_eq!(
            counters.reads.reservation_fails_for(ReservationFailure::MergesFull),
            counters.reads.all_reservation_fails()
        );
        assert_eq!(counters.fetches, 1, "it is answered by what came");
    }
}

#[test]
fn misses_in_flight_are_limited_by_the_mshrs() {
    for machine in both().map(bare).map(|m| with_mshrs(m, |entries, _, _| *entries = 4)) {
        let lines = |count: u64| (0..count).map(|line| 0x1000 + line * 128).collect::<Vec<_>>();
        assert_eq!(loads(&machine, &lines(4)).l1.reads.all_reservation_fails(), 0);
        let counters = loads(&machine, &lines(5)).l1;
        assert!(
            counters.reads.reservation_fails_for(ReservationFailure::MshrsFull) > 100,
            "{}",
            machine.name
        );
        assert_eq!(
            counters.reads.reservation_fails_for(ReservationFailure::MshrsFull),
            counters.reads.all_reservation_fails()
        );
        assert_eq!(counters.fetches, 5);
    }
}

/// Every cycle in which an access is not taken is counted, and no other.
#[test]
fn a_reservation_failure_is_counted_in_every_cycle() {
    for machine in both().map(bare).map(|m| with_mshrs(m, |entries, _, _| *entries = 1)) {
        let code = vec![load(5, 4), load(6, 4), alu(Class::Integer, &[7], &[5])];
        let warp = Warp::default().access_by(ONE, 0, At::Affine(0x1000, 0));
        let kernel = kernel(code, vec![vec![warp.access_by(ONE, 1, At::Affine(0x2000, 0)).step(2)]]);
        let issued = issues(&machine, &kernel).swap_remove(0);
        // The second is looked up so long after its issue. The MSHR is free when the result of the first enters the result port,
        // in the cycle before what needs it issues.
        let looked_up = issued[1] + to_unit(&machine) + u64::from(machine.sm().l1.as_ref().unwrap().latency);
        let counters = record(&machine, &kernel).counters.l1;
        assert_eq!(
            counters.reads.reservation_fails_for(ReservationFailure::MshrsFull),
            issued[2] - 1 - looked_up,
            "{}",
            machine.name
        );
        assert_eq!(
            counters.reads.reservation_fails_for(ReservationFailure::MshrsFull),
            counters.reads.all_reservation_fails()
        );
    }
}

#[test]
fn a_full_miss_queue_is_counted() {
    // Four banks look up a sector each in a cycle, of which one is sent on.
    let machine = with_mshrs(bare(v100()), |_, _, queue| *queue = 8);
    let warp =
        |lanes: u32| Warp::default().access_by(LaneMask((1 << lanes) - 1), 0, At::Affine(0x1_0000, 32));
    let run = |lanes| record(&machine, &kernel(vec![load(5, 4)], vec![vec![warp(lanes)]])).counters.l1;
    // An access is taken while there is room for its request and for a line that goes for it: until 7 wait.
    assert_eq!(run(8).reads.all_reservation_fails(), 0);
    let counters = run(16);
    assert!(counters.reads.reservation_fails_for(ReservationFailure::QueueFull) > 0);
    assert_eq!(
        counters.reads.reservation_fails_for(ReservationFailure::QueueFull),
        counters.reads.all_reservation_fails()
    );
    assert_eq!(counters.fetches, 16);
}

#[test]
fn a_set_of_reserved_lines_is_counted() {
    let machine = bare(gtx480());
    let l1 = machine.sm().l1.clone().unwrap().cache;
    // Lines of one set: found by asking for so many that they must be.
    let index = warploom_gpu::memory::cache::SetIndex::new(l1.index, l1.sets, l1.line_bytes).unwrap();
    let lines = (0..1 << 16).map(|line| 0x10_0000 + line * 128).filter(|&at| index.of(at) == 3);
    let lines: Vec<u64> = lines.take(l1.ways as usize + 1).collect();
    assert_eq!(loads(&machine, &lines[1..]).l1.reads.all_reservation_fails(), 0);
    let counters = loads(&machine, &lines).l1;
    assert!(counters.reads.reservation_fails_for(ReservationFailure::NoLine) > 0);
    assert_eq!(
        counters.reads.reservation_fails_for(ReservationFailure::NoLine),
        counters.reads.all_reservation_fails()
    );
    assert_eq!(counters.fetches, u64::from(l1.ways) + 1);
}

/// One atomic of a warp, and when the instruction that needs its result issues after it. The sector is in the L2 then.
fn atomic(machine: &Machine, lanes: LaneMask, at: At) -> (u64, Counters) {
    let code =
        vec![access(Space::Global, AccessKind::Atomic, 4, &[5], &[4]), alu(Class::Integer, &[4], &[5])];
    let once = |w: Warp| w.access_by(lanes, 0, at.clone()).by(lanes, 1);
    let kernel = kernel(code, vec![vec![once(once(Warp::default()))]]);
    let issued = issues(machine, &kernel).swap_remove(0);
    (issued[3] - issued[2], record(machine, &kernel).counters)
}

#[test]
fn atomics_on_one_word_go_one_after_the_other() {
    for machine in both().map(bare) {
        let round = u64::from(2 * machine.network.latency + machine.l2.latency);
        for lanes in [1_u32, 2, 3, 16, 32] {
            let mask = LaneMask(u64::MAX >> (64 - lanes));
            let (took, counters) = atomic(&machine, mask, At::Affine(0x1000, 0));
            assert_eq!(
                counters.l2.reads.accesses(),
                2 * u64::from(lanes),
                "{}: one for each lane",
                machine.name
            );
            // Sent when it is offered; a cycle more for each that follows. The result of the last enters the result port in the
            // cycle after its arrival, and is written in the next.
            assert_eq!(
                took,
                to_unit(&machine) + round + u64::from(lanes) - 1 + 2,
                "{} {lanes}",
                machine.name
            );
            assert_eq!(counters.l1.reads.accesses(), 0, "they go past the L1");
        }
    }
}

#[test]
fn atomics_on_different_words_of_a_sector_are_one_request() {
    for machine in both().map(bare) {
        let round = u64::from(2 * machine.network.latency + machine.l2.latency);
        let (took, counters) = atomic(&machine, LaneMask(0xff), At::Affine(0x1000, 4));
        assert_eq!(counters.l2.reads.accesses(), 2, "{}: once each time", machine.name);
        assert_eq!(took, to_unit(&machine) + round + 2, "{}: through the result port", machine.name);
        // Listed in any order it is the same.
        let (_, counters) = atomic(
            &machine,
            LaneMask(0xff),
            At::List((0..8).map(|lane| 0x1000 + lane * 5 % 8 * 4).collect()),
        );
        assert_eq!(counters.l2.reads.accesses(), 2);
        // A line is four sectors.
        let (_, counters) = atomic(&machine, ALL, At::Affine(0x1000, 4));
        assert_eq!(counters.l2.reads.accesses(), 8);
        // Two lanes at each of four words are two requests.
        let (_, counters) =
            atomic(&machine, LaneMask(0xff), At::List((0..8).map(|l| 0x1000 + l / 2 * 4).collect()));
        assert_eq!(counters.l2.reads.accesses(), 4);
    }
}

/// What two launches that load the same counted.
fn twice(machine: &Machine) -> [Counters; 2] {
    let warp = (0..8).fold(Warp::default(), |w, n| w.access(0, At::Affine(0x1000 + n * 128, 4)));
    let kernel = kernel(vec![load(5, 4)], vec![vec![warp]]);
    let records = try_all(machine, &[kernel.clone(), kernel], Options::default()).expect("they run");
    [records[0].counters.clone(), records[1].counters.clone()]
}

#[test]
fn the_l1_is_flushed_between_launches_and_the_l2_is_kept() {
    for machine in both().map(bare) {
        let [first, second] = twice(&machine);
        assert_eq!(first.dram.reads, 8 * 4, "{}", machine.name);
        assert_eq!((second.l1.reads.hits, second.dram.reads), (0, 0), "{}", machine.name);
        assert_eq!(second.l2.reads.hits, 8 * 4);
        let mut kept = machine.clone();
        kept.sm_mut().l1.as_mut().unwrap().flush = false;
        let [_, second] = twice(&kept);
        assert_eq!((second.l1.reads.hits, second.l1.fetches), (second.l1.reads.accesses(), 0));
        let mut lost = machine.clone();
        lost.l2.keep = false;
        let [_, second] = twice(&lost);
        assert_eq!((second.l2.reads.hits, second.dram.reads), (0, 8 * 4));
    }
}

#[test]
fn a_host_copy_leaves_its_lines_in_the_l2() {
    use warploom_kernel::tape::HostCopy;
    for machine in both().map(bare) {
        let warp = Warp::default().access(0, At::Affine(0x1000, 4)).access(0, At::Affine(0x4000, 4));
        let kernel = kernel(vec![load(5, 4)], vec![vec![warp]]);
        let copied = kernel.with(|launch| launch.copies.push(HostCopy { address: 0x1000, bytes: 128 }));
        let counters = record(&machine, &copied).counters;
        assert_eq!((counters.l2.reads.hits, counters.dram.reads), (4, 4), "{}", machine.name);
    }
}
