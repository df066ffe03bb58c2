//! `oldest`: always the oldest.

use crate::Declaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "oldest",
    about: "of the warps that can issue, the one launched first",
    origin: "a usual baseline; what some papers call GTO",
    make: |_, _| Box::new(Oldest),
    ..Declaration::PLAIN
};

struct Oldest;

impl WarpPolicy for Oldest {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        view.oldest(view.issuable(scheduler))
    }
}
