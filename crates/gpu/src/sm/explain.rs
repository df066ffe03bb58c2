//! What each warp waits for: said when a run cannot go on.

use super::Sm;
use super::state::State;
use crate::ids::{SchedulerId, Slot};
use std::fmt;
use warploom_kernel::program::Pc;

/// What a warp waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Wait {
    /// To be picked.
    Policy,
    /// Data from memory.
    Memory,
    /// The result of an earlier instruction.
    Result,
    /// Room in the unit its instruction needs.
    Unit,
    /// The other warps of its CTA.
    Barrier {
        /// Which barrier.
        id: u8,
        /// How many warps are there.
        arrived: u32,
        /// How many it is for.
        wanted: u32,
    },
    /// Its instructions.
    Fetch,
    /// The end of what it has under way.
    End,
}

impl fmt::Display for Wait {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wait::Barrier { id, arrived, wanted } => {
                return write!(f, "waits at barrier {id}, where {arrived} of {wanted} warps are");
            }
            Wait::Policy => "could issue, and was not picked",
            Wait::Memory => "waits for data from memory",
            Wait::Result => "waits for a result",
            Wait::Unit => "waits for room in its unit",
            Wait::Fetch => "waits for its instructions",
            Wait::End => "has issued all, and waits for its accesses",
        })
    }
}

/// A warp that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// The SM.
    pub sm: u32,
    /// Its slot.
    pub slot: Slot,
    /// The CTA's number in the grid.
    pub cta: u64,
    /// The warp's number in the CTA.
    pub warp: u32,
    /// Its next instruction, if it has one.
    pub pc: Option<Pc>,
    /// What it waits for.
    pub wait: Wait,
}

impl Sm {
    /// What each warp waits for.
    pub fn blocked(&self) -> Vec<Blocked> {
        let slots = (0..self.state.warps.len() as u8).map(Slot);
        let unfinished = slots.filter(|slot| !self.state.warps[slot.index()].ended);
        unfinished.map(|slot| self.explain(slot)).collect()
    }

    fn explain(&self, slot: Slot) -> Blocked {
        let state: &State = &self.state;
        let warp = &state.warps[slot.index()];
        let scheduler = SchedulerId(slot.0 % state.schedulers);
        let pc = warp.place.as_ref().map(super::state::Place::pc);
        let wait = match pc {
            None => Wait::End,
            Some(_) if state.barrier.contains(slot) => {
                let (id, arrived, wanted) = self.barrier_of(slot).unwrap_or_default();
                Wait::Barrier { id, arrived, wanted }
            }
            Some(_) if !state.buffered.contains(slot) || self.fetch.is_missing(slot) => Wait::Fetch,
            Some(_) if state.memory.contains(slot) => Wait::Memory,
            Some(_) if !state.ready.contains(slot) => Wait::Result,
            Some(pc) => {
                let unit = state.code.instructions[pc.index()].unit;
                if self.room_at(unit, scheduler) > state.now { Wait::Unit } else { Wait::Policy }
            }
        };
        let cta = self.ctas[warp.cta.index()].as_ref().map_or(0, |resident| resident.tape.id().0);
        Blocked { sm: self.id.0, slot, cta, warp: warp.number, pc, wait }
    }
}
