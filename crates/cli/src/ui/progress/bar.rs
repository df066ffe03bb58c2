//! A progress bar, drawn by indicatif.

use super::Bar;
use super::pace::Pace;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use std::fmt::Write;
use std::sync::Arc;
use std::time::Duration;

/// The bar, the number of items, their rate, the time left, and the current item.
const TEMPLATE: &str = "{gauge} {position}{outlook}  {wide_msg}";

/// Characters of the bar.
const WIDTH: u64 = 30;

/// A progress bar on standard error.
pub fn draw(pace: &Arc<Pace>) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    bar.set_style(style(pace));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

impl Bar for ProgressBar {
    fn set_message(&self, text: &str) {
        ProgressBar::set_message(self, text.to_owned());
    }

    fn clear(&self) {
        self.finish_and_clear();
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
    let style = style.with_key("gauge", key(gauge)).with_key("position", key(Pace::position));
    style.with_key("outlook", key(Pace::outlook))
}

/// The bar itself. It is drawn here and not by indicatif, because the number of items done changes between two ticks.
fn gauge(pace: &Pace) -> String {
    let full = (pace.done().min(pace.total()) * WIDTH).checked_div(pace.total()).unwrap_or(0);
    "█".repeat(full as usize) + &"░".repeat((WIDTH - full) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_is_full_when_all_items_are_done() {
        let pace = Pace::new(4, super::super::pace::Unit::Items("runs"));
        pace.set(1);
        assert_eq!(gauge(&pace), "█".repeat(7) + &"░".repeat(23));
        pace.set(4);
        assert_eq!(gauge(&pace), "█".repeat(30));
        assert_eq!(gauge(&Pace::new(0, super::super::pace::Unit::Bytes)), "░".repeat(30));
    }

    #[test]
    fn the_template_parses() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
