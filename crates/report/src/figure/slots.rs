//! Slots of equal width along the horizontal axis, with labels below.

use super::canvas::{Anchor, Axis, Canvas, GAP, LINE, SIZE, width};

/// The height of the area above the slots, in pixels.
pub(super) const HEIGHT: f64 = 320.0;

/// The default width of a figure, in pixels.
const USUAL: f64 = 820.0;

/// The minimum width of a slot with a slanted label, in pixels.
const ASLANT: f64 = 24.0;

/// Slots of equal width. Labels that would touch are slanted; if slanted labels do not fit either, the figure is wider.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Slots {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) slot: f64,
    aslant: bool,
}

/// The width that an axis and its title need, in pixels.
pub(super) fn axis_room(axis: &Axis) -> f64 {
    axis.room() + 2.0 * LINE + 2.0 * GAP
}

impl Slots {
    /// One slot per label, each at least `least` wide, to the right of `left`.
    pub(super) fn new(labels: &[&str], least: f64, left: f64) -> Slots {
        let count = labels.len().max(1) as f64;
        let widest = labels.iter().map(|label| width(label, SIZE)).fold(0.0, f64::max);
        // A few slots are not stretched over the whole width.
        let usual = ((USUAL - left) / count).min(f64::max(150.0, 320.0 / count));
        let slot = usual.max(least).max(ASLANT);
        let aslant = widest + GAP > slot;
        // Slanted labels of the first slots extend to the left.
        let over = labels.iter().enumerate().map(|(at, label)| slant(label) - (at as f64 + 0.5) * slot + GAP);
        let left = if aslant { over.fold(left, f64::max) } else { left };
        Slots { left, right: left + slot * count, slot, aslant }
    }

    /// The x coordinate of a slot's left edge.
    pub(super) fn start(&self, at: usize) -> f64 {
        self.left + at as f64 * self.slot
    }

    /// Writes the labels below `top`. Returns the y coordinate below them.
    pub(super) fn labels(&self, canvas: &mut Canvas, top: f64, labels: &[&str]) -> f64 {
        for (at, label) in labels.iter().enumerate() {
            let x = self.start(at) + self.slot / 2.0;
            if self.aslant {
                canvas.rotated_text((x + 5.0, top + 14.0), 45.0, SIZE, Anchor::End, label);
            } else {
                canvas.text((x, top + LINE), SIZE, Anchor::Middle, label);
            }
        }
        let deepest = labels.iter().map(|label| slant(label)).fold(0.0, f64::max);
        top + if self.aslant { 14.0 + deepest } else { LINE + GAP }
    }
}

/// The horizontal and vertical extent of a slanted label, in pixels.
fn slant(label: &str) -> f64 {
    width(label, SIZE) * std::f64::consts::FRAC_1_SQRT_2
}
