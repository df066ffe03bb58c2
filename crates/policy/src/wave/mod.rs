//! Wave policies: which wave of a CU issues to each unit. The four of the GCN thesis differ in the pool whose turn it is, and in
//! whether other pools are searched for the units to which that pool does not issue.

pub(crate) mod lookahead;
pub(crate) mod oldest;
pub(crate) mod rr;
pub(crate) mod two_level;

use crate::parameter::Parameter;
use warploom_gpu::wave_policy::{CuView, POOLS, PoolId};
use warploom_gpu::{Slot, WarpSet, WaveUnit};

/// The parameter `order`: the thesis's text and the code of its time differ in what is oldest.
pub(crate) const ORDER: Parameter<Order> = Parameter::one_of(
    "order",
    "the oldest wave of a pool: the one with the lowest number in the grid, or whose instruction was fetched first",
    &[("wave", Order::Wave), ("instruction", Order::Instruction)],
);

/// What makes a wave of a pool the oldest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Its number in the grid.
    Wave,
    /// The cycle in which its instruction was fetched.
    Instruction,
}

impl Order {
    fn oldest(self, waves: WarpSet, view: &CuView<'_>) -> Option<Slot> {
        match self {
            Order::Wave => view.oldest_wave(waves),
            Order::Instruction => view.oldest_instruction(waves),
        }
    }

    /// The oldest wave of a pool that can issue to a unit.
    fn in_pool(self, unit: WaveUnit, pool: PoolId, view: &CuView<'_>) -> Option<Slot> {
        self.oldest(view.issuable(unit, pool), view)
    }

    /// The oldest wave that can issue to a unit, of the first pool from `pool` on that has one.
    fn first_from(self, unit: WaveUnit, pool: PoolId, view: &CuView<'_>) -> Option<Slot> {
        (0..POOLS as u8).find_map(|places| self.in_pool(unit, pool.after(places), view))
    }
}

/// The pool whose turn it is when turns go round, one cycle each.
fn turn(view: &CuView<'_>) -> PoolId {
    PoolId((view.now().0 % POOLS as u64) as u8)
}
