//! Arithmetic units of an SM without operand collectors: an instruction occupies its unit from issue, and its result can be read
//! `latency` cycles later.

use super::subcore::Subcores;
use crate::decoded::UnitId;
use crate::ids::SchedulerId;
use crate::machine::SmDescription;

/// Arithmetic units of an SM.
#[derive(Clone, Debug)]
pub(crate) struct ExecutionUnits {
    /// By kind, then by sub-core, the cycle in which each unit can start an instruction.
    free_at: Vec<Vec<u64>>,
    subcores: Subcores,
}

impl ExecutionUnits {
    pub fn new(sm: &SmDescription) -> ExecutionUnits {
        let subcores = Subcores::of(sm);
        let idle = |count: u32| (0..subcores.count()).map(move |_| vec![0; subcores.share(count) as usize]);
        ExecutionUnits { free_at: sm.units.values().flat_map(|unit| idle(unit.count)).collect(), subcores }
    }

    #[inline]
    fn index(&self, unit: UnitId, scheduler: SchedulerId) -> usize {
        unit.index() * self.subcores.count() + self.subcores.index(scheduler)
    }

    /// First cycle in which a unit can start an instruction of this scheduler.
    #[inline]
    pub fn free_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        let units = &self.free_at[self.index(unit, scheduler)];
        units.iter().fold(u64::MAX, |first, &free| first.min(free))
    }

    /// Starts an instruction issued now, for which a unit is free. Returns the cycle in which its result can be read.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        now: u64,
        (latency, interval): (u32, u32),
    ) -> u64 {
        let index = self.index(unit, scheduler);
        if let Some(free) = self.free_at[index].iter_mut().find(|free| **free <= now) {
            *free = now + u64::from(interval);
        }
        now + u64::from(latency)
    }
}
