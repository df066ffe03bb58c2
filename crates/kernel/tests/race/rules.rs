//! Rules of the detector, each with a few lines of PTX.

use warploom_kernel::execute::race::{Race, RaceDetector, RaceKind};
use warploom_kernel::execute::{Arg, Checks, Launch, Memory};
use warploom_kernel::ptx::Module;
use warploom_kernel::ptx::run;

/// Executes a body with two warps per CTA and returns the races. `%t` is the thread, `%w` its warp, `%a` its word in shared
/// memory, `%b` the same word of the other warp, `%g` a global buffer.
fn races(ctas: u32, body: &str) -> Vec<Race> {
    let text = format!(
        ".version 8.5 .target sm_90 .address_size 64
        .visible .entry k(.param .u64 g) {{
            .reg .b32 %t, %w, %a, %b, %c, %r<9>; .reg .b64 %g, %d<9>; .reg .pred %p<9>;
            .shared .align 16 .b32 tile[256];
            ld.param.u64 %g, [g];
            mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x;
            mov.u32 %a, tile; shr.u32 %w, %t, 5; shl.b32 %b, %t, 2; add.u32 %a, %a, %b; xor.b32 %b, %a, 128;
            {body}
            ret;
        }}"
    );
    let module = Module::parse(&text).unwrap();
    let mut memory = Memory::new();
    let globals = memory.load(&module).unwrap();
    let g = memory.allocate("g", 4096).unwrap();
    let mut launch = Launch::new([ctas, 1, 1], [64, 1, 1]).arg(Arg::u64(g));
    launch.checks = Checks::Off;
    let program = &module.programs[0];
    let mut detector = RaceDetector::new(program, &launch);
    run(program, &globals, &launch, &mut memory, &mut detector).unwrap();
    detector.races(&memory).distinct
}

fn count(ctas: u32, body: &str) -> usize {
    races(ctas, body).len()
}

#[test]
fn a_barrier_orders_and_an_arrival_does_not_wait() {
    assert_eq!(count(1, "st.shared.b32 [%a], %t; ld.shared.b32 %r1, [%b];"), 1);
    assert_eq!(count(1, "st.shared.b32 [%a], %t; bar.sync 0; ld.shared.b32 %r1, [%b];"), 0);
    // Warp 0 arrives, warp 1 waits: only warp 1 is ordered after the other.
    let arrives = "
        setp.eq.u32 %p1, %w, 0;
        st.shared.b32 [%a], %t;
        @%p1 bar.arrive 1, 64;
        @!%p1 bar.sync 1, 64;";
    assert_eq!(count(1, &format!("{arrives} @!%p1 ld.shared.b32 %r1, [%b];")), 0);
    assert_eq!(count(1, &format!("{arrives} @%p1 ld.shared.b32 %r1, [%b];")), 1);
}

#[test]
fn a_finished_warp_has_arrived_at_the_barriers_of_the_others() {
    let body = "
        setp.eq.u32 %p1, %w, 0;
        @%p1 st.shared.b32 [%a], %t;
        @%p1 ret;
        bar.sync 0;
        ld.shared.b32 %r1, [%b];";
    assert_eq!(count(1, body), 0);
}

#[test]
fn reads_before_a_write_race_as_those_after_it() {
    let body = "setp.eq.u32 %p1, %w, 0; @%p1 ld.shared.b32 %r1, [%b]; @!%p1 st.shared.b32 [%a], %t;";
    let found = races(1, body);
    assert_eq!((found[0].first.kind, found[0].second.kind), (RaceKind::Read, RaceKind::Write));
    assert_eq!(found.len(), 1);
}

#[test]
fn bytes_of_a_word_are_separate() {
    let store = |at: &str, ty: &str| {
        format!("shr.u32 %r1, %t, 5; mul.lo.u32 %r2, %r1, {at}; st.shared.{ty} [%r2], %r1;")
    };
    assert_eq!(count(1, &store("1", "b8")), 0);
    assert_eq!(count(1, &store("0", "b8")), 1);
    assert_eq!(count(1, &store("2", "b16")), 0);
    // A vector of sixteen bytes and a byte within it.
    let vector = |byte: u32| {
        format!(
            "setp.eq.u32 %p1, %t, 0; setp.eq.u32 %p2, %t, 32; mov.b32 %r1, {byte}; mov.b32 %r3, 9;
             @%p1 st.shared.v4.b32 [16], {{%t, %t, %t, %t}}; @%p2 st.shared.b8 [%r1], %r3;"
        )
    };
    assert_eq!([15, 16, 31, 32].map(|byte| count(1, &vector(byte))), [0, 1, 1, 0]);
}

#[test]
fn equal_values_do_not_race_with_each_other_but_with_reads() {
    let set = "mov.b32 %r1, 1; st.global.b32 [%g], %r1;";
    assert_eq!(count(3, set), 0);
    assert_eq!(count(3, &format!("ld.global.b32 %r2, [%g]; {set}")), 1);
    // A thread that has written the value itself reads it, whatever the others do.
    assert_eq!(count(3, &format!("{set} ld.global.b32 %r2, [%g];")), 0);
    assert!(count(3, "st.global.b32 [%g], %c;") >= 1);
}

#[test]
fn lanes_of_a_store_race_if_their_values_differ() {
    assert_eq!(count(1, "mov.b32 %r1, 0; st.shared.b32 [%r1], %w;"), 1);
    let lanes = "setp.lt.u32 %p1, %t, 32; shr.u32 %r1, %a, 3; shl.b32 %r1, %r1, 2;";
    let found = races(1, &format!("{lanes} @%p1 st.shared.b32 [%r1], %t;"));
    let threads = (found[0].first.location.thread[0], found[0].second.location.thread[0]);
    assert_eq!((found.len(), threads), (1, (0, 1)));
    assert!(found[0].in_one_store);
    assert_eq!(count(1, &format!("{lanes} shr.u32 %r2, %t, 1; @%p1 st.shared.b32 [%r1], %r2;")), 0);
    // Bits above the width of the store do not count.
    let narrow = "mov.b32 %r1, 0; shl.b32 %r2, %t, 8; st.shared.b8 [%r1], %r2;";
    assert_eq!(count(1, narrow), 0);
}

#[test]
fn atomics_do_not_race_with_atomics_but_with_others() {
    let atomic = "red.global.add.u32 [%g], 1;";
    assert_eq!(count(3, atomic), 0);
    assert_eq!(count(3, &format!("{atomic} ld.global.b32 %r1, [%g];")), 1);
    assert_eq!(count(3, &format!("{atomic} ld.volatile.global.b32 %r1, [%g];")), 0);
    assert_eq!(count(1, "red.cta.global.add.u32 [%g], 1;"), 0);
    assert_eq!(count(2, "red.cta.global.add.u32 [%g], 1;"), 1);
    assert_eq!(count(2, "red.relaxed.gpu.global.add.u32 [%g], 1;"), 0);
}

#[test]
fn a_compare_and_swap_confirms_the_read_before_it() {
    let read = "setp.eq.u32 %p1, %t, 0; @!%p1 ret; ld.global.b32 %r1, [%g];";
    let swap = "LOOP: add.u32 %r2, %r1, 1; mov.b32 %r3, %r1; atom.global.cas.b32 %r1, [%g], %r3, %r2;
        setp.ne.u32 %p2, %r1, %r3; @%p2 bra LOOP;";
    assert_eq!(count(3, &format!("{read} {swap}")), 0);
    assert_eq!(count(3, &format!("{read} red.global.add.u32 [%g], 1;")), 1);
    // A swap at another address confirms nothing.
    assert_eq!(
        count(3, &format!("{read} {} red.global.add.u32 [%g], 1;", swap.replace("[%g]", "[%g+4]"))),
        1
    );
    // A write of another thread is not confirmed.
    assert!(count(3, &format!("{read} {swap} st.global.b32 [%g], %c;")) > 0);
}

/// CTA 0 writes a word and sets a flag; the others wait for the flag and read the word.
fn handover(publish: &str, wait: &str) -> usize {
    let body = format!(
        "setp.eq.u32 %p1, %t, 0; @!%p1 ret;
         setp.eq.u32 %p2, %c, 0; mov.b32 %r1, 1; mov.b32 %r2, 7;
         @!%p2 bra WAIT;
         st.global.b32 [%g+64], %r2;
         {publish}
         ret;
         WAIT:
         {wait}
         setp.eq.u32 %p3, %r3, 0;
         @%p3 bra WAIT;
         ld.global.b32 %r4, [%g+64];"
    );
    count(3, &body)
}

#[test]
fn a_strong_write_after_a_fence_releases_and_a_strong_read_acquires() {
    let volatile = "ld.volatile.global.b32 %r3, [%g];";
    assert_eq!(handover("st.volatile.global.b32 [%g], %r1;", volatile), 1);
    assert_eq!(handover("membar.gl; st.volatile.global.b32 [%g], %r1;", volatile), 0);
    assert_eq!(handover("membar.cta; st.volatile.global.b32 [%g], %r1;", volatile), 1);
    assert_eq!(handover("fence.acq_rel.gpu; red.global.add.u32 [%g], %r1;", volatile), 0);
    let acquire = "ld.acquire.gpu.global.b32 %r3, [%g];";
    assert_eq!(handover("st.release.gpu.global.b32 [%g], %r1;", acquire), 0);
    assert_eq!(handover("st.release.cta.global.b32 [%g], %r1;", acquire), 2);
    assert_eq!(handover("st.relaxed.gpu.global.b32 [%g], %r1;", acquire), 1);
    assert_eq!(
        handover("membar.gl; st.relaxed.gpu.global.b32 [%g], %r1;", "atom.global.add.u32 %r3, [%g], 0;"),
        0
    );
    // A plain flag races itself, and orders nothing.
    assert_eq!(handover("membar.gl; st.global.b32 [%g], %r1;", volatile), 2);
}

#[test]
fn writes_after_the_fence_are_not_released() {
    let late = "membar.gl; st.global.b32 [%g+64], %r1; st.volatile.global.b32 [%g], %r1;";
    assert_eq!(handover(late, "ld.volatile.global.b32 %r3, [%g];"), 1);
}

#[test]
fn a_fence_before_a_barrier_publishes_for_the_thread_that_counts() {
    // Every thread writes and fences, and thread 0 counts its CTA. The last CTA reads what warp 1 of the others wrote.
    let body = |fence: &str| {
        format!(
            "mul.lo.u32 %r1, %c, 256; add.u32 %r1, %r1, %a; cvt.u64.u32 %d1, %r1; add.u64 %d1, %g, %d1;
             st.global.b32 [%d1+64], %t;
             {fence}
             bar.sync 0;
             setp.ne.u32 %p1, %t, 0; @%p1 ret;
             atom.global.add.u32 %r2, [%g], 1;
             setp.ne.u32 %p2, %r2, 2; @%p2 ret;
             ld.global.b32 %r3, [%g+192];"
        )
    };
    assert_eq!(count(3, &body("membar.gl;")), 0);
    assert_eq!(count(3, &body("")), 1);
}

#[test]
fn generic_addresses_are_those_of_their_space() {
    let body = "
        cvt.u64.u32 %d1, %a; cvta.shared.u64 %d1, %d1;
        st.b32 [%d1], %t;
        ld.shared.b32 %r1, [%b];";
    assert_eq!(count(1, body), 1);
}

#[test]
fn races_are_counted_by_their_lines() {
    let found = races(1, "st.shared.b32 [%a], %t; ld.shared.b32 %r1, [%b];");
    // Warp 0 reads what warp 1 writes later, and warp 1 reads what warp 0 has written.
    assert_eq!((found.len(), found[0].count), (1, 64));
    assert_eq!(found[0].variable.as_ref().unwrap().name, "tile");
}
