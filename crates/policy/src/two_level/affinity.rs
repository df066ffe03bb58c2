//! Affinity of warps to those of their CTA.
//!
//! The paper's section V-E tells of an intra-block tail: some warps of a CTA are a fetch group ahead of the others and end, but their
//! slots stay empty until the last one has ended. Its authors were to try affinity to CTAs, and say no more. Here a warp is the more urgent
//! the more it is what its CTA waits for.

use warploom_gpu::policy::SmView;
use warploom_gpu::{CtaSlot, SLOTS, Slot};

/// How many phases warps have begun: how far they are, whatever their lanes do.
pub(super) struct Begun {
    warps: [u32; SLOTS],
    /// By CTA, the most of its warps.
    most: [u32; SLOTS],
}

impl Default for Begun {
    fn default() -> Begun {
        Begun { warps: [0; SLOTS], most: [0; SLOTS] }
    }
}

impl Begun {
    pub fn launch(&mut self, cta: CtaSlot, view: &SmView<'_>) {
        self.most[cta.index()] = 0;
        view.warps(cta).iter().for_each(|slot| self.warps[slot.index()] = 0);
    }

    /// A warp is about to begin another.
    pub fn count(&mut self, slot: Slot, view: &SmView<'_>) {
        let warp = &mut self.warps[slot.index()];
        *warp += 1;
        let most = &mut self.most[view.cta(slot).index()];
        *most = (*most).max(*warp);
    }

    /// 0 where the CTA has ended in part: nothing new can take its place before the rest has ended. 1 where a warp of the CTA
    /// is in a further phase, and will end before this one. 2 otherwise.
    pub fn urgency(&self, slot: Slot, view: &SmView<'_>) -> u8 {
        let cta = view.cta(slot);
        match () {
            () if view.cta_finished(cta) > 0 => 0,
            () if self.warps[slot.index()] < self.most[cta.index()] => 1,
            () => 2,
        }
    }
}
