//! The number of host threads that help with the next window.
//!
//! A helper that loses its CPU in the middle of a window holds up the whole simulation: a *stall*. How often that happens depends
//! on the other processes of the host, which the simulator cannot ask about. It therefore learns from the stalls: each makes the
//! following ones rarer, and simulation without stalls makes helpers welcome again.

/// Work after a stall that the lead simulates alone, at first and at most. A unit of work takes about a microsecond, and a stall
/// about ten milliseconds, so that with the longest pause stalls take a few per cent of the time.
const PAUSE: u64 = 1 << 14;
const LONGEST_PAUSE: u64 = 1 << 20;

/// Work without a stall after which a pause is halved, or the number of helpers doubled, in pauses.
const TRUST: u64 = 4;

/// The number of helpers, from the stalls so far.
///
/// It grows as TCP's congestion window does: from one helper, it doubles as long as there are no stalls. A stall halves it; a stall
/// of a single helper leaves the lead alone for a pause, twice as long each time.
#[derive(Clone, Debug)]
pub(crate) struct Backoff {
    most: usize,
    helpers: usize,
    /// Work to be simulated without helpers.
    alone: u64,
    /// The pause after the next stall of a single helper.
    pause: u64,
    /// Work with helpers since the last stall, or since the last change of pause or helpers.
    success: u64,
}

impl Backoff {
    /// The state before the first stall, with `most` helpers at most.
    pub fn new(most: usize) -> Backoff {
        Backoff { most, helpers: most.min(1), alone: 0, pause: PAUSE, success: 0 }
    }

    /// Helpers for the next window.
    pub fn helpers(&self) -> usize {
        if self.alone > 0 { 0 } else { self.helpers }
    }

    /// Limits the helpers to those that the host could start.
    pub fn limit(&mut self, most: usize) {
        self.most = self.most.min(most);
        self.helpers = self.helpers.min(most);
    }

    /// Records a window that the lead simulated alone.
    pub fn simulated_alone(&mut self, work: u64) {
        self.alone = self.alone.saturating_sub(work);
    }

    /// Records a window that was simulated with helpers, none of which stalled.
    pub fn succeeded(&mut self, work: u64) {
        self.success += work;
        if self.success < TRUST * self.pause {
            return;
        }
        self.success = 0;
        if self.pause > PAUSE {
            self.pause /= 2;
        } else {
            self.helpers = self.most.min(2 * self.helpers);
        }
    }

    /// Records a window in which a helper stalled.
    pub fn stalled(&mut self) {
        self.success = 0;
        if self.helpers > 1 {
            self.helpers /= 2;
        } else {
            self.alone = self.pause;
        }
        self.pause = LONGEST_PAUSE.min(2 * self.pause);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Simulates windows of `work` without stalls until so much work is done.
    fn succeed(backoff: &mut Backoff, total: u64) {
        for _ in 0..total / 1024 {
            if backoff.helpers() > 0 { backoff.succeeded(1024) } else { backoff.simulated_alone(1024) }
        }
    }

    #[test]
    fn helpers_double_without_stalls_up_to_the_most() {
        let mut backoff = Backoff::new(5);
        let mut counts = Vec::new();
        for _ in 0..5 {
            counts.push(backoff.helpers());
            succeed(&mut backoff, TRUST * PAUSE);
        }
        assert_eq!(counts, [1, 2, 4, 5, 5]);
        assert_eq!(Backoff::new(0).helpers(), 0);
    }

    #[test]
    fn a_stall_halves_the_helpers_and_that_of_a_single_one_leaves_the_lead_alone() {
        let mut backoff = Backoff::new(4);
        succeed(&mut backoff, 2 * TRUST * PAUSE);
        assert_eq!(backoff.helpers(), 4);
        let counts = [(); 3].map(|()| {
            backoff.stalled();
            backoff.helpers()
        });
        assert_eq!(counts, [2, 1, 0]);
    }

    #[test]
    fn pauses_double_up_to_the_longest_and_shrink_after_success() {
        let mut backoff = Backoff::new(1);
        let pause = |backoff: &mut Backoff| {
            backoff.stalled();
            let mut work = 0;
            while backoff.helpers() == 0 {
                backoff.simulated_alone(1024);
                work += 1024;
            }
            work
        };
        let pauses: Vec<u64> = (0..9).map(|_| pause(&mut backoff)).collect();
        assert_eq!(pauses[..4], [PAUSE, 2 * PAUSE, 4 * PAUSE, 8 * PAUSE]);
        assert_eq!(pauses[7..], [LONGEST_PAUSE; 2]);
        succeed(&mut backoff, TRUST * LONGEST_PAUSE);
        assert_eq!(pause(&mut backoff), LONGEST_PAUSE / 2);
    }

    #[test]
    fn a_host_that_starts_no_thread_has_no_helpers() {
        let mut backoff = Backoff::new(8);
        backoff.limit(0);
        succeed(&mut backoff, 100 * PAUSE);
        assert_eq!(backoff.helpers(), 0);
    }

    proptest! {
        /// If helpers stall whenever they take part, nearly all work is simulated without them.
        #[test]
        fn permanent_stalls_are_rare(most in 1..64_usize, window in 1..5000_u64) {
            let mut backoff = Backoff::new(most);
            let (mut work, mut stalls) = (0, 0);
            while work < 16 * LONGEST_PAUSE {
                work += window;
                if backoff.helpers() > 0 {
                    backoff.stalled();
                    stalls += 1;
                } else {
                    backoff.simulated_alone(window);
                }
            }
            prop_assert!(stalls <= 6 + 17 + 1, "{stalls} stalls");
        }

        #[test]
        fn helpers_never_exceed_the_most(most in 0..9_usize, steps in prop::collection::vec(0..3_u8, 0..200)) {
            let mut backoff = Backoff::new(most);
            for step in steps {
                match step {
                    0 => backoff.stalled(),
                    1 => backoff.succeeded(TRUST * LONGEST_PAUSE),
                    _ => backoff.simulated_alone(PAUSE),
                }
                prop_assert!(backoff.helpers() <= most);
            }
        }
    }
}
