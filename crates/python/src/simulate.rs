//! Long work on a thread of its own, which Ctrl-C ends.

use crate::error::Problem;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;
use warploom_gpu::interrupt::Interrupt;

/// Time between two looks for signals. Ctrl-C is seen this late at most.
const POLL: Duration = Duration::from_millis(50);

/// Flags that no run uses. A flag lives as long as the process, so flags that were not raised are used again.
static UNUSED: Mutex<Vec<Interrupt>> = Mutex::new(Vec::new());

fn unused() -> std::sync::MutexGuard<'static, Vec<Interrupt>> {
    UNUSED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` on another thread, without the interpreter's lock on this one, and looks for signals until it ends. A signal whose
/// handler raises an exception, as Ctrl-C does, raises the flag that `work` is given; the exception is returned once `work` has
/// ended.
///
/// # Errors
/// The signal's exception, or that of the problem. A panic is a mistake of Warploom's: it becomes an exception too.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Interrupt) -> Result<T, Problem> + Send,
) -> PyResult<T> {
    let interrupt = unused().pop().unwrap_or_else(Interrupt::new);
    let ended = AtomicBool::new(false);
    let mut signal = None;
    let result = thread::scope(|scope| {
        let end = End { ended: &ended, waiting: thread::current() };
        let worker = scope.spawn(move || {
            let _end = end;
            work(interrupt)
        });
        while !py.detach(|| has_ended(&ended)) {
            if let (None, Err(exception)) = (&signal, py.check_signals()) {
                interrupt.raise();
                signal = Some(exception);
            }
        }
        py.detach(|| worker.join())
    });
    if !interrupt.is_raised() {
        unused().push(interrupt);
    }
    if let Some(exception) = signal {
        return Err(exception);
    }
    match result {
        Ok(result) => result.map_err(|problem| problem.into_exception(py)),
        Err(panic) => Err(panicked(panic.as_ref()).into_exception(py)),
    }
}

/// Waits for the end of the work, or for the next look for signals.
fn has_ended(ended: &AtomicBool) -> bool {
    if !ended.load(Ordering::Acquire) {
        thread::park_timeout(POLL);
    }
    ended.load(Ordering::Acquire)
}

/// Marks the end of the work when it is dropped, so also after a panic.
struct End<'a> {
    ended: &'a AtomicBool,
    waiting: Thread,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.ended.store(true, Ordering::Release);
        self.waiting.unpark();
    }
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> Problem {
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    Problem::general(
        format!("internal error: {message}"),
        Some("this is a mistake in Warploom: please report it with the call that led to it"),
    )
}
