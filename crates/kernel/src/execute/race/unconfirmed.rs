//! Plain reads that a compare-and-swap may confirm.
//!
//! `old = *p; do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);` is the usual way to make an atomic of
//! one's own. Its first read races with atomics of others, and does no harm: the compare-and-swap finds out if the value was not
//! the current one. A race of a plain read with an atomic is therefore kept until the warp either swaps at the same address or
//! reaches a barrier or its end.

use super::report::{FoundRaces, RacyAddress};
use super::shadow::Stamp;

/// Most races that are kept.
const MOST: usize = 256;

/// A race of a plain read with an earlier atomic.
#[derive(Clone, Copy, Debug)]
struct UnconfirmedRead {
    atomic: Stamp,
    read: Stamp,
    at: RacyAddress,
}

/// Races of plain reads with earlier atomics, oldest first.
#[derive(Debug, Default)]
pub(super) struct UnconfirmedReads(Vec<UnconfirmedRead>);

impl UnconfirmedReads {
    pub fn add(&mut self, atomic: Stamp, read: Stamp, at: RacyAddress, found: &mut FoundRaces) {
        if self.0.len() == MOST {
            let oldest = self.0.remove(0);
            found.add(oldest.atomic, oldest.read, oldest.at);
        }
        self.0.push(UnconfirmedRead { atomic, read, at });
    }

    /// Forgets the reads of the word at `address` by the warp of a compare-and-swap.
    pub fn confirm(&mut self, swap: Stamp, address: u64) {
        self.0.retain(|race| !(race.read.same_agent(swap) && race.at.address & !3 == address & !3));
    }

    /// Reports the reads of a warp, which no compare-and-swap can confirm any more.
    pub fn report(&mut self, cta: u64, warp: usize, found: &mut FoundRaces) {
        self.0.retain(|race| {
            let other = race.read.cta() != cta || race.read.slot() != warp;
            if !other {
                found.add(race.atomic, race.read, race.at);
            }
            other
        });
    }
}
