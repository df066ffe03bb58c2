//! Encoding of events as packets of a trace.

use super::TimelineSummary;
use super::event::{Action, Counter, Event, Label, SmEvents, Track};
use super::proto::{
    COUNTER, CounterDescriptor, DebugAnnotation, EXPLICIT_ORDER, INCREMENTAL_STATE_CLEARED, Interned,
    InternedData, NEEDS_INCREMENTAL_STATE, ProcessDescriptor, SLICE_BEGIN, SLICE_END, TracePacket,
    TrackDescriptor, TrackEvent,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::io::{self, Write};
use std::sync::Arc;
use warploom_gpu::SmId;
use warploom_kernel::code::{Code, Instruction};
use warploom_kernel::phase::{Phases, Rules};
use warploom_kernel::tape::Launch;
use warploom_lab::work::symbol::KernelNames;

/// The writer of all packets: they share interned texts.
const SEQUENCE: u32 = 1;

/// The maximum size of a slice's end, in bytes: it is reserved for each open slice.
const END: u64 = 40;

/// Categories of slices, interned as 1, 2, …
const CATEGORIES: [&str; 6] = ["instruction", "wait", "memory", "scheduler", "CTA", "kernel"];

/// Argument keys of an instruction, interned as 1, 2, …
const KEYS: [&str; 4] = ["pc", "line", "phase", "lanes"];

/// Writes the events from cycle `start` on; events are sorted.
pub(super) fn write(
    seen: &[SmEvents],
    start: u64,
    out: &mut dyn Write,
    limit: u64,
) -> io::Result<TimelineSummary> {
    let mut end = seen.iter().map(|seen| seen.end).min().unwrap_or(0).max(start);
    let mut full = seen.iter().any(|seen| seen.full && seen.end == end);
    let mut writer = Writer::new(seen, out);
    writer.tracks(seen);
    writer.counters(seen, start);
    writer.flush()?;
    let mut heads: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
    let mut rest: Vec<&[Event]> = seen.iter().map(|seen| &*seen.events).collect();
    let head = |rest: &[Event], sm: usize| rest.first().map(|event| Reverse((event.at, sm)));
    heads.extend(rest.iter().enumerate().filter_map(|(sm, rest)| head(rest, sm)));
    // A cycle of all SMs is written, or none of it.
    while let Some(&Reverse((at, _))) = heads.peek().filter(|Reverse((at, _))| *at < end) {
        while let Some(Reverse((_, sm))) = heads.peek().filter(|head| head.0.0 == at).copied() {
            heads.pop();
            let now = rest[sm].iter().take_while(|event| event.at == at).count();
            let (events, later) = rest[sm].split_at(now);
            rest[sm] = later;
            writer.events(seen[sm].sm, events);
            heads.extend(head(later, sm));
        }
        if writer.size() > limit {
            (end, full) = (at, true);
            writer.forget();
            break;
        }
        writer.flush()?;
    }
    writer.end(end);
    writer.flush()?;
    Ok(TimelineSummary {
        cycles: start.min(end)..end,
        instructions: writer.instructions,
        bytes: writer.bytes,
        full,
        simulated: seen.iter().map(|seen| seen.clock).max().unwrap_or(0),
    })
}

/// Interned texts.
#[derive(Default)]
struct Names {
    numbers: BTreeMap<String, u64>,
    /// Texts that are not written yet.
    new: Vec<Interned>,
}

impl Names {
    /// The number of a text.
    fn number(&mut self, text: &str) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.numbers.len() as u64 + 1;
        self.numbers.insert(text.to_owned(), number);
        self.new.push(Interned { iid: Some(number), name: Some(text.to_owned()) });
        number
    }
}

struct Writer<'a> {
    out: &'a mut dyn Write,
    /// Bytes written.
    bytes: u64,
    /// Packets of this cycle.
    packets: Vec<u8>,
    /// Track numbers.
    uuids: BTreeMap<(SmId, Track), u64>,
    /// Tracks with an open slice.
    open: BTreeSet<u64>,
    /// Changes of open slices in this cycle.
    changes: Vec<(u64, bool)>,
    /// Instructions written, and instructions of this cycle.
    instructions: u64,
    issued: u64,
    values: BTreeMap<(SmId, Counter), i64>,
    names: Names,
    lines: Names,
    codes: Vec<(&'a Code, u32, Phases)>,
    launches: &'a [Arc<Launch>],
    kernels: KernelNames,
}

impl<'a> Writer<'a> {
    fn new(seen: &'a [SmEvents], out: &'a mut dyn Write) -> Writer<'a> {
        // SMs are told of the same launches, until they stop to listen.
        let longest = seen.iter().max_by_key(|seen| seen.launches.len());
        let codes = longest.into_iter().flat_map(|seen| &seen.codes);
        let launches: &[Arc<Launch>] = longest.map_or(&[], |seen| &seen.launches);
        Writer {
            out,
            bytes: 0,
            packets: Vec::new(),
            uuids: BTreeMap::new(),
            open: BTreeSet::new(),
            changes: Vec::new(),
            instructions: 0,
            issued: 0,
            values: BTreeMap::new(),
            names: Names::default(),
            lines: Names::default(),
            codes: codes
                .map(|(code, first)| (&**code, *first, Phases::new(code, Rules::default())))
                .collect(),
            launches,
            kernels: KernelNames::new(launches.iter().map(|launch| launch.kernel.as_str())),
        }
    }

    fn packet(&mut self, packet: &TracePacket) {
        // As a trace of this packet alone: traces one after the other are one.
        prost::encoding::message::encode(1, packet, &mut self.packets);
    }

    /// The size of the trace if it ended with this cycle.
    fn size(&self) -> u64 {
        self.bytes + self.packets.len() as u64 + END * (self.open.len() + self.changes.len()) as u64
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.packets)?;
        self.bytes += self.packets.len() as u64;
        self.instructions += std::mem::take(&mut self.issued);
        self.packets.clear();
        for (track, begins) in self.changes.drain(..) {
            if begins {
                self.open.insert(track);
            } else {
                self.open.remove(&track);
            }
        }
        Ok(())
    }

    /// Discards this cycle.
    fn forget(&mut self) {
        self.packets.clear();
        self.changes.clear();
        self.issued = 0;
    }

    /// Describes the tracks that have events, and interns the fixed texts.
    fn tracks(&mut self, seen: &[SmEvents]) {
        let interned = |texts: &[&str]| -> Vec<Interned> {
            let texts = (1..).zip(texts);
            texts.map(|(iid, text)| Interned { iid: Some(iid), name: Some((*text).to_owned()) }).collect()
        };
        self.packet(&TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            sequence_flags: Some(INCREMENTAL_STATE_CLEARED),
            interned_data: Some(InternedData {
                event_categories: interned(&CATEGORIES),
                debug_annotation_names: interned(&KEYS),
                ..InternedData::default()
            }),
            ..TracePacket::default()
        });
        let mut uuid = 0;
        for seen in seen {
            uuid += 1;
            let group = uuid;
            let name = format!("SM {}", seen.sm.0);
            let process =
                // A process 0 would be the kernel's idle one.
                ProcessDescriptor { pid: Some(seen.sm.0 as i32 + 1), process_name: Some(name.clone()) };
            self.describe(TrackDescriptor {
                uuid: Some(group),
                name: Some(name),
                process: Some(process),
                child_ordering: Some(EXPLICIT_ORDER),
                ..TrackDescriptor::default()
            });
            let mut tracks: BTreeSet<Track> = seen.events.iter().map(|event| event.track).collect();
            tracks.extend(Counter::ALL.map(Track::Counter));
            // What is under way for a warp is under the warp's track.
            let flights = |&track: &Track| matches!(track, Track::Flight(..)).then_some(track);
            let warp_of = |track: Track| {
                if let Track::Flight(slot, _) = track { Some(Track::Warp(slot)) } else { None }
            };
            tracks.extend(tracks.iter().filter_map(flights).filter_map(warp_of).collect::<Vec<_>>());
            for (rank, track) in (0..).zip(tracks) {
                uuid += 1;
                self.uuids.insert((seen.sm, track), uuid);
                let parent = warp_of(track).map_or(group, |warp| self.uuids[&(seen.sm, warp)]);
                self.describe(TrackDescriptor {
                    uuid: Some(uuid),
                    name: Some(name_of(track)),
                    parent_uuid: Some(parent),
                    counter: matches!(track, Track::Counter(_)).then(CounterDescriptor::default),
                    sibling_order_rank: Some(rank),
                    ..TrackDescriptor::default()
                });
            }
        }
    }

    fn describe(&mut self, track: TrackDescriptor) {
        self.packet(&TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_descriptor: Some(track),
            ..TracePacket::default()
        });
    }

    /// Sets all counters to 0.
    fn counters(&mut self, seen: &[SmEvents], start: u64) {
        for seen in seen {
            for counter in Counter::ALL {
                self.count(start, seen.sm, counter, 0);
            }
        }
    }

    fn count(&mut self, at: u64, sm: SmId, counter: Counter, more: i64) {
        let value = self.values.entry((sm, counter)).or_default();
        *value += more;
        let event =
            TrackEvent { r#type: Some(COUNTER), counter_value: Some(*value), ..TrackEvent::default() };
        self.event(at, self.uuids[&(sm, Track::Counter(counter))], event);
    }

    fn event(&mut self, at: u64, track: u64, event: TrackEvent) {
        let interned = InternedData {
            event_names: std::mem::take(&mut self.names.new),
            debug_annotation_string_values: std::mem::take(&mut self.lines.new),
            ..InternedData::default()
        };
        self.packet(&TracePacket {
            timestamp: Some(at),
            trusted_packet_sequence_id: Some(SEQUENCE),
            sequence_flags: Some(NEEDS_INCREMENTAL_STATE),
            interned_data: (interned != InternedData::default()).then_some(interned),
            track_event: Some(TrackEvent { track_uuid: Some(track), ..event }),
            ..TracePacket::default()
        });
    }

    /// Writes the events of an SM in a cycle.
    fn events(&mut self, sm: SmId, events: &[Event]) {
        let mut sums = [0; Counter::ALL.len()];
        for &Event { at, track, what } in events {
            let uuid = self.uuids[&(sm, track)];
            match (what, track) {
                (Action::Change(more), Track::Counter(counter)) => sums[counter as usize] += i64::from(more),
                (Action::Change(_), _) => {}
                (Action::Begin(label), _) => {
                    let event = self.begin(track, label);
                    self.event(at, uuid, event);
                    self.changes.push((uuid, true));
                }
                (Action::End, _) => {
                    self.event(at, uuid, TrackEvent { r#type: Some(SLICE_END), ..TrackEvent::default() });
                    self.changes.push((uuid, false));
                }
            }
        }
        let at = events.first().map_or(0, |event| event.at);
        for (counter, more) in Counter::ALL.into_iter().zip(sums).filter(|&(_, more)| more != 0) {
            self.count(at, sm, counter, more);
        }
    }

    /// An event that begins a slice.
    fn begin(&mut self, track: Track, label: Label) -> TrackEvent {
        let mut event = TrackEvent { r#type: Some(SLICE_BEGIN), ..TrackEvent::default() };
        let mut named = |names: &mut Names, name: &str| event.name_iid = Some(names.number(name));
        let category = match (label, track) {
            (Label::Instruction { .. }, Track::Warp(_)) => 1,
            (Label::Wait(_), _) => 2,
            (Label::Instruction { .. }, _) => 3,
            (Label::Cause(_), _) => 4,
            (Label::Cta(_), _) => 5,
            (Label::Kernel(_), _) => 6,
        };
        match label {
            Label::Instruction { number, lanes } => {
                self.issued += u64::from(matches!(track, Track::Warp(_)));
                let (code, pc, phase) = self.instruction(number);
                let instruction = &code.instructions[pc];
                named(&mut self.names, &instruction.opcode);
                let line = line(code, instruction).map(|line| self.lines.number(&line));
                let text = |iid| DebugAnnotation {
                    name_iid: Some(2),
                    string_value_iid: Some(iid),
                    uint_value: None,
                };
                event.debug_annotations.push(key(1, pc as u64));
                event.debug_annotations.extend(line.map(text));
                event.debug_annotations.extend([key(3, phase), key(4, lanes.into())]);
            }
            Label::Wait(wait) => named(&mut self.names, wait.name()),
            Label::Cause(cause) => named(&mut self.names, cause.name()),
            Label::Cta(number) => event.name = Some(format!("CTA {number}")),
            Label::Kernel(number) => {
                let launch = self.launches.get(number as usize);
                named(&mut self.names, launch.map_or("", |launch| self.kernels.of(&launch.kernel)));
            }
        }
        event.category_iids.push(category);
        event
    }

    /// An instruction by its number: its code, its index there and its phase.
    fn instruction(&self, number: u32) -> (&'a Code, usize, u64) {
        let at = self.codes.partition_point(|&(_, first, _)| first <= number) - 1;
        let (code, first, phases) = &self.codes[at];
        let pc = (number - first) as usize;
        (code, pc, phases.of(pc).0.into())
    }

    /// Ends all open slices.
    fn end(&mut self, at: u64) {
        for track in std::mem::take(&mut self.open) {
            self.event(at, track, TrackEvent { r#type: Some(SLICE_END), ..TrackEvent::default() });
        }
    }
}

fn key(name: u64, value: u64) -> DebugAnnotation {
    DebugAnnotation { name_iid: Some(name), uint_value: Some(value), string_value_iid: None }
}

/// The source line of an instruction, if it has one.
fn line(code: &Code, instruction: &Instruction) -> Option<String> {
    let at = instruction.source.filter(|at| at.line > 0)?;
    let file = code.files.get(at.file as usize)?;
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    Some(format!("{name}:{}", at.line))
}

fn name_of(track: Track) -> String {
    match track {
        Track::Kernel => "kernel".to_owned(),
        Track::Counter(counter) => counter.name().to_owned(),
        Track::Scheduler(scheduler) => format!("scheduler {}", scheduler.0),
        Track::CtaSlot(slot) => format!("CTA slot {}", slot.0),
        Track::Warp(slot) => format!("warp slot {}", slot.0),
        // Rows of the same name are shown as one track.
        Track::Flight(..) => "in flight".to_owned(),
    }
}
