//! The queue of a core: CTAs that were dispatched to it.

use std::collections::VecDeque;
use warploom_kernel::tape::Cta;

/// CTAs dispatched to a core that wait for a free CTA slot, in launch order.
pub(crate) type CtaQueue = VecDeque<QueuedCta>;

/// CTA in the queue of a core.
pub(crate) struct QueuedCta {
    /// First cycle in which it may launch.
    pub at: u64,
    pub cta: Cta,
    /// CTA slots that must be free before it launches: its own, and one for each CTA that launches together with it.
    pub slots_needed: u32,
    /// It must not move to another core.
    pub pinned: bool,
}
