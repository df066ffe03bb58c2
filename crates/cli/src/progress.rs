//! How far long work has come: a bar on a terminal, a plain line now and then elsewhere.

use crate::units;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write as FmtWrite;
use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a plain line is printed.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// Tells on standard error how far work has come. Threads may share it.
pub struct Progress {
    bar: ProgressBar,
    unit: Unit,
    started: Instant,
    /// When the last plain line was printed; none are, where there is a bar.
    told: Option<Mutex<Instant>>,
}

/// What is counted.
#[derive(Clone, Copy)]
enum Unit {
    /// Pieces of work, by what they are called in the plural.
    Pieces(&'static str),
    Bytes,
}

impl Unit {
    /// What the bar says, with rate and time left.
    fn template(self) -> String {
        let done = match self {
            Unit::Pieces(what) => format!("{{pos}} of {{len}} {what}"),
            Unit::Bytes => "{done} of {all}".to_owned(),
        };
        format!("{{bar:30}} {done}, {{rate}}, {{eta}} left  {{wide_msg}}")
    }

    /// How fast it goes.
    fn rate(self, done: u64, elapsed: Duration) -> String {
        match self {
            Unit::Pieces(_) => units::pace(done, elapsed),
            Unit::Bytes => units::rate(done, elapsed),
        }
    }

    fn style(self) -> ProgressStyle {
        // The template is ours: a test sees that it can be read.
        let style = ProgressStyle::with_template(&self.template()).unwrap_or(ProgressStyle::default_bar());
        // Where the text cannot be had, the bar lacks it.
        let tell = |out: &mut dyn FmtWrite, text: String| out.write_str(&text).unwrap_or_default();
        style
            .with_key("done", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                tell(out, units::bytes(state.pos()))
            })
            .with_key("all", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                tell(out, units::bytes(state.len().unwrap_or(0)))
            })
            .with_key("rate", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                tell(out, self.rate(state.pos(), state.elapsed()))
            })
    }

    /// The plain line.
    fn line(self, done: u64, total: u64, elapsed: Duration) -> String {
        let (seconds, rate) = (elapsed.as_secs(), self.rate(done, elapsed));
        match self {
            Unit::Pieces(what) => format!("{done} of {total} {what} after {seconds} s, {rate}"),
            Unit::Bytes => {
                format!("{} of {} after {seconds} s, {rate}", units::bytes(done), units::bytes(total))
            }
        }
    }
}

impl Progress {
    /// Progress over `total` pieces of work, called `what` in the plural.
    pub fn new(total: u64, what: &'static str, quiet: bool) -> Progress {
        Progress::over(total, Unit::Pieces(what), quiet)
    }

    /// Progress over `total` bytes.
    pub fn bytes(total: u64, quiet: bool) -> Progress {
        Progress::over(total, Unit::Bytes, quiet)
    }

    fn over(total: u64, unit: Unit, quiet: bool) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let target =
            if terminal && !quiet { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        bar.set_style(unit.style());
        bar.enable_steady_tick(Duration::from_millis(200));
        let started = Instant::now();
        let told = (!terminal && !quiet).then(|| Mutex::new(started));
        Progress { bar, unit, started, told }
    }

    /// A piece of work begins.
    pub fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// A piece of work has ended.
    pub fn end(&self) {
        self.bar.inc(1);
        self.tell();
    }

    /// So much in all has been done.
    pub fn reached(&self, done: u64) {
        self.bar.set_position(done);
        self.tell();
    }

    fn tell(&self) {
        let Some(told) = &self.told else { return };
        let Ok(mut told) = told.lock() else { return };
        if told.elapsed() >= NOW_AND_THEN {
            *told = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            // Standard error may be closed: that is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{}", self.unit.line(done, total, self.started.elapsed()));
        }
    }

    /// All is done: the bar goes.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    /// What goes wrong is printed where the bar was.
    fn drop(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_counted() {
        let progress = Progress::new(2, "things", true);
        progress.begin("one");
        progress.end();
        assert_eq!(progress.bar.position(), 1);
        progress.finish();
    }

    #[test]
    fn the_templates_can_be_read() {
        for unit in [Unit::Pieces("things"), Unit::Bytes] {
            assert!(ProgressStyle::with_template(&unit.template()).is_ok(), "{}", unit.template());
        }
    }

    #[test]
    fn plain_lines() {
        let after = Duration::from_secs(10);
        assert_eq!(Unit::Pieces("CTAs").line(12, 30, after), "12 of 30 CTAs after 10 s, 1.2/s");
        let line = Unit::Bytes.line(25_000_000, 1_500_000_000, after);
        assert_eq!(line, "25.0 MB of 1500.0 MB after 10 s, 2.5 MB/s");
    }
}
