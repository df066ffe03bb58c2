//! How far a launch in execution is.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Counters of a launch in execution, which another thread can read.
///
/// ```
/// use std::sync::Arc;
/// use warploom_kernel::execute::{Launch, LaunchProgress, Memory};
/// use warploom_kernel::ptx::{Module, run};
///
/// let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
///     .visible .entry k() { .reg .b32 %r<1>; mov.u32 %r0, 1; ret; }")?;
/// let mut memory = Memory::new();
/// let globals = memory.load(&module)?;
/// let progress = Arc::new(LaunchProgress::default());
/// memory.count_progress(Some(Arc::clone(&progress)));
/// run(&module.programs[0], &globals, &Launch::new([3, 1, 1], [64, 1, 1]), &mut memory, &mut ())?;
/// assert_eq!((progress.ctas(), progress.warp_instructions()), (3, 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct LaunchProgress {
    ctas: AtomicU64,
    warp_instructions: AtomicU64,
}

impl LaunchProgress {
    /// CTAs that have ended.
    pub fn ctas(&self) -> u64 {
        self.ctas.load(Relaxed)
    }

    /// Warp instructions executed, without those since the last turn of each warp.
    pub fn warp_instructions(&self) -> u64 {
        self.warp_instructions.load(Relaxed)
    }

    pub(crate) fn cta_ended(&self) {
        self.ctas.fetch_add(1, Relaxed);
    }

    pub(crate) fn executed(&self, warp_instructions: u64) {
        self.warp_instructions.fetch_add(warp_instructions, Relaxed);
    }
}
