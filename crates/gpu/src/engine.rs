//! The simulation engine: host threads simulate SMs and memory partitions window by window.
//!
//! SMs and memory partitions interact only by messages whose latency is at least one window. Messages sent in a window are
//! delivered at its end, ordered by time and sender. The result therefore does not depend on the number of threads.

use crate::abort::LaunchAbort;
use crate::cta_counter::CtaCounter;
use crate::dispatch::{CtaDispatcher, lock_queue};
use crate::ids::{Cycle, NEVER, SmId};
use crate::interrupt::Interrupt;
use crate::memory::message::{Reply, Request};
use crate::memory::network::Network;
use crate::memory::partition::Partition;
use crate::sm::{CtaQueue, IllegalPick, Sm};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use warploom_kernel::tape::Source;

/// Consecutive cycles in which a policy may decline, without any reply from memory, before the run ends with a deadlock error.
const MAX_DECLINED_CYCLES: u64 = 100_000;

/// Why a launch ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// All CTAs completed.
    Complete,
    /// The run reached [`Options::max_cycles`](crate::run::Options::max_cycles).
    MaxCycles,
    /// The run reached [`Options::max_ctas`](crate::run::Options::max_ctas).
    MaxCtas,
    /// [`Options::interrupt`](crate::run::Options::interrupt) was raised. The record covers the cycles until then.
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
    /// The first cycle that is not simulated any more.
    pub stop: u64,
    pub threads: usize,
    pub interrupt: Option<Interrupt>,
    pub cta_counter: Option<CtaCounter>,
}

/// Messages from one thread's SMs and partitions to those of another.
#[derive(Default)]
struct Outbox {
    requests: Vec<Request>,
    replies: Vec<Reply>,
    credits: Vec<(u16, u32)>,
}

/// A thread's report to the dispatcher at the end of a window.
#[derive(Default)]
struct Report {
    /// The cycle and the SM of every completed CTA.
    completed: Vec<(u64, usize)>,
    illegal_pick: Option<(SmId, Cycle, IllegalPick)>,
    idle: bool,
    declined: bool,
}

/// State shared by all threads.
struct Shared {
    /// By sender, then receiver.
    outboxes: Vec<Mutex<Outbox>>,
    reports: Vec<Mutex<Report>>,
    queues: Vec<Mutex<CtaQueue>>,
    /// By thread, the cycle of its next event.
    next_event: Vec<AtomicU64>,
    /// The end of the next window; 0, if there is none.
    until: AtomicU64,
    ctas_undispatched: AtomicBool,
    /// The first thread simulates the network between windows.
    has_network: bool,
    barrier: SpinBarrier,
}

/// A barrier for the simulating threads. A window takes microseconds, so threads spin before they yield.
struct SpinBarrier {
    threads: usize,
    waiting: AtomicUsize,
    generation: AtomicUsize,
    poisoned: AtomicBool,
}

impl SpinBarrier {
    fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        let generation = self.generation.load(Ordering::Acquire);
        if self.waiting.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.waiting.store(0, Ordering::Release);
            self.generation.store(generation.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut spins = 0_u32;
        while self.generation.load(Ordering::Acquire) == generation {
            assert!(!self.poisoned.load(Ordering::Relaxed), "another thread of the simulation panicked");
            spins += 1;
            if spins < 500 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

/// Poisons the barrier when its thread panics, so that no other thread waits for ever.
struct PoisonOnPanic<'a>(&'a SpinBarrier);

impl Drop for PoisonOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.poisoned.store(true, Ordering::Relaxed);
        }
    }
}

/// One thread with the SMs and memory partitions that it simulates.
struct Worker<'a> {
    number: usize,
    sms: &'a mut [Sm],
    partitions: &'a mut [Partition],
    sm_ranges: &'a [Range<usize>],
    partition_ranges: &'a [Range<usize>],
    /// By SM, and by slice, the thread that simulates it.
    sm_thread: &'a [u8],
    slice_thread: &'a [u8],
    slices: usize,
    shared: &'a Shared,
    /// Messages sent in this window, by receiver.
    out: Vec<Outbox>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Contiguous ranges of nearly equal length, one per thread.
fn split(count: usize, threads: usize) -> Vec<Range<usize>> {
    (0..threads).map(|thread| thread * count / threads..(thread + 1) * count / threads).collect()
}

impl Worker<'_> {
    /// Simulates a window.
    fn simulate(&mut self, until: u64) {
        let shared = self.shared;
        let first = self.sm_ranges[self.number].start;
        let mut report = Report { idle: true, ..Report::default() };
        let mut next = NEVER;
        let ctas_undispatched = shared.ctas_undispatched.load(Ordering::Relaxed);
        for (at, sm) in self.sms.iter_mut().enumerate() {
            let mut queue = lock_queue(&shared.queues[first + at]);
            sm.state.ctas_undispatched = ctas_undispatched;
            if let Err(pick) = sm.advance(until, &mut queue) {
                report.illegal_pick.get_or_insert((sm.id, Cycle(sm.state.now), pick));
            }
            report.completed.extend(sm.finished_ctas.drain(..).map(|(when, _)| (when, first + at)));
            report.idle &= sm.is_idle();
            report.declined |= sm.declined > MAX_DECLINED_CYCLES * sm.state.scheduler_slots.len() as u64;
            next = next.min(sm.next_time(&queue));
            for request in sm.drain_requests() {
                if shared.has_network {
                    self.out[0].requests.push(request);
                    continue;
                }
                next = next.min(request.at);
                self.out[usize::from(self.slice_thread[usize::from(request.slice)])].requests.push(request);
            }
        }
        for partition in self.partitions.iter_mut() {
            partition.advance(until);
            report.idle &= partition.is_idle();
            next = next.min(partition.next_time());
            for reply in partition.replies.drain(..) {
                if shared.has_network {
                    self.out[0].replies.push(reply);
                    continue;
                }
                next = next.min(reply.at);
                self.out[usize::from(self.sm_thread[usize::from(reply.sm)])].replies.push(reply);
            }
            partition.take_credits(|sm, packets| {
                next = next.min(until);
                self.out[usize::from(self.sm_thread[usize::from(sm)])].credits.push((sm, packets));
            });
        }
        for (to, outbox) in self.out.iter_mut().enumerate() {
            report.idle &= outbox.requests.is_empty() && outbox.replies.is_empty();
            let threads = self.sm_ranges.len();
            std::mem::swap(&mut *lock(&shared.outboxes[self.number * threads + to]), outbox);
        }
        shared.next_event[self.number].store(next, Ordering::Relaxed);
        *lock(&shared.reports[self.number]) = report;
    }

    /// Delivers the messages of the window that ended before `now` to this thread's SMs and partitions.
    fn receive(&mut self, now: u64) {
        let threads = self.sm_ranges.len();
        let first_sm = self.sm_ranges[self.number].start;
        let first_partition = self.partition_ranges[self.number].start;
        for from in 0..threads {
            let mut outbox = lock(&self.shared.outboxes[from * threads + self.number]);
            for request in outbox.requests.drain(..) {
                let partition = usize::from(request.slice) / self.slices - first_partition;
                self.partitions[partition].deliver(request);
            }
            for reply in outbox.replies.drain(..) {
                self.sms[usize::from(reply.sm) - first_sm].deliver(reply);
            }
            for (sm, packets) in outbox.credits.drain(..) {
                self.sms[usize::from(sm) - first_sm].return_credits(now, packets);
            }
        }
    }

    /// Simulates the network up to `until`: moves the messages that all threads sent to those that receive them. Returns the
    /// cycle of the next event.
    fn cross(&mut self, network: &mut Network, until: u64) -> u64 {
        let threads = self.sm_ranges.len();
        for from in 0..threads {
            let mut sent = lock(&self.shared.outboxes[from * threads]);
            sent.requests.drain(..).for_each(|request| network.requests.push(request));
            sent.replies.drain(..).for_each(|reply| network.replies.push(reply));
        }
        let mut next = NEVER;
        let mut boxes: Vec<_> = self.shared.outboxes[..threads].iter().map(lock).collect();
        network.requests.advance(until, |request| {
            next = next.min(request.at);
            boxes[usize::from(self.slice_thread[usize::from(request.slice)])].requests.push(request);
        });
        network.replies.advance(until, |reply| {
            next = next.min(reply.at);
            boxes[usize::from(self.sm_thread[usize::from(reply.sm)])].replies.push(reply);
        });
        if network.is_idle() { next } else { until }
    }

    /// The loop of every thread but the first.
    fn work(mut self) {
        let _poison = PoisonOnPanic(&self.shared.barrier);
        loop {
            let until = self.shared.until.load(Ordering::Acquire);
            if until == 0 {
                return;
            }
            self.simulate(until);
            self.shared.barrier.wait();
            if self.shared.has_network {
                self.shared.barrier.wait();
            }
            self.receive(until);
            self.shared.barrier.wait();
        }
    }
}

/// Simulates a launch to its end.
pub(crate) fn run<S: Source>(
    task: &Task,
    sms: &mut [Sm],
    partitions: &mut [Partition],
    slices: usize,
    network: Option<&mut Network>,
    dispatcher: &mut CtaDispatcher<'_, S>,
) -> Result<End, LaunchAbort<S::Error>> {
    let threads = task.threads.clamp(1, sms.len());
    let sm_ranges = split(sms.len(), threads);
    let partition_ranges = split(partitions.len(), threads);
    let threads_of = |ranges: &[Range<usize>], each: usize| -> Vec<u8> {
        let of = |(thread, range): (usize, &Range<usize>)| vec![thread as u8; range.len() * each];
        ranges.iter().enumerate().flat_map(of).collect()
    };
    let sm_thread = threads_of(&sm_ranges, 1);
    let slice_thread = threads_of(&partition_ranges, slices);
    let shared = Shared {
        outboxes: (0..threads * threads).map(|_| Mutex::default()).collect(),
        reports: (0..threads).map(|_| Mutex::default()).collect(),
        queues: sms.iter().map(|_| Mutex::default()).collect(),
        next_event: (0..threads).map(|_| AtomicU64::new(NEVER)).collect(),
        until: AtomicU64::new(task.stop.min(task.start + task.window)),
        ctas_undispatched: AtomicBool::new(false),
        has_network: network.is_some(),
        barrier: SpinBarrier {
            threads,
            waiting: AtomicUsize::new(0),
            generation: AtomicUsize::new(0),
            poisoned: AtomicBool::new(false),
        },
    };
    dispatcher.begin(&shared.queues, task.first_cta)?;
    shared.ctas_undispatched.store(dispatcher.has_more(), Ordering::Relaxed);
    let mut workers = Vec::with_capacity(threads);
    let (mut rest_sms, mut rest_partitions) = (sms, partitions);
    for number in 0..threads {
        let (sms, others) = rest_sms.split_at_mut(sm_ranges[number].len());
        let (partitions, more) = rest_partitions.split_at_mut(partition_ranges[number].len());
        (rest_sms, rest_partitions) = (others, more);
        workers.push(Worker {
            number,
            sms,
            partitions,
            sm_ranges: &sm_ranges,
            partition_ranges: &partition_ranges,
            sm_thread: &sm_thread,
            slice_thread: &slice_thread,
            slices,
            shared: &shared,
            out: (0..threads).map(|_| Outbox::default()).collect(),
        });
    }
    std::thread::scope(|scope| {
        let mut workers = workers.into_iter();
        let Some(own) = workers.next() else { unreachable!("there is at least one thread") };
        workers.for_each(|worker| {
            scope.spawn(move || worker.work());
        });
        lead(task, own, network, dispatcher)
    })
}

/// The loop of the first thread, which also dispatches CTAs between windows.
fn lead<S: Source>(
    task: &Task,
    mut own: Worker<'_>,
    mut network: Option<&mut Network>,
    dispatcher: &mut CtaDispatcher<'_, S>,
) -> Result<End, LaunchAbort<S::Error>> {
    let shared = own.shared;
    let _poison = PoisonOnPanic(&shared.barrier);
    let mut until = shared.until.load(Ordering::Relaxed);
    loop {
        own.simulate(until);
        shared.barrier.wait();
        let delivery = network.as_deref_mut().map_or(NEVER, |network| own.cross(network, until));
        if shared.has_network {
            shared.barrier.wait();
        }
        let before = dispatcher.completed;
        let dispatched = dispatch(dispatcher, shared, until);
        task.cta_counter.into_iter().for_each(|counter| counter.add(dispatcher.completed - before));
        let decided = dispatched.and_then(|next| decide(task, dispatcher, shared, until, (next, delivery)));
        let next = match &decided {
            Ok(Decision::Continue(next)) => *next,
            _ => 0,
        };
        shared.until.store(next, Ordering::Release);
        own.receive(until);
        shared.barrier.wait();
        match decided? {
            Decision::Continue(next) => until = next,
            Decision::End(end) => return Ok(end),
        }
    }
}

/// The decision at the end of a window.
enum Decision {
    /// Simulate another window, up to this cycle.
    Continue(u64),
    End(End),
}

/// Records completed CTAs and dispatches others. Returns the cycle of the next event.
fn dispatch<S: Source>(
    dispatcher: &mut CtaDispatcher<'_, S>,
    shared: &Shared,
    now: u64,
) -> Result<u64, LaunchAbort<S::Error>> {
    for report in &shared.reports {
        let mut report = lock(report);
        if let Some((sm, cycle, pick)) = report.illegal_pick.take() {
            return Err(LaunchAbort::IllegalPick { sm, cycle, pick });
        }
        report.completed.drain(..).for_each(|(when, sm)| dispatcher.complete(sm, when));
    }
    let dispatched = dispatcher.dispatch(&shared.queues, now)?;
    shared.ctas_undispatched.store(dispatcher.has_more(), Ordering::Relaxed);
    let next = shared.next_event.iter().map(|next| next.load(Ordering::Relaxed)).min().unwrap_or(NEVER);
    Ok(if dispatched { next.min(now) } else { next })
}

/// Decides whether the launch has ended. If not, the next window starts at the next event: `next`, or the next `delivery` of the
/// network.
fn decide<S: Source>(
    task: &Task,
    dispatcher: &mut CtaDispatcher<'_, S>,
    shared: &Shared,
    now: u64,
    (next, delivery): (u64, u64),
) -> Result<Decision, LaunchAbort<S::Error>> {
    let next = next.min(delivery);
    let (mut idle, mut declined) = (true, false);
    for report in &shared.reports {
        let report = lock(report);
        idle &= report.idle;
        declined |= report.declined;
    }
    if dispatcher.is_done() && idle && delivery == NEVER {
        let cut_short = dispatcher.is_cut_short().map_err(LaunchAbort::Tape)?;
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
