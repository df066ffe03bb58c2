//! `lrr`: loose round robin.

use crate::declaration::WarpDeclaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "lrr",
    "loose round robin: the next issuable warp, in slot order, after the one that issued last",
    |_, _| Box::new(Lrr),
)
.origin("a common baseline");

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
