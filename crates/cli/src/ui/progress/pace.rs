//! How far a command is, how fast it is, and how long it will still take.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};
use warploom_gpu::cta_counter::CtaCounter;
use warploom_report::units;

/// The unit of progress.
#[derive(Clone, Copy)]
pub enum Unit {
    /// Items, by their name in the plural.
    Items(&'static str),
    Bytes,
}

/// Items done, their rate and the time left.
///
/// Items that were skipped count as done, but not for the rate: they took no time.
pub struct Pace {
    unit: Unit,
    started: Instant,
    total: u64,
    /// Sum of the items' weights; 0 if items have no weights.
    total_weight: u64,
    /// The time that all items will take, estimated at the start.
    estimate: Option<Duration>,
    done: AtomicU64,
    /// Counts items instead of `done`.
    counter: Option<CtaCounter>,
    done_weight: AtomicU64,
    skipped: AtomicU64,
    skipped_weight: AtomicU64,
}

impl Pace {
    pub fn new(total: u64, unit: Unit) -> Pace {
        Pace::weighted(total, unit, 0, None)
    }

    pub fn weighted(total: u64, unit: Unit, total_weight: u64, estimate: Option<Duration>) -> Pace {
        Pace {
            unit,
            started: Instant::now(),
            total,
            total_weight,
            estimate,
            done: AtomicU64::new(0),
            counter: None,
            done_weight: AtomicU64::new(0),
            skipped: AtomicU64::new(0),
            skipped_weight: AtomicU64::new(0),
        }
    }

    /// The same items, counted by a simulation.
    pub fn counted_by(mut self, counter: CtaCounter) -> Pace {
        self.counter = Some(counter);
        self
    }

    pub fn done(&self) -> u64 {
        self.counter.map_or_else(|| self.done.load(Relaxed), CtaCounter::completed)
    }

    #[cfg(feature = "progress-bar")]
    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn set(&self, done: u64) {
        self.done.store(done, Relaxed);
    }

    pub fn add(&self, weight: u64) {
        self.done.fetch_add(1, Relaxed);
        self.done_weight.fetch_add(weight, Relaxed);
    }

    pub fn skip(&self, items: u64, weight: u64) {
        self.done.fetch_add(items, Relaxed);
        self.skipped.fetch_add(items, Relaxed);
        self.done_weight.fetch_add(weight, Relaxed);
        self.skipped_weight.fetch_add(weight, Relaxed);
    }

    /// The time left: from the rate so far, or from the estimate while nothing is done. None without either.
    fn left(&self, elapsed: Duration) -> Option<Duration> {
        let of =
            |items: u64, weight: &AtomicU64| if self.total_weight > 0 { weight.load(Relaxed) } else { items };
        let total = if self.total_weight > 0 { self.total_weight } else { self.total };
        let skipped = of(self.skipped.load(Relaxed), &self.skipped_weight);
        let done = of(self.done(), &self.done_weight).saturating_sub(skipped);
        let todo = total.saturating_sub(skipped);
        if done == 0 {
            let share = todo as f64 / total.max(1) as f64;
            return Some(self.estimate?.mul_f64(share).saturating_sub(elapsed))
                .filter(|left| !left.is_zero());
        }
        Some(elapsed.mul_f64(todo.saturating_sub(done) as f64 / done as f64))
    }

    /// The number of items or bytes done, of all.
    pub fn position(&self) -> String {
        let (done, total) = (self.done(), self.total);
        match self.unit {
            Unit::Items(what) => format!("{done} of {total} {what}"),
            Unit::Bytes => format!("{} of {}", units::bytes(done), units::bytes(total)),
        }
    }

    /// The rate and the time left: `, 2.1/s, 40 s left`. Empty while neither is known.
    #[cfg(feature = "progress-bar")]
    pub fn outlook(&self) -> String {
        self.outlook_after(self.started.elapsed())
    }

    fn outlook_after(&self, elapsed: Duration) -> String {
        let fresh = self.done().saturating_sub(self.skipped.load(Relaxed));
        let rate = match self.unit {
            _ if fresh == 0 => String::new(),
            Unit::Items(_) => format!(", {}", units::items_per_second(fresh, elapsed)),
            Unit::Bytes => format!(", {}", units::bytes_per_second(fresh, elapsed)),
        };
        let left = self.left(elapsed).map_or(String::new(), |left| format!(", {} left", units::time(left)));
        rate + &left
    }

    /// The plain line.
    pub fn line(&self) -> String {
        self.line_after(self.started.elapsed())
    }

    fn line_after(&self, elapsed: Duration) -> String {
        format!("{} after {}{}", self.position(), units::time(elapsed), self.outlook_after(elapsed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Duration = Duration::from_secs(10);

    #[test]
    fn a_plain_line_has_the_rate_and_the_time_left() {
        let pace = Pace::new(30, Unit::Items("CTAs"));
        assert_eq!(pace.line_after(TEN), "0 of 30 CTAs after 10 s");
        pace.set(12);
        assert_eq!(pace.line_after(TEN), "12 of 30 CTAs after 10 s, 1.2/s, 15 s left");
        let pace = Pace::new(1_500_000_000, Unit::Bytes);
        pace.set(25_000_000);
        assert_eq!(pace.line_after(TEN), "25.0 MB of 1500.0 MB after 10 s, 2.5 MB/s, 9 min 50 s left");
    }

    #[test]
    fn items_that_were_finished_before_do_not_count_for_the_rate() {
        let pace = Pace::new(30, Unit::Items("runs"));
        pace.skip(20, 0);
        assert_eq!(pace.line_after(TEN), "20 of 30 runs after 10 s");
        pace.add(0);
        assert_eq!(
            pace.line_after(TEN),
            format!("21 of 30 runs after 10 s, {}, 1 min 30 s left", units::items_per_second(1, TEN))
        );
    }

    #[test]
    fn the_time_left_is_by_weight_and_at_first_by_the_estimate() {
        let pace = Pace::weighted(2, Unit::Items("runs"), 100, Some(Duration::from_secs(100)));
        assert_eq!(pace.line_after(TEN), "0 of 2 runs after 10 s, 1 min 30 s left");
        assert_eq!(
            pace.line_after(Duration::from_secs(120)),
            "0 of 2 runs after 2 min",
            "the estimate was wrong"
        );
        pace.add(10);
        assert!(pace.line_after(TEN).ends_with(", 1 min 30 s left"), "{}", pace.line_after(TEN));
        let pace = Pace::weighted(2, Unit::Items("runs"), 100, Some(Duration::from_secs(100)));
        pace.skip(1, 80);
        assert_eq!(pace.line_after(TEN), "1 of 2 runs after 10 s, 10 s left");
    }
}
