//! An error names file, line and remedy.

use super::{LAUNCH, LISTING, Recording, TRACE};
use std::io::Write as _;

/// The error of the trace with a line replaced.
fn with(from: &str, to: &str) -> String {
    assert!(TRACE.contains(from), "{from}");
    Recording::new(LAUNCH, TRACE.replacen(from, to, 1)).error()
}

#[test]
fn missing_files() {
    let recording = Recording::new(LAUNCH, TRACE);
    recording.write("isa/Other.exchange.s", LISTING);
    assert_eq!(
        recording.error(),
        "launch/r.txt, line 2: kernel `exchange` has two listings, Other.exchange.s and Test.exchange.s; remove the \
         one of another application"
    );
    recording.remove("isa/Other.exchange.s");
    recording.remove("isa/Test.exchange.s");
    recording.write("isa/Test.myexchange.s", LISTING);
    assert_eq!(
        recording.error(),
        "launch/r.txt, line 2: isa has no file that ends in `.exchange.s`; add the listing of kernel `exchange`"
    );
    recording.remove("launch/r.txt");
    assert_eq!(
        recording.error(),
        "trace/r.trace: its launch file launch/r.txt does not exist; a trace DIR/trace/RUN.trace needs \
         DIR/launch/RUN.txt"
    );
    recording.remove("trace/r.trace");
    assert_eq!(
        recording.error(),
        "trace/r.trace: the file does not exist, not even with .xz, .gz or .zst appended"
    );
}

#[test]
fn wrong_launch_files_and_listings() {
    assert_eq!(
        Recording::new("", TRACE).error(),
        "launch/r.txt: the file has no launch (`N 0 KERNEL …`); use the launch file that was recorded with the trace"
    );
    assert_eq!(
        Recording::new(&LAUNCH.replace("vgpr 5", "vgpr five"), TRACE).error(),
        "launch/r.txt, line 2: `five` should be a number of VGPRs, at most 256"
    );
    let recording = Recording::new(LAUNCH, TRACE);
    recording.write("isa/Test.exchange.s", "  s_endpgm\n  s_fly s0\n");
    let error = recording.error();
    assert!(error.starts_with("isa/Test.exchange.s, line 2: `s_fly` is not an instruction of"), "{error}");
    recording.write("isa/Test.exchange.s", b"\xff\n");
    assert_eq!(
        recording.error(),
        "isa/Test.exchange.s, line 1: the line is not UTF-8 text: this is not a file of Multi2Sim"
    );
}

#[test]
fn wrong_wavefronts() {
    assert_eq!(
        with("wf 0 0 0\n", ""),
        "trace/r.trace, line 2: expected `wf LAUNCH GROUP WAVEFRONT`, found `0 1 S`: this is not a trace of Multi2Sim"
    );
    assert_eq!(
        with("wf 0 0 1", "wf 1 0 1"),
        "trace/r.trace, line 24: launch 1 is not in launch/r.txt, which has 1; use the launch file of this trace"
    );
    assert_eq!(
        with("wf 0 0 1", "wf 0 1 1"),
        "trace/r.trace, line 24: work-group 1 is outside launch 0, which has 1; use the launch file of this trace"
    );
    assert_eq!(
        with("wf 0 0 1", "wf 0 0 2"),
        "trace/r.trace, line 24: wavefront 2 is not in work-group 0, which has wavefronts 0 to 1; use the launch \
         file of this trace"
    );
    assert_eq!(
        with("6c 4 E\n", ""),
        "trace/r.trace, line 23: wavefront 0 of launch 0 ends without s_endpgm: the trace is truncated; record it again"
    );
    assert_eq!(
        with("wf 0 0 1\n", ""),
        "trace/r.trace, line 24: the wavefront executed s_endpgm above; a wavefront starts with `wf LAUNCH GROUP \
         WAVEFRONT`"
    );
    assert_eq!(
        Recording::new(LAUNCH, "# none\n").error(),
        "trace/r.trace, line 1: the trace has no wavefront; record it again"
    );
}

#[test]
fn instructions_that_contradict_the_listing() {
    assert_eq!(
        with("28 4 V", "2a 4 V"),
        "trace/r.trace, line 10: no instruction of `exchange` is at offset 2a; use the listing of the code that was traced"
    );
    assert_eq!(
        with("28 4 V", "28 4 S"),
        "trace/r.trace, line 10: kind `S`, but `v_lshlrev_b32` is of kind V; use the listing of the code that was traced"
    );
    assert_eq!(
        with("G r", "G w"),
        "trace/r.trace, line 12: access `w`, but `buffer_load_dword` makes accesses `r`; use the listing of the code \
         that was traced"
    );
    assert_eq!(
        with("80001008 8", "80001008 4"),
        "trace/r.trace, line 5: 4 bytes, but `s_load_dwordx2` accesses 8; use the listing of the code that was traced"
    );
    assert_eq!(
        with("28 4 V", "28 4 V 3"),
        "trace/r.trace, line 10: unexpected `3` at the end of the line; remove it"
    );
    assert_eq!(
        with("28 4 V", "28 x V"),
        "trace/r.trace, line 10: `x` should be the cycles since the previous fetch"
    );
    assert_eq!(
        with("28 4 V", "28 4"),
        "trace/r.trace, line 10: the line ends before the kind of the instruction: the file is truncated or damaged"
    );
}

#[test]
fn wrong_accesses() {
    assert_eq!(
        with("80000000 4*63", "80000000 4*62"),
        "trace/r.trace, line 12: 64 lanes are active, but the line has 63 addresses; record the trace again"
    );
    assert_eq!(
        with("80000000 4*63", "80000000 0*99999999999999"),
        "trace/r.trace, line 12: 64 lanes are active, but the line has more addresses; record the trace again"
    );
    assert_eq!(
        with("80000000 4*63", "80000000 4*63 0"),
        "trace/r.trace, line 12: `0` should be DIFFERENCE*REPEATS, two decimal numbers"
    );
}

#[test]
fn pages_lanes_and_stale_accesses() {
    assert_eq!(
        with("80000000 4*63", "80001800 40*63"),
        "trace/r.trace, line 12: address 80002020 is in a page without a `P` line in launch/r.txt; use the launch file \
         of this trace"
    );
    assert_eq!(
        with("G r fffffffff 4", "G r 1fffffffff 4"),
        "trace/r.trace, line 34: lanes 1fffffffff are active, but only lanes fffffffff can be; use the launch file of \
         this trace"
    );
    assert_eq!(
        with("4*17 4*18", "4*35 | w 1 0"),
        "trace/r.trace, line 39: lanes 1 are active, but only lanes fffffff000000000 can be; use the launch file of \
         this trace"
    );
    assert_eq!(with("4*17 4*18", "4*35 | x 1 0"), "trace/r.trace, line 39: `x` should be r, w or a");
    assert_eq!(
        with("L r fffffffff 4 1 100", "L r fffffffff 4 2 100"),
        "trace/r.trace, line 39: `ds_read_b32` makes 2 accesses per lane, which tapes do not support; trace a kernel \
         without it"
    );
}

#[test]
fn truncated_compression() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(TRACE.as_bytes()).unwrap();
    let bytes = gzip.finish().unwrap();
    let error = Recording::new(LAUNCH, &bytes[..bytes.len() - 20]).error();
    assert!(error.starts_with("trace/r.trace, line "), "{error}");
    assert!(error.contains("the gzip data is corrupt or truncated: "), "{error}");
}
