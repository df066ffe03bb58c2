//! Round robin over the pools with lookahead (`lookahead`): a unit to which the pool of the cycle does not issue is offered to the
//! other pools.

use super::{ORDER, Order, turn};
use crate::declaration::WaveDeclaration;
use warploom_gpu::wave_policy::{CuView, WavePolicy};
use warploom_gpu::{Slot, WaveUnit};

pub(crate) const DECLARATION: WaveDeclaration = WaveDeclaration::new(
    "lookahead",
    "one pool per cycle in turn; a unit for which it has no wave takes the oldest of the next pool that has one",
    |values, _| Box::new(Lookahead { order: values.get(ORDER) }),
)
.parameters(&[&ORDER])
.origin("GCN thesis, 3.1");

struct Lookahead {
    order: Order,
}

impl WavePolicy for Lookahead {
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
        self.order.first_from(unit, turn(view), view)
    }

    fn cycles_passed(&mut self, _cycles: u64, _view: &CuView<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::CuFixture;
    use warploom_gpu::wave_policy::PoolId;

    #[test]
    fn a_type_that_the_pool_does_not_issue_is_sought_in_the_next_pools() {
        let mut cu = CuFixture::new(Lookahead { order: Order::Wave });
        let waves = [0, 1, 2, 3].map(|pool| cu.launch(PoolId(pool)));
        cu.fetch(waves[1], WaveUnit::Simd);
        cu.fetch(waves[2], WaveUnit::Scalar);
        cu.fetch(waves[3], WaveUnit::Scalar);
        cu.fetch(waves[0], WaveUnit::Branch);
        let issued = [(WaveUnit::Branch, waves[0]), (WaveUnit::Scalar, waves[2]), (WaveUnit::Simd, waves[1])];
        assert_eq!(cu.cycle(), issued);
        assert_eq!(cu.cycle(), [(WaveUnit::Scalar, waves[3])], "the search wraps: pools 1, 2, 3");
    }

    #[test]
    fn the_pool_of_the_cycle_comes_first() {
        let mut cu = CuFixture::new(Lookahead { order: Order::Wave });
        let waves = [0, 1].map(|pool| cu.launch(PoolId(pool)));
        waves.iter().for_each(|&wave| cu.fetch(wave, WaveUnit::Lds));
        cu.set_cycle(1);
        assert_eq!(cu.pick(WaveUnit::Lds), Some(waves[1]));
        cu.set_cycle(2);
        assert_eq!(cu.pick(WaveUnit::Lds), Some(waves[0]), "pools 2 and 3 have none");
    }
}
