//! The place of local memory behind the caches.

use crate::ids::CtaSlot;

/// First address of local memory behind the caches, beyond all addresses of global memory. Address maps see it as GPGPU-Sim's
/// LOCAL_GENERIC_START: its upper part is a multiple of any usual number of partitions.
pub(crate) const LOCAL_BASE: u64 = (3 << 59) + 0x1f88_0000;

/// Place of a warp's local memory behind the caches, as in GPGPU-Sim: the same word of all threads that the GPU can hold is
/// contiguous, first by thread of a CTA, then by SM, then by CTA slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalLayout {
    /// Address of the first word of the warp's first lane.
    pub first: u64,
    /// Distance of two words of a thread.
    pub word_stride: u64,
}

impl LocalLayout {
    /// Layout of a single warp.
    pub const ALONE: LocalLayout = LocalLayout { first: LOCAL_BASE, word_stride: 128 };

    /// Layout of a warp of the CTA in a slot of an SM, for SMs that hold up to `ctas` CTAs of `warps` warps.
    pub fn of((sm, sms): (u32, u32), (slot, ctas): (CtaSlot, u32), (warp, warps): (u32, u32)) -> LocalLayout {
        let [sm, sms, ctas, warp, warps] = [sm, sms, ctas, warp, warps].map(u64::from);
        let warps_before = warps * (sm + sms * slot.index() as u64) + warp;
        LocalLayout { first: LOCAL_BASE + 128 * warps_before, word_stride: 128 * warps * ctas * sms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_memory_is_ordered_by_word_then_cta_slot_then_sm_then_warp() {
        let (sms, slots, warps) = (15, 8, 6);
        let of = |sm, slot, warp| LocalLayout::of((sm, sms), (CtaSlot(slot), slots), (warp, warps));
        let first = of(0, 0, 0);
        assert_eq!(first.first, LOCAL_BASE);
        assert_eq!(of(0, 0, 1).first - first.first, 128, "warps of a CTA are adjacent");
        assert_eq!(of(1, 0, 0).first - of(0, 0, 5).first, 128, "then come those of the next SM");
        assert_eq!(of(0, 1, 0).first - of(14, 0, 5).first, 128, "then those of the next CTA slot");
        assert_eq!(of(14, 7, 5).first + 128, LOCAL_BASE + first.word_stride, "then the next word");
        let alone = LocalLayout::of((0, 1), (CtaSlot(0), 1), (0, 1));
        assert_eq!(
            (alone.first, alone.word_stride),
            (LocalLayout::ALONE.first, LocalLayout::ALONE.word_stride)
        );
    }
}
