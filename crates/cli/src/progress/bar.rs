//! A progress bar, drawn by indicatif.

use super::pace::Pace;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// The bar, the number of items, their rate, the time left, and the current item.
const TEMPLATE: &str = "{bar:30} {position}{outlook}  {wide_msg}";

/// A progress bar on standard error.
pub struct Bar(ProgressBar);

impl Bar {
    /// Whether this build can draw a bar.
    pub const CAN_DRAW: bool = true;

    pub fn new(pace: &Arc<Pace>) -> Bar {
        let bar = ProgressBar::new(pace.total());
        bar.set_style(style(pace));
        bar.enable_steady_tick(Duration::from_millis(200));
        Bar(bar)
    }

    pub fn set_message(&self, text: &str) {
        self.0.set_message(text.to_owned());
    }

    pub fn set_position(&self, done: u64) {
        self.0.set_position(done);
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

fn style(pace: &Arc<Pace>) -> ProgressStyle {
    // The template is a constant: a test parses it.
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or(ProgressStyle::default_bar());
    let key = |text: fn(&Pace) -> String| {
        let pace = Arc::clone(pace);
        // If a text cannot be formatted, the bar lacks it.
        move |_: &ProgressState, out: &mut dyn Write| out.write_str(&text(&pace)).unwrap_or_default()
    };
    style.with_key("position", key(Pace::position)).with_key("outlook", key(Pace::outlook))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_parses() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
