//! Lines about a launch that runs for long.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use warploom_kernel::execute::LaunchProgress;

/// Time between two looks at the launch in execution.
const LOOK: Duration = Duration::from_secs(1);
/// Looks from line to line.
const LOOKS_PER_LINE: u32 = 5;

/// The launch in execution.
#[derive(Clone, Debug)]
struct RunningLaunch {
    number: u64,
    kernel: String,
    /// CTAs of the grid.
    ctas: u64,
    counters: Arc<LaunchProgress>,
}

impl RunningLaunch {
    fn line(&self) -> String {
        let RunningLaunch { number, kernel, ctas, counters } = self;
        format!(
            "launch {number}, kernel `{kernel}`: {} of {ctas} CTAs, {} warp instructions",
            counters.ctas(),
            counters.warp_instructions()
        )
    }
}

/// Prints to standard error how far a launch is, if it runs for long. A thread of its own does: the kernel's has no time for it.
#[derive(Debug, Default)]
pub struct ProgressLines {
    running: Arc<Mutex<Option<RunningLaunch>>>,
    has_thread: bool,
}

impl ProgressLines {
    /// Begins a launch and returns its counters.
    pub fn begin(&mut self, number: u64, kernel: &str, ctas: u64) -> Arc<LaunchProgress> {
        let counters = Arc::new(LaunchProgress::default());
        let launch =
            RunningLaunch { number, kernel: kernel.to_owned(), ctas, counters: Arc::clone(&counters) };
        self.set(Some(launch));
        if !self.has_thread {
            self.has_thread = true;
            let running = Arc::clone(&self.running);
            // Without the thread there are no lines, which is no reason to stop.
            let _ = thread::Builder::new().name("warploom".to_owned()).spawn(move || watch(&running));
        }
        counters
    }

    /// Ends the launch.
    pub fn end(&self) {
        self.set(None);
    }

    fn set(&self, launch: Option<RunningLaunch>) {
        *self.running.lock().unwrap_or_else(PoisonError::into_inner) = launch;
    }
}

/// Prints a line for each [`LOOKS_PER_LINE`] looks that find the same launch, until the process ends.
fn watch(running: &Mutex<Option<RunningLaunch>>) {
    block_signals();
    let (mut last, mut looks) = (None, 0);
    loop {
        thread::sleep(LOOK);
        let launch = running.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let number = launch.as_ref().map(|launch| launch.number);
        looks = if number == last { looks + 1 } else { 0 };
        last = number;
        if let Some(launch) = launch
            && looks == LOOKS_PER_LINE
        {
            looks = 0;
            eprintln!("warploom: {}", launch.line());
        }
    }
}

/// Leaves the program's signals to the program's threads: its handlers may expect to run on one of them.
fn block_signals() {
    // SAFETY: the set is filled before it is used, and a thread may change its own mask at any time.
    unsafe {
        let mut all = std::mem::zeroed::<libc::sigset_t>();
        libc::sigfillset(&raw mut all);
        libc::pthread_sigmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_launch_and_its_counters() {
        let (number, kernel, counters) = (3, "step".to_owned(), Arc::default());
        let launch = RunningLaunch { number, kernel, ctas: 4096, counters };
        assert_eq!(launch.line(), "launch 3, kernel `step`: 0 of 4096 CTAs, 0 warp instructions");
    }
}
