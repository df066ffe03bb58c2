//! Cost per warp instruction from 10⁶ to 10⁹ of them: it should not grow.
//!
//! `cargo bench -p warploom-kernel --bench scale`; an argument of 9 or less is the largest power of ten.

#[path = "support/mod.rs"]
mod support;

fn main() {
    let most =
        std::env::args().filter_map(|a| a.parse::<u32>().ok()).find(|n| (6..=9).contains(n)).unwrap_or(9);
    println!("kernel     warp instructions  seconds  million per second");
    for (name, make, per_turn) in
        [("ffma", support::ffma as fn(u32) -> support::Bench, 35), ("coalesced", support::coalesced, 19)]
    {
        for power in 6..=most {
            // 64 warps, `per_turn` instructions at each turn of the loop.
            let mut bench = make(10u32.pow(power) / (64 * per_turn));
            let start = std::time::Instant::now();
            let done = bench.run().warp_instructions;
            let seconds = start.elapsed().as_secs_f64();
            println!("{name:<9} {done:>18} {seconds:>8.3} {:>19.1}", done as f64 / seconds / 1e6);
        }
    }
}
