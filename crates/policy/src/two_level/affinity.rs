//! Affinity of warps to the other warps of their CTA.
//!
//! Section V-E of the paper describes an intra-block tail: some warps of a CTA are a fetch group ahead and finish, but their slots
//! stay empty until the CTA's last warp has finished. The paper names affinity to CTAs as future work. Here a warp is the more urgent
//! the more its CTA waits for it.

use warploom_gpu::policy::SmView;
use warploom_gpu::{CtaSlot, SLOTS, Slot};

/// Number of phases that each warp has started: its progress, independent of active lanes.
pub(super) struct PhaseCounts {
    warps: [u32; SLOTS],
    /// By CTA, the maximum over its warps.
    cta_max: [u32; SLOTS],
}

impl Default for PhaseCounts {
    fn default() -> PhaseCounts {
        PhaseCounts { warps: [0; SLOTS], cta_max: [0; SLOTS] }
    }
}

impl PhaseCounts {
    pub fn launch(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.cta_max[cta.index()] = 0;
        view.warps(cta).iter().for_each(|slot| self.warps[slot.index()] = 0);
    }

    /// Counts a phase that a warp starts next.
    pub fn count(&mut self, slot: Slot, view: &SmView<'_>) {
        let warp = &mut self.warps[slot.index()];
        *warp += 1;
        let cta_max = &mut self.cta_max[view.cta(slot).index()];
        *cta_max = (*cta_max).max(*warp);
    }

    /// A warp's rank, most urgent first. 0: its CTA has finished warps, and no new CTA can start before the rest has finished. 1: a
    /// warp of its CTA is in a later phase and will finish before it. 2: otherwise.
    pub fn urgency(&self, slot: Slot, view: &SmView<'_>) -> u8 {
        let cta = view.cta(slot);
        match () {
            () if view.cta_finished(cta) > 0 => 0,
            () if self.warps[slot.index()] < self.cta_max[cta.index()] => 1,
            () => 2,
        }
    }
}
