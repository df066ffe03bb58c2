//! Barriers of a CTA: arrival counts and blocked warps.

use crate::ids::{Slot, WarpSet};

/// Number of barriers of a CTA.
const BARRIERS: usize = 16;

/// State of a barrier.
#[derive(Clone, Copy, Debug, Default)]
struct Barrier {
    /// Warps that have arrived.
    arrived: u32,
    /// Warps that it expects; 0 means all that have not exited.
    expected: u32,
    /// Warps blocked here.
    blocked: WarpSet,
}

/// Barriers of a CTA.
#[derive(Clone, Debug, Default)]
pub(crate) struct Barriers {
    barriers: [Barrier; BARRIERS],
    /// Warps that have issued their last instruction and will not arrive again.
    exited: u32,
}

impl Barriers {
    /// Records the arrival of a warp, which blocks there if `waits`.
    pub fn arrive(&mut self, id: u8, slot: Slot, warps: u8, waits: bool) {
        let barrier = &mut self.barriers[usize::from(id) % BARRIERS];
        barrier.arrived += 1;
        barrier.expected = u32::from(warps);
        if waits {
            barrier.blocked.insert(slot);
        }
    }

    /// Records that a warp has issued its last instruction.
    pub fn exit(&mut self) {
        self.exited += 1;
    }

    /// Barrier at which a warp of a CTA of `warps` is blocked: its number, and how many warps arrived and are expected.
    pub fn blocking(&self, slot: Slot, warps: u32) -> Option<(u8, u32, u32)> {
        let (id, barrier) = (0..).zip(&self.barriers).find(|(_, barrier)| barrier.blocked.contains(slot))?;
        let expected = if barrier.expected == 0 { warps - self.exited } else { barrier.expected };
        Some((id, barrier.arrived, expected))
    }

    /// Resets a barrier of a CTA of `warps` at which all have arrived. Returns the warps that it releases.
    pub fn take_complete(&mut self, warps: u32) -> Option<WarpSet> {
        let active = warps - self.exited;
        let complete = |b: &&mut Barrier| {
            let expected = if b.expected == 0 { active } else { b.expected };
            b.arrived > 0 && b.arrived >= expected
        };
        let barrier = self.barriers.iter_mut().find(complete)?;
        let released = barrier.blocked;
        *barrier = Barrier::default();
        Some(released)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_arrival_releases_the_others() {
        let mut barriers = Barriers::default();
        for slot in 0..3 {
            barriers.arrive(0, Slot(slot), 0, true);
            assert_eq!(barriers.take_complete(4), None);
        }
        assert_eq!(barriers.blocking(Slot(1), 4), Some((0, 3, 4)));
        assert_eq!(barriers.blocking(Slot(3), 4), None);
        barriers.arrive(0, Slot(3), 0, true);
        assert_eq!(barriers.take_complete(4).map(WarpSet::len), Some(4));
        assert_eq!(barriers.take_complete(4), None, "the barrier is reset");
    }

    #[test]
    fn a_barrier_does_not_expect_exited_warps() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, Slot(0), 0, true);
        barriers.arrive(0, Slot(1), 0, true);
        barriers.exit();
        assert_eq!(barriers.take_complete(4), None);
        barriers.exit();
        assert_eq!(barriers.take_complete(4).map(WarpSet::len), Some(2));
    }

    #[test]
    fn arrival_without_blocking_counts_and_a_partial_barrier_opens() {
        let mut barriers = Barriers::default();
        barriers.arrive(1, Slot(0), 2, false);
        assert_eq!(barriers.take_complete(4), None);
        barriers.arrive(1, Slot(1), 2, true);
        let released = barriers.take_complete(4);
        assert_eq!(released, Some([Slot(1)].into_iter().collect()));
    }
}
