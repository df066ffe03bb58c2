//! `tl-gpgpusim`: two levels, as in GPGPU-Sim's `two_level_active:6:0:1`.
//!
//! Each scheduler has a list of all its slots. The first `ready` slots are active and issue round robin; the rest are pending. At the
//! start of every cycle, active slots whose warp is blocked (on a long-latency result or at a barrier) or absent move to the end of
//! the list. As many slots from the head of the pending ones become active, blocked or not. While all warps are blocked, the list
//! rotates.
//!
//! GPGPU-Sim marks the registers that a load writes as results of a long operation, and does not clear the mark when the load
//! completes: only a later arithmetic result in the same register does (`Scoreboard::releaseRegister` and `releaseRegisters`). A
//! warp whose next instruction reads a marked register is blocked. It can issue only in the one cycle after its slot became active.
//!
//! The simulator skips cycles in which nothing can issue, so the skipped rotations are applied at the next event. While the same
//! warps are blocked, a cycle is a rotation, and many cycles are one rotation.

mod marks;

use crate::declaration::WarpDeclaration;
use crate::parameter::Parameter;
use marks::Marks;
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{Launch, SLOTS, SchedulerId, Slot, WarpSet};

const READY: Parameter<u64> =
    Parameter::whole("ready", "active warps of a scheduler", 6, 1..=64).sweep(&[3, 12]);

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "tl-gpgpusim",
    "two levels: a few active warps issue round robin; a warp that blocks is replaced by the head of the pending list, blocked or not",
    |values, sm| {
        Box::new(TwoLevel::new(values.get(READY) as usize, sm.warps as u8, sm.schedulers as u8))
    },
)
.origin("GPGPU-Sim's two_level_active:6:0:1, after Narasiman et al., MICRO 2011; TL in the PRO paper")
.parameters(&[&READY]);

struct TwoLevel {
    lists: Vec<List>,
    marks: Marks,
    /// Resident CTAs. Without any, the lists do not rotate.
    ctas: u32,
}

impl TwoLevel {
    fn new(ready: usize, slots: u8, schedulers: u8) -> TwoLevel {
        let list = |first: u8| List::new((first..slots).step_by(schedulers.into()), ready);
        TwoLevel { lists: (0..schedulers).map(list).collect(), marks: Marks::default(), ctas: 0 }
    }

    /// Advances all lists to the current cycle.
    fn advance_all(&mut self, view: &SmView<'_>) {
        for (scheduler, list) in (0..).map(SchedulerId).zip(&mut self.lists) {
            let blocked = blocked(scheduler, list.own, &self.marks, view);
            if self.ctas > 0 {
                list.set_blocked(view.now().0, blocked);
            } else {
                list.next_cycle = view.now().0;
                list.blocked = blocked;
            }
        }
    }
}

/// The slots of a scheduler whose warp is blocked or absent.
fn blocked(scheduler: SchedulerId, own: WarpSet, marks: &Marks, view: &SmView<'_>) -> WarpSet {
    let long = (view.blocked_on_long(scheduler) | marks.blocked(scheduler, view)) & view.buffered(scheduler);
    (own - view.resident(scheduler)) | long | view.at_barrier(scheduler)
}

impl WarpPolicy for TwoLevel {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let list = &mut self.lists[scheduler.index()];
        list.start_cycle(view.now().0, blocked(scheduler, list.own, &self.marks, view));
        list.first_of(view.issuable(scheduler))
    }

    fn launch_begins(&mut self, _: &Launch, view: &SmView<'_>) {
        self.marks.launch_begins(view);
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        self.marks.observe(event, view);
        let slot = match event {
            WarpEvent::CtaLaunched(_) => {
                self.advance_all(view);
                self.ctas += 1;
                return;
            }
            WarpEvent::CtaFinished(_) => {
                self.advance_all(view);
                self.ctas -= 1;
                return;
            }
            WarpEvent::Issued { slot, .. } => {
                let scheduler = usize::from(slot.0) % self.lists.len();
                self.lists[scheduler].record_issue(slot);
                slot
            }
            WarpEvent::Launched(slot)
            | WarpEvent::Blocked(slot)
            | WarpEvent::Released(slot)
            | WarpEvent::AtBarrier(slot)
            | WarpEvent::BarrierReleased(slot) => slot,
            _ => return,
        };
        let scheduler = SchedulerId(slot.0 % self.lists.len() as u8);
        let list = &mut self.lists[scheduler.index()];
        list.set_blocked(view.now().0, blocked(scheduler, list.own, &self.marks, view));
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        let list = &self.lists[scheduler.index()];
        let eligible = list.eligible(blocked(scheduler, list.own, &self.marks, view));
        // A pending warp that only a mark blocks waits for its turn, not for a result or a unit.
        let marked =
            (self.marks.blocked(scheduler, view) & view.ready(scheduler)) - view.at_barrier(scheduler);
        eligible - (marked - list.active)
    }
}

/// The slots of a scheduler: active slots in issue order, pending slots in a ring buffer.
#[derive(Clone, Debug)]
struct List {
    order: [Slot; SLOTS],
    /// Number of active slots.
    ready: u8,
    ring: [Slot; SLOTS],
    /// Index of the ring's first slot, modulo the ring's size.
    head: u8,
    /// Number of pending slots.
    pending: u8,
    /// The scheduler's slots.
    own: WarpSet,
    /// Active slots.
    active: WarpSet,
    /// Blocked or empty slots since the last event.
    blocked: WarpSet,
    /// The first cycle that has not started.
    next_cycle: u64,
}

impl List {
    fn new(slots: impl Iterator<Item = u8>, ready: usize) -> List {
        let mut list = List {
            order: [Slot(0); SLOTS],
            ready: 0,
            ring: [Slot(0); SLOTS],
            head: 0,
            pending: 0,
            own: WarpSet::EMPTY,
            active: WarpSet::EMPTY,
            blocked: WarpSet::EMPTY,
            next_cycle: 0,
        };
        for slot in slots.map(Slot) {
            list.own.insert(slot);
            if usize::from(list.ready) < ready {
                list.activate(slot);
            } else {
                list.push(slot);
            }
        }
        list.blocked = list.own;
        list
    }

    fn activate(&mut self, slot: Slot) {
        self.order[usize::from(self.ready) % SLOTS] = slot;
        self.ready += 1;
        self.active.insert(slot);
    }

    fn push(&mut self, slot: Slot) {
        self.ring[usize::from(self.head.wrapping_add(self.pending)) % SLOTS] = slot;
        self.pending += 1;
    }

    fn pop(&mut self) -> Slot {
        let slot = self.ring[usize::from(self.head) % SLOTS];
        self.head = self.head.wrapping_add(1);
        self.pending -= 1;
        slot
    }

    /// Sets the blocked slots from cycle `now` on. The cycles before it pass with the previous ones.
    fn set_blocked(&mut self, now: u64, blocked: WarpSet) {
        if now > self.next_cycle {
            self.pass_cycles(now - self.next_cycle);
            self.next_cycle = now;
        }
        self.blocked = blocked;
    }

    /// Starts cycle `now`, unless it has started.
    fn start_cycle(&mut self, now: u64, blocked: WarpSet) {
        self.set_blocked(now, blocked);
        if self.next_cycle == now {
            self.pass_cycles(1);
            self.next_cycle += 1;
        }
    }

    /// Starts this many cycles, all with the same blocked slots.
    fn pass_cycles(&mut self, mut cycles: u64) {
        while cycles > 0 && !(self.active & self.blocked).is_empty() {
            // Once all pending slots are blocked, so are all promoted ones: a cycle only rotates them.
            let all_blocked = (self.own - self.active - self.blocked).is_empty();
            let rotations = if all_blocked { cycles } else { 1 };
            self.rotate(rotations);
            cycles -= rotations;
        }
    }

    /// Moves blocked active slots to the end and activates as many from the head of the pending slots. More than one rotation
    /// is allowed only if all pending slots are blocked.
    fn rotate(&mut self, rotations: u64) {
        let before = usize::from(self.ready);
        self.ready = 0;
        for at in 0..before {
            let slot = self.order[at % SLOTS];
            if self.blocked.contains(slot) {
                self.active.remove(slot);
                self.push(slot);
            } else {
                self.order[usize::from(self.ready) % SLOTS] = slot;
                self.ready += 1;
            }
        }
        let demoted = before - usize::from(self.ready);
        // Each further rotation moves as many slots from the head to the end.
        let ring = u64::from(self.pending);
        for _ in 0..demoted as u64 * ((rotations - 1) % ring) % ring {
            let slot = self.pop();
            self.push(slot);
        }
        for _ in 0..demoted {
            let slot = self.pop();
            self.activate(slot);
        }
    }

    /// The first active slot in issue order that is in `among`.
    fn first_of(&self, among: WarpSet) -> Option<Slot> {
        if (self.active & among).is_empty() {
            return None;
        }
        self.order[..usize::from(self.ready)].iter().copied().find(|&slot| among.contains(slot))
    }

    /// The active slots. While one of them is blocked, also all blocked slots: the list rotates, and each becomes active in turn.
    /// None of them can issue, but they are the cause of the stall.
    fn eligible(&self, blocked: WarpSet) -> WarpSet {
        if (self.active & blocked).is_empty() { self.active } else { self.active | blocked }
    }

    /// Rotates the active slots so that the slot after `slot` is first.
    fn record_issue(&mut self, slot: Slot) {
        let active = &mut self.order[..usize::from(self.ready)];
        if let Some(at) = active.iter().position(|&other| other == slot) {
            active.rotate_left(at + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(slots: &[u8]) -> WarpSet {
        slots.iter().map(|&slot| Slot(slot)).collect()
    }

    /// A list of the slots from 0.
    fn list(slots: u8, ready: usize) -> List {
        List::new(0..slots, ready)
    }

    fn order(list: &List) -> (Vec<u8>, Vec<u8>) {
        let active = list.order[..usize::from(list.ready)].iter().map(|slot| slot.0).collect();
        let index = |nth| usize::from(list.head.wrapping_add(nth)) % SLOTS;
        (active, (0..list.pending).map(|nth| list.ring[index(nth)].0).collect())
    }

    #[test]
    fn the_first_slots_of_a_scheduler_are_active() {
        let policy = TwoLevel::new(6, 48, 2);
        let (active, pending) = order(&policy.lists[1]);
        assert_eq!(active, [1, 3, 5, 7, 9, 11]);
        assert_eq!(pending.len(), 18);
        assert_eq!((pending[0], pending[17]), (13, 47));
    }

    #[test]
    fn active_warps_issue_round_robin() {
        let mut list = list(6, 3);
        let mut picks = Vec::new();
        for cycle in 0..7 {
            list.start_cycle(cycle, WarpSet::EMPTY);
            // 1 cannot issue in cycle 1 (structural hazard): it stays active and is first afterwards.
            let issuable = if cycle == 1 { set(&[0, 2, 3]) } else { set(&[0, 1, 2, 3]) };
            let picked = list.first_of(issuable).unwrap();
            list.record_issue(picked);
            picks.push(picked.0);
        }
        assert_eq!(
            picks,
            [0, 2, 0, 1, 2, 0, 1],
            "as in GPGPU-Sim, the list starts after the warp that issued"
        );
        assert_eq!(list.first_of(set(&[3, 4, 5])), None, "pending warps do not issue");
    }

    #[test]
    fn a_blocked_warp_is_replaced_by_the_head_of_the_pending_list() {
        let mut list = list(6, 3);
        list.start_cycle(0, WarpSet::EMPTY);
        list.set_blocked(0, set(&[1]));
        assert_eq!(order(&list), (vec![0, 1, 2], vec![3, 4, 5]), "replaced in the next cycle");
        list.start_cycle(1, set(&[1]));
        assert_eq!(order(&list), (vec![0, 2, 3], vec![4, 5, 1]));
        list.start_cycle(1, set(&[0, 1]));
        assert_eq!(order(&list), (vec![0, 2, 3], vec![4, 5, 1]), "a cycle starts once");
        list.start_cycle(2, set(&[0, 1, 3]));
        assert_eq!(order(&list), (vec![2, 4, 5], vec![1, 0, 3]));
    }

    #[test]
    fn the_head_is_promoted_even_if_it_is_blocked() {
        let mut list = list(6, 3);
        let mut after = |cycle, blocked: &[u8]| {
            list.start_cycle(cycle, set(blocked));
            order(&list)
        };
        assert_eq!(
            after(0, &[0, 3]),
            (vec![1, 2, 3], vec![4, 5, 0]),
            "3 is blocked, but active for one cycle"
        );
        assert_eq!(after(1, &[0, 3]), (vec![1, 2, 4], vec![5, 0, 3]));
        assert_eq!(after(2, &[0, 3]), (vec![1, 2, 4], vec![5, 0, 3]), "no active warp is blocked");
    }

    #[test]
    fn the_list_rotates_while_all_warps_are_blocked() {
        let mut list = list(5, 2);
        let all = set(&[0, 1, 2, 3, 4]);
        let mut active = Vec::new();
        for cycle in 0..6 {
            list.start_cycle(cycle, all);
            active.push(order(&list).0);
        }
        assert_eq!(active, [[2, 3], [4, 0], [1, 2], [3, 4], [0, 1], [2, 3]]);
    }

    #[test]
    fn all_blocked_warps_are_eligible_while_the_list_rotates() {
        let mut list = list(5, 2);
        list.start_cycle(0, set(&[4]));
        assert_eq!(list.eligible(set(&[4])), set(&[0, 1]));
        assert_eq!(list.eligible(set(&[1, 4])), set(&[0, 1, 4]));
        assert_eq!(list.eligible(set(&[0, 1, 2, 3, 4])), set(&[0, 1, 2, 3, 4]));
    }

    #[test]
    fn with_fewer_slots_than_ready_all_are_active() {
        let mut list = list(3, 6);
        list.start_cycle(0, set(&[0]));
        assert_eq!(order(&list), (vec![1, 2, 0], vec![]));
        list.start_cycle(100, set(&[0, 1, 2]));
        assert_eq!(list.active, set(&[0, 1, 2]));
    }

    /// Skipped cycles have the same effect as single cycles.
    #[test]
    fn skipped_cycles_rotate_the_list_like_single_cycles() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 33
        };
        for _ in 0..2000 {
            let slots = 1 + (random() % 64) as u8;
            let ready = 1 + (random() % 16) as usize;
            let (mut one, mut other) = (list(slots, ready), list(slots, ready));
            let mut now = 0;
            for _ in 0..8 {
                let blocked = WarpSet(random() | random() << 31 | random() << 62) & one.own;
                one.start_cycle(now, blocked);
                other.start_cycle(now, blocked);
                let slot = Slot((random() % u64::from(slots)) as u8);
                one.record_issue(slot);
                other.record_issue(slot);
                let later = now + 1 + random() % 200;
                for cycle in now + 1..later {
                    other.start_cycle(cycle, blocked);
                }
                one.set_blocked(later, blocked);
                assert_eq!(order(&one), order(&other), "{now} to {later}, blocked {blocked:?}");
                now = later;
            }
        }
    }
}
