//! Errors that a GPU lets pass: faults, warnings or nothing, as the launch asks for.

use crate::common;

use common::{Gpu, HEADER, MODES};
use warploom_kernel::execute::{Arg, Checks, FaultKind, Launch, Mode, RunError, Warning, Warnings};

/// Bytes of a page of the device.
const PAGE: u64 = 2 << 20;
/// Threads of the launches: more than a warp of each mode.
const THREADS: u32 = 70;

/// A launch of `k(a, out)`, in which thread `t` stores `%r0` to word `t` of `out`.
struct Bench {
    gpu: Gpu,
    a: u64,
    out: u64,
}

impl Bench {
    /// `a` has `bytes` bytes, all 1, at the start of a page. `out` is in another page.
    fn new(module: &str, body: &str, bytes: u64) -> Bench {
        let registers = ".reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %d<9>;";
        let ptx = format!(
            "{HEADER}{module}.visible .entry k(.param .u64 a, .param .u64 out)\n{{\n\t{registers}\n\
             \tmov.u32 %r8, %tid.x;\n\tld.param.u64 %d0, [a];\n\tld.param.u64 %d7, [out];\n\
             \tmad.wide.u32 %d7, %r8, 4, %d7;\n{body}\n\tst.global.u32 [%d7], %r0;\n\tret;\n}}\n"
        );
        let mut gpu = Gpu::new(&ptx);
        let a = 16 * PAGE;
        gpu.memory.allocate_at("a", a, bytes).unwrap();
        gpu.memory.write(a, &vec![1; bytes as usize]).unwrap();
        let out = gpu.memory.allocate("out", 4 * u64::from(THREADS)).unwrap();
        Bench { gpu, a, out }
    }

    fn run(&mut self, checks: Checks, mode: Mode) -> Result<(Vec<u32>, Warnings), FaultKind> {
        let launch = Launch { checks, mode, ..Launch::new([1, 1, 1], [THREADS, 1, 1]) };
        let launch = launch.arg(Arg::u64(self.a)).arg(Arg::u64(self.out));
        match self.gpu.run(&launch) {
            Ok(_) => Ok((self.gpu.words(self.out, THREADS.into()), self.gpu.memory.take_warnings())),
            Err(RunError::Fault(fault)) => Err(fault.kind),
            Err(error) => panic!("{error}"),
        }
    }
}

/// Runs the launch in all modes with all checks, each time from the start.
///
/// It must fault if strict, and otherwise have these words of `out` and these warnings: text of the first line and count.
fn tolerated(new: impl Fn() -> Bench, word: impl Fn(u32) -> u32, warnings: &[(&str, u64)]) -> Vec<Bench> {
    let mut ended = Vec::new();
    for mode in MODES {
        assert!(new().run(Checks::Strict, mode).is_err(), "{mode:?}");
        for checks in [Checks::Warn, Checks::Off] {
            let mut bench = new();
            let (words, found) = bench.run(checks, mode).unwrap_or_else(|kind| panic!("{mode:?}: {kind}"));
            assert_eq!(words, (0..THREADS).map(&word).collect::<Vec<_>>(), "{mode:?} {checks:?}");
            let wanted: &[_] = if checks == Checks::Warn { warnings } else { &[] };
            let found: Vec<_> = found.distinct.iter().map(|w| (w.fault.kind.to_string(), w.count)).collect();
            let found: Vec<_> = found.iter().map(|(text, count)| (text.as_str(), *count)).collect();
            assert_eq!(found, wanted, "{mode:?}");
            ended.push(bench);
        }
    }
    ended
}

/// Runs the launch in all modes with all checks: it must fault each time.
fn faults(new: impl Fn() -> Bench, text: &str) {
    for mode in MODES {
        for checks in [Checks::Strict, Checks::Warn, Checks::Off] {
            let mut bench = new();
            match bench.run(checks, mode) {
                Err(kind) => assert!(kind.to_string().starts_with(text), "{mode:?} {checks:?}: {kind}"),
                Ok(_) => panic!("{mode:?} {checks:?}: `{text}` is let pass"),
            }
        }
    }
}

#[test]
fn a_read_past_the_end_is_let_pass_up_to_the_end_of_the_page() {
    let at = |offset: u64| format!("\tld.global.u32 %r0, [%d0+{offset}];");
    let text = "out of bounds: `ld.global.u32` accesses 4 bytes at global address";
    let last = format!("{text} {:#x}", 17 * PAGE - 4);
    tolerated(|| Bench::new("", &at(64), 64), |_| 0, &[(&format!("{text} {:#x}", 16 * PAGE + 64), 70)]);
    tolerated(|| Bench::new("", &at(PAGE - 4), 64), |_| 0, &[(&last, 70)]);
    faults(|| Bench::new("", &at(PAGE), 64), text);
    faults(|| Bench::new("", "\tld.global.u32 %r0, [%d0-4];", 64), text);
    faults(|| Bench::new("", "\tmov.u64 %d1, 16;\n\tld.global.u32 %r0, [%d1];", 64), text);

    // The page after `a` is mapped as soon as it holds one byte of an allocation.
    let beside = |offset: u64| {
        let mut bench = Bench::new("", &at(PAGE), 64);
        bench.gpu.memory.allocate_at("b", bench.a + offset, 1).unwrap();
        bench
    };
    let first = format!("{text} {:#x}", 17 * PAGE);
    tolerated(|| beside(2 * PAGE - 1), |_| 0, &[(&first, 70)]);
    faults(|| beside(2 * PAGE), text);
    faults(|| beside(PAGE - 1), text);
}

#[test]
fn an_allocation_maps_the_page_that_it_ends_in() {
    let text = "out of bounds: `ld.global.u32` accesses 4 bytes at global address";
    let at = |offset: u64| format!("\tld.global.u32 %r0, [%d0+{offset}];");
    faults(|| Bench::new("", &at(PAGE), PAGE), text);
    tolerated(
        || Bench::new("", &at(2 * PAGE - 4), PAGE + 1),
        |_| 0,
        &[(&format!("{text} {:#x}", 18 * PAGE - 4), 70)],
    );
}

#[test]
fn only_lanes_outside_read_zero() {
    // Words 0 to 15 are inside.
    let body = "\tmad.wide.u32 %d1, %r8, 4, %d0;\n\tld.global.u32 %r0, [%d1];";
    let text =
        format!("out of bounds: `ld.global.u32` accesses 4 bytes at global address {:#x}", 16 * PAGE + 64);
    let word = |t| if t < 16 { 0x0101_0101 } else { 0 };
    let ended = tolerated(|| Bench::new("", body, 64), word, &[(&text, 54)]);
    assert!(!ended.is_empty());
}

#[test]
fn a_warning_has_the_location_of_the_first_thread() {
    let body = "\tmad.wide.u32 %d1, %r8, 4, %d0;\n\tld.global.u32 %r0, [%d1];";
    for mode in MODES {
        let (_, warnings) = Bench::new("", body, 64).run(Checks::Warn, mode).unwrap();
        let Warning { fault, count: 54 } = &warnings.distinct[0] else { panic!("{warnings:?}") };
        assert_eq!((fault.location.line, fault.location.thread), (12, [16, 0, 0]));
        assert_eq!(
            warnings.distinct[0].to_string(),
            "out of bounds: `ld.global.u32` accesses 4 bytes at global address 0x2000040\n\
             \x20 in kernel `k`, PTX line 12, CTA (0,0,0), thread (16,0,0)\n\
             \x20 nearest allocation: `a`, 64 bytes at 0x2000000; the access starts right at its end\n\
             \x20 and 53 more accesses of this line"
        );
    }
}

#[test]
fn a_write_outside_is_lost_and_one_across_the_end_is_not() {
    let body = "\tmov.u32 %r1, 7;\n\tst.global.u32 [%d0+16], %r1;
\tst.global.v4.u32 [%d0], {%r1, %r1, %r1, %r1};\n\tld.global.v4.u32 {%r1, %r2, %r3, %r0}, [%d0];\n\tadd.u32 %r0, %r0, %r2;";
    let texts = [
        format!("out of bounds: `st.global.u32` accesses 4 bytes at global address {:#x}", 16 * PAGE + 16),
        format!("out of bounds: `st.global.v4.u32` accesses 16 bytes at global address {:#x}", 16 * PAGE),
        format!("out of bounds: `ld.global.v4.u32` accesses 16 bytes at global address {:#x}", 16 * PAGE),
    ];
    let wanted: Vec<_> = texts.iter().map(|t| (t.as_str(), 70)).collect();
    for bench in tolerated(|| Bench::new("", body, 8), |_| 7, &wanted) {
        assert_eq!(bench.gpu.words(bench.a, 2), [7, 7]);
    }
}

#[test]
fn an_atomic_outside_returns_zero_and_one_across_the_end_sees_what_is_inside() {
    let body = "\tatom.global.add.u32 %r1, [%d0+16], 3;\n\tatom.global.add.u64 %d1, [%d0+8], 1;
\tcvt.u32.u64 %r0, %d1;\n\tmin.u32 %r1, %r1, 1;\n\tsub.u32 %r0, %r0, %r1;";
    let new = || {
        let mut bench = Bench::new("", body, 12);
        bench.gpu.memory.write(bench.a, &[0; 12]).unwrap();
        bench
    };
    let texts = [
        format!(
            "out of bounds: `atom.global.add.u32` accesses 4 bytes at global address {:#x}",
            16 * PAGE + 16
        ),
        format!(
            "out of bounds: `atom.global.add.u64` accesses 8 bytes at global address {:#x}",
            16 * PAGE + 8
        ),
    ];
    let wanted: Vec<_> = texts.iter().map(|t| (t.as_str(), 70)).collect();
    for bench in tolerated(new, |t| t, &wanted) {
        assert_eq!(bench.gpu.words(bench.a, 3), [0, 0, 70]);
    }
}

#[test]
fn freed_memory_reads_as_zero_as_long_as_its_page_is_mapped() {
    let new = |beside: u64| {
        let mut bench = Bench::new("", "\tld.global.u32 %r0, [%d0];", 64);
        bench.gpu.memory.allocate_at("b", bench.a + beside, 4).unwrap();
        bench.gpu.memory.free(bench.a).unwrap();
        bench
    };
    let text = "use after free: `ld.global.u32` accesses 4 bytes at global address 0x2000000";
    tolerated(|| new(PAGE - 4), |_| 0, &[(text, 70)]);
    faults(|| new(PAGE), text);
}

#[test]
fn constants_are_never_written() {
    let module = ".const .align 4 .b32 c[2] = {5, 6};\n";
    let address = "\tmov.u64 %d1, c;\n\tcvta.const.u64 %d1, %d1;\n";
    faults(|| Bench::new(module, &format!("{address}\tst.global.u32 [%d1], 1;"), 8), "read-only:");
    faults(
        || Bench::new(module, &format!("{address}\tst.global.v4.u32 [%d1], {{%r0, %r0, %r0, %r0}};"), 8),
        "read-only:",
    );
    let text = "out of bounds: `ld.const.u32` accesses 4 bytes at global address 0x7b0000000008";
    let read = "\tmov.u64 %d1, c;\n\tld.const.u32 %r0, [%d1+8];\n\tld.const.u32 %r1, [c+4];\n\tadd.u32 %r0, %r0, %r1;";
    tolerated(|| Bench::new(module, read, 8), |_| 6, &[(text, 70)]);
}

#[test]
fn unwritten_shared_memory_reads_as_zero() {
    let module = ".shared .align 4 .b32 s[128];\n";
    // Only even words are written, each by the thread that reads it.
    let body = "\tand.b32 %r1, %r8, 1;\n\tsetp.eq.u32 %p0, %r1, 0;\n\tshl.b32 %r2, %r8, 2;\n\tmov.u32 %r3, s;
\tadd.u32 %r2, %r2, %r3;\n\t@%p0 st.shared.u32 [%r2], %r8;\n\tld.shared.u32 %r0, [%r2];";
    let text =
        "uninitialised: `ld.shared.u32` reads 4 bytes at shared address 0x4 that no thread has written";
    let word = |t| if t % 2 == 0 { t } else { 0 };
    tolerated(|| Bench::new(module, body, 8), word, &[(text, 35)]);

    // One address for all lanes.
    let text =
        "uninitialised: `ld.shared.u32` reads 4 bytes at shared address 0x8 that no thread has written";
    tolerated(|| Bench::new(module, "\tld.shared.u32 %r0, [s+8];", 8), |_| 0, &[(text, 70)]);

    // An atomic writes the word.
    let text =
        "uninitialised: `atom.shared.add.u32` reads 4 bytes at shared address 0x0 that no thread has written";
    let body = "\tatom.shared.add.u32 %r0, [s], 1;\n\tbar.sync 0;\n\tld.shared.u32 %r0, [s];";
    tolerated(|| Bench::new(module, body, 8), |_| THREADS, &[(text, 1)]);

    faults(|| Bench::new(module, "\tld.shared.u32 %r0, [s+512];", 8), "out of bounds:");
    faults(|| Bench::new(module, "\tst.shared.u32 [s+512], %r8;", 8), "out of bounds:");
}

#[test]
fn a_read_before_the_wait_sees_the_copy() {
    let module = ".shared .align 16 .b32 s[512];\n";
    let copy = "\tshl.b32 %r2, %r8, 2;\n\tmov.u32 %r3, s;\n\tadd.u32 %r2, %r2, %r3;
\tcp.async.ca.shared.global [%r2], [%d0], 4;\n";
    let read =
        format!("{copy}\tld.shared.u32 %r0, [%r2];\n\tcp.async.wait_all;\n\tld.shared.u32 %r0, [%r2];");
    let text = |access: &str, verb: &str| {
        format!(
            "{verb} before the wait: `{access}` {verb}s 4 bytes at shared address 0x0, which the asynchronous \
             copy of line 15 by thread (0,0,0) has not delivered yet"
        )
    };
    let text = text("ld.shared.u32", "read");
    tolerated(|| Bench::new(module, &read, 8), |_| 0x0101_0101, &[(&text, 70)]);

    // A write takes effect, and the bytes stay in flight.
    let write =
        format!("{copy}\tst.shared.u32 [%r2], %r8;\n\tld.shared.u32 %r0, [%r2];\n\tcp.async.wait_all;");
    let written =
        text.replace("ld.", "st.").replace("read before", "written before").replace("reads", "writes");
    tolerated(|| Bench::new(module, &write, 8), |t| t, &[(&written, 70), (&text, 70)]);
}

#[test]
fn what_a_gpu_reports_is_a_fault_with_all_checks() {
    faults(|| Bench::new("", "\tld.global.u32 %r0, [%d0+2];", 64), "misaligned:");
    faults(|| Bench::new("", "\ttrap;", 64), "trap:");
    faults(|| Bench::new("", "\tld.u32 %r0, [%d0+2097152];", 64), "out of bounds:");
}

#[test]
fn warnings_before_a_fault_are_kept() {
    let body = "\tld.global.u32 %r0, [%d0+64];\n\tld.global.u32 %r0, [%d0+2097152];";
    for mode in MODES {
        let mut bench = Bench::new("", body, 64);
        assert!(bench.run(Checks::Warn, mode).is_err());
        let warnings = bench.gpu.memory.take_warnings();
        assert_eq!(warnings.distinct.len(), 1, "{mode:?}");
    }
}

#[test]
fn launches_add_to_the_warnings_until_they_are_taken() {
    let mut bench = Bench::new("", "\tld.global.u32 %r0, [%d0+64];", 64);
    let launch = Launch { checks: Checks::Warn, ..Launch::new([2, 1, 1], [32, 1, 1]) };
    let launch = launch.arg(Arg::u64(bench.a)).arg(Arg::u64(bench.out));
    bench.gpu.run(&launch).unwrap();
    bench.gpu.run(&launch).unwrap();
    let warnings = bench.gpu.memory.take_warnings();
    assert_eq!((warnings.distinct.len(), warnings.distinct[0].count, warnings.omitted), (1, 128, 0));
    assert!(bench.gpu.memory.take_warnings().is_empty());
}

#[test]
fn instructions_of_one_source_line_have_one_warning() {
    let module = ".file 1 \"k.cu\"\n";
    let body = "\t.loc 1 7 3\n\tld.global.u32 %r0, [%d0+64];\n\tld.global.u32 %r1, [%d0+68];
\t.loc 1 8 3\n\tld.global.u32 %r2, [%d0+72];\n\t.loc 1 7 9\n\tld.global.u32 %r3, [%d0+76];";
    for mode in MODES {
        let (_, warnings) = Bench::new(module, body, 64).run(Checks::Warn, mode).unwrap();
        let lines: Vec<_> = warnings
            .distinct
            .iter()
            .map(|w| (w.fault.location.source.as_ref().map(|(_, line)| *line), w.count))
            .collect();
        assert_eq!(lines, [(Some(7), 3 * u64::from(THREADS)), (Some(8), THREADS.into())], "{mode:?}");
        assert_eq!(warnings.accesses(), 4 * u64::from(THREADS));
    }
}

#[test]
fn the_number_of_warnings_is_limited() {
    let body: String =
        (0..Warnings::MOST + 3).map(|n| format!("\tld.global.u32 %r0, [%d0+{}];\n", 64 + 4 * n)).collect();
    let (_, warnings) = Bench::new("", &body, 64).run(Checks::Warn, Mode::Warps32).unwrap();
    assert_eq!((warnings.distinct.len(), warnings.omitted), (Warnings::MOST, 3 * u64::from(THREADS)));
    let lines: Vec<u32> = warnings.distinct.iter().map(|w| w.fault.location.line).collect();
    assert!(lines.is_sorted() && lines[0] == 11);
}

/// A ballot over lanes 0 to 15 that all lanes execute. Threads alone cannot vote, so that this runs in warps only.
#[test]
fn a_lane_outside_its_mask_gets_the_result_of_the_lanes_in_it() {
    let new = || Bench::new("", "\tsetp.ge.u32 %p0, %r8, 0;\n\tvote.sync.ballot.b32 %r0, %p0, 0xffff;", 4);
    for mode in [Mode::Warps32, Mode::Warps64] {
        let named = |kind| matches!(kind, FaultKind::OutsideMask { named: 0xffff, .. });
        assert!(new().run(Checks::Strict, mode).is_err_and(named), "{mode:?}");
        // The last warp has 6 threads.
        let word = |thread: u32| if thread < 64 { 0xffff } else { 0x3f };
        let expected: Vec<u32> = (0..THREADS).map(word).collect();
        let (words, warnings) = new().run(Checks::Warn, mode).unwrap();
        assert_eq!(words, expected, "{mode:?}");
        assert_eq!(warnings.distinct.len(), 1);
        let (words, warnings) = new().run(Checks::Off, mode).unwrap();
        assert_eq!((words, warnings.is_empty()), (expected, true), "{mode:?}");
    }
}
