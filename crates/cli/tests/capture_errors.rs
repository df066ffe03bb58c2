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
    let bench = Bench::new();
    // A device of 6 GiB, the default of 32 GiB, and one that is larger than what the host has left after the first allocation, or before.
    for (option, gib) in [("--machine rtx2060 ", 6_u64), ("", 32), ("--machine h100 ", 80)] {
        let ended = bench.run(&format!("capture {option}--no-record -o {gib}.capture -- ./program memory"));
        let refused = "cudaErrorMemoryAllocation\n";
        let info = format!("{} bytes, some of them free\n", gib << 30);
        let text = "warploom: cudaMalloc: 42949672960 bytes are asked for, but ";
        let whose = if gib == 6 { "the device has 644" } else { "" };
        // No host that runs this test has 80 GB, or the second allocation is refused by the device.
        let times = ended.stderr.matches(&format!("{text}{whose}")).count();
        assert!(times == 2 || gib == 80 && times == 1, "{ended}");
        assert!(ended.stdout.ends_with(&format!("{refused}{info}done\n")), "{ended}");
        assert_eq!(ended.stderr.matches(" left").count(), times, "{ended}");
    }
}

/// 48 KiB without cudaFuncSetAttribute, and 96 KiB with it, as a V100 has; other GPUs have other limits.
#[test]
fn launches_have_the_shared_memory_of_their_device_at_most() {
    let bench = Bench::new();
    let (fine, refused) = ("cudaSuccess", "cudaErrorInvalidValue");
    let ended = bench.run("capture --machine v100 --no-record -- ./program shared");
    let lines = [
        format!("48 KiB: {fine}, {fine}, {refused}"),
        format!("96 KiB: {fine}, {fine}, {refused}"),
        format!("97 KiB: {refused}, {refused}, {refused}"),
    ];
    assert!(ended.stdout.starts_with(&lines.join("\n")), "{ended}");
    let text = "49153 bytes of dynamic shared memory, and its kernel may have 49152";
    assert!(ended.stderr.contains(text) && ended.stderr.contains("up to 98304 bytes per CTA"), "{ended}");
    for (machine, most) in [("titanx", 49152), ("rtx2060", 65536), ("a100", 166912), ("h100", 232448)] {
        let ended = bench.run(&format!("capture --machine {machine} --no-record -- ./program shared"));
        assert!(ended.stderr.contains(&format!("up to {most} bytes per CTA")), "{ended}");
    }
}

#[test]
fn code_for_another_kind_of_machine_is_warned_of() {
    let bench = Bench::new();
    let ended = bench.run("capture -- ./program");
    assert_eq!(ended.code, 0, "{ended}");
    for command in ["run", "profile", "compare"] {
        let ended = bench.run(&format!("{command} program.capture --machine v100"));
        let text = "the code of `program.capture` was lowered for fermi, and v100 runs code for turing";
        assert_eq!(ended.stderr.matches(text).count(), 1, "{ended}");
        assert!(ended.stderr.contains("warploom capture --machine v100 -- "), "{ended}");
        assert!(
            !bench.run(&format!("{command} program.capture --machine gtx480")).stderr.contains("lowered")
        );
    }
    bench.run("capture --machine h100 -- ./program");
    let ended = bench.run("run program.capture --machine v100");
    assert!(ended.code == 0 && !ended.stderr.contains("lowered"), "{ended}");
}

#[test]
fn a_folder_has_one_capture_at_a_time_and_one_without_tapes_says_why() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("busy.capture")).unwrap();
    let busy = std::fs::File::open(bench.path("busy.capture")).unwrap();
    busy.lock().unwrap();
    let ended = bench.run("capture -o busy.capture -- ./program");
    assert!(
        ended.code == 2 && ended.stderr.contains("another `warploom capture` is writing `busy.capture`"),
        "{ended}"
    );
    drop(busy);
    assert_eq!(bench.run("capture -o busy.capture -- ./program").code, 0);
    let ended = bench.run("capture --kernel other -- ./program");
    assert!(ended.stderr.contains("the options select no launch; the program launched `twice`"), "{ended}");
    let ended = bench.run("capture --budget 0 -- ./program");
    assert!(ended.code == 2 && ended.stderr.contains("--budget"), "{ended}");
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
