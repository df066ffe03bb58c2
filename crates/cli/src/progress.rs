//! How far long work has come: a bar on a terminal, a plain line now and then elsewhere.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a plain line is printed.
const NOW_AND_THEN: Duration = Duration::from_secs(10);

/// Tells on standard error how far work has come. Threads may share it.
pub struct Progress {
    bar: ProgressBar,
    what: &'static str,
    started: Instant,
    /// When the last plain line was printed; none are, where there is a bar.
    told: Option<Mutex<Instant>>,
}

impl Progress {
    /// Progress over `total` pieces of work, called `what` in the plural.
    pub fn new(total: u64, what: &'static str, quiet: bool) -> Progress {
        let terminal = std::io::stderr().is_terminal();
        let target =
            if terminal && !quiet { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        let template =
            format!("{{bar:30}} {{pos}} of {{len}} {what}  {{elapsed}}, {{eta}} left  {{wide_msg}}");
        // The template is ours: a test sees that it can be read.
        bar.set_style(ProgressStyle::with_template(&template).unwrap_or(ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        let started = Instant::now();
        let told = (!terminal && !quiet).then(|| Mutex::new(started));
        Progress { bar, what, started, told }
    }

    /// A piece of work begins.
    pub fn begin(&self, name: &str) {
        self.bar.set_message(name.to_owned());
    }

    /// A piece of work has ended.
    pub fn end(&self) {
        self.bar.inc(1);
        let Some(told) = &self.told else { return };
        let Ok(mut told) = told.lock() else { return };
        if told.elapsed() >= NOW_AND_THEN {
            *told = Instant::now();
            let (done, total) = (self.bar.position(), self.bar.length().unwrap_or(0));
            let seconds = self.started.elapsed().as_secs();
            // Standard error may be closed: that is no reason to stop.
            let _ = writeln!(std::io::stderr(), "{done} of {total} {} after {seconds} s", self.what);
        }
    }

    /// All is done: the bar goes.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_can_be_read_and_pieces_are_counted() {
        let progress = Progress::new(2, "things", true);
        progress.begin("one");
        progress.end();
        assert_eq!(progress.bar.position(), 1);
        progress.finish();
    }
}
