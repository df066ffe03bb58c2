//! Warp instructions per second, by kind of kernel.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
#[path = "support/mod.rs"]
mod support;

fn execute(c: &mut Criterion) {
    let mut group = c.benchmark_group("execute");
    for (name, make) in [
        ("ffma", support::ffma as fn(u32) -> support::Bench),
        ("coalesced", support::coalesced),
        ("scattered", support::scattered),
        ("divergent", support::divergent),
        ("sass_ffma", support::sass_ffma),
        ("sass_coalesced", support::sass_coalesced),
        ("sass_scattered", support::sass_scattered),
        ("sass_divergent", support::sass_divergent),
        ("gcn_valu", support::gcn_valu),
        ("gcn_coalesced", support::gcn_coalesced),
        ("gcn_scattered", support::gcn_scattered),
        ("gcn_local", support::gcn_local),
    ] {
        let mut bench = make(200);
        group.throughput(Throughput::Elements(bench.run().warp_instructions));
        group.bench_function(name, |b| b.iter(|| bench.run()));
    }
    group.finish();
}

criterion_group!(benches, execute);
criterion_main!(benches);
