//! Streaming multiprocessor (SM): warp slots, schedulers, scoreboard, execution units, load-store unit and L1.
//!
//! The SM skips cycles without events. When a warp starts to wait, either the cycle in which its wait ends is known, or an event
//! ends it; no warp is polled.

mod account;
mod coalesce;
mod collectors;
mod copies;
mod cta;
mod fetch;
mod issue;
mod load_store;
mod machine_code;
mod memory;
mod scoreboard;
mod subcore;
mod units;
mod wheel;

pub(crate) use coalesce::{Coalescer, Segment, copied_lanes};
pub(crate) use issue::IllegalPick;
pub(crate) use load_store::LsuOp;
pub(crate) use subcore::Subcores;

use crate::core::{CoreBase, CtaQueue, LaunchConfig};
use crate::counters::{Cause, Counters};
use crate::ids::{Cycle, NEVER, SLOTS, SchedulerId, Slot, SmId, WarpSet};
use crate::machine::Machine;
use crate::memory::dram::AddressMap;
use crate::memory::message::{Reply, Request};
use crate::memory::pressure::Pressure;
use crate::policy::{SmView, WarpEvent, WarpPolicy};
use crate::probe::Probe;
use crate::view::{ResourceUse, Resources, SmState};
use account::LsuSpan;
use collectors::Collectors;
use copies::{Copies, CopyTracker};
use load_store::{InFlightAccess, LoadStore};
use machine_code::MachineCodeState;
use memory::{CacheEvent, MemoryEvents, SmMemory};
use scoreboard::Scoreboard;
use std::sync::Arc;
use units::ExecutionUnits;
use warploom_kernel::program::Pc;
use warploom_kernel::tape::Launch;
use wheel::TimingWheel;

/// Stages between issue and the interconnect, whose occupancy policies can observe.
struct BackEnd {
    collectors: Option<Box<Collectors>>,
    /// The launch's code is machine code that its sub-cores obey.
    machine_code: Option<Box<MachineCodeState>>,
    load_store: LoadStore,
    memory: SmMemory,
}

impl BackEnd {
    /// Whether some scheduler cannot issue an instruction of memory.
    #[inline]
    fn is_full(&self) -> bool {
        match (&self.collectors, &self.machine_code) {
            (Some(collectors), _) => collectors.is_full(),
            (None, Some(code)) => code.queues.is_full(),
            (None, None) => self.load_store.is_full(),
        }
    }
}

impl Resources for BackEnd {
    fn lsu_queue(&self, scheduler: SchedulerId) -> ResourceUse {
        match (&self.collectors, &self.machine_code) {
            (Some(collectors), _) => collectors.memory_queue(scheduler),
            (None, Some(code)) => code.queues.queue_use(scheduler),
            (None, None) => self.load_store.queue_use(scheduler),
        }
    }

    fn l1_mshrs(&self) -> ResourceUse {
        self.memory.l1_mshrs()
    }
}

/// Streaming multiprocessor.
pub(crate) struct Sm {
    pub base: CoreBase,
    policy: Box<dyn WarpPolicy>,
    units: ExecutionUnits,
    back_end: BackEnd,
    wheel: TimingWheel,
    /// By slot, the cycle for which the warp was last entered in the wheel.
    wakes_at: [u64; SLOTS],
    scoreboard: Scoreboard,
    copies: Copies,
    fetch: fetch::Fetch,
    coalescer: Coalescer,
    /// Memory instructions whose last access completed in the last memory cycle.
    completed: Vec<InFlightAccess>,
    /// Events of the last memory cycle, not handled yet.
    memory_events: MemoryEvents,
    /// By slot, the last issued instruction, if the launch keeps counters by instruction.
    last_pc: Box<[Option<Pc>; SLOTS]>,
    lsu_span: LsuSpan,
    /// Start of the first window in which all CTAs of the launch were dispatched.
    dispatched_at: u64,
    /// What limited memory in the last window.
    pub pressure: Pressure,
}

impl Sm {
    pub fn new(
        id: SmId,
        machine: &Machine,
        map: &Arc<AddressMap>,
        policy: Box<dyn WarpPolicy>,
        probe: Option<Box<dyn Probe>>,
        launch: LaunchConfig,
    ) -> Sm {
        let sm = machine.sm();
        let mut memory = SmMemory::new(id.0 as u16, machine, map);
        if policy.wants_cache_events() {
            memory.record_cache_events();
        }
        let state = SmState::new(sm.warps, sm.schedulers, sm.units.len() as u8 + 1, &launch.code);
        Sm {
            base: CoreBase::new(id, state, probe, launch),
            policy,
            units: ExecutionUnits::new(sm),
            back_end: BackEnd {
                collectors: sm.operands.as_ref().map(|operands| Collectors::new(sm, operands)),
                machine_code: None,
                load_store: LoadStore::new(sm),
                memory,
            },
            wheel: TimingWheel::new(),
            wakes_at: [0; SLOTS],
            scoreboard: Scoreboard::default(),
            copies: Copies::default(),
            fetch: fetch::Fetch::new(sm),
            coalescer: Coalescer::of(sm),
            completed: Vec::new(),
            memory_events: MemoryEvents::default(),
            last_pc: Box::new([None; SLOTS]),
            lsu_span: LsuSpan::default(),
            dispatched_at: 0,
            pressure: Pressure::None,
        }
    }

    /// Configures the SM for a launch. No CTA of the previous launch is resident.
    pub fn configure(&mut self, machine: &Machine, launch: LaunchConfig) {
        self.base.configure(launch);
        let LaunchConfig { shared_bytes, by_instruction, .. } = self.base.launch;
        self.back_end.memory.begin_launch(machine, shared_bytes, by_instruction);
        self.scoreboard = Scoreboard::new(self.base.state.code.register_count, by_instruction);
        self.copies = Copies::default();
        let sm = machine.sm();
        let code = self.base.state.code.machine_code.as_ref();
        self.back_end.machine_code = sm
            .machine_code
            .as_ref()
            .zip(code)
            .map(|(description, code)| Box::new(MachineCodeState::new(sm, description, code)));
    }

    /// Begins a launch whose first CTA can be dispatched in cycle `latency_end`, and reports it to the probe and the policy.
    pub fn launch_begins(&mut self, launch: &Arc<Launch>, start: u64, latency_end: u64) {
        self.base.launch_begins(launch, start, latency_end);
        self.policy.launch_begins(launch, &SmView::new(&self.base.state, &self.back_end));
    }

    /// Queues a reply of a memory partition. Replies are delivered in order of time.
    pub fn deliver(&mut self, reply: Reply) {
        self.back_end.memory.deliver(reply);
    }

    /// Returns the credits of packets that the interconnect has accepted, in cycle `now`.
    pub fn return_credits(&mut self, now: u64, packets: u32) {
        self.back_end.memory.return_credits(now, packets);
        self.back_end.load_store.unblock();
    }

    /// Drains the requests sent to memory since the last call.
    pub fn drain_requests(&mut self) -> std::vec::Drain<'_, Request> {
        self.back_end.memory.drain_requests()
    }

    /// Whether no CTA is resident and no access is in flight.
    pub fn is_idle(&self) -> bool {
        !self.base.state.has_ctas() && self.back_end.memory.is_idle()
    }

    /// Counters since the last call.
    pub fn take_counters(&mut self) -> Counters {
        let mut counters = std::mem::take(&mut self.base.counters);
        counters.fetched = self.back_end.memory.fetched();
        [counters.l1, counters.constants, counters.instructions] = self.back_end.memory.take_counters();
        counters
    }

    /// Next cycle, not before the clock, in which an event can occur that other SMs or memory can observe. The completion of an
    /// access to shared memory is none: a warp that it wakes has its own entry in the wheel.
    pub fn next_time(&self, queue: &CtaQueue) -> u64 {
        let memory = self
            .back_end
            .memory
            .next_event
            .max(self.base.clock)
            .min(self.back_end.load_store.next_time(self.base.clock));
        self.next_core_time(queue).min(memory)
    }

    /// Next cycle with an event outside the memory side and the load-store unit.
    #[inline]
    fn next_core_time(&self, queue: &CtaQueue) -> u64 {
        let state = &self.base.state;
        let clock = self.base.clock;
        let mut next = self.back_end.collectors.as_ref().map_or(NEVER, |collectors| collectors.next);
        if let Some(code) = &self.back_end.machine_code {
            next = code.queues.next(self.back_end.load_store.is_free());
        }
        if next <= clock || self.fetch.is_busy(state) {
            return clock;
        }
        let candidates = state.buffered & (state.ready - state.at_barrier);
        if !candidates.is_empty() {
            for scheduler in state.each_scheduler() {
                let own = candidates & state.scheduler_slots[scheduler.index()];
                if own.is_empty() {
                    continue;
                }
                next = next.min(self.next_issue(scheduler, own));
                if next <= clock {
                    return clock;
                }
            }
        }
        next = next.min(self.wheel.next(clock.wrapping_sub(1)));
        if let Some(first) = queue.front()
            && self.base.free_cta_slot(first).is_some()
        {
            next = next.min(first.at.max(clock));
        }
        next
    }

    /// Simulates up to cycle `until`, exclusive.
    pub fn advance(&mut self, until: u64, queue: &mut CtaQueue) -> Result<(), IllegalPick> {
        loop {
            let next = self.next_core_time(queue);
            let next = self.advance_memory(next, until);
            if next > self.base.clock {
                self.skip_to(next.min(until));
            }
            if next >= until {
                return Ok(());
            }
            self.base.state.now = next;
            self.cycle(queue)?;
            self.base.clock = next + 1;
        }
    }

    /// Simulates the load-store unit up to cycle `next`, exclusive, and the caches up to `next`, inclusive. Most of their events
    /// change no warp's state, so the rest of the SM skips those cycles. Returns the first cycle that the SM has to simulate.
    #[inline]
    fn advance_memory(&mut self, next: u64, until: u64) -> u64 {
        let mut from = self.base.clock;
        self.begin_lsu_span(next);
        loop {
            let now = self.back_end.memory.next_event.max(from).min(self.back_end.load_store.next_time(from));
            if now > next || now >= until {
                return next;
            }
            self.count_lsu_cycles(now);
            if self.back_end.memory.next_event <= now {
                self.back_end.memory.cycle(now, &mut self.memory_events);
                self.count_accesses();
                if self.memory_events.affects_warps {
                    return now;
                }
                if std::mem::take(&mut self.memory_events.lsu_unblocked) {
                    self.back_end.load_store.unblock();
                }
            }
            if now == next {
                return next;
            }
            if self.back_end.load_store.next_time(now) <= now
                && !self.back_end.load_store.send_only(now, &mut self.back_end.memory)
            {
                return now;
            }
            from = now + 1;
        }
    }

    /// Removes the cycles from `end` on, in which the SM was idle, from the account.
    pub fn rewind(&mut self, end: u64) {
        let idle = self.base.counters.of(Cause::Idle);
        self.base.rewind(end, self.base.state.schedulers.into());
        self.rewind_details(end, idle - self.base.counters.of(Cause::Idle));
    }

    /// Notes whether CTAs of the launch have not been dispatched when a window begins.
    pub fn set_ctas_undispatched(&mut self, undispatched: bool) {
        if self.base.state.ctas_undispatched && !undispatched {
            self.dispatched_at = self.base.clock;
        }
        self.base.state.ctas_undispatched = undispatched;
    }

    /// Accounts for the cycles before `to`, which have no events.
    fn skip_to(&mut self, to: u64) {
        self.base.spans(to).for_each(|to| self.skip_span(to));
    }

    /// Accounts for the cycles before `to`, which have no events and the same stall causes.
    fn skip_span(&mut self, to: u64) {
        let cycles = to.saturating_sub(self.base.clock);
        if cycles == 0 {
            return;
        }
        self.count_lsu_cycles(to);
        for scheduler in self.base.state.each_scheduler() {
            let stall = self.stall(scheduler);
            self.charge_span(scheduler, stall, cycles);
        }
        if let Some(probe) = &mut self.base.probe {
            probe.pass(&SmView::new(&self.base.state, &self.back_end), cycles);
        }
        self.base.clock = to;
    }

    fn cycle(&mut self, queue: &mut CtaQueue) -> Result<(), IllegalPick> {
        let now = self.base.state.now;
        if let Some(first) = queue.front().filter(|first| first.at <= now)
            && let Some(slot) = self.base.free_cta_slot(first)
            && let Some(first) = queue.pop_front()
        {
            self.launch_cta(slot, first.cta);
        }
        if self.memory_events.affects_warps {
            self.handle_memory_events();
        }
        for slot in self.wheel.take(now).iter() {
            self.wake(slot);
        }
        if self.back_end.collectors.is_some() {
            self.start_collected();
        }
        if self.back_end.load_store.next_time(now) <= now {
            self.load_store_cycle();
        }
        if self.back_end.collectors.is_some() {
            self.collect();
        }
        if self.back_end.machine_code.is_some() {
            self.pass_on_memory();
        }
        for scheduler in self.base.state.turns() {
            self.schedule(scheduler)?;
        }
        self.fetch_cycle();
        if let Some(probe) = &mut self.base.probe {
            probe.cycle(&SmView::new(&self.base.state, &self.back_end));
        }
        Ok(())
    }

    /// Counts the accesses that completed in a memory cycle. An instruction may have 32 of them, and only its last one changes the
    /// state of its warp: the SM need not simulate the cycles of the others.
    #[inline]
    fn count_accesses(&mut self) {
        let (events, load_store) = (&mut self.memory_events, &mut self.back_end.load_store);
        for (tag, extra) in events.extra_replies.drain(..) {
            load_store.expect_replies(tag, extra);
        }
        for tag in events.completed_accesses.drain(..) {
            // The policy may have declined to issue until this access completed.
            self.base.declined = 0;
            if let Some(access) = load_store.complete_access(tag) {
                self.completed.push(access);
                events.affects_warps = true;
            }
        }
    }

    /// Handles the events of the last memory cycle.
    fn handle_memory_events(&mut self) {
        let mut events = std::mem::take(&mut self.memory_events);
        if self.back_end.memory.cache_events().is_some() {
            self.notify_cache_events();
        }
        let mut completed = std::mem::take(&mut self.completed);
        completed.drain(..).for_each(|access| self.complete(access));
        self.completed = completed;
        for slot in events.fetched_warps.drain(..) {
            self.fetch.fill(slot);
        }
        if std::mem::take(&mut events.lsu_unblocked) {
            self.back_end.load_store.unblock();
        }
        events.affects_warps = false;
        self.memory_events = events;
    }

    /// Reports the recorded L1 events.
    #[cold]
    fn notify_cache_events(&mut self) {
        let mut events = self.back_end.memory.cache_events().map(std::mem::take).unwrap_or_default();
        for event in events.drain(..) {
            // The instruction was in flight until this access completed, and no other has its tag yet.
            let pc_of = |tag| self.back_end.load_store.pc(tag);
            self.notify(match event {
                CacheEvent::Hit { slot, tag, line } => WarpEvent::L1Hit { slot, pc: pc_of(tag), line },
                CacheEvent::Miss { slot, tag, line } => WarpEvent::L1Miss { slot, pc: pc_of(tag), line },
                CacheEvent::Evicted { slot, line } => WarpEvent::L1Evicted { slot, line },
            });
        }
        // Keep the allocation.
        self.back_end.memory.cache_events().into_iter().for_each(|log| std::mem::swap(log, &mut events));
    }

    fn load_store_cycle(&mut self) {
        let completed = self.back_end.load_store.cycle(self.base.state.now, &mut self.back_end.memory);
        completed.into_iter().for_each(|access| self.complete(access));
    }

    /// Starts instructions whose operands are collected on their units.
    fn start_collected(&mut self) {
        let now = self.base.state.now;
        let Some(collectors) = self.back_end.collectors.as_mut().filter(|collectors| collectors.next <= now)
        else {
            return;
        };
        let (code, scoreboard, warps) =
            (&*self.base.state.code, &mut self.scoreboard, &mut self.base.state.warps);
        let (probe, mut waiting) = (&mut self.base.probe, WarpSet::EMPTY);
        collectors.start(now, |slot, pc, at| {
            scoreboard.set_ready_at(slot, code.writes(&code.instructions[pc.index()]), at);
            if let Some(probe) = probe {
                probe.done(slot, pc, Cycle(at));
            }
            warps[slot.index()].retire(at);
            waiting.insert(slot);
        });
        // Their results are not ready before the next cycle, so the order in which warps are examined does not matter.
        for slot in (waiting - self.base.state.ready).iter() {
            self.update_readiness(slot, now);
        }
    }

    /// Moves a memory instruction with collected operands to the load-store unit, and collects operands of others.
    fn collect(&mut self) {
        let now = self.base.state.now;
        let lsu_free = self.back_end.load_store.is_free();
        if let Some(instruction) = self
            .back_end
            .collectors
            .as_mut()
            .filter(|_| lsu_free)
            .and_then(|collectors| collectors.take_memory())
        {
            self.enqueue_lsu(instruction, now);
            self.back_end.load_store.accept(now);
        }
        if let Some(collectors) =
            self.back_end.collectors.as_mut().filter(|collectors| collectors.next <= now)
        {
            collectors.collect(now, &self.base.state.code);
        }
    }

    /// Frees entries of the memory queues, whose registers are read, and moves an instruction from them to the free load-store unit.
    fn pass_on_memory(&mut self) {
        let now = self.base.state.now;
        while let Some(code) = &mut self.back_end.machine_code
            && let Some((slot, pc)) = code.queues.free(now)
        {
            let decoded = &self.base.state.code;
            if let Some(own) = &decoded.machine_code {
                let is_long = decoded.instructions[pc.index()].action.has_long_result();
                code.registers_read(slot, &own.fields[pc.index()], is_long);
                if self.base.state.resident.contains(slot) && !self.base.state.ready.contains(slot) {
                    self.update_readiness(slot, now);
                }
            }
        }
        if let Some(code) = &mut self.back_end.machine_code
            && self.back_end.load_store.is_free()
            && let Some(instruction) = code.queues.take(now)
        {
            self.enqueue_lsu(instruction, now);
            self.back_end.load_store.accept(now);
        }
    }

    /// Writes the results of an instruction: they can be read from cycle `at` on.
    fn write_back(&mut self, slot: Slot, pc: Pc, at: u64) {
        let code = &*self.base.state.code;
        let instruction = &code.instructions[pc.index()];
        self.scoreboard.set_ready_at(slot, code.writes(instruction), at);
        if let Some(collectors) = &mut self.back_end.collectors {
            collectors.write_back(at, slot, instruction.result_banks);
        }
    }

    /// Completes a memory instruction whose accesses have all completed.
    fn complete(&mut self, access: InFlightAccess) {
        let now = self.base.state.now;
        let InFlightAccess { slot, pc, is_load, .. } = access;
        self.base.state.warps[slot.index()].retire(now);
        self.notify_result(slot, pc, now);
        if is_load {
            self.write_back(slot, pc, now);
        }
        if let (Some(code), Some(own)) = (&mut self.back_end.machine_code, &self.base.state.code.machine_code)
        {
            let is_long = self.base.state.code.instructions[pc.index()].action.has_long_result();
            code.completed(slot, &own.fields[pc.index()], is_long);
        }
        self.notify_completion(access);
        if access.copy != CopyTracker::NONE {
            self.complete_copy(access);
        }
        self.update_readiness(slot, now);
    }

    /// Counts a completed asynchronous copy, and examines the other warps of its CTA that wait for copies.
    #[cold]
    fn complete_copy(&mut self, access: InFlightAccess) {
        let cta = self.base.state.warps[access.slot.index()].cta;
        self.copies.complete(access.slot, cta, access.copy);
        for slot in self.base.state.ctas[cta.index()].warps.iter() {
            if slot != access.slot && self.base.state.warps[slot.index()].awaits_copies {
                self.update_readiness(slot, self.base.state.now);
            }
        }
    }

    /// Reports a memory instruction whose result can be read from this cycle on.
    fn notify_completion(&mut self, access: InFlightAccess) {
        let InFlightAccess { slot, pc, is_load, .. } = access;
        self.retire_long_result(slot, pc);
        self.notify(if is_load {
            WarpEvent::MemoryCompleted { slot, pc }
        } else {
            WarpEvent::StoreCompleted { slot, pc }
        });
    }

    /// Retires the long-latency result of an instruction, if it has one.
    fn retire_long_result(&mut self, slot: Slot, pc: Pc) {
        if self.base.state.code.instructions[pc.index()].action.has_long_result() {
            self.base.state.retire_outstanding_load(slot);
        }
    }

    /// Reports an event to the policy and the probe.
    fn notify(&mut self, event: WarpEvent) {
        let view = SmView::new(&self.base.state, &self.back_end);
        self.policy.observe(event, &view);
        if let Some(probe) = &mut self.base.probe {
            probe.observe(event, &view);
        }
    }

    /// Reports the cycle of an instruction's result to the probe.
    #[inline]
    fn notify_result(&mut self, slot: Slot, pc: Pc, at: u64) {
        if let Some(probe) = &mut self.base.probe {
            probe.done(slot, pc, Cycle(at));
        }
    }
}
