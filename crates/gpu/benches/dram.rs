//! Nanoseconds per request of a DRAM channel that is kept busy: `cargo bench -p warploom-gpu --bench dram`.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Instant;
use warploom_gpu::memory::dram::{
    AddressMap, Channel, Completion, Description, DramCycle, MapDescription, Request, RequestId,
};

const HBM: &str = "
    banks = 16
    bank_groups = 4
    bank_group_bits = 'low'
    bus_bytes = 16
    burst_length = 2
    data_rate = 2
    queue = 64
    dual_command = true
    timing = { ccd = 1, ccd_l = 2, rrd = 3, rcd = 12, ras = 28, rp = 12, rc = 40, cl = 12, wl = 2, wtr = 3, wr = 10, rtp = 3 }
";
const GDDR5: &str = "
    banks = 16
    bank_groups = 4
    bank_group_bits = 'low'
    bus_bytes = 4
    chips = 2
    burst_length = 8
    data_rate = 4
    queue = 64
    timing = { ccd = 2, ccd_l = 3, rrd = 6, rcd = 12, ras = 28, rp = 12, rc = 40, cl = 12, wl = 4, wtr = 5, wr = 12, rtp = 2 }
";
const MAP: &str = "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS";

/// Nanoseconds this thread has been running, where Linux says so: others' load does not count. Else those of a clock.
fn nanoseconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    let running = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let running = running.and_then(|text| text.split(' ').next()?.parse().ok());
    running.unwrap_or_else(|| START.get_or_init(Instant::now).elapsed().as_nanos() as f64)
}

fn scatter(i: u64) -> u64 {
    let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (x ^ x >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20
}

/// The address of a stream's request.
type Stream = fn(u64) -> u64;
/// Whether a request is a write.
type Mix = fn(u64) -> bool;

/// Nanoseconds per request, and cycles of the simulated channel.
fn run(description: &Description, map: &AddressMap, stream: Stream, write: Mix, requests: u32) -> (f64, f64) {
    let mut channel = Channel::new(description).unwrap();
    let mut done: Vec<Completion> = Vec::with_capacity(1 << 10);
    let (mut now, mut last) = (0, 0);
    let start = nanoseconds();
    for i in 0..requests {
        let write = write(u64::from(i));
        while channel.free_entries(write) == 0 {
            now = channel.next_event().unwrap().0 + 1;
            channel.advance(DramCycle(now), &mut done);
        }
        let place = map.decode(stream(i.into()));
        let id = RequestId(i);
        channel.push(Request {
            id,
            arrival: DramCycle(now),
            write,
            bank: place.bank,
            row: place.row,
            bytes: 32,
        });
        last = done.last().map_or(last, |done| done.at.0);
        black_box(&done);
        done.clear();
    }
    while let Some(next) = channel.next_event() {
        channel.advance(DramCycle(next.0 + 1), &mut done);
    }
    ((nanoseconds() - start) / f64::from(requests), last as f64 / f64::from(requests))
}

fn main() {
    // A smaller number of requests can be asked for, to run under callgrind.
    let requests = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(1 << 20);
    let streams: [(&str, Stream); 3] = [
        ("streaming", |i| i * 32),
        ("random", |i| scatter(i) & !31),
        // One bank, another row each time.
        ("thrashing", |i| i << 15),
    ];
    let mixes: [(&str, Mix); 2] = [("reads", |_| false), ("1 in 3 writes", |i| i % 3 == 2)];
    for (name, text) in [("hbm", HBM), ("gddr5", GDDR5)] {
        let description: Description = toml::from_str(text).unwrap();
        let map = AddressMap::new(&MapDescription::linear(MAP), 1, 2, description.banks).unwrap();
        for (stream, address) in streams {
            for (mix, write) in mixes {
                let best = (0..5).map(|_| run(&description, &map, address, write, requests));
                let (ns, cycles) = best.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
                println!("{name:6} {stream:10} {mix:14} {ns:6.1} ns per request, {cycles:5.2} cycles");
            }
        }
    }
    for (partitions, indexing) in [(32, "linear"), (32, "ipoly"), (24, "ipoly"), (6, "linear")] {
        let text = format!("mapping = '{MAP}'\npartition_indexing = '{indexing}'");
        let map = AddressMap::new(&toml::from_str(&text).unwrap(), partitions, 2, 16).unwrap();
        let n = 10_000_000;
        let start = nanoseconds();
        let sum: u64 = (0..n).map(|i| u64::from(map.decode(black_box(i * 32)).sub_partition.0)).sum();
        let ns = (nanoseconds() - start) / n as f64;
        println!("map of {partitions} partitions, {indexing:7} {ns:5.1} ns per address (mean {})", sum / n);
    }
}
