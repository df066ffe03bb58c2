//! What an access to a cache costs on the host: `cargo bench -p warploom-gpu --bench cache`.
//!
//! Nanoseconds per operation, the least of many rounds, for the caches of GPGPU-Sim's GTX480 and QV100 at the size of
//! a whole machine: as many caches as it has, used in turn, so that the host's own caches see what they would.

use std::hint::black_box;
use std::time::Instant;
use warploom_gpu::Cycle;
use warploom_gpu::memory::cache::{
    Access, Bytes, Cache, Description, LowerRequestKind, Outcome, Response, Waiter,
};

/// Rounds are shorter than a slice of the host's scheduler, so that the least of them is undisturbed.
const ROUNDS: u64 = 100;
const OPERATIONS: u64 = 1 << 14;

struct Bench {
    caches: Vec<Cache>,
    now: u64,
}

impl Bench {
    fn new(text: &str, ways: u32, count: usize) -> Bench {
        let mut description = Description::from_gpgpusim(text).expect("a fine text").expect("a cache");
        description.ways = ways;
        let cache = || Cache::new(&description).expect("a fine cache");
        Bench { caches: (0..count).map(|_| cache()).collect(), now: 0 }
    }

    /// The least time of an operation over a few rounds; each gets a cache, a number and the time.
    fn time(&mut self, name: &str, mut each: impl FnMut(&mut Cache, u64, Cycle)) {
        let mut best = f64::MAX;
        let count = self.caches.len() as u64;
        for round in 0..ROUNDS {
            let start = Instant::now();
            for n in round * OPERATIONS..(round + 1) * OPERATIONS {
                // A window of accesses to one cache, then to the next.
                let cache = &mut self.caches[(n / 16 % count) as usize];
                self.now += 1;
                each(cache, n / 16 / count * 16 + n % 16, Cycle(self.now));
            }
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("  {name:<28} {:7.1} ns", best * 1e9 / OPERATIONS as f64);
    }
}

/// Sends and gets all that is wanted.
fn serve(cache: &mut Cache, now: Cycle) {
    while let Some(send) = cache.pop_request() {
        if send.kind == LowerRequestKind::Fetch {
            cache.fill(send.address, send.sectors, now);
        }
    }
    while let Some(waiter) = cache.pop_ready() {
        black_box(waiter);
    }
}

/// Numbers without a pattern.
fn scatter(n: u64) -> u64 {
    (n ^ 0x5bd1_e995).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32
}

fn main() {
    for (name, text, ways, count) in [
        ("GTX480 L1, 15", "N:32:128:4,L:L:m:N:H,S:64:8,8", 4, 15),
        ("GTX480 L2 slice, 12", "S:64:128:8,L:B:m:L:L,A:256:4,4:0,32", 8, 12),
        ("QV100 L1 of 32 KiB, 80", "S:4:128:64,L:T:m:L:L,A:512:8,16:0,32", 64, 80),
        ("QV100 L1 of 128 KiB, 80", "S:4:128:64,L:T:m:L:L,A:512:8,16:0,32", 256, 80),
        ("QV100 L2 slice, 64", "S:32:128:24,L:B:m:L:P,A:192:4,32:0,32", 24, 64),
    ] {
        println!("{name}");
        let mut bench = Bench::new(text, ways, count);
        let lines = {
            let d = Description::from_gpgpusim(text).expect("a fine text").expect("a cache");
            u64::from(d.sets * ways)
        };
        let all = Bytes(0xffff_ffff);
        bench.time("(nothing: to be subtracted)", |_, n, _| {
            black_box(Access::read(scatter(n) % (lines / 2) * 128, 32, Waiter(0)));
        });
        // Half of the lines, so that no hash makes any of them miss for long.
        bench.time("(filling it)", |cache, n, now| {
            cache.access(&Access::read(n % (lines / 2) * 128, 32, Waiter(0)), now);
            serve(cache, now);
        });
        bench.time("read hit", |cache, n, now| {
            let address = scatter(n) % (lines / 2) * 128;
            black_box(cache.access(&Access::read(address, 32, Waiter(0)), now));
        });
        bench.time("write (sent if it must be)", |cache, n, now| {
            let address = scatter(n) % (lines / 2) * 128;
            black_box(cache.access(&Access::write(address, 32, all, Waiter(0)), now));
            cache.pop_request();
        });
        let mut fresh = 0;
        bench.time("read miss, sent, filled", |cache, _, now| {
            fresh += 1;
            cache.access(&Access::read(fresh * 128, 32, Waiter(0)), now);
            serve(cache, now);
        });
        bench.time("the same, 32 under way", |cache, n, now| {
            fresh += 1;
            let outcome = cache.access(&Access::read(fresh * 128, 32, Waiter(0)), now);
            assert!(matches!(
                outcome,
                Outcome::Accepted { response: Response::OnFill, .. } | Outcome::Rejected(_)
            ));
            if n % 4 == 3 || matches!(outcome, Outcome::Rejected(_)) {
                serve(cache, now);
            }
        });
        bench.time("write miss", |cache, _, now| {
            fresh += 1;
            black_box(cache.access(&Access::write(fresh * 128, 32, all, Waiter(0)), now));
            serve(cache, now);
        });
        bench.time("three merged, filled", |cache, _, now| {
            fresh += 1;
            for waiter in 0..4 {
                cache.access(&Access::read(fresh * 128, 32, Waiter(waiter)), now);
            }
            serve(cache, now);
        });
        for cache in &mut bench.caches {
            for n in 0_u64.. {
                bench.now += 1;
                let outcome =
                    cache.access(&Access::read((1 << 40) + n * 32, 32, Waiter(0)), Cycle(bench.now));
                if matches!(outcome, Outcome::Rejected(_)) {
                    break;
                }
            }
        }
        bench.time("fail", |cache, n, now| {
            black_box(cache.access(&Access::read((1 << 41) + n * 128, 32, Waiter(0)), now));
        });
    }
}
