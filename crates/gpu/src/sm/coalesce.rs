//! Coalescer of the SM: the segments of memory and the shared-memory bank passes that a warp's access needs.
//!
//! The result depends on the machine and the addresses only, not on the schedule.

use super::load_store::LsuOp;
use crate::core::LocalLayout;
use crate::machine::SmDescription;
use crate::memory::cache::{AccessType, SECTOR_BYTES, Space as CacheSpace};
use std::collections::VecDeque;
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;
use warploom_kernel::tape::{Addresses, GenericWindows};

/// First address of constant memory behind the caches.
const CONSTANT_BASE: u64 = 1 << 61;

/// Coalescer of an SM.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coalescer {
    has_l1: bool,
    shared_banks: u32,
    /// Passes for each further lane of an atomic at a word of shared memory.
    shared_atomic: u32,
    /// Maximum size of a segment.
    segment_bytes: u32,
    constant_line_bytes: u32,
    /// Bytes of a lookup of the texture unit; `None` if fetches go to the L2 as other accesses do.
    texture_bytes: Option<u32>,
}

impl Coalescer {
    pub fn of(sm: &SmDescription) -> Coalescer {
        Coalescer {
            has_l1: sm.l1.is_some(),
            shared_banks: sm.load_store.shared_banks,
            shared_atomic: sm.load_store.shared_atomic,
            segment_bytes: sm.load_store.segment,
            constant_line_bytes: sm.constants.as_ref().map_or(64, |cache| cache.line_bytes),
            texture_bytes: sm.texture.as_ref().and_then(|unit| match &unit.cache {
                Some(cache) => Some(cache.line_bytes),
                None => sm.l1.as_ref().map(|_| sm.load_store.segment),
            }),
        }
    }

    /// Coalesces an access to a space other than `Generic`: appends its segments to the list and returns its operation.
    /// `local` locates the warp's local memory.
    #[inline]
    pub fn coalesce(
        &self,
        (space, kind, bytes): (Space, AccessKind, u32),
        (addresses, lanes): (Addresses<'_>, LaneMask),
        local: impl FnOnce() -> LocalLayout,
        list: &mut VecDeque<Segment>,
    ) -> LsuOp {
        let has_l1 = self.has_l1 && !matches!(kind, AccessKind::LoadBypass | AccessKind::CopyBypass);
        let again = if kind.is_atomic() { self.shared_atomic } else { 0 };
        let (kind, mask) = match kind {
            AccessKind::Load | AccessKind::LoadBypass | AccessKind::Prefetch | AccessKind::TestMbarrier => {
                (AccessType::Read, ByteMask::None)
            }
            AccessKind::Copy | AccessKind::CopyBypass => (AccessType::Read, ByteMask::None),
            AccessKind::Store => (AccessType::Write, ByteMask::Union),
            AccessKind::Atomic | AccessKind::Reduce | AccessKind::CopyArrive => {
                (AccessType::Atomic, ByteMask::Disjoint)
            }
        };
        let sector = u64::from(SECTOR_BYTES);
        match space {
            Space::Shared => LsuOp::Shared(bank_passes(addresses, lanes, self.shared_banks, again)),
            Space::Texture if kind == AccessType::Read && self.texture_bytes.is_some() => {
                let size = u64::from(self.texture_bytes.unwrap_or(SECTOR_BYTES));
                segments(addresses, lanes, bytes, size, ByteMask::None, list);
                LsuOp::Texture
            }
            Space::Const | Space::Param => {
                let (line, before) = (u64::from(self.constant_line_bytes), list.len());
                segments(addresses, lanes, bytes, line, ByteMask::None, list);
                list.iter_mut().skip(before).for_each(|s| s.address |= CONSTANT_BASE);
                LsuOp::Constant
            }
            Space::Global | Space::Generic | Space::Texture if kind == AccessType::Atomic || !has_l1 => {
                segments(addresses, lanes, bytes, sector, mask, list);
                LsuOp::Bypass(kind)
            }
            Space::Global | Space::Generic | Space::Texture => {
                // Accesses narrower than a word use narrower segments.
                let size = u64::from(self.segment_bytes.min(bytes.max(1) * SECTOR_BYTES));
                segments(addresses, lanes, bytes, size, mask, list);
                LsuOp::Cached(kind, CacheSpace::Global)
            }
            Space::Local => {
                let local = local();
                if self.has_l1 {
                    let size = u64::from(self.segment_bytes);
                    local_segments(addresses, lanes, bytes, size, local, list);
                    LsuOp::Cached(kind, CacheSpace::Local)
                } else {
                    local_segments(addresses, lanes, bytes, sector, local, list);
                    LsuOp::Bypass(kind)
                }
            }
        }
    }
}

/// Lanes of an asynchronous copy without the last one if its address is that of an mbarrier.
#[cold]
pub(crate) fn copied_lanes(windows: &GenericWindows, addresses: Addresses<'_>, lanes: LaneMask) -> LaneMask {
    let last = addresses.of(lanes).last().unwrap_or_default();
    match windows.resolve(Space::Generic, last) {
        (Space::Shared, _) => LaneMask(lanes.0 & !(1 << lanes.0.ilog2())),
        _ => lanes,
    }
}

/// Segment of memory that an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Segment {
    /// Address of its first byte.
    pub address: u64,
    /// Bytes of its 128-byte line that the access writes; 0 for a read.
    pub bytes: u128,
}

/// Byte mask that segments carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ByteMask {
    /// No mask: the access reads.
    None,
    /// Bytes of all lanes: the access writes.
    Union,
    /// Bytes of lanes that do not overlap: lanes of an atomic that touch the same byte get a segment each.
    Disjoint,
}

/// Appends the segments of `size` bytes that the lanes touch, each once, the highest address first, as GPGPU-Sim sends them.
fn segments(
    addresses: Addresses<'_>,
    lanes: LaneMask,
    bytes: u32,
    size: u64,
    mask: ByteMask,
    into: &mut VecDeque<Segment>,
) {
    let bytes = u64::from(bytes.max(1));
    // Adjacent lanes with ascending addresses and no gaps touch every segment from the first to the last.
    if let Addresses::Affine { base, stride } = addresses
        && let Ok(stride) = u64::try_from(stride)
        && match mask {
            ByteMask::None => stride <= size,
            ByteMask::Union => stride <= bytes,
            ByteMask::Disjoint => stride == bytes,
        }
        && are_adjacent(lanes)
    {
        let last = base.saturating_add(stride * u64::from(lanes.count() - 1)).saturating_add(bytes - 1);
        for segment in (base / size..=last / size).rev() {
            let address = segment * size;
            let bytes = match mask {
                ByteMask::None => 0,
                _ => bytes_of_line(base.max(address), last.min(address + (size - 1))),
            };
            into.push_back(Segment { address, bytes });
        }
        return;
    }
    let start = into.len();
    for address in addresses.of(lanes) {
        let last = address.saturating_add(bytes - 1);
        for segment in address / size..=last / size {
            let segment = segment * size;
            let written = match mask {
                ByteMask::None => 0,
                _ => bytes_of_line(address.max(segment), last.min(segment + (size - 1))),
            };
            insert(into, start, Segment { address: segment, bytes: written }, mask == ByteMask::Disjoint);
        }
    }
}

/// Inserts a segment into the list from `start` on, which is ordered by descending address, or merges it into an equal one.
/// Segments that must be `disjoint` merge only if no byte is in both.
fn insert(list: &mut VecDeque<Segment>, start: usize, segment: Segment, disjoint: bool) {
    // Lanes mostly have ascending or descending addresses, so that the place is near one end.
    let mut at = start;
    if list.back().is_some_and(|last| last.address > segment.address) {
        at = list.len();
    } else {
        while let Some(other) = list.get_mut(at).filter(|other| other.address >= segment.address) {
            if other.address == segment.address && (!disjoint || other.bytes & segment.bytes == 0) {
                other.bytes |= segment.bytes;
                return;
            }
            at += 1;
        }
    }
    list.insert(at, segment);
}

/// Mask of the bytes of a 128-byte line from `first` to `last`.
fn bytes_of_line(first: u64, last: u64) -> u128 {
    let count = (last - first + 1).min(128) as u32;
    (u128::MAX >> (128 - count)) << (first % 128)
}

/// Appends the segments of an access to local memory, in which words of neighbouring lanes are adjacent.
fn local_segments(
    addresses: Addresses<'_>,
    lanes: LaneMask,
    bytes: u32,
    size: u64,
    local: LocalLayout,
    into: &mut VecDeque<Segment>,
) {
    let start = into.len();
    for (lane, address) in lanes.lanes().zip(addresses.of(lanes)) {
        for word in address / 4..=address.saturating_add(u64::from(bytes.max(1)) - 1) / 4 {
            let at = local.first + word % LOCAL_WORDS * local.word_stride + lane as u64 % 32 * 4;
            let segment = Segment { address: at / size * size, bytes: bytes_of_line(at, at + 3) };
            insert(into, start, segment, false);
        }
    }
}

/// Words of local memory of a thread: 512 KiB.
const LOCAL_WORDS: u64 = 1 << 17;

fn are_adjacent(lanes: LaneMask) -> bool {
    let shifted = lanes.0 >> lanes.0.trailing_zeros();
    shifted & shifted.wrapping_add(1) == 0
}

/// Passes that an access to shared memory takes: the maximum over the banks of one for each distinct word, and `again` for each further
/// lane at a word.
fn bank_passes(addresses: Addresses<'_>, lanes: LaneMask, banks: u32, again: u32) -> u32 {
    if let Addresses::Affine { stride, .. } = addresses
        && stride % 4 == 0
        && are_adjacent(lanes)
        && banks.is_power_of_two()
    {
        let words = (stride / 4).unsigned_abs();
        if words == 0 {
            return 1 + (lanes.count() - 1) * again;
        }
        // Lanes that are `period` apart access the same bank.
        let period = banks >> words.trailing_zeros().min(banks.trailing_zeros());
        return lanes.count().div_ceil(period);
    }
    if let Addresses::Listed(list) = addresses
        && again == 0
    {
        let (mut least, mut most) = (u64::MAX, 0);
        list.iter().for_each(|&address| (least, most) = (least.min(address / 4), most.max(address / 4)));
        // Words that are closer together than there are banks are in different banks.
        if most.wrapping_sub(least) < u64::from(banks) {
            return 1;
        }
    }
    // Words of each bank as linked lists, so that a word is compared with those of its bank only.
    const END: u8 = u8::MAX;
    let mut words = [0_u64; 64];
    let mut previous = [END; 64];
    let mut last = [END; 64];
    let mut load = [0; 64];
    let mut count = 0_u8;
    let mut passes = 0;
    let mut add = |address: u64| {
        let word = address / 4;
        let bank = (word % u64::from(banks)) as usize % 64;
        let mut at = last[bank];
        while at != END && words[usize::from(at)] != word {
            at = previous[usize::from(at)];
        }
        load[bank] += if at == END { 1 } else { again };
        passes = passes.max(load[bank]);
        if at == END {
            words[usize::from(count)] = word;
            previous[usize::from(count)] = std::mem::replace(&mut last[bank], count);
            count += 1;
        }
    };
    // A listed access holds the addresses of active lanes only.
    match addresses {
        Addresses::Listed(list) => list.iter().for_each(|&address| add(address)),
        Addresses::Affine { .. } => addresses.of(lanes).for_each(add),
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::LOCAL_BASE;
    use proptest::prelude::*;

    const FULL: LaneMask = LaneMask(0xffff_ffff);

    fn affine(base: u64, stride: i32) -> Addresses<'static> {
        Addresses::Affine { base, stride }
    }

    fn of(addresses: Addresses<'_>, lanes: LaneMask, bytes: u32, size: u64) -> Vec<u64> {
        with(addresses, lanes, bytes, size, ByteMask::None).into_iter().map(|s| s.address).collect()
    }

    fn with(a: Addresses<'_>, lanes: LaneMask, bytes: u32, size: u64, mask: ByteMask) -> Vec<Segment> {
        let mut list = VecDeque::new();
        segments(a, lanes, bytes, size, mask, &mut list);
        list.into()
    }

    #[test]
    fn stores_carry_the_mask_of_written_bytes() {
        let one = |address, bytes| Segment { address, bytes };
        assert_eq!(with(affine(0, 4), FULL, 4, 128, ByteMask::Union), [one(0, u128::MAX)]);
        assert_eq!(
            with(affine(256 + 126, 0), LaneMask(1), 4, 128, ByteMask::Union),
            [one(384, 3), one(256, 3 << 126)]
        );
        assert_eq!(with(affine(64, 8), LaneMask(3), 4, 32, ByteMask::Union), [one(64, 0xf0f << 64)]);
    }

    #[test]
    fn atomics_on_one_word_are_not_coalesced() {
        let one = Segment { address: 32, bytes: 0xf << 36 };
        assert_eq!(with(affine(36, 0), LaneMask(7), 4, 32, ByteMask::Disjoint), [one; 3]);
        assert_eq!(with(affine(0, 4), LaneMask(0xff), 4, 32, ByteMask::Disjoint).len(), 1);
        // The second segment of a sector follows the first, before those of lower sectors.
        let listed = [0, 64, 4, 68, 64];
        let bytes = |sector: u64, bytes| Segment { address: sector, bytes };
        assert_eq!(
            with(Addresses::Listed(&listed), LaneMask(0x1f), 4, 32, ByteMask::Disjoint),
            [bytes(64, 0xff << 64), bytes(64, 0xf << 64), bytes(0, 0xff)]
        );
    }

    #[test]
    fn segments_are_sent_by_descending_address_whatever_the_order_of_lanes() {
        let listed = [128, 0, 384, 256, 0];
        assert_eq!(of(Addresses::Listed(&listed), LaneMask(0x1f), 4, 128), [384, 256, 128, 0]);
        // Segments of instructions before it keep their places.
        let mut list = VecDeque::from([Segment { address: 0, bytes: 0 }]);
        segments(Addresses::Listed(&listed[..2]), LaneMask(3), 4, 128, ByteMask::None, &mut list);
        assert_eq!(list.iter().map(|s| s.address).collect::<Vec<_>>(), [0, 128, 0]);
    }

    #[test]
    fn local_words_of_lanes_coalesce() {
        let mut list = VecDeque::new();
        local_segments(affine(8, 0), FULL, 4, 128, LocalLayout::ALONE, &mut list);
        assert_eq!(list, [Segment { address: LOCAL_BASE + 256, bytes: u128::MAX }]);
        list.clear();
        local_segments(affine(8, 0), LaneMask(0xff), 8, 32, LocalLayout::ALONE, &mut list);
        assert_eq!(list.len(), 2, "two words");
    }

    #[test]
    fn segments_at_line_boundaries() {
        assert_eq!(of(affine(0, 4), FULL, 4, 128), [0]);
        assert_eq!(of(affine(4, 4), FULL, 4, 128), [128, 0]);
        assert_eq!(of(affine(0, 0), FULL, 4, 32), [0]);
        assert_eq!(of(affine(30, 0), FULL, 4, 32), [32, 0], "across the boundary");
        assert_eq!(of(affine(0, 128), LaneMask(7), 4, 128), [256, 128, 0]);
        assert_eq!(of(affine(256, -128), LaneMask(7), 4, 128), [256, 128, 0]);
        assert_eq!(of(affine(0, 8), LaneMask(0b101), 4, 32), [0]);
    }

    #[test]
    fn bank_conflicts_of_strided_accesses() {
        assert_eq!(bank_passes(affine(0, 4), FULL, 32, 0), 1);
        assert_eq!(bank_passes(affine(0, 0), FULL, 32, 0), 1, "all lanes read one word");
        for n in [1, 2, 4, 8, 16, 32] {
            assert_eq!(bank_passes(affine(64, 4 * n), FULL, 32, 0), n as u32, "{n}-way");
        }
        assert_eq!(bank_passes(affine(0, 12), FULL, 32, 0), 1, "odd strides have none");
        assert_eq!(bank_passes(affine(0, 128), LaneMask(0xff), 32, 0), 8);
        assert_eq!(bank_passes(affine(0, 1), FULL, 32, 0), 1, "bytes of 8 words");
        assert_eq!(bank_passes(affine(0, 0), FULL, 32, 2), 63, "an atomic of all lanes at one word");
        assert_eq!(bank_passes(affine(0, 1), FULL, 32, 2), 7, "four lanes at each word");
    }

    proptest! {
        #[test]
        fn affine_and_listed_addresses_coalesce_alike(
            base in 0..10_000_u64, stride in -300..300_i32, lanes in 1..=u64::from(u32::MAX), bytes in 1..=16_u32,
        ) {
            let base = base + 10_000;
            let lanes = LaneMask(lanes);
            let listed: Vec<u64> = affine(base, stride).of(lanes).collect();
            for size in [32, 128] {
                let ours = of(affine(base, stride), lanes, bytes, size);
                prop_assert!(ours.is_sorted_by(|a, b| a > b), "{:?}", ours);
                prop_assert_eq!(ours, of(Addresses::Listed(&listed), lanes, bytes, size));
                for mask in [ByteMask::Union, ByteMask::Disjoint] {
                    let ours = with(affine(base, stride), lanes, bytes, size, mask);
                    let all = with(Addresses::Listed(&listed), lanes, bytes, size, mask);
                    let sum = |list: &[Segment]| -> u32 { list.iter().map(|s| s.bytes.count_ones()).sum() };
                    prop_assert_eq!(sum(&ours), sum(&all));
                    prop_assert_eq!(ours.len(), all.len());
                    prop_assert!(all.is_sorted_by(|a, b| a.address >= b.address), "{:?}", all);
                }
            }
            for again in [0, 1, 2] {
                let ours = bank_passes(affine(base, stride), lanes, 32, again);
                prop_assert_eq!(ours, bank_passes(Addresses::Listed(&listed), lanes, 32, again));
            }
        }
    }
}
