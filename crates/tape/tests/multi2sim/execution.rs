//! A trace becomes the tape that executing its listing records.

use super::{LAUNCH, LISTING, Read, Recording, TRACE, read};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use warploom_kernel::code::Code;
use warploom_kernel::execute::{self, CtaId, LaneMask, Memory};
use warploom_kernel::gcn::{self, Module};
use warploom_kernel::tape::{self, Cta, GenericWindows, Launch};
use warploom_tape::file::{TapeFile, Writer};
use warploom_tape::multi2sim::{self, Options, fetch_times};

/// The launch and the tapes of an execution of a listing.
fn executed(listing: &str) -> (Launch, Vec<Cta>) {
    let module = Module::listing("exchange", listing).unwrap();
    let program = &module.programs[0];
    let mut memory = Memory::new();
    memory.allocate_at("x", 0x8000_0000, 0x1000).unwrap();
    memory.allocate_at("parameters", 0x8000_1000, 0x1000).unwrap();
    memory.write(0x8000_0000, &[1; 400]).unwrap();
    let globals = memory.load_variables(&module.variables).unwrap();
    let mut launch = execute::Launch::new([1, 1, 1], [100, 1, 1]);
    launch.shared = 512;
    let recorded = Launch::new(program, Arc::new(gcn::code(program)), &launch, &mut memory);
    let mut ctas = Vec::new();
    let keep = |cta| {
        ctas.push(cta);
        true
    };
    tape::record(program, &globals, &launch, &mut memory, keep).unwrap();
    (recorded, ctas)
}

/// Instructions of all wavefronts: number, lanes of accesses, and addresses.
fn steps(ctas: &[Cta], code: &Code) -> Vec<(u32, Option<LaneMask>, Vec<u64>)> {
    let warps = ctas.iter().flat_map(|cta| (0..cta.warps()).map(|warp| cta.warp(warp)));
    let step = |step: tape::Step<'_>| {
        let accesses = code.instructions[step.pc.index()].accesses();
        let addresses = step.access.map_or_else(Vec::new, |a| a.of(step.lanes).collect());
        (step.pc.0, accesses.then_some(step.lanes), addresses)
    };
    warps.flat_map(|warp| warp.steps(code).map(step).collect::<Vec<_>>()).collect()
}

fn only(read: Read) -> (Launch, Vec<Cta>) {
    let [(launch, ctas)] = &read[..] else { panic!("{} launches", read.len()) };
    ((**launch).clone(), ctas.clone())
}

#[test]
fn a_trace_is_the_tape_of_its_execution() {
    // Without divergence, so that the trace has the lanes of every instruction.
    let dropped = ["v_cmp_gt", "s_and_saveexec", "buffer_store", "5c 4 V", "60 7 S", "64 4 G"];
    let without = |text: &str| -> String {
        let kept = text.lines().filter(|line| !dropped.iter().any(|word| line.contains(word)));
        kept.map(|line| format!("{line}\n")).collect()
    };
    let listing = without(LISTING);
    let recording = Recording::new(LAUNCH, without(TRACE).replace("6c 4 E", "5c 4 E"));
    recording.write("isa/Test.exchange.s", &listing);
    let (launch, ctas) = only(read(&recording.trace(), false).unwrap());
    let (expected, tapes) = executed(&listing);
    assert_eq!(ctas, tapes);
    assert_eq!(launch, Launch { windows: GenericWindows::default(), ..expected });
}

#[test]
fn accesses_of_divergent_code_are_those_of_its_execution() {
    let recording = Recording::new(LAUNCH, TRACE);
    let (launch, ctas) = only(read(&recording.trace(), false).unwrap());
    let (expected, tapes) = executed(LISTING);
    assert_eq!(launch.code, expected.code);
    assert_eq!(steps(&ctas, &launch.code), steps(&tapes, &expected.code));
    assert_eq!(ctas[0].instructions(), 42);
}

#[test]
fn addresses_are_physical_and_lds_addresses_are_not_translated() {
    let launch =
        LAUNCH.replace("80001000 80001000", "80001000 0").replace("80000000 80000000", "80000000 7000");
    let recording = Recording::new(&launch, TRACE);
    let (launch, ctas) = only(read(&recording.trace(), false).unwrap());
    let first = |at: usize| steps(&ctas, &launch.code)[at].2.first().copied();
    assert_eq!((first(2), first(9), first(11), first(32)), (Some(0x8), Some(0x7000), Some(0), Some(0x100)));
    assert_eq!(launch.copies, [execute::HostCopy { address: 0x7000, bytes: 400 }]);
}

#[test]
fn stale_accesses_of_inactive_lanes_are_not_on_the_tape() {
    let stale = TRACE.replace(
        "4c 4 L r fffffffff 4 1 100 4*17 4*18",
        "4c 4 L r fffffffff 4 1 100 4*35 | w f000000000 0 -4*3",
    );
    let stale = stale.replace("0 -4*3", "10 -4*3 | r 8000000000000000 8");
    let read = |trace: &str| only(read(&Recording::new(LAUNCH, trace).trace(), false).unwrap());
    assert_eq!(read(&stale), read(TRACE));
}

#[test]
fn lds_arguments_do_not_count_as_shared_memory() {
    let launch = format!("{LAUNCH}A 0 y pointer cb 1 off 16 scope 7 buf 1 ptr 0 size 500\n");
    let (launch, _) = only(read(&Recording::new(&launch, TRACE).trace(), false).unwrap());
    assert_eq!(launch.shared, 12);
}

#[test]
fn compressed_traces_are_read_and_an_import_is_what_the_reader_delivers() {
    let recording = Recording::new(LAUNCH, TRACE);
    let expected = only(read(&recording.trace(), false).unwrap());
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(TRACE.as_bytes()).unwrap();
    recording.remove("trace/r.trace");
    recording.write("trace/r.trace.gz", gzip.finish().unwrap());
    recording.write("trace/r.tape", b"");
    let tape = recording.trace().with_extension("tape");
    for path in [recording.trace(), recording.trace().with_extension("trace.gz")] {
        import(&path, &tape);
        let file = TapeFile::open(&tape).unwrap();
        let ctas = vec![file.cta(0, CtaId(0)).unwrap().unwrap()];
        assert_eq!((file.launches()[0].as_ref().clone(), ctas), expected);
    }
}

fn import(path: &Path, tape: &Path) {
    let mut writer = Writer::create(tape).unwrap();
    let done =
        multi2sim::import(path, &Options::default(), &mut writer, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((done.launches, done.ctas, done.warp_instructions, done.missing_ctas), (1, 1, 42, 0));
    assert_eq!((done.text_bytes, done.bytes), (TRACE.len() as u64, done.total_bytes));
    writer.finish().unwrap();
}

#[test]
fn fetch_times_count_from_the_first_mapping() {
    let times = fetch_times(Recording::new(LAUNCH, TRACE).trace()).unwrap();
    assert_eq!(times.len(), 2);
    assert_eq!(times[&(0, 0, 0)][..4], [1, 5, 9, 13]);
    assert_eq!(times[&(0, 0, 1)][..3], [2, 6, 10]);
    assert_eq!(times[&(0, 0, 1)].len(), 21);
}
