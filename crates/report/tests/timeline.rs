//! Timelines: traces that are whole, and show what the record says.

use std::collections::BTreeMap;
use std::ops::Range;
use warploom_gpu::SmId;
use warploom_gpu::counters::Cause;
use warploom_gpu::machine::{Machine, named};
use warploom_gpu::simulation::Options;
use warploom_kernel::execute::Mode;
use warploom_lab::run::{RunConfig, RunResult, WorkLabel, run, run_probed};
use warploom_policy::{Choice, WARP_POLICIES};
use warploom_report::timeline::proto::{COUNTER, SLICE_BEGIN, SLICE_END, Trace, TrackDescriptor};
use warploom_report::timeline::{LIMIT, Timeline, TimelineSummary};
use warploom_suite::{Size, application};

/// Few SMs, so that all of them have something to do.
fn machine(name: &str) -> Machine {
    let mut machine = named(name).expect("there is such a machine").machine();
    machine.sm_mut().count = 2;
    machine
}

const BOTH: [SmId; 2] = [SmId(0), SmId(1)];

fn ran(name: &str, machine: &Machine, timeline: Option<&mut Timeline>, threads: usize) -> RunResult {
    let mut tapes = application(name).unwrap().prepare(Size::Tiny, 1).unwrap().tapes(Mode::Warps32, 8);
    let label = WorkLabel { work: name.to_owned(), ..WorkLabel::default() };
    let policy = Choice::parse("gto", WARP_POLICIES).unwrap().into();
    let options = Options::default().with_threads(threads);
    let config = RunConfig { machine, policy: &policy, cta_policy: &Choice::default(), options };
    match timeline {
        Some(timeline) => run_probed(&label, &mut tapes, config, Some(timeline)).unwrap(),
        None => run(&label, &mut tapes, config).unwrap(),
    }
}

/// A timeline's bytes, and what is told of them.
fn traced(
    name: &str,
    machine: &Machine,
    cycles: Range<u64>,
    limit: u64,
) -> (RunResult, TimelineSummary, Vec<u8>) {
    let mut timeline = Timeline::new(cycles, &BOTH);
    let done = ran(name, machine, Some(&mut timeline), 1);
    let mut bytes = Vec::new();
    let kept = timeline.write(&mut bytes, limit).unwrap();
    assert_eq!(kept.bytes, bytes.len() as u64);
    (done, kept, bytes)
}

/// A slice: its name, its category, and the cycles it spans.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Slice {
    name: String,
    category: String,
    cycles: Range<u64>,
    /// Its annotations, by key.
    said: Vec<(String, String)>,
}

/// What a trace shows: slices and samples of each track, by the names of the SM and the track. Rows of memory follow each other in
/// an order of their own: each is a track, named with its number.
#[derive(Default)]
struct Shown {
    slices: BTreeMap<(String, String), Vec<Slice>>,
    samples: BTreeMap<(String, String), Vec<(u64, i64)>>,
}

/// Reads a trace as Perfetto would, and asserts what it needs: timestamps in order, tracks described, texts interned before they are used,
/// and slices that end, one after the other.
fn read(bytes: &[u8]) -> Shown {
    let trace = Trace::read(bytes).unwrap();
    let mut tracks: BTreeMap<u64, TrackDescriptor> = BTreeMap::new();
    let (mut names, mut categories, mut keys, mut texts) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    let mut open: BTreeMap<u64, Slice> = BTreeMap::new();
    let mut shown = Shown::default();
    let mut last = 0;
    let mut paths: BTreeMap<u64, (String, String)> = BTreeMap::new();
    for (at, packet) in trace.packet.into_iter().enumerate() {
        assert_eq!(packet.trusted_packet_sequence_id, Some(1));
        assert_eq!(packet.sequence_flags == Some(1), at == 0, "only the first begins a sequence");
        let interned = packet.interned_data.unwrap_or_default();
        for (new, known) in [
            (interned.event_names, &mut names),
            (interned.event_categories, &mut categories),
            (interned.debug_annotation_names, &mut keys),
            (interned.debug_annotation_string_values, &mut texts),
        ] {
            for text in new {
                assert!(known.insert(text.iid.unwrap(), text.name.unwrap()).is_none(), "interned once");
            }
        }
        if let Some(track) = packet.track_descriptor {
            let uuid = track.uuid.unwrap();
            let parent = track.parent_uuid.map(|parent| tracks[&parent].clone());
            let mut name = track.name.clone().unwrap();
            let group = match &parent {
                Some(parent) if parent.process.is_none() => {
                    name = format!("{} {name} {uuid}", parent.name.clone().unwrap());
                    tracks[&parent.parent_uuid.unwrap()].name.clone().unwrap()
                }
                Some(parent) => parent.name.clone().unwrap(),
                None => track.process.as_ref().unwrap().process_name.clone().unwrap(),
            };
            paths.insert(uuid, (group, name));
            assert!(tracks.insert(uuid, track).is_none(), "a number of its own");
        }
        let Some(event) = packet.track_event else { continue };
        let now = packet.timestamp.unwrap();
        assert!(now >= last, "in order");
        last = now;
        assert_eq!(packet.sequence_flags, Some(2));
        let uuid = event.track_uuid.unwrap();
        let path = &paths[&uuid];
        match event.r#type.unwrap() {
            SLICE_BEGIN => {
                let name = event.name.unwrap_or_else(|| names[&event.name_iid.unwrap()].clone());
                let category = categories[&event.category_iids[0]].clone();
                let said = event.debug_annotations.iter().map(|note| {
                    let value = note.string_value_iid.map(|iid| texts[&iid].clone());
                    (
                        keys[&note.name_iid.unwrap()].clone(),
                        value.unwrap_or_else(|| note.uint_value.unwrap().to_string()),
                    )
                });
                let slice = Slice { name, category, cycles: now..now, said: said.collect() };
                assert!(open.insert(uuid, slice).is_none(), "{path:?}: one at a time, in cycle {now}");
            }
            SLICE_END => {
                let mut slice = open.remove(&uuid).unwrap_or_else(|| panic!("{path:?}: what ends began"));
                slice.cycles.end = now;
                assert!(!slice.cycles.is_empty(), "{path:?}: {slice:?} takes a cycle");
                shown.slices.entry(path.clone()).or_default().push(slice);
            }
            COUNTER => {
                let samples = shown.samples.entry(path.clone()).or_default();
                assert!(tracks[&uuid].counter.is_some());
                assert!(
                    samples.last().is_none_or(|&(at, _)| at < now || now == samples[0].0),
                    "once a cycle"
                );
                samples.push((now, event.counter_value.unwrap()));
            }
            other => panic!("an event of type {other}"),
        }
    }
    assert!(open.is_empty(), "what begins ends: {open:?}");
    shown
}

impl Shown {
    fn of<'a>(&'a self, category: &'a str) -> impl Iterator<Item = &'a Slice> {
        self.slices.values().flatten().filter(move |slice| slice.category == category)
    }

    /// What a track shows in each cycle.
    fn unrolled(&self, sm: &str, track: &str, cycles: &Range<u64>) -> Vec<&str> {
        let mut shown = vec![""; (cycles.end - cycles.start) as usize];
        for slice in self.slices.get(&(sm.to_owned(), track.to_owned())).into_iter().flatten() {
            let name = if slice.category == "instruction" { "issues" } else { &*slice.name };
            for at in slice.cycles.clone() {
                shown[(at - cycles.start) as usize] = name;
            }
        }
        shown
    }
}

/// Whether a scheduler's cause is what its warps, all of which are considered, give reason for.
fn agrees(cause: &str, warps: &[&str]) -> bool {
    let some = |wait: &str| warps.contains(&wait);
    let none = |waits: &[&str]| !warps.iter().any(|warp| waits.contains(warp));
    match cause {
        "issued" => some("issues"),
        "idle" | "launch" => warps.iter().all(|warp| warp.is_empty()),
        "pipeline" => some("unit") && none(&["issues", "not picked"]),
        "scoreboard_alu" => some("result") && none(&["issues", "not picked", "unit"]),
        "scoreboard_memory" => some("memory") && none(&["issues", "not picked", "unit", "result"]),
        "fetch" => some("fetch") && none(&["issues", "not picked", "unit", "result", "memory"]),
        "barrier" => some("barrier") && none(&["issues", "not picked", "unit", "result", "memory", "fetch"]),
        _ => false,
    }
}

fn holds(name: &str, machine_name: &str) {
    let machine = machine(machine_name);
    let plain = ran(name, &machine, None, 1);
    let (done, kept, bytes) = traced(name, &machine, 0..u64::MAX, LIMIT);
    let what = format!("{name} on {machine_name}");
    assert_eq!(format!("{:?}", done.launches), format!("{:?}", plain.launches), "{what}: the same record");
    assert_eq!((kept.cycles.clone(), kept.full), (0..kept.simulated, false), "{what}");
    let shown = read(&bytes);
    let issued = shown.of("instruction").count() as u64;
    assert_eq!((issued, kept.instructions), (plain.total.warp_instructions, issued), "{what}");
    assert!(shown.of("instruction").all(|slice| slice.cycles.end - slice.cycles.start == 1), "{what}");
    assert_eq!(shown.of("CTA").count() as u64, plain.total.ctas, "{what}");
    assert_eq!(shown.of("kernel").count(), 2 * plain.launches.len(), "{what}: on both SMs");
    // What schedulers' cycles went to, as the record has it, but for what is idle when a launch has ended.
    let mut causes: BTreeMap<&str, u64> = BTreeMap::new();
    for slice in shown.of("scheduler") {
        *causes.entry(&slice.name).or_default() += slice.cycles.end - slice.cycles.start;
    }
    for cause in Cause::ALL.into_iter().filter(|&cause| cause != Cause::Idle) {
        let shown = causes.get(cause.name()).copied().unwrap_or(0);
        assert_eq!(shown, plain.total.stalls.of(cause), "{what}: {}", cause.name());
    }
    let schedulers = u64::from(machine.sm().schedulers);
    assert_eq!(causes.values().sum::<u64>(), 2 * schedulers * kept.simulated, "{what}: every cycle");
    for sm in ["SM 0", "SM 1"] {
        let warps: Vec<Vec<&str>> =
            (0..64).map(|slot| shown.unrolled(sm, &format!("warp slot {slot}"), &kept.cycles)).collect();
        for scheduler in 0..schedulers as usize {
            let causes = shown.unrolled(sm, &format!("scheduler {scheduler}"), &kept.cycles);
            for (at, cause) in causes.into_iter().enumerate() {
                let own: Vec<&str> =
                    warps.iter().skip(scheduler).step_by(schedulers as usize).map(|warp| warp[at]).collect();
                assert!(
                    agrees(cause, &own),
                    "{what}, {sm}, scheduler {scheduler}, cycle {at}: {cause}, {own:?}"
                );
            }
        }
        counted(&shown, sm, &kept.cycles, &warps, &what);
    }
}

/// Counters count what is there.
fn counted(shown: &Shown, sm: &str, cycles: &Range<u64>, warps: &[Vec<&str>], what: &str) {
    let samples = |track: &str| {
        let samples = &shown.samples[&(sm.to_owned(), track.to_owned())];
        let mut values = vec![0; cycles.end as usize];
        for (&(at, value), next) in samples.iter().zip(samples[1..].iter().map(|s| s.0).chain([cycles.end])) {
            values[at as usize..next as usize].fill(value);
        }
        values
    };
    let mut flights = vec![0; cycles.end as usize];
    for ((_, _), slices) in shown.slices.iter().filter(|((of, _), _)| of == sm) {
        for slice in slices.iter().filter(|slice| slice.category == "memory") {
            slice.cycles.clone().for_each(|at| flights[at as usize] += 1);
        }
    }
    assert!(flights == samples("memory instructions in flight"), "{what}, {sm}: memory");
    assert!(samples("ALU instructions in flight").iter().any(|&count| count > 1), "{what}, {sm}");
    let resident = samples("resident warps");
    for at in 0..cycles.end as usize {
        let there = warps.iter().filter(|warp| !warp[at].is_empty()).count() as i64;
        let issuing = warps.iter().filter(|warp| warp[at] == "issues").count() as i64;
        // One that issues its last is there no more when the cycle ends.
        assert!((there - issuing..=there).contains(&resident[at]), "{what}, {sm}, cycle {at}");
    }
}

#[test]
fn warps_schedulers_and_the_record_agree() {
    // Where operands are collected, and where results are known at issue.
    for machine in ["gtx480", "v100"] {
        for name in ["backprop", "reduction"] {
            holds(name, machine);
        }
    }
}

#[test]
fn instructions_are_told_with_their_place() {
    let (_, _, bytes) = traced("lud", &machine("gtx480"), 0..3000, LIMIT);
    let shown = read(&bytes);
    let load = shown.of("memory").find(|slice| slice.name.starts_with("ld.global")).expect("lud loads");
    let keys: Vec<&str> = load.said.iter().map(|(key, _)| &**key).collect();
    assert_eq!(keys, ["pc", "line", "phase", "lanes"]);
    assert!(load.said[1].1.starts_with("lud.cu:"), "{load:?}");
    assert!(shown.of("instruction").any(|slice| slice.said.contains(&("lanes".to_owned(), "16".to_owned()))));
    assert!(shown.of("CTA").any(|slice| slice.name == "CTA 0"));
    assert!(shown.of("kernel").all(|slice| slice.name.starts_with("lud_")));
}

#[test]
fn a_window_shows_its_part_of_the_whole() {
    for name in ["gtx480", "v100"] {
        let machine = machine(name);
        let (_, _, bytes) = traced("backprop", &machine, 0..u64::MAX, LIMIT);
        let all = read(&bytes);
        // It begins while data are under way.
        let first = all.of("memory").map(|slice| slice.cycles.start).min().unwrap();
        let window = first + 20..first + 1220;
        let (_, kept, bytes) = traced("backprop", &machine, window.clone(), LIMIT);
        assert_eq!(kept.cycles, window);
        assert!(kept.simulated > window.end);
        let part = read(&bytes);
        // Rows of memory may be others: a row that was taken before the window is free in it.
        let clip = |shown: &Shown, memory: bool| {
            let mut slices = Vec::new();
            for (path, of) in &shown.slices {
                for slice in of.iter().filter(|slice| (slice.category == "memory") == memory) {
                    let (from, to) = (slice.cycles.start.max(window.start), slice.cycles.end.min(window.end));
                    let track = path.1.split(" in flight").next().unwrap_or_default().to_owned();
                    if from < to {
                        slices.push((
                            path.0.clone(),
                            track,
                            from,
                            to,
                            slice.name.clone(),
                            slice.said.clone(),
                        ));
                    }
                }
            }
            slices.sort();
            slices
        };
        assert!(clip(&part, false) == clip(&all, false), "{name}");
        assert!(clip(&part, true) == clip(&all, true), "{name}: memory");
        assert!(part.of("memory").count() > 0);
        for (path, samples) in &part.samples {
            let value =
                |at: u64, samples: &[(u64, i64)]| samples.iter().rfind(|sample| sample.0 <= at).unwrap().1;
            let all = &all.samples[path];
            assert!(window.clone().all(|at| value(at, samples) == value(at, all)), "{name}: {path:?}");
        }
        let issued = part.of("instruction").count();
        assert_eq!(issued as u64, kept.instructions);
    }
}

#[test]
fn a_full_trace_is_whole_and_says_so() {
    let machine = machine("gtx480");
    let limit = 100_000;
    let (_, kept, bytes) = traced("backprop", &machine, 0..u64::MAX, limit);
    assert!(kept.full && kept.bytes <= limit && kept.bytes > limit / 2, "{kept:?}");
    assert!(kept.cycles.end < kept.simulated);
    let part = read(&bytes);
    for slice in part.of("scheduler") {
        assert!(slice.cycles.end <= kept.cycles.end);
    }
    // As if that had been asked for.
    let (_, asked, bytes) = traced("backprop", &machine, kept.cycles.clone(), LIMIT);
    assert_eq!((asked.cycles, asked.instructions, asked.full), (kept.cycles, kept.instructions, false));
    let asked = read(&bytes);
    let slices = |shown: &Shown| shown.slices.values().map(Vec::len).sum::<usize>();
    assert_eq!(slices(&part), slices(&asked));
    let (_, none, bytes) = traced("backprop", &machine, u64::MAX - 1..u64::MAX, LIMIT);
    assert!(none.cycles.is_empty() && none.instructions == 0);
    assert!(read(&bytes).slices.is_empty());
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    let machine = machine("gtx480");
    let bytes = |threads| {
        let mut timeline = Timeline::new(0..5000, &BOTH);
        ran("lud", &machine, Some(&mut timeline), threads);
        let mut bytes = Vec::new();
        timeline.write(&mut bytes, LIMIT).unwrap();
        bytes
    };
    let one = bytes(1);
    assert!(one.len() > 10_000);
    assert!(one == bytes(2));
}
