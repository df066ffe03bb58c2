//! `gto`: greedy then oldest.

use crate::declaration::WarpDeclaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "gto",
    "greedy then oldest: the warp that issued last while it can issue, else the oldest",
    |_, _| Box::new(Gto),
)
.origin("Rogers, O'Connor and Aamodt, MICRO 2012; a common baseline");

struct Gto;

impl WarpPolicy for Gto {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        view.last_issued(scheduler).filter(|&last| issuable.contains(last)).or_else(|| view.oldest(issuable))
    }
}
