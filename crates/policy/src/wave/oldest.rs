//! The oldest wave of all pools (`oldest`). Ours: no pool has a turn.

use super::{ORDER, Order};
use crate::declaration::WaveDeclaration;
use warploom_gpu::wave_policy::{CuView, WavePolicy};
use warploom_gpu::{Slot, WarpSet, WaveUnit};

pub(crate) const DECLARATION: WaveDeclaration =
    WaveDeclaration::new("oldest", "to each unit, the oldest wave of all pools", |values, _| {
        Box::new(Oldest { order: values.get(ORDER) })
    })
    .parameters(&[&ORDER])
    .origin("Warploom");

struct Oldest {
    order: Order,
}

impl WavePolicy for Oldest {
    fn pick(&mut self, unit: WaveUnit, view: &CuView<'_>) -> Option<Slot> {
        let all = view.pools().fold(WarpSet::EMPTY, |all, pool| all | view.issuable(unit, pool));
        self.order.oldest(all, view)
    }

    fn cycles_passed(&mut self, _cycles: u64, _view: &CuView<'_>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use warploom_gpu::fixture::CuFixture;
    use warploom_gpu::wave_policy::PoolId;

    #[test]
    fn the_oldest_wave_of_any_pool_issues_in_every_cycle() {
        let mut cu = CuFixture::new(Oldest { order: Order::Wave });
        let waves = [3, 1, 2].map(|pool| cu.launch(PoolId(pool)));
        waves.iter().for_each(|&wave| cu.fetch(wave, WaveUnit::Simd));
        for wave in waves {
            assert_eq!(cu.cycle(), [(WaveUnit::Simd, wave)]);
        }
    }
}
