//! `gty`: greedy then youngest.

use crate::declaration::WarpDeclaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: WarpDeclaration = WarpDeclaration::new(
    "gty",
    "greedy then youngest: the warp that issued last while it can issue, else the youngest",
    |_, _| Box::new(Gty),
)
.origin("the issue order of current NVIDIA GPUs (Huerta et al., 2025), without their control bits");

struct Gty;

impl WarpPolicy for Gty {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        let issuable = view.issuable(scheduler);
        view.last_issued(scheduler)
            .filter(|&last| issuable.contains(last))
            .or_else(|| view.youngest(issuable))
    }
}
