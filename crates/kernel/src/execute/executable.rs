//! Kernels of any instruction set.

use super::{Counts, Globals, Launch, LaunchError, Listener, Memory, RunError};
use crate::code::Code;
use crate::program::Pc;

/// A kernel that can be launched: what an instruction set has to provide.
pub trait Executable {
    fn name(&self) -> &str;

    /// Its instructions as analyses and timing models see them, at the same program counters.
    fn code(&self) -> Code;

    /// 32-bit registers per thread that the code says; 0 if it does not.
    fn registers(&self) -> u32;

    /// Registers and width of its warps on a tape.
    ///
    /// # Panics
    /// If the launch has no warps ([`Mode::Threads`](super::Mode::Threads)).
    fn warp_shape(&self, launch: &Launch) -> WarpShape;

    /// Bytes of shared memory of a CTA of this launch.
    fn shared_bytes(&self, launch: &Launch) -> u64;

    /// Checks the launch against the limits of the kernel.
    fn check(&self, launch: &Launch) -> Result<(), LaunchError>;

    /// Whether the access of an instruction has generic addresses: the executor reports an address in the space that it finds, and
    /// a tape holds the generic one.
    fn is_generic_access(&self, pc: Pc) -> bool;

    /// Executes all CTAs of a launch in grid order.
    fn run<L: Listener>(
        &self,
        globals: &Globals,
        launch: &Launch,
        memory: &mut Memory,
        listener: &mut L,
    ) -> Result<Counts, RunError>;
}

/// Registers and lanes of the warps of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WarpShape {
    /// 32-bit registers per thread, which limit occupancy.
    pub registers: u32,
    /// SGPRs per wave of GCN code; 0 for other code.
    pub scalar_registers: u32,
    /// Lanes per warp.
    pub lanes: u32,
}
