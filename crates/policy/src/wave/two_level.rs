//! Two-level over the pools (`two-level`, `two-level+lookahead`): a pool keeps its turn as long as it issues.

use super::{ORDER, Order};
use crate::declaration::WaveDeclaration;
use warploom_gpu::wave_policy::{CuView, PoolId, WavePolicy};
use warploom_gpu::{Slot, WaveUnit};

pub(crate) const DECLARATION: WaveDeclaration = WaveDeclaration::new(
    "two-level",
    "a pool keeps its turn until a cycle in which it issues nothing; to each unit, its oldest wave",
    |values, _| Box::new(TwoLevel::new(values.get(ORDER), false)),
)
.parameters(&[&ORDER])
.origin("GCN thesis, 3.2");

pub(crate) const WITH_LOOKAHEAD: WaveDeclaration = WaveDeclaration::new(
    "two-level+lookahead",
    "as two-level; a unit for which the pool has no wave takes the oldest of the next pool that has one",
    |values, _| Box::new(TwoLevel::new(values.get(ORDER), true)),
)
.parameters(&[&ORDER])
.origin("GCN thesis, 3.3");

struct TwoLevel {
    order: Order,
    /// Whether other pools are searched. That does not move the turn.
    lookahead: bool,
    active: PoolId,
}

impl TwoLevel {
    fn new(order: Order, lookahead: bool) -> TwoLevel {
        TwoLevel { order, lookahead, active: PoolId(0) }
    }
}

impl WavePolicy for TwoLevel {
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
        if self.lookahead {
            self.order.first_from(unit, self.active, view)
        } else {
            self.order.in_pool(unit, self.active, view)
        }
    }

    fn cycle_ended(&mut self, view: &CuView<'_>) {
        if view.issued(self.active) == 0 {
            self.active = self.active.after(1);
        }
    }

    fn cycles_passed(&mut self, cycles: u64, _view: &CuView<'_>) {
        self.active = self.active.after((cycles % 4) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::CuFixture;

    #[test]
    fn a_pool_keeps_its_turn_while_it_issues() {
        let mut cu = CuFixture::new(TwoLevel::new(Order::Wave, false));
        let waves = [cu.launch(PoolId(0)), cu.launch(PoolId(0)), cu.launch(PoolId(1))];
        waves.iter().for_each(|&wave| cu.fetch(wave, WaveUnit::Simd));
        assert_eq!(cu.cycle(), [(WaveUnit::Simd, waves[0])]);
        assert_eq!(cu.cycle(), [(WaveUnit::Simd, waves[1])]);
        assert_eq!(cu.cycle(), [], "pool 0 has nothing left: its turn ends with this cycle");
        assert_eq!(cu.cycle(), [(WaveUnit::Simd, waves[2])]);
    }

    #[test]
    fn searching_other_pools_does_not_move_the_turn() {
        let mut cu = CuFixture::new(TwoLevel::new(Order::Wave, true));
        let waves = [cu.launch(PoolId(0)), cu.launch(PoolId(1)), cu.launch(PoolId(1))];
        cu.fetch(waves[0], WaveUnit::Scalar);
        cu.fetch(waves[1], WaveUnit::Simd);
        cu.fetch(waves[2], WaveUnit::Scalar);
        assert_eq!(cu.cycle(), [(WaveUnit::Scalar, waves[0]), (WaveUnit::Simd, waves[1])]);
        assert_eq!(cu.policy.active, PoolId(0), "pool 0 issued");
        cu.fetch(waves[1], WaveUnit::Simd);
        assert_eq!(cu.cycle(), [(WaveUnit::Scalar, waves[2]), (WaveUnit::Simd, waves[1])]);
        assert_eq!(cu.policy.active, PoolId(1), "only pool 1 issued, which was not active");
    }

    #[test]
    fn skipped_cycles_move_the_turn_as_if_they_had_been_simulated() {
        let mut cu = CuFixture::new(TwoLevel::new(Order::Wave, false));
        cu.launch(PoolId(0));
        let mut other = CuFixture::new(TwoLevel::new(Order::Wave, false));
        other.launch(PoolId(0));
        for cycles in [1, 2, 3, 4, 5, 6, 7, 9] {
            (0..cycles).for_each(|_| assert_eq!(cu.cycle(), []));
            other.pass(cycles);
            assert_eq!(cu.policy.active, other.policy.active, "{cycles}");
        }
    }
}
