//! The simulation engine: host threads simulate SMs and memory partitions window by window.
//!
//! SMs and memory partitions interact only by messages whose latency is at least one window. Messages sent in a window are
//! delivered at the start of the next, ordered by time and sender. The result therefore does not depend on the number of threads,
//! on the division of SMs and partitions into chunks, or on the thread that simulates a chunk.

use crate::abort::LaunchAbort;
use crate::backoff::Backoff;
use crate::core::CtaQueue;
use crate::core::gpu_core::{Core, Illegal};
use crate::crew::{Chunks, Crew, Lead, Outcome};
use crate::cta_counter::CtaCounter;
use crate::dispatch::{CtaDispatcher, lock_queue};
use crate::ids::{Cycle, NEVER, SmId};
use crate::interrupt::Interrupt;
use crate::memory::clock::MemoryClock;
use crate::memory::message::{Reply, Request};
use crate::memory::network::Network;
use crate::memory::partition::Partition;
use crate::memory::pressure::{Load, Pressure};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Consecutive cycles in which a policy may decline, without any reply from memory, before the run ends with a deadlock error.
const MAX_DECLINED_CYCLES: u64 = 100_000;

/// Why a launch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// All CTAs completed.
    Complete,
    /// The run reached [`Options::max_cycles`](crate::simulation::Options::max_cycles).
    MaxCycles,
    /// The run reached [`Options::max_ctas`](crate::simulation::Options::max_ctas).
    MaxCtas,
    /// [`Options::interrupt`](crate::simulation::Options::interrupt) was raised. The record covers the cycles until then.
    Interrupted,
}

impl EndReason {
    /// Its name in records.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Complete => "complete",
            EndReason::MaxCycles => "max-cycles",
            EndReason::MaxCtas => "max-ctas",
            EndReason::Interrupted => "interrupted",
        }
    }
}

/// The end of a launch that was not aborted.
pub(crate) struct End {
    /// The cycle after its last.
    pub end: u64,
    pub ctas: u64,
    pub reason: EndReason,
}

/// Time limits and host threads of a launch.
pub(crate) struct Task {
    pub start: u64,
    pub first_cta: u64,
    pub window: u64,
    pub memory_clock: MemoryClock,
    /// Consecutive cores that share a cache, and so must be simulated by one thread.
    pub cores_together: usize,
    /// The first cycle that is not simulated any more.
    pub stop: u64,
    pub threads: usize,
    pub interrupt: Option<Interrupt>,
    pub cta_counter: Option<CtaCounter>,
}

/// Most chunks of SMs and partitions. Each is visited in every window, also in one without work.
const MOST_CHUNKS: usize = 64;

/// Chunks per thread. The more there are, the less a thread waits for the last chunk of another.
const CHUNKS_PER_THREAD: usize = 16;

/// Work of a launch that the lead simulates before it starts helpers: some milliseconds, many times what starting a thread takes.
const WORK_BEFORE_HELPERS: u64 = 4096;

/// Work from which on a window is shared: some hundred microseconds, many times what waking a helper takes.
const SHARED_WORK: u64 = 256;

/// Looks for the end of the last chunk before its helper is considered stalled: so many, and so many for each unit of the largest
/// chunk's work in the last window. A look takes about 20 ns and a unit of work about 1 µs, so that the lead waits several times as
/// long as the chunk takes.
const PATIENCE: u64 = 10_000;
const PATIENCE_PER_WORK: u64 = 200;

/// Messages to the SMs and partitions of a chunk, or to the network.
#[derive(Default)]
struct Mailbox {
    requests: Vec<Request>,
    replies: Vec<Reply>,
    credits: Vec<(u16, u32)>,
}

impl Mailbox {
    fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.replies.is_empty() && self.credits.is_empty()
    }

    /// Moves all messages of another mailbox to this one.
    fn append(&mut self, other: &mut Mailbox) {
        append(&mut self.requests, &mut other.requests);
        append(&mut self.replies, &mut other.replies);
        append(&mut self.credits, &mut other.credits);
    }
}

/// Moves all elements of `from` to the end of `to`, without copying if `to` is empty.
fn append<T>(to: &mut Vec<T>, from: &mut Vec<T>) {
    if to.is_empty() { std::mem::swap(to, from) } else { to.append(from) }
}

/// Messages that a thread has not mailed yet, by receiver.
#[derive(Default)]
struct Outboxes(Vec<Mailbox>);

/// A range of SMs and of memory partitions, which one thread simulates in each window.
struct Chunk<'a> {
    cores: &'a mut [Core],
    first_core: usize,
    partitions: &'a mut [Partition],
    first_partition: usize,
    /// The end of the last window.
    clock: u64,
    report: Report,
}

/// The report of a chunk to the lead at the end of a window.
#[derive(Default)]
struct Report {
    /// The cycle and the SM of every completed CTA.
    completed: Vec<(u64, usize)>,
    illegal_pick: Option<(SmId, Cycle, Illegal)>,
    idle: bool,
    declined: bool,
    /// The cycle of the next event.
    next: u64,
    /// Load of the partitions.
    load: Load,
    /// Instructions issued and messages sent: a measure of the host time that the window took.
    work: u64,
}

/// A launch, as all threads see it.
struct Domains<'a> {
    chunks: Vec<Mutex<Chunk<'a>>>,
    queues: Vec<Mutex<CtaQueue>>,
    /// Of the even and the odd windows, by chunk; the network's is the last.
    mailboxes: [Vec<Mutex<Mailbox>>; 2],
    /// By core, and by slice, the chunk that it belongs to.
    core_chunk: Vec<u8>,
    slice_chunk: Vec<u8>,
    /// Slices of a partition.
    slices: usize,
    memory_clock: MemoryClock,
    /// The lead simulates the network between windows.
    has_network: bool,
    /// The number of the window, and its end.
    window: AtomicUsize,
    until: AtomicU64,
    ctas_undispatched: AtomicBool,
    /// [`Pressure`] of the last window, as a number.
    pressure: AtomicU8,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panics while holding the lock ends the run anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Contiguous ranges of nearly equal length, one per chunk. `together` elements that follow each other are in the same range.
fn split(count: usize, chunks: usize, together: usize) -> impl Iterator<Item = Range<usize>> {
    let groups = count.div_ceil(together);
    let start = move |chunk: usize| (chunk * groups / chunks * together).min(count);
    (0..chunks).map(move |chunk| start(chunk)..start(chunk + 1))
}

/// By element, the chunk that it belongs to.
fn chunk_of(count: usize, chunks: usize, together: usize, each: usize) -> Vec<u8> {
    let of = |(chunk, range): (usize, Range<usize>)| std::iter::repeat_n(chunk as u8, range.len() * each);
    split(count, chunks, together).enumerate().flat_map(of).collect()
}

impl<'a> Domains<'a> {
    fn new(
        cores: &'a mut [Core],
        partitions: &'a mut [Partition],
        (chunks, slices): (usize, usize),
        (memory_clock, together): (MemoryClock, usize),
        has_network: bool,
    ) -> Domains<'a> {
        let (core_chunk, slice_chunk) =
            (chunk_of(cores.len(), chunks, together, 1), chunk_of(partitions.len(), chunks, 1, slices));
        let queues = cores.iter().map(|_| Mutex::default()).collect();
        let ranges = split(cores.len(), chunks, together).zip(split(partitions.len(), chunks, 1));
        let (mut rest_cores, mut rest_partitions) = (cores, partitions);
        let chunk = |(core_range, partition_range): (Range<usize>, Range<usize>)| {
            let (cores, others) = std::mem::take(&mut rest_cores).split_at_mut(core_range.len());
            let (partitions, more) = std::mem::take(&mut rest_partitions).split_at_mut(partition_range.len());
            (rest_cores, rest_partitions) = (others, more);
            Mutex::new(Chunk {
                cores,
                first_core: core_range.start,
                partitions,
                first_partition: partition_range.start,
                clock: 0,
                report: Report::default(),
            })
        };
        Domains {
            chunks: ranges.map(chunk).collect(),
            queues,
            mailboxes: [(); 2].map(|()| (0..=chunks).map(|_| Mutex::default()).collect()),
            core_chunk,
            slice_chunk,
            slices,
            memory_clock,
            has_network,
            window: AtomicUsize::new(0),
            until: AtomicU64::new(0),
            ctas_undispatched: AtomicBool::new(false),
            pressure: AtomicU8::new(Pressure::None.number()),
        }
    }

    /// The mailboxes that a window writes; the window after it delivers their messages. Two sets suffice, and no window waits for
    /// another delivery.
    fn mailboxes(&self, window: usize) -> &[Mutex<Mailbox>] {
        &self.mailboxes[window % 2]
    }

    /// Mails the messages of a thread. The order of mailing does not matter, because receivers order messages by time and sender.
    /// Returns whether no SM and no partition waits for any of them.
    fn mail(&self, window: usize, outboxes: &mut Outboxes) -> bool {
        let mut idle = true;
        for (outbox, mailbox) in outboxes.0.iter_mut().zip(self.mailboxes(window)) {
            if !outbox.is_empty() {
                idle &= outbox.requests.is_empty() && outbox.replies.is_empty();
                lock(mailbox).append(outbox);
            }
        }
        idle
    }

    /// The outboxes of a thread, which has none at first.
    fn ready<'o>(&self, outboxes: &'o mut Outboxes) -> &'o mut [Mailbox] {
        outboxes.0.resize_with(self.chunks.len() + 1, Mailbox::default);
        &mut outboxes.0
    }

    /// Simulates the network up to the end of the window: moves the messages that were sent to those that receive them. Returns
    /// the cycle of the next event.
    fn cross(&self, network: &mut Network, outboxes: &mut Outboxes) -> u64 {
        let (window, until) = (self.window.load(Ordering::Relaxed), self.until.load(Ordering::Relaxed));
        {
            let mut sent = lock(&self.mailboxes(window)[self.chunks.len()]);
            sent.requests.drain(..).for_each(|request| network.requests.push(request));
            sent.replies.drain(..).for_each(|reply| network.replies.push(reply));
        }
        let mut next = NEVER;
        let out = self.ready(outboxes);
        network.requests.advance(until, |request| {
            next = next.min(request.at);
            out[usize::from(self.slice_chunk[usize::from(request.slice)])].requests.push(request);
        });
        network.replies.advance(until, |reply| {
            next = next.min(reply.at);
            out[usize::from(self.core_chunk[usize::from(reply.sm)])].replies.push(reply);
        });
        self.mail(window, outboxes);
        if network.is_idle() { next } else { until }
    }

    /// Delivers the messages of the last window.
    fn deliver_all(&self) {
        let window = self.window.load(Ordering::Relaxed);
        for (chunk, mailbox) in self.chunks.iter().zip(self.mailboxes(window)) {
            lock(chunk).receive(&mut lock(mailbox), self.slices);
        }
    }

    /// The reports of all chunks as one. Records completed CTAs.
    fn collect(&self, dispatcher: &mut CtaDispatcher<'_>) -> Result<Summary, LaunchAbort> {
        let mut sum = Summary { idle: true, declined: false, next: NEVER, work: 0, largest: 0 };
        let mut load = Load::default();
        for chunk in &self.chunks {
            let report = &mut lock(chunk).report;
            if let Some((sm, cycle, pick)) = report.illegal_pick.take() {
                return Err(LaunchAbort::IllegalPick { sm, cycle, pick });
            }
            report.completed.drain(..).for_each(|(when, sm)| dispatcher.complete(sm, when));
            sum.idle &= report.idle;
            sum.declined |= report.declined;
            sum.next = sum.next.min(report.next);
            sum.work += report.work;
            sum.largest = sum.largest.max(report.work);
            load.add(report.load);
        }
        self.pressure.store(load.pressure().number(), Ordering::Relaxed);
        Ok(sum)
    }
}

impl Chunks for Domains<'_> {
    type Scratch = Outboxes;

    fn count(&self) -> usize {
        self.chunks.len()
    }

    fn simulate(&self, chunk: usize, outboxes: &mut Outboxes) {
        let (window, until) = (self.window.load(Ordering::Relaxed), self.until.load(Ordering::Relaxed));
        let mut own = lock(&self.chunks[chunk]);
        own.receive(&mut lock(&self.mailboxes(window + 1)[chunk]), self.slices);
        own.simulate(until, self, self.ready(outboxes));
        own.report.idle &= self.mail(window, outboxes);
    }
}

impl Chunk<'_> {
    /// Simulates a window.
    fn simulate(&mut self, until: u64, domains: &Domains<'_>, out: &mut [Mailbox]) {
        let Report { completed, illegal_pick, .. } = &mut self.report;
        let (mut idle, mut declined, mut next, mut work) = (true, false, NEVER, 0);
        let network = domains.chunks.len();
        let ctas_undispatched = domains.ctas_undispatched.load(Ordering::Relaxed);
        let pressure = Pressure::of(domains.pressure.load(Ordering::Relaxed));
        let mut load = Load::default();
        for (number, core) in (self.first_core..).zip(self.cores.iter_mut()) {
            let mut queue = lock_queue(&domains.queues[number]);
            core.set_ctas_undispatched(ctas_undispatched);
            core.set_pressure(pressure);
            let issued_before = core.base().counters.warp_instructions;
            if let Err(pick) = core.advance(until, &mut queue) {
                illegal_pick.get_or_insert((core.base().id, Cycle(core.base().state.now), pick));
            }
            completed.extend(core.base_mut().finished_ctas.drain(..).map(|when| (when, number)));
            idle &= core.is_idle();
            declined |= core.base().declined > MAX_DECLINED_CYCLES * core.schedulers();
            next = next.min(core.next_time(&queue));
            let requests = core.drain_requests();
            work += requests.len() as u64;
            for request in requests {
                if domains.has_network {
                    out[network].requests.push(request);
                    continue;
                }
                next = next.min(domains.memory_clock.core_cycle(request.at));
                out[usize::from(domains.slice_chunk[usize::from(request.slice)])].requests.push(request);
            }
            work += core.base().counters.warp_instructions - issued_before;
        }
        for partition in self.partitions.iter_mut() {
            partition.advance(until);
            load.add(partition.load(until));
            idle &= partition.is_idle();
            next = next.min(partition.next_time());
            work += partition.replies.len() as u64;
            for reply in partition.replies.drain(..) {
                if domains.has_network {
                    out[network].replies.push(reply);
                    continue;
                }
                next = next.min(domains.memory_clock.core_cycle(reply.at));
                out[usize::from(domains.core_chunk[usize::from(reply.sm)])].replies.push(reply);
            }
            partition.take_credits(|sm, packets| {
                next = next.min(until);
                out[usize::from(domains.core_chunk[usize::from(sm)])].credits.push((sm, packets));
            });
        }
        self.clock = until;
        let report = &mut self.report;
        (report.idle, report.declined, report.next, report.work) = (idle, declined, next, work);
        report.load = load;
    }

    /// Delivers the messages of the window that ended last.
    fn receive(&mut self, mailbox: &mut Mailbox, slices: usize) {
        for request in mailbox.requests.drain(..) {
            self.partitions[usize::from(request.slice) / slices - self.first_partition].deliver(request);
        }
        for reply in mailbox.replies.drain(..) {
            self.cores[usize::from(reply.sm) - self.first_core].deliver(reply);
        }
        for (sm, packets) in mailbox.credits.drain(..) {
            self.cores[usize::from(sm) - self.first_core].return_credits(self.clock, packets);
        }
    }
}

/// The reports of all chunks as one.
#[derive(Clone, Copy)]
struct Summary {
    idle: bool,
    declined: bool,
    next: u64,
    work: u64,
    /// Work of the largest chunk.
    largest: u64,
}

/// Simulates a launch to its end.
pub(crate) fn run(
    task: &Task,
    backoff: &mut Backoff,
    cores: &mut [Core],
    partitions: &mut [Partition],
    slices: usize,
    network: Option<&mut Network>,
    dispatcher: &mut CtaDispatcher<'_>,
) -> Result<End, LaunchAbort> {
    let chunks = if task.threads > 1 { task.threads.saturating_mul(CHUNKS_PER_THREAD) } else { 1 };
    let chunks = chunks.min(MOST_CHUNKS).min(cores.len());
    let domains = Domains::new(
        cores,
        partitions,
        (chunks, slices),
        (task.memory_clock, task.cores_together),
        network.is_some(),
    );
    dispatcher.begin(&domains.queues, task.first_cta)?;
    domains.ctas_undispatched.store(dispatcher.has_more(), Ordering::Relaxed);
    let crew = Crew::new(&domains, task.threads.min(chunks) - 1);
    let end = std::thread::scope(|scope| {
        let mut lead = Lead::new(scope, &crew);
        simulate(task, backoff, &domains, &mut lead, network, dispatcher)
    });
    domains.deliver_all();
    end
}

/// Simulates windows until the launch ends. Between them, the lead simulates the network and dispatches CTAs.
fn simulate<'c>(
    task: &Task,
    backoff: &mut Backoff,
    domains: &Domains<'c>,
    lead: &mut Lead<'_, '_, Domains<'c>>,
    mut network: Option<&mut Network>,
    dispatcher: &mut CtaDispatcher<'_>,
) -> Result<End, LaunchAbort> {
    let mut until = task.stop.min(task.start + task.window);
    let (mut total, mut last) = (0, Summary { idle: true, declined: false, next: 0, work: 0, largest: 0 });
    loop {
        domains.window.store(domains.window.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        domains.until.store(until, Ordering::Relaxed);
        let outcome = simulate_window(lead, backoff, total, last);
        let delivery = network.as_deref_mut().map_or(NEVER, |network| domains.cross(network, lead.scratch()));
        let before = dispatcher.completed;
        let collected = domains.collect(dispatcher);
        task.cta_counter.into_iter().for_each(|counter| counter.add(dispatcher.completed - before));
        last = collected?;
        let work = last.work;
        total += work;
        match outcome {
            None => backoff.simulated_alone(work),
            Some(Outcome::Success) => backoff.succeeded(work),
            Some(Outcome::Stall) => backoff.stalled(),
        }
        if dispatcher.dispatch(&domains.queues, until)? {
            last.next = last.next.min(until);
        }
        domains.ctas_undispatched.store(dispatcher.has_more(), Ordering::Relaxed);
        match decide(task, dispatcher, last, until, delivery)? {
            Decision::Continue(next) => until = next,
            Decision::End(end) => return Ok(end),
        }
    }
}

/// Simulates a window: with helpers if the last window had enough work for them, and `None` without.
fn simulate_window(
    lead: &mut Lead<'_, '_, Domains<'_>>,
    backoff: &mut Backoff,
    total: u64,
    last: Summary,
) -> Option<Outcome> {
    let mut helpers = backoff.helpers();
    if total < WORK_BEFORE_HELPERS || last.work < SHARED_WORK {
        helpers = 0;
    }
    if helpers > lead.helpers() {
        let started = lead.start(helpers);
        if started < helpers {
            backoff.limit(started);
            helpers = started;
        }
    }
    if helpers == 0 {
        lead.simulate_alone();
        return None;
    }
    Some(lead.simulate(helpers, PATIENCE + PATIENCE_PER_WORK * last.largest))
}

/// The decision at the end of a window.
enum Decision {
    /// Simulate another window, up to this cycle.
    Continue(u64),
    End(End),
}

/// Decides whether the launch has ended. If not, the next window starts at the next event, or the next `delivery` of the network.
fn decide(
    task: &Task,
    dispatcher: &mut CtaDispatcher<'_>,
    Summary { idle, declined, next, .. }: Summary,
    now: u64,
    delivery: u64,
) -> Result<Decision, LaunchAbort> {
    let next = next.min(delivery);
    if dispatcher.is_done() && idle && delivery == NEVER {
        let cut_short = dispatcher.is_cut_short()?;
        let (end, ctas) = (dispatcher.end, dispatcher.completed);
        let reason = if cut_short { EndReason::MaxCtas } else { EndReason::Complete };
        return Ok(Decision::End(End { end, ctas, reason }));
    }
    if now >= task.stop {
        let (end, ctas) = (task.stop, dispatcher.completed);
        return Ok(Decision::End(End { end, ctas, reason: EndReason::MaxCycles }));
    }
    if task.interrupt.is_some_and(Interrupt::is_raised) {
        let (end, ctas) = (now, dispatcher.completed);
        return Ok(Decision::End(End { end, ctas, reason: EndReason::Interrupted }));
    }
    if declined || next == NEVER {
        return Err(LaunchAbort::Deadlock {
            cycle: Cycle(now),
            declined,
            undispatched: dispatcher.stranded(),
        });
    }
    Ok(Decision::Continue(next.clamp(now, task.stop).saturating_add(task.window).min(task.stop)))
}
