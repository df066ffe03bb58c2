use super::*;

#[test]
fn fr_fcfs_serves_row_hits_first_then_the_oldest() {
    let rows = [(0, 1), (1, 2), (2, 1), (3, 3), (4, 2), (5, 1)];
    let requests = rows.map(|(id, row)| read(id, u64::from(id), 0, row));
    let order = |d: &Description| run(d, &requests).1.iter().map(|done| done.id.0).collect::<Vec<_>>();
    assert_eq!(order(&hbm()), [0, 2, 5, 1, 4, 3]);
    let (channel, _) = run(&hbm(), &requests);
    let counters = channel.counters();
    assert_eq!(
        (counters.row_hits, counters.row_misses, counters.activates, counters.precharges),
        (3, 3, 3, 2)
    );
    let mut fcfs = hbm();
    fcfs.scheduler = Scheduler::Fcfs;
    assert_eq!(order(&fcfs), [0, 1, 2, 3, 4, 5]);
    // A hit that arrives when the bank is already at another row is too late.
    let late = [read(0, 0, 0, 1), read(1, 0, 0, 2), read(2, 20, 0, 1)];
    let order: Vec<_> = run(&hbm(), &late).1.iter().map(|done| done.id.0).collect();
    assert_eq!(order, [0, 1, 2]);
}

#[test]
fn fcfs_blocks_behind_the_oldest_request() {
    let mut d = hbm();
    d.scheduler = Scheduler::Fcfs;
    // Bank 1 is idle, but its request comes after one that must wait for bank 0.
    let (channel, _) = run(&d, &[read(0, 0, 0, 1), read(1, 0, 0, 2), read(2, 0, 1, 1)]);
    assert!(at(&channel.log, Activate, 1) > at(&channel.log, Read, 0));
    let (channel, _) = run(&hbm(), &[read(0, 0, 0, 1), read(1, 0, 0, 2), read(2, 0, 1, 1)]);
    assert_eq!(at(&channel.log, Activate, 1), 3);
}

fn by(scheduler: Scheduler) -> Description {
    Description { scheduler, ..hbm() }
}

fn order(d: &Description, requests: &[Request]) -> Vec<u32> {
    let (channel, done) = run(d, requests);
    check(d, &channel.log).unwrap();
    done.iter().map(|done| done.id.0).collect()
}

#[test]
fn bank_fcfs_blocks_no_other_bank() {
    let requests = [read(0, 0, 0, 1), read(1, 0, 0, 2), read(2, 0, 0, 1), read(3, 0, 1, 1)];
    assert_eq!(order(&by(Scheduler::BankFcfs), &requests), [0, 3, 1, 2]);
    assert_eq!(order(&by(Scheduler::FrFcfs), &requests), [0, 2, 3, 1]);
}

#[test]
fn take_ups_limits_the_banks_that_start_a_request_per_cycle() {
    let requests = [0, 1, 2, 3].map(|bank| read(bank.into(), 0, bank, 1));
    let mut d = hbm();
    d.timing.rrd = 1;
    d.dual_command = false;
    let activates = |d: &Description| {
        let (channel, _) = run(d, &requests);
        [0, 1, 2, 3].map(|bank| at(&channel.log, Activate, bank))
    };
    let mut every = activates(&d);
    every.sort_unstable();
    assert_eq!(every, [0, 1, 2, 3], "the command bus is what they share");
    d.take_ups = TakeUps::One;
    let mut one = activates(&d);
    one.sort_unstable();
    assert_eq!(one, [0, 1, 2, 3], "a cycle each");
    // A free bank is taken up a cycle late if another is taken up in this one.
    d.dual_command = true;
    let open = [read(0, 0, 0, 1), read(1, 0, 1, 1), read(2, 100, 0, 1), read(3, 100, 1, 2)];
    let precharge = |d: &Description| at(&run(d, &open).0.log, Precharge, 1);
    assert_eq!(precharge(&d), 101);
    d.take_ups = TakeUps::Every;
    assert_eq!(precharge(&d), 100);
}

#[test]
fn first_ready_keeps_a_row_open_until_it_is_closed() {
    // The row can be closed in cycle 28: a hit that comes before goes first, although an older request wants another row.
    let late = |arrival| [read(0, 0, 0, 1), read(1, 0, 0, 2), read(2, arrival, 0, 1)];
    let d = by(Scheduler::FirstReady);
    assert_eq!(order(&d, &late(27)), [0, 2, 1]);
    assert_eq!(order(&d, &late(28)), [0, 2, 1], "it arrives before the command is chosen");
    assert_eq!(order(&d, &late(29)), [0, 1, 2]);
}

#[test]
fn first_ready_passes_requests_that_wait_for_bus_turnaround() {
    // A write, then a write and a read of the same row: the write need not wait for the bus, though the read is older.
    let requests = [write(0, 0, 0, 1), read(1, 0, 0, 1), write(2, 0, 0, 1)];
    assert_eq!(order(&by(Scheduler::FirstReady), &requests), [0, 2, 1]);
    assert_eq!(order(&by(Scheduler::FrFcfs), &requests), [0, 1, 2]);
}

#[test]
fn row_hits_limits_column_commands_per_row() {
    let mut requests = vec![read(0, 0, 0, 1), read(1, 40, 0, 2)];
    requests.extend((2..7).map(|id| read(id, 40, 0, 1)));
    let mut d = by(Scheduler::FirstReady);
    // The row can then be closed before the next hit can be read.
    d.timing.rtp = 0;
    assert_eq!(order(&d, &requests), [0, 2, 3, 4, 5, 6, 1]);
    d.row_hits = Some(3);
    assert_eq!(order(&d, &requests), [0, 2, 3, 1, 4, 5, 6]);
}
