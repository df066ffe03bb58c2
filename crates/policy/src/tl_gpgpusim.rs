//! `tl-gpgpusim`: two levels, as GPGPU-Sim's `two_level_active:6:0:1` has them.
//!
//! Each scheduler has a list of all its slots. The first few are active, and only those issue, round robin; the rest are
//! pending. At the beginning of every cycle the active slots whose warp waits (for a long-latency result or at a
//! barrier, or because there is none) go to the end of the list, and as many pending ones become active: those at the head,
//! whether they still wait or not. While everything waits, the list so goes round and round.
//!
//! Time jumps where nothing can issue, so the rounds that were passed over are made up for when something happens: as long as
//! the same warps wait, a round is a rotation, and many are one.

use crate::{Declaration, Parameter, Range, Value};
use warploom_gpu::policy::{SmView, WarpEvent, WarpPolicy};
use warploom_gpu::{SLOTS, SchedulerId, Slot, WarpSet};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "tl-gpgpusim",
    about: "two levels: a few active warps issue round robin; one that waits for memory changes places with the head \
            of the pending list, even if that still waits",
    origin: "GPGPU-Sim's two_level_active:6:0:1, after Narasiman et al., MICRO 2011; TL in the PRO paper",
    parameters: &[Parameter {
        name: "ready",
        about: "warps of a scheduler that are active",
        default: Value::Whole(6),
        range: Range::Whole(1, 64),
        tries: &[3, 12],
    }],
    make: |values, sm| {
        Box::new(TwoLevel::new(values.whole("ready") as usize, sm.warps as u8, sm.schedulers as u8))
    },
    ..Declaration::PLAIN
};

struct TwoLevel {
    lists: Vec<List>,
    /// CTAs on the SM: without one, it stands still.
    ctas: u32,
}

impl TwoLevel {
    fn new(ready: usize, slots: u8, schedulers: u8) -> TwoLevel {
        let list = |first: u8| List::new((first..slots).step_by(schedulers.into()), ready);
        TwoLevel { lists: (0..schedulers).map(list).collect(), ctas: 0 }
    }

    /// Brings all lists to the cycle.
    fn all(&mut self, view: &SmView<'_>) {
        for (scheduler, list) in (0..).map(SchedulerId).zip(&mut self.lists) {
            if self.ctas > 0 {
                list.hear(view.now().0, waiting(scheduler, list.own, view));
            } else {
                list.next = view.now().0;
                list.waiting = waiting(scheduler, list.own, view);
            }
        }
    }
}

/// The slots of a scheduler that have nothing to do at present.
fn waiting(scheduler: SchedulerId, own: WarpSet, view: &SmView<'_>) -> WarpSet {
    let long = view.blocked_on_long(scheduler) & view.buffered(scheduler);
    (own - view.resident(scheduler)) | long | view.at_barrier(scheduler)
}

impl WarpPolicy for TwoLevel {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let list = &mut self.lists[scheduler.index()];
        list.begin(view.now().0, waiting(scheduler, list.own, view));
        list.first_of(view.issuable(scheduler))
    }

    fn observe(&mut self, event: WarpEvent, view: &SmView<'_>) {
        let slot = match event {
            WarpEvent::CtaLaunched(_) => {
                self.all(view);
                self.ctas += 1;
                return;
            }
            WarpEvent::CtaFinished(_) => {
                self.all(view);
                self.ctas -= 1;
                return;
            }
            WarpEvent::Issued(slot) => {
                let scheduler = usize::from(slot.0) % self.lists.len();
                self.lists[scheduler].issued(slot);
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
        list.hear(view.now().0, waiting(scheduler, list.own, view));
    }

    fn eligible(&self, scheduler: SchedulerId, view: &SmView<'_>) -> WarpSet {
        let list = &self.lists[scheduler.index()];
        list.considered(waiting(scheduler, list.own, view))
    }
}

/// A scheduler's slots: the active ones in the order of their turns, and the pending ones in a ring.
#[derive(Clone, Debug)]
struct List {
    order: [Slot; SLOTS],
    /// How many are active.
    ready: u8,
    ring: [Slot; SLOTS],
    /// The place of the ring's first; all places count modulo their number.
    head: u8,
    /// How many are pending.
    pending: u8,
    /// All slots.
    own: WarpSet,
    /// The active ones.
    active: WarpSet,
    /// Those that wait, as far as is known.
    waiting: WarpSet,
    /// The first cycle that has not begun.
    next: u64,
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
            waiting: WarpSet::EMPTY,
            next: 0,
        };
        for slot in slots.map(Slot) {
            list.own.insert(slot);
            if usize::from(list.ready) < ready {
                list.activate(slot);
            } else {
                list.push(slot);
            }
        }
        list.waiting = list.own;
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

    /// From cycle `now` on, these wait; in those before, those did that were told before.
    fn hear(&mut self, now: u64, waiting: WarpSet) {
        if now > self.next {
            self.pass(now - self.next);
            self.next = now;
        }
        self.waiting = waiting;
    }

    /// Cycle `now` begins, if it has not yet.
    fn begin(&mut self, now: u64, waiting: WarpSet) {
        self.hear(now, waiting);
        if self.next == now {
            self.pass(1);
            self.next += 1;
        }
    }

    /// So many cycles begin, in all of which the same warps wait.
    fn pass(&mut self, mut cycles: u64) {
        while cycles > 0 && !(self.active & self.waiting).is_empty() {
            // Once all pending ones wait, so does all that is promoted: a cycle then only turns the rest round.
            let settled = (self.own - self.active - self.waiting).is_empty();
            let turns = if settled { cycles } else { 1 };
            self.turn(turns);
            cycles -= turns;
        }
    }

    /// The active ones that wait go to the end; as many from the head of the pending ones become active. All that many
    /// times: more than once only if all pending ones wait.
    fn turn(&mut self, turns: u64) {
        let before = usize::from(self.ready);
        self.ready = 0;
        for at in 0..before {
            let slot = self.order[at % SLOTS];
            if self.waiting.contains(slot) {
                self.active.remove(slot);
                self.push(slot);
            } else {
                self.order[usize::from(self.ready) % SLOTS] = slot;
                self.ready += 1;
            }
        }
        let demoted = before - usize::from(self.ready);
        // Each further turn would move as many again from the head to the end.
        let round = u64::from(self.pending);
        for _ in 0..demoted as u64 * ((turns - 1) % round) % round {
            let slot = self.pop();
            self.push(slot);
        }
        for _ in 0..demoted {
            let slot = self.pop();
            self.activate(slot);
        }
    }

    /// The first active one among some.
    fn first_of(&self, among: WarpSet) -> Option<Slot> {
        if (self.active & among).is_empty() {
            return None;
        }
        self.order[..usize::from(self.ready)].iter().copied().find(|&slot| among.contains(slot))
    }

    /// The active ones; and, while one of them waits, all that wait, since the list then goes round and each is active in
    /// its turn. None of those can issue, but it is they that are waited for.
    fn considered(&self, waiting: WarpSet) -> WarpSet {
        if (self.active & waiting).is_empty() { self.active } else { self.active | waiting }
    }

    /// It comes last of the active ones: the next one's turn is next.
    fn issued(&mut self, slot: Slot) {
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

    /// A list of the first slots.
    fn list(slots: u8, ready: usize) -> List {
        List::new(0..slots, ready)
    }

    fn order(list: &List) -> (Vec<u8>, Vec<u8>) {
        let active = list.order[..usize::from(list.ready)].iter().map(|slot| slot.0).collect();
        let place = |nth| usize::from(list.head.wrapping_add(nth)) % SLOTS;
        (active, (0..list.pending).map(|nth| list.ring[place(nth)].0).collect())
    }

    #[test]
    fn a_scheduler_has_its_own_slots_and_the_first_are_active() {
        let policy = TwoLevel::new(6, 48, 2);
        let (active, pending) = order(&policy.lists[1]);
        assert_eq!(active, [1, 3, 5, 7, 9, 11]);
        assert_eq!(pending.len(), 18);
        assert_eq!((pending[0], pending[17]), (13, 47));
    }

    #[test]
    fn the_active_ones_issue_round_robin() {
        let mut list = list(6, 3);
        let mut picks = Vec::new();
        for cycle in 0..7 {
            list.begin(cycle, WarpSet::EMPTY);
            // 1 cannot issue in cycle 1, for want of a unit: it stays, and its turn comes first.
            let issuable = if cycle == 1 { set(&[0, 2, 3]) } else { set(&[0, 1, 2, 3]) };
            let picked = list.first_of(issuable).unwrap();
            list.issued(picked);
            picks.push(picked.0);
        }
        assert_eq!(picks, [0, 2, 0, 1, 2, 0, 1], "as GPGPU-Sim: the list begins after the one that issued");
        assert_eq!(list.first_of(set(&[3, 4, 5])), None, "pending ones do not issue");
    }

    #[test]
    fn one_that_waits_changes_places_with_the_head_of_the_pending() {
        let mut list = list(6, 3);
        list.begin(0, WarpSet::EMPTY);
        list.hear(0, set(&[1]));
        assert_eq!(order(&list), (vec![0, 1, 2], vec![3, 4, 5]), "not before the next cycle");
        list.begin(1, set(&[1]));
        assert_eq!(order(&list), (vec![0, 2, 3], vec![4, 5, 1]));
        list.begin(1, set(&[0, 1]));
        assert_eq!(order(&list), (vec![0, 2, 3], vec![4, 5, 1]), "a cycle begins once");
        list.begin(2, set(&[0, 1, 3]));
        assert_eq!(order(&list), (vec![2, 4, 5], vec![1, 0, 3]));
    }

    #[test]
    fn the_head_is_promoted_even_if_it_waits() {
        let mut list = list(6, 3);
        let mut after = |cycle, waiting: &[u8]| {
            list.begin(cycle, set(waiting));
            order(&list)
        };
        assert_eq!(
            after(0, &[0, 3]),
            (vec![1, 2, 3], vec![4, 5, 0]),
            "3 waits, and yet is active for a cycle"
        );
        assert_eq!(after(1, &[0, 3]), (vec![1, 2, 4], vec![5, 0, 3]));
        assert_eq!(after(2, &[0, 3]), (vec![1, 2, 4], vec![5, 0, 3]), "nothing to change");
    }

    #[test]
    fn while_all_wait_the_list_goes_round() {
        let mut list = list(5, 2);
        let all = set(&[0, 1, 2, 3, 4]);
        let mut seen = Vec::new();
        for cycle in 0..6 {
            list.begin(cycle, all);
            seen.push(order(&list).0);
        }
        assert_eq!(seen, [[2, 3], [4, 0], [1, 2], [3, 4], [0, 1], [2, 3]]);
    }

    #[test]
    fn while_the_list_goes_round_all_that_wait_are_considered() {
        let mut list = list(5, 2);
        list.begin(0, set(&[4]));
        assert_eq!(list.considered(set(&[4])), set(&[0, 1]));
        assert_eq!(list.considered(set(&[1, 4])), set(&[0, 1, 4]));
        assert_eq!(list.considered(set(&[0, 1, 2, 3, 4])), set(&[0, 1, 2, 3, 4]));
    }

    #[test]
    fn fewer_slots_than_may_be_active_are_all_active() {
        let mut list = list(3, 6);
        list.begin(0, set(&[0]));
        assert_eq!(order(&list), (vec![1, 2, 0], vec![]));
        list.begin(100, set(&[0, 1, 2]));
        assert_eq!(list.active, set(&[0, 1, 2]));
    }

    /// Cycles that are passed over are as if each had begun.
    #[test]
    fn many_cycles_at_once_are_as_one_by_one() {
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
                let waiting = WarpSet(random() | random() << 31 | random() << 62) & one.own;
                one.begin(now, waiting);
                other.begin(now, waiting);
                let slot = Slot((random() % u64::from(slots)) as u8);
                one.issued(slot);
                other.issued(slot);
                let later = now + 1 + random() % 200;
                for cycle in now + 1..later {
                    other.begin(cycle, waiting);
                }
                one.hear(later, waiting);
                assert_eq!(order(&one), order(&other), "{now} to {later}, waiting {waiting:?}");
                now = later;
            }
        }
    }
}
