//! Diagnosis of a CU that makes no progress: the reason why each unfinished wave waits.

use super::Cu;
use crate::ids::Slot;
use crate::sm::{BlockedWarp, WaitReason};

impl Cu {
    /// Unfinished waves, each with the reason why it waits.
    pub fn blocked_waves(&self) -> Vec<BlockedWarp> {
        let slots = (0..self.state.warps.len() as u8).map(Slot);
        slots.filter(|slot| !self.state.warps[slot.index()].finished).map(|slot| self.explain(slot)).collect()
    }

    fn explain(&self, slot: Slot) -> BlockedWarp {
        let warp = &self.state.warps[slot.index()];
        let group = self.groups[warp.cta.index()].as_ref();
        let pc = warp.cursor.map(|cursor| cursor.pc);
        let reason = match pc {
            None => WaitReason::End,
            Some(_) if self.state.at_barrier.contains(slot) => {
                let blocking = group.and_then(|g| g.barriers.blocking(slot, g.tape.warps() as u32));
                let (id, arrived, expected) = blocking.unwrap_or_default();
                WaitReason::Barrier { id, arrived, expected }
            }
            Some(_) if self.view.waiting.contains(slot) => WaitReason::Memory,
            Some(_) if self.state.buffered.contains(slot) => WaitReason::Policy,
            Some(_) => WaitReason::Result,
        };
        let cta = group.map_or(0, |group| group.tape.id().0);
        BlockedWarp { sm: self.id.0, slot, cta, warp: warp.number, pc, reason }
    }
}
