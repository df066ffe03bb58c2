//! Host instructions per kernel, counted by callgrind: numbers that noise cannot move.

#![allow(unused_qualifications, reason = "the macros of gungraun make them")]

use gungraun::{library_benchmark, library_benchmark_group, main};
use std::hint::black_box;
#[path = "support/mod.rs"]
mod support;
use support::Bench;

#[library_benchmark]
#[bench::ffma(support::ffma(20))]
#[bench::coalesced(support::coalesced(20))]
#[bench::scattered(support::scattered(20))]
#[bench::divergent(support::divergent(20))]
#[bench::sass_ffma(support::sass_ffma(20))]
#[bench::sass_coalesced(support::sass_coalesced(20))]
#[bench::gcn_valu(support::gcn_valu(20))]
#[bench::gcn_coalesced(support::gcn_coalesced(20))]
fn execute(mut bench: Bench) -> u64 {
    black_box(bench.run().warp_instructions)
}

library_benchmark_group!(name = executor, benchmarks = execute);
main!(library_benchmark_groups = executor);
