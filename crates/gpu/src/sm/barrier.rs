//! The barriers of a CTA.

use crate::ids::{Slot, WarpSet};

/// How many a CTA has.
const BARRIERS: usize = 16;

/// A barrier.
#[derive(Clone, Copy, Debug, Default)]
struct Barrier {
    /// Warps that have arrived.
    arrived: u32,
    /// How many it is for; 0 is all that have not left.
    wanted: u32,
    /// Those that wait.
    waiting: WarpSet,
}

/// The barriers of a CTA.
#[derive(Clone, Debug, Default)]
pub(crate) struct Barriers {
    barriers: [Barrier; BARRIERS],
    /// Warps that will arrive nowhere any more.
    left: u32,
}

impl Barriers {
    /// A warp arrives.
    pub fn arrive(&mut self, id: u8, slot: Slot, warps: u8, waits: bool) {
        let barrier = &mut self.barriers[usize::from(id) % BARRIERS];
        barrier.arrived += 1;
        barrier.wanted = u32::from(warps);
        if waits {
            barrier.waiting.insert(slot);
        }
    }

    /// A warp has issued its last instruction.
    pub fn leave(&mut self) {
        self.left += 1;
    }

    /// The barrier where a warp waits, of a CTA of `warps`: its number, how many are there, and how many it is for.
    pub fn of(&self, slot: Slot, warps: u32) -> Option<(u8, u32, u32)> {
        let (id, barrier) = (0..).zip(&self.barriers).find(|(_, barrier)| barrier.waiting.contains(slot))?;
        let wanted = if barrier.wanted == 0 { warps - self.left } else { barrier.wanted };
        Some((id, barrier.arrived, wanted))
    }

    /// Resets a barrier that is complete, of a CTA of `warps`, and says whom it frees.
    pub fn complete(&mut self, warps: u32) -> Option<WarpSet> {
        let alive = warps - self.left;
        let complete = |b: &&mut Barrier| {
            let wanted = if b.wanted == 0 { alive } else { b.wanted };
            b.arrived > 0 && b.arrived >= wanted
        };
        let barrier = self.barriers.iter_mut().find(complete)?;
        let freed = barrier.waiting;
        *barrier = Barrier::default();
        Some(freed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_to_come_frees_the_others() {
        let mut barriers = Barriers::default();
        for slot in 0..3 {
            barriers.arrive(0, Slot(slot), 0, true);
            assert_eq!(barriers.complete(4), None);
        }
        assert_eq!(barriers.of(Slot(1), 4), Some((0, 3, 4)));
        assert_eq!(barriers.of(Slot(3), 4), None);
        barriers.arrive(0, Slot(3), 0, true);
        assert_eq!(barriers.complete(4).map(WarpSet::len), Some(4));
        assert_eq!(barriers.complete(4), None, "it is as new");
    }

    #[test]
    fn who_has_left_is_not_waited_for() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, Slot(0), 0, true);
        barriers.arrive(0, Slot(1), 0, true);
        barriers.leave();
        assert_eq!(barriers.complete(4), None);
        barriers.leave();
        assert_eq!(barriers.complete(4).map(WarpSet::len), Some(2));
    }

    #[test]
    fn who_only_arrives_does_not_wait_and_some_are_enough() {
        let mut barriers = Barriers::default();
        barriers.arrive(1, Slot(0), 2, false);
        assert_eq!(barriers.complete(4), None);
        barriers.arrive(1, Slot(1), 2, true);
        let freed = barriers.complete(4);
        assert_eq!(freed, Some([Slot(1)].into_iter().collect()));
    }
}
