//! `gty`: greedy, then youngest.

use crate::Declaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: Declaration = Declaration {
    name: "gty",
    about: "greedy then youngest: the warp that issued last while it can, else the one launched last",
    origin: "the order seen in NVIDIA's GPUs of today (Huerta et al., 2025), without their control bits",
    make: |_, _| Box::new(Gty),
    ..Declaration::PLAIN
};

struct Gty;

impl WarpPolicy for Gty {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        view.last_issued(scheduler)
            .filter(|&last| issuable.contains(last))
            .or_else(|| view.youngest(issuable))
    }
}
