//! `warploom capture` on programs with errors: what is stopped, refused and reported, and how it ends.

use crate::capture::{Bench, PROGRAM, PTX};

use std::process::Command;
use warploom_fatbin::container::Kind;

/// A kernel that never ends.
const FOREVER: &str = "
.visible .entry _Z7foreverPf(.param .u64 x)
{
LOOP:
    bra LOOP;
}
";

/// A kernel that launches another one.
const PARENT: &str = "
.visible .entry _Z6parentPf(.param .u64 x)
{
    .reg .b64 %d<2>;
    mov.u64 %d0, _Z5twicePf;
    ret;
}
";

/// The program with this PTX; `flags` are those of the compiler.
fn bench(ptx: &str, flags: &[&str]) -> Bench {
    let bench = Bench::new();
    let flags = [&["libcudart.so.13"], flags].concat();
    bench.compile("program", PROGRAM, &[(Kind::Ptx, 75, ptx.as_bytes())], &flags);
    bench
}

/// All CTAs work on the same elements.
fn racy() -> String {
    PTX.replacen("mad.lo.u32 %r3, %r1, %r2, %r0;", "mov.u32 %r3, %r0;", 1)
}

#[test]
fn a_kernel_that_does_not_end_is_stopped_by_the_budget() {
    let bench = bench(&format!("{PTX}{FOREVER}"), &[]);
    let ended = bench.run("capture --budget 1000 -o c -- ./program other _Z7foreverPf");
    assert_eq!(ended.stdout, "cudaErrorLaunchTimeout, then cudaErrorLaunchTimeout\n", "{ended}");
    assert_eq!(ended.code, 3, "the program's own code");
    for text in [
        "warploom: error: endless: a warp has executed 1000 instructions without finishing\n  in kernel `forever`, PTX line ",
        "\n  `warploom capture --budget 10000` allows ten times as many instructions\n",
    ] {
        assert!(ended.stderr.contains(text), "{ended}");
    }
    assert!(bench.list("c").contains("fault = "), "{}", bench.list("c"));
    // The kernel before it executes nine instructions.
    assert_eq!(bench.run("capture --budget 9 -- ./program").code, 0);
    assert_ne!(bench.run("capture --budget 8 -- ./program").code, 0);
}

#[test]
#[cfg(target_os = "linux")]
fn a_long_kernel_is_reported_on_a_terminal() {
    let bench = bench(&format!("{PTX}{FOREVER}"), &[]);
    let program = assert_cmd::cargo::cargo_bin!("warploom");
    // `script` gives the command a terminal. The program ends itself after some seconds.
    let options = "--budget 1000000000000 -- ./program spin _Z7foreverPf";
    let line = format!("{} capture {options}", program.display());
    let output =
        Command::new("script").current_dir(bench.0.path()).args(["-qec", &line, "/dev/null"]).output();
    let text = String::from_utf8(output.unwrap().stdout).unwrap();
    assert!(text.contains("warploom: launch 1, kernel `forever`: 0 of 1 CTAs, "), "{text}");
    assert!(text.contains("warploom: signal 14 ended the program"), "{text}");
}

#[test]
fn more_memory_than_there_is_is_refused() {
    let ended = Bench::new().run("capture -- ./program memory");
    let refused = "cudaErrorMemoryAllocation\n";
    let info = "17179869184 bytes, some of them free\n";
    assert_eq!(ended.stdout, format!("{refused}{refused}{info}done\n"), "{ended}");
    let text = "warploom: cudaMalloc: 42949672960 bytes are asked for, but ";
    assert_eq!(ended.stderr.matches(text).count(), 2, "{ended}");
    assert_eq!(ended.stderr.matches(" left").count(), 2, "{ended}");
}

#[test]
fn bad_accesses_are_counted_for_each_source_line_and_reported_once() {
    // The load and the store are of one line.
    let ptx = PTX.replacen(".extern", ".file 1 \"twice.cu\"\n.extern", 1).replacen(
        "    ld.global.f32",
        "    .loc 1 5 0\n    ld.global.f32",
        1,
    );
    let bench = bench(&ptx, &[]);
    let ended = bench.run("capture --no-record -o c -- ./program near 3");
    assert_eq!(ended.stderr.matches("warploom: warning: ").count(), 1, "{ended}");
    assert!(ended.stderr.contains("\n  in kernel `twice`, PTX line 19 (twice.cu:5), CTA (2,0,0)"), "{ended}");
    assert!(ended.stderr.contains("\n  and 63 more accesses of this line\n"), "{ended}");
    let sum = "warploom: 192 bad accesses in 1 kernel, which a GPU lets pass\n";
    assert!(ended.stderr.ends_with(sum), "{ended}");
    assert_eq!(bench.list("c").matches("bad_accesses = 64\n").count(), 3, "{}", bench.list("c"));
}

#[test]
fn errors_of_kernels_set_the_exit_code_if_asked_for() {
    let fine = Bench::new();
    let racy = bench(&racy(), &[]);
    for (bench, command, code) in [
        (&fine, "-- ./program", 0),
        (&fine, "--race -- ./program", 0),
        (&fine, "-- ./program code", 7),
        (&fine, "-- ./program near", 9),
        (&fine, "--checks off -- ./program near", 94),
        (&fine, "--checks strict -- ./program near", 9),
        (&fine, "--quiet -- ./program far", 9),
        (&racy, "--race --no-record -- ./program again", 9),
        (&racy, "-- ./program again", 0),
    ] {
        let ended = bench.run(&format!("capture --error-exitcode 9 {command}"));
        assert_eq!(ended.code, code, "{command}: {ended}");
    }
    let wrong = fine.run("capture --error-exitcode 0 -- ./program");
    assert_eq!((wrong.code, wrong.stdout.as_str()), (2, ""), "{wrong}");
}

#[test]
fn only_a_kernel_that_launches_kernels_is_refused() {
    let bench = bench(&format!("{PTX}{PARENT}"), &[]);
    let ended = bench.run("capture -- ./program other _Z6parentPf");
    assert_eq!((ended.code, ended.stdout.as_str()), (0, "launch: cudaErrorNotSupported\ndone\n"), "{ended}");
    let text = "warploom: cudaLaunchKernel: kernel `parent` launches kernel `twice`, and launches by the device are not \
        modelled; other kernels of the module can run (cudaErrorNotSupported)\n";
    assert!(ended.stderr.contains(text), "{ended}");
}

#[test]
fn an_allocation_has_a_number_and_a_size_and_with_debug_information_a_line() {
    let at = |text: &str| 1 + PROGRAM.lines().position(|line| line.contains(text)).unwrap();
    let line = at("cudaMalloc((void **)&x");
    for (flags, place) in [(&[][..], String::new()), (&["-g"], format!(", allocated at source.c:{line}"))] {
        let bench = bench(&racy(), flags);
        let allocation = format!("\n  `allocation 1 of cudaMalloc`: 256 bytes{place}\n");
        let race = bench.run("capture --race -- ./program");
        assert!(race.stderr.contains("global memory, `allocation 1 of cudaMalloc` + 0 ("), "{race}");
        assert!(race.stderr.contains(&allocation), "{race}");
        let freed = bench.run("capture -- ./program freed");
        assert!(
            freed.stderr.contains("the address is in `allocation 1 of cudaMalloc`, which was freed\n"),
            "{freed}"
        );
        assert!(freed.stderr.contains(&allocation), "{freed}");
        let far = bench.run("capture -- ./program far");
        assert!(!far.stderr.contains("allocation 1"), "a null pointer has no allocation: {far}");
    }
    let bench = bench(PTX, &["-g"]);
    let near = bench.run("capture --checks strict -- ./program near");
    let nearest = "\n  nearest allocation: `allocation 1 of cudaMalloc`, 256 bytes at 0x7f0000000000; ";
    assert!(near.stderr.contains(nearest), "{near}");
    assert!(near.stderr.contains(&format!("256 bytes, allocated at source.c:{line}\n")), "{near}");
}
