//! Mbarriers, asynchronous and bulk copies, and what sm_90 has for lanes that have diverged.

use super::{Case, Gpu, Random, compare, fault, launch, machine_code};
use warploom_kernel::execute::Limits;

fn words(count: u32) -> Vec<u32> {
    let mut random = Random::new(20);
    (0..count).map(|_| random.next() % 1000).collect()
}

/// A launch of one CTA whose threads read and write so many words each.
fn one_cta(gpu: &mut Gpu<'_>, threads: u32, (read, written): (u32, u32), more: &[u64]) -> Case {
    let input = gpu.upload(&words(read * threads));
    let size = u64::from(4 * written * threads);
    let out = gpu.zeros(size);
    Case { launch: launch(1, threads, &[&[input, out], more].concat()), results: vec![("out", out, size)] }
}

#[test]
fn phases_of_threads_that_leave_one_after_the_other() {
    compare("mbarriers", "phases", &[80, 90], &|gpu| one_cta(gpu, 96, (1, 1), &[]));
}

#[test]
fn mbarriers_wait_for_copies() {
    compare("mbarriers", "copies", &[80, 90], &|gpu| one_cta(gpu, 64, (8, 4), &[]));
}

#[test]
fn bytes_of_a_copy_are_there_after_the_wait_and_not_before() {
    compare("mbarriers", "early", &[80, 90], &|gpu| one_cta(gpu, 32, (2, 2), &[0]));
    for message in fault("mbarriers", "early", &[80, 90], &|gpu| one_cta(gpu, 32, (2, 2), &[1])) {
        assert!(message.starts_with("read before the wait"), "{message}");
    }
}

#[test]
fn a_wait_for_an_arrival_that_never_comes_is_a_fault() {
    let lost = |gpu: &mut Gpu<'_>| {
        let out = gpu.zeros(4);
        Case { launch: launch(1, 32, &[out]), results: Vec::new() }
    };
    // On sm_80 it is a loop that reads a word of memory.
    let few = |gpu: &mut Gpu<'_>| {
        let case = lost(gpu);
        let launch = warploom_kernel::execute::Launch {
            limits: Limits { instructions: 1 << 16, ..Limits::default() },
            ..case.launch
        };
        Case { launch, ..case }
    };
    let messages = fault("mbarriers", "lost", &[90], &lost);
    for message in messages {
        assert!(message.contains("lacks 1 of 33 arrivals and 0 bytes"), "{message}");
    }
    assert!(fault("mbarriers", "lost", &[80], &few)[1].contains("instructions"));
}

#[test]
fn bulk_copies_and_reductions() {
    compare("bulk", "bulk", &[90], &|gpu| {
        let input = gpu.upload(&words(3 * 256));
        let (out, sums, most) = (gpu.zeros(3 * 1024), gpu.zeros(512), gpu.zeros(512));
        let results = vec![("out", out, 3 * 1024), ("sums", sums, 512), ("most", most, 512)];
        Case { launch: launch(3, 128, &[input, out, sums, most]), results }
    });
}

#[test]
fn mbarriers_count_arrivals_and_bytes() {
    compare("bulk", "counts", &[90], &|gpu| {
        let out = gpu.zeros(64 * 64);
        Case { launch: launch(1, 64, &[out]), results: vec![("out", out, 64 * 64)] }
    });
}

/// PTX's executor wants one instruction for all lanes of a shuffle; compiled code lets those of two meet.
#[test]
fn lanes_of_both_sides_of_a_branch_shuffle_together() {
    let found = machine_code("bulk", "apart", 90, &|gpu| one_cta(gpu, 32, (1, 1), &[]));
    let input = words(32);
    let is_odd = |lane: usize| input[lane] & 7 > 3;
    let first: Vec<u32> =
        (0..32).map(|lane| if is_odd(lane) { 3 * input[lane] } else { input[lane] }).collect();
    let second: Vec<u32> = (0..32).map(|lane| first[lane ^ 5] ^ if is_odd(lane) { 77 } else { 0 }).collect();
    for (lane, bytes) in found[0].chunks(4).enumerate() {
        let other = second[if lane + 3 < 32 { lane + 3 } else { lane }];
        assert_eq!(bytes, (second[lane] + other).to_le_bytes(), "lane {lane}");
    }
}
