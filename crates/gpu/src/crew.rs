//! The host threads of a launch: a lead, and helpers that share its windows.
//!
//! The work of a window is divided into chunks. Threads claim chunks, first their own and then those that others have not begun, so
//! that the lead simulates everything itself while no helper has a CPU. A helper can hold up the lead only by losing its CPU within
//! a chunk; [`Backoff`](crate::backoff::Backoff) makes that rare. Waiting threads spin for microseconds, then sleep: on a busy
//! host, a thread that spins or yields takes the CPU from the thread that it waits for.

use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{Builder, Scope, ScopedJoinHandle, Thread};

/// Looks for the next window before a helper sleeps: some tens of microseconds, more than a lead needs between short windows.
const HELPER_SPINS: u32 = 3000;

/// The number of the window after the last.
const CLOSED: u64 = u64::MAX;

/// Chunks of work, each of which one thread simulates in every window.
pub(crate) trait Chunks: Sync {
    /// Buffers of a thread.
    type Scratch: Default;

    /// Number of chunks.
    fn count(&self) -> usize;

    /// Simulates a chunk up to the end of the window.
    fn simulate(&self, chunk: usize, scratch: &mut Self::Scratch);
}

/// State that lead and helpers share.
pub(crate) struct Crew<'a, C> {
    chunks: &'a C,
    /// The number of the open window; helpers take part in no other.
    window: AtomicU64,
    /// Helpers that may take part in it.
    helpers: AtomicUsize,
    /// By chunk, the last window in which a thread claimed it.
    claims: Vec<AtomicU64>,
    /// Chunks of the window that are not simulated yet.
    remaining: AtomicUsize,
    lead: Thread,
    lead_sleeps: AtomicBool,
    /// By helper, whether it sleeps.
    asleep: Vec<AtomicBool>,
    panicked: AtomicBool,
}

impl<'a, C: Chunks> Crew<'a, C> {
    /// The crew of the calling thread, with `helpers` helpers at most.
    pub fn new(chunks: &'a C, helpers: usize) -> Crew<'a, C> {
        Crew {
            chunks,
            window: AtomicU64::new(0),
            helpers: AtomicUsize::new(0),
            claims: (0..chunks.count()).map(|_| AtomicU64::new(0)).collect(),
            remaining: AtomicUsize::new(0),
            lead: std::thread::current(),
            lead_sleeps: AtomicBool::new(false),
            asleep: (0..helpers).map(|_| AtomicBool::new(false)).collect(),
            panicked: AtomicBool::new(false),
        }
    }

    /// Claims and simulates chunks of a window until all are claimed. Thread 0 is the lead.
    fn work(&self, thread: usize, window: u64, scratch: &mut C::Scratch) {
        let count = self.claims.len();
        // A late helper may see the smaller number of a later window.
        let threads = self.helpers.load(Ordering::Relaxed).max(thread) + 1;
        let (start, end) = (thread * count / threads, (thread + 1) * count / threads);
        // An SM's state stays in the caches of its thread. Of others' chunks, those that they would simulate last come first.
        let stolen = (end - start..count).map(|at| (start + count - 1 - (at - (end - start))) % count);
        for chunk in (start..end).chain(stolen) {
            let claim = &self.claims[chunk];
            // Fails in a window that has ended: its chunks were all claimed.
            if claim.compare_exchange(window - 1, window, Ordering::AcqRel, Ordering::Relaxed).is_err() {
                continue;
            }
            self.chunks.simulate(chunk, scratch);
            if self.remaining.fetch_sub(1, Ordering::SeqCst) == 1 && self.lead_sleeps.load(Ordering::SeqCst) {
                self.lead.unpark();
            }
        }
    }

    /// The life of a helper.
    fn help(&self, helper: usize) {
        let _report = ReportPanic(self);
        let (mut scratch, mut seen) = (C::Scratch::default(), 0);
        loop {
            seen = self.next_window(helper, seen);
            if seen == CLOSED {
                return;
            }
            self.work(helper + 1, seen, &mut scratch);
        }
    }

    /// Waits for a window after `seen` in which the helper takes part.
    fn next_window(&self, helper: usize, mut seen: u64) -> u64 {
        let mut spins = 0;
        loop {
            let sleeps = spins >= HELPER_SPINS;
            if sleeps {
                // Before it looks for a window: a lead that opens one after that look finds the helper asleep.
                self.asleep[helper].store(true, Ordering::SeqCst);
            }
            let window = self.window.load(Ordering::SeqCst);
            if window == CLOSED {
                return window;
            }
            if window != seen {
                if helper < self.helpers.load(Ordering::Relaxed) {
                    self.asleep[helper].store(false, Ordering::Relaxed);
                    return window;
                }
                seen = window;
            }
            if sleeps {
                std::thread::park();
            } else {
                spins += 1;
                spin_loop();
            }
        }
    }
}

/// Reports to the lead that a helper panicked, so that the lead does not wait for its chunk.
struct ReportPanic<'a, 'c, C>(&'a Crew<'c, C>);

impl<C> Drop for ReportPanic<'_, '_, C> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.panicked.store(true, Ordering::SeqCst);
            self.0.lead.unpark();
        }
    }
}

/// The lead of a crew. Helpers end when it is dropped.
pub(crate) struct Lead<'scope, 'env, C: Chunks> {
    scope: &'scope Scope<'scope, 'env>,
    crew: &'scope Crew<'env, C>,
    helpers: Vec<ScopedJoinHandle<'scope, ()>>,
    scratch: C::Scratch,
    /// The number of the last window with helpers.
    window: u64,
}

/// The end of a window with helpers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// No helper stalled.
    Success,
    /// The lead had to wait for a helper.
    Stall,
}

impl<'scope, 'env, C: Chunks> Lead<'scope, 'env, C> {
    /// The lead, without helpers.
    pub fn new(scope: &'scope Scope<'scope, 'env>, crew: &'scope Crew<'env, C>) -> Self {
        Lead { scope, crew, helpers: Vec::new(), scratch: C::Scratch::default(), window: 0 }
    }

    /// Buffers of the lead's thread.
    pub fn scratch(&mut self) -> &mut C::Scratch {
        &mut self.scratch
    }

    /// Number of helpers that were started.
    pub fn helpers(&self) -> usize {
        self.helpers.len()
    }

    /// Simulates a window alone. Helpers do not notice it.
    pub fn simulate_alone(&mut self) {
        (0..self.crew.claims.len()).for_each(|chunk| self.crew.chunks.simulate(chunk, &mut self.scratch));
    }

    /// Starts helpers until there are `count`. Returns how many there are, which is less if the host has no more threads.
    pub fn start(&mut self, count: usize) -> usize {
        while self.helpers.len() < count.min(self.crew.asleep.len()) {
            let (crew, number) = (self.crew, self.helpers.len());
            let Ok(helper) = Builder::new().spawn_scoped(self.scope, move || crew.help(number)) else {
                break;
            };
            self.helpers.push(helper);
        }
        self.helpers.len()
    }

    /// Simulates a window with the first `count` helpers, which have been started. After `patience` looks for the end of the last
    /// chunk, a helper is considered stalled.
    ///
    /// # Panics
    /// With the panic of a helper.
    pub fn simulate(&mut self, count: usize, patience: u64) -> Outcome {
        let crew = self.crew;
        self.window += 1;
        crew.helpers.store(count, Ordering::Relaxed);
        crew.remaining.store(crew.claims.len(), Ordering::Relaxed);
        crew.window.store(self.window, Ordering::SeqCst);
        for (helper, asleep) in self.helpers.iter().zip(&crew.asleep).take(count) {
            if asleep.load(Ordering::SeqCst) {
                asleep.store(false, Ordering::Relaxed);
                helper.thread().unpark();
            }
        }
        crew.work(0, self.window, &mut self.scratch);
        self.wait(patience)
    }

    /// Waits until all chunks of the window are simulated.
    fn wait(&mut self, patience: u64) -> Outcome {
        let crew = self.crew;
        let (mut spins, mut outcome) = (0, Outcome::Success);
        while crew.remaining.load(Ordering::SeqCst) > 0 {
            if crew.panicked.load(Ordering::SeqCst) {
                self.end_with_panic();
            }
            if spins < patience {
                spins += 1;
                spin_loop();
            } else if outcome == Outcome::Success {
                // Looks once more before it sleeps: a helper that ends after that look finds the lead asleep.
                crew.lead_sleeps.store(true, Ordering::SeqCst);
                outcome = Outcome::Stall;
            } else {
                std::thread::park();
            }
        }
        crew.lead_sleeps.store(false, Ordering::Relaxed);
        outcome
    }

    /// Ends the crew with the panic of a helper, as if the lead had simulated its chunk.
    fn end_with_panic(&mut self) -> ! {
        self.close();
        for helper in self.helpers.drain(..) {
            if let Err(panic) = helper.join() {
                std::panic::resume_unwind(panic);
            }
        }
        unreachable!("a helper panicked")
    }

    fn close(&self) {
        self.crew.window.store(CLOSED, Ordering::SeqCst);
        self.helpers.iter().for_each(|helper| helper.thread().unpark());
    }
}

impl<C: Chunks> Drop for Lead<'_, '_, C> {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::{ThreadId, current, scope, yield_now};

    /// Chunks that count their windows, and call a function in each.
    struct Counted<F> {
        windows: Vec<AtomicU64>,
        each: F,
    }

    impl<F: Fn(usize) + Sync> Counted<F> {
        fn new(chunks: usize, each: F) -> Counted<F> {
            Counted { windows: (0..chunks).map(|_| AtomicU64::new(0)).collect(), each }
        }

        fn windows(&self) -> Vec<u64> {
            self.windows.iter().map(|windows| windows.load(Ordering::SeqCst)).collect()
        }
    }

    impl<F: Fn(usize) + Sync> Chunks for Counted<F> {
        type Scratch = ();

        fn count(&self) -> usize {
            self.windows.len()
        }

        fn simulate(&self, chunk: usize, (): &mut ()) {
            (self.each)(chunk);
            self.windows[chunk].fetch_add(1, Ordering::SeqCst);
        }
    }

    #[test]
    fn each_chunk_is_simulated_once_per_window_with_any_number_of_helpers() {
        for (chunks, helpers) in [(1, 0), (1, 1), (2, 1), (7, 1), (7, 3), (64, 5), (3, 5)] {
            let counted = Counted::new(chunks, |_| {});
            let crew = Crew::new(&counted, helpers);
            scope(|scope| {
                let mut lead = Lead::new(scope, &crew);
                assert_eq!(lead.start(helpers), helpers);
                for window in 1..=600_u64 {
                    // Helpers come and go; with little patience, the lead sleeps.
                    match window as usize % (helpers + 2) {
                        0 => lead.simulate_alone(),
                        count => {
                            lead.simulate(count - 1, window % 3 * 100);
                        }
                    }
                    assert_eq!(counted.windows(), vec![window; chunks], "{chunks} chunks, {helpers} helpers");
                }
            });
        }
    }

    #[test]
    fn the_lead_simulates_every_chunk_while_no_helper_comes() {
        let lead_id = current().id();
        let counted = Counted::new(8, |_| assert_eq!(current().id(), lead_id));
        let crew = Crew::new(&counted, 2);
        scope(|scope| {
            let mut lead = Lead::new(scope, &crew);
            lead.start(2);
            for _ in 0..100 {
                lead.simulate_alone();
                assert_eq!(lead.simulate(0, 0), Outcome::Success, "the lead waits for nobody");
            }
        });
        assert_eq!(counted.windows(), [200; 8]);
    }

    /// Two chunks, of which lead and helper take one each: both wait in their chunk until the other has begun, then call `end` with
    /// whether they are the lead.
    fn shared(end: impl Fn(bool) + Sync) -> Counted<impl Fn(usize) + Sync> {
        let lead: ThreadId = current().id();
        let begun = [AtomicBool::new(false), AtomicBool::new(false)];
        Counted::new(2, move |_| {
            let is_lead = current().id() == lead;
            begun[usize::from(is_lead)].store(true, Ordering::SeqCst);
            while !begun[usize::from(!is_lead)].load(Ordering::SeqCst) {
                yield_now();
            }
            end(is_lead);
        })
    }

    /// Simulates a window with one helper.
    fn window(chunks: &impl Chunks, patience: u64) {
        let crew = Crew::new(chunks, 1);
        scope(|scope| {
            let mut lead = Lead::new(scope, &crew);
            lead.start(1);
            lead.simulate(1, patience);
        });
    }

    #[test]
    fn a_helper_takes_a_chunk_that_the_lead_has_not_begun() {
        let shared = shared(|_| {});
        window(&shared, 10);
        assert_eq!(shared.windows(), [1; 2]);
    }

    #[test]
    fn the_panic_of_a_helper_is_the_leads() {
        for patience in [0, 1000] {
            let shared = shared(|is_lead| assert!(is_lead, "in a helper"));
            let panic = catch_unwind(AssertUnwindSafe(|| window(&shared, patience)));
            let panic = panic.expect_err("a helper panicked");
            assert_eq!(panic.downcast_ref::<&str>(), Some(&"in a helper"));
        }
    }

    #[test]
    fn a_panic_of_the_lead_ends_the_helpers() {
        let shared = shared(|is_lead| assert!(!is_lead, "in the lead"));
        let panic = catch_unwind(AssertUnwindSafe(|| window(&shared, 10)));
        assert_eq!(panic.expect_err("the lead panicked").downcast_ref::<&str>(), Some(&"in the lead"));
    }
}
