//! Progress of long commands: a bar on a terminal, otherwise a plain line every ten seconds.

#[cfg(feature = "progress-bar")]
mod bar;
// Without indicatif a bar only counts.
#[cfg(not(feature = "progress-bar"))]
#[path = "counter.rs"]
mod bar;

use crate::units;
use bar::Bar;
use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use warploom_lab::work::{self, Stage};

/// Time between plain lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// A progress bar on standard error, which threads may share.
pub struct Progress {
    bar: Bar,
    unit: Unit,
    started: Instant,
    /// When the last plain line was printed; `None` if there is a bar, or with `--quiet`.
    last_line: Option<Mutex<Instant>>,
}

/// The unit of progress.
#[derive(Clone, Copy)]
enum Unit {
    /// Items, by their name in the plural.
    Items(&'static str),
    Bytes,
}

impl Unit {
    /// The rate of progress.
    fn rate(self, done: u64, elapsed: Duration) -> String {
        match self {
            Unit::Items(_) => units::items_per_second(done, elapsed),
            Unit::Bytes => units::bytes_per_second(done, elapsed),
        }
    }

    /// The plain line.
    fn line(self, done: u64, total: u64, elapsed: Duration) -> String {
        let (seconds, rate) = (elapsed.as_secs(), self.rate(done, elapsed));
        match self {
            Unit::Items(what) => format!("{done} of {total} {what} after {seconds} s, {rate}"),
            Unit::Bytes => {
                format!("{} of {} after {seconds} s, {rate}", units::bytes(done), units::bytes(total))
            }
        }
    }
}

impl Progress {
    /// Progress over `total` items, named `what` in the plural.
    pub fn new(total: u64, what: &'static str, quiet: bool) -> Progress {
        Progress::over(total, Unit::Items(what), quiet)
    }

    /// Progress over `total` bytes.
    pub fn bytes(total: u64, quiet: bool) -> Progress {
        Progress::over(total, Unit::Bytes, quiet)
    }

    fn over(total: u64, unit: Unit, quiet: bool) -> Progress {
        let drawn = Bar::CAN_DRAW && std::io::stderr().is_terminal();
        let bar = Bar::new(total, unit, drawn && !quiet);
        let started = Instant::now();
        let last_line = (!drawn && !quiet).then(|| Mutex::new(started));
        Progress { bar, unit, started, last_line }
    }

    /// Shows the name of the current item.
    pub fn begin(&self, name: &str) {
        self.bar.set_message(name);
    }

    /// Counts one more item.
    pub fn end(&self) {
        self.bar.increment();
        self.print_line();
    }

    /// Sets the number of items or bytes done.
    pub fn reached(&self, done: u64) {
        self.bar.set_position(done);
        self.print_line();
    }

    fn print_line(&self) {
        let Some(last) = &self.last_line else { return };
        let Ok(mut last) = last.lock() else { return };
        if last.elapsed() >= LINE_INTERVAL {
            *last = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.total());
            // Standard error may be closed: not a reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", self.unit.line(done, total, self.started.elapsed()));
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.clear();
    }
}

impl work::Progress for Progress {
    fn kernel(&self, name: &str) {
        self.begin(name);
    }

    fn reached(&self, done: u64) {
        Progress::reached(self, done);
    }
}

/// A bar for each stage of opening work.
pub struct StageProgress {
    quiet: bool,
    bar: Mutex<Option<Progress>>,
}

impl StageProgress {
    /// No bar until a stage starts.
    pub fn new(quiet: bool) -> StageProgress {
        StageProgress { quiet, bar: Mutex::new(None) }
    }

    fn with_bar(&self, report: impl FnOnce(&Progress)) {
        if let Ok(Some(bar)) = self.bar.lock().as_deref() {
            report(bar);
        }
    }
}

impl work::Progress for StageProgress {
    fn stage(&self, stage: Stage, total: u64) {
        let bar = match stage {
            Stage::Import => Progress::bytes(total, self.quiet),
            _ => Progress::new(total, "CTAs on a tape", self.quiet),
        };
        if let Ok(mut current) = self.bar.lock() {
            *current = Some(bar);
        }
    }

    fn kernel(&self, name: &str) {
        self.with_bar(|bar| bar.begin(name));
    }

    fn reached(&self, done: u64) {
        self.with_bar(|bar| bar.reached(done));
    }
}

impl Drop for Progress {
    /// Removes the bar, so that an error is printed in its place.
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_counted() {
        let progress = Progress::new(2, "things", true);
        progress.begin("one");
        progress.end();
        assert_eq!(progress.bar.position(), 1);
        progress.finish();
    }

    #[test]
    fn plain_lines() {
        let after = Duration::from_secs(10);
        assert_eq!(Unit::Items("CTAs").line(12, 30, after), "12 of 30 CTAs after 10 s, 1.2/s");
        let line = Unit::Bytes.line(25_000_000, 1_500_000_000, after);
        assert_eq!(line, "25.0 MB of 1500.0 MB after 10 s, 2.5 MB/s");
    }
}
