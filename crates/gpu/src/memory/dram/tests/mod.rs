use super::channel::Command::{self, *};
use super::checker::{Logged, check};
use super::*;

mod laws;
mod map;
mod schedulers;

/// The V100's, as GPGPU-Sim describes it.
fn hbm() -> Description {
    Description {
        banks: 16,
        bank_groups: 4,
        bank_group_bits: GroupBits::Low,
        timing: Timing {
            ccd: 1,
            ccd_l: 2,
            rrd: 3,
            rcd: 12,
            rcd_write: None,
            ras: 28,
            rp: 12,
            rc: 40,
            cl: 12,
            wl: 2,
            wtr: 3,
            wr: 10,
            rtp: 3,
            rtp_scope: RtpScope::Group,
            faw: None,
            refi: None,
            rfc: None,
        },
        bus_bytes: 16,
        chips: 1,
        burst_length: 2,
        data_rate: 2,
        queue: 64,
        write_queue: None,
        scheduler: Scheduler::FrFcfs,
        take_ups: TakeUps::Every,
        row_hits: None,
        row_policy: RowPolicy::Open,
        dual_command: true,
    }
}

/// The GTX 480's.
fn gddr5() -> Description {
    let mut d = hbm();
    let t = &mut d.timing;
    (t.ccd, t.ccd_l, t.rrd, t.wl, t.wtr, t.wr, t.rtp) = (2, 3, 6, 4, 5, 12, 2);
    (d.bus_bytes, d.chips, d.burst_length, d.data_rate, d.dual_command) = (4, 2, 8, 4, false);
    d
}

fn read(id: u32, arrival: u64, bank: u8, row: u32) -> Request {
    Request {
        id: RequestId(id),
        arrival: DramCycle(arrival),
        write: false,
        bank: Bank(bank),
        row: Row(row),
        bytes: 32,
    }
}

fn write(id: u32, arrival: u64, bank: u8, row: u32) -> Request {
    Request { write: true, ..read(id, arrival, bank, row) }
}

/// Pushes each request when it arrives, later if there is no room, and lets all be done.
fn run(description: &Description, requests: &[Request]) -> (Channel, Vec<Completion>) {
    let mut channel = Channel::new(description).unwrap();
    let mut done = Vec::new();
    let mut now = 0;
    for request in requests {
        now = now.max(request.arrival.0);
        channel.advance(DramCycle(now), &mut done);
        while channel.free_entries(request.write) == 0 {
            now = channel.next_event().unwrap().0 + 1;
            channel.advance(DramCycle(now), &mut done);
        }
        channel.push(Request { arrival: DramCycle(now), ..*request });
    }
    while let Some(next) = channel.next_event() {
        channel.advance(DramCycle(next.0 + 1), &mut done);
    }
    check(description, &channel.log).unwrap();
    (channel, done)
}

fn at(log: &[Logged], command: Command, bank: u8) -> u64 {
    log.iter().find(|l| (l.1, l.2) == (command, bank)).unwrap().0
}

/// That of the commands since a cycle the second follows the first after exactly so many cycles, and that a cycle earlier
/// it would have been illegal.
#[track_caller]
fn edge(
    d: &Description,
    requests: &[Request],
    since: u64,
    first: (Command, u8),
    second: (Command, u8),
    cycles: u64,
) {
    let (channel, _) = run(d, requests);
    let mut log = channel.log.clone();
    let from = log.iter().position(|l| l.0 >= since && (l.1, l.2) == first).unwrap();
    let to = from + 1 + log[from + 1..].iter().position(|l| (l.1, l.2) == second).unwrap();
    assert_eq!(log[to].0, log[from].0 + cycles, "{log:?}");
    if cycles > 0 {
        log[to].0 -= 1;
        log.sort_by_key(|l| l.0);
        assert!(check(d, &log).is_err(), "the checker does not know this rule");
    }
}

#[test]
fn a_lone_read_takes_rcd_cl_and_a_burst() {
    let (channel, done) = run(&hbm(), &[read(3, 5, 2, 9)]);
    assert_eq!(done, [Completion { id: RequestId(3), at: DramCycle(5 + 12 + 12 + 1) }]);
    assert_eq!(channel.log, [(5, Activate, 2, Row(9)), (17, Read, 2, Row(9))]);
    let (channel, done) = run(&gddr5(), &[write(3, 5, 2, 9)]);
    assert_eq!(channel.log[1], (5 + 12 - 5, Write, 2, Row(9)), "the row is open when the data come");
    assert_eq!(done[0].at, DramCycle(12 + 4 + 2));
    assert_eq!(
        *channel.counters(),
        Counters { writes: 1, row_misses: 1, activates: 1, busy: 2, bytes: 32, ..Counters::default() }
    );
}

#[test]
fn row_commands_keep_their_minimum_distances() {
    let d = hbm();
    let rows = [read(0, 0, 0, 1), read(1, 0, 0, 2)];
    edge(&d, &rows, 0, (Activate, 0), (Read, 0), 12);
    edge(&d, &[write(0, 0, 0, 1)], 0, (Activate, 0), (Write, 0), 12 - 3);
    let mut early = d.clone();
    early.timing.rcd_write = Some(7);
    edge(&early, &[write(0, 0, 0, 1)], 0, (Activate, 0), (Write, 0), 7);
    edge(&d, &[read(0, 0, 0, 1), read(1, 0, 1, 1)], 0, (Activate, 0), (Activate, 1), 3);
    edge(&d, &rows, 0, (Activate, 0), (Precharge, 0), 28);
    edge(&d, &rows, 0, (Precharge, 0), (Activate, 0), 12);
    edge(&d, &rows, 0, (Activate, 0), (Activate, 0), 40);
    let mut long = d.clone();
    long.timing.rc = 50;
    edge(&long, &rows, 0, (Activate, 0), (Activate, 0), 50);
}

#[test]
fn column_commands_keep_their_minimum_distances() {
    // Bank groups are the banks' two low bits: 0 and 4 are in one, 0 and 1 are not.
    let (d, g) = (hbm(), gddr5());
    let column = |d: &Description, one: Request, two: Request, cycles| {
        let kind = |request: &Request| if request.write { Write } else { Read };
        let open = [read(0, 0, 0, 1), read(1, 0, 1, 1), read(2, 0, 4, 1)];
        let second = if two.row == Row(1) { kind(&two) } else { Precharge };
        let requests: Vec<_> = open.into_iter().chain([one, two]).collect();
        edge(d, &requests, 100, (kind(&one), one.bank.0), (second, two.bank.0), cycles);
    };
    // ccd, and ccd_l within a group.
    column(&d, read(3, 100, 0, 1), read(4, 101, 1, 1), 1);
    column(&g, read(3, 100, 0, 1), read(4, 101, 1, 1), 2);
    column(&d, read(3, 100, 0, 1), read(4, 101, 4, 1), 2);
    column(&d, read(3, 100, 0, 1), read(4, 101, 0, 1), 2);
    column(&g, write(3, 100, 0, 1), write(4, 101, 4, 1), 3);
    // The bus turns round.
    column(&d, read(3, 100, 0, 1), write(4, 101, 1, 1), 12 + 1 + 2 - 2);
    column(&g, read(3, 100, 0, 1), write(4, 101, 0, 1), 12 + 2 + 2 - 4);
    column(&d, write(3, 100, 0, 1), read(4, 101, 1, 1), 2 + 1 + 3);
    column(&g, write(3, 100, 0, 1), read(4, 101, 4, 1), 4 + 2 + 5);
    // Precharges.
    column(&d, write(3, 100, 0, 1), read(4, 101, 0, 2), 2 + 1 + 10);
    column(&d, read(3, 100, 0, 1), read(4, 101, 0, 2), 3);
    column(&d, read(3, 100, 0, 1), read(4, 100, 4, 2), 3);
    column(&d, read(3, 100, 0, 1), read(4, 100, 1, 2), 0);
    let mut bank = d.clone();
    bank.timing.rtp_scope = RtpScope::Bank;
    column(&bank, read(3, 100, 0, 1), read(4, 101, 0, 2), 3);
    column(&bank, read(3, 100, 0, 1), read(4, 100, 4, 2), 0);
    bank.timing.rtp = 0;
    (bank.burst_length, bank.bus_bytes) = (8, 4);
    column(&bank, read(3, 100, 0, 1), read(4, 101, 0, 2), 4);
}

#[test]
fn four_activates_in_a_window() {
    let requests: Vec<_> = (0..6).map(|i| read(i, 0, i as u8, 0)).collect();
    let times = |d: &Description| {
        run(d, &requests).0.log.iter().filter(|l| l.1 == Activate).map(|l| l.0).collect::<Vec<_>>()
    };
    assert_eq!(times(&hbm()), [0, 3, 6, 9, 12, 15]);
    let mut d = hbm();
    d.timing.faw = Some(16);
    assert_eq!(times(&d), [0, 3, 6, 9, 16, 19]);
    edge(&d, &requests[..5], 0, (Activate, 0), (Activate, 4), 16);
}

#[test]
fn dual_command_issues_row_and_column_commands_together() {
    // Bank 1 must open another row while bank 0 is read.
    let requests = [read(0, 0, 0, 1), read(1, 0, 1, 1), read(2, 100, 0, 1), read(3, 100, 1, 2)];
    let late = |d: &Description| {
        run(d, &requests).0.log.iter().filter(|l| l.0 >= 100).map(|l| (l.0, l.1)).take(2).collect::<Vec<_>>()
    };
    assert_eq!(late(&hbm()), [(100, Read), (100, Precharge)]);
    let mut one = hbm();
    one.dual_command = false;
    assert_eq!(late(&one), [(100, Read), (101, Precharge)]);
}

#[test]
fn the_closed_row_policy_closes_rows_without_queued_hits() {
    let mut d = hbm();
    d.row_policy = RowPolicy::Closed;
    let (mut channel, _) = run(&d, &[read(0, 0, 0, 1), read(1, 20, 0, 1)]);
    channel.advance(DramCycle(200), &mut Vec::new());
    assert_eq!(channel.counters().row_hits, 1, "the second came in time");
    assert_eq!(at(&channel.log, Precharge, 0), 28);
    let (channel, done) = run(&d, &[read(0, 0, 0, 1), read(1, 100, 0, 2)]);
    assert_eq!(done[1].at, DramCycle(100 + 12 + 12 + 1), "nothing to precharge first");
    assert_eq!(channel.counters().row_misses, 2);
}

#[test]
fn queued_writes_wait_for_the_high_mark_or_for_no_reads() {
    let mut d = hbm();
    d.write_queue = Some(WriteQueue { size: 8, high: 4, low: 2 });
    let mut requests: Vec<_> = (0..4).map(|i| read(i, 0, i as u8, 0)).collect();
    requests.extend((4..7).map(|i| write(i, 0, i as u8 + 4, 0)));
    requests.push(read(7, 40, 12, 0));
    let order = |requests: &[Request]| run(&d, requests).1.iter().map(|done| done.id.0).collect::<Vec<_>>();
    assert_eq!(order(&requests), [0, 1, 2, 3, 4, 5, 6, 7], "below the mark they go when reads have gone");
    requests.insert(7, write(8, 0, 11, 0));
    let early = order(&requests).iter().position(|id| *id == 4).unwrap();
    assert!(early < 4, "from the mark on, before reads");
    // Each queue has room of its own.
    let mut channel = Channel::new(&d).unwrap();
    assert_eq!((channel.free_entries(false), channel.free_entries(true)), (64, 8));
    channel.push(write(0, 0, 0, 0));
    assert_eq!((channel.free_entries(false), channel.free_entries(true)), (64, 7));
}

#[test]
fn a_refresh_closes_all_rows_and_takes_its_time() {
    let mut d = hbm();
    (d.timing.refi, d.timing.rfc) = (Some(1000), Some(200));
    let (channel, done) = run(&d, &[read(0, 0, 0, 1), read(1, 999, 0, 1), read(2, 1000, 0, 1)]);
    // The row is open until the refresh is due; then it is closed, and opened again for the last request.
    assert_eq!(done[1].at, DramCycle(999 + 13));
    let refresh = at(&channel.log, Refresh, 0);
    assert_eq!((at(&channel.log, Precharge, 0), refresh), (1002, 1014));
    assert_eq!(done[2].at, DramCycle(1014 + 200 + 12 + 13));
    // They go on when nothing else does, and nobody has to wait for them.
    let mut idle = Channel::new(&d).unwrap();
    assert_eq!(idle.next_event(), None);
    idle.advance(DramCycle(10_001), &mut Vec::new());
    assert_eq!(idle.counters().refreshes, 10);
}

#[test]
fn large_requests_take_several_bursts() {
    for (d, bytes, bursts) in [(hbm(), 128, 4), (hbm(), 33, 2), (gddr5(), 32, 1), (gddr5(), 128, 2)] {
        let (channel, done) = run(&d, &[Request { bytes, ..read(0, 0, 0, 0) }]);
        assert_eq!(channel.log.iter().filter(|l| l.1 == Read).count(), bursts, "{bytes} bytes");
        let delays =
            u64::from(d.timing.ccd_l) * (bursts as u64 - 1) + u64::from(d.burst_length / d.data_rate);
        assert_eq!(done[0].at.0, 12 + 12 + delays);
        assert_eq!(channel.counters().reads, 1);
    }
}

#[test]
fn free_entries_count_queued_requests_only() {
    let mut channel = Channel::new(&hbm()).unwrap();
    (0..64).for_each(|i| channel.push(read(i, 0, 0, i)));
    assert_eq!(channel.free_entries(false), 0);
    let mut done = Vec::new();
    channel.advance(DramCycle(1), &mut done);
    assert_eq!(channel.free_entries(false), 1, "one is at the bank");
    assert_eq!(channel.next_event(), Some(DramCycle(12)));
}

#[test]
#[should_panic(expected = "but 10 is now")]
fn a_request_must_not_arrive_in_the_past() {
    let mut channel = Channel::new(&hbm()).unwrap();
    channel.advance(DramCycle(10), &mut Vec::new());
    channel.push(read(0, 9, 0, 0));
}

/// Bytes per cycle of the bus in per cent of the peak, over a stream of reads through consecutive addresses.
fn streaming(d: &Description, bytes: u32) -> f64 {
    // 2 KiB rows, banks changing every 256 bytes as in GPGPU-Sim's maps.
    let n = 20_000;
    let requests: Vec<_> = (0..n)
        .map(|i| {
            let address = i * bytes;
            let bank = address >> 8 & 1 | address >> 11 & 14;
            Request { bytes, ..read(i, 0, bank as u8, address >> 15) }
        })
        .collect();
    let (_, done) = run(d, &requests);
    f64::from(n * bytes) / done.last().unwrap().at.0 as f64 / f64::from(d.peak()) * 100.
}

#[test]
fn a_stream_reaches_the_peak() {
    assert!(streaming(&hbm(), 32) > 95., "{}", streaming(&hbm(), 32));
    assert!(streaming(&gddr5(), 128) > 95., "{}", streaming(&gddr5(), 128));
}

#[test]
fn rows_that_thrash_are_bound_by_the_row_cycle() {
    let requests: Vec<_> = (0..1000).map(|i| read(i, 0, 3, i)).collect();
    for d in [hbm(), gddr5()] {
        let (channel, done) = run(&d, &requests);
        let last = done.last().unwrap().at.0 - u64::from(12 + 12 + d.burst_length / d.data_rate);
        assert_eq!(last, 999 * 40);
        assert_eq!(channel.counters().row_misses, 1000);
    }
}

#[test]
fn invalid_descriptions_are_errors() {
    let fault = |change: &dyn Fn(&mut Description)| {
        let mut d = hbm();
        change(&mut d);
        Channel::new(&d).err().unwrap().to_string()
    };
    assert_eq!(fault(&|d| d.banks = 65), "`banks` is 65, but must be from 1 to 64");
    assert_eq!(fault(&|d| d.banks = 12), "`banks` is 12, but must be a power of two: 8 or 16");
    assert_eq!(fault(&|d| d.bank_groups = 32), "`bank_groups` is 32, but must be from 1 to 16");
    assert_eq!(fault(&|d| d.queue = 0), "`queue` is 0, but must be from 1 to 16384");
    assert_eq!(fault(&|d| d.timing.cl = 0), "`timing.cl` is 0, but must be from 1 to 1048576");
    assert_eq!(
        fault(&|d| d.data_rate = 4),
        "a burst of 2 beats does not fill cycles of 4 beats: make `burst_length` a multiple of `data_rate`"
    );
    assert_eq!(fault(&|d| d.timing.rfc = Some(100)), "refresh needs both `timing.refi` and `timing.rfc`");
    assert_eq!(
        fault(&|d| (d.timing.refi, d.timing.rfc) = (Some(200), Some(100))),
        "`timing.refi` is 200, but must be from 280 to 16777216"
    );
    let queue = |low| Some(WriteQueue { size: 8, high: 4, low });
    assert_eq!(fault(&|d| d.write_queue = queue(5)), "`write_queue.low` is 5, but must be from 1 to 4");
    assert_eq!(
        fault(&|d| (d.write_queue, d.scheduler) = (queue(1), Scheduler::Fcfs)),
        "a `write_queue` needs `scheduler = \"fr-fcfs\"`"
    );
    assert_eq!(fault(&|d| d.row_hits = Some(4)), "`row_hits` needs `scheduler = \"first-ready\"`");
    assert_eq!(
        fault(&|d| (d.row_hits, d.scheduler) = (Some(0), Scheduler::FirstReady)),
        "`row_hits` is 0, but must be from 1 to 16384"
    );
}

#[test]
fn a_description_survives_its_toml() {
    for d in [hbm(), gddr5()] {
        let text = toml::to_string(&d).unwrap();
        assert_eq!(toml::from_str::<Description>(&text).unwrap(), d);
        let wrong = text.replace("queue", "quene");
        assert!(toml::from_str::<Description>(&wrong).unwrap_err().to_string().contains("quene"));
    }
}

#[test]
fn requests_wait_in_front_of_a_full_queue() {
    let mut description = hbm();
    description.queue = 2;
    let mut channel = Channel::new(&description).unwrap();
    // All to one row of one bank; the queue is as if they had come when it has room.
    (0..8).for_each(|i| channel.push(read(i, u64::from(i), 0, 5)));
    assert_eq!((channel.not_arrived(), channel.free_entries(false)), (7, 0));
    let mut done = Vec::new();
    channel.advance(DramCycle(5), &mut done);
    assert_eq!(channel.not_arrived(), 5, "one is at the bank, two are in the queue");
    channel.advance(DramCycle(1000), &mut done);
    let at: Vec<_> = done.iter().map(|done| (done.id.0, done.at.0)).collect();
    // One row is opened; a read of the bank, or of its group, every second cycle.
    assert_eq!(at, (0..8_u32).map(|i| (i, 25 + 2 * u64::from(i))).collect::<Vec<_>>());
    assert_eq!((channel.not_arrived(), channel.free_entries(false), channel.next_event()), (0, 2, None));
}
