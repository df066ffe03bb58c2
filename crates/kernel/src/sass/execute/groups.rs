//! Divergence and convergence of the lanes of a warp, as since Volta: lanes with one program counter execute together, and meet again at
//! convergence barriers.
//!
//! At a branch that splits lanes the side with fewer of them runs first, as traces of hardware show, and of equal sides the one that
//! falls through. A side runs until it waits or ends.

/// What a group waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Waits {
    No,
    /// The participants of a convergence barrier: lanes with the same mask in this register.
    Convergence(u8),
    /// All live lanes of a mask. Exclusive ones then run without others that are at the same instruction.
    Lanes {
        mask: u64,
        exclusive: bool,
    },
    /// All live lanes of a mask, wherever they are: they go on together.
    Collective(u64),
    /// A barrier of the CTA.
    Barrier,
}

/// Lanes that execute together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub pc: u32,
    pub mask: u64,
    pub waits: Waits,
}

/// The lanes of a warp.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// The last one that does not wait runs next.
    groups: Vec<Group>,
    /// Lanes that have not exited.
    live: u64,
    /// Whether lanes that must wait for their turn join others that wait at the same instruction, as traces of sm_80 and sm_90 have it.
    /// Counts of a GPU of sm_70 have it otherwise.
    joins: bool,
}

impl Groups {
    pub fn start(&mut self, lanes: u64, architecture: u32) {
        self.joins = architecture >= 80;
        self.groups.clear();
        self.groups.push(Group { pc: 0, mask: lanes, waits: Waits::No });
        self.live = lanes;
    }

    pub fn live(&self) -> u64 {
        self.live
    }

    pub fn all(&self) -> &[Group] {
        &self.groups
    }

    /// The group that runs.
    #[inline]
    pub fn current(&self) -> Option<Group> {
        self.groups.last().copied().filter(|group| group.waits == Waits::No)
    }

    /// Sets the program counter of the group that runs.
    #[inline]
    pub fn go(&mut self, pc: u32) {
        if let Some(group) = self.groups.last_mut() {
            group.pc = pc;
        }
    }

    /// Splits the group that runs: lanes by their next instruction, in the order in which equal ones run.
    pub fn split(&mut self, targets: &mut Vec<(u32, u64)>) {
        self.groups.pop();
        // The last runs first: the one with the fewest lanes, and of equal ones the first.
        targets.reverse();
        targets.sort_by_key(|&(_, mask)| std::cmp::Reverse(mask.count_ones()));
        let next = targets.pop();
        for (pc, mask) in targets.drain(..) {
            let same = |group: &&mut Group| self.joins && group.waits == Waits::No && group.pc == pc;
            match self.groups.iter_mut().find(same) {
                Some(same) => same.mask |= mask,
                None => self.groups.push(Group { pc, mask, waits: Waits::No }),
            }
        }
        self.groups.extend(next.map(|(pc, mask)| Group { pc, mask, waits: Waits::No }));
    }

    /// Removes lanes of the group that runs. Returns whether it has others.
    pub fn exit(&mut self, lanes: u64) -> bool {
        self.live &= !lanes;
        let Some(group) = self.groups.last_mut() else { return false };
        group.mask &= !lanes;
        let rest = group.mask != 0;
        if !rest {
            self.groups.pop();
        }
        rest
    }

    /// Adds lanes that run next.
    pub fn push(&mut self, pc: u32, mask: u64) {
        self.groups.push(Group { pc, mask, waits: Waits::No });
    }

    /// Makes the group that runs wait.
    pub fn wait(&mut self, waits: Waits) {
        if let Some(group) = self.groups.last_mut() {
            group.waits = waits;
        }
    }

    /// Lets another group run next, if there is one that can.
    pub fn rotate(&mut self) {
        if let Some(group) = self.groups.pop() {
            self.groups.insert(0, group);
            self.put_ready_last();
        }
    }

    /// Moves the last group that can run to the end.
    fn put_ready_last(&mut self) {
        if let Some(at) = self.groups.iter().rposition(|group| group.waits == Waits::No) {
            let group = self.groups.remove(at);
            self.groups.push(group);
        }
    }

    /// Releases the groups that wait in vain no longer. `masks` are the participants by barrier and lane.
    pub fn release(&mut self, masks: &[[u32; 32]; 16]) {
        let mut again = true;
        while std::mem::take(&mut again) {
            for at in 0..self.groups.len() {
                let group = self.groups[at];
                // The lanes that a group waits for, of its barrier or its mask.
                let named = |group: &Group| match group.waits {
                    Waits::Convergence(barrier) => {
                        masks[usize::from(barrier)][group.mask.trailing_zeros() as usize & 31].into()
                    }
                    Waits::Lanes { mask, .. } | Waits::Collective(mask) => mask,
                    Waits::No | Waits::Barrier => 0,
                };
                let wanted = match group.waits {
                    Waits::No | Waits::Barrier => continue,
                    _ => named(&group) & self.live | group.mask,
                };
                // Sets may differ in lanes that have exited. Those that wait for others wait elsewhere: within a loop, or in a function
                // that uses the same barrier for its own lanes.
                let waits = |other: &Group| {
                    let is_alike = match (group.waits, other.waits) {
                        (Waits::Lanes { .. }, Waits::Lanes { .. })
                        | (Waits::Collective(_), Waits::Collective(_)) => true,
                        (a, b) => a == b,
                    };
                    is_alike && other.mask & wanted != 0 && (named(&group) ^ named(other)) & self.live == 0
                };
                let here =
                    self.groups.iter().filter(|other| waits(other)).fold(0, |all, other| all | other.mask);
                if here & wanted != wanted {
                    continue;
                }
                // Others at the same instruction join, but for those that run without them.
                let own = match group.waits {
                    Waits::Lanes { exclusive: true, .. } => wanted,
                    _ => u64::MAX,
                };
                let mut released: Vec<Group> = Vec::new();
                self.groups.retain(|other| {
                    let meets = waits(other);
                    if meets {
                        released.push(*other);
                    }
                    !meets
                });
                if let Waits::Collective(_) = group.waits {
                    let mask = released.drain(..).fold(0, |all, group| all | group.mask);
                    self.groups.push(Group { mask, waits: Waits::No, ..group });
                }
                for group in released {
                    let next = Group { waits: Waits::No, ..group };
                    let joins =
                        |g: &&mut Group| g.waits == Waits::No && g.pc == next.pc && g.mask & !own == 0;
                    match self.groups.iter_mut().find(joins) {
                        Some(same) => same.mask |= next.mask,
                        None => self.groups.push(next),
                    }
                }
                again = true;
                break;
            }
        }
        self.put_ready_last();
    }

    /// Ends the wait at a barrier of the CTA.
    pub fn pass_barrier(&mut self) {
        let mut passed: Vec<Group> = Vec::new();
        self.groups.retain(|group| {
            let passes = group.waits == Waits::Barrier;
            if passes {
                passed.push(Group { waits: Waits::No, ..*group });
            }
            !passes
        });
        for group in passed {
            match self.groups.iter_mut().find(|g| g.waits == Waits::No && g.pc == group.pc) {
                Some(same) => same.mask |= group.mask,
                None => self.groups.push(group),
            }
        }
        self.put_ready_last();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: u64 = 0xffff_ffff;

    fn diverged(targets: &[(u32, u64)]) -> Groups {
        let mut groups = Groups::default();
        groups.start(FULL, 70);
        groups.split(&mut targets.to_vec());
        groups
    }

    /// A loop that lanes leave one part after the other: those that wait behind it are one group since sm_80.
    #[test]
    fn lanes_that_wait_for_their_turn_join_others_since_sm_80() {
        let masks_behind = |architecture| {
            let mut groups = Groups::default();
            groups.start(FULL, architecture);
            groups.split(&mut vec![(9, 0xf_ffff), (1, 0xfff0_0000)]);
            groups.split(&mut vec![(9, 0x0ff0_0000), (1, 0xf000_0000)]);
            let behind = groups.all().iter().filter(|group| group.pc == 9).map(|group| group.mask);
            (behind.collect::<Vec<_>>(), groups.current().map(|group| group.mask))
        };
        assert_eq!(masks_behind(70), (vec![0xf_ffff, 0x0ff0_0000], Some(0xf000_0000)));
        assert_eq!(masks_behind(80), (vec![0x0fff_ffff], Some(0xf000_0000)));
    }

    #[test]
    fn the_side_with_fewer_lanes_runs_first_and_of_equal_ones_the_first() {
        let run = |a: u64, b: u64| diverged(&[(1, a), (9, b)]).current().map(|group| group.pc);
        assert_eq!(run(0x7, FULL & !0x7), Some(1));
        assert_eq!(run(FULL & !0x7, 0x7), Some(9));
        assert_eq!(run(0xffff, 0xffff_0000), Some(1));
    }

    #[test]
    fn lanes_meet_at_a_barrier_and_exited_ones_are_not_waited_for() {
        let mut masks = [[0; 32]; 16];
        masks[3] = [u32::MAX; 32];
        let mut groups = diverged(&[(1, 0xff), (9, FULL & !0xff)]);
        groups.go(20);
        groups.wait(Waits::Convergence(3));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| (g.pc, g.mask)), Some((9, FULL & !0xff)));
        assert!(groups.exit(0xff00));
        groups.go(20);
        groups.wait(Waits::Convergence(3));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| (g.pc, g.mask)), Some((20, FULL & !0xff00)));
        assert_eq!(groups.all().len(), 1);
    }

    #[test]
    fn lanes_that_wait_for_some_do_not_meet_those_that_wait_for_all() {
        let lanes = |mask| Waits::Lanes { mask, exclusive: false };
        let masks = [[0; 32]; 16];
        let mut groups = diverged(&[(1, 0xf), (9, FULL & !0xf)]);
        // Some have left a loop and wait for all.
        groups.wait(lanes(FULL));
        groups.release(&masks);
        // Half of the others have exited, and the rest wait for each other within the loop, as the mask was before.
        assert_eq!(groups.current().map(|g| g.mask), Some(FULL & !0xf));
        assert!(groups.exit(0xffff_0000));
        groups.wait(lanes(FULL & !0xf));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| (g.pc, g.mask)), Some((9, 0xfff0)));
        assert_eq!(groups.all().len(), 2);
        groups.go(1);
        groups.wait(lanes(0xffff));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| (g.pc, g.mask)), Some((1, 0xffff)));
    }

    #[test]
    fn a_function_that_uses_a_barrier_again_does_not_meet_those_outside_of_it() {
        let mut masks = [[0; 32]; 16];
        let mut groups = diverged(&[(1, 0xf), (9, FULL & !0xf)]);
        masks[6] = [u32::MAX; 32];
        groups.wait(Waits::Convergence(6));
        groups.release(&masks);
        for lane in 4..32 {
            masks[6][lane] = (FULL & !0xf) as u32;
        }
        groups.wait(Waits::Convergence(6));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| (g.pc, g.mask)), Some((9, FULL & !0xf)));
        assert_eq!(groups.all().len(), 2);
    }

    #[test]
    fn lanes_that_name_others_stay_apart_and_those_of_a_collective_go_on_together() {
        let lanes = |mask| Waits::Lanes { mask, exclusive: true };
        let mut groups = diverged(&[(5, 0xff), (9, 0xff00)]);
        groups.go(7);
        groups.wait(lanes(0xff));
        groups.release(&[[0; 32]; 16]);
        groups.push(7, 0xff_0000);
        groups.wait(lanes(0xff_0000));
        groups.release(&[[0; 32]; 16]);
        assert_eq!(groups.all().iter().filter(|group| group.pc == 7).count(), 2);
        let mut groups = diverged(&[(5, 0xff), (9, FULL & !0xff)]);
        groups.wait(Waits::Collective(FULL));
        groups.release(&[[0; 32]; 16]);
        assert_eq!(groups.current().map(|group| group.pc), Some(9));
        groups.wait(Waits::Collective(FULL));
        groups.release(&[[0; 32]; 16]);
        assert_eq!(groups.current().map(|group| group.mask), Some(FULL));
        assert_eq!(groups.all().len(), 1);
    }

    #[test]
    fn sets_of_one_barrier_register_are_apart() {
        let mut masks = [[0; 32]; 16];
        for lane in 0..32 {
            masks[0][lane] = if lane < 16 { 0xffff } else { 0xffff_0000 };
        }
        let mut groups = diverged(&[(1, 0xffff), (9, 0xffff_0000)]);
        groups.wait(Waits::Convergence(0));
        groups.release(&masks);
        assert_eq!(groups.current().map(|g| g.mask), Some(0xffff));
        groups.rotate();
        assert_eq!(groups.current().map(|g| g.mask), Some(0xffff_0000));
    }
}
