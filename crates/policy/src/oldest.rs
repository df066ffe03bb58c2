//! `oldest`: always the oldest warp.

use crate::declaration::WarpDeclaration;
use warploom_gpu::policy::{SmView, WarpPolicy};
use warploom_gpu::{SchedulerId, Slot};

pub(crate) const DECLARATION: WarpDeclaration =
    WarpDeclaration::new("oldest", "the oldest issuable warp", |_, _| Box::new(Oldest))
        .origin("a common baseline; some papers call it GTO");

struct Oldest;

impl WarpPolicy for Oldest {
    fn pick(&mut self, scheduler: SchedulerId, view: &SmView<'_>) -> Option<Slot> {
        view.oldest(view.issuable(scheduler))
    }
}
