//! Asynchronous copies in flight: groups of the warps, and mbarriers of the CTAs.
//!
//! A copy belongs to the open group of its warp, or to the mbarrier whose address follows its own on the tape.
//! `cp.async.mbarrier.arrive` makes an mbarrier depend on the copies of its warp so far.
//! A test of an mbarrier holds the warp until the copies that the mbarrier depends on have arrived.

use crate::ids::{CtaSlot, SLOTS, Slot};
use std::collections::VecDeque;

/// Counter that an asynchronous copy lowers when it completes: a group of its warp or, with the upper bit, an mbarrier of its CTA.
/// Four bytes, which instructions in the operand collectors have to spare.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CopyTracker(u32);

impl CopyTracker {
    /// That of an instruction that is no copy.
    pub const NONE: CopyTracker = CopyTracker(u32::MAX);
    const MBARRIER: u32 = 1 << 31;
}

/// Copies that a warp waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Await {
    /// None.
    #[default]
    Nothing,
    /// Those of its groups before this one.
    GroupsBefore(u32),
    /// Those of an mbarrier of its CTA: its index.
    Mbarrier(u32),
}

/// Groups of copies of a warp.
#[derive(Clone, Debug, Default)]
struct WarpCopies {
    /// Number of the first group of the list.
    first: u32,
    /// Copies in flight of each group, to the open one.
    in_flight: VecDeque<u32>,
    /// Number of the open group.
    open: u32,
    awaits: Await,
}

impl WarpCopies {
    fn start(&mut self) -> CopyTracker {
        let at = (self.open - self.first) as usize;
        if self.in_flight.len() <= at {
            self.in_flight.resize(at + 1, 0);
        }
        self.in_flight[at] += 1;
        CopyTracker(self.open & !CopyTracker::MBARRIER)
    }

    fn complete(&mut self, group: u32) {
        if let Some(count) = self.in_flight.get_mut((group - self.first) as usize) {
            *count -= 1;
        }
        while self.first < self.open && self.in_flight.front() == Some(&0) {
            self.in_flight.pop_front();
            self.first += 1;
        }
    }

    /// Whether a copy of the groups before `end` is in flight.
    fn pending(&self, end: u32) -> bool {
        let groups = end.saturating_sub(self.first) as usize;
        self.in_flight.iter().take(groups).any(|&count| count > 0)
    }
}

/// Mbarrier of a CTA, by its address in shared memory.
#[derive(Clone, Debug)]
struct MbarrierCopies {
    address: u64,
    in_flight: u32,
    /// Warps on whose groups, up to one, it depends.
    warps: Vec<(Slot, u32)>,
}

/// Asynchronous copies in flight of an SM.
#[derive(Default)]
pub(crate) struct Copies {
    warps: Vec<WarpCopies>,
    /// By CTA slot.
    mbarriers: Vec<Vec<MbarrierCopies>>,
}

impl Copies {
    fn warp(&mut self, slot: Slot) -> &mut WarpCopies {
        if self.warps.is_empty() {
            self.warps.resize_with(SLOTS, WarpCopies::default);
        }
        &mut self.warps[slot.index()]
    }

    fn mbarrier(&mut self, cta: CtaSlot, address: u64) -> u32 {
        if self.mbarriers.len() <= cta.index() {
            self.mbarriers.resize_with(cta.index() + 1, Vec::new);
        }
        let list = &mut self.mbarriers[cta.index()];
        let at = list.iter().position(|m| m.address == address).unwrap_or(list.len());
        if at == list.len() {
            list.push(MbarrierCopies { address, in_flight: 0, warps: Vec::new() });
        }
        at as u32
    }

    /// Forgets the copies of a CTA that has ended.
    pub fn end_cta(&mut self, cta: CtaSlot) {
        if let Some(list) = self.mbarriers.get_mut(cta.index()) {
            list.clear();
        }
    }

    /// Forgets the copies of a warp that has ended: they have all completed.
    pub fn end_warp(&mut self, slot: Slot) {
        if let Some(warp) = self.warps.get_mut(slot.index()) {
            *warp = WarpCopies::default();
        }
    }

    /// Starts a copy of a warp, for the mbarrier at an address or for the warp's open group.
    pub fn start(&mut self, slot: Slot, cta: CtaSlot, mbarrier: Option<u64>) -> CopyTracker {
        let Some(address) = mbarrier else { return self.warp(slot).start() };
        let at = self.mbarrier(cta, address);
        self.mbarriers[cta.index()][at as usize].in_flight += 1;
        CopyTracker(at | CopyTracker::MBARRIER)
    }

    /// Completes a copy.
    pub fn complete(&mut self, slot: Slot, cta: CtaSlot, tracker: CopyTracker) {
        let CopyTracker(number) = tracker;
        match number & CopyTracker::MBARRIER {
            0 => self.warp(slot).complete(number),
            _ => {
                let at = number & !CopyTracker::MBARRIER;
                self.mbarriers[cta.index()][at as usize].in_flight -= 1;
            }
        }
    }

    /// Closes the open group of a warp.
    pub fn close(&mut self, slot: Slot) {
        self.warp(slot).open += 1;
    }

    /// Makes a warp wait for all but this many of its closed groups; for `None`, for all its copies.
    pub fn await_groups(&mut self, slot: Slot, groups: Option<u8>) {
        let warp = self.warp(slot);
        let end = groups.map_or(warp.open + 1, |groups| warp.open.saturating_sub(groups.into()));
        warp.awaits = Await::GroupsBefore(end);
    }

    /// Makes an mbarrier depend on the copies of a warp so far.
    pub fn arrive(&mut self, slot: Slot, cta: CtaSlot, address: u64) {
        let end = self.warp(slot).open + 1;
        let at = self.mbarrier(cta, address) as usize;
        let warps = &mut self.mbarriers[cta.index()][at].warps;
        warps.retain(|&(warp, _)| warp != slot);
        warps.push((slot, end));
    }

    /// Makes a warp wait for the copies that an mbarrier depends on.
    pub fn await_mbarrier(&mut self, slot: Slot, cta: CtaSlot, address: u64) {
        let at = self.mbarrier(cta, address);
        self.warp(slot).awaits = Await::Mbarrier(at);
    }

    /// Whether a copy that a warp waits for is in flight.
    pub fn pending(&self, slot: Slot, cta: CtaSlot) -> bool {
        let Some(warp) = self.warps.get(slot.index()) else { return false };
        match warp.awaits {
            Await::Nothing => false,
            Await::GroupsBefore(end) => warp.pending(end),
            Await::Mbarrier(at) => {
                let mbarrier = &self.mbarriers[cta.index()][at as usize];
                let depends = |&(slot, end): &(Slot, u32)| self.warps[slot.index()].pending(end);
                mbarrier.in_flight > 0 || mbarrier.warps.iter().any(depends)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WARP: Slot = Slot(3);
    const CTA: CtaSlot = CtaSlot(1);

    #[test]
    fn a_wait_holds_until_at_most_so_many_groups_are_in_flight() {
        for left in 0..3 {
            let mut copies = Copies::default();
            let trackers: Vec<CopyTracker> = (0..3)
                .map(|_| {
                    let tracker = copies.start(WARP, CTA, None);
                    copies.close(WARP);
                    tracker
                })
                .collect();
            // A copy of the open group does not count.
            copies.start(WARP, CTA, None);
            copies.await_groups(WARP, Some(left));
            for (done, &tracker) in trackers.iter().enumerate() {
                assert_eq!(
                    copies.pending(WARP, CTA),
                    done < 3 - usize::from(left),
                    "{left} left, {done} done"
                );
                copies.complete(WARP, CTA, tracker);
            }
            assert!(!copies.pending(WARP, CTA));
            copies.await_groups(WARP, None);
            assert!(copies.pending(WARP, CTA), "a wait for all waits for the open group");
        }
    }

    #[test]
    fn groups_may_complete_in_any_order() {
        let mut copies = Copies::default();
        let first = copies.start(WARP, CTA, None);
        copies.close(WARP);
        let second = copies.start(WARP, CTA, None);
        copies.close(WARP);
        copies.await_groups(WARP, Some(1));
        copies.complete(WARP, CTA, second);
        assert!(copies.pending(WARP, CTA), "the oldest group is in flight");
        copies.complete(WARP, CTA, first);
        assert!(!copies.pending(WARP, CTA));
    }

    #[test]
    fn mbarriers_are_told_apart_by_their_addresses() {
        let mut copies = Copies::default();
        let first = copies.start(Slot(0), CTA, Some(64));
        let second = copies.start(Slot(0), CTA, Some(72));
        copies.await_mbarrier(WARP, CTA, 64);
        assert!(copies.pending(WARP, CTA));
        copies.complete(Slot(0), CTA, first);
        assert!(!copies.pending(WARP, CTA));
        copies.await_mbarrier(WARP, CTA, 72);
        assert!(copies.pending(WARP, CTA));
        copies.complete(Slot(0), CTA, second);
        assert!(!copies.pending(WARP, CTA));
        // Copies of groups count from the arrival on.
        let third = copies.start(Slot(0), CTA, None);
        assert!(!copies.pending(WARP, CTA));
        copies.arrive(Slot(0), CTA, 72);
        assert!(copies.pending(WARP, CTA));
        copies.complete(Slot(0), CTA, third);
        assert!(!copies.pending(WARP, CTA));
    }
}
