//! Corner cases of reads, fills and replacement.

use super::super::*;

mod writes;

fn describe(text: &str) -> Description {
    Description::from_gpgpusim(text).unwrap().unwrap()
}

fn cache(text: &str) -> Cache {
    Cache::new(&describe(text)).unwrap()
}

fn read(address: u64, waiter: u32) -> Access {
    Access::read(address, 32, Waiter(waiter))
}

/// A write of the address's sector, or of its first half.
fn write(address: u64, whole: bool) -> Access {
    let mask: u128 = if whole { 0xffff_ffff } else { 0xffff };
    Access::write(address, 32, Bytes(mask << (address % 128)), Waiter(99))
}

fn taken(tag: TagStatus, response: Response) -> Outcome {
    Outcome::Accepted { tag, response }
}

const HIT: Outcome = Outcome::Accepted { tag: TagStatus::Hit, response: Response::Immediate };
const MISS: Outcome = Outcome::Accepted { tag: TagStatus::Miss, response: Response::OnFill };

/// Reads and, if that misses, gets what it wants at once.
fn load(cache: &mut Cache, address: u64, now: u64) -> Outcome {
    let outcome = cache.access(&read(address, 0), Cycle(now));
    while let Some(send) = cache.pop_request() {
        if send.kind == LowerRequestKind::Fetch {
            cache.fill(send.address, send.sectors, Cycle(now));
            assert_eq!(cache.pop_ready(), Some(Waiter(0)));
        }
    }
    outcome
}

fn sends(cache: &mut Cache) -> Vec<(LowerRequestKind, u64, u8)> {
    std::iter::from_fn(|| cache.pop_request()).map(|send| (send.kind, send.address, send.sectors.0)).collect()
}

#[test]
fn lru_evicts_the_least_recently_used_line() {
    let mut lru = cache("S:1:128:3,L:B:m:L:L,A:8:8,8:0,32");
    for (line, now) in [(0, 1), (1, 2), (2, 3), (0, 4)] {
        load(&mut lru, 128 * line, now);
    }
    assert_eq!(load(&mut lru, 128 * 3, 5), MISS);
    assert_eq!(load(&mut lru, 0, 6), HIT, "used since");
    assert_eq!(load(&mut lru, 128, 7), MISS, "not used since: line 2 is next");
    assert_eq!(load(&mut lru, 128 * 3, 8), HIT);
    assert_eq!(load(&mut lru, 128 * 2, 9), MISS);
}

#[test]
fn fifo_evicts_the_line_allocated_first() {
    let mut fifo = cache("S:1:128:3,F:B:m:L:L,A:8:8,8:0,32");
    for (line, now) in [(0, 1), (1, 2), (2, 3), (0, 4)] {
        load(&mut fifo, 128 * line, now);
    }
    assert_eq!(load(&mut fifo, 128 * 3, 5), MISS);
    assert_eq!(load(&mut fifo, 128, 6), HIT);
    assert_eq!(load(&mut fifo, 0, 7), MISS, "although it was used");
}

#[test]
fn among_equally_old_lines_the_lowest_way_is_evicted() {
    let mut lru = cache("S:1:128:2,L:B:m:L:L,A:8:8,8:0,32");
    // Empty lines are taken from the last way on: line 0 is in way 1.
    load(&mut lru, 0, 1);
    load(&mut lru, 128, 1);
    load(&mut lru, 256, 2);
    assert_eq!(load(&mut lru, 0, 3), HIT);
}

#[test]
fn a_missing_sector_of_a_present_line_is_a_sector_miss() {
    let mut l2 = cache("S:64:128:8,L:B:m:L:L,A:256:4,4:0,32");
    assert_eq!(load(&mut l2, 0x1000, 0), MISS);
    assert_eq!(load(&mut l2, 0x1020, 1), taken(TagStatus::SectorMiss, Response::OnFill));
    assert_eq!(load(&mut l2, 0x1020, 2), HIT);
    let counts = l2.counters().reads;
    assert_eq!((counts.hits, counts.misses, counts.sector_misses, counts.accesses()), (1, 1, 1, 3));
    let mut whole = cache("N:32:128:4,L:L:m:N:H,S:64:8,8");
    assert_eq!(load(&mut whole, 0x1000, 0), MISS);
    assert_eq!(load(&mut whole, 0x1020, 1), HIT);
}

#[test]
fn accesses_merge_into_an_mshr_up_to_the_limit() {
    let mut l1 = cache("S:4:128:64,L:T:m:L:L,A:512:3,16:0,32");
    assert_eq!(l1.access(&read(0, 1), Cycle(0)), MISS);
    assert_eq!(l1.access(&read(16, 2), Cycle(0)), taken(TagStatus::Pending, Response::OnFill));
    assert_eq!(l1.access(&read(0, 3), Cycle(1)), taken(TagStatus::Pending, Response::OnFill));
    assert_eq!(l1.access(&read(0, 4), Cycle(2)), Outcome::Rejected(ReservationFailure::MergesFull));
    assert_eq!(
        l1.access(&read(32, 5), Cycle(2)),
        taken(TagStatus::SectorMiss, Response::OnFill),
        "another sector"
    );
    assert_eq!(l1.queued(), 2, "one fetch a sector");
    let generation = l1.generation(ReservationFailure::MergesFull);
    assert!(l1.fill(0, Sectors(1), Cycle(9)));
    assert_ne!(l1.generation(ReservationFailure::MergesFull), generation);
    assert_eq!(l1.access(&read(0, 4), Cycle(9)), HIT);
    assert_eq!([l1.pop_ready(), l1.pop_ready()], [Some(Waiter(1)), Some(Waiter(2))]);
    assert_eq!(l1.mshrs_used(), 2, "it lives until its last was taken");
    assert_eq!((l1.pop_ready(), l1.pop_ready()), (Some(Waiter(3)), None));
    assert_eq!(l1.mshrs_used(), 1);
    assert_eq!(
        (
            l1.counters().reads.merged,
            l1.counters().reads.reservation_fails_for(ReservationFailure::MergesFull)
        ),
        (2, 1)
    );
}

#[test]
fn mshrs_fill_up_and_empty() {
    let mut l1 = cache("S:4:128:64,L:T:m:L:L,A:4:8,16:0,32");
    for n in 0..4 {
        assert_eq!(l1.access(&read(0x1000 * n, n as u32), Cycle(0)), MISS);
    }
    assert_eq!(l1.access(&read(0x9000, 9), Cycle(0)), Outcome::Rejected(ReservationFailure::MshrsFull));
    assert_eq!(
        l1.access(&read(0x9000, 9), Cycle(0)),
        Outcome::Rejected(ReservationFailure::MshrsFull),
        "nothing changed"
    );
    assert_eq!(
        l1.access(&read(0x1000, 8), Cycle(0)),
        taken(TagStatus::Pending, Response::OnFill),
        "merging needs none"
    );
    l1.fill(0x1000, Sectors(1), Cycle(7));
    assert_eq!(l1.would_fail(&read(0x9000, 9)), Some(ReservationFailure::MshrsFull), "two wait in it");
    l1.pop_ready();
    assert_eq!(l1.would_fail(&read(0x9000, 9)), Some(ReservationFailure::MshrsFull), "one waits in it");
    l1.pop_ready();
    assert_eq!(l1.access(&read(0x9000, 9), Cycle(8)), MISS);
    l1.count_reservation_fails(AccessType::Read, ReservationFailure::MshrsFull, 5);
    assert_eq!(l1.counters().reads.all_reservation_fails(), 7);
}

#[test]
fn a_set_of_reserved_lines_rejects_a_miss() {
    let mut l1 = cache("S:4:128:2,L:T:m:L:L,A:64:8,16:0,32");
    assert_eq!(l1.access(&read(0, 0), Cycle(0)), MISS);
    assert_eq!(l1.access(&read(0x200, 1), Cycle(0)), MISS);
    assert_eq!(l1.access(&read(0x400, 2), Cycle(0)), Outcome::Rejected(ReservationFailure::NoLine));
    assert_eq!(l1.access(&read(0x420, 2), Cycle(0)), Outcome::Rejected(ReservationFailure::NoLine));
    assert_eq!(l1.access(&read(0x480, 3), Cycle(0)), MISS, "another set");
    assert_eq!(l1.access(&write(0x400, true), Cycle(0)), Outcome::Rejected(ReservationFailure::NoLine));
    l1.fill(0x200, Sectors(1), Cycle(5));
    assert_eq!(l1.access(&read(0x400, 2), Cycle(5)), MISS);
    // Allocated on fill, nothing is ever reserved.
    let mut fill = cache("N:4:128:1,L:R:f:N:L,S:4:32,8");
    for n in 0..4 {
        assert_eq!(fill.access(&read(0x200 * n, n as u32), Cycle(0)), MISS);
    }
    assert_eq!(fill.access(&read(0, 9), Cycle(0)), MISS, "the tags know nothing of what is under way");
    assert_eq!((fill.queued(), fill.counters().reads.merged), (4, 1));
}

#[test]
fn the_miss_queue_leaves_room_for_all_an_access_may_send() {
    // A read may need two places: its own and that of the line it replaces.
    let mut l2 = cache("S:64:128:8,L:B:m:L:L,A:256:4,4:0,32");
    for n in 0..3 {
        assert_eq!(l2.access(&read(0x80 * n, 0), Cycle(0)), MISS);
    }
    assert_eq!(l2.access(&read(0x800, 0), Cycle(0)), Outcome::Rejected(ReservationFailure::QueueFull));
    assert_eq!(
        l2.access(&read(0, 0), Cycle(0)),
        Outcome::Rejected(ReservationFailure::QueueFull),
        "even to merge"
    );
    assert_eq!(
        l2.access(&write(0x800, false), Cycle(0)),
        taken(TagStatus::Miss, Response::Immediate),
        "one place is enough"
    );
    let generation = l2.generation(ReservationFailure::QueueFull);
    assert_eq!(l2.pop_request().map(|send| send.address), Some(0));
    assert_ne!(l2.generation(ReservationFailure::QueueFull), generation);
    assert_eq!(l2.access(&read(0, 0), Cycle(0)), taken(TagStatus::Pending, Response::OnFill));
    // A read-only cache needs one.
    let mut constants = cache("N:64:64:2,L:R:f:N:L,S:2:32,1");
    assert_eq!(constants.access(&read(0, 0), Cycle(0)), MISS);
    assert_eq!(constants.access(&read(64, 0), Cycle(0)), Outcome::Rejected(ReservationFailure::QueueFull));
    constants.pop_request();
    assert_eq!(constants.access(&read(64, 0), Cycle(0)), MISS);
}

#[test]
fn a_line_without_sectors_waits_for_all_its_replies() {
    let mut l1 = cache("N:32:128:4,L:L:m:N:H,S:64:8,8");
    assert_eq!(l1.access(&read(0x1040, 5), Cycle(0)), MISS);
    assert_eq!(sends(&mut l1), [(LowerRequestKind::Fetch, 0x1000, 15)]);
    for sector in [2, 0, 3] {
        assert!(!l1.fill(0x1000, Sectors(1 << sector), Cycle(1)));
    }
    assert!(l1.has_pending_fetch(0x1000) && !l1.is_ready() && l1.fill_port_free(Cycle(1)));
    assert!(l1.fill(0x1020, Sectors(2), Cycle(2)));
    assert!(l1.is_ready() && !l1.has_pending_fetch(0x1000));
    assert!(!l1.fill_port_free(Cycle(2)) && l1.fill_port_free(Cycle(3)));
    let mut constants = cache("N:64:64:2,L:R:f:N:L,S:2:32,4");
    constants.access(&read(0x1040, 5), Cycle(0));
    assert_eq!(sends(&mut constants), [(LowerRequestKind::Fetch, 0x1040, 3)]);
    assert!(!constants.fill(0x1040, Sectors(1), Cycle(1)) && constants.fill(0x1040, Sectors(2), Cycle(1)));
}

#[test]
fn a_fill_for_an_evicted_line_wakes_its_waiters() {
    let mut l2 = cache("S:1:128:1,L:B:m:L:L,A:8:4,8:0,32");
    l2.access(&read(0, 1), Cycle(0));
    // Written, the line waits for nothing and is replaced before its data come.
    l2.access(&write(0, false), Cycle(1));
    assert_eq!(l2.access(&read(0xa0, 2), Cycle(2)), MISS);
    assert!(l2.fill(0, Sectors(1), Cycle(3)));
    assert_eq!(l2.pop_ready(), Some(Waiter(1)));
    assert_eq!(
        l2.access(&read(0xa0, 3), Cycle(4)),
        taken(TagStatus::Pending, Response::OnFill),
        "it was not for this one"
    );
    assert!(l2.fill(0xa0, Sectors(2), Cycle(5)));
    assert_eq!(l2.access(&read(0xa0, 4), Cycle(6)), HIT);
    // So do data that come after everything was declared invalid.
    l2.access(&read(0, 5), Cycle(7));
    l2.invalidate();
    assert!(l2.fill(0, Sectors(1), Cycle(8)));
    assert_eq!([(); 3].map(|()| l2.pop_ready()), [2, 3, 5].map(|n| Some(Waiter(n))));
    sends(&mut l2);
    assert_eq!(load(&mut l2, 0, 9), MISS);
}

#[test]
fn atomics_modify_what_they_read() {
    let mut l2 = cache("S:64:128:8,L:B:m:L:L,A:256:4,4:0,32");
    let atomic = Access::atomic(0x40, 32, Bytes(0xf << 64), Waiter(1));
    assert_eq!(l2.access(&atomic, Cycle(0)), MISS);
    assert_eq!(l2.modified_lines(), 0);
    l2.fill(0x40, Sectors(4), Cycle(5));
    assert_eq!((l2.modified_lines(), l2.access(&atomic, Cycle(6))), (1, HIT));
    assert_eq!((l2.counters().reads.accesses(), l2.counters().writes.accesses()), (2, 0));
}

#[test]
fn modified_lines_are_protected_up_to_dirty_percent() {
    let mut description = describe("S:1:128:8,L:T:m:L:L,A:512:8,16:0,32");
    description.dirty_percent = 25;
    let mut l1 = Cache::new(&description).unwrap();
    // One of eight is modified, and the oldest: it stays.
    l1.access(&write(0, true), Cycle(0));
    for line in 1..9 {
        load(&mut l1, 128 * line, line);
    }
    assert_eq!((l1.modified_lines(), load(&mut l1, 0, 10)), (1, HIT));
    assert_eq!(load(&mut l1, 128, 11), MISS, "the oldest but it");
    // Two of eight: it goes.
    l1.access(&write(128 * 3, true), Cycle(12));
    for line in [1, 4, 5, 6, 7, 8] {
        assert_eq!(load(&mut l1, 128 * line, 12 + line), HIT);
    }
    assert_eq!((l1.modified_lines(), load(&mut l1, 128 * 9, 30), l1.modified_lines()), (2, MISS, 1));
    assert_eq!((load(&mut l1, 128 * 3, 31), load(&mut l1, 0, 32)), (HIT, MISS));
    description.sets = 8;
    let error = Cache::new(&description).map(|_| ()).unwrap_err();
    assert_eq!(error.field, "dirty_percent", "{error}");
}

#[test]
fn a_launch_changes_the_ways() {
    let mut description = describe("S:4:128:64,L:T:s:N:L,A:512:8,16:0,32");
    description.most_ways = Some(256);
    let mut l1 = Cache::new(&description).unwrap();
    let resident = |l1: &mut Cache, now| {
        for line in 0..1024 {
            load(l1, 128 * line, now + line);
        }
        (0..1024).filter(|&line| load(l1, 128 * (1023 - line), now + 1024) == HIT).count()
    };
    assert_eq!(resident(&mut l1, 0), 256);
    l1.launch(256, true);
    assert_eq!((l1.ways(), resident(&mut l1, 1100)), (256, 1024));
    l1.launch(256, true);
    assert_eq!(load(&mut l1, 0, 3000), HIT, "as many as before: nothing goes");
    // Alone it allocates on miss, beside shared memory on fill.
    assert_eq!(l1.access(&read(0x10_0000, 1), Cycle(3001)), MISS);
    assert_eq!(l1.access(&read(0x10_0000, 2), Cycle(3001)), taken(TagStatus::Pending, Response::OnFill));
    l1.pop_request();
    l1.fill(0x10_0000, Sectors(1), Cycle(3002));
    while l1.pop_ready().is_some() {}
    l1.launch(65, false);
    assert_eq!(resident(&mut l1, 3100), 260);
    assert_eq!(l1.access(&read(0x10_0000, 1), Cycle(5000)), MISS);
    assert_eq!(l1.access(&read(0x10_0000, 2), Cycle(5000)), MISS);
}

#[test]
#[should_panic(expected = "in flight")]
fn a_launch_must_not_start_with_fetches_in_flight() {
    let mut l1 = cache("S:4:128:64,L:T:m:L:L,A:512:8,16:0,32");
    l1.access(&read(0, 0), Cycle(0));
    l1.launch(32, false);
}

#[test]
fn ports_are_busy_while_data_are_transferred() {
    let mut l2 = cache("S:1:128:1,L:B:m:L:L,A:8:4,4:0,16");
    load(&mut l2, 0, 0);
    assert!(!l2.fill_port_free(Cycle(1)) && l2.fill_port_free(Cycle(2)), "32 bytes by 16");
    assert!(l2.data_port_free(Cycle(1)), "a miss moves nothing");
    l2.access(&read(0, 0), Cycle(10));
    assert!(!l2.data_port_free(Cycle(11)) && l2.data_port_free(Cycle(12)));
    l2.access(&write(0, true), Cycle(20));
    l2.access(&write(0x80, true), Cycle(30));
    assert!(!l2.data_port_free(Cycle(31)) && l2.data_port_free(Cycle(32)), "the line that goes is read out");
}

#[test]
fn a_slice_indexes_its_sets_by_the_local_address() {
    let mut l2 = cache("S:4:128:1,L:B:m:L:L,A:8:4,4:0,32");
    // Four partitions interleaved by 512 bytes: without their bits the lines are in different sets.
    for (n, address) in [0_u64, 0x800, 0x1000, 0x1800].into_iter().enumerate() {
        let access = read(address, n as u32).indexed_by(n as u64 * 128);
        assert_eq!(l2.access(&access, Cycle(0)), MISS);
        l2.pop_request();
    }
    assert_eq!(l2.would_fail(&read(0x2000, 0).indexed_by(0)), Some(ReservationFailure::NoLine));
}

#[test]
fn installed_sectors_hit() {
    let mut l2 = cache("S:64:128:8,L:B:m:L:L,A:256:4,4:0,32");
    l2.install(0x1020, 0x1020, Cycle(0));
    assert_eq!(load(&mut l2, 0x1020, 1), HIT);
    assert_eq!(load(&mut l2, 0x1040, 1), taken(TagStatus::SectorMiss, Response::OnFill));
    assert_eq!(l2.modified_lines(), 0);
}

#[test]
fn texture_caches_are_another_type() {
    let text = "N:4:128:24,L:R:m:N:L,T:128:4,128:2";
    assert_eq!(Cache::new(&describe(text)).map(|_| ()).unwrap_err().field, "misses");
    assert!(Texture::new(&describe("N:4:128:4,L:R:f:N:L,S:2:32,4")).is_err());
}
