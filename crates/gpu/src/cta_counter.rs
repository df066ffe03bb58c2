//! A count of completed CTAs that other threads can read while a run goes on.

use std::sync::atomic::{AtomicU64, Ordering};

/// The number of CTAs that runs have completed, for progress displays.
///
/// A counter lives as long as the process, so that options stay `Copy`: a program creates one for each display.
///
/// ```
/// use warploom_gpu::cta_counter::CtaCounter;
/// use warploom_gpu::simulation::Options;
///
/// let counter = CtaCounter::new();
/// let options = Options::default().with_cta_counter(counter);
/// // After a run with these options, or during it:
/// assert_eq!(counter.completed(), 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CtaCounter(&'static AtomicU64);

impl CtaCounter {
    /// A counter at 0.
    #[expect(clippy::new_without_default, reason = "a default value should not leak memory")]
    pub fn new() -> CtaCounter {
        CtaCounter(Box::leak(Box::default()))
    }

    /// The number of completed CTAs.
    pub fn completed(self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(self, ctas: u64) {
        self.0.fetch_add(ctas, Ordering::Relaxed);
    }
}

impl PartialEq for CtaCounter {
    /// True for copies of one counter.
    fn eq(&self, other: &CtaCounter) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for CtaCounter {}
