//! The probe of a [`Watch`](super::Watch).

use super::tracks::Level;
use super::{
    CAUSES, COMPUTE, CtaSpan, IN_FLIGHT, Issued, MEMORY, Observation, PHASES, RESIDENT, Sums, Tracks,
    WatchOptions,
};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use warploom_gpu::counters::Cause;
use warploom_gpu::policy::{SmView, WarpEvent};
use warploom_gpu::probe::{Issue, Probe};
use warploom_gpu::{Cycle, SLOTS, SchedulerId, Slot, SmId};
use warploom_kernel::class::Class;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;

/// The kind of an instruction in flight.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FlightKind {
    Compute,
    Memory,
    /// Load-store unit only: shared memory and constants.
    Near,
}

impl FlightKind {
    fn of(class: Class) -> FlightKind {
        match class {
            Class::Shared | Class::Constant => FlightKind::Near,
            class if class.is_memory() => FlightKind::Memory,
            _ => FlightKind::Compute,
        }
    }
}

/// The kinds of instructions in flight.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Busy {
    compute: bool,
    memory: bool,
}

/// The probe of one SM.
pub(super) struct WatchProbe {
    sm: SmId,
    options: WatchOptions,
    /// The observations of the launches that have ended.
    ended: Vec<Observation>,
    /// The current launch.
    seen: Option<Observation>,
    launches: u64,
    /// The kind of each instruction.
    kinds: Vec<FlightKind>,
    /// The completion cycles of instructions in flight.
    ends: BinaryHeap<Reverse<(u64, u8, FlightKind)>>,
    /// Instructions in flight, by slot.
    flights: [u32; SLOTS],
    levels: [Level; CAUSES],
    busy: Busy,
    busy_since: u64,
    phases: Vec<Level>,
    /// The phase of each slot's next instruction.
    phase: [Option<u32>; SLOTS],
    /// Whether CTAs wait for dispatch.
    more: bool,
    tail_since: Option<u64>,
    /// The first cycle that each scheduler has not reported.
    charged: Vec<u64>,
    next_order: u64,
    /// The first cycle that the SM has not reported.
    clock: u64,
    /// The first cycle of the CTA in each CTA slot.
    begun: [u64; SLOTS],
    /// Whether the launch has had a warp on the SM.
    window_begun: bool,
}

impl WatchProbe {
    pub fn new(sm: SmId, options: WatchOptions) -> WatchProbe {
        WatchProbe {
            sm,
            options,
            ended: Vec::new(),
            seen: None,
            launches: 0,
            kinds: Vec::new(),
            ends: BinaryHeap::new(),
            flights: [0; SLOTS],
            levels: [Level::default(); CAUSES],
            busy: Busy::default(),
            busy_since: 0,
            phases: Vec::new(),
            phase: [None; SLOTS],
            more: false,
            tail_since: None,
            charged: Vec::new(),
            next_order: 0,
            clock: 0,
            begun: [0; SLOTS],
            window_begun: false,
        }
    }

    /// Changes a level by one.
    fn change(&mut self, at: u64, level: usize, up: bool) {
        let Some(seen) = &mut self.seen else { return };
        let change = if up { Level::more } else { Level::less };
        change(&mut self.levels[level], at, &mut seen.tracks, level);
    }

    /// Removes instructions that have completed by cycle `now`.
    fn land(&mut self, now: u64) {
        while let Some(&Reverse((at, slot, kind))) = self.ends.peek()
            && at <= now
        {
            self.ends.pop();
            self.fly(at, slot, kind, false);
        }
    }

    /// Adds or removes an instruction in flight.
    fn fly(&mut self, at: u64, slot: u8, kind: FlightKind, up: bool) {
        match kind {
            FlightKind::Compute => self.change(at, COMPUTE, up),
            FlightKind::Memory => self.change(at, MEMORY, up),
            FlightKind::Near => {}
        }
        let flights = &mut self.flights[usize::from(slot)];
        let was = *flights;
        *flights = if up { was + 1 } else { was.saturating_sub(1) };
        if (was == 0) != (*flights == 0) {
            self.change(at, IN_FLIGHT, up);
        }
        let busy =
            Busy { compute: self.levels[COMPUTE].value() > 0, memory: self.levels[MEMORY].value() > 0 };
        if busy != self.busy {
            self.add_busy(at);
            self.busy = busy;
        }
    }

    fn add_busy(&mut self, at: u64) {
        let Some(seen) = &mut self.seen else { return };
        let cycles = at.saturating_sub(self.busy_since);
        match self.busy {
            Busy { compute: true, memory: false } => seen.sums.compute_only += cycles,
            Busy { compute: false, memory: true } => seen.sums.memory_only += cycles,
            Busy { compute: true, memory: true } => seen.sums.both += cycles,
            Busy { .. } => {}
        }
        self.busy_since = at.max(self.busy_since);
    }

    /// Moves a warp to the phase of its next instruction from cycle `at` on; none after its last instruction.
    fn moves(&mut self, at: u64, slot: Slot, to: Option<u32>) {
        let was = std::mem::replace(&mut self.phase[slot.index()], to);
        if was == to {
            return;
        }
        if was.is_some() != to.is_some() {
            self.change(at, RESIDENT, to.is_some());
        }
        let Some(seen) = &mut self.seen else { return };
        if let Some(phase) = was.map(|phase| phase as usize) {
            self.phases[phase].less(at, &mut seen.tracks, PHASES + phase);
        }
        if let Some(phase) = to.map(|phase| phase as usize) {
            if self.phases.len() <= phase {
                self.phases.resize(phase + 1, Level::default());
            }
            self.phases[phase].more(at, &mut seen.tracks, PHASES + phase);
        }
    }

    /// Starts the window of a launch with its first warp.
    fn begin_window(&mut self, at: u64) {
        let (Some(window), Some(seen)) = (self.options.window.filter(|_| !self.window_begun), &mut self.seen)
        else {
            return;
        };
        self.window_begun = true;
        let cycles = &self.options.cycles;
        let start = at.max(cycles.start);
        seen.tracks =
            Tracks::new(start..at.saturating_add(window).min(cycles.end).max(start), self.options.bin);
    }

    /// Starts or ends a tail at cycle `at`: an SM that is not full while CTAs wait.
    fn look_at_tail(&mut self, at: u64) {
        let Some(seen) = &mut self.seen else { return };
        let resident = self.levels[RESIDENT].value();
        let tail = self.more && resident < u64::from(seen.full);
        if tail == self.tail_since.is_some() {
            return;
        }
        match self.tail_since.take() {
            Some(since) => seen.sums.tail += at.saturating_sub(since),
            None => self.tail_since = Some(at),
        }
    }

    /// Ends the launch in the last reported cycle.
    fn end(&mut self) {
        self.land(u64::MAX - 1);
        let clock = self.clock;
        self.more = false;
        self.look_at_tail(clock);
        for slot in (0..SLOTS as u8).map(Slot) {
            self.moves(clock, slot, None);
        }
        let Some(mut seen) = self.seen.take() else { return };
        if self.options.fullest_launch {
            let warps = seen.sampled_warps();
            self.ended.retain(|earlier| earlier.sampled_warps() >= warps);
            if warps == 0 || !self.ended.is_empty() {
                return;
            }
        }
        let [resident, compute, memory, flying] =
            [RESIDENT, COMPUTE, MEMORY, IN_FLIGHT].map(|level| self.levels[level].sum);
        seen.sums = Sums { resident, compute, memory, flying, ..seen.sums };
        seen.phases = self.phases.len();
        self.ended.push(seen);
    }

    /// Ends the last launch and returns the observations of all.
    pub fn finish(mut self) -> Vec<Observation> {
        self.end();
        self.ended
    }

    /// Records the order of CTAs at each interval before cycle `to`.
    fn order(&mut self, view: &SmView<'_>, to: u64) {
        let Some(seen) = self.seen.as_mut().filter(|_| self.options.orders > 0) else { return };
        while self.next_order < to {
            let mut ctas: Vec<(u64, u64)> =
                view.ctas().map(|cta| (view.cta_progress(cta), view.cta_number(cta))).collect();
            ctas.sort_by_key(|&(progress, number)| (Reverse(progress), number));
            if !ctas.is_empty() {
                seen.orders.push((self.next_order, ctas.into_iter().map(|(_, number)| number).collect()));
            }
            self.next_order += self.options.orders;
        }
    }
}

impl Probe for WatchProbe {
    fn launch(&mut self, launch: &Arc<Launch>, ctas: u32, start: Cycle) {
        self.end();
        let start = start.0;
        let threads: u32 = launch.block.iter().product();
        let cycles = if self.options.over_time { self.options.cycles.clone() } else { 0..0 };
        self.seen = Some(Observation {
            sm: self.sm,
            launch: launch.number.unwrap_or(self.launches),
            kernel: launch.kernel.clone(),
            start,
            full: ctas * threads.div_ceil(launch.width.max(1)),
            sums: Sums::default(),
            tracks: Tracks::new(cycles.start.max(start)..cycles.end.max(start), self.options.bin),
            phases: 0,
            ctas: Vec::new(),
            orders: Vec::new(),
            issues: Vec::new(),
        });
        self.launches += 1;
        self.kinds = launch.code.instructions.iter().map(|i| FlightKind::of(i.class)).collect();
        self.levels = [Level::default(); CAUSES];
        self.levels.iter_mut().for_each(|level| level.begin(start));
        self.flights = [0; SLOTS];
        self.phases.clear();
        (self.busy, self.busy_since) = (Busy::default(), start);
        self.more = false;
        self.charged.iter_mut().for_each(|charged| *charged = start);
        self.next_order = start + self.options.orders;
        self.clock = start;
        self.window_begun = false;
    }

    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, cycles: u64) {
        let start = self.clock;
        if self.charged.len() <= scheduler.index() {
            self.charged.resize(scheduler.index() + 1, start);
        }
        let from = self.charged[scheduler.index()];
        self.charged[scheduler.index()] = from + cycles;
        if let Some(seen) = &mut self.seen {
            seen.tracks.add(CAUSES + cause as usize, from, from + cycles, 1);
        }
    }

    fn issue(&mut self, issue: Issue, view: &SmView<'_>) {
        let now = view.now().0;
        self.land(now);
        self.fly(now, issue.slot.0, FlightKind::of(issue.class), true);
        let Some(seen) = &mut self.seen else { return };
        if seen.issues.len() < self.options.issues && self.options.cycles.contains(&now) {
            let cta = view.cta_number(view.cta(issue.slot));
            let Issue { scheduler, slot, pc, .. } = issue;
            seen.issues.push(Issued { cycle: now, scheduler, slot, cta, pc });
        }
    }

    fn done(&mut self, slot: Slot, pc: Pc, at: Cycle) {
        let kind = self.kinds.get(pc.index()).copied().unwrap_or(FlightKind::Compute);
        self.ends.push(Reverse((at.0, slot.0, kind)));
    }

    fn cycle(&mut self, view: &SmView<'_>) {
        let now = view.now().0;
        self.clock = now + 1;
        if self.more != view.ctas_undispatched() {
            self.more = view.ctas_undispatched();
            self.look_at_tail(now);
        }
        self.order(view, now + 1);
    }

    fn pass(&mut self, view: &SmView<'_>, cycles: u64) {
        self.clock += cycles;
        self.order(view, self.clock);
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let now = view.now().0;
        match event {
            WarpEvent::Launched(slot) => {
                self.begin_window(now);
                self.moves(now, slot, view.next(slot).map(|next| next.phase));
                self.look_at_tail(now);
            }
            WarpEvent::Issued { slot, .. } => {
                // It was in its phase for this cycle.
                self.moves(now + 1, slot, view.next(slot).map(|next| next.phase));
                self.look_at_tail(now + 1);
            }
            WarpEvent::CtaLaunched(cta) => self.begun[cta.index()] = now,
            WarpEvent::CtaFinished(cta) => {
                let Some(seen) = &mut self.seen else { return };
                let start = self.begun[cta.index()];
                let number = view.cta_number(cta);
                seen.ctas.push(CtaSpan { cta: number, place: cta.0, start, end: now });
            }
            _ => {}
        }
    }
}
