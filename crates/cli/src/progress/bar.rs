//! A progress bar, drawn by indicatif.

use super::Unit;
use crate::units;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt::Write as FmtWrite;
use std::time::Duration;

/// A progress bar on standard error.
pub(super) struct Bar(ProgressBar);

impl Bar {
    /// Whether this build can draw a bar.
    pub const CAN_DRAW: bool = true;

    pub fn new(total: u64, unit: Unit, visible: bool) -> Bar {
        let target = if visible { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(total), target);
        bar.set_style(unit.style());
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    pub fn set_message(&self, text: &str) {
        self.0.set_message(text.to_owned());
    }

    pub fn increment(&self) {
        self.0.inc(1);
    }

    pub fn set_position(&self, done: u64) {
        self.0.set_position(done);
    }

    pub fn position(&self) -> u64 {
        self.0.position()
    }

    pub fn total(&self) -> u64 {
        self.0.length().unwrap_or(0)
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Unit {
    /// The template of the bar: progress, rate and time left.
    fn template(self) -> String {
        let done = match self {
            Unit::Items(what) => format!("{{pos}} of {{len}} {what}"),
            Unit::Bytes => "{done} of {all}".to_owned(),
        };
        format!("{{bar:30}} {done}, {{rate}}, {{eta}} left  {{wide_msg}}")
    }

    fn style(self) -> ProgressStyle {
        // The template is a constant: a test parses it.
        let style = ProgressStyle::with_template(&self.template()).unwrap_or(ProgressStyle::default_bar());
        // If a text cannot be formatted, the bar lacks it.
        let write = |out: &mut dyn FmtWrite, text: String| out.write_str(&text).unwrap_or_default();
        style
            .with_key("done", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                write(out, units::bytes(state.pos()))
            })
            .with_key("all", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                write(out, units::bytes(state.len().unwrap_or(0)))
            })
            .with_key("rate", move |state: &ProgressState, out: &mut dyn FmtWrite| {
                write(out, self.rate(state.pos(), state.elapsed()))
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_parse() {
        for unit in [Unit::Items("things"), Unit::Bytes] {
            assert!(ProgressStyle::with_template(&unit.template()).is_ok(), "{}", unit.template());
        }
    }
}
