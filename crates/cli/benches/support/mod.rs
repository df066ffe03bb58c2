//! Measurements on a host with other load: the processor time of a thread, and the shortest of several times.

#![allow(dead_code, reason = "each bench uses some of it")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use warploom_kernel::tape::Source;
use warploom_tape::file::TapeFile;

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

/// The shortest time of several runs, and the result.
pub fn best<T>(times: u32, mut of: impl FnMut() -> (f64, T)) -> (f64, T) {
    let mut best = of();
    for _ in 1..times {
        let again = of();
        if again.0 < best.0 {
            best = again;
        }
    }
    best
}

/// Processor seconds of some work, and its result.
pub fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let timer = Timer::start();
    let done = work();
    (timer.elapsed().as_secs_f64(), done)
}

/// Decodes a tape file. Returns its warp instructions.
pub fn decode(tape: &Path) -> u64 {
    let file = TapeFile::open(tape).expect("the tape was just written");
    let (mut reader, mut instructions) = (file.reader(), 0);
    while reader.launch().expect("a launch").is_some() {
        while let Some(cta) = reader.cta().expect("a CTA") {
            instructions += cta.instructions();
        }
    }
    instructions
}

/// The arguments of a bench: `[--best-of N] NAME…`.
pub fn arguments() -> (u32, Vec<String>) {
    let (mut times, mut names) = (3, Vec::new());
    // `cargo bench` adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--best-of" => {
                times = args.next().and_then(|n| n.parse().ok()).filter(|n| *n > 0).expect("--best-of N")
            }
            name => names.push(name.to_owned()),
        }
    }
    (times, names)
}
