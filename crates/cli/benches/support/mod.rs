//! Processor time of a thread, on a host with other load.

use std::fs;
use std::time::{Duration, Instant};

/// Measures the processor time of this thread on Linux, and wall-clock time elsewhere.
pub struct Timer {
    clock: Instant,
    processor: Option<Duration>,
}

impl Timer {
    /// Starts the measurement.
    pub fn start() -> Timer {
        Timer { processor: processor(), clock: Instant::now() }
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        let clock = self.clock.elapsed();
        self.processor.zip(processor()).map_or(clock, |(then, now)| now.saturating_sub(then))
    }
}

fn processor() -> Option<Duration> {
    // The kernel updates the time when the thread yields, otherwise only every few milliseconds.
    std::thread::sleep(Duration::from_micros(1));
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
