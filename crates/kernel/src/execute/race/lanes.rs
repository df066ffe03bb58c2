//! Races between lanes of one store.

use super::RaceDetector;
use super::locate;
use super::report::RacyAddress;
use super::role::AccessRole;
use super::shadow::{Origin, Stamp};
use crate::execute::listener::{Access, ExecutedInstruction};

impl RaceDetector<'_> {
    /// Finds lanes of one store that write different values to the same address.
    pub(super) fn lanes(&mut self, event: &ExecutedInstruction<'_>, access: Access<'_>, role: AccessRole) {
        let active = || event.active.lanes();
        let mut last = None;
        // Accesses are aligned to their size: two of them have all bytes or none in common.
        let ascending =
            active().all(|lane| last.replace(access.addresses[lane]) < Some(access.addresses[lane]));
        if ascending {
            return;
        }
        let mut by_address: Vec<(u64, usize)> = active().map(|lane| (access.addresses[lane], lane)).collect();
        by_address.sort_unstable();
        for group in by_address.chunk_by(|a, b| a.0 == b.0) {
            let [(address, first), rest @ ..] = group else { continue };
            let different = rest.iter().find(|(_, lane)| self.values_differ(*first, *lane, role.width));
            let (Some(&(_, second)), Some((space, address))) = (different, locate(access.space, *address))
            else {
                continue;
            };
            let warp = event.warp.0 as usize;
            let origin = Origin { cta: self.cta, slot: warp, time: 1, pc: event.pc.0, kind: role.kind };
            let stamp = |lane| Stamp::new(origin, lane, 15);
            let racy = RacyAddress { space, address, bytes: access.bytes };
            self.found.add(stamp(*first), stamp(second), racy);
        }
    }

    fn values_differ(&self, a: usize, b: usize, width: u32) -> bool {
        let bits = u64::MAX >> (64 - 8 * width.clamp(1, 8));
        self.values.chunks_exact(self.geometry.lanes).any(|all| (all[a] ^ all[b]) & bits != 0)
    }
}
