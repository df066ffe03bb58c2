//! Work-groups in any order, and parts of runs.

use super::{LAUNCH, Recording, TRACE, drain, read};
use warploom_kernel::tape::Source;
use warploom_tape::multi2sim::{Options, Reader, RecordedRun};

/// Three work-groups of one launch, and a second launch of one.
fn launches() -> String {
    let first = LAUNCH.replace("global 100 1 1", "global 300 1 1").replace("groups 1", "groups 3");
    let second = LAUNCH.lines().find(|line| line.starts_with('N')).unwrap();
    format!("{first}{}\n", second.replace("N 0", "N 1"))
}

/// The two wavefronts of the trace as wavefronts of a work-group.
fn group(launch: u32, group: u32) -> [String; 2] {
    let body = TRACE.split("wf 0 0 ").skip(1);
    let waves: Vec<String> = body
        .zip(0..)
        .map(|(wave, at)| format!("wf {launch} {group} {}{}", group * 2 + at, &wave[1..]))
        .collect();
    waves.try_into().unwrap()
}

fn ids(read: &super::Read) -> Vec<Vec<u64>> {
    read.iter().map(|(_, ctas)| ctas.iter().map(|cta| cta.id().0).collect()).collect()
}

#[test]
fn work_groups_are_delivered_in_order_of_their_numbers() {
    let [[a0, a1], [b0, b1], [c0, c1]] = [0, 1, 2].map(|n| group(0, n));
    let last = group(1, 0).concat();
    let in_order = format!("{a0}{a1}{b0}{b1}{c0}{c1}{last}");
    let mixed = format!("{c1}{a1}{b0}{c0}{b1}{a0}{last}");
    let read = |trace: &str| read(&Recording::new(&launches(), trace).trace(), false).unwrap();
    let expected = read(&in_order);
    assert_eq!(ids(&expected), [vec![0, 1, 2], vec![0]]);
    assert_eq!(read(&mixed), expected);
}

#[test]
fn launches_that_are_not_taken_are_skipped() {
    let trace = [group(0, 0), group(0, 1), group(0, 2), group(1, 0)].concat().concat();
    let recording = Recording::new(&launches(), trace);
    let mut reader = Reader::open(recording.trace(), &Options::default()).unwrap();
    assert_eq!(reader.run().groups(), 4);
    assert!(reader.launch().unwrap().is_some() && reader.launch().unwrap().is_some());
    assert_eq!(reader.cta().unwrap().unwrap().id().0, 0);
    assert!(reader.cta().unwrap().is_none() && reader.cta().unwrap().is_none());
    assert!(reader.launch().unwrap().is_none() && reader.launch().unwrap().is_none());
    assert_eq!(reader.instructions(), 4 * 42);
}

#[test]
fn parts_of_a_run_need_the_option() {
    let recording = Recording::new(&launches(), group(0, 2).concat());
    assert_eq!(
        recording.error(),
        "trace/r.trace, line 44: the trace lacks 2 of 3 work-groups of launch 0, the first is 0; record the trace \
         again, or import the rest with --partial"
    );
    assert_eq!(ids(&read(&recording.trace(), true).unwrap()), [[2]]);
    recording.write("trace/r.trace", [group(0, 0), group(0, 1), group(0, 2)].concat().concat());
    assert_eq!(
        recording.error(),
        "trace/r.trace, line 132: the trace has no launch 1, and the launch file has 2; record the trace again, or \
         import the rest with --partial"
    );
    assert_eq!(ids(&read(&recording.trace(), true).unwrap()), [[0, 1, 2]]);
    recording.write("trace/r.trace", group(1, 0).concat());
    assert!(recording.error().contains("the trace has no launch 0"));
    assert_eq!(ids(&read(&recording.trace(), true).unwrap()), [[0]]);
}

#[test]
fn wavefronts_are_in_one_place() {
    let [[a0, a1], [b0, b1], [c0, c1]] = [0, 1, 2].map(|n| group(0, n));
    let last = group(1, 0).concat();
    let error = |trace: String| Recording::new(&launches(), trace).error();
    assert_eq!(
        error(format!("{a0}{a0}")),
        "trace/r.trace, line 44: wavefront 0 of launch 0 appears twice; remove one of them"
    );
    assert!(error(format!("{a0}{a1}{b0}{b1}{a0}")).contains("wavefront 0 of launch 0 appears twice"));
    assert!(
        error(format!("{a0}{b0}{b1}{c0}{c1}"))
            .contains("work-group 0 of launch 0 has no wavefront 1; record")
    );
    assert!(
        error(format!("{a0}{a1}{b0}{b1}{c0}{c1}{last}{a0}"))
            .contains("a wavefront of launch 0 follows launch 1; sort the trace by launch")
    );
}

#[test]
fn a_run_can_be_read_from_memory() {
    let run = RecordedRun::open(Recording::new(LAUNCH, "").trace()).unwrap();
    assert_eq!((run.launches().len(), run.pages().len()), (1, 2));
    let mut reader = Reader::from_reader(run, "r", TRACE.as_bytes(), &Options::default()).unwrap();
    assert_eq!(ids(&drain(&mut reader).unwrap()), [[0]]);
}
