//! What the executors of all instruction sets share: memory and its checks, faults, races, textures, launches and listeners.
//!
//! `ptx::run`, `gcn::run` and `sass::run` execute a launch CTA by CTA in grid order and check every memory access. A [`Listener`] observes the
//! executed instructions; [`crate::tape::record`] is one. Errors of the kernel are a [`Fault`] with kernel, line, CTA and thread.
//! No module of this folder knows an instruction set.

pub(crate) mod barrier;
pub(crate) mod checks;
pub(crate) mod convergence;
pub(crate) mod copies;
mod executable;
pub(crate) mod fault;
pub(crate) mod lanes;
pub(crate) mod launch;
pub(crate) mod listener;
pub(crate) mod mbarrier;
pub(crate) mod memory;
pub(crate) mod poll;
pub(crate) mod printf;
pub(crate) mod products;
mod progress;
pub mod race;
pub mod runtime;
pub mod texture;
pub(crate) mod turns;

pub use checks::{Checks, Warning, Warnings};
pub use executable::{Executable, WarpShape};
pub use fault::{Fault, FaultKind, FaultLocation, NearestAllocation};
pub use launch::{Arg, Launch, LaunchError, Limits, Mode};
pub use listener::{
    Access, BarrierId, CLUSTER_BARRIER, CopyRange, CtaId, ExecutedInstruction, LaneMask, Listener,
    StartedCopy, SyncEvent, WarpId,
};
pub use mbarrier::MbarrierProblem;
pub use memory::{GLOBAL_BASE, Globals, HostCopy, Memory, MemoryError};
pub(crate) use memory::{LOCAL_WINDOW, PARAM_WINDOW, SHARED_WINDOW, WINDOW, window_of};
pub use progress::LaunchProgress;
pub use texture::{
    AddressMode, Array, ArrayRegion, ArrayShape, ChannelKind, Filter, ReadMode, Surface, SurfaceHandle,
    TexelFormat, Texture, TextureError, TextureHandle, TextureSource,
};

/// Instruction counts of an execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// CTAs executed.
    pub ctas: u64,
    /// Warp instructions. Zero in [`Mode::Threads`].
    pub warp_instructions: u64,
    /// Thread instructions: each warp instruction counts once per active lane whose guard is true.
    pub thread_instructions: u64,
    /// Executed branches at which the warp diverged.
    pub divergent_branches: u64,
}

impl Counts {
    pub(crate) fn branches(&mut self, taken: u64, all: u64) {
        self.divergent_branches += u64::from(taken != 0 && taken != all);
    }

    pub(crate) fn add(&mut self, other: Counts) {
        self.ctas += other.ctas;
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
        self.divergent_branches += other.divergent_branches;
    }
}

/// Error that ended the execution of a launch.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunError {
    /// The launch parameters do not match the kernel.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The kernel made an error.
    #[error(transparent)]
    Fault(#[from] Fault),
}
