//! `gto`: greedy, then oldest.

use crate::Declaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "gto",
    about: "greedy then oldest: the warp that issued last while it can, else the one launched first",
    origin: "Rogers, O'Connor and Aamodt, MICRO 2012; a usual baseline",
    make: |_, _| Box::new(Gto),
    ..Declaration::PLAIN
};

struct Gto;

impl WarpPolicy for Gto {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        view.last_issued(scheduler).filter(|&last| issuable.contains(last)).or_else(|| view.oldest(issuable))
    }
}
