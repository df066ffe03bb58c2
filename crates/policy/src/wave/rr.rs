//! Round robin over the pools (`rr`).

use super::{ORDER, Order, turn};
use crate::declaration::WaveDeclaration;
use warploom_gpu::wave_policy::{CuView, WavePolicy};
use warploom_gpu::{Slot, WaveUnit};

pub(crate) const DECLARATION: WaveDeclaration = WaveDeclaration::new(
    "rr",
    "one pool per cycle in turn; to each unit, the oldest wave of that pool",
    |values, _| Box::new(RoundRobin { order: values.get(ORDER) }),
)
.parameters(&[&ORDER])
.origin("GCN thesis, 2.3 (Multi2Sim's)");

struct RoundRobin {
    order: Order,
}

impl WavePolicy for RoundRobin {
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
        self.order.in_pool(unit, turn(view), view)
    }

    fn cycles_passed(&mut self, _cycles: u64, _view: &CuView<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::CuFixture;
    use warploom_gpu::wave_policy::PoolId;

    #[test]
    fn only_the_pool_of_the_cycle_issues() {
        let mut cu = CuFixture::new(RoundRobin { order: Order::Wave });
        let waves = [0, 1, 2, 3].map(|pool| cu.launch(PoolId(pool)));
        waves.iter().for_each(|&wave| cu.fetch(wave, WaveUnit::Simd));
        for cycle in 0..8 {
            cu.set_cycle(cycle);
            assert_eq!(cu.pick(WaveUnit::Simd), Some(waves[cycle as usize % 4]));
        }
    }

    #[test]
    fn a_unit_without_an_instruction_in_the_pool_stays_idle() {
        let mut cu = CuFixture::new(RoundRobin { order: Order::Wave });
        let (first, second) = (cu.launch(PoolId(0)), cu.launch(PoolId(1)));
        cu.fetch(first, WaveUnit::Simd);
        cu.fetch(second, WaveUnit::Lds);
        assert_eq!(cu.cycle(), [(WaveUnit::Simd, first)]);
        assert_eq!(cu.cycle(), [(WaveUnit::Lds, second)]);
    }

    #[test]
    fn the_oldest_wave_is_the_one_with_the_lowest_number_or_the_first_instruction() {
        for (order, expected) in [(Order::Wave, 0), (Order::Instruction, 1)] {
            let mut cu = CuFixture::new(RoundRobin { order });
            let waves = [cu.launch(PoolId(0)), cu.launch(PoolId(0))];
            cu.fetch(waves[1], WaveUnit::Scalar);
            cu.set_cycle(4);
            cu.fetch(waves[0], WaveUnit::Scalar);
            cu.set_cycle(8);
            assert_eq!(cu.pick(WaveUnit::Scalar), Some(waves[expected]), "{order:?}");
        }
    }
}
