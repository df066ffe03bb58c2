//! `mine`: describe its rule here.

use warploom::{SchedulerId, Slot, SmView, WarpDeclaration, WarpPolicy};

pub struct Mine;

impl WarpPolicy for Mine {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        view.issuable(scheduler).iter().min_by_key(|&slot| (view.progress(slot), view.age(slot)))
    }
}

pub const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "mine",
    "of the issuable warps, the one with the least progress; of equals, the oldest",
    |_, _| Box::new(Mine),
)
.origin("no paper yet");

#[cfg(test)]
mod tests {
    use super::Mine;
    use warploom::fixture::{Fixture, laws};
    use warploom::{SchedulerId, Slot};

    /// An SM with 48 slots and two schedulers. The test decides what happens to its warps.
    #[test]
    fn it_picks_the_warp_with_the_least_progress() {
        let mut sm = Fixture::new(Mine, 48, 2);
        sm.launch(0, 6);
        let scheduler = SchedulerId(0);
        assert_eq!(sm.turn(scheduler), Some(Slot(0)), "equal progress: the oldest");
        assert_eq!(sm.turn(scheduler), Some(Slot(2)), "slots 0, 2 and 4 belong to this scheduler");
        sm.block(Slot(4));
        assert_eq!(sm.turn(scheduler), Some(Slot(0)), "4 has the least progress, but is blocked on memory");
        sm.complete(Slot(4));
        assert_eq!(sm.turn(scheduler), Some(Slot(4)));
    }

    /// The laws of every policy: it picks only issuable warps, starves none, and is deterministic.
    #[test]
    fn it_keeps_the_laws() {
        laws::check(&|_| Box::new(Mine), laws::Laws::default()).unwrap();
    }
}
