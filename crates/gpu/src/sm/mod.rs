//! An SM: warps in slots, schedulers, units.
//!
//! Time jumps: a cycle is only looked at if something can happen in it. What a warp waits for is known when it begins to
//! wait, or told by an event; no warp is asked again and again.

mod ask;
mod barrier;
mod coalesce;
mod collectors;
mod cta;
mod explain;
mod fetch;
mod issue;
mod load_store;
mod memory;
mod parts;
mod registers;
mod state;
mod units;
mod wheel;

pub(crate) use ask::{Coalescer, LOCAL_BASE};
pub(crate) use coalesce::Segment;
pub use explain::{Blocked, Wait};
pub(crate) use issue::IllegalPick;
pub(crate) use load_store::Work;
pub(crate) use memory::sectors_of;
pub(crate) use parts::Parts;
pub(crate) use state::{CtaState, Place, State, WarpState};

use crate::counters::{Cause, Counters};
use crate::decoded::DecodedCode;
use crate::ids::{Cycle, NEVER, SchedulerId, Slot, SmId};
use crate::machine::Machine;
use crate::memory::dram::AddressMap;
use crate::memory::message::{Reply, Request};
use crate::policy::{SmView, WarpEvent, WarpPolicy};
use crate::probe::Probe;
use collectors::{Collectors, Passing};
use cta::Resident;
use load_store::{LoadStore, LsuOutcome, UnderWay};
use memory::{MemoryEvents, SmMemory};
use registers::Registers;
use std::collections::VecDeque;
use std::sync::Arc;
use units::Units;
use warploom_kernel::execute::CtaId;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::{Cta, GenericWindows, Launch};
use wheel::Wheel;

/// CTAs that wait at an SM, in the order in which they begin.
pub(crate) type CtaQueue = VecDeque<QueuedCta>;

/// A CTA that waits at an SM.
pub(crate) struct QueuedCta {
    /// The first cycle in which it may begin.
    pub at: u64,
    pub cta: Cta,
    /// Places that must be free for it to begin: its own, and one for each after it that begins with it.
    pub wants: u32,
    /// Whether it may go to no other SM.
    pub bound: bool,
}

/// What an SM is told about a launch.
#[derive(Clone)]
pub(crate) struct Shape {
    pub code: Arc<DecodedCode>,
    /// Tells the code of different kernels apart.
    pub code_number: u64,
    pub warps_per_cta: u32,
    pub ctas: u32,
    /// Bytes of shared memory that so many CTAs use.
    pub shared: u32,
    pub windows: GenericWindows,
    /// Whether scheduler-cycles are charged to instructions.
    pub by_instruction: bool,
}

pub(crate) struct Sm {
    pub id: SmId,
    pub state: State,
    policy: Box<dyn WarpPolicy>,
    probe: Option<Box<dyn Probe>>,
    units: Units,
    /// Where operands are collected.
    collectors: Option<Collectors>,
    /// Instructions that units started on, to be seen to at once.
    started: Vec<(Passing, u64)>,
    load_store: LoadStore,
    memory: SmMemory,
    wheel: Wheel,
    registers: Registers,
    ctas: Vec<Option<Resident>>,
    shape: Shape,
    /// The first cycle that is not accounted for.
    clock: u64,
    next_age: u64,
    fetch: fetch::Fetch,
    coalescer: Coalescer,
    /// Where answers of memory are put, to be taken at once.
    brought: MemoryEvents,
    /// CTAs that ended since these were last taken, and when.
    pub ended: Vec<(u64, CtaId)>,
    pub counters: Counters,
    /// Scheduler-cycles by instruction and cause, if they are asked for.
    pub by_instruction: Vec<[u64; Cause::ALL.len()]>,
    /// How often the policy declined since an instruction was issued or memory answered.
    pub declined: u64,
}

impl Sm {
    pub fn new(
        id: SmId,
        machine: &Machine,
        map: &Arc<AddressMap>,
        policy: Box<dyn WarpPolicy>,
        probe: Option<Box<dyn Probe>>,
        shape: Shape,
    ) -> Sm {
        let sm = &machine.sm;
        let mut memory = SmMemory::new(id.0 as u16, machine, map);
        if policy.wants_cache_events() {
            memory.tell();
        }
        Sm {
            id,
            state: State::new(sm, &shape.code),
            policy,
            probe,
            units: Units::new(sm),
            collectors: sm.operands.as_ref().map(|operands| Collectors::new(sm, operands)),
            started: Vec::new(),
            load_store: LoadStore::new(sm),
            memory,
            wheel: Wheel::new(),
            registers: Registers::default(),
            ctas: Vec::new(),
            shape,
            clock: 0,
            next_age: 0,
            fetch: fetch::Fetch::new(sm),
            coalescer: Coalescer::of(sm),
            brought: MemoryEvents::default(),
            ended: Vec::new(),
            counters: Counters::default(),
            by_instruction: Vec::new(),
            declined: 0,
        }
    }

    /// A launch begins; nothing of the one before is under way.
    pub fn launch(&mut self, machine: &Machine, shape: Shape) {
        self.shape = shape;
        self.state.begun = NEVER;
        self.state.code = Arc::clone(&self.shape.code);
        self.memory.launch(machine, self.shape.shared);
        self.registers = Registers::new(self.state.code.register_count);
        self.ctas.clear();
        self.ctas.resize_with(self.shape.ctas as usize, || None);
        self.by_instruction.clear();
        if self.shape.by_instruction {
            self.by_instruction.resize(self.state.code.instructions.len(), [0; Cause::ALL.len()]);
        }
    }

    /// Tells who watches that a launch begins.
    pub fn announce(&mut self, launch: &Arc<Launch>, start: u64) {
        if let Some(probe) = &mut self.probe {
            probe.launch(launch, self.shape.ctas, Cycle(start));
        }
    }

    /// A reply of memory will come. They are delivered in order of time.
    pub fn deliver(&mut self, reply: Reply) {
        self.memory.deliver(reply);
    }

    /// Memory has taken so many packets, as is known in cycle `now`.
    pub fn credit(&mut self, now: u64, packets: u32) {
        self.memory.credit(now, packets);
        self.load_store.unblock();
    }

    /// What was sent to memory since the last time.
    pub fn sent(&mut self) -> std::vec::Drain<'_, Request> {
        self.memory.sent()
    }

    /// Whether no CTA is here and nothing is under way.
    pub fn is_idle(&self) -> bool {
        self.ctas.iter().all(Option::is_none) && self.memory.is_idle()
    }

    /// Hands over what was counted since the last time.
    pub fn take_counters(&mut self) -> Counters {
        let mut counters = std::mem::take(&mut self.counters);
        [counters.l1, counters.constants, counters.instructions] = self.memory.take_counters();
        counters
    }

    /// The next cycle, not before the clock, in which something can happen.
    pub fn next_time(&self, door: &CtaQueue) -> u64 {
        let beside = self.memory.next.max(self.clock).min(self.load_store.next_time(self.clock));
        self.next_own_time(door).min(beside)
    }

    /// The same, if nothing comes from memory and the load-store unit.
    #[inline]
    fn next_own_time(&self, door: &CtaQueue) -> u64 {
        let state = &self.state;
        let clock = self.clock;
        if self.fetch.is_busy(state) || self.collectors.as_ref().is_some_and(|c| c.busy) {
            return clock;
        }
        let mut next = NEVER;
        let candidates = state.buffered & (state.ready - state.barrier);
        for scheduler in state.each_scheduler() {
            let own = candidates & state.masks[scheduler.index()];
            if own.is_empty() {
                continue;
            }
            for unit in state.each_unit() {
                if !(own & state.wants[unit.index()]).is_empty() {
                    next = next.min(self.room_at(unit, scheduler));
                    if next <= clock {
                        return clock;
                    }
                }
            }
        }
        next = next.min(self.wheel.next(clock.wrapping_sub(1)));
        if let Some(first) = door.front()
            && self.place_for(first).is_some()
        {
            next = next.min(first.at.max(clock));
        }
        next
    }

    /// The place where a CTA begins, if as many are free as it wants.
    #[inline]
    fn place_for(&self, caller: &QueuedCta) -> Option<usize> {
        let mut free = (0..self.ctas.len()).filter(|&place| self.ctas[place].is_none());
        let first = free.next()?;
        if caller.wants > 1 {
            free.nth(caller.wants as usize - 2)?;
        }
        Some(first)
    }

    /// Simulates up to cycle `until`, which is not itself looked at.
    pub fn advance(&mut self, until: u64, door: &mut CtaQueue) -> Result<(), IllegalPick> {
        loop {
            let next = self.next_own_time(door);
            let next = self.beside(next, until);
            self.pass(next.min(until));
            if next >= until {
                return Ok(());
            }
            self.state.now = next;
            self.cycle(door)?;
            self.clock = next + 1;
        }
    }

    /// Simulates what happens in memory and the load-store unit before cycle `next`, and in it as far as memory is concerned.
    /// Much of that does not concern the warps, and takes no cycle of theirs. Says which cycle does.
    #[inline]
    fn beside(&mut self, next: u64, until: u64) -> u64 {
        let mut from = self.clock;
        loop {
            let now = self.memory.next.max(from).min(self.load_store.next_time(from));
            if now > next || now >= until {
                return next;
            }
            if self.memory.next <= now {
                self.memory.cycle(now, &mut self.brought);
                if self.brought.concerns {
                    return now;
                }
                if std::mem::take(&mut self.brought.moved) {
                    self.load_store.unblock();
                }
            }
            if now == next {
                return next;
            }
            if self.load_store.next_time(now) <= now && !self.load_store.sends_only(now, &mut self.memory) {
                return now;
            }
            from = now + 1;
        }
    }

    /// The first cycle that was not simulated.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Takes back the cycles from `end` on, in which the SM had no CTA.
    pub fn rewind(&mut self, end: u64) {
        let cycles = self.clock.saturating_sub(end) * u64::from(self.state.schedulers);
        self.counters.stalls[Cause::Idle as usize] -= cycles;
    }

    /// Accounts for the cycles before `to`, in which nothing happens.
    fn pass(&mut self, to: u64) {
        let cycles = to.saturating_sub(self.clock);
        if cycles == 0 {
            return;
        }
        for scheduler in self.state.each_scheduler() {
            let cause = self.cause(scheduler);
            self.charge(scheduler, cause, cycles);
        }
        if let Some(probe) = &mut self.probe {
            probe.pass(&SmView { state: &self.state }, cycles);
        }
        self.clock = to;
    }

    fn cycle(&mut self, door: &mut CtaQueue) -> Result<(), IllegalPick> {
        let now = self.state.now;
        if let Some(first) = door.front().filter(|first| first.at <= now)
            && let Some(place) = self.place_for(first)
            && let Some(first) = door.pop_front()
        {
            self.place(place, first.cta);
        }
        if self.brought.concerns {
            self.take_brought();
        }
        for slot in self.wheel.take(now).iter() {
            self.look(slot, now);
        }
        if self.collectors.is_some() {
            self.start();
        }
        if self.load_store.next_time(now) <= now {
            self.load_store_cycle();
        }
        if self.collectors.is_some() {
            self.collect();
        }
        for scheduler in self.state.turns() {
            self.schedule(scheduler)?;
        }
        self.fetch_cycle();
        if let Some(probe) = &mut self.probe {
            probe.cycle(&SmView { state: &self.state });
        }
        Ok(())
    }

    /// Takes what came from memory.
    fn take_brought(&mut self) {
        let mut brought = std::mem::take(&mut self.brought);
        if self.memory.told().is_some() {
            self.tell_cached();
        }
        for (tag, more) in brought.more.drain(..) {
            self.load_store.expect(tag, more);
        }
        for tag in brought.answers.drain(..) {
            // What was declined may have been for this.
            self.declined = 0;
            if let Some(under_way) = self.load_store.reply(tag) {
                self.complete(under_way);
            }
        }
        for slot in brought.fetched.drain(..) {
            self.fetch.came(slot);
        }
        if std::mem::take(&mut brought.moved) {
            self.load_store.unblock();
        }
        brought.concerns = false;
        self.brought = brought;
    }

    /// Tells what happened in the L1.
    #[cold]
    fn tell_cached(&mut self) {
        let mut events = self.memory.told().map(std::mem::take).unwrap_or_default();
        events.drain(..).for_each(|event| self.tell(event));
        // To be filled again.
        self.memory.told().into_iter().for_each(|told| std::mem::swap(told, &mut events));
    }

    fn load_store_cycle(&mut self) {
        let now = self.state.now;
        match self.load_store.cycle(now, &mut self.memory) {
            Some(LsuOutcome::At(waiting, at)) => {
                let slot = waiting.slot;
                if waiting.load {
                    self.write(slot, waiting.pc, at);
                }
                let warp = &mut self.state.warps[slot.index()];
                warp.outstanding -= 1;
                warp.drained = warp.drained.max(at);
                self.tell_done(slot, waiting.pc, at);
                self.came(slot, waiting.pc);
                self.look(slot, now);
            }
            Some(LsuOutcome::Done(under_way)) => self.complete(under_way),
            Some(LsuOutcome::Sent) | None => {}
        }
    }

    /// Units start on instructions whose operands are collected.
    fn start(&mut self) {
        let now = self.state.now;
        let Some(collectors) = self.collectors.as_mut().filter(|collectors| collectors.busy) else { return };
        let mut started = std::mem::take(&mut self.started);
        collectors.start(now, |passing, at| started.push((passing, at)));
        for (passing, at) in started.drain(..) {
            let slot = passing.slot;
            self.write(slot, passing.place.pc(), at);
            self.tell_done(slot, passing.place.pc(), at);
            let warp = &mut self.state.warps[slot.index()];
            warp.outstanding -= 1;
            warp.drained = warp.drained.max(at);
            if !self.state.ready.contains(slot) {
                self.look(slot, now);
            }
        }
        self.started = started;
    }

    /// The load-store unit takes an instruction whose operands are collected, and others are.
    fn collect(&mut self) {
        let now = self.state.now;
        let free = self.load_store.is_free();
        if let Some(passing) = self.collectors.as_mut().filter(|_| free).and_then(Collectors::take) {
            self.send(passing.scheduler, passing.slot, passing.place, now);
            self.load_store.begin(now);
        }
        if let Some(collectors) = self.collectors.as_mut().filter(|collectors| collectors.busy) {
            let code = &*self.state.code;
            collectors.collect(now, |passing| code.operands(&code.instructions[passing.place.pc().index()]));
        }
    }

    /// The registers an instruction writes can be used from `at` on.
    fn write(&mut self, slot: Slot, pc: Pc, at: u64) {
        let code = &*self.state.code;
        let instruction = &code.instructions[pc.index()];
        self.registers.write(slot, code.writes(instruction), at);
        if let Some(collectors) = &mut self.collectors {
            let scheduler = SchedulerId(slot.0 % self.state.schedulers);
            collectors.write(at, scheduler, slot, code.results(instruction));
        }
    }

    /// All accesses of an instruction are done.
    fn complete(&mut self, under_way: UnderWay) {
        let now = self.state.now;
        let UnderWay { slot, pc, load, .. } = under_way;
        let warp = &mut self.state.warps[slot.index()];
        warp.outstanding -= 1;
        warp.drained = warp.drained.max(now);
        self.tell_done(slot, pc, now);
        self.came(slot, pc);
        if load {
            self.write(slot, pc, now);
            self.tell(WarpEvent::MemoryCompleted(slot));
        } else {
            self.tell(WarpEvent::StoreCompleted(slot));
        }
        self.look(slot, now);
    }

    /// If a warp expected the result of this instruction, it has come.
    fn came(&mut self, slot: Slot, pc: Pc) {
        if !self.state.code.instructions[pc.index()].action.is_awaited() {
            return;
        }
        let warp = &mut self.state.warps[slot.index()];
        warp.expected -= 1;
        self.state.expecting.set(slot, warp.expected > 0);
    }

    fn tell(&mut self, event: WarpEvent) {
        let view = SmView { state: &self.state };
        self.policy.observe(event, &view);
        if let Some(probe) = &mut self.probe {
            probe.observe(event, &view);
        }
    }

    /// Tells who watches when an instruction is done.
    #[inline]
    fn tell_done(&mut self, slot: Slot, pc: Pc, at: u64) {
        if let Some(probe) = &mut self.probe {
            probe.done(slot, pc, Cycle(at));
        }
    }

    /// Why a scheduler does not issue, when it cannot.
    fn cause(&self, scheduler: SchedulerId) -> Cause {
        let state = &self.state;
        let view = SmView { state };
        let resident = view.resident(scheduler);
        if resident.is_empty() {
            return Cause::Idle;
        }
        let eligible = self.policy.eligible(scheduler, &view) & resident;
        state.cause(eligible)
    }

    /// Accounts for cycles of a scheduler.
    fn charge(&mut self, scheduler: SchedulerId, cause: Cause, cycles: u64) {
        self.counters.stalls[cause as usize] += cycles;
        if let Some(probe) = &mut self.probe {
            probe.charge(scheduler, cause, cycles);
        }
        if self.shape.by_instruction
            && cause != Cause::Issued
            && let Some(pc) = self.blamed(scheduler, cause)
        {
            self.by_instruction[pc.index()][cause as usize] += cycles;
        }
    }

    /// The instruction that a scheduler waits for: that of the oldest warp of those that the cause was judged by.
    fn blamed(&self, scheduler: SchedulerId, cause: Cause) -> Option<Pc> {
        let view = SmView { state: &self.state };
        let resident = view.resident(scheduler);
        let eligible = self.policy.eligible(scheduler, &view) & resident;
        // If it considers none, it holds them all.
        let warps = self.state.judged(if eligible.is_empty() { resident } else { eligible }, cause);
        let slot = view.oldest(warps)?;
        self.state.warps[slot.index()].place.as_ref().map(Place::pc)
    }
}
