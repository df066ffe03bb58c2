//! `lrr`: loose round robin.

use crate::Declaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "lrr",
    about: "loose round robin: the next warp that can issue, in order of slots, after the one that issued last",
    origin: "the usual baseline",
    make: |_, _| Box::new(Lrr),
    ..Declaration::PLAIN
};

struct Lrr;

impl WarpPolicy for Lrr {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        match view.last_issued(scheduler) {
            Some(last) => issuable.next_after(last),
            None => issuable.first(),
        }
    }
}
