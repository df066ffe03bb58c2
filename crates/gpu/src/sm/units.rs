//! Arithmetic units of an SM without operand collectors: an instruction occupies its unit from issue, and its result can be read
//! `latency` cycles later.

use super::subcore::Subcores;
use crate::decoded::UnitId;
use crate::ids::{SCHEDULERS, SchedulerId};
use crate::machine::SmDescription;
use warploom_kernel::program::Pc;

/// Units of a kind and sub-core.
#[derive(Clone, Debug)]
struct Units {
    /// The cycle in which each unit can start an instruction.
    free_at: Vec<u64>,
    /// The earliest of them.
    first_free: u64,
    /// The instruction that was issued last.
    last: Option<Pc>,
}

/// Arithmetic units of an SM.
#[derive(Clone, Debug)]
pub(crate) struct ExecutionUnits {
    /// By kind, then by sub-core.
    units: Vec<Units>,
    /// For each sub-core, mask of the kinds whose units were all busy after the last issue to them. Some may be free again.
    busy: [u32; SCHEDULERS],
    subcores: Subcores,
}

impl ExecutionUnits {
    pub fn new(sm: &SmDescription) -> ExecutionUnits {
        let subcores = Subcores::of(sm);
        let idle = |count: u32| Units {
            free_at: vec![0; subcores.share(count) as usize],
            first_free: 0,
            last: None,
        };
        let units = sm.units.values().flat_map(|unit| vec![idle(unit.count); subcores.count()]).collect();
        ExecutionUnits { units, busy: [0; SCHEDULERS], subcores }
    }

    #[inline]
    fn index(&self, unit: UnitId, scheduler: SchedulerId) -> usize {
        unit.index() * self.subcores.count() + self.subcores.index(scheduler)
    }

    /// Forgets the units that are free again in cycle `now`, so that [`ExecutionUnits::busy`] is exact.
    #[inline]
    pub fn free(&mut self, scheduler: SchedulerId, now: u64) {
        let subcore = self.subcores.index(scheduler);
        let mut busy = self.busy[subcore % SCHEDULERS];
        while busy != 0 {
            let unit = UnitId(busy.trailing_zeros() as u8);
            busy &= busy - 1;
            if self.free_at(unit, scheduler) <= now {
                self.busy[subcore % SCHEDULERS] &= !(1 << unit.0);
            }
        }
    }

    /// Mask of unit kinds, among them all that cannot start an instruction of this scheduler.
    #[inline]
    pub fn busy(&self, scheduler: SchedulerId) -> u32 {
        self.busy[self.subcores.index(scheduler) % SCHEDULERS]
    }

    /// First cycle in which a unit can start an instruction of this scheduler.
    #[inline]
    pub fn free_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        self.units[self.index(unit, scheduler)].first_free
    }

    /// The last instruction that started on a unit of this scheduler.
    pub fn holder(&self, unit: UnitId, scheduler: SchedulerId) -> Option<Pc> {
        self.units[self.index(unit, scheduler)].last
    }

    /// Starts an instruction issued now, for which a unit is free. Returns the cycle in which its result can be read.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        now: u64,
        (latency, interval): (u32, u32),
        pc: Pc,
    ) -> u64 {
        let index = self.index(unit, scheduler);
        let units = &mut self.units[index];
        units.last = Some(pc);
        if let Some(free) = units.free_at.iter_mut().find(|free| **free <= now) {
            *free = now + u64::from(interval);
        }
        units.first_free = units.free_at.iter().fold(u64::MAX, |first, &free| first.min(free));
        let busy = &mut self.busy[self.subcores.index(scheduler) % SCHEDULERS];
        *busy = *busy & !(1 << unit.0) | u32::from(units.first_free > now) << unit.0;
        now + u64::from(latency)
    }
}
