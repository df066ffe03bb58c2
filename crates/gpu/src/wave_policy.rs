//! Wave policies: the trait that decides which wave of a CU issues to each unit.
//!
//! A CU has four pools of waves. Every wave has at most one fetched instruction, in the fetch buffer of its pool, and five units
//! take at most one instruction per cycle each. The CU decides what is legal, and the policy what it prefers: pools, and waves in
//! them.

use crate::decoded::WaveUnit;
use crate::ids::{Cycle, SLOTS, Slot, WarpSet};
use warploom_kernel::tape::Launch;

/// Pools of a CU.
pub const POOLS: usize = 4;

/// Pool of a CU, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PoolId(pub u8);

impl PoolId {
    /// The pool as an index, below 4.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize % POOLS
    }

    /// The pool this many places after it, wrapping around.
    #[inline]
    #[must_use]
    pub const fn after(self, places: u8) -> PoolId {
        PoolId((self.0 + places) % POOLS as u8)
    }

    /// The slots of its waves, occupied or not: every fourth.
    #[inline]
    pub const fn slots(self) -> WarpSet {
        WarpSet(0x1111_1111_1111_1111 << self.index())
    }
}

/// Wave-scheduling policy of a CU. One object decides for all units of its CU, in all launches of a run.
///
/// ```
/// use warploom_gpu::fixture::CuFixture;
/// use warploom_gpu::wave_policy::{CuView, PoolId, WavePolicy};
/// use warploom_gpu::{Slot, WaveUnit};
///
/// /// Searches the pools from the first on.
/// struct FirstPool;
///
/// impl WavePolicy for FirstPool {
///     fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
///         let of = |pool| view.oldest_wave(view.issuable(unit, pool));
///         view.pools().find_map(of)
///     }
/// }
///
/// let mut cu = CuFixture::new(FirstPool);
/// let (first, second) = (cu.launch(PoolId(2)), cu.launch(PoolId(1)));
/// cu.fetch(first, WaveUnit::Simd);
/// cu.fetch(second, WaveUnit::Simd);
/// assert_eq!(cu.pick(WaveUnit::Simd), Some(second), "pool 1 is searched before pool 2");
/// assert_eq!(cu.pick(WaveUnit::Lds), None, "no wave has an instruction for it");
/// ```
pub trait WavePolicy: Send {
    /// Picks the wave that issues to a unit now, one of `view.issuable(unit, pool)` of any pool. At least one of them is not empty.
    /// `None` leaves the unit without an instruction. Units are asked in the order of [`WaveUnit::ALL`].
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot>;

    /// A cycle in which the CU held a work-group has ended; [`CuView::issued`] has what each pool issued. Also called for cycles in
    /// which no unit was asked.
    fn cycle_ended(&mut self, _view: &CuView<'_>) {}

    /// Further cycles without any issue follow one that has ended, in which nothing changes for the policy. The default calls
    /// [`WavePolicy::cycle_ended`] for each; a policy whose state does not depend on them can do nothing.
    fn cycles_passed(&mut self, cycles: u64, view: &CuView<'_>) {
        (0..cycles).for_each(|_| self.cycle_ended(view));
    }

    /// Begins a kernel launch, before any of its work-groups is resident. Policy objects live across launches.
    fn launch_begins(&mut self, _launch: &Launch) {}
}

/// Observable state of a CU.
#[derive(Clone, Debug)]
pub(crate) struct CuState {
    pub now: u64,
    /// By slot, the number of the wave in the grid.
    pub wave: [u64; SLOTS],
    /// By slot, the cycle in which its instruction was fetched.
    pub fetched_at: [u64; SLOTS],
    /// By unit, the waves with a fetched instruction for it that its issue buffer has room for.
    pub issuable: [WarpSet; WaveUnit::ALL.len()],
    /// Waves that have not finished.
    pub resident: WarpSet,
    /// Waves whose `s_waitcnt` waits for accesses.
    pub waiting: WarpSet,
    /// Waves blocked at a barrier.
    pub at_barrier: WarpSet,
    /// By pool, the instructions issued in this cycle.
    pub issued: [u8; POOLS],
}

impl CuState {
    pub fn new() -> CuState {
        CuState {
            now: 0,
            wave: [0; SLOTS],
            fetched_at: [0; SLOTS],
            issuable: [WarpSet::EMPTY; WaveUnit::ALL.len()],
            resident: WarpSet::EMPTY,
            waiting: WarpSet::EMPTY,
            at_barrier: WarpSet::EMPTY,
            issued: [0; POOLS],
        }
    }
}

/// Read-only view of a CU, for wave policies. Every query is exact at the time of the call.
#[derive(Clone, Copy)]
pub struct CuView<'a> {
    pub(crate) state: &'a CuState,
}

impl CuView<'_> {
    /// Current cycle.
    #[inline]
    pub fn now(&self) -> Cycle {
        Cycle(self.state.now)
    }

    /// The pools.
    #[inline]
    pub fn pools(&self) -> impl Iterator<Item = PoolId> + use<> {
        (0..POOLS as u8).map(PoolId)
    }

    /// Waves of a pool whose fetched instruction can issue to a unit in this cycle.
    #[inline]
    pub fn issuable(&self, unit: WaveUnit, pool: PoolId) -> WarpSet {
        self.state.issuable[unit.index()] & pool.slots()
    }

    /// Waves of a pool that have not finished.
    #[inline]
    pub fn resident(&self, pool: PoolId) -> WarpSet {
        self.state.resident & pool.slots()
    }

    /// Waves of a pool whose `s_waitcnt` waits for accesses.
    #[inline]
    pub fn waiting(&self, pool: PoolId) -> WarpSet {
        self.state.waiting & pool.slots()
    }

    /// Waves of a pool blocked at a barrier.
    #[inline]
    pub fn at_barrier(&self, pool: PoolId) -> WarpSet {
        self.state.at_barrier & pool.slots()
    }

    /// Instructions that a pool has issued in this cycle so far.
    #[inline]
    pub fn issued(&self, pool: PoolId) -> u32 {
        self.state.issued[pool.index()].into()
    }

    /// Number of a wave in the grid: of its work-group, times the waves of one, and its place in it.
    #[inline]
    pub fn wave_number(&self, slot: Slot) -> u64 {
        self.state.wave[slot.index()]
    }

    /// Cycle in which the instruction of a wave was fetched.
    #[inline]
    pub fn fetched_at(&self, slot: Slot) -> Cycle {
        Cycle(self.state.fetched_at[slot.index()])
    }

    /// Of these waves, the one with the lowest number in the grid.
    #[inline]
    pub fn oldest_wave(&self, waves: WarpSet) -> Option<Slot> {
        waves.iter().min_by_key(|&slot| self.wave_number(slot))
    }

    /// Of these waves, the one whose instruction was fetched first. Ties go to the lowest number in the grid.
    #[inline]
    pub fn oldest_instruction(&self, waves: WarpSet) -> Option<Slot> {
        waves.iter().min_by_key(|&slot| (self.fetched_at(slot), self.wave_number(slot)))
    }
}
