//! GenericWindows: all parts of the GPU go through one by themselves, on as many threads as there are, then hear from each other.
//!
//! SMs and memory partitions touch each other only by messages that take at least a window. What is sent in a window is
//! delivered at its end in the order of time and sender, whichever thread sent it: so the result is the same for any number
//! of threads.

use crate::dispatch::{CtaDispatcher, open};
use crate::ids::NEVER;
use crate::memory::message::{Reply, Request};
use crate::memory::partition::Partition;
use crate::placement::Misplacement;
use crate::sm::{CtaQueue, IllegalPick, Sm};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use warploom_kernel::execute::CtaId;
use warploom_kernel::tape::Source;

/// Cycles in which a policy may decline while it could go on and memory answers nothing, before it is taken to do so for ever.
const PATIENCE: u64 = 100_000;

/// Why a launch does not go on.
pub(crate) enum LaunchAbort<E> {
    Tape(E),
    IllegalPick {
        sm: u32,
        cycle: u64,
        misdeed: IllegalPick,
    },
    Misplaced {
        cycle: u64,
        mistake: Misplacement,
    },
    /// A CTA was asked for by its number, and the tape only goes forward.
    OnlyForward {
        cta: CtaId,
    },
    /// Nothing can ever happen again, or a policy lets nothing happen.
    Stuck {
        cycle: u64,
        declined: bool,
        /// CTAs that are left, if none is under way and the policy places none.
        forgotten: u64,
    },
}

/// How a launch ended.
pub(crate) struct End {
    /// The cycle after its last.
    pub end: u64,
    pub ctas: u64,
    pub cut_short: bool,
    pub out_of_cycles: bool,
}

/// What is asked of the engine.
pub(crate) struct Task {
    pub start: u64,
    pub first_cta: u64,
    pub window: u64,
    /// The first cycle that is not simulated any more.
    pub stop: u64,
    pub threads: usize,
}

/// What a thread sends another.
#[derive(Default)]
struct Outbox {
    requests: Vec<Request>,
    replies: Vec<Reply>,
    credits: Vec<(u16, u32)>,
}

/// What a thread tells the dealer.
#[derive(Default)]
struct Report {
    ended: Vec<(u64, usize)>,
    misdeed: Option<(u32, u64, IllegalPick)>,
    idle: bool,
    declined: bool,
}

/// What threads have in common.
struct Common {
    /// By sender, then receiver.
    mail: Vec<Mutex<Outbox>>,
    reports: Vec<Mutex<Report>>,
    doors: Vec<Mutex<CtaQueue>>,
    /// By thread, the next cycle in which something can happen.
    next: Vec<AtomicU64>,
    /// The end of the next window; 0, if there is none.
    until: AtomicU64,
    ctas_undispatched: AtomicBool,
    gate: SpinBarrier,
}

/// Where threads wait for each other. A window is short: they spin, and only then give way.
struct SpinBarrier {
    threads: usize,
    waiting: AtomicUsize,
    turn: AtomicUsize,
    broken: AtomicBool,
}

impl SpinBarrier {
    fn wait(&self) {
        if self.threads == 1 {
            return;
        }
        let turn = self.turn.load(Ordering::Acquire);
        if self.waiting.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.waiting.store(0, Ordering::Release);
            self.turn.store(turn.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut spins = 0_u32;
        while self.turn.load(Ordering::Acquire) == turn {
            assert!(!self.broken.load(Ordering::Relaxed), "another thread of the simulation panicked");
            spins += 1;
            if spins < 500 { std::hint::spin_loop() } else { std::thread::yield_now() }
        }
    }
}

/// Lets the others go when its thread panics.
struct PoisonOnPanic<'a>(&'a SpinBarrier);

impl Drop for PoisonOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.broken.store(true, Ordering::Relaxed);
        }
    }
}

/// What one thread simulates.
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
    common: &'a Common,
    /// Messages sent in this window, by receiver.
    out: Vec<Outbox>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Contiguous parts, as equal as can be.
fn parts(count: usize, of: usize) -> Vec<Range<usize>> {
    (0..of).map(|part| part * count / of..(part + 1) * count / of).collect()
}

impl Worker<'_> {
    /// Simulates a window.
    fn simulate(&mut self, until: u64) {
        let common = self.common;
        let first = self.sm_ranges[self.number].start;
        let mut report = Report { idle: true, ..Report::default() };
        let mut next = NEVER;
        let ctas_undispatched = common.ctas_undispatched.load(Ordering::Relaxed);
        for (at, sm) in self.sms.iter_mut().enumerate() {
            let mut door = open(&common.doors[first + at]);
            sm.state.ctas_undispatched = ctas_undispatched;
            if let Err(misdeed) = sm.advance(until, &mut door) {
                report.misdeed.get_or_insert((sm.id.0, sm.state.now, misdeed));
            }
            report.ended.extend(sm.ended.drain(..).map(|(when, _)| (when, first + at)));
            report.idle &= sm.is_idle();
            report.declined |= sm.declined > PATIENCE * sm.state.masks.len() as u64;
            next = next.min(sm.next_time(&door));
            for request in sm.sent() {
                next = next.min(request.at);
                self.out[usize::from(self.slice_thread[usize::from(request.slice)])].requests.push(request);
            }
        }
        for partition in self.partitions.iter_mut() {
            partition.advance(until);
            report.idle &= partition.is_idle();
            next = next.min(partition.next_time());
            for reply in partition.replies.drain(..) {
                next = next.min(reply.at);
                self.out[usize::from(self.sm_thread[usize::from(reply.sm)])].replies.push(reply);
            }
            partition.take_credits(|sm, packets| {
                next = next.min(until);
                self.out[usize::from(self.sm_thread[usize::from(sm)])].credits.push((sm, packets));
            });
        }
        for (to, mail) in self.out.iter_mut().enumerate() {
            report.idle &= mail.requests.is_empty() && mail.replies.is_empty();
            let threads = self.sm_ranges.len();
            std::mem::swap(&mut *lock(&common.mail[self.number * threads + to]), mail);
        }
        common.next[self.number].store(next, Ordering::Relaxed);
        *lock(&common.reports[self.number]) = report;
    }

    /// Takes what was sent in the window that ended before `now`.
    fn collect(&mut self, now: u64) {
        let threads = self.sm_ranges.len();
        let first_sm = self.sm_ranges[self.number].start;
        let first_partition = self.partition_ranges[self.number].start;
        for from in 0..threads {
            let mut mail = lock(&self.common.mail[from * threads + self.number]);
            for request in mail.requests.drain(..) {
                let partition = usize::from(request.slice) / self.slices - first_partition;
                self.partitions[partition].deliver(request);
            }
            for reply in mail.replies.drain(..) {
                self.sms[usize::from(reply.sm) - first_sm].deliver(reply);
            }
            for (sm, packets) in mail.credits.drain(..) {
                self.sms[usize::from(sm) - first_sm].credit(now, packets);
            }
        }
    }

    /// What a thread does that is not the dealer's.
    fn work(mut self) {
        let _breaks = PoisonOnPanic(&self.common.gate);
        loop {
            let until = self.common.until.load(Ordering::Acquire);
            if until == 0 {
                return;
            }
            self.simulate(until);
            self.common.gate.wait();
            self.collect(until);
            self.common.gate.wait();
        }
    }
}

/// Runs a launch.
pub(crate) fn run<S: Source>(
    task: &Task,
    sms: &mut [Sm],
    partitions: &mut [Partition],
    slices: usize,
    dealer: &mut CtaDispatcher<'_, S>,
) -> Result<End, LaunchAbort<S::Error>> {
    let threads = task.threads.clamp(1, sms.len());
    let sm_ranges = parts(sms.len(), threads);
    let partition_ranges = parts(partitions.len(), threads);
    let threads_of = |ranges: &[Range<usize>], each: usize| -> Vec<u8> {
        let of = |(thread, range): (usize, &Range<usize>)| vec![thread as u8; range.len() * each];
        ranges.iter().enumerate().flat_map(of).collect()
    };
    let sm_thread = threads_of(&sm_ranges, 1);
    let slice_thread = threads_of(&partition_ranges, slices);
    let common = Common {
        mail: (0..threads * threads).map(|_| Mutex::default()).collect(),
        reports: (0..threads).map(|_| Mutex::default()).collect(),
        doors: sms.iter().map(|_| Mutex::default()).collect(),
        next: (0..threads).map(|_| AtomicU64::new(NEVER)).collect(),
        until: AtomicU64::new(task.stop.min(task.start + task.window)),
        ctas_undispatched: AtomicBool::new(false),
        gate: SpinBarrier {
            threads,
            waiting: AtomicUsize::new(0),
            turn: AtomicUsize::new(0),
            broken: AtomicBool::new(false),
        },
    };
    dealer.deal(&common.doors, task.first_cta)?;
    common.ctas_undispatched.store(dealer.has_more(), Ordering::Relaxed);
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
            common: &common,
            out: (0..threads).map(|_| Outbox::default()).collect(),
        });
    }
    std::thread::scope(|scope| {
        let mut workers = workers.into_iter();
        let Some(own) = workers.next() else { unreachable!("there is at least one thread") };
        workers.for_each(|worker| {
            scope.spawn(move || worker.work());
        });
        lead(task, own, dealer)
    })
}

/// What the first thread does: its own share, and the dealing.
fn lead<S: Source>(
    task: &Task,
    mut own: Worker<'_>,
    dealer: &mut CtaDispatcher<'_, S>,
) -> Result<End, LaunchAbort<S::Error>> {
    let common = own.common;
    let _breaks = PoisonOnPanic(&common.gate);
    let mut until = common.until.load(Ordering::Relaxed);
    loop {
        own.simulate(until);
        common.gate.wait();
        let decided = deal(dealer, common, until).and_then(|next| decide(task, dealer, common, until, next));
        let next = match &decided {
            Ok(Decision::GoOn(next)) => *next,
            _ => 0,
        };
        common.until.store(next, Ordering::Release);
        own.collect(until);
        common.gate.wait();
        match decided? {
            Decision::GoOn(next) => until = next,
            Decision::End(end) => return Ok(end),
        }
    }
}

/// What comes after a window.
enum Decision {
    /// Another, to this cycle.
    GoOn(u64),
    End(End),
}

/// Hears of CTAs that ended and deals others. Says when something can happen next.
fn deal<S: Source>(
    dealer: &mut CtaDispatcher<'_, S>,
    common: &Common,
    now: u64,
) -> Result<u64, LaunchAbort<S::Error>> {
    for report in &common.reports {
        let mut report = lock(report);
        if let Some((sm, cycle, misdeed)) = report.misdeed.take() {
            return Err(LaunchAbort::IllegalPick { sm, cycle, misdeed });
        }
        report.ended.drain(..).for_each(|(when, sm)| dealer.ended(sm, when));
    }
    let dealt = dealer.deal(&common.doors, now)?;
    common.ctas_undispatched.store(dealer.has_more(), Ordering::Relaxed);
    let next = common.next.iter().map(|next| next.load(Ordering::Relaxed)).min().unwrap_or(NEVER);
    Ok(if dealt { next.min(now) } else { next })
}

/// Whether the launch is at its end, and if not, when the next window ends: it begins when something can happen.
fn decide<S: Source>(
    task: &Task,
    dealer: &mut CtaDispatcher<'_, S>,
    common: &Common,
    now: u64,
    next: u64,
) -> Result<Decision, LaunchAbort<S::Error>> {
    let (mut idle, mut declined) = (true, false);
    for report in &common.reports {
        let report = lock(report);
        idle &= report.idle;
        declined |= report.declined;
    }
    if dealer.is_done() && idle {
        let cut_short = dealer.is_cut_short().map_err(LaunchAbort::Tape)?;
        let (end, ctas) = (dealer.end, dealer.ended);
        return Ok(Decision::End(End { end, ctas, cut_short, out_of_cycles: false }));
    }
    if now >= task.stop {
        let (end, ctas) = (task.stop, dealer.ended);
        return Ok(Decision::End(End { end, ctas, cut_short: false, out_of_cycles: true }));
    }
    if declined || next == NEVER {
        return Err(LaunchAbort::Stuck { cycle: now, declined, forgotten: dealer.forgotten() });
    }
    Ok(Decision::GoOn(next.clamp(now, task.stop).saturating_add(task.window).min(task.stop)))
}
