//! Diagnosis of the operand collectors: what holds up waiting instructions.

use super::{COLLECTORS, Collectors, NONE, queue_of};
use crate::decoded::{UNITS, UnitId};
use crate::ids::{SCHEDULERS, SchedulerId};
use warploom_kernel::program::Pc;

impl Collectors {
    /// Unit kind that holds up the waiting instructions of a unit kind, and the first instruction before it. It is their own unit,
    /// or the unit for which most instructions wait that occupy the collectors.
    pub fn blocker(&self, unit: UnitId, scheduler: SchedulerId) -> (UnitId, Option<Pc>) {
        let kind = &self.kinds[unit.index()];
        let pc = |id: u16| self.entries.get(usize::from(id)).map(|entry| entry.instruction.pc);
        // Only the oldest waiting instruction can get a collector, of its own sub-core.
        let waits = self.waiting & kind.service_bit != 0;
        let oldest = self.entries.get(usize::from(kind.waiting.0)).filter(|_| waits);
        let subcore = oldest.map_or(self.subcores.index(scheduler), |entry| entry.subcore.into());
        let own = &self.collected[queue_of(unit, subcore)];
        if own.count > 0 && own.count == own.capacity {
            return (unit, pc(own.first));
        }
        let mut counts = [0_u8; UNITS];
        let mut occupied =
            self.sets.iter().fold(0, |all, set| all | set.of_subcore[subcore % SCHEDULERS]) & !self.free;
        let mut first = [NONE; UNITS];
        while occupied != 0 {
            let id = self.collectors[occupied.trailing_zeros() as usize % COLLECTORS].id;
            occupied &= occupied - 1;
            let Some(entry) = self.entries.get(usize::from(id)) else { continue };
            let at = entry.unit.index();
            counts[at] += 1;
            if first[at] == NONE || self.entries[usize::from(first[at])].sequence > entry.sequence {
                first[at] = id;
            }
        }
        // Of units with as many, the last: the load-store unit before others.
        match (0..UNITS).max_by_key(|&at| counts[at]).filter(|&at| counts[at] > 0) {
            Some(at) => (UnitId(at as u8), pc(first[at])),
            None => (unit, oldest.map(|entry| entry.instruction.pc)),
        }
    }
}
