//! A flag that ends runs early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A flag that ends runs early, for example when the user presses Ctrl-C.
///
/// A flag lives as long as the process, so that options stay `Copy`: a program creates one, not one per run.
///
/// ```
/// use warploom_gpu::interrupt::Interrupt;
/// use warploom_gpu::simulation::Options;
///
/// let interrupt = Interrupt::new();
/// let options = Options::default().with_interrupt(interrupt);
/// assert!(!interrupt.is_raised());
/// interrupt.raise();
/// assert!(options.interrupt.is_some_and(|flag| flag.is_raised()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Interrupt(&'static Arc<AtomicBool>);

impl Interrupt {
    /// A flag that is not raised.
    #[expect(clippy::new_without_default, reason = "a default value should not leak memory")]
    pub fn new() -> Interrupt {
        Interrupt(Box::leak(Box::default()))
    }

    /// Raises the flag. It cannot be lowered.
    pub fn raise(self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True once the flag is raised.
    pub fn is_raised(self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for a signal handler that raises it.
    pub fn flag(self) -> Arc<AtomicBool> {
        Arc::clone(self.0)
    }
}

impl PartialEq for Interrupt {
    /// True for copies of one flag.
    fn eq(&self, other: &Interrupt) -> bool {
        Arc::ptr_eq(self.0, other.0)
    }
}

impl Eq for Interrupt {}
