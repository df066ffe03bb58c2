//! Units that compute, where operands are read in a fixed time: an instruction takes its unit as it issues, and its result can be
//! used `latency` cycles later.

use super::parts::Parts;
use crate::decoded::UnitId;
use crate::ids::SchedulerId;
use crate::machine::SmDescription;

/// The units of an SM that compute.
#[derive(Clone, Debug)]
pub(crate) struct Units {
    /// By kind, then by part, when each unit is free.
    free_at: Vec<Vec<u64>>,
    parts: Parts,
}

impl Units {
    pub fn new(sm: &SmDescription) -> Units {
        let parts = Parts::of(sm);
        let lanes = |count: u32| (0..parts.count()).map(move |_| vec![0; parts.share(count) as usize]);
        Units { free_at: sm.units.values().flat_map(|unit| lanes(unit.count)).collect(), parts }
    }

    #[inline]
    fn lane(&self, unit: UnitId, scheduler: SchedulerId) -> usize {
        unit.index() * self.parts.count() + self.parts.index(scheduler)
    }

    /// When a unit is free for an instruction of this scheduler.
    #[inline]
    pub fn room_at(&self, unit: UnitId, scheduler: SchedulerId) -> u64 {
        let units = &self.free_at[self.lane(unit, scheduler)];
        units.iter().fold(u64::MAX, |least, &free| least.min(free))
    }

    /// Takes an instruction issued now, for which a unit is free. Says from when on its result can be used.
    #[inline]
    pub fn issue(
        &mut self,
        unit: UnitId,
        scheduler: SchedulerId,
        now: u64,
        (latency, interval): (u32, u32),
    ) -> u64 {
        let lane = self.lane(unit, scheduler);
        if let Some(free) = self.free_at[lane].iter_mut().find(|free| **free <= now) {
            *free = now + u64::from(interval);
        }
        now + u64::from(latency)
    }
}
