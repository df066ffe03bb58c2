//! What an access asks of the load-store unit: it depends on the machine and the addresses, and on no schedule.

use super::coalesce::{self, Detail, LOCAL_WORDS, Segment};
use super::load_store::Work;
use crate::machine::SmDescription;
use crate::memory::cache::{AccessType, SECTOR_BYTES, Space as CacheSpace};
use std::collections::VecDeque;
use warploom_kernel::code::AccessKind;
use warploom_kernel::execute::LaneMask;
use warploom_kernel::program::Space;
use warploom_kernel::tape::Addresses;

/// Where what is not in global memory lies in the memory behind the caches: out of the way of global memory.
pub(crate) const LOCAL_BASE: u64 = 1 << 60;
const CONSTANT_BASE: u64 = 1 << 61;

/// Makes segments of accesses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coalescer {
    l1: bool,
    shared_banks: u32,
    /// Bytes of memory that an access covers at most.
    segment: u32,
    constant_line: u32,
}

impl Coalescer {
    pub fn of(sm: &SmDescription) -> Coalescer {
        Coalescer {
            l1: sm.l1.is_some(),
            shared_banks: sm.load_store.shared_banks,
            segment: sm.load_store.segment,
            constant_line: sm.constants.as_ref().map_or(64, |cache| cache.line_bytes),
        }
    }

    /// What an access to a space, which is not generic any more, asks for; its segments are put at the end of the list. The
    /// number is that of the warp among all the GPU's slots: where its local memory is.
    #[inline]
    pub fn ask(
        &self,
        (space, kind, bytes): (Space, AccessKind, u32),
        (addresses, lanes): (Addresses<'_>, LaneMask),
        number: u64,
        list: &mut VecDeque<Segment>,
    ) -> Work {
        let (kind, detail) = match kind {
            AccessKind::Load | AccessKind::Prefetch => (AccessType::Read, Detail::Read),
            AccessKind::Store => (AccessType::Write, Detail::Write),
            AccessKind::Atomic | AccessKind::Reduce => (AccessType::Atomic, Detail::Atomic),
        };
        let sector = u64::from(SECTOR_BYTES);
        match space {
            Space::Shared => Work::Shared(coalesce::conflicts(addresses, lanes, self.shared_banks)),
            Space::Const | Space::Param => {
                let (line, before) = (u64::from(self.constant_line), list.len());
                coalesce::segments(addresses, lanes, bytes, line, Detail::Read, list);
                list.iter_mut().skip(before).for_each(|s| s.address |= CONSTANT_BASE);
                Work::Constants
            }
            Space::Global | Space::Generic if kind == AccessType::Atomic || !self.l1 => {
                coalesce::segments(addresses, lanes, bytes, sector, detail, list);
                Work::Direct(kind)
            }
            Space::Global | Space::Generic => {
                // Narrow data come in narrow segments.
                let size = u64::from(self.segment.min(bytes.max(1) * SECTOR_BYTES));
                coalesce::segments(addresses, lanes, bytes, size, detail, list);
                Work::Cached(kind, CacheSpace::Global)
            }
            Space::Local => {
                let base = LOCAL_BASE + number * LOCAL_WORDS * 128;
                if self.l1 {
                    let size = u64::from(self.segment);
                    coalesce::local_segments(addresses, lanes, bytes, size, base, list);
                    Work::Cached(kind, CacheSpace::Local)
                } else {
                    coalesce::local_segments(addresses, lanes, bytes, sector, base, list);
                    Work::Direct(kind)
                }
            }
        }
    }
}
