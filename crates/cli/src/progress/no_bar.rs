//! The progress bar of builds without indicatif, which print plain lines.

use super::pace::Pace;
use std::sync::Arc;

/// A bar that is never drawn.
pub struct Bar;

impl Bar {
    /// Whether this build can draw a bar.
    pub const CAN_DRAW: bool = false;

    pub fn new(_: &Arc<Pace>) -> Bar {
        Bar
    }

    pub fn set_message(&self, _: &str) {}

    pub fn clear(&self) {}
}
