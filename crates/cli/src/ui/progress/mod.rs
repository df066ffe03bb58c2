//! Progress of long commands: a bar on a terminal, otherwise a plain line every ten seconds.

#[cfg(feature = "progress-bar")]
mod bar;
mod pace;

use pace::{Pace, Unit};
#[cfg(feature = "progress-bar")]
use std::io::IsTerminal as _;
use std::io::Write as _;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use warploom_gpu::cta_counter::CtaCounter;
use warploom_gpu::interrupt::Interrupt;
use warploom_lab::work::{self, Stage};

/// Time between plain lines.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Progress on standard error, which threads may share.
pub struct Progress {
    pace: Arc<Pace>,
    display: Display,
    interrupt: Option<Interrupt>,
}

/// A bar on the terminal.
trait Bar: Send + Sync {
    fn set_message(&self, text: &str);
    fn clear(&self);
}

/// A bar, if standard error is a terminal and this build can draw one.
fn bar(pace: &Arc<Pace>) -> Option<Box<dyn Bar>> {
    #[cfg(feature = "progress-bar")]
    if std::io::stderr().is_terminal() {
        return Some(Box::new(bar::draw(pace)));
    }
    let _ = pace;
    None
}

/// How progress is shown.
enum Display {
    Bar(Box<dyn Bar>),
    Lines(#[expect(dead_code, reason = "it is dropped to stop its thread")] Lines),
    Hidden,
}

impl Progress {
    /// Progress over `total` items, named `what` in the plural.
    pub fn new(total: u64, what: &'static str, quiet: bool) -> Progress {
        Progress::over(Pace::new(total, Unit::Items(what)), quiet)
    }

    /// Progress over `total` items whose durations are in proportion to their weights. `estimate` is the time that all of them
    /// will take, as far as it is known at the start.
    pub fn weighted(
        total: u64,
        what: &'static str,
        weight: u64,
        estimate: Option<Duration>,
        quiet: bool,
    ) -> Progress {
        Progress::over(Pace::weighted(total, Unit::Items(what), weight, estimate), quiet)
    }

    /// Progress over `total` CTAs, as a simulation completes them.
    pub fn simulated(total: u64, counter: CtaCounter, quiet: bool) -> Progress {
        Progress::over(Pace::new(total, Unit::Items("CTAs")).counted_by(counter), quiet)
    }

    /// Progress over `total` bytes.
    pub fn bytes(total: u64, quiet: bool) -> Progress {
        Progress::over(Pace::new(total, Unit::Bytes), quiet)
    }

    fn over(pace: Pace, quiet: bool) -> Progress {
        let pace = Arc::new(pace);
        let display = if quiet {
            Display::Hidden
        } else {
            bar(&pace).map_or_else(|| Display::Lines(Lines::start(&pace)), Display::Bar)
        };
        Progress { pace, display, interrupt: None }
    }

    /// The same progress, which ends the work that reports to it when the flag is raised.
    pub fn interrupted_by(mut self, interrupt: Interrupt) -> Progress {
        self.interrupt = Some(interrupt);
        self
    }

    /// Shows the name of the current item.
    pub fn begin(&self, name: &str) {
        if let Display::Bar(bar) = &self.display {
            bar.set_message(name);
        }
    }

    /// Counts items that took no time, because they were finished before.
    pub fn skip(&self, items: u64, weight: u64) {
        self.pace.skip(items, weight);
    }

    /// Counts one more item.
    pub fn end(&self) {
        self.end_weighing(0);
    }

    /// Counts one more item of this weight.
    pub fn end_weighing(&self, weight: u64) {
        self.pace.add(weight);
    }

    /// Sets the number of items or bytes done.
    pub fn reached(&self, done: u64) {
        self.pace.set(done);
    }

    /// Removes the bar.
    pub fn finish(&self) {
        if let Display::Bar(bar) = &self.display {
            bar.clear();
        }
    }
}

impl work::Progress for Progress {
    fn kernel(&self, name: &str) {
        self.begin(name);
    }

    fn reached(&self, done: u64) {
        Progress::reached(self, done);
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_some_and(Interrupt::is_raised)
    }
}

impl Drop for Progress {
    /// Removes the bar, so that an error is printed in its place.
    fn drop(&mut self) {
        self.finish();
    }
}

/// A thread that prints a plain line from time to time, also while no item ends.
struct Lines {
    /// Dropped to stop the thread.
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Lines {
    fn start(pace: &Arc<Pace>) -> Lines {
        let (stop, stopped) = channel::<()>();
        let pace = Arc::clone(pace);
        let print = move || {
            while stopped.recv_timeout(LINE_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                // Standard error may be closed: not a reason to stop.
                let _ = writeln!(std::io::stderr(), "{}", pace.line());
            }
        };
        // Without a thread there are no lines, which is no reason to stop either.
        let thread = std::thread::Builder::new().name("progress".to_owned()).spawn(print).ok();
        Lines { stop: Some(stop), thread }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // A line that could not be printed does not matter.
            let _ = thread.join();
        }
    }
}

/// A bar for each stage of opening work.
pub struct StageProgress {
    quiet: bool,
    interrupt: Interrupt,
    bar: Mutex<Option<Progress>>,
}

impl StageProgress {
    /// No bar until a stage starts. The flag ends the work.
    pub fn new(quiet: bool, interrupt: Interrupt) -> StageProgress {
        StageProgress { quiet, interrupt, bar: Mutex::new(None) }
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

    fn is_interrupted(&self) -> bool {
        self.interrupt.is_raised()
    }
}
