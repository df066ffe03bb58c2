//! Corner cases of writes.

use super::*;

#[test]
fn write_back_keeps_writes_until_eviction() {
    let mut l2 = cache("S:1:128:1,L:B:m:L:L,A:8:4,4:0,32");
    load(&mut l2, 0, 0);
    load(&mut l2, 0x40, 0);
    assert_eq!(l2.access(&write(0x40, false), Cycle(1)), HIT);
    assert_eq!((l2.queued(), l2.modified_lines()), (0, 1));
    assert_eq!(l2.access(&read(0x80, 1), Cycle(2)), MISS);
    let (fetch, back) = (l2.pop_request().unwrap(), l2.pop_request().unwrap());
    assert_eq!((fetch.kind, fetch.address), (LowerRequestKind::Fetch, 0x80));
    assert_eq!((back.kind, back.address, back.sectors), (LowerRequestKind::WriteBack, 0, Sectors(0b100)));
    assert_eq!(back.bytes, Bytes(0xffff << 64));
    assert_eq!((l2.modified_lines(), l2.counters().write_backs), (0, 1));
}

#[test]
fn write_through_keeps_and_forwards_writes() {
    let mut l1 = cache("S:4:128:64,L:T:m:L:L,A:512:8,2:0,32");
    load(&mut l1, 0, 0);
    assert_eq!(l1.access(&write(0, false), Cycle(1)), taken(TagStatus::Hit, Response::FromBelow));
    assert_eq!(l1.access(&write(0x100, true), Cycle(1)), taken(TagStatus::Miss, Response::FromBelow));
    assert_eq!(l1.access(&write(0, false), Cycle(1)), Outcome::Rejected(ReservationFailure::QueueFull));
    assert_eq!(l1.access(&write(0x300, false), Cycle(1)), Outcome::Rejected(ReservationFailure::QueueFull));
    assert_eq!(sends(&mut l1), [(LowerRequestKind::Write, 0, 1), (LowerRequestKind::Write, 0x100, 1)]);
    assert_eq!(l1.access(&read(0x100, 1), Cycle(2)), HIT, "it was written as a whole");
    assert_eq!(l1.modified_lines(), 2);
    // What goes is below already.
    let mut small = cache("S:1:128:1,L:T:m:L:L,A:512:8,8:0,32");
    small.access(&write(0, true), Cycle(0));
    small.access(&read(0x80, 0), Cycle(1));
    assert_eq!(sends(&mut small), [(LowerRequestKind::Write, 0, 1), (LowerRequestKind::Fetch, 0x80, 1)]);
}

#[test]
fn write_evict_forwards_writes_and_invalidates() {
    let mut l1 = cache("S:1:128:4,L:E:m:N:L,A:8:8,8:0,32");
    load(&mut l1, 0, 0);
    load(&mut l1, 32, 0);
    assert_eq!(l1.access(&write(0, false), Cycle(1)), taken(TagStatus::Hit, Response::FromBelow));
    assert_eq!(load(&mut l1, 32, 2), HIT);
    assert_eq!(load(&mut l1, 0, 3), taken(TagStatus::SectorMiss, Response::OnFill));
    assert_eq!(
        l1.access(&write(0x400, false), Cycle(4)),
        taken(TagStatus::Miss, Response::FromBelow),
        "none is allocated"
    );
    assert_eq!(load(&mut l1, 0x400, 5), MISS);
    assert_eq!(l1.counters().forwarded, 2);
}

#[test]
fn fermi_writes_local_memory_back_and_evicts_global() {
    let mut l1 = cache("N:32:128:4,L:L:m:N:H,S:64:8,8");
    load(&mut l1, 0, 0);
    load(&mut l1, 0x80, 0);
    assert_eq!(l1.access(&write(0, false).local(), Cycle(1)), HIT);
    assert_eq!(l1.access(&write(0x80, false), Cycle(1)), taken(TagStatus::Hit, Response::FromBelow));
    assert_eq!((l1.modified_lines(), sends(&mut l1)), (1, vec![(LowerRequestKind::Write, 0x80, 1)]));
    assert_eq!(load(&mut l1, 0, 2), HIT);
    assert_eq!(load(&mut l1, 0x80, 2), MISS);
    let mut flushed = Vec::new();
    l1.flush(|send| flushed.push((send.kind, send.address, send.sectors)));
    assert_eq!(flushed, [(LowerRequestKind::WriteBack, 0, Sectors(15))]);
    assert_eq!((load(&mut l1, 0, 3), l1.modified_lines()), (MISS, 0));
}

#[test]
fn a_forwarded_write_to_both_halves_of_an_unsectored_line_is_a_whole_line() {
    let sectors = |text: &str, bytes: u128| {
        let mut l1 = cache(text);
        l1.access(&Access::write(0x80, 128, Bytes(bytes), Waiter(1)), Cycle(0));
        sends(&mut l1)[0].2
    };
    let unsectored = "N:32:128:4,L:L:m:N:H,S:64:8,8";
    assert_eq!(sectors(unsectored, 0xf), 0b0001, "one sector");
    assert_eq!(sectors(unsectored, 1 << 31 | 1 << 32), 0b0011, "one half");
    assert_eq!(sectors(unsectored, 1 << 127 | 1 << 95), 0b1100, "the other half");
    assert_eq!(sectors(unsectored, 1 << 63 | 1 << 64), 0b1111, "a byte of each half");
    assert_eq!(sectors("S:1:128:4,L:E:m:N:L,A:8:8,8:0,32", 1 << 63 | 1 << 64), 0b0110, "a sectored L1");
}

#[test]
fn write_allocate_fetch_forwards_and_fetches() {
    let mut l2 = cache("S:1:128:1,L:B:m:W:L,A:8:4,8:0,32");
    l2.access(&write(0, true), Cycle(0));
    assert_eq!(sends(&mut l2), [(LowerRequestKind::Write, 0, 1), (LowerRequestKind::Fetch, 0, 1)]);
    assert!(l2.fill(0, Sectors(1), Cycle(5)));
    assert_eq!(l2.pop_ready(), Some(Waiter::NONE));
    assert_eq!(l2.access(&write(0, false), Cycle(6)), HIT);
    assert_eq!(l2.access(&write(0x80, false), Cycle(7)), taken(TagStatus::Miss, Response::FromBelow));
    let sent = sends(&mut l2);
    let three = [
        (LowerRequestKind::Write, 0x80, 1),
        (LowerRequestKind::Fetch, 0x80, 1),
        (LowerRequestKind::WriteBack, 0, 1),
    ];
    assert_eq!(sent, three);
    // Three places are needed: of eight, the sixth on is refused.
    let mut full = cache("S:4:128:16,L:B:m:W:L,A:8:4,8:0,32");
    for n in 0..3 {
        assert_eq!(
            full.access(&write(0x80 * n, true), Cycle(0)),
            taken(TagStatus::Miss, Response::FromBelow)
        );
    }
    assert_eq!(full.access(&write(0x800, true), Cycle(0)), Outcome::Rejected(ReservationFailure::QueueFull));
    full.pop_request();
    assert_eq!(full.access(&write(0x800, true), Cycle(0)), taken(TagStatus::Miss, Response::FromBelow));
}

#[test]
fn fetch_on_write_fetches_unless_the_write_covers_the_sector() {
    let mut l2 = cache("S:1:128:2,L:B:m:F:L,A:8:4,8:0,32");
    assert_eq!(l2.access(&write(0, true), Cycle(0)), taken(TagStatus::Miss, Response::Immediate));
    assert_eq!((l2.queued(), l2.modified_lines()), (0, 1));
    assert_eq!(l2.access(&write(0x80, false), Cycle(1)), MISS);
    assert_eq!(l2.access(&read(0x80, 3), Cycle(1)), taken(TagStatus::Pending, Response::OnFill));
    assert_eq!((sends(&mut l2), l2.modified_lines()), (vec![(LowerRequestKind::Fetch, 0x80, 1)], 1));
    l2.fill(0x80, Sectors(1), Cycle(9));
    assert_eq!(l2.modified_lines(), 2);
    assert_eq!([l2.pop_ready(), l2.pop_ready()], [Some(Waiter(99)), Some(Waiter(3))]);
}

#[test]
fn lazy_fetch_on_read_fetches_on_the_next_read() {
    let mut l2 = cache("S:1:128:2,L:B:m:L:L,A:8:4,8:0,32");
    assert_eq!(l2.access(&write(0, false), Cycle(0)), taken(TagStatus::Miss, Response::Immediate));
    assert_eq!(l2.access(&write(0, false), Cycle(1)), HIT);
    assert_eq!(l2.queued(), 0);
    let half = Access { bytes: Bytes(0xffff_0000), ..write(0, false) };
    let mut other = cache("S:1:128:2,L:B:m:L:L,A:8:4,8:0,32");
    other.access(&write(0, false), Cycle(0));
    assert_eq!(other.access(&half, Cycle(1)), HIT);
    assert_eq!(other.access(&read(0, 1), Cycle(2)), HIT, "both halves were written");
    assert_eq!(l2.access(&read(0, 1), Cycle(2)), taken(TagStatus::SectorMiss, Response::OnFill));
    assert_eq!(l2.modified_lines(), 0, "until the rest is here");
    l2.fill(0, Sectors(1), Cycle(9));
    assert_eq!((l2.modified_lines(), l2.access(&read(0, 1), Cycle(9))), (1, HIT));
    // A write to what is under way is kept when it comes.
    l2.access(&read(0x80, 1), Cycle(10));
    assert_eq!(l2.access(&write(0x80, false), Cycle(11)), taken(TagStatus::Pending, Response::Immediate));
    assert_eq!(l2.access(&read(0x80, 2), Cycle(12)), taken(TagStatus::SectorMiss, Response::OnFill));
    l2.fill(0x80, Sectors(1), Cycle(19));
    assert_eq!((l2.modified_lines(), l2.access(&read(0x80, 2), Cycle(19))), (2, HIT));
}
