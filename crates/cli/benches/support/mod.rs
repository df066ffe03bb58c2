//! Seconds of work that has a thread to itself and a host that it has not.

use std::fs;
use std::time::{Duration, Instant};

/// Measures the time that this thread has a processor for, where the host tells (Linux), and else that of the clock.
pub struct Timer {
    clock: Instant,
    processor: Option<Duration>,
}

impl Timer {
    /// Time begins.
    pub fn start() -> Timer {
        Timer { processor: processor(), clock: Instant::now() }
    }

    /// Time until now.
    pub fn elapsed(&self) -> Duration {
        let clock = self.clock.elapsed();
        self.processor.zip(processor()).map_or(clock, |(then, now)| now.saturating_sub(then))
    }
}

fn processor() -> Option<Duration> {
    // The account is brought up to date when the thread gives way, and otherwise only every few milliseconds.
    std::thread::sleep(Duration::from_micros(1));
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
