//! `mine`: describe its rule here.

use warploom::{Declaration, SchedulerId, Slot, SmView, WarpPolicy};

pub struct Mine;

impl WarpPolicy for Mine {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        view.issuable(scheduler).iter().min_by_key(|&slot| (view.progress(slot), view.age(slot)))
    }
}

pub const DECLARATION: Declaration = Declaration {
    name: "mine",
    about: "of the warps that can issue, the one that has done least; among equals the oldest",
    make: |_, _| Box::new(Mine),
    ..Declaration::PLAIN
};

#[cfg(test)]
mod tests {
    use super::Mine;
    use warploom::fixture::{Fixture, laws};
    use warploom::{SchedulerId, Slot};

    /// An SM with 48 slots and 2 schedulers, in your hands: you say what happens to its warps.
    #[test]
    fn it_picks_the_warp_that_has_done_least() {
        let mut sm = Fixture::new(Mine, 48, 2);
        sm.launch(0, 6);
        let scheduler = SchedulerId(0);
        assert_eq!(sm.turn(scheduler), Some(Slot(0)), "none has done anything: the oldest");
        assert_eq!(sm.turn(scheduler), Some(Slot(2)), "slots 0, 2 and 4 are this scheduler's");
        sm.block(Slot(4));
        assert_eq!(sm.turn(scheduler), Some(Slot(0)), "4 has done least, and waits for memory");
        sm.complete(Slot(4));
        assert_eq!(sm.turn(scheduler), Some(Slot(4)));
    }

    /// What holds of every policy: it picks only what can issue, lets no warp starve, and does the same when asked again.
    #[test]
    fn it_keeps_the_laws() {
        laws::check(&|_| Box::new(Mine), laws::Laws::default()).unwrap();
    }
}
