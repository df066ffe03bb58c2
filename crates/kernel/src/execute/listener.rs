//! Observation of an execution: the interface that records tapes.

use crate::program::{Pc, Space};

/// Number of a CTA in the grid: x + grid.x · (y + grid.y · z).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CtaId(pub u64);

/// Number of a warp in its CTA.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct WarpId(pub u32);

/// Set of lanes of a warp: one bit per lane, lane 0 lowest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LaneMask(pub u64);

impl LaneMask {
    /// Number of lanes in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the lanes in ascending order.
    pub fn lanes(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let lane = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(lane)
        })
    }
}

impl std::fmt::Debug for LaneMask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// Memory access of an executed instruction.
#[derive(Clone, Copy, Debug)]
pub struct Access<'a> {
    /// Memory space. `Generic` only if the lanes access different spaces.
    pub space: Space,
    /// Bytes that each lane accesses.
    pub bytes: u32,
    /// One address per lane. Entries of inactive lanes are unspecified.
    pub addresses: &'a [u64],
}

/// One executed warp instruction.
#[derive(Clone, Copy, Debug)]
pub struct ExecutedInstruction<'a> {
    /// The warp.
    pub warp: WarpId,
    /// The instruction.
    pub pc: Pc,
    /// Active lanes whose guard is true. Empty if the guard is false in every lane.
    pub active: LaneMask,
    /// Its memory access, if any.
    pub access: Option<Access<'a>>,
}

/// Observer of the instructions that a launch executes.
///
/// If [`ENABLED`](Listener::ENABLED) is false, as for `()`, the executor is compiled without the calls.
///
/// ```
/// use warploom_kernel::execute::{ExecutedInstruction, Launch, Listener, Memory, run};
/// use warploom_kernel::program::Module;
///
/// #[derive(Default)]
/// struct Pcs(Vec<u32>);
///
/// impl Listener for Pcs {
///     fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
///         self.0.push(event.pc.0);
///     }
/// }
///
/// let module = Module::parse(".version 8.0 .target sm_75 .address_size 64
///     .visible .entry k() { .reg .b32 %r<1>; mov.u32 %r0, 1; ret; }")?;
/// let mut memory = Memory::new();
/// let globals = memory.load(&module)?;
/// let mut listener = Pcs::default();
/// run(&module.programs[0], &globals, &Launch::new([1, 1, 1], [32, 1, 1]), &mut memory, &mut listener)?;
/// assert_eq!(listener.0, [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Listener {
    /// Whether the executor calls this listener at all.
    const ENABLED: bool = true;
    /// Called before the first instruction of a CTA.
    fn cta_started(&mut self, _cta: CtaId) {}
    /// Called when execution goes on with a CTA that was started earlier: CTAs that wait for each other run in turns.
    fn cta_resumed(&mut self, _cta: CtaId) {}
    /// Called after a warp executes an instruction.
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>);
    /// Called after the last instruction of a CTA. Return false to stop the launch there.
    fn cta_ended(&mut self) -> bool {
        true
    }
}

impl Listener for () {
    const ENABLED: bool = false;
    fn instruction_executed(&mut self, _: ExecutedInstruction<'_>) {}
}
