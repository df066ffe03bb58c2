//! The probe of a timeline.
//!
//! A warp's reason for not issuing is the one that held when its scheduler decided. By the end of the cycle it may be gone:
//! instructions have been fetched since, and barriers released.

use super::event::{Action, Counter, Event, Label, SmEvents, Track, Wait};
use std::ops::Range;
use std::sync::Arc;
use warploom_gpu::counters::Cause;
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Issue, Probe};
use warploom_gpu::{CtaSlot, Cycle, SLOTS, SchedulerId, Slot, SmId, WarpSet};
use warploom_kernel::class::Class;
use warploom_kernel::code::{Code, Effect, Instruction};
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;

/// The completion cycle of an instruction whose completion is not known yet.
const UNKNOWN: u64 = u64::MAX;

/// An instruction in flight.
#[derive(Clone, Copy, Debug)]
struct InFlight {
    pc: Pc,
    label: Label,
    issued: u64,
    /// Its completion cycle.
    at: u64,
    /// The row of its slice, for memory instructions.
    row: Option<u16>,
    /// Whether the warp waits for its completion to know the next instruction.
    branch: bool,
}

/// An open slice.
#[derive(Clone, Copy, Debug)]
struct OpenSlice {
    label: Label,
    since: u64,
}

/// The state of the warp in a slot.
#[derive(Clone, Debug, Default)]
struct Warp {
    doing: Option<OpenSlice>,
    /// The instruction issued in this cycle.
    issued: Option<Label>,
    flights: Vec<InFlight>,
    /// The cycle in which each row is free.
    rows: Vec<u64>,
    /// Whether the warp waits at a fence for all its instructions.
    fenced: bool,
}

/// The probe of one SM.
pub(super) struct Watch {
    /// The recorded events; `end` is the first cycle that is not recorded.
    seen: SmEvents,
    start: u64,
    /// The maximum number of events.
    most: usize,
    stopped: bool,
    code: Arc<Code>,
    /// The number of the code's first instruction.
    first: u32,
    /// The number of instructions of all codes.
    instructions: u32,
    kernel: Option<OpenSlice>,
    places: Vec<Option<OpenSlice>>,
    schedulers: Vec<Option<OpenSlice>>,
    warps: Vec<Warp>,
    /// Warps at barriers now, and at the last decision of each scheduler.
    barrier: WarpSet,
    barrier_then: Vec<WarpSet>,
    /// Warps with a buffered instruction at the end of the previous cycle.
    buffered: WarpSet,
    resident: u32,
    /// The warp that is issuing.
    issuing: Option<Slot>,
}

impl Watch {
    /// Ends the recording and returns the events.
    pub fn finish(mut self) -> SmEvents {
        self.stop();
        self.seen
    }

    /// A probe for these cycles that records at most `most` events.
    pub fn new(sm: SmId, cycles: &Range<u64>, most: usize) -> Watch {
        Watch {
            seen: SmEvents { sm, end: cycles.end, ..SmEvents::default() },
            start: cycles.start,
            most,
            stopped: false,
            code: Arc::default(),
            first: 0,
            instructions: 0,
            kernel: None,
            places: vec![None; SLOTS],
            schedulers: vec![None; SLOTS],
            warps: vec![Warp::default(); SLOTS],
            barrier: WarpSet::EMPTY,
            barrier_then: vec![WarpSet::EMPTY; SLOTS],
            buffered: WarpSet::EMPTY,
            resident: 0,
            issuing: None,
        }
    }

    fn push(&mut self, at: u64, track: Track, what: Action) {
        self.seen.events.push(Event { at, track, what });
    }

    /// Records the part of a slice that is in the recorded cycles.
    fn slice(&mut self, track: Track, OpenSlice { label, since }: OpenSlice, until: u64) {
        let (from, to) = (since.max(self.start), until.min(self.seen.end));
        if from < to {
            self.push(from, track, Action::Begin(label));
            self.push(to, track, Action::End);
        }
    }

    /// Sets the label of a track from now on. The open slice ends unless it has the same label.
    fn turn(&mut self, track: Track, open: Option<OpenSlice>, label: Option<Label>) -> Option<OpenSlice> {
        if let Some(open) = open {
            let goes_on = !matches!(open.label, Label::Instruction { .. }) && label == Some(open.label);
            if goes_on {
                return Some(open);
            }
            self.slice(track, open, self.seen.clock);
        }
        label.map(|label| OpenSlice { label, since: self.seen.clock })
    }

    /// Records the flight of an instruction until `at`.
    fn land(&mut self, slot: Slot, flight: InFlight, at: u64) {
        let (from, to) = (flight.issued.max(self.start), at.min(self.seen.end));
        if from >= to {
            return;
        }
        let counter = Track::Counter(if flight.row.is_some() { Counter::Memory } else { Counter::Alu });
        self.push(from, counter, Action::Change(1));
        self.push(to, counter, Action::Change(-1));
        if let Some(row) = flight.row {
            self.slice(Track::Flight(slot, row), OpenSlice { label: flight.label, since: from }, to);
        }
    }

    /// Records `cycles` cycles with the state of the view, in which the warps of `could` were ready.
    fn see(&mut self, view: &SmView<'_>, cycles: u64, could: impl Fn(SchedulerId) -> WarpSet) {
        let schedulers = || (0..view.schedulers()).map(|scheduler| SchedulerId(scheduler as u8));
        let until = self.seen.clock + cycles;
        if until > self.start {
            schedulers().for_each(|scheduler| self.record_activity(view, scheduler, could(scheduler)));
            let resident = schedulers().map(|scheduler| view.resident(scheduler).len()).sum();
            let more = resident as i32 - self.resident as i32;
            if more != 0 {
                let at = self.seen.clock.max(self.start);
                self.push(at, Track::Counter(Counter::Resident), Action::Change(more));
            }
            self.resident = resident;
        } else {
            self.warps.iter_mut().for_each(|warp| warp.issued = None);
        }
        self.buffered =
            schedulers().fold(WarpSet::EMPTY, |all, scheduler| WarpSet(all.0 | view.buffered(scheduler).0));
        self.seen.clock = until;
        let full = self.seen.events.len() >= self.most;
        if until >= self.seen.end || full {
            self.seen.full = full && until < self.seen.end;
            self.stop();
        }
    }

    /// Records the activity of a scheduler's warps in this cycle.
    fn record_activity(&mut self, view: &SmView<'_>, scheduler: SchedulerId, could: WarpSet) {
        let resident = view.resident(scheduler);
        for slot in view.slots(scheduler).iter() {
            let issued = self.warps[slot.index()].issued.take();
            let waits = || resident.contains(slot).then(|| Label::Wait(self.wait(view, slot, could)));
            let label = issued.or_else(waits);
            let open = self.warps[slot.index()].doing;
            self.warps[slot.index()].doing = self.turn(Track::Warp(slot), open, label);
        }
    }

    /// The reason why a warp did not issue.
    fn wait(&self, view: &SmView<'_>, slot: Slot, could: WarpSet) -> Wait {
        let scheduler = view.scheduler(slot);
        if could.contains(slot) {
            Wait::NotPicked
        } else if self.barrier_then[scheduler.index()].contains(slot) {
            Wait::Barrier
        } else if !self.buffered.contains(slot) {
            Wait::Fetch
        } else if view.blocked_on_long(scheduler).contains(slot) {
            Wait::Memory
        } else {
            self.blocked(view, slot)
        }
    }

    /// The reason why a buffered instruction did not issue.
    fn blocked(&self, view: &SmView<'_>, slot: Slot) -> Wait {
        let instructions = &self.code.instructions;
        let left = view.next(slot).map_or(0, |next| next.instructions_to_end as usize);
        let Some(next) = instructions.get(instructions.len().saturating_sub(left)) else { return Wait::Unit };
        let warp = &self.warps[slot.index()];
        let mut wait = Wait::Unit;
        for flight in warp.flights.iter().filter(|flight| flight.at > self.seen.clock) {
            let writes = &instructions[flight.pc.index()].writes;
            let needed = |register| next.reads.contains(register) || next.writes.contains(register);
            if !(warp.fenced || flight.branch || writes.iter().any(needed)) {
                continue;
            }
            // Once it is known when data come, they are as good as computed.
            if flight.at == UNKNOWN && (warp.fenced || flight.row.is_some()) {
                return Wait::Memory;
            }
            wait = Wait::Result;
        }
        wait
    }

    /// Ends all open slices and stops recording.
    fn stop(&mut self) {
        if std::mem::replace(&mut self.stopped, true) {
            return;
        }
        self.seen.end = self.seen.end.min(self.seen.clock);
        let end = self.seen.end;
        let mut ends = Vec::new();
        ends.extend(self.kernel.take().map(|open| (Track::Kernel, open)));
        for (at, place) in (0..).zip(&mut self.places) {
            ends.extend(place.take().map(|open| (Track::CtaSlot(CtaSlot(at)), open)));
        }
        for (at, scheduler) in (0..).zip(&mut self.schedulers) {
            ends.extend(scheduler.take().map(|open| (Track::Scheduler(SchedulerId(at)), open)));
        }
        for (at, warp) in (0..).zip(&mut self.warps) {
            ends.extend(warp.doing.take().map(|open| (Track::Warp(Slot(at)), open)));
        }
        ends.into_iter().for_each(|(track, open)| self.slice(track, open, end));
        for (at, warp) in (0..).zip(std::mem::take(&mut self.warps)) {
            let under_way = warp.flights.into_iter().filter(|flight| flight.at == UNKNOWN);
            under_way.for_each(|flight| self.land(Slot(at), flight, UNKNOWN));
        }
    }
}

/// Whether an instruction uses the load-store unit, for data or constants.
fn goes_to_memory(instruction: &Instruction) -> bool {
    use Class::*;
    let of_class = matches!(instruction.class, Global | Local | Atomic | Shared | Constant);
    instruction.accesses() || of_class && instruction.effect == Effect::None
}

/// Takes the first free row.
fn row(rows: &mut Vec<u64>, now: u64) -> u16 {
    let row = rows.iter().position(|&until| until <= now).unwrap_or(rows.len());
    if row == rows.len() {
        rows.push(UNKNOWN);
    }
    rows[row] = UNKNOWN;
    row as u16
}

impl Probe for Watch {
    fn launch(&mut self, launch: &Arc<Launch>, _ctas: u32, start: Cycle) {
        self.seen.clock = start.0;
        if self.stopped {
            return;
        }
        let open = self.kernel.take();
        let number = self.seen.launches.len() as u32;
        self.kernel = self.turn(Track::Kernel, open, Some(Label::Kernel(number)));
        self.seen.launches.push(Arc::clone(launch));
        self.code = Arc::clone(&launch.code);
        let known = self.seen.codes.iter().find(|(code, _)| Arc::ptr_eq(code, &launch.code));
        self.first = known.map_or(self.instructions, |&(_, first)| first);
        if known.is_none() {
            self.seen.codes.push((Arc::clone(&launch.code), self.instructions));
            self.instructions += launch.code.instructions.len() as u32;
        }
        for warp in &mut self.warps {
            warp.flights.clear();
            warp.fenced = false;
        }
    }

    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, _cycles: u64) {
        if self.stopped {
            return;
        }
        let open = self.schedulers[scheduler.index()];
        let label = Some(Label::Cause(cause));
        self.schedulers[scheduler.index()] = self.turn(Track::Scheduler(scheduler), open, label);
        self.barrier_then[scheduler.index()] = self.barrier;
    }

    fn issue(&mut self, issue: Issue, _view: &SmView<'_>) {
        if self.stopped {
            return;
        }
        let now = self.seen.clock;
        let instruction = &self.code.instructions[issue.pc.index()];
        let warp = &mut self.warps[issue.slot.index()];
        warp.flights.retain(|flight| flight.at > now);
        warp.fenced = instruction.effect == Effect::Fence;
        let label = Label::Instruction { number: self.first + issue.pc.0, lanes: issue.lanes.count() as u8 };
        let row = goes_to_memory(instruction).then(|| row(&mut warp.rows, now));
        warp.flights.push(InFlight { pc: issue.pc, label, issued: now, at: UNKNOWN, row, branch: false });
        warp.issued = Some(label);
        self.issuing = Some(issue.slot);
    }

    fn done(&mut self, slot: Slot, pc: Pc, at: Cycle) {
        if self.stopped {
            return;
        }
        let instruction = &self.code.instructions[pc.index()];
        let warp = &mut self.warps[slot.index()];
        let same = |flight: &&mut InFlight| flight.pc == pc && flight.at == UNKNOWN;
        let Some(flight) = warp.flights.iter_mut().find(same) else { return };
        flight.at = at.0;
        // A warp waits for where it branches to, if that is known as soon as it issues.
        flight.branch = self.issuing == Some(slot)
            && instruction.class == Class::Control
            && instruction.effect == Effect::None;
        let flight = *flight;
        if let Some(row) = flight.row {
            warp.rows[usize::from(row)] = at.0;
        }
        self.land(slot, flight, at.0);
    }

    fn cycle(&mut self, view: &SmView<'_>) {
        if self.stopped {
            self.seen.clock = view.now().0 + 1;
            return;
        }
        self.see(view, 1, |scheduler| view.issuable(scheduler));
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        if self.stopped {
            self.seen.clock += cycles;
            return;
        }
        self.see(view, cycles, |_| WarpSet::EMPTY);
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        if self.stopped {
            return;
        }
        match event {
            WarpEvent::Issued { .. } => self.issuing = None,
            WarpEvent::AtBarrier(slot) => self.barrier.insert(slot),
            WarpEvent::BarrierReleased(slot) => self.barrier.remove(slot),
            WarpEvent::CtaLaunched(place) => {
                let label = Label::Cta(view.cta_number(place));
                self.places[place.index()] = Some(OpenSlice { label, since: self.seen.clock });
            }
            WarpEvent::CtaFinished(place) => {
                if let Some(open) = self.places[place.index()].take() {
                    self.slice(Track::CtaSlot(place), open, self.seen.clock);
                }
            }
            _ => {}
        }
    }
}
