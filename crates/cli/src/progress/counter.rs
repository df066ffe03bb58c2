//! A progress bar that is not drawn: for builds without indicatif, which print plain lines.

use super::Unit;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts progress.
pub(super) struct Bar {
    done: AtomicU64,
    total: u64,
}

impl Bar {
    /// Whether this build can draw a bar.
    pub const CAN_DRAW: bool = false;

    pub fn new(total: u64, _unit: Unit, _visible: bool) -> Bar {
        Bar { done: AtomicU64::new(0), total }
    }

    pub fn set_message(&self, _text: &str) {}

    pub fn increment(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub fn set_position(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    pub fn position(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn clear(&self) {}
}
