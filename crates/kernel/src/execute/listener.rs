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
    pub warp: WarpId,
    pub pc: Pc,
    /// Active lanes whose guard is true. Empty if the guard is false in every lane.
    pub active: LaneMask,
    /// Its memory access, if any.
    pub access: Option<Access<'a>>,
}

/// Number of a barrier of a CTA in a [`SyncEvent`]: 0 to 15, or [`CLUSTER_BARRIER`].
pub type BarrierId = usize;

/// The barrier of a cluster, which is one CTA here.
pub const CLUSTER_BARRIER: BarrierId = 16;

/// Synchronisation of warps, or an asynchronous copy. Addresses of mbarriers are offsets in shared memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyncEvent {
    /// A warp arrives at a barrier of its CTA, and may wait there.
    BarrierArrived { warp: WarpId, barrier: BarrierId },
    /// A barrier is complete, and the waiting warps go on.
    BarrierReleased {
        barrier: BarrierId,
        warps: Vec<WarpId>,
        /// Whether the barrier waits for all warps that have not finished. Otherwise its instructions have a thread count.
        all: bool,
    },
    /// All threads of a warp have exited.
    WarpFinished { warp: WarpId },
    /// A thread arrives at an mbarrier, or a copy counts its bytes there.
    MbarrierArrived {
        warp: WarpId,
        address: u64,
        /// Whether the arrival follows the copies that the thread has started.
        copies: bool,
        /// Whether the arrival completes the phase.
        completes: bool,
    },
    /// A thread finds a phase of an mbarrier completed.
    MbarrierPassed { warp: WarpId, address: u64 },
    /// A thread starts an asynchronous copy.
    CopyStarted(StartedCopy),
}

/// An asynchronous copy of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StartedCopy {
    pub warp: WarpId,
    pub lane: usize,
    /// Bytes that the copy reads, if any.
    pub read: Option<CopyRange>,
    /// Bytes that the copy writes.
    pub written: CopyRange,
    /// The first bytes written, up to 16; `None` if they are not known, or if they change what is there.
    pub data: Option<[u8; 16]>,
}

/// Bytes of a memory space that a copy accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyRange {
    /// Global or shared memory.
    pub space: Space,
    pub address: u64,
    pub bytes: u32,
}

/// Observer of the instructions that a launch executes.
///
/// If [`ENABLED`](Listener::ENABLED) is false, as for `()`, the executor is compiled without the calls.
///
/// ```
/// use warploom_kernel::execute::{ExecutedInstruction, Launch, Listener, Memory};
/// use warploom_kernel::ptx::{Module, run};
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
    /// Whether the executor also calls [`values_stored`](Listener::values_stored) and [`synchronised`](Listener::synchronised).
    const ORDERED: bool = false;
    /// Called before the first instruction of a CTA.
    fn cta_started(&mut self, _cta: CtaId) {}
    /// Called when execution goes on with a CTA that was started earlier: CTAs that wait for each other run in turns.
    fn cta_resumed(&mut self, _cta: CtaId) {}
    /// Called after a warp executes `st`, before [`instruction_executed`](Listener::instruction_executed) reports its access.
    /// `values` holds the first element of every lane, then the second of every lane, and so on.
    fn values_stored(&mut self, _values: &[u64]) {}
    /// Called after an instruction for each of its effects on the order of accesses, before
    /// [`instruction_executed`](Listener::instruction_executed); `pc` is the instruction, or `None` at the end of a warp.
    fn synchronised(&mut self, _pc: Option<Pc>, _event: &SyncEvent) {}
    /// Called after a warp executes an instruction.
    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>);
    /// Called after the last instruction of a CTA. Return false to stop the launch there.
    fn cta_ended(&mut self) -> bool {
        true
    }
}

/// Both listeners observe the launch. It stops where one of them stops it.
impl<A: Listener, B: Listener> Listener for (&mut A, &mut B) {
    const ENABLED: bool = A::ENABLED || B::ENABLED;
    const ORDERED: bool = A::ORDERED || B::ORDERED;

    fn cta_started(&mut self, cta: CtaId) {
        self.0.cta_started(cta);
        self.1.cta_started(cta);
    }

    fn cta_resumed(&mut self, cta: CtaId) {
        self.0.cta_resumed(cta);
        self.1.cta_resumed(cta);
    }

    fn values_stored(&mut self, values: &[u64]) {
        self.0.values_stored(values);
        self.1.values_stored(values);
    }

    fn synchronised(&mut self, pc: Option<Pc>, event: &SyncEvent) {
        self.0.synchronised(pc, event);
        self.1.synchronised(pc, event);
    }

    fn instruction_executed(&mut self, event: ExecutedInstruction<'_>) {
        self.0.instruction_executed(event);
        self.1.instruction_executed(event);
    }

    fn cta_ended(&mut self) -> bool {
        let (first, second) = (self.0.cta_ended(), self.1.cta_ended());
        first && second
    }
}

impl Listener for () {
    const ENABLED: bool = false;
    fn instruction_executed(&mut self, _: ExecutedInstruction<'_>) {}
}
